//! Everything that a position consists of.
//!
//! Units, fatigue, status and supply belong to the marker under which they stand, whether it is on the map or fused into
//! a general-in-chief's. Equal positions are equal states: what is unused is zero.

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::ids::{ChiefId, MarkerId, Markers, UnitNo};
use super::words::{Camp, Outcome};
use crate::agenda::Agenda;
use crate::fingerprint::Words;
use crate::hex::Cell;
use crate::side::Side;

/// How many places may be held.
pub const PLACES: usize = 16;
/// The bit of the Inertia marker in the cup.
pub const INERTIA: u8 = 63;

/// Who stands under a marker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Content {
    /// Nobody: the letter is not in play.
    #[default]
    Off,
    /// A general-in-chief.
    Chief(ChiefId),
    /// A division or brigade.
    Unit(UnitNo),
    /// Nobody, but the enemy does not know it.
    Decoy,
}

/// The status of a force (N 6.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Commanded and supplied.
    #[default]
    Supplied,
    /// Commanded and isolated.
    Isolated,
    /// Uncommanded and isolated.
    Uncommanded,
}

/// The weather of a turn (N 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    /// Fair.
    #[default]
    Fair,
    /// Rain.
    Rain,
}

/// Whether a side wants the initiative (N 7/4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bid {
    /// It has not said.
    #[default]
    Unsaid,
    /// It wants it.
    Wants,
    /// It does not.
    Declines,
}

/// What a reconnaissance found (N 10): the kind of force, or nothing yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KindOfForce {
    /// Nothing is known.
    #[default]
    Unknown,
    /// A brigade.
    Brigade,
    /// A division.
    Division,
    /// A general-in-chief and whoever is with him.
    Army,
}

/// What the enemy was told of a marker (N 10/10 to N 10/16). It may be false within its margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The kind of force.
    pub kind: KindOfForce,
    /// The strength that was announced, 0 if none was.
    pub sp: u8,
    /// Its margin in percent.
    pub percent: u8,
    /// Whether the units are known.
    pub units: Told,
}

/// Whether something was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    /// It was not.
    #[default]
    No,
    /// It was.
    Yes,
}

/// Marks that lie on markers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Mark {
    /// It did something this turn.
    Acted,
    /// It did something in the turn before.
    ActedBefore,
    /// It was activated this turn and will not be again (N 8.1/3).
    Activated,
    /// Points were spent on it this turn.
    Funded,
    /// Out of supply (N 13.6).
    OutOfSupply,
    /// It has withdrawn into the fort of its hex (N 11.10/10).
    InFort,
    /// It was out of supply in a fort with an enemy there when the turn before ended (N 13.7/2).
    Besieged,
    /// It lies under a Pillage marker (N 13.4/13).
    Pillage,
    /// It owes an attrition test.
    Owes,
    /// It owes one as a force that did not act.
    OwesIdle,
    /// It moved in reaction to the force that is active.
    Reacted,
    /// It has marched strategically this turn.
    Strategic,
    /// It has made a forced march this turn.
    Forced,
    /// It is fed this turn by its own means.
    Fed,
    /// It has settled whether it pillages this turn.
    Settled,
    /// A division that is demoralised, as the points know it.
    Demoralised,
    /// The other side sees it on the map, while it looks on during the command phase.
    Shown,
    /// A demoralised division that rests (N 3.2/5).
    Resting,
    /// It was fused, separated, detached or taken back in this command phase: once is all.
    Arranged,
    /// It bears the attrition of its force this turn (ruling `attrition-loser`).
    Bears,
}

impl Mark {
    /// How many there are.
    pub const COUNT: usize = 20;
}

