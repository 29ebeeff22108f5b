//! 8.5: attrition. A force rolls after a movement, after each rise of fatigue, and when its activation ends without an
//! action.

use super::event::Event;
use super::frame::Frame;
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::play::{Done, Judged, Table, no};
use super::state::{Content, Mark, State};
use super::why::Why;
use super::{Montenotte, options};
use crate::chance::Die;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::side::Side;
use crate::tally::Tally;

/// Whether a force did anything in its activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// It did.
    Acted,
    /// It did not (N 8.5/15).
    Idle,
}

/// How a force is supplied, for attrition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Supplied.
    None,
    /// Out of supply (N 8.5/18).
    OutOfSupply,
    /// Out of supply beside the enemy (N 8.5/19).
    BesideEnemy,
}

/// What attrition looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The strength of the force.
    pub sp: u8,
    /// Its morale; `None` for a force that has none (ruling `morale-of-a-general`).
    pub morale: Option<i8>,
    /// Its fatigue, 0 to 2.
    pub fatigue: u8,
    /// Whether it acted.
    pub activity: Activity,
    /// How it is supplied.
    pub want: Want,
}

impl Montenotte {
    /// The modifiers of an attrition test (N 8.5/5 to N 8.5/16).
    pub fn attrition(&self, what: Label, case: Case) -> Tally<Label> {
        let a = &self.charts.attrition;
        let mut tally = Tally::new(what);
        let (label, figure, rule) = match case.sp {
            0..=4 => (Label::UpTo4, a.sp_1, rule!("N 8.5/5")),
            5..=8 => (Label::UpTo8, a.sp_5, rule!("N 8.5/6")),
            9..=12 => (Label::UpTo12, a.sp_9, rule!("N 8.5/7")),
            13..=16 => (Label::UpTo16, a.sp_13, rule!("N 8.5/8")),
            17..=20 => (Label::UpTo20, a.sp_17, rule!("N 8.5/9")),
            21.. => (Label::From21, a.sp_21, rule!("N 8.5/10")),
        };
        tally.add(label, figure, rule);
        if let Some(morale) = case.morale {
            if morale >= a.morale_high_least.value {
                tally.add(Label::HighMorale, a.morale_high, rule!("N 8.5/11"));
            } else if morale <= a.morale_low_most.value {
                tally.add(Label::LowMorale, a.morale_low, rule!("N 8.5/12"));
            }
        }
        match case.fatigue {
            0 => {}
            1 => _ = tally.add(Label::Fatigue1, a.fatigue_1, rule!("N 8.5/13")),
            _ => _ = tally.add(Label::Fatigue2, a.fatigue_2, rule!("N 8.5/14")),
        }
        if case.activity == Activity::Idle {
            tally.add(Label::NotActed, a.not_acted, rule!("N 8.5/15"));
        }
        if case.want != Want::None {
            tally.add(Label::OutOfSupply, a.out_of_supply, rule!("N 8.5/16"));
        }
        tally
    }

    /// What a total costs: a loss for each multiple of 6 reached, twice or three times as many out of supply
    /// (N 8.5/17 to N 8.5/19; rulings `attrition-multiples`, `attrition-tripled`).
    pub fn attrition_losses(&self, total: i16, want: Want) -> u8 {
        let a = &self.charts.attrition;
        let times = match want {
            Want::None => 1,
            Want::OutOfSupply => a.out_of_supply_times.value,
            Want::BesideEnemy => match self.rulings.attrition_tripled {
                options::AttritionTripled::Three => a.beside_enemy_times.value,
                options::AttritionTripled::Six => {
                    a.beside_enemy_times.value.saturating_mul(a.out_of_supply_times.value)
                }
            },
        };
        let each = i16::from(a.loss_for_each.value.max(1));
        u8::try_from(total.max(0) / each).unwrap_or(u8::MAX).saturating_mul(times)
    }

    fn want(&self, s: &State, head: MarkerId) -> Want {
        match s.at(head) {
            _ if !self.out_of_supply(s, head) => Want::None,
            Some(cell) if self.beside_enemy(s, self.side(head), cell) => Want::BesideEnemy,
            _ => Want::OutOfSupply,
        }
    }

    /// The morale that counts for a force's attrition (ruling `attrition-morale`).
    fn attrition_morale(&self, s: &State, head: MarkerId) -> Option<i8> {
        let morales = self.units(s, head).map(|(unit, marker)| self.morale(s, unit, marker));
        match self.rulings.attrition_morale {
            options::AttritionMorale::Highest => morales.max(),
            options::AttritionMorale::Lowest | options::AttritionMorale::Each => morales.min(),
        }
    }

    /// Whether a side names this unit to bear the attrition of its force this turn: one of several, once for each force
    /// (ruling `attrition-loser`). A question after the test would betray what it cost.
    pub(super) fn judge_bears(&self, s: &State, by: Side, unit: UnitNo) -> Judged {
        if self.rulings.attrition_loser == options::AttritionLoser::Largest {
            return no(rule!("N 8.5/17"), Why::NoAnswer);
        }
        let known = self.roster.units.get(unit.index()).is_some_and(|info| info.side() == by);
        let Some(marker) = s.marker_of(Content::Unit(unit)).filter(|_| known) else {
            return no(rule!("N 8.5/17"), Why::Unknown);
        };
        let head = s.head(marker);
        if s.at(head).is_none() {
            return no(rule!("N 8.5/17"), Why::NotThere(marker));
        }
        if self.units(s, head).count() < 2 {
            return no(rule!("N 8.5/17"), Why::NotFused(marker));
        }
        match s.members(head).and(s.marked(Mark::Bears)).lowest() {
            Some(named) => no(rule!("N 8.5/17"), Why::Already(named)),
            None => Ok(()),
        }
    }

