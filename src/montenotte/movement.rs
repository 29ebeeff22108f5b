//! Chapter 9.1 and the terrain table: capacity, and what a step costs. Costs are in half movement points.

use super::Montenotte;
use super::charts::Charts;
use super::frame::Acting;
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::map::{Map, Way};
use super::options;
use super::state::{Content, Mark, State, Status, Weather};
use super::words::{Arm, Ground, Nation, YesNo};
use crate::figures::Figure;
use crate::hex::{Cell, Dir, Reach};
use crate::rule;
use crate::side::Side;
use crate::tally::Tally;

/// A step that cannot be taken.
pub(super) const NEVER: u8 = u8::MAX;
/// No way to supply.
pub(super) const FAR: u16 = u16::MAX;

/// What a step costs (N table 1/1 to N table 1/11); `None` if it cannot be taken.
fn step(map: &Map, charts: &Charts, from: Cell, dir: Dir) -> Option<u8> {
    let to = map.grid.neighbour(from, dir)?;
    let t = &charts.terrain;
    if map.ground(to) == Ground::Sea || map.ground(from) == Ground::Sea {
        return None;
    }
    let river = map.river(from).contains(dir);
    match map.way(from, dir) {
        Some(way) => {
            let along = match way {
                Way::Road => t.road_half_mp.value,
                Way::Trail => t.trail_half_mp.value,
            };
            // A bridge saves the river only to those who use its way (ruling `river-cost`).
            let across = match (river, map.bridge(from).contains(dir)) {
                (false, _) => 0,
                (true, true) => t.bridge_half_mp.value,
                (true, false) => t.river_half_mp.value,
            };
            Some(along.saturating_add(across))
        }
        None => {
            let off_road = t.off_road.get(map.ground(to) as usize)?.value.0?;
            Some(off_road.saturating_add(if river { t.river_half_mp.value } else { 0 }))
        }
    }
}

/// What every step of the map costs.
pub(super) fn steps(map: &Map, charts: &Charts) -> Vec<[u8; 6]> {
    let costs = |cell: Cell| core::array::from_fn(|i| step(map, charts, cell, Dir::from_index(i)).unwrap_or(NEVER));
    map.grid.cells().map(costs).collect()
}

/// The way of a nation from every hex to its nearest supply hex, in halves.
pub(super) fn to_supply(map: &Map, steps: &[[u8; 6]], nation: Nation) -> Vec<u16> {
    let mut reach = Reach::new();
    // Backwards: from the supply hexes, at the cost of the step towards them.
    reach.run(&map.grid, map.sources(nation), u16::MAX, |here, dir, there| {
        let _ = here;
        Some(steps[there.index()][dir.opposite().index()]).filter(|cost| *cost != NEVER)
    });
    map.grid.cells().map(|cell| reach.cost(cell).unwrap_or(FAR)).collect()
}

impl Montenotte {
    /// What a step costs, in half movement points; `None` if it cannot be taken (N 9.1/7).
    #[inline]
    pub fn cost(&self, from: Cell, dir: Dir) -> Option<u8> {
        self.steps.get(from.index()).map(|steps| steps[dir.index()]).filter(|cost| *cost != NEVER)
    }

    /// What a step costs, part by part; the whole price where the force pays it (not in rapid march).
    pub(super) fn cost_parts(&self, what: Label, from: Cell, dir: Dir) -> Tally<Label> {
        let t = &self.charts.terrain;
        let small = |figure: Figure<u8>| figure.map(|halves| i8::try_from(halves).unwrap_or(i8::MAX));
        let mut tally = Tally::new(what);
        let way = self.map.way(from, dir);
        match way {
            Some(Way::Road) => _ = tally.add(Label::Road, small(t.road_half_mp), rule!("N table 1/9")),
            Some(Way::Trail) => _ = tally.add(Label::Trail, small(t.trail_half_mp), rule!("N table 1/9")),
            None => {
                if let Some(to) = self.map.grid.neighbour(from, dir) {
                    let ground = self.map.ground(to);
                    if let Some(figure) = t.off_road.get(ground as usize)
                        && let Some(halves) = figure.value.0
                    {
                        let figure = small(Figure::new(halves, figure.source));
                        tally.add(Label::Ground(ground), figure, Self::ground_rule(ground));
                    }
                }
            }
        }
        if self.map.river(from).contains(dir) {
            if way.is_some() && self.map.bridge(from).contains(dir) {
                tally.add(Label::Bridge, small(t.bridge_half_mp), rule!("N table 1/10"));
            } else {
                tally.add(Label::River, small(t.river_half_mp), rule!("N table 1/11"));
            }
        }
        tally
    }

    /// Whether a step leads along a road that allows special movements (N table 1/9; ruling `trails`).
    pub(super) fn special_way(&self, from: Cell, dir: Dir) -> bool {
        match self.map.way(from, dir) {
            Some(Way::Road) => true,
            Some(Way::Trail) => {
                self.charts.terrain.trail_special.value == YesNo::Yes || self.rulings.trails == options::Trails::Road
            }
            None => false,
        }
    }

    /// Whether a way of at most this cost leads from one hex to another, by the terrain table alone (rulings
    /// `command-distance`, `alert-zone-measure`).
    pub(super) fn near(&self, from: Cell, to: Cell, halves: u8) -> bool {
        if from == to {
            return true;
        }
        self.halves(from, to) <= u16::from(halves)
    }

