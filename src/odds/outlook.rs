//! How far odds look, who answers, and what of an outcome is told: what each ruleset says of itself for a table that a
//! player reads.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Choice, Each, Fraction, Horizon, Odds, Policy, Until, odds};
use crate::ruleset::{Ruleset, StopOf};
use crate::side::Side;

/// How far odds look beyond an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Span {
    /// To the next decision that nobody answers, however far that is.
    Decision,
    /// Until the combat under way is over; if there is none yet, until the combats of the activation are.
    Combat,
    /// Until the activation under way is over; between activations, until the phase is.
    #[default]
    Activation,
    /// Until the turn is over.
    Turn,
}

/// What a ruleset gives so that its outcomes can be told.
pub trait Outlook: Ruleset {
    /// Whether a position lies at the end of the span that began with another.
    fn horizon(&self, from: &Self::State, now: &Self::State, span: Span) -> Horizon;

    /// What has changed for the better or the worse from one position to another, in a fixed order: conditions, losses,
    /// who gave way, who holds what. Not where exactly everybody stands: outcomes that a player would call alike are told
    /// alike.
    fn facts(&self, from: &Self::State, now: &Self::State) -> Vec<Fact>;

    /// How much a player that seeks the fight favours a legal action. All weights 0: any.
    fn keenness(&self, state: &Self::State, by: Side, action: &Self::Action) -> u32 {
        let _ = (state, by, action);
        1
    }
}

/// Something that is so after an action, as a player says it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What it is about: a unit, a hex, a side.
    pub of: String,
    /// What is so: `disordered`, `leaves 0913`.
    pub is: String,
}

impl Fact {
    /// A fact about something.
    pub fn new(of: impl Into<String>, is: impl Into<String>) -> Self {
        Self { of: of.into(), is: is.into() }
    }
}

/// The outcomes that a player would tell alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// What is so in these outcomes, and not in all.
    pub facts: Vec<Fact>,
    /// How likely they are together.
    pub share: Fraction,
    /// How many different positions they are.
    pub positions: usize,
}

impl Row {
    /// The facts in one line: `11th Hussars: disordered, leaves 0913; Nauendorff: routed`.
    pub fn told(&self) -> String {
        told(&self.facts)
    }
}

/// Facts in one line, those about the same thing together; nothing for none.
pub fn told(facts: &[Fact]) -> String {
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for fact in facts {
        if last == Some(fact.of.as_str()) {
            text.push_str(", ");
        } else {
            if last.is_some() {
                text.push_str("; ");
            }
            text.push_str(&fact.of);
            text.push_str(": ");
            last = Some(&fact.of);
        }
        text.push_str(&fact.is);
    }
    text
}

/// The odds of an action as a player reads them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// What is so in every outcome.
    pub always: Vec<Fact>,
    /// The rows, the likeliest first. Their shares sum to exactly one.
    pub rows: Vec<Row>,
}

/// Sums outcomes up by what is told of them, seen from the position before. `None` if a sum outgrows 128 bits.
pub fn summary<R: Outlook>(rules: &R, from: &R::State, odds: &Odds<R::State>) -> Option<Summary> {
    let mut rows: BTreeMap<Vec<Fact>, (Fraction, usize)> = BTreeMap::new();
    for (state, share) in &odds.outcomes {
        let (sum, positions) = rows.entry(rules.facts(from, state)).or_insert((Fraction::ZERO, 0));
        *sum = sum.plus(*share)?;
        *positions += 1;
    }
    let mut always: Option<BTreeSet<Fact>> = None;
    for facts in rows.keys() {
        let here = facts.iter().cloned().collect();
        always = Some(always.map_or(here, |common| common.into_iter().filter(|fact| facts.contains(fact)).collect()));
    }
    let always = always.unwrap_or_default();
    let common = rows.keys().next().into_iter().flatten().filter(|fact| always.contains(*fact)).cloned().collect();
    let mut rows: Vec<Row> = rows
        .into_iter()
        .map(|(facts, (share, positions))| Row {
            facts: facts.into_iter().filter(|fact| !always.contains(fact)).collect(),
            share,
            positions,
        })
        .collect();
    // The sort is stable: rows that are equally likely stay in the order of their facts.
    rows.sort_by(|a, b| b.share.compare(a.share));
    Some(Summary { always: common, rows })
}

