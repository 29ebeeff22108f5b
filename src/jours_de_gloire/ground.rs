//! What each step on the map costs each arm (4.3): the terrain chart laid over the map, once, when the rules are opened.

use super::charts::{Arm, Barrier, ChargeGround, Charts, Crossing, Entry, Slant, Terrain, Water, Way, WayOver};
use super::label::Label;
use super::map::{Edge, Map, Passage};
use super::pontoon::joins;
use super::rulings::{
    CastleZones, RoadRate, RoadSlopes, RoadZones, Rulings, SlopeBesideEnemy, SteepWays, StreamBridges, StreetStart,
    TwoLevels,
};
use super::scenario::Switch;
use crate::figures::Figure;
use crate::hex::{Cell, Dir};

/// A step that is not allowed.
pub(super) const NEVER: u8 = u8::MAX;

/// How a step is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rate {
    /// The cost of the terrain.
    Normal,
    /// Along a road or track, where one crosses the hexside (4.3.1).
    Way,
    /// The normal cost where a way leads beside an enemy, hexsides too (R 4.3.1, M 4.1.3): only an impassable hexside stays
    /// open. What is barred to the arm at its normal cost stays barred, unless the ruling `road-over-slope-beside-an-enemy`
    /// opens it.
    WayBesideEnemy,
}

/// What one step costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// By the terrain; [`NEVER`] if not allowed.
    pub normal: u8,
    /// Along a way; [`NEVER`] where none crosses.
    pub way: u8,
    /// By the terrain, over a hexside that a way opens; [`NEVER`] where none crosses.
    pub beside: u8,
    /// What the step does to order, by each of the three rates: a bit set disorders.
    pub disorders: u8,
    /// Whether a recoil or retreat over it disorders: a steep slope, a ford or a bridge (10.3).
    pub breaks: Breaks,
    /// Whether a zone of control reaches over it (6.2).
    pub zone: Zone,
    /// Whether a charge may pass it.
    pub charge: Charge,
}

/// What a recoil or retreat over a hexside does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Breaks {
    /// Nothing.
    Nothing,
    /// A steep slope disorders.
    SteepSlope,
    /// A ford or bridge disorders.
    Crossing,
    /// A river cannot be crossed here.
    River,
}

/// Whether a zone of control reaches over a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zone {
    /// It does.
    Reaches,
    /// It does not: the unit cannot cross it.
    Impassable,
    /// It does not: a bridge or ford leads over an impassable water.
    Water,
    /// It does not: a work or castle lies behind it.
    Work,
}

/// Whether a charge may pass a hexside and enter the hex behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charge {
    /// It may.
    Open,
    /// Only along a way that crosses the hexside.
    AlongWay,
    /// It may not.
    Barred,
}

impl Step {
    const NONE: Self = Self {
        normal: NEVER,
        way: NEVER,
        beside: NEVER,
        disorders: 0,
        breaks: Breaks::Nothing,
        zone: Zone::Impassable,
        charge: Charge::Barred,
    };

    /// The cost at this rate; [`NEVER`] if not allowed.
    pub fn cost(self, rate: Rate) -> u8 {
        match rate {
            Rate::Normal => self.normal,
            Rate::Way => self.way,
            Rate::WayBesideEnemy => self.beside,
        }
    }

    /// Whether the step disorders at this rate.
    pub fn disorders(self, rate: Rate) -> bool {
        self.disorders & (1 << rate as u8) != 0
    }
}

/// One part of a step's cost.
pub(super) struct Part {
    pub label: Label,
    pub figure: Figure<i8>,
    pub cause: Cause,
}

/// What a part of a step's cost is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The terrain of the hex.
    Hex(Terrain),
    /// The road or track to it.
    Way,
    /// What lies along the hexside.
    Hexside,
    /// The hexside is barred to the arm, and the way carries it over.
    Surcharge,
    /// A bridge over this water.
    Bridge(Water),
}

/// The steps of a map, by arm.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    steps: [Vec<[Step; 6]>; 3],
    /// Hexes that a charge may not start from, cross or strike into.
    barred: Vec<bool>,
}

