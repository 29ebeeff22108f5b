//! 11.11: pursuit.

use crate::chance::Die;
use crate::desk::Passed;
use crate::figures::Figure;
use crate::journal::Journal;
use crate::montenotte::event::Event;
use crate::montenotte::frame::Stage;
use crate::montenotte::ids::MarkerId;
use crate::montenotte::label::Label;
use crate::montenotte::play::{Done, Table, lost, one};
use crate::montenotte::state::{Content, State};
use crate::montenotte::words::{Arm, Nation};
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;
use crate::tally::Tally;

/// Whether the beaten are demoralised (N 11.11/11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beaten {
    /// They are: the losses are not halved.
    Demoralised,
    /// They are not.
    Steady,
}

impl Montenotte {
    /// The losses of a pursuit (N 11.11/11): the total, halved unless the beaten are demoralised, rounded down, 1 at least
    /// if it is positive.
    pub fn pursuit_losses(&self, total: i16, beaten: Beaten) -> u8 {
        let p = &self.charts.pursuit;
        if total <= 0 {
            return 0;
        }
        let halved = match beaten {
            Beaten::Demoralised => total,
            Beaten::Steady => total / i16::from(p.divisor.value.max(1)),
        };
        u8::try_from(halved.max(p.least_if_positive.value.into())).unwrap_or(u8::MAX)
    }

    /// The general who tests: the general-in-chief of the victor, else the principal force's (N 11.11/4; ruling
    /// `pursuit-general`).
    fn pursuer(&self, s: &State, victor: Side) -> Option<MarkerId> {
        let left = self.left_of(s, victor);
        let chief = left.iter().find(|marker| matches!(s.content(**marker), Content::Chief(_)));
        let principal = left.iter().find(|marker| s.battle.principal.has(**marker));
        chief.or(principal).or(left.first()).copied()
    }

    fn victor(s: &State) -> Option<Side> {
        s.battle.vanquished().map(Side::enemy)
    }

    /// The victor is asked while there is someone to pursue, and someone who pursues (ruling `pursuit-of-undecided`).
    pub(super) fn asked_pursue(&self, s: &State) -> [Option<Rule>; 2] {
        let Some(victor) = Self::victor(s) else { return [None; 2] };
        let chased = self.left_of(s, victor.enemy()).into_iter().any(|marker| self.strength(s, marker) > 0);
        let chasing = self.left_of(s, victor).into_iter().any(|marker| self.strength(s, marker) > 0);
        if chased && chasing { one(victor, rule!("N 11.11/3")) } else { [None; 2] }
    }

