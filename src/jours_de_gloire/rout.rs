//! Rout movement (10.4): in phase E, and in place of a cohesion test.
//!
//! A routed unit runs by the shortest way to the edge or hex that its side runs to, hex by hex, for its whole allowance.
//! What stands in its way it may go around, column by column, but only where it would be lost otherwise. Which steps are
//! open is worked out before each of them by looking ahead to the end of the run; the owner is asked only if there are
//! several.

use super::action::Action;
use super::charts::Arm;
use super::edition::{Parting, RunsBack, ThroughFriends};
use super::event::Event;
use super::frame::{Frame, Quarry, RoutMove};
use super::ground::{self, Breaks, NEVER, Rate};
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::scenario::Refuge;
use super::state::{Mark, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, stacking, zones};
use crate::figures::Figure;
use crate::hex::{Cell, Dir, Dirs, Vertex};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Rule;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// Phase E: routed units run, then demoralization is looked at.
const PHASE: Cite = cite!("R 10.4/4", "M 1.E/1");
/// The whole allowance, the shortest way.
const FULL: Cite = cite!("R 10.4/4", "M 10.4/2");
/// A unit that cannot run is lost; in Rivoli by the ruling `rout-without-a-hex`.
const NOWHERE: Cite = cite!("R 10.4/4", "M 10.4/3");
/// Points as in any movement.
const COSTS: Cite = cite!("R 10.4/1", "M 10.4/4");
/// Friends on the way cost nothing; fords and bridges do not disorder.
const SPARED: Cite = cite!("R 10.4/2", "M 10.4/5");
/// Rivoli has a rule of its own for fords and bridges.
const NO_DISORDER: Cite = cite!("R 10.3.3/3", "M 10.4/5");
/// Stacking and zones as in a retreat.
const ZONES: Cite = cite!("R 10.4/3", "M 10.4/6");
/// A routed unit is lost before an enemy's front.
const FRONT: Cite = cite!("R 10.3.4/3", "M 10.3.5/3");
/// No river, save at ford or bridge.
const RIVER: Cite = cite!("R 10.3.3/1", "M 10.3.4/1");
/// A steep slope disorders.
const STEEP: Cite = cite!("R 10.3.3/2", "M 10.3.4/2");
/// It may stop in a town, village or castle.
const SHELTER: Cite = cite!("R 10.4/5", "M 10.4/7");
/// It may go on in a later phase E.
const ON_AGAIN: Cite = cite!("R 10.4/6", "M 10.4/8");
/// Around what would be its end.
const SHIFT: Cite = cite!("R 10.4/7", "M 10.4/9");
/// By so many columns.
const COLUMNS: Cite = Cite::only(rule!("M 10.4/10"));
/// Stacked routed units part.
const APART: Cite = cite!("R 10.4/8", "M 10.4/11");
/// Off the map it is lost.
const OFF_MAP: Cite = cite!("R 10.2/14", "M 10.4/13");
/// A rout movement instead of a test.
const INSTEAD: Cite = cite!("R 10.2/12", "M 10.2/13");
/// On through friends until it can stop.
const THROUGH: Cite = cite!("R 10.5/1", "M 10.5/1");
/// Who is passed through and routed runs after the one that passed.
const AFTER: Cite = cite!("R 10.5/5", "M 10.5/4");
/// It does not set that one running again.
const NOT_BACK: Cite = Cite::only(rule!("M 10.5/5"));
/// It shows the direction in which it runs.
const SHOWN: Cite = cite!("R 10.2/9", "M 10.2/10");
/// Alone at the end, or else with another routed unit.
const ALONE: Cite = cite!("R 5.1.2/8", "M 5.1.2/7");
/// Nobody enters a square.
const SQUARE: Cite = cite!("R 4.4.2/3", "M 4.4.3/4");
/// Never into an enemy hex.
const ENEMY: Cite = cite!("R 5.1.2/1", "M 5.1.2/1");

/// A run's end is lost.
const LOST: u8 = u8::MAX;
/// A run ends with another routed unit, where it ought to part from it.
const CROWDED: u8 = 2;
/// A run ends alone, but a hex short or a column aside; or it leads through friends where it ought not to.
const SECOND_BEST: u8 = 1;

/// A step of a run as it is judged.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stride {
    /// Not allowed.
    Closed(Cite, Why),
    /// It costs so many points, and it has fewer.
    Short(u8),
    /// It would be disordered by it, and so be lost.
    Fatal(Cite, Why),
    /// It costs so many points.
    Open(u8),
}

