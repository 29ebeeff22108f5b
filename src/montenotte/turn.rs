//! 4 and 5: the sequence of a turn, and the weather.

use super::Montenotte;
use super::action::Action;
use super::event::Event;
use super::frame::{Frame, Step};
use super::label::Label;
use super::options;
use super::play::{Done, Judged, Table, no, one};
use super::state::{Mark, State, Weather};
use super::why::Why;
use super::words::Nation;
use crate::chance::Die;
use crate::journal::Journal;
use crate::rule;
use crate::rule::{Cites, Rule};
use crate::side::Side;

impl Montenotte {
    /// The side that marches first in the strategic phase: the one with the initiative, else the French (ruling
    /// `strategic-order`).
    pub(super) fn first_to_march(&self, s: &State) -> Side {
        super::state::side_of(s.initiative).unwrap_or(Side::First)
    }

    /// Whether a side has forces that might make a forced march.
    fn may_force(&self, s: &State, side: Side) -> bool {
        self.forces_marches() && s.marked(Mark::Strategic).meets(self.side_markers[side.index()])
    }

    /// The other side's step of the strategic phase, if the sides march in turn and it is not done yet (ruling
    /// `strategic-order`).
    pub(super) fn in_turn(&self, s: &State, step: Step, side: Side) -> Option<Step> {
        let other = side.enemy();
        if self.rulings.strategic_order == options::StrategicOrder::Initiative || s.done[other.index()] != 0 {
            return None;
        }
        match step {
            Step::Strategic(_) => Some(Step::Strategic(other)),
            Step::Forced(_) if self.may_force(s, other) => Some(Step::Forced(other)),
            _ => None,
        }
    }

    pub(super) fn asked_turn(&self, s: &State, step: Step) -> [Option<Rule>; 2] {
        let open = |side: Side, rule: Rule| if s.done[side.index()] == 0 { one(side, rule) } else { [None; 2] };
        match step {
            Step::Command => {
                let ask = |side: Side| (s.done[side.index()] < 2).then_some(rule!("N 6/1"));
                [ask(Side::First), ask(Side::Second)]
            }
            Step::Choose => {
                if s.chosen == 0 && self.chiefs_in_play(s, Side::Second).count() > 1 {
                    one(Side::Second, rule!("N 7/3"))
                } else {
                    [None; 2]
                }
            }
            Step::Bid => self.asked_bid(s),
            Step::Strategic(side) => open(side, rule!("N 9.2.2/1")),
            Step::Forced(side) => {
                if self.may_force(s, side) {
                    open(side, rule!("N 9.2.3/1"))
                } else {
                    [None; 2]
                }
            }
            Step::Reserve => {
                // How many are left, the French do not know: the Coalition is asked all the same.
                open(Side::Second, rule!("N 12.1/1"))
            }
            Step::Sharing { nation, left } => {
                if left > 0 {
                    open(nation.side(), rule!("N 12.2/3"))
                } else {
                    [None; 2]
                }
            }
            Step::Supply(side) => open(side, rule!("N 13.1/1")),
            Step::Weather
            | Step::Lines
            | Step::Initiative
            | Step::Cup
            | Step::Replacements(_)
            | Step::Determine
            | Step::Recovery
            | Step::Verify
            | Step::Next => [None; 2],
        }
    }

    pub(super) fn judge_turn(&self, s: &State, step: Step, by: Side, action: &Action) -> Judged {
        match step {
            Step::Command => self.judge_command(s, by, action),
            Step::Choose => self.judge_choose(s, action),
            Step::Bid => self.judge_bid(action),
            Step::Strategic(side) => self.judge_strategic(s, side, action),
            Step::Forced(side) => self.judge_forced(s, side, action),
            Step::Reserve => self.judge_reserve(s, action),
            Step::Sharing { nation, .. } => self.judge_sharing(s, nation, action),
            Step::Supply(side) => self.judge_supply(s, side, action),
            _ => no(rule!("N 4/1"), Why::NoAnswer),
        }
    }

