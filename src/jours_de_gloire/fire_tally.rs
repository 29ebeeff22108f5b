//! What is added to the die of fire (7.5, R tables 1 and 3).

use core::cmp::Ordering;

use super::charts::{Arm, Barrier, Fire, FireModifier, Slant};
use super::edition::MassedTarget;
use super::fire::{COMBINED, FireKind, Shot};
use super::ground::barriers;
use super::label::Label;
use super::roster::{Reach, Weight};
use super::rulings::{CombinedRanges, InfantrySeven, MassedOfThree, SquareFire};
use super::state::State;
use super::{Cite, JoursDeGloire, cite};
use crate::figures::{Figure, Source};
use crate::hex::{Cell, Hexside, Meets, trace};
use crate::side::UnitId;
use crate::tally::Tally;

/// The capacity of the battery.
const CAPACITY: Cite = cite!("R table 3/1", "M 7.5/1");
/// From six front hexes: a line of the table. The rule of facing has a figure for shock alone (the ruling
/// `reference-six-fronts`).
const FROM_SIX: Cite = cite!("R table 3/3", "M 7.5/1");
/// In reaction from a square.
const FROM_SQUARE: Cite = cite!("R 9.3.1/3", "M 9.3.2/2");
/// Other fire from a square: by that line of the table.
const OTHERWISE_FROM_SQUARE: Cite = cite!("R 9.3.1/3", "M 7.5/1");
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
/// Infantry's reaction fire has modifiers of its own, and the terrain's.
pub(super) const INFANTRY: Cite = cite!("R optional 8.3/4", "R optional 8.3/4");
/// Line infantry.
const LINE_INFANTRY: Cite = cite!("R optional 8.3/5", "R optional 8.3/5");
/// Steady or strong infantry.
const STRONG: Cite = cite!("R optional 8.3/6", "R optional 8.3/6");

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
            let (rule, figure) = match shot.kind {
                FireKind::Reaction => (FROM_SQUARE, drm(FireModifier::FirerInSquare)),
                _ => {
                    let figure = drm(FireModifier::FirerInSquare).resting_on(drm(FireModifier::SixFronts).source);
                    (OTHERWISE_FROM_SQUARE, figure)
                }
            };
            tally.add(Label::FromSquare, figure, self.cite(rule));
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

    pub(super) fn is_light(&self, unit: UnitId) -> bool {
        self.roster.unit(unit).is_some_and(|unit| unit.weight == Weight::Light)
    }

    /// A battery's ranges.
    pub(super) fn gun_reach(&self, unit: UnitId) -> Reach {
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
