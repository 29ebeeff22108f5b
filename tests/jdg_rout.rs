//! Rout movement (R 10.4, M 10.4), rule by rule.

#[path = "jdg_field/mod.rs"]
mod field;
mod support;

use field::{Field, Ground};
use grognard::chance::Seeded;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition::{Montebello, Rivoli};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Trial};
use grognard::jours_de_gloire::position::Position;
use grognard::jours_de_gloire::scenario::Formed;
use grognard::jours_de_gloire::state::Order;
use grognard::jours_de_gloire::state::Order::{Disordered, Eliminated, Good, Routed};
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::side::Side::{First, Second};
use proptest::prelude::*;
use support::{proves, refused};

// ------------------------------------------------------------------------------------------------------ how far, where

#[test]
fn a_routed_unit_runs_its_whole_reduced_allowance_straight_to_its_edge() {
    for (edition, rules) in [(Montebello, ["M 10.4/2", "M 10.4/4"]), (Rivoli, ["R 10.4/4", "R 10.4/1"])] {
        let field = Field::clear(edition);
        // Six points in good order, four on the disordered side. From an even column there is one straight way.
        let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed)]));
        assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407", "0408", "0409"], "nobody was asked");
        assert_eq!(field.order(&s, "Foot/A"), Routed);
        proves(&rules, &journal);
    }
}

#[test]
fn the_way_is_the_shortest_in_hexes_and_not_in_points() {
    let ground = Ground { terrain: r#"woods = ["0406"]"#, ..Ground::default() };
    let field = Field::new(Montebello, &ground);
    let (_, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed)]));
    // Woods cost more than the open ground beside them.
    assert_eq!(field.way(&journal, "Foot/A")[0], "0406");
    let cost = journal.tallies().next().expect("the cost of the step").total();
    assert_eq!(field.way(&journal, "Foot/A").len(), 1 + usize::try_from(4 - cost).unwrap());
    proves(&["M 10.4/2", "M 10.4/4"], &journal);
}

#[test]
fn among_equally_short_ways_its_owner_chooses() {
    let field = Field::clear(Montebello);
    let (s, _) = field.phase_e(field.place(&[("Foot/A", "0505", Routed)]));
    assert_eq!(field.steps(&s), (vec![Dir::SE, Dir::S, Dir::SW], false));
    let (stop, why) = field.refuse(&s, First, Action::Step { dir: Dir::NE });
    assert_eq!(why, Why::NotOpen(field.unit("Foot/A")), "as near as before: not straight");
    refused(&["M 10.4/2"], &stop);
    let (stop, _) = field.refuse(&s, First, Action::Step { dir: Dir::N });
    refused(&["M 10.4/2"], &stop);
    let (stop, why) = field.refuse(&s, First, Action::Done);
    assert_eq!(why, Why::MustGoOn(field.unit("Foot/A")));
    refused(&["M 10.4/2"], &stop);
    let (s, journal) = field.act(&s, First, Action::Step { dir: Dir::SW }, []);
    assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407", "0408", "0409"]);
    assert_eq!(field.at(&s, "Foot/A"), "0409");
}

#[test]
fn a_unit_that_runs_to_a_hex_stops_there() {
    let ground = Ground { refuge: r#"{ hex = "0408" }"#, ..Ground::default() };
    let field = Field::new(Montebello, &ground);
    let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed)]));
    assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407", "0408"]);
    assert_eq!(field.order(&s, "Foot/A"), Routed);
    // The next phase finds it there.
    let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0408", Routed)]));
    assert_eq!(field.way(&journal, "Foot/A"), [] as [&str; 0]);
    assert_eq!(field.order(&s, "Foot/A"), Routed);
}

#[test]
fn off_the_map_it_is_lost() {
    for (edition, rule) in [(Montebello, "M 10.4/13"), (Rivoli, "R 10.2/14")] {
        let field = Field::clear(edition);
        let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0411", Routed)]));
        assert_eq!(field.way(&journal, "Foot/A"), ["0412", "0413", "0414"]);
        assert_eq!(field.order(&s, "Foot/A"), Eliminated, "a point was left");
        proves(&[rule], &journal);
        // Without a point left it stays at the edge, until the next phase.
        let (s, _) = field.phase_e(field.place(&[("Foot/A", "0410", Routed)]));
        assert_eq!(field.at(&s, "Foot/A"), "0414");
        let (s, _) = field.phase_e(field.place(&[("Foot/A", "0414", Routed)]));
        assert_eq!(field.order(&s, "Foot/A"), Eliminated);
    }
}

