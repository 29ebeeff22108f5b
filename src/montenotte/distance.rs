//! What the cheapest ways between hexes cost, by the terrain table alone. It does not change in play, so that each hex is
//! searched from once, when it is first asked for: alert zones, orders and flight ask for it all the time.

use std::sync::OnceLock;

use super::Montenotte;
use super::movement::FAR;
use super::state::State;
use crate::hex::{Cell, Reach};
use crate::side::Side;

/// The cheapest ways from each hex to every other, in half movement points, as far as they were asked for.
pub(super) type Distances = Vec<OnceLock<Box<[u16]>>>;

impl Montenotte {
    /// What the cheapest way from one hex to another costs, in halves; [`FAR`] without one.
    #[inline]
    pub(super) fn halves(&self, from: Cell, to: Cell) -> u16 {
        let Some(row) = self.distances.get(from.index()) else { return FAR };
        row.get_or_init(|| self.ways_from(from)).get(to.index()).copied().unwrap_or(FAR)
    }

    fn ways_from(&self, from: Cell) -> Box<[u16]> {
        let mut reach = Reach::new();
        reach.run(&self.map.grid, [from], u16::MAX, |here, dir, _| self.cost(here, dir));
        self.map.grid.cells().map(|to| reach.cost(to).unwrap_or(FAR)).collect()
    }

    /// The hexes of the markers that are a side's enemies.
    pub(super) fn enemy_cells(&self, s: &State, side: Side) -> EnemyCells {
        let mut cells = EnemyCells { cells: [None; 32], len: 0 };
        for marker in s.on_map().and(self.side_markers[side.enemy().index()]) {
            cells.cells[cells.len] = s.at(marker);
            cells.len += 1;
        }
        cells
    }

    /// How far a hex is from the nearest of these enemies, in halves; [`FAR`] if none can come.
    pub(super) fn enemy_distance(&self, enemies: &EnemyCells, cell: Cell) -> u16 {
        enemies.iter().map(|at| self.halves(at, cell)).min().unwrap_or(FAR)
    }
}

/// Hexes of enemies, gathered once.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnemyCells {
    cells: [Option<Cell>; 32],
    len: usize,
}

impl EnemyCells {
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells[..self.len].iter().copied().flatten()
    }

    #[inline]
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.cells[..self.len].contains(&Some(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::setup::Setup;

    /// What is known is what a search finds, with and without enemies in the way.
    #[test]
    fn as_a_search_finds() {
        let rules = Montenotte::open(&Setup::scenario("montenotte-proving")).unwrap();
        let s = rules.build().finish().unwrap();
        let grid = &rules.map.grid;
        for from in grid.cells().step_by(3) {
            for (side, budget) in [(Side::First, 8), (Side::Second, 24)] {
                let (mut free, mut barred) = (Reach::new(), Reach::new());
                let enemies = rules.enemy_cells(&s, side);
                free.run(grid, [from], budget, |here, dir, _| rules.cost(here, dir));
                barred.run(grid, [from], budget, |here, dir, to| rules.cost(here, dir).filter(|_| !enemies.has(to)));
                for to in grid.cells() {
                    assert_eq!(rules.near(from, to, budget as u8), free.cost(to).is_some(), "{from:?} {to:?}");
                    let orders = rules.command_distance(&s, side, from, to, budget);
                    assert_eq!(orders, barred.cost(to), "{from:?} {to:?} {side:?}");
                }
            }
        }
        for side in Side::BOTH {
            let enemies = rules.enemy_cells(&s, side);
            let mut all = Reach::new();
            all.run(grid, enemies.iter(), u16::MAX, |here, dir, _| rules.cost(here, dir));
            for cell in grid.cells() {
                assert_eq!(rules.enemy_distance(&enemies, cell), all.cost(cell).unwrap_or(FAR), "{cell:?}");
            }
        }
    }
}
