//! Bad input to the worked charge: illegal actions, unknown ids, answers out of turn, scripts that do not fit, positions
//! that contradict themselves. Typed errors, nothing touched, no panic.

mod support;

use grognard::chance::{ChanceFault, Fall, Scripted, Seeded};
use grognard::doors::Doors;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::scenario::Formed;
use grognard::jours_de_gloire::state::{Order, State};
use grognard::refusal::{Refusal, Stop};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::{Value, json};

fn rules() -> JoursDeGloire {
    JoursDeGloire::open(&Setup::scenario("charge")).unwrap()
}

/// Every position of the worked charge at which a side is asked, both continuations.
fn positions(rules: &JoursDeGloire) -> Vec<State> {
    let unit = |name: &str| rules.roster().unit_named(name).unwrap();
    let cell = |hex: &str| rules.map().grid.cell(hex.parse().unwrap()).unwrap();
    let charge = |name: &str, hex: &str| Action::Charge { unit: unit(name), party: Party::Alone, target: cell(hex) };
    let step = |dir| Action::Step { dir };
    let turn = |facing| Action::Turn { facing };
    let (nauendorff, hussars) = (unit("O'Reilly/Nauendorff"), unit("Murat/11th Hussars"));
    let common = [
        charge("O'Reilly/Hussar 5", "1112"),
        charge("O'Reilly/Nauendorff", "0913"),
        step(Dir::S),
        Action::Halt { facing: Vertex::SE },
        Action::Done,
        Action::Fight { unit: nauendorff },
        Action::CounterCharge { unit: hussars },
        step(Dir::S),
        turn(Vertex::SE),
        step(Dir::S),
    ];
    let (east, west) = (turn(Vertex::SE), turn(Vertex::SW));
    let first = [step(Dir::SW), step(Dir::SW), step(Dir::S), east, west, west, west];
    let second = [step(Dir::SE), step(Dir::SE), step(Dir::S), east, east, east, east, step(Dir::S), east];
    let start = Position::scenario(rules).activate("O'Reilly", Orders::Without, Step::Movement).build().unwrap();
    let mut all = vec![start];
    let mut go_on = |mut state: State, answers: &[Action], dice: &[u8]| {
        let mut chance = Scripted::d10(dice.iter().copied());
        for action in answers {
            let by = rules.waiting(&state).sides().next().unwrap();
            state = rules.next(&state, by, action, &mut chance).unwrap();
            all.push(state.clone());
        }
        chance.finish().unwrap();
        state
    };
    let start = Position::scenario(rules).activate("O'Reilly", Orders::Without, Step::Movement).build().unwrap();
    let fork = go_on(start, &common, &[8, 4, 7, 7, 2, 6]);
    go_on(fork.clone(), &first, &[4]);
    go_on(fork, &second, &[5, 8]);
    all
}

#[test]
fn answers_out_of_turn() {
    let rules = rules();
    for state in positions(&rules) {
        let asked = rules.waiting(&state);
        for by in Side::BOTH.into_iter().filter(|side| asked.of(*side).is_none()) {
            let before = state.clone();
            let mut chance = Scripted::d10([1, 2, 3]);
            let stop = rules.apply(&state, by, &Action::Done, &mut chance).map(|_| ()).unwrap_err();
            assert_eq!(stop, Stop::Refused(Refusal::NotAsked { by }));
            let refusal = stop.refusal().unwrap();
            assert!(rules.tell_refusal(refusal).contains(rules.side_name(by)));
            assert!(state == before && chance.left() == 3);
            assert_eq!(rules.legal_actions(&state, by), []);
            assert_eq!(rules.decline(&state, by), None);
        }
    }
}

