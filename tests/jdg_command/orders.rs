//! Orders and tactical groups (R 2.3, R optional 2.3, M 2.3).

use super::field::{BLUE, Game, Setting, WHITE, why};
use super::support::{citing, proves, refused};
use grognard::chance::Fall;
use grognard::hex::Dir;
use grognard::journal::{Body, Seen};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::why::Why;
use grognard::refusal::Refusal;
use grognard::ruleset::{Ruleset, Undo};
use grognard::side::UnitSet;

/// The Van in a chain of two-hex links, C three hexes from it; the Rear together; commanders in the middle.
fn dispersed() -> Setting {
    Setting::montebello().place(&[
        ("Van/A", "0203"),
        ("Van/B", "0403"),
        ("Van/G", "0603"),
        ("Van/C", "0906"),
        ("Rear/D", "0207"),
        ("Rear/E", "0208"),
        ("Guard/P", "1503"),
        ("Guard/Q", "1504"),
        ("commander/Alpha", "0404"),
        ("commander/Omega", "1505"),
    ])
}

#[test]
fn a_group_is_a_chain_of_units_within_two_hexes() {
    let rules = dispersed().open();
    let (game, account) = Game::begin(&rules);
    proves(&["M 2.3.1/2", "M 2.3.1/3", "M 2.3.1/4"], &account);
    // A and G are four hexes apart, and one group by B; C is three hexes from G.
    let chain = game.units(&["Van/A", "Van/B", "Van/G"]);
    for unit in chain {
        assert_eq!(rules.group(&game.state, unit), chain);
    }
    assert_eq!(rules.group(&game.state, game.unit("Van/C")), game.unit("Van/C").only());
    // Two formations are two groups, however near.
    assert_eq!(rules.group(&game.state, game.unit("Rear/D")), game.units(&["Rear/D", "Rear/E"]));
    // C alone is said to be alone, the chain to be a chain.
    let alone = citing("M 2.3.1/4", &account).filter_map(|entry| entry.event());
    let alone: Vec<_> = alone.collect();
    assert_eq!(alone, [&Event::Grouped { unit: game.unit("Van/C"), group: game.unit("Van/C") }]);
}

#[test]
fn two_hexes_join_and_three_part() {
    for (hex, joined) in [("0405", true), ("0406", false)] {
        let rules = Setting::montebello().place(&[("Rear/D", "0403"), ("Rear/E", hex)]).open();
        let game = Game::new(&rules);
        let group = rules.group(&game.state, game.unit("Rear/D"));
        assert_eq!(group.has(game.unit("Rear/E")), joined, "{hex}");
    }
}

#[test]
fn orders_go_to_groups_within_range_and_no_more_than_the_commander_has() {
    let rules = dispersed().open();
    let mut game = Game::new(&rules);
    // Both sides are asked at once.
    assert_eq!(game.asked(), [(BLUE, Frame::Orders), (WHITE, Frame::Orders)]);
    // C is five hexes from Alpha, whose range is four.
    let stop = game.refuse(BLUE, game.order("Van/C"));
    refused(&["M 2.3.2/6"], &stop);
    assert_eq!(why(&stop), Why::OutOfRange(4));
    // A group has one name.
    let stop = game.refuse(BLUE, game.order("Van/B"));
    assert_eq!(why(&stop), Why::Precedence(game.unit("Van/A")));
    let stop = game.refuse(BLUE, game.order("Guard/P"));
    refused(&["M 2.3.2/1"], &stop);
    assert_eq!(why(&stop), Why::NotYours(game.unit("Guard/P")));
    assert_eq!(why(&game.refuse(BLUE, game.order("Wing/K"))), Why::NotThere(game.unit("Wing/K")));

    let account = game.act(BLUE, game.order("Van/A"), &[]);
    proves(&["M 2.3.2/1", "M 2.3.2/3", "M 2.3.2/5", "M 2.3.2/6"], &account);
    assert_eq!(rules.orders_known(&game.state, BLUE), game.units(&["Van/A", "Van/B", "Van/G"]));
    // Twice is refused, and so is a second group: Alpha has one order.
    assert_eq!(why(&game.refuse(BLUE, game.order("Van/A"))), Why::Already(game.unit("Van/A")));
    let stop = game.refuse(BLUE, game.order("Rear/D"));
    refused(&["M 2.3.2/3"], &stop);
    assert_eq!(why(&stop), Why::NoOrders(1));

    let account = game.act(BLUE, Action::Done, &[]);
    proves(&["M 2.3.2/2", "M 2.3.2/4"], &account);
    // Who has finished is asked no more; the other still is.
    assert_eq!(game.asked(), [(WHITE, Frame::Orders)]);
    let stop = game.refuse(BLUE, Action::Done);
    assert_eq!(stop.refusal(), Some(&Refusal::NotAsked { by: BLUE }));
    game.act(WHITE, game.order("Guard/P"), &[]);
}

