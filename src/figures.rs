//! Figures of a rulebook, where each comes from, and what is wrong with a file of them.
//!
//! The tables of a game are TOML files beside the code, which a player can read and correct with the rulebook open. This
//! module knows how such a file is written and read ([`Sheet`], [`Reader`]); it knows no game.
//!
//! # How a file of figures is written
//!
//! A *cell* is a key with a whole number or a text, and tables hold cells and further tables. A table says once where
//! its cells come from, and a cell that differs says so itself:
//!
//! ```toml
//! [terrain]
//! chart = "Terrain Effects Chart"   # what a player calls this table
//! rule = "R table 1"                # where it stands
//! source = "printed"
//!
//! [terrain.clear]
//! line = 1232                       # the line of the rulebook's text
//! infantry = 1
//! artillery = { value = 3, source = "reconstructed", why = "as for the village" }
//! ```
//!
//! `source` is `printed`, `published` (with `from`: where) or `reconstructed` (with `why`). What a table says holds for
//! the tables in it; a level that names a `source` starts its notes (`line`, `from`, `why`) anew. A second file of the
//! same shape can be laid over the first, cell by cell.

mod sheet;

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hex::Hex;
use crate::rule::Rule;

pub use sheet::{Cell, Note, Noted, Raw, Reader, Sheet};

/// Where a figure comes from, the most trusted first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// It stands in the rulebook.
    Printed,
    /// It stands in another public text, which is named: errata, another edition.
    Published,
    /// Nobody printed it: an estimate, with its reasoning.
    Reconstructed,
}

impl Source {
    /// Each of them, the most trusted first.
    pub const ALL: [Self; 3] = [Self::Printed, Self::Published, Self::Reconstructed];

    /// The word for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Published => "published",
            Self::Reconstructed => "reconstructed",
        }
    }

    /// The less trusted of two: the source of what is worked out from both.
    #[must_use]
    pub const fn weaker(self, other: Self) -> Self {
        if self as u8 >= other as u8 { self } else { other }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A figure and where it comes from.
///
/// ```
/// use grognard::figures::{Figure, Source};
/// let village = Figure::new(-1_i8, Source::Reconstructed);
/// assert_eq!(village.map(i16::from).value, -1_i16);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure<T> {
    /// What the figure is.
    pub value: T,
    /// Where it comes from.
    pub source: Source,
}

impl<T> Figure<T> {
    /// This figure, from this source.
    pub const fn new(value: T, source: Source) -> Self {
        Self { value, source }
    }

    /// Another value worked out from this one alone; the source stays.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Figure<U> {
        Figure { value: f(self.value), source: self.source }
    }

    /// The same value where a figure from `source` had its part in it too.
    #[must_use]
    pub fn resting_on(self, source: Source) -> Self {
        Self { source: self.source.weaker(source), ..self }
    }
}

/// Which sources a set-up allows. The default is all of them.
///
/// ```
/// use grognard::figures::{Source, SourceSet};
/// let strict = SourceSet::PRINTED;
/// assert!(!strict.contains(Source::Published));
/// assert!(strict.with(Source::Published).contains(Source::Published));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceSet(u8);

impl SourceSet {
    /// Every source.
    pub const ALL: Self = Self(0b111);
    /// Printed figures only.
    pub const PRINTED: Self = Self(0b001);

    /// This source as well.
    #[must_use]
    pub const fn with(self, source: Source) -> Self {
        Self(self.0 | 1 << source as u8)
    }

    /// Not this source.
    #[must_use]
    pub const fn without(self, source: Source) -> Self {
        Self(self.0 & !(1 << source as u8))
    }

    /// Whether this source is allowed.
    pub const fn contains(self, source: Source) -> bool {
        self.0 & 1 << source as u8 != 0
    }

    /// Each allowed source, the most trusted first.
    pub fn iter(self) -> impl Iterator<Item = Source> {
        Source::ALL.into_iter().filter(move |source| self.contains(*source))
    }
}

