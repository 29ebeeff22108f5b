//! Clauses of Montebello that only a longer course of play shows: the tests of chapter 0, the order of an activation, the
//! effects of a charge and of its pursuit (9), disorder and rout (10.1, 10.2), withdrawals (10.3) and friends passed through
//! (10.5). Each shows what the clause brings, and where it ends.
//!
//! On the plain of `support/ground.rs` odd columns lie lower: around 1006 lie N 1005, NE 1105, SE 1106, S 1007, SW 0906 and
//! NW 0905. The first side's routed units run north, the second side's south.

#[path = "support/ground.rs"]
mod ground;
mod support;

use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Evasion};
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::Montebello;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::fire::{FireKind, Shot, fire_tally};
use grognard::jours_de_gloire::frame::{Flight, Frame, Gait, Party, PursuitDue, Stage, Step, Trial};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::side::{Side, UnitId};
use ground::{CUIRASSIERS, GUN, Ground, HUSSARS, Journal, Kind, LINE, Play, step, tally};
use support::proves;

use Vertex::{E, NE, NW, SE, SW, W};

/// Weak infantry, two or three of which share a hex.
const SMALL: Kind = Kind { strength: 2, worn: (1, 4, 3), ..LINE };

/// Cavalry at 1005 that looks south, and an enemy at 1007 that looks at it.
fn duel(rider: Kind, target: Kind) -> (Ground, UnitId, UnitId) {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", rider, "1005", SE);
    let c = ground.put("C", target, "1007", NW);
    (ground, a, c)
}

/// The cavalry has ridden to 1006; a square is declined.
#[track_caller]
fn ride(ground: Ground, a: UnitId) -> Play {
    ride_with(ground, a, Orders::Received, &[])
}

/// The same with these orders, and these dice for its test of engagement.
#[track_caller]
fn ride_with(ground: Ground, a: UnitId, orders: Orders, dice: &[u8]) -> Play {
    let mut play = ground.at(Step::Movement, orders);
    play.act(play.charge(a, "1007"), dice);
    play.act(step(Dir::S), &[]);
    play.act(Action::Halt { facing: SE }, &[]);
    decline_square(&mut play);
    play
}

#[track_caller]
fn decline_square(play: &mut Play) {
    while matches!(play.frame(), Frame::Square { .. }) {
        play.act(Action::Done, &[]);
    }
}

/// How often a unit has tested cohesion for this reason.
fn tests(account: &Journal, unit: UnitId, trial: Trial) -> usize {
    account.tallies().filter(|tally| tally.what() == Label::Cohesion(unit, trial)).count()
}

fn value(account: &Journal, of: impl Fn(Label) -> bool, label: impl Fn(Label) -> bool) -> Option<i8> {
    tally(account, of).modifiers().find(|m| label(m.label)).map(|m| m.value)
}

/// Goes to the combats of the activation.
#[track_caller]
fn to_combats(play: &mut Play) {
    for _ in 0..6 {
        if play.frame() == Frame::Activation(Step::Combat) {
            return;
        }
        play.act(Action::Done, &[]);
    }
    panic!("no combat: {:?}", play.frame());
}

/// The place of the first entry in the account that `wanted` picks.
#[track_caller]
fn place(account: &Journal, wanted: impl Fn(Label) -> bool) -> usize {
    let found = account.entries().iter().position(|entry| entry.tally().is_some_and(|tally| wanted(tally.what())));
    found.expect("a tally of that name")
}

// ------------------------------------------------------------------------------------------------- 0.3, 0.4, the tests

#[test]
fn the_values_on_the_back_hold_in_disorder() {
    let (ground, a, c) = duel(HUSSARS, HUSSARS);
    let mut play = ride(ground, a);
    let front = play.rules.values(&play.state, c);
    assert_eq!((front.strength, front.cohesion, front.engagement), (3, 6, 5));
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    // 9 and +2: back, and in disorder.
    play.act(Action::Done, &[9]);
    let account = play.act(step(Dir::S), &[]);
    let back = play.rules.values(&play.state, c);
    assert_eq!((back.strength, back.cohesion, back.engagement), (2, 5, 3));
    proves(&["M 0.3/3", "M 10.1/1"], &account);
    // And they count: 3 to 2, and 6 less 5.
    let pursuit = play.tally(&[a], true, &[c], 1);
    let labels: Vec<_> = pursuit.modifiers().map(|m| m.label).collect();
    assert!(labels.contains(&Label::Ratio(3, 2)) && labels.contains(&Label::Differential(6, 5)), "{labels:?}");
}

/// Infantry at 1005 and two weak units of cohesion 5 and 0 at 1006, beaten so that each goes back a hex and tests.
fn stack_beaten(second: &[u8]) -> (Play, Journal, [UnitId; 2]) {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", LINE, "1005", SE);
    let steady = ground.put("C", SMALL, "1006", NW);
    let shaky = ground.put("C", Kind { cohesion: 0, ..SMALL }, "1006", NW);
    let mut play = ground.at(Step::Declaration, Orders::Received);
    play.shock(a);
    to_combats(&mut play);
    // 4 to 4, clear ground: 4 and 1 are 5.
    play.act(Action::Fight { unit: a }, &[4]);
    play.act(step(Dir::S), &[]);
    let account = play.act(step(Dir::SE), second);
    (play, account, [steady, shaky])
}

