//! Markers, the cup and what is drawn from it (1.C, 2.1, 2.2), and the markers that a battle adds (R specific 2.2).

use super::field::{Account, BLUE, Game, Setting, WHITE, why};
use super::support::{proves, refused};
use grognard::chance::Fall;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::why::Why;

fn small() -> Setting {
    Setting::montebello().place(&[("Van/A", "0203"), ("Guard/P", "1803")])
}

/// Into phase D, with nobody's initiative, by this draw.
#[track_caller]
fn drawn(game: &mut Game<'_>, draw: Fall) -> Account {
    game.orders_done(&[Fall::Contest(3, 5), draw])
}

#[test]
fn each_formation_present_has_two_markers() {
    for (setting, rules) in
        [(small(), ["M 2.1.1/4", "M 1.C/1"]), (Setting { edition: "rivoli", ..small() }, ["R 2.1/3", "R 1.C/1"])]
    {
        let opened = setting.open();
        let mut game = Game::new(&opened);
        let draw = game.draw("Van", 0);
        let account = drawn(&mut game, draw);
        proves(&rules, &account);
        // The Rear and the Line are not there.
        let counts = ["Van", "Rear", "Wing", "Guard", "Line"].map(|formation| game.in_cup(formation));
        assert_eq!(counts, [1, 0, 0, 2, 0]);
    }
}

#[test]
fn the_phase_ends_with_one_marker_left_which_activates_nobody() {
    for (setting, clauses) in [
        (small(), ["M 2.2/1", "M 2.2/2", "M 2.2/3"]),
        (Setting { edition: "rivoli", ..small() }, ["R 2.2/1", "R 2.2/2", "R 2.2.1/1"]),
    ] {
        let rules = setting.open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Van", 0);
        proves(&clauses[..1], &drawn(&mut game, draw));
        game.pass_activation(&[game.draw("Van", 1)]);
        game.pass_activation(&[game.draw("Guard", 1)]);
        assert_eq!((game.in_cup("Guard"), game.in_cup("Van")), (1, 0));
        // The last of them is set aside, and the turn goes on.
        let account = loop {
            let account = game.act(WHITE, Action::Done, &[]);
            if game.state.turn() == 2 {
                break account;
            }
        };
        proves(&clauses[1..], &account);
        let activations = account.events().filter(|event| matches!(event, Event::Activated { .. })).count();
        assert_eq!((activations, game.in_cup("Guard")), (0, 0));
    }
}

#[test]
fn even_a_combined_marker_may_be_the_last() {
    let rules =
        small().tables("[specific]\ncombined = [{ marker = \"Both\", formations = [\"Van\", \"Rear\"] }]\n").open();
    let mut game = Game::new(&rules);
    let both = game.marker("Both");
    game.act(BLUE, Action::Marker { marker: both }, &[]);
    let draw = game.draw("Van", 0);
    drawn(&mut game, draw);
    for draw in [game.draw("Van", 1), game.draw("Guard", 0), game.draw("Guard", 1)] {
        game.pass_activation(&[draw]);
    }
    let account = loop {
        let account = game.act(WHITE, Action::Done, &[]);
        if game.state.turn() == 2 {
            break account;
        }
    };
    proves(&["M 2.2/4"], &account);
    // It can be placed again.
    game.act(BLUE, Action::Marker { marker: both }, &[]);
}

#[test]
fn a_combined_marker_activates_what_the_scenario_says() {
    let rules = small()
        .place(&[("Rear/D", "0206"), ("Wing/K", "0210")])
        .tables("[specific]\ncombined = [{ marker = \"Both\", formations = [\"Van\", \"Rear\"] }]\n")
        .open();
    let mut game = Game::new(&rules);
    let both = game.marker("Both");
    game.act(BLUE, Action::Marker { marker: both }, &[]);
    let account = drawn(&mut game, Fall::Draw(both.0));
    assert_eq!(game.state.marked(Mark::Active), game.units(&["Van/A", "Rear/D"]));
    let revealed: Vec<_> = account.events().filter(|event| matches!(event, Event::Revealed { .. })).collect();
    let formations = ["Van", "Rear"].map(|name| Event::Revealed { formation: game.formation(name) });
    assert_eq!(revealed, formations.iter().collect::<Vec<_>>());
}

#[test]
fn orders_are_revealed_by_the_first_marker_only() {
    let rules = Setting { edition: "rivoli", ..small() }.place(&[("commander/Alpha", "0203")]).open();
    let mut game = Game::new(&rules);
    game.act(BLUE, game.order("Van/A"), &[]);
    let draw = game.draw("Van", 0);
    let account = drawn(&mut game, draw);
    proves(&["R 2.4/1", "R 2.4/8"], &account);
    assert!(game.marked(Mark::Ordered, "Van/A"));
    let account = {
        let draw = game.draw("Van", 1);
        // Fire and the rest ask nobody: movement, then the next marker.
        assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
        game.act(BLUE, Action::Done, &[draw])
    };
    assert!(!account.events().any(|event| matches!(event, Event::Revealed { .. })));
    assert!(game.marked(Mark::Ordered, "Van/A"));
}

