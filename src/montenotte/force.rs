//! 6.5: forces: fusing, separating, detached brigades.

use super::Montenotte;
use super::event::Event;
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::play::{Judged, Table, no};
use super::state::{Content, Mark, State};
use super::why::Why;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::side::Side;

impl Montenotte {
    /// N 6.5.2/2, N 6.5.2/3: a commanded force of units, in the hex of a general-in-chief of its side; demoralised and
    /// steady divisions do not mix (N 3.2/2).
    pub(super) fn judge_fuse(&self, s: &State, by: Side, marker: MarkerId, into: MarkerId) -> Judged {
        for one in [marker, into] {
            if self.side(one) != by {
                return no(rule!("N 6.5.2/3"), Why::NotYours(one));
            }
        }
        if !matches!(s.content(into), Content::Chief(_)) {
            return no(rule!("N 6.5.2/2"), Why::NotChief(into));
        }
        if s.marked(Mark::Arranged).has(marker) {
            return no(rule!("N 6.5.3/1"), Why::Already(marker));
        }
        match s.content(marker) {
            Content::Unit(_) => {}
            Content::Decoy => return no(rule!("N 2/6"), Why::Decoy(marker)),
            _ => return no(rule!("N 6.5.2/3"), Why::Unknown),
        }
        let (Some(here), Some(there)) = (s.at(marker), s.at(into)) else {
            return no(rule!("N 6.5.2/3"), Why::NotThere(marker));
        };
        if here != there {
            return no(rule!("N 6.5.2/3"), Why::NotTogether);
        }
        if !self.commanded(s, marker) {
            return no(rule!("N 6.5.2/3"), Why::Uncommanded(marker));
        }
        if self.force_demoralised(s, marker) || self.force_demoralised(s, into) {
            // A steady force with a demoralised one, and two demoralised ones under a general who leads no others.
            return no(rule!("N 3.2/2"), Why::Demoralised(marker));
        }
        if s.marked(Mark::InFort).has(marker) != s.marked(Mark::InFort).has(into) {
            return no(rule!("N 6.5.2/3"), Why::NotTogether);
        }
        Ok(())
    }

    /// N 6.5.3/1: seen by the other side when the phase is over.
    pub(super) fn fuse<J: Journal<Event, Label>>(&self, marker: MarkerId, into: MarkerId, desk: &mut Table<'_, J>) {
        let seen = Seen::By(self.side(marker));
        desk.fact_for(Event::Fused { marker, into }, [rule!("N 6.5.3/1"), rule!("N 6.5.2/3")], seen);
        desk.mark(Event::Marked { mark: Mark::Arranged, marker }, rule!("N 6.5.3/1"));
    }

    pub(super) fn judge_separate(&self, s: &State, by: Side, marker: MarkerId) -> Judged {
        if self.side(marker) != by {
            return no(rule!("N 6.5.3/2"), Why::NotYours(marker));
        }
        if s.fused(marker).is_none() {
            return no(rule!("N 6.5.3/2"), Why::NotFused(marker));
        }
        if s.marked(Mark::Arranged).has(marker) {
            return no(rule!("N 6.5.3/2"), Why::Already(marker));
        }
        Ok(())
    }

    /// N 6.5.3/2: it stands in the general-in-chief's hex.
    pub(super) fn separate<J: Journal<Event, Label>>(&self, marker: MarkerId, seen: Seen, desk: &mut Table<'_, J>) {
        let s = desk.state();
        if let Some(head) = s.fused(marker)
            && let Some(at) = s.at(head)
        {
            let sheltered = s.marked(Mark::InFort).has(head);
            desk.fact_for(Event::Separated { marker, at }, rule!("N 6.5.3/2"), seen);
            desk.mark(Event::Marked { mark: Mark::Arranged, marker }, rule!("N 6.5.3/2"));
            if sheltered {
                desk.fact_for(Event::Marked { mark: Mark::InFort, marker }, rule!("N 11.10/10"), seen);
            }
        }
    }

    /// The most that a brigade may take (N 6.5.3/4; ruling `brigade-share`): half of the division's points before,
    /// rounded down.
    pub(super) fn share(&self, s: &State, brigade: UnitNo) -> u8 {
        let Some(division) = self.roster[brigade].parent() else { return 0 };
        s.sp(division) / self.charts.command.brigade_share_divisor.value.max(1)
    }

