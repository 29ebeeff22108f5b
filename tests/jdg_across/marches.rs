//! Chapters 0 to 6: orders, commanders, movement, squares, stacking, facing, zones of control.

use super::drill::{Drill, Game, both, fight, force, force_stack, halt, march, march_stack, shock};
use grognard::hex::Vertex::{E, NE, NW, SE, SW, W};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::{Barrier, Terrain};
use grognard::jours_de_gloire::edition::Edition::{Montebello, Rivoli};
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::Switch;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::side::{Side, UnitId};

fn turn(unit: UnitId, facing: grognard::hex::Vertex) -> Action {
    Action::Pivot { unit, facing }
}

fn leave(unit: UnitId) -> Action {
    Action::LeaveSquare { unit }
}

fn fire(g: &Game, unit: UnitId, target: &str) -> Action {
    Action::Fire { unit, target: g.cell(target), party: Party::Alone }
}

// ------------------------------------------------------------------------------------------------------------- stacking

#[test]
fn weakness_does_not_bring_a_second_cavalry_unit_beside_a_battery() {
    // 5.1.1/7 raises "the limit of two"; beside artillery the limit of cavalry is one (5.1.1/4).
    for strength in [1, 3] {
        let mut d = Drill::new(Montebello);
        let (a, b, gun) = (d.horse("A", "0605", E), d.horse("A", "0605", E), d.gun("A", "0505", E));
        d.strength(a, strength);
        d.strength(b, strength);
        let mut g = d.ready();
        g.march(gun, &["0605"]);
        g.refused(&["M 5.1.1/4"], halt(E));
    }
    // Three weak cavalry units stand together without it, and three weak infantry units with it.
    for (horse, with_gun) in [(true, false), (false, true)] {
        let mut d = Drill::new(Montebello);
        let mut unit = |hex: &str| if horse { d.horse("A", hex, E) } else { d.foot("A", hex, E) };
        let units = [unit("0605"), unit("0605"), unit("0505")];
        for unit in units {
            d.strength(unit, 2);
        }
        if with_gun {
            d.gun("B", "0605", E);
        }
        let mut g = d.ready();
        g.march(units[2], &["0605"]);
        g.prove(&["M 5.1.1/7"], halt(E), &[]);
    }
}

#[test]
fn the_order_of_three_is_changed_freely() {
    let mut d = Drill::new(Montebello);
    let units = ["A"; 3].map(|formation| d.foot(formation, "0505", E));
    for unit in units {
        d.strength(unit, 2);
    }
    let [a, b, c] = units;
    let mut g = d.ready();
    for unit in [b, c] {
        g.prove(&["M 5.1.2/4"], Action::ToTop { unit }, &[]);
    }
    let stack = g.state.units_at(g.cell("0505"));
    assert_eq!(g.rules.top_of(&g.state, stack), Some(c));
    assert_eq!(g.rules.top_of(&g.state, stack.less(c.only())), Some(b));
    assert_eq!(g.rules.top_of(&g.state, a.only()), Some(a));
    // Each once: the changes come to an end.
    g.refused(&["M 5.1.2/4"], Action::ToTop { unit: b });
}

#[test]
fn none_of_a_stack_stays_behind_but_the_disordered() {
    both(|edition| {
        // One of two that a failed initiative holds back keeps the other from attacking.
        let stack = |held: Option<Mark>, order: Order| {
            let mut d = Drill::new(edition);
            let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
            d.foot("C", "0605", W);
            d.order(b, order);
            if let Some(mark) = held {
                d.mark(b, mark);
            }
            (d.attack(), a, b)
        };
        let (g, a, b) = stack(Some(Mark::Barred), Order::Good);
        g.refused(&["R 5.1.3/3", "M 5.1.3/3"], shock(a, Aim::Left));
        let stop = g.refusal(shock(a, Aim::Left));
        assert!(stop.to_string().contains("rally"), "{stop}: the reason is {b:?}'s");
        let (mut g, a, _) = stack(Some(Mark::Barred), Order::Disordered);
        g.act(shock(a, Aim::Left), &[]);
        let (mut g, a, b) = stack(None, Order::Good);
        g.prove(&["R 5.1.3/3", "M 5.1.3/3"], shock(a, Aim::Left), &[]);
        assert!(g.marked(Mark::Declared, b));
    });
}

