//! The harness itself: a game with a flaw is caught, a game without one is not.

use core::fmt;
use core::ops::ControlFlow;

use grognard::chance::Die;
use grognard::desk::Desk;
use grognard::figures::Faults;
use grognard::fingerprint::{Fingerprint, Words};
use grognard::journal::{Body, Entry, Journal};
use grognard::players::Random;
use grognard::refusal::Refusal;
use grognard::rule;
use grognard::ruleset::{Flow, Ruleset, StopOf, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;
use serde::{Deserialize, Serialize};

use super::checks::{Particular, watch};

/// What is wrong with the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    None,
    DeadEnd,
    ListsTooFew,
    ListsTooMany,
    ListsTwice,
    Recurs,
    AsksNobody,
    Fingerprint,
    LateRefusal,
    Hangs,
    Panics,
    NeverEnds,
}

/// In turn, take one to three from a heap; taking three throws a die, and may put one back.
struct Heap(Flaw);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    heap: u8,
    turn: u64,
    second: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
struct Take {
    many: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Event {
    Left(u8),
    Next,
    Back,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Said(&'static str);

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

const RULE: grognard::rule::Rule = rule!("M 1/1");

impl Ruleset for Heap {
    type State = State;
    type Action = Take;
    type Event = Event;
    type Question = u8;
    type Label = Said;
    type Refusal = Said;

    fn open(_: &Setup) -> Result<Self, Faults> {
        Ok(Self(Flaw::None))
    }

    fn side_name(&self, _: Side) -> &str {
        "a side"
    }

    fn start(&self) -> State {
        State { heap: 12, turn: 0, second: false }
    }

    fn over(&self, s: &State) -> bool {
        s.heap == 0 && self.0 != Flaw::AsksNobody && self.0 != Flaw::NeverEnds
    }

    fn waiting(&self, s: &State) -> Waiting<u8> {
        match (self.over(s), s.heap) {
            (true, _) => Waiting::Over,
            (false, 0) if self.0 == Flaw::AsksNobody => Waiting::Asked([None; 2]),
            _ => Waiting::one(Side::BOTH[usize::from(s.second)], s.heap),
        }
    }

    fn legal(&self, s: &State, by: Side, each: &mut impl FnMut(Take) -> ControlFlow<()>) {
        if self.over(s) || self.waiting(s).of(by).is_none() || (self.0 == Flaw::DeadEnd && s.heap < 3) {
            return;
        }
        let most = if self.0 == Flaw::ListsTooMany { 4 } else { 3.min(s.heap) };
        let most = if self.0 == Flaw::ListsTooFew { most.min(2) } else { most };
        let least = u8::from(self.0 != Flaw::Recurs && s.heap > 0);
        for many in least..=most {
            if each(Take { many }).is_break() || (self.0 == Flaw::ListsTwice && each(Take { many }).is_break()) {
                return;
            }
        }
    }

    fn decline(&self, _: &State, _: Side) -> Option<Take> {
        None
    }

    fn answer<J: Journal<Event, Said>>(
        &self,
        by: Side,
        action: &Take,
        desk: &mut Desk<'_, Self, J>,
    ) -> Result<(), StopOf<Self>> {
        let s = desk.state();
        let (heap, many) = (s.heap, action.many);
        if self.waiting(s).of(by).is_none() {
            return Err(desk.not_asked(by));
        }
        let too_few = many == 0 && heap > 0 && self.0 != Flaw::Recurs;
        if too_few || many > heap || many > 3 {
            if self.0 == Flaw::LateRefusal {
                desk.fact(Event::Left(heap), RULE);
            }
            return Err(desk.refuse(RULE, Said("one to three")));
        }
        assert!(self.0 != Flaw::Panics || heap > 5, "a bug");
        desk.fact(Event::Left(heap - many), RULE);
        let sixes = many == 3 && desk.read(Said("three"), Die::D6, RULE, |face| face.pips() == 6)?;
        if sixes {
            desk.fact(Event::Left(heap - many + 1), RULE);
        }
        if many == 0 && heap > 0 {
            desk.mark(Event::Back, RULE);
        } else {
            desk.mark(Event::Next, RULE);
        }
        Ok(())
    }

    fn advance<J: Journal<Event, Said>>(&self, _: &mut Desk<'_, Self, J>) -> Result<Flow, StopOf<Self>> {
        Ok(if self.0 == Flaw::Hangs { Flow::Again } else { Flow::Rest })
    }

    fn evolve(&self, s: &mut State, event: &Event) {
        match event {
            Event::Left(heap) => s.heap = *heap,
            Event::Next => {
                s.second = !s.second;
                s.turn += 1;
            }
            Event::Back => s.second = !s.second,
        }
    }

    fn fingerprint(&self, s: &State) -> Fingerprint {
        let mut words = Words::new();
        if self.0 != Flaw::Fingerprint {
            words.word(s.heap.into());
        }
        words.word(u64::from(s.second));
        words.word(if self.0 == Flaw::Fingerprint { 0 } else { s.turn });
        words.finish()
    }

    fn tell(&self, entry: &Entry<Event, Said>) -> String {
        if matches!(entry.body, Body::Mark(_)) { String::new() } else { "something".to_owned() }
    }

    fn tell_refusal(&self, refusal: &Refusal<Said>) -> String {
        refusal.to_string()
    }

    fn tell_question(&self, heap: &u8) -> String {
        format!("{heap} are left")
    }
}

/// What the harness says of twenty games under these rules.
fn said(flaw: Flaw) -> Option<String> {
    let of = Particular::<Heap> {
        turn: |s| s.turn,
        sound: |_, _| Ok(()),
        grown: |_, _, _| Ok(()),
        stop: |_| false,
        entries: 10,
        actions: 100,
        mutants: 20,
        every: 1,
        tempting: |_, _, _| Vec::new(),
    };
    let rules = Heap(flaw);
    (0..20).find_map(|seed| {
        let (mut first, mut second) = (Random::new(seed), Random::new(!seed));
        watch(&rules, &of, &rules.start(), seed, [&mut first, &mut second]).err().map(|fault| fault.told)
    })
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(said(Flaw::None), None);
}

#[test]
fn each_flaw_is_caught() {
    for (flaw, word) in [
        (Flaw::DeadEnd, "a dead end"),
        (Flaw::ListsTooFew, "not listed, and accepted"),
        (Flaw::ListsTooMany, "listed, but refused"),
        (Flaw::ListsTwice, "not unique"),
        (Flaw::Recurs, "recurs"),
        (Flaw::AsksNobody, "nobody is asked"),
        (Flaw::Fingerprint, "share the fingerprint"),
        (Flaw::LateRefusal, "not refused"),
        (Flaw::Hangs, "limit"),
        (Flaw::Panics, "a panic: a bug"),
        (Flaw::NeverEnds, "does not end"),
    ] {
        let told = said(flaw).unwrap_or_default();
        assert!(told.contains(word), "{flaw:?}: {told:?}");
    }
}
