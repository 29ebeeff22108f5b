//! Shock, charge, square, counter-charge, pursuit, and what they do (chapters 6, 8, 9 and 10 of both books), rule by rule,
//! written from the rulebooks: what is allowed, what is forbidden and under which rule, and the edge between.

#[path = "support/ground.rs"]
mod ground;
mod support;

use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain};
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Party, PursuitDue, Stage, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::ruleset::Ruleset;
use grognard::side::{Side, UnitId};
use ground::{CUIRASSIERS, GUN, Ground, HUSSARS, Journal, Kind, LINE, Play, modifiers, step, tally};
use support::proves;

/// The rules of this edition's book.
fn pick<T>(edition: Edition, rivoli: T, montebello: T) -> T {
    match edition {
        Rivoli => rivoli,
        Montebello => montebello,
    }
}

/// Cavalry at 1005 that looks south, and an enemy at 1007 that looks at it.
fn duel(edition: Edition, rider: Kind, target: Kind) -> (Ground, UnitId, UnitId) {
    let mut ground = Ground::new(edition);
    let a = ground.put("A", rider, "1005", Vertex::SE);
    let c = ground.put("C", target, "1007", Vertex::NW);
    (ground, a, c)
}

/// The same, charged and come to blows: what is offered on the way is declined.
fn joined(edition: Edition, rider: Kind, target: Kind) -> (Play, UnitId, UnitId) {
    let (ground, a, c) = duel(edition, rider, target);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], Vertex::SE);
    play.done_moving();
    (play, a, c)
}

fn has(account: &Journal, label: Label) -> bool {
    account.tallies().any(|tally| tally.what() == label)
}

fn value(account: &Journal, of: impl Fn(Label) -> bool, name: &str) -> Option<i8> {
    modifiers(&tally(account, of)).into_iter().find(|(label, _)| label == name).map(|(_, value)| value)
}

fn charges(label: Label) -> bool {
    matches!(label, Label::Charge(_))
}

fn pursues(label: Label) -> bool {
    matches!(label, Label::PursuitCharge(_))
}

// ------------------------------------------------------------------------------------------------------ 9.1, the charge

#[test]
fn the_target_must_be_seen_through_the_front_hexes() {
    for edition in Edition::ALL {
        let rules = pick(edition, ["R 9.1/2"], ["M 9.1/1"]);
        for (facing, seen) in [(Vertex::SE, true), (Vertex::SW, true), (Vertex::NE, false), (Vertex::NW, false)] {
            let mut ground = Ground::new(edition);
            let a = ground.put("A", HUSSARS, "1005", facing);
            ground.put("C", LINE, "1007", Vertex::NW);
            let play = ground.moving();
            assert_eq!(play.may(play.charge(a, "1007")), seen, "{facing}");
            if !seen {
                play.refuse(&rules, play.charge(a, "1007"));
            }
        }
    }
}

#[test]
fn what_blocks_sight_blocks_a_charge() {
    for edition in Edition::ALL {
        let (mut ground, a, _) = duel(edition, HUSSARS, LINE);
        // Round the woods there would be a way.
        ground.terrain("1006", Terrain::Woods);
        let play = ground.moving();
        play.refuse(&pick(edition, ["R 9.1/2"], ["M 9.1/1"]), play.charge(a, "1007"));
    }
}

#[test]
fn only_cavalry_in_good_order_charges() {
    for edition in Edition::ALL {
        for order in [Order::Disordered, Order::Routed] {
            let (mut ground, a, _) = duel(edition, HUSSARS, LINE);
            ground.order(a, order);
            let play = ground.moving();
            play.refuse(&pick(edition, ["R 9.1/4"], ["M 9.1/2"]), play.charge(a, "1007"));
        }
        let (ground, a, _) = duel(edition, LINE, LINE);
        let play = ground.moving();
        assert!(!play.may(play.charge(a, "1007")), "infantry does not charge");
    }
}

#[test]
fn a_charge_is_declared_during_movement_only() {
    for edition in Edition::ALL {
        let (ground, a, _) = duel(edition, HUSSARS, LINE);
        let mut play = ground.moving();
        assert!(play.may(play.charge(a, "1007")));
        play.ride(a, "1007", &[Dir::S], Vertex::SE);
        proves(&pick(edition, ["R 9.1/3"], ["M 9.1/3"]), &play.account);
        let (mut ground, a, _) = duel(edition, HUSSARS, LINE);
        ground.put("A", LINE, "1202", Vertex::SE);
        let play = ground.at(Step::Combat, Orders::Received);
        assert!(!play.rules.legal_actions(&play.state, Side::First).contains(&play.charge(a, "1007")));
    }
}

#[test]
fn without_orders_a_test_comes_first() {
    for edition in Edition::ALL {
        let (test, failed) = pick(edition, (["R 9.1/6"], ["R 9.1/7"]), (["M 9.1/4"], ["M 9.1/5"]));
        // Engagement 5: at most 5 passes.
        for (die, passes) in [(5, true), (6, false)] {
            let (ground, a, _) = duel(edition, HUSSARS, LINE);
            let mut play = ground.at(Step::Movement, Orders::Without);
            let charge = play.charge(a, "1007");
            let account = play.act(charge, &[die]);
            let test_tally = tally(&account, |label| label == Label::ChargeEngagement(a));
            assert_eq!((test_tally.need(), test_tally.passed()), (Some(5), Some(passes)));
            proves(&test, &account);
            if passes {
                assert_eq!(play.hex(a), "1005", "the test comes before the movement");
                play.act(step(Dir::S), &[]);
            } else {
                proves(&failed, &account);
                play.refuse(&failed, charge);
            }
        }
        // With orders there is none.
        let (ground, a, _) = duel(edition, HUSSARS, LINE);
        let mut play = ground.moving();
        let charge = play.charge(a, "1007");
        let account = play.act(charge, &[]);
        assert!(!has(&account, Label::ChargeEngagement(a)));
    }
}

#[test]
fn who_failed_the_test_does_not_move_either() {
    for edition in Edition::ALL {
        let (ground, a, _) = duel(edition, HUSSARS, LINE);
        let mut play = ground.at(Step::Movement, Orders::Without);
        play.act(play.charge(a, "1007"), &[6]);
        let action = Action::Move { unit: a, party: Party::Alone, gait: grognard::jours_de_gloire::frame::Gait::March };
        assert!(!play.rules.legal_actions(&play.state, play.asked()).contains(&action));
    }
}

