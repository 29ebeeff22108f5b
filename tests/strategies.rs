//! The strategies that the feature `proptest` offers: legal, of all rulesets, and shrinking to fewer actions.

use std::sync::Arc;

use grognard::chance::Seeded;
use grognard::fingerprint::Fingerprint;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::montenotte::Montenotte;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::strategies::{games, positions, turns};
use proptest::prelude::*;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{TestError, TestRunner};

fn runner(cases: u32) -> TestRunner {
    let config =
        ProptestConfig { cases, max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, proptest::test_runner::TestRng::deterministic_rng(Default::default()))
}

fn series(scenario: &str) -> Arc<JoursDeGloire> {
    Arc::new(JoursDeGloire::open(&Setup::scenario(scenario)).unwrap())
}

fn montenotte() -> Arc<Montenotte> {
    Arc::new(Montenotte::open(&Setup::scenario("montenotte")).unwrap())
}

/// What must hold of the games of any ruleset.
fn are_legal<R: Ruleset<State: 'static, Action: 'static> + 'static>(rules: &Arc<R>) {
    let mut longest = 0;
    let mut ends = std::collections::BTreeSet::<Fingerprint>::new();
    runner(40)
        .run(&games(rules, 120), |game| {
            // Played again by its seed and its actions it ends where it stands.
            let mut chance = Seeded::new(game.seed);
            let mut state = rules.begin(&mut chance).unwrap().state;
            prop_assert_eq!(&state, &game.start);
            for (by, action) in &game.played {
                prop_assert!(rules.check(&state, *by, action).is_ok());
                state = rules.next(&state, *by, action, &mut chance).unwrap();
            }
            prop_assert_eq!(&state, &game.state);
            Ok(())
        })
        .unwrap();
    let mut runner = runner(40);
    for _ in 0..40 {
        let game = games(rules, 120).new_tree(&mut runner).unwrap().current();
        longest = longest.max(game.played.len());
        ends.insert(rules.fingerprint(&game.state));
        let turn = turns(rules, 60).new_tree(&mut runner).unwrap().current();
        if let Some(turn) = turn {
            assert!(rules.legal_actions(&turn.state, turn.by).contains(&turn.action));
        }
    }
    assert!(longest > 80 && ends.len() > 30, "{longest}, {}", ends.len());
}

#[test]
fn games_of_every_ruleset_are_legal() {
    are_legal(&series("montebello"));
    are_legal(&series("rivoli-historical"));
    are_legal(&montenotte());
}

#[test]
fn what_fails_shrinks_to_the_fewest_actions() {
    // Somebody has acted five times: five actions show it, and the first ones of the lists will do.
    let rules = series("montebello");
    let result = runner(20).run(&games(&rules, 100), |game| {
        prop_assert!(game.played.len() < 5);
        Ok(())
    });
    let Err(TestError::Fail(_, least)) = result else { panic!("{result:?}") };
    assert_eq!(least.played.len(), 5);
    let first = rules.legal_actions(&least.start, rules.waiting(&least.start).sides().next().unwrap());
    assert_eq!(Some(&least.played[0].1), first.first());
    assert!(format!("{least:?}").starts_with("Game { seed: "));
}

#[test]
fn positions_come_to_their_end() {
    // In a skirmish of random players many games are over: there is nobody to act then.
    let rules = series("charge");
    let mut runner = runner(60);
    let (mut over, mut on) = (0, 0);
    for _ in 0..60 {
        let state = positions(&rules, 300).new_tree(&mut runner).unwrap().current();
        if rules.waiting(&state) == Waiting::Over { over += 1 } else { on += 1 }
    }
    assert!(over > 0 && on > 0, "{over}, {on}");
}
