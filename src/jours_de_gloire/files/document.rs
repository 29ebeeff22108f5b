//! A file as a tree of tables, lists and values, each with its place; read once, with every fault gathered on the way.

use core::ops::RangeInclusive;
use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::figures::{Fault, FaultKind, Gap, Source, SourceSet};
use crate::rule::Rule;

/// Tables and lists nest no deeper than this; what lies deeper is refused.
const DEPTH: usize = 8;

/// One file, or one laid over another, ready to be read as a map, a roster or a scenario.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) root: Value,
    pub(super) faults: Vec<Fault>,
    /// Whether it was TOML at all: if not, what is missing from it says nothing.
    pub(super) legible: Legible,
}

/// Whether a text could be read as TOML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Legible {
    Yes,
    No,
}

/// A value and the line on which it stands.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub file: Arc<str>,
    pub line: u32,
    pub node: Node,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Table(BTreeMap<String, Value>),
    List(Vec<Value>),
    Integer(i64),
    Text(String),
    Switch(bool),
    /// Something that these files never hold, by its TOML type.
    Other(&'static str),
}

impl Node {
    fn found(&self) -> String {
        match self {
            Self::Table(_) => "a table".to_owned(),
            Self::List(_) => "a list".to_owned(),
            Self::Integer(n) => format!("`{n}`"),
            Self::Text(text) => format!("{text:?}"),
            Self::Switch(on) => format!("`{on}`"),
            Self::Other(kind) => format!("a TOML {kind}"),
        }
    }
}

impl Document {
    /// Reads a text. Its faults are kept and reported with those that reading it as a map, roster or scenario finds.
    /// `file` is the name that they are reported under.
    pub fn parse(file: &str, text: &str) -> Self {
        let mut parser = Parser::new(file, text);
        let (document, errors) = DeTable::parse_recoverable(text);
        let mut legible = Legible::Yes;
        for error in errors {
            let line = error.span().map(|span| parser.line(span.start));
            // The parser has no error codes; a test holds this message.
            let (kind, path) = if error.message() == "duplicate key" {
                let key = error.span().and_then(|span| text.get(span)).unwrap_or_default();
                (FaultKind::DuplicateKey, key.to_owned())
            } else {
                legible = Legible::No;
                (FaultKind::Syntax(error.message().to_owned()), String::new())
            };
            parser.faults.push(Fault { file: file.to_owned(), line, path, kind });
        }
        let node = Node::Table(parser.table(document.get_ref(), 0));
        Self { root: Value { file: parser.file, line: 1, node }, faults: parser.faults, legible }
    }
}

impl Document {
    /// What rests on a source that is not allowed, block by block: the map, each formation and unit with numbers of its
    /// own, each marker and commander, the scenario. `rule` is the rule that ought to print it.
    pub fn gaps(&self, allowed: SourceSet, rule: Rule) -> Vec<Gap> {
        let mut gaps = Vec::new();
        gather(&self.root, &mut (String::new(), Vec::new()), allowed, rule, &mut gaps);
        gaps
    }
}

/// Gathers the gaps in a value; its path and the names that lead to it are `here`.
fn gather(value: &Value, here: &mut (String, Vec<String>), allowed: SourceSet, rule: Rule, gaps: &mut Vec<Gap>) {
    let (length, names) = (here.0.len(), here.1.len());
    match &value.node {
        Node::Table(table) => {
            let text = |key: &str| match table.get(key).map(|value| &value.node) {
                Some(Node::Text(text)) => Some(text.as_str()),
                _ => None,
            };
            here.1.extend(text("name").map(str::to_owned));
            let source = text("source").and_then(|word| Source::ALL.into_iter().find(|source| source.word() == word));
            if let Some(source) = source.filter(|source| !allowed.contains(*source)) {
                let note = text("from").into_iter().chain(text("why")).collect::<Vec<_>>().join(": ");
                gaps.push(Gap { place: here.1.join(", "), path: here.0.clone(), rule, source, note });
            }
            for (key, value) in table {
                if !here.0.is_empty() {
                    here.0.push('.');
                }
                here.0.push_str(key);
                gather(value, here, allowed, rule, gaps);
                here.0.truncate(length);
            }
        }
        Node::List(items) => {
            for (i, value) in items.iter().enumerate() {
                here.0.push_str(&format!("[{}]", i + 1));
                gather(value, here, allowed, rule, gaps);
                here.0.truncate(length);
            }
        }
        _ => {}
    }
    here.1.truncate(names);
}

struct Parser {
    file: Arc<str>,
    /// Where each line but the first begins.
    lines: Vec<usize>,
    faults: Vec<Fault>,
    path: Vec<String>,
}

