//! A position as a document: in names, as it is stored and as a person types it.
//!
//! Units are `"formation/unit"`, hexes their printed numbers; sides, formations, markers and army commanders have their
//! names. What is nothing is left out: a unit in good order says no order, one that is neither on the map nor gone for good
//! does not stand there at all. Unknown fields are refused. The agenda, the steps of the rulebook that are under way from
//! the phase up to the one that waits, is in names too, and is checked step by step.
//!
//! ```
//! use grognard::doors::Doors;
//! use grognard::jours_de_gloire::JoursDeGloire;
//! use grognard::jours_de_gloire::document::Document;
//! use grognard::ruleset::Ruleset;
//! use grognard::setup::Setup;
//!
//! let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
//! let document: Document = serde_json::from_str(
//!     r#"{
//!         "turn": 1,
//!         "acting": {"side": "Austrian", "marker": "O'Reilly 1"},
//!         "units": {
//!             "O'Reilly/Nauendorff": {"hex": "0812", "facing": "SE", "marks": ["active"]},
//!             "Murat/11th Hussars": {"hex": "0913", "facing": "NW", "order": "disordered"}
//!         },
//!         "formations": {"O'Reilly": ["revealed"]},
//!         "agenda": ["draw", {"activation": "movement"}]
//!     }"#,
//! )?;
//! let state = rules.read(&document)?;
//! assert_eq!(rules.write(&state), document);
//!
//! let mut wrong = document.clone();
//! wrong.turn = 9;
//! if let Some(unit) = wrong.units.get_mut("O'Reilly/Nauendorff") {
//!     unit.hex = Some("9999".into());
//! }
//! assert_eq!(rules.read(&wrong).unwrap_err().faults.len(), 2, "every fault at once");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agenda;
mod read;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::Aim;
use super::state::{Fight, Mark, Order, Progress, Role, Work};
use crate::hex::{Dir, Vertex};

pub(super) use write::Eye;

/// Whether a field holds nothing, so that it is left out.
fn nothing<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A position in names.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Document {
    /// The turn, from 1.
    pub turn: u8,
    /// How the game has ended, if it has.
    #[serde(default, skip_serializing_if = "nothing")]
    pub ended: Option<Ended>,
    /// The side with strategic initiative this turn.
    #[serde(default, skip_serializing_if = "nothing")]
    pub initiative: Option<String>,
    /// Who is activated, and by which marker.
    #[serde(default, skip_serializing_if = "nothing")]
    pub acting: Option<Acting>,
    /// The marker chosen to begin the turn, until it has activated.
    #[serde(default, skip_serializing_if = "nothing")]
    pub first_marker: Option<String>,
    /// The side that goes first in phase D bis.
    #[serde(default, skip_serializing_if = "nothing")]
    pub reserve_first: Option<String>,
    /// The turn in which the enemy's orders were looked at, 0 if they were not yet.
    #[serde(default, skip_serializing_if = "nothing")]
    pub looked: u8,
    /// How many stacks entered the map in this activation.
    #[serde(default, skip_serializing_if = "nothing")]
    pub columns: u8,
    /// Whether the formation that is bound to its route is free of it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub route: Route,
    /// The bridge that a formation may build.
    #[serde(default, skip_serializing_if = "nothing")]
    pub bridge: Option<BridgeEntry>,
    /// The units that stand on the map, have left it, or have a condition, by name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub units: BTreeMap<String, UnitEntry>,
    /// What lies on formations, by name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub formations: BTreeMap<String, Vec<FormationSign>>,
    /// The army commanders, by name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub commanders: BTreeMap<String, CommanderEntry>,
    /// What each side has done, by its name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sides: BTreeMap<String, SideEntry>,
    /// The markers in the cup.
    #[serde(default, skip_serializing_if = "nothing")]
    pub cup: Vec<String>,
    /// The markers that are not available now: taken from a demoralized formation, or used for good.
    #[serde(default, skip_serializing_if = "nothing")]
    pub unavailable: Vec<String>,
    /// The markers that were in the cup this turn, or began it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub pooled: Vec<String>,
    /// Arrivals that were changed.
    #[serde(default, skip_serializing_if = "nothing")]
    pub arrivals: Vec<ArrivalEntry>,
    /// The combat that is being resolved.
    #[serde(default, skip_serializing_if = "nothing")]
    pub combat: Option<CombatEntry>,
    /// The steps that are under way, from the phase up; see [`Frame`](super::frame::Frame).
    pub agenda: Vec<Value>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// This side has won.
    Won(String),
    /// Nobody has.
    Drawn,
}

/// An activation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Acting {
    /// The side that is activated.
    pub side: String,
    /// The marker that activates it.
    pub marker: String,
}

/// Whether a formation that is bound to its route is free of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Route {
    /// It is not, if the scenario has such a formation.
    #[default]
    Bound,
    /// It is free.
    Free,
}