#[test]
fn a_stack_of_mixed_orders_tests_as_a_whole() {
    // "Only the unit on top", and "no unit of the stack" if it fails (5.1.3).
    both(|edition| {
        for (reading, ordered_on_top, tests) in [
            ("one-needs-it", true, true),
            ("one-needs-it", false, true),
            ("top-needs-it", true, false),
            ("top-needs-it", false, true),
        ] {
            for die in [6, 7] {
                let mut d = Drill::new(edition);
                let (top, below) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
                d.engagement(top, 6);
                d.engagement(below, 2);
                d.mark(if ordered_on_top { top } else { below }, Mark::Ordered);
                // So that the activation is not over.
                let weary = d.foot("A", "0510", E);
                d.disordered(weary);
                d.foot("C", "0605", W);
                d.setup = std::mem::take(&mut d.setup).ruling("stack-of-mixed-orders", reading);
                let mut g = d.attack_without_orders();
                g.act(shock(top, Aim::Left), &[]);
                g.act(Action::Done, &[]);
                let dice: &[u8] = match (tests, die) {
                    (false, _) => &[5],
                    (true, 6) => &[6, 5],
                    (true, _) => &[7],
                };
                let fought = g.act(fight(top), dice);
                if tests {
                    g.proves(&["R 5.1.3/5", "M 5.1.3/5"], &fought);
                    assert!([top, below].map(|unit| g.marked(Mark::Unwilling, unit)) == [die == 7; 2], "{edition:?}");
                }
            }
        }
    });
}

#[test]
fn a_charging_stack_of_mixed_orders_tests_as_a_whole() {
    both(|edition| {
        for (reading, tests) in [("one-needs-it", true), ("top-needs-it", false)] {
            let mut d = Drill::new(edition);
            let (top, below) = (d.horse("A", "0505", E), d.horse("A", "0505", E));
            d.mark(top, Mark::Ordered);
            d.foot("C", "0805", W);
            d.setup = std::mem::take(&mut d.setup).ruling("stack-of-mixed-orders", reading);
            let target = d.cell("0805");
            let mut g = d.begin("A", Orders::Without, Step::Movement);
            let charge = Action::Charge { unit: top, party: Party::Stack, target };
            g.act(charge, if tests { &[9] } else { &[] });
            assert_eq!([top, below].map(|unit| g.marked(Mark::Unwilling, unit)), [tests; 2]);
            assert_eq!(matches!(g.frame(), Frame::Moving(_)), !tests);
        }
    });
}

#[test]
fn two_beneath_a_battery_stay_together_on_a_forced_march() {
    // "Units in a stack may remain stacked, may separate" (M 4.1.3): here the two leave the battery behind.
    both(|edition| {
        let mut d = Drill::new(edition);
        let (gun, a, b) = (d.gun("A", "0505", E), d.foot("A", "0505", E), d.foot("A", "0505", E));
        let mut g = d.ready();
        g.prove(&["M 4.1.3/6"], force_stack(a), &[]);
        g.go(&["0605", "0705"]);
        g.act(halt(E), &[]);
        assert_eq!([gun, a, b].map(|unit| g.at(unit)), ["0505", "0705", "0705"]);
        // Nor does the battery come up to them by a forced march.
        g.act(force(gun), &[]);
        g.go(&["0605"]);
        g.refused(&["R 4.1.3/6", "M 4.1.3/5"], g.step("0705"));
    });
}

// ---------------------------------------------------------------------------------------------------------------- facing

#[test]
fn a_stack_that_was_reordered_still_turns_to_its_attack_in_a_village() {
    both(|edition| {
        let mut d = Drill::new(edition);
        d.terrain("0505", Terrain::Village);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
        d.foot("C", "0405", E);
        let mut g = d.ready();
        g.act(Action::ToTop { unit: b }, &[]);
        g.act(Action::Done, &[]);
        assert_eq!(g.frame(), Frame::Activation(Step::Declaration));
        g.prove(&["R 6.1/5", "M 6.1.1/5"], turn(a, W), &[]);
        assert_eq!((g.state.facing(a), g.state.facing(b)), (W, W));
        // Once: then it is bound by its two front hexes.
        assert!(!g.offers(turn(a, NW)));
        g.act(shock(a, Aim::Right), &[]);
        g.act(Action::Done, &[]);
        let modifiers = g.first_roll(fight(a));
        assert!(
            modifiers.iter().any(|(label, value)| matches!(label, Label::SixFronts) && *value == -1),
            "{modifiers:?}"
        );
    });
}

