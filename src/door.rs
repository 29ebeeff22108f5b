//! The JSON door: a position, actions and dice in; the new position and the account of what happened out.
//!
//! [`adjudicate`] takes a request as text and gives a response as text; whatever it is given, it gives a response. For a
//! program in Rust there are [`Request`] and [`Response`], and [`respond`] for a ruleset that is open already.
//!
//! ```
//! let response = grognard::door::adjudicate(
//!     r#"{
//!         "ruleset": "montebello",
//!         "setup": {"scenario": "charge"},
//!         "document": {
//!             "turn": 1,
//!             "acting": {"side": "Austrian", "marker": "O'Reilly 1"},
//!             "units": {
//!                 "O'Reilly/Nauendorff": {"hex": "0812", "facing": "SE", "marks": ["active"]},
//!                 "Murat/11th Hussars": {"hex": "0913", "facing": "NW"}
//!             },
//!             "formations": {"O'Reilly": ["revealed"]},
//!             "agenda": ["draw", {"activation": "movement"}]
//!         },
//!         "actions": [
//!             {"by": "Austrian", "action": {"charge": {"unit": "O'Reilly/Nauendorff", "party": "alone", "target": "0812"}}}
//!         ]
//!     }"#,
//! );
//! assert!(response.starts_with(r#"{"refused":{"action":0,"by":"Austrian","rules":["M "#), "{response}");
//! ```
//!
//! # Requests
//! - `ruleset`, and `setup`: `scenario`, `options`, `rulings`, `sources`, `overlays`, as of [`Setup`].
//! - `document`: the position; without it, the game begins.
//! - `actions`: in order, each by a side.
//! - `chance`: `{"seeded": {"seed": 1800, "action": 12}}`, where `action` is how many actions this game has had, so that the
//!   dice are those of an unbroken game; or `{"script": [{"d10": 8}]}`, dice to be used up exactly. Without it, no die may
//!   fall.
//! - `viewer`: a side, to answer with what it may see alone.
//! - `odds`: what would come of an action after those: `by`, `action`, and if wanted `answers` (a
//!   [`Manner`](crate::odds::Manner) for each side by name, `pass` by default), `until` (a [`Span`](crate::odds::Span),
//!   `activation` by default), `most` steps, and for a viewer its `guess` of what is hidden. With a viewer the odds are those
//!   of the position that it may suppose, never of the true one.
//!
//! # Responses
//! One of `adjudicated`, `foreseen` (the odds that were asked for), `refused` (the first action that a rule forbids),
//! `faulty` (what is wrong with the set-up, the document or an action) and `failed` (malformed JSON, dice that do not fit, a
//! limit). Nothing is carried out in part: the
//! caller still has the position that it sent.

mod odds;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::any::{AnyRuleset, Task};
use crate::chance::{Chance, ChanceFault, Fall, Scripted, Seeded};
use crate::doors::{Doors, EntryOf, RulesVersion};
use crate::figures::{Faults, Gap};
use crate::fingerprint::Fingerprint;
use crate::names::{self, Strict, fault};
use crate::refusal::{Refusal, Stop};
use crate::rule::Cites;
use crate::ruleset::{Outcome, StopOf, Undo, Waiting};
use crate::setup::Setup;
use crate::side::Side;

pub use odds::{Foresee, Foreseen, MOST_STEPS, Prospect, USUAL_STEPS};

/// The longest request, in bytes.
pub const LONGEST: usize = 4 << 20;
/// The most actions of a request.
pub const MOST_ACTIONS: usize = 10_000;
/// The most scripted dice of a request.
pub const MOST_FALLS: usize = 100_000;
/// The most faults that a response tells one by one; a last one then says how many more there are.
pub const MOST_FAULTS: usize = 1_000;

/// What is asked of the door.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Request {
    /// The name of the ruleset.
    pub ruleset: String,
    /// Scenario, options, rulings.
    #[serde(default)]
    pub setup: Setup,
    /// The position; none for the start of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<Value>,
    /// What the sides do, in order.
    #[serde(default)]
    pub actions: Vec<Deed>,
    /// Where the dice come from.
    #[serde(default)]
    pub chance: Source,
    /// The side that is to see the answer; none for the host, who sees all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub viewer: Option<String>,
    /// The odds that are asked for, after the actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Foresee>,
}

/// An action of a side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Deed {
    /// The name of the side.
    pub by: String,
    /// What it does, in names.
    pub action: Value,
}

