//! Counter-battery fire (R 7.6, M 7.1): artillery that was fired at by artillery answers, once the results are carried out.

use super::action::Action;
use super::charts::Arm;
use super::edition::AnswerBesideEnemy;
use super::event::Event;
use super::fire::{FireKind, Shot, Turns};
use super::frame::{Frame, Party, Quarry};
use super::label::Label;
use super::play::{Done, Judged, No, Table};
use super::rulings::{AnswerBound, CounterChain, CounterTarget};
use super::state::{Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::Cell;
use crate::journal::Journal;
use crate::side::{Side, UnitId, UnitSet};

/// Artillery under artillery fire may answer.
pub(super) const ANSWER: Cite = cite!("R 7.6/1", "M 7.1/3");
/// After the results, in good order only.
const STILL_GOOD: Cite = cite!("R 7.6/2", "M 7.1/4");
/// It strikes only the artillery that fired.
pub(super) const THE_FIRER: Cite = cite!("R 5.1.3/12", "M 5.1.3/11");
/// One answer of either kind in an enemy activation.
pub(super) const ONE_ANSWER: Cite = cite!("R 8.3/9", "M 7.1/11");
/// No turn before it.
pub(super) const NO_TURN: Cite = cite!("R 7.2/5", "M 7.2/5");
/// In Montebello it passes over an enemy in a front hex; in Rivoli such an enemy binds it.
const PAST_ENEMY: Cite = cite!("R 7.2/6", "M 7.2/8");

impl JoursDeGloire {
    /// The battery that an answer strikes; `None` if it is gone.
    fn provoker(&self, s: &State, firer: UnitId, with: Option<Quarry>) -> Option<UnitId> {
        let at = s.at(firer).or_else(|| s.at(with?.unit()?))?;
        let fired = firer.only().or(with.and_then(Quarry::unit).map_or(UnitSet::EMPTY, UnitId::only));
        let here = s.units_at(at).and(self.units.arm(Arm::Artillery));
        match self.rulings.counter_target {
            CounterTarget::Firer => self.top_of(s, here.and(fired)),
            CounterTarget::Top => self.top_of(s, here),
        }
    }

    /// Whether an enemy in a front hex binds answers: in the older edition, by the ruling `counter-battery-beside-enemy`.
    fn answers_are_bound(&self) -> bool {
        self.edition().answer_beside_enemy() == AnswerBesideEnemy::Bound
            && self.rulings.answer_bound == AnswerBound::Bound
    }

    /// Whether a battery may answer the fire at its hex.
    fn judge_answer(&self, s: &State, unit: UnitId, firer: UnitId, cell: Cell, enemy: UnitId) -> Judged {
        if !self.knows(unit) {
            return self.no(ANSWER, Why::Unknown);
        }
        if self.side_of(unit) == self.side_of(firer) {
            return self.no(ANSWER, Why::NotYours(unit));
        }
        if s.at(unit) != Some(cell) {
            return self.no(ANSWER, Why::NotThere(unit));
        }
        if self.units.arm_of(unit) != Arm::Artillery {
            return self.no(ANSWER, Why::Arm(unit));
        }
        if s.order(unit) != Order::Good {
            return self.no(STILL_GOOD, Why::Condition(unit, s.order(unit)));
        }
        if s.marked(Mark::Reacted).has(unit) {
            return self.no(ONE_ANSWER, Why::Already(unit));
        }
        // In a chain of answers, only who fired was answered.
        if Some(self.side_of(unit)) == s.acting() && !s.marked(Mark::Fired).has(unit) {
            return self.no(ANSWER, Why::NoAnswer);
        }
        let Some(target) = s.at(enemy) else { return self.no(THE_FIRER, Why::NotThere(enemy)) };
        if self.answers_are_bound() {
            self.judge_binding(s, unit, target, Turns::No)?;
        }
        self.may_aim(s, unit, target)
    }

    /// The batteries that may answer now.
    fn answerers(&self, s: &State, firer: UnitId, cell: Cell, with: Option<Quarry>) -> UnitSet {
        let Some(enemy) = self.provoker(s, firer, with) else { return UnitSet::EMPTY };
        let guns = s.units_at(cell).and(self.units.arm(Arm::Artillery)).less(s.marked(Mark::Reacted));
        guns.filter(|unit| self.judge_answer(s, *unit, firer, cell, enemy).is_ok()).collect()
    }

    pub(super) fn asked_counter_battery(
        &self,
        s: &State,
        firer: UnitId,
        cell: Cell,
        with: Option<Quarry>,
    ) -> Option<(Side, Cite)> {
        let asked = !self.answerers(s, firer, cell, with).is_empty();
        asked.then(|| (self.side_of(firer).enemy(), ANSWER))
    }

    pub(super) fn judge_counter_battery(
        &self,
        s: &State,
        firer: UnitId,
        cell: Cell,
        with: Option<Quarry>,
        action: &Action,
    ) -> Judged {
        let provoker = || match self.provoker(s, firer, with) {
            Some(enemy) => Ok(enemy),
            None => self.no(THE_FIRER, Why::NotThere(firer)),
        };
        match *action {
            Action::Done => Ok(()),
            Action::React { unit, target } => {
                let enemy = provoker()?;
                self.judge_answer(s, unit, firer, cell, enemy)?;
                self.answers(unit, target, enemy)
            }
            // Both batteries of the hex together.
            Action::Fire { unit, target, party: Party::Stack } => {
                let enemy = provoker()?;
                self.judge_answer(s, unit, firer, cell, enemy)?;
                if s.at(enemy) != Some(target) {
                    return self.no(THE_FIRER, Why::AnswersOnly { unit, enemy });
                }
                let other = self.judge_partner(s, unit)?;
                self.judge_answer(s, other, firer, cell, enemy)
            }
            // It does not turn first.
            Action::Pivot { unit, .. } => self.no(NO_TURN, Why::TurnTooFar(unit)),
            _ => self.no(ANSWER, Why::NoAnswer),
        }
    }

    fn answers(&self, unit: UnitId, target: UnitId, enemy: UnitId) -> Result<(), No> {
        if target == enemy { Ok(()) } else { self.no(THE_FIRER, Why::AnswersOnly { unit, enemy }) }
    }

    pub(super) fn candidates_counter_battery(
        &self,
        s: &State,
        firer: UnitId,
        cell: Cell,
        with: Option<Quarry>,
        each: &mut dyn FnMut(Action),
    ) {
        each(Action::Done);
        let Some(enemy) = self.provoker(s, firer, with) else { return };
        let Some(target) = s.at(enemy) else { return };
        for unit in self.answerers(s, firer, cell, with) {
            each(Action::React { unit, target: enemy });
            each(Action::Fire { unit, target, party: Party::Stack });
        }
    }

    pub(super) fn perform_counter_battery<J: Journal<Event, Label>>(
        &self,
        firer: UnitId,
        cell: Cell,
        with: Option<Quarry>,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let (unit, other) = match *action {
            Action::React { unit, .. } => (unit, None),
            Action::Fire { unit, .. } => (unit, self.other_battery(s, unit)),
            _ => {
                for unit in self.answerers(s, firer, cell, with) {
                    desk.note(Label::Declines(unit), self.cite(ANSWER));
                }
                self.end_frame(ANSWER, desk);
                return Ok(());
            }
        };
        let Some(enemy) = self.provoker(s, firer, with) else {
            return Err(super::play::lost("counter-battery fire without a target"));
        };
        let Some(target) = s.at(enemy) else { return Err(super::play::lost("counter-battery fire off the map")) };
        let firers = unit.only().or(other.map_or(UnitSet::EMPTY, UnitId::only));
        let past = self.judge_binding(s, unit, target, Turns::No).is_err();
        self.mark(firers, Mark::Reacted, if past { PAST_ENEMY } else { ONE_ANSWER }, desk);
        if self.rulings.counter_chain == CounterChain::Yes {
            let answer = Frame::CounterBattery { firer: unit, cell: target, with: other.map(Quarry::new) };
            self.begin_frame(answer, ANSWER, desk)?;
        }
        self.shoot(Shot { firer: unit, with: other, kind: FireKind::CounterBattery, target, unit: Some(enemy) }, desk)
    }

    /// Nobody is left who may answer.
    pub(super) fn advance_counter_battery<J: Journal<Event, Label>>(
        &self,
        _firer: UnitId,
        _cell: Cell,
        _with: Option<Quarry>,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.end_frame(ANSWER, desk);
        Ok(())
    }
}