#[test]
fn a_charge_rides_at_least_one_hex() {
    for edition in Edition::ALL {
        let (ground, a, _) = duel(edition, HUSSARS, LINE);
        let mut play = ground.moving();
        play.act(play.charge(a, "1007"), &[]);
        play.refuse(&pick(edition, ["R 9.1/4"], ["M 9.1/6"]), Action::Halt { facing: Vertex::SE });
        play.act(step(Dir::S), &[]);
        play.act(Action::Halt { facing: Vertex::SE }, &[]);
    }
}

#[test]
fn how_far_a_charge_rides() {
    // With 8 points, 4 hexes of clear ground; in the older edition two hexes whatever the allowance.
    for (edition, most, rules) in [(Montebello, 4u8, ["M 9.1/7"]), (Rivoli, 2, ["R 9.1/4"])] {
        for far in [most, most + 1] {
            let mut ground = Ground::new(edition);
            let target = format!("10{:02}", 5 + far + 1);
            let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
            ground.put("C", LINE, &target, Vertex::NW);
            let mut play = ground.moving();
            if far == most {
                play.ride(a, &target, &vec![Dir::S; usize::from(far)], Vertex::SE);
                play.done_moving();
            } else {
                play.refuse(&rules, play.charge(a, &target));
            }
        }
    }
}

#[test]
fn not_through_friendly_artillery() {
    let (mut ground, a, _) = duel(Montebello, HUSSARS, LINE);
    ground.put("A", GUN, "1105", Vertex::SE);
    let mut play = ground.moving();
    // Round the battery there is a way to the target.
    play.act(play.charge(a, "1007"), &[]);
    play.refuse(&["M 9.1/9"], step(Dir::SE));
    assert!(play.may(step(Dir::S)));
    // Infantry is no hindrance to pass.
    let (mut ground, a, _) = duel(Montebello, HUSSARS, LINE);
    ground.put("A", LINE, "0906", Vertex::SE);
    let mut play = ground.moving();
    play.act(play.charge(a, "1007"), &[]);
    play.act(step(Dir::S), &[]);
}

#[test]
fn ground_that_bars_a_charge_at_its_end() {
    let cases = [
        (Terrain::Village, "R 9.1/12", "M 9.1/10"),
        (Terrain::Town, "R 9.1/12", "M 9.1/10"),
        (Terrain::Marsh, "R 9.1/12", "M 9.1/10"),
        (Terrain::Castle, "R 9.1/12", "M 9.1/10"),
        (Terrain::Rough, "R 9.1/11", "M 9.1/10"),
        (Terrain::Woods, "R 9.1/10", "M 9.1/10"),
    ];
    for edition in Edition::ALL {
        for (terrain, rivoli, montebello) in cases {
            let (mut ground, a, _) = duel(edition, HUSSARS, LINE);
            ground.terrain("1007", terrain);
            let play = ground.moving();
            play.refuse(&pick(edition, [rivoli], [montebello]), play.charge(a, "1007"));
        }
    }
}

#[test]
fn woods_are_charged_along_a_road_in_the_older_edition_only() {
    for edition in Edition::ALL {
        let (mut ground, a, c) = duel(edition, HUSSARS, LINE);
        ground.terrain("1007", Terrain::Woods);
        ground.road(&["1005", "1006", "1007", "1008"]);
        let mut play = ground.moving();
        let charge = play.charge(a, "1007");
        if edition == Rivoli {
            play.ride(a, "1007", &[Dir::S], Vertex::SE);
            play.done_moving();
            let account = with_fives(&mut play, Action::Fight { unit: a }, &[9]);
            assert!(has(&account, Label::Charge(a)));
        } else {
            play.refuse(&["M 9.1/10"], charge);
        }
        let _ = c;
    }
}

#[test]
fn ground_that_bars_a_charge_where_it_begins() {
    let (mut ground, a, _) = duel(Montebello, HUSSARS, LINE);
    ground.terrain("1005", Terrain::Village);
    let play = ground.moving();
    play.refuse(&["M 9.1/10"], play.charge(a, "1007"));
}

#[test]
fn ground_that_bars_a_charge_on_its_way() {
    for edition in Edition::ALL {
        let (mut ground, a, _) = duel(edition, HUSSARS, LINE);
        for hex in ["1006", "0906", "1106", "0907", "1107"] {
            ground.terrain(hex, Terrain::Rough);
        }
        let play = ground.moving();
        play.refuse(&pick(edition, ["R 9.1/11"], ["M 9.1/10"]), play.charge(a, "1007"));
    }
}

#[test]
fn hexsides_that_bar_a_charge() {
    let barriers = [Barrier::Slope, Barrier::SteepSlope, Barrier::Redoubt, Barrier::Fortification];
    for edition in Edition::ALL {
        for barrier in barriers {
            // Beside the target, which it sees whatever lies between.
            let mut ground = Ground::new(edition);
            let a = ground.put("A", HUSSARS, "1006", Vertex::SE);
            ground.put("C", LINE, "1007", Vertex::NW);
            for dir in Dir::ALL {
                let target = ground.cell("1007");
                let hex = ground.map.grid.hex(ground.map.grid.neighbour(target, dir).unwrap()).to_string();
                ground.barrier(&hex, "1007", barrier);
            }
            let play = ground.moving();
            play.refuse(&pick(edition, ["R 9.1/8"], ["M 9.1/11"]), play.charge(a, "1007"));
        }
    }
}

#[test]
fn streams_and_their_bridges_bar_no_charge_bridges_over_rivers_do() {
    for edition in Edition::ALL {
        for (water, bridge, open) in
            [(Barrier::Stream, false, true), (Barrier::Stream, true, true), (Barrier::River, true, false)]
        {
            let (mut ground, a, _) = duel(edition, HUSSARS, LINE);
            for dir in Dir::ALL {
                let target = ground.cell("1007");
                let hex = ground.map.grid.hex(ground.map.grid.neighbour(target, dir).unwrap()).to_string();
                ground.barrier(&hex, "1007", water);
                if bridge {
                    ground.crossing(&hex, "1007", Crossing::Bridge);
                }
            }
            let play = ground.moving();
            let charge = play.charge(a, "1007");
            if open {
                assert!(play.may(charge), "{edition:?} {water:?} {bridge}");
            } else if edition == Montebello {
                play.refuse(&["M 9.1/11"], charge);
            }
        }
    }
}

