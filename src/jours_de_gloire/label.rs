//! The names of tallies, modifiers and remarks in this series' journals.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::charts::{Barrier, Terrain};
use super::frame::Trial;
use super::state::CommanderId;
use super::state::FormationId;
use crate::side::{Side, UnitId};

/// A name in a journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    // What is thrown for.
    /// A cohesion test.
    Cohesion(UnitId, Trial),
    /// An engagement test before a shock.
    Engagement(UnitId),
    /// An engagement test before a charge.
    ChargeEngagement(UnitId),
    /// A counter-charge.
    CounterCharge(UnitId),
    /// Forming square against a charge.
    FormSquare(UnitId),
    /// Breaking off a charge.
    Recall(UnitId),
    /// A shock.
    Shock(UnitId),
    /// A charge.
    Charge(UnitId),
    /// A charge in pursuit.
    PursuitCharge(UnitId),
    /// Artillery fire.
    Fire(UnitId),
    /// Reaction fire.
    ReactionFire(UnitId),
    /// Counter-battery fire.
    CounterBattery(UnitId),
    /// A commander's initiative.
    Initiative(UnitId),
    /// Strategic initiative, both sides' dice.
    StrategicInitiative,
    /// A rally.
    Rally(UnitId),
    /// The cost of a step, in movement points.
    Cost(UnitId),
    /// Misguided fire on the unit beside the target.
    Misguided(UnitId),
    /// The delay of reinforcements that enter elsewhere.
    Delay(Side),

    // Modifiers.
    /// The strength ratio: attackers against defenders.
    Ratio(u8, u8),
    /// The cohesion differential: best attacker against best defender.
    Differential(u8, u8),
    /// The terrain of the defenders' hex.
    Terrain(Terrain),
    /// The hexside that is attacked across.
    Hexside,
    /// A difference in level.
    Level,
    /// Six front hexes.
    SixFronts,
    /// The bonus of a heavy cavalry's charge.
    HeavyCharge,
    /// The bonus of other cavalry's charge.
    LightCharge,
    /// A charge against a square.
    AgainstSquare,
    /// Cavalry that fights without charging.
    CavalryShock,
    /// The defender is routed.
    RoutedDefender,
    /// The defender is attacked from behind.
    Rear,
    /// The defender is attacked from the front and from behind.
    FrontAndRear,
    /// The attacker has an enemy behind it.
    AttackerRear,
    /// A further charge in pursuit.
    FurtherCharge(u8),
    /// Light cavalry that counter-charges heavy.
    AgainstHeavy,
    /// The commander in chief is in range.
    Commander,
    /// The fire capacity of the battery.
    FireCapacity,
    /// Two batteries fire together.
    TwoBatteries,
    /// Reaction or counter-battery fire.
    ReactionMalus,
    /// Artillery that fires from a square.
    FromSquare,
    /// Several units in the target's hex.
    MassedTarget,
    /// The target is in square.
    SquareTarget,
    /// The target is adjacent.
    PointBlank,
    /// Within effective range.
    EffectiveRange,
    /// Hexes beyond effective range.
    BeyondRange(u8),
    /// Line infantry's reaction fire.
    LineInfantry,
    /// Infantry of high cohesion or great strength.
    StrongInfantry,
    /// Night.
    Night,
    /// Fog.
    Fog,
    /// A routed unit that rallies.
    RoutedRally,
    /// A one-hex or two-hex evasion.
    EvasionTest,
    /// The die of one side's strategic initiative, with its commander's modifier.
    CommanderModifier(Side),

    // Costs.
    /// The hex entered.
    HexCost(Terrain),
    /// Along a road.
    Road,
    /// Along a track.
    Track,
    /// What lies along the hexside crossed.
    HexsideCost(Barrier),
    /// The same, under a bridge or at a ford.
    CrossingCost(Barrier),
    /// The same, barred to the arm, where a road or track leads over it.
    WayOver(Barrier),
    /// Friends in the hex are passed.
    Friends,
    /// Leaving a zone of control.
    LeavingZone,
    /// Entering a zone of control in disorder, at night or in fog.
    EnteringZone,
    /// A place further back in the column.
    Column,
    /// Leaving square.
    LeavingSquare,

    // Remarks.
    /// The unit stays where it is.
    Stays(UnitId),
    /// The pursuit is over.
    PursuitOver(UnitId),
    /// The unit cannot withdraw as it must.
    NoWayOut(UnitId),
    /// The artillery alone in its hex is lost.
    ArtilleryLost(UnitId),
    /// The unit declines what it was offered.
    Declines(UnitId),
    /// The formation keeps its only marker.
    OnlyMarker(FormationId),
    /// A second entry that the commander's death brings.
    /// An army commander need not flee, or cannot.
    CommanderStays(CommanderId),
    /// Victory conditions are checked.
    VictoryCheck,
    /// The victory points of a side at the end.
    Points(Side, u16),
    /// An army commander takes over.
    TakesCommand(CommanderId),
    /// A side does not use its strategic initiative.
    DeclinesInitiative(Side),
    /// A side looks at the enemy's orders.
    Looks(Side),
    /// What the loss of the commander in chief brings.
    Leaderless(Side),
}

impl Label {
    /// The unit that it is about, if it is about one.
    pub fn unit(self) -> Option<UnitId> {
        use Label::*;
        match self {
            Cohesion(u, _)
            | Engagement(u)
            | ChargeEngagement(u)
            | CounterCharge(u)
            | FormSquare(u)
            | Recall(u)
            | Shock(u)
            | Charge(u)
            | PursuitCharge(u)
            | Fire(u)
            | ReactionFire(u)
            | CounterBattery(u)
            | Initiative(u)
            | Rally(u)
            | Cost(u)
            | Misguided(u)
            | Stays(u)
            | PursuitOver(u)
            | NoWayOut(u)
            | ArtilleryLost(u)
            | Declines(u) => Some(u),
            _ => None,
        }
    }
}