impl Ground {
    pub fn new(map: &Map, charts: &Charts, steep_levels: Switch, rulings: &Rulings) -> Self {
        let lay = Lay { map, charts, steep_levels, rulings, bridge: None };
        let steps = Arm::ALL
            .map(|arm| map.grid.cells().map(|cell| Dir::ALL.map(|dir| lay.step(arm, cell, dir))).collect::<Vec<_>>());
        let barred = map
            .grid
            .cells()
            .map(|cell| {
                charts.charge_ground(map.terrain(cell)).value != ChargeGround::Open && !map.streets.contains(&cell)
            })
            .collect();
        Self { steps, barred }
    }

    /// The step from a hex over one of its hexsides.
    #[inline]
    pub fn step(&self, arm: Arm, cell: Cell, dir: Dir) -> Step {
        self.steps[arm.index()].get(cell.index()).map_or(Step::NONE, |steps| steps[dir.index()])
    }

    /// Whether the terrain of a hex bars charges off any way.
    pub fn bars_charges(&self, cell: Cell) -> bool {
        self.barred.get(cell.index()).copied().unwrap_or(true)
    }
}

/// The barriers along a hexside as they are met from `cell`, each with its slant.
pub(super) fn barriers(edge: Edge, cell: Cell) -> impl Iterator<Item = (Barrier, Slant)> {
    let slant = if edge.upper == Some(cell) { Slant::Down } else { Slant::Up };
    Barrier::ALL.into_iter().filter(move |barrier| edge.has(*barrier)).map(move |barrier| (barrier, slant))
}

fn water(barrier: Barrier) -> Option<Water> {
    match barrier {
        Barrier::Stream => Some(Water::Stream),
        Barrier::River => Some(Water::River),
        _ => None,
    }
}

fn levels(charts: &Charts, arm: Arm) -> Option<u8> {
    let movement = charts.movement();
    match arm {
        Arm::Infantry => movement.levels_infantry.value,
        Arm::Cavalry => movement.levels_cavalry.value,
        Arm::Artillery => movement.levels_artillery.value,
    }
}

/// Whether a slope leads over more levels at once than the arm may climb (M specific 4.3.2).
/// By the ruling `two-levels-in-the-series` a scenario that switches the ban on is played without it.
pub(super) fn too_steep(lay: Lay<'_>, arm: Arm, from: Cell, dir: Dir) -> bool {
    let Lay { map, charts, steep_levels, rulings, .. } = lay;
    let Some(to) = map.grid.neighbour(from, dir) else { return false };
    let edge = map.edge_of(from, dir);
    let sloped = edge.has(Barrier::Slope) || edge.has(Barrier::SteepSlope);
    let apart = map.level(from).abs_diff(map.level(to));
    let bans = steep_levels.on() && rulings.two_levels == TwoLevels::Binds;
    bans && sloped && levels(charts, arm).is_some_and(|most| apart > most)
}

/// The way that crosses a hexside: a road before a track.
fn way(edge: Edge) -> Option<Way> {
    Way::ALL.into_iter().find(|way| edge.crossed_by(*way))
}

struct Priced {
    cost: Option<u8>,
    disorders: bool,
}

/// The map under its charts: what prices a step.
#[derive(Clone, Copy)]
pub(super) struct Lay<'a> {
    pub map: &'a Map,
    pub charts: &'a Charts,
    pub steep_levels: Switch,
    pub rulings: &'a Rulings,
    /// The hexes that a bridge built in play joins (R specific 4.3).
    pub bridge: Option<(Cell, Cell)>,
}

impl Lay<'_> {
    /// What lies along a hexside, with what was built there.
    pub fn edge(self, cell: Cell, dir: Dir) -> Edge {
        let edge = self.map.edge_of(cell, dir);
        match (self.bridge, self.map.grid.neighbour(cell, dir)) {
            (Some(ends), Some(to)) if joins(ends, cell, to) => Edge { crossing: Some(Crossing::Bridge), ..edge },
            _ => edge,
        }
    }

    /// The step from a hex over one of its hexsides.
    pub fn step(self, arm: Arm, from: Cell, dir: Dir) -> Step {
        step(self, arm, from, dir)
    }
}

