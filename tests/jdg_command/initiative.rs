//! Strategic initiative (3), and the initiative of formations' commanders (R 2.5, M 2.4.3).

use super::field::{BLUE, Game, Setting, WHITE, why};
use super::support::{proves, refused};
use grognard::chance::Fall;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::{Mark, MarkerId};
use grognard::jours_de_gloire::why::Why;

fn setting() -> Setting {
    Setting::montebello().place(&[
        ("Van/A", "0203"),
        ("Van/B", "0205"),
        ("Van/C", "0210"),
        ("Rear/D", "0512"),
        ("Guard/P", "1803"),
        ("Line/S", "1806"),
        ("commander/Alpha", "0304"),
        ("commander/Omega", "1805"),
    ])
}

#[test]
fn the_higher_total_wins_and_a_tie_wins_nothing() {
    let rules = setting().open();
    // Alpha adds 2, Omega 0.
    for (blue, white, winner) in
        [(5, 6, Some(BLUE)), (4, 7, Some(WHITE)), (4, 6, None), (0, 2, None), (9, 9, Some(BLUE))]
    {
        let mut game = Game::new(&rules);
        let mut falls = vec![Fall::Contest(blue, white)];
        if winner.is_none() {
            // All markers are in the cup, and one is drawn.
            falls.push(game.draw("Line", 0));
        }
        let account = game.orders_done(&falls);
        proves(&["M 3/1", "M 3/2"], &account);
        assert_eq!(rules.initiative(&game.state), winner);
        let modifiers: Vec<_> = account.tallies().map(|tally| (tally.what(), tally.total())).collect();
        assert_eq!(modifiers, [(Label::CommanderModifier(BLUE), 2), (Label::CommanderModifier(WHITE), 0)]);
        match winner {
            Some(side) => {
                proves(&["M 3/3"], &account);
                assert_eq!(game.asked(), [(side, Frame::FirstMarker)]);
            }
            None => {
                proves(&["M 3/4", "M 1.C/1"], &account);
                assert_eq!((game.in_cup("Van"), game.in_cup("Guard"), game.in_cup("Line")), (2, 2, 1));
            }
        }
    }
}

#[test]
fn the_winner_names_a_marker_of_his_own_that_is_in_play() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    game.orders_done(&[Fall::Contest(9, 0)]);
    let theirs = game.markers("Guard")[0];
    refused(&["M 3/5"], &game.refuse(BLUE, Action::Marker { marker: theirs }));
    // Of a formation that is neither on the map nor due, and a combined one.
    for marker in [game.markers("Wing")[0], game.marker("Both")] {
        assert_eq!(why(&game.refuse(BLUE, Action::Marker { marker })), Why::Marker(marker));
    }
    assert_eq!(why(&game.refuse(BLUE, Action::Marker { marker: MarkerId(60) })), Why::Unknown);
    let chosen = game.markers("Van")[1];
    let account = game.act(BLUE, Action::Marker { marker: chosen }, &[]);
    proves(&["M 3/5", "M 3/6", "M 1.C/2"], &account);
    // It stays out of the cup, and activates first.
    assert!(!game.state.in_cup(chosen));
    assert_eq!((game.in_cup("Van"), game.in_cup("Rear")), (1, 2));
    assert_eq!(game.state.acting(), Some(BLUE));
    assert_eq!(game.state.marked(Mark::Active), game.units(&["Van/A", "Van/B", "Van/C"]));
}

#[test]
fn the_winner_may_let_the_cup_decide() {
    for (setting, rule) in [(setting(), "M 3/7"), (Setting { edition: "rivoli", ..setting() }, "R 3/6")] {
        let rules = setting.open();
        let mut game = Game::new(&rules);
        game.orders_done(&[Fall::Contest(9, 0)]);
        let account = game.act(BLUE, Action::Done, &[game.draw("Guard", 1)]);
        proves(&[rule], &account);
        assert_eq!(game.in_cup("Van"), 2);
        assert_eq!(game.state.acting(), Some(WHITE));
    }
}

#[test]
fn rivoli_cites_its_own_numbers() {
    let rules = Setting { edition: "rivoli", ..setting() }.open();
    let mut game = Game::new(&rules);
    let account = game.orders_done(&[Fall::Contest(3, 0)]);
    proves(&["R 3/1", "R 3/2", "R 1/1"], &account);
    let marker = game.markers("Rear")[0];
    let account = game.act(BLUE, Action::Marker { marker }, &[]);
    proves(&["R 3/4", "R 3/5", "R 1.C/1", "R 1.C/2", "R 1.D/1"], &account);
    let mut game = Game::new(&rules);
    let draw = game.draw("Rear", 0);
    proves(&["R 3/3"], &game.orders_done(&[Fall::Contest(3, 5), draw]));
}

#[test]
fn a_scenario_may_give_the_first_initiative() {
    let rules = Setting { edition: "rivoli", ..setting() }.tables("[specific]\nfirst_initiative = \"White\"\n").open();
    let mut game = Game::new(&rules);
    // No die is thrown.
    let account = game.orders_done(&[]);
    proves(&["R scenario 1/12"], &account);
    assert_eq!(game.asked(), [(WHITE, Frame::FirstMarker)]);
}

/// The Van activated by its nth marker, without orders.
fn activated(game: &mut Game<'_>, nth: usize) {
    game.orders_done(&[Fall::Contest(9, 0)]);
    let marker = game.markers("Van")[nth];
    game.act(BLUE, Action::Marker { marker }, &[]);
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Initiative))]);
}

