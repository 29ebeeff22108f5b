//! Recoil and retreat, hex by hex (10.3), and the friends passed through (10.5).

use super::action::Action;
use super::charts::{Arm, Terrain};
use super::edition::{Away, ThroughFriends};
use super::event::Event;
use super::frame::{Flight, Frame, Trial, Withdrawal};
use super::ground::{Breaks, NEVER};
use super::label::Label;
use super::play::{Done, Judged, No, Table, lost};
use super::rulings::{
    AwayFrom, CastlePoints, LaterHexes, RecoilBridge, RetreatOnto, RoutAlone, RoutByFire, RoutRefusing, ThroughSquare,
};
use super::scenario::Refuge;
use super::state::{Mark, Order, Role, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, advance, cite, square};
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule::Cites;
use crate::ruleset::Flow;
use crate::side::{Side, UnitId, UnitSet};

/// One hex, or two or three.
const HEXES: Cite = cite!("R 10.3/1", "M 10.3.1/1");
/// Away from those who caused it.
const AWAY: Cite = cite!("R 10.3/2", "M 10.3.1/2");
/// Beside an attacker where it has no zone.
const BESIDE: Cite = cite!("R 10.3/2", "M 10.3.1/6");
/// Then away from the hex where it stood.
const AWAY_FROM_HEX: Cite = cite!("R 10.3/2", "M 10.3.1/3");
/// Avoiding elimination.
const AVOID: Cite = cite!("R 10.3/2", "M 10.3.1/4");
/// Not completed: lost.
const NOT_COMPLETED: Cite = cite!("R 10.3/3", "M 10.3.1/5");
/// So with the retreat of a rout.
const ROUT_NOT_COMPLETED: Cite = cite!("R 10.2/5", "M 10.2/6");
/// Hexes are counted, not points: friends on the way cost nothing.
const FRIENDS_FREE: Cite = cite!("R 10.3/4", "M 10.3.1/7");
/// It keeps its facing.
const KEEPS_FACING: Cite = cite!("R 10.3.1/1", "M 10.3.2/1");
/// Zones of control do not stop it.
const ZONES_IGNORED: Cite = cite!("R 10.3.4/1", "M 10.3.5/1");
/// The limits of stacking bind during combat.
const STACKING: Cite = cite!("R 5.1.3/1", "M 5.1.3/1");
/// Routed units are free of one of them.
pub(super) const ROUTED_STACK: Cite = cite!("R 5.1/5", "M 5.1.1/6");
/// No river save at a ford or bridge.
const RIVER: Cite = cite!("R 10.3.3/1", "M 10.3.4/1");
/// Steep slopes, fords and bridges disorder.
const BREAKS: Cite = cite!("R 10.3.3/2", "M 10.3.4/2");
/// A castle only with the points for it.
const CASTLE: Cite = cite!("R 10.3.3/1", "M 10.3.4/3");
/// Each enemy front hex entered disorders.
const FRONT_HEX: Cite = cite!("R 10.3.4/2", "M 10.3.5/2");
/// Joining others it faces as they do.
const JOINS: Cite = cite!("R 10.3.1/2", "M 10.3.2/2");
/// It goes on through friends until it can stop.
const THROUGH: Cite = cite!("R 10.5/1", "M 10.5/1");
/// Who is passed through tests.
pub(super) const PASSED: Cite = cite!("R 10.5/2", "M 10.5/2");
/// Leaving the map.
const OFF_MAP: Cite = cite!("R 10.2/14", "M 10.2/15");

/// Nobody passes through a square.
const SQUARE: Cite = cite!("R 4.4.2/3", "M 4.4.3/4");

/// The deepest that the search for a way out looks: three hexes and a chain of friends.
const DEPTH: u8 = 10;

/// Whether a way leads through friends with whom the unit could not stack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Friends {
    Passed,
    Avoided,
}

