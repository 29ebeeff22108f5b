//! Whole games, recorded and replayed.
//!
//! A [`Record`] is what a host keeps of a game: what it was played on, who did what, in names, and every die and draw. A
//! replay uses the recorded dice; the seed stays with the host and is in no record. After each action stands the
//! fingerprint of the position, so that a replay that diverges says where it first does, and how: another version of the
//! rules, other figures, an action that was altered, dice that do not fit, an end that was cut off.
//!
//! ```
//! use grognard::chance::Seeded;
//! use grognard::jours_de_gloire::JoursDeGloire;
//! use grognard::record::{How, Recorder, Replay, replay};
//! use grognard::ruleset::Ruleset;
//! use grognard::setup::Setup;
//!
//! let setup = Setup::scenario("montebello");
//! let rules = JoursDeGloire::open(&setup)?;
//! let mut game = Recorder::begin(&rules, setup, Seeded::new(1800))?;
//! for _ in 0..20 {
//!     let Some(side) = rules.waiting(game.state()).sides().next() else { break };
//!     let Some(action) = rules.legal_actions(game.state(), side).pop() else { break };
//!     game.play(side, &action)?;
//! }
//!
//! let mut record = game.record();
//! assert!(matches!(replay(&rules, &record), Replay::Exact(state) if state == *game.state()));
//!
//! record.actions.pop();
//! let Replay::Diverged(divergence) = replay(&rules, &record) else { return Err("it was cut short".into()) };
//! assert!(matches!(divergence.how, How::CutShort { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chance::{Chance, ChanceFault, Fall, Recording, Scripted};
use crate::doors::{Doors, RulesVersion};
use crate::figures::Faults;
use crate::fingerprint::Fingerprint;
use crate::names::{self, Strict, fault};
use crate::odds::Policy;
use crate::players::Watching;
use crate::refusal::{Refusal, Stop};
use crate::rule::Cites;
use crate::ruleset::{AccountOf, Outcome, Ruleset, StopOf};
use crate::setup::Setup;
use crate::side::Side;

/// The form of records that this release writes and reads.
pub const FORMAT: u32 = 1;

/// A recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Record {
    /// The form of the record: [`FORMAT`].
    pub format: u32,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The version of its rules.
    pub rules_version: RulesVersion,
    /// The digest of its figures.
    pub figures: Fingerprint,
    /// The scenario, options, rulings and overlays.
    pub setup: Setup,
    /// The document of the position from which it was played; none for the start of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    /// What fell before the first action.
    pub opening: Opening,
    /// What the players did.
    pub actions: Vec<Played>,
    /// The fingerprint of the last position.
    pub end: Fingerprint,
}

/// What fell before the first action of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Opening {
    /// The dice and draws, in names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub falls: Vec<Value>,
    /// The fingerprint of the position at the first question.
    pub then: Fingerprint,
}

/// One action of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Played {
    /// The name of the side that acted.
    pub by: String,
    /// What it did, in names.
    pub action: Value,
    /// The dice and draws that it brought about, in names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub falls: Vec<Value>,
    /// The fingerprint of the position after it.
    pub then: Fingerprint,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// Where the text is no JSON or no record: cut off, with an unknown field, with a key that stands twice.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        let Strict(value) = serde_json::from_str(text)
            .map_err(|error| Faults::from(fault("record", "", "a record as JSON", error.to_string())))?;
        names::read(&value, &names::Nameless, "record")
    }

    /// The record as JSON, one action a line.
    pub fn to_text(&self) -> String {
        let mut head = names::write(self, &names::Nameless);
        let actions = head.as_object_mut().and_then(|head| head.remove("actions"));
        let lines: Vec<String> = match actions {
            Some(Value::Array(actions)) => actions.iter().map(Value::to_string).collect(),
            _ => Vec::new(),
        };
        let head = head.to_string();
        let head = head.strip_suffix('}').unwrap_or(&head);
        if lines.is_empty() {
            return format!("{head},\"actions\":[]}}\n");
        }
        format!("{head},\"actions\":[\n{}\n]}}\n", lines.join(",\n"))
    }
}

/// A game that is recorded as it is played.
#[derive(Debug)]
pub struct Recorder<'r, R: Ruleset, C> {
    rules: &'r R,
    chance: Recording<C>,
    state: R::State,
    record: Record,
}

