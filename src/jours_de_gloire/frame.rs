//! The frames of the agenda: the steps of the rulebook at which a game can pause.

use serde::{Deserialize, Serialize};

use super::state::CommanderId;
use crate::fingerprint::Words;
use crate::hex::{Cell, Dir};
use crate::side::{Side, UnitId};

/// The steps of an activation, strictly in this order (phase D, 2.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Commanders' initiative, group by group (2.4.3).
    Initiative,
    /// Artillery fire (7).
    Fire,
    /// Movement, charges included (4, 9.1).
    Movement,
    /// Shocks are announced (8.3.1).
    Declaration,
    /// Shocks and charges are resolved (8, 9).
    Combat,
    /// Rally (11).
    Rally,
}

/// How a unit moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gait {
    /// With its allowance, or half of it without orders (4.1.1, 4.1.2).
    March,
    /// A forced march, with twice its allowance (4.1.3).
    Forced,
    /// To charge (9.1).
    Charge,
}

/// Who of a stack takes part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// The unit alone.
    Alone,
    /// All units of its hex: for a movement those of its own kind.
    Stack,
}

/// A unit, or a stack led by it, on the move. Those who move bear the mark `Moving`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moving {
    /// The unit that leads.
    pub unit: UnitId,
    /// How it moves.
    pub gait: Gait,
    /// Movement points left.
    pub left: u8,
    /// Hexes entered so far.
    pub hexes: u8,
    /// The hex that it came from.
    pub start: Cell,
    /// The hex that it charges.
    pub target: Option<Cell>,
    /// Whether it must stop where it is (it has entered a zone of control).
    pub halted: Halted,
}

/// Whether a moving unit may go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Halted {
    /// It may.
    No,
    /// A zone of control stops it (6.2).
    ByZone,
    /// It has lost its status of a reinforcement (5.2).
    ByStatus,
}

/// The stages of a combat, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Cavalry may refuse the shock (R 8.9, M 8.8).
    Refusal,
    /// Engagement tests (8.2.1, 8.3.2).
    Engagement,
    /// Counter-charges (9.4).
    CounterCharge,
    /// Reaction fire (8.3).
    Reaction,
    /// The die (8.5).
    Die,
    /// The results are carried out by frames above this one; then guns that were left behind follow.
    Results,
    /// Who advances or pursues (8.7, 9.5).
    Advance,
    /// What the end of a charge brings (9.2).
    EndOfCharge,
}

/// Why a unit takes a cohesion test, and with it what a failure brings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trial {
    /// A shock or charge result: disorder.
    Combat,
    /// A shock or charge result against the attacker: recoil.
    Attacker,
    /// A fire result: disorder.
    Fire,
    /// Fire at a unit behind it strikes it instead (R optional 7): disorder.
    Misguided,
    /// Friends pass through: disorder.
    PassedThrough,
    /// The end of a charge: disorder.
    EndOfCharge,
    /// Evading a shock by one hex: disorder.
    EvasionOfOne,
    /// Evading a shock by two hexes: disorder.
    EvasionOfTwo,
    /// The end of a reserve activation's move: disorder.
    Reserve,
}

/// How a unit leaves its hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flight {
    /// A recoil of one hex, order kept (10.3).
    Recoil,
    /// The retreat of a unit that routs (10.2).
    Retreat,
    /// Refusing a shock (R 8.9, M 8.8).
    Evasion,
}

/// A unit that leaves its hex, hex by hex. The measure that falls is `left`; what is passed through beyond it is bounded by
/// the map, since every hex leads further away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The unit.
    pub unit: UnitId,
    /// How.
    pub flight: Flight,
    /// Hexes still to go.
    pub left: u8,
    /// Hexes gone.
    pub gone: u8,
    /// The hex from which every further hex must lead away.
    pub origin: Cell,
}

/// A routed unit in rout movement (10.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoutMove {
    /// The unit.
    pub unit: UnitId,
    /// Movement points left.
    pub left: u8,
    /// Hexes gone.
    pub gone: u8,
    /// Columns shifted so far.
    pub shifted: u8,
    /// The hex where it began.
    pub start: Cell,
    /// The hexside that it crossed last, if it shifted over it.
    pub last: Option<Dir>,
    /// The unit that passed through it and so set it running; it does not set that one running again.
    pub cause: Option<Quarry>,
}

/// A pursuit on its way (9.5). The pursuers bear the mark `Moving`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuit {
    /// The unit that leads.
    pub unit: UnitId,
    /// The unit that is pursued; `None` if it was eliminated.
    pub quarry: Option<Quarry>,
    /// The hex that was abandoned.
    pub hex: Cell,
    /// Hexes gone.
    pub gone: u8,
    /// What is due.
    pub due: PursuitDue,
}

