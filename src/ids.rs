//! Ids, and sets of them: a place in a roster as a type of its own, and a bit mask of such places.
//!
//! Each ruleset has the kinds of counters that it has; what an id and a set can do is the same for all.

/// Ids: places in a roster, from 0 to a last one that is one less than a power of two. A document names them instead, by the
/// name of the type (see [`names`](crate::names)).
macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident: $last:literal, $what:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            #[doc = concat!("How many there may be: one more than ", $last, ".")]
            pub const COUNT: usize = $last + 1;

            #[doc = concat!("The ", $what, " at this place; `None` beyond ", $last, ".")]
            pub const fn new(place: usize) -> Option<Self> {
                if place < Self::COUNT { Some(Self(place as u8)) } else { None }
            }

            #[doc = concat!("Its place, from 0 to ", $last, ".")]
            pub const fn index(self) -> usize {
                // The mask is always idle; it lets the compiler drop bounds checks.
                (self.0 & $last) as usize
            }

            /// Each of them, in order.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
                (0..=$last).map(Self)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!($what, " {}"), self.0)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(stringify!($name), &self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                struct $name(u8);
                let $name(place) = serde::Deserialize::deserialize(deserializer)?;
                Self::new(usize::from(place)).ok_or_else(|| {
                    let found = serde::de::Unexpected::Unsigned(place.into());
                    serde::de::Error::invalid_value(found, &concat!("0 to ", $last))
                })
            }
        }
    )*};
}

/// A set of ids, as a bit mask; iterated in the order of their places. Written as the mask, and in documents as a list of
/// names.
macro_rules! set_of_ids {
    ($(#[$meta:meta])* $set:ident($bits:ty) of $id:ident, $one:literal, $many:literal) => {
        impl $id {
            #[doc = concat!("A set of this ", $one, " alone.")]
            pub const fn only(self) -> $set {
                $set(1 << self.index())
            }
        }

        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
        pub struct $set($bits);

        impl $set {
            #[doc = concat!("No ", $one, ".")]
            pub const EMPTY: Self = Self(0);

            #[doc = concat!("The first `count` ", $many, ", at most all that there may be.")]
            pub const fn first(count: usize) -> Self {
                if count >= $id::COUNT { Self(<$bits>::MAX) } else { Self((1 << count) - 1) }
            }

            #[doc = concat!("The ", $many, " whose bit is set: bit `n` is the one at place `n`.")]
            pub const fn from_bits(bits: $bits) -> Self {
                Self(bits)
            }

            #[doc = concat!("The mask: bit `n` is the ", $one, " at place `n`.")]
            pub const fn bits(self) -> $bits {
                self.0
            }

            #[doc = concat!("Whether no ", $one, " is in it.")]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("How many ", $many, " are in it.")]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            #[doc = concat!("Whether this ", $one, " is in it.")]
            #[inline]
            pub const fn has(self, one: $id) -> bool {
                self.0 & one.only().0 != 0
            }

            #[doc = concat!("Whether the two have a ", $one, " in common.")]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            #[doc = concat!("Whether every ", $one, " of this set is in the other.")]
            pub const fn within(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }

            #[doc = concat!("The ", $many, " that are in both.")]
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            #[doc = concat!("The ", $many, " that are in one or the other.")]
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            #[doc = concat!("The ", $many, " of this set that are not in the other.")]
            #[must_use]
            pub const fn less(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            #[doc = concat!("This set and one ", $one, " more.")]
            #[must_use]
            pub const fn with(self, one: $id) -> Self {
                self.or(one.only())
            }

            #[doc = concat!("This set without a ", $one, ".")]
            #[must_use]
            pub const fn without(self, one: $id) -> Self {
                self.less(one.only())
            }

            #[doc = concat!("Adds a ", $one, ".")]
            pub const fn insert(&mut self, one: $id) {
                self.0 |= one.only().0;
            }

            #[doc = concat!("Takes a ", $one, " out.")]
            pub const fn remove(&mut self, one: $id) {
                self.0 &= !one.only().0;
            }

            #[doc = concat!("The first of the ", $many, ", in the order of their places.")]
            pub const fn lowest(self) -> Option<$id> {
                if self.0 == 0 { None } else { Some($id(self.0.trailing_zeros() as u8)) }
            }

            #[doc = concat!("The first of the ", $many, " of which this holds.")]
            pub fn first_where(mut self, mut holds: impl FnMut(&$id) -> bool) -> Option<$id> {
                self.find(|one| holds(one))
            }
        }

        impl Iterator for $set {
            type Item = $id;

            #[inline]
            fn next(&mut self) -> Option<$id> {
                let one = self.lowest()?;
                self.0 &= self.0 - 1;
                Some(one)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                // Not `self.len()`: on a reference that is the method of `ExactSizeIterator`, which asks here.
                let left = self.0.count_ones() as usize;
                (left, Some(left))
            }
        }

        impl ExactSizeIterator for $set {}

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> Self {
                ids.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl core::fmt::Debug for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(self.map($id::index)).finish()
            }
        }
    };
}

pub(crate) use {ids, set_of_ids};
