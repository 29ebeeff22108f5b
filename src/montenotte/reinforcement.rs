//! 12: Austrian reserve brigades and replacements.

use super::Montenotte;
use super::action::Action;
use super::event::Event;
use super::frame::Step;
use super::label::Label;
use super::options;
use super::play::{Done, Judged, Table, no};
use super::state::{Content, Mark, State, Status};
use super::why::Why;
use super::words::{Arm, Nation};
use crate::chance::Die;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::side::Side;
use crate::tally::Tally;

impl Montenotte {
    /// N 12.1/2, N 12.1/3 (rulings `reserve-to-whom`, `reserve-edge`): an Austrian division within 4 MP of an Austrian supply
    /// hex of the edge, by the terrain table, free of enemies.
    pub(super) fn judge_reserve(&self, s: &State, action: &Action) -> Judged {
        let marker = match *action {
            Action::Done => return Ok(()),
            Action::Reinforce { marker } => marker,
            _ => return no(rule!("N 12.1/1"), Why::NoAnswer),
        };
        if self.side(marker) != Side::Second {
            return no(rule!("N 12.1/2"), Why::NotYours(marker));
        }
        if s.reserve == 0 {
            return no(rule!("N 12.1/1"), Why::NotEligible(marker));
        }
        let Content::Unit(unit) = s.content(marker) else { return no(rule!("N 12.1/2"), Why::NotEligible(marker)) };
        if self.roster[unit].nation != Nation::Austrian || !self.roster[unit].is_division() || s.sp(unit) == 0 {
            return no(rule!("N 12.1/2"), Why::NotEligible(marker));
        }
        let Some(at) = s.at(s.head(marker)) else { return no(rule!("N 12.1/2"), Why::NotThere(marker)) };
        let halves = u16::from(self.charts.reserve.half_mp_from_edge.value);
        let mut edges = self.map.edges[Nation::Austrian as usize].iter();
        let near = edges.any(|edge| {
            self.enemies_at(s, Side::Second, *edge).is_empty()
                && self.command_distance(s, Side::Second, *edge, at, halves).is_some()
        });
        if near { Ok(()) } else { no(rule!("N 12.1/3"), Why::TooFar(marker)) }
    }

    /// One marker a turn (ruling `reserve-to-whom`).
    pub(super) fn perform_reserve<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        if let Action::Reinforce { marker } = *action
            && let Content::Unit(unit) = desk.state().content(marker)
        {
            let s = desk.state();
            let (sp, left) = (s.sp(unit).saturating_add(self.charts.reserve.sp.value), s.reserve.saturating_sub(1));
            let initial = s.initial[unit.index()].saturating_add(self.charts.reserve.sp.value);
            let seen = Seen::By(Side::Second);
            desk.fact_for(Event::Reserve { left }, rule!("N 12.1/1"), seen);
            desk.fact_for(Event::Strength { unit, sp }, rule!("N 12.1/2"), seen);
            desk.fact_for(Event::Initial { unit, sp: initial }, rule!("N 12.1/2"), seen);
        }
        self.close_step(Side::Second, rule!("N 12.1/2"), desk);
        Ok(())
    }

    /// What a modified die brings (N 12.2/5 to N 12.2/10; ruling `replacement-ends`).
    pub fn replacements(&self, total: i16) -> u8 {
        let r = &self.charts.replacements;
        let ends = self.rulings.replacement_ends;
        match total {
            ..=0 if ends == options::ReplacementEnds::ZeroAndFive => 0,
            ..=1 => r.die_1.value,
            2 => r.die_2.value,
            3 => r.die_3.value,
            4 => r.die_4.value,
            5 => r.die_5.value,
            6.. => r.die_6.value,
        }
    }

    /// Rolls for an army (N 12.2/2).
    pub(super) fn roll_replacements<J: Journal<Event, Label>>(&self, nation: Nation, desk: &mut Table<'_, J>) -> Done {
        let r = &self.charts.replacements;
        let mut tally = Tally::new(Label::Replacements(nation));
        match nation {
            Nation::French => tally.add(Label::Army(nation), r.french, rule!("N 12.2/11")),
            Nation::Sardinian => tally.add(Label::Army(nation), r.sardinian, rule!("N 12.2/11")),
            Nation::Austrian => tally.add(Label::Army(nation), r.austrian, rule!("N 12.2/12")),
        };
        let left = desk.roll(&mut tally, Die::D6, rule!("N 12.2/2"), |total| self.replacements(total))?;
        // The line of the table that the total was read on.
        let rule = match tally.total() {
            ..=1 => rule!("N 12.2/5"),
            2 => rule!("N 12.2/6"),
            3 => rule!("N 12.2/7"),
            4 => rule!("N 12.2/8"),
            5 => rule!("N 12.2/9"),
            6.. => rule!("N 12.2/10"),
        };
        self.next_step(Step::Sharing { nation, left }, [rule!("N 12.2/2"), rule], desk);
        Ok(())
    }

    /// N 12.2/3, N 4.6/3 (ruling `replacement-units`): commanded infantry, supplied, that did not act in the turn before.
    pub(super) fn judge_sharing(&self, s: &State, nation: Nation, action: &Action) -> Judged {
        let marker = match *action {
            Action::Done => return Ok(()),
            Action::Reinforce { marker } => marker,
            _ => return no(rule!("N 12.2/3"), Why::NoAnswer),
        };
        let Content::Unit(unit) = s.content(marker) else { return no(rule!("N 12.2/3"), Why::NotEligible(marker)) };
        if self.roster[unit].nation != nation || s.sp(unit) == 0 || s.at(s.head(marker)).is_none() {
            return no(rule!("N 12.2/3"), Why::NotEligible(marker));
        }
        if self.roster[unit].arm != Arm::Infantry {
            return no(rule!("N 12.2/3"), Why::NotEligible(marker));
        }
        let commanded = s.status(marker) != Status::Uncommanded;
        let supplied = !s.marked(Mark::OutOfSupply).has(marker);
        let idle = !s.marked(Mark::ActedBefore).has(marker);
        let (needs_command, needs_rest) = match self.rulings.replacement_units {
            options::ReplacementUnits::AllConditions => (true, true),
            options::ReplacementUnits::Commanded => (true, false),
            options::ReplacementUnits::SuppliedAndInactive => (false, true),
        };
        if needs_command && !commanded {
            return no(rule!("N 12.2/3"), Why::Uncommanded(marker));
        }
        if needs_rest && !(supplied && idle) {
            return no(rule!("N 4.6/3"), Why::NotEligible(marker));
        }
        Ok(())
    }

    pub(super) fn perform_sharing<J: Journal<Event, Label>>(
        &self,
        nation: Nation,
        left: u8,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::Reinforce { marker } = *action else {
            self.close_step(nation.side(), rule!("N 12.2/3"), desk);
            return Ok(());
        };
        if let Content::Unit(unit) = desk.state().content(marker) {
            // Beyond its first strength too (N 12.2/4).
            let sp = desk.state().sp(unit).saturating_add(1);
            desk.fact_for(Event::Strength { unit, sp }, [rule!("N 12.2/3"), rule!("N 12.2/4")], self.seen_of(unit));
        }
        let next = Step::Sharing { nation, left: left.saturating_sub(1) };
        self.continue_frame(super::frame::Frame::Turn(next), rule!("N 12.2/2"), desk);
        Ok(())
    }
}
