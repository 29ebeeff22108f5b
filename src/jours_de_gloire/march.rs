//! Units on the move, hex by hex (4.3, 4.4): what a step costs, what forbids it, and where it ends.

use super::action::Action;
use super::charts::{Arm, Barrier, Terrain, Water};
use super::edition::{ChargeRoad, Edition};
use super::event::Event;
use super::frame::{Frame, Gait, Halted, Moving};
use super::ground::{self, Cause, NEVER, Rate};
use super::label::Label;
use super::movement::{ALLOWANCE, ONE_AT_A_TIME};
use super::play::{Done, Judged, No, Table};
use super::questions::Strain;
use super::rulings::{ChargeRoads, ForcedFriends, StatusNear};
use super::state::{Mark, State};
use super::victory::Onward;
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, facing, stacking, tables, zones};
use crate::figures::Figure;
use crate::hex::{Cell, Dir, Vertex};
use crate::journal::Journal;
use crate::rule;
use crate::rule::{Cites, Rule};
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// A path of adjacent hexes, each paid for.
pub(super) const PATH: Cite = cite!("R 4.4/1", "M 4.4.1/1");
/// No hex without the points for it.
const POINTS: Cite = cite!("R 4.4/4", "M 4.4.1/5");
/// Nobody leaves the map of their own will.
const MAP_EDGE: Cite = cite!("R 4.4/1", "M 4.4.1/7");
/// Each hex costs by terrain and kind of unit.
pub(super) const TERRAIN: Cite = cite!("R 4.3/1", "M 4.3/1");
/// Impassable hexes and hexsides.
const IMPASSABLE: Cite = cite!("R 4.3.2/1", "M 4.3.2/1");
/// The rate of roads and tracks.
const ROAD: Cite = cite!("R 4.3.1/1", "M 4.1.3/8");
/// No road rate beside an enemy.
const ROAD_BESIDE_ENEMY: Cite = cite!("R 4.3.1/2", "M 4.1.3/9");
/// What a way or a bridge opens.
const OPENED: Cite = cite!("R 4.3.2/2", "M 4.3.2/2");
/// A way carries cavalry and artillery over slopes that are barred to them.
const CARRIED: Cite = cite!("R 4.3.2/2", "M 4.1.3/10");
/// At a surcharge.
const SURCHARGE: Cite = cite!("R 4.3.2/2", "M 4.1.3/11");
/// Two levels at once.
const TWO_LEVELS: Cite = cite!("R 4.3.2/1", "M specific 4.3.2/1");
/// A bridge takes a stream's cost away.
const STREAM_BRIDGE: Cite = cite!("R 4.3/1", "M specific 0.2/3");
/// A charge in the streets of a scenario pays their normal costs, without a limit for each hex.
const STREETS: Cite = cite!("R 4.3/1", "M specific 9.1/2");
/// A cassina is clear ground.
const CASSINA: Cite = cite!("R 4.3/1", "M specific 4.3/1");
/// A unit may move less.
const LESS: Cite = cite!("R 4.1.1/2", "M 4.1.1/1");
/// Points are not saved up.
const NOT_SAVED: Cite = cite!("R 4.4/5", "M 4.4.1/6");
/// Forced march: no friends on the way.
const FORCED_FRIENDS: Cite = cite!("R 4.1.3/6", "M 4.1.3/5");
/// Passing through friends.
const FRIENDS: Cite = cite!("R 4.4.2/1", "M 4.4.3/1");
/// So does passing a routed unit, and nothing else.
const PASS_ROUTED: Cite = cite!("R 5.1.2/10", "M 5.1.2/9");
/// Stopping with friends costs no more.
const STOPPING: Cite = cite!("R 4.4.2/2", "M 4.4.3/2");
/// Nobody enters a square.
const SQUARE: Cite = cite!("R 4.4.2/3", "M 4.4.3/4");
/// Never into an enemy hex.
pub(super) const ENEMY: Cite = cite!("R 5.1.2/1", "M 5.1.2/1");
/// Limits of stacking bind at the end.
const STACK_AT_END: Cite = cite!("R 5.1.2/5", "M 5.1.2/5");
/// A reinforcement near the enemy stops.
pub(super) const STATUS: Cite = cite!("R 5.2/6", "M 5.2.1/5");

