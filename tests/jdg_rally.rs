//! Rally (R 11, M 11.1) and demoralization (R optional 11, M 11.2), rule by rule.

#[path = "jdg_field/mod.rs"]
mod field;
mod support;

use field::{Field, Ground, Journal, marked};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::Order::{self, Disordered, Eliminated, Good, Routed};
use grognard::jours_de_gloire::state::{FormationId, Mark, MarkerId, State};
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;
use grognard::side::Side::First;
use support::{proves, refused};

fn rally(field: &Field, unit: &str) -> Action {
    Action::Rally { unit: field.unit(unit) }
}

/// The rally step of the first formation, without orders.
fn step(position: Position<'_>) -> State {
    position.activate("Foot", Orders::Without, Step::Rally).build().unwrap_or_else(|faults| panic!("{faults}"))
}

fn lone(field: &Field, order: Order) -> State {
    step(field.place(&[("Foot/A", "0405", order)]))
}

fn turned(journal: &Journal) -> usize {
    journal.events().filter(|event| matches!(event, Event::Faced { .. })).count()
}

// ------------------------------------------------------------------------------------------------------------- the die

#[test]
fn a_disordered_unit_rallies_at_its_reduced_cohesion_or_less() {
    for (edition, rules, failed) in [
        (Montebello, ["M 11.1/1", "M 11.1/5", "M 11.1/6"], "M 11.1/8"),
        (Rivoli, ["R 11/1", "R 11/5", "R 11/6"], "R 11/8"),
    ] {
        let field = Field::clear(edition);
        // 5 on the disordered side, 6 on the other.
        let (s, journal) = field.act(&lone(&field, Disordered), First, rally(&field, "Foot/A"), [5]);
        assert_eq!(field.order(&s, "Foot/A"), Good);
        proves(&rules[1..], &journal);
        let tally = journal.tallies().next().expect("a tally");
        assert_eq!((tally.need(), tally.modifiers().count()), (Some(5), 0));
        let (s, journal) = field.act(&lone(&field, Disordered), First, rally(&field, "Foot/A"), [6]);
        assert_eq!(field.order(&s, "Foot/A"), Disordered);
        proves(&[failed], &journal);
        let units = [("Foot/A", "0405", Good), ("Foot/B", "0805", Disordered)];
        let (stop, why) = field.refuse(&step(field.place(&units)), First, rally(&field, "Foot/A"));
        assert_eq!(why, Why::Condition(field.unit("Foot/A"), Good));
        refused(&rules[..1], &stop);
    }
}

#[test]
fn a_routed_unit_adds_one_and_comes_back_to_disorder() {
    for (edition, rules) in [(Montebello, ["M 11.1/4", "M 11.1/7"]), (Rivoli, ["R 11/4", "R 11/7"])] {
        let field = Field::clear(edition);
        let (s, journal) = field.act(&lone(&field, Routed), First, rally(&field, "Foot/A"), [4]);
        assert_eq!(field.order(&s, "Foot/A"), Disordered);
        proves(&rules, &journal);
        let (s, _) = field.act(&lone(&field, Routed), First, rally(&field, "Foot/A"), [5]);
        assert_eq!(field.order(&s, "Foot/A"), Routed);
    }
}

#[test]
fn it_tries_once_in_an_activation_and_again_in_the_next() {
    for (edition, rule) in [(Montebello, "M 11.1/8"), (Rivoli, "R 11/8")] {
        let field = Field::clear(edition);
        // Another unit keeps the step open.
        let units = [("Foot/A", "0405", Disordered), ("Foot/B", "0805", Disordered)];
        let (s, _) = field.act(&step(field.place(&units)), First, rally(&field, "Foot/A"), [9]);
        let (stop, why) = field.refuse(&s, First, rally(&field, "Foot/A"));
        assert_eq!(why, Why::Already(field.unit("Foot/A")));
        refused(&[rule], &stop);
        field.act(&step(field.place(&units)), First, rally(&field, "Foot/A"), [0]);
        // One that came back from rout does not come back to good order at once.
        let units = [("Foot/A", "0405", Routed), ("Foot/B", "0805", Disordered)];
        let (s, _) = field.act(&step(field.place(&units)), First, rally(&field, "Foot/A"), [0]);
        assert_eq!(field.refuse(&s, First, rally(&field, "Foot/A")).1, Why::Already(field.unit("Foot/A")));
    }
}

