//! Movement (4.1, 4.3, 4.4), clause by clause, in both editions.

#[path = "support/drill.rs"]
mod drill;
mod support;

use drill::{Drill, Game, both, force, force_stack, halt, march, march_stack};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Party, Step};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::Switch;

use Vertex::E;

/// The last step of a march through these hexes cost this much.
#[track_caller]
fn costs(game: &mut Game, unit: grognard::side::UnitId, hexes: &[&str], cost: i16) {
    let journal = game.march(unit, hexes);
    assert_eq!(Game::cost(&journal), cost, "{hexes:?}");
}

#[test]
fn the_allowance_is_the_most_that_a_unit_spends() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let mut g = d.ready();
        g.march(a, &["0605", "0705", "0805", "0905"]);
        g.showed(&["R 4.1.1/1", "R 4.4/1", "R 4.3/1", "M 4.1.1/1", "M 4.4.1/1", "M 4.3/1"]);
        assert_eq!((g.at(a).as_str(), g.left()), ("0905", 0));
        g.refused(&["R 4.4/4", "M 4.4.1/5"], g.step("1005"));
    });
}

#[test]
fn a_unit_may_move_less_than_its_allowance() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let mut g = d.ready();
        g.march(a, &["0605"]);
        g.prove(&["R 4.1.1/2"], halt(E), &[]);
        assert_eq!(g.at(a), "0605");
    });
}

#[test]
fn without_orders_the_allowance_is_halved_and_rounded_up() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.points(a, 7);
        let mut g = d.begin("A", Orders::Without, Step::Movement);
        g.prove(&["R 4.1.2/1", "M 4.1.2/1"], march(a), &[]);
        assert_eq!(g.left(), 4);
        g.go(&["0605", "0705", "0805", "0905"]);
        g.refused(&["R 4.4/4", "M 4.4.1/5"], g.step("1005"));
    });
}

#[test]
fn a_forced_march_doubles_the_allowance() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let mut g = d.ready();
        g.prove(&["R 4.1.3/1", "M 4.1.3/1"], force(a), &[]);
        assert_eq!(g.left(), 8);
        g.go(&["0506", "0507", "0508", "0509", "0510", "0511", "0512", "0513"]);
        g.refused(&["R 4.4/4", "M 4.4.1/5"], g.step("0514"));
    });
}

#[test]
fn a_forced_march_needs_orders_and_good_order() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let g = d.begin("A", Orders::Without, Step::Movement);
        g.refused(&["R 4.1.3/2", "M 4.1.3/2"], force(a));

        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.disordered(a);
        let mut g = d.ready();
        g.refused(&["R 10.1/3", "M 4.1.3/2"], force(a));
        g.act(march(a), &[]);
    });
}

#[test]
fn a_forced_march_stays_more_than_five_hexes_from_the_enemy() {
    both(|edition| {
        // Five hexes away: it cannot begin. Six: it can, but comes no nearer.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0510", Vertex::W);
        let g = d.ready();
        g.refused(&["R 4.1.3/3", "M 4.1.3/3"], force(a));
        assert!(g.offers(march(a)));

        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0511", Vertex::W);
        let mut g = d.ready();
        g.act(force(a), &[]);
        g.refused(&["R 4.1.3/3", "M 4.1.3/3"], g.step("0506"));
        g.go(&["0504", "0505"]);
        g.refused(&["R 4.1.3/3", "M 4.1.3/3"], g.step("0506"));
        // Any enemy counts, a battery too.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.gun("C", "0510", Vertex::W);
        d.ready().refused(&["R 4.1.3/3", "M 4.1.3/3"], force(a));
    });
}

#[test]
fn a_unit_uses_one_kind_of_movement_in_an_activation() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0510", E));
        let mut g = d.ready();
        g.act(force(a), &[]);
        g.go(&["0605"]);
        assert!(!g.offers(march(a)));
        g.act(halt(E), &[]);
        g.refused(&["R 4.1.3/5", "M 4.1.3/4"], march(a));
        g.move_to(b, &["0610"], E);
        g.refused(&["R 4.1.3/5", "M 4.1.3/4"], force(b));
    });
}

#[test]
fn a_forced_march_enters_no_hex_of_friends() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("A", "0605", E);
        let mut g = d.ready();
        g.act(force(a), &[]);
        g.refused(&["R 4.1.3/6", "M 4.1.3/5"], g.step("0605"));
        g.go(&["0606"]);
    });
}