#[derive(Clone, Copy, Debug)]
pub(super) struct Stepped {
    pub to: Cell,
    pub cost: u8,
    pub rate: Rate,
    /// Enemies whose zone of control is entered.
    pub zone: UnitSet,
}

/// Those who move, for the judgement of their steps.
#[derive(Clone, Copy)]
struct Movers {
    units: UnitSet,
    lead: UnitId,
    arm: Arm,
    side: Side,
}

impl JoursDeGloire {
    /// The unit that leads those on the move: the one that was named, or another if it is gone.
    pub(super) fn lead(&self, s: &State, moving: Moving) -> Option<UnitId> {
        let units = s.marked(Mark::Moving);
        if units.has(moving.unit) { Some(moving.unit) } else { units.lowest() }
    }

    pub(super) fn asked_moving(&self, s: &State, moving: Moving) -> Option<(Side, Cite)> {
        let lead = self.lead(s, moving)?;
        Some((self.side_of(lead), PATH))
    }

    /// Nobody is left who moves.
    pub(super) fn advance_moving<J: Journal<Event, Label>>(&self, _: Moving, desk: &mut Table<'_, J>) -> Done {
        self.end_frame(ONE_AT_A_TIME, desk);
        Ok(())
    }

    pub(super) fn judge_moving(&self, s: &State, moving: Moving, action: &Action) -> Judged {
        let Some(lead) = self.lead(s, moving) else { return self.no(PATH, Why::NoAnswer) };
        let Some(from) = s.at(lead) else { return self.no(PATH, Why::NotThere(lead)) };
        let units = s.marked(Mark::Moving);
        match *action {
            Action::Step { dir } if self.exits(lead, from, dir) == Onward::OffTheMap => self.judge_exit(s, &moving),
            Action::Step { dir } => {
                let stepped = self.judge_step(s, units, &moving, from, dir)?;
                if moving.gait == Gait::Charge {
                    self.judge_charge_step(s, units, &moving, from, stepped)?;
                }
                Ok(())
            }
            Action::Halt { facing } => {
                if moving.hexes == 0 && moving.gait == Gait::Charge {
                    self.judge_charge_halt(s, units, &moving, from, facing)?;
                }
                if moving.hexes == 0 {
                    return self.no(ONE_AT_A_TIME, Why::TooShort(lead));
                }
                self.judge_end(s, units, lead, from)?;
                self.judge_march_over(s, units, &moving, from)?;
                self.judge_end_facing(s, units, from, facing)?;
                if moving.gait == Gait::Charge {
                    self.judge_charge_halt(s, units, &moving, from, facing)?;
                }
                Ok(())
            }
            _ => self.no(ONE_AT_A_TIME, Why::NoAnswer),
        }
    }

    /// Whether units that move may stay in a hex (5.1.2).
    pub(super) fn judge_end(&self, s: &State, units: UnitSet, lead: UnitId, cell: Cell) -> Judged {
        match self.may_join(s, units, cell) {
            Ok(()) => Ok(()),
            Err((rule, with)) => {
                let rules = rule.and(STACK_AT_END, self.edition());
                Err(No { rules, why: Why::Stacking { unit: lead, with } })
            }
        }
    }

    /// Units that join others of their kind face as these do (6.1).
    pub(super) fn judge_end_facing(&self, s: &State, units: UnitSet, cell: Cell, facing: Vertex) -> Judged {
        let Some(lead) = units.lowest() else { return Ok(()) };
        let guns = self.units.arm(Arm::Artillery);
        let there = s.units_at(cell).less(units);
        let alike = if guns.has(lead) { there.and(guns) } else { there.less(guns) };
        match alike.first_where(|other| s.facing(*other) != facing) {
            Some(_) if guns.has(lead) => self.no(facing::GUNS_FACING, Why::TurnTooFar(lead)),
            Some(_) => self.no(facing::SAME_FACING, Why::TurnTooFar(lead)),
            None => Ok(()),
        }
    }

    pub(super) fn candidates_moving(&self, _: &State, _: Moving, each: &mut dyn FnMut(Action)) {
        self.candidates_steps(each);
        for facing in Vertex::ALL {
            each(Action::Halt { facing });
        }
    }