#[test]
fn orders_have_no_part_in_it() {
    for (edition, rule) in [(Montebello, "M 11.1/3"), (Rivoli, "R 11/3")] {
        let field = Field::clear(edition);
        let (_, journal) = field.act(&lone(&field, Disordered), First, rally(&field, "Foot/A"), [5]);
        proves(&[rule], &journal);
        // Not even a commander's failed initiative.
        let barred = step(marked(field.place(&[("Foot/A", "0405", Disordered)]), "Foot/A", &[Mark::Barred]));
        let (s, _) = field.act(&barred, First, rally(&field, "Foot/A"), [5]);
        assert_eq!(field.order(&s, "Foot/A"), Good);
    }
}

#[test]
fn it_may_then_face_as_its_owner_likes() {
    for (edition, rules) in [(Montebello, ["M 11.1/6", "M 11.1/7"]), (Rivoli, ["R 11/6", "R 11/7"])] {
        let field = Field::clear(edition);
        let unit = field.unit("Foot/A");
        for (order, rule) in [(Disordered, rules[0]), (Routed, rules[1])] {
            let before = lone(&field, order);
            let turn = Action::Pivot { unit, facing: Vertex::E };
            field.refuse(&before, First, turn);
            let (s, _) = field.act(&before, First, rally(&field, "Foot/A"), [0]);
            let (stop, why) = field.refuse(&s, First, Action::Pivot { unit, facing: s.facing(unit) });
            assert_eq!(why, Why::Already(unit), "it faces so already");
            refused(&[rules[0]], &stop);
            let (s, journal) = field.act(&s, First, turn, []);
            assert_eq!(s.facing(unit), Vertex::E);
            proves(&[rule], &journal);
            assert_eq!(turned(&journal), 1, "and only once: the activation is over");
        }
    }
}

#[test]
fn units_that_must_face_alike_turn_together_or_not_at_all() {
    let field = Field::clear(Montebello);
    let [a, b] = ["Foot/A", "Foot/B"].map(|unit| field.unit(unit));
    let before = step(field.place(&[("Foot/A", "0405", Disordered), ("Foot/B", "0405", Disordered)]));
    let turn = Action::Pivot { unit: a, facing: Vertex::E };
    let (one, _) = field.act(&before, First, rally(&field, "Foot/A"), [0]);
    let (stop, why) = field.refuse(&one, First, turn);
    assert_eq!(why, Why::Stacking { unit: a, with: b });
    refused(&["M 6.1.1/2"], &stop);
    let (both, _) = field.act(&one, First, rally(&field, "Foot/B"), [0]);
    let (s, journal) = field.act(&both, First, turn, []);
    assert_eq!((s.facing(a), s.facing(b)), (Vertex::E, Vertex::E));
    proves(&["M 11.1/6"], &journal);
}

// -------------------------------------------------------------------------------------------------------- who may not

#[test]
fn units_beside_an_enemy_do_not_rally() {
    for (edition, rule) in [(Montebello, "M 11.1/2"), (Rivoli, "R 11/2")] {
        let field = Field::clear(edition);
        for order in [Disordered, Routed] {
            // A battery, which has no zone of control, is enough; two hexes away it is not.
            for (hex, near) in [("0406", true), ("0407", false)] {
                let units = [("Foot/A", "0405", order), ("Foot/B", "1105", order), ("Batteries/A", hex, Good)];
                let s = step(field.place(&units));
                if near {
                    let (stop, why) = field.refuse(&s, First, rally(&field, "Foot/A"));
                    assert_eq!(why, Why::Adjacent { unit: field.unit("Foot/A"), enemy: field.unit("Batteries/A") });
                    refused(&[rule], &stop);
                } else {
                    field.act(&s, First, rally(&field, "Foot/A"), [9]);
                }
            }
        }
    }
}

