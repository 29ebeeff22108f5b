//! Files laid over others, and what is not printed.

use super::maps::TEN;
use super::rosters::{BATTERY, HUSSARS, few};
use super::{MAPS, SCENARIOS, UNITS, cell, ground, hex, sound, told, twice};
use grognard::figures::{FaultKind, Source, SourceSet};
use grognard::hex::{Edge as MapEdge, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::charts::{Barrier, Terrain};
use grognard::jours_de_gloire::files::{self, Document};
use grognard::jours_de_gloire::scenario::Refuge;
use grognard::jours_de_gloire::state::Order;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

#[test]
fn a_file_laid_over_a_map() {
    let over = "[terrain]\nclear = [\"0101\"]\nmarsh = [\"0502\", \"0202\"]\n[levels]\n\"0\" = [\"0402\"]\n\
                [hexsides]\nslope = []\n[places]\n\"The wood\" = [\"0102\"]\n[map]\nname = \"Mine\"\n";
    let map = sound(files::overlay(("ten.toml", TEN), ("mine.toml", over)).and_then(Document::map));
    let at = |text: &str| cell(&map, text);
    assert_eq!((map.name.as_str(), map.grid.columns(), map.source), ("Mine", 5, Source::Printed));
    let terrain = |text: &str| map.terrain(at(text));
    assert_eq!((terrain("0101"), terrain("0502"), terrain("0202")), (Terrain::Clear, Terrain::Marsh, Terrain::Marsh));
    assert_eq!((terrain("0301"), map.level(at("0402")), map.level(at("0401"))), (Terrain::Village, 0, 1));
    assert_eq!(map.place("The wood"), Some([at("0102")].as_slice()));
    assert!(
        map.edges.iter().all(|edge| !edge.has(Barrier::Slope)) && map.edges.iter().any(|e| e.has(Barrier::SteepSlope))
    );

    // Its faults are told under its own name and lines; those of the two together, where they are seen.
    let faults = files::overlay(("ten.toml", TEN), ("mine.toml", "\n[terrain]\nmarsh = [\"0909\"]\nbog = []"));
    let faults = faults.and_then(Document::map).expect_err("two faults");
    let said: Vec<_> = faults.faults.iter().map(|f| (f.file.as_str(), f.line, f.path.as_str())).collect();
    assert_eq!(said, [("mine.toml", Some(3), "terrain.marsh[1]"), ("mine.toml", Some(4), "terrain.bog")]);
    let faults = files::overlay(("ten.toml", TEN), ("mine.toml", "[levels]\n\"0\" = [\"0401\", \"0402\"]"));
    let faults = faults.and_then(Document::map).expect_err("a slope on level ground");
    assert_eq!(faults.faults.len(), 1);
    assert_eq!(faults.faults[0].kind, FaultKind::NoSlope(hex("0402"), hex("0502")));
    let faults = files::overlay(("ten.toml", TEN), ("mine.toml", "[map")).expect_err("not TOML");
    assert!(faults.faults.iter().all(|fault| fault.file == "mine.toml"));
}

#[test]
fn a_file_laid_over_units_and_places() {
    let (file, text) = UNITS[1];
    let over = "[[formation]]\nname = \"Outposts\"\n[[formation.unit]]\nname = \"Hussars\"\nstrength = 4\n\
                source = \"printed\"\n[[formation.unit]]\nname = \"Uhlans\"\narm = \"cavalry\"\nweight = \"light\"\n\
                strength = 1\ncohesion = 5\nengagement = 5\nmovement = 8\n\
                disordered = { strength = 1, cohesion = 4, engagement = 3, movement = 8 }\n\
                [[commander]]\nname = \"Zach\"\norders = 2\n";
    let roster = sound(files::overlay((file, text), ("mine.toml", over)).and_then(Document::roster));
    let before = ground(1).1;
    let unit = |name: &str| roster.unit_named(name).and_then(|id| roster.unit(id)).expect("a unit");
    assert_eq!(roster.units.len(), before.units.len() + 1);
    let hussars = unit("Outposts/Hussars");
    assert_eq!((hussars.good.strength, hussars.good.cohesion, hussars.source), (4, 6, Source::Printed));
    assert_eq!(hussars.disordered.strength, 2);
    assert_eq!((unit("Outposts/Uhlans").good.strength, unit("Outposts/Uhlans").source), (1, Source::Reconstructed));
    assert_eq!(unit("Outposts/Croats").source, Source::Reconstructed);
    let zach = roster.commander_named("Zach").and_then(|id| roster.commander(id)).expect("Zach");
    assert_eq!((zach.orders, zach.range), (2, 5));
    assert_eq!(roster.formations.len(), before.formations.len());

    let (map, roster) = ground(1);
    let over = "[[place]]\nunit = \"Battle/22nd Line\"\nhex = \"0512\"\nstate = \"good\"\n[rout]\n\
                French = { edge = \"west\" }\n[scenario]\nturns = 7\n[[victory.hex]]\nhex = \"0807\"\npoints = 9\n";
    let document = sound(files::overlay(SCENARIOS[1].1, ("mine.toml", over)));
    let scenario = sound(document.scenario(&map, &roster));
    let line = scenario.places.iter().find(|p| roster.unit_name(p.unit) == "Battle/22nd Line").expect("the place");
    assert_eq!((line.cell, line.order, line.facing), (cell(&map, "0512"), Order::Good, Vertex::E));
    assert_eq!((scenario.refuge[0], scenario.turns.len()), (Refuge::Edge(MapEdge::West), 7));
    let village = scenario.victory.objectives.iter().find(|o| o.cell == cell(&map, "0807")).expect("the village");
    assert_eq!((village.points, village.side, scenario.victory.objectives.len()), (9, Some(Side::First), 2));

    // Twice in the same upper file is twice; a new source asks for a reason of its own.
    let place = "[[place]]\nunit = \"Battle/22nd Line\"\nhex = \"0512\"\n";
    let document = sound(files::overlay(SCENARIOS[1].1, ("mine.toml", &format!("{place}{place}facing = \"E\"\n"))));
    let said = told(document.scenario(&map, &roster));
    assert_eq!(said.len(), 1);
    assert_eq!((said[0].0, &said[0].2), (5, &twice("place[8].unit")));
    let over = "[[formation]]\nname = \"Outposts\"\nsource = \"reconstructed\"\n";
    let said = told(files::overlay((file, text), ("mine.toml", over)).and_then(Document::roster));
    assert_eq!(said.iter().map(|(_, _, kind)| kind).collect::<Vec<_>>(), [&FaultKind::NoReason(Source::Reconstructed)]);
}

#[test]
fn what_is_not_printed() {
    let rule = grognard::rule!("M 0.3");
    let gaps = |text: &str, allowed| Document::parse("f", text).gaps(allowed, rule);
    assert!(gaps(UNITS[2].1, SourceSet::ALL).is_empty());
    let text = few(&[HUSSARS, BATTERY, "source = \"reconstructed\"\nwhy = \"a guess\"\n"]);
    let [gap] = gaps(&text, SourceSet::PRINTED).try_into().expect("one gap");
    assert_eq!((gap.place.as_str(), gap.path.as_str()), ("Van, Battery", "formation[1].unit[2]"));
    assert_eq!((gap.source, gap.note.as_str(), gap.rule), (Source::Reconstructed, "a guess", rule));
    assert!(gaps(&text, SourceSet::PRINTED.with(Source::Reconstructed)).is_empty());
    assert_eq!(gaps(MAPS[3].1, SourceSet::PRINTED).len(), 1);
}

// --------------------------------------------------------------------------------------------------------- whole files

/// A map of one's own, with nothing but a village and a lake.
const WHOLE: &str = "[map]\nname = \"mine\"\ncolumns = 30\nrows = 20\nlower = \"even\"\nsource = \"printed\"\n\
                     [terrain]\nvillage = [\"1310\"]\nlake = [\"0101\"]\n";

#[test]
fn a_whole_map_stands_in_place_of_ours() {
    let rules =
        JoursDeGloire::open(&Setup::scenario("montebello").overlay("map", WHOLE)).expect("a map without faults");
    let map = rules.map();
    assert_eq!((map.name.as_str(), map.grid.columns(), map.grid.rows()), ("mine", 30, 20));
    // Ours has woods, levels, roads and streams: what mine leaves out is clear, level and open.
    assert_eq!(map.terrain.iter().filter(|terrain| terrain.key() != "clear").count(), 2);
    assert!(map.level.iter().all(|level| *level == 0));
    assert!(map.edges.iter().all(|edge| edge.ways == 0 && edge.barriers == 0 && edge.crossing.is_none()));
    assert!(map.streets.is_empty());
    // With less of a head it is laid over ours, hex by hex.
    let part = WHOLE.replace("lower = \"even\"\n", "");
    let rules = JoursDeGloire::open(&Setup::scenario("montebello").overlay("map", part)).expect("a larger map");
    assert!(rules.map().terrain.iter().filter(|terrain| terrain.key() != "clear").count() > 20);
}

#[test]
fn counters_stand_where_the_rules_allow_it() {
    let told = |file: &str, text: &str| {
        let faults = JoursDeGloire::open(&Setup::scenario("montebello").overlay(file, text)).expect_err(text);
        faults.faults.iter().map(|fault| format!("{} {fault}", fault.path)).collect::<Vec<_>>().join("\n")
    };
    let watrin = |unit: &str, facing: &str| {
        format!("[[place]]\nunit = \"Watrin/{unit}\"\nhex = \"1810\"\nfacing = \"{facing}\"\n")
    };
    // Two of a hex face alike (M 6.1.1), three are too many (M 5.1.1).
    let said = told("scenario", &watrin("22nd Line", "E"));
    assert!(said.contains(".facing") && said.contains("6th Light"), "{said}");
    let said = told("scenario", &format!("{}{}", watrin("22nd Line", "W"), watrin("40th Line", "W")));
    assert!(said.contains("[M 5.1.1/"), "{said}");
    // Nobody stands in a lake.
    let said = told("map", "[terrain]\nlake = [\"1513\"]\n");
    assert!(said.contains("Hohenlohe in 1513"), "{said}");
}
