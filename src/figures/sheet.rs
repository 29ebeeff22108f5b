//! One file of figures as a tree of cells, each with its source and its line; laid over another; read once, with every
//! fault and gap gathered on the way.

use std::collections::BTreeMap;
use std::num::NonZeroU8;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Fault, FaultKind, Faults, Figure, Gap, Source, SourceSet};
use crate::rule::Rule;

/// Tables nest no deeper than this; what lies deeper is refused.
const DEPTH: usize = 8;
/// The keys that describe a table or a cell; every other key is a cell or a table of its own.
const MARKS: [&str; 6] = ["source", "line", "from", "why", "rule", "chart"];

/// What stands in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Raw {
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(String),
    /// Something that no cell can be, by its TOML type.
    Other(&'static str),
}

impl Raw {
    fn found(&self) -> String {
        match self {
            Self::Integer(n) => format!("`{n}`"),
            Self::Text(text) => format!("{text:?}"),
            Self::Other(kind) => format!("a TOML {kind}"),
        }
    }
}

/// A type that a cell can hold.
pub trait Cell: Sized {
    /// What belongs in such a cell, for a player: "a whole number from 0 to 255".
    fn expected() -> String;
    /// The value that the cell holds, if it is one.
    fn read(raw: &Raw) -> Option<Self>;
    /// Any value: it stands in for a faulty cell until the faults are reported, and never gets out.
    fn stand_in() -> Self;
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl Cell for $type {
            fn expected() -> String {
                format!("a whole number from {} to {}", <$type>::MIN, <$type>::MAX)
            }
            fn read(raw: &Raw) -> Option<Self> {
                match raw {
                    Raw::Integer(n) => Self::try_from(*n).ok(),
                    _ => None,
                }
            }
            fn stand_in() -> Self {
                Self::MIN
            }
        }
    )*};
}
numbers!(u8, i8, u16, i16);

impl Cell for NonZeroU8 {
    fn expected() -> String {
        "a whole number from 1 to 255".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        u8::read(raw).and_then(Self::new)
    }
    fn stand_in() -> Self {
        Self::MIN
    }
}

/// A figure that a book may do without: the text `none`.
impl<T: Cell> Cell for Option<T> {
    fn expected() -> String {
        format!("{}, or \"none\"", T::expected())
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) if text == "none" => Some(None),
            _ => T::read(raw).map(Some),
        }
    }
    fn stand_in() -> Self {
        None
    }
}

/// What a file says of a figure beside its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where it comes from.
    pub source: Source,
    /// The line of the rulebook's text on which it stands.
    pub line: Option<u32>,
    /// The other text in which it stands.
    pub from: Option<String>,
    /// The reasoning.
    pub why: Option<String>,
}

impl Note {
    fn text(&self) -> String {
        let mut text = self.from.iter().chain(&self.why).cloned().collect::<Vec<_>>().join(": ");
        if let Some(line) = self.line {
            text.push_str(&format!(", line {line}"));
        }
        text
    }
}

#[derive(Clone, Debug)]
struct Leaf {
    raw: Raw,
    note: Note,
    rule: Option<Rule>,
    file: Arc<str>,
    line: u32,
}

#[derive(Clone, Debug)]
struct Table {
    chart: Option<String>,
    rule: Option<Rule>,
    nodes: BTreeMap<String, Node>,
    file: Arc<str>,
    line: u32,
    visited: bool,
}

#[derive(Clone, Debug)]
enum Node {
    Table(Table),
    Leaf(Leaf),
}

/// A cell of a [`Sheet`], for those who want to list them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    /// Its keys: `terrain.marsh.cavalry`.
    pub path: String,
    /// What stands in it.
    pub raw: Raw,
    /// What the file says of it.
    pub note: Note,
}

/// The figures of one or more files, laid over each other, with what is wrong in them so far.
#[derive(Clone, Debug)]
pub struct Sheet {
    root: Table,
    faults: Vec<Fault>,
}

