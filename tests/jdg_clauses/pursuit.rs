//! Pursuit (R 9.5, M 9.5).

use super::drill::{Drill, Game, advance, both, fight, halt};
use super::{fives, ride, to_combat};
use grognard::hex::Vertex::{E, SE, W};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Party, PursuitDue};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

/// Cavalry has charged disordered cavalry from behind; the target has fled to 1105.
fn rout(edition: Edition, draw: impl Fn(&mut Drill)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", E));
    d.disordered(c);
    draw(&mut d);
    let mut g = d.ready();
    ride(&mut g, a, "0705", &["0605"]);
    to_combat(&mut g);
    g.act(fight(a), &[9]);
    g.go(&["0805", "0905", "1005", "1105"]);
    (g, a, c)
}

/// Keeps the facing as long as pursuers are asked for it.
fn ride_on(g: &mut Game) {
    while let Some(Frame::Pursuit(pursuit)) = g.frame_if_any()
        && pursuit.due == PursuitDue::Turn
    {
        fives(g, Action::Turn { facing: E });
    }
}

#[test]
fn a_pursuit_has_the_limits_of_a_charge_but_for_its_length() {
    both(|edition| {
        let rules = ["R 9.5/2", "R 9.5/4", "M 9.5.2/1", "M 9.5.2/7"];
        // Four hexes, beyond the two of a charge or its four points; it ends beside the pursued.
        let (mut g, a, _) = rout(edition, |_| ());
        ride_on(&mut g);
        g.showed(&rules);
        assert_eq!(g.at(a), "1005");
        // Ground that bars a charge stops it.
        let (mut g, a, _) = rout(edition, |d| d.terrain("0905", Terrain::Rough));
        ride_on(&mut g);
        assert_eq!(g.at(a), "0805");
        g.showed(&["R 9.5/11", "M 9.5.2/10"]);
    });
}

/// Two stacks have charged a unit that has gone back from between them.
fn from_two_sides(edition: Edition, draw: impl Fn(&mut Drill, UnitId, UnitId)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, b) = (d.horse("A", "0505", E), d.horse("A", "0504", E));
    draw(&mut d, a, b);
    d.horse("C", "0705", E);
    let target = d.cell("0705");
    let mut g = d.ready();
    for (unit, way) in [(a, "0606"), (b, "0605")] {
        g.act(Action::Charge { unit, party: Party::Alone, target }, &[]);
        g.go(&[way]);
        // From 0606 the target lies to the north-east, from 0605 to the south-east.
        g.act(halt(E), &[]);
    }
    to_combat(&mut g);
    g.act(fight(a), &[9]);
    if matches!(g.frame(), Frame::Withdrawal(_)) {
        let way = g.legal()[0];
        g.act(way, &[]);
    }
    (g, a, b)
}

#[test]
fn of_two_stacks_the_better_pursues_and_heavy_cavalry_first() {
    both(|edition| {
        // Alike: as their owner likes.
        let (g, a, b) = from_two_sides(edition, |_, _, _| ());
        let to = g.cell("0705");
        assert!(g.offers(advance(a, to)) && g.offers(advance(b, to)), "{:?} {:?}", g.frame(), g.legal());
        // The better cohesion: nothing is left to choose.
        let (mut g, a, b) = from_two_sides(edition, |d, a, _| d.cohesion(a, 6));
        assert_eq!((g.at(a).as_str(), g.at(b).as_str()), ("0705", "0605"));
        g.showed(&["R 9.5/1", "M 9.5.1/1"]);
        // Two of the better stack, in the later edition: whoever is asked, the other stack is not.
        let (g, a, b) = from_two_sides(edition, |d, a, b| {
            d.cohesion(a, 6);
            d.weigh(b);
        });
        assert_eq!((g.at(a).as_str(), g.at(b).as_str()), ("0606", "0705"), "heavy cavalry comes first");
    });
}

