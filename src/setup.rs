//! What a ruleset is opened on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::figures::SourceSet;

/// The scenario, options and rulings that a game is played by, and the files that a user lays over ours.
///
/// ```
/// use grognard::setup::Setup;
/// let setup = Setup::scenario("montebello").ruling("charge-stops-in-zoc", "stops");
/// assert_eq!(setup.scenario, "montebello");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// The name of a scenario of the ruleset.
    pub scenario: String,
    /// The optional rules that are on, by name.
    pub options: Vec<String>,
    /// The rulings that differ from their defaults: id and reading.
    pub rulings: BTreeMap<String, String>,
    /// The sources of figures that are allowed.
    pub sources: SourceSet,
    /// Files of the user's own, by the name of the file that they are laid over (`map`, `units`, `charts`).
    pub overlays: BTreeMap<String, String>,
}

impl Setup {
    /// This scenario, with every default.
    pub fn scenario(name: impl Into<String>) -> Self {
        Self { scenario: name.into(), ..Self::default() }
    }

    /// With this optional rule on.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>) -> Self {
        self.options.push(name.into());
        self
    }

    /// With this reading of a ruling.
    #[must_use]
    pub fn ruling(mut self, id: impl Into<String>, reading: impl Into<String>) -> Self {
        self.rulings.insert(id.into(), reading.into());
        self
    }

    /// With this file laid over ours.
    #[must_use]
    pub fn overlay(mut self, file: impl Into<String>, text: impl Into<String>) -> Self {
        self.overlays.insert(file.into(), text.into());
        self
    }

    /// With figures of these sources only.
    #[must_use]
    pub fn sources(mut self, sources: SourceSet) -> Self {
        self.sources = sources;
        self
    }
}
