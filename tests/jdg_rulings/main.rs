//! The open points of Jours de Gloire that can be played either way: the same position, played by each reading, with its
//! different result. Those of the command chapters stand in `jdg_command`, others beside their chapter.

#[path = "../support/ground.rs"]
mod ground;
#[path = "../support/mod.rs"]
mod support;

mod charge;
mod condition;
mod demoralized;
mod lie_of_the_land;
mod night;
mod reach;
mod series;
mod shock;
mod streets;
mod turn;
mod withdrawal;

use support::differ;
