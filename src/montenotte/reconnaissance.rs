//! 10: reconnaissance.

use super::action::Action;
use super::event::Event;
use super::frame::{Cause, Frame, Occasion, Scout, Scouting};
use super::ids::MarkerId;
use super::label::Label;
use super::play::{Done, Judged, Table, no};
use super::state::{Content, KindOfForce, Report, State, Told};
use super::why::Why;
use super::words::{Arm, Nation};
use super::{Montenotte, options};
use crate::chance::Die;
use crate::figures::Figure;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;
use crate::tally::Tally;

/// What a reconnaissance brings (N 10/10 to N 10/15): each includes those before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Finding {
    /// Nothing.
    Nothing,
    /// The kind of force.
    Kind,
    /// Its strength within this margin, in percent.
    Strength(u8),
    /// Its strength within this margin, and its units.
    Units(u8),
}

impl Montenotte {
    /// The modifiers of a reconnaissance (N 10/6 to N 10/9). `bonus` is the MP spent beyond the first.
    pub fn reconnaissance(&self, what: Label, arm: Arm, nation: Nation, bonus: u8) -> Tally<Label> {
        let r = &self.charts.reconnaissance;
        let mut tally = Tally::new(what);
        if bonus > 0 {
            let each = i16::from(r.bonus.value) * i16::from(bonus);
            let value = i8::try_from(each).unwrap_or(i8::MAX);
            tally.add(Label::Bonus, Figure::new(value, r.bonus.source), rule!("N 10/2"));
        }
        match (arm, nation) {
            (Arm::Cavalry, _) => tally.add(Label::Cavalry, r.cavalry, rule!("N 10/7")),
            (Arm::Infantry, Nation::Austrian) => {
                tally.add(Label::AustrianInfantry, r.austrian_infantry, rule!("N 10/8"))
            }
            (Arm::Infantry, _) => tally.add(Label::OtherInfantry, r.other_infantry, rule!("N 10/9")),
        };
        tally
    }

    /// What a total brings (N 10/10 to N 10/15).
    pub fn finding(&self, total: i16) -> Finding {
        let r = &self.charts.reconnaissance;
        let from = |figure: Figure<i8>| total >= i16::from(figure.value);
        if from(r.tenth_from) {
            Finding::Units(r.tenth_percent.value)
        } else if from(r.quarter_from) {
            Finding::Strength(r.quarter_percent.value)
        } else if from(r.half_from) {
            Finding::Strength(r.half_percent.value)
        } else if from(r.kind_from) {
            Finding::Kind
        } else {
            Finding::Nothing
        }
    }

    /// The strengths that may be announced for `sp` within a margin (N 10/16; rulings `margin-rounding`,
    /// `announced-at-least-one`): the least and the greatest.
    pub fn margin(&self, sp: u8, percent: u8) -> (u8, u8) {
        let hundredths = u16::from(sp) * u16::from(percent);
        let margin = match self.rulings.margin_rounding {
            options::MarginRounding::Nearest => (hundredths + 50) / 100,
            options::MarginRounding::Up => hundredths.div_ceil(100),
            options::MarginRounding::Down => hundredths / 100,
        };
        let margin = u8::try_from(margin).unwrap_or(u8::MAX);
        (sp.saturating_sub(margin).max(1), sp.saturating_add(margin).max(1))
    }

    /// The arm by which a force reconnoitres: cavalry if it has any (ruling `reconnaissance-arm`), and its nation.
    pub(super) fn scout(&self, s: &State, head: MarkerId) -> Option<(Arm, Nation)> {
        let mut found = None;
        for (unit, _) in self.units(s, head) {
            let unit = &self.roster[unit];
            if unit.arm == Arm::Cavalry {
                return Some((unit.arm, unit.nation));
            }
            // Austrians among others are the better scouts.
            if found.is_none() || unit.nation == Nation::Austrian {
                found = Some((unit.arm, unit.nation));
            }
        }
        found
    }

    /// Whether a force may reconnoitre another: it has units, and the other is in its alert zone (N 10/1, N 10/3).
    pub(super) fn judge_scout(&self, s: &State, by: MarkerId, target: MarkerId) -> Judged {
        if s.content(by) == Content::Decoy {
            return no(rule!("N 2/6"), Why::Decoy(by));
        }
        if self.scout(s, by).is_none() {
            return no(rule!("N 10/5"), Why::NoUnits(by));
        }
        if self.side(by) == self.side(target) {
            return no(rule!("N 10/1"), Why::NotEnemy(target));
        }
        match (s.at(by), s.at(target)) {
            (Some(from), Some(to)) => match self.alert_zone(s, by) {
                Some(zone) if self.near(from, to, zone) => Ok(()),
                _ => no(rule!("N 10/1"), Why::TooFar(target)),
            },
            _ => no(rule!("N 10/1"), Why::NotThere(target)),
        }
    }

    /// The kind of a force (N 10/11; ruling `fused-strength`); `None` for a decoy.
    pub(super) fn kind_of(&self, s: &State, head: MarkerId) -> Option<KindOfForce> {
        match s.content(head) {
            Content::Decoy | Content::Off => None,
            Content::Chief(_) => Some(KindOfForce::Army),
            Content::Unit(unit) if self.roster[unit].is_division() => Some(KindOfForce::Division),
            Content::Unit(_) => Some(KindOfForce::Brigade),
        }
    }

    pub(super) fn asked_scouting(&self, s: &State, scouting: Scouting) -> Option<(Side, Rule)> {
        let _ = s;
        (scouting.stage == Scout::Announce).then(|| (self.side(scouting.target), rule!("N 10/16")))
    }

