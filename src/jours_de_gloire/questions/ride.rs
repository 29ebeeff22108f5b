//! What a step would cost, and where a unit could come to (4).

use std::collections::BTreeSet;

use serde::Serialize;

use super::super::frame::{Frame, Gait, Halted, Moving, Party};
use super::super::label::Label;
use super::super::play::No;
use super::super::state::{Mark, State};
use super::super::victory::Onward;
use super::super::why::Why;
use super::super::{JoursDeGloire, march, zones};
use super::{Questions, forbidden};
use crate::answer::Answer;
use crate::hex::{Cell, Dir};
use crate::refusal::Refusal;
use crate::rule::Cites;
use crate::side::{UnitId, UnitSet};
use crate::tally::Tally;

/// A unit or stack that moves or could: asked what its steps cost and where it can come to.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'q> {
    rules: &'q JoursDeGloire,
    state: &'q State,
    units: UnitSet,
    moving: Moving,
    from: Cell,
}

/// What ground does to the order of those who enter it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strain {
    /// Nothing.
    None,
    /// It disorders them (4.3).
    Disorders,
}

/// What a step costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Price {
    /// The hex that it leads to.
    pub to: Cell,
    /// The cost, part by part, each with its rule and the source of its figure.
    pub cost: Tally<Label>,
    /// What the ground does to their order.
    pub strain: Strain,
    /// Whether the step ends the movement, and under which rules.
    pub halts: Answer<Halted>,
}

/// A hex that can be reached.
#[derive(Clone, PartialEq, Debug)]
pub struct Reached {
    /// The hex.
    pub cell: Cell,
    /// What the cheapest way there costs, in movement points.
    pub cost: u8,
    /// That way.
    pub way: Vec<Dir>,
    /// Whether the ground on that way disorders those who take it: what follows may then cost more than is said here.
    pub strain: Strain,
    /// Whether movement ends there, and under which rules.
    pub halts: Answer<Halted>,
    /// Whether the mover may stay there: if not, it may only pass through, and this says why.
    pub stays: Result<(), Refusal<Why>>,
}

/// A step that is not open, from a hex that can be reached to one that cannot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit {
    /// The hex from which it would be taken.
    pub from: Cell,
    /// The hexside.
    pub dir: Dir,
    /// Where it would lead; `None` off the map.
    pub to: Option<Cell>,
    /// The rule that forbids it.
    pub refusal: Refusal<Why>,
}

/// Where a unit or stack can come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Reach {
    /// The movement points that there are, and the rules that give them.
    pub allowance: Answer<u8>,
    /// The hexes, the cheapest first, those of one cost in the order of the map. Where it stands is not among them.
    pub hexes: Vec<Reached>,
    /// What limits it: every step to a hex that it does not reach.
    pub limits: Vec<Limit>,
}

impl Reach {
    /// A hex, if it can be reached.
    pub fn at(&self, cell: Cell) -> Option<&Reached> {
        self.hexes.iter().find(|hex| hex.cell == cell)
    }
}

impl Questions<'_> {
    /// A unit, or the stack that it is the first of, at the beginning of its movement.
    ///
    /// # Errors
    /// Why it may not move now: it is not activated (see [`activated`](Self::activated)), routed, has moved. A charge is
    /// declared on a target, and is no gait of a plain movement.
    pub fn mover(&self, unit: UnitId, party: Party, gait: Gait) -> Result<Mover<'_>, Refusal<Why>> {
        let (rules, state) = (self.rules, &*self.state);
        let (units, moving) = rules.would_move(state, unit, party, gait).map_err(forbidden)?;
        Ok(Mover { rules, state, units, moving, from: moving.start })
    }

    /// The unit or stack that is on the move now, with the points that are left to it; `None` if nobody is.
    pub fn on_the_move(&self) -> Option<Mover<'_>> {
        let (rules, state) = (self.rules, &*self.state);
        let Some(Frame::Moving(moving)) = state.agenda.top() else { return None };
        let lead = rules.lead(state, moving)?;
        let moving = Moving { unit: lead, ..moving };
        Some(Mover { rules, state, units: state.marked(Mark::Moving), moving, from: state.at(lead)? })
    }
}

