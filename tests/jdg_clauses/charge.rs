//! Charges, squares and counter-charges (R 9.1 to 9.4, M 9.1 to 9.4).

use super::drill::{Drill, Game, advance, both, fight, halt, shock};
use super::{fives, ride, to_combat};
use grognard::hex::Vertex::{E, SE, W};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Party};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::side::UnitId;

#[test]
fn out_of_contact_it_charges_as_it_faced_before() {
    both(|edition| {
        for contact in [true, false] {
            let mut d = Drill::new(edition);
            let a = d.horse("A", "0505", E);
            d.horse("C", "0705", E);
            // Behind it, and looking away.
            d.foot("D", if contact { "0406" } else { "0308" }, W);
            let target = d.cell("0705");
            let mut g = d.ready();
            g.act(Action::Charge { unit: a, party: Party::Alone, target }, &[]);
            g.go(&["0605"]);
            // 0705 lies before it whether it looks E or SE.
            assert!(g.offers(halt(E)));
            if contact {
                g.refused(&["R 9.1/5", "M 9.1/8"], halt(SE));
            } else {
                assert!(g.offers(halt(SE)));
            }
        }
    });
}

/// Cavalry in 0605 has charged a unit in 0705; the combats are to be resolved.
fn charged(edition: Edition, draw: impl Fn(&mut Drill, UnitId, UnitId)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", E));
    draw(&mut d, a, c);
    let mut g = d.ready();
    ride(&mut g, a, "0705", &["0605"]);
    to_combat(&mut g);
    (g, a, c)
}

#[test]
fn heavy_cavalry_charges_at_three_and_other_cavalry_at_one() {
    for (heavy, label, bonus, rule) in
        [(true, Label::HeavyCharge, 3, "R 9.2/1"), (false, Label::LightCharge, 1, "R 9.2/2")]
    {
        let (mut g, a, _) = charged(Edition::Rivoli, |d, a, _| {
            if heavy {
                d.weigh(a);
            }
        });
        assert!(g.first_roll(fight(a)).contains(&(label, bonus)));
        g.showed(&[rule]);
    }
}

#[test]
fn the_bonus_counts_where_infantry_attacks_too() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, i) = (d.horse("A", "0505", E), d.foot("A", "0504", E));
        d.mark(a, Mark::Charging);
        let c = d.foot("C", "0605", W);
        let mut g = d.attack();
        g.act(shock(i, Aim::Right), &[]);
        to_combat(&mut g);
        let found = g.first_roll(fight(a));
        assert!(found.contains(&(Label::LightCharge, 1)) && found.contains(&(Label::Ratio(8, 4), 2)));
        g.showed(&["R 9.2/3", "M 9.2/3"]);
        // Alone the infantry has none.
        let _ = c;
    });
}

#[test]
fn the_disorder_at_the_end_comes_on_top_of_that_of_the_combat() {
    // It is thrown back in disorder; the end of the charge disorders it once more.
    let (mut g, a, _) = charged(Edition::Rivoli, |d, _, c| d.strength(c, 16));
    g.act(fight(a), &[0, 0]);
    g.showed(&["R 9.2/6"]);
    assert_eq!(g.order(a), Order::Routed);
    // In the later edition it must fail a test for it.
    for (die, order) in [(5, Order::Disordered), (6, Order::Routed)] {
        let (mut g, a, _) = charged(Edition::Montebello, |d, _, c| d.strength(c, 16));
        g.act(fight(a), &[0, 0, die]);
        assert_eq!(g.order(a), order);
        if order == Order::Routed {
            g.showed(&["M 9.2/6"]);
        }
    }
}

#[test]
fn against_a_square_there_is_no_bonus() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.heavy("A", "0505", E), d.foot("C", "0705", W));
        let mut g = d.ready();
        ride(&mut g, a, "0705", &["0605"]);
        assert!(matches!(g.frame(), Frame::Square { .. }));
        g.act(Action::FormSquare { unit: c }, &[0]);
        // It rides on.
        g.act(Action::Done, &[]);
        to_combat(&mut g);
        let found = g.first_roll(fight(a));
        assert!(found.contains(&(Label::AgainstSquare, -2)));
        assert!(found.iter().all(|(label, _)| !matches!(label, Label::HeavyCharge | Label::LightCharge)));
        g.showed(&["R 9.3.1/1", "R 9.3.1/2", "M 9.2/4"]);
    });
}

/// The target has counter-charged with success, and has thrown the charge back.
fn countered(edition: Edition) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    // Behind the hex where the charge began no pursuit goes.
    for hex in ["0404", "0405", "0406", "0506"] {
        d.terrain(hex, Terrain::Rough);
    }
    let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", W));
    d.strength(c, 6);
    let mut g = d.ready();
    ride(&mut g, a, "0705", &["0605"]);
    to_combat(&mut g);
    g.act(fight(a), &[]);
    assert!(matches!(g.frame(), Frame::Combat(_)));
    // 4 to 6 and clear ground: 0. The attacker is disordered, fails its test and recoils.
    g.prove(&["R 9.4/7", "M 9.4/8"], Action::CounterCharge { unit: c }, &[0, 1, 9]);
    g.go(&["0505"]);
    (g, a, c)
}

#[test]
fn a_counter_charger_is_disordered_only_if_it_pursues() {
    both(|edition| {
        // It stays, and is as it was.
        let (mut g, _, c) = countered(edition);
        let end: &[u8] = if g.rivoli() { &[] } else { &[0] };
        g.act(Action::Done, end);
        assert_eq!((g.order(c), g.at(c).as_str()), (Order::Good, "0705"));

        // It follows: at the end it is disordered, or tests.
        let (mut g, _, c) = countered(edition);
        let to = g.cell("0605");
        g.act(advance(c, to), &[]);
        assert!(matches!(g.frame(), Frame::Pursuit(_)));
        while let Some(Frame::Pursuit(_) | Frame::Withdrawal(_)) = g.frame_if_any() {
            let on = match g.frame() {
                Frame::Pursuit(_) => Action::Turn { facing: W },
                _ => g.legal()[0],
            };
            fives(&mut g, on);
        }
        let expected = if g.rivoli() { Order::Disordered } else { Order::Good };
        assert_eq!(g.order(c), expected, "5 passes the test of the later edition");
    });
}
