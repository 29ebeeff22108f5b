//! The steps of an activation, strictly in order (phase D, 2.4).

use super::action::Action;
use super::charts::Arm;
use super::event::Event;
use super::frame::{Frame, Step};
use super::label::Label;
use super::play::{Done, Judged, STEPS, Table};
use super::rulings::Announced;
use super::state::{Mark, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::Vertex;
use crate::journal::Journal;
use crate::rule;
use crate::rule::Cites;
use crate::side::{Side, UnitId, UnitSet};

/// Fire, movement, shock and charge, rally: strictly in this order.
pub(super) const SEQUENCE: Cite = cite!("R 1.D/4", "M 1.D/4");

impl JoursDeGloire {
    pub(super) fn asked_activation(&self, s: &State, step: Step) -> Option<(Side, Cite)> {
        let side = s.acting()?;
        if let Some(asked) = self.asked_drawn(s) {
            return Some(asked);
        }
        let busy = match step {
            // Only groups without orders can try their commander's initiative, each once.
            Step::Initiative => {
                !s.marked(Mark::Active).less(s.marked(Mark::Ordered)).less(s.marked(Mark::Barred)).is_empty()
            }
            Step::Fire => {
                let guns = s.marked(Mark::Active).and(self.units.arm(Arm::Artillery)).less(s.marked(Mark::Barred));
                !guns.is_empty()
            }
            Step::Movement => true,
            Step::Declaration => !self.may_fight(s).is_empty(),
            Step::Combat => !self.undecided(s).is_empty(),
            Step::Rally => self.unbidden(s).is_none() && self.rally_asks(s),
        };
        // Army commanders may move at any step, if so ruled; what rallies by itself rallies first.
        let rides = !busy && self.commands_in(step) && self.may_command(s, side);
        let unbidden = rides && step == Step::Rally && self.unbidden(s).is_some();
        (busy || rides && !unbidden).then_some((side, SEQUENCE))
    }

    pub(super) fn judge_activation(&self, s: &State, by: Side, step: Step, action: &Action) -> Judged {
        if let Some((_, rule)) = self.asked_drawn(s) {
            return match *action {
                Action::Divert { unit, cell } => self.judge_divert(s, by, unit, cell),
                _ => self.no(rule, Why::NoAnswer),
            };
        }
        if *action == Action::Done {
            return match step {
                Step::Fire => self.judge_fire_done(s),
                Step::Movement => self.judge_marched(s).and_then(|()| self.judge_entered(s)),
                Step::Declaration => self.judge_declared(s),
                Step::Combat => match self.bound_to_fight(s).lowest() {
                    Some(unit) => self.no(super::declaration::MUST_FIGHT, Why::MustFirst(unit)),
                    None => Ok(()),
                },
                Step::Rally => match self.must_choose_rally(s) {
                    Some(unit) => self.no(super::night::BY_ITSELF, Why::MustFirst(unit)),
                    None => Ok(()),
                },
                Step::Initiative => Ok(()),
            };
        }
        if let Action::Command { commander } = *action
            && self.commands_in(step)
        {
            return self.judge_command(s, commander);
        }
        match step {
            Step::Initiative => self.judge_initiative_step(s, action),
            Step::Fire => self.judge_fire_step(s, action),
            Step::Movement => self.judge_movement_step(s, action),
            Step::Declaration => self.judge_declaration(s, action),
            Step::Combat => self.judge_fight(s, action),
            Step::Rally => self.judge_rally_step(s, action),
        }
    }

    /// Those who must still fight: who charges, and by the ruling `shock-announced` whoever has announced a shock.
    fn bound_to_fight(&self, s: &State) -> UnitSet {
        match self.rulings.announced {
            Announced::Binding => self.undecided(s),
            Announced::Free => self.undecided(s).and(s.marked(Mark::Charging)),
        }
    }

    pub(super) fn candidates_activation(&self, s: &State, by: Side, step: Step, each: &mut dyn FnMut(Action)) {
        if self.asked_drawn(s).is_some() {
            return self.candidates_divert(s, by, each);
        }
        each(Action::Done);
        if step != Step::Movement && self.commands_in(step) {
            self.candidates_command(s, each);
        }
        match step {
            Step::Initiative => self.candidates_initiative_step(s, each),
            Step::Fire => self.candidates_fire_step(s, each),
            Step::Movement => self.candidates_movement_step(s, each),
            Step::Declaration => self.candidates_declaration(s, each),
            Step::Combat => self.undecided(s).for_each(|unit| each(Action::Fight { unit })),
            Step::Rally => self.candidates_rally_step(s, each),
        }
    }

    pub(super) fn perform_activation<J: Journal<Event, Label>>(
        &self,
        by: Side,
        step: Step,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        if let Action::Divert { unit, cell } = *action {
            return self.perform_divert(by, unit, cell, desk);
        }
        if *action == Action::Done {
            return self.next_step(step, desk);
        }
        if let Action::Command { commander } = *action {
            return self.perform_command(commander, desk);
        }
        match step {
            Step::Initiative => self.perform_initiative_step(action, desk),
            Step::Fire => self.perform_fire_step(action, desk),
            Step::Movement => self.perform_movement_step(action, desk),
            Step::Declaration => self.perform_declaration(action, desk),
            Step::Combat => self.perform_fight(action, desk),
            Step::Rally => self.perform_rally_step(action, desk),
        }
    }

    /// A step in which nothing is left to decide goes on by itself.
    pub(super) fn advance_activation<J: Journal<Event, Label>>(&self, step: Step, desk: &mut Table<'_, J>) -> Done {
        if step == Step::Rally
            && let Some(unit) = self.unbidden(desk.state())
        {
            self.rally_unbidden(unit, desk);
            return Ok(());
        }
        self.next_step(step, desk)
    }

    fn next_step<J: Journal<Event, Label>>(&self, step: Step, desk: &mut Table<'_, J>) -> Done {
        if step == Step::Rally {
            return self.close_activation(desk);
        }
        let next = STEPS.into_iter().find(|other| *other > step).unwrap_or(Step::Rally);
        let s = desk.state();
        let idle = step == Step::Declaration && !self.may_fight(s).less(s.marked(Mark::Declared)).is_empty();
        // A step is over for all tactical groups of the formation at once (M 2.4).
        let rules = self.with_later(SEQUENCE, rule!("M 2.4/3"));
        let rules = if idle { rules.and(self.cite(super::declaration::VOLUNTARY)) } else { rules };
        desk.mark(Event::Continued(Frame::Activation(next)), rules);
        if step == Step::Movement { self.reserve_tests_of_others(desk) } else { Ok(()) }
    }

    /// Units that are activated, on the map, and not held back by a failed initiative.
    pub(super) fn free_to_act(&self, s: &State) -> UnitSet {
        s.marked(Mark::Active).less(s.marked(Mark::Barred))
    }

    /// Whether a unit of the acting side may act at all.
    pub(super) fn judge_actor(&self, s: &State, unit: UnitId) -> Judged {
        if !self.knows(unit) {
            return self.no(SEQUENCE, Why::Unknown);
        }
        if Some(self.side_of(unit)) != s.acting() {
            return self.no(SEQUENCE, Why::NotYours(unit));
        }
        if s.eliminated.has(unit) || s.at(unit).is_none() {
            return self.no(SEQUENCE, Why::NotThere(unit));
        }
        if !s.marked(Mark::Active).has(unit) {
            return self.no(ACTIVE, Why::NotActive(unit));
        }
        if s.marked(Mark::Barred).has(unit) {
            return self.no(BARRED, Why::OnlyRally(unit));
        }
        Ok(())
    }

    /// Whether a unit has the capability of one with orders received in this activation.
    pub(super) fn has_orders(&self, s: &State, unit: UnitId) -> bool {
        s.marked(Mark::Ordered).has(unit)
    }

    /// Turns units to a corner, those that do not face it yet.
    pub(super) fn face<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        facing: Vertex,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) {
        for unit in units {
            if desk.state().facing(unit) != facing {
                desk.fact(Event::Faced { unit, facing }, self.cite(rule));
            }
        }
    }

    /// Marks units.
    pub(super) fn mark<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        mark: Mark,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) {
        self.mark_under(units, mark, self.cite(rule).into(), desk);
    }

    /// The same under several rules.
    pub(super) fn mark_under<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        mark: Mark,
        rules: Cites,
        desk: &mut Table<'_, J>,
    ) {
        for unit in units.less(desk.state().marked(mark)) {
            desk.mark(Event::Marked { mark, unit }, rules);
        }
    }

    /// Takes a mark off units.
    pub(super) fn unmark<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        mark: Mark,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) {
        for unit in units.and(desk.state().marked(mark)) {
            desk.mark(Event::Unmarked { mark, unit }, self.cite(rule));
        }
    }
}

/// Only the units of the marker's formation act.
pub(super) const ACTIVE: Cite = cite!("R 2.2/1", "M 2.2/1");
/// A failed initiative leaves nothing but rally.
pub(super) const BARRED: Cite = cite!("R 2.5/5", "M 2.4.3/6");
