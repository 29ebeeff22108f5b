//! Actions: what a side may answer. Questions: what it is asked.

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::ids::{MarkerId, UnitNo};
use super::state::Bid;
use crate::hex::{Cell, Dir};
use crate::rule::Rule;

/// What a force does when it reacts (N 8.2/2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reaction {
    /// It moves by a hex (N 9.3).
    Move(Dir),
    /// It reconnoitres (N 10/3).
    Reconnoitre,
    /// It blocks the reconnaissance (ruling `blocking`).
    Block,
}

/// How a general holds his men back from pillage (N 13.4/5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restraint {
    /// No general speaks.
    #[default]
    None,
    /// A general takes off 1.
    General,
    /// A general with a tactical bonus takes off 2.
    WithBonus,
}

/// What the defender lets his terrain count as (N 11.5/3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Cover {
    /// Nothing.
    Open,
    /// The ground.
    Ground,
    /// The river or bridge alone.
    Crossing,
    /// The ground, and the river or bridge.
    GroundAndCrossing,
    /// The town or city.
    Settlement,
    /// The fort.
    Fort,
}

impl Cover {
    /// Each of them, in order.
    pub const ALL: [Self; 6] =
        [Self::Open, Self::Ground, Self::Crossing, Self::GroundAndCrossing, Self::Settlement, Self::Fort];
}

/// A side's answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Nothing, or nothing more.
    Done,
    /// Places a force or decoy at the start (N 15.1.1/6, N 15.1.2/9, N 2/6).
    Deploy {
        /// Its marker.
        marker: MarkerId,
        /// The hex.
        to: Cell,
    },
    /// Spends command points on a force (N 6.1/3).
    Fund {
        /// The general-in-chief's marker.
        chief: MarkerId,
        /// The division's.
        marker: MarkerId,
    },
    /// Fuses a force into a general-in-chief's (N 6.5.2/3).
    Fuse {
        /// The force.
        marker: MarkerId,
        /// The general-in-chief's marker.
        into: MarkerId,
    },
    /// Takes a force out of a general-in-chief's (N 6.5.3/2).
    Separate {
        /// The force.
        marker: MarkerId,
    },
    /// Detaches a brigade (N 6.5.3/4).
    Detach {
        /// The brigade.
        brigade: UnitNo,
        /// Its strength.
        sp: u8,
    },
    /// Takes a brigade back (N 6.5.3/6).
    TakeBack {
        /// The brigade.
        brigade: UnitNo,
    },
    /// Chooses the general-in-chief whose marker stays in hand (N 7/3).
    Choose {
        /// His marker.
        marker: MarkerId,
    },
    /// Says whether the side wants the initiative (N 7/4).
    Bid {
        /// What it says.
        bid: Bid,
    },
    /// Lets a force act (N 8.1/1).
    Activate {
        /// The force.
        marker: MarkerId,
    },
    /// Enters the next hex.
    Step {
        /// The side of the hex.
        dir: Dir,
    },
    /// Enters the next hex in rapid march (N 9.2.1).
    Rapid {
        /// The side of the hex.
        dir: Dir,
    },
    /// Reconnoitres a force (N 10/1).
    Reconnoitre {
        /// The force.
        target: MarkerId,
        /// MP spent in bonus.
        bonus: u8,
    },
    /// Declares a battle (N 11.1/1).
    Attack {
        /// The side of the hex towards the defender.
        dir: Dir,
    },
    /// Pillages the place where the acting force stands, which ends its activation (N 13.4/1).
    Sack,
    /// Ends the activation. Isolated in a place, the force tests morale, which a general may help.
    Halt {
        /// How a general helps.
        restraint: Restraint,
    },
    /// A demoralised division marches there (N 3.2/4).
    Withdraw {
        /// The hex.
        to: Cell,
    },
    /// A demoralised division rests (N 3.2/5).
    Rest,
    /// A force reacts (N 8.4).
    React {
        /// The force.
        marker: MarkerId,
        /// What it does.
        reaction: Reaction,
    },
    /// Announces a strength (N 10/16).
    Announce {
        /// The strength.
        sp: u8,
    },
    /// A force takes part in the battle (N 11.1/4).
    Join {
        /// The force.
        marker: MarkerId,
    },
    /// A force tries to march to the guns, or begins a march (N 11.2/1, N 9.2.2).
    March {
        /// The force.
        marker: MarkerId,
    },
    /// What the terrain counts as (N 11.5/3).
    Terrain {
        /// What it counts as.
        cover: Cover,
    },
    /// The unit that gives the side's morale (N 11.7/1).
    Lead {
        /// The unit.
        unit: UnitNo,
    },
    /// The unit that loses a point (N 11.10/2); in the command phase, the one that bears the attrition of its force this
    /// turn (ruling `attrition-loser`).
    Lose {
        /// The unit.
        unit: UnitNo,
    },
    /// A force retreats now (N 11.10/4).
    Retreat {
        /// The force.
        marker: MarkerId,
    },
    /// A force withdraws into the fort of its hex (N 11.10/10).
    Shelter {
        /// The force.
        marker: MarkerId,
    },
    /// The victor enters the hex in whose fort the beaten shelter (N 11.10/11).
    Advance,
    /// The victor pursues (N 11.11/3).
    Pursue,
    /// A division receives a reserve brigade (N 12.1/2), or a unit a point of replacements (N 12.2/3).
    Reinforce {
        /// Its marker.
        marker: MarkerId,
    },
    /// A unit is fed by forage (N 13.3).
    Feed {
        /// Its marker.
        marker: MarkerId,
    },
    /// A unit pillages (N 13.4/1).
    Pillage {
        /// Its marker.
        marker: MarkerId,
    },
    /// A unit does not pillage, and tests morale (N 13.4/3).
    Refrain {
        /// Its marker.
        marker: MarkerId,
        /// How a general helps.
        restraint: Restraint,
    },
}

/// What is asked of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The procedure that asks.
    pub frame: Frame,
    /// The rule under which it asks.
    pub rule: Rule,
}
