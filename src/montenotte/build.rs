//! Positions built by hand, for tests and for players who begin in the middle.

use super::Montenotte;
use super::frame::{Frame, Step};
use super::ids::{MarkerId, UnitNo};
use super::state::{Content, Mark, State, Status, Weather};
use crate::agenda::Agenda;
use crate::hex::{Cell, Hex};
use crate::side::Side;

/// What is wrong with a position that is being built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildFault {
    /// No such general, division, brigade or decoy.
    #[error("there is no `{0}` in this set-up")]
    Unknown(String),
    /// No such hex.
    #[error("there is no hex `{0}` on this map")]
    Hex(String),
    /// A strength for someone who has none.
    #[error("`{0}` has no strength of its own")]
    NoUnit(String),
    /// Two forces that cannot be one.
    #[error("`{0}` cannot be fused into `{1}`")]
    Fusion(String, String),
}

/// A position that is being built: the set-up of the scenario with its letters dealt in order, changed bit by bit. Faults
/// are kept until [`finish`](Self::finish).
#[derive(Clone, Debug)]
pub struct Builder<'r> {
    rules: &'r Montenotte,
    state: State,
    fault: Option<BuildFault>,
}

impl Montenotte {
    /// Begins a position: the set-up, with the letters dealt in the order of the roster, before the weather of turn 1.
    pub fn build(&self) -> Builder<'_> {
        let mut state = self.before_dealing();
        for side in Side::BOTH {
            for (marker, (content, at)) in self.lettered[side.index()].into_iter().zip(self.dealt(side)) {
                state.content[marker.index()] = content;
                state.at[marker.index()] = at;
            }
        }
        state.marks[Mark::Shown as usize] = state.on_map();
        state.agenda = Agenda::new();
        let _ = state.agenda.push(Frame::Turn(Step::Weather));
        Builder { rules: self, state, fault: None }
    }

    /// The marker of a general, division, brigade or decoy by name; decoys are called `French decoy 1` and so on.
    pub fn marker_named(&self, s: &State, name: &str) -> Option<MarkerId> {
        if let Some(chief) = self.roster.chief(name)
            && let Some(marker) = s.marker_of(Content::Chief(chief))
        {
            return Some(marker);
        }
        if let Some(unit) = self.roster.unit(name) {
            return s.marker_of(Content::Unit(unit));
        }
        let (camp, nth) = name.split_once(" decoy ")?;
        let side = match camp {
            "French" => Side::First,
            "Coalition" => Side::Second,
            _ => return None,
        };
        let nth = nth.parse::<usize>().ok()?.checked_sub(1)?;
        self.side_markers[side.index()].filter(|marker| s.content(*marker) == Content::Decoy).nth(nth)
    }
}