#[test]
fn scripts_that_do_not_fit() {
    let rules = rules();
    let state = positions(&rules)[0].clone();
    let unit = rules.roster().unit_named("O'Reilly/Nauendorff").unwrap();
    let target = rules.map().grid.cell("0913".parse().unwrap()).unwrap();
    let charge = Action::Charge { unit, party: Party::Alone, target };
    type Expected = fn(&ChanceFault) -> bool;
    let faults: [(Vec<Fall>, Expected); 3] = [
        (vec![], |fault| matches!(fault, ChanceFault::TooShort { used: 0, .. })),
        (vec![Fall::D6(3)], |fault| matches!(fault, ChanceFault::WrongKind { at: 0, .. })),
        (vec![Fall::D10(10)], |fault| matches!(fault, ChanceFault::Impossible { at: 0, .. })),
    ];
    for (script, is) in faults {
        let (before, all) = (state.clone(), script.len());
        let mut chance = Scripted::new(script);
        match rules.apply(&state, Side::Second, &charge, &mut chance) {
            Err(Stop::Chance(fault)) => assert!(is(&fault), "{fault}"),
            Err(stop) => panic!("{stop}"),
            Ok(_) => panic!("it is carried out"),
        }
        assert!(state == before && chance.left() == all);
        // In place, too, the state is as it was.
        let mut here = state.clone();
        let mut journal = grognard::journal::Account::new();
        let stop = rules.apply_in(&mut here, Side::Second, &charge, &mut journal, &mut chance);
        assert!(stop.is_err() && here == before && chance.left() == all);
    }
    let mut long = Scripted::d10([4, 4]);
    rules.apply(&state, Side::Second, &charge, &mut long).map(|_| ()).unwrap();
    assert_eq!(long.finish(), Err(ChanceFault::TooLong { left: 1 }));
}

#[test]
fn positions_that_contradict_themselves() {
    let rules = rules();
    let faults = Position::empty(&rules)
        .turn(0)
        .place("Murat/7th Hussars", "0913", Vertex::NW)
        .place("Murat/11th Hussars", "9913", Vertex::NW)
        .place("Murat/6th Dragoons", "0812", Vertex::NW)
        .place("O'Reilly/Nauendorff", "0812", Vertex::SE)
        .formed("O'Reilly/Hussar 5", Formed::InSquare)
        .order("O'Reilly/Hussar 5", Order::Disordered)
        .activate("Kellermann", Orders::Received, Step::Movement)
        .build()
        .unwrap_err();
    // All at once.
    let told = faults.to_string();
    for fault in ["turn", "7th Hussars", "9913", "Kellermann", "both sides in 0812", "a square of another"] {
        assert!(told.contains(fault), "{fault}: {told}");
    }
}

#[test]
fn commanders_where_they_cannot_be() {
    let rules = JoursDeGloire::open(&Setup::scenario("proving")).unwrap();
    let state = Position::scenario(&rules).commander("Lannes", "0102").build().unwrap();
    let lannes = rules.roster().commander_named("Lannes").unwrap();
    assert_eq!(rules.post(&state, lannes).map(|cell| rules.map().grid.hex(cell).to_string()).as_deref(), Some("0102"));

    let position = Position::scenario(&rules).commander("Murat", "0102").commander("Lannes", "9901");
    // Among the Croats.
    let told = position.commander("Lannes", "0807").build().unwrap_err().to_string();
    for fault in ["Murat", "9901", "Outposts/Croats"] {
        assert!(told.contains(fault), "{fault}: {told}");
    }
}

fn direction() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["n", "ne", "se", "s", "sw", "nw", "N", "NE", "SE", "S", "SW", "NW", "e", "E", "w", "W"])
}

/// Actions as they come from outside: any unit that a document can name, any cell.
fn actions() -> impl Strategy<Value = Value> {
    let unit = prop_oneof![4 => 0u8..6, 1 => 0u8..64];
    let cell = prop_oneof![4 => 0u16..280, 1 => any::<u16>()];
    let party = prop::sample::select(vec!["alone", "stack"]);
    let gait = prop::sample::select(vec!["march", "forced", "charge"]);
    (unit.clone(), unit, cell, party, gait, direction(), 0usize..24).prop_map(
        |(unit, other, cell, party, gait, dir, which)| match which {
            0 => json!("done"),
            1 => json!("recall"),
            2 => json!({"charge": {"unit": unit, "party": party, "target": cell}}),
            3 => json!({"move": {"unit": unit, "party": party, "gait": gait}}),
            4..=7 => json!({"step": {"dir": dir}}),
            8 => json!({"halt": {"facing": dir}}),
            9 | 10 => json!({"turn": {"facing": dir}}),
            11 => json!({"fight": {"unit": unit}}),
            12 => json!({"counter-charge": {"unit": unit}}),
            13 => json!({"shock": {"unit": unit, "aim": "both"}}),
            14 => json!({"advance": {"unit": unit, "party": party, "to": cell}}),
            15 => json!({"quarry": {"unit": unit}}),
            16 => json!({"evade": {"unit": unit, "hexes": "one"}}),
            17 => json!({"react": {"unit": unit, "target": other}}),
            18 => json!({"form-square": {"unit": unit}}),
            19 => json!({"rally": {"unit": unit}}),
            20 => json!({"pivot": {"unit": unit, "facing": dir}}),
            21 => json!({"fire": {"unit": unit, "target": cell, "party": party}}),
            22 => json!({"command": {"commander": unit}}),
            _ => json!({"order": {"unit": unit}}),
        },
    )
}

