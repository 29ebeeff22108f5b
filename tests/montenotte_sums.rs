//! What is added up: the weights of forces in a battle (11.4), the ratio over its whole range, losses item by item (11.9),
//! attrition out of supply in play (8.5); and cells of the charts that make no sense.

mod montenotte_support;
mod support;

use grognard::chance::Fall;
use grognard::figures::{FaultKind, SourceSet};
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Cover, Restraint};
use grognard::montenotte::battle::ratio::Part;
use grognard::montenotte::battle::results::Advantage;
use grognard::montenotte::charts::Charts;
use grognard::montenotte::event::{Event, Position, Role};
use grognard::montenotte::label::Label;
use grognard::montenotte::state::Mark;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::tally::Tally;
use montenotte_support::{COALITION, FRENCH, active, d6, rules, with};
use support::proves;

/// Lines 435 to 439, for a force of any strength, with the rule of each.
fn by_hand(sp: u8) -> [(Role, Position, u16, &'static str); 6] {
    let points = u16::from(sp);
    [
        (Role::Principal, Position::Front, points, "N 11.4/1"),
        (Role::Principal, Position::Flank, points, "N 11.4/1"),
        (Role::Joined, Position::Front, points, "N 11.4/2"),
        (Role::Joined, Position::Flank, (3 * points).div_ceil(2), "N 11.4/3"),
        (Role::Marched, Position::Front, points / 2, "N 11.4/4"),
        (Role::Marched, Position::Flank, points, "N 11.4/5"),
    ]
}

#[test]
fn what_each_force_counts() {
    let rules = rules();
    let mut all = Vec::new();
    let mut expected = Vec::new();
    for sp in 0..=40 {
        for (role, position, points, rule) in by_hand(sp) {
            let part = Part { sp, role, position };
            assert_eq!(rules.weighed(&[part]), points, "{part:?}");
            let tally = rules.weighed_parts(FRENCH, &[part]);
            let told: Vec<_> = tally.modifiers().map(|m| (m.label, i16::from(m.value), m.rule.to_string())).collect();
            assert_eq!(told, [(Label::Counted(sp), points as i16, rule.to_owned())], "{part:?}");
            if sp == 7 {
                all.push(part);
                expected.push(points);
            }
        }
    }
    // A side is the sum of its forces: 7 and 7, 7 and 11, 3 and 7.
    assert_eq!(expected, [7, 7, 7, 11, 3, 7]);
    assert_eq!((rules.weighed(&all), rules.weighed_parts(FRENCH, &all).sum()), (42, 42));
    assert_eq!((rules.weighed(&[]), rules.weighed_parts(FRENCH, &[]).sum()), (0, 0));
}

/// Two forces of a kind: each is rounded for itself, or both together.
#[test]
fn forces_rounded_apart_or_together() {
    let (apart, together) = (rules(), with("weight-rounding", "each-kind"));
    for (role, position, each, both) in [
        (Role::Principal, Position::Front, 6, 6),
        (Role::Joined, Position::Front, 6, 6),
        (Role::Joined, Position::Flank, 10, 9),
        (Role::Marched, Position::Front, 2, 3),
        (Role::Marched, Position::Flank, 6, 6),
    ] {
        let three = Part { sp: 3, role, position };
        assert_eq!((apart.weighed(&[three; 2]), together.weighed(&[three; 2])), (each, both), "{three:?}");
    }
    // Forces of different kinds are never put together: 5 and 2, or 5 and 1.
    let flank = Part { sp: 3, role: Role::Joined, position: Position::Flank };
    let marched = Part { sp: 3, role: Role::Marched, position: Position::Front };
    assert_eq!((apart.weighed(&[flank, marched]), together.weighed(&[flank, marched])), (6, 6));
}

/// Lines 441 to 452 by hand, for `large` against `small`, in whole numbers.
fn steps(large: u32, small: u32, nearest: bool) -> i8 {
    let reached = if nearest {
        // The middles: 1.25, 1.75, 2.5, 3.5.
        [4 * large >= 5 * small, 4 * large >= 7 * small, 2 * large >= 5 * small, 2 * large >= 7 * small]
    } else {
        [large > small, 2 * large > 3 * small, large > 2 * small, large > 3 * small]
    };
    reached.into_iter().filter(|reached| *reached).count() as i8
}

#[test]
fn every_ratio_by_hand() {
    const ROWS: [&str; 9] = [
        "N 11.4/7",
        "N 11.4/8",
        "N 11.4/9",
        "N 11.4/10",
        "N 11.4/11",
        "N 11.4/12",
        "N 11.4/13",
        "N 11.4/14",
        "N 11.4/15",
    ];
    let check = |rules: &Montenotte, nearest: bool| {
        for attacker in 1..=60 {
            for defender in 1..=60 {
                let (a, d) = (u32::from(attacker), u32::from(defender));
                let expected = if a >= d { steps(a, d, nearest) } else { -steps(d, a, nearest) };
                let (figure, rule) = rules.ratio(attacker, defender);
                assert_eq!(figure.value, expected, "{attacker} against {defender}, nearest: {nearest}");
                assert_eq!(rule.to_string(), ROWS[(expected + 4) as usize], "{attacker} against {defender}");
            }
        }
    };
    check(&rules(), false);
    check(&with("ratio-rounding", "nearest"), true);
}

/// Laharpe's 8 points do nothing and roll a 6: 6 - 2, and 2 more out of supply, which is a loss; twice as many out of
/// supply, three times with an enemy beside them.
#[test]
fn out_of_supply_a_force_loses_twice_and_beside_the_enemy_three_times() {
    let rules = rules();
    for (hungry, enemy, total, left, rule) in
        [(false, "0913", 4, 8, "N 8.5/15"), (true, "1012", 6, 6, "N 8.5/18"), (true, "0913", 6, 5, "N 8.5/19")]
    {
        let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0813").at("Argenteau", enemy);
        let base = base.strength("Laharpe", 8).turn(2);
        let base = if hungry { base.mark("Laharpe", Mark::OutOfSupply) } else { base };
        let mut game = active(&rules, base, "Laharpe", &[]);
        let next = Fall::Draw(game.m("Argenteau").index() as u8);
        game.act(FRENCH, Action::Halt { restraint: Restraint::None }, &[d6(6), next]);
        assert_eq!(game.tally(|label| matches!(label, Label::Attrition(_))).total(), total, "{enemy}");
        assert_eq!(game.sp("Laharpe"), left, "{enemy}");
        proves(&[rule], &game.last);
        if hungry {
            proves(&["N 8.5/16"], &game.last);
        }
    }
}

/// The items of a sum: what, how much, by which rule.
fn items(tally: &Tally<Label>) -> Vec<(Label, i8, String)> {
    tally.modifiers().map(|item| (item.label, item.value, item.rule.to_string())).collect()
}

/// Lines 493 to 497 and 763 to 764.
#[test]
fn losses_item_by_item() {
    let (points, flat) = (rules(), with("victor-losses", "flat"));
    let base = || (Label::VictorBase, 5, "N 11.9/3".to_owned());
    let ground = || (Label::NoGround, 5, "N 11.9/5".to_owned());
    for against in 0..=4 {
        let each = (Label::Outnumbered, 5 * against as i8, "N 11.9/4".to_owned());
        let once = (Label::Outnumbered, 5, "N table 4/17".to_owned());
        for (rules, more) in [(&points, each), (&flat, once)] {
            // Against no such odds nothing is added, not even a 0.
            let mut expected = vec![base()];
            expected.extend((against > 0).then_some(more));
            assert_eq!(items(&rules.victor_losses(FRENCH, against, Advantage::Has)), expected);
            expected.push(ground());
            assert_eq!(items(&rules.victor_losses(FRENCH, against, Advantage::Lacks)), expected);
        }
    }
    let by_note = with("undecided-losses", "ten");
    for terrain in -4..=2_i8 {
        for (rules, base) in [(&points, (5, "N 11.9/6")), (&by_note, (10, "N table 4/16"))] {
            let mut expected = vec![(Label::UndecidedBase, base.0, base.1.to_owned())];
            let more = (Label::UndecidedTerrain, 5 * terrain.abs(), "N 11.9/6".to_owned());
            expected.extend((terrain != 0).then_some(more));
            assert_eq!(items(&rules.undecided_losses(FRENCH, terrain)), expected, "{terrain}");
        }
    }
}

/// Lines 499 and 831 to 842: every strength at every percentage, by calculation; and no rule of the table where it is not
/// used.
#[test]
fn losses_by_calculation() {
    let nearest = with("loss-method", "nearest");
    let table = rules();
    for manpower in 0..=120 {
        for percent in 0..=100 {
            let hundredths = u16::from(manpower) * u16::from(percent);
            let (lost, rule) = nearest.loss(manpower, percent);
            // To the nearest: never more than a half away, a half being rounded up.
            let off = 100 * i32::from(lost) - i32::from(hundredths);
            assert!(-50 < off && off <= 50, "{manpower} at {percent}%: {lost}");
            assert_eq!(rule.to_string(), "N 11.9/7");
            let in_table = (1..=41).contains(&manpower) && (5..=40).contains(&percent) && percent % 5 == 0;
            let (lost_by_table, rule) = table.loss(manpower, percent);
            if in_table {
                assert!(rule.to_string().starts_with("N table 5/"), "{manpower} at {percent}%: {rule}");
            } else {
                assert_eq!((lost_by_table, rule.to_string()), (lost, "N 11.9/7".into()), "{manpower} at {percent}%");
            }
        }
    }
}

/// No men, no losses, even where a table laid over the printed one has a row for none.
#[test]
fn nobody_loses_nothing() {
    let overlay = "[loss_table.row_1]\nleast = { value = 0, source = \"printed\" }\n\
        at_40 = { value = 2, source = \"printed\" }\n";
    let rules = Montenotte::open(&Setup::scenario("montenotte").overlay("charts", overlay)).unwrap();
    assert_eq!((rules.loss(1, 40).0, rules.loss(0, 40).0), (2, 0));
}

/// Lines 538 to 540: 6 points in pursuit are 3 losses of a force that is not demoralised, all taken before its morale falls.
#[test]
fn every_loss_of_a_pursuit_is_taken() {
    let rules = rules();
    let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0813").at("Argenteau", "0913");
    let base = base.strength("Laharpe", 24).strength("Argenteau", 10).fatigue("Laharpe", 1).turn(2);
    let mut game = active(&rules, base, "Laharpe", &[]);
    let attack = Action::Attack { dir: game.dir("0813", "0913") };
    game.act(FRENCH, attack, &[]);
    game.act(COALITION, Action::Done, &[]);
    game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[Fall::TwoD6(6, 6)]);
    // Three of ten in the battle: the first falls on the unit that gave its morale, the others on any.
    let fallen = game
        .last
        .entries()
        .iter()
        .filter(|entry| matches!(entry.event(), Some(Event::Casualty { side: COALITION, .. })));
    let rules: Vec<String> = fallen.flat_map(|entry| entry.rules.iter()).map(|rule| rule.to_string()).collect();
    assert_eq!(rules, ["N 11.10/1", "N 11.10/2", "N 11.10/2"]);
    while game.question(FRENCH).is_none() {
        game.first(COALITION, &[d6(1), d6(1)]);
    }
    let (sp, cursor) = (game.sp("Argenteau"), game.cursor("Argenteau"));
    // The general's test, then 3, and 4 for the 23 points that are left, less 1 for their own fatigue.
    game.act(FRENCH, Action::Pursue, &[d6(1), d6(3)]);
    assert_eq!(game.tally(|label| label == Label::PursuitLosses).total(), 6);
    assert_eq!((sp - game.sp("Argenteau"), cursor - game.cursor("Argenteau")), (3, 1));
    proves(&["N 11.11/6", "N 11.11/10", "N 11.11/11", "N 11.11/12"], &game.last);
}