#[test]
fn in_some_turns_each_formation_has_one_marker() {
    let rules = Setting { edition: "rivoli", turns: 3, ..small() }
        .place(&[("Rear/D", "0206")])
        .tables("[specific]\none_marker_turns = [1]\n")
        .open();
    let mut game = Game::new(&rules);
    // The one of the higher value: 5 of the Van's 5 and 3, 6 of the Rear's 4 and 6, the first of the Guard's.
    let draw = game.draw("Van", 0);
    let account = drawn(&mut game, draw);
    proves(&["R specific 2.2/1"], &account);
    assert!(game.state.in_cup(game.markers("Rear")[1]) && game.state.in_cup(game.markers("Guard")[0]));
    assert_eq!((game.in_cup("Van"), game.in_cup("Rear"), game.in_cup("Guard")), (0, 1, 1));
    game.pass_activation(&[game.draw("Rear", 1)]);
    while game.state.turn() == 1 {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
    let draw = game.draw("Van", 0);
    drawn(&mut game, draw);
    assert_eq!((game.in_cup("Van"), game.in_cup("Rear"), game.in_cup("Guard")), (1, 2, 2));
}

#[test]
fn a_unit_is_lent_until_its_own_marker_comes() {
    let rules = Setting { edition: "rivoli", ..small() }
        .head("markers = [\"Van\", \"Guard\"]")
        .place(&[("Rear/D", "0305"), ("commander/Alpha", "0203")])
        .arrive(2, "0101", &["Rear/E"])
        .tables("[specific]\nlent = { unit = \"Rear/D\", formation = \"Van\" }\n")
        .open();
    let mut game = Game::new(&rules);
    // Under the Van's orders: one order for both.
    game.act(BLUE, game.order("Van/A"), &[]);
    let draw = game.draw("Van", 0);
    let account = drawn(&mut game, draw);
    proves(&["R specific 2.2/2"], &account);
    assert_eq!(game.in_cup("Rear"), 0);
    assert_eq!(game.state.marked(Mark::Active), game.units(&["Van/A", "Rear/D"]));
    assert!(game.marked(Mark::Ordered, "Rear/D"));
    game.pass_activation(&[game.draw("Guard", 0)]);
    game.pass_activation(&[game.draw("Guard", 1)]);
    while game.state.turn() == 1 {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
    // Its own formation is due: one marker, though D is on the map (a ruling), and D goes with it.
    let best = game.draw("Rear", 1);
    drawn(&mut game, best);
    assert_eq!((game.in_cup("Rear"), game.in_cup("Van")), (0, 2));
    assert_eq!(game.state.marked(Mark::Active), game.unit("Rear/D").only());
}

/// The Wing's three infantry and cavalry, and others.
fn furious() -> Setting {
    Setting { edition: "rivoli", turns: 3, ..small() }
        .place(&[
            ("Wing/H, 1st", "0206"),
            ("Wing/H, 2nd", "0207"),
            ("Wing/J, 1st", "0208"),
            ("Wing/K", "0209"),
            ("Wing/L", "0210"),
            ("Van/C", "0212"),
        ])
        .tables("[specific]\nfuria_francese = \"Fury\"\n")
}

#[test]
fn the_furia_goes_into_the_cup_once() {
    let rules = furious().open();
    let mut game = Game::new(&rules);
    let fury = game.marker("Fury");
    // Not in phase A, as other combined markers do.
    assert_eq!(why(&game.refuse(BLUE, Action::Marker { marker: fury })), Why::Marker(fury));
    game.orders_done(&[Fall::Contest(3, 5)]);
    assert_eq!(game.asked(), [(BLUE, Frame::Cup)]);
    let other = game.marker("Both");
    refused(&["R specific 2.2/3"], &game.refuse(BLUE, Action::Marker { marker: other }));
    let account = game.act(BLUE, Action::Marker { marker: fury }, &[Fall::Draw(fury.0)]);
    proves(&["R specific 2.2/3"], &account);
    assert_eq!(game.asked(), [(BLUE, Frame::Selection)]);
    // Whoever declines keeps it for later.
    let mut later = Game::new(&rules);
    later.orders_done(&[Fall::Contest(3, 5)]);
    let draw = later.draw("Wing", 0);
    later.act(BLUE, Action::Done, &[draw]);
    assert!(!later.state.in_cup(fury));
    let order = [later.draw("Wing", 1), later.draw("Van", 0), later.draw("Van", 1), later.draw("Guard", 0)];
    for draw in order {
        later.pass_activation(&[draw]);
    }
    while later.state.turn() == 1 {
        let by = later.asked()[0].0;
        later.act(by, Action::Done, &[]);
    }
    later.orders_done(&[Fall::Contest(3, 5)]);
    let draw = later.draw("Wing", 0);
    later.act(BLUE, Action::Marker { marker: fury }, &[draw]);
    // The last in the cup, it is lost, and is not offered again.
    let order = [
        later.draw("Wing", 1),
        later.draw("Van", 0),
        later.draw("Van", 1),
        later.draw("Guard", 0),
        later.draw("Guard", 1),
    ];
    for draw in order {
        later.pass_activation(&[draw]);
    }
    while later.state.turn() == 2 {
        let by = later.asked()[0].0;
        later.act(by, Action::Done, &[]);
    }
    let draw = later.draw("Wing", 0);
    drawn(&mut later, draw);
}

#[test]
fn the_furia_activates_two_infantry_of_one_name_and_one_cavalry() {
    let rules = furious().open();
    let mut game = Game::new(&rules);
    let fury = game.marker("Fury");
    game.orders_done(&[Fall::Contest(3, 5)]);
    game.act(BLUE, Action::Marker { marker: fury }, &[Fall::Draw(fury.0)]);
    let choose = |game: &Game<'_>, unit: &str| Action::Activate { unit: game.unit(unit) };
    let stop = game.refuse(BLUE, choose(&game, "Wing/L"));
    refused(&["R specific 2.2/4"], &stop);
    assert_eq!(why(&stop), Why::Arm(game.unit("Wing/L")));
    assert_eq!(why(&game.refuse(BLUE, choose(&game, "Guard/P"))), Why::NotYours(game.unit("Guard/P")));
    assert_eq!(why(&game.refuse(BLUE, choose(&game, "Rear/D"))), Why::NotThere(game.unit("Rear/D")));
    let account = game.act(BLUE, choose(&game, "Wing/H, 1st"), &[]);
    proves(&["R specific 2.2/4", "R specific 2.2/5"], &account);
    assert_eq!(why(&game.refuse(BLUE, choose(&game, "Wing/H, 1st"))), Why::Already(game.unit("Wing/H, 1st")));
    let (unit, with) = (game.unit("Wing/J, 1st"), game.unit("Wing/H, 1st"));
    assert_eq!(why(&game.refuse(BLUE, choose(&game, "Wing/J, 1st"))), Why::OtherName { unit, with });
    // Any formation's cavalry, and one only.
    game.act(BLUE, choose(&game, "Van/C"), &[]);
    assert_eq!(why(&game.refuse(BLUE, choose(&game, "Wing/K"))), Why::OneTooMany(game.unit("Wing/K")));
    // With the third the choice is complete, and they act, with orders though none were given.
    game.act(BLUE, choose(&game, "Wing/H, 2nd"), &[]);
    let chosen = game.units(&["Wing/H, 1st", "Wing/H, 2nd", "Van/C"]);
    assert_eq!((game.state.marked(Mark::Active), game.state.marked(Mark::Ordered)), (chosen, chosen));
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
}

#[test]
fn the_furia_may_activate_fewer() {
    let rules = furious().open();
    let mut game = Game::new(&rules);
    let fury = game.marker("Fury");
    game.orders_done(&[Fall::Contest(3, 5)]);
    game.act(BLUE, Action::Marker { marker: fury }, &[Fall::Draw(fury.0)]);
    let unit = game.unit("Wing/K");
    game.act(BLUE, Action::Activate { unit }, &[]);
    game.act(BLUE, Action::Done, &[]);
    assert_eq!(game.state.marked(Mark::Active), unit.only());
}

#[test]
fn phases_follow_and_the_next_turn_begins() {
    for (setting, clauses) in [
        (small(), ["M 1/1", "M 1/2", "M 1.F/1", "M 1.F/2", "M 1.F/3"]),
        (Setting { edition: "rivoli", ..small() }, ["R 1/1", "R 1/2", "R 1.F/1", "R 1.F/2", "R 1.F/3"]),
    ] {
        let rules = setting.place(&[("commander/Alpha", "0203")]).open();
        let mut game = Game::new(&rules);
        game.act(BLUE, game.order("Van/A"), &[]);
        let draw = game.draw("Guard", 0);
        proves(&clauses[..1], &drawn(&mut game, draw));
        game.pass_activation(&[game.draw("Guard", 1)]);
        game.pass_activation(&[game.draw("Van", 0)]);
        let account = loop {
            let account = game.act(BLUE, Action::Done, &[]);
            if game.state.turn() == 2 {
                break account;
            }
        };
        proves(&clauses[1..], &account);
        assert_eq!(game.asked(), [(BLUE, Frame::Orders), (WHITE, Frame::Orders)]);
        // Orders are gone, and groups are found anew.
        assert!(rules.orders_known(&game.state, BLUE).is_empty());
        game.act(BLUE, game.order("Van/A"), &[]);
    }
}
