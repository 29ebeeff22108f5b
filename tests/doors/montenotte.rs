//! Documents of Montenotte: what contradicts itself is refused with its place, and everything at once.

use grognard::doors::Doors;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::Action;
use grognard::montenotte::document::Document;
use grognard::names;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;
use serde_json::{Value, json};

fn open() -> Montenotte {
    Montenotte::open(&Setup::scenario("montenotte")).unwrap()
}

/// A battle at Dego, at the moment when its defender says what the terrain counts as (N 11.5/3).
fn sound() -> Value {
    json!({
        "turn": 2, "points": 10, "sardinian-morale": 20,
        "markers": {
            "A": {"who": {"unit": "Laharpe"}, "hex": "1012", "marks": ["activated"]},
            "B": {"who": {"chief": "Bonaparte"}, "hex": "0714"},
            "C": {"who": {"unit": "Masséna"}, "with": "B"},
            "D": {"who": "decoy", "hex": "0714"},
            "K": {"who": {"unit": "Argenteau"}, "hex": "1112", "fatigue": 1},
            "L": {"who": {"chief": "Beaulieu"}, "hex": "1217"},
            "Vukassovitch": {"hex": "1313"},
        },
        "units": {
            "Laharpe": {"sp": 6, "initial": 6},
            "Masséna": {"sp": 6, "initial": 6, "cursor": -1},
            "Argenteau": {"sp": 7, "initial": 7, "chariots": 2},
            "Vukassovitch": {"sp": 3, "initial": 3},
        },
        "battle": {"at": "1112", "from": "1012", "attacker": "French", "principal": ["A", "K"]},
        "agenda": [
            {"turn": "cup"},
            {"drawn": {"marker": "A"}},
            {"acting": {"marker": "A", "left": 2, "rapid": 0, "flags": ["acted", "fought", "may-fight"]}},
            {"battle": "morale"},
        ],
    })
}

/// The places of the faults of a document, or what serde says of its shape.
fn faults(value: Value) -> Vec<String> {
    let document: Document = match serde_json::from_value(value) {
        Ok(document) => document,
        Err(error) => return vec![error.to_string()],
    };
    match open().read(&document) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.faults.iter().map(|fault| fault.path.clone()).collect(),
    }
}

/// Puts a value at this place, as a JSON pointer says it.
fn set(document: &mut Value, at: &str, value: Value) {
    let (parent, key) = at.rsplit_once('/').unwrap();
    match document.pointer_mut(parent) {
        Some(Value::Object(entries)) => drop(entries.insert(key.to_owned(), value)),
        Some(Value::Array(items)) => items[key.parse::<usize>().unwrap()] = value,
        other => panic!("{at}: {other:?}"),
    }
}

