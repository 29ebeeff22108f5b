//! Shock and charge (8, 9).

use Vertex::{NW, SE};
use grognard::chance::Seeded;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::frame::{Frame, Stage, Trial};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::Mark;
use grognard::ruleset::Ruleset;
use grognard::side::UnitId;
use grognard::tally::Tally;

use super::differ;
use super::ground::{GUN, Ground, HUSSARS, Kind, LINE, modifiers};

/// A modifier of the shock of hussars or infantry at 1005 against the units of 1006.
fn modifier(mut ground: Ground, charge: bool, defenders: &[UnitId], name: &str) -> Option<i8> {
    let attacker = ground.put("A", if charge { HUSSARS } else { LINE }, "1005", SE);
    let tally = ground.moving().tally(&[attacker], charge, defenders, 0);
    modifiers(&tally).into_iter().find(|(label, _)| label.starts_with(name)).map(|(_, value)| value)
}

#[test]
fn artillery_in_defence() {
    differ("artillery-in-defence", [("never", Some(0)), ("defends", Some(-2))], |reading| {
        let mut ground = Ground::new(Rivoli);
        ground.ruling("artillery-in-defence", reading);
        let (line, gun) = (ground.put("C", LINE, "1006", NW), ground.put("C", GUN, "1006", NW));
        modifier(ground, false, &[line, gun], "strength")
    });
}

#[test]
fn charge_difficult_modifier() {
    for terrain in [Terrain::Rough, Terrain::DryLake] {
        differ("charge-difficult-modifier", [("printed", Some(1)), ("none", Some(0))], |reading| {
            let mut ground = Ground::new(Rivoli);
            ground.ruling("charge-difficult-modifier", reading);
            ground.terrain("1006", terrain);
            let line = ground.put("C", LINE, "1006", NW);
            modifier(ground, false, &[line], if terrain == Terrain::Rough { "rough" } else { "dry" })
        });
    }
}

#[test]
fn cassina_artillery_alone() {
    differ("cassina-artillery-alone", [("stands", Some(1)), ("falls", Some(0))], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("cassina-artillery-alone", reading);
        ground.terrain("1006", Terrain::Cassina);
        let gun = ground.put("C", GUN, "1006", NW);
        let tally_of = |ground: Ground, name| modifier(ground, false, &[gun], name);
        tally_of(ground, if reading == "stands" { "clear" } else { "cassina" })
    });
}

#[test]
fn charge_two_points() {
    // Two hexes at 2 points each: 4 in all.
    differ("charge-two-points", [("each-hex", true), ("in-all", false)], |reading| {
        let mut ground = Ground::new(Rivoli);
        ground.ruling("charge-two-points", reading);
        let a = ground.put("A", HUSSARS, "1004", SE);
        ground.put("C", LINE, "1007", NW);
        for (from, to) in [("1004", "1005"), ("1005", "1006")] {
            ground.barrier(from, to, grognard::jours_de_gloire::charts::Barrier::Stream);
        }
        let play = ground.moving();
        play.may(play.charge(a, "1007"))
    });
}

#[test]
fn charge_through_friends() {
    for edition in Edition::ALL {
        differ("charge-through-friends", [("not-artillery", true), ("never", false)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("charge-through-friends", reading);
            let a = ground.put("A", HUSSARS, "1004", SE);
            ground.put("C", LINE, "1106", NW);
            // Marsh on both sides: the way leads through the hex of the friends, beside the line of sight.
            ground.put("A", HUSSARS, "1104", SE);
            for hex in ["0903", "0904", "1003", "1005", "1103"] {
                ground.terrain(hex, Terrain::Marsh);
            }
            let play = ground.moving();
            play.may(play.charge(a, "1106"))
        });
    }
}

