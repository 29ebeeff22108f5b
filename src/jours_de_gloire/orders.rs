//! Orders (2.3): phase A, in which both sides act at once and in secret.
//!
//! A tactical group is named by its first unit in the order of the roster, so that it has one name.

use super::action::Action;
use super::edition::{OrderTo, OrdersPhase};
use super::event::Event;
use super::frame::Frame;
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::roster::Activates;
use super::state::{CommanderId, MarkerId, Progress, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, reinforcements};
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::Rule;
use crate::side::{Side, UnitId, UnitSet};

/// Each side chooses who receives orders.
pub(super) const CHOICE: Cite = cite!("R 2.3/1", "M 2.3.2/1");
/// With the option, tactical groups receive them.
const GROUP_CHOICE: Cite = cite!("R optional 2.3/5", "M 2.3.2/1");
/// A group's status lasts for the whole turn.
const FOR_THE_TURN: Cite = cite!("R 2.3/2", "M 2.3.2/2");
/// Orders are limited by the commander's potential.
pub(super) const LIMIT: Cite = cite!("R 2.3/3", "M 2.3.2/3");
/// Who has no order is without orders.
const WITHOUT: Cite = cite!("R 2.3/4", "M 2.3.2/4");
/// Orders lie face down.
const FACE_DOWN: Cite = cite!("R 2.3/5", "M 2.3.2/5");
/// With the option, one on each group.
const GROUP_FACE_DOWN: Cite = cite!("R optional 2.3/8", "M 2.3.2/5");
/// With the option, groups without an order are without orders.
const GROUP_WITHOUT: Cite = cite!("R optional 2.3/7", "M 2.3.2/4");
/// As long as his predecessor lives a successor has no influence.
pub(super) const NO_INFLUENCE: Cite = Cite::only(rule!("M specific 2.5/4"));
/// One unit must be in command range.
pub(super) const RANGE: Cite = cite!("R 2.3/6", "M 2.3.2/6");
/// With the option, one unit of the group.
const GROUP_RANGE: Cite = cite!("R optional 2.3/9", "M 2.3.2/6");
/// The range is a plain radius.
pub(super) const RADIUS: Cite = cite!("R 2.6/2", "M 2.5.1/2");
/// The parts of phase A in order.
const PARTS: Cite = cite!("R 1/1", "M 1.A/1");
/// Combined markers go into the cup.
const COMBINED: Cite = cite!("R 2.12/2", "M 2.1.2/1");
/// The Eagle's Eye.
const EYE: Cite = Cite::only(rule!("R specific 2.3/1"));
/// The phases follow in order.
pub(super) const PHASES: Cite = cite!("R 1/1", "M 1/1");

impl JoursDeGloire {
    fn by_groups(&self, formation: Cite, group: Cite) -> Cite {
        match self.order_to() {
            OrderTo::Formation => formation,
            OrderTo::TacticalGroup => group,
        }
    }

    pub(super) fn asked_orders(&self, s: &State) -> [Option<Rule>; 2] {
        let mut asked = [None; 2];
        if self.ungrouped(s) {
            return asked;
        }
        if s.done == [1; 2] {
            if let Some(side) = self.may_look(s) {
                asked[side.index()] = Some(self.cite(EYE));
            }
            return asked;
        }
        for side in Side::BOTH {
            if s.done[side.index()] == 0 {
                asked[side.index()] = Some(self.cite(self.by_groups(CHOICE, GROUP_CHOICE)));
            }
        }
        asked
    }

    /// The side that may look at the enemy's orders now (R specific 2.3): once in the game, at the end of the phase.
    fn may_look(&self, s: &State) -> Option<Side> {
        let side = self.scenario.specific.eagles_eye?;
        (s.looked == 0 && s.progress[side.index()] < Progress::Looked).then_some(side)
    }

    pub(super) fn judge_orders(&self, s: &State, by: Side, action: &Action) -> Judged {
        if s.done[by.index()] == 1 {
            return match action {
                Action::Look | Action::Done if self.may_look(s) == Some(by) => Ok(()),
                _ => self.no(PARTS, Why::TooLate),
            };
        }
        match *action {
            Action::Done => Ok(()),
            Action::Order { unit } => self.judge_order(s, by, unit),
            Action::EndReinforcement { unit } => self.judge_end_reinforcement(s, by, unit),
            Action::Marker { marker } => self.judge_combined(s, by, marker),
            Action::Look if self.may_look(s) == Some(by) => self.no(EYE, Why::NoAnswer),
            _ => self.no(CHOICE, Why::NoAnswer),
        }
    }

