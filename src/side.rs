//! The two sides, units and sets of units.

use serde::{Deserialize, Serialize};

use crate::ids::{ids, set_of_ids};

/// One of the two sides of a game. A ruleset names them ("French", "Austrian").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// The side that the scenario names first.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other side.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

ids! {
    /// A combat unit of a ruleset's roster, by its place there: 0 to 63. A document names it instead.
    UnitId: 63, "unit";
}

set_of_ids! {
    /// A set of units, as a bit mask; iterated in the order of the roster.
    UnitSet(u64) of UnitId, "unit", "units"
}
