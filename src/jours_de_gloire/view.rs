//! What one side may see of a position, and positions that it may suppose.
//!
//! Secret in this series are the orders of phase A: who received them lies face down until his formation is activated for
//! the first time in the turn, and how many were given shows it. All else lies open on the table: the cup is filled before
//! everybody's eyes. Dice that are not yet rolled are in no state.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::document::{Document, Eye, UnitSign};
use super::frame::Frame;
use super::game::JoursDeGloire;
use super::state::{FormationId, Progress, State};
use crate::figures::Faults;
use crate::names::fault;
use crate::side::{Side, UnitSet};

/// What a side may see of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct View {
    /// The side that looks.
    pub side: String,
    /// The position, without what is hidden from the side.
    pub seen: Document,
    /// The enemy's formations whose orders it does not see.
    pub face_down: Vec<String>,
}

/// What a side supposes of what it cannot see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Guess {
    /// The enemy's units that have received orders face down.
    pub orders: BTreeSet<String>,
}

impl JoursDeGloire {
    /// The units whose orders a side does not see.
    fn unseen(&self, s: &State, viewer: Side) -> UnitSet {
        let enemies = self.units.side(viewer.enemy());
        if self.scenario.specific.eagles_eye == Some(viewer) && s.looked == s.turn {
            return UnitSet::EMPTY;
        }
        enemies.filter(|unit| s.revealed & self.ordered_with(s, *unit).bit() == 0).collect()
    }

    pub(super) fn seen_by(&self, s: &State, viewer: Side) -> View {
        let unseen = self.unseen(s, viewer);
        let mut face_down = 0;
        for unit in unseen {
            face_down |= self.ordered_with(s, unit).bit();
        }
        let formations = (0..).map(FormationId).zip(&self.roster.formations);
        View {
            side: self.roster.sides[viewer.index()].clone(),
            seen: self.document(s, Eye::Of(viewer)),
            face_down: formations
                .filter(|(id, _)| face_down & id.bit() != 0)
                .map(|(_, formation)| formation.name.clone())
                .collect(),
        }
    }

    pub(super) fn supposed(&self, view: &View, guess: &Guess) -> Result<State, Faults> {
        let mut faults = Faults::default();
        let Some(viewer) = self.roster.side_named(&view.side) else {
            return Err(fault("view", "side", "a side", view.side.clone()).into());
        };
        let mut document = view.seen.clone();
        // What is seen alone is a position too: the one in which nothing is hidden.
        let bare = super::document::read(self, &document)?;
        let unseen = self.unseen(&bare, viewer);
        let mut groups = BTreeSet::new();
        for name in &guess.orders {
            let path = format!("orders.{name}");
            match self.roster.unit_named(name) {
                Some(unit) if unseen.has(unit) && bare.at(unit).is_some() => {
                    groups.insert(bare.group[unit.index()]);
                    let mut missing = self.group(&bare, unit).filter(|mate| {
                        bare.group[unit.index()] != 0 && !guess.orders.contains(&self.roster.unit_name(*mate))
                    });
                    if let Some(mate) = missing.next() {
                        let mate = self.roster.unit_name(mate);
                        faults.add(fault("guess", path, "a whole tactical group", format!("not {mate}")).into());
                    }
                    document.units.entry(name.clone()).or_default().signs.push(UnitSign::Orders);
                }
                Some(_) => {
                    faults.add(fault("guess", path, "an enemy unit whose orders are hidden", name.clone()).into());
                }
                None => faults.add(fault("guess", path, "a unit of the roster", name.clone()).into()),
            }
        }
        faults.or_none()?;
        if !groups.is_empty() {
            let enemy = document.sides.entry(self.roster.sides[viewer.enemy().index()].clone()).or_default();
            enemy.orders_given = groups.len().min(99) as u8;
            enemy.progress = enemy.progress.max(Progress::Orders);
        }
        super::document::read(self, &document)
    }

    /// Whether the phase in which orders are given is under way.
    pub fn in_orders_phase(&self, s: &State) -> bool {
        s.agenda.get(0) == Some(Frame::Orders)
    }
}
