//! Artillery fire (7): who may fire at what, what is added to the die, and what the fire does.
//!
//! Three kinds of fire share the table and its modifiers: a battery's own fire here, the answer of the battery fired at in
//! `counter_battery`, the fire of those who are attacked in `reaction`.

use core::cmp::Ordering;

use super::action::Action;
use super::activation::SEQUENCE;
use super::charts::{Arm, Barrier, Fire, FireModifier, FireResult, Slant};
use super::counter_battery::THE_FIRER;
use super::edition::{MassedTarget, TurnFromEnemy};
use super::event::Event;
use super::facing::ONLY_FRONT;
use super::frame::{Frame, Party, Quarry, Trial};
use super::ground::barriers;
use super::label::Label;
use super::play::{Done, Judged, No, Table};
use super::reaction::BENEATH;
use super::roster::{Reach, Weight};
use super::rulings::{CombinedRanges, InfantrySeven, MassedOfThree, MustFire, SquareFire};
use super::sight::{ADJACENT, Sight};
use super::state::{Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::chance::Die;
use crate::figures::{Figure, Source};
use crate::hex::{Cell, Dirs, Hexside, Meets, Vertex, trace};
use crate::journal::Journal;
use crate::rule::Cites;
use crate::side::{UnitId, UnitSet};
use crate::tally::Tally;

/// Artillery fires in its formation's activation, with orders or without.
const NORMAL: Cite = cite!("R 2.4/11", "M 7.1/1");
/// Stacked artillery may fire.
const STACKED: Cite = cite!("R 5.1.3/2", "M 5.1.3/2");
/// Two batteries of a hex, each for itself.
const SEPARATELY: Cite = cite!("R 7.1/2", "M 7.3/3");
/// Two batteries of one formation in one hex combine: the higher capacity, and a bonus.
const COMBINED: Cite = cite!("R 7.1/3", "M 7.3/4");
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
/// Die, capacity and modifiers.
pub(super) const RESOLVE: Cite = cite!("R 7.5/1", "M 7.5/1");
/// Counter-battery fire has the modifiers of fire, in Montebello without the massed target's.
const ANSWERS_SO: Cite = cite!("R 7.6/3", "M 7.1/6");
/// So has reaction fire.
const REACTS_SO: Cite = cite!("R 8.3/5", "M 7.1/10");
/// Fire strikes the whole stack.
const WHOLE_STACK: Cite = cite!("R 5.1.3/8", "M 5.1.3/8");
/// Each unit tests for itself.
const EACH_TESTS: Cite = cite!("R 5.1.3/9", "M 5.1.3/8");
/// Reaction and counter-battery fire strike one unit.
const ONE_UNIT: Cite = cite!("R 5.1.3/10", "M 5.1.3/9");
/// 15 and more.
const ROUT: Cite = cite!("R table 2/1", "M 7.5/1");
/// 13 and 14.
const DISORDER: Cite = cite!("R table 2/2", "M 7.5/1");
/// 9 to 12.
const TEST: Cite = cite!("R table 2/3", "M 7.5/1");
/// The capacity of the battery.
const CAPACITY: Cite = cite!("R table 3/1", "M 7.5/1");
/// From six front hexes.
const FROM_SIX: Cite = cite!("R table 3/3", "M 6.1.2/5");
/// From a square.
const FROM_SQUARE: Cite = cite!("R 9.3.1/3", "M 9.3.2/2");
/// Reaction and counter-battery fire.
const MALUS: Cite = cite!("R table 3/4", "M 7.5/1");
/// Terrain is that of the unit fired at.
const TERRAIN: Cite = cite!("R table 1/A", "M 7.5/1");
/// The line of the table for it.
const TARGET_TERRAIN: Cite = cite!("R table 3/5", "M 7.5/1");
/// A difference in level counts once.
const LEVEL: Cite = cite!("R table 1/6", "M 7.5/1");
/// Works: one figure in, one out, and no terrain with them.
const WORKS: Cite = cite!("R table 1/I", "M 7.5/1");
/// Several units in the hex.
const MASSED: Cite = cite!("R table 3/6", "M 7.5/1");
/// At a square.
const AT_SQUARE: Cite = cite!("R table 3/7", "M 7.5/1");
/// Adjacent infantry or cavalry.
const AT_ADJACENT: Cite = cite!("R table 3/8", "M 7.5/1");
/// Within and beyond effective range.
const EFFECTIVE: Cite = cite!("R table 3/9", "M 7.3/6");
/// Unlike ranges of two batteries.
const UNLIKE_RANGES: Cite = cite!("R table 3/9", "M 7.3/8");
// Options of Rivoli's alone: the edition guards them.

/// Fire may strike the unit before its target.
pub(super) const MISGUIDED: Cite = cite!("R optional 7/3", "R optional 7/3");
/// Where it stands.
const BESIDE_TARGET: Cite = cite!("R optional 7/2", "R optional 7/2");
/// And then the target is spared.
const SPARED: Cite = cite!("R optional 7/4", "R optional 7/4");
/// Infantry's reaction fire has modifiers of its own, and the terrain's.
const INFANTRY: Cite = cite!("R optional 8.3/4", "R optional 8.3/4");
/// Each unit fires alone.
const INFANTRY_ALONE: Cite = cite!("R optional 8.3/3", "R optional 8.3/3");
/// Line infantry.
const LINE_INFANTRY: Cite = cite!("R optional 8.3/5", "R optional 8.3/5");
/// Who is light infantry, and who is line.
const LIGHT_OR_LINE: [Cite; 2] =
    [cite!("R specific 8.3/1", "R specific 8.3/1"), cite!("R specific 8.3/2", "R specific 8.3/2")];
/// Steady or strong infantry.
const STRONG: Cite = cite!("R optional 8.3/6", "R optional 8.3/6");
/// No modifier for the reaction.
const NO_MALUS: Cite = cite!("R optional 8.3/12", "R optional 8.3/12");

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

/// The die modifiers of a shot (R tables 1 and 3, M 7.5), in the order of the printed table, each with its rule and source.
/// They are those of the position as it is: whether the shot may be fired at all, `may_aim` says.
pub fn fire_tally(game: &JoursDeGloire, s: &State, shot: Shot) -> Tally<Label> {
    let what = match shot.kind {
        FireKind::Normal => Label::Fire(shot.firer),
        FireKind::CounterBattery => Label::CounterBattery(shot.firer),
        FireKind::Reaction => Label::ReactionFire(shot.firer),
    };
    let mut tally = Tally::new(what);
    let Some(from) = s.at(shot.firer) else { return tally };
    if game.units.arm_of(shot.firer) == Arm::Artillery {
        game.add_gunnery(s, shot, from, &mut tally);
    } else {
        game.add_musketry(s, shot, from, &mut tally);
    }
    tally
}

impl JoursDeGloire {
    fn add_gunnery(&self, s: &State, shot: Shot, from: Cell, tally: &mut Tally<Label>) {
        let drm = |modifier| self.charts.fire_modifier(modifier);
        // The firer.
        let strongest = match shot.with {
            Some(with) if self.values(s, with).strength > self.values(s, shot.firer).strength => with,
            _ => shot.firer,
        };
        let capacity = i8::try_from(self.values(s, strongest).strength).unwrap_or(i8::MAX);
        tally.add(Label::FireCapacity, Figure::new(capacity, self.counter_source(strongest)), self.cite(CAPACITY));
        if shot.with.is_some() {
            tally.add(Label::TwoBatteries, drm(FireModifier::Combined), self.cite(COMBINED));
        }
        let square = s.square.has(shot.firer);
        if square {
            tally.add(Label::FromSquare, drm(FireModifier::FirerInSquare), self.cite(FROM_SQUARE));
        }
        if (square && self.rulings.square_fire == SquareFire::Both) || (!square && self.six_fronts_at(from)) {
            tally.add(Label::SixFronts, drm(FireModifier::SixFronts), self.cite(FROM_SIX));
        }
        match shot.kind {
            FireKind::Normal => {}
            FireKind::CounterBattery => {
                tally.add(Label::ReactionMalus, drm(FireModifier::CounterBattery), self.cite(MALUS));
            }
            FireKind::Reaction => {
                tally.add(Label::ReactionMalus, drm(FireModifier::Reaction), self.cite(MALUS));
            }
        }
        // The target.
        self.add_ground(from, shot.target, Fire::Artillery, tally);
        let there = s.units_at(shot.target);
        let others = there.less(self.units.arm(Arm::Artillery));
        let counts = shot.kind == FireKind::Normal || self.edition().massed_target() == MassedTarget::AnyFire;
        if counts && others.len() >= usize::from(self.charts.gunnery().massed_units.value) {
            let times = match self.rulings.massed_of_three {
                MassedOfThree::Once => 1,
                MassedOfThree::Each => others.len() as i8 - 1,
            };
            let figure = drm(FireModifier::MassedTarget).resting_on(self.charts.gunnery().massed_units.source);
            tally.add(Label::MassedTarget, figure.map(|value| value.saturating_mul(times)), self.cite(MASSED));
        }
        let struck = shot.unit.map_or(there, UnitId::only);
        if struck.meets(s.square) {
            tally.add(Label::SquareTarget, drm(FireModifier::TargetInSquare), self.cite(AT_SQUARE));
        }
        // The range.
        let distance = self.map.grid.distance(from, shot.target);
        let close = distance <= self.charts.gunnery().point_blank.value;
        let point_blank = close && !struck.less(self.units.arm(Arm::Artillery)).is_empty();
        if point_blank {
            tally.add(Label::PointBlank, drm(FireModifier::Adjacent), self.cite(AT_ADJACENT));
        }
        let reach = |unit: UnitId| self.gun_reach(unit).effective;
        let (effective, rule) = match shot.with {
            None => (reach(shot.firer), EFFECTIVE),
            Some(with) => match self.rulings.combined_ranges {
                CombinedRanges::Worse => (reach(shot.firer).min(reach(with)), UNLIKE_RANGES),
                CombinedRanges::Firer => (reach(strongest), EFFECTIVE),
            },
        };
        let beyond = distance.saturating_sub(effective);
        if beyond == 0 {
            if !point_blank {
                tally.add(Label::EffectiveRange, drm(FireModifier::Effective), self.cite(EFFECTIVE));
            }
        } else {
            let each = drm(FireModifier::BeyondEffective);
            let times = i8::try_from(beyond).unwrap_or(i8::MAX);
            let figure = each.map(|value| value.saturating_mul(times));
            tally.add(Label::BeyondRange(beyond), figure, self.cite(rule));
        }
    }

    /// The modifiers of infantry's reaction fire (R optional 8.3).
    fn add_musketry(&self, s: &State, shot: Shot, from: Cell, tally: &mut Tally<Label>) {
        let Some(figures) = self.charts.infantry_fire() else { return };
        if !self.is_light(shot.firer) {
            tally.add(Label::LineInfantry, figures.line_infantry, self.cite(LINE_INFANTRY));
        }
        let values = self.values(s, shot.firer);
        let strength = match self.rulings.infantry_seven {
            InfantrySeven::MoreThanSeven => figures.strong_strength.value,
            InfantrySeven::SevenCounts => figures.strong_strength.value.saturating_sub(1),
        };
        if values.cohesion >= figures.good_cohesion.value || values.strength >= strength {
            let figure =
                figures.strong.resting_on(figures.good_cohesion.source).resting_on(figures.strong_strength.source);
            tally.add(Label::StrongInfantry, figure, self.cite(STRONG));
        }
        self.add_ground(from, shot.target, Fire::Infantry, tally);
    }

    /// The terrain of the target, its level, and the hexside over which the line comes into its hex.
    fn add_ground(&self, from: Cell, to: Cell, fire: Fire, tally: &mut Tally<Label>) {
        let rise = self.map.level(to).cmp(&self.map.level(from));
        // Where the line comes in at a corner, the hexside that favours the target most counts.
        let sides = self.entry_sides(from, to);
        let side = sides.into_iter().flatten().min_by_key(|side| self.side_drm(*side, to, rise, fire));
        let mut inside = false;
        let mut level_done = rise.is_eq();
        if let Some(side) = side {
            let edge = self.map.edge(side);
            let outer = self.map.grid.sides_of(side).into_iter().find(|cell| *cell != to).unwrap_or(to);
            for (barrier, slant) in barriers(edge, outer) {
                let (figure, rule) = match barrier {
                    Barrier::Level | Barrier::Slope | Barrier::SteepSlope => {
                        if level_done {
                            continue;
                        }
                        level_done = true;
                        (self.charts.barrier_fire(barrier, fire, rising(rise)), LEVEL)
                    }
                    // What leads over a water has no figure for fire.
                    Barrier::Stream | Barrier::River if edge.crossing.is_some() => continue,
                    Barrier::Redoubt | Barrier::Fortification => {
                        inside |= slant == Slant::Up;
                        (self.charts.barrier_fire(barrier, fire, slant), WORKS)
                    }
                    Barrier::Crest | Barrier::Stream | Barrier::River => {
                        (self.charts.barrier_fire(barrier, fire, slant), TERRAIN)
                    }
                };
                tally.add(Label::Hexside, figure, self.cite(rule));
            }
        }
        if !level_done {
            let figure = self.charts.barrier_fire(Barrier::Level, fire, rising(rise));
            tally.add(Label::Level, figure, self.cite(LEVEL));
        }
        // The terrain in a work is not counted with the work.
        if !inside {
            let terrain = self.map.terrain(to);
            let rule = if fire == Fire::Infantry { INFANTRY } else { TARGET_TERRAIN };
            tally.add(Label::Terrain(terrain), self.charts.terrain_fire(terrain, fire), self.cite(rule));
        }
    }

    /// What a hexside adds, to compare those that meet in a corner.
    fn side_drm(&self, side: Hexside, to: Cell, rise: Ordering, fire: Fire) -> i16 {
        let edge = self.map.edge(side);
        let outer = self.map.grid.sides_of(side).into_iter().find(|cell| *cell != to).unwrap_or(to);
        barriers(edge, outer)
            .map(|(barrier, slant)| match barrier {
                Barrier::Level | Barrier::Slope | Barrier::SteepSlope if rise.is_eq() => 0,
                Barrier::Level | Barrier::Slope | Barrier::SteepSlope => {
                    i16::from(self.charts.barrier_fire(barrier, fire, rising(rise)).value)
                }
                _ => i16::from(self.charts.barrier_fire(barrier, fire, slant).value),
            })
            .sum()
    }

    /// The hexsides over which the line from one hex comes into another: two where it comes along a hexside.
    fn entry_sides(&self, from: Cell, to: Cell) -> [Option<Hexside>; 2] {
        let grid = &self.map.grid;
        let mut last = None;
        for piece in trace(grid, from, to) {
            if !matches!(piece.meets, Meets::Hex(_)) {
                last = Some(piece.meets);
            }
        }
        match last {
            Some(Meets::Across(side)) => [Some(side), None],
            Some(Meets::Corner { hexside, .. }) => [Some(hexside), None],
            Some(Meets::Along { left, right, .. }) => {
                [left, right].map(|cell| cell.and_then(|cell| grid.between(cell, to)))
            }
            _ => [None, None],
        }
    }

    fn is_light(&self, unit: UnitId) -> bool {
        self.roster.unit(unit).is_some_and(|unit| unit.weight == Weight::Light)
    }

    /// A battery's ranges.
    fn gun_reach(&self, unit: UnitId) -> Reach {
        self.roster.unit(unit).map_or_else(Reach::default, |unit| unit.reach)
    }

    /// Where the figures of a counter come from.
    fn counter_source(&self, unit: UnitId) -> Source {
        self.roster.unit(unit).map_or(Source::Printed, |unit| unit.source)
    }
}

/// The slant of fire at a target that is higher or lower.
fn rising(rise: Ordering) -> Slant {
    if rise.is_gt() { Slant::Up } else { Slant::Down }
}

// Who may fire at what.

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
        self.mark(firers, Mark::Fired, rule, desk);
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

// What fire does.

/// Where the shot went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hit {
    /// To its target, with this result.
    Target(FireResult),
    /// To the unit before it (R optional 7).
    Misguided,
}

