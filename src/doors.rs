//! The doors through which other programs use a ruleset: documents, views, records, and the JSON door.
//!
//! [`Doors`] is what a ruleset adds to [`Ruleset`] for them: its name and version, the [`crate::names`] of its ids, how
//! a state is written and read, and what a side may see of it. All else comes with the trait: actions, events and questions
//! in names, journals for a side, [records](crate::record), [`adjudicate`](crate::door::adjudicate).
//!
//! # Adding a ruleset
//! 1. Ids are newtypes that derive serde's traits; actions, events, frames and reasons derive them too, with
//!    `rename_all = "kebab-case"` and `deny_unknown_fields`.
//! 2. Implement [`Names`] for the ids, [`Outlook`] (how far odds look and what is told of an outcome), and [`Doors`].
//! 3. Add a variant to [`AnyRuleset`](crate::any::AnyRuleset). The harness, odds, records, views and the JSON door follow.

use core::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::figures::Faults;
use crate::fingerprint::Fingerprint;
use crate::journal::Entry;
use crate::names::{self, Names};
use crate::odds::Outlook;
use crate::ruleset::{AccountOf, Ruleset};
use crate::side::Side;

/// The version of a ruleset's rules. A change to the meaning of a rule raises it: the same actions and dice can then lead
/// elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RulesVersion(pub u32);

impl core::fmt::Display for RulesVersion {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An entry of a ruleset's journal.
pub type EntryOf<R> = Entry<<R as Ruleset>::Event, <R as Ruleset>::Label>;

/// What a ruleset gives for the doors.
pub trait Doors:
    Names
    + Outlook
    + Ruleset<
        Action: Serialize + DeserializeOwned,
        Event: Serialize + DeserializeOwned,
        Question: Serialize,
        Label: Serialize,
        Refusal: Serialize,
    >
{
    /// A state in names, as it is stored and as a person types it.
    type Document: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What a side may see of a state.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What a side supposes of the hidden. By default, nothing.
    type Guess: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned;

    /// The version of the rules.
    const RULES_VERSION: RulesVersion;

    /// The name under which the ruleset is opened: `montebello`.
    fn ruleset_name(&self) -> &'static str;

    /// The digest of all figures that the rules are opened on: tables, map, counters, scenario.
    fn figures(&self) -> Fingerprint;

    /// The document of a state.
    fn write(&self, state: &Self::State) -> Self::Document;

    /// The state of a document.
    ///
    /// # Errors
    /// Every fault at once: names that are unknown, things that contradict each other, steps that lead nowhere.
    fn read(&self, document: &Self::Document) -> Result<Self::State, Faults>;

    /// What a side may see of a state: built from nothing, by copying what it may see.
    fn view(&self, state: &Self::State, side: Side) -> Self::View;

    /// A state that a view allows, with what the side guesses of the hidden.
    ///
    /// # Errors
    /// Every fault of the view and of the guess at once.
    fn suppose(&self, view: &Self::View, guess: &Self::Guess) -> Result<Self::State, Faults>;

    /// An action as a player says it, with names.
    fn tell_action(&self, action: &Self::Action) -> String;

    /// The turn that a state belongs to, from 1.
    fn turn(&self, state: &Self::State) -> u64;

    /// How the game has ended, as a player says it; `None` while it goes on.
    fn outcome(&self, state: &Self::State) -> Option<String>;

    /// How much a simple player that seeks the fight favours an action that is legal: its weight among the others. For
    /// examples and tests only; see [`crate::players`].
    fn favour(&self, state: &Self::State, by: Side, action: &Self::Action) -> u32;

    /// A side by its name.
    fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.side_name(*side) == name)
    }

    /// An action in names.
    fn write_action(&self, action: &Self::Action) -> Value
    where
        Self: Sized,
    {
        names::write(action, self)
    }

    /// The action of names.
    ///
    /// # Errors
    /// Every unknown name with its place, or what is wrong with the shape.
    fn read_action(&self, value: &Value) -> Result<Self::Action, Faults>
    where
        Self: Sized,
    {
        names::read(value, self, "action")
    }

    /// An event in names.
    fn write_event(&self, event: &Self::Event) -> Value
    where
        Self: Sized,
    {
        names::write(event, self)
    }

    /// The event of names.
    ///
    /// # Errors
    /// As [`read_action`](Self::read_action).
    fn read_event(&self, value: &Value) -> Result<Self::Event, Faults>
    where
        Self: Sized,
    {
        names::read(value, self, "event")
    }

    /// A question in names.
    fn write_question(&self, question: &Self::Question) -> Value
    where
        Self: Sized,
    {
        names::write(question, self)
    }

    /// An entry of a journal in names: what it says, its rules, who may see it.
    fn write_entry(&self, entry: &EntryOf<Self>) -> Value
    where
        Self: Sized,
    {
        names::write(entry, self)
    }

    /// The entries that a side may see, in order: neither bookkeeping nor what is hidden from it.
    ///
    /// ```
    /// use grognard::chance::Seeded;
    /// use grognard::doors::Doors;
    /// use grognard::jours_de_gloire::JoursDeGloire;
    /// use grognard::jours_de_gloire::action::Action;
    /// use grognard::ruleset::Ruleset;
    /// use grognard::setup::Setup;
    /// use grognard::side::Side;
    ///
    /// let rules = JoursDeGloire::open(&Setup::scenario("montebello"))?;
    /// let mut chance = Seeded::new(1800);
    /// let state = rules.begin(&mut chance)?.state;
    /// let orders = rules.legal_actions(&state, Side::First).into_iter().find(|action| matches!(action, Action::Order { .. }));
    /// let order = orders.ok_or("nobody is in reach")?;
    /// let outcome = rules.apply(&state, Side::First, &order, &mut chance)?;
    /// assert_eq!(rules.journal_for(Side::First, &outcome.journal).len(), 1);
    /// assert_eq!(rules.journal_for(Side::Second, &outcome.journal).len(), 0, "orders lie face down");
    /// assert_eq!(rules.view(&outcome.state, Side::Second), rules.view(&state, Side::Second));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn journal_for(&self, side: Side, journal: &AccountOf<Self>) -> Vec<EntryOf<Self>> {
        journal.seen_by(side).cloned().collect()
    }
}
