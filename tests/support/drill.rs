//! A drill ground for tests of movement and shock in both editions: clear ground, four small formations whose numbers a
//! test sets, and a game that is played action by action.
//!
//! Rules are named for both books at once: `["R 4.4/4", "M 4.4.1/5"]`. Those of the edition at play count, the others are
//! passed over.
#![allow(dead_code)]

use std::collections::BTreeSet;

#[path = "plain.rs"]
mod plain;

use grognard::chance::Scripted;
use grognard::figures::Source;
use grognard::hex::{Cell, Dir, Edge, Vertex};
use grognard::journal::{Account, Journal as _};
use grognard::jours_de_gloire::action::{Action, Aim, Evasion};
use grognard::jours_de_gloire::charts::{Arm, Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::map::Map;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::roster::{Commander, Reach, Roster, Unit, Values, Weight};
use grognard::jours_de_gloire::scenario::{Arrival, Choice, Formed, Light, Scenario, Specific};
use grognard::jours_de_gloire::state::{CommanderId, Mark, Order, State};
use grognard::jours_de_gloire::why::Why;
use grognard::jours_de_gloire::{JoursDeGloire, assemble};
use grognard::refusal::Stop;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};

use super::support;
use plain::Place;

/// What happened.
pub type Journal = Account<Event, Label>;

/// Plays a test under both editions.
#[track_caller]
pub fn both(test: impl Fn(Edition)) {
    for edition in Edition::ALL {
        test(edition);
    }
}

/// The rules of this edition's book among those named.
fn ours<'a>(edition: Edition, rules: &[&'a str]) -> Vec<&'a str> {
    let letter = match edition {
        Edition::Rivoli => "R ",
        Edition::Montebello => "M ",
    };
    rules.iter().copied().filter(|rule| rule.starts_with(letter)).collect()
}

/// A ground in the making. Odd columns lie lower; 20 columns, 16 rows.
pub struct Drill {
    pub map: Map,
    pub edition: Edition,
    pub light: Light,
    pub specific: Specific,
    pub setup: Setup,
    roster: Roster,
    posts: Vec<(CommanderId, Cell, Choice)>,
    places: Vec<Place>,
    marks: Vec<(UnitId, Mark)>,
    arrivals: Vec<Arrival>,
}

impl Drill {
    pub fn new(edition: Edition) -> Self {
        let roster = plain::roster(["French", "Austrian"]);
        Self {
            map: plain::map(),
            edition,
            light: Light::Day,
            specific: Specific::default(),
            setup: Setup::default(),
            roster,
            posts: Vec::new(),
            places: Vec::new(),
            marks: Vec::new(),
            arrivals: Vec::new(),
        }
    }

    pub fn rivoli(&self) -> bool {
        self.edition == Edition::Rivoli
    }

    pub fn cell(&self, hex: &str) -> Cell {
        plain::cell(&self.map, hex)
    }

    fn unit(&mut self, formation: &str, arm: Arm, weight: Weight, values: Values, hex: &str, facing: Vertex) -> UnitId {
        let gun = arm == Arm::Artillery;
        let name = self.roster.units.len().to_string();
        let unit = plain::enlist(&mut self.roster, formation, |formation| Unit {
            name,
            formation,
            arm,
            weight,
            good: values,
            disordered: values,
            reach: if gun { Reach { effective: 3, maximum: 6 } } else { Reach::default() },
            source: Source::Printed,
        });
        let unit_name = self.name(unit);
        self.places.push(Place { unit: unit_name, hex: hex.into(), facing, order: Order::Good, formed: Formed::No });
        unit
    }

    /// Line infantry: strength 4, cohesion 5, engagement 5, 4 points. Beneath those in the hex.
    pub fn foot(&mut self, formation: &str, hex: &str, facing: Vertex) -> UnitId {
        let values = Values { strength: 4, cohesion: 5, engagement: 5, movement: 4 };
        self.unit(formation, Arm::Infantry, Weight::Line, values, hex, facing)
    }

    /// Light cavalry: strength 4, cohesion 5, engagement 5, 8 points.
    pub fn horse(&mut self, formation: &str, hex: &str, facing: Vertex) -> UnitId {
        let values = Values { strength: 4, cohesion: 5, engagement: 5, movement: 8 };
        self.unit(formation, Arm::Cavalry, Weight::Light, values, hex, facing)
    }