/// Where the dice of a request come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Source {
    /// A seed of the host's.
    Seeded {
        /// The seed.
        seed: u64,
        /// How many actions the game has had, its opening among them.
        #[serde(default)]
        action: u64,
    },
    /// Dice and draws, in names, to be used up exactly.
    Script(Vec<Value>),
}

impl Default for Source {
    fn default() -> Self {
        Self::Script(Vec::new())
    }
}

/// What the door answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Response {
    /// Every action was carried out.
    Adjudicated(Box<Adjudicated>),
    /// The odds of an action.
    Foreseen(Box<Foreseen>),
    /// An action is not legal.
    Refused(Box<Refused>),
    /// The set-up, the document or an action is faulty.
    Faulty(Faulty),
    /// The request could not be worked on.
    Failed(Failed),
}

/// What became of the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudicated {
    /// The version of the rules.
    pub rules_version: RulesVersion,
    /// The new position; for the host alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<Value>,
    /// What the viewer may see of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Value>,
    /// The fingerprint of the new position; for the host alone, since it depends on what is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<Fingerprint>,
    /// The account: of the automatic steps before the first action, then of each action.
    pub journal: Vec<Chapter>,
    /// Whether the game goes on.
    pub game: Game,
    /// What is asked.
    pub questions: Vec<Asked>,
    /// The legal actions of each side that is asked, in names and sorted.
    pub legal: BTreeMap<String, Vec<Value>>,
    /// How many actions the game has had by now: to be sent with the next request. Only with seeded dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<u64>,
}

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// It does.
    On,
    /// It is over.
    Over,
}

/// The account of one action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Chapter {
    /// The action's place in the request, from 0; none for what came before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// Whether it may be taken back.
    pub undo: Undo,
    /// The entries.
    pub entries: Vec<Line>,
}

/// An entry of the account.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Line {
    /// The entry as a player reads it; nothing for bookkeeping.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub told: String,
    /// The entry, in names.
    pub entry: Value,
}

/// A question to a side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Asked {
    /// The name of the side.
    pub side: String,
    /// The question as a player reads it.
    pub told: String,
    /// The question, in names.
    pub question: Value,
}

/// An action that is not legal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Refused {
    /// Its place in the request, from 0; the action whose odds are asked for comes after the others.
    pub action: usize,
    /// Who wanted it.
    pub by: String,
    /// The rules that forbid it; none if the game is over or nothing is asked of the side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Cites>,
    /// The reason, in names.
    pub why: Value,
    /// The reason as a player reads it.
    pub told: String,
}

/// What is wrong with a set-up, a document or an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Faulty {
    /// The action's place in the request, from 0, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// The faults.
    pub faults: Vec<Wrong>,
    /// The figures that no allowed source gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

/// One fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wrong {
    /// The file, or the part of the request.
    pub file: String,
    /// The line in the file, where one can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The keys that lead there.
    pub path: String,
    /// What is wrong.
    pub what: String,
}

/// Why a request could not be worked on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Failed {
    /// What kind of failure.
    pub kind: Failure,
    /// The action's place in the request, from 0, if it came with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// What happened.
    pub what: String,
}

/// Kinds of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// The text is no JSON, or no request.
    Malformed,
    /// The request is too long.
    TooLong,
    /// The dice do not fit: too few, too many, or other ones.
    Chance,
    /// A bound was reached that no game reaches.
    Limit,
    /// The position contradicts itself, or the rules do.
    Corrupt,
}

/// Answers a request that is JSON with a response that is JSON. It never fails: what is wrong with the request is said in
/// the response.
pub fn adjudicate(request: &str) -> String {
    let response = match parse(request) {
        Ok(request) => open(&request),
        Err(failed) => Response::Failed(failed),
    };
    names::write(&response, &names::Nameless).to_string()
}

fn failed(kind: Failure, action: Option<usize>, what: impl Into<String>) -> Failed {
    Failed { kind, action, what: what.into() }
}

fn parse(text: &str) -> Result<Request, Failed> {
    if text.len() > LONGEST {
        return Err(failed(Failure::TooLong, None, format!("more than {LONGEST} bytes")));
    }
    let Strict(value) =
        serde_json::from_str(text).map_err(|error| failed(Failure::Malformed, None, error.to_string()))?;
    names::read(&value, &names::Nameless, "request").map_err(|faults| {
        let all: Vec<String> = faults.faults.iter().map(ToString::to_string).collect();
        failed(Failure::Malformed, None, shortened(all.join("; ")))
    })
}

