//! 11.2: marching to the sound of the guns.

use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::montenotte::action::Action;
use crate::montenotte::event::{Event, Role};
use crate::montenotte::frame::{Cause, Frame, Guns};
use crate::montenotte::ids::{MarkerId, Markers};
use crate::montenotte::label::Label;
use crate::montenotte::morale::Deed;
use crate::montenotte::play::{Done, Judged, Table, lost, no};
use crate::montenotte::state::{Content, Mark, State};
use crate::montenotte::why::Why;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// The markers of a side that could be near enough to march, as everybody sees them (N 11.2/1; rulings
    /// `adjacent-and-guns`, `guns-distance`).
    pub(super) fn within_hearing(&self, s: &State, side: Side) -> Markers {
        let Some(at) = s.battle.at else { return Markers::EMPTY };
        let hexes = self.charts.battle.guns_hexes.value;
        let mut found = Markers::EMPTY;
        for marker in s.on_map().and(self.side_markers[side.index()]).less(s.battle.engaged()).less(s.battle.tried) {
            let distance = s.at(marker).map_or(u8::MAX, |there| self.map.grid.distance(there, at));
            if distance >= 2 && distance <= hexes && s.at(marker).is_some_and(|there| self.hears(there, at)) {
                found.insert(marker);
            }
        }
        found
    }

    /// Whether anyone could come from there with 2 MP, rapidly or not: by the map alone.
    fn hears(&self, from: Cell, at: Cell) -> bool {
        let budget = self.charts.battle.guns_half_mp.value;
        self.guns_way(from, at, budget, self.charts.rapid.most_half_mp.value, &|_| true)
    }

    /// Whether `budget` halves lead into the defender's hex (N 11.2/4; ruling `guns-entry`), with so many of them in rapid
    /// march, through hexes that `open` allows.
    fn guns_way(&self, from: Cell, at: Cell, budget: u8, rapid: u8, open: &dyn Fn(Cell) -> bool) -> bool {
        if from == at {
            return true;
        }
        // A hex costs a half at least.
        if self.map.grid.distance(from, at) > budget {
            return false;
        }
        let quick = self.rapid_cost();
        self.map.grid.neighbours(from).any(|(dir, next)| {
            let Some(cost) = self.cost(from, dir) else { return false };
            if next != at && !open(next) {
                return false;
            }
            let on_road = rapid >= quick && budget >= quick && self.special_way(from, dir);
            (cost <= budget && self.guns_way(next, at, budget - cost, rapid, open))
                || (on_road && self.guns_way(next, at, budget - quick, rapid - quick, open))
        })
    }

    /// How many halves a force may march rapidly: none unless its general's initiative is 3 or more and it is unfatigued
    /// (N 11.2/5; ruling `guns-rapid-march-command`).
    fn guns_rapid(&self, s: &State, marker: MarkerId) -> u8 {
        let general = match s.content(marker) {
            Content::Unit(unit) => self.roster[unit].initiative().map(|initiative| initiative.value),
            Content::Chief(chief) => Some(self.roster[chief].initiative.value),
            _ => None,
        };
        let able =
            general.is_some_and(|value| value >= 0 && value as u8 >= self.charts.battle.guns_rapid_initiative.value);
        let command = self.rulings.guns_rapid_march_command == options::GunsRapidMarchCommand::InitiativeOnly
            || self.commanded(s, marker);
        if able && command && self.force_fatigue(s, marker) == 0 { self.charts.rapid.most_half_mp.value } else { 0 }
    }

    fn way_is_open(&self, s: &State, guns: Guns, from: Cell) -> bool {
        let Some(at) = s.battle.at else { return false };
        let side = self.side(guns.marker);
        let rapid = self.guns_rapid(s, guns.marker).saturating_sub(guns.rapid);
        self.guns_way(from, at, guns.left, rapid, &|cell| self.barred_by(s, side, cell).is_none())
    }

    /// N 11.2/1, N 11.2/4: a force within 4 hexes that 2 MP bring into the defender's hex.
    pub(super) fn judge_march(&self, s: &State, side: Side, action: &Action) -> Judged {
        let marker = match *action {
            Action::Done => return Ok(()),
            Action::March { marker } => marker,
            _ => return no(rule!("N 11.2/1"), Why::NoAnswer),
        };
        if self.side(marker) != side {
            return no(rule!("N 11.2/1"), Why::NotYours(marker));
        }
        if s.battle.tried.has(marker) || s.battle.engaged().has(marker) {
            return no(rule!("N 11.2/1"), Why::Already(marker));
        }
        if !self.within_hearing(s, side).has(marker) {
            return no(rule!("N 11.2/1"), Why::TooFar(marker));
        }
        self.judge_fit(s, marker, rule!("N 11.2/1"))?;
        let fatigue = self.force_fatigue(s, marker);
        if fatigue >= self.charts.fatigue.most.value {
            return no(rule!("N 3.3/8"), Why::Fatigued(marker, fatigue));
        }
        let guns = Guns { marker, left: self.charts.battle.guns_half_mp.value, rapid: 0, steps: 0 };
        match s.at(marker) {
            Some(from) if self.way_is_open(s, guns, from) => Ok(()),
            _ => no(rule!("N 11.2/4"), Why::TooFar(marker)),
        }
    }

    /// The test (N 11.2/2, N 6.4/2; rulings `brigade-to-the-guns`, `uncommanded-brigade-to-the-guns`).
    fn guns_test(&self, s: &State, marker: MarkerId) -> crate::tally::Tally<Label> {
        let t = &self.charts.tests;
        let brigade = matches!(s.content(marker), Content::Unit(unit) if !self.roster[unit].is_division())
            && self.rulings.brigade_to_the_guns == options::BrigadeToTheGuns::Applies;
        let uncommanded = !self.commanded(s, marker);
        let once = self.rulings.uncommanded_brigade_to_the_guns == options::UncommandedBrigadeToTheGuns::Once;
        let mut modifiers = Vec::new();
        if brigade {
            modifiers.push((Label::Brigade, t.brigade_to_the_guns, rule!("N 11.2/2")));
        }
        if uncommanded && !(brigade && once) {
            modifiers.push((Label::Uncommanded, t.uncommanded_to_the_guns, rule!("N 6.4/2")));
        }
        self.force_test(s, Label::ToTheGuns(marker), marker, &modifiers)
    }

    pub(super) fn march<J: Journal<Event, Label>>(&self, marker: MarkerId, desk: &mut Table<'_, J>) -> Done {
        desk.mark(Event::Tried { marker }, rule!("N 11.2/1"));
        let mut tally = self.guns_test(desk.state(), marker);
        let seen = self.seen_of_test(marker);
        if desk.test_for(&mut tally, Die::D6, rule!("N 11.2/2"), seen)? == Passed::No {
            return Ok(());
        }
        let guns = Guns { marker, left: self.charts.battle.guns_half_mp.value, rapid: 0, steps: 0 };
        self.begin_frame(Frame::Guns(guns), rule!("N 11.2/4"), desk)
    }

    pub(in crate::montenotte) fn asked_guns(&self, guns: Guns) -> Option<(Side, Rule)> {
        Some((self.side(guns.marker), rule!("N 11.2/4")))
    }

    pub(in crate::montenotte) fn judge_guns(&self, s: &State, guns: Guns, action: &Action) -> Judged {
        let marker = guns.marker;
        let (Some(from), Some(at)) = (s.at(marker), s.battle.at) else {
            // Nothing but to stop.
            return if *action == Action::Done { Ok(()) } else { no(rule!("N 11.2/4"), Why::NotThere(marker)) };
        };
        let (dir, rapid) = match *action {
            Action::Done => return Ok(()),
            Action::Step { dir } => (dir, false),
            Action::Rapid { dir } => (dir, true),
            _ => return no(rule!("N 11.2/4"), Why::NoAnswer),
        };
        let (Some(to), Some(cost)) = (self.map.grid.neighbour(from, dir), self.cost(from, dir)) else {
            return no(rule!("N 9.1/7"), Why::NoWay);
        };
        let cost = if rapid { self.rapid_cost() } else { cost };
        if rapid {
            let most = self.guns_rapid(s, marker);
            if most == 0 || guns.rapid + cost > most {
                return no(rule!("N 11.2/5"), Why::Points { needs: guns.rapid + cost, has: most });
            }
            if !self.special_way(from, dir) {
                return no(rule!("N 9.2.1/2"), Why::NoRoad);
            }
        }
        if cost > guns.left {
            return no(rule!("N 11.2/4"), Why::Points { needs: cost, has: guns.left });
        }
        if to == at {
            return Ok(());
        }
        if let Some(enemy) = self.barred_by(s, self.side(marker), to) {
            return no(rule!("N 11.1/2"), Why::Enemy(enemy));
        }
        let next = Guns { left: guns.left - cost, rapid: guns.rapid + if rapid { cost } else { 0 }, ..guns };
        if self.way_is_open(s, next, to) { Ok(()) } else { no(rule!("N 11.2/4"), Why::TooFar(marker)) }
    }

    pub(in crate::montenotte) fn perform_guns<J: Journal<Event, Label>>(
        &self,
        guns: Guns,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let marker = guns.marker;
        let (dir, rapid): (Dir, bool) = match *action {
            Action::Step { dir } => (dir, false),
            Action::Rapid { dir } => (dir, true),
            _ => return self.end_march(guns, false, desk),
        };
        let s = desk.state();
        let (Some(from), Some(at)) = (s.at(marker), s.battle.at) else { return Err(lost("a march without a battle")) };
        let Some(to) = self.map.grid.neighbour(from, dir) else { return Err(lost("a march off the map")) };
        let cost = if rapid { self.rapid_cost() } else { self.cost(from, dir).unwrap_or(guns.left) };
        let next = Guns {
            left: guns.left.saturating_sub(cost),
            rapid: guns.rapid + if rapid { cost } else { 0 },
            steps: guns.steps.saturating_add(1),
            ..guns
        };
        if to == at {
            // It waits in the last hex before (N 11.2/6).
            return self.end_march(Guns { steps: guns.steps, ..next }, true, desk);
        }
        self.continue_frame(Frame::Guns(next), rule!("N 11.2/4"), desk);
        desk.fact(Event::Moved { marker, to }, rule!("N 11.2/4"));
        self.occupy(to, desk);
        self.offer_reactions(marker, Cause::Moved, rule!("N 11.2/3"), desk)
    }

    /// The march is over: fatigue if it was rapid (N 11.2/5), attrition at once (N 11.2/7).
    fn end_march<J: Journal<Event, Label>>(&self, guns: Guns, arrived: bool, desk: &mut Table<'_, J>) -> Done {
        let marker = guns.marker;
        self.end_frame(rule!("N 11.2/6"), desk);
        if desk.state().at(marker).is_none() {
            return Ok(());
        }
        if arrived {
            self.engage(marker, Role::Marched, rule!("N 11.2/6"), desk);
        }
        if arrived || guns.steps > 0 {
            self.did(marker, Deed::Elsewhere, desk);
            if guns.rapid > 0 {
                for _ in 0..self.charts.battle.guns_rapid_fatigue.value {
                    self.tire(marker, rule!("N 11.2/5"), desk);
                }
            }
            self.owe(marker, Mark::Owes, desk);
        }
        self.settle_reactions(desk);
        if !desk.state().marked(Mark::Owes).is_empty() {
            self.begin_frame(Frame::Attrition, rule!("N 11.2/7"), desk)?;
        }
        Ok(())
    }
}
