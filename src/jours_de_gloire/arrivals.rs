//! Reinforcements that come elsewhere than the scenario says, at the risk of a delay (R scenario 3).
//!
//! The change is announced, and the die thrown, in phase C of the turn in which the units were due; the hex is named then
//! too, or when their marker is drawn (the ruling `arrival-hex-when`). An arrival is named by its first unit, so that it has
//! one name.

use super::action::Action;
use super::charts::Entry;
use super::event::Event;
use super::label::Label;
use super::play::{Done, Judged, Table, lost};
use super::rulings::{ArrivalBesideEnemy, ArrivalHexWhen};
use super::scenario::{Arrival, Chooser, EntryChange, EntryHexes};
use super::state::{DETOURS, Progress, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::chance::Die;
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Rule;
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

    /// Whether the hex of a changed arrival is to be named now: in phase C, or by the ruling `arrival-hex-when` once the
    /// marker is drawn with which its units enter.
    fn named_now(&self, s: &State, place: usize, arrival: &Arrival) -> bool {
        let detour = s.detours[place];
        detour.chooser != 0
            && match self.rulings.arrival_hex_when {
                ArrivalHexWhen::Announced => true,
                ArrivalHexWhen::Drawn => {
                    let formation = arrival.units.lowest().map(|unit| self.units.formation(unit));
                    self.activated_formation(s) == formation && !self.in_reserve(s) && detour.turn <= s.turn
                }
            }
    }

    /// The side that has yet to choose the hex of an arrival.
    pub(super) fn asked_detour(&self, s: &State) -> Option<(Side, Cite)> {
        let mut due = self.changeable().filter(|(place, arrival, _)| self.named_now(s, *place, arrival));
        let (place, arrival, _) = due.find(|(_, arrival, change)| self.may_choose(s, arrival, change))?;
        let detour = s.detours[place];
        let chooser = if detour.chooser == 1 { Side::First } else { Side::Second };
        let rule = if chooser == self.side_of_arrival(arrival) {
            Self::comes(detour.turn.saturating_sub(arrival.turn))
        } else {
            OPPONENT
        };
        Some((chooser, rule))
    }

    /// The same in an activation: by that ruling, before anything else is done in it.
    pub(super) fn asked_drawn(&self, s: &State) -> Option<(Side, Cite)> {
        match self.rulings.arrival_hex_when {
            ArrivalHexWhen::Announced => None,
            ArrivalHexWhen::Drawn => self.asked_detour(s),
        }
    }

    /// Whether this is the rule of a question for the hex of an arrival.
    pub(super) fn names_a_hex(&self, rule: Rule) -> bool {
        [AT_ONCE, ONE_LATER, TWO_LATER, OPPONENT].into_iter().any(|cite| self.cite(cite) == rule)
    }

    /// The rule by which units come so many turns later, by a hex of their owner's choice.
    fn comes(later: u8) -> Cite {
        match later {
            0 => AT_ONCE,
            1 => ONE_LATER,
            _ => TWO_LATER,
        }
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
        let theirs = s.detours[place].chooser == by.index() as u8 + 1 && self.named_now(s, place, arrival);
        match self.asked_detour(s) {
            Some((_, rule)) if !theirs => return self.no(rule, Why::NotDue(unit)),
            Some(_) => {}
            None if self.rulings.arrival_hex_when == ArrivalHexWhen::Drawn => return self.no(AT_ONCE, Why::NoAnswer),
            None if self.side_of_arrival(arrival) != by => return self.no(EITHER, Why::NotYours(unit)),
            None if s.progress[by.index()] >= Progress::Assembled => return self.no(ANNOUNCED, Why::TooLate),
            None if !self.announces(s, place, arrival, by) => return self.no(ANNOUNCED, Why::NotDue(unit)),
            None => {}
        }
        self.judge_detour(s, arrival, change, cell)
    }

    /// Whether a side may announce that an arrival comes elsewhere, by a hex that is named later.
    pub(super) fn judge_announce(&self, s: &State, by: Side, unit: UnitId) -> Judged {
        if self.rulings.arrival_hex_when == ArrivalHexWhen::Announced {
            return self.no(ANNOUNCED, Why::NoAnswer);
        }
        if !self.knows(unit) {
            return self.no(EITHER, Why::Unknown);
        }
        let named = self.changeable().find(|(_, arrival, _)| arrival.units.has(unit));
        let Some((place, arrival, change)) = named else { return self.no(EITHER, Why::NotDue(unit)) };
        match arrival.units.lowest() {
            Some(first) if first != unit => return self.no(EITHER, Why::Precedence(first)),
            _ if self.side_of_arrival(arrival) != by => return self.no(EITHER, Why::NotYours(unit)),
            _ if s.progress[by.index()] >= Progress::Assembled => return self.no(ANNOUNCED, Why::TooLate),
            _ if !self.announces(s, place, arrival, by) => return self.no(ANNOUNCED, Why::NotDue(unit)),
            _ => {}
        }
        if self.may_choose(s, arrival, change) { Ok(()) } else { self.no(EDGES, Why::NotOpen(unit)) }
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
    fn may_choose(&self, s: &State, arrival: &Arrival, change: &EntryChange) -> bool {
        self.map.grid.cells().any(|cell| self.judge_detour(s, arrival, change, cell).is_ok())
    }

    /// Where whoever was to choose a hex now finds none open, the units enter where the scenario has them.
    pub(super) fn close_detours<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        for (place, arrival, change) in self.changeable() {
            let s = desk.state();
            if self.named_now(s, place, arrival) && !self.may_choose(s, arrival, change) {
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
            if self.rulings.arrival_hex_when == ArrivalHexWhen::Drawn && self.asked_detour(s).is_none() {
                each(Action::Announce { unit });
                continue;
            }
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
        let (place, _, _) = named.ok_or_else(|| lost("a change of no arrival"))?;
        let rule = match self.asked_detour(desk.state()) {
            Some((_, rule)) => rule,
            None => {
                let (chooser, rule) = self.roll_delay(by, unit, desk)?;
                if chooser != by {
                    return Ok(());
                }
                rule
            }
        };
        desk.fact(Event::Diverted { arrival: place as u8, cell }, self.cite(rule));
        Ok(())
    }

    pub(super) fn perform_announce<J: Journal<Event, Label>>(
        &self,
        by: Side,
        unit: UnitId,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.roll_delay(by, unit, desk).map(|_| ())
    }

    /// Rolls for the delay of a changed arrival; who chooses the hex, and under which rule.
    fn roll_delay<J: Journal<Event, Label>>(
        &self,
        by: Side,
        unit: UnitId,
        desk: &mut Table<'_, J>,
    ) -> Done<(Side, Cite)> {
        let named = self.changeable().find(|(_, arrival, _)| arrival.units.has(unit));
        let (place, arrival, change) = named.ok_or_else(|| lost("a change of no arrival"))?;
        let delays = self.scenario.optional_arrival.delays.ok_or_else(|| lost("a change without a table of delays"))?;
        let earlier = self.scenario.arrivals[..place]
            .iter()
            .any(|other| other.units.lowest().is_some_and(|unit| self.units.formation(unit) == change.formation));
        let roll = if change.hexes == EntryHexes::OnWay { SAME_ROLL } else { ANNOUNCED };
        let rules = Cite::and(roll, if earlier { LATER_ONES } else { EITHER }, self.edition());
        let delay = desk
            .read(Label::Delay(by), Die::D10, rules, |face| delays[usize::from(face.number()).min(delays.len() - 1)])?;
        let turn = arrival.turn.saturating_add(delay.turns);
        let (chooser, rule) = match delay.chooser {
            Chooser::Opponent => (by.enemy(), OPPONENT),
            Chooser::Owner => (by, Self::comes(delay.turns)),
        };
        desk.fact(Event::Delayed { arrival: place as u8, turn, chooser }, self.cite(rule));
        Ok((chooser, rule))
    }
}