/// One hex of a withdrawal.
#[derive(Clone, Copy)]
struct Hex {
    to: Cell,
    /// Disorders that it brings.
    harm: u8,
}

impl JoursDeGloire {
    /// Those from whom a unit must withdraw: who attacked it, or whom it attacked.
    fn causes(&self, s: &State, unit: UnitId) -> UnitSet {
        let c = &s.combat;
        let (attackers, defenders) = (c.has(Role::Attacker), c.has(Role::Defender));
        if attackers.has(unit) || c.has(Role::Gun).has(unit) {
            defenders
        } else if defenders.has(unit) {
            attackers
        } else if Self::evading(s, unit) {
            // Whoever routs while it evades goes from those before whom it does.
            self.evaded(s, unit)
        } else {
            UnitSet::EMPTY
        }
    }

    /// How far a hex is from where routed units of a side run to.
    pub fn to_refuge(&self, side: Side, cell: Cell) -> u8 {
        match self.scenario.refuge[side.index()] {
            Refuge::Edge(edge) => self.map.grid.to_edge(cell, edge),
            Refuge::Hex(hex) => self.map.grid.distance(cell, hex),
        }
    }

    /// Whether a hex leads away as the rules want it.
    fn leads_away(&self, s: &State, w: &Withdrawal, from: Cell, to: Cell) -> Judged {
        let grid = &self.map.grid;
        let causes = self.causes(s, w.unit);
        let away = self.edition().away();
        if causes.is_empty()
            && self.rulings.rout_by_fire == RoutByFire::Firer
            && let Some(fire) = self.fire_from(s, w.unit)
        {
            // Driven off by fire: away from those who fired, as from attackers (the ruling `retreat-after-fire`).
            return if w.gone == 0 || away == Away::FromTheCause {
                let nearer = grid.distance(to, fire) <= grid.distance(from, fire);
                if nearer { self.no(AWAY, Why::NotAway(w.unit)) } else { Ok(()) }
            } else if grid.distance(to, w.origin) <= grid.distance(from, w.origin) {
                self.no(AWAY_FROM_HEX, Why::NotAway(w.unit))
            } else {
                Ok(())
            };
        }
        if causes.is_empty() {
            // Nobody to withdraw from: away from its hex, and not away from where routed units run to (the ruling
            // `rout-without-attacker`).
            let side = self.side_of(w.unit);
            let farther = grid.distance(to, w.origin) > grid.distance(from, w.origin);
            let free = self.rulings.rout_alone == RoutAlone::Free && self.fire_from(s, w.unit).is_none();
            let back = free || self.to_refuge(side, to) <= self.to_refuge(side, from);
            return if farther && back { Ok(()) } else { self.no(AWAY_FROM_HEX, Why::NotAway(w.unit)) };
        }
        if w.gone == 0 || away == Away::FromTheCause {
            if w.gone > 0 && self.rulings.later_hexes == LaterHexes::First {
                return Ok(());
            }
            let nearer = |cause: UnitId| {
                s.at(cause).is_some_and(|at| {
                    let nearer = grid.distance(to, at) <= grid.distance(from, at);
                    // A hex beside the attacker into which it exerts no zone is open (M 10.3.1).
                    let sheltered = away == Away::FromAllThenFromTheHex
                        && grid.direction(at, to).is_some()
                        && self.exerts(s, cause)
                        && !self.zone_over(s, to, self.side_of(cause)).has(cause);
                    nearer && !sheltered
                })
            };
            let closed = match self.rulings.away_from {
                AwayFrom::All => causes.into_iter().any(nearer),
                AwayFrom::Any => causes.into_iter().all(nearer),
            };
            if closed {
                return self.no(AWAY, Why::NotAway(w.unit));
            }
        } else if grid.distance(to, w.origin) <= grid.distance(from, w.origin) {
            return self.no(AWAY_FROM_HEX, Why::NotAway(w.unit));
        }
        Ok(())
    }

