//! The printed tables as they are played (R tables 1, 4, 5, 6).

use super::drill::{Drill, Game, fight, march, shock};
use super::{fire, ride};
use grognard::hex::Vertex::{E, NE, W};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition::{self, Rivoli};
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

/// Infantry in 0505 attacks a hex to its north-east, as drawn.
fn attack(edition: Edition, draw: impl Fn(&mut Drill, UnitId, UnitId)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
    draw(&mut d, a, c);
    let mut g = d.attack();
    g.act(shock(a, Aim::Left), &[]);
    (g, a, c)
}

fn value(found: &[(Label, i8)], of: impl Fn(Label) -> bool) -> Option<i8> {
    found.iter().find(|(label, _)| of(*label)).map(|(_, value)| *value)
}

#[test]
fn every_row_of_the_odds() {
    // Just at a row, and just below it.
    let rows = [
        (16, 4, 4, "R table 5/1"),
        (15, 4, 3, "R table 5/2"),
        (12, 4, 3, "R table 5/2"),
        (11, 4, 2, "R table 5/3"),
        (8, 4, 2, "R table 5/3"),
        (7, 4, 1, "R table 5/4"),
        (6, 4, 1, "R table 5/4"),
        (5, 4, 0, "R table 5/5"),
        (4, 4, 0, "R table 5/5"),
        (4, 5, -1, "R table 5/6"),
        (4, 6, -1, "R table 5/6"),
        (4, 7, -2, "R table 5/7"),
        (4, 8, -2, "R table 5/7"),
        (4, 9, -3, "R table 5/8"),
        (4, 12, -3, "R table 5/8"),
        (4, 13, -4, "R table 5/9"),
        (4, 40, -4, "R table 5/9"),
    ];
    for (ours, theirs, modifier, row) in rows {
        let (mut g, a, _) = attack(Rivoli, |d, a, c| {
            d.strength(a, ours);
            d.strength(c, theirs);
        });
        g.until(Step::Combat);
        let found = g.first_roll(fight(a));
        assert_eq!(value(&found, |label| label == Label::Ratio(ours, theirs)), Some(modifier), "{ours} to {theirs}");
        g.showed(&[row]);
    }
}

#[test]
fn every_row_of_the_shock_table() {
    // 4 to 4 on clear ground: +1.
    let (mut g, a, c) = attack(Rivoli, |_, _, _| ());
    g.until(Step::Combat);
    g.prove(&["R table 4/1"], fight(a), &[9]);
    g.go(&["0704"]);
    assert_eq!((g.order(c), g.at(c).as_str()), (Order::Disordered, "0704"));

    for (die, test, order) in [(4, 5, Order::Good), (8, 6, Order::Disordered)] {
        let (mut g, a, c) = attack(Rivoli, |_, _, _| ());
        g.until(Step::Combat);
        g.prove(&["R table 4/2"], fight(a), &[die]);
        let back = g.step("0704");
        g.act(back, &[test]);
        assert_eq!((g.order(c), g.at(c).as_str(), g.at(a).as_str()), (order, "0704", "0605"));
    }

    for (die, test, back) in [(3, 5, false), (0, 6, true)] {
        let (mut g, a, c) = attack(Rivoli, |_, _, _| ());
        g.until(Step::Combat);
        g.prove(&["R table 4/3"], fight(a), &[die, test]);
        assert_eq!((g.order(a), g.order(c)), (Order::Disordered, Order::Good));
        assert_eq!(matches!(g.frame_if_any(), Some(Frame::Withdrawal(_))), back, "{die}");
    }

    // Below 0 the defender may strike back.
    let (mut g, a, c) = attack(Rivoli, |d, a, _| d.strength(a, 1));
    g.until(Step::Combat);
    g.prove(&["R table 4/4"], fight(a), &[0, 9]);
    g.go(&["0405"]);
    assert_eq!((g.order(a), g.order(c)), (Order::Disordered, Order::Good));
    assert!(matches!(g.frame(), Frame::CounterShock));
}

