//! Shock: who may attack whom, the announcement, and the tally of the die (8.1 to 8.6).

use super::action::{Action, Aim};
use super::charts::{Arm, Assault, Barrier, Crossing, ShockModifier, Terrain, Water};
use super::edition::{CavalryShock, Edition};
use super::event::Event;
use super::frame::{Frame, Stage};
use super::ground;
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::{
    CavalryBesideInfantry, FrontAndRearReading, PositionOfTwo, PursuitPenaltyGrowth, SquareModifiers,
};
use super::state::{Fight, Mark, Order, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, facing};
use crate::figures::Figure;
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Cites;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

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
const STRENGTHS: Cite = cite!("R 8.4/3", "M 8.4.1/2");
/// Stacked units attack together.
const STACKED: Cite = cite!("R 5.1.3/3", "M 5.1.3/3");
/// Those of a stack too, without artillery and disordered units.
const STACK_STRENGTH: Cite = cite!("R 5.1.3/4", "M 5.1.3/4");
/// The ratio of strengths.
const RATIO: Cite = cite!("R 8.6.1/1", "M 8.6.1/1");
/// The cohesion differential.
const COHESION: Cite = cite!("R 8.6.2/1", "M 8.6.2/1");
/// The terrain.
const TERRAIN: Cite = cite!("R table 6/3", "M 8.5/1");
/// Clear ground: the attacker chooses.
const ATTACKER_CHOOSES: Cite = cite!("R 8.4/5", "M 8.4.2/1");
/// Otherwise the defender.
const DEFENDER_CHOOSES: Cite = cite!("R 8.4/6", "M 8.4.2/2");
/// Several defenders: the hex that suits them.
const DEFENDERS_HEX: Cite = cite!("R 8.4/7", "M 8.4.3/1");
/// Six front hexes.
const SIX_FRONTS: Cite = cite!("R 6.1.2/5", "M 6.1.2/5");
/// From behind.
const REAR: Cite = cite!("R 6.1.2/4", "M 6.1.2/4");
/// From front and rear.
const FRONT_AND_REAR: Cite = cite!("R table 6/6", "M 6.1.2/4");
/// An enemy behind the attacker.
const EXPOSED: Cite = cite!("R table 6/7", "M 8.5/1");
/// A routed defender.
const ROUTED: Cite = cite!("R table 6/4", "M 10.2/11");
/// The charge bonus of heavy cavalry.
const HEAVY: Cite = cite!("R 9.2/1", "M 9.2/3");
/// The charge bonus of other cavalry.
const LIGHT: Cite = cite!("R 9.2/2", "M 9.2/3");
/// Against a square.
const SQUARE: Cite = cite!("R 9.3.1/2", "M 9.2/4");
/// Cavalry that does not charge.
const CAVALRY_SHOCK: Cite = cite!("R 8.1/5", "M 9.1/12");
/// Further charges of a pursuit.
const PENALTY: Cite = cite!("R 9.5/13", "M 9.5.2/12");
/// Where cavalry stands in it the bonus stays.
const CASSINA_CAVALRY: Cite = cite!("R table 1/1", "M specific 8.6/2");
/// A bridge does not take a stream's modifier away.
const STREAM_BRIDGE: Cite = cite!("R table 1/K", "M specific 0.2/4");
/// A cassina takes the bonus of clear ground away.
const CASSINA: Cite = cite!("R table 1/1", "M specific 8.6/1");

/// An attack to be reckoned: who attacks whom, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The units that attack, artillery apart.
    pub attackers: UnitSet,
    /// Those of them that charge.
    pub chargers: UnitSet,
    /// The units attacked.
    pub defenders: UnitSet,
    /// Whether the charge bonus stands.
    pub bonus: Bonus,
    /// How many pursuit charges came before, this one included; 0 for an initial charge.
    pub pursuits: u8,
}

/// Whether the charge bonus stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// It does.
    Stands,
    /// A counter-charge took it away (9.4).
    Countered,
}