#[test]
fn it_faces_where_it_runs_to() {
    for (edition, rule) in [(Montebello, "M 10.2/10"), (Rivoli, "R 10.2/9")] {
        let field = Field::clear(edition);
        let position = field.place(&[]).place("Line/A", "0505", Vertex::W).order("Line/A", Routed);
        let (s, journal) = field.phase_e(position);
        assert_eq!(field.at(&s, "Line/A"), "0501");
        assert_eq!(s.facing(field.unit("Line/A")), Vertex::NE);
        proves(&[rule], &journal);
    }
}

// -------------------------------------------------------------------------------------------------------------- phase E

#[test]
fn in_phase_e_every_routed_unit_runs_and_then_demoralization_is_looked_at() {
    let field = Field::clear(Montebello);
    let units = [
        ("Foot/A", "0405", Routed),
        ("Foot/B", "0805", Routed),
        ("Foot/C", "1005", Disordered),
        ("Line/A", "1109", Routed),
    ];
    let (s, _) = field.phase_e(field.place(&units));
    let Waiting::Asked([Some(question), None]) = field.rules.waiting(&s) else { panic!("the French are asked") };
    assert_eq!(question.frame, Frame::Rout);
    assert_eq!(question.rule.to_string(), "M 1.E/1");
    let (stop, why) = field.refuse(&s, First, Action::Done);
    assert_eq!(why, Why::MustGoOn(field.unit("Foot/A")));
    refused(&["M 10.4/2"], &stop);
    let (stop, why) = field.refuse(&s, First, Action::Run { unit: field.unit("Foot/C") });
    assert_eq!(why, Why::Condition(field.unit("Foot/C"), Disordered));
    refused(&["M 1.E/1"], &stop);
    assert!(matches!(field.refuse(&s, First, Action::Run { unit: field.unit("Line/A") }).1, Why::NotYours(_)));
    assert!(matches!(field.refuse(&s, First, Action::Run { unit: field.unit("Foot/D") }).1, Why::NotThere(_)));
    let (s, journal) = field.act(&s, First, Action::Run { unit: field.unit("Foot/B") }, []);
    // The second runs by itself, then the Austrian.
    assert_eq!((field.at(&s, "Foot/B"), field.at(&s, "Foot/A")), ("0809".into(), "0409".into()));
    assert_eq!((field.at(&s, "Line/A"), field.at(&s, "Foot/C")), ("1105".into(), "1005".into()));
    assert_eq!(s.marked(grognard::jours_de_gloire::state::Mark::Ran).count(), 0, "the marks are taken off");
    let order: Vec<_> = ["Foot/B", "Foot/A", "Line/A"]
        .map(|unit| {
            let unit = field.unit(unit);
            journal.events().position(|event| matches!(event, Event::Moved { unit: who, .. } if *who == unit))
        })
        .into();
    assert!(order.is_sorted(), "{order:?}");
    proves(&["M 1.E/1"], &journal);
}

#[test]
fn the_side_with_the_initiative_runs_first() {
    let field = Field::clear(Montebello);
    let units = [("Foot/A", "0405", Routed), ("Line/A", "1109", Routed)];
    for (side, first) in [(Some(Second), "Line/A"), (Some(First), "Foot/A"), (None, "Foot/A")] {
        let mut s = field.at_step(field.place(&units), Frame::Rout);
        field.rules.evolve(&mut s, &Event::Initiative { side });
        let (_, journal) = field.resume(&s, []);
        let who = journal.events().find_map(|event| match event {
            Event::Moved { unit, .. } => Some(*unit),
            _ => None,
        });
        assert_eq!(who, Some(field.unit(first)), "{side:?}");
    }
}

// ------------------------------------------------------------------------------------------------------------ what stops it

#[test]
fn a_unit_that_cannot_run_a_hex_is_lost() {
    // Within one enemy's zone there is no step, and beside it no ground.
    for (edition, rule) in [(Montebello, "M 10.4/3"), (Rivoli, "R 10.4/4")] {
        let ground = Ground { terrain: r#"lake = ["0406", "0305", "0505"]"#, ..Ground::default() };
        let field = Field::new(edition, &ground);
        let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed)]));
        assert_eq!(field.order(&s, "Foot/A"), Eliminated);
        proves(&[rule], &journal);
    }
}