    /// Whether a withdrawing unit may take this step at all, and what it brings.
    fn withdraws_to(&self, s: &State, w: &Withdrawal, from: Cell, dir: Dir) -> Result<Hex, No> {
        let unit = w.unit;
        let Some(to) = self.map.grid.neighbour(from, dir) else { return self.no(OFF_MAP, Why::Edge(unit)) };
        let enemy = self.side_of(unit).enemy();
        if let Some(other) = s.units_at(to).and(self.units.side(enemy)).lowest() {
            return self.no(super::march::TERRAIN, Why::Enemy { unit, enemy: other });
        }
        if let Some(friend) = s.units_at(to).and(s.square).lowest()
            && self.rulings.through_square == ThroughSquare::Closed
        {
            return self.no(SQUARE, Why::Square { unit, friend });
        }
        let arm = self.units.arm_of(unit);
        let step = self.step_over(s, arm, from, dir);
        let cost = step.normal.min(step.way);
        if step.breaks == Breaks::River {
            return self.no(RIVER, Why::Hexside(unit));
        }
        if cost == NEVER {
            return self.no(RIVER, Why::Terrain(unit));
        }
        let castle = self.map.terrain(to) == Terrain::Castle || self.map.terrain(from) == Terrain::Castle;
        let has = self.castle_points(s, unit);
        if castle && cost > has {
            return self.no(CASTLE, Why::Points { unit, needs: cost, has });
        }
        let mut harm = match step.breaks {
            Breaks::SteepSlope => 1,
            Breaks::Crossing => u8::from(self.rulings.recoil_bridge == RecoilBridge::Disorders),
            Breaks::Nothing | Breaks::River => 0,
        };
        if w.flight == Flight::Evasion {
            harm = self.judge_evasion(s, w, from, to, dir)?;
        } else {
            self.leads_away(s, w, from, to)?;
            harm += u8::from(!self.front_zone_over(s, to, enemy).is_empty());
        }
        Ok(Hex { to, harm })
    }

    /// The points that a recoil or retreat at a castle counts (M 10.3.4; the ruling `recoil-into-castle`): marks last as
    /// long as an activation, so that they stand on units of the acting side alone.
    fn castle_points(&self, s: &State, unit: UnitId) -> u8 {
        let moved = s.marked(Mark::Moved).or(s.marked(Mark::Charged)).has(unit);
        match self.rulings.castle_points {
            CastlePoints::Left if moved => 0,
            CastlePoints::Left | CastlePoints::Allowance => self.values(s, unit).movement,
        }
    }

    /// Those of the units in its last hex whom a retreat does not disturb by the ruling `retreat-onto-friends`: all, if it
    /// could stack with them, were it not routed.
    fn undisturbed(&self, s: &State, w: &Withdrawal, cell: Cell, passed: UnitSet) -> UnitSet {
        let ends = w.left <= 1 && s.routed.has(w.unit) && self.rulings.retreat_onto == RetreatOnto::OnUntested;
        if !ends || passed.is_empty() {
            return UnitSet::EMPTY;
        }
        let mut sound = s.clone();
        sound.routed.remove(w.unit);
        if self.may_join(&sound, w.unit.only(), cell).is_ok() { passed } else { UnitSet::EMPTY }
    }

    /// Whether a unit is refusing a shock just now.
    fn evading(s: &State, unit: UnitId) -> bool {
        s.agenda
            .iter()
            .any(|frame| matches!(frame, Frame::Withdrawal(w) if w.unit == unit && w.flight == Flight::Evasion))
    }

    /// Whether a unit that routs evades before it retreats: by the ruling `rout-while-refusing`.
    pub(super) fn evades_first(&self, s: &State, unit: UnitId) -> bool {
        self.rulings.rout_refusing == RoutRefusing::EvadeFirst && Self::evading(s, unit)
    }

