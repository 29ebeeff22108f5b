//! Properties over the positions of random games: odds sum to one, and are those of every face thrown one by one.

use std::collections::BTreeMap;

use grognard::chance::{Chance, ChanceFault, Die, Kind, Seeded};
use grognard::fingerprint::Fingerprint;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::montenotte::Montenotte;
use grognard::odds::{Fraction, Manner, Outlook, Policy, Span, Stopping, foresee, odds, summary};
use grognard::players::Random;
use grognard::refusal::{Limit, Stop};
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

/// Throws every face of every die apart, whatever the rules read: the plainest enumeration there is.
#[derive(Default)]
struct Every {
    /// What falls at each question, and how many outcomes that one has.
    falls: Vec<(u16, u16)>,
    depth: usize,
}

impl Every {
    fn next(&mut self, count: u16, kind: Kind) -> Result<u16, ChanceFault> {
        if count == 0 {
            return Err(ChanceFault::Nothing(kind));
        }
        if self.depth == self.falls.len() {
            self.falls.push((0, count));
        }
        self.depth += 1;
        Ok(self.falls[self.depth - 1].0)
    }

    fn turn(&mut self) -> bool {
        self.falls.truncate(self.depth);
        while let Some((fall, count)) = self.falls.pop() {
            if fall + 1 < count {
                self.falls.push((fall + 1, count));
                return true;
            }
        }
        false
    }

    fn weight(&self) -> Fraction {
        let all = self.falls.iter().map(|(_, count)| u128::from(*count)).product();
        Fraction::new(1, all).unwrap()
    }
}

impl Chance for Every {
    fn open(&mut self) {
        self.depth = 0;
    }

    fn die(&mut self, die: Die, _: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        self.next(die.faces().into(), Kind::Die(die)).map(|face| face as u8)
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        // A tie is thrown again: so only what decides is thrown.
        let faces = u16::from(die.faces());
        let pair = |n: u16| ((n / faces) as u8, (n % faces) as u8);
        let decided: Vec<u16> = (0..faces * faces).filter(|n| alike(pair(*n).0, pair(*n).1).is_some()).collect();
        let nth = self.next(decided.len() as u16, Kind::Contest)?;
        Ok(pair(decided[usize::from(nth)]))
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        let markers: Vec<u8> = (0..64).filter(|bit| cup & (1 << bit) != 0).collect();
        let nth = self.next(markers.len() as u16, Kind::Draw)?;
        Ok(markers[usize::from(nth)])
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        self.next(count.into(), Kind::Pick).map(|nth| nth as u8)
    }
}

/// The distribution of the next decisions, by fingerprint; `None` beyond so many leaves.
fn plainly<R: Ruleset>(
    rules: &R,
    state: &R::State,
    by: Side,
    action: &R::Action,
    most: usize,
) -> Option<BTreeMap<Fingerprint, Fraction>> {
    let mut chance = Every::default();
    let mut found: BTreeMap<Fingerprint, Fraction> = BTreeMap::new();
    for _ in 0..most {
        let next = rules.next(state, by, action, &mut chance).unwrap();
        let sum = found.entry(rules.fingerprint(&next)).or_insert(Fraction::ZERO);
        *sum = sum.plus(chance.weight()).unwrap();
        if !chance.turn() {
            return Some(found);
        }
    }
    None
}

#[derive(Default, Debug)]
struct Counts {
    positions: usize,
    forked: usize,
    compared: usize,
    foreseen: usize,
    limited: usize,
}

/// Plays random games, and asks for odds on the way.
fn games<R: Outlook>(rules: &R, seeds: std::ops::Range<u64>, actions: usize, each: usize) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds {
        let mut chance = Seeded::new(seed);
        let (mut player, mut choice) = (Manner::Keen, Random::new(seed));
        let mut state = rules.begin(&mut chance).unwrap().state;
        for nth in 0..actions {
            let Waiting::Asked(_) = rules.waiting(&state) else { break };
            let by = rules.waiting(&state).sides().next().unwrap();
            let legal = rules.legal_actions(&state, by);
            // Half at random, half as somebody who seeks the fight.
            let action = if choice.below(2) == 0 {
                legal[choice.below(legal.len())].clone()
            } else {
                let question = rules.waiting(&state).of(by).cloned().unwrap();
                player.answer(rules, &state, by, &question).unwrap()
            };
            if nth % each == 0 {
                check(rules, &state, by, &action, &mut counts);
            }
            state = rules.next(&state, by, &action, &mut chance).unwrap();
        }
    }
    counts
}

fn check<R: Outlook>(rules: &R, state: &R::State, by: Side, action: &R::Action, counts: &mut Counts) {
    counts.positions += 1;
    let found = match odds(rules, state, by, action, &mut Stopping, 20_000) {
        Ok(found) => found,
        Err(Stop::Limit(Limit::Odds(_))) => {
            counts.limited += 1;
            return;
        }
        Err(stop) => panic!("{action:?}: {stop}"),
    };
    assert_eq!(found.chance_of(|_| true), Some(Fraction::ONE), "{action:?}");
    assert!(found.outcomes.iter().all(|(_, share)| *share != Fraction::ZERO));
    counts.forked += usize::from(found.outcomes.len() > 1);
    if let Some(plain) = plainly(rules, state, by, action, 1_000) {
        let ours: BTreeMap<Fingerprint, Fraction> =
            found.outcomes.iter().map(|(state, share)| (rules.fingerprint(state), *share)).collect();
        assert_eq!(ours.len(), found.outcomes.len(), "no two outcomes are equal");
        assert_eq!(ours, plain, "{action:?}");
        counts.compared += usize::from(plain.len() > 1);
    }
    // Further on, with everybody answering: the first of all answers, and the likeliest summary.
    match foresee(rules, state, by, action, [Manner::First, Manner::Keenest], Span::Combat, 1_500) {
        Ok(far) => {
            assert_eq!(far.chance_of(|_| true), Some(Fraction::ONE), "{action:?}");
            let told = summary(rules, state, &far).unwrap();
            let sum = told.rows.iter().try_fold(Fraction::ZERO, |sum, row| sum.plus(row.share));
            assert_eq!(sum, Some(Fraction::ONE));
            assert_eq!(told.rows.iter().map(|row| row.positions).sum::<usize>(), far.outcomes.len());
            counts.foreseen += 1;
        }
        Err(Stop::Limit(_)) => counts.limited += 1,
        Err(stop) => panic!("{action:?}: {stop}"),
    }
}

fn series(option: &str) -> JoursDeGloire {
    JoursDeGloire::open(&Setup::scenario("proving").option(option)).unwrap()
}

#[test]
fn of_montebello() {
    let counts = games(&series("montebello-edition"), 1..9, 150, 6);
    assert!(counts.forked >= 20 && counts.compared >= 20 && counts.foreseen >= 100, "{counts:?}");
}

#[test]
fn of_rivoli() {
    let counts = games(&series("rivoli-edition"), 1..9, 150, 6);
    assert!(counts.forked >= 20 && counts.compared >= 20 && counts.foreseen >= 100, "{counts:?}");
}

#[test]
fn of_montenotte() {
    let rules = Montenotte::open(&Setup::scenario("montenotte")).unwrap();
    let counts = games(&rules, 1..9, 300, 6);
    assert!(counts.forked >= 20 && counts.compared >= 10 && counts.foreseen >= 50, "{counts:?}");
}
