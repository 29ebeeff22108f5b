//! A bare field for tests of Jours de Gloire: clear ground, and whatever a test puts on it.
#![allow(dead_code)]

#[path = "plain.rs"]
mod plain;

use grognard::chance::Scripted;
use grognard::figures::Source;
use grognard::hex::{Cell, Dir, Edge, Vertex};
use grognard::journal::Account;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Arm, Barrier, Terrain};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::map::Map;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::roster::{Reach, Roster, Unit, Values, Weight};
use grognard::jours_de_gloire::scenario::{Formed, Light};
use grognard::jours_de_gloire::state::{Mark, Order, State};
use grognard::jours_de_gloire::why::Why;
use grognard::jours_de_gloire::{JoursDeGloire, assemble};
use grognard::refusal::{Refusal, Stop};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};
use plain::Place;

/// What a unit of the field is.
#[derive(Clone, Copy)]
pub struct Kind {
    pub arm: Arm,
    pub weight: Weight,
    pub strength: u8,
    pub cohesion: u8,
    /// Effective and maximum range.
    pub reach: (u8, u8),
}

/// A battery of 4 points that reaches 3 hexes well and 6 at all.
pub const GUN: Kind = Kind { arm: Arm::Artillery, weight: Weight::Foot, strength: 4, cohesion: 5, reach: (3, 6) };
/// Line infantry of 6 points and cohesion 6.
pub const FOOT: Kind = Kind { arm: Arm::Infantry, weight: Weight::Line, strength: 6, cohesion: 6, reach: (0, 0) };
/// Light cavalry.
pub const HORSE: Kind = Kind { arm: Arm::Cavalry, weight: Weight::Light, strength: 3, cohesion: 6, reach: (0, 0) };

/// A field in the making. Odd columns lie lower; 20 columns, 16 rows.
pub struct Field {
    pub map: Map,
    pub light: Light,
    edition: Edition,
    roster: Roster,
    places: Vec<Place>,
    marks: Vec<(UnitId, Mark)>,
    setup: Setup,
}

pub type Journal = Account<Event, Label>;

impl Field {
    pub fn new(edition: Edition) -> Self {
        let roster = plain::roster(["French", "Austrian"]);
        Self {
            map: plain::map(),
            light: Light::Day,
            edition,
            roster,
            places: Vec::new(),
            marks: Vec::new(),
            setup: Setup::default(),
        }
    }

    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// The number of a rule in this edition's book: `pick("R 7.2/2", "M 7.2/3")`.
    pub fn pick<T>(&self, rivoli: T, montebello: T) -> T {
        match self.edition {
            Edition::Rivoli => rivoli,
            Edition::Montebello => montebello,
        }
    }

    /// A rule that both books number alike: `rule("7.4/1")`.
    pub fn rule(&self, number: &str) -> String {
        format!("{} {number}", self.pick('R', 'M'))
    }

    pub fn cell(&self, hex: &str) -> Cell {
        plain::cell(&self.map, hex)
    }

    pub fn ruling(&mut self, id: &str, reading: &str) {
        self.setup = std::mem::take(&mut self.setup).ruling(id, reading);
    }

    pub fn option(&mut self, name: &str) {
        self.setup = std::mem::take(&mut self.setup).option(name);
    }

    /// Puts a new unit of a formation (`A` to `D`) beneath those in a hex.
    pub fn unit(&mut self, formation: &str, kind: Kind, hex: &str, facing: Vertex) -> UnitId {
        let Kind { arm, weight, strength, cohesion, reach: (effective, maximum) } = kind;
        let values = Values { strength, cohesion, engagement: 5, movement: 5 };
        let name = self.roster.units.len().to_string();
        let unit = plain::enlist(&mut self.roster, formation, |formation| Unit {
            name,
            formation,
            arm,
            weight,
            good: values,
            disordered: values,
            reach: Reach { effective, maximum },
            source: Source::Printed,
        });
        let unit_name = self.name(unit);
        self.places.push(Place { unit: unit_name, hex: hex.into(), facing, order: Order::Good, formed: Formed::No });
        unit
    }

    pub fn gun(&mut self, formation: &str, hex: &str, facing: Vertex) -> UnitId {
        self.unit(formation, GUN, hex, facing)
    }

    pub fn foot(&mut self, formation: &str, hex: &str, facing: Vertex) -> UnitId {
        self.unit(formation, FOOT, hex, facing)
    }

    pub fn order(&mut self, unit: UnitId, order: Order) {
        self.places[unit.index()].order = order;
    }

    pub fn turn(&mut self, unit: UnitId, facing: Vertex) {
        self.places[unit.index()].facing = facing;
    }

    pub fn square(&mut self, unit: UnitId) {
        self.places[unit.index()].formed = Formed::InSquare;
    }

    pub fn mark(&mut self, unit: UnitId, mark: Mark) {
        self.marks.push((unit, mark));
    }

