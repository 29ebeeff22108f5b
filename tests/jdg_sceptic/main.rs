//! What slips between clauses: what two clauses of different chapters say together, the edges of single ones, a condition
//! looked at too early or too late. Written from the rulebooks.

#[path = "../support/drill.rs"]
mod drill;
#[path = "../support/ground.rs"]
mod ground;
#[path = "../support/mod.rs"]
mod support;

mod audit1;
mod fights;
mod readings;
