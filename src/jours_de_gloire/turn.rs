//! The end of a turn (phase F): victory, the next turn, orders removed.

use super::event::Event;
use super::frame::Frame;
use super::label::Label;
use super::play::{Done, Table};
use super::victory::Ending;
use super::{Cite, JoursDeGloire, cite};
use crate::journal::Journal;

/// Victory is checked.
const CHECK: Cite = cite!("R 1.F/1", "M 1.F/1");
/// The turn marker advances.
const NEXT: Cite = cite!("R 1.F/2", "M 1.F/2");
/// Order markers are removed.
const ORDERS_REMOVED: Cite = cite!("R 1.F/3", "M 1.F/3");
/// After phase F the next turn begins.
const AGAIN: Cite = cite!("R 1/2", "M 1/2");

impl JoursDeGloire {
    pub(super) fn advance_final<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        desk.note(Label::VictoryCheck, self.cite(CHECK));
        if self.victory_with_turn(desk) == Ending::Over {
            return Ok(());
        }
        let turn = desk.state().turn.saturating_add(1);
        desk.fact(Event::Turn { turn }, Cite::and(NEXT, ORDERS_REMOVED, self.edition()));
        self.continue_frame(Frame::Orders, AGAIN, desk);
        Ok(())
    }
}