impl JoursDeGloire {
    // --------------------------------------------------------------------------------------------- the announcement

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
        let step = self.ground.step(self.units.arm_of(unit), from, dir);
        if step.normal.min(step.beside) == ground::NEVER {
            return self.no(ENTERABLE, Why::Terrain(unit));
        }
        if enemies.meets(s.marked(Mark::Attacked)) {
            return self.no(ONCE, Why::AttackedAlready(enemy));
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
                let announced = s.marked(Mark::Declared).or(s.marked(Mark::Restacked));
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
                let rider = self.edition() == Edition::Montebello && self.units.arm_of(unit) == Arm::Cavalry;
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
                self.mark(units, Mark::Restacked, facing::USUAL_FRONTS, desk);
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
                let there = if charging {
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
            let before = attackers;
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
            if attackers == before {
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
            return Ok(());
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
            desk.mark(Event::CombatHex { cell: *cell }, self.cite(rule));
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
        self.mark(defenders, Mark::Attacked, ONCE, desk);
        self.mark(chargers, Mark::Charged, super::charge::ALL_IN_FRONT, desk);
        let stage = if chargers.is_empty() { Stage::Refusal } else { Stage::Engagement };
        self.begin_frame(Frame::Combat(stage), rule, desk)
    }

    // --------------------------------------------------------------------------------------------------- the tally

    /// The attack that is being resolved.
    pub(super) fn attack(&self, s: &State) -> Attack {
        let c = &s.combat;
        let countered = !c.has(Role::Countercharger).is_empty();
        Attack {
            attackers: c.has(Role::Attacker),
            chargers: c.has(Role::Charger).and(c.has(Role::Attacker)),
            defenders: c.has(Role::Defender),
            bonus: if countered { Bonus::Countered } else { Bonus::Stands },
            pursuits: c.pursuits,
        }
    }

    /// The modifiers of a shock or charge, one by one, in the order of the rulebook's account: ratio, terrain, cohesion,
    /// charge, condition and position, pursuit.
    pub fn shock_tally(&self, s: &State, attack: &Attack) -> Tally<Label> {
        let guns = self.units.arm(Arm::Artillery);
        let (attackers, defenders) = (attack.attackers.less(guns), attack.defenders.less(guns));
        let lead = attack.attackers.lowest().or(attack.defenders.lowest());
        let what = lead.map_or(Label::StrategicInitiative, |unit| {
            if attack.pursuits > 0 {
                Label::PursuitCharge(unit)
            } else if !attack.chargers.is_empty() {
                Label::Charge(unit)
            } else {
                Label::Shock(unit)
            }
        });
        let mut tally = Tally::new(what);
        let strength = |units: UnitSet| units.map(|u| u16::from(self.values(s, u).strength)).sum::<u16>();
        let (a, d) = (strength(attackers), strength(defenders));
        let short = |points: u16| u8::try_from(points).unwrap_or(u8::MAX);
        let together = attack.attackers.lowest().and_then(|unit| s.at(unit)).map(|at| s.units_at(at));
        let rule = match together {
            Some(here) if !attackers.within(here) => STRENGTHS,
            Some(here) if here.len() > 1 => STACK_STRENGTH,
            _ => RATIO,
        };
        tally.add(Label::Ratio(short(a), short(d)), self.charts.odds(a, d).0, self.cite(rule));
        self.terrain_modifiers(s, attack, &mut tally);
        let best = |units: UnitSet| units.map(|u| self.values(s, u).cohesion).max();
        if let (Some(a), Some(d)) = (best(attackers), best(defenders)) {
            let difference = i8::try_from(i16::from(a) - i16::from(d)).unwrap_or(0);
            let figure = Figure::new(difference, crate::figures::Source::Printed);
            tally.add(Label::Differential(a, d), figure, self.cite(COHESION));
        }
        self.charge_modifiers(s, attack, &mut tally);
        self.position_modifiers(s, attack, &mut tally);
        if attack.pursuits > 0 {
            let flat = self.edition() == Edition::Rivoli && self.rulings.pursuit_penalty == PursuitPenaltyGrowth::Flat;
            let nth = if flat { attack.pursuits.min(1) } else { attack.pursuits };
            let figure = self.charts.charge().pursuit(nth);
            tally.add(Label::FurtherCharge(attack.pursuits), figure, self.cite(PENALTY));
        }
        self.against_square(s, attack, tally)
    }

    /// What of the modifiers stands against a square, beside the loss of the bonus (the ruling `square-modifiers`).
    fn against_square(&self, s: &State, attack: &Attack, tally: Tally<Label>) -> Tally<Label> {
        let reading = self.rulings.square_modifiers;
        if reading == SquareModifiers::BonusOnly || attack.chargers.is_empty() || !attack.defenders.meets(s.square) {
            return tally;
        }
        let mut kept = Tally::new(tally.what());
        for m in tally.modifiers() {
            let stands = match reading {
                SquareModifiers::NoFavourable => m.value <= 0,
                _ => m.label == Label::AgainstSquare,
            };
            if stands {
                kept.add(m.label, Figure::new(m.value, m.source), m.rule);
            }
        }
        kept
    }

    fn charge_modifiers(&self, s: &State, attack: &Attack, tally: &mut Tally<Label>) {
        let riders = attack.attackers.and(self.units.arm(Arm::Cavalry)).less(attack.chargers);
        if !attack.chargers.is_empty() {
            if attack.defenders.meets(s.square) {
                let figure = self.charts.shock_modifier(ShockModifier::AgainstSquare);
                tally.add(Label::AgainstSquare, figure, self.cite(SQUARE));
            } else if attack.bonus == Bonus::Stands {
                let heavy = attack.chargers.meets(self.units.heavy);
                let (label, modifier, rule) = if heavy {
                    (Label::HeavyCharge, ShockModifier::HeavyCharge, HEAVY)
                } else {
                    (Label::LightCharge, ShockModifier::LightCharge, LIGHT)
                };
                tally.add(label, self.charts.shock_modifier(modifier), self.cite(rule));
            }
        }
        let beside = attack.attackers.meets(self.units.arm(Arm::Infantry));
        let exempt = beside && self.rulings.cavalry_beside_infantry == CavalryBesideInfantry::CavalryAlone;
        if !riders.is_empty() && !exempt && self.edition().cavalry_shock() == CavalryShock::Allowed {
            let figure = self.charts.shock_modifier(ShockModifier::CavalryShock);
            tally.add(Label::CavalryShock, figure, self.cite(CAVALRY_SHOCK));
        }
    }

    /// The hexes of the defenders, each once.
    fn hexes_of(&self, s: &State, units: UnitSet) -> impl Iterator<Item = (Cell, UnitSet)> {
        let mut left = units;
        core::iter::from_fn(move || {
            loop {
                let unit = left.lowest()?;
                let Some(cell) = s.at(unit) else {
                    left.remove(unit);
                    continue;
                };
                let here = units.filter(|other| s.at(*other) == Some(cell)).collect::<UnitSet>();
                left = left.less(here);
                return Some((cell, here));
            }
        })
    }

    /// The attackers of a defending hex with the hexside through which each strikes.
    fn strikes<'a>(
        &'a self,
        s: &'a State,
        attackers: UnitSet,
        cell: Cell,
    ) -> impl Iterator<Item = (UnitId, Cell, Dir)> + 'a {
        attackers.filter_map(move |unit| {
            let from = s.at(unit)?;
            let dir = self.map.grid.direction(from, cell)?;
            facing::usual_front(s.facing(unit)).contains(dir).then_some((unit, from, dir))
        })
    }

