//! Artillery fire (7.1 to 7.4): who may fire at what.
//!
//! Three kinds of fire share the table (`fire_tally`) and what follows from it (`fire_results`): a battery's own fire
//! here, the answer of the battery fired at in `counter_battery`, the fire of those who are attacked in `reaction`.

use super::action::Action;
use super::activation::SEQUENCE;
use super::charts::Arm;
use super::edition::TurnFromEnemy;
use super::event::Event;
use super::facing::ONLY_FRONT;
use super::frame::{Frame, Party, Quarry};
use super::label::Label;
use super::play::{Done, Judged, No, Table};
use super::rulings::MustFire;
use super::state::{Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::{Cell, Dirs, Vertex};
use crate::journal::Journal;
use crate::rule::Cites;
use crate::side::{UnitId, UnitSet};

pub use super::fire_tally::fire_tally;

/// Artillery fires in its formation's activation, with orders or without.
const NORMAL: Cite = cite!("R 2.4/11", "M 7.1/1");
/// Without orders it fires without a test.
const WITHOUT_ORDERS: Cite = cite!("R 2.4/11", "M 2.4.2/2");
/// Stacked artillery may fire.
const STACKED: Cite = cite!("R 5.1.3/2", "M 5.1.3/2");
/// Two batteries of a hex, each for itself.
const SEPARATELY: Cite = cite!("R 7.1/2", "M 7.3/3");
/// Two batteries of one formation in one hex combine: the higher capacity, and a bonus.
pub(super) const COMBINED: Cite = cite!("R 7.1/3", "M 7.3/4");
/// Batteries of different hexes do not.
const ONE_HEX: Cite = cite!("R 7.1/3", "M 7.3/2");
/// Disordered artillery does not fire.
pub(super) const GOOD_ORDER: Cite = cite!("R 7.2/1", "M 7.2/1");
/// Nor does what is routed.
pub(super) const ROUTED: Cite = cite!("R 10.2/6", "M 10.2/7");
/// Only into the cone of the two front hexes.
const CONE: Cite = cite!("R 7.2/2", "M 7.2/3");
/// One hexside of turn before fire.
const TURN: Cite = cite!("R 7.2/4", "M 7.2/4");
/// Six front hexes: fire goes anywhere.
const SIX_FRONTS: Cite = cite!("R 6.1.2/5", "M 6.1.2/5");
/// But turned to its target, the unit is bound by two.
const ONLY_TWO: Cite = cite!("R 6.1.2/6", "M 6.1.2/6");
/// An enemy in a front hex must be the target.
pub(super) const ENEMY_IN_FRONT: Cite = cite!("R 7.2/6", "M 7.2/6");
/// The same for two batteries; in Montebello before and after the turn.
const BEFORE_AND_AFTER: Cite = cite!("R 7.2/7", "M 7.2/7");
/// In Rivoli the enemy does not keep it from turning.
const STILL_TURNS: Cite = cite!("R 7.2/8", "M 7.2/4");
/// No fire beyond the maximum range.
const RANGE: Cite = cite!("R 7.3/2", "M 7.3/5");
/// How it is counted.
const COUNTED: Cite = cite!("R 7.3/3", "M 7.3/7");
/// Fire needs a line of sight.
pub(super) const LINE: Cite = cite!("R 7.4/1", "M 7.4/1");

/// What kind of fire it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FireKind {
    /// A battery's own fire, in its activation.
    Normal,
    /// The answer of a battery that was fired at (7.1, R 7.6).
    CounterBattery,
    /// The fire of those who are attacked (8.3).
    Reaction,
}

/// Fire, as it is to be resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The unit that fires.
    pub firer: UnitId,
    /// The battery that fires with it, if they combine their fire.
    pub with: Option<UnitId>,
    /// The kind.
    pub kind: FireKind,
    /// The hex fired at.
    pub target: Cell,
    /// The unit that it strikes; all units of the hex if `None`.
    pub unit: Option<UnitId>,
}