/// A battle as it goes on; all zero between battles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The defender's hex.
    pub(super) at: Option<Cell>,
    /// The principal attacker's hex.
    pub(super) from: Option<Cell>,
    /// 0 nobody, 1 the first side attacks, 2 the second.
    pub(super) attacker: u8,
    pub(super) principal: Markers,
    pub(super) joined: Markers,
    pub(super) marched: Markers,
    pub(super) flank: Markers,
    /// Whose tests or marches are done.
    pub(super) tried: Markers,
    /// Whose retreat is done.
    pub(super) retreated: Markers,
    /// The unit that gives each side's morale, plus 1; 255 for none.
    pub(super) lead: [u8; 2],
    /// The defender's cover, plus 1.
    pub(super) cover: u8,
    /// Strengths when the dice fell.
    pub(super) sp: [u8; 2],
    /// Losses still to take.
    pub(super) due: [u8; 2],
    /// Whether each side's first loss has fallen.
    pub(super) first: [u8; 2],
    pub(super) ratio: i8,
    pub(super) terrain: i8,
    /// The row of the results table, plus 1.
    pub(super) row: u8,
    /// 0 nobody, 1 the first side is beaten, 2 the second.
    pub(super) vanquished: u8,
    /// How many hexes it retreats.
    pub(super) retreat: u8,
    /// Losses of the pursuit.
    pub(super) pursued: u8,
    /// Whether Sardinians take part.
    pub(super) sardinians: u8,
    /// Sardinian losses.
    pub(super) sardinian_losses: u8,
    /// Losses of the whole Coalition.
    pub(super) coalition_losses: u8,
    /// Whether the great general of the French was beaten or not: his marker took part.
    pub(super) bonaparte: u8,
    /// Whether the victor stays out of a hex in whose fort the beaten shelter.
    pub(super) stays: u8,
}

impl Battle {
    /// The attacker.
    pub fn attacker(&self) -> Option<Side> {
        side_of(self.attacker)
    }

    /// The beaten side.
    pub fn vanquished(&self) -> Option<Side> {
        side_of(self.vanquished)
    }

    /// Every marker that takes part.
    pub fn engaged(&self) -> Markers {
        self.principal.or(self.joined).or(self.marched)
    }
}

/// 1 and 2 as sides.
pub(super) const fn side_of(code: u8) -> Option<Side> {
    match code {
        1 => Some(Side::First),
        2 => Some(Side::Second),
        _ => None,
    }
}

/// A side as 1 or 2.
pub(super) const fn code_of(side: Side) -> u8 {
    side.index() as u8 + 1
}

/// A position of Montenotte.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The turn, from 1.
    pub(super) turn: u8,
    /// 0 while the game goes on, 1 and 2 for a winner, 3 for a draw.
    pub(super) verdict: u8,
    pub(super) outcome: u8,
    pub(super) weather: Weather,
    pub(super) points: i16,
    pub(super) sardinian: i8,
    /// Sardinian losses not yet counted (ruling `sardinian-losses`).
    pub(super) sardinian_losses: u8,
    /// Reserve brigades left.
    pub(super) reserve: u8,
    /// The turn in which the French were first found in Coni in strength, 0 for never.
    pub(super) coni: u8,
    /// Whether Coni has been taken once.
    pub(super) coni_taken: u8,
    /// 0 nobody, 1 the first side, 2 the second.
    pub(super) initiative: u8,
    /// The Coalition's general-in-chief whose marker is in hand, plus 1.
    pub(super) chosen: u8,
    pub(super) bid: [Bid; 2],
    /// How far each side is in a step that asks both.
    pub(super) done: [u8; 2],
    /// Half command points spent, by general-in-chief.
    pub(super) spent: [u8; 4],
    pub(super) at: [Option<Cell>; 32],
    pub(super) content: [Content; 32],
    /// The marker that a marker is fused into, plus 1.
    pub(super) into: [u8; 32],
    pub(super) fatigue: [u8; 32],
    pub(super) status: [Status; 32],
    pub(super) report: [Report; 32],
    pub(super) sp: [u8; 32],
    pub(super) initial: [u8; 32],
    pub(super) cursor: [i8; 32],
    pub(super) chariots: [u8; 32],
    pub(super) marks: [Markers; Mark::COUNT],
    pub(super) control: [Camp; PLACES],
    /// Places that were pillaged (ruling `pillage-again`), by hex, by bit of the settlement's place in the ruleset's list.
    pub(super) pillaged: u64,
    /// The cup, a bit for each marker and one for Inertia.
    pub(super) cup: u64,
    /// Markers of uncommanded forces that wait for Inertia.
    pub(super) aside: Markers,
    pub(super) battle: Battle,
    pub(super) agenda: Agenda<Frame, 8>,
}

