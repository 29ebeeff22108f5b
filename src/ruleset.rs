//! The trait that every game implements, and what it gives: `apply`, `check`, legal actions, odds.

use core::fmt::{Debug, Display};
use core::ops::ControlFlow;

use crate::chance::{Chance, ChanceFault, Close, Die};
use crate::desk::Desk;
use crate::figures::Faults;
use crate::fingerprint::Fingerprint;
use crate::journal::{Account, Entry, Journal, Silent};
use crate::refusal::{Corrupt, Limit, Refusal, Stop};
use crate::setup::Setup;
use crate::side::Side;

/// A [`Stop`] of the ruleset `R`.
pub type StopOf<R> = Stop<<R as Ruleset>::Refusal>;
/// The whole journal of an adjudication under the ruleset `R`.
pub type AccountOf<R> = Account<<R as Ruleset>::Event, <R as Ruleset>::Label>;

/// What a state waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting<Q> {
    /// The game is over.
    Over,
    /// A question to one side, or to each, or (while an automatic step is due) to none.
    Asked([Option<Q>; 2]),
}

impl<Q> Waiting<Q> {
    /// One question, to one side.
    pub fn one(side: Side, question: Q) -> Self {
        match side {
            Side::First => Waiting::Asked([Some(question), None]),
            Side::Second => Waiting::Asked([None, Some(question)]),
        }
    }

    /// The question to this side.
    pub fn of(&self, side: Side) -> Option<&Q> {
        match self {
            Waiting::Over => None,
            Waiting::Asked(questions) => questions[side.index()].as_ref(),
        }
    }

    /// The sides that are asked.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        Side::BOTH.into_iter().filter(|side| self.of(*side).is_some())
    }
}

/// What an automatic step leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Another automatic step is due.
    Again,
    /// A side must answer, or the game is over.
    Rest,
}

/// Whether an action may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Undo {
    /// Nothing was rolled, drawn or revealed.
    #[default]
    Allowed,
    /// A die was rolled, a marker drawn, or something hidden revealed.
    Barred,
}

/// What [`Ruleset::apply`] gives.
pub struct Outcome<R: Ruleset> {
    /// The new position.
    pub state: R::State,
    /// The account of what happened.
    pub journal: AccountOf<R>,
    /// Whether the action may be taken back.
    pub undo: Undo,
}

/// After how many automatic steps an adjudication gives up. No game comes near; a ruleset that loops does.
pub const MOST_STEPS: u32 = 20_000;

/// The rules of one game, opened on one set-up.
///
/// A ruleset is pure: the same state, action and chance give the same state and journal, on every platform. It holds all
/// that does not change in play; a state holds the rest, and nothing else.
///
/// ## What a ruleset must be ready for, and how this trait meets it
/// - *A side that is not moving decides, in the middle of a move.* Any automatic step may rest; [`waiting`](Self::waiting)
///   says whose answer is due, under which frame of the [agenda](crate::agenda).
/// - *Both sides choose in secret at once.* [`Waiting::Asked`] holds a question for each; `answer` takes them in any order.
/// - *A side acts unasked.* `legal` lists for either side, whoever is asked; `answer` judges, not the core.
/// - *Dice before the first decision, ties thrown again, cups that grow, markers put back, numbers that are secret.*
///   [`begin`](Self::begin); [`Desk::contest`]; a draw takes the cup as it is now; [`Desk::fact_for`] hides an entry.
/// - *Nested activations, battles inside marches, tests that spread.* Frames nest; what spreads is pushed as frames or
///   owed by the units, and the agenda continues on the heap.
/// - *Hidden forces and decoys.* What a side sees is built from nothing (views), and entries say who sees them.
/// - *Half points, counters over several hexes, several maps, units that are rebuilt or change sides.* All state and event
///   types are the ruleset's own; the core asks only for `Clone` and `PartialEq`.
/// - *Victory in mid-procedure.* [`over`](Self::over) is asked after every automatic step.
pub trait Ruleset: Sized {
    /// Everything that a position consists of.
    type State: Clone + PartialEq + Debug;
    /// A side's answer.
    type Action: Clone + Ord + Debug;
    /// One fact that changes a state.
    type Event: Clone + Debug;
    /// What is asked of a side, under which rule.
    type Question: Clone + PartialEq + Debug;
    /// The names of tallies, modifiers and remarks.
    type Label: Copy + PartialEq + Debug + Display;
    /// The reasons of refusals.
    type Refusal: Copy + PartialEq + Debug + Display;

    /// Opens the rules on a set-up.
    ///
    /// # Errors
    /// Every fault and every gap at once.
    fn open(setup: &Setup) -> Result<Self, Faults>;

    /// The name of a side.
    fn side_name(&self, side: Side) -> &str;

    /// The state at the start, before the first automatic step; see [`begin`](Self::begin).
    fn start(&self) -> Self::State;

    /// Whether the game is over.
    fn over(&self, state: &Self::State) -> bool;

    /// What the state waits for.
    fn waiting(&self, state: &Self::State) -> Waiting<Self::Question>;

