//! Reserve activations (phase D bis, an option of Rivoli; R optional 1.D.bis).

use super::action::Action;
use super::edition::OptionalRules;
use super::event::Event;
use super::frame::{Frame, Step, Trial};
use super::label::Label;
use super::play::{Done, Judged, Table, lost};
use super::rulings::ReserveTest;
use super::state::{Mark, MarkerId, Progress, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, draw};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Rule;
use crate::side::{Side, UnitId, UnitSet};

/// Phase D bis comes between D and E.
const PHASE: Cite = Cite::only(rule!("R optional 1/1"));
/// Each side activates one formation, the initiative decides who first.
const EACH_SIDE: Cite = Cite::only(rule!("R optional 1.D.bis/1"));
/// Not without strategic initiative.
const NO_INITIATIVE: Cite = Cite::only(rule!("R optional 1.D.bis/2"));
/// A third activation of the formation.
const THIRD: Cite = Cite::only(rule!("R optional 1.D.bis/3"));
/// One unit of it in the commander's radius.
const IN_RADIUS: Cite = Cite::only(rule!("R optional 1.D.bis/4"));
/// Only units not beside an enemy.
const APART: Cite = Cite::only(rule!("R optional 1.D.bis/5"));
/// As without orders, without a test of initiative.
const WITHOUT_ORDERS: Cite = Cite::only(rule!("R optional 1.D.bis/6"));
/// They do not rally.
pub(super) const NO_RALLY: Cite = Cite::only(rule!("R optional 1.D.bis/7"));
/// They test cohesion at the end of their movement.
const TEST: Cite = Cite::only(rule!("R optional 1.D.bis/8"));
/// Only a formation whose marker was in the cup.
const IN_CUP: Cite = Cite::only(rule!("R optional 1.D.bis/9"));

impl JoursDeGloire {
    /// Whether the turn has a phase D bis.
    pub(super) fn has_reserves(&self) -> bool {
        self.options.reserve.on() && self.edition().optional_rules() == OptionalRules::Offered
    }

    /// Whether an activation of phase D bis is under way: no initiative, no rally, a test after each movement.
    pub fn in_reserve(&self, s: &State) -> bool {
        s.agenda.get(0) == Some(Frame::Reserve) && s.acting != 0
    }

    /// Whose reserve activation is next, once it is decided who goes first.
    fn reserve_turn(&self, s: &State) -> Option<Side> {
        let first = match s.reserve {
            1 => Side::First,
            2 => Side::Second,
            _ => return None,
        };
        [first, first.enemy()].into_iter().find(|side| s.progress[side.index()] < Progress::Reserved)
    }

    pub(super) fn asked_reserve(&self, s: &State) -> [Option<Rule>; 2] {
        let mut asked = [None; 2];
        let Some(side) = self.initiative(s) else { return asked };
        if s.reserve == 0 {
            asked[side.index()] = Some(self.cite(EACH_SIDE));
        } else if let Some(side) = self.reserve_turn(s) {
            asked[side.index()] = Some(self.cite(EACH_SIDE));
        }
        asked
    }

    pub(super) fn judge_reserve(&self, s: &State, by: Side, action: &Action) -> Judged {
        match *action {
            Action::First { .. } if s.reserve == 0 => Ok(()),
            Action::Done if s.reserve != 0 => Ok(()),
            Action::Activate { unit } if s.reserve != 0 => self.judge_reserve_unit(s, by, unit),
            _ => self.no(EACH_SIDE, Why::NoAnswer),
        }
    }

    fn judge_reserve_unit(&self, s: &State, by: Side, unit: UnitId) -> Judged {
        if !self.knows(unit) {
            return self.no(EACH_SIDE, Why::Unknown);
        }
        if self.side_of(unit) != by {
            return self.no(EACH_SIDE, Why::NotYours(unit));
        }
        if s.at(unit).is_none() {
            return self.no(EACH_SIDE, Why::NotThere(unit));
        }
        let units = self.commanded(s, self.commanded_with(s, unit));
        match units.lowest() {
            // A formation is named by its first unit, so that it has one name.
            Some(first) if first != unit => return self.no(EACH_SIDE, Why::Precedence(first)),
            _ => {}
        }
        if self.pooled_marker(s, unit).is_none() {
            return self.no(IN_CUP, Why::NotInCup(unit));
        }
        if self.in_reach(s, by, units) == 0 {
            let ranges = self.commanding(s, by).filter_map(|commander| self.roster.commander(commander));
            return self.no(IN_RADIUS, Why::OutOfRange(ranges.map(|commander| commander.range).max().unwrap_or(0)));
        }
        if self.apart(s, units).is_empty()
            && let Some(enemy) = self.beside(s, unit).lowest()
        {
            return self.no(APART, Why::Adjacent { unit, enemy });
        }
        Ok(())
    }

