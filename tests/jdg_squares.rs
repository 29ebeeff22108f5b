//! Squares formed and left by choice (4.2), clause by clause, in both editions.

#[path = "support/drill.rs"]
mod drill;
mod support;

use drill::{Drill, both, fight, halt, march, march_stack, shock};
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Party, Step};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::Switch;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

use Vertex::{E, W};

fn form(unit: UnitId) -> Action {
    Action::FormSquare { unit }
}

fn leave(unit: UnitId) -> Action {
    Action::LeaveSquare { unit }
}

#[test]
fn square_is_formed_on_clear_ground_only() {
    both(|edition| {
        for terrain in [Terrain::Rough, Terrain::Woods, Terrain::Village] {
            let mut d = Drill::new(edition);
            let a = d.foot("A", "0505", E);
            d.terrain("0505", terrain);
            d.ready().refused(&["R 4.2/1", "M 4.2/1"], form(a));
        }
    });
    // A cassina is treated as clear ground.
    let mut d = Drill::new(Edition::Montebello);
    let a = d.foot("A", "0505", E);
    d.terrain("0505", Terrain::Cassina);
    let mut g = d.ready();
    g.act(form(a), &[]);
    assert!(g.state.in_square(a));
}

#[test]
fn only_infantry_and_artillery_in_good_order_form_square() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b, c) = (d.horse("A", "0505", E), d.foot("A", "0508", E), d.foot("A", "0511", E));
        d.disordered(b);
        d.order(c, Order::Routed);
        let g = d.ready();
        for unit in [a, b, c] {
            g.refused(&["R 4.2/2", "M 4.2/2"], form(unit));
        }
    });
}

#[test]
fn square_is_formed_and_left_in_an_enemy_zone_of_control() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0508", E));
        d.square(b);
        d.foot("C", "0605", W);
        d.foot("C", "0608", W);
        let mut g = d.ready();
        g.prove(&["R 4.2/6", "M 4.2/3"], form(a), &[]);
        g.prove(&["R 4.2/6", "M 4.2/3"], leave(b), &[]);
        assert!(g.state.in_square(a) && !g.state.in_square(b));
    });
}

#[test]
fn forming_takes_the_whole_movement() {
    both(|edition| {
        for orders in [Orders::Received, Orders::Without] {
            let mut d = Drill::new(edition);
            let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0510", E));
            let mut g = d.begin("A", orders, Step::Movement);
            g.prove(&["R 4.2/4", "M 4.2/4"], form(a), &[]);
            assert!(!g.offers(march(a)));
            g.move_to(b, &["0610"], E);
            g.refused(&["R 4.2/4", "M 4.2/4"], form(b));
        }
    });
}

#[test]
fn two_units_form_only_if_both_stood_there() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
        let mut g = d.ready();
        g.act(form(a), &[]);
        assert!(g.state.in_square(a) && g.state.in_square(b));

        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0605", E));
        let mut g = d.ready();
        g.move_to(a, &["0605"], E);
        // Not even the one that has stood there.
        g.refused(&["R 4.2/4", "M 4.2/5"], form(a));
        assert!(!g.offers(form(b)));
    });
}

#[test]
fn artillery_forms_only_with_infantry() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (gun, a, with) = (d.gun("A", "0505", E), d.foot("A", "0508", E), d.gun("A", "0508", E));
        let mut g = d.ready();
        g.refused(&["R 4.2/3", "M 4.2/6"], form(gun));
        g.act(form(a), &[]);
        assert!(g.state.in_square(a) && g.state.in_square(with));
    });
    // A battery that has come up does not form with the infantry.
    let mut d = Drill::new(Edition::Montebello);
    let (a, gun) = (d.foot("A", "0605", E), d.gun("A", "0505", E));
    let mut g = d.ready();
    g.move_to(gun, &["0605"], E);
    g.refused(&["M 4.2/6"], form(a));
}

#[test]
fn nobody_joins_a_square() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b, gun) = (d.foot("A", "0505", E), d.foot("A", "0605", E), d.gun("A", "0606", E));
        d.square(b);
        let mut g = d.ready();
        g.act(march(a), &[]);
        g.refused(&["R 4.4.2/3", "M 4.4.3/4", "M 4.2/7"], g.step("0605"));
        g.go(&["0504"]);
        g.act(halt(E), &[]);
        g.act(march(gun), &[]);
        g.refused(&["R 4.4.2/3", "M 4.4.3/4", "M 4.2/7"], g.step("0605"));
    });
}

