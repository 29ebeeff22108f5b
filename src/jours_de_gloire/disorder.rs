//! Disorder, rout and elimination (10.1, 10.2), and cohesion tests with what they bring (0.4).

use super::charts::Arm;
use super::edition::SquareBreakers;
use super::event::Event;
use super::frame::{Flight, Frame, Trial};
use super::label::Label;
use super::play::{Done, Table};
use super::rulings::{GunsUnderFire, RoutedUnderFire, SquareGuns};
use super::state::{Mark, Order, Role, State};
use super::{Cite, JoursDeGloire, cite, square};
use crate::chance::Die;
use crate::desk::Passed;
use crate::journal::Journal;
use crate::rule;
use crate::side::UnitId;
use crate::tally::Tally;

/// A cohesion test: the die at most the cohesion.
const COHESION: Cite = cite!("R 0.4/1", "M 0.4.1/1");
/// Ten faces, 0 to 9.
const TEN_FACES: Cite = cite!("R 0.6/1", "M 0.4/1");
/// Each unit of a stack tests for itself.
const EACH_TESTS: Cite = cite!("R 5.1.3/9", "M 0.4.1/2");
/// The values on the back of the counter hold.
const BACK: Cite = cite!("R 0.3/2", "M 0.3/3");
/// A disorder turns the counter.
const DISORDERED: Cite = cite!("R 10.1/1", "M 10.1/1");
/// A second disorder routs.
const ROUTED: Cite = cite!("R 10.2/1", "M 10.2/2");
/// Fire may rout at once.
const DIRECTLY: Cite = cite!("R 10.2/2", "M 10.2/1");
/// A routed unit that is disordered again is lost.
const LOST: Cite = cite!("R 10.2/11", "M 10.2/3");
/// Disordered artillery is lost instead.
const ARTILLERY_LOST: Cite = cite!("R 10.2/3", "M 10.1/3");
/// A rout is a retreat at once.
const RETREATS: Cite = cite!("R 10.2/4", "M 10.2/5");
/// A routed unit runs instead of taking a test.
const RUNS: Cite = cite!("R 10.2/12", "M 10.2/13");
/// No forced march in disorder.
pub(super) const NO_FORCED_MARCH: Cite = cite!("R 10.1/3", "M 10.1/4");
/// A test that fails after combat disorders.
const FAILED: Cite = cite!("R table 4/5", "M 8.5/4");
/// A test that fails at the end of a charge: on top of whatever the combat brought.
const ON_TOP: Cite = cite!("R 9.2/6", "M 9.2/6");
/// What is lost does not come back.
const GONE: Cite = cite!("R 10.1/2", "M 10.2/4");
/// A test that fails, for the attacker: recoil.
const FAILED_RECOILS: Cite = cite!("R table 4/5", "M 8.5/4");

