//! Random games: what is listed is accepted, what is not is refused, the journal folds, the game ends.

use std::collections::BTreeMap;
use std::mem::discriminant;

use grognard::chance::Seeded;
use grognard::journal::{Account, Silent};
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Reaction, Restraint};
use grognard::montenotte::event::Event;
use grognard::montenotte::ids::MarkerId;
use grognard::montenotte::state::{Content, Mark, State};
use grognard::refusal::Stop;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

/// A small generator of the test's own.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

/// How a player chooses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bent {
    /// Would rather fight, and takes what there is.
    Rough,
    /// Keeps his men from pillage, and seldom fights: his games are long.
    Gentle,
}

fn weight(action: &Action, bent: Bent) -> usize {
    match action {
        Action::Sack | Action::Pillage { .. } if bent == Bent::Gentle => 0,
        Action::Attack { .. } | Action::Pursue if bent == Bent::Gentle => 1,
        Action::Halt { restraint: Restraint::WithBonus } if bent == Bent::Gentle => 30,
        Action::Halt { restraint: Restraint::General } if bent == Bent::Gentle => 15,
        Action::Fund { .. } if bent == Bent::Gentle => 400,
        Action::Done | Action::Feed { .. } if bent == Bent::Gentle => 25,
        Action::Activate { .. } if bent == Bent::Gentle => 1,
        Action::Attack { .. } => 60,
        Action::Join { .. } | Action::March { .. } | Action::Pursue | Action::Activate { .. } => 20,
        Action::Fund { .. } => 15,
        Action::React { reaction: Reaction::Move(_), .. } => 2,
        Action::React { .. } => 3,
        Action::Step { .. } | Action::Rapid { .. } => 6,
        Action::Detach { .. } => 1,
        Action::Done | Action::Halt { .. } => 2,
        _ => 3,
    }
}

fn pick(dice: &mut Dice, actions: &[Action], bent: Bent) -> Action {
    let total: usize = actions.iter().map(|action| weight(action, bent)).sum();
    if total == 0 {
        return actions[0];
    }
    let mut at = dice.below(total);
    for action in actions {
        match at.checked_sub(weight(action, bent)) {
            Some(rest) => at = rest,
            None => return *action,
        }
    }
    *actions.last().unwrap()
}

fn probes() -> Vec<Action> {
    let mut all = vec![
        Action::Done,
        Action::Sack,
        Action::Rest,
        Action::Pursue,
        Action::Advance,
        Action::Announce { sp: 1 },
        Action::Announce { sp: 200 },
    ];
    for marker in MarkerId::all() {
        all.push(Action::Activate { marker });
        all.push(Action::Join { marker });
        all.push(Action::March { marker });
        all.push(Action::Separate { marker });
        all.push(Action::Retreat { marker });
        all.push(Action::Reinforce { marker });
        all.push(Action::Pillage { marker });
        all.push(Action::React { marker, reaction: Reaction::Reconnoitre });
        all.push(Action::Reconnoitre { target: marker, bonus: 0 });
    }
    for dir in grognard::hex::Dir::ALL {
        all.push(Action::Step { dir });
        all.push(Action::Rapid { dir });
        all.push(Action::Attack { dir });
    }
    all
}

#[derive(Default)]
struct Counts {
    actions: BTreeMap<String, u32>,
    events: BTreeMap<String, u32>,
    games: u32,
    steps: u32,
    wins: BTreeMap<String, u32>,
}