#[test]
fn position_and_condition_of_the_defender() {
    // From behind.
    let (mut g, a, _) = {
        let mut d = Drill::new(Rivoli);
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", E));
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        (g, a, c)
    };
    g.until(Step::Combat);
    let found = g.first_roll(fight(a));
    assert_eq!(value(&found, |label| label == Label::Rear), Some(2));
    g.showed(&["R table 6/5"]);

    // Routed, from wherever.
    let (mut g, a, _) = attack(Rivoli, |d, _, c| d.order(c, Order::Routed));
    g.until(Step::Combat);
    let found = g.first_roll(fight(a));
    assert_eq!(value(&found, |label| label == Label::RoutedDefender), Some(2));
    assert_eq!(value(&found, |label| matches!(label, Label::Rear | Label::FrontAndRear)), None);
    g.showed(&["R table 6/4"]);

    // From front and rear by units that stand beside each other: not the +2 as well.
    let mut d = Drill::new(Rivoli);
    let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0606", NE));
    d.foot("C", "0605", W);
    let mut g = d.attack();
    g.act(shock(a, Aim::Left), &[]);
    g.act(shock(b, Aim::Left), &[]);
    g.until(Step::Combat);
    let found = g.first_roll(fight(a));
    assert_eq!(value(&found, |label| label == Label::FrontAndRear), Some(3));
    assert_eq!(value(&found, |label| label == Label::Rear), None);
    g.showed(&["R table 6/6"]);
}

#[test]
fn an_enemy_behind_the_attacker() {
    for (facing, exposed) in [(E, true), (W, false)] {
        let (mut g, a, _) = attack(Rivoli, |d, _, _| {
            // Two hexes behind it: what lies before it is a hex behind the attacker, or is not.
            d.foot("D", "0305", facing);
        });
        g.until(Step::Combat);
        let found = g.first_roll(fight(a));
        assert_eq!(value(&found, |label| label == Label::AttackerRear).is_some(), exposed);
        if exposed {
            assert!(value(&found, |label| label == Label::AttackerRear) < Some(0));
            g.showed(&["R table 6/7"]);
        }
    }
}

#[test]
fn terrain_hexside_and_six_fronts() {
    let (mut g, a, _) = attack(Rivoli, |d, _, _| {
        d.terrain("0605", Terrain::Rough);
        d.terrain("0505", Terrain::Village);
        d.barrier("0505", "0605", Barrier::Stream);
    });
    g.until(Step::Combat);
    let found = g.first_roll(fight(a));
    assert_eq!(value(&found, |label| label == Label::Terrain(Terrain::Rough)), Some(1));
    assert_eq!(value(&found, |label| label == Label::SixFronts), Some(-1));
    g.showed(&["R table 6/3"]);
}

/// The printed rows of the terrain chart: points of infantry, cavalry and artillery; shock; charge.
#[test]
fn each_printed_row_of_the_terrain_chart() {
    let rows = [
        (Terrain::Clear, [Some(1), Some(1), Some(2)], 1, "R table 1/1"),
        (Terrain::Rough, [Some(1), Some(2), Some(2)], 1, "R table 1/2"),
        (Terrain::Orchard, [Some(1), Some(3), Some(2)], -1, "R table 1/3"),
        // The rest of this row is lost.
        (Terrain::Woods, [Some(2), None, None], -1, "R table 1/4"),
    ];
    for (terrain, points, shock_value, row) in rows {
        for (arm, points) in points.into_iter().enumerate() {
            let Some(points) = points else { continue };
            let mut d = Drill::new(Rivoli);
            let unit = match arm {
                0 => d.foot("A", "0505", E),
                1 => d.horse("A", "0505", E),
                _ => d.gun("A", "0505", E),
            };
            d.terrain("0605", terrain);
            let mut g = d.ready();
            g.act(march(unit), &[]);
            let step = g.step("0605");
            let moved = g.prove(&[row], step, &[]);
            assert_eq!(Game::cost(&moved), points, "{terrain:?} {arm}");
        }
        let (mut g, a, _) = attack(Rivoli, |d, _, _| d.terrain("0605", terrain));
        g.until(Step::Combat);
        let found = g.first_roll(fight(a));
        assert_eq!(value(&found, |label| label == Label::Terrain(terrain)), Some(shock_value), "{terrain:?}");
        // Fire at it: no effect on the die.
        let mut d = Drill::new(Rivoli);
        let gun = d.gun("A", "0505", E);
        d.foot("C", "0605", W);
        d.terrain("0605", terrain);
        let mut g = d.begin("A", Orders::Received, Step::Fire);
        let shot = fire(&g, gun, "0605");
        let fired = g.act(shot, &[0]);
        assert!(
            fired.tallies().all(|tally| tally.modifiers().all(|m| m.label != Label::Terrain(terrain) || m.value == 0))
        );
    }
}

