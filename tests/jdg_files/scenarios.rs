//! A scenario entered by hand, and everything that can be wrong with one.

use super::maps::small;
use super::rosters::{BATTERY, HUSSARS, few};
use super::{HEX, cell, hex, missing, sound, told, twice, unknown, wrong};
use grognard::figures::{FaultKind, Faults, Source};
use grognard::hex::{Edge as MapEdge, Vertex};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::files::{self};
use grognard::jours_de_gloire::map::Map;
use grognard::jours_de_gloire::roster::Roster;
use grognard::jours_de_gloire::scenario::{Automatic, Choice, Chooser, EntryHexes, Formed, Light, Refuge};
use grognard::jours_de_gloire::state::Order;
use grognard::side::Side;

const HEAD: &str = r#"[scenario]
name = "A skirmish"
source = "printed"
edition = "rivoli"
first_turn = "06:45"
turn_minutes = 75
turns = 5
night = [1, 2]
fog = [2, 5]
strategic = { Blue = "Ott" }
successor = { Ott = "Zach" }
[rout]
Red = { edge = "west" }
Blue = { hex = "0403" }
"#;
const PLACE: &str = "[[place]]\nunit = \"Van/Hussars\"\nhex = \"0101\"\nfacing = \"NE\"\n";
const FOE: &str = "[[place]]\nunit = \"Foe/Hussars\"\nhex = \"0303\"\nfacing = \"W\"\n";

/// The map and the roster that the scenarios here are played with.
pub fn field() -> (Map, Roster) {
    let map = sound(small(""));
    let named = |name: &str, side: &str| {
        format!(
            "[[commander]]\nname = \"{name}\"\nside = \"{side}\"\nmodifier = 1\norders = 3\nrange = 7\nsource = \"printed\"\n"
        )
    };
    let foe = "[[formation]]\nname = \"Foe\"\nside = \"Red\"\ninitiative = [4]\nsource = \"printed\"\n";
    let rush = "[[combined]]\nname = \"Rush\"\nside = \"Red\"\nsource = \"printed\"\n";
    let commanders = [named("Ott", "Blue"), named("Zach", "Blue"), named("Lee", "Red")].concat();
    let text = few(&[HUSSARS, BATTERY, foe, HUSSARS, rush, &commanders]);
    (map, sound(files::roster("u", &text)))
}

pub fn scenario(rest: &[&str]) -> Result<grognard::jours_de_gloire::scenario::Scenario, Faults> {
    let (map, roster) = field();
    files::scenario("s", &format!("{HEAD}{}", rest.concat()), &map, &roster)
}

/// The faults of the scenario with this put into its head.
fn head_faults(from: &str, to: &str) -> Vec<(u32, String, FaultKind)> {
    assert!(HEAD.contains(from), "{from}");
    let (map, roster) = field();
    told(files::scenario("s", &HEAD.replacen(from, to, 1), &map, &roster))
}

/// The place of the line after the head.
const AFTER: u32 = 15;

#[track_caller]
fn one_fault(rest: &[&str], line: u32, path: &str, kind: FaultKind) {
    assert_eq!(told(scenario(rest)), [(AFTER - 1 + line, path.to_owned(), kind)]);
}

