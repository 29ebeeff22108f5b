//! Odds through the JSON door.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Failure, Response, failed, faulty, side_fault, stopped};
use crate::doors::{Doors, RulesVersion};
use crate::names;
use crate::odds::{Fact, Fraction, Manner, Span, foresee, summary, told};
use crate::side::Side;

/// The most steps that the odds of a request may take.
pub const MOST_STEPS: u32 = 1_000_000;
/// How many they may take if the request does not say.
pub const USUAL_STEPS: u32 = 200_000;

/// What would come of an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Foresee {
    /// The name of the side that would act.
    pub by: String,
    /// What it would do, in names.
    pub action: Value,
    /// How each side is taken to answer, by its name; who is not named passes.
    #[serde(default)]
    pub answers: BTreeMap<String, Manner>,
    /// How far to look.
    #[serde(default)]
    pub until: Span,
    /// How many steps it may take, at most [`MOST_STEPS`].
    #[serde(default = "usual")]
    pub most: u32,
    /// What the viewer supposes of what is hidden from it. Without a viewer there is nothing to guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<Value>,
}

const fn usual() -> u32 {
    USUAL_STEPS
}

/// What would come of an action, exactly.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Foreseen {
    /// The version of the rules.
    pub rules_version: RulesVersion,
    /// The action as a player says it.
    pub action: String,
    /// What is so in every outcome.
    pub always: Vec<Fact>,
    /// The outcomes that are told alike, the likeliest first. Their chances sum to exactly one.
    pub outcomes: Vec<Prospect>,
    /// How many steps it took.
    pub steps: u32,
}

/// Outcomes that are told alike.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Prospect {
    /// What is so in these outcomes, and not in all; in one line.
    pub told: String,
    /// The same one by one.
    pub facts: Vec<Fact>,
    /// How likely they are, as a fraction.
    pub chance: Fraction,
    /// The same in percent, rounded to two decimals.
    pub percent: String,
    /// How many different positions they are.
    pub positions: usize,
}

/// Answers the question for odds of a request, in the position after its actions.
pub(super) fn foreseen<R: Doors>(
    rules: &R,
    state: R::State,
    viewer: Option<Side>,
    asked: &Foresee,
    place: usize,
) -> Result<Response, Box<Response>> {
    let fault = |faults| Box::new(faulty(Some(place), faults));
    let by = rules.side_named(&asked.by).ok_or_else(|| fault(side_fault(rules, "odds.by", &asked.by)))?;
    let action = rules.read_action(&asked.action).map_err(fault)?;
    let mut manners = [Manner::default(); 2];
    for (name, manner) in &asked.answers {
        let side = rules.side_named(name).ok_or_else(|| fault(side_fault(rules, "odds.answers", name)))?;
        manners[side.index()] = *manner;
    }
    if asked.most > MOST_STEPS {
        let what = format!("odds of more than {MOST_STEPS} steps");
        return Err(Box::new(Response::Failed(failed(Failure::Limit, Some(place), what))));
    }
    let guess = match &asked.guess {
        Some(guess) => names::read_at(guess, &names::Nameless, "guess", "").map_err(fault)?,
        None => R::Guess::default(),
    };
    let state = match viewer {
        // Never from the true position: what the side sees of it, and what it guesses.
        Some(side) => rules.suppose(&rules.view(&state, side), &guess).map_err(fault)?,
        None => state,
    };
    let odds = foresee(rules, &state, by, &action, manners, asked.until, asked.most)
        .map_err(|stop| Box::new(stopped(rules, Some((place, by)), stop)))?;
    let Some(summary) = summary(rules, &state, &odds) else {
        let what = crate::refusal::Limit::Fraction.to_string();
        return Err(Box::new(Response::Failed(failed(Failure::Limit, Some(place), what))));
    };
    let outcomes = summary.rows.into_iter().map(|row| Prospect {
        told: told(&row.facts),
        facts: row.facts,
        chance: row.share,
        percent: row.share.percent().to_string(),
        positions: row.positions,
    });
    Ok(Response::Foreseen(Box::new(Foreseen {
        rules_version: R::RULES_VERSION,
        action: rules.tell_action(&action),
        always: summary.always,
        outcomes: outcomes.collect(),
        steps: odds.steps,
    })))
}
