//! The doors of the series.

use core::fmt::Write;

use super::action::Action;
use super::document::{self, Document, Eye};
use super::edition::Edition;
use super::game::JoursDeGloire;
use super::state::State;
use super::view::{Guess, View};
use crate::doors::{Doors, RulesVersion};
use crate::figures::Faults;
use crate::fingerprint::{Digest, Fingerprint};
use crate::players::keen;
use crate::ruleset::Ruleset;
use crate::side::Side;

impl Doors for JoursDeGloire {
    type Document = Document;
    type View = View;
    type Guess = Guess;

    const RULES_VERSION: RulesVersion = RulesVersion(1);

    fn ruleset_name(&self) -> &'static str {
        match self.edition() {
            Edition::Rivoli => "rivoli",
            Edition::Montebello => "montebello",
        }
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
        match state.verdict {
            0 => None,
            1 => Some(format!("{} wins", self.side_name(Side::First))),
            2 => Some(format!("{} wins", self.side_name(Side::Second))),
            _ => Some("nobody wins".to_owned()),
        }
    }

    fn favour(&self, state: &State, by: Side, action: &Action) -> u32 {
        keen(self, state, by, action)
    }
}