#[test]
fn a_stack_on_a_forced_march_may_stay_or_part_and_not_regroup() {
    // Montebello alone speaks of it.
    let mut d = Drill::new(Edition::Montebello);
    let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
    let mut g = d.ready();
    g.act(force_stack(a), &[]);
    g.go(&["0605"]);
    g.showed(&["M 4.1.3/6"]);
    assert_eq!((g.at(a), g.at(b)), ("0605".into(), "0605".into()));

    let mut d = Drill::new(Edition::Montebello);
    let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
    let mut g = d.ready();
    g.act(force(a), &[]);
    g.go(&["0605"]);
    g.act(halt(E), &[]);
    g.act(force(b), &[]);
    g.refused(&["M 4.1.3/6"], g.step("0605"));
}

#[test]
fn the_road_rate_needs_a_hex_of_the_same_road_before() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let b = d.foot("A", "0604", E);
        d.terrain("0605", Terrain::Woods);
        d.way(Way::Road, &["0505", "0605", "0705"]);
        let mut g = d.ready();
        costs(&mut g, a, &["0605"], 1);
        g.showed(&["R 4.3.1/1", "M 4.1.3/8"]);
        g.go(&["0705"]);
        g.act(halt(E), &[]);
        // From beside the road it pays for the woods.
        costs(&mut g, b, &["0605"], 2);
    });
}

#[test]
fn a_road_that_only_touches_the_hex_gives_no_rate() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0605", E);
        d.terrain("0705", Terrain::Woods);
        d.way(Way::Road, &["0505", "0605"]);
        d.way(Way::Road, &["0705", "0805"]);
        let mut g = d.ready();
        costs(&mut g, a, &["0705"], 2);
    });
}

#[test]
fn beside_an_enemy_the_road_rate_is_lost() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.terrain("0605", Terrain::Woods);
        d.way(Way::Road, &["0505", "0605"]);
        d.barrier("0505", "0605", Barrier::Stream);
        // A battery has no zone of control, and it is an enemy.
        d.gun("C", "0704", Vertex::W);
        let mut g = d.ready();
        costs(&mut g, a, &["0605"], 3);
        g.showed(&["R 4.3.1/2", "M 4.1.3/9"]);

        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.points(a, 2);
        d.terrain("0605", Terrain::Woods);
        d.way(Way::Road, &["0505", "0605"]);
        d.barrier("0505", "0605", Barrier::Stream);
        d.gun("C", "0704", Vertex::W);
        let mut g = d.ready();
        g.act(march(a), &[]);
        g.refused(&["R 4.4/4", "M 4.4.1/5"], g.step("0605"));
    });
}

#[test]
fn roads_and_tracks_carry_cavalry_and_artillery_over_barred_slopes() {
    both(|edition| {
        for way in [Way::Road, Way::Track] {
            for (side, horse) in [(Barrier::SteepSlope, true), (Barrier::SteepSlope, false), (Barrier::Slope, false)] {
                let ready = |open: bool| {
                    let mut d = Drill::new(edition);
                    let a = if horse { d.horse("A", "0505", E) } else { d.gun("A", "0505", E) };
                    d.barrier("0505", "0605", side);
                    if open {
                        d.way(way, &["0505", "0605"]);
                    }
                    (d.ready(), a)
                };
                let (mut g, a) = ready(false);
                g.act(march(a), &[]);
                g.refused(&["R 4.3.2/1", "M 4.3.2/1"], g.step("0605"));
                let (mut g, a) = ready(true);
                // The rate of the way, and a surcharge of 2.
                costs(&mut g, a, &["0605"], 3);
                g.showed(&["R 4.3.2/2", "M 4.1.3/10", "M 4.1.3/11"]);
            }
        }
    });
}

#[test]
fn each_hex_costs_by_its_terrain_and_the_kind_of_unit() {
    both(|edition| {
        for (terrain, foot, horse, gun) in [
            (Terrain::Clear, 1, 1, 2),
            (Terrain::Rough, 1, 2, 2),
            (Terrain::Orchard, 1, 3, 2),
            (Terrain::Village, 2, 3, 3),
        ] {
            let mut d = Drill::new(edition);
            let units = [d.foot("A", "0504", E), d.horse("A", "0506", E), d.gun("A", "0508", E)];
            for hex in ["0604", "0606", "0608"] {
                d.terrain(hex, terrain);
            }
            let mut g = d.ready();
            for ((unit, hex), cost) in units.into_iter().zip(["0604", "0606", "0608"]).zip([foot, horse, gun]) {
                costs(&mut g, unit, &[hex], cost);
                g.showed(&["R 4.3/1", "M 4.3/1"]);
                g.act(halt(E), &[]);
            }
        }
    });
}

