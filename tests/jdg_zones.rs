//! Facing and zones of control (6), clause by clause, in both editions.

#[path = "support/drill.rs"]
mod drill;
mod support;

use drill::{Drill, Game, both, fight, halt, march, shock};
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain};
use grognard::jours_de_gloire::frame::Step;
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

use Vertex::{E, W};

fn turn(unit: UnitId, facing: Vertex) -> Action {
    Action::Pivot { unit, facing }
}

#[test]
fn units_of_a_hex_face_alike() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0605", E));
        let mut g = d.ready();
        g.march(a, &["0605"]);
        for facing in [Vertex::NE, W] {
            g.refused(&["R 6.1/2", "M 6.1.1/2"], halt(facing));
        }
        g.act(halt(E), &[]);
        assert_eq!(g.state.facing(a), g.state.facing(b));
        // In place they turn together.
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
        let mut g = d.ready();
        g.act(turn(a, W), &[]);
        assert_eq!((g.state.facing(a), g.state.facing(b)), (W, W));
    });
}

#[test]
fn batteries_face_alike_and_may_differ_from_the_others() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0505", E);
        d.gun("A", "0605", E);
        let mut g = d.ready();
        g.march(gun, &["0605"]);
        g.refused(&["R 6.1/2", "M 6.1.1/3"], halt(W));

        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0505", E);
        let a = d.foot("A", "0605", E);
        let mut g = d.ready();
        g.march(gun, &["0605"]);
        g.prove(&["R 6.1/3", "M 6.1.1/3"], halt(W), &[]);
        assert_eq!((g.state.facing(gun), g.state.facing(a)), (W, E));
    });
}

#[test]
fn only_what_stands_in_a_front_hex_is_attacked() {
    both(|edition| {
        // E has 0605 and 0606 before it: left and right.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        d.foot("C", "0504", W);
        let g = d.attack();
        assert!(g.offers(shock(a, Aim::Left)));
        g.refused(&["R 6.1/4", "R 6.1.2/3", "M 6.1.1/4", "M 6.1.2/3"], shock(a, Aim::Right));
        for rear in ["0504", "0405", "0406", "0506"] {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0505", E);
            d.foot("C", rear, W);
            let g = d.attack();
            // Nothing to announce: the activation went on.
            for aim in Aim::ALL {
                assert!(g.asked().is_none() || !g.legal().contains(&shock(a, aim)), "{rear}");
            }
        }
    });
}

#[test]
fn in_towns_villages_castles_and_squares_all_hexes_are_front() {
    both(|edition| {
        for terrain in [Terrain::Town, Terrain::Village, Terrain::Castle, Terrain::Clear] {
            for square in [false, true] {
                // Attacked from behind, as it faces.
                let mut d = Drill::new(edition);
                let a = d.foot("A", "0505", E);
                let c = d.foot("C", "0605", E);
                if terrain == Terrain::Clear && square {
                    d.square(c);
                }
                d.terrain("0605", terrain);
                let mut g = d.attack();
                g.act(shock(a, Aim::Left), &[]);
                g.until(Step::Combat);
                let tally = g.first_roll(fight(a));
                let rear = tally.contains(&(Label::Rear, 2));
                assert_eq!(rear, terrain == Terrain::Clear && !square, "{terrain:?} {square}");
            }
        }
        // Such a unit turns to the attack that it wants, at -1, and attacks its two usual fronts only.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.terrain("0505", Terrain::Village);
        d.foot("C", "0405", E);
        d.foot("D", "0605", W);
        let mut g = d.attack();
        g.refused(&["R 6.1.2/3", "M 6.1.2/3"], shock(a, Aim::Right));
        g.prove(&["R 6.1/5", "R 6.1.2/6", "M 6.1.1/5", "M 6.1.2/6"], turn(a, W), &[]);
        g.act(shock(a, Aim::Right), &[]);
        g.until(Step::Combat);
        let tally = g.first_roll(fight(a));
        assert!(tally.contains(&(Label::SixFronts, -1)));
        g.showed(&["R 6.1.2/5", "M 6.1.2/5"]);
    });
}

#[test]
fn turning_is_free_during_and_after_movement() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0510", E));
        let mut g = d.ready();
        g.march(a, &["0605", "0705", "0805", "0905"]);
        assert_eq!(g.left(), 0);
        g.prove(&["R 6.1.2/1", "M 6.1.2/1"], halt(W), &[]);
        g.prove(&["R 6.1.2/1", "M 6.1.2/1"], turn(b, W), &[]);
        assert_eq!((g.state.facing(a), g.state.facing(b)), (W, W));
    });
}

