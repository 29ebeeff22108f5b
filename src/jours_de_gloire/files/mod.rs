//! Maps, rosters and scenarios from the files that a player can read and correct.
//!
//! Every fault of a file is reported at once, with the file, the line and the keys that lead to it; the items of a list
//! are counted from 1: `formation[2].unit[3].cohesion`. Each block of a file says where it comes from, as
//! [figures](crate::figures) do: `source`, with `from` or `why`; what a formation says holds for its units.

mod document;
mod hexes;
mod map;
mod places;
mod scenario;
mod specific;
mod units;
mod victory;

use super::map::Map;
use super::roster::Roster;
use super::scenario::Scenario;
use crate::figures::Faults;
pub use document::Document;
use document::{Item, Keys, Legible, Log};

impl Document {
    fn read<T>(self, read: impl FnOnce(Keys, &mut Log) -> Option<T>) -> Result<T, Faults> {
        let mut log = Log { faults: self.faults };
        // What is missing from a text that is no TOML says nothing.
        let found = match self.legible {
            Legible::Yes => {
                let root = Item::root(self.root).table(&mut log);
                read(root, &mut log)
            }
            Legible::No => None,
        };
        let mut faults = log.faults;
        faults.sort_by(|a, b| (&a.file, a.line, &a.path).cmp(&(&b.file, b.line, &b.path)));
        match found {
            Some(found) if faults.is_empty() => Ok(found),
            _ => Err(Faults { faults, gaps: Vec::new() }),
        }
    }

    /// Reads it as a map.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn map(self) -> Result<Map, Faults> {
        self.read(map::read)
    }

    /// Reads it as a roster.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn roster(self) -> Result<Roster, Faults> {
        self.read(|root, log| Some(units::read(root, log)))
    }

    /// Reads it as a scenario on this map, with this roster.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn scenario(self, map: &Map, roster: &Roster) -> Result<Scenario, Faults> {
        self.read(|root, log| Some(scenario::read(root, map, roster, log)))
    }
}

/// A map from its text; `file` is the name that faults are reported under.
///
/// # Errors
/// Every fault at once.
pub fn map(file: &str, text: &str) -> Result<Map, Faults> {
    Document::parse(file, text).map()
}

/// A roster from its text; `file` is the name that faults are reported under.
///
/// # Errors
/// Every fault at once.
pub fn roster(file: &str, text: &str) -> Result<Roster, Faults> {
    Document::parse(file, text).roster()
}

/// A scenario from its text; `file` is the name that faults are reported under.
///
/// # Errors
/// Every fault at once.
pub fn scenario(file: &str, text: &str, map: &Map, roster: &Roster) -> Result<Scenario, Faults> {
    Document::parse(file, text).scenario(map, roster)
}
