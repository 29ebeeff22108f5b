//! Hexes, pairs and chains of them, as a file names them.

use super::document::{Item, Log, Place};
use crate::figures::FaultKind;
use crate::hex::{Cell, Grid, Hex, Hexside};

/// What a hex looks like.
pub(super) const HEX: &str = "a hex, as in \"0913\"";
/// What a hexside looks like.
const PAIR: &str = "two hexes that touch, as in \"0912-1012\"";

/// Finds what a file names on the map.
pub(super) struct Hexes {
    /// None if the shape of the map could not be read: numbers are then checked for their form alone.
    pub grid: Option<Grid>,
}

/// Which of the two hexes of a pair is inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inside {
    NotTold,
    Second,
}

/// A hexside as a file names it.
pub(super) struct Pair {
    pub at: Place,
    pub hexes: [Hex; 2],
    pub cells: [Cell; 2],
    pub side: Hexside,
    pub inside: Inside,
}

impl Hexes {
    fn find(&self, at: &Place, log: &mut Log, hex: Hex) -> Option<Cell> {
        let grid = self.grid.as_ref()?;
        let cell = grid.cell(hex);
        if cell.is_none() {
            at.fault(log, FaultKind::OffMap(hex));
        }
        cell
    }

    /// The hex that an item names.
    pub fn cell(&self, item: &Item, log: &mut Log) -> Option<Cell> {
        self.cell_named(&item.at, item.text(log, HEX)?, log)
    }

    /// The hex of this number.
    pub fn cell_named(&self, at: &Place, number: &str, log: &mut Log) -> Option<Cell> {
        match number.parse() {
            Ok(hex) => self.find(at, log, hex),
            Err(_) => {
                at.wrong(log, HEX, format!("{number:?}"));
                None
            }
        }
    }

    /// The hexes of a list, in its order, none of them twice.
    pub fn cells(&self, items: Vec<Item>, log: &mut Log) -> Vec<Cell> {
        let mut cells: Vec<(Cell, Place)> = Vec::new();
        for item in items {
            let Some(cell) = self.cell(&item, log) else { continue };
            match cells.iter().find(|(other, _)| *other == cell) {
                Some((_, first)) => item.at.twice(log, first),
                None => cells.push((cell, item.at)),
            }
        }
        cells.into_iter().map(|(cell, _)| cell).collect()
    }

    /// The hexes of a list each of which touches the one before.
    pub fn chain(&self, item: Item, log: &mut Log) -> Vec<Cell> {
        let at = item.at.clone();
        let items = item.list(log);
        if items.len() == 1 {
            at.wrong(log, "two hexes or more", "one");
        }
        let mut cells: Vec<Cell> = Vec::new();
        // A hex that is not to be found breaks the chain, so that one fault is not reported as two.
        let mut before = None;
        for item in items {
            let cell = self.cell(&item, log);
            if let (Some(grid), Some(from), Some(to)) = (&self.grid, before, cell)
                && grid.direction(from, to).is_none()
            {
                item.at.fault(log, FaultKind::NotAdjacent(grid.hex(from), grid.hex(to)));
            }
            cells.extend(cell);
            before = cell;
        }
        cells
    }

    /// The hexside that an item names.
    pub fn pair(&self, item: &Item, log: &mut Log) -> Option<Pair> {
        let text = item.text(log, PAIR)?;
        let (inside, split) = match text.split_once('>') {
            Some(split) => (Inside::Second, Some(split)),
            None => (Inside::NotTold, text.split_once('-')),
        };
        let hexes = split.and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
        let Some(hexes @ [first, second]) = hexes else {
            item.wrong(log, PAIR);
            return None;
        };
        let cells = [self.find(&item.at, log, first), self.find(&item.at, log, second)];
        let [Some(from), Some(to)] = cells else { return None };
        let Some(side) = self.grid.as_ref()?.between(from, to) else {
            item.at.fault(log, FaultKind::NotAdjacent(first, second));
            return None;
        };
        Some(Pair { at: item.at.clone(), hexes, cells: [from, to], side, inside })
    }
}