impl JoursDeGloire {
    /// A disorder falls due on a unit.
    pub(super) fn advance_disorder<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) -> Done {
        self.end_frame(DISORDERED, desk);
        let s = desk.state();
        if s.at(unit).is_none() {
            return Ok(());
        }
        match s.order(unit) {
            Order::Good => {
                self.worsen(unit, Order::Disordered, DISORDERED, desk);
                Ok(())
            }
            Order::Disordered if self.units.arm_of(unit) == Arm::Artillery => {
                self.eliminate(unit, ARTILLERY_LOST, desk)
            }
            Order::Disordered => self.rout(unit, ROUTED, desk),
            Order::Routed => self.eliminate(unit, LOST, desk),
            Order::Eliminated => Ok(()),
        }
    }

    /// A rout by fire falls due on a unit.
    pub(super) fn advance_direct_rout<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) -> Done {
        self.end_frame(DIRECTLY, desk);
        let s = desk.state();
        if s.at(unit).is_none() {
            return Ok(());
        }
        let artillery = self.units.arm_of(unit) == Arm::Artillery;
        match s.order(unit) {
            Order::Routed if self.rulings.routed_under_fire == RoutedUnderFire::Moves => {
                self.begin_withdrawal(unit, Flight::Retreat, DIRECTLY, desk)
            }
            Order::Routed => self.eliminate(unit, LOST, desk),
            Order::Disordered if artillery => self.eliminate(unit, ARTILLERY_LOST, desk),
            Order::Good if artillery && self.rulings.guns_under_fire == GunsUnderFire::Lost => {
                self.eliminate(unit, ARTILLERY_LOST, desk)
            }
            Order::Good | Order::Disordered => self.rout(unit, DIRECTLY, desk),
            Order::Eliminated => Ok(()),
        }
    }

    /// A cohesion test falls due on a unit.
    pub(super) fn advance_test<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        trial: Trial,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.end_frame(COHESION, desk);
        let s = desk.state();
        if s.at(unit).is_none() {
            return Ok(());
        }
        if s.routed.has(unit) {
            if self.keeps_shelter(s, unit) {
                desk.note(Label::Stays(unit), self.cite(super::rout_ways::SHELTER));
                return Ok(());
            }
            desk.note(Label::Cohesion(unit, trial), self.cite(RUNS));
            return self.start_rout_move(unit, desk);
        }
        let mut tally = self.cohesion_tally(s, unit, trial);
        let mut rules = COHESION.and(TEN_FACES, self.edition());
        if s.at(unit).is_some_and(|at| s.units_at(at).len() > 1) {
            rules = rules.and(self.cite(EACH_TESTS));
        }
        if desk.test(&mut tally, Die::D10, rules)? == Passed::Yes {
            return Ok(());
        }
        match trial {
            Trial::Attacker => self.begin_withdrawal(unit, Flight::Recoil, FAILED_RECOILS, desk),
            Trial::EndOfCharge => self.begin_frame(Frame::Disorder { unit }, ON_TOP, desk),
            _ => self.begin_frame(Frame::Disorder { unit }, FAILED, desk),
        }
    }

    /// The test of a unit's cohesion, with its modifiers.
    pub fn cohesion_tally(&self, s: &State, unit: UnitId, trial: Trial) -> Tally<Label> {
        let mut tally = Tally::test(Label::Cohesion(unit, trial), self.values(s, unit).cohesion.into());
        let refusal = self.charts.refusal();
        let evasion = match trial {
            Trial::EvasionOfOne => refusal.test_one_hex,
            Trial::EvasionOfTwo => refusal.test_two_hexes,
            _ => refusal.test_one_hex.map(|_| None),
        };
        if let Some(value) = evasion.value {
            let figure = crate::figures::Figure::new(value, evasion.source);
            let two = trial == Trial::EvasionOfTwo;
            let rule = if two { super::refusal::TEST_OF_TWO } else { super::refusal::TEST };
            tally.add(Label::EvasionTest, figure, self.cite(rule));
        }
        if trial == Trial::Misguided
            && let Some(figures) = self.charts.misdirected_fire()
        {
            tally.add(Label::Misguided(unit), figures.test, self.cite(super::fire_results::MISGUIDED));
        }
        self.darken(s, &mut tally);
        tally
    }

    /// Night and fog make every cohesion test harder (12).
    pub(super) fn darken(&self, s: &State, tally: &mut Tally<Label>) {
        self.test_modifiers(s, &mut |label, figure, rule| {
            tally.add(label, figure, self.cite(rule));
        });
    }

    fn worsen<J: Journal<Event, Label>>(&self, unit: UnitId, order: Order, rule: Cite, desk: &mut Table<'_, J>) {
        // Only disordered infantry breaks a square in the later edition, any disordered unit in the older one.
        let guns = self.units.arm_of(unit) == Arm::Artillery;
        let breaks = self.rulings.square_guns == SquareGuns::Breaks;
        let squared = desk.state().square.has(unit);
        if self.edition().square_breakers() == SquareBreakers::AnyUnit || !guns || order == Order::Routed || breaks {
            let rule = if order == Order::Disordered { square::ONE_BREAKS_ALL } else { square::BROKEN };
            self.break_square(unit, rule, desk);
        }
        let rules = match order {
            Order::Routed => self.with_later(rule, rule!("M 10.1/2")),
            _ => rule.and(BACK, self.edition()),
        };
        // The rule that breaks a square also says whose disorder does not.
        let rules = if squared { rules.and(self.cite(square::ONE_BREAKS_ALL)) } else { rules };
        desk.fact(Event::Ordered { unit, order }, rules);
        // A disordered unit neither attacks nor charges nor counts among those who move to do so (10.1).
        for mark in [Mark::Declared, Mark::Charging] {
            self.unmark(unit.only(), mark, rule, desk);
        }
    }

    /// A unit routs: it retreats at once (10.2).
    fn rout<J: Journal<Event, Label>>(&self, unit: UnitId, rule: Cite, desk: &mut Table<'_, J>) -> Done {
        self.worsen(unit, Order::Routed, rule, desk);
        self.unmark(unit.only(), Mark::Moving, rule, desk);
        self.face_refuge(unit, desk);
        let s = desk.state();
        if self.evades_first(s, unit) {
            return Ok(());
        }
        let mates = s.at(unit).is_some_and(|at| s.units_at(at).len() > 1);
        // Those stacked with it are not passed through.
        let rules = if mates { self.with_later(RETREATS, rule!("M 10.5/6")) } else { self.cite(RETREATS).into() };
        self.begin_withdrawal_under(unit, Flight::Retreat, rules, desk)
    }

    /// A unit is eliminated (10.2).
    pub(super) fn eliminate<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        if s.at(unit).is_none() {
            return Ok(());
        }
        self.break_square(unit, square::BROKEN, desk);
        if desk.state().combat.has(Role::Defender).has(unit) || desk.state().combat.has(Role::Attacker).has(unit) {
            desk.mark(Event::Cast { role: Role::Fled, unit }, self.cite(rule));
        }
        desk.fact(Event::Ordered { unit, order: Order::Eliminated }, rule.and(GONE, self.edition()));
        for mark in [Mark::Declared, Mark::Charging, Mark::Moving, Mark::Charged] {
            self.unmark(unit.only(), mark, rule, desk);
        }
        Ok(())
    }
}
