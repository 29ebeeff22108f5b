//! A plain for tests of charges: clear ground, whatever a test draws on it, and counters of its own making. Odd columns lie
//! lower: the neighbours of 1006 are N 1005, NE 1105, SE 1106, S 1007, SW 0906, NW 0905.
#![allow(dead_code)]

#[path = "plain.rs"]
mod plain;

use grognard::chance::Scripted;
use grognard::figures::Source;
use grognard::hex::{Cell, Dir, Edge, Vertex};
use grognard::journal::{Account, Journal as _};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Arm, Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::map::Map;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::roster::{Reach, Roster, Unit, Values, Weight};
use grognard::jours_de_gloire::scenario::{Formed, Light, Scenario, Specific};
use grognard::jours_de_gloire::state::{Order, State};
use grognard::jours_de_gloire::why::Why;
use grognard::jours_de_gloire::{Attack, Bonus, JoursDeGloire, assemble};
use grognard::refusal::Refusal;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId, UnitSet};
use grognard::tally::Tally;

use super::support;
use plain::Place;

pub type Journal = Account<Event, Label>;

/// A counter: in good order, and (strength, cohesion, engagement) in disorder.
#[derive(Clone, Copy)]
pub struct Kind {
    pub arm: Arm,
    pub weight: Weight,
    pub strength: u8,
    pub cohesion: u8,
    pub engagement: u8,
    pub movement: u8,
    pub worn: (u8, u8, u8),
}

/// Light cavalry: 3 points, cohesion 6, engagement 5, 8 movement points.
pub const HUSSARS: Kind = Kind {
    arm: Arm::Cavalry,
    weight: Weight::Light,
    strength: 3,
    cohesion: 6,
    engagement: 5,
    movement: 8,
    worn: (2, 5, 3),
};
/// Heavy cavalry, otherwise the same.
pub const CUIRASSIERS: Kind = Kind { weight: Weight::Heavy, ..HUSSARS };
/// Line infantry: 4 points, cohesion 5, engagement 5, 4 movement points.
pub const LINE: Kind = Kind {
    arm: Arm::Infantry,
    weight: Weight::Line,
    strength: 4,
    cohesion: 5,
    engagement: 5,
    movement: 4,
    worn: (3, 4, 3),
};
/// A foot battery of 3 points.
pub const GUN: Kind = Kind {
    arm: Arm::Artillery,
    weight: Weight::Foot,
    strength: 3,
    cohesion: 5,
    engagement: 0,
    movement: 6,
    worn: (1, 3, 0),
};

/// A plain in the making.
pub struct Ground {
    pub map: Map,
    pub edition: Edition,
    pub specific: Specific,
    pub setup: Setup,
    pub turns: Vec<Light>,
    roster: Roster,
    places: Vec<Place>,
}

impl Ground {
    pub fn new(edition: Edition) -> Self {
        let roster = plain::roster(["Red", "Blue"]);
        let map = plain::map();
        let (specific, setup) = (Specific::default(), Setup::default());
        Self { map, edition, specific, setup, turns: vec![Light::Day; 3], roster, places: Vec::new() }
    }

    pub fn cell(&self, hex: &str) -> Cell {
        plain::cell(&self.map, hex)
    }

    /// Puts a new counter beneath those in a hex.
    pub fn put(&mut self, formation: &str, kind: Kind, hex: &str, facing: Vertex) -> UnitId {
        let values =
            |strength, cohesion, engagement| Values { strength, cohesion, engagement, movement: kind.movement };
        let reach = if kind.arm == Arm::Artillery { Reach { effective: 3, maximum: 6 } } else { Reach::default() };
        let name = format!("{formation}{}", self.roster.units.len());
        let place = format!("{formation}/{name}");
        let unit = plain::enlist(&mut self.roster, formation, |formation| Unit {
            name,
            formation,
            arm: kind.arm,
            weight: kind.weight,
            good: values(kind.strength, kind.cohesion, kind.engagement),
            disordered: values(kind.worn.0, kind.worn.1, kind.worn.2),
            reach,
            source: Source::Printed,
        });
        self.places.push(Place { unit: place, hex: hex.into(), facing, order: Order::Good, formed: Formed::No });
        unit
    }

