//! After the fight: the advance (8.7, R 8.7), and the start of a pursuit.

use super::action::Action;
use super::charts::Arm;
use super::combat::row;
use super::edition::{Overrun, Pursuers};
use super::event::Event;
use super::frame::{Frame, Party, Pursuit, PursuitDue, Quarry, Stage};
use super::ground::{self, NEVER};
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::{AdvanceOfOne, BreakthroughFacing, DefenderEnd, OneStack};
use super::state::{Fight, HEXES, Mark, Order, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, facing};
use crate::hex::{Cell, Vertex};
use crate::journal::Journal;
use crate::rule::Cites;
use crate::side::{Side, UnitId, UnitSet};

/// The best attacker must advance.
const MUST: Cite = cite!("R 8.7/1", "M 8.7.1/1");
/// Ties: the attacker's choice.
const TIES: Cite = cite!("R 8.7/2", "M 8.7.1/2");
/// It may turn one corner.
pub(super) const TURN: Cite = cite!("R 8.7/3", "M 8.7.1/3");
/// Artillery does not advance.
const NO_ARTILLERY: Cite = cite!("R 8.7/5", "M 8.7.1/5");
/// Ground that disorders.
const GROUND: Cite = cite!("R 8.7/6", "M 8.7.1/7");
/// Breakthrough.
pub(super) const BREAKTHROUGH: Cite = cite!("R 8.8/2", "M 8.7.2/3");
/// Counter-shock.
pub(super) const COUNTER_SHOCK: Cite = cite!("R 8.8/5", "M 8.7.2/6");
/// Cavalry has priority.
const PRIORITY: Cite = cite!("R 8.8/9", "M 8.7.3/2");
/// Charging cavalry before all.
const CHARGERS: Cite = cite!("R 8.8/9", "M 8.7.3/1");
/// Heavy cavalry before other cavalry.
const HEAVY: Cite = cite!("R 8.8/9", "M 8.7.3/3");
/// Never units of two stacks.
const ONE_STACK: Cite = cite!("R 8.7/4", "M 8.7.1/4");
/// No breakthrough over artillery alone.
const NO_BREAKTHROUGH: Cite = cite!("R 8.8/10", "M 8.9/6");
/// A counter-charger that pursues suffers what a charger does.
const COUNTER_CHARGER: Cite = cite!("R 9.4/7", "M 9.4/8");
/// A vacated hex must be pursued.
pub(super) const PURSUIT: Cite = cite!("R 9.5/1", "M 9.5.1/1");
/// The best unit of a stack pursues, or all of it.
const BEST_OF_STACK: Cite = cite!("R 9.5/3", "M 9.5.2/2");
/// Heavy cavalry pursues before other cavalry.
const HEAVY_PURSUES: Cite = cite!("R 9.5/7", "M 9.5.2/4");
/// Of several stacks the one with the best unit pursues.
const BEST_OF_STACKS: Cite = cite!("R 9.5/6", "M 9.5.2/3");

/// As far as a unit can turn: without a limit.
pub(super) const FREE_TURN: u8 = 3;

/// One way to advance.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    unit: UnitId,
    party: Party,
    to: Cell,
}

impl JoursDeGloire {
    /// Who pursues of a single stack: in the older edition by the ruling `pursuit-of-one-stack`.
    pub(super) fn of_one_stack(&self) -> OneStack {
        match self.edition().pursuers() {
            Pursuers::WholeStack => self.rulings.one_stack,
            Pursuers::UnitOrStack => OneStack::Choice,
        }
    }

    /// The hexes of the combat that no enemy of `side` holds any more.
    fn vacated(&self, s: &State, side: Side) -> impl Iterator<Item = Cell> {
        let enemies = self.units.side(side.enemy());
        s.combat.hexes().filter(move |cell| s.units_at(*cell).and(enemies).is_empty())
    }

    /// Who comes first: charging cavalry, cavalry, heavy cavalry, then the best cohesion (8.7.3).
    fn precedence(&self, s: &State, unit: UnitId) -> (bool, bool, bool, u8) {
        let cavalry = self.units.arm_of(unit) == Arm::Cavalry;
        let charger = s.combat.has(Role::Charger).has(unit);
        (charger, cavalry, self.units.heavy.has(unit), self.values(s, unit).cohesion)
    }

