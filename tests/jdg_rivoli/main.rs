//! What the battle of Rivoli adds (R specific, R scenario 1 to 3): set-up, Lusignan's march, the pontoon bridge, Leclerc,
//! changed arrivals; each by what it allows, what it forbids, and the edge between.

#[path = "../support/mod.rs"]
mod support;

mod arrivals;
mod dead_ends;
mod game;
mod hours;
mod later;
mod leclerc;
mod lusignan;
mod pontoon;
mod set_up;