/// The name without the unit's: [`JoursDeGloire`](super::JoursDeGloire) knows those.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Label::*;
        match *self {
            Cohesion(_, trial) => match trial {
                Trial::Combat | Trial::Attacker => f.write_str("cohesion test after combat"),
                Trial::Fire => f.write_str("cohesion test under fire"),
                Trial::Misguided => f.write_str("cohesion test under misguided fire"),
                Trial::PassedThrough => f.write_str("cohesion test, passed through by friends"),
                Trial::EndOfCharge => f.write_str("cohesion test at the end of the charge"),
                Trial::EvasionOfOne => f.write_str("cohesion test for evading by one hex"),
                Trial::EvasionOfTwo => f.write_str("cohesion test for evading by two hexes"),
                Trial::Reserve => f.write_str("cohesion test after the reserve's move"),
            },
            Engagement(_) => f.write_str("engagement test"),
            ChargeEngagement(_) => f.write_str("engagement test to charge"),
            CounterCharge(_) => f.write_str("engagement test to counter-charge"),
            FormSquare(_) => f.write_str("test to form square"),
            Recall(_) => f.write_str("test to break off the charge"),
            Shock(_) => f.write_str("shock"),
            Charge(_) => f.write_str("charge"),
            PursuitCharge(_) => f.write_str("charge in pursuit"),
            Fire(_) => f.write_str("fire"),
            ReactionFire(_) => f.write_str("reaction fire"),
            CounterBattery(_) => f.write_str("counter-battery fire"),
            Initiative(_) => f.write_str("commander's initiative"),
            StrategicInitiative => f.write_str("strategic initiative"),
            Rally(_) => f.write_str("rally"),
            Cost(_) => f.write_str("movement points"),
            Misguided(_) => f.write_str("misguided fire"),
            Delay(_) => f.write_str("delay"),
            Ratio(a, d) => write!(f, "strength {a} to {d}"),
            Differential(a, d) => write!(f, "cohesion {a} against {d}"),
            Terrain(terrain) | HexCost(terrain) => write!(f, "{terrain}"),
            Hexside => f.write_str("hexside"),
            HexsideCost(barrier) => write!(f, "{barrier}"),
            CrossingCost(barrier) => write!(f, "{barrier} at a bridge or ford"),
            WayOver(barrier) => write!(f, "road or track over a {barrier}"),
            Level => f.write_str("level"),
            SixFronts => f.write_str("six front hexes"),
            HeavyCharge => f.write_str("heavy cavalry charges"),
            LightCharge => f.write_str("light cavalry charges"),
            AgainstSquare => f.write_str("charge against a square"),
            CavalryShock => f.write_str("cavalry does not charge"),
            RoutedDefender => f.write_str("defender routed"),
            Rear => f.write_str("attacked from behind"),
            FrontAndRear => f.write_str("attacked from the front and from behind"),
            AttackerRear => f.write_str("an enemy behind the attacker"),
            FurtherCharge(n) => write!(f, "pursuit charge {n}"),
            AgainstHeavy => f.write_str("against heavy cavalry"),
            Commander => f.write_str("army commander"),
            FireCapacity => f.write_str("fire capacity"),
            TwoBatteries => f.write_str("two batteries"),
            ReactionMalus => f.write_str("reaction or counter-battery fire"),
            FromSquare => f.write_str("from a square"),
            MassedTarget => f.write_str("massed target"),
            SquareTarget => f.write_str("target in square"),
            PointBlank => f.write_str("adjacent target"),
            EffectiveRange => f.write_str("effective range"),
            BeyondRange(n) => write!(f, "beyond effective range by {n}"),
            LineInfantry => f.write_str("line infantry"),
            StrongInfantry => f.write_str("steady or strong infantry"),
            Night => f.write_str("night"),
            Fog => f.write_str("fog"),
            RoutedRally => f.write_str("routed"),
            EvasionTest => f.write_str("evasion"),
            CommanderModifier(side) => write!(f, "commander of the {side:?} side"),
            Road => f.write_str("road"),
            Track => f.write_str("track"),
            Friends => f.write_str("through friends"),
            LeavingZone => f.write_str("leaving a zone of control"),
            EnteringZone => f.write_str("entering a zone of control"),
            Column => f.write_str("back in the column"),
            LeavingSquare => f.write_str("leaving square"),
            Stays(_) => f.write_str("stays"),
            PursuitOver(_) => f.write_str("the pursuit is over"),
            NoWayOut(_) => f.write_str("has no way out"),
            ArtilleryLost(_) => f.write_str("artillery alone is overrun"),
            Declines(_) => f.write_str("declines"),
            OnlyMarker(_) => f.write_str("keeps its only marker"),
            CommanderStays(commander) => write!(f, "army commander {} stays", commander.0),
            VictoryCheck => f.write_str("victory conditions"),
            Points(side, points) => write!(f, "{points} victory points for the {side:?} side"),
            TakesCommand(commander) => write!(f, "army commander {} takes over", commander.0),
            DeclinesInitiative(side) => write!(f, "the {side:?} side lets the cup decide"),
            Looks(side) => write!(f, "the {side:?} side looks at the enemy's orders"),
            Leaderless(side) => write!(f, "the {side:?} side has no commander left"),
        }
    }
}