    /// A marker of the unit's formation that was in the cup this turn, or began it.
    fn pooled_marker(&self, s: &State, unit: UnitId) -> Option<MarkerId> {
        let formation = self.roster.formation(self.commanded_with(s, unit))?;
        formation.markers.iter().copied().find(|marker| s.pooled & marker.bit() != 0)
    }

    fn beside(&self, s: &State, unit: UnitId) -> UnitSet {
        s.at(unit).map_or(UnitSet::EMPTY, |at| self.adjacent_to(s, at, self.side_of(unit).enemy()))
    }

    /// Those of these units that no enemy is beside.
    fn apart(&self, s: &State, units: UnitSet) -> UnitSet {
        units.filter(|unit| self.beside(s, *unit).is_empty()).collect()
    }

    pub(super) fn candidates_reserve(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for side in Side::BOTH {
            each(Action::First { side });
        }
        for formation in (0..self.roster.formations.len()).map(|place| super::state::FormationId(place as u8)) {
            if let Some(unit) = self.commanded(s, formation).and(self.units.side(by)).lowest() {
                each(Action::Activate { unit });
            }
        }
    }

    pub(super) fn perform_reserve<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::First { side } => desk.fact(Event::ReserveFirst { side }, self.cite(EACH_SIDE)),
            Action::Activate { unit } => {
                let s = desk.state();
                let marker = self.pooled_marker(s, unit).ok_or_else(|| lost("a reserve without a marker"))?;
                let units = self.apart(s, self.commanded(s, self.commanded_with(s, unit)));
                self.reach(by, Progress::Reserved, EACH_SIDE, desk);
                let rules = [EACH_SIDE, THIRD, NO_RALLY].map(|rule| self.cite(rule));
                desk.fact(Event::Activated { marker, side: by }, rules);
                let rules = [APART, IN_RADIUS, IN_CUP, WITHOUT_ORDERS].map(|rule| self.cite(rule));
                desk.fact(Event::ActiveUnits { units }, rules);
                // Nobody tests initiative: the activation begins with fire.
                self.begin_frame(Frame::Activation(Step::Fire), draw::DRAWN, desk)?;
            }
            _ => self.reach(by, Progress::Reserved, EACH_SIDE, desk),
        }
        Ok(())
    }

    pub(super) fn advance_reserve<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let rule = if self.initiative(desk.state()).is_none() { NO_INITIATIVE } else { PHASE };
        self.continue_frame(Frame::Rout, rule, desk);
        Ok(())
    }

    /// The tests of those who have not moved when the movement of a reserve activation ends: by the ruling
    /// `reserve-test-of-whom`.
    ///
    /// # Errors
    /// When the agenda is full.
    pub(super) fn reserve_tests_of_others<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        if self.rulings.reserve_test == ReserveTest::WhoMoves {
            return Ok(());
        }
        let s = desk.state();
        self.reserve_tests(s.marked(Mark::Active).less(s.marked(Mark::Moved)), desk)
    }

    /// The tests that units of a reserve activation owe at the end of their movement; none in another activation.
    ///
    /// # Errors
    /// When the agenda is full.
    pub(super) fn reserve_tests<J: Journal<Event, Label>>(&self, units: UnitSet, desk: &mut Table<'_, J>) -> Done {
        if !self.in_reserve(desk.state()) {
            return Ok(());
        }
        for unit in units {
            if desk.state().at(unit).is_some() {
                self.begin_frame(Frame::Test { unit, trial: Trial::Reserve }, TEST, desk)?;
            }
        }
        Ok(())
    }
}