impl Sheet {
    /// Reads a file; its faults are kept and reported by [`Reader::finish`]. `file` is the name that they are reported
    /// under.
    pub fn parse(file: &str, text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        let mut parser = Parser { file: file.into(), breaks, faults: Vec::new(), path: Vec::new() };
        let (document, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let line = error.span().map(|span| parser.line(span.start));
            // The parser has no error codes; a test holds this message.
            let kind = if error.message() == "duplicate key" {
                FaultKind::DuplicateKey
            } else {
                FaultKind::Syntax(error.message().to_owned())
            };
            let path = match (&kind, error.span()) {
                (FaultKind::DuplicateKey, Some(span)) => text.get(span).unwrap_or_default().to_owned(),
                _ => String::new(),
            };
            parser.faults.push(Fault { file: file.to_owned(), line, path, kind });
        }
        let root = parser.table(document.get_ref(), 1, &Above::default());
        Self { root, faults: parser.faults }
    }

    /// The same figures as another edition inherits them: what was printed there is `published` here, `from` that text,
    /// and the rules cited there are forgotten, since this edition's file cites its own.
    #[must_use]
    pub fn inherited(mut self, from: &str) -> Self {
        demote(&mut self.root, from);
        self
    }

    /// Leaves out a whole table, by its first key, that another edition does not have.
    #[must_use]
    pub fn without(mut self, key: &str) -> Self {
        self.root.nodes.remove(key);
        self
    }

    /// Lays the cells of `top` over these, one by one.
    #[must_use]
    pub fn under(mut self, top: Self) -> Self {
        self.faults.extend(top.faults);
        lay(&mut self.root, top.root, &mut Vec::new(), &mut self.faults);
        self
    }

    /// Every cell, in the order of its keys.
    pub fn cells(&self) -> Vec<Noted> {
        fn walk(table: &Table, path: &mut Vec<String>, all: &mut Vec<Noted>) {
            for (key, node) in &table.nodes {
                path.push(key.clone());
                match node {
                    Node::Table(table) => walk(table, path, all),
                    Node::Leaf(leaf) => {
                        all.push(Noted { path: path.join("."), raw: leaf.raw.clone(), note: leaf.note.clone() });
                    }
                }
                path.pop();
            }
        }
        let mut all = Vec::new();
        walk(&self.root, &mut Vec::new(), &mut all);
        all
    }
}

/// What the tables above a cell say of it.
#[derive(Clone, Default)]
struct Above {
    source: Option<Source>,
    line: Option<u32>,
    from: Option<String>,
    why: Option<String>,
}

/// The marks of one table or cell.
#[derive(Default)]
struct Marks {
    above: Above,
    rule: Option<Rule>,
    chart: Option<String>,
}

struct Parser {
    file: Arc<str>,
    /// Where the lines end.
    breaks: Vec<usize>,
    faults: Vec<Fault>,
    path: Vec<String>,
}

impl Parser {
    fn line(&self, offset: usize) -> u32 {
        let before = self.breaks.partition_point(|at| *at < offset);
        u32::try_from(before).map_or(u32::MAX, |n| n.saturating_add(1))
    }

    fn fault(&mut self, key: Option<&str>, line: u32, kind: FaultKind) {
        let path = self.path.iter().map(String::as_str).chain(key).collect::<Vec<_>>().join(".");
        self.faults.push(Fault { file: self.file.to_string(), line: Some(line), path, kind });
    }

    fn wrong(&mut self, key: &str, line: u32, expected: &str, found: String) {
        self.fault(Some(key), line, FaultKind::Wrong { expected: expected.to_owned(), found });
    }

