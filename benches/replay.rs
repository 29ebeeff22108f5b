//! What adjudication costs: the replay of a fixed corpus of games, and single calls.
//!
//! `cargo bench --bench replay`; with words after `--`, only what their names contain. The corpus is played at the start by seeded players that seek the fight, so it is the same
//! in every run of one version. Each number is the median of five runs, on one core; the clock is read here alone.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use grognard::chance::{Scripted, Seeded};
use grognard::door::Request;
use grognard::doors::Doors;
use grognard::hex::{Cell, Dir, Reach, Vertex};
use grognard::journal::{Account, Silent};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::{Action, Question};
use grognard::jours_de_gloire::frame::{Flight, Frame, Party, PursuitDue, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::State;
use grognard::odds::{Horizon, Outlook, Policy, Span, Stopping, foresee, odds};
use grognard::players::{Keen, play};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

const RUNS: usize = 5;
const SINGLE: usize = 101;
const SCENARIOS: [&str; 2] = ["montebello", "rivoli-historical"];
const SEEDS: [u64; 3] = [1796, 1797, 1800];
const MOST: u32 = 50_000;

/// A recorded game: where it began, what was done, and the dice.
struct Recorded {
    rules: usize,
    seed: u64,
    start: State,
    actions: Vec<(Side, Action)>,
}

/// The time of one of `times` calls, as the median of five runs.
fn measure(name: &str, times: usize, run: impl FnMut()) -> Duration {
    measure_in(RUNS, name, times, run)
}

/// The time of one of `times` calls, as the median of so many runs.
fn measure_in(runs: usize, name: &str, times: usize, mut run: impl FnMut()) -> Duration {
    // Words of the command line choose what is measured.
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    if words.peek().is_some() && !words.any(|word| name.contains(&word)) {
        return Duration::ZERO;
    }
    let mut taken: Vec<Duration> = (0..runs)
        .map(|_| {
            let begun = Instant::now();
            run();
            begun.elapsed()
        })
        .collect();
    taken.sort();
    let one = taken[runs / 2] / u32::try_from(times.max(1)).unwrap_or(u32::MAX);
    let second = Duration::from_secs(1).as_nanos().checked_div(one.as_nanos()).unwrap_or(0);
    println!("{name:60} {:>10} ns  {second:>10} a second", one.as_nanos());
    one
}

fn record(rules: &[JoursDeGloire]) -> Vec<Recorded> {
    let mut corpus = Vec::new();
    for (place, rules) in rules.iter().enumerate() {
        for seed in SEEDS {
            let mut chance = Seeded::new(seed);
            let start = rules.begin(&mut chance).unwrap_or_else(|stop| panic!("{stop}")).state;
            let mut actions = Vec::new();
            let players: [&mut dyn Policy<JoursDeGloire>; 2] = [&mut Keen::seeded(seed), &mut Keen::seeded(!seed)];
            play(rules, start.clone(), &mut chance, players, MOST, &mut |side, action, _| {
                actions.push((side, *action));
                ControlFlow::Continue(())
            })
            .unwrap_or_else(|stop| panic!("{stop}"));
            corpus.push(Recorded { rules: place, seed, start, actions });
        }
    }
    corpus
}

/// What an action is for the shares of the corpus.
fn share(action: &Action) -> usize {
    match action {
        Action::Done => 2,
        Action::Move { .. }
        | Action::Step { .. }
        | Action::Halt { .. }
        | Action::Pivot { .. }
        | Action::Command { .. }
        | Action::Enter { .. }
        | Action::ToTop { .. }
        | Action::FormSquare { .. }
        | Action::LeaveSquare { .. }
        | Action::Run { .. } => 0,
        Action::Charge { .. }
        | Action::Shock { .. }
        | Action::Fight { .. }
        | Action::Fire { .. }
        | Action::React { .. }
        | Action::CounterCharge { .. }
        | Action::Evade { .. }
        | Action::Advance { .. }
        | Action::Quarry { .. }
        | Action::Recall
        | Action::Turn { .. } => 1,
        _ => 3,
    }
}

/// The policy of the charges: nobody counter-charges or breaks off, recoils go straight back where they may, facing is kept;
/// else the first way. To the end of the activation.
struct Stated<'s>(&'s State);

impl Policy<JoursDeGloire> for Stated<'_> {
    fn answer(&mut self, rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Option<Action> {
        let wanted = match asked.frame {
            Frame::Activation(_) => return None,
            Frame::Pursuit(pursuit) if pursuit.due == PursuitDue::Turn => {
                Some(Action::Turn { facing: s.facing(pursuit.unit) })
            }
            Frame::Withdrawal(w) if w.flight == Flight::Recoil => {
                Some(Action::Step { dir: if rules.side_of(w.unit) == Side::First { Dir::S } else { Dir::N } })
            }
            _ => None,
        };
        let legal = rules.legal_actions(s, by);
        legal.iter().find(|action| wanted == Some(**action)).or(legal.first()).copied()
    }

    fn horizon(&mut self, rules: &JoursDeGloire, s: &State) -> Horizon {
        rules.horizon(self.0, s, Span::Activation)
    }
}

