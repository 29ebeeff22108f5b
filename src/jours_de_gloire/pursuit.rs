//! Pursuit (9.5).

use super::action::Action;
use super::charts::Arm;
use super::edition::{PursuitEnd, PursuitGround, PursuitStop};
use super::event::Event;
use super::frame::{Frame, Pursuit, PursuitDue, Quarry, Stage};
use super::ground::{self, NEVER};
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::{PursuitFacing, PursuitSquares, PursuitStops, StreetPursuit};
use super::state::{Fight, Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, advance::HexList, cite, facing};
use crate::hex::{Cell, Dir, Vertex};
use crate::journal::Journal;
use crate::rule;
use crate::side::{Side, UnitId, UnitSet};

/// The way of the pursued is followed.
const FOLLOW: Cite = cite!("R 9.5/4", "M 9.5.2/7");
/// One hexside of turn a hex.
const TURN: Cite = cite!("R 9.5/9", "M 9.5.2/6");
/// The defender is lost: into its hex, one turn.
const INTO_HEX: Cite = cite!("R 9.5/5", "M 9.5.2/8");
/// Whom to pursue.
const QUARRY: Cite = cite!("R 9.5/6", "M 9.5.2/9");
/// Ground that stops it.
const GROUND: Cite = cite!("R 9.5/11", "M 9.5.2/10");
/// A stack rides together to the end.
pub(super) const TOGETHER: Cite = cite!("R 9.5/3", "M 9.5.2/5");
/// Every enemy in front is charged.
const ALL_IN_FRONT: Cite = cite!("R 9.5/10", "M 9.5.2/13");
/// It may stop before an enemy that it does not pursue.
const MAY_STOP: Cite = cite!("R 9.5/14", "M 9.5.2/7");
/// Its limits are those of a charge, without a test and without a limit of movement.
const LIMITS: Cite = cite!("R 9.5/2", "M 9.5.2/1");
/// As often as there is somebody to charge.
const NO_LIMIT: Cite = cite!("R 9.5/12", "M 9.5.2/11");
/// Infantry that it charges may form square (in Montebello the effects of a charge are its own, 9.2 to 9.4).
const SQUARES: Cite = cite!("R 9.3/1", "M 9.5.1/2");
/// The pursuit is over.
const OVER: Cite = cite!("R 9.5/4", "M 9.5.2/7");

impl JoursDeGloire {
    fn quarry(pursuit: &Pursuit) -> Option<UnitId> {
        pursuit.quarry.and_then(Quarry::unit)
    }

    /// The hex that lies `gone` hexes along the way of the pursued, the abandoned hex first.
    fn on_trail(&self, s: &State, pursuit: &Pursuit, gone: u8) -> Option<Cell> {
        let mut cell = pursuit.hex;
        if gone == 0 {
            return Some(cell);
        }
        let quarry = Self::quarry(pursuit)?;
        let trail = s.combat.trails.iter().find(|t| t.from.is_some() && usize::from(t.unit) == quarry.index())?;
        for (i, dir) in trail.dirs().enumerate() {
            cell = self.map.grid.neighbour(cell, dir)?;
            if i + 1 == usize::from(gone) {
                return Some(cell);
            }
        }
        None
    }

    fn pursuers(&self, s: &State) -> UnitSet {
        s.marked(Mark::Moving)
    }

    /// Whether the pursuit ends where it is: beside the pursued, or with an enemy in front (M) or in a zone (R).
    fn caught(&self, s: &State, pursuit: &Pursuit) -> bool {
        let Some(at) = s.at(pursuit.unit) else { return true };
        if pursuit.gone == 0 {
            return false;
        }
        let beside = Self::quarry(pursuit)
            .and_then(|quarry| s.at(quarry))
            .is_some_and(|cell| self.map.grid.direction(at, cell).is_some());
        if beside || Self::quarry(pursuit).is_none() {
            return true;
        }
        let enemy = self.side_of(pursuit.unit).enemy();
        match self.edition().pursuit_stop() {
            PursuitStop::AtAnEnemyInFront => self.enemy_ahead(s, pursuit.unit),
            PursuitStop::AtAnyZone => !self.zone_over(s, at, enemy).is_empty(),
        }
    }