    fn marks(&mut self, table: &DeTable<'_>, above: &Above) -> Marks {
        let mut marks = Marks::default();
        let mut own = Above::default();
        for (key, value) in table {
            let (key, line) = (key.get_ref().as_ref(), self.line(value.span().start));
            if !MARKS.contains(&key) {
                continue;
            }
            let raw = raw(value);
            match (key, &raw) {
                ("source", Raw::Text(text)) => {
                    own.source = Source::ALL.into_iter().find(|source| source.word() == text);
                    if own.source.is_none() {
                        self.wrong(key, line, "printed, published or reconstructed", raw.found());
                    }
                }
                ("line", Raw::Integer(n)) if u32::try_from(*n).is_ok() => own.line = u32::try_from(*n).ok(),
                // A blank reason is none.
                ("from", Raw::Text(text)) => own.from = Some(text.clone()).filter(|text| !text.trim().is_empty()),
                ("why", Raw::Text(text)) => own.why = Some(text.clone()).filter(|text| !text.trim().is_empty()),
                ("chart", Raw::Text(text)) => marks.chart = Some(text.clone()),
                ("rule", Raw::Text(text)) => {
                    marks.rule = Rule::parse(text);
                    if marks.rule.is_none() {
                        self.wrong(key, line, "a rule, as in \"R table 1\"", raw.found());
                    }
                }
                ("line", _) => self.wrong(key, line, "a line number", raw.found()),
                _ => self.wrong(key, line, "a text", raw.found()),
            }
        }
        marks.above = if own.source.is_some() {
            own
        } else {
            Above {
                source: above.source,
                line: own.line.or(above.line),
                from: own.from.or_else(|| above.from.clone()),
                why: own.why.or_else(|| above.why.clone()),
            }
        };
        marks
    }

    fn table(&mut self, table: &DeTable<'_>, line: u32, above: &Above) -> Table {
        let marks = self.marks(table, above);
        let mut nodes = BTreeMap::new();
        for (key, value) in table {
            let (key, line) = (key.get_ref().as_ref(), self.line(key.span().start));
            if MARKS.contains(&key) {
                continue;
            }
            if self.path.len() == DEPTH {
                self.wrong(key, line, "a cell", "tables nested too deeply".to_owned());
                continue;
            }
            self.path.push(key.to_owned());
            let node = match value.get_ref() {
                DeValue::Table(inner) if inner.contains_key("value") => {
                    self.cell(inner, line, &marks.above).map(Node::Leaf)
                }
                DeValue::Table(inner) => Some(Node::Table(self.table(inner, line, &marks.above))),
                _ => Some(Node::Leaf(self.leaf(raw(value), line, marks.above.clone(), None))),
            };
            self.path.pop();
            if let Some(node) = node {
                nodes.insert(key.to_owned(), node);
            }
        }
        Table { chart: marks.chart, rule: marks.rule, nodes, file: self.file.clone(), line, visited: false }
    }

    /// A cell written out: `{ value = 3, source = "reconstructed", why = "..." }`.
    fn cell(&mut self, table: &DeTable<'_>, line: u32, above: &Above) -> Option<Leaf> {
        let marks = self.marks(table, above);
        let mut found = None;
        for (key, value) in table {
            let key = key.get_ref().as_ref();
            if key == "value" {
                found = Some(raw(value));
            } else if !MARKS.contains(&key) || key == "chart" {
                self.fault(Some(key), line, FaultKind::UnknownKey);
            }
        }
        Some(self.leaf(found?, line, marks.above, marks.rule))
    }

    fn leaf(&mut self, raw: Raw, line: u32, above: Above, rule: Option<Rule>) -> Leaf {
        match above.source {
            None => self.fault(None, line, FaultKind::NoSource),
            Some(Source::Published) if above.from.is_none() => {
                self.fault(None, line, FaultKind::NoReason(Source::Published));
            }
            Some(Source::Reconstructed) if above.why.is_none() => {
                self.fault(None, line, FaultKind::NoReason(Source::Reconstructed));
            }
            Some(_) => {}
        }
        let source = above.source.unwrap_or(Source::Reconstructed);
        let note = Note { source, line: above.line, from: above.from, why: above.why };
        Leaf { raw, note, rule, file: self.file.clone(), line }
    }
}

fn raw(value: &Spanned<DeValue<'_>>) -> Raw {
    match value.get_ref() {
        DeValue::Integer(n) => {
            let digits = n.as_str();
            i64::from_str_radix(digits, n.radix()).map_or(Raw::Other("integer beyond 64 bits"), Raw::Integer)
        }
        DeValue::String(text) => Raw::Text(text.as_ref().to_owned()),
        other => Raw::Other(other.type_str()),
    }
}

fn demote(table: &mut Table, from: &str) {
    table.rule = None;
    for node in table.nodes.values_mut() {
        match node {
            Node::Table(inner) => demote(inner, from),
            Node::Leaf(leaf) => {
                leaf.rule = None;
                if leaf.note.source == Source::Printed {
                    leaf.note = Note {
                        source: Source::Published,
                        line: leaf.note.line,
                        from: Some(from.to_owned()),
                        why: None,
                    };
                }
            }
        }
    }
}

