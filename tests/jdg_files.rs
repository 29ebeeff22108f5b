//! Maps, rosters and scenarios from their files.

use core::fmt::Debug;

use grognard::figures::{FaultKind, Faults, Source, SourceSet};
use grognard::hex::{Cell, Edge as MapEdge, Grid, Hex, Vertex};
use grognard::jours_de_gloire::charts::{Arm, Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::files::{self, Document};
use grognard::jours_de_gloire::map::{Map, Passage};
use grognard::jours_de_gloire::roster::{Activates, Roster, Weight};
use grognard::jours_de_gloire::scenario::{Automatic, Choice, Chooser, EntryHexes, Formed, Light, Refuge};
use grognard::jours_de_gloire::state::Order;
use grognard::side::Side;
use proptest::prelude::*;

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
const PAIR: &str = "two hexes that touch, as in \"0912-1012\"";

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

// --- A map entered by hand -------------------------------------------------------------------------------------------

const TEN: &str = r#"
[map]
name = "Ten hexes"
columns = 5
rows = 2
lower = "even"
source = "printed"

[terrain]
village = ["0301"]
woods = ["0502", "0101"]

[levels]
"1" = ["0401", "0402"]
"2" = ["0501"]

[ways]
road = [["0101", "0201", "0301", "0401"]]
track = [["0301", "0302"]]

[hexsides]
slope = ["0402-0502"]
steep_slope = ["0501-0401"]
crest = ["0401-0502"]
stream = ["0101-0201", "0102-0201"]
river = ["0102-0202"]
bridge = ["0101-0201"]
ford = ["0102-0201"]
redoubt = ["0201>0301"]
fortification = ["0302>0301"]
impassable = ["0201-0202"]

[places]
"The village" = ["0301"]
"The wood" = ["0101"]

[streets]
hexes = ["0302", "0301"]
"#;

#[test]
fn a_map_entered_by_hand() {
    let map = sound(files::map("ten.toml", TEN));
    let at = |text: &str| cell(&map, text);
    let edge = |a: &str, b: &str| map.edge(map.grid.between(at(a), at(b)).expect("they touch"));
    assert_eq!((map.name.as_str(), map.grid.len(), map.source), ("Ten hexes", 10, Source::Printed));
    let terrain: Vec<_> = map.grid.cells().filter(|cell| map.terrain(*cell) != Terrain::Clear).collect();
    assert_eq!(terrain, [at("0101"), at("0301"), at("0502")]);
    assert_eq!((map.terrain(at("0301")), map.terrain(at("0502"))), (Terrain::Village, Terrain::Woods));
    let levels: Vec<_> = map.grid.cells().map(|cell| map.level(cell)).collect();
    assert_eq!(levels, [0, 0, 0, 0, 0, 0, 1, 1, 2, 0]);

    // Ways.
    assert!(edge("0201", "0301").crossed_by(Way::Road) && !edge("0201", "0301").crossed_by(Way::Track));
    assert!(edge("0302", "0301").crossed_by(Way::Track) && !edge("0302", "0301").crossed_by(Way::Road));
    assert_eq!(map.edges.iter().filter(|edge| edge.ways != 0).count(), 4);

    // A slope is climbed towards the higher level, in whichever order it is written.
    let slope = edge("0402", "0502");
    assert!(slope.has(Barrier::Slope) && !slope.has(Barrier::Level));
    assert_eq!(slope.upper, Some(at("0402")));
    let steep = edge("0401", "0501");
    assert!(steep.has(Barrier::SteepSlope) && !steep.has(Barrier::Level));
    assert_eq!(steep.upper, Some(at("0501")));
    // A change of level where no slope is drawn; a crest is no slope.
    let change = edge("0301", "0401");
    assert!(change.has(Barrier::Level) && change.crossed_by(Way::Road));
    assert_eq!(change.upper, Some(at("0401")));
    let crest = edge("0401", "0502");
    assert!(crest.has(Barrier::Crest) && crest.has(Barrier::Level));
    assert_eq!(crest.upper, Some(at("0401")));
    // Where the level does not change, nothing is higher.
    assert_eq!((edge("0401", "0402").barriers, edge("0401", "0402").upper), (0, None));
    let changes = map.grid.hexsides().filter(|side| map.edge(*side).has(Barrier::Level));
    let changes: Vec<_> = changes.map(|side| map.grid.pair(side).to_string()).collect();
    assert_eq!(changes, ["0301-0401", "0302-0401", "0302-0402", "0401-0502", "0501-0502"]);

    // Water and what leads over it.
    assert_eq!(edge("0101", "0201").crossing, Some(Crossing::Bridge));
    assert_eq!(edge("0102", "0201").crossing, Some(Crossing::Ford));
    assert!(edge("0102", "0202").has(Barrier::River) && edge("0102", "0202").crossing.is_none());
    assert!(edge("0101", "0201").crossed_by(Way::Road) && edge("0101", "0201").has(Barrier::Stream));

    // Works are entered towards the hex inside.
    assert!(edge("0201", "0301").has(Barrier::Redoubt) && edge("0301", "0302").has(Barrier::Fortification));
    assert_eq!((edge("0201", "0301").upper, edge("0301", "0302").upper), (Some(at("0301")), Some(at("0301"))));
    assert_eq!(edge("0201", "0202").impassable, Passage::Barred);
    assert_eq!(map.edges.iter().filter(|edge| edge.impassable == Passage::Barred).count(), 1);

    assert_eq!(map.place("The village"), Some([at("0301")].as_slice()));
    assert_eq!((map.place("The wood").is_some(), map.place("Elsewhere")), (true, None));
    assert_eq!(map.streets, [at("0301"), at("0302")]);
}

// --- Faults of maps --------------------------------------------------------------------------------------------------

/// A map of 4 columns and 3 rows on nine lines, the last of them empty and in the table of levels, then this.
fn small(rest: &str) -> Result<Map, Faults> {
    let head = "[map]\nname = \"Small\"\ncolumns = 4\nrows = 3\nlower = \"odd\"\nsource = \"printed\"\n[levels]\n\"1\" = [\"0202\"]\n\n";
    files::map("small.toml", &format!("{head}{rest}\n"))
}

#[track_caller]
fn one_map_fault(rest: &str, path: &str, kind: FaultKind) {
    // The last line is the faulty one.
    let line = 9 + u32::try_from(rest.lines().count()).expect("few");
    assert_eq!(told(small(rest)), [(line, path.to_owned(), kind)]);
}

#[test]
fn faults_of_the_head_of_a_map() {
    let map = |text: &str| told(files::map("m", text));
    let said = |line, path: &str, kind| (line, path.to_owned(), kind);
    assert_eq!(map(""), [said(1, "map", missing("a table"))]);
    assert_eq!(
        map("[map]\n"),
        [
            said(1, "map", FaultKind::NoSource),
            said(1, "map.columns", missing("a whole number from 1 to 99")),
            said(1, "map.lower", missing("\"odd\" or \"even\"")),
            said(1, "map.name", missing("the name of the map")),
            said(1, "map.rows", missing("a whole number from 1 to 99")),
        ]
    );
    assert_eq!(
        map("map = { name = 3, columns = 0, rows = 100, lower = \"north\", source = \"guessed\" }"),
        [
            said(1, "map.columns", wrong("a whole number from 1 to 99", "`0`")),
            said(1, "map.lower", wrong("\"odd\" or \"even\"", "\"north\"")),
            said(1, "map.name", wrong("the name of the map", "`3`")),
            said(1, "map.rows", wrong("a whole number from 1 to 99", "`100`")),
            said(1, "map.source", wrong("\"printed\", \"published\" or \"reconstructed\"", "\"guessed\"")),
        ]
    );
    let rest = "name = \"M\"\ncolumns = 1\nrows = 1\nlower = \"odd\"\n";
    let reasonless = |word: &str| map(&format!("[map]\n{rest}source = \"{word}\""));
    assert_eq!(reasonless("reconstructed"), [said(1, "map", FaultKind::NoReason(Source::Reconstructed))]);
    assert_eq!(reasonless("published"), [said(1, "map", FaultKind::NoReason(Source::Published))]);
    assert_eq!(
        map(&format!("[map]\n{rest}source = \"reconstructed\"\nwhy = \" \"")),
        [said(7, "map.why", wrong("the reasoning in a line", "\" \""))]
    );
    assert_eq!(
        map("map = 3"),
        [
            said(1, "map", wrong("a table", "`3`")),
            said(1, "map", FaultKind::NoSource),
            said(1, "map.columns", missing("a whole number from 1 to 99")),
            said(1, "map.lower", missing("\"odd\" or \"even\"")),
            said(1, "map.name", missing("the name of the map")),
            said(1, "map.rows", missing("a whole number from 1 to 99")),
        ]
    );
}

#[test]
fn faults_of_texts() {
    let said = told(files::map("m", "[map\nname ="));
    assert!(said.iter().all(|(_, path, kind)| path.is_empty() && matches!(kind, FaultKind::Syntax(_))), "{said:?}");
    // The parser has no error codes: these hold its message.
    let map = "[map]\nname = \"M\"\ncolumns = 1\nrows = 1\nrows = 1\nlower = \"odd\"\nsource = \"printed\"\n";
    assert_eq!(told(files::map("m", map)), [(5, "rows".to_owned(), FaultKind::DuplicateKey)]);
    let map = map.replacen("rows = 1\n", "", 1) + "[map]\n";
    assert_eq!(told(files::map("m", &map)), [(7, "map".to_owned(), FaultKind::DuplicateKey)]);
    // Faults say where they are.
    let faults = files::map("mine.toml", "map.name = 1").unwrap_err();
    assert_eq!(faults.faults[2].to_string(), "mine.toml:1: map.lower: missing; expected \"odd\" or \"even\"");
    let deep = format!("a = {}1{}", "[".repeat(20), "]".repeat(20));
    let said = told(small(&deep));
    let nested = wrong("a value", "too deep nesting");
    assert!(said.iter().any(|(line, path, kind)| *line == 10 && path == "levels.a" && *kind == nested), "{said:?}");
}

#[test]
fn faults_of_hexes() {
    one_map_fault("[terrain]\nwoods = [\"991\"]", "terrain.woods[1]", wrong(HEX, "\"991\""));
    one_map_fault("[terrain]\nwoods = [\"0101\", \"0004\"]", "terrain.woods[2]", wrong(HEX, "\"0004\""));
    one_map_fault("[terrain]\nwoods = [101]", "terrain.woods[1]", wrong(HEX, "`101`"));
    one_map_fault("[terrain]\nwoods = [\"0501\"]", "terrain.woods[1]", FaultKind::OffMap(hex("0501")));
    one_map_fault("[terrain]\nwoods = [\"0104\"]", "terrain.woods[1]", FaultKind::OffMap(hex("0104")));
    one_map_fault("[terrain]\nwoods = \"0101\"", "terrain.woods", wrong("a list", "\"0101\""));
    let kinds = Terrain::ALL.map(|terrain| format!("\"{}\"", terrain.key()));
    let kinds = format!("{} or {}", kinds[..11].join(", "), kinds[11]);
    one_map_fault("[terrain]\nwood = [\"0101\"]", "terrain.wood", unknown(&kinds, "wood"));
    one_map_fault("[terrain]\nmarsh = [\"0101\"]\nwoods = [\"0101\"]", "terrain.woods[1]", twice("terrain.marsh[1]"));
    one_map_fault("[places]\nHere = [\"0101\", \"0101\"]", "places.Here[2]", twice("places.Here[1]"));
    one_map_fault("[streets]\nhexes = [\"0909\"]", "streets.hexes[1]", FaultKind::OffMap(hex("0909")));
    one_map_fault("[streets]\nhexs = [\"0101\"]", "streets.hexs", FaultKind::UnknownKey);
    one_map_fault("\n[weather]", "weather", FaultKind::UnknownKey);
    // The table of levels is open at the start.
    let expected = "a level from -9 to 9 as a key, as in \"2\"";
    for key in ["10", "high", "+2", "02", "-10"] {
        one_map_fault(
            &format!("\n\"{key}\" = [\"0101\"]"),
            &format!("levels.{key}"),
            wrong(expected, &format!("{key:?}")),
        );
    }
    one_map_fault("\n\"2\" = [\"0202\"]", "levels.2[1]", twice("levels.1[1]"));
}

#[test]
fn faults_of_hexsides_and_ways() {
    let side = |text: &str, path: &str, kind| one_map_fault(&format!("[hexsides]\n{text}"), path, kind);
    let (a, b) = (hex("0101"), hex("0301"));
    side("stream = [\"0101-0301\"]", "hexsides.stream[1]", FaultKind::NotAdjacent(a, b));
    side("stream = [\"0101-0101\"]", "hexsides.stream[1]", FaultKind::NotAdjacent(a, a));
    side("stream = [\"0101-0501\"]", "hexsides.stream[1]", FaultKind::OffMap(hex("0501")));
    side("stream = [\"0101 0201\"]", "hexsides.stream[1]", wrong(PAIR, "\"0101 0201\""));
    side("stream = [\"0101-201\"]", "hexsides.stream[1]", wrong(PAIR, "\"0101-201\""));
    side("stream = [[\"0101\", \"0201\"]]", "hexsides.stream[1]", wrong(PAIR, "a list"));
    side("stream = [\"0101-0102\", \"0102-0101\"]", "hexsides.stream[2]", twice("hexsides.stream[1]"));
    side("river = [\"0101-0102\"]\nstream = [\"0101-0102\"]", "hexsides.stream[1]", twice("hexsides.river[1]"));
    side(
        "slope = [\"0101-0202\"]\nsteep_slope = [\"0101-0202\"]",
        "hexsides.steep_slope[1]",
        twice("hexsides.slope[1]"),
    );
    let kinds = "\"slope\", \"steep_slope\", \"crest\", \"stream\", \"river\", \"redoubt\", \"fortification\", \"bridge\", \
                 \"ford\" or \"impassable\"";
    side("wall = [\"0101-0102\"]", "hexsides.wall", unknown(kinds, "wall"));
    // Level changes are not drawn but worked out.
    side("level = [\"0101-0202\"]", "hexsides.level", unknown(kinds, "level"));
    let (a, b) = (hex("0101"), hex("0102"));
    side("slope = [\"0101-0102\"]", "hexsides.slope[1]", FaultKind::NoSlope(a, b));
    side("steep_slope = [\"0101-0102\"]", "hexsides.steep_slope[1]", FaultKind::NoSlope(a, b));
    side("slope = [\"0101>0202\"]", "hexsides.slope[1]", wrong("\"0101-0202\"", "\"0101>0202\""));
    side("redoubt = [\"0101-0102\"]", "hexsides.redoubt[1]", FaultKind::NoInside(a, b));
    side("fortification = [\"0101-0102\"]", "hexsides.fortification[1]", FaultKind::NoInside(a, b));
    let kind = FaultKind::InsideBelow { inside: hex("0101"), above: hex("0202") };
    side("redoubt = [\"0202>0101\"]", "hexsides.redoubt[1]", kind);
    side("bridge = [\"0101-0102\"]", "hexsides.bridge[1]", FaultKind::NoWater(a, b));
    side("ford = [\"0101-0102\"]", "hexsides.ford[1]", FaultKind::NoWater(a, b));

    let way = |text: &str, path: &str, kind| one_map_fault(&format!("[ways]\n{text}"), path, kind);
    let apart = FaultKind::NotAdjacent(hex("0201"), hex("0401"));
    way("road = [[\"0101\", \"0201\", \"0401\"]]", "ways.road[1][3]", apart);
    way("road = [[\"0101\", \"0901\", \"0401\"]]", "ways.road[1][2]", FaultKind::OffMap(hex("0901")));
    way("road = [[\"0101\"]]", "ways.road[1]", wrong("two hexes or more", "one"));
    way("road = [\"0101\", []]", "ways.road[1]", wrong("a list", "\"0101\""));
    way("path = [[\"0101\", \"0102\"]]", "ways.path", unknown("\"road\" or \"track\"", "path"));
}

#[test]
fn several_faults_are_all_told() {
    let text = "[map]\nname = \"M\"\ncolumns = 3\nrows = 3\nlower = \"odd\"\nsource = \"reconstructed\"\nsize = 3\n\
                [terrain]\nwoods = [\"0109\", \"x\"]\nsand = []\n[hexsides]\nstream = [\"0101-0303\"]\n\
                bridge = [\"0101-0102\"]\n[ways]\nroad = [[\"0101\", \"0103\"]]\n";
    let said = told(files::map("m", text));
    let paths: Vec<_> = said.iter().map(|(line, path, _)| (*line, path.as_str())).collect();
    assert_eq!(
        paths,
        [
            (1, "map"),
            (7, "map.size"),
            (9, "terrain.woods[1]"),
            (9, "terrain.woods[2]"),
            (10, "terrain.sand"),
            (12, "hexsides.stream[1]"),
            (13, "hexsides.bridge[1]"),
            (15, "ways.road[1][2]"),
        ]
    );
    // Without the shape of the map, what does not hang on it is told still.
    let said = told(files::map("m", &text.replace("rows = 3\n", "")));
    let paths: Vec<_> = said.iter().map(|(_, path, _)| path.as_str()).collect();
    assert_eq!(paths, ["map", "map.rows", "map.size", "terrain.woods[2]", "terrain.sand"]);
}

// --- Rosters ---------------------------------------------------------------------------------------------------------

const HUSSARS: &str = r#"[[formation.unit]]
name = "Hussars"
arm = "cavalry"
weight = "light"
strength = 3
cohesion = 6
engagement = 5
movement = 8
disordered = { strength = 2, cohesion = 5, engagement = 3, movement = 8 }
"#;
const BATTERY: &str = r#"[[formation.unit]]
name = "Battery"
arm = "artillery"
weight = "horse"
strength = 3
cohesion = 6
movement = 8
disordered = { strength = 0, cohesion = 4, movement = 7 }
range = { effective = 3, maximum = 7 }
"#;

/// A roster of one formation: line 1 is the sides, 2 to 6 the formation, then these.
fn few(rest: &[&str]) -> String {
    let head = "sides = { first = \"Red\", second = \"Blue\" }\n[[formation]]\nname = \"Van\"\nside = \"Blue\"\n\
                initiative = [6, 5]\nsource = \"printed\"\n";
    format!("{head}{}", rest.concat())
}

#[track_caller]
fn one_unit_fault(text: &str, line: u32, path: &str, kind: FaultKind) {
    assert_eq!(told(files::roster("u", text)), [(line, path.to_owned(), kind)]);
}

#[test]
fn a_roster_entered_by_hand() {
    let text = few(&[HUSSARS, BATTERY]).replace("[6, 5]", "[6, 5, 4]")
        + "source = \"reconstructed\"\nwhy = \"a guess\"\n\
           [[combined]]\nname = \"Rush\"\nside = \"Red\"\nsource = \"printed\"\n\
           [[combined]]\nname = \"All\"\nside = \"Blue\"\ninitiative = 4\nsource = \"printed\"\n\
           [[commander]]\nname = \"Ott\"\nside = \"Blue\"\nmodifier = -1\norders = 3\nrange = 7\nsource = \"published\"\n\
           from = \"a leaflet\"\n";
    let roster = sound(files::roster("u", &text));
    assert_eq!(roster.sides, ["Red", "Blue"]);
    let van = &roster.formations[0];
    assert_eq!((van.name.as_str(), van.side, van.units.len(), van.markers.len()), ("Van", Side::Second, 2, 3));
    let markers: Vec<_> = roster.markers.iter().map(|m| (m.name.as_str(), m.side, m.initiative)).collect();
    assert_eq!(
        markers,
        [
            ("Van 1", Side::Second, 6),
            ("Van 2", Side::Second, 5),
            ("Van 3", Side::Second, 4),
            ("Rush", Side::First, 0),
            ("All", Side::Second, 4),
        ]
    );
    assert!(matches!(roster.markers[2].activates, Activates::Formation(id) if id.0 == 0));
    assert_eq!(roster.markers[3].activates, Activates::Combined);
    let hussars = roster.unit_named("Van/Hussars").and_then(|id| roster.unit(id)).expect("hussars");
    assert_eq!((hussars.arm, hussars.weight, hussars.source), (Arm::Cavalry, Weight::Light, Source::Printed));
    let values = |v: grognard::jours_de_gloire::roster::Values| (v.strength, v.cohesion, v.engagement, v.movement);
    assert_eq!((values(hussars.good), values(hussars.disordered)), ((3, 6, 5, 8), (2, 5, 3, 8)));
    let battery = roster.unit_named("Van/Battery").and_then(|id| roster.unit(id)).expect("the battery");
    assert_eq!((battery.weight, battery.source), (Weight::Horse, Source::Reconstructed));
    assert_eq!((values(battery.good), values(battery.disordered)), ((3, 6, 0, 8), (0, 4, 0, 7)));
    assert_eq!((battery.reach.effective, battery.reach.maximum), (3, 7));
    let ott = &roster.commanders[0];
    assert_eq!((ott.side, ott.modifier, ott.orders, ott.range), (Side::Second, -1, 3, 7));
    assert_eq!(ott.source, Source::Published);
}

#[test]
fn faults_of_units() {
    let hussars = |from: &str, to: &str| few(&[&HUSSARS.replacen(from, to, 1)]);
    let path = |key: &str| format!("formation[1].unit[1].{key}");
    let tested = "a whole number from 0 to 9";
    one_unit_fault(&hussars("cohesion = 6", "cohesion = 10"), 12, &path("cohesion"), wrong(tested, "`10`"));
    one_unit_fault(&hussars("engagement = 5", "engagement = -1"), 13, &path("engagement"), wrong(tested, "`-1`"));
    one_unit_fault(&hussars("engagement = 5\n", ""), 7, &path("engagement"), missing(tested));
    let strength = "a whole number from 1 to 99";
    one_unit_fault(&hussars("strength = 3", "strength = 0"), 11, &path("strength"), wrong(strength, "`0`"));
    one_unit_fault(&hussars("strength = 3", "strength = 3.5"), 11, &path("strength"), wrong(strength, "a TOML float"));
    let unit = path;
    one_unit_fault(&hussars("movement = 8\n", ""), 7, &path("movement"), missing("a whole number from 0 to 99"));
    let battery = |from: &str, to: &str| few(&[&BATTERY.replacen(from, to, 1)]);
    let arms = "\"infantry\", \"cavalry\" or \"artillery\"";
    one_unit_fault(&hussars("\"cavalry\"", "\"horse\""), 9, &unit("arm"), wrong(arms, "\"horse\""));
    one_unit_fault(&hussars("\"light\"", "\"line\""), 10, &unit("weight"), wrong("\"light\" or \"heavy\"", "\"line\""));
    one_unit_fault(
        &battery("\"horse\"", "\"light\""),
        10,
        &unit("weight"),
        wrong("\"foot\" or \"horse\"", "\"light\""),
    );
    one_unit_fault(&few(&[BATTERY, "engagement = 4\n"]), 16, &unit("engagement"), FaultKind::UnknownKey);
    let range = "range = { effective = 3, maximum = 7 }\n";
    one_unit_fault(&few(&[HUSSARS, range]), 16, &unit("range"), FaultKind::UnknownKey);
    one_unit_fault(&battery(range, ""), 7, &unit("range"), missing("a table with `effective` and `maximum`"));
    let range = wrong("a whole number from 0 to 7", "`8`");
    one_unit_fault(&battery("effective = 3", "effective = 8"), 15, &unit("range.effective"), range);
    let back = "disordered = { strength = 2, cohesion = 5, engagement = 3, movement = 8 }\n";
    one_unit_fault(&hussars(back, ""), 7, &unit("disordered"), missing("a table with the numbers of the back"));
    let tested = wrong("a whole number from 0 to 9", "`11`");
    one_unit_fault(&hussars("engagement = 3", "engagement = 11"), 15, &unit("disordered.engagement"), tested);
    one_unit_fault(
        &hussars("engagement = 3", "nerve = 0, engagement = 3"),
        15,
        &unit("disordered.nerve"),
        FaultKind::UnknownKey,
    );
    one_unit_fault(&few(&[HUSSARS, HUSSARS]), 17, "formation[1].unit[2].name", twice(&unit("name")));
    let reasonless = few(&[HUSSARS, "source = \"reconstructed\"\n"]);
    one_unit_fault(&reasonless, 7, "formation[1].unit[1]", FaultKind::NoReason(Source::Reconstructed));
}

#[test]
fn faults_of_rosters() {
    let formation = |from: &str, to: &str| few(&[HUSSARS]).replacen(from, to, 1);
    let sides = "\"Red\" or \"Blue\"";
    one_unit_fault(&formation("\"Blue\"\n", "\"Green\"\n"), 4, "formation[1].side", unknown(sides, "Green"));
    let tested = wrong("a whole number from 0 to 9", "`12`");
    one_unit_fault(&formation("[6, 5]", "[6, 12]"), 5, "formation[1].initiative[2]", tested);
    one_unit_fault(&formation("[6, 5]", "[]"), 5, "formation[1].initiative", wrong("a marker or more", "none"));
    one_unit_fault(&formation("source = \"printed\"\n", ""), 2, "formation[1]", FaultKind::NoSource);
    let name = wrong("a name without `/`, other than \"commander\"", "\"a/b\"");
    one_unit_fault(&formation("\"Van\"", "\"a/b\""), 2, "formation[1]", name);
    let name = wrong("a name without `/`, other than \"commander\"", "\"commander\"");
    one_unit_fault(&formation("\"Van\"", "\"commander\""), 2, "formation[1]", name);
    one_unit_fault(&formation("Blue", "Red").replace("Blue", "Red"), 1, "sides.second", twice("sides.first"));
    let two = few(&[]) + "[[formation]]\nname = \"Van\"\nside = \"Red\"\ninitiative = [1]\nsource = \"printed\"\n";
    one_unit_fault(&two, 8, "formation[2].name", twice("formation[1].name"));

    let marker = |name: &str| format!("[[combined]]\nname = \"{name}\"\nside = \"Red\"\nsource = \"printed\"\n");
    one_unit_fault(&few(&[&marker("Van 2")]), 8, "combined[1].name", twice("formation[1].initiative[2]"));
    one_unit_fault(&few(&[&marker("X"), &marker("X")]), 12, "combined[2].name", twice("combined[1].name"));
    let ott =
        "[[commander]]\nname = \"Ott\"\nside = \"Red\"\nmodifier = 1\norders = 3\nrange = 7\nsource = \"printed\"\n";
    one_unit_fault(&few(&[ott, ott]), 15, "commander[2].name", twice("commander[1].name"));
    let low = ott.replace("= 1", "= -10");
    one_unit_fault(&few(&[&low]), 10, "commander[1].modifier", wrong("a whole number from -9 to 9", "`-10`"));
    one_unit_fault("", 1, "sides", missing("a table with `first` and `second`"));
    one_unit_fault(&few(&["[[formations]]\n"]), 7, "formations", FaultKind::UnknownKey);
}

#[test]
fn no_more_than_there_is_room_for() {
    let units = |count: usize| (0..count).map(|i| HUSSARS.replace("Hussars", &format!("H{i}"))).collect::<String>();
    assert_eq!(sound(files::roster("u", &few(&[&units(64)]))).units.len(), 64);
    one_unit_fault(&few(&[&units(66)]), 7 + 64 * 9, "formation[1].unit[65]", FaultKind::TooMany { most: 64 });
    let formation =
        |i: usize| format!("[[formation]]\nname = \"F{i}\"\nside = \"Red\"\ninitiative = [1]\nsource = \"printed\"\n");
    let formations = |count: usize| (0..count).map(formation).collect::<String>();
    assert_eq!(sound(files::roster("u", &few(&[&formations(31)]))).formations.len(), 32);
    one_unit_fault(&few(&[&formations(33)]), 7 + 31 * 5, "formation[33]", FaultKind::TooMany { most: 32 });
    let markers = |count: usize| format!("{:?}", vec![1; count]);
    let with = |count: usize| few(&[]).replace("[6, 5]", &markers(count));
    assert_eq!(sound(files::roster("u", &with(64))).markers.len(), 64);
    one_unit_fault(&with(66), 5, "formation[1].initiative[65]", FaultKind::TooMany { most: 64 });
    let ott = |i: usize| {
        format!(
            "[[commander]]\nname = \"C{i}\"\nside = \"Red\"\nmodifier = 1\norders = 3\nrange = 7\nsource = \"printed\"\n"
        )
    };
    let commanders = |count: usize| (0..count).map(ott).collect::<String>();
    assert_eq!(sound(files::roster("u", &few(&[&commanders(8)]))).commanders.len(), 8);
    one_unit_fault(&few(&[&commanders(10)]), 7 + 8 * 7, "commander[9]", FaultKind::TooMany { most: 8 });
    // So many that no id has room for them.
    let crowd = few(&[&formations(300), &units(300), &commanders(300)]).replace("[1]", "[1, 1]");
    assert!(told(files::roster("u", &crowd)).iter().all(|(_, _, kind)| matches!(kind, FaultKind::TooMany { .. })));
}
