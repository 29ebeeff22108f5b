//! Rally, night and fog, and the battle's own rules, where they meet other chapters.

use grognard::hex::Vertex::{E, NW, SE, SW, W};
use grognard::jours_de_gloire::action::{Action, Aim, Evasion};
use grognard::jours_de_gloire::charts::{Barrier, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition::{self, Montebello};
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::{Light, Switch};
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::state::Order::{Disordered, Good, Routed};
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};

use super::drill::{Drill, Game, both, evade, fight, halt, shock};

/// A foot unit attacks cavalry that may evade, on ground that a test draws.
fn hunt(edition: Edition, draw: impl Fn(&mut Drill, UnitId)) -> (Game, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
    draw(&mut d, c);
    let mut g = d.attack();
    g.act(shock(a, Aim::Left), &[]);
    g.until(Step::Combat);
    g.act(fight(a), &[]);
    (g, c)
}

/// Evades so far, with a test that is passed where there is one.
fn away(g: &mut Game, c: UnitId, hexes: Evasion) {
    let dice: &[u8] = if g.rivoli() { &[] } else { &[0] };
    g.act(evade(c, hexes), dice);
}

// ------------------------------------------------------------------------------------------- an evasion is a movement

#[test]
fn at_night_an_evasion_into_a_zone_is_a_costly_one() {
    both(|edition| {
        // Clear ground costs 1, the zone behind an enemy nothing by day and 2 at night.
        for (light, order) in [(Light::Day, Good), (Light::Night, Disordered)] {
            let (mut g, c) = hunt(edition, |d, _| {
                d.light = light;
                d.foot("A", "0805", E);
            });
            away(&mut g, c, Evasion::One);
            let went = g.go(&["0705"]);
            assert_eq!(g.order(c), order, "{light:?}");
            if light == Light::Night {
                g.proves(&["R 8.9/7", "M 8.8.1/9"], &went);
            }
        }
    });
}

#[test]
fn a_disordered_unit_pays_for_the_zone_that_it_evades_into() {
    both(|edition| {
        // Rough ground costs 2, and the zone 1 more for a disordered unit.
        for (zone, order) in [(false, Disordered), (true, Routed)] {
            let (mut g, c) = hunt(edition, |d, c| {
                d.disordered(c);
                d.terrain("0705", Terrain::Rough);
                if zone {
                    d.foot("A", "0805", E);
                }
            });
            away(&mut g, c, Evasion::One);
            g.go(&["0705"]);
            assert_eq!(g.order(c), order, "zone: {zone}");
        }
    });
}

#[test]
fn an_evasion_has_no_road_beside_an_enemy() {
    both(|edition| {
        // A battery has no zone of control, but it is an enemy.
        for (enemy, order) in [(false, Good), (true, Disordered)] {
            let (mut g, c) = hunt(edition, |d, _| {
                d.terrain("0705", Terrain::Orchard);
                d.way(Way::Road, &["0605", "0705"]);
                if enemy {
                    d.gun("A", "0806", E);
                }
            });
            away(&mut g, c, Evasion::One);
            g.go(&["0705"]);
            assert_eq!(g.order(c), order, "an enemy: {enemy}");
        }
    });
}

#[test]
fn an_evasion_through_friends_pays_for_passing_them() {
    both(|edition| {
        for (friend, order) in [(false, Good), (true, Disordered)] {
            let (mut g, c) = hunt(edition, |d, _| {
                d.terrain("0705", Terrain::Rough);
                if friend {
                    d.horse("C", "0705", E);
                }
            });
            away(&mut g, c, Evasion::Two);
            g.go(&["0705"]);
            assert_eq!(g.order(c), order, "a friend: {friend}");
        }
    });
}

#[test]
fn at_night_disordered_cavalry_evades_to_no_hex_beside_an_enemy() {
    both(|edition| {
        let night = |disordered: bool| {
            hunt(edition, |d, c| {
                d.light = Light::Night;
                d.gun("A", "0806", E);
                if disordered {
                    d.disordered(c);
                }
            })
        };
        let (mut g, c) = night(true);
        away(&mut g, c, Evasion::One);
        g.refused(&["R 12/3", "M 12.1/3"], g.step("0705"));
        assert!(g.ways().contains("0704"));
        let (mut g, c) = night(false);
        away(&mut g, c, Evasion::One);
        assert!(g.ways().contains("0705"));
    });
}

