//! Exact odds: the very same code as the game, under a chance that lets every outcome happen.
//!
//! Faces that the rules read alike are one branch with a weight; equal states merge at each decision; a [`Policy`] answers
//! the decisions that it knows, and the outcomes stop at the first that it does not. Probabilities are exact fractions.

use core::fmt;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::chance::{Chance, ChanceFault, Die, Kind};
use crate::fingerprint::Fingerprint;
use crate::refusal::{Limit, Stop};
use crate::ruleset::{Ruleset, StopOf, Waiting};
use crate::side::Side;

/// An exact probability, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// Certainty.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// This many of that many; `None` of none.
    pub fn new(numerator: u128, denominator: u128) -> Option<Self> {
        if denominator == 0 { None } else { Some(Self { numerator, denominator }.lowest()) }
    }

    /// The numerator, in lowest terms.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator, in lowest terms.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    fn lowest(self) -> Self {
        let divisor = gcd(self.numerator, self.denominator);
        Self { numerator: self.numerator / divisor, denominator: self.denominator / divisor }
    }

    /// The sum, unless it outgrows 128 bits.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.denominator == other.denominator {
            let numerator = self.numerator.checked_add(other.numerator)?;
            return Some(Self { numerator, denominator: self.denominator }.lowest());
        }
        let divisor = gcd(self.denominator, other.denominator);
        let (a, b) = (other.denominator / divisor, self.denominator / divisor);
        let numerator = self.numerator.checked_mul(a)?.checked_add(other.numerator.checked_mul(b)?)?;
        Some(Self { numerator, denominator: self.denominator.checked_mul(a)? }.lowest())
    }

    /// The product, unless it outgrows 128 bits.
    pub fn times(self, other: Self) -> Option<Self> {
        let (a, b) = (gcd(self.numerator, other.denominator), gcd(other.numerator, self.denominator));
        let numerator = (self.numerator / a).checked_mul(other.numerator / b)?;
        Some(Self { numerator, denominator: (self.denominator / b).checked_mul(other.denominator / a)? })
    }

    /// Ten-thousandths, rounded down: for a table that a person reads.
    pub fn per_ten_thousand(self) -> u16 {
        let whole = self.numerator.checked_mul(10_000).map_or_else(
            || self.numerator / (self.denominator / 10_000).max(1),
            |numerator| numerator / self.denominator,
        );
        u16::try_from(whole.min(10_000)).unwrap_or(10_000)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Almost all are small, and division of 64 bits is much the faster.
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd64(x, y));
        }
        (a, b) = (b, a % b);
    }
    a.max(1)
}

fn gcd64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Answers decisions while odds are worked out.
pub trait Policy<R: Ruleset> {
    /// The answer of the side that is asked, or `None` to stop here.
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Option<R::Action>;
}

/// Stops at the first decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopping;

impl<R: Ruleset> Policy<R> for Stopping {
    fn answer(&mut self, _: &R, _: &R::State, _: Side, _: &R::Question) -> Option<R::Action> {
        None
    }
}

/// Declines whatever can be declined, and stops at the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Declining;

impl<R: Ruleset> Policy<R> for Declining {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, _: &R::Question) -> Option<R::Action> {
        rules.decline(state, by)
    }
}

impl<R: Ruleset, F: FnMut(&R, &R::State, Side, &R::Question) -> Option<R::Action>> Policy<R> for F {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Option<R::Action> {
        self(rules, state, by, question)
    }
}

/// The positions that an action leads to, each with its probability. They sum to exactly one.
#[derive(Clone, Debug)]
pub struct Odds<S> {
    /// The positions, in the order in which they were first reached.
    pub outcomes: Vec<(S, Fraction)>,
    /// How many adjudications were run.
    pub branches: u32,
}

impl<S> Odds<S> {
    /// The probability that `holds` of the outcome.
    pub fn chance_of(&self, mut holds: impl FnMut(&S) -> bool) -> Option<Fraction> {
        self.outcomes
            .iter()
            .filter(|(state, _)| holds(state))
            .try_fold(Fraction::ZERO, |sum, (_, probability)| sum.plus(*probability))
    }
}

