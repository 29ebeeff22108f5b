//! The doors of this game.

use core::fmt::Write;

use super::Montenotte;
use super::action::Action;
use super::document::{self, Document, Eye};
use super::state::State;
use super::view::{Guess, View};
use crate::doors::{Doors, RulesVersion};
use crate::figures::Faults;
use crate::fingerprint::{Digest, Fingerprint};
use crate::ruleset::Ruleset;
use crate::side::Side;

impl Doors for Montenotte {
    type Document = Document;
    type View = View;
    type Guess = Guess;

    const RULES_VERSION: RulesVersion = RulesVersion(1);

    fn ruleset_name(&self) -> &'static str {
        "montenotte"
    }

    /// Taken over the values as they were read, so that a file that only looks different has the same digest.
    fn figures(&self) -> Fingerprint {
        let mut digest = Digest::new();
        // Writing into a digest cannot fail.
        let _ = write!(digest, "{:?}{:?}{:?}{:?}", self.charts, self.map, self.roster, self.scenario);
        digest.finish()
    }

    fn write(&self, state: &State) -> Document {
        self.document(state, Eye::Host)
    }

    fn read(&self, document: &Document) -> Result<State, Faults> {
        document::read(self, document)
    }

    fn view(&self, state: &State, side: Side) -> View {
        self.seen_by(state, side)
    }

    fn suppose(&self, view: &View, guess: &Guess) -> Result<State, Faults> {
        self.supposed(view, guess)
    }

    fn tell_action(&self, action: &Action) -> String {
        self.told_action(action)
    }

    fn turn(&self, state: &State) -> u64 {
        state.turn().into()
    }

    fn outcome(&self, state: &State) -> Option<String> {
        let (winner, outcome) = state.verdict()?;
        Some(match winner {
            Some(side) => format!("{} wins: {outcome}", self.side_name(side)),
            None => "nobody wins".to_owned(),
        })
    }

    fn favour(&self, state: &State, by: Side, action: &Action) -> u32 {
        self.favoured(state, by, action)
    }
}
