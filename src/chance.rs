//! Where dice and draws come from.
//!
//! The rules ask chance four questions: a die read through a function, a contest of two dice, a draw from a cup, and one of
//! several alike. Whoever calls [`apply`](crate::ruleset::Ruleset::apply) says who answers them:
//!
//! - [`Seeded`]: a generator, with a stream of its own for each action;
//! - [`Scripted`]: dice written down beforehand, to be used up exactly;
//! - [`Recording`]: whatever another chance says, written down;
//! - the exhaustive chance behind [`odds`](crate::odds), which lets every face happen.
//!
//! ## The algorithm of `Seeded`, frozen
//! Action number `a` under seed `s` draws from PCG XSH-RR 64/32 (`rand_pcg::Lcg64Xsh32`) with state
//! `mix(s + (a + 1) * 0x9E3779B97F4A7C15)` and stream `mix(s ^ 0xD1B54A32D192ED03)`, both sums modulo 2^64, where `mix` is
//! the finalizer of SplitMix64. One of `n` outcomes is `x % n` for the first output `x` below the greatest multiple of `n`
//! in 2^32. A die takes one output; two dice take two; a contest takes two for each throw of it. Golden tests hold this
//! fast: a recorded seed gives the same game in every release.

use core::fmt;

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;
use serde::{Deserialize, Serialize};

/// A kind of die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Die {
    /// Six faces, 1 to 6.
    D6,
    /// Ten faces, 0 to 9: the 0 is a zero.
    D10,
    /// Two dice of six faces, added.
    TwoD6,
}

impl Die {
    /// How many equally likely faces (pairs of faces for two dice).
    pub const fn faces(self) -> u8 {
        match self {
            Die::D6 => 6,
            Die::D10 => 10,
            Die::TwoD6 => 36,
        }
    }

    /// The face of this number, 0 to `faces() - 1`; a greater number gives the last.
    pub const fn face(self, number: u8) -> Face {
        let number = if number < self.faces() { number } else { self.faces() - 1 };
        match self {
            Die::D6 => Face { die: self, first: number + 1, second: 0 },
            Die::D10 => Face { die: self, first: number, second: 0 },
            Die::TwoD6 => Face { die: self, first: number / 6 + 1, second: number % 6 + 1 },
        }
    }
}

/// What a die shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face {
    die: Die,
    first: u8,
    second: u8,
}

impl Face {
    /// The pips: 0 to 9 on a ten-sided die, 1 to 6 on one of six sides, 2 to 12 on two.
    pub const fn pips(self) -> i16 {
        self.first as i16 + self.second as i16
    }

    /// The die.
    pub const fn die(self) -> Die {
        self.die
    }

    /// The face of a die of one that shows these pips; `None` if no face does.
    pub const fn single(die: Die, pips: u8) -> Option<Self> {
        match die {
            Die::D6 if pips >= 1 && pips <= 6 => Some(Self { die, first: pips, second: 0 }),
            Die::D10 if pips <= 9 => Some(Self { die, first: pips, second: 0 }),
            _ => None,
        }
    }

    /// Two dice of six sides that show these pips; `None` outside of 1 to 6.
    pub const fn pair(first: u8, second: u8) -> Option<Self> {
        if first >= 1 && first <= 6 && second >= 1 && second <= 6 {
            Some(Self { die: Die::TwoD6, first, second })
        } else {
            None
        }
    }

    /// Its number among the faces of its die, from 0.
    pub const fn number(self) -> u8 {
        match self.die {
            Die::D6 => self.first - 1,
            Die::D10 => self.first,
            Die::TwoD6 => (self.first - 1) * 6 + self.second - 1,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.die {
            Die::TwoD6 => write!(f, "{}+{}", self.first, self.second),
            _ => write!(f, "{}", self.first),
        }
    }
}

/// One answer of chance, as it is scripted and recorded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fall {
    /// A die of six sides, 1 to 6.
    D6(u8),
    /// A die of ten sides, 0 to 9.
    D10(u8),
    /// Two dice of six sides.
    TwoD6(u8, u8),
    /// A contest: the two dice that decided it, by number of face from 0.
    Contest(u8, u8),
    /// A draw from a cup: the number of the marker in the ruleset's list of markers.
    Draw(u8),
    /// One of several, from 0.
    Pick(u8),
}

