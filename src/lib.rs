//! Adjudicates printed wargames.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod agenda;
pub mod chance;
pub mod coverage;
pub mod desk;
pub mod figures;
pub mod fingerprint;
pub mod hex;
pub mod journal;
pub mod jours_de_gloire;
pub mod montenotte;
pub mod odds;
pub mod refusal;
mod rows;
pub mod rule;
pub mod ruleset;
pub mod rulings;
pub mod setup;
pub mod side;
pub mod tally;
