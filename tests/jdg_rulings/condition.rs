//! Disorder, rout, rally, demoralization, night and fog (10 to 12).

use grognard::chance::Scripted;
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Step, Trial};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::Light;
use grognard::jours_de_gloire::state::{FormationId, Order};
use grognard::ruleset::Ruleset;
use grognard::side::{Side, UnitId};

use super::differ;
use super::ground::{GUN, Ground, HUSSARS, Kind, LINE};

#[test]
fn night_rally() {
    for edition in Edition::ALL {
        differ("night-rally", [("minus-three", -3), ("both", -1)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("night-rally", reading);
            ground.turns = vec![Light::Night; 3];
            let a = ground.put("A", LINE, "1005", Vertex::SE);
            ground.order(a, Order::Routed);
            let play = ground.at(Step::Rally, Orders::Received);
            play.rules.rally_tally(&play.state, a).sum()
        });
    }
}

#[test]
fn night_and_fog() {
    differ("night-and-fog", [("add", 3), ("worse", 2)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("night-and-fog", reading);
        ground.turns = vec![Light::NightAndFog; 3];
        let a = ground.put("A", LINE, "1005", Vertex::SE);
        let play = ground.moving();
        play.rules.cohesion_tally(&play.state, a, Trial::Attacker).sum()
    });
}

/// Whether formation `A` of these units, in this order each, is broken; the first `lost` of them are lost.
fn broken(edition: Edition, ruling: (&str, &str), units: &[(Kind, Order)], lost: usize) -> bool {
    let mut ground = Ground::new(edition);
    ground.ruling(ruling.0, ruling.1);
    for (place, (kind, order)) in units.iter().enumerate() {
        let unit = ground.put("A", *kind, &format!("10{:02}", place + 3), Vertex::SE);
        ground.order(unit, *order);
    }
    let mut play = ground.at(Step::Rally, Orders::Received);
    for unit in (0..lost).filter_map(UnitId::new) {
        play.rules.evolve(&mut play.state, &Event::Ordered { unit, order: Order::Eliminated });
    }
    play.rules.broken(&play.state, FormationId(0))
}

#[test]
fn demoralized_artillery_formation() {
    differ("demoralized-artillery-formation", [("never", false), ("always", true)], |reading| {
        broken(Montebello, ("demoralized-artillery-formation", reading), &[(GUN, Order::Good)], 0)
    });
}

#[test]
fn demoralized_lost_units() {
    // One lost and one routed of four; of the three on the map one is gone.
    let units = [(LINE, Order::Good), (LINE, Order::Good), (LINE, Order::Routed)];
    differ("demoralized-lost-units", [("entered", true), ("on-map", false)], |reading| {
        broken(Rivoli, ("demoralized-lost-units", reading), &units, 1)
    });
}

#[test]
fn demoralized_two_thirds() {
    // All the cavalry, and two of five in all.
    let units = [
        (HUSSARS, Order::Routed),
        (HUSSARS, Order::Routed),
        (LINE, Order::Good),
        (LINE, Order::Good),
        (LINE, Order::Good),
    ];
    differ("demoralized-two-thirds", [("together", false), ("either", true)], |reading| {
        broken(Rivoli, ("demoralized-two-thirds", reading), &units, 0)
    });
}

#[test]
fn fire_rout_on_routed() {
    for edition in Edition::ALL {
        differ("fire-rout-on-routed", [("lost", false), ("moves", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("fire-rout-on-routed", reading);
            // Capacity so high that a 9 is 15 or more.
            let gun = ground.put("A", Kind { strength: 9, ..GUN }, "1005", Vertex::SE);
            let c = ground.put("C", LINE, "1007", Vertex::NW);
            ground.order(c, Order::Routed);
            let mut play = ground.at(Step::Fire, Orders::Received);
            let fire =
                play.legal().into_iter().find(|action| matches!(action, Action::Fire { unit, .. } if *unit == gun));
            let mut chance = Scripted::d10([9]);
            let outcome = play.rules.apply(&play.state, Side::First, &fire.unwrap(), &mut chance).unwrap();
            play.state = outcome.state;
            play.order(c) == Order::Routed
        });
    }
}