    pub(super) fn pursue<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let marker = Self::victor(s).and_then(|victor| self.pursuer(s, victor));
        let Some(marker) = marker else { return Err(lost("a pursuit without a victor")) };
        let seen = self.seen_of_test(marker);
        let mut tally = self.force_test(s, Label::Pursuit(marker), marker, &[]);
        let next = match desk.test_for(&mut tally, Die::D6, [rule!("N 11.11/3"), rule!("N 11.11/4")], seen)? {
            Passed::Yes => Stage::PursuitDie,
            Passed::No => Stage::Score,
        };
        self.stage(next, rule!("N 11.11/3"), desk);
        Ok(())
    }

    /// The modifiers of a pursuit (N 11.11/6 to N 11.11/10; rulings `pursuit-uses-all`, `more-than-thirteen`,
    /// `pursuit-clear`).
    fn pursuit_tally(&self, s: &State, victor: Side) -> Tally<Label> {
        let p = &self.charts.pursuit;
        let mut tally = Tally::new(Label::PursuitLosses);
        let of = |side: Side, arm: Arm| {
            self.engaged(s, side).map(|marker| self.strength_of(s, marker, arm)).fold(0, u8::saturating_add)
        };
        let times = |figure: Figure<i8>, times: u8| {
            figure.map(|value| value.saturating_mul(i8::try_from(times).unwrap_or(i8::MAX)))
        };
        let each = |sp: u8, of: u8| sp / of.max(1);
        let infantry = each(of(victor, Arm::Infantry), p.infantry_sp.value);
        tally.add_some(Label::PursuingInfantry, times(p.infantry, infantry), rule!("N 11.11/6"));
        if s.battle.at.is_some_and(|at| self.map.ground(at).clear()) {
            let own = each(of(victor, Arm::Cavalry), p.cavalry_sp.value);
            let enemy = each(of(victor.enemy(), Arm::Cavalry), p.enemy_cavalry_sp.value);
            tally.add_some(Label::PursuingCavalry, times(p.cavalry, own), rule!("N 11.11/7"));
            tally.add_some(Label::BeatenCavalry, times(p.enemy_cavalry, enemy), rule!("N 11.11/8"));
        }
        let tired = |side: Side| {
            let units = self.engaged(s, side).flat_map(|marker| self.units(s, marker));
            let tired = units.filter(|(_, marker)| s.fatigue(*marker) >= self.charts.fatigue.most.value);
            u8::try_from(tired.count()).unwrap_or(u8::MAX)
        };
        let (beaten, own) = (tired(victor.enemy()), tired(victor));
        tally.add_some(Label::BeatenTired, times(p.beaten_at_fatigue_2, beaten), rule!("N 11.11/9"));
        tally.add_some(Label::VictorTired, times(p.victor_at_fatigue_2, own), rule!("N 11.11/10"));
        tally
    }

    pub(super) fn pursuit_die<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Some(victor) = Self::victor(s) else { return Err(lost("a pursuit without a victor")) };
        let chased = victor.enemy();
        let mut tally = self.pursuit_tally(s, victor);
        let demoralised = {
            let divisions = self
                .engaged(s, chased)
                .flat_map(|marker| self.units(s, marker))
                .filter(|(unit, _)| self.roster[*unit].is_division())
                .map(|(unit, marker)| self.is_demoralised(s, unit, marker));
            let (all, bad) = divisions.fold((0, 0), |(all, bad), is| (all + 1, bad + i32::from(is)));
            match self.rulings.pursuit_some_demoralised {
                options::PursuitSomeDemoralised::All => all > 0 && bad == all,
                options::PursuitSomeDemoralised::Any => bad > 0,
            }
        };
        let beaten = if demoralised { Beaten::Demoralised } else { Beaten::Steady };
        let mut most = self.engaged_strength(s, chased);
        if self.rulings.loss_cap_scope == options::LossCapScope::PursuitToo {
            most = most.min(self.loss_cap(self.engaged_strength(s, victor)));
        }
        let rules = [rule!("N 11.11/5"), rule!("N 11.11/11")];
        let losses = desk.roll(&mut tally, Die::D6, rules, |total| self.pursuit_losses(total, beaten).min(most))?;
        desk.fact(Event::Pursued { losses }, rule!("N 11.11/11"));
        desk.fact(Event::Due { side: chased, losses }, rule!("N 11.11/11"));
        self.stage(Stage::PursuitLosses, rule!("N 11.11/11"), desk);
        Ok(())
    }

    /// A morale level for each 2 losses (N 11.11/12).
    pub(super) fn pursuit_morale<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let p = &self.charts.pursuit;
        let b = desk.state().battle;
        if let Some(chased) = b.vanquished() {
            let levels = b.pursued / p.losses_for_a_morale_level.value.max(1);
            let by = i8::try_from(levels).unwrap_or(i8::MAX).saturating_neg();
            self.lower_all(chased, by, rule!("N 11.11/12"), desk);
        }
        self.settle_morale(desk)?;
        self.stage(Stage::Score, rule!("N 11.11/12"), desk);
        Ok(())
    }

    /// An Austrian division that loses a point in a pursuit loses a chariot with it (N 11.11/13; ruling `pursuit-limits`).
    pub(super) fn lose_chariot<J: Journal<Event, Label>>(
        &self,
        unit: crate::montenotte::ids::UnitNo,
        desk: &mut Table<'_, J>,
    ) {
        let info = &self.roster[unit];
        if info.nation != Nation::Austrian || !info.is_division() {
            return;
        }
        let chariots = desk.state().chariots(unit);
        let left = chariots.saturating_sub(self.charts.pursuit.chariots_for_a_loss.value);
        if left != chariots {
            desk.fact(Event::Chariots { unit, left }, rule!("N 11.11/13"));
        }
    }
}