    /// Calls `each` for every way in which the attackers may advance.
    fn each_advance(&self, s: &State, each: &mut dyn FnMut(Way)) {
        let side = s.combat.attacker();
        let guns = self.units.arm(Arm::Artillery);
        let attackers: UnitSet = s
            .combat
            .has(Role::Attacker)
            .less(guns)
            .filter(|unit| s.order(*unit) == Order::Good && s.at(*unit).is_some())
            .collect();
        let best = attackers
            .filter(|unit| self.vacated(s, side).any(|cell| self.reaches(s, *unit, cell)))
            .map(|unit| self.precedence(s, unit))
            .max();
        let mut stacks = [None; 8];
        for at in attackers.filter_map(|unit| s.at(unit)) {
            if !stacks.contains(&Some(at))
                && let Some(slot) = stacks.iter_mut().find(|slot| slot.is_none())
            {
                *slot = Some(at);
            }
        }
        let several = stacks[1].is_some();
        let refused = s.combat.row == row::REFUSED;
        for unit in attackers.filter(|unit| Some(self.precedence(s, *unit)) == best) {
            let Some(at) = s.at(unit) else { continue };
            let mates = s.units_at(at).and(attackers);
            let charges = s.combat.has(Role::Charger).has(unit);
            let (alone, stack) = if charges {
                // A stack that has begun a pursuit takes it to the end (M 9.5.2).
                let begins = s.combat.fight != Fight::Pursuit;
                let of_stack = if begins { self.of_one_stack() } else { OneStack::Stack };
                (of_stack != OneStack::Stack && !several, mates.len() > 1 && (several || of_stack != OneStack::Unit))
            } else {
                // One stack: its best unit only. Several: the stack that holds the best unit (the ruling
                // `advance-of-one-stack`).
                let whole = several || self.rulings.advance_of_one == AdvanceOfOne::Choice;
                (!several, whole && mates.len() > 1)
            };
            // Nobody must follow a refusal, so that a zone of control may keep the demoralized from it, and an entry hex
            // of the enemy anybody.
            let kept_out = |cell: Cell| {
                let enemy = self.zone_over(s, cell, side.enemy()).lowest();
                let demoralized = enemy.is_some_and(|enemy| self.may_choose_zone(s, unit, enemy).is_err());
                refused && (demoralized || self.entry_guard(s, unit, cell).is_err())
            };
            for to in self.vacated(s, side).filter(|cell| self.reaches(s, unit, *cell) && !kept_out(*cell)) {
                // After a refusal the infantry may take its guns along, or not (R 8.9, M 8.8.1).
                let guns = refused && !self.guns_along(s, at, to).is_empty();
                if guns && !several {
                    each(Way { unit, party: Party::Stack, to });
                }
                if alone || mates.len() == 1 {
                    each(Way { unit, party: Party::Alone, to });
                }
                if stack && (several || !guns) {
                    each(Way { unit, party: Party::Stack, to });
                }
            }
        }
    }

    /// The rule that gives precedence to the one who may advance.
    fn who_comes_first(&self, s: &State) -> Cite {
        let first = self.only_way(s).1.map(|way| self.precedence(s, way.unit));
        match first {
            Some((true, ..)) => CHARGERS,
            Some((_, true, true, _)) => HEAVY,
            Some((_, true, ..)) => PRIORITY,
            _ => MUST,
        }
    }

    /// Whether a unit stands beside a hex that lies in its front, and can enter it.
    pub(super) fn reaches(&self, s: &State, unit: UnitId, cell: Cell) -> bool {
        let Some(from) = s.at(unit) else { return false };
        let Some(dir) = self.map.grid.direction(from, cell) else { return false };
        let step = self.step_over(s, self.units.arm_of(unit), from, dir);
        facing::usual_front(s.facing(unit)).contains(dir) && step.normal.min(step.way) != NEVER
    }

