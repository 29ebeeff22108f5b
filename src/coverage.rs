//! The index of a rulebook, and how far code and tests cover it.
//!
//! An `index.toml` lists every numbered rule of a book, clause by clause, with a title in our own words; a program can
//! show it beside a citation. What is [`Adjudicated`](Kind::Adjudicated) must be cited by code and proved by a test. The
//! proof is checked, not declared: a test names the clause and hands over a journal or a refusal; if that cites the clause,
//! a [`Proof`] is written down, and if not, the test fails. The example `coverage` gathers them.
//!
//! ```
//! use grognard::coverage::{Coverage, Index, Kind, code};
//! use grognard::rule;
//! let index = Index::read("index.toml", r#"
//! [[rule]]
//! number = "M 9.4/1"
//! line = 460
//! title = "Who may counter-charge"
//! kind = "adjudicated"
//! "#)?;
//! assert_eq!(index.get(rule!("M 9.4/1")).map(|clause| clause.kind), Some(Kind::Adjudicated));
//! let cited = code("src/charge.rs", "const WHO: Rule = rule!(\"M 9.4/1\");");
//! let coverage = Coverage::new(&index, cited, Vec::new());
//! assert_eq!((coverage.proved(), coverage.adjudicated()), (0, 1));
//! assert_eq!(coverage.holes()[0].to_string(), "M 9.4/1: no test proves it");
//! # Ok::<(), grognard::figures::Faults>(())
//! ```

mod code;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use crate::figures::{Fault, FaultKind, Faults};
use crate::rows::{self, Row};
use crate::rule::{Book, Rule};

pub use code::code;

/// What an entry of an index is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A program decides it.
    Adjudicated,
    /// Data of a map, a roster or a scenario.
    SetUp,
    /// It explains a word, or repeats another clause.
    Definition,
    /// A heading, a note, history.
    NotARule,
}

impl Kind {
    /// The word for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Adjudicated => "adjudicated",
            Self::SetUp => "set-up",
            Self::Definition => "definition",
            Self::NotARule => "not-a-rule",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One entry of an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its number.
    pub rule: Rule,
    /// The line of the rulebook's text on which it begins.
    pub line: u32,
    /// What it is about, in our own words.
    pub title: String,
    /// What it is.
    pub kind: Kind,
    /// Why it is not adjudicated; always there if it is not.
    pub why: Option<String>,
}

/// Every numbered rule of one rulebook, clause by clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    clauses: Vec<Clause>,
    places: BTreeMap<Rule, usize>,
}

impl Index {
    /// Reads an `index.toml`. `file` is the name that faults are reported under.
    ///
    /// # Errors
    /// Every fault at once: TOML, unknown and missing keys, numbers that are malformed, stand twice or belong to another
    /// book than the first, exemptions without a reason.
    pub fn read(file: &str, text: &str) -> Result<Self, Faults> {
        let mut seen = BTreeSet::new();
        let mut book = None;
        let clauses = rows::read(file, text, "rule", |row| clause(row, &mut seen, &mut book))?;
        let places = clauses.iter().enumerate().map(|(place, clause)| (clause.rule, place)).collect();
        Ok(Self { clauses, places })
    }

    /// The entry of this number.
    pub fn get(&self, rule: Rule) -> Option<&Clause> {
        self.places.get(&rule).and_then(|place| self.clauses.get(*place))
    }

    /// Each entry, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter()
    }

    /// The book; `None` if the index is empty.
    pub fn book(&self) -> Option<Book> {
        self.clauses.first().map(|clause| clause.rule.book())
    }

    /// Whether this rule may be cited: it is listed, or it is the whole of a rule whose clauses are.
    pub fn knows(&self, rule: Rule) -> bool {
        self.places.contains_key(&rule) || self.places.keys().any(|listed| listed.whole() == rule)
    }
}

