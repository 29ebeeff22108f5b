//! Exact odds: the very same code as the game, under a chance that lets every outcome happen.
//!
//! Faces that the rules read alike are one branch with a weight; equal positions are worked on once, however they were
//! reached; a [`Policy`] answers the decisions that it knows and says how far to look, and the outcomes stop at the first
//! decision that it does not answer. Probabilities are exact [`Fraction`]s.

mod exhaustive;
mod fraction;
mod graph;
mod outlook;
mod policy;
mod supposed;

use crate::ruleset::{Ruleset, StopOf};
use crate::side::Side;

pub use fraction::{Fraction, Percent};
pub use outlook::{Fact, Manner, Outlook, Row, Span, Summary, foresee, summary, told};
pub use policy::{Choice, Declining, Each, Horizon, Or, Policy, Stopping, Until};
pub use supposed::{Unforeseen, odds_for};

/// The positions that an action leads to, each with its probability. They sum to exactly one.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds<S> {
    /// The positions, no two of them equal, in the order in which they were first reached.
    pub outcomes: Vec<(S, Fraction)>,
    /// How many branches were followed, of dice, of draws and of mixed answers.
    pub branches: u32,
    /// How many steps were taken: answers and automatic steps.
    pub steps: u32,
}

impl<S> Odds<S> {
    /// The probability that `holds` of the outcome; `None` if it outgrows 128 bits.
    pub fn chance_of(&self, mut holds: impl FnMut(&S) -> bool) -> Option<Fraction> {
        self.outcomes
            .iter()
            .filter(|(state, _)| holds(state))
            .try_fold(Fraction::ZERO, |sum, (_, probability)| sum.plus(*probability))
    }
}

/// The exact distribution of the positions that an action leads to, going on past the decisions that the policy answers, up
/// to its horizon. `most` bounds the steps taken.
///
/// # Errors
/// The refusal of the action (or of an answer of the policy); [`Limit::Odds`](crate::refusal::Limit::Odds),
/// [`Limit::Fraction`](crate::refusal::Limit::Fraction) and [`Limit::Recurs`](crate::refusal::Limit::Recurs).
pub fn odds<R: Ruleset>(
    rules: &R,
    state: &R::State,
    by: Side,
    action: &R::Action,
    policy: &mut (impl Policy<R> + ?Sized),
    most: u32,
) -> Result<Odds<R::State>, StopOf<R>> {
    graph::Search::new(rules, policy, most).run(state, by, action)
}
