//! Zones of control (6.2).

use super::charts::Arm;
use super::ground::Zone;
use super::state::State;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::Cell;
use crate::side::{Side, UnitId, UnitSet};

/// A unit must stop when it enters a zone of control.
pub(super) const STOP: Cite = cite!("R 6.2.1/1", "M 6.2.2/1");
/// A zone covers all six hexes around.
pub(super) const COVERS: Cite = cite!("R 6.2/1", "M 6.2.1/1");
/// Artillery, squares and routed units have none.
const NONE: Cite = cite!("R 6.2/2", "M 6.2.1/2");
/// Not over hexsides that the unit cannot cross.
const IMPASSABLE: Cite = cite!("R 6.2/3", "M 6.2.1/3");
/// Not over bridges and fords of impassable waters.
const WATER: Cite = cite!("R 6.2/4", "M 6.2.1/4");
/// Not into works and castles.
const WORK: Cite = cite!("R 6.2/5", "M 6.2.1/5");
/// The unit may still turn where it has been stopped.
pub(super) const TURN: Cite = cite!("R 6.2.1/3", "M 6.2.2/2");
/// Entering one costs nothing.
pub(super) const ENTRY: Cite = cite!("R 6.2.1/4", "M 6.2.2/5");
/// A disordered unit pays more to enter one.
pub(super) const DISORDERED_ENTRY: Cite = cite!("R 6.2.1/5", "M 6.2.2/6");
/// Artillery enters one only where friends stand.
pub(super) const ARTILLERY: Cite = cite!("R 6.2.1/6", "M 6.2.2/7");
/// Staying in one, a unit turns by one corner at most.
pub(super) const PIVOT: Cite = cite!("R 6.2.1/7", "M 6.2.2/8");
/// Leaving one costs more.
pub(super) const LEAVING: Cite = cite!("R 6.2.1/8", "M 6.2.2/9");
/// Leaving one, the first hex may not be a front hex of an enemy.
pub(super) const NO_FRONT: Cite = cite!("R 6.2.1/9", "M 6.2.2/10");
/// Never from one hex to another of the zone of the same enemy.
pub(super) const SAME_ENEMY: Cite = cite!("R 6.2.1/10", "M 6.2.2/11");

impl JoursDeGloire {
    /// Whether a unit exerts a zone of control: artillery, squares and routed units do not (6.2).
    pub fn exerts(&self, s: &State, unit: UnitId) -> bool {
        s.at(unit).is_some() && !s.routed.has(unit) && !s.square.has(unit) && !self.units.arm(Arm::Artillery).has(unit)
    }

    /// The units of a side whose zone of control covers a hex.
    pub fn zone_over(&self, s: &State, cell: Cell, side: Side) -> UnitSet {
        let mut zone = UnitSet::EMPTY;
        let able = self.units.side(side).less(s.routed).less(s.square).less(self.units.arm(Arm::Artillery));
        for unit in self.units_beside(s, cell).and(able) {
            let Some(at) = s.at(unit) else { continue };
            let Some(dir) = self.map.grid.direction(at, cell) else { continue };
            if self.step_over(s, self.units.arm_of(unit), at, dir).zone == Zone::Reaches {
                zone.insert(unit);
            }
        }
        zone
    }

    /// Why a unit beside a hex has no zone of control over it; `None` if it has.
    pub(super) fn no_zone(&self, s: &State, unit: UnitId, cell: Cell) -> Option<Cite> {
        if !self.exerts(s, unit) {
            return Some(NONE);
        }
        let at = s.at(unit)?;
        let dir = self.map.grid.direction(at, cell)?;
        match self.step_over(s, self.units.arm_of(unit), at, dir).zone {
            Zone::Reaches => None,
            Zone::Impassable => Some(IMPASSABLE),
            Zone::Water => Some(WATER),
            Zone::Work => Some(WORK),
        }
    }

    /// Of those, the units that have the hex in their front.
    pub fn front_zone_over(&self, s: &State, cell: Cell, side: Side) -> UnitSet {
        self.zone_over(s, cell, side).filter(|unit| self.faces(s, *unit, cell)).collect()
    }

    /// The units of a side that stand beside a hex.
    pub fn adjacent_to(&self, s: &State, cell: Cell, side: Side) -> UnitSet {
        self.units_beside(s, cell).and(self.units.side(side))
    }

    /// The units that stand beside a hex.
    fn units_beside(&self, s: &State, cell: Cell) -> UnitSet {
        let mut near = [None; 6];
        let mut neighbours = self.map.grid.neighbours(cell).map(|(_, near)| Some(near));
        let Some(any) = neighbours.next() else { return UnitSet::EMPTY };
        // At the edge of the map one is named twice: `None` would be where those off the map are.
        near.fill(any);
        for (slot, cell) in near[1..].iter_mut().zip(neighbours) {
            *slot = cell;
        }
        // No short cut: so the comparisons run side by side.
        s.where_at(|at| near.iter().fold(false, |found, other| found | (at == *other)))
    }
}
