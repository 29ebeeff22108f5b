//! The game as the core sees it: which frame is on top, whom it asks, what it lists and judges, what it does by itself.
//!
//! Every frame is handled by the file of its chapter through the same four functions: `judge` says whether an action is
//! legal, and is the only one that does; `candidates` names whatever might be, for `legal` to filter by `judge`; `perform`
//! carries out what was judged; `advance` takes the next automatic step.

use core::ops::ControlFlow;

use super::action::{Action, Question};
use super::commanders::Escape;
use super::event::{self, Event};
use super::frame::{Frame, Step};
use super::label::Label;
use super::state::State;
use super::victory::Ending;
use super::why::Why;
use super::{Cite, JoursDeGloire};
use crate::desk::Desk;
use crate::figures::Faults;
use crate::fingerprint::{Fingerprint, Words};
use crate::journal::{Entry, Journal};
use crate::refusal::{Corrupt, Limit, Refusal, Stop};
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
/// A stop of this series.
pub(super) type Halt = Stop<Why>;
/// What a procedure gives.
pub(super) type Done<T = ()> = Result<T, Halt>;
/// The desk of this series.
pub(super) type Table<'d, J> = Desk<'d, JoursDeGloire, J>;

impl JoursDeGloire {
    /// A refusal under a rule of this edition.
    pub(super) fn no<T>(&self, cite: Cite, why: Why) -> Result<T, No> {
        Err(No { rules: self.cite(cite).into(), why })
    }

    /// Whom the frame on top asks, each under a rule.
    pub(super) fn asked(&self, s: &State) -> [Option<Rule>; 2] {
        let one = |side: Side, rule: Cite| {
            let mut asked = [None; 2];
            asked[side.index()] = Some(self.cite(rule));
            asked
        };
        let to = |asked: Option<(Side, Cite)>| asked.map_or([None; 2], |(side, rule)| one(side, rule));
        match s.agenda.top().unwrap_or_default() {
            Frame::SetUp { side, turning } => to(self.asked_set_up(s, side, turning)),
            Frame::Orders => self.asked_orders(s),
            Frame::FirstMarker => to(self.asked_first_marker(s)),
            Frame::Cup => self.asked_cup(s),
            Frame::Selection => to(self.asked_selection(s)),
            Frame::Entry { unit, gait } => to(self.asked_entry(s, unit, gait)),
            Frame::Activation(step) => to(self.asked_activation(s, step)),
            Frame::Moving(moving) => to(self.asked_moving(s, moving)),
            Frame::Square { charger, cell } => to(self.asked_square(s, charger, cell)),
            Frame::ChargeEvasion { charger, cell } => to(self.asked_charge_evasion(s, charger, cell)),
            Frame::Recall { charger, .. } => to(self.asked_recall(charger)),
            Frame::RecallMove { charger, cell } => to(self.asked_recall_move(s, charger, cell)),
            Frame::Combat(stage) => to(self.asked_combat(s, stage)),
            Frame::Withdrawal(withdrawal) => to(self.asked_withdrawal(s, withdrawal)),
            Frame::Pursuit(pursuit) => to(self.asked_pursuit(s, pursuit)),
            Frame::AdvanceTurn { unit, .. } => to(self.asked_advance_turn(s, unit)),
            Frame::Breakthrough { unit } => to(self.asked_breakthrough(s, unit)),
            Frame::CounterShock => to(self.asked_counter_shock(s)),
            Frame::Rout => self.asked_rout(s),
            Frame::RoutMove(running) => to(self.asked_rout_move(s, running)),
            Frame::CommanderFlight { commander, left, gone, from } => {
                to(self.asked_commander_flight(s, Escape { commander, left, gone, from }))
            }
            Frame::CommanderMove { commander, left } => to(self.asked_commander_move(s, commander, left)),
            Frame::UnderFire { .. } => [None; 2],
            Frame::CounterBattery { firer, cell, with } => to(self.asked_counter_battery(s, firer, cell, with)),
            Frame::Reserve => self.asked_reserve(s),
            Frame::Idle
            | Frame::Initiative
            | Frame::Draw
            | Frame::Demoralization
            | Frame::Final
            | Frame::Disorder { .. }
            | Frame::DirectRout { .. }
            | Frame::Test { .. }
            | Frame::PassedBy { .. } => [None; 2],
        }
    }

