//! A map entered by hand, and everything that can be wrong with one.

use super::{HEX, cell, hex, missing, sound, told, twice, unknown, wrong};
use grognard::figures::{FaultKind, Faults, Source};
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::files::{self};
use grognard::jours_de_gloire::map::{Map, Passage};

const PAIR: &str = "two hexes that touch, as in \"0912-1012\"";

pub const TEN: &str = r#"
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

/// A map of 4 columns and 3 rows on nine lines, the last of them empty and in the table of levels, then this.
pub fn small(rest: &str) -> Result<Map, Faults> {
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
