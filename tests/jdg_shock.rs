//! Shock (8), clause by clause, in both editions. In most tests one unit in 0505, facing E, attacks another in 0605, facing
//! W: 0605 and 0606 lie before the first, 0505 and 0504 before the second, which can go back to 0604, 0704 and 0705.

#[path = "support/drill.rs"]
mod drill;
mod support;

use drill::{Drill, Game, Journal, advance, both, evade, fight, halt, shock};
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::{Action, Aim, Evasion};
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Party, Stage, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::side::UnitId;

use Vertex::{E, W};

const M: Edition = Edition::Montebello;

/// Announces these attacks and goes on to the combats.
#[track_caller]
fn announce(g: &mut Game, attacks: &[(UnitId, Aim)]) {
    for (unit, aim) in attacks {
        g.act(shock(*unit, *aim), &[]);
    }
    g.until(Step::Combat);
}

/// One foot unit against another, as `draw` changes it; the combat has been announced.
#[track_caller]
fn duel(edition: Edition, draw: impl Fn(&mut Drill, UnitId, UnitId)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
    draw(&mut d, a, c);
    let mut g = d.attack();
    announce(&mut g, &[(a, Aim::Left)]);
    (g, a, c)
}

/// The modifiers of a duel.
#[track_caller]
fn modifiers(edition: Edition, rules: &[&str], draw: impl Fn(&mut Drill, UnitId, UnitId)) -> Vec<(Label, i8)> {
    let (mut g, a, _) = duel(edition, draw);
    g.log = Journal::default();
    let modifiers = g.first_roll(fight(a));
    g.showed(rules);
    modifiers
}

#[test]
fn active_infantry_attacks_a_front_hex() {
    both(|edition| {
        let (mut g, a, c) = duel(edition, |_, _, _| {});
        // Even, clear ground: 9 and 1 are 10.
        let fought = g.prove(&["R 8.1/1", "R 8.5/1", "R 8.5/7", "M 8.2/1", "M 8.5/1", "M 8.5/4"], fight(a), &[9]);
        assert_eq!(Game::shock(&fought).iter().map(|m| m.1).sum::<i8>(), 1);
        g.go(&["0705"]);
        assert_eq!((g.at(c).as_str(), g.order(c)), ("0705", Order::Disordered));
    });
}

#[test]
fn disordered_routed_and_artillery_do_not_attack() {
    both(|edition| {
        let mut d = Drill::new(edition);
        d.others();
        let (a, b, gun) = (d.foot("A", "0505", E), d.foot("A", "0508", E), d.gun("A", "0511", E));
        for hex in ["0605", "0608", "0611"] {
            d.foot("C", hex, W);
        }
        d.disordered(a);
        d.order(b, Order::Routed);
        let g = d.attack();
        g.refused(&["R 8.1/2", "M 8.2/2"], shock(a, Aim::Left));
        g.refused(&["R 8.1/2", "M 8.2/2"], shock(b, Aim::Left));
        g.refused(&["R 8.1/2", "R 8.10/1", "M 8.2/2", "M 8.9/1"], shock(gun, Aim::Left));
    });
}

#[test]
fn cavalry_attacks_by_charge_only_or_by_shock_too() {
    both(|edition| {
        let mut d = Drill::new(edition);
        d.others();
        let a = d.horse("A", "0505", E);
        d.foot("C", "0605", W);
        let mut g = d.attack();
        if g.rivoli() {
            g.refused(&["R 8.1/5"], shock(a, Aim::Left));
            return;
        }
        g.prove(&["M 8.1/2"], shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        let fought = g.first_roll(fight(a));
        assert!(fought.contains(&(Label::CavalryShock, -2)));
    });
}

#[test]
fn nobody_attacks_a_hex_that_it_could_not_enter() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        d.foot("D", "0606", W);
        d.barrier("0505", "0605", Barrier::River);
        let mut g = d.attack();
        g.refused(&["R 8.1/3", "M 8.2/3"], shock(a, Aim::Left));
        g.refused(&["R 8.1/3", "M 8.2/3"], shock(a, Aim::Both));
        g.act(shock(a, Aim::Right), &[]);
        // The other does not have to be attacked.
        g.until(Step::Combat);
    });
}

#[test]
fn all_enemies_in_front_are_attacked_unless_a_friend_attacks_them() {
    both(|edition| {
        let ready = || {
            let mut d = Drill::new(edition);
            let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0607", Vertex::NE));
            d.foot("C", "0605", W);
            d.foot("C", "0606", W);
            (d.attack(), a, b)
        };
        let (mut g, a, b) = ready();
        g.act(shock(a, Aim::Left), &[]);
        g.refused(&["R 8.1/9", "M 8.2/6"], Action::Done);
        g.act(shock(b, Aim::Left), &[]);
        g.until(Step::Combat);
        let (mut g, a, _) = ready();
        g.act(shock(a, Aim::Left), &[]);
        g.act(shock(a, Aim::Both), &[]);
        g.until(Step::Combat);
    });
}