/// Opens the ruleset that a request names, and answers it.
pub fn open(request: &Request) -> Response {
    struct Respond<'r>(&'r Request);

    impl Task for Respond<'_> {
        type Output = Response;

        fn run<R: Doors>(self, rules: &R) -> Response {
            respond(rules, self.0)
        }
    }

    match AnyRuleset::open(&request.ruleset, &request.setup) {
        Ok(rules) => rules.with(Respond(request)),
        Err(faults) => faulty(None, faults),
    }
}

fn faulty(action: Option<usize>, faults: Faults) -> Response {
    let Faults { faults, gaps } = faults;
    let more = faults.len().saturating_sub(MOST_FAULTS);
    let mut told: Vec<Wrong> = faults
        .into_iter()
        .take(MOST_FAULTS)
        .map(|fault| Wrong {
            what: shortened(fault.kind.to_string()),
            file: fault.file,
            line: fault.line,
            path: shortened(fault.path),
        })
        .collect();
    if more > 0 {
        let what = format!("{more} more faults");
        told.push(Wrong { file: "request".into(), line: None, path: String::new(), what });
    }
    Response::Faulty(Faulty { action, faults: told, gaps })
}

/// A text that repeats what a request holds, without its middle if it is very long.
fn shortened(text: String) -> String {
    const ENDS: usize = 400;
    let count = text.chars().count();
    if count <= 2 * ENDS {
        return text;
    }
    let (head, tail): (String, String) = (text.chars().take(ENDS).collect(), text.chars().skip(count - ENDS).collect());
    format!("{head} ... {tail}")
}

/// Answers a request under rules that are open; its `ruleset` and `setup` are not looked at.
pub fn respond<R: Doors>(rules: &R, request: &Request) -> Response {
    answered(rules, request).unwrap_or_else(|response| *response)
}

/// The dice of a request.
enum Dice {
    Seeded(Seeded),
    Scripted(Scripted),
}

impl Dice {
    fn chance(&mut self) -> &mut dyn Chance {
        match self {
            Dice::Seeded(chance) => chance,
            Dice::Scripted(chance) => chance,
        }
    }
}

fn dice<R: Doors>(rules: &R, source: &Source) -> Result<Dice, Box<Response>> {
    match source {
        Source::Seeded { seed, action } => Ok(Dice::Seeded(Seeded::at(*seed, *action))),
        Source::Script(falls) if falls.len() > MOST_FALLS => {
            let what = format!("more than {MOST_FALLS} dice");
            Err(Box::new(Response::Failed(failed(Failure::TooLong, None, what))))
        }
        Source::Script(falls) => {
            let mut script: Vec<Fall> = Vec::with_capacity(falls.len());
            let mut faults = Faults::default();
            for (i, fall) in falls.iter().enumerate() {
                match names::read_at(fall, rules, "chance", &format!("script.{i}")) {
                    Ok(fall) => script.push(fall),
                    Err(more) => faults.add(more),
                }
            }
            faults.or_none().map_err(|faults| Box::new(faulty(None, faults)))?;
            Ok(Dice::Scripted(Scripted::new(script)))
        }
    }
}

fn answered<R: Doors>(rules: &R, request: &Request) -> Result<Response, Box<Response>> {
    if request.actions.len() > MOST_ACTIONS {
        let what = format!("more than {MOST_ACTIONS} actions");
        return Err(Box::new(Response::Failed(failed(Failure::TooLong, None, what))));
    }
    let viewer = match &request.viewer {
        None => None,
        Some(name) => {
            Some(rules.side_named(name).ok_or_else(|| Box::new(faulty(None, side_fault(rules, "viewer", name))))?)
        }
    };
    let mut dice = dice(rules, &request.chance)?;
    let mut journal = Vec::new();
    let mut state = first(rules, request, viewer, &mut dice, &mut journal)?;
    for (i, deed) in request.actions.iter().enumerate() {
        let by =
            rules.side_named(&deed.by).ok_or_else(|| Box::new(faulty(Some(i), side_fault(rules, "by", &deed.by))))?;
        let action = rules.read_action(&deed.action).map_err(|faults| Box::new(faulty(Some(i), faults)))?;
        let outcome = rules
            .apply(&state, by, &action, dice.chance())
            .map_err(|stop| Box::new(stopped(rules, Some((i, by)), stop)))?;
        journal.push(chapter(rules, viewer, Some(i), &outcome));
        state = outcome.state;
    }
    if let Dice::Scripted(script) = &dice {
        script.finish().map_err(|fault| Box::new(off(None, &fault)))?;
    }
    if let Some(asked) = &request.odds {
        return odds::foreseen(rules, state, viewer, asked, request.actions.len());
    }
    let action = match &dice {
        Dice::Seeded(seeded) => Some(seeded.action()),
        Dice::Scripted(_) => None,
    };
    Ok(Response::Adjudicated(Box::new(position(rules, &state, viewer, journal, action))))
}