/// Who runs.
#[derive(Clone, Copy)]
struct Runner {
    unit: UnitId,
    arm: Arm,
    side: Side,
    start: Cell,
}

/// How far it has come.
#[derive(Clone, Copy)]
struct Place {
    cell: Cell,
    left: u8,
    gone: u8,
    shifted: u8,
    last: Option<Dir>,
}

/// What is open to a running unit.
#[derive(Clone, Copy, Debug)]
struct Ways {
    dirs: Dirs,
    /// Under which rule it may stop where it is.
    stop: Option<Cite>,
    /// Under which rule it takes one of the steps.
    step: Cite,
}

impl Ways {
    fn count(self) -> usize {
        self.dirs.len() + usize::from(self.stop.is_some())
    }
}

/// What was found out of places ahead: a run of a dozen hexes meets the same ones again and again.
struct Memo {
    known: [(Cell, u8, u8, Option<Dir>, u8); Memo::SIZE],
    len: usize,
}

impl Memo {
    const SIZE: usize = 48;

    fn new(cell: Cell) -> Self {
        Self { known: [(cell, 0, 0, None, LOST); Self::SIZE], len: 0 }
    }

    fn find(&self, p: Place) -> Option<u8> {
        let key = (p.cell, p.left, p.shifted, p.last);
        self.known[..self.len].iter().find(|(a, b, c, d, _)| (*a, *b, *c, *d) == key).map(|known| known.4)
    }

    fn keep(&mut self, p: Place, value: u8) {
        if let Some(slot) = self.known.get_mut(self.len) {
            *slot = (p.cell, p.left, p.shifted, p.last, value);
            self.len += 1;
        }
    }
}

impl JoursDeGloire {
    // ------------------------------------------------------------------------------------------------------- phase E

    /// The routed units of a side that have not run in this phase E.
    fn runners(&self, s: &State, side: Side) -> UnitSet {
        self.units.side(side).and(s.routed).less(s.marked(Mark::Ran))
    }

    /// The side whose routed units run now: that with the initiative first, by the ruling `rout-phase-order`.
    fn side_to_run(&self, s: &State) -> Option<Side> {
        let first = if s.initiative == 2 && self.initiative_runs_first() { Side::Second } else { Side::First };
        [first, first.enemy()].into_iter().find(|side| !self.runners(s, *side).is_empty())
    }

    /// The ruling `rout-phase-order`: whether strategic initiative decides whose units run first, as by default, or the
    /// order of the scenario.
    fn initiative_runs_first(&self) -> bool {
        true
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
            _ => self.no(PHASE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_rout(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for unit in self.runners(s, by) {
            each(Action::Run { unit });
        }
    }

    pub(super) fn perform_rout<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Run { unit } => self.start_rout_move(unit, desk),
            _ => {
                // Those in a refuge stay.
                self.mark(self.runners(desk.state(), by), Mark::Ran, ON_AGAIN, desk);
                Ok(())
            }
        }
    }

