//! Maps as text.

use super::{Cell, Grid};

/// How far the next column, and the next hex of a column, is in characters and lines.
const ACROSS: usize = 8;
const DOWN: usize = 4;
/// A hex, between the borders of which two lines of text find room.
const OUTLINE: [&str; 5] = ["  ______  ", " /      \\ ", "/        \\", "\\        /", " \\______/ "];
const ROOM: usize = ACROSS;

/// Draws hexes as text, each with two lines of its own, up to eight characters wide and centred (longer ones are cut).
/// Columns that sit lower are drawn lower. Lines end without spaces, the last one with a line break.
///
/// ```
/// use grognard::hex::{draw, Grid, Parity};
/// let grid = Grid::new(9, 9, Parity::Odd)?;
/// let hill = grid.cell("0202".parse()?).unwrap();
/// let map = draw(&grid, grid.block("0101".parse()?, "0302".parse()?), |cell| {
///     [grid.hex(cell).to_string(), if cell == hill { "hill".to_owned() } else { String::new() }]
/// });
/// let expected = r"
///           ______
///          /      \
///   ______/  0201  \______
///  /      \        /      \
/// /  0101  \______/  0301  \
/// \        /      \        /
///  \______/  0202  \______/
///  /      \  hill  /      \
/// /  0102  \______/  0302  \
/// \        /      \        /
///  \______/        \______/
/// ";
/// assert_eq!(map, &expected[1..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw<T: AsRef<str>>(
    grid: &Grid,
    cells: impl IntoIterator<Item = Cell>,
    mut label: impl FnMut(Cell) -> [T; 2],
) -> String {
    let place = |cell| {
        let hex = grid.hex(cell);
        let half = usize::from(grid.parity().drop_of(hex.column()));
        (usize::from(hex.column()) * ACROSS, usize::from(hex.row()) * DOWN + half * DOWN / 2)
    };
    let cells: Vec<_> = cells.into_iter().map(|cell| (cell, place(cell))).collect();
    let left = cells.iter().map(|(_, (x, _))| *x).min().unwrap_or(0);
    let top = cells.iter().map(|(_, (_, y))| *y).min().unwrap_or(0);
    let mut lines: Vec<Vec<char>> = Vec::new();
    let mut put = |x: usize, y: usize, character| {
        if lines.len() <= y {
            lines.resize(y + 1, Vec::new());
        }
        if lines[y].len() <= x {
            lines[y].resize(x + 1, ' ');
        }
        lines[y][x] = character;
    };
    for (cell, (x, y)) in cells {
        let (x, y) = (x - left, y - top);
        for (row, outline) in OUTLINE.into_iter().enumerate() {
            for (column, character) in outline.chars().enumerate().filter(|(_, c)| *c != ' ') {
                put(x + column, y + row, character);
            }
        }
        for (row, text) in label(cell).iter().enumerate() {
            let text = text.as_ref();
            let indent = (ROOM - text.chars().count().min(ROOM)) / 2;
            for (column, character) in text.chars().take(ROOM).enumerate() {
                put(x + 1 + indent + column, y + 2 + row, if character.is_control() { ' ' } else { character });
            }
        }
    }
    lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}
