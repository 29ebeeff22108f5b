//! Fire, shock, charge and rout where their clauses meet: an exception that another chapter states, two rules that meet, a
//! condition looked at too early or too late. Written from the rulebooks, on the plain of `support/ground.rs`; those on the
//! drill ground stand in `jdg_across`.

#[path = "../support/ground.rs"]
mod ground;
#[path = "../support/mod.rs"]
mod support;

mod fights;
mod readings;