#[test]
fn cavalry_without_a_charge() {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
    ground.put("C", LINE, "1006", Vertex::NW);
    let mut play = ground.moving();
    play.shock(a);
    let account = play.fight(a, &[5, 0]);
    assert_eq!(value(&account, |label| label == Label::Shock(a), "cavalry does not charge"), Some(-2));
    proves(&["M 8.1/2"], &play.account);
    // In the older edition cavalry attacks by charging only.
    let mut ground = Ground::new(Rivoli);
    let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
    ground.put("A", LINE, "0906", Vertex::E);
    ground.put("C", LINE, "1006", Vertex::NW);
    let play = ground.at(Step::Declaration, Orders::Received);
    play.refuse(&["R 8.1/5"], Action::Shock { unit: a, aim: Aim::Right });
}

// ------------------------------------------------------------------------------------------------------ 9.2, its effects

#[test]
fn the_bonus_of_a_charge() {
    for edition in Edition::ALL {
        for (rider, name, bonus) in [(HUSSARS, "light cavalry charges", 1), (CUIRASSIERS, "heavy cavalry charges", 3)] {
            let (play, a, c) = joined(edition, rider, HUSSARS);
            let tally = play.tally(&[a], true, &[c], 0);
            assert!(modifiers(&tally).contains(&(name.to_owned(), bonus)), "{edition:?} {name}");
        }
        // Heavy and light together: the heavy bonus alone.
        let mut ground = Ground::new(edition);
        let a = ground.put("A", CUIRASSIERS, "1005", Vertex::SE);
        let b = ground.put("A", HUSSARS, "0906", Vertex::E);
        let c = ground.put("C", HUSSARS, "1006", Vertex::NW);
        let play = ground.moving();
        let found = modifiers(&play.tally(&[a, b], true, &[c], 0));
        assert!(found.contains(&("heavy cavalry charges".to_owned(), 3)));
        assert!(found.iter().all(|(name, _)| name != "light cavalry charges"));
    }
}

#[test]
fn against_a_square_the_charge_counts_minus_two_and_nothing_more() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", CUIRASSIERS, "1005", Vertex::SE);
        let c = ground.put("C", LINE, "1006", Vertex::NW);
        ground.square(c);
        let play = ground.moving();
        let tally = play.tally(&[a], true, &[c], 0);
        let found = modifiers(&tally);
        assert!(found.contains(&("charge against a square".to_owned(), -2)));
        assert!(found.iter().all(|(name, _)| name != "heavy cavalry charges"));
        let rule: grognard::rule::Rule = pick(edition, "R 9.3.1/2", "M 9.2/4").parse().unwrap();
        assert!(tally.modifiers().any(|m| m.rule == rule), "{edition:?}");
    }
}

#[test]
fn cavalry_that_charged_is_tested_or_disordered_at_the_end() {
    for edition in Edition::ALL {
        // The target is lost where it stands, and nobody is left to pursue.
        for (die, order) in [(6, Order::Good), (7, Order::Disordered)] {
            let (ground, a, c) = duel(edition, HUSSARS, HUSSARS);
            let mut ground = ground;
            ground.order(c, Order::Routed);
            let mut play = ground.moving();
            play.ride(a, "1007", &[Dir::S], Vertex::SE);
            play.fight(a, &[9]);
            let dice: &[u8] = if edition == Montebello { &[die] } else { &[] };
            let account = finish(&mut play, dice);
            let expected = if edition == Montebello { order } else { Order::Disordered };
            assert_eq!(play.order(a), expected, "{edition:?} {die}");
            assert_eq!(play.order(c), Order::Eliminated);
            proves(&pick(edition, ["R 9.2/5"], ["M 9.2/5"]), &account);
        }
    }
}

/// Takes the first way and keeps facings until the dice are thrown: each action gets none of them but the last.
#[track_caller]
fn finish(play: &mut Play, dice: &[u8]) -> Journal {
    for _ in 0..12 {
        let action = match play.frame() {
            Frame::Pursuit(p) if p.due == PursuitDue::Turn => Action::Turn { facing: play.state.facing(p.unit) },
            _ => play.legal()[0],
        };
        let by = play.asked();
        let mut chance = grognard::chance::Scripted::d10([]);
        let dry = play.rules.apply(&play.state, by, &action, &mut chance);
        match dry {
            Ok(outcome) if dice.is_empty() && outcome.journal.events().any(|e| matches!(e, Event::CombatClosed)) => {
                return play.act(action, &[]);
            }
            Ok(_) => play.act(action, &[]),
            Err(_) => return play.act(action, dice),
        };
    }
    panic!("the charge goes on: {:?}", play.frame())
}

// ------------------------------------------------------------------------------------------------------ 9.3, squares

#[test]
fn infantry_on_clear_ground_may_form_square() {
    for edition in Edition::ALL {
        let rules = pick(edition, ["R 9.3/1", "R 9.3/3"], ["M 9.3.1/1", "M 9.3.1/4"]);
        // Cohesion 5: at most 5.
        for (die, formed) in [(5, true), (6, false)] {
            let (mut play, _, c) = joined(edition, HUSSARS, LINE);
            if !matches!(play.frame(), Frame::Square { .. }) {
                play.fight(UnitId::new(0).unwrap(), &[]);
            }
            assert!(matches!(play.frame(), Frame::Square { .. }), "{:?}", play.frame());
            assert_eq!(play.asked(), Side::Second);
            let dice: &[u8] = if formed { &[die] } else { &[die, 5, 0] };
            let account = if formed { play.act(Action::FormSquare { unit: c }, dice) } else { roll(&mut play, c, die) };
            assert_eq!(play.state.in_square(c), formed);
            if formed {
                proves(&rules, &account);
            } else {
                proves(&pick(edition, ["R 9.3/4", "R 9.3/5"], ["M 9.3.1/5", "M 9.3.1/6"]), &account);
            }
        }
    }
}

/// Forms square with this die; whatever is thrown after it is a 5.
#[track_caller]
fn roll(play: &mut Play, unit: UnitId, die: u8) -> Journal {
    with_fives(play, Action::FormSquare { unit }, &[die])
}

