//! Every printed cell of Montenotte's charts, as a literal beside the line of the rulebook on which it stands; and that a
//! change to any of them is noticed.

use std::collections::{BTreeMap, BTreeSet};

use grognard::figures::{Raw, Sheet, Source, SourceSet};
use grognard::montenotte::charts::Charts;

const FILE: &str = include_str!("../rules/montenotte/charts.toml");

/// The line, the table, and its cells. Read off the rulebook; movement and command points in halves, weights in halves, a
/// star of the results table is `undecided`, two are `victor`.
const PRINTED: &str = "
725 terrain.plain: forage_sp = 5, combat = 0, combines = ground
726 terrain.fields: forage_sp = 10, off_road_half_mp = 3, combat = 0, combines = ground
727 terrain.hills: forage_sp = 0, off_road_half_mp = 4, combat = -2, combines = ground
728 terrain.mountain: forage_sp = 0, off_road_half_mp = impossible, combat = -3, combines = ground
729 terrain.village: pillage_sp = 5
730 terrain.town: pillage_sp = 10, combat = -1, combines = alone
807 terrain.city: pillage_sp = any, combat = -1, combines = alone
808 terrain.fort: combat = -2, combines = alone
809 terrain.road: along_half_mp = 2, special_movement = yes
810 terrain.bridge: across_half_mp = 0, combat = -1, combines = added
811 terrain.river: across_half_mp = 4, combat = -1, combines = added
316 march.rapid: hexes_for_a_mp = 2, most_half_mp = 4, fatigue = 1
320 march.strategic: fatigue = 1, hexes_from_enemy = 2
737 march.strategic: table_half_mp_from_enemy = 4
324 march.forced: fatigue = 1, hexes_from_enemy = 2
738 march.forced: table_half_mp_from_enemy = 4
330 march.minimum: fatigue = 1
334 march.reaction: most_half_mp = 2
306 march.capacity: uncommanded_divisor = 2
307 march.capacity: lone_general_half_mp = 10
308 march.capacity: decoy_least_half_mp = 4, decoy_most_half_mp = 10
613 march.capacity: out_of_supply_divisor = 2
674 sardinian_morale: range_least = -4
746 sardinian_morale.desperate: least = 1, most = 5, modifier = -3
747 sardinian_morale.shaken: least = 6, most = 10, modifier = -2
748 sardinian_morale.uneasy: least = 11, most = 15, modifier = -1
749 sardinian_morale.steady: least = 16, most = 20, modifier = 0
750 sardinian_morale.hopeful: least = 21, most = 23, modifier = 1
751 sardinian_morale.eager: least = 24, most = 25, modifier = 2
758 combat.total_0: attacker_losses = 25, defender_losses = victor, attacker_morale = -3, defender_morale = 2, result = decisive defeat
759 combat.total_1: attacker_losses = 20, defender_losses = victor, attacker_morale = -3, defender_morale = 2, result = decisive defeat
760 combat.total_2: attacker_losses = 20, defender_losses = victor, attacker_morale = -2, defender_morale = 1, result = major defeat
761 combat.total_3: attacker_losses = 15, defender_losses = victor, attacker_morale = -2, defender_morale = 1, result = major defeat
762 combat.total_4: attacker_losses = 15, defender_losses = victor, attacker_morale = -1, defender_morale = 0, result = tactical defeat
817 combat.total_5: attacker_losses = 10, defender_losses = victor, attacker_morale = -1, defender_morale = 0, result = tactical defeat
818 combat.total_6: attacker_losses = undecided, defender_losses = undecided, attacker_morale = -1, defender_morale = 0, result = undecided
819 combat.total_7: attacker_losses = undecided, defender_losses = undecided, attacker_morale = 0, defender_morale = 0, result = undecided
820 combat.total_8: attacker_losses = undecided, defender_losses = undecided, attacker_morale = 0, defender_morale = 0, result = undecided
821 combat.total_9: attacker_losses = victor, defender_losses = 10, attacker_morale = 0, defender_morale = -1, result = tactical victory
822 combat.total_10: attacker_losses = victor, defender_losses = 15, attacker_morale = 0, defender_morale = -1, result = tactical victory
823 combat.total_11: attacker_losses = victor, defender_losses = 15, attacker_morale = 1, defender_morale = -1, result = major victory
824 combat.total_12: attacker_losses = victor, defender_losses = 20, attacker_morale = 1, defender_morale = -2, result = major victory
825 combat.total_13: attacker_losses = victor, defender_losses = 20, attacker_morale = 2, defender_morale = -2, result = decisive victory
826 combat.total_14: attacker_losses = victor, defender_losses = 25, attacker_morale = 2, defender_morale = -2, result = decisive victory
493 losses: victor = 5
494 losses: victor_for_each_ratio_point = 5
764 losses: victor_outnumbered = 5
495 losses: victor_without_ground = 5
497 losses: undecided = 5, undecided_for_each_terrain_point = 5
763 losses: undecided_by_the_note = 10
501 losses: cap_divisor = 2
773 loss_table.row_1: label_least = 1, label_most = 1, least = 1, most = 1, at_5 = 0, at_10 = 0, at_15 = 0, at_20 = 0, at_25 = 0, at_30 = 0, at_35 = 1, at_40 = 1
774 loss_table.row_2: label_least = 2, label_most = 3, least = 2, most = 3, at_5 = 0, at_10 = 0, at_15 = 0, at_20 = 0, at_25 = 1, at_30 = 1, at_35 = 1, at_40 = 1
775 loss_table.row_3: label_least = 4, label_most = 5, least = 4, most = 5, at_5 = 0, at_10 = 0, at_15 = 1, at_20 = 1, at_25 = 1, at_30 = 1, at_35 = 2, at_40 = 2
831 loss_table.row_4: label_least = 6, label_most = 8, least = 6, most = 8, at_5 = 0, at_10 = 1, at_15 = 1, at_20 = 1, at_25 = 2, at_30 = 2, at_35 = 2, at_40 = 3
832 loss_table.row_5: label_least = 9, label_most = 11, least = 9, most = 11, at_5 = 0, at_10 = 1, at_15 = 2, at_20 = 2, at_25 = 3, at_30 = 3, at_35 = 4, at_40 = 4
833 loss_table.row_6: label_least = 12, label_most = 14, least = 12, most = 14, at_5 = 1, at_10 = 1, at_15 = 2, at_20 = 3, at_25 = 3, at_30 = 4, at_35 = 4, at_40 = 5
834 loss_table.row_7: label_least = 15, label_most = 17, least = 15, most = 17, at_5 = 1, at_10 = 2, at_15 = 2, at_20 = 3, at_25 = 4, at_30 = 5, at_35 = 6, at_40 = 6
835 loss_table.row_8: label_least = 18, label_most = 20, least = 18, most = 20, at_5 = 1, at_10 = 2, at_15 = 3, at_20 = 4, at_25 = 5, at_30 = 6, at_35 = 7, at_40 = 8
836 loss_table.row_9: label_least = 21, label_most = 23, least = 21, most = 23, at_5 = 1, at_10 = 2, at_15 = 3, at_20 = 4, at_25 = 6, at_30 = 7, at_35 = 8, at_40 = 9
837 loss_table.row_10: label_least = 24, label_most = 26, least = 24, most = 26, at_5 = 1, at_10 = 3, at_15 = 4, at_20 = 5, at_25 = 6, at_30 = 8, at_35 = 9, at_40 = 10
838 loss_table.row_11: label_least = 27, label_most = 39, at_5 = 1, at_10 = 3, at_15 = 4, at_20 = 6, at_25 = 7, at_30 = 8, at_35 = 10, at_40 = 11
839 loss_table.row_12: label_least = 40, label_most = 42, at_5 = 2, at_10 = 3, at_15 = 5, at_20 = 6, at_25 = 8, at_30 = 9, at_35 = 11, at_40 = 12
840 loss_table.row_13: label_least = 43, label_most = 45, at_5 = 2, at_10 = 3, at_15 = 5, at_20 = 7, at_25 = 9, at_30 = 10, at_35 = 12, at_40 = 13
841 loss_table.row_14: label_least = 46, label_most = 48, at_5 = 2, at_10 = 4, at_15 = 6, at_20 = 7, at_25 = 9, at_30 = 11, at_35 = 13, at_40 = 15
842 loss_table.row_15: label_least = 49, label_most = 51, at_5 = 2, at_10 = 4, at_15 = 6, at_20 = 8, at_25 = 10, at_30 = 12, at_35 = 14, at_40 = 16
101 alert_zone: infantry_half_mp = 2, cavalry_half_mp = 4
126 demoralised: morale_at_most = 0, clear_of_enemy_half_mp = 8
128 demoralised: rest_from_half_mp = 10
122 morale: rest = 1, rest_most = 0
132 fatigue: most = 2
605 fatigue: recovery = 1
163 weather: fair_most = 4
164 weather: rain_half_mp = -2
174 command: stretch_half_mp = 8, stretch_half_points = 2, stacked_half_points = 1
188 command: brigade_half_mp = 8
217 command: brigade_share_divisor = 2
193 test: uncommanded_to_the_guns = 1
372 test: brigade_to_the_guns = 1
366 test: adjacent_uncommanded = -2
280 attrition: sp_1 = -1
281 attrition: sp_5 = 0
282 attrition: sp_9 = 1
283 attrition: sp_13 = 2
284 attrition: sp_17 = 3
285 attrition: sp_21 = 4
286 attrition: morale_high_least = 5, morale_high = -1
287 attrition: morale_low_most = 0, morale_low = 2
288 attrition: fatigue_1 = 1
289 attrition: fatigue_2 = 2
290 attrition: not_acted = -2
291 attrition: out_of_supply = 2
293 attrition: loss_for_each = 6, out_of_supply_times = 2, beside_enemy_times = 3
338 reconnaissance: cost_half_mp = 2, bonus_half_mp = 2
344 reconnaissance: bonus = 1
345 reconnaissance: cavalry = 2
346 reconnaissance: austrian_infantry = 0
347 reconnaissance: other_infantry = -2
353 reconnaissance: kind_from = 5
354 reconnaissance: half_from = 6, half_percent = 50
355 reconnaissance: quarter_from = 7, quarter_percent = 25
356 reconnaissance: tenth_from = 8, tenth_percent = 10
366 battle: declaration_half_mp = 2
372 battle: guns_hexes = 4
374 battle: guns_half_mp = 4
375 battle: guns_rapid_initiative = 3, guns_rapid_fatigue = 1
511 battle: least_retreat = 1
528 battle: fatigue = 1
435 weight: principal = 2
436 weight: reinforcement = 2
437 weight: flank = 3
438 weight: reinforcement_marched = 1
439 weight: flank_marched = 2
444 ratio.one_to_four: ratio = 1:4, modifier = -4
445 ratio.one_to_three: ratio = 1:3, modifier = -3
446 ratio.one_to_two: ratio = 1:2, modifier = -2
447 ratio.two_to_three: ratio = 2:3, modifier = -1
448 ratio.one_to_one: ratio = 1:1, modifier = 0
449 ratio.three_to_two: ratio = 3:2, modifier = 1
450 ratio.two_to_one: ratio = 2:1, modifier = 2
451 ratio.three_to_one: ratio = 3:1, modifier = 3
452 ratio.four_to_one: ratio = 4:1, modifier = 4
462 manoeuvre: divisions_without_general = 1
463 manoeuvre: great_captain = 1
464 manoeuvre: tactical_bonus = 1
465 manoeuvre: flank = 1
467 manoeuvre: divisor = 2, most = 2
477 battle_modifier: most_by_morale = 2
483 battle_modifier: defender_pillaging = 2
484 battle_modifier: principal_attacker_fatigued = -1
485 battle_modifier: all_attackers_fatigued = -2
486 battle_modifier: defender_fatigue_1 = 1
487 battle_modifier: defender_fatigue_2 = 2
534 pursuit: infantry_sp = 5, infantry = 1
535 pursuit: cavalry_sp = 2, cavalry = 1
536 pursuit: enemy_cavalry_sp = 2, enemy_cavalry = -1
537 pursuit: beaten_at_fatigue_2 = 1
538 pursuit: victor_at_fatigue_2 = -1
540 pursuit: divisor = 2, least_if_positive = 1, losses_for_a_morale_level = 2, chariots_for_a_loss = 1
546 reserve: brigades = 4, sp = 3, half_mp_from_edge = 8
550 replacements: first_turn = 4, second_turn = 11
564 replacements: french = -1, sardinian = -1, austrian = 1
557 replacements: die_1 = 1
558 replacements: die_2 = 2
559 replacements: die_3 = 2
560 replacements: die_4 = 3
561 replacements: die_5 = 3
562 replacements: die_6 = 4
574 supply: chariots = 6, chariot_brigade_half_mp = 8
613 supply: out_of_supply_cohesion = -2
592 pillage: french = 2
593 pillage: general = -1, general_with_bonus = -2
629 stragglers: sp = 1
";

