//! The doors of the series.

use core::fmt::{self, Write};

use super::document::{self, Document, Eye};
use super::edition::Edition;
use super::game::JoursDeGloire;
use super::state::State;
use super::view::{Guess, View};
use crate::doors::{Doors, RulesVersion};
use crate::figures::Faults;
use crate::fingerprint::{Fingerprint, Words};
use crate::side::Side;

/// Takes text into a fingerprint, however it is cut into pieces.
struct Digest {
    words: Words,
    word: [u8; 8],
    len: usize,
}

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.word[self.len] = byte;
            self.len += 1;
            if self.len == self.word.len() {
                self.words.bytes(&self.word);
                self.len = 0;
            }
        }
        Ok(())
    }
}

impl Digest {
    fn finish(mut self) -> Fingerprint {
        self.words.bytes(&self.word[..self.len]);
        self.words.finish()
    }
}

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
        let mut digest = Digest { words: Words::new(), word: [0; 8], len: 0 };
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
}
