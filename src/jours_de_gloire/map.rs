//! The map: terrain, levels, hexsides, ways. It does not change in play, but for bridges that are built.

use super::charts::{Barrier, Crossing, Terrain, Way};
use crate::figures::Source;
use crate::hex::{Cell, Dir, Grid, Hexside};

/// What lies along one hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Edge {
    /// Barriers, a bit for each by its index.
    pub barriers: u8,
    /// A bridge or ford.
    pub crossing: Option<Crossing>,
    /// Ways that cross it, a bit for each by its index.
    pub ways: u8,
    /// Nothing may cross it, ways apart.
    pub impassable: Passage,
    /// The hex that is higher, or inside the work: a slope, redoubt or fortification is climbed or entered towards it.
    pub upper: Option<Cell>,
}

/// Whether a hexside can be crossed at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passage {
    /// As its barriers allow.
    #[default]
    Open,
    /// Only along a road or track or over a bridge (R 4.3.2, M 4.3.2).
    Barred,
}

impl Edge {
    /// Whether this barrier lies here.
    pub const fn has(self, barrier: Barrier) -> bool {
        self.barriers & (1 << barrier as u8) != 0
    }

    /// Whether this way crosses here.
    pub const fn crossed_by(self, way: Way) -> bool {
        self.ways & (1 << way as u8) != 0
    }
}

/// A map of the series.
#[derive(Clone, Debug)]
pub struct Map {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub source: Source,
    /// Its hexes.
    pub grid: Grid,
    /// The terrain of each cell.
    pub terrain: Vec<Terrain>,
    /// The level of each cell.
    pub level: Vec<i8>,
    /// What lies along each hexside, by [`Hexside::index`].
    pub edges: Vec<Edge>,
    /// Hexes whose terrain may be charged along a road or track (M specific 9.1), in order.
    pub streets: Vec<Cell>,
    /// Named places and their hexes.
    pub places: Vec<(String, Vec<Cell>)>,
}

impl Map {
    /// A map of clear ground at level 0.
    pub fn clear(name: impl Into<String>, grid: Grid) -> Self {
        let (cells, sides) = (grid.len(), grid.hexside_slots());
        Self {
            name: name.into(),
            source: Source::Reconstructed,
            grid,
            terrain: vec![Terrain::Clear; cells],
            level: vec![0; cells],
            edges: vec![Edge::default(); sides],
            streets: Vec::new(),
            places: Vec::new(),
        }
    }

    /// The terrain of a hex.
    #[inline]
    pub fn terrain(&self, cell: Cell) -> Terrain {
        self.terrain.get(cell.index()).copied().unwrap_or(Terrain::Clear)
    }

    /// The level of a hex.
    #[inline]
    pub fn level(&self, cell: Cell) -> i8 {
        self.level.get(cell.index()).copied().unwrap_or(0)
    }

    /// What lies along a hexside.
    #[inline]
    pub fn edge(&self, side: Hexside) -> Edge {
        self.edges.get(side.index()).copied().unwrap_or_default()
    }

    /// What lies along a hexside of a hex; nothing at the map's edge.
    #[inline]
    pub fn edge_of(&self, cell: Cell, dir: Dir) -> Edge {
        self.grid.hexside(cell, dir).map_or_else(Edge::default, |side| self.edge(side))
    }

    /// The hexes of a named place.
    pub fn place(&self, name: &str) -> Option<&[Cell]> {
        self.places.iter().find(|(other, _)| other == name).map(|(_, cells)| cells.as_slice())
    }
}