impl Default for SourceSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromIterator<Source> for SourceSet {
    fn from_iter<I: IntoIterator<Item = Source>>(sources: I) -> Self {
        sources.into_iter().fold(Self(0), Self::with)
    }
}

impl Serialize for SourceSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SourceSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Source>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// A figure that a set-up needs and that no allowed source gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// The place by its names in the book: "Terrain Effects Chart, marsh, cavalry".
    pub place: String,
    /// The place by its key in the file: `terrain.marsh.cavalry`.
    pub path: String,
    /// The table or rule that ought to hold it.
    pub rule: Rule,
    /// The source that has a figure for it, though it is not allowed.
    pub source: Source,
    /// What that source says of it: the text it stands in, or the reasoning.
    pub note: String,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): not printed; {}, {}", self.place, self.rule, self.source, self.note)
    }
}

/// One thing that is wrong in a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Fault {
    /// The file, as the caller names it.
    pub file: String,
    /// The line in it, from 1, where one can be told.
    pub line: Option<u32>,
    /// The keys that lead there: `terrain.marsh.cavalry`. Empty where the text cannot be read at all.
    pub path: String,
    /// What is wrong.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.path.is_empty() {
            write!(f, ": {}", self.path)?;
        }
        write!(f, ": {}", self.kind)
    }
}

/// What is wrong at one place of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text is not TOML here.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// A key stands twice.
    #[error("this key stands twice")]
    DuplicateKey,
    /// A key that means nothing here.
    #[error("unknown key")]
    UnknownKey,
    /// A key that must stand here does not.
    #[error("missing; expected {expected}")]
    Missing {
        /// What belongs here.
        expected: String,
    },
    /// Something else stands where it should not.
    #[error("expected {expected}, found {found}")]
    Wrong {
        /// What belongs here.
        expected: String,
        /// What stands here.
        found: String,
    },
    /// A figure for which neither it nor its tables name a source.
    #[error("no source; expected `source` as printed, published or reconstructed, here or in a table above")]
    NoSource,
    /// A published figure without `from`, or a reconstructed one without `why`.
    #[error("a {} figure needs `{}`", .0, if *.0 == Source::Published { "from" } else { "why" })]
    NoReason(Source),
    /// A figure for which neither it nor its tables name a rule.
    #[error("no rule; expected `rule` here or in a table above")]
    NoRule,
    /// A name that is not among those that it can be.
    #[error("unknown name {name:?}; expected {expected}")]
    UnknownName {
        /// What can stand here.
        expected: String,
        /// What stands here.
        name: String,
    },
    /// The same thing a second time, or another in its place.
    #[error("already given at {first}")]
    Twice {
        /// The keys that lead to the first.
        first: String,
    },
    /// More of a thing than there can be; this is the first too many.
    #[error("one too many: there can be {most}")]
    TooMany {
        /// How many there can be.
        most: usize,
    },
    /// A hex that is not on the map.
    #[error("hex {0} is not on the map")]
    OffMap(Hex),
    /// Two hexes that ought to touch.
    #[error("hexes {0} and {1} do not touch on this map")]
    NotAdjacent(Hex, Hex),
    /// A slope between two hexes of one level.
    #[error("hexes {0} and {1} have the same level: a slope needs a higher and a lower one")]
    NoSlope(Hex, Hex),
    /// A work along a hexside of which it is not told which hex is inside.
    #[error("which of {0} and {1} is inside is not told; expected outside>inside, as in \"{0}>{1}\"")]
    NoInside(Hex, Hex),
    /// A bridge or ford where no water is.
    #[error("no stream or river lies between {0} and {1}")]
    NoWater(Hex, Hex),
    /// A hexside that is entered towards one hex and climbed towards the other.
    #[error("hex {inside} is inside the work and below {above}: a hexside has one upper hex")]
    InsideBelow {
        /// The hex inside.
        inside: Hex,
        /// The hex of the higher level.
        above: Hex,
    },
    /// A unit in the hex of an enemy.
    #[error("hex {hex} is held by the enemy, at {first}")]
    Enemy {
        /// The hex.
        hex: Hex,
        /// The keys that lead to the enemy's place.
        first: String,
    },
}