    /// Whether an action is legal.
    pub(super) fn judge(&self, s: &State, by: Side, action: &Action) -> Judged {
        match s.agenda.top().unwrap_or_default() {
            Frame::SetUp { side, turning } => self.judge_set_up(s, side, turning, action),
            Frame::Orders => self.judge_orders(s, by, action),
            Frame::FirstMarker => self.judge_first_marker(s, by, action),
            Frame::Cup => self.judge_cup(s, by, action),
            Frame::Selection => self.judge_selection(s, by, action),
            Frame::Entry { unit, gait } => self.judge_forming(s, unit, gait, action),
            Frame::Activation(step) => self.judge_activation(s, by, step, action),
            Frame::Moving(moving) => self.judge_moving(s, moving, action),
            Frame::Square { charger, cell } => self.judge_square(s, charger, cell, action),
            Frame::ChargeEvasion { charger, cell } => self.judge_charge_evasion(s, charger, cell, action),
            Frame::Recall { charger, .. } => self.judge_recall(charger, action),
            Frame::RecallMove { charger, cell } => self.judge_recall_move(s, charger, cell, action),
            Frame::Combat(stage) => self.judge_combat(s, stage, action),
            Frame::Withdrawal(withdrawal) => self.judge_withdrawal(s, withdrawal, action),
            Frame::Pursuit(pursuit) => self.judge_pursuit(s, pursuit, action),
            Frame::AdvanceTurn { unit, most } => self.judge_advance_turn(s, unit, most, action),
            Frame::Breakthrough { unit } => self.judge_breakthrough(s, unit, action),
            Frame::CounterShock => self.judge_counter_shock(s, action),
            Frame::Rout => self.judge_rout(s, by, action),
            Frame::RoutMove(running) => self.judge_rout_move(s, running, action),
            Frame::CommanderFlight { commander, left, gone, from } => {
                self.judge_commander_flight(s, Escape { commander, left, gone, from }, action)
            }
            Frame::CommanderMove { commander, left } => self.judge_commander_move(s, commander, left, action),
            Frame::CounterBattery { firer, cell, with } => self.judge_counter_battery(s, firer, cell, with, action),
            Frame::Reserve => self.judge_reserve(s, by, action),
            _ => self.no(super::activation::SEQUENCE, Why::NoAnswer),
        }
    }

    fn candidates(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        match s.agenda.top().unwrap_or_default() {
            Frame::SetUp { side, turning } => self.candidates_set_up(s, side, turning, each),
            Frame::Orders => self.candidates_orders(s, by, each),
            Frame::FirstMarker => self.candidates_first_marker(s, by, each),
            Frame::Cup => self.candidates_cup(s, by, each),
            Frame::Selection => self.candidates_selection(s, by, each),
            Frame::Entry { unit, gait } => self.candidates_entry(s, unit, gait, each),
            Frame::Activation(step) => self.candidates_activation(s, by, step, each),
            Frame::Moving(moving) => self.candidates_moving(s, moving, each),
            Frame::Square { charger, cell } => self.candidates_square(s, charger, cell, each),
            Frame::ChargeEvasion { cell, .. } => self.candidates_charge_evasion(s, cell, each),
            Frame::Recall { .. } => self.candidates_recall(each),
            Frame::RecallMove { .. } => self.candidates_steps(each),
            Frame::Combat(stage) => self.candidates_combat(s, stage, each),
            Frame::Withdrawal(_) => self.candidates_steps(each),
            Frame::Pursuit(pursuit) => self.candidates_pursuit(s, pursuit, each),
            Frame::AdvanceTurn { .. } => self.candidates_turns(each),
            Frame::Breakthrough { unit } => {
                each(Action::Done);
                each(Action::Fight { unit });
            }
            Frame::CounterShock => self.candidates_counter_shock(s, each),
            Frame::Rout => self.candidates_rout(s, by, each),
            Frame::RoutMove(running) => self.candidates_rout_move(s, running, each),
            Frame::CommanderFlight { .. } | Frame::CommanderMove { .. } => {
                each(Action::Done);
                self.candidates_steps(each);
            }
            Frame::CounterBattery { firer, cell, with } => {
                self.candidates_counter_battery(s, firer, cell, with, each);
            }
            Frame::Reserve => self.candidates_reserve(s, by, each),
            _ => {}
        }
    }

