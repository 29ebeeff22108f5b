//! 6.1 to 6.4: lines of communication, command points, statuses. Both sides at once.

use super::action::Action;
use super::event::Event;
use super::ids::{ChiefId, MarkerId, UnitNo};
use super::label::Label;
use super::map::Way;
use super::play::{Done, Judged, Table, no};
use super::roster::Kind;
use super::state::{Content, Mark, State, Status};
use super::why::Why;
use super::{Montenotte, options};
use crate::hex::{Cell, CellSet, Reach};
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::side::Side;

/// Whether a general-in-chief's line of communication is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// It is.
    Valid,
    /// It is not.
    Cut,
}

impl Montenotte {
    /// The generals-in-chief of a side on the map, by their markers.
    pub(super) fn chiefs_in_play<'s>(&'s self, s: &'s State, side: Side) -> impl Iterator<Item = MarkerId> + use<'s> {
        let chiefs = self.roster.chief_ids().filter(move |chief| self.roster[*chief].side == side);
        chiefs.filter_map(|chief| s.marker_of(Content::Chief(chief))).filter(|marker| s.at(*marker).is_some())
    }

    /// A general-in-chief's line of communication (N 6.1/1, N 6.1/2): along roads or trails (ruling `trail-as-line`) to a
    /// supply hex of his nation, free of enemies, decoys included.
    pub fn line(&self, s: &State, chief: ChiefId) -> Line {
        let info = &self.roster[chief];
        let Some(from) = s.marker_of(Content::Chief(chief)).and_then(|marker| s.at(marker)) else { return Line::Cut };
        let enemies = self.enemy_cells(s, info.side);
        let carries = |way: Option<Way>| match self.rulings.trail_as_line {
            options::TrailAsLine::May => way.is_some(),
            options::TrailAsLine::Roads => way == Some(Way::Road),
        };
        let mut seen = CellSet::with_room(self.map.grid.len());
        let mut open = vec![from];
        seen.insert(from);
        while let Some(here) = open.pop() {
            if self.map.sources(info.nation).any(|cell| cell == here) {
                return Line::Valid;
            }
            for (dir, to) in self.map.grid.neighbours(here) {
                if carries(self.map.way(here, dir)) && !seen.contains(to) && !enemies.has(to) {
                    seen.insert(to);
                    open.push(to);
                }
            }
        }
        Line::Cut
    }