impl<'r, R: Doors, C: Chance> Recorder<'r, R, C> {
    /// Begins the game of the scenario. `setup` is what the rules were opened on.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn begin(rules: &'r R, setup: Setup, chance: C) -> Result<Self, StopOf<R>> {
        Self::opened(rules, setup, chance).map(|(game, _)| game)
    }

    /// As [`begin`](Self::begin), with what came of the opening.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn opened(rules: &'r R, setup: Setup, chance: C) -> Result<(Self, Outcome<R>), StopOf<R>> {
        let mut chance = Recording::new(chance);
        let outcome = rules.begin(&mut chance)?;
        Ok((Self::new(rules, setup, None, outcome.state.clone(), chance), outcome))
    }

    /// Plays on from a position.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn resume(rules: &'r R, setup: Setup, from: &R::State, chance: C) -> Result<Self, StopOf<R>> {
        let mut chance = Recording::new(chance);
        let document = names::write(&rules.write(from), &names::Nameless);
        let Outcome { state, .. } = rules.resume(from, &mut chance)?;
        Ok(Self::new(rules, setup, Some(document), state, chance))
    }

    fn new(rules: &'r R, setup: Setup, from: Option<Value>, state: R::State, mut chance: Recording<C>) -> Self {
        let then = rules.fingerprint(&state);
        let opening = Opening { falls: written(rules, &chance.take()), then };
        let record = Record {
            format: FORMAT,
            ruleset: rules.ruleset_name().to_owned(),
            rules_version: R::RULES_VERSION,
            figures: rules.figures(),
            setup,
            from,
            opening,
            actions: Vec::new(),
            end: then,
        };
        Self { rules, chance, state, record }
    }

    /// The position.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Carries an action out, and writes it down.
    ///
    /// # Errors
    /// As [`Ruleset::apply`]; nothing is written down then.
    pub fn play(&mut self, by: Side, action: &R::Action) -> Result<Outcome<R>, StopOf<R>> {
        let outcome = self.rules.apply(&self.state, by, action, &mut self.chance)?;
        self.state = outcome.state.clone();
        let then = self.rules.fingerprint(&self.state);
        self.record.actions.push(Played {
            by: self.rules.side_name(by).to_owned(),
            action: self.rules.write_action(action),
            falls: written(self.rules, &self.chance.take()),
            then,
        });
        self.record.end = then;
        Ok(outcome)
    }

    /// Lets two players play on, as [`play`](crate::players::play) does, and writes down what they do.
    ///
    /// # Errors
    /// As [`Ruleset::apply`]: a player's answer that is not legal, or a fault of the rules.
    pub fn run(
        &mut self,
        players: [&mut dyn Policy<R>; 2],
        most: u32,
        each: &mut Watching<'_, R>,
    ) -> Result<(), StopOf<R>> {
        for _ in 0..most {
            let waiting = self.rules.waiting(&self.state);
            let answer = Side::BOTH.into_iter().find_map(|side| {
                let question = waiting.of(side)?;
                Some((side, players[side.index()].answer(self.rules, &self.state, side, question)?))
            });
            let Some((side, action)) = answer else { break };
            let outcome = self.play(side, &action)?;
            if each(side, &action, &outcome).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The record so far.
    pub fn record(&self) -> Record {
        self.record.clone()
    }
}

fn written<R: Doors>(rules: &R, falls: &[Fall]) -> Vec<Value> {
    falls.iter().map(|fall| names::write(fall, rules)).collect()
}

/// What a replay comes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Replay<S> {
    /// Every action, die and position is as it was recorded; this is the last.
    Exact(S),
    /// The record and the rules part.
    Diverged(Divergence),
}

/// Where a replay first diverges, and how.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{at}: {how}")]
pub struct Divergence {
    /// Where.
    pub at: Place,
    /// How.
    pub how: How,
}

/// A place in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// What it was played on.
    Heading,
    /// Before the first action.
    Opening,
    /// The action at this place, from 0.
    Action(usize),
    /// After the last action.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Heading => f.write_str("the heading"),
            Place::Opening => f.write_str("the opening"),
            Place::Action(at) => write!(f, "action {at}"),
            Place::End => f.write_str("the end"),
        }
    }
}

/// How a record and the rules part.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum How {
    /// The record has another form than this release reads.
    #[error("a record of form {recorded}, and this release reads form {FORMAT}")]
    Format {
        /// The form of the record.
        recorded: u32,
    },
    /// It was played by another ruleset.
    #[error("recorded under `{recorded}`, replayed under `{here}`")]
    Ruleset {
        /// The ruleset of the record.
        recorded: String,
        /// The ruleset of the replay.
        here: String,
    },
    /// It was played under another version of the rules.
    #[error("recorded under version {recorded} of the rules, replayed under version {here}")]
    RulesVersion {
        /// The version of the record.
        recorded: RulesVersion,
        /// The version of the replay.
        here: RulesVersion,
    },
    /// It was played with other figures.
    #[error("recorded with the figures {recorded}, replayed with {here}")]
    Figures {
        /// The digest of the record's figures.
        recorded: Fingerprint,
        /// The digest of the replay's.
        here: Fingerprint,
    },
    /// Something in it cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(Faults),
    /// The action is refused.
    #[error("the action is refused: {told}")]
    Refused {
        /// The rules that forbid it; none if the game is over, or if nothing is asked of the side.
        rules: Option<Cites>,
        /// Why, as a player reads it.
        told: String,
    },
    /// The recorded dice do not fit what the rules ask for.
    #[error("the dice do not fit: {0}")]
    Chance(ChanceFault),
    /// The rules come to no end, or find the position corrupt.
    #[error("the rules stopped: {0}")]
    Stopped(String),
    /// It leads to another position.
    #[error("it leads to the position {here}, and {recorded} is recorded")]
    Position {
        /// The fingerprint that is recorded.
        recorded: Fingerprint,
        /// The fingerprint of the replay.
        here: Fingerprint,
    },
    /// The record ends before its last position.
    #[error("the record is cut short: it ends at the position {here}, and {recorded} is the last")]
    CutShort {
        /// The fingerprint of the last position.
        recorded: Fingerprint,
        /// The fingerprint of the position where the actions end.
        here: Fingerprint,
    },
}