/// The line and the value of each cell, by its keys.
type Cells = BTreeMap<String, (Option<u32>, String)>;

fn literals() -> Cells {
    let mut cells = Cells::new();
    for row in PRINTED.lines().filter(|row| !row.is_empty()) {
        let (place, fields) = row.split_once(": ").unwrap();
        let (line, table) = place.split_once(' ').unwrap();
        for field in fields.split(", ") {
            let (name, value) = field.split_once(" = ").unwrap();
            let cell = (Some(line.parse().unwrap()), value.to_owned());
            assert_eq!(cells.insert(format!("{table}.{name}"), cell), None, "{table}.{name} stands twice");
        }
    }
    cells
}

fn word(raw: &Raw) -> String {
    match raw {
        Raw::Integer(number) => number.to_string(),
        Raw::Text(text) => text.clone(),
        Raw::Other(other) => format!("{other:?}"),
    }
}

/// What a file calls printed.
fn printed(sheet: &Sheet) -> Cells {
    let cells = sheet.cells().into_iter().filter(|cell| cell.note.source == Source::Printed);
    cells.map(|cell| (cell.path.clone(), (cell.note.line, word(&cell.raw)))).collect()
}

/// The cells in which a file and the literals differ.
fn odd(sheet: &Sheet, literals: &Cells) -> Vec<String> {
    let here = printed(sheet);
    let all: BTreeSet<&String> = here.keys().chain(literals.keys()).collect();
    all.into_iter().filter(|path| here.get(*path) != literals.get(*path)).cloned().collect()
}

