//! A position: everything that it consists of, and nothing else.
//!
//! Flat and small: arrays by unit, sets as bit masks, unused slots zero. What does not change in play (the roster, the map,
//! the tables) lies in [`JoursDeGloire`](super::JoursDeGloire).

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use crate::agenda::Agenda;
use crate::fingerprint::Words;
use crate::hex::{Cell, Dir, Vertex};
use crate::side::{Side, UnitId, UnitSet};

/// How many army commanders a scenario may have.
pub const COMMANDERS: usize = 8;

/// The place of a formation in the roster, 0 to 31.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct FormationId(pub u8);

impl FormationId {
    /// Its bit in a mask of formations.
    pub(super) const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }
}

/// The place of an army commander in the roster, 0 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct CommanderId(pub u8);

/// The place of an activation marker in the roster, 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct MarkerId(pub u8);

impl MarkerId {
    /// Its bit in a mask of markers.
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// A tactical group of the turn: by the place of its first unit in the roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct GroupId(pub u8);

/// The condition of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// In good order.
    #[default]
    Good,
    /// Disordered (10.1).
    Disordered,
    /// Routed (10.2).
    Routed,
    /// Eliminated: it does not come back.
    Eliminated,
}

/// What a unit is marked with until the activation ends. A rule that says "once per activation" is one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Mark {
    /// Activated.
    Active,
    /// May act as one with orders received: by its order marker or by its commander's initiative.
    Ordered,
    /// Its commander's initiative failed: it may only rally.
    Barred,
    /// On the move now.
    Moving,
    /// Has moved.
    Moved,
    /// Has turned in place.
    Pivoted,
    /// Has turned in place to fire: no movement (7.2). Or has turned to its attack, with six front hexes (6.1.2).
    Laid,
    /// Has fired.
    Fired,
    /// Has used its reaction or counter-battery fire.
    Reacted,
    /// Has moved to charge, and will fight by charging.
    Charging,
    /// Is declared to fight in shock.
    Declared,
    /// Has passed its engagement test.
    Willing,
    /// Has failed its engagement test.
    Unwilling,
    /// Was attacked in shock.
    Attacked,
    /// Has evaded a shock.
    Evaded,
    /// Has made its breakthrough or counter-shock.
    Broken,
    /// Took part in a charge that has not ended: owes what the end of a charge brings.
    Charged,
    /// Was offered the square it may form against a charge, or has formed one.
    Squared,
    /// Has tried to rally.
    Rallied,
    /// Was put on top of its stack.
    Restacked,
    /// Has rallied, and may still choose its facing.
    Turnable,
    /// Has made its rout movement of phase E, or is excused from it.
    Ran,
    /// Is still to be disordered with its demoralized formation.
    Owing,
    /// Has left square, at a cost.
    LeftSquare,
    /// Has done something in this turn that a unit must not have done to rally at its end (the ruling
    /// `night-rally-when`). The only mark that outlives the activation.
    Acted,
}

impl Mark {
    /// How many there are.
    pub const COUNT: usize = Mark::Acted as usize + 1;
}

/// What a unit is in the combat that is being resolved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Role {
    /// It attacks.
    Attacker,
    /// It attacks by charging; it is an attacker too.
    Charger,
    /// It is attacked.
    Defender,
    /// Its counter-charge succeeded.
    Countercharger,
    /// It has answered the question of the present stage.
    Asked,
    /// It left its hex after the combat.
    Fled,
    /// Artillery stacked with an attacker: it goes back if all others of its stack do (R 8.10, M 8.9).
    Gun,
}

impl Role {
    /// How many there are.
    pub const COUNT: usize = 7;
}

/// What kind of fight is being resolved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fight {
    /// A shock or a charge, or both together.
    #[default]
    First,
    /// A breakthrough shock.
    Breakthrough,
    /// A counter-shock by the defender.
    CounterShock,
    /// A charge in pursuit.
    Pursuit,
}

