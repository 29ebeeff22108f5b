//! The ride of a charge and its end (9.1, 9.2).

use super::drill::{Drill, Game, halt};
use super::shows;
use grognard::hex::Vertex::E;
use grognard::jours_de_gloire::action::{Action, Evasion};
use grognard::jours_de_gloire::charts::{Barrier, Way};
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

/// Charges a hex by this way and halts, facing east.
#[track_caller]
pub fn ride(g: &mut Game, unit: UnitId, target: &str, way: &[&str]) {
    let target = g.cell(target);
    g.act(Action::Charge { unit, party: Party::Alone, target }, &[]);
    g.go(way);
    g.act(halt(E), &[]);
}

/// Two hexes at most, or the reduced allowance.
#[test]
pub fn charge_length() {
    shows(["0505", "0805"], |edition| {
        let mut d = Drill::new(edition);
        let a = d.horse("A", "0505", E);
        d.horse("C", "0905", E);
        let target = d.cell("0905");
        let mut g = d.ready();
        let charge = Action::Charge { unit: a, party: Party::Alone, target };
        if g.offers(charge) {
            ride(&mut g, a, "0905", &["0605", "0705", "0805"]);
            g.showed(&["M 9.1/7"]);
        } else {
            g.refused(&["R 9.1/4"], charge);
        }
        g.at(a)
    });
}

/// Cavalry evades the charge of heavy cavalry, or is never asked.
#[test]
pub fn heavy_charge() {
    shows([true, false], |edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.heavy("A", "0405", E), d.horse("C", "0605", E));
        let mut g = d.ready();
        ride(&mut g, a, "0605", &["0505"]);
        let asked = matches!(g.frame(), Frame::ChargeEvasion { .. });
        if asked {
            g.act(Action::Evade { unit: c, hexes: Evasion::One }, &[]);
        }
        g.showed(&["R 8.9/12", "R 8.9/13", "M 9/2"]);
        asked
    });
}

/// All who charged are disordered at the end, or test.
#[test]
pub fn end_of_charge() {
    shows([Order::Disordered, Order::Good], |edition| {
        let mut d = Drill::new(edition);
        // In the corner of the map there is no way back: it is lost, and nobody is left to pursue.
        let (a, c) = (d.horse("A", "1801", E), d.horse("C", "2001", E));
        let mut g = d.ready();
        ride(&mut g, a, "2001", &["1901"]);
        g.until(Step::Combat);
        g.act(super::drill::fight(a), &[9]);
        assert_eq!(g.order(c), Order::Eliminated);
        let passes: &[u8] = if g.rivoli() { &[] } else { &[0] };
        g.prove(&["R 9.2/5", "M 9.2/5"], Action::Turn { facing: E }, passes);
        g.order(a)
    });
}

/// Beside the enemy a charge has the rate of a road, which spares a stream, or has not.
#[test]
pub fn charge_road() {
    shows([1, 2], |edition| {
        let mut d = Drill::new(edition);
        let a = d.horse("A", "0505", E);
        d.horse("C", "0705", E);
        d.barrier("0505", "0605", Barrier::Stream);
        d.way(Way::Road, &["0505", "0605"]);
        let target = d.cell("0705");
        let mut g = d.ready();
        g.act(Action::Charge { unit: a, party: Party::Alone, target }, &[]);
        let step = g.step("0605");
        let ridden = g.prove(&["R 4.3.1/1", "R table 1/C", "M 4.1.3/9"], step, &[]);
        Game::cost(&ridden)
    });
}
