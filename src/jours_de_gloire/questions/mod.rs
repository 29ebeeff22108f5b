//! Asking without playing: zones of control, lines of sight, stacking, command range, and where a unit could move.
//!
//! The answers come from the functions that judge the actions themselves, and carry their rules; nothing is changed. They
//! are about the position that is given. What is asked for one side is asked about a position that it may
//! [suppose](crate::doors::Doors::suppose), so that no answer gives away what it cannot see.
//!
//! ```
//! use grognard::jours_de_gloire::JoursDeGloire;
//! use grognard::jours_de_gloire::frame::{Gait, Party};
//! use grognard::jours_de_gloire::position::{Orders, Position};
//! use grognard::ruleset::Ruleset;
//! use grognard::setup::Setup;
//! use grognard::side::Side;
//!
//! let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
//! let state = Position::scenario(&rules).build()?;
//! let ask = rules.questions(&state);
//! let hussars = rules.roster().unit_named("O'Reilly/Nauendorff").ok_or("no such unit")?;
//! let here = state.at(hussars).ok_or("not on the map")?;
//!
//! // A zone of control, hexside by hexside.
//! for hex in ask.zone_of(hussars)? {
//!     println!("{}: {:?} [{}]", rules.map().grid.hex(hex.is.cell), hex.is.hold, hex.rules);
//! }
//!
//! // What can be seen, and what hides the rest.
//! let there = rules.map().grid.cell("1112".parse()?).ok_or("no such hex")?;
//! println!("{}", ask.tell_sight(&ask.sight(here, there)));
//!
//! // Where the hussars could go, if their formation were activated without orders.
//! let ask = ask.activated(hussars, Orders::Without)?;
//! let reach = ask.mover(hussars, Party::Alone, Gait::March)?.reach();
//! assert!(reach.hexes.iter().all(|hex| hex.cost <= reach.allowance.is));
//! for limit in &reach.limits {
//!     println!("not from {}: {}", rules.map().grid.hex(limit.from), rules.tell_refusal(&limit.refusal));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ride;

use std::borrow::Cow;

use serde::Serialize;

use super::play::No;
use super::position::{Orders, Position};
use super::sight::{Obstruction, Screen, Sight};
use super::state::{CommanderId, Mark, State};
use super::why::Why;
use super::{JoursDeGloire, orders, stacking, zones};
use crate::answer::Answer;
use crate::hex::Cell;
use crate::refusal::Refusal;
use crate::rule::Cites;
use crate::side::{Side, UnitId, UnitSet};

use super::frame::Step;

pub use ride::{Limit, Mover, Price, Reach, Reached, Strain};

/// Questions about a position; asked with [`JoursDeGloire::questions`].
#[derive(Clone, Debug)]
pub struct Questions<'a> {
    rules: &'a JoursDeGloire,
    state: Cow<'a, State>,
}

/// Whether a unit's zone of control covers a hex beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hold {
    /// It does.
    Covered,
    /// It does not.
    Free,
}

/// A hex beside a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Beside {
    /// The hex.
    pub cell: Cell,
    /// Whether the unit's zone of control covers it.
    pub hold: Hold,
}

/// A hex in the zone of control of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Held {
    /// The hex.
    pub cell: Cell,
    /// Whose zones of control cover it.
    pub by: UnitSet,
    /// Of those, the units that have it in their front.
    pub in_front_of: UnitSet,
}

/// Whether a commander's orders reach a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Influence {
    /// They do: a unit of the tactical group is within his range.
    Within,
    /// The group is too far from him.
    Beyond,
    /// He does not command: he is off the map, or whom he would succeed is still in command.
    None,
}

/// A commander and a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Command {
    /// The commander.
    pub commander: CommanderId,
    /// Whether his orders reach the unit.
    pub influence: Influence,
    /// How many hexes the nearest unit of its tactical group is from him; `None` if he or all of them are off the map.
    pub distance: Option<u8>,
    /// How far his orders reach, in hexes.
    pub range: u8,
}

impl JoursDeGloire {
    /// Asks about a position without playing.
    pub fn questions<'a>(&'a self, state: &'a State) -> Questions<'a> {
        Questions { rules: self, state: Cow::Borrowed(state) }
    }
}

