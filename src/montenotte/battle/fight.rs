//! 11: the stages of a battle, and its dice (11.4 to 11.9).

use crate::chance::Die;
use crate::figures::Figure;
use crate::journal::{Journal, Seen};
use crate::montenotte::action::{Action, Cover};
use crate::montenotte::event::{Event, Role};
use crate::montenotte::frame::Stage;
use crate::montenotte::ids::{MarkerId, UnitNo};
use crate::montenotte::label::Label;
use crate::montenotte::morale::Deed;
use crate::montenotte::play::{Done, Judged, Table, lost, no, one};
use crate::montenotte::state::{Mark, State};
use crate::montenotte::why::Why;
use crate::montenotte::words::Nation;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;
use crate::tally::Tally;

use super::ground::Crossing;
use super::manoeuvre::Bonaparte;
use super::ratio::Part;
use super::results::Advantage;
use crate::montenotte::event::Position;

impl Montenotte {
    pub(in crate::montenotte) fn asked_battle(&self, s: &State, stage: Stage) -> [Option<Rule>; 2] {
        let (Some(attacker), nobody) = (s.battle.attacker(), [None; 2]) else { return [None; 2] };
        let defender = attacker.enemy();
        let if_any = |any: bool, side: Side, rule: Rule| if any { one(side, rule) } else { nobody };
        match stage {
            Stage::JoinAttack => if_any(!self.beside_battle(s, attacker).is_empty(), attacker, rule!("N 11.1/4")),
            Stage::JoinDefence => if_any(!self.beside_battle(s, defender).is_empty(), defender, rule!("N 11.1/4")),
            Stage::Decide { by, .. } => one(by, rule!("N 11.1/6")),
            Stage::GunsAttack => if_any(!self.within_hearing(s, attacker).is_empty(), attacker, rule!("N 11.2/1")),
            Stage::GunsDefence => if_any(!self.within_hearing(s, defender).is_empty(), defender, rule!("N 11.2/1")),
            Stage::Terrain => if_any(self.covers(s).count() > 1, defender, rule!("N 11.5/3")),
            Stage::Morale => Side::BOTH.map(|side| {
                let open = s.battle.lead[side.index()] == 0 && self.leads(s, side).count() > 1;
                open.then_some(rule!("N 11.7/1"))
            }),
            Stage::Losses => Side::BOTH.map(|side| {
                let open = s.battle.due[side.index()] > 0 && self.bearers(s, side, true).len() > 1;
                open.then_some(rule!("N 11.10/2"))
            }),
            Stage::PursuitLosses => Side::BOTH.map(|side| {
                let open = s.battle.due[side.index()] > 0 && self.bearers(s, side, false).len() > 1;
                open.then_some(rule!("N 11.11/11"))
            }),
            Stage::Retreat => self.asked_retreats(s),
            Stage::Gather => self.asked_gather(s),
            Stage::Pursue => self.asked_pursue(s),
            Stage::Expose
            | Stage::Attrition
            | Stage::JoinTests
            | Stage::Dice
            | Stage::Cursors
            | Stage::Fatigue
            | Stage::PursuitDie
            | Stage::Score => nobody,
        }
    }

    pub(in crate::montenotte) fn judge_battle(&self, s: &State, stage: Stage, by: Side, action: &Action) -> Judged {
        match stage {
            Stage::JoinAttack | Stage::JoinDefence => self.judge_join(s, by, action),
            Stage::Decide { marker, .. } => match *action {
                Action::Done => Ok(()),
                Action::Join { marker: other } if other == marker => self.judge_decided(s, marker),
                Action::Join { marker: other } => no(rule!("N 11.1/6"), Why::NoPart(other)),
                _ => no(rule!("N 11.1/6"), Why::NoAnswer),
            },
            Stage::GunsAttack | Stage::GunsDefence => self.judge_march(s, by, action),
            Stage::Terrain => match *action {
                Action::Terrain { cover } if self.covers(s).any(|(one, _)| one == cover) => Ok(()),
                Action::Terrain { .. } => no(rule!("N 11.5/2"), Why::NoCover),
                _ => no(rule!("N 11.5/3"), Why::NoAnswer),
            },
            Stage::Morale => match *action {
                Action::Lead { unit } if self.leads(s, by).any(|(one, _)| one == unit) => Ok(()),
                Action::Lead { unit } => no(rule!("N 11.7/1"), Why::NotThatUnit(unit)),
                _ => no(rule!("N 11.7/1"), Why::NoAnswer),
            },
            Stage::Losses => self.judge_lose(s, by, true, action),
            Stage::PursuitLosses => self.judge_lose(s, by, false, action),
            Stage::Retreat => self.judge_retreats(s, by, action),
            Stage::Gather => match action {
                Action::Done | Action::Advance => Ok(()),
                _ => no(rule!("N 11.10/11"), Why::NoAnswer),
            },
            Stage::Pursue => match action {
                Action::Done | Action::Pursue => Ok(()),
                _ => no(rule!("N 11.11/3"), Why::NoAnswer),
            },
            _ => no(rule!("N 11.1/1"), Why::NoAnswer),
        }
    }

