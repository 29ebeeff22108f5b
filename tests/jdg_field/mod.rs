//! A field of clear ground, an army on each side, and the steps of a game on it, for the tests of single rules.
//!
//! Fourteen columns of fourteen rows, odd columns lower. Routed French run to the south edge, routed Austrians to the
//! north edge. From an even column only the step to the south leads nearer to it; from an odd one SE and SW do as well.
#![allow(dead_code)]

use grognard::chance::Scripted;
use grognard::hex::{Cell, Dir, Vertex};
use grognard::journal::Account;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::files;
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Position;
use grognard::jours_de_gloire::state::{Mark, Order, State};
use grognard::jours_de_gloire::why::Why;
use grognard::jours_de_gloire::{JoursDeGloire, assemble};
use grognard::refusal::{Refusal, Stop};
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};

pub type Journal = Account<Event, Label>;

/// Name, side, and units, each with its values.
type Members = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const FORMATIONS: [Members; 8] = [
    ("Foot", "French", &[("A", LINE), ("B", LINE), ("C", LINE), ("D", LINE)]),
    ("Guard", "French", &[("A", LINE), ("B", LINE)]),
    ("Small", "French", &[("A", SMALL), ("B", SMALL), ("C", SMALL)]),
    ("Horse", "French", &[("A", HUSSARS), ("B", HUSSARS)]),
    ("Guns", "French", &[("A", BATTERY), ("B", BATTERY)]),
    ("Line", "Austrian", &[("A", LINE), ("B", LINE), ("C", LINE), ("D", LINE), ("E", LINE), ("F", LINE)]),
    ("Hussars", "Austrian", &[("A", HUSSARS), ("B", HUSSARS)]),
    ("Batteries", "Austrian", &[("A", BATTERY)]),
];

const LINE: &str = r#"arm = "infantry"
weight = "line"
strength = 4
cohesion = 6
engagement = 5
movement = 6
disordered = { strength = 3, cohesion = 5, engagement = 3, movement = 4 }"#;
const SMALL: &str = r#"arm = "infantry"
weight = "line"
strength = 3
cohesion = 6
engagement = 5
movement = 4
disordered = { strength = 2, cohesion = 5, engagement = 3, movement = 4 }"#;
const HUSSARS: &str = r#"arm = "cavalry"
weight = "light"
strength = 2
cohesion = 6
engagement = 5
movement = 8
disordered = { strength = 1, cohesion = 5, engagement = 3, movement = 6 }"#;
const BATTERY: &str = r#"arm = "artillery"
weight = "foot"
strength = 3
cohesion = 5
movement = 6
disordered = { strength = 1, cohesion = 3, movement = 8 }
range = { effective = 3, maximum = 8 }"#;

/// The rules on a field.
pub struct Field {
    pub rules: JoursDeGloire,
}

/// What lies on the field, in the form of a map file; the light of the turns, in the form of a scenario file.
#[derive(Default)]
pub struct Ground {
    pub terrain: &'static str,
    pub levels: &'static str,
    pub ways: &'static str,
    pub hexsides: &'static str,
    /// Turns of night and of fog, as in `"[1]"`.
    pub night: &'static str,
    pub fog: &'static str,
    /// Where the French run to, in place of the south edge.
    pub refuge: &'static str,
    /// The optional rules that are on.
    pub options: &'static [&'static str],
}

impl Field {
    pub fn clear(edition: Edition) -> Self {
        Self::new(edition, &Ground::default())
    }

    pub fn new(edition: Edition, ground: &Ground) -> Self {
        let or = |text: &'static str, usual: &'static str| if text.is_empty() { usual } else { text };
        let map = format!(
            "[map]\nname = \"A field\"\ncolumns = 14\nrows = 14\nlower = \"odd\"\nsource = \"reconstructed\"\n\
             why = \"for tests\"\n[terrain]\n{}\n[levels]\n{}\n[ways]\n{}\n[hexsides]\n{}\n",
            ground.terrain, ground.levels, ground.ways, ground.hexsides,
        );
        let mut units = "[sides]\nfirst = \"French\"\nsecond = \"Austrian\"\n".to_owned();
        for (name, side, members) in FORMATIONS {
            units += &format!(
                "[[formation]]\nname = \"{name}\"\nside = \"{side}\"\ninitiative = [5, 6]\n\
                 source = \"reconstructed\"\nwhy = \"for tests\"\n"
            );
            for (unit, values) in members {
                units += &format!("[[formation.unit]]\nname = \"{unit}\"\n{values}\n");
            }
        }
        for (name, side) in [("Lannes", "French"), ("Ott", "Austrian")] {
            units += &format!(
                "[[commander]]\nname = \"{name}\"\nside = \"{side}\"\nmodifier = 1\norders = 3\nrange = 5\n\
                 source = \"reconstructed\"\nwhy = \"for tests\"\n"
            );
        }
        let name = match edition {
            Edition::Rivoli => "rivoli",
            Edition::Montebello => "montebello",
        };
        let scenario = format!(
            "[scenario]\nname = \"A field\"\nsource = \"reconstructed\"\nwhy = \"for tests\"\nedition = \"{name}\"\n\
             first_turn = \"06:00\"\nturn_minutes = 80\nturns = 4\nnight = {}\nfog = {}\n\
             strategic = {{ French = \"Lannes\", Austrian = \"Ott\" }}\n\
             [rout]\nFrench = {}\nAustrian = {{ edge = \"north\" }}\n[specific]\nsteep_levels = true\n\
             [victory]\nrouted = 1\neliminated = 2\ntie = \"Austrian\"\n",
            or(ground.night, "[]"),
            or(ground.fog, "[]"),
            or(ground.refuge, "{ edge = \"south\" }"),
        );
        let setup = ground.options.iter().fold(Setup::default(), |setup, option| setup.option(*option));
        let map = files::map("map", &map).unwrap_or_else(|faults| panic!("{faults}"));
        let roster = files::roster("units", &units).unwrap_or_else(|faults| panic!("{faults}"));
        let scenario =
            files::scenario("scenario", &scenario, &map, &roster).unwrap_or_else(|faults| panic!("{faults}"));
        let rules = assemble(map, roster, scenario, &setup).unwrap_or_else(|faults| panic!("{faults}"));
        Self { rules }
    }

