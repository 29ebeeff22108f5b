//! Exact probabilities.

use core::fmt;

use serde::{Serialize, Serializer};

/// An exact probability, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// Certainty.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// This many of that many; `None` of none.
    pub fn new(numerator: u128, denominator: u128) -> Option<Self> {
        if denominator == 0 { None } else { Some(Self { numerator, denominator }.lowest()) }
    }

    /// The numerator, in lowest terms.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator, in lowest terms.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    fn lowest(self) -> Self {
        let divisor = gcd(self.numerator, self.denominator);
        Self { numerator: self.numerator / divisor, denominator: self.denominator / divisor }
    }

    /// The sum, unless it outgrows 128 bits.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.denominator == other.denominator {
            let numerator = self.numerator.checked_add(other.numerator)?;
            return Some(Self { numerator, denominator: self.denominator }.lowest());
        }
        let divisor = gcd(self.denominator, other.denominator);
        let (a, b) = (other.denominator / divisor, self.denominator / divisor);
        let numerator = self.numerator.checked_mul(a)?.checked_add(other.numerator.checked_mul(b)?)?;
        Some(Self { numerator, denominator: self.denominator.checked_mul(a)? }.lowest())
    }

    /// The product, unless it outgrows 128 bits.
    pub fn times(self, other: Self) -> Option<Self> {
        let (a, b) = (gcd(self.numerator, other.denominator), gcd(other.numerator, self.denominator));
        let numerator = (self.numerator / a).checked_mul(other.numerator / b)?;
        Some(Self { numerator, denominator: (self.denominator / b).checked_mul(other.denominator / a)? })
    }

    /// Ten-thousandths, rounded down: for a table that a person reads.
    pub fn per_ten_thousand(self) -> u16 {
        let whole = self.numerator.checked_mul(10_000).map_or_else(
            || self.numerator / (self.denominator / 10_000).max(1),
            |numerator| numerator / self.denominator,
        );
        u16::try_from(whole.min(10_000)).unwrap_or(10_000)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Almost all are small, and division of 64 bits is much the faster.
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd64(x, y));
        }
        (a, b) = (b, a % b);
    }
    a.max(1)
}

fn gcd64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_stay_exact_and_in_lowest_terms() {
        let third = Fraction::new(2, 6).unwrap();
        assert_eq!(third.to_string(), "1/3");
        assert_eq!(third.plus(Fraction::new(1, 6).unwrap()).unwrap().to_string(), "1/2");
        assert_eq!(third.times(Fraction::new(3, 10).unwrap()).unwrap().to_string(), "1/10");
        assert_eq!(third.per_ten_thousand(), 3333);
        assert_eq!(Fraction::new(1, 0), None);
        let tiny = Fraction::new(1, u128::MAX).unwrap();
        assert_eq!(tiny.times(tiny), None);
    }
}
