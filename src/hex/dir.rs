//! Hexsides and corners as directions, and what lies before, beside and behind a unit that faces one.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::stored_as_text;

/// One of the six hexsides of a hex, clockwise from the north; also the step across it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Dir {
    /// The top.
    N,
    /// The upper right.
    NE,
    /// The lower right.
    SE,
    /// The bottom.
    S,
    /// The lower left.
    SW,
    /// The upper left.
    NW,
}

/// One of the six corners of a hex, clockwise from the upper right. Corner *k* lies between hexsides *k* and *k* + 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Vertex {
    /// Between the hexsides N and NE.
    NE,
    /// Between the hexsides NE and SE.
    E,
    /// Between the hexsides SE and S.
    SE,
    /// Between the hexsides S and SW.
    SW,
    /// Between the hexsides SW and NW.
    W,
    /// Between the hexsides NW and N.
    NW,
}

/// What [`Dir`] and [`Vertex`] share.
macro_rules! sixths {
    ($type:ident: $($name:ident)*) => {
        impl $type {
            /// All six, clockwise.
            pub const ALL: [Self; 6] = [$(Self::$name),*];

            /// Its place in [`ALL`](Self::ALL), 0 to 5.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one at this place, counted clockwise and past the sixth from the first again.
            pub const fn from_index(index: usize) -> Self {
                Self::ALL[index % 6]
            }

            /// Turned clockwise by this many sixths of a circle, counter-clockwise if negative.
            #[must_use]
            pub const fn turn(self, sixths: i8) -> Self {
                Self::ALL[(self as i8 as i16 + sixths as i16).rem_euclid(6) as usize]
            }

            /// The one on the other side of the hex.
            #[must_use]
            pub const fn opposite(self) -> Self {
                self.turn(3)
            }

            /// The shortest turn from this one to that one, in sixths of a circle: -2 to 3, clockwise if positive.
            pub const fn turn_to(self, other: Self) -> i8 {
                let turn = (other as i8 - self as i8).rem_euclid(6);
                if turn > 3 { turn - 6 } else { turn }
            }

            const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = NotADirection;

            fn from_str(text: &str) -> Result<Self, NotADirection> {
                Self::ALL.into_iter().find(|d| d.name() == text).ok_or_else(|| NotADirection(text.to_owned()))
            }
        }
    };
}

sixths!(Dir: N NE SE S SW NW);
sixths!(Vertex: NE E SE SW W NW);

/// The text is not one of the names of a [`Dir`], a [`Vertex`] or a [`Bearing`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a direction: hexsides are N NE SE S SW NW, corners NE E SE SW W NW")]
pub struct NotADirection(pub String);

impl Dir {
    /// The corners at the two ends of this hexside, the counter-clockwise one first.
    pub const fn ends(self) -> [Vertex; 2] {
        [Vertex::from_index(self as usize + 5), Vertex::from_index(self as usize)]
    }
}

impl Vertex {
    /// The two hexsides before a unit that faces this corner, the left one first.
    pub const fn front(self) -> [Dir; 2] {
        [Dir::from_index(self as usize), Dir::from_index(self as usize + 1)]
    }

    /// The four other hexsides, clockwise.
    pub const fn rear(self) -> [Dir; 4] {
        let k = self as usize;
        [Dir::from_index(k + 2), Dir::from_index(k + 3), Dir::from_index(k + 4), Dir::from_index(k + 5)]
    }
}

/// One of the twelve ways in which a counter can face: a hexside or a corner. Written `NE side`, `NE corner`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bearing {
    /// Towards a hexside.
    Side(Dir),
    /// Towards a corner.
    Corner(Vertex),
}

impl Bearing {
    /// All twelve, clockwise from the hexside N.
    pub const ALL: [Self; 12] = {
        let mut all = [Self::Side(Dir::N); 12];
        let mut k = 0;
        while k < 6 {
            all[2 * k] = Self::Side(Dir::ALL[k]);
            all[2 * k + 1] = Self::Corner(Vertex::ALL[k]);
            k += 1;
        }
        all
    };

    /// Its place in [`ALL`](Self::ALL), 0 to 11.
    pub const fn index(self) -> usize {
        match self {
            Self::Side(dir) => 2 * dir as usize,
            Self::Corner(vertex) => 2 * vertex as usize + 1,
        }
    }