#[test]
fn an_enemy_is_attacked_once_but_for_a_breakthrough() {
    both(|edition| {
        let (mut g, a, c) = duel(edition, |_, _, _| {});
        g.prove(&["R 8.1/10", "M 8.2/7"], fight(a), &[9]);
        g.go(&["0705"]);
        assert!(g.marked(Mark::Attacked, c));
        // It stands before the one that has come on: now it may be attacked again.
        g.prove(&["M 8.2/8"], fight(a), &[9]);
    });
}

#[test]
fn shock_is_voluntary() {
    both(|edition| {
        let mut d = Drill::new(edition);
        d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        let mut g = d.attack();
        g.prove(&["R 8.1/7", "M 8.3.1/1"], Action::Done, &[]);
    });
}

#[test]
fn a_shock_needs_orders_or_a_passed_test_and_then_is_fought() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        let mut g = d.attack_without_orders();
        // Announced before any test.
        g.prove(&["R 8.2/2", "M 8.3.1/3"], shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        let rules = ["R 8.2/1", "R 8.1/8", "R 8.2.1/1", "M 8.3.1/2", "M 8.3.1/4", "M 8.3.2/1"];
        let fought = g.prove(&rules, fight(a), &[5, 9]);
        let order: Vec<Label> = fought.tallies().map(|tally| tally.what()).collect();
        assert_eq!(order, [Label::Engagement(a), Label::Shock(a)]);
        // With orders nobody tests.
        let (mut g, a, _) = duel(edition, |_, _, _| {});
        g.act(fight(a), &[9]);
        // What is announced is fought.
        let (g, _, _) = duel(edition, |_, _, _| {});
        g.refused(&["R 8.1/8", "M 8.3.1/4"], Action::Done);
    });
}

#[test]
fn a_neighbours_failure_leaves_it_both_enemies() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0607", Vertex::NE));
        let (c, e) = (d.foot("C", "0605", W), d.foot("C", "0606", W));
        let mut g = d.attack_without_orders();
        announce(&mut g, &[(a, Aim::Left), (b, Aim::Left)]);
        g.prove(&["R 8.2.1/5", "R 8.4/2", "M 8.3.2/5"], fight(b), &[9]);
        let fought = g.act(fight(a), &[0, 9]);
        assert!(Game::shock(&fought).contains(&(Label::Ratio(4, 8), -2)));
        assert!(g.marked(Mark::Attacked, c) && g.marked(Mark::Attacked, e));
    });
}

#[test]
fn units_of_adjacent_hexes_attack_together() {
    both(|edition| {
        let ready = |hex: &str, facing: Vertex| {
            let mut d = Drill::new(edition);
            let (a, b) = (d.foot("A", "0505", E), d.foot("A", hex, facing));
            d.foot("C", "0605", W);
            (d.attack(), a, b)
        };
        let (mut g, a, b) = ready("0504", E);
        announce(&mut g, &[(a, Aim::Left), (b, Aim::Right)]);
        let fought = g.prove(&["R 8.4/1", "R 8.4/3", "M 8.4.1/1", "M 8.4.1/2"], fight(a), &[8]);
        assert!(Game::shock(&fought).contains(&(Label::Ratio(8, 4), 2)));
        // 0604 touches 0605 and not 0505.
        let (mut g, a, b) = ready("0604", Vertex::SE);
        g.act(shock(a, Aim::Left), &[]);
        g.refused(&["R 8.4/1", "M 8.4.1/1"], shock(b, Aim::Right));
    });
}

#[test]
fn combined_attackers_test_engagement() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0504", E));
        d.engagement(a, 3);
        d.engagement(b, 6);
        d.foot("C", "0605", W);
        let mut g = d.attack_without_orders();
        announce(&mut g, &[(a, Aim::Left), (b, Aim::Right)]);
        if g.rivoli() {
            // One test, with the higher engagement.
            let fought = g.prove(&["R 8.4/4"], fight(a), &[6, 8]);
            assert!(Game::shock(&fought).contains(&(Label::Ratio(8, 4), 2)));
        } else {
            // Each its own: one fails, the other attacks.
            let fought = g.prove(&["M 8.4.1/3"], fight(a), &[6, 6, 9]);
            assert!(Game::shock(&fought).contains(&(Label::Ratio(4, 4), 0)));
        }
    });
    // In the older edition too the unit on top tests for its stack, not a better one beneath it.
    let mut d = Drill::new(Edition::Rivoli);
    let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0505", E));
    d.engagement(a, 3);
    d.engagement(b, 6);
    d.foot("C", "0605", W);
    let mut g = d.attack_without_orders();
    announce(&mut g, &[(a, Aim::Left)]);
    let failed = g.act(fight(a), &[5]);
    g.proves(&["R 5.1.3/5", "R 5.1.3/6"], &failed);
}

