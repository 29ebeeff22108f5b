//! Facing and fronts (6.1).

use super::charts::{Arm, Terrain};
use super::state::State;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::{Cell, Dirs, Vertex};
use crate::side::{UnitId, UnitSet};

/// Six front hexes in towns, villages, castles and in square.
pub(super) const SIX_FRONTS: Cite = cite!("R 6.1/5", "M 6.1.1/5");
/// Facing may change freely with movement.
pub(super) const FREE_FACING: Cite = cite!("R 6.1.2/1", "M 6.1.2/1");
/// An attack goes only through front hexes.
pub(super) const ONLY_FRONT: Cite = cite!("R 6.1.2/3", "M 6.1.2/3");
/// Units of one kind in a hex face the same way.
pub(super) const SAME_FACING: Cite = cite!("R 6.1/2", "M 6.1.1/2");

/// So do the batteries of a hex, by themselves.
pub(super) const GUNS_FACING: Cite = cite!("R 6.1/2", "M 6.1.1/3");
/// Artillery may face otherwise than the others of its hex.
pub(super) const GUNS_DIFFER: Cite = cite!("R 6.1/3", "M 6.1.1/3");
/// Two front hexes, four rear hexes.
pub(super) const TWO_FRONTS: Cite = cite!("R 6.1/4", "M 6.1.1/4");
/// Turned to its attack, a unit with six front hexes attacks its two usual ones only.
pub(super) const USUAL_FRONTS: Cite = cite!("R 6.1.2/6", "M 6.1.2/6");

impl JoursDeGloire {
    /// The hexsides through which a unit's front hexes lie: two, or six in a town, village, castle or square. A routed
    /// unit has no front (10.2): none.
    pub fn front(&self, s: &State, unit: UnitId) -> Dirs {
        let Some(at) = s.at(unit) else { return Dirs::NONE };
        if s.routed.has(unit) {
            return Dirs::NONE;
        }
        if s.square.has(unit) || self.six_fronts_at(at) {
            return Dirs::ALL;
        }
        usual_front(s.facing(unit))
    }

    /// Whether units in this hex have six front hexes.
    pub fn six_fronts_at(&self, cell: Cell) -> bool {
        matches!(self.map.terrain(cell), Terrain::Town | Terrain::Village | Terrain::Castle)
    }

    /// The front hex of a unit on its left or right, as if it had two (6.1.2).
    pub(super) fn front_cell(&self, s: &State, unit: UnitId, right: usize) -> Option<Cell> {
        self.map.grid.neighbour(s.at(unit)?, s.facing(unit).front()[right & 1])
    }

    /// The units of a hex that must face as this one does: the artillery, or all others.
    pub(super) fn facing_alike(&self, s: &State, unit: UnitId) -> UnitSet {
        let Some(at) = s.at(unit) else { return UnitSet::EMPTY };
        let here = s.units_at(at);
        let guns = self.units.arm(Arm::Artillery);
        if guns.has(unit) { here.and(guns) } else { here.less(guns) }
    }

    /// Whether `cell` lies in a front hex of the unit.
    pub fn faces(&self, s: &State, unit: UnitId, cell: Cell) -> bool {
        s.at(unit).and_then(|at| self.map.grid.direction(at, cell)).is_some_and(|dir| self.front(s, unit).contains(dir))
    }
}

/// The two hexsides at a corner.
pub(super) fn usual_front(facing: Vertex) -> Dirs {
    let [left, right] = facing.front();
    Dirs::NONE.with(left).with(right)
}
