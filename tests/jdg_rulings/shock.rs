//! Shock, refusal and advance (8).

use Vertex::{E, NW, SE, SW};
use grognard::chance::Scripted;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Aim, Evasion};
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::frame::{Frame, Party, Stage, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order;
use grognard::jours_de_gloire::{Attack, Bonus};
use grognard::ruleset::Ruleset;
use grognard::side::UnitId;

use super::differ;
use super::ground::{CUIRASSIERS, GUN, Ground, HUSSARS, Kind, LINE, Play, step};

/// Strong infantry, which no test of its cohesion shakes.
pub const GUARD: Kind = Kind { strength: 8, cohesion: 5, worn: (6, 9, 5), ..LINE };

/// These dice, or as many of them as are asked for, then fives.
#[track_caller]
pub fn fives(play: &mut Play, action: Action, dice: &[u8]) {
    let all: Vec<u8> = dice.iter().copied().chain([5; 8]).collect();
    for used in 0..=all.len() {
        let mut chance = Scripted::d10(all[..used].iter().copied());
        if play.rules.apply(&play.state, play.asked(), &action, &mut chance).is_ok() {
            play.act(action, &all[..used]);
            return;
        }
    }
    play.act(action, dice);
}

/// Takes the first way of whoever withdraws.
#[track_caller]
pub fn withdraw(play: &mut Play) {
    while let Frame::Withdrawal(_) = play.frame() {
        let ways = play.ways();
        fives(play, step(ways[0]), &[]);
    }
}

/// Announces a shock against every front hex and goes to the combats.
#[track_caller]
pub fn announced(ground: Ground, unit: UnitId, orders: Orders) -> Play {
    let mut play = ground.at(Step::Declaration, orders);
    play.shock(unit);
    play.done_moving();
    play
}

#[test]
fn artillery_with_losing_defender() {
    for edition in Edition::ALL {
        differ("artillery-with-losing-defender", [("test", Order::Good), ("row", Order::Disordered)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("artillery-with-losing-defender", reading);
            let a = ground.put("A", GUARD, "1005", SE);
            ground.put("C", LINE, "1006", NW);
            let gun = ground.put("C", GUN, "1006", NW);
            let mut play = announced(ground, a, Orders::Received);
            // 9 and +3: back, and in disorder. The battery holds with a 5, if it tests.
            play.act(Action::Fight { unit: a }, &[]);
            assert!(matches!(play.frame(), Frame::Combat(Stage::Reaction)), "{:?}", play.frame());
            fives(&mut play, Action::Done, &[9]);
            withdraw(&mut play);
            assert_ne!(play.hex(gun), "1006");
            play.order(gun)
        });
    }
}

#[test]
fn artillery_with_losing_attacker() {
    for edition in Edition::ALL {
        differ(
            "artillery-with-losing-attacker",
            [("retreat-only", Order::Disordered), ("both", Order::Good)],
            |reading| {
                let mut ground = Ground::new(edition);
                ground.ruling("artillery-with-losing-attacker", reading);
                let a = ground.put("A", Kind { strength: 4, ..GUARD }, "1005", SE);
                let gun = ground.put("A", GUN, "1005", SE);
                ground.put("C", GUARD, "1006", NW);
                let mut play = announced(ground, a, Orders::Received);
                // -2 and +1: 2 makes 1. The infantry is disordered, holds its ground with a 5, and the battery with it.
                fives(&mut play, Action::Fight { unit: a }, &[2]);
                assert_eq!(
                    (play.hex(a).as_str(), play.hex(gun).as_str(), play.order(a)),
                    ("1005", "1005", Order::Disordered)
                );
                play.order(gun)
            },
        );
    }
}

#[test]
fn advance_of_one_stack() {
    for edition in Edition::ALL {
        differ("advance-of-one-stack", [("unit", false), ("choice", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("advance-of-one-stack", reading);
            let a = ground.put("A", GUARD, "1005", SE);
            let b = ground.put("A", GUARD, "1005", SE);
            ground.put("C", LINE, "1006", NW);
            let mut play = announced(ground, a, Orders::Received);
            fives(&mut play, Action::Fight { unit: a }, &[9]);
            withdraw(&mut play);
            // Of equals the owner names one in any case.
            let to = play.cell("1006");
            assert!([a, b].into_iter().all(|unit| play.may(Action::Advance { unit, party: Party::Alone, to })));
            let whole = play.legal().into_iter().find(|x| matches!(x, Action::Advance { party: Party::Stack, .. }));
            if let Some(whole) = whole {
                play.act(whole, &[]);
                assert_eq!([a, b].map(|unit| play.hex(unit)), ["1006", "1006"]);
            }
            whole.is_some()
        });
    }
}

#[test]
fn combined_attackers_adjacent() {
    for edition in Edition::ALL {
        differ("combined-attackers-adjacent", [("each-other", false), ("defender", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("combined-attackers-adjacent", reading);
            let a = ground.put("A", LINE, "1005", SE);
            // On the other side of the defender.
            let b = ground.put("A", LINE, "1007", NW);
            ground.put("C", LINE, "1006", E);
            let mut play = ground.at(Step::Declaration, Orders::Received);
            play.act(Action::Shock { unit: a, aim: Aim::Right }, &[]);
            play.may(Action::Shock { unit: b, aim: Aim::Right })
        });
    }
}

#[test]
fn refusing_mixed_attack() {
    differ("refusing-mixed-attack", [("each-alone", false), ("infantry-present", true)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("refusing-mixed-attack", reading);
        let a = ground.put("A", LINE, "1005", SE);
        let b = ground.put("A", HUSSARS, "0905", E);
        ground.put("C", HUSSARS, "1006", NW);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        play.shock(b);
        play.done_moving();
        fives(&mut play, Action::Fight { unit: a }, &[5]);
        matches!(play.frame(), Frame::Combat(Stage::Refusal))
    });
}

#[test]
fn refusing_a_breakthrough() {
    for edition in Edition::ALL {
        differ("refusing-a-breakthrough", [("yes", true), ("no", false)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("refusing-a-breakthrough", reading);
            let a = ground.put("A", GUARD, "1005", SE);
            ground.put("C", LINE, "1006", NW);
            ground.put("C", HUSSARS, "1106", NW);
            let mut play = announced(ground, a, Orders::Received);
            fives(&mut play, Action::Fight { unit: a }, &[9]);
            // Not to where the breakthrough will strike.
            play.act(step(Dir::SW), &[]);
            assert!(matches!(play.frame(), Frame::Breakthrough { .. }), "{:?}", play.frame());
            fives(&mut play, Action::Fight { unit: a }, &[]);
            matches!(play.frame(), Frame::Combat(Stage::Refusal))
        });
    }
}

#[test]
fn refusal_through_friends() {
    for edition in Edition::ALL {
        differ("refusal-through-friends", [("as-movement", true), ("never", false)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("refusal-through-friends", reading);
            let a = ground.put("A", LINE, "1005", SE);
            let c = ground.put("C", HUSSARS, "1006", NW);
            ground.put("C", HUSSARS, "1007", NW);
            for hex in ["1106", "0906"] {
                ground.terrain(hex, Terrain::Lake);
            }
            let mut play = announced(ground, a, Orders::Received);
            play.act(Action::Fight { unit: a }, &[]);
            play.may(Action::Evade { unit: c, hexes: Evasion::One })
        });
    }
}

#[test]
fn combined_test_failed() {
    differ("combined-test-failed", [("others-attack", true), ("none", false)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("combined-test-failed", reading);
        let a = ground.put("A", LINE, "1005", SE);
        let b = ground.put("A", Kind { engagement: 4, ..LINE }, "0905", E);
        ground.put("C", LINE, "1006", NW);
        let mut play = ground.at(Step::Declaration, Orders::Without);
        play.shock(a);
        play.shock(b);
        play.done_moving();
        // 5 is enough for the one and too much for the other.
        fives(&mut play, Action::Fight { unit: a }, &[]);
        play.account.tallies().any(|tally| matches!(tally.what(), Label::Shock(_)))
    });
}

#[test]
fn shock_announced() {
    for edition in Edition::ALL {
        differ("shock-announced", [("binding", false), ("free", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("shock-announced", reading);
            let a = ground.put("A", LINE, "1005", SE);
            ground.put("C", LINE, "1006", NW);
            let play = announced(ground, a, Orders::Received);
            assert!(play.may(Action::Fight { unit: a }));
            play.may(Action::Done)
        });
        // A charge is fought by either.
        let mut ground = Ground::new(edition);
        ground.ruling("shock-announced", "free");
        let a = ground.put("A", HUSSARS, "1005", SE);
        ground.put("C", HUSSARS, "1007", NW);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], SE);
        play.done_moving();
        assert!(!play.may(Action::Done));
    }
}

#[test]
fn shock_beside_a_charge() {
    differ("shock-beside-a-charge", [("both", true), ("charge-only", false)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("shock-beside-a-charge", reading);
        let a = ground.put("A", HUSSARS, "1005", SE);
        let b = ground.put("A", HUSSARS, "0905", E);
        let c = ground.put("C", HUSSARS, "1006", NW);
        let play = ground.moving();
        let attackers = a.only().or(b.only());
        let (chargers, defenders) = (a.only(), c.only());
        let attack = Attack { attackers, chargers, defenders, bonus: Bonus::Stands, pursuits: 0 };
        let tally = play.rules.shock_tally(&play.state, &attack);
        assert!(tally.modifiers().any(|m| m.label == Label::LightCharge));
        tally.modifiers().any(|m| m.label == Label::CavalryShock)
    });
}

#[test]
fn breakthrough_facing() {
    for edition in Edition::ALL {
        differ("breakthrough-facing", [("turn-if-forgone", true), ("never", false)], |reading| {
            // With nobody to break through, and by one that forgoes it.
            let turns = [None, Some("1106")].map(|second| {
                let mut ground = Ground::new(edition);
                ground.ruling("breakthrough-facing", reading);
                let a = ground.put("A", GUARD, "1005", SE);
                ground.put("C", LINE, "1006", NW);
                if let Some(hex) = second {
                    ground.put("C", LINE, hex, NW);
                }
                let mut play = announced(ground, a, Orders::Received);
                fives(&mut play, Action::Fight { unit: a }, &[9]);
                play.act(step(Dir::SW), &[]);
                if second.is_some() {
                    assert!(matches!(play.frame(), Frame::Breakthrough { .. }), "{:?}", play.frame());
                    play.act(Action::Done, &[]);
                }
                assert_eq!(play.hex(a), "1006");
                matches!(play.frame(), Frame::AdvanceTurn { .. }) && play.may(Action::Turn { facing: SW })
            });
            assert_eq!(turns[0], turns[1]);
            turns[0]
        });
    }
}

#[test]
fn charge_out_of_contact() {
    for edition in Edition::ALL {
        differ("charge-out-of-contact", [("bound", false), ("free", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("charge-out-of-contact", reading);
            let a = ground.put("A", HUSSARS, "1006", SE);
            // In the zone of the first, it rides straight into that of the second.
            ground.put("D", LINE, "0906", E);
            ground.put("C", LINE, "1107", SE);
            let mut play = ground.moving();
            play.act(play.charge(a, "1107"), &[]);
            play.act(step(Dir::SE), &[]);
            assert!(play.may(Action::Halt { facing: SE }), "{:?}", play.legal());
            play.may(Action::Halt { facing: SW })
        });
    }
}

#[test]
fn square_in_pursuit() {
    differ("square-in-pursuit", [("offered", true), ("never", false)], |reading| {
        let mut ground = Ground::new(Rivoli);
        ground.ruling("square-in-pursuit", reading);
        let a = ground.put("A", Kind { strength: 8, ..CUIRASSIERS }, "1005", SE);
        let c = ground.put("C", LINE, "1007", NW);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], SE);
        play.act(Action::Done, &[]);
        play.done_moving();
        // 7 and 0: back, and a test, which it passes.
        fives(&mut play, Action::Fight { unit: a }, &[0]);
        play.act(step(Dir::S), &[0]);
        assert_eq!((play.order(c), play.hex(c).as_str()), (Order::Good, "1008"));
        fives(&mut play, Action::Turn { facing: SE }, &[]);
        matches!(play.frame(), Frame::Square { .. })
    });
}
