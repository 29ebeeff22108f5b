//! Who may attack whom, and the announcement (8.1 to 8.4).

use super::action::{Action, Aim};
use super::charts::Arm;
use super::edition::CavalryShock;
use super::event::Event;
use super::frame::{Frame, Stage};
use super::ground;
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::{AttackedAmong, CombinedChain};
use super::state::{Fight, Mark, Order, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, facing};
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Cites;
use crate::side::{UnitId, UnitSet};

/// Active infantry and cavalry may attack a front hex.
const WHO: Cite = cite!("R 8.1/1", "M 8.2/1");
/// Not disordered, routed, in square, nor artillery.
const NOT_WHO: Cite = cite!("R 8.1/2", "M 8.2/2");
/// No shock from a square.
const FROM_SQUARE: Cite = cite!("R 8.1/2", "M 4.2/11");
/// Artillery neither attacks nor tests.
const ARTILLERY: Cite = cite!("R 8.10/1", "M 8.9/1");
/// No attack on a hex that it could not enter.
const ENTERABLE: Cite = cite!("R 8.1/3", "M 8.2/3");
/// Cavalry's shock.
const CAVALRY: Cite = cite!("R 8.1/5", "M 8.1/2");
/// All enemies in front, unless a friend attacks them.
pub(super) const ALL_IN_FRONT: Cite = cite!("R 8.1/9", "M 8.2/6");
/// A breakthrough or counter-shock is resolved at once.
const AT_ONCE: Cite = cite!("R 8.8/7", "M 8.7.2/2");
/// A breakthrough needs no test.
const NO_TEST: Cite = cite!("R 8.8/3", "M 8.7.2/4");
/// Nor does a counter-shock.
const NO_COUNTER_TEST: Cite = cite!("R 8.8/8", "M 8.7.2/8");
/// Nobody has to attack.
pub(super) const VOLUNTARY: Cite = cite!("R 8.1/7", "M 8.3.1/1");
/// Attacks that are not combined, one by one in the owner's order.
const ONE_BY_ONE: Cite = cite!("R 8.4/2", "M 8.3.2/1");
/// Save by breakthrough and pursuit.
const AGAIN: Cite = cite!("R 8.8/2", "M 8.2/8");
/// An enemy is attacked once in an activation.
const ONCE: Cite = cite!("R 8.1/10", "M 8.2/7");
/// Announced before any test.
pub(super) const ANNOUNCED: Cite = cite!("R 8.2/2", "M 8.3.1/3");
/// What is announced is fought.
pub(super) const MUST_FIGHT: Cite = cite!("R 8.1/8", "M 8.3.1/4");
/// Units of adjacent hexes attack together.
const COMBINED: Cite = cite!("R 8.4/1", "M 8.4.1/1");
/// Their strengths add up.
pub(super) const STRENGTHS: Cite = cite!("R 8.4/3", "M 8.4.1/2");
/// Stacked units attack together.
const STACKED: Cite = cite!("R 5.1.3/3", "M 5.1.3/3");
/// Six front hexes.
pub(super) const SIX_FRONTS: Cite = cite!("R 6.1.2/5", "M 6.1.2/5");

impl JoursDeGloire {
    /// The acting units that might still announce a shock: a first sieve.
    pub(super) fn may_fight(&self, s: &State) -> UnitSet {
        let Some(side) = s.acting() else { return UnitSet::EMPTY };
        let mut able = self
            .free_to_act(s)
            .less(self.units.arm(Arm::Artillery))
            .less(s.disordered)
            .less(s.routed)
            .less(s.square)
            .less(s.marked(Mark::Charging))
            .less(s.marked(Mark::Unwilling));
        if self.edition().cavalry_shock() == CavalryShock::OnlyByCharge {
            able = able.less(self.units.arm(Arm::Cavalry));
        }
        able.filter(|unit| s.at(*unit).is_some_and(|at| !self.adjacent_to(s, at, side.enemy()).is_empty())).collect()
    }