    /// Heavy cavalry, else the same.
    pub fn heavy(&mut self, formation: &str, hex: &str, facing: Vertex) -> UnitId {
        let unit = self.horse(formation, hex, facing);
        self.weigh(unit);
        unit
    }

    /// Makes cavalry heavy.
    pub fn weigh(&mut self, unit: UnitId) {
        self.roster.units[unit.index()].weight = Weight::Heavy;
    }

    /// A battery of 4 points, cohesion 5, 5 points of movement.
    pub fn gun(&mut self, formation: &str, hex: &str, facing: Vertex) -> UnitId {
        let values = Values { strength: 4, cohesion: 5, engagement: 0, movement: 5 };
        self.unit(formation, Arm::Artillery, Weight::Foot, values, hex, facing)
    }

    /// Changes both faces of a counter.
    pub fn set(&mut self, unit: UnitId, change: impl Fn(&mut Values)) {
        let counter = &mut self.roster.units[unit.index()];
        change(&mut counter.good);
        change(&mut counter.disordered);
    }

    pub fn strength(&mut self, unit: UnitId, strength: u8) {
        self.set(unit, |values| values.strength = strength);
    }

    /// Strength in good order and in disorder.
    pub fn faces(&mut self, unit: UnitId, good: u8, disordered: u8) {
        let counter = &mut self.roster.units[unit.index()];
        (counter.good.strength, counter.disordered.strength) = (good, disordered);
    }

    pub fn cohesion(&mut self, unit: UnitId, cohesion: u8) {
        self.set(unit, |values| values.cohesion = cohesion);
    }

    pub fn engagement(&mut self, unit: UnitId, engagement: u8) {
        self.set(unit, |values| values.engagement = engagement);
    }

    pub fn points(&mut self, unit: UnitId, movement: u8) {
        self.set(unit, |values| values.movement = movement);
    }

    pub fn order(&mut self, unit: UnitId, order: Order) {
        self.places[unit.index()].order = order;
    }

    pub fn disordered(&mut self, unit: UnitId) {
        self.order(unit, Order::Disordered);
    }

    /// Two others, face to face elsewhere, so that the step of the activation has something to decide.
    pub fn others(&mut self) -> (UnitId, UnitId) {
        (self.foot("A", "1505", Vertex::E), self.foot("D", "1605", Vertex::W))
    }

    /// Marks a unit as in the middle of an activation.
    pub fn mark(&mut self, unit: UnitId, mark: Mark) {
        self.marks.push((unit, mark));
    }

    pub fn square(&mut self, unit: UnitId) {
        self.places[unit.index()].formed = Formed::InSquare;
    }

    pub fn commander(&mut self, side: Side, hex: &str) -> CommanderId {
        let id = CommanderId(self.roster.commanders.len() as u8);
        let name = format!("commander {}", id.0);
        let source = Source::Printed;
        self.roster.commanders.push(Commander { name, side, modifier: 0, orders: 1, range: 5, source });
        self.posts.push((id, self.cell(hex), Choice::Here));
        id
    }

    /// A unit of this formation that is yet to enter by a hex, in the second turn. The last of the units.
    pub fn awaits(&mut self, formation: &str, hex: &str) -> UnitId {
        let unit = self.foot(formation, hex, Vertex::E);
        self.places.pop();
        let cell = self.cell(hex);
        let formations = vec![self.roster.units[unit.index()].formation];
        self.arrivals.push(Arrival { turn: 2, units: unit.only(), commanders: Vec::new(), cell, formations });
        unit
    }

    pub fn terrain(&mut self, hex: &str, terrain: Terrain) {
        plain::terrain(&mut self.map, hex, terrain);
    }

    pub fn level(&mut self, hex: &str, level: i8) {
        plain::level(&mut self.map, hex, level);
    }

    /// Draws a barrier along the hexside between two hexes; the second is higher, or inside the work.
    pub fn barrier(&mut self, outer: &str, inner: &str, barrier: Barrier) {
        plain::barrier(&mut self.map, outer, inner, barrier);
    }

