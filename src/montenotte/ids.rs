//! Markers, units and generals-in-chief, and sets of markers.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident: $most:literal, $what:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(u8);

        impl $name {
            /// How many there may be.
            pub const COUNT: usize = $most + 1;

            /// The one at this place; `None` beyond the last.
            pub const fn new(place: usize) -> Option<Self> {
                if place < Self::COUNT { Some(Self(place as u8)) } else { None }
            }

            /// Its place, from 0.
            pub const fn index(self) -> usize {
                // The mask is always idle; it lets the compiler drop bounds checks.
                (self.0 & $most) as usize
            }

            /// Each of them.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
                (0..=$most).map(Self)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($what, " {}"), self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(stringify!($name), &self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                struct $name(u8);
                let $name(place) = Deserialize::deserialize(deserializer)?;
                Self::new(usize::from(place)).ok_or_else(|| {
                    let found = serde::de::Unexpected::Unsigned(place.into());
                    serde::de::Error::invalid_value(found, &concat!("0 to ", $most))
                })
            }
        }
    )*};
}

ids! {
    /// A force marker with its activation marker: a letter that both sides see. Who stands under it, its owner knows.
    MarkerId: 31, "marker";
    /// A division or a brigade of the roster.
    UnitNo: 31, "unit";
    /// A general-in-chief of the roster.
    ChiefId: 3, "general-in-chief";
}

impl MarkerId {
    /// A set of this marker alone.
    pub const fn only(self) -> Markers {
        Markers(1 << (self.0 & 31))
    }
}

/// A set of markers, as a bit mask; iterated in the order of the letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Markers(u32);

impl Markers {
    /// No marker.
    pub const EMPTY: Self = Self(0);

    /// The markers whose bit is set.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Bit `n` is the marker at place `n`.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether no marker is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many markers are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether this marker is in it.
    #[inline]
    pub const fn has(self, marker: MarkerId) -> bool {
        self.0 & marker.only().0 != 0
    }

    /// Whether the two have a marker in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The markers that are in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The markers that are in one or the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The markers of this set that are not in the other.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set and one marker more.
    #[must_use]
    pub const fn with(self, marker: MarkerId) -> Self {
        self.or(marker.only())
    }

    /// This set without a marker.
    #[must_use]
    pub const fn without(self, marker: MarkerId) -> Self {
        self.less(marker.only())
    }

    /// Adds a marker.
    pub const fn insert(&mut self, marker: MarkerId) {
        self.0 |= marker.only().0;
    }

    /// Takes a marker out.
    pub const fn remove(&mut self, marker: MarkerId) {
        self.0 &= !marker.only().0;
    }

    /// The first marker.
    pub const fn lowest(self) -> Option<MarkerId> {
        if self.0 == 0 { None } else { Some(MarkerId(self.0.trailing_zeros() as u8)) }
    }
}

impl Iterator for Markers {
    type Item = MarkerId;

    #[inline]
    fn next(&mut self) -> Option<MarkerId> {
        let marker = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(marker)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // Not `self.len()`: on a reference that is the method of `ExactSizeIterator`, which asks here.
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Markers {}

impl FromIterator<MarkerId> for Markers {
    fn from_iter<I: IntoIterator<Item = MarkerId>>(markers: I) -> Self {
        markers.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Markers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.map(MarkerId::index)).finish()
    }
}
