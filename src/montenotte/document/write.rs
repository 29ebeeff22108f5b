//! Writing a position as a document, whole or as one side sees it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::Montenotte;
use super::super::frame::{Acting, Frame, Stage, Step};
use super::super::ids::{MarkerId, Markers, UnitNo};
use super::super::names::INERTIA_NAME;
use super::super::options::FatigueVisible;
use super::super::state::{Bid, Content, INERTIA, Mark, State, Told, side_of};
use super::super::words::{Camp, Outcome};
use super::{Document, Ended, MarkerEntry, SideEntry, UnitEntry, Who, nothing};
use crate::names;
use crate::ruleset::Ruleset;
use crate::side::Side;

/// Every mark, in the order of their numbers.
pub(super) const MARKS: [Mark; Mark::COUNT] = {
    let mut marks = [Mark::Acted; Mark::COUNT];
    let all = [
        Mark::Acted,
        Mark::ActedBefore,
        Mark::Activated,
        Mark::Funded,
        Mark::OutOfSupply,
        Mark::InFort,
        Mark::Besieged,
        Mark::Pillage,
        Mark::Owes,
        Mark::OwesIdle,
        Mark::Reacted,
        Mark::Strategic,
        Mark::Forced,
        Mark::Fed,
        Mark::Settled,
        Mark::Demoralised,
        Mark::Shown,
        Mark::Resting,
        Mark::Arranged,
        Mark::Bears,
    ];
    // A mark that is added must be added here: the lengths differ else.
    let mut i = 0;
    while i < Mark::COUNT {
        marks[all[i] as usize] = all[i];
        i += 1;
    }
    assert!(all.len() == Mark::COUNT);
    marks
};

/// The marks that lie on the map, or that come with what everybody sees: marches in the strategic phase, moves in reaction.
const OPEN: [Mark; 5] = [Mark::InFort, Mark::Pillage, Mark::Reacted, Mark::Strategic, Mark::Forced];

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Eye {
    /// The host, who sees all.
    Host,
    /// A side.
    Of(Side),
}

pub(super) const fn told(code: u8) -> Told {
    if code == 0 { Told::No } else { Told::Yes }
}

/// What an eye may see.
pub(super) struct Secrets<'r> {
    rules: &'r Montenotte,
    eye: Eye,
    /// The markers of which it sees all.
    pub whole: Markers,
    /// The markers of which it knows who stands under them.
    pub who: Markers,
    /// The units of which it knows the strength and morale, beside its own.
    units: u32,
    /// Whether the sides are choosing the units that give their morale, unseen by each other.
    pub leads: bool,
}

impl<'r> Secrets<'r> {
    fn new(rules: &'r Montenotte, s: &State, eye: Eye) -> Self {
        let all = rules.side_markers[0].or(rules.side_markers[1]);
        let leads = !s.agenda.iter().any(|frame| frame == Frame::Battle(Stage::Morale));
        let Eye::Of(viewer) = eye else {
            return Self { rules, eye, whole: all, who: all, units: u32::MAX, leads: true };
        };
        let whole = rules.side_markers[viewer.index()];
        let (mut who, mut units) = (whole, 0);
        for marker in all.less(whole) {
            if s.report(marker).units == Told::Yes {
                who.insert(marker);
            }
        }
        // What a battle shows (ruling `battle-reveals`).
        for head in s.battle.engaged().less(whole) {
            for member in s.members(head) {
                who.insert(member);
                if let Content::Unit(unit) = s.content(member) {
                    units |= 1 << unit.index();
                }
            }
        }
        Self { rules, eye, whole, who, units, leads }
    }

    /// Whether it is a side that looks, and this is the other.
    pub fn from(&self, side: Side) -> bool {
        self.eye == Eye::Of(side.enemy())
    }

    fn unit(&self, unit: UnitNo) -> bool {
        !self.from(self.rules.roster[unit].side()) || self.units & 1 << unit.index() != 0
    }
}

impl Montenotte {
    pub(super) fn letters_of(&self, markers: Markers) -> Vec<String> {
        let known = self.side_markers[0].or(self.side_markers[1]);
        markers.and(known).map(|marker| self.marker_name(marker)).collect()
    }

    pub(super) fn side_word(&self, code: u8) -> Option<String> {
        side_of(code).map(|side| self.side_name(side).to_owned())
    }

