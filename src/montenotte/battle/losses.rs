//! 11.10: who loses.

use crate::journal::Journal;
use crate::montenotte::Montenotte;
use crate::montenotte::action::Action;
use crate::montenotte::event::Event;
use crate::montenotte::frame::Stage;
use crate::montenotte::ids::{MarkerId, UnitNo};
use crate::montenotte::label::Label;
use crate::montenotte::play::{Done, Judged, Table, no};
use crate::montenotte::state::State;
use crate::montenotte::why::Why;
use crate::montenotte::words::Nation;
use crate::rule;
use crate::side::Side;

impl Montenotte {
    /// The units of a side that may lose the next point: in a battle first the one that gave its morale (N 11.10/1), then
    /// any (N 11.10/2); none is destroyed while another has 2 SP (N 11.10/3; ruling `last-unit-standing`).
    pub(super) fn bearers(&self, s: &State, side: Side, battle: bool) -> Vec<(UnitNo, MarkerId)> {
        let all: Vec<_> = self.engaged(s, side).flat_map(|marker| self.units(s, marker)).collect();
        let spared = all.iter().any(|(unit, _)| s.sp(*unit) >= 2);
        let may = |unit: UnitNo| !spared || s.sp(unit) >= 2;
        if battle
            && s.battle.first[side.index()] == 0
            && let Some(lead) = self.lead(s, side)
            && let Some(found) = all.iter().find(|(unit, _)| *unit == lead && may(*unit))
        {
            return vec![*found];
        }
        all.into_iter().filter(|(unit, _)| may(*unit)).collect()
    }

    pub(super) fn judge_lose(&self, s: &State, by: Side, battle: bool, action: &Action) -> Judged {
        let Action::Lose { unit } = *action else { return no(rule!("N 11.10/2"), Why::NoAnswer) };
        if self.bearers(s, by, battle).iter().any(|(one, _)| *one == unit) {
            return Ok(());
        }
        let rule = if s.battle.first[by.index()] == 0 && battle { rule!("N 11.10/1") } else { rule!("N 11.10/3") };
        no(rule, Why::NotThatUnit(unit))
    }

    /// A unit of a battle loses a point.
    pub(super) fn casualty<J: Journal<Event, Label>>(&self, unit: UnitNo, side: Side, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let sp = s.sp(unit).saturating_sub(1);
        let rule = if s.battle.first[side.index()] == 0 { rule!("N 11.10/1") } else { rule!("N 11.10/2") };
        let sardinian = u8::from(self.roster[unit].nation == Nation::Sardinian);
        desk.fact(Event::Casualty { unit, side, sp, sardinian }, rule);
        if sp == 0 {
            self.destroy(unit, rule!("N 11.10/3"), desk);
        }
    }

    /// Takes the losses that leave no choice; true if one was taken.
    fn forced_loss<J: Journal<Event, Label>>(&self, battle: bool, desk: &mut Table<'_, J>) -> bool {
        for side in Side::BOTH {
            let s = desk.state();
            if s.battle.due[side.index()] == 0 {
                continue;
            }
            match self.bearers(s, side, battle).first() {
                Some(&(unit, _)) => {
                    self.casualty(unit, side, desk);
                    if !battle {
                        self.lose_chariot(unit, desk);
                    }
                }
                // Nobody is left to lose it.
                None => desk.mark(Event::Due { side, losses: 0 }, rule!("N 11.10/2")),
            }
            return true;
        }
        false
    }

    pub(super) fn advance_losses<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        if !self.forced_loss(true, desk) {
            self.stage(Stage::Retreat, rule!("N 11.10/4"), desk);
        }
        Ok(())
    }

    pub(super) fn advance_pursuit_losses<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        if !self.forced_loss(false, desk) {
            self.pursuit_morale(desk)?;
        }
        Ok(())
    }
}
