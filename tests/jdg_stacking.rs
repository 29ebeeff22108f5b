//! Stacking (5.1), clause by clause, in both editions.

#[path = "support/drill.rs"]
mod drill;
mod support;

use drill::{Drill, Game, both, fight, halt, march, shock};
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order;
use grognard::side::{Side, UnitId};

use Vertex::{E, W};

/// The unit that `draw` puts into 0505 goes to 0605, where others stand, and may stay there.
#[track_caller]
fn joins(edition: Edition, draw: impl Fn(&mut Drill) -> UnitId) -> Game {
    let mut d = Drill::new(edition);
    let unit = draw(&mut d);
    let mut g = d.ready();
    g.march(unit, &["0605"]);
    g.act(halt(E), &[]);
    g
}

/// The same, and it may pass but not stay: these rules say so.
#[track_caller]
fn passes(edition: Edition, rules: &[&str], draw: impl Fn(&mut Drill) -> UnitId) {
    let mut d = Drill::new(edition);
    let unit = draw(&mut d);
    d.points(unit, 9);
    let mut g = d.ready();
    g.march(unit, &["0605"]);
    g.refused(rules, halt(E));
}

#[test]
fn two_units_of_one_kind_and_formation() {
    both(|edition| {
        joins(edition, |d| {
            d.foot("A", "0605", E);
            d.foot("A", "0505", E)
        });
        joins(edition, |d| {
            d.horse("A", "0605", E);
            d.horse("A", "0505", E)
        });
        let rules = ["R 5.1/2", "M 5.1.1/2"];
        passes(edition, &rules, |d| {
            d.foot("B", "0605", E);
            d.foot("A", "0505", E)
        });
        passes(edition, &rules, |d| {
            d.foot("A", "0605", E);
            d.foot("A", "0605", E);
            d.foot("A", "0505", E)
        });
    });
}

#[test]
fn three_instead_of_two_at_six_points_in_all() {
    let three = |strength: u8| {
        move |d: &mut Drill| {
            let units = [d.foot("A", "0605", E), d.foot("A", "0605", E), d.foot("A", "0505", E)];
            for unit in units {
                d.strength(unit, 2);
            }
            d.strength(units[0], strength);
            units[2]
        }
    };
    let mut g = joins(Edition::Montebello, three(2));
    g.showed(&["M 5.1.1/7"]);
    passes(Edition::Montebello, &["M 5.1.1/2"], three(3));
    // The older edition knows no such thing.
    passes(Edition::Rivoli, &["R 5.1/2"], three(2));
}

#[test]
fn one_battery_with_one_or_two_infantry() {
    both(|edition| {
        joins(edition, |d| {
            d.foot("A", "0605", E);
            d.foot("A", "0605", E);
            d.gun("A", "0505", E)
        });
        // Of whatever formation.
        joins(edition, |d| {
            d.foot("B", "0605", E);
            d.gun("A", "0505", E)
        });
        passes(edition, &["R 5.1/3", "M 5.1.1/3"], |d| {
            d.foot("A", "0605", E);
            d.gun("A", "0605", E);
            d.gun("A", "0505", E)
        });
    });
}

#[test]
fn a_battery_with_cavalry() {
    // One with one in the later edition, none at all in the older one.
    joins(Edition::Montebello, |d| {
        d.horse("B", "0605", E);
        d.gun("A", "0505", E)
    });
    passes(Edition::Montebello, &["M 5.1.1/4"], |d| {
        d.horse("A", "0605", E);
        d.horse("A", "0605", E);
        d.gun("A", "0505", E)
    });
    passes(Edition::Rivoli, &["R 5.1/8"], |d| {
        d.horse("A", "0605", E);
        d.gun("A", "0505", E)
    });
}

#[test]
fn two_batteries_of_any_formation() {
    both(|edition| {
        joins(edition, |d| {
            d.gun("B", "0605", E);
            d.gun("A", "0505", E)
        });
        passes(edition, &["R 5.1/4", "M 5.1.1/5"], |d| {
            d.gun("A", "0605", E);
            d.gun("A", "0605", E);
            d.gun("A", "0505", E)
        });
    });
}

