//! Documents, actions and records that were tampered with: typed faults, never a panic, never a position that leads into
//! the void.

use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::document::Document;
use grognard::jours_de_gloire::state::State;
use grognard::record::{Record, Recorder, Replay, replay};
use grognard::refusal::Stop;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;
use proptest::prelude::*;
use serde_json::Value;

use super::mutation::{mutate, pool};
use super::play::{Dice, choose, games, open};

const SCENARIOS: [&str; 4] = ["charge", "montebello", "proving", "rivoli-free"];

/// A state somewhere in a random game, if possible in the middle of something, and everything that its document holds.
fn somewhere(scenario: &str, seed: u64, depth: usize) -> (JoursDeGloire, Value, Vec<Value>) {
    let mut last = None;
    games(scenario, seed, depth, |rules, state| {
        let document = rules.write(state);
        if seed.is_multiple_of(3) || document.agenda.len() > 2 || last.is_none() {
            last = Some(document);
        }
    });
    let value = serde_json::to_value(last).unwrap();
    let mut all = Vec::new();
    pool(&value, &mut all);
    (open(scenario), value, all)
}

/// Plays on from a position that was read: what is asked can be answered, and what is legal can be done.
fn plays_on(rules: &JoursDeGloire, mut state: State, dice: &mut Dice, seed: u64) -> Result<(), String> {
    let mut chance = Seeded::new(seed);
    if !rules.over(&state) && rules.waiting(&state).sides().next().is_none() {
        state = rules.resume(&state, &mut chance).map_err(|stop| stop.to_string())?.state;
    }
    for n in 0..40 {
        if rules.over(&state) {
            return Ok(());
        }
        let waiting = rules.waiting(&state);
        let Some((side, action)) = choose(rules, &state, dice) else {
            return Err(format!("after {n} actions nobody can answer {waiting:?}"));
        };
        match rules.apply(&state, side, &action, &mut chance) {
            Ok(outcome) => state = outcome.state,
            Err(stop) => return Err(format!("after {n} actions, {action:?} to {waiting:?}: {stop}")),
        }
    }
    Ok(())
}

/// A long run, for hunting: each kind of failure once, with the difference that makes it.
#[test]
#[ignore = "a long run: GROGNARD_CASES=20000 cargo test --release --test doors -- --ignored --nocapture tampered"]
fn tampered_documents_at_length() {
    let cases: u64 = std::env::var("GROGNARD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000);
    let mut kinds = std::collections::BTreeMap::new();
    let mut counts = [0_u64; 2];
    let frames: Vec<Vec<Value>> = SCENARIOS.iter().map(|scenario| frames(scenario)).collect();
    for seed in 0..cases.div_ceil(20) {
        let mut dice = Dice::new(seed);
        let which = dice.below(4);
        let scenario = SCENARIOS[which];
        let depth = dice.below(255) * (1 + dice.below(3));
        let (rules, original, all) = somewhere(scenario, seed, depth);
        for _ in 0..20 {
            let mut value = original.clone();
            match dice.below(6) {
                0 | 1 => mutate(&mut value, &all, &mut dice),
                2 => mutate(&mut value["combat"], &all, &mut dice),
                3 => mutate(&mut value["agenda"], &frames[which], &mut dice),
                _ => {
                    if let Some(agenda) = value["agenda"].as_array_mut() {
                        let frame = frames[which][dice.below(frames[which].len())].clone();
                        let at = dice.below(agenda.len() + 1);
                        if dice.below(2) == 0 || at == agenda.len() {
                            agenda.insert(at, frame);
                        } else {
                            agenda[at] = frame;
                        }
                    }
                }
            }
            let Ok(document) = serde_json::from_value::<Document>(value.clone()) else { continue };
            let Ok(state) = rules.read(&document) else {
                counts[1] += 1;
                continue;
            };
            counts[0] += 1;
            for salt in 0..3 {
                if let Err(failure) = plays_on(&rules, state.clone(), &mut dice, salt) {
                    let kind: String = failure.chars().filter(|c| !c.is_ascii_digit()).take(110).collect();
                    let detail = || format!("{scenario} {seed}: {failure}\n    {}", difference(&original, &value, ""));
                    kinds.entry(kind).or_insert_with(detail);
                }
            }
        }
    }
    println!("{} could be played, {} were refused", counts[0], counts[1]);
    for detail in kinds.values() {
        println!("{detail}");
    }
    assert!(kinds.is_empty(), "{} kinds of failure", kinds.len());
}

/// Steps that occur in a scenario.
fn frames(scenario: &str) -> Vec<Value> {
    let mut frames = std::collections::BTreeMap::new();
    for seed in 0..6 {
        games(scenario, seed, 600, |rules, state| {
            for frame in rules.write(state).agenda {
                frames.insert(frame.to_string(), frame);
            }
        });
    }
    let mut frames: Vec<Value> = frames.into_values().collect();
    frames.push(Value::from("idle"));
    let step = frames.len().div_ceil(250);
    frames.into_iter().step_by(step).collect()
}

/// What differs between two values.
fn difference(old: &Value, new: &Value, path: &str) -> String {
    match (old, new) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
            let part = |key: &&String| difference(&old[key.as_str()], &new[key.as_str()], &format!("{path}.{key}"));
            keys.iter().map(part).collect()
        }
        _ if old == new => String::new(),
        _ => format!("{path}: {old} -> {new}; "),
    }
}