    /// The artillery of a hex that can come along into an abandoned one: the ground is open to it.
    fn guns_along(&self, s: &State, at: Cell, to: Cell) -> UnitSet {
        let open = self.map.grid.direction(at, to).is_some_and(|dir| {
            let step = self.step_over(s, Arm::Artillery, at, dir);
            step.normal.min(step.way) != NEVER
        });
        if open { s.units_at(at).and(self.units.arm(Arm::Artillery)) } else { UnitSet::EMPTY }
    }

    fn only_way(&self, s: &State) -> (usize, Option<Way>) {
        let (mut count, mut first) = (0, None);
        self.each_advance(s, &mut |way| {
            count += 1;
            first.get_or_insert(way);
        });
        (count, first)
    }

    /// The attacker is asked where it has a choice; after a refusal the advance itself is one.
    pub(super) fn asked_advance(&self, s: &State) -> Option<Cite> {
        match s.combat.row {
            row::BREAKTHROUGH | row::RECOIL | row::OVERRUN => (self.only_way(s).0 > 1).then_some(TIES),
            row::REFUSED => (self.only_way(s).0 > 0).then_some(super::refusal::MAY_ADVANCE),
            _ => None,
        }
    }

    /// What gives others precedence over a unit: among those who charge, the best cohesion.
    fn priority(&self, s: &State, unit: UnitId) -> Cite {
        let chargers = s.combat.has(Role::Charger);
        if !chargers.has(unit) {
            return self.who_comes_first(s);
        }
        let first = self.only_way(s).1.map(|way| way.unit);
        if first.is_some_and(|first| self.units.heavy.has(first)) && !self.units.heavy.has(unit) {
            return HEAVY_PURSUES;
        }
        let mates = s.at(unit).map_or(UnitSet::EMPTY, |at| s.units_at(at));
        if s.combat.fight == Fight::Pursuit && mates.and(chargers).len() > 1 {
            return super::pursuit::TOGETHER;
        }
        if chargers.within(mates) { BEST_OF_STACK } else { BEST_OF_STACKS }
    }

    pub(super) fn judge_advance(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Done if s.combat.row == row::REFUSED => Ok(()),
            Action::Done => self.no(MUST, Why::NoAnswer),
            Action::Advance { unit, party, to } => {
                let mut found = false;
                self.each_advance(s, &mut |way| found |= way == Way { unit, party, to });
                if found {
                    Ok(())
                } else if self.knows(unit) && self.units.arm_of(unit) == Arm::Artillery {
                    self.no(NO_ARTILLERY, Why::Arm(unit))
                } else {
                    let rules = self.priority(s, unit).and(self.who_comes_first(s), self.edition());
                    Err(super::play::No { rules, why: Why::NotOpen(unit) })
                }
            }
            _ => self.no(MUST, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_advance(&self, s: &State, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        self.each_advance(s, &mut |Way { unit, party, to }| each(Action::Advance { unit, party, to }));
    }

    pub(super) fn perform_advance<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        match *action {
            Action::Advance { unit, party, to } => self.carry_out(Way { unit, party, to }, desk),
            _ => {
                self.close_combat(super::refusal::MAY_ADVANCE, desk);
                Ok(())
            }
        }
    }

    /// Nothing is to be chosen: the one way is taken, or the defender's turn comes.
    pub(super) fn advance_advance<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        match s.combat.row {
            row::BREAKTHROUGH | row::RECOIL | row::OVERRUN => match self.only_way(s).1 {
                Some(way) => self.carry_out(way, desk),
                None => {
                    self.close_combat(MUST, desk);
                    Ok(())
                }
            },
            row::REPULSE | row::COUNTER => {
                self.close_combat(COUNTER_SHOCK, desk);
                if self.asked_counter_shock(desk.state()).is_some() {
                    self.begin_frame(Frame::CounterShock, COUNTER_SHOCK, desk)?;
                }
                Ok(())
            }
            _ => {
                self.close_combat(MUST, desk);
                Ok(())
            }
        }
    }

