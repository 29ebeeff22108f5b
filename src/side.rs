//! The two sides, units and sets of units.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the two sides of a game. A ruleset names them ("French", "Austrian").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// The side that the scenario names first.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other side.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A combat unit of a ruleset's roster, by its place there: 0 to 63. A document names it instead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u8);

impl UnitId {
    /// How many units a roster may hold.
    pub const COUNT: usize = 64;

    /// The unit at this place; `None` beyond 63.
    pub const fn new(place: usize) -> Option<Self> {
        if place < Self::COUNT { Some(Self(place as u8)) } else { None }
    }

    /// Its place in the roster, 0 to 63.
    pub const fn index(self) -> usize {
        // The mask is always idle; it lets the compiler drop bounds checks on arrays of 64.
        (self.0 & 63) as usize
    }

    /// A set of this unit alone.
    pub const fn only(self) -> UnitSet {
        UnitSet(1 << (self.0 & 63))
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unit {}", self.0)
    }
}

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("UnitId", &self.0)
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "UnitId")]
        struct Place(u8);
        let Place(place) = Place::deserialize(deserializer)?;
        Self::new(usize::from(place))
            .ok_or_else(|| serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(place.into()), &"0 to 63"))
    }
}

/// A set of units, as a bit mask; iterated in the order of the roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct UnitSet(u64);

impl UnitSet {
    /// No unit.
    pub const EMPTY: Self = Self(0);

    /// The first `count` units of a roster, at most 64.
    pub const fn first(count: usize) -> Self {
        if count >= UnitId::COUNT { Self(u64::MAX) } else { Self((1 << count) - 1) }
    }

    /// Whether no unit is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many units are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether this unit is in it.
    pub const fn has(self, unit: UnitId) -> bool {
        self.0 & unit.only().0 != 0
    }

    /// Whether the two have a unit in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every unit of this set is in the other.
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The units that are in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The units that are in one or the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The units of this set that are not in the other.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a unit.
    pub const fn insert(&mut self, unit: UnitId) {
        self.0 |= unit.only().0;
    }

    /// Takes a unit out.
    pub const fn remove(&mut self, unit: UnitId) {
        self.0 &= !unit.only().0;
    }

    /// The first unit in the order of the roster.
    pub const fn lowest(self) -> Option<UnitId> {
        if self.0 == 0 { None } else { Some(UnitId(self.0.trailing_zeros() as u8)) }
    }

    /// The units whose bit is set.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The first unit, in the order of the roster, of which this holds.
    pub fn first_where(mut self, mut holds: impl FnMut(&UnitId) -> bool) -> Option<UnitId> {
        self.find(|unit| holds(unit))
    }

    /// The mask: bit `n` is the unit at place `n`.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl Iterator for UnitSet {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let unit = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(unit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = UnitSet::len(*self);
        (left, Some(left))
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = Self::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}

impl fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.map(UnitId::index)).finish()
    }
}
