//! Why an action is refused: as data, with markers, units and numbers.

use serde::{Deserialize, Serialize};

use super::ids::{MarkerId, UnitNo};

/// The reason of a refusal. The rule that forbids the action stands beside it. Movement points are counted in halves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Why {
    /// This kind of action is no answer to the question.
    #[error("this is no answer to what is asked")]
    NoAnswer,
    /// There is no such marker, unit or general in play.
    #[error("there is no such marker, unit or general in play")]
    Unknown,
    /// The marker is the enemy's.
    #[error("{0:?} is the enemy's")]
    NotYours(MarkerId),
    /// The marker is the side's own.
    #[error("{0:?} is no enemy")]
    NotEnemy(MarkerId),
    /// The marker is not on the map.
    #[error("{0:?} is not on the map")]
    NotThere(MarkerId),
    /// A decoy can only move.
    #[error("{0:?} is a decoy and can only move")]
    Decoy(MarkerId),
    /// It was done already.
    #[error("{0:?} has done that")]
    Already(MarkerId),
    /// Too few command points.
    #[error("that costs {needs} half command points, {has} are left")]
    CommandPoints {
        /// What it costs.
        needs: u8,
        /// What is left.
        has: u8,
    },
    /// This general does not command that force.
    #[error("{0:?} is not under that general")]
    OtherArmy(MarkerId),
    /// No way for orders.
    #[error("no orders reach {0:?}")]
    OutOfReach(MarkerId),
    /// Without a line of communication no points are spent.
    #[error("the general-in-chief has no line of communication")]
    NoLine,
    /// The forces are not in one hex.
    #[error("they are not in the same hex")]
    NotTogether,
    /// It is uncommanded.
    #[error("{0:?} is uncommanded")]
    Uncommanded(MarkerId),
    /// Only a general-in-chief's force takes others in.
    #[error("{0:?} is no general-in-chief's")]
    NotChief(MarkerId),
    /// It is not in another force.
    #[error("{0:?} is a force of its own")]
    NotFused(MarkerId),
    /// Demoralised and steady divisions do not mix.
    #[error("{0:?} is demoralised, or those with it are")]
    Demoralised(MarkerId),
    /// A brigade's strength.
    #[error("a brigade of {0:?} takes 1 to {1} points")]
    Share(UnitNo, u8),
    /// The brigade is detached, or is not.
    #[error("{0:?} is not in that state")]
    Brigade(UnitNo),
    /// Too few movement points.
    #[error("that costs {needs} half movement points, {has} are left")]
    Points {
        /// What it costs.
        needs: u8,
        /// What is left.
        has: u8,
    },
    /// The hex cannot be entered.
    #[error("there is no way into that hex")]
    NoWay,
    /// An enemy is there.
    #[error("{0:?} is in that hex")]
    Enemy(MarkerId),
    /// A decoy may not enter a named place that the enemy holds.
    #[error("a decoy may not enter a place that the enemy holds")]
    HeldPlace,
    /// It must keep to roads.
    #[error("only along a road")]
    NoRoad,
    /// Too tired.
    #[error("{0:?} is at fatigue {1}")]
    Fatigued(MarkerId, u8),
    /// Its test failed: it may only move, at half capacity.
    #[error("{0:?} may only make a simple movement at half capacity")]
    Half(MarkerId),
    /// It may not fight.
    #[error("{0:?} may not declare a battle")]
    Unwilling(MarkerId),
    /// It has no units.
    #[error("{0:?} has no combat units")]
    NoUnits(MarkerId),
    /// Nobody is there to be attacked.
    #[error("no enemy is in that hex")]
    NobodyThere,
    /// Not in the alert zone.
    #[error("{0:?} is too far away")]
    TooFar(MarkerId),
    /// Beside the enemy.
    #[error("an enemy is beside that hex")]
    BesideEnemy,
    /// No settlement is there, or no need.
    #[error("there is nothing to pillage, or no need")]
    NoPillage,
    /// A general who could help is not there.
    #[error("no such general is there")]
    NoGeneral,
    /// Not a hex that the rule allows.
    #[error("the rule does not lead there")]
    NotThatHex,
    /// The announced strength is outside of the margin.
    #[error("the strength must be {0} to {1}")]
    Margin(u8, u8),
    /// Not one of the possible units.
    #[error("{0:?} may not be chosen")]
    NotThatUnit(UnitNo),
    /// The force may not take part.
    #[error("{0:?} may not take part")]
    NoPart(MarkerId),
    /// The terrain does not give this.
    #[error("the terrain does not give this cover")]
    NoCover,
    /// It cannot be fed so.
    #[error("{0:?} cannot be fed so")]
    NotFed(MarkerId),
    /// It has marched before it could.
    #[error("{0:?} must have marched strategically first")]
    NotMarched(MarkerId),
    /// Not supplied, or it acted in the turn before.
    #[error("{0:?} receives nothing")]
    NotEligible(MarkerId),
    /// Its place is given.
    #[error("the place of {0:?} is given")]
    Fixed(MarkerId),
    /// It still has to march or rest.
    #[error("{0:?} must march or rest")]
    Must(MarkerId),
}
