//! The names of this game's ids, as documents, records and the JSON door write them.
//!
//! A force is named by its marker: a letter, which tells its owner alone who stands under it, or the name of a detached
//! brigade. Units and generals-in-chief have their own names.

use super::Montenotte;
use super::ids::{ChiefId, MarkerId, UnitNo};
use super::state::INERTIA;
use crate::hex::{Cell, Hex};
use crate::names::{CELL, DRAW, Names, SIDE};
use crate::ruleset::Ruleset;
use crate::side::Side;

pub(super) const MARKER: &str = "MarkerId";
const MARKERS: &str = "Markers";
pub(super) const UNIT: &str = "UnitNo";
pub(super) const CHIEF: &str = "ChiefId";
/// The marker of the forces that wait.
pub(super) const INERTIA_NAME: &str = "Inertia";

impl Montenotte {
    /// The printed number of a hex.
    pub fn hex_name(&self, cell: Cell) -> String {
        self.map.grid.hex(cell).to_string()
    }

    /// A hex by its printed number.
    pub fn hex_named(&self, name: &str) -> Option<Cell> {
        self.map.grid.cell(name.parse::<Hex>().ok()?)
    }

    /// The name of a marker that is in the box.
    pub(super) fn known_marker(&self, place: usize) -> Option<MarkerId> {
        MarkerId::new(place).filter(|marker| self.side_markers[0].or(self.side_markers[1]).has(*marker))
    }
}

/// Forces are the letters or names of their markers, hexes their printed numbers.
impl Names for Montenotte {
    fn what(&self, kind: &str) -> Option<&'static str> {
        match kind {
            MARKER => Some("a force marker: a letter, or a detached brigade"),
            UNIT => Some("a division or brigade of the roster"),
            CHIEF => Some("a general-in-chief of the roster"),
            CELL => Some("a hex of the map, as in 0714"),
            SIDE => Some("a side"),
            DRAW => Some("an activation marker, or Inertia"),
            _ => None,
        }
    }

    fn name(&self, kind: &str, id: u64) -> Option<String> {
        let place = usize::try_from(id).ok()?;
        match kind {
            DRAW if place == usize::from(INERTIA) => Some(INERTIA_NAME.to_owned()),
            MARKER | DRAW => self.known_marker(place).map(|marker| self.marker_name(marker)),
            UNIT => self.roster.units.get(place).map(|unit| unit.name.clone()),
            CHIEF => self.roster.chiefs.get(place).map(|chief| chief.name.clone()),
            CELL => self.map.grid.cells().nth(place.checked_sub(1)?).map(|cell| self.hex_name(cell)),
            SIDE => Side::BOTH.get(place).map(|side| self.side_name(*side).to_owned()),
            _ => None,
        }
    }

    fn id(&self, kind: &str, name: &str) -> Option<u64> {
        match kind {
            DRAW if name == INERTIA_NAME => Some(INERTIA.into()),
            MARKER | DRAW => self.marker(name).map(|marker| marker.index() as u64),
            UNIT => self.roster.unit(name).map(|unit: UnitNo| unit.index() as u64),
            CHIEF => self.roster.chief(name).map(|chief: ChiefId| chief.index() as u64),
            CELL => self.hex_named(name).map(|cell| cell.index() as u64 + 1),
            SIDE => Side::BOTH.into_iter().find(|side| self.side_name(*side) == name).map(|side| side.index() as u64),
            _ => None,
        }
    }

    fn set_of(&self, kind: &str) -> Option<&'static str> {
        (kind == MARKERS).then_some(MARKER)
    }
}
