//! 14.2 and 13.7/2: return to order, recovery of fatigue, surrender of forts.

use super::event::Event;
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::play::{Done, Table};
use super::state::{Content, Mark, State, Weather};
use super::{Montenotte, options};
use crate::chance::Die;
use crate::journal::Journal;
use crate::rule;
use crate::tally::Tally;

impl Montenotte {
    /// Whether a division did not act (rulings `rest-needs-inaction`, `demoralised-rest`).
    fn rested(&self, s: &State, marker: MarkerId) -> bool {
        !s.marked(Mark::Acted).has(marker)
    }

    /// Return to order (N 14.2): the notch, the stragglers; a level of fatigue (rulings `fatigue-recovery`,
    /// `all-recover-fatigue`); forts surrender.
    pub(super) fn recovery<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let units: Vec<UnitNo> = self.roster.numbers().collect();
        for unit in units {
            let s = desk.state();
            let Some(marker) = s.marker_of(Content::Unit(unit)) else { continue };
            let there = s.sp(unit) > 0 && s.at(s.head(marker)).is_some();
            if !there || !self.roster[unit].is_division() || !self.rested(s, marker) {
                continue;
            }
            match self.rulings.cursor_then_straggler {
                options::CursorThenStraggler::After => {
                    self.notch(unit, desk);
                    self.stragglers(unit, marker, desk)?;
                }
                options::CursorThenStraggler::Before => {
                    self.stragglers(unit, marker, desk)?;
                    self.notch(unit, desk);
                }
            }
        }
        if self.rulings.fatigue_recovery != options::FatigueRecovery::Pillage {
            let acted = match self.rulings.all_recover_fatigue {
                options::AllRecoverFatigue::All => super::ids::Markers::EMPTY,
                options::AllRecoverFatigue::Idle => desk.state().marked(Mark::Acted),
            };
            for marker in MarkerId::all().filter(|marker| !acted.has(*marker)) {
                self.rest(marker, rule!("N 4.7/1"), desk);
            }
        }
        self.forts(desk)?;
        self.settle_morale(desk)
    }

    /// N 3.1/3: up to 0, and not in the rain (N 5/4).
    fn notch<J: Journal<Event, Label>>(&self, unit: UnitNo, desk: &mut Table<'_, J>) {
        let m = &self.charts.morale;
        let s = desk.state();
        if !self.has_cursor(unit) || s.cursor(unit) >= m.rest_most.value {
            return;
        }
        if s.weather == Weather::Rain {
            desk.note_for(Label::NoRest(unit), rule!("N 5/4"), self.seen_of(unit));
            return;
        }
        self.move_cursor(unit, m.rest.value, [rule!("N 3.1/3"), rule!("N 3.1/1")], self.seen_of(unit), desk);
    }

    /// N 14.2/2 (rulings `straggler-under`, `stragglers-limit`, `rain-and-stragglers`): supplied, without a Pillage marker,
    /// a die under the morale.
    fn stragglers<J: Journal<Event, Label>>(&self, unit: UnitNo, marker: MarkerId, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let kept = s.marked(Mark::OutOfSupply).or(s.marked(Mark::Pillage)).has(marker);
        let full =
            s.sp(unit) >= s.initial[unit.index()] && self.rulings.stragglers_limit == options::StragglersLimit::Initial;
        let rain = s.weather == Weather::Rain && self.rulings.rain_and_stragglers == options::RainAndStragglers::Both;
        if kept || full || rain {
            return Ok(());
        }
        let morale = i16::from(self.morale(s, unit, marker));
        let need = match self.rulings.straggler_under {
            options::StragglerUnder::Less => morale - 1,
            options::StragglerUnder::AtOrUnder => morale,
        };
        let mut tally = Tally::test(Label::Stragglers(unit), need);
        let passed = desk.test_for(&mut tally, Die::D6, rule!("N 14.2/2"), self.seen_of(unit))?;
        if passed == crate::desk::Passed::Yes {
            let sp = desk.state().sp(unit).saturating_add(self.charts.stragglers.sp.value);
            desk.fact_for(Event::Strength { unit, sp }, rule!("N 14.2/2"), self.seen_of(unit));
        }
        Ok(())
    }

    /// N 13.7/2 (rulings `fort-surrender`, `besieged`): out of supply in a fort with an enemy there at the end of two turns
    /// running.
    fn forts<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        for head in desk.state().on_map() {
            let s = desk.state();
            let Some(at) = s.at(head) else { continue };
            let real = |enemy: MarkerId| s.content(enemy) != Content::Decoy;
            let besieged = s.marked(Mark::InFort).has(head)
                && self.out_of_supply(s, head)
                && self.enemies_at(s, self.side(head), at).into_iter().any(real);
            match (besieged, s.marked(Mark::Besieged).has(head)) {
                (true, true) => {
                    desk.note(Label::Surrenders(head), rule!("N 13.7/2"));
                    self.eliminate(head, rule!("N 13.7/2"), desk);
                    self.occupy(at, desk);
                }
                (true, false) => desk.mark(Event::Marked { mark: Mark::Besieged, marker: head }, rule!("N 13.7/2")),
                (false, true) => desk.mark(Event::Unmarked { mark: Mark::Besieged, marker: head }, rule!("N 13.7/2")),
                (false, false) => {}
            }
        }
        Ok(())
    }
}
