//! The formation that is bound to its route until it fights or receives orders (R specific 2.3).

use super::action::Action;
use super::event::Event;
use super::frame::{Gait, Moving, Party};
use super::label::Label;
use super::play::{Judged, Table};
use super::rulings::{LusignanCapability, LusignanDetour};
use super::scenario::Bound;
use super::state::{FormationId, State};
use super::why::Why;
use super::{Cite, JoursDeGloire};
use crate::hex::{Cell, Dir, Edge};
use crate::journal::Journal;
use crate::rule;
use crate::side::{UnitId, UnitSet};

/// It marches by its route, with all its movement.
const BY_ROUTE: Cite = Cite::only(rule!("R specific 2.3/2"));
/// Then along the south edge.
const ALONG_EDGE: Cite = Cite::only(rule!("R specific 2.3/3"));
/// How many rows of hexes that is (a ruling: `lusignan-goal`).
const SOUTHERN_ROWS: u8 = 2;
/// Towards how many of the next hexes of its route it goes around an enemy.
const AHEAD: usize = 3;
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

    // ------------------------------------------------------------------------------------------------------- its march

    /// The rule under which it marches on from a hex: by its route, or along the south edge.
    fn leg(&self, from: Cell) -> Cite {
        let south = self.map.grid.to_edge(from, Edge::South) < SOUTHERN_ROWS;
        if south { ALONG_EDGE } else { BY_ROUTE }
    }

    /// That rule, if the unit is bound.
    pub(super) fn bound_leg(&self, s: &State, unit: UnitId, from: Cell) -> Option<Cite> {
        self.is_bound(s, unit).then(|| self.leg(from))
    }

    /// Whether a step leads nearer to one of the next hexes of the route: on it, those that follow; off it, the nearest and
    /// those that follow (a ruling: `lusignan-detour`).
    fn leads_on(&self, bound: &Bound, from: Cell, to: Cell) -> bool {
        let distance = |hex: &Cell, cell: Cell| self.map.grid.distance(cell, *hex);
        let nearest = bound.route.iter().enumerate().rev().min_by_key(|(_, hex)| distance(hex, from));
        let Some((nearest, hex)) = nearest else { return false };
        let next = if *hex == from { nearest + 1 } else { nearest };
        bound.route.iter().skip(next).take(AHEAD).any(|hex| distance(hex, to) < distance(hex, from))
    }

    /// Whether a unit, if it is bound, may take this step: to the next hex of the route; where the enemy bars that, to a
    /// hex of its ground that leads on. At the end it may go from one of the last hexes to another.
    pub(super) fn judge_route(&self, s: &State, units: UnitSet, moving: &Moving, from: Cell, dir: Dir) -> Judged {
        if !self.is_bound(s, moving.unit) {
            return Ok(());
        }
        let (Some(bound), Some(to)) = (&self.scenario.specific.bound, self.map.grid.neighbour(from, dir)) else {
            return Ok(());
        };
        let no = self.no(self.leg(from), Why::OffRoute(moving.unit));
        if !bound.within.contains(&to) {
            return no;
        }
        if bound.goal.contains(&from) {
            return if bound.goal.contains(&to) { Ok(()) } else { no };
        }
        let place = bound.route.iter().position(|hex| *hex == from);
        let next = place.and_then(|place| bound.route.get(place + 1));
        let open = match next {
            Some(next) if *next == to => true,
            Some(_) if self.rulings.lusignan_detour == LusignanDetour::Waits => false,
            Some(next) => {
                let way = self.map.grid.direction(from, *next);
                let barred = way.is_none_or(|way| self.enemy_bars(s, units, moving, from, way));
                barred && self.leads_on(bound, from, to)
            }
            None => self.leads_on(bound, from, to),
        };
        if open { Ok(()) } else { no }
    }

    /// Whether it is the enemy that bars a step: by standing there, by his zone of control, or by an entry hex of his.
    fn enemy_bars(&self, s: &State, units: UnitSet, moving: &Moving, from: Cell, dir: Dir) -> bool {
        let judged = self.judge_step(s, units, moving, from, dir);
        judged.is_err_and(|no| {
            matches!(
                no.why,
                Why::Enemy { .. }
                    | Why::Zone { .. }
                    | Why::FrontZone { .. }
                    | Why::SameZone { .. }
                    | Why::Adjacent { .. }
                    | Why::EntryHex(_)
            )
        })
    }

    /// The rule that gives a bound unit its full allowance; `None` if it is not bound.
    pub(super) fn bound_pace(&self, s: &State, unit: UnitId) -> Option<Cite> {
        self.is_bound(s, unit).then_some(WITHOUT_ORDERS)
    }

    /// Those of these units that have full capability in everything as long as they are bound.
    pub(super) fn fully_capable(&self, s: &State, units: UnitSet) -> UnitSet {
        match self.rulings.lusignan_capability {
            LusignanCapability::Movement => UnitSet::EMPTY,
            LusignanCapability::All => units.filter(|unit| self.is_bound(s, *unit)).collect(),
        }
    }

    /// Whether units on the move must go on: bound ones do as long as they can, up to the end of their route.
    pub(super) fn judge_march_over(&self, s: &State, units: UnitSet, moving: &Moving, from: Cell) -> Judged {
        if !self.is_bound(s, moving.unit) || self.arrived(from) {
            return Ok(());
        }
        match self.some_step(s, units, moving, from) {
            Ok(()) => self.no(self.leg(from), Why::MustMarchOn(moving.unit)),
            Err(_) => Ok(()),
        }
    }

    fn arrived(&self, cell: Cell) -> bool {
        self.scenario.specific.bound.as_ref().is_some_and(|bound| bound.goal.contains(&cell))
    }

    /// Whether the units that are bound have marched, those that can.
    pub(super) fn judge_marched(&self, s: &State) -> Judged {
        let Some(bound) = &self.scenario.specific.bound else { return Ok(()) };
        if s.unbound != 0 {
            return Ok(());
        }
        let theirs = self.roster.formation(bound.formation).map_or(UnitSet::EMPTY, |f| f.units);
        for unit in self.free_to_act(s).and(theirs) {
            self.judge_stays(s, unit)?;
        }
        Ok(())
    }

    /// Whether a unit may stay where it is in this activation: not if it is bound, and could march.
    pub(super) fn judge_stays(&self, s: &State, unit: UnitId) -> Judged {
        let Some(at) = s.at(unit).filter(|at| self.is_bound(s, unit) && !self.arrived(*at)) else { return Ok(()) };
        let marches = Action::Move { unit, party: Party::Alone, gait: Gait::March };
        match self.judge_movement_step(s, &marches) {
            Ok(()) => self.no(self.leg(at), Why::MustMarchOn(unit)),
            Err(_) => Ok(()),
        }
    }

    // ------------------------------------------------------------------------------------------------- what frees it

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