#[test]
fn several_attackers_take_one_modifier_of_ground() {
    both(|edition| {
        let fought = |village: bool, rules: &[&str]| {
            let mut d = Drill::new(edition);
            let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0504", E));
            d.foot("C", "0605", W);
            d.barrier("0505", "0605", Barrier::Stream);
            if village {
                d.terrain("0605", Terrain::Village);
            }
            let mut g = d.attack();
            announce(&mut g, &[(a, Aim::Left), (b, Aim::Right)]);
            let modifiers = g.first_roll(fight(a));
            g.showed(rules);
            modifiers
        };
        // Clear ground: the attacker chooses, and leaves the stream out.
        let clear = fought(false, &["R 8.4/5", "M 8.4.2/1"]);
        assert!(clear.contains(&(Label::Terrain(Terrain::Clear), 1)));
        assert!(!clear.iter().any(|m| m.0 == Label::Hexside));
        // Otherwise the defender does.
        let village = fought(true, &["R 8.4/6", "M 8.4.2/2"]);
        assert!(village.contains(&(Label::Terrain(Terrain::Village), -1)));
        assert!(village.contains(&(Label::Hexside, -1)));
    });
}

#[test]
fn of_several_defenders_the_hex_that_suits_them_counts() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        d.foot("C", "0606", W);
        d.terrain("0606", Terrain::Village);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Both)]);
        let modifiers = g.first_roll(fight(a));
        assert!(modifiers.contains(&(Label::Terrain(Terrain::Village), -1)));
        g.showed(&["R 8.4/7", "M 8.4.3/1"]);
    });
}

#[test]
fn the_ratio_of_strengths_is_rounded_for_the_defender() {
    both(|edition| {
        for (a, c, modifier) in
            [(8, 3, 2), (5, 6, -1), (5, 5, 0), (6, 4, 1), (5, 4, 0), (16, 4, 4), (1, 4, -4), (15, 4, 3)]
        {
            let modifiers = modifiers(edition, &["R 8.6.1/1", "R 8.6.1/2", "M 8.6.1/1", "M 8.6.1/2"], |d, x, y| {
                d.strength(x, a);
                d.strength(y, c);
            });
            assert!(modifiers.contains(&(Label::Ratio(a, c), modifier)), "{a} to {c}: {modifiers:?}");
        }
    });
}

#[test]
fn the_best_cohesion_of_each_side_is_compared() {
    both(|edition| {
        let modifiers = modifiers(edition, &["R 8.6.2/1", "M 8.6.2/1"], |d, a, c| {
            d.cohesion(a, 7);
            d.cohesion(c, 4);
            // Beneath the others, and better: it counts. A battery's does not.
            let under = d.foot("C", "0605", W);
            d.cohesion(under, 5);
            let gun = d.gun("A", "0505", E);
            d.cohesion(gun, 9);
        });
        assert!(modifiers.contains(&(Label::Differential(7, 5), 2)));
    });
}

#[test]
fn the_attacker_must_advance_and_may_turn_one_corner() {
    both(|edition| {
        let (mut g, a, _) = duel(edition, |_, _, _| {});
        g.act(fight(a), &[5]);
        let back = g.act(g.step("0704"), &[0]);
        g.proves(&["R 8.7/1", "M 8.7.1/1"], &back);
        assert_eq!(g.at(a), "0605");
        g.refused(&["R 8.7/3", "M 8.7.1/3"], Action::Turn { facing: Vertex::SW });
        g.prove(&["R 8.7/3", "M 8.7.1/3"], Action::Turn { facing: Vertex::SE }, &[]);
        assert_eq!(g.state.facing(a), Vertex::SE);
    });
}