#[test]
fn infantry_and_cavalry_do_not_stack() {
    both(|edition| {
        passes(edition, &["R 5.1/2", "M 5.1.1/11"], |d| {
            d.horse("A", "0605", E);
            d.foot("A", "0505", E)
        });
    });
}

#[test]
fn routed_units_stack_with_routed_ones_only() {
    both(|edition| {
        passes(edition, &["R 5.1/6", "M 5.1.1/9"], |d| {
            let routed = d.foot("A", "0605", E);
            d.order(routed, Order::Routed);
            d.foot("A", "0505", E)
        });
    });
}

#[test]
fn squares_stack_with_squares_only() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0605", E));
        d.square(b);
        let mut g = d.ready();
        g.act(march(a), &[]);
        g.refused(&["R 5.1/7", "M 5.1.1/10"], g.step("0605"));
    });
}

#[test]
fn commanders_do_not_count() {
    both(|edition| {
        let mut g = joins(edition, |d| {
            d.commander(Side::First, "0605");
            d.foot("A", "0605", E);
            d.foot("A", "0505", E)
        });
        g.showed(&["R 5.1/1", "M 5.1.1/1"]);
    });
}

#[test]
fn a_rally_that_would_pass_six_points_is_barred() {
    for (good, barred) in [(3, true), (2, false)] {
        let mut d = Drill::new(Edition::Montebello);
        let units = [d.foot("A", "0505", E), d.foot("A", "0505", E), d.foot("A", "0505", E)];
        for unit in units {
            d.strength(unit, 2);
        }
        d.faces(units[2], good, 2);
        d.disordered(units[2]);
        let other = d.foot("A", "1005", E);
        d.disordered(other);
        let mut g = d.begin("A", Orders::Received, Step::Rally);
        let rally = Action::Rally { unit: units[2] };
        if barred {
            g.refused(&["M 5.1.1/8"], rally);
        } else {
            g.act(rally, &[0]);
        }
    }
}

#[test]
fn nobody_enters_an_enemy_hex() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.gun("C", "0605", W);
        let mut g = d.ready();
        g.act(march(a), &[]);
        g.refused(&["R 5.1.2/1", "M 5.1.2/1"], g.step("0605"));
    });
}

#[test]
fn who_enters_goes_beneath_and_artillery_on_top() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b, gun) = (d.foot("A", "0505", E), d.foot("A", "0605", E), d.gun("A", "0606", E));
        let mut g = d.ready();
        g.march(a, &["0605"]);
        g.showed(&["R 5.1.2/2", "M 5.1.2/2"]);
        g.act(halt(E), &[]);
        let stack = |g: &Game| g.state.units_at(g.cell("0605"));
        assert_eq!(g.rules.top_of(&g.state, stack(&g)), Some(b));
        g.march(gun, &["0605"]);
        g.showed(&["R 5.1.2/3", "M 5.1.2/3"]);
        assert_eq!(g.rules.top_of(&g.state, stack(&g)), Some(gun));
        assert_eq!(g.rules.top_fighter(&g.state, stack(&g)), Some(b));
    });
}

#[test]
fn the_order_of_a_stack_changes_only_before_movement() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
        d.foot("A", "0605", E);
        let mut g = d.ready();
        g.prove(&["R 5.1.2/4", "M 5.1.2/4"], Action::ToTop { unit: b }, &[]);
        assert_eq!(g.rules.top_of(&g.state, g.state.units_at(g.cell("0505"))), Some(b));
        g.move_to(a, &["0605"], E);
        g.refused(&["R 5.1.2/4", "M 5.1.2/4"], Action::ToTop { unit: a });
    });
}

#[test]
fn limits_bind_at_the_end_of_a_movement() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.horse("A", "0605", E);
        let mut g = d.ready();
        g.march(a, &["0605"]);
        g.refused(&["R 5.1.2/5", "M 5.1.2/5"], halt(E));
        g.go(&["0705"]);
        g.act(halt(E), &[]);
        // Where it could not go on it does not enter.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.points(a, 1);
        d.horse("A", "0605", E);
        let mut g = d.ready();
        g.act(march(a), &[]);
        g.refused(&["R 5.1.2/5", "M 5.1.2/5"], g.step("0605"));
    });
}