    /// Checks every line (N 4.2/1): a general-in-chief is commanded, and isolated without one (N 6.1/6; ruling
    /// `general-in-chief-own-status`).
    pub(super) fn check_lines<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        for chief in self.roster.chief_ids() {
            let s = desk.state();
            let Some(marker) = s.marker_of(Content::Chief(chief)).filter(|marker| s.at(*marker).is_some()) else {
                continue;
            };
            let (status, rule) = match self.line(s, chief) {
                Line::Valid => (Status::Supplied, [rule!("N 6.1/1"), rule!("N 6.1/2")]),
                Line::Cut => (Status::Isolated, [rule!("N 6.1/6"), rule!("N 6.1/2")]),
            };
            self.set_status(marker, status, rule, desk);
        }
    }

    fn set_status<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        status: Status,
        rules: impl Into<crate::rule::Cites>,
        desk: &mut Table<'_, J>,
    ) {
        if desk.state().status(marker) != status {
            desk.fact_for(Event::Status { marker, status }, rules, self.seen_of_fatigue(marker));
        }
    }

    /// What it costs to command from one hex to another, in half points (N 6.1/4, N 6.1/5; rulings `command-distance`,
    /// `command-point-rounding`); `None` if no orders get through within `most`.
    pub(super) fn command_cost(&self, s: &State, side: Side, from: Cell, to: Cell, most: u8) -> Option<u8> {
        let c = &self.charts.command;
        if from == to {
            return Some(c.stacked_half_points.value).filter(|cost| *cost <= most);
        }
        let stretch = u16::from(c.stretch_half_mp.value.max(1));
        let each = u16::from(c.stretch_half_points.value.max(1));
        // However it rounds, a whole stretch more is never needed for nothing.
        let budget = (u16::from(most) / each + 1) * stretch;
        let distance = self.command_distance(s, side, from, to, budget)?;
        let stretches = match self.rulings.command_point_rounding {
            options::CommandPointRounding::Up => distance.div_ceil(stretch),
            options::CommandPointRounding::Down => (distance / stretch).max(1),
        };
        u8::try_from(stretches * each).ok().filter(|cost| *cost <= most)
    }

    /// The MP of command between two hexes, in halves, not through enemies.
    pub(super) fn command_distance(&self, s: &State, side: Side, from: Cell, to: Cell, budget: u16) -> Option<u16> {
        let grid = &self.map.grid;
        // A hex costs 1 MP at least, so that a way of so many halves stays within an ellipse about its ends: small ones are
        // searched first.
        let straight = 2 * u16::from(grid.distance(from, to));
        if straight > budget {
            return None;
        }
        let enemies = self.enemy_cells(s, side);
        let free = self.halves(from, to);
        if free > budget {
            return None;
        }
        // No enemy stands on any of the cheapest ways: they are open. Else another may be as cheap, and is searched for.
        let between = |enemy: Cell| self.halves(from, enemy).saturating_add(self.halves(enemy, to)) == free;
        if !enemies.iter().any(between) {
            return Some(free);
        }
        let mut within = free.saturating_add(4).min(budget);
        let mut reach = Reach::new();
        loop {
            reach.run(grid, [from], within, |here, dir, next| {
                let cost = self.cost(here, dir)?;
                let around = u16::from(grid.distance(from, next)) + u16::from(grid.distance(next, to));
                (2 * around <= within && !enemies.has(next)).then_some(cost)
            });
            match reach.cost(to) {
                Some(halves) => return Some(halves),
                None if within == budget => return None,
                None => within = within.saturating_mul(2).min(budget),
            }
        }
    }

    /// Half points that a general-in-chief has left (N 2/5).
    pub(super) fn points_left(&self, s: &State, chief: ChiefId) -> u8 {
        self.roster[chief].command.value.saturating_mul(2).saturating_sub(s.spent[chief.index()])
    }

    fn judge_fund(&self, s: &State, by: Side, chief: MarkerId, marker: MarkerId) -> Judged {
        if s.done[by.index()] > 0 {
            return no(rule!("N 4.2/3"), Why::NoAnswer);
        }
        for one in [chief, marker] {
            if self.side(one) != by {
                return no(rule!("N 6.1/3"), Why::NotYours(one));
            }
        }
        let Content::Chief(id) = s.content(chief) else { return no(rule!("N 6.1/3"), Why::NotChief(chief)) };
        let Content::Unit(unit) = s.content(marker) else { return no(rule!("N 6.1/3"), Why::Unknown) };
        let Kind::Division { chiefs, .. } = &self.roster[unit].kind else {
            // A brigade shares its division's status (N 6.3/2).
            return no(rule!("N 6.3/2"), Why::OtherArmy(marker));
        };
        if !chiefs.contains(&id) {
            return no(rule!("N 6.1/3"), Why::OtherArmy(marker));
        }
        if s.marked(Mark::Funded).has(marker) {
            return no(rule!("N 6.1/3"), Why::Already(marker));
        }
        if self.rulings.points_without_a_line == options::PointsWithoutALine::MayNot
            && s.status(chief) != Status::Supplied
        {
            return no(rule!("N 6.1/3"), Why::NoLine);
        }
        let (Some(from), Some(to)) = (s.at(chief), s.at(s.head(marker))) else {
            return no(rule!("N 6.1/3"), Why::NotThere(marker));
        };
        let has = self.points_left(s, id);
        if self.command_cost(s, by, from, to, has).is_some() {
            return Ok(());
        }
        match self.command_cost(s, by, from, to, u8::MAX) {
            None => no(rule!("N 6.1/4"), Why::OutOfReach(marker)),
            Some(needs) => no(rule!("N 6.1/4"), Why::CommandPoints { needs, has }),
        }
    }

    pub(super) fn judge_command(&self, s: &State, by: Side, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Fund { chief, marker } => self.judge_fund(s, by, chief, marker),
            _ if s.done[by.index()] == 0 => no(rule!("N 4.2/3"), Why::NoAnswer),
            Action::Fuse { marker, into } => self.judge_fuse(s, by, marker, into),
            Action::Separate { marker } => self.judge_separate(s, by, marker),
            Action::Detach { brigade, sp } => self.judge_detach(s, by, brigade, sp),
            Action::TakeBack { brigade } => self.judge_take_back(s, by, brigade),
            Action::Lose { unit } => self.judge_bears(s, by, unit),
            _ => no(rule!("N 6/1"), Why::NoAnswer),
        }
    }

    pub(super) fn candidates_command(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        let chiefs: super::ids::Markers = self.chiefs_in_play(s, by).collect();
        if s.done[by.index()] == 0 {
            for chief in chiefs {
                let Content::Chief(id) = s.content(chief) else { continue };
                if self.points_left(s, id) == 0 {
                    continue;
                }
                let funded = s.marked(Mark::Funded);
                // What is too dear would only be searched for again, to say what it costs.
                let (has, from) = (self.points_left(s, id), s.at(chief));
                let cheap = |marker: &MarkerId| match (from, s.at(s.head(*marker))) {
                    (Some(from), Some(to)) => self.command_cost(s, by, from, to, has).is_some(),
                    _ => false,
                };
                let whole = |marker: &MarkerId| matches!(s.content(*marker), Content::Unit(unit) if self.roster[unit].is_division());
                self.in_play(s, by)
                    .filter(|marker| !funded.has(*marker) && whole(marker) && cheap(marker))
                    .for_each(|marker| each(Action::Fund { chief, marker }));
            }
            return;
        }
        for marker in self.in_play(s, by) {
            each(Action::Separate { marker });
            for into in chiefs {
                each(Action::Fuse { marker, into });
            }
        }
        if self.rulings.attrition_loser == options::AttritionLoser::Owner {
            self.roster.numbers().for_each(|unit| each(Action::Lose { unit }));
        }
        for brigade in self.roster.numbers() {
            each(Action::TakeBack { brigade });
            for sp in 1..=self.share(s, brigade) {
                each(Action::Detach { brigade, sp });
            }
        }
    }

    pub(super) fn perform_command<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let seen = Seen::By(by);
        match *action {
            Action::Done => {
                let done = desk.state().done[by.index()];
                if done == 0 {
                    self.settle_status(by, desk);
                }
                desk.fact_for(Event::Stands { side: by, done: done + 1 }, rule!("N 6/1"), seen);
            }
            Action::Fund { chief, marker } => {
                let s = desk.state();
                let Content::Chief(id) = s.content(chief) else { return Ok(()) };
                let (Some(from), Some(to)) = (s.at(chief), s.at(s.head(marker))) else { return Ok(()) };
                let cost = self.command_cost(s, by, from, to, self.points_left(s, id)).unwrap_or(0);
                let halves = s.spent[id.index()].saturating_add(cost);
                let rule = if from == to { rule!("N 6.1/5") } else { rule!("N 6.1/4") };
                desk.fact_for(Event::Spent { chief: id, halves }, [rule, rule!("N 2/5")], seen);
                desk.fact_for(Event::Marked { mark: Mark::Funded, marker }, rule!("N 6.1/3"), seen);
                // Whose points they were decides between commanded and isolated.
                let line = desk.state().status(chief);
                let rule = if line == Status::Supplied { rule!("N 6.2/1") } else { rule!("N 6.2/2") };
                self.set_status(marker, line, [rule, rule!("N 6.3/1")], desk);
            }
            Action::Fuse { marker, into } => self.fuse(marker, into, desk),
            Action::Separate { marker } => self.separate(marker, seen, desk),
            Action::Detach { brigade, sp } => self.detach(brigade, sp, desk),
            Action::TakeBack { brigade } => self.take_back(brigade, desk),
            Action::Lose { unit } => self.bears(unit, seen, desk),
            _ => {}
        }
        Ok(())
    }

    /// The statuses of a side once its points are spent (N 6.2, N 6.3): whoever got none is uncommanded; a brigade has its
    /// division's status within 4 MP of its general, and is uncommanded beyond (rulings `who-is-isolated`,
    /// `orphaned-brigade`).
    fn settle_status<J: Journal<Event, Label>>(&self, side: Side, desk: &mut Table<'_, J>) {
        let funded = desk.state().marked(Mark::Funded);
        let markers = desk.state().unit_markers();
        for unit in self.roster.numbers().filter(|unit| self.roster[*unit].side() == side) {
            let s = desk.state();
            let Some(marker) = markers[unit.index()] else { continue };
            if self.roster[unit].is_division() && s.at(s.head(marker)).is_some() && !funded.has(marker) {
                self.set_status(marker, Status::Uncommanded, [rule!("N 6.2/3"), rule!("N 6.3/1")], desk);
            }
        }
        for unit in self.roster.numbers().filter(|unit| self.roster[*unit].side() == side) {
            let s = desk.state();
            let Some(marker) = markers[unit.index()] else { continue };
            if self.roster[unit].parent().is_none() || s.at(s.head(marker)).is_none() {
                continue;
            }
            let (status, rule) = match self.parent_within(s, unit, marker, self.charts.command.brigade_half_mp.value) {
                Some(division) => (s.status(division), rule!("N 6.3/2")),
                None => (Status::Uncommanded, rule!("N 6.3/3")),
            };
            self.set_status(marker, status, rule, desk);
        }
    }

    /// The marker of a brigade's division, if it is on the map within so many halves.
    pub(super) fn parent_within(&self, s: &State, unit: UnitNo, marker: MarkerId, halves: u8) -> Option<MarkerId> {
        let parent = self.roster[unit].parent()?;
        let division = s.marker_of(Content::Unit(parent)).filter(|_| s.sp(parent) > 0)?;
        let (from, to) = (s.at(s.head(division))?, s.at(s.head(marker))?);
        self.command_distance(s, self.side(marker), from, to, halves.into()).map(|_| division)
    }
}
