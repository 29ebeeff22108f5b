//! Where a routed unit may run (10.4): the direction, what each step costs or brings, and the look ahead to the end of the
//! run by which the open steps are found.

use super::charts::Arm;
use super::edition::{Parting, RoutZones, ThroughFriends};
use super::frame::RoutMove;
use super::ground::{Breaks, NEVER, Rate};
use super::label::Label;
use super::rulings::RoutZonesReading;
use super::scenario::Refuge;
use super::state::State;
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, rout, zones};
use crate::figures::Figure;
use crate::hex::{Cell, Dir, Dirs, Vertex};
use crate::side::{Side, UnitId, UnitSet};

/// The whole allowance, the shortest way.
pub(super) const FULL: Cite = cite!("R 10.4/4", "M 10.4/2");
/// A unit that cannot run is lost; in Rivoli by the ruling `rout-without-a-hex`.
pub(super) const NOWHERE: Cite = cite!("R 10.4/4", "M 10.4/3");
/// Points as in any movement.
pub(super) const COSTS: Cite = cite!("R 10.4/1", "M 10.4/4");
/// It may stop in a town, village or castle.
pub(super) const SHELTER: Cite = cite!("R 10.4/5", "M 10.4/7");
/// Around what would be its end.
const SHIFT: Cite = cite!("R 10.4/7", "M 10.4/9");
/// Stacked routed units part.
pub(super) const APART: Cite = cite!("R 10.4/8", "M 10.4/11");
/// A routed unit is lost before an enemy's front.
const FRONT: Cite = cite!("R 10.3.4/3", "M 10.3.5/3");
/// No river, save at ford or bridge.
const RIVER: Cite = cite!("R 10.3.3/1", "M 10.3.4/1");
/// A steep slope disorders.
const STEEP: Cite = cite!("R 10.3.3/2", "M 10.3.4/2");
/// Alone at the end, or else with another routed unit.
const ALONE: Cite = cite!("R 5.1.2/8", "M 5.1.2/7");
/// Nobody enters a square.
const SQUARE: Cite = cite!("R 4.4.2/3", "M 4.4.3/4");
/// Never into an enemy hex.
const ENEMY: Cite = cite!("R 5.1.2/1", "M 5.1.2/1");

/// A step of a run as it is judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Stride {
    /// Not allowed.
    Closed(Cite, Why),
    /// It costs so many points, and the unit has fewer.
    Short(u8),
    /// The unit would be disordered by it, and so be lost.
    Fatal(Cite, Why),
    /// It costs so many points.
    Open(u8),
}

/// Whether a step brings a unit nearer to where it runs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    Nearer,
    /// As near as before: a shift by one column.
    Aside,
}

/// A step ahead of a running unit.
#[derive(Clone, Copy)]
pub(super) struct Ahead {
    dir: Dir,
    to: Cell,
    pub stride: Stride,
}

/// The steps of one course, by hexside.
pub(super) type Strides = [Option<Ahead>; 6];

/// Who runs, and where others stand.
pub(super) struct Runner {
    pub unit: UnitId,
    pub arm: Arm,
    pub side: Side,
    pub start: Cell,
    /// Hexes with units in them.
    held: Cells,
    /// Hexes beside enemies.
    beside: Cells,
}

/// A set of cells, without an allocation: a look ahead asks for the same few hexes again and again.
struct Cells([u64; Cells::WORDS]);

impl Cells {
    /// The greatest grid has 99 columns of 99 rows.
    const WORDS: usize = (99 * 99_usize).div_ceil(64);

    const fn new() -> Self {
        Self([0; Self::WORDS])
    }

    fn insert(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(cell.index() / 64) {
            *word |= 1 << (cell.index() % 64);
        }
    }

    fn has(&self, cell: Cell) -> bool {
        self.0.get(cell.index() / 64).is_some_and(|word| word & 1 << (cell.index() % 64) != 0)
    }
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub cell: Cell,
    pub left: u8,
    pub gone: u8,
    pub shifted: u8,
    /// The hexside that it crossed last, if it shifted over it.
    pub last: Option<Dir>,
}