impl JoursDeGloire {
    /// Whether a battery could fire at a hex from where it stands, as it faces: cone, range, night and fog, line of sight
    /// (7.2 to 7.4). Not: whose turn it is, or whether an enemy in a front hex binds it.
    ///
    /// # Errors
    /// The reason, with its rule.
    pub(super) fn may_aim(&self, s: &State, unit: UnitId, target: Cell) -> Judged {
        let Some(at) = s.at(unit) else { return self.no(NORMAL, Why::NotThere(unit)) };
        let front = self.front(s, unit);
        if front != Dirs::ALL && !self.map.grid.in_cone(at, s.facing(unit), target) {
            return Err(No { rules: CONE.and(ONLY_FRONT, self.edition()), why: Why::NotBefore(unit) });
        }
        let distance = self.map.grid.distance(at, target);
        if let Some(most) = self.fire_range(s)
            && distance > most
        {
            return self.no(self.fire_range_rule(s), Why::Dark);
        }
        let range = self.gun_reach(unit).maximum;
        if distance > range {
            let rules = RANGE.and(COUNTED, self.edition());
            return Err(No { rules, why: Why::Range { unit, distance, range } });
        }
        match self.sees_to_fire(s, at, target).blocked() {
            Some(by) => Err(No { rules: Cites::new(&[by.rule, self.cite(LINE)]), why: Why::NotSeen(unit) }),
            None => Ok(()),
        }
    }

    /// The enemies that bind a battery which faces so: those in its two usual front hexes at which it could fire. One hex
    /// that it could not fire at (over a crest) does not bind it.
    fn binding(&self, s: &State, unit: UnitId, facing: Vertex) -> [Option<Cell>; 2] {
        let Some(at) = s.at(unit) else { return [None; 2] };
        let enemy = self.units.side(self.side_of(unit).enemy());
        facing.front().map(|dir| {
            let cell = self.map.grid.neighbour(at, dir)?;
            (s.units_at(cell).meets(enemy) && self.sees_to_fire(s, at, cell).is_clear()).then_some(cell)
        })
    }

    /// The enemy that a binding hex holds, for a refusal.
    fn must_fire_at<T>(&self, s: &State, unit: UnitId, binding: [Option<Cell>; 2], rule: Cite) -> Result<T, No> {
        let cell = binding[0].or(binding[1]);
        let enemy = cell.and_then(|cell| self.top_of(s, s.units_at(cell))).unwrap_or(unit);
        self.no(rule, Why::MustFireAt { unit, enemy })
    }

    /// Whether an enemy in a front hex binds a battery to another target (7.2).
    pub(super) fn judge_binding(&self, s: &State, unit: UnitId, target: Cell, turns: Turns) -> Judged {
        let free = |binding: [Option<Cell>; 2]| binding == [None; 2] || binding.contains(&Some(target));
        let now = self.binding(s, unit, s.facing(unit));
        let six = self.front(s, unit) == Dirs::ALL;
        let rule = if self.other_battery(s, unit).is_some() { BEFORE_AND_AFTER } else { ENEMY_IN_FRONT };
        let bound = !six || turns == Turns::No || self.edition().turn_from_enemy() == TurnFromEnemy::Bound;
        if bound && !free(now) {
            return self.must_fire_at(s, unit, now, rule);
        }
        // Who bound it before the turn binds it still, in the front hex that it has kept.
        if !six && turns == Turns::Free && s.marked(Mark::Laid).has(unit) {
            let kept = [0, 1].map(|i| now[i].filter(|_| s.aim[unit.index()] & (1 << i) != 0));
            if kept != [None; 2] && !free(kept) {
                return self.must_fire_at(s, unit, kept, BEFORE_AND_AFTER);
            }
        }
        if !six || turns == Turns::No {
            return Ok(());
        }
        // With six front hexes it turns to its target, and then has two (6.1.2).
        match self.turned_to(s, unit, target) {
            Ok(_) => Ok(()),
            Err(binding) => self.must_fire_at(s, unit, binding, ONLY_TWO),
        }
    }

    /// The corner to which a battery with six front hexes turns to fire at a hex: the nearest that brings the hex before
    /// it without an enemy elsewhere in its two usual front hexes. Otherwise such enemies.
    fn turned_to(&self, s: &State, unit: UnitId, target: Cell) -> Result<Vertex, [Option<Cell>; 2]> {
        let mut bound = [None; 2];
        let Some(at) = s.at(unit) else { return Err(bound) };
        for turn in [0, 1, -1, 2, -2, 3] {
            let facing = s.facing(unit).turn(turn);
            if !self.map.grid.in_cone(at, facing, target) {
                continue;
            }
            let binding = self.binding(s, unit, facing);
            if binding == [None; 2] || binding.contains(&Some(target)) {
                return Ok(facing);
            }
            bound = binding;
        }
        Err(bound)
    }