/// The way that a unit took when it left its hex after a combat, for those who pursue it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trail {
    /// The hex that it left; `None` for an unused slot.
    pub(super) from: Option<Cell>,
    /// The unit.
    pub(super) unit: u8,
    /// How many hexes it went, at most 21.
    pub(super) len: u8,
    /// The hexsides that it crossed, three bits each, the first lowest.
    pub(super) steps: u64,
}

impl Trail {
    /// The hexsides that it crossed, in order.
    pub(super) fn dirs(self) -> impl Iterator<Item = Dir> {
        (0..self.len).map(move |i| Dir::from_index(((self.steps >> (3 * u32::from(i))) & 7) as usize))
    }
}

/// How many trails a combat keeps: the units of two defending hexes of three units each.
pub const TRAILS: usize = 6;
/// How many hexes one combat can be about: a line of attackers that share their front hexes.
pub const HEXES: usize = 8;

/// The combat that is being resolved. All zero when there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    pub(super) fight: Fight,
    /// The side that attacks in it.
    pub(super) second_attacks: u8,
    /// How many pursuit charges came before: 0 in the initial charge.
    pub(super) pursuits: u8,
    /// The row of the shock table that came up, 0 before the die.
    pub(super) row: u8,
    /// The hexes that the defenders hold or held.
    pub(super) hexes: [Option<Cell>; HEXES],
    pub(super) roles: [UnitSet; Role::COUNT],
    pub(super) trails: [Trail; TRAILS],
}

impl Combat {
    pub(super) fn has(&self, role: Role) -> UnitSet {
        self.roles[role as usize]
    }

    pub(super) fn attacker(&self) -> Side {
        if self.second_attacks == 0 { Side::First } else { Side::Second }
    }

    pub(super) fn hexes(&self) -> impl Iterator<Item = Cell> + '_ {
        self.hexes.iter().flatten().copied()
    }
}

/// How far a side is in the phases in which both sides act at once (A, C and D bis). What lies before is over for it this
/// turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// Phase A: it may place combined markers in the cup.
    #[default]
    CombinedMarkers,
    /// Phase A: it may remove Reinforcement markers.
    ReinforcementMarkers,
    /// Phase A: it gives orders.
    Orders,
    /// It has looked at the enemy's orders, or declined to (R specific 2.3).
    Looked,
    /// It has nothing more to announce in phase C.
    Assembled,
    /// It has had its reserve activation (R optional 1.D.bis).
    Reserved,
}

/// An arrival that was changed (R scenario 3). All zero as long as it was not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detour {
    /// The turn from which its units may enter, 0 for the scenario's.
    pub(super) turn: u8,
    /// Who has yet to choose the hex: 0 nobody, 1 the first side, 2 the second.
    pub(super) chooser: u8,
    /// The hex by which they enter, `None` for the scenario's.
    pub(super) cell: Option<Cell>,
}

/// How many arrivals of a scenario, in its order, can be changed.
pub const DETOURS: usize = 16;

/// How far a bridge is that a scenario lets a formation build (R specific 4.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Not begun.
    #[default]
    None,
    /// Under construction.
    Begun,
    /// Built in the activation that is under way.
    Built,
    /// Open to all.
    Open,
}

/// That bridge. All zero as long as it was not begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bridge {
    /// The hex of those who began it.
    pub(super) from: Option<Cell>,
    /// The hex across the river.
    pub(super) to: Option<Cell>,
    pub(super) work: Work,
    /// The turn in which it was begun.
    pub(super) turn: u8,
}

impl Bridge {
    /// The hexes that it joins, if it is open.
    #[inline]
    pub(super) fn open(self) -> Option<(Cell, Cell)> {
        if self.work == Work::Open { self.from.zip(self.to) } else { None }
    }