#[test]
fn orders_are_the_sides_own_secret() {
    let rules = dispersed().open();
    let mut game = Game::new(&rules);
    let before = rules.legal_actions(&game.state, WHITE);
    let outcome = rules
        .apply(&game.state, BLUE, &game.order("Van/A"), &mut grognard::chance::Scripted::new([]))
        .unwrap_or_else(|stop| panic!("{stop}"));
    assert_eq!(outcome.undo, Undo::Allowed);
    let account = game.act(BLUE, game.order("Van/A"), &[]);
    // Nothing of it in the enemy's account, in his list, or in what he knows.
    assert_eq!(account.seen_by(WHITE).count(), 0);
    let mine: Vec<_> = account.seen_by(BLUE).map(|entry| (&entry.body, entry.seen)).collect();
    let units = game.units(&["Van/A", "Van/B", "Van/G"]);
    assert_eq!(mine, [(&Body::Fact(Event::OrdersGiven { side: BLUE, units }), Seen::By(BLUE))]);
    assert_eq!(rules.legal_actions(&game.state, WHITE), before);
    assert_eq!(rules.orders_known(&game.state, WHITE), UnitSet::EMPTY);
}

#[test]
fn a_groups_status_holds_for_the_turn_whatever_it_does() {
    // J2: two groups, one order. Those who leave keep it, those who join do not gain it.
    let rules = Setting::montebello()
        .place(&[
            ("Van/A", "0203"),
            ("Van/B", "0205"),
            ("Van/C", "0208"),
            ("Guard/P", "1803"),
            ("Line/S", "1806"),
            ("commander/Alpha", "0204"),
        ])
        .open();
    let mut game = Game::new(&rules);
    assert_eq!(why(&game.refuse(WHITE, game.order("Guard/P"))), Why::NoCommander);
    game.act(BLUE, game.order("Van/A"), &[]);
    game.orders_done(&[Fall::Contest(9, 0)]);
    let first = game.markers("Van")[0];
    let account = game.act(BLUE, Action::Marker { marker: first }, &[]);
    proves(&["M 2.4/1", "M 2.3.1/5", "M 2.4.1/4", "M 2.2/1"], &account);
    // The orders are shown now.
    assert_eq!(rules.orders_known(&game.state, WHITE), game.units(&["Van/A", "Van/B"]));
    assert_eq!(game.state.marked(Mark::Active), game.units(&["Van/A", "Van/B", "Van/C"]));
    assert_eq!(game.state.marked(Mark::Ordered), game.units(&["Van/A", "Van/B"]));
    game.act(BLUE, Action::Done, &[]);
    // C goes to B, and A away.
    let unit = game.unit("Van/C");
    game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.step(Dir::N);
    game.step(Dir::N);
    game.halt(grognard::hex::Vertex::E);
    let unit = game.unit("Van/A");
    game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    for _ in 0..2 {
        game.step(Dir::SE);
    }
    game.halt(grognard::hex::Vertex::E);
    game.pass_activation(&[game.draw("Van", 1)]);
    assert_eq!(game.state.marked(Mark::Ordered), game.units(&["Van/A", "Van/B"]));
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Initiative))]);
}

#[test]
fn the_parts_of_phase_a_follow_one_another_in_montebello_only() {
    let places = [("Van/A", "0203"), ("Rear/D", "0206"), ("commander/Alpha", "0204"), ("Guard/P", "1803")];
    for (setting, bound) in [(Setting::montebello(), true), (Setting::rivoli(), false)] {
        let rules = setting.place(&places).open();
        let mut game = Game::new(&rules);
        let marker = game.marker("Both");
        let combined = Action::Marker { marker };
        assert!(rules.check(&game.state, BLUE, &combined).is_ok());
        game.act(BLUE, game.order("Van/A"), &[]);
        if bound {
            let stop = game.refuse(BLUE, combined);
            refused(&["M 1.A/1"], &stop);
            assert_eq!(why(&stop), Why::TooLate);
            continue;
        }
        let account = game.act(BLUE, combined, &[]);
        proves(&["R 2.12/2"], &account);
        assert!(game.state.in_cup(marker));
        assert_eq!(why(&game.refuse(BLUE, combined)), Why::Marker(marker));
    }
}

