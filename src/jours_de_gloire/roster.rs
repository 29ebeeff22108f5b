//! The counters: formations, units, activation markers, army commanders.

use serde::{Deserialize, Serialize};

use super::charts::Arm;
use super::state::{CommanderId, FormationId, MarkerId};
use crate::figures::Source;
use crate::side::{Side, UnitId, UnitSet};

/// What a counter says beside its arm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// Line infantry.
    Line,
    /// Light infantry, or cavalry that is not heavy.
    Light,
    /// Heavy cavalry, marked (L).
    Heavy,
    /// Foot artillery.
    Foot,
    /// Horse artillery.
    Horse,
}

/// The numbers of one face of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Values {
    /// Strength points; for artillery its fire capacity.
    pub strength: u8,
    /// Cohesion, 0 to 9.
    pub cohesion: u8,
    /// Engagement, 0 to 9; none for artillery.
    pub engagement: u8,
    /// Movement points.
    pub movement: u8,
}

/// A battery's ranges, in hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reach {
    /// The effective range.
    pub effective: u8,
    /// The maximum range.
    pub maximum: u8,
}

/// A combat unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name, unique in its formation.
    pub name: String,
    /// Its formation.
    pub formation: FormationId,
    /// Its arm.
    pub arm: Arm,
    /// Its weight.
    pub weight: Weight,
    /// The front of the counter: in good order.
    pub good: Values,
    /// The back: disordered.
    pub disordered: Values,
    /// Its ranges, if it is artillery.
    pub reach: Reach,
    /// Where its numbers come from.
    pub source: Source,
}

/// A formation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formation {
    /// Its name, unique in the roster.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its units.
    pub units: UnitSet,
    /// Its ordinary markers.
    pub markers: Vec<MarkerId>,
}

/// What a marker activates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activates {
    /// A formation.
    Formation(FormationId),
    /// What the battle's specific rules say: a combined marker.
    Combined,
}

/// An activation marker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marker {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// What it activates.
    pub activates: Activates,
    /// The commander's initiative, 0 to 9.
    pub initiative: u8,
    /// Where its number comes from.
    pub source: Source,
}

/// An army commander.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commander {
    /// His name.
    pub name: String,
    /// His side.
    pub side: Side,
    /// His modifier to initiative.
    pub modifier: i8,
    /// How many orders he can give in a turn.
    pub orders: u8,
    /// How far he commands, in hexes.
    pub range: u8,
    /// Where his numbers come from.
    pub source: Source,
}

/// All counters of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// The names of the sides.
    pub sides: [String; 2],
    /// The formations, at most 32.
    pub formations: Vec<Formation>,
    /// The units, at most 64.
    pub units: Vec<Unit>,
    /// The markers, at most 64.
    pub markers: Vec<Marker>,
    /// The army commanders, at most 8.
    pub commanders: Vec<Commander>,
}

impl Roster {
    /// A unit by its name, `formation/unit`.
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        let (formation, unit) = name.split_once('/')?;
        let place = self
            .units
            .iter()
            .position(|u| u.name == unit && self.formation(u.formation).is_some_and(|f| f.name == formation))?;
        UnitId::new(place)
    }

    /// The name of a unit, `formation/unit`.
    pub fn unit_name(&self, unit: UnitId) -> String {
        match self.unit(unit) {
            Some(u) => {
                let formation = self.formation(u.formation).map_or("", |f| f.name.as_str());
                format!("{formation}/{}", u.name)
            }
            None => format!("{unit:?}"),
        }
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> Option<&Unit> {
        self.units.get(unit.index())
    }

    /// A formation.
    pub fn formation(&self, formation: FormationId) -> Option<&Formation> {
        self.formations.get(usize::from(formation.0))
    }

    /// A formation by its name.
    pub fn formation_named(&self, name: &str) -> Option<FormationId> {
        Some(FormationId(self.formations.iter().position(|f| f.name == name)? as u8))
    }

    /// A commander by his name.
    pub fn commander_named(&self, name: &str) -> Option<CommanderId> {
        Some(CommanderId(self.commanders.iter().position(|c| c.name == name)? as u8))
    }

    /// A commander.
    pub fn commander(&self, commander: CommanderId) -> Option<&Commander> {
        self.commanders.get(usize::from(commander.0))
    }

    /// A marker.
    pub fn marker(&self, marker: MarkerId) -> Option<&Marker> {
        self.markers.get(usize::from(marker.0))
    }

    /// A side by its name.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.sides[side.index()] == name)
    }
}