    /// The document of a position, with what this eye may see. It is built from nothing: what is secret is copied only if
    /// it may be seen.
    pub(in super::super) fn document(&self, s: &State, eye: Eye) -> Document {
        let secrets = Secrets::new(self, s, eye);
        // Named one by one, so that a field that is added to the state does not go unwritten.
        let State {
            turn,
            verdict,
            outcome,
            weather,
            points,
            sardinian,
            sardinian_losses,
            reserve,
            coni,
            coni_taken,
            initiative,
            chosen,
            bid: _,
            done: _,
            spent: _,
            at: _,
            content: _,
            into: _,
            fatigue: _,
            status: _,
            report: _,
            sp: _,
            initial: _,
            cursor: _,
            chariots: _,
            marks: _,
            control,
            pillaged: _,
            cup,
            aside,
            battle: _,
            agenda,
        } = s;
        let chosen = usize::from(*chosen).checked_sub(1).and_then(MarkerId::new);
        let coalition = !secrets.from(Side::Second);
        let own = |markers: Markers| markers.and(secrets.whole);
        let mut in_cup = self.letters_of(own(Markers::from_bits(*cup as u32)));
        if cup >> INERTIA & 1 != 0 {
            in_cup.push(INERTIA_NAME.to_owned());
        }
        Document {
            turn: *turn,
            ended: (*verdict != 0).then(|| Ended {
                winner: self.side_word(*verdict),
                outcome: Outcome::ALL.get(usize::from(*outcome)).copied().unwrap_or(Outcome::Draw),
            }),
            weather: *weather,
            points: *points,
            sardinian_morale: *sardinian,
            sardinian_losses: *sardinian_losses,
            reserve: if coalition { *reserve } else { 0 },
            // The French know of it before the others do.
            coni_since: if secrets.from(Side::First) { 0 } else { *coni },
            coni_taken: told(*coni_taken),
            initiative: self.side_word(*initiative),
            chosen: chosen.filter(|_| coalition).map(|marker| self.marker_name(marker)),
            sides: Side::BOTH
                .into_iter()
                .map(|side| (self.side_name(side).to_owned(), self.side_entry(s, side, &secrets)))
                .filter(|(_, entry)| !nothing(entry))
                .collect(),
            spent: self
                .roster
                .chief_ids()
                .filter(|chief| !secrets.from(self.roster[*chief].side) && s.spent[chief.index()] > 0)
                .map(|chief| (self.roster[chief].name.clone(), s.spent[chief.index()]))
                .collect(),
            markers: self.marker_entries(s, &secrets),
            units: self
                .roster
                .numbers()
                .filter(|unit| secrets.unit(*unit))
                .map(|unit| (self.roster[unit].name.clone(), self.unit_entry(s, unit, &secrets)))
                .filter(|(_, entry)| !nothing(entry))
                .collect(),
            places: self
                .scenario
                .places
                .iter()
                .zip(control)
                .filter(|(_, camp)| **camp != Camp::Nobody)
                .map(|(place, camp)| (place.name.clone(), *camp))
                .collect(),
            pillaged: self.pillaged_hexes(s),
            cup: in_cup,
            aside: self.letters_of(own(*aside)),
            battle: self.battle_entry(s, &secrets),
            agenda: agenda.iter().map(|frame| self.frame_value(frame, &secrets)).collect(),
        }
    }

    fn side_entry(&self, s: &State, side: Side, secrets: &Secrets<'_>) -> SideEntry {
        let (bid, done) = (s.bid[side.index()], s.done[side.index()]);
        if !secrets.from(side) {
            return SideEntry { bid, done };
        }
        // How far it is with what it does in secret is not seen, only that it has ended.
        let hidden = s.agenda.top() == Some(Frame::Turn(Step::Command)) && done < 2;
        SideEntry { bid: Bid::Unsaid, done: if hidden { 0 } else { done } }
    }

    /// What the enemy has said, though not what it said.
    pub(in super::super) fn said(&self, s: &State, side: Side) -> Told {
        if s.bid[side.index()] == Bid::Unsaid { Told::No } else { Told::Yes }
    }

