//! What the guarantees cost: the battle of the rulebook's example (Montenotte, N 11.4 to N 11.11), from the choice of the
//! terrain to the points, adjudicated by the crate and by a plain function that somebody in a hurry would write: no
//! journal, no states, no refusals, no rulings, figures as constants.
//!
//! `cargo bench --bench comparison`. Both take the same dice and must come to the same end, over many seeds; the plain
//! function leaves out only through which hexes the beaten retreat, which players choose. Medians of fifteen runs, one core.

use std::hint::black_box;
use std::time::Instant;

use grognard::chance::{Fall, Recording, Scripted, Seeded};
use grognard::doors::Doors;
use grognard::hex::Cell;
use grognard::journal::{Account, Silent};
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Cover};
use grognard::montenotte::frame::Step;
use grognard::montenotte::state::{Bid, State};
use grognard::odds::{Stopping, odds};
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

const RUNS: usize = 15;
const BATTLES: u64 = 2_000;
/// The units of the battle.
const UNITS: [&str; 3] = ["Laharpe", "Masséna", "Argenteau"];

/// What a battle comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct End {
    sp: [u8; 3],
    cursor: [i8; 3],
    fatigue: [u8; 3],
    chariots: u8,
    points: i16,
    track: i8,
    over: bool,
}

// The plain function.

/// Percent of the attacker, of the defender, and morale of each; -1 for the victor's own, -2 for an undecided battle.
const RESULTS: [(i8, i8, i8, i8); 15] = [
    (25, -1, -3, 2),
    (20, -1, -3, 2),
    (20, -1, -2, 1),
    (15, -1, -2, 1),
    (15, -1, -1, 0),
    (10, -1, -1, 0),
    (-2, -2, -1, 0),
    (-2, -2, 0, 0),
    (-2, -2, 0, 0),
    (-1, 10, 0, -1),
    (-1, 15, 0, -1),
    (-1, 15, 1, -1),
    (-1, 20, 1, -2),
    (-1, 20, 2, -2),
    (-1, 25, 2, -2),
];

const LOSSES: [(u8, [u8; 8]); 15] = [
    (1, [0, 0, 0, 0, 0, 0, 1, 1]),
    (3, [0, 0, 0, 0, 1, 1, 1, 1]),
    (5, [0, 0, 1, 1, 1, 1, 2, 2]),
    (8, [0, 1, 1, 1, 2, 2, 2, 3]),
    (11, [0, 1, 2, 2, 3, 3, 4, 4]),
    (14, [1, 1, 2, 3, 3, 4, 4, 5]),
    (17, [1, 2, 2, 3, 4, 5, 6, 6]),
    (20, [1, 2, 3, 4, 5, 6, 7, 8]),
    (23, [1, 2, 3, 4, 6, 7, 8, 9]),
    (26, [1, 3, 4, 5, 6, 8, 9, 10]),
    (29, [1, 3, 4, 6, 7, 8, 10, 11]),
    (32, [2, 3, 5, 6, 8, 9, 11, 12]),
    (35, [2, 3, 5, 7, 9, 10, 12, 13]),
    (38, [2, 4, 6, 7, 9, 11, 13, 15]),
    (41, [2, 4, 6, 8, 10, 12, 14, 16]),
];

fn lost(manpower: u8, percent: u8) -> u8 {
    let row = LOSSES.iter().find(|(most, _)| manpower <= *most).unwrap_or(&LOSSES[14]);
    row.1[usize::from(percent / 5) - 1]
}

fn ratio(attacker: u16, defender: u16) -> i8 {
    let (large, small) = (attacker.max(defender), attacker.min(defender));
    let step = [(1, 1), (3, 2), (2, 1), (3, 1)].iter().filter(|(a, d)| large * d > small * a).count() as i8;
    if attacker >= defender { step } else { -step }
}

fn attrition(sp: u8, morale: i8, fatigue: u8, die: u8) -> u8 {
    let band = match sp {
        0..=4 => -1,
        5..=8 => 0,
        9..=12 => 1,
        13..=16 => 2,
        17..=20 => 3,
        _ => 4,
    };
    let morale = match morale {
        5.. => -1,
        ..=0 => 2,
        _ => 0,
    };
    ((die as i8 + band + morale + fatigue as i8).max(0) / 6) as u8
}

/// Takes points from the French: the first is Laharpe's, the others too, unless he would be destroyed before Masséna.
fn french_losses(sp: &mut [u8; 3], losses: u8) {
    for _ in 0..losses {
        let unit = if sp[0] >= 2 || (sp[1] < 2 && sp[0] > 0) { 0 } else { 1 };
        sp[unit] -= 1;
    }
}

