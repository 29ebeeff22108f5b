//! Counter-shock (8.7.2, R 8.8).

use super::action::{Action, Aim};
use super::advance::{COUNTER_SHOCK, PURSUIT};
use super::breakthrough::ONCE;
use super::charts::Arm;
use super::combat::row;
use super::edition::{CavalryShock, CounterShock};
use super::event::Event;
use super::frame::Party;
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::{CounterShockInPlace, OneStack};
use super::state::{Fight, HEXES, Mark, Order, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, facing};
use crate::hex::{Cell, Vertex};
use crate::journal::Journal;
use crate::side::{Side, UnitId, UnitSet};

/// Into the vacated hex.
const COUNTER_ADVANCE: Cite = cite!("R 8.8/5", "M 8.7.2/7");
/// A counter-shock against any of the front hexes.
const ANY_FRONT: Cite = cite!("R 8.8/6", "M 8.7.2/9");
/// Charged cavalry may pursue.
const DEFENDER_PURSUES: Cite = cite!("R 9.5/16", "M 9.5.1/3");
/// Or after a counter-charge.
const AFTER_COUNTER_CHARGE: Cite = cite!("R 9.4/6", "M 9.4/7");

impl JoursDeGloire {
    /// The hexes that attackers have left.
    fn freed(&self, s: &State) -> impl Iterator<Item = (Cell, UnitId)> {
        let attackers = s.combat.has(Role::Attacker);
        let trails = &s.combat.trails;
        trails.iter().enumerate().filter_map(move |(nth, trail)| {
            let unit = UnitId::new(trail.unit.into())?;
            let from = trail.from?;
            // A hex that several have left is freed once.
            let told = trails[..nth].iter().any(|other| {
                other.from == trail.from && UnitId::new(other.unit.into()).is_some_and(|unit| attackers.has(unit))
            });
            (!told && attackers.has(unit) && s.units_at(from).is_empty()).then_some((from, unit))
        })
    }

    /// The defenders that could strike back: in good order, not in square, not artillery.
    fn strikers(&self, s: &State) -> UnitSet {
        s.combat
            .has(Role::Defender)
            .less(self.units.arm(Arm::Artillery))
            .less(s.square)
            .filter(|unit| s.order(*unit) == Order::Good && s.at(*unit).is_some())
            .collect()
    }

    pub(super) fn asked_counter_shock(&self, s: &State) -> Option<(Side, Cite)> {
        let mut any = false;
        self.candidates_counter_shock(s, &mut |action| {
            any |= action != Action::Done && self.judge_counter_shock(s, &action).is_ok();
        });
        any.then_some((s.combat.attacker().enemy(), COUNTER_SHOCK))
    }

    pub(super) fn candidates_counter_shock(&self, s: &State, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for unit in self.strikers(s) {
            self.candidates_strike(s, unit, each);
            if s.at(unit).is_some_and(|at| self.six_fronts_at(at)) {
                for facing in Vertex::ALL {
                    each(Action::Pivot { unit, facing });
                }
            }
        }
    }

    fn candidates_strike(&self, s: &State, unit: UnitId, each: &mut dyn FnMut(Action)) {
        for aim in Aim::ALL {
            each(Action::Shock { unit, aim });
        }
        for (to, _) in self.freed(s) {
            for party in [Party::Alone, Party::Stack] {
                each(Action::Advance { unit, party, to });
            }
        }
    }

    /// Whether a unit with six front hexes turns to where it strikes back (6.1.2): once, and so that it can.
    fn judge_turn_to_strike(&self, s: &State, unit: UnitId, facing: Vertex) -> Judged {
        self.judge_striker(s, unit)?;
        let alike = self.facing_alike(s, unit);
        let six = s.at(unit).is_some_and(|at| self.six_fronts_at(at));
        let done = alike.meets(s.marked(Mark::Laid)) || !s.combat.has(Role::Asked).is_empty();
        if !six || done || s.facing(unit) == facing {
            return self.no(facing::SIX_FRONTS, Why::TurnTooFar(unit));
        }
        let mut turned = s.clone();
        alike.for_each(|other| turned.facing[other.index()] = facing);
        let mut strikes = false;
        self.candidates_strike(&turned, unit, &mut |action| {
            strikes |= self.judge_counter_shock(&turned, &action).is_ok();
        });
        if strikes { Ok(()) } else { self.no(facing::SIX_FRONTS, Why::NotInFront(unit)) }
    }

