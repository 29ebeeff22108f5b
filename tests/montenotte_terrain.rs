//! Table 1, terrain effects, cell by cell on the proving ground; weights and weather: literals with their lines.

mod montenotte_support;
mod support;

use grognard::chance::Scripted;
use grognard::hex::Dir;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::Cover;
use grognard::montenotte::battle::ground::Crossing;
use grognard::montenotte::event::{Position, Role};
use grognard::montenotte::frame::Step;
use grognard::montenotte::state::Weather;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use montenotte_support::d6;
use support::proves;

fn proving() -> Montenotte {
    Montenotte::open(&Setup::scenario("montenotte-proving")).unwrap()
}

/// Lines 725 to 731 and 808 to 813, in half movement points: what a step costs.
#[test]
fn movement() {
    let rules = proving();
    let grid = &rules.map().grid;
    let cell = |hex: &str| grid.cell(hex.parse().unwrap()).unwrap();
    let cost = |from: &str, to: &str| rules.cost(cell(from), grid.direction(cell(from), cell(to)).unwrap());
    for (from, to, halves, what) in [
        ("0107", "0106", Some(2), "plain, which prints no cost: 1 MP"),
        ("0606", "0506", Some(3), "fields: 1.5 MP off road"),
        ("0403", "0404", Some(4), "hills: 2 MP off road"),
        ("0503", "0504", None, "mountain: impossible off road"),
        ("0803", "0804", Some(2), "mountain, along a way"),
        ("1004", "1003", Some(2), "a town: other terrain"),
        ("0907", "0806", Some(4), "a fort: other terrain, hills"),
        ("0305", "0405", Some(2), "a road: 1 MP"),
        ("0404", "0405", Some(2), "beside a road: other terrain"),
        ("0605", "0705", Some(2), "a bridge: +0"),
        ("0705", "0605", Some(2), "a bridge, back"),
        ("0603", "0703", Some(6), "a river on a road without a bridge: +2 MP"),
        ("0602", "0702", Some(6), "a river off road: +2 MP"),
        ("0602", "0703", Some(6), "a river beside a road"),
        ("0308", "0309", None, "the sea"),
    ] {
        assert_eq!(cost(from, to), halves, "{from} to {to}, {what}");
    }
    // Whatever leads there, a step costs something, and as much back where the ground is the same.
    for from in grid.cells() {
        for (dir, to) in grid.neighbours(from) {
            let there = rules.cost(from, dir);
            assert!(there.is_none_or(|halves| (2..=8).contains(&halves)), "{from:?} {dir:?}");
            if rules.map().ground(from) == rules.map().ground(to) {
                assert_eq!(there, rules.cost(to, dir.opposite()), "{from:?} {dir:?}");
            }
        }
        for dir in Dir::ALL {
            assert!(rules.cost(from, dir).is_none() || grid.neighbour(from, dir).is_some());
        }
    }
}

/// Lines 725 to 731 and 804 to 813: what a cover adds to the attacker's dice.
#[test]
fn combat() {
    let rules = proving();
    let cell = |hex: &str| rules.map().grid.cell(hex.parse().unwrap()).unwrap();
    for (hex, ground, settlement, fort, what) in [
        ("0106", None, None, None, "plain"),
        ("0506", None, None, None, "fields"),
        ("0704", Some(-2), None, None, "hills"),
        ("0504", Some(-3), None, None, "mountain"),
        ("0507", None, None, None, "a village: other terrain"),
        ("0706", Some(-2), None, None, "a village in hills"),
        ("0805", None, Some(-1), None, "a town"),
        ("1007", None, Some(-1), None, "a city"),
        ("0903", None, Some(-1), Some(-2), "a city with a fort"),
        ("0806", Some(-2), None, Some(-2), "a fort in hills"),
    ] {
        let of = |crossing, cover| rules.cover(cell(hex), crossing, cover);
        for (crossing, over) in [(Crossing::None, None), (Crossing::River, Some(-1)), (Crossing::Bridge, Some(-1))] {
            assert_eq!(of(crossing, Cover::Open), Some(0), "{what}");
            assert_eq!(of(crossing, Cover::Ground), ground, "{what}");
            assert_eq!(of(crossing, Cover::Crossing), over, "{what}");
            // Ground and river combine; towns and forts do not.
            let both = ground.zip(over).map(|(ground, over)| ground + over);
            assert_eq!(of(crossing, Cover::GroundAndCrossing), both, "{what}");
            assert_eq!(of(crossing, Cover::Settlement), settlement, "{what}");
            assert_eq!(of(crossing, Cover::Fort), fort, "{what}");
        }
    }
}

/// Lines 435 to 439, in halves.
#[test]
fn weights() {
    let rules = proving();
    for (role, position, halves) in [
        (Role::Principal, Position::Front, 2),
        (Role::Principal, Position::Flank, 2),
        (Role::Joined, Position::Front, 2),
        (Role::Joined, Position::Flank, 3),
        (Role::Marched, Position::Front, 1),
        (Role::Marched, Position::Flank, 2),
    ] {
        assert_eq!(rules.weight(role, position).0.value, halves, "{role:?} {position:?}");
    }
}

/// Lines 163 and 164.
#[test]
fn weather() {
    let rules = proving();
    for (die, weather, rule) in [
        (1, Weather::Fair, "N 5/2"),
        (2, Weather::Fair, "N 5/2"),
        (3, Weather::Fair, "N 5/2"),
        (4, Weather::Fair, "N 5/2"),
        (5, Weather::Rain, "N 5/3"),
        (6, Weather::Rain, "N 5/3"),
    ] {
        let state = rules.build().step(Step::Weather).finish().unwrap();
        let mut chance = Scripted::new([d6(die)]);
        let done = rules.resume(&state, &mut chance).unwrap();
        chance.finish().unwrap();
        assert_eq!(done.state.weather(), weather, "{die}");
        proves(&["N 5/1", rule], &done.journal);
    }
}
