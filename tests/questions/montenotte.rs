//! Montenotte.

use grognard::chance::Seeded;
use grognard::hex::Dir;
use grognard::journal::Silent;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Restraint};
use grognard::montenotte::command::Line;
use grognard::montenotte::frame::{Frame, Step};
use grognard::montenotte::questions::{Feed, Pace};
use grognard::montenotte::state::{Content, Mark, State, Status};
use grognard::montenotte::why::Why;
use grognard::players::Random;
use grognard::refusal::{Refusal, Stop};
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

fn open() -> Montenotte {
    Montenotte::open(&Setup::scenario("montenotte")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Every position of some games at which a side is asked.
fn positions(rules: &Montenotte, seeds: std::ops::Range<u64>, most: usize, mut each: impl FnMut(&State, Side, Frame)) {
    for seed in seeds {
        let mut chance = Seeded::new(seed);
        let mut state = rules.begin(&mut chance).unwrap().state;
        let mut random = Random::new(seed);
        for _ in 0..most {
            let waiting = rules.waiting(&state);
            if waiting == Waiting::Over {
                break;
            }
            let side = waiting.sides().next().unwrap();
            each(&state, side, waiting.of(side).unwrap().frame);
            let mut legal = rules.legal_actions(&state, side);
            // Pillage costs so many points that the game is soon over.
            let kind = |action: &Action| {
                !matches!(
                    action,
                    Action::Sack
                        | Action::Pillage { .. }
                        | Action::Refrain { restraint: Restraint::None, .. }
                        | Action::Halt { restraint: Restraint::None }
                )
            };
            if legal.iter().any(kind) {
                legal.retain(kind);
            }
            let action = legal.swap_remove(random.below(legal.len()));
            rules.apply_in(&mut state, side, &action, &mut Silent, &mut chance).unwrap();
        }
    }
}

#[test]
fn reach_begins_with_the_steps_that_are_legal() {
    let rules = open();
    let (mut steps, mut far, mut minimum) = (0, 0, 0);
    positions(&rules, 0..12, 600, |state, side, frame| {
        let Frame::Acting(acting) = frame else { return };
        let ask = rules.questions(state);
        let start = state.at(acting.marker).unwrap();
        let reach = ask.reach(acting.marker, Pace::Whole).unwrap();
        assert_eq!(reach.allowance.is, acting.left);
        let grid = &rules.map().grid;
        for dir in Dir::ALL {
            let to = grid.neighbour(start, dir);
            let found = reach.hexes.iter().find(|hex| Some(hex.is.cell) == to);
            match rules.check(state, side, &Action::Step { dir }) {
                Ok(()) => {
                    let hex = found.unwrap_or_else(|| panic!("a step is legal and not in reach: {dir:?}"));
                    let price = ask.step(start, dir).unwrap().sum();
                    assert!(i16::from(hex.is.cost) <= price, "no other way is dearer");
                    steps += 1;
                }
                Err(Stop::Refused(refusal)) => {
                    let fought = matches!(refusal, Refusal::Forbidden { why: Why::Already(_), .. });
                    let limit = reach.limits.iter().find(|limit| limit.from == start && limit.dir == dir);
                    // A hex that is reached on another way limits nothing.
                    let same = limit.is_some_and(|limit| limit.refusal == refusal);
                    assert!(fought || found.is_some() || same, "{refusal} and {limit:?} for {acting:?}");
                }
                Err(stop) => panic!("{stop}"),
            }
        }
        for hex in &reach.hexes {
            let end = hex.is.way.iter().try_fold(start, |at, dir| grid.neighbour(at, *dir));
            assert_eq!(end, Some(hex.is.cell));
            if hex.is.cost > acting.left {
                assert_eq!(hex.rules.to_string(), "N 9.2.4/1");
                assert_eq!(hex.is.way.len(), 1);
                minimum += 1;
            }
            far += usize::from(hex.is.way.len() > 2);
        }
        assert!(reach.hexes.is_sorted_by_key(|hex| hex.is.cost));
    });
    assert!(steps > 500 && far > 500 && minimum > 0, "{steps}, {far}, {minimum}");
}

#[test]
fn the_way_that_is_named_can_be_marched() {
    let rules = open();
    let mut marched = 0;
    positions(&rules, 3..6, 400, |state, side, frame| {
        let Frame::Acting(acting) = frame else { return };
        let reach = rules.questions(state).reach(acting.marker, Pace::Whole).unwrap();
        for hex in reach.hexes.iter().rev().take(2) {
            let mut here = state.clone();
            let mut chance = Seeded::new(9);
            for dir in &hex.is.way {
                let step = Action::Step { dir: *dir };
                if rules.apply_in(&mut here, side, &step, &mut Silent, &mut chance).is_err() {
                    // The enemy reacts: what comes then is his.
                    return;
                }
            }
            assert_eq!(here.at(acting.marker), Some(hex.is.cell));
            let left = match rules.waiting(&here).of(side).map(|question| question.frame) {
                Some(Frame::Acting(on)) => on.left,
                _ => continue,
            };
            assert_eq!(left, acting.left.saturating_sub(hex.is.cost));
            marched += 1;
        }
    });
    assert!(marched > 100, "{marched}");
}

#[test]
fn half_the_capacity_reaches_less() {
    let rules = open();
    let state = rules.build().finish().unwrap();
    let ask = rules.questions(&state);
    let massena = rules.marker_named(&state, "Laharpe").unwrap();
    let force = state.head(massena);
    let (whole, half) = (ask.reach(force, Pace::Whole).unwrap(), ask.reach(force, Pace::Halved).unwrap());
    assert!(half.allowance.is * 2 <= whole.allowance.is && half.hexes.len() < whole.hexes.len());
    assert_eq!(whole.allowance.rules.to_string(), "N 9.1/1, N 9.1/2");
    assert_eq!(half.allowance.rules.to_string(), "N 9.1/1, N 8.3/2, N 9.1/3");
    let off = rules.markers(Side::First).find(|marker| state.at(*marker).is_none()).unwrap();
    assert!(ask.reach(off, Pace::Whole).is_err() && ask.alert_zone(off).is_err());
}

#[test]
fn alert_zones_are_what_reconnaissance_is_judged_by() {
    let rules = open();
    let (mut within, mut beyond, mut decoys) = (0, 0, 0);
    positions(&rules, 0..8, 500, |state, side, frame| {
        let Frame::Acting(acting) = frame else { return };
        let zone = rules.questions(state).alert_zone(acting.marker).unwrap();
        if state.content(acting.marker) == Content::Decoy {
            assert_eq!((zone.is.half_mp, zone.rules.to_string().as_str()), (None, "N 2/6, N 2/3"));
            decoys += 1;
            return;
        }
        for target in state.on_map().and(rules.markers(side.enemy())) {
            let seen = zone.is.cells.contains(&state.at(target).unwrap());
            match rules.check(state, side, &Action::Reconnoitre { target, bonus: 0 }) {
                Ok(()) => {
                    assert!(seen);
                    within += 1;
                }
                Err(Stop::Refused(Refusal::Forbidden { why: Why::TooFar(_), .. })) => {
                    assert!(!seen);
                    beyond += 1;
                }
                Err(_) => {}
            }
        }
    });
    assert!(within > 10 && beyond > 100 && decoys > 10, "{within}, {beyond}, {decoys}");
}

#[test]
fn supply_is_what_the_phase_then_gives() {
    let rules = open();
    let mut met = std::collections::BTreeMap::new();
    positions(&rules, 0..16, 900, |state, side, frame| {
        if frame != Frame::Turn(Step::Supply(side)) {
            return;
        }
        let ask = rules.questions(state);
        let mut after = state.clone();
        let mut chance = Seeded::new(2);
        rules.apply_in(&mut after, side, &Action::Done, &mut Silent, &mut chance).unwrap();
        for unit in rules.roster().numbers().filter(|unit| rules.roster()[*unit].side() == side) {
            let Ok(answer) = ask.supply(unit) else { continue };
            let marker = state.marker_of(Content::Unit(unit)).unwrap();
            let feed = Action::Feed { marker };
            *met.entry(format!("{:?}", answer.is).split('(').next().unwrap().to_owned()).or_insert(0) += 1;
            assert!(answer.rules.iter().next().is_some());
            match answer.is {
                Feed::Supplied => assert_eq!(state.status(marker), Status::Supplied),
                Feed::Forage => assert_eq!(rules.check(state, side, &feed), Ok(())),
                _ => assert!(rules.check(state, side, &feed).is_err()),
            }
            // When it is closed, only those are fed of whom it was said; forage of one hex may run out.
            if after.marked(Mark::Fed).has(marker) && state.sp(unit) == after.sp(unit) {
                assert_ne!(answer.is, Feed::Nothing, "{unit:?}");
            }
        }
    });
    for kind in ["Supplied", "Forage", "Wagons", "Nothing"] {
        assert!(met.get(kind).is_some_and(|count| *count > 2), "{kind}: {met:?}");
    }
}

#[test]
fn command_is_what_points_are_spent_by() {
    let rules = open();
    let (mut open_, mut dear, mut cut) = (0, 0, 0);
    positions(&rules, 0..10, 500, |state, side, frame| {
        let ask = rules.questions(state);
        for chief in rules.roster().chief_ids() {
            let line = ask.line(chief);
            assert_eq!(line.is, rules.line(state, chief));
            assert!(line.rules.to_string().contains("N 6.1/2"));
            cut += usize::from(line.is == Line::Cut);
        }
        if frame != Frame::Turn(Step::Command) {
            return;
        }
        for chief in state.on_map().and(rules.markers(side)) {
            for marker in rules.markers(side) {
                let fund = rules.check(state, side, &Action::Fund { chief, marker });
                match (ask.command(chief, marker), fund) {
                    (Ok(answer), Ok(())) => {
                        assert!(answer.is.cost.is_some_and(|cost| cost <= answer.is.left));
                        open_ += 1;
                    }
                    (Ok(answer), Err(Stop::Refused(Refusal::Forbidden { rules: by, why }))) => match why {
                        Why::CommandPoints { needs, has } => {
                            assert_eq!((answer.is.cost, answer.is.left), (Some(needs), has));
                            let stacked = state.at(chief) == state.at(state.head(marker));
                            assert!(stacked || by.iter().all(|rule| answer.rules.iter().any(|other| other == rule)));
                            dear += 1;
                        }
                        Why::OutOfReach(_) => assert_eq!(answer.is.cost, None),
                        _ => {}
                    },
                    (Err(refusal), Err(Stop::Refused(judged))) => {
                        // What the phase forbids comes first.
                        if let Refusal::Forbidden { why: Why::OtherArmy(_) | Why::NotChief(_), .. } = judged {
                            assert_eq!(refusal, judged);
                        }
                    }
                    (said, judged) => panic!("{said:?}, {judged:?}"),
                }
                match (ask.fuse(marker, chief), rules.check(state, side, &Action::Fuse { marker, into: chief })) {
                    (Ok(by), Ok(())) => assert_eq!(by.to_string(), "N 6.5.2/3"),
                    (Err(refusal), Err(Stop::Refused(judged))) => {
                        let early = matches!(judged, Refusal::Forbidden { why: Why::NoAnswer, .. });
                        assert!(early || refusal == judged);
                    }
                    (Ok(_), Err(Stop::Refused(Refusal::Forbidden { why: Why::NoAnswer, .. }))) => {}
                    (said, judged) => panic!("{said:?}, {judged:?}"),
                }
            }
        }
    });
    assert!(open_ > 100 && dear > 0, "{open_}, {dear}, {cut}");
}