#[test]
fn in_montebello_it_may_not_run_within_the_zone_of_one_enemy() {
    // 0405 and 0406 both lie in the zone of 0505, neither of them in its front.
    let units = [("Foot/A", "0405", Routed), ("Line/A", "0505", Good)];
    let field = Field::clear(Montebello);
    let (s, journal) = field.phase_e(field.place(&units));
    assert_eq!(field.way(&journal, "Foot/A")[0], "0305", "it shifts by a column");
    assert_eq!(field.order(&s, "Foot/A"), Routed);
    proves(&["M 10.4/9"], &journal);
    // With an enemy there too, nothing is left.
    let units = [("Foot/A", "0405", Routed), ("Line/A", "0505", Good), ("Line/B", "0305", Good)];
    let (s, journal) = field.phase_e(field.place(&units));
    assert_eq!(field.order(&s, "Foot/A"), Eliminated);
    proves(&["M 10.4/3"], &journal);
    // Rivoli binds it by front hexes only.
    let field = Field::clear(Rivoli);
    let (_, journal) = field.phase_e(field.place(&units));
    assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407", "0408"], "a point more to leave the zone");
    proves(&["R 6.2.1/8"], &journal);
}

#[test]
fn zones_do_not_stop_it_but_leaving_one_at_first_costs_a_point() {
    let field = Field::clear(Montebello);
    // It passes the zone of 0508 behind its back, in 0408 and not in 0409.
    let units = [("Foot/A", "0405", Routed), ("Line/A", "0507", Good)];
    let (_, journal) = field.phase_e(field.place(&units));
    // 0407 and 0408 are both in the zone of 0507: from the first it must leave the column.
    assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407"]);
    let (_, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed), ("Line/A", "0404", Good)]));
    assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407", "0408"]);
    proves(&["M 6.2.2/9"], &journal);
}

#[test]
fn around_an_enemy_front_it_shifts_by_columns() {
    for (edition, rules) in [(Montebello, ["M 10.4/9"]), (Rivoli, ["R 10.4/7"])] {
        let field = Field::clear(edition);
        // 0408 faces NE: its front hexes are 0407 and 0507 (N and NE).
        let units = [("Foot/A", "0406", Routed), ("Line/A", "0408", Good)];
        let (s, journal) = field.phase_e(field.place(&units));
        assert_eq!(
            field.steps(&s),
            (vec![Dir::SE, Dir::SW], false),
            "{edition:?}: {:?}",
            field.way(&journal, "Foot/A")
        );
        let (stop, why) = field.refuse(&s, First, Action::Step { dir: Dir::S });
        assert!(matches!(why, Why::FrontZone { .. }));
        refused(&[if edition == Montebello { "M 10.3.5/3" } else { "R 10.3.4/3" }], &stop);
        let (s, journal) = field.act(&s, First, Action::Step { dir: Dir::SW }, []);
        proves(&rules, &journal);
        assert_eq!(field.order(&s, "Foot/A"), Routed);
    }
}

/// Enemies whose fronts hold every hex of row 08 from column 02 to 11.
const WALL: [(&str, &str, Order); 5] = [
    ("Line/A", "0209", Good),
    ("Line/B", "0409", Good),
    ("Line/C", "0609", Good),
    ("Line/D", "0809", Good),
    ("Line/E", "1009", Good),
];

fn before_the_wall(unit: &'static str, hex: &'static str) -> Vec<(&'static str, &'static str, Order)> {
    let mut units = WALL.to_vec();
    units.push((unit, hex, Routed));
    units
}

#[test]
fn in_montebello_infantry_shifts_by_two_columns_and_other_arms_by_three() {
    let field = Field::clear(Montebello);
    let (s, journal) = field.phase_e(field.place(&before_the_wall("Foot/A", "0307")));
    assert_eq!(field.way(&journal, "Foot/A"), ["0207", "0107", "0108"], "two columns aside, around the wall");
    assert_eq!(field.order(&s, "Foot/A"), Routed);
    proves(&["M 10.4/9", "M 10.4/10"], &journal);
    let (s, journal) = field.phase_e(field.place(&before_the_wall("Foot/A", "0407")));
    assert_eq!(field.order(&s, "Foot/A"), Eliminated, "three columns are too many for it");
    proves(&["M 10.4/6", "M 10.3.5/3"], &journal);
    for unit in ["Horse/A", "Guns/A"] {
        let (s, journal) = field.phase_e(field.place(&before_the_wall(unit, "0407")));
        assert_eq!(field.way(&journal, unit)[..3], ["0307", "0207", "0107"]);
        assert_eq!(field.order(&s, unit), Routed);
        proves(&["M 10.4/10"], &journal);
        let (s, _) = field.phase_e(field.place(&before_the_wall(unit, "0507")));
        assert_eq!(field.order(&s, unit), Eliminated);
    }
}