    /// Whether a unit is artillery of the acting side that may still fire.
    fn judge_gunner(&self, s: &State, unit: UnitId) -> Judged {
        self.judge_actor(s, unit)?;
        if self.units.arm_of(unit) != Arm::Artillery {
            return self.no(NORMAL, Why::Arm(unit));
        }
        self.judge_gun_order(s, unit)?;
        if s.marked(Mark::Fired).has(unit) {
            return self.no(NORMAL, Why::Already(unit));
        }
        Ok(())
    }

    /// Whether artillery is in good order.
    pub(super) fn judge_gun_order(&self, s: &State, unit: UnitId) -> Judged {
        match s.order(unit) {
            Order::Good => Ok(()),
            Order::Disordered => self.no(GOOD_ORDER, Why::Condition(unit, Order::Disordered)),
            worse => self.no(ROUTED, Why::Condition(unit, worse)),
        }
    }

    /// The other battery of a battery's hex, the one of its own formation before others.
    pub(super) fn other_battery(&self, s: &State, unit: UnitId) -> Option<UnitId> {
        let mut guns = s.units_at(s.at(unit)?).and(self.units.arm(Arm::Artillery));
        guns.remove(unit);
        let formation = self.units.formation(unit);
        guns.min_by_key(|other| self.units.formation(*other) != formation)
    }

    /// The battery that fires together with this one (7.1, M 7.3).
    ///
    /// # Errors
    /// When there is none, or it is of another formation.
    pub(super) fn judge_partner(&self, s: &State, unit: UnitId) -> Result<UnitId, No> {
        let Some(with) = self.other_battery(s, unit) else { return self.no(ONE_HEX, Why::NoPartner(unit)) };
        if self.units.formation(with) != self.units.formation(unit) {
            return self.no(COMBINED, Why::NotTogether { unit, with });
        }
        Ok(with)
    }

    fn judge_fire(&self, s: &State, unit: UnitId, target: Cell, party: Party) -> Judged {
        self.judge_gunner(s, unit)?;
        let alone = |unit: UnitId| {
            self.judge_binding(s, unit, target, Turns::Free)?;
            self.may_aim(s, unit, target)
        };
        if target.index() >= self.map.grid.len() {
            return self.no(NORMAL, Why::OffMap);
        }
        if !s.units_at(target).meets(self.units.side(self.side_of(unit).enemy())) {
            return self.no(NORMAL, Why::NoEnemy);
        }
        alone(unit)?;
        if party == Party::Stack {
            let with = self.judge_partner(s, unit)?;
            self.judge_gunner(s, with)?;
            alone(with)?;
        }
        Ok(())
    }

    /// A battery turns before it fires, and the other artillery of its hex with it (7.2).
    fn judge_lay(&self, s: &State, unit: UnitId, facing: Vertex) -> Judged {
        self.judge_gunner(s, unit)?;
        let guns = self.facing_alike(s, unit);
        let spent = s.marked(Mark::Laid).or(s.marked(Mark::Fired));
        if let Some(already) = guns.and(spent).lowest() {
            return self.no(TURN, Why::Already(already));
        }
        let corners = s.facing(unit).turn_to(facing).unsigned_abs();
        if corners == 0 || corners > self.charts.gunnery().pivot.value {
            return self.no(TURN, Why::TurnTooFar(unit));
        }
        if self.edition().turn_from_enemy() == TurnFromEnemy::Bound {
            let before = self.binding(s, unit, s.facing(unit));
            let after = self.binding(s, unit, facing);
            let kept = before.into_iter().flatten().any(|cell| after.contains(&Some(cell)));
            if before != [None; 2] && !kept {
                return self.must_fire_at(s, unit, before, BEFORE_AND_AFTER);
            }
        }
        Ok(())
    }

