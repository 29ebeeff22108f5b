//! Odds that cannot be: each is a typed error.

use core::fmt;
use core::ops::ControlFlow;

use grognard::chance::Die;
use grognard::desk::Desk;
use grognard::figures::Faults;
use grognard::fingerprint::{Fingerprint, Words};
use grognard::journal::{Entry, Journal};
use grognard::odds::{Fraction, Stopping, odds};
use grognard::refusal::{Limit, Refusal, Stop};
use grognard::rule;
use grognard::ruleset::{Flow, Ruleset, StopOf, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

/// A walk along a line: a die says whether it goes on or back. It never ends.
struct Walk {
    /// Whether the steps are counted, so that no position comes again.
    counted: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct At {
    place: i64,
    steps: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Do {
    Walk,
    Stay,
    Fly,
}

#[derive(Clone, Debug)]
struct Went(i64);

#[derive(Clone, Copy, PartialEq, Debug)]
struct Said;

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a walk")
    }
}

impl Ruleset for Walk {
    type State = At;
    type Action = Do;
    type Event = Went;
    type Question = ();
    type Label = Said;
    type Refusal = Said;

    fn open(_: &Setup) -> Result<Self, Faults> {
        Ok(Self { counted: true })
    }

    fn side_name(&self, _: Side) -> &str {
        "the walker"
    }

    fn start(&self) -> At {
        At::default()
    }

    fn over(&self, _: &At) -> bool {
        false
    }

    fn waiting(&self, _: &At) -> Waiting<()> {
        Waiting::one(Side::First, ())
    }

    fn legal(&self, _: &At, _: Side, each: &mut impl FnMut(Do) -> ControlFlow<()>) {
        let _ = [Do::Walk, Do::Stay].into_iter().try_for_each(each);
    }

    fn decline(&self, _: &At, _: Side) -> Option<Do> {
        Some(Do::Stay)
    }

    fn answer<J: Journal<Went, Said>>(
        &self,
        _: Side,
        action: &Do,
        desk: &mut Desk<'_, Self, J>,
    ) -> Result<(), StopOf<Self>> {
        match action {
            Do::Walk => {
                let by = desk.read(Said, Die::D6, rule!("M 1/1"), |face| if face.pips() > 3 { 1 } else { -1 })?;
                desk.fact(Went(by), rule!("M 1/1"));
            }
            Do::Stay => desk.fact(Went(0), rule!("M 1/1")),
            Do::Fly => return Err(desk.refuse(rule!("M 1/1"), Said)),
        }
        Ok(())
    }

    fn advance<J: Journal<Went, Said>>(&self, _: &mut Desk<'_, Self, J>) -> Result<Flow, StopOf<Self>> {
        Ok(Flow::Rest)
    }

    fn evolve(&self, s: &mut At, event: &Went) {
        s.place += event.0;
        s.steps += u64::from(self.counted && event.0 != 0);
    }

    /// Many positions share one: whoever merges them by it alone gives wrong odds.
    fn fingerprint(&self, s: &At) -> Fingerprint {
        let mut words = Words::new();
        words.word((s.place & 1) as u64 | (s.steps & !7));
        words.finish()
    }

    fn tell(&self, _: &Entry<Went, Said>) -> String {
        String::new()
    }

    fn tell_refusal(&self, _: &Refusal<Said>) -> String {
        String::new()
    }

    fn tell_question(&self, _: &()) -> String {
        String::new()
    }
}

fn walking(steps: u64) -> impl FnMut(&Walk, &At, Side, &()) -> Option<Do> {
    move |_: &Walk, s: &At, _: Side, _: &()| (s.steps < steps).then_some(Do::Walk)
}

#[test]
fn the_binomial_of_ten_steps() {
    let found = odds(&Walk { counted: true }, &At::default(), Side::First, &Do::Walk, &mut walking(10), 1_000).unwrap();
    // 10 over k of 1024, for k steps forward.
    let mut row = vec![1u128];
    for _ in 0..10 {
        row = (0..=row.len()).map(|k| if k > 0 { row[k - 1] } else { 0 } + row.get(k).copied().unwrap_or(0)).collect();
    }
    assert_eq!(found.outcomes.len(), 11);
    for (k, ways) in row.into_iter().enumerate() {
        let share = found.chance_of(|s| s.place == 2 * k as i64 - 10).unwrap();
        assert_eq!(share, Fraction::new(ways, 1024).unwrap(), "{k}");
    }
    // Two branches for each of the 55 places before the last step: what is alike is worked on once.
    assert_eq!(found.branches, 110);
}

#[test]
fn limits_are_typed() {
    let counted = Walk { counted: true };
    let stop = odds(&counted, &At::default(), Side::First, &Do::Walk, &mut walking(10), 20).unwrap_err();
    assert_eq!(stop, Stop::Limit(Limit::Odds(20)));
    // A denominator of 2 to the power of 130.
    let stop = odds(&counted, &At::default(), Side::First, &Do::Walk, &mut walking(130), 1_000_000).unwrap_err();
    assert_eq!(stop, Stop::Limit(Limit::Fraction));
    // Forward and back: the same position again, by way of itself.
    let circle = |_: &Walk, s: &At, _: Side, _: &()| (s.place.abs() < 3).then_some(Do::Walk);
    let stop =
        odds(&Walk { counted: false }, &At::default(), Side::First, &Do::Walk, &mut { circle }, 1_000).unwrap_err();
    assert_eq!(stop, Stop::Limit(Limit::Recurs));
    // And without a die: only the bound on the steps ends it.
    let idle = |_: &Walk, _: &At, _: Side, _: &()| Some(Do::Stay);
    let stop = odds(&counted, &At::default(), Side::First, &Do::Walk, &mut { idle }, 1_000).unwrap_err();
    assert_eq!(stop, Stop::Limit(Limit::Odds(1_000)));
}

#[test]
fn what_is_refused_has_no_odds() {
    let rules = Walk { counted: true };
    let stop = odds(&rules, &At::default(), Side::First, &Do::Fly, &mut Stopping, 10).unwrap_err();
    assert!(stop.refusal().is_some());
    // So has what leads to an answer of the policy that is.
    let flies = |_: &Walk, _: &At, _: Side, _: &()| Some(Do::Fly);
    let stop = odds(&rules, &At::default(), Side::First, &Do::Walk, &mut { flies }, 10).unwrap_err();
    assert!(stop.refusal().is_some());
}
