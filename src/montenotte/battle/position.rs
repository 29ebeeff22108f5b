//! 11.3: tactical positions.

use crate::hex::{Cell, Grid};
use crate::montenotte::event::Position;
use crate::side::Side;

/// The position of a force that comes from `by` into the defender's hex, attacked from another. `attacker` attacks, the
/// force belongs to `side`. Whoever does not come from beside the hex is in front.
///
/// An attacker's force is a reinforcement by the attacking hex or one beside it (N 11.3/3) and a flank force by one of the
/// three opposite (N 11.3/4). A defender's force is a reinforcement by one of the three opposite (N 11.3/1) and a flank
/// force by a hex beside the attacker's (N 11.3/2).
///
/// ```
/// use grognard::hex::{Grid, Parity};
/// use grognard::montenotte::{battle::position::position, event::Position};
/// use grognard::side::Side;
/// let grid = Grid::new(18, 21, Parity::Even)?;
/// let cell = |text: &str| grid.cell(text.parse().unwrap()).unwrap();
/// let at = |by| position(&grid, cell("0910"), cell("0911"), Side::First, cell(by), Side::First);
/// assert_eq!((at("0810"), at("0809")), (Position::Front, Position::Flank));
/// # Ok::<(), grognard::hex::GridError>(())
/// ```
pub fn position(grid: &Grid, defender: Cell, attacked_from: Cell, attacker: Side, by: Cell, side: Side) -> Position {
    let (Some(front), Some(dir)) = (grid.direction(defender, attacked_from), grid.direction(defender, by)) else {
        return Position::Front;
    };
    let off = front.turn_to(dir).unsigned_abs();
    let opposite = off >= 2;
    let flank = if side == attacker { opposite } else { off == 1 };
    if flank { Position::Flank } else { Position::Front }
}
