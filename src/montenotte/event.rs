//! Events: each one fact that changes a state. They carry the new values, and `apply` here is the only place that
//! assigns them.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::action::Cover;
use super::frame::Frame;
use super::ids::{ChiefId, MarkerId, Markers, UnitNo};
use super::state::{Battle, Bid, Content, INERTIA, Mark, Report, State, Status, Weather, code_of};
use super::words::{Camp, Outcome};
use crate::hex::Cell;
use crate::side::Side;

/// The part of a force in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It attacks, or stands in the hex attacked.
    Principal,
    /// It joined from beside the hex.
    Joined,
    /// It marched to the guns.
    Marched,
}

/// The tactical position of a force (N 11.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    /// A principal force, or a reinforcement.
    Front,
    /// A flank force.
    Flank,
}

/// One fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A procedure begins.
    Begun(Frame),
    /// The procedure on top goes on.
    Continued(Frame),
    /// The procedure on top is done.
    Done,
    /// A marker is dealt.
    Dealt {
        /// The letter.
        marker: MarkerId,
        /// Who stands under it.
        content: Content,
        /// Where, if it is on the map.
        at: Option<Cell>,
    },
    /// A force has entered a hex.
    Moved {
        /// The force.
        marker: MarkerId,
        /// The hex.
        to: Cell,
    },
    /// A marker is put on the map.
    Placed {
        /// The marker.
        marker: MarkerId,
        /// The hex.
        at: Cell,
    },
    /// A marker leaves the map for good: a unit that is destroyed, or a brigade that is taken back.
    Removed {
        /// The marker.
        marker: MarkerId,
    },
    /// A force is fused into a general-in-chief's.
    Fused {
        /// The force.
        marker: MarkerId,
        /// The general-in-chief's marker.
        into: MarkerId,
    },
    /// A force is taken out of a general-in-chief's.
    Separated {
        /// The force.
        marker: MarkerId,
        /// The hex.
        at: Cell,
    },
    /// The other side sees the map as it is.
    Disclosed,
    /// A decoy is exposed and removed.
    Exposed {
        /// The decoy.
        marker: MarkerId,
    },
    /// The strength of a unit.
    Strength {
        /// The unit.
        unit: UnitNo,
        /// Its strength.
        sp: u8,
    },
    /// The strength up to which stragglers return.
    Initial {
        /// The unit.
        unit: UnitNo,
        /// Its first strength.
        sp: u8,
    },
    /// The notch of a division's cursor.
    Cursor {
        /// The division.
        unit: UnitNo,
        /// The notch.
        notch: i8,
    },
    /// The chariots of a division.
    Chariots {
        /// The division.
        unit: UnitNo,
        /// How many are left.
        left: u8,
    },
    /// The fatigue of a marker.
    Fatigue {
        /// The marker.
        marker: MarkerId,
        /// The level.
        level: u8,
    },
    /// The status of a marker.
    Status {
        /// The marker.
        marker: MarkerId,
        /// The status.
        status: Status,
    },
    /// A mark is laid.
    Marked {
        /// The mark.
        mark: Mark,
        /// The marker.
        marker: MarkerId,
    },
    /// A mark is taken off.
    Unmarked {
        /// The mark.
        mark: Mark,
        /// The marker.
        marker: MarkerId,
    },
    /// Victory points.
    Points {
        /// What they come to.
        points: i16,
    },
    /// The Sardinian track.
    Sardinian {
        /// Where it stands.
        morale: i8,
    },
    /// Sardinian losses that are not counted yet.
    SardinianLosses {
        /// How many.
        sp: u8,
    },
    /// A place changes hands.
    Control {
        /// The place in the scenario's list.
        place: u8,
        /// Who holds it.
        camp: Camp,
    },
    /// The French are in Coni in strength since this turn; 0 for not.
    Coni {
        /// The turn.
        since: u8,
    },
    /// Coni is taken for the first time.
    ConiTaken,
    /// Reserve brigades left.
    Reserve {
        /// How many.
        left: u8,
    },
    /// A settlement is pillaged.
    Pillaged {
        /// Its bit.
        place: u8,
    },
    /// The weather.
    Weather {
        /// The weather.
        weather: Weather,
    },
    /// Half command points that a general-in-chief has spent.
    Spent {
        /// The general.
        chief: ChiefId,
        /// How many halves.
        halves: u8,
    },
    /// How far a side is in a step that asks both.
    Stands {
        /// The side.
        side: Side,
        /// How far.
        done: u8,
    },
    /// The general-in-chief whose marker stays in hand.
    Chosen {
        /// His marker.
        marker: MarkerId,
    },
    /// A side says whether it wants the initiative.
    Said {
        /// The side.
        side: Side,
        /// What it says.
        bid: Bid,
    },
    /// Who has the initiative.
    Initiative {
        /// The side, if one has it.
        side: Option<Side>,
    },
    /// What a side puts into the cup.
    Cup {
        /// The markers.
        markers: Markers,
        /// Those that wait for Inertia.
        aside: Markers,
    },
    /// The Inertia marker is added.
    InertiaIn,
    /// A marker is drawn.
    Drawn {
        /// The marker.
        marker: MarkerId,
    },
    /// The Inertia marker is drawn: those that waited are added.
    InertiaOut,
    /// What the enemy is told of a marker.
    Reported {
        /// The marker.
        marker: MarkerId,
        /// What.
        report: Report,
    },
    /// A battle begins.
    BattleOpened {
        /// The defender's hex.
        at: Cell,
        /// The attacker's hex.
        from: Cell,
        /// The attacker.
        attacker: Side,
    },
    /// A force takes part.
    Engaged {
        /// The force.
        marker: MarkerId,
        /// Its part.
        role: Role,
        /// Its position.
        position: Position,
    },
    /// A force has had its test.
    Tried {
        /// The force.
        marker: MarkerId,
    },
    /// The tests of the next kind begin.
    TriedNone,
    /// What the terrain counts as.
    Covered {
        /// What.
        cover: Cover,
        /// What it adds.
        modifier: i8,
    },
    /// The unit that gives a side's morale.
    Leads {
        /// The side.
        side: Side,
        /// The unit, if there is one.
        unit: Option<UnitNo>,
    },
    /// The strengths when the dice fall.
    Sized {
        /// By side.
        sp: [u8; 2],
        /// The ratio modifier.
        ratio: i8,
        /// 1 where Sardinians take part.
        sardinians: u8,
        /// 1 where Bonaparte leads his side.
        bonaparte: u8,
    },
    /// The result.
    Row {
        /// The row of the table, from 0.
        row: u8,
        /// Who is beaten.
        vanquished: Option<Side>,
        /// How many hexes they retreat.
        retreat: u8,
    },
    /// Losses that a side must take.
    Due {
        /// The side.
        side: Side,
        /// How many.
        losses: u8,
    },
    /// A unit loses a point.
    Casualty {
        /// The unit.
        unit: UnitNo,
        /// Its side.
        side: Side,
        /// What it has left.
        sp: u8,
        /// 1 for a Sardinian.
        sardinian: u8,
    },
    /// A force has retreated.
    Retreated {
        /// The force.
        marker: MarkerId,
    },
    /// The victor stays out of the hex.
    StaysOut,
    /// The losses of the pursuit.
    Pursued {
        /// How many.
        losses: u8,
    },
    /// The battle is over.
    BattleClosed,
    /// The next turn.
    Turn {
        /// Its number.
        turn: u8,
    },
    /// The game is over.
    Over {
        /// The winner, if there is one.
        winner: Option<Side>,
        /// How.
        outcome: Outcome,
    },
}