    pub(in crate::montenotte) fn candidates_battle(
        &self,
        s: &State,
        stage: Stage,
        by: Side,
        each: &mut dyn FnMut(Action),
    ) {
        match stage {
            Stage::JoinAttack | Stage::JoinDefence => {
                each(Action::Done);
                self.beside_battle(s, by).for_each(|marker| each(Action::Join { marker }));
            }
            Stage::Decide { marker, .. } => {
                each(Action::Done);
                each(Action::Join { marker });
            }
            Stage::GunsAttack | Stage::GunsDefence => {
                each(Action::Done);
                self.within_hearing(s, by).for_each(|marker| each(Action::March { marker }));
            }
            Stage::Terrain => self.covers(s).for_each(|(cover, _)| each(Action::Terrain { cover })),
            Stage::Morale => self.leads(s, by).for_each(|(unit, _)| each(Action::Lead { unit })),
            Stage::Losses => self.bearers(s, by, true).into_iter().for_each(|(unit, _)| each(Action::Lose { unit })),
            Stage::PursuitLosses => {
                self.bearers(s, by, false).into_iter().for_each(|(unit, _)| each(Action::Lose { unit }));
            }
            Stage::Retreat => {
                for marker in self.engaged(s, by) {
                    each(Action::Retreat { marker });
                    each(Action::Shelter { marker });
                }
            }
            Stage::Gather => {
                each(Action::Done);
                each(Action::Advance);
            }
            Stage::Pursue => {
                each(Action::Done);
                each(Action::Pursue);
            }
            _ => {}
        }
    }

    pub(in crate::montenotte) fn perform_battle<J: Journal<Event, Label>>(
        &self,
        stage: Stage,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match (stage, *action) {
            (Stage::JoinAttack | Stage::JoinDefence, Action::Join { marker }) => {
                self.engage(marker, Role::Joined, rule!("N 11.1/4"), desk);
                self.did(marker, Deed::Elsewhere, desk);
            }
            (Stage::JoinAttack, _) => self.stage(Stage::JoinDefence, rule!("N 11.1/4"), desk),
            (Stage::JoinDefence, _) => self.stage(Stage::JoinTests, rule!("N 11.1/5"), desk),
            (Stage::Decide { .. }, Action::Join { marker }) => {
                self.engage(marker, Role::Joined, rule!("N 11.1/6"), desk);
                self.did(marker, Deed::Elsewhere, desk);
                self.stage(Stage::JoinTests, rule!("N 11.1/5"), desk);
            }
            (Stage::Decide { .. }, _) => self.stage(Stage::JoinTests, rule!("N 11.1/5"), desk),
            (Stage::GunsAttack | Stage::GunsDefence, Action::March { marker }) => self.march(marker, desk)?,
            (Stage::GunsAttack, _) => self.stage(Stage::GunsDefence, rule!("N 11.2/1"), desk),
            (Stage::GunsDefence, _) => self.stage(Stage::Terrain, rule!("N 11.5/1"), desk),
            (Stage::Terrain, Action::Terrain { cover }) => self.take_cover(cover, desk),
            (Stage::Morale, Action::Lead { unit }) => {
                let event = Event::Leads { side: by, unit: Some(unit) };
                desk.fact_for(event, rule!("N 11.7/1"), Seen::By(by));
            }
            (Stage::Losses, Action::Lose { unit }) => self.casualty(unit, by, desk),
            (Stage::PursuitLosses, Action::Lose { unit }) => {
                self.casualty(unit, by, desk);
                self.lose_chariot(unit, desk);
            }
            (Stage::Retreat, _) => self.perform_retreats(action, desk)?,
            (Stage::Gather, Action::Advance) => self.gather(desk)?,
            (Stage::Gather, _) => {
                desk.fact(Event::StaysOut, rule!("N 11.10/11"));
                self.gather(desk)?;
            }
            (Stage::Pursue, Action::Pursue) => self.pursue(desk)?,
            (Stage::Pursue, _) => self.stage(Stage::Score, rule!("N 11.11/3"), desk),
            _ => {}
        }
        Ok(())
    }