#[test]
fn cells_that_make_no_sense_are_told_one_by_one() {
    for (table, cell, wrong, right) in [
        ("ratio.one_to_four", "ratio", &["\"0:4\"", "\"1:0\"", "\"4\"", "\"1:x\"", "4", "\"1:256\""][..], "\"2:9\""),
        ("terrain.mountain", "off_road_half_mp", &["\"any\"", "-1", "256", "true"], "6"),
        ("terrain.city", "pillage_sp", &["\"all\"", "-1", "256"], "12"),
        ("terrain.plain", "combines", &["\"both\"", "1", "true"], "\"ground\""),
        ("combat.total_7", "attacker_losses", &["101", "-1", "\"loser\"", "true"], "100"),
        ("combat.total_7", "defender_losses", &["\"\"", "2.5"], "\"victor\""),
    ] {
        let overlay = |value: &str| format!("[{table}]\n{cell} = {{ value = {value}, source = \"printed\" }}\n");
        Charts::load(Some(&overlay(right)), SourceSet::ALL).unwrap_or_else(|faults| panic!("{right}: {faults}"));
        for value in wrong {
            let all = Charts::load(Some(&overlay(value)), SourceSet::ALL).expect_err(value).faults;
            let [fault] = all.as_slice() else { panic!("{value}: {all:#?}") };
            assert_eq!(fault.path, format!("{table}.{cell}"), "{value}");
            let FaultKind::Wrong { expected, .. } = &fault.kind else { panic!("{value}: {fault:?}") };
            assert!(!expected.is_empty(), "{value}");
        }
    }
}