    pub(super) fn candidates_turn(&self, s: &State, step: Step, by: Side, each: &mut dyn FnMut(Action)) {
        match step {
            Step::Command => self.candidates_command(s, by, each),
            Step::Choose => self.chiefs_in_play(s, Side::Second).for_each(|marker| each(Action::Choose { marker })),
            Step::Bid => self.candidates_bid(each),
            Step::Strategic(side) | Step::Forced(side) => {
                each(Action::Done);
                s.on_map().and(self.side_markers[side.index()]).for_each(|marker| each(Action::March { marker }));
            }
            Step::Reserve => {
                each(Action::Done);
                self.in_play(s, Side::Second).for_each(|marker| each(Action::Reinforce { marker }));
            }
            Step::Sharing { nation, .. } => {
                each(Action::Done);
                self.in_play(s, nation.side()).for_each(|marker| each(Action::Reinforce { marker }));
            }
            Step::Supply(side) => self.candidates_supply(s, side, each),
            _ => {}
        }
    }

    pub(super) fn perform_turn<J: Journal<Event, Label>>(
        &self,
        step: Step,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match step {
            Step::Command => self.perform_command(by, action, desk),
            Step::Choose => self.perform_choose(action, desk),
            Step::Bid => self.perform_bid(by, action, desk),
            Step::Strategic(_) | Step::Forced(_) => self.perform_strategic(step, by, action, desk),
            Step::Reserve => self.perform_reserve(action, desk),
            Step::Sharing { nation, left } => self.perform_sharing(nation, left, action, desk),
            Step::Supply(side) => self.perform_supply(side, action, desk),
            _ => Ok(()),
        }
    }

    /// A side is done with a step that asks it.
    pub(super) fn close_step<J: Journal<Event, Label>>(&self, side: Side, rule: Rule, desk: &mut Table<'_, J>) {
        desk.mark(Event::Stands { side, done: 1 }, rule);
    }

    /// The next step, with nobody done yet.
    pub(super) fn next_step<J: Journal<Event, Label>>(
        &self,
        step: Step,
        rules: impl Into<Cites>,
        desk: &mut Table<'_, J>,
    ) {
        let rules = rules.into();
        for side in Side::BOTH {
            if desk.state().done[side.index()] != 0 {
                desk.mark(Event::Stands { side, done: 0 }, rules);
            }
        }
        self.continue_frame(Frame::Turn(step), rules, desk);
    }