impl Mover<'_> {
    /// Those who move together.
    pub fn units(&self) -> UnitSet {
        self.units
    }

    /// What a step from where they stand costs.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn step(&self, dir: Dir) -> Result<Price, Refusal<Why>> {
        let (rules, s) = (self.rules, self.state);
        // A way off the map is no step; where it is barred, the rule that bars it is the answer.
        if rules.exits(self.moving.unit, self.from, dir) == Onward::OffTheMap {
            rules.judge_exit(s, &self.moving).map_err(forbidden)?;
        }
        let stepped = rules.judge_step(s, self.units, &self.moving, self.from, dir).map_err(forbidden)?;
        if self.moving.gait == Gait::Charge {
            rules.judge_charge_step(s, self.units, &self.moving, self.from, stepped).map_err(forbidden)?;
        }
        let cost = rules.step_tally(s, self.units, &self.moving, self.from, dir, stepped);
        let halted = rules.halted_by(s, self.units, &self.moving, stepped);
        let strain = rules.step_strain(s, self.units, self.moving.unit, self.from, dir, stepped.rate);
        Ok(Price { to: stepped.to, cost, strain, halts: self.halts(halted) })
    }

    fn halts(&self, halted: Halted) -> Answer<Halted> {
        let rules = self.rules;
        match halted {
            Halted::No => Answer::new(halted, rules.cite(march::PATH)),
            Halted::ByZone => Answer::new(halted, zones::STOP.and(zones::COVERS, rules.edition())),
            Halted::ByStatus => Answer::new(halted, rules.cite(march::STATUS)),
        }
    }

    /// Every hex that they can come to, with its cost, and every step that is barred to them from there, with the rule.
    ///
    /// All is as they are now: ground that disorders them on the way, and reactions to a charge, come on top. Ways off the map, where the scenario has any, are not among them. A charge must also be able to strike its target.
    pub fn reach(&self) -> Reach {
        let (rules, s) = (self.rules, self.state);
        let all = self.moving.left;
        let pace: Cites = rules.cite(rules.pace(s, self.units, self.moving.gait)).into();
        let mut reach = Reach { allowance: Answer::new(all, pace), hexes: Vec::new(), limits: Vec::new() };
        // By cost, so that the first to come to a hex has come cheapest. Who came by fewer hexes at a higher cost may still
        // get further, where a rule counts hexes (squares).
        let mut queue = BTreeSet::from([(0u8, self.moving.hexes, self.from)]);
        let mut nodes: Vec<Node> =
            vec![Node { at: self.from, moving: self.moving, strain: Strain::None, before: None }];
        let mut of = std::collections::BTreeMap::from([((self.moving.hexes, self.from), 0usize)]);
        let mut fewest = vec![u8::MAX; rules.map.grid.len()];
        let mut barred: Vec<(Cell, Dir, Option<Cell>, No)> = Vec::new();
        while let Some((cost, hexes, at)) = queue.pop_first() {
            let Some(&place) = of.get(&(hexes, at)) else { continue };
            let Some(least) = fewest.get_mut(at.index()) else { continue };
            if *least <= hexes {
                continue;
            }
            let first = *least == u8::MAX;
            *least = hexes;
            let moving = nodes[place].moving;
            if first && place != 0 {
                reach.hexes.push(self.reached(&nodes, place, cost));
            }
            for dir in Dir::ALL {
                if rules.exits(moving.unit, at, dir) == Onward::OffTheMap {
                    continue;
                }
                let stepped = rules.judge_step(s, self.units, &moving, at, dir).and_then(|stepped| {
                    if moving.gait == Gait::Charge {
                        rules.judge_charge_step(s, self.units, &moving, at, stepped)?;
                    }
                    Ok(stepped)
                });
                let stepped = match stepped {
                    Ok(stepped) => stepped,
                    Err(no) => {
                        barred.push((at, dir, rules.map.grid.neighbour(at, dir), no));
                        continue;
                    }
                };
                let on = Moving {
                    left: moving.left - stepped.cost,
                    hexes: moving.hexes.saturating_add(1),
                    halted: rules.halted_by(s, self.units, &moving, stepped),
                    ..moving
                };
                let key = (on.hexes, stepped.to);
                let spent = all - on.left;
                match of.get(&key) {
                    Some(&known) if all - nodes[known].moving.left <= spent => continue,
                    Some(&known) => {
                        queue.remove(&(all - nodes[known].moving.left, on.hexes, stepped.to));
                    }
                    None => {}
                }
                let strain = match nodes[place].strain {
                    Strain::None => rules.step_strain(s, self.units, moving.unit, at, dir, stepped.rate),
                    strain => strain,
                };
                of.insert(key, nodes.len());
                nodes.push(Node { at: stepped.to, moving: on, strain, before: Some((place, dir)) });
                queue.insert((spent, on.hexes, stepped.to));
            }
        }
        let reached = |cell: &Cell| fewest.get(cell.index()).is_some_and(|hexes| *hexes != u8::MAX);
        for (from, dir, to, no) in barred {
            let told = reach.limits.iter().any(|limit| limit.from == from && limit.dir == dir);
            if !told && !to.as_ref().is_some_and(reached) {
                reach.limits.push(Limit { from, dir, to, refusal: forbidden(no) });
            }
        }
        reach
    }

    fn reached(&self, nodes: &[Node], place: usize, cost: u8) -> Reached {
        let mut way = Vec::new();
        let mut here = &nodes[place];
        while let Some((before, dir)) = here.before {
            way.push(dir);
            here = &nodes[before];
        }
        way.reverse();
        let Node { at, moving, strain, .. } = nodes[place];
        let stays = self.rules.judge_end(self.state, self.units, moving.unit, at).map_err(forbidden);
        Reached { cell: at, cost, way, strain, halts: self.halts(moving.halted), stays }
    }
}

/// A hex on the way, with what is left there.
#[derive(Clone, Copy)]
struct Node {
    at: Cell,
    moving: Moving,
    strain: Strain,
    before: Option<(usize, Dir)>,
}