/// The exact distribution of the positions that an action leads to, going on past the decisions that the policy answers.
/// `most` bounds the adjudications run.
///
/// # Errors
/// The refusal of the action (or of an answer of the policy); [`Limit::Branches`] and [`Limit::Fraction`].
pub fn odds<R: Ruleset>(
    rules: &R,
    state: &R::State,
    by: Side,
    action: &R::Action,
    policy: &mut impl Policy<R>,
    most: u32,
) -> Result<Odds<R::State>, StopOf<R>> {
    let mut done = Merged::new();
    let mut open = Merged::new();
    let mut budget = Budget { branches: 0, most };
    expand(rules, state, (by, action), Fraction::ONE, &mut open, &mut budget)?;
    while !open.states.is_empty() {
        let mut next = Merged::new();
        for (state, print, probability) in open.states {
            let decision = match rules.waiting(&state) {
                Waiting::Over => None,
                asked => Side::BOTH.into_iter().find_map(|side| {
                    let question = asked.of(side)?;
                    policy.answer(rules, &state, side, question).map(|action| (side, action))
                }),
            };
            match decision {
                Some((side, action)) => {
                    expand(rules, &state, (side, &action), probability, &mut next, &mut budget)?;
                }
                None => done.add(state, print, probability)?,
            }
        }
        open = next;
    }
    let outcomes = done.states.into_iter().map(|(state, _, probability)| (state, probability)).collect();
    Ok(Odds { outcomes, branches: budget.branches })
}

/// How many adjudications were run, and how many may be.
struct Budget {
    branches: u32,
    most: u32,
}

impl Budget {
    fn spend<F: fmt::Display + fmt::Debug>(&mut self) -> Result<(), Stop<F>> {
        if self.branches >= self.most {
            return Err(Stop::Limit(Limit::Branches(self.most)));
        }
        self.branches += 1;
        Ok(())
    }
}

fn expand<R: Ruleset>(
    rules: &R,
    state: &R::State,
    (by, action): (Side, &R::Action),
    probability: Fraction,
    into: &mut Merged<R::State>,
    budget: &mut Budget,
) -> Result<(), StopOf<R>> {
    let mut chance = Exhaustive::new();
    loop {
        budget.spend()?;
        let next = rules.next(state, by, action, &mut chance)?;
        let print = rules.fingerprint(&next);
        let share = chance.probability().and_then(|p| p.times(probability)).ok_or(Stop::Limit(Limit::Fraction))?;
        into.add(next, print, share)?;
        if !chance.turn() {
            return Ok(());
        }
    }
}

/// Positions with their probabilities, equal ones merged.
struct Merged<S> {
    states: Vec<(S, Fingerprint, Fraction)>,
    /// The place of the first position of each fingerprint.
    places: BTreeMap<Fingerprint, usize>,
}

impl<S: PartialEq> Merged<S> {
    fn new() -> Self {
        Self { states: Vec::new(), places: BTreeMap::new() }
    }

    fn add<F: fmt::Display + fmt::Debug>(
        &mut self,
        state: S,
        print: Fingerprint,
        probability: Fraction,
    ) -> Result<(), Stop<F>> {
        let first = *self.places.entry(print).or_insert(self.states.len());
        // Different positions almost never share a fingerprint: then those after the first are looked through.
        for (other, other_print, sum) in self.states.iter_mut().skip(first) {
            if *other_print == print && *other == state {
                *sum = sum.plus(probability).ok_or(Stop::Limit(Limit::Fraction))?;
                return Ok(());
            }
        }
        self.states.push((state, print, probability));
        Ok(())
    }
}

/// One question that chance was asked on the way, with the branches that it has.
struct Fork {
    /// The outcome of each branch, with its weight.
    branches: Vec<(u16, u32)>,
    /// The sum of the weights.
    weights: u32,
    /// The branch that is taken now.
    now: usize,
}

/// Lets every outcome happen, one after the other: the action is run once for each leaf of the tree.
struct Exhaustive {
    path: Vec<Fork>,
    depth: usize,
}

impl Exhaustive {
    fn new() -> Self {
        Self { path: Vec::new(), depth: 0 }
    }