/// These dice, then as many fives as are asked for.
#[track_caller]
fn with_fives(play: &mut Play, action: Action, dice: &[u8]) -> Journal {
    for fives in 0..6 {
        let dice: Vec<u8> = dice.iter().copied().chain(std::iter::repeat_n(5, fives)).collect();
        let mut chance = grognard::chance::Scripted::d10(dice.clone());
        let by = play.asked();
        if play.rules.apply(&play.state, by, &action, &mut chance).is_ok() {
            return play.act(action, &dice);
        }
    }
    play.act(action, dice)
}

#[test]
fn who_is_not_offered_a_square() {
    for edition in Edition::ALL {
        let disordered = |ground: &mut Ground, c: UnitId| ground.order(c, Order::Disordered);
        let routed = |ground: &mut Ground, c: UnitId| ground.order(c, Order::Routed);
        type Change<'c> = &'c dyn Fn(&mut Ground, UnitId);
        let cases: [(Kind, Change<'_>); 4] =
            [(LINE, &disordered), (LINE, &routed), (HUSSARS, &|_, _| ()), (GUN, &|_, _| ())];
        for (kind, change) in cases {
            let (mut ground, a, c) = duel(edition, HUSSARS, kind);
            change(&mut ground, c);
            let mut play = ground.moving();
            play.ride(a, "1007", &[Dir::S], Vertex::SE);
            play.done_moving();
            assert!(!matches!(play.frame(), Frame::Square { .. }));
            assert!(!play.account.tallies().any(|tally| matches!(tally.what(), Label::FormSquare(_))));
        }
    }
}

#[test]
fn a_stack_forms_square_only_if_all_of_it_can() {
    for edition in Edition::ALL {
        let small = Kind { strength: 3, ..LINE };
        for (die, formed) in [(4, true), (5, false)] {
            let (mut ground, _, c) = duel(edition, HUSSARS, small);
            let d = ground.put("C", Kind { cohesion: 4, ..small }, "1007", Vertex::NW);
            let mut play = ground.moving();
            play.ride(UnitId::new(0).unwrap(), "1007", &[Dir::S], Vertex::SE);
            to_square(&mut play);
            with_fives(&mut play, Action::FormSquare { unit: c }, &[die]);
            assert_eq!([c, d].map(|unit| play.state.in_square(unit)), [formed; 2]);
            let after_square = play.account.entries().iter().find_map(|entry| match entry.event() {
                Some(Event::Ordered { unit, order: Order::Disordered }) => Some(*unit),
                _ => None,
            });
            if formed {
                assert_eq!(after_square, None);
            } else {
                let mut disordered: Vec<UnitId> = play
                    .account
                    .entries()
                    .iter()
                    .take_while(|entry| entry.tally().is_none_or(|tally| !charges(tally.what())))
                    .filter_map(|entry| match entry.event() {
                        Some(Event::Ordered { unit, order: Order::Disordered }) => Some(*unit),
                        _ => None,
                    })
                    .collect();
                disordered.sort();
                assert_eq!(disordered, pick(edition, vec![d], vec![c, d]), "{edition:?}");
                proves(&pick(edition, ["R 9.3/5"], ["M 9.3.1/6"]), &play.account);
            }
        }
    }
}

/// Goes on to the question of the square.
#[track_caller]
fn to_square(play: &mut Play) {
    play.done_moving();
    if !matches!(play.frame(), Frame::Square { .. }) {
        play.act(Action::Fight { unit: UnitId::new(0).unwrap() }, &[]);
    }
    assert!(matches!(play.frame(), Frame::Square { .. }), "{:?}", play.frame());
}

#[test]
fn artillery_follows_the_infantry_into_square() {
    for edition in Edition::ALL {
        let (mut ground, _, c) = duel(edition, HUSSARS, LINE);
        let gun = ground.put("C", GUN, "1007", Vertex::NW);
        let mut play = ground.moving();
        play.ride(UnitId::new(0).unwrap(), "1007", &[Dir::S], Vertex::SE);
        to_square(&mut play);
        let account = play.act(Action::FormSquare { unit: c }, &[0]);
        assert!(play.state.in_square(c) && play.state.in_square(gun));
        proves(&pick(edition, ["R 9.3/2"], ["M 9.3.1/3"]), &account);
    }
}

/// Before a square.
fn squared(edition: Edition, change: impl Fn(&mut Ground)) -> (Play, UnitId, UnitId) {
    let (mut ground, a, c) = duel(edition, HUSSARS, LINE);
    change(&mut ground);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], Vertex::SE);
    to_square(&mut play);
    play.act(Action::FormSquare { unit: c }, &[0]);
    assert!(matches!(play.frame(), Frame::Recall { .. }), "{:?}", play.frame());
    assert_eq!(play.asked(), Side::First);
    (play, a, c)
}

#[test]
fn the_recall_tests_cohesion_or_engagement() {
    // Cohesion 6, engagement 5.
    for (edition, need, rules) in [(Rivoli, 6, ["R 9.3.2/1", "R 9.3.2/2"]), (Montebello, 5, ["M 9.3.3/1", "M 9.3.3/1"])]
    {
        let (mut play, a, _) = squared(edition, |_| ());
        let account = play.act(Action::Recall, &[need]);
        proves(&rules, &play.account);
        let test = tally(&account, |label| label == Label::Recall(a));
        assert_eq!((test.need(), test.passed()), (Some(i16::from(need)), Some(true)));
        let (mut play, a, _) = squared(edition, |_| ());
        let account = with_fives(&mut play, Action::Recall, &[need + 1]);
        proves(&pick(edition, ["R 9.3.2/5"], ["M 9.3.3/4"]), &account);
        play.done_moving();
        assert!(play.may(Action::Fight { unit: a }) && !play.may(Action::Done), "it must charge");
    }
}

#[test]
fn a_recalled_charge_goes_back_a_hex_and_ends() {
    for edition in Edition::ALL {
        let (mut play, a, c) = squared(edition, |_| ());
        play.act(Action::Recall, &[0]);
        assert!(matches!(play.frame(), Frame::RecallMove { .. }));
        play.refuse(&pick(edition, ["R 9.3.2/3"], ["M 9.3.3/2"]), step(Dir::SE));
        let account = play.act(step(Dir::N), &[]);
        assert_eq!(play.hex(a), "1005");
        proves(&pick(edition, ["R 9.3.2/3"], ["M 9.3.3/2"]), &account);
        while !matches!(play.frame(), Frame::Activation(_) | Frame::Orders) {
            let action = play.legal()[0];
            play.act(action, &[]);
        }
        assert!(!has(&play.account, Label::Charge(a)) && play.order(a) == Order::Good, "no charge, no end of it");
        assert!(play.state.in_square(c));
    }
}