/// A stack of cohesion 5 and 7, charged, forms square with these dice.
fn square(edition: Edition, reading: &str, dice: &[u8]) -> (bool, usize) {
    let mut ground = Ground::new(edition);
    ground.ruling("square-dice", reading);
    let a = ground.put("A", HUSSARS, "1005", SE);
    let c = ground.put("C", LINE, "1007", NW);
    ground.put("C", Kind { cohesion: 7, ..LINE }, "1007", NW);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], SE);
    while !matches!(play.frame(), Frame::Square { .. }) {
        play.act(Action::Done, &[]);
    }
    let account = play.act(Action::FormSquare { unit: c }, dice);
    (play.state.in_square(c), account.tallies().filter(|tally| matches!(tally.what(), Label::FormSquare(_))).count())
}

#[test]
fn square_dice() {
    for edition in Edition::ALL {
        assert_eq!(square(edition, "one", &[5]), (true, 1));
        assert_eq!(square(edition, "each", &[5, 7]), (true, 2));
    }
}

/// How a counter-charger came out of it.
struct Countered {
    /// It advanced.
    advanced: bool,
    /// It then owed the test at the end of a charge.
    owes: bool,
    /// It took it, though nobody charged again.
    tested: bool,
    /// Its counter-charge succeeded.
    countered: bool,
}

/// Hussars charge hussars of this strength and engagement, who try to counter-charge; then by lot until the combat is over.
fn countered(ruling: (&str, &str), (strength, engagement): (u8, u8), seed: u64) -> Countered {
    let mut ground = Ground::new(Montebello);
    ground.ruling(ruling.0, ruling.1);
    let a = ground.put("A", Kind { strength: 1, ..HUSSARS }, "1005", SE);
    // Where the attacker is thrown back to, nobody charges.
    for hex in ["0903", "0904", "1003", "1004", "1103", "1104"] {
        ground.terrain(hex, Terrain::Woods);
    }
    let c = ground.put("C", Kind { strength, engagement, ..HUSSARS }, "1007", NW);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], SE);
    play.fight(a, &[]);
    assert!(matches!(play.frame(), Frame::Combat(Stage::CounterCharge)));
    let mut chance = Seeded::new(seed);
    let (mut advanced, mut owes, mut tested, mut again) = (false, false, false, false);
    let mut countered = false;
    while !matches!(play.frame(), Frame::Activation(_)) {
        let by = play.asked();
        let pursues = |action: &&Action| matches!(action, Action::CounterCharge { .. } | Action::Advance { .. });
        let legal = play.legal();
        let action = *legal.iter().find(pursues).unwrap_or(&legal[legal.len() - 1]);
        let outcome = play.rules.apply(&play.state, by, &action, &mut chance).unwrap();
        play.state = outcome.state;
        if !advanced && play.hex(c) == "1006" {
            advanced = true;
            owes = play.state.marked(Mark::Charged).has(c);
        }
        tested |= outcome.journal.tallies().any(|tally| tally.what() == Label::Cohesion(c, Trial::EndOfCharge));
        let success = |tally: &Tally<Label>| tally.what() == Label::CounterCharge(c) && tally.passed() == Some(true);
        countered |= outcome.journal.tallies().any(success);
        again |= outcome.journal.tallies().any(|tally| matches!(tally.what(), Label::PursuitCharge(_)));
        if play.rules.waiting(&play.state).sides().next().is_none() {
            break;
        }
    }
    Countered { advanced, owes, tested: tested && !again, countered }
}

#[test]
fn counter_charger_end_test() {
    differ("counter-charger-end-test", [("pursuers-only", false), ("all", true)], |reading| {
        let games = (0..40).map(|seed| countered(("counter-charger-end-test", reading), (3, 9), seed));
        games.filter(|game| !game.advanced).any(|game| game.tested)
    });
}

#[test]
fn pursuing_defender_end_test() {
    differ("pursuing-defender-end-test", [("tests", true), ("free", false)], |reading| {
        // A counter-charge succeeds on 0 alone: whom the table lets pursue is no counter-charger.
        let games = (0..40).map(|seed| countered(("pursuing-defender-end-test", reading), (9, 0), seed));
        games.filter(|game| game.advanced && !game.countered).any(|game| game.owes)
    });
}
