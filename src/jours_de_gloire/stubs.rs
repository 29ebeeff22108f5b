#![allow(clippy::all, unused, missing_docs)]
use super::action::Action;
use super::event::Event;
use super::frame::*;
use super::label::Label;
use super::play::*;
use super::state::*;
use super::{Cite, JoursDeGloire, cite};
use crate::figures::Figure;
use crate::hex::*;
use crate::journal::Journal;
use crate::rule::Rule;
use crate::side::*;
impl JoursDeGloire {
    pub(super) fn waives_formation(&self) -> bool {
        true
    }
    pub(super) fn strikes_back_in_place(&self) -> bool {
        true
    }
    pub(super) fn asked_orders(&self, _: &State) -> [Option<Rule>; 2] {
        [None; 2]
    }
    pub(super) fn judge_orders(&self, _: &State, _: Side, _: &Action) -> Judged {
        Ok(())
    }
    pub(super) fn candidates_orders(&self, _: &State, _: Side, _: &mut dyn FnMut(Action)) {}
    pub(super) fn perform_orders<J: Journal<Event, Label>>(&self, _: Side, _: &Action, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn advance_orders<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn advance_initiative<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn advance_first_marker<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn advance_cup<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn advance_draw<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        desk.fact(Event::Ended { winner: None }, crate::rule!("M 13.1/1"));
        Ok(())
    }
    pub(super) fn asked_first_marker(&self, _: &State) -> Option<(Side, Cite)> {
        None
    }
    pub(super) fn judge_first_marker(&self, _: &State, _: Side, _: &Action) -> Judged {
        Ok(())
    }
    pub(super) fn candidates_first_marker(&self, _: &State, _: Side, _: &mut dyn FnMut(Action)) {}
    pub(super) fn perform_first_marker<J: Journal<Event, Label>>(
        &self,
        _: Side,
        _: &Action,
        _: &mut Table<'_, J>,
    ) -> Done {
        Ok(())
    }
    pub(super) fn asked_reserve(&self, _: &State) -> [Option<Rule>; 2] {
        [None; 2]
    }
    pub(super) fn judge_reserve(&self, _: &State, _: Side, _: &Action) -> Judged {
        Ok(())
    }
    pub(super) fn candidates_reserve(&self, _: &State, _: Side, _: &mut dyn FnMut(Action)) {}
    pub(super) fn perform_reserve<J: Journal<Event, Label>>(&self, _: Side, _: &Action, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn advance_reserve<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn asked_commander_flight(&self, _: &State, _: CommanderId, _: u8, _: u8) -> Option<(Side, Cite)> {
        None
    }
    pub(super) fn judge_commander_flight(&self, _: &State, _: CommanderId, _: u8, _: u8, _: &Action) -> Judged {
        Ok(())
    }
    pub(super) fn perform_commander_flight<J: Journal<Event, Label>>(
        &self,
        _: CommanderId,
        _: u8,
        _: u8,
        _: &Action,
        _: &mut Table<'_, J>,
    ) -> Done {
        Ok(())
    }
    pub(super) fn advance_commander_flight<J: Journal<Event, Label>>(
        &self,
        _: CommanderId,
        _: u8,
        _: u8,
        _: &mut Table<'_, J>,
    ) -> Done {
        Ok(())
    }
    pub(super) fn asked_commander_move(&self, _: &State, _: CommanderId, _: u8) -> Option<(Side, Cite)> {
        None
    }
    pub(super) fn judge_commander_move(&self, _: &State, _: CommanderId, _: u8, _: &Action) -> Judged {
        Ok(())
    }
    pub(super) fn perform_commander_move<J: Journal<Event, Label>>(
        &self,
        _: CommanderId,
        _: u8,
        _: &Action,
        _: &mut Table<'_, J>,
    ) -> Done {
        Ok(())
    }
    pub(super) fn advance_commander_move<J: Journal<Event, Label>>(
        &self,
        _: CommanderId,
        _: u8,
        _: &mut Table<'_, J>,
    ) -> Done {
        Ok(())
    }
    pub(super) fn advance_final<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn judge_initiative_step(&self, _: &State, _: &Action) -> Judged {
        Ok(())
    }
    pub(super) fn candidates_initiative_step(&self, _: &State, _: &mut dyn FnMut(Action)) {}
    pub(super) fn perform_initiative_step<J: Journal<Event, Label>>(&self, _: &Action, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn end_rally_step<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn close_activation<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        desk.mark(Event::Deactivated, crate::rule!("M 2.2/1"));
        self.end_frame(super::activation::SEQUENCE, desk);
        Ok(())
    }
    pub(super) fn judge_command(&self, _: &State, _: CommanderId) -> Judged {
        Err(No { rules: crate::rule!("M 2.5.1/1").into(), why: super::why::Why::Unknown })
    }
    pub(super) fn candidates_command(&self, _: &State, _: &mut dyn FnMut(Action)) {}
    pub(super) fn perform_command<J: Journal<Event, Label>>(&self, _: CommanderId, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn judge_enter(&self, _: &State, _: &Action) -> Judged {
        Err(No { rules: crate::rule!("M 2.5.1/1").into(), why: super::why::Why::Unknown })
    }
    pub(super) fn candidates_enter(&self, _: &State, _: &mut dyn FnMut(Action)) {}
    pub(super) fn perform_enter<J: Journal<Event, Label>>(&self, _: &Action, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
    pub(super) fn entry_guard(&self, _: &State, _: UnitId, _: Cell) -> Judged {
        Ok(())
    }
    pub(super) fn commanders_contacted<J: Journal<Event, Label>>(
        &self,
        _: Cell,
        _: Side,
        _: &mut Table<'_, J>,
    ) -> Done {
        Ok(())
    }
    pub(super) fn commanders_follow<J: Journal<Event, Label>>(
        &self,
        _: UnitId,
        _: Cell,
        _: Cell,
        _: &mut Table<'_, J>,
    ) -> Done {
        Ok(())
    }
    
    pub(super) fn end_status<J: Journal<Event, Label>>(&self, _: UnitSet, _: &mut Table<'_, J>) {}
}
