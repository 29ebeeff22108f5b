//! A whole game between two simple players that seek the fight, under any ruleset.
//!
//! `cargo run --release --example battle -- GAME [--scenario NAME] --seed N [--quiet] [--record FILE]`
//!
//! `rivoli --scenario free` is the same as `rivoli-free`.
//!
//! Prints the journal, or with `--quiet` only a line for each turn; the last line is `outcome: ...`. The record, as JSON,
//! replays exactly: `grognard::any::verify`.

use std::ops::ControlFlow;
use std::process::ExitCode;

use grognard::any::{AnyRuleset, Task, scenarios};
use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::odds::Policy;
use grognard::players::{Passing, Seeking};
use grognard::record::{Recorder, told};
use grognard::ruleset::{Outcome, Waiting};
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

/// The whole game, with its rules.
struct Battle<'a> {
    arguments: &'a Arguments,
    setup: Setup,
}

impl Battle<'_> {
    fn show<R: Doors>(&self, rules: &R, outcome: &Outcome<R>) {
        if !self.arguments.quiet {
            for line in told(rules, &outcome.journal) {
                println!("  {line}");
            }
        }
    }

    fn fight<R: Doors>(&self, rules: &R) -> Result<(), String> {
        let seed = self.arguments.seed;
        let stopped = |stop: grognard::ruleset::StopOf<R>| stop.to_string();
        let (mut game, begun) = Recorder::opened(rules, self.setup.clone(), Seeded::new(seed)).map_err(stopped)?;
        self.show(rules, &begun);
        let mut turn = 0;
        let mut seeking = [Seeking::new(seed), Seeking::new(!seed)];
        let [first, second] = &mut seeking;
        for (players, most) in [
            ([first as &mut dyn Policy<R>, second as &mut dyn Policy<R>], MOST),
            ([&mut Passing as &mut dyn Policy<R>, &mut Passing as &mut dyn Policy<R>], MOST),
        ] {
            let mut each = |side: Side, action: &R::Action, outcome: &Outcome<R>| {
                if !self.arguments.quiet {
                    println!("{}: {}", rules.side_name(side), rules.tell_action(action));
                }
                self.show(rules, outcome);
                // What the action brought may end a turn: the next one comes after it.
                if rules.turn(&outcome.state) != turn {
                    turn = rules.turn(&outcome.state);
                    println!("turn {turn}");
                }
                ControlFlow::Continue(())
            };
            game.run(players, most, &mut each).map_err(stopped)?;
        }
        if rules.waiting(game.state()) != Waiting::Over {
            return Err("the game did not end".to_owned());
        }
        let record = game.record();
        if let Some(file) = &self.arguments.record {
            std::fs::write(file, record.to_text()).map_err(|error| format!("{file}: {error}"))?;
        }
        let outcome = rules.outcome(game.state()).unwrap_or_default();
        let (count, turn) = (record.actions.len(), rules.turn(game.state()));
        println!("outcome: {outcome} in turn {turn} after {count} actions, {}", rules.fingerprint(game.state()));
        Ok(())
    }
}

impl Task for Battle<'_> {
    type Output = Result<(), String>;

    fn run<R: Doors>(self, rules: &R) -> Self::Output {
        self.fight(rules)
    }
}

fn battle(arguments: &Arguments) -> Result<(), String> {
    let Some((ruleset, _)) = scenarios().find(|(_, scenario)| *scenario == arguments.scenario) else {
        return Err(format!("there is no scenario {:?}", arguments.scenario));
    };
    let setup = Setup::scenario(&arguments.scenario);
    let rules = AnyRuleset::open(ruleset, &setup).map_err(|faults| faults.to_string())?;
    rules.with(Battle { arguments, setup })
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| battle(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let names: Vec<&str> = scenarios().map(|(_, scenario)| scenario).collect();
            eprintln!(
                "{fault}\nbattle GAME [--scenario NAME] --seed N [--quiet] [--record FILE], of {}",
                names.join(", ")
            );
            ExitCode::FAILURE
        }
    }
}
