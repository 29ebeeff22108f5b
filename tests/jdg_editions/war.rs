//! A small war on open ground, for what happens between activations.

use grognard::chance::{Fall, Scripted};
use grognard::hex::Dir;
use grognard::journal::{Account, Journal as _};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{MarkerId, Order, State};
use grognard::jours_de_gloire::{JoursDeGloire, assemble, files};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};

use super::support;

pub const BLUE: Side = Side::First;
pub const WHITE: Side = Side::Second;

/// Two formations of Blue, one of White, all infantry of five points; a commander each.
const ROSTER: &str = r#"
[sides]
first = "Blue"
second = "White"
[[formation]]
name = "Van"
side = "Blue"
initiative = [5, 3]
source = "printed"
UNIT A
UNIT B
[[formation]]
name = "Rear"
side = "Blue"
initiative = [4, 6]
source = "printed"
UNIT D
UNIT E
[[formation]]
name = "Guard"
side = "White"
initiative = [5, 5]
source = "printed"
UNIT P
UNIT Q
[[combined]]
name = "Both"
side = "Blue"
initiative = 4
source = "printed"
[[commander]]
name = "Alpha"
side = "Blue"
modifier = 2
orders = 1
range = 4
source = "printed"
[[commander]]
name = "Omega"
side = "White"
modifier = 0
orders = 2
range = 4
source = "printed"
"#;

const MAP: &str = "[map]\nname = \"The common\"\ncolumns = 20\nrows = 14\nlower = \"odd\"\nsource = \"printed\"\n";

/// The rules with these units and commanders in these hexes, these arrivals on the first turn, and the rest of the file.
#[track_caller]
pub fn war(edition: Edition, places: &[(&str, &str)], arrivals: &[(&str, &[&str])], tables: &str) -> JoursDeGloire {
    war_with(edition, places, arrivals, tables, &[])
}

