//! The proving ground: players with a bias to fight meet every kind of event, action and refusal, so often.
//!
//! The types themselves name their kinds: one that has no number here fails the test, as does a number for no kind. A kind
//! that random games cannot be counted on to meet has the number 0, and is met by a test of its chapter.

use grognard::chance::Seeded;
use grognard::hex::Dir;
use grognard::journal::Account;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Cover, Reaction, Restraint};
use grognard::montenotte::event::Event;
use grognard::montenotte::ids::{MarkerId, UnitNo};
use grognard::montenotte::state::{Bid, Content, Mark, State, Weather};
use grognard::montenotte::why::Why;
use grognard::refusal::{Refusal, Stop};
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

use super::kinds::{self, Counts};

/// A small generator of the test's own.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count.max(1) as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn weight(action: &Action) -> usize {
    match action {
        Action::Attack { .. } => 60,
        Action::Join { .. } | Action::March { .. } | Action::Pursue | Action::Activate { .. } => 20,
        Action::Fund { .. } | Action::Deploy { .. } => 15,
        Action::Reconnoitre { .. } => 8,
        Action::Shelter { .. } => 60,
        Action::Advance => 3,
        Action::Step { .. } | Action::Rapid { .. } => 6,
        Action::React { reaction: Reaction::Move(_), .. } => 2,
        Action::Detach { .. } | Action::Sack => 1,
        Action::Done | Action::Halt { .. } => 2,
        _ => 3,
    }
}

fn choose(dice: &mut Dice, actions: &[Action]) -> Action {
    let total: usize = actions.iter().map(weight).sum();
    let mut at = dice.below(total);
    for action in actions {
        match at.checked_sub(weight(action)) {
            Some(rest) => at = rest,
            None => return *action,
        }
    }
    actions[0]
}

/// Any action, whether it makes sense or not.
fn wild(rules: &Montenotte, state: &State, dice: &mut Dice) -> Action {
    let markers: Vec<MarkerId> = rules.markers(Side::First).or(rules.markers(Side::Second)).into_iter().collect();
    let units: Vec<UnitNo> = rules.roster().numbers().collect();
    let cells: Vec<_> = rules.map().grid.cells().collect();
    let chief = markers.iter().copied().filter(|marker| matches!(state.content(*marker), Content::Chief(_)));
    let chief = dice.of(&chief.collect::<Vec<_>>());
    let (marker, other, unit) = (dice.of(&markers), dice.of(&markers), dice.of(&units));
    let (dir, sp) = (dice.of(&Dir::ALL), dice.below(20) as u8);
    let restraint = dice.of(&[Restraint::None, Restraint::General, Restraint::WithBonus]);
    match dice.below(30) {
        0 => {
            let to = dice.of(&cells);
            dice.of(&[Action::Done, Action::Deploy { marker, to }])
        }
        1 => Action::Fund { chief: marker, marker: other },
        2 => Action::Fund { chief, marker },
        3 => Action::Fuse { marker, into: other },
        4 => Action::Separate { marker },
        5 => Action::Detach { brigade: unit, sp },
        6 => Action::TakeBack { brigade: unit },
        7 => Action::Choose { marker },
        8 => Action::Bid { bid: dice.of(&[Bid::Unsaid, Bid::Wants, Bid::Declines]) },
        9 => Action::Activate { marker },
        10 => Action::Step { dir },
        11 => Action::Rapid { dir },
        12 => Action::Reconnoitre { target: marker, bonus: dice.below(6) as u8 },
        13 => Action::Attack { dir },
        14 => Action::Sack,
        15 => Action::Halt { restraint },
        16 => Action::Withdraw { to: dice.of(&cells) },
        17 => Action::Rest,
        18 => Action::React { marker, reaction: Reaction::Move(dir) },
        19 => Action::React { marker, reaction: dice.of(&[Reaction::Reconnoitre, Reaction::Block]) },
        20 => Action::Announce { sp },
        21 => Action::Join { marker },
        22 => Action::March { marker },
        23 => Action::Terrain { cover: dice.of(&Cover::ALL) },
        24 => dice.of(&[Action::Lead { unit }, Action::Lose { unit }]),
        25 => dice.of(&[Action::Retreat { marker }, Action::Shelter { marker }]),
        26 => dice.of(&[Action::Advance, Action::Pursue]),
        27 => Action::Reinforce { marker },
        28 => dice.of(&[Action::Feed { marker }, Action::Pillage { marker }]),
        _ => Action::Refrain { marker, restraint },
    }
}

