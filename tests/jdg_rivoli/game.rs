//! A game of the shipped battle.

use grognard::chance::{Fall, Scripted};
use grognard::hex::Cell;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::position::Position;
use grognard::jours_de_gloire::state::{CommanderId, State};
use grognard::jours_de_gloire::why::Why;
use grognard::refusal::Refusal;
use grognard::ruleset::{AccountOf, Ruleset, StopOf, Waiting};
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};

pub const FRENCH: Side = Side::First;
pub const AUSTRIANS: Side = Side::Second;

pub type Account = AccountOf<JoursDeGloire>;

/// The rules on a scenario, with rulings.
#[track_caller]
pub fn open(scenario: &str, rulings: &[(&str, &str)]) -> JoursDeGloire {
    let setup = rulings.iter().fold(Setup::scenario(scenario), |setup, (id, reading)| setup.ruling(*id, *reading));
    JoursDeGloire::open(&setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A game under way.
#[derive(Clone)]
pub struct Game<'r> {
    pub rules: &'r JoursDeGloire,
    pub state: State,
}

impl<'r> Game<'r> {
    /// From the set-up.
    #[track_caller]
    pub fn new(rules: &'r JoursDeGloire) -> Self {
        let outcome = rules.begin(&mut Scripted::new([])).unwrap_or_else(|stop| panic!("{stop}"));
        Self { rules, state: outcome.state }
    }

    /// From the first turn, with the set-up as the scenario offers it.
    #[track_caller]
    pub fn set_up(rules: &'r JoursDeGloire) -> Self {
        let mut game = Self::new(rules);
        for by in Side::BOTH {
            game.act(by, Action::Done, &[]);
        }
        game
    }

    /// From this position.
    #[track_caller]
    pub fn at(position: Position<'r>, rules: &'r JoursDeGloire) -> Self {
        Self { rules, state: position.build().unwrap_or_else(|faults| panic!("{faults}")) }
    }

    /// Takes an action with exactly these dice and draws. It must be listed.
    #[track_caller]
    pub fn act(&mut self, by: Side, action: Action, falls: &[Fall]) -> Account {
        let listed = self.rules.legal_actions(&self.state, by);
        assert!(listed.contains(&action), "{action:?} is not listed: {:?}", self.rules.check(&self.state, by, &action));
        let mut chance = Scripted::new(falls.iter().copied());
        let outcome = self.rules.apply(&self.state, by, &action, &mut chance);
        let outcome = outcome.unwrap_or_else(|stop| panic!("{action:?}: {stop}"));
        chance.finish().unwrap_or_else(|fault| panic!("{fault}: {:?}", self.rules.waiting(&outcome.state)));
        assert_eq!(self.rules.fold(&self.state, outcome.journal.events()), outcome.state);
        self.state = outcome.state;
        outcome.journal
    }

    /// The refusal of an action, which must not be listed.
    #[track_caller]
    pub fn refuse(&self, by: Side, action: Action) -> StopOf<JoursDeGloire> {
        assert!(!self.rules.legal_actions(&self.state, by).contains(&action), "{action:?} is listed");
        match self.rules.check(&self.state, by, &action) {
            Ok(()) => panic!("{action:?} is accepted"),
            Err(stop) => stop,
        }
    }

    #[track_caller]
    pub fn unit(&self, name: &str) -> UnitId {
        self.rules.roster().unit_named(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    #[track_caller]
    pub fn commander(&self, name: &str) -> CommanderId {
        self.rules.roster().commander_named(name).expect("a commander")
    }

    #[track_caller]
    pub fn cell(&self, hex: &str) -> Cell {
        self.rules.hex_named(hex).unwrap_or_else(|| panic!("no hex {hex}"))
    }

    pub fn at_hex(&self, unit: &str) -> Option<String> {
        self.state.at(self.unit(unit)).map(|cell| self.rules.hex_name(cell))
    }

    /// Whose answer is due, and to which frame.
    pub fn asked(&self) -> Vec<(Side, Frame)> {
        match self.rules.waiting(&self.state) {
            Waiting::Over => Vec::new(),
            Waiting::Asked(questions) => {
                Side::BOTH.into_iter().zip(questions).filter_map(|(side, q)| Some((side, q?.frame))).collect()
            }
        }
    }

    /// A step of the unit that moves to a hex beside it.
    #[track_caller]
    pub fn step_to(&self, from: &str, to: &str) -> Action {
        let dir = self.rules.map().grid.direction(self.cell(from), self.cell(to));
        Action::Step { dir: dir.expect("hexes that touch") }
    }
}

/// The reason of a refusal.
#[track_caller]
pub fn why(stop: &StopOf<JoursDeGloire>) -> Why {
    match stop.refusal() {
        Some(Refusal::Forbidden { why, .. }) => *why,
        _ => panic!("no refusal under a rule: {stop}"),
    }
}
