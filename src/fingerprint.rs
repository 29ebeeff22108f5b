//! Fingerprints of states: a hash of our own canonical words, the same on every platform and in every release.
//!
//! The algorithm is frozen by a golden test: for each word `w`, `h = (h ^ w) * 0x9E3779B97F4A7C15`, then
//! `h ^= h >> 32`, from `h = 0xCBF29CE484222325`, all modulo 2^64.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The fingerprint of a state. Equal states have equal fingerprints; unequal ones almost never do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        if text.len() != 16 || !text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            return Err(serde::de::Error::custom("a fingerprint is sixteen hexadecimal digits"));
        }
        u64::from_str_radix(&text, 16).map(Self).map_err(serde::de::Error::custom)
    }
}

/// Takes the words of a state.
#[derive(Clone, Copy, Debug)]
pub struct Words(u64);

impl Words {
    /// Before the first word.
    pub const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    /// Takes one word.
    #[inline]
    pub const fn word(&mut self, word: u64) {
        let h = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = h ^ (h >> 32);
    }

    /// Takes bytes, eight to a word, the last filled up with zeros.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        let mut whole = bytes.chunks_exact(8);
        for chunk in &mut whole {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        let rest = whole.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// The fingerprint of the words taken.
    pub const fn finish(self) -> Fingerprint {
        Fingerprint(self.0)
    }
}

impl Default for Words {
    fn default() -> Self {
        Self::new()
    }
}

/// Takes text, however it is cut into pieces.
pub(crate) struct Digest {
    words: Words,
    word: [u8; 8],
    len: usize,
}

impl Digest {
    pub(crate) const fn new() -> Self {
        Self { words: Words::new(), word: [0; 8], len: 0 }
    }

    pub(crate) fn finish(mut self) -> Fingerprint {
        self.words.bytes(&self.word[..self.len]);
        self.words.finish()
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.word[self.len] = byte;
            self.len += 1;
            if self.len == self.word.len() {
                self.words.bytes(&self.word);
                self.len = 0;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_algorithm_is_frozen() {
        let mut words = Words::new();
        words.word(1);
        words.bytes(b"Jours de Gloire");
        assert_eq!(words.finish().to_string(), "a8f0acfe0c470f06");
    }
}