/// Replays a record under these rules.
pub fn replay<R: Doors>(rules: &R, record: &Record) -> Replay<R::State> {
    replay_with(rules, record, &mut |_, _| {})
}

/// Replays a record under these rules, and shows the outcome of the opening and of each action on the way.
pub fn replay_with<R: Doors>(rules: &R, record: &Record, each: &mut dyn FnMut(Place, &Outcome<R>)) -> Replay<R::State> {
    match replayed(rules, record, each) {
        Ok(state) => Replay::Exact(state),
        Err(divergence) => Replay::Diverged(divergence),
    }
}

fn heading<R: Doors>(rules: &R, record: &Record) -> Result<(), How> {
    if record.format != FORMAT {
        return Err(How::Format { recorded: record.format });
    }
    if record.ruleset != rules.ruleset_name() {
        return Err(How::Ruleset { recorded: record.ruleset.clone(), here: rules.ruleset_name().to_owned() });
    }
    if record.rules_version != R::RULES_VERSION {
        return Err(How::RulesVersion { recorded: record.rules_version, here: R::RULES_VERSION });
    }
    let here = rules.figures();
    if record.figures != here {
        return Err(How::Figures { recorded: record.figures, here });
    }
    Ok(())
}

fn replayed<R: Doors>(
    rules: &R,
    record: &Record,
    each: &mut dyn FnMut(Place, &Outcome<R>),
) -> Result<R::State, Divergence> {
    let at = |at: Place| move |how: How| Divergence { at, how };
    heading(rules, record).map_err(at(Place::Heading))?;
    let mut outcome = opening(rules, record).map_err(at(Place::Opening))?;
    each(Place::Opening, &outcome);
    for (i, played) in record.actions.iter().enumerate() {
        outcome = step(rules, &outcome.state, played).map_err(at(Place::Action(i)))?;
        each(Place::Action(i), &outcome);
    }
    let here = rules.fingerprint(&outcome.state);
    if here != record.end {
        return Err(at(Place::End)(How::CutShort { recorded: record.end, here }));
    }
    Ok(outcome.state)
}

fn opening<R: Doors>(rules: &R, record: &Record) -> Result<Outcome<R>, How> {
    let mut chance = script(rules, &record.opening.falls)?;
    let outcome = match &record.from {
        None => rules.begin(&mut chance),
        Some(document) => {
            let document = names::read_at(document, &names::Nameless, "record", "from").map_err(How::Unreadable)?;
            let state = rules.read(&document).map_err(How::Unreadable)?;
            rules.resume(&state, &mut chance)
        }
    };
    finish(rules, outcome, &chance, record.opening.then)
}

fn step<R: Doors>(rules: &R, state: &R::State, played: &Played) -> Result<Outcome<R>, How> {
    let by = rules
        .side_named(&played.by)
        .ok_or_else(|| How::Unreadable(fault("record", "by", "the name of a side", played.by.clone()).into()))?;
    let action = rules.read_action(&played.action).map_err(How::Unreadable)?;
    let mut chance = script(rules, &played.falls)?;
    finish(rules, rules.apply(state, by, &action, &mut chance), &chance, played.then)
}

fn script<R: Doors>(rules: &R, falls: &[Value]) -> Result<Scripted, How> {
    let read = |(i, fall): (usize, &Value)| names::read_at(fall, rules, "record", &format!("falls.{i}"));
    let falls: Result<Vec<Fall>, Faults> = falls.iter().enumerate().map(read).collect();
    falls.map(Scripted::new).map_err(How::Unreadable)
}

fn finish<R: Doors>(
    rules: &R,
    outcome: Result<Outcome<R>, StopOf<R>>,
    chance: &Scripted,
    recorded: Fingerprint,
) -> Result<Outcome<R>, How> {
    let outcome = outcome.map_err(|stop| match stop {
        Stop::Refused(refusal) => {
            let rules_of = match &refusal {
                Refusal::Forbidden { rules, .. } => Some(*rules),
                _ => None,
            };
            How::Refused { rules: rules_of, told: rules.tell_refusal(&refusal) }
        }
        Stop::Chance(fault) => How::Chance(fault),
        other => How::Stopped(other.to_string()),
    })?;
    chance.finish().map_err(How::Chance)?;
    let here = rules.fingerprint(&outcome.state);
    if here == recorded { Ok(outcome) } else { Err(How::Position { recorded, here }) }
}

/// The lines of a player's account of an outcome; bookkeeping is left out.
pub fn told<R: Ruleset>(rules: &R, journal: &AccountOf<R>) -> Vec<String> {
    journal.entries().iter().map(|entry| rules.tell(entry)).filter(|line| !line.is_empty()).collect()
}
