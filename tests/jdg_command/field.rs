//! A small war on open ground, set up anew by each test.

use grognard::chance::{Fall, Scripted};
use grognard::hex::{Cell, Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::state::{CommanderId, FormationId, Mark, MarkerId, State};
use grognard::jours_de_gloire::why::Why;
use grognard::jours_de_gloire::{JoursDeGloire, assemble, files};
use grognard::refusal::Refusal;
use grognard::ruleset::{AccountOf, Ruleset, StopOf, Waiting};
use grognard::setup::Setup;
use grognard::side::{Side, UnitId, UnitSet};

pub const BLUE: Side = Side::First;
pub const WHITE: Side = Side::Second;

/// A map of 20 columns and 14 rows, a village at 0505, woods at 0808, an orchard at 0109, a lake at 2014, a road.
const MAP: &str = r#"
[map]
name = "The common"
columns = 20
rows = 14
lower = "odd"
source = "printed"
[terrain]
village = ["0505"]
woods = ["0808"]
orchard = ["0109"]
lake = ["2014"]
[ways]
road = [["1814", "1813", "1812"]]
"#;

/// What is set up. Each field is a piece of a file.
#[derive(Clone)]
pub struct Setting {
    pub edition: &'static str,
    pub turns: u8,
    pub head: &'static str,
    /// Units and commanders with their hexes.
    pub places: Vec<(&'static str, &'static str)>,
    /// Turn, hex, units and commanders.
    pub arrivals: Vec<(u8, &'static str, Vec<&'static str>)>,
    pub tables: &'static str,
    pub options: Vec<&'static str>,
    pub rulings: Vec<(&'static str, &'static str)>,
}

impl Setting {
    pub fn montebello() -> Self {
        Self {
            edition: "montebello",
            turns: 4,
            head: "",
            places: Vec::new(),
            arrivals: Vec::new(),
            tables: "",
            options: Vec::new(),
            rulings: Vec::new(),
        }
    }

    pub fn rivoli() -> Self {
        Self { edition: "rivoli", ..Self::montebello() }
    }

    pub fn place(mut self, places: &[(&'static str, &'static str)]) -> Self {
        self.places.extend(places);
        self
    }

    pub fn arrive(mut self, turn: u8, hex: &'static str, who: &[&'static str]) -> Self {
        self.arrivals.push((turn, hex, who.to_vec()));
        self
    }

    pub fn head(mut self, head: &'static str) -> Self {
        self.head = head;
        self
    }

    pub fn tables(mut self, tables: &'static str) -> Self {
        self.tables = tables;
        self
    }

    pub fn option(mut self, option: &'static str) -> Self {
        self.options.push(option);
        self
    }

    pub fn ruling(mut self, id: &'static str, reading: &'static str) -> Self {
        self.rulings.push((id, reading));
        self
    }

    fn units() -> String {
        let mut text = String::from("[sides]\nfirst = \"Blue\"\nsecond = \"White\"\n");
        let formations: [(&str, &str, &str, &[&str]); 5] = [
            ("Van", "Blue", "[5, 3]", &["A", "B", "C*", "G+"]),
            ("Rear", "Blue", "[4, 6]", &["D", "E"]),
            ("Wing", "Blue", "[2, 2]", &["H, 1st", "H, 2nd", "J, 1st", "K*", "L+"]),
            ("Guard", "White", "[5, 5]", &["P", "Q", "R*"]),
            ("Line", "White", "[4, 4]", &["S", "T", "U+"]),
        ];
        for (name, side, initiative, units) in formations {
            text += &format!(
                "[[formation]]\nname = \"{name}\"\nside = \"{side}\"\ninitiative = {initiative}\nsource = \"printed\"\n"
            );
            for unit in units {
                let (name, arm, weight, movement) = match unit.strip_suffix('*') {
                    Some(name) => (name, "cavalry", "light", 8),
                    None => match unit.strip_suffix('+') {
                        Some(name) => (name, "artillery", "foot", 4),
                        None => (*unit, "infantry", "line", 5),
                    },
                };
                let (engagement, range) = if arm == "artillery" {
                    ("", "range = { effective = 3, maximum = 6 }\n")
                } else {
                    (", engagement = 5", "")
                };
                text += &format!(
                    "[[formation.unit]]\nname = \"{name}\"\narm = \"{arm}\"\nweight = \"{weight}\"\nstrength = 3\n\
                     cohesion = 6\nmovement = {movement}\n{range}disordered = {{ strength = 2, cohesion = 5, \
                     movement = {movement}{} }}\n{}",
                    engagement.replace('5', "4"),
                    if engagement.is_empty() { "" } else { "engagement = 5\n" },
                );
            }
        }
        for (name, side) in [("Fury", "Blue"), ("Both", "Blue"), ("Storm", "White")] {
            text +=
                &format!("[[combined]]\nname = \"{name}\"\nside = \"{side}\"\ninitiative = 4\nsource = \"printed\"\n");
        }
        for (name, side, modifier, orders, range) in
            [("Alpha", "Blue", 2, 1, 4), ("Beta", "Blue", 1, 1, 6), ("Omega", "White", 0, 2, 4)]
        {
            text += &format!(
                "[[commander]]\nname = \"{name}\"\nside = \"{side}\"\nmodifier = {modifier}\norders = {orders}\n\
                 range = {range}\nsource = \"printed\"\n"
            );
        }
        text
    }

    fn scenario(&self) -> String {
        let mut text = format!(
            "[scenario]\nname = \"A test\"\nsource = \"printed\"\nedition = \"{}\"\nfirst_turn = \"06:00\"\n\
             turn_minutes = 60\nturns = {}\nstrategic = {{ Blue = \"Alpha\", White = \"Omega\" }}\n{}\n\
             [rout]\nBlue = {{ edge = \"west\" }}\nWhite = {{ edge = \"east\" }}\n",
            self.edition, self.turns, self.head
        );
        for (who, hex) in &self.places {
            text += &format!("[[place]]\nunit = \"{who}\"\nhex = \"{hex}\"\n");
            if !who.starts_with("commander/") {
                let facing = if Self::blue(who) { "E" } else { "W" };
                text += &format!("facing = \"{facing}\"\n");
            }
        }
        for (turn, hex, who) in &self.arrivals {
            text += &format!("[[reinforcement]]\nturn = {turn}\nhex = \"{hex}\"\nunits = {who:?}\n");
        }
        text + self.tables
    }

    fn blue(unit: &str) -> bool {
        ["Van/", "Rear/", "Wing/"].iter().any(|formation| unit.starts_with(formation))
    }

    /// Opens the rules.
    #[track_caller]
    pub fn open(&self) -> JoursDeGloire {
        let faults = |f| panic!("{f}");
        let map = files::map("map", MAP).unwrap_or_else(faults);
        let roster = files::roster("units", &Self::units()).unwrap_or_else(|f| panic!("{f}"));
        let scenario = files::scenario("scenario", &self.scenario(), &map, &roster).unwrap_or_else(|f| panic!("{f}"));
        let setup = self.options.iter().fold(Setup::default(), |setup, option| setup.option(*option));
        let setup = self.rulings.iter().fold(setup, |setup, (id, reading)| setup.ruling(*id, *reading));
        assemble(map, roster, scenario, &setup).unwrap_or_else(|f| panic!("{f}"))
    }
}