#[test]
fn who_is_attacked_from_behind_is_worse_off() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", E);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        let tally = g.first_roll(fight(a));
        assert!(tally.contains(&(Label::Rear, 2)));
        g.showed(&["R table 6/5", "M 6.1.2/4"]);
    });
}

#[test]
fn a_zone_covers_all_six_hexes_and_ends_the_movement() {
    both(|edition| {
        let ways = [
            ("0603", "0604"),
            ("0804", "0704"),
            ("0805", "0705"),
            ("0607", "0606"),
            ("0405", "0505"),
            ("0404", "0504"),
        ];
        for (from, to) in ways {
            let mut d = Drill::new(edition);
            let a = d.foot("A", from, E);
            d.foot("C", "0605", W);
            let mut g = d.ready();
            g.march(a, &[to]);
            g.showed(&["R 6.2/1", "R 6.2.1/1", "R 6.2.1/4", "M 6.2.1/1", "M 6.2.2/1", "M 6.2.2/5"]);
            assert_eq!(g.left(), 3, "entering costs nothing");
            g.refused(&["R 6.2/1", "R 6.2.1/1", "M 6.2.1/1", "M 6.2.2/1"], g.step(from));
            // It may still turn, as it likes.
            g.prove(&["R 6.2.1/3", "M 6.2.2/2"], halt(W), &[]);
        }
    });
}

#[test]
fn artillery_squares_and_routed_units_have_no_zone() {
    both(|edition| {
        for kind in 0..3 {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0504", E);
            if kind == 0 {
                d.gun("C", "0605", W);
            } else {
                let c = d.foot("C", "0605", W);
                if kind == 1 {
                    d.square(c);
                } else {
                    d.order(c, Order::Routed);
                }
            }
            let mut g = d.ready();
            g.march(a, &["0505"]);
            g.showed(&["R 6.2/2", "M 6.2.1/2"]);
            g.go(&["0606"]);
        }
    });
}

#[test]
fn a_zone_does_not_reach_over_impassable_hexsides() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0504", E);
        d.foot("C", "0605", W);
        d.impassable("0505", "0605");
        d.impassable("0504", "0605");
        let mut g = d.ready();
        g.march(a, &["0505"]);
        g.showed(&["R 6.2/3", "M 6.2.1/3"]);
        g.go(&["0506"]);
        // For the unit: cavalry does not climb a steep slope, infantry does.
        for (horse, stops) in [(true, false), (false, true)] {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0405", E);
            if horse {
                d.horse("C", "0605", W);
            } else {
                d.foot("C", "0605", W);
            }
            d.barrier("0605", "0505", Barrier::SteepSlope);
            let mut g = d.ready();
            g.march(a, &["0505"]);
            assert_eq!(g.offers(g.step("0405")), !stops);
            g.showed(if stops { &["R 6.2/1", "M 6.2.1/1"] } else { &["R 6.2/3", "M 6.2.1/3"] });
        }
    });
}

#[test]
fn a_zone_does_not_reach_over_bridges_and_fords_of_rivers() {
    both(|edition| {
        for crossing in [Crossing::Bridge, Crossing::Ford] {
            for (water, stops) in [(Barrier::River, false), (Barrier::Stream, true)] {
                let mut d = Drill::new(edition);
                let a = d.foot("A", "0405", E);
                d.foot("C", "0605", W);
                d.barrier("0505", "0605", water);
                d.crossing("0505", "0605", crossing);
                let mut g = d.ready();
                g.march(a, &["0505"]);
                assert_eq!(g.offers(g.step("0405")), !stops);
                g.showed(if stops { &["R 6.2/1", "M 6.2.1/1"] } else { &["R 6.2/4", "M 6.2.1/4"] });
            }
        }
    });
}

#[test]
fn a_zone_does_not_reach_into_works_and_castles() {
    both(|edition| {
        for work in [Some(Barrier::Redoubt), Some(Barrier::Fortification), None] {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0405", E);
            d.points(a, 9);
            d.foot("C", "0605", W);
            match work {
                Some(work) => d.barrier("0605", "0505", work),
                None => d.terrain("0505", Terrain::Castle),
            }
            let mut g = d.ready();
            g.march(a, &["0505"]);
            g.showed(&["R 6.2/5", "M 6.2.1/5"]);
            assert!(g.offers(g.step("0405")));
        }
        // From the inside it reaches out of a work.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0405", E);
        d.foot("C", "0605", W);
        d.barrier("0505", "0605", Barrier::Redoubt);
        let mut g = d.ready();
        g.march(a, &["0505"]);
        g.refused(&["R 6.2.1/1", "M 6.2.2/1"], g.step("0405"));
    });
}