    /// What comes before in phase A is over (M 1.A).
    fn judge_progress(&self, s: &State, by: Side, part: Progress) -> Judged {
        match self.edition().orders_phase() {
            OrdersPhase::InOrder if s.progress[by.index()] > part => self.no(PARTS, Why::TooLate),
            _ => Ok(()),
        }
    }

    fn judge_own(&self, s: &State, by: Side, unit: UnitId) -> Judged {
        if !self.knows(unit) {
            return self.no(CHOICE, Why::Unknown);
        }
        if self.side_of(unit) != by {
            return self.no(CHOICE, Why::NotYours(unit));
        }
        if s.at(unit).is_none() {
            return self.no(CHOICE, Why::NotThere(unit));
        }
        Ok(())
    }

    fn judge_order(&self, s: &State, by: Side, unit: UnitId) -> Judged {
        self.judge_own(s, by, unit)?;
        let group = self.group(s, unit);
        match group.lowest() {
            Some(first) if first != unit => return self.no(CHOICE, Why::Precedence(first)),
            _ => {}
        }
        if s.orders.has(unit) {
            return self.no(self.by_groups(CHOICE, GROUP_CHOICE), Why::Already(unit));
        }
        let commanders = self.commanding(s, by);
        let Some(range) = commanders.clone().filter_map(|c| self.roster.commander(c)).map(|c| c.range).max() else {
            return self.no(LIMIT, Why::NoCommander);
        };
        let reach = self.in_reach(s, by, group);
        if reach == 0 {
            if self.in_reach_of_waiting(s, by, group) {
                return self.no(NO_INFLUENCE, Why::OutOfRange(range));
            }
            return self.no(self.by_groups(RANGE, GROUP_RANGE), Why::OutOfRange(range));
        }
        if !self.affordable(s, by, reach) {
            let all = commanders.filter_map(|c| self.roster.commander(c)).map(|c| c.orders);
            return self.no(LIMIT, Why::NoOrders(all.fold(0, u8::saturating_add)));
        }
        Ok(())
    }

    /// The commanders of a side within whose range one of these units stands, a bit for each (2.6, M 2.5.1).
    pub(super) fn in_reach(&self, s: &State, side: Side, units: UnitSet) -> u8 {
        let mut reach = 0;
        for commander in self.commanding(s, side) {
            if self.in_range(s, commander, units) {
                reach |= 1 << commander.0;
            }
        }
        reach
    }

    fn in_range(&self, s: &State, commander: CommanderId, units: UnitSet) -> bool {
        let Some(range) = self.roster.commander(commander).map(|c| c.range) else { return false };
        let Some(post) = self.post(s, commander) else { return false };
        units.into_iter().any(|unit| s.at(unit).is_some_and(|at| self.map.grid.distance(post, at) <= range))
    }

    /// Whether a commander who may not command yet would reach one of these units.
    fn in_reach_of_waiting(&self, s: &State, side: Side, units: UnitSet) -> bool {
        self.commanders_of(side).any(|commander| !self.commands(s, commander) && self.in_range(s, commander, units))
    }

    /// Whether one order more, to a group in reach of these commanders, is within the potential of each. Every set of
    /// commanders must have orders for all groups that they alone can reach; then all orders can be assigned.
    fn affordable(&self, s: &State, side: Side, reach: u8) -> bool {
        let all = self.commanding(s, side).fold(0u8, |all, commander| all | 1 << commander.0);
        let ordered = s.orders.and(self.units.side(side));
        let firsts = || ordered.filter(|unit| usize::from(s.group[unit.index()]) == unit.index() + 1);
        let mut rest = all & !reach;
        loop {
            let set = reach | rest;
            let potential: u16 = (0..8u8)
                .filter(|place| set & 1 << place != 0)
                .filter_map(|place| self.roster.commander(CommanderId(place)))
                .map(|commander| u16::from(commander.orders))
                .sum();
            let bound = firsts().filter(|unit| self.in_reach(s, side, self.group(s, *unit)) & !set == 0).count();
            if bound + 1 > usize::from(potential) {
                return false;
            }
            if rest == 0 {
                return true;
            }
            rest = (rest - 1) & all & !reach;
        }
    }