#[test]
fn in_rivoli_it_shifts_by_as_many_columns_as_it_needs() {
    let field = Field::clear(Rivoli);
    let (s, journal) = field.phase_e(field.place(&before_the_wall("Foot/A", "0407")));
    assert_eq!(field.way(&journal, "Foot/A"), ["0307", "0207", "0107", "0108"]);
    assert_eq!(field.order(&s, "Foot/A"), Routed);
    proves(&["R 10.4/7"], &journal);
}

#[test]
fn without_a_way_around_an_enemy_front_it_is_lost() {
    for (edition, rules) in [(Montebello, ["M 10.4/6", "M 10.3.5/3"]), (Rivoli, ["R 10.4/3", "R 10.3.4/3"])] {
        let ground = Ground { terrain: r#"lake = ["0306", "0506"]"#, ..Ground::default() };
        let field = Field::new(edition, &ground);
        let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0406", Routed), ("Line/A", "0408", Good)]));
        assert_eq!(field.order(&s, "Foot/A"), Eliminated);
        proves(&rules, &journal);
        // Before an enemy's back it passes.
        let position = field.place(&[("Foot/A", "0406", Routed)]).place("Line/A", "0408", Vertex::SW);
        let (s, journal) = field.phase_e(position);
        assert_eq!(field.way(&journal, "Foot/A")[0], "0407");
        assert_eq!(field.order(&s, "Foot/A"), Routed);
    }
}

#[test]
fn it_shifts_only_to_save_itself_and_runs_on_until_it_is_lost() {
    let field = Field::clear(Montebello);
    // One hex on and two aside: with its fourth point it meets the wall, around which nobody goes from column 06.
    let (s, journal) = field.phase_e(field.place(&before_the_wall("Foot/A", "0606")));
    assert_eq!(field.way(&journal, "Foot/A"), ["0607"]);
    assert_eq!(field.order(&s, "Foot/A"), Eliminated);
    proves(&["M 10.3.5/3"], &journal);
    // A hex further back a column aside is enough.
    let (s, _) = field.phase_e(field.place(&before_the_wall("Foot/A", "0605")));
    assert_eq!(field.order(&s, "Foot/A"), Routed);
    assert_eq!(field.at(&s, "Foot/A"), "0607");
    // From here it ends before the wall, and does not leave its column.
    let (s, journal) = field.phase_e(field.place(&before_the_wall("Foot/A", "0603")));
    assert_eq!(field.way(&journal, "Foot/A"), ["0604", "0605", "0606", "0607"]);
    assert_eq!(field.order(&s, "Foot/A"), Routed);
}

#[test]
fn no_river_is_crossed_save_by_bridge_or_ford_which_do_not_disorder() {
    for (edition, river, spared) in [(Montebello, "M 10.3.4/1", "M 10.4/5"), (Rivoli, "R 10.3.3/1", "R 10.3.3/3")] {
        let river_line = r#"river = ["0406-0407", "0306-0406", "0406-0506"]"#;
        let ground = Ground { hexsides: river_line, ..Ground::default() };
        let field = Field::new(edition, &ground);
        let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed)]));
        assert_eq!(field.way(&journal, "Foot/A"), ["0406"], "the river stops it, and that is no end of it");
        assert_eq!(field.order(&s, "Foot/A"), Routed);
        // From the bank there is no hex to go to.
        let (s, _) = field.phase_e(field.place(&[("Foot/A", "0406", Routed)]));
        assert_eq!(field.order(&s, "Foot/A"), Eliminated);
        // Where the river bends away, it goes along it to save itself.
        let short = Field::new(edition, &Ground { hexsides: r#"river = ["0406-0407"]"#, ..Ground::default() });
        let (s, _) = short.phase_e(short.place(&[("Foot/A", "0406", Routed)]));
        assert_eq!(short.steps(&s), (vec![Dir::SE, Dir::SW], false));
        let (stop, why) = short.refuse(&s, First, Action::Step { dir: Dir::S });
        assert_eq!(why, Why::Hexside(short.unit("Foot/A")));
        refused(&[river], &stop);
        for crossing in ["bridge", "ford"] {
            let both = format!("{river_line}\n{crossing} = [\"0406-0407\"]");
            let ground = Ground { hexsides: both.leak(), ..Ground::default() };
            let field = Field::new(edition, &ground);
            let (s, journal) = field.phase_e(field.place(&[("Foot/A", "0405", Routed)]));
            assert_eq!(field.way(&journal, "Foot/A")[..2], ["0406", "0407"]);
            assert_eq!(field.order(&s, "Foot/A"), Routed);
            proves(&[spared], &journal);
        }
    }
}

