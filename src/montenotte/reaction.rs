//! 8.4 and 9.3: reactions of the inactive side; 2/3: alert zones.

use super::action::{Action, Reaction};
use super::event::Event;
use super::frame::{Cause, Frame, Occasion};
use super::ids::{MarkerId, Markers};
use super::label::Label;
use super::morale::Deed;
use super::play::{Done, Judged, Table, no};
use super::state::{Content, Mark, State};
use super::why::Why;
use super::words::Arm;
use super::{Montenotte, options};
use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::Dir;
use crate::journal::Journal;
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// A force's alert zone in halves (N 2/3; rulings `alert-zone-measure`, `alert-zone-of-a-force`): its widest unit's, a
    /// lone general's that of infantry. A decoy has none, nor has a force under a Pillage marker (N 13.4/12).
    pub(super) fn alert_zone(&self, s: &State, head: MarkerId) -> Option<u8> {
        if s.content(head) == Content::Decoy || s.members(head).meets(s.marked(Mark::Pillage)) {
            return None;
        }
        let z = &self.charts.alert_zone;
        let zones = self.units(s, head).map(|(unit, _)| match self.roster[unit].arm {
            Arm::Infantry => z.infantry_half_mp.value,
            Arm::Cavalry => z.cavalry_half_mp.value,
        });
        Some(zones.max().unwrap_or(z.infantry_half_mp.value))
    }

    /// The enemies of an acting force that might react as far as its own side can tell: every marker so near that cavalry
    /// would be alerted, decoys included, but for those that pillage or fight. Whether the game pauses tells nothing more.
    pub(super) fn watchers(&self, s: &State, active: MarkerId) -> Markers {
        let Some(here) = s.at(active) else { return Markers::EMPTY };
        let zone = self.charts.alert_zone.cavalry_half_mp.value.max(self.charts.alert_zone.infantry_half_mp.value);
        let enemies = s.on_map().and(self.side_markers[self.side(active).enemy().index()]);
        let mut watchers = Markers::EMPTY;
        for marker in enemies.less(s.marked(Mark::Pillage)).less(s.battle.engaged()) {
            if s.at(marker).is_some_and(|there| self.near(there, here, zone)) {
                watchers.insert(marker);
            }
        }
        if self.rulings.reactions_repeated == options::ReactionsRepeated::Once {
            watchers = watchers.less(s.marked(Mark::Reacted));
        }
        watchers
    }

    /// Lets the other side react to what a force did, if anyone is near.
    pub(super) fn offer_reactions<J: Journal<Event, Label>>(
        &self,
        active: MarkerId,
        cause: Cause,
        rule: Rule,
        desk: &mut Table<'_, J>,
    ) -> Done {
        if self.watchers(desk.state(), active).is_empty() {
            return Ok(());
        }
        let rules = [rule, rule!("N 2/3")];
        self.begin_frame(Frame::Reacting { active, cause, tried: Markers::EMPTY }, rules, desk)
    }

    pub(super) fn asked_reacting(&self, s: &State, active: MarkerId, tried: Markers) -> Option<(Side, Rule)> {
        if self.watchers(s, active).less(tried).is_empty() {
            None
        } else {
            Some((self.side(active).enemy(), rule!("N 8.4/1")))
        }
    }

    pub(super) fn judge_reacting(
        &self,
        s: &State,
        active: MarkerId,
        cause: Cause,
        tried: Markers,
        action: &Action,
    ) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::React { marker, reaction } => self.judge_react(s, active, cause, tried, marker, reaction),
            _ => no(rule!("N 8.4/1"), Why::NoAnswer),
        }
    }

    fn judge_react(
        &self,
        s: &State,
        active: MarkerId,
        cause: Cause,
        tried: Markers,
        marker: MarkerId,
        reaction: Reaction,
    ) -> Judged {
        if self.side(marker) == self.side(active) {
            return no(rule!("N 8.4/1"), Why::NotYours(marker));
        }
        let (Some(from), Some(target)) = (s.at(marker), s.at(active)) else {
            return no(rule!("N 8.4/1"), Why::NotThere(marker));
        };
        if tried.has(marker) || !self.watchers(s, active).has(marker) {
            return no(rule!("N 9.3/1"), Why::Already(marker));
        }
        let away = match reaction {
            Reaction::Move(dir) => match self.map.grid.neighbour(from, dir) {
                Some(to) => self.map.grid.distance(to, target) > self.map.grid.distance(from, target),
                None => return no(rule!("N 9.1/7"), Why::NoWay),
            },
            _ => false,
        };
        let decoy = s.content(marker) == Content::Decoy;
        if decoy && !(away && self.rulings.decoy_moves_away == options::DecoyMovesAway::Away) {
            return no(rule!("N 8.4/4"), Why::Decoy(marker));
        }
        let zone = if decoy { Some(self.charts.alert_zone.infantry_half_mp.value) } else { self.alert_zone(s, marker) };
        if !zone.is_some_and(|zone| self.near(from, target, zone)) {
            return no([rule!("N 8.4/1"), rule!("N 2/3")], Why::TooFar(active));
        }
        let fatigue = self.force_fatigue(s, marker);
        let least_tired = match self.rulings.who_may_react {
            options::WhoMayReact::FreshOrAway if away => 1,
            options::WhoMayReact::BelowTwo => 1,
            options::WhoMayReact::FreshOrAway | options::WhoMayReact::FreshOnly => 0,
        };
        if fatigue > least_tired {
            let rule = if fatigue > 1 { rule!("N 3.3/8") } else { rule!("N 8.4/2") };
            return no([rule, rule!("N 8.4/5")], Why::Fatigued(marker, fatigue));
        }
        match reaction {
            Reaction::Move(dir) => {
                if cause != Cause::Moved {
                    return no(rule!("N 9.3/1"), Why::NoAnswer);
                }
                let cost = self.judge_entry(s, marker, dir)?;
                let most = self.charts.reaction_move.most_half_mp.value;
                // Never a minimum movement (ruling `reaction-cost`).
                if cost > most {
                    return no(rule!("N 9.3/3"), Why::Points { needs: cost, has: most });
                }
                Ok(())
            }
            Reaction::Reconnoitre if cause != Cause::Reconnoitres => self.judge_scout(s, marker, active),
            Reaction::Block if cause == Cause::Reconnoitres => Ok(()),
            Reaction::Reconnoitre | Reaction::Block => no(rule!("N 8.2/2"), Why::NoAnswer),
        }
    }

    pub(super) fn candidates_reacting(
        &self,
        s: &State,
        active: MarkerId,
        cause: Cause,
        tried: Markers,
        each: &mut dyn FnMut(Action),
    ) {
        each(Action::Done);
        for marker in self.watchers(s, active).less(tried) {
            match cause {
                Cause::Moved => {
                    each(Action::React { marker, reaction: Reaction::Reconnoitre });
                    for dir in Dir::ALL {
                        each(Action::React { marker, reaction: Reaction::Move(dir) });
                    }
                }
                Cause::Reconnoitres => each(Action::React { marker, reaction: Reaction::Block }),
                Cause::Reconnoitred | Cause::Declared => {
                    each(Action::React { marker, reaction: Reaction::Reconnoitre });
                }
            }
        }
    }

    /// A reaction needs a passed test (N 8.4/3); whoever fails has tried.
    pub(super) fn perform_reacting<J: Journal<Event, Label>>(
        &self,
        active: MarkerId,
        cause: Cause,
        tried: Markers,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::React { marker, reaction } = *action else {
            self.end_frame(rule!("N 8.4/1"), desk);
            return Ok(());
        };
        let tried = tried.with(marker);
        let s = desk.state();
        let mut tally = self.force_test(s, Label::Reaction(marker), marker, &[]);
        self.continue_frame(Frame::Reacting { active, cause, tried }, rule!("N 9.3/1"), desk);
        let seen = self.seen_of_test(marker);
        if desk.test_for(&mut tally, Die::D6, [rule!("N 8.4/3"), rule!("N 2/13")], seen)? == Passed::No {
            return Ok(());
        }
        self.did(marker, Deed::Elsewhere, desk);
        match reaction {
            Reaction::Move(dir) => {
                let Some(to) = desk.state().at(marker).and_then(|from| self.map.grid.neighbour(from, dir)) else {
                    return Ok(());
                };
                desk.fact(Event::Moved { marker, to }, [rule!("N 9.3/1"), rule!("N 9.3/2")]);
                desk.mark(Event::Marked { mark: Mark::Reacted, marker }, rule!("N 9.3/1"));
                if self.rulings.reaction_fatigue == options::ReactionFatigue::Tires {
                    self.tire(marker, rule!("N 3.3/2"), desk);
                }
                self.occupy(to, desk);
                Ok(())
            }
            Reaction::Reconnoitre => self.begin_scouting(marker, active, 0, Occasion::Reaction, desk),
            Reaction::Block => {
                desk.note(Label::Blocked(marker), rule!("N 8.2/2"));
                // The reconnaissance below finds nothing.
                self.end_frame(rule!("N 8.2/2"), desk);
                if let Some(Frame::Scouting(scouting)) = desk.state().agenda.top() {
                    let over = super::frame::Scouting { stage: super::frame::Scout::Over, ..scouting };
                    self.continue_frame(Frame::Scouting(over), rule!("N 8.2/2"), desk);
                }
                Ok(())
            }
        }
    }

    /// Those who moved in reaction owe one attrition test in all (ruling `reactions-repeated`).
    pub(super) fn settle_reactions<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        for marker in desk.state().marked(Mark::Reacted) {
            desk.mark(Event::Unmarked { mark: Mark::Reacted, marker }, rule!("N 8.5/1"));
            self.owe(marker, Mark::Owes, desk);
        }
    }
}