#[test]
fn impassable_hexes_and_hexsides_bar_movement_unless_a_way_crosses_them() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.terrain("0605", Terrain::Lake);
        d.impassable("0505", "0606");
        d.barrier("0505", "0506", Barrier::River);
        let mut g = d.ready();
        g.act(march(a), &[]);
        for hex in ["0605", "0606", "0506"] {
            g.refused(&["R 4.3.2/1", "M 4.3.2/1"], g.step(hex));
        }

        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.terrain("0605", Terrain::Lake);
        d.way(Way::Track, &["0505", "0605"]);
        let mut g = d.ready();
        g.march(a, &["0605"]);
        g.showed(&["R 4.3.2/2", "M 4.3.2/2"]);

        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.impassable("0505", "0606");
        d.way(Way::Road, &["0505", "0606"]);
        let mut g = d.ready();
        g.march(a, &["0606"]);
        g.showed(&["R 4.3.2/2", "M 4.3.2/2"]);

        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.barrier("0505", "0506", Barrier::River);
        d.crossing("0505", "0506", Crossing::Bridge);
        let mut g = d.ready();
        costs(&mut g, a, &["0506"], 1);
        g.showed(&["R 4.3.2/2", "M 4.3.2/2"]);
    });
}

#[test]
fn one_unit_moves_after_the_other() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0510", E));
        let mut g = d.ready();
        g.march(a, &["0605"]);
        g.refused(&["R 4.4/2", "M 4.4.1/2"], march(b));
        g.act(halt(E), &[]);
        g.act(march(b), &[]);
        // What has moved does not move again.
        g.go(&["0610"]);
        g.act(halt(E), &[]);
        g.refused(&["R 4.4/2", "M 4.4.1/2"], march(a));
    });
}

#[test]
fn units_of_one_kind_may_move_as_a_stack() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
        d.points(b, 3);
        let mut g = d.ready();
        // The older edition says so only in its table: "a unit (or stack)".
        g.prove(&["R 4.4/2", "M 4.4.1/3"], march_stack(a), &[]);
        // The slower one's allowance binds both.
        g.go(&["0605", "0705", "0805"]);
        assert_eq!((g.at(a), g.at(b)), ("0805".into(), "0805".into()));
        assert!(!g.offers(g.step("0905")));

        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.gun("A", "0505", E);
        d.ready().refused(&["R 4.4/2", "M 4.4.1/3"], march_stack(a));
    });
}

#[test]
fn points_are_not_saved_up() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let mut g = d.ready();
        g.move_to(a, &["0605"], E);
        g.showed(&["R 4.4/5", "M 4.4.1/6"]);
        g.end();
        g.again("A", Orders::Received, Step::Movement);
        g.act(march(a), &[]);
        assert_eq!(g.left(), 4);
    });
}

#[test]
fn nobody_leaves_the_map() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0101", E);
        let mut g = d.ready();
        g.act(march(a), &[]);
        for dir in [Dir::N, Dir::NW] {
            g.refused(&["R 4.4/1", "M 4.4.1/7"], Action::Step { dir });
        }
    });
}

#[test]
fn artillery_that_fired_moves_at_half() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.gun("A", "0505", E);
        d.foot("C", "0905", Vertex::W);
        let target = d.cell("0905");
        let mut g = d.begin("A", Orders::Received, Step::Fire);
        g.act(Action::Fire { unit: a, target, party: Party::Alone }, &[0]);
        g.until(Step::Movement);
        // 5 points, halved and rounded up.
        g.prove(&["R 4.4.1/1", "M 4.4.2/1"], march(a), &[]);
        assert_eq!(g.left(), 3);
        g.go(&["0506"]);
        g.refused(&["R 4.4/4", "M 4.4.1/5"], g.step("0507"));
        g.act(halt(E), &[]);
        // Only for this activation.
        let ended = g.end();
        g.proves(&["R 4.4.1/2", "M 4.4.2/2"], &ended);
        g.again("A", Orders::Received, Step::Movement);
        g.act(march(a), &[]);
        assert_eq!(g.left(), 5);
    });
}

