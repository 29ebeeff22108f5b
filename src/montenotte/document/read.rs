//! Reading a document: every name looked up, every contradiction found, all faults at once.

use std::collections::BTreeMap;

use super::super::Montenotte;
use super::super::ids::{MarkerId, Markers, UnitNo};
use super::super::map::Fort;
use super::super::names::{CHIEF, INERTIA_NAME, MARKER, UNIT};
use super::super::state::{Content, INERTIA, Mark, State, code_of};
use super::super::words::Outcome;
use super::{Document, MarkerEntry, UnitEntry, Who};
use crate::figures::{Fault, FaultKind, Faults};
use crate::hex::Cell;
use crate::names::{Names, SIDE, fault};
use crate::side::Side;

/// The name of documents in faults.
pub(in super::super) const FILE: &str = "document";
/// No count of a position comes near this: points left, hexes gone, losses due.
pub(super) const MOST: u8 = 99;
/// No total of a position comes near this.
const MOST_POINTS: i16 = 999;
/// How often a side can be done in a step that asks it: twice where it first commands and then arranges.
const MOST_DONE: u8 = 2;

/// A document on its way to a state.
pub(super) struct Reading<'r> {
    pub rules: &'r Montenotte,
    pub faults: Faults,
    pub s: State,
}

impl<'r> Reading<'r> {
    pub fn new(rules: &'r Montenotte) -> Self {
        Self { rules, faults: Faults::default(), s: State::empty() }
    }

    pub fn wrong(&mut self, path: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) {
        self.faults.faults.push(fault(FILE, path, expected, found));
    }

    fn unknown(&mut self, path: &str, expected: &str, name: &str) {
        let kind = FaultKind::UnknownName { expected: expected.to_owned(), name: name.to_owned() };
        self.faults.faults.push(Fault { file: FILE.into(), line: None, path: path.to_owned(), kind });
    }

    /// An id by its name.
    fn id(&mut self, kind: &str, path: &str, name: &str) -> Option<usize> {
        let id = self.rules.id(kind, name);
        if id.is_none() {
            self.unknown(path, self.rules.what(kind).unwrap_or("a name"), name);
        }
        id.and_then(|id| usize::try_from(id).ok())
    }

    pub fn marker(&mut self, path: &str, name: &str) -> Option<MarkerId> {
        self.id(MARKER, path, name).and_then(MarkerId::new)
    }

    pub fn markers(&mut self, path: &str, names: &[String]) -> Markers {
        let mut markers = Markers::EMPTY;
        for name in names {
            let Some(marker) = self.marker(path, name) else { continue };
            if markers.has(marker) {
                self.wrong(path, "each marker once", name);
            }
            markers.insert(marker);
        }
        markers
    }

    pub fn unit(&mut self, path: &str, name: &str) -> Option<UnitNo> {
        self.id(UNIT, path, name).and_then(UnitNo::new)
    }

    pub fn side(&mut self, path: &str, name: &str) -> Option<Side> {
        self.id(SIDE, path, name).and_then(|place| Side::BOTH.get(place)).copied()
    }

    fn side_code(&mut self, path: &str, name: Option<&String>) -> u8 {
        name.and_then(|name| self.side(path, name)).map_or(0, code_of)
    }

    pub fn cell(&mut self, path: &str, name: &str) -> Option<Cell> {
        let cell = self.rules.hex_named(name);
        if cell.is_none() {
            self.wrong(path, "a hex of the map, as in 0714", name);
        }
        cell
    }

    pub fn count(&mut self, path: &str, count: u8) -> u8 {
        self.within(path, count, MOST)
    }

    pub fn strength(&mut self, path: &str, sp: u8) -> u8 {
        self.within(path, sp, u8::MAX)
    }

    fn within(&mut self, path: &str, count: u8, most: u8) -> u8 {
        if count > most {
            self.wrong(path, format!("0 to {most}"), count.to_string());
        }
        count.min(most)
    }