    fn judge_attacker(&self, s: &State, unit: UnitId) -> Judged {
        self.judge_actor(s, unit)?;
        match self.units.arm_of(unit) {
            Arm::Artillery => {
                let rules = NOT_WHO.and(ARTILLERY, self.edition());
                return Err(super::play::No { rules, why: Why::Arm(unit) });
            }
            Arm::Cavalry if self.edition().cavalry_shock() == CavalryShock::OnlyByCharge => {
                return self.no(CAVALRY, Why::Arm(unit));
            }
            _ => {}
        }
        if s.order(unit) != Order::Good {
            return self.no(NOT_WHO, Why::Condition(unit, s.order(unit)));
        }
        if s.square.has(unit) {
            let rules = NOT_WHO.and(FROM_SQUARE, self.edition());
            return Err(super::play::No { rules, why: Why::Already(unit) });
        }
        if s.marked(Mark::Unwilling).has(unit) {
            return self.no(super::charge::FAILED_STAYS, Why::Unwilling(unit));
        }
        if s.marked(Mark::Charging).has(unit) {
            return self.no(MUST_FIGHT, Why::Already(unit));
        }
        Ok(())
    }

    /// The enemies that a unit may attack over this hexside, or the rule that forbids it.
    pub(super) fn attackable(&self, s: &State, unit: UnitId, from: Cell, dir: Dir) -> Result<UnitSet, super::play::No> {
        let enemies = match self.map.grid.neighbour(from, dir) {
            Some(cell) => s.units_at(cell).and(self.units.side(self.side_of(unit).enemy())),
            None => UnitSet::EMPTY,
        };
        let Some(enemy) = enemies.lowest() else {
            let rules = WHO.and(facing::ONLY_FRONT, self.edition()).and(self.cite(facing::TWO_FRONTS));
            return Err(super::play::No { rules, why: Why::NotInFront(unit) });
        };
        let step = self.step_over(s, self.units.arm_of(unit), from, dir);
        if step.normal.min(step.beside) == ground::NEVER {
            return self.no(ENTERABLE, Why::Terrain(unit));
        }
        // Whoever was attacked does not shield others that he joins (the ruling `attacked-among-others`).
        let attacked = s.marked(Mark::Attacked);
        let shielded = self.rulings.attacked_among == AttackedAmong::Falls && enemies.meets(attacked);
        if shielded || enemies.within(attacked) {
            return self.no(ONCE, Why::Already(enemy));
        }
        Ok(enemies)
    }

