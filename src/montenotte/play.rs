//! The game as the core sees it: which frame is on top, whom it asks, what it lists and judges, what it does by itself.
//!
//! Every frame is handled by the file of its chapter through the same functions: `asked` says whom it asks under which
//! rule, `judge` whether an action is legal, and is the only one that does; `candidates` names whatever might be, for
//! `legal` to filter by `judge`; `perform` carries out what was judged; `advance` takes the next automatic step.

use core::ops::ControlFlow;

use super::Montenotte;
use super::action::{Action, Question};
use super::event::{self, Event};
use super::frame::Frame;
use super::label::Label;
use super::state::State;
use super::why::Why;
use crate::desk::Desk;
use crate::figures::Faults;
use crate::fingerprint::{Fingerprint, Words};
use crate::journal::{Entry, Journal};
use crate::refusal::{Corrupt, Limit, Refusal, Stop};
use crate::rule;
use crate::rule::{Cites, Rule};
use crate::ruleset::{Flow, Ruleset, Waiting};
use crate::setup::Setup;
use crate::side::Side;

/// Why an action is refused, and under which rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct No {
    pub rules: Cites,
    pub why: Why,
}

/// The judgement of an action.
pub(super) type Judged = Result<(), No>;
/// A stop of this game.
pub(super) type Halt = Stop<Why>;
/// What a procedure gives.
pub(super) type Done<T = ()> = Result<T, Halt>;
/// The desk of this game.
pub(super) type Table<'d, J> = Desk<'d, Montenotte, J>;

/// A refusal under these rules.
pub(super) fn no<T>(rules: impl Into<Cites>, why: Why) -> Result<T, No> {
    Err(No { rules: rules.into(), why })
}

/// A procedure finds that what it works on is gone.
pub(super) fn lost(what: &'static str) -> Halt {
    Stop::Corrupt(Corrupt::Lost(what))
}

/// One question, to one side.
pub(super) fn one(side: Side, rule: Rule) -> [Option<Rule>; 2] {
    let mut asked = [None; 2];
    asked[side.index()] = Some(rule);
    asked
}

impl Montenotte {
    /// Whom the frame on top asks, each under a rule.
    pub(super) fn asked(&self, s: &State) -> [Option<Rule>; 2] {
        let to = |asked: Option<(Side, Rule)>| asked.map_or([None; 2], |(side, rule)| one(side, rule));
        match s.agenda.top().unwrap_or_default() {
            Frame::Idle | Frame::Deal | Frame::Attrition => [None; 2],
            Frame::Placing => self.asked_placing(s),
            Frame::Turn(step) => self.asked_turn(s, step),
            Frame::Drawn { marker } => to(self.asked_drawn(s, marker)),
            Frame::Acting(acting) => to(self.asked_acting(s, acting)),
            Frame::Compulsory { marker } => to(self.asked_compulsory(marker)),
            Frame::Reacting { active, tried, .. } => to(self.asked_reacting(s, active, tried)),
            Frame::Scouting(scouting) => to(self.asked_scouting(s, scouting)),
            Frame::Battle(stage) => self.asked_battle(s, stage),
            Frame::Guns(guns) => to(self.asked_guns(guns)),
            Frame::Retreat { marker, left, done } => to(self.asked_retreat(s, marker, left, done)),
            Frame::Marching { marker, .. } => to(self.asked_marching(s, marker)),
        }
    }

    /// Whether an action is legal.
    pub(super) fn judge(&self, s: &State, by: Side, action: &Action) -> Judged {
        match s.agenda.top().unwrap_or_default() {
            Frame::Placing => self.judge_placing(s, by, action),
            Frame::Turn(step) => self.judge_turn(s, step, by, action),
            Frame::Drawn { marker } => self.judge_drawn(s, marker, action),
            Frame::Acting(acting) => self.judge_acting(s, acting, action),
            Frame::Compulsory { marker } => self.judge_compulsory(s, marker, action),
            Frame::Reacting { active, cause, tried } => self.judge_reacting(s, active, cause, tried, action),
            Frame::Scouting(scouting) => self.judge_scouting(s, scouting, action),
            Frame::Battle(stage) => self.judge_battle(s, stage, by, action),
            Frame::Guns(guns) => self.judge_guns(s, guns, action),
            Frame::Retreat { marker, done, .. } => self.judge_retreat(s, marker, done, action),
            Frame::Marching { marker, left, steps } => self.judge_marching(s, marker, left, steps, action),
            Frame::Idle | Frame::Deal | Frame::Attrition => no(rule!("N 4/1"), Why::NoAnswer),
        }
    }