#[test]
fn a_recalled_charge_does_not_go_into_an_enemy_front_hex() {
    for edition in Edition::ALL {
        let rules = pick(edition, ["R 9.3.2/4"], ["M 9.3.3/3"]);
        let mut ground = Ground::new(edition);
        let a = ground.put("A", HUSSARS, "1004", Vertex::SE);
        let c = ground.put("C", LINE, "1007", Vertex::NW);
        ground.put("D", Kind { strength: 1, ..HUSSARS }, "0805", Vertex::E);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S, Dir::S], Vertex::SE);
        to_square(&mut play);
        play.act(Action::FormSquare { unit: c }, &[0]);
        play.act(Action::Recall, &[0]);
        // 0905 lies before 0805, 1005 before nobody.
        play.refuse(&rules, step(Dir::NW));
        assert!(play.may(step(Dir::N)));
    }
}

// ------------------------------------------------------------------------------------------------------ 9.4, counter-charge

#[test]
fn charged_cavalry_may_counter_charge() {
    for edition in Edition::ALL {
        let rules = pick(edition, ["R 9.4/1", "R 9.4/3"], ["M 9.4/1", "M 9.4/3"]);
        for (die, success) in [(5, true), (6, false)] {
            let (mut play, a, c) = joined(edition, HUSSARS, HUSSARS);
            play.fight(a, &[]);
            assert!(matches!(play.frame(), Frame::Combat(Stage::CounterCharge)), "{:?}", play.frame());
            assert_eq!(play.asked(), Side::Second);
            let account = with_fives(&mut play, Action::CounterCharge { unit: c }, &[die]);
            let test = tally(&account, |label| label == Label::CounterCharge(c));
            assert_eq!((test.need(), test.passed()), (Some(5), Some(success)));
            let bonus = value(&account, charges, "light cavalry charges");
            assert_eq!(bonus.unwrap_or(0), if success { 0 } else { 1 });
            if success {
                proves(&rules, &account);
            }
        }
    }
}

#[test]
fn light_cavalry_counter_charges_heavy_at_two_more() {
    for edition in Edition::ALL {
        for (rider, target, plus) in
            [(CUIRASSIERS, HUSSARS, 2), (CUIRASSIERS, CUIRASSIERS, 0), (HUSSARS, CUIRASSIERS, 0), (HUSSARS, HUSSARS, 0)]
        {
            let (mut play, a, c) = joined(edition, rider, target);
            play.fight(a, &[]);
            let account = with_fives(&mut play, Action::CounterCharge { unit: c }, &[3]);
            let test = tally(&account, |label| label == Label::CounterCharge(c));
            assert_eq!((test.sum(), test.total()), (plus, 3 + plus));
            if plus > 0 {
                proves(&pick(edition, ["R 9.4/2"], ["M 9.4/2"]), &account);
            }
        }
    }
}

#[test]
fn no_counter_charge_from_behind_or_in_disorder() {
    for edition in Edition::ALL {
        for (facing, order) in [(Vertex::SE, Order::Good), (Vertex::NW, Order::Disordered), (Vertex::NW, Order::Routed)]
        {
            let mut ground = Ground::new(edition);
            let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
            let c = ground.put("C", HUSSARS, "1007", facing);
            ground.order(c, order);
            let mut play = ground.moving();
            play.ride(a, "1007", &[Dir::S], Vertex::SE);
            play.done_moving();
            let account = with_fives(&mut play, Action::Fight { unit: a }, &[5]);
            assert!(has(&account, Label::Charge(a)), "nobody is asked before the die");
        }
    }
}

#[test]
fn a_counter_charger_pursues_whom_it_throws_back() {
    for edition in Edition::ALL {
        // 3 against 12: -4; clear +1; cohesion 0: a die of 2 makes -1, or 0 to 4 with 5. The attacker recoils.
        let (mut play, a, c) = joined(edition, HUSSARS, Kind { strength: 6, ..HUSSARS });
        play.fight(a, &[]);
        // -2 for 1 to 2, +1 clear: 2 - 1 = 1: the row in which only a counter-charge lets the defender pursue. The
        // attacker is disordered, and 9 fails its cohesion test: it recoils.
        play.act(Action::CounterCharge { unit: c }, &[0, 2, 9]);
        assert!(matches!(play.frame(), Frame::Withdrawal(_)), "{:?}", play.frame());
        assert_eq!(play.asked(), Side::First);
        let account = play.act(step(Dir::N), &[]);
        assert_eq!(play.hex(a), "1005");
        let _ = account;
        assert_eq!(play.asked(), Side::Second, "{:?}", play.frame());
        let pursuit =
            play.legal().into_iter().find(|action| matches!(action, Action::Advance { unit, .. } if *unit == c));
        let pursuit = pursuit.unwrap_or_else(|| panic!("{:?} {:?}", play.frame(), play.legal()));
        let account = play.act(pursuit, &[]);
        assert_eq!(play.hex(c), "1006");
        proves(&pick(edition, ["R 9.4/6"], ["M 9.4/7"]), &account);
    }
}

// ------------------------------------------------------------------------------------------------------ 9.5, pursuit

#[test]
fn the_penalty_of_further_charges() {
    let expected = [(Montebello, [0, -1, -2, -3]), (Rivoli, [-1, -2, -3, -4])];
    for (edition, values) in expected {
        let (play, a, c) = joined(edition, HUSSARS, HUSSARS);
        let first = play.tally(&[a], true, &[c], 0);
        assert!(first.modifiers().all(|m| !matches!(m.label, Label::FurtherCharge(_)) || m.value == 0));
        for (n, value) in (1..).zip(values) {
            let tally = play.tally(&[a], true, &[c], n);
            let penalty = tally.modifiers().find(|m| m.label == Label::FurtherCharge(n)).unwrap();
            assert_eq!((penalty.value, penalty.rule.to_string()), {
                (value, pick(edition, "R 9.5/13", "M 9.5.2/12").to_owned())
            });
        }
    }
}

