//! 11.10: retreat, hex by hex, and shelter in a fort.

use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::montenotte::action::Action;
use crate::montenotte::event::Event;
use crate::montenotte::frame::{Frame, Stage};
use crate::montenotte::ids::{MarkerId, Markers};
use crate::montenotte::label::Label;
use crate::montenotte::map::Fort;
use crate::montenotte::play::{Done, Judged, Table, lost, no, one};
use crate::montenotte::state::{Mark, State};
use crate::montenotte::why::Why;
use crate::montenotte::words::Ground;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// The beaten forces that have not retreated yet.
    fn to_retreat(&self, s: &State) -> Markers {
        let Some(side) = s.battle.vanquished() else { return Markers::EMPTY };
        self.engaged(s, side).less(s.battle.retreated).and(s.on_map())
    }

    /// Whether a force may shelter (N 11.10/10; rulings `fort-withdrawal`, `fort-coalition-only`).
    fn may_shelter(&self, s: &State, marker: MarkerId) -> bool {
        let at = s.battle.at;
        self.side(marker) == Side::Second
            && s.battle.attacker() == Some(Side::First)
            && s.at(marker) == at
            && at.is_some_and(|at| self.map.fort(at) == Fort::Here)
    }

    /// The beaten are asked for the next force, unless there is one alone that has no choice (ruling `retreat-by-owner`).
    pub(super) fn asked_retreats(&self, s: &State) -> [Option<Rule>; 2] {
        let Some(side) = s.battle.vanquished() else { return [None; 2] };
        let left = self.to_retreat(s);
        let choice = left.len() > 1 || left.into_iter().any(|marker| self.may_shelter(s, marker));
        if choice { one(side, rule!("N 11.10/4")) } else { [None; 2] }
    }

    pub(super) fn judge_retreats(&self, s: &State, by: Side, action: &Action) -> Judged {
        let (marker, shelter) = match *action {
            Action::Retreat { marker } => (marker, false),
            Action::Shelter { marker } => (marker, true),
            _ => return no(rule!("N 11.10/4"), Why::NoAnswer),
        };
        if self.side(marker) != by {
            return no(rule!("N 11.10/4"), Why::NotYours(marker));
        }
        if !self.to_retreat(s).has(marker) {
            return no(rule!("N 11.10/4"), Why::Already(marker));
        }
        if shelter && !self.may_shelter(s, marker) {
            return no(rule!("N 11.10/10"), Why::NoCover);
        }
        Ok(())
    }

    pub(super) fn perform_retreats<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        match *action {
            Action::Shelter { marker } => {
                for member in desk.state().members(marker) {
                    desk.fact(Event::Marked { mark: Mark::InFort, marker: member }, rule!("N 11.10/10"));
                }
                desk.fact(Event::Retreated { marker }, rule!("N 11.10/10"));
                Ok(())
            }
            Action::Retreat { marker } => self.begin_retreat(marker, desk),
            _ => Ok(()),
        }
    }

    fn begin_retreat<J: Journal<Event, Label>>(&self, marker: MarkerId, desk: &mut Table<'_, J>) -> Done {
        let left = desk.state().battle.retreat;
        desk.mark(Event::Retreated { marker }, rule!("N 11.10/4"));
        self.begin_frame(Frame::Retreat { marker, left, done: 0 }, rule!("N 11.10/4"), desk)
    }

    /// Out of supply and beaten: eliminated (N 11.10/12, N 13.7/1; ruling `out-of-supply-beaten`).
    fn starved(&self, s: &State, marker: MarkerId) -> bool {
        let Some(side) = s.battle.vanquished() else { return false };
        let out = |marker: MarkerId| self.out_of_supply(s, marker);
        out(marker)
            && match self.rulings.out_of_supply_beaten {
                options::OutOfSupplyBeaten::Always => true,
                options::OutOfSupplyBeaten::AttackedSo => {
                    s.battle.attacker() == Some(side.enemy())
                        && s.battle.principal.has(marker)
                        && self.engaged(s, side).into_iter().all(out)
                }
            }
    }

    pub(super) fn advance_retreats<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let left = self.to_retreat(desk.state());
        match left.lowest() {
            Some(marker) => self.begin_retreat(marker, desk),
            // No dice fell: who withdrew without a battle leaves nothing behind it (ruling `lone-general-attacked`).
            None if desk.state().battle.sp == [0; 2] => self.close_battle(desk),
            None => {
                self.stage(Stage::Gather, rule!("N 11.10/13"), desk);
                Ok(())
            }
        }
    }

    /// Where a retreating force stands for its next hex: in the defender's hex for the first (N 11.10/5).
    fn retreat_from(&self, s: &State, marker: MarkerId, done: u8) -> Option<Cell> {
        if done == 0 { s.battle.at } else { s.at(marker) }
    }

    /// Whether a retreat may lead over this side (ruling `retreat-terrain`): never into the sea, into mountains along ways
    /// alone.
    fn passable(&self, from: Cell, dir: Dir, to: Cell) -> bool {
        match self.map.ground(to) {
            Ground::Sea => false,
            Ground::Mountain => self.map.way(from, dir).is_some(),
            _ => true,
        }
    }

    pub(in crate::montenotte) fn judge_retreat(
        &self,
        s: &State,
        marker: MarkerId,
        done: u8,
        action: &Action,
    ) -> Judged {
        let Action::Step { dir } = *action else { return no(rule!("N 11.10/4"), Why::NoAnswer) };
        let side = self.side(marker);
        let Some(from) = self.retreat_from(s, marker, done) else {
            return no(rule!("N 11.10/4"), Why::NotThere(marker));
        };
        let Some(to) = self.map.grid.neighbour(from, dir) else { return no(rule!("N 11.10/4"), Why::NoWay) };
        if let Some(enemy) = self.enemies_at(s, side, to).lowest() {
            return no(rule!("N 11.10/8"), Why::Enemy(enemy));
        }
        if done == 0 {
            let front = s.battle.from.and_then(|attacked_from| self.map.grid.direction(from, attacked_from));
            let Some(front) = front else { return no(rule!("N 11.10/5"), Why::NoWay) };
            let off = front.turn_to(dir).unsigned_abs();
            if s.battle.attacker() == Some(side) {
                // The principal attacker's hex, or a hex beside both it and the defender's (ruling `first-hex-attacker`).
                if off > 1 {
                    return no(rule!("N 11.10/6"), Why::NotThatHex);
                }
                if off == 0 {
                    return Ok(());
                }
            } else if off < 2 {
                return no(rule!("N 11.10/7"), Why::NotThatHex);
            }
        } else {
            let supply = &self.to_supply[self.nation_of(s, marker) as usize];
            let way = |cell: Cell| supply.get(cell.index()).copied().unwrap_or(u16::MAX);
            if way(to) >= way(from) {
                return no(rule!("N 11.10/9"), Why::NotThatHex);
            }
        }
        if self.passable(from, dir, to) { Ok(()) } else { no(rule!("N 11.10/4"), Why::NoWay) }
    }

    fn retreat_steps(&self, s: &State, marker: MarkerId, done: u8) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |dir| self.judge_retreat(s, marker, done, &Action::Step { dir: *dir }).is_ok())
    }

    /// Asked where there is more than one way.
    pub(in crate::montenotte) fn asked_retreat(
        &self,
        s: &State,
        marker: MarkerId,
        left: u8,
        done: u8,
    ) -> Option<(Side, Rule)> {
        let open = left > 0 && s.at(marker).is_some() && !self.starved(s, marker);
        (open && self.retreat_steps(s, marker, done).nth(1).is_some()).then(|| (self.side(marker), rule!("N 11.10/4")))
    }

    pub(in crate::montenotte) fn perform_retreat<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        left: u8,
        done: u8,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::Step { dir } = *action else { return Ok(()) };
        let from = self.retreat_from(desk.state(), marker, done);
        let Some(to) = from.and_then(|from| self.map.grid.neighbour(from, dir)) else {
            return Err(lost("a retreat off the map"));
        };
        let attacks = desk.state().battle.attacker() == Some(self.side(marker));
        let rule = match (done, attacks) {
            (0, true) => rule!("N 11.10/6"),
            (0, false) => rule!("N 11.10/7"),
            _ => rule!("N 11.10/9"),
        };
        let next = Frame::Retreat { marker, left: left.saturating_sub(1), done: done.saturating_add(1) };
        self.continue_frame(next, rule, desk);
        desk.fact(Event::Moved { marker, to }, [rule, rule!("N 11.10/5")]);
        self.occupy(to, desk);
        Ok(())
    }

    pub(in crate::montenotte) fn advance_retreat<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        left: u8,
        done: u8,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        if left == 0 || s.at(marker).is_none() {
            self.end_frame(rule!("N 11.10/4"), desk);
            return Ok(());
        }
        if self.starved(s, marker) {
            desk.note(Label::Eliminated(marker), [rule!("N 13.7/1"), rule!("N 11.10/12")]);
            self.eliminate(marker, rule!("N 13.7/1"), desk);
            self.end_frame(rule!("N 13.7/1"), desk);
            return Ok(());
        }
        let only = self.retreat_steps(s, marker, done).next();
        match only {
            Some(dir) => self.perform_retreat(marker, left, done, &Action::Step { dir }, desk),
            None => {
                desk.note(Label::NoRetreat(marker), rule!("N 11.10/7"));
                // Without a first hex it is eliminated; later it stops (ruling `no-way-to-retreat`).
                if done == 0 && self.rulings.no_way_to_retreat == options::NoWayToRetreat::EliminatedAtOnce {
                    self.eliminate(marker, rule!("N 11.10/8"), desk);
                }
                self.end_frame(rule!("N 11.10/4"), desk);
                Ok(())
            }
        }
    }
}
