//! Every way to say no.
//!
//! A [`Refusal`] is the player's: the action is not legal, and the rule that forbids it says why, with units and numbers as
//! data. The other kinds of [`Stop`] are the caller's. After any of them, state and chance are as they were before.

use core::fmt;

use crate::chance::ChanceFault;
use crate::rule::Cites;
use crate::side::Side;

/// Why an action is not legal. `F` is the ruleset's vocabulary of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal<F: fmt::Display> {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Nothing is asked of this side now.
    #[error("nothing is asked of the {} side now", if *by == Side::First { "first" } else { "second" })]
    NotAsked {
        /// The side that acted.
        by: Side,
    },
    /// A rule forbids it.
    #[error("{why} [{rules}]")]
    Forbidden {
        /// The rules that forbid it, the most telling first.
        rules: Cites,
        /// The reason, as data.
        why: F,
    },
}

/// Why an adjudication stopped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop<F: fmt::Display + fmt::Debug> {
    /// The action is not legal: the player's mistake.
    #[error("refused: {0}")]
    Refused(Refusal<F>),
    /// Chance had no answer: the caller's mistake.
    #[error("chance: {0}")]
    Chance(#[from] ChanceFault),
    /// A bound that no game reaches was reached.
    #[error("limit: {0}")]
    Limit(Limit),
    /// The state contradicts itself, or the ruleset does: a position that was not built by the crate, or a bug in it.
    #[error("corrupt: {0}")]
    Corrupt(Corrupt),
}

impl<F: fmt::Display + fmt::Debug> Stop<F> {
    /// A refusal under these rules.
    pub fn forbidden(rules: impl Into<Cites>, why: F) -> Self {
        Stop::Refused(Refusal::Forbidden { rules: rules.into(), why })
    }

    /// The refusal, if it is one.
    pub fn refusal(&self) -> Option<&Refusal<F>> {
        match self {
            Stop::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }
}

/// A bound that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Limit {
    /// More automatic steps after one action than any game needs.
    #[error("more than {0} steps after one action")]
    Steps(u32),
    /// An agenda deeper than any game needs.
    #[error("the agenda is full")]
    Agenda,
    /// Odds that take more steps than allowed.
    #[error("the odds take more than {0} steps")]
    Odds(u32),
    /// Odds in which a position leads back to itself, under a policy that undoes what it did.
    #[error("a position leads back to itself")]
    Recurs,
    /// Odds whose fractions outgrow 128 bits.
    #[error("a probability outgrew 128 bits")]
    Fraction,
}

/// How a state or a ruleset contradicts itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Corrupt {
    /// A procedure finds that what it works on is gone.
    #[error("a procedure lost its footing: {0}")]
    Lost(&'static str),
    /// A refusal came after the first event.
    #[error("an action was refused after its first event")]
    LateRefusal,
    /// The state asks nothing and does not end.
    #[error("nothing is asked of either side and the game is not over")]
    Idle,
}