/// A way that would disorder it among friends, from where disordered cavalry cannot go on, is not open.
#[test]
fn an_evasion_looks_ahead_as_disordered_as_its_way_makes_it() {
    for (light, open) in [(Light::Day, true), (Light::Night, false)] {
        let (mut g, c) = hunt(Montebello, |d, _| {
            d.light = light;
            d.terrain("0705", Terrain::Rough);
            d.foot("C", "0705", E);
            for hex in ["0904", "0906"] {
                d.gun("A", hex, E);
            }
        });
        away(&mut g, c, Evasion::Two);
        assert_eq!(g.ways().contains("0705"), open, "{light:?}");
        if open {
            g.go(&["0705"]);
            assert_eq!(g.order(c), Disordered, "2 for the ground and 1 for the friends");
        }
    }
}

// ------------------------------------------------------------------------------------------------- the battle's ground

#[test]
fn cavalry_has_no_zone_over_two_levels_that_it_cannot_climb() {
    both(|edition| {
        let cliff = |rider: bool, road: bool| {
            let mut d = Drill::new(edition);
            d.specific.steep_levels = Switch::On;
            d.level("0606", 2);
            d.barrier("0505", "0606", Barrier::Slope);
            if road {
                d.way(Way::Track, &["0505", "0606"]);
            }
            let a = d.foot("A", "0406", E);
            let _ = if rider { d.horse("C", "0606", W) } else { d.foot("C", "0606", W) };
            let mut g = d.ready();
            g.march(a, &["0505"]);
            g
        };
        let cell = |g: &Game| g.cell("0505");
        // Past the foot of the height: the rider above does not stop infantry, infantry does.
        let mut g = cliff(true, false);
        assert!(g.rules.zone_over(&g.state, cell(&g), Side::Second).is_empty());
        g.go(&["0504"]);
        for (rider, road) in [(false, false), (true, true)] {
            let g = cliff(rider, road);
            g.refused(&["R 6.2.1/1", "M 6.2.2/1"], g.step("0504"));
        }
    });
}

#[test]
fn before_a_cassina_the_attacker_chooses_his_ground() {
    // It is clear ground: of two attackers, one of them behind a stream, the better way in counts.
    for (rider, ground) in [(true, (Label::Terrain(Terrain::Clear), 1)), (false, (Label::Terrain(Terrain::Cassina), 0))]
    {
        let mut d = Drill::new(Montebello);
        d.terrain("0605", Terrain::Cassina);
        d.barrier("0505", "0605", Barrier::Stream);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0504", E));
        let _ = if rider { d.horse("C", "0605", W) } else { d.foot("C", "0605", W) };
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.act(shock(b, Aim::Right), &[]);
        g.until(Step::Combat);
        let mut fought = g.act(fight(a), if rider { &[] } else { &[9] });
        if rider {
            fought = g.act(Action::Done, &[9]);
        }
        let modifiers = Game::shock(&fought);
        assert!(modifiers.contains(&ground), "{modifiers:?}");
        assert!(!modifiers.iter().any(|(label, _)| matches!(label, Label::Hexside)), "{modifiers:?}");
    }
}

// --------------------------------------------------------------------------------------------------------------- rally

#[test]
fn who_is_routed_in_its_own_activation_rallies_as_ruled() {
    both(|edition| {
        for (reading, open) in [("any", true), ("idle", false)] {
            let mut d = Drill::new(edition);
            d.setup = Setup::default().ruling("rally-of-routed-after-action", reading);
            let (a, b) = (d.horse("A", "0505", E), d.horse("A", "0905", E));
            for unit in [a, b] {
                d.order(unit, Routed);
            }
            d.mark(a, Mark::Charged);
            let g = d.begin("A", Orders::Received, Step::Rally);
            assert_eq!(g.offers(Action::Rally { unit: a }), open, "{reading}");
            assert!(g.offers(Action::Rally { unit: b }), "it did nothing");
            if !open {
                g.refused(&["R 11/1", "M 11.1/1"], Action::Rally { unit: a });
            }
        }
    });
}