fn name(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

fn play(rules: &Montenotte, seed: u64, counts: &mut Counts, probe: u32, bent: Bent) {
    let mut chance = Seeded::new(seed);
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let begun = rules.begin(&mut chance).unwrap();
    assert_eq!(rules.fold(&rules.start(), begun.journal.events()), begun.state);
    let mut state: State = begun.state;
    let probes = probes();
    let (mut turn, mut met) = (0, std::collections::BTreeSet::new());
    for step in 0..60_000_u32 {
        let Waiting::Asked(asked) = rules.waiting(&state) else {
            counts.games += 1;
            counts.steps += step;
            *counts.wins.entry(format!("{:?}", state.verdict())).or_default() += 1;
            return;
        };
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(|side| asked[side.index()].is_some()).collect();
        assert!(!sides.is_empty(), "seed {seed}, step {step}: nobody is asked: {:?}", state);
        let side = sides[dice.below(sides.len())];
        let legal = rules.legal_actions(&state, side);
        assert!(!legal.is_empty(), "seed {seed}, step {step}: nothing is legal for {side:?} in {asked:?}\n{state:?}");
        assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "seed {seed}, step {step}: {legal:?}");
        if let Some(pass) = rules.decline(&state, side) {
            assert!(legal.contains(&pass), "seed {seed}, step {step}: {pass:?}");
        }
        let action = pick(&mut dice, &legal, bent);
        if step % probe == 0 {
            for action in &legal {
                if let Err(stop) = rules.check(&state, side, action) {
                    panic!("seed {seed}, step {step}: {action:?} is listed and {stop}");
                }
            }
            for other in probes.iter().filter(|other| !legal.contains(other)) {
                match rules.check(&state, side, other) {
                    Err(Stop::Refused(_)) => {}
                    result => panic!("seed {seed}, step {step}: {other:?} is not listed and {result:?}\n{asked:?}"),
                }
            }
            for other in Side::BOTH.into_iter().filter(|side| asked[side.index()].is_none()) {
                assert!(matches!(rules.check(&state, other, &action), Err(Stop::Refused(_))));
            }
        }
        // Within a turn no position comes back.
        if state.turn() != turn {
            turn = state.turn();
            met.clear();
        }
        assert!(met.insert(rules.fingerprint(&state)), "seed {seed}, step {step}: a position recurs before {action:?}");
        let mut account = Account::new();
        let mut next = state.clone();
        if let Err(stop) = rules.apply_in(&mut next, side, &action, &mut account, &mut chance) {
            panic!("seed {seed}, step {step}: {action:?}: {stop}\n{:?}\n{state:?}", asked);
        }
        if step % probe == 0 {
            assert_eq!(rules.fold(&state, account.events()), next, "seed {seed}, step {step}: {action:?}");
            assert_ne!(state, next, "seed {seed}, step {step}: {action:?} changes nothing");
            let mut silent = state.clone();
            let mut again = Seeded::at(seed, chance.action() - 1);
            rules.apply_in(&mut silent, side, &action, &mut Silent, &mut again).unwrap();
            assert_eq!(silent, next);
            assert_eq!(rules.fingerprint(&silent), rules.fingerprint(&next));
            if discriminant(&action) == discriminant(&Action::Done) || step % (4 * probe) == 0 {
                let text = serde_json::to_string(&next).unwrap();
                assert_eq!(serde_json::from_str::<State>(&text).unwrap(), next);
            }
        }
        *counts.actions.entry(name(&format!("{action:?}"))).or_default() += 1;
        for event in account.events() {
            *counts.events.entry(name(&format!("{event:?}"))).or_default() += 1;
        }
        conserved(rules, &state, &next, account.events());
        state = next;
    }
    panic!("seed {seed}: the game does not end; turn {}", state.turn());
}

