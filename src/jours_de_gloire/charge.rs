//! Cavalry charges: who may charge whom, and the ride (9.1). The fight is resolved with the shocks ([`super::combat`]).

use super::action::Action;
use super::charts::{Arm, Barrier, Terrain};
use super::edition::{ChargeLength, HeavyCharge};
use super::event::Event;
use super::frame::{Frame, Gait, Halted, Moving, Party, Stage};
use super::ground;
use super::label::Label;
use super::march::Stepped;
use super::play::{Done, Judged, No, Table};
use super::rulings::{
    ChargeAttacks, ChargeCost, ChargeFriends, ChargeInZone, ChargePoints, ChargeReach, ChargeRoads, ChargeWithoutFight,
    ContactFacing, MixedOrders, StreetStart,
};
use super::state::{Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, combat, facing};
use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::{Cell, Dir, Vertex};
use crate::journal::Journal;
use crate::rule;
use crate::side::{UnitId, UnitSet};
use crate::tally::Tally;

/// The target is in sight through the front hexes before the ride.
const SIGHT: Cite = cite!("R 9.1/2", "M 9.1/1");
/// In good order.
const ORDER: Cite = cite!("R 9.1/4", "M 9.1/2");
/// Declared during movement.
pub(super) const DECLARED: Cite = cite!("R 9.1/3", "M 9.1/3");
/// Without orders: a test before the ride.
const TEST: Cite = cite!("R 9.1/6", "M 9.1/4");
/// Failed: it stays.
pub(super) const FAILED_STAYS: Cite = cite!("R 9.1/7", "M 9.1/5");
/// At least one hex.
const AT_LEAST_ONE: Cite = cite!("R 9.1/4", "M 9.1/6");
/// How far.
pub(super) const LENGTH: Cite = cite!("R 9.1/4", "M 9.1/7");
/// Out of contact and back: the former facing.
const FORMER_FACING: Cite = cite!("R 9.1/5", "M 9.1/8");
/// Not through friendly artillery.
const NO_ARTILLERY: Cite = cite!("R 9.1/4", "M 9.1/9");
/// Ground that bars charges.
const GROUND: Cite = cite!("R 9.1/11", "M 9.1/10");
/// No woods, save along a road.
const WOODS: Cite = cite!("R 9.1/10", "M 9.1/10");
/// No built-up or marshy ground.
const BUILT: Cite = cite!("R 9.1/12", "M 9.1/10");
/// Streets are charged along the road or track only.
const STREETS: Cite = cite!("R 9.1/12", "M specific 9.1/1");
/// Hexsides that bar charges.
const HEXSIDES: Cite = cite!("R 9.1/8", "M 9.1/11");
/// What a charge may cost.
const COST: Cite = cite!("R 9.1/8", "M 9.1/7");
/// Every enemy in the front hexes is charged.
pub(super) const ALL_IN_FRONT: Cite = cite!("R 8.1/9", "M 9.2/1");

impl JoursDeGloire {
    /// How many points a charge may spend: the reduced allowance (M 9.1), or what its hexes allow (R 9.1).
    pub(super) fn charge_allowance(&self, s: &State, unit: UnitId) -> u8 {
        let full = self.values(s, unit).movement;
        match self.edition().charge_length() {
            ChargeLength::ReducedAllowance => full.div_ceil(self.charts.movement().reduced_divisor.value.get()),
            ChargeLength::TwoHexes => match (self.rulings.charge_points, self.charts.charge().max_points.value) {
                (ChargePoints::InAll, Some(most)) => full.min(most),
                _ => full,
            },
        }
    }

    /// What each hex of a charge may cost: in the later edition, which only waives such a limit, by the ruling
    /// `charge-cost-limit`.
    pub(super) fn hex_limit(&self) -> Option<u8> {
        let figures = self.charts.charge();
        let waived = figures.waived_points.value.filter(|_| self.rulings.charge_cost == ChargeCost::EachHex);
        figures.max_points.value.or(waived)
    }

