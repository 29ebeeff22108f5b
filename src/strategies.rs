//! For the tests of others: proptest strategies for legal positions and actions of any ruleset (feature `proptest`).
//!
//! A position is legal because it is played: a strategy chooses a seed for the dice and, at each question, one of the legal
//! actions. What fails shrinks to fewer actions, and to the first ones of the lists; the dice stay those of the seed.
//!
//! ```
//! use std::sync::Arc;
//!
//! use grognard::doors::Doors;
//! use grognard::jours_de_gloire::JoursDeGloire;
//! use grognard::ruleset::Ruleset;
//! use grognard::setup::Setup;
//! use grognard::side::Side;
//! use grognard::strategies;
//! use proptest::prelude::*;
//!
//! let rules = Arc::new(JoursDeGloire::open(&Setup::scenario("charge"))?);
//! let cases = ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() };
//! proptest!(cases, |(position in strategies::positions(&rules, 40), turn in strategies::turns(&rules, 40))| {
//!     // Every position can be written and read back.
//!     prop_assert_eq!(rules.read(&rules.write(&position)), Ok(position));
//!     // Every action that is listed is accepted.
//!     if let Some(turn) = turn {
//!         prop_assert!(rules.check(&turn.state, turn.by, &turn.action).is_ok());
//!     }
//! });
//! # Ok::<(), grognard::figures::Faults>(())
//! ```

use core::fmt;
use std::sync::Arc;

use proptest::arbitrary::any;
use proptest::collection::vec;
use proptest::sample::Index;
use proptest::strategy::{BoxedStrategy, Strategy};

use crate::chance::Seeded;
use crate::ruleset::{Ruleset, Waiting};
use crate::side::Side;

/// A game from the start of a scenario: how it went, and where it stands.
pub struct Game<R: Ruleset> {
    /// The position at its first question.
    pub start: R::State,
    /// What was played, in order.
    pub played: Vec<(Side, R::Action)>,
    /// The position in which it stands.
    pub state: R::State,
    /// The seed of its dice: with [`Seeded`] at this seed, and the same actions, it goes the same way.
    pub seed: u64,
}

impl<R: Ruleset> Clone for Game<R> {
    fn clone(&self) -> Self {
        Self { start: self.start.clone(), played: self.played.clone(), state: self.state.clone(), seed: self.seed }
    }
}

impl<R: Ruleset> fmt::Debug for Game<R> {
    /// The seed and the actions: what it takes to play it again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("seed", &self.seed).field("played", &self.played).finish_non_exhaustive()
    }
}

/// A side that is asked in a position, and one of its legal actions.
pub struct Turn<R: Ruleset> {
    /// The position.
    pub state: R::State,
    /// Who is asked.
    pub by: Side,
    /// One of the actions that are listed for it.
    pub action: R::Action,
}

impl<R: Ruleset> Clone for Turn<R> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), by: self.by, action: self.action.clone() }
    }
}

impl<R: Ruleset> fmt::Debug for Turn<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn").field("by", &self.by).field("action", &self.action).field("state", &self.state).finish()
    }
}

/// One of the actions that are legal now, and whose it is; `None` if the game is over.
fn chosen<R: Ruleset>(rules: &R, state: &R::State, choice: Index) -> Option<(Side, R::Action)> {
    let waiting = rules.waiting(state);
    if waiting == Waiting::Over {
        return None;
    }
    let mut legal = Vec::new();
    for by in waiting.sides() {
        legal.extend(rules.legal_actions(state, by).into_iter().map(|action| (by, action)));
    }
    if legal.is_empty() { None } else { Some(legal.swap_remove(choice.index(legal.len()))) }
}

/// Plays on with these choices, as far as the game goes.
fn play<R: Ruleset>(rules: &R, seed: u64, choices: &[Index]) -> Option<Game<R>> {
    let mut chance = Seeded::new(seed);
    let start = rules.begin(&mut chance).ok()?.state;
    let mut game = Game { state: start.clone(), start, played: Vec::new(), seed };
    for choice in choices {
        let Some((by, action)) = chosen(rules, &game.state, *choice) else { break };
        // A ruleset that does not accept what it lists is for its own tests to find: the game stops before.
        let Ok(next) = rules.next(&game.state, by, &action, &mut chance) else { break };
        game.state = next;
        game.played.push((by, action));
    }
    Some(game)
}

/// Games of `most` actions at most, from the start of the scenario on which the rules were opened.
pub fn games<R>(rules: &Arc<R>, most: usize) -> BoxedStrategy<Game<R>>
where
    R: Ruleset<State: 'static, Action: 'static> + 'static,
{
    let rules = Arc::clone(rules);
    // Other dice are another game, not a smaller one.
    let seeds = any::<u64>().no_shrink();
    (seeds, vec(any::<Index>(), 0..=most))
        .prop_filter_map("the scenario begins", move |(seed, choices)| play(&*rules, seed, &choices))
        .boxed()
}

/// Legal positions: those in which [`games`] stand, games that are over among them.
pub fn positions<R>(rules: &Arc<R>, most: usize) -> BoxedStrategy<R::State>
where
    R: Ruleset<State: 'static, Action: 'static> + 'static,
{
    games(rules, most).prop_map(|game| game.state).boxed()
}

/// Legal actions, each with its position and whose it is; `None` where the game is over.
pub fn turns<R>(rules: &Arc<R>, most: usize) -> BoxedStrategy<Option<Turn<R>>>
where
    R: Ruleset<State: 'static, Action: 'static> + 'static,
{
    let asked = Arc::clone(rules);
    (positions(rules, most), any::<Index>())
        .prop_map(move |(state, choice)| {
            let (by, action) = chosen(&*asked, &state, choice)?;
            Some(Turn { state, by, action })
        })
        .boxed()
}