#[test]
fn each_contradiction_is_told_with_its_place() {
    assert_eq!(faults(sound()), [""; 0]);
    for (at, value, place) in [
        ("/turn", json!(0), "turn"),
        ("/turn", json!(99), "turn"),
        ("/points", json!(30_000), "points"),
        ("/sardinian-morale", json!(99), "sardinian-morale"),
        ("/sardinian-losses", json!(200), "sardinian-losses"),
        ("/reserve", json!(200), "reserve"),
        ("/coni-since", json!(9), "coni-since"),
        ("/initiative", json!("Prussian"), "initiative"),
        ("/ended", json!({"winner": "French", "outcome": "draw"}), "ended"),
        ("/ended", json!({"outcome": "major"}), "ended"),
        ("/chosen", json!("K"), "chosen"),
        ("/chosen", json!("B"), "chosen"),
        ("/sides", json!({"Prussian": {}}), "sides.Prussian"),
        ("/sides", json!({"French": {"done": 9}}), "sides.French.done"),
        ("/spent", json!({"Napoleon": 2}), "spent.Napoleon"),
        ("/spent", json!({"Bonaparte": 200}), "spent.Bonaparte"),
        ("/markers/Q9", json!({"hex": "0101"}), "markers.Q9"),
        ("/markers/E", json!({"hex": "0714"}), "markers.E.who"),
        ("/markers/E", json!({"who": {"unit": "Laharpe"}, "hex": "0714"}), "markers.E.who"),
        ("/markers/E", json!({"who": {"unit": "Dichat"}, "hex": "0714"}), "markers.E.who"),
        ("/markers/E", json!({"who": {"unit": "Vukassovitch"}}), "markers.E.who"),
        ("/markers/E", json!({"who": {"chief": "Napoleon"}}), "markers.E.who"),
        ("/markers/Vukassovitch/who", json!("decoy"), "markers.Vukassovitch.who"),
        ("/markers/A/hex", json!("9999"), "markers.A.hex"),
        ("/markers/A/fatigue", json!(7), "markers.A.fatigue"),
        ("/markers/A/marks", json!(["acted", "acted"]), "markers.A.marks.1"),
        ("/markers/A/marks", json!(["in-fort"]), "markers.A.marks"),
        (
            "/markers/A/report",
            json!({"kind": "division", "sp": 200, "percent": 50, "units": "no"}),
            "markers.A.report.sp",
        ),
        ("/markers/D/hex", json!("1112"), "markers.K.hex"),
        ("/markers/C/with", json!("A"), "markers.C.with"),
        ("/markers/C/hex", json!("0714"), "markers.C.with"),
        ("/markers/D", json!({"who": "decoy", "with": "B"}), "markers.D.with"),
        ("/units/Laharpe/sp", json!(0), "units.Laharpe.sp"),
        ("/units/Laharpe/sp", json!(200), "units.Laharpe.sp"),
        ("/units/Laharpe/cursor", json!(9), "units.Laharpe.cursor"),
        ("/units/Laharpe/chariots", json!(2), "units.Laharpe.chariots"),
        ("/units/Dichat", json!({"sp": 3}), "units.Dichat.sp"),
        ("/units/Murat", json!({"sp": 3}), "units.Murat"),
        ("/places", json!({"Paris": "French"}), "places.Paris"),
        ("/pillaged", json!(["0101"]), "pillaged.0"),
        ("/cup", json!(["A", "A"]), "cup"),
        ("/cup", json!(["Inertia", "Inertia"]), "cup"),
        ("/cup", json!(["Vukassovitch"]), "cup"),
        ("/aside", json!(["Z9"]), "aside"),
        ("/battle/at", json!("0101"), "battle.from"),
        ("/battle/attacker", json!("Prussian"), "battle.attacker"),
        ("/battle/principal", json!(["A", "E"]), "battle"),
        ("/battle/joined", json!(["A"]), "battle"),
        ("/battle/flank", json!(["B"]), "battle.flank"),
        ("/battle/row", json!(99), "battle.row"),
        ("/battle/row", json!(5), "battle.sides"),
        ("/battle/vanquished", json!("French"), "battle.vanquished"),
        ("/battle/terrain", json!(100), "battle.terrain"),
        ("/battle/sides", json!({"French": {"lead": {"unit": "Argenteau"}}}), "battle.sides.French.lead"),
        ("/battle/sides", json!({"French": {"due": 200}}), "battle.sides.French.due"),
        ("/battle", json!(null), "battle"),
        ("/agenda", json!([]), "agenda"),
        ("/agenda", json!([{"turn": "weather"}]), "battle"),
        ("/agenda/0", json!("tea"), "agenda.0"),
        ("/agenda/0", json!("attrition"), "agenda.0"),
        ("/agenda/0", json!({"turn": "bid"}), "agenda.1"),
        ("/agenda/1", json!({"drawn": {"marker": "Vukassovitch"}}), "agenda.1"),
        ("/agenda/1", json!({"drawn": {"marker": "K"}}), "agenda.2"),
        ("/agenda/1", json!("attrition"), "agenda.2"),
        ("/agenda/2/acting/left", json!(250), "agenda.2"),
        ("/agenda/2/acting/flags", json!(["asleep"]), "agenda.2"),
        ("/agenda/2/acting/marker", json!("K"), "agenda.2"),
        ("/agenda/2/acting/tea", json!(1), "agenda.2"),
        ("/agenda/3", json!({"battle": "losses"}), "agenda.3"),
        ("/agenda/3", json!({"battle": {"decide": {"marker": "K", "by": "French"}}}), "agenda.3"),
        ("/agenda/3", json!({"guns": {"marker": "B", "left": 2, "rapid": 0, "steps": 0}}), "agenda.3"),
        ("/agenda/3", json!({"retreat": {"marker": "K", "left": 2, "done": 0}}), "agenda.3"),
        ("/agenda/3", json!({"marching": {"marker": "B", "left": 2, "steps": 0}}), "agenda.3"),
        ("/agenda/3", json!({"reacting": {"active": "B", "cause": "moved", "tried": []}}), "agenda.3"),
        (
            "/agenda/3",
            json!({"scouting": {"by": "A", "target": "B", "bonus": 0, "stage": "die", "occasion": "active", "percent": 0}}),
            "agenda.3",
        ),
    ] {
        let mut document = sound();
        set(&mut document, at, value.clone());
        let found = faults(document);
        assert!(found.iter().any(|path| path.starts_with(place)), "{at} = {value}: {found:?}");
    }
    for (at, value) in [
        ("/tea", json!(1)),
        ("/markers/A/tea", json!(1)),
        ("/markers/A/marks", json!(["asleep"])),
        ("/units/Laharpe/tea", json!(1)),
        ("/battle/tea", json!(1)),
        ("/turn", json!("one")),
        ("/agenda", json!(null)),
    ] {
        let mut document = sound();
        set(&mut document, at, value);
        assert!(serde_json::from_value::<Document>(document).is_err(), "{at}");
    }
    let mut many = sound();
    set(&mut many, "/turn", json!(99));
    set(&mut many, "/markers/A/hex", json!("9999"));
    set(&mut many, "/units/Laharpe/sp", json!(200));
    assert!(faults(many).len() >= 3, "all at once");
}