    pub(in crate::montenotte) fn advance_battle<J: Journal<Event, Label>>(
        &self,
        stage: Stage,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match stage {
            Stage::Expose => self.expose(desk)?,
            Stage::Attrition => {
                // Attrition may have left nobody to attack.
                match self.principal_attacker(desk.state()) {
                    Some(head) if self.strength(desk.state(), head) > 0 => {
                        self.stage(Stage::JoinAttack, rule!("N 11.1/4"), desk);
                    }
                    _ => self.close_battle(desk)?,
                }
            }
            Stage::JoinAttack => self.stage(Stage::JoinDefence, rule!("N 11.1/4"), desk),
            Stage::JoinDefence => self.stage(Stage::JoinTests, rule!("N 11.1/5"), desk),
            Stage::JoinTests => self.join_tests(desk)?,
            Stage::Decide { .. } => self.stage(Stage::JoinTests, rule!("N 11.1/5"), desk),
            Stage::GunsAttack => self.stage(Stage::GunsDefence, rule!("N 11.2/1"), desk),
            Stage::GunsDefence => self.stage(Stage::Terrain, rule!("N 11.5/1"), desk),
            Stage::Terrain => {
                if desk.state().battle.cover == 0 {
                    let only = self.covers(desk.state()).next().map_or(Cover::Open, |(cover, _)| cover);
                    self.take_cover(only, desk);
                }
                self.stage(Stage::Morale, rule!("N 11.7/1"), desk);
            }
            Stage::Morale => {
                for side in Side::BOTH {
                    if desk.state().battle.lead[side.index()] == 0 {
                        let unit = self.leads(desk.state(), side).next().map(|(unit, _)| unit);
                        desk.fact_for(Event::Leads { side, unit }, rule!("N 11.7/1"), Seen::By(side));
                    }
                }
                self.stage(Stage::Dice, rule!("N 11.9/1"), desk);
            }
            Stage::Dice => self.dice(desk)?,
            Stage::Losses => self.advance_losses(desk)?,
            Stage::Retreat => self.advance_retreats(desk)?,
            Stage::Gather => self.gather(desk)?,
            Stage::Cursors => self.cursors(desk)?,
            Stage::Fatigue => self.after_fight(desk)?,
            Stage::Pursue => self.stage(Stage::Score, rule!("N 11.11/3"), desk),
            Stage::PursuitDie => self.pursuit_die(desk)?,
            Stage::PursuitLosses => self.advance_pursuit_losses(desk)?,
            Stage::Score => self.close_score(desk)?,
        }
        Ok(())
    }

    /// What the attackers cross: the principal first.
    fn battle_crossing(&self, s: &State) -> Crossing {
        let (Some(at), Some(from), Some(attacker)) = (s.battle.at, s.battle.from, s.battle.attacker()) else {
            return Crossing::None;
        };
        let others = self.engaged(s, attacker).less(s.battle.principal).filter_map(|marker| s.at(marker));
        let dirs = core::iter::once(from).chain(others).filter_map(|there| self.map.grid.direction(at, there));
        self.crossings(at, dirs)
    }