/// The target has recoiled to 1008 in disorder; the cavalry stands in 1007 and may turn.
fn pursuing(edition: Edition, change: impl Fn(&mut Ground)) -> (Play, UnitId, UnitId) {
    let (mut ground, a, c) = duel(edition, HUSSARS, HUSSARS);
    change(&mut ground);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], Vertex::SE);
    play.fight(a, &[]);
    play.act(Action::Done, &[9]);
    assert!(matches!(play.frame(), Frame::Withdrawal(w) if w.unit == c), "{:?}", play.frame());
    play.act(step(Dir::S), &[]);
    assert_eq!((play.hex(c).as_str(), play.order(c)), ("1008", Order::Disordered));
    (play, a, c)
}

#[test]
fn a_vacated_hex_is_pursued_by_itself() {
    for edition in Edition::ALL {
        let (play, a, _) = pursuing(edition, |_| ());
        assert_eq!(play.hex(a), "1007");
        assert!(matches!(play.frame(), Frame::Pursuit(p) if p.due == PursuitDue::Turn), "{:?}", play.frame());
        assert!(!play.may(Action::Done), "the pursued stands in front: no end by choice");
        proves(&pick(edition, ["R 9.5/1"], ["M 9.5.1/1"]), &play.account);
    }
}

#[test]
fn a_pursuit_turns_one_hexside_at_most_towards_the_pursued() {
    for edition in Edition::ALL {
        let rules = pick(edition, ["R 9.5/9"], ["M 9.5.2/6"]);
        let (play, _, _) = pursuing(edition, |_| ());
        // SE and SW both hold 1008 to the south.
        assert!(play.may(Action::Turn { facing: Vertex::SE }) && play.may(Action::Turn { facing: Vertex::SW }));
        play.refuse(&rules, Action::Turn { facing: Vertex::E });
        play.refuse(&rules, Action::Turn { facing: Vertex::W });
    }
}

#[test]
fn every_enemy_in_front_is_charged_too() {
    for edition in Edition::ALL {
        let (mut play, a, _) = pursuing(edition, |ground| {
            // In 1107, to the south-east of 1007, looking away.
            ground.put("D", Kind { strength: 1, ..HUSSARS }, "1107", Vertex::SE);
        });
        let mut account = with_fives(&mut play, Action::Turn { facing: Vertex::SE }, &[]);
        if edition == Rivoli {
            // It might also stop.
            assert!(play.may(Action::Done));
            account = with_fives(&mut play, Action::Fight { unit: a }, &[]);
        }
        // 3 against 2 - 1 disordered - and 1.
        let tally = tally(&account, pursues);
        assert!(tally.modifiers().any(|m| m.label == Label::Ratio(3, 3)), "{:?}", modifiers(&tally));
        proves(&pick(edition, ["R 9.5/10"], ["M 9.5.2/13"]), &account);
        let _ = a;
    }
}

#[test]
fn another_enemy_in_front_lets_the_older_edition_stop() {
    for edition in Edition::ALL {
        let (mut play, a, _) = pursuing(edition, |ground| {
            ground.put("D", Kind { strength: 1, ..HUSSARS }, "1107", Vertex::SE);
        });
        with_fives(&mut play, Action::Turn { facing: Vertex::SE }, &[]);
        assert_eq!(matches!(play.frame(), Frame::Pursuit(_)), edition == Rivoli);
        if edition == Rivoli {
            let account = play.act(Action::Done, &[]);
            proves(&["R 9.5/14", "R 9.5/15"], &account);
            assert_eq!(play.order(a), Order::Disordered);
            assert!(!account.tallies().any(|tally| pursues(tally.what())));
            // Before the pursued alone it may not stop.
            let (mut play, _, _) = pursuing(edition, |_| ());
            with_fives(&mut play, Action::Turn { facing: Vertex::SE }, &[]);
            assert!(play.account.tallies().any(|tally| pursues(tally.what())));
        }
    }
}

#[test]
fn forbidden_ground_stops_a_pursuit() {
    for edition in Edition::ALL {
        let (ground, a, c) = duel(edition, HUSSARS, HUSSARS);
        let mut ground = ground;
        ground.terrain("1008", Terrain::Rough);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], Vertex::SE);
        play.fight(a, &[]);
        play.act(Action::Done, &[9]);
        play.act(step(Dir::S), &[]);
        assert_eq!((play.hex(a).as_str(), play.hex(c).as_str()), ("1007", "1008"));
        let dice: &[u8] = if edition == Montebello { &[0] } else { &[] };
        let account = finish(&mut play, dice);
        assert!(!play.account.tallies().any(|tally| pursues(tally.what())));
        proves(&pick(edition, ["R 9.5/11"], ["M 9.5.2/10"]), &account);
    }
}

#[test]
fn a_stack_pursues_whole_or_by_its_best_unit() {
    for edition in Edition::ALL {
        let (mut ground, a, _) = duel(edition, HUSSARS, HUSSARS);
        let b = ground.put("A", Kind { cohesion: 5, ..HUSSARS }, "1005", Vertex::SE);
        let mut play = ground.moving();
        let target = play.cell("1007");
        play.act(Action::Charge { unit: a, party: Party::Stack, target }, &[]);
        play.act(step(Dir::S), &[]);
        play.act(Action::Halt { facing: Vertex::SE }, &[]);
        play.fight(a, &[]);
        play.act(Action::Done, &[9]);
        play.act(step(Dir::S), &[]);
        if edition == Montebello {
            let to = target;
            assert!(play.may(Action::Advance { unit: a, party: Party::Alone, to }), "{:?}", play.legal());
            assert!(play.may(Action::Advance { unit: a, party: Party::Stack, to }));
            play.refuse(&["M 9.5.2/2"], Action::Advance { unit: b, party: Party::Alone, to });
            play.act(Action::Advance { unit: a, party: Party::Alone, to }, &[]);
            assert_eq!((play.hex(a).as_str(), play.hex(b).as_str()), ("1007", "1006"));
        } else {
            assert_eq!((play.hex(a).as_str(), play.hex(b).as_str()), ("1007", "1007"), "{:?}", play.frame());
            proves(&["R 9.5/3"], &play.account);
        }
    }
}

// ------------------------------------------------------------------------------------------------------ 10, what it does