impl State {
    /// An empty position.
    pub(super) fn empty() -> Self {
        Self {
            turn: 1,
            verdict: 0,
            outcome: 0,
            weather: Weather::Fair,
            points: 0,
            sardinian: 0,
            sardinian_losses: 0,
            reserve: 0,
            coni: 0,
            coni_taken: 0,
            initiative: 0,
            chosen: 0,
            bid: [Bid::Unsaid; 2],
            done: [0; 2],
            spent: [0; 4],
            at: [None; 32],
            content: [Content::Off; 32],
            into: [0; 32],
            fatigue: [0; 32],
            status: [Status::Supplied; 32],
            report: [Report::default(); 32],
            sp: [0; 32],
            initial: [0; 32],
            cursor: [0; 32],
            chariots: [0; 32],
            marks: [Markers::EMPTY; Mark::COUNT],
            control: [Camp::Nobody; PLACES],
            pillaged: 0,
            cup: 0,
            aside: Markers::EMPTY,
            battle: Battle::default(),
            agenda: Agenda::new(),
        }
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Who has won and how, once the game is over; the winner is `None` in a draw.
    pub fn verdict(&self) -> Option<(Option<Side>, Outcome)> {
        if self.verdict == 0 {
            return None;
        }
        let outcome = Outcome::ALL.get(usize::from(self.outcome)).copied().unwrap_or(Outcome::Draw);
        Some((side_of(self.verdict), outcome))
    }

    /// Victory points.
    pub fn points(&self) -> i16 {
        self.points
    }

    /// Where the Sardinian track stands.
    pub fn sardinian_morale(&self) -> i8 {
        self.sardinian
    }

    /// The weather.
    pub fn weather(&self) -> Weather {
        self.weather
    }

    /// Where a marker stands; `None` off the map and inside another force.
    #[inline]
    pub fn at(&self, marker: MarkerId) -> Option<Cell> {
        self.at[marker.index()]
    }

    /// Who stands under a marker.
    pub fn content(&self, marker: MarkerId) -> Content {
        self.content[marker.index()]
    }

    /// The strength of a unit.
    pub fn sp(&self, unit: UnitNo) -> u8 {
        self.sp[unit.index()]
    }

    /// The notch of a division's cursor.
    pub fn cursor(&self, unit: UnitNo) -> i8 {
        self.cursor[unit.index()]
    }

    /// The chariots of an Austrian division.
    pub fn chariots(&self, unit: UnitNo) -> u8 {
        self.chariots[unit.index()]
    }

    /// The level of a marker's own fatigue, 0 to 2.
    pub fn fatigue(&self, marker: MarkerId) -> u8 {
        self.fatigue[marker.index()]
    }

    /// The status of a marker.
    pub fn status(&self, marker: MarkerId) -> Status {
        self.status[marker.index()]
    }

    /// What the enemy was told of a marker.
    pub fn report(&self, marker: MarkerId) -> Report {
        self.report[marker.index()]
    }

    /// The markers with this mark.
    #[inline]
    pub fn marked(&self, mark: Mark) -> Markers {
        self.marks[mark as usize]
    }

    /// The markers in a hex, of both sides.
    #[inline]
    pub fn markers_at(&self, cell: Cell) -> Markers {
        let mut set = 0u32;
        for (i, at) in self.at.iter().enumerate() {
            set |= u32::from(*at == Some(cell)) << i;
        }
        Markers::from_bits(set)
    }

    /// The markers on the map.
    #[inline]
    pub fn on_map(&self) -> Markers {
        let mut set = 0u32;
        for (i, at) in self.at.iter().enumerate() {
            set |= u32::from(at.is_some()) << i;
        }
        Markers::from_bits(set)
    }

    /// The marker that this one is fused into.
    #[inline]
    pub fn fused(&self, marker: MarkerId) -> Option<MarkerId> {
        usize::from(self.into[marker.index()]).checked_sub(1).and_then(MarkerId::new)
    }

    /// A force's markers: its own and those fused into it.
    #[inline]
    pub fn members(&self, head: MarkerId) -> Markers {
        let code = head.index() as u8 + 1;
        let mut set = head.only().bits();
        for (i, into) in self.into.iter().enumerate() {
            set |= u32::from(*into == code) << i;
        }
        Markers::from_bits(set)
    }

    /// The marker on the map in whose force this one is: itself, unless it is fused.
    pub fn head(&self, marker: MarkerId) -> MarkerId {
        self.fused(marker).unwrap_or(marker)
    }

    /// The marker of a unit or general-in-chief.
    pub fn marker_of(&self, content: Content) -> Option<MarkerId> {
        MarkerId::new(self.content.iter().position(|one| *one == content)?)
    }

    /// The marker of every unit that has one, by the unit's number.
    pub(super) fn unit_markers(&self) -> [Option<MarkerId>; UnitNo::COUNT] {
        let mut markers = [None; UnitNo::COUNT];
        for (marker, content) in MarkerId::all().zip(&self.content) {
            if let Content::Unit(unit) = content {
                markers[unit.index()] = Some(marker);
            }
        }
        markers
    }

    /// The battle that goes on.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.at.is_some().then_some(&self.battle)
    }