#[test]
fn in_a_village_a_unit_strikes_back_through_any_of_its_six_fronts() {
    // It turns to where it attacks (6.1.2), in a counter-shock too; elsewhere it has the two hexes that it faces (8.7.2).
    for village in [true, false] {
        let mut d = Drill::new(Montebello);
        if village {
            d.terrain("0605", Terrain::Village);
        }
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", E));
        d.strength(c, 20);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.act(Action::Done, &[]);
        // Repulsed and disordered; it keeps its hex.
        g.act(fight(a), &[0, 0]);
        assert_eq!(g.order(a), Order::Disordered);
        if !village {
            assert_ne!(g.frame_if_any(), Some(Frame::CounterShock), "nobody stands before it");
            continue;
        }
        assert_eq!((g.frame(), g.asked()), (Frame::CounterShock, Some(Side::Second)));
        assert!(!g.offers(shock(c, Aim::Right)));
        // Only to where somebody is.
        g.refused(&["M 6.1.1/5"], turn(c, NE));
        g.prove(&["M 6.1.1/5"], turn(c, W), &[]);
        assert!(!g.offers(turn(c, SW)), "once");
        let modifiers = g.first_roll(shock(c, Aim::Left));
        assert!(modifiers.contains(&(Label::SixFronts, -1)), "{modifiers:?}");
    }
}

#[test]
fn a_battery_in_contact_turns_one_corner_in_all() {
    both(|edition| {
        // Laid to fire, then it turns again: 120 degrees within a zone are too many (6.2.2), and elsewhere free.
        for held in [true, false] {
            let mut d = Drill::new(edition);
            let gun = d.gun("A", "0505", E);
            d.foot("A", "0505", E);
            if held {
                d.foot("C", "0405", E);
            }
            d.foot("C", "1505", W);
            let mut g = d.begin("A", Orders::Received, Step::Fire);
            g.act(turn(gun, SE), &[]);
            g.act(Action::Done, &[]);
            if held {
                for facing in [SW, E] {
                    g.refused(&["R 6.2.1/7", "M 6.2.2/8"], turn(gun, facing));
                }
            } else {
                g.act(turn(gun, SW), &[]);
            }
        }
        // Who has not turned to fire has its corner.
        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0505", E);
        d.foot("A", "0505", E);
        d.foot("C", "0405", E);
        let mut g = d.ready();
        g.prove(&["R 6.2.1/7", "M 6.2.2/8"], turn(gun, NE), &[]);
    });
}

// ----------------------------------------------------------------------------------------------------- zones of control

#[test]
fn cavalry_has_no_zone_over_a_slope_of_two_levels() {
    // Such a step is impossible for it (specific 4.3.2), so the hexside is impassable for it (6.2.1); infantry climbs it.
    both(|edition| {
        for (horse, levels, stops) in [(true, 2, false), (true, 1, true), (false, 2, true)] {
            for (enemy, low) in [("0605", "0505"), ("0505", "0605")] {
                let mut d = Drill::new(edition);
                d.specific.steep_levels = Switch::On;
                d.barrier("0505", "0605", Barrier::Slope);
                d.level("0605", levels);
                let _ = if horse { d.horse("C", enemy, W) } else { d.foot("C", enemy, W) };
                let g = d.ready();
                let zone = g.rules.zone_over(&g.state, g.cell(low), Side::Second);
                assert_eq!(!zone.is_empty(), stops, "{edition:?} horse {horse} levels {levels} into {low}");
            }
        }
    });
}

