//! Every reading of every ruling that a set-up may choose plays on: a whole game of the proving ground under each reading
//! that is not the default, between players that seek the fight.

use std::ops::ControlFlow;

use grognard::any::{AnyRuleset, Task};
use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::players::{Seeking, play};
use grognard::rulings::{Latitude, Rulings};
use grognard::setup::Setup;

/// Far more than any game of a proving ground takes.
const MOST: u32 = 20_000;

struct Game<'a>(&'a str);

impl Task for Game<'_> {
    type Output = ();

    fn run<R: Doors>(self, rules: &R) {
        let Self(what) = self;
        let mut chance = Seeded::new(7);
        let begun = rules.begin(&mut chance).unwrap_or_else(|stop| panic!("{what}: {stop}"));
        let (mut one, mut other) = (Seeking::new(7), Seeking::new(8));
        let each = &mut |_, _: &_, _: &_| ControlFlow::Continue(());
        let played = play(rules, begun.state, &mut chance, [&mut one, &mut other], MOST, each);
        let played = played.unwrap_or_else(|stop| panic!("{what}: {stop}"));
        assert!(rules.over(&played.state), "{what}: not over after {} actions", played.actions);
    }
}

#[track_caller]
fn all(ruleset: &str, scenario: &str, text: &str, least: usize) {
    let book = Rulings::read("rulings.toml", text).unwrap();
    let mut games = 0;
    for ruling in book.iter().filter(|ruling| ruling.latitude == Latitude::Option) {
        for reading in ruling.readings.iter().filter(|reading| reading.id != ruling.default) {
            let what = format!("{}: {}", ruling.id, reading.id);
            let setup = Setup::scenario(scenario).ruling(ruling.id.as_str(), reading.id.as_str());
            let rules = AnyRuleset::open(ruleset, &setup).unwrap_or_else(|faults| panic!("{what}: {faults}"));
            rules.with(Game(&what));
            games += 1;
        }
    }
    assert!(games >= least, "{games} readings");
}

#[test]
fn montebello() {
    all("montebello", "proving", include_str!("../rules/montebello/rulings.toml"), 83);
}

#[test]
fn rivoli() {
    all("rivoli", "proving", include_str!("../rules/rivoli/rulings.toml"), 107);
}

/// Those of a variant of the battle, on its own scenario.
#[test]
fn variants_of_rivoli() {
    for (scenario, ruling, reading) in
        [("rivoli-free", "free-deployment-massena", "all"), ("rivoli-arrival", "arrival-hex-when", "drawn")]
    {
        let rules = AnyRuleset::open("rivoli", &Setup::scenario(scenario).ruling(ruling, reading));
        rules.unwrap_or_else(|faults| panic!("{faults}")).with(Game(scenario));
    }
}

#[test]
fn montenotte() {
    all("montenotte", "montenotte-proving", include_str!("../rules/montenotte/rulings.toml"), 96);
}
