//! The names of the series' ids, as documents, records and the JSON door write them.

use super::game::JoursDeGloire;
use super::state::{CommanderId, FormationId, MarkerId};
use crate::hex::{Cell, Hex};
use crate::names::{CELL, DRAW, Names, SIDE, UNIT, UNITS};
use crate::side::{Side, UnitId};

/// A pursued unit, numbered from 1.
const QUARRY: &str = "Quarry";
const FORMATION: &str = "FormationId";
const COMMANDER: &str = "CommanderId";
const MARKER: &str = "MarkerId";

impl JoursDeGloire {
    /// The printed number of a hex.
    pub fn hex_name(&self, cell: Cell) -> String {
        self.map.grid.hex(cell).to_string()
    }

    /// A hex by its printed number.
    pub fn hex_named(&self, name: &str) -> Option<Cell> {
        self.map.grid.cell(name.parse::<Hex>().ok()?)
    }

    /// A marker by its name.
    pub fn marker_named(&self, name: &str) -> Option<MarkerId> {
        Some(MarkerId(self.roster.markers.iter().position(|marker| marker.name == name)? as u8))
    }
}

/// Units are `formation/unit`, hexes their printed numbers, sides, formations, commanders and markers their names.
impl Names for JoursDeGloire {
    fn what(&self, kind: &str) -> Option<&'static str> {
        match kind {
            UNIT | QUARRY => Some("a unit of the roster, as formation/unit"),
            UNITS => Some("units of the roster, each as formation/unit"),
            CELL => Some("a hex of the map, as in 0913"),
            SIDE => Some("a side"),
            FORMATION => Some("a formation of the roster"),
            COMMANDER => Some("an army commander of the roster"),
            MARKER | DRAW => Some("an activation marker of the roster"),
            _ => None,
        }
    }

    fn name(&self, kind: &str, id: u64) -> Option<String> {
        let place = usize::try_from(id).ok()?;
        let unit = |place: usize| {
            let unit = UnitId::new(place).filter(|unit| self.knows(*unit))?;
            Some(self.roster.unit_name(unit))
        };
        match kind {
            UNIT => unit(place),
            QUARRY => unit(place.checked_sub(1)?),
            CELL => self.map.grid.cells().nth(place.checked_sub(1)?).map(|cell| self.hex_name(cell)),
            SIDE => self.roster.sides.get(place).cloned(),
            FORMATION => self.roster.formations.get(place).map(|formation| formation.name.clone()),
            COMMANDER => self.roster.commanders.get(place).map(|commander| commander.name.clone()),
            MARKER | DRAW => self.roster.markers.get(place).map(|marker| marker.name.clone()),
            _ => None,
        }
    }

    fn id(&self, kind: &str, name: &str) -> Option<u64> {
        match kind {
            UNIT => self.roster.unit_named(name).map(|unit| unit.index() as u64),
            QUARRY => self.roster.unit_named(name).map(|unit| unit.index() as u64 + 1),
            CELL => self.hex_named(name).map(|cell| cell.index() as u64 + 1),
            SIDE => self.roster.side_named(name).map(|side: Side| side.index() as u64),
            FORMATION => self.roster.formation_named(name).map(|FormationId(place)| place.into()),
            COMMANDER => self.roster.commander_named(name).map(|CommanderId(place)| place.into()),
            MARKER | DRAW => self.marker_named(name).map(|MarkerId(place)| place.into()),
            _ => None,
        }
    }
}
