//! A position as a document: in names, as it is stored and as a person types it.
//!
//! Forces are named by their markers: letters, and the names of detached brigades; hexes by their printed numbers. What is
//! nothing is left out: a marker that says no fatigue is fresh, a unit that does not stand there has no strength. Unknown
//! fields are refused. The agenda, the steps of the rulebook that are under way from the step of the turn up to the one that
//! waits, is in names too, and is checked step by step.
//!
//! ```
//! use grognard::doors::Doors;
//! use grognard::montenotte::Montenotte;
//! use grognard::montenotte::document::Document;
//! use grognard::ruleset::Ruleset;
//! use grognard::setup::Setup;
//!
//! let rules = Montenotte::open(&Setup::scenario("montenotte"))?;
//! let document: Document = serde_json::from_str(
//!     r#"{
//!         "turn": 2,
//!         "points": 25,
//!         "sardinian-morale": 20,
//!         "markers": {
//!             "A": {"who": {"unit": "Laharpe"}, "hex": "0815", "fatigue": 1},
//!             "K": {"who": {"unit": "Argenteau"}, "hex": "1112"},
//!             "L": {"who": "decoy", "hex": "1112"}
//!         },
//!         "units": {"Laharpe": {"sp": 8, "initial": 9}, "Argenteau": {"sp": 7, "initial": 7}},
//!         "agenda": [{"turn": {"supply": "French"}}]
//!     }"#,
//! )?;
//! let state = rules.read(&document)?;
//! assert_eq!(rules.write(&state), document);
//!
//! let mut wrong = document.clone();
//! wrong.turn = 99;
//! if let Some(marker) = wrong.markers.get_mut("L") {
//!     marker.hex = Some("9999".into());
//! }
//! assert_eq!(rules.read(&wrong).unwrap_err().faults.len(), 2, "every fault at once");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agenda;
mod battle;
mod read;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Montenotte;
use super::action::Cover;
use super::state::{Bid, Mark, Report, State, Status, Told, Weather};
use super::words::{Camp, Outcome};
use crate::figures::Faults;
use crate::names::fault;

pub(super) use read::FILE;
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
    /// The weather of the turn.
    #[serde(default, skip_serializing_if = "nothing")]
    pub weather: Weather,
    /// Victory points.
    pub points: i16,
    /// Where the Sardinian track stands.
    pub sardinian_morale: i8,
    /// Sardinian losses that are not counted yet (ruling `sardinian-losses`).
    #[serde(default, skip_serializing_if = "nothing")]
    pub sardinian_losses: u8,
    /// Austrian reserve brigades left.
    #[serde(default, skip_serializing_if = "nothing")]
    pub reserve: u8,
    /// The turn since when the French are in Coni in strength, 0 if they are not.
    #[serde(default, skip_serializing_if = "nothing")]
    pub coni_since: u8,
    /// Whether Coni has been taken once.
    #[serde(default, skip_serializing_if = "nothing")]
    pub coni_taken: Told,
    /// The side with the initiative this turn.
    #[serde(default, skip_serializing_if = "nothing")]
    pub initiative: Option<String>,
    /// The marker of the Coalition's general-in-chief that stays in hand.
    #[serde(default, skip_serializing_if = "nothing")]
    pub chosen: Option<String>,
    /// What each side has said and done in a step that asks both, by its name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sides: BTreeMap<String, SideEntry>,
    /// Half command points spent this turn, by general-in-chief.
    #[serde(default, skip_serializing_if = "nothing")]
    pub spent: BTreeMap<String, u8>,
    /// The markers that are in play or bear something, by letter or name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub markers: BTreeMap<String, MarkerEntry>,
    /// Divisions and brigades, by name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub units: BTreeMap<String, UnitEntry>,
    /// Who holds each place of the scenario.
    #[serde(default, skip_serializing_if = "nothing")]
    pub places: BTreeMap<String, Camp>,
    /// Places that were pillaged, by hex (ruling `pillage-again`).
    #[serde(default, skip_serializing_if = "nothing")]
    pub pillaged: Vec<String>,
    /// The markers in the cup, `Inertia` among them.
    #[serde(default, skip_serializing_if = "nothing")]
    pub cup: Vec<String>,
    /// The markers of uncommanded forces that wait for Inertia.
    #[serde(default, skip_serializing_if = "nothing")]
    pub aside: Vec<String>,
    /// The battle that is fought.
    #[serde(default, skip_serializing_if = "nothing")]
    pub battle: Option<BattleEntry>,
    /// The steps that are under way, from the step of the turn up; see [`Frame`](super::frame::Frame).
    pub agenda: Vec<Value>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ended {
    /// The side that has won; none in a draw.
    #[serde(default, skip_serializing_if = "nothing")]
    pub winner: Option<String>,
    /// How.
    pub outcome: Outcome,
}

/// What a side has said and done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideEntry {
    /// Whether it wants the initiative.
    #[serde(default, skip_serializing_if = "nothing")]
    pub bid: Bid,
    /// How far it is in a step that asks both: 0, 1 or 2.
    #[serde(default, skip_serializing_if = "nothing")]
    pub done: u8,
}