#[test]
fn of_several_the_best_advances_and_the_attacker_chooses_between_equals() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b, gun) = (d.foot("A", "0505", E), d.foot("A", "0504", E), d.gun("A", "0505", E));
        d.foot("C", "0605", W);
        let to = d.cell("0605");
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left), (b, Aim::Right)]);
        g.act(fight(a), &[4]);
        g.act(g.step("0705"), &[0]);
        assert!(matches!(g.frame(), Frame::Combat(Stage::Advance)));
        g.refused(&["R 8.7/5", "M 8.7.1/5"], advance(gun, to));
        g.refused(&["R 8.7/1", "M 8.7.1/1"], Action::Done);
        // The question itself is the choice between equals.
        assert_eq!(g.rule(), if g.rivoli() { "R 8.7/2" } else { "M 8.7.1/2" });
        g.prove(&["R 8.7/2", "R 8.7/4", "M 8.7.1/2", "M 8.7.1/4"], advance(b, to), &[]);
        assert_eq!((g.at(a), g.at(b)), ("0505".into(), "0605".into()));
        // The better one goes unasked.
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0504", E));
        d.cohesion(b, 6);
        d.foot("C", "0605", W);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left), (b, Aim::Right)]);
        g.act(fight(a), &[3]);
        g.act(g.step("0705"), &[0]);
        assert_eq!((g.at(a), g.at(b)), ("0505".into(), "0605".into()));
    });
}

#[test]
fn ground_that_disorders_disorders_an_advance() {
    both(|edition| {
        let (mut g, a, _) = duel(edition, |d, a, _| {
            d.barrier("0505", "0605", Barrier::SteepSlope);
            d.strength(a, 16);
        });
        // 4 to 1, clear, a steep slope: 4 + 1 - 3, and 3 make 5.
        g.act(fight(a), &[3]);
        let back = g.act(g.step("0705"), &[0]);
        g.proves(&["R 8.7/6", "M 8.7.1/7"], &back);
        assert_eq!((g.at(a).as_str(), g.order(a)), ("0605", Order::Disordered));
        // It breaks through nothing then.
        let (mut g, a, _) = duel(edition, |d, a, _| {
            d.barrier("0505", "0605", Barrier::SteepSlope);
            d.strength(a, 16);
            d.foot("D", "0705", W);
        });
        g.act(fight(a), &[9]);
        g.go(&["0704"]);
        assert_eq!((g.at(a).as_str(), g.order(a)), ("0605", Order::Disordered));
        assert!(matches!(g.frame(), Frame::AdvanceTurn { .. }));
    });
}

#[test]
fn a_breakthrough_follows_at_once_without_a_turn_or_a_test() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
        let (e, f) = (d.foot("D", "0704", W), d.foot("D", "0705", W));
        let mut g = d.attack_without_orders();
        announce(&mut g, &[(a, Aim::Left)]);
        g.act(fight(a), &[0, 9]);
        if !g.rivoli() {
            // In the older edition it is the only way past its friends.
            g.go(&["0604"]);
        }
        assert_eq!((g.at(c), g.at(a)), ("0604".into(), "0605".into()));
        assert!(matches!(g.frame(), Frame::Breakthrough { .. }));
        assert!(!g.offers(Action::Turn { facing: Vertex::SE }));
        let rules = ["R 8.8/1", "R 8.8/3", "R 8.8/4", "R 8.8/7", "M 8.7.2/1", "M 8.7.2/2", "M 8.7.2/4", "M 8.7.2/5"];
        let fought = g.prove(&rules, fight(a), &[9]);
        g.showed(&["R 8.8/2", "M 8.7.2/3"]);
        assert_eq!(g.state.facing(a), E);
        // An exception, which does not count as the one attack of the activation.
        assert!(!g.marked(Mark::Attacked, e) && !g.marked(Mark::Attacked, f));
        assert!(Game::shock(&fought).contains(&(Label::Ratio(4, 8), -2)));
    });
}

#[test]
fn a_breakthrough_is_made_once() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, _, _) = (d.foot("A", "0505", E), d.foot("C", "0605", W), d.foot("D", "0705", W));
        d.foot("D", "0806", W);
        d.strength(a, 16);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        g.act(fight(a), &[9]);
        g.go(&["0604"]);
        g.act(fight(a), &[9]);
        g.go(&["0805"]);
        // It stands in 0705, enemies before it, and has only its turn.
        assert_eq!(g.at(a), "0705");
        assert!(matches!(g.frame(), Frame::AdvanceTurn { .. }));
        g.showed(&["R 8.8/1", "M 8.7.2/1"]);
    });
}

