//! Squares (4.2, 9.3).

use super::drill::{Drill, Game, halt, march};
use super::{charge, shows};
use grognard::hex::Vertex::{E, W};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::side::UnitId;

/// A square moves one hex, or stays.
#[test]
pub fn square_moves() {
    shows(["0605", "0505"], |edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.square(a);
        let mut g = d.ready();
        if g.offers(march(a)) {
            let moved = g.march(a, &["0605"]);
            g.proves(&["R 4.2/7"], &moved);
            g.act(halt(E), &[]);
        } else {
            g.refused(&["M 4.2/8"], march(a));
        }
        g.at(a)
    });
}

/// A disordered battery breaks the square of its hex, or does not.
#[test]
pub fn square_breakers() {
    shows([false, true], |edition| {
        let mut d = Drill::new(edition);
        let (a, c, gun) = (d.gun("A", "0505", E), d.foot("C", "0705", W), d.gun("C", "0705", W));
        d.square(c);
        d.square(gun);
        let target = d.cell("0705");
        let mut g = d.begin("A", Orders::Received, Step::Fire);
        // 4, the capacity of 4 and a square: a test for each, the battery first. It fails.
        let fired = g.act(Action::Fire { unit: a, target, party: Party::Alone }, &[4, 9, 0]);
        g.proves(&["R 4.2/9", "M 4.2/14"], &fired);
        assert_eq!((g.order(gun), g.order(c)), (Order::Disordered, Order::Good));
        g.state.in_square(c)
    });
}

/// A charge has come before infantry, which may form square.
fn before_infantry(edition: Edition, draw: impl Fn(&mut Drill)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.horse("A", "0505", E), d.foot("C", "0705", W));
    d.cohesion(a, 6);
    draw(&mut d);
    let mut g = d.ready();
    charge::ride(&mut g, a, "0705", &["0605"]);
    assert!(matches!(g.frame(), Frame::Square { .. }), "{:?}", g.frame());
    (g, a, c)
}

/// Of two that try, those that fail are disordered, or all.
#[test]
pub fn failed_square() {
    shows([[Order::Good, Order::Disordered], [Order::Disordered; 2]], |edition| {
        let (mut g, _, c) = before_infantry(edition, |d| {
            let e = d.foot("C", "0705", W);
            d.cohesion(e, 4);
        });
        // Above the one cohesion, not above the other.
        g.prove(&["R 9.3/5", "M 9.3.1/6"], Action::FormSquare { unit: c }, &[5]);
        let e = UnitId::new(c.index() + 1).unwrap();
        [c, e].map(|unit| g.order(unit))
    });
}

/// The recall is a test of cohesion, or of engagement.
#[test]
pub fn recall_test() {
    shows([false, true], |edition| {
        let (mut g, a, c) = before_infantry(edition, |_| ());
        g.act(Action::FormSquare { unit: c }, &[0]);
        // Cohesion 6, engagement 5.
        g.prove(&["R 9.3.2/2", "M 9.3.3/1"], Action::Recall, &[6]);
        let charges = !matches!(g.frame(), Frame::RecallMove { .. });
        assert!(g.marked(Mark::Charging, a), "until it has gone back");
        charges
    });
}
