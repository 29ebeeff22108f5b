//! The stages of a combat, from the refusal of a shock to the end of a charge (8, 9).
//!
//! The record of the combat at hand lies in the state; this file walks it through its stages. What a result brings is
//! pushed as frames on top, in the order of the table, and done before the next stage begins.

use super::action::Action;
use super::charts::{Arm, Toll};
use super::edition::{CombinedTest, Edition, EndOfCharge};
use super::event::Event;
use super::frame::{Flight, Frame, Stage, Trial, Withdrawal};
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::{
    ChargeAttacks, CounterChargerEnd, EndOfChargeDisorder, EndTestOfRouted, FailedCombined, FirstHex, GunsOfTheBeaten,
    GunsOfTheRepulsed, MixedOrders, RetreatOrigin,
};
use super::state::{Mark, Order, Role, State};
use super::why::Why;
use super::{Attack, Cite, JoursDeGloire, cite, tables};
use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::Cell;
use crate::journal::Journal;
use crate::rule;
use crate::rule::Cites;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// A charge's test came before its movement.
const TESTED_BEFORE: Cite = cite!("R 9.1/6", "M 2.4.2/8");
/// A charge is never evaded.
const NEVER_EVADED: Cite = cite!("R 8.9/1", "M 9/2");
/// Its steps are taken in order: squares are formed before, at the end of its movement.
const SQUARES_BEFORE: Cite = cite!("R 9.3/1", "M 9/4");
/// Stacked units may withdraw to different hexes.
const END_APART: Cite = cite!("R 10.3.2/1", "M 10.3.3/1");
/// On top of any other disorder.
const ON_TOP: Cite = cite!("R 9.2/6", "M 9.2/5");
/// The test comes when the combat is resolved.
const TEST: Cite = cite!("R 8.2.1/1", "M 8.3.2/1");
/// A shock needs orders or a passed test.
const ORDERS_OR_TEST: Cite = cite!("R 8.2/1", "M 8.3.1/2");
/// The top unit tests for its stack.
const TOP_TESTS: Cite = cite!("R 5.1.3/5", "M 5.1.3/5");
/// Beneath artillery the unit on top of the others does.
const BENEATH: Cite = cite!("R 5.1.3/7", "M 5.1.3/7");
/// Each stack its own test, or one for all.
const COMBINED_TEST: Cite = cite!("R 8.4/4", "M 8.4.1/3");
/// Failed: none of the stack fights.
const FAILED: Cite = cite!("R 5.1.3/6", "M 5.1.3/6");
/// A neighbour's failure leaves it both enemies.
const LEFT_BOTH: Cite = cite!("R 8.2.1/5", "M 8.3.2/5");
/// Good cavalry charged in front may counter-charge.
const COUNTER_CHARGE: Cite = cite!("R 9.4/1", "M 9.4/1");
/// Harder for light cavalry against heavy.
const AGAINST_HEAVY: Cite = cite!("R 9.4/2", "M 9.4/2");
/// Success takes the bonus away.
const COUNTERED: Cite = cite!("R 9.4/3", "M 9.4/3");
/// Die and modifiers on the table.
const DIE: Cite = cite!("R 8.5/1", "M 8.5/1");
/// An engagement test: the die at most the engagement value.
pub(super) const ENGAGEMENT: Cite = cite!("R 0.5/1", "M 0.4.2/1");
/// Against a square a charge has no bonus.
const NO_BONUS: Cite = cite!("R 9.3.1/1", "M 9.2/4");
/// The bonus of a charge counts beside attacking infantry too.
const WITH_INFANTRY: Cite = cite!("R 9.2/3", "M 9.2/3");
/// A counter-charger is disordered by it only if it pursues.
const ONLY_IF_PURSUES: Cite = cite!("R 9.4/7", "M 9.4/8");
/// The ratio is rounded in the defender's favour.
const ROUNDED: Cite = cite!("R 8.6.1/2", "M 8.6.1/2");
/// Effects apply in order.
const IN_ORDER: Cite = cite!("R 8.5/7", "M 8.5/4");
/// A result strikes every unit of a hex.
const STRUCK: Cite = cite!("R 5.1.3/8", "M 5.1.3/8");
/// Each tests for itself.
const EACH_TESTS: Cite = cite!("R 5.1.3/9", "M 5.1.3/8");
/// Artillery alone is lost.
const ARTILLERY_ALONE: Cite = cite!("R 8.10/6", "M 8.9/5");
/// Of two hexes, artillery is lost if the attack on the other succeeds.
const ARTILLERY_OF_TWO: Cite = cite!("R 8.10/7", "M 8.9/7");
/// Artillery with a losing defender.
const ARTILLERY_WITH_DEFENDER: Cite = cite!("R 8.10/4", "M 8.9/4");
/// Disordered if it fails.
const ARTILLERY_DISORDERED: Cite = cite!("R 8.10/5", "M 8.9/4");
/// Artillery with a losing attacker.
const ARTILLERY_WITH_ATTACKER: Cite = cite!("R 8.10/2", "M 8.9/2");
/// What the end of a charge brings.
const END_OF_CHARGE: Cite = cite!("R 9.2/5", "M 9.2/5");
/// After all pursuits.
const AFTER_PURSUITS: Cite = cite!("R 9.5/15", "M 9.2/5");

