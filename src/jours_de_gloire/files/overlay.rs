//! A file of the user's own, laid over another.

use std::collections::BTreeMap;

use super::document::{Document, Legible, Node, Value};

/// The lists whose items are tables that a name tells apart, and the key with that name.
const NAMED: [(&str, &str); 8] = [
    ("formation", "name"),
    ("unit", "name"),
    ("combined", "name"),
    ("commander", "name"),
    ("place", "unit"),
    ("early", "unit"),
    ("hex", "hex"),
    ("change", "formation"),
];
/// The tables that give each hex one thing: a hex that the upper file names is taken out of the lower one's lists.
const BY_HEX: [&str; 2] = ["terrain", "levels"];
/// What a file of its own must say, and one that is laid over another need not: a text with all keys of one of these tables
/// is such a file.
const FILES: [(&str, &[&str]); 3] =
    [("map", &["columns", "rows", "lower"]), ("sides", &["first", "second"]), ("scenario", &["edition", "turns"])];
/// The table of which each item, an edge or a hex, stands in place of the one below.
const WHOLE: &str = "rout";

impl Document {
    /// Lays `top` over this one.
    ///
    /// A whole file stands in place of this one, and nothing of it is left: a map that says its own `columns`, `rows` and
    /// `lower`, a roster that names the `sides`, a scenario that says its `edition` and its `turns`. Of any other text, this
    /// holds:
    ///
    /// Tables are laid over each other key by key, and so are the formations, units, markers and commanders of the same
    /// name, the places of the same unit, the objectives of the same hex and the changes of arrival of the same
    /// formation; others are added at the end. The terrain and the level of each hex that `top` names are what it says
    /// (`clear`, or level `"0"`, undoes them). The rout of a side, and any other list or value, stands in place of the
    /// one below. A table in which `top` names a `source` loses what is below of `from`, `why` and `line`.
    ///
    /// Faults are found when the result is read: they name the file and the line, and count the items of lists as they
    /// are in the result.
    ///
    /// ```
    /// use grognard::jours_de_gloire::files::Document;
    /// let ours = Document::parse("ours", r#"
    ///     [map]
    ///     name = "A hill"
    ///     columns = 3
    ///     rows = 3
    ///     lower = "odd"
    ///     source = "printed"
    ///     [terrain]
    ///     woods = ["0101", "0102"]
    /// "#);
    /// let yours = Document::parse("yours", "terrain.orchard = [\"0102\"]");
    /// let map = ours.under(yours).map()?;
    /// let orchard = map.grid.cell("0102".parse()?).unwrap();
    /// assert_eq!(map.terrain(orchard).key(), "orchard");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn under(self, top: Self) -> Self {
        let legible = match (self.legible, top.legible) {
            (Legible::Yes, Legible::Yes) => Legible::Yes,
            _ => Legible::No,
        };
        let faults = [self.faults, top.faults].concat();
        if whole(&top.root) {
            return Self { root: top.root, faults, legible };
        }
        Self { root: lay("", self.root, top.root), faults, legible }
    }
}

/// Whether a text is a whole file, to stand in place of another.
fn whole(root: &Value) -> bool {
    let Node::Table(root) = &root.node else { return false };
    FILES.iter().any(|(name, keys)| match root.get(*name).map(|table| &table.node) {
        Some(Node::Table(table)) => keys.iter().all(|key| table.contains_key(*key)),
        _ => false,
    })
}

/// Lays one value over another; both stand under `key`.
fn lay(key: &str, below: Value, top: Value) -> Value {
    let Value { file, line, node } = top;
    let node = match (below.node, node) {
        (Node::Table(lower), Node::Table(upper)) if BY_HEX.contains(&key) => Node::Table(lay_hexes(lower, upper)),
        (Node::Table(mut lower), Node::Table(upper)) if key == WHOLE => {
            lower.extend(upper);
            Node::Table(lower)
        }
        (Node::Table(lower), Node::Table(upper)) => Node::Table(lay_tables(lower, upper)),
        (Node::List(lower), Node::List(upper)) => match NAMED.iter().find(|(list, _)| *list == key) {
            Some((_, name)) => Node::List(lay_items(lower, upper, name)),
            None => Node::List(upper),
        },
        (_, node) => node,
    };
    // A table is where it was: what is missing from it is missing there.
    let (file, line) = if matches!(node, Node::Table(_)) { (below.file, below.line) } else { (file, line) };
    Value { file, line, node }
}

fn lay_tables(mut lower: BTreeMap<String, Value>, upper: BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    if upper.contains_key("source") {
        for key in ["from", "why", "line"] {
            lower.remove(key);
        }
    }
    for (key, value) in upper {
        let value = match lower.remove(&key) {
            Some(below) => lay(&key, below, value),
            None => value,
        };
        lower.insert(key, value);
    }
    lower
}

/// The name of an item, if it is a table with one.
fn name_of<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    match &value.node {
        Node::Table(table) => text_of(table.get(key)?),
        _ => None,
    }
}

fn text_of(value: &Value) -> Option<&str> {
    match &value.node {
        Node::Text(text) => Some(text),
        _ => None,
    }
}

fn lay_items(lower: Vec<Value>, upper: Vec<Value>, name: &str) -> Vec<Value> {
    // What is laid over an item; of two of one name the second is added, to be found there twice.
    let mut over: BTreeMap<usize, Value> = BTreeMap::new();
    let mut new = Vec::new();
    for value in upper {
        let named = name_of(&value, name);
        match lower.iter().position(|below| named.is_some() && name_of(below, name) == named) {
            Some(place) if !over.contains_key(&place) => {
                over.insert(place, value);
            }
            _ => new.push(value),
        }
    }
    let laid = lower.into_iter().enumerate().map(|(place, below)| match over.remove(&place) {
        Some(top) => lay("", below, top),
        None => below,
    });
    laid.chain(new).collect()
}

fn lay_hexes(mut lower: BTreeMap<String, Value>, upper: BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    let lists = upper.values().filter_map(|value| match &value.node {
        Node::List(items) => Some(items),
        _ => None,
    });
    let named: Vec<String> = lists.flatten().filter_map(text_of).map(str::to_owned).collect();
    for value in lower.values_mut() {
        if let Node::List(items) = &mut value.node {
            items.retain(|item| !text_of(item).is_some_and(|hex| named.iter().any(|other| other == hex)));
        }
    }
    for (key, mut value) in upper {
        if let (Some(below), Node::List(upper)) = (lower.get_mut(&key), &mut value.node)
            && let Node::List(lower) = &mut below.node
        {
            lower.append(upper);
        } else {
            lower.insert(key, value);
        }
    }
    lower
}
