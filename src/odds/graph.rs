//! The search behind odds.
//!
//! A node is a position before a step that chance or a mixed player decides, or an outcome. What follows without either is
//! run through in place; equal positions are one node, however they were reached, so each is worked on once. The
//! probabilities then flow from the first node down, each node after all those that lead to it.

use std::collections::BTreeMap;

use super::exhaustive::Exhaustive;
use super::policy::{Choice, Horizon, Policy};
use super::{Fraction, Odds};
use crate::desk::Desk;
use crate::fingerprint::Fingerprint;
use crate::journal::Silent;
use crate::refusal::{Corrupt, Limit, Stop};
use crate::ruleset::{Flow, Ruleset, StopOf, Waiting, judge};
use crate::side::Side;

/// The step that a node stands before.
enum Pending<A> {
    /// The next automatic step.
    Advance,
    /// An answer.
    Answer(Side, A),
    /// One of several answers.
    Mixed(Side, Vec<(A, u32)>),
}

struct Node<S> {
    /// In a box, so that a position is copied only where it becomes another.
    state: Box<S>,
    /// The edges that lead away: from the first to before the last. None for an outcome.
    edges: (usize, usize),
    /// How many edges lead here.
    arrivals: u32,
}

/// A node whose leaves are to be followed.
struct Work<R: Ruleset> {
    node: usize,
    pending: Pending<R::Action>,
    /// The first leaf was reached already: its position, and the chance that stands there.
    reached: Option<(Box<R::State>, Exhaustive)>,
}

pub(super) struct Search<'a, R: Ruleset, P: ?Sized> {
    rules: &'a R,
    policy: &'a mut P,
    nodes: Vec<Node<R::State>>,
    /// Where each lead, with what probability.
    edges: Vec<(usize, Fraction)>,
    /// The node of a fingerprint; those that share it are numbered.
    places: BTreeMap<(Fingerprint, u32), usize>,
    work: Vec<Work<R>>,
    /// Positions and chances that are free to be used again.
    boxes: Vec<Box<R::State>>,
    spare: Vec<Exhaustive>,
    steps: u32,
    most: u32,
}

impl<'a, R: Ruleset, P: Policy<R> + ?Sized> Search<'a, R, P> {
    pub(super) fn new(rules: &'a R, policy: &'a mut P, most: u32) -> Self {
        Self {
            rules,
            policy,
            nodes: Vec::new(),
            edges: Vec::new(),
            places: BTreeMap::new(),
            work: Vec::new(),
            boxes: Vec::new(),
            spare: Vec::new(),
            steps: 0,
            most,
        }
    }

    pub(super) fn run(mut self, state: &R::State, by: Side, action: &R::Action) -> Result<Odds<R::State>, StopOf<R>> {
        // The first node is the position asked about: it is met before the policy says anything.
        self.nodes.push(Node { state: Box::new(state.clone()), edges: (0, 0), arrivals: 0 });
        self.work.push(Work { node: 0, pending: Pending::Answer(by, action.clone()), reached: None });
        while let Some(work) = self.work.pop() {
            self.follow(work)?;
        }
        self.flow()
    }

    fn spend(&mut self) -> Result<(), StopOf<R>> {
        if self.steps >= self.most {
            return Err(Stop::Limit(Limit::Odds(self.most)));
        }
        self.steps += 1;
        Ok(())
    }

    /// Carries out one step in place.
    fn step(
        &mut self,
        state: &mut R::State,
        answer: Option<(Side, &R::Action)>,
        chance: &mut Exhaustive,
    ) -> Result<Flow, StopOf<R>> {
        self.spend()?;
        let mut silent = Silent;
        let mut desk = Desk::new(self.rules, state, &mut silent, chance);
        match answer {
            Some((by, action)) => judge(self.rules, &mut desk, by, action).map(|()| Flow::Again),
            None => match self.rules.advance(&mut desk) {
                Err(Stop::Refused(_)) => Err(Stop::Corrupt(Corrupt::LateRefusal)),
                other => other,
            },
        }
    }

    /// Follows every leaf of a node.
    fn follow(&mut self, work: Work<R>) -> Result<(), StopOf<R>> {
        let Work { node, pending, mut reached } = work;
        let first = self.edges.len();
        match &pending {
            Pending::Advance => self.leaves(node, None, Fraction::ONE, reached.take())?,
            Pending::Answer(by, action) => self.leaves(node, Some((*by, action)), Fraction::ONE, reached.take())?,
            Pending::Mixed(by, actions) => {
                let sum: u128 = actions.iter().map(|(_, weight)| u128::from(*weight)).sum();
                for (action, weight) in actions.iter().filter(|(_, weight)| *weight > 0) {
                    let share = Fraction::new(u128::from(*weight), sum).ok_or(Stop::Limit(Limit::Fraction))?;
                    self.leaves(node, Some((*by, action)), share, None)?;
                }
            }
        }
        self.nodes[node].edges = (first, self.edges.len());
        Ok(())
    }