    pub(super) fn judge_detach(&self, s: &State, by: Side, brigade: UnitNo, sp: u8) -> Judged {
        if brigade.index() >= self.roster.units.len() {
            return no(rule!("N 6.5.3/4"), Why::Unknown);
        }
        let Some(division) = self.roster[brigade].parent() else {
            return no(rule!("N 6.5.3/4"), Why::Brigade(brigade));
        };
        if self.roster[brigade].side() != by {
            return no(rule!("N 6.5.3/4"), Why::Unknown);
        }
        let arranged = |marker: MarkerId| s.marked(Mark::Arranged).has(marker);
        if s.sp(brigade) > 0 || self.brigade_marker[brigade.index()].is_some_and(arranged) {
            return no(rule!("N 6.5.3/4"), Why::Brigade(brigade));
        }
        let most = self.share(s, brigade);
        if sp == 0 || sp > most {
            return no(rule!("N 6.5.3/4"), Why::Share(division, most));
        }
        match s.marker_of(Content::Unit(division)) {
            Some(marker) if s.at(s.head(marker)).is_some() => Ok(()),
            Some(marker) => no(rule!("N 6.5.3/5"), Why::NotThere(marker)),
            None => no(rule!("N 6.5.3/5"), Why::Unknown),
        }
    }

    /// N 6.5.3/5: it has the division's fatigue and status, as its men have.
    pub(super) fn detach<J: Journal<Event, Label>>(&self, brigade: UnitNo, sp: u8, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let Some(division) = self.roster[brigade].parent() else { return };
        let (Some(marker), Some(from)) = (self.brigade_marker[brigade.index()], s.marker_of(Content::Unit(division)))
        else {
            return;
        };
        let Some(at) = s.at(s.head(from)) else { return };
        let (fatigue, status, want) = (s.fatigue(from), s.status(from), s.marked(Mark::OutOfSupply).has(from));
        let (left, first) = (s.sp(division) - sp, s.initial[division.index()]);
        let seen = Seen::By(self.side(marker));
        let rules = [rule!("N 6.5.3/5"), rule!("N 6.5.3/4")];
        desk.fact_for(Event::Strength { unit: division, sp: left }, rules, seen);
        desk.fact_for(Event::Strength { unit: brigade, sp }, rules, seen);
        desk.fact_for(Event::Initial { unit: division, sp: first.saturating_sub(sp) }, rules, seen);
        desk.fact_for(Event::Initial { unit: brigade, sp }, rules, seen);
        desk.fact_for(Event::Placed { marker, at }, rules, seen);
        desk.mark(Event::Marked { mark: Mark::Arranged, marker }, rules);
        desk.fact_for(Event::Fatigue { marker, level: fatigue }, rules, seen);
        desk.fact_for(Event::Status { marker, status }, rules, seen);
        if want {
            desk.fact_for(Event::Marked { mark: Mark::OutOfSupply, marker }, rules, seen);
        }
        for mark in [Mark::InFort, Mark::ActedBefore] {
            if desk.state().marked(mark).has(from) {
                desk.fact_for(Event::Marked { mark, marker }, rules, seen);
            }
        }
    }

    /// N 6.5.3/6: both must begin the phase in one hex; nothing moves during the phase, so they are in one hex now.
    pub(super) fn judge_take_back(&self, s: &State, by: Side, brigade: UnitNo) -> Judged {
        if brigade.index() >= self.roster.units.len() {
            return no(rule!("N 6.5.3/6"), Why::Unknown);
        }
        let Some(division) = self.roster[brigade].parent() else {
            return no(rule!("N 6.5.3/6"), Why::Brigade(brigade));
        };
        if self.roster[brigade].side() != by {
            return no(rule!("N 6.5.3/6"), Why::Unknown);
        }
        let arranged = |marker: MarkerId| s.marked(Mark::Arranged).has(marker);
        if s.sp(brigade) == 0 || s.sp(division) == 0 || self.brigade_marker[brigade.index()].is_some_and(arranged) {
            return no(rule!("N 6.5.3/6"), Why::Brigade(brigade));
        }
        let here = |unit| s.marker_of(Content::Unit(unit)).and_then(|marker| s.at(s.head(marker)));
        match (here(brigade), here(division)) {
            (Some(a), Some(b)) if a == b => Ok(()),
            _ => no(rule!("N 6.5.3/6"), Why::NotTogether),
        }
    }

    pub(super) fn take_back<J: Journal<Event, Label>>(&self, brigade: UnitNo, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let Some(division) = self.roster[brigade].parent() else { return };
        let Some(marker) = s.marker_of(Content::Unit(brigade)) else { return };
        let (sp, initial) = (
            s.sp(division).saturating_add(s.sp(brigade)),
            s.initial[division.index()].saturating_add(s.initial[brigade.index()]),
        );
        let seen = Seen::By(self.side(marker));
        desk.fact_for(Event::Strength { unit: division, sp }, rule!("N 6.5.3/7"), seen);
        desk.fact_for(Event::Strength { unit: brigade, sp: 0 }, rule!("N 6.5.3/7"), seen);
        desk.fact_for(Event::Initial { unit: division, sp: initial }, rule!("N 6.5.3/7"), seen);
        desk.fact_for(Event::Initial { unit: brigade, sp: 0 }, rule!("N 6.5.3/7"), seen);
        desk.fact_for(Event::Removed { marker }, rule!("N 6.5.3/7"), seen);
        desk.mark(Event::Marked { mark: Mark::Arranged, marker }, rule!("N 6.5.3/7"));
    }
}
