//! Rule numbers as small `Copy` values.
//!
//! A rule is cited as book, part, number and clause: `M 9.5.2/7` is the seventh clause of 9.5.2 in the general rules of
//! Montebello, `M specific 9.1/2` the second clause of its specific rule 9.1, `R table 6/5` the fifth row of the sixth
//! table of Rivoli. The titles stand in each ruleset's `index.toml`.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rulebook, by one capital letter (`M` for Montebello, `R` for Rivoli, `N` for Montenotte, `A` for Austerlitz, `G`
/// for Risorgimento). The core knows no ruleset: any letter will do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Book(u8);

impl Book {
    /// The book with this letter; `None` unless it is `A` to `Z`.
    pub const fn new(letter: char) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self(letter as u8)) } else { None }
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        self.0 as char
    }
}

/// A part of a rulebook. Books number their parts separately, so a number alone is ambiguous.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The rules of the series or of the basic game; not written in a citation.
    General,
    /// The optional rules.
    Optional,
    /// The advanced rules.
    Advanced,
    /// The rules that one battle adds.
    Specific,
    /// The set-ups, with their own special rules and victory conditions.
    Scenario,
    /// The charts and tables, numbered in the order in which the book prints them.
    Table,
}

impl Part {
    const ALL: [(Part, &'static str); 6] = [
        (Part::General, ""),
        (Part::Optional, "optional"),
        (Part::Advanced, "advanced"),
        (Part::Specific, "specific"),
        (Part::Scenario, "scenario"),
        (Part::Table, "table"),
    ];

    const fn word(self) -> &'static str {
        let mut i = 0;
        while i < Self::ALL.len() {
            if Self::ALL[i].0 as u8 == self as u8 {
                return Self::ALL[i].1;
            }
            i += 1;
        }
        ""
    }
}

/// How many levels a number may have (`9.5.2` has three).
const LEVELS: usize = 4;
/// An unused level, or no clause.
const NONE: u8 = 255;
/// A level that the book writes as a letter (`D.2`) is stored as this plus the letter's place in the alphabet.
const LETTER: u8 = 200;
/// The level that a book writes as `bis`.
const BIS: u8 = 250;

/// A rule of a rulebook: book, part, number and clause.
///
/// ```
/// use grognard::rule::{Part, Rule};
/// let rule: Rule = "M 9.5.2/7".parse()?;
/// assert_eq!((rule.book().letter(), rule.part()), ('M', Part::General));
/// assert_eq!(rule.to_string(), "M 9.5.2/7");
/// assert_eq!(rule.whole().to_string(), "M 9.5.2");
/// # Ok::<(), grognard::rule::NotARule>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    book: Book,
    part: Part,
    number: [u8; LEVELS],
    clause: u8,
}

/// The text is not a citation such as `M 9.5.2/7` or `R optional 2.3`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a rule: expected a book, a part, a number and a clause, as in `M 9.5.2/7` or `R optional 2.3`")]
pub struct NotARule(pub String);

impl Rule {
    /// `==`, for constants.
    const fn same(self, other: Self) -> bool {
        let numbers = u32::from_le_bytes(self.number) == u32::from_le_bytes(other.number);
        numbers && self.clause == other.clause && self.part as u8 == other.part as u8 && self.book.0 == other.book.0
    }

    /// Reads a citation; `None` if it is malformed. In code, [`rule!`](crate::rule!) reads one at compile time.
    pub const fn parse(text: &str) -> Option<Self> {
        let b = text.as_bytes();
        if b.len() < 3 || !b[0].is_ascii_uppercase() || b[1] != b' ' {
            return None;
        }
        let mut at = 2;
        let mut part = Part::General;
        let mut i = 1;
        while i < Part::ALL.len() {
            let word = Part::ALL[i].1.as_bytes();
            if starts(b, at, word) && at + word.len() < b.len() && b[at + word.len()] == b' ' {
                part = Part::ALL[i].0;
                at += word.len() + 1;
                break;
            }
            i += 1;
        }
        let mut number = [NONE; LEVELS];
        let mut level = 0;
        loop {
            if level == LEVELS {
                return None;
            }
            let Some((value, next)) = component(b, at) else { return None };
            number[level] = value;
            level += 1;
            at = next;
            if at < b.len() && b[at] == b'.' {
                at += 1;
            } else {
                break;
            }
        }
        let mut clause = NONE;
        if at < b.len() && b[at] == b'/' {
            let Some((value, next)) = component(b, at + 1) else { return None };
            if value == BIS {
                return None;
            }
            clause = value;
            at = next;
        }
        if at == b.len() { Some(Self { book: Book(b[0]), part, number, clause }) } else { None }
    }

    /// The book that it stands in.
    pub const fn book(self) -> Book {
        self.book
    }

    /// The part of the book.
    pub const fn part(self) -> Part {
        self.part
    }