/// The cost of a step at a rate, part by part.
pub(super) fn price(
    lay: Lay<'_>,
    arm: Arm,
    from: Cell,
    dir: Dir,
    rate: Rate,
    each: &mut impl FnMut(Part),
) -> Option<(u8, bool)> {
    let Lay { map, charts, rulings, .. } = lay;
    let to = map.grid.neighbour(from, dir)?;
    let edge = lay.edge(from, dir);
    let mut priced = Priced { cost: Some(0), disorders: false };
    let mut part = |cause, label, value: u8, source| {
        priced.cost = priced.cost.and_then(|sum| sum.checked_add(value)).filter(|sum| *sum < NEVER);
        each(Part { label, figure: Figure::new(i8::try_from(value).unwrap_or(i8::MAX), source), cause });
    };
    let way = way(edge);
    let terrain = map.terrain(to);
    let by_way = match (rate, way) {
        (Rate::Normal, _) => None,
        (Rate::Way, None) => Some(way_through(lay, arm, to)?),
        (_, None) => return None,
        (_, Some(way)) => Some(way),
    };
    let mut disorders = false;
    match (rate, by_way) {
        (Rate::Way, Some(way)) => {
            let cost = charts.way_cost(way, arm);
            part(Cause::Way, if way == Way::Road { Label::Road } else { Label::Track }, cost.value, cost.source);
        }
        _ => {
            let cost = charts.entry(terrain, arm);
            match cost.value {
                Entry::Cost(points) => part(Cause::Hex(terrain), Label::HexCost(terrain), points, cost.source),
                Entry::CostWithDisorder(points) => {
                    disorders = true;
                    part(Cause::Hex(terrain), Label::HexCost(terrain), points, cost.source);
                }
                Entry::Prohibited => return None,
            }
        }
    }
    let opened = (by_way.is_some() && way.is_some()) || edge.crossing == Some(Crossing::Bridge);
    if edge.impassable == Passage::Barred && !opened {
        return None;
    }
    let surcharge = charts.movement().way_surcharge;
    let bound = rate != Rate::Way || way.is_none() || rulings.steep_ways == SteepWays::Bars;
    if bound && too_steep(lay, arm, from, dir) {
        return None;
    }
    for (barrier, slant) in barriers(edge, from) {
        let cost = match (water(barrier), edge.crossing) {
            (Some(water), Some(crossing)) => charts.crossing_cost(crossing, water, arm),
            _ => charts.barrier_cost(barrier, arm, slant),
        };
        let over = match (rate, way) {
            (Rate::Way, Some(way)) => charts.way_over(way, barrier).value,
            _ => WayOver::Paid,
        };
        let cause = match (water(barrier), edge.crossing) {
            (Some(water), Some(Crossing::Bridge)) => Cause::Bridge(water),
            _ => Cause::Hexside,
        };
        let label = match (water(barrier), edge.crossing) {
            (Some(_), Some(_)) => Label::CrossingCost(barrier),
            _ => Label::HexsideCost(barrier),
        };
        match cost.value {
            _ if over == WayOver::Spared => {}
            Entry::Prohibited if opens(rulings, rate, way) => {
                part(Cause::Surcharge, Label::WayOver(barrier), surcharge.value, surcharge.source);
            }
            Entry::Prohibited => return None,
            // A bridge that takes a cost away is told.
            Entry::Cost(0) if cause == Cause::Hexside => {}
            Entry::Cost(points) => part(cause, label, points, cost.source),
            Entry::CostWithDisorder(points) => {
                disorders |= over == WayOver::Paid;
                part(cause, label, points, cost.source);
            }
        }
    }
    priced.disorders |= disorders;
    priced.cost.map(|cost| (cost, priced.disorders))
}

/// Whether a step at this rate leads over a hexside that is closed to the arm, at the surcharge (M 4.1.3; the rulings
/// `road-and-slopes`, `road-over-slope-beside-an-enemy`).
fn opens(rulings: &Rulings, rate: Rate, way: Option<Way>) -> bool {
    way.is_some()
        && match rate {
            Rate::Normal => false,
            Rate::Way => rulings.road_slopes == RoadSlopes::SlopesPaid,
            Rate::WayBesideEnemy => rulings.slope_beside_enemy == SlopeBesideEnemy::Surcharge,
        }
}

/// The way in a hex whose rate is paid though none leads there from the hex before: by the ruling `road-rate`, and only
/// where the hex is open to the arm without it (M 4.3.2).
fn way_through(lay: Lay<'_>, arm: Arm, to: Cell) -> Option<Way> {
    if lay.rulings.road_rate == RoadRate::SameRoad
        || lay.charts.entry(lay.map.terrain(to), arm).value == Entry::Prohibited
    {
        return None;
    }
    Way::ALL.into_iter().find(|one| Dir::ALL.into_iter().any(|dir| lay.map.edge_of(to, dir).crossed_by(*one)))
}