    /// The markers of a side's enemies in a hex.
    #[inline]
    pub(super) fn enemies_at(&self, s: &State, side: Side, cell: Cell) -> super::ids::Markers {
        s.markers_at(cell).and(self.side_markers[side.enemy().index()])
    }

    /// Whether an enemy is in a hex beside this one (decoys count: ruling `decoy-in-retreat-and-march`).
    pub(super) fn beside_enemy(&self, s: &State, side: Side, cell: Cell) -> bool {
        let enemies = self.side_markers[side.enemy().index()];
        enemies.into_iter().filter_map(|marker| s.at(marker)).any(|at| self.map.grid.distance(at, cell) == 1)
    }

    /// The enemy who bars a hex: one who is not in its fort (ruling `enemy-hex`).
    pub(super) fn barred_by(&self, s: &State, side: Side, cell: Cell) -> Option<MarkerId> {
        self.enemies_at(s, side, cell).less(s.marked(Mark::InFort)).lowest()
    }

    /// Half a capacity, in whole movement points (N 8.3/2, N 13.6/3; ruling `halved-capacity`).
    pub(super) fn halved(&self, halves: u8, divisor: u8) -> u8 {
        let whole = 2 * divisor.max(1);
        match self.rulings.halved_capacity {
            options::HalvedCapacity::DownEach => halves / whole * 2,
            options::HalvedCapacity::Up => halves.div_ceil(whole) * 2,
        }
    }

    /// A unit's capacity in halves: what its counter says, less the rain, halved out of supply (N 5/3, N 13.6/3).
    pub(super) fn unit_capacity(&self, s: &State, unit: UnitNo, marker: MarkerId) -> u8 {
        let mut halves = i16::from(self.roster[unit].half_mp.value);
        if s.weather == Weather::Rain {
            halves += i16::from(self.charts.weather.rain_half_mp.value);
        }
        let halves = u8::try_from(halves.max(0)).unwrap_or(u8::MAX);
        if s.marked(Mark::OutOfSupply).has(marker) {
            self.halved(halves, self.charts.capacity.out_of_supply_divisor.value)
        } else {
            halves
        }
    }

    /// A force's full capacity in halves: its weakest unit's (N 9.1/1); a lone general's (N 9.1/5); the most that a decoy
    /// may choose (N 9.1/6).
    pub(super) fn capacity(&self, s: &State, head: MarkerId) -> u8 {
        let c = &self.charts.capacity;
        if s.content(head) == Content::Decoy {
            let rain =
                if s.weather == Weather::Rain { self.charts.weather.rain_half_mp.value.unsigned_abs() } else { 0 };
            return c.decoy_most_half_mp.value.saturating_sub(rain).max(c.decoy_least_half_mp.value);
        }
        let slowest = self.units(s, head).map(|(unit, marker)| self.unit_capacity(s, unit, marker)).min();
        let rain = s.weather == Weather::Rain && self.rulings.rain_general == options::RainGeneral::All;
        let lone = c.lone_general_half_mp.value;
        let less = if rain { self.charts.weather.rain_half_mp.value.unsigned_abs() } else { 0 };
        slowest.unwrap_or(lone.saturating_sub(less))
    }

    /// What a force has at its disposal: half, if it is uncommanded and failed its test (N 9.1/2 to N 9.1/4).
    pub(super) fn allowance(&self, s: &State, acting: Acting) -> u8 {
        let full = self.capacity(s, acting.marker);
        if acting.is(Acting::HALF) { self.halved(full, self.charts.capacity.uncommanded_divisor.value) } else { full }
    }

    /// The units of a force that are left, each with its marker.
    pub(super) fn units<'s>(&self, s: &'s State, head: MarkerId) -> impl Iterator<Item = (UnitNo, MarkerId)> + use<'s> {
        s.members(head).filter_map(|marker| match s.content(marker) {
            Content::Unit(unit) if s.sp(unit) > 0 => Some((unit, marker)),
            _ => None,
        })
    }

    /// The strength of a force.
    pub fn strength(&self, s: &State, head: MarkerId) -> u8 {
        self.units(s, head).map(|(unit, _)| s.sp(unit)).fold(0, u8::saturating_add)
    }

    /// The strength of one arm in a force.
    pub(super) fn strength_of(&self, s: &State, head: MarkerId, arm: Arm) -> u8 {
        let of_arm = self.units(s, head).filter(|(unit, _)| self.roster[*unit].arm == arm);
        of_arm.map(|(unit, _)| s.sp(unit)).fold(0, u8::saturating_add)
    }

    /// The fatigue of a force: that of its most tired marker.
    pub fn force_fatigue(&self, s: &State, head: MarkerId) -> u8 {
        s.members(head).map(|marker| s.fatigue(marker)).max().unwrap_or(0)
    }

    /// Whether a force is commanded: its head is not uncommanded.
    pub(super) fn commanded(&self, s: &State, head: MarkerId) -> bool {
        s.status(head) != Status::Uncommanded
    }

    /// Whether a force is out of supply: any of its units is.
    pub(super) fn out_of_supply(&self, s: &State, head: MarkerId) -> bool {
        s.members(head).meets(s.marked(Mark::OutOfSupply))
    }
}