fn score(end: &mut End, by: i16) {
    if !end.over {
        end.points += by;
        end.over = end.points <= 0;
    }
}

/// How a battle begins, as the plain function knows it.
const START: End =
    End { sp: [8, 6, 7], cursor: [0; 3], fatigue: [0; 3], chariots: 6, points: 10, track: 20, over: false };

fn plain(start: End, mut dice: impl FnMut() -> u8) -> End {
    const COHESION: [i8; 3] = [4, 5, 3];
    let mut end = start;
    let terrain = -2i8;
    let ratio = ratio(u16::from(end.sp[0] + end.sp[1]), u16::from(end.sp[2]));
    // Two divisions, Bonaparte, a tactical bonus, a flank force; one division.
    let manoeuvre = ((2 + 1 + 1 + 1 - 1) as i8 + 1).div_euclid(2).clamp(-2, 2);
    let morale = (COHESION[0] + end.cursor[0] - COHESION[2] - end.cursor[2]).clamp(-2, 2);
    let total = (dice() + dice()) as i8 + ratio + terrain + manoeuvre + morale;
    let row = total.clamp(0, 14) as usize;
    let (attacker, defender, attackers_morale, defenders_morale) = RESULTS[row];
    let percent = |code: i8, attacks: bool| match code {
        -1 => {
            let against = if attacks { -ratio } else { ratio }.max(0);
            (5 + 5 * against + if attacks { 5 } else { 0 }) as u8
        }
        -2 => (5 + 5 * -terrain) as u8,
        percent => percent as u8,
    };
    let (french, austrian) = (end.sp[0] + end.sp[1], end.sp[2]);
    let due = lost(french, percent(attacker, true)).min(austrian / 2);
    end.sp[2] -= lost(austrian, percent(defender, false)).min(french / 2);
    french_losses(&mut end.sp, due);
    for unit in 0..2 {
        end.cursor[unit] += attackers_morale;
    }
    end.cursor[2] += defenders_morale;
    let mut demoralised = [false; 3];
    let mut settle = |end: &mut End| {
        for (unit, cohesion) in COHESION.into_iter().enumerate() {
            if !demoralised[unit] && end.sp[unit] > 0 && cohesion + end.cursor[unit] <= 0 {
                demoralised[unit] = true;
                score(end, if unit == 2 { 3 } else { -5 });
                if unit == 2 {
                    end.track -= 1;
                }
            }
        }
        demoralised
    };
    let mut shaken = settle(&mut end);
    for (unit, cohesion) in COHESION.into_iter().enumerate() {
        end.fatigue[unit] += 1;
        end.sp[unit] -= attrition(end.sp[unit], cohesion + end.cursor[unit], end.fatigue[unit], dice());
    }
    let french_won = row >= 9;
    if (6..=8).contains(&row) {
        return end;
    }
    if dice() <= if french_won { 5 } else { 2 } {
        let infantry = if french_won { end.sp[0] + end.sp[1] } else { end.sp[2] };
        let total = dice() + infantry / 5;
        let whole = if french_won { shaken[2] } else { shaken[0] && shaken[1] };
        let most = if french_won { end.sp[2] } else { end.sp[0] + end.sp[1] };
        let losses = if whole { total } else { (total / 2).max(1) }.min(most);
        if french_won {
            end.sp[2] -= losses;
            end.chariots -= losses.min(end.chariots);
            if end.sp[2] > 0 {
                end.cursor[2] = (end.cursor[2] - (losses / 2) as i8).max(-5);
            } else {
                end.fatigue[2] = 0;
            }
        } else {
            french_losses(&mut end.sp, losses);
            for unit in 0..2 {
                end.cursor[unit] = (end.cursor[unit] - (losses / 2) as i8).max(-5);
            }
        }
        shaken = settle(&mut end);
    }
    black_box(shaken);
    match row {
        0 | 1 => {
            score(&mut end, -3);
            score(&mut end, -5);
        }
        2 | 3 => {
            score(&mut end, -2);
            score(&mut end, -3);
        }
        11 | 12 => score(&mut end, 1),
        13 | 14 => score(&mut end, 2),
        _ => {}
    }
    end
}

// The crate.