    /// Whether cavalry may charge over this hexside into the hex behind it.
    pub(super) fn charge_passes(&self, s: &State, from: Cell, dir: Dir) -> Judged {
        let step = self.step_over(s, Arm::Cavalry, from, dir);
        match step.charge {
            ground::Charge::Open | ground::Charge::AlongWay => {}
            ground::Charge::Barred => {
                let beyond = self.map.grid.neighbour(from, dir);
                let (rule, row) = match beyond {
                    Some(cell) if self.map.streets.contains(&cell) => (STREETS, None),
                    Some(_) if self.map.streets.contains(&from) => (GROUND, None),
                    Some(cell) if self.ground.bars_charges(cell) => (self.barred_by(cell), Some(rule!("R table 1/J"))),
                    _ if self.map.edge_of(from, dir).has(Barrier::Crest) => (HEXSIDES, Some(rule!("R table 1/H"))),
                    _ => (HEXSIDES, Some(rule!("R table 1/J"))),
                };
                let rules = self.cite(rule).into();
                let rules = row.map_or(rules, |row| self.edition().beside_row(rules, row));
                return Err(No { rules, why: Why::NotHere });
            }
        }
        let street = self.map.grid.neighbour(from, dir).is_some_and(|cell| self.map.streets.contains(&cell));
        if let Some(most) = self.hex_limit().filter(|_| !street) {
            let needs = match step.charge {
                ground::Charge::AlongWay if self.rulings.charge_roads == ChargeRoads::Barred => step.normal,
                ground::Charge::AlongWay => step.way,
                _ => step.normal.min(step.way),
            };
            if needs > most {
                return self.no(COST, Why::NotHere);
            }
        }
        Ok(())
    }

    /// Which clause keeps charges out of the terrain of a hex.
    fn barred_by(&self, cell: Cell) -> Cite {
        match self.map.terrain(cell) {
            Terrain::Woods => WOODS,
            Terrain::Marsh | Terrain::Village | Terrain::Town | Terrain::Castle => BUILT,
            _ => GROUND,
        }
    }

    /// Why a charge that has no way to its target has none: what bars every side of the target, or every side of the hex
    /// where it begins; else how far it may ride.
    fn no_route(&self, s: &State, unit: UnitId, from: Cell, target: Cell) -> Judged {
        let grid = &self.map.grid;
        let into = |(dir, cell): (Dir, Cell)| self.charge_passes(s, cell, dir.opposite());
        let nearest = grid.neighbours(target).min_by_key(|(_, cell)| grid.distance(*cell, from));
        if let Some(side) = nearest
            && grid.neighbours(target).all(|side| into(side).is_err())
        {
            return into(side);
        }
        let ahead = |(_, cell): &(Dir, Cell)| grid.distance(*cell, target) < grid.distance(from, target);
        if grid.neighbours(from).filter(ahead).all(|(dir, _)| self.charge_passes(s, from, dir).is_err())
            && let Some((dir, _)) = grid.neighbours(from).find(ahead)
        {
            self.charge_passes(s, from, dir)?;
        }
        self.no(LENGTH, Why::NoCharge(unit))
    }

    /// The enemies of a hex, as charged from another: none where the charge cannot strike.
    pub(super) fn chargeable(&self, s: &State, unit: UnitId, from: Cell, dir: Dir) -> UnitSet {
        let Some(to) = self.map.grid.neighbour(from, dir) else { return UnitSet::EMPTY };
        let enemies = s.units_at(to).and(self.units.side(self.side_of(unit).enemy()));
        if enemies.is_empty() || self.charge_passes(s, from, dir).is_err() { UnitSet::EMPTY } else { enemies }
    }

    pub(super) fn candidates_charge(&self, s: &State, active: UnitSet, each: &mut dyn FnMut(Action)) {
        for unit in active.and(self.units.arm(Arm::Cavalry)) {
            // One target a hex: the hex is named by its first unit.
            for enemy in self.units.side(self.side_of(unit).enemy()) {
                let Some(target) = s.at(enemy) else { continue };
                if s.units_at(target).lowest() == Some(enemy) {
                    for party in [Party::Alone, Party::Stack] {
                        each(Action::Charge { unit, party, target });
                    }
                }
            }
        }
    }

