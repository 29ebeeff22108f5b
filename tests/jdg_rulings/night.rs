//! When idle disordered units rally at night (R 12, M 12.1).

use Vertex::{E, NW, SE};
use grognard::doors::Doors;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition::{self, Rivoli};
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::Light;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::ruleset::Ruleset;
use grognard::side::{Side, UnitId};

use super::differ;
use super::ground::{Ground, LINE, Play, step};
use super::support::proves;

/// A night with disordered units: one of `A` that does nothing, one that moves, one beside an enemy, and one of `C`, which
/// is not activated. The units in that order, and the game after `A`'s movement.
fn night(edition: Edition, reading: &str, light: Light) -> ([UnitId; 4], Play) {
    let mut ground = Ground::new(edition);
    ground.ruling("night-rally-when", reading);
    ground.turns = vec![light; 3];
    let idle = ground.put("A", LINE, "0505", SE);
    let moves = ground.put("A", LINE, "0805", SE);
    let beside = ground.put("A", LINE, "1105", SE);
    let other = ground.put("C", LINE, "1512", NW);
    ground.put("C", LINE, "1106", NW);
    let units = [idle, moves, beside, other];
    units.into_iter().for_each(|unit| ground.order(unit, Order::Disordered));
    let mut play = ground.moving();
    play.act(Action::Move { unit: moves, party: Party::Alone, gait: Gait::March }, &[]);
    play.act(step(Dir::S), &[]);
    play.act(Action::Halt { facing: SE }, &[]);
    (units, play)
}

/// Ends the activation, with nothing done in its steps.
fn close(play: &mut Play) {
    while matches!(play.frame(), Frame::Activation(_)) {
        play.act(Action::Done, &[]);
    }
}

#[test]
fn night_rally_when() {
    for edition in Edition::ALL {
        let rule = if edition == Rivoli { "R 12/7" } else { "M 12.1/7" };
        // The idle unit of the formation that was activated, or every idle one.
        differ(
            "night-rally-when",
            [("activation-end", [true, false, false, false]), ("phase-e", [true, false, false, true])],
            |reading| {
                let (units, mut play) = night(edition, reading, Light::Night);
                close(&mut play);
                proves(&[rule], &play.account);
                units.map(|unit| play.order(unit) == Order::Good)
            },
        );
    }
}

#[test]
fn by_day_nobody_does() {
    for edition in Edition::ALL {
        for reading in ["activation-end", "phase-e"] {
            let (units, mut play) = night(edition, reading, Light::Day);
            close(&mut play);
            assert_eq!(units.map(|unit| play.order(unit)), [Order::Disordered; 4], "{reading}");
            assert_eq!(play.frame(), Frame::Orders);
        }
    }
}

/// In phase E each side turns its units that have rallied, one after the other; and what was done in the turn is forgotten.
#[test]
fn at_the_end_of_the_turn_they_turn_too() {
    for edition in Edition::ALL {
        let rule = if edition == Rivoli { "R 12/7" } else { "M 12.1/7" };
        let ([idle, moves, _, other], mut play) = night(edition, "phase-e", Light::Night);
        close(&mut play);
        let asked = |play: &Play| {
            let question = *play.rules.waiting(&play.state).of(play.asked()).unwrap();
            (play.asked(), question.frame, question.rule.to_string())
        };
        assert_eq!(asked(&play), (Side::First, Frame::Rout, rule.to_owned()));
        let question = *play.rules.waiting(&play.state).of(Side::First).unwrap();
        assert!(play.rules.tell_question(&question).starts_with("which unit that has rallied turns?"));
        // Documents hold it.
        assert_eq!(play.rules.read(&play.rules.write(&play.state)).as_ref(), Ok(&play.state));
        assert!(play.state.marked(Mark::Acted).has(moves));
        let turn = |unit, facing| Action::Pivot { unit, facing };
        assert!(!play.may(turn(other, E)), "the enemy's");
        play.refuse(&[if edition == Rivoli { "R 10.4/4" } else { "M 1.E/1" }], turn(other, E));
        play.act(turn(idle, E), &[]);
        assert_eq!(play.state.facing(idle), E);
        assert_eq!(asked(&play), (Side::Second, Frame::Rout, rule.to_owned()));
        play.act(Action::Done, &[]);
        assert_eq!((play.frame(), play.state.turn()), (Frame::Orders, 2));
        assert_eq!(play.state.facing(other), NW);
        for mark in [Mark::Acted, Mark::Turnable] {
            assert!(play.state.marked(mark).is_empty(), "{mark:?}");
        }
    }
}

/// In its activation a disordered unit may still try its die; who fails rallies at the end of the turn all the same.
#[test]
fn the_die_is_left_to_them() {
    for edition in Edition::ALL {
        let (units, mut play) = night(edition, "phase-e", Light::Night);
        while play.frame() != Frame::Activation(Step::Rally) {
            play.act(Action::Done, &[]);
        }
        // It was the last that could: phase E follows.
        let account = play.act(Action::Rally { unit: units[0] }, &[9]);
        let tried = account.tallies().find(|tally| tally.what() == Label::Rally(units[0]));
        assert_eq!(tried.and_then(|tally| tally.passed()), Some(false));
        assert_eq!((play.frame(), play.order(units[0])), (Frame::Rout, Order::Good));
    }
}

/// Infantry that attacks without moving, and is thrown back and disordered, has not been idle (the settled ruling
/// `rally-after-attack`): neither in its activation nor at the end of the turn.
#[test]
fn who_attacked_was_not_idle() {
    for edition in Edition::ALL {
        for reading in ["activation-end", "phase-e"] {
            let mut ground = Ground::new(edition);
            ground.ruling("night-rally-when", reading);
            ground.turns = vec![Light::Night; 3];
            let a = ground.put("A", LINE, "1005", SE);
            let idle = ground.put("A", LINE, "0505", SE);
            ground.order(idle, Order::Disordered);
            ground.put("C", super::shock::GUARD, "1006", NW);
            let mut play = ground.at(Step::Movement, Orders::Received);
            play.shock(a);
            play.done_moving();
            super::shock::fives(&mut play, Action::Fight { unit: a }, &[0, 9]);
            // It goes back; nobody strikes again.
            while !matches!(play.frame(), Frame::Activation(_) | Frame::Rout | Frame::Orders) {
                let first = play.legal()[0];
                super::shock::fives(&mut play, first, &[]);
            }
            assert_eq!(play.order(a), Order::Disordered, "{edition:?}");
            assert_ne!(play.hex(a), "1005", "{edition:?}: no enemy is beside it");
            let barred = [if edition == Rivoli { "R 11/1" } else { "M 11.1/1" }];
            while let Frame::Activation(step) = play.frame() {
                if step == Step::Rally {
                    play.refuse(&barred, Action::Rally { unit: a });
                }
                play.act(Action::Done, &[]);
            }
            assert_eq!((play.order(idle), play.order(a)), (Order::Good, Order::Disordered), "{edition:?}, {reading}");
        }
    }
}