#[test]
fn each_unit_of_a_stack_throws_its_own_die_and_a_zero_is_a_zero() {
    for (dice, order) in [([5, 0], Order::Good), ([5, 1], Order::Disordered)] {
        let (play, account, [steady, shaky]) = stack_beaten(&dice);
        let one = tally(&account, |label| label == Label::Cohesion(steady, Trial::Combat));
        assert_eq!((one.need(), one.total(), one.passed()), (Some(5), 5, Some(true)), "at its cohesion");
        let other = tally(&account, |label| label == Label::Cohesion(shaky, Trial::Combat));
        assert_eq!((other.need(), other.passed()), (Some(0), Some(order == Order::Good)));
        assert_eq!((play.order(steady), play.order(shaky)), (Order::Good, order));
        proves(&["M 0.4/1", "M 0.4.1/1"], &account);
    }
    // In one hex, as fire finds them.
    let mut ground = Ground::new(Montebello);
    let gun = ground.put("A", Kind { strength: 4, ..GUN }, "1003", SE);
    let (steady, shaky) =
        (ground.put("C", SMALL, "1006", NW), ground.put("C", Kind { cohesion: 0, ..SMALL }, "1006", NW));
    let mut play = ground.at(Step::Fire, Orders::Received);
    let (fire, die) = shot(&play, gun, "1006", 12);
    let account = play.act(fire, &[die, 5, 1]);
    assert_eq!((play.order(steady), play.order(shaky)), (Order::Good, Order::Disordered));
    proves(&["M 0.4.1/2"], &account);
}

/// A shot at a hex, and the die that brings this total.
#[track_caller]
fn shot(play: &Play, gun: UnitId, hex: &str, total: i16) -> (Action, u8) {
    let target = play.cell(hex);
    let normal = Shot { firer: gun, with: None, kind: FireKind::Normal, target, unit: None };
    let sum = fire_tally(&play.rules, &play.state, normal).sum();
    let die = u8::try_from(total - sum).unwrap_or_else(|_| panic!("{sum} are more than {total}"));
    assert!(die < 10, "{sum} are too few for {total}");
    (Action::Fire { unit: gun, target, party: Party::Alone }, die)
}

#[test]
fn a_charge_is_tested_before_its_movement_and_not_again() {
    for (die, rides) in [(5, true), (6, false)] {
        let (ground, a, _) = duel(HUSSARS, LINE);
        let mut play = ground.at(Step::Movement, Orders::Without);
        let account = play.act(play.charge(a, "1007"), &[die]);
        let test = tally(&account, |label| label == Label::ChargeEngagement(a));
        assert_eq!((test.need(), test.passed()), (Some(5), Some(rides)), "at most its engagement");
        proves(&["M 0.4.2/1"], &account);
        if !rides {
            assert_eq!(play.hex(a), "1005");
            continue;
        }
        play.act(step(Dir::S), &[]);
        play.act(Action::Halt { facing: SE }, &[]);
        decline_square(&mut play);
        to_combats(&mut play);
        // One die for the charge; the target, thrown back by 7 and +2, holds with a 0.
        let account = play.act(Action::Fight { unit: a }, &[5]);
        assert!(
            !account.tallies().any(|tally| matches!(tally.what(), Label::Engagement(_) | Label::ChargeEngagement(_)))
        );
        proves(&["M 2.4.2/8"], &account);
    }
    // A shock without orders is tested when it is fought.
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", LINE, "1005", SE);
    ground.put("C", LINE, "1006", NW);
    let mut play = ground.at(Step::Declaration, Orders::Without);
    play.shock(a);
    to_combats(&mut play);
    let account = play.act(Action::Fight { unit: a }, &[5, 4]);
    assert_eq!(tally(&account, |label| label == Label::Engagement(a)).passed(), Some(true));
    proves(&["M 0.4.2/1"], &account);
}

// ------------------------------------------------------------------------------------------------- 1 and 2, the activation

fn march(unit: UnitId) -> Action {
    Action::Move { unit, party: Party::Alone, gait: Gait::March }
}

#[test]
fn the_steps_follow_one_another_and_each_is_taken_by_all_groups() {
    let mut ground = Ground::new(Montebello);
    // Two groups of one formation, far apart, and an enemy in sight of the gun.
    let near = [ground.put("A", LINE, "0505", SE), ground.put("A", LINE, "0605", SE)];
    let far = ground.put("A", LINE, "1505", SE);
    let gun = ground.put("A", GUN, "1003", SE);
    ground.put("C", LINE, "1006", NW);
    let mut play = ground.at(Step::Fire, Orders::Received);
    play.refuse(&["M 1.D/4"], march(near[0]));
    let passed = play.act(Action::Done, &[]);
    proves(&["M 2.4/3"], &passed);
    // In movement the groups take turns as their owner likes.
    for unit in [near[0], far, near[1]] {
        play.act(march(unit), &[]);
        play.act(step(Dir::N), &[]);
        play.act(Action::Halt { facing: SE }, &[]);
    }
    let fire = Action::Fire { unit: gun, target: play.cell("1006"), party: Party::Alone };
    play.refuse(&["M 1.D/4"], fire);
    let passed = play.act(Action::Done, &[]);
    proves(&["M 1.D/4", "M 2.4/3"], &passed);
    assert_ne!(play.state.acting(), Some(Side::Second));
}

#[test]
fn without_orders_artillery_fires_without_a_test() {
    let mut ground = Ground::new(Montebello);
    let gun = ground.put("A", GUN, "1003", SE);
    ground.put("C", LINE, "1006", NW);
    let mut play = ground.at(Step::Fire, Orders::Without);
    let fire = Action::Fire { unit: gun, target: play.cell("1006"), party: Party::Alone };
    // One die, and it is that of the fire.
    let account = play.act(fire, &[0]);
    assert_eq!(account.tallies().map(|tally| tally.what()).collect::<Vec<_>>(), [Label::Fire(gun)]);
    proves(&["M 2.4.2/2"], &account);
    // Then it stays where it is.
    while play.frame() != Frame::Activation(Step::Movement) {
        play.act(Action::Done, &[]);
    }
    play.refuse(&["M 4.4.2/3"], march(gun));
}

// ------------------------------------------------------------------------------------------------- 9, what a charge does