    pub fn terrain(&mut self, hex: &str, terrain: Terrain) {
        plain::terrain(&mut self.map, hex, terrain);
    }

    pub fn level(&mut self, hex: &str, level: i8) {
        plain::level(&mut self.map, hex, level);
    }

    /// Draws a barrier along the hexside between two hexes; a work has the second inside.
    pub fn barrier(&mut self, outer: &str, inner: &str, barrier: Barrier) {
        plain::barrier(&mut self.map, outer, inner, barrier);
    }

    pub fn open(&self) -> JoursDeGloire {
        let scenario = plain::scenario(self.edition, vec![self.light; 3], [Edge::West, Edge::East]);
        assemble(self.map.clone(), self.roster.clone(), scenario, &self.setup).unwrap()
    }

    pub fn name(&self, unit: UnitId) -> String {
        self.roster.unit_name(unit)
    }

    /// The field with formation `A` active, orders received, at this step.
    pub fn at(self, step: Step) -> Game {
        self.active(step, Orders::Received)
    }

    /// The same without orders.
    pub fn without_orders(self, step: Step) -> Game {
        self.active(step, Orders::Without)
    }

    fn active(self, step: Step, orders: Orders) -> Game {
        let rules = self.open();
        let mut position = Position::empty(&rules);
        for (i, place) in self.places.iter().enumerate() {
            let name = self.name(UnitId::new(i).unwrap());
            position = position.place(&name, &place.hex, place.facing).order(&name, place.order);
            position = position.formed(&name, place.formed);
        }
        position = position.activate("A", orders, step);
        for (unit, mark) in &self.marks {
            position = position.mark(&self.name(*unit), *mark);
        }
        let state = position.build().unwrap();
        Game { rules, state, field: self }
    }

    pub fn ready(self) -> Game {
        self.at(Step::Fire)
    }
}

/// A game on a field.
pub struct Game {
    pub rules: JoursDeGloire,
    pub state: State,
    pub field: Field,
}

impl Game {
    pub fn cell(&self, hex: &str) -> Cell {
        self.field.cell(hex)
    }

    /// Whose answer is due.
    pub fn asked(&self) -> Option<Side> {
        self.rules.waiting(&self.state).sides().next()
    }

    /// The frame that asks.
    pub fn frame(&self) -> Frame {
        let side = self.asked().unwrap();
        self.rules.waiting(&self.state).of(side).unwrap().frame
    }

    /// The asked side acts; the state goes on. Dice that are not used do not matter.
    pub fn act(&mut self, action: Action, dice: &[u8]) -> Result<Journal, Stop<Why>> {
        let by = self.asked().unwrap();
        let mut chance = Scripted::d10(dice.iter().copied());
        let outcome = self.rules.apply(&self.state, by, &action, &mut chance)?;
        assert_eq!(self.rules.fold(&self.state, outcome.journal.events()), outcome.state);
        let listed = self.rules.legal_actions(&self.state, by);
        assert!(listed.contains(&action), "{action:?} is accepted and not listed");
        self.state = outcome.state;
        Ok(outcome.journal)
    }

    /// The refusal of an action of the asked side.
    pub fn refusal(&self, action: Action) -> Stop<Why> {
        let by = self.asked().unwrap();
        let listed = self.rules.legal_actions(&self.state, by);
        assert!(!listed.contains(&action), "{action:?} is listed");
        self.rules.check(&self.state, by, &action).unwrap_err()
    }

    /// The same with its reason.
    pub fn why(&self, action: Action) -> (Why, Stop<Why>) {
        let stop = self.refusal(action);
        match stop.refusal() {
            Some(Refusal::Forbidden { why, .. }) => (*why, stop),
            _ => panic!("{stop}"),
        }
    }

    pub fn legal(&self) -> Vec<Action> {
        let actions = self.rules.legal_actions(&self.state, self.asked().unwrap());
        let mut once = actions.clone();
        once.dedup();
        assert_eq!(once, actions, "actions are listed once");
        for action in &actions {
            let checked = self.rules.check(&self.state, self.asked().unwrap(), action);
            assert!(checked.is_ok(), "{action:?} is listed and refused: {checked:?}");
        }
        actions
    }

    pub fn marked(&self, mark: Mark, unit: UnitId) -> bool {
        self.state.marked(mark).has(unit)
    }

    pub fn copy(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            state: self.state.clone(),
            field: Field { places: Vec::new(), ..self.field.twin() },
        }
    }
}

impl Field {
    fn twin(&self) -> Self {
        Self {
            map: self.map.clone(),
            light: self.light,
            edition: self.edition,
            roster: self.roster.clone(),
            places: Vec::new(),
            marks: Vec::new(),
            setup: self.setup.clone(),
        }
    }
}

/// The way from one hex to the next.
pub fn step(dir: Dir) -> Action {
    Action::Step { dir }
}