    fn unit_entry(&self, s: &State, unit: UnitNo, secrets: &Secrets<'_>) -> UnitEntry {
        let i = unit.index();
        let shown = UnitEntry { sp: s.sp[i], cursor: s.cursor[i], ..UnitEntry::default() };
        if secrets.from(self.roster[unit].side()) {
            shown
        } else {
            UnitEntry { initial: s.initial[i], chariots: s.chariots[i], ..shown }
        }
    }

    fn marker_entries(&self, s: &State, secrets: &Secrets<'_>) -> BTreeMap<String, MarkerEntry> {
        let all = self.side_markers[0].or(self.side_markers[1]);
        all.map(|marker| (self.marker_name(marker), self.marker_entry(s, marker, secrets)))
            .filter(|(_, entry)| !nothing(entry))
            .collect()
    }

    fn who(&self, s: &State, marker: MarkerId) -> Option<Who> {
        if self.brigade_of(marker).is_some() {
            return None;
        }
        match s.content(marker) {
            Content::Off => None,
            Content::Chief(chief) => Some(Who::Chief(self.roster[chief].name.clone())),
            Content::Unit(unit) => Some(Who::Unit(self.roster[unit].name.clone())),
            Content::Decoy => Some(Who::Decoy),
        }
    }

    fn marker_entry(&self, s: &State, marker: MarkerId, secrets: &Secrets<'_>) -> MarkerEntry {
        let hex = |at: Option<crate::hex::Cell>| at.map(|cell| self.hex_name(cell));
        let with = || s.fused(marker).map(|head| self.marker_name(head));
        let lies = |mark: &Mark| s.marked(*mark).has(marker);
        if secrets.whole.has(marker) {
            return MarkerEntry {
                who: self.who(s, marker),
                hex: hex(s.at(marker)),
                with: with(),
                fatigue: s.fatigue(marker),
                status: s.status(marker),
                report: s.report(marker),
                marks: MARKS.into_iter().filter(lies).collect(),
            };
        }
        let engaged = s.battle.engaged().has(s.head(marker));
        let Some(at) = self.shown_at(s, marker) else {
            // In the force of an engaged general-in-chief.
            return if engaged && s.fused(marker).is_some() {
                MarkerEntry { who: self.who(s, marker), with: with(), ..MarkerEntry::default() }
            } else {
                MarkerEntry::default()
            };
        };
        let mut entry = MarkerEntry {
            hex: hex(Some(at)),
            report: s.report(marker),
            marks: OPEN.into_iter().filter(lies).collect(),
            ..MarkerEntry::default()
        };
        if secrets.who.has(marker) {
            entry.who = self.who(s, marker);
        }
        if self.rulings.fatigue_visible == FatigueVisible::Open {
            entry.fatigue = s.fatigue(marker);
            entry.status = s.status(marker);
            entry.marks.extend(Some(Mark::OutOfSupply).filter(lies));
        }
        entry
    }

    pub(super) fn pillaged_hexes(&self, s: &State) -> Vec<String> {
        self.settlements().filter(|(_, bit)| s.pillaged >> bit & 1 != 0).map(|(cell, _)| self.hex_name(cell)).collect()
    }

    /// The settlements of the map with their bits.
    pub(super) fn settlements(&self) -> impl Iterator<Item = (crate::hex::Cell, u32)> + '_ {
        self.map.grid.cells().filter(|cell| self.map.settlement(*cell).is_some()).zip(0..64)
    }

    /// A step under way. What an enemy's force has left and may do is not seen: only what it has done.
    fn frame_value(&self, frame: Frame, secrets: &Secrets<'_>) -> Value {
        let hidden = |marker: MarkerId| !secrets.whole.has(marker);
        let frame = match frame {
            Frame::Acting(acting) if hidden(acting.marker) => {
                let seen = Acting::MOVED | Acting::EVER | Acting::DID | Acting::FOUGHT;
                Frame::Acting(Acting { left: 0, flags: acting.flags & seen, ..acting })
            }
            // Until it marches, it is a force that acts like any other.
            Frame::Compulsory { marker } if hidden(marker) => {
                Frame::Acting(Acting { marker, left: 0, rapid: 0, flags: 0 })
            }
            Frame::Marching { marker, steps, .. } if hidden(marker) => Frame::Marching { marker, left: 0, steps },
            other => other,
        };
        names::write(&frame, self)
    }
}