    pub(super) fn judge_fire_step(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Fire { unit, target, party } => self.judge_fire(s, unit, target, party),
            Action::Pivot { unit, facing } => self.judge_lay(s, unit, facing),
            _ => self.no(SEQUENCE, Why::NoAnswer),
        }
    }

    /// Whether the fire step may be ended: always, unless the ruling `must-fire` compels a battery.
    pub(super) fn judge_fire_done(&self, s: &State) -> Judged {
        if self.rulings.must_fire == MustFire::TargetBound {
            return Ok(());
        }
        for unit in self.free_to_act(s).and(self.units.arm(Arm::Artillery)) {
            if self.judge_gunner(s, unit).is_err() {
                continue;
            }
            let binding = self.binding(s, unit, s.facing(unit));
            let within = |cell: Cell| self.may_aim(s, unit, cell).is_ok();
            if binding.into_iter().flatten().any(within) {
                return self.must_fire_at(s, unit, binding, ENEMY_IN_FRONT);
            }
        }
        Ok(())
    }

    pub(super) fn candidates_fire_step(&self, s: &State, each: &mut dyn FnMut(Action)) {
        let Some(side) = s.acting() else { return };
        let guns = self.free_to_act(s).and(self.units.arm(Arm::Artillery)).less(s.marked(Mark::Fired));
        if guns.is_empty() {
            return;
        }
        let enemies = self.units.side(side.enemy()).and(s.on_map());
        for unit in guns {
            for turn in [-1, 1] {
                each(Action::Pivot { unit, facing: s.facing(unit).turn(turn) });
            }
            let Some(at) = s.at(unit) else { continue };
            let two = self.other_battery(s, unit).is_some();
            let (range, all_round) = (self.gun_reach(unit).maximum, self.front(s, unit) == Dirs::ALL);
            let mut targets = enemies;
            while let Some(enemy) = targets.lowest() {
                targets.remove(enemy);
                let Some(target) = s.at(enemy) else { continue };
                // Each hex once.
                targets = targets.less(s.units_at(target));
                let before = all_round || self.map.grid.in_cone(at, s.facing(unit), target);
                if !before || self.map.grid.distance(at, target) > range {
                    continue;
                }
                each(Action::Fire { unit, target, party: Party::Alone });
                if two {
                    each(Action::Fire { unit, target, party: Party::Stack });
                }
            }
        }
    }

    pub(super) fn perform_fire_step<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        match *action {
            Action::Pivot { unit, facing } => {
                let s = desk.state();
                let guns = self.facing_alike(s, unit);
                let beside = self.binding(s, unit, s.facing(unit)) != [None; 2];
                if beside && self.edition().turn_from_enemy() == TurnFromEnemy::Bound {
                    let before = s.facing(unit).front();
                    let kept = |i: usize| u8::from(before.contains(&facing.front()[i])) << i;
                    for unit in guns {
                        desk.mark(Event::Aimed { unit, aim: kept(0) | kept(1) }, self.cite(BEFORE_AND_AFTER));
                    }
                }
                self.face(guns, facing, if beside { STILL_TURNS } else { TURN }, desk);
                self.mark(guns, Mark::Laid, TURN, desk);
                Ok(())
            }
            Action::Fire { unit, target, party } => self.perform_fire(unit, target, party, desk),
            _ => Ok(()),
        }
    }

    fn perform_fire<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        target: Cell,
        party: Party,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let with = if party == Party::Stack { self.other_battery(s, unit) } else { None };
        let firers = unit.only().or(with.map_or(UnitSet::EMPTY, UnitId::only));
        let six = self.front(s, unit) == Dirs::ALL;
        if six && let Ok(facing) = self.turned_to(s, unit, target) {
            let guns = self.facing_alike(s, unit);
            self.face(guns, facing, SIX_FRONTS, desk);
        }
        let s = desk.state();
        let rule = if with.is_some() {
            COMBINED
        } else if self.other_battery(s, unit).is_some() {
            SEPARATELY
        } else if s.at(unit).is_some_and(|at| s.units_at(at) != firers) {
            STACKED
        } else {
            NORMAL
        };
        // Without orders, too, and without a test.
        let free = !self.has_orders(desk.state(), unit);
        let rules = if free { rule.and(WITHOUT_ORDERS, self.edition()) } else { self.cite(rule).into() };
        self.mark_under(firers, Mark::Fired, rules, desk);
        self.free_by_combat(firers.or(desk.state().units_at(target)), desk);
        let may_answer = desk.state().units_at(target).meets(self.units.arm(Arm::Artillery));
        if may_answer {
            let with = with.map(Quarry::new);
            let answer = Frame::CounterBattery { firer: unit, cell: target, with };
            self.begin_frame(answer, super::counter_battery::ANSWER, desk)?;
        }
        self.shoot(Shot { firer: unit, with, kind: FireKind::Normal, target, unit: None }, desk)
    }
}

/// Whether a battery may turn before it fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turns {
    /// Before its own fire.
    Free,
    /// Not before reaction or counter-battery fire.
    No,
}
