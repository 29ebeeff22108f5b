//! Figures and where they come from.
use serde::{Deserialize, Serialize};

/// Where a figure comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// It stands in the rulebook.
    #[default]
    Printed,
    /// It stands in another public source.
    Published,
    /// Nobody printed it: our estimate.
    Reconstructed,
}

/// A figure with its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure<T> {
    /// The figure.
    pub value: T,
    /// Where it comes from.
    pub source: Source,
}

/// Which sources of figures a set-up allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SourceSet {}

/// Every fault and every gap of a set-up at once.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("faults")]
pub struct Faults {}
