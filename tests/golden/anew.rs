//! Plays the games that are kept, anew.

use std::path::Path;

use grognard::any::{AnyRuleset, Task};
use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::odds::Policy;
use grognard::players::{Biased, Passing};
use grognard::record::{Record, Recorder};
use grognard::ruleset::Waiting;
use grognard::setup::Setup;
use grognard::side::Side;

use super::games::Golden;

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

/// Plays a game between two seeded players that seek the fight, and writes its record.
pub fn write(folder: &Path, game: &Golden) -> Result<String, String> {
    let setup = game.options.iter().fold(Setup::scenario(game.scenario), |setup, option| setup.option(*option));
    let rules = AnyRuleset::open(game.ruleset, &setup).map_err(|faults| faults.to_string())?;
    let record = rules.with(Play { setup: &setup, seed: game.seed })?;
    let text = record.to_text();
    std::fs::write(folder.join(format!("{}.json", game.name)), &text).map_err(|error| error.to_string())?;
    Ok(format!("{}: {} actions, {} bytes", game.name, record.actions.len(), text.len()))
}
