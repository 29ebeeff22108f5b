//! The units that the Furia Francese activates (R specific 2.2): two infantry units of one name and one cavalry unit.

use super::action::Action;
use super::charts::Arm;
use super::event::Event;
use super::frame::{Frame, Step};
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::state::{Mark, State};
use super::why::Why;
use super::{Cite, JoursDeGloire};
use crate::journal::Journal;
use crate::rule;
use crate::side::{Side, UnitId, UnitSet};

/// Two infantry units of one name and one cavalry unit, with orders.
const UNITS: Cite = Cite::only(rule!("R specific 2.2/4"));
/// They may act a third time in the turn.
const THIRD_TIME: Cite = Cite::only(rule!("R specific 2.2/5"));
/// How many infantry units.
const INFANTRY: usize = 2;
/// How many cavalry units.
const CAVALRY: usize = 1;

impl JoursDeGloire {
    /// The name that a unit shares with others: what stands before the comma (`Monnier, 18th I`).
    pub(super) fn shared_name(&self, unit: UnitId) -> &str {
        let name = self.roster.unit(unit).map_or("", |u| u.name.as_str());
        name.split_once(',').map_or(name, |(shared, _)| shared)
    }

    fn chosen(&self, s: &State, arm: Arm) -> UnitSet {
        s.marked(Mark::Active).and(self.units.arm(arm))
    }

    pub(super) fn asked_selection(&self, s: &State) -> Option<(Side, Cite)> {
        let side = s.acting()?;
        let mut own = self.units.side(side);
        own.any(|unit| self.judge_activate(s, side, unit).is_ok()).then_some((side, UNITS))
    }

    fn judge_activate(&self, s: &State, side: Side, unit: UnitId) -> Judged {
        if !self.knows(unit) {
            return self.no(UNITS, Why::Unknown);
        }
        if self.side_of(unit) != side {
            return self.no(UNITS, Why::NotYours(unit));
        }
        if s.at(unit).is_none() {
            return self.no(UNITS, Why::NotThere(unit));
        }
        if s.marked(Mark::Active).has(unit) {
            return self.no(UNITS, Why::Already(unit));
        }
        let arm = self.units.arm_of(unit);
        let chosen = self.chosen(s, arm);
        let most = match arm {
            Arm::Infantry => INFANTRY,
            Arm::Cavalry => CAVALRY,
            Arm::Artillery => return self.no(UNITS, Why::Arm(unit)),
        };
        if chosen.len() >= most {
            return self.no(UNITS, Why::OneTooMany(unit));
        }
        let alike = |other: UnitId| {
            let formations = (self.units.formation(unit), self.units.formation(other));
            formations.0 == formations.1 && self.shared_name(unit) == self.shared_name(other)
        };
        match chosen.lowest() {
            Some(other) if !alike(other) => self.no(UNITS, Why::OtherName { unit, with: other }),
            _ => Ok(()),
        }
    }

    pub(super) fn judge_selection(&self, s: &State, by: Side, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Activate { unit } => self.judge_activate(s, by, unit),
            _ => self.no(UNITS, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_selection(&self, _: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        self.units.side(by).for_each(|unit| each(Action::Activate { unit }));
    }

    pub(super) fn perform_selection<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        match *action {
            Action::Activate { unit } => {
                let rules = Cite::and(UNITS, THIRD_TIME, self.edition());
                for mark in [Mark::Active, Mark::Ordered] {
                    desk.fact(Event::AllMarked { mark, units: unit.only() }, rules);
                }
                Ok(())
            }
            _ => self.advance_selection(desk),
        }
    }

    /// Everybody is chosen: they act. All have orders, so that nobody tests initiative.
    pub(super) fn advance_selection<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        self.continue_frame(Frame::Activation(Step::Fire), UNITS, desk);
        Ok(())
    }
}