    pub fn crossing(&mut self, a: &str, b: &str, crossing: Crossing) {
        plain::crossing(&mut self.map, a, b, crossing);
    }

    pub fn impassable(&mut self, a: &str, b: &str) {
        plain::impassable(&mut self.map, a, b);
    }

    /// Draws a road or track through these hexes.
    pub fn way(&mut self, way: Way, hexes: &[&str]) {
        plain::way(&mut self.map, way, hexes);
    }

    /// Gives a unit another name.
    pub fn call(&mut self, unit: UnitId, name: &str) {
        self.roster.units[unit.index()].name = name.into();
    }

    pub fn name(&self, unit: UnitId) -> String {
        self.roster.unit_name(unit)
    }

    /// The ground with this formation active at this step.
    pub fn begin(self, formation: &str, orders: Orders, step: Step) -> Game {
        let scenario = plain::scenario(self.edition, vec![self.light; 3], [Edge::West, Edge::East]);
        let scenario = Scenario {
            specific: self.specific.clone(),
            posts: self.posts.clone(),
            arrivals: self.arrivals.clone(),
            ..scenario
        };
        let rules = assemble(self.map.clone(), self.roster.clone(), scenario, &self.setup).unwrap();
        let mut position = Position::scenario(&rules);
        for (i, place) in self.places.iter().enumerate() {
            let name = self.name(UnitId::new(i).unwrap());
            position = position.place(&name, &place.hex, place.facing).order(&name, place.order);
            position = position.formed(&name, place.formed);
        }
        position = position.activate(formation, orders, step);
        for (unit, mark) in &self.marks {
            position = position.mark(&self.name(*unit), *mark);
        }
        let state = position.build().unwrap();
        Game { rules, state, drill: self, log: Account::new() }
    }

    /// Formation `A` with orders, at the movement step.
    pub fn ready(self) -> Game {
        self.begin("A", Orders::Received, Step::Movement)
    }

    /// Formation `A` with orders, as shocks are announced.
    pub fn attack(self) -> Game {
        self.begin("A", Orders::Received, Step::Declaration)
    }

    /// Formation `A` without orders, as shocks are announced.
    pub fn attack_without_orders(self) -> Game {
        self.begin("A", Orders::Without, Step::Declaration)
    }
}

/// A game on the ground.
pub struct Game {
    pub rules: JoursDeGloire,
    pub state: State,
    pub drill: Drill,
    /// All that happened since the last look at it.
    pub log: Journal,
}

impl Game {
    pub fn rivoli(&self) -> bool {
        self.drill.rivoli()
    }

    pub fn cell(&self, hex: &str) -> Cell {
        self.drill.cell(hex)
    }

    pub fn at(&self, unit: UnitId) -> String {
        self.state.at(unit).map_or_else(|| "off".into(), |cell| self.drill.map.grid.hex(cell).to_string())
    }

    pub fn order(&self, unit: UnitId) -> Order {
        self.state.order(unit)
    }

    pub fn asked(&self) -> Option<Side> {
        self.rules.waiting(&self.state).sides().next()
    }

    /// The frame that asks, if anybody is asked.
    pub fn frame_if_any(&self) -> Option<Frame> {
        self.asked().map(|_| self.frame())
    }

    /// The frame that asks.
    pub fn frame(&self) -> Frame {
        let side = self.asked().expect("nobody is asked");
        self.rules.waiting(&self.state).of(side).unwrap().frame
    }

    /// The rule under which it is asked.
    pub fn rule(&self) -> String {
        let side = self.asked().expect("nobody is asked");
        self.rules.waiting(&self.state).of(side).unwrap().rule.to_string()
    }

    /// The asked side acts: the action is listed and accepted, and the dice are used up.
    #[track_caller]
    pub fn act(&mut self, action: Action, dice: &[u8]) -> Journal {
        let by = self.asked().expect("nobody is asked");
        let mut chance = Scripted::d10(dice.iter().copied());
        let outcome = match self.rules.apply(&self.state, by, &action, &mut chance) {
            Ok(outcome) => outcome,
            Err(stop) => panic!("{action:?}: {stop}; asked is {:?}; legal: {:?}", self.frame(), self.legal()),
        };
        assert_eq!(chance.left(), 0, "dice are left after {action:?}");
        assert_eq!(self.rules.fold(&self.state, outcome.journal.events()), outcome.state);
        assert!(self.legal().contains(&action), "{action:?} is accepted and not listed");
        self.state = outcome.state;
        for entry in outcome.journal.entries() {
            self.log.take(entry.clone());
        }
        outcome.journal
    }