/// Strength changes by the events that say so, and whoever is on the map has a strength or is a general or decoy.
fn conserved<'e>(rules: &Montenotte, before: &State, after: &State, events: impl Iterator<Item = &'e Event>) {
    let mut sp: BTreeMap<_, _> = rules.roster().numbers().map(|unit| (unit, before.sp(unit))).collect();
    for event in events {
        match *event {
            Event::Strength { unit, sp: now } => _ = sp.insert(unit, now),
            Event::Casualty { unit, sp: now, .. } => {
                let old = sp.insert(unit, now).unwrap();
                assert_eq!(old, now + 1);
            }
            _ => {}
        }
    }
    for unit in rules.roster().numbers() {
        assert_eq!(sp[&unit], after.sp(unit));
        assert!((-5..=5).contains(&after.cursor(unit)) && after.chariots(unit) <= 6);
        if let Some(marker) = after.marker_of(Content::Unit(unit)) {
            let there = after.at(after.head(marker)).is_some();
            assert_eq!(there, after.sp(unit) > 0, "{} in\n{after:?}", rules.roster()[unit].name);
            assert!(after.at(marker).is_none() || after.fused(marker).is_none());
        }
    }
    for marker in MarkerId::all() {
        assert!(after.fatigue(marker) <= 2);
        // Enemies share a hex only in a fort.
        if let Some(at) = after.at(marker) {
            let others = after.markers_at(at).filter(|other| rules.side(*other) != rules.side(marker));
            let sheltered = after.marked(Mark::InFort);
            let all = after.markers_at(at);
            assert!(others.count() == 0 || all.meets(sheltered), "{all:?} share {at:?}\n{after:?}");
        }
    }
    assert!((0..=25).contains(&after.sardinian_morale()));
}

fn games(setup: &Setup, seeds: std::ops::Range<u64>, probe: u32, bent: Bent) -> Counts {
    let rules = Montenotte::open(setup).unwrap();
    let mut counts = Counts::default();
    for seed in seeds {
        play(&rules, seed, &mut counts, probe, bent);
    }
    counts
}

#[test]
fn random_games_end_and_what_is_listed_is_accepted() {
    let counts = games(&Setup::scenario("montenotte"), 1..25, 7, Bent::Rough);
    println!("{} games, {} actions each", counts.games, counts.steps / counts.games);
    println!("{:?}\n{:?}\n{:?}", counts.wins, counts.actions, counts.events);
    for kind in ["Attack", "Join", "March", "Pursue", "Retreat", "Announce", "React", "Fuse", "Detach", "TakeBack"] {
        assert!(counts.actions.get(kind).copied().unwrap_or(0) > 0, "no {kind} in {:?}", counts.actions);
    }
}

/// The same under every reading that is not the default, a few at a time.
#[test]
fn random_games_under_other_rulings() {
    let text = include_str!("../rules/montenotte/rulings.toml");
    let book = grognard::rulings::Rulings::read("rulings", text).unwrap();
    let mut others = Vec::new();
    for ruling in book.iter().filter(|ruling| ruling.latitude == grognard::rulings::Latitude::Option) {
        for reading in ruling.readings.iter().filter(|reading| reading.id != ruling.default) {
            others.push((ruling.id.to_string(), reading.id.to_string()));
        }
    }
    for (nth, some) in others.chunks(6).enumerate() {
        let mut setup = Setup::scenario("montenotte");
        for (ruling, reading) in some {
            setup = setup.ruling(ruling, reading);
        }
        games(&setup, 100 + 2 * nth as u64..102 + 2 * nth as u64, 11, Bent::Rough);
    }
}

/// A longer run, by hand.
#[test]
#[ignore = "long"]
fn many_random_games() {
    let counts = games(&Setup::scenario("montenotte"), 1_000..1_600, 23, Bent::Rough);
    println!("{} games, {} actions each", counts.games, counts.steps / counts.games);
    println!("{:?}\n{:?}\n{:?}", counts.wins, counts.actions, counts.events);
}

/// Games that last: some are decided by points after the last turn.
#[test]
fn long_games() {
    let counts = games(&Setup::scenario("montenotte"), 1..13, 29, Bent::Gentle);
    println!("{} games, {} actions each", counts.games, counts.steps / counts.games);
    println!("{:?}\n{:?}\n{:?}", counts.wins, counts.actions, counts.events);
    assert!(counts.wins.keys().any(|how| !how.contains("Strategic")), "{:?}", counts.wins);
}