    pub(super) fn advance_turn<J: Journal<Event, Label>>(&self, step: Step, desk: &mut Table<'_, J>) -> Done {
        match step {
            Step::Weather => {
                // N 5/1: one die, thrown by the French.
                let most = i16::from(self.charts.weather.fair_most.value);
                let weather = desk.read(Label::Weather, Die::D6, rule!("N 5/1"), |face| {
                    if face.pips() <= most { Weather::Fair } else { Weather::Rain }
                })?;
                let rule = if weather == Weather::Fair { rule!("N 5/2") } else { rule!("N 5/3") };
                desk.fact(Event::Weather { weather }, rule);
                self.next_step(Step::Lines, rule!("N 4/1"), desk);
            }
            Step::Lines => {
                self.check_lines(desk);
                desk.fact(Event::Disclosed, rule!("N 6.5.1/1"));
                self.next_step(Step::Command, rule!("N 4.2/1"), desk);
            }
            Step::Command => {
                desk.fact(Event::Disclosed, rule!("N 6/1"));
                desk.reveal();
                self.next_step(Step::Choose, rule!("N 4/1"), desk);
            }
            Step::Choose => {
                let only = self.chiefs_in_play(desk.state(), Side::Second).next();
                if desk.state().chosen == 0
                    && let Some(marker) = only
                {
                    desk.mark(Event::Chosen { marker }, rule!("N 7/3"));
                }
                self.next_step(Step::Bid, rule!("N 7/3"), desk);
            }
            Step::Bid => self.next_step(Step::Initiative, rule!("N 7/4"), desk),
            Step::Initiative => self.advance_initiative(desk)?,
            Step::Cup => self.advance_cup(desk)?,
            Step::Strategic(side) | Step::Forced(side) if self.in_turn(desk.state(), step, side).is_some() => {
                let next = self.in_turn(desk.state(), step, side).unwrap_or(step);
                self.continue_frame(Frame::Turn(next), rule!("N 4.5/2"), desk);
            }
            Step::Strategic(side) => {
                let first = self.first_to_march(desk.state());
                let other = side == first && self.rulings.strategic_order == options::StrategicOrder::Initiative;
                let next = if other { Step::Strategic(side.enemy()) } else { Step::Forced(first) };
                let rule = if other { rule!("N 4.5/1") } else { rule!("N 4.5/2") };
                self.next_step(next, rule, desk);
            }
            Step::Forced(side) => {
                let first = self.first_to_march(desk.state());
                let other = side == first && self.rulings.strategic_order == options::StrategicOrder::Initiative;
                let next = if other { Step::Forced(side.enemy()) } else { Step::Reserve };
                self.next_step(next, rule!("N 4.5/2"), desk);
            }
            Step::Reserve => {
                let r = &self.charts.replacements;
                let turn = desk.state().turn();
                if turn == r.first_turn.value || turn == r.second_turn.value {
                    self.next_step(Step::Replacements(Nation::French), rule!("N 12.2/1"), desk);
                } else {
                    self.next_step(Step::Supply(Side::First), rule!("N 4.6/4"), desk);
                }
            }
            Step::Replacements(nation) => self.roll_replacements(nation, desk)?,
            Step::Sharing { nation, .. } => {
                let next = match nation {
                    Nation::French => Step::Replacements(Nation::Austrian),
                    Nation::Austrian => Step::Replacements(Nation::Sardinian),
                    Nation::Sardinian => Step::Supply(Side::First),
                };
                self.next_step(next, rule!("N 12.2/2"), desk);
            }
            // The French first (ruling `supply-order-of-sides`).
            Step::Supply(Side::First) => self.next_step(Step::Supply(Side::Second), rule!("N 4.6/4"), desk),
            Step::Supply(Side::Second) => self.next_step(Step::Determine, rule!("N 4.6/4"), desk),
            Step::Determine => {
                self.determine_supply(desk)?;
                self.coni(desk)?;
                let next = match self.rulings.end_of_turn_order {
                    options::EndOfTurnOrder::RecoveryFirst => Step::Recovery,
                    options::EndOfTurnOrder::VictoryFirst => Step::Verify,
                };
                self.next_step(next, rule!("N 4.7/1"), desk);
            }
            Step::Recovery => {
                self.recovery(desk)?;
                let next = match self.rulings.end_of_turn_order {
                    options::EndOfTurnOrder::RecoveryFirst => Step::Verify,
                    options::EndOfTurnOrder::VictoryFirst => Step::Next,
                };
                self.next_step(next, rule!("N 4.7/2"), desk);
            }
            Step::Verify => {
                self.verify(desk);
                let next = match self.rulings.end_of_turn_order {
                    options::EndOfTurnOrder::RecoveryFirst => Step::Next,
                    options::EndOfTurnOrder::VictoryFirst => Step::Recovery,
                };
                self.next_step(next, rule!("N 4.7/2"), desk);
            }
            Step::Next => {
                let turn = desk.state().turn();
                if turn >= self.scenario.turns {
                    self.final_victory(desk);
                } else {
                    desk.fact(Event::Turn { turn: turn.saturating_add(1) }, rule!("N 14.3/1"));
                    self.next_step(Step::Weather, rule!("N 14.3/1"), desk);
                }
            }
        }
        Ok(())
    }
}
