//! The JSON door: whatever comes in, a response goes out.

use grognard::any::{self, AnyRuleset, RULESETS};
use grognard::chance::Seeded;
use grognard::door::{Failure, Game, Request, Response, adjudicate};
use grognard::doors::Doors;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::mutation::{mutate, pool};
use super::play::{Dice, choose, open};

fn ask(request: &Value) -> Response {
    let response = adjudicate(&request.to_string());
    serde_json::from_str(&response).unwrap_or_else(|error| panic!("{error}: {response}"))
}

/// The worked charge, one hex before its target (M 9.1).
fn charge() -> Value {
    json!({
        "ruleset": "montebello",
        "setup": {"scenario": "charge"},
        "document": {
            "turn": 1,
            "acting": {"side": "Austrian", "marker": "O'Reilly 1"},
            "units": {
                "O'Reilly/Nauendorff": {"hex": "0812", "facing": "SE", "marks": ["active"]},
                "Murat/11th Hussars": {"hex": "0913", "facing": "NW"},
            },
            "formations": {"O'Reilly": ["revealed"]},
            "agenda": ["draw", {"activation": "movement"}],
        },
        "actions": [
            {"by": "Austrian", "action": {"charge": {"unit": "O'Reilly/Nauendorff", "party": "alone", "target": "0913"}}},
        ],
    })
}

