//! Rally (R 11, M 11.1): the last step of an activation.

use super::action::Action;
use super::edition::{IdleFor, StackedRally};
use super::event::Event;
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::{RallyApart, RoutedAfterAction};
use super::state::{Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, activation, charts::Arm, cite, facing, night, reserve};
use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::{Cell, Vertex};
use crate::journal::Journal;
use crate::rule;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// Disordered units that were idle, and routed ones.
const WHO: Cite = cite!("R 11/1", "M 11.1/1");
/// Not beside an enemy.
const ADJACENT: Cite = cite!("R 11/2", "M 11.1/2");
/// Whatever the orders.
const ORDERS: Cite = cite!("R 11/3", "M 11.1/3");
/// The die against the cohesion of the reduced side.
const DIE: Cite = cite!("R 11/5", "M 11.1/5");
/// From disorder to good order.
const TO_GOOD: Cite = cite!("R 11/6", "M 11.1/6");
/// From rout to disorder.
const TO_DISORDER: Cite = cite!("R 11/7", "M 11.1/7");
/// Once an activation.
const AGAIN: Cite = cite!("R 11/8", "M 11.1/8");
/// Stacked routed units do not rally.
const STACKED: Cite = cite!("R 5.1/6", "M 10.4/12");
/// No rally that makes three units stronger than their limit.
const TOO_STRONG: Cite = Cite::only(rule!("M 5.1.1/8"));
/// Units of a formation that was demoralized stay disordered.
const SHAKEN: Cite = Cite::only(rule!("R optional 11/4"));

impl JoursDeGloire {
    /// Whether the side that is activated has anything to decide in the rally step.
    pub(super) fn rally_asks(&self, s: &State) -> bool {
        let mut weary = s.marked(Mark::Active).and(s.disordered.or(s.routed));
        weary.any(|unit| self.may_rally(s, unit).is_ok())
            || s.marked(Mark::Turnable).any(|unit| self.may_turn(s, unit).is_ok())
    }

    pub(super) fn judge_rally_step(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Rally { unit } => {
                if !self.knows(unit) {
                    return self.no(WHO, Why::Unknown);
                }
                if Some(self.side_of(unit)) != s.acting() {
                    return self.no(WHO, Why::NotYours(unit));
                }
                if s.at(unit).is_none() {
                    return self.no(WHO, Why::NotThere(unit));
                }
                if !s.marked(Mark::Active).has(unit) {
                    return self.no(activation::ACTIVE, Why::NotActive(unit));
                }
                self.may_rally(s, unit)
            }
            Action::Pivot { unit, facing } => self.judge_turn(s, unit, facing),
            _ => self.no(activation::SEQUENCE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_rally_step(&self, s: &State, each: &mut dyn FnMut(Action)) {
        for unit in s.marked(Mark::Active).and(s.disordered.or(s.routed)) {
            each(Action::Rally { unit });
        }
        self.candidates_turning(s, each);
    }

    /// Every turn of a unit that has rallied.
    pub(super) fn candidates_turning(&self, s: &State, each: &mut dyn FnMut(Action)) {
        for unit in s.marked(Mark::Turnable) {
            for facing in Vertex::ALL {
                each(Action::Pivot { unit, facing });
            }
        }
    }

    pub(super) fn perform_rally_step<J: Journal<Event, Label>>(
        &self,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Rally { unit } => self.roll_rally(unit, desk),
            Action::Pivot { unit, facing } => {
                self.perform_turn(unit, facing, desk);
                Ok(())
            }
            _ => Err(super::play::lost("a rally step without a rally")),
        }
    }

    /// Whether a unit of the map may try to rally in its activation.
    fn may_rally(&self, s: &State, unit: UnitId) -> Judged {
        let Some(at) = s.at(unit) else { return self.no(WHO, Why::NotThere(unit)) };
        if self.in_reserve(s) {
            return self.no(reserve::NO_RALLY, Why::NotHere);
        }
        let order = s.order(unit);
        if !matches!(order, Order::Disordered | Order::Routed) {
            // A unit that has just rallied has no more to regain in this activation than one that failed.
            let rallied = s.marked(Mark::Rallied).has(unit);
            return self.no(WHO, if rallied { Why::Already(unit) } else { Why::Condition(unit, order) });
        }
        if s.marked(Mark::Rallied).has(unit) {
            return self.no(AGAIN, Why::Already(unit));
        }
        let idle = order == Order::Disordered || self.rulings.routed_after_action == RoutedAfterAction::Idle;
        if idle && self.is_busy(s, unit) {
            return self.no(WHO, Why::Already(unit));
        }
        self.may_recover(s, unit, at)
    }

    /// Whether a unit that is idle may rally where it stands: no enemy is beside it, and its stack allows it.
    fn may_recover(&self, s: &State, unit: UnitId, at: Cell) -> Judged {
        let order = s.order(unit);
        if let Some(enemy) = self.adjacent_to(s, at, self.side_of(unit).enemy()).lowest() {
            return self.no(ADJACENT, Why::Adjacent { unit, enemy });
        }
        let others = s.units_at(at).less(unit.only());
        if order == Order::Routed {
            let barred = self.edition().stacked_rally() == StackedRally::Barred
                || self.rulings.rally_apart == RallyApart::Barred;
            return match others.and(s.routed).lowest() {
                Some(with) if barred => self.no(STACKED, Why::Stacking { unit, with }),
                _ => Ok(()),
            };
        }
        if s.shaken.has(unit) {
            return self.no(SHAKEN, Why::Shaken(unit));
        }
        self.within_strength(s, unit, others)
    }

    /// Whether a unit did something in this activation that a unit must not have done to rally: a disordered one, and a
    /// routed one by the ruling `rally-of-routed-after-action`. Attacking is such a thing too, by the ruling
    /// `rally-after-attack`.
    fn is_busy(&self, s: &State, unit: UnitId) -> bool {
        let marks =
            [Mark::Moved, Mark::Fired, Mark::Declared, Mark::Charging, Mark::Charged, Mark::Broken, Mark::LeftSquare];
        // A battery that was turned before its fire has turned as well (7.2).
        let turned = self.edition().idle_for() == IdleFor::MoveFireAndTurn
            && s.marked(Mark::Pivoted).or(s.marked(Mark::Laid)).has(unit);
        // Whoever has announced a shock has aimed it.
        turned || s.aim[unit.index()] != 0 || marks.into_iter().any(|mark| s.marked(mark).has(unit))
    }

    /// What is to be remembered of the activation that ends, for the end of the turn (the ruling `night-rally-when`).
    pub(super) fn remember_acted<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        let s = desk.state();
        if !self.rallies_at_the_end(s) {
            return;
        }
        let others = s.marked(Mark::Reacted).or(s.marked(Mark::Evaded));
        let acted: UnitSet = s.on_map().filter(|unit| others.has(*unit) || self.is_busy(s, *unit)).collect();
        if !acted.is_empty() {
            desk.mark(Event::AllMarked { mark: Mark::Acted, units: acted }, self.cite(night::BY_ITSELF));
        }
    }

