//! Documents: they read back, refuse what contradicts itself, and never lead into the void.

use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::jours_de_gloire::document::Document;
use grognard::ruleset::Ruleset;

use serde_json::{Value, json};

use super::play::{games, open};

const SCENARIOS: [&str; 6] = ["charge", "montebello", "proving", "rivoli-historical", "rivoli-free", "rivoli-arrival"];

#[test]
fn the_document_of_every_reachable_state_reads_back() {
    // `GROGNARD_CASES` asks for more games of each scenario.
    let seeds: u64 = std::env::var("GROGNARD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(6);
    for scenario in SCENARIOS {
        for seed in 0..seeds {
            let mut n = 0;
            games(scenario, seed, 600, |rules, state| {
                n += 1;
                // A document costs more than an action: every state at first, then one in seven.
                let deep = rules.write(state).agenda.len() > 3;
                if n > 40 && n % 7 != 0 && !deep {
                    return;
                }
                let document = rules.write(state);
                let text = serde_json::to_string(&document).unwrap();
                let again: Document = serde_json::from_str(&text).unwrap();
                assert_eq!(again, document);
                let read =
                    rules.read(&again).unwrap_or_else(|faults| panic!("{scenario} {seed} {n}: {faults}\n{text}"));
                assert_eq!(read, *state, "{scenario} {seed} {n}\n{text}");
                assert_eq!(rules.fingerprint(&read), rules.fingerprint(state));
            });
        }
    }
}

/// A position in the middle of a charge (M 9.1), in which something is to be wrong.
fn sound() -> Value {
    json!({
        "turn": 1,
        "acting": {"side": "Austrian", "marker": "O'Reilly 1"},
        "units": {
            "O'Reilly/Nauendorff": {"hex": "0812", "facing": "SE", "marks": ["active", "moving"]},
            "O'Reilly/Hussar 5": {"order": "eliminated"},
            "Murat/11th Hussars": {"hex": "0913", "facing": "NW"},
        },
        "formations": {"O'Reilly": ["revealed"]},
        "commanders": {"Bonaparte": {"hex": "1420"}},
        "agenda": ["draw", {"activation": "movement"}, {"moving": {
            "unit": "O'Reilly/Nauendorff", "gait": "charge", "left": 4, "hexes": 0,
            "start": "0812", "target": "0913", "halted": "no",
        }}],
    })
}

/// The places of the faults of a document, or what serde says of its shape.
fn faults(value: Value) -> Vec<String> {
    let document: Document = match serde_json::from_value(value) {
        Ok(document) => document,
        Err(error) => return vec![error.to_string()],
    };
    match open("charge").read(&document) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.faults.iter().map(|fault| fault.path.clone()).collect(),
    }
}