#[test]
fn a_square_does_not_move() {
    let mut d = Drill::new(Edition::Montebello);
    let a = d.foot("A", "0505", E);
    d.square(a);
    d.ready().refused(&["M 4.2/8"], march(a));
}

#[test]
fn a_square_moves_one_clear_hex() {
    let mut d = Drill::new(Edition::Rivoli);
    let a = d.foot("A", "0505", E);
    d.square(a);
    d.terrain("0606", Terrain::Woods);
    d.terrain("0504", Terrain::Rough);
    let mut g = d.begin("A", Orders::Without, Step::Movement);
    g.act(march(a), &[]);
    g.refused(&["R 4.2/7"], g.step("0606"));
    g.refused(&["R 4.2/7"], g.step("0504"));
    let moved = g.go(&["0605"]);
    g.proves(&["R 4.2/7"], &moved);
    g.refused(&["R 4.2/7"], g.step("0705"));
    g.act(halt(E), &[]);
    assert!(g.state.in_square(a));

    // As a whole: infantry and battery together, and never one of them.
    let mut d = Drill::new(Edition::Rivoli);
    let (a, gun) = (d.foot("A", "0505", E), d.gun("A", "0505", E));
    d.square(a);
    d.square(gun);
    let mut g = d.ready();
    assert!(!g.offers(march(a)));
    g.act(march_stack(a), &[]);
    g.go(&["0605"]);
    assert_eq!((g.at(a), g.at(gun)), ("0605".into(), "0605".into()));
}

#[test]
fn leaving_costs_points_and_the_unit_turns_and_moves_on() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.square(a);
        let mut g = d.ready();
        g.prove(&["R 4.2/5", "M 4.2/9"], leave(a), &[]);
        g.prove(&["M 4.2/10"], march(a), &[]);
        assert_eq!(g.left(), if g.rivoli() { 3 } else { 2 });
        g.go(&["0605"]);
        g.act(halt(W), &[]);
        assert_eq!(g.state.facing(a), W);

        // Facing is free, in a zone of control too.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.square(a);
        d.foot("C", "0605", W);
        let mut g = d.ready();
        g.act(leave(a), &[]);
        g.prove(&["R 4.2/5", "M 4.2/10"], Action::Pivot { unit: a, facing: W }, &[]);

        // It needs the points.
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.square(a);
        d.points(a, 2);
        let mut g = d.begin("A", Orders::Without, Step::Movement);
        if g.rivoli() {
            g.act(leave(a), &[]);
        } else {
            g.refused(&["M 4.2/9"], leave(a));
        }
    });
}

#[test]
fn a_square_starts_no_shock() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.square(a);
        d.foot("C", "0605", W);
        d.others();
        d.attack().refused(&["R 8.1/2", "M 4.2/11"], shock(a, Aim::Left));
    });
}

#[test]
fn a_square_may_be_attacked_and_disorder_or_retreat_breaks_it() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
        d.square(c);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        g.act(fight(a), &[9]);
        g.go(&["0705"]);
        g.showed(&["R 4.2/8", "M 4.2/12", "M 4.2/13"]);
        assert!(!g.state.in_square(c));

        // Where nothing happens to it, it stands.
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
        d.square(c);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        g.act(fight(a), &[0, 0]);
        assert!(g.state.in_square(c));
        assert_eq!(g.order(a), Order::Disordered);
    });
}

#[test]
fn one_disordered_infantry_breaks_the_whole_square() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.gun("A", "0505", E);
        let (c, e) = (d.foot("C", "0705", W), d.foot("C", "0705", W));
        d.square(c);
        d.square(e);
        let target = d.cell("0705");
        let mut g = d.begin("A", Orders::Received, Step::Fire);
        // 3, the capacity of 4, a square and two units: a test for each. One passes.
        let fired = g.act(Action::Fire { unit: a, target, party: Party::Alone }, &[3, 0, 9]);
        g.proves(&["R 4.2/9", "M 4.2/14"], &fired);
        assert!(!g.state.in_square(c) && !g.state.in_square(e));
        assert_eq!((g.order(c), g.order(e)), (Order::Good, Order::Disordered));
    });
}

#[test]
fn at_rivoli_no_square_is_formed() {
    let mut d = Drill::new(Edition::Rivoli);
    let a = d.foot("A", "0505", E);
    d.specific.no_square = Switch::On;
    d.ready().refused(&["R specific 4.2/1"], form(a));
}