    /// Lists the legal actions of a side, in any order, until `each` breaks off.
    fn legal(&self, state: &Self::State, by: Side, each: &mut impl FnMut(Self::Action) -> ControlFlow<()>);

    /// The action that passes, where there is one: what a server answers for an absent player.
    fn decline(&self, state: &Self::State, by: Side) -> Option<Self::Action>;

    /// Judges an action, and carries out its first step.
    ///
    /// # Errors
    /// A refusal, before the first event; or another stop.
    fn answer<J: Journal<Self::Event, Self::Label>>(
        &self,
        by: Side,
        action: &Self::Action,
        desk: &mut Desk<'_, Self, J>,
    ) -> Result<(), StopOf<Self>>;

    /// Takes one automatic step, if one is due.
    ///
    /// # Errors
    /// A stop that is not a refusal.
    fn advance<J: Journal<Self::Event, Self::Label>>(&self, desk: &mut Desk<'_, Self, J>)
    -> Result<Flow, StopOf<Self>>;

    /// Applies an event: the only place that changes a state. It does not judge: no table, no search, no die.
    fn evolve(&self, state: &mut Self::State, event: &Self::Event);

    /// The fingerprint of a state.
    fn fingerprint(&self, state: &Self::State) -> Fingerprint;

    /// An entry as a line of a player's account: names, hexes, modifiers one by one, the total, what follows, the rules.
    /// Bookkeeping gives nothing: an empty string.
    fn tell(&self, entry: &Entry<Self::Event, Self::Label>) -> String;

    /// A refusal as a player reads it, with names and the rules.
    fn tell_refusal(&self, refusal: &Refusal<Self::Refusal>) -> String;

    /// A question as a player reads it, with names and its rule.
    fn tell_question(&self, question: &Self::Question) -> String;

    /// The new position and the account of what happened. The state given is not touched.
    ///
    /// # Errors
    /// The rule that forbids the action, or what else stopped it. The chance is then as it was before.
    fn apply(
        &self,
        state: &Self::State,
        by: Side,
        action: &Self::Action,
        chance: &mut dyn Chance,
    ) -> Result<Outcome<Self>, StopOf<Self>> {
        let mut state = state.clone();
        let mut journal = Account::new();
        let undo = adjudicate(self, &mut state, Some((by, action)), &mut journal, chance)?;
        Ok(Outcome { state, journal, undo })
    }

    /// The new position alone.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    fn next(
        &self,
        state: &Self::State,
        by: Side,
        action: &Self::Action,
        chance: &mut dyn Chance,
    ) -> Result<Self::State, StopOf<Self>> {
        let mut state = state.clone();
        adjudicate(self, &mut state, Some((by, action)), &mut Silent, chance)?;
        Ok(state)
    }

    /// Carries the action out on the state given. A stop restores it from a copy that is made first: that costs less than
    /// events that could be undone would.
    ///
    /// # Errors
    /// As [`apply`](Self::apply); the state is then as it was before, and the journal may hold entries of what was undone
    /// only if the stop was no refusal.
    fn apply_in<J: Journal<Self::Event, Self::Label>>(
        &self,
        state: &mut Self::State,
        by: Side,
        action: &Self::Action,
        journal: &mut J,
        chance: &mut dyn Chance,
    ) -> Result<Undo, StopOf<Self>> {
        let before = state.clone();
        let result = adjudicate(self, state, Some((by, action)), journal, chance);
        if result.is_err() {
            *state = before;
        }
        result
    }

    /// Whether the action is legal, without carrying it out.
    ///
    /// # Errors
    /// The refusal that [`apply`](Self::apply) would give, or a stop other than that.
    fn check(&self, state: &Self::State, by: Side, action: &Self::Action) -> Result<(), StopOf<Self>> {
        let mut state = state.clone();
        let mut chance = NoChance;
        let mut silent = Silent;
        let mut desk = Desk::new(self, &mut state, &mut silent, &mut chance);
        let result = judge(self, &mut desk, by, action);
        match result {
            // The action was accepted, and went on to a die: chance is not asked by a dry run.
            Err(Stop::Chance(_)) => Ok(()),
            other => other,
        }
    }

    /// The legal actions of a side, sorted.
    fn legal_actions(&self, state: &Self::State, by: Side) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.legal(state, by, &mut |action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        actions.sort();
        actions
    }

