//! Open points of Rivoli's book, each by its default and by its other readings.

use super::drill::{Drill, Game, advance, evade, fight, force, halt, shock};
use super::{batteries, fire, fives, ride, to_combat};
use grognard::hex::Vertex::{E, NE, NW, SE, W};
use grognard::jours_de_gloire::action::{Action, Aim, Evasion};
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition::Rivoli;
use grognard::jours_de_gloire::frame::{Frame, Party, PursuitDue, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::Order;
use grognard::side::{Side, UnitId};

/// A ground under this reading.
fn reading(id: &str, reading: &str) -> Drill {
    let mut d = Drill::new(Rivoli);
    d.setup = std::mem::take(&mut d.setup).ruling(id, reading);
    d
}

#[test]
fn a_stack_that_charged_pursues_whole_or_by_its_best_unit() {
    for (id, whole, asked) in [("stack", true, false), ("unit", false, false), ("choice", false, true)] {
        let mut d = reading("pursuit-of-one-stack", id);
        let (a, b) = (d.horse("A", "0505", E), d.horse("A", "0505", E));
        d.cohesion(b, 4);
        d.horse("C", "0705", E);
        let to = d.cell("0705");
        let mut g = d.ready();
        g.act(Action::Charge { unit: a, party: Party::Stack, target: to }, &[]);
        g.go(&["0605"]);
        g.act(halt(E), &[]);
        to_combat(&mut g);
        g.act(fight(a), &[9]);
        g.go(&["0805"]);
        let stack = Action::Advance { unit: a, party: Party::Stack, to };
        assert_eq!(g.at(a) == "0605" && g.offers(stack) && g.offers(advance(a, to)), asked, "{id}");
        if asked {
            g.act(advance(a, to), &[]);
        }
        assert_eq!((g.at(a).as_str(), g.at(b) == "0705"), ("0705", whole), "{id}");
    }
}

/// Cavalry has charged cavalry from behind, which has gone back to 0805 in disorder.
fn chase(mut d: Drill, draw: impl Fn(&mut Drill)) -> (Game, UnitId) {
    let a = d.horse("A", "0505", E);
    d.horse("C", "0705", E);
    draw(&mut d);
    let mut g = d.ready();
    ride(&mut g, a, "0705", &["0605"]);
    to_combat(&mut g);
    g.act(fight(a), &[9]);
    let back = g.step("0805");
    fives(&mut g, back);
    (g, a)
}

#[test]
fn before_another_enemy_a_pursuit_may_stop_or_must_go_on() {
    for (id, stops) in [("may-stop", true), ("must", false)] {
        let (mut g, _) = chase(reading("pursuit-stop", id), |d| {
            d.horse("D", "0806", E);
        });
        fives(&mut g, Action::Turn { facing: E });
        let offered = matches!(g.frame(), Frame::Pursuit(_)) && g.offers(Action::Done);
        assert_eq!(offered, stops, "{id}");
    }
}

#[test]
fn a_pursuit_turns_on_its_way_or_rides_straight_on() {
    for (id, turns) in [("turns", true), ("straight", false)] {
        let (g, _) = chase(reading("pursuit-facing", id), |_| ());
        let asked = matches!(g.frame(), Frame::Pursuit(p) if p.due == PursuitDue::Turn);
        assert_eq!(asked && g.offers(Action::Turn { facing: NE }), turns, "{id}");
        let charged = g.log.tallies().any(|tally| matches!(tally.what(), Label::PursuitCharge(_)));
        assert_eq!(charged, !turns, "without a choice it charges at once");
    }
}

#[test]
fn a_recoil_leads_away_from_all_attackers_or_from_one() {
    for (id, open) in [("all", false), ("any", true)] {
        let mut d = reading("retreat-several-attackers", id);
        let (a, b) = (d.foot("A", "0605", E), d.foot("A", "0606", E));
        d.foot("C", "0705", W);
        let mut g = d.attack();
        g.act(shock(a, Aim::Right), &[]);
        g.act(shock(b, Aim::Left), &[]);
        g.until(Step::Combat);
        g.act(fight(a), &[9]);
        assert!(matches!(g.frame(), Frame::Withdrawal(_)));
        // Beside the one, away from the other.
        assert_eq!(g.ways().contains("0706"), open, "{id}");
        assert!(g.ways().contains("0805"));
        if !open {
            g.refused(&["R 10.3/2"], g.step("0706"));
        }
    }
}

#[test]
fn each_hex_of_a_retreat_leads_away_or_only_the_first() {
    for (id, open) in [("each", false), ("first", true)] {
        let mut d = reading("retreat-later-hexes", id);
        let (a, c) = (d.foot("A", "0605", E), d.foot("C", "0705", W));
        d.disordered(c);
        let mut g = d.attack();
        g.act(shock(a, Aim::Right), &[]);
        g.until(Step::Combat);
        g.act(fight(a), &[9]);
        g.go(&["0706"]);
        assert_eq!(g.ways().contains("0607"), open, "{id}");
    }
}

#[test]
fn what_an_evasion_meets_in_an_enemy_zone() {
    // In the front of another enemy, and behind it.
    for (id, front, behind) in [
        ("front-disorder", Some(Order::Disordered), Some(Order::Good)),
        ("front-forbidden", None, Some(Order::Good)),
        ("any-disorder", Some(Order::Disordered), Some(Order::Disordered)),
    ] {
        for (facing, order) in [(W, front), (E, behind)] {
            let mut d = reading("refusal-front-zone", id);
            let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
            d.foot("B", "0805", facing);
            let mut g = d.attack();
            g.act(shock(a, Aim::Left), &[]);
            g.until(Step::Combat);
            g.act(fight(a), &[]);
            g.act(evade(c, Evasion::One), &[]);
            match order {
                Some(order) => {
                    g.go(&["0705"]);
                    assert_eq!(g.order(c), order, "{id} {facing}");
                }
                // Both hexes before that enemy are closed, and one way is left.
                None => assert_eq!(g.at(c), "0604"),
            }
        }
    }
}

#[test]
fn woods_are_charged_along_a_road_or_not_at_all() {
    for (id, open) in [("allowed", true), ("barred", false)] {
        let mut d = reading("road-rate-in-a-charge", id);
        let a = d.horse("A", "0505", E);
        d.horse("C", "0705", E);
        d.terrain("0705", Terrain::Woods);
        d.way(Way::Road, &["0505", "0605", "0705"]);
        let target = d.cell("0705");
        let g = d.ready();
        let charge = Action::Charge { unit: a, party: Party::Alone, target };
        assert_eq!(g.offers(charge), open, "{id}");
        if !open {
            g.refused(&["R 9.1/10"], charge);
        }
    }
}

#[test]
fn five_hexes_bar_a_forced_march_or_are_far_enough() {
    for (id, open) in [("five-bars", false), ("five-allowed", true)] {
        for (hex, offered) in [("1005", open), ("0905", false), ("1106", true)] {
            let mut d = reading("forced-march-distance", id);
            let a = d.foot("A", "0505", E);
            d.foot("C", hex, W);
            let g = d.ready();
            assert_eq!(g.offers(force(a)), offered, "{id} {hex}");
        }
    }
}

#[test]
fn a_forced_march_keeps_out_of_friends_or_stays_within_the_limits() {
    for (id, open) in [("no-friendly-hex", false), ("within-limits", true)] {
        for (formation, offered) in [("A", open), ("B", false)] {
            let mut d = reading("forced-march-friends", id);
            let a = d.foot("A", "0505", E);
            d.foot(formation, "0605", E);
            let mut g = d.ready();
            g.act(force(a), &[]);
            let onto = g.step("0605");
            assert_eq!(g.offers(onto), offered, "{id} {formation}");
            if !offered {
                g.refused(&["R 4.1.3/6"], onto);
            }
        }
    }
}

#[test]
fn a_recoil_over_a_bridge_disorders_or_does_not() {
    for (id, order) in [("disorders", Order::Disordered), ("slope-only", Order::Good)] {
        let mut d = reading("recoil-at-bridge", id);
        let (a, c) = (d.foot("A", "0605", E), d.foot("C", "0705", W));
        d.strength(a, 16);
        d.barrier("0705", "0805", Barrier::River);
        d.crossing("0705", "0805", Crossing::Bridge);
        let mut g = d.attack();
        g.act(shock(a, Aim::Right), &[]);
        g.until(Step::Combat);
        g.act(fight(a), &[0]);
        let back = g.step("0805");
        g.act(back, &[0]);
        assert_eq!(g.order(c), order, "{id}");
    }
}

#[test]
fn of_two_routed_units_one_rallies_or_neither() {
    for (id, open) in [("stands", true), ("barred", false)] {
        let mut d = reading("rally-from-a-routed-stack", id);
        let units = [d.foot("A", "0505", E), d.foot("A", "0505", E), d.foot("A", "0508", E)];
        for unit in units {
            d.order(unit, Order::Routed);
        }
        let mut g = d.ready();
        g.until(Step::Rally);
        let rally = Action::Rally { unit: units[0] };
        if open {
            g.act(rally, &[0]);
            assert_eq!((g.order(units[0]), g.order(units[1])), (Order::Disordered, Order::Routed));
        } else {
            g.refused(&["R 5.1/6"], rally);
            assert!(g.offers(Action::Rally { unit: units[2] }), "one that stands alone may");
        }
    }
}

#[test]
fn an_enemy_beside_it_keeps_a_battery_from_answering_or_does_not() {
    for (id, answers) in [("bound", false), ("free", true)] {
        let mut d = reading("counter-battery-beside-enemy", id);
        let ours = d.gun("A", "0505", SE);
        d.gun("C", "0508", NW);
        d.foot("B", "0408", E);
        let mut g = batteries(d);
        let shot = fire(&g, ours, "0508");
        g.act(shot, &[0]);
        assert_eq!(g.asked() == Some(Side::Second), answers, "{id}");
    }
}

#[test]
fn a_rout_movement_that_cannot_begin_is_the_end_or_nothing() {
    for (id, order) in [("lost", Order::Eliminated), ("stays", Order::Routed)] {
        let mut d = reading("rout-without-a-hex", id);
        let (a, c) = (d.gun("A", "0505", E), d.foot("C", "0705", W));
        d.order(c, Order::Routed);
        for hex in ["0704", "0805", "0806", "0706", "0606", "0605"] {
            d.terrain(hex, Terrain::Lake);
        }
        let mut g = batteries(d);
        // A test, in place of which it would run.
        let shot = fire(&g, a, "0705");
        g.act(shot, &[5]);
        assert_eq!(g.order(c), order, "{id}");
        g.showed(&["R 10.4/4"]);
    }
}
