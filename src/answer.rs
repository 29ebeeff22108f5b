//! Answers to questions that are asked without playing an action: what is so, and under which rules.

use serde::Serialize;

use crate::rule::Cites;

/// What is so, and the rules that make it so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Answer<T> {
    /// What is so.
    pub is: T,
    /// The rules that it follows from, the most telling first.
    pub rules: Cites,
}

impl<T> Answer<T> {
    /// An answer under these rules.
    pub fn new(is: T, rules: impl Into<Cites>) -> Self {
        Self { is, rules: rules.into() }
    }
}
