//! A table at which tests of Montenotte play: positions by name, dice written down, journals.
#![allow(dead_code)]

use grognard::chance::{Fall, Scripted};
use grognard::hex::{Cell, Dir};
use grognard::journal::{Account, Entry, Seen};
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Question};
use grognard::montenotte::build::Builder;
use grognard::montenotte::event::Event;
use grognard::montenotte::frame::Step;
use grognard::montenotte::ids::{MarkerId, UnitNo};
use grognard::montenotte::label::Label;
use grognard::montenotte::state::State;
use grognard::montenotte::why::Why;
use grognard::ruleset::{Ruleset, StopOf, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;
use grognard::tally::Tally;

/// The French.
pub const FRENCH: Side = Side::First;
/// The Coalition.
pub const COALITION: Side = Side::Second;

/// The rules with every default.
pub fn rules() -> Montenotte {
    Montenotte::open(&Setup::scenario("montenotte")).unwrap()
}

/// The rules with this reading of a ruling.
pub fn with(ruling: &str, reading: &str) -> Montenotte {
    Montenotte::open(&Setup::scenario("montenotte").ruling(ruling, reading)).unwrap()
}

/// A die of six sides.
pub fn d6(pips: u8) -> Fall {
    Fall::D6(pips)
}

/// A game under way.
pub struct Game<'r> {
    pub rules: &'r Montenotte,
    pub state: State,
    /// The last journal.
    pub last: Account<Event, Label>,
}

