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

/// A state somewhere in a random game, and everything that documents of that scenario hold.
fn somewhere(scenario: &str, seed: u64, depth: usize) -> (JoursDeGloire, Value, Vec<Value>) {
    let mut last = None;
    games(scenario, seed, depth, |rules, state| last = Some(rules.write(state)));
    let value = serde_json::to_value(last).unwrap();
    let mut all = Vec::new();
    pool(&value, &mut all);
    (open(scenario), value, all)
}

/// Plays on from a position that was read: what is asked can be answered, and what is legal can be done.
fn plays_on(rules: &JoursDeGloire, mut state: State, dice: &mut Dice, seed: u64, text: &str) {
    let mut chance = Seeded::new(seed);
    if !rules.over(&state) && rules.waiting(&state).sides().next().is_none() {
        state = rules.resume(&state, &mut chance).unwrap_or_else(|stop| panic!("{stop}: {text}")).state;
    }
    for _ in 0..40 {
        if rules.over(&state) {
            return;
        }
        let waiting = rules.waiting(&state);
        assert!(waiting.sides().next().is_some(), "nobody is asked: {text}");
        for side in waiting.sides() {
            assert!(!rules.legal_actions(&state, side).is_empty(), "no answer to {waiting:?}: {text}");
        }
        let (side, action) = choose(rules, &state, dice).unwrap_or_else(|| panic!("{text}"));
        match rules.apply(&state, side, &action, &mut chance) {
            Ok(outcome) => state = outcome.state,
            Err(stop) => panic!("{action:?} in {waiting:?}: {stop}: {text}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

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
            let Ok(document) = serde_json::from_value::<Document>(value) else { continue };
            match rules.read(&document) {
                Ok(state) => {
                    let text = serde_json::to_string(&document).unwrap();
                    prop_assert_eq!(rules.read(&rules.write(&state)), Ok(state.clone()), "{}", text);
                    plays_on(&rules, state, &mut dice, salt, &text);
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
