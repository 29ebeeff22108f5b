//! Actions, events, questions and entries in names.

use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::Party;
use grognard::names;
use grognard::ruleset::Ruleset;
use grognard::side::Side;
use serde_json::json;

use super::play::{Dice, choose, games, open};

#[test]
fn an_action_is_written_as_a_player_would_say_it() {
    let rules = open("charge");
    let unit = rules.roster().unit_named("O'Reilly/Nauendorff").unwrap();
    let target = rules.hex_named("0913").unwrap();
    let action = Action::Charge { unit, party: Party::Alone, target };
    let value = json!({"charge": {"unit": "O'Reilly/Nauendorff", "party": "alone", "target": "0913"}});
    assert_eq!(rules.write_action(&action), value);
    assert_eq!(rules.read_action(&value), Ok(action));
    assert_eq!(rules.write_action(&Action::Done), json!("done"));
    assert_eq!(rules.write_action(&Action::First { side: Side::Second }), json!({"first": {"side": "Austrian"}}));
}

#[test]
fn every_fault_of_an_action_is_told_with_its_place() {
    let rules = open("charge");
    let path = |value: serde_json::Value| {
        let faults = rules.read_action(&value).unwrap_err();
        faults.faults.iter().map(|fault| fault.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        path(json!({"charge": {"unit": "Ney", "party": "alone", "target": "0000"}})),
        ["charge.target", "charge.unit"],
        "in the order of the keys"
    );
    assert_eq!(
        path(json!({"charge": {"unit": "O'Reilly/Nauendorff", "party": "most", "target": "0913"}})),
        ["charge.party"]
    );
    assert_eq!(path(json!({"rally": {"unit": "O'Reilly/Nauendorff", "why": 1}})).len(), 1);
    assert_eq!(path(json!({"rally": {}})).len(), 1);
    assert_eq!(path(json!({"rally": 3})).len(), 1);
    assert_eq!(path(json!({"rally": {"unit": 3}})), ["rally.unit"], "ids are names, never numbers");
    assert_eq!(path(json!({"done": {}})).len(), 1);
    assert_eq!(path(json!({"sleep": {}})).len(), 1);
    assert_eq!(path(json!([])).len(), 1);
    assert_eq!(path(json!({"recall": null, "done": null})).len(), 1);
}

#[test]
fn whatever_is_legal_happens_or_is_asked_reads_back() {
    for scenario in ["proving", "montebello", "rivoli-arrival"] {
        for seed in 10..14 {
            let rules = open(scenario);
            let mut chance = Seeded::new(seed);
            let mut dice = Dice::new(seed);
            let mut state = rules.begin(&mut chance).unwrap().state;
            for n in 0..400 {
                if n % 5 == 0 {
                    for side in Side::BOTH {
                        for action in rules.legal_actions(&state, side) {
                            assert_eq!(rules.read_action(&rules.write_action(&action)), Ok(action));
                        }
                        let waiting = rules.waiting(&state);
                        if let Some(question) = waiting.of(side) {
                            let value = rules.write_question(question);
                            assert_eq!(names::read(&value, &rules, "question"), Ok(*question), "{value}");
                        }
                    }
                }
                let Some((side, action)) = choose(&rules, &state, &mut dice) else { break };
                let outcome = rules.apply(&state, side, &action, &mut chance).unwrap();
                for entry in outcome.journal.entries() {
                    if let Some(event) = entry.event() {
                        let value = rules.write_event(event);
                        assert_eq!(rules.read_event(&value), Ok(*event), "{value}");
                    }
                    let text = rules.write_entry(entry).to_string();
                    assert!(text.starts_with("{\"body\":"), "{text}");
                }
                state = outcome.state;
            }
        }
    }
    games("charge", 1, 10, |rules, state| assert_eq!(rules.read(&rules.write(state)).as_ref(), Ok(state)));
}
