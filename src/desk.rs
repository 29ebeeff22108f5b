//! The one door of change.
//!
//! A procedure never assigns to the state. It hands an event to the desk, which lets
//! [`evolve`](crate::ruleset::Ruleset::evolve) apply it to the working state and writes the entry, in one step. The working
//! state is read through [`Desk::state`] alone. Dice, too, are asked for here, so that each stands in the journal with what
//! it was thrown for.

use crate::chance::{Chance, Die, Face};
use crate::journal::{Body, Entry, Journal, Seen};
use crate::refusal::{Corrupt, Stop};
use crate::rule::Cites;
use crate::ruleset::{Ruleset, StopOf, Undo};
use crate::side::Side;
use crate::tally::Tally;

/// The working state of one adjudication, with its journal and its chance.
pub struct Desk<'a, R: Ruleset, J> {
    rules: &'a R,
    state: &'a mut R::State,
    journal: &'a mut J,
    chance: &'a mut dyn Chance,
    undo: Undo,
    events: u32,
}

impl<'a, R: Ruleset, J: Journal<R::Event, R::Label>> Desk<'a, R, J> {
    pub(crate) fn new(rules: &'a R, state: &'a mut R::State, journal: &'a mut J, chance: &'a mut dyn Chance) -> Self {
        Self { rules, state, journal, chance, undo: Undo::Allowed, events: 0 }
    }

    /// The working state.
    #[inline]
    pub fn state(&self) -> &R::State {
        self.state
    }

    /// The rules. They outlive the desk, so that they can be held while it works.
    #[inline]
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    /// How many events there were so far.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// Whether the action may be taken back.
    pub fn undo(&self) -> Undo {
        self.undo
    }

    #[inline]
    fn entry(&mut self, body: impl FnOnce() -> Body<R::Event, R::Label>, rules: impl Into<Cites>, seen: Seen) {
        if J::ON {
            self.journal.take(Entry { body: body(), rules: rules.into(), seen });
        }
    }

    /// A fact that both sides see.
    #[inline]
    pub fn fact(&mut self, event: R::Event, rules: impl Into<Cites>) {
        self.fact_for(event, rules, Seen::ByBoth);
    }

    /// A fact that `seen` may see.
    #[inline]
    pub fn fact_for(&mut self, event: R::Event, rules: impl Into<Cites>, seen: Seen) {
        self.rules.evolve(self.state, &event);
        self.events += 1;
        self.entry(|| Body::Fact(event), rules, seen);
    }

    /// Bookkeeping: an event that moves the agenda on and is shown to nobody.
    #[inline]
    pub fn mark(&mut self, event: R::Event, rules: impl Into<Cites>) {
        self.rules.evolve(self.state, &event);
        self.events += 1;
        self.entry(|| Body::Mark(event), rules, Seen::ByNobody);
    }

    /// A remark.
    #[inline]
    pub fn note(&mut self, what: R::Label, rules: impl Into<Cites>) {
        self.note_for(what, rules, Seen::ByBoth);
    }

    /// A remark that `seen` may see.
    #[inline]
    pub fn note_for(&mut self, what: R::Label, rules: impl Into<Cites>, seen: Seen) {
        self.entry(|| Body::Note(what), rules, seen);
    }

    /// A sum for which no die is thrown (the cost of a step).
    #[inline]
    pub fn sum(&mut self, tally: &Tally<R::Label>, rules: impl Into<Cites>) {
        self.sum_for(tally, rules, Seen::ByBoth);
    }

    /// A sum that `seen` may see.
    #[inline]
    pub fn sum_for(&mut self, tally: &Tally<R::Label>, rules: impl Into<Cites>, seen: Seen) {
        self.entry(|| Body::Tally(Box::new(*tally)), rules, seen);
    }

    /// Something hidden was shown: the action cannot be taken back.
    pub fn reveal(&mut self) {
        self.undo = Undo::Barred;
    }

