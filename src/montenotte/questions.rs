//! Asking without playing: alert zones, what a step costs and where a force can come to, fusing, supply, command.
//!
//! The answers come from the functions that judge the actions themselves, and carry their rules; nothing is changed. They
//! are about the position that is given: what is asked for one side is asked about what it may know. This game has no line
//! of sight; how far a force looks is its alert zone (N 2/3). Movement points and command points are counted in halves.
//!
//! ```
//! use grognard::chance::Seeded;
//! use grognard::montenotte::Montenotte;
//! use grognard::montenotte::questions::Pace;
//! use grognard::ruleset::Ruleset;
//! use grognard::setup::Setup;
//! use grognard::side::Side;
//!
//! let rules = Montenotte::open(&Setup::scenario("montenotte"))?;
//! let state = rules.begin(&mut Seeded::new(1796))?.state;
//! let ask = rules.questions(&state);
//! let force = rules.markers(Side::First).find(|marker| state.at(*marker).is_some()).ok_or("nobody is there")?;
//!
//! let reach = ask.reach(force, Pace::Whole)?;
//! for hex in &reach.hexes {
//!     println!("{}: {} half points [{}]", rules.map().grid.hex(hex.is.cell), hex.is.cost, hex.rules);
//! }
//! for limit in &reach.limits {
//!     println!("not from {}: {}", rules.map().grid.hex(limit.from), limit.refusal);
//! }
//! println!("alert within {:?} half points", ask.alert_zone(force)?.is.half_mp);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;

use serde::Serialize;

use super::Montenotte;
use super::command::Line;
use super::frame::{Acting, Frame};
use super::ids::{ChiefId, MarkerId, UnitNo};
use super::label::Label;
use super::play::No;
use super::roster::Kind;
use super::state::{Content, Mark, State, Status};
use super::why::Why;
use super::words::Nation;
use crate::answer::Answer;
use crate::hex::{Cell, Dir};
use crate::refusal::Refusal;
use crate::rule;
use crate::rule::{Cites, Rule};
use crate::side::Side;
use crate::tally::Tally;

/// Questions about a position; asked with [`Montenotte::questions`].
#[derive(Clone, Copy, Debug)]
pub struct Questions<'a> {
    rules: &'a Montenotte,
    s: &'a State,
}

/// With what capacity a force moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// With all of it: it is commanded, or has passed its test (N 9.1/2, N 9.1/4).
    Whole,
    /// With half of it: it is uncommanded, and has failed its test (N 8.3/2, N 9.1/3).
    Halved,
}

/// A force's alert zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AlertZone {
    /// How far it reaches, in half movement points; `None` if there is none.
    pub half_mp: Option<u8>,
    /// Its hexes, in the order of the map.
    pub cells: Vec<Cell>,
}

/// A hex that a force can come to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reached {
    /// The hex.
    pub cell: Cell,
    /// What the cheapest way costs, in half movement points. A minimum movement may cost more than there is.
    pub cost: u8,
    /// That way.
    pub way: Vec<Dir>,
}

/// A step that is not open, from a hex that can be reached to one that cannot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit {
    /// The hex from which it would be taken.
    pub from: Cell,
    /// The hexside.
    pub dir: Dir,
    /// The rule that forbids it.
    pub refusal: Refusal<Why>,
}

/// Where a force can come to by simple movement.
#[derive(Clone, PartialEq, Debug)]
pub struct Reach {
    /// The half movement points that there are, and the rules that give them.
    pub allowance: Answer<u8>,
    /// The hexes, the cheapest first, those of one cost in the order of the map. Where the force stands is not among them.
    pub hexes: Vec<Answer<Reached>>,
    /// What limits it: every step to a hex that it does not reach.
    pub limits: Vec<Limit>,
}