    pub fn unit(&self, name: &str) -> UnitId {
        self.rules.roster().unit_named(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    pub fn cell(&self, hex: &str) -> Cell {
        let hex = hex.parse().unwrap_or_else(|fault| panic!("{fault}"));
        self.rules.map().grid.cell(hex).expect("a hex of the map")
    }

    /// Where a unit stands; `-` off the map.
    pub fn at(&self, s: &State, unit: &str) -> String {
        s.at(self.unit(unit)).map_or_else(|| "-".to_owned(), |cell| self.rules.map().grid.hex(cell).to_string())
    }

    pub fn order(&self, s: &State, unit: &str) -> Order {
        s.order(self.unit(unit))
    }

    /// These units in these hexes: `("Foot/A", "0405", Order::Routed)`. The French face south-west, the Austrians
    /// north-east, so that neither side has the other in its front unless a test turns it.
    pub fn place(&self, units: &[(&str, &str, Order)]) -> Position<'_> {
        units.iter().fold(Position::empty(&self.rules), |position, (unit, hex, order)| {
            let facing = if self.rules.side_of(self.unit(unit)) == Side::First { Vertex::SW } else { Vertex::NE };
            position.place(unit, hex, facing).order(unit, *order)
        })
    }

    /// The same position at another step of the game.
    pub fn at_step(&self, position: Position<'_>, step: Frame) -> State {
        let mut s = position.build().unwrap_or_else(|faults| panic!("{faults}"));
        self.rules.evolve(&mut s, &Event::Continued(step));
        s
    }

    /// Phase E, up to its first question.
    pub fn phase_e(&self, position: Position<'_>) -> (State, Journal) {
        self.resume(&self.at_step(position, Frame::Rout), [])
    }

    /// Phase E with these dice.
    pub fn phase_e_with<const N: usize>(&self, position: Position<'_>, dice: [u8; N]) -> (State, Journal) {
        self.resume(&self.at_step(position, Frame::Rout), dice)
    }

    /// The steps that are due, with these dice.
    #[track_caller]
    pub fn resume<const N: usize>(&self, s: &State, dice: [u8; N]) -> (State, Journal) {
        let mut chance = Scripted::d10(dice);
        let outcome = self.rules.resume(s, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
        chance.finish().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(self.rules.fold(s, outcome.journal.events()), outcome.state, "the journal folds to the state");
        (outcome.state, outcome.journal)
    }

    /// An answer, with these dice.
    #[track_caller]
    pub fn act<const N: usize>(&self, s: &State, by: Side, action: Action, dice: [u8; N]) -> (State, Journal) {
        assert!(self.rules.legal_actions(s, by).contains(&action), "{action:?} is listed");
        let mut chance = Scripted::d10(dice);
        let outcome = self.rules.apply(s, by, &action, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
        chance.finish().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(self.rules.fold(s, outcome.journal.events()), outcome.state, "the journal folds to the state");
        (outcome.state, outcome.journal)
    }

    /// An answer that is refused: why.
    #[track_caller]
    pub fn refuse(&self, s: &State, by: Side, action: Action) -> (Stop<Why>, Why) {
        assert!(!self.rules.legal_actions(s, by).contains(&action), "{action:?} is not listed");
        match self.rules.check(s, by, &action) {
            Err(stop) => match stop.refusal() {
                Some(Refusal::Forbidden { why, .. }) => {
                    let why = *why;
                    (stop, why)
                }
                _ => panic!("{stop}"),
            },
            Ok(()) => panic!("{action:?} is allowed"),
        }
    }

    /// The legal steps of the side that is asked, and whether it may stop.
    pub fn steps(&self, s: &State) -> (Vec<Dir>, bool) {
        let Waiting::Asked(questions) = self.rules.waiting(s) else { return (Vec::new(), false) };
        let by = Side::BOTH.into_iter().find(|side| questions[side.index()].is_some()).expect("a question");
        let actions = self.rules.legal_actions(s, by);
        let dirs = actions.iter().filter_map(|action| match action {
            Action::Step { dir } => Some(*dir),
            _ => None,
        });
        (dirs.collect(), actions.contains(&Action::Done))
    }

    /// Where the journal says that a unit went.
    pub fn way(&self, journal: &Journal, unit: &str) -> Vec<String> {
        let unit = self.unit(unit);
        let moved = journal.events().filter_map(|event| match event {
            Event::Moved { unit: who, to, .. } if *who == unit => Some(self.rules.map().grid.hex(*to).to_string()),
            _ => None,
        });
        moved.collect()
    }
}

/// Marks a position before it is built.
pub fn marked<'r>(position: Position<'r>, unit: &str, marks: &[Mark]) -> Position<'r> {
    marks.iter().fold(position, |position, mark| position.mark(unit, *mark))
}
