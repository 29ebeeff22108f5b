//! What adjudicating Montenotte costs: the replay of a fixed corpus of games, and single calls.
//!
//! `cargo bench --bench montenotte`; with words after `--`, only what their names contain. The corpus is played at the
//! start by seeded players that seek the fight, so it is the same in every run of one version. Each number is the median
//! of five runs, on one core; the clock is read here alone.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::journal::{Account, Silent};
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Reaction};
use grognard::montenotte::state::State;
use grognard::odds::{Stopping, odds};
use grognard::players::{Biased, play};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

const RUNS: usize = 5;
const SEEDS: std::ops::Range<u64> = 1796..1806;
const MOST: u32 = 50_000;

/// A recorded game: where it began, what was done, and the dice.
struct Recorded {
    seed: u64,
    start: State,
    actions: Vec<(Side, Action)>,
}

/// Whether the words of the command line choose what has this name.
fn chosen(name: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    words.peek().is_none() || words.any(|word| name.contains(&word))
}

/// The time of one of `times` calls, as the median of five runs, and that of the best run: on a busy machine the median
/// tells of the others' work.
fn measure(name: &str, times: usize, mut run: impl FnMut()) {
    if !chosen(name) {
        return;
    }
    let mut taken: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            run();
            begun.elapsed()
        })
        .collect();
    taken.sort();
    let of = |run: usize| taken[run].as_nanos() / times.max(1) as u128;
    let (median, best) = (of(RUNS / 2), of(0));
    println!("{name:44} {median:>9} ns {:>9} a second; the best {best:>9}", 1_000_000_000 / median.max(1));
}

/// How much a player that seeks the fight favours an action.
fn keen(_: &Montenotte, _: &State, _: Side, action: &Action) -> u32 {
    match action {
        Action::Attack { .. } => 60,
        Action::Join { .. } | Action::March { .. } | Action::Pursue | Action::Activate { .. } => 20,
        Action::Fund { .. } => 15,
        Action::Step { .. } | Action::Rapid { .. } => 6,
        Action::React { reaction: Reaction::Move(_), .. } => 2,
        Action::Done | Action::Halt { .. } => 2,
        Action::Detach { .. } | Action::Sack => 1,
        _ => 3,
    }
}

fn record(rules: &Montenotte) -> Vec<Recorded> {
    let mut corpus = Vec::new();
    for seed in SEEDS {
        let mut chance = Seeded::new(seed);
        let start = rules.begin(&mut chance).unwrap_or_else(|stop| panic!("{stop}")).state;
        let mut actions = Vec::new();
        let (mut first, mut second) = (Biased::new(seed, keen), Biased::new(!seed, keen));
        play(rules, start.clone(), &mut chance, [&mut first, &mut second], MOST, &mut |side, action, _| {
            actions.push((side, *action));
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|stop| panic!("{stop}"));
        corpus.push(Recorded { seed, start, actions });
    }
    corpus
}

/// What an action is for the shares of the corpus.
fn share(action: &Action) -> usize {
    match action {
        Action::Step { .. } | Action::Rapid { .. } | Action::March { .. } | Action::Withdraw { .. } => 0,
        Action::Attack { .. }
        | Action::Join { .. }
        | Action::Terrain { .. }
        | Action::Lead { .. }
        | Action::Lose { .. }
        | Action::Retreat { .. }
        | Action::Shelter { .. }
        | Action::Advance
        | Action::Pursue
        | Action::React { .. }
        | Action::Reconnoitre { .. }
        | Action::Announce { .. } => 1,
        Action::Done | Action::Halt { .. } | Action::Rest => 2,
        _ => 3,
    }
}

fn name(action: &Action) -> String {
    format!("{action:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// What each kind of action costs: where the time goes.
fn kinds(rules: &Montenotte, corpus: &[Recorded]) {
    if !chosen("kinds") {
        return;
    }
    let mut costs: BTreeMap<String, (u32, Duration)> = BTreeMap::new();
    for game in corpus {
        let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
        for (by, action) in &game.actions {
            let begun = Instant::now();
            let next = black_box(rules.next(&state, *by, action, &mut chance));
            let taken = begun.elapsed();
            state = next.expect("a recorded action");
            let (count, sum) = costs.entry(name(action)).or_default();
            (*count, *sum) = (*count + 1, *sum + taken);
        }
    }
    let mut costs: Vec<_> = costs.into_iter().collect();
    costs.sort_by_key(|(_, (_, sum))| std::cmp::Reverse(*sum));
    let whole: u128 = costs.iter().map(|(_, (_, sum))| sum.as_nanos()).sum();
    for (name, (count, sum)) in costs {
        let thousandths = sum.as_nanos() * 1000 / whole.max(1);
        println!(
            "  {name:20} {count:>8} times {:>8} ns each {thousandths:>5} per thousand",
            sum.as_nanos() / u128::from(count)
        );
    }
}

fn replays(rules: &Montenotte, corpus: &[Recorded], count: usize) {
    measure("replay by copy, no journal (next)", count, || {
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                state = rules.next(&state, *by, action, &mut chance).expect("a recorded action");
            }
            black_box(state);
        }
    });
    measure("replay by copy, with the journal (apply)", count, || {
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                let outcome = rules.apply(&state, *by, action, &mut chance).expect("a recorded action");
                black_box(&outcome.journal);
                state = outcome.state;
            }
        }
    });
    measure("replay in place, no journal", count, || {
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                let done = rules.apply_in(&mut state, *by, action, &mut Silent, &mut chance);
                black_box(done).expect("a recorded action");
            }
        }
    });
    measure("replay in place, with the journal", count, || {
        let mut journal = Account::new();
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                journal.clear();
                let done = rules.apply_in(&mut state, *by, action, &mut journal, &mut chance);
                black_box(done).expect("a recorded action");
            }
        }
    });
}