    pub(super) fn advance_rout<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        match self.side_to_run(s) {
            Some(side) => match self.only_runner(s, side) {
                Some(unit) => self.start_rout_move(unit, desk),
                None => Err(super::play::lost("a rout phase that asks nobody")),
            },
            None => {
                self.unmark(s.marked(Mark::Ran), Mark::Ran, PHASE, desk);
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
    /// movement, since its frame is put on top of this one. `cause` is what set the other running in its turn, if it was
    /// a unit: that one stays where it is (M 10.5).
    pub(super) fn runs_after<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        by: UnitId,
        cause: Option<UnitId>,
        desk: &mut Table<'_, J>,
    ) -> Done {
        if cause == Some(unit) && self.edition().runs_back() == RunsBack::Stays {
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
            Some(_) => AFTER,
            None if phase => FULL,
            None => INSTEAD,
        };
        let run = RoutMove { unit, left, gone: 0, shifted: 0, start, last: None, cause };
        self.begin_frame(Frame::RoutMove(run), rule, desk)
    }

    // ------------------------------------------------------------------------------------------------- the direction

    /// The hexsides over which a unit of this side comes nearer to where it runs to.
    pub fn direct_ways(&self, side: Side, cell: Cell) -> Dirs {
        let here = self.to_refuge(side, cell);
        self.map.grid.neighbours(cell).filter(|(_, to)| self.to_refuge(side, *to) < here).map(|(dir, _)| dir).collect()
    }

    /// The hexside over which a unit that has come to where its side runs to leaves the map; `None` if it is not there
    /// yet, or if that is a hex within the map.
    fn way_off(&self, side: Side, cell: Cell) -> Option<Dir> {
        let leaves = |dir: &Dir| match self.scenario.refuge[side.index()] {
            Refuge::Edge(edge) => self.map.grid.leaves(cell, *dir) == Some(edge),
            Refuge::Hex(hex) => cell == hex && self.map.grid.neighbour(cell, *dir).is_none(),
        };
        Dir::ALL.into_iter().find(leaves)
    }

    /// The corner that a routed unit faces: towards where it runs to (10.2). It has no front all the same.
    pub fn rout_facing(&self, side: Side, cell: Cell) -> Vertex {
        let ways = self.direct_ways(side, cell);
        let ways = if ways.is_empty() { self.way_off(side, cell).map_or(Dirs::ALL, Dirs::from) } else { ways };
        let between = |corner: &Vertex| corner.front().into_iter().all(|dir| ways.contains(dir));
        let first = ways.iter().next().unwrap_or(Dir::N);
        Vertex::ALL.into_iter().find(between).unwrap_or(first.ends()[1])
    }

    /// A unit that is routed turns to where it will run.
    pub(super) fn face_refuge<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) {
        if let Some(at) = desk.state().at(unit) {
            self.face(unit.only(), self.rout_facing(self.side_of(unit), at), SHOWN, desk);
        }
    }

    // ------------------------------------------------------------------------------------------------- what is open

    /// Whether a running unit may stop in this hex for good.
    fn shelters(&self, cell: Cell) -> bool {
        // The same ground gives six front hexes.
        self.six_fronts_at(cell)
    }

    /// Whether it may stay in this hex as the units stand now.
    fn may_stay(&self, s: &State, r: &Runner, cell: Cell) -> bool {
        self.may_join(s, r.unit.only(), cell).is_ok()
    }

    /// Whether another routed unit stands in this hex.
    fn crowded(&self, s: &State, r: &Runner, cell: Cell) -> bool {
        s.units_at(cell).less(r.unit.only()).meets(s.routed)
    }

    /// The ruling `rout-zones` of Montebello: whether a run may not lead from one hex to another of the same enemy's
    /// zone of control, as by default. Rivoli's book has no such bound.
    fn bound_by_one_zone(&self) -> bool {
        self.edition().parting() == Parting::Bound
    }

    /// The rate of a step: the one that does not disorder, then the cheapest. No way carries a unit beside an enemy
    /// (4.3.1).
    fn run_rate(&self, r: &Runner, from: Cell, dir: Dir, beside: UnitSet) -> Option<(Rate, u8)> {
        let step = self.ground.step(r.arm, from, dir);
        let along = if beside.is_empty() { Rate::Way } else { Rate::WayBesideEnemy };
        [along, Rate::Normal]
            .map(|rate| (rate, step.cost(rate)))
            .into_iter()
            .filter(|(_, cost)| *cost != NEVER)
            .min_by_key(|(rate, cost)| (step.disorders(*rate), *cost))
    }

    /// What a step costs on top of the ground: leaving a zone of control at first, and what the light puts on entering
    /// one. Friends on the way cost nothing.
    fn run_surcharges(
        &self,
        s: &State,
        r: &Runner,
        gone: u8,
        from: Cell,
        to: Cell,
        each: &mut impl FnMut(Label, Figure<i8>, Cite),
    ) {
        let enemy = r.side.enemy();
        let movement = self.charts.movement();
        let points = |figure: Figure<u8>| figure.map(|value| i8::try_from(value).unwrap_or(i8::MAX));
        if gone == 0 && !self.zone_over(s, from, enemy).is_empty() {
            each(Label::LeavingZone, points(movement.zoc_exit), zones::LEAVING);
        }
        if !self.zone_over(s, to, enemy).is_empty() {
            if movement.zoc_entry.value > 0 {
                each(Label::EnteringZone, points(movement.zoc_entry), zones::STOP);
            }
            self.zone_entry(s, each);
        }
    }

