//! Zones of control (6.2).

use super::charts::Arm;
use super::ground::Zone;
use super::state::State;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::Cell;
use crate::side::{Side, UnitId, UnitSet};

/// A unit must stop when it enters a zone of control.
pub(super) const STOP: Cite = cite!("R 6.2.1/1", "M 6.2.2/1");
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
        for unit in able {
            let Some(at) = s.at(unit) else { continue };
            let Some(dir) = self.map.grid.direction(at, cell) else { continue };
            if self.ground.step(self.units.arm_of(unit), at, dir).zone == Zone::Reaches {
                zone.insert(unit);
            }
        }
        zone
    }

    /// Of those, the units that have the hex in their front.
    pub fn front_zone_over(&self, s: &State, cell: Cell, side: Side) -> UnitSet {
        self.zone_over(s, cell, side).filter(|unit| self.faces(s, *unit, cell)).collect()
    }

    /// The units of a side that stand beside a hex.
    pub fn adjacent_to(&self, s: &State, cell: Cell, side: Side) -> UnitSet {
        self.units
            .side(side)
            .filter(|unit| s.at(*unit).is_some_and(|at| self.map.grid.direction(at, cell).is_some()))
            .collect()
    }
}