#[test]
fn a_charge_is_never_evaded() {
    for target in [HUSSARS, CUIRASSIERS] {
        let (ground, a, c) = duel(CUIRASSIERS, target);
        let mut play = ride(ground, a);
        to_combats(&mut play);
        play.act(Action::Fight { unit: a }, &[]);
        assert!(matches!(play.frame(), Frame::Combat(Stage::CounterCharge)), "{:?}", play.frame());
        for hexes in [Evasion::One, Evasion::Two] {
            play.refuse(&["M 9/2"], Action::Evade { unit: c, hexes });
        }
    }
    // The same heavy cavalry in shock is evaded.
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", CUIRASSIERS, "1005", SE);
    let c = ground.put("C", HUSSARS, "1006", NW);
    let mut play = ground.at(Step::Declaration, Orders::Received);
    play.shock(a);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    assert!(play.may(Action::Evade { unit: c, hexes: Evasion::One }));
}

#[test]
fn the_steps_of_a_charge_are_taken_in_order() {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", HUSSARS, "1005", SE);
    let foot = ground.put("C", LINE, "1007", NW);
    let gun = ground.put("C", GUN, "1007", NW);
    let horse = ground.put("C", HUSSARS, "1106", NW);
    let mut play = ground.at(Step::Movement, Orders::Without);
    play.act(play.charge(a, "1007"), &[5]);
    play.act(step(Dir::S), &[]);
    // The square is tried while others may still move.
    let account = play.act(Action::Halt { facing: SE }, &[]);
    proves(&["M 9/4"], &account);
    assert!(matches!(play.frame(), Frame::Square { .. }), "{:?}", play.frame());
    play.act(Action::FormSquare { unit: foot }, &[6]);
    assert_eq!(play.order(foot), Order::Disordered);
    assert_eq!(play.frame(), Frame::Activation(Step::Movement));
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    assert!(matches!(play.frame(), Frame::Combat(Stage::CounterCharge)), "{:?}", play.frame());
    play.refuse(&["M 9/4"], Action::FormSquare { unit: foot });
    play.act(Action::CounterCharge { unit: horse }, &[9]);
    assert!(matches!(play.frame(), Frame::Combat(Stage::Reaction)), "{:?}", play.frame());
    // Fire that does nothing; 3 against 6 with +1, +1 and +1: a 0 disorders the charger, who holds with 0 and fails with 9.
    let account = play.act(Action::React { unit: gun, target: a }, &[0, 0, 0, 9]);
    proves(&["M 9/5"], &account);
    let order = [
        place(&play.account, |label| label == Label::ChargeEngagement(a)),
        place(&play.account, |label| label == Label::FormSquare(foot)),
        place(&play.account, |label| label == Label::CounterCharge(horse)),
        place(&play.account, |label| label == Label::ReactionFire(gun)),
        place(&play.account, |label| label == Label::Charge(a)),
        place(&play.account, |label| label == Label::Cohesion(a, Trial::EndOfCharge)),
    ];
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn out_of_contact_and_back_the_former_facing_is_kept() {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", HUSSARS, "1006", SE);
    ground.put("C", LINE, "1007", NW);
    let mut play = ground.moving();
    play.act(play.charge(a, "1007"), &[]);
    // It leaves the zone, at a point more, turns about and comes back.
    play.act(step(Dir::N), &[]);
    play.act(step(Dir::S), &[]);
    play.refuse(&["M 9.1/8"], Action::Halt { facing: SW });
    play.act(Action::Halt { facing: SE }, &[]);
    decline_square(&mut play);
    assert!(play.state.marked(Mark::Charging).has(a));
    // Who was not in contact attacks as it likes.
    let (ground, a, _) = duel(HUSSARS, LINE);
    let mut play = ground.moving();
    play.act(play.charge(a, "1007"), &[]);
    play.act(step(Dir::S), &[]);
    assert!(play.may(Action::Halt { facing: SW }) && play.may(Action::Halt { facing: SE }));
}

#[test]
fn a_charge_is_fought_against_every_enemy_in_its_front_hexes() {
    for (second, ratio) in
        [(Some("1106"), Label::Ratio(3, 8)), (Some("1204"), Label::Ratio(3, 4)), (None, Label::Ratio(3, 4))]
    {
        let (mut ground, a, _) = duel(HUSSARS, LINE);
        if let Some(hex) = second {
            ground.put("C", LINE, hex, E);
        }
        let mut play = ride(ground, a);
        to_combats(&mut play);
        // Whatever happens, one die and a test or two.
        let account = fives(&mut play, Action::Fight { unit: a }, &[4]);
        let charge = tally(&account, |label| label == Label::Charge(a));
        assert!(charge.modifiers().any(|m| m.label == ratio), "{second:?}: {charge:?}");
        proves(&["M 9.2/1"], &account);
    }
}

/// These dice, then as many fives as are asked for.
#[track_caller]
fn fives(play: &mut Play, action: Action, dice: &[u8]) -> Journal {
    use grognard::ruleset::Ruleset;
    for more in 0..6 {
        let dice: Vec<u8> = dice.iter().copied().chain(std::iter::repeat_n(5, more)).collect();
        let mut chance = grognard::chance::Scripted::d10(dice.clone());
        if play.rules.apply(&play.state, play.asked(), &action, &mut chance).is_ok() {
            return play.act(action, &dice);
        }
    }
    play.act(action, dice)
}

/// Heavy cavalry of 8 points before infantry that formed square: at the combats.
fn against_a_square(change: impl Fn(&mut Ground)) -> (Play, UnitId, UnitId) {
    let (mut ground, a, c) = duel(Kind { strength: 8, ..CUIRASSIERS }, LINE);
    change(&mut ground);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], SE);
    play.act(Action::FormSquare { unit: c }, &[0]);
    assert!(play.state.in_square(c) && matches!(play.frame(), Frame::Recall { .. }));
    play.act(Action::Done, &[]);
    to_combats(&mut play);
    (play, a, c)
}

