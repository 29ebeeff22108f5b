//! Markers, units and generals-in-chief, and sets of markers.

use crate::ids::{ids, set_of_ids};

ids! {
    /// A force marker with its activation marker: a letter that both sides see. Who stands under it, its owner knows.
    #[derive(Default)]
    MarkerId: 31, "marker";
    /// A division or a brigade of the roster.
    #[derive(Default)]
    UnitNo: 31, "unit";
    /// A general-in-chief of the roster.
    #[derive(Default)]
    ChiefId: 3, "general-in-chief";
}

set_of_ids! {
    /// A set of markers, as a bit mask; iterated in the order of the letters.
    Markers(u32) of MarkerId, "marker", "markers"
}