#[test]
fn a_scenario_entered_by_hand() {
    let rest = r#"
[[place]]
unit = "Van/Battery"
hex = "0102"
facing = "SE"
state = "disordered"
choice = "neighbour"

[[place]]
unit = "commander/Ott"
hex = "0102"
choice = "beside:Blue"

[[reinforcement]]
turn = 4
units = ["Foe/Hussars", "commander/Lee"]
hex = "0401"

[[reinforcement]]
turn = 3
units = ["commander/Zach"]
hex = "0101"

[arrival]
change = [{ formation = "Foe", edges = ["east", "north"], ways = true }]
delay = [
    { from = 0, to = 8, turns = 1, chooser = "owner" },
    { from = 9, to = 9, turns = 2, chooser = "opponent" },
]

[specific]
free_facing = true
steep_levels = false
one_marker_turns = [1]
lent = { unit = "Van/Battery", formation = "Van" }
furia_francese = "Rush"
eagles_eye = "Red"
pontoon = "Van"
same_name_limit = 2
first_initiative = "Blue"
combined = [{ marker = "Rush", formations = ["Foe"] }]
bound = { formation = "Van", route = ["0101", "0102"], within = ["0102", "0101", "0103"], goal = ["0102"] }

[victory]
routed = 1
eliminated = 2
tie = "Red"
hex = [{ hex = "0202", points = 5, side = "Blue" }, { hex = "0203", points = 1 }]
automatic = [
    { side = "Red", kind = "exit", formations = 2, hex = "0103", unbroken = [1, 2] },
    { side = "Blue", kind = "destroyed", formations = 1 },
    { side = "Blue", kind = "holds", hexes = ["0101", "0303"] },
]
"#;
    let (map, roster) = field();
    let found = sound(scenario(&[PLACE, rest]));
    let at = |text: &str| cell(&map, text);
    let unit = |name: &str| roster.unit_named(name).expect("a unit");
    assert_eq!((found.edition, found.begins, found.minutes, found.source), (Edition::Rivoli, 405, 75, Source::Printed));
    assert_eq!(found.turns, [Light::Night, Light::NightAndFog, Light::Day, Light::Day, Light::Fog]);
    let commander = |name: &str| roster.commander_named(name).expect("a commander");
    assert_eq!(found.strategic, [None, Some(commander("Ott"))]);
    assert_eq!(found.successors, [(commander("Ott"), commander("Zach"))]);
    assert_eq!(found.refuge, [Refuge::Edge(MapEdge::West), Refuge::Hex(at("0403"))]);

    let [hussars, battery] = found.places.as_slice() else { panic!("{:?}", found.places) };
    assert_eq!((hussars.unit, hussars.cell, hussars.facing), (unit("Van/Hussars"), at("0101"), Vertex::NE));
    assert_eq!((hussars.order, hussars.formed, &hussars.choice), (Order::Good, Formed::No, &Choice::Here));
    assert_eq!((battery.unit, battery.cell, battery.facing), (unit("Van/Battery"), at("0102"), Vertex::SE));
    assert_eq!((battery.order, battery.formed, &battery.choice), (Order::Disordered, Formed::No, &Choice::Neighbour));
    assert_eq!(found.posts, [(commander("Ott"), at("0102"), Choice::Beside(Side::Second))]);

    let [first, second] = found.arrivals.as_slice() else { panic!("{:?}", found.arrivals) };
    let foe = roster.formation_named("Foe").expect("the foe");
    let van = roster.formation_named("Van").expect("the van");
    assert_eq!((first.turn, first.units, first.cell), (4, unit("Foe/Hussars").only(), at("0401")));
    assert_eq!((&first.commanders, &first.formations), (&vec![commander("Lee")], &vec![foe]));
    assert_eq!((second.units.len(), &second.commanders), (0, &vec![commander("Zach")]));
    assert_eq!(found.available, [van]);
    let change = &found.optional_arrival.changes[0];
    assert_eq!((change.formation, change.hexes), (foe, EntryHexes::OnWay));
    assert_eq!(change.edges, [MapEdge::East, MapEdge::North]);
    let delays = found.optional_arrival.delays.expect("delays");
    assert_eq!((delays[8].turns, delays[8].chooser), (1, Chooser::Owner));
    assert_eq!((delays[9].turns, delays[9].chooser), (2, Chooser::Opponent));

    let specific = &found.specific;
    assert!(specific.free_facing.on() && !specific.steep_levels.on() && !specific.no_square.on());
    assert_eq!(specific.one_marker_turns, [1]);
    assert_eq!(specific.lent, Some((unit("Van/Battery"), van)));
    assert_eq!(specific.furia.and_then(|id| roster.marker(id)).map(|m| m.name.as_str()), Some("Rush"));
    assert_eq!((specific.eagles_eye, specific.pontoon, specific.same_name), (Some(Side::First), Some(van), Some(2)));
    assert_eq!(specific.first_initiative, Some(Side::Second));
    assert_eq!(specific.combined, [(specific.furia.expect("a marker"), vec![foe])]);
    let bound = specific.bound.as_ref().expect("a route");
    assert_eq!((bound.formation, &bound.route), (van, &vec![at("0101"), at("0102")]));
    assert_eq!(bound.within.len(), 3);

    let victory = &found.victory;
    assert_eq!((victory.routed, victory.eliminated, victory.tie), (1, 2, Some(Side::First)));
    let objectives: Vec<_> = victory.objectives.iter().map(|o| (o.cell, o.points, o.side)).collect();
    assert_eq!(objectives, [(at("0202"), 5, Some(Side::Second)), (at("0203"), 1, None)]);
    assert_eq!(
        victory.automatic,
        [
            Automatic::Exit { side: Side::First, formations: 2, cell: at("0103"), unbroken: (1, 2) },
            Automatic::Destroyed { side: Side::Second, formations: 1 },
            Automatic::Holds { side: Side::Second, cells: vec![at("0101"), at("0303")] },
        ]
    );
    // What may be left out.
    let bare = sound(scenario(&[]));
    assert!(bare.places.is_empty() && bare.available.is_empty() && bare.optional_arrival.delays.is_none());
}

