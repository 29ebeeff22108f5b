//! Odds through the JSON door.

use grognard::door::{Failure, MOST_STEPS, Response, adjudicate};
use grognard::odds::Fraction;
use serde_json::{Value, json};

use super::stated::ALL;

fn ask(request: &Value) -> Response {
    let response = adjudicate(&request.to_string());
    serde_json::from_str(&response).unwrap_or_else(|error| panic!("{error}: {response}"))
}

fn request(name: &str) -> Value {
    let (_, text) = ALL.iter().find(|(other, _)| *other == name).unwrap();
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_worked_example_is_answered() {
    let montenotte =
        [include_str!("../../examples/odds/battle.json"), include_str!("../../examples/odds/reconnaissance.json")];
    for text in montenotte {
        let Response::Foreseen(foreseen) = ask(&serde_json::from_str(text).unwrap()) else { panic!("{text}") };
        let sum = foreseen.outcomes.iter().try_fold(Fraction::ZERO, |sum, row| sum.plus(row.chance));
        assert_eq!(sum, Some(Fraction::ONE));
        assert!(foreseen.outcomes.len() >= 5);
    }
    for ruleset in ["montebello", "rivoli"] {
        for (name, _) in ALL {
            let mut request = request(name);
            request["ruleset"] = json!(ruleset);
            let Response::Foreseen(foreseen) = ask(&request) else { panic!("{name}") };
            let sum = foreseen.outcomes.iter().try_fold(Fraction::ZERO, |sum, row| sum.plus(row.chance));
            assert_eq!(sum, Some(Fraction::ONE), "{name}");
            for pair in foreseen.outcomes.windows(2) {
                assert!(pair[0].chance.compare(pair[1].chance).is_ge(), "{name}: the likeliest first");
                assert_ne!(pair[0].facts, pair[1].facts);
            }
        }
    }
}

/// The battery alone: by hand in `hand.rs`.
#[test]
fn an_answer_in_full() {
    let response: Value = serde_json::from_str(&adjudicate(&request("battery").to_string())).unwrap();
    let foreseen = &response["foreseen"];
    assert_eq!(
        foreseen["always"],
        json!([
            {"of": "2nd Hussars", "is": "leaves 0710"},
            {"of": "Line battery", "is": "eliminated"},
            {"of": "0810", "is": "in French hands"},
        ])
    );
    assert_eq!(
        foreseen["outcomes"],
        json!([
            {"told": "", "facts": [], "chance": "7/10", "percent": "70.00", "positions": 1},
            {
                "told": "2nd Hussars: disordered", "facts": [{"of": "2nd Hussars", "is": "disordered"}],
                "chance": "3/10", "percent": "30.00", "positions": 1
            },
        ])
    );
}

/// Actions come first, with their dice; then the odds.
#[test]
fn odds_after_actions() {
    let mut request = request("square");
    let charge = request["odds"]["action"].take();
    request["actions"] = json!([{"by": "French", "action": charge}]);
    request["odds"]["action"] = json!({"step": {"dir": "NE"}});
    let Response::Foreseen(foreseen) = ask(&request) else { panic!("{:?}", ask(&request)) };
    assert!(foreseen.outcomes.len() > 1, "{foreseen:?}");
    request["odds"]["action"] = json!({"step": {"dir": "S"}});
    let Response::Refused(refused) = ask(&request) else { panic!("a step away from the target") };
    assert_eq!((refused.action, refused.by.as_str()), (1, "French"));
}

#[test]
fn a_viewer_gets_the_odds_of_what_it_may_suppose() {
    let mut request = json!({
        "ruleset": "montebello",
        "setup": {"scenario": "proving"},
        "actions": [],
        "viewer": "French",
        "odds": {"by": "French", "action": "done", "until": "activation"},
        "chance": {"seeded": {"seed": 1}},
    });
    let before = ask(&request);
    assert!(matches!(before, Response::Foreseen(_)), "{before:?}");
    // The enemy gives orders, face down: the answer is the same to the letter.
    for unit in ["Outposts/Croats", "Main Body/Regiment 18"] {
        let order = json!({"by": "Austrian", "action": {"order": {"unit": unit}}});
        request["actions"].as_array_mut().unwrap().push(order);
        assert_eq!(ask(&request), before, "{unit}");
    }
    request["odds"]["guess"] = json!({"orders": ["Vanguard/4th Line"]});
    assert!(matches!(ask(&request), Response::Faulty(_)), "his own orders are nothing to guess");
}

#[test]
fn faults_and_limits() {
    let with = |key: &str, value: Value| {
        let mut request = request("battery");
        request["odds"][key] = value;
        ask(&request)
    };
    assert!(matches!(with("by", json!("Prussian")), Response::Faulty(_)));
    assert!(matches!(with("answers", json!({"Prussian": "pass"})), Response::Faulty(_)));
    assert!(matches!(with("action", json!({"fight": {"unit": "Nobody"}})), Response::Faulty(_)));
    assert!(matches!(with("action", json!("recall")), Response::Refused(_)));
    let limit = |response| matches!(response, Response::Failed(failed) if failed.kind == Failure::Limit);
    assert!(limit(with("most", json!(3))));
    assert!(limit(with("most", json!(MOST_STEPS + 1))));
    let malformed = |response| matches!(response, Response::Failed(failed) if failed.kind == Failure::Malformed);
    assert!(malformed(with("until", json!("tomorrow"))));
    assert!(malformed(with("answers", json!({"French": "bravely"}))));
    assert!(malformed(with("luck", json!(1))));
}

/// The table of the README is the real one.
#[test]
fn the_readme_tells_the_truth() {
    let readme = include_str!("../../README.md");
    let Response::Foreseen(foreseen) = ask(&request("worked-charge")) else { panic!("no odds") };
    let lines: Vec<&str> = readme.lines().collect();
    for outcome in &foreseen.outcomes {
        let start = format!("{:>7}  {:>20}  ", outcome.percent, outcome.chance.to_string());
        let first = outcome.told.split(';').next().unwrap_or_default();
        assert!(
            lines.iter().any(|line| line.strip_prefix(&start).is_some_and(|rest| rest.starts_with(first))),
            "{start}"
        );
    }
    let positions: usize = foreseen.outcomes.iter().map(|outcome| outcome.positions).sum();
    assert!(readme.contains(&format!("\n{positions} different positions, {} steps\n", foreseen.steps)));
}
