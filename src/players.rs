//! Simple players: for examples, tests and the policies of odds only. They are not meant to play well.
//!
//! Each is a [`Policy`]: it answers the question that is put to it. [`play`] lets two of them play on from a position.
//!
//! ```
//! use grognard::jours_de_gloire::JoursDeGloire;
//! use grognard::odds::Policy;
//! use grognard::players::{First, Passing, Random, legal_for};
//! use grognard::ruleset::Ruleset;
//!
//! fn answers(rules: &JoursDeGloire, state: &<JoursDeGloire as Ruleset>::State) {
//!     let waiting = rules.waiting(state);
//!     for side in waiting.sides() {
//!         let Some(question) = waiting.of(side) else { continue };
//!         let legal = legal_for(rules, state, side);
//!         assert!(First.answer(rules, state, side, question).is_some_and(|answer| legal.contains(&answer)));
//!         assert!(Passing.answer(rules, state, side, question).is_some_and(|answer| legal.contains(&answer)));
//!         assert!(Random::new(1800).answer(rules, state, side, question).is_some_and(|answer| legal.contains(&answer)));
//!     }
//! }
//! ```

mod keen;

use core::ops::ControlFlow;

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

use crate::chance::Chance;
use crate::doors::Doors;
use crate::odds::{Choice, Policy};
use crate::ruleset::{Outcome, Ruleset, StopOf, Waiting};
use crate::side::Side;

pub use keen::{Keen, keen};

/// The legal actions of a side, sorted: what a player chooses from.
pub fn legal_for<R: Ruleset>(rules: &R, state: &R::State, by: Side) -> Vec<R::Action> {
    rules.legal_actions(state, by)
}

/// Answers with the first of the legal actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct First;

impl<R: Ruleset> Policy<R> for First {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Option<R::Action> {
        rules.legal_actions(state, by).into_iter().next()
    }
}

/// Declines whatever can be declined, and answers the rest with the last of the legal actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Passing;

impl<R: Ruleset> Policy<R> for Passing {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Option<R::Action> {
        rules.decline(state, by).or_else(|| rules.legal_actions(state, by).pop())
    }
}

/// Picks one of the legal actions, each as likely as any other. As a policy of odds it is all of them at once, whatever its
/// seed: the odds are those against a player who is known to choose so.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Lcg64Xsh32,
}

impl Random {
    /// The player of this seed. Its choices are its own: it takes nothing from the dice of the game.
    pub fn new(seed: u64) -> Self {
        Self { generator: Lcg64Xsh32::new(seed, 0x9E37_79B9_7F4A_7C15) }
    }

    /// A number below `count`; 0 if that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.generator.next_u32()) * count as u64) >> 32) as usize
    }

    /// The place of one of these weights, each as likely as its share of the sum; `None` if the sum is 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let sum: u64 = weights.clone().map(u64::from).sum();
        let mut at = (u64::from(self.generator.next_u32()) * sum) >> 32;
        for (place, weight) in weights.enumerate() {
            let weight = u64::from(weight);
            if at < weight {
                return Some(place);
            }
            at -= weight;
        }
        None
    }
}

impl<R: Ruleset> Policy<R> for Random {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Option<R::Action> {
        let mut legal = rules.legal_actions(state, by);
        if legal.is_empty() { None } else { Some(legal.swap_remove(self.below(legal.len()))) }
    }

    fn choice(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Choice<R::Action> {
        Choice::alike(rules.legal_actions(state, by))
    }
}

/// Picks one of the legal actions by weights that a function gives them; if all weigh nothing, any. As a policy of odds it
/// is all of them at once, as [`Random`] is.
#[derive(Clone, Debug)]
pub struct Biased<F> {
    random: Random,
    weigh: F,
}

impl<F> Biased<F> {
    /// The player of this seed and these weights.
    pub fn new(seed: u64, weigh: F) -> Self {
        Self { random: Random::new(seed), weigh }
    }
}

impl<R: Ruleset, F: FnMut(&R, &R::State, Side, &R::Action) -> u32> Policy<R> for Biased<F> {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Option<R::Action> {
        let mut legal = rules.legal_actions(state, by);
        if legal.is_empty() {
            return None;
        }
        let weights: Vec<u32> = legal.iter().map(|action| (self.weigh)(rules, state, by, action)).collect();
        let place = self.random.weighted(weights.iter().copied()).unwrap_or_else(|| self.random.below(legal.len()));
        Some(legal.swap_remove(place))
    }

    fn choice(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Choice<R::Action> {
        Choice::weighed(rules.legal_actions(state, by), |action| (self.weigh)(rules, state, by, action))
    }
}

/// Picks one of the legal actions, of any ruleset, by how much a player that seeks the fight favours it:
/// [`Doors::favour`].
#[derive(Clone, Debug)]
pub struct Seeking {
    random: Random,
}

impl Seeking {
    /// The player of this seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }
}

impl<R: Doors> Policy<R> for Seeking {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Option<R::Action> {
        let mut legal = rules.legal_actions(state, by);
        if legal.is_empty() {
            return None;
        }
        let weights: Vec<u32> = legal.iter().map(|action| rules.favour(state, by, action)).collect();
        let place = self.random.weighted(weights.iter().copied()).unwrap_or_else(|| self.random.below(legal.len()));
        Some(legal.swap_remove(place))
    }

    fn choice(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Choice<R::Action> {
        Choice::weighed(rules.legal_actions(state, by), |action| rules.favour(state, by, action))
    }
}

/// What two players made of a game.
#[derive(Clone, Debug)]
pub struct Played<S> {
    /// The position in which it ended, or stopped.
    pub state: S,
    /// How many actions were carried out.
    pub actions: u32,
}

/// Sees each action of a game with its outcome, and may break off.
pub type Watching<'w, R> = dyn FnMut(Side, &<R as Ruleset>::Action, &Outcome<R>) -> ControlFlow<()> + 'w;

/// Plays on from a position until the game is over, a player has no answer, `most` actions are carried out, or `each`,
/// which sees every action with its outcome, breaks off. Where both sides are asked, the first answers first.
///
/// # Errors
/// What stops an action: a player's answer that is not legal, or a fault of the rules.
pub fn play<R: Ruleset>(
    rules: &R,
    state: R::State,
    chance: &mut dyn Chance,
    players: [&mut dyn Policy<R>; 2],
    most: u32,
    each: &mut Watching<'_, R>,
) -> Result<Played<R::State>, StopOf<R>> {
    let mut played = Played { state, actions: 0 };
    while played.actions < most {
        let waiting = rules.waiting(&played.state);
        if waiting == Waiting::Over {
            break;
        }
        let answer = Side::BOTH.into_iter().find_map(|side| {
            let question = waiting.of(side)?;
            Some((side, players[side.index()].answer(rules, &played.state, side, question)?))
        });
        let Some((side, action)) = answer else { break };
        let outcome = rules.apply(&played.state, side, &action, chance)?;
        let flow = each(side, &action, &outcome);
        played.state = outcome.state;
        played.actions += 1;
        if flow.is_break() {
            break;
        }
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_shares() {
        let mut random = Random::new(1);
        let mut found = [0u32; 3];
        for _ in 0..6000 {
            found[random.weighted([1, 0, 5].into_iter()).unwrap()] += 1;
        }
        assert_eq!(found[1], 0);
        assert!(found[0] > 850 && found[0] < 1150, "{found:?}");
        assert_eq!(random.weighted([0, 0].into_iter()), None);
        assert_eq!(random.below(0), 0);
    }
}