    /// Reads a whole document.
    pub fn read(mut self, document: &Document) -> Result<State, Faults> {
        self.head(document);
        for (name, entry) in &document.sides {
            let path = format!("sides.{name}");
            if let Some(side) = self.side(&path, name) {
                self.s.bid[side.index()] = entry.bid;
                self.s.done[side.index()] = self.within(&format!("{path}.done"), entry.done, MOST_DONE);
            }
        }
        for (name, halves) in &document.spent {
            let path = format!("spent.{name}");
            if let Some(chief) = self.id(CHIEF, &path, name)
                && let Some(slot) = self.s.spent.get_mut(chief)
            {
                *slot = *halves;
            }
            self.count(&path, *halves);
        }
        for marker in self.rules.side_markers[0].or(self.rules.side_markers[1]) {
            if let Some(brigade) = self.rules.brigade_of(marker) {
                self.s.content[marker.index()] = Content::Unit(brigade);
            }
        }
        self.letters(&document.markers);
        for (name, entry) in &document.markers {
            if let Some(marker) = self.rules.marker(name) {
                self.marker_entry(&format!("markers.{name}"), marker, entry);
            }
        }
        for (name, entry) in &document.units {
            let path = format!("units.{name}");
            if let Some(unit) = self.unit(&path, name) {
                self.unit_entry(&path, unit, entry);
            }
        }
        self.ground(document);
        if let Some(chosen) = &document.chosen
            && let Some(marker) = self.marker("chosen", chosen)
        {
            if self.rules.side(marker) != Side::Second || !matches!(self.s.content(marker), Content::Chief(_)) {
                self.wrong("chosen", "the marker of a general-in-chief of the Coalition", chosen.clone());
            }
            self.s.chosen = marker.index() as u8 + 1;
        }
        self.s.cup = self.cup(&document.cup);
        self.s.aside = self.waiting("aside", &document.aside);
        self.strengths();
        self.hexes();
        if let Some(entry) = &document.battle {
            self.battle(entry);
        }
        self.agenda(&document.agenda);
        self.faults.or_none()?;
        Ok(self.s)
    }

    fn head(&mut self, document: &Document) {
        let turns = self.rules.scenario.turns;
        if document.turn == 0 || document.turn > turns {
            self.wrong("turn", format!("a turn from 1 to {turns}"), document.turn.to_string());
        }
        self.s.turn = document.turn;
        if let Some(ended) = &document.ended {
            let winner = ended.winner.as_ref().and_then(|side| self.side("ended.winner", side));
            self.s.verdict = winner.map_or(3, code_of);
            self.s.outcome = ended.outcome as u8;
            if winner.is_none() != (ended.outcome == Outcome::Draw) {
                self.wrong("ended", "a winner, but not in a draw", ended.outcome.to_string());
            }
        }
        self.s.weather = document.weather;
        if document.points.unsigned_abs() > MOST_POINTS.unsigned_abs() {
            self.wrong("points", format!("-{MOST_POINTS} to {MOST_POINTS}"), document.points.to_string());
        }
        self.s.points = document.points;
        let track = &self.rules.scenario.sardinian;
        let (least, most) = (track.french_victory.value, track.most.value);
        if document.sardinian_morale < least || document.sardinian_morale > most {
            self.wrong("sardinian-morale", format!("{least} to {most}"), document.sardinian_morale.to_string());
        }
        self.s.sardinian = document.sardinian_morale;
        self.s.sardinian_losses = self.count("sardinian-losses", document.sardinian_losses);
        self.s.reserve = self.count("reserve", document.reserve);
        if document.coni_since > document.turn {
            self.wrong("coni-since", "a turn that has come", document.coni_since.to_string());
        }
        self.s.coni = document.coni_since;
        self.s.coni_taken = document.coni_taken as u8;
        self.s.initiative = self.side_code("initiative", document.initiative.as_ref());
    }