    /// Whether an enemy stands in a front hex.
    fn enemy_ahead(&self, s: &State, unit: UnitId) -> bool {
        let enemies = self.units.side(self.side_of(unit).enemy());
        s.at(unit).is_some_and(|at| {
            let ahead = s.facing(unit).front().into_iter().filter_map(|dir| self.map.grid.neighbour(at, dir));
            ahead.into_iter().any(|cell| s.units_at(cell).meets(enemies))
        })
    }

    /// The next hex of the pursuit, if it may be entered.
    fn next_hex(&self, s: &State, pursuit: &Pursuit) -> Result<Cell, (Cite, UnitId)> {
        let unit = pursuit.unit;
        let from = s.at(unit).ok_or((OVER, unit))?;
        let to = self.on_trail(s, pursuit, pursuit.gone).ok_or((OVER, unit))?;
        let dir = self.map.grid.direction(from, to).ok_or((OVER, unit))?;
        let enemies = s.units_at(to).and(self.units.side(self.side_of(unit).enemy()));
        if !enemies.is_empty() {
            return Err((OVER, unit));
        }
        let step = self.step_over(s, Arm::Cavalry, from, dir);
        // Ground that bars charges stops it even along a way in the later edition, streets apart (9.5.2, specific 9.1).
        let along = self.edition().pursuit_ground() == PursuitGround::AlongWay || self.pursues_in_street(from, to);
        let open = match step.charge {
            ground::Charge::Open => step.normal.min(step.way) != NEVER,
            ground::Charge::AlongWay => along,
            ground::Charge::Barred => false,
        };
        let dear = self.hex_limit().is_some_and(|most| step.normal.min(step.way) > most);
        let friends = s.units_at(to).less(self.pursuers(s));
        if !open || dear || friends.meets(s.square) {
            return Err((GROUND, unit));
        }
        Ok(to)
    }

    /// The corners that the pursuers may turn to in the hex that they have just entered: as they were, or one hexside
    /// towards the way of the pursued (9.5.2).
    fn judge_pursuit_turn(&self, s: &State, pursuit: &Pursuit, facing: Vertex) -> Judged {
        let unit = pursuit.unit;
        let charge = self.charts.charge();
        let turn = s.facing(unit).turn_to(facing).unsigned_abs();
        let Some(at) = s.at(unit) else { return self.no(TURN, Why::NotThere(unit)) };
        match Self::quarry(pursuit) {
            None if turn > charge.elimination_pivot.value => self.no(INTO_HEX, Why::TurnTooFar(unit)),
            None => Ok(()),
            Some(_) if turn > charge.pursuit_pivot.value => self.no(TURN, Why::TurnTooFar(unit)),
            Some(_) if turn == 0 => Ok(()),
            Some(_) if self.rulings.pursuit_facing == PursuitFacing::Straight => self.no(TURN, Why::TurnTooFar(unit)),
            Some(_) => {
                let ahead = self.on_trail(s, pursuit, pursuit.gone);
                let dir = ahead.and_then(|cell| self.map.grid.direction(at, cell));
                if dir.is_some_and(|dir| facing::usual_front(facing).contains(dir)) {
                    Ok(())
                } else {
                    self.no(TURN, Why::NotInFront(unit))
                }
            }
        }
    }

    pub(super) fn asked_pursuit(&self, s: &State, pursuit: Pursuit) -> Option<(Side, Cite)> {
        let side = self.side_of(pursuit.unit);
        s.at(pursuit.unit)?;
        match pursuit.due {
            PursuitDue::Quarry => Some((side, QUARRY)),
            PursuitDue::Turn => {
                let open = |facing: &Vertex| self.judge_pursuit_turn(s, &pursuit, *facing).is_ok();
                (Vertex::ALL.iter().filter(|facing| open(facing)).count() > 1).then_some((side, TURN))
            }
            PursuitDue::Charge => None,
            PursuitDue::Step => self.may_break_off(s, &pursuit).then_some((side, MAY_STOP)),
        }
    }

    /// Whether the pursuers may forgo the next charge: an enemy that they do not pursue stands in a front hex (R 9.5).
    fn may_break_off(&self, s: &State, pursuit: &Pursuit) -> bool {
        let never =
            self.edition().pursuit_end() == PursuitEnd::Never || self.rulings.pursuit_stops == PursuitStops::Must;
        if never || !self.caught(s, pursuit) {
            return false;
        }
        let hexes = self.charged_hexes(s, pursuit.unit);
        let quarry = Self::quarry(pursuit).and_then(|quarry| s.at(quarry));
        hexes.cells.iter().flatten().any(|cell| Some(*cell) != quarry)
    }