    /// What the ground does for one attacker of one hex: its terrain, and what lies along the hexside.
    fn ground_modifier(
        &self,
        s: &State,
        defenders: UnitSet,
        (unit, from, dir): (UnitId, Cell, Dir),
        cell: Cell,
        charging: UnitSet,
    ) -> ((Terrain, Figure<i8>), Figure<i8>) {
        let assault = if charging.has(unit) {
            Assault::Charge
        } else if self.units.arm_of(unit) == Arm::Cavalry {
            Assault::CavalryShock
        } else {
            Assault::Infantry
        };
        let mut terrain = self.map.terrain(cell);
        let here = s.units_at(cell).and(defenders);
        if terrain == Terrain::Cassina && !here.meets(self.units.arm(Arm::Infantry)) {
            terrain = Terrain::Clear;
        }
        let edge = self.map.edge_of(from, dir);
        let mut hexside = Figure::new(0i8, crate::figures::Source::Printed);
        let mut work = false;
        for (barrier, slant) in ground::barriers(edge, from) {
            let figure = match (barrier, edge.crossing) {
                (Barrier::Stream, Some(crossing)) => self.charts.crossing_shock(crossing, Water::Stream, assault),
                (Barrier::River, Some(crossing)) => self.charts.crossing_shock(crossing, Water::River, assault),
                _ => self.charts.barrier_shock(barrier, assault, slant),
            };
            work |= matches!(barrier, Barrier::Redoubt | Barrier::Fortification);
            hexside = Figure::new(hexside.value.saturating_add(figure.value), hexside.source.weaker(figure.source));
        }
        let mut ground = self.charts.terrain_shock(terrain, assault);
        if work {
            // A work's modifier is not added to that of the terrain in it (footnote i).
            ground = Figure::new(0, ground.source);
        }
        ((terrain, ground), hexside)
    }