    pub(super) fn candidates_steps(&self, each: &mut dyn FnMut(Action)) {
        for dir in crate::hex::Dir::ALL {
            each(Action::Step { dir });
        }
    }

    fn candidates_turns(&self, each: &mut dyn FnMut(Action)) {
        for facing in crate::hex::Vertex::ALL {
            each(Action::Turn { facing });
        }
    }

    fn perform<J: Journal<Event, Label>>(&self, by: Side, action: &Action, desk: &mut Table<'_, J>) -> Done {
        match desk.state().agenda.top().unwrap_or_default() {
            Frame::SetUp { side, turning } => self.perform_set_up(side, turning, action, desk),
            Frame::Orders => self.perform_orders(by, action, desk),
            Frame::FirstMarker => self.perform_first_marker(by, action, desk),
            Frame::Cup => self.perform_cup(by, action, desk),
            Frame::Selection => self.perform_selection(action, desk),
            Frame::Entry { unit, gait } => self.perform_entry(unit, gait, action, desk),
            Frame::Activation(step) => self.perform_activation(by, step, action, desk),
            Frame::Moving(moving) => self.perform_moving(moving, action, desk),
            Frame::Square { charger, cell } => self.perform_square(charger, cell, action, desk),
            Frame::ChargeEvasion { cell, .. } => self.perform_charge_evasion(cell, action, desk),
            Frame::Recall { charger, cell } => self.perform_recall(charger, cell, action, desk),
            Frame::RecallMove { charger, cell } => self.perform_recall_move(charger, cell, action, desk),
            Frame::Combat(stage) => self.perform_combat(stage, action, desk),
            Frame::Withdrawal(withdrawal) => self.perform_withdrawal(withdrawal, action, desk),
            Frame::Pursuit(pursuit) => self.perform_pursuit(pursuit, action, desk),
            Frame::AdvanceTurn { unit, .. } => self.perform_advance_turn(unit, action, desk),
            Frame::Breakthrough { unit } => self.perform_breakthrough(unit, action, desk),
            Frame::CounterShock => self.perform_counter_shock(action, desk),
            Frame::Rout => self.perform_rout(by, action, desk),
            Frame::RoutMove(running) => self.perform_rout_move(running, action, desk),
            Frame::CommanderFlight { commander, left, gone, from } => {
                self.perform_commander_flight(Escape { commander, left, gone, from }, action, desk)
            }
            Frame::CommanderMove { commander, left } => self.perform_commander_move(commander, left, action, desk),
            Frame::CounterBattery { firer, cell, with } => {
                self.perform_counter_battery(firer, cell, with, action, desk)
            }
            Frame::Reserve => self.perform_reserve(by, action, desk),
            _ => Err(lost("an answer without a question")),
        }
    }

    /// Begins a procedure on top of the others.
    pub(super) fn begin_frame<J: Journal<Event, Label>>(
        &self,
        frame: Frame,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.begin_under(frame, self.cite(rule).into(), desk)
    }

    /// The same under several rules.
    pub(super) fn begin_under<J: Journal<Event, Label>>(
        &self,
        frame: Frame,
        rules: Cites,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let depth = desk.state().agenda.len();
        desk.mark(Event::Begun(frame), rules);
        if desk.state().agenda.len() == depth { Err(Stop::Limit(Limit::Agenda)) } else { Ok(()) }
    }

    /// The procedure on top goes on.
    pub(super) fn continue_frame<J: Journal<Event, Label>>(&self, frame: Frame, rule: Cite, desk: &mut Table<'_, J>) {
        desk.mark(Event::Continued(frame), self.cite(rule));
    }

    /// The procedure on top is done.
    pub(super) fn end_frame<J: Journal<Event, Label>>(&self, rule: Cite, desk: &mut Table<'_, J>) {
        desk.mark(Event::Done, self.cite(rule));
    }
}

/// A procedure finds that what it works on is gone.
pub(super) fn lost(what: &'static str) -> Halt {
    Stop::Corrupt(Corrupt::Lost(what))
}

impl Ruleset for JoursDeGloire {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Question = Question;
    type Label = Label;
    type Refusal = Why;

    fn open(setup: &Setup) -> Result<Self, Faults> {
        super::open::open(setup)
    }

