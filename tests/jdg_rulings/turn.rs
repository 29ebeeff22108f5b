//! Turns, and the phases at their end.

use grognard::hex::Vertex;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::position::Position;
use grognard::jours_de_gloire::state::Order;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

use super::differ;
use super::ground::{Ground, LINE};

#[test]
fn rout_phase_order() {
    for edition in Edition::ALL {
        differ(
            "rout-phase-order",
            [("initiative-first", Some(Side::Second)), ("listed-first", Some(Side::First))],
            |r| {
                let mut ground = Ground::new(edition);
                ground.ruling("rout-phase-order", r);
                for (formation, hexes) in [("A", ["0505", "0705"]), ("C", ["1205", "1405"])] {
                    for hex in hexes {
                        let unit = ground.put(formation, LINE, hex, Vertex::SE);
                        ground.order(unit, Order::Routed);
                    }
                }
                let rules = ground.open();
                let mut position = Position::empty(&rules);
                for (name, hex) in [("A/A0", "0505"), ("A/A1", "0705"), ("C/C2", "1205"), ("C/C3", "1405")] {
                    position = position.place(name, hex, Vertex::SE).order(name, Order::Routed);
                }
                let mut state = position.build().unwrap();
                rules.evolve(&mut state, &Event::Continued(Frame::Rout));
                rules.evolve(&mut state, &Event::Initiative { side: Some(Side::Second) });
                rules.waiting(&state).sides().next()
            },
        );
    }
}

fn rivoli(ruling: &str, reading: &str) -> JoursDeGloire {
    JoursDeGloire::open(&Setup::scenario("rivoli-historical").ruling(ruling, reading)).unwrap()
}

#[test]
fn last_turn() {
    differ("last-turn", [("thirteen", 13), ("twelve", 12)], |reading| {
        rivoli("last-turn", reading).scenario().turns.len()
    });
}

#[test]
fn night_turns() {
    differ("night-turns", [("three-and-last", vec![1, 2, 3, 13]), ("first-two", vec![1, 2])], |reading| {
        let rules = rivoli("night-turns", reading);
        let lights = rules.scenario().turns.iter().zip(1..);
        lights.filter(|(light, _)| light.night()).map(|(_, turn)| turn).collect()
    });
}