/// A bridge that was begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BridgeEntry {
    /// The hex of those who began it.
    pub from: String,
    /// The hex across the river.
    pub to: String,
    /// How far it is.
    pub work: Work,
    /// The turn in which it was begun.
    pub turn: u8,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitEntry {
    /// Where it stands.
    #[serde(default, skip_serializing_if = "nothing")]
    pub hex: Option<String>,
    /// The corner that it faces; only on the map.
    #[serde(default, skip_serializing_if = "nothing")]
    pub facing: Option<Vertex>,
    /// Its place in its stack: the lowest is on top, artillery above all others whatever it is.
    #[serde(default, skip_serializing_if = "nothing")]
    pub rank: u8,
    /// Its condition.
    #[serde(default, skip_serializing_if = "nothing")]
    pub order: Order,
    /// What lies on it beside.
    #[serde(default, skip_serializing_if = "nothing")]
    pub signs: Vec<UnitSign>,
    /// What it has done in this activation.
    #[serde(default, skip_serializing_if = "nothing")]
    pub marks: Vec<Mark>,
    /// Which front hexes it attacks, once it is declared.
    #[serde(default, skip_serializing_if = "nothing")]
    pub aim: Option<Aim>,
    /// Its tactical group of the turn, by the first unit of it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub group: Option<String>,
}

/// What lies on a unit beside its condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitSign {
    /// It is formed in square.
    Square,
    /// It has a Reinforcement marker.
    Reinforcement,
    /// It has received orders for the turn.
    Orders,
    /// It is routed, and has reached a refuge.
    Sheltered,
    /// It does not come back to good order.
    Shaken,
    /// It has left the map for good.
    Exited,
    /// It has left the map for good, and was in good order.
    ExitedInGoodOrder,
}

/// What lies on a formation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormationSign {
    /// Its order markers lie face up.
    Revealed,
    /// It is demoralized.
    Demoralized,
}

/// An army commander.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CommanderEntry {
    /// Where he is.
    #[serde(default, skip_serializing_if = "nothing")]
    pub hex: Option<String>,
    /// What has become of him.
    #[serde(default, skip_serializing_if = "nothing")]
    pub signs: Vec<CommanderSign>,
    /// The unit that he last followed from its hex, until he moves by himself.
    #[serde(default, skip_serializing_if = "nothing")]
    pub with: Option<String>,
}

/// What has become of an army commander.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderSign {
    /// He has moved this turn.
    Moved,
    /// He is eliminated.
    Lost,
}

/// What a side has done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideEntry {
    /// How many orders it has given this turn.
    #[serde(default, skip_serializing_if = "nothing")]
    pub orders_given: u8,
    /// How far its orders phase is.
    #[serde(default, skip_serializing_if = "nothing")]
    pub orders_phase: OrdersPhase,
    /// How far it is in the phases in which both sides act at once.
    #[serde(default, skip_serializing_if = "nothing")]
    pub progress: Progress,
    /// The objectives that it was the last to hold or to pass through, by hex; `0913#2` is the second one in that hex.
    #[serde(default, skip_serializing_if = "nothing")]
    pub objectives: Vec<String>,
}

/// How far a side's orders phase is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrdersPhase {
    /// It may give orders, or the phase has not begun.
    #[default]
    Open,
    /// It has finished.
    Done,
}

/// An arrival that was changed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArrivalEntry {
    /// Its place in the scenario's list, from 0.
    pub arrival: u8,
    /// The turn from which its units may enter, if it is not the scenario's.
    #[serde(default, skip_serializing_if = "nothing")]
    pub turn: Option<u8>,
    /// The side that has yet to choose the hex.
    #[serde(default, skip_serializing_if = "nothing")]
    pub chooser: Option<String>,
    /// The hex by which they enter, if it is not the scenario's.
    #[serde(default, skip_serializing_if = "nothing")]
    pub hex: Option<String>,
}

/// A combat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CombatEntry {
    /// What kind of fight it is.
    pub fight: Fight,
    /// The side that attacks in it.
    pub attacker: String,
    /// How many pursuit charges came before.
    #[serde(default, skip_serializing_if = "nothing")]
    pub pursuits: u8,
    /// The row of the result: 1 breakthrough, 2 recoil, 3 repulse, 4 counter-shock, 5 overrun artillery, 6 refused; 0 before
    /// the die.
    #[serde(default, skip_serializing_if = "nothing")]
    pub row: u8,
    /// The hexes that the defenders hold or held.
    #[serde(default, skip_serializing_if = "nothing")]
    pub hexes: Vec<String>,
    /// Who has which part in it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub roles: BTreeMap<Role, Vec<String>>,
    /// The ways of those who left their hexes.
    #[serde(default, skip_serializing_if = "nothing")]
    pub trails: Vec<TrailEntry>,
}

/// The way that a unit took when it left its hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrailEntry {
    /// The unit.
    pub unit: String,
    /// The hex that it left.
    pub from: String,
    /// The hexsides that it crossed, in order.
    pub steps: Vec<Dir>,
}

/// Reads a document.
pub(super) fn read(
    rules: &super::JoursDeGloire,
    document: &Document,
) -> Result<super::state::State, crate::figures::Faults> {
    let s = read::Reading::new(rules).read(document)?;
    match rules.stuck(&s) {
        None => Ok(s),
        Some(stuck) => {
            Err(crate::names::fault(read::FILE, "agenda", "a position from which the game goes on", stuck).into())
        }
    }
}