#[test]
fn a_square_takes_its_battery_along_into_a_zone() {
    // The infantry that comes along covers the guns (R 4.2, 6.2.1).
    let mut d = Drill::new(Rivoli);
    let (a, gun) = (d.foot("A", "0505", E), d.gun("A", "0505", E));
    d.square(a);
    d.square(gun);
    d.foot("C", "0705", W);
    let mut g = d.ready();
    g.act(march_stack(a), &[]);
    g.go(&["0605"]);
    g.act(halt(E), &[]);
    assert_eq!((g.at(a).as_str(), g.at(gun).as_str()), ("0605", "0605"));
    // By themselves guns do not come.
    let mut d = Drill::new(Rivoli);
    let gun = d.gun("A", "0505", E);
    d.foot("C", "0705", W);
    let mut g = d.ready();
    g.act(march(gun), &[]);
    g.refused(&["R 6.2.1/6"], g.step("0605"));
}

// --------------------------------------------------------------------------------------------------------------- squares

/// Infantry of A in square with a battery of B, in the activation of one of the two.
fn mixed_square(
    edition: grognard::jours_de_gloire::edition::Edition,
    active: &str,
    reading: &str,
) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, gun) = (d.foot("A", "0505", E), d.gun("B", "0505", E));
    d.square(a);
    d.square(gun);
    d.foot("B", "1005", E);
    d.foot("C", "1505", W);
    d.setup = std::mem::take(&mut d.setup).ruling("square-with-anothers-battery", reading);
    (d.begin(active, Orders::Received, Step::Movement), a, gun)
}

#[test]
fn infantry_leaves_a_square_with_a_battery_of_another_formation() {
    both(|edition| {
        let (mut g, a, gun) = mixed_square(edition, "A", "guns-follow");
        g.prove(&["R 4.2/5", "M 4.2/9", "R 4.2/3", "M 4.2/6"], leave(a), &[]);
        assert!(!g.state.in_square(a) && !g.state.in_square(gun));
        // The infantry goes on with what it has left, the battery is not activated.
        assert!(!g.offers(march(gun)));
        g.move_to(a, &["0605"], E);
        // The battery cannot leave by itself, nor anybody by the other reading.
        let (g, _, gun) = mixed_square(edition, "B", "guns-follow");
        assert!(!g.offers(leave(gun)));
        let (g, a, _) = mixed_square(edition, "A", "stays");
        assert!(!g.offers(leave(a)));
    });
}

#[test]
fn a_battery_that_leaves_a_square_does_not_break_it() {
    // Only infantry breaks the square of its stack (M 4.2/14). Counter-battery fire strikes the battery alone (5.1.3).
    let mut d = Drill::new(Montebello);
    let (a, gun) = (d.foot("A", "0505", E), d.gun("A", "0505", E));
    let enemy = d.gun("C", "0805", W);
    d.square(a);
    d.square(gun);
    d.strength(enemy, 20);
    let mut g = d.begin("A", Orders::Received, Step::Fire);
    let shot = fire(&g, gun, "0805");
    g.act(shot, &[0]);
    let routed = g.act(Action::React { unit: enemy, target: gun }, &[9]);
    g.proves(&["M 4.2/13"], &routed);
    assert_eq!(g.order(gun), Order::Routed);
    assert!(g.state.in_square(a) && !g.state.in_square(gun));

    // A disordered battery that fails again is lost; its infantry stands fast.
    let mut d = Drill::new(Montebello);
    let gun = d.gun("A", "0505", E);
    let (c, enemy) = (d.foot("C", "0805", W), d.gun("C", "0805", W));
    d.square(c);
    d.square(enemy);
    d.disordered(enemy);
    let mut g = d.begin("A", Orders::Received, Step::Fire);
    let shot = fire(&g, gun, "0805");
    g.act(shot, &[5, 9, 0]);
    assert_eq!((g.order(c), g.order(enemy)), (Order::Good, Order::Eliminated));
    assert!(g.state.in_square(c));
}

#[test]
fn points_that_leaving_a_square_costs_must_be_there() {
    // Without orders a unit of 2 points has 1 (4.1.2); leaving costs 2 in the later edition, 1 in the older one.
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.square(a);
        d.points(a, 2);
        d.foot("A", "1005", E);
        let g = d.begin("A", Orders::Without, Step::Movement);
        assert_eq!(g.offers(leave(a)), edition == Rivoli);
        if edition == Montebello {
            g.refused(&["M 4.2/9"], leave(a));
        }
    });
}

