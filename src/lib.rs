//! Adjudicates printed wargames.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod hex;
pub mod rule;
