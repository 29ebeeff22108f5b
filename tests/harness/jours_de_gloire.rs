//! Jours de Gloire under the harness.

use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::State;
use grognard::setup::Setup;

use super::checks::{Met, game};
use super::series::{PARTICULAR, activation, begun, open, players, told};

fn run(setup: &Setup, name: &str, seeds: std::ops::Range<u64>, start: impl Fn(&JoursDeGloire, u64) -> State) -> Met {
    let rules = open(setup);
    let mut met = Met::default();
    for seed in seeds {
        let [mut first, mut second] = players(seed);
        met.join(&game(&rules, &PARTICULAR, name, &start(&rules, seed), seed, [&mut *first, &mut *second]));
    }
    told(name, &met);
    met
}

/// From the movement step of a formation's activation, each in turn.
fn activations(setup: &Setup, name: &str, seeds: std::ops::Range<u64>) -> Met {
    let rules = open(setup);
    let formations: Vec<String> = rules.roster().formations.iter().map(|formation| formation.name.clone()).collect();
    run(setup, name, seeds, |rules, seed| {
        let orders = if seed.is_multiple_of(3) { Orders::Without } else { Orders::Received };
        activation(rules, &formations[seed as usize / 2 % formations.len()], orders)
    })
}

#[test]
fn from_activations_of_the_proving_ground() {
    for edition in ["montebello-edition", "rivoli-edition"] {
        activations(&Setup::scenario("proving").option(edition), edition, 0..12);
    }
}

#[test]
fn games_of_the_proving_ground() {
    for edition in ["montebello-edition", "rivoli-edition"] {
        run(&Setup::scenario("proving").option(edition), edition, 0..24, begun);
    }
}

#[test]
fn games_of_the_shipped_battles() {
    for scenario in ["montebello", "rivoli-historical", "rivoli-free", "rivoli-arrival"] {
        run(&Setup::scenario(scenario), scenario, 3..5, begun);
    }
}