/// What is due in a pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PursuitDue {
    /// The choice of whom to pursue.
    Quarry,
    /// The next hex.
    Step,
    /// The choice of facing in the hex just entered.
    Turn,
    /// The charge of what stands in front, after the squares that may be formed against it.
    Charge,
}

/// A pursued unit. Its place in the roster is stored plus 1, so that none is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Quarry(core::num::NonZeroU8);

impl Quarry {
    /// This unit.
    pub fn new(unit: UnitId) -> Self {
        Self(core::num::NonZeroU8::MIN.saturating_add(unit.index() as u8))
    }

    /// The unit.
    pub fn unit(self) -> Option<UnitId> {
        UnitId::new(usize::from(self.0.get()) - 1)
    }
}

/// One frame of the agenda.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Frame {
    /// An unused slot.
    #[default]
    Idle,
    /// Before the first turn: a side places what the scenario leaves to it.
    SetUp {
        /// The side.
        side: Side,
        /// The unit that was placed last and has yet to be faced.
        turning: Option<Quarry>,
    },
    /// Phase A.
    Orders,
    /// Phase B: the dice.
    Initiative,
    /// Phase B: the winner's choice.
    FirstMarker,
    /// Phase C.
    Cup,
    /// Phase D: a marker is drawn.
    Draw,
    /// Phase D: the units that the drawn marker may activate are chosen (R specific 2.2).
    Selection,
    /// Phase D: a formation is activated.
    Activation(Step),
    /// Phase D bis (optional).
    Reserve,
    /// Phase E: rout movement.
    Rout,
    /// Phase E: demoralization.
    Demoralization,
    /// Phase F.
    Final,
    /// A unit or stack moves.
    Moving(Moving),
    /// The infantry of a hex may form square against the unit that charges it.
    Square {
        /// The charging unit.
        charger: UnitId,
        /// The hex charged.
        cell: Cell,
    },
    /// The cavalry of a hex may evade the charge of heavy cavalry (R 8.9).
    ChargeEvasion {
        /// The charging unit.
        charger: UnitId,
        /// The hex charged.
        cell: Cell,
    },
    /// The cavalry may break off its charge at the square in this hex.
    Recall {
        /// The charging unit.
        charger: UnitId,
        /// The square's hex.
        cell: Cell,
    },
    /// The cavalry was recalled and leaves.
    RecallMove {
        /// The charging unit.
        charger: UnitId,
        /// The square's hex.
        cell: Cell,
    },
    /// A combat is resolved.
    Combat(Stage),
    /// A disorder is due.
    Disorder {
        /// The unit.
        unit: UnitId,
    },
    /// A rout by fire is due.
    DirectRout {
        /// The unit.
        unit: UnitId,
    },
    /// A cohesion test is due.
    Test {
        /// The unit.
        unit: UnitId,
        /// Why.
        trial: Trial,
    },
    /// A unit was passed through (10.5): what comes of its test lies above, and does not set the one that passed running.
    PassedBy {
        /// The unit passed through.
        unit: UnitId,
        /// The unit that passed.
        by: UnitId,
    },
    /// A unit leaves its hex.
    Withdrawal(Withdrawal),
    /// A routed unit runs.
    RoutMove(RoutMove),
    /// The winner pursues.
    Pursuit(Pursuit),
    /// An army commander must or may flee from an enemy beside him.
    CommanderFlight {
        /// The commander.
        commander: CommanderId,
        /// Hexes still to go at most.
        left: u8,
        /// Hexes gone.
        gone: u8,
        /// The hex where it began.
        from: Cell,
    },
    /// An army commander moves.
    CommanderMove {
        /// The commander.
        commander: CommanderId,
        /// Movement points left.
        left: u8,
    },
    /// What fire from this hex does is being carried out.
    UnderFire {
        /// The hex of those who fired: what is routed goes away from it.
        from: Cell,
    },
    /// A battery that was fired at may answer.
    CounterBattery {
        /// The battery that fired.
        firer: UnitId,
        /// The hex fired at.
        cell: Cell,
        /// The other battery that fired with it, if any.
        with: Option<Quarry>,
    },
    /// A unit, with those that came with it, may turn after its advance or its recall.
    AdvanceTurn {
        /// The unit that leads.
        unit: UnitId,
        /// By how many corners at most.
        most: u8,
    },
    /// A unit that advanced may make a breakthrough shock (8.7, R 8.8).
    Breakthrough {
        /// The unit that leads.
        unit: UnitId,
    },
    /// The defender may strike back (8.7, R 8.8).
    CounterShock,
    /// A stack of reinforcements forms up before it enters the map. Those who are in it bear the mark `Moving`.
    Entry {
        /// The unit that leads it.
        unit: UnitId,
        /// How it enters.
        gait: Gait,
    },
}