/// The worked charge, to the question of the counter-charge.
fn charged(rules: &JoursDeGloire) -> (State, Side) {
    let unit = |name: &str| rules.roster().unit_named(name).expect("a unit of the charge");
    let cell = |hex: &str| rules.map().grid.cell(hex.parse().expect("a hex")).expect("a hex of the map");
    let charge = |name: &str, hex: &str| Action::Charge { unit: unit(name), party: Party::Alone, target: cell(hex) };
    let nauendorff = unit("O'Reilly/Nauendorff");
    let answers = [
        charge("O'Reilly/Hussar 5", "1112"),
        charge("O'Reilly/Nauendorff", "0913"),
        Action::Step { dir: Dir::S },
        Action::Halt { facing: Vertex::SE },
        Action::Done,
        Action::Fight { unit: nauendorff },
    ];
    let start = Position::scenario(rules).activate("O'Reilly", Orders::Without, Step::Movement).build();
    let mut state = start.unwrap_or_else(|faults| panic!("{faults}"));
    let mut chance = Scripted::d10([8, 4]);
    for answer in answers {
        let by = rules.waiting(&state).sides().next().expect("somebody is asked");
        state = rules.next(&state, by, &answer, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
    }
    (state, rules.side_of(unit("Murat/11th Hussars")))
}

/// The replay of the games of one scenario, or of all.
fn replays(name: &str, rules: &[JoursDeGloire], corpus: &[&Recorded]) {
    let count = corpus.iter().map(|game| game.actions.len()).sum();
    measure(&format!("{name}: replay by copy, no journal (next)"), count, || {
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                state = rules[game.rules].next(&state, *by, action, &mut chance).expect("a recorded action");
            }
            black_box(state);
        }
    });
    measure(&format!("{name}: replay by copy, with the journal (apply)"), count, || {
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                let outcome = rules[game.rules].apply(&state, *by, action, &mut chance).expect("a recorded action");
                black_box(&outcome.journal);
                state = outcome.state;
            }
        }
    });
    measure(&format!("{name}: replay in place, no journal"), count, || {
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                let done = rules[game.rules].apply_in(&mut state, *by, action, &mut Silent, &mut chance);
                black_box(done).expect("a recorded action");
            }
        }
    });
    measure(&format!("{name}: replay in place, with the journal"), count, || {
        let mut journal = Account::new();
        for game in corpus {
            let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
            for (by, action) in &game.actions {
                journal.clear();
                let done = rules[game.rules].apply_in(&mut state, *by, action, &mut journal, &mut chance);
                black_box(done).expect("a recorded action");
            }
        }
    });
}

fn positions(rules: &[JoursDeGloire], corpus: &[Recorded]) {
    // Every seventh position of the corpus.
    let mut positions: Vec<(usize, State, Side)> = Vec::new();
    for game in corpus {
        let (mut chance, mut state) = (Seeded::at(game.seed, 1), game.start.clone());
        for (nth, (by, action)) in game.actions.iter().enumerate() {
            if nth % 7 == 0 {
                positions.push((game.rules, state.clone(), *by));
            }
            state = rules[game.rules].next(&state, *by, action, &mut chance).expect("a recorded action");
        }
    }
    let count = positions.len();
    measure("clone", count, || {
        for (_, state, _) in &positions {
            black_box(state.clone());
        }
    });
    measure("waiting", count, || {
        for (place, state, _) in &positions {
            black_box(rules[*place].waiting(state));
        }
    });
    measure("fingerprint", count, || {
        for (place, state, _) in &positions {
            black_box(rules[*place].fingerprint(state));
        }
    });
    let mut listed = 0;
    measure("legal actions of the side that is asked", count, || {
        listed = 0;
        for (place, state, by) in &positions {
            listed += black_box(rules[*place].legal_actions(state, *by)).len();
        }
    });
    println!("{:44} {:>10} tenths", "  so many in the mean", listed * 10 / count.max(1));
    measure("line of sight between two units", count, || {
        for (place, state, by) in &positions {
            let mut ends = state.on_map().filter(|unit| rules[*place].side_of(*unit) == *by);
            let other = state.on_map().find(|unit| rules[*place].side_of(*unit) != *by);
            if let (Some(from), Some(to)) =
                (ends.next().and_then(|unit| state.at(unit)), other.and_then(|unit| state.at(unit)))
            {
                black_box(rules[*place].sees(state, from, to));
            }
        }
    });
    let mut reach = Reach::new();
    measure("cheapest ways within 8 points", count, || {
        for (place, state, _) in &positions {
            let Some(from) = state.on_map().next().and_then(|unit| state.at(unit)) else { continue };
            let map = rules[*place].map();
            reach.run(&map.grid, [from], 8, |_, _, to: Cell| Some(1 + u8::from(!map.level(to).is_positive())));
            black_box(reach.cost(from));
        }
    });
}