impl JoursDeGloire {
    /// Resolves a shot: the die, and the frames of what it does to each unit, the top of the stack first. They lie on an
    /// [`Frame::UnderFire`] that names the hex it came from.
    pub(super) fn shoot<J: Journal<Event, Label>>(&self, shot: Shot, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Some(from) = s.at(shot.firer) else { return Err(super::play::lost("a unit off the map fires")) };
        let artillery = self.units.arm_of(shot.firer) == Arm::Artillery;
        let before = if artillery { self.may_be_misguided(s, from, shot.target) } else { None };
        let stray = before.and(self.charts.misdirected_fire().as_ref()).map(|figures| figures.die_at_most.value);
        let mut tally = fire_tally(self, s, shot);
        let sum = tally.sum();
        let rules = if artillery { self.rules_of(s, shot, from) } else { self.rules_of_infantry(shot) };
        let hit = desk.roll(&mut tally, Die::D10, rules, |total| {
            if stray.is_some_and(|most| total - sum <= i16::from(most)) {
                Hit::Misguided
            } else {
                Hit::Target(self.charts.fire_result(total).value)
            }
        })?;
        let test = |unit| Frame::Test { unit, trial: Trial::Fire };
        match (hit, before) {
            (Hit::Misguided, Some(before)) => {
                let rules = [MISGUIDED, BESIDE_TARGET, SPARED].map(|cite| self.cite(cite));
                desk.note(Label::Misguided(shot.firer), rules);
                let units = desk.state().units_at(before);
                self.strike(from, units, MISGUIDED, desk, |unit| Frame::Test { unit, trial: Trial::Misguided })
            }
            (Hit::Misguided, None) | (Hit::Target(FireResult::None), _) => Ok(()),
            (Hit::Target(result), _) => {
                let units = shot.unit.map_or_else(|| desk.state().units_at(shot.target), UnitId::only);
                match result {
                    FireResult::Rout => self.strike(from, units, ROUT, desk, |unit| Frame::DirectRout { unit }),
                    FireResult::Disorder => self.strike(from, units, DISORDER, desk, |unit| Frame::Disorder { unit }),
                    _ if units.len() > 1 => self.strike(from, units, EACH_TESTS, desk, test),
                    _ => self.strike(from, units, TEST, desk, test),
                }
            }
        }
    }

