//! A long run of the harness: random games of any ruleset with everything checked at every state, or at some.
//!
//! `cargo run --release --example fuzz -- SCENARIO[/OPTION...][/RULING=READING...]... [--games N] [--actions N] [--seed FIRST]
//! [--every STATES] [--mutants N] [--least N]`
//!
//! The scenarios take turns (`rivoli-historical@ten` begins at a later hour, `proving@close` at close quarters), all with one seed, then with the next, until there were so many games, or so many actions. Prints
//! how often each kind of event, action and refusal was met, and of each fault the shortest game that shows it, with its
//! seed and actions. Fails if anything does not hold, or if a kind was met less often than `--least`. Ten games of
//! Montebello with everything checked at every state take about a minute. The long runs: `tests/README.md`.

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
#[path = "../tests/harness/temptations.rs"]
mod temptations;
#[path = "../tests/harness/temptations_of_montenotte.rs"]
mod temptations_of_montenotte;
#[path = "../tests/harness/watched.rs"]
mod watched;

use std::collections::BTreeMap;
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

/// What was met, and each kind of fault: how often, and the shortest game that shows it, with its seed.
type Found = (Met, BTreeMap<String, (u64, String, Fault)>);

/// How long a run goes on.
#[derive(Clone, Copy)]
struct Bounds {
    first: u64,
    games: u64,
    actions: u64,
    every: usize,
    mutants: usize,
}

/// Opens the scenarios, lets them take turns, and gives what was met and what does not hold.
fn fuzz<R: Harnessed>(
    names: &[String],
    bounds: Bounds,
    of: &Particular<R>,
    open: fn(&Setup) -> R,
    begun: fn(&R, &str, u64) -> R::State,
    players: fn(u64) -> [Box<dyn Policy<R>>; 2],
) -> Found {
    let of = Particular { every: bounds.every, mutants: bounds.mutants, ..*of };
    let opened: Vec<(&String, R)> = names.iter().map(|name| (name, open(&set_up(name)))).collect();
    let mut met = Met::default();
    let mut faults = BTreeMap::new();
    // Each scenario with each seed in turn, so that none keeps to a few kinds of players.
    let each = (bounds.first..=u64::MAX).flat_map(|seed| opened.iter().map(move |(name, rules)| (seed, name, rules)));
    let games = usize::try_from(bounds.games).unwrap_or(usize::MAX);
    for (seed, name, rules) in each.take(games) {
        if met.actions >= bounds.actions {
            break;
        }
        let [mut one, mut other] = players(seed);
        match watch(rules, &of, &begun(rules, name, seed), seed, [&mut *one, &mut *other]) {
            Ok(more) => met.join(&more),
            Err(fault) => {
                let where_ = format!("{name}, seed {seed}");
                let found = faults.entry(shape(&fault.told)).or_insert_with(|| (0, where_.clone(), fault.clone()));
                found.0 += 1;
                if fault.actions.len() < found.2.actions.len() {
                    (found.1, found.2) = (where_, fault);
                }
            }
        }
    }
    (met, faults)
}

/// A scenario with its options and rulings, from a name such as `proving/rivoli-edition/night-rally-when=phase-e`.
fn set_up(name: &str) -> Setup {
    let mut parts = name.split('@').next().unwrap_or_default().split('/');
    let setup = Setup::scenario(parts.next().unwrap_or_default());
    parts.fold(setup, |setup, part| match part.split_once('=') {
        Some((ruling, reading)) => setup.ruling(ruling, reading),
        None => setup.option(part),
    })
}

/// The kinds that were met less often.
fn rare(tables: [Vec<(&'static str, u64)>; 3], least: u64) -> Vec<String> {
    let all = tables.into_iter().flatten();
    all.filter(|(_, met)| *met < least).map(|(name, met)| format!("{name}: {met}")).collect()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut names: Vec<String> = words.iter().take_while(|word| !word.starts_with('-')).cloned().collect();
    if names.is_empty() {
        names.push("proving".to_owned());
    }
    let actions = number(&words, "--actions", u64::MAX);
    let bounds = Bounds {
        first: number(&words, "--seed", 0),
        games: number(&words, "--games", if actions == u64::MAX { 20 } else { u64::MAX }),
        actions,
        every: usize::try_from(number(&words, "--every", 1)).unwrap_or(usize::MAX),
        mutants: usize::try_from(number(&words, "--mutants", 12)).unwrap_or(usize::MAX),
    };
    let least = number(&words, "--least", 0);
    // Panics of the rules are reported with the game that they belong to.
    std::panic::set_hook(Box::new(|_| {}));
    let of_montenotte = |name: &String| name.starts_with("montenotte");
    if names.iter().any(of_montenotte) != names.iter().all(of_montenotte) {
        println!("scenarios of one ruleset at a time");
        return ExitCode::FAILURE;
    }
    let title = names.join(" ");
    let (faults, rare) = if names.iter().all(of_montenotte) {
        use grognard::montenotte::{action::Action, event::Event, why::Why};
        use montenotte_rules::{PARTICULAR, begun, open, players, told};
        let (met, faults) = fuzz(&names, bounds, &PARTICULAR, open, |rules, _, seed| begun(rules, seed), players);
        told(&title, &met);
        let tables = [met.events.table::<Event>(), met.kinds.table::<Action>(), met.refusals.table::<Why>()];
        (faults, rare(tables, least))
    } else {
        use grognard::jours_de_gloire::{action::Action, event::Event, why::Why};
        use series::{PARTICULAR, at_close, at_ten, begun, open, players, told};
        let start = |rules: &_, name: &str, seed| match name.rsplit_once('@') {
            Some((_, "ten")) => at_ten(rules, seed),
            Some(_) => at_close(rules, seed),
            None => begun(rules, seed),
        };
        let (met, faults) = fuzz(&names, bounds, &PARTICULAR, open, start, players);
        told(&title, &met);
        let tables = [met.events.table::<Event>(), met.kinds.table::<Action>(), met.refusals.table::<Why>()];
        (faults, rare(tables, least))
    };
    for (times, where_, Fault { told, actions }) in faults.values() {
        let last = &actions[actions.len().saturating_sub(60)..];
        println!("\n{times} times, {where_}, after {} actions: {told}\n{}", actions.len(), last.join("\n"));
    }
    if !rare.is_empty() {
        println!("\nmet less than {least} times: {}", rare.join(", "));
    }
    if faults.is_empty() && rare.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
