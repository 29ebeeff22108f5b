//! Squares: formed and left by choice (4.2), and against a charge (9.3), with the recall of the cavalry.

use super::action::Action;
use super::charts::{Arm, Terrain};
use super::edition::{RecallTest, SquareBreakers, SquareMoves};
use super::event::Event;
use super::frame::{Frame, Gait, Moving};
use super::label::Label;
use super::play::{Done, Judged, Table, lost};
use super::rulings::{SquareDice, SquareFailed, SquareGuns, SquareMates};
use super::state::{Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Cites;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// Clear ground only.
const CLEAR: Cite = cite!("R 4.2/1", "M 4.2/1");
/// Infantry and artillery in good order.
const WHO: Cite = cite!("R 4.2/2", "M 4.2/2");
/// Forming takes the whole movement.
const FORMING: Cite = cite!("R 4.2/4", "M 4.2/4");
/// Artillery only with infantry.
const ARTILLERY: Cite = cite!("R 4.2/3", "M 4.2/6");
/// Leaving costs points.
const LEAVING: Cite = cite!("R 4.2/5", "M 4.2/9");
/// Whoever has left it faces as it likes and moves on.
pub(super) const LEFT: Cite = cite!("R 4.2/5", "M 4.2/10");
/// Formed and left in an enemy zone of control too.
const IN_ZONE: Cite = cite!("R 4.2/6", "M 4.2/3");
/// Two units form only if both stood there when activated.
const BOTH_THERE: Cite = cite!("R 4.2/4", "M 4.2/5");
/// So with artillery.
const GUNS_THERE: Cite = cite!("R 4.2/4", "M 4.2/6");
/// Whether a square moves.
pub(super) const MOVES: Cite = cite!("R 4.2/7", "M 4.2/8");
/// No square enters a hex with others; in Montebello none moves at all.
const JOINS_NOBODY: Cite = cite!("R 4.4.2/4", "M 4.2/8");
/// No squares in this battle.
const FORBIDDEN: Cite = cite!("R specific 4.2/1", "M 4.2/1");
/// Disorder or retreat breaks it.
pub(super) const BROKEN: Cite = cite!("R 4.2/8", "M 4.2/13");
/// One disordered unit breaks the whole square.
pub(super) const ONE_BREAKS_ALL: Cite = cite!("R 4.2/9", "M 4.2/14");
/// Good infantry on clear ground may try to form square against a charge.
const AGAINST_CHARGE: Cite = cite!("R 9.3/1", "M 9.3.1/1");
/// Who has lost its square does not form it again for the pursuit.
const NOT_AGAIN: Cite = cite!("R 9.3/1", "M 9.3.1/2");
/// At most every cohesion: formed.
const FORMED: Cite = cite!("R 9.3/3", "M 9.3.1/4");
/// Higher than one: not formed.
const NOT_FORMED: Cite = cite!("R 9.3/4", "M 9.3.1/5");
/// Then the infantry is disordered.
const THEN_DISORDERED: Cite = cite!("R 9.3/5", "M 9.3.1/6");
/// Artillery does as the infantry with it does.
const FOLLOWS: Cite = cite!("R 9.3/2", "M 9.3.1/3");
/// Cavalry may try to break off.
const RECALL: Cite = cite!("R 9.3.2/1", "M 9.3.3/1");
/// What it tests.
const RECALL_TEST: Cite = cite!("R 9.3.2/2", "M 9.3.3/1");
/// Recalled: one hex away.
pub(super) const RECALLED: Cite = cite!("R 9.3.2/3", "M 9.3.3/2");
/// Not into an enemy front hex.
const RECALL_NO_FRONT: Cite = cite!("R 9.3.2/4", "M 9.3.3/3");
/// It must charge.
const MUST_CHARGE: Cite = cite!("R 9.3.2/5", "M 9.3.3/4");

impl JoursDeGloire {
    // -------------------------------------------------------------------------------------------------- by choice

    fn square_ground(&self, cell: Cell) -> bool {
        matches!(self.map.terrain(cell), Terrain::Clear | Terrain::Cassina)
    }

    /// Whether the units of a hex could form square, wherever the order comes from.
    fn judge_squarable(&self, s: &State, units: UnitSet, cell: Cell) -> Judged {
        if self.scenario.specific.no_square.on() {
            return self.no(FORBIDDEN, Why::NotHere);
        }
        let Some(any) = units.lowest() else { return self.no(WHO, Why::NoEnemy) };
        if !self.square_ground(cell) {
            return self.no(CLEAR, Why::Terrain(any));
        }
        let infantry = units.and(self.units.arm(Arm::Infantry));
        if infantry.is_empty() {
            let rule = if units.meets(self.units.arm(Arm::Cavalry)) { WHO } else { ARTILLERY };
            return self.no(rule, Why::Arm(any));
        }
        if let Some(rider) = units.and(self.units.arm(Arm::Cavalry)).lowest() {
            return self.no(WHO, Why::Arm(rider));
        }
        for unit in infantry {
            if s.order(unit) != Order::Good {
                return self.no(WHO, Why::Condition(unit, s.order(unit)));
            }
        }
        match units.and(s.square).lowest() {
            Some(formed) => self.no(FORMING, Why::Already(formed)),
            None => Ok(()),
        }
    }

    pub(super) fn judge_form_square(&self, s: &State, unit: UnitId) -> Judged {
        self.judge_actor(s, unit)?;
        let Some(cell) = s.at(unit) else { return self.no(WHO, Why::NotThere(unit)) };
        let units = s.units_at(cell);
        self.judge_squarable(s, units, cell)?;
        for other in units {
            self.judge_actor(s, other)?;
            if s.order(other) != Order::Good {
                return self.no(WHO, Why::Condition(other, s.order(other)));
            }
            // To have turned is not to have moved (4.3).
            let busy = s.marked(Mark::Moved).or(s.marked(Mark::LeftSquare));
            if busy.has(other) {
                let rule = match () {
                    () if units.len() == 1 || s.marked(Mark::LeftSquare).has(other) => FORMING,
                    () if self.units.arm_of(other) == Arm::Artillery => GUNS_THERE,
                    () => BOTH_THERE,
                };
                return self.no(rule, Why::Already(other));
            }
        }
        // A stack is named by its first unit, so that it has one name.
        match units.lowest() {
            Some(first) if first != unit => self.no(FORMING, Why::Precedence(first)),
            _ => Ok(()),
        }
    }

    pub(super) fn perform_form_square<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let units = s.at(unit).map_or(unit.only(), |cell| s.units_at(cell));
        let rules = self.square_rules(s, unit, FORMING);
        for unit in units {
            desk.fact(Event::SquareFormed { unit }, rules);
        }
        self.mark(units, Mark::Moved, FORMING, desk);
        Ok(())
    }

    /// The rule by which a square is formed or left by choice, and that a zone of control does not hinder it.
    fn square_rules(&self, s: &State, unit: UnitId, rule: Cite) -> Cites {
        match s.at(unit) {
            Some(at) if !self.zone_over(s, at, self.side_of(unit).enemy()).is_empty() => {
                rule.and(IN_ZONE, self.edition())
            }
            _ => self.cite(rule).into(),
        }
    }

    pub(super) fn judge_leave_square(&self, s: &State, unit: UnitId) -> Judged {
        self.judge_actor(s, unit)?;
        if !s.square.has(unit) {
            return self.no(LEAVING, Why::Already(unit));
        }
        let Some(cell) = s.at(unit) else { return self.no(LEAVING, Why::NotThere(unit)) };
        let units = self.leaving(s, cell);
        let needs = self.charts.square().leaving.value;
        for other in units {
            self.judge_actor(s, other)?;
            if s.marked(Mark::Moved).has(other) {
                return self.no(LEAVING, Why::Already(other));
            }
            let has = self.allowance(s, other, Gait::March);
            if has < needs {
                return self.no(LEAVING, Why::Points { unit: other, needs, has });
            }
        }
        match units.lowest() {
            Some(first) if first != unit => self.no(LEAVING, Why::Precedence(first)),
            _ => Ok(()),
        }
    }

    /// Those of a hex who leave a square by their own choice: all, or by the ruling `square-with-anothers-battery` all but
    /// the batteries that cannot act now. Those come out with the infantry.
    fn leaving(&self, s: &State, cell: Cell) -> UnitSet {
        let units = s.units_at(cell);
        if self.rulings.square_mates == SquareMates::Stays {
            return units;
        }
        let idle = |unit: &UnitId| self.judge_actor(s, *unit).is_err();
        let guns: UnitSet = units.and(self.units.arm(Arm::Artillery)).filter(idle).collect();
        units.less(guns)
    }

    pub(super) fn perform_leave_square<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let units = s.at(unit).map_or(unit.only(), |cell| s.units_at(cell));
        let leaving = s.at(unit).map_or(unit.only(), |cell| self.leaving(s, cell));
        let rules = self.square_rules(s, unit, LEAVING);
        for unit in units.and(s.square) {
            let rules = if leaving.has(unit) { rules } else { self.cite(ARTILLERY).into() };
            desk.fact(Event::SquareLeft { unit }, rules);
        }
        self.mark(leaving, Mark::LeftSquare, LEAVING, desk);
        Ok(())
    }

    /// Whether a unit in square may begin to move.
    pub(super) fn judge_square_moves(&self, s: &State, unit: UnitId) -> Judged {
        match self.edition().square_moves() {
            SquareMoves::OneHex => {
                let stack = s.at(unit).map_or(unit.only(), |cell| s.units_at(cell));
                match stack.first_where(|other| self.judge_actor(s, *other).is_err()) {
                    Some(other) => self.no(MOVES, Why::NotActive(other)),
                    None => Ok(()),
                }
            }
            SquareMoves::Never => self.no(MOVES, Why::Already(unit)),
        }
    }

    /// A square moves one clear hex, as a whole, for few points (R 4.2).
    pub(super) fn judge_square_step(&self, s: &State, units: UnitSet, moving: &Moving, from: Cell, to: Cell) -> Judged {
        if !units.meets(s.square) {
            return Ok(());
        }
        let unit = moving.unit;
        let square = self.charts.square();
        if moving.hexes >= square.move_hexes.value || moving.gait != Gait::March {
            return self.no(MOVES, Why::MustStop(unit));
        }
        if !self.square_ground(to) {
            return self.no(MOVES, Why::Terrain(unit));
        }
        if let Some(other) = s.units_at(from).less(units).lowest() {
            return self.no(MOVES, Why::MustFirst(other));
        }
        if let Some(other) = s.units_at(to).lowest() {
            let rules = JOINS_NOBODY.and(super::stacking::SQUARES, self.edition());
            return Err(super::play::No { rules, why: Why::Stacking { unit, with: other } });
        }
        Ok(())
    }

    /// What the hex of a square that moves may cost, with all that is paid on top of the ground (R 4.2).
    pub(super) fn judge_square_cost(&self, s: &State, units: UnitSet, unit: UnitId, needs: u8) -> Judged {
        let has = self.charts.square().move_points.value;
        if needs > has && units.meets(s.square) { self.no(MOVES, Why::Points { unit, needs, has }) } else { Ok(()) }
    }

    /// Breaks the square of a unit's hex, if it stands in one. In the later edition a battery that is lost or driven off
    /// takes itself out of it alone: only infantry breaks the square of its stack (M 4.2/14; of a disordered one the ruling
    /// `artillery-disordered-in-square` speaks).
    pub(super) fn break_square<J: Journal<Event, Label>>(&self, unit: UnitId, rule: Cite, desk: &mut Table<'_, J>) {
        let s = desk.state();
        if !s.square.has(unit) {
            return;
        }
        let alone = self.units.arm_of(unit) == Arm::Artillery
            && self.edition().square_breakers() == SquareBreakers::Infantry
            && self.rulings.square_guns == SquareGuns::Stands;
        let stack = if alone { None } else { s.at(unit) };
        let units = stack.map_or(unit.only(), |cell| s.units_at(cell)).and(s.square);
        for unit in units {
            desk.fact(Event::SquareLeft { unit }, self.cite(rule));
        }
        // Who loses its square to a charge does not form it again for the pursuit (M 9.3.1/2).
        self.mark(units, Mark::Squared, rule, desk);
    }

    // ------------------------------------------------------------------------------------------- against a charge

    /// Whether the units of a hex may try to form square against this charge.
    fn judge_square_offer(&self, s: &State, charger: UnitId, cell: Cell) -> Judged {
        let units = s.units_at(cell).and(self.units.side(self.side_of(charger).enemy()));
        self.judge_squarable(s, units, cell)?;
        self.judge_square_after_fire(s, units)?;
        match units.and(s.marked(Mark::Squared)).lowest() {
            Some(unit) => self.no(NOT_AGAIN, Why::Already(unit)),
            None => Ok(()),
        }
    }

    pub(super) fn asked_square(&self, s: &State, charger: UnitId, cell: Cell) -> Option<(Side, Cite)> {
        let offered = self.judge_square_offer(s, charger, cell).is_ok();
        offered.then_some((self.side_of(charger).enemy(), AGAINST_CHARGE))
    }

    /// No square is offered: the reason stands beside the end of the step.
    pub(super) fn advance_square<J: Journal<Event, Label>>(
        &self,
        charger: UnitId,
        cell: Cell,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match self.judge_square_offer(desk.state(), charger, cell) {
            Err(no) => desk.mark(Event::Done, no.rules),
            Ok(()) => self.end_frame(AGAINST_CHARGE, desk),
        }
        Ok(())
    }

    pub(super) fn judge_square(&self, s: &State, charger: UnitId, cell: Cell, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::FormSquare { unit } => {
                self.judge_square_offer(s, charger, cell)?;
                let here = s.units_at(cell).and(self.units.arm(Arm::Infantry));
                if here.lowest() == Some(unit) {
                    Ok(())
                } else {
                    self.no(AGAINST_CHARGE, Why::NotOpen(here.lowest().unwrap_or(charger)))
                }
            }
            _ => self.no(AGAINST_CHARGE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_square(&self, s: &State, _: UnitId, cell: Cell, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        if let Some(unit) = s.units_at(cell).and(self.units.arm(Arm::Infantry)).lowest() {
            each(Action::FormSquare { unit });
        }
    }

    pub(super) fn perform_square<J: Journal<Event, Label>>(
        &self,
        charger: UnitId,
        cell: Cell,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let units = desk.state().units_at(cell);
        let infantry = units.and(self.units.arm(Arm::Infantry));
        let Action::FormSquare { unit } = *action else {
            self.end_frame(AGAINST_CHARGE, desk);
            return Ok(());
        };
        let failed = match self.rulings.square_dice {
            SquareDice::One => self.one_die(unit, infantry, desk)?,
            SquareDice::Each => self.a_die_each(infantry, desk)?,
        };
        if failed.is_empty() {
            self.mark(units, Mark::Squared, AGAINST_CHARGE, desk);
            for unit in units {
                let rule = if infantry.has(unit) { FORMED } else { FOLLOWS };
                desk.fact(Event::SquareFormed { unit }, self.cite(rule));
            }
            self.continue_frame(Frame::Recall { charger, cell }, RECALL, desk);
            return Ok(());
        }
        self.end_frame(NOT_FORMED, desk);
        let disordered = match self.rulings.square_failed {
            SquareFailed::Failed => failed,
            SquareFailed::All => infantry,
        };
        for unit in disordered {
            self.begin_frame(Frame::Disorder { unit }, THEN_DISORDERED, desk)?;
        }
        Ok(())
    }

    /// One die against the cohesion of each; those whose cohesion is too low (the ruling `square-dice`).
    fn one_die<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        infantry: UnitSet,
        desk: &mut Table<'_, J>,
    ) -> Done<UnitSet> {
        let mut cohesions = [(unit, 0u8); 8];
        let mut len = 0;
        for other in infantry {
            if let Some(slot) = cohesions.get_mut(len) {
                *slot = (other, self.values(desk.state(), other).cohesion);
                len += 1;
            }
        }
        let cohesions = &cohesions[..len];
        let least = cohesions.iter().map(|(_, cohesion)| *cohesion).min().unwrap_or(0);
        let mut tally = Tally::test(Label::FormSquare(unit), least.into());
        desk.roll(&mut tally, Die::D10, self.cite(FORMED), |total| {
            cohesions.iter().filter(|(_, cohesion)| total > i16::from(*cohesion)).map(|(unit, _)| *unit).collect()
        })
    }

    /// A die for each infantry unit; those that failed.
    fn a_die_each<J: Journal<Event, Label>>(&self, infantry: UnitSet, desk: &mut Table<'_, J>) -> Done<UnitSet> {
        let mut failed = UnitSet::EMPTY;
        for unit in infantry {
            let cohesion = self.values(desk.state(), unit).cohesion;
            if desk.test(&mut Tally::test(Label::FormSquare(unit), cohesion.into()), Die::D10, self.cite(FORMED))?
                == Passed::No
            {
                failed.insert(unit);
            }
        }
        Ok(failed)
    }

    // ------------------------------------------------------------------------------------------------- the recall

    pub(super) fn asked_recall(&self, charger: UnitId) -> Option<(Side, Cite)> {
        Some((self.side_of(charger), RECALL))
    }

    pub(super) fn judge_recall(&self, _: UnitId, action: &Action) -> Judged {
        match action {
            Action::Done | Action::Recall => Ok(()),
            _ => self.no(RECALL, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_recall(&self, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        each(Action::Recall);
    }

    pub(super) fn perform_recall<J: Journal<Event, Label>>(
        &self,
        charger: UnitId,
        cell: Cell,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        if *action != Action::Recall {
            self.end_frame(RECALL, desk);
            return Ok(());
        }
        let s = desk.state();
        let riders = self.riders(s, charger);
        let top = self.top_fighter(s, riders).unwrap_or(charger);
        let values = self.values(s, top);
        let mut tally = match self.edition().recall_test() {
            RecallTest::Cohesion => {
                let mut tally = Tally::test(Label::Recall(top), values.cohesion.into());
                self.darken(s, &mut tally);
                tally
            }
            RecallTest::Engagement => Tally::test(Label::Recall(top), values.engagement.into()),
        };
        let rules = self.with_later(RECALL_TEST, rule!("M 0.4.2/1"));
        match desk.test(&mut tally, Die::D10, rules)? {
            Passed::Yes => {
                // No charge, and so no test at the end of one.
                for unit in riders.and(desk.state().marked(Mark::Charging)) {
                    let rules = self.with_later(RECALLED, rule!("M 9.3.3/6"));
                    desk.mark(Event::Unmarked { mark: Mark::Charging, unit }, rules);
                }
                self.continue_frame(Frame::RecallMove { charger, cell }, RECALLED, desk);
            }
            Passed::No => self.end_frame(MUST_CHARGE, desk),
        }
        Ok(())
    }

    /// The units that charge together with this one: those of its hex that charge, or moved to.
    fn riders(&self, s: &State, charger: UnitId) -> UnitSet {
        s.at(charger).map_or(charger.only(), |cell| {
            s.units_at(cell).and(s.marked(Mark::Moved).or(s.marked(Mark::Moving))).and(self.units.arm(Arm::Cavalry))
        })
    }

    /// Where recalled cavalry may go: away from its target, into no enemy front hex.
    fn judge_recall_step(&self, s: &State, charger: UnitId, cell: Cell, dir: Dir) -> Result<Cell, super::play::No> {
        let Some(from) = s.at(charger) else { return self.no(RECALLED, Why::NotThere(charger)) };
        let Some(to) = self.map.grid.neighbour(from, dir) else { return self.no(RECALLED, Why::Edge(charger)) };
        let enemy = self.side_of(charger).enemy();
        if self.map.grid.distance(to, cell) <= self.map.grid.distance(from, cell) {
            return self.no(RECALLED, Why::NotAway(charger));
        }
        if let Some(other) = s.units_at(to).and(self.units.side(enemy)).lowest() {
            return self.no(RECALLED, Why::Enemy { unit: charger, enemy: other });
        }
        if let Some(other) = self.front_zone_over(s, to, enemy).lowest() {
            return self.no(RECALL_NO_FRONT, Why::FrontZone { unit: charger, enemy: other });
        }
        self.entry_guard(s, charger, to)?;
        let step = self.step_over(s, Arm::Cavalry, from, dir);
        if step.normal.min(step.way) == super::ground::NEVER {
            return self.no(super::march::TERRAIN, Why::Terrain(charger));
        }
        if let Err((rule, with)) = self.may_join(s, self.riders(s, charger), to) {
            return self.no(rule, Why::Stacking { unit: charger, with });
        }
        Ok(to)
    }

    pub(super) fn asked_recall_move(&self, s: &State, charger: UnitId, cell: Cell) -> Option<(Side, Cite)> {
        Dir::ALL
            .into_iter()
            .any(|dir| self.judge_recall_step(s, charger, cell, dir).is_ok())
            .then(|| (self.side_of(charger), RECALLED))
    }

    pub(super) fn judge_recall_move(&self, s: &State, charger: UnitId, cell: Cell, action: &Action) -> Judged {
        match *action {
            Action::Step { dir } => self.judge_recall_step(s, charger, cell, dir).map(|_| ()),
            _ => self.no(RECALLED, Why::NoAnswer),
        }
    }

    pub(super) fn perform_recall_move<J: Journal<Event, Label>>(
        &self,
        charger: UnitId,
        _: Cell,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let (Action::Step { dir }, Some(from)) = (*action, s.at(charger)) else { return Err(lost("a recall")) };
        let to = self.map.grid.neighbour(from, dir).ok_or_else(|| lost("a recall off the map"))?;
        let riders = self.riders(s, charger);
        self.shift(riders, to, RECALLED, desk);
        self.continue_frame(Frame::AdvanceTurn { unit: charger, most: 3 }, RECALLED, desk);
        self.commanders_contacted(to, self.side_of(charger), desk)
    }

    /// No hex is open: it stays where it is, and does not charge.
    pub(super) fn advance_recall_move<J: Journal<Event, Label>>(
        &self,
        charger: UnitId,
        _: Cell,
        desk: &mut Table<'_, J>,
    ) -> Done {
        desk.note(Label::Stays(charger), self.cite(RECALL_NO_FRONT));
        self.end_frame(RECALL_NO_FRONT, desk);
        Ok(())
    }
}