    /// A step on the map.
    fn stride(&self, s: &State, r: &Runner, p: Place, dir: Dir, to: Cell) -> Stride {
        let unit = r.unit;
        let enemies = self.units.side(r.side.enemy());
        let there = s.units_at(to);
        if let Some(enemy) = there.and(enemies).lowest() {
            return Stride::Closed(ENEMY, Why::Enemy { unit, enemy });
        }
        if let Some(friend) = there.less(unit.only()).and(s.square).lowest() {
            return Stride::Closed(SQUARE, Why::Square { unit, friend });
        }
        let step = self.ground.step(r.arm, p.cell, dir);
        if step.breaks == Breaks::River {
            return Stride::Closed(RIVER, Why::Hexside(unit));
        }
        let beside = self.adjacent_to(s, to, r.side.enemy());
        let Some((rate, price)) = self.run_rate(r, p.cell, dir, beside) else {
            return Stride::Closed(COSTS, Why::Terrain(unit));
        };
        let mut cost = price;
        if !beside.is_empty() || p.gone == 0 {
            let mut add = |_, figure: Figure<i8>, _| cost = cost.saturating_add_signed(figure.value);
            self.run_surcharges(s, r, p.gone, p.cell, to, &mut add);
        }
        if !beside.is_empty() {
            let zone = self.zone_over(s, to, r.side.enemy());
            if self.bound_by_one_zone() {
                let left = self.zone_over(s, p.cell, r.side.enemy()).or(self.zone_over(s, r.start, r.side.enemy()));
                if let Some(enemy) = zone.and(left).lowest() {
                    return Stride::Closed(NOWHERE, Why::SameZone { unit, enemy });
                }
            }
            if let Some(enemy) = zone.filter(|enemy| self.faces(s, *enemy, to)).next() {
                return Stride::Fatal(FRONT, Why::FrontZone { unit, enemy });
            }
        }
        // A free way over a steep slope is no obstacle (R table 1, footnote c).
        if step.disorders(rate) || (step.breaks == Breaks::SteepSlope && rate == Rate::Normal) {
            return Stride::Fatal(STEEP, Why::Hexside(unit));
        }
        // Every step costs something, or a run might not end.
        if cost > p.left { Stride::Short(cost) } else { Stride::Open(cost.max(1)) }
    }

    /// Where it is after a step.
    fn after(&self, r: &Runner, p: Place, dir: Dir, to: Cell, cost: u8) -> Place {
        let aside = self.to_refuge(r.side, to) >= self.to_refuge(r.side, p.cell);
        Place {
            cell: to,
            left: p.left.saturating_sub(cost),
            gone: p.gone.saturating_add(1),
            shifted: p.shifted.saturating_add(aside.into()),
            last: Some(dir),
        }
    }

    /// Columns by which an arm may shift in one run.
    fn shift_limit(&self, arm: Arm) -> u8 {
        let rout = self.charts.rout();
        let limit = match arm {
            Arm::Infantry => rout.shift_infantry,
            Arm::Cavalry => rout.shift_cavalry,
            Arm::Artillery => rout.shift_artillery,
        };
        limit.value.unwrap_or(u8::MAX - 1)
    }

    /// The six steps from a place, each with where it leads: nearer, or aside. A unit that may not stay where it is goes
    /// on without points once they are spent (10.5).
    fn strides(&self, s: &State, r: &Runner, p: Place, stays: bool) -> [Option<(Dir, Cell, bool, Stride)>; 6] {
        let here = self.to_refuge(r.side, p.cell);
        let mut strides = Dir::ALL.map(|dir| {
            let to = self.map.grid.neighbour(p.cell, dir)?;
            let there = self.to_refuge(r.side, to);
            (there <= here).then(|| (dir, to, there < here, self.stride(s, r, p, dir, to)))
        });
        let open = |direct: bool| move |stride: &Option<(Dir, Cell, bool, Stride)>| matches!(stride, Some((_, _, nearer, Stride::Open(_))) if *nearer || !direct);
        if !stays && !strides.iter().any(open(true)) {
            for (.., stride) in strides.iter_mut().flatten() {
                if let Stride::Short(_) = stride {
                    *stride = Stride::Open(p.left);
                }
            }
        }
        strides
    }

    /// How a run from here ends at best, if it is made by the rules: the lower the better, [`LOST`] at worst.
    fn outlook(&self, s: &State, r: &Runner, p: Place, memo: &mut Memo) -> u8 {
        if let Some(known) = memo.find(p) {
            return known;
        }
        let stays = self.may_stay(s, r, p.cell);
        let value = self.look_on(s, r, p, stays, memo);
        memo.keep(p, value);
        value
    }