#[test]
fn roads_spare_what_lies_along_a_hexside_and_not_slopes() {
    // A stream of one point, spared; a slope of one point, paid.
    for (barrier, way, cost) in
        [(Barrier::Stream, Way::Road, 1), (Barrier::Stream, Way::Track, 1), (Barrier::Slope, Way::Road, 2)]
    {
        let mut d = Drill::new(Rivoli);
        let a = d.foot("A", "0505", E);
        d.barrier("0505", "0605", barrier);
        d.way(way, &["0405", "0505", "0605"]);
        let mut g = d.ready();
        g.act(march(a), &[]);
        let step = g.step("0605");
        let moved = g.act(step, &[]);
        assert_eq!(Game::cost(&moved), cost, "{barrier:?} {way:?}");
        if barrier == Barrier::Stream {
            g.proves(&["R table 1/C"], &moved);
        }
    }
}

#[test]
fn no_charge_over_a_crest_or_slope_or_into_rough_ground() {
    let charge = |g: &Game, a| Action::Charge { unit: a, party: Party::Alone, target: g.cell("0705") };
    // Each way to the target is closed at its last hexside.
    let closed = |barrier| {
        let mut d = Drill::new(Rivoli);
        let a = d.horse("A", "0605", E);
        d.horse("C", "0705", E);
        for hex in ["0605", "0704", "0805", "0806", "0706", "0606"] {
            d.barrier(hex, "0705", barrier);
        }
        (d.ready(), a)
    };
    let (g, a) = closed(Barrier::Crest);
    g.refused(&["R table 1/H"], charge(&g, a));
    for barrier in [Barrier::Slope, Barrier::SteepSlope] {
        let (g, a) = closed(barrier);
        g.refused(&["R table 1/J"], charge(&g, a));
    }
    let mut d = Drill::new(Rivoli);
    let a = d.horse("A", "0505", E);
    d.horse("C", "0705", E);
    d.terrain("0705", Terrain::Rough);
    let g = d.ready();
    g.refused(&["R table 1/J"], charge(&g, a));
    // On open ground it may.
    let mut d = Drill::new(Rivoli);
    let a = d.horse("A", "0505", E);
    d.horse("C", "0705", E);
    let mut g = d.ready();
    ride(&mut g, a, "0705", &["0605"]);
}

#[test]
fn bridges_count_over_rivers_and_not_over_streams() {
    let hexside = |water, crossing: Option<Crossing>| {
        let (mut g, a, _) = attack(Rivoli, |d, _, _| {
            d.barrier("0505", "0605", water);
            if let Some(crossing) = crossing {
                d.crossing("0505", "0605", crossing);
            }
        });
        g.until(Step::Combat);
        let found = g.first_roll(fight(a));
        (value(&found, |label| label == Label::Hexside).unwrap_or(0), g)
    };
    let (stream, _) = hexside(Barrier::Stream, None);
    let (bridged, mut g) = hexside(Barrier::Stream, Some(Crossing::Bridge));
    assert_eq!(stream, bridged, "the bridge over a stream is ignored");
    if bridged != 0 {
        g.showed(&["R table 1/K"]);
    }
    let (river, mut g) = hexside(Barrier::River, Some(Crossing::Bridge));
    assert!(river < 0, "{river}");
    g.showed(&["R table 1/K"]);
}