#[test]
fn against_a_square_the_bonus_gives_way_to_minus_two() {
    let (mut play, a, _) = against_a_square(|_| ());
    let account = fives(&mut play, Action::Fight { unit: a }, &[4]);
    let charges = |label| label == Label::Charge(a);
    assert_eq!(value(&account, charges, |label| label == Label::AgainstSquare), Some(-2));
    assert_eq!(value(&account, charges, |label| label == Label::HeavyCharge), None);
    // +2 for 2 to 1, +1 clear, +1 cohesion.
    assert_eq!(tally(&account, charges).sum(), 2);
    proves(&["M 9.2/4"], &account);
}

#[test]
fn who_fails_at_the_end_of_a_charge_is_disordered_on_top() {
    for (die, order) in [(5, Order::Disordered), (6, Order::Routed)] {
        let (ground, a, _) = duel(HUSSARS, Kind { strength: 6, ..LINE });
        let mut play = ride(ground, a);
        to_combats(&mut play);
        // -2 for 1 to 2, and three of +1: 0 disorders it, its test of the combat holds; then the end of the charge.
        let account = play.act(Action::Fight { unit: a }, &[0, 5, die]);
        assert_eq!(tests(&account, a, Trial::EndOfCharge), 1);
        assert_eq!(play.order(a), order);
        if order == Order::Routed {
            proves(&["M 9.2/6", "M 10.1/2"], &account);
            // It retreats three hexes.
            assert!(
                matches!(play.frame(), Frame::Withdrawal(w) if w.unit == a && w.flight == Flight::Retreat && w.left == 3)
            );
        }
    }
}

#[test]
fn a_square_that_is_thrown_back_does_not_form_again_in_the_pursuit() {
    let (mut play, a, c) = against_a_square(|_| ());
    // 4 and 2: back, and a test, which it passes.
    play.act(Action::Fight { unit: a }, &[4]);
    play.act(step(Dir::S), &[0]);
    assert!(!play.state.in_square(c) && play.order(c) == Order::Good);
    assert_eq!(play.hex(a), "1007");
    let account = fives(&mut play, Action::Turn { facing: SE }, &[4]);
    proves(&["M 9.3.1/2"], &account);
    assert!(account.tallies().any(|tally| tally.what() == Label::PursuitCharge(a)), "it is charged at once");
}

#[test]
fn infantry_may_form_square_against_a_pursuit_and_the_cavalry_break_off() {
    // It declines the square at first, and is thrown back in good order.
    let pursued = || {
        let (ground, a, c) = duel(Kind { strength: 8, ..CUIRASSIERS }, LINE);
        let mut play = ride(ground, a);
        to_combats(&mut play);
        // +2, +1, +1 and +3: a 0 makes 7.
        play.act(Action::Fight { unit: a }, &[0]);
        play.act(step(Dir::S), &[0]);
        assert_eq!((play.hex(a).as_str(), play.hex(c).as_str(), play.order(c)), ("1007", "1008", Order::Good));
        let account = play.act(Action::Turn { facing: SE }, &[]);
        assert!(matches!(play.frame(), Frame::Square { .. }), "{:?}", play.frame());
        proves(&["M 9.5.1/2"], &account);
        (play, a, c)
    };
    // Formed: the pursuit is fought at -2, or broken off; the charge that came before is tested all the same.
    let (mut play, a, c) = pursued();
    let account = play.act(Action::FormSquare { unit: c }, &[5]);
    assert!(play.state.in_square(c));
    proves(&["M 9.3.1/4"], &account);
    let account = fives(&mut play, Action::Done, &[4]);
    let pursues = |label| label == Label::PursuitCharge(a);
    assert_eq!(value(&account, pursues, |label| label == Label::AgainstSquare), Some(-2));
    let (mut play, a, c) = pursued();
    play.act(Action::FormSquare { unit: c }, &[5]);
    let account = play.act(Action::Recall, &[5]);
    proves(&["M 9.3.3/1"], &account);
    play.act(step(Dir::N), &[]);
    let account = play.act(Action::Turn { facing: SE }, &[6]);
    assert_eq!((play.hex(a).as_str(), tests(&account, a, Trial::EndOfCharge)), ("1006", 1));
    assert!(!play.account.tallies().any(|tally| pursues(tally.what())));
    // Failed: it is disordered, and charged so.
    let (mut play, _, c) = pursued();
    let account = fives(&mut play, Action::FormSquare { unit: c }, &[6]);
    proves(&["M 9.3.1/5", "M 9.3.1/6"], &account);
    assert_ne!(play.order(c), Order::Good);
}

#[test]
fn who_is_recalled_takes_no_test_at_the_end() {
    let (ground, a, c) = duel(HUSSARS, LINE);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], SE);
    play.act(Action::FormSquare { unit: c }, &[0]);
    let account = play.act(Action::Recall, &[5]);
    proves(&["M 9.3.3/6"], &account);
    play.act(step(Dir::N), &[]);
    play.act(Action::Turn { facing: SE }, &[]);
    while play.state.acting().is_some() {
        play.act(Action::Done, &[]);
    }
    assert_eq!(tests(&play.account, a, Trial::EndOfCharge), 0);
    assert_eq!(play.order(a), Order::Good);
}

// ------------------------------------------------------------------------------------------------- 9.4, counter-charge

#[test]
fn in_good_order_the_pursued_counter_charges_again() {
    // A 4 makes 6: back, and a test.
    let (ground, a, c) = duel(HUSSARS, HUSSARS);
    let mut play = ride(ground, a);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    play.act(Action::Done, &[4]);
    play.act(step(Dir::S), &[6]);
    play.act(Action::Turn { facing: SE }, &[]);
    assert!(matches!(play.frame(), Frame::Combat(Stage::CounterCharge)), "{:?}", play.frame());
    let account = fives(&mut play, Action::CounterCharge { unit: c }, &[5]);
    proves(&["M 9.4/5"], &account);
    let pursues = |label| label == Label::PursuitCharge(a);
    assert_eq!(value(&account, pursues, |label| label == Label::LightCharge), None, "it takes the bonus away again");
    // In disorder it does not.
    let (ground, a, _) = duel(HUSSARS, HUSSARS);
    let mut play = ride(ground, a);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    play.act(Action::Done, &[9]);
    play.act(step(Dir::S), &[]);
    let account = fives(&mut play, Action::Turn { facing: SE }, &[4]);
    assert_eq!(value(&account, |label| label == Label::PursuitCharge(a), |label| label == Label::LightCharge), Some(1));
}