    pub fn order(&mut self, unit: UnitId, order: Order) {
        self.places[unit.index()].order = order;
    }

    pub fn square(&mut self, unit: UnitId) {
        self.places[unit.index()].formed = Formed::InSquare;
    }

    pub fn terrain(&mut self, hex: &str, terrain: Terrain) {
        plain::terrain(&mut self.map, hex, terrain);
    }

    /// A barrier between two hexes; the second is the higher one, or inside a work.
    pub fn barrier(&mut self, from: &str, upper: &str, barrier: Barrier) {
        plain::barrier(&mut self.map, from, upper, barrier);
    }

    /// A bridge or ford between two hexes.
    pub fn crossing(&mut self, a: &str, b: &str, crossing: Crossing) {
        plain::crossing(&mut self.map, a, b, crossing);
    }

    /// A road along these hexes.
    pub fn road(&mut self, hexes: &[&str]) {
        plain::way(&mut self.map, Way::Road, hexes);
    }

    /// Plays an open point by this reading.
    pub fn ruling(&mut self, id: &str, reading: &str) {
        self.setup = std::mem::take(&mut self.setup).ruling(id, reading);
    }

    pub fn open(&self) -> JoursDeGloire {
        let scenario = plain::scenario(self.edition, self.turns.clone(), [Edge::North, Edge::South]);
        let scenario = Scenario { specific: self.specific.clone(), ..scenario };
        assemble(self.map.clone(), self.roster.clone(), scenario, &self.setup).unwrap()
    }

    /// The plain with formation `A` active at this step.
    pub fn at(self, step: Step, orders: Orders) -> Play {
        let rules = self.open();
        let mut position = Position::empty(&rules);
        for place in &self.places {
            position = position
                .place(&place.unit, &place.hex, place.facing)
                .order(&place.unit, place.order)
                .formed(&place.unit, place.formed);
        }
        let state = position.activate("A", orders, step).build().unwrap();
        Play { rules, state, account: Journal::new() }
    }

    /// The same, with orders received, in the movement step.
    pub fn moving(self) -> Play {
        self.at(Step::Movement, Orders::Received)
    }
}

/// A game on a plain, with the whole account so far.
#[derive(Clone)]
pub struct Play {
    pub rules: JoursDeGloire,
    pub state: State,
    pub account: Journal,
}

impl Play {
    pub fn cell(&self, hex: &str) -> Cell {
        self.rules.map().grid.cell(hex.parse().unwrap()).unwrap()
    }

    pub fn hex(&self, unit: UnitId) -> String {
        self.state.at(unit).map_or("off the map".into(), |cell| self.rules.map().grid.hex(cell).to_string())
    }

    pub fn order(&self, unit: UnitId) -> Order {
        self.state.order(unit)
    }

    /// Whose answer is due.
    #[track_caller]
    pub fn asked(&self) -> Side {
        self.rules.waiting(&self.state).sides().next().expect("somebody is asked")
    }

    /// The frame that asks.
    #[track_caller]
    pub fn frame(&self) -> Frame {
        self.rules.waiting(&self.state).of(self.asked()).unwrap().frame
    }

    /// The asked side acts with these dice, which are used up. Gives the account of this action.
    #[track_caller]
    pub fn act(&mut self, action: Action, dice: &[u8]) -> Journal {
        let by = self.asked();
        let mut chance = Scripted::d10(dice.iter().copied());
        let listed = self.rules.legal_actions(&self.state, by);
        let outcome = match self.rules.apply(&self.state, by, &action, &mut chance) {
            Ok(outcome) => outcome,
            Err(stop) => panic!("{action:?}: {stop}; asked {:?}; legal {listed:?}", self.frame()),
        };
        assert!(listed.contains(&action), "{action:?} is accepted and not listed");
        chance.finish().unwrap_or_else(|fault| panic!("{action:?}: {fault}"));
        assert_eq!(self.rules.fold(&self.state, outcome.journal.events()), outcome.state);
        self.state = outcome.state;
        for entry in outcome.journal.entries() {
            self.account.take(entry.clone());
        }
        outcome.journal
    }