/// Applies an event. It does not judge.
pub(super) fn apply(s: &mut State, event: &Event) {
    let b = &mut s.battle;
    match *event {
        Event::Begun(frame) => {
            // A full agenda is noticed by the procedure that finds its frame missing.
            let _ = s.agenda.push(frame);
        }
        Event::Continued(frame) => s.agenda.set_top(frame),
        Event::Done => {
            s.agenda.pop();
        }
        Event::Dealt { marker, content, at } => {
            s.content[marker.index()] = content;
            s.at[marker.index()] = at;
        }
        Event::Moved { marker, to } => {
            s.at[marker.index()] = Some(to);
            s.marks[Mark::InFort as usize].remove(marker);
        }
        Event::Placed { marker, at } => s.at[marker.index()] = Some(at),
        Event::Removed { marker } | Event::Exposed { marker } => off_map(s, marker),
        Event::Fused { marker, into } => {
            s.at[marker.index()] = None;
            s.into[marker.index()] = into.index() as u8 + 1;
        }
        Event::Separated { marker, at } => {
            s.at[marker.index()] = Some(at);
            s.into[marker.index()] = 0;
        }
        Event::Disclosed => s.marks[Mark::Shown as usize] = s.on_map(),
        Event::Strength { unit, sp } => s.sp[unit.index()] = sp,
        Event::Initial { unit, sp } => s.initial[unit.index()] = sp,
        Event::Cursor { unit, notch } => s.cursor[unit.index()] = notch,
        Event::Chariots { unit, left } => s.chariots[unit.index()] = left,
        Event::Fatigue { marker, level } => s.fatigue[marker.index()] = level,
        Event::Status { marker, status } => s.status[marker.index()] = status,
        Event::Marked { mark, marker } => s.marks[mark as usize].insert(marker),
        Event::Unmarked { mark, marker } => s.marks[mark as usize].remove(marker),
        Event::Points { points } => s.points = points,
        Event::Sardinian { morale } => s.sardinian = morale,
        Event::SardinianLosses { sp } => s.sardinian_losses = sp,
        Event::Control { place, camp } => {
            if let Some(slot) = s.control.get_mut(usize::from(place)) {
                *slot = camp;
            }
        }
        Event::Coni { since } => s.coni = since,
        Event::ConiTaken => s.coni_taken = 1,
        Event::Reserve { left } => s.reserve = left,
        Event::Pillaged { place } => s.pillaged |= 1 << (place & 63),
        Event::Weather { weather } => s.weather = weather,
        Event::Spent { chief, halves } => s.spent[chief.index()] = halves,
        Event::Stands { side, done } => s.done[side.index()] = done,
        Event::Chosen { marker } => s.chosen = marker.index() as u8 + 1,
        Event::Said { side, bid } => s.bid[side.index()] = bid,
        Event::Initiative { side } => {
            s.initiative = side.map_or(0, code_of);
            s.bid = [Bid::Unsaid; 2];
        }
        Event::Cup { markers, aside } => {
            s.cup |= u64::from(markers.bits());
            s.aside = s.aside.or(aside);
        }
        Event::InertiaIn => s.cup |= 1 << INERTIA,
        Event::Drawn { marker } => s.cup &= !(1 << marker.index()),
        Event::InertiaOut => {
            s.cup = s.cup & !(1 << INERTIA) | u64::from(s.aside.bits());
            s.aside = Markers::EMPTY;
        }
        Event::Reported { marker, report } => s.report[marker.index()] = report,
        Event::BattleOpened { at, from, attacker } => {
            *b = Battle { at: Some(at), from: Some(from), attacker: code_of(attacker), ..Battle::default() };
        }
        Event::Engaged { marker, role, position } => {
            match role {
                Role::Principal => b.principal.insert(marker),
                Role::Joined => b.joined.insert(marker),
                Role::Marched => b.marched.insert(marker),
            }
            if position == Position::Flank {
                b.flank.insert(marker);
            }
        }
        Event::Tried { marker } => b.tried.insert(marker),
        Event::TriedNone => b.tried = Markers::EMPTY,
        Event::Covered { cover, modifier } => {
            b.cover = cover as u8 + 1;
            b.terrain = modifier;
        }
        Event::Leads { side, unit } => b.lead[side.index()] = unit.map_or(255, |unit| unit.index() as u8 + 1),
        Event::Sized { sp, ratio, sardinians, bonaparte } => {
            b.sp = sp;
            b.ratio = ratio;
            b.sardinians = sardinians;
            b.bonaparte = bonaparte;
        }
        Event::Row { row, vanquished, retreat } => {
            b.row = row + 1;
            b.vanquished = vanquished.map_or(0, code_of);
            b.retreat = retreat;
        }
        Event::Due { side, losses } => b.due[side.index()] = losses,
        Event::Casualty { unit, side, sp, sardinian } => {
            b.due[side.index()] = b.due[side.index()].saturating_sub(1);
            b.first[side.index()] = 1;
            b.sardinian_losses += sardinian;
            b.coalition_losses += u8::from(side == Side::Second);
            s.sp[unit.index()] = sp;
        }
        Event::Retreated { marker } => b.retreated.insert(marker),
        Event::StaysOut => b.stays = 1,
        Event::Pursued { losses } => b.pursued = losses,
        Event::BattleClosed => *b = Battle::default(),
        Event::Turn { turn } => {
            s.turn = turn;
            s.initiative = 0;
            s.chosen = 0;
            s.done = [0; 2];
            s.spent = [0; 4];
            s.marks[Mark::ActedBefore as usize] = s.marks[Mark::Acted as usize];
            for mark in [Mark::Acted, Mark::Activated, Mark::Funded, Mark::Strategic, Mark::Forced, Mark::Fed] {
                s.marks[mark as usize] = Markers::EMPTY;
            }
            for mark in [Mark::Settled, Mark::Resting, Mark::Reacted, Mark::Arranged, Mark::Bears] {
                s.marks[mark as usize] = Markers::EMPTY;
            }
        }
        Event::Over { winner, outcome } => {
            s.verdict = winner.map_or(3, code_of);
            s.outcome = outcome as u8;
        }
    }
}

fn disengage(b: &mut Battle, marker: MarkerId) {
    for set in [&mut b.principal, &mut b.joined, &mut b.marched, &mut b.flank] {
        set.remove(marker);
    }
}

/// A marker that is taken off the map leaves nothing behind, so that equal positions are equal states. A division's
/// letter keeps its name, since it activates the brigades that are left (ruling `orphaned-brigade`); a decoy's does not.
fn off_map(s: &mut State, marker: MarkerId) {
    let i = marker.index();
    s.at[i] = None;
    s.into[i] = 0;
    s.fatigue[i] = 0;
    s.status[i] = Status::Supplied;
    s.report[i] = Report::default();
    if s.content[i] == Content::Decoy {
        s.content[i] = Content::Off;
        s.cup &= !(1 << i);
    }
    for set in &mut s.marks {
        set.remove(marker);
    }
    disengage(&mut s.battle, marker);
}

const _: () = assert!(size_of::<Event>() <= 24, "events are small and Copy");

/// The fact without names: [`Montenotte`](super::Montenotte) knows those.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
