//! The rules of the series, opened on one set-up: figures, map, roster, scenario, rulings, all resolved.

use super::charts::{Arm, Charts, Entry};
use super::edition::{Cite, Edition};
use super::ground::Ground;
use super::map::Map;
use super::options::Options;
use super::roster::{Roster, Unit, Values, Weight};
use super::rulings::Rulings;
use super::scenario::{Light, Scenario};
use super::state::{FormationId, State};
use crate::hex::{Cell, Dir};
use crate::rule::Rule;
use crate::side::{Side, UnitId, UnitSet};

/// The rules of Jours de Gloire on one set-up. The scenario says which edition is played.
#[derive(Clone, Debug)]
pub struct JoursDeGloire {
    pub(super) charts: Charts,
    pub(super) map: Map,
    pub(super) roster: Roster,
    pub(super) scenario: Scenario,
    pub(super) rulings: Rulings,
    pub(super) options: Options,
    pub(super) ground: Ground,
    pub(super) units: Tables,
}

impl JoursDeGloire {
    /// The rules on these parts.
    pub(super) fn assemble(
        charts: Charts,
        map: Map,
        roster: Roster,
        scenario: Scenario,
        rulings: Rulings,
        options: Options,
    ) -> Self {
        let ground = Ground::new(&map, &charts, scenario.specific.steep_levels, &rulings);
        let units = Tables::new(&roster);
        Self { charts, map, roster, scenario, rulings, options, ground, units }
    }

    /// The edition that is played.
    pub fn edition(&self) -> Edition {
        self.scenario.edition
    }

    /// The charts.
    pub fn charts(&self) -> &Charts {
        &self.charts
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The counters.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The number of a rule in this edition's book.
    #[inline]
    pub(super) fn cite(&self, cite: Cite) -> Rule {
        cite.of(self.scenario.edition)
    }

    /// The values of a unit as it is now: the front of its counter in good order, else the back.
    #[inline]
    pub fn values(&self, s: &State, unit: UnitId) -> Values {
        let worn = s.disordered.has(unit) || s.routed.has(unit);
        self.units.values[unit.index()][usize::from(worn)]
    }

    /// The side of a unit.
    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        if self.units.sides[1].has(unit) { Side::Second } else { Side::First }
    }

    /// The light of the present turn.
    pub fn light(&self, s: &State) -> Light {
        self.scenario.turns.get(usize::from(s.turn).wrapping_sub(1)).copied().unwrap_or_default()
    }

    /// Whether a unit can stand in a hex at all: its ground is open to the arm, or a road or track leads there.
    pub(super) fn can_stand(&self, unit: UnitId, cell: Cell) -> bool {
        let open = self.charts.entry(self.map.terrain(cell), self.units.arm_of(unit)).value != Entry::Prohibited;
        open || Dir::ALL.into_iter().any(|dir| self.map.edge_of(cell, dir).ways != 0)
    }

    /// Whether the roster has this unit.
    pub(super) fn knows(&self, unit: UnitId) -> bool {
        unit.index() < self.roster.units.len()
    }
}

/// The roster as flat tables, for speed.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Good order, disordered.
    pub values: [[Values; 2]; 64],
    arms: [Arm; 64],
    by_arm: [UnitSet; 3],
    sides: [UnitSet; 2],
    /// Heavy cavalry.
    pub heavy: UnitSet,
    formations: [FormationId; 64],
}

impl Tables {
    fn new(roster: &Roster) -> Self {
        let mut tables = Self {
            values: [[Values::default(); 2]; 64],
            arms: [Arm::Infantry; 64],
            by_arm: [UnitSet::EMPTY; 3],
            sides: [UnitSet::EMPTY; 2],
            heavy: UnitSet::EMPTY,
            formations: [FormationId::default(); 64],
        };
        for (unit, Unit { formation, arm, weight, good, disordered, .. }) in
            roster.units.iter().enumerate().filter_map(|(i, u)| Some((UnitId::new(i)?, u)))
        {
            tables.values[unit.index()] = [*good, *disordered];
            tables.arms[unit.index()] = *arm;
            tables.by_arm[arm.index()].insert(unit);
            tables.formations[unit.index()] = *formation;
            if *weight == Weight::Heavy {
                tables.heavy.insert(unit);
            }
            let side = roster.formation(*formation).map_or(Side::First, |f| f.side);
            tables.sides[side.index()].insert(unit);
        }
        tables
    }

    /// The units of an arm.
    #[inline]
    pub fn arm(&self, arm: Arm) -> UnitSet {
        self.by_arm[arm.index()]
    }

    /// The arm of a unit.
    #[inline]
    pub fn arm_of(&self, unit: UnitId) -> Arm {
        self.arms[unit.index()]
    }

    /// The units of a side.
    #[inline]
    pub fn side(&self, side: Side) -> UnitSet {
        self.sides[side.index()]
    }

    /// The formation of a unit.
    #[inline]
    pub fn formation(&self, unit: UnitId) -> FormationId {
        self.formations[unit.index()]
    }
}