    /// The one action that is legal for a side, if there is just one: a server need not ask for it. It breaks off at the
    /// second, so it costs less than all [`legal_actions`](Self::legal_actions).
    ///
    /// It is still the side's answer: that a side was not asked may tell its enemy something, where forces are hidden.
    ///
    /// ```
    /// use grognard::chance::Seeded;
    /// use grognard::jours_de_gloire::JoursDeGloire;
    /// use grognard::ruleset::Ruleset;
    /// use grognard::setup::Setup;
    ///
    /// let rules = JoursDeGloire::open(&Setup::scenario("montebello"))?;
    /// let mut chance = Seeded::new(1800);
    /// let mut state = rules.begin(&mut chance)?.state;
    /// // A player who declines whatever can be declined, asked only where there is a choice.
    /// let mut asked = 0;
    /// while let Some(by) = rules.waiting(&state).sides().next() {
    ///     let only = rules.only_answer(&state, by);
    ///     asked += u32::from(only.is_none());
    ///     let Some(answer) = only.or_else(|| rules.decline(&state, by)).or_else(|| rules.legal_actions(&state, by).pop())
    ///     else {
    ///         break;
    ///     };
    ///     state = rules.next(&state, by, &answer, &mut chance)?;
    /// }
    /// assert!(rules.over(&state) && asked > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn only_answer(&self, state: &Self::State, by: Side) -> Option<Self::Action> {
        let mut only = None;
        let mut others = false;
        self.legal(state, by, &mut |action| {
            others = only.is_some();
            only = only.take().or(Some(action));
            if others { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        only.filter(|_| !others)
    }

    /// The starting position, with the automatic steps that come before the first question.
    ///
    /// # Errors
    /// When chance has no answer.
    fn begin(&self, chance: &mut dyn Chance) -> Result<Outcome<Self>, StopOf<Self>> {
        let mut state = self.start();
        let mut journal = Account::new();
        let undo = adjudicate(self, &mut state, None, &mut journal, chance)?;
        Ok(Outcome { state, journal, undo })
    }

    /// Takes the automatic steps that are due in a position that was built or read.
    ///
    /// # Errors
    /// When chance has no answer.
    fn resume(&self, state: &Self::State, chance: &mut dyn Chance) -> Result<Outcome<Self>, StopOf<Self>> {
        let mut state = state.clone();
        let mut journal = Account::new();
        let undo = adjudicate(self, &mut state, None, &mut journal, chance)?;
        Ok(Outcome { state, journal, undo })
    }

    /// As [`resume`](Self::resume), on the state given, which a stop restores.
    ///
    /// # Errors
    /// When chance has no answer.
    fn resume_in<J: Journal<Self::Event, Self::Label>>(
        &self,
        state: &mut Self::State,
        journal: &mut J,
        chance: &mut dyn Chance,
    ) -> Result<Undo, StopOf<Self>> {
        let before = state.clone();
        let result = adjudicate(self, state, None, journal, chance);
        if result.is_err() {
            *state = before;
        }
        result
    }

    /// Folds events over a state.
    fn fold<'e>(&self, state: &Self::State, events: impl IntoIterator<Item = &'e Self::Event>) -> Self::State
    where
        Self::Event: 'e,
    {
        let mut state = state.clone();
        for event in events {
            self.evolve(&mut state, event);
        }
        state
    }
}

/// The chance of a dry run: it has no answer.
struct NoChance;

impl Chance for NoChance {
    fn die(&mut self, _: Die, _: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        Err(ChanceFault::Nothing(crate::chance::Kind::Pick))
    }

    fn contest(&mut self, _: Die, _: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        Err(ChanceFault::Nothing(crate::chance::Kind::Contest))
    }

    fn draw(&mut self, _: u64) -> Result<u8, ChanceFault> {
        Err(ChanceFault::Nothing(crate::chance::Kind::Draw))
    }

    fn pick(&mut self, _: u8) -> Result<u8, ChanceFault> {
        Err(ChanceFault::Nothing(crate::chance::Kind::Pick))
    }
}

pub(crate) fn judge<R: Ruleset, J: Journal<R::Event, R::Label>>(
    rules: &R,
    desk: &mut Desk<'_, R, J>,
    by: Side,
    action: &R::Action,
) -> Result<(), StopOf<R>> {
    if rules.over(desk.state()) {
        return Err(Stop::Refused(Refusal::Over));
    }
    match rules.answer(by, action, desk) {
        Err(Stop::Refused(_)) if desk.events() > 0 => Err(Stop::Corrupt(Corrupt::LateRefusal)),
        other => other,
    }
}

fn adjudicate<R: Ruleset, J: Journal<R::Event, R::Label>>(
    rules: &R,
    state: &mut R::State,
    action: Option<(Side, &R::Action)>,
    journal: &mut J,
    chance: &mut dyn Chance,
) -> Result<Undo, StopOf<R>> {
    chance.open();
    let mut desk = Desk::new(rules, state, journal, &mut *chance);
    let result = run(rules, &mut desk, action).map(|()| desk.undo());
    chance.close(if result.is_ok() { Close::Keep } else { Close::Restore });
    result
}

fn run<R: Ruleset, J: Journal<R::Event, R::Label>>(
    rules: &R,
    desk: &mut Desk<'_, R, J>,
    action: Option<(Side, &R::Action)>,
) -> Result<(), StopOf<R>> {
    if let Some((by, action)) = action {
        judge(rules, desk, by, action)?;
    }
    for _ in 0..MOST_STEPS {
        if rules.over(desk.state()) {
            return Ok(());
        }
        match rules.advance(desk) {
            Ok(Flow::Again) => {}
            Ok(Flow::Rest) => return Ok(()),
            Err(Stop::Refused(_)) => return Err(Stop::Corrupt(Corrupt::LateRefusal)),
            Err(stop) => return Err(stop),
        }
    }
    Err(Stop::Limit(Limit::Steps(MOST_STEPS)))
}