    /// How many disorders a unit bears before it is lost.
    fn bears(&self, s: &State, unit: UnitId) -> u8 {
        match s.order(unit) {
            // A second disorder is the end of artillery.
            Order::Good if self.units.arm_of(unit) == Arm::Artillery => 1,
            Order::Good => 2,
            Order::Disordered if self.units.arm_of(unit) == Arm::Artillery => 0,
            Order::Disordered => 1,
            Order::Routed | Order::Eliminated => 0,
        }
    }

    /// The disorders that the table still has in store for a unit that recoils.
    fn in_store(s: &State, unit: UnitId) -> u8 {
        let due = s.agenda.iter().filter(|frame| matches!(frame, Frame::Disorder { unit: one } if *one == unit));
        u8::try_from(due.count()).unwrap_or(u8::MAX)
    }

    /// Whether a withdrawal can be completed after this step. Who evades moves, and as disordered as its way has made it.
    fn goes_on(&self, s: &State, w: &Withdrawal, hex: Hex, bears: u8, depth: u8, friends: Friends) -> bool {
        let worn = (w.flight == Flight::Evasion && hex.harm == 1 && s.order(w.unit) == Order::Good).then(|| {
            let mut worn = s.clone();
            super::event::apply(&mut worn, &Event::Ordered { unit: w.unit, order: Order::Disordered });
            worn
        });
        self.way_out(worn.as_ref().unwrap_or(s), &Self::gone_on(w), hex.to, bears, depth, friends)
    }

    /// Whether a withdrawal can be completed from this hex with at most so many disorders, through friends or not.
    fn way_out(&self, s: &State, w: &Withdrawal, from: Cell, bears: u8, depth: u8, friends: Friends) -> bool {
        let joins = self.may_join(s, w.unit.only(), from).is_ok();
        if w.left == 0 && joins {
            return true;
        }
        (joins || friends == Friends::Passed)
            && depth > 0
            && Dir::ALL.into_iter().any(|dir| {
                self.withdraws_to(s, w, from, dir)
                    .is_ok_and(|hex| hex.harm <= bears && self.goes_on(s, w, hex, bears - hex.harm, depth - 1, friends))
            })
    }

    fn gone_on(w: &Withdrawal) -> Withdrawal {
        Withdrawal { left: w.left.saturating_sub(1), gone: w.gone.saturating_add(1), ..*w }
    }

    /// Whether this step begins a withdrawal that can be completed without the loss of the unit.
    fn judge_way(&self, s: &State, w: &Withdrawal, dir: Dir) -> Result<Hex, No> {
        let Some(from) = s.at(w.unit) else { return self.no(HEXES, Why::NotThere(w.unit)) };
        let hex = self.withdraws_to(s, w, from, dir)?;
        let bears = self.bears(s, w.unit);
        let open = |hex: Hex, bears: u8, friends: Friends| {
            hex.harm <= bears && self.goes_on(s, w, hex, bears - hex.harm, DEPTH, friends)
        };
        if w.flight != Flight::Evasion {
            // A way on which it lives comes before one on which it does not: what the table still brings counts. Then, in
            // the older edition, friends are passed through only for want of another way (10.5).
            let lives = bears.saturating_sub(Self::in_store(s, w.unit));
            let tiers = [
                (lives, Friends::Avoided),
                (lives, Friends::Passed),
                (bears, Friends::Avoided),
                (bears, Friends::Passed),
            ];
            let spares = self.edition().through_friends() == ThroughFriends::IfNoOtherWay;
            for (i, (bears, friends)) in tiers.into_iter().enumerate() {
                // Without anything in store the first two are the last two.
                if (friends == Friends::Avoided && !spares) || (i < 2 && tiers[2].0 == lives) {
                    continue;
                }
                if open(hex, bears, friends) {
                    return Ok(hex);
                }
                let better = |other: Dir| {
                    other != dir && self.withdraws_to(s, w, from, other).is_ok_and(|hex| open(hex, bears, friends))
                };
                if Dir::ALL.into_iter().any(better) {
                    let passes = friends == Friends::Avoided && open(hex, bears, Friends::Passed);
                    return self.no(if passes { THROUGH } else { AVOID }, Why::NotOpen(w.unit));
                }
            }
            return self.no(AVOID, Why::NotOpen(w.unit));
        }
        if open(hex, bears, Friends::Passed) { Ok(hex) } else { self.no(AVOID, Why::NotOpen(w.unit)) }
    }