#[test]
fn each_contradiction_is_told_with_its_place() {
    assert_eq!(faults(sound()), [""; 0]);
    let nauendorff = "/units/O'Reilly~1Nauendorff";
    for (at, value, place) in [
        ("/turn", json!(0), "turn"),
        ("/turn", json!(200), "turn"),
        ("/looked", json!(2), "looked"),
        ("/columns", json!(200), "columns"),
        ("/initiative", json!("Prussian"), "initiative"),
        ("/first-marker", json!("Ney 1"), "first-marker"),
        ("/acting/side", json!("French"), "acting.marker"),
        ("/acting/marker", json!("Murat 1"), "acting.marker"),
        ("/acting", json!(null), "acting"),
        ("/units/Murat~1Nobody", json!({"hex": "0101", "facing": "E"}), "units.Murat/Nobody"),
        ("/units/Murat~16th Dragoons", json!({"hex": "0812", "facing": "E"}), "units.O'Reilly/Nauendorff.hex"),
        ("/units/Murat~16th Dragoons", json!({"hex": "9999", "facing": "E"}), "units.Murat/6th Dragoons.hex"),
        ("/units/Murat~16th Dragoons", json!({"hex": "0101"}), "units.Murat/6th Dragoons.facing"),
        ("/units/Murat~16th Dragoons", json!({"facing": "E"}), "units.Murat/6th Dragoons.facing"),
        ("/units/Murat~16th Dragoons", json!({"order": "routed"}), "units.Murat/6th Dragoons.order"),
        ("/units/Murat~16th Dragoons", json!({"rank": 200}), "units.Murat/6th Dragoons.rank"),
        ("/units/Murat~16th Dragoons", json!({"signs": ["square"]}), "units.Murat/6th Dragoons.signs.0"),
        ("/units/Murat~16th Dragoons", json!({"signs": ["sheltered"]}), "units.Murat/6th Dragoons.signs.0"),
        ("/units/Murat~16th Dragoons", json!({"signs": ["orders", "orders"]}), "units.Murat/6th Dragoons.signs.1"),
        ("/units/Murat~16th Dragoons", json!({"group": "Ney"}), "units.Murat/6th Dragoons.group"),
        ("/units/Murat~16th Dragoons", json!({"group": "O'Reilly/Hussar 5"}), "units.Murat/6th Dragoons.group"),
        (
            "/units/O'Reilly~1Hussar 5",
            json!({"order": "eliminated", "hex": "0101", "facing": "E"}),
            "units.O'Reilly/Hussar 5.hex",
        ),
        ("/units/Murat~111th Hussars/signs", json!(["exited"]), "units.Murat/11th Hussars.signs.0"),
        ("/units/Murat~111th Hussars/marks", json!(["moving"]), "units.Murat/11th Hussars.marks"),
        ("/units/Murat~111th Hussars/marks", json!(["active"]), "units.Murat/11th Hussars.marks"),
        ("/units/Murat~111th Hussars/signs", json!(["square"]), "units.Murat/11th Hussars.signs.0"),
        ("/formations/Ney", json!(["revealed"]), "formations.Ney"),
        ("/commanders/Ney", json!({"hex": "0101"}), "commanders.Ney"),
        ("/commanders/Bonaparte/hex", json!("1"), "commanders.Bonaparte.hex"),
        ("/commanders/Bonaparte/signs", json!(["lost"]), "commanders.Bonaparte.hex"),
        ("/commanders/Bonaparte/with", json!("Ney"), "commanders.Bonaparte.with"),
        ("/sides", json!({"Prussian": {}}), "sides.Prussian"),
        ("/sides", json!({"French": {"orders-given": 200}}), "sides.French.orders-given"),
        ("/sides", json!({"French": {"objectives": ["0101"]}}), "sides.French.objectives"),
        ("/cup", json!(["Murat 1", "Murat 1"]), "cup"),
        ("/unavailable", json!(["Murat 9"]), "unavailable"),
        ("/arrivals", json!([{"arrival": 9}]), "arrivals.0.arrival"),
        ("/combat", json!({"fight": "first", "attacker": "Prussian"}), "combat.attacker"),
        ("/combat", json!({"fight": "first", "attacker": "French", "row": 9}), "combat.row"),
        ("/combat", json!({"fight": "first", "attacker": "French", "hexes": vec!["0101"; 9]}), "combat.hexes"),
        ("/combat", json!({"fight": "first", "attacker": "French", "hexes": ["0"]}), "combat.hexes.0"),
        (
            "/combat",
            json!({"fight": "first", "attacker": "French", "roles": {"attacker": ["O'Reilly/Nauendorff"]}}),
            "combat.roles",
        ),
        (
            "/combat",
            json!({"fight": "first", "attacker": "French", "trails": [{"unit": "Murat/11th Hussars", "from": "0101", "steps": []}]}),
            "combat.trails.0.steps",
        ),
        ("/agenda", json!([]), "agenda"),
        ("/agenda/0", json!("tea"), "agenda.0"),
        ("/agenda/0", json!("orders"), "agenda.1"),
        ("/agenda/0", json!("idle"), "agenda.0"),
        ("/agenda/1", json!("cup"), "agenda.1"),
        ("/agenda/1", json!({"activation": "fire"}), "agenda.2"),
        ("/agenda/2/moving/unit", json!("O'Reilly/Hussar 5"), "agenda.2"),
        ("/agenda/2/moving/unit", json!("Murat/11th Hussars"), "agenda.2"),
        ("/agenda/2/moving/left", json!(250), "agenda.2"),
        ("/agenda/2/moving/start", json!("9999"), "agenda.2.moving.start"),
        ("/agenda/2/moving/tea", json!(1), "agenda.2"),
        ("/agenda/2", json!({"combat": "die"}), "agenda.2"),
        ("/agenda/2", json!({"commander-move": {"commander": "Bonaparte", "left": 3}}), "agenda.2"),
        ("/agenda/2", json!("counter-shock"), "agenda.2"),
    ] {
        let mut document = sound();
        set(&mut document, at, value.clone());
        let found = faults(document);
        assert!(found.iter().any(|path| path.starts_with(place)), "{at} = {value}: {found:?}");
    }
    for (at, value) in [
        ("/tea", json!(1)),
        (&format!("{nauendorff}/tea"), json!(1)),
        (&format!("{nauendorff}/facing"), json!("N")),
        (&format!("{nauendorff}/marks"), json!(["asleep"])),
        ("/turn", json!("one")),
        ("/agenda", json!(null)),
    ] {
        let mut document = sound();
        set(&mut document, at, value);
        assert!(serde_json::from_value::<Document>(document).is_err(), "{at}");
    }
}