    fn look_on(&self, s: &State, r: &Runner, p: Place, stays: bool, memo: &mut Memo) -> u8 {
        if stays && self.shelters(p.cell) {
            return 0;
        }
        if self.way_off(r.side, p.cell).is_some() && (p.left > 0 || !stays) {
            return 0;
        }
        let bound = self.edition().parting() == Parting::Bound;
        let at_the_end = if bound && self.crowded(s, r, p.cell) { CROWDED } else { 0 };
        let strides = self.strides(s, r, p, stays);
        let mut best = LOST;
        for (dir, to, nearer, stride) in strides.into_iter().flatten() {
            if let (true, Stride::Open(cost)) = (nearer, stride) {
                best = best.min(self.beyond(s, r, self.after(r, p, dir, to, cost), memo));
                if best == 0 {
                    return 0;
                }
            }
        }
        let direct = |(.., nearer, stride): (Dir, Cell, bool, Stride)| nearer.then_some(stride);
        let mut ahead = strides.into_iter().flatten().filter_map(direct);
        if stays && ends_here(&mut ahead) {
            return at_the_end;
        }
        if best != LOST && (best < CROWDED || !bound) {
            return best;
        }
        let parting = best != LOST;
        if parting && stays && at_the_end == 0 {
            // A hex short.
            return SECOND_BEST;
        }
        let aside = self.best_aside(s, r, p, &strides, parting, memo).0;
        if aside == LOST { best } else { aside.max(if parting { SECOND_BEST } else { 0 }) }
    }

    /// The outlook beyond a step, and whether the step leads through friends, where only the lack of another way allows
    /// it.
    fn beyond(&self, s: &State, r: &Runner, p: Place, memo: &mut Memo) -> u8 {
        let ought_not = self.edition().through_friends() == ThroughFriends::IfNoOtherWay;
        let through = if ought_not && !self.may_stay(s, r, p.cell) { SECOND_BEST } else { 0 };
        self.outlook(s, r, p, memo).max(through)
    }

    /// The steps aside from which a run ends best, and how. To part from another routed unit it must end alone, and may
    /// shift by one column more.
    fn best_aside(
        &self,
        s: &State,
        r: &Runner,
        p: Place,
        strides: &[Option<(Dir, Cell, bool, Stride)>; 6],
        parting: bool,
        memo: &mut Memo,
    ) -> (u8, Dirs) {
        let mut best = (LOST, Dirs::NONE);
        if p.shifted >= self.shift_limit(r.arm).saturating_add(parting.into()) {
            return best;
        }
        for &(dir, to, nearer, stride) in strides.iter().flatten() {
            let Stride::Open(cost) = stride else { continue };
            // Aside, and not back to where it was.
            if nearer || p.last == Some(dir.opposite()) {
                continue;
            }
            let on = self.after(r, p, dir, to, cost);
            let value = self.beyond(s, r, on, memo);
            let value = if parting && (value >= CROWDED || self.ends_crowded(s, r, on)) { LOST } else { value };
            match value.cmp(&best.0) {
                core::cmp::Ordering::Less => best = (value, dir.into()),
                core::cmp::Ordering::Equal if value != LOST => best.1 = best.1.with(dir),
                _ => {}
            }
        }
        best
    }

    /// Whether a run that has come here ends here, with another routed unit.
    fn ends_crowded(&self, s: &State, r: &Runner, p: Place) -> bool {
        if !self.crowded(s, r, p.cell) || !self.may_stay(s, r, p.cell) || self.way_off(r.side, p.cell).is_some() {
            return false;
        }
        let strides = self.strides(s, r, p, true);
        let mut ahead = strides.into_iter().flatten().filter_map(|(.., nearer, stride)| nearer.then_some(stride));
        ends_here(&mut ahead)
    }

    fn runner(&self, s: &State, run: RoutMove) -> Option<(Runner, Place)> {
        let unit = run.unit;
        let cell = s.at(unit)?;
        // It may have been moved between being set running and running.
        let start = if run.gone == 0 { cell } else { run.start };
        let runner = Runner { unit, arm: self.units.arm_of(unit), side: self.side_of(unit), start };
        let RoutMove { left, gone, shifted, last, .. } = run;
        Some((runner, Place { cell, left, gone, shifted, last }))
    }