    /// Terrain of the hex and hexside: who chooses takes what is best for it; of several hexes the defender's best
    /// counts (8.4).
    fn terrain_modifiers(&self, s: &State, attack: &Attack, tally: &mut Tally<Label>) {
        let guns = self.units.arm(Arm::Artillery);
        let attackers = attack.attackers.less(guns);
        type Ground = ((Terrain, Figure<i8>), Figure<i8>, (Cell, Cell));
        let mut chosen: Option<(i16, Ground, Cite)> = None;
        let mut several = 0;
        for (cell, here) in self.hexes_of(s, attack.defenders) {
            several += 1;
            let clear = matches!(self.map.terrain(cell), Terrain::Clear);
            let mut best: Option<(i16, Ground)> = None;
            for strike in self.strikes(s, attackers, cell) {
                let (ground, hexside) = self.ground_modifier(s, here, strike, cell, attack.chargers);
                let sum = i16::from(ground.1.value) + i16::from(hexside.value);
                let better = best.is_none_or(|(other, ..)| if clear { sum > other } else { sum < other });
                if better {
                    best = Some((sum, (ground, hexside, (strike.1, cell))));
                }
            }
            if let Some((sum, ground)) = best
                && chosen.is_none_or(|(other, ..)| sum < other)
            {
                chosen = Some((sum, ground, if clear { ATTACKER_CHOOSES } else { DEFENDER_CHOOSES }));
            }
        }
        if let Some((_, ((terrain, ground), hexside, (from, cell)), choice)) = chosen {
            let bridged = self
                .map
                .grid
                .between(from, cell)
                .map(|side| self.map.edge(side))
                .is_some_and(|edge| edge.has(Barrier::Stream) && edge.crossing == Some(Crossing::Bridge));
            let rule = if several > 1 {
                DEFENDERS_HEX
            } else if terrain == Terrain::Cassina {
                CASSINA
            } else if self.map.terrain(cell) == Terrain::Cassina {
                CASSINA_CAVALRY
            } else if attackers.len() > 1 {
                choice
            } else {
                TERRAIN
            };
            tally.add(Label::Terrain(terrain), ground, self.cite(rule));
            tally.add_some(Label::Hexside, hexside, self.cite(if bridged { STREAM_BRIDGE } else { rule }));
        }
        let six =
            attackers.less(s.square).first_where(|unit| s.at(*unit).is_some_and(|at| self.six_fronts_at(at))).is_some();
        if six {
            let figure = self.charts.shock_modifier(ShockModifier::SixFronts);
            tally.add(Label::SixFronts, figure, self.cite(SIX_FRONTS));
        }
    }

