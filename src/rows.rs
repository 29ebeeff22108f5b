//! Files that are a list of like entries (rulings, indexes of rules), read with every fault gathered on the way.

use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::figures::{Fault, FaultKind, Faults};

/// What is found while one file is read.
struct Found<'t> {
    file: &'t str,
    text: &'t str,
    faults: Vec<Fault>,
}

impl Found<'_> {
    fn fault(&mut self, offset: usize, path: String, kind: FaultKind) {
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        let line = before.iter().filter(|b| **b == b'\n').count().saturating_add(1);
        self.faults.push(Fault { file: self.file.to_owned(), line: u32::try_from(line).ok(), path, kind });
    }
}

/// Reads a file whose one key is `list`, an array of tables; `each` makes one entry of each table, or reports why not.
///
/// # Errors
/// Every fault at once: those of TOML, unknown keys, and those that `each` reports.
pub(crate) fn read<T>(
    file: &str,
    text: &str,
    list: &'static str,
    mut each: impl FnMut(&mut Row<'_, '_, '_>) -> Option<T>,
) -> Result<Vec<T>, Faults> {
    let mut found = Found { file, text, faults: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        // The parser has no error codes.
        let kind = match error.message() {
            "duplicate key" => FaultKind::DuplicateKey,
            other => FaultKind::Syntax(other.to_owned()),
        };
        let span = error.span().unwrap_or_default();
        let path = match kind {
            FaultKind::DuplicateKey => text.get(span.clone()).unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        found.fault(span.start, path, kind);
    }
    let start = document.span().start;
    let mut top =
        Row { table: document.get_ref(), at: start, path: String::new(), seen: Vec::new(), found: &mut found };
    let entries = top.rows(list, &mut each);
    top.finish();
    found.faults.sort_by_key(|fault| fault.line);
    Faults { faults: found.faults, gaps: Vec::new() }.or_none().map(|()| entries)
}

/// One table of a list, while it is read.
pub(crate) struct Row<'r, 't, 'd> {
    table: &'r DeTable<'d>,
    at: usize,
    path: String,
    seen: Vec<&'static str>,
    found: &'r mut Found<'t>,
}

impl Row<'_, '_, '_> {
    /// Calls the entry by a name of its own in what is reported of it from here on, instead of its place.
    pub(crate) fn name(&mut self, name: &str) {
        if let Some((list, _)) = self.path.rsplit_once('.') {
            self.path = format!("{list}.{name}");
        }
    }

    fn under(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn value(&self, key: &str) -> Option<&DeValue<'_>> {
        self.table.get(key).map(Spanned::get_ref)
    }

    /// Reports something at `key`.
    pub(crate) fn fault(&mut self, key: &str, kind: FaultKind) {
        let at = self.table.get(key).map_or(self.at, |value| value.span().start);
        let path = self.under(key);
        self.found.fault(at, path, kind);
    }

    /// Reports that something else should stand at `key`.
    pub(crate) fn wrong(&mut self, key: &str, expected: impl Into<String>, found: impl Into<String>) {
        self.fault(key, FaultKind::Wrong { expected: expected.into(), found: found.into() });
    }

    fn missing(&mut self, key: &str, expected: &str) {
        self.fault(key, FaultKind::Missing { expected: expected.to_owned() });
    }

    /// A text that is not blank, if one stands there.
    pub(crate) fn maybe(&mut self, key: &'static str) -> Option<String> {
        self.seen.push(key);
        let shown = match self.value(key)? {
            DeValue::String(text) if !text.trim().is_empty() => return Some(text.as_ref().to_owned()),
            other => shown(other),
        };
        self.wrong(key, "a text", shown);
        None
    }

    /// A text that is not blank.
    pub(crate) fn text(&mut self, key: &'static str) -> Option<String> {
        if self.value(key).is_none() {
            self.missing(key, "a text");
        }
        self.maybe(key)
    }

    /// A text that reads as a `T`.
    pub(crate) fn parsed<T: FromStr>(&mut self, key: &'static str, expected: &str) -> Option<T> {
        let text = self.text(key)?;
        let value = text.parse().ok();
        if value.is_none() {
            self.wrong(key, expected, format!("{text:?}"));
        }
        value
    }

    /// One of these words.
    pub(crate) fn word<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(key)?;
        let value = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if value.is_none() {
            let all = words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
            self.wrong(key, format!("one of {all}"), format!("{text:?}"));
        }
        value
    }

    /// A whole number from 1.
    pub(crate) fn number(&mut self, key: &'static str) -> Option<u32> {
        self.seen.push(key);
        let Some(value) = self.value(key) else {
            self.missing(key, "a number from 1");
            return None;
        };
        let read = number(value);
        let shown = shown(value);
        if read.is_none() {
            self.wrong(key, "a number from 1", shown);
        }
        read
    }

    /// `true` or `false`.
    pub(crate) fn flag(&mut self, key: &'static str) -> Option<bool> {
        self.seen.push(key);
        let Some(value) = self.value(key) else {
            self.missing(key, "true or false");
            return None;
        };
        let read = match value {
            DeValue::Boolean(flag) => Some(*flag),
            _ => None,
        };
        let shown = shown(value);
        if read.is_none() {
            self.wrong(key, "true or false", shown);
        }
        read
    }

    /// A list of whole numbers from 1; empty if there is none.
    pub(crate) fn numbers(&mut self, key: &'static str) -> Vec<u32> {
        self.list(key, "a list of numbers from 1", number)
    }

    /// A list of texts that read as `T`, at least one.
    pub(crate) fn parsed_list<T: FromStr>(&mut self, key: &'static str, expected: &str) -> Vec<T> {
        if self.value(key).is_none() {
            self.missing(key, expected);
        }
        let faults = self.found.faults.len();
        let all = self.list(key, expected, |value| match value {
            DeValue::String(text) => text.parse().ok(),
            _ => None,
        });
        if all.is_empty() && self.value(key).is_some() && self.found.faults.len() == faults {
            self.wrong(key, expected, "an empty list");
        }
        all
    }

    fn list<T>(&mut self, key: &'static str, expected: &str, read: impl Fn(&DeValue<'_>) -> Option<T>) -> Vec<T> {
        self.seen.push(key);
        let (mut all, mut bad) = (Vec::new(), Vec::new());
        match self.value(key) {
            None => {}
            Some(DeValue::Array(array)) => {
                for value in array.iter() {
                    match read(value.get_ref()) {
                        Some(value) => all.push(value),
                        None => bad.push(shown(value.get_ref())),
                    }
                }
            }
            Some(other) => bad.push(shown(other)),
        }
        for found in bad {
            self.wrong(key, expected, found);
        }
        all
    }

    /// The entries of a list of tables, at least one.
    pub(crate) fn rows<T>(
        &mut self,
        key: &'static str,
        mut each: impl FnMut(&mut Row<'_, '_, '_>) -> Option<T>,
    ) -> Vec<T> {
        self.seen.push(key);
        let expected = format!("a list [[{key}]]");
        let Some(value) = self.table.get(key) else {
            self.missing(key, &expected);
            return Vec::new();
        };
        let DeValue::Array(array) = value.get_ref() else {
            let found = shown(value.get_ref());
            self.wrong(key, expected, found);
            return Vec::new();
        };
        let mut all = Vec::new();
        for (place, value) in array.iter().enumerate() {
            let path = format!("{}.{}", self.under(key), place + 1);
            let at = value.span().start;
            let DeValue::Table(table) = value.get_ref() else {
                let kind = FaultKind::Wrong { expected: "a table".to_owned(), found: shown(value.get_ref()) };
                self.found.fault(at, path, kind);
                continue;
            };
            let mut row = Row { table, at, path, seen: Vec::new(), found: self.found };
            all.extend(each(&mut row));
            row.finish();
        }
        all
    }

    /// Reports the keys that nothing asked for.
    fn finish(self) {
        for (key, _) in self.table {
            let name = key.get_ref().as_ref();
            if !self.seen.contains(&name) {
                self.found.fault(key.span().start, self.under(name), FaultKind::UnknownKey);
            }
        }
    }
}

fn number(value: &DeValue<'_>) -> Option<u32> {
    match value {
        DeValue::Integer(n) => u32::from_str_radix(n.as_str(), n.radix()).ok().filter(|n| *n > 0),
        _ => None,
    }
}

fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(n) => format!("`{n}`"),
        DeValue::Boolean(flag) => format!("`{flag}`"),
        DeValue::String(text) => format!("{:?}", text.as_ref()),
        other => format!("a TOML {}", other.type_str()),
    }
}
