//! Procedures that pause, as data.
//!
//! A procedure of the rulebook that can wait for a player is a frame on the state's agenda, named after the rulebook's
//! step. The frame on top is the one at work; when it is done, the one below resumes and reads its participants anew. The
//! first `N` frames lie in the state itself, the rare ones beyond (a rout that spreads along a line) on the heap.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A stack of frames. `N` of them are stored inline.
#[derive(Clone, Debug)]
pub struct Agenda<F, const N: usize> {
    inline: [F; N],
    len: u16,
    spill: Vec<F>,
}

impl<F: Copy + Default, const N: usize> Agenda<F, N> {
    /// The deepest that an agenda may grow; beyond, [`push`](Self::push) refuses.
    pub const DEEPEST: usize = 4096;

    /// An agenda without frames.
    pub fn new() -> Self {
        Self { inline: [F::default(); N], len: 0, spill: Vec::new() }
    }

    /// How many frames it holds.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The frame at work.
    #[inline]
    pub fn top(&self) -> Option<F> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The frame at this depth, counted from the bottom.
    #[inline]
    pub fn get(&self, at: usize) -> Option<F> {
        if at >= self.len() {
            None
        } else if at < N {
            Some(self.inline[at])
        } else {
            self.spill.get(at - N).copied()
        }
    }

    /// Puts a frame on top. `false`, and nothing done, beyond [`DEEPEST`](Self::DEEPEST).
    pub fn push(&mut self, frame: F) -> bool {
        let at = self.len();
        if at >= Self::DEEPEST {
            return false;
        }
        if at < N {
            self.inline[at] = frame;
        } else {
            self.spill.push(frame);
        }
        self.len += 1;
        true
    }

    /// Takes the top frame off; its slot is zeroed, so that equal agendas are equal bytes.
    pub fn pop(&mut self) -> Option<F> {
        let at = self.len().checked_sub(1)?;
        let frame = if at < N { core::mem::take(&mut self.inline[at]) } else { self.spill.pop()? };
        self.len -= 1;
        Some(frame)
    }

    /// Replaces the top frame, if there is one.
    pub fn set_top(&mut self, frame: F) {
        let len = self.len();
        if len == 0 {
        } else if len <= N {
            self.inline[len - 1] = frame;
        } else if let Some(top) = self.spill.last_mut() {
            *top = frame;
        }
    }

    /// The frames from the bottom up.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = F> + '_ {
        let n = self.len().min(N);
        self.inline[..n].iter().chain(&self.spill).copied()
    }
}

impl<F: Copy + Default, const N: usize> Default for Agenda<F, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Copy + Default + PartialEq, const N: usize> PartialEq for Agenda<F, N> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<F: Copy + Default + Eq, const N: usize> Eq for Agenda<F, N> {}

impl<F: Copy + Default + Serialize, const N: usize> Serialize for Agenda<F, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, F: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Agenda<F, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let frames = Vec::<F>::deserialize(deserializer)?;
        let mut agenda = Self::new();
        for frame in &frames {
            if !agenda.push(*frame) {
                return Err(serde::de::Error::invalid_length(frames.len(), &"an agenda of at most 4096 frames"));
            }
        }
        Ok(agenda)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agenda_grows_past_its_inline_part_and_shrinks_back() {
        let mut agenda = Agenda::<u8, 2>::new();
        for frame in 1..=5 {
            assert!(agenda.push(frame));
        }
        agenda.set_top(9);
        assert_eq!(agenda.iter().collect::<Vec<_>>(), [1, 2, 3, 4, 9]);
        let text = serde_json::to_string(&agenda).unwrap();
        assert_eq!(serde_json::from_str::<Agenda<u8, 2>>(&text).unwrap(), agenda);
        assert_eq!(
            (0..6).map(|_| agenda.pop()).collect::<Vec<_>>(),
            [Some(9), Some(4), Some(3), Some(2), Some(1), None]
        );
        assert_eq!(agenda, Agenda::new());
    }

    #[test]
    fn an_agenda_has_a_deepest_point() {
        let mut agenda = Agenda::<u8, 2>::new();
        while agenda.push(1) {}
        assert_eq!(agenda.len(), Agenda::<u8, 2>::DEEPEST);
    }
}