#[test]
fn units_that_did_something_do_not_rally_routed_ones_as_ruled() {
    for (edition, rule) in [(Montebello, "M 11.1/1"), (Rivoli, "R 11/1")] {
        let field = Field::clear(edition);
        for mark in [Mark::Moved, Mark::Fired, Mark::Declared, Mark::Charged] {
            let busy = |order| {
                let units = [("Foot/A", "0405", order), ("Foot/B", "0805", order)];
                step(marked(field.place(&units), "Foot/A", &[mark]))
            };
            let (stop, why) = field.refuse(&busy(Disordered), First, rally(&field, "Foot/A"));
            assert_eq!(why, Why::Already(field.unit("Foot/A")), "{mark:?}");
            refused(&[rule], &stop);
            // The older book says "all" of the routed; the later one asks for units that did nothing (a ruling).
            if edition == Rivoli {
                field.act(&busy(Routed), First, rally(&field, "Foot/A"), [9]);
            } else {
                let (stop, why) = field.refuse(&busy(Routed), First, rally(&field, "Foot/A"));
                assert_eq!(why, Why::Already(field.unit("Foot/A")), "{mark:?}");
                refused(&[rule], &stop);
            }
        }
    }
}

#[test]
fn in_montebello_turning_in_place_bars_it_too() {
    let pivoted = |field: &Field| {
        let units = [("Foot/A", "0405", Disordered), ("Foot/B", "0805", Disordered)];
        step(marked(field.place(&units), "Foot/A", &[Mark::Pivoted]))
    };
    let field = Field::clear(Montebello);
    let (stop, _) = field.refuse(&pivoted(&field), First, rally(&field, "Foot/A"));
    refused(&["M 11.1/1"], &stop);
    let field = Field::clear(Rivoli);
    field.act(&pivoted(&field), First, rally(&field, "Foot/A"), [9]);
}

#[test]
fn only_activated_units_rally() {
    let field = Field::clear(Montebello);
    let units = [("Foot/A", "0405", Disordered), ("Guard/A", "0805", Disordered), ("Line/A", "1205", Disordered)];
    let s = step(field.place(&units));
    let (stop, why) = field.refuse(&s, First, rally(&field, "Guard/A"));
    assert_eq!(why, Why::NotActive(field.unit("Guard/A")));
    refused(&["M 2.2/1"], &stop);
    assert_eq!(field.refuse(&s, First, rally(&field, "Line/A")).1, Why::NotYours(field.unit("Line/A")));
    assert_eq!(field.refuse(&s, First, rally(&field, "Foot/B")).1, Why::NotThere(field.unit("Foot/B")));
}

#[test]
fn in_montebello_stacked_routed_units_do_not_rally() {
    let units = [("Foot/A", "0405", Routed), ("Foot/B", "0405", Routed), ("Foot/C", "0805", Routed)];
    let field = Field::clear(Montebello);
    let (stop, why) = field.refuse(&step(field.place(&units)), First, rally(&field, "Foot/A"));
    assert_eq!(why, Why::Stacking { unit: field.unit("Foot/A"), with: field.unit("Foot/B") });
    refused(&["M 10.4/12"], &stop);
    let field = Field::clear(Rivoli);
    let (s, _) = field.act(&step(field.place(&units)), First, rally(&field, "Foot/A"), [0]);
    assert_eq!(field.order(&s, "Foot/A"), Disordered);
}