#[test]
fn the_defender_strikes_back() {
    both(|edition| {
        let weak = |d: &mut Drill, a: UnitId, _: UnitId| d.strength(a, 1);
        // 1 to 4, clear: -4 + 1 + 0 is below 0. The attacker fails its test and recoils to 0405.
        let (mut g, a, c) = duel(edition, weak);
        g.act(fight(a), &[0, 9]);
        g.go(&["0405"]);
        assert!(matches!(g.frame(), Frame::CounterShock));
        let facing = g.state.facing(c);
        let to = g.cell("0505");
        g.prove(&["R 8.8/5", "M 8.7.2/7"], advance(c, to), &[]);
        assert_eq!((g.at(c).as_str(), g.state.facing(c)), ("0505", facing));
        let rules = ["R 8.8/6", "R 8.8/7", "R 8.8/8", "M 8.7.2/2", "M 8.7.2/6", "M 8.7.2/8", "M 8.7.2/9"];
        g.prove(&rules, shock(c, Aim::Right), &[9]);
        // It stays where it is: struck in place in the later edition, not at all in the older one.
        let (mut g, a, c) = duel(edition, weak);
        g.act(fight(a), &[0, 0]);
        if g.rivoli() {
            assert!(g.asked().is_none() || !matches!(g.frame(), Frame::CounterShock));
        } else {
            g.prove(&["M 8.7.2/6"], shock(c, Aim::Left), &[9]);
        }
    });
}

#[test]
fn cavalry_advances_before_infantry_and_heavy_before_light() {
    for heavy in [false, true] {
        let mut d = Drill::new(M);
        let (a, b) = (d.horse("A", "0505", E), d.horse("A", "0504", E));
        let i = if heavy { d.horse("A", "0604", Vertex::SE) } else { d.foot("A", "0604", Vertex::SE) };
        d.cohesion(i, 6);
        if heavy {
            d.weigh(a);
            d.weigh(b);
        }
        d.foot("C", "0605", W);
        let to = d.cell("0605");
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left), (b, Aim::Right), (i, Aim::Right)]);
        // 12 to 4, clear, cavalry, cohesion, front and rear: 3 + 1 - 2 + 1 + 3, and 3 are 9. One way back is open.
        g.act(fight(a), &[3, 0]);
        g.refused(if heavy { &["M 8.7.3/3"] } else { &["M 8.7.3/2"] }, advance(i, to));
        g.act(advance(a, to), &[]);
        assert_eq!(g.at(a), "0605");
    }
}

#[test]
fn charging_cavalry_comes_first_and_pursues() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, b, i) = (d.horse("A", "0505", E), d.horse("A", "0504", E), d.foot("A", "0604", Vertex::SE));
        d.mark(a, Mark::Charging);
        d.mark(b, Mark::Charging);
        d.cohesion(i, 7);
        d.foot("C", "0605", W);
        let to = d.cell("0605");
        let mut g = d.attack();
        announce(&mut g, &[(i, Aim::Right)]);
        let fought = g.act(fight(a), &[0]);
        assert!(Game::shock(&fought).contains(&(Label::LightCharge, 1)));
        g.refused(&["R 8.8/9", "M 8.7.3/1"], advance(i, to));
        g.act(advance(a, to), &[]);
        g.showed(&["R 9.5/1", "M 9.5.1/1"]);
    });
}

/// Infantry in 0505 attacks cavalry in 0605 that faces away from it; the cavalry is asked whether it evades.
#[track_caller]
fn hunt(edition: Edition, draw: impl Fn(&mut Drill, UnitId, UnitId)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
    draw(&mut d, a, c);
    let mut g = d.attack();
    announce(&mut g, &[(a, Aim::Left)]);
    g.act(fight(a), &[]);
    (g, a, c)
}

/// The dice of an evasion: the later edition tests, the older one does not.
fn test(edition: Edition, die: u8) -> Vec<u8> {
    if edition == M { vec![die] } else { Vec::new() }
}

#[test]
fn cavalry_evades_infantry_by_one_or_two_hexes() {
    both(|edition| {
        for (hexes, way) in [(Evasion::One, &["0705"][..]), (Evasion::Two, &["0705", "0805"][..])] {
            let (mut g, a, c) = hunt(edition, |_, _, _| {});
            assert!(matches!(g.frame(), Frame::Combat(Stage::Refusal)));
            g.log = Journal::default();
            g.act(evade(c, hexes), &test(edition, 0));
            g.go(way);
            g.showed(&["R 8.9/1", "R 8.9/2", "R 8.9/10", "M 8.8.1/1", "M 8.8.1/2", "M 8.8.1/10"]);
            assert_eq!(Some(&g.at(c).as_str()), way.last());
            // It may turn, and the infantry may advance.
            g.act(Action::Turn { facing: W }, &[]);
            let to = g.cell("0605");
            g.prove(&["R 8.9/8", "M 8.8.1/13"], advance(a, to), &[]);
            assert_eq!(g.at(a), "0605");
        }
        // Disordered cavalry too.
        let (mut g, _, c) = hunt(edition, |d, _, c| d.disordered(c));
        g.act(evade(c, Evasion::One), &test(edition, 0));
        g.go(&["0705"]);
        // It need not, and the infantry need not advance.
        let (mut g, _, _) = hunt(edition, |_, _, _| {});
        g.act(Action::Done, &[9]);
        let (mut g, a, c) = hunt(edition, |_, _, _| {});
        g.act(evade(c, Evasion::One), &test(edition, 0));
        g.go(&["0705"]);
        g.act(Action::Turn { facing: E }, &[]);
        g.act(Action::Done, &[]);
        assert_eq!(g.at(a), "0505");
    });
}