    /// The rule without its clause.
    pub const fn whole(self) -> Self {
        Self { clause: NONE, ..self }
    }

    /// Whether the rule names a clause.
    pub const fn has_clause(self) -> bool {
        self.clause != NONE
    }
}

/// Reads a [`Rule`] at compile time; a malformed one does not compile.
///
/// ```
/// let rule = grognard::rule!("M 6.2.2/1");
/// assert_eq!(rule.to_string(), "M 6.2.2/1");
/// ```
#[macro_export]
macro_rules! rule {
    ($text:literal) => {
        const {
            match $crate::rule::Rule::parse($text) {
                Some(rule) => rule,
                None => panic!("not a rule"),
            }
        }
    };
}

const fn starts(b: &[u8], at: usize, word: &[u8]) -> bool {
    let mut i = 0;
    while i < word.len() {
        if at + i >= b.len() || b[at + i] != word[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// One level of a number, or a clause: decimal below 200 without leading zeros, one capital letter, or `bis`.
const fn component(b: &[u8], mut at: usize) -> Option<(u8, usize)> {
    if starts(b, at, b"bis") {
        return Some((BIS, at + 3));
    }
    if at < b.len() && b[at].is_ascii_uppercase() {
        return Some((LETTER + (b[at] - b'A'), at + 1));
    }
    let start = at;
    let mut value: u16 = 0;
    while at < b.len() && b[at].is_ascii_digit() {
        value = value * 10 + (b[at] - b'0') as u16;
        if value >= LETTER as u16 {
            return None;
        }
        at += 1;
    }
    if at == start || (at > start + 1 && b[start] == b'0') { None } else { Some((value as u8, at)) }
}

fn write_component(f: &mut fmt::Formatter<'_>, value: u8) -> fmt::Result {
    match value {
        BIS => f.write_str("bis"),
        LETTER.. => write!(f, "{}", (b'A' + (value - LETTER)) as char),
        _ => write!(f, "{value}"),
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.book.letter())?;
        if self.part != Part::General {
            write!(f, "{} ", self.part.word())?;
        }
        for (i, &level) in self.number.iter().take_while(|l| **l != NONE).enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            write_component(f, level)?;
        }
        if self.clause != NONE {
            f.write_str("/")?;
            write_component(f, self.clause)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rule {
    type Err = NotARule;

    fn from_str(text: &str) -> Result<Self, NotARule> {
        Self::parse(text).ok_or_else(|| NotARule(text.to_owned()))
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The rules that an entry or a refusal follows from: one to four of them, the first the most telling.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cites {
    rules: [Option<Rule>; 4],
}

impl Cites {
    /// These rules, each once; those after the fourth are dropped.
    pub const fn new(rules: &[Rule]) -> Self {
        let mut cites = Self { rules: [None; 4] };
        let mut i = 0;
        while i < rules.len() {
            cites = cites.and(rules[i]);
            i += 1;
        }
        cites
    }

    /// Each of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = Rule> + '_ {
        self.rules.iter().flatten().copied()
    }

    /// These and one more, unless it is among them.
    #[must_use]
    pub const fn and(mut self, rule: Rule) -> Self {
        let mut i = 0;
        while i < 4 {
            match self.rules[i] {
                None => {
                    self.rules[i] = Some(rule);
                    break;
                }
                Some(known) if known.same(rule) => break,
                Some(_) => {}
            }
            i += 1;
        }
        self
    }
}

impl From<Rule> for Cites {
    fn from(rule: Rule) -> Self {
        Self::new(&[rule])
    }
}

impl<const N: usize> From<[Rule; N]> for Cites {
    fn from(rules: [Rule; N]) -> Self {
        Self::new(&rules)
    }
}

impl fmt::Display for Cites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, rule) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            fmt::Display::fmt(&rule, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for Cites {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cites {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rules = Vec::<Rule>::deserialize(deserializer)?;
        if rules.len() > 4 {
            return Err(serde::de::Error::invalid_length(rules.len(), &"at most four rules"));
        }
        Ok(Self::new(&rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_read_back_as_they_are_written() {
        for text in [
            "M 9.5.2/7",
            "M specific 9.1/2",
            "R table 6/5",
            "R D.bis",
            "A advanced 4.5.2.E",
            "G 10.41",
            "M 1/D",
            "R optional 2.3",
        ] {
            assert_eq!(Rule::parse(text).map(|r| r.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn malformed_citations_are_refused() {
        for text in [
            "",
            "M",
            "M ",
            "m 1",
            "M 1.",
            "M 1//2",
            "M 01",
            "M 1.2.3.4.5",
            "M 1/2 ",
            "M 200",
            "M special 1",
            "M\u{e9} 1",
            "M 1/bis",
        ] {
            assert_eq!(Rule::parse(text), None, "{text}");
        }
    }
}
