//! The two editions of the series.

use serde::{Deserialize, Serialize};

/// An edition of the series' rules, by the game whose rulebook prints it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// Rivoli 1797: the older edition, called Classic.
    Rivoli,
    /// Montebello 1800: the later edition.
    Montebello,
}