    /// The action is refused under these rules; nothing changes. Gives the reason.
    #[track_caller]
    pub fn refuse(&self, rules: &[&str], action: Action) -> Why {
        let by = self.asked();
        let (before, mut chance) = (self.state.clone(), Scripted::d10([0, 0, 0]));
        let stop = match self.rules.apply(&self.state, by, &action, &mut chance) {
            Err(stop) => stop,
            Ok(_) => panic!("{action:?} is accepted; asked {:?}", self.frame()),
        };
        assert!(self.state == before && chance.left() == 3, "a refusal changes nothing");
        assert!(!self.rules.legal_actions(&self.state, by).contains(&action), "{action:?} is listed and refused");
        support::refused(rules, &stop);
        match stop.refusal() {
            Some(Refusal::Forbidden { why, .. }) => *why,
            _ => panic!("{stop}"),
        }
    }

    pub fn legal(&self) -> Vec<Action> {
        self.rules.legal_actions(&self.state, self.asked())
    }

    pub fn may(&self, action: Action) -> bool {
        self.legal().contains(&action)
    }

    /// The hexsides over which the asked unit may go.
    pub fn ways(&self) -> Vec<Dir> {
        let dir = |action| if let Action::Step { dir } = action { Some(dir) } else { None };
        self.legal().into_iter().filter_map(dir).collect()
    }

    pub fn charge(&self, unit: UnitId, hex: &str) -> Action {
        Action::Charge { unit, party: Party::Alone, target: self.cell(hex) }
    }

    /// Charges a hex by this way and halts so, with orders received.
    #[track_caller]
    pub fn ride(&mut self, unit: UnitId, hex: &str, way: &[Dir], facing: Vertex) {
        self.act(self.charge(unit, hex), &[]);
        for dir in way {
            self.act(Action::Step { dir: *dir }, &[]);
        }
        self.act(Action::Halt { facing }, &[]);
    }

    /// Ends movement and declarations.
    #[track_caller]
    pub fn done_moving(&mut self) {
        while matches!(
            self.frame(),
            Frame::ChargeEvasion { .. } | Frame::Activation(Step::Fire | Step::Movement | Step::Declaration)
        ) {
            self.act(Action::Done, &[]);
        }
    }

    /// Ends movement and declarations, and takes up the combat of this unit.
    #[track_caller]
    pub fn fight(&mut self, unit: UnitId, dice: &[u8]) -> Journal {
        self.done_moving();
        self.act(Action::Fight { unit }, dice)
    }

    /// Announces a shock against every front hex.
    #[track_caller]
    pub fn shock(&mut self, unit: UnitId) {
        while matches!(self.frame(), Frame::Activation(Step::Fire | Step::Movement)) {
            self.act(Action::Done, &[]);
        }
        let wide = |action: &Action| matches!(action, Action::Shock { unit: one, .. } if *one == unit);
        let action = self.legal().into_iter().rfind(wide).expect("it may attack in shock");
        self.act(action, &[]);
    }

    /// The tally of an attack as it stands now.
    pub fn tally(&self, attackers: &[UnitId], charge: bool, defenders: &[UnitId], pursuits: u8) -> Tally<Label> {
        let set = |units: &[UnitId]| units.iter().copied().collect::<UnitSet>();
        let chargers = if charge { set(attackers) } else { UnitSet::EMPTY };
        let (attackers, defenders) = (set(attackers), set(defenders));
        self.rules.shock_tally(&self.state, &Attack { attackers, chargers, defenders, bonus: Bonus::Stands, pursuits })
    }
}

/// The modifiers of a tally, as they are told: label and value.
pub fn modifiers(tally: &Tally<Label>) -> Vec<(String, i8)> {
    tally.modifiers().map(|m| (m.label.to_string(), m.value)).collect()
}

/// The one tally of the account for which `of` holds.
#[track_caller]
pub fn tally(account: &Journal, of: impl Fn(Label) -> bool) -> Tally<Label> {
    let mut found = account.tallies().filter(|tally| of(tally.what()));
    let tally = *found.next().expect("a tally of that name");
    assert!(found.next().is_none(), "more than one");
    tally
}

/// One hex further.
pub fn step(dir: Dir) -> Action {
    Action::Step { dir }
}