#[test]
fn who_may_not_pursue_is_told_why() {
    both(|edition| {
        // Two equals and a worse one.
        let three = |heavy: bool| {
            let mut d = Drill::new(edition);
            let (a, b, e) = (d.horse("A", "0505", E), d.horse("A", "0504", E), d.horse("A", "0603", SE));
            if heavy {
                d.weigh(a);
                d.weigh(b);
            }
            d.cohesion(e, if heavy { 7 } else { 4 });
            d.horse("C", "0705", E);
            let target = d.cell("0705");
            let mut g = d.ready();
            for (unit, way) in [(a, &["0606"][..]), (b, &["0605"]), (e, &["0703", "0704"])] {
                g.act(Action::Charge { unit, party: Party::Alone, target }, &[]);
                g.go(way);
                let facing = if unit == e { SE } else { E };
                g.act(halt(facing), &[]);
                if matches!(g.frame(), Frame::ChargeEvasion { .. }) {
                    g.act(Action::Done, &[]);
                }
            }
            to_combat(&mut g);
            g.act(fight(a), &[9]);
            while matches!(g.frame(), Frame::Withdrawal(_)) {
                let way = g.legal()[0];
                g.act(way, &[]);
            }
            (g, a, e)
        };
        let (g, a, e) = three(false);
        let to = g.cell("0705");
        assert!(g.offers(advance(a, to)));
        g.refused(&["R 9.5/6", "M 9.5.2/3"], advance(e, to));
        let (g, a, e) = three(true);
        assert!(g.offers(advance(a, to)));
        g.refused(&["R 9.5/7", "M 9.5.2/4"], advance(e, to));
    });
}

#[test]
fn pursuits_follow_one_another_without_limit_each_at_one_more() {
    both(|edition| {
        // A target that is disordered, routed and lost: three charges in one activation.
        let mut d = Drill::new(edition);
        let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", E));
        d.strength(a, 16);
        let mut g = d.ready();
        ride(&mut g, a, "0705", &["0605"]);
        to_combat(&mut g);
        g.act(fight(a), &[9]);
        g.go(&["0805"]);
        // The first pursuit: it routs, and rides on for three hexes more.
        g.prove(&["R 9.5/13", "M 9.5.2/12"], Action::Turn { facing: E }, &[9]);
        while matches!(g.frame(), Frame::Withdrawal(_)) {
            let here = g.at(c);
            let on = match here.as_str() {
                "0805" => "0905",
                "0905" => "1005",
                "1005" => "1105",
                "1105" => "1205",
                other => panic!("{other}"),
            };
            g.go(&[on]);
        }
        assert_eq!(g.order(c), Order::Routed);
        ride_on(&mut g);
        let charges: Vec<i8> = g
            .log
            .tallies()
            .filter(|tally| matches!(tally.what(), Label::PursuitCharge(_)))
            .filter_map(|tally| tally.modifiers().find(|m| matches!(m.label, Label::FurtherCharge(_))).map(|m| m.value))
            .collect();
        let expected: [i8; 2] = if g.rivoli() { [-1, -2] } else { [0, -1] };
        assert_eq!(charges[..2], expected);
        g.showed(&["R 9.5/12", "M 9.5.2/11"]);
    });
}

#[test]
fn charged_cavalry_pursues_where_the_result_says_so() {
    both(|edition| {
        // 1 to 8 and clear ground: below 0, without a counter-charge.
        let mut d = Drill::new(edition);
        let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", W));
        d.strength(a, 1);
        d.strength(c, 8);
        let mut g = d.ready();
        ride(&mut g, a, "0705", &["0605"]);
        to_combat(&mut g);
        g.act(fight(a), &[]);
        g.act(Action::Done, &[0, 9]);
        g.go(&["0505"]);
        let to = g.cell("0605");
        g.prove(&["R 9.5/16", "M 9.5.1/3"], advance(c, to), &[]);
        assert_eq!(g.at(c), "0605");

        // In the row above, only a counter-charge opens it.
        let mut d = Drill::new(edition);
        let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", W));
        d.strength(c, 6);
        let mut g = d.ready();
        ride(&mut g, a, "0705", &["0605"]);
        to_combat(&mut g);
        g.act(fight(a), &[]);
        g.act(Action::Done, &[1, 9]);
        g.act(g.step("0505"), if edition == Edition::Rivoli { &[] } else { &[5] });
        assert!(!matches!(g.frame_if_any(), Some(Frame::CounterShock)));
        assert_eq!(g.at(c), "0705");
    });
}
