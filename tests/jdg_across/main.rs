//! What two clauses of different chapters say together, and the edges of single ones: written from the rulebooks.

#[path = "../support/drill.rs"]
mod drill;
#[path = "../support/mod.rs"]
mod support;

mod marches;
mod night;
