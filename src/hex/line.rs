//! Straight lines from centre to centre, and what can be seen along them.
//!
//! # What a line meets
//! The centres and corners of a map together form a lattice, three points to a hex. So a line that starts at a centre
//! either meets no corner before it reaches another centre, or exactly two, at a third and at two thirds of the way.
//! At a corner three hexes touch, and there are two cases:
//!
//! - The line leads along the hexside that starts there (and ends at its second corner). Only the six directions that
//!   point at a corner do so. Of the other two hexsides at each of the two corners it touches the end only.
//! - It passes from one of the three hexes into another through the very end of the hexside between them, touching the
//!   third hex and its two hexsides in that point alone.
//!
//! Between two hexes of a map, a line enters no hex that is off the map; where it runs along a hexside of the map's
//! edge, one of the two hexes beside it is off the map. (All these are verified for every line in the tests.)

use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;

use super::grid::step;
use super::{Cell, Dir, Grid, Hexside};

/// An exact part of a line's length, 0 to 1.
#[derive(Clone, Copy)]
pub struct Ratio {
    num: u16,
    den: u16,
}

impl Ratio {
    /// The start of the line.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// The middle of the line.
    pub const HALF: Self = Self { num: 1, den: 2 };
    /// The end of the line.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// The numerator. The fraction need not be in lowest terms.
    pub const fn numerator(self) -> u16 {
        self.num
    }

    /// The denominator, never 0.
    pub const fn denominator(self) -> u16 {
        self.den
    }

    /// The same point, measured from the other end of the line.
    #[must_use]
    pub const fn from_the_end(self) -> Self {
        Self { num: self.den - self.num, den: self.den }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let times = |a: u16, b: u16| u32::from(a) * u32::from(b);
        times(self.num, other.den).cmp(&times(other.num, self.den))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

impl fmt::Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a line meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meets {
    /// The inside of a hex.
    Hex(Cell),
    /// A hexside, crossed between its ends.
    Across(Hexside),
    /// The end of the hexside between the hex before and the hex after.
    Corner {
        /// That hexside.
        hexside: Hexside,
        /// The third hex at the corner, touched there only.
        beside: Cell,
    },
    /// A hexside, followed from one end to the other.
    Along {
        /// That hexside; `None` at the map's edge.
        hexside: Option<Hexside>,
        /// The hex on the left, as seen from the start of the line; `None` if it is off the map.
        left: Option<Cell>,
        /// The hex on the right; `None` if it is off the map. One of the two is always on it.
        right: Option<Cell>,
    },
}

/// One piece of a line: what it meets, and from where to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What the line meets.
    pub meets: Meets,
    /// Where it begins.
    pub enter: Ratio,
    /// Where it ends; where it begins, for [`Meets::Across`] and [`Meets::Corner`].
    pub leave: Ratio,
}

/// The pieces of the straight line from the centre of one hex to the centre of another, in order: the inside of the
/// first hex, what is met at its border, the inside of the next, and so on to the inside of the last. The line back has
/// the same pieces in reverse order, with left and right exchanged. Nothing is allocated.
///
/// ```
/// use grognard::hex::{trace, Grid, Meets, Parity};
/// let grid = Grid::new(9, 9, Parity::Odd)?;
/// let cell = |number: &str| grid.cell(number.parse().unwrap()).unwrap();
/// let seen: Vec<_> = trace(&grid, cell("0103"), cell("0303"))
///     .map(|piece| match piece.meets {
///         Meets::Hex(cell) => format!("{}", grid.hex(cell)),
///         Meets::Along { hexside: Some(side), .. } => format!("{} {} to {}", grid.pair(side), piece.enter, piece.leave),
///         other => format!("{other:?}"),
///     })
///     .collect();
/// assert_eq!(seen, ["0103", "0203-0204 1/3 to 2/3", "0303"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace(grid: &Grid, from: Cell, to: Cell) -> Trace<'_> {
    Trace::new(grid, grid.own(from), grid.own(to))
}