#[test]
fn cavalry_evades_once_in_an_activation() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
        d.mark(c, Mark::Evaded);
        let e = d.horse("C", "0606", E);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Both)]);
        g.act(fight(a), &[]);
        g.refused(&["R 8.9/2", "M 8.8.1/2"], evade(c, Evasion::One));
        assert!(g.offers(evade(e, Evasion::One)));
    });
}

#[test]
fn cavalry_evades_before_the_attacker_tests() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
        let mut g = d.attack_without_orders();
        announce(&mut g, &[(a, Aim::Left)]);
        // No die has fallen yet.
        g.act(fight(a), &[]);
        g.prove(&["R 8.9/3", "M 8.8.1/3"], evade(c, Evasion::One), &test(edition, 0));
    });
}

#[test]
fn an_evasion_is_tested_first_and_allowed_anyway() {
    // In the later edition: harder by one hex, easier by two.
    for (hexes, rule, die, order) in [
        (Evasion::One, "M 8.8.1/5", 4, Order::Good),
        (Evasion::One, "M 8.8.1/5", 5, Order::Disordered),
        (Evasion::Two, "M 8.8.1/6", 7, Order::Good),
        (Evasion::Two, "M 8.8.1/6", 8, Order::Disordered),
    ] {
        let (mut g, _, c) = hunt(M, |_, _, _| {});
        g.prove(&[rule, "M 8.8.1/7"], evade(c, hexes), &[die]);
        assert_eq!(g.order(c), order);
        assert_eq!(g.at(c), "0605");
        g.go(&["0705"]);
    }
    // In the older one there is no test.
    let (mut g, _, c) = hunt(Edition::Rivoli, |_, _, _| {});
    g.act(evade(c, Evasion::One), &[]);
}

#[test]
fn two_hexes_end_two_hexes_away() {
    let (mut g, _, c) = hunt(M, |_, _, _| {});
    g.act(evade(c, Evasion::Two), &test(M, 0));
    g.go(&["0604"]);
    // 0704 is two hexes from 0505, as 0604 is.
    g.refused(&["M 8.8.1/4"], g.step("0704"));
    assert!(g.ways().contains("0703") && !g.ways().contains("0503"));
}

#[test]
fn an_evasion_into_a_costly_hex_disorders() {
    both(|edition| {
        let (mut g, _, c) = hunt(edition, |d, _, _| d.terrain("0705", Terrain::Orchard));
        g.act(evade(c, Evasion::One), &test(edition, 0));
        let went = g.go(&["0705"]);
        g.proves(&["R 8.9/7", "M 8.8.1/9"], &went);
        assert_eq!(g.order(c), Order::Disordered);
    });
}

#[test]
fn an_evasion_meets_zones_of_control() {
    both(|edition| {
        // Into a front zone of another enemy: a disorder. Behind it: nothing.
        for (facing, order) in [(W, Order::Disordered), (E, Order::Good)] {
            let (mut g, _, c) = hunt(edition, |d, _, _| {
                d.foot("A", "0805", facing);
            });
            g.act(evade(c, Evasion::One), &test(edition, 0));
            let went = g.go(&["0705"]);
            g.proves(if facing == W { &["R 8.9/11", "M 8.8.1/11"] } else { &["R 8.9/5", "M 8.8.1/10"] }, &went);
            assert_eq!(g.order(c), order);
        }
        // Never within the zone of one enemy, the attacker included.
        let (mut g, _, c) = hunt(edition, |_, _, _| {});
        g.act(evade(c, Evasion::One), &test(edition, 0));
        for hex in ["0504", "0606"] {
            g.refused(&["R 8.9/6", "M 8.8.1/12"], g.step(hex));
        }
        // A zone ends it as it ends any movement.
        let (mut g, _, c) = hunt(edition, |d, _, _| {
            d.foot("A", "0706", E);
        });
        g.act(evade(c, Evasion::Two), &test(edition, 0));
        g.refused(&["R 6.2.1/1", "M 6.2.2/1"], g.step("0705"));
        // Where no way is open it cannot evade.
        let (g, _, c) = hunt(edition, |d, _, _| {
            for hex in ["0604", "0704", "0705"] {
                d.terrain(hex, Terrain::Lake);
            }
        });
        g.refused(&["R 8.9/4", "M 8.8.1/10"], evade(c, Evasion::One));
    });
}