#[test]
fn a_counter_charger_that_pursues_tests_at_the_end() {
    for pursues in [true, false] {
        let (ground, a, c) = duel(HUSSARS, Kind { strength: 6, ..HUSSARS });
        let mut play = ride(ground, a);
        to_combats(&mut play);
        play.act(Action::Fight { unit: a }, &[]);
        // -2 and +1: 2 makes 1. The attacker is disordered, and 9 throws it back.
        play.act(Action::CounterCharge { unit: c }, &[0, 2, 9]);
        play.act(step(Dir::N), &[]);
        assert_eq!((play.asked(), play.hex(a).as_str()), (Side::Second, "1005"));
        if pursues {
            let account = play.act(Action::Advance { unit: c, party: Party::Alone, to: play.cell("1006") }, &[]);
            proves(&["M 9.4/8"], &account);
            // 6 to 2, clear, 6 to 5, light: 9 makes 15. The hussars rout, and the pursuit is followed to its end.
            end(&mut play);
        } else {
            let action = Action::Done;
            fives(&mut play, action, &[]);
        }
        assert_eq!(tests(&play.account, c, Trial::EndOfCharge), usize::from(pursues));
        assert!(tests(&play.account, a, Trial::EndOfCharge) > 0 || play.order(a) != Order::Disordered);
    }
}

/// Takes the first way and keeps facings until the combat is over.
#[track_caller]
fn end(play: &mut Play) {
    for _ in 0..20 {
        let action = match play.frame() {
            Frame::Activation(_) => return,
            Frame::Pursuit(p) if p.due == PursuitDue::Turn => Action::Turn { facing: play.state.facing(p.unit) },
            _ => play.legal()[0],
        };
        fives(play, action, &[]);
        if play.state.acting().is_none() {
            return;
        }
    }
    panic!("the combat goes on: {:?}", play.frame());
}

// ------------------------------------------------------------------------------------------------- 9.5, pursuit

#[test]
fn charged_cavalry_pursues_where_the_result_says_so() {
    // 3 against 8 with +2: a 0 is below 0, a 2 is not. The attacker is disordered, and 9 throws it back.
    for (strength, die, may) in [(9, 0, true), (6, 0, false)] {
        let (ground, a, c) = duel(HUSSARS, Kind { strength, ..HUSSARS });
        let mut play = ride(ground, a);
        to_combats(&mut play);
        play.act(Action::Fight { unit: a }, &[]);
        play.act(Action::Done, &[die, 9]);
        fives(&mut play, step(Dir::N), &[]);
        let pursue = Action::Advance { unit: c, party: Party::Alone, to: play.cell("1006") };
        assert_eq!(play.may(pursue), may, "{:?}", play.frame());
        if may {
            let account = play.act(pursue, &[]);
            assert_eq!(play.hex(c), "1006");
            proves(&["M 9.5.1/3"], &account);
        }
    }
}

#[test]
fn a_pursuit_needs_no_test_and_no_points() {
    // Without orders, four hexes of a reduced allowance of four.
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", HUSSARS, "1002", SE);
    let c = ground.put("C", HUSSARS, "1007", NW);
    let mut play = ground.at(Step::Movement, Orders::Without);
    play.act(play.charge(a, "1007"), &[5]);
    for _ in 0..4 {
        play.act(step(Dir::S), &[]);
    }
    play.act(Action::Halt { facing: SE }, &[]);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    play.act(Action::Done, &[9]);
    let account = play.act(step(Dir::S), &[]);
    assert_eq!((play.hex(a).as_str(), play.hex(c).as_str()), ("1007", "1008"));
    proves(&["M 9.5.2/1"], &account);
    let account = fives(&mut play, Action::Turn { facing: SE }, &[4]);
    assert!(account.tallies().any(|tally| tally.what() == Label::PursuitCharge(a)));
    let tested = play
        .account
        .tallies()
        .filter(|tally| matches!(tally.what(), Label::ChargeEngagement(_) | Label::Engagement(_)));
    assert_eq!(tested.count(), 1, "the one before the charge");
}

/// Two stacks of cavalry that charge 1007, from 1006 and from 0906; 1007 is vacated.
fn two_stacks(first: Kind, second: Kind) -> (Play, [UnitId; 2]) {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", first, "1005", SE);
    let b = ground.put("A", second, "0806", E);
    let c = ground.put("C", Kind { strength: 1, worn: (1, 5, 3), ..HUSSARS }, "1007", NW);
    let mut play = ground.moving();
    play.ride(a, "1007", &[Dir::S], SE);
    play.ride(b, "1007", &[Dir::SE], E);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    play.act(Action::Done, &[0]);
    let ways = play.ways();
    play.act(step(ways[0]), &[0]);
    assert_eq!(play.order(c), Order::Good);
    (play, [a, b])
}

#[test]
fn of_several_stacks_the_one_with_the_best_unit_pursues_heavy_cavalry_first() {
    let shy = |kind: Kind| Kind { cohesion: 5, ..kind };
    // The better one rides on by itself, whichever it is.
    for (first, second, best) in [(HUSSARS, shy(HUSSARS), 0), (shy(HUSSARS), HUSSARS, 1)] {
        let (play, units) = two_stacks(first, second);
        assert_eq!(play.hex(units[best]), "1007");
        assert_eq!(play.hex(units[1 - best]), ["1006", "0906"][1 - best], "the other stays");
        proves(&["M 9.5.2/3"], &play.account);
    }
    // Between equals the owner chooses.
    let (mut play, [a, b]) = two_stacks(HUSSARS, HUSSARS);
    let to = play.cell("1007");
    assert!(play.may(Action::Advance { unit: a, party: Party::Alone, to }));
    play.act(Action::Advance { unit: b, party: Party::Alone, to }, &[]);
    assert_eq!((play.hex(b).as_str(), play.hex(a).as_str()), ("1007", "1006"));
    // Heavy cavalry comes first, worse as it may be.
    let (play, [_, b]) = two_stacks(HUSSARS, shy(CUIRASSIERS));
    assert_eq!(play.hex(b), "1007");
    proves(&["M 9.5.2/4"], &play.account);
}

