//! Recoil, rout, rally, demoralization, light (10, 11, 12).

use super::drill::{Drill, fight, shock};
use super::field::{Field, Ground, marked};
use super::shows;
use super::support::{citing, proves, refused};
use grognard::hex::Dir;
use grognard::hex::Vertex::{E, W};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::edition::Edition::Rivoli;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::Order::{Disordered, Good, Routed};
use grognard::jours_de_gloire::state::{FormationId, Mark, State};
use grognard::ruleset::Ruleset;
use grognard::side::Side::First;

/// Away from the attacker all the way, or after the first hex from where it stood.
#[test]
pub fn away() {
    shows([false, true], |edition| {
        let mut d = Drill::new(edition);
        let (a, c) = (d.foot("A", "0605", E), d.foot("C", "0705", W));
        d.disordered(c);
        let mut g = d.attack();
        g.act(shock(a, Aim::Right), &[]);
        g.until(Step::Combat);
        // It recoils, is disordered once more, and so routs: two hexes further.
        g.act(fight(a), &[9]);
        g.go(&["0706"]);
        assert!(matches!(g.frame(), Frame::Withdrawal(_)));
        // As far from 0605 as it is now, and farther from 0705.
        let open = g.ways().contains("0607");
        if open {
            g.prove(&["M 10.3.1/3"], g.step("0607"), &[]);
        } else {
            g.refused(&["R 10.3/2"], g.step("0607"));
        }
        open
    });
}

/// Who has turned in place may rally, or may not.
#[test]
pub fn idle_for() {
    shows([true, false], |edition| {
        let field = Field::clear(edition);
        let units = [("Foot/A", "0405", Disordered), ("Foot/B", "0805", Disordered)];
        let s = rallying(marked(field.place(&units), "Foot/A", &[Mark::Pivoted]));
        let rally = Action::Rally { unit: field.unit("Foot/A") };
        let offered = field.rules.check(&s, First, &rally).is_ok();
        if offered {
            let (_, journal) = field.act(&s, First, rally, [0]);
            proves(&["R 11/6"], &journal);
        } else {
            refused(&["M 11.1/1"], &field.refuse(&s, First, rally).0);
        }
        offered
    });
}

fn rallying(position: Position<'_>) -> State {
    position.activate("Foot", Orders::Received, Step::Rally).build().unwrap()
}

/// Two routed units of a hex rally, or must have parted.
#[test]
pub fn stacked_rally() {
    shows([true, false], |edition| {
        let field = Field::clear(edition);
        let units = [("Foot/A", "0405", Routed), ("Foot/B", "0405", Routed), ("Foot/C", "0805", Routed)];
        let s = rallying(field.place(&units));
        let rally = Action::Rally { unit: field.unit("Foot/A") };
        let offered = field.rules.check(&s, First, &rally).is_ok();
        if offered {
            let (s, journal) = field.act(&s, First, rally, [0]);
            proves(&["R 11/7"], &journal);
            assert_eq!(field.order(&s, "Foot/A"), Disordered);
        } else {
            refused(&["M 10.4/12"], &field.refuse(&s, First, rally).0);
        }
        offered
    });
}

/// A unit routed in the activation in which it acted tries to rally, or does not (a ruling with two defaults).
#[test]
pub fn routed_after_action() {
    shows([true, false], |edition| {
        let field = Field::clear(edition);
        let units = [("Foot/A", "0405", Routed), ("Foot/B", "0805", Routed)];
        let s = rallying(marked(field.place(&units), "Foot/A", &[Mark::Charged]));
        let rally = Action::Rally { unit: field.unit("Foot/A") };
        let offered = field.rules.check(&s, First, &rally).is_ok();
        if offered {
            let (_, journal) = field.act(&s, First, rally, [0]);
            proves(&["R 11/7"], &journal);
        } else {
            refused(&["M 11.1/1"], &field.refuse(&s, First, rally).0);
        }
        offered
    });
}

/// Routed units of one hex run on together, or part.
#[test]
pub fn parting() {
    shows([true, false], |edition| {
        let field = Field::clear(edition);
        let (s, _) = field.phase_e(field.place(&[("Foot/A", "0405", Routed), ("Foot/B", "0405", Routed)]));
        let (s, _) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
        let (steps, stops) = field.steps(&s);
        assert!(stops, "a hex short of the other it may end");
        let (_, journal) = field.act(&s, First, Action::Done, []);
        proves(&[if edition == Rivoli { "R 10.4/8" } else { "M 10.4/11" }], &journal);
        steps.contains(&Dir::S)
    });
}