    /// Who stands under which letter: each general once, decoys as many as there are letters for.
    fn letters(&mut self, entries: &BTreeMap<String, MarkerEntry>) {
        let mut dealt: Vec<&Who> = Vec::new();
        for (name, entry) in entries {
            let path = format!("markers.{name}");
            let Some(marker) = self.marker(&path, name) else { continue };
            let Some(who) = &entry.who else { continue };
            let path = format!("{path}.who");
            if self.rules.brigade_of(marker).is_some() {
                self.wrong(&path, "nothing: the marker is a brigade's own", "someone");
                continue;
            }
            let (content, side) = match who {
                Who::Decoy => (Some(Content::Decoy), Some(self.rules.side(marker))),
                Who::Chief(chief) => {
                    let found = self.id(CHIEF, &path, chief).and_then(super::super::ids::ChiefId::new);
                    (found.map(Content::Chief), found.map(|chief| self.rules.roster[chief].side))
                }
                Who::Unit(unit) => {
                    let found = self.unit(&path, unit);
                    if found.is_some_and(|unit| !self.rules.roster[unit].is_division()) {
                        self.wrong(&path, "a division: a brigade has a marker of its own", unit.clone());
                    }
                    (found.map(Content::Unit), found.map(|unit| self.rules.roster[unit].side()))
                }
            };
            if side.is_some_and(|side| side != self.rules.side(marker)) {
                self.wrong(&path, "someone of the marker's side", format!("{who:?}"));
            }
            if *who != Who::Decoy && dealt.contains(&who) {
                self.wrong(&path, "each general under one letter", format!("{who:?}"));
            }
            dealt.push(who);
            self.s.content[marker.index()] = content.unwrap_or_default();
        }
    }

    fn marker_entry(&mut self, path: &str, marker: MarkerId, entry: &MarkerEntry) {
        let MarkerEntry { who: _, hex, with, fatigue, status, report, marks } = entry;
        let i = marker.index();
        self.s.at[i] = hex.as_ref().and_then(|hex| self.cell(&format!("{path}.hex"), hex));
        if self.s.at[i].is_some() && self.s.content(marker) == Content::Off {
            self.wrong(format!("{path}.who"), "who stands under a marker on the map", "nobody");
        }
        if let Some(head) = with {
            let path = format!("{path}.with");
            if hex.is_some() {
                self.wrong(&path, "nobody, for a marker on the map", head.clone());
            }
            if let Some(head) = self.marker(&path, head) {
                self.s.into[i] = head.index() as u8 + 1;
            }
        }
        self.s.fatigue[i] = self.within(&format!("{path}.fatigue"), *fatigue, self.rules.charts.fatigue.most.value);
        self.s.status[i] = *status;
        self.count(&format!("{path}.report.sp"), report.sp);
        self.within(&format!("{path}.report.percent"), report.percent, 100);
        self.s.report[i] = *report;
        for (n, mark) in marks.iter().enumerate() {
            if marks[..n].contains(mark) {
                self.wrong(format!("{path}.marks.{n}"), "each mark once", format!("{mark:?}"));
            }
            self.s.marks[*mark as usize].insert(marker);
        }
        if let Some(cell) = self.s.at[i]
            && marks.contains(&Mark::InFort)
            && self.rules.map.fort(cell) != Fort::Here
        {
            self.wrong(
                format!("{path}.marks"),
                "a fort in the hex of a force that is in one",
                self.rules.hex_name(cell),
            );
        }
    }

    fn unit_entry(&mut self, path: &str, unit: UnitNo, entry: &UnitEntry) {
        let i = unit.index();
        self.s.sp[i] = self.count(&format!("{path}.sp"), entry.sp);
        self.s.initial[i] = self.count(&format!("{path}.initial"), entry.initial);
        let m = &self.rules.charts.morale;
        let (least, most) = (m.cursor_least.value, m.cursor_most.value);
        if entry.cursor < least || entry.cursor > most {
            self.wrong(format!("{path}.cursor"), format!("{least} to {most}"), entry.cursor.to_string());
        }
        self.s.cursor[i] = entry.cursor;
        let most = if self.rules.has_chariots(unit) { MOST } else { 0 };
        self.s.chariots[i] = self.within(&format!("{path}.chariots"), entry.chariots, most);
    }