/// Often a legal action with another marker, unit or number: what a player who errs would try.
fn tried(rules: &Montenotte, state: &State, dice: &mut Dice, legal: &[Action]) -> Action {
    let other = wild(rules, state, dice);
    let near = legal[dice.below(legal.len())];
    let same = |a: &Action, b: &Action| core::mem::discriminant(a) == core::mem::discriminant(b);
    if dice.below(3) == 0 {
        return other;
    }
    let markers: Vec<MarkerId> = rules.markers(Side::First).or(rules.markers(Side::Second)).into_iter().collect();
    let marker = dice.of(&markers);
    if legal.iter().any(|action| matches!(action, Action::Fund { .. })) && dice.below(3) == 0 {
        let chiefs = markers.iter().copied().filter(|marker| matches!(state.content(*marker), Content::Chief(_)));
        let chief = dice.of(&chiefs.collect::<Vec<_>>());
        return Action::Fund { chief, marker };
    }
    match near {
        Action::Fund { chief, .. } => Action::Fund { chief, marker },
        Action::Fuse { into, .. } => Action::Fuse { marker, into },
        Action::Reconnoitre { target, .. } => Action::Reconnoitre { target, bonus: dice.below(8) as u8 },
        _ => (0..40).map(|_| wild(rules, state, dice)).find(|wild| same(wild, &near)).unwrap_or(other),
    }
}

#[derive(Default)]
struct Met {
    actions: Counts,
    events: Counts,
    refusals: Counts,
    marks: Counts,
    rain: u32,
    turns: u32,
    steps: u32,
    outcomes: Counts,
}

impl Met {
    fn join(&mut self, other: &Self) {
        self.actions.join(&other.actions);
        self.events.join(&other.events);
        self.refusals.join(&other.refusals);
        self.marks.join(&other.marks);
        self.outcomes.join(&other.outcomes);
        self.rain += other.rain;
        self.turns += other.turns;
        self.steps += other.steps;
    }
}

fn refused(met: &mut Met, stop: &Stop<Why>, action: &Action) {
    match stop {
        Stop::Refused(Refusal::Forbidden { why, .. }) => met.refusals.add(why),
        Stop::Refused(_) => {}
        other => panic!("{action:?}: {other}"),
    }
}

fn play(rules: &Montenotte, seed: u64) -> Met {
    let mut met = Met::default();
    let mut chance = Seeded::new(seed);
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let begun = rules.begin(&mut chance).unwrap();
    begun.journal.events().for_each(|event| met.events.add(event));
    let mut state: State = begun.state;
    for step in 0..20_000_u32 {
        let Waiting::Asked(asked) = rules.waiting(&state) else {
            met.steps += step;
            met.outcomes.add(&state.verdict().unwrap().1);
            return met;
        };
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(|side| asked[side.index()].is_some()).collect();
        assert!(!sides.is_empty(), "seed {seed}, step {step}: nobody is asked");
        let side = dice.of(&sides);
        let legal = rules.legal_actions(&state, side);
        assert!(!legal.is_empty(), "seed {seed}, step {step}: nothing is legal in {asked:?}");
        for _ in 0..12 {
            let other = tried(rules, &state, &mut dice, &legal);
            match rules.check(&state, side, &other) {
                Ok(()) => assert!(legal.contains(&other), "seed {seed}, step {step}: {other:?} is not listed"),
                Err(stop) => {
                    assert!(!legal.contains(&other), "seed {seed}, step {step}: {other:?} is listed: {stop}");
                    refused(&mut met, &stop, &other);
                }
            }
        }
        let action = choose(&mut dice, &legal);
        let mut account = Account::new();
        let mut next = state.clone();
        if let Err(stop) = rules.apply_in(&mut next, side, &action, &mut account, &mut chance) {
            panic!("seed {seed}, step {step}: {action:?}: {stop}");
        }
        assert_eq!(rules.fold(&state, account.events()), next, "seed {seed}, step {step}: {action:?}");
        met.actions.add(&action);
        for event in account.events() {
            met.events.add(event);
            match event {
                Event::Marked { mark, .. } => met.marks.add(mark),
                Event::Weather { weather: Weather::Rain } => met.rain += 1,
                Event::Turn { .. } => met.turns += 1,
                _ => {}
            }
        }
        state = next;
    }
    panic!("seed {seed}: the game does not end; turn {}", state.turn());
}

