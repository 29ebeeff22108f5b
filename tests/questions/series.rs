//! Jours de Gloire.

use grognard::chance::Seeded;
use grognard::hex::{Cell, Dir, Vertex};
use grognard::journal::Silent;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Frame, Gait, Halted, Party};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::questions::{Hold, Influence, Mover, Reach, Strain};
use grognard::jours_de_gloire::state::State;
use grognard::jours_de_gloire::why::Why;
use grognard::odds::Policy;
use grognard::players::{Keen, Random};
use grognard::refusal::{Refusal, Stop};
use grognard::rule::Cites;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::{Side, UnitId, UnitSet};

fn open(scenario: &str, option: Option<&str>) -> JoursDeGloire {
    let setup = Setup::scenario(scenario);
    let setup = match option {
        Some(option) => setup.option(option),
        None => setup,
    };
    JoursDeGloire::open(&setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Every position of some games at which a side is asked.
fn positions(rules: &JoursDeGloire, seeds: std::ops::Range<u64>, most: usize, mut each: impl FnMut(&State)) {
    for seed in seeds {
        let mut chance = Seeded::new(seed);
        let mut state = rules.begin(&mut chance).unwrap().state;
        let mut player = Keen::seeded(seed);
        for _ in 0..most {
            each(&state);
            let waiting = rules.waiting(&state);
            if waiting == Waiting::Over {
                break;
            }
            let side = waiting.sides().next().unwrap();
            let question = waiting.of(side).unwrap();
            let action = player.answer(rules, &state, side, question).unwrap();
            rules.apply_in(&mut state, side, &action, &mut Silent, &mut chance).unwrap();
        }
    }
}

fn cell(rules: &JoursDeGloire, hex: &str) -> Cell {
    rules.map().grid.cell(hex.parse().unwrap()).unwrap()
}

fn unit(rules: &JoursDeGloire, name: &str) -> UnitId {
    rules.roster().unit_named(name).unwrap_or_else(|| panic!("{name}"))
}

fn cited(rules: &Cites) -> Vec<String> {
    rules.iter().map(|rule| rule.to_string()).collect()
}

/// What the steps of the one on the move are said to cost is what they are judged and charged.
fn steps_agree(rules: &JoursDeGloire, state: &State, side: Side, mover: &Mover<'_>) -> usize {
    let Some(Frame::Moving(moving)) = rules.waiting(state).of(side).map(|question| question.frame) else { return 0 };
    let mut open = 0;
    for dir in Dir::ALL {
        let action = Action::Step { dir };
        match (mover.step(dir), rules.check(state, side, &action)) {
            (Ok(price), Ok(())) => {
                let mut chance = Seeded::new(1);
                let outcome = rules.apply(state, side, &action, &mut chance).unwrap();
                let paid = outcome.journal.tallies().next().unwrap();
                assert_eq!(price.cost.sum(), paid.sum());
                let parts = |tally: &grognard::tally::Tally<_>| -> Vec<_> {
                    tally.modifiers().map(|part| (part.label, part.value, part.rule)).collect()
                };
                assert_eq!(parts(&price.cost), parts(paid));
                assert!(price.cost.sum() <= i16::from(moving.left));
                open += 1;
            }
            (Err(refusal), Err(Stop::Refused(judged))) => assert_eq!(refusal, judged),
            // Ways off the map are no steps.
            (Err(_), Ok(())) => assert_eq!(rules.map().grid.neighbour(state.at(moving.unit).unwrap(), dir), None),
            (said, judged) => panic!("{said:?}, but {judged:?}"),
        }
    }
    open
}

#[test]
fn the_price_of_a_step_is_what_the_step_costs() {
    let mut priced = 0;
    for (scenario, option) in
        [("proving", Some("montebello-edition")), ("proving", Some("rivoli-edition")), ("charge", None)]
    {
        let rules = open(scenario, option);
        positions(&rules, 0..4, 700, |state| {
            let ask = rules.questions(state);
            if let Some(mover) = ask.on_the_move() {
                let side = rules.waiting(state).sides().next();
                priced += side.map_or(0, |side| steps_agree(&rules, state, side, &mover));
            }
        });
    }
    assert!(priced > 500, "{priced}");
}

/// The cheapest costs by trying every way, as far as the points go.
fn tried(rules: &JoursDeGloire, state: &State, side: Side, spent: u8, all: u8, best: &mut [u8]) {
    let Some(Frame::Moving(moving)) = rules.waiting(state).of(side).map(|question| question.frame) else { return };
    let here = state.at(moving.unit).unwrap();
    if moving.hexes > 0 {
        if best[here.index()] <= spent {
            return;
        }
        best[here.index()] = spent;
    }
    for dir in Dir::ALL {
        let mut next = state.clone();
        let mut chance = Seeded::new(7);
        if rules.apply_in(&mut next, side, &Action::Step { dir }, &mut Silent, &mut chance).is_err() {
            continue;
        }
        // A commander whom they meet gets out of the way.
        for _ in 0..8 {
            let waiting = rules.waiting(&next);
            let asked = waiting.sides().next().and_then(|by| Some((by, waiting.of(by)?.frame)));
            let Some((by, Frame::CommanderFlight { .. })) = asked else { break };
            let flight = rules.legal_actions(&next, by).pop().unwrap();
            rules.apply_in(&mut next, by, &flight, &mut Silent, &mut chance).unwrap();
        }
        match rules.waiting(&next).of(side).map(|question| question.frame) {
            Some(Frame::Moving(on)) => tried(rules, &next, side, all - on.left, all, best),
            // Something else comes first.
            _ => {
                if let Some(at) = next.at(moving.unit) {
                    best[at.index()] = best[at.index()].min(ANSWERED);
                }
            }
        }
    }
}

/// A hex was reached, and what it cost is not seen.
const ANSWERED: u8 = 200;

#[test]
fn reach_is_what_every_way_together_reaches() {
    let (mut compared, mut hexes) = (0, 0);
    for option in ["montebello-edition", "rivoli-edition"] {
        let rules = open("proving", Some(option));
        let mut n = 0;
        positions(&rules, 0..3, 500, |state| {
            n += 1;
            if n % 67 != 0 {
                return;
            }
            for unit in state.on_map() {
                let side = rules.side_of(unit);
                for gait in [Gait::March, Gait::Forced] {
                    let Ok(ask) = rules.questions(state).activated(unit, Orders::Received) else { continue };
                    let Ok(mover) = ask.mover(unit, Party::Alone, gait) else { continue };
                    let reach = mover.reach();
                    // The same in play, from the same position.
                    let mut play = ask.state().clone();
                    let begin = Action::Move { unit, party: Party::Alone, gait };
                    let mut chance = Seeded::new(3);
                    if let Err(stop) = rules.apply_in(&mut play, side, &begin, &mut Silent, &mut chance) {
                        assert_eq!(reach.hexes, vec![], "{stop}");
                        continue;
                    }
                    // Disorder on the way stops nobody, but slows: such ways are left to the other tests.
                    let all = reach.allowance.is;
                    let mut best = vec![u8::MAX; rules.map().grid.len()];
                    if all > 8 {
                        continue;
                    }
                    tried(&rules, &play, side, 0, all, &mut best);
                    for hex in &reach.hexes {
                        hexes += 1;
                        let found = best[hex.cell.index()];
                        let clean = hex.strain == Strain::None;
                        assert!(
                            found == hex.cost || found == ANSWERED || (!clean && found > hex.cost),
                            "{found} and {hex:?}"
                        );
                        best[hex.cell.index()] = u8::MAX;
                    }
                    let start = state.at(unit).unwrap();
                    best[start.index()] = u8::MAX;
                    assert!(best.iter().all(|cost| *cost == u8::MAX), "a hex was reached that was not named");
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 100 && hexes > 1_000, "{compared}, {hexes}");
}

/// What every answer about reach holds to.
fn reach_is_sound(rules: &JoursDeGloire, start: Cell, reach: &Reach) {
    let grid = &rules.map().grid;
    for hex in &reach.hexes {
        assert!(hex.cost <= reach.allowance.is && hex.cell != start);
        let end = hex.way.iter().try_fold(start, |at, dir| grid.neighbour(at, *dir));
        assert_eq!(end, Some(hex.cell));
        assert!(hex.halts.rules.iter().next().is_some());
    }
    assert!(reach.hexes.is_sorted_by_key(|hex| hex.cost));
    for limit in &reach.limits {
        assert!(limit.from == start || reach.at(limit.from).is_some());
        assert!(limit.to.is_none_or(|to| reach.at(to).is_none()));
        assert_eq!(limit.to, grid.neighbour(limit.from, limit.dir));
        let Refusal::Forbidden { rules, .. } = limit.refusal else { panic!("{limit:?}") };
        assert!(rules.iter().next().is_some());
    }
}

#[test]
fn what_limits_reach_is_said() {
    let rules = open("charge", None);
    let state = Position::empty(&rules)
        .place("O'Reilly/Nauendorff", "0813", Vertex::SE)
        .place("Murat/11th Hussars", "0913", Vertex::NW)
        .build()
        .unwrap();
    let (rider, start) = (unit(&rules, "O'Reilly/Nauendorff"), cell(&rules, "0813"));
    let plain = rules.questions(&state);
    let Err(Refusal::Forbidden { why: Why::NotYours(_) | Why::NotActive(_), .. }) =
        plain.mover(rider, Party::Alone, Gait::March)
    else {
        panic!("nobody is activated");
    };
    let mut costs = Vec::new();
    for orders in [Orders::Without, Orders::Received] {
        let ask = plain.activated(rider, orders).unwrap();
        let reach = ask.mover(rider, Party::Alone, Gait::March).unwrap().reach();
        reach_is_sound(&rules, start, &reach);
        costs.push((reach.allowance.is, reach.hexes.len()));
        let pace = if orders == Orders::Without { "M 4.1.2/1" } else { "M 4.1.1/1" };
        assert_eq!(cited(&reach.allowance.rules), [pace]);
        // The enemy's hex, the points and the zone of control are what stop it.
        let whys: Vec<Why> = reach
            .limits
            .iter()
            .filter_map(|limit| match limit.refusal {
                Refusal::Forbidden { why, .. } => Some(why),
                _ => None,
            })
            .collect();
        assert!(whys.iter().any(|why| matches!(why, Why::Enemy { .. })), "{whys:?}");
        assert!(whys.iter().any(|why| matches!(why, Why::Points { .. })), "{whys:?}");
        // Leaving the hex where the enemy controls it, the next hex of the same zone is barred.
        assert!(whys.iter().any(|why| matches!(why, Why::SameZone { .. } | Why::FrontZone { .. })), "{whys:?}");
    }
    assert!(costs[0].0 < costs[1].0 && costs[0].1 < costs[1].1, "{costs:?}");

    // From afar it comes into the zone, and stops there.
    let state = Position::empty(&rules)
        .place("O'Reilly/Nauendorff", "0810", Vertex::SE)
        .place("Murat/11th Hussars", "0913", Vertex::NW)
        .build()
        .unwrap();
    let ask = rules.questions(&state).activated(rider, Orders::Received).unwrap();
    let reach = ask.mover(rider, Party::Alone, Gait::March).unwrap().reach();
    let stopped: Vec<_> = reach.hexes.iter().filter(|hex| hex.halts.is == Halted::ByZone).collect();
    assert!(!stopped.is_empty());
    for hex in stopped {
        assert_eq!(cited(&hex.halts.rules), ["M 6.2.2/1", "M 6.2.1/1"]);
        assert_eq!(rules.map().grid.distance(hex.cell, cell(&rules, "0913")), 1);
    }
    // A forced march keeps its distance, and says so.
    let forced = ask.mover(rider, Party::Alone, Gait::Forced);
    let Err(Refusal::Forbidden { rules: by, why: Why::TooNear { .. } }) = forced else { panic!("{forced:?}") };
    assert_eq!(cited(&by), ["M 4.1.3/3"]);
    // A charge has a target, and is no plain movement.
    assert!(ask.mover(rider, Party::Alone, Gait::Charge).is_err());
    assert!(rules.questions(&state).activated(UnitId::new(63).unwrap(), Orders::Received).is_err());
}

#[test]
fn zones_are_answered_unit_by_unit_and_side_by_side() {
    for option in ["montebello-edition", "rivoli-edition"] {
        let rules = open("proving", Some(option));
        let mut free = std::collections::BTreeSet::new();
        let mut covered = 0;
        let mut n = 0;
        positions(&rules, 0..4, 600, |state| {
            n += 1;
            if n % 17 != 0 {
                return;
            }
            let ask = rules.questions(state);
            let mut by_unit = vec![UnitSet::EMPTY; rules.map().grid.len()];
            for unit in state.on_map() {
                for hex in ask.zone_of(unit).unwrap() {
                    match hex.is.hold {
                        Hold::Covered => {
                            by_unit[hex.is.cell.index()].insert(unit);
                            covered += 1;
                        }
                        Hold::Free => _ = free.insert(hex.rules.to_string()),
                    }
                }
            }
            for side in Side::BOTH {
                let zones = ask.zones_of(side);
                let mut named = vec![UnitSet::EMPTY; rules.map().grid.len()];
                for held in zones {
                    assert!(held.is.in_front_of.within(held.is.by) && !held.is.by.is_empty());
                    named[held.is.cell.index()] = held.is.by;
                }
                for (cell, units) in by_unit.iter().enumerate() {
                    let own: UnitSet = units.filter(|unit| rules.side_of(*unit) == side).collect();
                    assert_eq!(named[cell], own);
                }
            }
        });
        assert!(covered > 1_000);
        // Artillery, squares and routed units; hexsides that cannot be crossed; water; works.
        let book = if option == "montebello-edition" { "M 6.2.1/" } else { "R 6.2/" };
        for clause in 2..=5 {
            assert!(free.contains(&format!("{book}{clause}")), "{clause}: {free:?}");
        }
    }
    let rules = open("charge", None);
    let state = Position::empty(&rules).build().unwrap();
    assert!(rules.questions(&state).zone_of(UnitId::new(0).unwrap()).is_err(), "it is not on the map");
    assert!(rules.questions(&state).zone_of(UnitId::new(63).unwrap()).is_err(), "there is no such unit");
}

#[test]
fn sight_says_what_hides() {
    let rules = open("montebello", None);
    let state = rules.start();
    let ask = rules.questions(&state);
    let mut said = std::collections::BTreeSet::new();
    let cells: Vec<Cell> = rules.map().grid.cells().collect();
    for from in cells.iter().step_by(7) {
        for to in cells.iter().step_by(3) {
            let sight = ask.sight(*from, *to);
            assert_eq!(sight.is, rules.sees(&state, *from, *to));
            assert!(sight.rules.iter().next().is_some());
            let told = ask.tell_sight(&sight);
            assert_eq!(told.starts_with("clear"), sight.is.is_clear(), "{told}");
            said.extend(told.split(' ').take(9).map(str::to_owned));
            assert_eq!(ask.sight_to_fire(*from, *to).is, sight.is, "no option of this edition changes it");
        }
    }
    for word in ["clear", "blocked", "past", "height", "woods", "slope"] {
        assert!(said.iter().any(|other| other.contains(word)), "{word}: {said:?}");
    }
    // Beside each other.
    let (a, b) = (cell(&rules, "0303"), cell(&rules, "0304"));
    assert_eq!(cited(&ask.sight(a, b).rules), ["M 7.4.4/1"]);
}

#[test]
fn stacking_is_answered_with_the_rule() {
    let rules = open("charge", None);
    let state = Position::empty(&rules)
        .place("O'Reilly/Nauendorff", "0812", Vertex::SE)
        .place("O'Reilly/Hussar 5", "0813", Vertex::SE)
        .place("Murat/11th Hussars", "0913", Vertex::NW)
        .build()
        .unwrap();
    let ask = rules.questions(&state);
    let [one, two, enemy] =
        ["O'Reilly/Nauendorff", "O'Reilly/Hussar 5", "Murat/11th Hussars"].map(|name| unit(&rules, name));
    assert_eq!(ask.stack(one.only().or(two.only())).map(|by| cited(&by)), Ok(vec!["M 5.1.1/2".to_owned()]));
    assert_eq!(ask.join(one.only(), cell(&rules, "0813")).map(|by| cited(&by)), Ok(vec!["M 5.1.1/2".to_owned()]));
    let Err(Refusal::Forbidden { why, .. }) = ask.stack(one.only().or(enemy.only())) else { panic!("both sides") };
    assert_eq!(why, Why::Enemy { unit: one.min(enemy), enemy: one.max(enemy) });
    assert!(ask.join(one.only(), cell(&rules, "0913")).is_err());
    assert!(ask.stack(UnitId::new(63).unwrap().only()).is_err(), "there is no such unit");

    // On the proving ground: what is refused and allowed, by arm, formation and state.
    let mut cases = std::collections::BTreeSet::new();
    for option in ["montebello-edition", "rivoli-edition"] {
        let rules = open("proving", Some(option));
        let mut random = Random::new(5);
        let mut n = 0;
        positions(&rules, 0..4, 600, |state| {
            n += 1;
            if n % 11 != 0 {
                return;
            }
            let ask = rules.questions(state);
            let side = Side::BOTH[random.below(2)];
            let mine: Vec<UnitId> = state.on_map().filter(|unit| rules.side_of(*unit) == side).collect();
            for _ in 0..40 {
                let count = 1 + random.below(3);
                let units: UnitSet = (0..count).map(|_| mine[random.below(mine.len())]).collect();
                match (ask.stack(units), rules.may_stack(state, units)) {
                    (Ok(by), Ok(())) => cases.insert(format!("by {by}")),
                    (Err(Refusal::Forbidden { rules: by, why: Why::Stacking { .. } }), Err((rule, _))) => {
                        assert_eq!(cited(&by), [rule.of(rules.edition()).to_string()]);
                        cases.insert(format!("not by {by}"))
                    }
                    (said, judged) => panic!("{said:?} and {judged:?}"),
                };
            }
        });
    }
    for case in ["by M 5.1.1/2", "by M 5.1.1/3", "by M 5.1.1/5", "not by M 5.1.1/2", "not by M 5.1.1/11", "by R 5.1/2"]
    {
        assert!(cases.contains(case), "{case}: {cases:?}");
    }
}

#[test]
fn command_range_is_what_orders_are_judged_by() {
    let (mut within, mut beyond, mut none) = (0, 0, 0);
    for scenario in ["montebello", "rivoli-historical", "proving"] {
        let rules = open(scenario, None);
        positions(&rules, 0..3, 400, |state| {
            if !rules.in_orders_phase(state) {
                return;
            }
            let ask = rules.questions(state);
            for side in Side::BOTH {
                if rules.waiting(state).of(side).is_none() {
                    continue;
                }
                for unit in state.on_map().filter(|unit| rules.side_of(*unit) == side) {
                    let answers = ask.command(unit).unwrap();
                    let reached = answers.iter().any(|answer| answer.is.influence == Influence::Within);
                    for answer in &answers {
                        let near = answer.is.distance.is_some_and(|distance| distance <= answer.is.range);
                        match answer.is.influence {
                            Influence::Within => within += usize::from(near),
                            Influence::Beyond => {
                                assert!(!near);
                                beyond += 1;
                            }
                            Influence::None => none += 1,
                        }
                        assert!(answer.rules.iter().next().is_some());
                    }
                    match rules.check(state, side, &Action::Order { unit }) {
                        Ok(()) => assert!(reached),
                        Err(Stop::Refused(Refusal::Forbidden { why: Why::OutOfRange(_), .. })) => assert!(!reached),
                        Err(_) => {}
                    }
                }
            }
        });
    }
    assert!(within > 50 && beyond > 50 && none > 0, "{within}, {beyond}, {none}");
}
