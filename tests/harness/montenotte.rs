//! Montenotte under the harness.

use grognard::setup::Setup;

use super::checks::{Met, Particular, game};
use super::montenotte_rules::{PARTICULAR, begun, open, players, told};

fn run(setup: &Setup, name: &str, seeds: std::ops::Range<u64>, every: usize) -> Met {
    let rules = open(setup);
    // A game has thousands of positions: everything is checked at some of them.
    let of = Particular { every, ..PARTICULAR };
    let mut met = Met::default();
    for seed in seeds {
        let [mut first, mut second] = players(seed);
        met.join(&game(&rules, &of, name, &begun(&rules, seed), seed, [&mut *first, &mut *second]));
    }
    told(name, &met);
    met
}

#[test]
fn games_of_montenotte() {
    let met = run(&Setup::scenario("montenotte"), "montenotte", 0..8, 7);
    assert_eq!(met.over, met.games, "every game comes to its end");
}

/// The same under every reading that is not the default, a few at a time.
#[test]
fn games_under_other_rulings() {
    let text = include_str!("../../rules/montenotte/rulings.toml");
    let book = grognard::rulings::Rulings::read("rulings", text).unwrap();
    let mut others = Vec::new();
    for ruling in book.iter().filter(|ruling| ruling.latitude == grognard::rulings::Latitude::Option) {
        for reading in ruling.readings.iter().filter(|reading| reading.id != ruling.default) {
            others.push((ruling.id.to_string(), reading.id.to_string()));
        }
    }
    for (nth, some) in others.chunks(6).enumerate() {
        let mut setup = Setup::scenario("montenotte");
        for (ruling, reading) in some {
            setup = setup.ruling(ruling, reading);
        }
        let seed = 100 + nth as u64;
        run(&setup, &format!("{some:?}"), seed..seed + 1, 31);
    }
}
