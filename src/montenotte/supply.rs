//! 13: supply.

use super::Montenotte;
use super::action::{Action, Restraint};
use super::event::Event;
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::options;
use super::play::{Done, Judged, Table, no};
use super::state::{Content, Mark, State, Status};
use super::why::Why;
use super::words::{Ground, Nation};
use crate::hex::Cell;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// The units of a side on the map that are isolated and not fed yet (N 13.1/1), with their markers.
    fn hungry(&self, s: &State, side: Side) -> impl Iterator<Item = (UnitNo, MarkerId)> + use<'_> {
        let mut found = Vec::new();
        for marker in self.in_play(s, side) {
            if let Content::Unit(unit) = s.content(marker)
                && s.sp(unit) > 0
                && s.status(marker) != Status::Supplied
                && !s.marked(Mark::Fed).has(marker)
            {
                found.push((unit, marker));
            }
        }
        found.into_iter()
    }

    fn cell_of(s: &State, marker: MarkerId) -> Option<Cell> {
        s.at(s.head(marker))
    }

    /// What a unit is fed by without asking anyone: a Sardinian place (N 13.5/1), Ormea (N 15.2/3), chariots (N 13.2).
    /// Free means come first, chariots after forage would, but the Austrians do not forage (ruling `supply-order`).
    pub(super) fn free_supply(&self, s: &State, unit: UnitNo, marker: MarkerId) -> Option<Rule> {
        let at = Self::cell_of(s, marker)?;
        let info = &self.roster[unit];
        if info.nation == Nation::Sardinian
            && self.feeds_sardinians(at)
            && self.enemies_at(s, info.side(), at).into_iter().all(|enemy| s.content(enemy) == Content::Decoy)
        {
            return Some(rule!("N 13.5/1"));
        }
        let ormea = self.scenario.ormea?;
        if unit == ormea.division
            && self.command_distance(s, info.side(), at, ormea.cell, ormea.half_mp.into()).is_some()
        {
            return Some(rule!("N 15.2/3"));
        }
        None
    }

    /// Whether a hex feeds Sardinians (N 13.5/1; ruling `from-coni-to-cosseria`).
    fn feeds_sardinians(&self, at: Cell) -> bool {
        if self.scenario.sardinian_supply.contains(&at) {
            return true;
        }
        if self.rulings.from_coni_to_cosseria != options::FromConiToCosseria::BetweenRows {
            return false;
        }
        let row = |name: &str| self.map.place(name).map(|cell| self.map.grid.hex(cell).row());
        match (row("Coni"), row("Cosseria")) {
            (Some(a), Some(b)) => {
                self.map.settlement(at).is_some() && (a.min(b)..=a.max(b)).contains(&self.map.grid.hex(at).row())
            }
            _ => false,
        }
    }

    /// How many points a hex feeds by forage (N 13.3/2 to N 13.3/4).
    pub(super) fn forage(&self, at: Cell) -> (u8, Rule) {
        let ground = self.map.ground(at);
        let sp = self.charts.terrain.forage.get(ground as usize).map_or(0, |figure| figure.value);
        let rule = match ground {
            Ground::Fields => rule!("N 13.3/2"),
            Ground::Plain => rule!("N 13.3/3"),
            _ => rule!("N 13.3/4"),
        };
        (sp, rule)
    }

    /// What is left of a hex's forage: those fed there have had theirs. Only the French forage.
    fn forage_left(&self, s: &State, at: Cell) -> u8 {
        let mut left = self.forage(at).0;
        for marker in self.in_play(s, Side::First) {
            if Self::cell_of(s, marker) == Some(at)
                && s.marked(Mark::Fed).has(marker)
                && !s.marked(Mark::Pillage).has(marker)
                && let Content::Unit(unit) = s.content(marker)
            {
                left = left.saturating_sub(s.sp(unit));
            }
        }
        left
    }

    pub(super) fn can_forage(&self, s: &State, unit: UnitNo, marker: MarkerId) -> bool {
        self.roster[unit].nation == Nation::French
            && Self::cell_of(s, marker).is_some_and(|at| s.sp(unit) <= self.forage_left(s, at))
    }

    pub(super) fn judge_supply(&self, s: &State, side: Side, action: &Action) -> Judged {
        let hungry = |marker: MarkerId| self.hungry(s, side).find(|(_, one)| *one == marker);
        match *action {
            Action::Done => Ok(()),
            Action::Feed { marker } => match hungry(marker) {
                Some((unit, _)) if self.can_forage(s, unit, marker) => Ok(()),
                Some(_) => {
                    let ground = Self::cell_of(s, marker).map_or(rule!("N 13.3/1"), |at| self.forage(at).1);
                    no([rule!("N 13.3/1"), ground], Why::NotFed(marker))
                }
                None => no(rule!("N 13.3/1"), Why::NotFed(marker)),
            },
            Action::Pillage { marker } | Action::Refrain { marker, .. } => {
                if self.side(marker) != side {
                    return no(rule!("N 13.4/1"), Why::NotYours(marker));
                }
                if s.marked(Mark::Settled).has(marker) {
                    return no(rule!("N 13.4/3"), Why::Already(marker));
                }
                if s.at(marker).is_none() || !self.may_pillage(s, marker) {
                    return no(rule!("N 13.4/1"), Why::NoPillage);
                }
                // Free means and forage come before pillage (ruling `supply-order`).
                let fed = self
                    .units(s, marker)
                    .all(|(unit, one)| s.status(one) == Status::Supplied || self.fed_without(s, unit, one));
                if fed {
                    return no(rule!("N 13.1/1"), Why::NoPillage);
                }
                match *action {
                    Action::Refrain { restraint, .. } => self.judge_restraint(s, marker, restraint),
                    _ => Ok(()),
                }
            }
            _ => no(rule!("N 13.1/1"), Why::NoAnswer),
        }
    }

    /// Whether a unit will be fed without pillage.
    fn fed_without(&self, s: &State, unit: UnitNo, marker: MarkerId) -> bool {
        s.marked(Mark::Fed).has(marker)
            || self.free_supply(s, unit, marker).is_some()
            || self.can_forage(s, unit, marker)
            || self.wagons(s, unit, marker).is_some()
    }

    pub(super) fn candidates_supply(&self, s: &State, side: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for (_, marker) in self.hungry(s, side) {
            each(Action::Feed { marker });
        }
        for marker in s.on_map().and(self.side_markers[side.index()]) {
            each(Action::Pillage { marker });
            for restraint in [Restraint::None, Restraint::General, Restraint::WithBonus] {
                each(Action::Refrain { marker, restraint });
            }
        }
    }

    pub(super) fn perform_supply<J: Journal<Event, Label>>(
        &self,
        side: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Feed { marker } => {
                let at = Self::cell_of(desk.state(), marker);
                let rule = at.map_or(rule!("N 13.3/1"), |at| self.forage(at).1);
                self.fed(marker, [rule!("N 13.3/1"), rule], desk);
                Ok(())
            }
            Action::Pillage { marker } => {
                desk.mark(Event::Marked { mark: Mark::Settled, marker }, rule!("N 13.4/1"));
                self.sack(marker, rule!("N 13.4/1"), desk)
            }
            Action::Refrain { marker, restraint } => {
                desk.mark(Event::Marked { mark: Mark::Settled, marker }, rule!("N 13.4/3"));
                self.temptation(marker, restraint, desk)
            }
            _ => self.close_supply(side, desk),
        }
    }

    fn fed<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        rules: impl Into<crate::rule::Cites>,
        desk: &mut Table<'_, J>,
    ) {
        desk.fact_for(Event::Marked { mark: Mark::Fed, marker }, rules, Seen::By(self.side(marker)));
    }

    /// The division whose wagons feed a unit (N 13.2/2, N 13.2/3): its own, or a brigade's, stacked or within 4 MP.
    pub(super) fn wagons(&self, s: &State, unit: UnitNo, marker: MarkerId) -> Option<UnitNo> {
        if self.has_chariots(unit) {
            return (s.chariots(unit) > 0).then_some(unit);
        }
        let parent = self.roster[unit].parent()?;
        if !self.has_chariots(parent) || s.chariots(parent) == 0 {
            return None;
        }
        self.parent_within(s, unit, marker, self.charts.supply.chariot_brigade_half_mp.value).map(|_| parent)
    }

    /// A side is done: what feeds without a choice feeds now, what is left of the forage goes to whole units in order,
    /// Austrian wagons are used, one a division with its brigade (ruling `chariot-user`), and whoever is left in a
    /// settlement without having settled it tests, held back as well as may be.
    fn close_supply<J: Journal<Event, Label>>(&self, side: Side, desk: &mut Table<'_, J>) -> Done {
        let all: Vec<(UnitNo, MarkerId)> = self.hungry(desk.state(), side).collect();
        for &(unit, marker) in &all {
            if let Some(rule) = self.free_supply(desk.state(), unit, marker) {
                self.fed(marker, rule, desk);
            } else if self.can_forage(desk.state(), unit, marker) {
                let at = Self::cell_of(desk.state(), marker);
                let rule = at.map_or(rule!("N 13.3/1"), |at| self.forage(at).1);
                self.fed(marker, [rule!("N 13.3/1"), rule], desk);
            }
        }
        let mut used = [false; UnitNo::COUNT];
        for &(unit, marker) in &all {
            let s = desk.state();
            if s.marked(Mark::Fed).has(marker) {
                continue;
            }
            let parent = self.roster[unit].parent().filter(|parent| used[parent.index()]);
            let by = match parent {
                // The wagon that its division used this turn feeds it too.
                Some(parent) => self
                    .parent_within(s, unit, marker, self.charts.supply.chariot_brigade_half_mp.value)
                    .map(|_| parent),
                None => self.wagons(s, unit, marker),
            };
            let Some(by) = by else { continue };
            if !used[by.index()] {
                used[by.index()] = true;
                let left = s.chariots(by).saturating_sub(1);
                desk.fact_for(Event::Chariots { unit: by, left }, rule!("N 13.2/2"), Seen::By(side));
            }
            let rule = if by == unit { rule!("N 13.2/2") } else { rule!("N 13.2/3") };
            self.fed(marker, rule, desk);
        }
        for head in desk.state().on_map().and(self.side_markers[side.index()]) {
            let s = desk.state();
            if s.marked(Mark::Settled).has(head) || !self.may_pillage(s, head) {
                continue;
            }
            let restraint = [Restraint::WithBonus, Restraint::General]
                .into_iter()
                .find(|restraint| self.judge_restraint(s, head, *restraint).is_ok());
            desk.mark(Event::Marked { mark: Mark::Settled, marker: head }, rule!("N 13.4/3"));
            self.temptation(head, restraint.unwrap_or_default(), desk)?;
        }
        self.close_step(side, rule!("N 13.1/1"), desk);
        Ok(())
    }

    /// Determines who is out of supply (N 13.6/1; ruling `supplied-by-command`), and fills the wagons of those who are
    /// commanded and supplied (N 13.2/4).
    pub(super) fn determine_supply<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        for unit in self.roster.numbers() {
            let s = desk.state();
            let Some(marker) = s.marker_of(Content::Unit(unit)) else { continue };
            if s.sp(unit) == 0 || Self::cell_of(s, marker).is_none() {
                continue;
            }
            let seen = self.seen_of_fatigue(marker);
            let supplied = s.status(marker) == Status::Supplied;
            if supplied && self.has_chariots(unit) && s.chariots(unit) != self.charts.supply.chariots.value {
                let left = self.charts.supply.chariots.value;
                desk.fact_for(Event::Chariots { unit, left }, rule!("N 13.2/4"), seen);
            }
            let s = desk.state();
            let out = !supplied && !s.marked(Mark::Fed).has(marker);
            match (out, s.marked(Mark::OutOfSupply).has(marker)) {
                (true, false) => {
                    let rules = [rule!("N 13.6/1"), rule!("N 13.6/2"), rule!("N 13.6/3")];
                    desk.fact_for(Event::Marked { mark: Mark::OutOfSupply, marker }, rules, seen);
                }
                (false, true) => {
                    desk.fact_for(Event::Unmarked { mark: Mark::OutOfSupply, marker }, rule!("N 13.6/1"), seen);
                }
                _ => {}
            }
        }
        self.settle_morale(desk)
    }
}
