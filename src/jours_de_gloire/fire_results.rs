//! What fire does (7.5, R table 2).

use super::charts::{Arm, FireResult};
use super::counter_battery::THE_FIRER;
use super::event::Event;
use super::fire::{FireKind, LINE, Shot};
use super::fire_tally::{INFANTRY, fire_tally};
use super::frame::{Frame, Trial};
use super::label::Label;
use super::play::{Done, Table};
use super::reaction::BENEATH;
use super::sight::{ADJACENT, Sight};
use super::state::State;
use super::{Cite, JoursDeGloire, cite};
use crate::chance::Die;
use crate::hex::Cell;
use crate::journal::Journal;
use crate::rule::Cites;
use crate::side::{UnitId, UnitSet};

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
/// Fire may strike the unit before its target.
pub(super) const MISGUIDED: Cite = cite!("R optional 7/3", "R optional 7/3");
/// Where it stands.
const BESIDE_TARGET: Cite = cite!("R optional 7/2", "R optional 7/2");
/// And then the target is spared.
const SPARED: Cite = cite!("R optional 7/4", "R optional 7/4");
/// Each unit fires alone.
const INFANTRY_ALONE: Cite = cite!("R optional 8.3/3", "R optional 8.3/3");
/// Who is light infantry, and who is line.
const LIGHT_OR_LINE: [Cite; 2] =
    [cite!("R specific 8.3/1", "R specific 8.3/1"), cite!("R specific 8.3/2", "R specific 8.3/2")];
/// No modifier for the reaction.
const NO_MALUS: Cite = cite!("R optional 8.3/12", "R optional 8.3/12");

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
                Frame::PassedBy { unit: passed, .. } if passed == unit => return None,
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