/// A heavy and a light unit of one stack charge 1007, which is vacated.
fn one_stack(change: impl Fn(&mut Ground)) -> (Play, [UnitId; 2]) {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", HUSSARS, "1005", SE);
    let b = ground.put("A", Kind { cohesion: 5, ..CUIRASSIERS }, "1005", SE);
    ground.put("C", HUSSARS, "1007", NW);
    change(&mut ground);
    let mut play = ground.moving();
    let target = play.cell("1007");
    play.act(Action::Charge { unit: a, party: Party::Stack, target }, &[]);
    play.act(step(Dir::S), &[]);
    play.act(Action::Halt { facing: SE }, &[]);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    play.act(Action::Done, &[9]);
    play.act(step(Dir::S), &[]);
    (play, [a, b])
}

#[test]
fn a_stack_pursues_by_its_heavy_unit_or_whole_and_then_to_the_end() {
    let (mut play, [a, b]) = one_stack(|_| ());
    let to = play.cell("1007");
    play.refuse(&["M 9.5.2/4"], Action::Advance { unit: a, party: Party::Alone, to });
    assert!(play.may(Action::Advance { unit: b, party: Party::Alone, to }));
    let whole = play.legal().into_iter().find(|action| matches!(action, Action::Advance { party: Party::Stack, .. }));
    let account = play.act(whole.expect("the whole stack"), &[]);
    proves(&["M 9.5.2/5"], &account);
    assert_eq!([a, b].map(|unit| play.hex(unit)), ["1007", "1007"]);
    // On and on, they are in one hex, and both fight.
    let account = fives(&mut play, Action::Turn { facing: SE }, &[4]);
    let pursuit = tally(&account, |label| matches!(label, Label::PursuitCharge(_)));
    assert!(pursuit.modifiers().any(|m| m.label == Label::Ratio(6, 2)), "{pursuit:?}");
    // The target, thrown back once more, is pursued by both.
    while matches!(play.frame(), Frame::Withdrawal(_)) {
        let ways = play.ways();
        fives(&mut play, step(ways[0]), &[]);
    }
    let alone = Action::Advance { unit: b, party: Party::Alone, to: play.cell("1008") };
    if matches!(play.frame(), Frame::Combat(Stage::Advance)) {
        play.refuse(&["M 9.5.2/5"], alone);
    }
    assert!(!play.may(alone), "they stay together");
    assert_eq!((play.hex(a).as_str(), play.hex(b).as_str()), ("1008", "1008"));
}

#[test]
fn the_last_unit_charged_is_pursued_at_choice_if_several() {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", Kind { strength: 8, ..CUIRASSIERS }, "1005", SE);
    let c = ground.put("C", HUSSARS, "1007", NW);
    let d = ground.put("C", HUSSARS, "1007", NW);
    let other = ground.put("C", LINE, "1112", W);
    let mut play = ride(ground, a);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    play.act(Action::Done, &[9]);
    // One goes south, one aside: whom it follows is its owner's choice.
    play.act(step(Dir::S), &[]);
    play.act(step(Dir::SW), &[]);
    assert!(matches!(play.frame(), Frame::Pursuit(p) if p.due == PursuitDue::Quarry), "{:?}", play.frame());
    assert!(play.may(Action::Quarry { unit: c }) && play.may(Action::Quarry { unit: d }));
    play.refuse(&["M 9.5.2/9"], Action::Quarry { unit: other });
    let account = play.act(Action::Quarry { unit: d }, &[]);
    proves(&["M 9.5.2/9"], &account);
    assert_eq!((play.hex(a).as_str(), play.hex(d).as_str()), ("1007", "0907"));
    // The one that it follows is charged, the first is left alone.
    let account = fives(&mut play, Action::Turn { facing: SW }, &[4]);
    let pursuit = tally(&account, |label| matches!(label, Label::PursuitCharge(_)));
    assert!(pursuit.modifiers().any(|m| matches!(m.label, Label::Ratio(8, 2 | 4))), "{pursuit:?}");
}

#[test]
fn pursuits_follow_one_another_without_limit() {
    let (ground, a, _) = duel(Kind { strength: 8, ..CUIRASSIERS }, HUSSARS);
    let mut play = ride(ground, a);
    to_combats(&mut play);
    play.act(Action::Fight { unit: a }, &[]);
    // Back in good order again and again: +2, +1, 0 and +3 and 0 are 6; the test holds. A worse ratio there is not.
    play.act(Action::Done, &[0]);
    for pursuit in 1..4u8 {
        play.act(step(Dir::S), &[0]);
        let account = play.act(Action::Turn { facing: SE }, &[]);
        if pursuit > 1 {
            proves(&["M 9.5.2/11"], &account);
        }
        let account = play.act(Action::Done, &[2]);
        let charge = tally(&account, |label| label == Label::PursuitCharge(a));
        let penalty = charge.modifiers().find(|m| matches!(m.label, Label::FurtherCharge(_))).map(|m| m.value);
        assert_eq!(penalty, Some(1 - pursuit as i8), "the {pursuit}. pursuit");
    }
}

// ------------------------------------------------------------------------------------------------- 10.1, 10.2