    /// Acts, and proves these rules by what happened.
    #[track_caller]
    pub fn prove(&mut self, rules: &[&str], action: Action, dice: &[u8]) -> Journal {
        let journal = self.act(action, dice);
        self.proves(rules, &journal);
        journal
    }

    /// The journal cites these rules of the edition.
    #[track_caller]
    pub fn proves(&self, rules: &[&str], journal: &Journal) {
        let rules = ours(self.drill.edition, rules);
        if !rules.is_empty() {
            support::proves(&rules, journal);
        }
    }

    /// What happened since the last look cites these rules; the log starts anew.
    #[track_caller]
    pub fn showed(&mut self, rules: &[&str]) {
        let log = std::mem::take(&mut self.log);
        self.proves(rules, &log);
    }

    /// The action is refused under these rules, and not listed.
    #[track_caller]
    pub fn refused(&self, rules: &[&str], action: Action) {
        let stop = self.refusal(action);
        let rules = ours(self.drill.edition, rules);
        if !rules.is_empty() {
            support::refused(&rules, &stop);
        }
    }

    #[track_caller]
    pub fn refusal(&self, action: Action) -> Stop<Why> {
        let by = self.asked().expect("nobody is asked");
        assert!(!self.legal().contains(&action), "{action:?} is listed at {:?}", self.frame());
        self.rules.check(&self.state, by, &action).expect_err("accepted")
    }

    pub fn legal(&self) -> Vec<Action> {
        self.rules.legal_actions(&self.state, self.asked().expect("nobody is asked"))
    }

    #[track_caller]
    pub fn offers(&self, action: Action) -> bool {
        let by = self.asked().expect("nobody is asked");
        let offers = self.legal().contains(&action);
        assert_eq!(offers, self.rules.check(&self.state, by, &action).is_ok());
        offers
    }

    /// The direction of a neighbouring hex.
    #[track_caller]
    pub fn dir(&self, from: &str, to: &str) -> Dir {
        let dir = self.drill.map.grid.direction(self.cell(from), self.cell(to));
        dir.unwrap_or_else(|| panic!("{from} and {to} are not adjacent"))
    }

    fn leader(&self) -> UnitId {
        match self.frame() {
            Frame::Moving(moving) => moving.unit,
            Frame::Withdrawal(withdrawal) => withdrawal.unit,
            frame => panic!("nobody is on the way: {frame:?}"),
        }
    }

    /// The step of those who are on the way into this hex.
    #[track_caller]
    pub fn step(&self, to: &str) -> Action {
        Action::Step { dir: self.dir(&self.at(self.leader()), to) }
    }

    /// Those who are on the way go through these hexes.
    #[track_caller]
    pub fn go(&mut self, hexes: &[&str]) -> Journal {
        let mut last = Account::new();
        for hex in hexes {
            last = self.act(self.step(hex), &[]);
        }
        last
    }

    /// A unit begins to march by itself and goes through these hexes.
    #[track_caller]
    pub fn march(&mut self, unit: UnitId, hexes: &[&str]) -> Journal {
        self.act(march(unit), &[]);
        self.go(hexes)
    }

    /// The same, and it halts, facing there.
    #[track_caller]
    pub fn move_to(&mut self, unit: UnitId, hexes: &[&str], facing: Vertex) -> Journal {
        self.march(unit, hexes);
        self.act(Action::Halt { facing }, &[])
    }

    /// What the last step of a journal cost.
    #[track_caller]
    pub fn cost(journal: &Journal) -> i16 {
        let costs = journal.tallies().filter(|tally| matches!(tally.what(), Label::Cost(_)));
        costs.last().expect("nothing was paid").total()
    }

    /// Points left to those who move.
    #[track_caller]
    pub fn left(&self) -> u8 {
        match self.frame() {
            Frame::Moving(moving) => moving.left,
            frame => panic!("nobody moves: {frame:?}"),
        }
    }

