//! The movement step: who may move, at which gait, and what is done in place (4.1, 4.2, 4.4).
//!
//! A unit, or a stack of one arm, is taken up by `Move` or `Charge`, rides or marches by `Step`, and ends by `Halt`; those
//! who are on the move are in `march`.

use super::action::Action;
use super::edition::Edition;
use super::event::Event;
use super::frame::{Frame, Gait, Halted, Moving, Party};
use super::label::Label;
use super::play::{Done, Judged, No, Table};
use super::rulings::{FiveHexes, LaidInZone};
use super::state::{Mark, Order, State};
use super::victory::Onward;
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, facing, zones};
use crate::hex::{Cell, Dir, Vertex};
use crate::journal::Journal;
use crate::rule;
use crate::rule::{Cites, Rule};
use crate::side::{Side, UnitId, UnitSet};

/// One unit's movement ends before the next begins.
pub(super) const ONE_AT_A_TIME: Cite = cite!("R 4.4/2", "M 4.4.1/2");
/// Units of one kind may move as a stack.
const AS_A_STACK: Cite = cite!("R 4.4/2", "M 4.4.1/3");
/// The allowance.
pub(super) const ALLOWANCE: Cite = cite!("R 4.1.1/1", "M 4.1.1/1");
/// One kind of movement in an activation.
const ONE_KIND: Cite = cite!("R 4.1.3/5", "M 4.1.3/4");
/// Half without orders.
const REDUCED: Cite = cite!("R 4.1.2/1", "M 4.1.2/1");
/// Forced march: twice the allowance.
const FORCED: Cite = cite!("R 4.1.3/1", "M 4.1.3/1");
/// Forced march: who.
const FORCED_WHO: Cite = cite!("R 4.1.3/2", "M 4.1.3/2");
/// Forced march: how far from the enemy.
const FORCED_DISTANCE: Cite = cite!("R 4.1.3/3", "M 4.1.3/3");
/// A stack on a forced march may stay together or part (R table 7/2 speaks of such stacks too).
const FORCED_STACK: Cite = cite!("R 4.1.3/6", "M 4.1.3/6");
/// Artillery that fired moves at half.
const FIRED: Cite = cite!("R 4.4.1/1", "M 4.4.2/1");
/// Without orders, artillery that fired stays.
const FIRED_STAYS: Cite = cite!("R 4.4.1/3", "M 4.4.2/3");
/// The order in a stack changes only before movement.
const STACK_ORDER: Cite = cite!("R 5.1.2/4", "M 5.1.2/4");
/// Routed units do not move.
const ROUTED: Cite = cite!("R 10.2/6", "M 10.2/7");

impl JoursDeGloire {
    // ------------------------------------------------------------------------------------------- the movement step