    /// Whether these units may take this step from a hex, what it costs and whom it meets.
    pub(super) fn judge_step(
        &self,
        s: &State,
        units: UnitSet,
        moving: &Moving,
        from: Cell,
        dir: Dir,
    ) -> Result<Stepped, No> {
        let movers = self.movers(units, moving.unit);
        let stepped = self.judge_passage(s, movers, moving, from, dir)?;
        // Where it may not stay it must be able to go on.
        if let Err((rule, with)) = self.may_join(s, units, stepped.to) {
            let left = moving.left - stepped.cost;
            let on = Moving { left, hexes: moving.hexes.saturating_add(1), ..*moving };
            let stuck =
                moving.gait == Gait::Forced || left == 0 || self.halted_by(s, units, moving, stepped) != Halted::No;
            // Whom the ground disorders on the way goes on disordered.
            let breaks = self.step_over(s, movers.arm, from, dir).disorders(stepped.rate);
            let worn = breaks.then(|| State { disordered: s.disordered.or(units), ..s.clone() });
            let then = worn.as_ref().unwrap_or(s);
            let open = |dir| self.judge_step(then, units, &on, stepped.to, dir).is_ok();
            if stuck || !Dir::ALL.into_iter().any(open) {
                return Err(No {
                    rules: [self.cite(rule), self.cite(STACK_AT_END)].into(),
                    why: Why::Stacking { unit: moving.unit, with },
                });
            }
        }
        Ok(stepped)
    }

    fn movers(&self, units: UnitSet, lead: UnitId) -> Movers {
        // A square moves as a whole (R 4.2): at the pace of its guns.
        let guns = units.meets(self.units.arm(Arm::Artillery));
        let arm = if guns { Arm::Artillery } else { self.units.arm_of(lead) };
        Movers { units, lead, arm, side: self.side_of(lead) }
    }

    fn judge_passage(&self, s: &State, movers: Movers, moving: &Moving, from: Cell, dir: Dir) -> Result<Stepped, No> {
        let unit = movers.lead;
        let enemy = movers.side.enemy();
        match moving.halted {
            Halted::No => {}
            Halted::ByZone => {
                let rules = zones::STOP.and(zones::COVERS, self.edition());
                return Err(No { rules, why: Why::MustStop(unit) });
            }
            Halted::ByStatus => return self.no(STATUS, Why::MustStop(unit)),
        }
        let Some(to) = self.map.grid.neighbour(from, dir) else { return self.no(MAP_EDGE, Why::Edge(unit)) };
        self.judge_route(s, movers.units, moving, from, dir)?;
        let there = s.units_at(to);
        if let Some(other) = there.and(self.units.side(enemy)).lowest() {
            return self.no(ENEMY, Why::Enemy { unit, enemy: other });
        }
        let friends = there.less(movers.units);
        if let Some(friend) = friends.and(s.square).lowest() {
            let rules = self.with_later(SQUARE, rule!("M 4.2/7")).and(self.cite(stacking::SQUARES));
            return Err(No { rules, why: Why::Square { unit, friend } });
        }
        let within =
            || self.rulings.forced_friends == ForcedFriends::WithinLimits && self.may_join(s, movers.units, to).is_ok();
        if moving.gait == Gait::Forced
            && let Some(friend) = friends.lowest()
            && !within()
        {
            // Whoever has come on already is a stack that would regroup.
            let rules = if movers.units.meets(s.reinforcement) {
                self.with_later(FORCED_FRIENDS, rule!("M 4.1.3/7"))
            } else if s.marked(Mark::Moved).has(friend) {
                self.with_later(FORCED_FRIENDS, rule!("M 4.1.3/6"))
            } else {
                self.cite(FORCED_FRIENDS).into()
            };
            return Err(No { rules, why: Why::Stacking { unit, with: friend } });
        }
        self.judge_square_step(s, movers.units, moving, from, to)?;
        let beside = self.adjacent_to(s, to, enemy);
        let (rate, price) = self.rate(s, movers.arm, from, dir, beside, moving.gait);
        if price == NEVER {
            let rule = if ground::too_steep(self.lay(s), movers.arm, from, dir) {
                TWO_LEVELS
            } else if self.step_over(s, movers.arm, from, dir).normal == NEVER {
                IMPASSABLE
            } else {
                TERRAIN
            };
            return self.no(rule, Why::Terrain(unit));
        }
        let zone = if beside.is_empty() { UnitSet::EMPTY } else { self.zone_over(s, to, enemy) };
        let mut cost = price;
        self.surcharges(s, movers, moving, from, zone, &mut |_, figure, _| {
            cost = cost.saturating_add_signed(figure.value);
        });
        self.judge_square_cost(s, movers.units, unit, cost)?;
        if cost > moving.left {
            return self.no(POINTS, Why::Points { unit, needs: cost, has: moving.left });
        }
        if !beside.is_empty() {
            self.judge_contact(s, movers, moving, to, beside, zone)?;
        }
        // A reinforcement may come near; it then stops and loses its status (5.2).
        let near = movers.units.within(s.reinforcement) && self.rulings.status_near == StatusNear::StopThere;
        if moving.gait == Gait::Forced && !near {
            self.judge_forced_distance(s, movers.side, to)?;
        }
        self.entry_guard(s, unit, to)?;
        Ok(Stepped { to, cost, rate, zone })
    }