    pub(super) fn judge_charge(&self, s: &State, unit: UnitId, party: Party, target: Cell) -> Judged {
        self.judge_actor(s, unit)?;
        self.charges_allowed(s)?;
        let units = self.party(s, unit, party);
        if party == Party::Stack {
            if units.len() < 2 {
                return self.no(DECLARED, Why::Already(unit));
            }
            if units.lowest() != Some(unit) {
                return self.no(DECLARED, Why::Precedence(units.lowest().unwrap_or(unit)));
            }
        }
        for rider in units {
            self.judge_rider(s, rider)?;
        }
        let Some(from) = s.at(unit) else { return self.no(DECLARED, Why::NotThere(unit)) };
        if target.index() >= self.map.grid.len() {
            return self.no(SIGHT, Why::OffMap);
        }
        let enemies = s.units_at(target).and(self.units.side(self.side_of(unit).enemy()));
        if enemies.is_empty() {
            return self.no(SIGHT, Why::NoEnemy);
        }
        if !self.six_fronts_at(from) && !self.map.grid.in_cone(from, s.facing(unit), target) {
            return self.no(SIGHT, Why::NotBefore(unit));
        }
        if self.map.grid.distance(from, target) > 1 && !self.sees(s, from, target).is_clear() {
            return self.no(SIGHT, Why::NotSeen(unit));
        }
        let street = self.map.streets.contains(&from) && self.rulings.street_start == StreetStart::Never;
        if street || self.ground.bars_charges(from) {
            return self.no(GROUND, Why::Terrain(unit));
        }
        // Even a charge that may fall short is declared against a unit that a charge could strike (9.1).
        let strikes = |(dir, cell): (Dir, Cell)| self.charge_passes(s, cell, dir.opposite()).is_ok();
        if self.may_fall_short() && !self.map.grid.neighbours(target).any(strikes) {
            return self.no_route(s, unit, from, target);
        }
        let moving = self.charge_moving(s, unit, units, from, target);
        if !self.charge_route(s, units, &moving, from) {
            return self.no_route(s, unit, from, target);
        }
        Ok(())
    }

    fn judge_rider(&self, s: &State, rider: UnitId) -> Judged {
        self.judge_actor(s, rider)?;
        if self.units.arm_of(rider) != Arm::Cavalry {
            return self.no(DECLARED, Why::Arm(rider));
        }
        if s.order(rider) != Order::Good {
            return self.no(ORDER, Why::Condition(rider, s.order(rider)));
        }
        if s.marked(Mark::Unwilling).has(rider) {
            return self.no(FAILED_STAYS, Why::Unwilling(rider));
        }
        let busy = s.marked(Mark::Moved).or(s.marked(Mark::Charging)).or(s.marked(Mark::Pivoted));
        if busy.has(rider) {
            return self.no(DECLARED, Why::Already(rider));
        }
        Ok(())
    }

    fn charge_moving(&self, s: &State, unit: UnitId, units: UnitSet, start: Cell, target: Cell) -> Moving {
        let left = units.map(|u| self.charge_allowance(s, u)).min().unwrap_or(0);
        Moving { unit, gait: Gait::Charge, left, hexes: 0, start, target: Some(target), halted: Halted::No }
    }

    /// Whether a charge may end without its target before it (the ruling `charge-must-reach`).
    fn may_fall_short(&self) -> bool {
        self.rulings.charge_reach == ChargeReach::MayFallShort
    }

    /// Whether the charge can still be completed from this hex.
    fn charge_route(&self, s: &State, units: UnitSet, moving: &Moving, from: Cell) -> bool {
        if Vertex::ALL.into_iter().any(|facing| self.charge_ends(s, units, moving, from, facing)) {
            return true;
        }
        let Some(target) = moving.target else { return false };
        let far = self.map.grid.distance(from, target) > moving.left.saturating_add(1);
        if moving.left == 0 || far && !self.may_fall_short() {
            return false;
        }
        Dir::ALL.into_iter().any(|dir| {
            self.judge_step(s, units, moving, from, dir).is_ok_and(|stepped| {
                self.charge_passes_step(s, units, moving, from, stepped).is_ok()
                    && self.charge_route(s, units, &self.charged_on(s, units, moving, stepped), stepped.to)
            })
        })
    }

    /// What stops units in the hex of a step: an enemy near a reinforcement, or a zone of control (a charge by the ruling
    /// `charge-stops-in-zoc`).
    pub(super) fn halted_by(&self, s: &State, units: UnitSet, moving: &Moving, stepped: Stepped) -> Halted {
        if !self.loses_status(s, units, stepped.to).is_empty() {
            return Halted::ByStatus;
        }
        let rides = moving.gait == Gait::Charge && self.rulings.charge_in_zone == ChargeInZone::RidesThrough;
        if stepped.zone.is_empty() || rides { Halted::No } else { Halted::ByZone }
    }

    fn charged_on(&self, s: &State, units: UnitSet, moving: &Moving, stepped: Stepped) -> Moving {
        let halted = self.halted_by(s, units, moving, stepped);
        Moving { left: moving.left - stepped.cost, hexes: moving.hexes.saturating_add(1), halted, ..*moving }
    }