    fn carry_out<J: Journal<Event, Label>>(&self, way: Way, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Way { unit, party, to } = way;
        // In the older edition cavalry that has ridden down a battery alone goes on (9.5).
        // Into the hex of a battery that was alone beside another hex it rides no further, either.
        let overrun = s.combat.row == row::OVERRUN || self.overrun_in(s, to);
        let rides_on = !overrun || self.edition().overrun() == Overrun::Pursued;
        let charges = s.combat.has(Role::Charger).has(unit) && rides_on;
        let mates = self.party(s, unit, party).and(s.combat.has(Role::Attacker)).or(unit.only());
        if charges {
            let others = s.combat.has(Role::Charger).less(mates);
            let apart = s.at(unit).is_some_and(|at| !others.within(s.units_at(at)));
            let mut rules = Cites::from(self.cite(PURSUIT));
            if apart {
                rules = rules.and(self.cite(BEST_OF_STACKS));
            }
            if self.units.heavy.has(unit) && !others.within(self.units.heavy) {
                rules = rules.and(self.cite(HEAVY_PURSUES));
            }
            return self.start_pursuit(unit, mates, to, rules, desk);
        }
        let breaks = s.combat.row == row::BREAKTHROUGH && !overrun && !s.marked(Mark::Broken).has(unit);
        let result = s.combat.row;
        let refused = result == row::REFUSED;
        let guns = match s.at(unit) {
            Some(at) if refused && party == Party::Stack => self.guns_along(s, at, to),
            _ => UnitSet::EMPTY,
        };
        let at = s.at(unit);
        let others = s.combat.has(Role::Attacker).less(mates).first_where(|other| s.at(*other) != at).is_some();
        let mut rules = Cites::from(self.cite(MUST));
        if others {
            rules = rules.and(self.cite(ONE_STACK));
        }
        if !refused && self.only_way(s).0 > 1 {
            rules = rules.and(self.cite(TIES));
        }
        desk.mark(Event::Continued(Frame::Combat(Stage::EndOfCharge)), rules);
        let way = match () {
            () if !guns.is_empty() => super::refusal::GUNS_ADVANCE,
            () if refused => super::refusal::MAY_ADVANCE,
            () => MUST,
        };
        let units = mates.or(guns);
        self.shift(units, to, way, desk);
        // What the ground does lies above what follows the advance: a disordered unit breaks through nothing.
        if breaks && !self.in_front(desk.state(), unit).is_empty() {
            self.begin_frame(Frame::Breakthrough { unit }, BREAKTHROUGH, desk)?;
        } else if result != row::BREAKTHROUGH || self.rulings.breakthrough_facing == BreakthroughFacing::TurnIfForgone {
            let most = self.charts.advance().pivot.value;
            let rules = if overrun { TURN.and(NO_BREAKTHROUGH, self.edition()) } else { self.cite(TURN).into() };
            self.begin_under(Frame::AdvanceTurn { unit, most }, rules, desk)?;
        }
        self.ground_tells(units, at, to, desk)
    }