#[test]
fn in_montebello_no_rally_makes_three_units_stronger_than_their_limit() {
    let field = Field::clear(Montebello);
    // Disordered 2 points each, in good order 3: six in all, and seven after a rally.
    let three = [("Small/A", "0405", Disordered), ("Small/B", "0405", Disordered), ("Small/C", "0405", Disordered)];
    let small = |units: &[(&str, &str, Order)]| {
        field.place(units).activate("Small", Orders::Received, Step::Rally).build().unwrap()
    };
    let s = small(&three);
    // Nothing is left to decide, so nobody is asked.
    assert!(!field.rules.legal_actions(&s, First).contains(&rally(&field, "Small/A")));
    let apart = [three[0], three[1], ("Small/C", "0805", Disordered)];
    let (s, _) = field.act(&small(&apart), First, rally(&field, "Small/A"), [0]);
    assert_eq!(field.order(&s, "Small/A"), Good, "two are not limited");
    // With another unit that can rally the step is asked, and the three are refused.
    let mut s = small(&three);
    field.rules.evolve(&mut s, &Event::Moved { unit: field.unit("Foot/A"), to: field.cell("1005"), rank: 0 });
    field.rules.evolve(&mut s, &Event::Ordered { unit: field.unit("Foot/A"), order: Disordered });
    field.rules.evolve(&mut s, &Event::Marked { mark: Mark::Active, unit: field.unit("Foot/A") });
    let (stop, why) = field.refuse(&s, First, rally(&field, "Small/A"));
    assert_eq!(why, Why::TooStrong { unit: field.unit("Small/A"), strength: 7, most: 6 });
    refused(&["M 5.1.1/8"], &stop);
}

// --------------------------------------------------------------------------------------------------------------- light

#[test]
fn at_night_idle_disordered_units_rally_by_themselves() {
    for (edition, rule) in [(Montebello, "M 12.1/7"), (Rivoli, "R 12/7")] {
        let field = Field::new(edition, &Ground { night: "[1]", ..Ground::default() });
        let units = [
            ("Foot/A", "0405", Disordered),
            ("Foot/B", "0805", Disordered),
            ("Foot/C", "1105", Disordered),
            ("Line/A", "1106", Good),
        ];
        let s = step(marked(field.place(&units), "Foot/B", &[Mark::Moved]));
        let (s, journal) = field.resume(&s, []);
        assert_eq!(field.order(&s, "Foot/A"), Good);
        assert_eq!(field.order(&s, "Foot/B"), Disordered, "it moved");
        assert_eq!(field.order(&s, "Foot/C"), Disordered, "an enemy is beside it");
        proves(&[rule], &journal);
        // It may then turn.
        let turn = Action::Pivot { unit: field.unit("Foot/A"), facing: Vertex::E };
        let (s, _) = field.act(&s, First, turn, []);
        assert_eq!(s.facing(field.unit("Foot/A")), Vertex::E);
    }
}

#[test]
fn at_night_a_routed_unit_subtracts_three() {
    for (edition, rule) in [(Montebello, "M 12.1/8"), (Rivoli, "R 12/8")] {
        let field = Field::new(edition, &Ground { night: "[1]", ..Ground::default() });
        let (s, journal) = field.act(&lone(&field, Routed), First, rally(&field, "Foot/A"), [8]);
        assert_eq!(field.order(&s, "Foot/A"), Disordered);
        assert_eq!(journal.tallies().next().map(|tally| tally.sum()), Some(-3), "nothing else counts");
        proves(&[rule], &journal);
        let (s, _) = field.act(&lone(&field, Routed), First, rally(&field, "Foot/A"), [9]);
        assert_eq!(field.order(&s, "Foot/A"), Routed);
    }
}

#[test]
fn fog_changes_no_rally() {
    let field = Field::new(Montebello, &Ground { fog: "[1]", ..Ground::default() });
    let (s, journal) = field.act(&lone(&field, Routed), First, rally(&field, "Foot/A"), [4]);
    assert_eq!(field.order(&s, "Foot/A"), Disordered);
    assert_eq!(journal.tallies().next().map(|tally| tally.sum()), Some(1));
    proves(&["M 12.2/6", "M 11.1/4"], &journal);
    let s = lone(&field, Disordered);
    assert!(field.rules.legal_actions(&s, First).contains(&rally(&field, "Foot/A")), "no unit rallies by itself");
}

// ------------------------------------------------------------------------------------------------------- demoralization

