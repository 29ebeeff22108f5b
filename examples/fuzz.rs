//! A long run of the harness: random games of Jours de Gloire with everything checked at every state.
//!
//! `cargo run --release --example fuzz -- SCENARIO[/OPTION...] --games N [--seed FIRST]`
//!
//! Prints how often each kind of event, action and refusal was met, and of each fault the shortest game that shows it, with
//! its seed and actions. Ten games of Montebello take about a minute. Fails if anything does not hold.

#[path = "../tests/harness/checks.rs"]
#[allow(dead_code)]
mod checks;
#[path = "../tests/harness/kinds.rs"]
#[allow(dead_code)]
mod kinds;
#[path = "../tests/harness/mutation.rs"]
mod mutation;
#[path = "../tests/harness/series.rs"]
#[allow(dead_code)]
mod series;
#[path = "../tests/harness/watched.rs"]
mod watched;

use std::collections::BTreeMap;
use std::process::ExitCode;

use grognard::setup::Setup;

use checks::{Fault, Met, watch};
use series::{PARTICULAR, begun, open, players, told};

fn number(words: &[String], name: &str, otherwise: u64) -> u64 {
    let place = words.iter().position(|word| word == name);
    place.and_then(|place| words.get(place + 1)?.parse().ok()).unwrap_or(otherwise)
}

/// A fault without its numbers, by which it is known again.
fn shape(told: &str) -> String {
    told.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect()
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
    let rules = open(&setup);
    // Panics of the rules are reported with the game that they belong to.
    std::panic::set_hook(Box::new(|_| {}));
    let mut met = Met::default();
    let mut faults: BTreeMap<String, (u64, u64, Fault)> = BTreeMap::new();
    for seed in first..first + games {
        let [mut one, mut other] = players(seed);
        match watch(&rules, &PARTICULAR, &begun(&rules, seed), seed, [&mut *one, &mut *other]) {
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
    told(name, &met);
    for (times, seed, Fault { told, actions }) in faults.values() {
        let last = &actions[actions.len().saturating_sub(60)..];
        println!("\n{times} times, seed {seed}, after {} actions: {told}\n{}", actions.len(), last.join("\n"));
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