    /// The rules under which a battery's die is thrown: the last is that of its line of sight.
    fn rules_of(&self, s: &State, shot: Shot, from: Cell) -> Cites {
        let line = match self.sees_to_fire(s, from, shot.target) {
            Sight::Past(by) => by.rule,
            _ if self.map.grid.distance(from, shot.target) <= 1 => self.cite(ADJACENT),
            _ => self.cite(LINE),
        };
        let [first, second] = match shot.kind {
            FireKind::Normal => return Cites::new(&[self.cite(RESOLVE), self.cite(WHOLE_STACK), line]),
            FireKind::CounterBattery => [ANSWERS_SO, THE_FIRER],
            FireKind::Reaction => {
                let top = self.top_of(s, s.units_at(shot.target));
                [REACTS_SO, if top == shot.unit { ONE_UNIT } else { BENEATH }]
            }
        };
        Cites::new(&[self.cite(RESOLVE), self.cite(first), self.cite(second), line])
    }

    fn rules_of_infantry(&self, shot: Shot) -> Cites {
        let kind = LIGHT_OR_LINE[usize::from(!self.is_light(shot.firer))];
        Cites::new(&[INFANTRY, INFANTRY_ALONE, NO_MALUS, kind].map(|cite| self.cite(cite)))
    }