#[test]
fn faults_of_the_head_of_a_scenario() {
    let one = |line: u32, path: &str, kind| vec![(line, path.to_owned(), kind)];
    let time = "a time from \"00:00\" to \"23:59\"";
    for bad in ["\"24:00\"", "\"6:45\"", "\"06:60\"", "\"0645\"", "\"0a:45\""] {
        assert_eq!(head_faults("\"06:45\"", bad), one(5, "scenario.first_turn", wrong(time, bad)));
    }
    let editions = "\"rivoli\" or \"montebello\"";
    assert_eq!(head_faults("\"rivoli\"", "\"zurich\""), one(4, "scenario.edition", wrong(editions, "\"zurich\"")));
    assert_eq!(head_faults("edition = \"rivoli\"\n", ""), one(1, "scenario.edition", missing(editions)));
    let turn = wrong("a whole number from 1 to 5", "`6`");
    assert_eq!(head_faults("night = [1, 2]", "night = [1, 6]"), one(8, "scenario.night[2]", turn.clone()));
    assert_eq!(head_faults("fog = [2, 5]", "fog = [6]"), one(9, "scenario.fog[1]", turn));
    assert_eq!(
        head_faults("night = [1, 2]", "night = [2, 2]"),
        one(8, "scenario.night[2]", twice("scenario.night[1]"))
    );
    let length = wrong("a whole number from 1 to 99", "`0`");
    assert_eq!(head_faults("turns = 5", "turns = 0"), one(7, "scenario.turns", length));
    assert_eq!(head_faults("source = \"printed\"\n", ""), one(1, "scenario", FaultKind::NoSource));
    assert_eq!(head_faults("turns = 5", "turns = 5\nlength = 5"), one(8, "scenario.length", FaultKind::UnknownKey));
    let sides = "\"Red\" or \"Blue\"";
    let commanders = "\"Ott\", \"Zach\" or \"Lee\"";
    let strategic = |from, to, path: &str, kind| {
        assert_eq!(head_faults(from, to), one(10, &format!("scenario.strategic.{path}"), kind));
    };
    strategic("{ Blue = \"Ott\"", "{ Green = \"Ott\"", "Green", unknown(sides, "Green"));
    strategic("{ Blue = \"Ott\"", "{ Blue = \"Mack\"", "Blue", unknown(commanders, "Mack"));
    strategic("{ Blue = \"Ott\"", "{ Red = \"Ott\"", "Red", wrong("a commander of the Red side", "\"Ott\""));
    let successor = |to, path: &str, kind| {
        assert_eq!(head_faults("{ Ott = \"Zach\"", to), one(11, &format!("scenario.successor.{path}"), kind));
    };
    successor("{ Mack = \"Zach\"", "Mack", unknown("the name of an army commander", "Mack"));
    successor("{ Ott = \"Mack\"", "Ott", unknown(commanders, "Mack"));
    successor("{ Ott = \"Lee\"", "Ott", wrong("a commander of the Blue side", "\"Lee\""));
    let circle = wrong("successors one after the other", "a circle");
    for to in ["{ Ott = \"Ott\"", "{ Zach = \"Ott\", Ott = \"Zach\""] {
        assert_eq!(head_faults("{ Ott = \"Zach\"", to), one(1, "scenario.successor", circle.clone()));
    }
    let formations = unknown("\"Van\" or \"Foe\"", "Rear");
    assert_eq!(
        head_faults("turns = 5", "turns = 5\nmarkers = [\"Van\", \"Rear\"]"),
        one(8, "scenario.markers[2]", formations)
    );

    let rout = "a table with `edge` or `hex`";
    let edges = "\"north\", \"east\", \"south\" or \"west\"";
    assert_eq!(head_faults("Red = { edge = \"west\" }\n", ""), one(12, "rout.Red", missing(rout)));
    assert_eq!(head_faults("{ edge = \"west\" }", "{}"), one(13, "rout.Red", wrong(rout, "neither")));
    assert_eq!(head_faults("{ edge", "{ hex = \"0101\", edge"), one(13, "rout.Red", wrong(rout, "both")));
    assert_eq!(head_faults("\"west\" }", "\"NW\" }"), one(13, "rout.Red.edge", wrong(edges, "\"NW\"")));
    assert_eq!(head_faults("\"0403\" }", "\"0404\" }"), one(14, "rout.Blue.hex", FaultKind::OffMap(hex("0404"))));
    assert_eq!(head_faults("Red = {", "Green = {}\nRed = {"), one(13, "rout.Green", unknown(sides, "Green")));
}