#[test]
fn a_recoil_leads_away_from_the_attacker() {
    for edition in Edition::ALL {
        let (mut play, a, c) = joined(edition, HUSSARS, HUSSARS);
        play.fight(a, &[]);
        play.act(Action::Done, &[9]);
        assert!(!play.ways().contains(&Dir::NE) && !play.ways().contains(&Dir::NW));
        assert_eq!(play.ways(), [Dir::SE, Dir::S, Dir::SW], "1007 is two hexes from 1006 to the south only");
        play.refuse(&pick(edition, ["R 10.3/2"], ["M 10.3.1/2"]), step(Dir::NE));
        play.act(step(Dir::S), &[]);
        assert_eq!(play.state.facing(c), Vertex::NW);
        proves(&pick(edition, ["R 10.3/2"], ["M 10.3.1/2"]), &play.account);
    }
}

#[test]
fn who_cannot_recoil_is_lost() {
    for edition in Edition::ALL {
        let (mut ground, a, c) = duel(edition, HUSSARS, HUSSARS);
        for hex in ["1107", "1008", "0907"] {
            ground.put("B", Kind { strength: 1, ..LINE }, hex, Vertex::SE);
        }
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], Vertex::SE);
        play.fight(a, &[]);
        let account = with_fives(&mut play, Action::Done, &[9]);
        assert_eq!(play.order(c), Order::Eliminated);
        proves(&pick(edition, ["R 10.3/3"], ["M 10.3.1/5"]), &account);
    }
}

#[test]
fn each_enemy_front_hex_on_the_way_disorders() {
    for edition in Edition::ALL {
        let (mut ground, a, c) = duel(edition, HUSSARS, Kind { strength: 2, ..HUSSARS });
        // All three ways lead into fronts of B.
        ground.put("B", Kind { strength: 1, ..LINE }, "1009", Vertex::NE);
        ground.put("B", Kind { strength: 1, ..LINE }, "0908", Vertex::NE);
        ground.put("B", Kind { strength: 1, ..LINE }, "1207", Vertex::W);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], Vertex::SE);
        play.fight(a, &[]);
        play.act(Action::Done, &[9]);
        let ways = play.ways();
        assert!(ways.contains(&Dir::S), "{ways:?}");
        let account = with_fives(&mut play, step(Dir::S), &[]);
        proves(&pick(edition, ["R 10.3.4/2"], ["M 10.3.5/2"]), &account);
        let first = account.entries().iter().find_map(|entry| match entry.event() {
            Some(Event::Ordered { unit, order }) if *unit == c => Some(*order),
            _ => None,
        });
        assert_eq!(first, Some(Order::Disordered));
        assert!(account.entries().iter().any(|entry| {
            matches!(entry.event(), Some(Event::Ordered { unit, order: Order::Routed }) if *unit == c)
        }));
    }
}

#[test]
fn a_steep_slope_disorders_and_a_river_stops_a_recoil() {
    for edition in Edition::ALL {
        let (mut ground, a, c) = duel(edition, HUSSARS, LINE);
        ground.barrier("1007", "1008", Barrier::River);
        ground.barrier("1107", "1007", Barrier::SteepSlope);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], Vertex::SE);
        to_square(&mut play);
        play.act(Action::Done, &[]);
        // 1 + test.
        play.fight(a, &[4]);
        play.refuse(&pick(edition, ["R 10.3.3/1"], ["M 10.3.4/1"]), step(Dir::S));
        let account = with_fives(&mut play, step(Dir::SE), &[0]);
        assert!(account.entries().iter().any(|entry| {
            matches!(entry.event(), Some(Event::Ordered { unit, order: Order::Disordered }) if *unit == c)
        }));
        proves(&pick(edition, ["R 10.3.3/2"], ["M 10.3.4/2"]), &account);
    }
}

#[test]
fn a_recoil_may_end_beside_the_attacker_where_it_has_no_zone() {
    // A river with a bridge between the attacker and 1106 keeps its zone out of it.
    let (mut ground, a, c) = duel(Montebello, HUSSARS, HUSSARS);
    ground.barrier("1006", "1106", Barrier::River);
    for hex in ["1107", "1008", "0907"] {
        ground.put("B", Kind { strength: 1, ..LINE }, hex, Vertex::SE);
    }
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], Vertex::SE);
    play.fight(a, &[]);
    let account = with_fives(&mut play, Action::Done, &[9]);
    assert_eq!(play.hex(c), "1106", "the one way that is left");
    proves(&["M 10.3.1/6"], &account);
}

#[test]
fn who_is_passed_through_tests() {
    for edition in Edition::ALL {
        // 8 points in each hex behind: no room.
        let (mut ground, a, c) = duel(edition, HUSSARS, HUSSARS);
        let full = Kind { strength: 8, ..LINE };
        let friends = ["1107", "1008", "0907"].map(|hex| ground.put("D", full, hex, Vertex::NW));
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], Vertex::SE);
        play.fight(a, &[]);
        play.act(Action::Done, &[9]);
        play.act(step(Dir::S), &[]);
        let account = with_fives(&mut play, step(Dir::S), &[9]);
        assert_eq!(play.hex(c), "1009");
        assert_eq!(play.order(friends[1]), Order::Disordered);
        proves(&pick(edition, ["R 10.5/1", "R 10.5/2"], ["M 10.5/1", "M 10.5/2"]), &play.account);
        let _ = account;
    }
}

// ------------------------------------------------------------------------------------------------------ 8, shock

/// Infantry at 1005 and enemies in its front hexes, in the declarations.
fn line(edition: Edition, enemies: &[(&str, Kind)], orders: Orders) -> (Play, UnitId, Vec<UnitId>) {
    let mut ground = Ground::new(edition);
    let a = ground.put("A", LINE, "1005", Vertex::SE);
    let enemies = enemies.iter().map(|(hex, kind)| ground.put("C", *kind, hex, Vertex::NW)).collect();
    (ground.at(Step::Declaration, orders), a, enemies)
}

#[test]
fn a_shock_is_for_units_in_good_order_against_a_front_hex() {
    for edition in Edition::ALL {
        let (play, a, _) = line(edition, &[("1006", LINE)], Orders::Received);
        assert!(play.may(Action::Shock { unit: a, aim: Aim::Right }), "{:?}", play.legal());
        play.refuse(&pick(edition, ["R 8.1/1"], ["M 8.2/1"]), Action::Shock { unit: a, aim: Aim::Left });
        for order in [Order::Disordered, Order::Routed] {
            let mut ground = Ground::new(edition);
            let a = ground.put("A", LINE, "1005", Vertex::SE);
            ground.put("A", LINE, "1106", Vertex::SW);
            ground.order(a, order);
            ground.put("C", LINE, "1006", Vertex::NW);
            let play = ground.at(Step::Declaration, Orders::Received);
            play.refuse(&pick(edition, ["R 8.1/2"], ["M 8.2/2"]), Action::Shock { unit: a, aim: Aim::Right });
        }
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", Vertex::SE);
        ground.put("A", LINE, "1106", Vertex::SW);
        ground.square(a);
        ground.put("C", LINE, "1006", Vertex::NW);
        let play = ground.at(Step::Declaration, Orders::Received);
        let rules = pick(edition, ["R 8.1/2"], ["M 4.2/11"]);
        play.refuse(&rules, Action::Shock { unit: a, aim: Aim::Right });
    }
}

