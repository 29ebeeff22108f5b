//! Hexes: numbers, grids, directions, hexsides, lines and paths, in exact integers.
//!
//! # Numbers
//! A hex is known by its printed number [`Hex`], column then row: `0913` is the thirteenth hex of the ninth column.
//! Hexes have flat tops, so that columns run straight down and every second column sits half a hex lower. Which ones do
//! is the map's [`Parity`], not the ruleset's:
//!
//! ```text
//!         odd columns lower                  even columns lower
//!           ______                         ______          ______
//!          /      \                       /      \        /      \
//!   ______/  0201  \______               /  0101  \______/  0301  \
//!  /      \        /      \              \        /      \        /
//! /  0101  \______/  0301  \              \______/  0201  \______/
//! \        /      \        /              /      \        /      \
//!  \______/  0202  \______/              /  0102  \______/  0302  \
//!         \        /                     \        /      \        /
//!          \______/                       \______/        \______/
//! ```
//!
//! A [`Grid`] is the shape of one map. It turns numbers into [`Cell`]s, small dense indices (in the order of the
//! numbers) under which a map's terrain, levels and occupants are kept as arrays, and hexsides into [`Hexside`]s, which
//! are dense too. A cell or hexside means something on the grid that made it only: given to another one it yields
//! some answer about some hex, never a panic.
//!
//! # Directions
//! Six hexsides ([`Dir`]) and six corners ([`Vertex`]), clockwise. Corner *k* lies between hexsides *k* and *k* + 1:
//!
//! ```text
//!             N
//!      NW ________ NE         hexsides: N NE SE S SW NW
//!        /        \           corners:  NE E SE SW W NW
//!   NW  /          \  NE
//!      /            \
//!   W (              ) E
//!      \            /
//!   SW  \          /  SE
//!        \________/
//!      SW          SE
//!             S
//! ```
//!
//! # Coordinates
//! The centre of column *c*, row *r* is the point (3*c*, 2*r* + 1 if the column sits lower), *y* growing southwards;
//! its corners are at (±1, ±1) and (±2, 0) from there. This is the drawn map, evenly squeezed, so straight lines,
//! crossings and ratios along a line are the true ones. A step changes column and *y* by (0, ±2) or (±1, ±1), whence
//! the distance: if *dc* columns and *dy* lie between two hexes, (*dc* + max(*dc*, *dy*)) / 2 steps.
//!
//! # Lines and ways
//! [`trace`] follows the straight line between two centres and names, exactly and in order, each hex it enters and each
//! hexside it crosses, runs along or meets at its end; [`sight`] puts a ruleset's obstacles on that line. [`Reach`]
//! finds the cheapest ways over cells, [`Dijkstra`] those over anything else, [`corridor`] the first steps of movements
//! that a rule prescribes as a whole. [`draw`] shows a piece of a map as text.

mod coord;
mod dir;
mod draw;
mod grid;
mod line;
mod path;
mod set;

pub use coord::{Hex, HexError, HexPair, HexPairError, Parity};
pub use dir::{Arcs, Bearing, Dir, Dirs, NotADirection, Vertex, Zone};
pub use draw::draw;
pub use grid::{Cell, Edge, Grid, GridError, Hexside, NotAdjacent};
pub use line::{Beside, Blocks, By, Corners, Meets, Met, Obstacle, Piece, Ratio, Reading, Sight, Trace, sight, trace};
pub use path::{Corridor, Dijkstra, Reach, Steps, corridor};
pub use set::CellSet;

/// Stores a type as the text that `Display` writes and `FromStr` reads.
macro_rules! stored_as_text {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
use stored_as_text;