    /// Whether a charge has the rate of roads beside an enemy: in the older edition, by the ruling `road-rate-in-a-charge`.
    pub(super) fn charge_counts_roads(&self) -> bool {
        self.edition().charge_road() == ChargeRoad::Counts && self.rulings.charge_roads == ChargeRoads::Allowed
    }

    /// The cheapest rate that is open, and its price.
    pub(super) fn rate(&self, s: &State, arm: Arm, from: Cell, dir: Dir, beside: UnitSet, gait: Gait) -> (Rate, u8) {
        let step = self.step_over(s, arm, from, dir);
        // A way carries nobody beside an enemy but, in the older edition, a charge (the ruling `road-rate-in-a-charge`).
        let charge = gait == Gait::Charge && self.charge_counts_roads();
        let normal = (Rate::Normal, step.cost(Rate::Normal));
        if beside.is_empty() || charge {
            let way = (Rate::Way, step.cost(Rate::Way));
            // At the same price a way that spares a disorder is taken.
            let spares = way.1 == normal.1 && step.disorders(Rate::Normal) && !step.disorders(Rate::Way);
            return if way.1 < normal.1 || spares { way } else { normal };
        }
        let way = (Rate::WayBesideEnemy, step.cost(Rate::WayBesideEnemy));
        if way.1 != NEVER { way } else { normal }
    }

    /// What the hex of a step costs a unit that evades: as in any movement, by the rate that is open, with what entering a
    /// zone of control adds and, where it goes on through friends, what passing them does; not what leaving a zone costs.
    /// The rate, and the points; [`NEVER`] if the step is not open.
    pub(super) fn entry_points(&self, s: &State, unit: UnitId, from: Cell, dir: Dir, passes: UnitSet) -> (Rate, u8) {
        let Some(to) = self.map.grid.neighbour(from, dir) else { return (Rate::Normal, NEVER) };
        let movers = self.movers(unit.only(), unit);
        let enemy = movers.side.enemy();
        let beside = self.adjacent_to(s, to, enemy);
        let (rate, price) = self.rate(s, movers.arm, from, dir, beside, Gait::March);
        if price == NEVER {
            return (rate, NEVER);
        }
        let mut cost = price;
        self.entering(s, movers, self.zone_over(s, to, enemy), &mut |_, figure, _| {
            cost = cost.saturating_add_signed(figure.value);
        });
        if !passes.is_empty() {
            cost = cost.saturating_add(self.charts.movement().passing_friends.value);
        }
        (rate, cost)
    }