#[test]
fn artillery_with_the_infantry_advances_after_a_refusal() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
        let gun = d.gun("B", "0505", E);
        let to = d.cell("0605");
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        g.act(fight(a), &[]);
        g.act(evade(c, Evasion::One), &test(edition, 0));
        g.go(&["0705"]);
        g.act(Action::Turn { facing: E }, &[]);
        g.prove(&["R 8.9/9", "M 8.8.1/14"], Action::Advance { unit: a, party: Party::Stack, to }, &[]);
        assert_eq!(g.at(gun), "0605");
    });
}

#[test]
fn light_cavalry_evades_the_shock_of_heavy_cavalry() {
    let ready = |attackers: &dyn Fn(&mut Drill) -> Vec<(UnitId, Aim)>, heavy: bool| {
        let mut d = Drill::new(M);
        let attacks = attackers(&mut d);
        let c = if heavy { d.heavy("C", "0605", E) } else { d.horse("C", "0605", E) };
        let mut g = d.attack();
        announce(&mut g, &attacks);
        (g, attacks[0].0, c)
    };
    let heavy = |d: &mut Drill| vec![(d.heavy("A", "0505", E), Aim::Left)];
    let light = |d: &mut Drill| vec![(d.horse("A", "0505", E), Aim::Left)];
    let mixed = |d: &mut Drill| vec![(d.heavy("A", "0505", E), Aim::Left), (d.foot("A", "0504", E), Aim::Right)];
    // Without a test.
    let (mut g, a, c) = ready(&heavy, false);
    g.act(fight(a), &[]);
    g.prove(&["M 8.8.2/1", "M 8.8.2/2"], evade(c, Evasion::One), &[]);
    // Heavy cavalry does not evade, nor does any from light cavalry: the fight goes on.
    for (attackers, heavy) in [(&heavy as &dyn Fn(&mut Drill) -> _, true), (&light, false)] {
        let (mut g, a, _) = ready(attackers, heavy);
        g.act(fight(a), &[9]);
    }
    // From infantry and heavy cavalry as from infantry: with a test.
    let (mut g, a, c) = ready(&mixed, false);
    g.act(fight(a), &[]);
    g.prove(&["M 8.8.2/3"], evade(c, Evasion::One), &[0]);
}

#[test]
fn in_the_older_edition_light_cavalry_evades_the_charge_of_heavy_cavalry() {
    let mut d = Drill::new(Edition::Rivoli);
    let (a, c) = (d.heavy("A", "0405", E), d.horse("C", "0605", E));
    let target = d.cell("0605");
    let mut g = d.ready();
    g.act(Action::Charge { unit: a, party: Party::Alone, target }, &[]);
    g.go(&["0505"]);
    // Only now, at the end of the ride.
    g.act(halt(E), &[]);
    assert!(matches!(g.frame(), Frame::ChargeEvasion { .. }));
    g.prove(&["R 8.9/12", "R 8.9/13"], evade(c, Evasion::One), &[]);
}

#[test]
fn artillery_with_a_losing_attacker_is_disordered_and_retreats() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, gun) = (d.foot("A", "0505", E), d.gun("A", "0505", E));
        d.foot("C", "0605", W);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        // 0 and 1: disordered, and the test fails. Where the infantry stays, so does the battery, in disorder too.
        g.act(fight(a), &[0, 9]);
        let back = g.act(g.step("0405"), &[]);
        g.proves(&["R 8.10/2", "M 8.9/2"], &back);
        assert_eq!(g.order(gun), Order::Disordered);
        g.go(&["0406"]);
        assert_eq!(g.at(gun), "0406");

        let mut d = Drill::new(edition);
        let (a, gun) = (d.foot("A", "0505", E), d.gun("A", "0505", E));
        d.foot("C", "0605", W);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        // The disorder strikes the hex, whoever stays (the ruling `artillery-with-losing-attacker`).
        g.act(fight(a), &[0, 0]);
        assert_eq!((g.at(gun).as_str(), g.order(gun)), ("0505", Order::Disordered));
    });
}

#[test]
fn artillery_with_a_losing_defender_goes_back_and_tests() {
    both(|edition| {
        for (die, order) in [(5, Order::Good), (6, Order::Disordered)] {
            let mut d = Drill::new(edition);
            let (a, c, gun) = (d.foot("A", "0505", E), d.foot("C", "0605", W), d.gun("C", "0605", E));
            let mut g = d.attack();
            announce(&mut g, &[(a, Aim::Left)]);
            g.act(fight(a), &[9]);
            g.go(&["0705"]);
            // Even where the infantry is disordered outright.
            g.act(g.step("0704"), &[die]);
            g.showed(&["R 8.10/4", "R 8.10/5", "M 8.9/4"]);
            assert_eq!((g.order(c), g.order(gun)), (Order::Disordered, order));
        }
    });
}