    /// What is open to a running unit; `None` if it is lost where it is.
    fn ways(&self, s: &State, r: &Runner, p: Place) -> Option<Ways> {
        let stays = self.may_stay(s, r, p.cell);
        let moved = p.gone > 0;
        let mut ways = Ways { dirs: Dirs::NONE, stop: None, step: FULL };
        if moved && stays && self.shelters(p.cell) {
            ways.stop = Some(SHELTER);
        }
        if let Some(off) = self.way_off(r.side, p.cell) {
            if p.left > 0 || !stays {
                ways.dirs = off.into();
                ways.step = OFF_MAP;
            } else if ways.stop.is_none() {
                ways.stop = Some(FULL);
            }
            return Some(ways);
        }
        if self.to_refuge(r.side, p.cell) == 0 && stays {
            // It has come to the hex that it runs to.
            ways.stop = ways.stop.or(Some(FULL));
            return Some(ways);
        }
        let memo = &mut Memo::new(p.cell);
        let strides = self.strides(s, r, p, stays);
        let bound = self.edition().parting() == Parting::Bound;
        let mut best = LOST;
        let mut all_crowded = true;
        for (dir, to, nearer, stride) in strides.into_iter().flatten() {
            let (true, Stride::Open(cost)) = (nearer, stride) else { continue };
            let on = self.after(r, p, dir, to, cost);
            let value = self.beyond(s, r, on, memo);
            if value < best {
                (best, ways.dirs, all_crowded) = (value, Dirs::NONE, true);
            }
            if value == best && value != LOST {
                ways.dirs = ways.dirs.with(dir);
                all_crowded &= self.ends_crowded(s, r, on);
            }
        }
        if !ways.dirs.is_empty() {
            if all_crowded {
                self.part(s, r, p, stays && moved, bound, &strides, memo, &mut ways);
            }
            return Some(ways);
        }
        let mut ahead = strides.into_iter().flatten().filter_map(|(.., nearer, stride)| nearer.then_some(stride));
        if moved && stays && ends_here(&mut ahead) {
            ways.stop = ways.stop.or(Some(FULL));
        }
        if ways.stop.is_some() {
            return Some(ways);
        }
        ways.dirs = self.best_aside(s, r, p, &strides, false, memo).1;
        ways.step = SHIFT;
        (!ways.dirs.is_empty()).then_some(ways)
    }

    /// Every way ends with another routed unit: it stops a hex short, or goes a column aside. In Montebello it must if it
    /// can, in Rivoli it may.
    #[allow(clippy::too_many_arguments)]
    fn part(
        &self,
        s: &State,
        r: &Runner,
        p: Place,
        may_stop: bool,
        bound: bool,
        strides: &[Option<(Dir, Cell, bool, Stride)>; 6],
        memo: &mut Memo,
        ways: &mut Ways,
    ) {
        let aside = self.best_aside(s, r, p, strides, true, memo).1;
        let stop = may_stop && !self.crowded(s, r, p.cell);
        if aside.is_empty() && !stop {
            ways.step = ALONE;
            return;
        }
        ways.dirs = if bound { aside } else { ways.dirs.union(aside) };
        ways.step = APART;
        if stop && ways.stop.is_none() {
            ways.stop = Some(APART);
        }
    }

    // ------------------------------------------------------------------------------------------------------- the run

    pub(super) fn asked_rout_move(&self, s: &State, run: RoutMove) -> Option<(Side, Cite)> {
        let (r, p) = self.runner(s, run)?;
        let ways = self.ways(s, &r, p)?;
        (ways.count() > 1).then(|| (r.side, ways.stop.unwrap_or(ways.step)))
    }