impl Parser {
    fn new(file: &str, text: &str) -> Self {
        let lines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1).collect();
        Self { file: file.into(), lines, faults: Vec::new(), path: Vec::new() }
    }

    fn line(&self, offset: usize) -> u32 {
        u32::try_from(self.lines.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> BTreeMap<String, Value> {
        let mut entries = BTreeMap::new();
        for (key, value) in table {
            let (line, key) = (self.line(key.span().start), key.get_ref().as_ref());
            self.path.push(key.to_owned());
            if let Some(value) = self.value(value, line, depth) {
                entries.insert(key.to_owned(), value);
            }
            self.path.pop();
        }
        entries
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, line: u32, depth: usize) -> Option<Value> {
        let node = match value.get_ref() {
            DeValue::Table(_) | DeValue::Array(_) if depth == DEPTH => {
                let path = self.path.join(".");
                let kind = FaultKind::Wrong { expected: "a value".to_owned(), found: "too deep nesting".to_owned() };
                self.faults.push(Fault { file: self.file.to_string(), line: Some(line), path, kind });
                return None;
            }
            DeValue::Table(table) => Node::Table(self.table(table, depth + 1)),
            DeValue::Array(items) => Node::List(
                items
                    .iter()
                    .filter_map(|item| {
                        let line = self.line(item.span().start);
                        self.value(item, line, depth + 1)
                    })
                    .collect(),
            ),
            DeValue::Integer(n) => {
                i64::from_str_radix(n.as_str(), n.radix()).map_or(Node::Other("integer beyond 64 bits"), Node::Integer)
            }
            DeValue::String(text) => Node::Text(text.as_ref().to_owned()),
            DeValue::Boolean(on) => Node::Switch(*on),
            other => Node::Other(other.type_str()),
        };
        Some(Value { file: self.file.clone(), line, node })
    }
}

/// Where faults go.
#[derive(Default)]
pub(super) struct Log {
    pub faults: Vec<Fault>,
}

/// Where a value stands.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub file: Arc<str>,
    pub line: u32,
    pub path: String,
}

impl Place {
    pub fn fault(&self, log: &mut Log, kind: FaultKind) {
        let (file, path) = (self.file.to_string(), self.path.clone());
        log.faults.push(Fault { file, line: Some(self.line), path, kind });
    }

    pub fn wrong(&self, log: &mut Log, expected: impl Into<String>, found: impl Into<String>) {
        self.fault(log, FaultKind::Wrong { expected: expected.into(), found: found.into() });
    }

    pub fn twice(&self, log: &mut Log, first: &Self) {
        self.fault(log, FaultKind::Twice { first: first.path.clone() });
    }

    pub fn unknown(&self, log: &mut Log, expected: impl Into<String>, name: &str) {
        self.fault(log, FaultKind::UnknownName { expected: expected.into(), name: name.to_owned() });
    }

    fn under(&self, value: &Value, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Self { file: value.file.clone(), line: value.line, path }
    }
}

/// A value that is to be read.
pub(super) struct Item {
    pub at: Place,
    node: Node,
}

/// A table whose keys are taken out one by one.
pub(super) struct Keys {
    pub at: Place,
    left: BTreeMap<String, Value>,
}

impl Item {
    pub fn root(value: Value) -> Self {
        Self { at: Place { file: value.file, line: value.line, path: String::new() }, node: value.node }
    }

    pub fn wrong(&self, log: &mut Log, expected: impl Into<String>) {
        self.at.wrong(log, expected, self.node.found());
    }

    /// A table; an empty one if it is something else.
    pub fn table(self, log: &mut Log) -> Keys {
        match self.node {
            Node::Table(left) => Keys { at: self.at, left },
            _ => {
                self.wrong(log, "a table");
                Keys { at: self.at, left: BTreeMap::new() }
            }
        }
    }

    /// The items of a list, with their places counted from 1; none if it is something else.
    pub fn list(self, log: &mut Log) -> Vec<Self> {
        match self.node {
            Node::List(items) => items
                .into_iter()
                .enumerate()
                .map(|(i, value)| {
                    let path = format!("{}[{}]", self.at.path, i + 1);
                    Self { at: Place { file: value.file, line: value.line, path }, node: value.node }
                })
                .collect(),
            _ => {
                self.wrong(log, "a list");
                Vec::new()
            }
        }
    }

    pub fn text(&self, log: &mut Log, expected: &str) -> Option<&str> {
        match &self.node {
            Node::Text(text) if !text.trim().is_empty() => Some(text),
            _ => {
                self.wrong(log, expected);
                None
            }
        }
    }

