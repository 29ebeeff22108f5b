//! Sets of cells.

use core::fmt;

use super::Cell;

/// A set of cells, one bit each. Iterates in the order of the hex numbers.
#[derive(Clone, Default)]
pub struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set. It grows as cells are put in; [`clear`](Self::clear) keeps its room.
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// The empty set, with room for this many cells.
    pub fn with_room(cells: usize) -> Self {
        Self { words: vec![0; cells.div_ceil(64)] }
    }

    /// Puts a cell in. Whether it was new.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a cell out. Whether it was there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        let there = self.contains(cell);
        if there {
            self.words[word] &= !bit;
        }
        there
    }

    /// Whether the cell is in it.
    pub fn contains(&self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        self.words.get(word).is_some_and(|w| w & bit != 0)
    }

    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Takes every cell out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Puts in all those of the other.
    pub fn unite(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, others) in self.words.iter_mut().zip(&other.words) {
            *word |= others;
        }
    }

    /// Keeps those that are in the other too.
    pub fn intersect(&mut self, other: &Self) {
        for (i, word) in self.words.iter_mut().enumerate() {
            *word &= other.words.get(i).copied().unwrap_or(0);
        }
    }

    /// Takes out those that are in the other.
    pub fn subtract(&mut self, other: &Self) {
        for (word, others) in self.words.iter_mut().zip(&other.words) {
            *word &= !others;
        }
    }

    /// Each cell, in the order of the hex numbers.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            let mut left = *word;
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.checked_sub(1)?;
                Cell::from_index(64 * i + bit)
            })
        })
    }
}

const fn place(cell: Cell) -> (usize, u64) {
    (cell.index() / 64, 1 << (cell.index() % 64))
}

/// Equal if they hold the same cells, whatever room they have.
impl PartialEq for CellSet {
    fn eq(&self, other: &Self) -> bool {
        let shared = self.words.len().min(other.words.len());
        let ((a, rest_a), (b, rest_b)) = (self.words.split_at(shared), other.words.split_at(shared));
        a == b && rest_a.iter().chain(rest_b).all(|word| *word == 0)
    }
}

impl Eq for CellSet {}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::new();
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
