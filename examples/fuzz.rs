//! A long run of the harness: random games of any ruleset with everything checked at every state.
//!
//! `cargo run --release --example fuzz -- SCENARIO[/OPTION...] --games N [--seed FIRST] [--every STATES]`
//!
//! Prints how often each kind of event, action and refusal was met, and of each fault the shortest game that shows it, with
//! its seed and actions. Ten games of Montebello take about a minute. Fails if anything does not hold.

#[path = "../tests/harness/checks.rs"]
#[allow(dead_code)]
mod checks;
#[path = "../tests/harness/kinds.rs"]
#[allow(dead_code)]
mod kinds;
#[path = "../tests/harness/montenotte_rules.rs"]
#[allow(dead_code)]
mod montenotte_rules;
#[path = "../tests/harness/mutation.rs"]
mod mutation;
#[path = "../tests/harness/series.rs"]
#[allow(dead_code)]
mod series;
#[path = "../tests/harness/watched.rs"]
mod watched;

use std::collections::BTreeMap;
use std::ops::Range;
use std::process::ExitCode;

use grognard::odds::Policy;
use grognard::setup::Setup;

use checks::{Fault, Harnessed, Met, Particular, watch};

fn number(words: &[String], name: &str, otherwise: u64) -> u64 {
    let place = words.iter().position(|word| word == name);
    place.and_then(|place| words.get(place + 1)?.parse().ok()).unwrap_or(otherwise)
}

/// A fault without its numbers, by which it is known again.
fn shape(told: &str) -> String {
    told.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Plays the games, and gives what was met and what does not hold.
fn fuzz<R: Harnessed>(
    rules: &R,
    of: &Particular<R>,
    seeds: Range<u64>,
    begun: impl Fn(&R, u64) -> R::State,
    players: impl Fn(u64) -> [Box<dyn Policy<R>>; 2],
) -> (Met, BTreeMap<String, (u64, u64, Fault)>) {
    let mut met = Met::default();
    let mut faults: BTreeMap<String, (u64, u64, Fault)> = BTreeMap::new();
    for seed in seeds {
        let [mut one, mut other] = players(seed);
        match watch(rules, of, &begun(rules, seed), seed, [&mut *one, &mut *other]) {
            Ok(more) => met.join(&more),
            Err(fault) => {
                let found = faults.entry(shape(&fault.told)).or_insert_with(|| (0, seed, fault.clone()));
                found.0 += 1;
                if fault.actions.len() < found.2.actions.len() {
                    (found.1, found.2) = (seed, fault);
                }
            }
        }
    }
    (met, faults)
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let name = words.first().filter(|word| !word.starts_with('-')).map_or("proving", String::as_str);
    let mut parts = name.split('/');
    let mut setup = Setup::scenario(parts.next().unwrap_or_default());
    for option in parts {
        setup = setup.option(option);
    }
    let (games, first) = (number(&words, "--games", 20), number(&words, "--seed", 0));
    let every = number(&words, "--every", 1) as usize;
    let seeds = first..first + games;
    // Panics of the rules are reported with the game that they belong to.
    std::panic::set_hook(Box::new(|_| {}));
    let faults = if setup.scenario.starts_with("montenotte") {
        let rules = montenotte_rules::open(&setup);
        let of = Particular { every, ..montenotte_rules::PARTICULAR };
        let (met, faults) = fuzz(&rules, &of, seeds, montenotte_rules::begun, montenotte_rules::players);
        montenotte_rules::told(name, &met);
        faults
    } else {
        let rules = series::open(&setup);
        let of = Particular { every, ..series::PARTICULAR };
        let (met, faults) = fuzz(&rules, &of, seeds, series::begun, series::players);
        series::told(name, &met);
        faults
    };
    for (times, seed, Fault { told, actions }) in faults.values() {
        let last = &actions[actions.len().saturating_sub(60)..];
        println!("\n{times} times, seed {seed}, after {} actions: {told}\n{}", actions.len(), last.join("\n"));
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