    fn ground(&mut self, document: &Document) {
        for (name, camp) in &document.places {
            match self.rules.scenario.places.iter().position(|place| place.name == *name) {
                Some(place) => {
                    if let Some(slot) = self.s.control.get_mut(place) {
                        *slot = *camp;
                    }
                }
                None => self.unknown(&format!("places.{name}"), "a place of the scenario", name),
            }
        }
        for (i, name) in document.pillaged.iter().enumerate() {
            let path = format!("pillaged.{i}");
            let Some(cell) = self.cell(&path, name) else { continue };
            let bit = self.rules.settlements().find(|(one, _)| *one == cell).map(|(_, bit)| bit);
            match bit {
                Some(bit) => self.s.pillaged |= 1 << bit,
                None => self.wrong(path, "the hex of a settlement", name.clone()),
            }
        }
    }

    /// Letters that wait to be drawn.
    fn waiting(&mut self, path: &str, names: &[String]) -> Markers {
        let markers = self.markers(path, names);
        if let Some(marker) = markers.less(self.rules.lettered[0].or(self.rules.lettered[1])).lowest() {
            self.wrong(path, "letters: a brigade acts on its division's", self.rules.marker_name(marker));
        }
        markers
    }

    fn cup(&mut self, names: &[String]) -> u64 {
        let letters: Vec<String> = names.iter().filter(|name| *name != INERTIA_NAME).cloned().collect();
        let inertia = names.len() - letters.len();
        if inertia > 1 {
            self.wrong("cup", "each marker once", INERTIA_NAME);
        }
        u64::from(self.waiting("cup", &letters).bits()) | if inertia > 0 { 1 << INERTIA } else { 0 }
    }

    /// Whoever has strength is on the map or in the force of a general-in-chief, and the other way round.
    fn strengths(&mut self) {
        let rules = self.rules;
        for marker in rules.side_markers[0].or(rules.side_markers[1]) {
            let path = format!("markers.{}", rules.marker_name(marker));
            if let Some(head) = self.s.fused(marker) {
                let chief = matches!(self.s.content(head), Content::Chief(_));
                let unit = matches!(self.s.content(marker), Content::Unit(_));
                if !chief || !unit || self.s.at(head).is_none() || rules.side(head) != rules.side(marker) {
                    self.wrong(
                        format!("{path}.with"),
                        "a unit with a general-in-chief of its side who is on the map",
                        rules.marker_name(head),
                    );
                    self.s.into[marker.index()] = 0;
                }
            }
            if let Content::Unit(unit) = self.s.content(marker)
                && self.s.at(self.s.head(marker)).is_some()
                && self.s.sp(unit) == 0
            {
                self.wrong(format!("units.{}.sp", rules.roster[unit].name), "the strength of a unit in play", "none");
            }
        }
        for unit in rules.roster.numbers() {
            if self.s.sp(unit) == 0 {
                continue;
            }
            let marker = self.s.marker_of(Content::Unit(unit));
            if marker.is_none_or(|marker| self.s.at(self.s.head(marker)).is_none()) && self.dealt() {
                let name = &rules.roster[unit].name;
                self.wrong(
                    format!("units.{name}.sp"),
                    "no strength of a unit that is not in play",
                    self.s.sp(unit).to_string(),
                );
            }
        }
    }

    /// Whether the letters are dealt: before, the units are nowhere yet.
    fn dealt(&self) -> bool {
        self.rules.lettered[0].or(self.rules.lettered[1]).any(|marker| self.s.content(marker) != Content::Off)
    }

    /// Enemies share a hex only where one of them is in a fort.
    fn hexes(&mut self) {
        let rules = self.rules;
        let mut done: Vec<Cell> = Vec::new();
        for marker in self.s.on_map().and(rules.side_markers[1]) {
            let Some(cell) = self.s.at(marker) else { continue };
            let here = self.s.markers_at(cell);
            let both = here.meets(rules.side_markers[0]);
            if both && !here.meets(self.s.marked(Mark::InFort)) && !done.contains(&cell) {
                done.push(cell);
                let path = format!("markers.{}.hex", rules.marker_name(marker));
                self.wrong(path, "a hex without enemies who are not in a fort", rules.hex_name(cell));
            }
        }
    }
}