/// The same with these optional rules.
#[track_caller]
pub fn war_with(
    edition: Edition,
    places: &[(&str, &str)],
    arrivals: &[(&str, &[&str])],
    tables: &str,
    options: &[&'static str],
) -> JoursDeGloire {
    let mut roster = String::new();
    for line in ROSTER.lines() {
        match line.strip_prefix("UNIT ") {
            Some(name) => {
                roster += &format!(
                    "[[formation.unit]]\nname = \"{name}\"\narm = \"infantry\"\nweight = \"line\"\nstrength = 3\n\
                     cohesion = 6\nengagement = 5\nmovement = 5\n\
                     disordered = {{ strength = 2, cohesion = 5, engagement = 4, movement = 5 }}\n"
                );
            }
            None => roster += &format!("{line}\n"),
        }
    }
    let name = match edition {
        Edition::Rivoli => "rivoli",
        Edition::Montebello => "montebello",
    };
    let mut text = format!(
        "[scenario]\nname = \"A test\"\nsource = \"printed\"\nedition = \"{name}\"\nfirst_turn = \"06:00\"\n\
         turn_minutes = 60\nturns = 3\nstrategic = {{ Blue = \"Alpha\", White = \"Omega\" }}\n\
         [rout]\nBlue = {{ edge = \"west\" }}\nWhite = {{ edge = \"east\" }}\n"
    );
    for (who, hex) in places {
        text += &format!("[[place]]\nunit = \"{who}\"\nhex = \"{hex}\"\n");
        if !who.starts_with("commander/") {
            text += if who.starts_with("Guard/") { "facing = \"W\"\n" } else { "facing = \"E\"\n" };
        }
    }
    for (hex, who) in arrivals {
        text += &format!("[[reinforcement]]\nturn = 1\nhex = \"{hex}\"\nunits = {who:?}\n");
    }
    text += tables;
    let map = files::map("map", MAP).unwrap_or_else(|faults| panic!("{faults}"));
    let roster = files::roster("units", &roster).unwrap_or_else(|faults| panic!("{faults}"));
    let scenario = files::scenario("scenario", &text, &map, &roster).unwrap_or_else(|faults| panic!("{faults}"));
    let setup = options.iter().fold(Setup::default(), |setup, option| setup.option(*option));
    assemble(map, roster, scenario, &setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A game of it.
pub struct War {
    pub rules: JoursDeGloire,
    pub state: State,
    /// All that happened.
    pub log: Account<Event, Label>,
}

impl War {
    #[track_caller]
    pub fn begin(rules: JoursDeGloire) -> Self {
        let begun = rules.begin(&mut Scripted::new([])).unwrap_or_else(|stop| panic!("{stop}"));
        Self { rules, state: begun.state, log: begun.journal }
    }

    pub fn unit(&self, name: &str) -> UnitId {
        self.rules.roster().unit_named(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    pub fn marker(&self, name: &str) -> MarkerId {
        let place = self.rules.roster().markers.iter().position(|marker| marker.name == name).expect("a marker");
        MarkerId(place as u8)
    }

    pub fn draw(&self, formation: &str, nth: usize) -> Fall {
        let formation = self.rules.roster().formation_named(formation).expect("a formation");
        Fall::Draw(self.rules.roster().formation(formation).expect("a formation").markers[nth].0)
    }

    pub fn asked(&self) -> (Side, Frame) {
        let waiting = self.rules.waiting(&self.state);
        let side = waiting.sides().next().expect("somebody is asked");
        (side, waiting.of(side).expect("a question").frame)
    }

    pub fn offers(&self, by: Side, action: Action) -> bool {
        self.rules.check(&self.state, by, &action).is_ok()
    }

    /// Acts with exactly these falls.
    #[track_caller]
    pub fn act(&mut self, by: Side, action: Action, falls: &[Fall]) {
        let mut chance = Scripted::new(falls.iter().copied());
        let outcome = self.rules.apply(&self.state, by, &action, &mut chance);
        let outcome = outcome.unwrap_or_else(|stop| panic!("{action:?}: {stop}"));
        chance.finish().unwrap_or_else(|fault| panic!("{action:?}: {fault}"));
        self.state = outcome.state;
        for entry in outcome.journal.entries() {
            self.log.take(entry.clone());
        }
    }

    /// The asked side passes, with these falls.
    #[track_caller]
    pub fn pass(&mut self, falls: &[Fall]) {
        let (by, _) = self.asked();
        self.act(by, Action::Done, falls);
    }

    /// Both finish their orders, nobody wins the initiative, and this marker is drawn; then on to the movement step.
    #[track_caller]
    pub fn activate(&mut self, formation: &str, nth: usize) {
        let draw = self.draw(formation, nth);
        self.act(BLUE, Action::Done, &[]);
        self.act(WHITE, Action::Done, &[Fall::Contest(3, 5), draw]);
        self.until_movement();
    }

    #[track_caller]
    pub fn until_movement(&mut self) {
        while self.asked().1 != Frame::Activation(Step::Movement) {
            self.pass(&[]);
        }
    }

    /// What is left of the activation is passed, until this marker is drawn.
    #[track_caller]
    pub fn next_marker(&mut self, formation: &str, nth: usize) {
        let draw = self.draw(formation, nth);
        for _ in 0..8 {
            let (by, _) = self.asked();
            let mut chance = Scripted::new([draw]);
            let outcome = self.rules.apply(&self.state, by, &Action::Done, &mut chance);
            self.state = outcome.unwrap_or_else(|stop| panic!("{stop}")).state;
            if chance.left() == 0 {
                return self.until_movement();
            }
        }
        panic!("the activation does not end");
    }

    #[track_caller]
    pub fn march(&mut self, by: Side, unit: &str, dirs: &[Dir]) {
        let unit = self.unit(unit);
        self.act(by, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        self.steps(by, dirs);
    }

    #[track_caller]
    pub fn steps(&mut self, by: Side, dirs: &[Dir]) {
        for dir in dirs {
            self.act(by, Action::Step { dir: *dir }, &[]);
        }
    }

    /// Another position: changed units, and this formation in its movement step.
    #[track_caller]
    pub fn set(&mut self, orders: &[(&str, Order)], active: Option<&str>) {
        let mut position = Position::from_state(&self.rules, self.state.clone());
        for (unit, order) in orders {
            position = position.order(unit, *order);
        }
        if let Some(formation) = active {
            position = position.activate(formation, Orders::Received, Step::Movement);
        }
        self.state = position.build().unwrap_or_else(|faults| panic!("{faults}"));
    }

    /// All that happened cites this rule of the edition.
    #[track_caller]
    pub fn showed(&self, rivoli: &str, montebello: &str) {
        let rule = match self.rules.edition() {
            Edition::Rivoli => rivoli,
            Edition::Montebello => montebello,
        };
        support::proves(&[rule], &self.log);
    }

    /// The action is refused under this rule.
    #[track_caller]
    pub fn refused(&self, rule: &str, by: Side, action: Action) {
        let stop = self.rules.check(&self.state, by, &action).expect_err("accepted");
        support::refused(&[rule], &stop);
    }
}