/// The rows of the table as the state keeps them.
pub(super) mod row {
    /// The defender recoils and is disordered; a breakthrough or pursuit may follow.
    pub const BREAKTHROUGH: u8 = 1;
    /// The defender recoils and tests.
    pub const RECOIL: u8 = 2;
    /// The attacker is disordered.
    pub const REPULSE: u8 = 3;
    /// The attacker is disordered, and the defender may strike back.
    pub const COUNTER: u8 = 4;
    /// Artillery alone was overrun.
    pub const OVERRUN: u8 = 5;
    /// The shock was refused.
    pub const REFUSED: u8 = 6;
}

impl JoursDeGloire {
    pub(super) fn asked_combat(&self, s: &State, stage: Stage) -> Option<(Side, Cite)> {
        let (attacker, defender) = Self::sides_of_combat(s);
        match stage {
            Stage::Refusal => (!self.may_refuse(s).is_empty()).then_some((defender, super::refusal::MAY_EVADE)),
            Stage::CounterCharge => (!self.may_counter_charge(s).is_empty()).then_some((defender, COUNTER_CHARGE)),
            Stage::Reaction => (!self.reaction_firers(s).is_empty()).then_some((defender, super::reaction::MAY_FIRE)),
            Stage::Advance => self.asked_advance(s).map(|rule| (attacker, rule)),
            Stage::Engagement | Stage::Die | Stage::Results | Stage::EndOfCharge => None,
        }
    }

