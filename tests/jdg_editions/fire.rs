//! Fire (7, 8.3, 10).

use super::drill::{Drill, Game, fight, shock};
use super::shows;
use grognard::hex::Vertex::{E, NW, SE, W};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Party, Stage, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order;
use grognard::side::{Side, UnitId};

pub fn fire(g: &Game, unit: UnitId, target: &str) -> Action {
    Action::Fire { unit, target: g.cell(target), party: Party::Alone }
}

fn batteries(d: Drill) -> Game {
    d.begin("A", Orders::Received, Step::Fire)
}

/// Two units in a hex are worse off under any fire, or only under the fire of an activation.
#[test]
pub fn massed_target() {
    shows([true, false], |edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.foot("A", "0505", E);
        d.foot("C", "0605", W);
        let gun = d.gun("C", "0605", W);
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        g.act(fight(a), &[]);
        assert!(matches!(g.frame(), Frame::Combat(Stage::Reaction)));
        // The fire does nothing, nor does the shock.
        let fired = g.act(Action::React { unit: gun, target: a }, &[0, 9]);
        g.proves(&["R 8.3/5"], &fired);
        fired.tallies().any(|tally| tally.modifiers().any(|m| m.label == Label::MassedTarget))
    });
}

/// A battery turns away from an enemy in front, or is bound by it.
#[test]
pub fn turn_from_enemy() {
    shows([true, false], |edition| {
        let mut d = Drill::new(edition);
        let gun = d.gun("A", "0505", SE);
        d.foot("C", "0506", W);
        d.foot("C", "0805", W);
        let mut g = batteries(d);
        let away = Action::Pivot { unit: gun, facing: E };
        let offered = g.offers(away);
        if offered {
            g.prove(&["R 7.2/8"], away, &[]);
            assert!(g.offers(fire(&g, gun, "0805")));
        } else {
            g.refused(&["M 7.2/7"], away);
        }
        offered
    });
}

/// An enemy beside it keeps a battery from answering, or does not.
#[test]
pub fn answer_beside_enemy() {
    shows([false, true], |edition| {
        let mut d = Drill::new(edition);
        let (ours, theirs) = (d.gun("A", "0505", SE), d.gun("C", "0508", NW));
        // Before the answering battery, beside the line.
        d.foot("B", "0408", E);
        let mut g = batteries(d);
        let shot = fire(&g, ours, "0508");
        g.act(shot, &[0]);
        let answers = g.asked() == Some(Side::Second);
        if answers {
            g.prove(&["M 7.2/8"], Action::React { unit: theirs, target: ours }, &[0]);
        }
        answers
    });
}

/// Artillery in good order that fire routs is lost, or routed.
#[test]
pub fn routed_artillery() {
    shows([Order::Eliminated, Order::Routed], |edition| {
        let mut d = Drill::new(edition);
        let (a, gun) = (d.gun("A", "0505", E), d.gun("C", "0805", W));
        d.strength(a, 12);
        let mut g = batteries(d);
        let shot = fire(&g, a, "0805");
        g.act(shot, &[9]);
        g.showed(&["R 10.2/3", "M 10.2/1"]);
        g.order(gun)
    });
}

/// Infantry's reaction fire, an optional rule of the one book, and none of the other.
#[test]
pub fn optional_rules() {
    let asked = |edition: Edition, on: bool| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
        if on {
            d.setup = std::mem::take(&mut d.setup).option("infantry-reaction-fire");
        }
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        let dice: &[u8] = if edition == Edition::Rivoli && on { &[] } else { &[0, 0] };
        g.act(fight(a), dice);
        let asked = g.asked() == Some(Side::Second) && matches!(g.frame(), Frame::Combat(Stage::Reaction));
        if asked {
            let fired = g.act(Action::React { unit: c, target: a }, &[0, 0, 0]);
            g.proves(&["R optional 8.3/2"], &fired);
        }
        asked
    };
    shows([true, false], |edition| asked(edition, true));
    assert!(!asked(Edition::Rivoli, false), "nor where it is not chosen");
}
