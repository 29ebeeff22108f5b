//! Why an action is refused: as data, with markers, units and numbers.

use super::Montenotte;
use super::ids::{MarkerId, UnitNo};
use crate::reasons::{InWords, reasons};

/// By its letter, or the name of a detached brigade: who stands under a letter is told by the letter alone.
impl InWords<Montenotte> for MarkerId {
    fn in_words(&self, game: Option<&Montenotte>) -> String {
        game.map_or_else(|| format!("{self:?}"), |game| game.named(*self))
    }
}

impl InWords<Montenotte> for UnitNo {
    fn in_words(&self, game: Option<&Montenotte>) -> String {
        game.map_or_else(|| format!("{self:?}"), |game| game.unit_called(*self).to_owned())
    }
}

reasons! {
    /// The reason of a refusal. The rule that forbids the action stands beside it. Movement points are counted in halves.
    pub enum Why of Montenotte {
        /// This kind of action is no answer to the question.
        NoAnswer => "this is no answer to what is asked",
        /// There is no such marker, unit or general in play.
        Unknown => "there is no such marker, unit or general in play",
        /// The marker is the enemy's.
        NotYours(force: MarkerId) => "{force} is the enemy's",
        /// The marker is the side's own.
        NotEnemy(force: MarkerId) => "{force} is no enemy",
        /// The marker is not on the map.
        NotThere(force: MarkerId) => "{force} is not on the map",
        /// A decoy can only move.
        Decoy(force: MarkerId) => "{force} is a decoy and can only move",
        /// It was done already.
        Already(force: MarkerId) => "{force} has done that",
        /// Too few command points.
        CommandPoints {
            /// What it costs.
            needs: u8,
            /// What is left.
            has: u8,
        } => "that costs {needs} half command points, {has} are left",
        /// This general does not command that force.
        OtherArmy(force: MarkerId) => "{force} is not under that general",
        /// No way for orders.
        OutOfReach(force: MarkerId) => "no orders reach {force}",
        /// Without a line of communication no points are spent. By default they are, for forces that are then isolated: only
        /// the ruling `points-without-a-line` as `may-not` refuses for this.
        NoLine => "the general-in-chief has no line of communication",
        /// The forces are not in one hex.
        NotTogether => "they are not in the same hex",
        /// It is uncommanded.
        Uncommanded(force: MarkerId) => "{force} is uncommanded",
        /// Only a general-in-chief's force takes others in.
        NotChief(force: MarkerId) => "{force} is no general-in-chief's",
        /// It is not in another force.
        NotFused(force: MarkerId) => "{force} is a force of its own",
        /// Demoralised and steady divisions do not mix.
        Demoralised(force: MarkerId) => "{force} is demoralised, or those with it are",
        /// A brigade's strength.
        Share(unit: UnitNo, most: u8) => "a brigade of {unit} takes 1 to {most} points",
        /// The brigade is detached, or is not.
        Brigade(unit: UnitNo) => "{unit} is not in that state",
        /// Too few movement points.
        Points {
            /// What it costs.
            needs: u8,
            /// What is left.
            has: u8,
        } => "that costs {needs} half movement points, {has} are left",
        /// The hex cannot be entered.
        NoWay => "there is no way into that hex",
        /// An enemy is there.
        Enemy(force: MarkerId) => "{force} is in that hex",
        /// A decoy may not enter a named place that the enemy holds.
        HeldPlace => "a decoy may not enter a place that the enemy holds",
        /// It must keep to roads.
        NoRoad => "only along a road",
        /// Too tired.
        Fatigued(force: MarkerId, level: u8) => "{force} is at fatigue {level}",
        /// Its test failed: it may only move, at half capacity.
        Half(force: MarkerId) => "{force} may only make a simple movement at half capacity",
        /// It may not fight.
        Unwilling(force: MarkerId) => "{force} may not declare a battle",
        /// It has no units.
        NoUnits(force: MarkerId) => "{force} has no combat units",
        /// Nobody is there to be attacked.
        NobodyThere => "no enemy is in that hex",
        /// Not in the alert zone.
        TooFar(force: MarkerId) => "{force} is too far away",
        /// Beside the enemy.
        BesideEnemy => "an enemy is beside that hex",
        /// No settlement is there, or no need.
        NoPillage => "there is nothing to pillage, or no need",
        /// A general who could help is not there.
        NoGeneral => "no such general is there",
        /// Not a hex that the rule allows.
        NotThatHex => "the rule does not lead there",
        /// The announced strength is outside of the margin.
        Margin(least: u8, most: u8) => "the strength must be {least} to {most}",
        /// Not one of the possible units.
        NotThatUnit(unit: UnitNo) => "{unit} may not be chosen",
        /// The force may not take part.
        NoPart(force: MarkerId) => "{force} may not take part",
        /// The terrain does not give this.
        NoCover => "the terrain does not give this cover",
        /// It cannot be fed so.
        NotFed(force: MarkerId) => "{force} cannot be fed so",
        /// It has marched before it could.
        NotMarched(force: MarkerId) => "{force} must have marched strategically first",
        /// Not supplied, or it acted in the turn before.
        NotEligible(force: MarkerId) => "{force} receives nothing",
        /// Its place is given.
        Fixed(force: MarkerId) => "the place of {force} is given",
        /// It still has to march or rest.
        Must(force: MarkerId) => "{force} must march or rest",
    }
}