/// The example up to the choice of the terrain, by its printed dice.
fn declared(rules: &Montenotte) -> State {
    let builder = rules
        .build()
        .only(&["Bonaparte", "Laharpe", "Masséna", "Beaulieu", "Argenteau", "Vukassovitch"])
        .at("Bonaparte", "0713")
        .at("Laharpe", "0713")
        .strength("Laharpe", 8)
        .fuse("Laharpe", "Bonaparte")
        .at("Masséna", "0911")
        .strength("Masséna", 6)
        .cursor("Masséna", 0)
        .at("Argenteau", "0913")
        .strength("Argenteau", 7)
        .at("Vukassovitch", "1114")
        .strength("Vukassovitch", 3)
        .at("Beaulieu", "1718")
        .turn(2)
        .step(Step::Choose);
    let state = builder.finish().unwrap_or_else(|fault| panic!("{fault}"));
    let marker = |name: &str| rules.marker_named(&state, name).unwrap_or_else(|| panic!("no {name}"));
    let cell = |hex: &str| -> Cell {
        rules.map().grid.cell(hex.parse().expect("a hex")).unwrap_or_else(|| panic!("no {hex}"))
    };
    let dir = |from: &str, to: &str| rules.map().grid.direction(cell(from), cell(to)).expect("hexes that touch");
    let wants = Action::Bid { bid: Bid::Wants };
    let step = |from: &str, to: &str| Action::Step { dir: dir(from, to) };
    let answers = [
        (Side::First, wants),
        (Side::Second, wants),
        (Side::First, Action::Activate { marker: marker("Bonaparte") }),
        (Side::First, step("0713", "0813")),
        (Side::Second, Action::Done),
        (Side::First, Action::Attack { dir: dir("0813", "0913") }),
        (Side::Second, Action::Done),
        (Side::First, Action::March { marker: marker("Masséna") }),
        (Side::First, step("0911", "0912")),
        (Side::First, step("0912", "0913")),
        (Side::Second, Action::March { marker: marker("Vukassovitch") }),
    ];
    let d6 = Fall::D6;
    let mut chance = Scripted::new([Fall::Contest(2, 3), d6(5), d6(2), d6(1), d6(5)]);
    let mut state = rules.resume(&state, &mut chance).unwrap_or_else(|stop| panic!("{stop}")).state;
    for (by, action) in answers {
        state = rules.next(&state, by, &action, &mut chance).unwrap_or_else(|stop| panic!("{action:?}: {stop}"));
    }
    state
}

fn end_of(rules: &Montenotte, s: &State) -> End {
    let unit = UNITS.map(|name| rules.roster().unit(name).unwrap_or_else(|| panic!("no {name}")));
    let fatigue = UNITS.map(|name| rules.marker_named(s, name).map_or(0, |marker| s.fatigue(marker)));
    End {
        sp: unit.map(|unit| s.sp(unit)),
        cursor: unit.map(|unit| s.cursor(unit)),
        fatigue,
        chariots: s.chariots(unit[2]),
        points: s.points(),
        track: s.sardinian_morale(),
        over: s.verdict().is_some(),
    }
}

/// One battle: its seed, its actions, and its dice.
struct Battle {
    seed: u64,
    actions: Vec<(Side, Action)>,
    dice: Vec<u8>,
}

fn fight(rules: &Montenotte, start: &State, seed: u64) -> (Battle, State) {
    let mut chance = Recording::new(Seeded::at(seed, 1));
    let mut state = start.clone();
    let (mut actions, mut dice) = (Vec::new(), Vec::new());
    while state.battle().is_some() {
        let Waiting::Asked(asked) = rules.waiting(&state) else { break };
        let by = Side::BOTH.into_iter().find(|side| asked[side.index()].is_some()).expect("somebody is asked");
        let legal = rules.legal_actions(&state, by);
        let wanted = [Action::Terrain { cover: Cover::Ground }, Action::Pursue];
        let action = *wanted.iter().find(|action| legal.contains(action)).unwrap_or(&legal[0]);
        state = rules.next(&state, by, &action, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
        actions.push((by, action));
        for fall in chance.take() {
            match fall {
                Fall::D6(pips) => dice.push(pips),
                Fall::TwoD6(a, b) => dice.extend([a, b]),
                other => panic!("{other:?}"),
            }
        }
    }
    (Battle { seed, actions, dice }, state)
}

/// Tells the time of one of `times` calls, as the median of the runs, and gives that of the best run, in tenths of a
/// nanosecond: on a busy machine the median tells of the others' work.
fn measure(name: &str, times: usize, mut run: impl FnMut()) -> u128 {
    let mut taken: Vec<_> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            run();
            begun.elapsed()
        })
        .collect();
    taken.sort();
    let of = |run: usize| taken[run].as_nanos() * 10 / times.max(1) as u128;
    let (median, best) = (of(RUNS / 2), of(0));
    println!("{name:52} {:>7}.{} ns, the best {:>7}.{}", median / 10, median % 10, best / 10, best % 10);
    best
}