#[test]
fn every_printed_cell_is_as_printed() {
    let literals = literals();
    assert_eq!(odd(&Sheet::parse("charts", FILE), &literals), Vec::<String>::new());
    assert_eq!(literals.len(), 443);
}

/// Another value that the same cell may hold.
fn another(path: &str, raw: &Raw) -> Option<(Charts, String)> {
    let mut values = match raw {
        Raw::Integer(number) => vec![(number + 1).to_string(), (number - 1).to_string()],
        _ => Vec::new(),
    };
    let words = [
        "no",
        "yes",
        "alone",
        "ground",
        "added",
        "any",
        "impossible",
        "victor",
        "undecided",
        "tactical defeat",
        "tactical victory",
        "undecided",
        "5:4",
        "3:4",
        "7:2",
        "2:7",
    ];
    values.extend(words.iter().filter(|other| word(raw) != **other).map(|other| format!("{other:?}")));
    values.push("7".to_owned());
    values.into_iter().find_map(|value| {
        let overlay = format!("[{}]\n{} = {{ value = {value}, source = \"printed\" }}\n", table(path), field(path));
        Some((Charts::load(Some(&overlay), SourceSet::ALL).ok()?, overlay))
    })
}

fn table(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(table, _)| table)
}

fn field(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, field)| field)
}

#[test]
fn a_change_to_any_printed_cell_is_noticed() {
    let (plain, literals) = (Charts::load(None, SourceSet::ALL).unwrap(), literals());
    let file = Sheet::parse("charts", FILE);
    let mut changed = 0;
    for cell in file.cells() {
        if cell.note.source != Source::Printed {
            continue;
        }
        changed += 1;
        let Some((charts, overlay)) = another(&cell.path, &cell.raw) else {
            // How a row combines, and that roads allow special movements, is what the code does: the file is not read with
            // anything else.
            let fixed = ["combines", "special_movement"].contains(&field(&cell.path));
            assert!(fixed, "{}: nothing else fits", cell.path);
            continue;
        };
        // The rules read it, and the literals miss it.
        assert_ne!(charts, plain, "{} is read by nobody", cell.path);
        let sheet = file.clone().under(Sheet::parse("overlay", &overlay));
        assert_eq!(odd(&sheet, &literals), [cell.path.as_str()]);
    }
    assert_eq!(changed, 443);
}