impl Fall {
    fn kind(self) -> Kind {
        match self {
            Fall::D6(_) => Kind::Die(Die::D6),
            Fall::D10(_) => Kind::Die(Die::D10),
            Fall::TwoD6(..) => Kind::Die(Die::TwoD6),
            Fall::Contest(..) => Kind::Contest,
            Fall::Draw(_) => Kind::Draw,
            Fall::Pick(_) => Kind::Pick,
        }
    }
}

/// A kind of question to chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A die.
    Die(Die),
    /// A contest of two dice.
    Contest,
    /// A draw from a cup.
    Draw,
    /// One of several.
    Pick,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Die(Die::D6) => "a die of six sides",
            Kind::Die(Die::D10) => "a die of ten sides",
            Kind::Die(Die::TwoD6) => "two dice of six sides",
            Kind::Contest => "a contest of two dice",
            Kind::Draw => "a draw from a cup",
            Kind::Pick => "one of several",
        })
    }
}

/// Why chance has no answer. The fault is the caller's, never the player's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChanceFault {
    /// The script is used up.
    #[error("the script is used up after {used}: the rules ask for {wanted}")]
    TooShort {
        /// How many answers it had.
        used: usize,
        /// What is asked next.
        wanted: Kind,
    },
    /// The script was not used up.
    #[error("the script has {left} answers more than the rules asked for")]
    TooLong {
        /// How many are left.
        left: usize,
    },
    /// The script holds another kind of answer here.
    #[error("answer {at} of the script is {found}, but the rules ask for {wanted}")]
    WrongKind {
        /// Its place in the script, from 0.
        at: usize,
        /// What the script holds.
        found: Kind,
        /// What is asked.
        wanted: Kind,
    },
    /// The script holds an answer that cannot fall: a 7 on a die of six sides, a marker that is not in the cup.
    #[error("answer {at} of the script cannot fall: {wanted} has no such outcome now")]
    Impossible {
        /// Its place in the script, from 0.
        at: usize,
        /// What is asked.
        wanted: Kind,
    },
    /// There is nothing to choose from: a mistake of the ruleset.
    #[error("{0} with nothing to choose from")]
    Nothing(Kind),
}

/// What becomes of the answers given since [`Chance::open`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// The action was carried out: they are spent.
    Keep,
    /// The action stopped: chance is as it was before.
    Restore,
}

/// A source of dice and draws. Each answer is given as a number; [`Desk`](crate::desk::Desk) makes it into a face or a
/// marker.
pub trait Chance {
    /// An action begins.
    fn open(&mut self) {}

    /// The action ends.
    fn close(&mut self, close: Close) {
        let _ = close;
    }

    /// The number of a face of the die. `alike(n)` is the least number that the rules read like `n` here; a chance that
    /// explores every outcome needs to try only one of those that read alike.
    ///
    /// # Errors
    /// A script that is at its end or says otherwise.
    fn die(&mut self, die: Die, alike: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault>;

    /// Both sides' dice, thrown until `alike` knows an outcome: it gives the outcome's number for two faces, or `None`
    /// for a tie that is thrown again. Returns the two faces that decided.
    ///
    /// # Errors
    /// A script that is at its end or says otherwise.
    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault>;

    /// A marker from a cup that holds those whose bit is set; each is equally likely. Returns the number of its bit.
    ///
    /// # Errors
    /// A script that is at its end or says otherwise; an empty cup.
    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault>;

    /// One of `count`, from 0.
    ///
    /// # Errors
    /// A script that is at its end or says otherwise; a count of 0.
    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault>;
}

/// The bit that stands at place `nth` (from 0) among the bits set; the bits are fewer than that: the last.
fn nth_bit(mut bits: u64, nth: u32) -> u8 {
    for _ in 0..nth {
        let rest = bits & bits.wrapping_sub(1);
        if rest == 0 {
            break;
        }
        bits = rest;
    }
    bits.trailing_zeros() as u8
}

/// Dice from a generator, the module page says how. Each action has its own stream, so that an action that is refused,
/// explored or taken back never shifts the dice of later ones.
///
/// ```
/// use grognard::chance::{Chance, Close, Die, Seeded};
/// let mut chance = Seeded::new(1800);
/// chance.open();
/// let face = chance.die(Die::D10, &mut |n| n)?;
/// chance.close(Close::Restore);
/// chance.open();
/// assert_eq!(chance.die(Die::D10, &mut |n| n)?, face, "the action was not carried out: the same die falls again");
/// # Ok::<(), grognard::chance::ChanceFault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Seeded {
    seed: u64,
    action: u64,
    generator: Lcg64Xsh32,
}

