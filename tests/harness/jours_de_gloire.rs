//! Jours de Gloire under the harness.

use grognard::chance::Seeded;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::Step;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Order, State};
use grognard::jours_de_gloire::why::Why;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::odds::Policy;
use grognard::players::{First, Keen, Passing, Random};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId, UnitSet};

use super::checks::{Met, Particular, game};
use super::kinds;

const PARTICULAR: Particular<JoursDeGloire> = Particular {
    turn: |s| u64::from(s.turn()),
    sound,
    grown,
    stop: |_| false,
    entries: 2_000,
    actions: 20_000,
    mutants: 12,
};

/// What holds of every position that waits for a player.
fn sound(rules: &JoursDeGloire, s: &State) -> Result<(), String> {
    let mut left = s.on_map();
    while let Some(unit) = left.lowest() {
        let Some(cell) = s.at(unit) else { return Err("on the map without a hex".to_owned()) };
        let here = s.units_at(cell);
        left = left.less(here);
        let hex = rules.map().grid.hex(cell);
        let first: UnitSet = here.filter(|other| rules.side_of(*other) == Side::First).collect();
        if !first.is_empty() && first != here {
            return Err(format!("both sides stand in {hex}: {here:?}"));
        }
        // Those who move or flee may pass through friends.
        let passing = here.filter(|other| s.marked(grognard::jours_de_gloire::state::Mark::Moving).has(*other)).count();
        if passing == 0 && !withdrawing(rules, s) && rules.may_stack(s, here).is_err() {
            return Err(format!("a stack in {hex} that no rule allows: {here:?}"));
        }
    }
    for unit in (0..rules.roster().units.len()).filter_map(UnitId::new) {
        if s.order(unit) == Order::Eliminated && s.at(unit).is_some() {
            return Err(format!("{unit:?} is eliminated and on the map"));
        }
        if s.in_square(unit) && (s.order(unit) != Order::Good || s.at(unit).is_none()) {
            return Err(format!("{unit:?} is in square and {:?}", s.order(unit)));
        }
    }
    Ok(())
}

/// Whether a unit is on its way out of a hex, through others.
fn withdrawing(rules: &JoursDeGloire, s: &State) -> bool {
    use grognard::jours_de_gloire::frame::Frame;
    let waiting = rules.waiting(s);
    waiting.sides().any(|side| {
        matches!(
            waiting.of(side).map(|question| question.frame),
            Some(Frame::Withdrawal(_) | Frame::RoutMove(_) | Frame::RecallMove { .. })
        )
    })
}

/// What holds of a position and one that followed: nobody comes back from the dead.
fn grown(_: &JoursDeGloire, before: &State, after: &State) -> Result<(), String> {
    for unit in (0..UnitId::COUNT).filter_map(UnitId::new) {
        if before.order(unit) == Order::Eliminated && after.order(unit) != Order::Eliminated {
            return Err(format!("{unit:?} was eliminated and is back"));
        }
        let gone = before.at(unit).is_some() && after.at(unit).is_none();
        if gone && after.order(unit) != Order::Eliminated && !after.has_exited(unit) {
            return Err(format!("{unit:?} has vanished"));
        }
    }
    if after.turn() < before.turn() {
        return Err("the turns run backwards".to_owned());
    }
    Ok(())
}

fn open(setup: &Setup) -> JoursDeGloire {
    JoursDeGloire::open(setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// One activation of a formation of the scenario, from the movement step.
fn activation(rules: &JoursDeGloire, formation: &str, orders: Orders) -> State {
    Position::scenario(rules)
        .activate(formation, orders, Step::Movement)
        .build()
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn players(seed: u64) -> [Box<dyn Policy<JoursDeGloire>>; 2] {
    match seed % 8 {
        0 => [Box::new(Random::new(seed)), Box::new(Random::new(seed + 1))],
        1 => [Box::new(First), Box::new(Keen::seeded(seed))],
        2 => [Box::new(Keen::seeded(seed)), Box::new(Passing)],
        _ => [Box::new(Keen::seeded(seed)), Box::new(Keen::seeded(seed + 1))],
    }
}

fn run(setup: &Setup, name: &str, seeds: impl Iterator<Item = u64>, start: impl Fn(&JoursDeGloire, u64) -> State) -> Met {
    let rules = open(setup);
    let mut met = Met::default();
    for seed in seeds {
        let [mut first, mut second] = players(seed);
        met.join(&game(&rules, &PARTICULAR, name, &start(&rules, seed), seed, [&mut *first, &mut *second]));
    }
    println!(
        "{name}: {} games, {} over, {} actions, {} listed, {} refused, {} entries at most",
        met.games, met.over, met.actions, met.listed, met.refused, met.longest
    );
    met
}

fn told(met: &Met) {
    kinds::print("events", &met.events.table::<Event>());
    kinds::print("actions", &met.kinds.table::<Action>());
    kinds::print("refusals", &met.refusals.table::<Why>());
    println!("questions {:?}", met.questions);
}

/// One activation after the other, of all formations in turn.
fn activations(setup: &Setup, name: &str, seeds: std::ops::Range<u64>) -> Met {
    let rules = open(setup);
    let formations: Vec<String> = rules.roster().formations.iter().map(|formation| formation.name.clone()).collect();
    run(setup, name, seeds, |rules, seed| {
        let orders = if seed % 3 == 0 { Orders::Without } else { Orders::Received };
        activation(rules, &formations[seed as usize / 2 % formations.len()], orders)
    })
}

#[test]
fn activations_of_the_proving_ground() {
    for edition in ["montebello-edition", "rivoli-edition"] {
        told(&activations(&Setup::scenario("proving").option(edition), edition, 0..60));
    }
}

#[test]
fn activations_of_the_shipped_battles() {
    for scenario in ["montebello", "rivoli-historical"] {
        told(&activations(&Setup::scenario(scenario), scenario, 0..10));
    }
}

fn begun(rules: &JoursDeGloire, seed: u64) -> State {
    rules.begin(&mut Seeded::new(!seed)).unwrap_or_else(|stop| panic!("{stop}")).state
}

#[test]
fn games_of_the_proving_ground() {
    for edition in ["montebello-edition", "rivoli-edition"] {
        told(&run(&Setup::scenario("proving").option(edition), edition, 0..10, begun));
    }
}
