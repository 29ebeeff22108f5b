//! Reserve activations (R optional 1.D.bis).

use super::field::{Account, BLUE, Game, Setting, WHITE, why};
use super::support::{citing, proves, refused};
use grognard::chance::Fall;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::Position;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;

fn setting() -> Setting {
    Setting { turns: 3, ..Setting::rivoli() }
        .place(&[
            ("Van/A", "0203"),
            ("Van/B", "1503"),
            ("Rear/D", "0512"),
            ("Guard/P", "1603"),
            ("commander/Alpha", "0304"),
            ("commander/Omega", "1805"),
        ])
        .option("reserve-activation")
}

/// To the end of phase D: this contest, no first marker, and every marker but the last drawn.
#[track_caller]
fn to_the_reserve(game: &mut Game<'_>, contest: (u8, u8)) -> Account {
    let mut draws = vec![("Van", 0), ("Van", 1), ("Rear", 0), ("Rear", 1), ("Guard", 0)].into_iter();
    let first = draws.next().map(|(f, n)| game.draw(f, n)).expect("a draw");
    if contest.0 + 2 == contest.1 {
        game.orders_done(&[Fall::Contest(contest.0, contest.1), first]);
    } else {
        game.orders_done(&[Fall::Contest(contest.0, contest.1)]);
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[first]);
    }
    for (formation, nth) in draws {
        game.pass_activation(&[game.draw(formation, nth)]);
    }
    loop {
        let account = game.act(WHITE, Action::Done, &[]);
        if game.state.acting().is_none() {
            return account;
        }
    }
}

fn activate(game: &Game<'_>, unit: &str) -> Action {
    Action::Activate { unit: game.unit(unit) }
}

#[test]
fn without_initiative_there_is_no_reserve() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    let account = to_the_reserve(&mut game, (3, 5));
    proves(&["R optional 1.D.bis/2"], &account);
    assert_eq!(game.state.turn(), 2);
}

#[test]
fn without_the_option_there_is_none_either() {
    let rules = Setting { options: Vec::new(), ..setting() }.open();
    let mut game = Game::new(&rules);
    let account = to_the_reserve(&mut game, (9, 0));
    assert_eq!(citing("R optional 1.D.bis/1", &account).count(), 0);
    assert_eq!(game.state.turn(), 2);
}

#[test]
fn the_initiative_decides_who_goes_first_and_each_side_has_one() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    to_the_reserve(&mut game, (9, 0));
    assert_eq!(game.asked(), [(BLUE, Frame::Reserve)]);
    refused(&["R optional 1.D.bis/1"], &game.refuse(BLUE, activate(&game, "Van/A")));
    let account = game.act(BLUE, Action::First { side: WHITE }, &[]);
    proves(&["R optional 1.D.bis/1"], &account);
    assert_eq!(game.asked(), [(WHITE, Frame::Reserve)]);
    game.act(WHITE, Action::Done, &[]);
    assert_eq!(game.asked(), [(BLUE, Frame::Reserve)]);
    let account = game.act(BLUE, activate(&game, "Van/A"), &[]);
    proves(&["R optional 1.D.bis/3", "R optional 1.D.bis/7"], &account);
    // After it, phase E: no second one.
    let account = loop {
        let account = game.act(BLUE, Action::Done, &[]);
        if game.state.turn() == 2 {
            break account;
        }
    };
    proves(&["R optional 1/1"], &account);
}

