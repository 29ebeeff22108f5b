//! Victory (13): points, objectives, and what ends the game before its time.

use super::charts::Entry;
use super::edition::AutomaticWin;
use super::event::Event;
use super::frame::{Gait, Halted, Moving};
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::roster::Formation;
use super::rulings::{AutomaticVictory, ColumnsExited, DestroyedEarly, ExitCost, TwoVictories};
use super::scenario::{Automatic, Objective};
use super::state::{Mark, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, zones};
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::side::{Side, UnitId, UnitSet};

/// An automatic victory ends the game with the turn.
const WITH_THE_TURN: Cite = cite!("R 13/1", "M 13.1/1");
/// It counts at once.
const AT_ONCE: Cite = Cite::only(rule!("R scenario 1/21"));
/// Two columns off the map.
const EXIT: Cite = Cite::only(rule!("R scenario 1/22"));
/// Formations destroyed.
const DESTROYED: Cite = Cite::only(rule!("R scenario 1/23"));
/// More points win.
const POINTS: Cite = cite!("R 13/3", "M 13.2/1");
/// Points for routed and eliminated units.
pub(super) const LOSSES: Cite = cite!("R scenario 1/24", "M 13.2/1");
/// Points for objectives.
const OBJECTIVES: Cite = cite!("R scenario 1/25", "M 13.2/1");
/// Who wins a tie.
const TIE: Cite = cite!("R scenario 1/26", "M 13.2/1");

impl JoursDeGloire {
    // --------------------------------------------------------------------------------------------------------- objectives

    /// The side that holds an objective: who stands on it, else who passed through it last.
    pub fn holder(&self, s: &State, objective: usize) -> Option<Side> {
        let cell = self.scenario.victory.objectives.get(objective)?.cell;
        if let Some(unit) = s.units_at(cell).lowest() {
            return Some(self.side_of(unit));
        }
        let bit = 1u32.checked_shl(objective as u32)?;
        Side::BOTH.into_iter().find(|side| s.held[side.index()] & bit != 0)
    }

    /// Units of a side have come to a hex: if it is an objective, it is theirs.
    pub(super) fn take_objective<J: Journal<Event, Label>>(&self, cell: Cell, side: Side, desk: &mut Table<'_, J>) {
        for (place, objective) in self.scenario.victory.objectives.iter().enumerate().take(32) {
            let held = desk.state().held[side.index()] & 1 << place != 0;
            if objective.cell == cell && !held {
                desk.fact(Event::Held { objective: place as u8, side }, self.cite(OBJECTIVES));
            }
        }
    }

