//! What must hold of every ruleset, at every state of a game.

use core::fmt::Debug;
use core::ops::ControlFlow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use grognard::chance::{Close, Fall, Recording, Scripted, Seeded};
use grognard::fingerprint::Fingerprint;
use grognard::journal::{Account, Body, Silent};
use grognard::odds::Policy;
use grognard::players::Random;
use grognard::refusal::{Refusal, Stop};
use grognard::ruleset::{Ruleset, Undo, Waiting};
use grognard::side::Side;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::kinds::Counts;
use super::mutation::mutate;
use super::watched::Watched;

/// A ruleset that can be harnessed.
pub trait Harnessed:
    Ruleset<
        State: Serialize + DeserializeOwned,
        Action: Serialize + DeserializeOwned + PartialEq,
        Event: Serialize + DeserializeOwned + PartialEq,
        Question: Serialize,
        Refusal: Serialize,
    >
{
}

impl<R> Harnessed for R where
    R: Ruleset<
            State: Serialize + DeserializeOwned,
            Action: Serialize + DeserializeOwned + PartialEq,
            Event: Serialize + DeserializeOwned + PartialEq,
            Question: Serialize,
            Refusal: Serialize,
        >
{
}

/// Says what does not hold of a state.
pub type OfState<R> = fn(&R, &<R as Ruleset>::State) -> Result<(), String>;
/// Says what does not hold of a state and one that followed from it.
pub type OfTwo<R> = fn(&R, &<R as Ruleset>::State, &<R as Ruleset>::State) -> Result<(), String>;

/// Actions that a side might try.
pub type Tempting<R> = fn(&R, &<R as Ruleset>::State, Side) -> Vec<<R as Ruleset>::Action>;

/// What is particular to a ruleset.
pub struct Particular<R: Ruleset> {
    /// The turn that a state belongs to: no state recurs within one.
    pub turn: fn(&R::State) -> u64,
    /// What must hold of a state that waits for a player.
    pub sound: OfState<R>,
    /// What must hold of a state and one that followed from it.
    pub grown: OfTwo<R>,
    /// Where a game is taken as over though the rules go on.
    pub stop: fn(&R::State) -> bool,
    /// The most entries that the journal of one action may have.
    pub entries: usize,
    /// The most actions that a game may have.
    pub actions: usize,
    /// How many mutated actions are tried at each state that is checked.
    pub mutants: usize,
    /// At every how many states everything is checked: 1 for all.
    pub every: usize,
    /// What a player who errs would try: half as many as mutants are taken from it at each state that is checked.
    pub tempting: Tempting<R>,
}

/// What was met in games.
#[derive(Clone, Debug, Default)]
pub struct Met {
    pub games: u64,
    pub actions: u64,
    pub over: u64,
    pub listed: u64,
    pub refused: u64,
    pub longest: usize,
    pub deepest: usize,
    pub events: Counts,
    pub kinds: Counts,
    pub refusals: Counts,
    pub questions: BTreeMap<String, u64>,
}

impl Met {
    pub fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.actions += other.actions;
        self.over += other.over;
        self.listed += other.listed;
        self.refused += other.refused;
        self.longest = self.longest.max(other.longest);
        self.deepest = self.deepest.max(other.deepest);
        self.events.join(&other.events);
        self.kinds.join(&other.kinds);
        self.refusals.join(&other.refusals);
        for (name, count) in &other.questions {
            *self.questions.entry(name.clone()).or_default() += count;
        }
    }
}

type Checked = Result<(), String>;
type Dice = Watched<Recording<Seeded>>;

macro_rules! must {
    ($holds:expr, $($told:tt)+) => {
        if !$holds {
            return Err(format!($($told)+));
        }
    };
}

/// One game under watch.
struct Game<'r, R: Harnessed> {
    rules: &'r R,
    of: &'r Particular<R>,
    state: R::State,
    chance: Dice,
    random: Random,
    played: Vec<(Side, R::Action)>,
    /// Written actions of earlier states.
    stale: Vec<Value>,
    seen: BTreeMap<Fingerprint, (u64, R::State)>,
    met: Met,
}