impl Builder<'_> {
    fn fail(&mut self, fault: BuildFault) {
        self.fault.get_or_insert(fault);
    }

    fn marker(&mut self, name: &str) -> Option<MarkerId> {
        let found = self.rules.marker_named(&self.state, name);
        if found.is_none() {
            self.fail(BuildFault::Unknown(name.to_owned()));
        }
        found
    }

    fn unit(&mut self, name: &str) -> Option<UnitNo> {
        let found = self.rules.roster.unit(name);
        if found.is_none() {
            self.fail(BuildFault::NoUnit(name.to_owned()));
        }
        found
    }

    fn cell(&mut self, hex: &str) -> Option<Cell> {
        let found = hex.parse::<Hex>().ok().and_then(|hex| self.rules.map.grid.cell(hex));
        if found.is_none() {
            self.fail(BuildFault::Hex(hex.to_owned()));
        }
        found
    }

    /// Puts a force into a hex.
    #[must_use]
    pub fn at(mut self, name: &str, hex: &str) -> Self {
        if let (Some(marker), Some(cell)) = (self.marker(name), self.cell(hex)) {
            self.state.at[marker.index()] = Some(cell);
            self.state.into[marker.index()] = 0;
            self.state.marks[Mark::Shown as usize].insert(marker);
        }
        self
    }

    /// Takes a force off the map.
    #[must_use]
    pub fn off(mut self, name: &str) -> Self {
        if let Some(marker) = self.marker(name) {
            self.state.at[marker.index()] = None;
            self.state.into[marker.index()] = 0;
            self.state.marks[Mark::Shown as usize].remove(marker);
            if let Content::Unit(unit) = self.state.content(marker) {
                self.state.sp[unit.index()] = 0;
            }
        }
        self
    }

    /// Takes everyone off the map but these.
    #[must_use]
    pub fn only(mut self, names: &[&str]) -> Self {
        let kept: Vec<MarkerId> = names.iter().filter_map(|name| self.marker(name)).collect();
        for marker in MarkerId::all().filter(|marker| !kept.contains(marker)) {
            self.state.at[marker.index()] = None;
            self.state.marks[Mark::Shown as usize].remove(marker);
            if let Content::Unit(unit) = self.state.content(marker) {
                self.state.sp[unit.index()] = 0;
            }
        }
        self
    }

    /// The strength of a unit.
    #[must_use]
    pub fn strength(mut self, name: &str, sp: u8) -> Self {
        if let Some(unit) = self.unit(name) {
            self.state.sp[unit.index()] = sp;
            self.state.initial[unit.index()] = sp;
        }
        self
    }

    /// The notch of a division's cursor.
    #[must_use]
    pub fn cursor(mut self, name: &str, notch: i8) -> Self {
        if let Some(unit) = self.unit(name) {
            self.state.cursor[unit.index()] = notch;
        }
        self
    }

    /// The chariots of a division.
    #[must_use]
    pub fn chariots(mut self, name: &str, left: u8) -> Self {
        if let Some(unit) = self.unit(name) {
            self.state.chariots[unit.index()] = left;
        }
        self
    }

    /// The fatigue of a force, 0 to 2.
    #[must_use]
    pub fn fatigue(mut self, name: &str, level: u8) -> Self {
        if let Some(marker) = self.marker(name) {
            self.state.fatigue[marker.index()] = level.min(2);
        }
        self
    }

    /// The status of a force.
    #[must_use]
    pub fn status(mut self, name: &str, status: Status) -> Self {
        if let Some(marker) = self.marker(name) {
            self.state.status[marker.index()] = status;
        }
        self
    }

    /// Lays a mark on a force.
    #[must_use]
    pub fn mark(mut self, name: &str, mark: Mark) -> Self {
        if let Some(marker) = self.marker(name) {
            self.state.marks[mark as usize].insert(marker);
        }
        self
    }

    /// Fuses a force into a general-in-chief's.
    #[must_use]
    pub fn fuse(mut self, name: &str, into: &str) -> Self {
        if let (Some(marker), Some(head)) = (self.marker(name), self.marker(into)) {
            let chief = matches!(self.state.content(head), Content::Chief(_)) && self.state.at(head).is_some();
            let unit = matches!(self.state.content(marker), Content::Unit(_));
            if chief && unit && self.rules.side(marker) == self.rules.side(head) {
                self.state.at[marker.index()] = None;
                self.state.into[marker.index()] = head.index() as u8 + 1;
                self.state.marks[Mark::Shown as usize].remove(marker);
            } else {
                self.fail(BuildFault::Fusion(name.to_owned(), into.to_owned()));
            }
        }
        self
    }

    /// The turn, from 1.
    #[must_use]
    pub fn turn(mut self, turn: u8) -> Self {
        self.state.turn = turn.max(1);
        self
    }

    /// The weather.
    #[must_use]
    pub fn weather(mut self, weather: Weather) -> Self {
        self.state.weather = weather;
        self
    }

    /// Victory points.
    #[must_use]
    pub fn points(mut self, points: i16) -> Self {
        self.state.points = points;
        self
    }

    /// The Sardinian track.
    #[must_use]
    pub fn sardinian_morale(mut self, morale: i8) -> Self {
        self.state.sardinian = morale;
        self
    }

    /// The step of the turn that comes next.
    #[must_use]
    pub fn step(mut self, step: Step) -> Self {
        self.state.agenda = Agenda::new();
        let _ = self.state.agenda.push(Frame::Turn(step));
        self
    }

    /// The position; [`resume`](crate::ruleset::Ruleset::resume) takes the automatic steps that are due in it.
    ///
    /// # Errors
    /// The first thing that was wrong.
    pub fn finish(mut self) -> Result<State, BuildFault> {
        let rules = self.rules;
        for unit in rules.roster.numbers() {
            if let Some(marker) = self.state.marker_of(Content::Unit(unit))
                && rules.is_demoralised(&self.state, unit, marker)
            {
                self.state.marks[Mark::Demoralised as usize].insert(marker);
            }
        }
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.state),
        }
    }
}