    /// Turned clockwise by this many twelfths of a circle, counter-clockwise if negative.
    #[must_use]
    pub const fn turn(self, twelfths: i8) -> Self {
        Self::ALL[(self.index() as i16 + twelfths as i16).rem_euclid(12) as usize]
    }

    /// How far this hexside lies from where the unit faces, in twelfths of a circle: 0, 2, 4 or 6 when it faces a
    /// hexside; 1, 3 or 5 when it faces a corner.
    pub const fn off(self, dir: Dir) -> u8 {
        let apart = (2 * dir as usize).abs_diff(self.index());
        (if apart > 6 { 12 - apart } else { apart }) as u8
    }
}

impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(dir) => write!(f, "{dir} side"),
            Self::Corner(vertex) => write!(f, "{vertex} corner"),
        }
    }
}

impl FromStr for Bearing {
    type Err = NotADirection;

    fn from_str(text: &str) -> Result<Self, NotADirection> {
        let read = match text.split_once(' ') {
            Some((dir, "side")) => dir.parse().map(Self::Side),
            Some((vertex, "corner")) => vertex.parse().map(Self::Corner),
            _ => return Err(NotADirection(text.to_owned())),
        };
        read.map_err(|_| NotADirection(text.to_owned()))
    }
}

stored_as_text!(Bearing);

/// What a hexside is to a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// Before it.
    Front,
    /// Beside it.
    Flank,
    /// Behind it.
    Rear,
}

/// How wide a formation's front and flanks are, in twelfths of a circle to each hand of where it faces (see
/// [`Bearing::off`]); what lies beyond both is its rear.
///
/// ```
/// use grognard::hex::{Arcs, Bearing, Dir, Vertex, Zone};
/// let two_front_four_rear = Arcs { front: 1, flank: 1 };
/// let facing = Bearing::Corner(Vertex::E);
/// assert_eq!(two_front_four_rear.all(facing, Zone::Front).to_string(), "NE SE");
/// let three_front_two_flank = Arcs { front: 2, flank: 4 };
/// assert_eq!(three_front_two_flank.zone(Bearing::Side(Dir::N), Dir::SW), Zone::Flank);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Arcs {
    /// Hexsides up to this far off are front ones, 0 to 6.
    pub front: u8,
    /// Those beyond the front and up to this far off are flank ones, 0 to 6; none, if not above `front`.
    pub flank: u8,
}

impl Arcs {
    /// What this hexside is to a unit that faces so.
    pub const fn zone(self, facing: Bearing, dir: Dir) -> Zone {
        let off = facing.off(dir);
        if off <= self.front {
            Zone::Front
        } else if off <= self.flank {
            Zone::Flank
        } else {
            Zone::Rear
        }
    }

    /// All the hexsides of this kind.
    pub fn all(self, facing: Bearing, zone: Zone) -> Dirs {
        Dir::ALL.into_iter().filter(|dir| self.zone(facing, *dir) == zone).collect()
    }
}

/// A set of hexsides. Iterates clockwise from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dirs(u8);

impl Dirs {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// All six.
    pub const ALL: Self = Self(0b11_1111);

    /// These and this one.
    #[must_use]
    pub const fn with(self, dir: Dir) -> Self {
        Self(self.0 | 1 << dir as u8)
    }

    /// These without this one.
    #[must_use]
    pub const fn without(self, dir: Dir) -> Self {
        Self(self.0 & !(1 << dir as u8))
    }

    /// These and those.
    #[must_use]
    pub const fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those that are in both.
    #[must_use]
    pub const fn both(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// The others of the six.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// Whether it is one of them.
    pub const fn contains(self, dir: Dir) -> bool {
        self.0 & 1 << dir as u8 != 0
    }

    /// How many there are, 0 to 6.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them, clockwise from the north.
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |dir| self.contains(*dir))
    }
}

impl From<Dir> for Dirs {
    fn from(dir: Dir) -> Self {
        Self::NONE.with(dir)
    }
}

impl FromIterator<Dir> for Dirs {
    fn from_iter<I: IntoIterator<Item = Dir>>(dirs: I) -> Self {
        dirs.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Dirs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, dir) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(dir.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dirs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}