fn side_fault<R: Doors>(rules: &R, path: &str, name: &str) -> Faults {
    let sides = Side::BOTH.map(|side| rules.side_name(side));
    fault("request", path, sides.join(" or "), name).into()
}

/// The position before the first action.
fn first<R: Doors>(
    rules: &R,
    request: &Request,
    viewer: Option<Side>,
    dice: &mut Dice,
    journal: &mut Vec<Chapter>,
) -> Result<R::State, Box<Response>> {
    let outcome = match &request.document {
        None => rules.begin(dice.chance()),
        Some(document) => {
            let state = names::read_at(document, &names::Nameless, "document", "")
                .and_then(|document| rules.read(&document))
                .map_err(|faults| Box::new(faulty(None, faults)))?;
            // Where nothing is due, no action number is spent on it.
            if rules.over(&state) || rules.waiting(&state).sides().next().is_some() {
                return Ok(state);
            }
            rules.resume(&state, dice.chance())
        }
    };
    let outcome = outcome.map_err(|stop| Box::new(stopped(rules, None, stop)))?;
    journal.push(chapter(rules, viewer, None, &outcome));
    Ok(outcome.state)
}

fn chapter<R: Doors>(rules: &R, viewer: Option<Side>, action: Option<usize>, outcome: &Outcome<R>) -> Chapter {
    let line = |entry: &EntryOf<R>| Line { told: rules.tell(entry), entry: rules.write_entry(entry) };
    let entries = match viewer {
        None => outcome.journal.entries().iter().map(line).collect(),
        Some(side) => rules.journal_for(side, &outcome.journal).iter().map(line).collect(),
    };
    Chapter { action, undo: outcome.undo, entries }
}

fn off(action: Option<usize>, fault: &ChanceFault) -> Response {
    Response::Failed(failed(Failure::Chance, action, fault.to_string()))
}

fn stopped<R: Doors>(rules: &R, deed: Option<(usize, Side)>, stop: StopOf<R>) -> Response {
    let action = deed.map(|(i, _)| i);
    match (stop, deed) {
        (Stop::Refused(refusal), Some((action, by))) => {
            let (cites, why) = match &refusal {
                Refusal::Over => (None, Value::from("over")),
                Refusal::NotAsked { .. } => (None, Value::from("not-asked")),
                Refusal::Forbidden { rules: cites, why } => (Some(*cites), names::write(why, rules)),
            };
            Response::Refused(Box::new(Refused {
                action,
                by: rules.side_name(by).to_owned(),
                rules: cites,
                why,
                told: rules.tell_refusal(&refusal),
            }))
        }
        (Stop::Chance(fault), _) => off(action, &fault),
        (Stop::Limit(limit), _) => Response::Failed(failed(Failure::Limit, action, limit.to_string())),
        (Stop::Corrupt(corrupt), _) => Response::Failed(failed(Failure::Corrupt, action, corrupt.to_string())),
        (stop @ Stop::Refused(_), None) => Response::Failed(failed(Failure::Corrupt, action, stop.to_string())),
    }
}

fn position<R: Doors>(
    rules: &R,
    state: &R::State,
    viewer: Option<Side>,
    journal: Vec<Chapter>,
    action: Option<u64>,
) -> Adjudicated {
    let waiting = rules.waiting(state);
    let shown = |side: &Side| viewer.is_none_or(|viewer| viewer == *side);
    let asked: Vec<Side> = waiting.sides().filter(shown).collect();
    let question = |side: &Side| {
        let question = waiting.of(*side)?;
        Some(Asked {
            side: rules.side_name(*side).to_owned(),
            told: rules.tell_question(question),
            question: rules.write_question(question),
        })
    };
    let legal = |side: &Side| {
        let actions = rules.legal_actions(state, *side);
        (rules.side_name(*side).to_owned(), actions.iter().map(|action| rules.write_action(action)).collect())
    };
    let host = viewer.is_none();
    Adjudicated {
        rules_version: R::RULES_VERSION,
        document: host.then(|| names::write(&rules.write(state), &names::Nameless)),
        view: viewer.map(|side| names::write(&rules.view(state, side), &names::Nameless)),
        fingerprint: host.then(|| rules.fingerprint(state)),
        journal,
        game: if matches!(waiting, Waiting::Over) { Game::Over } else { Game::On },
        questions: asked.iter().filter_map(question).collect(),
        legal: asked.iter().map(legal).collect(),
        action: if host { action } else { None },
    }
}