#[test]
fn a_square_pays_for_leaving_a_zone_out_of_its_two_points() {
    // "Providing it does not use more than 2 MPs for this" (R 4.2): infantry 1 + 1, with a battery 2 + 1.
    for with_gun in [false, true] {
        let mut d = Drill::new(Rivoli);
        let a = d.foot("A", "0505", E);
        d.square(a);
        if with_gun {
            let gun = d.gun("A", "0505", E);
            d.square(gun);
        }
        d.foot("C", "0605", W);
        let mut g = d.ready();
        if with_gun {
            g.refused(&["R 4.2/7"], march_stack(a));
        } else {
            let left = g.march(a, &["0405"]);
            assert_eq!(Game::cost(&left), 2);
        }
    }
}

#[test]
fn who_has_turned_may_still_form_square() {
    // Turning is no movement (4.3), and only movement keeps a unit from it (4.2).
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        let mut g = d.ready();
        g.act(turn(a, W), &[]);
        g.prove(&["R 4.2/4", "M 4.2/4"], Action::FormSquare { unit: a }, &[]);
        assert!(g.state.in_square(a));
    });
}

// ------------------------------------------------------------------------------------------------------------ commanders

#[test]
fn the_whole_group_may_stand_in_the_commanders_range() {
    // "At least one unit of the group": also one that has orders already, as a reinforcement has (2.4.3, 5.2.1).
    for near in [true, false] {
        let mut d = Drill::new(Montebello);
        let a = d.foot("A", "0305", E);
        let b = d.foot("A", if near { "1205" } else { "0505" }, E);
        d.mark(b, Mark::Ordered);
        d.commander(Side::First, "1505");
        let g = d.begin("A", Orders::Without, Step::Initiative);
        let tally = g.rules.initiative_tally(&g.state, a);
        let counts = tally.modifiers().any(|modifier| modifier.label == Label::Commander);
        assert_eq!(counts, near);
    }
}

#[test]
fn who_falls_back_upon_a_commander_is_in_contact_with_him() {
    // Contact is contact, however the enemy came to it (M 2.5.2, R 2.7).
    both(|edition| {
        for (near, hex) in [(true, "0806"), (false, "1006")] {
            let mut d = Drill::new(edition);
            let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
            d.strength(a, 16);
            let commander = d.commander(Side::First, hex);
            let mut g = d.attack();
            g.act(shock(a, Aim::Left), &[]);
            g.act(Action::Done, &[]);
            g.act(fight(a), &[9]);
            let back = g.step("0705");
            let fell_back = g.act(back, &[]);
            assert_eq!(g.at(c), "0705");
            let flees = matches!(g.frame(), Frame::CommanderFlight { commander: who, .. } if who == commander);
            assert_eq!(flees, near);
            if near {
                g.proves(&["R 2.7/1", "M 2.5.2/1"], &fell_back);
                assert_eq!(g.asked(), Some(Side::First));
                g.refused(&["R 2.7/1", "M 2.5.2/1"], Action::Done);
            }
        }
    });
}

// ----------------------------------------------------------------------------------------------------------------- rally

#[test]
fn who_has_attacked_does_not_rally_in_the_same_activation() {
    // Rally is for units that did nothing else (1.D): also where a repulse has taken the unit out of contact.
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b, c) = (d.foot("A", "0505", E), d.foot("A", "0510", E), d.foot("C", "0605", W));
        d.strength(c, 16);
        d.disordered(b);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.act(Action::Done, &[]);
        g.act(fight(a), &[0, 9]);
        let back = g.step("0405");
        g.act(back, &[]);
        g.act(Action::Done, &[]);
        assert_eq!((g.order(a), g.at(a).as_str()), (Order::Disordered, "0405"));
        assert_eq!(g.frame(), Frame::Activation(Step::Rally));
        g.refused(&["R 11/1", "M 11.1/1"], Action::Rally { unit: a });
        assert!(g.offers(Action::Rally { unit: b }), "who did nothing may");
    });
}
