//! What the shipped files and the documented examples say.

use super::{cell, shipped, sound};
use grognard::hex::Vertex;
use grognard::jours_de_gloire::charts::{Barrier, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::files;
use grognard::jours_de_gloire::roster::Activates;
use grognard::jours_de_gloire::scenario::{Choice, Light};
use grognard::side::Side;

#[test]
fn the_worked_charge() {
    let (map, roster, scenario) = shipped(0);
    let at = |name: &str| scenario.places.iter().find(|p| roster.unit_name(p.unit) == name).map(|p| (p.cell, p.facing));
    assert_eq!(at("O'Reilly/Nauendorff"), Some((cell(&map, "0812"), Vertex::SE)));
    assert_eq!(at("Murat/11th Hussars"), Some((cell(&map, "0913"), Vertex::NW)));
    assert_eq!(map.terrain(cell(&map, "1011")), Terrain::Village);
    assert_eq!(scenario.edition, Edition::Montebello);
}

#[test]
fn the_proving_ground() {
    let (map, roster, scenario) = shipped(1);
    for terrain in Terrain::ALL {
        assert!(map.grid.cells().any(|cell| map.terrain(cell) == terrain), "{terrain}");
    }
    for barrier in Barrier::ALL {
        assert!(map.edges.iter().any(|edge| edge.has(barrier)), "{barrier}");
    }
    let castle = cell(&map, "1005");
    let inside = map.grid.neighbours(castle).filter(|(dir, _)| map.edge_of(castle, *dir).upper == Some(castle)).count();
    assert_eq!(inside, 6);
    let lights: Vec<_> = scenario.turns.clone();
    assert_eq!(lights, [Light::Day, Light::Day, Light::Fog, Light::Day, Light::Night, Light::NightAndFog]);
    assert_eq!((scenario.specific.combined.len(), roster.commanders.len()), (2, 3));
    let reserve = roster.formation_named("Reserve").expect("the reserve");
    assert!(!scenario.available.contains(&reserve));
    assert!(scenario.arrivals.iter().any(|arrival| arrival.formations == [reserve]));
}

#[test]
fn montebello() {
    let (map, _, scenario) = shipped(2);
    assert_eq!(map.streets, ["1210", "1310", "1311"].map(|hex| cell(&map, hex)));
    let side = map.grid.between(cell(&map, "1409"), cell(&map, "1310")).expect("they touch");
    assert!(map.edge(side).crossed_by(Way::Road));
    assert!(scenario.specific.steep_levels.on() && !scenario.specific.no_square.on());
    assert_eq!(scenario.turns.last(), Some(&Light::Night));
}

#[test]
fn rivoli() {
    let (map, roster, historical) = shipped(3);
    let formation = |name: &str| roster.formation_named(name).expect("a formation");
    let specific = &historical.specific;
    // The ban on steps of two levels is Montebello's, which gives it to the whole series (ruling `two-levels-in-the-series`).
    assert!(specific.free_facing.on() && specific.no_square.on() && specific.steep_levels.on());
    assert_eq!((specific.one_marker_turns.as_slice(), specific.same_name), ([1, 2].as_slice(), Some(2)));
    assert_eq!(specific.lent, roster.unit_named("Masséna/Leclerc").map(|unit| (unit, formation("Reserve"))));
    assert!(specific.furia.is_some_and(|id| roster.markers[usize::from(id.0)].activates == Activates::Combined));
    assert_eq!((specific.eagles_eye, specific.first_initiative), (Some(Side::First), Some(Side::First)));
    assert_eq!(specific.pontoon, Some(formation("Wukassovitch")));
    // Lusignan goes by Boi, Pesina, Alliare and Affi to Mont Pipolo, all of it within what he may enter.
    let bound = specific.bound.as_ref().expect("Lusignan");
    assert_eq!(bound.formation, formation("Lusignan"));
    for place in ["Boi", "Pesina", "Alliare", "Affi"] {
        assert!(map.place(place).is_some_and(|cells| cells.iter().any(|cell| bound.route.contains(cell))), "{place}");
    }
    assert!(map.place("Mont Pipolo").is_some_and(|cells| cells.contains(bound.route.last().expect("an end"))));
    // Masséna's markers come with Rampon at nine, though Leclerc is on the map.
    let available: Vec<_> = ["Joubert", "Reserve", "Ocskay", "Köblös", "Liptay"].map(formation).into();
    assert!(available.iter().all(|f| historical.available.contains(f)) && historical.available.len() == 5);
    let brings = |name: &str| {
        historical
            .arrivals
            .iter()
            .filter(|a| a.formations.contains(&formation(name)))
            .map(|a| a.turn)
            .collect::<Vec<_>>()
    };
    assert_eq!((brings("Masséna"), brings("Rey"), brings("Lusignan")), (vec![5], vec![9], vec![4]));
    assert_eq!(historical.posts.len(), 2);
    assert!(historical.posts.iter().any(|(_, _, choice)| *choice == Choice::Beside(Side::Second)));
    assert_eq!((historical.begins, historical.minutes, historical.turns.len()), (240, 75, 13));

    let (_, _, free) = shipped(4);
    assert!(free.specific.bound.is_none());
    assert!(free.places.iter().all(|place| matches!(&place.choice, Choice::Area(area) if area.contains(&place.cell))));

    let (_, _, arrival) = shipped(5);
    assert_eq!(arrival.optional_arrival.changes.len(), 5);
    let delays = arrival.optional_arrival.delays.expect("delays").map(|delay| delay.turns);
    assert_eq!(delays, [0, 0, 1, 1, 1, 1, 1, 2, 2, 0]);
}

#[test]
fn the_documented_formats_load() {
    let docs = include_str!("../../src/jours_de_gloire/files/mod.rs");
    let text: String = docs.lines().filter_map(|line| line.strip_prefix("//!")).flat_map(|line| [line, "\n"]).collect();
    let blocks: Vec<_> = text.split("```toml").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [map, units, scenario] = blocks.as_slice() else { panic!("{} examples", blocks.len()) };
    let (map, roster) = (sound(files::map("map", map)), sound(files::roster("units", units)));
    let scenario = sound(files::scenario("scenario", scenario, &map, &roster));
    assert_eq!((map.grid.len(), roster.units.len(), scenario.turns.len()), (12, 1, 8));
}