fn failed(response: Response) -> (Failure, Option<usize>, String) {
    match response {
        Response::Failed(failed) => (failed.kind, failed.action, failed.what),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_is_begun_and_played_on_through_the_door() {
    // What the library does, the door does, request by request.
    let rules = open("montebello");
    let mut chance = Seeded::new(1800);
    let mut state = rules.begin(&mut chance).unwrap().state;
    let mut dice = Dice::new(1);
    let mut request = json!({
        "ruleset": "montebello", "setup": {"scenario": "montebello"},
        "chance": {"seeded": {"seed": 1800}},
    });
    for _ in 0..60 {
        let Response::Adjudicated(answer) = ask(&request) else { panic!("{request}: {:?}", ask(&request)) };
        assert_eq!(answer.fingerprint, Some(rules.fingerprint(&state)));
        assert_eq!(answer.document, Some(serde_json::to_value(rules.write(&state)).unwrap()));
        assert_eq!(answer.action, Some(chance.action()));
        for (side, actions) in &answer.legal {
            let side = rules.side_named(side).unwrap();
            let legal = rules.legal_actions(&state, side);
            assert_eq!(*actions, legal.iter().map(|action| rules.write_action(action)).collect::<Vec<_>>());
        }
        let Some((side, action)) = choose(&rules, &state, &mut dice) else {
            assert_eq!(answer.game, Game::Over);
            return;
        };
        request["document"] = answer.document.unwrap();
        request["chance"] = json!({"seeded": {"seed": 1800, "action": answer.action}});
        request["actions"] = json!([{"by": rules.side_name(side), "action": rules.write_action(&action)}]);
        state = rules.apply(&state, side, &action, &mut chance).unwrap().state;
    }
}

#[test]
fn the_account_is_told_and_typed() {
    let mut request = charge();
    request["chance"] = json!({"seeded": {"seed": 1}});
    let Response::Adjudicated(answer) = ask(&request) else { panic!("{:?}", ask(&request)) };
    let chapter = answer.journal.last().unwrap();
    assert_eq!(chapter.action, Some(0));
    assert!(!chapter.entries.is_empty());
    for line in &chapter.entries {
        let nobody = line.entry["seen"] == "by-nobody";
        assert_eq!(line.told.is_empty(), nobody, "{line:?}");
    }
    assert!(!answer.questions.is_empty());
}

/// The exchange that the README shows.
#[test]
fn the_exchange_of_the_readme_is_real() {
    let request = include_str!("exchange/request.json");
    let response: Value = serde_json::from_str(include_str!("exchange/response.json")).unwrap();
    let answer: Value = serde_json::from_str(&adjudicate(request)).unwrap();
    assert_eq!(answer, response, "{answer}");
}

#[test]
fn a_refusal_says_the_rule_and_the_reason_in_names() {
    let mut request = charge();
    request["actions"][0]["action"]["charge"]["target"] = json!("0812");
    let Response::Refused(refused) = ask(&request) else { panic!("{:?}", ask(&request)) };
    assert_eq!((refused.action, refused.by.as_str()), (0, "Austrian"));
    assert!(refused.rules.is_some());
    assert!(!refused.told.contains("unit "), "{}", refused.told);

    request["actions"][0]["by"] = json!("French");
    let Response::Refused(refused) = ask(&request) else { panic!() };
    assert_eq!(refused.why, json!("not-asked"));
    assert_eq!(refused.rules, None);
}

#[test]
fn faults_are_told_all_at_once_with_their_places() {
    let mut request = charge();
    request["document"]["turn"] = json!(50);
    request["document"]["units"]["Murat/Imaginary"] = json!({"hex": "0101", "facing": "N"});
    assert!(matches!(ask(&request), Response::Faulty(_)), "N is no corner");
    request["document"]["units"]["Murat/Imaginary"] = json!({"hex": "0101", "facing": "NE"});
    request["document"]["agenda"][1] = json!({"activation": "tea"});
    let Response::Faulty(faulty) = ask(&request) else { panic!("{:?}", ask(&request)) };
    let paths: Vec<_> = faulty.faults.iter().map(|wrong| wrong.path.as_str()).collect();
    assert!(paths.contains(&"turn") && paths.contains(&"units.Murat/Imaginary"), "{paths:?}");
    assert!(paths.iter().any(|path| path.starts_with("agenda.1")), "{paths:?}");

    let mut request = charge();
    request["actions"][0]["action"] = json!({"charge": {"unit": "Ney", "party": "alone", "target": "9999"}});
    let Response::Faulty(faulty) = ask(&request) else { panic!() };
    assert_eq!((faulty.action, faulty.faults.len()), (Some(0), 2));
    request["actions"][0]["by"] = json!("Prussian");
    assert!(matches!(ask(&request), Response::Faulty(faulty) if faulty.faults[0].path == "by"));

    for (key, value) in [
        ("ruleset", json!("waterloo")),
        ("setup", json!({"scenario": "wavre"})),
        ("setup", json!({"scenario": "charge", "options": ["no-such-option"]})),
        ("setup", json!({"scenario": "charge", "options": ["rivoli-edition"]})),
        ("setup", json!({"scenario": "charge", "rulings": {"no-such-ruling": "x"}})),
        ("viewer", json!("Prussian")),
    ] {
        let mut request = charge();
        request[key] = value;
        assert!(matches!(ask(&request), Response::Faulty(_)), "{key}: {:?}", ask(&request));
    }
}

#[test]
fn printed_figures_alone_leave_gaps_that_are_listed() {
    let mut request = charge();
    request["setup"]["sources"] = json!(["printed"]);
    let Response::Faulty(faulty) = ask(&request) else { panic!("{:?}", ask(&request)) };
    assert!(!faulty.gaps.is_empty());
}

#[test]
fn scripts_are_used_up_exactly() {
    let mut request = charge();
    request["chance"] = json!({"script": [{"d10": 1}, {"d10": 2}, {"d10": 3}, {"d10": 4}, {"d10": 5}, {"d10": 6}]});
    let (kind, _, what) = failed(ask(&request));
    assert_eq!(kind, Failure::Chance);
    assert!(what.contains("more than"), "{what}");
    request["chance"] = json!({"script": [{"d10": 12}]});
    assert!(matches!(ask(&request), Response::Failed(_)));
    request["chance"] = json!({"script": [{"d11": 1}, {"draw": "No such marker"}]});
    assert!(matches!(ask(&request), Response::Faulty(faulty) if faulty.faults.len() == 2));
    // The opening of a battle throws dice: without any, it cannot begin or goes on to the first question without them.
    let begin = json!({"ruleset": "montebello", "setup": {"scenario": "montebello"},
        "actions": [{"by": "French", "action": "done"}, {"by": "Austrian", "action": "done"}]});
    let (kind, action, _) = failed(ask(&begin));
    assert_eq!((kind, action), (Failure::Chance, Some(1)));
    let mut long = charge();
    long["chance"] = json!({"script": vec![json!({"d10": 1}); 100_001]});
    assert_eq!(failed(ask(&long)).0, Failure::TooLong);
}

#[test]
fn malformed_requests_get_a_typed_answer() {
    let text = charge().to_string();
    for malformed in [
        "".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        "{\"ruleset\": \"montebello\", \"ruleset\": \"rivoli\"}".to_owned(),
        "{\"ruleset\": \"montebello\", \"tea\": 1}".to_owned(),
        "{\"ruleset\": 1.5}".to_owned(),
        text[..text.len() / 2].to_owned(),
        format!("{text}{text}"),
        "[".repeat(100_000),
        "\u{0}\u{1}".to_owned(),
    ] {
        let response = adjudicate(&malformed);
        let response: Response = serde_json::from_str(&response).unwrap();
        assert_eq!(failed(response).0, Failure::Malformed, "{malformed:.80}");
    }
    assert_eq!(failed(serde_json::from_str(&adjudicate(&" ".repeat(5 << 20))).unwrap()).0, Failure::TooLong);
    let many = json!({"ruleset": "montebello", "setup": {"scenario": "charge"},
        "actions": vec![json!({"by": "French", "action": "done"}); 10_001]});
    assert_eq!(failed(ask(&many)).0, Failure::TooLong);
}

#[test]
fn fields_stand_by_their_names() {
    // A list of the values in the order of the fields is no object.
    let mut request = charge();
    request["actions"][0]["action"] = json!({"charge": ["O'Reilly/Nauendorff", "alone", "0913"]});
    assert!(matches!(ask(&request), Response::Faulty(_)));
    let mut request = charge();
    request["document"] = json!([1, null, null]);
    let Response::Faulty(faulty) = ask(&request) else { panic!() };
    assert!(faulty.faults[0].what.contains("an object"), "{:?}", faulty.faults);
    let mut request = charge();
    request["document"]["units"]["Murat/11th Hussars"] = json!(["0913", "NW"]);
    let Response::Faulty(faulty) = ask(&request) else { panic!() };
    assert_eq!(faulty.faults[0].path, "units.Murat/11th Hussars");
    let list = json!(["montebello", {"scenario": "charge"}, null, [], {"script": []}, null, null]);
    assert_eq!(failed(ask(&list)).0, Failure::Malformed);
    // Numbers are said in the words of JSON.
    let mut request = charge();
    request["document"]["turn"] = json!(300);
    let Response::Faulty(faulty) = ask(&request) else { panic!() };
    assert!(faulty.faults[0].what.contains("a whole number from 0 to 255"), "{:?}", faulty.faults);
}

#[test]
fn an_answer_does_not_grow_with_what_is_wrong_in_the_request() {
    let long = "x".repeat(1 << 20);
    let mut hex = charge();
    hex["document"]["units"]["Murat/11th Hussars"]["hex"] = json!(long);
    let mut unit = charge();
    unit["document"]["units"][&long] = json!({"hex": "0101", "facing": "E"});
    let mut by = charge();
    by["actions"][0]["by"] = json!(long);
    let mut action = charge();
    action["actions"][0]["action"] = json!(long);
    let mut overlay = charge();
    overlay["setup"]["overlays"] = json!({"map": format!("[terrain]\nwoods = [{}]", "\"9901\", ".repeat(100_000))});
    for request in [hex, unit, by, action, overlay] {
        let answer = adjudicate(&request.to_string());
        assert!(matches!(serde_json::from_str(&answer), Ok(Response::Faulty(_))), "{answer:.200}");
        assert!(answer.len() < 200_000, "{} bytes: {answer:.200}", answer.len());
    }
}

#[test]
fn a_viewer_is_answered_with_what_it_may_see() {
    let mut request = json!({"ruleset": "montebello", "setup": {"scenario": "montebello"},
        "chance": {"seeded": {"seed": 1}}, "viewer": "French"});
    let Response::Adjudicated(before) = ask(&request) else { panic!() };
    assert_eq!((&before.document, before.fingerprint, before.action), (&None, None, None));
    assert!(before.legal.keys().eq(["French"]));
    assert!(before.questions.iter().all(|question| question.side == "French"));

    // The Austrian gives an order: nothing that the French side is told changes.
    request.as_object_mut().unwrap().remove("viewer");
    let Response::Adjudicated(host) = ask(&request) else { panic!() };
    let order = host.legal["Austrian"].iter().find(|action| action.get("order").is_some()).unwrap().clone();
    request["viewer"] = json!("French");
    request["actions"] = json!([{"by": "Austrian", "action": order}]);
    let Response::Adjudicated(after) = ask(&request) else { panic!() };
    assert_eq!(after.view, before.view);
    assert_eq!(after.legal, before.legal);
    assert_eq!(after.questions, before.questions);
    assert!(after.journal.last().unwrap().entries.is_empty());
}

#[test]
fn every_ruleset_is_opened_by_its_name() {
    for name in RULESETS {
        let mut scenarios = any::scenarios().filter(|(ruleset, _)| *ruleset == name).map(|(_, scenario)| scenario);
        let scenario = scenarios.next().expect("each ruleset has a scenario");
        let rules = AnyRuleset::open(name, &Setup::scenario(scenario)).unwrap();
        assert_eq!(rules.name(), name);
        let request = json!({"ruleset": name, "setup": {"scenario": scenario}, "chance": {"seeded": {"seed": 2}}});
        assert!(matches!(ask(&request), Response::Adjudicated(_)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_request_gets_a_response(salt in any::<u64>(), count in 1..5_usize) {
        let original = charge();
        let mut all = Vec::new();
        pool(&original, &mut all);
        let mut dice = Dice::new(salt);
        let mut request = original;
        for _ in 0..count {
            mutate(&mut request, &all, &mut dice);
        }
        ask(&request);
        let typed: Result<Request, _> = serde_json::from_value(request);
        prop_assert!(typed.is_ok() || typed.is_err());
    }

    #[test]
    fn any_text_gets_a_response(text in ".{0,200}") {
        prop_assert!(serde_json::from_str::<Response>(&adjudicate(&text)).is_ok());
    }

    #[test]
    fn a_request_with_a_byte_changed_gets_a_response(at in any::<prop::sample::Index>(), byte in any::<char>()) {
        let text = charge().to_string();
        let mut chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len());
        chars[at] = byte;
        let text: String = chars.into_iter().collect();
        prop_assert!(serde_json::from_str::<Response>(&adjudicate(&text)).is_ok());
    }
}

#[test]
fn an_unknown_option_is_answered_with_those_that_there_are() {
    let mut request = charge();
    request["setup"]["options"] = json!(["flying-artillery"]);
    let Response::Faulty(faulty) = ask(&request) else { panic!() };
    for option in
        ["reserve-activation", "tactical-groups", "misguided-fire", "infantry-reaction-fire", "demoralized-formations"]
    {
        assert!(faulty.faults[0].what.contains(option), "{:?}", faulty.faults);
        // Each of them is one.
        request["setup"]["options"] = json!([option]);
        assert!(!matches!(ask(&request), Response::Faulty(_)), "{option}");
    }
}