/// See [`trace`].
#[derive(Clone, Debug)]
pub struct Trace<'g> {
    grid: &'g Grid,
    here: Cell,
    to: Cell,
    enter: Ratio,
    stage: Stage,
    /// The hexsides by which the line may leave a hex: 1 is the one by which, or by an end of which, it leaves the first
    /// hex, 0 and 2 are those to the left and right of it. The same in the arrays below.
    exits: [Dir; 3],
    /// How far the centre of `here` lies to the right of the line (as a cross product with the line).
    off: i32,
    /// The same for the left and right end of the middle exit, seen from the centre.
    ends: [i32; 2],
    /// How `off` changes with a step.
    turn: [i32; 3],
    /// How far the centre of `here` is along each hexside's axis, and how far the line's end is. A step is 2 along its
    /// own axis, so that the hexside is at 1.
    along: [i16; 3],
    whole: [i16; 3],
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Inside,
    Across(usize),
    Corner(usize),
    Along,
    Done,
}

/// The corners of a hex from its centre, in *x* and *y*, in the order of `Vertex`.
const CORNERS: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];

const fn cross(a: (i32, i32), b: (i32, i32)) -> i32 {
    a.0 * b.1 - a.1 * b.0
}

/// Where a centre is along the axis of a hexside; the neighbour across it is at 2.
const fn axis(dir: Dir, (x, y): (i32, i32)) -> i16 {
    (match dir {
        Dir::N => -y,
        Dir::NE => (x - y) / 2,
        Dir::SE => (x + y) / 2,
        Dir::S => y,
        Dir::SW => (y - x) / 2,
        Dir::NW => (-x - y) / 2,
    }) as i16
}

const fn drawn((columns, y): (i16, i16)) -> (i32, i32) {
    (3 * columns as i32, y as i32)
}

impl<'g> Trace<'g> {
    fn new(grid: &'g Grid, from: Cell, to: Cell) -> Self {
        let line = drawn(grid.apart(from, to));
        // The sixth of the circle that the line points into, its left border included.
        let ends = |k: usize| [cross(line, CORNERS[(k + 5) % 6]), cross(line, CORNERS[k])];
        let ahead = (0..6).find(|k| ends(*k)[0] <= 0 && ends(*k)[1] > 0).unwrap_or(0);
        let exits = [5, 0, 1].map(|turn| Dir::from_index(ahead + turn));
        Self {
            grid,
            here: from,
            to,
            enter: Ratio::ZERO,
            stage: Stage::Inside,
            exits,
            off: 0,
            ends: ends(ahead),
            turn: exits.map(|dir| cross(line, drawn(step(dir)))),
            along: [0; 3],
            whole: exits.map(|dir| axis(dir, line)),
        }
    }

    /// Where the line is when it has come so far along the axis of the hexside `i` from the centre of this hex.
    fn at(&self, i: usize, far: i16) -> Ratio {
        Ratio { num: (self.along[i] + far) as u16, den: self.whole[i] as u16 }
    }

    /// How the line leaves this hex, and where.
    fn leaving(&self) -> (Stage, Ratio) {
        let [left, right] = self.ends.map(|end| self.off + end);
        let stage = match (left.cmp(&0), right.cmp(&0)) {
            (Ordering::Greater, _) => Stage::Across(0),
            (_, Ordering::Less) => Stage::Across(2),
            (Ordering::Equal, _) if self.ends[0] == 0 => Stage::Along,
            (Ordering::Equal, _) => Stage::Corner(0),
            (_, Ordering::Equal) => Stage::Corner(2),
            _ => Stage::Across(1),
        };
        let by = if let Stage::Across(i) = stage { i } else { 1 };
        (stage, self.at(by, 1))
    }

    fn step(&mut self, i: usize) -> Option<()> {
        self.here = self.grid.neighbour(self.here, self.exits[i])?;
        self.off += self.turn[i];
        for (k, along) in self.along.iter_mut().enumerate() {
            *along += [2, 1, -1][k.abs_diff(i)];
        }
        Some(())
    }
}