    /// What the rules of charging add to those of movement for one step.
    fn charge_passes_step(&self, s: &State, units: UnitSet, moving: &Moving, from: Cell, stepped: Stepped) -> Judged {
        let unit = moving.unit;
        if let Some(most) = self.charts.charge().max_hexes.value
            && moving.hexes >= most
        {
            return self.no(LENGTH, Why::NoCharge(unit));
        }
        let Some(dir) = self.map.grid.direction(from, stepped.to) else { return self.no(LENGTH, Why::NoCharge(unit)) };
        self.charge_passes(s, from, dir)?;
        if moving.hexes > 0
            && self.rulings.charge_friends == ChargeFriends::Never
            && let Some(with) = s.units_at(from).less(units).lowest()
        {
            return self.no(NO_ARTILLERY, Why::Stacking { unit, with });
        }
        let guns = s.units_at(stepped.to).less(units).and(self.units.arm(Arm::Artillery));
        if let Some(gun) = guns.lowest() {
            return self.no(NO_ARTILLERY, Why::Stacking { unit, with: gun });
        }
        Ok(())
    }

    /// A step of a charge must leave a way to complete it.
    pub(super) fn judge_charge_step(
        &self,
        s: &State,
        units: UnitSet,
        moving: &Moving,
        from: Cell,
        stepped: Stepped,
    ) -> Judged {
        self.charge_passes_step(s, units, moving, from, stepped)?;
        if !self.charge_route(s, units, &self.charged_on(s, units, moving, stepped), stepped.to) {
            if let Some(dir) = moving.target.and_then(|target| self.map.grid.direction(stepped.to, target)) {
                self.charge_passes(s, stepped.to, dir)?;
            }
            return self.no(LENGTH, Why::NoCharge(moving.unit));
        }
        Ok(())
    }

    fn charge_ends(&self, s: &State, units: UnitSet, moving: &Moving, cell: Cell, facing: Vertex) -> bool {
        self.judge_charge_halt(s, units, moving, cell, facing).is_ok()
            && self.may_join(s, units, cell).is_ok()
            && self.judge_end_facing(s, units, cell, facing).is_ok()
    }

    /// Whether a charge may end in this hex with this facing: its target before it, where it can strike (or not, by the
    /// ruling `charge-must-reach`).
    pub(super) fn judge_charge_halt(
        &self,
        s: &State,
        _: UnitSet,
        moving: &Moving,
        cell: Cell,
        facing: Vertex,
    ) -> Judged {
        let unit = moving.unit;
        if moving.hexes < self.charts.charge().min_hexes.value {
            return self.no(AT_LEAST_ONE, Why::TooShort(unit));
        }
        if !self.may_fall_short() {
            self.judge_reached(s, moving, cell, facing)?;
        }
        // Whoever begins in contact and leaves it, of whatever enemy, attacks as it faced before (9.1).
        let began = self.zone_over(s, moving.start, self.side_of(unit).enemy());
        let straight = moving.hexes == 1 && !self.zone_over(s, cell, self.side_of(unit).enemy()).is_empty();
        let free = straight && self.rulings.contact_facing == ContactFacing::Free;
        if !began.is_empty() && !free && facing != s.facing(unit) {
            return self.no(FORMER_FACING, Why::TurnTooFar(unit));
        }
        Ok(())
    }

    /// Whether the target of a charge is before it in this hex with this facing, where it can strike.
    fn judge_reached(&self, s: &State, moving: &Moving, cell: Cell, facing: Vertex) -> Judged {
        let unit = moving.unit;
        let Some(target) = moving.target else { return self.no(DECLARED, Why::NoCharge(unit)) };
        let Some(dir) = self.map.grid.direction(cell, target) else {
            return self.no(DECLARED, Why::NoCharge(unit));
        };
        if !facing::usual_front(facing).contains(dir) {
            return self.no(facing::ONLY_FRONT, Why::NotInFront(unit));
        }
        self.charge_passes(s, cell, dir)
    }