    /// Gives the state's words to a fingerprint.
    pub(super) fn words(&self, words: &mut Words) {
        words.bytes(&[self.turn, self.verdict, self.outcome, self.weather as u8, self.sardinian as u8]);
        words.word(self.points as u64);
        words.bytes(&[self.sardinian_losses, self.reserve, self.coni, self.coni_taken, self.initiative, self.chosen]);
        words.bytes(&[self.bid[0] as u8, self.bid[1] as u8, self.done[0], self.done[1]]);
        words.bytes(&self.spent);
        for chunk in self.at.chunks_exact(4) {
            let cell = |i: usize| chunk[i].map_or(0, |cell: Cell| cell.index() as u64 + 1);
            words.word(cell(0) | cell(1) << 16 | cell(2) << 32 | cell(3) << 48);
        }
        words.bytes(&self.content.map(|content| match content {
            Content::Off => 0,
            Content::Decoy => 1,
            Content::Chief(chief) => 2 + chief.index() as u8,
            Content::Unit(unit) => 64 + unit.index() as u8,
        }));
        words.bytes(&self.into);
        words.bytes(&self.fatigue);
        words.bytes(&self.status.map(|status| status as u8));
        for report in self.report {
            words.bytes(&[report.kind as u8, report.sp, report.percent, report.units as u8]);
        }
        words.bytes(&self.sp);
        words.bytes(&self.initial);
        words.bytes(&self.cursor.map(|cursor| cursor as u8));
        words.bytes(&self.chariots);
        for mark in self.marks {
            words.word(mark.bits().into());
        }
        words.bytes(&self.control.map(|camp| camp as u8));
        words.word(self.pillaged);
        words.word(self.cup);
        words.word(self.aside.bits().into());
        let b = &self.battle;
        for cell in [b.at, b.from] {
            words.word(cell.map_or(0, |cell| cell.index() as u64 + 1));
        }
        for set in [b.principal, b.joined, b.marched, b.flank, b.tried, b.retreated] {
            words.word(set.bits().into());
        }
        words.bytes(&[b.attacker, b.lead[0], b.lead[1], b.cover, b.sp[0], b.sp[1], b.due[0], b.due[1]]);
        words.bytes(&[b.first[0], b.first[1], b.ratio as u8, b.terrain as u8, b.row, b.vanquished, b.retreat]);
        words.bytes(&[b.pursued, b.sardinians, b.sardinian_losses, b.coalition_losses, b.bonaparte, b.stays]);
        words.word(self.agenda.len() as u64);
        for frame in self.agenda.iter() {
            frame.words(words);
        }
    }
}