fn positions(rules: &Montenotte, corpus: &[Recorded]) {
    // Every seventh position of the corpus.
    let mut positions: Vec<(State, Side, Action)> = Vec::new();
    for game in corpus {
        let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
        for (nth, (by, action)) in game.actions.iter().enumerate() {
            if nth % 7 == 0 {
                positions.push((state.clone(), *by, *action));
            }
            state = rules.next(&state, *by, action, &mut chance).expect("a recorded action");
        }
    }
    let count = positions.len();
    measure("clone", count, || {
        for (state, _, _) in &positions {
            black_box(state.clone());
        }
    });
    measure("waiting", count, || {
        for (state, _, _) in &positions {
            black_box(rules.waiting(state));
        }
    });
    measure("fingerprint", count, || {
        for (state, _, _) in &positions {
            black_box(rules.fingerprint(state));
        }
    });
    let mut listed = 0;
    measure("legal actions of the side that is asked", count, || {
        listed = 0;
        for (state, by, _) in &positions {
            listed += black_box(rules.legal_actions(state, *by)).len();
        }
    });
    println!("{:44} {:>10} tenths", "  so many in the mean", listed * 10 / count.max(1));
    measure("view of the side that is asked", count, || {
        for (state, by, _) in &positions {
            black_box(rules.view(state, *by));
        }
    });
    let fights: Vec<&(State, Side, Action)> = positions.iter().filter(|(_, _, action)| share(action) == 1).collect();
    let mut branches = 0u64;
    measure("odds of a fight to the next decision", fights.len(), || {
        branches = 0;
        for (state, by, action) in &fights {
            // The longest automatic stretches branch beyond any bound worth waiting for: they count as cut short.
            if let Ok(odds) = black_box(odds(rules, state, *by, action, &mut Stopping, 10_000)) {
                branches += u64::from(odds.branches);
            }
        }
    });
    println!("{:44} {:>10} adjudications", "  so many in the mean", branches / fights.len().max(1) as u64);
}

fn main() {
    let rules = Montenotte::open(&Setup::scenario("montenotte")).unwrap_or_else(|faults| panic!("{faults}"));
    let corpus = record(&rules);
    let count: usize = corpus.iter().map(|game| game.actions.len()).sum();
    let mut shares = [0usize; 4];
    for (_, action) in corpus.iter().flat_map(|game| &game.actions) {
        shares[share(action)] += 1;
    }
    let [moves, fights, passes, others] = shares.map(|share| share * 1000 / count.max(1));
    println!(
        "{} games: {count} actions; per thousand: {moves} moves, {fights} fights, {passes} passes, {others} others",
        corpus.len(),
    );
    println!("{:44} {:>10} bytes", "a state", size_of::<State>());
    replays(&rules, &corpus, count);
    kinds(&rules, &corpus);
    positions(&rules, &corpus);
    measure("opening Montenotte", 10, || {
        for _ in 0..10 {
            black_box(Montenotte::open(&Setup::scenario("montenotte"))).unwrap_or_else(|faults| panic!("{faults}"));
        }
    });
}
