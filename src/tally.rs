//! A natural die, its modifiers one by one with their rules, and the total.

use core::fmt::{self, Write};

use serde::{Deserialize, Serialize};

use crate::chance::Face;
use crate::figures::{Figure, Source};
use crate::rule::Rule;

/// The most modifiers that one tally holds; no table of the five games has as many.
pub const MOST: usize = 14;

/// One modifier of a tally. `L` is the ruleset's vocabulary of names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier<L> {
    /// What it is for.
    pub label: L,
    /// What it adds.
    pub value: i8,
    /// The rule that gives it.
    pub rule: Rule,
    /// Where the figure comes from.
    pub source: Source,
}

/// A sum: a die if one was thrown, and modifiers. With `need`, a test: it passes at that total or less.
#[derive(Clone, Copy)]
pub struct Tally<L> {
    what: L,
    face: Option<Face>,
    need: Option<i16>,
    modifiers: [Option<Modifier<L>>; MOST],
    len: u8,
}

impl<L: Copy> Tally<L> {
    /// An empty sum for this purpose.
    pub const fn new(what: L) -> Self {
        Self { what, face: None, need: None, modifiers: [const { None }; MOST], len: 0 }
    }

    /// A test that passes at `need` or less.
    pub const fn test(what: L, need: i16) -> Self {
        Self { what, face: None, need: Some(need), modifiers: [const { None }; MOST], len: 0 }
    }

    /// Adds a modifier, also one of 0 where the rulebook's account lists it. Beyond [`MOST`] nothing is added; `false`.
    pub fn add(&mut self, label: L, figure: Figure<i8>, rule: Rule) -> bool {
        let Some(slot) = self.modifiers.get_mut(usize::from(self.len)) else { return false };
        *slot = Some(Modifier { label, value: figure.value, rule, source: figure.source });
        self.len += 1;
        true
    }

    /// Adds a modifier unless it is 0.
    pub fn add_some(&mut self, label: L, figure: Figure<i8>, rule: Rule) -> bool {
        figure.value == 0 || self.add(label, figure, rule)
    }

    /// What it is for.
    pub const fn what(&self) -> L {
        self.what
    }

    /// The die, once thrown.
    pub const fn face(&self) -> Option<Face> {
        self.face
    }

    /// The greatest total that passes, if it is a test.
    pub const fn need(&self) -> Option<i16> {
        self.need
    }

    /// The modifiers, in the order in which they were added.
    pub fn modifiers(&self) -> impl Iterator<Item = &Modifier<L>> {
        self.modifiers[..usize::from(self.len)].iter().flatten()
    }

    /// The sum of the modifiers.
    pub fn sum(&self) -> i16 {
        self.modifiers().map(|m| i16::from(m.value)).sum()
    }

    /// The sum with this die.
    pub fn with(&self, face: Face) -> i16 {
        self.sum() + face.pips()
    }

    /// The sum with the die that was thrown, if one was.
    pub fn total(&self) -> i16 {
        self.sum() + self.face.map_or(0, Face::pips)
    }

    /// Whether the test was passed; `None` if it is no test or no die was thrown.
    pub fn passed(&self) -> Option<bool> {
        self.face?;
        Some(self.total() <= self.need?)
    }

    /// Writes the die down.
    pub(crate) fn throw(&mut self, face: Face) {
        self.face = Some(face);
    }

    /// What a player reads: what it is for, each modifier with its rule and source, the die, the total, and whether a test
    /// passes. What it is for comes in words, since those tell of whom; the modifiers by the names that are given.
    pub fn told(&self, what: String, name: impl Fn(L) -> String) -> String {
        let mut text = what;
        let mut sign = ": ";
        // Writing to a text cannot fail.
        for m in self.modifiers() {
            let _ = write!(text, "{sign}{:+} {} ({}, {})", m.value, name(m.label), m.rule, m.source.word());
            sign = "; ";
        }
        let _ = match self.face {
            Some(face) if self.len > 0 => write!(text, "{sign}die {face} {:+} = {}", self.sum(), self.total()),
            Some(face) => write!(text, "{sign}die {face}"),
            None => write!(text, "{sign}in all {}", self.sum()),
        };
        if let Some(need) = self.need {
            let result = match self.passed() {
                Some(true) => ": passed",
                Some(false) => ": failed",
                None => "",
            };
            let _ = write!(text, ", needs {need} or less{result}");
        }
        text
    }

    /// The weakest source among its figures: the last of printed, published, reconstructed.
    pub fn source(&self) -> Source {
        self.modifiers().map(|m| m.source).max().unwrap_or(Source::Printed)
    }
}

impl<L: PartialEq> PartialEq for Tally<L> {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
            && self.face == other.face
            && self.need == other.need
            && self.modifiers[..usize::from(self.len)] == other.modifiers[..usize::from(other.len)]
    }
}

impl<L: Eq> Eq for Tally<L> {}

impl<L: fmt::Debug> fmt::Debug for Tally<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tally")
            .field("what", &self.what)
            .field("face", &self.face)
            .field("need", &self.need)
            .field("modifiers", &&self.modifiers[..usize::from(self.len)])
            .finish()
    }
}

/// What a player reads, the labels by what they print; see [`Tally::told`].
impl<L: Copy + fmt::Display> fmt::Display for Tally<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(self.what.to_string(), |label| label.to_string()))
    }
}

impl<L: Copy + Serialize> Serialize for Tally<L> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut s = serializer.serialize_struct("Tally", 5)?;
        s.serialize_field("what", &self.what)?;
        s.serialize_field("die", &self.face.map(|face| face.to_string()))?;
        s.serialize_field("modifiers", &self.modifiers().collect::<Vec<_>>())?;
        s.serialize_field("total", &self.total())?;
        s.serialize_field("need", &self.need)?;
        s.end()
    }
}