/// What went wrong in a game.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What does not hold.
    pub told: String,
    /// The actions up to there.
    pub actions: Vec<String>,
}

/// Plays a game from a position with everything checked at every state.
///
/// # Errors
/// The first thing that does not hold, panics of the rules among them.
pub fn watch<R: Harnessed>(
    rules: &R,
    of: &Particular<R>,
    start: &R::State,
    seed: u64,
    players: [&mut dyn Policy<R>; 2],
) -> Result<Met, Fault> {
    let mut game = Game {
        rules,
        of,
        state: start.clone(),
        chance: Watched::new(Recording::new(Seeded::new(seed))),
        random: Random::new(seed ^ 0x5EED),
        played: Vec::new(),
        stale: Vec::new(),
        seen: BTreeMap::new(),
        met: Met { games: 1, ..Met::default() },
    };
    let ran = catch_unwind(AssertUnwindSafe(|| game.run(players).and_then(|()| game.replays(start))));
    let told = match ran {
        Ok(Ok(())) => return Ok(game.met),
        Ok(Err(told)) => told,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            format!("a panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("without a text"))
        }
    };
    let asked = rules.waiting(&game.state);
    let actions = game.played.iter().map(|(side, action)| line(*side, action)).collect();
    Err(Fault { told: format!("{told}\nwhere {asked:?}"), actions })
}

/// The same, which panics with the seed and the actions.
pub fn game<R: Harnessed>(
    rules: &R,
    of: &Particular<R>,
    name: &str,
    start: &R::State,
    seed: u64,
    players: [&mut dyn Policy<R>; 2],
) -> Met {
    watch(rules, of, start, seed, players).unwrap_or_else(|Fault { told, actions }| {
        panic!("{name} with seed {seed}: {told}\nafter {} actions:\n{}", actions.len(), actions.join("\n"))
    })
}

fn line<A: Serialize>(side: Side, action: &A) -> String {
    format!("[{side:?}, {}]", serde_json::to_string(action).unwrap_or_default())
}