/// Who stands under a letter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A general-in-chief.
    Chief(String),
    /// A division.
    Unit(String),
    /// Nobody, but the enemy does not know it.
    Decoy,
}

/// A marker.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MarkerEntry {
    /// Who stands under it; a detached brigade's marker says it by its name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub who: Option<Who>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "nothing")]
    pub hex: Option<String>,
    /// The general-in-chief's marker that it is fused into.
    #[serde(default, skip_serializing_if = "nothing")]
    pub with: Option<String>,
    /// Its fatigue, 0 to 2.
    #[serde(default, skip_serializing_if = "nothing")]
    pub fatigue: u8,
    /// Its status.
    #[serde(default, skip_serializing_if = "nothing")]
    pub status: Status,
    /// What the enemy was told of it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub report: Report,
    /// What lies on it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub marks: Vec<Mark>,
}

/// A division or brigade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitEntry {
    /// Its strength points.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sp: u8,
    /// The strength up to which stragglers return.
    #[serde(default, skip_serializing_if = "nothing")]
    pub initial: u8,
    /// The notch of its morale cursor.
    #[serde(default, skip_serializing_if = "nothing")]
    pub cursor: i8,
    /// Its chariots.
    #[serde(default, skip_serializing_if = "nothing")]
    pub chariots: u8,
}

/// A battle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BattleEntry {
    /// The defender's hex.
    pub at: String,
    /// The attacker's hex.
    pub from: String,
    /// The side that attacks.
    pub attacker: String,
    /// The forces that attack, or stand in the hex attacked.
    #[serde(default, skip_serializing_if = "nothing")]
    pub principal: Vec<String>,
    /// Those that joined from beside it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub joined: Vec<String>,
    /// Those that marched to the guns.
    #[serde(default, skip_serializing_if = "nothing")]
    pub marched: Vec<String>,
    /// Those of them on a flank.
    #[serde(default, skip_serializing_if = "nothing")]
    pub flank: Vec<String>,
    /// Those that had their test of this stage.
    #[serde(default, skip_serializing_if = "nothing")]
    pub tried: Vec<String>,
    /// Those that have retreated.
    #[serde(default, skip_serializing_if = "nothing")]
    pub retreated: Vec<String>,
    /// What the terrain counts as, once it is chosen.
    #[serde(default, skip_serializing_if = "nothing")]
    pub cover: Option<Cover>,
    /// What the terrain adds.
    #[serde(default, skip_serializing_if = "nothing")]
    pub terrain: i8,
    /// The ratio modifier.
    #[serde(default, skip_serializing_if = "nothing")]
    pub ratio: i8,
    /// The row of the results table, once the dice have fallen.
    #[serde(default, skip_serializing_if = "nothing")]
    pub row: Option<u8>,
    /// The side that is beaten.
    #[serde(default, skip_serializing_if = "nothing")]
    pub vanquished: Option<String>,
    /// How many hexes it retreats.
    #[serde(default, skip_serializing_if = "nothing")]
    pub retreat: u8,
    /// The losses of the pursuit.
    #[serde(default, skip_serializing_if = "nothing")]
    pub pursued: u8,
    /// Whether Sardinians take part.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sardinians: Told,
    /// Sardinian losses in it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sardinian_losses: u8,
    /// The whole Coalition's losses in it.
    #[serde(default, skip_serializing_if = "nothing")]
    pub coalition_losses: u8,
    /// Whether Bonaparte leads his side.
    #[serde(default, skip_serializing_if = "nothing")]
    pub bonaparte: Told,
    /// Whether the victor stays out of the hex.
    #[serde(default, skip_serializing_if = "nothing")]
    pub stays_out: Told,
    /// What each side brings and owes, by its name.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sides: BTreeMap<String, BattleSide>,
}

/// What a side brings to a battle, and owes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BattleSide {
    /// The unit that gives its morale.
    #[serde(default, skip_serializing_if = "nothing")]
    pub lead: Lead,
    /// Its strength when the dice fell.
    #[serde(default, skip_serializing_if = "nothing")]
    pub sp: u8,
    /// Losses that it still has to take.
    #[serde(default, skip_serializing_if = "nothing")]
    pub due: u8,
    /// Whether its first loss has fallen.
    #[serde(default, skip_serializing_if = "nothing")]
    pub first_lost: Told,
}

/// Who gives a side's morale.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lead {
    /// It is not chosen.
    #[default]
    Open,
    /// Nobody: there is no unit.
    Nobody,
    /// This unit.
    Unit(String),
}

/// Reads a document.
pub(super) fn read(rules: &Montenotte, document: &Document) -> Result<State, Faults> {
    let s = read::Reading::new(rules).read(document)?;
    match rules.stuck(&s) {
        None => Ok(s),
        Some(stuck) => Err(fault(FILE, "agenda", "a position from which the game goes on", stuck).into()),
    }
}

/// Reads a document without asking whether the game goes on from there.
pub(super) fn read_bare(rules: &Montenotte, document: &Document) -> Result<State, Faults> {
    read::Reading::new(rules).read(document)
}