#[test]
fn what_rallies_by_itself_at_night_keeps_to_the_limit_of_three() {
    let mut d = Drill::new(Montebello);
    d.light = Light::Night;
    let units = ["0505"; 3].map(|hex| d.foot("A", hex, E));
    let apart = d.foot("A", "0905", E);
    for unit in units {
        d.faces(unit, 3, 1);
    }
    for unit in units.into_iter().chain([apart]) {
        d.disordered(unit);
    }
    // A failed initiative is no action.
    d.mark(apart, Mark::Barred);
    let mut g = d.begin("A", Orders::Without, Step::Movement);
    g.until(Step::Rally);
    assert_eq!(g.order(apart), Good);
    // 3 + 1 + 1, but not 3 + 3 + 1: one of the three, and their owner says which.
    assert!(units.into_iter().all(|unit| g.order(unit) == Disordered && g.offers(Action::Rally { unit })));
    g.refused(&["M 12.1/7"], Action::Done);
    g.prove(&["M 12.1/7"], Action::Rally { unit: units[2] }, &[]);
    assert_eq!(units.map(|unit| g.order(unit)), [Disordered, Disordered, Good]);
    g.refused(&["M 5.1.1/8"], Action::Rally { unit: units[0] });
    assert!(g.offers(Action::Done));
}

// ------------------------------------------------------------------------------------------------------------- turning

#[test]
fn a_battery_that_turned_to_fire_in_a_zone_turns_again_as_ruled() {
    both(|edition| {
        for (reading, open) in [("apart", true), ("together", false)] {
            let mut d = Drill::new(edition);
            d.setup = Setup::default().ruling("turn-to-fire-in-a-zone", reading);
            // An enemy behind it: in his zone, and nobody before it binds its fire.
            let (gun, friend) = (d.gun("A", "0505", E), d.foot("A", "0505", E));
            d.foot("C", "0405", W);
            let mut g = d.begin("A", Orders::Received, Step::Fire);
            g.act(Action::Pivot { unit: gun, facing: SE }, &[]);
            g.until(Step::Movement);
            let again = Action::Pivot { unit: gun, facing: SW };
            assert_eq!(g.offers(again), open, "{reading}");
            if !open {
                g.refused(&["R 6.2.1/7", "M 6.2.2/8"], again);
            }
            assert!(g.offers(Action::Pivot { unit: friend, facing: SE }), "the infantry has not turned");
        }
    });
}

#[test]
fn fire_from_a_square_cites_the_rule_that_says_so() {
    // Montebello's own rule speaks of reaction fire; other fire follows the line of the table for six front hexes.
    let mut d = Drill::new(Montebello);
    let (gun, foot) = (d.gun("A", "0505", E), d.foot("A", "0505", E));
    d.square(gun);
    d.square(foot);
    let c = d.foot("C", "0705", W);
    let mut g = d.begin("A", Orders::Received, Step::Fire);
    let target = g.cell("0705");
    let fired = g.act(Action::Fire { unit: gun, target, party: Party::Alone }, &[0]);
    g.proves(&["M 7.5/1"], &fired);
    assert!(Game::modifiers(&fired, |label| matches!(label, Label::Fire(_))).contains(&(Label::FromSquare, -1)));
    assert!(super::support::citing("M 9.3.2/2", &fired).next().is_none());
    assert_eq!(g.order(c), Good);
}

// ------------------------------------------------------------------------------------------------ who comes near, and how

#[test]
fn guns_follow_a_refusal_only_over_ground_that_is_open_to_them() {
    // A slope is closed to artillery in the later edition, not to the infantry with it.
    for (slope, guns) in [(false, true), (true, false)] {
        let (mut g, c) = hunt(Montebello, |d, _| {
            d.gun("A", "0505", E);
            if slope {
                d.level("0605", 1);
                d.barrier("0505", "0605", Barrier::Slope);
            }
        });
        away(&mut g, c, Evasion::One);
        g.go(&["0705"]);
        g.act(Action::Turn { facing: E }, &[]);
        let advances = |party| {
            g.legal().into_iter().any(|action| matches!(action, Action::Advance { party: found, .. } if found == party))
        };
        assert_eq!(advances(Party::Stack), guns, "a slope: {slope}");
        assert!(advances(Party::Alone));
    }
}

