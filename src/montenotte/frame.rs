//! Procedures that pause, as data: one frame for each step of the rulebook that can wait for a player.

use serde::{Deserialize, Serialize};

use super::ids::{MarkerId, Markers};
use super::words::Nation;
use crate::fingerprint::Words;
use crate::side::Side;

/// A step of a turn (N 4/1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// The weather (N 5).
    Weather,
    /// Lines of communication, before points are spent (N 6.1/1).
    Lines,
    /// Command points, fusions, detachments: both sides at once (N 6).
    Command,
    /// The Coalition chooses the general-in-chief whose marker it keeps (N 7/3).
    Choose,
    /// Who wants the initiative, both sides at once (N 7/4).
    Bid,
    /// The initiative is decided and the cup filled (N 7/5 to N 7/9).
    Initiative,
    /// Markers are drawn (N 8.1).
    Cup,
    /// Strategic movements of a side (N 9.2.2).
    Strategic(Side),
    /// Forced marches of a side (N 9.2.3).
    Forced(Side),
    /// Austrian reserve brigades (N 12.1).
    Reserve,
    /// Replacements are rolled for an army (N 12.2).
    Replacements(Nation),
    /// Replacements are shared out: what is left.
    Sharing {
        /// The army.
        nation: Nation,
        /// Points left.
        left: u8,
    },
    /// Supply of a side (N 13).
    Supply(Side),
    /// The supply of both sides is determined (N 13.6).
    Determine,
    /// Return to order, fatigue, surrender (N 14.2, N 13.7/2).
    Recovery,
    /// Victory (N 14.1).
    Verify,
    /// The next turn (N 14.3).
    Next,
}

/// What a force did that others may react to (N 8.4/1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// It entered a hex.
    Moved,
    /// It is about to reconnoitre: this may be blocked (N 8.2/2).
    Reconnoitres,
    /// It has reconnoitred.
    Reconnoitred,
    /// It declares a battle.
    Declared,
}

/// Where a reconnaissance stands (N 10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scout {
    /// It was declared.
    Declared,
    /// The die is due.
    Die,
    /// The owner announces a strength.
    Announce,
    /// It is over.
    Over,
}

/// Whether a reconnaissance is an active force's or a reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// An active force's.
    Active,
    /// A reaction.
    Reaction,
}

/// A stage of a battle, in the order of chapter 11.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Stage {
    /// Decoys in the defender's hex are exposed, or take part (ruling `decoy-attacked`).
    Expose,
    /// The march that led here is tested (ruling `attrition-before-battle`).
    Attrition,
    /// Adjacent commanded forces of the attacker join (N 11.1/4).
    JoinAttack,
    /// Adjacent commanded forces of the defender join.
    JoinDefence,
    /// Adjacent uncommanded forces test (N 11.1/5).
    JoinTests,
    /// A tested force: the side decides whether it takes part (N 11.1/6).
    Decide {
        /// The force.
        marker: MarkerId,
        /// Who decides.
        by: Side,
    },
    /// The attacker's marches to the guns (N 11.2).
    GunsAttack,
    /// The defender's.
    GunsDefence,
    /// The defender chooses his terrain (N 11.5).
    Terrain,
    /// Both sides choose the unit that gives their morale (N 11.7).
    Morale,
    /// The dice (N 11.9).
    Dice,
    /// Losses, one point at a time (N 11.10).
    Losses,
    /// The beaten retreat, force by force.
    Retreat,
    /// The victor gathers.
    Gather,
    /// Cursors move.
    Cursors,
    /// Fatigue, then attrition (N 11.11/1).
    Fatigue,
    /// The victor may pursue (N 11.11/3).
    Pursue,
    /// The pursuit's die (N 11.11/5).
    PursuitDie,
    /// Its losses.
    PursuitLosses,
    /// Points and Sardinian morale.
    Score,
}

/// An activated force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acting {
    /// The force.
    pub marker: MarkerId,
    /// Half movement points left.
    pub left: u8,
    /// Half movement points spent in rapid march.
    pub rapid: u8,
    /// What it has done and may do: a bit for each.
    #[serde(with = "super::flags")]
    pub flags: u8,
}

impl Acting {
    /// It owes the attrition of a movement.
    pub(super) const MOVED: u8 = 1;
    /// It has moved in this activation.
    pub(super) const EVER: u8 = 2;
    /// Its test failed: a simple movement at half capacity is all (N 8.3/2).
    pub(super) const HALF: u8 = 4;
    /// It may declare a battle: its test was passed, or it is commanded.
    pub(super) const MAY_FIGHT: u8 = 8;
    /// It may not: its test failed.
    pub(super) const NO_FIGHT: u8 = 16;
    /// It has done something.
    pub(super) const DID: u8 = 32;
    /// Its movement was a minimum movement.
    pub(super) const MINIMUM: u8 = 64;
    /// It has fought.
    pub(super) const FOUGHT: u8 = 128;

    pub(super) const fn is(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(super) const fn with(mut self, flag: u8) -> Self {
        self.flags |= flag;
        self
    }

    pub(super) const fn without(mut self, flag: u8) -> Self {
        self.flags &= !flag;
        self
    }

    pub(super) const fn spend(mut self, halves: u8) -> Self {
        self.left = self.left.saturating_sub(halves);
        self
    }
}

/// A force on the march to the guns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// The force.
    pub marker: MarkerId,
    /// Half movement points left.
    pub left: u8,
    /// Half movement points spent in rapid march.
    pub rapid: u8,
    /// How many hexes it has entered.
    pub steps: u8,
}