    fn fork(&mut self, kind: Kind, branches: impl FnOnce() -> Vec<(u16, u32)>) -> Result<u16, ChanceFault> {
        if self.depth == self.path.len() {
            let branches = branches();
            let weights = branches.iter().map(|b| b.1).sum();
            self.path.push(Fork { branches, weights, now: 0 });
        }
        let fork = &self.path[self.depth];
        let outcome = fork.branches.get(fork.now).ok_or(ChanceFault::Nothing(kind))?.0;
        self.depth += 1;
        Ok(outcome)
    }

    /// The probability of the path that was just taken.
    fn probability(&self) -> Option<Fraction> {
        // Most paths fit 64 bits, and then only one reduction is needed.
        let (mut numerator, mut denominator) = (1u128, 1u128);
        for fork in &self.path[..self.depth] {
            numerator = numerator.checked_mul(u128::from(fork.branches.get(fork.now)?.1))?;
            denominator = denominator.checked_mul(u128::from(fork.weights))?;
        }
        Fraction::new(numerator, denominator)
    }

    /// Turns to the next path; `false` when all were taken.
    fn turn(&mut self) -> bool {
        self.path.truncate(self.depth);
        while let Some(fork) = self.path.last_mut() {
            fork.now += 1;
            if fork.now < fork.branches.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

fn weigh(classes: impl Iterator<Item = (u16, u16)>) -> Vec<(u16, u32)> {
    let mut seen: Vec<(u16, u16, u32)> = Vec::new();
    for (class, outcome) in classes {
        match seen.iter_mut().find(|(other, ..)| *other == class) {
            Some((_, _, weight)) => *weight += 1,
            None => seen.push((class, outcome, 1)),
        }
    }
    seen.into_iter().map(|(_, outcome, weight)| (outcome, weight)).collect()
}

impl Chance for Exhaustive {
    fn open(&mut self) {
        self.depth = 0;
    }

    fn die(&mut self, die: Die, alike: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        let outcome =
            self.fork(Kind::Die(die), || weigh((0..die.faces()).map(|n| (u16::from(alike(n)), u16::from(n)))))?;
        Ok(outcome as u8)
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        let faces = u16::from(die.faces());
        let outcome = self.fork(Kind::Contest, || {
            weigh((0..faces * faces).filter_map(|n| Some((alike((n / faces) as u8, (n % faces) as u8)?, n))))
        })?;
        Ok(((outcome / faces) as u8, (outcome % faces) as u8))
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        let outcome = self.fork(Kind::Draw, || (0..64).filter(|n| cup & (1 << n) != 0).map(|n| (n, 1)).collect())?;
        Ok(outcome as u8)
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        Ok(self.fork(Kind::Pick, || (0..u16::from(count)).map(|n| (n, 1)).collect())? as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_stay_exact_and_in_lowest_terms() {
        let third = Fraction::new(2, 6).unwrap();
        assert_eq!(third.to_string(), "1/3");
        assert_eq!(third.plus(Fraction::new(1, 6).unwrap()).unwrap().to_string(), "1/2");
        assert_eq!(third.times(Fraction::new(3, 10).unwrap()).unwrap().to_string(), "1/10");
        assert_eq!(third.per_ten_thousand(), 3333);
        assert_eq!(Fraction::new(1, 0), None);
        let tiny = Fraction::new(1, u128::MAX).unwrap();
        assert_eq!(tiny.times(tiny), None);
    }

    #[test]
    fn every_path_is_taken_once_and_they_sum_to_one() {
        let mut chance = Exhaustive::new();
        let (mut sum, mut paths) = (Fraction::ZERO, 0);
        loop {
            chance.open();
            // A die of three readings; on the second a marker is drawn, on the third nothing.
            let class = chance
                .die(Die::D10, &mut |n| {
                    if n < 2 {
                        0
                    } else if n < 5 {
                        2
                    } else {
                        5
                    }
                })
                .unwrap();
            if class == 2 {
                chance.draw(0b1011).unwrap();
            }
            paths += 1;
            sum = sum.plus(chance.probability().unwrap()).unwrap();
            if !chance.turn() {
                break;
            }
        }
        assert_eq!((paths, sum), (5, Fraction::ONE));
    }

    #[test]
    fn contests_leave_ties_out() {
        let mut chance = Exhaustive::new();
        chance.open();
        chance.contest(Die::D10, &mut |a, b| (a != b).then_some(u16::from(a > b))).unwrap();
        assert_eq!(chance.probability(), Fraction::new(1, 2));
    }
}
