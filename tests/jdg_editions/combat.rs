//! Shock (8).

use super::drill::{Drill, Game, evade, fight, shock};
use super::shows;
use grognard::hex::Vertex::{E, W};
use grognard::jours_de_gloire::action::{Aim, Evasion};
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

fn announce(g: &mut Game, attacks: &[(UnitId, Aim)]) {
    for (unit, aim) in attacks {
        g.act(shock(*unit, *aim), &[]);
    }
    g.until(Step::Combat);
}

/// Cavalry fights by charging only, or by shock too.
#[test]
pub fn cavalry_shock() {
    shows([false, true], |edition| {
        let mut d = Drill::new(edition);
        let a = d.horse("A", "0505", E);
        d.foot("C", "0605", W);
        d.others();
        let mut g = d.attack();
        let offered = g.offers(shock(a, Aim::Left));
        if offered {
            announce(&mut g, &[(a, Aim::Left)]);
            g.first_roll(fight(a));
            g.showed(&["M 8.1/2", "M 9.1/12"]);
        } else {
            g.refused(&["R 8.1/5"], shock(a, Aim::Left));
        }
        offered
    });
}

/// Combined attackers without orders: one test by the more willing, or one each.
#[test]
pub fn combined_test() {
    shows([1, 2], |edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.foot("A", "0505", E), d.foot("A", "0504", E));
        d.engagement(b, 3);
        d.foot("C", "0605", W);
        let mut g = d.attack_without_orders();
        announce(&mut g, &[(a, Aim::Left), (b, Aim::Right)]);
        // 5 passes the one test and fails the other: then 4 points attack, and not 8.
        let dice: &[u8] = if g.rivoli() { &[5, 9] } else { &[5, 4, 9] };
        let fought = g.prove(&["R 8.4/4", "M 8.4.1/3"], fight(a), dice);
        let ratio = if g.rivoli() { Label::Ratio(8, 4) } else { Label::Ratio(4, 4) };
        assert!(Game::shock(&fought).iter().any(|(label, _)| *label == ratio));
        fought.tallies().filter(|tally| matches!(tally.what(), Label::Engagement(_))).count()
    });
}

/// Evasion costs no test, or one.
#[test]
pub fn refusal_test() {
    shows([Order::Good, Order::Disordered], |edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        g.act(fight(a), &[]);
        let fails: &[u8] = if g.rivoli() { &[] } else { &[9] };
        g.prove(&["R 8.9/1", "M 8.8.1/5"], evade(c, Evasion::One), fails);
        g.order(c)
    });
}

/// A counter-shock needs the hex that the attacker has left, or is struck in place too.
#[test]
pub fn counter_shock() {
    shows([false, true], |edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
        d.strength(a, 1);
        d.others();
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        // 1 to 4 on clear ground: below 0. The attacker stays where it is.
        let fought = g.act(fight(a), &[0, 0]);
        g.proves(&["R 8.8/5"], &fought);
        let asked = matches!(g.frame(), Frame::CounterShock);
        if asked {
            g.prove(&["M 8.7.2/6"], shock(c, Aim::Left), &[9]);
        }
        asked
    });
}

/// An evasion of two hexes leads where it likes, or two hexes away from the attacker.
#[test]
pub fn evasion_path() {
    shows([true, false], |edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.horse("C", "0605", E));
        let mut g = d.attack();
        announce(&mut g, &[(a, Aim::Left)]);
        g.act(fight(a), &[]);
        let passes: &[u8] = if g.rivoli() { &[] } else { &[0] };
        g.act(evade(c, Evasion::Two), passes);
        g.go(&["0705"]);
        assert!(g.ways().contains("0805"), "three hexes away");
        // Two hexes from where the attack came.
        let two = g.step("0706");
        if !g.offers(two) {
            g.refused(&["M 8.8.1/4"], two);
        }
        g.offers(two)
    });
}
