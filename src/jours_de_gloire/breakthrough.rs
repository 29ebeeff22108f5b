//! Breakthrough (8.7.2, R 8.8).

use super::action::Action;
use super::advance::{BREAKTHROUGH, TURN};
use super::charts::Arm;
use super::event::Event;
use super::frame::Frame;
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::rulings::BreakthroughFacing;
use super::state::{Fight, Mark, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::journal::Journal;
use crate::side::{Side, UnitId, UnitSet};

/// One breakthrough or counter-shock in an activation.
pub(super) const ONCE: Cite = cite!("R 8.8/1", "M 8.7.2/1");
/// Against all enemies in front.
const BREAKTHROUGH_ALL: Cite = cite!("R 8.8/4", "M 8.7.2/5");

impl JoursDeGloire {
    // ---------------------------------------------------------------------------------------------- breakthrough

    pub(super) fn asked_breakthrough(&self, s: &State, unit: UnitId) -> Option<(Side, Cite)> {
        let able = s.order(unit) == Order::Good && !self.in_front(s, unit).is_empty();
        able.then_some((self.side_of(unit), BREAKTHROUGH))
    }

    pub(super) fn judge_breakthrough(&self, s: &State, unit: UnitId, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Fight { unit: other } if other == unit => {
                if s.marked(Mark::Broken).has(unit) {
                    return self.no(ONCE, Why::Already(unit));
                }
                Ok(())
            }
            _ => self.no(BREAKTHROUGH, Why::NoAnswer),
        }
    }

    pub(super) fn perform_breakthrough<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        if *action == Action::Done {
            // A breakthrough that is forgone leaves the turn of an ordinary advance (the ruling `breakthrough-facing`).
            self.forgo_breakthrough(unit, desk);
            return Ok(());
        }
        self.end_frame(BREAKTHROUGH, desk);
        let s = desk.state();
        let hexes = self.in_front(s, unit);
        let stack = s.at(unit).map_or(unit.only(), |at| s.units_at(at));
        let fighters: UnitSet =
            stack.less(self.units.arm(Arm::Artillery)).filter(|u| s.order(*u) == Order::Good).collect();
        self.mark(fighters, Mark::Broken, ONCE, desk);
        for unit in fighters {
            desk.mark(Event::Aimed { unit, aim: 3 }, self.cite(BREAKTHROUGH_ALL));
        }
        self.open_combat(Fight::Breakthrough, fighters, &hexes.cells, 0, desk)
    }

    /// A unit that breaks through nothing may turn, as in any advance, by the ruling `breakthrough-facing`.
    pub(super) fn forgo_breakthrough<J: Journal<Event, Label>>(&self, unit: UnitId, desk: &mut Table<'_, J>) {
        match self.rulings.breakthrough_facing {
            BreakthroughFacing::TurnIfForgone => {
                let most = self.charts.advance().pivot.value;
                self.continue_frame(Frame::AdvanceTurn { unit, most }, TURN, desk);
            }
            BreakthroughFacing::Never => self.end_frame(BREAKTHROUGH, desk),
        }
    }
}
