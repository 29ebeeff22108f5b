//! Night and fog (R 12, M 12), rule by rule. What they change of rallies stands in `jdg_rally`.

#[path = "jdg_field/mod.rs"]
mod field;
mod support;

use field::{Field, Ground};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition::{Montebello, Rivoli};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step, Trial};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order::{Disordered, Good};
use grognard::jours_de_gloire::state::{Order, State};
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;
use grognard::side::Side::First;
use support::{proves, refused};

const NIGHT: Ground =
    Ground { night: "[1]", terrain: "", levels: "", ways: "", hexsides: "", fog: "", refuge: "", options: &[] };
const FOG: Ground = Ground { night: "", fog: "[1]", ..NIGHT };
const BOTH: Ground = Ground { night: "[1]", fog: "[1]", ..NIGHT };
const DAY: Ground = Ground { night: "", ..NIGHT };

/// The movement step of a formation, with orders.
fn moving(field: &Field, formation: &str, units: &[(&str, &str, Order)]) -> State {
    field.place(units).activate(formation, Orders::Received, Step::Movement).build().unwrap()
}

fn march(field: &Field, unit: &str, gait: Gait) -> Action {
    Action::Move { unit: field.unit(unit), party: Party::Alone, gait }
}

const SOUTH: Action = Action::Step { dir: Dir::S };

#[test]
fn nobody_makes_a_forced_march_but_reinforcements() {
    for (edition, ground, rule) in
        [(Montebello, NIGHT, "M 12.1/1"), (Rivoli, NIGHT, "R 12/1"), (Montebello, FOG, "M 12.2/1")]
    {
        let field = Field::new(edition, &ground);
        let forced = march(&field, "Foot/A", Gait::Forced);
        let mut s = moving(&field, "Foot", &[("Foot/A", "0405", Good)]);
        let (stop, why) = field.refuse(&s, First, forced);
        assert_eq!(why, Why::Dark);
        refused(&[rule], &stop);
        field.rules.evolve(&mut s, &Event::ReinforcementMarked { unit: field.unit("Foot/A") });
        field.act(&s, First, forced, []);
        let field = Field::new(edition, &DAY);
        field.act(&moving(&field, "Foot", &[("Foot/A", "0405", Good)]), First, forced, []);
    }
}

#[test]
fn entering_a_zone_of_control_costs_more() {
    for (edition, ground, rules, more) in [
        (Montebello, DAY, &[][..], 0),
        (Montebello, NIGHT, &["M 12.1/2"], 2),
        (Rivoli, NIGHT, &["R 12/2"], 2),
        (Montebello, FOG, &["M 12.2/2"], 1),
        (Montebello, BOTH, &["M 12.1/2", "M 12.2/2"], 3),
    ] {
        let field = Field::new(edition, &ground);
        let s = moving(&field, "Foot", &[("Foot/A", "0405", Good), ("Line/A", "0407", Good)]);
        let (s, _) = field.act(&s, First, march(&field, "Foot/A", Gait::March), []);
        let (_, journal) = field.act(&s, First, SOUTH, []);
        assert_eq!(journal.tallies().next().map(|tally| tally.sum()), Some(1 + more));
        if !rules.is_empty() {
            proves(rules, &journal);
        }
    }
}

#[test]
fn at_night_disordered_units_keep_off_enemies_but_may_leave_them() {
    for (edition, rule) in [(Montebello, "M 12.1/3"), (Rivoli, "R 12/3")] {
        let field = Field::new(edition, &NIGHT);
        for (order, foe, bars) in
            [(Disordered, "Batteries/A", true), (Disordered, "Line/A", true), (Good, "Line/A", false)]
        {
            let s = moving(&field, "Foot", &[("Foot/A", "0405", order), (foe, "0407", Good)]);
            let (s, _) = field.act(&s, First, march(&field, "Foot/A", Gait::March), []);
            if bars {
                let (stop, why) = field.refuse(&s, First, SOUTH);
                assert_eq!(why, Why::Adjacent { unit: field.unit("Foot/A"), enemy: field.unit(foe) });
                refused(&[rule], &stop);
            } else {
                field.act(&s, First, SOUTH, []);
            }
        }
        let s = moving(&field, "Foot", &[("Foot/A", "0405", Disordered), ("Line/A", "0404", Good)]);
        let (s, _) = field.act(&s, First, march(&field, "Foot/A", Gait::March), []);
        field.act(&s, First, SOUTH, []);
        // By day it comes near.
        let field = Field::new(edition, &DAY);
        let s = moving(&field, "Foot", &[("Foot/A", "0405", Disordered), ("Line/A", "0407", Good)]);
        let (s, _) = field.act(&s, First, march(&field, "Foot/A", Gait::March), []);
        field.act(&s, First, SOUTH, []);
    }
}