    pub(super) fn judge_declaration(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Shock { unit, aim } => {
                self.judge_attacker(s, unit)?;
                let Some(from) = s.at(unit) else { return self.no(WHO, Why::NotThere(unit)) };
                let stack = self.shock_stack(s, from);
                if stack.lowest() != Some(unit) {
                    return self.no(STACKED, Why::Precedence(stack.lowest().unwrap_or(unit)));
                }
                self.judge_whole_stack(s, from, stack)?;
                let old = s.aim[unit.index()];
                if old & aim.bits() == aim.bits() || old & !aim.bits() != 0 {
                    return self.no(MUST_FIGHT, Why::Already(unit));
                }
                let front = s.facing(unit).front();
                for (bit, dir) in [(1, front[0]), (2, front[1])] {
                    if aim.bits() & bit != 0 {
                        for member in stack {
                            self.attackable(s, member, from, dir)?;
                        }
                        self.judge_together(s, unit, from, dir)?;
                    }
                }
                Ok(())
            }
            // A unit with six front hexes turns to the attack that it wants (6.1.2).
            Action::Pivot { unit, facing } => {
                self.judge_attacker(s, unit)?;
                let six = s.at(unit).is_some_and(|at| self.six_fronts_at(at));
                if !six || s.facing(unit) == facing {
                    return self.no(facing::SIX_FRONTS, Why::TurnTooFar(unit));
                }
                if !self.may_fight(s).has(unit) {
                    return self.no(facing::SIX_FRONTS, Why::NotInFront(unit));
                }
                let announced = s.marked(Mark::Declared).or(s.marked(Mark::Laid));
                match self.facing_alike(s, unit).and(announced).lowest() {
                    Some(other) => self.no(MUST_FIGHT, Why::Already(other)),
                    None => Ok(()),
                }
            }
            _ => self.no(super::activation::SEQUENCE, Why::NoAnswer),
        }
    }

    /// Who attacks a hex beside others stands next to one of them: a chain of adjacent hexes (8.4, the ruling
    /// `combined-attackers-adjacent`).
    fn judge_together(&self, s: &State, unit: UnitId, from: Cell, dir: Dir) -> Judged {
        if self.rulings.combined_chain == CombinedChain::Defender {
            return Ok(());
        }
        let Some(cell) = self.map.grid.neighbour(from, dir) else { return Ok(()) };
        let mut apart = None;
        for other in self.undecided(s) {
            let Some(at) = s.at(other) else { continue };
            if !self.aims(s, other).any(|aimed| aimed == cell) {
                continue;
            }
            if self.map.grid.distance(at, from) <= 1 {
                return Ok(());
            }
            apart.get_or_insert(other);
        }
        match apart {
            Some(with) => self.no(COMBINED, Why::Apart { unit, with }),
            None => Ok(()),
        }
    }

    /// The units of a hex that attack together: infantry and cavalry in good order (5.1.3).
    fn shock_stack(&self, s: &State, cell: Cell) -> UnitSet {
        s.units_at(cell).filter(|unit| self.judge_attacker(s, *unit).is_ok()).collect()
    }

    /// Whether nobody of the hex is left out of its attack but the disordered, and who fights by charging (5.1.3): not if
    /// one may not attack, since it is not activated, its commander's initiative failed, or its test to charge did.
    fn judge_whole_stack(&self, s: &State, cell: Cell, stack: UnitSet) -> Judged {
        let others = s.units_at(cell).less(stack).less(self.units.arm(Arm::Artillery));
        let others = others.less(s.disordered).less(s.routed).less(s.marked(Mark::Charging));
        match others.lowest().map(|other| self.judge_attacker(s, other)) {
            Some(Err(no)) => Err(super::play::No { rules: self.cite(STACKED).into(), ..no }),
            _ => Ok(()),
        }
    }

    pub(super) fn candidates_declaration(&self, s: &State, each: &mut dyn FnMut(Action)) {
        for unit in self.may_fight(s) {
            for aim in Aim::ALL {
                each(Action::Shock { unit, aim });
            }
            if s.at(unit).is_some_and(|at| self.six_fronts_at(at)) {
                for facing in crate::hex::Vertex::ALL {
                    each(Action::Pivot { unit, facing });
                }
            }
        }
    }

    pub(super) fn perform_declaration<J: Journal<Event, Label>>(
        &self,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        match *action {
            Action::Shock { unit, aim } => {
                let stack = s.at(unit).map_or(unit.only(), |from| self.shock_stack(s, from));
                let rules =
                    if stack.len() > 1 { ANNOUNCED.and(STACKED, self.edition()) } else { self.cite(ANNOUNCED).into() };
                let rider = self.units.arm_of(unit) == Arm::Cavalry;
                let rules = if rider { rules.and(self.cite(CAVALRY)) } else { rules };
                self.mark_under(stack, Mark::Declared, rules, desk);
                for unit in stack {
                    let rule = if self.units.arm_of(unit) == Arm::Cavalry { CAVALRY } else { ANNOUNCED };
                    desk.fact(Event::Aimed { unit, aim: aim.bits() }, self.cite(rule));
                }
            }
            Action::Pivot { unit, facing } => {
                let units = self.facing_alike(s, unit);
                self.face(units, facing, facing::SIX_FRONTS, desk);
                // Once: so that the step ends.
                self.mark(units, Mark::Laid, facing::USUAL_FRONTS, desk);
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the announcement is complete: every enemy in a front hex of one who attacks is attacked, by it or by
    /// another (8.1, 8.2).
    pub(super) fn judge_declared(&self, s: &State) -> Judged {
        let attacked = self.all_aimed_at(s);
        for unit in s.marked(Mark::Declared) {
            let Some(from) = s.at(unit) else { continue };
            for dir in s.facing(unit).front() {
                if let Ok(enemies) = self.attackable(s, unit, from, dir)
                    && let Some(enemy) = enemies.less(attacked).lowest()
                {
                    return self.no(ALL_IN_FRONT, Why::MustAttack { unit, enemy });
                }
            }
        }
        Ok(())
    }

    /// The hexes that a unit attacks now: as announced, or for a charge whatever stands in its front hexes.
    pub(super) fn aims(&self, s: &State, unit: UnitId) -> impl Iterator<Item = Cell> + use<'_> {
        let mut cells = [None; 2];
        if let Some(from) = s.at(unit) {
            let charging = s.marked(Mark::Charging).has(unit);
            for (i, dir) in s.facing(unit).front().into_iter().enumerate() {
                let there = if charging && !self.charges_over(s, unit, dir) {
                    UnitSet::EMPTY
                } else if charging {
                    self.chargeable(s, unit, from, dir).less(s.marked(Mark::Attacked))
                } else if s.aim[unit.index()] & (1 << i) != 0 {
                    self.attackable(s, unit, from, dir).unwrap_or(UnitSet::EMPTY)
                } else {
                    UnitSet::EMPTY
                };
                if !there.is_empty() {
                    cells[i] = self.map.grid.neighbour(from, dir);
                }
            }
        }
        cells.into_iter().flatten()
    }

    fn all_aimed_at(&self, s: &State) -> UnitSet {
        let mut attacked = UnitSet::EMPTY;
        for unit in self.undecided(s) {
            for cell in self.aims(s, unit) {
                attacked = attacked.or(s.units_at(cell));
            }
        }
        attacked
    }

    /// The units that have announced a shock or reached the target of their charge, and have not fought yet.
    pub(super) fn undecided(&self, s: &State) -> UnitSet {
        s.marked(Mark::Declared).or(s.marked(Mark::Charging)).less(s.disordered).less(s.routed).less(s.eliminated)
    }

    // --------------------------------------------------------------------------------------------- the combats

    pub(super) fn judge_fight(&self, s: &State, action: &Action) -> Judged {
        let Action::Fight { unit } = *action else {
            return self.no(super::activation::SEQUENCE, Why::NoAnswer);
        };
        self.judge_actor(s, unit)?;
        if self.undecided(s).has(unit) { Ok(()) } else { self.no(ANNOUNCED, Why::NotInFront(unit)) }
    }

    /// Takes up the combat in which this unit attacks, with all who attack the same hexes.
    pub(super) fn perform_fight<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        let Action::Fight { unit } = *action else { return Ok(()) };
        let s = desk.state();
        let undecided = self.undecided(s);
        let mut attackers = s.at(unit).map_or(unit.only(), |at| s.units_at(at).and(undecided));
        let mut hexes = [None; super::state::HEXES];
        loop {
            // A hex that is met in a pass may be the aim of one who was passed over in it.
            let before = (attackers, hexes);
            for attacker in undecided {
                let known = |cell: Cell| hexes.contains(&Some(cell));
                if !attackers.has(attacker) && !self.aims(s, attacker).any(known) {
                    continue;
                }
                attackers.insert(attacker);
                for cell in self.aims(s, attacker) {
                    if !hexes.contains(&Some(cell))
                        && let Some(slot) = hexes.iter_mut().find(|slot| slot.is_none())
                    {
                        *slot = Some(cell);
                    }
                }
            }
            if (attackers, hexes) == before {
                break;
            }
        }
        self.open_combat(Fight::First, attackers, &hexes, 0, desk)
    }

    /// Opens a combat of these attackers against all enemies in these hexes.
    pub(super) fn open_combat<J: Journal<Event, Label>>(
        &self,
        fight: Fight,
        attackers: UnitSet,
        hexes: &[Option<Cell>],
        pursuits: u8,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let Some(any) = attackers.lowest() else { return Ok(()) };
        let side = self.side_of(any);
        let chargers = match fight {
            Fight::Pursuit => attackers,
            Fight::First => attackers.and(s.marked(Mark::Charging)),
            Fight::Breakthrough | Fight::CounterShock => UnitSet::EMPTY,
        };
        let defenders = hexes
            .iter()
            .flatten()
            .fold(UnitSet::EMPTY, |set, cell| set.or(s.units_at(*cell).and(self.units.side(side.enemy()))));
        self.unmark(attackers, Mark::Declared, ANNOUNCED, desk);
        self.unmark(attackers, Mark::Charging, ANNOUNCED, desk);
        if defenders.is_empty() {
            // Whoever stood there is gone: nothing to fight.
            desk.note(Label::Stays(any), self.cite(WHO));
            return self.strikes_nobody(chargers, desk);
        }
        let rule = if attackers.len() > 1 { COMBINED } else { WHO };
        let s = desk.state();
        let mut rules = Cites::from(self.cite(rule));
        if attackers.len() > 1 {
            rules = rules.and(self.cite(STRENGTHS));
        }
        if fight == Fight::First && !self.undecided(s).less(attackers).is_empty() {
            rules = rules.and(self.cite(ONE_BY_ONE));
        }
        if fight != Fight::First && defenders.meets(s.marked(Mark::Attacked)) {
            rules = rules.and(self.cite(AGAIN));
        }
        match fight {
            Fight::Breakthrough => rules = rules.and(self.cite(AT_ONCE)).and(self.cite(NO_TEST)),
            Fight::CounterShock => rules = rules.and(self.cite(AT_ONCE)).and(self.cite(NO_COUNTER_TEST)),
            Fight::First | Fight::Pursuit => {}
        }
        desk.fact(Event::CombatOpened { fight, attacker: side, pursuits }, rules);
        for cell in hexes.iter().flatten() {
            desk.fact(Event::CombatHex { cell: *cell }, self.cite(rule));
        }
        let cast = |units: UnitSet, role: Role, desk: &mut Table<'_, J>| {
            for unit in units {
                let square = role == Role::Defender && desk.state().square.has(unit);
                let rules = if square { self.with_later(rule, rule!("M 4.2/12")) } else { self.cite(rule).into() };
                desk.mark(Event::Cast { role, unit }, rules);
            }
        };
        cast(attackers, Role::Attacker, desk);
        cast(chargers, Role::Charger, desk);
        cast(defenders, Role::Defender, desk);
        let guns: UnitSet = {
            let s = desk.state();
            let hexes = attackers.filter_map(|unit| s.at(unit));
            hexes.fold(UnitSet::EMPTY, |set, cell| set.or(s.units_at(cell).and(self.units.arm(Arm::Artillery))))
        };
        cast(guns, Role::Gun, desk);
        self.free_by_combat(attackers.or(defenders), desk);
        // Breakthrough and pursuit are exceptions, and do not count; counter-shocks are the other side's.
        if fight == Fight::First {
            self.mark(defenders, Mark::Attacked, ONCE, desk);
        }
        self.mark(chargers, Mark::Charged, super::charge::ALL_IN_FRONT, desk);
        let stage = if chargers.is_empty() { Stage::Refusal } else { Stage::Engagement };
        self.begin_frame(Frame::Combat(stage), rule, desk)
    }

    // --------------------------------------------------------------------------------------------------- the tally
}