fn clause(row: &mut Row<'_, '_, '_>, seen: &mut BTreeSet<Rule>, book: &mut Option<Book>) -> Option<Clause> {
    let rule: Option<Rule> = row.parsed("number", "a rule, as in \"M 9.5.2/7\"");
    if let Some(rule) = rule {
        row.name(&rule.to_string());
        if !seen.insert(rule) {
            row.wrong("number", "a number of its own", format!("{rule} for the second time"));
        }
        let book = book.get_or_insert(rule.book()).letter();
        if rule.book().letter() != book {
            row.wrong("number", format!("a rule of the book {book}"), rule.to_string());
        }
    }
    let line = row.number("line");
    let title = row.text("title");
    let kinds = [Kind::Adjudicated, Kind::SetUp, Kind::Definition, Kind::NotARule].map(|kind| (kind.word(), kind));
    let kind = row.word("kind", &kinds);
    let why = match kind {
        Some(Kind::Adjudicated) | None => row.maybe("why"),
        Some(_) => Some(row.text("why")?),
    };
    Some(Clause { rule: rule?, line: line?, title: title?, kind: kind?, why })
}

/// A place where code cites a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Citation {
    /// The rule.
    pub rule: Rule,
    /// The source file.
    pub file: String,
    /// The line in it, from 1.
    pub line: u32,
}

/// What a test saw a rule cited by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Witness {
    /// An entry of a journal.
    Entry,
    /// A refusal.
    Refusal,
}

/// That a test named a rule and saw it cited. Written and read as a line of four fields between tabs.
///
/// ```
/// use grognard::coverage::{Proof, Witness};
/// let proof: Proof = "refusal\tM 9.4/1\tcharge::only_cavalry\ttests/charge.rs:12".parse()?;
/// assert_eq!(proof.witness, Witness::Refusal);
/// assert_eq!(proof.to_string().parse(), Ok(proof));
/// # Ok::<(), grognard::coverage::NotAProof>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Proof {
    /// The rule.
    pub rule: Rule,
    /// What cited it.
    pub witness: Witness,
    /// The test: `charge::only_cavalry`.
    pub test: String,
    /// Where it named the rule: `tests/charge.rs:12`.
    pub place: String,
}

/// The text is not a line that a [`Proof`] is written as.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a proof: expected entry or refusal, a rule, a test and a place, between tabs")]
pub struct NotAProof(pub String);

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Entry => "entry",
            Self::Refusal => "refusal",
        })
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t{}", self.witness, self.rule, self.test, self.place)
    }
}

impl FromStr for Proof {
    type Err = NotAProof;

    fn from_str(text: &str) -> Result<Self, NotAProof> {
        let fields: Vec<&str> = text.split('\t').collect();
        let fault = || NotAProof(text.to_owned());
        let [witness, rule, test, place] = fields[..] else { return Err(fault()) };
        let witness = match witness {
            "entry" => Witness::Entry,
            "refusal" => Witness::Refusal,
            _ => return Err(fault()),
        };
        let rule = Rule::parse(rule).ok_or_else(fault)?;
        if test.is_empty() || place.is_empty() {
            return Err(fault());
        }
        Ok(Self { rule, witness, test: test.to_owned(), place: place.to_owned() })
    }
}

/// Reads the proofs of one file, a line each.
///
/// # Errors
/// Every line that is none.
pub fn proofs(file: &str, text: &str) -> Result<Vec<Proof>, Faults> {
    let (mut all, mut faults) = (Vec::new(), Faults::default());
    for (line, text) in (1_u32..).zip(text.lines()) {
        match text.parse() {
            Ok(proof) => all.push(proof),
            Err(NotAProof(found)) => faults.faults.push(Fault {
                file: file.to_owned(),
                line: Some(line),
                path: String::new(),
                kind: FaultKind::Wrong { expected: "a proof".to_owned(), found },
            }),
        }
    }
    faults.or_none().map(|()| all)
}