    pub(super) fn judge_movement_step(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Move { unit, party, gait } => self.judge_move(s, unit, party, gait),
            Action::Charge { unit, party, target } => self.judge_charge(s, unit, party, target),
            Action::Pivot { unit, facing } => self.judge_pivot(s, unit, facing),
            Action::FormSquare { unit } => self.judge_form_square(s, unit),
            Action::LeaveSquare { unit } => self.judge_leave_square(s, unit),
            Action::ToTop { unit } => self.judge_to_top(s, unit),
            Action::Bridge { unit, cell } => self.judge_bridge(s, unit, cell),
            Action::Command { commander } => self.judge_command(s, commander),
            Action::Enter { .. } => self.judge_enter(s, action),
            _ => self.no(super::activation::SEQUENCE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_movement_step(&self, s: &State, each: &mut dyn FnMut(Action)) {
        let active = self.free_to_act(s);
        for unit in active {
            for party in [Party::Alone, Party::Stack] {
                for gait in [Gait::March, Gait::Forced] {
                    each(Action::Move { unit, party, gait });
                }
            }
            for facing in Vertex::ALL {
                each(Action::Pivot { unit, facing });
            }
            each(Action::FormSquare { unit });
            each(Action::LeaveSquare { unit });
            each(Action::ToTop { unit });
        }
        self.candidates_charge(s, active, each);
        self.candidates_bridge(s, each);
        self.candidates_command(s, each);
        self.candidates_enter(s, each);
    }

    pub(super) fn perform_movement_step<J: Journal<Event, Label>>(
        &self,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Move { unit, party, gait } => {
                let s = desk.state();
                let units = self.party(s, unit, party);
                let left = units.map(|u| self.allowance(s, u, gait)).min().unwrap_or(0);
                self.take_up(unit, units, gait, left, None, desk)
            }
            Action::Charge { unit, party, target } => self.perform_charge(unit, party, target, desk),
            Action::Pivot { unit, facing } => {
                let s = desk.state();
                let units = self.facing_alike(s, unit);
                let held = s.at(unit).is_some_and(|at| !self.zone_over(s, at, self.side_of(unit).enemy()).is_empty());
                let rule = match () {
                    () if s.marked(Mark::LeftSquare).has(unit) => super::square::LEFT,
                    () if held => zones::PIVOT,
                    () => facing::FREE_FACING,
                };
                self.face(units, facing, rule, desk);
                self.mark(units, Mark::Pivoted, facing::FREE_FACING, desk);
                Ok(())
            }
            Action::FormSquare { unit } => self.perform_form_square(unit, desk),
            Action::LeaveSquare { unit } => self.perform_leave_square(unit, desk),
            Action::ToTop { unit } => self.perform_to_top(unit, desk),
            Action::Bridge { unit, cell } => self.perform_bridge(unit, cell, desk),
            Action::Command { commander } => self.perform_command(commander, desk),
            _ => self.perform_enter(action, desk),
        }
    }

    /// Takes units up to move.
    pub(super) fn take_up<J: Journal<Event, Label>>(
        &self,
        lead: UnitId,
        units: UnitSet,
        gait: Gait,
        left: u8,
        target: Option<Cell>,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Some(start) = desk.state().at(lead) else { return Err(super::play::lost("a unit off the map moves")) };
        let mut pace = self.pace(desk.state(), units, gait);
        if units.meets(desk.state().marked(Mark::LeftSquare)) {
            pace = super::square::LEFT;
        }
        let rules = match (gait, units.len()) {
            (_, ..2) => self.cite(pace).into(),
            (Gait::Forced, _) => pace.and(FORCED_STACK, self.edition()),
            _ => pace.and(AS_A_STACK, self.edition()),
        };
        self.mark_under(units, Mark::Moving, rules, desk);
        let moving = Moving { unit: lead, gait, left, hexes: 0, start, target, halted: Halted::No };
        self.begin_frame(Frame::Moving(moving), ONE_AT_A_TIME, desk)
    }

    /// The rule that gives these units their points.
    pub(super) fn pace(&self, s: &State, units: UnitSet, gait: Gait) -> Cite {
        match gait {
            Gait::Forced => FORCED,
            Gait::Charge => super::charge::LENGTH,
            Gait::March if units.meets(s.marked(Mark::Fired)) => FIRED,
            Gait::March if units.into_iter().all(|u| self.has_orders(s, u)) => ALLOWANCE,
            Gait::March => {
                let bound = units.lowest().and_then(|unit| self.bound_pace(s, unit));
                bound.unwrap_or(REDUCED)
            }
        }
    }

    /// A rule, with another one that the later book alone has.
    pub(super) fn with_later(&self, rule: Cite, later: Rule) -> Cites {
        self.edition().beside(self.cite(rule), Edition::Montebello, later)
    }

    /// The units that a party means: a stack are those of its hex that are of one kind with the unit (4.4); a square is all
    /// of its hex.
    pub(super) fn party(&self, s: &State, unit: UnitId, party: Party) -> UnitSet {
        match (party, s.at(unit)) {
            (Party::Stack, Some(at)) if s.square.has(unit) => s.units_at(at),
            (Party::Stack, Some(at)) => s.units_at(at).and(self.units.arm(self.units.arm_of(unit))),
            _ => unit.only(),
        }
    }

    /// The movement points of a unit for this activation (4.1), and the rule that gives them.
    pub fn allowance(&self, s: &State, unit: UnitId, gait: Gait) -> u8 {
        let full = self.values(s, unit).movement;
        let movement = self.charts.movement();
        let ordered = self.has_orders(s, unit);
        let spent = if s.marked(Mark::LeftSquare).has(unit) { self.charts.square().leaving.value } else { 0 };
        let points = match gait {
            Gait::Forced => full.saturating_mul(movement.forced_factor.value),
            Gait::Charge => self.charge_allowance(s, unit),
            Gait::March if s.marked(Mark::Fired).has(unit) => full.div_ceil(movement.fired_divisor.value.get()),
            Gait::March if !ordered && !self.is_bound(s, unit) => full.div_ceil(movement.reduced_divisor.value.get()),
            Gait::March => full,
        };
        points.saturating_sub(spent)
    }

    /// Whether a unit of the acting side may begin to move.
    fn judge_mover(&self, s: &State, unit: UnitId, gait: Gait) -> Judged {
        self.judge_actor(s, unit)?;
        if s.routed.has(unit) {
            return self.no(ROUTED, Why::Condition(unit, Order::Routed));
        }
        let spent = s.marked(Mark::Moved).or(s.marked(Mark::Charging)).or(s.marked(Mark::Pivoted));
        if spent.has(unit) {
            return Err(No { rules: ONE_AT_A_TIME.and(ONE_KIND, self.edition()), why: Why::Already(unit) });
        }
        if s.marked(Mark::Unwilling).has(unit) {
            return self.no(super::charge::FAILED_STAYS, Why::Unwilling(unit));
        }
        if s.square.has(unit) {
            return self.judge_square_moves(s, unit);
        }
        if s.marked(Mark::Fired).has(unit) {
            if !self.has_orders(s, unit) {
                return self.no(FIRED_STAYS, Why::Already(unit));
            }
            if gait == Gait::Forced {
                return self.no(FIRED, Why::Already(unit));
            }
        }
        if gait == Gait::Forced {
            self.judge_forced(s, unit)?;
        }
        Ok(())
    }

    fn judge_forced(&self, s: &State, unit: UnitId) -> Judged {
        if self.is_bound(s, unit) {
            return self.no(super::bound::NO_FORCED_MARCH, Why::NotHere);
        }
        if !self.has_orders(s, unit) {
            return self.no(FORCED_WHO, Why::NoOrders(0));
        }
        if s.disordered.has(unit) {
            let rules = self.with_later(super::disorder::NO_FORCED_MARCH, rule!("M 4.1.3/2"));
            return Err(No { rules, why: Why::Condition(unit, Order::Disordered) });
        }
        self.forced_march_allowed(s, unit)?;
        match s.at(unit) {
            Some(at) => self.judge_forced_distance(s, self.side_of(unit), at),
            None => Ok(()),
        }
    }

    pub(super) fn judge_forced_distance(&self, s: &State, side: Side, cell: Cell) -> Judged {
        let needs = self.charts.movement().forced_distance.value;
        let bars = |distance: u8| match self.rulings.five_hexes {
            FiveHexes::Bar => distance <= needs,
            FiveHexes::Allowed => distance < needs,
        };
        match self.nearest_enemy(s, side, cell) {
            Some((enemy, distance)) if bars(distance) => {
                self.no(FORCED_DISTANCE, Why::TooNear { enemy, distance, needs })
            }
            _ => Ok(()),
        }
    }

    /// The nearest enemy of a side to a hex, and how far it is.
    pub(super) fn nearest_enemy(&self, s: &State, side: Side, cell: Cell) -> Option<(UnitId, u8)> {
        self.units
            .side(side.enemy())
            .filter_map(|unit| Some((unit, self.map.grid.distance(s.at(unit)?, cell))))
            .min_by_key(|(unit, distance)| (*distance, unit.index()))
    }

    fn judge_move(&self, s: &State, unit: UnitId, party: Party, gait: Gait) -> Judged {
        let (units, moving) = self.would_move(s, unit, party, gait)?;
        self.some_step(s, units, &moving, moving.start)
    }

    /// Those who would move, and their movement before its first step, if they may begin one.
    pub(super) fn would_move(
        &self,
        s: &State,
        unit: UnitId,
        party: Party,
        gait: Gait,
    ) -> Result<(UnitSet, Moving), No> {
        if gait == Gait::Charge {
            return self.no(super::charge::DECLARED, Why::NoAnswer);
        }
        self.judge_mover(s, unit, gait)?;
        let units = self.party(s, unit, party);
        if party == Party::Stack {
            if units.len() < 2 {
                return self.no(AS_A_STACK, Why::Already(unit));
            }
            for other in units {
                self.judge_mover(s, other, gait)?;
            }
            // A stack is named by its first unit, so that it has one name.
            if units.lowest() != Some(unit) {
                return self.no(AS_A_STACK, Why::Precedence(units.lowest().unwrap_or(unit)));
            }
        }
        let Some(start) = s.at(unit) else { return self.no(ONE_AT_A_TIME, Why::NotThere(unit)) };
        let left = units.map(|u| self.allowance(s, u, gait)).min().unwrap_or(0);
        Ok((units, Moving { unit, gait, left, hexes: 0, start, target: None, halted: Halted::No }))
    }

    /// Whether some step is open, else why the most promising is not.
    pub(super) fn some_step(&self, s: &State, units: UnitSet, moving: &Moving, from: Cell) -> Judged {
        let mut first = None;
        for dir in Dir::ALL {
            let judged = match self.exits(moving.unit, from, dir) {
                Onward::OffTheMap => self.judge_exit(s, moving),
                Onward::OnTheMap => self.judge_step(s, units, moving, from, dir).map(|_| ()),
            };
            match judged {
                Ok(()) => return Ok(()),
                Err(no) => {
                    first.get_or_insert(no);
                }
            }
        }
        first.map_or(Ok(()), Err)
    }

    fn judge_pivot(&self, s: &State, unit: UnitId, facing: Vertex) -> Judged {
        let units = if self.knows(unit) { self.facing_alike(s, unit) } else { unit.only() };
        self.judge_mover(s, unit, Gait::March)?;
        for other in units {
            self.judge_mover(s, other, Gait::March)?;
            self.judge_stays(s, other)?;
        }
        if s.facing(unit) == facing && units.map(|u| s.facing(u)).all(|f| f == facing) {
            return self.no(facing::FREE_FACING, Why::Already(unit));
        }
        if let Some(at) = s.at(unit) {
            let pivot = self.charts.movement().zoc_pivot.value;
            let held = !self.zone_over(s, at, self.side_of(unit).enemy()).is_empty();
            // Whoever has left square faces as it likes (4.2). A battery that has turned to fire has had its turn
            // (the ruling `turn-to-fire-in-a-zone`).
            let corners = s.facing(unit).turn_to(facing).unsigned_abs();
            let laid = s.marked(Mark::Laid).has(unit) && self.rulings.laid_in_zone == LaidInZone::Together;
            let turned = if laid { self.charts.gunnery().pivot.value } else { 0 };
            if held && !s.marked(Mark::LeftSquare).has(unit) && corners.saturating_add(turned) > pivot {
                return self.no(zones::PIVOT, Why::TurnTooFar(unit));
            }
        }
        Ok(())
    }

    fn judge_to_top(&self, s: &State, unit: UnitId) -> Judged {
        self.judge_actor(s, unit)?;
        let Some(at) = s.at(unit) else { return self.no(STACK_ORDER, Why::NotThere(unit)) };
        let peers = self.facing_alike(s, unit);
        if peers.len() < 2 || self.top_of(s, peers) == Some(unit) {
            return self.no(STACK_ORDER, Why::Already(unit));
        }
        // Each once, so that any order can be had and the changes end.
        if s.marked(Mark::Restacked).has(unit) {
            return self.no(STACK_ORDER, Why::Already(unit));
        }
        let touched = s.marked(Mark::Moved).or(s.marked(Mark::Charging));
        match s.units_at(at).and(touched).lowest() {
            Some(other) => self.no(STACK_ORDER, Why::Already(other)),
            None => Ok(()),
        }
    }

    fn perform_to_top<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) -> Done {
        let peers = self.facing_alike(desk.state(), unit);
        desk.fact(Event::Ranked { unit, rank: 0 }, self.cite(STACK_ORDER));
        let beneath = self.in_order(desk.state(), peers).filter(|other| *other != unit);
        for (rank, other) in (1..).zip(beneath) {
            desk.fact(Event::Ranked { unit: other, rank }, self.cite(STACK_ORDER));
        }
        self.mark(unit.only(), Mark::Restacked, STACK_ORDER, desk);
        Ok(())
    }
}