#[test]
fn faults_of_places() {
    let place = |from: &str, to: &str| PLACE.replacen(from, to, 1);
    let unit = "a unit of the roster, as in \"formation/unit\"";
    one_fault(&[&place("Van/Hussars", "Van/Uhlans")], 2, "place[1].unit", unknown(unit, "Van/Uhlans"));
    one_fault(&[&place("Van/Hussars", "Hussars")], 2, "place[1].unit", unknown(unit, "Hussars"));
    one_fault(&[&place("Van/Hussars", "Rear/Hussars")], 2, "place[1].unit", unknown("\"Van\" or \"Foe\"", "Rear"));
    let commanders = unknown("\"Ott\", \"Zach\" or \"Lee\"", "Mack");
    let mack = "[[place]]\nunit = \"commander/Mack\"\nhex = \"0101\"\n";
    one_fault(&[mack], 2, "place[1].unit", commanders);
    one_fault(&[&place("0101", "0501")], 3, "place[1].hex", FaultKind::OffMap(hex("0501")));
    one_fault(&[&place("0101", "101")], 3, "place[1].hex", wrong(HEX, "\"101\""));
    let corners = "\"NE\", \"E\", \"SE\", \"SW\", \"W\" or \"NW\"";
    one_fault(&[&place("\"NE\"", "\"N\"")], 4, "place[1].facing", wrong(corners, "\"N\""));
    one_fault(&[&place("facing = \"NE\"\n", "")], 1, "place[1].facing", missing(corners));
    let ott = "[[place]]\nunit = \"commander/Ott\"\nhex = \"0101\"\n";
    one_fault(&[ott, "facing = \"NE\"\n"], 4, "place[1].facing", FaultKind::UnknownKey);
    let states = "\"good\", \"disordered\", \"routed\" or \"square\"";
    one_fault(&[PLACE, "state = \"tired\"\n"], 5, "place[1].state", wrong(states, "\"tired\""));
    one_fault(&[PLACE, PLACE], 6, "place[2].unit", twice("place[1].unit"));
    one_fault(&[ott, ott], 5, "place[2].unit", twice("place[1].unit"));
    let enemy = FaultKind::Enemy { hex: hex("0101"), first: "place[1].hex".to_owned() };
    one_fault(&[PLACE, &FOE.replace("0303", "0101")], 7, "place[2].hex", enemy.clone());
    let lee = ott.replace("Ott", "Lee");
    one_fault(&[PLACE, &lee], 7, "place[2].hex", enemy);
    sound(scenario(&[PLACE, ott, FOE]));

    // Choices.
    let choices = "\"here\", \"neighbour\", \"neighbour:\" with a second hex, \"area\", \"with:\" and a formation, or \
                   \"beside:\" and a side";
    let choice = |text: &str, kind| one_fault(&[PLACE, &format!("choice = \"{text}\"\n")], 5, "place[1].choice", kind);
    choice("near", wrong(choices, "\"near\""));
    choice("near:0101", wrong(choices, "\"near:0101\""));
    choice("neighbour:01", wrong(HEX, "\"01\""));
    choice("neighbour:0909", FaultKind::OffMap(hex("0909")));
    choice("with:Rear", unknown("\"Van\" or \"Foe\"", "Rear"));
    choice("beside:Green", unknown("\"Red\" or \"Blue\"", "Green"));
    choice("area", missing("`areas.Blue`, for those who stand in it"));
    let area = "choice = \"area\"\n[areas]\nBlue = [\"0102\", \"0103\"]\n";
    one_fault(&[PLACE, area], 5, "place[1].choice", wrong("a hex of the area", "0101"));
    one_fault(&["[areas]\nGreen = []\n"], 2, "areas.Green", unknown("\"Red\" or \"Blue\"", "Green"));
    one_fault(&["[lines]\nBlue = [\"0101\"]\n"], 2, "lines.Blue", wrong("hexes of the area", "0101"));
    one_fault(&["[lines]\nGreen = []\n"], 2, "lines.Green", unknown("\"Red\" or \"Blue\"", "Green"));
    let (map, _) = field();
    let found = sound(scenario(&[&place("0101", "0103"), area]));
    assert_eq!(found.places[0].choice, Choice::Area(vec![cell(&map, "0102"), cell(&map, "0103")]));
    let found = sound(scenario(&[PLACE, "choice = \"neighbour:0102\"\n"]));
    let both = ["0101", "0102", "0103", "0201", "0202", "0203"].map(|hex| cell(&map, hex));
    assert_eq!(found.places[0].choice, Choice::Among(both.to_vec()));
}

