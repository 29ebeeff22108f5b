//! Dice, tests, counters, the order of the steps (R 0, R 1; M 0, M 1).

use super::drill::{Drill, both, fight, march, shock};
use super::{batteries, fire};
use grognard::hex::Vertex::{E, W};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::Order;

#[test]
fn a_nought_is_nothing_and_nine_is_the_highest() {
    both(|edition| {
        for (die, order) in [(0, Order::Good), (9, Order::Disordered)] {
            let mut d = Drill::new(edition);
            let (a, c) = (d.gun("A", "0505", E), d.foot("C", "0705", W));
            // Neither a 0 that counts as ten, nor a 9 that is the worst of nine.
            d.cohesion(c, 8);
            let mut g = batteries(d);
            let shot = fire(&g, a, "0705");
            let fired = g.prove(&["R 0.6/1", "M 0.4/1"], shot, &[5, die]);
            let test = fired.tallies().find(|tally| matches!(tally.what(), Label::Cohesion(..))).unwrap();
            assert_eq!((test.sum(), test.total()), (0, i16::from(die)));
            assert_eq!(g.order(c), order);
        }
    });
}

#[test]
fn a_cohesion_test_is_passed_at_the_cohesion_and_failed_above_it() {
    both(|edition| {
        for (die, order) in [(5, Order::Good), (6, Order::Disordered)] {
            let mut d = Drill::new(edition);
            let (a, c) = (d.gun("A", "0505", E), d.foot("C", "0705", W));
            let mut g = batteries(d);
            // A capacity of 4 and 5: a test against 5.
            let shot = fire(&g, a, "0705");
            g.prove(&["R 0.4/1", "M 0.4.1/1"], shot, &[5, die]);
            assert_eq!(g.order(c), order, "{die}");
        }
    });
}

#[test]
fn an_engagement_test_is_passed_at_the_value_and_failed_above_it() {
    both(|edition| {
        for (dice, fought) in [(&[5, 9][..], true), (&[6][..], false)] {
            let mut d = Drill::new(edition);
            let (a, _) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
            let mut g = d.attack_without_orders();
            g.act(shock(a, Aim::Left), &[]);
            g.until(Step::Combat);
            let journal = g.prove(&["R 0.5/1", "M 0.4.2/1"], fight(a), dice);
            assert_eq!(journal.tallies().any(|tally| tally.what() == Label::Shock(a)), fought);
        }
    });
}

#[test]
fn the_values_of_the_back_hold_while_a_unit_is_disordered() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (gun, c) = (d.gun("A", "0505", E), d.foot("C", "0705", W));
        d.faces(c, 8, 2);
        let mut g = batteries(d);
        assert_eq!(g.rules.values(&g.state, c).strength, 8);
        let shot = fire(&g, gun, "0705");
        g.prove(&["R 0.3/2", "M 0.3/3"], shot, &[9]);
        assert_eq!((g.order(c), g.rules.values(&g.state, c).strength), (Order::Disordered, 2));
    });
}

#[test]
fn fire_movement_shock_and_rally_follow_one_another() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, gun) = (d.foot("A", "0505", E), d.gun("A", "0504", E));
        let worn = d.foot("A", "0515", E);
        d.disordered(worn);
        d.foot("C", "0605", W);
        let mut g = batteries(d);
        let shot = fire(&g, gun, "0605");
        let rally = Action::Rally { unit: worn };
        let rules = ["R 1.D/4", "M 1.D/4"];
        assert!(g.offers(shot));
        g.refused(&rules, march(a));
        g.refused(&rules, shock(a, Aim::Left));
        g.until(Step::Movement);
        assert!(g.offers(march(a)));
        g.refused(&rules, shot);
        g.refused(&rules, shock(a, Aim::Left));
        g.until(Step::Declaration);
        g.refused(&rules, shot);
        g.refused(&rules, march(a));
        g.refused(&rules, rally);
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        g.refused(&rules, march(a));
        g.act(fight(a), &[0, 0]);
        while g.frame() != Frame::Activation(Step::Rally) {
            g.act(Action::Done, &[]);
        }
        g.refused(&rules, shot);
        g.refused(&rules, march(a));
        g.act(rally, &[0]);
    });
}