/// How a side is taken to answer, by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// It answers nothing: the odds end at its first decision.
    Stop,
    /// It declines whatever can be declined, and the odds end at the rest.
    Decline,
    /// It declines whatever can be declined, and answers the rest with the last of the legal actions, as
    /// [`Passing`](crate::players::Passing) does.
    #[default]
    Pass,
    /// It answers with the first of the legal actions.
    First,
    /// It answers with any of the legal actions, each as likely as any other.
    Random,
    /// It answers as a player that seeks the fight does, who favours actions by their [keenness](Outlook::keenness).
    Keen,
    /// It answers with the legal action of the greatest [keenness](Outlook::keenness), the first of equals.
    Keenest,
}

impl<R: Outlook> Policy<R> for Manner {
    /// For [`Random`](Self::Random) and [`Keen`](Self::Keen), who throw dice, only [`choice`](Policy::choice) says how they
    /// play: this is one of their likeliest answers.
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Option<R::Action> {
        match self {
            Manner::Stop => None,
            Manner::Decline => rules.decline(state, by),
            Manner::Pass => rules.decline(state, by).or_else(|| rules.legal_actions(state, by).pop()),
            Manner::First | Manner::Random => rules.legal_actions(state, by).into_iter().next(),
            Manner::Keen | Manner::Keenest => {
                let legal = rules.legal_actions(state, by);
                // The last of the greatest is found: so from the end.
                legal.into_iter().rev().max_by_key(|action| rules.keenness(state, by, action))
            }
        }
    }

    fn choice(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Choice<R::Action> {
        match self {
            Manner::Random => Choice::alike(rules.legal_actions(state, by)),
            Manner::Keen => Choice::weighed(rules.legal_actions(state, by), |action| rules.keenness(state, by, action)),
            _ => self.answer(rules, state, by, question).into(),
        }
    }
}

/// The odds of an action up to the end of a span, each side answering in its manner (the first side's first).
///
/// ```
/// use grognard::hex::Vertex;
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::jours_de_gloire::action::Action;
/// use grognard::jours_de_gloire::frame::{Party, Step};
/// use grognard::jours_de_gloire::position::{Orders, Position};
/// use grognard::odds::{Manner, Span, foresee, summary};
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
/// use grognard::side::Side;
///
/// let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
/// let state = Position::empty(&rules)
///     .place("O'Reilly/Nauendorff", "0812", Vertex::SE)
///     .place("Murat/11th Hussars", "0913", Vertex::NW)
///     .activate("O'Reilly", Orders::Without, Step::Movement)
///     .build()?;
/// let unit = rules.roster().unit_named("O'Reilly/Nauendorff").ok_or("no such unit")?;
/// let target = rules.map().grid.cell("0913".parse()?).ok_or("no such hex")?;
/// let charge = Action::Charge { unit, party: Party::Alone, target };
///
/// // Does it charge at all? It has no orders, and is willing with 5 or less.
/// let odds = foresee(&rules, &state, Side::Second, &charge, [Manner::Stop; 2], Span::Activation, 100_000)?;
/// assert_eq!(odds.outcomes.len(), 2);
/// assert_eq!(odds.outcomes[0].1.to_string(), "3/5");
///
/// // And if it does, how does it end?
/// let odds = foresee(&rules, &state, Side::Second, &charge, [Manner::Pass, Manner::Keenest], Span::Activation, 100_000)?;
/// for row in summary(&rules, &state, &odds).ok_or("beyond 128 bits")?.rows {
///     println!("{} {}", row.share.percent(), row.told());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`odds`].
pub fn foresee<R: Outlook>(
    rules: &R,
    state: &R::State,
    by: Side,
    action: &R::Action,
    [first, second]: [Manner; 2],
    span: Span,
    most: u32,
) -> Result<Odds<R::State>, StopOf<R>> {
    let horizon = |rules: &R, now: &R::State| rules.horizon(state, now, span);
    odds(rules, state, by, action, &mut Until(Each(first, second), horizon), most)
}