    /// Throws a die and reads it through a function. `read` must depend on the face alone: faces that it reads alike are
    /// one branch of the odds.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn read<T: PartialEq>(
        &mut self,
        what: R::Label,
        die: Die,
        rules: impl Into<Cites>,
        read: impl Fn(Face) -> T,
    ) -> Result<T, StopOf<R>> {
        self.read_for(what, die, rules, Seen::ByBoth, read)
    }

    /// Throws a die that `seen` may see, as [`read`](Self::read) does.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn read_for<T: PartialEq>(
        &mut self,
        what: R::Label,
        die: Die,
        rules: impl Into<Cites>,
        seen: Seen,
        read: impl Fn(Face) -> T,
    ) -> Result<T, StopOf<R>> {
        let face = self.throw(die, &read)?;
        self.entry(|| Body::Die { what, face }, rules, seen);
        Ok(read(face))
    }

    /// Throws the die of a tally and reads the total through a function.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn roll<T: PartialEq>(
        &mut self,
        tally: &mut Tally<R::Label>,
        die: Die,
        rules: impl Into<Cites>,
        read: impl Fn(i16) -> T,
    ) -> Result<T, StopOf<R>> {
        self.roll_for(tally, die, rules, Seen::ByBoth, read)
    }

    /// Throws the die of a tally that `seen` may see, as [`roll`](Self::roll) does.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn roll_for<T: PartialEq>(
        &mut self,
        tally: &mut Tally<R::Label>,
        die: Die,
        rules: impl Into<Cites>,
        seen: Seen,
        read: impl Fn(i16) -> T,
    ) -> Result<T, StopOf<R>> {
        let sum = tally.sum();
        let face = self.throw(die, &|face: Face| read(sum + face.pips()))?;
        tally.throw(face);
        self.entry(|| Body::Tally(Box::new(*tally)), rules, seen);
        Ok(read(sum + face.pips()))
    }

    /// Throws the die of a test: passed at the tally's `need` or less.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn test(
        &mut self,
        tally: &mut Tally<R::Label>,
        die: Die,
        rules: impl Into<Cites>,
    ) -> Result<Passed, StopOf<R>> {
        self.test_for(tally, die, rules, Seen::ByBoth)
    }

    /// Throws the die of a test that `seen` may see.
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn test_for(
        &mut self,
        tally: &mut Tally<R::Label>,
        die: Die,
        rules: impl Into<Cites>,
        seen: Seen,
    ) -> Result<Passed, StopOf<R>> {
        let need = tally.need().unwrap_or(i16::MAX);
        self.roll_for(tally, die, rules, seen, |total| if total <= need { Passed::Yes } else { Passed::No })
    }

    fn throw<T: PartialEq>(&mut self, die: Die, read: &impl Fn(Face) -> T) -> Result<Face, StopOf<R>> {
        self.undo = Undo::Barred;
        let number = self.chance.die(die, &mut |n| {
            let here = read(die.face(n));
            (0..n).find(|&m| read(die.face(m)) == here).unwrap_or(n)
        })?;
        Ok(die.face(number))
    }

    /// Throws a die for each side until `read` knows who it speaks for (`None`: a tie that is thrown again).
    ///
    /// # Errors
    /// When chance has no answer.
    pub fn contest<T: PartialEq>(
        &mut self,
        what: R::Label,
        die: Die,
        rules: impl Into<Cites>,
        read: impl Fn(Face, Face) -> Option<T>,
    ) -> Result<T, StopOf<R>> {
        self.undo = Undo::Barred;
        let faces = die.faces();
        let (a, b) = self.chance.contest(die, &mut |a, b| {
            let here = read(die.face(a), die.face(b))?;
            (0..=a)
                .flat_map(|x| (0..faces).map(move |y| (x, y)))
                .filter_map(|(x, y)| read(die.face(x), die.face(y)).map(|r| ((x, y), r)))
                .find(|(_, r)| *r == here)
                .map(|((x, y), _)| u16::from(x) * 36 + u16::from(y))
        })?;
        let faces = [die.face(a), die.face(b)];
        self.entry(|| Body::Contest { what, faces }, rules, Seen::ByBoth);
        read(faces[0], faces[1]).ok_or(Stop::Corrupt(Corrupt::Lost("a contest was decided by a tie")))
    }

    /// Draws a marker from a cup (a bit for each). The caller writes the event that says what was drawn.
    ///
    /// # Errors
    /// When chance has no answer, or the cup is empty.
    pub fn draw(&mut self, cup: u64) -> Result<u8, StopOf<R>> {
        self.undo = Undo::Barred;
        Ok(self.chance.draw(cup)?)
    }

    /// One of `count`, from 0. The caller writes the event that says which.
    ///
    /// # Errors
    /// When chance has no answer, or `count` is 0.
    pub fn pick(&mut self, count: u8) -> Result<u8, StopOf<R>> {
        self.undo = Undo::Barred;
        Ok(self.chance.pick(count)?)
    }

    /// A refusal: only before the first event.
    pub fn refuse(&self, rules: impl Into<Cites>, why: R::Refusal) -> StopOf<R> {
        Stop::forbidden(rules, why)
    }

    /// The side whose turn it is not to act: a convenience for refusals.
    pub fn not_asked(&self, by: Side) -> StopOf<R> {
        Stop::Refused(crate::refusal::Refusal::NotAsked { by })
    }
}

/// The outcome of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// The total is at the needed number or below.
    Yes,
    /// The total is above.
    No,
}