#[test]
fn faults_of_reinforcements() {
    let arrival = "[[reinforcement]]\nturn = 2\nunits = [\"Van/Hussars\", \"Van/Battery\"]\nhex = \"0101\"\n";
    let with = |from: &str, to: &str| arrival.replacen(from, to, 1);
    let turns = |found: &str| wrong("a whole number from 1 to 5", found);
    one_fault(&[&with("2", "6")], 2, "reinforcement[1].turn", turns("`6`"));
    one_fault(&[&with("2", "0")], 2, "reinforcement[1].turn", turns("`0`"));
    one_fault(&[&with("turn = 2\n", "")], 1, "reinforcement[1].turn", missing("a whole number from 1 to 5"));
    one_fault(&[&with("0101", "0509")], 4, "reinforcement[1].hex", FaultKind::OffMap(hex("0509")));
    one_fault(
        &[&with("Van/Battery", "Van/Hussars")],
        3,
        "reinforcement[1].units[2]",
        twice("reinforcement[1].units[1]"),
    );
    one_fault(&[PLACE, arrival], 7, "reinforcement[1].units[1]", twice("place[1].unit"));
    let mixed = wrong("counters of one side", "\"Foe/Hussars\"");
    one_fault(&[&with("Van/Battery", "Foe/Hussars")], 3, "reinforcement[1].units[2]", mixed);
    let none = "[[reinforcement]]\nturn = 2\nunits = []\nhex = \"0101\"\n";
    one_fault(&[none], 3, "reinforcement[1].units", wrong("a unit or more", "none"));

    let change = "[[arrival.change]]\nformation = \"Van\"\nedges = [\"south\"]\n";
    let delay =
        |from: u8, to: u8| format!("[[arrival.delay]]\nfrom = {from}\nto = {to}\nturns = 0\nchooser = \"owner\"\n");
    sound(scenario(&[change, &delay(0, 9)]));
    let gap = FaultKind::Missing { expected: "what a 5 brings".to_owned() };
    assert_eq!(told(scenario(&[change, &delay(0, 4), &delay(6, 9)])), [(15, "arrival.delay".to_owned(), gap)]);
    one_fault(&[change, &delay(0, 5), &delay(5, 9)], 9, "arrival.delay[2]", twice("arrival.delay[1]"));
    let backwards = wrong("a whole number from 5 to 9", "`4`");
    one_fault(&[change, &delay(5, 4)], 6, "arrival.delay[1].to", backwards);
    one_fault(&[change, change, &delay(0, 9)], 5, "arrival.change[2].formation", twice("arrival.change[1].formation"));
    let edges = wrong("\"north\", \"east\", \"south\" or \"west\"", "\"left\"");
    one_fault(&[&change.replace("south", "left"), &delay(0, 9)], 3, "arrival.change[1].edges[1]", edges);
}

