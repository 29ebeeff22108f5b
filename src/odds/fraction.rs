//! Exact probabilities.

use core::cmp::Ordering;
use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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

    /// Which of two is greater, exactly.
    pub fn compare(self, other: Self) -> Ordering {
        // As continued fractions, so that nothing outgrows 128 bits: the first part that differs decides, in turns.
        let (mut a, mut b) = ((self.numerator, self.denominator), (other.numerator, other.denominator));
        let mut turned = Ordering::Less;
        loop {
            let whole = (a.0 / a.1).cmp(&(b.0 / b.1));
            let rest = (a.0 % a.1, b.0 % b.1);
            let order = match (whole, rest) {
                (Ordering::Equal, (0, 0)) => return Ordering::Equal,
                (Ordering::Equal, (0, _)) => Ordering::Less,
                (Ordering::Equal, (_, 0)) => Ordering::Greater,
                (Ordering::Equal, (x, y)) => {
                    (a, b) = ((a.1, x), (b.1, y));
                    turned = turned.reverse();
                    continue;
                }
                (unequal, _) => unequal,
            };
            return if turned == Ordering::Less { order } else { order.reverse() };
        }
    }

    /// As a percentage, for a person.
    pub const fn percent(self) -> Percent {
        Percent(self)
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

/// A probability as a percentage of two decimals, rounded half up in whole numbers: `45.00`. What is possible is never shown
/// as 0, and what is not certain never as 100: `<0.01`, `>99.99`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Percent(Fraction);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fraction { mut numerator, mut denominator } = self.0;
        // Beyond this the fraction is shortened: by less than a person sees.
        while numerator.checked_mul(20_000).is_none() || denominator.checked_mul(2).is_none() {
            numerator >>= 1;
            denominator >>= 1;
        }
        let twice = numerator * 20_000 / denominator.max(1);
        let parts = twice.div_ceil(2);
        let text = match parts {
            _ if self.0.numerator == 0 => "0.00".to_owned(),
            0 => "<0.01".to_owned(),
            10_000.. if self.0.numerator < self.0.denominator => ">99.99".to_owned(),
            parts => format!("{}.{:02}", parts / 100, parts % 100),
        };
        f.pad(&text)
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

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let parts = text.split_once('/').and_then(|(n, d)| Some((n.parse().ok()?, d.parse().ok()?)));
        let fraction = parts.and_then(|(numerator, denominator)| Self::new(numerator, denominator));
        fraction.ok_or_else(|| serde::de::Error::custom("a fraction of whole numbers, as 3/10"))
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
        assert_eq!(third.percent().to_string(), "33.33");
        let text = serde_json::to_string(&third).unwrap();
        assert_eq!(serde_json::from_str::<Fraction>(&text).unwrap(), third);
        assert!(serde_json::from_str::<Fraction>("\"1/0\"").is_err());
        let tiny = Fraction::new(1, u128::MAX).unwrap();
        assert_eq!(tiny.times(tiny), None);
    }

    #[test]
    fn percentages_are_rounded_half_up_and_never_say_never() {
        let shown = |n, d| Fraction::new(n, d).unwrap().percent().to_string();
        assert_eq!(shown(0, 7), "0.00");
        assert_eq!(shown(1, 1), "100.00");
        assert_eq!(shown(2, 3), "66.67");
        assert_eq!(shown(9, 20), "45.00");
        assert_eq!(shown(1, 20_000), "0.01");
        assert_eq!(shown(1, 20_001), "<0.01");
        assert_eq!(shown(19_999, 20_000), ">99.99");
        assert_eq!(shown(u128::MAX / 3, u128::MAX), "33.33");
        assert_eq!(format!("{:>7}", Fraction::new(1, 4).unwrap().percent()), "  25.00");
    }

    #[test]
    fn fractions_compare_exactly() {
        let f = |n, d| Fraction::new(n, d).unwrap();
        let sorted = [f(0, 1), f(1, u128::MAX), f(1, 3), f(u128::MAX / 2, u128::MAX), f(1, 2), f(2, 3), f(1, 1)];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(a.compare(*b), i.cmp(&j), "{a} {b}");
            }
        }
    }
}