/// Everything that is wrong with a set of files, at once: never empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
pub struct Faults {
    /// What must be put right in the files, by file and line.
    pub faults: Vec<Fault>,
    /// The figures that no allowed source gives.
    pub gaps: Vec<Gap>,
}

impl Faults {
    /// `Ok` if nothing is wrong.
    ///
    /// # Errors
    /// Itself, with all its faults and gaps, unless it has none.
    pub fn or_none(self) -> Result<(), Self> {
        if self.faults.is_empty() && self.gaps.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Adds those of another file.
    pub fn add(&mut self, other: Self) {
        self.faults.extend(other.faults);
        self.gaps.extend(other.gaps);
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault], gaps: Vec::new() }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} faults, {} gaps", self.faults.len(), self.gaps.len())?;
        for fault in &self.faults {
            write!(f, "\n{fault}")?;
        }
        for gap in &self.gaps {
            write!(f, "\n{gap}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_words_and_weaken() {
        for source in Source::ALL {
            assert_eq!(serde_json::to_string(&source).ok(), Some(format!("\"{source}\"")));
        }
        let figure = Figure::new(3, Source::Printed);
        assert_eq!(
            figure.resting_on(Source::Reconstructed).resting_on(Source::Published).source,
            Source::Reconstructed
        );
        assert_eq!(figure.resting_on(Source::Printed), figure);
    }

    #[test]
    fn sets_of_sources_read_back() {
        for bits in 0..8_u8 {
            let set: SourceSet = Source::ALL.into_iter().filter(|source| bits & 1 << *source as u8 != 0).collect();
            let text = serde_json::to_string(&set).unwrap_or_default();
            assert_eq!(serde_json::from_str(&text).ok(), Some(set), "{text}");
        }
        assert_eq!(SourceSet::default(), SourceSet::ALL);
        assert_eq!(SourceSet::ALL.without(Source::Published).without(Source::Reconstructed), SourceSet::PRINTED);
    }

    fn read(text: &str, top: &str) -> (Figure<i8>, Figure<Option<u8>>, Result<(), Faults>) {
        let sheet = Sheet::parse("base", text).inherited("the old book").under(Sheet::parse("top", top));
        let mut reader = Reader::new(sheet, SourceSet::PRINTED, &|path| path != "a.far");
        let found = (reader.cell("a.near"), reader.cell("a.far"));
        (found.0, found.1, reader.finish())
    }

    #[test]
    fn an_inherited_figure_is_published_and_needs_the_new_books_rule() {
        let base =
            "[a]\nchart = \"A Table\"\nrule = \"R 1\"\nsource = \"printed\"\nline = 7\nnear = -3\nfar = \"none\"";
        let (near, far, end) = read(base, "[a]\nrule = \"M 2\"");
        assert_eq!((near, far), (Figure::new(-3, Source::Published), Figure::new(None, Source::Published)));
        let faults = end.expect_err("published figures are not allowed here");
        let [gap] = faults.gaps.as_slice() else { panic!("{faults}") };
        assert_eq!(gap.to_string(), "A Table, near (M 2): not printed; published, the old book, line 7");

        let (_, _, end) = read(base, "");
        let faults = end.expect_err("no rule");
        assert_eq!(faults.faults.iter().filter(|fault| fault.kind == FaultKind::NoRule).count(), 2);

        let (near, far, end) = read(base, "[a]\nrule = \"M 2\"\nsource = \"printed\"\nnear = 4\nfar = 5");
        assert_eq!((near, far), (Figure::new(4, Source::Printed), Figure::new(Some(5), Source::Printed)));
        assert_eq!(end, Ok(()));
    }
}
