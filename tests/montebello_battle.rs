//! What Montebello's text names by name or number stands in the files: hexes, waters, formations, commanders, counters and
//! markers. What the text leaves out is ours, and the files say so.

use grognard::figures::Source;
use grognard::hex::{Dir, Parity};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::charts::{Arm, Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::frame::Step;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::roster::{Activates, Weight};
use grognard::jours_de_gloire::scenario::Formed;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

fn open(scenario: &str) -> JoursDeGloire {
    JoursDeGloire::open(&Setup::scenario(scenario)).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_hexes_of_casteggio() {
    let rules = open("montebello");
    let map = rules.map();
    let cell = |hex: &str| map.grid.cell(hex.parse().unwrap()).unwrap_or_else(|| panic!("{hex} is not on the map"));
    // The village, a street along the road (M specific 9.1).
    let streets = ["1210", "1310", "1311"].map(cell);
    assert!(streets.iter().all(|street| map.terrain(*street) == Terrain::Village));
    assert_eq!((map.streets.as_slice(), map.place("Casteggio")), (streets.as_slice(), Some(streets.as_slice())));
    // From 1409 along the road, from 1309 not: both touch 1310, since even columns lie lower.
    assert_eq!(map.grid.parity(), Parity::Even);
    let between = |a: &str, b: &str| map.edge(map.grid.between(cell(a), cell(b)).expect("they touch"));
    let way = |a: &str, b: &str| Way::ALL.into_iter().any(|way| between(a, b).crossed_by(way));
    assert!(way("1409", "1310") && way("1310", "1210"));
    assert!(!way("1309", "1310"));
    // The castle is a cassina, like the farms (specific 0.2, 8.6); there is no castle of the series.
    let castle = map.place("Castello di Casteggio").expect("the castle");
    assert!(castle.iter().all(|cell| map.terrain(*cell) == Terrain::Cassina));
    assert!(map.grid.cells().all(|cell| map.terrain(cell) != Terrain::Castle));
    assert!(map.grid.cells().filter(|cell| map.terrain(*cell) == Terrain::Cassina).count() > 1);
}

#[test]
fn all_waters_are_streams_and_bridges_lead_over_them_alone() {
    let rules = open("montebello");
    let map = rules.map();
    assert!(map.edges.iter().all(|edge| !edge.has(Barrier::River)));
    assert!(map.edges.iter().filter(|edge| edge.crossing.is_some()).all(|edge| edge.has(Barrier::Stream)));
    assert!(map.edges.iter().any(|edge| edge.crossing == Some(Crossing::Bridge)));
    // The Coppa runs down to Casteggio: one unbroken water from the south edge to the plain.
    let mut reached = vec![map.grid.cell("1018".parse().unwrap()).unwrap()];
    let banks = |cell| Dir::ALL.into_iter().any(|dir| map.edge_of(cell, dir).has(Barrier::Stream));
    assert!(banks(reached[0]));
    let mut next = 0;
    while let Some(&here) = reached.get(next) {
        next += 1;
        for (_, near) in map.grid.neighbours(here) {
            if banks(near) && !reached.contains(&near) {
                reached.push(near);
            }
        }
    }
    assert!(reached.contains(&map.streets[0]), "it comes to Casteggio");
}

#[test]
fn the_armies_and_their_commanders() {
    let rules = open("montebello");
    let (roster, scenario) = (rules.roster(), rules.scenario());
    let commander = |name: &str| roster.commander_named(name).unwrap_or_else(|| panic!("no {name}"));
    let side = |name: &str| roster.sides[roster.commander(commander(name)).unwrap().side.index()].clone();
    assert_eq!(["Lannes", "Ott", "Zach"].map(side), ["French", "Austrian", "Austrian"]);
    assert_eq!(scenario.strategic, [Some(commander("Lannes")), Some(commander("Ott"))]);
    // Zach replaces Ott, and comes as a reinforcement (M specific, Army Commanders).
    assert_eq!(scenario.successors, [(commander("Ott"), commander("Zach"))]);
    assert!(scenario.arrivals.iter().any(|arrival| arrival.commanders.contains(&commander("Zach"))));
    // The regiment that charged along the street.
    let hussars =
        roster.unit_named("Rivaud/12th Hussars").and_then(|unit| roster.unit(unit)).expect("the 12th Hussars");
    assert_eq!((hussars.arm, hussars.weight), (Arm::Cavalry, Weight::Light));
    // Turns of 80 minutes (specific 0.1); two ordinary markers a formation (2.1.1), none combined.
    assert_eq!(scenario.minutes, 80);
    assert!(roster.formations.iter().all(|formation| formation.markers.len() == 2));
    assert!(roster.markers.iter().all(|marker| marker.activates != Activates::Combined));
    assert!(scenario.specific.steep_levels.on());
    // Every unit is placed or arrives, and once.
    for (place, unit) in roster.units.iter().enumerate() {
        let id = grognard::side::UnitId::new(place).unwrap();
        let placed = scenario.places.iter().filter(|placement| placement.unit == id).count();
        let arrives = scenario.arrivals.iter().filter(|arrival| arrival.units.has(id)).count();
        assert_eq!(placed + arrives, 1, "{}", unit.name);
    }
    // The book has no roster: the files do not say otherwise.
    assert!(roster.units.iter().all(|unit| unit.source == Source::Reconstructed));
    assert_eq!(scenario.source, Source::Reconstructed);
}

#[test]
fn the_worked_charge_names_these() {
    let rules = open("charge");
    let (map, roster) = (rules.map(), rules.roster());
    let state = rules.begin(&mut grognard::chance::Scripted::new([])).unwrap().state;
    let units = [
        ("O'Reilly/Nauendorff", "0812", Side::Second),
        ("O'Reilly/Hussar 5", "0911", Side::Second),
        ("O'Reilly/Württemberg", "1011", Side::Second),
        ("Murat/11th Hussars", "0913", Side::First),
        ("Murat/6th Dragoons", "1112", Side::First),
    ];
    for (name, hex, side) in units {
        let unit = roster.unit_named(name).unwrap_or_else(|| panic!("no {name}"));
        let cell = map.grid.cell(hex.parse().unwrap());
        assert_eq!((state.at(unit), rules.side_of(unit)), (cell, side), "{name}");
        assert_eq!(roster.unit(unit).unwrap().arm, Arm::Cavalry);
    }
    // The hexes of the ride, the recoils and both retreats.
    for hex in ["0813", "0914", "0915", "0816", "0716", "0717", "1117", "1118"] {
        assert!(map.grid.cell(hex.parse().unwrap()).is_some(), "{hex}");
    }
    let terrain = |hex: &str| map.terrain(map.grid.cell(hex.parse().unwrap()).unwrap());
    assert_eq!((terrain("1011"), terrain("0717")), (Terrain::Village, Terrain::Rough));
}

/// Each marker that the rules lay on counters is part of a position.
#[test]
fn the_markers() {
    let rules = open("montebello");
    let position = Position::scenario(&rules)
        .formed("Watrin/6th Light", Formed::InSquare)
        .order("Watrin/40th Line", Order::Routed)
        .order("Watrin/22nd Line", Order::Disordered)
        .activate("Rivaud", Orders::Received, Step::Movement)
        .mark("Rivaud/12th Hussars", Mark::Charging)
        .mark("Watrin/Watrin Art.", Mark::Fired);
    let state = position.build().unwrap_or_else(|faults| panic!("{faults}"));
    let unit = |name: &str| rules.roster().unit_named(name).unwrap();
    // Square (4.2), Rout (10.2), the turned counter (10.1), Charge (9.1), Fire/Movement Reduced (4.4.2), Orders Received.
    assert!(state.in_square(unit("Watrin/6th Light")));
    assert_eq!(state.order(unit("Watrin/40th Line")), Order::Routed);
    assert_eq!(state.order(unit("Watrin/22nd Line")), Order::Disordered);
    assert!(state.marked(Mark::Charging).has(unit("Rivaud/12th Hussars")));
    assert!(state.marked(Mark::Fired).has(unit("Watrin/Watrin Art.")));
    assert!(state.marked(Mark::Ordered).has(unit("Rivaud/12th Hussars")));
    // Shock (8.3.1), Reinforcement (5.2.1), Turn.
    let shock = Position::from_state(&rules, state.clone()).mark("Rivaud/12th Hussars", Mark::Declared);
    assert!(shock.build().is_ok_and(|s| s.marked(Mark::Declared).has(unit("Rivaud/12th Hussars"))));
    let mut marked = state;
    let event = grognard::jours_de_gloire::event::Event::ReinforcementMarked { unit: unit("Watrin/40th Line") };
    rules.evolve(&mut marked, &event);
    assert!(marked.is_reinforcement(unit("Watrin/40th Line")));
    assert_eq!(marked.turn(), 1);
}
