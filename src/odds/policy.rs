//! Who answers while odds are worked out, and where they end.

use crate::ruleset::Ruleset;
use crate::side::Side;

/// What a policy makes of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice<A> {
    /// It does not answer: the outcomes end here.
    None,
    /// Its answer.
    One(A),
    /// One of these, each as likely as its share of the sum of the weights: a player of whom that much is known.
    Mixed(Vec<(A, u32)>),
}

impl<A> From<Option<A>> for Choice<A> {
    fn from(answer: Option<A>) -> Self {
        answer.map_or(Choice::None, Choice::One)
    }
}

impl<A> Choice<A> {
    /// Any of these, each as likely as any other.
    pub fn alike(actions: Vec<A>) -> Self {
        Self::weighed(actions, |_| 1)
    }

    /// One of these by weight; if all weigh nothing, any.
    pub fn weighed(actions: Vec<A>, mut weigh: impl FnMut(&A) -> u32) -> Self {
        let mut mixed = Vec::with_capacity(actions.len());
        for action in actions {
            let weight = weigh(&action);
            mixed.push((action, weight));
        }
        if mixed.iter().all(|(_, weight)| *weight == 0) {
            for (_, weight) in &mut mixed {
                *weight = 1;
            }
        }
        mixed.retain(|(_, weight)| *weight > 0);
        match mixed.len() {
            0 => Choice::None,
            1 => mixed.pop().map(|(action, _)| action).into(),
            _ => Choice::Mixed(mixed),
        }
    }
}

/// Whether the odds end at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// They go on.
    Beyond,
    /// They end here: the position is an outcome.
    Here,
}

/// Answers decisions while odds are worked out.
///
/// A policy should depend on the position alone: positions that are reached in several ways are worked on once. A function of
/// the rules, the position, the side and the question is a policy.
pub trait Policy<R: Ruleset> {
    /// The answer of the side that is asked, or `None` to stop here.
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Option<R::Action>;

    /// The answer as odds take it. A player who throws dice gives all that he may answer, with the weights: the odds are
    /// then exact for him as well.
    fn choice(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Choice<R::Action> {
        self.answer(rules, state, by, question).into()
    }

    /// Whether the odds end here. Asked after each step, so also between two automatic steps: at the end of an activation,
    /// say, before the next marker is drawn.
    fn horizon(&mut self, rules: &R, state: &R::State) -> Horizon {
        let _ = (rules, state);
        Horizon::Beyond
    }
}

/// Stops at the first decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stopping;

impl<R: Ruleset> Policy<R> for Stopping {
    fn answer(&mut self, _: &R, _: &R::State, _: Side, _: &R::Question) -> Option<R::Action> {
        None
    }
}

/// Declines whatever can be declined, and stops at the rest. With [`Or`] and [`First`](crate::players::First) it answers
/// the rest too, as [`Passing`](crate::players::Passing) does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

/// For each side a policy of its own: the first side's, the second side's. The odds end where either would end them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Each<A, B>(pub A, pub B);

impl<R: Ruleset, A: Policy<R>, B: Policy<R>> Policy<R> for Each<A, B> {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Option<R::Action> {
        match by {
            Side::First => self.0.answer(rules, state, by, question),
            Side::Second => self.1.answer(rules, state, by, question),
        }
    }

    fn choice(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Choice<R::Action> {
        match by {
            Side::First => self.0.choice(rules, state, by, question),
            Side::Second => self.1.choice(rules, state, by, question),
        }
    }

    fn horizon(&mut self, rules: &R, state: &R::State) -> Horizon {
        match self.0.horizon(rules, state) {
            Horizon::Beyond => self.1.horizon(rules, state),
            Horizon::Here => Horizon::Here,
        }
    }
}

/// The first policy; where it has no answer, the second. The odds end where either would end them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Or<A, B>(pub A, pub B);

impl<R: Ruleset, A: Policy<R>, B: Policy<R>> Policy<R> for Or<A, B> {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Option<R::Action> {
        self.0.answer(rules, state, by, question).or_else(|| self.1.answer(rules, state, by, question))
    }

    fn choice(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Choice<R::Action> {
        match self.0.choice(rules, state, by, question) {
            Choice::None => self.1.choice(rules, state, by, question),
            choice => choice,
        }
    }

    fn horizon(&mut self, rules: &R, state: &R::State) -> Horizon {
        match self.0.horizon(rules, state) {
            Horizon::Beyond => self.1.horizon(rules, state),
            Horizon::Here => Horizon::Here,
        }
    }
}

/// A policy up to a horizon: a function of the rules and the position says where the odds end.
///
/// ```
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::odds::{Horizon, Policy, Until};
/// use grognard::players::Passing;
/// use grognard::ruleset::Ruleset;
///
/// // Both sides pass whatever they may, until the activation is over.
/// fn policy() -> impl Policy<JoursDeGloire> {
///     Until(Passing, |_: &JoursDeGloire, state: &<JoursDeGloire as Ruleset>::State| match state.acting() {
///         Some(_) => Horizon::Beyond,
///         None => Horizon::Here,
///     })
/// }
/// # let _ = policy();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Until<P, F>(pub P, pub F);

impl<R: Ruleset, P: Policy<R>, F: FnMut(&R, &R::State) -> Horizon> Policy<R> for Until<P, F> {
    fn answer(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Option<R::Action> {
        self.0.answer(rules, state, by, question)
    }

    fn choice(&mut self, rules: &R, state: &R::State, by: Side, question: &R::Question) -> Choice<R::Action> {
        self.0.choice(rules, state, by, question)
    }

    fn horizon(&mut self, rules: &R, state: &R::State) -> Horizon {
        match (self.1)(rules, state) {
            Horizon::Beyond => self.0.horizon(rules, state),
            Horizon::Here => Horizon::Here,
        }
    }
}