impl<'r> Game<'r> {
    /// Begins with a position; its automatic steps take these dice.
    pub fn new(builder: Builder<'_>, rules: &'r Montenotte, dice: &[Fall]) -> Self {
        let state = builder.finish().unwrap();
        let mut chance = Scripted::new(dice.iter().copied());
        let begun = rules.resume(&state, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
        chance.finish().unwrap();
        Self { rules, state: begun.state, last: begun.journal }
    }

    /// Carries an action out with these dice, which must be used up.
    #[track_caller]
    pub fn act(&mut self, side: Side, action: Action, dice: &[Fall]) -> &Account<Event, Label> {
        let mut chance = Scripted::new(dice.iter().copied());
        match self.rules.apply(&self.state, side, &action, &mut chance) {
            Ok(outcome) => {
                if let Err(fault) = chance.finish() {
                    let told: Vec<String> = outcome.journal.entries().iter().map(ToString::to_string).collect();
                    panic!("{action:?}: {fault}\n{}", told.join("\n"));
                }
                assert_eq!(self.rules.fold(&self.state, outcome.journal.events()), outcome.state);
                self.state = outcome.state;
                self.last = outcome.journal;
            }
            Err(stop) => panic!("{action:?}: {stop}\nasked: {:?}", self.rules.waiting(&self.state)),
        }
        &self.last
    }

    /// The refusal of an action.
    #[track_caller]
    pub fn refusal(&self, side: Side, action: Action) -> StopOf<Montenotte> {
        match self.rules.check(&self.state, side, &action) {
            Err(stop) => stop,
            Ok(()) => panic!("{action:?} is accepted"),
        }
    }

    /// The reason of the refusal of an action.
    #[track_caller]
    pub fn why(&self, side: Side, action: Action) -> Why {
        match self.refusal(side, action).refusal() {
            Some(grognard::refusal::Refusal::Forbidden { why, .. }) => *why,
            other => panic!("{other:?}"),
        }
    }

    /// Whether an action is legal.
    pub fn may(&self, side: Side, action: Action) -> bool {
        let listed = self.rules.legal_actions(&self.state, side).contains(&action);
        assert_eq!(listed, self.rules.check(&self.state, side, &action).is_ok(), "{action:?}");
        listed
    }

    /// What is asked of a side.
    pub fn question(&self, side: Side) -> Option<Question> {
        match self.rules.waiting(&self.state) {
            Waiting::Over => None,
            waiting => waiting.of(side).copied(),
        }
    }

    /// Carries out the first action that is listed, with as many of these dice as it takes.
    #[track_caller]
    pub fn first(&mut self, side: Side, dice: &[Fall]) {
        let legal = self.rules.legal_actions(&self.state, side);
        let mut chance = Scripted::new(dice.iter().copied());
        let done = self.rules.apply(&self.state, side, &legal[0], &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
        self.state = done.state;
        self.last = done.journal;
    }

    /// Lets whoever may react pass.
    pub fn pass(&mut self) {
        use grognard::montenotte::frame::Frame;
        for side in Side::BOTH {
            while matches!(self.question(side), Some(Question { frame: Frame::Reacting { .. }, .. })) {
                self.act(side, Action::Done, &[]);
            }
        }
    }

    /// The marker of a general, brigade or decoy.
    #[track_caller]
    pub fn m(&self, name: &str) -> MarkerId {
        self.rules.marker_named(&self.state, name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// A unit.
    #[track_caller]
    pub fn u(&self, name: &str) -> UnitNo {
        self.rules.roster().unit(name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// A hex.
    #[track_caller]
    pub fn cell(&self, hex: &str) -> Cell {
        self.rules.map().grid.cell(hex.parse().unwrap()).unwrap()
    }

    /// Where a force stands.
    pub fn at(&self, name: &str) -> Option<String> {
        self.state.at(self.m(name)).map(|cell| self.rules.map().grid.hex(cell).to_string())
    }

    /// The strength of a unit.
    pub fn sp(&self, name: &str) -> u8 {
        self.state.sp(self.u(name))
    }

    /// The notch of a division.
    pub fn cursor(&self, name: &str) -> i8 {
        self.state.cursor(self.u(name))
    }

    /// The fatigue of a force.
    pub fn fatigue(&self, name: &str) -> u8 {
        self.rules.force_fatigue(&self.state, self.m(name))
    }

    /// The direction from one hex to the next.
    #[track_caller]
    pub fn dir(&self, from: &str, to: &str) -> Dir {
        self.rules.map().grid.direction(self.cell(from), self.cell(to)).unwrap()
    }

    /// A step of a force to a hex beside its own.
    #[track_caller]
    pub fn step(&self, name: &str, to: &str) -> Action {
        let from = self.at(name).unwrap();
        Action::Step { dir: self.dir(&from, to) }
    }

    /// The tally of the last journal whose label this is.
    #[track_caller]
    pub fn tally(&self, is: impl Fn(Label) -> bool) -> &Tally<Label> {
        match self.last.tallies().find(|tally| is(tally.what())) {
            Some(tally) => tally,
            None => panic!("no such tally in\n{}", self.told()),
        }
    }

    /// The last journal as text.
    pub fn told(&self) -> String {
        self.last.entries().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// The entry of an event in the last journal.
    #[track_caller]
    pub fn entry(&self, event: Event) -> &Entry<Event, Label> {
        let found = self.last.entries().iter().find(|entry| entry.event() == Some(&event));
        found.unwrap_or_else(|| panic!("no {event:?} in\n{}", self.told()))
    }

    /// Whether an event was seen by a side.
    #[track_caller]
    pub fn seen(&self, event: Event, side: Side) -> bool {
        self.entry(event).seen.by(side)
    }

    /// Who sees an event.
    pub fn seen_by(&self, event: Event) -> Seen {
        self.entry(event).seen
    }
}

/// A position in which one force has just been activated: as [`drawn`], and these dice fall when it is activated.
#[track_caller]
pub fn active<'r>(rules: &'r Montenotte, builder: Builder<'_>, name: &str, dice: &[Fall]) -> Game<'r> {
    let mut game = drawn(rules, builder, name);
    let marker = game.m(name);
    game.act(rules.side(marker), Action::Activate { marker }, dice);
    game
}

/// A position in which the letter of a force has just been drawn: no general-in-chief contests the initiative, and it is the
/// first (after Inertia, if it is uncommanded).
#[track_caller]
pub fn drawn<'r>(rules: &'r Montenotte, builder: Builder<'_>, name: &str) -> Game<'r> {
    use grognard::montenotte::frame::Step;
    use grognard::montenotte::state::Status;
    let builder = builder.step(Step::Choose);
    let state = builder.clone().finish().unwrap();
    let marker = rules.marker_named(&state, name).unwrap_or_else(|| panic!("no {name}"));
    let parent = rules.brigade_of(marker).and_then(|unit| rules.roster()[unit].parent());
    let letter = match parent {
        Some(division) => rules.marker_named(&state, &rules.roster()[division].name).unwrap(),
        None => marker,
    };
    let mut draws = Vec::new();
    if state.at(letter).is_none() || state.status(letter) == Status::Uncommanded {
        draws.push(Fall::Draw(63));
    }
    draws.push(Fall::Draw(letter.index() as u8));
    Game::new(builder, rules, &draws)
}

/// A general-in-chief and his force with every line cut, before the step of the lines of the second turn.
pub fn cut_off(rules: &Montenotte) -> Builder<'_> {
    rules
        .build()
        .only(&["Bonaparte", "Masséna", "Colli-Ricci", "Vitale", "Dellera", "Brempt", "Dichat"])
        .at("Bonaparte", "0811")
        .at("Masséna", "0811")
        .at("Colli-Ricci", "0812")
        .at("Vitale", "0711")
        .at("Dellera", "0810")
        .at("Brempt", "0912")
        .at("Dichat", "0911")
        .turn(2)
        .step(Step::Lines)
}
