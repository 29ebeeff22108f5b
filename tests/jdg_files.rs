//! Maps, rosters and scenarios from their files.

use grognard::figures::Faults;
use grognard::jours_de_gloire::files;
use grognard::jours_de_gloire::map::Map;
use grognard::jours_de_gloire::roster::Roster;

macro_rules! file {
    ($name:literal) => {
        ($name, include_str!(concat!("../rules/", $name)))
    };
}

const MAPS: [(&str, &str); 4] =
    [file!("charge/map.toml"), file!("proving/map.toml"), file!("montebello/map.toml"), file!("rivoli/map.toml")];
const UNITS: [(&str, &str); 4] = [
    file!("charge/units.toml"),
    file!("proving/units.toml"),
    file!("montebello/units.toml"),
    file!("rivoli/units.toml"),
];
/// Each with the place of its map and roster in the lists above.
const SCENARIOS: [(usize, (&str, &str)); 6] = [
    (0, file!("charge/scenario.toml")),
    (1, file!("proving/scenario.toml")),
    (2, file!("montebello/scenario.toml")),
    (3, file!("rivoli/historical.toml")),
    (3, file!("rivoli/free.toml")),
    (3, file!("rivoli/arrival.toml")),
];

fn ground(place: usize) -> Result<(Map, Roster), Faults> {
    let ((map_file, map), (units_file, units)) = (MAPS[place], UNITS[place]);
    Ok((files::map(map_file, map)?, files::roster(units_file, units)?))
}

#[test]
fn every_shipped_file_loads() {
    for (place, (file, text)) in SCENARIOS {
        let (map, roster) = ground(place).unwrap_or_else(|faults| panic!("{faults}"));
        files::scenario(file, text, &map, &roster).unwrap_or_else(|faults| panic!("{faults}"));
    }
}