    pub(super) fn judge_combat(&self, s: &State, stage: Stage, action: &Action) -> Judged {
        match stage {
            Stage::Refusal => self.judge_refusal(s, action),
            Stage::CounterCharge => match *action {
                Action::Done => Ok(()),
                Action::CounterCharge { unit } if self.may_counter_charge(s).has(unit) => Ok(()),
                Action::CounterCharge { unit } => self.no(COUNTER_CHARGE, Why::NotOpen(unit)),
                Action::Evade { unit, .. } => self.no(NEVER_EVADED, Why::NotOpen(unit)),
                Action::FormSquare { unit } => self.no(SQUARES_BEFORE, Why::NotOpen(unit)),
                _ => self.no(COUNTER_CHARGE, Why::NoAnswer),
            },
            Stage::Reaction => self.judge_reaction(s, action),
            Stage::Advance => self.judge_advance(s, action),
            _ => self.no(DIE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_combat(&self, s: &State, stage: Stage, each: &mut dyn FnMut(Action)) {
        match stage {
            Stage::Refusal => self.candidates_refusal(s, each),
            Stage::CounterCharge => {
                each(Action::Done);
                self.may_counter_charge(s).for_each(|unit| each(Action::CounterCharge { unit }));
            }
            Stage::Reaction => self.candidates_reaction(s, each),
            Stage::Advance => self.candidates_advance(s, each),
            _ => {}
        }
    }

    pub(super) fn perform_combat<J: Journal<Event, Label>>(
        &self,
        stage: Stage,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match stage {
            Stage::Refusal => self.perform_refusal(action, desk),
            Stage::CounterCharge => self.perform_counter_charge(action, desk),
            Stage::Reaction => self.perform_reaction(action, desk),
            Stage::Advance => self.perform_advance(action, desk),
            _ => Err(super::play::lost("a stage of a combat that asks nothing")),
        }
    }

    pub(super) fn advance_combat<J: Journal<Event, Label>>(&self, stage: Stage, desk: &mut Table<'_, J>) -> Done {
        let go = |stage: Stage, desk: &mut Table<'_, J>| {
            self.forget_asked(desk);
            let chargers = desk.state().combat.has(Role::Charger);
            // The resolution of a charge has an order of its own.
            let charge = !chargers.is_empty();
            let rules = if charge { self.with_later(DIE, rule!("M 9/5")) } else { self.cite(DIE).into() };
            let tested = stage == Stage::CounterCharge && chargers.meets(desk.state().marked(Mark::Willing));
            let rules = if tested { rules.and(self.cite(TESTED_BEFORE)) } else { rules };
            desk.mark(Event::Continued(Frame::Combat(stage)), rules);
        };
        match stage {
            Stage::Refusal => {
                if desk.state().combat.has(Role::Defender).is_empty() {
                    desk.mark(Event::Row { row: row::REFUSED }, self.cite(super::refusal::MAY_EVADE));
                    go(Stage::Advance, desk);
                } else {
                    go(Stage::Engagement, desk);
                }
            }
            Stage::Engagement => {
                self.engage(desk)?;
                go(Stage::CounterCharge, desk);
            }
            Stage::CounterCharge => go(Stage::Reaction, desk),
            Stage::Reaction => go(Stage::Die, desk),
            Stage::Die => self.roll_combat(desk)?,
            Stage::Results => self.guns_follow(desk)?,
            Stage::Advance => self.advance_advance(desk)?,
            Stage::EndOfCharge => self.end_of_charge(desk)?,
        }
        Ok(())
    }

    fn forget_asked<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        for unit in desk.state().combat.has(Role::Asked) {
            desk.mark(Event::Uncast { role: Role::Asked, unit }, self.cite(DIE));
        }
    }

    // ------------------------------------------------------------------------------------------------ engagement

    fn engage<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        if s.combat.fight != super::state::Fight::First {
            // Breakthrough, counter-shock and pursuit need no test.
            return Ok(());
        }
        let testing = self.testing_stacks(s);
        if testing.is_empty() {
            return Ok(());
        }
        match self.edition().combined_test() {
            CombinedTest::Higher => {
                // Of each stack the unit on top alone (R 5.1.3), of these the most willing (R 8.4).
                let tops = testing.filter(|u| {
                    let stack = s.at(*u).map_or(u.only(), |at| s.units_at(at)).and(testing);
                    self.top_fighter(s, stack) == Some(*u)
                });
                let top = tops.max_by_key(|u| (self.values(s, *u).engagement, usize::MAX - u.index()));
                let Some(unit) = top else { return Ok(()) };
                let at = s.at(unit);
                let rule = if testing.into_iter().all(|u| s.at(u) == at) { TEST } else { COMBINED_TEST };
                self.test_engagement(unit, testing, rule, desk)?;
            }
            CombinedTest::Each => {
                let mut left = testing;
                while let Some(unit) = left.lowest() {
                    let s = desk.state();
                    let stack = s.at(unit).map_or(unit.only(), |at| s.units_at(at)).and(testing);
                    let stack = stack.or(unit.only());
                    let top = self.top_fighter(s, stack).unwrap_or(unit);
                    left = left.less(stack);
                    let rule = if testing == stack { TEST } else { COMBINED_TEST };
                    self.test_engagement(top, stack, rule, desk)?;
                }
            }
        }
        let s = desk.state();
        let attackers = s.combat.has(Role::Attacker).less(s.combat.has(Role::Charger));
        if self.rulings.failed_combined == FailedCombined::None && testing.meets(s.marked(Mark::Unwilling)) {
            self.leave_attack(attackers, FAILED, desk);
        }
        self.widen(desk);
        Ok(())
    }

    /// The attackers whose stacks must test engagement: without orders, and neither charging nor tested. A stack tests as a
    /// whole, by its unit on top (5.1.3): where some of it have orders, by the ruling `stack-of-mixed-orders`.
    fn testing_stacks(&self, s: &State) -> UnitSet {
        let willing = s.combat.has(Role::Charger).or(s.marked(Mark::Willing));
        let attackers = s.combat.has(Role::Attacker).less(willing);
        let without = attackers.less(s.marked(Mark::Ordered));
        let mut testing = UnitSet::EMPTY;
        for unit in without {
            let stack = s.at(unit).map_or(unit.only(), |at| s.units_at(at).and(attackers));
            let tests = match self.rulings.mixed_orders {
                MixedOrders::OneNeedsIt => true,
                MixedOrders::TopNeedsIt => self.top_fighter(s, stack).is_none_or(|top| without.has(top)),
            };
            if tests {
                testing = testing.or(stack);
            }
        }
        testing
    }

