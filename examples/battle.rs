//! A whole game between two simple players that seek the fight.
//!
//! `cargo run --release --example battle -- GAME [--scenario NAME] --seed N [--quiet] [--record FILE]`
//!
//! `rivoli --scenario free` is the same as `rivoli-free`.
//!
//! Prints the journal, or with `--quiet` only a line for each turn; the last line is `outcome: ...`. The record holds the
//! set-up, the actions and what fell, as JSON.

use std::ops::ControlFlow;
use std::process::ExitCode;

use grognard::chance::{Recording, Seeded};
use grognard::doors::Doors;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::{JoursDeGloire, scenarios};
use grognard::odds::Policy;
use grognard::players::{Keen, Passing, play};
use grognard::ruleset::{AccountOf, Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

/// After so many actions both players only pass, so that the game ends whatever they do.
const MOST: u32 = 50_000;

struct Arguments {
    scenario: String,
    seed: u64,
    quiet: bool,
    record: Option<String>,
}

fn arguments() -> Result<Arguments, String> {
    let mut found = Arguments { scenario: String::new(), seed: 0, quiet: false, record: None };
    let mut variant = None;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seed" => {
                let seed = words.next().ok_or("--seed needs a number")?;
                found.seed = seed.parse().map_err(|_| format!("--seed needs a number, not {seed:?}"))?;
            }
            "--quiet" => found.quiet = true,
            "--scenario" => variant = Some(words.next().ok_or("--scenario needs a name")?),
            "--record" => found.record = Some(words.next().ok_or("--record needs a file")?),
            name if !name.starts_with('-') && found.scenario.is_empty() => found.scenario = name.to_owned(),
            other => return Err(format!("what is {other:?}?")),
        }
    }
    if found.scenario.is_empty() {
        return Err("which scenario?".to_owned());
    }
    if let Some(variant) = variant {
        found.scenario = format!("{}-{variant}", found.scenario);
    }
    Ok(found)
}

fn print(rules: &JoursDeGloire, quiet: bool, journal: &AccountOf<JoursDeGloire>) {
    if quiet {
        return;
    }
    for line in journal.entries().iter().map(|entry| rules.tell(entry)).filter(|line| !line.is_empty()) {
        println!("  {line}");
    }
}

fn battle(arguments: &Arguments) -> Result<(), String> {
    let setup = Setup::scenario(&arguments.scenario);
    let rules = JoursDeGloire::open(&setup).map_err(|faults| faults.to_string())?;
    let mut chance = Recording::new(Seeded::new(arguments.seed));
    let begun = rules.begin(&mut chance).map_err(|stop| stop.to_string())?;
    print(&rules, arguments.quiet, &begun.journal);
    let mut keen = [Keen::seeded(arguments.seed), Keen::seeded(!arguments.seed)];
    let mut actions = Vec::new();
    let (mut turn, mut winner) = (0, None);
    let mut each = |side: Side, action: &_, outcome: &grognard::ruleset::Outcome<JoursDeGloire>| {
        if outcome.state.turn() != turn {
            turn = outcome.state.turn();
            println!("turn {turn}");
        }
        if !arguments.quiet {
            println!("{}: {}", rules.side_name(side), rules.tell_action(action));
        }
        print(&rules, arguments.quiet, &outcome.journal);
        for event in outcome.journal.events() {
            if let Event::Ended { winner: side } = event {
                winner = *side;
            }
        }
        actions.push((side, *action));
        ControlFlow::Continue(())
    };
    let [first, second] = &mut keen;
    let players: [&mut dyn Policy<JoursDeGloire>; 2] = [first, second];
    let played = play(&rules, begun.state, &mut chance, players, MOST, &mut each).map_err(|stop| stop.to_string())?;
    let players: [&mut dyn Policy<JoursDeGloire>; 2] = [&mut Passing, &mut Passing];
    let played = play(&rules, played.state, &mut chance, players, MOST, &mut each).map_err(|stop| stop.to_string())?;
    if rules.waiting(&played.state) != Waiting::Over {
        return Err("the game did not end".to_owned());
    }
    if let Some(file) = &arguments.record {
        let record = serde_json::json!({
            "setup": setup,
            "actions": actions,
            "falls": chance.falls(),
            "fingerprint": rules.fingerprint(&played.state),
        });
        std::fs::write(file, format!("{record}\n")).map_err(|error| format!("{file}: {error}"))?;
    }
    let winner = match winner {
        Some(side) => format!("{} wins", rules.side_name(side)),
        None => "nobody wins".to_owned(),
    };
    let count = actions.len();
    println!(
        "outcome: {winner} in turn {} after {count} actions, {}",
        played.state.turn(),
        rules.fingerprint(&played.state)
    );
    Ok(())
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| battle(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let names: Vec<&str> = scenarios().collect();
            eprintln!(
                "{fault}\nbattle GAME [--scenario NAME] --seed N [--quiet] [--record FILE], of {}",
                names.join(", ")
            );
            ExitCode::FAILURE
        }
    }
}