/// How a unit would be fed in the supply phase as it stands (N 13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feed {
    /// It is commanded and supplied.
    Supplied,
    /// It has been fed this turn.
    Fed,
    /// By a place that feeds its nation.
    Place,
    /// By the forage of its hex.
    Forage,
    /// By the wagons of this division.
    Wagons(UnitNo),
    /// By nothing but pillage, where it may pillage.
    Pillage,
    /// By nothing: it will be out of supply.
    Nothing,
}

/// What it costs a general-in-chief to command a force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Command {
    /// The cost in half command points; `None` if no orders get through at any cost.
    pub cost: Option<u8>,
    /// The half command points that he has left this turn.
    pub left: u8,
}

impl Montenotte {
    /// Asks about a position without playing.
    pub fn questions<'a>(&'a self, state: &'a State) -> Questions<'a> {
        Questions { rules: self, s: state }
    }
}

fn forbidden(no: No) -> Refusal<Why> {
    Refusal::Forbidden { rules: no.rules, why: no.why }
}

fn refused<T>(rule: Rule, why: Why) -> Result<T, Refusal<Why>> {
    Err(Refusal::Forbidden { rules: rule.into(), why })
}

impl Questions<'_> {
    /// Where a force stands that is its own head.
    fn place(&self, force: MarkerId, rule: Rule) -> Result<Cell, Refusal<Why>> {
        match self.s.at(force) {
            Some(at) => Ok(at),
            None => refused(rule, Why::NotThere(force)),
        }
    }

    // ------------------------------------------------------------------------------------------------ alert zones (2/3)

    /// The alert zone of a force: where it notices, and whom it can reconnoitre or react to (N 2/3).
    ///
    /// # Errors
    /// The marker is not on the map.
    pub fn alert_zone(&self, force: MarkerId) -> Result<Answer<AlertZone>, Refusal<Why>> {
        let at = self.place(force, rule!("N 2/3"))?;
        let Some(halves) = self.rules.alert_zone(self.s, force) else {
            let none = if self.s.content(force) == Content::Decoy { rule!("N 2/6") } else { rule!("N 13.4/12") };
            return Ok(Answer::new(AlertZone { half_mp: None, cells: Vec::new() }, [none, rule!("N 2/3")]));
        };
        let cells = self.rules.map.grid.cells().filter(|cell| self.rules.near(at, *cell, halves)).collect();
        Ok(Answer::new(AlertZone { half_mp: Some(halves), cells }, rule!("N 2/3")))
    }

    // -------------------------------------------------------------------------------------------------- movement (9.1)

    /// What a step from one hex to the next costs, part by part, whoever takes it (N table 1).
    ///
    /// # Errors
    /// There is no way (N 9.1/7).
    pub fn step(&self, from: Cell, dir: Dir) -> Result<Tally<Label>, Refusal<Why>> {
        if self.rules.cost(from, dir).is_none() {
            return refused(rule!("N 9.1/7"), Why::NoWay);
        }
        let whose = MarkerId::all().next().unwrap_or_default();
        Ok(self.rules.cost_parts(Label::Cost(whose), from, dir))
    }

    /// Where a force could come to by simple movement, were it to act now with this capacity, with the cost of each hex and
    /// the rule that bars each that it cannot come to. The force that acts now has what is left to it, whatever `pace` is.
    /// Reactions may stop it before.
    ///
    /// # Errors
    /// The marker is not on the map, or in another force.
    pub fn reach(&self, force: MarkerId, pace: Pace) -> Result<Reach, Refusal<Why>> {
        let (rules, s) = (self.rules, self.s);
        let start = self.place(force, rule!("N 9.1/7"))?;
        let acting = match s.agenda.top() {
            Some(Frame::Acting(acting)) if acting.marker == force => acting,
            _ => {
                let flags = if pace == Pace::Halved { Acting::HALF } else { 0 };
                let acting = Acting { marker: force, left: 0, rapid: 0, flags };
                Acting { left: rules.allowance(s, acting), ..acting }
            }
        };
        let allowance = Answer::new(acting.left, self.capacity_rules(force, acting));
        let mut reach = Reach { allowance, hexes: Vec::new(), limits: Vec::new() };
        let mut nodes = vec![Node { at: start, acting, before: None }];
        let mut queue = BTreeSet::from([(0u8, start, 0usize)]);
        let mut reached = vec![false; rules.map.grid.len()];
        let mut barred = Vec::new();
        while let Some((cost, at, place)) = queue.pop_first() {
            match reached.get_mut(at.index()) {
                Some(there) if !*there => *there = true,
                _ => continue,
            }
            let acting = nodes[place].acting;
            if place != 0 {
                let rule = if acting.is(Acting::MINIMUM) { rule!("N 9.2.4/1") } else { rule!("N 9.1/7") };
                reach.hexes.push(Answer::new(Reached { cell: at, cost, way: way(&nodes, place) }, rule));
            }
            for dir in Dir::ALL {
                match rules.judge_step_from(s, acting, at, dir) {
                    Ok(price) => {
                        let Some(to) = rules.map.grid.neighbour(at, dir) else { continue };
                        queue.insert((cost.saturating_add(price), to, nodes.len()));
                        let (acting, _) = Montenotte::stepped(acting, price);
                        nodes.push(Node { at: to, acting, before: Some((place, dir)) });
                    }
                    Err(no) => barred.push((at, dir, no)),
                }
            }
        }
        for (from, dir, no) in barred {
            let to = rules.map.grid.neighbour(from, dir);
            if to.is_none_or(|to| reached.get(to.index()) != Some(&true)) {
                reach.limits.push(Limit { from, dir, refusal: forbidden(no) });
            }
        }
        Ok(reach)
    }

    fn capacity_rules(&self, force: MarkerId, acting: Acting) -> Cites {
        let whose = match self.s.content(force) {
            Content::Decoy => rule!("N 9.1/6"),
            Content::Chief(_) if self.rules.units(self.s, force).next().is_none() => rule!("N 9.1/5"),
            _ => rule!("N 9.1/1"),
        };
        let rules = Cites::from(whose);
        if acting.is(Acting::HALF) {
            rules.and(rule!("N 8.3/2")).and(rule!("N 9.1/3"))
        } else {
            rules.and(rule!("N 9.1/2"))
        }
    }

    // ------------------------------------------------------------------------------------------- forces together (6.5.2)

    /// Whether a force could be taken into a general-in-chief's, which stands in the same hex (N 6.5.2). Any number of
    /// friends may stand in one hex (N 6.5.2/1).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn fuse(&self, marker: MarkerId, into: MarkerId) -> Result<Cites, Refusal<Why>> {
        let side = self.rules.side(marker);
        self.rules.judge_fuse(self.s, side, marker, into).map_err(forbidden)?;
        Ok(rule!("N 6.5.2/3").into())
    }

    /// Whether a force could enter the next hex, whatever it costs: who stands there may forbid it.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn enter(&self, force: MarkerId, dir: Dir) -> Result<Cites, Refusal<Why>> {
        self.rules.judge_entry(self.s, force, dir).map_err(forbidden)?;
        Ok(Cites::from([rule!("N 9.1/7"), rule!("N 6.5.2/1")]))
    }

    // ------------------------------------------------------------------------------------- supply (13) and command (6.1)

    /// How a unit would be fed in the supply phase, as everything stands now (N 13). Pillage is its owner's choice.
    ///
    /// # Errors
    /// The unit is not on the map.
    pub fn supply(&self, unit: UnitNo) -> Result<Answer<Feed>, Refusal<Why>> {
        let (rules, s) = (self.rules, self.s);
        let Some(marker) = s.marker_of(Content::Unit(unit)).filter(|_| s.sp(unit) > 0) else {
            return refused(rule!("N 13.1/1"), Why::Unknown);
        };
        let at = self.place(s.head(marker), rule!("N 13.1/1"))?;
        Ok(if s.status(marker) == Status::Supplied {
            Answer::new(Feed::Supplied, rule!("N 6.2/1"))
        } else if s.marked(Mark::Fed).has(marker) {
            Answer::new(Feed::Fed, rule!("N 13.1/1"))
        } else if let Some(rule) = rules.free_supply(s, unit, marker) {
            Answer::new(Feed::Place, rule)
        } else if rules.can_forage(s, unit, marker) {
            Answer::new(Feed::Forage, [rule!("N 13.3/1"), rules.forage(at).1])
        } else if let Some(by) = rules.wagons(s, unit, marker) {
            Answer::new(Feed::Wagons(by), if by == unit { rule!("N 13.2/2") } else { rule!("N 13.2/3") })
        } else if rules.may_pillage(s, s.head(marker)) {
            Answer::new(Feed::Pillage, rule!("N 13.4/1"))
        } else {
            Answer::new(Feed::Nothing, rule!("N 13.6/1"))
        })
    }

    /// Whether a general-in-chief's line of communication is valid (N 6.1/1, N 6.1/2).
    pub fn line(&self, chief: ChiefId) -> Answer<Line> {
        match self.rules.line(self.s, chief) {
            Line::Valid => Answer::new(Line::Valid, [rule!("N 6.1/1"), rule!("N 6.1/2")]),
            Line::Cut => Answer::new(Line::Cut, [rule!("N 6.1/6"), rule!("N 6.1/2")]),
        }
    }

    /// How far a hex is from the nearest supply hex of a nation along the cheapest way, in half movement points, whoever
    /// stands on it; `None` if there is no way.
    pub fn to_supply(&self, nation: Nation, cell: Cell) -> Answer<Option<u16>> {
        let found = self.rules.to_supply[nation as usize].get(cell.index()).copied();
        Answer::new(found.filter(|halves| *halves != super::movement::FAR), rule!("N 6.1/1"))
    }

    /// What it costs a general-in-chief to command a division, and what he has left (N 6.1/3 to N 6.1/5).
    ///
    /// # Errors
    /// He is not on the map, or no general-in-chief; the marker is no division under him, or not on the map.
    pub fn command(&self, chief: MarkerId, division: MarkerId) -> Result<Answer<Command>, Refusal<Why>> {
        let (rules, s) = (self.rules, self.s);
        let Content::Chief(id) = s.content(chief) else { return refused(rule!("N 6.1/3"), Why::NotChief(chief)) };
        let Content::Unit(unit) = s.content(division) else { return refused(rule!("N 6.1/3"), Why::Unknown) };
        let Kind::Division { chiefs, .. } = &rules.roster[unit].kind else {
            return refused(rule!("N 6.3/2"), Why::OtherArmy(division));
        };
        if !chiefs.contains(&id) {
            return refused(rule!("N 6.1/3"), Why::OtherArmy(division));
        }
        let from = self.place(chief, rule!("N 6.1/3"))?;
        let to = self.place(s.head(division), rule!("N 6.1/3"))?;
        let side: Side = rules.side(chief);
        let cost = rules.command_cost(s, side, from, to, u8::MAX);
        let rule = if from == to { rule!("N 6.1/5") } else { rule!("N 6.1/4") };
        Ok(Answer::new(Command { cost, left: rules.points_left(s, id) }, [rule, rule!("N 6.1/3")]))
    }
}

/// A hex on the way, with what is left there.
#[derive(Clone, Copy)]
struct Node {
    at: Cell,
    acting: Acting,
    before: Option<(usize, Dir)>,
}

fn way(nodes: &[Node], place: usize) -> Vec<Dir> {
    let mut way = Vec::new();
    let mut here = &nodes[place];
    while let Some((before, dir)) = here.before {
        way.push(dir);
        here = &nodes[before];
    }
    debug_assert_eq!(here.at, nodes[0].at);
    way.reverse();
    way
}