    /// Whether the withdrawal is done.
    fn withdrawn(&self, s: &State, w: &Withdrawal) -> bool {
        let Some(at) = s.at(w.unit) else { return true };
        // An evasion on which the unit routs gives way to its retreat, by the ruling `rout-while-refusing`.
        let last = self.rulings.rout_refusing == RoutRefusing::EvadeFirst;
        let refused = w.flight == Flight::Evasion && s.routed.has(w.unit) && !last;
        refused || (w.left == 0 && self.may_join(s, w.unit.only(), at).is_ok())
    }

    /// Whether so many disorders rout a unit on its recoil, or are its end: its retreat takes the place of the recoil. A
    /// unit that was routed before recoils like any other.
    fn overtaken(s: &State, w: &Withdrawal, harm: u8) -> bool {
        let bears = match s.order(w.unit) {
            Order::Good => 1,
            Order::Disordered => 0,
            Order::Routed | Order::Eliminated => return false,
        };
        w.flight == Flight::Recoil && harm > bears
    }

    fn open_ways(&self, s: &State, w: &Withdrawal) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(|dir| self.judge_way(s, w, *dir).is_ok())
    }

    /// The owner is asked only where there is a choice.
    pub(super) fn asked_withdrawal(&self, s: &State, w: Withdrawal) -> Option<(Side, Cite)> {
        if self.withdrawn(s, &w) || self.open_ways(s, &w).nth(1).is_none() {
            return None;
        }
        let rule = if w.flight == Flight::Evasion { super::refusal::MAY_EVADE } else { HEXES };
        Some((self.side_of(w.unit), rule))
    }

    pub(super) fn judge_withdrawal(&self, s: &State, w: Withdrawal, action: &Action) -> Judged {
        match *action {
            Action::Step { dir } => self.judge_way(s, &w, dir).map(|_| ()),
            _ => self.no(HEXES, Why::NoAnswer),
        }
    }

    pub(super) fn perform_withdrawal<J: Journal<Event, Label>>(
        &self,
        w: Withdrawal,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::Step { dir } = *action else { return Err(lost("a withdrawal without a step")) };
        self.withdraw(w, dir, desk)
    }

    /// The next hex, if there is no choice; the owner is asked where there is one. Both come out of one search.
    pub(super) fn advance_withdrawal<J: Journal<Event, Label>>(
        &self,
        w: Withdrawal,
        desk: &mut Table<'_, J>,
    ) -> Done<Flow> {
        let s = desk.state();
        if self.withdrawn(s, &w) {
            self.end_withdrawal(w, desk)?;
            return Ok(Flow::Again);
        }
        let (way, another) = {
            let mut ways = self.open_ways(s, &w);
            (ways.next(), ways.next())
        };
        match (way, another) {
            (Some(_), Some(_)) => return Ok(Flow::Rest),
            (Some(dir), None) => self.withdraw(w, dir, desk)?,
            // The evasion was judged to be possible when it was chosen; what came between closed it.
            (None, _) if w.flight == Flight::Evasion => self.end_withdrawal(w, desk)?,
            (None, _) => {
                let s = desk.state();
                let at_edge = s.at(w.unit).is_some_and(|at| self.map.grid.neighbours(at).count() < 6);
                let mut rules = Cites::from(self.cite(NOT_COMPLETED));
                if w.flight == Flight::Retreat {
                    rules = rules.and(self.cite(ROUT_NOT_COMPLETED));
                    rules = if at_edge { rules.and(self.cite(OFF_MAP)) } else { rules };
                }
                desk.mark(Event::Done, rules);
                desk.note(Label::NoWayOut(w.unit), rules);
                self.eliminate(w.unit, NOT_COMPLETED, desk)?;
            }
        }
        Ok(Flow::Again)
    }

    fn end_withdrawal<J: Journal<Event, Label>>(&self, w: Withdrawal, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let turns = w.flight == Flight::Evasion && s.at(w.unit).is_some() && !s.routed.has(w.unit);
        if turns {
            self.continue_frame(
                Frame::AdvanceTurn { unit: w.unit, most: advance::FREE_TURN },
                super::refusal::MAY_EVADE,
                desk,
            );
            return Ok(());
        }
        let s = desk.state();
        let kept = s.at(w.unit).is_some() && !s.routed.has(w.unit);
        if w.flight == Flight::Evasion && self.rulings.rout_refusing == RoutRefusing::EvadeFirst && !kept {
            self.end_frame(HEXES, desk);
            return self.begin_withdrawal(w.unit, Flight::Retreat, super::refusal::TEST_FIRST, desk);
        }
        let rules = if kept { HEXES.and(KEEPS_FACING, self.edition()) } else { self.cite(HEXES).into() };
        desk.mark(Event::Done, rules);
        // Whoever joins others faces as they do.
        let s = desk.state();
        if s.at(w.unit).is_some() && !s.routed.has(w.unit) {
            let alike = self.facing_alike(s, w.unit).less(w.unit.only());
            if let Some(other) = alike.lowest() {
                self.face(w.unit.only(), s.facing(other), JOINS, desk);
            }
        }
        Ok(())
    }

    /// Whether a step leads away from one of its causes by no hex: it is open where that one has no zone.
    fn stays_beside(&self, s: &State, w: &Withdrawal, from: Cell, to: Cell) -> bool {
        let grid = &self.map.grid;
        self.causes(s, w.unit)
            .filter_map(|cause| s.at(cause))
            .any(|at| grid.distance(to, at) <= grid.distance(from, at))
    }

    fn withdraw<J: Journal<Event, Label>>(&self, w: Withdrawal, dir: Dir, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let unit = w.unit;
        let from = s.at(unit).ok_or_else(|| lost("a withdrawal of a unit off the map"))?;
        let hex = self.withdraws_to(s, &w, from, dir).map_err(|_| lost("a withdrawal that was judged is not open"))?;
        let rule = match w.gone {
            0 if w.flight != Flight::Evasion && self.stays_beside(s, &w, from, hex.to) => BESIDE,
            0 => AWAY,
            _ => AWAY_FROM_HEX,
        };
        self.break_square(unit, square::BROKEN, desk);
        let s = desk.state();
        if s.combat.has(Role::Attacker).or(s.combat.has(Role::Defender)).has(unit) {
            if !s.combat.has(Role::Fled).has(unit) {
                desk.mark(Event::Cast { role: Role::Fled, unit }, self.cite(rule));
            }
            desk.mark(Event::Trailed { unit, from, dir: Some(dir) }, self.cite(rule));
        }
        if desk.state().sheltered.has(unit) {
            desk.fact(Event::ShelterLeft { unit }, self.cite(rule));
        }
        let s = desk.state();
        let there = s.units_at(hex.to);
        let passed = if self.may_join(s, unit.only(), hex.to).is_ok() { UnitSet::EMPTY } else { there };
        let evades = w.flight == Flight::Evasion;
        let tested = if evades { UnitSet::EMPTY } else { passed.less(self.undisturbed(s, &w, hex.to, passed)) };
        let way = match () {
            // An evasion is a movement, which disturbs nobody on its way.
            () if evades => self.evasion_rule(s, unit, hex.to),
            () if !passed.is_empty() => THROUGH,
            () => rule,
        };
        let mut rules = Cites::from(self.cite(way));
        if !passed.is_empty() && !evades {
            rules = rules.and(self.cite(FRIENDS_FREE)).and(self.cite(STACKING));
        } else if !there.is_empty() && s.routed.has(unit) && self.strangers(there, unit) {
            rules = rules.and(self.cite(ROUTED_STACK));
        }
        if !evades && !self.zone_over(s, hex.to, self.side_of(unit).enemy()).is_empty() {
            rules = rules.and(self.cite(ZONES_IGNORED));
        }
        self.shift_under(unit.only(), hex.to, rules, desk);
        // Declared attackers that give way attack no more.
        for mark in [Mark::Declared, Mark::Charging] {
            self.unmark(unit.only(), mark, rule, desk);
        }
        let on = Self::gone_on(&w);
        let overtaken = Self::overtaken(desk.state(), &w, hex.harm);
        // Who is passed through tests when the unit has come to rest: the tests lie below.
        self.end_frame(rule, desk);
        self.pass_through(unit, Self::passed_by(desk.state(), unit), tested, desk)?;
        self.begin_frame(Frame::Withdrawal(on), rule, desk)?;
        self.commanders_follow(unit, from, hex.to, desk)?;
        if overtaken {
            self.end_frame(rule, desk);
        }
        let front = self.front_zone_over(desk.state(), hex.to, self.side_of(unit).enemy());
        for i in 0..hex.harm {
            let rule = match () {
                () if i + 1 == hex.harm && !front.is_empty() => {
                    if evades {
                        super::refusal::FRONT_ZONE
                    } else {
                        FRONT_HEX
                    }
                }
                () if evades && i + 1 == hex.harm && self.any_zone_harms(desk.state(), unit, hex.to) => {
                    super::refusal::FRONT_ZONE
                }
                () if evades => super::refusal::COSTLY,
                () => BREAKS,
            };
            self.begin_frame(Frame::Disorder { unit }, rule, desk)?;
        }
        self.comes_near(unit, hex.to, desk);
        self.commanders_contacted(hex.to, self.side_of(unit), desk)
    }

    /// Friends through whom a unit passes test, one after the other; those that are routed run (10.5). `cause` is the unit
    /// that set the passing one running by passing through it, if one did.
    pub(super) fn pass_through<J: Journal<Event, Label>>(
        &self,
        by: UnitId,
        cause: Option<UnitId>,
        passed: UnitSet,
        desk: &mut Table<'_, J>,
    ) -> Done {
        for unit in passed {
            if desk.state().routed.has(unit) {
                self.runs_after(unit, by, cause, desk)?;
                continue;
            }
            self.begin_frame(Frame::PassedBy { unit, by }, PASSED, desk)?;
            self.begin_frame(Frame::Test { unit, trial: Trial::PassedThrough }, PASSED, desk)?;
        }
        Ok(())
    }

    /// The unit whose passing through set this one going: it does not set that one running again (10.5).
    fn passed_by(s: &State, unit: UnitId) -> Option<UnitId> {
        s.agenda.iter().rev().find_map(|frame| match frame {
            Frame::PassedBy { unit: passed, by } if passed == unit => Some(by),
            _ => None,
        })
    }

    /// Whether these units are not all of one arm and formation with this one.
    pub(super) fn strangers(&self, units: UnitSet, unit: UnitId) -> bool {
        let own = (self.units.formation(unit), self.units.arm_of(unit));
        units
            .less(unit.only())
            .first_where(|other| (self.units.formation(*other), self.units.arm_of(*other)) != own)
            .is_some()
    }

    /// Whether some way is open to an evasion of so many hexes: for the judgement of the refusal.
    pub(super) fn can_withdraw(&self, s: &State, w: &Withdrawal) -> bool {
        self.open_ways(s, w).next().is_some()
    }
}
