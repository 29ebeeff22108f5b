//! Every kind of event, action and refusal is met, so often: players who always decline pass any harness.
//!
//! The types themselves name their kinds: one that has no number here fails the test, as does a number for no kind. A kind
//! that random games cannot be counted on to meet has the number 0, and is met by a test of its chapter.

use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::why::Why;
use grognard::setup::Setup;

use super::checks::{Met, Particular, game};
use super::series::{PARTICULAR, begun, open, players, told};

/// The games: a scenario with its options, and how many.
const GAMES: &[(&str, &[&str], u64)] = &[
    ("proving", &["montebello-edition"], 30),
    ("proving", &["rivoli-edition"], 20),
    (
        "proving",
        &[
            "rivoli-edition",
            "reserve-activation",
            "tactical-groups",
            "misguided-fire",
            "infantry-reaction-fire",
            "demoralized-formations",
        ],
        30,
    ),
    ("rivoli-historical", &[], 3),
    ("rivoli-free", &[], 3),
    ("rivoli-arrival", &[], 6),
];

const EVENTS: &[(&str, u64)] = &[];

const ACTIONS: &[(&str, u64)] = &[];

const REFUSALS: &[(&str, u64)] = &[];

#[test]
fn every_kind_is_met() {
    let mut met = Met::default();
    // The other tests check every state.
    let of = Particular { every: 5, mutants: 24, ..PARTICULAR };
    for (scenario, options, games) in GAMES {
        let setup = options.iter().fold(Setup::scenario(*scenario), |setup, option| setup.option(*option));
        let rules = open(&setup);
        for seed in 0..*games {
            let [mut first, mut second] = players(3 + seed);
            met.join(&game(&rules, &of, scenario, &begun(&rules, seed), seed, [&mut *first, &mut *second]));
        }
    }
    told("all games", &met);
    let mut short = met.events.short::<Event>(EVENTS);
    short.extend(met.kinds.short::<Action>(ACTIONS));
    short.extend(met.refusals.short::<Why>(REFUSALS));
    assert!(short.is_empty(), "met too rarely:\n{}", short.join("\n"));
}