    fn judge_end_reinforcement(&self, s: &State, by: Side, unit: UnitId) -> Judged {
        self.judge_own(s, by, unit)?;
        if !s.reinforcement.has(unit) {
            return self.no(reinforcements::OWNER_ENDS, Why::NoReinforcement(unit));
        }
        if let Some(first) = self.status_with(s, unit.only()).lowest()
            && first != unit
        {
            return self.no(reinforcements::OWNER_ENDS, Why::Precedence(first));
        }
        self.judge_progress(s, by, Progress::ReinforcementMarkers)
    }

    fn judge_combined(&self, s: &State, by: Side, marker: MarkerId) -> Judged {
        let Some(counter) = self.roster.marker(marker) else { return self.no(COMBINED, Why::Unknown) };
        let combined = counter.activates == Activates::Combined && self.scenario.specific.furia != Some(marker);
        let free = s.available & marker.bit() != 0 && s.cup & marker.bit() == 0;
        if counter.side != by || !combined || !free {
            return self.no(COMBINED, Why::Marker(marker));
        }
        self.judge_progress(s, by, Progress::CombinedMarkers)
    }

    pub(super) fn candidates_orders(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        each(Action::Look);
        if s.done[by.index()] == 1 {
            return;
        }
        for place in 0..self.roster.markers.len() {
            each(Action::Marker { marker: MarkerId(place as u8) });
        }
        for unit in self.units.side(by).and(s.reinforcement) {
            each(Action::EndReinforcement { unit });
        }
        for unit in self.units.side(by) {
            if usize::from(s.group[unit.index()]) == unit.index() + 1 {
                each(Action::Order { unit });
            }
        }
    }

    pub(super) fn perform_orders<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Order { unit } => {
                let units = self.group(desk.state(), unit);
                let rules = [
                    self.by_groups(CHOICE, GROUP_CHOICE),
                    self.by_groups(FACE_DOWN, GROUP_FACE_DOWN),
                    self.by_groups(RANGE, GROUP_RANGE),
                    LIMIT,
                ]
                .map(|rule| self.cite(rule));
                desk.fact_for(Event::OrdersGiven { side: by, units }, rules, Seen::By(by));
                self.reach(by, Progress::Orders, PARTS, desk);
            }
            Action::EndReinforcement { unit } => {
                let units = self.status_with(desk.state(), unit.only());
                self.drop_status(units, reinforcements::OWNER_ENDS, desk);
                self.reach(by, Progress::ReinforcementMarkers, PARTS, desk);
            }
            Action::Marker { marker } => desk.fact(Event::IntoCup { marker }, self.cite(COMBINED)),
            Action::Look => {
                let units = desk.state().orders.and(self.units.side(by.enemy()));
                desk.reveal();
                desk.note(Label::Looks(by), self.cite(EYE));
                desk.fact_for(Event::OrdersSeen { side: by, units }, self.cite(EYE), Seen::By(by));
                self.reach(by, Progress::Looked, EYE, desk);
            }
            _ if desk.state().done[by.index()] == 1 => self.reach(by, Progress::Looked, EYE, desk),
            _ => {
                let rules = [self.by_groups(WITHOUT, GROUP_WITHOUT), FOR_THE_TURN].map(|rule| self.cite(rule));
                desk.fact(Event::OrdersDone { side: by }, rules);
            }
        }
        Ok(())
    }

    /// A side comes so far in a phase in which both act at once.
    pub(super) fn reach<J: Journal<Event, Label>>(
        &self,
        side: Side,
        progress: Progress,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) {
        if desk.state().progress[side.index()] < progress {
            desk.mark(Event::Reached { side, progress }, self.cite(rule));
        }
    }

    pub(super) fn advance_orders<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        if self.ungrouped(desk.state()) {
            self.hold_objectives(desk);
            return self.form_groups(desk);
        }
        self.continue_frame(Frame::Initiative, PHASES, desk);
        Ok(())
    }

    /// The units of a side that have orders this turn, as far as `viewer` may know: its own, those of revealed formations,
    /// and all in the turn in which it looked (R specific 2.3).
    pub fn orders_known(&self, s: &State, viewer: Side) -> UnitSet {
        let looked = self.scenario.specific.eagles_eye == Some(viewer) && s.looked == s.turn;
        let shown = |unit: &UnitId| {
            self.side_of(*unit) == viewer || looked || s.revealed & self.ordered_with(s, *unit).bit() != 0
        };
        s.orders.filter(shown).collect()
    }
}
