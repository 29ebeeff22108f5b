//! Pursuit (9.5).

use super::charge::ride;
use super::drill::{Drill, Game, fight, halt};
use super::shows;
use grognard::chance::Scripted;
use grognard::hex::Vertex::{E, W};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Party, PursuitDue, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::Order;
use grognard::ruleset::Ruleset;
use grognard::side::UnitId;

/// Cavalry has charged cavalry from behind; the target has gone back to 0805 in disorder, and the pursuers stand in 0705.
#[track_caller]
fn chase(edition: Edition, draw: impl Fn(&mut Drill, UnitId, UnitId)) -> (Game, UnitId, UnitId) {
    let mut d = Drill::new(edition);
    let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", E));
    draw(&mut d, a, c);
    let mut g = d.ready();
    ride(&mut g, a, "0705", &["0605"]);
    g.until(Step::Combat);
    g.act(fight(a), &[9]);
    g.go(&["0805"]);
    (g, a, c)
}

/// Acts; 5 on every die.
#[track_caller]
fn fives(g: &mut Game, action: Action) {
    let by = g.asked().unwrap();
    let enough = (0..9).map(|dice| vec![5; dice]).find(|dice| {
        let mut chance = Scripted::d10(dice.iter().copied());
        g.rules.apply(&g.state, by, &action, &mut chance).is_ok()
    });
    g.act(action, &enough.expect("few dice"));
}

/// Keeps the facing as long as pursuers are asked for it.
#[track_caller]
fn ride_on(g: &mut Game) {
    while let Frame::Pursuit(pursuit) = g.frame()
        && pursuit.due == PursuitDue::Turn
    {
        fives(g, Action::Turn { facing: E });
    }
}

/// The penalty begins with the first charge after the initial one, or with the second.
#[test]
pub fn pursuit_penalty() {
    shows([-1, 0], |edition| {
        let (mut g, _, _) = chase(edition, |_, _, _| ());
        let again = g.prove(&["R 9.5/13", "M 9.5.2/12"], Action::Turn { facing: E }, &[9]);
        let penalty = Game::shock(&again).into_iter().find(|(label, _)| *label == Label::FurtherCharge(1));
        penalty.expect("the penalty is told").1
    });
}

/// The whole stack pursues, or its best unit may do so alone.
#[test]
pub fn pursuers() {
    shows(["0705", "0605"], |edition| {
        let mut d = Drill::new(edition);
        let (a, b) = (d.horse("A", "0505", E), d.horse("A", "0505", E));
        d.cohesion(b, 4);
        d.horse("C", "0705", E);
        let to = d.cell("0705");
        let mut g = d.ready();
        g.act(Action::Charge { unit: a, party: Party::Stack, target: to }, &[]);
        g.go(&["0605"]);
        g.act(halt(E), &[]);
        g.until(Step::Combat);
        g.act(fight(a), &[9]);
        g.go(&["0805"]);
        if g.rivoli() {
            g.showed(&["R 9.5/3"]);
        } else {
            g.refused(&["M 9.5.2/2"], Action::Advance { unit: b, party: Party::Alone, to });
            g.act(Action::Advance { unit: a, party: Party::Alone, to }, &[]);
        }
        assert_eq!(g.at(a), "0705");
        g.at(b)
    });
}

/// Before another enemy it may stop, or must go on.
#[test]
pub fn pursuit_end() {
    shows([true, false], |edition| {
        let (mut g, a, _) = chase(edition, |d, _, _| {
            d.horse("D", "0806", E);
        });
        fives(&mut g, Action::Turn { facing: E });
        let stops = matches!(g.frame(), Frame::Pursuit(_)) && g.offers(Action::Done);
        if stops {
            g.prove(&["R 9.5/14"], Action::Done, &[]);
            assert_eq!((g.at(a).as_str(), g.order(a)), ("0705", Order::Disordered));
        } else {
            g.showed(&["M 9.5.2/13"]);
        }
        stops
    });
}

/// Any enemy zone stops it, or only an enemy in front.
#[test]
pub fn pursuit_stop() {
    shows(["0705", "1005"], |edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.horse("A", "0505", E), d.horse("C", "0705", E));
        // It routs, and is far away in the end. Beside its way stands another, who looks back.
        d.disordered(c);
        d.horse("D", "0706", W);
        let mut g = d.ready();
        ride(&mut g, a, "0705", &["0605"]);
        g.until(Step::Combat);
        g.act(fight(a), &[9]);
        g.go(&["0805", "0905", "1005", "1105"]);
        ride_on(&mut g);
        g.showed(&["R 9.5/4", "M 9.5.2/7"]);
        g.at(a)
    });
}

/// Woods stop a pursuit unless a road leads into them, or always.
#[test]
pub fn pursuit_ground() {
    shows([true, false], |edition| {
        let (mut g, a, _) = chase(edition, |d, _, _| {
            d.terrain("0805", Terrain::Woods);
            d.way(Way::Road, &["0505", "0605", "0705", "0805"]);
        });
        g.log = grognard::journal::Account::new();
        fives(&mut g, Action::Turn { facing: E });
        let charged = g.log.tallies().any(|tally| tally.what() == Label::PursuitCharge(a));
        g.showed(&["R 9.5/10", "M 9.5.2/10"]);
        charged
    });
}

/// Who has ridden down a battery alone goes on, or ends there.
#[test]
pub fn overrun() {
    shows([true, false], |edition| {
        let mut d = Drill::new(edition);
        let (a, gun) = (d.horse("A", "0505", E), d.gun("C", "0705", E));
        d.horse("C", "0805", E);
        let mut g = d.ready();
        ride(&mut g, a, "0705", &["0605"]);
        g.until(Step::Combat);
        g.act(fight(a), &[]);
        assert_eq!((g.order(gun), g.at(a)), (Order::Eliminated, "0705".to_string()));
        fives(&mut g, Action::Turn { facing: E });
        if g.rivoli() && matches!(g.frame(), Frame::Pursuit(_)) {
            fives(&mut g, Action::Fight { unit: a });
        }
        let charged = g.log.tallies().any(|tally| tally.what() == Label::PursuitCharge(a));
        g.showed(&["R 9.5/5", "M 8.9/6"]);
        charged
    });
}