/// Fire of this total from 1003 at a unit in 1006.
fn under_fire(target: Kind, order: Order, total: i16, change: impl Fn(&mut Ground)) -> (Play, Journal, UnitId) {
    let mut ground = Ground::new(Montebello);
    let gun = ground.put("A", Kind { strength: 9, ..GUN }, "1003", SE);
    let c = ground.put("C", target, "1006", NW);
    ground.order(c, order);
    change(&mut ground);
    let mut play = ground.at(Step::Fire, Orders::Received);
    let (fire, die) = shot(&play, gun, "1006", total);
    let account = play.act(fire, &[die]);
    (play, account, c)
}

#[test]
fn artillery_in_disorder_is_lost_by_one_more() {
    // 13 disorders, 15 routs.
    for (order, total, after) in [
        (Order::Good, 13, Order::Disordered),
        (Order::Good, 15, Order::Routed),
        (Order::Disordered, 13, Order::Eliminated),
        (Order::Disordered, 15, Order::Eliminated),
    ] {
        let (play, account, gun) = under_fire(GUN, order, total, |_| ());
        assert_eq!(play.order(gun), after, "{order:?} {total}");
        if after == Order::Eliminated {
            proves(&["M 10.1/3", "M 10.2/4"], &account);
            assert_eq!(play.state.at(gun), None);
        }
    }
    // Infantry in disorder routs.
    let (play, account, c) = under_fire(LINE, Order::Disordered, 13, |_| ());
    assert_eq!(play.order(c), Order::Routed);
    proves(&["M 10.1/2", "M 10.2/2"], &account);
}

#[test]
fn fire_routs_at_once_and_the_routed_go_two_hexes_or_three() {
    for (kind, hexes) in [(LINE, 2), (GUN, 2), (HUSSARS, 3)] {
        let (mut play, account, c) = under_fire(kind, Order::Good, 15, |_| ());
        proves(&["M 10.2/1", "M 10.2/5"], &account);
        assert_eq!(play.order(c), Order::Routed);
        for _ in 0..hexes {
            assert!(matches!(play.frame(), Frame::Withdrawal(w) if w.unit == c), "{:?}", play.frame());
            play.act(step(Dir::S), &[]);
        }
        assert_eq!(play.hex(c), format!("10{:02}", 6 + hexes));
        assert!(!matches!(play.frame(), Frame::Withdrawal(_)), "no further");
    }
    // One less disorders.
    let (play, _, c) = under_fire(LINE, Order::Good, 14, |_| ());
    assert_eq!((play.order(c), play.hex(c).as_str()), (Order::Disordered, "1006"));
}

#[test]
fn a_rout_that_cannot_be_completed_or_leads_off_the_map_is_the_end() {
    // Enemies all around but for one hex, from which there is no second.
    let (play, account, c) = under_fire(LINE, Order::Good, 15, |ground| {
        for hex in ["1106", "0906"] {
            ground.terrain(hex, Terrain::Lake);
        }
        for hex in ["1008", "1107", "0907"] {
            ground.terrain(hex, Terrain::Lake);
        }
    });
    assert_eq!(play.order(c), Order::Eliminated);
    proves(&["M 10.2/6"], &account);
    // In the corner of the map the way leads off it.
    let mut ground = Ground::new(Montebello);
    let gun = ground.put("A", Kind { strength: 9, ..GUN }, "2013", SE);
    let c = ground.put("C", LINE, "2016", NW);
    ground.terrain("1916", Terrain::Lake);
    let mut play = ground.at(Step::Fire, Orders::Received);
    let (fire, die) = shot(&play, gun, "2016", 15);
    let account = play.act(fire, &[die]);
    assert_eq!(play.order(c), Order::Eliminated);
    proves(&["M 10.2/15"], &account);
    // Where there is a way on the map it takes that.
    let mut ground = Ground::new(Montebello);
    let gun = ground.put("A", Kind { strength: 9, ..GUN }, "2013", SE);
    let c = ground.put("C", LINE, "2016", NW);
    let mut play = ground.at(Step::Fire, Orders::Received);
    let (fire, die) = shot(&play, gun, "2016", 15);
    play.act(fire, &[die]);
    assert_eq!(play.order(c), Order::Routed);
}

#[test]
fn attacking_a_routed_unit_counts_two() {
    for (order, bonus) in [(Order::Routed, Some(2)), (Order::Disordered, None), (Order::Good, None)] {
        let mut ground = Ground::new(Montebello);
        let a = ground.put("A", LINE, "1005", SE);
        let c = ground.put("C", LINE, "1006", NW);
        ground.order(c, order);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        to_combats(&mut play);
        let account = fives(&mut play, Action::Fight { unit: a }, &[9]);
        assert_eq!(value(&account, |l| l == Label::Shock(a), |l| l == Label::RoutedDefender), bonus, "{order:?}");
        if bonus.is_some() {
            proves(&["M 10.2/11"], &account);
        }
    }
}

// ------------------------------------------------------------------------------------------------- 10.3, withdrawals

/// Infantry at 1005 has beaten a unit at 1006, which goes back: the combat is at its first step.
fn beaten(target: Kind, die: u8, change: impl Fn(&mut Ground, UnitId)) -> (Play, Journal, UnitId) {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", Kind { strength: 8, ..LINE }, "1005", SE);
    let c = ground.put("C", target, "1006", NW);
    change(&mut ground, c);
    let mut play = ground.at(Step::Declaration, Orders::Received);
    play.shock(a);
    to_combats(&mut play);
    let account = play.act(Action::Fight { unit: a }, &[die]);
    (play, account, c)
}

#[test]
fn with_a_choice_a_unit_avoids_its_end() {
    // A routed unit before an enemy's front is lost: B looks at 1007.
    let (mut play, _, c) = beaten(LINE, 2, |ground, c| {
        ground.order(c, Order::Routed);
        ground.put("B", LINE, "1008", NE);
    });
    assert!(matches!(play.frame(), Frame::Withdrawal(w) if w.unit == c), "{:?}", play.frame());
    play.refuse(&["M 10.3.1/4"], step(Dir::S));
    assert!(play.may(step(Dir::SW)));
    // In good order it bears that, and may go there.
    let (good, _, _) = beaten(LINE, 2, |ground, _| {
        ground.put("B", LINE, "1008", NE);
    });
    assert!(good.may(step(Dir::S)));
    play.act(step(Dir::SW), &[]);
    assert_eq!(play.hex(c), "0906");
}