    /// A unit that rallies at the end of the turn, by that ruling: at night, disordered, idle in all of the turn, and with no
    /// enemy beside it.
    pub(super) fn idle_at_the_end(&self, s: &State) -> Option<UnitId> {
        if !self.rallies_at_the_end(s) {
            return None;
        }
        let mut idle = s.disordered.less(s.marked(Mark::Acted));
        idle.find(|unit| s.at(*unit).is_some_and(|at| self.may_recover(s, *unit, at).is_ok()))
    }

    /// It rallies.
    pub(super) fn rally_at_the_end<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) {
        self.rallied(unit, Order::Good, night::BY_ITSELF, desk);
    }

    /// Whether a side has units that have rallied and may still turn.
    pub(super) fn turns_after_rally(&self, s: &State, side: Side) -> bool {
        s.marked(Mark::Turnable).and(self.units.side(side)).any(|unit| self.may_turn(s, unit).is_ok())
    }

    /// Whether a unit that has rallied may turn so.
    pub(super) fn judge_turn(&self, s: &State, unit: UnitId, facing: Vertex) -> Judged {
        if !self.knows(unit) {
            return self.no(WHO, Why::Unknown);
        }
        self.may_turn(s, unit)?;
        if s.facing(unit) == facing {
            return self.no(TO_GOOD, Why::Already(unit));
        }
        Ok(())
    }

    /// It turns, with those that face as it does.
    pub(super) fn perform_turn<J: Journal<Event, Label>>(&self, unit: UnitId, facing: Vertex, desk: &mut Table<'_, J>) {
        let units = self.facing_alike(desk.state(), unit);
        let rule = self.regained(desk.state(), unit);
        self.face(units, facing, rule, desk);
        self.unmark(units, Mark::Turnable, rule, desk);
    }

    /// Three units of a kind are allowed in a hex while they are weak: a rally may not make them too strong.
    fn within_strength(&self, s: &State, unit: UnitId, others: UnitSet) -> Judged {
        let limits = self.charts.stacking();
        let Some(most) = limits.small_strength.value else { return Ok(()) };
        let guns = self.units.arm(Arm::Artillery);
        let fighters = others.less(guns);
        if guns.has(unit) || fighters.len() < usize::from(limits.same_arm.value) {
            return Ok(());
        }
        let strength = fighters.map(|u| self.values(s, u).strength).fold(0u8, u8::saturating_add);
        let strength = strength.saturating_add(self.units.values[unit.index()][0].strength);
        if strength > most { self.no(TOO_STRONG, Why::TooStrong { unit, strength, most }) } else { Ok(()) }
    }

    /// Whether a unit that has rallied may still turn: those that must face as it does turn with it, so they must have
    /// rallied too (6.1).
    fn may_turn(&self, s: &State, unit: UnitId) -> Judged {
        let free = s.marked(Mark::Turnable);
        if !free.has(unit) {
            return self.no(WHO, Why::NoAnswer);
        }
        match self.facing_alike(s, unit).less(free).lowest() {
            Some(with) => self.no(facing::SAME_FACING, Why::Stacking { unit, with }),
            None => Ok(()),
        }
    }

    /// The rule by which a unit that has rallied turns freely.
    fn regained(&self, s: &State, unit: UnitId) -> Cite {
        if s.disordered.has(unit) { TO_DISORDER } else { TO_GOOD }
    }

    /// The tally of a rally before its die: the die must be at most the cohesion of the unit's reduced side.
    pub fn rally_tally(&self, s: &State, unit: UnitId) -> Tally<Label> {
        let need = self.units.values[unit.index()][1].cohesion;
        let mut tally = Tally::test(Label::Rally(unit), need.into());
        for (label, figure, rule) in self.rally_modifier(s, unit) {
            tally.add(label, figure, self.cite(rule));
        }
        tally
    }

    fn roll_rally<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) -> Done {
        if desk.state().disordered.has(unit) && self.rallies_unbidden(desk.state()) {
            // It is one of several of whom not all can.
            self.rally_unbidden(unit, desk);
            return Ok(());
        }
        self.mark(unit.only(), Mark::Rallied, AGAIN, desk);
        let s = desk.state();
        let mut tally = self.rally_tally(s, unit);
        let order = if s.routed.has(unit) { Order::Disordered } else { Order::Good };
        let rules = if self.has_orders(s, unit) {
            self.cite(DIE).into()
        } else {
            // Units without orders rally like any other.
            DIE.and(ORDERS, self.edition())
        };
        match desk.test(&mut tally, Die::D10, rules)? {
            Passed::Yes => {
                let rule = if order == Order::Good { TO_GOOD } else { TO_DISORDER };
                self.rallied(unit, order, rule, desk);
            }
            Passed::No => desk.note(Label::Stays(unit), self.cite(AGAIN)),
        }
        Ok(())
    }

    fn rallied<J: Journal<Event, Label>>(&self, unit: UnitId, order: Order, rule: Cite, desk: &mut Table<'_, J>) {
        desk.fact(Event::Ordered { unit, order }, self.cite(rule));
        self.mark(unit.only(), Mark::Turnable, rule, desk);
    }

    /// A unit that rallies now without a die: at night, disordered, idle, and with no enemy beside it. Where it would keep
    /// another from it, their owner chooses first.
    pub(super) fn unbidden(&self, s: &State) -> Option<UnitId> {
        self.rally_alone(s).find(|unit| !self.stands_in_the_way(s, *unit))
    }

    /// One of those who rally without a die and of whom not all can: their owner must choose.
    pub(super) fn must_choose_rally(&self, s: &State) -> Option<UnitId> {
        self.rally_alone(s).next()
    }

    fn rally_alone<'a>(&'a self, s: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let dark = self.rallies_unbidden(s);
        let idle = s.marked(Mark::Active).and(s.disordered).filter(move |_| dark);
        idle.filter(|unit| self.may_rally(s, *unit).is_ok())
    }

    /// Whether a unit that rallied would make its hex too strong for another that would rally too (M 5.1.1).
    fn stands_in_the_way(&self, s: &State, unit: UnitId) -> bool {
        let Some(at) = s.at(unit) else { return false };
        let others = s.units_at(at).and(s.disordered).and(s.marked(Mark::Active)).less(unit.only());
        if others.is_empty() || s.units_at(at).len() < 3 {
            return false;
        }
        let mut then = s.clone();
        then.disordered.remove(unit);
        others.filter(|other| self.may_rally(s, *other).is_ok()).any(|other| self.may_rally(&then, other).is_err())
    }

    /// It rallies.
    pub(super) fn rally_unbidden<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) {
        self.mark(unit.only(), Mark::Rallied, night::BY_ITSELF, desk);
        self.rallied(unit, Order::Good, night::BY_ITSELF, desk);
    }
}