    fn position_modifiers(&self, s: &State, attack: &Attack, tally: &mut Tally<Label>) {
        let attackers = attack.attackers.less(self.units.arm(Arm::Artillery));
        let fighters = attack.defenders.less(self.units.arm(Arm::Artillery));
        if !fighters.is_empty() && fighters.within(s.routed) {
            let figure = self.charts.shock_modifier(ShockModifier::Routed);
            tally.add(Label::RoutedDefender, figure, self.cite(ROUTED));
        } else {
            // Of several hexes the position must hold for every one (the ruling `position-against-two-hexes`).
            let mut least: Option<Position> = None;
            for (cell, here) in self.hexes_of(s, attack.defenders) {
                let position = self.position(s, attackers, cell, here);
                let every = self.rulings.position_of_two == PositionOfTwo::EveryHex;
                let pick = |other: Position| if every { other.min(position) } else { other.max(position) };
                least = Some(least.map_or(position, pick));
            }
            match least {
                Some(Position::Rear) => {
                    let figure = self.charts.shock_modifier(ShockModifier::Rear);
                    tally.add(Label::Rear, figure, self.cite(REAR));
                }
                Some(Position::FrontAndRear) => {
                    let figure = self.charts.shock_modifier(ShockModifier::FrontAndRear);
                    tally.add(Label::FrontAndRear, figure, self.cite(FRONT_AND_REAR));
                }
                Some(Position::Front) | None => {}
            }
        }
        if self.exposed(s, attack, attackers) {
            let figure = self.charts.shock_modifier(ShockModifier::ExposedAttacker);
            tally.add(Label::AttackerRear, figure, self.cite(EXPOSED));
        }
    }

    /// From where a hex is attacked.
    fn position(&self, s: &State, attackers: UnitSet, cell: Cell, defenders: UnitSet) -> Position {
        let fighters = defenders.less(self.units.arm(Arm::Artillery));
        let Some(top) = self.top_of(s, if fighters.is_empty() { defenders } else { fighters }) else {
            return Position::Front;
        };
        let front = self.front(s, top);
        let (mut before, mut behind) = ([None; 6], [None; 6]);
        for (_, from, dir) in self.strikes(s, attackers, cell) {
            let side = dir.opposite();
            let hexes = if front.contains(side) { &mut before } else { &mut behind };
            hexes[side.index()] = Some(from);
        }
        let each_other = self.rulings.front_and_rear == FrontAndRearReading::EachOther;
        let touching = before
            .iter()
            .flatten()
            .any(|a| behind.iter().flatten().any(|b| !each_other || self.map.grid.direction(*a, *b).is_some()));
        if behind.iter().all(Option::is_none) {
            Position::Front
        } else if touching {
            Position::FrontAndRear
        } else {
            Position::Rear
        }
    }

    /// Whether an attacker has a rear hex in a front hex of an enemy that takes no part.
    fn exposed(&self, s: &State, attack: &Attack, attackers: UnitSet) -> bool {
        let Some(any) = attackers.lowest() else { return false };
        let others = self.units.side(self.side_of(any).enemy()).less(attack.defenders).less(s.routed);
        let rears = |unit: UnitId| {
            let front = self.front(s, unit);
            s.at(unit).into_iter().flat_map(move |at| {
                self.map.grid.neighbours(at).filter(move |(dir, _)| !front.contains(*dir)).map(|(_, cell)| cell)
            })
        };
        let near: UnitSet = others
            .filter(|other| {
                s.at(*other).is_some_and(|at| {
                    attackers
                        .into_iter()
                        .any(|unit| s.at(unit).is_some_and(|here| self.map.grid.distance(at, here) <= 2))
                })
            })
            .collect();
        !near.is_empty()
            && attackers
                .into_iter()
                .any(|unit| rears(unit).any(|cell| near.into_iter().any(|enemy| self.faces(s, enemy, cell))))
    }

    /// The side that attacks in the combat at hand, and the other.
    pub(super) fn sides_of_combat(s: &State) -> (Side, Side) {
        (s.combat.attacker(), s.combat.attacker().enemy())
    }
}

/// From where a hex is attacked: the greater the better for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Position {
    Front,
    Rear,
    FrontAndRear,
}