#[test]
fn others_pass_a_routed_unit_for_one_point() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("B", "0605", E));
        d.order(b, Order::Routed);
        let mut g = d.ready();
        g.march(a, &["0605"]);
        assert_eq!(g.left(), 3);
        let passed = g.go(&["0705"]);
        assert_eq!(Game::cost(&passed), 2);
        g.proves(&["R 5.1.2/10", "M 5.1.2/9"], &passed);
        assert_eq!((g.order(b), g.at(b)), (Order::Routed, "0605".into()));
    });
}

#[test]
fn stacked_artillery_may_fire() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0505", E);
        d.foot("A", "0505", E);
        d.foot("C", "0705", W);
        let target = d.cell("0705");
        let mut g = d.begin("A", Orders::Received, Step::Fire);
        g.prove(&["R 5.1.3/2", "M 5.1.3/2"], Action::Fire { unit: gun, target, party: Party::Alone }, &[0]);
    });
}

#[test]
fn stacked_units_attack_together_and_their_strength_adds_up() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
        d.gun("A", "0505", E);
        d.foot("C", "0605", W);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.showed(&["R 5.1.3/3", "M 5.1.3/3"]);
        assert!(g.marked(grognard::jours_de_gloire::state::Mark::Declared, b));
        g.until(Step::Combat);
        let fought = g.act(fight(a), &[9]);
        g.proves(&["R 5.1.3/4", "M 5.1.3/4"], &fought);
        // 4 and 4 against 4; the battery's 4 do not count.
        assert!(Game::shock(&fought).contains(&(Label::Ratio(8, 4), 2)));

        // A disordered one stays out of it.
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
        d.disordered(b);
        d.foot("C", "0605", W);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        let fought = g.act(fight(a), &[9]);
        assert!(Game::shock(&fought).contains(&(Label::Ratio(4, 4), 0)));
    });
}

#[test]
fn the_top_unit_tests_engagement_for_the_stack() {
    both(|edition| {
        let drawn = |gun: bool| {
            let mut d = Drill::new(edition);
            if gun {
                d.gun("A", "0505", E);
            }
            let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
            d.engagement(a, 7);
            d.engagement(b, 2);
            let c = d.foot("C", "0605", W);
            let mut g = d.attack_without_orders();
            let named = if g.offers(shock(a, Aim::Left)) { a } else { b };
            g.act(shock(named, Aim::Left), &[]);
            g.until(Step::Combat);
            (g, named, c)
        };
        // 6: the one on top passes where the other would not; both fight.
        let (mut g, a, _) = drawn(false);
        let fought = g.act(fight(a), &[6, 9]);
        g.proves(&["R 5.1.3/5", "M 5.1.3/5"], &fought);
        assert!(Game::shock(&fought).contains(&(Label::Ratio(8, 4), 2)));
        // 8: it fails, and nobody fights.
        let (mut g, a, c) = drawn(false);
        let failed = g.act(fight(a), &[8]);
        g.proves(&["R 5.1.3/6", "M 5.1.3/6"], &failed);
        assert_eq!((g.order(c), g.at(c)), (Order::Good, "0605".into()));
        // Beneath a battery the infantry on top tests.
        let (mut g, a, _) = drawn(true);
        let fought = g.act(fight(a), &[6, 9]);
        g.proves(&["R 5.1.3/7", "M 5.1.3/7"], &fought);
    });
}

#[test]
fn a_shock_strikes_the_whole_stack_and_each_unit_tests_for_itself() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.strength(a, 8);
        let (c, e) = (d.foot("C", "0605", W), d.foot("C", "0605", W));
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        // 8 against 8, clear ground: 5 and 1 are 6. Both recoil, then each tests for itself.
        let fought = g.act(fight(a), &[5]);
        assert!(Game::shock(&fought).contains(&(Label::Ratio(8, 8), 0)));
        g.go(&["0705"]);
        g.act(g.step("0704"), &[0, 9]);
        g.showed(&["R 5.1.3/8", "R 5.1.3/9", "M 5.1.3/8"]);
        assert_eq!((g.at(c), g.at(e)), ("0705".into(), "0704".into()));
        assert_eq!((g.order(c), g.order(e)), (Order::Good, Order::Disordered));
    });
}
