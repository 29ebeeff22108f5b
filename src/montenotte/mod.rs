//! Montenotte 1796: an operational game of divisions, forces, weather, supply and march, one chapter a file.
//!
//! The French are the first side, the Coalition of Austrians and Sardinians the second. Movement points and command
//! points are counted in halves.
//!
//! | here | in the book |
//! |---|---|
//! | marker | force marker, with the activation marker that goes with it |
//! | force | a marker on the map and those fused into it |
//! | chief | general-in-chief |
//! | unit | division or detached brigade |
//! | capacity | movement capacity, MC |
//! | way | road or trail |
//! | settlement | village, town, city |
//! | Sardinian track | Sardinian morale |
//! | cup | container |
//! | result | combat result |

pub mod action;
pub mod attrition;
pub mod battle;
pub mod build;
pub mod charts;
pub mod command;
pub mod document;
pub mod event;
pub mod frame;
pub mod ids;
pub mod label;
pub mod map;
pub mod options;
pub mod questions;
pub mod reconnaissance;
pub mod roster;
pub mod scenario;
pub mod state;
pub mod view;
pub mod why;
pub mod words;

mod activation;
mod distance;
mod doors;
mod end;
mod favour;
mod flags;
mod force;
mod initiative;
mod morale;
mod movement;
mod names;
mod open;
mod outlook;
mod pillage;
mod placing;
mod play;
mod reaction;
mod reinforcement;
mod sentences;
mod special;
mod strategic;
mod sums;
mod supply;
mod tell;
mod turn;
mod victory;

pub use open::{PROVING, SCENARIO, SCENARIOS};

use charts::Charts;
use ids::{MarkerId, Markers, UnitNo};
use map::Map;
use options::Rulings;
use roster::Roster;
use scenario::Scenario;

use crate::side::Side;

/// The rules of Montenotte 1796, opened on a set-up.
#[derive(Clone, Debug)]
pub struct Montenotte {
    pub(in crate::montenotte) map: Map,
    pub(in crate::montenotte) charts: Charts,
    pub(in crate::montenotte) roster: Roster,
    pub(in crate::montenotte) scenario: Scenario,
    pub(in crate::montenotte) rulings: Rulings,
    /// Every marker of a side.
    pub(in crate::montenotte) side_markers: [Markers; 2],
    /// The lettered ones, which are dealt.
    pub(in crate::montenotte) lettered: [Markers; 2],
    /// The named marker of each brigade.
    pub(in crate::montenotte) brigade_marker: [Option<MarkerId>; 32],
    /// Masséna, and Laharpe whom he may lead (N 11.6/3, N 11.6/4).
    pub(in crate::montenotte) pair: [Option<UnitNo>; 2],
    /// The named markers of each division's brigades.
    pub(in crate::montenotte) brigades: [Markers; 32],
    /// The bit of the settlement in a hex, in the order of the hexes.
    pub(in crate::montenotte) settlement_bit: Vec<u8>,
    /// What the cheapest way between two hexes costs.
    pub(in crate::montenotte) distances: distance::Distances,
    /// What a step from a hex costs, in halves; [`movement::NEVER`] if it cannot be taken.
    pub(in crate::montenotte) steps: Vec<[u8; 6]>,
    /// The way of each nation to its nearest supply hex, in halves, by hex.
    pub(in crate::montenotte) to_supply: [Vec<u16>; 3],
}

impl Montenotte {
    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The roster.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The rulings that are played.
    pub fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    /// The side that a marker belongs to.
    #[inline]
    pub fn side(&self, marker: MarkerId) -> Side {
        if self.side_markers[0].has(marker) { Side::First } else { Side::Second }
    }

    /// Every marker of a side.
    pub fn markers(&self, side: Side) -> Markers {
        self.side_markers[side.index()]
    }

    /// What stands on a marker: a letter, or the name of a brigade.
    pub fn marker_name(&self, marker: MarkerId) -> String {
        if let Some(unit) = self.brigade_of(marker) {
            return self.roster[unit].name.clone();
        }
        let before = self.lettered[0].or(self.lettered[1]).take_while(|other| *other != marker).count();
        char::from_u32('A' as u32 + before as u32).map(String::from).unwrap_or_default()
    }

    /// The brigade that a named marker stands for.
    pub fn brigade_of(&self, marker: MarkerId) -> Option<UnitNo> {
        UnitNo::new(self.brigade_marker.iter().position(|one| *one == Some(marker))?)
    }

    /// The marker with this letter or name.
    pub fn marker(&self, name: &str) -> Option<MarkerId> {
        self.side_markers[0].or(self.side_markers[1]).find(|marker| self.marker_name(*marker) == name)
    }
}