    pub(super) fn judge_scouting(&self, s: &State, scouting: Scouting, action: &Action) -> Judged {
        let Action::Announce { sp } = *action else { return no(rule!("N 10/16"), Why::NoAnswer) };
        let (least, most) = self.margin(self.strength(s, scouting.target), scouting.percent);
        if (least..=most).contains(&sp) { Ok(()) } else { no(rule!("N 10/16"), Why::Margin(least, most)) }
    }

    pub(super) fn candidates_scouting(&self, s: &State, scouting: Scouting, each: &mut dyn FnMut(Action)) {
        let (least, most) = self.margin(self.strength(s, scouting.target), scouting.percent);
        for sp in least..=most {
            each(Action::Announce { sp });
        }
    }

    /// The owner announces: the report is all that the other side knows.
    pub(super) fn perform_scouting<J: Journal<Event, Label>>(
        &self,
        scouting: Scouting,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::Announce { sp } = *action else { return Ok(()) };
        let s = desk.state();
        let kind = self.kind_of(s, scouting.target).unwrap_or_default();
        let r = &self.charts.reconnaissance;
        let units = if scouting.percent == r.tenth_percent.value { Told::Yes } else { Told::No };
        let report = Report { kind, sp, percent: scouting.percent, units };
        let rule = if units == Told::Yes {
            rule!("N 10/14")
        } else if scouting.percent == r.quarter_percent.value {
            rule!("N 10/13")
        } else {
            rule!("N 10/12")
        };
        desk.fact(Event::Reported { marker: scouting.target, report }, [rule!("N 10/16"), rule, rule!("N 10/15")]);
        desk.reveal();
        if units == Told::Yes {
            let there: Vec<_> = self.units(desk.state(), scouting.target).map(|(unit, _)| unit).collect();
            for unit in there {
                desk.note(Label::IsThere(unit), rule!("N 10/14"));
            }
        }
        self.continue_frame(Frame::Scouting(Scouting { stage: Scout::Over, ..scouting }), rule!("N 10/16"), desk);
        Ok(())
    }

    pub(super) fn advance_scouting<J: Journal<Event, Label>>(
        &self,
        scouting: Scouting,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        match scouting.stage {
            Scout::Declared => {
                self.continue_frame(Frame::Scouting(Scouting { stage: Scout::Die, ..scouting }), rule!("N 10/5"), desk);
                if scouting.occasion == Occasion::Active && self.rulings.blocking == options::Blocking::TestStopsIt {
                    self.offer_reactions(scouting.by, Cause::Reconnoitres, rule!("N 8.2/2"), desk)?;
                }
                Ok(())
            }
            Scout::Die => {
                let Some((arm, nation)) = self.scout(s, scouting.by).filter(|_| s.at(scouting.target).is_some()) else {
                    self.end_frame(rule!("N 10/1"), desk);
                    return Ok(());
                };
                let mut tally = self.reconnaissance(Label::Reconnaissance(scouting.by), arm, nation, scouting.bonus);
                // Who reconnoitres is not told to those who are reconnoitred: only what is found.
                let seen = Seen::By(self.side(scouting.by));
                let finding = desk.roll_for(&mut tally, Die::D6, rule!("N 10/5"), seen, |total| self.finding(total))?;
                let over = Frame::Scouting(Scouting { stage: Scout::Over, ..scouting });
                let (percent, announce) = match finding {
                    Finding::Nothing => {
                        desk.note(Label::NothingFound, rule!("N 10/10"));
                        self.continue_frame(over, rule!("N 10/10"), desk);
                        return Ok(());
                    }
                    Finding::Kind => (0, false),
                    Finding::Strength(percent) | Finding::Units(percent) => (percent, true),
                };
                let s = desk.state();
                let Some(kind) = self.kind_of(s, scouting.target) else {
                    // A decoy is shown for what it is (N 2/6; ruling `decoy-exposed`).
                    desk.fact(Event::Exposed { marker: scouting.target }, [rule!("N 2/6"), rule!("N 10/11")]);
                    self.continue_frame(over, rule!("N 10/11"), desk);
                    return Ok(());
                };
                if announce {
                    let next = Scouting { stage: Scout::Announce, percent, ..scouting };
                    self.continue_frame(Frame::Scouting(next), rule!("N 10/12"), desk);
                } else {
                    // A kind alone leaves an older strength standing only if it was told of the same kind.
                    let old = s.report(scouting.target);
                    let report = if old.kind == kind { old } else { Report { kind, ..Report::default() } };
                    desk.fact(Event::Reported { marker: scouting.target, report }, rule!("N 10/11"));
                    self.continue_frame(over, rule!("N 10/11"), desk);
                }
                Ok(())
            }
            Scout::Announce => Ok(()),
            Scout::Over => {
                self.end_frame(rule!("N 10/1"), desk);
                if scouting.occasion == Occasion::Active {
                    self.offer_reactions(scouting.by, Cause::Reconnoitred, rule!("N 10/3"), desk)?;
                }
                Ok(())
            }
        }
    }

    /// Begins a reconnaissance.
    pub(super) fn begin_scouting<J: Journal<Event, Label>>(
        &self,
        by: MarkerId,
        target: MarkerId,
        bonus: u8,
        occasion: Occasion,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let stage = if occasion == Occasion::Active { Scout::Declared } else { Scout::Die };
        let scouting = Scouting { by, target, bonus, stage, occasion, percent: 0 };
        let rule = if occasion == Occasion::Active { rule!("N 10/1") } else { rule!("N 10/3") };
        self.begin_frame(Frame::Scouting(scouting), rule, desk)
    }
}
