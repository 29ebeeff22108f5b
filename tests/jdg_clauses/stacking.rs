//! Stacking (R 5.1, M 5.1; R scenario 1).

use super::drill::{Drill, Game, halt, march};
use super::{batteries, fire};
use grognard::hex::Vertex::{E, W};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

/// Infantry that fire has routed flees by two hexes; in 0905 stands a routed unit.
fn onto(edition: Edition, formation: &str, horse: bool, lakes: &[&str]) -> (Game, UnitId) {
    let mut d = Drill::new(edition);
    lakes.iter().for_each(|hex| d.terrain(hex, Terrain::Lake));
    let (a, c) = (d.gun("A", "0505", E), d.foot("C", "0705", W));
    d.strength(a, 12);
    let other = if horse { d.horse(formation, "0905", W) } else { d.foot(formation, "0905", W) };
    d.order(other, Order::Routed);
    let mut g = batteries(d);
    let shot = fire(&g, a, "0705");
    g.act(shot, &[9]);
    g.go(&["0805"]);
    (g, c)
}

#[test]
fn routed_units_need_not_be_of_one_kind_in_the_older_edition_nor_of_one_formation_in_the_later() {
    for (edition, formation, horse, rule) in [(Rivoli, "C", true, "R 5.1/5"), (Montebello, "D", false, "M 5.1.1/6")] {
        let (mut g, c) = onto(edition, formation, horse, &[]);
        let end = g.step("0905");
        g.prove(&[rule], end, &[]);
        assert_eq!((g.at(c).as_str(), g.order(c)), ("0905", Order::Routed));
        assert!(!matches!(g.frame_if_any(), Some(Frame::Withdrawal(_))), "it may stay");
    }
    // Of the other edition's kind it may not: it goes on.
    let (mut g, c) = onto(Montebello, "C", true, &[]);
    let through = g.step("0905");
    super::fives(&mut g, through);
    assert!(matches!(g.frame_if_any(), Some(Frame::Withdrawal(w)) if w.unit == c));
    // In Rivoli only if there is no other way.
    let (g, c) = onto(Rivoli, "D", false, &["0904", "0906"]);
    assert_eq!(g.at(c), "0905");
    assert!(matches!(g.frame_if_any(), Some(Frame::Withdrawal(w)) if w.unit == c), "{:?}", g.frame_if_any());
}

/// A unit joins others of its formation, under the limit of two counters of one name.
fn joins(reading: &str, names: &[&str]) -> Game {
    let mut d = Drill::new(Rivoli);
    d.specific.same_name = Some(2);
    d.setup = std::mem::take(&mut d.setup).ruling("same-name-limit", reading);
    let a = d.foot("A", "0505", E);
    d.call(a, names[0]);
    for name in &names[1..] {
        let other = d.foot("A", "0605", E);
        d.call(other, name);
    }
    let mut g = d.ready();
    g.act(march(a), &[]);
    let onto = g.step("0605");
    if g.offers(onto) {
        g.act(onto, &[]);
    }
    g
}

fn judged(g: &Game) -> Action {
    if g.at(UnitId::new(0).unwrap()) == "0605" { halt(E) } else { g.step("0605") }
}

#[test]
fn two_counters_of_one_name_in_a_hex() {
    for reading in ["confirms", "name-is-formation"] {
        let g = joins(reading, &["Monnier, 1st", "Monnier, 2nd"]);
        assert!(g.offers(halt(E)), "{reading}: two are within it");
        let g = joins(reading, &["Monnier, 1st", "Monnier, 2nd", "Monnier, 3rd"]);
        g.refused(&["R scenario 1/15"], judged(&g));
    }
    // Two names of one formation: as ever, or not at all.
    let mixed = ["Monnier, 1st", "Rampon, 1st"];
    assert!(joins("confirms", &mixed).offers(halt(E)));
    let g = joins("name-is-formation", &mixed);
    g.refused(&["R scenario 1/15"], judged(&g));
}