    /// A whole number in this range.
    pub fn number<T: TryFrom<i64> + Into<i64> + Copy>(&self, log: &mut Log, range: RangeInclusive<T>) -> Option<T> {
        let (least, most): (i64, i64) = ((*range.start()).into(), (*range.end()).into());
        match self.node {
            Node::Integer(n) if (least..=most).contains(&n) => T::try_from(n).ok(),
            _ => {
                self.wrong(log, whole(least, most));
                None
            }
        }
    }

    /// The text that it is, if it is one.
    pub fn peek(&self) -> Option<&str> {
        match &self.node {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn switch(&self, log: &mut Log) -> Option<bool> {
        match self.node {
            Node::Switch(on) => Some(on),
            _ => {
                self.wrong(log, "true or false");
                None
            }
        }
    }

    /// One of these words.
    pub fn word<T: Copy>(&self, log: &mut Log, words: &[(&str, T)]) -> Option<T> {
        if let Node::Text(text) = &self.node
            && let Some((_, value)) = words.iter().find(|(word, _)| word == text)
        {
            return Some(*value);
        }
        self.wrong(log, alternatives(words.iter().map(|(word, _)| *word)));
        None
    }
}

fn whole(least: i64, most: i64) -> String {
    format!("a whole number from {least} to {most}")
}

/// `"a", "b" or "c"`.
pub(super) fn alternatives<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<_> = words.map(|word| format!("\"{word}\"")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

impl Keys {
    /// Takes a key that may be left out.
    pub fn take(&mut self, key: &str) -> Option<Item> {
        let value = self.left.remove(key)?;
        Some(Item { at: self.at.under(&value, key), node: value.node })
    }

    /// Takes a key that must be there.
    pub fn need(&mut self, log: &mut Log, key: &str, expected: &str) -> Option<Item> {
        let item = self.take(key);
        if item.is_none() {
            let path = if self.at.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.at.path) };
            let kind = FaultKind::Missing { expected: expected.to_owned() };
            Place { path, ..self.at.clone() }.fault(log, kind);
        }
        item
    }

    /// A text that must be there.
    pub fn text(&mut self, log: &mut Log, key: &str, expected: &str) -> Option<(Place, String)> {
        let item = self.need(log, key, expected)?;
        let text = item.text(log, expected)?.to_owned();
        Some((item.at, text))
    }

    /// A whole number that must be there.
    pub fn number<T: TryFrom<i64> + Into<i64> + Copy>(
        &mut self,
        log: &mut Log,
        key: &str,
        range: RangeInclusive<T>,
    ) -> Option<T> {
        let expected = whole((*range.start()).into(), (*range.end()).into());
        self.need(log, key, &expected)?.number(log, range)
    }

    /// The table under a key; an empty one if there is none.
    pub fn table(&mut self, log: &mut Log, key: &str) -> Keys {
        match self.take(key) {
            Some(item) => item.table(log),
            None => Keys { at: self.at.clone(), left: BTreeMap::new() },
        }
    }

    /// The list under a key; an empty one if there is none.
    pub fn list(&mut self, log: &mut Log, key: &str) -> Vec<Item> {
        self.take(key).map_or_else(Vec::new, |item| item.list(log))
    }

    /// Every key that is left, in their order.
    pub fn rest(self) -> Vec<(String, Item)> {
        let Self { at, left } = self;
        left.into_iter()
            .map(|(key, value)| {
                let item = Item { at: at.under(&value, &key), node: value.node };
                (key, item)
            })
            .collect()
    }

    /// Where the figures of this table come from: what it says itself, else what the table above it says.
    pub fn source(&mut self, log: &mut Log, above: Option<Source>) -> Option<Source> {
        let own = self.take("source").map(|item| {
            let words = Source::ALL.map(|source| (source.word(), source));
            item.word(log, &words)
        });
        let mut said = |key: &str, expected: &str| match self.take(key) {
            Some(item) => {
                item.text(log, expected);
                true
            }
            None => false,
        };
        let (from, why) = (said("from", "the text in which it stands"), said("why", "the reasoning in a line"));
        if let Some(line) = self.take("line") {
            line.number(log, 1..=u32::MAX);
        }
        match own {
            Some(source) => {
                let reason = match source {
                    Some(Source::Published) => from,
                    Some(Source::Reconstructed) => why,
                    // What was said wrongly is a fault already.
                    Some(Source::Printed) | None => true,
                };
                if let Some(source) = source.filter(|_| !reason) {
                    self.at.fault(log, FaultKind::NoReason(source));
                }
                source
            }
            None => {
                if above.is_none() {
                    self.at.fault(log, FaultKind::NoSource);
                }
                above
            }
        }
    }

    /// Ends the reading: what is left means nothing here.
    pub fn done(self, log: &mut Log) {
        for (key, value) in &self.left {
            self.at.under(value, key).fault(log, FaultKind::UnknownKey);
        }
    }
}