/// Few cases by default; `GROGNARD_CASES` asks for more.
fn config() -> ProptestConfig {
    let cases = std::env::var("GROGNARD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_document_that_was_tampered_with_is_refused_or_can_be_played(
        scenario in 0..4_usize, seed in 0..40_u64, depth in 0..250_usize, salt in any::<u64>(), count in 1..4_usize,
    ) {
        let (rules, original, all) = somewhere(SCENARIOS[scenario], seed, depth);
        let mut dice = Dice::new(salt);
        for _ in 0..6 {
            let mut value = original.clone();
            for _ in 0..count {
                mutate(&mut value, &all, &mut dice);
            }
            let Ok(document) = serde_json::from_value::<Document>(value.clone()) else { continue };
            match rules.read(&document) {
                Ok(state) => {
                    let text = serde_json::to_string(&document).unwrap();
                    prop_assert_eq!(rules.read(&rules.write(&state)), Ok(state.clone()), "{}", text);
                    let played = plays_on(&rules, state, &mut dice, salt);
                    prop_assert_eq!(played, Ok(()), "{}", difference(&original, &value, ""));
                }
                Err(faults) => {
                    prop_assert!(!faults.faults.is_empty());
                    for fault in &faults.faults {
                        prop_assert_eq!(&fault.file, "document");
                    }
                }
            }
        }
    }

    #[test]
    fn an_action_that_was_tampered_with_is_refused_or_legal(
        scenario in 0..4_usize, seed in 0..40_u64, depth in 0..250_usize, salt in any::<u64>(),
    ) {
        let rules = open(SCENARIOS[scenario]);
        let mut last = None;
        games(SCENARIOS[scenario], seed, depth, |_, state| last = Some(state.clone()));
        let state = last.unwrap();
        let mut dice = Dice::new(salt);
        for side in Side::BOTH {
            let legal: Vec<Value> = rules.legal_actions(&state, side).iter().map(|a| rules.write_action(a)).collect();
            let mut all = Vec::new();
            legal.iter().take(60).for_each(|value| pool(value, &mut all));
            all.push(Value::from("done"));
            for _ in 0..30 {
                let mut value = legal.get(dice.below(legal.len())).cloned().unwrap_or_default();
                mutate(&mut value, &all, &mut dice);
                let Ok(action) = rules.read_action(&value) else { continue };
                let listed = rules.legal_actions(&state, side).contains(&action);
                match rules.check(&state, side, &action) {
                    Ok(()) => prop_assert!(listed, "{:?}", action),
                    Err(Stop::Refused(_)) => prop_assert!(!listed, "{:?}", action),
                    Err(stop) => prop_assert!(false, "{:?}: {}", action, stop),
                }
            }
        }
    }

    #[test]
    fn a_record_that_was_tampered_with_diverges_or_says_the_same(
        seed in 0..20_u64, depth in 1..60_usize, salt in any::<u64>(),
    ) {
        let setup = Setup::scenario("charge");
        let rules = open("charge");
        let mut dice = Dice::new(salt);
        let mut game = Recorder::begin(&rules, setup, Seeded::new(seed)).unwrap();
        for _ in 0..depth {
            let Some((side, action)) = choose(&rules, game.state(), &mut dice) else { break };
            game.play(side, &action).unwrap();
        }
        let record = game.record();
        prop_assert!(matches!(replay(&rules, &record), Replay::Exact(_)));
        let original: Value = serde_json::from_str(&record.to_text()).unwrap();
        let mut all = Vec::new();
        pool(&original, &mut all);
        for _ in 0..10 {
            let mut value = original.clone();
            mutate(&mut value, &all, &mut dice);
            let Ok(tampered) = Record::parse(&value.to_string()) else { continue };
            if let Replay::Exact(state) = replay(&rules, &tampered) {
                // What was changed is what a replay does not look at, or the same thing said otherwise.
                prop_assert_eq!(&state, game.state());
            }
        }
        let text = record.to_text();
        let cut = dice.below(text.len().min(255)) + text.len() / 2;
        if let Some(cut) = text.get(..cut.min(text.len() - 2)) {
            prop_assert!(Record::parse(cut).is_err());
        }
    }
}

#[test]
fn no_question_is_left_without_an_answer_in_play() {
    games("proving", 7, 300, |rules, state| {
        if let asked @ Waiting::Asked(_) = rules.waiting(state) {
            assert!(asked.sides().all(|side| !rules.legal_actions(state, side).is_empty()));
        }
    });
}
