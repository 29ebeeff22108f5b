//! Maps, rosters and scenarios from their files.

mod maps;
mod mutated;
mod overlays;
mod rosters;
mod scenarios;
mod shipped;

use core::fmt::Debug;

use grognard::figures::{FaultKind, Faults};
use grognard::hex::{Cell, Hex};
use grognard::jours_de_gloire::files::{self};
use grognard::jours_de_gloire::map::Map;
use grognard::jours_de_gloire::roster::Roster;

macro_rules! rules {
    ($name:literal) => {
        ($name, include_str!(concat!("../../rules/", $name)))
    };
}

const MAPS: [(&str, &str); 4] =
    [rules!("charge/map.toml"), rules!("proving/map.toml"), rules!("montebello/map.toml"), rules!("rivoli/map.toml")];
const UNITS: [(&str, &str); 4] = [
    rules!("charge/units.toml"),
    rules!("proving/units.toml"),
    rules!("montebello/units.toml"),
    rules!("rivoli/units.toml"),
];
/// Each with the place of its map and roster in the lists above.
const SCENARIOS: [(usize, (&str, &str)); 6] = [
    (0, rules!("charge/scenario.toml")),
    (1, rules!("proving/scenario.toml")),
    (2, rules!("montebello/scenario.toml")),
    (3, rules!("rivoli/historical.toml")),
    (3, rules!("rivoli/free.toml")),
    (3, rules!("rivoli/arrival.toml")),
];

fn sound<T>(result: Result<T, Faults>) -> T {
    result.unwrap_or_else(|faults| panic!("{faults}"))
}

fn ground(place: usize) -> (Map, Roster) {
    let ((map_file, map), (units_file, units)) = (MAPS[place], UNITS[place]);
    (sound(files::map(map_file, map)), sound(files::roster(units_file, units)))
}

fn shipped(place: usize) -> (Map, Roster, grognard::jours_de_gloire::scenario::Scenario) {
    let (of, (file, text)) = SCENARIOS[place];
    let (map, roster) = ground(of);
    let scenario = sound(files::scenario(file, text, &map, &roster));
    (map, roster, scenario)
}

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

fn cell(map: &Map, text: &str) -> Cell {
    map.grid.cell(hex(text)).expect("a hex of the map")
}

/// Line, keys and kind of each fault.
fn told<T: Debug>(result: Result<T, Faults>) -> Vec<(u32, String, FaultKind)> {
    let faults = result.expect_err("there are faults");
    assert!(faults.gaps.is_empty());
    faults.faults.into_iter().map(|fault| (fault.line.unwrap_or(0), fault.path, fault.kind)).collect()
}

fn wrong(expected: &str, found: &str) -> FaultKind {
    FaultKind::Wrong { expected: expected.to_owned(), found: found.to_owned() }
}

fn missing(expected: &str) -> FaultKind {
    FaultKind::Missing { expected: expected.to_owned() }
}

fn unknown(expected: &str, name: &str) -> FaultKind {
    FaultKind::UnknownName { expected: expected.to_owned(), name: name.to_owned() }
}

fn twice(first: &str) -> FaultKind {
    FaultKind::Twice { first: first.to_owned() }
}

const HEX: &str = "a hex, as in \"0913\"";

#[test]
fn every_shipped_file_loads() {
    for place in 0..SCENARIOS.len() {
        let (map, roster, scenario) = shipped(place);
        assert!(!scenario.name.is_empty() && !map.name.is_empty());
        assert!(roster.units.len() <= 64 && roster.markers.len() <= 64);
        for formation in &roster.formations {
            assert!(!formation.units.is_empty() && formation.markers.len() == 2, "{}", formation.name);
        }
    }
}
