//! What the cheapest ways between hexes cost, by the terrain table alone. It does not change in play, so that it is known
//! once the rules are open: alert zones, orders and flight ask for it all the time.

use super::Montenotte;
use super::movement::{FAR, NEVER};
use super::state::State;
use crate::hex::{Cell, Grid, Reach};
use crate::side::Side;

/// The cheapest ways between all hexes of a map, in half movement points.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    cells: usize,
    halves: Vec<u16>,
}

impl Distances {
    /// Larger maps than this (4.5 MB) are searched whenever they are asked.
    const MOST_CELLS: usize = 1500;

    /// Those of a map whose steps cost this.
    pub(super) fn of(grid: &Grid, steps: &[[u8; 6]]) -> Self {
        let cells = grid.len();
        if cells > Self::MOST_CELLS {
            return Self { cells: 0, halves: Vec::new() };
        }
        let mut halves = Vec::with_capacity(cells * cells);
        let mut reach = Reach::new();
        for from in grid.cells() {
            reach.run(grid, [from], u16::MAX, |here, dir, _| {
                Some(steps[here.index()][dir.index()]).filter(|cost| *cost != NEVER)
            });
            halves.extend(grid.cells().map(|to| reach.cost(to).unwrap_or(FAR)));
        }
        Self { cells, halves }
    }

    /// What the cheapest way from one hex to another costs, [`FAR`] without one; `None` if the map is too large for this.
    #[inline]
    pub(super) fn halves(&self, from: Cell, to: Cell) -> Option<u16> {
        self.halves.get(from.index() * self.cells + to.index()).copied()
    }
}

impl Montenotte {
    /// The hexes of the markers that are a side's enemies.
    pub(super) fn enemy_cells(&self, s: &State, side: Side) -> EnemyCells {
        let mut cells = EnemyCells { cells: [None; 32], len: 0 };
        for marker in s.on_map().and(self.side_markers[side.enemy().index()]) {
            cells.cells[cells.len] = s.at(marker);
            cells.len += 1;
        }
        cells
    }

    /// How far a hex is from the nearest enemy of a side, in halves, by `searched` on maps that are too large to know.
    pub(super) fn from_enemies(&self, enemies: &EnemyCells, searched: &Option<Reach>, cell: Cell) -> Option<u16> {
        match searched {
            Some(reach) => reach.cost(cell),
            None => {
                enemies.iter().filter_map(|at| self.distances.halves(at, cell)).min().filter(|halves| *halves != FAR)
            }
        }
    }

    /// A search from these hexes, on a map that is too large to know its ways beforehand.
    pub(super) fn search_from(&self, enemies: &EnemyCells) -> Option<Reach> {
        if self.distances.cells > 0 {
            return None;
        }
        let mut reach = Reach::new();
        reach.run(&self.map.grid, enemies.iter(), u16::MAX, |here, dir, _| self.cost(here, dir));
        Some(reach)
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

    /// What is known beforehand is what a search finds, with and without enemies in the way.
    #[test]
    fn as_a_search_finds() {
        let known = Montenotte::open(&Setup::scenario("montenotte-proving")).unwrap();
        let mut large = known.clone();
        large.distances = Distances { cells: 0, halves: Vec::new() };
        let s = known.build().finish().unwrap();
        let grid = &known.map.grid;
        for from in grid.cells().step_by(5) {
            for to in grid.cells() {
                for halves in [2, 4, 7] {
                    assert_eq!(known.near(from, to, halves), large.near(from, to, halves), "{from:?} {to:?} {halves}");
                }
                for (side, budget) in [(Side::First, 8), (Side::Second, 24)] {
                    let ways = [&known, &large].map(|rules| rules.command_distance(&s, side, from, to, budget));
                    assert_eq!(ways[0], ways[1], "{from:?} {to:?} {side:?}");
                }
            }
        }
        for side in Side::BOTH {
            let enemies = known.enemy_cells(&s, side);
            let searched = large.search_from(&enemies);
            assert!(searched.is_some() && known.search_from(&enemies).is_none());
            for cell in grid.cells() {
                let both = [known.from_enemies(&enemies, &None, cell), known.from_enemies(&enemies, &searched, cell)];
                assert_eq!(both[0], both[1], "{cell:?}");
            }
        }
    }
}