    pub(super) fn perform_charge<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        party: Party,
        target: Cell,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let units = self.party(s, unit, party);
        let Some(from) = s.at(unit) else { return Err(super::play::lost("a charge from off the map")) };
        let left = self.charge_moving(s, unit, units, from, target).left;
        let top = self.top_fighter(s, units).unwrap_or(unit);
        // Of a stack the unit on top tests: by the ruling `stack-of-mixed-orders` also for one beneath it.
        let without = match self.rulings.mixed_orders {
            MixedOrders::OneNeedsIt => !units.within(s.marked(Mark::Ordered)),
            MixedOrders::TopNeedsIt => !self.has_orders(s, top),
        };
        if without {
            let need = self.values(s, top).engagement;
            let mut tally = Tally::test(Label::ChargeEngagement(top), need.into());
            if desk.test(&mut tally, Die::D10, TEST.and(combat::ENGAGEMENT, self.edition()))? == Passed::No {
                desk.note(Label::Stays(top), self.cite(FAILED_STAYS));
                self.mark(units, Mark::Unwilling, FAILED_STAYS, desk);
                return Ok(());
            }
            self.mark(units, Mark::Willing, TEST, desk);
        }
        self.take_up(unit, units, Gait::Charge, left, Some(target), desk)
    }

    /// Whether a unit that charges strikes over this hexside: over both of its front, or by the ruling `charge-attacks-all`
    /// only where it is aimed.
    pub(super) fn charges_over(&self, s: &State, unit: UnitId, dir: Dir) -> bool {
        let bit = s.facing(unit).front().into_iter().position(|front| front == dir);
        self.rulings.charge_attacks == ChargeAttacks::All || bit.is_none_or(|bit| s.aim[unit.index()] & (1 << bit) != 0)
    }

    /// By that ruling a charge is aimed at its target, and a pursuit at all before it (M 9.2, 9.5.2).
    pub(super) fn aim_charge<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        target: Option<Cell>,
        desk: &mut Table<'_, J>,
    ) {
        if self.rulings.charge_attacks == ChargeAttacks::All {
            return;
        }
        for unit in units {
            let s = desk.state();
            let ahead = |dir: Dir| s.at(unit).and_then(|at| self.map.grid.neighbour(at, dir));
            let bits = s.facing(unit).front().map(|dir| target.is_none() || ahead(dir) == target);
            let aim = u8::from(bits[0]) | (u8::from(bits[1]) << 1);
            desk.mark(Event::Aimed { unit, aim }, self.cite(ALL_IN_FRONT));
        }
    }

    /// A charge that strikes nobody is over; where it may end so, it is a charge all the same, and brings what the end of
    /// one brings (the ruling `charge-must-reach`). So does one whose target is gone, by the ruling `charge-without-a-fight`.
    pub(super) fn strikes_nobody<J: Journal<Event, Label>>(&self, chargers: UnitSet, desk: &mut Table<'_, J>) -> Done {
        let ends = self.may_fall_short() || self.rulings.charge_without_fight == ChargeWithoutFight::Ends;
        if chargers.is_empty() || !ends {
            return Ok(());
        }
        self.mark(chargers, Mark::Charged, ALL_IN_FRONT, desk);
        self.begin_frame(Frame::Combat(Stage::EndOfCharge), ALL_IN_FRONT, desk)
    }

    /// The charge has reached its target: squares are tried now, in the movement step (9).
    pub(super) fn charge_arrives<J: Journal<Event, Label>>(
        &self,
        units: UnitSet,
        target: Option<Cell>,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let streets = |cell: &Cell| self.map.streets.contains(cell);
        let s = desk.state();
        let aimed = units.lowest().and_then(|unit| s.at(unit)).is_some_and(|at| {
            let ahead = units.lowest().map_or([Dir::N; 2], |unit| s.facing(unit).front());
            ahead.into_iter().filter_map(|dir| self.map.grid.neighbour(at, dir)).any(|cell| streets(&cell))
        });
        // Nobody evades it, in the later edition.
        let rules = self.with_later(if aimed { STREETS } else { DECLARED }, rule!("M 9/2"));
        self.mark_under(units, Mark::Charging, rules, desk);
        let Some(charger) = units.lowest() else { return Ok(()) };
        let Some(at) = desk.state().at(charger) else { return Ok(()) };
        self.aim_charge(units, target, desk);
        // The right front hex lies deeper on the agenda, so the left one is asked first.
        for dir in desk.state().facing(charger).front().into_iter().rev() {
            let s = desk.state();
            if !self.charges_over(s, charger, dir) {
                continue;
            }
            let infantry = self.chargeable(s, charger, at, dir).and(self.units.arm(Arm::Infantry));
            let cell = self.map.grid.neighbour(at, dir);
            if let (Some(cell), HeavyCharge::MayBeEvaded) = (cell, self.edition().heavy_charge())
                && self.may_evade_charge(s, charger, cell).is_some()
            {
                self.begin_frame(Frame::ChargeEvasion { charger, cell }, DECLARED, desk)?;
            }
            if let (false, Some(cell)) = (infantry.is_empty(), cell) {
                // Squares are tried at the end of the charge's movement, before any charge is resolved.
                let rules = self.with_later(DECLARED, rule!("M 9/4"));
                self.begin_under(Frame::Square { charger, cell }, rules, desk)?;
            }
        }
        Ok(())
    }
}