    fn test_engagement<J: Journal<Event, Label>>(
        &self,
        top: UnitId,
        stack: UnitSet,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let need = self.values(desk.state(), top).engagement;
        let mut tally = Tally::test(Label::Engagement(top), need.into());
        let mut rules = Cite::and(rule, TOP_TESTS, self.edition()).and(self.cite(ENGAGEMENT));
        let s = desk.state();
        if s.at(top).is_some_and(|at| s.units_at(at).meets(self.units.arm(Arm::Artillery))) {
            rules = rules.and(self.cite(BENEATH));
        }
        match desk.test(&mut tally, Die::D10, rules)? {
            Passed::Yes => {
                let rules = rule.and(ORDERS_OR_TEST, self.edition()).and(self.cite(super::declaration::MUST_FIGHT));
                self.mark_under(stack, Mark::Willing, rules, desk);
            }
            Passed::No => {
                desk.note(Label::Stays(top), self.cite(FAILED));
                self.mark(stack, Mark::Unwilling, FAILED, desk);
                self.leave_attack(stack, FAILED, desk);
            }
        }
        Ok(())
    }

    /// Units that do not attack after all.
    pub(super) fn leave_attack<J: Journal<Event, Label>>(&self, units: UnitSet, rule: Cite, desk: &mut Table<'_, J>) {
        for unit in units {
            for role in [Role::Attacker, Role::Charger] {
                if desk.state().combat.has(role).has(unit) {
                    desk.mark(Event::Uncast { role, unit }, self.cite(rule));
                }
            }
        }
    }

