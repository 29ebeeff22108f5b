//! The ordered account of one adjudication.
//!
//! An [`Entry`] is a fact (an event that changed the state), an explanation (a die, a tally) or bookkeeping (an event that
//! only moves the agenda on; shown to nobody). Each has the rules that it follows from and who may see it. Folding the
//! events of a journal over the old state gives the new one, without chance.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::chance::Face;
use crate::rule::Cites;
use crate::side::Side;
use crate::tally::Tally;

/// Who may see an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// Both sides.
    ByBoth,
    /// This side alone.
    By(Side),
    /// Nobody: bookkeeping.
    ByNobody,
}

impl Seen {
    /// Whether this side may see it.
    pub fn by(self, side: Side) -> bool {
        match self {
            Seen::ByBoth => true,
            Seen::By(one) => one == side,
            Seen::ByNobody => false,
        }
    }
}

/// What an entry says. `E` are the ruleset's events, `L` its labels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body<E, L: Copy> {
    /// An event that changes the state.
    Fact(E),
    /// An event that only moves the agenda on.
    Mark(E),
    /// A die that is read as it falls.
    Die {
        /// What it was thrown for.
        what: L,
        /// What it shows.
        face: Face,
    },
    /// The two dice of a contest, the first side's first.
    Contest {
        /// What they were thrown for.
        what: L,
        /// What they show.
        faces: [Face; 2],
    },
    /// A sum of modifiers, with its die if one was thrown.
    Tally(Box<Tally<L>>),
    /// A remark that explains, without a number.
    Note(L),
}

/// One entry of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry<E, L: Copy> {
    /// What it says.
    pub body: Body<E, L>,
    /// The rules that it follows from.
    pub rules: Cites,
    /// Who may see it.
    pub seen: Seen,
}

impl<E, L: Copy> Entry<E, L> {
    /// The event, if it is one.
    pub fn event(&self) -> Option<&E> {
        match &self.body {
            Body::Fact(event) | Body::Mark(event) => Some(event),
            _ => None,
        }
    }

    /// The tally, if it is one.
    pub fn tally(&self) -> Option<&Tally<L>> {
        match &self.body {
            Body::Tally(tally) => Some(tally),
            _ => None,
        }
    }
}

impl<E: fmt::Display, L: Copy + fmt::Display> fmt::Display for Entry<E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.body {
            Body::Fact(event) | Body::Mark(event) => write!(f, "{event}")?,
            Body::Die { what, face } => write!(f, "{what}: die {face}")?,
            Body::Contest { what, faces } => write!(f, "{what}: dice {} and {}", faces[0], faces[1])?,
            Body::Tally(tally) => write!(f, "{tally}")?,
            Body::Note(what) => write!(f, "{what}")?,
        }
        write!(f, " [{}]", self.rules)
    }
}

impl Serialize for Face {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Who takes the account down. [`Silent`] takes nothing, and then the account costs nothing; [`Account`] takes all.
pub trait Journal<E, L: Copy> {
    /// Whether entries are wanted at all.
    const ON: bool;

    /// Takes an entry.
    fn take(&mut self, entry: Entry<E, L>);
}

/// No account.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E, L: Copy> Journal<E, L> for Silent {
    const ON: bool = false;

    fn take(&mut self, _: Entry<E, L>) {}
}

/// The whole account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Account<E, L: Copy> {
    entries: Vec<Entry<E, L>>,
}

impl<E, L: Copy> Account<E, L> {
    /// An empty account.
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// The entries, in order.
    pub fn entries(&self) -> &[Entry<E, L>] {
        &self.entries
    }

    /// The events, in order: folded over the old state they give the new one.
    pub fn events(&self) -> impl Iterator<Item = &E> {
        self.entries.iter().filter_map(Entry::event)
    }

    /// The tallies, in order.
    pub fn tallies(&self) -> impl Iterator<Item = &Tally<L>> {
        self.entries.iter().filter_map(Entry::tally)
    }

    /// The entries that this side may see.
    pub fn seen_by(&self, side: Side) -> impl Iterator<Item = &Entry<E, L>> {
        self.entries.iter().filter(move |entry| entry.seen.by(side))
    }

    /// Whether an entry cites this rule (with its clause, if it has one).
    pub fn cites(&self, rule: crate::rule::Rule) -> bool {
        self.entries.iter().any(|entry| entry.rules.iter().any(|r| r == rule))
    }

    /// Forgets all entries, and keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

impl<E, L: Copy> Default for Account<E, L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E, L: Copy> Journal<E, L> for Account<E, L> {
    const ON: bool = true;

    fn take(&mut self, entry: Entry<E, L>) {
        self.entries.push(entry);
    }
}
