//! What a simple player that seeks the fight would rather do: for examples and tests.

use super::Montenotte;
use super::action::{Action, Reaction};
use super::state::State;
use crate::hex::{Cell, Dir};
use crate::side::Side;

impl Montenotte {
    /// How much a player that seeks the fight favours an action: battles above all, then steps towards the enemy; passing
    /// little, but never nothing.
    pub(super) fn favoured(&self, s: &State, by: Side, action: &Action) -> u32 {
        match *action {
            Action::Attack { .. } => 60,
            Action::Join { .. } | Action::March { .. } | Action::Pursue | Action::Activate { .. } => 20,
            Action::Fund { .. } => 15,
            Action::Step { dir } | Action::Rapid { dir } => self.nearer(s, by, dir),
            Action::React { reaction: Reaction::Move(_), .. } => 2,
            Action::Detach { .. } | Action::Sack | Action::Pillage { .. } => 1,
            Action::Done | Action::Halt { .. } => 2,
            _ => 3,
        }
    }

    /// A step towards the nearest enemy, or away from it.
    fn nearer(&self, s: &State, by: Side, dir: Dir) -> u32 {
        let from = s.agenda.top().and_then(|frame| frame.mover()).and_then(|marker| s.at(marker));
        let to = from.and_then(|from| self.map.grid.neighbour(from, dir));
        let enemies = s.on_map().and(self.side_markers[by.enemy().index()]);
        let nearest = |cell: Cell| {
            let distances = enemies.into_iter().filter_map(|marker| s.at(marker));
            distances.map(|at| self.map.grid.distance(cell, at)).min()
        };
        match (from.and_then(nearest), to.and_then(nearest)) {
            (Some(before), Some(after)) if after < before => 12,
            (Some(before), Some(after)) if after > before => 2,
            _ => 5,
        }
    }
}