thread_local! {
    static SCENE: (JoursDeGloire, Vec<State>) = {
        let rules = rules();
        let positions = positions(&rules);
        (rules, positions)
    };
}

#[test]
fn the_generator_makes_actions() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut made = 0;
    for _ in 0..400 {
        let value = actions().new_tree(&mut runner).unwrap().current();
        made += usize::from(serde_json::from_value::<Action>(value).is_ok());
    }
    assert!(made > 200, "{made} of 400 are actions");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn any_action_at_any_position(value in actions(), seed in any::<u64>()) {
        let Ok(action) = serde_json::from_value::<Action>(value) else { return Ok(()) };
        SCENE.with(|(rules, positions)| {
            for state in positions {
                for by in Side::BOTH {
                    let before = state.clone();
                    let mut chance = Seeded::new(seed);
                    let listed = rules.legal_actions(state, by).contains(&action);
                    match rules.apply(state, by, &action, &mut chance) {
                        Ok(outcome) => {
                            assert!(listed, "{action:?} is accepted and not listed");
                            assert!(rules.fold(state, outcome.journal.events()) == outcome.state);
                            outcome.journal.entries().iter().for_each(|entry| drop(rules.tell(entry)));
                            assert_eq!(chance.action(), 1);
                        }
                        Err(Stop::Refused(refusal)) => {
                            assert!(!listed, "{action:?} is listed and refused");
                            assert_eq!(chance.action(), 0, "chance is untouched");
                            let told = rules.tell_refusal(&refusal);
                            assert!(!told.contains("unit 0") && !told.contains("unit 1"), "{told}");
                            rules.tell_action(&action);
                        }
                        Err(stop) => panic!("{action:?}: {stop}"),
                    }
                    assert!(*state == before);
                }
            }
        });
    }
}

fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| leaves(item, &format!("{path}/{i}"), out)),
        Value::Object(fields) => fields.iter().for_each(|(key, item)| leaves(item, &format!("{path}/{key}"), out)),
        _ => out.push(path.to_owned()),
    }
}

#[test]
fn positions_with_one_value_changed_never_panic() {
    let rules = rules();
    let all = positions(&rules);
    let (corner, other) = ("0711".parse().unwrap(), "1119".parse().unwrap());
    let mut read = 0;
    for state in [&all[2], &all[6], &all[8], &all[10]] {
        let json = serde_json::to_value(state).unwrap();
        let mut paths = Vec::new();
        leaves(&json, "", &mut paths);
        for path in &paths {
            for value in [Value::Null, json!(0), json!(1), json!(63), json!(200), json!(65_535), json!(u64::MAX)] {
                let mut changed = json.clone();
                *changed.pointer_mut(path).unwrap() = value;
                // Read or refused: what is read is handled, whatever it says.
                let Ok(changed) = serde_json::from_value::<State>(changed) else { continue };
                read += 1;
                let _ = rules.sketch(&changed, corner, other);
                let _ = rules.fingerprint(&changed);
                for by in Side::BOTH {
                    rules.waiting(&changed).of(by).map(|question| rules.tell_question(question));
                    if let Some(action) = rules.legal_actions(&changed, by).first() {
                        let _ = rules.apply(&changed, by, action, &mut Seeded::new(1));
                    }
                }
                let _ = rules.resume(&changed, &mut Seeded::new(1));
            }
        }
    }
    assert!(read > 1000, "{read}");
}