    /// The hexes that it is to join, if it is under construction.
    pub(super) fn begun(self) -> Option<(Cell, Cell)> {
        if self.work == Work::Begun { self.from.zip(self.to) } else { None }
    }
}

/// An army commander's counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    pub(super) at: Option<Cell>,
    /// Whether the counter lies on its reverse side: it has moved this turn.
    pub(super) moved: u8,
    /// Whether it is eliminated.
    pub(super) lost: u8,
    /// The unit that it last followed from its hex, plus 1 (2.7; M 2.5.2); 0 once it has moved by itself.
    pub(super) with: u8,
}

/// A position of a game of the series.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The turn, from 1.
    pub(super) turn: u8,
    /// Who has won: 0 nobody yet, 1 the first side, 2 the second, 3 nobody in the end.
    pub(super) verdict: u8,
    /// The side that has strategic initiative this turn: 0 nobody, 1 the first, 2 the second.
    pub(super) initiative: u8,
    /// The marker that activates now, plus 1; 0 for none.
    pub(super) marker: u8,
    /// Who is activated: 1 the first side, 2 the second, 0 nobody.
    pub(super) acting: u8,
    #[serde(with = "sixty_four")]
    pub(super) at: [Option<Cell>; 64],
    #[serde(with = "sixty_four")]
    pub(super) facing: [Vertex; 64],
    /// The place in its stack: the lowest is on top; artillery is above all others whatever it is.
    #[serde(with = "sixty_four")]
    pub(super) rank: [u8; 64],
    /// The front hexes that a declared unit attacks: 1 the left one, 2 the right one.
    #[serde(with = "sixty_four")]
    pub(super) aim: [u8; 64],
    /// The tactical group of the turn, plus 1.
    #[serde(with = "sixty_four")]
    pub(super) group: [u8; 64],
    pub(super) disordered: UnitSet,
    pub(super) routed: UnitSet,
    pub(super) eliminated: UnitSet,
    /// Units that have left the map for good without being eliminated.
    pub(super) exited: UnitSet,
    /// Of those, the units that were in good order.
    pub(super) exited_sound: UnitSet,
    pub(super) square: UnitSet,
    /// Units with a Reinforcement marker.
    pub(super) reinforcement: UnitSet,
    /// Units that have reached a refuge in rout and need not rout further.
    pub(super) sheltered: UnitSet,
    /// Units whose group was given orders this turn.
    pub(super) orders: UnitSet,
    /// Formations whose order markers lie face up, by bit.
    pub(super) revealed: u32,
    /// Units that do not come back to good order: their formation was demoralized (R optional 11).
    pub(super) shaken: UnitSet,
    /// Demoralized formations, by bit.
    pub(super) demoralized: u32,
    /// How many orders each side has given this turn.
    pub(super) given: [u8; 2],
    /// Sides that have finished their orders phase.
    pub(super) done: [u8; 2],
    /// How far each side is in the phases in which both act at once.
    pub(super) progress: [Progress; 2],
    /// The turn in which the enemy's orders were looked at (R specific 2.3), 0 if they were not yet.
    pub(super) looked: u8,
    /// The marker chosen to begin the turn, plus 1, until it has activated.
    pub(super) begins: u8,
    /// Who goes first in phase D bis: 0 undecided, 1 the first side, 2 the second.
    pub(super) reserve: u8,
    /// Stacks that entered the map in this activation.
    pub(super) columns: u8,
    /// Whether the formation that is bound to its route is free of it (R specific 2.3).
    pub(super) unbound: u8,
    /// The bridge that a formation may build (R specific 4.3).
    pub(super) bridge: Bridge,
    /// Objectives that each side was the last to hold or to pass through, by bit in the scenario's order.
    pub(super) held: [u32; 2],
    /// Arrivals that were changed, in the scenario's order.
    pub(super) detours: [Detour; DETOURS],
    pub(super) commanders: [Post; COMMANDERS],
    /// The markers in the cup, by bit.
    pub(super) cup: u64,
    /// The markers that were in the cup this turn or began it, by bit.
    pub(super) pooled: u64,
    /// The markers that are available at all, by bit.
    pub(super) available: u64,
    pub(super) marks: [UnitSet; Mark::COUNT],
    pub(super) combat: Combat,
    pub(super) agenda: Agenda<Frame, 14>,
}

