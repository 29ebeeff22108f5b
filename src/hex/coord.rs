//! Printed hex numbers.

use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::stored_as_text;

/// The printed number of a hex, column then row, each 1 to 99: `0913`. Ordered by column, then by row.
///
/// ```
/// use grognard::hex::Hex;
/// let hex: Hex = "0913".parse()?;
/// assert_eq!((hex.column(), hex.row()), (9, 13));
/// assert_eq!(hex.to_string(), "0913");
/// # Ok::<(), grognard::hex::HexError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    column: NonZeroU8,
    row: NonZeroU8,
}

/// Why a hex number is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HexError {
    /// The text is not four digits.
    #[error("`{0}` is not a hex number: expected four digits, column then row, as in `0913`")]
    NotFourDigits(String),
    /// The column is not 1 to 99.
    #[error("there is no column {0}: columns are 01 to 99")]
    Column(u8),
    /// The row is not 1 to 99.
    #[error("there is no row {0}: rows are 01 to 99")]
    Row(u8),
}

impl Hex {
    /// The largest column or row.
    pub const MAX: u8 = 99;

    /// The hex in this column and row, each 1 to 99.
    ///
    /// # Errors
    /// [`HexError::Column`] or [`HexError::Row`] outside that range.
    pub const fn new(column: u8, row: u8) -> Result<Self, HexError> {
        match (NonZeroU8::new(column), NonZeroU8::new(row)) {
            (Some(c), Some(r)) if column <= Self::MAX && row <= Self::MAX => Ok(Self { column: c, row: r }),
            (Some(_), _) if column <= Self::MAX => Err(HexError::Row(row)),
            _ => Err(HexError::Column(column)),
        }
    }

    /// Its column, 1 to 99.
    pub const fn column(self) -> u8 {
        self.column.get()
    }

    /// Its row, 1 to 99.
    pub const fn row(self) -> u8 {
        self.row.get()
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hex {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        match *text.as_bytes() {
            [a, b, c, d] if text.bytes().all(|digit| digit.is_ascii_digit()) => {
                Self::new((a - b'0') * 10 + (b - b'0'), (c - b'0') * 10 + (d - b'0'))
            }
            _ => Err(HexError::NotFourDigits(text.to_owned())),
        }
    }
}

/// Two hexes, as a hexside or a way between neighbours is written: `0912-1012`. Their order is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexPair(
    /// The first hex.
    pub Hex,
    /// The second hex.
    pub Hex,
);

/// The text is not two hex numbers such as `0912-1012`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HexPairError {
    /// There is no `-`.
    #[error("`{0}` is not a pair of hexes: expected two hex numbers, as in `0912-1012`")]
    NoDash(String),
    /// One of the two is not a hex number.
    #[error(transparent)]
    Hex(#[from] HexError),
}

impl fmt::Display for HexPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl fmt::Debug for HexPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for HexPair {
    type Err = HexPairError;

    fn from_str(text: &str) -> Result<Self, HexPairError> {
        let (a, b) = text.split_once('-').ok_or_else(|| HexPairError::NoDash(text.to_owned()))?;
        Ok(Self(a.parse()?, b.parse()?))
    }
}

stored_as_text!(Hex, HexPair);

/// Which columns of a map sit half a hex lower than the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// Columns 01, 03, 05 and so on.
    Odd,
    /// Columns 02, 04, 06 and so on.
    Even,
}

impl Parity {
    /// 1 if this column sits lower, else 0: what the column adds to the *y* of its hexes.
    pub const fn drop_of(self, column: u8) -> u8 {
        match self {
            Self::Odd => column & 1,
            Self::Even => 1 - (column & 1),
        }
    }
}