/// A game under way.
pub struct Game<'r> {
    pub rules: &'r JoursDeGloire,
    pub state: State,
}

pub type Account = AccountOf<JoursDeGloire>;

impl<'r> Game<'r> {
    /// From the beginning.
    #[track_caller]
    pub fn begin(rules: &'r JoursDeGloire) -> (Self, Account) {
        let mut chance = Scripted::new([]);
        let outcome = rules.begin(&mut chance).unwrap_or_else(|stop| panic!("{stop}"));
        (Self { rules, state: outcome.state }, outcome.journal)
    }

    /// From the beginning, without the account.
    #[track_caller]
    pub fn new(rules: &'r JoursDeGloire) -> Self {
        Self::begin(rules).0
    }

    /// From this position.
    pub fn at(rules: &'r JoursDeGloire, state: State) -> Self {
        Self { rules, state }
    }

    /// Takes an action with exactly these dice and draws. What is listed as legal is accepted, and the other way round.
    #[track_caller]
    pub fn act(&mut self, by: Side, action: Action, falls: &[Fall]) -> Account {
        let listed = self.rules.legal_actions(&self.state, by);
        assert!(listed.contains(&action), "{action:?} is not listed: {listed:?}");
        let mut chance = Scripted::new(falls.iter().copied());
        let outcome = self.rules.apply(&self.state, by, &action, &mut chance);
        let outcome = outcome.unwrap_or_else(|stop| panic!("{action:?}: {stop}"));
        chance.finish().unwrap_or_else(|fault| panic!("{fault}: {:?}", self.rules.waiting(&outcome.state)));
        assert_eq!(self.rules.fold(&self.state, outcome.journal.events()), outcome.state);
        self.state = outcome.state;
        outcome.journal
    }

