//! The optional rules of the older book, each on and off: the same position, the same action, two results.

use super::drill::{Drill, fight, shock};
use super::field::{Field, Ground};
use super::fire::fire;
use super::support::proves;
use super::war::{BLUE, War, war_with};
use grognard::chance::Fall;
use grognard::hex::Vertex::{E, NW, SE, W};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::edition::Edition::Rivoli;
use grognard::jours_de_gloire::frame::{Frame, Stage, Step};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::state::Order::{Disordered, Good, Routed};

/// With the option and without it.
#[track_caller]
fn on_and_off<T: PartialEq + std::fmt::Debug>(
    option: &'static str,
    [on, off]: [T; 2],
    play: impl Fn(&[&'static str]) -> T,
) {
    assert_ne!(on, off, "no difference");
    assert_eq!(play(&[option]), on, "with {option}");
    assert_eq!(play(&[]), off, "without it");
}

#[test]
fn reserve_activation() {
    on_and_off("reserve-activation", [true, false], |options| {
        let places = [("Van/A", "0203"), ("Rear/D", "0512"), ("Guard/P", "1603"), ("commander/Alpha", "0304")];
        let mut w = War::begin(war_with(Rivoli, &places, &[], "", options));
        // Blue has the initiative and begins with no marker of its choice; all are drawn but the last.
        w.act(BLUE, Action::Done, &[]);
        w.act(super::war::WHITE, Action::Done, &[Fall::Contest(9, 0)]);
        let first = w.draw("Van", 0);
        w.pass(&[first]);
        for (formation, nth) in [("Van", 1), ("Rear", 0), ("Rear", 1), ("Guard", 0)] {
            w.next_marker(formation, nth);
        }
        while w.state.acting().is_some() {
            w.pass(&[]);
        }
        let reserve = w.asked().1 == Frame::Reserve;
        if reserve {
            w.act(BLUE, Action::First { side: BLUE }, &[]);
            let unit = w.unit("Van/A");
            w.act(BLUE, Action::Activate { unit }, &[]);
            proves(&["R optional 1.D.bis/1", "R optional 1.D.bis/3"], &w.log);
            assert!(w.state.marked(Mark::Active).has(unit));
        }
        reserve
    });
}

#[test]
fn tactical_groups() {
    on_and_off("tactical-groups", [false, true], |options| {
        let places = [("Van/A", "0203"), ("Van/B", "1203"), ("Guard/P", "1803"), ("commander/Alpha", "0204")];
        let mut w = War::begin(war_with(Rivoli, &places, &[], "", options));
        let unit = w.unit("Van/A");
        w.act(BLUE, Action::Order { unit }, &[]);
        proves(&[if options.is_empty() { "R 2.3/1" } else { "R optional 2.3/5" }], &w.log);
        w.activate("Van", 0);
        // The one of the formation that is far off.
        w.state.marked(Mark::Ordered).has(w.unit("Van/B"))
    });
}

/// A ground with these options.
fn drill(options: &[&'static str]) -> Drill {
    let mut d = Drill::new(Rivoli);
    for option in options {
        d.setup = std::mem::take(&mut d.setup).option(*option);
    }
    d
}

#[test]
fn misguided_fire() {
    // At the unit before a higher target: struck instead of it, or passed over.
    on_and_off("misguided-fire", [Disordered, Good], |options| {
        let mut d = drill(options);
        let (a, b) = (d.gun("A", "0504", SE), d.foot("B", "0507", SE));
        let c = d.foot("C", "0508", NW);
        d.level("0508", 1);
        let mut g = d.begin("A", Orders::Received, Step::Fire);
        let shot = fire(&g, a, "0508");
        let fired = g.act(shot, if options.is_empty() { &[2] } else { &[2, 9] });
        if !options.is_empty() {
            proves(&["R optional 7/3", "R optional 7/4"], &fired);
        }
        assert_eq!(g.order(c), Good);
        g.order(b)
    });
    // Over a unit near the firer: in sight, or not.
    on_and_off("misguided-fire", [true, false], |options| {
        let mut d = drill(options);
        let a = d.gun("A", "0504", SE);
        d.foot("B", "0505", SE);
        d.foot("C", "0508", NW);
        d.level("0508", 1);
        let mut g = d.begin("A", Orders::Received, Step::Fire);
        let shot = fire(&g, a, "0508");
        let offered = g.offers(shot);
        if offered {
            g.prove(&["R optional 7/1"], shot, &[3]);
        } else {
            g.refused(&["R 7.4.1/2"], shot);
        }
        offered
    });
}

#[test]
fn infantry_reaction_fire() {
    on_and_off("infantry-reaction-fire", [true, false], |options| {
        let mut d = drill(options);
        let (a, c) = (d.foot("A", "0505", E), d.foot("C", "0605", W));
        let mut g = d.attack();
        g.act(shock(a, Aim::Left), &[]);
        g.until(Step::Combat);
        let dice: &[u8] = if options.is_empty() { &[0, 0] } else { &[] };
        g.act(fight(a), dice);
        let asked = matches!(g.frame_if_any(), Some(Frame::Combat(Stage::Reaction)));
        if asked {
            let fired = g.act(Action::React { unit: c, target: a }, &[0, 0, 0]);
            proves(&["R optional 8.3/2"], &fired);
        }
        asked
    });
}

#[test]
fn demoralized_formations() {
    on_and_off("demoralized-formations", [Disordered, Good], |options| {
        let static_options: &'static [&'static str] =
            if options.is_empty() { &[] } else { &["demoralized-formations"] };
        let field = Field::new(Rivoli, &Ground { options: static_options, ..Ground::default() });
        let units = [("Foot/A", "0405", Routed), ("Foot/B", "0805", Routed), ("Foot/C", "1005", Good)];
        let (s, _) = field.phase_e(field.place(&units));
        let run = Action::Run { unit: field.unit("Foot/A") };
        let (s, journal) = field.act(&s, BLUE, run, []);
        if !options.is_empty() {
            proves(&["R optional 11/2", "R optional 11/3"], &journal);
        }
        field.order(&s, "Foot/C")
    });
}
