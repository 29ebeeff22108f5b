//! Refusing a shock (R 8.9, M 8.8).

use super::action::{Action, Evasion};
use super::charts::Arm;
use super::edition::{EvasionPath, RefusalTest};
use super::event::Event;
use super::frame::{Flight, Frame, Trial, Withdrawal};
use super::ground::{Breaks, NEVER};
use super::label::Label;
use super::play::{Done, Judged, No, Table};
use super::rulings::{EvasionZone, MixedAttack, RefusalFriends, RefusedBreakthrough, RefusedCounterShock};
use super::state::{Fight, Mark, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, zones};
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::side::{Side, UnitId, UnitSet};

/// Cavalry may evade infantry.
pub(super) const MAY_EVADE: Cite = cite!("R 8.9/1", "M 8.8.1/1");
/// Once in an activation.
const ONCE: Cite = cite!("R 8.9/2", "M 8.8.1/2");
/// Other cavalry may evade heavy cavalry.
pub(super) const FROM_HEAVY: Cite = cite!("R 8.9/12", "M 8.8.2/1");
/// Two hexes lead two hexes away.
const TWO_HEXES: Cite = Cite::only(rule!("M 8.8.1/4"));
/// The test.
pub(super) const TEST: Cite = cite!("R 8.9/1", "M 8.8.1/5");
/// As a normal movement.
const AS_MOVEMENT: Cite = cite!("R 8.9/4", "M 8.8.1/10");
/// Never within one enemy's zone.
const SAME_ZONE: Cite = cite!("R 8.9/6", "M 8.8.1/12");
/// Decided before the attacker's test.
const BEFORE_TEST: Cite = cite!("R 8.9/3", "M 8.8.1/3");
/// Decided at the end of a heavy cavalry's ride.
const AFTER_RIDE: Cite = cite!("R 8.9/13", "M 8.8.2/1");
/// The test of an evasion by two hexes.
pub(super) const TEST_OF_TWO: Cite = cite!("R 8.9/1", "M 8.8.1/6");
/// The test comes first, and the evasion is allowed whatever it brings.
pub(super) const TEST_FIRST: Cite = cite!("R 8.9/3", "M 8.8.1/7");
/// From heavy cavalry alone there is no test.
const NO_TEST: Cite = cite!("R 8.9/12", "M 8.8.2/2");
/// From infantry and heavy cavalry there is.
const MIXED: Cite = cite!("R 8.9/1", "M 8.8.2/3");
/// Into a costly hex: a disorder.
pub(super) const COSTLY: Cite = cite!("R 8.9/7", "M 8.8.1/9");
/// Into an enemy's front: a disorder.
pub(super) const FRONT_ZONE: Cite = cite!("R 8.9/11", "M 8.8.1/11");
/// Into an enemy's zone behind it: nothing.
const INTO_ZONE: Cite = cite!("R 8.9/5", "M 8.8.1/10");
/// No limit to the way.
const ANY_WAY: Cite = cite!("R 8.9/10", "M 8.8.1/10");
/// Artillery stacked with the infantry advances too.
pub(super) const GUNS_ADVANCE: Cite = cite!("R 8.9/9", "M 8.8.1/14");
/// Who attacks may advance.
pub(super) const MAY_ADVANCE: Cite = cite!("R 8.9/8", "M 8.8.1/13");

impl JoursDeGloire {
    /// The cavalry that may refuse the shock: of each hex the first unit, as long as it was not asked.
    pub(super) fn may_refuse(&self, s: &State) -> UnitSet {
        let c = &s.combat;
        let breakthrough =
            c.fight == Fight::Breakthrough && self.rulings.refused_breakthrough == RefusedBreakthrough::No;
        let counter = c.fight == Fight::CounterShock && self.rulings.refused_counter_shock == RefusedCounterShock::No;
        if !c.has(Role::Charger).is_empty() || counter || breakthrough {
            return UnitSet::EMPTY;
        }
        let riders = c.has(Role::Defender).and(self.units.arm(Arm::Cavalry)).less(c.has(Role::Asked)).less(s.routed);
        riders
            .filter(|unit| {
                let mates = self.riders_with(s, *unit);
                mates.lowest() == Some(*unit) && self.judge_refuser(s, *unit, mates).is_ok()
            })
            .collect()
    }

