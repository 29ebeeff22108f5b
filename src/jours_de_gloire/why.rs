//! Why an action is refused: as data, with units and numbers.

use super::JoursDeGloire;
use super::state::{MarkerId, Order};
use crate::reasons::{InWords, reasons};
use crate::side::UnitId;

impl InWords<JoursDeGloire> for UnitId {
    fn in_words(&self, game: Option<&JoursDeGloire>) -> String {
        game.map_or_else(|| format!("{self:?}"), |game| game.called(*self))
    }
}

impl InWords<JoursDeGloire> for MarkerId {
    fn in_words(&self, game: Option<&JoursDeGloire>) -> String {
        game.map_or_else(|| format!("marker {}", self.0), |game| game.marker_in_words(*self))
    }
}

impl InWords<JoursDeGloire> for Order {
    fn in_words(&self, _: Option<&JoursDeGloire>) -> String {
        let order = match self {
            Order::Good => "in good order",
            Order::Disordered => "disordered",
            Order::Routed => "routed",
            Order::Eliminated => "eliminated",
        };
        order.to_owned()
    }
}

reasons! {
    /// The reason of a refusal. The rule that forbids the action stands beside it.
    pub enum Why of JoursDeGloire {
        /// This kind of action is no answer to the question.
        NoAnswer => "this is no answer to what is asked",
        /// The roster has no such unit, marker or commander.
        Unknown => "there is no such unit, marker or commander",
        /// A hex that is not on the map.
        OffMap => "there is no such hex on the map",
        /// The unit is not on the map.
        NotThere(unit: UnitId) => "{unit} is not on the map",
        /// The unit stands already: what is placed is not taken up again.
        Placed(unit: UnitId) => "{unit} is set up already",
        /// The scenario does not let the unit be set up there.
        OutOfPlace(unit: UnitId) => "{unit} may not be set up there",
        /// The unit is not activated.
        NotActive(unit: UnitId) => "{unit} is not activated",
        /// The unit is not the side's own.
        NotYours(unit: UnitId) => "{unit} belongs to the enemy",
        /// Its commander's initiative failed.
        OnlyRally(unit: UnitId) => "{unit} may only rally: its commander's initiative failed",
        /// The unit's condition forbids it.
        Condition(unit: UnitId, order: Order) => "{unit} is {order}",
        /// The unit is of the wrong arm.
        Arm(unit: UnitId) => "{unit} is of an arm that may not do this",
        /// It has already done so, or something that excludes it, in this activation.
        Already(unit: UnitId) => "{unit} has done that, or what excludes it, in this activation",
        /// Its engagement test failed.
        Unwilling(unit: UnitId) => "{unit} failed its engagement test",
        /// Too few movement points.
        Points {
            /// The unit.
            unit: UnitId,
            /// What it needs.
            needs: u8,
            /// What it has left.
            has: u8,
        } => "{unit} needs {needs} movement points and has {has}",
        /// The unit must stop where it is.
        MustStop(unit: UnitId) => "{unit} must stop: it has entered a zone of control",
        /// The terrain is not allowed for the unit.
        Terrain(unit: UnitId) => "{unit} cannot enter that terrain",
        /// The hexside is not allowed for the unit.
        Hexside(unit: UnitId) => "{unit} cannot cross that hexside",
        /// The edge of the map.
        Edge(unit: UnitId) => "{unit} may not leave the map",
        /// An enemy is in the hex.
        Enemy {
            /// The unit.
            unit: UnitId,
            /// The enemy.
            enemy: UnitId,
        } => "{unit} cannot enter the hex of {enemy}",
        /// A square may not be entered.
        Square {
            /// The unit.
            unit: UnitId,
            /// The friend in square.
            friend: UnitId,
        } => "{unit} cannot enter the hex of {friend}, who is in square",
        /// The stack would not be allowed.
        Stacking {
            /// The unit.
            unit: UnitId,
            /// One of those in the hex.
            with: UnitId,
        } => "{unit} and {with} may not be stacked so",
        /// A front hex of an enemy.
        FrontZone {
            /// The unit.
            unit: UnitId,
            /// The enemy.
            enemy: UnitId,
        } => "{unit} may not enter a front hex of {enemy} there",
        /// From one hex to another of the same enemy's zone.
        SameZone {
            /// The unit.
            unit: UnitId,
            /// The enemy.
            enemy: UnitId,
        } => "{unit} may not go from one hex to another of the zone of {enemy}",
        /// A zone of control that the unit may not enter.
        Zone {
            /// The unit.
            unit: UnitId,
            /// The enemy.
            enemy: UnitId,
        } => "{unit} may not enter the zone of control of {enemy}",
        /// Too near to an enemy.
        TooNear {
            /// The enemy.
            enemy: UnitId,
            /// How far it is.
            distance: u8,
            /// How far it may not be.
            needs: u8,
        } => "{enemy} is {distance} hexes away: more than {needs} are needed",
        /// A turn of more than the allowed corners.
        TurnTooFar(unit: UnitId) => "{unit} may not turn so far",
        /// Not in a front hex.
        NotInFront(unit: UnitId) => "{unit} has no enemy there in a front hex",
        /// The line of sight is blocked.
        NotSeen(unit: UnitId) => "{unit} does not see that hex",
        /// Not within the cone of the front hexes.
        NotBefore(unit: UnitId) => "that hex is not before {unit}",
        /// No other battery to fire with.
        NoPartner(unit: UnitId) => "{unit} has no other battery beside it to fire with",
        /// Two batteries of different formations.
        NotTogether {
            /// The battery.
            unit: UnitId,
            /// The other.
            with: UnitId,
        } => "{unit} and {with} may not combine their fire",
        /// Counter-battery fire goes to the battery that provoked it.
        AnswersOnly {
            /// The battery.
            unit: UnitId,
            /// The battery that fired at it.
            enemy: UnitId,
        } => "{unit} may answer {enemy} only",
        /// Reaction fire strikes the unit on top, or the one beneath artillery.
        NotOnTop(unit: UnitId) => "{unit} is not on top of a stack that attacks",
        /// Beyond the maximum range.
        Range {
            /// The unit.
            unit: UnitId,
            /// How far the target is.
            distance: u8,
            /// How far the unit reaches.
            range: u8,
        } => "the target is {distance} hexes away, and {unit} reaches {range}",
        /// Nobody to attack there.
        NoEnemy => "there is no enemy in that hex",
        /// A charge cannot reach its target from here so.
        NoCharge(unit: UnitId) => "{unit} cannot complete its charge so",
        /// A charge must move at least one hex.
        TooShort(unit: UnitId) => "{unit} must ride at least one hex to charge",
        /// Everything that stands in front must be attacked.
        MustAttack {
            /// The unit.
            unit: UnitId,
            /// The enemy that nobody attacks.
            enemy: UnitId,
        } => "{unit} must attack {enemy} too, or a friend must",
        /// They cannot combine: their hexes are not adjacent.
        Apart {
            /// The unit.
            unit: UnitId,
            /// One of those who attack already.
            with: UnitId,
        } => "{unit} and {with} are not in adjacent hexes, and so do not attack together",
        /// Not one of the hexes that are open to it.
        NotOpen(unit: UnitId) => "{unit} cannot go there",
        /// The direction would not lead away.
        NotAway(unit: UnitId) => "{unit} must go away from the enemy",
        /// Others go first.
        Precedence(unit: UnitId) => "{unit} has precedence",
        /// No orders left to give.
        NoOrders(orders: u8) => "all {orders} orders are given",
        /// Out of the commander's range.
        OutOfRange(range: u8) => "no unit of the group is within {range} hexes of a commander",
        /// An enemy is adjacent.
        Adjacent {
            /// The unit.
            unit: UnitId,
            /// The enemy.
            enemy: UnitId,
        } => "{enemy} is adjacent to {unit}",
        /// The rally would make the stack too strong.
        TooStrong {
            /// The unit.
            unit: UnitId,
            /// The strength after the rally.
            strength: u8,
            /// The most.
            most: u8,
        } => "the stack of {unit} would have {strength} points, more than {most}",
        /// Its formation is demoralized.
        Shaken(unit: UnitId) => "{unit} will not come back to good order: its formation was demoralized",
        /// The unit must go on.
        MustGoOn(unit: UnitId) => "{unit} must run on as far as it can",
        /// The unit is bound to its route, and that hex is off it.
        OffRoute(unit: UnitId) => "{unit} is bound to its route: it may not go there",
        /// The unit is bound to its route, and has movement left to go on.
        MustMarchOn(unit: UnitId) => "{unit} is bound to its route: it must march on as far as it can",
        /// Night or fog forbids it.
        Dark => "night or fog forbids it",
        /// The scenario or the edition forbids it.
        NotHere => "this battle forbids it",
        /// No bridge can be built from the unit's hex to that one.
        NoBridge(unit: UnitId) => "{unit} cannot build a bridge there",
        /// An enemy in good order stands across the river.
        Opposite {
            /// The unit.
            unit: UnitId,
            /// The enemy.
            enemy: UnitId,
        } => "{enemy} stands in good order across the river from {unit}",
        /// The bridge was begun in this turn.
        BridgeBegun => "the bridge was begun in this turn: it is built in a later one",
        /// There is a bridge.
        Bridged => "there is a bridge already",
        /// Something must be done first or instead.
        MustFirst(unit: UnitId) => "{unit} must act first",
        /// The fire must go to an adjacent enemy.
        MustFireAt {
            /// The unit.
            unit: UnitId,
            /// The enemy.
            enemy: UnitId,
        } => "{unit} must fire at {enemy}, which is in a front hex",
        /// The marker is not to be had now: it is not in play, the enemy's, or of the wrong kind.
        Marker(marker: MarkerId) => "{marker} is not to be had now",
        /// The part of the phase in which this is done is over for the side.
        TooLate => "it is too late for this in the phase",
        /// The side has no army commander who can give orders.
        NoCommander => "there is no army commander to give orders",
        /// The unit acts as one with orders already.
        HasOrders(unit: UnitId) => "{unit} has orders",
        /// The unit has no Reinforcement marker.
        NoReinforcement(unit: UnitId) => "{unit} has no Reinforcement marker",
        /// The unit is not due to enter the map, or not with this marker.
        NotDue(unit: UnitId) => "{unit} is not due to enter now",
        /// The unit enters with the first marker of its formation in a turn.
        NextTurn(unit: UnitId) => "{unit} enters with the first marker of its formation in a turn: it waits for the next",
        /// Entry hexes of the enemy are to be kept clear.
        EntryHex(enemy: UnitId) => "{enemy} may not come to an entry hex of the enemy, or beside it, while reinforcements are due there",
        /// No marker of the formation was in the cup this turn.
        NotInCup(unit: UnitId) => "no marker of the formation of {unit} was in the cup this turn",
        /// Nobody is left to choose of that kind.
        OneTooMany(unit: UnitId) => "{unit} is one too many",
        /// The unit bears another name than the one chosen before.
        OtherName {
            /// The unit.
            unit: UnitId,
            /// The one chosen before.
            with: UnitId,
        } => "{unit} does not bear the name of {with}",
        /// The army commander has moved this turn.
        CommanderMoved => "the army commander has moved this turn",
        /// The army commander stands already, or is not the player's to place.
        CommanderPlaced => "the army commander is set up already",
        /// The scenario does not let the army commander be set up there.
        CommanderOutOfPlace => "the army commander may not be set up there",
        /// The army commander is the enemy's.
        CommanderNotYours => "the army commander is the enemy's",
        /// The army commander is not on the map.
        CommanderGone => "the army commander is not there",
        /// The army commander may not come alone into a zone of control.
        CommanderAlone(enemy: UnitId) => "the army commander may not come alone into the zone of control of {enemy}",
        /// The army commander may not enter an enemy's hex.
        CommanderBlocked(enemy: UnitId) => "the army commander may not enter the hex of {enemy}",
        /// The army commander cannot go there: the edge of the map, the ground or the hexside.
        CommanderGround => "the army commander cannot go there",
        /// The army commander has too few movement points.
        CommanderPoints {
            /// What he needs.
            needs: u8,
            /// What he has left.
            has: u8,
        } => "the army commander needs {needs} movement points and has {has}",
        /// The army commander must go on.
        CommanderMustFlee => "the army commander must flee further",
        /// The flight of the army commander could not be completed so.
        CommanderDeadEnd => "the army commander could not flee far enough so",
    }
}
