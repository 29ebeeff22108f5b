//! Rout movement (10.4): in phase E, and in place of a cohesion test.
//!
//! A routed unit runs by the shortest way to the edge or hex that its side runs to, hex by hex, for its whole allowance.
//! What stands in its way it may go around, column by column, but only where it would be lost otherwise. Which steps are
//! open is worked out before each of them by looking ahead to the end of the run; the owner is asked only if there are
//! several.

use super::action::Action;
use super::event::Event;
use super::frame::{Frame, Quarry, RoutMove};
use super::ground::{self, Breaks};
use super::label::Label;
use super::play::{Done, Judged, Table, lost};
use super::rout_ways::{APART, COSTS, Course, FULL, NOWHERE, Place, Runner, SHELTER, Stride};
use super::rulings::{RoutNowhere, RoutOrder};
use super::state::{Mark, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, night, stacking};
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Rule;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// Phase E: routed units run, then demoralization is looked at.
const PHASE: Cite = cite!("R 10.4/4", "M 1.E/1");
/// Friends on the way cost nothing; fords and bridges do not disorder.
const SPARED: Cite = cite!("R 10.4/2", "M 10.4/5");
/// Rivoli has a rule of its own for fords and bridges.
const NO_DISORDER: Cite = cite!("R 10.3.3/3", "M 10.4/5");
/// Stacking and zones as in a retreat.
const ZONES: Cite = cite!("R 10.4/3", "M 10.4/6");
/// It may go on in a later phase E.
const ON_AGAIN: Cite = cite!("R 10.4/6", "M 10.4/8");
/// By so many columns.
const COLUMNS: Cite = Cite::only(rule!("M 10.4/10"));
/// Off the map it is lost.
pub(super) const OFF_MAP: Cite = cite!("R 10.2/14", "M 10.4/13");
/// A rout movement instead of a test.
const INSTEAD: Cite = cite!("R 10.2/12", "M 10.2/13");
/// On through friends until it can stop.
const THROUGH: Cite = cite!("R 10.5/1", "M 10.5/1");
/// As often as it needs.
const REPEATED: Cite = cite!("R 10.5/6", "M 10.5/1");
/// Who is passed through and routed runs.
const RUNS_TOO: Cite = cite!("R 10.5/5", "M 10.5/3");
/// It runs after the one that passed.
const AFTER: Cite = cite!("R 10.5/5", "M 10.5/4");
/// It does not set that one running again. Rivoli does not say so; without it two units would drive each other off the map.
const NOT_BACK: Cite = cite!("R 10.5/5", "M 10.5/5");
/// It shows the direction in which it runs.
const SHOWN: Cite = cite!("R 10.2/9", "M 10.2/10");

impl JoursDeGloire {
    // ------------------------------------------------------------------------------------------------------- phase E

    /// The routed units of a side that have not run in this phase E.
    fn runners(&self, s: &State, side: Side) -> UnitSet {
        self.units.side(side).and(s.routed).less(s.marked(Mark::Ran))
    }

    /// The sides in the order of phase E: that with strategic initiative first (the ruling `rout-phase-order`).
    fn sides_of_phase(&self, s: &State) -> [Side; 2] {
        let second = s.initiative == 2 && self.rulings.rout_order == RoutOrder::InitiativeFirst;
        let first = if second { Side::Second } else { Side::First };
        [first, first.enemy()]
    }

    /// The side whose routed units run now.
    fn side_to_run(&self, s: &State) -> Option<Side> {
        self.sides_of_phase(s).into_iter().find(|side| !self.runners(s, *side).is_empty())
    }

    /// The side whose units may turn now, that have rallied at the end of the turn (the ruling `night-rally-when`).
    fn side_to_turn(&self, s: &State) -> Option<Side> {
        if self.side_to_run(s).is_some() || s.marked(Mark::Turnable).is_empty() || self.idle_at_the_end(s).is_some() {
            return None;
        }
        self.sides_of_phase(s).into_iter().find(|side| self.turns_after_rally(s, *side))
    }