#[test]
fn initiative_is_tested_group_by_group_against_the_drawn_marker() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    activated(&mut game, 1);
    // Its second marker has 3; Alpha takes 2 off the die of a group in his range.
    let account = game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(5)]);
    proves(&["M 2.4.3/2", "M 2.4.3/3", "M 2.4.3/4", "M 2.4.3/5", "M 2.4.2/1", "M 2.5.1/2"], &account);
    let tally = account.tallies().next().expect("a test");
    assert_eq!((tally.need(), tally.sum(), tally.total()), (Some(3), -2, 3));
    assert!(game.marked(Mark::Ordered, "Van/A") && game.marked(Mark::Ordered, "Van/B"));
    assert!(!game.marked(Mark::Ordered, "Van/C"));
    // C is out of his range: no modifier. 3 would do, 4 does not.
    let account = game.act(BLUE, game.initiative("Van/C"), &[Fall::D10(4)]);
    proves(&["M 2.4.3/6"], &account);
    assert_eq!(account.tallies().next().map(|tally| tally.sum()), Some(0));
    assert!(game.marked(Mark::Barred, "Van/C") && !game.marked(Mark::Ordered, "Van/C"));
    // Nobody is left to test: the step is over. Who is barred cannot move.
    let unit = game.unit("Van/C");
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
    let go = Action::Move {
        unit,
        party: grognard::jours_de_gloire::frame::Party::Alone,
        gait: grognard::jours_de_gloire::frame::Gait::March,
    };
    assert_eq!(why(&game.refuse(BLUE, go)), Why::OnlyRally(unit));
    // With the second marker the test is made anew, against its own value of 5.
    game.pass_activation(&[game.draw("Van", 0)]);
    assert_eq!(game.state.marked(Mark::Ordered).len(), 0);
    let account = game.act(BLUE, game.initiative("Van/C"), &[Fall::D10(5)]);
    assert_eq!(account.tallies().next().and_then(|tally| tally.need()), Some(5));
    assert!(game.marked(Mark::Ordered, "Van/C"));
}

#[test]
fn each_group_tests_once() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    activated(&mut game, 1);
    game.act(BLUE, game.initiative("Van/C"), &[Fall::D10(4)]);
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Initiative))], "the other group can try");
    assert_eq!(why(&game.refuse(BLUE, game.initiative("Van/C"))), Why::OnlyRally(game.unit("Van/C")));
    game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(9)]);
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))], "both have failed");

    let mut game = Game::new(&rules);
    activated(&mut game, 1);
    game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(5)]);
    assert_eq!(why(&game.refuse(BLUE, game.initiative("Van/A"))), Why::HasOrders(game.unit("Van/A")));
    // Nobody has to.
    game.act(BLUE, Action::Done, &[]);
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
}

#[test]
fn the_edge_of_the_test() {
    let rules = setting().open();
    for (die, passes) in [(7, true), (8, false)] {
        let mut game = Game::new(&rules);
        activated(&mut game, 0);
        // 5 on the marker and 2 from Alpha.
        game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(die)]);
        assert_eq!(game.marked(Mark::Ordered, "Van/A"), passes, "{die}");
        assert_eq!(game.marked(Mark::Barred, "Van/B"), !passes, "{die}");
    }
}

#[test]
fn who_may_not_test() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    game.act(BLUE, game.order("Van/A"), &[]);
    activated(&mut game, 0);
    assert_eq!(why(&game.refuse(BLUE, game.initiative("Van/A"))), Why::HasOrders(game.unit("Van/A")));
    assert_eq!(why(&game.refuse(BLUE, game.initiative("Rear/D"))), Why::NotActive(game.unit("Rear/D")));
    assert_eq!(why(&game.refuse(BLUE, game.initiative("Guard/P"))), Why::NotYours(game.unit("Guard/P")));
    let unknown = grognard::side::UnitId::new(63).expect("63 is a place");
    assert_eq!(why(&game.refuse(BLUE, Action::Initiative { unit: unknown })), Why::Unknown);
    refused(&["M 2.4.2/1"], &game.refuse(BLUE, game.initiative("Van/A")));
}

#[test]
fn a_group_has_one_name_and_one_die() {
    let rules = setting().open();
    let mut game = Game::new(&rules);
    activated(&mut game, 0);
    let stop = game.refuse(BLUE, game.initiative("Van/B"));
    refused(&["M 2.4.3/3"], &stop);
    assert_eq!(why(&stop), Why::Precedence(game.unit("Van/A")));
}

#[test]
fn in_rivoli_the_formation_tests_as_one_unless_groups_are_played() {
    let basic = Setting { edition: "rivoli", ..setting() };
    let rules = basic.open();
    let mut game = Game::new(&rules);
    activated(&mut game, 0);
    let account = game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(7)]);
    proves(&["R 2.5/1", "R 2.5/2", "R 2.5/3", "R 2.5/4", "R 2.4/10", "R 2.6/2"], &account);
    assert_eq!(game.state.marked(Mark::Ordered), game.units(&["Van/A", "Van/B", "Van/C"]));
    let mut game = Game::new(&rules);
    activated(&mut game, 0);
    let account = game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(8)]);
    proves(&["R 2.5/5"], &account);
    assert_eq!(game.state.marked(Mark::Barred), game.units(&["Van/A", "Van/B", "Van/C"]));

    let rules = basic.option("tactical-groups").open();
    let mut game = Game::new(&rules);
    activated(&mut game, 0);
    let account = game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(7)]);
    proves(&["R optional 2.3/10"], &account);
    assert!(!game.marked(Mark::Ordered, "Van/C"));
}