    /// It bears it.
    pub(super) fn bears<J: Journal<Event, Label>>(&self, unit: UnitNo, seen: Seen, desk: &mut Table<'_, J>) {
        if let Some(marker) = desk.state().marker_of(Content::Unit(unit)) {
            desk.fact_for(Event::Marked { mark: Mark::Bears, marker }, rule!("N 8.5/17"), seen);
        }
    }

    /// The unit that loses the next point of a force: the one that its owner has named, else the largest, the first among
    /// equals (ruling `attrition-loser`).
    fn loser(&self, s: &State, head: MarkerId) -> Option<UnitNo> {
        let named = self.units(s, head).find(|(_, marker)| s.marked(Mark::Bears).has(*marker));
        let largest = || self.units(s, head).max_by_key(|(unit, _)| (s.sp(*unit), core::cmp::Reverse(*unit)));
        named.or_else(largest).map(|(unit, _)| unit)
    }

    /// The next force that owes a test: on the map, in the order of the letters.
    fn next_attrition(&self, s: &State) -> Option<(MarkerId, Activity)> {
        let owing = s.marked(Mark::Owes);
        let idle = s.marked(Mark::OwesIdle);
        let marker = owing.or(idle).lowest()?;
        Some((marker, if owing.has(marker) { Activity::Acted } else { Activity::Idle }))
    }

    /// Attrition is due.
    pub(super) fn owe<J: Journal<Event, Label>>(&self, marker: MarkerId, mark: Mark, desk: &mut Table<'_, J>) {
        desk.mark(Event::Marked { mark, marker }, rule!("N 8.5/1"));
    }

    /// Puts the tests that are owed on top of everything.
    pub(super) fn begin_attrition<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        if s.marked(Mark::Owes).or(s.marked(Mark::OwesIdle)).is_empty() {
            return Ok(());
        }
        self.begin_frame(Frame::Attrition, rule!("N 8.5/2"), desk)
    }

    /// Takes the next test. Hidden from the other side; a decoy's is thrown like any other and means nothing (ruling
    /// `decoy-attrition`); a lone general has none (ruling `attrition-lone-general`).
    pub(super) fn advance_attrition<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Some((head, activity)) = self.next_attrition(s) else {
            self.end_frame(rule!("N 8.5/1"), desk);
            return Ok(());
        };
        let paid = if activity == Activity::Acted { Mark::Owes } else { Mark::OwesIdle };
        desk.mark(Event::Unmarked { mark: paid, marker: head }, rule!("N 8.5/1"));
        // Whether there are men to lose is its owner's secret: whoever else acted may not take that back either way.
        desk.reveal();
        let s = desk.state();
        if s.at(head).is_none() {
            return Ok(());
        }
        let seen = Seen::By(self.side(head));
        let when = match activity {
            Activity::Acted => rule!("N 8.5/1"),
            Activity::Idle => rule!("N 8.5/3"),
        };
        let cites = [rule!("N 8.5/4"), when];
        if s.content(head) == Content::Decoy {
            desk.read_for(Label::Attrition(head), Die::D6, cites, seen, |_| ())?;
            return Ok(());
        }
        if self.rulings.attrition_morale == options::AttritionMorale::Each {
            let units: Vec<(UnitNo, MarkerId)> = self.units(s, head).collect();
            for (unit, marker) in units {
                let s = desk.state();
                let case = Case {
                    sp: s.sp(unit),
                    morale: Some(self.morale(s, unit, marker)),
                    fatigue: self.force_fatigue(s, head),
                    activity,
                    want: self.want(s, head),
                };
                let mut tally = self.attrition(Label::Attrition(marker), case);
                let most = s.sp(unit);
                let lost = desk.roll_for(&mut tally, Die::D6, cites, seen, |total| {
                    self.attrition_losses(total, case.want).min(most)
                })?;
                for _ in 0..lost {
                    self.lose_point(unit, rule!("N 8.5/17"), seen, desk)?;
                }
            }
            return Ok(());
        }
        let sp = self.strength(s, head);
        if sp == 0 {
            return Ok(());
        }
        let case = Case {
            sp,
            morale: self.attrition_morale(s, head),
            fatigue: self.force_fatigue(s, head),
            activity,
            want: self.want(s, head),
        };
        let mut tally = self.attrition(Label::Attrition(head), case);
        let lost =
            desk.roll_for(&mut tally, Die::D6, cites, seen, |total| self.attrition_losses(total, case.want).min(sp))?;
        let rule = match case.want {
            Want::None => rule!("N 8.5/17"),
            Want::OutOfSupply => rule!("N 8.5/18"),
            Want::BesideEnemy => rule!("N 8.5/19"),
        };
        for _ in 0..lost {
            if let Some(unit) = self.loser(desk.state(), head) {
                self.lose_point(unit, rule, seen, desk)?;
            }
        }
        Ok(())
    }
}