fn forbidden(no: No) -> Refusal<Why> {
    Refusal::Forbidden { rules: no.rules, why: no.why }
}

impl<'a> Questions<'a> {
    /// Where a unit stands.
    fn place(&self, unit: UnitId, rule: super::Cite) -> Result<Cell, Refusal<Why>> {
        let refuse = |why| Refusal::Forbidden { rules: self.rules.cite(rule).into(), why };
        if !self.rules.knows(unit) {
            return Err(refuse(Why::Unknown));
        }
        self.state.at(unit).ok_or_else(|| refuse(Why::NotThere(unit)))
    }

    /// The position that is asked about.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The same questions as if the unit's formation had just been activated, with its order status, and stood at its
    /// movement step: what the present activation has done is forgotten.
    ///
    /// # Errors
    /// A unit that the roster does not have.
    pub fn activated(&self, unit: UnitId, orders: Orders) -> Result<Questions<'a>, Refusal<Why>> {
        let rules = self.rules;
        let formation = if rules.knows(unit) { rules.roster.formation(rules.units.formation(unit)) } else { None };
        let Some(formation) = formation else {
            let rules = rules.cite(super::activation::SEQUENCE).into();
            return Err(Refusal::Forbidden { rules, why: Why::Unknown });
        };
        let mut state = self.state.clone().into_owned();
        state.marks = [UnitSet::EMPTY; Mark::COUNT];
        state.combat = Default::default();
        let state = Position::from_state(rules, state).activate(&formation.name, orders, Step::Movement).unchecked();
        Ok(Questions { rules, state: Cow::Owned(state) })
    }

    // --------------------------------------------------------------------------------------------- zones of control (6.2)

    /// The hexes around a unit, and whether its zone of control covers each, with the rule (6.2).
    ///
    /// # Errors
    /// The unit is unknown, or not on the map.
    pub fn zone_of(&self, unit: UnitId) -> Result<Vec<Answer<Beside>>, Refusal<Why>> {
        let at = self.place(unit, zones::COVERS)?;
        let around = self.rules.map.grid.neighbours(at);
        Ok(around
            .map(|(_, cell)| match self.rules.no_zone(&self.state, unit, cell) {
                None => Answer::new(Beside { cell, hold: Hold::Covered }, self.rules.cite(zones::COVERS)),
                Some(none) => Answer::new(Beside { cell, hold: Hold::Free }, self.rules.cite(none)),
            })
            .collect())
    }

    /// Every hex that zones of control of a side cover, in the order of the map, and whose (6.2).
    pub fn zones_of(&self, side: Side) -> Vec<Answer<Held>> {
        let (rules, s) = (self.rules, &*self.state);
        let held = rules.map.grid.cells().filter_map(|cell| {
            let by = rules.zone_over(s, cell, side);
            let in_front_of = rules.front_zone_over(s, cell, side);
            (!by.is_empty()).then(|| Answer::new(Held { cell, by, in_front_of }, rules.cite(zones::COVERS)))
        });
        held.collect()
    }

    // ------------------------------------------------------------------------------------------------ line of sight (7.4)

    /// Whether one hex can be seen from another, and what hides it or nearly does (7.4).
    pub fn sight(&self, from: Cell, to: Cell) -> Answer<Sight> {
        self.looked(from, to, self.rules.sees(&self.state, from, to))
    }

    /// The same for artillery that fires: with the option of misguided fire, units between do not hide a higher target
    /// (R optional 7).
    pub fn sight_to_fire(&self, from: Cell, to: Cell) -> Answer<Sight> {
        self.looked(from, to, self.rules.sees_to_fire(&self.state, from, to))
    }

    fn looked(&self, from: Cell, to: Cell, sight: Sight) -> Answer<Sight> {
        let near = self.rules.map.grid.distance(from, to) <= 1;
        let line = self.rules.cite(if near { super::sight::ADJACENT } else { super::fire::LINE });
        match sight {
            Sight::Clear => Answer::new(sight, line),
            Sight::Past(by) | Sight::Blocked(by) => Answer::new(sight, by.rule),
        }
    }

    /// A line of sight in words.
    pub fn tell_sight(&self, sight: &Answer<Sight>) -> String {
        let rules = sight.rules;
        match sight.is {
            Sight::Clear => format!("clear [{rules}]"),
            Sight::Past(by) => format!("clear, past {} [{rules}]", self.told_obstruction(by)),
            Sight::Blocked(by) => format!("blocked by {} [{rules}]", self.told_obstruction(by)),
        }
    }

    fn told_obstruction(&self, by: Obstruction) -> String {
        let first = self.told_screen(by.screen);
        match by.other {
            Some(other) => format!("{first} and {}", self.told_screen(other)),
            None => first,
        }
    }

    fn told_screen(&self, screen: Screen) -> String {
        let grid = &self.rules.map.grid;
        match screen {
            Screen::Hill(cell) => format!("the height of {}", grid.hex(cell)),
            Screen::Cover(cell, terrain) => format!("the {terrain} in {}", grid.hex(cell)),
            Screen::Unit(cell, unit) => format!("{} in {}", self.rules.called(unit), grid.hex(cell)),
            Screen::Barrier(side, barrier) => {
                let [a, b] = grid.sides_of(side).map(|cell| grid.hex(cell).to_string());
                format!("the {barrier} between {a} and {b}")
            }
        }
    }

    // -------------------------------------------------------------------------------------------------- stacking (5.1)

    /// Whether these units could stand together in one hex, with the rule that allows it (5.1).
    ///
    /// # Errors
    /// The rule that forbids it, and a unit that is one too many; units that are unknown, or of both sides.
    pub fn stack(&self, units: UnitSet) -> Result<Cites, Refusal<Why>> {
        let (rules, s) = (self.rules, &*self.state);
        let refuse = |rule: super::Cite, why| Err(Refusal::Forbidden { rules: rules.cite(rule).into(), why });
        if units.first_where(|unit| !rules.knows(*unit)).is_some() {
            return refuse(stacking::PAIR, Why::Unknown);
        }
        let Some(unit) = units.lowest() else { return Ok(rules.cite(stacking::PAIR).into()) };
        let side = rules.side_of(unit);
        if let Some(enemy) = units.less(rules.units.side(side)).lowest() {
            return refuse(super::march::ENEMY, Why::Enemy { unit, enemy });
        }
        match rules.may_stack(s, units) {
            Ok(()) => Ok(rules.cite(rules.stacked_under(s, units)).into()),
            Err((rule, with)) => {
                let unit = units.less(with.only()).lowest().unwrap_or(unit);
                refuse(rule, Why::Stacking { unit, with })
            }
        }
    }

    /// Whether these units could come to a hex and stay with those who stand there (5.1).
    ///
    /// # Errors
    /// As [`stack`](Self::stack).
    pub fn join(&self, units: UnitSet, cell: Cell) -> Result<Cites, Refusal<Why>> {
        self.stack(self.state.units_at(cell).or(units))
    }

    // ------------------------------------------------------------------------------------------- command range (2.3, 2.6)

    /// Whether the orders of each commander of its side reach a unit's tactical group (2.3, 2.6; M 2.5.1).
    ///
    /// # Errors
    /// The unit is unknown, or not on the map.
    pub fn command(&self, unit: UnitId) -> Result<Vec<Answer<Command>>, Refusal<Why>> {
        self.place(unit, orders::RANGE)?;
        let (rules, s) = (self.rules, &*self.state);
        let side = rules.side_of(unit);
        let group = rules.group(s, unit);
        let reach = rules.in_reach(s, side, group);
        let of = |commander: CommanderId| {
            let range = rules.roster.commander(commander).map_or(0, |counter| counter.range);
            let post = rules.post(s, commander);
            let distance = post
                .and_then(|post| group.filter_map(|unit| s.at(unit)).map(|at| rules.map.grid.distance(post, at)).min());
            let (influence, rule) = if !rules.commands(s, commander) {
                let waits = post.is_some();
                (Influence::None, if waits { orders::NO_INFLUENCE } else { orders::LIMIT })
            } else if reach & 1 << commander.0 != 0 {
                (Influence::Within, orders::RANGE)
            } else {
                (Influence::Beyond, orders::RANGE)
            };
            let cites = if influence == Influence::None {
                rules.cite(rule).into()
            } else {
                rule.and(orders::RADIUS, rules.edition())
            };
            Answer::new(Command { commander, influence, distance, range }, cites)
        };
        Ok(rules.commanders_of(side).map(of).collect())
    }
}
