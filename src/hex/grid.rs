//! The shape of a map: its cells, their neighbours and hexsides, distances, rings and edges.

use core::fmt;
use core::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use super::{Dir, Dirs, Hex, HexPair, Parity, Vertex};

/// A hex of one [`Grid`], as a dense index in the order of the hex numbers. Two bytes, and `None` is all zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(NonZeroU16);

impl Cell {
    /// Its place in an array over all cells of the map, from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub(super) const fn from_index(index: usize) -> Option<Self> {
        if index < u16::MAX as usize {
            match NonZeroU16::new(index as u16 + 1) {
                Some(n) => Some(Self(n)),
                None => None,
            }
        } else {
            None
        }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}", self.index())
    }
}

/// The hexside between two neighbouring cells of one [`Grid`], the same from either. Two bytes, and `None` is all zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexside(NonZeroU16);

impl Hexside {
    /// Its place in an array of [`Grid::hexside_slots`] items, from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The hexside of the cell with the lower index, whose steps to higher cells are NE, SE and S.
    const fn new(owner: Cell, dir: Dir) -> Option<Self> {
        match NonZeroU16::new((3 * owner.index() + dir as usize) as u16) {
            Some(n) => Some(Self(n)),
            None => None,
        }
    }

    const fn owner(self) -> (Option<Cell>, Dir) {
        (Cell::from_index(self.index() / 3), Dir::from_index(self.index() % 3 + 1))
    }
}

impl fmt::Debug for Hexside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hexside {}", self.index())
    }
}

/// An edge of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// The first row.
    North,
    /// The last column.
    East,
    /// The last row.
    South,
    /// The first column.
    West,
}

impl Edge {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
}

/// Why a grid is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// Not 1 to 99 columns.
    #[error("a map has 1 to 99 columns, not {0}")]
    Columns(u8),
    /// Not 1 to 99 rows.
    #[error("a map has 1 to 99 rows, not {0}")]
    Rows(u8),
}

/// Why a pair of hexes is no hexside of the map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotAdjacent {
    /// One of them is off the map.
    #[error("there is no hex {0} on this map")]
    OffMap(Hex),
    /// They do not touch.
    #[error("hexes {0} and {1} do not touch on this map")]
    Apart(Hex, Hex),
}

/// What is known of a cell: where it lies and what it touches.
#[derive(Clone, Copy, Debug)]
struct Place {
    near: [Option<Cell>; 6],
    hex: Hex,
    y: i16,
}

/// The shape of a map: so many columns of so many rows, every second column half a hex lower.
///
/// ```
/// use grognard::hex::{Dir, Grid, Parity};
/// let grid = Grid::new(34, 24, Parity::Odd)?;
/// let here = grid.cell("0913".parse()?).unwrap();
/// let near: Vec<_> = grid.neighbours(here).map(|(dir, cell)| format!("{dir} {}", grid.hex(cell))).collect();
/// assert_eq!(near, ["N 0912", "NE 1013", "SE 1014", "S 0914", "SW 0814", "NW 0813"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
    parity: Parity,
    places: Box<[Place]>,
}

impl Grid {
    /// A map of columns 01 to `columns` and rows 01 to `rows`, each at most 99; the columns of `lower` sit lower.
    ///
    /// # Errors
    /// [`GridError`] if a number is 0 or above 99.
    pub fn new(columns: u8, rows: u8, lower: Parity) -> Result<Self, GridError> {
        let last = Hex::new(columns, rows).map_err(|_| match columns {
            1..=Hex::MAX => GridError::Rows(rows),
            _ => GridError::Columns(columns),
        })?;
        let mut grid = Self { columns, rows, parity: lower, places: Box::default() };
        let hexes = (1..=last.column()).flat_map(|c| (1..=last.row()).filter_map(move |r| Hex::new(c, r).ok()));
        grid.places = hexes
            .map(|hex| {
                let y = 2 * i16::from(hex.row()) + i16::from(lower.drop_of(hex.column()));
                let near = Dir::ALL.map(|dir| {
                    let (dc, dy) = step(dir);
                    grid.at(i16::from(hex.column()) + dc, y + dy)
                });
                Place { near, hex, y }
            })
            .collect();
        Ok(grid)
    }

    /// How many columns there are, 1 to 99.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows there are, 1 to 99.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Which columns sit lower.
    pub const fn parity(&self) -> Parity {
        self.parity
    }

    /// How many cells there are: the length of an array over [`Cell::index`].
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no cell: never.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The length of an array over [`Hexside::index`]. (Of its places, those beyond the map's edges stay unused.)
    pub fn hexside_slots(&self) -> usize {
        3 * self.len()
    }

    /// Every cell, in the order of the hex numbers.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + DoubleEndedIterator + use<> {
        (1..=self.places.len() as u16).map(|n| Cell(NonZeroU16::new(n).unwrap_or(NonZeroU16::MIN)))
    }