impl<R: Harnessed> Game<'_, R> {
    fn run(&mut self, players: [&mut dyn Policy<R>; 2]) -> Checked {
        loop {
            if self.played.len().is_multiple_of(self.of.every.max(1)) {
                self.state_holds()?;
            }
            let waiting = self.rules.waiting(&self.state);
            if waiting == Waiting::Over {
                self.met.over += 1;
                return Ok(());
            }
            if (self.of.stop)(&self.state) {
                return Ok(());
            }
            must!(self.played.len() < self.of.actions, "the game does not end in {} actions", self.of.actions);
            // Where both are asked at once, either may answer first.
            let mut asked: Vec<Side> = waiting.sides().collect();
            if asked.len() > 1 && self.random.below(2) == 0 {
                asked.reverse();
            }
            let by = *asked.first().ok_or("nobody is asked and the game is not over")?;
            let question = waiting.of(by).ok_or("no question")?;
            let action = players[by.index()]
                .answer(self.rules, &self.state, by, question)
                .ok_or_else(|| format!("the player has no answer to {question:?}"))?;
            self.take(by, &action)?;
        }
    }

    /// What must hold of the state.
    fn state_holds(&mut self) -> Checked {
        let (rules, s) = (self.rules, self.state.clone());
        (self.of.sound)(rules, &s)?;
        // Written, read, cloned: equal, with equal fingerprints; other states have other ones.
        let print = rules.fingerprint(&s);
        must!(rules.fingerprint(&self.state) == print && s == self.state, "a clone differs");
        let written = serde_json::to_string(&s).map_err(|e| format!("writing the state: {e}"))?;
        let read: R::State = serde_json::from_str(&written).map_err(|e| format!("reading the state: {e}"))?;
        must!(read == s && rules.fingerprint(&read) == print, "the state read is not the state written");
        let turn = (self.of.turn)(&s);
        if let Some((earlier, other)) = self.seen.get(&print) {
            must!(*other == s, "two states share the fingerprint {print}");
            must!(*earlier != turn, "a state recurs within turn {turn}");
        }
        if self.seen.len() > 1 {
            let nth = self.random.below(self.seen.len().min(50));
            for (other_print, (_, other)) in self.seen.iter().skip(nth).take(2) {
                must!((*other_print == print) == (*other == s), "fingerprints and states disagree");
            }
        }
        self.seen.insert(print, (turn, s.clone()));
        // Who is asked.
        let waiting = rules.waiting(&s);
        must!(rules.over(&s) == (waiting == Waiting::Over), "waiting and over disagree");
        let mut listed = Vec::new();
        for by in Side::BOTH {
            let legal = rules.legal_actions(&s, by);
            must!(legal.windows(2).all(|pair| pair[0] < pair[1]), "{by:?}'s legal actions are not unique: {legal:?}");
            // A side that may act unasked is the ruleset's own affair; its list is judged all the same.
            if let Some(question) = waiting.of(by) {
                must!(!legal.is_empty(), "a dead end: {by:?} is asked {question:?} and can answer nothing");
                must!(!rules.tell_question(question).is_empty(), "a question without words: {question:?}");
                *self.met.questions.entry(name(question)).or_default() += 1;
                let mut first = 0;
                rules.legal(&s, by, &mut |_| {
                    first += 1;
                    ControlFlow::Break(())
                });
                must!(first == 1, "the listing goes on after it was broken off");
                let only = rules.only_answer(&s, by);
                must!(
                    only.as_ref() == legal.first().filter(|_| legal.len() == 1),
                    "{by:?} has as its only answer {only:?}"
                );
            }
            let decline = rules.decline(&s, by);
            must!(decline.iter().all(|action| legal.contains(action)), "{by:?} may not decline by {decline:?}");
            for action in &legal {
                self.listed_holds(&s, by, action)?;
            }
            listed.push(legal);
        }
        if waiting != Waiting::Over {
            must!(waiting.sides().next().is_some(), "nobody is asked and the game is not over");
        }
        self.met.listed += listed.iter().map(Vec::len).sum::<usize>() as u64;
        self.others_are_refused(&s, &listed)
    }

    /// What must hold of an action that is listed, whether it is played or not.
    fn listed_holds(&mut self, s: &R::State, by: Side, action: &R::Action) -> Checked {
        let rules = self.rules;
        let told = |what: &str| format!("{}: {what}", line(by, action));
        rules.check(s, by, action).map_err(|stop| told(&format!("listed, but {stop}")))?;
        let mut chance = Watched::new(self.chance.inner.clone());
        let outcome = rules.apply(s, by, action, &mut chance).map_err(|stop| told(&format!("listed, but {stop}")))?;
        must!(chance.closed == Some(Close::Keep), "{}", told("carried out, but the chance was not kept"));
        // The journal.
        must!(
            rules.fold(s, outcome.journal.events()) == outcome.state,
            "{}",
            told("the journal folds to another state")
        );
        let entries = outcome.journal.entries().len();
        must!(entries <= self.of.entries, "{}", told(&format!("{entries} entries in one journal")));
        self.met.longest = self.met.longest.max(entries);
        must!(outcome.state != *s, "{}", told("nothing changed"));
        // Dice and taking back.
        let thrown = outcome.journal.entries().iter().any(|entry| match &entry.body {
            Body::Die { .. } | Body::Contest { .. } => true,
            Body::Tally(tally) => tally.face().is_some(),
            _ => false,
        });
        let random = chance.answers > 0;
        must!(!thrown || random, "{}", told("a die in the journal that did not fall"));
        must!(!random || outcome.undo == Undo::Barred, "{}", told("chance was asked, and it may be taken back"));
        // The other two ways.
        let mut chance = Watched::new(self.chance.inner.clone());
        let next = rules.next(s, by, action, &mut chance).map_err(|stop| told(&stop.to_string()))?;
        must!(next == outcome.state, "{}", told("next and apply disagree"));
        must!(rules.fingerprint(&next) == rules.fingerprint(&outcome.state), "{}", told("fingerprints disagree"));
        let (mut here, mut journal, mut chance) = (s.clone(), Account::new(), Watched::new(self.chance.inner.clone()));
        let undo = rules
            .apply_in(&mut here, by, action, &mut journal, &mut chance)
            .map_err(|stop| told(&format!("in place: {stop}")))?;
        must!(here == outcome.state && undo == outcome.undo, "{}", told("in place and by copy disagree"));
        must!(same(&journal, &outcome.journal), "{}", told("the journals in place and by copy disagree"));
        (self.of.grown)(rules, s, &outcome.state).map_err(|fault| told(&fault))
    }

    /// Actions that are not listed are refused, by a reason, and leave no trace.
    fn others_are_refused(&mut self, s: &R::State, listed: &[Vec<R::Action>]) -> Checked {
        let write = |action: &R::Action| serde_json::to_value(action).map_err(|e| format!("writing an action: {e}"));
        let mut written: Vec<Value> = Vec::new();
        for action in listed.iter().flatten() {
            let value = write(action)?;
            let read: R::Action = serde_json::from_value(value.clone()).map_err(|e| format!("reading {value}: {e}"))?;
            must!(read == *action, "{value} is not the action that was written");
            written.push(value);
        }
        let mut tried: Vec<(Side, R::Action)> = Vec::new();
        for by in Side::BOTH {
            tried.extend(listed[by.enemy().index()].first().map(|action| (by, action.clone())));
        }
        for _ in 0..self.of.mutants {
            let pool = if self.random.below(3) == 0 || written.is_empty() { &self.stale } else { &written };
            if pool.is_empty() {
                continue;
            }
            let value = pool[self.random.below(pool.len())].clone();
            let value = if self.random.below(3) == 0 || self.stale.is_empty() {
                value
            } else {
                let other = &self.stale[self.random.below(self.stale.len())];
                mutate(&value, other, &mut self.random)
            };
            if let Ok(action) = serde_json::from_value::<R::Action>(value) {
                // Mostly whoever is asked: the other hears only that nothing is asked.
                let asked = Side::BOTH.into_iter().find(|side| !listed[side.index()].is_empty());
                let by = match (asked, self.random.below(8)) {
                    (Some(side), 1..) => side,
                    _ => Side::BOTH[self.random.below(2)],
                };
                tried.push((by, action));
            }
        }
        for by in Side::BOTH.into_iter().filter(|by| self.of.mutants > 0 && !listed[by.index()].is_empty()) {
            let mut tempting = (self.of.tempting)(self.rules, s, by);
            for _ in 0..(self.of.mutants / 2).min(tempting.len()) {
                let nth = self.random.below(tempting.len());
                tried.push((by, tempting.swap_remove(nth)));
            }
        }
        for (by, action) in tried {
            if listed[by.index()].contains(&action) {
                continue;
            }
            let told = |what: &str| format!("{}: {what}", line(by, &action));
            let refusal = match self.rules.check(s, by, &action) {
                Err(Stop::Refused(refusal)) => refusal,
                Err(stop) => return Err(told(&format!("not listed, and not refused: {stop}"))),
                Ok(()) => return Err(told("not listed, and accepted by check")),
            };
            let (mut here, mut journal, mut chance) = (s.clone(), Account::new(), self.chance.clone());
            let falls = chance.inner.falls().len();
            let stop = self.rules.apply_in(&mut here, by, &action, &mut journal, &mut chance);
            must!(stop == Err(Stop::Refused(refusal)), "{}", told(&format!("check and apply_in disagree: {stop:?}")));
            must!(here == *s && journal.entries().is_empty(), "{}", told("refused, but not without a trace"));
            let untouched = chance.answers == 0 && chance.closed == Some(Close::Restore);
            must!(untouched && chance.inner.falls().len() == falls, "{}", told("refused, but chance was asked"));
            let by_copy = self.rules.apply(s, by, &action, &mut chance).err();
            must!(by_copy == Some(Stop::Refused(refusal)), "{}", told("check and apply disagree"));
            let silent = self.rules.apply_in(&mut here, by, &action, &mut Silent, &mut chance);
            must!(silent == Err(Stop::Refused(refusal)), "{}", told("the refusal depends on the journal"));
            must!(!self.rules.tell_refusal(&refusal).is_empty(), "{}", told("a refusal without words"));
            self.met.refused += 1;
            if let Refusal::Forbidden { rules, why } = refusal {
                must!(rules.iter().next().is_some(), "{}", told("refused under no rule"));
                self.met.refusals.add(&why);
            }
        }
        // Some are kept for later states.
        for value in written {
            if self.stale.len() < 400 {
                self.stale.push(value);
            } else if self.random.below(8) == 0 {
                let place = self.random.below(self.stale.len());
                self.stale[place] = value;
            }
        }
        Ok(())
    }

    /// Carries an action out.
    fn take(&mut self, by: Side, action: &R::Action) -> Checked {
        let outcome = self.rules.apply(&self.state, by, action, &mut self.chance);
        let outcome = outcome.map_err(|stop| format!("{}: {stop}", line(by, action)))?;
        for event in outcome.journal.events() {
            self.met.events.add(event);
        }
        for entry in outcome.journal.entries() {
            let shown = Side::BOTH.into_iter().any(|side| entry.seen.by(side));
            must!(
                shown != self.rules.tell(entry).is_empty(),
                "{:?} is shown without words, or told to nobody",
                entry.body
            );
        }
        if let Some(event) = outcome.journal.events().next() {
            let text = serde_json::to_string(event).map_err(|e| format!("writing an event: {e}"))?;
            let read: R::Event = serde_json::from_str(&text).map_err(|e| format!("reading {text}: {e}"))?;
            must!(read == *event, "{text} is not the event that was written");
        }
        self.met.kinds.add(action);
        self.met.actions += 1;
        self.played.push((by, action.clone()));
        self.state = outcome.state;
        Ok(())
    }

    /// The game, played again by what fell, ends in the same state.
    fn replays(&self, start: &R::State) -> Checked {
        let falls: Vec<Fall> = self.chance.inner.falls().to_vec();
        let mut chance = Scripted::new(falls);
        let mut state = start.clone();
        for (by, action) in &self.played {
            self.rules
                .apply_in(&mut state, *by, action, &mut Silent, &mut chance)
                .map_err(|stop| format!("in the replay, {}: {stop}", line(*by, action)))?;
        }
        chance.finish().map_err(|fault| format!("in the replay: {fault}"))?;
        must!(state == self.state, "the replay ends in another state");
        Ok(())
    }
}

fn same<E: PartialEq, L: Copy + PartialEq>(a: &Account<E, L>, b: &Account<E, L>) -> bool {
    a.entries().len() == b.entries().len()
        && a.entries()
            .iter()
            .zip(b.entries())
            .all(|(a, b)| a.rules == b.rules && a.seen == b.seen && a.event() == b.event())
}

/// The name of what is asked: of its first part that has one.
fn name<Q: Serialize>(question: &Q) -> String {
    match serde_json::to_value(question) {
        Ok(Value::Object(map)) => map.get("frame").map_or_else(String::new, |frame| match frame {
            Value::Object(inner) => {
                let (name, within) = inner.iter().next().map_or(("", &Value::Null), |(name, value)| (name, value));
                within.as_str().map_or_else(|| name.to_owned(), |step| format!("{name} {step}"))
            }
            other => other.as_str().unwrap_or_default().to_owned(),
        }),
        other => format!("{other:?}"),
    }
}