fn step(lay: Lay<'_>, arm: Arm, from: Cell, dir: Dir) -> Step {
    let Lay { map, charts, rulings, .. } = lay;
    let Some(to) = map.grid.neighbour(from, dir) else { return Step::NONE };
    let edge = lay.edge(from, dir);
    let mut disorders = 0;
    let mut at = |rate: Rate| match price(lay, arm, from, dir, rate, &mut |_| {}) {
        Some((cost, disorder)) => {
            disorders |= u8::from(disorder) << rate as u8;
            cost
        }
        None => NEVER,
    };
    let (normal, by_way, beside) = (at(Rate::Normal), at(Rate::Way), at(Rate::WayBesideEnemy));
    let crossing = edge.crossing.is_some() && edge.has(Barrier::River);
    // By the ruling `recoil-over-stream-bridge`.
    let bridged = rulings.stream_bridges == StreamBridges::Yes && edge.crossing.is_some() && edge.has(Barrier::Stream);
    let breaks = if edge.has(Barrier::SteepSlope) {
        Breaks::SteepSlope
    } else if edge.crossing == Some(Crossing::Ford) || crossing || bridged {
        Breaks::Crossing
    } else if edge.has(Barrier::River) {
        Breaks::River
    } else {
        Breaks::Nothing
    };
    let work = edge.has(Barrier::Redoubt) || edge.has(Barrier::Fortification) || map.terrain(to) == Terrain::Castle;
    // From castle to castle by the ruling `zone-castle-to-castle`, along a way by `zone-over-a-road`.
    let castles = map.terrain(from) == Terrain::Castle && map.terrain(to) == Terrain::Castle;
    let shut = map.terrain(to) == Terrain::Castle && !(castles && rulings.castle_zones == CastleZones::Yes);
    let into_work = work && ((edge.upper == Some(to) && !castles) || shut);
    let carried = edge.ways != 0 && by_way != NEVER && rulings.road_zones == RoadZones::Through;
    let zone = if crossing {
        Zone::Water
    } else if into_work {
        Zone::Work
    } else if (edge.impassable == Passage::Barred && !carried)
        || edge.has(Barrier::River)
        || (normal == NEVER
            && !carried
            && (too_steep(lay, arm, from, dir) || barrier_alone_bars(edge, charts, arm, from)))
    {
        Zone::Impassable
    } else {
        Zone::Reaches
    };
    let hexside_bars = barriers(edge, from).any(|(barrier, slant)| match (water(barrier), edge.crossing) {
        (Some(water), Some(crossing)) => charts.charge_crossing(crossing, water).value == ChargeGround::Barred,
        _ => charts.charge_over(barrier, slant).value == ChargeGround::Barred,
    });
    let ground = charts.charge_ground(map.terrain(to)).value;
    let street = map.streets.contains(&to);
    let charge = if edge.impassable == Passage::Barred || hexside_bars {
        Charge::Barred
    } else {
        // Out of a street only along the way, and only into another: the ruling `casteggio-start`.
        let leaves = map.streets.contains(&from);
        let anywhere = rulings.street_start == StreetStart::Anywhere;
        match ground {
            ChargeGround::Open if leaves && anywhere && edge.ways != 0 => Charge::AlongWay,
            ChargeGround::Open if leaves => Charge::Barred,
            ChargeGround::Open => Charge::Open,
            _ if street && edge.ways != 0 => Charge::AlongWay,
            ChargeGround::AlongRoad if edge.crossed_by(Way::Road) => Charge::AlongWay,
            _ => Charge::Barred,
        }
    };
    Step { normal, way: by_way, beside, disorders, breaks, zone, charge }
}

/// Whether it is the hexside, not the hex behind it, that the arm cannot pass.
fn barrier_alone_bars(edge: Edge, charts: &Charts, arm: Arm, from: Cell) -> bool {
    barriers(edge, from).any(|(barrier, slant)| match (water(barrier), edge.crossing) {
        (Some(water), Some(crossing)) => charts.crossing_cost(crossing, water, arm).value == Entry::Prohibited,
        _ => charts.barrier_cost(barrier, arm, slant).value == Entry::Prohibited,
    })
}