impl Frame {
    /// Gives the frame's words to a fingerprint.
    pub(super) fn words(self, words: &mut Words) {
        let cell = |cell: Option<Cell>| cell.map_or(0, |cell| cell.index() as u64 + 1);
        let unit = |unit: UnitId| unit.index() as u64;
        let quarry = |quarry: Option<Quarry>| quarry.and_then(Quarry::unit).map_or(0, |unit| unit.index() as u64 + 1);
        let mut two = |tag: u64, a: u64, b: u64| {
            words.word(tag | a << 8);
            words.word(b);
        };
        match self {
            Frame::Idle => two(0, 0, 0),
            Frame::Orders => two(1, 0, 0),
            Frame::Initiative => two(2, 0, 0),
            Frame::FirstMarker => two(3, 0, 0),
            Frame::Cup => two(4, 0, 0),
            Frame::Draw => two(5, 0, 0),
            Frame::Activation(step) => two(6, step as u64, 0),
            Frame::Reserve => two(7, 0, 0),
            Frame::Rout => two(8, 0, 0),
            Frame::Demoralization => two(9, 0, 0),
            Frame::Final => two(10, 0, 0),
            Frame::Moving(m) => two(
                11,
                unit(m.unit) | (m.gait as u64) << 8 | u64::from(m.left) << 16 | u64::from(m.hexes) << 24,
                cell(Some(m.start)) | cell(m.target) << 16 | (m.halted as u64) << 32,
            ),
            Frame::Square { charger, cell: at } => two(12, unit(charger), cell(Some(at))),
            Frame::ChargeEvasion { charger, cell: at } => two(40, unit(charger), cell(Some(at))),
            Frame::Recall { charger, cell: at } => two(13, unit(charger), cell(Some(at))),
            Frame::RecallMove { charger, cell: at } => two(14, unit(charger), cell(Some(at))),
            Frame::Combat(stage) => two(15, stage as u64, 0),
            Frame::Disorder { unit: u } => two(16, unit(u), 0),
            Frame::DirectRout { unit: u } => two(17, unit(u), 0),
            Frame::Test { unit: u, trial } => two(18, unit(u), trial as u64),
            Frame::Withdrawal(w) => two(
                19,
                unit(w.unit) | (w.flight as u64) << 8 | u64::from(w.left) << 16 | u64::from(w.gone) << 24,
                cell(Some(w.origin)),
            ),
            Frame::RoutMove(r) => two(
                20,
                unit(r.unit) | u64::from(r.left) << 8 | u64::from(r.gone) << 16 | u64::from(r.shifted) << 24,
                cell(Some(r.start)) | r.last.map_or(0, |dir| dir.index() as u64 + 1) << 16 | quarry(r.cause) << 24,
            ),
            Frame::Pursuit(p) => two(
                21,
                unit(p.unit) | quarry(p.quarry) << 8 | u64::from(p.gone) << 16 | (p.due as u64) << 24,
                cell(Some(p.hex)),
            ),
            Frame::CommanderFlight { commander, left, gone, from } => {
                let flight = u64::from(commander.0) | u64::from(left) << 8 | u64::from(gone) << 16;
                two(22, flight, cell(Some(from)));
            }
            Frame::CommanderMove { commander, left } => two(23, u64::from(commander.0) | u64::from(left) << 8, 0),
            Frame::UnderFire { from } => two(30, 0, cell(Some(from))),
            Frame::PassedBy { unit: u, by } => two(31, unit(u) | unit(by) << 8, 0),
            Frame::CounterBattery { firer, cell: at, with } => {
                two(24, unit(firer) | quarry(with) << 8, cell(Some(at)));
            }
            Frame::AdvanceTurn { unit: u, most } => two(25, unit(u), most.into()),
            Frame::Breakthrough { unit: u } => two(27, unit(u), 0),
            Frame::CounterShock => two(28, 0, 0),
            Frame::Entry { unit: u, gait } => two(26, unit(u), gait as u64),
            Frame::Selection => two(29, 0, 0),
            Frame::SetUp { side, turning } => two(30, side.index() as u64, quarry(turning)),
        }
    }
}