    fn side_name(&self, side: Side) -> &str {
        &self.roster.sides[side.index()]
    }

    fn start(&self) -> State {
        super::open::start(self)
    }

    fn over(&self, s: &State) -> bool {
        s.verdict != 0
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
        self.judge(s, by, &Action::Done).is_ok().then_some(Action::Done)
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
        if self.sudden_victory(desk) == Ending::Over {
            return Ok(Flow::Again);
        }
        let s = desk.state();
        // Whom a withdrawal asks is found by the search that also finds its next hex: once.
        if let Some(Frame::Withdrawal(w)) = s.agenda.top() {
            return self.advance_withdrawal(w, desk);
        }
        if self.asked(s) != [None; 2] {
            return Ok(Flow::Rest);
        }
        match s.agenda.top().unwrap_or_default() {
            Frame::Idle => return Err(Stop::Corrupt(Corrupt::Idle)),
            Frame::SetUp { side, .. } => self.advance_set_up(side, desk)?,
            Frame::Orders => self.advance_orders(desk)?,
            Frame::Initiative => self.advance_initiative(desk)?,
            Frame::FirstMarker => self.advance_first_marker(desk)?,
            Frame::Cup => self.advance_cup(desk)?,
            Frame::Draw => self.advance_draw(desk)?,
            Frame::Activation(step) => self.advance_activation(step, desk)?,
            Frame::Reserve => self.advance_reserve(desk)?,
            Frame::Rout => self.advance_rout(desk)?,
            Frame::Demoralization => self.advance_demoralization(desk)?,
            Frame::Final => self.advance_final(desk)?,
            Frame::Moving(moving) => self.advance_moving(moving, desk)?,
            Frame::Square { charger, cell } => self.advance_square(charger, cell, desk)?,
            Frame::ChargeEvasion { .. } => self.end_frame(super::refusal::FROM_HEAVY, desk),
            Frame::Recall { .. } => return Err(lost("a recall that asks nobody")),
            Frame::RecallMove { charger, cell } => self.advance_recall_move(charger, cell, desk)?,
            Frame::Combat(stage) => self.advance_combat(stage, desk)?,
            Frame::Disorder { unit } => self.advance_disorder(unit, desk)?,
            Frame::DirectRout { unit } => self.advance_direct_rout(unit, desk)?,
            Frame::Test { unit, trial } => self.advance_test(unit, trial, desk)?,
            Frame::PassedBy { .. } => self.end_frame(super::withdrawal::PASSED, desk),
            Frame::Withdrawal(withdrawal) => return self.advance_withdrawal(withdrawal, desk),
            Frame::RoutMove(running) => self.advance_rout_move(running, desk)?,
            Frame::Pursuit(pursuit) => self.advance_pursuit(pursuit, desk)?,
            Frame::CommanderFlight { commander, left, gone, from } => {
                self.advance_commander_flight(Escape { commander, left, gone, from }, desk)?;
            }
            Frame::CommanderMove { commander, left } => self.advance_commander_move(commander, left, desk)?,
            Frame::UnderFire { .. } => self.advance_under_fire(desk),
            Frame::CounterBattery { firer, cell, with } => {
                self.advance_counter_battery(firer, cell, with, desk)?;
            }
            // Whom the ground has disordered breaks through nothing, and still turns.
            Frame::Breakthrough { unit } if s.at(unit).is_some() => self.forgo_breakthrough(unit, desk),
            Frame::AdvanceTurn { .. } | Frame::Breakthrough { .. } | Frame::CounterShock => {
                self.end_frame(super::advance::TURN, desk);
            }
            Frame::Selection => self.advance_selection(desk)?,
            Frame::Entry { unit, gait } => self.advance_entry(unit, gait, desk)?,
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

    fn tell(&self, entry: &Entry<Event, Label>) -> String {
        self.told(entry)
    }

    fn tell_refusal(&self, refusal: &Refusal<Why>) -> String {
        self.told_refusal(refusal)
    }

    fn tell_question(&self, question: &Question) -> String {
        self.told_question(question)
    }
}

/// The steps of an activation in order.
pub(super) const STEPS: [Step; 6] =
    [Step::Initiative, Step::Fire, Step::Movement, Step::Declaration, Step::Combat, Step::Rally];
