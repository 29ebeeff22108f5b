//! Adjudicates printed wargames.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod figures;
pub mod jours_de_gloire;
pub mod rule;
