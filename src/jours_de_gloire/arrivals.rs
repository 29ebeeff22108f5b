//! Reinforcements that come elsewhere than the scenario says, at the risk of a delay (R scenario 3).
//!
//! The change is announced, and the die thrown, in phase C of the turn in which the units were due. An arrival is named by
//! its first unit, so that it has one name.

use super::action::Action;
use super::charts::Entry;
use super::event::Event;
use super::label::Label;
use super::play::{Done, Judged, Table, lost};
use super::rulings::ArrivalBesideEnemy;
use super::scenario::{Arrival, Chooser, EntryChange, EntryHexes};
use super::state::{DETOURS, Progress, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::chance::Die;
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::side::{Side, UnitId};

/// The scenario's entry, or another hex at the risk of delay.
const EITHER: Cite = Cite::only(rule!("R scenario 3/3"));
/// Which edges each formation may use.
const EDGES: Cite = Cite::only(rule!("R scenario 3/4"));
/// Announced when they are due, and rolled for.
const ANNOUNCED: Cite = Cite::only(rule!("R scenario 3/5"));
/// At once, by the chosen hex.
const AT_ONCE: Cite = Cite::only(rule!("R scenario 3/6"));
/// A turn later.
const ONE_LATER: Cite = Cite::only(rule!("R scenario 3/7"));
/// Two turns later.
const TWO_LATER: Cite = Cite::only(rule!("R scenario 3/8"));
/// At once, by a hex of the opponent's choice.
pub(super) const OPPONENT: Cite = Cite::only(rule!("R scenario 3/9"));
/// Later arrivals of a formation may be changed too.
const LATER_ONES: Cite = Cite::only(rule!("R scenario 3/12"));
/// The same roll, a 9 reversed.
const SAME_ROLL: Cite = Cite::only(rule!("R scenario 3/14"));
/// Enemies keep off entry hexes.
const KEEP_OFF: Cite = cite!("R 5.2/14", "M 5.2.3/1");
/// A road or track hex.
const ON_WAY: Cite = Cite::only(rule!("R scenario 3/13"));

impl JoursDeGloire {
    /// The arrivals that can be changed at all, with what may be changed.
    fn changeable(&self) -> impl Iterator<Item = (usize, &Arrival, &EntryChange)> {
        let all = self.scenario.arrivals.iter().enumerate().take(DETOURS);
        all.filter_map(|(place, arrival)| {
            let unit = arrival.units.lowest()?;
            let changes = &self.scenario.optional_arrival.changes;
            let change = changes.iter().find(|change| change.formation == self.units.formation(unit))?;
            Some((place, arrival, change))
        })
    }

    fn side_of_arrival(&self, arrival: &Arrival) -> Side {
        arrival.units.lowest().map_or(Side::First, |unit| self.side_of(unit))
    }

    /// The side that has yet to choose the hex of an enemy's arrival.
    pub(super) fn asked_detour(&self, s: &State) -> Option<(Side, Cite)> {
        let (place, detour) = s.detours.iter().enumerate().find(|(_, detour)| detour.chooser != 0)?;
        let chooser = detour.chooser;
        if !self.may_choose(s, place) {
            return None;
        }
        Some((if chooser == 1 { Side::First } else { Side::Second }, OPPONENT))
    }

    /// Whether a side may announce a change now.
    pub(super) fn may_divert(&self, s: &State, side: Side) -> Option<Cite> {
        let mut due = self.changeable().filter(|(place, arrival, _)| self.announces(s, *place, arrival, side));
        due.next().map(|_| ANNOUNCED)
    }

    /// Whether a side may announce a change of this arrival now.
    fn announces(&self, s: &State, place: usize, arrival: &Arrival, side: Side) -> bool {
        arrival.turn == s.turn && s.detours[place].turn == 0 && self.side_of_arrival(arrival) == side
    }

    pub(super) fn judge_divert(&self, s: &State, by: Side, unit: UnitId, cell: Cell) -> Judged {
        if !self.knows(unit) {
            return self.no(EITHER, Why::Unknown);
        }
        if cell.index() >= self.map.grid.len() {
            return self.no(EITHER, Why::OffMap);
        }
        let named = self.changeable().find(|(_, arrival, _)| arrival.units.has(unit));
        let Some((place, arrival, change)) = named else { return self.no(EITHER, Why::NotDue(unit)) };
        if let Some(first) = arrival.units.lowest()
            && first != unit
        {
            return self.no(EITHER, Why::Precedence(first));
        }
        match self.asked_detour(s) {
            Some(_) if s.detours[place].chooser != by.index() as u8 + 1 => return self.no(OPPONENT, Why::NotDue(unit)),
            Some(_) => {}
            None if self.side_of_arrival(arrival) != by => return self.no(EITHER, Why::NotYours(unit)),
            None if s.progress[by.index()] >= Progress::Assembled => return self.no(ANNOUNCED, Why::TooLate),
            None if !self.announces(s, place, arrival, by) => return self.no(ANNOUNCED, Why::NotDue(unit)),
            None => {}
        }
        self.judge_detour(s, arrival, change, cell)
    }

    /// Whether an arrival may enter by a hex.
    fn judge_detour(&self, s: &State, arrival: &Arrival, change: &EntryChange, cell: Cell) -> Judged {
        let Some(unit) = arrival.units.lowest() else { return self.no(EITHER, Why::Unknown) };
        let on_edge = change.edges.iter().any(|edge| self.map.grid.to_edge(cell, *edge) == 0);
        if !on_edge || cell == arrival.cell {
            return self.no(EDGES, Why::NotOpen(unit));
        }
        let on_way = Dir::ALL.into_iter().any(|dir| self.map.edge_of(cell, dir).ways != 0);
        if change.hexes == EntryHexes::OnWay && !on_way {
            return self.no(ON_WAY, Why::NotOpen(unit));
        }
        let terrain = self.map.terrain(cell);
        let barred = |unit: UnitId| self.charts.entry(terrain, self.units.arm_of(unit)).value == Entry::Prohibited;
        if let Some(unit) = arrival.units.into_iter().find(|unit| barred(*unit)) {
            return self.no(EDGES, Why::Terrain(unit));
        }
        // Enemies keep off entry hexes: where one stands or beside him, none comes to be (a ruling: `arrival-beside-enemy`).
        let near = |at: Option<Cell>| at.is_some_and(|at| self.map.grid.distance(at, cell) <= 1);
        if self.rulings.arrival_beside_enemy == ArrivalBesideEnemy::Anywhere {
            return Ok(());
        }
        match s.where_at(near).and(self.units.side(self.side_of(unit).enemy())).lowest() {
            Some(enemy) => self.no(KEEP_OFF, Why::EntryHex(enemy)),
            None => Ok(()),
        }
    }

    /// Whether the one who is to choose the hex of an arrival finds any.
    fn may_choose(&self, s: &State, place: usize) -> bool {
        let named = self.changeable().find(|(other, _, _)| *other == place);
        named.is_some_and(|(_, arrival, change)| {
            self.map.grid.cells().any(|cell| self.judge_detour(s, arrival, change, cell).is_ok())
        })
    }

    /// Where whoever was to choose a hex finds none open, the units enter where the scenario has them.
    pub(super) fn close_detours<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        for (place, arrival) in self.scenario.arrivals.iter().enumerate().take(DETOURS) {
            if desk.state().detours[place].chooser != 0 {
                desk.fact(Event::Diverted { arrival: place as u8, cell: arrival.cell }, self.cite(OPPONENT));
            }
        }
    }

    pub(super) fn candidates_divert(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        if self.asked_detour(s).is_none() && self.may_divert(s, by).is_none() {
            return;
        }
        for (_, arrival, change) in self.changeable() {
            let Some(unit) = arrival.units.lowest() else { continue };
            for (i, edge) in change.edges.iter().enumerate() {
                // A corner lies on two edges, and is named once.
                let corner =
                    |cell: &Cell| change.edges[..i].iter().any(|edge| self.map.grid.to_edge(*cell, *edge) == 0);
                for cell in self.map.grid.edge(*edge).filter(|cell| !corner(cell)) {
                    each(Action::Divert { unit, cell });
                }
            }
        }
    }

    pub(super) fn perform_divert<J: Journal<Event, Label>>(
        &self,
        by: Side,
        unit: UnitId,
        cell: Cell,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let named = self.changeable().find(|(_, arrival, _)| arrival.units.has(unit));
        let (place, arrival, change) = named.ok_or_else(|| lost("a change of no arrival"))?;
        let number = place as u8;
        if self.asked_detour(desk.state()).is_some() {
            desk.fact(Event::Diverted { arrival: number, cell }, self.cite(OPPONENT));
            return Ok(());
        }
        let delays = self.scenario.optional_arrival.delays.ok_or_else(|| lost("a change without a table of delays"))?;
        let earlier = self.scenario.arrivals[..place]
            .iter()
            .any(|other| other.units.lowest().is_some_and(|unit| self.units.formation(unit) == change.formation));
        let roll = if change.hexes == EntryHexes::OnWay { SAME_ROLL } else { ANNOUNCED };
        let rules = Cite::and(roll, if earlier { LATER_ONES } else { EITHER }, self.edition());
        let delay = desk
            .read(Label::Delay(by), Die::D10, rules, |face| delays[usize::from(face.number()).min(delays.len() - 1)])?;
        let turn = arrival.turn.saturating_add(delay.turns);
        let (chooser, rule) = match (delay.chooser, delay.turns) {
            (Chooser::Opponent, _) => (by.enemy(), OPPONENT),
            (Chooser::Owner, 0) => (by, AT_ONCE),
            (Chooser::Owner, 1) => (by, ONE_LATER),
            (Chooser::Owner, _) => (by, TWO_LATER),
        };
        desk.fact(Event::Delayed { arrival: number, turn, chooser }, self.cite(rule));
        if chooser == by {
            desk.fact(Event::Diverted { arrival: number, cell }, self.cite(rule));
        }
        Ok(())
    }
}