/// What is open to a running unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub dirs: Dirs,
    /// Under which rule it may stop where it is.
    pub stop: Option<Cite>,
    /// Under which rule it takes one of the steps.
    pub step: Cite,
}

impl Ways {
    pub fn count(self) -> usize {
        self.dirs.len() + usize::from(self.stop.is_some())
    }
}

/// How a run ends: the lower, the better.
///
/// First whether it is the unit's end. Then, where stacked routed units must part (Montebello), with whom; then how many
/// columns it shifts; then, where friends may be passed through only for want of another way (Rivoli), whether it does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct End {
    company: Company,
    shifts: u8,
    through: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Company {
    /// Alone, or off the map, or where it does not matter.
    Alone,
    /// Alone, a hex short or a column aside.
    Parted,
    /// With another routed unit.
    Crowded,
    /// It is lost.
    Lost,
}

impl End {
    const BEST: Self = Self { company: Company::Alone, shifts: 0, through: false };
    const LOST: Self = Self { company: Company::Lost, shifts: u8::MAX, through: true };

    fn with(company: Company) -> Self {
        Self { company, ..Self::BEST }
    }
}

/// What was found out of places ahead: a run meets the same ones again and again. Each place has one slot, which a later
/// one may take from it.
struct Memo([Option<(Place, End)>; Memo::SIZE]);

impl Memo {
    const SIZE: usize = 256;

    fn new() -> Self {
        Self([None; Self::SIZE])
    }

    fn slot(p: Place) -> usize {
        let last = p.last.map_or(0, |dir| dir.index() + 1);
        (p.cell.index() + 29 * usize::from(p.left) + 67 * usize::from(p.shifted) + 131 * last) % Self::SIZE
    }

    fn find(&self, p: Place) -> Option<End> {
        let (known, end) = self.0[Self::slot(p)]?;
        // How many hexes it has gone changes nothing ahead of it.
        (Place { gone: p.gone, ..known } == p).then_some(end)
    }

    fn keep(&mut self, p: Place, end: End) {
        self.0[Self::slot(p)] = Some((p, end));
    }
}

impl JoursDeGloire {
    // ------------------------------------------------------------------------------------------------- the direction

    /// The hexsides over which a unit of this side comes nearer to where it runs to: any of them is straight on (the ruling
    /// `rout-straight-line`).
    pub fn direct_ways(&self, side: Side, cell: Cell) -> Dirs {
        let here = self.to_refuge(side, cell);
        self.map.grid.neighbours(cell).filter(|(_, to)| self.to_refuge(side, *to) < here).map(|(dir, _)| dir).collect()
    }

