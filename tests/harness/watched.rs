//! A chance that is watched: how many answers it gave, and whether they were kept.

use grognard::chance::{Chance, ChanceFault, Close, Die};

/// Another chance, watched.
#[derive(Clone, Debug)]
pub struct Watched<C> {
    pub inner: C,
    /// The answers given since the last opening.
    pub answers: u32,
    /// How the last action closed.
    pub closed: Option<Close>,
}

impl<C> Watched<C> {
    pub fn new(inner: C) -> Self {
        Self { inner, answers: 0, closed: None }
    }
}

impl<C: Chance> Chance for Watched<C> {
    fn open(&mut self) {
        self.answers = 0;
        self.closed = None;
        self.inner.open();
    }

    fn close(&mut self, close: Close) {
        self.closed = Some(close);
        self.inner.close(close);
    }

    fn die(&mut self, die: Die, alike: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        self.answers += 1;
        self.inner.die(die, alike)
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        self.answers += 1;
        self.inner.contest(die, alike)
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        self.answers += 1;
        self.inner.draw(cup)
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        self.answers += 1;
        self.inner.pick(count)
    }
}