#[test]
fn fog_does_not_keep_disordered_units_off_enemies() {
    let field = Field::new(Montebello, &FOG);
    let s = moving(&field, "Foot", &[("Foot/A", "0405", Disordered), ("Line/A", "0407", Good)]);
    let (s, _) = field.act(&s, First, march(&field, "Foot/A", Gait::March), []);
    field.act(&s, First, SOUTH, []);
}

#[test]
fn artillery_fires_at_adjacent_targets_only() {
    for (edition, ground, rule) in [
        (Montebello, DAY, None),
        (Montebello, NIGHT, Some("M 12.1/4")),
        (Rivoli, NIGHT, Some("R 12/4")),
        (Montebello, FOG, Some("M 12.2/3")),
        (Montebello, BOTH, Some("M 12.1/4")),
    ] {
        let field = Field::new(edition, &ground);
        let fire =
            |hex: &str| Action::Fire { unit: field.unit("Guns/A"), target: field.cell(hex), party: Party::Alone };
        let at = |hex: &'static str| {
            let position = field.place(&[("Line/A", hex, Good)]).place("Guns/A", "0405", Vertex::SW);
            position.activate("Guns", Orders::Received, Step::Fire).build().unwrap()
        };
        field.act(&at("0406"), First, fire("0406"), [0]);
        match rule {
            None => drop(field.act(&at("0407"), First, fire("0407"), [0])),
            Some(rule) => {
                let (stop, why) = field.refuse(&at("0407"), First, fire("0407"));
                assert_eq!(why, Why::Dark);
                refused(&[rule], &stop);
            }
        }
    }
}

#[test]
fn nobody_charges() {
    for (edition, ground, rule) in [
        (Montebello, DAY, None),
        (Montebello, NIGHT, Some("M 12.1/5")),
        (Rivoli, NIGHT, Some("R 12/6")),
        (Montebello, FOG, Some("M 12.2/4")),
    ] {
        let field = Field::new(edition, &ground);
        let units = [("Horse/A", "0404", Good), ("Line/A", "0406", Good)];
        let position = field.place(&units).place("Horse/A", "0404", Vertex::SW);
        let s = position.activate("Horse", Orders::Received, Step::Movement).build().unwrap();
        let charge = Action::Charge { unit: field.unit("Horse/A"), party: Party::Alone, target: field.cell("0406") };
        match rule {
            None => drop(field.act(&s, First, charge, [])),
            Some(rule) => {
                let (stop, why) = field.refuse(&s, First, charge);
                assert_eq!(why, Why::Dark);
                refused(&[rule], &stop);
            }
        }
    }
}

#[test]
fn cohesion_tests_are_harder() {
    for (edition, ground, rules, more) in [
        (Montebello, DAY, &[][..], 0),
        (Montebello, NIGHT, &["M 12.1/6"], 2),
        (Rivoli, NIGHT, &["R 12/5"], 2),
        (Montebello, FOG, &["M 12.2/5"], 1),
        (Montebello, BOTH, &["M 12.1/6", "M 12.2/5"], 3),
    ] {
        let field = Field::new(edition, &ground);
        let unit = field.unit("Foot/A");
        let mut s = field.at_step(field.place(&[("Foot/A", "0405", Good)]), Frame::Demoralization);
        field.rules.evolve(&mut s, &Event::Begun(Frame::Test { unit, trial: Trial::PassedThrough }));
        // Cohesion 6.
        for (die, order) in [(6 - more, Good), (7 - more, Disordered)] {
            let (after, journal) = field.resume(&s, [die]);
            assert_eq!(field.order(&after, "Foot/A"), order, "{edition:?} at {die}");
            if !rules.is_empty() {
                proves(rules, &journal);
            }
        }
    }
}

#[test]
fn rivoli_has_no_fog() {
    let field = Field::new(Rivoli, &FOG);
    field.act(&moving(&field, "Foot", &[("Foot/A", "0405", Good)]), First, march(&field, "Foot/A", Gait::Forced), []);
}
