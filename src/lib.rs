//! Adjudicates printed wargames.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod rule;
