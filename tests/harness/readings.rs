//! Readings that change the course of charges and nights, at every state of random games of the proving ground.

use grognard::jours_de_gloire::action::Action;
use grognard::setup::Setup;

use super::checks::{Met, game};
use super::series::{PARTICULAR, at_close, begun, open, players, told};

/// Games of the proving ground by either edition under a reading; every other one begins at close quarters.
fn run(ruling: (&str, &str), seeds: std::ops::Range<u64>) -> Met {
    let mut met = Met::default();
    for edition in ["montebello-edition", "rivoli-edition"] {
        let rules = open(&Setup::scenario("proving").option(edition).ruling(ruling.0, ruling.1));
        for seed in seeds.clone() {
            let [mut first, mut second] = players(seed);
            let start = if seed % 2 == 1 { at_close(&rules, seed) } else { begun(&rules, seed) };
            met.join(&game(&rules, &PARTICULAR, ruling.0, &start, seed, [&mut *first, &mut *second]));
        }
    }
    told(ruling.0, &met);
    assert_eq!(met.over, met.games, "every game ends");
    met
}

#[test]
fn charges_that_may_fall_short() {
    let met = run(("charge-must-reach", "may-fall-short"), 20..28);
    let short = met.kinds.at_least::<Action>(&[("charge", 20)]);
    assert!(short.is_empty(), "{}", short.join("\n"));
}

#[test]
fn nights_at_whose_end_the_idle_rally() {
    run(("night-rally-when", "phase-e"), 20..28);
}
