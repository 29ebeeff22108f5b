//! Disorder, rout, loss, recoil and retreat (R 10.1 to 10.3, M 10.1 to 10.3).

use super::drill::{Drill, Game, both, fight, march, shock};
use super::{batteries, fire};
use grognard::hex::Vertex::{E, NE, W};
use grognard::jours_de_gloire::action::Aim;
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

#[test]
fn disorder_then_rout_then_loss_for_good() {
    both(|edition| {
        for (before, after) in
            [(Order::Good, Order::Disordered), (Order::Disordered, Order::Routed), (Order::Routed, Order::Eliminated)]
        {
            let mut d = Drill::new(edition);
            let (a, c) = (d.gun("A", "0505", E), d.foot("C", "0705", W));
            d.order(c, before);
            let mut g = batteries(d);
            // 4 and 9: disordered, whatever it is.
            let shot = fire(&g, a, "0705");
            g.act(shot, &[9]);
            assert_eq!(g.order(c), after);
            match before {
                Order::Good => g.showed(&["R 10.1/1", "M 10.1/1"]),
                _ if after == Order::Eliminated => {
                    g.showed(&["R 10.1/2", "M 10.2/4"]);
                    assert_eq!(g.at(c), "off");
                    // Its formation's marker does not bring it back.
                    g.again("C", Orders::Received, Step::Movement);
                    assert!(g.asked().is_none() || !g.legal().iter().any(|action| *action == march(c)));
                }
                _ => g.showed(&["R 10.2/4", "M 10.2/5"]),
            }
        }
    });
}

/// A battery of so many points fires at a unit in 0705: 9 on the die.
fn shelled(edition: Edition, points: u8, put: impl Fn(&mut Drill) -> UnitId) -> (Game, UnitId) {
    let mut d = Drill::new(edition);
    let a = d.gun("A", "0505", E);
    d.strength(a, points);
    let c = put(&mut d);
    let mut g = batteries(d);
    let shot = fire(&g, a, "0705");
    g.act(shot, &[9]);
    (g, c)
}

/// Follows a retreat by its first open step until it is over; how many hexes it was.
fn flee(g: &mut Game, who: UnitId) -> usize {
    let mut hexes = 0;
    while matches!(g.frame_if_any(), Some(Frame::Withdrawal(_))) {
        let way = g.legal()[0];
        let account = g.act(way, &[]);
        hexes += account.events().filter(|e| matches!(e, Event::Moved { unit, .. } if *unit == who)).count();
    }
    hexes
}

#[test]
fn fire_routs_at_once_and_infantry_flees_two_hexes_and_cavalry_three() {
    both(|edition| {
        let (mut g, c) = shelled(edition, 12, |d| d.foot("C", "0705", W));
        assert_eq!(g.order(c), Order::Routed);
        assert_eq!(flee(&mut g, c), 2);
        g.showed(&["R 10.2/2", "R 10.2/4", "M 10.2/1", "M 10.2/5"]);
        let (mut g, c) = shelled(edition, 12, |d| d.horse("C", "0705", W));
        assert_eq!(g.order(c), Order::Routed);
        assert_eq!(flee(&mut g, c), 3);
    });
}

#[test]
fn artillery_is_lost_instead_of_routed() {
    both(|edition| {
        let (mut g, gun) = shelled(edition, 4, |d| {
            let gun = d.gun("C", "0705", W);
            d.disordered(gun);
            gun
        });
        assert_eq!(g.order(gun), Order::Eliminated);
        g.showed(&["R 10.2/3", "M 10.1/3"]);
    });
}

#[test]
fn a_retreat_that_cannot_be_completed_is_the_end() {
    both(|edition| {
        // A hex is open, the next is not.
        let (mut g, c) = shelled(edition, 12, |d| {
            for hex in ["0806", "0706", "0905", "0904", "0804"] {
                d.terrain(hex, Terrain::Lake);
            }
            d.terrain("0906", Terrain::Lake);
            d.terrain("0704", Terrain::Lake);
            d.foot("C", "0705", W)
        });
        assert_eq!(g.order(c), Order::Eliminated);
        g.showed(&["R 10.2/5", "M 10.2/6"]);
    });
}