    pub(super) fn judge_pursuit(&self, s: &State, pursuit: Pursuit, action: &Action) -> Judged {
        match (*action, pursuit.due) {
            (Action::Quarry { unit }, PursuitDue::Quarry) => {
                if self.fled_from(s, pursuit.hex).any(|other| other == unit) {
                    Ok(())
                } else {
                    self.no(QUARRY, Why::NotOpen(unit))
                }
            }
            (Action::Turn { facing }, PursuitDue::Turn) => self.judge_pursuit_turn(s, &pursuit, facing),
            (Action::Done | Action::Fight { .. }, PursuitDue::Step) if self.may_break_off(s, &pursuit) => match *action
            {
                Action::Fight { unit } if unit != pursuit.unit => self.no(MAY_STOP, Why::NotOpen(unit)),
                _ => Ok(()),
            },
            _ => self.no(FOLLOW, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_pursuit(&self, s: &State, pursuit: Pursuit, each: &mut dyn FnMut(Action)) {
        match pursuit.due {
            PursuitDue::Quarry => self.fled_from(s, pursuit.hex).for_each(|unit| each(Action::Quarry { unit })),
            PursuitDue::Turn => self.candidates_turns_of(each),
            PursuitDue::Step => {
                each(Action::Done);
                each(Action::Fight { unit: pursuit.unit });
            }
            PursuitDue::Charge => {}
        }
    }

    fn candidates_turns_of(&self, each: &mut dyn FnMut(Action)) {
        for facing in Vertex::ALL {
            each(Action::Turn { facing });
        }
    }

    pub(super) fn perform_pursuit<J: Journal<Event, Label>>(
        &self,
        pursuit: Pursuit,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Quarry { unit } => {
                let on = Pursuit { quarry: Some(Quarry::new(unit)), due: PursuitDue::Step, ..pursuit };
                self.continue_frame(Frame::Pursuit(on), QUARRY, desk);
                Ok(())
            }
            Action::Turn { facing } => {
                let units = self.pursuers(desk.state());
                let rule = if pursuit.quarry.is_some() { TURN } else { INTO_HEX };
                self.face(units, facing, rule, desk);
                self.continue_frame(Frame::Pursuit(Pursuit { due: PursuitDue::Step, ..pursuit }), rule, desk);
                Ok(())
            }
            Action::Fight { .. } => self.charge_again(pursuit, desk),
            _ => self.end_pursuit(pursuit, MAY_STOP, desk),
        }
    }

    pub(super) fn advance_pursuit<J: Journal<Event, Label>>(&self, pursuit: Pursuit, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        if pursuit.due == PursuitDue::Charge {
            return self.charge_on(pursuit, desk);
        }
        if pursuit.due == PursuitDue::Turn {
            self.continue_frame(Frame::Pursuit(Pursuit { due: PursuitDue::Step, ..pursuit }), TURN, desk);
            return Ok(());
        }
        if self.caught(s, &pursuit) {
            return self.charge_again(pursuit, desk);
        }
        match self.next_hex(s, &pursuit) {
            Ok(to) => {
                let rule = if pursuit.quarry.is_some() { FOLLOW } else { INTO_HEX };
                let gone = pursuit.gone.saturating_add(1);
                let on = Pursuit { gone, due: PursuitDue::Turn, ..pursuit };
                let units = self.pursuers(desk.state());
                let rules = LIMITS.and(if units.len() > 1 { TOGETHER } else { rule }, self.edition());
                desk.mark(Event::Continued(Frame::Pursuit(on)), rules);
                self.step_into(units, to, rule, desk)
            }
            Err((rule, _)) => self.end_pursuit(pursuit, rule, desk),
        }
    }

    /// The hexes before a unit that it can charge.
    fn charged_hexes(&self, s: &State, unit: UnitId) -> HexList {
        let mut hexes = HexList::default();
        if let Some(at) = s.at(unit) {
            for dir in s.facing(unit).front() {
                if !self.chargeable(s, unit, at, dir).is_empty()
                    && self.pursued_ground(s, at, dir)
                    && let Some(cell) = self.map.grid.neighbour(at, dir)
                {
                    hexes.push(cell);
                }
            }
        }
        hexes
    }

    /// Whether a pursuit follows the streets of a scenario between these hexes (M specific 9.1), by the ruling
    /// `casteggio-pursuit`.
    fn pursues_in_street(&self, from: Cell, to: Cell) -> bool {
        let streets = &self.map.streets;
        self.rulings.street_pursuit == StreetPursuit::Open && (streets.contains(&from) || streets.contains(&to))
    }

    fn pursued_ground(&self, s: &State, at: Cell, dir: Dir) -> bool {
        let step = self.step_over(s, Arm::Cavalry, at, dir);
        let street = self.map.grid.neighbour(at, dir).is_some_and(|cell| self.pursues_in_street(at, cell));
        step.charge == ground::Charge::Open || street || self.edition().pursuit_ground() == PursuitGround::AlongWay
    }

    /// The pursuers charge every enemy before them, if there is one on ground that can be charged.
    fn charge_again<J: Journal<Event, Label>>(&self, pursuit: Pursuit, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let hexes = self.charged_hexes(s, pursuit.unit);
        let riders: UnitSet = self.pursuers(s).filter(|unit| s.order(*unit) == Order::Good).collect();
        if hexes.is_empty() || riders.is_empty() {
            // An enemy in front that is not charged stands where no charge goes.
            let rule = if self.enemy_ahead(s, pursuit.unit) { GROUND } else { ALL_IN_FRONT };
            return self.end_pursuit(pursuit, rule, desk);
        }
        // Infantry may form square against it, and the cavalry break off, as at any charge.
        // In the later edition always; in the older one by the ruling `square-in-pursuit`.
        let offered = self.rulings.pursuit_squares == PursuitSquares::Offered;
        let infantry = |cell: &Cell| offered && s.units_at(*cell).meets(self.units.arm(Arm::Infantry));
        let mut squares = HexList::default();
        hexes.cells.into_iter().flatten().filter(infantry).for_each(|cell| squares.push(cell));
        if squares.is_empty() {
            return self.open_pursuit(riders, &hexes, desk);
        }
        self.mark(riders, Mark::Charging, SQUARES, desk);
        self.continue_frame(Frame::Pursuit(Pursuit { due: PursuitDue::Charge, ..pursuit }), SQUARES, desk);
        for cell in squares.cells.into_iter().flatten().rev() {
            self.begin_frame(Frame::Square { charger: pursuit.unit, cell }, SQUARES, desk)?;
        }
        Ok(())
    }

    /// The squares were tried: who was not recalled charges.
    fn charge_on<J: Journal<Event, Label>>(&self, pursuit: Pursuit, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let hexes = self.charged_hexes(s, pursuit.unit);
        let riders: UnitSet = self.pursuers(s).and(s.marked(Mark::Charging));
        if hexes.is_empty() || riders.is_empty() {
            return self.end_pursuit(pursuit, super::square::RECALLED, desk);
        }
        self.open_pursuit(riders, &hexes, desk)
    }

    fn open_pursuit<J: Journal<Event, Label>>(
        &self,
        riders: UnitSet,
        hexes: &HexList,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        // Those who pursue after a counter-charge have their own count: it is their first.
        let theirs = riders.within(self.units.side(s.combat.attacker()));
        let pursuits = if theirs { s.combat.pursuits.saturating_add(1) } else { 1 };
        self.unmark(self.pursuers(s), Mark::Moving, ALL_IN_FRONT, desk);
        self.aim_charge(riders, None, desk);
        let rules = self.with_later(ALL_IN_FRONT, rule!("M 9.5.1/2"));
        desk.mark(Event::Done, if pursuits > 1 { rules.and(self.cite(NO_LIMIT)) } else { rules });
        self.open_combat(Fight::Pursuit, riders, &hexes.cells, pursuits, desk)
    }

    fn end_pursuit<J: Journal<Event, Label>>(&self, pursuit: Pursuit, rule: Cite, desk: &mut Table<'_, J>) -> Done {
        let units = self.pursuers(desk.state());
        self.unmark(units, Mark::Moving, rule, desk);
        desk.note(Label::PursuitOver(pursuit.unit), self.cite(rule));
        self.continue_frame(Frame::Combat(Stage::EndOfCharge), rule, desk);
        Ok(())
    }
}