#[test]
fn every_enemy_in_front_is_attacked() {
    for edition in Edition::ALL {
        let (mut play, a, enemies) = line(edition, &[("1105", LINE), ("1006", LINE)], Orders::Received);
        let rules = pick(edition, ["R 8.1/9"], ["M 8.2/6"]);
        if play.may(Action::Shock { unit: a, aim: Aim::Right }) {
            play.act(Action::Shock { unit: a, aim: Aim::Right }, &[]);
            play.refuse(&rules, Action::Done);
        } else {
            play.refuse(&rules, Action::Shock { unit: a, aim: Aim::Right });
            play.act(Action::Shock { unit: a, aim: Aim::Both }, &[]);
            let account = with_fives_fight(&mut play, a);
            let tally = tally(&account, |label| label == Label::Shock(a));
            assert!(tally.modifiers().any(|m| m.label == Label::Ratio(4, 8)));
        }
        let _ = enemies;
    }
}

#[track_caller]
fn with_fives_fight(play: &mut Play, unit: UnitId) -> Journal {
    play.done_moving();
    with_fives(play, Action::Fight { unit }, &[])
}

#[test]
fn a_neighbour_that_fails_leaves_both_enemies_to_one_unit() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        // A at 1005 has 1105 and 1006 before it, B at 1106 (facing W... NW) has 1105 too.
        let a = ground.put("A", LINE, "1005", Vertex::SE);
        let b = ground.put("A", Kind { engagement: 2, ..LINE }, "0906", Vertex::E);
        ground.put("C", LINE, "1105", Vertex::W);
        ground.put("C", LINE, "1006", Vertex::NW);
        let mut play = ground.at(Step::Declaration, Orders::Without);
        // B takes 1006, A takes 1105.
        let shock_b =
            play.legal().into_iter().rfind(|x| matches!(x, Action::Shock { unit, .. } if *unit == b)).unwrap();
        play.act(shock_b, &[]);
        play.act(Action::Shock { unit: a, aim: Aim::Left }, &[]);
        play.done_moving();
        // B fails; nobody attacks 1006 but A.
        let mut account = with_fives(&mut play, Action::Fight { unit: b }, &[]);
        if play.may(Action::Fight { unit: a }) {
            account = with_fives(&mut play, Action::Fight { unit: a }, &[]);
        }
        let shock = tally(&account, |label| label == Label::Shock(a));
        assert!(shock.modifiers().any(|m| m.label == Label::Ratio(4, 8)), "{:?}", modifiers(&shock));
        proves(&pick(edition, ["R 8.2.1/5"], ["M 8.3.2/5"]), &play.account);
    }
}

#[test]
fn an_enemy_is_attacked_once() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", Vertex::SE);
        let c = ground.put("C", Kind { strength: 8, cohesion: 9, ..LINE }, "1006", Vertex::NW);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        with_fives_fight(&mut play, a);
        assert!(play.state.marked(Mark::Attacked).has(c) || !matches!(play.frame(), Frame::Activation(Step::Combat)));
    }
}

#[test]
fn strengths_add_up_and_each_stack_tests_in_the_later_edition() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", Vertex::SE);
        let b = ground.put("A", Kind { engagement: 4, ..LINE }, "0905", Vertex::E);
        ground.put("C", LINE, "1006", Vertex::NW);
        let mut play = ground.at(Step::Declaration, Orders::Without);
        for unit in [a, b] {
            let shock = play.legal().into_iter().find(|x| matches!(x, Action::Shock { unit: u, .. } if *u == unit));
            play.act(shock.unwrap_or_else(|| panic!("{:?}", play.legal())), &[]);
        }
        play.done_moving();
        let account = with_fives(&mut play, Action::Fight { unit: a }, &[4]);
        let tests = account.tallies().filter(|t| matches!(t.what(), Label::Engagement(_))).count();
        assert_eq!(tests, pick(edition, 1, 2));
        let shock = tally(&account, |label| matches!(label, Label::Shock(_)));
        let expected = pick(edition, Label::Ratio(8, 4), Label::Ratio(4, 4));
        assert!(shock.modifiers().any(|m| m.label == expected), "{:?}", modifiers(&shock));
        proves(&pick(edition, ["R 8.4/3", "R 8.4/4"], ["M 8.4.1/2", "M 8.4.1/3"]), &play.account);
    }
}

#[test]
fn artillery_alone_is_overrun() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", Vertex::SE);
        let gun = ground.put("C", GUN, "1006", Vertex::SE);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        let account = with_fives_fight(&mut play, a);
        assert_eq!(play.order(gun), Order::Eliminated);
        proves(&pick(edition, ["R 8.10/6"], ["M 8.9/5"]), &account);
    }
}

#[test]
fn the_winner_advances_and_may_turn_one_corner() {
    for edition in Edition::ALL {
        let (mut play, a, c) = line(edition, &[("1006", Kind { strength: 1, ..LINE })], Orders::Received);
        play.shock(a);
        play.done_moving();
        // 4 to 1, +1 clear: 0 + 5: one hex and a test, which 0 passes.
        play.act(Action::Fight { unit: a }, &[0]);
        assert!(matches!(play.frame(), Frame::Withdrawal(_)), "{:?}", play.frame());
        let account = with_fives(&mut play, step(Dir::S), &[0]);
        assert_eq!(play.hex(c[0]), "1007");
        assert_eq!(play.hex(a), "1006", "{:?}", play.frame());
        proves(&pick(edition, ["R 8.7/1"], ["M 8.7.1/1"]), &account);
        assert!(play.may(Action::Turn { facing: Vertex::SW }) && play.may(Action::Turn { facing: Vertex::E }));
        play.refuse(&pick(edition, ["R 8.7/3"], ["M 8.7.1/3"]), Action::Turn { facing: Vertex::NW });
    }
}