#[test]
fn who_is_activated_and_how() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    game.act(BLUE, game.order("Van/A"), &[]);
    to_the_reserve(&mut game, (9, 0));
    game.act(BLUE, Action::First { side: BLUE }, &[]);
    // D is out of Alpha's range of four; another name, another side.
    let stop = game.refuse(BLUE, activate(&game, "Rear/D"));
    refused(&["R optional 1.D.bis/4"], &stop);
    assert_eq!(why(&stop), Why::OutOfRange(4));
    assert_eq!(why(&game.refuse(BLUE, activate(&game, "Van/B"))), Why::Precedence(game.unit("Van/A")));
    assert_eq!(why(&game.refuse(BLUE, activate(&game, "Guard/P"))), Why::NotYours(game.unit("Guard/P")));
    let account = game.act(BLUE, activate(&game, "Van/A"), &[]);
    proves(&["R optional 1.D.bis/4", "R optional 1.D.bis/5", "R optional 1.D.bis/6", "R optional 1.D.bis/9"], &account);
    // B is beside P: not activated. A had orders this turn, and acts without.
    assert_eq!(game.state.marked(Mark::Active), game.unit("Van/A").only());
    assert!(game.state.marked(Mark::Ordered).is_empty());
    assert!(rules.in_reserve(&game.state));
    // No test of initiative: the first step that asks is movement, at half the allowance.
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
    let unit = game.unit("Van/A");
    game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    for _ in 0..3 {
        game.step(Dir::S);
    }
    assert!(rules.check(&game.state, BLUE, &Action::Step { dir: Dir::S }).is_err());
    // At the end of its movement it tests cohesion, and is disordered if it fails.
    let halt = Action::Halt { facing: Vertex::E };
    for (die, order) in [(6, Order::Good), (7, Order::Disordered)] {
        let mut game = Game::at(&rules, game.state.clone());
        let account = game.act(BLUE, halt, &[Fall::D10(die)]);
        proves(&["R optional 1.D.bis/8"], &account);
        assert_eq!(game.state.order(unit), order);
        // And nobody rallies afterwards.
        let account = game.act(BLUE, Action::Done, &[]);
        assert!(!account.events().any(|event| matches!(event, Event::Begun(Frame::Activation(_)))));
        assert_eq!(game.asked(), [(WHITE, Frame::Reserve)]);
    }
}

#[test]
fn who_tests_that_does_not_move() {
    for (reading, dice) in [("who-moves", &[][..]), ("all", &[Fall::D10(7)][..])] {
        let rules = setting().ruling("reserve-test-of-whom", reading).open();
        let mut game = Game::new(&rules);
        to_the_reserve(&mut game, (9, 0));
        game.act(BLUE, Action::First { side: BLUE }, &[]);
        game.act(BLUE, activate(&game, "Van/A"), &[]);
        game.act(BLUE, Action::Done, dice);
        let order = if dice.is_empty() { Order::Good } else { Order::Disordered };
        assert_eq!(game.state.order(game.unit("Van/A")), order, "{reading}");
    }
}

#[test]
fn the_disordered_do_not_rally() {
    let rules = setting().place(&[("Van/C", "0204")]).open();
    let state = Position::from_state(&rules, Game::new(&rules).state)
        .order("Van/C", Order::Disordered)
        .build()
        .unwrap_or_else(|faults| panic!("{faults}"));
    let mut game = Game::at(&rules, state);
    to_the_reserve(&mut game, (9, 0));
    game.act(BLUE, Action::First { side: BLUE }, &[]);
    game.act(BLUE, activate(&game, "Van/A"), &[]);
    // The movement step, and then the other side: no step asks about rally.
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
    game.act(BLUE, Action::Done, &[]);
    assert_eq!(game.asked(), [(WHITE, Frame::Reserve)]);
}

#[test]
fn a_formation_all_of_which_is_beside_the_enemy_has_nobody_to_activate() {
    let rules = setting().place(&[]).open();
    let mut game = Game::new(&rules);
    to_the_reserve(&mut game, (0, 9));
    game.act(WHITE, Action::First { side: WHITE }, &[]);
    // P stands beside B.
    let stop = game.refuse(WHITE, activate(&game, "Guard/P"));
    refused(&["R optional 1.D.bis/5"], &stop);
    assert_eq!(why(&stop), Why::Adjacent { unit: game.unit("Guard/P"), enemy: game.unit("Van/B") });
}

#[test]
fn a_formation_needs_a_marker_that_was_in_the_cup() {
    // The Wing has come without a marker of its own.
    let rules = setting()
        .head("markers = [\"Van\", \"Rear\", \"Guard\"]")
        .place(&[("Wing/K", "0305")])
        .arrive(3, "0101", &["Wing/H, 1st"])
        .open();
    let mut game = Game::new(&rules);
    to_the_reserve(&mut game, (9, 0));
    game.act(BLUE, Action::First { side: BLUE }, &[]);
    let stop = game.refuse(BLUE, activate(&game, "Wing/K"));
    refused(&["R optional 1.D.bis/9"], &stop);
    assert_eq!(why(&stop), Why::NotInCup(game.unit("Wing/K")));
}