    pub(super) fn judge_counter_shock(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Pivot { unit, facing } => self.judge_turn_to_strike(s, unit, facing),
            Action::Shock { unit, aim } => {
                self.judge_striker(s, unit)?;
                if s.combat.row != row::COUNTER {
                    return self.no(COUNTER_SHOCK, Why::NotOpen(unit));
                }
                if self.units.arm_of(unit) == Arm::Cavalry
                    && self.edition().cavalry_shock() == CavalryShock::OnlyByCharge
                {
                    return self.no(COUNTER_SHOCK, Why::Arm(unit));
                }
                let advanced = s.combat.has(Role::Asked);
                if !advanced.is_empty() && !advanced.has(unit) {
                    return self.no(COUNTER_SHOCK, Why::Already(unit));
                }
                if advanced.is_empty() && !self.strikes_back_in_place() {
                    return self.no(COUNTER_ADVANCE, Why::NotOpen(unit));
                }
                for (i, bit) in [(0, 1), (1, 2)] {
                    if aim.bits() & bit != 0 {
                        let here = self.front_cell(s, unit, i);
                        if !here.is_some_and(|cell| self.in_front(s, unit).cells.contains(&Some(cell))) {
                            return self.no(COUNTER_SHOCK, Why::NotInFront(unit));
                        }
                    }
                }
                Ok(())
            }
            Action::Advance { unit, party, to } => {
                self.judge_striker(s, unit)?;
                if !s.combat.has(Role::Asked).is_empty() {
                    return self.no(COUNTER_SHOCK, Why::Already(unit));
                }
                if !self.freed(s).any(|(cell, _)| cell == to) || !self.reaches(s, unit, to) {
                    return self.no(COUNTER_ADVANCE, Why::NotOpen(unit));
                }
                let cavalry = self.units.arm_of(unit) == Arm::Cavalry;
                // Infantry need not advance, so that a zone of control may keep the demoralized back; cavalry pursues.
                if !cavalry && let Some(enemy) = self.zone_over(s, to, s.combat.attacker()).lowest() {
                    self.may_choose_zone(s, unit, enemy)?;
                }
                self.entry_guard(s, unit, to)?;
                let countered = s.combat.has(Role::Countercharger).has(unit);
                if s.combat.row != row::COUNTER && !(cavalry && countered) {
                    return self.no(AFTER_COUNTER_CHARGE, Why::NotOpen(unit));
                }
                let mates = self.strikers(s).and(s.at(unit).map_or(unit.only(), |at| s.units_at(at)));
                let ok = match party {
                    Party::Alone => !cavalry || mates.len() == 1 || self.of_one_stack() != OneStack::Stack,
                    Party::Stack => {
                        let allowed = !cavalry || self.of_one_stack() != OneStack::Unit;
                        allowed && mates.len() > 1 && mates.lowest() == Some(unit)
                    }
                };
                if ok { Ok(()) } else { self.no(COUNTER_ADVANCE, Why::Precedence(unit)) }
            }
            _ => self.no(COUNTER_SHOCK, Why::NoAnswer),
        }
    }

    /// Whether a counter-shock may be made without an advance: in the older edition by the ruling
    /// `counter-shock-in-place`.
    fn strikes_back_in_place(&self) -> bool {
        match self.edition().counter_shock() {
            CounterShock::VacatedHex => self.rulings.counter_shock_in_place == CounterShockInPlace::InPlace,
            CounterShock::InPlaceToo => true,
        }
    }

    fn judge_striker(&self, s: &State, unit: UnitId) -> Judged {
        if !self.strikers(s).has(unit) {
            return self.no(COUNTER_SHOCK, Why::NotOpen(unit));
        }
        if s.marked(Mark::Broken).has(unit) {
            return self.no(ONCE, Why::Already(unit));
        }
        Ok(())
    }

    pub(super) fn perform_counter_shock<J: Journal<Event, Label>>(
        &self,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        match *action {
            Action::Shock { unit, aim } => {
                let stack = s.at(unit).map_or(unit.only(), |at| s.units_at(at)).and(self.strikers(s));
                let mut hexes = [None; HEXES];
                for (i, bit) in [(0, 1), (1, 2)] {
                    if aim.bits() & bit != 0 {
                        hexes[i] = self.front_cell(s, unit, i);
                    }
                }
                self.end_frame(COUNTER_SHOCK, desk);
                self.mark(stack, Mark::Broken, ONCE, desk);
                for unit in stack {
                    let rules = COUNTER_SHOCK.and(ANY_FRONT, self.edition());
                    desk.fact(Event::Aimed { unit, aim: aim.bits() }, rules);
                }
                self.open_combat(Fight::CounterShock, stack, &hexes, 0, desk)
            }
            Action::Pivot { unit, facing } => {
                let units = self.facing_alike(s, unit);
                self.face(units, facing, facing::SIX_FRONTS, desk);
                self.mark(units, Mark::Laid, facing::USUAL_FRONTS, desk);
                Ok(())
            }
            Action::Advance { unit, party, to } => {
                let mates = self.party(s, unit, party).and(self.strikers(s)).or(unit.only());
                if self.units.arm_of(unit) == Arm::Cavalry {
                    let rule = if s.combat.row == row::COUNTER { DEFENDER_PURSUES } else { AFTER_COUNTER_CHARGE };
                    desk.note(Label::PursuitCharge(unit), self.cite(rule));
                    return self.start_pursuit(unit, mates, to, self.cite(PURSUIT).into(), desk);
                }
                for unit in mates {
                    desk.mark(Event::Cast { role: Role::Asked, unit }, self.cite(COUNTER_ADVANCE));
                }
                self.step_into(mates, to, COUNTER_ADVANCE, desk)
            }
            _ => {
                self.end_frame(COUNTER_SHOCK, desk);
                Ok(())
            }
        }
    }
}