    pub(super) fn judge_rout_move(&self, s: &State, run: RoutMove, action: &Action) -> Judged {
        let unit = run.unit;
        let Some((r, p)) = self.runner(s, run) else { return self.no(FULL, Why::NotThere(unit)) };
        let Some(ways) = self.ways(s, &r, p) else { return self.no(NOWHERE, Why::NotOpen(unit)) };
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
                    Stride::Open(_) if !nearer && p.shifted >= self.shift_limit(r.arm) => {
                        self.no(COLUMNS, Why::NotOpen(unit))
                    }
                    Stride::Open(_) if nearer => self.no(THROUGH, Why::NotOpen(unit)),
                    Stride::Open(_) => self.no(FULL, Why::NotOpen(unit)),
                }
            }
            _ => self.no(FULL, Why::NoAnswer),
        }
    }

    pub(super) fn perform_rout_move<J: Journal<Event, Label>>(
        &self,
        run: RoutMove,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let lost = || super::play::lost("a run that goes nowhere");
        let (r, p) = self.runner(desk.state(), run).ok_or_else(lost)?;
        let ways = self.ways(desk.state(), &r, p).ok_or_else(lost)?;
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
        let Some(ways) = self.ways(desk.state(), &r, p) else { return self.run_to_its_end(&r, p, desk) };
        match (ways.dirs.iter().next(), ways.stop) {
            (Some(dir), _) => self.run_on(run, &r, p, dir, ways.step, desk),
            (None, Some(rule)) => self.end_run(run, rule, desk),
            (None, None) => self.run_to_its_end(&r, p, desk),
        }
    }

    /// The ruling `rout-without-a-hex` of Rivoli: whether a unit that cannot run at all stays where it is, where by
    /// default it is lost, as in Montebello.
    fn stays_without_a_hex(&self) -> bool {
        false
    }

    /// No way on: it is lost, for want of a hex to go to, or by the disorder that every way on brings.
    fn run_to_its_end<J: Journal<Event, Label>>(&self, r: &Runner, p: Place, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let stays = self.may_stay(s, r, p.cell);
        let fatal =
            self.strides(s, r, p, stays).into_iter().flatten().find_map(|(_, _, nearer, stride)| match stride {
                Stride::Fatal(rule, _) if nearer => Some(rule),
                _ => None,
            });
        if fatal.is_none() && p.gone == 0 && stays && self.stays_without_a_hex() {
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
            self.continue_frame(Frame::RoutMove(RoutMove { start: p.cell, ..run }), rule, desk);
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
            _ => return Err(super::play::lost("a run over a closed hexside")),
        };
        let on = self.after(r, p, dir, to, cost);
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
        let rules = if through.is_empty() { rules } else { rules.and(self.cite(THROUGH)) };
        self.leaves_a_trail(r, p, dir, desk);
        desk.fact(Event::Moved { unit, to, rank }, rules);
        self.commanders_follow(unit, p.cell, to, desk);
        if !through.is_empty() {
            // What they do lies below this run.
            self.end_frame(rule, desk);
            self.pass_through(unit, run.cause.and_then(Quarry::unit), through, desk)?;
            self.begin_frame(next, rule, desk)?;
        }
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
        let beside = self.adjacent_to(s, to, r.side.enemy());
        let Some((rate, _)) = self.run_rate(r, p.cell, dir, beside) else { return };
        let mut tally = Tally::new(Label::Cost(r.unit));
        let levels = self.scenario.specific.steep_levels;
        let costs = self.cite(COSTS);
        ground::price(&self.map, &self.charts, levels, r.arm, p.cell, dir, rate, &mut |part| {
            tally.add(part.label, part.figure, costs);
        });
        self.run_surcharges(s, r, p.gone, p.cell, to, &mut |label, figure, rule| {
            tally.add(label, figure, self.cite(rule));
        });
        let mut rules = costs.into();
        if p.gone > 0 && s.units_at(p.cell).len() > 1 {
            rules = COSTS.and(SPARED, self.edition());
        }
        if self.ground.step(r.arm, p.cell, dir).breaks == Breaks::Crossing {
            rules = rules.and(self.cite(NO_DISORDER));
        }
        desk.sum(&tally, rules);
    }

    fn end_run<J: Journal<Event, Label>>(&self, run: RoutMove, rule: Cite, desk: &mut Table<'_, J>) -> Done {
        let unit = run.unit;
        let s = desk.state();
        let Some(at) = s.at(unit) else { return Err(super::play::lost("a run without a unit")) };
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

/// Whether a run ends before these steps: none is open or to be feared, or one of them would cost too much.
fn ends_here(ahead: &mut dyn Iterator<Item = Stride>) -> bool {
    let (mut dear, mut fatal) = (false, false);
    for stride in ahead {
        match stride {
            Stride::Open(_) => return false,
            Stride::Short(_) => dear = true,
            Stride::Fatal(..) => fatal = true,
            Stride::Closed(..) => {}
        }
    }
    dear || !fatal
}