    fn leaves(
        &mut self,
        node: usize,
        answer: Option<(Side, &R::Action)>,
        share: Fraction,
        reached: Option<(Box<R::State>, Exhaustive)>,
    ) -> Result<(), StopOf<R>> {
        let (mut state, mut chance) = match reached {
            Some(reached) => reached,
            None => {
                let mut chance = self.chance();
                let mut state = copy(&mut self.boxes, &self.nodes[node].state);
                self.step(&mut state, answer, &mut chance)?;
                (state, chance)
            }
        };
        loop {
            let share = chance.probability().and_then(|p| p.times(share)).ok_or(Stop::Limit(Limit::Fraction))?;
            let child = self.settle(state)?;
            self.nodes[child].arrivals += 1;
            self.edges.push((child, share));
            if !chance.turn() {
                self.spare.push(chance);
                return Ok(());
            }
            state = copy(&mut self.boxes, &self.nodes[node].state);
            chance.rewind();
            self.step(&mut state, answer, &mut chance)?;
        }
    }

    fn chance(&mut self) -> Exhaustive {
        let mut chance = self.spare.pop().unwrap_or_default();
        chance.clear();
        chance
    }

    /// Runs on to the next node: to an outcome, or to before a step that chance or a mixed player decides.
    fn settle(&mut self, mut state: Box<R::State>) -> Result<usize, StopOf<R>> {
        let mut chance = self.chance();
        let mut answer: Option<(Side, R::Action)> = None;
        loop {
            if answer.is_none() && (self.rules.over(&state) || self.policy.horizon(self.rules, &state) == Horizon::Here)
            {
                break;
            }
            let before = copy(&mut self.boxes, &state);
            chance.clear();
            let flow = self.step(&mut state, answer.as_ref().map(|(by, action)| (*by, action)), &mut chance)?;
            let pending = answer.take().map_or(Pending::Advance, |(by, action)| Pending::Answer(by, action));
            if chance.is_forked() {
                // The first leaf is kept if the node is new.
                let (node, new) = self.place(before);
                if new == New::Yes {
                    self.work.push(Work { node, pending, reached: Some((state, chance)) });
                } else {
                    self.boxes.push(state);
                    self.spare.push(chance);
                }
                return Ok(node);
            }
            self.boxes.push(before);
            if flow == Flow::Again {
                continue;
            }
            match self.choose(&state) {
                None => break,
                Some((by, Choice::One(action))) => answer = Some((by, action)),
                Some((by, Choice::Mixed(mut actions))) if actions.len() == 1 => {
                    answer = actions.pop().map(|(action, _)| (by, action));
                }
                Some((by, Choice::Mixed(actions))) => {
                    self.spare.push(chance);
                    let (node, new) = self.place(state);
                    if new == New::Yes {
                        self.work.push(Work { node, pending: Pending::Mixed(by, actions), reached: None });
                    }
                    return Ok(node);
                }
                Some((_, Choice::None)) => break,
            }
        }
        self.spare.push(chance);
        Ok(self.place(state).0)
    }

    /// The first answer of the sides that are asked.
    fn choose(&mut self, state: &R::State) -> Option<(Side, Choice<R::Action>)> {
        let Waiting::Asked(asked) = self.rules.waiting(state) else { return None };
        Side::BOTH.into_iter().zip(&asked).find_map(|(side, question)| {
            match self.policy.choice(self.rules, state, side, question.as_ref()?) {
                Choice::None => None,
                Choice::Mixed(actions) if actions.iter().all(|(_, weight)| *weight == 0) => None,
                choice => Some((side, choice)),
            }
        })
    }

    /// The node of this position.
    fn place(&mut self, state: Box<R::State>) -> (usize, New) {
        let print = self.rules.fingerprint(&state);
        // Different positions almost never share a fingerprint.
        let mut nth = 0;
        while let Some(node) = self.places.get(&(print, nth)) {
            if self.nodes[*node].state == state {
                self.boxes.push(state);
                return (*node, New::No);
            }
            nth += 1;
        }
        let node = self.nodes.len();
        self.places.insert((print, nth), node);
        self.nodes.push(Node { state, edges: (0, 0), arrivals: 0 });
        (node, New::Yes)
    }

    /// Lets the probabilities flow from the first node to the outcomes.
    fn flow(self) -> Result<Odds<R::State>, StopOf<R>> {
        let Self { mut nodes, edges, steps, .. } = self;
        let mut shares = vec![Fraction::ZERO; nodes.len()];
        shares[0] = Fraction::ONE;
        let mut ready = vec![0];
        let mut met = 0;
        while let Some(node) = ready.pop() {
            met += 1;
            let (first, last) = nodes[node].edges;
            for (child, share) in &edges[first..last] {
                let arriving = shares[node].times(*share);
                let sum = arriving.and_then(|arriving| shares[*child].plus(arriving));
                shares[*child] = sum.ok_or(Stop::Limit(Limit::Fraction))?;
                nodes[*child].arrivals -= 1;
                if nodes[*child].arrivals == 0 {
                    ready.push(*child);
                }
            }
        }
        if met < nodes.len() {
            return Err(Stop::Limit(Limit::Recurs));
        }
        let is_outcome = |node: &Node<R::State>| node.edges.0 == node.edges.1;
        let outcomes = nodes.into_iter().zip(shares).filter(|(node, _)| is_outcome(node));
        let outcomes = outcomes.map(|(node, share)| (*node.state, share)).collect();
        Ok(Odds { outcomes, branches: u32::try_from(edges.len()).unwrap_or(u32::MAX), steps })
    }
}

/// A copy of a position, in a box that is free if there is one.
fn copy<S: Clone>(boxes: &mut Vec<Box<S>>, state: &S) -> Box<S> {
    match boxes.pop() {
        Some(mut free) => {
            (*free).clone_from(state);
            free
        }
        None => Box::new(state.clone()),
    }
}

/// Whether a position was met for the first time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum New {
    Yes,
    No,
}