    /// What enemies beside the hex forbid (6.2, 11.2, 12).
    fn judge_contact(
        &self,
        s: &State,
        movers: Movers,
        moving: &Moving,
        to: Cell,
        beside: UnitSet,
        zone: UnitSet,
    ) -> Judged {
        let unit = movers.lead;
        if let Some(worn) = movers.units.and(s.disordered).lowest() {
            self.contact_allowed(s, worn, beside)?;
        }
        let Some(enemy) = zone.lowest() else { return Ok(()) };
        if movers.arm == Arm::Artillery {
            // Infantry that comes along covers it too: a square moves as a whole (R 4.2).
            let cover = s.units_at(to).or(movers.units).less(self.units.arm(Arm::Artillery)).less(s.routed);
            if cover.is_empty() {
                return self.no(zones::ARTILLERY, Why::Zone { unit, enemy });
            }
        }
        self.zone_allowed(s, unit, enemy)?;
        // Leaving a zone: not at once into an enemy's front, and never into the zone of one that was left.
        let left_behind = self.zone_over(s, moving.start, movers.side.enemy());
        if left_behind.is_empty() {
            return Ok(());
        }
        if moving.hexes == 0
            && let Some(enemy) = zone.first_where(|enemy| self.faces(s, *enemy, to))
        {
            return self.no(zones::NO_FRONT, Why::FrontZone { unit, enemy });
        }
        let excepted = moving.gait == Gait::Charge && moving.hexes > 0;
        if let Some(enemy) = zone.and(left_behind).lowest()
            && !excepted
        {
            return Err(No { rules: self.same_enemy(), why: Why::SameZone { unit, enemy } });
        }
        Ok(())
    }

    /// What a step costs on top of the ground.
    fn surcharges(
        &self,
        s: &State,
        movers: Movers,
        moving: &Moving,
        from: Cell,
        zone: UnitSet,
        each: &mut impl FnMut(Label, Figure<i8>, Rule),
    ) {
        let movement = self.charts.movement();
        let points = |figure: Figure<u8>| figure.map(|value| i8::try_from(value).unwrap_or(i8::MAX));
        let friends = s.units_at(from).less(movers.units);
        if moving.hexes > 0 && !friends.is_empty() {
            let rule = if friends.within(s.routed) { PASS_ROUTED } else { FRIENDS };
            each(Label::Friends, points(movement.passing_friends), self.cite(rule));
        }
        if moving.hexes == 0 && !self.zone_over(s, from, movers.side.enemy()).is_empty() {
            each(Label::LeavingZone, points(movement.zoc_exit), self.cite(zones::LEAVING));
        }
        self.entering(s, movers, zone, each);
    }

    /// What entering a zone of control adds.
    fn entering(&self, s: &State, movers: Movers, zone: UnitSet, each: &mut impl FnMut(Label, Figure<i8>, Rule)) {
        let movement = self.charts.movement();
        let points = |figure: Figure<u8>| figure.map(|value| i8::try_from(value).unwrap_or(i8::MAX));
        if !zone.is_empty() {
            if movement.zoc_entry.value > 0 {
                each(Label::EnteringZone, points(movement.zoc_entry), self.cite(zones::STOP));
            }
            if movers.units.meets(s.disordered) {
                let figure = points(movement.zoc_entry_disordered);
                each(Label::EnteringZone, figure, self.cite(zones::DISORDERED_ENTRY));
            }
            self.zone_entry(s, &mut |label, figure, rule| each(label, figure, self.cite(rule)));
        }
    }