#[test]
fn combined_markers_go_in_before_orders() {
    let rules = Setting::montebello().place(&[("Van/A", "0203"), ("Guard/P", "1803")]).open();
    let mut game = Game::new(&rules);
    let marker = game.marker("Both");
    // The enemy's, an ordinary one, and one that the roster lacks.
    let theirs = game.marker("Storm");
    assert_eq!(why(&game.refuse(BLUE, Action::Marker { marker: theirs })), Why::Marker(theirs));
    let ordinary = game.markers("Van")[0];
    refused(&["M 2.1.2/1"], &game.refuse(BLUE, Action::Marker { marker: ordinary }));
    let none = grognard::jours_de_gloire::state::MarkerId(63);
    assert_eq!(why(&game.refuse(BLUE, Action::Marker { marker: none })), Why::Unknown);
    let account = game.act(BLUE, Action::Marker { marker }, &[]);
    proves(&["M 2.1.2/1"], &account);
    assert!(game.state.in_cup(marker));
}

#[test]
fn without_the_option_a_rivoli_formation_is_one_whole() {
    let places = dispersed().place(&[]).places;
    let basic = Setting { places: places.clone(), ..Setting::rivoli() };
    let rules = basic.open();
    let mut game = Game::new(&rules);
    let all = game.units(&["Van/A", "Van/B", "Van/G", "Van/C"]);
    assert_eq!(rules.group(&game.state, game.unit("Van/C")), all);
    let account = game.act(BLUE, game.order("Van/A"), &[]);
    proves(&["R 2.3/1", "R 2.3/3", "R 2.3/5", "R 2.3/6"], &account);
    assert_eq!(rules.orders_known(&game.state, BLUE), all);
    let stop = game.refuse(BLUE, game.order("Rear/D"));
    refused(&["R 2.3/3"], &stop);
    proves(&["R 2.3/2", "R 2.3/4"], &game.act(BLUE, Action::Done, &[]));

    let option = Setting { places, ..Setting::rivoli() }.option("tactical-groups");
    let rules = option.open();
    let (mut game, account) = Game::begin(&rules);
    proves(&["R optional 2.3/2", "R optional 2.3/3", "R optional 2.3/4"], &account);
    refused(&["R optional 2.3/9"], &game.refuse(BLUE, game.order("Van/C")));
    let account = game.act(BLUE, game.order("Van/A"), &[]);
    proves(&["R optional 2.3/5", "R optional 2.3/8", "R optional 2.3/9"], &account);
    assert_eq!(rules.orders_known(&game.state, BLUE), game.units(&["Van/A", "Van/B", "Van/G"]));
    proves(&["R optional 2.3/7"], &game.act(BLUE, Action::Done, &[]));
}

#[test]
fn a_rivoli_formation_out_of_range_gets_no_order() {
    let rules = Setting::rivoli()
        .place(&[("Van/A", "0206"), ("Rear/D", "0207"), ("Guard/P", "1803"), ("commander/Alpha", "0202")])
        .open();
    let game = Game::new(&rules);
    // Four hexes are in range, five are not.
    assert!(rules.check(&game.state, BLUE, &game.order("Van/A")).is_ok());
    let stop = game.refuse(BLUE, game.order("Rear/D"));
    refused(&["R 2.3/6"], &stop);
    assert_eq!(why(&stop), Why::OutOfRange(4));
}

#[test]
fn each_of_several_commanders_has_orders_of_his_own() {
    // A is in reach of both, D of Beta alone, H of neither. The order to A may be either's, so that D can have one.
    let rules = Setting::montebello()
        .place(&[
            ("Van/A", "0804"),
            ("Rear/D", "1104"),
            ("Wing/H, 1st", "0813"),
            ("Wing/K", "0704"),
            ("Guard/P", "1803"),
            ("commander/Alpha", "0604"),
            ("commander/Beta", "1004"),
        ])
        .open();
    let mut game = Game::new(&rules);
    game.act(BLUE, game.order("Van/A"), &[]);
    game.act(BLUE, game.order("Rear/D"), &[]);
    let stop = game.refuse(BLUE, game.order("Wing/K"));
    refused(&["M 2.3.2/3"], &stop);
    assert_eq!(why(&stop), Why::NoOrders(2));
    assert_eq!(why(&game.refuse(BLUE, game.order("Wing/H, 1st"))), Why::OutOfRange(6));
    // Two groups that one commander alone can reach are one too many, whatever the other has.
    let rules = Setting::montebello()
        .place(&[
            ("Van/A", "1104"),
            ("Rear/D", "1204"),
            ("Guard/P", "1803"),
            ("commander/Alpha", "0204"),
            ("commander/Beta", "1004"),
        ])
        .open();
    let mut game = Game::new(&rules);
    game.act(BLUE, game.order("Van/A"), &[]);
    refused(&["M 2.3.2/3"], &game.refuse(BLUE, game.order("Rear/D")));
}