#[test]
fn recalled_cavalry_reaches_a_commander_where_it_goes() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.horse("A", "1004", SE), d.foot("C", "1007", NW));
        d.commander(Side::Second, "1205");
        let mut g = d.ready();
        let target = g.cell("1007");
        g.act(Action::Charge { unit: a, party: Party::Alone, target }, &[]);
        g.go(&["1005", "1006"]);
        g.act(halt(SE), &[]);
        if !matches!(g.frame(), Frame::Square { .. }) {
            g.act(Action::Done, &[]);
        }
        g.act(Action::FormSquare { unit: c }, &[0]);
        g.act(Action::Recall, &[0]);
        // 1205 is beside 1105 alone of the hexes of the ride and of the way back.
        let back = Action::Step { dir: g.dir("1006", "1105") };
        let went = g.act(back, &[]);
        assert!(matches!(g.frame(), Frame::CommanderFlight { .. }), "{:?}", g.frame());
        g.proves(&["R 2.7/1", "M 2.5.2/1"], &went);
        assert_eq!(g.asked(), Some(Side::Second));
    });
}

#[test]
fn an_evasion_keeps_off_enemy_entry_hexes() {
    // As any movement does, until all who are scheduled there have come (R 5.2, M 5.2.3).
    both(|edition| {
        for (awaited, open) in [(false, true), (true, false)] {
            let (mut g, c) = hunt(edition, |d, _| {
                if awaited {
                    d.awaits("B", "0806");
                }
            });
            away(&mut g, c, Evasion::One);
            assert_eq!(g.ways().contains("0705"), open, "awaited: {awaited}");
            if !open {
                g.refused(&["R 5.2/14", "M 5.2.3/1"], g.step("0705"));
            }
        }
    });
}

// ---------------------------------------------------------------------------------------------------- one combat, by any name

#[test]
fn a_combined_attack_is_the_same_whoever_of_it_is_named() {
    // Both attack 0605: an enemy is attacked once, so they fight together (8.2, 8.4).
    both(|edition| {
        for named in [0, 1] {
            let mut d = Drill::new(edition);
            let attackers = [d.foot("A", "0505", E), d.foot("A", "0504", E)];
            d.foot("C", "0605", W);
            let mut g = d.attack();
            g.act(shock(attackers[0], Aim::Left), &[]);
            g.act(shock(attackers[1], Aim::Right), &[]);
            g.until(Step::Combat);
            let fought = g.act(fight(attackers[named]), &[9]);
            let modifiers = Game::shock(&fought);
            assert!(modifiers.contains(&(Label::Ratio(8, 4), 2)), "{modifiers:?}");
            g.proves(&["R 8.4/1", "R 8.4/3", "M 8.4.1/1", "M 8.4.1/2"], &fought);
        }
    });
}

#[test]
fn a_charge_whose_target_has_evaded_ends_as_ruled() {
    // In the older edition other cavalry may evade a heavy charge, and whoever charges is disordered at its end.
    for (reading, order) in [("none", Good), ("ends", Disordered)] {
        let mut d = Drill::new(Edition::Rivoli);
        d.setup = Setup::default().ruling("charge-without-a-fight", reading);
        let (a, c) = (d.heavy("A", "1004", SE), d.horse("C", "1007", NW));
        let mut g = d.ready();
        let target = g.cell("1007");
        g.act(Action::Charge { unit: a, party: Party::Alone, target }, &[]);
        g.go(&["1005", "1006"]);
        g.act(halt(SE), &[]);
        g.act(evade(c, Evasion::One), &[]);
        g.go(&["1008"]);
        g.act(Action::Turn { facing: NW }, &[]);
        g.until(Step::Combat);
        let fought = g.act(fight(a), &[]);
        assert_eq!(g.order(a), order, "{reading}");
        if reading == "ends" {
            g.proves(&["R 9.2/5"], &fought);
        }
    }
}
