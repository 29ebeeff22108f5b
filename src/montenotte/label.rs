//! The names of tallies, modifiers and remarks in the journals of this game.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::ids::{MarkerId, UnitNo};
use super::words::{Ground, Nation};
use crate::side::Side;

macro_rules! labels {
    ($($(#[$meta:meta])* $variant:ident $(($($ty:ty),*))? = $text:literal;)*) => {
        /// A name in a journal.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Label {
            $($(#[$meta])* $variant $(($($ty),*))?),*
        }

        /// The name without the force's or unit's: [`Montenotte`](super::Montenotte) knows those.
        impl fmt::Display for Label {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(labels!(@pattern $variant $(($($ty),*))?) => $text),*
                })
            }
        }
    };
    (@pattern $variant:ident) => { Label::$variant };
    (@pattern $variant:ident ($($ty:ty),*)) => { Label::$variant(..) };
}

labels! {
    // What is thrown for.
    /// The weather.
    Weather = "weather";
    /// The morale of a unit.
    MoraleOf(UnitNo) = "morale";
    /// The initiative, both sides' dice.
    Initiative = "initiative";
    /// A general-in-chief's test for the initiative.
    InitiativeTest(MarkerId) = "test for the initiative";
    /// A test to act in full.
    Effort(MarkerId) = "test to act in full";
    /// A test to declare a battle.
    Resolve(MarkerId) = "test to declare a battle";
    /// A test to react.
    Reaction(MarkerId) = "test to react";
    /// Attrition.
    Attrition(MarkerId) = "attrition";
    /// A reconnaissance.
    Reconnaissance(MarkerId) = "reconnaissance";
    /// A test to join a battle.
    Joining(MarkerId) = "test to join the battle";
    /// A test to march to the guns.
    ToTheGuns(MarkerId) = "test to march to the sound of the guns";
    /// A battle.
    Battle = "battle";
    /// A test to pursue.
    Pursuit(MarkerId) = "test to pursue";
    /// The losses of a pursuit.
    PursuitLosses = "pursuit";
    /// Replacements.
    Replacements(Nation) = "replacements";
    /// A test not to pillage.
    PillageTest(MarkerId) = "test not to pillage";
    /// Stragglers.
    Stragglers(UnitNo) = "stragglers";
    /// The strength of a side as the ratio counts it.
    StrengthOf(Side) = "strength";
    /// The cost of a step, in half movement points.
    Cost(MarkerId) = "half movement points";
    /// The manœuvre value of a side.
    ManoeuvreOf(Side) = "manœuvre value";
    /// The percentage of losses of a side.
    LossesOf(Side) = "losses in percent";

    // Modifiers.
    /// The cohesion of a unit.
    Cohesion = "cohesion";
    /// The cursor of a division.
    Cursor = "morale cursor";
    /// The Sardinian track.
    Track = "Sardinian morale";
    /// A brigade without command.
    NoCursor = "uncommanded brigade: no cursor";
    /// The initiative of a general-in-chief.
    GeneralInitiative(Side) = "the general-in-chief's initiative";
    /// 1 to 4 SP.
    UpTo4 = "1 to 4 SP";
    /// 5 to 8 SP.
    UpTo8 = "5 to 8 SP";
    /// 9 to 12 SP.
    UpTo12 = "9 to 12 SP";
    /// 13 to 16 SP.
    UpTo16 = "13 to 16 SP";
    /// 17 to 20 SP.
    UpTo20 = "17 to 20 SP";
    /// 21 SP or more.
    From21 = "21 SP or more";
    /// High morale.
    HighMorale = "morale 5 or more";
    /// Low morale.
    LowMorale = "morale 0 or less";
    /// Fatigue 1.
    Fatigue1 = "fatigue 1";
    /// Fatigue 2.
    Fatigue2 = "fatigue 2";
    /// It has not acted.
    NotActed = "has not acted";
    /// Out of supply.
    OutOfSupply = "out of supply";
    /// MP in bonus.
    Bonus = "movement points in bonus";
    /// Cavalry reconnoitres.
    Cavalry = "cavalry";
    /// Austrian infantry reconnoitres.
    AustrianInfantry = "Austrian infantry";
    /// Other infantry reconnoitres.
    OtherInfantry = "French or Sardinian infantry";
    /// Beside the defender's hex and uncommanded.
    Adjacent = "adjacent to the battle";
    /// Uncommanded.
    Uncommanded = "uncommanded";
    /// A detached brigade.
    Brigade = "detached brigade";
    /// So many points of a force.
    Counted(u8) = "points of a force";
    /// Along a road.
    Road = "road";
    /// Along a trail.
    Trail = "trail";
    /// The ratio: attacker to defender.
    Ratio(u8, u8) = "ratio";
    /// The ground.
    Ground(Ground) = "ground";
    /// A river.
    River = "river";
    /// A bridge.
    Bridge = "bridge";
    /// A town or city.
    Settlement = "town or city";
    /// A fort.
    Fort = "fort";
    /// The manœuvre: attacker's value and defender's.
    Manoeuvre(i8, i8) = "manœuvre";
    /// The morale: attacker's and defender's.
    Morale(i8, i8) = "morale";
    /// A pillaging defender.
    Pillaging = "defender pillaging";
    /// The principal attacker is fatigued.
    AttackerFatigued = "principal attacker fatigued";
    /// All attackers are fatigued.
    AttackersFatigued = "all attackers fatigued";
    /// The defender is at fatigue 1.
    DefenderFatigue1 = "principal defender at fatigue 1";
    /// The defender is at fatigue 2.
    DefenderFatigue2 = "principal defender at fatigue 2";
    /// Divisions led.
    Divisions(u8) = "divisions led";
    /// A great captain leads.
    GreatCaptain = "Bonaparte or Masséna as general-in-chief";
    /// A division general's tactical bonus.
    TacticalBonus = "tactical bonus";
    /// A flank force.
    Flank = "flank force";
    /// The victor's base.
    VictorBase = "victor";
    /// Outnumbered.
    Outnumbered = "unfavourable ratio";
    /// No advantage of the ground.
    NoGround = "without the advantage of the ground";
    /// An undecided battle's base.
    UndecidedBase = "undecided";
    /// An undecided battle's terrain.
    UndecidedTerrain = "terrain of an undecided battle";
    /// The table's percentage.
    Table = "combat results table";
    /// Infantry pursues.
    PursuingInfantry = "pursuing infantry";
    /// Cavalry pursues.
    PursuingCavalry = "pursuing cavalry";
    /// The beaten have cavalry.
    BeatenCavalry = "cavalry of the beaten";
    /// Beaten units at fatigue 2.
    BeatenTired = "beaten units at fatigue 2";
    /// Victorious units at fatigue 2.
    VictorTired = "victorious units at fatigue 2";
    /// An army's modifier.
    Army(Nation) = "army";
    /// French pillagers.
    FrenchPillage = "French";
    /// A general is there.
    GeneralThere = "a general is there";
    /// A general with a tactical bonus is there.
    BonusGeneralThere = "a general with a tactical bonus is there";

    // Remarks.
    /// The marker was drawn and is ignored: its force has acted.
    Ignored(MarkerId) = "has acted already: its marker is ignored";
    /// The reconnaissance is blocked.
    Blocked(MarkerId) = "the reconnaissance is blocked";
    /// The reconnaissance finds nothing.
    NothingFound = "nothing is found";
    /// It marches rapidly along a road.
    RapidMarch(MarkerId) = "marches rapidly";
    /// No way to retreat.
    NoRetreat(MarkerId) = "has no way to retreat";
    /// A force surrenders.
    Surrenders(MarkerId) = "surrenders";
    /// Out of supply and beaten.
    Eliminated(MarkerId) = "is out of supply and beaten: eliminated";
    /// A victory for points or morale.
    Victory(Side) = "victory";
    /// A defeat of Bonaparte.
    BonaparteDefeat = "defeat of Bonaparte";
    /// Rain keeps a division from resting.
    NoRest(UnitNo) = "cannot rest in the rain";
    /// A division is demoralised.
    Demoralised(UnitNo) = "is demoralised";
    /// A division is rallied.
    Rallied(UnitNo) = "is rallied";
    /// A unit that a reconnaissance found.
    IsThere(UnitNo) = "is there";
    /// Nobody is left in the hex: the decoys were all.
    OnlyDecoys = "only decoys were there";
}