    fn candidates(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        match s.agenda.top().unwrap_or_default() {
            Frame::Placing => self.candidates_placing(s, by, each),
            Frame::Turn(step) => self.candidates_turn(s, step, by, each),
            Frame::Drawn { marker } => self.candidates_drawn(s, marker, each),
            Frame::Acting(acting) => self.candidates_acting(s, acting, each),
            Frame::Compulsory { marker } => self.candidates_compulsory(s, marker, each),
            Frame::Reacting { active, cause, tried } => self.candidates_reacting(s, active, cause, tried, each),
            Frame::Scouting(scouting) => self.candidates_scouting(s, scouting, each),
            Frame::Battle(stage) => self.candidates_battle(s, stage, by, each),
            Frame::Guns(_) => {
                each(Action::Done);
                self.candidates_steps(each);
                for dir in crate::hex::Dir::ALL {
                    each(Action::Rapid { dir });
                }
            }
            Frame::Retreat { .. } => self.candidates_steps(each),
            Frame::Marching { .. } => {
                each(Action::Done);
                self.candidates_steps(each);
            }
            Frame::Idle | Frame::Deal | Frame::Attrition => {}
        }
    }

    pub(super) fn candidates_steps(&self, each: &mut dyn FnMut(Action)) {
        for dir in crate::hex::Dir::ALL {
            each(Action::Step { dir });
        }
    }

    fn perform<J: Journal<Event, Label>>(&self, by: Side, action: &Action, desk: &mut Table<'_, J>) -> Done {
        match desk.state().agenda.top().unwrap_or_default() {
            Frame::Placing => {
                self.perform_placing(by, action, desk);
                Ok(())
            }
            Frame::Turn(step) => self.perform_turn(step, by, action, desk),
            Frame::Drawn { marker } => self.perform_drawn(marker, action, desk),
            Frame::Acting(acting) => self.perform_acting(acting, action, desk),
            Frame::Compulsory { marker } => self.perform_compulsory(marker, action, desk),
            Frame::Reacting { active, cause, tried } => self.perform_reacting(active, cause, tried, action, desk),
            Frame::Scouting(scouting) => self.perform_scouting(scouting, action, desk),
            Frame::Battle(stage) => self.perform_battle(stage, by, action, desk),
            Frame::Guns(guns) => self.perform_guns(guns, action, desk),
            Frame::Retreat { marker, left, done } => self.perform_retreat(marker, left, done, action, desk),
            Frame::Marching { marker, left, steps } => self.perform_marching(marker, left, steps, action, desk),
            Frame::Idle | Frame::Deal | Frame::Attrition => Err(lost("an answer without a question")),
        }
    }

    /// Begins a procedure on top of the others.
    pub(super) fn begin_frame<J: Journal<Event, Label>>(
        &self,
        frame: Frame,
        rules: impl Into<Cites>,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let depth = desk.state().agenda.len();
        desk.mark(Event::Begun(frame), rules);
        if desk.state().agenda.len() == depth { Err(Stop::Limit(Limit::Agenda)) } else { Ok(()) }
    }

    /// The procedure on top goes on.
    pub(super) fn continue_frame<J: Journal<Event, Label>>(
        &self,
        frame: Frame,
        rules: impl Into<Cites>,
        desk: &mut Table<'_, J>,
    ) {
        desk.mark(Event::Continued(frame), rules);
    }

    /// The procedure on top is done.
    pub(super) fn end_frame<J: Journal<Event, Label>>(&self, rule: Rule, desk: &mut Table<'_, J>) {
        desk.mark(Event::Done, rule);
    }
}

