//! Why an action is refused: as data, with units and numbers.

use serde::{Deserialize, Serialize};

use super::state::{MarkerId, Order};
use crate::side::UnitId;

/// The reason of a refusal. The rule that forbids the action stands beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Why {
    /// This kind of action is no answer to the question.
    #[error("this is no answer to what is asked")]
    NoAnswer,
    /// The roster has no such unit, marker or commander.
    #[error("there is no such unit, marker or commander")]
    Unknown,
    /// A hex that is not on the map.
    #[error("there is no such hex on the map")]
    OffMap,
    /// The unit is not on the map.
    #[error("{0:?} is not on the map")]
    NotThere(UnitId),
    /// The unit stands already: what is placed is not taken up again.
    #[error("{0:?} is set up already")]
    Placed(UnitId),
    /// The scenario does not let the unit be set up there.
    #[error("{0:?} may not be set up there")]
    OutOfPlace(UnitId),
    /// The unit is not activated.
    #[error("{0:?} is not activated")]
    NotActive(UnitId),
    /// The unit is not the side's own.
    #[error("{0:?} belongs to the enemy")]
    NotYours(UnitId),
    /// Its commander's initiative failed.
    #[error("{0:?} may only rally: its commander's initiative failed")]
    OnlyRally(UnitId),
    /// The unit's condition forbids it.
    #[error("{0:?} is {1:?}")]
    Condition(UnitId, Order),
    /// The unit is of the wrong arm.
    #[error("{0:?} is of an arm that may not do this")]
    Arm(UnitId),
    /// It has already done so, or something that excludes it, in this activation.
    #[error("{0:?} has done that, or what excludes it, in this activation")]
    Already(UnitId),
    /// Its engagement test failed.
    #[error("{0:?} failed its engagement test")]
    Unwilling(UnitId),
    /// Too few movement points.
    #[error("{unit:?} needs {needs} movement points and has {has}")]
    Points {
        /// The unit.
        unit: UnitId,
        /// What it needs.
        needs: u8,
        /// What it has left.
        has: u8,
    },
    /// The unit must stop where it is.
    #[error("{0:?} must stop: it has entered a zone of control")]
    MustStop(UnitId),
    /// The terrain is not allowed for the unit.
    #[error("{0:?} cannot enter that terrain")]
    Terrain(UnitId),
    /// The hexside is not allowed for the unit.
    #[error("{0:?} cannot cross that hexside")]
    Hexside(UnitId),
    /// The edge of the map.
    #[error("{0:?} may not leave the map")]
    Edge(UnitId),
    /// An enemy is in the hex.
    #[error("{unit:?} cannot enter the hex of {enemy:?}")]
    Enemy {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// A square may not be entered.
    #[error("{unit:?} cannot enter the hex of {friend:?}, who is in square")]
    Square {
        /// The unit.
        unit: UnitId,
        /// The friend in square.
        friend: UnitId,
    },
    /// The stack would not be allowed.
    #[error("{unit:?} and {with:?} may not be stacked so")]
    Stacking {
        /// The unit.
        unit: UnitId,
        /// One of those in the hex.
        with: UnitId,
    },
    /// A front hex of an enemy.
    #[error("{unit:?} may not enter a front hex of {enemy:?} there")]
    FrontZone {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// From one hex to another of the same enemy's zone.
    #[error("{unit:?} may not go from one hex to another of the zone of {enemy:?}")]
    SameZone {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// A zone of control that the unit may not enter.
    #[error("{unit:?} may not enter the zone of control of {enemy:?}")]
    Zone {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// Too near to an enemy.
    #[error("{enemy:?} is {distance} hexes away: more than {needs} are needed")]
    TooNear {
        /// The enemy.
        enemy: UnitId,
        /// How far it is.
        distance: u8,
        /// How far it may not be.
        needs: u8,
    },
    /// A turn of more than the allowed corners.
    #[error("{0:?} may not turn so far")]
    TurnTooFar(UnitId),
    /// Not in a front hex.
    #[error("{0:?} has no enemy there in a front hex")]
    NotInFront(UnitId),
    /// The line of sight is blocked.
    #[error("{0:?} does not see that hex")]
    NotSeen(UnitId),
    /// Not within the cone of the front hexes.
    #[error("that hex is not before {0:?}")]
    NotBefore(UnitId),
    /// No other battery to fire with.
    #[error("{0:?} has no other battery beside it to fire with")]
    NoPartner(UnitId),
    /// Two batteries of different formations.
    #[error("{unit:?} and {with:?} may not combine their fire")]
    NotTogether {
        /// The battery.
        unit: UnitId,
        /// The other.
        with: UnitId,
    },
    /// Counter-battery fire goes to the battery that provoked it.
    #[error("{unit:?} may answer {enemy:?} only")]
    AnswersOnly {
        /// The battery.
        unit: UnitId,
        /// The battery that fired at it.
        enemy: UnitId,
    },
    /// Reaction fire strikes the unit on top, or the one beneath artillery.
    #[error("{0:?} is not on top of a stack that attacks")]
    NotOnTop(UnitId),
    /// Beyond the maximum range.
    #[error("the target is {distance} hexes away, and {unit:?} reaches {range}")]
    Range {
        /// The unit.
        unit: UnitId,
        /// How far the target is.
        distance: u8,
        /// How far the unit reaches.
        range: u8,
    },
    /// Nobody to attack there.
    #[error("there is no enemy in that hex")]
    NoEnemy,
    /// A charge cannot reach its target from here so.
    #[error("{0:?} cannot complete its charge so")]
    NoCharge(UnitId),
    /// A charge must move at least one hex.
    #[error("{0:?} must ride at least one hex to charge")]
    TooShort(UnitId),
    /// Everything that stands in front must be attacked.
    #[error("{unit:?} must attack {enemy:?} too, or a friend must")]
    MustAttack {
        /// The unit.
        unit: UnitId,
        /// The enemy that nobody attacks.
        enemy: UnitId,
    },
    /// They cannot combine: their hexes are not adjacent.
    #[error("{unit:?} and {with:?} are not in adjacent hexes, and so do not attack together")]
    Apart {
        /// The unit.
        unit: UnitId,
        /// One of those who attack already.
        with: UnitId,
    },
    /// Not one of the hexes that are open to it.
    #[error("{0:?} cannot go there")]
    NotOpen(UnitId),
    /// The direction would not lead away.
    #[error("{0:?} must go away from the enemy")]
    NotAway(UnitId),
    /// Others go first.
    #[error("{0:?} has precedence")]
    Precedence(UnitId),
    /// No orders left to give.
    #[error("all {0} orders are given")]
    NoOrders(u8),
    /// Out of the commander's range.
    #[error("no unit of the group is within {0} hexes of a commander")]
    OutOfRange(u8),
    /// An enemy is adjacent.
    #[error("{enemy:?} is adjacent to {unit:?}")]
    Adjacent {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// The rally would make the stack too strong.
    #[error("the stack of {unit:?} would have {strength} points, more than {most}")]
    TooStrong {
        /// The unit.
        unit: UnitId,
        /// The strength after the rally.
        strength: u8,
        /// The most.
        most: u8,
    },
    /// Its formation is demoralized.
    #[error("{0:?} will not come back to good order: its formation was demoralized")]
    Shaken(UnitId),
    /// The unit must go on.
    #[error("{0:?} must run on as far as it can")]
    MustGoOn(UnitId),
    /// The unit is bound to its route, and that hex is off it.
    #[error("{0:?} is bound to its route: it may not go there")]
    OffRoute(UnitId),
    /// The unit is bound to its route, and has movement left to go on.
    #[error("{0:?} is bound to its route: it must march on as far as it can")]
    MustMarchOn(UnitId),
    /// Night or fog forbids it.
    #[error("night or fog forbids it")]
    Dark,
    /// The scenario or the edition forbids it.
    #[error("this battle forbids it")]
    NotHere,
    /// No bridge can be built from the unit's hex to that one.
    #[error("{0:?} cannot build a bridge there")]
    NoBridge(UnitId),
    /// An enemy in good order stands across the river.
    #[error("{enemy:?} stands in good order across the river from {unit:?}")]
    Opposite {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// The bridge was begun in this turn.
    #[error("the bridge was begun in this turn: it is built in a later one")]
    BridgeBegun,
    /// There is a bridge.
    #[error("there is a bridge already")]
    Bridged,
    /// Something must be done first or instead.
    #[error("{0:?} must act first")]
    MustFirst(UnitId),
    /// The fire must go to an adjacent enemy.
    #[error("{unit:?} must fire at {enemy:?}, which is in a front hex")]
    MustFireAt {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// The marker is not to be had now: it is not in play, the enemy's, or of the wrong kind.
    #[error("marker {} is not to be had now", .0.0)]
    Marker(MarkerId),
    /// The part of the phase in which this is done is over for the side.
    #[error("it is too late for this in the phase")]
    TooLate,
    /// The side has no army commander who can give orders.
    #[error("there is no army commander to give orders")]
    NoCommander,
    /// The unit acts as one with orders already.
    #[error("{0:?} has orders")]
    HasOrders(UnitId),
    /// The unit has no Reinforcement marker.
    #[error("{0:?} has no Reinforcement marker")]
    NoReinforcement(UnitId),
    /// The unit is not due to enter the map, or not with this marker.
    #[error("{0:?} is not due to enter now")]
    NotDue(UnitId),
    /// The unit enters with the first marker of its formation in a turn.
    #[error("{0:?} enters with the first marker of its formation in a turn: it waits for the next")]
    NextTurn(UnitId),
    /// Entry hexes of the enemy are to be kept clear.
    #[error("{0:?} may not come to an entry hex of the enemy, or beside it, while reinforcements are due there")]
    EntryHex(UnitId),
    /// No marker of the formation was in the cup this turn.
    #[error("no marker of the formation of {0:?} was in the cup this turn")]
    NotInCup(UnitId),
    /// Nobody is left to choose of that kind.
    #[error("{0:?} is one too many")]
    OneTooMany(UnitId),
    /// The unit bears another name than the one chosen before.
    #[error("{unit:?} does not bear the name of {with:?}")]
    OtherName {
        /// The unit.
        unit: UnitId,
        /// The one chosen before.
        with: UnitId,
    },
    /// The army commander has moved this turn.
    #[error("the army commander has moved this turn")]
    CommanderMoved,
    /// The army commander stands already, or is not the player's to place.
    #[error("the army commander is set up already")]
    CommanderPlaced,
    /// The scenario does not let the army commander be set up there.
    #[error("the army commander may not be set up there")]
    CommanderOutOfPlace,
    /// The army commander is the enemy's.
    #[error("the army commander is the enemy's")]
    CommanderNotYours,
    /// The army commander is not on the map.
    #[error("the army commander is not there")]
    CommanderGone,
    /// The army commander may not come alone into a zone of control.
    #[error("the army commander may not come alone into the zone of control of {0:?}")]
    CommanderAlone(UnitId),
    /// The army commander may not enter an enemy's hex.
    #[error("the army commander may not enter the hex of {0:?}")]
    CommanderBlocked(UnitId),
    /// The army commander cannot go there: the edge of the map, the ground or the hexside.
    #[error("the army commander cannot go there")]
    CommanderGround,
    /// The army commander has too few movement points.
    #[error("the army commander needs {needs} movement points and has {has}")]
    CommanderPoints {
        /// What he needs.
        needs: u8,
        /// What he has left.
        has: u8,
    },
    /// The army commander must go on.
    #[error("the army commander must flee further")]
    CommanderMustFlee,
    /// The flight of the army commander could not be completed so.
    #[error("the army commander could not flee far enough so")]
    CommanderDeadEnd,
}