    /// The modifiers of the last tally of a journal that `of` picks, by label.
    #[track_caller]
    pub fn modifiers(journal: &Journal, of: impl Fn(Label) -> bool) -> Vec<(Label, i8)> {
        let tally = journal.tallies().filter(|tally| of(tally.what())).last().expect("no such tally");
        tally.modifiers().map(|modifier| (modifier.label, modifier.value)).collect()
    }

    /// The modifiers of the last shock.
    #[track_caller]
    pub fn shock(journal: &Journal) -> Vec<(Label, i8)> {
        let fight = |label| matches!(label, Label::Shock(_) | Label::Charge(_) | Label::PursuitCharge(_));
        Self::modifiers(journal, fight)
    }

    /// The hexes on offer for those who are on the way.
    pub fn ways(&self) -> BTreeSet<String> {
        let here = self.state.at(self.leader()).unwrap();
        let grid = &self.drill.map.grid;
        let to = |action| match action {
            Action::Step { dir } => grid.neighbour(here, dir).map(|cell| grid.hex(cell).to_string()),
            _ => None,
        };
        self.legal().into_iter().filter_map(to).collect()
    }

    /// The modifiers of the combat that this action brings, whatever the dice; it happens and goes into the log.
    #[track_caller]
    pub fn first_roll(&mut self, action: Action) -> Vec<(Label, i8)> {
        let by = self.asked().expect("nobody is asked");
        // A high roll, tests that pass: the shortest end. Dice that are not used do not matter.
        let mut chance = Scripted::d10([9, 0, 0, 0, 0, 0, 0, 0]);
        let outcome = self.rules.apply(&self.state, by, &action, &mut chance);
        let outcome = outcome.unwrap_or_else(|stop| panic!("{action:?}: {stop}"));
        self.state = outcome.state;
        for entry in outcome.journal.entries() {
            self.log.take(entry.clone());
        }
        Self::shock(&outcome.journal)
    }

    /// Ends the step: passes until this step of the activation is reached.
    #[track_caller]
    pub fn until(&mut self, step: Step) {
        for _ in 0..8 {
            if self.frame() == Frame::Activation(step) {
                return;
            }
            self.act(Action::Done, &[]);
        }
        panic!("never came to {step:?}");
    }

    /// Ends the activation: passes what is left of it. What happened as it ended.
    #[track_caller]
    pub fn end(&mut self) -> Journal {
        for _ in 0..8 {
            let last = self.act(Action::Done, &[]);
            if self.state.acting().is_none() {
                return last;
            }
        }
        panic!("the activation does not end");
    }

    /// Activates a formation again, as another marker would.
    pub fn again(&mut self, formation: &str, orders: Orders, step: Step) {
        let position = Position::from_state(&self.rules, self.state.clone());
        self.state = position.activate(formation, orders, step).build().unwrap();
    }

    pub fn marked(&self, mark: Mark, unit: UnitId) -> bool {
        self.state.marked(mark).has(unit)
    }
}

/// A unit sets out by itself, at its own pace.
pub fn march(unit: UnitId) -> Action {
    Action::Move { unit, party: Party::Alone, gait: Gait::March }
}

/// A stack sets out.
pub fn march_stack(unit: UnitId) -> Action {
    Action::Move { unit, party: Party::Stack, gait: Gait::March }
}

/// A unit sets out on a forced march.
pub fn force(unit: UnitId) -> Action {
    Action::Move { unit, party: Party::Alone, gait: Gait::Forced }
}

/// A stack sets out on a forced march.
pub fn force_stack(unit: UnitId) -> Action {
    Action::Move { unit, party: Party::Stack, gait: Gait::Forced }
}

pub fn halt(facing: Vertex) -> Action {
    Action::Halt { facing }
}

pub fn shock(unit: UnitId, aim: Aim) -> Action {
    Action::Shock { unit, aim }
}

pub fn fight(unit: UnitId) -> Action {
    Action::Fight { unit }
}

pub fn evade(unit: UnitId, hexes: Evasion) -> Action {
    Action::Evade { unit, hexes }
}

pub fn advance(unit: UnitId, to: Cell) -> Action {
    Action::Advance { unit, party: Party::Alone, to }
}
