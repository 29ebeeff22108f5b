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
    pub(super) fn end_rally_step<J: Journal<Event, Label>>(&self, _: &mut Table<'_, J>) -> Done {
        Ok(())
    }
}
