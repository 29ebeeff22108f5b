//! Reaction fire (R 8.3, M 8.3.3): artillery that is attacked fires at an attacker before it; infantry too, if that option
//! of Rivoli's is played (R optional 8.3).

use super::action::Action;
use super::charts::Arm;
use super::counter_battery::ONE_ANSWER;
use super::edition::OptionalRules;
use super::event::Event;
use super::fire::{FireKind, LINE, Shot};
use super::frame::{Frame, Stage};
use super::label::Label;
use super::play::{Done, Judged, No, Table};
use super::state::{Mark, Order, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::journal::Journal;
use crate::rule::Cites;
use crate::side::{UnitId, UnitSet};

/// Attacked artillery may fire at an attacker in a front hex.
pub(super) const MAY_FIRE: Cite = cite!("R 8.3/1", "M 8.3.3/1");
/// Each battery alone, on targets of its choice.
const ALONE: Cite = cite!("R 8.3/2", "M 8.3.3/2");
/// After the engagement tests and before the combat.
const WHEN: Cite = cite!("R 8.3/3", "M 8.3.3/3");
/// Not at a unit that failed its test.
const NOT_AT_UNWILLING: Cite = cite!("R 8.3/4", "M 8.3.3/4");
/// Whom it disorders does not attack.
pub(super) const NO_ATTACK: Cite = cite!("R 8.3/7", "M 8.3.3/5");
/// The rest of the stack attacks alone.
const REST_ATTACKS: Cite = cite!("R 8.3/8", "M 8.3.3/6");
/// It strikes the top unit of a stack.
const TOP_UNIT: Cite = cite!("R 5.1.3/10", "M 5.1.3/9");
/// Or the unit beneath, where artillery lies on top.
pub(super) const BENEATH: Cite = cite!("R 5.1.3/11", "M 5.1.3/10");

// An option of Rivoli's alone: the edition guards it.

/// Attacked infantry in good order may fire.
const INFANTRY: Cite = cite!("R optional 8.3/1", "R optional 8.3/1");
/// Once in an activation.
const INFANTRY_ONCE: Cite = cite!("R optional 8.3/2", "R optional 8.3/2");
/// The top unit of a stack; all of them in square.
const INFANTRY_TOP: Cite = cite!("R optional 8.3/9", "R optional 8.3/9");
/// Not in the activation in which it formed square.
const INFANTRY_SQUARE: Cite = cite!("R optional 8.3/10", "R optional 8.3/10");
/// And having fired it does not form square.
const NO_SQUARE_AFTER: Cite = cite!("R optional 8.3/11", "R optional 8.3/11");

impl JoursDeGloire {
    /// Whether the option of infantry's reaction fire is played.
    fn infantry_fires(&self) -> bool {
        self.edition().optional_rules() == OptionalRules::Offered
            && self.options.infantry_fire.on()
            && self.charts.infantry_fire().is_some()
    }

    /// The units of the hexes attacked in the combat at hand.
    fn attacked(&self, s: &State) -> UnitSet {
        let side = self.units.side(s.combat.attacker().enemy());
        s.combat.hexes().fold(UnitSet::EMPTY, |units, cell| units.or(s.units_at(cell))).and(side)
    }

    /// The units of the defender that may fire at an attacker in the combat at hand and were not asked yet.
    pub(super) fn reaction_firers(&self, s: &State) -> UnitSet {
        if s.combat.has(Role::Attacker).is_empty() {
            return UnitSet::EMPTY;
        }
        let mut arms = self.units.arm(Arm::Artillery);
        if self.infantry_fires() {
            arms = arms.or(self.units.arm(Arm::Infantry));
        }
        let able = self.attacked(s).and(arms).less(s.marked(Mark::Reacted)).less(s.combat.has(Role::Asked));
        able.filter(|unit| {
            self.judge_reactor(s, *unit).is_ok()
                && self.reaction_targets(s).any(|target| self.judge_reaction_at(s, *unit, target).is_ok())
        })
        .collect()
    }

    /// The units that reaction fire can strike: the top of each stack that attacks, and the one beneath artillery.
    fn reaction_targets<'a>(&'a self, s: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        s.combat.has(Role::Attacker).flat_map(move |attacker| {
            let here = s.at(attacker).map_or(UnitSet::EMPTY, |at| s.units_at(at));
            // Each stack once: where its first attacker names it.
            let first = here.and(s.combat.has(Role::Attacker)).lowest() == Some(attacker);
            let [top, beneath] = if first { self.top_and_beneath(s, here) } else { [None; 2] };
            top.into_iter().chain(beneath)
        })
    }

    /// The top unit of a stack, and the infantry or cavalry beneath it if it is artillery.
    fn top_and_beneath(&self, s: &State, stack: UnitSet) -> [Option<UnitId>; 2] {
        let top = self.top_of(s, stack);
        [top, self.top_fighter(s, stack).filter(|unit| Some(*unit) != top)]
    }

    /// Whether a unit may fire in reaction at all.
    fn judge_reactor(&self, s: &State, unit: UnitId) -> Judged {
        if !self.knows(unit) {
            return self.no(MAY_FIRE, Why::Unknown);
        }
        if self.side_of(unit) == s.combat.attacker() {
            return self.no(MAY_FIRE, Why::NotYours(unit));
        }
        if !self.attacked(s).has(unit) {
            return self.no(MAY_FIRE, Why::NotThere(unit));
        }
        match self.units.arm_of(unit) {
            Arm::Artillery => {
                self.judge_gun_order(s, unit)?;
                if s.marked(Mark::Reacted).has(unit) {
                    return self.no(ONE_ANSWER, Why::Already(unit));
                }
            }
            Arm::Infantry if self.infantry_fires() => self.judge_musketeer(s, unit)?,
            _ => return self.no(MAY_FIRE, Why::Arm(unit)),
        }
        if s.combat.has(Role::Asked).has(unit) {
            return self.no(WHEN, Why::Already(unit));
        }
        Ok(())
    }

    fn judge_musketeer(&self, s: &State, unit: UnitId) -> Judged {
        if s.order(unit) != Order::Good {
            return self.no(INFANTRY, Why::Condition(unit, s.order(unit)));
        }
        if s.marked(Mark::Reacted).has(unit) {
            return self.no(INFANTRY_ONCE, Why::Already(unit));
        }
        let square = s.square.has(unit);
        if square && s.marked(Mark::Squared).has(unit) {
            return self.no(INFANTRY_SQUARE, Why::Already(unit));
        }
        let here = s.at(unit).map_or(UnitSet::EMPTY, |at| s.units_at(at));
        let infantry = here.and(self.units.arm(Arm::Infantry));
        match self.top_of(s, infantry) {
            Some(top) if top != unit && !infantry.within(s.square) => self.no(INFANTRY_TOP, Why::Precedence(top)),
            _ => Ok(()),
        }
    }

    /// Whether a unit may fire at this one of the attackers.
    fn judge_reaction_at(&self, s: &State, unit: UnitId, target: UnitId) -> Judged {
        if !self.knows(target) {
            return self.no(MAY_FIRE, Why::Unknown);
        }
        let (Some(at), Some(cell)) = (s.at(unit), s.at(target)) else {
            return self.no(MAY_FIRE, Why::NotThere(target));
        };
        let stack = s.units_at(cell);
        if !stack.meets(s.combat.has(Role::Attacker)) {
            let unwilling = s.marked(Mark::Unwilling).meets(stack);
            return self.no(if unwilling { NOT_AT_UNWILLING } else { MAY_FIRE }, Why::NoEnemy);
        }
        let [top, beneath] = self.top_and_beneath(s, stack);
        if top != Some(target) && beneath != Some(target) {
            return self.no(if beneath.is_some() { BENEATH } else { TOP_UNIT }, Why::NotOnTop(target));
        }
        // It does not turn first: only what is in a front hex now.
        if !self.faces(s, unit, cell) {
            return self.no(MAY_FIRE, Why::NotInFront(unit));
        }
        match self.sees_to_fire(s, at, cell).blocked() {
            Some(by) => Err(No { rules: Cites::new(&[by.rule, self.cite(LINE)]), why: Why::NotSeen(unit) }),
            None => Ok(()),
        }
    }

    pub(super) fn judge_reaction(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::React { unit, target } => {
                self.judge_reactor(s, unit)?;
                self.judge_reaction_at(s, unit, target)
            }
            // Batteries do not combine here, and do not turn.
            Action::Fire { unit, .. } => self.no(ALONE, Why::NoPartner(unit)),
            Action::Pivot { unit, .. } => self.no(super::counter_battery::NO_TURN, Why::TurnTooFar(unit)),
            _ => self.no(MAY_FIRE, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_reaction(&self, s: &State, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for unit in self.reaction_firers(s) {
            for target in self.reaction_targets(s) {
                each(Action::React { unit, target });
            }
        }
    }

    pub(super) fn perform_reaction<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        let Action::React { unit, target } = *action else {
            for unit in self.reaction_firers(desk.state()) {
                desk.note(Label::Declines(unit), self.cite(MAY_FIRE));
                desk.mark(Event::Cast { role: Role::Asked, unit }, self.cite(WHEN));
            }
            return Ok(());
        };
        let Some(cell) = desk.state().at(target) else { return Err(super::play::lost("reaction fire off the map")) };
        let once = if self.units.arm_of(unit) == Arm::Artillery { ONE_ANSWER } else { INFANTRY_ONCE };
        self.mark(unit.only(), Mark::Reacted, once, desk);
        desk.mark(Event::Cast { role: Role::Asked, unit }, self.cite(WHEN));
        let shot = Shot { firer: unit, with: None, kind: FireKind::Reaction, target: cell, unit: Some(target) };
        self.shoot(shot, desk)
    }

    /// Once the effects of reaction fire are carried out: attackers whom it disordered take no part in the attack.
    pub(super) fn withdraw_the_shaken<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        let s = desk.state();
        if s.agenda.top() != Some(Frame::Combat(Stage::Reaction)) {
            return;
        }
        let attackers = s.combat.has(Role::Attacker);
        let shaken: UnitSet = attackers.filter(|unit| s.order(*unit) != Order::Good).collect();
        let rest = !attackers.less(shaken).is_empty();
        for unit in shaken {
            for role in [Role::Attacker, Role::Charger] {
                if desk.state().combat.has(role).has(unit) {
                    let rules = [NO_ATTACK, REST_ATTACKS].map(|cite| self.cite(cite));
                    desk.fact(Event::Uncast { role, unit }, Cites::new(if rest { &rules } else { &rules[..1] }));
                }
            }
        }
    }

    /// Whether infantry that fired in reaction may still form square: not in the same activation (R optional 8.3).
    ///
    /// # Errors
    /// The rule, if it may not.
    pub(super) fn judge_square_after_fire(&self, s: &State, units: UnitSet) -> Judged {
        let fired = units.and(self.units.arm(Arm::Infantry)).and(s.marked(Mark::Reacted));
        match fired.lowest() {
            Some(unit) => self.no(NO_SQUARE_AFTER, Why::Already(unit)),
            None => Ok(()),
        }
    }
}