#[test]
fn a_successor_has_no_influence_while_his_predecessor_lives() {
    let rules = Setting::montebello()
        .head("successor = { Alpha = \"Beta\" }")
        .place(&[
            ("Van/A", "0804"),
            ("Rear/D", "0205"),
            ("Guard/P", "1803"),
            ("commander/Alpha", "0204"),
            ("commander/Beta", "0803"),
        ])
        .open();
    let game = Game::new(&rules);
    refused(&["M specific 2.5/4"], &game.refuse(BLUE, game.order("Van/A")));
    assert!(rules.check(&game.state, BLUE, &game.order("Rear/D")).is_ok());
    assert!(!rules.commands(&game.state, game.commander("Beta")));
}

#[test]
fn the_eagles_eye_sees_all_orders_once() {
    let rules = Setting::rivoli()
        .place(&[
            ("Van/A", "0203"),
            ("Guard/P", "1503"),
            ("Line/S", "1504"),
            ("commander/Alpha", "0204"),
            ("commander/Omega", "1505"),
        ])
        .tables("[specific]\neagles_eye = \"Blue\"\n")
        .open();
    let mut game = Game::new(&rules);
    // Not before the end of the phase, and never by the other side.
    refused(&["R specific 2.3/1"], &game.refuse(BLUE, Action::Look));
    refused(&["R 2.3/1"], &game.refuse(WHITE, Action::Look));
    game.act(WHITE, game.order("Guard/P"), &[]);
    game.act(BLUE, Action::Done, &[]);
    game.act(WHITE, Action::Done, &[]);
    assert_eq!(game.asked(), [(BLUE, Frame::Orders)]);
    let known = game.state.clone();
    assert_eq!(rules.orders_known(&known, BLUE), UnitSet::EMPTY);
    // He may let it be, and look in another turn.
    let mut later = Game::at(&rules, known);
    later.act(BLUE, Action::Done, &[Fall::Contest(5, 9)]);
    assert_eq!(rules.orders_known(&later.state, BLUE), UnitSet::EMPTY);

    let outcome = rules
        .apply(&game.state, BLUE, &Action::Look, &mut grognard::chance::Scripted::new([Fall::Contest(5, 9)]))
        .unwrap_or_else(|stop| panic!("{stop}"));
    assert_eq!(outcome.undo, Undo::Barred);
    let account = game.act(BLUE, Action::Look, &[Fall::Contest(5, 9)]);
    proves(&["R specific 2.3/1"], &account);
    assert_eq!(rules.orders_known(&game.state, BLUE), game.unit("Guard/P").only());
    assert_eq!(rules.orders_known(&game.state, WHITE), game.unit("Guard/P").only());
    // What was seen stands in his account alone; that he looked, in both.
    let seen = |side| account.seen_by(side).filter(|e| matches!(e.event(), Some(Event::OrdersSeen { .. }))).count();
    assert_eq!((seen(BLUE), seen(WHITE)), (1, 0));
    assert!(account.seen_by(WHITE).any(|entry| matches!(entry.body, Body::Note(_))));

    // Not again: the next turn goes from the last orders to the dice.
    game.act(WHITE, Action::Done, &[game.draw("Line", 0)]);
    let rest = ["Line", "Guard", "Guard", "Van"];
    let draws: Vec<_> = rest.iter().enumerate().map(|(i, f)| game.draw(f, [1, 0, 1, 0][i])).collect();
    for draw in draws {
        game.pass_activation(&[draw]);
    }
    while game.state.turn() == 1 {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
    game.act(WHITE, Action::Done, &[]);
    let account = game.act(BLUE, Action::Done, &[Fall::Contest(0, 9)]);
    assert_eq!(citing("R specific 2.3/1", &account).count(), 0);
}
