//! What slips between clauses: an exception that another chapter states, two rules that meet, a condition looked at too early or
//! too late.

#[path = "../support/ground.rs"]
mod ground;
#[path = "../support/mod.rs"]
mod support;

mod fights;
mod readings;