    /// Objectives on which units stand are theirs: at the start of a turn, for those that stood there from the beginning.
    pub(super) fn hold_objectives<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        for objective in &self.scenario.victory.objectives {
            if let Some(unit) = desk.state().units_at(objective.cell).lowest() {
                self.take_objective(objective.cell, self.side_of(unit), desk);
            }
        }
    }

    // -------------------------------------------------------------------------------------------------------------- points

    /// The victory points of both sides as the position stands (13): for enemy units routed and eliminated, and for
    /// objectives.
    pub fn points(&self, s: &State) -> [u16; 2] {
        let victory = &self.scenario.victory;
        let count = |units: UnitSet, worth: u8| units.len() as u16 * u16::from(worth);
        let mut points = Side::BOTH.map(|side| {
            let enemies = self.units.side(side.enemy());
            count(enemies.and(s.routed), victory.routed) + count(enemies.and(s.eliminated), victory.eliminated)
        });
        for (place, objective) in victory.objectives.iter().enumerate() {
            if let Some(side) = self.holder(s, place)
                && objective.side.is_none_or(|only| only == side)
            {
                points[side.index()] = points[side.index()].saturating_add(objective.points.into());
            }
        }
        points
    }

    /// Who has won when the last turn is over: more points, or the scenario's winner of a tie.
    pub(super) fn winner(&self, s: &State) -> (Option<Side>, Cite) {
        let [first, second] = self.points(s);
        match first.cmp(&second) {
            core::cmp::Ordering::Greater => (Some(Side::First), POINTS),
            core::cmp::Ordering::Less => (Some(Side::Second), POINTS),
            core::cmp::Ordering::Equal => (self.scenario.victory.tie, TIE),
        }
    }

    // --------------------------------------------------------------------------------------------------- automatic victory

    /// When an automatic victory counts: in Montebello at the end of the turn, in Rivoli as ruled.
    fn automatic_victory(&self) -> AutomaticVictory {
        match self.edition().automatic_victory() {
            AutomaticWin::Ruled => self.rulings.automatic_victory,
            AutomaticWin::TurnEnd => AutomaticVictory::TurnEnd,
        }
    }

    /// The side that wins at once, and the rule by which it does.
    pub(super) fn victory_at_once(&self, s: &State) -> Option<(Side, Cite)> {
        match self.automatic_victory() {
            AutomaticVictory::TurnEnd => None,
            AutomaticVictory::AtOnce => {
                let sudden = |automatic: &&Automatic| !matches!(automatic, Automatic::Holds { .. });
                let all = self.scenario.victory.automatic.iter();
                self.one_victory(all.filter(sudden).filter_map(|automatic| self.achieved(s, automatic)))
            }
        }
    }

    /// The side that has an automatic victory as the turn ends; of two, the one that the scenario lists first.
    pub(super) fn victory_at_turn_end(&self, s: &State) -> Option<(Side, Cite)> {
        self.one_victory(self.scenario.victory.automatic.iter().filter_map(|automatic| self.achieved(s, automatic)))
    }

    /// Of the automatic victories reached, the one that counts (the ruling `two-automatic-victories`).
    fn one_victory(&self, mut reached: impl Iterator<Item = (Side, Cite)>) -> Option<(Side, Cite)> {
        let first = reached.next()?;
        let neither = self.rulings.two_victories == TwoVictories::Neither && reached.any(|(side, _)| side != first.0);
        (!neither).then_some(first)
    }

    fn achieved(&self, s: &State, automatic: &Automatic) -> Option<(Side, Cite)> {
        let (side, reached, rule) = match automatic {
            Automatic::Exit { side, formations, unbroken, .. } => {
                (*side, self.columns_exited(s, *side, *formations, *unbroken) == Reached::Yes, EXIT)
            }
            Automatic::Destroyed { side, formations } => {
                (*side, self.destroyed(s, side.enemy()) >= usize::from(*formations), DESTROYED)
            }
            Automatic::Holds { side, cells } => {
                let own = |cell: &Cell| s.units_at(*cell).meets(self.units.side(*side));
                (*side, !cells.is_empty() && cells.iter().all(own), WITH_THE_TURN)
            }
        };
        reached.then_some((side, rule))
    }

    fn formations_of(&self, side: Side) -> impl Iterator<Item = &Formation> {
        self.roster.formations.iter().filter(move |formation| formation.side == side)
    }

    /// Whether so many formations of a side have left the map, with the share of their counters in good order that counts.
    fn columns_exited(&self, s: &State, side: Side, formations: u8, (part, whole): (u8, u8)) -> Reached {
        let sound = |formation: &Formation| formation.units.and(s.exited_sound).len();
        let enough = |sound: usize, units: usize| sound * usize::from(whole) >= units * usize::from(part);
        let gone = self.formations_of(side).filter(|formation| sound(formation) > 0);
        let formations = usize::from(formations);
        let reached = match self.rulings.columns_exited {
            ColumnsExited::Each => gone.filter(|f| enough(sound(f), f.units.len())).count() >= formations,
            ColumnsExited::Together => {
                let (count, sound, units) = gone.fold((0, 0, 0), |(count, sum, units), formation| {
                    (count + 1, sum + sound(formation), units + formation.units.len())
                });
                count >= formations && enough(sound, units)
            }
        };
        if reached { Reached::Yes } else { Reached::No }
    }

    /// How many formations of a side are destroyed: every counter disordered, routed or eliminated. Those that are yet to
    /// come count as sound, by default.
    fn destroyed(&self, s: &State, side: Side) -> usize {
        let broken = s.disordered.or(s.routed).or(s.eliminated);
        let counted = |formation: &Formation| match self.rulings.destroyed_early {
            DestroyedEarly::No => formation.units,
            DestroyedEarly::Yes => formation.units.and(self.entered(s)),
        };
        let destroyed = |units: UnitSet| !units.is_empty() && units.within(broken);
        self.formations_of(side).filter(|formation| destroyed(counted(formation))).count()
    }

    /// Whether a unit may leave the map from a hex by its own will: only where the scenario names an exit for its side (a
    /// ruling: `leaving-the-map`).
    pub(super) fn is_exit(&self, side: Side, cell: Cell) -> bool {
        let exit = |automatic: &Automatic| matches!(automatic, Automatic::Exit { side: one, cell: hex, .. } if *one == side && *hex == cell);
        self.scenario.victory.automatic.iter().any(exit)
    }

    /// Whether a step over this hexside leaves the map by the exit of the unit's side.
    pub(super) fn exits(&self, unit: UnitId, from: Cell, dir: Dir) -> Onward {
        let off = self.map.grid.neighbour(from, dir).is_none() && self.is_exit(self.side_of(unit), from);
        if off { Onward::OffTheMap } else { Onward::OnTheMap }
    }

    /// Whether units on the move may leave the map by an exit.
    pub(super) fn judge_exit(&self, s: &State, moving: &Moving) -> Judged {
        if let Some(rule) = self.bound_pace(s, moving.unit) {
            return self.no(rule, Why::OffRoute(moving.unit));
        }
        if moving.halted != Halted::No {
            return self.no(zones::STOP, Why::MustStop(moving.unit));
        }
        if moving.gait == Gait::Charge {
            return self.no(EXIT, Why::Edge(moving.unit));
        }
        let Some(needs) = self.exit_cost(s, moving.unit) else { return self.no(EXIT, Why::Terrain(moving.unit)) };
        if moving.left < needs {
            return self.no(EXIT, Why::Points { unit: moving.unit, needs, has: moving.left });
        }
        Ok(())
    }

    /// What a unit pays to leave the map from its hex.
    fn exit_cost(&self, s: &State, unit: UnitId) -> Option<u8> {
        match self.rulings.exit_cost {
            ExitCost::One => Some(1),
            ExitCost::Hex => match self.charts.entry(self.map.terrain(s.at(unit)?), self.units.arm_of(unit)).value {
                Entry::Cost(points) | Entry::CostWithDisorder(points) => Some(points),
                Entry::Prohibited => None,
            },
        }
    }

    /// Whether a hex is an exit of a side, or an objective that it can earn points for.
    pub(super) fn is_goal(&self, side: Side, cell: Cell) -> bool {
        let objective =
            |objective: &Objective| objective.cell == cell && objective.side.is_none_or(|only| only == side);
        self.is_exit(side, cell) || self.scenario.victory.objectives.iter().any(objective)
    }

    /// Units on the move leave the map for good.
    pub(super) fn perform_exit<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let units = desk.state().marked(Mark::Moving);
        self.unmark(units, Mark::Moving, EXIT, desk);
        for unit in units {
            desk.fact(Event::Exited { unit }, self.cite(EXIT));
        }
        self.end_frame(EXIT, desk);
        Ok(())
    }

    /// Ends the game.
    pub(super) fn end_game<J: Journal<Event, Label>>(
        &self,
        winner: Option<Side>,
        rules: [Cite; 2],
        desk: &mut Table<'_, J>,
    ) {
        desk.fact(Event::Ended { winner }, rules.map(|rule| self.cite(rule)));
    }

    /// Ends the game at once, if a side has won so. Whether it has.
    pub(super) fn sudden_victory<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Ending {
        match self.victory_at_once(desk.state()) {
            Some((side, rule)) => {
                self.end_game(Some(side), [AT_ONCE, rule], desk);
                Ending::Over
            }
            None => Ending::NotYet,
        }
    }

    /// Ends the game with the turn, if it ends.
    pub(super) fn victory_with_turn<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Ending {
        let s = desk.state();
        if let Some((side, rule)) = self.victory_at_turn_end(s) {
            self.end_game(Some(side), [WITH_THE_TURN, rule], desk);
            return Ending::Over;
        }
        if usize::from(s.turn) < self.scenario.turns.len() {
            return Ending::NotYet;
        }
        let (winner, rule) = self.winner(s);
        let points = self.points(s);
        for side in Side::BOTH {
            let label = Label::Points(side, points[side.index()]);
            desk.note(label, Cite::and(LOSSES, OBJECTIVES, self.edition()));
        }
        self.end_game(winner, [POINTS, rule], desk);
        Ending::Over
    }
}

/// Whether the game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// It has.
    Over,
    /// It goes on.
    NotYet,
}

/// Whether a condition is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reached {
    Yes,
    No,
}

/// Where a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Onward {
    /// To another hex, or nowhere.
    OnTheMap,
    /// Off it, by an exit.
    OffTheMap,
}