impl State {
    /// An empty position.
    pub(super) fn empty() -> Self {
        Self {
            turn: 1,
            verdict: 0,
            initiative: 0,
            marker: 0,
            acting: 0,
            at: [None; 64],
            facing: [Vertex::ALL[0]; 64],
            rank: [0; 64],
            aim: [0; 64],
            group: [0; 64],
            disordered: UnitSet::EMPTY,
            routed: UnitSet::EMPTY,
            eliminated: UnitSet::EMPTY,
            exited: UnitSet::EMPTY,
            exited_sound: UnitSet::EMPTY,
            square: UnitSet::EMPTY,
            reinforcement: UnitSet::EMPTY,
            sheltered: UnitSet::EMPTY,
            orders: UnitSet::EMPTY,
            revealed: 0,
            shaken: UnitSet::EMPTY,
            demoralized: 0,
            given: [0; 2],
            done: [0; 2],
            progress: [Progress::default(); 2],
            looked: 0,
            begins: 0,
            reserve: 0,
            columns: 0,
            unbound: 0,
            bridge: Bridge::default(),
            held: [0; 2],
            detours: [Detour::default(); DETOURS],
            commanders: [Post::default(); COMMANDERS],
            cup: 0,
            pooled: 0,
            available: 0,
            marks: [UnitSet::EMPTY; Mark::COUNT],
            combat: Combat::default(),
            agenda: Agenda::new(),
        }
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Gives the state's words to a fingerprint.
    pub(super) fn words(&self, words: &mut Words) {
        words.bytes(&[self.turn, self.verdict, self.initiative, self.marker, self.acting]);
        for chunk in self.at.chunks_exact(4) {
            let cell = |i: usize| chunk[i].map_or(0, |cell: Cell| cell.index() as u64 + 1);
            words.word(cell(0) | cell(1) << 16 | cell(2) << 32 | cell(3) << 48);
        }
        words.bytes(&self.facing.map(|facing| facing.index() as u8));
        words.bytes(&self.rank);
        words.bytes(&self.aim);
        words.bytes(&self.group);
        for set in [
            self.disordered,
            self.routed,
            self.eliminated,
            self.exited,
            self.exited_sound,
            self.square,
            self.reinforcement,
            self.sheltered,
            self.orders,
            self.shaken,
        ] {
            words.word(set.bits());
        }
        words.word(u64::from(self.revealed) | u64::from(self.demoralized) << 32);
        words.bytes(&[self.given[0], self.given[1], self.done[0], self.done[1]]);
        words.bytes(&self.progress.map(|progress| progress as u8));
        words.bytes(&[self.looked, self.begins, self.reserve, self.columns, self.unbound]);
        let end = |cell: Option<Cell>| cell.map_or(0, |cell| cell.index() as u64 + 1);
        let Bridge { from, to, work, turn } = self.bridge;
        words.word(end(from) | end(to) << 16 | (work as u64) << 32 | u64::from(turn) << 40);
        words.word(u64::from(self.held[0]) | u64::from(self.held[1]) << 32);
        for detour in self.detours {
            let cell = detour.cell.map_or(0, |cell| cell.index() as u64 + 1);
            words.word(cell | u64::from(detour.turn) << 16 | u64::from(detour.chooser) << 24);
        }
        for post in self.commanders {
            let at = post.at.map_or(0, |cell| cell.index() as u64 + 1);
            let signs = u64::from(post.moved) << 16 | u64::from(post.lost) << 24 | u64::from(post.with) << 32;
            words.word(at | signs);
        }
        words.word(self.cup);
        words.word(self.pooled);
        words.word(self.available);
        for set in self.marks {
            words.word(set.bits());
        }
        let c = &self.combat;
        words.bytes(&[c.fight as u8, c.second_attacks, c.pursuits, c.row]);
        for cell in c.hexes {
            words.word(cell.map_or(0, |cell| cell.index() as u64 + 1));
        }
        for set in c.roles {
            words.word(set.bits());
        }
        for trail in c.trails {
            let from = trail.from.map_or(0, |cell| cell.index() as u64 + 1);
            words.word(from | u64::from(trail.unit) << 16 | u64::from(trail.len) << 24);
            words.word(trail.steps);
        }
        words.word(self.agenda.len() as u64);
        for frame in self.agenda.iter() {
            frame.words(words);
        }
    }

    /// Where a unit stands; `None` off the map.
    #[inline]
    pub fn at(&self, unit: UnitId) -> Option<Cell> {
        self.at[unit.index()]
    }

    /// The corner that a unit faces. Units in square and in towns have six front hexes whatever they face.
    #[inline]
    pub fn facing(&self, unit: UnitId) -> Vertex {
        self.facing[unit.index()]
    }

    /// The condition of a unit.
    #[inline]
    pub fn order(&self, unit: UnitId) -> Order {
        if self.eliminated.has(unit) {
            Order::Eliminated
        } else if self.routed.has(unit) {
            Order::Routed
        } else if self.disordered.has(unit) {
            Order::Disordered
        } else {
            Order::Good
        }
    }

    /// Whether a unit has left the map for good without being eliminated.
    pub fn has_exited(&self, unit: UnitId) -> bool {
        self.exited.has(unit)
    }

    /// Whether a unit is formed in square.
    pub fn in_square(&self, unit: UnitId) -> bool {
        self.square.has(unit)
    }

    /// The units with this mark.
    #[inline]
    pub fn marked(&self, mark: Mark) -> UnitSet {
        self.marks[mark as usize]
    }

    /// The units in a hex, of both sides (only one can be there).
    #[inline]
    pub fn units_at(&self, cell: Cell) -> UnitSet {
        self.where_at(|at| at == Some(cell))
    }

    /// The units on the map.
    #[inline]
    pub fn on_map(&self) -> UnitSet {
        self.where_at(|at| at.is_some())
    }

    /// The units of whose hex this holds. Bytes first, then eight of them at a time into bits: so the comparisons run side
    /// by side.
    #[inline]
    pub(super) fn where_at(&self, holds: impl Fn(Option<Cell>) -> bool) -> UnitSet {
        let mut hits = [0u8; 64];
        for (hit, at) in hits.iter_mut().zip(&self.at) {
            *hit = u8::from(holds(*at));
        }
        let mut set = 0;
        for (i, eight) in hits.as_chunks::<8>().0.iter().enumerate() {
            set |= (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        UnitSet::from_bits(set)
    }

    /// Whether a marker is in the cup.
    pub fn in_cup(&self, marker: MarkerId) -> bool {
        self.cup & marker.bit() != 0
    }

    /// Whether a unit has a Reinforcement marker.
    pub fn is_reinforcement(&self, unit: UnitId) -> bool {
        self.reinforcement.has(unit)
    }

    /// The side that is activated now.
    pub fn acting(&self) -> Option<Side> {
        match self.acting {
            1 => Some(Side::First),
            2 => Some(Side::Second),
            _ => None,
        }
    }
}

/// Arrays of 64, which serde does not know.
mod sixty_four {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::{Serialize, Serializer};

    pub fn serialize<S: Serializer, T: Serialize>(array: &[T; 64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(array)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<[T; 64], D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        let len = items.len();
        items.try_into().map_err(|_| D::Error::invalid_length(len, &"64 items"))
    }
}