    /// The hexside over which a unit that has come to where its side runs to leaves the map; `None` if it is not there
    /// yet, or if that is a hex within the map.
    pub(super) fn way_off(&self, side: Side, cell: Cell) -> Option<Dir> {
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

    // ----------------------------------------------------------------------------------------------------- one step

    /// Whether a running unit may stop in this hex for good.
    pub(super) fn shelters(&self, cell: Cell) -> bool {
        // The same ground gives six front hexes.
        self.six_fronts_at(cell)
    }

    /// Whether it may stay in this hex as the units stand now.
    pub(super) fn may_stay(&self, s: &State, r: &Runner, cell: Cell) -> bool {
        !r.held.has(cell) || self.may_join(s, r.unit.only(), cell).is_ok()
    }

    /// Whether another routed unit stands in this hex.
    fn crowded(&self, s: &State, r: &Runner, cell: Cell) -> bool {
        r.held.has(cell) && s.units_at(cell).less(r.unit.only()).meets(s.routed)
    }

    /// Enemies beside a hex.
    pub(super) fn enemies_beside(&self, s: &State, r: &Runner, cell: Cell) -> UnitSet {
        if r.beside.has(cell) { self.adjacent_to(s, cell, r.side.enemy()) } else { UnitSet::EMPTY }
    }

    /// The rate of a step: the one that does not disorder, then the cheapest. No way carries a unit beside an enemy
    /// (4.3.1).
    pub(super) fn run_rate(&self, s: &State, r: &Runner, from: Cell, dir: Dir, beside: UnitSet) -> Option<(Rate, u8)> {
        let step = self.step_over(s, r.arm, from, dir);
        let along = if beside.is_empty() { Rate::Way } else { Rate::WayBesideEnemy };
        [along, Rate::Normal]
            .map(|rate| (rate, step.cost(rate)))
            .into_iter()
            .filter(|(_, cost)| *cost != NEVER)
            .min_by_key(|(rate, cost)| (step.disorders(*rate), *cost))
    }

    /// What a step costs on top of the ground: leaving a zone of control at first, and what the light puts on entering
    /// one. Friends on the way cost nothing.
    pub(super) fn run_surcharges(
        &self,
        s: &State,
        r: &Runner,
        p: Place,
        to: Cell,
        each: &mut impl FnMut(Label, Figure<i8>, Cite),
    ) {
        let enemy = r.side.enemy();
        let movement = self.charts.movement();
        let points = |figure: Figure<u8>| figure.map(|value| i8::try_from(value).unwrap_or(i8::MAX));
        if p.gone == 0 && r.beside.has(p.cell) && !self.zone_over(s, p.cell, enemy).is_empty() {
            each(Label::LeavingZone, points(movement.zoc_exit), zones::LEAVING);
        }
        if r.beside.has(to) && !self.zone_over(s, to, enemy).is_empty() {
            if movement.zoc_entry.value > 0 {
                each(Label::EnteringZone, points(movement.zoc_entry), zones::STOP);
            }
            self.zone_entry(s, each);
        }
    }

    /// A step on the map.
    pub(super) fn stride(&self, s: &State, r: &Runner, p: Place, dir: Dir, to: Cell) -> Stride {
        let unit = r.unit;
        let there = if r.held.has(to) { s.units_at(to).less(unit.only()) } else { UnitSet::EMPTY };
        if let Some(enemy) = there.and(self.units.side(r.side.enemy())).lowest() {
            return Stride::Closed(ENEMY, Why::Enemy { unit, enemy });
        }
        if let Some(friend) = there.and(s.square).lowest() {
            return Stride::Closed(SQUARE, Why::Square { unit, friend });
        }
        let step = self.step_over(s, r.arm, p.cell, dir);
        if step.breaks == Breaks::River {
            return Stride::Closed(RIVER, Why::Hexside(unit));
        }
        let beside = self.enemies_beside(s, r, to);
        let Some((rate, price)) = self.run_rate(s, r, p.cell, dir, beside) else {
            return Stride::Closed(COSTS, Why::Terrain(unit));
        };
        // There is no way on from the hex that it runs to, so it cannot pass through it.
        if !there.is_empty()
            && self.to_refuge(r.side, to) == 0
            && self.way_off(r.side, to).is_none()
            && let Err((rule, with)) = self.may_join(s, unit.only(), to)
        {
            return Stride::Closed(rule, Why::Stacking { unit, with });
        }
        let mut cost = price;
        if !beside.is_empty() || p.gone == 0 {
            let mut add = |_, figure: Figure<i8>, _| cost = cost.saturating_add_signed(figure.value);
            self.run_surcharges(s, r, p, to, &mut add);
        }
        let mut fatal = None;
        if !beside.is_empty() {
            let enemy = r.side.enemy();
            let zone = self.zone_over(s, to, enemy);
            let both = self.rulings.rout_zones == RoutZonesReading::Both;
            if both && self.edition().rout_zones() == RoutZones::FrontAndSameEnemy {
                let left = self.zone_over(s, p.cell, enemy).or(self.zone_over(s, r.start, enemy));
                if let Some(enemy) = zone.and(left).lowest() {
                    return Stride::Closed(NOWHERE, Why::SameZone { unit, enemy });
                }
            }
            if let Some(enemy) = zone.into_iter().find(|enemy| self.faces(s, *enemy, to)) {
                fatal = Some(Stride::Fatal(FRONT, Why::FrontZone { unit, enemy }));
            }
        }
        // Along a way a steep slope disorders nobody (R table 1, footnote c).
        if step.disorders(rate) || (step.breaks == Breaks::SteepSlope && rate == Rate::Normal) {
            fatal = Some(Stride::Fatal(STEEP, Why::Hexside(unit)));
        }
        match fatal {
            _ if cost > p.left => Stride::Short(cost),
            Some(fatal) => fatal,
            // Every step costs something, or a run might not end.
            None => Stride::Open(cost.max(1)),
        }
    }

    /// Where it is after a step.
    pub(super) fn after(&self, r: &Runner, p: Place, dir: Dir, to: Cell, cost: u8) -> Place {
        let aside = self.to_refuge(r.side, to) >= self.to_refuge(r.side, p.cell);
        Place {
            cell: to,
            left: p.left.saturating_sub(cost),
            gone: p.gone.saturating_add(1),
            shifted: p.shifted.saturating_add(aside.into()),
            last: aside.then_some(dir),
        }
    }

    /// Columns by which an arm may shift in one run, where there is a limit (M 10.4).
    pub(super) fn shift_limit(&self, arm: Arm) -> Option<u8> {
        let rout = self.charts.rout();
        match arm {
            Arm::Infantry => rout.shift_infantry.value,
            Arm::Cavalry => rout.shift_cavalry.value,
            Arm::Artillery => rout.shift_artillery.value,
        }
    }

    /// The steps of a course from a place. A unit that may not stay where it is goes on without points once they are
    /// spent (10.5).
    pub(super) fn strides(&self, s: &State, r: &Runner, p: Place, course: Course) -> Strides {
        let mut strides = self.strides_paid(s, r, p, course);
        if self.may_stay(s, r, p.cell) {
            return strides;
        }
        let open = |strides: &Strides| strides.iter().flatten().any(|ahead| matches!(ahead.stride, Stride::Open(_)));
        let goes_on = match course {
            Course::Nearer => open(&strides),
            Course::Aside => open(&self.strides_paid(s, r, p, Course::Nearer)),
        };
        if !goes_on {
            for ahead in strides.iter_mut().flatten() {
                if let Stride::Short(_) = ahead.stride {
                    let free = Place { left: u8::MAX, ..p };
                    ahead.stride = match self.stride(s, r, free, ahead.dir, ahead.to) {
                        Stride::Open(_) => Stride::Open(p.left),
                        other => other,
                    };
                }
            }
        }
        strides
    }

    fn strides_paid(&self, s: &State, r: &Runner, p: Place, course: Course) -> Strides {
        let here = self.to_refuge(r.side, p.cell);
        Dir::ALL.map(|dir| {
            let to = self.map.grid.neighbour(p.cell, dir)?;
            let there = self.to_refuge(r.side, to);
            let leads = match course {
                Course::Nearer => there < here,
                Course::Aside => there == here,
            };
            leads.then(|| Ahead { dir, to, stride: self.stride(s, r, p, dir, to) })
        })
    }

    // -------------------------------------------------------------------------------------------------- looking ahead

    fn must_part(&self) -> bool {
        self.edition().parting() == Parting::Bound
    }

    /// How a run that has come here ends at best.
    fn outlook(&self, s: &State, r: &Runner, p: Place, memo: &mut Memo) -> End {
        // What it has shifted matters only where there is a limit.
        let shifted = if self.shift_limit(r.arm).is_some() { p.shifted } else { 0 };
        let key = Place { shifted, ..p };
        if let Some(known) = memo.find(key) {
            return known;
        }
        let stays = self.may_stay(s, r, p.cell);
        let sheltered = stays && self.shelters(p.cell);
        let off_the_map = self.way_off(r.side, p.cell).is_some() && (p.left > 0 || !stays);
        let end = if sheltered || off_the_map { End::BEST } else { self.look_on(s, r, p, stays, memo) };
        memo.keep(key, end);
        end
    }

    fn look_on(&self, s: &State, r: &Runner, p: Place, stays: bool, memo: &mut Memo) -> End {
        let here = if self.must_part() && self.crowded(s, r, p.cell) { Company::Crowded } else { Company::Alone };
        let strides = self.strides(s, r, p, Course::Nearer);
        let mut best = End::LOST;
        for ahead in strides.iter().flatten() {
            if let Stride::Open(cost) = ahead.stride {
                best = best.min(self.beyond(s, r, self.after(r, p, ahead.dir, ahead.to, cost), memo));
                if best == End::BEST {
                    return best;
                }
            }
        }
        match best.company {
            Company::Alone | Company::Parted => best,
            Company::Crowded if stays && here == Company::Alone => End::with(Company::Parted),
            Company::Crowded => best.min(self.aside(s, r, p, Shift::ToPart, memo).0),
            Company::Lost if stays && ends_here(&strides) => End::with(here),
            Company::Lost => self.aside(s, r, p, Shift::ToLive, memo).0,
        }
    }

    /// How a run ends at best that takes a step to this place.
    fn beyond(&self, s: &State, r: &Runner, p: Place, memo: &mut Memo) -> End {
        let end = self.outlook(s, r, p, memo);
        let ought_not = self.edition().through_friends() == ThroughFriends::IfNoOtherWay;
        End { through: end.through || (ought_not && !self.may_stay(s, r, p.cell)), ..end }
    }

    /// The steps aside from which a run ends best, and how.
    fn aside(&self, s: &State, r: &Runner, p: Place, shift: Shift, memo: &mut Memo) -> (End, Dirs) {
        let mut best = (End::LOST, Dirs::NONE);
        let more = u8::from(shift == Shift::ToPart);
        if self.shift_limit(r.arm).is_some_and(|limit| p.shifted >= limit.saturating_add(more)) {
            return best;
        }
        for ahead in self.strides(s, r, p, Course::Aside).into_iter().flatten() {
            let Stride::Open(cost) = ahead.stride else { continue };
            // Not back to where it was.
            if p.last == Some(ahead.dir.opposite()) {
                continue;
            }
            let on = self.after(r, p, ahead.dir, ahead.to, cost);
            let mut end = self.beyond(s, r, on, memo);
            if shift == Shift::ToPart {
                if end.company >= Company::Crowded || self.ends_crowded(s, r, on) {
                    continue;
                }
                end.company = end.company.max(Company::Parted);
            }
            end.shifts = end.shifts.saturating_add(1);
            match end.cmp(&best.0) {
                core::cmp::Ordering::Less => best = (end, ahead.dir.into()),
                core::cmp::Ordering::Equal if end.company != Company::Lost => best.1 = best.1.with(ahead.dir),
                _ => {}
            }
        }
        best
    }

    /// Whether a run that has come here ends here, with another routed unit.
    fn ends_crowded(&self, s: &State, r: &Runner, p: Place) -> bool {
        self.crowded(s, r, p.cell)
            && self.may_stay(s, r, p.cell)
            && (self.way_off(r.side, p.cell).is_none() || p.left == 0)
            && ends_here(&self.strides(s, r, p, Course::Nearer))
    }

    pub(super) fn runner(&self, s: &State, run: RoutMove) -> Option<(Runner, Place)> {
        let RoutMove { unit, left, gone, shifted, last, .. } = run;
        let cell = s.at(unit)?;
        // It may have been moved between being set running and running.
        let start = if gone == 0 { cell } else { run.start };
        // A position from elsewhere may say more than any unit has.
        let left = left.min(self.units.values[unit.index()][1].movement);
        let side = self.side_of(unit);
        let (mut held, mut beside) = (Cells::new(), Cells::new());
        for other in s.on_map() {
            let Some(at) = s.at(other) else { continue };
            held.insert(at);
            if self.side_of(other) != side {
                self.map.grid.neighbours(at).for_each(|(_, near)| beside.insert(near));
            }
        }
        let runner = Runner { unit, arm: self.units.arm_of(unit), side, start, held, beside };
        Some((runner, Place { cell, left, gone, shifted, last }))
    }

    /// What is open to a running unit; `None` if it is lost where it is.
    pub(super) fn open_to_run(&self, s: &State, r: &Runner, p: Place) -> Option<Ways> {
        let stays = self.may_stay(s, r, p.cell);
        let moved = p.gone > 0;
        let shelter = moved && stays && self.shelters(p.cell);
        let mut ways = Ways { dirs: Dirs::NONE, stop: shelter.then_some(SHELTER), step: FULL };
        if let Some(off) = self.way_off(r.side, p.cell) {
            if p.left > 0 || !stays {
                ways.dirs = off.into();
                ways.step = rout::OFF_MAP;
            } else {
                ways.stop = ways.stop.or(Some(FULL));
            }
            return Some(ways);
        }
        if self.to_refuge(r.side, p.cell) == 0 && stays {
            // It has come to the hex that it runs to.
            ways.stop = ways.stop.or(Some(FULL));
            return Some(ways);
        }
        let memo = &mut Memo::new();
        let strides = self.strides(s, r, p, Course::Nearer);
        let mut best = End::LOST;
        let mut all_crowded = true;
        for ahead in strides.iter().flatten() {
            let Stride::Open(cost) = ahead.stride else { continue };
            let on = self.after(r, p, ahead.dir, ahead.to, cost);
            let end = self.beyond(s, r, on, memo);
            if end < best {
                (best, ways.dirs, all_crowded) = (end, Dirs::NONE, true);
            }
            if end == best && end.company != Company::Lost {
                ways.dirs = ways.dirs.with(ahead.dir);
                all_crowded &= self.ends_crowded(s, r, on);
            }
        }
        if !ways.dirs.is_empty() {
            if all_crowded {
                let alone = moved && stays && !self.crowded(s, r, p.cell);
                let aside = self.aside(s, r, p, Shift::ToPart, memo).1;
                self.part(alone, aside, &mut ways);
            }
            return Some(ways);
        }
        if moved && stays && ends_here(&strides) {
            ways.stop = ways.stop.or(Some(FULL));
        }
        if ways.stop.is_some() {
            return Some(ways);
        }
        ways.dirs = self.aside(s, r, p, Shift::ToLive, memo).1;
        if !ways.dirs.is_empty() {
            ways.step = SHIFT;
            return Some(ways);
        }
        // It is as good as lost: it runs until it is.
        let open = |ahead: &Ahead| matches!(ahead.stride, Stride::Open(_));
        ways.dirs = strides.into_iter().flatten().filter(open).map(|ahead| ahead.dir).collect();
        (!ways.dirs.is_empty()).then_some(ways)
    }

    /// Every way ends with another routed unit: it stops a hex short, or goes a column aside. In Montebello it must if it
    /// can, in Rivoli it may.
    fn part(&self, may_stop: bool, aside: Dirs, ways: &mut Ways) {
        if aside.is_empty() && !may_stop {
            ways.step = ALONE;
            return;
        }
        ways.dirs = if self.must_part() { aside } else { ways.dirs.union(aside) };
        ways.step = APART;
        if may_stop {
            ways.stop = ways.stop.or(Some(APART));
        }
    }
}

/// Why a unit leaves its column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    /// Straight on it would be lost.
    ToLive,
    /// To end alone: by one column more than the limit, if need be.
    ToPart,
}

/// Whether a run ends before these steps: none leads on that is open or to be feared, or one of them would cost too much.
fn ends_here(strides: &Strides) -> bool {
    let (mut dear, mut fatal) = (false, false);
    for ahead in strides.iter().flatten() {
        match ahead.stride {
            Stride::Open(_) => return false,
            Stride::Short(_) => dear = true,
            Stride::Fatal(..) => fatal = true,
            Stride::Closed(..) => {}
        }
    }
    dear || !fatal
}
