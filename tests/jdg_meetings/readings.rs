//! Open points where clauses of fire, shock and rout meet: the same position by each reading.

use Vertex::{NW, SE};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Evasion};
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::{self, Montebello};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Stage, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order;
use grognard::ruleset::Ruleset;
use grognard::side::UnitId;

use super::fights::{GUARD, fight, lakes, struck};
use super::ground::{GUN, Ground, HUSSARS, Kind, LINE, Play, step};
use super::support::{differ, proves};

fn ground(edition: Edition, ruling: &str, reading: &str) -> Ground {
    let mut ground = Ground::new(edition);
    ground.ruling(ruling, reading);
    ground
}

/// Announces the shock of one unit, with orders; the combats are to be fought.
fn announced(ground: Ground, units: &[UnitId]) -> Play {
    let mut play = ground.at(Step::Declaration, Orders::Received);
    for unit in units {
        play.shock(*unit);
    }
    play.done_moving();
    play
}

#[test]
fn attacked_among_others() {
    for edition in Edition::ALL {
        differ("attacked-among-others", [("stands", true), ("falls", false)], |reading| {
            let mut ground = ground(edition, "attacked-among-others", reading);
            let a = ground.put("A", LINE, "1005", SE);
            let b = ground.put("A", LINE, "1107", NW);
            ground.put("C", LINE, "1006", NW);
            ground.put("C", LINE, "1007", NW);
            lakes(&mut ground, &["1106", "0906"]);
            let mut play = announced(ground, &[a, b]);
            // It recoils onto the other, disordered before the front of those who attack there.
            play.act(fight(a), &[5, 0]);
            play.act(Action::Turn { facing: SE }, &[]);
            play.act(fight(b), if reading == "stands" { &[9] } else { &[] });
            struck(&play, b)
        });
    }
}

#[test]
fn losing_attackers_hex() {
    for edition in Edition::ALL {
        differ("losing-attackers-hex", [("every-unit", Order::Routed), ("attackers", Order::Disordered)], |reading| {
            let mut ground = ground(edition, "losing-attackers-hex", reading);
            // Northward, to where their routed units run.
            let a = ground.put("A", LINE, "1007", NW);
            let idle = ground.put("A", LINE, "1007", NW);
            ground.order(idle, Order::Disordered);
            ground.put("C", GUARD, "1006", SE);
            let mut play = announced(ground, &[a]);
            play.act(fight(a), if reading == "every-unit" { &[0] } else { &[0, 0] });
            if reading == "every-unit" {
                // It flees from those who were attacked.
                assert!(matches!(play.frame(), Frame::Withdrawal(w) if w.unit == idle), "{:?}", play.frame());
                assert_eq!(play.ways(), [Dir::SE, Dir::S, Dir::SW]);
            }
            assert_eq!(play.order(a), Order::Disordered);
            play.order(idle)
        });
    }
}

#[test]
fn refusing_a_counter_shock() {
    differ("refusing-a-counter-shock", [("yes", true), ("no", false)], |reading| {
        let mut ground = ground(Montebello, "refusing-a-counter-shock", reading);
        let a = ground.put("A", HUSSARS, "1005", SE);
        let c = ground.put("C", GUARD, "1006", NW);
        let mut play = announced(ground, &[a]);
        // Disordered, it holds.
        play.act(fight(a), &[0, 0]);
        assert!(matches!(play.frame(), Frame::CounterShock), "{:?}", play.frame());
        let strike = play.legal().into_iter().find(|action| matches!(action, Action::Shock { .. })).unwrap();
        play.act(strike, if reading == "yes" { &[] } else { &[9] });
        if reading == "yes" {
            assert!(matches!(play.frame(), Frame::Combat(Stage::Refusal)), "{:?}", play.frame());
            let account = play.act(Action::Evade { unit: a, hexes: Evasion::One }, &[0]);
            proves(&["M 8.8.1/1", "M 8.8.1/2"], &account);
            return true;
        }
        assert!(struck(&play, c));
        false
    });
}

#[test]
fn shelter_and_tests() {
    for edition in Edition::ALL {
        differ("shelter-and-tests", [("stays", "1006"), ("runs", "elsewhere")], |reading| {
            let mut ground = ground(edition, "shelter-and-tests", reading);
            let gun = ground.put("A", GUN, "1004", SE);
            let c = ground.put("C", LINE, "1006", NW);
            ground.order(c, Order::Routed);
            ground.terrain("1006", Terrain::Village);
            let mut play = ground.at(Step::Fire, Orders::Received);
            play.rules.evolve(&mut play.state, &Event::Sheltered { unit: c });
            let target = play.cell("1006");
            let shot = Action::Fire { unit: gun, target, party: grognard::jours_de_gloire::frame::Party::Alone };
            // A die that brings a test.
            let mut tried = play.clone();
            let die = (0..10).find(|die| {
                tried = play.clone();
                let account = tried.act(shot, &[*die]);
                account.tallies().any(|tally| (9..13).contains(&tally.total()))
            });
            assert!(die.is_some());
            while matches!(tried.frame(), Frame::RoutMove(_)) {
                let ways = tried.ways();
                tried.act(step(ways[0]), &[]);
            }
            if tried.hex(c) == "1006" { "1006" } else { "elsewhere" }
        });
    }
}

#[test]
fn withdrawal_through_square() {
    differ("withdrawal-through-square", [("closed", Order::Eliminated), ("open", Order::Good)], |reading| {
        let mut ground = ground(Montebello, "withdrawal-through-square", reading);
        let a = ground.put("A", LINE, "1005", SE);
        let c = ground.put("C", LINE, "1006", NW);
        let d = ground.put("D", LINE, "1007", NW);
        ground.square(d);
        lakes(&mut ground, &["1106", "0906", "1107", "0907"]);
        let mut play = announced(ground, &[a]);
        // The square tests, and then whoever has passed it.
        play.act(fight(a), if reading == "open" { &[4, 0, 0] } else { &[4] });
        let tested = |label| matches!(label, Label::Cohesion(unit, _) if unit == d);
        assert_eq!(play.account.tallies().any(|tally| tested(tally.what())), reading == "open");
        play.order(c)
    });
}

/// The artillery of a stack that failed its test has no part in what befalls the others (M 8.9, 8.4.1).
#[test]
fn guns_whose_stack_does_not_attack_are_not_beaten() {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", LINE, "1005", SE);
    let b = ground.put("A", Kind { engagement: 0, ..LINE }, "0905", Vertex::E);
    let gun = ground.put("A", GUN, "0905", Vertex::E);
    ground.put("C", GUARD, "1006", NW);
    let mut play = ground.at(Step::Declaration, Orders::Without);
    play.shock(a);
    play.shock(b);
    play.done_moving();
    // One is willing, the other is not; the first is beaten, and holds.
    play.act(fight(a), &[0, 9, 0, 0]);
    assert_eq!([a, b, gun].map(|unit| play.order(unit)), [Order::Disordered, Order::Good, Order::Good]);
}