/// Infantry in 0605 attacks a unit in 0705.
fn beaten(edition: Edition, die: u8, draw: impl Fn(&mut Drill) -> UnitId) -> (Game, UnitId) {
    let mut d = Drill::new(edition);
    let a = d.foot("A", "0605", E);
    d.strength(a, 16);
    let c = draw(&mut d);
    let mut g = d.attack();
    g.act(shock(a, Aim::Right), &[]);
    g.until(Step::Combat);
    g.act(fight(a), &[die]);
    (g, c)
}

#[test]
fn friends_on_the_way_cost_nothing_and_limits_bind_in_combat() {
    both(|edition| {
        let (mut g, c) = beaten(edition, 0, |d| {
            // Cavalry, with whom infantry never stacks, wherever it could go.
            for hex in ["0805", "0806", "0706"] {
                d.horse("D", hex, E);
            }
            d.foot("C", "0705", W)
        });
        let through = g.step("0806");
        g.prove(&["R 5.1.3/1", "R 10.3/4", "M 5.1.3/1", "M 10.3.1/7"], through, &[]);
        // It goes on without a point for it, though it may not stop there.
        assert!(matches!(g.frame(), Frame::Withdrawal(w) if w.unit == c));
        let on = g.step("0906");
        // Its own test, and that of the friend.
        super::fives(&mut g, on);
        assert_eq!(g.at(c), "0906");
    });
}

#[test]
fn a_recoil_keeps_its_facing_unless_it_joins_others() {
    both(|edition| {
        let (mut g, c) = beaten(edition, 0, |d| d.foot("C", "0705", W));
        let back = g.step("0805");
        g.prove(&["R 10.3.1/1", "M 10.3.2/1"], back, &[0]);
        assert_eq!(g.state.facing(c), W);
        let (mut g, c) = beaten(edition, 0, |d| {
            let c = d.foot("C", "0705", W);
            d.foot("C", "0805", E);
            c
        });
        let back = g.step("0805");
        g.prove(&["R 10.3.1/2", "M 10.3.2/2"], back, &[0]);
        assert_eq!(g.state.facing(c), E);
    });
}

#[test]
fn stacked_units_may_go_back_to_different_hexes() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0605", E);
        d.strength(a, 16);
        let (c, e) = (d.foot("C", "0705", W), d.foot("C", "0705", W));
        let mut g = d.attack();
        g.act(shock(a, Aim::Right), &[]);
        g.until(Step::Combat);
        g.prove(&["R 10.3.2/1", "M 10.3.3/1"], fight(a), &[4]);
        g.go(&["0805"]);
        let back = g.step("0706");
        g.act(back, &[0, 0]);
        let mut hexes = [g.at(c), g.at(e)];
        hexes.sort();
        assert_eq!(hexes, ["0706", "0805"]);
    });
}

#[test]
fn zones_do_not_stop_a_retreat_and_fronts_harm_it() {
    both(|edition| {
        // Behind the back of an enemy in 0804.
        let (mut g, c) = beaten(edition, 9, |d| {
            let c = d.foot("C", "0705", W);
            d.disordered(c);
            d.foot("B", "0804", NE);
            c
        });
        // It recoils, and routs: two hexes more.
        let into = g.step("0805");
        g.prove(&["R 10.3.4/1", "M 10.3.5/1"], into, &[]);
        assert!(matches!(g.frame(), Frame::Withdrawal(w) if w.unit == c), "it is not stopped");
        assert_eq!(flee(&mut g, c), 2);
        assert_eq!(g.order(c), Order::Routed);
    });
}