#[test]
fn a_disordered_unit_pays_to_enter_a_zone() {
    both(|edition| {
        let ready = |points: u8| {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0405", E);
            d.disordered(a);
            d.points(a, points);
            d.foot("C", "0605", W);
            (d.ready(), a)
        };
        let (mut g, a) = ready(2);
        let entered = g.march(a, &["0505"]);
        assert_eq!(Game::cost(&entered), 2);
        g.proves(&["R 6.2.1/5", "M 6.2.2/6"], &entered);
        let (mut g, a) = ready(1);
        g.act(march(a), &[]);
        g.refused(&["R 4.4/4", "M 4.4.1/5"], g.step("0505"));
    });
}

#[test]
fn artillery_enters_a_zone_only_where_friends_stand() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0405", E);
        d.foot("C", "0605", W);
        let mut g = d.ready();
        g.act(march(gun), &[]);
        g.refused(&["R 6.2.1/6", "M 6.2.2/7"], g.step("0505"));
        // Another battery does not help.
        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0405", E);
        d.gun("A", "0505", E);
        d.foot("C", "0605", W);
        let mut g = d.ready();
        g.act(march(gun), &[]);
        g.refused(&["R 6.2.1/6", "M 6.2.2/7"], g.step("0505"));
        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0405", E);
        d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        let mut g = d.ready();
        g.march(gun, &["0505"]);
        assert_eq!(g.at(gun), "0505");
    });
}

#[test]
fn in_a_zone_a_unit_leaves_or_stays_and_turns_one_corner() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        let mut g = d.ready();
        for facing in [Vertex::SW, W, Vertex::NW] {
            g.refused(&["R 6.2.1/7", "M 6.2.2/8"], turn(a, facing));
        }
        g.prove(&["R 6.2.1/7", "M 6.2.2/8"], turn(a, Vertex::NE), &[]);
        // Not twice, and then it stays.
        assert!(!g.offers(turn(a, Vertex::NW)) && !g.offers(turn(a, E)) && !g.offers(march(a)));
    });
}

#[test]
fn leaving_a_zone_costs_one_more() {
    both(|edition| {
        let ready = |points: u8| {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0505", E);
            d.points(a, points);
            d.foot("C", "0605", W);
            (d.ready(), a)
        };
        let (mut g, a) = ready(3);
        let left = g.march(a, &["0405"]);
        assert_eq!(Game::cost(&left), 2);
        g.proves(&["R 6.2.1/8", "M 6.2.2/9"], &left);
        // With the first hex only.
        assert_eq!(Game::cost(&g.go(&["0404"])), 1);
        let (g, a) = ready(1);
        g.refused(&["R 4.4/4", "M 4.4.1/5"], march(a));
    });
}

#[test]
fn nobody_goes_from_a_zone_straight_into_an_enemy_front() {
    both(|edition| {
        // 0505 lies in the zone of 0605; 0406 in that of 0407, in front or behind.
        let ready = |facing: Vertex| {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0505", E);
            d.foot("C", "0605", W);
            d.foot("D", "0407", facing);
            (d.ready(), a)
        };
        let (mut g, a) = ready(Vertex::NW);
        g.act(march(a), &[]);
        g.refused(&["R 6.2.1/9", "M 6.2.2/10"], g.step("0406"));
        let (mut g, a) = ready(Vertex::SE);
        g.march(a, &["0406"]);
        // Later hexes may be front hexes.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        d.foot("D", "0408", Vertex::NW);
        let mut g = d.ready();
        g.march(a, &["0406", "0407"]);
        assert_eq!(g.at(a), "0407");
    });
}

#[test]
fn nobody_goes_from_one_hex_to_another_of_the_zone_of_one_enemy() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        // It faces away: these are no front hexes.
        d.foot("C", "0605", E);
        let mut g = d.ready();
        g.act(march(a), &[]);
        for hex in ["0504", "0606"] {
            g.refused(&["R 6.2.1/10", "M 6.2.2/11"], g.step(hex));
        }
        // Nor by a hex outside.
        g.go(&["0506"]);
        g.refused(&["R 6.2.1/10", "R 8.1/11", "M 6.2.2/11"], g.step("0606"));
        g.refused(&["R 6.2.1/10", "R 8.1/11", "M 6.2.2/11"], g.step("0505"));
    });
}