    /// The only unit of a side that is left to run, if it must run.
    fn only_runner(&self, s: &State, side: Side) -> Option<UnitId> {
        let runners = self.runners(s, side);
        if runners.len() == 1 { runners.less(s.sheltered).lowest() } else { None }
    }

    pub(super) fn asked_rout(&self, s: &State) -> [Option<Rule>; 2] {
        let mut asked = [None; 2];
        if let Some(side) = self.side_to_run(s)
            && self.only_runner(s, side).is_none()
        {
            let all_sheltered = self.runners(s, side).within(s.sheltered);
            asked[side.index()] = Some(self.cite(if all_sheltered { ON_AGAIN } else { PHASE }));
        }
        if let Some(side) = self.side_to_turn(s) {
            asked[side.index()] = Some(self.cite(night::BY_ITSELF));
        }
        asked
    }

    pub(super) fn judge_rout(&self, s: &State, by: Side, action: &Action) -> Judged {
        match *action {
            Action::Run { unit } => {
                if !self.knows(unit) {
                    return self.no(PHASE, Why::Unknown);
                }
                if self.side_of(unit) != by {
                    return self.no(PHASE, Why::NotYours(unit));
                }
                if s.at(unit).is_none() {
                    return self.no(PHASE, Why::NotThere(unit));
                }
                if !s.routed.has(unit) {
                    return self.no(PHASE, Why::Condition(unit, s.order(unit)));
                }
                if s.marked(Mark::Ran).has(unit) {
                    return self.no(PHASE, Why::Already(unit));
                }
                Ok(())
            }
            Action::Done => match self.runners(s, by).less(s.sheltered).lowest() {
                Some(unit) => self.no(FULL, Why::MustGoOn(unit)),
                None => Ok(()),
            },
            Action::Pivot { unit, .. } if self.knows(unit) && self.side_of(unit) != by => {
                self.no(PHASE, Why::NotYours(unit))
            }
            Action::Pivot { unit, facing } => self.judge_turn(s, unit, facing),
            _ => self.no(PHASE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_rout(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for unit in self.runners(s, by) {
            each(Action::Run { unit });
        }
        self.candidates_turning(s, each);
    }

    pub(super) fn perform_rout<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Run { unit } => self.start_rout_move(unit, desk),
            Action::Pivot { unit, facing } => {
                self.perform_turn(unit, facing, desk);
                Ok(())
            }
            _ => {
                // Those in a refuge stay, and those that have rallied keep their facing.
                self.mark(self.runners(desk.state(), by), Mark::Ran, ON_AGAIN, desk);
                self.unmark(self.units.side(by), Mark::Turnable, night::BY_ITSELF, desk);
                Ok(())
            }
        }
    }

    pub(super) fn advance_rout<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        match self.side_to_run(s) {
            Some(side) => match self.only_runner(s, side) {
                Some(unit) => self.start_rout_move(unit, desk),
                None => Err(lost("a rout phase that asks nobody")),
            },
            None => {
                // Before it is seen which formations are demoralized.
                if let Some(unit) = self.idle_at_the_end(s) {
                    self.rally_at_the_end(unit, desk);
                    return Ok(());
                }
                self.unmark(s.marked(Mark::Ran), Mark::Ran, PHASE, desk);
                for mark in [Mark::Acted, Mark::Turnable] {
                    self.unmark(desk.state().marked(mark), mark, night::BY_ITSELF, desk);
                }
                self.continue_frame(Frame::Demoralization, PHASE, desk);
                Ok(())
            }
        }
    }