impl Ruleset for Montenotte {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Question = Question;
    type Label = Label;
    type Refusal = Why;

    fn open(setup: &Setup) -> Result<Self, Faults> {
        super::open::open(setup)
    }

    fn tell(&self, entry: &Entry<Self::Event, Self::Label>) -> String {
        self.told(entry)
    }

    fn tell_refusal(&self, refusal: &Refusal<Self::Refusal>) -> String {
        self.told_refusal(refusal)
    }

    fn tell_question(&self, question: &Self::Question) -> String {
        self.told_question(question)
    }

    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::First => "French",
            Side::Second => "Coalition",
        }
    }

    fn start(&self) -> State {
        self.before_dealing()
    }

    fn over(&self, s: &State) -> bool {
        s.verdict().is_some()
    }

    fn waiting(&self, s: &State) -> Waiting<Question> {
        if self.over(s) {
            return Waiting::Over;
        }
        let frame = s.agenda.top().unwrap_or_default();
        Waiting::Asked(self.asked(s).map(|rule| rule.map(|rule| Question { frame, rule })))
    }

    fn legal(&self, s: &State, by: Side, each: &mut impl FnMut(Action) -> ControlFlow<()>) {
        if self.over(s) || self.asked(s)[by.index()].is_none() {
            return;
        }
        let mut flow = ControlFlow::Continue(());
        self.candidates(s, by, &mut |action| {
            if flow.is_continue() && self.judge(s, by, &action).is_ok() {
                flow = each(action);
            }
        });
    }

    fn decline(&self, s: &State, by: Side) -> Option<Action> {
        if self.over(s) {
            return None;
        }
        self.asked(s)[by.index()]?;
        [
            Action::Done,
            Action::Halt { restraint: super::action::Restraint::None },
            Action::Bid { bid: super::state::Bid::Declines },
            Action::Rest,
        ]
        .into_iter()
        .find(|action| self.judge(s, by, action).is_ok())
    }

    fn answer<J: Journal<Event, Label>>(&self, by: Side, action: &Action, desk: &mut Table<'_, J>) -> Done {
        if self.asked(desk.state())[by.index()].is_none() {
            return Err(desk.not_asked(by));
        }
        if let Err(no) = self.judge(desk.state(), by, action) {
            return Err(desk.refuse(no.rules, no.why));
        }
        self.perform(by, action, desk)
    }

    fn advance<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done<Flow> {
        let s = desk.state();
        if self.asked(s) != [None; 2] {
            return Ok(Flow::Rest);
        }
        match s.agenda.top().unwrap_or_default() {
            Frame::Idle => return Err(Stop::Corrupt(Corrupt::Idle)),
            Frame::Deal => self.advance_deal(desk)?,
            Frame::Placing => self.advance_placing(desk)?,
            Frame::Turn(step) => self.advance_turn(step, desk)?,
            Frame::Drawn { marker } => self.advance_drawn(marker, desk)?,
            Frame::Acting(acting) => self.advance_acting(acting, desk)?,
            Frame::Compulsory { .. } => return Err(lost("a compulsory march that asks nobody")),
            Frame::Reacting { .. } => self.end_frame(rule!("N 8.4/1"), desk),
            Frame::Scouting(scouting) => self.advance_scouting(scouting, desk)?,
            Frame::Attrition => self.advance_attrition(desk)?,
            Frame::Battle(stage) => self.advance_battle(stage, desk)?,
            Frame::Guns(_) => return Err(lost("a march that asks nobody")),
            Frame::Retreat { marker, left, done } => self.advance_retreat(marker, left, done, desk)?,
            Frame::Marching { .. } => self.end_frame(rule!("N 9.2.2/1"), desk),
        }
        Ok(Flow::Again)
    }

    fn evolve(&self, s: &mut State, event: &Event) {
        event::apply(s, event);
    }

    fn fingerprint(&self, s: &State) -> Fingerprint {
        let mut words = Words::new();
        s.words(&mut words);
        words.finish()
    }
}
