//! The pontoon bridge that a scenario lets a formation build (R specific 4.3).
//!
//! It is begun in one turn and stands in a later one, if the conditions are met again (a ruling: `pontoon-built`). Begun
//! elsewhere, the work that was under way is given up (`pontoon-given-up`). From the next activation on it is a bridge
//! over the river, for both sides: see [`JoursDeGloire::step_over`].

use super::action::Action;
use super::charts::{Arm, Barrier};
use super::event::Event;
use super::ground::{Lay, Step};
use super::label::Label;
use super::map::Edge;
use super::play::{Done, Judged, Table, lost};
use super::rulings::PontoonBuilt;
use super::state::{FormationId, Mark, State, Work};
use super::why::Why;
use super::{Cite, JoursDeGloire, activation};
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::side::{UnitId, UnitSet};

/// A formation may bridge the river.
const MAY_BRIDGE: Cite = Cite::only(rule!("R specific 4.3/1"));
/// By infantry in good order at the bank that has not moved.
const BUILDER: Cite = Cite::only(rule!("R specific 4.3/2"));
/// Between hexes of one height.
const LEVEL: Cite = Cite::only(rule!("R specific 4.3/3"));
/// No enemy infantry in good order opposite.
const OPPOSITE: Cite = Cite::only(rule!("R specific 4.3/4"));
/// It stands in a later turn.
const LATER: Cite = Cite::only(rule!("R specific 4.3/5"));
/// It is used from the next activation on.
const USED: Cite = Cite::only(rule!("R specific 4.3/6"));

impl JoursDeGloire {
    // ----------------------------------------------------------------------------------------- the map with the bridge

    /// The map under its charts, with the bridge if it stands.
    #[inline]
    pub(super) fn lay(&self, s: &State) -> Lay<'_> {
        let steep_levels = self.scenario.specific.steep_levels;
        Lay { map: &self.map, charts: &self.charts, steep_levels, rulings: &self.rulings, bridge: s.bridge.open() }
    }

    /// The step from a hex over one of its hexsides, as the bridge has it if it leads there.
    #[inline]
    pub(super) fn step_over(&self, s: &State, arm: Arm, cell: Cell, dir: Dir) -> Step {
        match s.bridge.open() {
            Some(ends) if self.map.grid.neighbour(cell, dir).is_some_and(|to| joins(ends, cell, to)) => {
                self.lay(s).step(arm, cell, dir)
            }
            _ => self.ground.step(arm, cell, dir),
        }
    }

    /// What lies along a hexside of a hex, the bridge too.
    pub(super) fn edge_over(&self, s: &State, cell: Cell, dir: Dir) -> Edge {
        self.lay(s).edge(cell, dir)
    }

    // --------------------------------------------------------------------------------------------------- how it is built

    /// The formation that may build it, on the map.
    fn builders(&self) -> UnitSet {
        let formation = self.scenario.specific.pontoon.and_then(|formation| self.roster.formation(formation));
        formation.map_or(UnitSet::EMPTY, |formation| formation.units)
    }

    pub(super) fn judge_bridge(&self, s: &State, unit: UnitId, to: Cell) -> Judged {
        if self.builders().is_empty() {
            return self.no(activation::SEQUENCE, Why::NotHere);
        }
        self.judge_actor(s, unit)?;
        if !self.builders().has(unit) {
            return self.no(MAY_BRIDGE, Why::NotHere);
        }
        if matches!(s.bridge.work, Work::Built | Work::Open) {
            return self.no(MAY_BRIDGE, Why::Bridged);
        }
        if self.units.arm_of(unit) != Arm::Infantry {
            return self.no(BUILDER, Why::Arm(unit));
        }
        let order = s.order(unit);
        if order != super::state::Order::Good {
            return self.no(BUILDER, Why::Condition(unit, order));
        }
        if s.marked(Mark::Moved).has(unit) {
            return self.no(BUILDER, Why::Already(unit));
        }
        let Some((from, dir)) = s.at(unit).and_then(|at| Some((at, self.map.grid.direction(at, to)?))) else {
            return self.no(BUILDER, Why::NoBridge(unit));
        };
        let edge = self.map.edge_of(from, dir);
        if !edge.has(Barrier::River) || edge.crossing.is_some() {
            return self.no(BUILDER, Why::NoBridge(unit));
        }
        let sloped = edge.has(Barrier::Slope) || edge.has(Barrier::SteepSlope);
        if sloped || self.map.level(from) != self.map.level(to) {
            return self.no(LEVEL, Why::NoBridge(unit));
        }
        let enemies = self.units.side(self.side_of(unit).enemy()).and(self.units.arm(Arm::Infantry));
        let sound = s.units_at(to).and(enemies).less(s.disordered).less(s.routed);
        if let Some(enemy) = sound.lowest() {
            return self.no(OPPOSITE, Why::Opposite { unit, enemy });
        }
        let waits = s.bridge.turn >= s.turn || self.rulings.pontoon_built == PontoonBuilt::NextTurn;
        if waits && s.bridge.begun().is_some_and(|ends| joins(ends, from, to)) {
            return self.no(LATER, Why::BridgeBegun);
        }
        Ok(())
    }

    pub(super) fn candidates_bridge(&self, s: &State, each: &mut dyn FnMut(Action)) {
        if matches!(s.bridge.work, Work::Built | Work::Open) {
            return;
        }
        for unit in self.free_to_act(s).and(self.builders()) {
            let Some(at) = s.at(unit) else { continue };
            for (_, cell) in self.map.grid.neighbours(at) {
                each(Action::Bridge { unit, cell });
            }
        }
    }

    pub(super) fn perform_bridge<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        to: Cell,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let from = s.at(unit).ok_or_else(|| lost("a bridge is built from nowhere"))?;
        let conditions = [MAY_BRIDGE, BUILDER, LEVEL, OPPOSITE].map(|rule| self.cite(rule));
        if s.bridge.begun().is_some_and(|ends| joins(ends, from, to)) {
            desk.fact(Event::BridgeBuilt, LATER.and(BUILDER, self.edition()).and(self.cite(OPPOSITE)));
        } else {
            desk.fact(Event::BridgeBegun { from, to }, conditions);
        }
        // Who builds does not move in the activation.
        self.mark(unit.only(), Mark::Moved, BUILDER, desk);
        Ok(())
    }

    /// A formation is activated: the bridge that it began in an earlier turn is built, if that takes no more.
    pub(super) fn complete_bridge<J: Journal<Event, Label>>(&self, formation: FormationId, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let due = s.bridge.work == Work::Begun && s.bridge.turn < s.turn;
        let builds = self.scenario.specific.pontoon == Some(formation);
        if due && builds && self.rulings.pontoon_built == PontoonBuilt::NextTurn {
            desk.fact(Event::BridgeBuilt, self.cite(LATER));
        }
    }

    /// The activation in which the bridge was built is over: it may be used.
    pub(super) fn open_bridge<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        if desk.state().bridge.work == Work::Built {
            desk.fact(Event::BridgeOpened, self.cite(USED));
        }
    }
}

/// Whether a bridge joins these two hexes.
pub(super) fn joins((a, b): (Cell, Cell), from: Cell, to: Cell) -> bool {
    (a, b) == (from, to) || (a, b) == (to, from)
}
