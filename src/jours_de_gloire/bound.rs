//! The formation that is bound to its route until it fights or receives orders (R specific 2.3).

use super::event::Event;
use super::label::Label;
use super::play::Table;
use super::state::{FormationId, State};
use super::{Cite, JoursDeGloire};
use crate::journal::Journal;
use crate::rule;
use crate::side::{UnitId, UnitSet};

/// It is without orders.
pub(super) const WITHOUT_ORDERS: Cite = Cite::only(rule!("R specific 2.3/4"));
/// It does not force march.
pub(super) const NO_FORCED_MARCH: Cite = Cite::only(rule!("R specific 2.3/7"));
/// It is free after its first combat, or with orders.
const FREED: Cite = Cite::only(rule!("R specific 2.3/6"));

impl JoursDeGloire {
    /// Whether a unit belongs to the formation that is bound to its route, and is not free of it.
    pub fn is_bound(&self, s: &State, unit: UnitId) -> bool {
        let bound = self.scenario.specific.bound.as_ref();
        s.unbound == 0 && bound.is_some_and(|bound| bound.formation == self.units.formation(unit))
    }

    /// Frees the bound formation when one of these units fires or is fired at, or fights.
    pub(super) fn free_by_combat<J: Journal<Event, Label>>(&self, units: UnitSet, desk: &mut Table<'_, J>) {
        if units.into_iter().any(|unit| self.is_bound(desk.state(), unit)) {
            desk.fact(Event::Unbound, self.cite(FREED));
        }
    }

    /// Frees the bound formation when it is activated with orders.
    pub(super) fn free_by_orders<J: Journal<Event, Label>>(&self, formation: FormationId, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let units = self.roster.formation(formation).map_or(UnitSet::EMPTY, |f| f.units).and(s.orders);
        self.free_by_combat(units, desk);
    }
}