#[test]
fn what_is_not_said_is_as_in_every_game() {
    // Whoever types a position has every marker in play, unless some are named as taken away.
    let rules = open("charge");
    let cup = |unavailable: Value| {
        let document = json!({
            "turn": 1,
            "units": {
                "O'Reilly/Nauendorff": {"hex": "0812", "facing": "SE"},
                "Murat/11th Hussars": {"hex": "0913", "facing": "NW"},
            },
            "unavailable": unavailable,
            "agenda": ["cup"],
        });
        let state = rules.read(&serde_json::from_value(document).unwrap()).unwrap();
        let written = rules.write(&rules.resume(&state, &mut Seeded::new(1)).unwrap().state);
        (written.pooled, written.unavailable)
    };
    let (all, none) = cup(json!([]));
    assert!(all.contains(&"O'Reilly 1".to_owned()) && all.contains(&"O'Reilly 2".to_owned()), "{all:?}");
    assert!(none.is_empty());
    let (rest, one) = cup(json!(["O'Reilly 2"]));
    assert_eq!(one, ["O'Reilly 2"]);
    assert!(rest.contains(&"O'Reilly 1".to_owned()) && !rest.contains(&"O'Reilly 2".to_owned()), "{rest:?}");
}

/// Puts a value at this place, as a JSON pointer says it.
fn set(document: &mut Value, at: &str, value: Value) {
    let (parent, key) = at.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/");
    match document.pointer_mut(parent) {
        Some(Value::Object(entries)) => drop(entries.insert(key, value)),
        Some(Value::Array(items)) => items[key.parse::<usize>().unwrap()] = value,
        other => panic!("{at}: {other:?}"),
    }
}

#[test]
fn a_game_that_is_over_reads_back_and_stays_over() {
    let rules = open("charge");
    let mut over = sound();
    over["ended"] = json!({"won": "French"});
    let state = rules.read(&serde_json::from_value(over).unwrap()).unwrap();
    assert!(rules.over(&state));
    assert_eq!(serde_json::to_value(rules.write(&state)).unwrap()["ended"], json!({"won": "French"}));
    assert!(rules.legal_actions(&state, grognard::side::Side::First).is_empty());
}