    /// Begins a frame for each of these units, so that the top of the stack comes first.
    fn strike<J: Journal<Event, Label>>(
        &self,
        from: Cell,
        units: UnitSet,
        rule: Cite,
        desk: &mut Table<'_, J>,
        frame: impl Fn(UnitId) -> Frame,
    ) -> Done {
        self.begin_frame(Frame::UnderFire { from }, rule, desk)?;
        let mut left = units;
        while let Some(unit) = self.bottom_of(desk.state(), left) {
            left.remove(unit);
            self.begin_frame(frame(unit), rule, desk)?;
        }
        Ok(())
    }

    /// The lowest unit of those in a hex.
    fn bottom_of(&self, s: &State, units: UnitSet) -> Option<UnitId> {
        units.max_by_key(|unit| (self.units.arm_of(*unit) != Arm::Artillery, s.rank[unit.index()], unit.index()))
    }

    /// The hex from which the fire came that drives this unit off: away from it the unit goes. `None` for a unit that flees
    /// for another reason, were it that one driven off by fire passes through it.
    pub(super) fn fire_from(&self, s: &State, unit: UnitId) -> Option<Cell> {
        for frame in s.agenda.iter().rev() {
            match frame {
                Frame::UnderFire { from } => return Some(from),
                Frame::Withdrawal(other) if other.unit != unit => return None,
                Frame::RoutMove(_) | Frame::Combat(_) | Frame::Activation(_) => return None,
                _ => {}
            }
        }
        None
    }

    /// The effects of fire are carried out: in a combat, those whom it disordered attack no more (8.3).
    pub(super) fn advance_under_fire<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        self.end_frame(RESOLVE, desk);
        self.withdraw_the_shaken(desk);
    }
}