impl Iterator for Trace<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let (grid, here, enter) = (self.grid, self.here, self.enter);
        let stage = core::mem::replace(&mut self.stage, Stage::Inside);
        let meets = match stage {
            Stage::Inside => {
                (self.stage, self.enter) = if here == self.to { (Stage::Done, Ratio::ONE) } else { self.leaving() };
                Meets::Hex(here)
            }
            Stage::Across(i) => {
                let hexside = grid.hexside(here, self.exits[i])?;
                self.step(i)?;
                Meets::Across(hexside)
            }
            Stage::Corner(i) => {
                let (hexside, beside) = (grid.hexside(here, self.exits[1])?, grid.neighbour(here, self.exits[i])?);
                self.step(1)?;
                Meets::Corner { hexside, beside }
            }
            Stage::Along => {
                let [left, right] = [0, 1].map(|i| grid.neighbour(here, self.exits[i]));
                let hexside = left.and_then(|left| grid.hexside(left, self.exits[2]));
                // The next centre in this direction is at 3.
                self.enter = self.at(1, 2);
                // By way of the hex on the left, or if that is off the map, of the one on the right.
                let way = if left.is_some() { [0, 1] } else { [1, 0] };
                self.step(way[0])?;
                self.step(way[1])?;
                Meets::Along { hexside, left, right }
            }
            Stage::Done => {
                self.stage = Stage::Done;
                return None;
            }
        };
        Some(Piece { meets, enter, leave: self.enter })
    }
}

impl FusedIterator for Trace<'_> {}

/// What may block a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// A hex that the line enters, other than the first and the last.
    Entered(Cell),
    /// A hex along whose side the line runs.
    Beside(Cell),
    /// A hexside that the line crosses.
    Crossed(Hexside),
    /// A hexside that the line runs along.
    Along(Hexside),
    /// A hexside that the line meets at its end only; asked about as [`Corners`] says.
    AtEnd(Hexside),
}

/// Something that may block a line of sight, and the part of the line that it covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// What it is.
    pub met: Met,
    /// Where along the line it begins.
    pub enter: Ratio,
    /// Where it ends. For a hexside that is crossed, the same point.
    pub leave: Ratio,
}

impl Obstacle {
    /// Whether the middle of its part of the line is nearer to the start (`Less`), midway (`Equal`) or nearer to the
    /// end (`Greater`). This measures along the line; to count hexes instead, compare [`Grid::distance`] to both ends.
    pub fn half(&self) -> Ordering {
        let [a, b, c, d] = [self.enter.num, self.enter.den, self.leave.num, self.leave.den].map(u32::from);
        (a * d + c * b).cmp(&(b * d))
    }
}

/// Whether an obstacle blocks the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// It does.
    Yes,
    /// It does not.
    No,
}

/// What blocking hexes do to a line that runs along their side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beside {
    /// One of them blocks it.
    Either,
    /// One on the left and one on the right block it, if it runs between them.
    BothAtOneHexside,
    /// One on the left and one on the right block it, wherever along the line they are.
    BothAnywhere,
}

/// What blocking hexsides do to a line that meets them at their end only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corners {
    /// Nothing.
    Open,
    /// They block a line that passes from one side of them to the other: the hexside between the hex that it leaves at a
    /// corner and the hex that it enters there; and where it starts or ceases to run along a hexside, the other two
    /// hexsides of that corner, if both block.
    Closed,
    /// Any of them blocks it.
    Grazing,
}

/// How a ruleset reads the cases that rules on line of sight tend to leave open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Reading {
    /// Hexes beside the line.
    pub beside: Beside,
    /// Hexsides that it meets at their end.
    pub corners: Corners,
}

/// Whether one hex can be seen from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// It can.
    Clear,
    /// This, the first from the start of the line, is in the way.
    Blocked(By),
}