#[test]
fn artillery_without_orders_does_not_move_after_firing() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.gun("A", "0505", E), d.gun("A", "0508", E));
        d.foot("C", "0905", Vertex::W);
        let target = d.cell("0905");
        let mut g = d.begin("A", Orders::Without, Step::Fire);
        g.act(Action::Fire { unit: a, target, party: Party::Alone }, &[0]);
        g.until(Step::Movement);
        g.refused(&["R 4.4.1/3", "M 4.4.2/3"], march(a));
        g.act(march(b), &[]);
    });
}

#[test]
fn passing_through_friends_costs_one_more_and_stopping_does_not() {
    both(|edition| {
        let ready = |points: u8| {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0505", E);
            d.points(a, points);
            d.foot("A", "0605", E);
            (d.ready(), a)
        };
        let (mut g, a) = ready(1);
        g.march(a, &["0605"]);
        g.act(halt(E), &[]);
        g.showed(&["R 4.4.2/2", "M 4.4.3/2"]);
        assert_eq!(g.at(a), "0605");
        let (mut g, a) = ready(3);
        g.march(a, &["0605", "0705"]);
        g.showed(&["R 4.4.2/1", "M 4.4.3/1"]);
        assert_eq!(g.left(), 0);
        let (mut g, a) = ready(2);
        g.march(a, &["0605"]);
        g.refused(&["R 4.4/4", "M 4.4.1/5"], g.step("0705"));
    });
}

#[test]
fn no_unit_enters_a_hex_with_a_friendly_square() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let b = d.foot("A", "0605", E);
        d.square(b);
        let mut g = d.ready();
        g.act(march(a), &[]);
        g.refused(&["R 4.4.2/3", "M 4.4.3/4"], g.step("0605"));
    });
}

#[test]
fn no_square_enters_a_hex_with_others() {
    let mut d = Drill::new(Edition::Rivoli);
    let a = d.foot("A", "0505", E);
    d.square(a);
    d.foot("A", "0605", E);
    let mut g = d.ready();
    g.act(march(a), &[]);
    g.refused(&["R 4.4.2/4"], g.step("0605"));
    g.go(&["0606"]);
}

#[test]
fn a_bridge_takes_away_a_streams_cost() {
    both(|edition| {
        for (bridge, cost) in [(false, 2), (true, 1)] {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0505", E);
            d.barrier("0505", "0605", Barrier::Stream);
            if bridge {
                d.crossing("0505", "0605", Crossing::Bridge);
            }
            let mut g = d.ready();
            costs(&mut g, a, &["0605"], cost);
            if bridge {
                g.showed(&["M specific 0.2/3"]);
            }
        }
    });
}

#[test]
fn a_cassina_is_clear_ground_for_movement() {
    let mut d = Drill::new(Edition::Montebello);
    let units = [d.foot("A", "0504", E), d.horse("A", "0506", E), d.gun("A", "0508", E)];
    for hex in ["0604", "0606", "0608"] {
        d.terrain(hex, Terrain::Cassina);
    }
    let mut g = d.ready();
    for ((unit, hex), cost) in units.into_iter().zip(["0604", "0606", "0608"]).zip([1, 1, 2]) {
        costs(&mut g, unit, &[hex], cost);
        g.showed(&["M specific 4.3/1"]);
        g.act(halt(E), &[]);
    }
}

#[test]
fn two_levels_at_once_are_not_for_cavalry_and_artillery() {
    let ready = |levels: i8, way: bool| {
        let mut d = Drill::new(Edition::Montebello);
        d.specific.steep_levels = Switch::On;
        let units = [d.foot("A", "0504", E), d.horse("A", "0506", E), d.gun("A", "0508", E)];
        for (low, high) in [("0504", "0604"), ("0506", "0606"), ("0508", "0608")] {
            d.level(high, levels);
            d.barrier(low, high, Barrier::Slope);
            if way {
                d.way(Way::Track, &[low, high]);
            }
        }
        (d.ready(), units)
    };
    let (mut g, [foot, horse, gun]) = ready(2, false);
    g.act(march(foot), &[]);
    g.go(&["0604"]);
    g.act(halt(E), &[]);
    g.act(march(horse), &[]);
    g.refused(&["M specific 4.3.2/1"], g.step("0606"));
    g.go(&["0505"]);
    g.act(halt(E), &[]);
    g.act(march(gun), &[]);
    assert!(!g.offers(g.step("0608")));
    // One level is a slope like others; and a track lifts the ban.
    let (mut g, [_, horse, _]) = ready(1, false);
    g.march(horse, &["0606"]);
    let (mut g, [_, horse, gun]) = ready(2, true);
    g.move_to(horse, &["0606"], E);
    g.march(gun, &["0608"]);
}