const EVENTS: &[(&str, u64)] = &[
    ("begun", 10_000),
    ("continued", 20_000),
    ("done", 10_000),
    ("dealt", 800),
    ("moved", 10_000),
    ("placed", 300),
    ("removed", 200),
    ("fused", 100),
    ("separated", 100),
    ("disclosed", 400),
    ("exposed", 70),
    ("strength", 1_000),
    ("initial", 300),
    ("cursor", 400),
    ("chariots", 400),
    ("fatigue", 3_000),
    ("status", 1_000),
    ("marked", 10_000),
    ("unmarked", 6_000),
    ("points", 400),
    ("sardinian", 400),
    ("sardinian-losses", 1),
    ("control", 200),
    ("coni", 30),
    ("coni-taken", 1),
    ("reserve", 100),
    ("pillaged", 100),
    ("weather", 200),
    ("spent", 1_000),
    ("stands", 4_000),
    ("chosen", 200),
    ("said", 300),
    ("initiative", 200),
    ("cup", 400),
    ("inertia-in", 200),
    ("drawn", 2_000),
    ("inertia-out", 200),
    ("reported", 200),
    ("battle-opened", 200),
    ("engaged", 900),
    ("tried", 300),
    ("tried-none", 200),
    ("covered", 200),
    ("leads", 500),
    ("sized", 200),
    ("row", 200),
    ("due", 600),
    ("casualty", 500),
    ("retreated", 200),
    ("stays-out", 1),
    ("pursued", 70),
    ("battle-closed", 200),
    ("turn", 100),
    ("over", 50),
];
const ACTIONS: &[(&str, u64)] = &[
    ("done", 7_000),
    ("deploy", 300),
    ("fund", 1_000),
    ("fuse", 100),
    ("separate", 80),
    ("detach", 60),
    ("take-back", 30),
    ("choose", 200),
    ("bid", 300),
    ("activate", 3_000),
    ("step", 9_000),
    ("rapid", 900),
    ("reconnoitre", 400),
    ("attack", 300),
    ("sack", 70),
    ("halt", 3_000),
    ("withdraw", 200),
    ("rest", 20),
    ("react", 1_000),
    ("announce", 100),
    ("join", 200),
    ("march", 1_000),
    ("terrain", 100),
    ("lead", 40),
    ("lose", 100),
    ("retreat", 50),
    ("shelter", 2),
    ("advance", 1),
    ("pursue", 100),
    ("reinforce", 100),
    ("feed", 300),
    ("pillage", 10),
    ("refrain", 40),
];
const REFUSALS: &[(&str, u64)] = &[
    ("no-answer", 100_000),
    ("unknown", 1_000),
    ("not-yours", 20_000),
    ("not-enemy", 100),
    ("not-there", 4_000),
    ("decoy", 1_000),
    ("already", 7_000),
    ("command-points", 40),
    ("other-army", 1_000),
    ("out-of-reach", 0),
    ("no-line", 3),
    ("not-together", 200),
    ("uncommanded", 1_000),
    ("not-chief", 1_000),
    ("not-fused", 3_000),
    ("demoralised", 100),
    ("share", 30),
    ("brigade", 700),
    ("points", 5_000),
    ("no-way", 6_000),
    ("enemy", 1_000),
    ("held-place", 200),
    ("no-road", 7_000),
    ("fatigued", 700),
    ("half", 700),
    ("unwilling", 200),
    ("no-units", 700),
    ("nobody-there", 1_000),
    ("too-far", 1_000),
    ("beside-enemy", 200),
    ("no-pillage", 20_000),
    ("no-general", 200),
    ("not-that-hex", 2_000),
    ("margin", 1_000),
    ("not-that-unit", 500),
    ("no-part", 300),
    ("no-cover", 500),
    ("not-fed", 1_000),
    ("not-marched", 200),
    ("not-eligible", 300),
    ("fixed", 400),
    ("must", 20),
];
const MARKS: &[(&str, u64)] = &[
    ("acted", 3_000),
    ("acted-before", 60),
    ("activated", 4_000),
    ("funded", 1_000),
    ("out-of-supply", 200),
    ("in-fort", 3),
    ("besieged", 0),
    ("pillage", 200),
    ("owes", 5_000),
    ("owes-idle", 600),
    ("reacted", 300),
    ("strategic", 600),
    ("forced", 500),
    ("fed", 1_000),
    ("settled", 60),
    ("demoralised", 100),
    ("shown", 0),
    ("resting", 30),
    ("arranged", 600),
    ("bears", 1),
];

#[test]
fn every_kind_of_montenotte_is_met() {
    let setup = Setup::scenario("montenotte-proving");
    // What only other readings can meet.
    let other =
        setup.clone().ruling("points-without-a-line", "may-not").ruling("sardinian-losses", "sardinian-running");
    let other = other.ruling("attrition-loser", "owner");
    let mut met = Met::default();
    for (setup, seeds) in [(setup, 1..=120), (other, 121..=160)] {
        let rules = Montenotte::open(&setup).unwrap();
        for seed in seeds {
            met.join(&play(&rules, seed));
        }
    }
    println!("{} actions, {} turns after the first, {} of rain", met.steps, met.turns, met.rain);
    println!("{:?}", met.outcomes.table::<grognard::montenotte::words::Outcome>());
    kinds::print("events", &met.events.table::<Event>());
    kinds::print("actions", &met.actions.table::<Action>());
    kinds::print("refusals", &met.refusals.table::<Why>());
    kinds::print("marks", &met.marks.table::<Mark>());
    let mut short = met.events.short::<Event>(EVENTS);
    short.extend(met.actions.short::<Action>(ACTIONS));
    short.extend(met.refusals.short::<Why>(REFUSALS));
    short.extend(met.marks.short::<Mark>(MARKS));
    assert!(short.is_empty(), "met too rarely:\n{}", short.join("\n"));
}