#[test]
fn a_game_that_is_over_reads_back_and_stays_over() {
    let rules = open();
    let mut over = sound();
    over["ended"] = json!({"winner": "French", "outcome": "strategic"});
    let state = rules.read(&serde_json::from_value(over).unwrap()).unwrap();
    assert!(rules.over(&state));
    assert_eq!(rules.outcome(&state).as_deref(), Some("French wins: strategic"));
    assert!(Side::BOTH.into_iter().all(|side| rules.legal_actions(&state, side).is_empty()));
    assert_eq!(rules.read(&rules.write(&state)), Ok(state));
}

#[test]
fn an_action_is_written_as_a_player_would_say_it() {
    let rules = open();
    let chief = rules.marker("A").unwrap();
    let marker = rules.marker("Pijon").unwrap();
    let action = Action::Fund { chief, marker };
    let value = json!({"fund": {"chief": "A", "marker": "Pijon"}});
    assert_eq!(rules.write_action(&action), value);
    assert_eq!(rules.read_action(&value), Ok(action));
    assert_eq!(rules.tell_action(&action), "force A spends command points on Pijon");
    let to = rules.hex_named("0714").unwrap();
    assert_eq!(rules.write_action(&Action::Withdraw { to }), json!({"withdraw": {"to": "0714"}}));
    assert_eq!(rules.tell_action(&Action::Withdraw { to }), "march to Savona (0714)");
    let path = |value: Value| {
        let faults = rules.read_action(&value).unwrap_err();
        faults.faults.iter().map(|fault| fault.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(path(json!({"fund": {"chief": "Ney", "marker": "Soult"}})), ["fund.chief", "fund.marker"]);
    assert_eq!(path(json!({"fund": {"chief": 3, "marker": "A"}})), ["fund.chief"], "ids are names, never numbers");
    assert_eq!(path(json!({"fund": {"chief": "A", "marker": "B", "why": 1}})).len(), 1);
    assert_eq!(path(json!({"sleep": {}})).len(), 1);
    // The set of those who tried is a list of letters.
    let markers = rules.markers(Side::First);
    let value = names::write(&markers, &rules);
    assert!(value.as_array().is_some_and(|list| list.iter().any(|name| name == "Pijon")), "{value}");
}
