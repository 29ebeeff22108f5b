//! The golden records: one whole game of every scenario, kept in `tests/golden` and replayed to the very position.
//!
//! `cargo run --release --example golden [-- --write] [NAME...]`
//!
//! Without `--write` it replays what is kept, and fails where a record and the rules part. With it, the games are played
//! anew by seeded players and written down: after a change to a rule's meaning, with the rules version raised.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use grognard::any::{self, AnyRuleset, Task};
use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::odds::Policy;
use grognard::players::{Biased, Passing};
use grognard::record::{Record, Recorder};
use grognard::ruleset::Waiting;
use grognard::setup::Setup;
use grognard::side::Side;

#[path = "../tests/golden/games.rs"]
mod games;

use games::GAMES;

/// After so many actions both players only pass.
const MOST: usize = 4_000;
/// A game that goes on for so long has no end.
const FAR_TOO_MANY: usize = 50_000;

struct Play<'s> {
    setup: &'s Setup,
    seed: u64,
}

impl Task for Play<'_> {
    type Output = Result<Record, String>;

    fn run<R: Doors>(self, rules: &R) -> Self::Output {
        let mut game = Recorder::begin(rules, self.setup.clone(), Seeded::new(self.seed)).map_err(|e| e.to_string())?;
        let favour = |rules: &R, state: &R::State, by: Side, action: &R::Action| rules.favour(state, by, action);
        let mut keen = [Biased::new(self.seed, favour), Biased::new(!self.seed, favour)];
        for played in 0..FAR_TOO_MANY {
            let waiting = rules.waiting(game.state());
            if waiting == Waiting::Over {
                return Ok(game.record());
            }
            let Some(side) = waiting.sides().next() else { return Err("nobody is asked".to_owned()) };
            let Some(question) = waiting.of(side) else { return Err("nothing is asked".to_owned()) };
            let action = if played < MOST {
                keen[side.index()].answer(rules, game.state(), side, question)
            } else {
                Passing.answer(rules, game.state(), side, question)
            };
            let action = action.ok_or("a player has no answer")?;
            game.play(side, &action).map_err(|stop| stop.to_string())?;
        }
        Err("the game does not end".to_owned())
    }
}

fn write(path: &Path, ruleset: &str, setup: &Setup, seed: u64) -> Result<String, String> {
    let rules = AnyRuleset::open(ruleset, setup).map_err(|faults| faults.to_string())?;
    let record = rules.with(Play { setup, seed })?;
    let text = record.to_text();
    std::fs::write(path, &text).map_err(|error| error.to_string())?;
    Ok(format!("{} actions, {} bytes", record.actions.len(), text.len()))
}

fn verify(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let record = Record::parse(&text).map_err(|faults| faults.to_string())?;
    let end = any::verify(&record).map_err(|divergence| divergence.to_string())?;
    Ok(format!("{} actions, exactly to {end}", record.actions.len()))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let anew = words.iter().any(|word| word == "--write");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut all = ControlFlow::Continue(());
    for game in GAMES.iter().filter(|game| wanted.is_empty() || wanted.iter().any(|name| *name == game.name)) {
        let setup = game.options.iter().fold(Setup::scenario(game.scenario), |setup, option| setup.option(*option));
        let path = folder.join(format!("{}.json", game.name));
        let done = if anew { write(&path, game.ruleset, &setup, game.seed) } else { verify(&path) };
        match done {
            Ok(told) => println!("{}: {told}", game.name),
            Err(told) => {
                println!("{}: {told}", game.name);
                all = ControlFlow::Break(());
            }
        }
    }
    if all.is_break() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