    /// Hexes that nobody attacks any more: whoever has them in front must attack them too, otherwise they are out.
    fn widen<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let hexes = s.combat.hexes;
        for cell in hexes.into_iter().flatten() {
            let s = desk.state();
            let attackers = s.combat.has(Role::Attacker);
            let here = s.units_at(cell).and(s.combat.has(Role::Defender));
            if here.is_empty() || attackers.into_iter().any(|u| self.aims_at(s, u, cell)) {
                continue;
            }
            let mut others = attackers.or(self.undecided(s));
            // A charge that strikes its target alone strikes nobody else for that.
            if self.rulings.charge_attacks == ChargeAttacks::Target {
                others = others.less(s.combat.has(Role::Charger)).less(s.marked(Mark::Charging));
            }
            let mut taken = false;
            for unit in others {
                let s = desk.state();
                let bit = (0..2).find(|i| self.front_cell(s, unit, *i) == Some(cell));
                if let Some(i) = bit {
                    let aim = s.aim[unit.index()] | (1 << i);
                    desk.fact(Event::Aimed { unit, aim }, self.cite(LEFT_BOTH));
                    taken |= attackers.has(unit);
                }
            }
            if !taken {
                for unit in here {
                    desk.mark(Event::Uncast { role: Role::Defender, unit }, self.cite(LEFT_BOTH));
                    desk.mark(Event::Unmarked { mark: Mark::Attacked, unit }, self.cite(LEFT_BOTH));
                }
            }
        }
    }

    fn aims_at(&self, s: &State, unit: UnitId, cell: Cell) -> bool {
        let charging = s.combat.has(Role::Charger).has(unit);
        let strikes = |i: usize| {
            if charging {
                self.charges_over(s, unit, s.facing(unit).front()[i])
            } else {
                s.aim[unit.index()] & (1 << i) != 0
            }
        };
        (0..2).any(|i| strikes(i) && self.front_cell(s, unit, i) == Some(cell))
    }

    // -------------------------------------------------------------------------------------------- counter-charge

    /// The units on top of cavalry stacks that may still counter-charge: in good order, charged in front (9.4).
    fn may_counter_charge(&self, s: &State) -> UnitSet {
        let chargers = s.combat.has(Role::Charger).and(s.combat.has(Role::Attacker));
        if chargers.is_empty() {
            return UnitSet::EMPTY;
        }
        let defenders = s.combat.has(Role::Defender).and(self.units.arm(Arm::Cavalry)).less(s.combat.has(Role::Asked));
        defenders
            .filter(|unit| {
                let Some(at) = s.at(*unit) else { return false };
                let stack = s.units_at(at);
                self.top_fighter(s, stack) == Some(*unit)
                    && s.order(*unit) == Order::Good
                    && chargers.into_iter().any(|charger| s.at(charger).is_some_and(|from| self.faces(s, *unit, from)))
            })
            .collect()
    }

    fn perform_counter_charge<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        let Action::CounterCharge { unit } = *action else {
            for unit in self.may_counter_charge(desk.state()) {
                desk.mark(Event::Cast { role: Role::Asked, unit }, self.cite(COUNTER_CHARGE));
            }
            return Ok(());
        };
        let s = desk.state();
        let stack = s.at(unit).map_or(unit.only(), |at| s.units_at(at)).and(self.units.arm(Arm::Cavalry));
        let need = self.values(s, unit).engagement;
        let mut tally = Tally::test(Label::CounterCharge(unit), need.into());
        let heavy = s.combat.has(Role::Charger).meets(self.units.heavy);
        if heavy && !self.units.heavy.has(unit) {
            tally.add(Label::AgainstHeavy, self.charts.charge().counter_heavy, self.cite(AGAINST_HEAVY));
        }
        desk.mark(Event::Cast { role: Role::Asked, unit }, self.cite(COUNTER_CHARGE));
        let mut rules = COUNTER_CHARGE.and(ENGAGEMENT, self.edition());
        if desk.state().combat.pursuits > 0 {
            rules = self.edition().beside(rules, Edition::Montebello, rule!("M 9.4/5"));
        }
        if desk.test(&mut tally, Die::D10, rules)? == Passed::Yes {
            for unit in stack.and(desk.state().combat.has(Role::Defender)) {
                let rules = COUNTERED.and(ONLY_IF_PURSUES, self.edition());
                desk.fact(Event::Cast { role: Role::Countercharger, unit }, rules);
                if self.rulings.counter_charger_end == CounterChargerEnd::All {
                    self.mark(unit.only(), Mark::Charged, COUNTERED, desk);
                }
            }
        }
        Ok(())
    }

    // --------------------------------------------------------------------------------------------------- the die

    fn roll_combat<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let guns = self.units.arm(Arm::Artillery);
        // Whoever reaction fire disordered attacks no more (8.3).
        let s = desk.state();
        let worn = s.combat.has(Role::Attacker).filter(|u| s.order(*u) != Order::Good || s.at(*u).is_none());
        self.leave_attack(worn.collect(), super::reaction::NO_ATTACK, desk);
        let s = desk.state();
        let defenders: UnitSet = s.combat.has(Role::Defender).filter(|u| s.at(*u).is_some()).collect();
        if s.combat.has(Role::Attacker).is_empty() || defenders.is_empty() {
            self.continue_frame(Frame::Combat(Stage::EndOfCharge), DIE, desk);
            return Ok(());
        }
        if defenders.within(guns) {
            desk.mark(Event::Row { row: row::OVERRUN }, self.cite(ARTILLERY_ALONE));
            self.overrun(defenders, ARTILLERY_ALONE, desk)?;
            self.continue_frame(Frame::Combat(Stage::Advance), ARTILLERY_ALONE, desk);
            return Ok(());
        }
        let attack = self.attack(s);
        let mut tally = self.shock_tally(s, &attack);
        let rules = DIE.and(ROUNDED, self.edition());
        let result = desk.roll(&mut tally, Die::D10, rules, |total| self.charts.shock_row(total).value)?;
        let row = match (result.defender, result.attacker_then, result.defender_then) {
            (Toll::RecoilAndDisorder, ..) => row::BREAKTHROUGH,
            (Toll::RecoilAndTest, ..) => row::RECOIL,
            (_, _, super::charts::FollowUp::CounterShockOrPursuit) => row::COUNTER,
            _ => row::REPULSE,
        };
        let rules = self.row_rules(desk.state(), &attack, &tally, row);
        desk.mark(Event::Row { row }, rules);
        let rules = IN_ORDER.and(STRUCK, self.edition()).and(self.cite(EACH_TESTS));
        desk.mark(Event::Continued(Frame::Combat(Stage::Results)), rules);
        if row <= row::RECOIL { self.defenders_lose(defenders, row, desk) } else { self.attackers_lose(desk) }
    }

    /// The rules of the row that was reached: those of the printed tables, and what became of a charge's bonus.
    fn row_rules(&self, s: &State, attack: &Attack, tally: &Tally<Label>, row: u8) -> Cites {
        let mut rules = Cites::from(self.cite(DIE));
        let ratio = tally.modifiers().find_map(|modifier| match modifier.label {
            Label::Ratio(a, d) => Some(self.charts.odds(a.into(), d.into()).1),
            _ => None,
        });
        rules = self.edition().beside_row(rules, tables::shock(row));
        if let Some(ratio) = ratio {
            rules = self.edition().beside_row(rules, tables::odds(ratio));
        }
        if attack.chargers.is_empty() {
            return rules;
        }
        if attack.defenders.meets(s.square) {
            rules = rules.and(self.cite(NO_BONUS));
        } else if attack.attackers.meets(self.units.arm(Arm::Infantry)) {
            rules = rules.and(self.cite(WITH_INFANTRY));
        }
        rules
    }

    /// Artillery that is alone in its hex when it is attacked is lost (8.9, R 8.10).
    fn overrun<J: Journal<Event, Label>>(&self, units: UnitSet, rule: Cite, desk: &mut Table<'_, J>) -> Done {
        for unit in units {
            desk.note(Label::ArtilleryLost(unit), self.cite(rule));
            self.eliminate(unit, rule, desk)?;
        }
        Ok(())
    }

    /// What the table brings to the defenders: first every recoil, then every disorder or test; frames are pushed in the
    /// reverse of that.
    fn defenders_lose<J: Journal<Event, Label>>(&self, defenders: UnitSet, row: u8, desk: &mut Table<'_, J>) -> Done {
        let guns = self.units.arm(Arm::Artillery);
        let s = desk.state();
        let mut alone = UnitSet::EMPTY;
        for unit in defenders.and(guns) {
            let here = s.at(unit).map_or(UnitSet::EMPTY, |at| s.units_at(at));
            if here.and(defenders).within(guns) {
                alone.insert(unit);
            }
        }
        self.overrun(alone, ARTILLERY_OF_TWO, desk)?;
        let order: UnitOrder = self.order_of(desk.state(), defenders.less(alone));
        for unit in order.iter().rev() {
            if guns.has(unit) && self.rulings.guns_of_the_beaten == GunsOfTheBeaten::Test {
                let frame = Frame::Test { unit, trial: Trial::Combat };
                let rules = ARTILLERY_WITH_DEFENDER.and(ARTILLERY_DISORDERED, self.edition());
                self.begin_under(frame, rules, desk)?;
            } else if row == row::BREAKTHROUGH {
                self.begin_frame(Frame::Disorder { unit }, IN_ORDER, desk)?;
            } else {
                self.begin_frame(Frame::Test { unit, trial: Trial::Combat }, IN_ORDER, desk)?;
            }
        }
        for unit in order.iter().rev() {
            let s = desk.state();
            let mates = s.at(unit).is_some_and(|at| s.units_at(at).len() > 1);
            let rules = if mates { IN_ORDER.and(END_APART, self.edition()) } else { self.cite(IN_ORDER).into() };
            self.begin_withdrawal_under(unit, Flight::Recoil, rules, desk)?;
        }
        Ok(())
    }

    fn attackers_lose<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let order = self.order_of(s, s.combat.has(Role::Attacker));
        for unit in order.iter().rev() {
            self.begin_frame(Frame::Test { unit, trial: Trial::Attacker }, IN_ORDER, desk)?;
        }
        for unit in order.iter().rev() {
            self.begin_frame(Frame::Disorder { unit }, IN_ORDER, desk)?;
        }
        Ok(())
    }

    /// Units in a ruled order: hex by hex as in the roster, each stack from the top.
    fn order_of(&self, s: &State, units: UnitSet) -> UnitOrder {
        let mut order = UnitOrder::default();
        let mut left = units;
        while let Some(unit) = left.lowest() {
            let here = s.at(unit).map_or(unit.only(), |at| s.units_at(at)).and(left).or(unit.only());
            left = left.less(here);
            for unit in self.in_order(s, here) {
                order.push(unit);
            }
        }
        order
    }

    /// Begins the withdrawal of a unit from where it stands.
    pub(super) fn begin_withdrawal<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        flight: Flight,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.begin_withdrawal_under(unit, flight, self.cite(rule).into(), desk)
    }

    /// The same under several rules.
    pub(super) fn begin_withdrawal_under<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        flight: Flight,
        rules: Cites,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let Some(at) = s.at(unit) else { return Ok(()) };
        let retreat = self.charts.retreat();
        // A retreat that follows a recoil goes on from it: away from the hex of the combat, which it has left already
        // (the rulings `retreat-initial-hex` and `retreat-first-hex-again`).
        let recoiled = s.combat.trails.iter().find(|t| t.from.is_some() && usize::from(t.unit) == unit.index());
        let (mut origin, mut gone) = (at, 0);
        if let (Flight::Retreat, Some(from)) = (flight, recoiled.and_then(|trail| trail.from)) {
            if self.rulings.retreat_origin == RetreatOrigin::CombatHex {
                origin = from;
            }
            gone = u8::from(self.rulings.first_hex == FirstHex::Once);
        }
        let left = match flight {
            Flight::Recoil => retreat.recoil.value,
            Flight::Retreat => match self.units.arm_of(unit) {
                Arm::Infantry => retreat.infantry.value,
                Arm::Cavalry => retreat.cavalry.value,
                Arm::Artillery => retreat.artillery.value,
            },
            Flight::Evasion => 1,
        };
        self.begin_under(Frame::Withdrawal(Withdrawal { unit, flight, left, gone, origin }), rules, desk)
    }

    /// Artillery stacked with attackers goes back with them if all of them went (8.9, R 8.10).
    fn guns_follow<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let lost = s.combat.row > row::RECOIL;
        if let Some(gun) = s.combat.has(Role::Gun).lowest() {
            desk.mark(Event::Uncast { role: Role::Gun, unit: gun }, self.cite(ARTILLERY_WITH_ATTACKER));
            let s = desk.state();
            let alone = s.at(gun).is_some_and(|at| s.units_at(at).within(self.units.arm(Arm::Artillery)));
            if lost && alone {
                self.begin_withdrawal(gun, Flight::Recoil, ARTILLERY_WITH_ATTACKER, desk)?;
            }
            // It is disordered in any case, or only if it goes back too: the ruling `artillery-with-losing-attacker`.
            if lost && (alone || self.rulings.guns_of_the_repulsed == GunsOfTheRepulsed::RetreatOnly) {
                self.begin_frame(Frame::Disorder { unit: gun }, ARTILLERY_WITH_ATTACKER, desk)?;
            }
            return Ok(());
        }
        self.continue_frame(Frame::Combat(Stage::Advance), IN_ORDER, desk);
        Ok(())
    }

    // ------------------------------------------------------------------------------------------- the end of it

    /// Goes on to the end of the charge, which is the end of the combat.
    pub(super) fn close_combat<J: Journal<Event, Label>>(&self, rule: Cite, desk: &mut Table<'_, J>) {
        self.continue_frame(Frame::Combat(Stage::EndOfCharge), rule, desk);
    }

    fn end_of_charge<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        if let Some(unit) = desk.state().marked(Mark::Charged).lowest() {
            desk.mark(Event::Unmarked { mark: Mark::Charged, unit }, self.cite(AFTER_PURSUITS));
            if desk.state().at(unit).is_none() {
                return Ok(());
            }
            let s = desk.state();
            let spared = match self.edition().end_of_charge() {
                EndOfCharge::Disorder => {
                    self.rulings.end_of_charge == EndOfChargeDisorder::Once && s.order(unit) != Order::Good
                }
                EndOfCharge::Test => {
                    self.rulings.end_test_of_routed == EndTestOfRouted::None && s.order(unit) == Order::Routed
                }
            };
            if spared {
                return Ok(());
            }
            let frame = match self.edition().end_of_charge() {
                EndOfCharge::Disorder => Frame::Disorder { unit },
                EndOfCharge::Test => Frame::Test { unit, trial: Trial::EndOfCharge },
            };
            return self.begin_under(frame, END_OF_CHARGE.and(ON_TOP, self.edition()), desk);
        }
        desk.mark(Event::CombatClosed, self.cite(DIE));
        self.end_frame(DIE, desk);
        Ok(())
    }
}

/// Units in a ruled order, without an allocation.
struct UnitOrder {
    units: [Option<UnitId>; 64],
    len: usize,
}

impl Default for UnitOrder {
    fn default() -> Self {
        Self { units: [None; 64], len: 0 }
    }
}

impl UnitOrder {
    fn push(&mut self, unit: UnitId) {
        if let Some(slot) = self.units.get_mut(self.len) {
            *slot = Some(unit);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = UnitId> + '_ {
        self.units[..self.len].iter().flatten().copied()
    }
}