/// What is in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// A hex.
    Hex(Cell),
    /// A hexside.
    Hexside(Hexside),
    /// Two hexes along whose sides the line runs, one on either hand.
    Hexes {
        /// The one on the left.
        left: Cell,
        /// The one on the right.
        right: Cell,
    },
    /// Two hexsides that meet the line in one corner, one on either hand.
    Hexsides {
        /// The one on the left.
        left: Hexside,
        /// The one on the right.
        right: Hexside,
    },
}

/// Whether the hex `to` can be seen from the hex `from`.
///
/// `blocks` says of each [`Obstacle`] whether it blocks; it is asked in the order of the line, of no obstacle behind the
/// first that does, and never of the two hexes at the ends. Whether the line is clear is the same from both ends, as long
/// as the answers are; what is named as blocking it may differ.
pub fn sight(grid: &Grid, from: Cell, to: Cell, reading: Reading, mut blocks: impl FnMut(Obstacle) -> Blocks) -> Sight {
    let (from, to) = (grid.own(from), grid.own(to));
    let mut here = from;
    // The blocking hexes met so far on the left and on the right, and the two hexes that the line has just run between.
    let mut blocking = [None; 2];
    let mut seam: Option<[Option<Cell>; 2]> = None;
    for Piece { meets, enter, leave } in trace(grid, from, to) {
        let mut ask = |met, leave| blocks(Obstacle { met, enter, leave }) == Blocks::Yes;
        let by = match meets {
            Meets::Hex(cell) => {
                here = cell;
                let end = seam
                    .take()
                    .and_then(|seam| seam_end(grid, cell, seam, reading.corners, |side| ask(Met::AtEnd(side), enter)));
                let inner = cell != from && cell != to;
                end.or_else(|| (inner && ask(Met::Entered(cell), leave)).then_some(By::Hex(cell)))
            }
            Meets::Across(side) => ask(Met::Crossed(side), leave).then_some(By::Hexside(side)),
            Meets::Corner { hexside, beside } => {
                let onward = grid.sides_of(hexside).into_iter().find(|cell| *cell != here);
                let met = [Some(hexside), grid.between(here, beside), onward.and_then(|c| grid.between(c, beside))];
                let count = match reading.corners {
                    Corners::Open => 0,
                    Corners::Closed => 1,
                    Corners::Grazing => 3,
                };
                met.into_iter().take(count).flatten().find(|side| ask(Met::AtEnd(*side), leave)).map(By::Hexside)
            }
            Meets::Along { hexside, left, right } => {
                seam = Some([left, right]);
                let end = seam_end(grid, here, [left, right], reading.corners, |side| ask(Met::AtEnd(side), enter));
                let side = hexside.filter(|side| end.is_none() && ask(Met::Along(*side), leave)).map(By::Hexside);
                end.or(side).or_else(|| {
                    let [left, right] = [left, right].map(|cell| cell.filter(|c| ask(Met::Beside(*c), leave)));
                    match reading.beside {
                        Beside::Either => return left.or(right).map(By::Hex),
                        Beside::BothAtOneHexside => blocking = [left, right],
                        Beside::BothAnywhere => blocking = [blocking[0].or(left), blocking[1].or(right)],
                    }
                    Some(By::Hexes { left: blocking[0]?, right: blocking[1]? })
                })
            }
        };
        if let Some(by) = by {
            return Sight::Blocked(by);
        }
    }
    Sight::Clear
}

/// What blocks a line at the corner where, coming from `hex` or entering it, it has these two hexes on its two hands.
fn seam_end(
    grid: &Grid,
    hex: Cell,
    beside: [Option<Cell>; 2],
    corners: Corners,
    mut blocks: impl FnMut(Hexside) -> bool,
) -> Option<By> {
    if corners == Corners::Open {
        return None;
    }
    let [left, right] = beside.map(|cell| {
        let side = cell.and_then(|cell| grid.between(hex, cell));
        side.filter(|side| blocks(*side))
    });
    match (corners, left, right) {
        (_, Some(left), Some(right)) => Some(By::Hexsides { left, right }),
        (Corners::Grazing, Some(side), None) | (Corners::Grazing, None, Some(side)) => Some(By::Hexside(side)),
        _ => None,
    }
}
