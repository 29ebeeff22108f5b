//! Phases of the turn, orders, groups, markers, initiative, army commanders, reinforcements, reserves, victory (chapters 1,
//! 2, 3, 5.2 and 13 of both books), each rule by what it allows, what it forbids, and the edge between.

#[path = "../support/mod.rs"]
mod support;

mod commanders;
mod cup;
mod field;
mod initiative;
mod near;
mod noticed;
mod orders;
mod reinforcements;
mod reserve;
mod rulings;
mod victory;