fn phase_e(field: &Field, units: &[(&str, &str, Order)], lost: &[&str], dice: &[u8]) -> (State, Journal) {
    let mut s = field.at_step(field.place(units), Frame::Demoralization);
    for unit in lost {
        field.rules.evolve(&mut s, &Event::Ordered { unit: field.unit(unit), order: Eliminated });
    }
    for marker in 0..field.rules.roster().markers.len() {
        field.rules.evolve(&mut s, &Event::Available { marker: MarkerId(marker as u8) });
    }
    match *dice {
        [] => field.resume(&s, []),
        [a] => field.resume(&s, [a]),
        _ => panic!("more dice than any test needs"),
    }
}

fn foot(field: &Field) -> FormationId {
    field.rules.roster().formation_named("Foot").unwrap()
}

fn lost_marker(journal: &Journal) -> Option<MarkerId> {
    journal.events().find_map(|event| match event {
        Event::Unavailable { marker } => Some(*marker),
        _ => None,
    })
}

#[test]
fn in_montebello_a_formation_is_demoralized_when_all_of_it_is_in_disorder_routed_or_lost() {
    let field = Field::clear(Montebello);
    let units = [("Foot/A", "0405", Disordered), ("Foot/B", "0605", Routed)];
    let (s, journal) = phase_e(&field, &units, &["Foot/C"], &[]);
    assert!(field.rules.is_demoralized(&s, foot(&field)), "the fourth has not entered");
    proves(&["M 11.2/1", "M 11.2/3", "M 11.2/4"], &journal);
    let marker = lost_marker(&journal).expect("a marker");
    assert_eq!(field.rules.roster().marker(marker).map(|m| m.initiative), Some(6), "the better one, of 5 and 6");
    // One in good order is enough.
    let (s, journal) = phase_e(&field, &[units[0], units[1], ("Foot/D", "0805", Good)], &["Foot/C"], &[]);
    assert!(!field.rules.is_demoralized(&s, foot(&field)));
    assert_eq!(lost_marker(&journal), None);
}

#[test]
fn artillery_neither_saves_nor_makes_a_demoralized_formation() {
    let field = Field::clear(Montebello);
    let (s, _) = phase_e(&field, &[("Guns/A", "0405", Disordered)], &["Guns/B"], &[]);
    let guns = field.rules.roster().formation_named("Guns").unwrap();
    assert!(!field.rules.is_demoralized(&s, guns), "no infantry or cavalry, no demoralization");
    // Nor is a formation demoralized that has not entered.
    assert!(!field.rules.is_demoralized(&s, foot(&field)));
}

#[test]
fn in_montebello_a_formation_keeps_its_only_marker() {
    let field = Field::clear(Montebello);
    let mut s = field.at_step(field.place(&[("Foot/A", "0405", Routed)]), Frame::Demoralization);
    field.rules.evolve(&mut s, &Event::Unavailable { marker: MarkerId(1) });
    let (s, journal) = field.resume(&s, []);
    assert!(field.rules.is_demoralized(&s, foot(&field)));
    assert_eq!(lost_marker(&journal), None);
    proves(&["M 11.2/5"], &journal);
    // Nor does it lose another in a later phase E.
    let mut s = field.at_step(field.place(&[("Foot/A", "0405", Routed)]), Frame::Demoralization);
    for event in [Event::Unavailable { marker: MarkerId(1) }, Event::Demoralized { formation: foot(&field) }] {
        field.rules.evolve(&mut s, &event);
    }
    let (_, journal) = field.resume(&s, []);
    assert_eq!(lost_marker(&journal), None);
}

#[test]
fn in_montebello_a_formation_that_recovers_has_its_marker_back() {
    let field = Field::clear(Montebello);
    let mut s = field.at_step(field.place(&[("Foot/A", "0405", Good)]), Frame::Demoralization);
    for event in [Event::Unavailable { marker: MarkerId(1) }, Event::Demoralized { formation: foot(&field) }] {
        field.rules.evolve(&mut s, &event);
    }
    let (s, journal) = field.resume(&s, []);
    assert!(!field.rules.is_demoralized(&s, foot(&field)));
    assert!(journal.events().any(|event| matches!(event, Event::Available { marker: MarkerId(1) })));
    proves(&["M 11.2/6"], &journal);
}