fn lay(base: &mut Table, top: Table, path: &mut Vec<String>, faults: &mut Vec<Fault>) {
    base.chart = top.chart.or(base.chart.take());
    base.rule = top.rule.or(base.rule);
    for (key, node) in top.nodes {
        path.push(key.clone());
        match (base.nodes.get_mut(&key), node) {
            (Some(Node::Table(under)), Node::Table(over)) => lay(under, over, path, faults),
            (Some(Node::Leaf(under)), Node::Leaf(over)) => {
                let rule = over.rule.or(under.rule);
                *under = Leaf { rule, ..over };
            }
            (Some(Node::Table(_)), Node::Leaf(over)) => faults.push(Fault {
                file: over.file.to_string(),
                line: Some(over.line),
                path: path.join("."),
                kind: FaultKind::Wrong { expected: "a table".to_owned(), found: over.raw.found() },
            }),
            (Some(Node::Leaf(_)), Node::Table(over)) => faults.push(Fault {
                file: over.file.to_string(),
                line: Some(over.line),
                path: path.join("."),
                kind: FaultKind::Wrong { expected: "a cell".to_owned(), found: "a table".to_owned() },
            }),
            (None, node) => {
                base.nodes.insert(key, node);
            }
        }
        path.pop();
    }
}

/// Reads the cells of a [`Sheet`] into typed figures, once each.
///
/// A faulty or missing cell gives a stand-in, so that reading goes on and finds the rest; [`finish`](Self::finish) then
/// fails, and what was read must be thrown away.
pub struct Reader<'r> {
    root: Table,
    allowed: SourceSet,
    reached: &'r dyn Fn(&str) -> bool,
    found: Faults,
}

impl<'r> Reader<'r> {
    /// Reads `sheet` for a set-up that allows these sources. `reached` says of a cell's path whether the set-up can come
    /// to need it: a figure that it cannot need is no gap.
    pub fn new(sheet: Sheet, allowed: SourceSet, reached: &'r dyn Fn(&str) -> bool) -> Self {
        Self { root: sheet.root, allowed, reached, found: Faults { faults: sheet.faults, gaps: Vec::new() } }
    }

    /// Whether the table or cell is there.
    pub fn has(&self, path: &str) -> bool {
        let mut table = &self.root;
        let mut keys = path.split('.').peekable();
        while let Some(key) = keys.next() {
            match table.nodes.get(key) {
                Some(Node::Table(inner)) => table = inner,
                Some(Node::Leaf(_)) => return keys.peek().is_none(),
                None => return false,
            }
        }
        true
    }

    /// The keys of the table at `path` (of the whole file where it is empty) that are left to read, in order. None if no
    /// table stands there.
    pub fn keys(&self, path: &str) -> Vec<String> {
        let mut table = &self.root;
        for key in path.split('.').filter(|key| !key.is_empty()) {
            match table.nodes.get(key) {
                Some(Node::Table(inner)) => table = inner,
                _ => return Vec::new(),
            }
        }
        table.nodes.keys().cloned().collect()
    }

    /// The rule that is cited for the cell at `path`, by itself or a table above; to be asked before the cell is read.
    pub fn rule(&self, path: &str) -> Option<Rule> {
        let mut table = &self.root;
        let mut rule = table.rule;
        for key in path.split('.') {
            match table.nodes.get(key) {
                Some(Node::Table(inner)) => {
                    table = inner;
                    rule = inner.rule.or(rule);
                }
                Some(Node::Leaf(leaf)) => return leaf.rule.or(rule),
                None => break,
            }
        }
        rule
    }

    /// The figure at `path`, which must be there.
    pub fn cell<T: Cell>(&mut self, path: &str) -> Figure<T> {
        self.take(path).unwrap_or_else(|(file, line)| {
            let kind = FaultKind::Missing { expected: T::expected() };
            self.found.faults.push(Fault { file, line: Some(line), path: path.to_owned(), kind });
            Figure::new(T::stand_in(), Source::Reconstructed)
        })
    }