#[test]
fn friends_on_the_way_cost_nothing_and_stacking_binds_at_its_end() {
    // A unit of another formation: no room, so it goes on through it, whatever its points.
    let (mut play, _, c) = beaten(Kind { movement: 1, ..LINE }, 2, |ground, _| {
        ground.put("D", LINE, "1007", NW);
    });
    let account = play.act(step(Dir::S), &[]);
    proves(&["M 10.3.1/7", "M 5.1.3/1"], &account);
    play.act(step(Dir::S), &[0, 0]);
    assert_eq!(play.hex(c), "1008");
    assert!(!play.account.tallies().any(|tally| tally.what() == Label::Cost(c)), "no points are counted");
    // One of its own formation takes it in.
    let (mut play, _, c) = beaten(LINE, 2, |ground, _| {
        ground.put("C", LINE, "1007", W);
    });
    let account = play.act(step(Dir::S), &[0]);
    assert_eq!(play.hex(c), "1007");
    // There it faces as the other does, which did not move.
    assert_eq!(play.state.facing(c), W);
    proves(&["M 10.3.2/2"], &account);
}

#[test]
fn a_unit_that_goes_back_keeps_its_facing() {
    for dir in [Dir::SE, Dir::S, Dir::SW] {
        let (mut play, _, c) = beaten(LINE, 2, |_, _| ());
        let account = play.act(step(dir), &[0]);
        assert_eq!(play.state.facing(c), NW);
        proves(&["M 10.3.2/1"], &account);
    }
}

#[test]
fn stacked_units_may_go_back_to_different_hexes() {
    let (play, _, units) = stack_beaten(&[0, 0]);
    assert_eq!(units.map(|unit| play.hex(unit)), ["1007", "1106"]);
    proves(&["M 10.3.3/1"], &play.account);
}

#[test]
fn a_castle_is_entered_only_with_the_points_for_it() {
    for (movement, open) in [(1, false), (8, true)] {
        let (play, _, _) = beaten(Kind { movement, ..LINE }, 2, |ground, _| ground.terrain("1007", Terrain::Castle));
        assert_eq!(play.may(step(Dir::S)), open, "{:?}", play.legal());
        if !open {
            play.refuse(&["M 10.3.4/3"], step(Dir::S));
        }
    }
}

#[test]
fn zones_of_control_do_not_stop_a_withdrawal() {
    // Routed by fire it goes three hexes, all of them in the zone of one enemy after another, behind their backs.
    let (mut play, _, c) = under_fire(HUSSARS, Order::Good, 15, |ground| {
        ground.put("B", LINE, "1107", SE);
        ground.put("B", LINE, "1108", SE);
    });
    for hex in ["1007", "1008", "1009"] {
        let account = play.act(step(Dir::S), &[]);
        assert_eq!(play.hex(c), hex);
        proves(&["M 10.3.5/1"], &account);
    }
    assert_eq!(play.order(c), Order::Routed, "and no disorder comes of it");
}

// ------------------------------------------------------------------------------------------------- 10.5, passed through

#[test]
fn stack_mates_of_a_unit_that_routs_do_not_test_for_it() {
    let mut ground = Ground::new(Montebello);
    let gun = ground.put("A", Kind { strength: 4, ..GUN }, "1003", SE);
    let (worn, sound) = (ground.put("C", SMALL, "1006", NW), ground.put("C", SMALL, "1006", NW));
    ground.order(worn, Order::Disordered);
    let mut play = ground.at(Step::Fire, Orders::Received);
    let (fire, die) = shot(&play, gun, "1006", 12);
    // The first fails its test and routs out of the hex; the other tests for the fire alone.
    let account = play.act(fire, &[die, 9]);
    proves(&["M 10.5/6"], &account);
    assert_eq!(play.order(worn), Order::Routed);
    play.act(step(Dir::S), &[]);
    play.act(step(Dir::S), &[0]);
    let all = |unit| {
        play.account.tallies().filter(|tally| matches!(tally.what(), Label::Cohesion(u, _) if u == unit)).count()
    };
    assert_eq!((all(worn), all(sound)), (1, 1));
    assert_eq!(tests(&play.account, sound, Trial::PassedThrough), 0);
    assert_eq!((play.hex(sound).as_str(), play.order(sound)), ("1006", Order::Good));
}

#[test]
fn who_is_routed_by_a_passage_does_not_drive_the_one_that_passed_on_again() {
    // Hussars, routed by fire, go through infantry in disorder; it routs, and its retreat leads through them.
    let (mut play, _, c) = under_fire(HUSSARS, Order::Good, 15, |ground| {
        let d = ground.put("D", LINE, "1008", NW);
        ground.order(d, Order::Disordered);
    });
    let d = UnitId::new(2).unwrap();
    play.act(step(Dir::S), &[]);
    play.act(step(Dir::S), &[]);
    // 1009 is the third hex; 9 fails the test of those passed.
    play.act(step(Dir::S), &[9]);
    assert_eq!((play.hex(c).as_str(), play.order(d)), ("1009", Order::Routed));
    let account = play.act(step(Dir::S), &[]);
    proves(&["M 10.5/5"], &account);
    assert_eq!((play.hex(c).as_str(), play.hex(d).as_str()), ("1009", "1009"), "they stay, the infantry goes on");
    end(&mut play);
    assert_eq!((play.hex(c).as_str(), play.order(c)), ("1009", Order::Routed));
    assert_eq!(play.order(d), Order::Routed);
    let ran = play.account.events().filter(|event| matches!(event, Event::Begun(Frame::RoutMove(_)))).count();
    assert_eq!(ran, 0);
}