#[test]
fn a_steep_slope_would_disorder_it_so_it_goes_around() {
    for (edition, rule, shift) in [(Montebello, "M 10.3.4/2", "M 10.4/9"), (Rivoli, "R 10.3.3/2", "R 10.4/7")] {
        let ground = Ground {
            levels: r#""1" = ["0404", "0405", "0406"]"#,
            hexsides: r#"steep_slope = ["0406-0407"]"#,
            ..Ground::default()
        };
        let field = Field::new(edition, &ground);
        let (s, _) = field.phase_e(field.place(&[("Foot/A", "0406", Routed)]));
        assert_eq!(field.steps(&s), (vec![Dir::SE, Dir::SW], false));
        let (stop, why) = field.refuse(&s, First, Action::Step { dir: Dir::S });
        assert_eq!(why, Why::Hexside(field.unit("Foot/A")));
        refused(&[rule], &stop);
        let (s, on) = field.act(&s, First, Action::Step { dir: Dir::SE }, []);
        assert_eq!(field.order(&s, "Foot/A"), Routed);
        proves(&[shift], &on);
    }
}

#[test]
fn nobody_runs_into_a_square() {
    let field = Field::clear(Montebello);
    let units = [("Foot/A", "0405", Routed), ("Foot/B", "0406", Good)];
    let position = field.place(&units).formed("Foot/B", Formed::InSquare);
    let (s, _) = field.phase_e(position);
    assert_eq!(field.steps(&s), (vec![Dir::SE, Dir::SW], false), "it cannot move a hex otherwise");
    let (stop, _) = field.refuse(&s, First, Action::Step { dir: Dir::S });
    refused(&["M 4.4.3/4"], &stop);
}

// --------------------------------------------------------------------------------------------------------------- refuge

#[test]
fn in_a_town_village_or_castle_it_may_stop_and_need_not_run_again() {
    for (edition, stops, goes_on) in [(Montebello, "M 10.4/7", "M 10.4/8"), (Rivoli, "R 10.4/5", "R 10.4/6")] {
        for ground in [r#"town = ["0406"]"#, r#"village = ["0406"]"#, r#"castle = ["0406"]"#] {
            let field = Field::new(edition, &Ground { terrain: ground, ..Ground::default() });
            let (asked, _) = field.phase_e(field.place(&[("Foot/A", "0405", Routed)]));
            assert_eq!(field.at(&asked, "Foot/A"), "0406");
            assert_eq!(field.steps(&asked), (vec![Dir::S], true));
            let (s, journal) = field.act(&asked, First, Action::Step { dir: Dir::S }, []);
            assert_ne!(field.at(&s, "Foot/A"), "0406");
            assert!(!journal.events().any(|event| matches!(event, Event::Sheltered { .. })));
            let (s, journal) = field.act(&asked, First, Action::Done, []);
            assert_eq!(field.at(&s, "Foot/A"), "0406");
            assert!(journal.events().any(|event| matches!(event, Event::Sheltered { .. })));
            proves(&[stops], &journal);
            // In the next phase E its owner is asked, and may leave it or have it run on.
            let mut next = field.at_step(field.place(&[("Foot/A", "0406", Routed)]), Frame::Rout);
            field.rules.evolve(&mut next, &Event::Sheltered { unit: field.unit("Foot/A") });
            let Waiting::Asked([Some(question), None]) = field.rules.waiting(&next) else { panic!("the French") };
            assert_eq!(question.rule.to_string(), goes_on);
            let (s, journal) = field.act(&next, First, Action::Done, []);
            assert_eq!(field.at(&s, "Foot/A"), "0406");
            proves(&[goes_on], &journal);
            let (s, journal) = field.act(&next, First, Action::Run { unit: field.unit("Foot/A") }, []);
            assert_eq!(field.at(&s, "Foot/A"), "0410");
            assert!(journal.events().any(|event| matches!(event, Event::ShelterLeft { .. })));
            proves(&[goes_on], &journal);
        }
    }
}