/// The odds of the worked charge, from the question of the counter-charge.
fn worked_charge() {
    let charge = JoursDeGloire::open(&Setup::scenario("charge")).unwrap_or_else(|faults| panic!("{faults}"));
    let (before, by) = charged(&charge);
    let mut steps = 0;
    measure("odds of a shock to the next decision", 100, || {
        for _ in 0..100 {
            let odds = odds(&charge, &before, by, &Action::Done, &mut Stopping, 10_000);
            steps = black_box(odds).unwrap_or_else(|stop| panic!("{stop}")).steps;
        }
    });
    println!("{:44} {steps:>10} steps", "");
    measure("odds of a shock with its recoils", 100, || {
        let mut combat = |rules: &JoursDeGloire, s: &State, by: Side, asked: &Question| match asked.frame {
            Frame::Withdrawal(_) => Stated(&before).answer(rules, s, by, asked),
            _ => None,
        };
        for _ in 0..100 {
            let odds = odds(&charge, &before, by, &Action::Done, &mut combat, 10_000);
            steps = black_box(odds).unwrap_or_else(|stop| panic!("{stop}")).steps;
        }
    });
    println!("{:44} {steps:>10} steps", "");
    measure_in(SINGLE, "odds of a charge with its pursuit", 1, || {
        let odds = odds(&charge, &before, by, &Action::Done, &mut Stated(&before), 100_000);
        steps = black_box(odds).unwrap_or_else(|stop| panic!("{stop}")).steps;
    });
    println!("{:44} {steps:>10} steps", "");
}

/// The charges of the example `odds`, each under both editions: to the end of the activation, with every pursuit.
const CHARGES: [(&str, &str); 7] = [
    ("the worked charge", include_str!("../examples/odds/worked-charge.json")),
    ("infantry", include_str!("../examples/odds/infantry.json")),
    ("cavalry", include_str!("../examples/odds/cavalry.json")),
    ("square", include_str!("../examples/odds/square.json")),
    ("stack", include_str!("../examples/odds/stack.json")),
    ("guns", include_str!("../examples/odds/guns.json")),
    ("battery", include_str!("../examples/odds/battery.json")),
];

fn stated_charges() {
    let mut times = Vec::new();
    for edition in ["montebello", "rivoli"] {
        for (name, text) in CHARGES {
            let request: Request = serde_json::from_str(text).expect("a request");
            let setup = request.setup.option(format!("{edition}-edition"));
            let rules = JoursDeGloire::open(&setup).unwrap_or_else(|faults| panic!("{faults}"));
            let document = serde_json::from_value(request.document.expect("a document")).expect("a document");
            let state = rules.read(&document).unwrap_or_else(|faults| panic!("{faults}"));
            let asked = request.odds.expect("a question for odds");
            let by = rules.side_named(&asked.by).expect("a side");
            let action = rules.read_action(&asked.action).unwrap_or_else(|faults| panic!("{faults}"));
            let manner = |side| asked.answers.get(rules.side_name(side)).copied().unwrap_or_default();
            let manners = Side::BOTH.map(manner);
            let (mut steps, mut found) = (0, 0);
            // The median of many single calls, as one is asked for.
            let time = measure_in(SINGLE, &format!("odds of a charge: {name}, {edition}"), 1, || {
                let odds = foresee(&rules, &state, by, &action, manners, asked.until, 100_000);
                let odds = black_box(odds).unwrap_or_else(|stop| panic!("{stop}"));
                (steps, found) = (odds.steps, odds.outcomes.len());
            });
            if !time.is_zero() {
                println!("{:44} {steps:>10} steps, {found} positions", "");
                times.push(time);
            }
        }
    }
    times.sort();
    if let Some(median) = times.get(times.len() / 2) {
        println!("{:44} {:>10} ns", "odds of a charge: the median of these", median.as_nanos());
    }
}

fn main() {
    let rules: Vec<JoursDeGloire> = SCENARIOS
        .iter()
        .map(|name| JoursDeGloire::open(&Setup::scenario(*name)).unwrap_or_else(|faults| panic!("{faults}")))
        .collect();
    let corpus = record(&rules);
    let count: usize = corpus.iter().map(|game| game.actions.len()).sum();
    let mut shares = [0usize; 4];
    for (_, action) in corpus.iter().flat_map(|game| &game.actions) {
        shares[share(action)] += 1;
    }
    let [moves, fights, passes, others] = shares.map(|share| share * 1000 / count.max(1));
    println!(
        "{} games of {}: {count} actions; per thousand: {moves} moves, {fights} fights, {passes} passes, {others} others",
        corpus.len(),
        SCENARIOS.join(" and "),
    );
    println!("{:44} {:>10} bytes", "a state", size_of::<State>());
    replays("all", &rules, &corpus.iter().collect::<Vec<_>>());
    for (place, name) in SCENARIOS.iter().enumerate() {
        replays(name, &rules, &corpus.iter().filter(|game| game.rules == place).collect::<Vec<_>>());
    }
    positions(&rules, &corpus);
    worked_charge();
    stated_charges();
    measure("opening Montebello", 10, || {
        for _ in 0..10 {
            black_box(JoursDeGloire::open(&Setup::scenario("montebello"))).unwrap_or_else(|faults| panic!("{faults}"));
        }
    });
}
