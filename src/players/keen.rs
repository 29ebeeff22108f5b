//! A player of Jours de Gloire that seeks the fight.

use super::Biased;
use crate::jours_de_gloire::JoursDeGloire;
use crate::jours_de_gloire::action::Action;
use crate::jours_de_gloire::frame::Gait;
use crate::jours_de_gloire::state::{Mark, Order, State};
use crate::side::{Side, UnitId};

/// A player of Jours de Gloire that seeks the fight: see [`keen`].
pub type Keen = Biased<fn(&JoursDeGloire, &State, Side, &Action) -> u32>;

impl Keen {
    /// The player of this seed.
    pub fn seeded(seed: u64) -> Self {
        Self::new(seed, keen)
    }
}

/// How much a player that seeks the fight favours an action: charges, shocks, fire and reactions above all, then steps
/// towards the enemy and halts with the enemy in front; passing little, but never nothing.
pub fn keen(rules: &JoursDeGloire, state: &State, by: Side, action: &Action) -> u32 {
    match *action {
        Action::Charge { .. } | Action::Fight { .. } => 80,
        Action::Shock { .. } | Action::Fire { .. } | Action::React { .. } | Action::CounterCharge { .. } => 40,
        Action::Advance { .. } | Action::Quarry { .. } | Action::Rally { .. } => 20,
        Action::Bridge { .. } => 30,
        Action::Order { .. } | Action::Initiative { .. } | Action::Enter { .. } => 20,
        Action::Run { .. } | Action::Activate { .. } => 20,
        Action::Move { gait: Gait::March, .. } => 12,
        Action::Move { .. } | Action::Marker { .. } | Action::Evade { .. } | Action::FormSquare { .. } => 5,
        Action::Step { dir } => {
            let Some(at) = mover(state).and_then(|unit| state.at(unit)) else { return 6 };
            let Some(to) = rules.map().grid.neighbour(at, dir) else { return 6 };
            match (nearest(rules, state, by, at), nearest(rules, state, by, to)) {
                (Some(before), Some(after)) if after < before => 16,
                (Some(before), Some(after)) if after > before => 1,
                _ => 4,
            }
        }
        Action::Halt { facing } => {
            let Some(at) = mover(state).and_then(|unit| state.at(unit)) else { return 2 };
            let before = |other: UnitId| {
                let there = state.at(other)?;
                Some(rules.map().grid.in_cone(at, facing, there) && rules.map().grid.distance(at, there) == 1)
            };
            if enemies(rules, state, by).any(|enemy| before(enemy) == Some(true)) { 30 } else { 1 }
        }
        // Anywhere: nobody seeks the fight in the set-up.
        Action::Place { .. } | Action::Post { .. } => 4,
        Action::Done | Action::Look | Action::Announce { .. } | Action::Divert { .. } | Action::First { .. } => 4,
        Action::Command { .. } | Action::Recall | Action::LeaveSquare { .. } => 3,
        Action::Pivot { .. } | Action::ToTop { .. } | Action::Turn { .. } | Action::EndReinforcement { .. } => 1,
    }
}

fn mover(state: &State) -> Option<UnitId> {
    state.marked(Mark::Moving).lowest()
}

fn enemies<'a>(rules: &'a JoursDeGloire, state: &'a State, by: Side) -> impl Iterator<Item = UnitId> + 'a {
    state.on_map().filter(move |unit| rules.side_of(*unit) != by && state.order(*unit) != Order::Routed)
}

fn nearest(rules: &JoursDeGloire, state: &State, by: Side, cell: crate::hex::Cell) -> Option<u8> {
    enemies(rules, state, by).filter_map(|enemy| Some(rules.map().grid.distance(cell, state.at(enemy)?))).min()
}