/// It runs within the zone of one enemy behind its front, or goes around.
#[test]
pub fn rout_zones() {
    shows(["0406", "0305"], |edition| {
        let field = Field::clear(edition);
        let (_, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed), ("Line/A", "0505", Good)]));
        proves(&[if edition == Rivoli { "R 6.2.1/8" } else { "M 10.4/9" }], &journal);
        field.way(&journal, "Foot/A")[0].clone()
    });
}

/// It passes through friends only for want of another way, or as it likes.
#[test]
pub fn through_friends() {
    shows([false, true], |edition| {
        let field = Field::clear(edition);
        let units = [("Foot/A", "0505", Routed), ("Guard/A", "0506", Good)];
        let (s, _) = field.phase_e(field.place(&units));
        let through = Action::Step { dir: Dir::S };
        let open = field.rules.check(&s, First, &through).is_ok();
        if open {
            let (_, journal) = field.act(&s, First, through, []);
            proves(&["M 10.5/1"], &journal);
        } else {
            refused(&["R 10.5/1"], &field.refuse(&s, First, through).0);
        }
        open
    });
}

/// With its option, the older book counts the routed; the later one counts the disordered too, but wants them all.
#[test]
pub fn demoralized_by() {
    let demoralized = |edition: Edition, units: &[(&str, &str, grognard::jours_de_gloire::state::Order)]| {
        let field = Field::new(edition, &Ground { options: &["demoralized-formations"], ..Ground::default() });
        let (mut s, mut journal) = field.phase_e(field.place(units));
        while field.rules.legal_actions(&s, First).iter().any(|action| matches!(action, Action::Run { .. })) {
            let run = field.rules.legal_actions(&s, First)[0];
            let dice = [];
            (s, journal) = field.act(&s, First, run, dice);
        }
        let foot: FormationId = field.rules.roster().formation_named("Foot").unwrap();
        let demoralized = field.rules.is_demoralized(&s, foot);
        if demoralized {
            proves(&[if edition == Rivoli { "R optional 11/2" } else { "M 11.2/1" }], &journal);
        }
        demoralized
    };
    shows([false, true], |edition| demoralized(edition, &[("Foot/A", "0405", Disordered)]));
    let most = [("Foot/A", "0405", Routed), ("Foot/B", "0805", Routed), ("Foot/C", "1005", Good)];
    shows([true, false], |edition| demoralized(edition, &most));
}

/// Fog keeps everybody from a forced march, or the book has none.
#[test]
pub fn fog() {
    shows([true, false], |edition| {
        let field = Field::new(edition, &Ground { fog: "[1, 2, 3, 4]", ..Ground::default() });
        let s = field.place(&[("Foot/A", "0405", Good)]).activate("Foot", Orders::Received, Step::Movement);
        let s = s.build().unwrap();
        let forced = Action::Move { unit: field.unit("Foot/A"), party: Party::Alone, gait: Gait::Forced };
        let offered = field.rules.check(&s, First, &forced).is_ok();
        if offered {
            let (_, journal) = field.act(&s, First, forced, []);
            proves(&["R 4.1.3/1"], &journal);
        } else {
            refused(&["M 12.2/1"], &field.refuse(&s, First, forced).0);
        }
        offered
    });
}

/// Routed units of two formations share a hex, or do not: they run through.
#[test]
pub fn routed_stacking() {
    shows([false, true], |edition| {
        // Behind the hex that another routed unit holds is nothing but water.
        let ground = Ground { terrain: r#"lake = ["0305", "0505", "0407", "0306", "0506"]"#, ..Ground::default() };
        let field = Field::new(edition, &ground);
        let units = [("Foot/A", "0405", Routed), ("Guard/A", "0406", Routed)];
        let (s, _) = field.phase_e(field.place(&units));
        let (_, journal) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
        assert_eq!(field.way(&journal, "Foot/A")[0], "0406");
        let through = citing(if edition == Rivoli { "R 10.5/1" } else { "M 10.5/1" }, &journal).count() > 0;
        if !through {
            proves(&["M 5.1.1/6", "M 5.1.2/7"], &journal);
        }
        !through
    });
}