/// Something that keeps a book from being covered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hole {
    /// No code cites an adjudicated clause.
    NoCode(Rule),
    /// No test proves an adjudicated clause.
    NoProof(Rule),
    /// Code cites a rule that the index does not list.
    UnlistedCode(Citation),
    /// A test proves a rule that the index does not list as a clause.
    UnlistedProof(Proof),
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCode(rule) => write!(f, "{rule}: no code cites it"),
            Self::NoProof(rule) => write!(f, "{rule}: no test proves it"),
            Self::UnlistedCode(Citation { rule, file, line }) => {
                write!(f, "{rule}: cited at {file}:{line}, and not in the index")
            }
            Self::UnlistedProof(Proof { rule, test, place, .. }) => {
                write!(f, "{rule}: named by {test} ({place}), and no clause of the index")
            }
        }
    }
}

/// An index beside the code that cites its clauses and the tests that prove them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage<'i> {
    index: &'i Index,
    code: BTreeMap<Rule, BTreeSet<Citation>>,
    proofs: BTreeMap<Rule, BTreeSet<Proof>>,
}

impl<'i> Coverage<'i> {
    /// Sorts citations and proofs by clause. Those of other books are left out.
    pub fn new(
        index: &'i Index,
        code: impl IntoIterator<Item = Citation>,
        proofs: impl IntoIterator<Item = Proof>,
    ) -> Self {
        let mut coverage = Self { index, code: BTreeMap::new(), proofs: BTreeMap::new() };
        let ours = |rule: Rule| Some(rule.book()) == index.book();
        for citation in code.into_iter().filter(|citation| ours(citation.rule)) {
            coverage.code.entry(citation.rule).or_default().insert(citation);
        }
        for proof in proofs.into_iter().filter(|proof| ours(proof.rule)) {
            coverage.proofs.entry(proof.rule).or_default().insert(proof);
        }
        coverage
    }

    /// The code that cites this rule.
    pub fn code(&self, rule: Rule) -> impl Iterator<Item = &Citation> {
        self.code.get(&rule).into_iter().flatten()
    }

    /// The proofs of this rule.
    pub fn proofs(&self, rule: Rule) -> impl Iterator<Item = &Proof> {
        self.proofs.get(&rule).into_iter().flatten()
    }

    fn clauses(&self) -> impl Iterator<Item = &'i Clause> {
        self.index.iter().filter(|clause| clause.kind == Kind::Adjudicated)
    }

    /// How many clauses are adjudicated.
    pub fn adjudicated(&self) -> usize {
        self.clauses().count()
    }

    /// How many of them are cited by code and proved by a test.
    pub fn proved(&self) -> usize {
        let covered = |rule| self.code.contains_key(&rule) && self.proofs.contains_key(&rule);
        self.clauses().filter(|clause| covered(clause.rule)).count()
    }

    /// The tests that prove more than `few` clauses, each with how many.
    pub fn sweeping(&self, few: usize) -> Vec<(&str, usize)> {
        let mut named: BTreeMap<&str, BTreeSet<Rule>> = BTreeMap::new();
        for proof in self.proofs.values().flatten() {
            named.entry(&proof.test).or_default().insert(proof.rule);
        }
        named.into_iter().map(|(test, rules)| (test, rules.len())).filter(|(_, count)| *count > few).collect()
    }

    /// Everything that keeps the book from being covered: first what is not in the index, then clause by clause.
    pub fn holes(&self) -> Vec<Hole> {
        let mut holes = Vec::new();
        let code = self.code.values().flatten().filter(|citation| !self.index.knows(citation.rule));
        holes.extend(code.cloned().map(Hole::UnlistedCode));
        let proofs = self.proofs.values().flatten().filter(|proof| self.index.get(proof.rule).is_none());
        holes.extend(proofs.cloned().map(Hole::UnlistedProof));
        for clause in self.clauses() {
            if !self.code.contains_key(&clause.rule) {
                holes.push(Hole::NoCode(clause.rule));
            }
            if !self.proofs.contains_key(&clause.rule) {
                holes.push(Hole::NoProof(clause.rule));
            }
        }
        holes
    }
}