    fn riders_with(&self, s: &State, unit: UnitId) -> UnitSet {
        s.at(unit).map_or(unit.only(), |at| s.units_at(at)).and(self.units.arm(Arm::Cavalry))
    }

    fn judge_refuser(&self, s: &State, unit: UnitId, mates: UnitSet) -> Judged {
        if let Some(mate) = mates.and(s.marked(Mark::Evaded)).lowest() {
            return self.no(ONCE, Why::Already(mate));
        }
        let attackers = s.at(unit).map_or(UnitSet::EMPTY, |at| self.strikers_at(s, at));
        let infantry = attackers.meets(self.units.arm(Arm::Infantry));
        let light = !attackers.and(self.units.arm(Arm::Cavalry)).less(self.units.heavy).is_empty();
        // From infantry always; from cavalry only if all of it is heavy, and only for cavalry that is not.
        if infantry && (!light || self.rulings.mixed_attack == MixedAttack::InfantryPresent) {
            return Ok(());
        }
        if infantry {
            // The ruling `refusing-mixed-attack`: light cavalry among the attackers follows.
            return self.no(MAY_EVADE, Why::NotOpen(unit));
        }
        match mates.and(self.units.heavy).lowest() {
            Some(mate) => self.no(FROM_HEAVY, Why::Arm(mate)),
            None if light => self.no(FROM_HEAVY, Why::NotOpen(unit)),
            None => Ok(()),
        }
    }

    /// Those of the attackers who strike at a hex.
    fn strikers_at(&self, s: &State, cell: Cell) -> UnitSet {
        s.combat.has(Role::Attacker).filter(|unit| self.aims_at(s, *unit, cell)).collect()
    }

    /// Those from whom cavalry evades: the attackers of the combat at hand, or the charge that has just arrived.
    pub(super) fn evaded(&self, s: &State, unit: UnitId) -> UnitSet {
        let attackers = s.combat.has(Role::Attacker);
        if attackers.is_empty() {
            s.marked(Mark::Charging).and(self.units.side(self.side_of(unit).enemy()))
        } else {
            attackers
        }
    }

    // -------------------------------------------------------------- evading a charge of heavy cavalry (R 8.9)

    /// The first unit of a hex whose cavalry may evade this charge, if it may.
    pub(super) fn may_evade_charge(&self, s: &State, charger: UnitId, cell: Cell) -> Option<UnitId> {
        let riders = s.at(charger).map_or(charger.only(), |at| s.units_at(at)).and(s.marked(Mark::Charging));
        let mates = s.units_at(cell).and(self.units.arm(Arm::Cavalry));
        let able = !riders.is_empty()
            && riders.within(self.units.heavy)
            && !mates.is_empty()
            && !mates.meets(self.units.heavy.or(s.routed).or(s.marked(Mark::Evaded)))
            && !mates.within(self.units.side(self.side_of(charger)));
        mates.lowest().filter(|_| able)
    }

    pub(super) fn asked_charge_evasion(&self, s: &State, charger: UnitId, cell: Cell) -> Option<(Side, Cite)> {
        self.may_evade_charge(s, charger, cell).map(|unit| (self.side_of(unit), FROM_HEAVY))
    }