    /// The cells of a block of columns and rows, from one corner of it to the opposite one, in the order of the hex
    /// numbers; the part of it that is on the map.
    pub fn block(&self, from: Hex, to: Hex) -> impl Iterator<Item = Cell> + '_ {
        let rows = from.row().min(to.row())..=from.row().max(to.row());
        let columns = from.column().min(to.column())..=from.column().max(to.column());
        columns.flat_map(move |c| rows.clone().filter_map(move |r| Hex::new(c, r).ok().and_then(|hex| self.cell(hex))))
    }

    /// The cell with this number; `None` if it is off the map.
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        if hex.column() <= self.columns && hex.row() <= self.rows {
            Cell::from_index(usize::from(hex.column() - 1) * usize::from(self.rows) + usize::from(hex.row() - 1))
        } else {
            None
        }
    }

    /// The number of this cell.
    pub fn hex(&self, cell: Cell) -> Hex {
        self.place(cell).hex
    }

    /// The cell across this hexside; `None` off the map.
    pub fn neighbour(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.places.get(cell.index()).and_then(|place| place.near[dir as usize])
    }

    /// The cells that touch this one, clockwise from the north.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Dir, Cell)> + use<> {
        let near = self.place(cell).near;
        Dir::ALL.into_iter().filter_map(move |dir| Some((dir, near[dir as usize]?)))
    }

    /// The step from a cell to one that touches it; `None` if it does not.
    pub fn direction(&self, from: Cell, to: Cell) -> Option<Dir> {
        let place = self.place(from);
        Dir::ALL.into_iter().find(|dir| place.near[*dir as usize] == Some(to))
    }

    /// The number of steps of a shortest way from one cell to the other.
    pub fn distance(&self, a: Cell, b: Cell) -> u8 {
        let (dc, dy) = self.apart(a, b);
        let (dc, dy) = (dc.unsigned_abs(), dy.unsigned_abs());
        ((dc + dc.max(dy)) / 2) as u8
    }

    /// The steps from one cell that bring it nearer to another: none if they are one, else one or two.
    pub fn toward(&self, from: Cell, to: Cell) -> Dirs {
        let here = self.distance(from, to);
        self.neighbours(from).filter(|(_, cell)| self.distance(*cell, to) < here).map(|(dir, _)| dir).collect()
    }

    /// Whether a cell lies in the sixth of the map that opens before a corner of another: the cone between the rows
    /// of hexes that lead straight on from its two front hexes, these rows included.
    pub fn in_cone(&self, apex: Cell, facing: Vertex, cell: Cell) -> bool {
        let d = self.apart(apex, cell);
        let [left, right] = facing.front().map(step);
        d != (0, 0) && cross(left, d) >= 0 && cross(d, right) >= 0
    }

    /// The cells at exactly this distance, clockwise from the one straight to the north; those on the map. (The cell
    /// itself at distance 0.)
    pub fn ring(&self, centre: Cell, distance: u8) -> impl Iterator<Item = Cell> + '_ {
        let d = i16::from(distance);
        let (column, y) = self.position(centre);
        let own = (d == 0).then(|| self.own(centre));
        let round = (0..6 * d).filter_map(move |i| {
            // From the corner of the ring in this direction, along its side.
            let (side, along) = (Dir::from_index((i / d) as usize), i % d);
            let (out, on) = (step(side), step(side.turn(2)));
            self.at(column + d * out.0 + along * on.0, y + d * out.1 + along * on.1)
        });
        own.into_iter().chain(round)
    }

    /// The cells up to this distance, the nearest first, each [`ring`](Self::ring) in its order.
    pub fn within(&self, centre: Cell, distance: u8) -> impl Iterator<Item = Cell> + '_ {
        (0..=distance).flat_map(move |d| self.ring(centre, d))
    }

    /// How many steps a cell is from this edge of the map, the straight way: 0 on the edge.
    pub fn to_edge(&self, cell: Cell, edge: Edge) -> u8 {
        let hex = self.place(cell).hex;
        match edge {
            Edge::North => hex.row() - 1,
            Edge::East => self.columns - hex.column(),
            Edge::South => self.rows - hex.row(),
            Edge::West => hex.column() - 1,
        }
    }

    /// The cells of an edge, in the order of the hex numbers.
    pub fn edge(&self, edge: Edge) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |cell| self.to_edge(*cell, edge) == 0)
    }

    /// The edge over which this step leaves the map; `None` if it stays on it. At the corners of the map, where a step
    /// passes two edges, the one to the east or west.
    pub fn leaves(&self, cell: Cell, dir: Dir) -> Option<Edge> {
        if self.neighbour(cell, dir).is_some() {
            return None;
        }
        let (column, (dc, dy)) = (self.place(cell).hex.column(), step(dir));
        Some(match (dc, dy) {
            (1, _) if column == self.columns => Edge::East,
            (-1, _) if column == 1 => Edge::West,
            (_, ..0) => Edge::North,
            _ => Edge::South,
        })
    }

    /// The hexside of a cell in this direction; `None` at the map's edge.
    pub fn hexside(&self, cell: Cell, dir: Dir) -> Option<Hexside> {
        let other = self.neighbour(cell, dir)?;
        match dir {
            Dir::NE | Dir::SE | Dir::S => Hexside::new(cell, dir),
            _ => Hexside::new(other, dir.opposite()),
        }
    }

    /// The hexside between two cells; `None` if they do not touch.
    pub fn between(&self, a: Cell, b: Cell) -> Option<Hexside> {
        self.hexside(a, self.direction(a, b)?)
    }

    /// The hexside between two hexes, in either order.
    ///
    /// # Errors
    /// [`NotAdjacent`] if one of them is off the map, or if they do not touch.
    ///
    /// ```
    /// # use grognard::hex::{Grid, Parity};
    /// let grid = Grid::new(20, 20, Parity::Odd)?;
    /// let side = grid.hexside_of("1012-0912".parse()?)?;
    /// assert_eq!(grid.pair(side).to_string(), "0912-1012");
    /// assert!(grid.hexside_of("0812-0913".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hexside_of(&self, pair: HexPair) -> Result<Hexside, NotAdjacent> {
        let HexPair(a, b) = pair;
        let from = self.cell(a).ok_or(NotAdjacent::OffMap(a))?;
        let to = self.cell(b).ok_or(NotAdjacent::OffMap(b))?;
        self.between(from, to).ok_or(NotAdjacent::Apart(a, b))
    }

    /// Every hexside between two cells of the map, in the order of their indices.
    pub fn hexsides(&self) -> impl Iterator<Item = Hexside> + '_ {
        self.cells()
            .flat_map(move |cell| [Dir::NE, Dir::SE, Dir::S].into_iter().filter_map(move |dir| self.hexside(cell, dir)))
    }

    /// The two cells of a hexside, in the order of their numbers.
    pub fn sides_of(&self, hexside: Hexside) -> [Cell; 2] {
        let (owner, dir) = hexside.owner();
        let owner = self.own(owner.unwrap_or(Cell(NonZeroU16::MIN)));
        [owner, self.neighbour(owner, dir).unwrap_or(owner)]
    }

    /// The two cells that touch a hexside at its ends only, the northern or western end first; `None` off the map.
    pub fn ends_of(&self, hexside: Hexside) -> [Option<Cell>; 2] {
        let (owner, dir) = hexside.owner();
        let near = |turn| owner.and_then(|cell| self.neighbour(cell, dir.turn(turn)));
        if dir == Dir::S { [near(1), near(-1)] } else { [near(-1), near(1)] }
    }

    /// The numbers of the two cells of a hexside, which is how it is written.
    pub fn pair(&self, hexside: Hexside) -> HexPair {
        let [a, b] = self.sides_of(hexside);
        HexPair(self.hex(a), self.hex(b))
    }

    /// The cell itself, or the first one of the map if it belongs to a larger one.
    pub(super) fn own(&self, cell: Cell) -> Cell {
        if cell.index() < self.places.len() { cell } else { Cell(NonZeroU16::MIN) }
    }

    fn place(&self, cell: Cell) -> &Place {
        // A grid has one cell at least.
        self.places.get(cell.index()).unwrap_or(&self.places[0])
    }

    /// Column and *y* of a cell's centre.
    fn position(&self, cell: Cell) -> (i16, i16) {
        let place = self.place(cell);
        (i16::from(place.hex.column()), place.y)
    }

    /// Columns and *y* from one cell's centre to another's.
    pub(super) fn apart(&self, from: Cell, to: Cell) -> (i16, i16) {
        let ((ca, ya), (cb, yb)) = (self.position(from), self.position(to));
        (cb - ca, yb - ya)
    }

    /// The cell whose centre has this column and *y*.
    fn at(&self, column: i16, y: i16) -> Option<Cell> {
        let column = u8::try_from(column).ok().filter(|c| *c <= self.columns)?;
        let row = u8::try_from((y - i16::from(self.parity.drop_of(column))).div_euclid(2)).ok()?;
        self.cell(Hex::new(column, row).ok()?)
    }
}

/// Columns and *y* of a step.
pub(super) const fn step(dir: Dir) -> (i16, i16) {
    match dir {
        Dir::N => (0, -2),
        Dir::NE => (1, -1),
        Dir::SE => (1, 1),
        Dir::S => (0, 2),
        Dir::SW => (-1, 1),
        Dir::NW => (-1, -1),
    }
}

/// Positive if the second vector points to the right of the first (*y* grows southwards).
const fn cross(a: (i16, i16), b: (i16, i16)) -> i32 {
    a.0 as i32 * b.1 as i32 - a.1 as i32 * b.0 as i32
}
