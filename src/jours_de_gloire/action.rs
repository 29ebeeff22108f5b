//! What is asked of a side, and what it answers.

use serde::{Deserialize, Serialize};

use super::frame::{Frame, Gait, Party};
use super::state::{CommanderId, MarkerId};
use crate::hex::{Cell, Dir, Vertex};
use crate::rule::Rule;
use crate::side::{Side, UnitId};

/// A side's answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Passes: ends the phase, the step or the series of choices that is asked, or declines what is offered.
    Done,
    /// Sets a unit up in a hex, before the first turn (R scenario 1 and 2).
    Place {
        /// The unit.
        unit: UnitId,
        /// The hex.
        cell: Cell,
    },
    /// Sets an army commander up in a hex, before the first turn (R scenario 1 and 2).
    Post {
        /// The commander.
        commander: CommanderId,
        /// The hex.
        cell: Cell,
    },
    /// Removes a unit's Reinforcement marker by choice (5.2).
    EndReinforcement {
        /// The unit.
        unit: UnitId,
    },
    /// Gives orders to a tactical group, named by one of its units (2.3).
    Order {
        /// A unit of the group.
        unit: UnitId,
    },
    /// Chooses the marker that begins the turn, or that is placed in the cup by choice.
    Marker {
        /// The marker.
        marker: MarkerId,
    },
    /// Looks at the enemy's orders (R specific 2.3).
    Look,
    /// Brings the reinforcements of a formation in elsewhere than the scenario says (R scenario 3): by this hex, or, once
    /// the die has given the choice to the enemy, by the hex of his choice.
    Divert {
        /// A unit that is to arrive.
        unit: UnitId,
        /// The hex.
        cell: Cell,
    },
    /// Announces that the reinforcements of a formation come elsewhere than the scenario says, by a hex that is named when
    /// their marker is drawn (R scenario 3, by the ruling `arrival-hex-when`).
    Announce {
        /// A unit that is to arrive.
        unit: UnitId,
    },
    /// Activates a unit (R specific 2.2), or the formation to which it belongs (R optional 1.D.bis).
    Activate {
        /// The unit.
        unit: UnitId,
    },
    /// Says which side goes first (R optional 1.D.bis).
    First {
        /// The side.
        side: Side,
    },
    /// Tests the commander's initiative for a tactical group, named by one of its units (2.4.3).
    Initiative {
        /// A unit of the group.
        unit: UnitId,
    },
    /// Fires at a hex (7).
    Fire {
        /// The battery.
        unit: UnitId,
        /// The hex.
        target: Cell,
        /// Alone, or combined with the other battery of its stack.
        party: Party,
    },
    /// Turns a unit in place: a battery before it fires, any unit in the movement step, one with six front hexes to where it
    /// attacks.
    Pivot {
        /// The unit.
        unit: UnitId,
        /// The corner that it faces.
        facing: Vertex,
    },
    /// Puts a unit on top of the units of its kind in its stack.
    ToTop {
        /// The unit.
        unit: UnitId,
    },
    /// A unit, or its stack, begins to move.
    Move {
        /// The unit.
        unit: UnitId,
        /// Alone, or with all units of its kind in its hex.
        party: Party,
        /// How.
        gait: Gait,
    },
    /// A cavalry unit, or its stack, declares a charge (9.1).
    Charge {
        /// The unit.
        unit: UnitId,
        /// Alone, or with all units of its hex.
        party: Party,
        /// The hex charged.
        target: Cell,
    },
    /// One hex further in this direction.
    Step {
        /// The hexside crossed.
        dir: Dir,
    },
    /// The moving units stop and face this corner.
    Halt {
        /// The corner that they face.
        facing: Vertex,
    },
    /// A stack forms square, named by one of its units (4.2); or accepts the square that is offered (9.3).
    FormSquare {
        /// A unit of the stack.
        unit: UnitId,
    },
    /// A stack leaves square (4.2).
    LeaveSquare {
        /// A unit of the stack.
        unit: UnitId,
    },
    /// Infantry begins the bridge over the river, or completes it (R specific 4.3).
    Bridge {
        /// The unit.
        unit: UnitId,
        /// The hex across the river.
        cell: Cell,
    },
    /// An army commander begins to move (2.5).
    Command {
        /// The commander.
        commander: CommanderId,
    },
    /// The charging cavalry tries to break off (9.3).
    Recall,
    /// Announces a shock by a unit and its stack (8.3.1).
    Shock {
        /// The unit.
        unit: UnitId,
        /// Which front hexes.
        aim: Aim,
    },
    /// Takes up the combat in which this unit attacks (8.5).
    Fight {
        /// The unit.
        unit: UnitId,
    },
    /// Refuses the shock with all cavalry of its hex (R 8.9, M 8.8).
    Evade {
        /// A unit of the hex.
        unit: UnitId,
        /// How far.
        hexes: Evasion,
    },
    /// Counter-charges (9.4).
    CounterCharge {
        /// The unit.
        unit: UnitId,
    },
    /// Reaction or counter-battery fire (7.1).
    React {
        /// The unit that fires.
        unit: UnitId,
        /// The unit fired at.
        target: UnitId,
    },
    /// This unit, or its stack, advances or pursues (8.7, 9.5).
    Advance {
        /// The unit.
        unit: UnitId,
        /// Alone, or with all units of its hex.
        party: Party,
        /// The hex that was abandoned.
        to: Cell,
    },
    /// The pursuers turn, or keep their facing.
    Turn {
        /// The corner that they face.
        facing: Vertex,
    },
    /// Chooses whom to pursue (9.5).
    Quarry {
        /// The unit.
        unit: UnitId,
    },
    /// Tries to rally a unit (11).
    Rally {
        /// The unit.
        unit: UnitId,
    },
    /// Runs a routed unit now (phase E).
    Run {
        /// The unit.
        unit: UnitId,
    },
    /// Brings a reinforcement onto the map (5.2).
    Enter {
        /// The unit.
        unit: UnitId,
        /// Alone, or with the units that it is stacked with.
        party: Party,
        /// How.
        gait: Gait,
    },
}

/// Which front hexes a unit attacks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// Both.
    Both,
}

impl Aim {
    /// All three.
    pub const ALL: [Aim; 3] = [Aim::Left, Aim::Right, Aim::Both];

    /// 1 for the left, 2 for the right, 3 for both.
    pub(super) const fn bits(self) -> u8 {
        match self {
            Aim::Left => 1,
            Aim::Right => 2,
            Aim::Both => 3,
        }
    }
}

/// How far cavalry evades a shock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evasion {
    /// One hex.
    One,
    /// Two hexes.
    Two,
}

/// What is asked of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The step at which the game waits.
    pub frame: Frame,
    /// The rule under which it is asked.
    pub rule: Rule,
}