    /// The figure at `path`, or `otherwise` if nothing stands there.
    pub fn cell_or<T: Cell>(&mut self, path: &str, otherwise: Figure<T>) -> Figure<T> {
        self.take(path).unwrap_or(otherwise)
    }

    /// How many faults were found so far: whether cells just read are sound.
    pub fn faults(&self) -> usize {
        self.found.faults.len()
    }

    /// Reports that the figures under `path` do not fit each other.
    pub fn misfit(&mut self, path: &str, expected: &str, found: &str) {
        let (file, line) = self.nearest(path);
        let kind = FaultKind::Wrong { expected: expected.to_owned(), found: found.to_owned() };
        self.found.faults.push(Fault { file, line: Some(line), path: path.to_owned(), kind });
    }

    /// Ends the reading: what is left unread is unknown.
    ///
    /// # Errors
    /// Every fault and gap found since the text was parsed.
    pub fn finish(mut self) -> Result<(), Faults> {
        unread(&self.root, &mut Vec::new(), &mut self.found.faults);
        self.found.faults.sort_by(|a, b| (&a.file, a.line, &a.path).cmp(&(&b.file, b.line, &b.path)));
        self.found.or_none()
    }

    fn nearest(&self, path: &str) -> (String, u32) {
        let mut table = &self.root;
        for key in path.split('.') {
            match table.nodes.get(key) {
                Some(Node::Table(inner)) => table = inner,
                Some(Node::Leaf(leaf)) => return (leaf.file.to_string(), leaf.line),
                None => break,
            }
        }
        (table.file.to_string(), table.line)
    }

    /// Takes the cell out of the tree; if there is none, says where the nearest table above it stands.
    fn take<T: Cell>(&mut self, path: &str) -> Result<Figure<T>, (String, u32)> {
        let mut table = &mut self.root;
        let (mut chart, mut rule) = (table.chart.clone(), table.rule);
        let mut names = Vec::new();
        let mut keys = path.split('.').peekable();
        let leaf = loop {
            let Some(key) = keys.next() else { return Err((table.file.to_string(), table.line)) };
            names.push(key.replace('_', " "));
            if keys.peek().is_none() {
                if let Some(Node::Leaf(_)) = table.nodes.get(key)
                    && let Some(Node::Leaf(leaf)) = table.nodes.remove(key)
                {
                    break leaf;
                }
                return Err((table.file.to_string(), table.line));
            }
            let here = (table.file.clone(), table.line);
            let Some(Node::Table(inner)) = table.nodes.get_mut(key) else {
                return Err((here.0.to_string(), here.1));
            };
            table = inner;
            table.visited = true;
            rule = table.rule.or(rule);
            if let Some(title) = &table.chart {
                chart = Some(title.clone());
                names.clear();
            }
        };
        let fault = |kind| Fault { file: leaf.file.to_string(), line: Some(leaf.line), path: path.to_owned(), kind };
        let value = T::read(&leaf.raw).unwrap_or_else(|| {
            let kind = FaultKind::Wrong { expected: T::expected(), found: leaf.raw.found() };
            self.found.faults.push(fault(kind));
            T::stand_in()
        });
        match leaf.rule.or(rule) {
            None => self.found.faults.push(fault(FaultKind::NoRule)),
            Some(rule) if !self.allowed.contains(leaf.note.source) && (self.reached)(path) => {
                let place = chart.into_iter().chain(names).collect::<Vec<_>>().join(", ");
                let (path, source, note) = (path.to_owned(), leaf.note.source, leaf.note.text());
                self.found.gaps.push(Gap { place, path, rule, source, note });
            }
            Some(_) => {}
        }
        Ok(Figure::new(value, leaf.note.source))
    }
}

fn unread(table: &Table, path: &mut Vec<String>, faults: &mut Vec<Fault>) {
    for (key, node) in &table.nodes {
        path.push(key.clone());
        let (file, line) = match node {
            Node::Table(inner) => (&inner.file, inner.line),
            Node::Leaf(leaf) => (&leaf.file, leaf.line),
        };
        match node {
            Node::Table(inner) if inner.visited => unread(inner, path, faults),
            _ => faults.push(Fault {
                file: file.to_string(),
                line: Some(line),
                path: path.join("."),
                kind: FaultKind::UnknownKey,
            }),
        }
        path.pop();
    }
}