    /// Both sides finish their orders; then these dice.
    #[track_caller]
    pub fn orders_done(&mut self, falls: &[Fall]) -> Account {
        self.act(BLUE, Action::Done, &[]);
        self.act(WHITE, Action::Done, falls)
    }

    /// The refusal of an action, which must not be listed.
    #[track_caller]
    pub fn refuse(&self, by: Side, action: Action) -> StopOf<JoursDeGloire> {
        let listed = self.rules.legal_actions(&self.state, by);
        assert!(!listed.contains(&action), "{action:?} is listed");
        match self.rules.check(&self.state, by, &action) {
            Ok(()) => panic!("{action:?} is accepted"),
            Err(stop) => stop,
        }
    }

    pub fn unit(&self, name: &str) -> UnitId {
        self.rules.roster().unit_named(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    pub fn units(&self, names: &[&str]) -> UnitSet {
        names.iter().map(|name| self.unit(name)).collect()
    }

    pub fn cell(&self, hex: &str) -> Cell {
        self.rules.map().grid.cell(hex.parse().expect("a hex")).expect("on the map")
    }

    pub fn at_hex(&self, unit: &str) -> Option<String> {
        self.state.at(self.unit(unit)).map(|cell| self.rules.map().grid.hex(cell).to_string())
    }

    pub fn formation(&self, name: &str) -> FormationId {
        self.rules.roster().formation_named(name).expect("a formation")
    }

    /// The markers of a formation, in order.
    pub fn markers(&self, formation: &str) -> Vec<MarkerId> {
        self.rules.roster().formation(self.formation(formation)).expect("a formation").markers.clone()
    }

    /// A marker by its name.
    pub fn marker(&self, name: &str) -> MarkerId {
        let place = self.rules.roster().markers.iter().position(|marker| marker.name == name).expect("a marker");
        MarkerId(place as u8)
    }

    pub fn draw(&self, formation: &str, nth: usize) -> Fall {
        Fall::Draw(self.markers(formation)[nth].0)
    }

    /// How many markers of a formation are in the cup.
    pub fn in_cup(&self, formation: &str) -> usize {
        self.markers(formation).into_iter().filter(|marker| self.state.in_cup(*marker)).count()
    }

    pub fn commander(&self, name: &str) -> CommanderId {
        self.rules.roster().commander_named(name).expect("a commander")
    }

    pub fn post(&self, name: &str) -> Option<String> {
        let cell = self.rules.post(&self.state, self.commander(name))?;
        Some(self.rules.map().grid.hex(cell).to_string())
    }

    pub fn order(&self, unit: &str) -> Action {
        Action::Order { unit: self.unit(unit) }
    }

    pub fn initiative(&self, unit: &str) -> Action {
        Action::Initiative { unit: self.unit(unit) }
    }

    pub fn marked(&self, mark: Mark, unit: &str) -> bool {
        self.state.marked(mark).has(self.unit(unit))
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

    /// Passes the steps of an activation until it ends with these draws.
    #[track_caller]
    pub fn pass_activation(&mut self, falls: &[Fall]) {
        let by = self.state.acting().expect("an activation");
        for _ in 0..8 {
            let mut chance = Scripted::new(falls.iter().copied());
            let out = self.rules.apply(&self.state, by, &Action::Done, &mut chance);
            match out {
                Ok(outcome) => {
                    let used = chance.left() == 0;
                    self.state = outcome.state;
                    if used {
                        return;
                    }
                }
                Err(stop) => panic!("{stop}"),
            }
        }
        panic!("the activation does not end: {:?}", self.rules.waiting(&self.state));
    }

    /// A step in this direction, or a halt.
    #[track_caller]
    pub fn step(&mut self, dir: Dir) -> Account {
        let by = self.asked()[0].0;
        self.act(by, Action::Step { dir }, &[])
    }

    #[track_caller]
    pub fn halt(&mut self, facing: Vertex) -> Account {
        let by = self.asked()[0].0;
        self.act(by, Action::Halt { facing }, &[])
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