#[test]
fn it_does_not_stop_in_a_village_that_friends_hold() {
    let field = Field::new(Montebello, &Ground { terrain: r#"village = ["0406"]"#, ..Ground::default() });
    let units = [("Foot/A", "0405", Routed), ("Foot/B", "0406", Good)];
    let (s, journal) = field.phase_e_with(field.place(&units), [0]);
    assert_ne!(field.at(&s, "Foot/A"), "0406");
    proves(&["M 10.5/1"], &journal);
}

// ------------------------------------------------------------------------------------------------------ parting, friends

#[test]
fn in_montebello_stacked_routed_units_part() {
    let field = Field::clear(Montebello);
    let units = [("Foot/A", "0405", Routed), ("Foot/B", "0405", Routed)];
    let (s, _) = field.phase_e(field.place(&units));
    let (asked, journal) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
    assert_eq!(field.at(&asked, "Foot/A"), "0409");
    assert_eq!(field.way(&journal, "Foot/B"), ["0406", "0407", "0408"], "a hex short the other is asked");
    assert_eq!(field.steps(&asked), (vec![Dir::SE, Dir::SW], true));
    let (stop, _) = field.refuse(&asked, First, Action::Step { dir: Dir::S });
    refused(&["M 10.4/11"], &stop);
    let (s, journal) = field.act(&asked, First, Action::Done, []);
    assert_eq!(field.at(&s, "Foot/B"), "0408");
    proves(&["M 10.4/11"], &journal);
    let (s, journal) = field.act(&asked, First, Action::Step { dir: Dir::SW }, []);
    assert_eq!(field.at(&s, "Foot/B"), "0308");
    proves(&["M 10.4/11"], &journal);
}

#[test]
fn in_rivoli_stacked_routed_units_may_part() {
    let field = Field::clear(Rivoli);
    let units = [("Foot/A", "0405", Routed), ("Foot/B", "0405", Routed)];
    let (s, _) = field.phase_e(field.place(&units));
    let (asked, _) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
    assert_eq!(field.steps(&asked), (vec![Dir::SE, Dir::S, Dir::SW], true));
    let (s, _) = field.act(&asked, First, Action::Step { dir: Dir::S }, []);
    assert_eq!((field.at(&s, "Foot/A"), field.at(&s, "Foot/B")), ("0409".into(), "0409".into()));
    let (s, journal) = field.act(&asked, First, Action::Done, []);
    assert_eq!(field.at(&s, "Foot/B"), "0408");
    proves(&["R 10.4/8"], &journal);
}

#[test]
fn where_nothing_else_is_left_it_ends_with_another_routed_unit() {
    for (edition, rule) in [(Montebello, "M 5.1.2/7"), (Rivoli, "R 5.1.2/8")] {
        // The first hex is the last, lakes lie beside it, and there is one routed unit already.
        let ground = Ground { terrain: r#"lake = ["0305", "0505", "0407", "0306", "0506"]"#, ..Ground::default() };
        let field = Field::new(edition, &ground);
        let units = [("Foot/A", "0405", Routed), ("Foot/B", "0406", Routed)];
        let (s, _) = field.phase_e(field.place(&units));
        let (_, journal) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
        assert_eq!(field.way(&journal, "Foot/A"), ["0406"], "{edition:?}");
        proves(&[rule], &journal);
    }
}

#[test]
fn routed_units_of_two_formations_share_a_hex_in_montebello_and_of_two_kinds_do_not() {
    // The first hex is the last: lakes lie around it.
    let lakes = r#"lake = ["0305", "0505", "0407", "0306", "0506"]"#;
    let field = Field::new(Montebello, &Ground { terrain: lakes, ..Ground::default() });
    for (other, together) in [("Guard/A", true), ("Horse/A", false)] {
        let (s, _) = field.phase_e(field.place(&[("Foot/A", "0405", Routed), (other, "0406", Routed)]));
        let (s, journal) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
        if together {
            assert_eq!(field.way(&journal, "Foot/A"), ["0406"]);
            proves(&["M 5.1.1/6"], &journal);
        } else {
            assert_eq!(field.order(&s, "Foot/A"), Eliminated, "no hex that it could stay in");
        }
    }
}

#[test]
fn it_passes_through_friends_free_of_cost_and_they_test_when_it_has_run() {
    for (edition, rules) in
        [(Montebello, ["M 10.5/1", "M 10.5/2", "M 10.4/5"]), (Rivoli, ["R 10.5/1", "R 10.5/2", "R 10.4/2"])]
    {
        let field = Field::clear(edition);
        let units = [("Foot/A", "0405", Routed), ("Guard/A", "0407", Good)];
        // The die is above its cohesion.
        let (s, journal) = field.phase_e_with(field.place(&units), [7]);
        assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407", "0408", "0409"]);
        assert_eq!(field.order(&s, "Guard/A"), Disordered);
        proves(&rules, &journal);
        let place = |wanted: &dyn Fn(&Event) -> bool| journal.events().position(wanted).expect("such an event");
        let last = place(&|event| matches!(event, Event::Moved { to, .. } if *to == field.cell("0409")));
        assert!(last < place(&|event| matches!(event, Event::Ordered { order: Disordered, .. })));
        // At its cohesion or below it holds.
        let (s, _) = field.phase_e_with(field.place(&units), [6]);
        assert_eq!(field.order(&s, "Guard/A"), Good);
    }
}

#[test]
fn its_points_spent_among_friends_it_goes_on_until_it_can_stop() {
    for (edition, rule) in [(Montebello, "M 10.5/1"), (Rivoli, "R 10.5/6")] {
        let field = Field::clear(edition);
        let units = [("Foot/A", "0405", Routed), ("Guard/A", "0409", Good), ("Guard/B", "0410", Good)];
        let (s, journal) = field.phase_e_with(field.place(&units), [0, 0]);
        assert_eq!(field.at(&s, "Foot/A"), "0411", "two hexes beyond its points");
        proves(&[rule], &journal);
    }
}

#[test]
fn in_rivoli_it_passes_through_friends_only_where_no_other_way_is_open() {
    let units = [("Foot/A", "0505", Routed), ("Guard/A", "0506", Good)];
    let field = Field::clear(Rivoli);
    let (s, _) = field.phase_e(field.place(&units));
    assert_eq!(field.steps(&s).0, [Dir::SE, Dir::SW]);
    let (stop, _) = field.refuse(&s, First, Action::Step { dir: Dir::S });
    refused(&["R 10.5/1"], &stop);
    let field = Field::clear(Montebello);
    let (s, _) = field.phase_e(field.place(&units));
    assert_eq!(field.steps(&s).0, [Dir::SE, Dir::S, Dir::SW]);
}

#[test]
fn a_routed_unit_that_is_passed_through_runs_after_the_other_and_does_not_set_it_running_again() {
    let field = Field::clear(Montebello);
    // Routed foot and horse do not stack.
    let units = [("Foot/A", "0405", Routed), ("Horse/A", "0407", Routed)];
    let (s, _) = field.phase_e(field.place(&units));
    let (s, journal) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
    assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407", "0408", "0409"], "it runs once");
    assert_eq!(field.way(&journal, "Horse/A"), ["0408", "0409", "0410", "0411", "0412", "0413"], "so does the other");
    let end = journal.events().position(|event| matches!(event, Event::Moved { to, .. } if *to == field.cell("0409")));
    let horse = field.unit("Horse/A");
    let begins = journal.events().position(|event| matches!(event, Event::Moved { unit, .. } if *unit == horse));
    assert!(end < begins, "one after the other");
    assert_eq!(field.order(&s, "Foot/A"), Routed);
    proves(&["M 10.5/3", "M 10.5/4", "M 10.5/5"], &journal);
}

#[test]
fn in_rivoli_a_routed_unit_that_is_passed_through_runs_too() {
    let field = Field::clear(Rivoli);
    let units = [("Foot/A", "0403", Routed), ("Horse/A", "0404", Routed)];
    let (s, _) = field.phase_e(field.place(&units));
    let (s, journal) = field.act(&s, First, Action::Run { unit: field.unit("Foot/A") }, []);
    assert_eq!((field.at(&s, "Foot/A"), field.at(&s, "Horse/A")), ("0407".into(), "0410".into()));
    proves(&["R 10.5/5"], &journal);
}

// ------------------------------------------------------------------------------------------------- in place of a test

#[test]
fn a_routed_unit_runs_instead_of_taking_a_test() {
    for (edition, rule) in [(Montebello, "M 10.2/13"), (Rivoli, "R 10.2/12")] {
        let field = Field::clear(edition);
        let mut s = field.at_step(field.place(&[("Foot/A", "0405", Routed)]), Frame::Demoralization);
        let test = Frame::Test { unit: field.unit("Foot/A"), trial: Trial::Fire };
        field.rules.evolve(&mut s, &Event::Begun(test));
        let (s, journal) = field.resume(&s, []);
        assert_eq!(field.at(&s, "Foot/A"), "0409", "and no die was thrown");
        proves(&[rule], &journal);
    }
}

// ---------------------------------------------------------------------------------------------------------------- light

#[test]
fn at_night_a_zone_costs_it_more() {
    for (edition, rule) in [(Montebello, "M 12.1/2"), (Rivoli, "R 12/2")] {
        let field = Field::new(edition, &Ground { night: "[1]", ..Ground::default() });
        // 0407 lies in the zone of 0307, behind it.
        let position = field.place(&[("Foot/A", "0405", Routed)]).place("Line/A", "0307", Vertex::W);
        let (_, journal) = field.phase_e(position);
        assert_eq!(field.way(&journal, "Foot/A"), ["0406", "0407"]);
        proves(&[rule], &journal);
    }
}

// ------------------------------------------------------------------------------------------------------- random routs

const ROUGH: Ground = Ground {
    terrain: r#"woods = ["0406", "0507", "0908"]
lake = ["0709", "0710", "0211"]
village = ["0609", "1006"]
castle = ["0811"]"#,
    levels: r#""1" = ["0304", "0404", "0504"]"#,
    ways: r#"road = [["0402", "0403", "0404", "0405", "0406", "0407"]]"#,
    hexsides: r#"steep_slope = ["0404-0405", "0304-0305", "0504-0505"]
river = ["0811-0812", "0911-0912", "1011-1012"]
ford = ["0911-0912"]"#,
    night: "",
    fog: "",
    refuge: "",
    options: &["demoralized-formations"],
};

const ANYONE: [&str; 14] = [
    "Foot/A",
    "Foot/B",
    "Foot/C",
    "Foot/D",
    "Guard/A",
    "Guard/B",
    "Horse/A",
    "Horse/B",
    "Guns/A",
    "Line/A",
    "Line/B",
    "Line/C",
    "Hussars/A",
    "Batteries/A",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    /// Every rout phase ends, by the listed actions alone, and leaves no routed unit with one that is not.
    #[test]
    fn rout_phases_end(
        edition in prop_oneof![Just(Montebello), Just(Rivoli)],
        places in prop::collection::vec((3u8..10, 3u8..13, 0usize..6, 0u8..6), ANYONE.len()),
        seed in any::<u64>(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 200),
    ) {
        let field = Field::new(edition, &ROUGH);
        let mut position = Position::empty(&field.rules);
        for (unit, (column, row, facing, order)) in ANYONE.into_iter().zip(places) {
            let hex = format!("{column:02}{row:02}");
            if matches!(hex.as_str(), "0709" | "0710") {
                continue;
            }
            let order = match order { 0 => Good, 1 => Disordered, _ => Routed };
            position = position.place(unit, &hex, Vertex::from_index(facing)).order(unit, order);
        }
        let Ok(mut s) = position.build() else { return Ok(()) };
        field.rules.evolve(&mut s, &Event::Continued(Frame::Rout));
        let mut chance = Seeded::new(seed);
        s = field.rules.resume(&s, &mut chance).unwrap().state;
        let turn = s.turn();
        for pick in picks {
            let Waiting::Asked(questions) = field.rules.waiting(&s) else { break };
            let side = if questions[0].is_some() { First } else { Second };
            if matches!(questions[side.index()].map(|q| q.frame), Some(Frame::Orders) | None) {
                break;
            }
            let legal = field.rules.legal_actions(&s, side);
            prop_assert!(!legal.is_empty());
            let outcome = field.rules.apply(&s, side, pick.get(&legal), &mut chance).unwrap();
            prop_assert_eq!(field.rules.fold(&s, outcome.journal.events()), outcome.state.clone());
            s = outcome.state;
        }
        prop_assert!(s.turn() > turn, "the phase is over");
        for unit in s.on_map() {
            let here = s.units_at(s.at(unit).unwrap());
            let routed = here.filter(|other| s.order(*other) == Routed).count();
            prop_assert!(routed == 0 || routed == here.count(), "{}", field.rules.roster().unit_name(unit));
        }
    }
}
