//! Every difference between the two editions: the same position, the same action, the same dice, and two results, each
//! under its own book's rule.

#[path = "../support/drill.rs"]
mod drill;
#[path = "../jdg_field/mod.rs"]
mod field;
#[path = "../support/mod.rs"]
mod support;

mod charge;
mod combat;
mod command;
mod figures;
mod fire;
mod options;
mod pursuit;
mod rout;
mod square;
mod war;

use std::collections::BTreeSet;
use std::fmt::Debug;

use grognard::jours_de_gloire::edition::Edition;
use grognard::rulings::Rulings;

/// Each entry of `edition.rs`, and the test that shows it.
const ENTRIES: &[(&str, fn())] = &[
    ("answer_beside_enemy", fire::answer_beside_enemy),
    ("automatic_victory", command::automatic_victory),
    ("away", rout::away),
    ("cavalry_shock", combat::cavalry_shock),
    ("charge_length", charge::charge_length),
    ("charge_road", charge::charge_road),
    ("combined_test", combat::combined_test),
    ("commander_flight", command::commander_flight),
    ("counter_shock", combat::counter_shock),
    ("demoralized_by", rout::demoralized_by),
    ("end_of_charge", charge::end_of_charge),
    ("evasion_path", combat::evasion_path),
    ("fog", rout::fog),
    ("heavy_charge", charge::heavy_charge),
    ("idle_for", rout::idle_for),
    ("late_entry", command::late_entry),
    ("massed_target", fire::massed_target),
    ("optional_rules", fire::optional_rules),
    ("order_to", command::order_to),
    ("orders_phase", command::orders_phase),
    ("overrun", pursuit::overrun),
    ("parting", rout::parting),
    ("pursuers", pursuit::pursuers),
    ("pursuit_end", pursuit::pursuit_end),
    ("pursuit_ground", pursuit::pursuit_ground),
    ("pursuit_penalty", pursuit::pursuit_penalty),
    ("pursuit_stop", pursuit::pursuit_stop),
    ("recall_test", square::recall_test),
    ("refusal_test", combat::refusal_test),
    ("rout_zones", rout::rout_zones),
    ("square_breakers", square::square_breakers),
    ("square_moves", square::square_moves),
    ("stacked_rally", rout::stacked_rally),
    ("status_ends", command::status_ends),
    ("through_friends", rout::through_friends),
    ("turn_from_enemy", fire::turn_from_enemy),
];

/// Rulings that both books need, each with a default of its own.
const DEFAULTS: &[(&str, fn())] = &[
    ("artillery-routed-by-fire", fire::routed_artillery),
    ("rally-of-routed-after-action", rout::routed_after_action),
    ("reinforcement-status-of-whom", command::status_of),
    ("routed-stacking", rout::routed_stacking),
    ("square-failed", square::failed_square),
];

const FILE: &str = include_str!("../../src/jours_de_gloire/edition.rs");

/// The same play in both editions gives these two results, which differ.
#[track_caller]
fn shows<T: PartialEq + Debug, U: PartialEq<T> + Debug>([rivoli, montebello]: [T; 2], play: impl Fn(Edition) -> U) {
    assert_ne!(rivoli, montebello, "no difference");
    assert_eq!(play(Edition::Rivoli), rivoli, "in Rivoli");
    assert_eq!(play(Edition::Montebello), montebello, "in Montebello");
}

/// What stands between a prefix and a suffix in some line of the file.
fn named<'t>(prefix: &'t str, suffix: &'t str) -> impl Iterator<Item = &'t str> {
    FILE.lines().filter_map(move |line| line.trim().strip_prefix(prefix)?.split_once(suffix).map(|(name, _)| name))
}

#[test]
fn every_entry_has_its_test() {
    let entries: BTreeSet<&str> = named("pub const fn ", "(self) -> ").collect();
    let shown: BTreeSet<&str> = ENTRIES.iter().map(|(entry, _)| *entry).collect();
    assert_eq!(entries, shown, "left: the entries of edition.rs, right: those that are shown");
    assert_eq!(shown.len(), ENTRIES.len(), "each entry once");
    // Each type of the file is the answer of an entry.
    let answers: BTreeSet<&str> = named("pub const fn ", " {")
        .filter_map(|head| head.split_once("(self) -> ").map(|(_, answer)| answer))
        .chain(["Edition"])
        .collect();
    let types: BTreeSet<&str> = named("pub enum ", " {").collect();
    assert_eq!(types, answers);
}

#[test]
fn every_ruling_with_two_defaults_has_its_test() {
    let read = |text| Rulings::read("rulings", text).unwrap_or_else(|faults| panic!("{faults}"));
    let rivoli = read(include_str!("../../rules/rivoli/rulings.toml"));
    let montebello = read(include_str!("../../rules/montebello/rulings.toml"));
    let apart = rivoli.iter().filter_map(|one| {
        let other = montebello.get(one.id.as_str())?;
        (one.default != other.default).then_some(one.id.as_str())
    });
    let apart: BTreeSet<&str> = apart.collect();
    let shown: BTreeSet<&str> = DEFAULTS.iter().map(|(id, _)| *id).collect();
    assert_eq!(apart, shown);
}

/// No chapter asks which edition is played: it asks an entry. What opens rules and reads files must name the books.
#[test]
fn no_chapter_asks_for_the_edition_itself() {
    let openers = ["edition.rs", "tables.rs", "open.rs", "doors.rs"];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/jours_de_gloire");
    for file in std::fs::read_dir(folder).expect("the chapters").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".rs") || openers.contains(&name.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(file.path()).expect("a chapter");
        for (line, code) in text.lines().enumerate().filter(|(_, code)| !code.trim_start().starts_with("//")) {
            let names = code.contains("Edition::Rivoli") || code.contains("Edition::Montebello");
            // A citation that one book alone has stands beside the others.
            assert!(!names || code.contains("beside("), "{name}:{}: {code}", line + 1);
        }
    }
}