#[test]
fn in_montebello_demoralized_units_enter_no_enemy_zone() {
    let field = Field::clear(Montebello);
    let moving = |demoralized: bool, from: &'static str| {
        let units = [("Foot/A", from, Good), ("Line/A", "0407", Good)];
        let position = field.place(&units).activate("Foot", Orders::Received, Step::Movement);
        let mut s = position.build().unwrap();
        if demoralized {
            field.rules.evolve(&mut s, &Event::Demoralized { formation: foot(&field) });
        }
        s
    };
    let unit = field.unit("Foot/A");
    let march = Action::Move { unit, party: Party::Alone, gait: Gait::March };
    let south = Action::Step { dir: Dir::S };
    let (s, _) = field.act(&moving(true, "0405"), First, march, []);
    let (stop, why) = field.refuse(&s, First, south);
    assert_eq!(why, Why::Zone { unit, enemy: field.unit("Line/A") });
    refused(&["M 11.2/2"], &stop);
    let (s, _) = field.act(&moving(false, "0405"), First, march, []);
    field.act(&s, First, south, []);
    // It may stay in a zone, and turn there.
    field.act(&moving(true, "0406"), First, Action::Pivot { unit, facing: Vertex::SE }, []);
}

fn optional(edition: Edition) -> Field {
    Field::new(edition, &Ground { options: &["demoralized-formations"], ..Ground::default() })
}

#[test]
fn in_rivoli_two_thirds_routed_or_lost_demoralize_a_formation_and_disorder_the_rest() {
    let field = optional(Rivoli);
    let units = [("Foot/A", "0405", Routed), ("Foot/B", "0605", Routed), ("Foot/D", "0805", Good)];
    let (s, journal) = phase_e(&field, &units, &["Foot/C"], &[]);
    assert!(field.rules.is_demoralized(&s, foot(&field)), "three of four");
    assert_eq!(field.order(&s, "Foot/D"), Disordered);
    assert_eq!(lost_marker(&journal), None, "it keeps its markers");
    proves(&["R optional 11/1", "R optional 11/2", "R optional 11/3", "R optional 11/4"], &journal);
    // Two of four are not enough, and disordered units do not count.
    let units = [("Foot/A", "0405", Routed), ("Foot/B", "0605", Disordered), ("Foot/D", "0805", Good)];
    let (s, _) = phase_e(&field, &units, &["Foot/C"], &[]);
    assert!(!field.rules.is_demoralized(&s, foot(&field)));
    assert_eq!(field.order(&s, "Foot/D"), Good);
    // Without the option nothing happens.
    let field = Field::clear(Rivoli);
    let units = [("Foot/A", "0405", Routed), ("Foot/D", "0805", Good)];
    let (s, _) = phase_e(&field, &units, &["Foot/B", "Foot/C"], &[]);
    assert_eq!(field.order(&s, "Foot/D"), Good);
}

#[test]
fn in_rivoli_the_disorder_of_the_demoralized_routs_those_in_disorder() {
    let field = optional(Rivoli);
    let units = [("Foot/A", "0405", Routed), ("Foot/D", "0805", Disordered)];
    let (s, journal) = phase_e(&field, &units, &["Foot/B", "Foot/C"], &[]);
    assert_eq!(field.order(&s, "Foot/D"), Routed);
    proves(&["R optional 11/3", "R 10.2/1"], &journal);
}

#[test]
fn in_rivoli_the_demoralized_come_back_to_disorder_at_best() {
    let field = optional(Rivoli);
    let units = [("Foot/A", "0405", Routed), ("Foot/D", "0805", Disordered)];
    let mut s = step(field.place(&units));
    let shaken = ["Foot/A", "Foot/D"].into_iter().map(|unit| field.unit(unit)).collect();
    field.rules.evolve(&mut s, &Event::Shaken { units: shaken });
    let (stop, why) = field.refuse(&s, First, rally(&field, "Foot/D"));
    assert_eq!(why, Why::Shaken(field.unit("Foot/D")));
    refused(&["R optional 11/4"], &stop);
    let (s, _) = field.act(&s, First, rally(&field, "Foot/A"), [0]);
    assert_eq!(field.order(&s, "Foot/A"), Disordered);
}
