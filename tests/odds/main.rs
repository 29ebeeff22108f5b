//! Exact odds: they sum to one, agree with every die thrown one by one and with many seeded plays, are right by hand, know
//! no secret, and stop with a typed error where they must.

mod charge;
mod door;
mod hand;
mod limits;
#[path = "../montenotte_support/mod.rs"]
mod montenotte_support;
mod plays;
mod policies;
mod secrets;
mod stated;
mod sums;