    /// Moves units into an abandoned hex; ground that disorders does so (8.7.1).
    pub(super) fn step_into<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        to: Cell,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let from = units.lowest().and_then(|unit| desk.state().at(unit));
        self.shift(units, to, rule, desk);
        self.ground_tells(units, from, to, desk)
    }

    /// What the ground does to units that have advanced, before anything that they do then.
    fn ground_tells<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        from: Option<Cell>,
        to: Cell,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Some(dir) = from.and_then(|from| self.map.grid.direction(from, to)) else { return Ok(()) };
        for unit in units {
            let arm = self.units.arm_of(unit);
            let disorders =
                from.is_some_and(|from| self.step_over(desk.state(), arm, from, dir).disorders(ground::Rate::Normal));
            if disorders {
                self.begin_frame(Frame::Disorder { unit }, GROUND, desk)?;
            }
        }
        match units.lowest() {
            Some(unit) => self.commanders_contacted(to, self.side_of(unit), desk),
            None => Ok(()),
        }
    }

    /// The hexes before a unit that hold enemies it could attack, whoever was attacked before.
    pub(super) fn in_front(&self, s: &State, unit: UnitId) -> HexList {
        let mut hexes = HexList::default();
        let Some(from) = s.at(unit) else { return hexes };
        for dir in s.facing(unit).front() {
            let Some(cell) = self.map.grid.neighbour(from, dir) else { continue };
            let enemies = s.units_at(cell).and(self.units.side(self.side_of(unit).enemy()));
            let step = self.step_over(s, self.units.arm_of(unit), from, dir);
            if !enemies.is_empty() && step.normal.min(step.beside) != NEVER {
                hexes.push(cell);
            }
        }
        hexes
    }

    // ---------------------------------------------------------------------------------------------- a last turn

    pub(super) fn asked_advance_turn(&self, s: &State, unit: UnitId) -> Option<(Side, Cite)> {
        (s.at(unit).is_some() && !s.routed.has(unit)).then_some((self.side_of(unit), TURN))
    }

    pub(super) fn judge_advance_turn(&self, s: &State, unit: UnitId, most: u8, action: &Action) -> Judged {
        let Action::Turn { facing } = *action else { return self.no(TURN, Why::NoAnswer) };
        if s.facing(unit).turn_to(facing).unsigned_abs() > most {
            return self.no(TURN, Why::TurnTooFar(unit));
        }
        self.judge_alike(s, most, unit, facing)
    }

    /// Units that stand with others that did not come with them face as these do.
    fn judge_alike(&self, s: &State, most: u8, unit: UnitId, facing: Vertex) -> Judged {
        let alike = self.facing_alike(s, unit);
        // Into a hex with others comes only who has evaded or was recalled, and may turn as it likes.
        let evaded = s.marked(Mark::Evaded);
        let came = if evaded.has(unit) { evaded } else { s.marked(Mark::Moved) };
        let strangers = if most < FREE_TURN { UnitSet::EMPTY } else { alike.less(came).less(unit.only()) };
        let apart = alike.first_where(|other| s.facing(*other) != s.facing(unit));
        match strangers.lowest().or(apart) {
            Some(other) if s.facing(other) != facing => self.no(facing::SAME_FACING, Why::TurnTooFar(unit)),
            _ => Ok(()),
        }
    }

    pub(super) fn perform_advance_turn<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.end_frame(TURN, desk);
        if let Action::Turn { facing } = *action {
            let units = self.facing_alike(desk.state(), unit);
            self.face(units, facing, TURN, desk);
        }
        Ok(())
    }

    /// Cavalry takes up the pursuit of those who left a hex (9.5); the frame on top gives way to it.
    pub(super) fn start_pursuit<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        mates: UnitSet,
        hex: Cell,
        rules: Cites,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.mark_under(mates, Mark::Moving, rules, desk);
        // Whoever pursues, were it by a counter-charge, is under the effects of a charge; whom the table alone lets pursue,
        // by the ruling `pursuing-defender-end-test`.
        let combat = &desk.state().combat;
        let by_table = combat.has(Role::Defender).has(unit) && !combat.has(Role::Countercharger).has(unit);
        if !by_table || self.rulings.defender_end == DefenderEnd::Tests {
            self.mark(mates, Mark::Charged, COUNTER_CHARGER, desk);
        }
        let s = desk.state();
        let (mut quarry, mut several) = (None, false);
        for fled in self.fled_from(s, hex) {
            several = quarry.is_some();
            quarry.get_or_insert(fled);
        }
        let due = if several { PursuitDue::Quarry } else { PursuitDue::Step };
        let pursuit = Pursuit { unit, quarry: quarry.map(Quarry::new), hex, gone: 0, due };
        self.continue_frame(Frame::Pursuit(pursuit), PURSUIT, desk);
        Ok(())
    }

    /// Whether artillery alone was overrun in this hex of the combat.
    fn overrun_in(&self, s: &State, hex: Cell) -> bool {
        s.combat.trails.iter().any(|trail| trail.from == Some(hex) && trail.len == 0)
    }

    /// The units that fled from a hex of the combat and are still on the map, those of the other side.
    pub(super) fn fled_from(&self, s: &State, hex: Cell) -> impl Iterator<Item = UnitId> {
        s.combat.trails.iter().filter_map(move |trail| {
            let unit = UnitId::new(trail.unit.into())?;
            (trail.from == Some(hex) && s.at(unit).is_some()).then_some(unit)
        })
    }
}

/// A few hexes, without an allocation.
#[derive(Default)]
pub(super) struct HexList {
    pub cells: [Option<Cell>; HEXES],
}

impl HexList {
    pub fn push(&mut self, cell: Cell) {
        if let Some(slot) = self.cells.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(cell);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.cells[0].is_none()
    }
}