impl Seeded {
    /// The dice of this seed, before the first action.
    pub fn new(seed: u64) -> Self {
        Self::at(seed, 0)
    }

    /// The dice of this seed before action number `action` (from 0): the number of actions carried out so far.
    pub fn at(seed: u64, action: u64) -> Self {
        Self { seed, action, generator: generator(seed, action) }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many actions were carried out.
    pub fn action(&self) -> u64 {
        self.action
    }

    fn below(&mut self, count: u32) -> u32 {
        below(&mut self.generator, count)
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn generator(seed: u64, action: u64) -> Lcg64Xsh32 {
    let step = action.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Lcg64Xsh32::new(mix(seed.wrapping_add(step)), mix(seed ^ 0xD1B5_4A32_D192_ED03))
}

/// One of `count` without bias: outputs beyond the greatest multiple of `count` are thrown away.
fn below<G: Rng + ?Sized>(generator: &mut G, count: u32) -> u32 {
    let fair = u32::MAX - (u32::MAX % count + 1) % count;
    loop {
        let x = generator.next_u32();
        if x <= fair {
            return x % count;
        }
    }
}

impl Chance for Seeded {
    fn open(&mut self) {
        self.generator = generator(self.seed, self.action);
    }

    fn close(&mut self, close: Close) {
        if close == Close::Keep {
            self.action = self.action.wrapping_add(1);
        }
        self.generator = generator(self.seed, self.action);
    }

    fn die(&mut self, die: Die, _: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        Ok(match die {
            Die::TwoD6 => (self.below(6) * 6 + self.below(6)) as u8,
            _ => self.below(u32::from(die.faces())) as u8,
        })
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        // A contest of which every throw is a tie would never end: that is a mistake of the ruleset.
        for _ in 0..10_000 {
            let throw = (self.below(die.faces().into()) as u8, self.below(die.faces().into()) as u8);
            if alike(throw.0, throw.1).is_some() {
                return Ok(throw);
            }
        }
        Err(ChanceFault::Nothing(Kind::Contest))
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        if cup == 0 {
            return Err(ChanceFault::Nothing(Kind::Draw));
        }
        let nth = self.below(cup.count_ones());
        Ok(nth_bit(cup, nth))
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        if count == 0 {
            return Err(ChanceFault::Nothing(Kind::Pick));
        }
        Ok(self.below(count.into()) as u8)
    }
}

/// A generator of the caller's own as a chance; it is not put back when an action stops, so prefer [`Seeded`] in games.
#[derive(Clone, Debug)]
pub struct Generated<G>(pub G);

impl<G: Rng> Chance for Generated<G> {
    fn die(&mut self, die: Die, _: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        Ok(below(&mut self.0, die.faces().into()) as u8)
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        for _ in 0..10_000 {
            let faces = u32::from(die.faces());
            let throw = (below(&mut self.0, faces) as u8, below(&mut self.0, faces) as u8);
            if alike(throw.0, throw.1).is_some() {
                return Ok(throw);
            }
        }
        Err(ChanceFault::Nothing(Kind::Contest))
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        if cup == 0 {
            return Err(ChanceFault::Nothing(Kind::Draw));
        }
        let nth = below(&mut self.0, cup.count_ones());
        Ok(nth_bit(cup, nth))
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        if count == 0 { Err(ChanceFault::Nothing(Kind::Pick)) } else { Ok(below(&mut self.0, count.into()) as u8) }
    }
}

/// Answers written down beforehand. A script that is too short stops the action that asks for more; whether it was used
/// up, [`finish`](Self::finish) tells.
///
/// ```
/// use grognard::chance::{Chance, Die, Fall, Scripted};
/// let mut chance = Scripted::d10([8, 4]);
/// assert_eq!(chance.die(Die::D10, &mut |n| n), Ok(8));
/// assert!(chance.finish().is_err(), "the 4 is left");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    script: Vec<Fall>,
    next: usize,
    opened: usize,
}

impl Scripted {
    /// These answers, in this order.
    pub fn new(script: impl IntoIterator<Item = Fall>) -> Self {
        Self { script: script.into_iter().collect(), next: 0, opened: 0 }
    }

    /// These dice of ten sides.
    pub fn d10(dice: impl IntoIterator<Item = u8>) -> Self {
        Self::new(dice.into_iter().map(Fall::D10))
    }

    /// How many answers are left.
    pub fn left(&self) -> usize {
        self.script.len() - self.next
    }

    /// Whether the script was used up.
    ///
    /// # Errors
    /// [`ChanceFault::TooLong`] if answers are left.
    pub fn finish(&self) -> Result<(), ChanceFault> {
        match self.left() {
            0 => Ok(()),
            left => Err(ChanceFault::TooLong { left }),
        }
    }

    fn take(&mut self, wanted: Kind) -> Result<Fall, ChanceFault> {
        let fall = *self.script.get(self.next).ok_or(ChanceFault::TooShort { used: self.next, wanted })?;
        if fall.kind() != wanted {
            return Err(ChanceFault::WrongKind { at: self.next, found: fall.kind(), wanted });
        }
        self.next += 1;
        Ok(fall)
    }

    fn impossible(&self, wanted: Kind) -> ChanceFault {
        ChanceFault::Impossible { at: self.next.saturating_sub(1), wanted }
    }
}

impl Chance for Scripted {
    fn open(&mut self) {
        self.opened = self.next;
    }

    fn close(&mut self, close: Close) {
        if close == Close::Restore {
            self.next = self.opened;
        }
    }

    fn die(&mut self, die: Die, _: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        let wanted = Kind::Die(die);
        let face = match self.take(wanted)? {
            Fall::D6(pips) | Fall::D10(pips) => Face::single(die, pips),
            Fall::TwoD6(first, second) => Face::pair(first, second),
            _ => None,
        };
        face.map(Face::number).ok_or_else(|| self.impossible(wanted))
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        match self.take(Kind::Contest)? {
            Fall::Contest(a, b) if a < die.faces() && b < die.faces() && alike(a, b).is_some() => Ok((a, b)),
            _ => Err(self.impossible(Kind::Contest)),
        }
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        match self.take(Kind::Draw)? {
            Fall::Draw(marker) if marker < 64 && cup & (1 << marker) != 0 => Ok(marker),
            _ => Err(self.impossible(Kind::Draw)),
        }
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        match self.take(Kind::Pick)? {
            Fall::Pick(pick) if pick < count => Ok(pick),
            _ => Err(self.impossible(Kind::Pick)),
        }
    }
}

/// Another chance, with what it answers written down; the answers of an action that stops are forgotten.
#[derive(Clone, Debug)]
pub struct Recording<C> {
    inner: C,
    falls: Vec<Fall>,
    opened: usize,
}

impl<C: Chance> Recording<C> {
    /// Records what this chance answers.
    pub fn new(inner: C) -> Self {
        Self { inner, falls: Vec::new(), opened: 0 }
    }

    /// What was answered so far, in order.
    pub fn falls(&self) -> &[Fall] {
        &self.falls
    }

    /// Takes what was answered so far, and starts anew.
    pub fn take(&mut self) -> Vec<Fall> {
        self.opened = 0;
        core::mem::take(&mut self.falls)
    }

    /// The chance within.
    pub fn into_inner(self) -> C {
        self.inner
    }
}

impl<C: Chance> Chance for Recording<C> {
    fn open(&mut self) {
        self.opened = self.falls.len();
        self.inner.open();
    }

    fn close(&mut self, close: Close) {
        if close == Close::Restore {
            self.falls.truncate(self.opened);
        }
        self.inner.close(close);
    }

    fn die(&mut self, die: Die, alike: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        let number = self.inner.die(die, alike)?;
        let face = die.face(number);
        self.falls.push(match die {
            Die::D6 => Fall::D6(face.first),
            Die::D10 => Fall::D10(face.first),
            Die::TwoD6 => Fall::TwoD6(face.first, face.second),
        });
        Ok(number)
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        let throw = self.inner.contest(die, alike)?;
        self.falls.push(Fall::Contest(throw.0, throw.1));
        Ok(throw)
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        let marker = self.inner.draw(cup)?;
        self.falls.push(Fall::Draw(marker));
        Ok(marker)
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        let pick = self.inner.pick(count)?;
        self.falls.push(Fall::Pick(pick));
        Ok(pick)
    }
}

#[cfg(test)]
mod tests;