fn main() {
    let rules = Montenotte::open(&Setup::scenario("montenotte")).unwrap_or_else(|faults| panic!("{faults}"));
    let start = declared(&rules);
    let mut battles = Vec::new();
    for seed in 0..BATTLES {
        let (battle, state) = fight(&rules, &start, seed);
        let mut dice = battle.dice.iter().copied();
        let end = plain(START, || dice.next().expect("as many dice"));
        assert_eq!(end, end_of(&rules, &state), "seed {seed}, dice {:?}", battle.dice);
        assert_eq!(dice.next(), None, "seed {seed}: a die is left");
        battles.push(battle);
    }
    let actions: usize = battles.iter().map(|battle| battle.actions.len()).sum();
    println!("{BATTLES} battles of {} actions in the mean, each to the same end by both", actions as u64 / BATTLES);
    // Few enough for a run to fit between two interruptions.
    battles.truncate(200);
    let count = battles.len();
    let by_hand = measure("a battle by the plain function", count, || {
        for battle in &battles {
            let mut dice = battle.dice.iter().copied();
            black_box(plain(black_box(START), || dice.next().unwrap_or(1)));
        }
    });
    let by_copy = measure("a battle by the crate, by copy, no journal", count, || {
        for battle in &battles {
            let (mut chance, mut state) = (Seeded::at(battle.seed, 1), start.clone());
            for (by, action) in &battle.actions {
                state = rules.next(&state, *by, action, &mut chance).expect("a recorded action");
            }
            black_box(state);
        }
    });
    let in_place = measure("a battle by the crate, in place, no journal", count, || {
        for battle in &battles {
            let (mut chance, mut state) = (Seeded::at(battle.seed, 1), start.clone());
            for (by, action) in &battle.actions {
                rules.apply_in(&mut state, *by, action, &mut Silent, &mut chance).expect("a recorded action");
            }
            black_box(state);
        }
    });
    let with_journal = measure("a battle by the crate, by copy, with its journal", count, || {
        for battle in &battles {
            let (mut chance, mut state) = (Seeded::at(battle.seed, 1), start.clone());
            for (by, action) in &battle.actions {
                let outcome = rules.apply(&state, *by, action, &mut chance).expect("a recorded action");
                black_box(&outcome.journal);
                state = outcome.state;
            }
        }
    });
    measure("a battle by the crate, in place, with its journal", count, || {
        let mut journal = Account::new();
        for battle in &battles {
            let (mut chance, mut state) = (Seeded::at(battle.seed, 1), start.clone());
            journal.clear();
            for (by, action) in &battle.actions {
                rules.apply_in(&mut state, *by, action, &mut journal, &mut chance).expect("a recorded action");
            }
            black_box(state);
        }
    });
    let times = |cost: u128| cost / by_hand.max(1);
    println!(
        "by the best runs, the crate takes {} times as long by copy, {} in place, {} with the journal",
        times(by_copy),
        times(in_place),
        times(with_journal)
    );
    println!("what that is made of, for the choice of the terrain and the dice that follow:");
    let terrain = Action::Terrain { cover: Cover::Ground };
    measure("clone of the state", 1000, || (0..1000).for_each(|_| _ = black_box(black_box(&start).clone())));
    measure("one action without journal (next)", count, || {
        for battle in &battles {
            _ = black_box(rules.next(&start, Side::Second, &terrain, &mut Seeded::at(battle.seed, 1)));
        }
    });
    measure("one action with its journal (apply)", count, || {
        for battle in &battles {
            _ = black_box(rules.apply(&start, Side::Second, &terrain, &mut Seeded::at(battle.seed, 1)));
        }
    });
    measure("its judgement alone (check)", 1000, || {
        (0..1000).for_each(|_| _ = black_box(rules.check(black_box(&start), Side::Second, &terrain)));
    });
    measure("the legal actions", 1000, || {
        (0..1000).for_each(|_| _ = black_box(rules.legal_actions(black_box(&start), Side::Second)));
    });
    measure("a view", 1000, || (0..1000).for_each(|_| _ = black_box(rules.view(black_box(&start), Side::Second))));
    measure("exact odds to the next decision", 20, || {
        (0..20).for_each(|_| _ = black_box(odds(&rules, &start, Side::Second, &terrain, &mut Stopping, 10_000)));
    });
}