/// A reconnaissance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scouting {
    /// Who reconnoitres.
    pub by: MarkerId,
    /// Whom.
    pub target: MarkerId,
    /// MP spent in bonus.
    pub bonus: u8,
    /// Where it stands.
    pub stage: Scout,
    /// Why it is made.
    pub occasion: Occasion,
    /// The margin that the die gave, in percent.
    pub percent: u8,
}

/// A procedure that can wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Frame {
    /// Nothing.
    #[default]
    Idle,
    /// The letters are dealt.
    Deal,
    /// Both sides place what the set-up leaves to them (N 15.1).
    Placing,
    /// A step of the turn.
    Turn(Step),
    /// A marker was drawn: its owner activates the forces that go with it (N 8.2).
    Drawn {
        /// The marker.
        marker: MarkerId,
    },
    /// A force acts.
    Acting(Acting),
    /// A demoralised division marches or rests (N 3.2/3).
    Compulsory {
        /// The division.
        marker: MarkerId,
    },
    /// The inactive side may react (N 8.4).
    Reacting {
        /// The force that acts.
        active: MarkerId,
        /// What it did.
        cause: Cause,
        /// Who has tried.
        tried: Markers,
    },
    /// A reconnaissance.
    Scouting(Scouting),
    /// Attrition tests that are owed (N 8.5).
    Attrition,
    /// A battle.
    Battle(Stage),
    /// A march to the guns.
    Guns(Guns),
    /// A retreat, hex by hex.
    Retreat {
        /// The force.
        marker: MarkerId,
        /// Hexes left.
        left: u8,
        /// Hexes done.
        done: u8,
    },
    /// A strategic movement or forced march.
    Marching {
        /// The force.
        marker: MarkerId,
        /// Half movement points left.
        left: u8,
        /// How many hexes it has entered.
        steps: u8,
    },
}

impl Frame {
    /// The force that moves hex by hex in it.
    pub(super) fn mover(self) -> Option<MarkerId> {
        match self {
            Frame::Acting(acting) => Some(acting.marker),
            Frame::Guns(guns) => Some(guns.marker),
            Frame::Retreat { marker, .. } | Frame::Marching { marker, .. } => Some(marker),
            _ => None,
        }
    }

    /// Gives the frame's words to a fingerprint.
    pub(super) fn words(self, words: &mut Words) {
        let m = |marker: MarkerId| marker.index() as u8;
        match self {
            Frame::Idle => words.word(0),
            Frame::Deal => words.word(1),
            Frame::Placing => words.word(13),
            Frame::Turn(step) => {
                let (kind, a, b) = match step {
                    Step::Weather => (0, 0, 0),
                    Step::Lines => (1, 0, 0),
                    Step::Command => (2, 0, 0),
                    Step::Choose => (3, 0, 0),
                    Step::Bid => (4, 0, 0),
                    Step::Initiative => (5, 0, 0),
                    Step::Cup => (6, 0, 0),
                    Step::Strategic(side) => (7, side as u8, 0),
                    Step::Forced(side) => (8, side as u8, 0),
                    Step::Reserve => (9, 0, 0),
                    Step::Replacements(nation) => (10, nation as u8, 0),
                    Step::Sharing { nation, left } => (11, nation as u8, left),
                    Step::Supply(side) => (12, side as u8, 0),
                    Step::Determine => (13, 0, 0),
                    Step::Recovery => (14, 0, 0),
                    Step::Verify => (15, 0, 0),
                    Step::Next => (16, 0, 0),
                };
                words.bytes(&[2, kind, a, b]);
            }
            Frame::Drawn { marker } => words.bytes(&[3, m(marker)]),
            Frame::Acting(a) => words.bytes(&[4, m(a.marker), a.left, a.rapid, a.flags]),
            Frame::Compulsory { marker } => words.bytes(&[5, m(marker)]),
            Frame::Reacting { active, cause, tried } => {
                words.bytes(&[6, m(active), cause as u8]);
                words.word(tried.bits().into());
            }
            Frame::Scouting(s) => {
                words.bytes(&[7, m(s.by), m(s.target), s.bonus, s.stage as u8, s.occasion as u8, s.percent])
            }
            Frame::Attrition => words.word(8),
            Frame::Battle(stage) => {
                let (kind, a, b) = match stage {
                    Stage::Expose => (0, 0, 0),
                    Stage::Attrition => (1, 0, 0),
                    Stage::JoinAttack => (2, 0, 0),
                    Stage::JoinDefence => (3, 0, 0),
                    Stage::JoinTests => (4, 0, 0),
                    Stage::Decide { marker, by } => (5, m(marker), by as u8),
                    Stage::GunsAttack => (6, 0, 0),
                    Stage::GunsDefence => (7, 0, 0),
                    Stage::Terrain => (8, 0, 0),
                    Stage::Morale => (9, 0, 0),
                    Stage::Dice => (10, 0, 0),
                    Stage::Losses => (11, 0, 0),
                    Stage::Retreat => (12, 0, 0),
                    Stage::Gather => (13, 0, 0),
                    Stage::Cursors => (14, 0, 0),
                    Stage::Fatigue => (15, 0, 0),
                    Stage::Pursue => (16, 0, 0),
                    Stage::PursuitDie => (17, 0, 0),
                    Stage::PursuitLosses => (18, 0, 0),
                    Stage::Score => (19, 0, 0),
                };
                words.bytes(&[9, kind, a, b]);
            }
            Frame::Guns(g) => words.bytes(&[10, m(g.marker), g.left, g.rapid, g.steps]),
            Frame::Retreat { marker, left, done } => words.bytes(&[11, m(marker), left, done]),
            Frame::Marching { marker, left, steps } => words.bytes(&[12, m(marker), left, steps]),
        }
    }
}