    pub(super) fn perform_moving<J: Journal<Event, Label>>(
        &self,
        moving: Moving,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Step { dir } => self.perform_step(moving, dir, desk),
            Action::Halt { facing } => self.perform_halt(moving, facing, desk),
            _ => Err(super::play::lost("movement without a step")),
        }
    }

    fn perform_step<J: Journal<Event, Label>>(&self, moving: Moving, dir: Dir, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let units = s.marked(Mark::Moving);
        let lost = || super::play::lost("a step was judged and is not open");
        let lead = self.lead(s, moving).ok_or_else(lost)?;
        let from = s.at(lead).ok_or_else(lost)?;
        if self.exits(lead, from, dir) == Onward::OffTheMap {
            return self.perform_exit(desk);
        }
        let stepped = self.judge_step(s, units, &moving, from, dir).map_err(|_| lost())?;
        let movers = self.movers(units, moving.unit);
        if J::ON {
            let tally = self.cost_tally(s, movers, &moving, from, dir, stepped);
            let rule = match stepped.rate {
                Rate::Normal => TERRAIN,
                Rate::Way => ROAD,
                Rate::WayBesideEnemy => ROAD_BESIDE_ENEMY,
            };
            // What lies along the hexside is spared or not, says the chart's footnote.
            let edge = self.map.edge_of(from, dir);
            let rules = match stepped.rate {
                Rate::Way if edge.barriers != 0 => self.edition().beside_row(self.cite(rule), rule!("R table 1/C")),
                _ => self.cite(rule).into(),
            };
            desk.sum(&tally, rules);
        }
        self.shift(units, stepped.to, PATH, desk);
        let near = self.loses_status(desk.state(), units, stepped.to);
        let halted = self.halted_by(desk.state(), units, &moving, stepped);
        let on = Moving {
            unit: lead,
            left: moving.left - stepped.cost,
            hexes: moving.hexes.saturating_add(1),
            halted,
            ..moving
        };
        let rules = if halted == Halted::ByZone {
            zones::STOP.and(zones::ENTRY, self.edition()).and(self.cite(zones::COVERS))
        } else {
            // Who stands beside the hex without a zone of control over it, and why.
            let s = desk.state();
            let mut beside = self.adjacent_to(s, stepped.to, movers.side.enemy()).into_iter();
            match beside.find_map(|enemy| self.no_zone(s, enemy, stepped.to)) {
                Some(none) => PATH.and(none, self.edition()),
                None => self.cite(PATH).into(),
            }
        };
        let rules = match self.bound_leg(desk.state(), lead, from) {
            Some(leg) => rules.and(self.cite(leg)),
            None => rules,
        };
        let square = units.meets(desk.state().square);
        let rules = if square { rules.and(self.cite(super::square::MOVES)) } else { rules };
        desk.mark(Event::Continued(Frame::Moving(on)), rules);
        self.end_status(near, desk);
        if self.step_strain(desk.state(), units, moving.unit, from, dir, stepped.rate) == Strain::Disorders {
            for unit in units {
                self.begin_frame(Frame::Disorder { unit }, TERRAIN, desk)?;
            }
        }
        self.commanders_contacted(stepped.to, movers.side, desk)
    }

    /// Puts units into a hex, at the bottom of its stack, in the order in which they were stacked.
    pub(super) fn shift<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        to: Cell,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) {
        self.shift_under(units, to, self.cite(rule).into(), desk);
    }

    /// The same under several rules.
    pub(super) fn shift_under<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        to: Cell,
        under: Cites,
        desk: &mut Table<'_, J>,
    ) {
        let s = desk.state();
        let mut rank = Self::bottom(s, s.units_at(to).less(units));
        for unit in self.in_order(s, units) {
            let rules = if rank == 0 {
                under
            } else if self.units.arm_of(unit) == Arm::Artillery {
                under.and(self.cite(stacking::TOP))
            } else {
                under.and(self.cite(stacking::BOTTOM))
            };
            desk.fact(Event::Moved { unit, to, rank }, rules);
            rank = rank.saturating_add(1);
        }
        if let Some(unit) = units.lowest() {
            self.take_objective(to, self.side_of(unit), desk);
        }
    }

    /// What a step that is open to these units does to their order.
    pub(super) fn step_strain(
        &self,
        s: &State,
        units: UnitSet,
        lead: UnitId,
        from: Cell,
        dir: Dir,
        rate: Rate,
    ) -> Strain {
        let arm = self.movers(units, lead).arm;
        if self.step_over(s, arm, from, dir).disorders(rate) { Strain::Disorders } else { Strain::None }
    }

    /// The cost of a step that is open to these units, part by part.
    pub(super) fn step_tally(
        &self,
        s: &State,
        units: UnitSet,
        moving: &Moving,
        from: Cell,
        dir: Dir,
        stepped: Stepped,
    ) -> Tally<Label> {
        self.cost_tally(s, self.movers(units, moving.unit), moving, from, dir, stepped)
    }

    /// The cost of a step, part by part.
    fn cost_tally(
        &self,
        s: &State,
        movers: Movers,
        moving: &Moving,
        from: Cell,
        dir: Dir,
        stepped: Stepped,
    ) -> Tally<Label> {
        let mut tally = Tally::new(Label::Cost(movers.lead));
        let rule = match stepped.rate {
            Rate::Normal => self.cite(TERRAIN),
            Rate::Way => self.cite(ROAD),
            Rate::WayBesideEnemy => self.cite(ROAD_BESIDE_ENEMY),
        };
        let normal = self.step_over(s, movers.arm, from, dir).normal;
        let street = moving.gait == Gait::Charge && self.map.streets.contains(&stepped.to);
        let edge = self.edge_over(s, from, dir);
        let sloped = edge.has(Barrier::Slope) || edge.has(Barrier::SteepSlope);
        ground::price(self.lay(s), movers.arm, from, dir, stepped.rate, &mut |part| {
            let opens = normal == NEVER && part.cause == Cause::Way;
            let rule = match part.cause {
                Cause::Hex(Terrain::Cassina) => self.cite(CASSINA),
                _ if street => self.cite(STREETS),
                Cause::Hex(terrain) => self.edition().row_or(tables::terrain(terrain), rule),
                Cause::Way if opens && sloped => self.cite(CARRIED),
                Cause::Way if opens => self.cite(OPENED),
                Cause::Surcharge => self.cite(SURCHARGE),
                Cause::Bridge(Water::Stream) => self.cite(STREAM_BRIDGE),
                Cause::Bridge(Water::River) => self.cite(OPENED),
                _ => rule,
            };
            tally.add(part.label, part.figure, rule);
        });
        self.surcharges(s, movers, moving, from, stepped.zone, &mut |label, figure, rule| {
            tally.add(label, figure, rule);
        });
        tally
    }

    fn perform_halt<J: Journal<Event, Label>>(&self, moving: Moving, facing: Vertex, desk: &mut Table<'_, J>) -> Done {
        let units = desk.state().marked(Mark::Moving);
        let turn = if moving.halted == Halted::ByZone { zones::TURN } else { facing::FREE_FACING };
        self.face(units, facing, turn, desk);
        self.unmark(units, Mark::Moving, ONE_AT_A_TIME, desk);
        let pace = match self.pace(desk.state(), units, moving.gait) {
            ALLOWANCE if moving.left > 0 => LESS,
            pace => pace,
        };
        let rules = if moving.left > 0 { pace.and(NOT_SAVED, self.edition()) } else { self.cite(pace).into() };
        self.mark_under(units, Mark::Moved, rules, desk);
        let rules = self.stacked_at_end(desk.state(), units);
        desk.mark(Event::Done, rules);
        if moving.gait == Gait::Charge {
            self.charge_arrives(units, moving.target, desk)?;
        }
        self.reserve_tests(units, desk)
    }

    /// Never from one hex to another of the zone of one enemy: neither straight nor out of contact and back (R 8.1/11).
    fn same_enemy(&self) -> Cites {
        self.edition().beside(self.cite(zones::SAME_ENEMY), Edition::Rivoli, rule!("R 8.1/11"))
    }

    /// The rules by which units may stay where their movement ends.
    fn stacked_at_end(&self, s: &State, units: UnitSet) -> Cites {
        let mut rules = Cites::from(self.cite(ONE_AT_A_TIME));
        let Some(at) = units.lowest().and_then(|unit| s.at(unit)) else { return rules };
        let here = s.units_at(at);
        let guns = self.units.arm(Arm::Artillery);
        if here != units {
            rules = self.cite(STOPPING).into();
        }
        if here.less(guns).len() > usize::from(self.charts.stacking().same_arm.value) {
            rules = rules.and(self.cite(stacking::THREE));
        }
        let facing = |unit: UnitId| s.facing(unit);
        if here.and(guns).into_iter().any(|gun| here.less(guns).into_iter().any(|unit| facing(unit) != facing(gun))) {
            rules = rules.and(self.cite(facing::GUNS_DIFFER));
        }
        if s.commanders.iter().any(|post| post.at == Some(at)) {
            rules = rules.and(self.cite(stacking::COMMANDERS));
        }
        rules
    }

    /// Those of the units whose status of a reinforcement ends in this hex: an enemy is near (5.2).
    pub(super) fn loses_status(&self, s: &State, units: UnitSet, cell: Cell) -> UnitSet {
        let marked = units.and(s.reinforcement);
        let Some(unit) = marked.lowest() else { return UnitSet::EMPTY };
        let needs = self.charts.movement().forced_distance.value;
        match self.nearest_enemy(s, self.side_of(unit), cell) {
            Some((_, distance)) if distance <= needs => marked,
            _ => UnitSet::EMPTY,
        }
    }
}