/// A unit that arrives, and that a ruling has at the start.
#[test]
fn faults_of_early_places() {
    let arrival = "[[reinforcement]]\nturn = 2\nunits = [\"Van/Hussars\", \"Van/Battery\"]\nhex = \"0101\"\n";
    let early = "[[early]]\nunit = \"Van/Hussars\"\nhex = \"0102\"\nfacing = \"SE\"\n";
    let (map, roster) = field();
    let found = sound(scenario(&[arrival, early]));
    let hussars = roster.unit_named("Van/Hussars").expect("a unit");
    assert_eq!(
        found.early.iter().map(|place| (place.unit, place.cell)).collect::<Vec<_>>(),
        [(hussars, cell(&map, "0102"))]
    );
    // It arrives all the same, unless a game is ruled otherwise.
    assert!(found.arrivals[0].units.has(hussars) && found.places.is_empty());
    one_fault(&[PLACE, early], 5, "early[1]", wrong("a unit of a reinforcement", "one with a place"));
    one_fault(&[early], 1, "early[1]", wrong("a unit of a reinforcement", "another"));
    one_fault(&[arrival, early, early], 10, "early[2].unit", twice("early[1].unit"));
    let chief = "[[early]]\nunit = \"commander/Ott\"\nhex = \"0102\"\n";
    one_fault(&[chief], 1, "early[1]", wrong("a unit of a reinforcement", "an army commander"));
}

#[test]
fn faults_of_specific_rules_and_victory() {
    let specific =
        |text: &str, path: &str, kind| one_fault(&["[specific]\n", text, "\n"], 2, &format!("specific.{path}"), kind);
    specific("streams = true", "streams", FaultKind::UnknownKey);
    specific("no_square = 1", "no_square", wrong("true or false", "`1`"));
    specific("one_marker_turns = [9]", "one_marker_turns[1]", wrong("a whole number from 1 to 5", "`9`"));
    specific("furia_francese = \"Van 1\"", "furia_francese", unknown("\"Rush\"", "Van 1"));
    specific("eagles_eye = \"Green\"", "eagles_eye", unknown("\"Red\" or \"Blue\"", "Green"));
    specific("pontoon = \"Rear\"", "pontoon", unknown("\"Van\" or \"Foe\"", "Rear"));
    let lent = "lent = { unit = \"Van/Battery\", formation = \"Foe\" }";
    specific(lent, "lent.formation", wrong("a formation of the same side", "\"Foe\""));
    let combined = "combined = [{ marker = \"Rush\", formations = [\"Van\"] }]";
    specific(combined, "combined[1].formations[1]", wrong("a formation of the same side", "\"Van\""));
    specific("any_counter = [\"Rear\"]", "any_counter[1]", unknown("\"Van\" or \"Foe\"", "Rear"));
    let bound =
        "bound = { formation = \"Van\", route = [\"0101\", \"0103\"], within = [\"0101\", \"0103\"], goal = [] }";
    let apart = FaultKind::NotAdjacent(hex("0101"), hex("0103"));
    specific(bound, "bound.route[2]", apart);
    let bound = "bound = { formation = \"Van\", route = [\"0101\", \"0102\"], within = [\"0101\"], goal = [] }";
    specific(bound, "bound.route", wrong("hexes of `within`", "0102"));

    let victory =
        |text: &str, path: &str, kind| one_fault(&["[victory]\n", text, "\n"], 2, &format!("victory.{path}"), kind);
    victory("routed = -1", "routed", wrong("a whole number from 0 to 99", "`-1`"));
    victory("tie = \"Green\"", "tie", unknown("\"Red\" or \"Blue\"", "Green"));
    victory("hex = [{ hex = \"0101\" }]", "hex[1].points", missing("a whole number from 0 to 99"));
    let kinds = "\"exit\", \"destroyed\" or \"holds\"";
    victory("automatic = [{ side = \"Red\", kind = \"luck\" }]", "automatic[1].kind", wrong(kinds, "\"luck\""));
    let destroyed = "automatic = [{ side = \"Red\", kind = \"destroyed\", formations = 1, hex = \"0101\" }]";
    victory(destroyed, "automatic[1].hex", FaultKind::UnknownKey);
    let share = |share: &str| {
        format!(
            "automatic = [{{ side = \"Red\", kind = \"exit\", formations = 1, hex = \"0101\", unbroken = {share} }}]"
        )
    };
    let expected = wrong("a share, as in [1, 2] for a half", "1 items");
    victory(&share("[1]"), "automatic[1].unbroken", expected);
    victory(&share("[3, 2]"), "automatic[1].unbroken[1]", wrong("a whole number from 0 to 2", "`3`"));
    victory(&share("[0, 0]"), "automatic[1].unbroken[2]", wrong("a whole number from 1 to 99", "`0`"));
}