    pub(super) fn judge_charge_evasion(&self, s: &State, charger: UnitId, cell: Cell, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Evade { unit, hexes } => {
                if self.may_evade_charge(s, charger, cell) != Some(unit) {
                    return self.no(FROM_HEAVY, Why::NotOpen(unit));
                }
                self.judge_all_evade(s, unit, hexes)
            }
            _ => self.no(FROM_HEAVY, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_charge_evasion(&self, s: &State, cell: Cell, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        if let Some(unit) = s.units_at(cell).and(self.units.arm(Arm::Cavalry)).lowest() {
            each(Action::Evade { unit, hexes: Evasion::One });
            each(Action::Evade { unit, hexes: Evasion::Two });
        }
    }

    pub(super) fn perform_charge_evasion<J: Journal<Event, Label>>(
        &self,
        cell: Cell,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.end_frame(FROM_HEAVY, desk);
        let mates = desk.state().units_at(cell).and(self.units.arm(Arm::Cavalry));
        let Action::Evade { hexes, .. } = *action else { return Ok(()) };
        self.mark_under(mates, Mark::Evaded, ONCE.and(AFTER_RIDE, self.edition()), desk);
        for mate in mates {
            if let Some(w) = Self::evasion(desk.state(), mate, hexes) {
                self.begin_frame(Frame::Withdrawal(w), FROM_HEAVY, desk)?;
            }
        }
        Ok(())
    }

    /// The rule by which an evading unit comes into this hex.
    pub(super) fn evasion_rule(&self, s: &State, unit: UnitId, to: Cell) -> Cite {
        let zone = self.zone_over(s, to, self.side_of(unit).enemy());
        if zone.is_empty() || zone.first_where(|other| self.faces(s, *other, to)).is_some() {
            ANY_WAY
        } else {
            INTO_ZONE
        }
    }

    /// Whether all cavalry of the unit's hex can evade so far.
    fn judge_all_evade(&self, s: &State, unit: UnitId, hexes: Evasion) -> Judged {
        let open = |mate| Self::evasion(s, mate, hexes).is_some_and(|w| self.can_withdraw(s, &w));
        match self.riders_with(s, unit).first_where(|mate| !open(*mate)) {
            Some(mate) => self.no(AS_MOVEMENT, Why::NotOpen(mate)),
            None => Ok(()),
        }
    }

    fn evasion(s: &State, unit: UnitId, hexes: Evasion) -> Option<Withdrawal> {
        let left = match hexes {
            Evasion::One => 1,
            Evasion::Two => 2,
        };
        Some(Withdrawal { unit, flight: Flight::Evasion, left, gone: 0, origin: s.at(unit)? })
    }

    pub(super) fn judge_refusal(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Evade { unit, hexes } => {
                if !self.may_refuse(s).has(unit) {
                    let mates = if self.knows(unit) { self.riders_with(s, unit) } else { unit.only() };
                    if s.combat.has(Role::Defender).has(unit) {
                        self.judge_refuser(s, unit, mates)?;
                    }
                    return self.no(MAY_EVADE, Why::NotOpen(unit));
                }
                self.judge_all_evade(s, unit, hexes)
            }
            _ => self.no(MAY_EVADE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_refusal(&self, s: &State, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for unit in self.may_refuse(s) {
            each(Action::Evade { unit, hexes: Evasion::One });
            each(Action::Evade { unit, hexes: Evasion::Two });
        }
    }

    pub(super) fn perform_refusal<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        let Action::Evade { unit, hexes } = *action else {
            for unit in self.may_refuse(desk.state()) {
                desk.mark(Event::Cast { role: Role::Asked, unit }, self.cite(MAY_EVADE));
            }
            return Ok(());
        };
        let s = desk.state();
        let mates = self.riders_with(s, unit);
        // From heavy cavalry alone there is no test (M 8.8.2), and in the older edition there is none at all.
        let attackers = s.at(unit).map_or(UnitSet::EMPTY, |at| self.strikers_at(s, at));
        let infantry = attackers.meets(self.units.arm(Arm::Infantry));
        let refusal = self.charts.refusal();
        let (trial, tests) = match hexes {
            Evasion::One => (Trial::EvasionOfOne, refusal.test_one_hex.value.is_some()),
            Evasion::Two => (Trial::EvasionOfTwo, refusal.test_two_hexes.value.is_some()),
        };
        let heavy = attackers.meets(self.units.heavy);
        let by = if infantry { MAY_EVADE } else { FROM_HEAVY };
        self.mark_under(mates, Mark::Evaded, by.and(ONCE, self.edition()), desk);
        let asked = MAY_EVADE.and(BEFORE_TEST, self.edition());
        let asked = if infantry { asked } else { asked.and(self.cite(NO_TEST)) };
        for mate in mates {
            desk.mark(Event::Cast { role: Role::Asked, unit: mate }, asked);
            desk.mark(Event::Uncast { role: Role::Defender, unit: mate }, self.cite(MAY_EVADE));
        }
        for mate in mates {
            if let Some(w) = Self::evasion(desk.state(), mate, hexes) {
                self.begin_frame(Frame::Withdrawal(w), MAY_EVADE, desk)?;
            }
        }
        let tests = tests && self.edition().refusal_test() == RefusalTest::Cohesion;
        if infantry && tests {
            for mate in mates {
                let rule = if trial == Trial::EvasionOfOne { TEST } else { TEST_OF_TWO };
                let rules = rule.and(TEST_FIRST, self.edition());
                let rules = if heavy { rules.and(self.cite(MIXED)) } else { rules };
                self.begin_under(Frame::Test { unit: mate, trial }, rules, desk)?;
            }
        }
        Ok(())
    }

    /// Whether a hex harms an evading unit as any hex of an enemy zone does (the ruling `refusal-front-zone`).
    pub(super) fn any_zone_harms(&self, s: &State, unit: UnitId, to: Cell) -> bool {
        self.rulings.evasion_zone == EvasionZone::AnyDisorder
            && !self.zone_over(s, to, self.side_of(unit).enemy()).is_empty()
    }

    /// Whether an evading unit may take this step, and how many disorders it brings (8.8.1).
    pub(super) fn judge_evasion(&self, s: &State, w: &Withdrawal, from: Cell, to: Cell, dir: Dir) -> Result<u8, No> {
        let unit = w.unit;
        let enemy = self.side_of(unit).enemy();
        if w.left == 0 {
            return self.no(AS_MOVEMENT, Why::MustStop(unit));
        }
        let step = self.step_over(s, Arm::Cavalry, from, dir);
        // Whoever goes on from here passes those who stand there; those who evade with it go along.
        let there = s.units_at(to).less(unit.only()).less(s.marked(Mark::Evaded));
        let goes_on = w.left > 1 || self.may_join(s, unit.only(), to).is_err();
        let passes = if goes_on { there } else { UnitSet::EMPTY };
        let (rate, cost) = self.entry_points(s, unit, from, dir, passes);
        let movement = self.charts.movement();
        let leaves = w.gone == 0 && !self.zone_over(s, from, enemy).is_empty();
        let needs = if leaves { cost.saturating_add(movement.zoc_exit.value) } else { cost };
        let has = self.values(s, unit).movement;
        if cost == NEVER || needs > has {
            return self.no(AS_MOVEMENT, Why::Points { unit, needs, has });
        }
        if s.disordered.has(unit) {
            self.contact_allowed(s, unit, self.adjacent_to(s, to, enemy))?;
        }
        if let Some(friend) = s.units_at(to).and(s.square).lowest() {
            return self.no(AS_MOVEMENT, Why::Square { unit, friend });
        }
        if self.rulings.refusal_friends == RefusalFriends::Never
            && let Some(with) = s.units_at(to).less(unit.only()).lowest()
        {
            return self.no(AS_MOVEMENT, Why::Stacking { unit, with });
        }
        self.entry_guard(s, unit, to)?;
        let zone = self.zone_over(s, to, enemy);
        if let Some(enemy) = zone.lowest() {
            self.may_choose_zone(s, unit, enemy)?;
        }
        let left_behind = self.zone_over(s, w.origin, enemy);
        if let Some(enemy) = zone.and(left_behind).lowest() {
            return self.no(SAME_ZONE, Why::SameZone { unit, enemy });
        }
        if w.left > 1
            && let Some(_) = zone.lowest()
        {
            return self.no(zones::STOP, Why::MustStop(unit));
        }
        if w.left == 1 && w.gone > 0 && self.edition().evasion_path() == EvasionPath::Away {
            // Two hexes must lead two hexes away from whoever attacked.
            for attacker in self.evaded(s, unit) {
                let Some(at) = s.at(attacker) else { continue };
                if s.combat.has(Role::Attacker).has(attacker) && !self.aims_at(s, attacker, w.origin) {
                    continue;
                }
                let (now, before) = (self.map.grid.distance(to, at), self.map.grid.distance(w.origin, at));
                if now < before + 2 {
                    return self.no(TWO_HEXES, Why::NotAway(unit));
                }
            }
        }
        let front = zone.first_where(|other| self.faces(s, *other, to)).is_some();
        if front && self.rulings.evasion_zone == EvasionZone::FrontForbidden {
            return self.no(FRONT_ZONE, Why::NotOpen(unit));
        }
        let harmed = front || self.any_zone_harms(s, unit, to);
        let costly = cost >= self.charts.refusal().costly_from.value;
        let broken = step.breaks == Breaks::SteepSlope && step.disorders(rate);
        Ok(u8::from(harmed) + u8::from(costly) + u8::from(broken))
    }
}