    /// A routed unit begins its rout movement: in phase E, or because it must take a cohesion test (10.2).
    pub(super) fn start_rout_move<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) -> Done {
        self.set_running(unit, None, desk)
    }

    /// A routed unit will run because another has passed through its hex (10.5): after that one has completed its own
    /// movement, since its frame is put on top of this one. `cause` is the unit, if any, that in its turn set the other
    /// running: that one stays where it is.
    pub(super) fn runs_after<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        by: UnitId,
        cause: Option<UnitId>,
        desk: &mut Table<'_, J>,
    ) -> Done {
        if cause == Some(unit) {
            desk.note(Label::Stays(unit), self.cite(NOT_BACK));
            return Ok(());
        }
        self.set_running(unit, Some(by), desk)
    }

    /// In phase E a unit that is set running by another has made its run of the phase.
    fn set_running<J: Journal<Event, Label>>(&self, unit: UnitId, by: Option<UnitId>, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Some(start) = s.at(unit) else { return Ok(()) };
        let phase = s.agenda.iter().any(|frame| frame == Frame::Rout);
        let left = self.units.values[unit.index()][1].movement;
        let cause = by.map(Quarry::new);
        if phase {
            self.mark(unit.only(), Mark::Ran, PHASE, desk);
        }
        let rule = match by {
            Some(_) => RUNS_TOO,
            None if phase => FULL,
            None => INSTEAD,
        };
        let run = RoutMove { unit, left, gone: 0, shifted: 0, start, last: None, cause };
        self.begin_frame(Frame::RoutMove(run), rule, desk)
    }

    /// A unit that is routed turns to where it will run.
    pub(super) fn face_refuge<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) {
        if let Some(at) = desk.state().at(unit) {
            self.face(unit.only(), self.rout_facing(self.side_of(unit), at), SHOWN, desk);
        }
    }

    // ------------------------------------------------------------------------------------------------------- the run

    pub(super) fn asked_rout_move(&self, s: &State, run: RoutMove) -> Option<(Side, Cite)> {
        let (r, p) = self.runner(s, run)?;
        let ways = self.open_to_run(s, &r, p)?;
        (ways.count() > 1).then(|| (r.side, ways.stop.unwrap_or(ways.step)))
    }

    pub(super) fn judge_rout_move(&self, s: &State, run: RoutMove, action: &Action) -> Judged {
        let unit = run.unit;
        let Some((r, p)) = self.runner(s, run) else { return self.no(FULL, Why::NotThere(unit)) };
        let Some(ways) = self.open_to_run(s, &r, p) else { return self.no(NOWHERE, Why::NotOpen(unit)) };
        match *action {
            Action::Done if ways.stop.is_some() => Ok(()),
            Action::Done => self.no(FULL, Why::MustGoOn(unit)),
            Action::Step { dir } if ways.dirs.contains(dir) => Ok(()),
            Action::Step { dir } => {
                let Some(to) = self.map.grid.neighbour(p.cell, dir) else { return self.no(FULL, Why::Edge(unit)) };
                let nearer = self.to_refuge(r.side, to) < self.to_refuge(r.side, p.cell);
                match self.stride(s, &r, p, dir, to) {
                    Stride::Closed(rule, why) => self.no(rule, why),
                    Stride::Fatal(rule, why) => self.no(rule, why),
                    Stride::Short(needs) => self.no(COSTS, Why::Points { unit, needs, has: p.left }),
                    Stride::Open(_) if ways.step == APART => self.no(APART, Why::NotOpen(unit)),
                    Stride::Open(_) if !nearer && self.shift_limit(r.arm).is_some_and(|most| p.shifted >= most) => {
                        self.no(COLUMNS, Why::NotOpen(unit))
                    }
                    Stride::Open(_) if nearer => self.no(THROUGH, Why::NotOpen(unit)),
                    Stride::Open(_) => self.no(FULL, Why::NotOpen(unit)),
                }
            }
            _ => self.no(FULL, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_rout_move(&self, s: &State, run: RoutMove, each: &mut dyn FnMut(Action)) {
        let ways = self.runner(s, run).and_then(|(r, p)| self.open_to_run(s, &r, p));
        let Some(ways) = ways else { return };
        ways.dirs.iter().for_each(|dir| each(Action::Step { dir }));
        if ways.stop.is_some() {
            each(Action::Done);
        }
    }

    pub(super) fn perform_rout_move<J: Journal<Event, Label>>(
        &self,
        run: RoutMove,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let nowhere = || lost("a run that goes nowhere");
        let (r, p) = self.runner(desk.state(), run).ok_or_else(nowhere)?;
        let ways = self.open_to_run(desk.state(), &r, p).ok_or_else(nowhere)?;
        match *action {
            Action::Step { dir } => self.run_on(run, &r, p, dir, ways.step, desk),
            _ => self.end_run(run, ways.stop.unwrap_or(FULL), desk),
        }
    }

    /// The only step that is open is taken, the only end is made; a unit without either is lost.
    pub(super) fn advance_rout_move<J: Journal<Event, Label>>(&self, run: RoutMove, desk: &mut Table<'_, J>) -> Done {
        let Some((r, p)) = self.runner(desk.state(), run) else {
            self.end_frame(FULL, desk);
            return Ok(());
        };
        let Some(ways) = self.open_to_run(desk.state(), &r, p) else { return self.run_to_its_end(&r, p, desk) };
        match (ways.dirs.iter().next(), ways.stop) {
            (Some(dir), _) => self.run_on(run, &r, p, dir, ways.step, desk),
            (None, Some(rule)) => self.end_run(run, rule, desk),
            (None, None) => self.run_to_its_end(&r, p, desk),
        }
    }

    /// No way on: it is lost, for want of a hex to go to, or by the disorder that every way on brings.
    fn run_to_its_end<J: Journal<Event, Label>>(&self, r: &Runner, p: Place, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let ahead = self.strides(s, r, p, Course::Nearer);
        let fatal = ahead.into_iter().flatten().find_map(|ahead| match ahead.stride {
            Stride::Fatal(rule, _) => Some(rule),
            _ => None,
        });
        if p.gone == 0 && fatal.is_none() && self.rulings.rout_nowhere == RoutNowhere::Stays {
            desk.note(Label::Stays(r.unit), self.cite(NOWHERE));
            self.end_frame(NOWHERE, desk);
            return Ok(());
        }
        desk.note(Label::NoWayOut(r.unit), self.cite(if fatal.is_some() { ZONES } else { NOWHERE }));
        self.end_frame(NOWHERE, desk);
        self.eliminate(r.unit, fatal.unwrap_or(NOWHERE), desk)
    }

    fn run_on<J: Journal<Event, Label>>(
        &self,
        run: RoutMove,
        r: &Runner,
        p: Place,
        dir: Dir,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let unit = r.unit;
        if p.gone == 0 {
            // It may have been moved between being set running and running.
            let begun = RoutMove { start: p.cell, ..run };
            self.continue_frame(Frame::RoutMove(begun), if run.cause.is_some() { AFTER } else { rule }, desk);
            self.face_refuge(unit, desk);
            if desk.state().sheltered.has(unit) {
                desk.fact(Event::ShelterLeft { unit }, self.cite(ON_AGAIN));
            }
        }
        let Some(to) = self.map.grid.neighbour(p.cell, dir) else {
            self.commanders_leave_map(unit, p.cell, desk);
            self.end_frame(OFF_MAP, desk);
            return self.eliminate(unit, OFF_MAP, desk);
        };
        let s = desk.state();
        let cost = match self.stride(s, r, p, dir, to) {
            Stride::Open(cost) | Stride::Short(cost) => cost,
            _ => return Err(lost("a run over a closed hexside")),
        };
        let on = self.after(r, p, dir, to, cost);
        let goes_on = p.gone > 0 && !self.may_stay(s, r, p.cell);
        if J::ON {
            self.tell_cost(r, p, dir, to, desk);
        }
        let rule = match rule {
            APART if on.shifted > p.shifted => APART,
            APART => FULL,
            rule => rule,
        };
        let Place { left, gone, shifted, last, .. } = on;
        let next = Frame::RoutMove(RoutMove { left, gone, shifted, last, start: r.start, ..run });
        self.continue_frame(next, rule, desk);
        let s = desk.state();
        let there = s.units_at(to);
        let through = if self.may_stay(s, r, to) { UnitSet::EMPTY } else { there };
        let rank = Self::bottom(s, there);
        let rules = rule.and(stacking::BOTTOM, self.edition());
        let rules = if goes_on {
            rules.and(self.cite(REPEATED))
        } else if !through.is_empty() {
            rules.and(self.cite(THROUGH))
        } else {
            rules
        };
        let joins = through.is_empty() && !there.is_empty() && self.strangers(there, unit);
        let rules = if joins { rules.and(self.cite(super::withdrawal::ROUTED_STACK)) } else { rules };
        let limited = on.shifted > p.shifted && self.shift_limit(r.arm).is_some();
        let rules = if limited { rules.and(self.cite(COLUMNS)) } else { rules };
        self.leaves_a_trail(r, p, dir, desk);
        desk.fact(Event::Moved { unit, to, rank }, rules);
        self.commanders_follow(unit, p.cell, to, desk)?;
        if !through.is_empty() {
            // What they do lies below this run.
            self.end_frame(rule, desk);
            self.pass_through(unit, run.cause.and_then(Quarry::unit), through, desk)?;
            self.begin_frame(next, rule, desk)?;
        }
        self.take_objective(to, r.side, desk);
        self.comes_near(unit, to, desk);
        self.commanders_contacted(to, r.side, desk)
    }

    /// Those who pursue a unit from a combat follow the way that it went.
    fn leaves_a_trail<J: Journal<Event, Label>>(&self, r: &Runner, p: Place, dir: Dir, desk: &mut Table<'_, J>) {
        let combat = &desk.state().combat;
        let unit = r.unit;
        if combat.has(Role::Defender).has(unit) || combat.has(Role::Attacker).has(unit) {
            if !combat.has(Role::Fled).has(unit) {
                desk.mark(Event::Cast { role: Role::Fled, unit }, self.cite(INSTEAD));
            }
            desk.mark(Event::Trailed { unit, from: p.cell, dir }, self.cite(INSTEAD));
        }
    }

    /// The cost of a step, part by part.
    fn tell_cost<J: Journal<Event, Label>>(&self, r: &Runner, p: Place, dir: Dir, to: Cell, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let beside = self.enemies_beside(s, r, to);
        let Some((rate, _)) = self.run_rate(s, r, p.cell, dir, beside) else { return };
        let mut tally = Tally::new(Label::Cost(r.unit));
        let costs = self.cite(COSTS);
        ground::price(self.lay(s), r.arm, p.cell, dir, rate, &mut |part| {
            tally.add(part.label, part.figure, costs);
        });
        self.run_surcharges(s, r, p, to, &mut |label, figure, rule| {
            tally.add(label, figure, self.cite(rule));
        });
        let mut rules = costs.into();
        if p.gone > 0 && s.units_at(p.cell).len() > 1 {
            rules = COSTS.and(SPARED, self.edition());
        }
        if self.step_over(s, r.arm, p.cell, dir).breaks == Breaks::Crossing {
            rules = rules.and(self.cite(NO_DISORDER));
        }
        desk.sum(&tally, rules);
    }

    fn end_run<J: Journal<Event, Label>>(&self, run: RoutMove, rule: Cite, desk: &mut Table<'_, J>) -> Done {
        let unit = run.unit;
        let s = desk.state();
        let Some(at) = s.at(unit) else { return Err(lost("a run without a unit")) };
        if run.gone > 0 && self.shelters(at) {
            desk.fact(Event::Sheltered { unit }, self.cite(SHELTER));
        }
        if rule == APART {
            desk.note(Label::Stays(unit), self.cite(APART));
        }
        self.end_frame(rule, desk);
        Ok(())
    }
}