#[test]
fn artillery_alone_is_lost_and_no_breakthrough_follows() {
    both(|edition| {
        let mut d = Drill::new(edition);
        let (a, gun) = (d.foot("A", "0505", E), d.gun("C", "0605", E));
        d.foot("D", "0705", W);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        g.prove(&["R 8.8/10", "R 8.10/6", "M 8.9/5", "M 8.9/6"], fight(a), &[]);
        assert_eq!((g.order(gun), g.at(a).as_str()), (Order::Eliminated, "0605"));
        assert!(matches!(g.frame(), Frame::AdvanceTurn { .. }));
    });
}

#[test]
fn of_two_hexes_artillery_is_lost_only_if_the_other_attack_succeeds() {
    both(|edition| {
        for lost in [true, false] {
            let mut d = Drill::new(edition);
            let (a, gun) = (d.foot("A", "0505", E), d.gun("C", "0605", E));
            d.foot("C", "0606", W);
            let mut g = d.attack();
            announce(&mut g, &[(a, Aim::Both)]);
            let fought = g.act(fight(a), if lost { &[9] } else { &[0, 0] });
            if lost {
                g.proves(&["R 8.10/7", "M 8.9/7"], &fought);
            }
            assert_eq!(g.order(gun) == Order::Eliminated, lost);
            // Its strength does not count.
            assert!(Game::shock(&fought).contains(&(Label::Ratio(4, 4), 0)));
        }
    });
}

#[test]
fn a_bridge_over_a_stream_leaves_its_modifier() {
    for bridge in [false, true] {
        let rules: &[&str] = if bridge { &["M specific 0.2/4"] } else { &["M 8.5/1"] };
        let modifiers = modifiers(M, rules, |d, _, _| {
            d.barrier("0505", "0605", Barrier::Stream);
            if bridge {
                d.crossing("0505", "0605", Crossing::Bridge);
            }
        });
        assert!(modifiers.contains(&(Label::Hexside, -1)));
    }
}

#[test]
fn a_cassina_shelters_infantry_only() {
    let at = |rule: &str, draw: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new(M);
        let a = d.foot("A", "0505", E);
        draw(&mut d);
        d.terrain("0605", Terrain::Cassina);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        g.act(fight(a), &[]);
        let modifiers = g.first_roll(Action::Done);
        g.showed(&[rule]);
        modifiers
    };
    let none = |modifiers: &[(Label, i8)]| !modifiers.iter().any(|m| matches!(m.0, Label::Terrain(_)) && m.1 != 0);
    let foot = |guns: bool| {
        let mut d = Drill::new(M);
        let a = d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        if guns {
            // It does not face its attacker, and so does not fire.
            d.gun("C", "0605", E);
        }
        d.terrain("0605", Terrain::Cassina);
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        let modifiers = g.first_roll(fight(a));
        g.showed(&["M specific 8.6/1"]);
        modifiers
    };
    assert!(none(&foot(false)) && none(&foot(true)));
    let horse = at("M specific 8.6/2", &|d| {
        d.horse("C", "0605", W);
    });
    assert!(horse.contains(&(Label::Terrain(Terrain::Clear), 1)));
}

#[test]
fn casteggios_streets_are_charged_along_the_way() {
    // The street leads from 0505 to 0605 and 0604, where the target stands; no way leads into 0606.
    let ready = |way: bool| {
        let mut d = Drill::new(M);
        let a = d.horse("A", "0505", Vertex::NE);
        d.foot("C", "0604", W);
        for hex in ["0605", "0604", "0606"] {
            d.terrain(hex, Terrain::Village);
        }
        if way {
            d.way(Way::Track, &["0505", "0605", "0604"]);
        }
        d.map.streets = vec![d.cell("0605"), d.cell("0604"), d.cell("0606")];
        let target = d.cell("0604");
        (d.ready(), Action::Charge { unit: a, party: Party::Alone, target })
    };
    let (g, charge) = ready(false);
    assert!(!g.offers(charge));
    let (mut g, charge) = ready(true);
    g.act(charge, &[]);
    g.refused(&["M specific 9.1/1"], g.step("0606"));
    // Beside an enemy the normal cost is paid: 3, and there is no limit of 2.
    let rode = g.go(&["0605"]);
    g.proves(&["M specific 9.1/2"], &rode);
    assert_eq!(Game::cost(&rode), 3);
    g.act(halt(Vertex::NW), &[]);
}
