//! 15.1: what the set-up leaves to the players: forces that stand anywhere around a place, and decoys. Each side places
//! its own in secret, one at a time, and says when it is done.

use super::action::Action;
use super::event::Event;
use super::frame::{Frame, Step};
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::play::{Done, Judged, Table, no};
use super::scenario::{Placement, Who};
use super::state::{Content, Mark, State};
use super::why::Why;
use super::words::Ground;
use super::{Montenotte, options};
use crate::hex::Cell;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// The rule that leaves a side the place of a force.
    fn around_rule(side: Side) -> Rule {
        match side {
            Side::First => rule!("N 15.1.1/6"),
            Side::Second => rule!("N 15.1.2/9"),
        }
    }

    fn side_of_who(&self, who: Who) -> Side {
        match who {
            Who::Chief(chief) => self.roster[chief].side,
            Who::Unit(unit) => self.roster[unit].side(),
        }
    }

    /// The line of the set-up that a marker was placed by.
    fn placement(&self, s: &State, marker: MarkerId) -> Option<&Placement> {
        let who = match s.content(marker) {
            Content::Chief(chief) => Who::Chief(chief),
            Content::Unit(unit) => Who::Unit(unit),
            Content::Decoy | Content::Off => return None,
        };
        self.scenario.forces.iter().find(|force| force.who == who)
    }

    /// Whether the place of a force is its player's to choose.
    fn roams(&self, s: &State, marker: MarkerId) -> bool {
        self.placement(s, marker).is_some_and(|force| force.zone.is_some())
    }

    fn places_decoys(&self, side: Side) -> bool {
        self.rulings.decoys_at_the_start == options::DecoysAtTheStart::Placed
            && self.scenario.decoys.iter().any(|(of, _)| *of == side)
    }

    /// The rule under which a side has something to place, if it has.
    fn places(&self, side: Side) -> Option<Rule> {
        let roams = |force: &Placement| force.zone.is_some() && self.side_of_who(force.who) == side;
        if self.scenario.forces.iter().any(roams) {
            Some(Self::around_rule(side))
        } else {
            self.places_decoys(side).then_some(rule!("N 2/6"))
        }
    }

    /// Both sides at once, or the Coalition after the French (ruling `set-up-order`).
    pub(super) fn asked_placing(&self, s: &State) -> [Option<Rule>; 2] {
        let open = |side: Side| self.places(side).filter(|_| s.done[side.index()] == 0);
        let (first, second) = (open(Side::First), open(Side::Second));
        let waits = first.is_some() && self.rulings.set_up_order == options::SetUpOrder::FrenchFirst;
        [first, second.filter(|_| !waits)]
    }

    /// Whether a force can stand somewhere at all: on land, and on a way where the ground bars those off it.
    fn standable(&self, cell: Cell) -> bool {
        let ground = self.map.ground(cell);
        let open = self.charts.terrain.off_road.get(ground as usize).is_some_and(|figure| figure.value.0.is_some());
        let way = crate::hex::Dir::ALL.into_iter().any(|dir| self.map.way(cell, dir).is_some());
        ground != Ground::Sea && (open || way)
    }

    /// A force stands within the distance of its place (ruling `set-up-around`).
    fn judge_around(&self, zone: (Cell, u8), to: Cell, side: Side) -> Judged {
        let distance = self.map.grid.distance(zone.0, to);
        let least = match self.rulings.set_up_around {
            options::SetUpAround::Within => 0,
            options::SetUpAround::Beside => 1,
        };
        if !(least..=zone.1).contains(&distance) {
            return no(Self::around_rule(side), Why::NotThatHex);
        }
        if self.standable(to) { Ok(()) } else { no([Self::around_rule(side), rule!("N 9.1/7")], Why::NoWay) }
    }

    /// A decoy goes with a force whose own place is settled (ruling `decoys-at-the-start`).
    fn judge_decoy(&self, s: &State, side: Side, marker: MarkerId, to: Cell) -> Judged {
        if !self.places_decoys(side) {
            return no(rule!("N 2/6"), Why::Fixed(marker));
        }
        let settled = |other: MarkerId| {
            let real = !matches!(s.content(other), Content::Decoy | Content::Off);
            real && (s.marked(Mark::Arranged).has(other) || !self.roams(s, other))
        };
        if s.markers_at(to).and(self.side_markers[side.index()]).into_iter().any(settled) {
            Ok(())
        } else {
            no(rule!("N 2/6"), Why::NotThatHex)
        }
    }

    pub(super) fn judge_placing(&self, s: &State, by: Side, action: &Action) -> Judged {
        let rule = self.places(by).unwrap_or(rule!("N 2/6"));
        let Action::Deploy { marker, to } = *action else {
            return if *action == Action::Done { Ok(()) } else { no(rule, Why::NoAnswer) };
        };
        if self.side(marker) != by {
            return no(rule, Why::NotYours(marker));
        }
        if s.at(marker).is_none() {
            return no(rule, Why::NotThere(marker));
        }
        if s.marked(Mark::Arranged).has(marker) {
            return no(rule, Why::Already(marker));
        }
        if s.content(marker) == Content::Decoy {
            return self.judge_decoy(s, by, marker, to);
        }
        match self.placement(s, marker).and_then(|force| force.zone) {
            Some(zone) => self.judge_around(zone, to, by),
            None => no(rule, Why::Fixed(marker)),
        }
    }

    pub(super) fn candidates_placing(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        let own = s.on_map().and(self.side_markers[by.index()]).less(s.marked(Mark::Arranged));
        for marker in own {
            if s.content(marker) == Content::Decoy {
                let mut hexes: Vec<Cell> =
                    s.on_map().and(self.side_markers[by.index()]).filter_map(|other| s.at(other)).collect();
                hexes.sort();
                hexes.dedup();
                hexes.into_iter().for_each(|to| each(Action::Deploy { marker, to }));
            } else if let Some((of, hexes)) = self.placement(s, marker).and_then(|force| force.zone) {
                let near = self.map.grid.cells().filter(|cell| self.map.grid.distance(of, *cell) <= hexes);
                near.for_each(|to| each(Action::Deploy { marker, to }));
            }
        }
    }

    pub(super) fn perform_placing<J: Journal<Event, Label>>(&self, by: Side, action: &Action, desk: &mut Table<'_, J>) {
        match *action {
            Action::Deploy { marker, to } => {
                let decoy = desk.state().content(marker) == Content::Decoy;
                let rule = if decoy { rule!("N 2/6") } else { Self::around_rule(by) };
                desk.fact_for(Event::Placed { marker, at: to }, rule, Seen::By(by));
                desk.mark(Event::Marked { mark: Mark::Arranged, marker }, rule);
            }
            _ => self.close_step(by, rule!("N 6.5.1/1"), desk),
        }
    }

    /// Both are done: the map is shown, whoever stands in a named place holds it, and the game begins.
    pub(super) fn advance_placing<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        desk.fact(Event::Disclosed, rule!("N 6.5.1/1"));
        for marker in desk.state().marked(Mark::Arranged) {
            desk.mark(Event::Unmarked { mark: Mark::Arranged, marker }, rule!("N 6.5.1/1"));
            if let Some(at) = desk.state().at(marker) {
                self.occupy(at, desk);
            }
        }
        self.next_step(Step::Weather, rule!("N 4/1"), desk);
        Ok(())
    }

    /// Where the letters are dealt, the set-up begins, or the first turn where nothing is left to the players.
    pub(super) fn begin_placing<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        let (points, morale) = (desk.state().points(), desk.state().sardinian_morale());
        desk.fact(Event::Points { points }, rule!("N 15.3/2"));
        desk.fact(Event::Sardinian { morale }, rule!("N 15.2/16"));
        desk.mark(Event::Continued(Frame::Placing), rule!("N 6.5.1/1"));
    }

    /// The units whose place the set-up leaves open, each with the place that it stands around and the most hexes.
    pub fn open_places(&self) -> impl Iterator<Item = (UnitNo, Cell, u8)> + '_ {
        self.scenario.forces.iter().filter_map(|force| match (force.who, force.zone) {
            (Who::Unit(unit), Some((of, hexes))) => Some((unit, of, hexes)),
            _ => None,
        })
    }
}