    /// The covers that the defender may choose, with what they add (N 11.5).
    fn covers<'s>(&'s self, s: &State) -> impl Iterator<Item = (Cover, i8)> + use<'s> {
        let crossing = self.battle_crossing(s);
        let at = if s.battle.cover == 0 { s.battle.at } else { None };
        Cover::ALL.into_iter().filter_map(move |cover| Some((cover, self.cover(at?, crossing, cover)?)))
    }

    fn take_cover<J: Journal<Event, Label>>(&self, cover: Cover, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let modifier = s.battle.at.and_then(|at| self.cover(at, self.battle_crossing(s), cover)).unwrap_or(0);
        desk.fact(Event::Covered { cover, modifier }, [rule!("N 11.5/3"), rule!("N 11.5/1")]);
    }

    /// The units that may give a side's morale: those of its principal forces (N 11.7/1).
    fn leads(&self, s: &State, side: Side) -> impl Iterator<Item = (UnitNo, MarkerId)> + use<> {
        let all: Vec<_> = self.principals(s, side).flat_map(|marker| self.units(s, marker)).collect();
        all.into_iter()
    }

    fn parts(&self, s: &State, side: Side) -> Vec<Part> {
        let b = &s.battle;
        let part = |marker: MarkerId| {
            let role = if b.principal.has(marker) {
                Role::Principal
            } else if b.joined.has(marker) {
                Role::Joined
            } else {
                Role::Marched
            };
            let position = if b.flank.has(marker) { Position::Flank } else { Position::Front };
            Part { sp: self.strength(s, marker), role, position }
        };
        self.engaged(s, side).map(part).collect()
    }

    /// The morale that a side brings: its chosen unit's, 0 of a side without units (ruling `morale-of-a-general`).
    fn lead_morale(&self, s: &State, side: Side) -> i8 {
        let Some(unit) = self.lead(s, side) else { return 0 };
        s.marker_of(crate::montenotte::state::Content::Unit(unit)).map_or(0, |marker| self.morale(s, unit, marker))
    }

    pub(super) fn lead(&self, s: &State, side: Side) -> Option<UnitNo> {
        match s.battle.lead[side.index()] {
            0 | 255 => None,
            code => UnitNo::new(usize::from(code) - 1),
        }
    }

    /// The fatigue and pillage of the defender (rulings `mixed-defenders`, `fatigued-attackers`; N 11.8).
    fn other_modifiers(&self, s: &State, attacker: Side, tally: &mut Tally<Label>) {
        let m = &self.charts.battle_modifiers;
        let defender = attacker.enemy();
        let principals = self.principals(s, defender);
        let lead = self
            .lead(s, defender)
            .and_then(|unit| s.marker_of(crate::montenotte::state::Content::Unit(unit)))
            .map(|marker| s.head(marker));
        let looked_at = match (self.rulings.mixed_defenders, lead) {
            (options::MixedDefenders::MoraleUnit, Some(head)) => head.only(),
            _ => principals,
        };
        let pillaging = looked_at.into_iter().any(|head| s.members(head).meets(s.marked(Mark::Pillage)));
        if pillaging {
            tally.add(Label::Pillaging, m.defender_pillaging, rule!("N 11.8/1"));
        }
        let tired = |head: MarkerId| self.force_fatigue(s, head) > 0;
        let principal = self.principals(s, attacker).into_iter().any(tired);
        let all = self.engaged(s, attacker).into_iter().all(tired);
        let both = self.rulings.fatigued_attackers == options::FatiguedAttackers::Both;
        if principal && (!all || both) {
            tally.add(Label::AttackerFatigued, m.principal_attacker_fatigued, rule!("N 11.8/2"));
        }
        if all {
            tally.add(Label::AttackersFatigued, m.all_attackers_fatigued, rule!("N 11.8/3"));
        }
        match looked_at.map(|head| self.force_fatigue(s, head)).max().unwrap_or(0) {
            0 => {}
            1 => _ = tally.add(Label::DefenderFatigue1, m.defender_fatigue_1, rule!("N 11.8/4")),
            _ => _ = tally.add(Label::DefenderFatigue2, m.defender_fatigue_2, rule!("N 11.8/5")),
        }
    }

    /// The morale modifier of two morales (N 11.7/2): their difference, between -2 and +2.
    pub fn morale_modifier(&self, attacker: i8, defender: i8) -> Figure<i8> {
        let most = self.charts.battle_modifiers.most_by_morale;
        most.map(|most| attacker.saturating_sub(defender).clamp(-most.abs(), most.abs()))
    }

    /// The dice (N 11.9/1), and what each side must lose (N 11.9/2 to N 11.9/8).
    fn dice<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let (Some(at), Some(attacker)) = (s.battle.at, s.battle.attacker()) else {
            return Err(lost("a battle without a hex"));
        };
        let defender = attacker.enemy();
        let mut tally = Tally::new(Label::Battle);
        let weighed = [attacker, defender].map(|side| self.weighed(&self.parts(s, side)));
        let (ratio, ratio_rule) = self.ratio(weighed[0], weighed[1]);
        let narrow = |sp: u16| u8::try_from(sp).unwrap_or(u8::MAX);
        tally.add(Label::Ratio(narrow(weighed[0]), narrow(weighed[1])), ratio, ratio_rule);
        let cover = Cover::ALL.get(usize::from(s.battle.cover).wrapping_sub(1)).copied().unwrap_or(Cover::Open);
        let parts = self.cover_parts(at, self.battle_crossing(s), cover).unwrap_or([None; 3]);
        for (label, figure, rule) in parts.into_iter().flatten() {
            tally.add(label, figure, rule);
        }
        let values = [attacker, defender].map(|side| self.manoeuvre_value(side, self.side_of_battle(s, side)));
        let bonaparte = self.bonaparte(s);
        let manoeuvre = self.manoeuvre(values[0].sum(), values[1].sum(), bonaparte);
        let small = |value: i16| i8::try_from(value).unwrap_or(i8::MAX);
        let label = Label::Manoeuvre(small(values[0].sum()), small(values[1].sum()));
        tally.add(label, manoeuvre, rule!("N 11.6/7"));
        let morales = [attacker, defender].map(|side| self.lead_morale(s, side));
        let morale = self.morale_modifier(morales[0], morales[1]);
        tally.add(Label::Morale(morales[0], morales[1]), morale, rule!("N 11.7/2"));
        self.other_modifiers(s, attacker, &mut tally);
        let sp = Side::BOTH.map(|side| self.engaged_strength(s, side));
        let manpower = match self.rulings.losses_of_which_sp {
            options::LossesOfWhichSp::Counters => sp,
            options::LossesOfWhichSp::Weighted => {
                let mut by_side = [narrow(weighed[0]), narrow(weighed[1])];
                if attacker == Side::Second {
                    by_side.swap(0, 1);
                }
                by_side
            }
        };
        let sardinians = Side::BOTH
            .into_iter()
            .flat_map(|side| self.engaged(s, side))
            .flat_map(|marker| self.units(s, marker))
            .any(|(unit, _)| self.roster[unit].nation == Nation::Sardinian);
        let led = bonaparte != Bonaparte::Absent;
        if J::ON {
            let parts = [attacker, defender].map(|side| {
                let unit = self.lead(s, side)?;
                let marker = s.marker_of(crate::montenotte::state::Content::Unit(unit))?;
                Some(self.morale_parts(s, unit, marker))
            });
            for morale in parts.iter().flatten() {
                desk.sum(morale, rule!("N 11.7/1"));
            }
            for side in [attacker, defender] {
                let strength = self.weighed_parts(side, &self.parts(desk.state(), side));
                desk.sum(&strength, rule!("N 11.4/6"));
            }
        }
        for value in &values {
            desk.sum(value, [rule!("N 11.6/1"), rule!("N 11.6/8")]);
        }
        let event = Event::Sized { sp, ratio: ratio.value, sardinians: sardinians.into(), bonaparte: led.into() };
        desk.fact(event, rule!("N 11.4/6"));
        let row = desk.roll(&mut tally, Die::TwoD6, rule!("N 11.9/1"), |total| self.result_row(total))?;
        let (result, row_rule) = self.result(row);
        let victor = result.result.value.victor(attacker);
        let vanquished = victor.map(Side::enemy);
        let fallen = match vanquished {
            Some(side) if side == attacker => result.attacker_morale.value,
            Some(_) => result.defender_morale.value,
            None => 0,
        };
        let retreat = if vanquished.is_some() {
            fallen.min(0).unsigned_abs().max(self.charts.battle.least_retreat.value)
        } else {
            0
        };
        desk.fact(Event::Row { row, vanquished, retreat }, [row_rule, rule!("N 11.9/2")]);
        let terrain = desk.state().battle.terrain;
        for side in Side::BOTH {
            let toll = if side == attacker { result.attacker_losses } else { result.defender_losses };
            // What is unfavourable to the attacker is negative.
            let against = if side == attacker { ratio.value.min(0) } else { ratio.value.max(0) }.unsigned_abs();
            let advantage = if side == defender && terrain != 0 { Advantage::Has } else { Advantage::Lacks };
            let percent = self.toll(side, toll, row, against, advantage, terrain);
            let rule = if victor.is_none() {
                rule!("N 11.9/6")
            } else if victor == Some(side) {
                rule!("N 11.9/3")
            } else {
                rule!("N 11.9/2")
            };
            desk.sum(&percent, rule);
            let total = u8::try_from(percent.sum().clamp(0, 100)).unwrap_or(100);
            let (lost, loss_rule) = self.loss(manpower[side.index()], total);
            let losses = lost.min(self.loss_cap(sp[side.enemy().index()])).min(sp[side.index()]);
            desk.fact(Event::Due { side, losses }, [loss_rule, rule!("N 11.9/7"), rule!("N 11.9/8")]);
        }
        self.remove_decoys(desk);
        self.stage(Stage::Losses, rule!("N 11.10/1"), desk);
        Ok(())
    }
}
