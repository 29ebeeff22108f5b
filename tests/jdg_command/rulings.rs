//! Open points of these chapters, each by its default and by its other reading.

use super::field::{BLUE, Game, Setting, WHITE, why};
use super::support::{proves, refused};
use grognard::chance::Fall;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;

fn rivoli() -> Setting {
    Setting { turns: 4, ..Setting::rivoli() }
}

#[track_caller]
fn next_turn(game: &mut Game<'_>, draws: &[(&str, usize)]) {
    let turn = game.state.turn();
    for (formation, nth) in draws {
        let draw = game.draw(formation, *nth);
        game.pass_activation(&[draw]);
    }
    while game.state.turn() == turn && !game.asked().is_empty() {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
}

#[track_caller]
fn built<'r>(rules: &'r JoursDeGloire, position: Position<'r>) -> Game<'r> {
    Game::at(rules, position.build().unwrap_or_else(|faults| panic!("{faults}")))
}

#[test]
fn tactical_group_distance() {
    for (reading, two, one) in [("two", true, true), ("one", false, true)] {
        let rules = Setting::montebello()
            .place(&[("Rear/D", "0403"), ("Rear/E", "0405"), ("Van/A", "0808"), ("Van/B", "0809")])
            .ruling("tactical-group-distance", reading)
            .open();
        let game = Game::new(&rules);
        assert_eq!(rules.group(&game.state, game.unit("Rear/D")).len() == 2, two, "{reading}");
        assert_eq!(rules.group(&game.state, game.unit("Van/A")).len() == 2, one, "{reading}");
    }
}

#[test]
fn initiative_for_reinforcements() {
    for (reading, open) in [("yes", true), ("no", false)] {
        let rules = Setting::montebello()
            .place(&[("Van/A", "0203"), ("Guard/P", "1803")])
            .arrive(1, "0107", &["Rear/D"])
            .ruling("initiative-for-reinforcements", reading)
            .open();
        let mut game = Game::new(&rules);
        game.orders_done(&[Fall::Contest(9, 0)]);
        // The one marker that it has this turn, in any case.
        let [other, best] = game.markers("Rear")[..] else { panic!("two markers") };
        assert!(rules.check(&game.state, BLUE, &Action::Marker { marker: other }).is_err());
        assert_eq!(rules.check(&game.state, BLUE, &Action::Marker { marker: best }).is_ok(), open, "{reading}");
    }
}

/// Alpha has given the Van its order and is then lost; the enemy's activation goes on.
fn leaderless(ruling: (&'static str, &'static str)) -> JoursDeGloire {
    Setting { turns: 3, ..Setting::montebello() }
        .place(&[
            ("Guard/Q", "0201"),
            ("Guard/R", "0202"),
            ("Guard/P", "0103"),
            ("commander/Alpha", "0101"),
            ("Van/A", "0303"),
        ])
        .ruling(ruling.0, ruling.1)
        .open()
}

#[track_caller]
fn loses_alpha<'r>(rules: &'r JoursDeGloire) -> Game<'r> {
    let mut game = Game::new(rules);
    game.act(BLUE, game.order("Van/A"), &[]);
    game.orders_done(&[Fall::Contest(0, 9)]);
    let marker = game.markers("Guard")[0];
    game.act(WHITE, Action::Marker { marker }, &[]);
    game.act(WHITE, Action::Done, &[]);
    let unit = game.unit("Guard/P");
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.act(WHITE, Action::Step { dir: Dir::N }, &[]);
    assert_eq!(game.post("Alpha"), None);
    game.halt(Vertex::E);
    game
}

#[test]
fn commander_lost_when() {
    for (reading, kept) in [("at-once", false), ("next-turn", true)] {
        let rules = leaderless(("commander-lost-when", reading));
        let mut game = loses_alpha(&rules);
        game.pass_activation(&[game.draw("Van", 0)]);
        assert_eq!(game.marked(Mark::Ordered, "Van/A"), kept, "{reading}");
        next_turn(&mut game, &[("Van", 1)]);
        assert_eq!(why(&game.refuse(BLUE, game.order("Van/A"))), Why::NoCommander);
    }
}

#[test]
fn initiative_without_commander() {
    for reading in ["zero", "none"] {
        let rules = leaderless(("initiative-without-commander", reading));
        let mut game = loses_alpha(&rules);
        next_turn(&mut game, &[("Van", 0), ("Van", 1)]);
        if reading == "zero" {
            game.orders_done(&[Fall::Contest(6, 5)]);
            assert_eq!(rules.initiative(&game.state), Some(BLUE));
        } else {
            // No die: the other side has it.
            let account = game.orders_done(&[]);
            proves(&["M 3/1"], &account);
            assert_eq!(rules.initiative(&game.state), Some(WHITE));
        }
    }
}

#[test]
fn reinforcement_status_of_whom() {
    for (edition, reading, both) in [
        ("montebello", None, false),
        ("montebello", Some("formation"), true),
        ("rivoli", None, true),
        ("rivoli", Some("unit"), false),
    ] {
        let setting = Setting { edition, ..rivoli() }.place(&[("Van/A", "0203"), ("Guard/P", "1803")]).arrive(
            1,
            "0107",
            &["Rear/D", "Rear/E"],
        );
        let setting = reading.into_iter().fold(setting, |s, reading| s.ruling("reinforcement-status-of-whom", reading));
        let rules = setting.open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Rear", 1);
        game.orders_done(&[Fall::Contest(3, 5), draw]);
        for (unit, steps) in [("Rear/D", 3), ("Rear/E", 1)] {
            let unit = game.unit(unit);
            game.act(BLUE, Action::Enter { unit, party: Party::Alone, gait: Gait::Forced }, &[]);
            for _ in 0..steps {
                game.step(Dir::N);
            }
            game.halt(Vertex::E);
        }
        next_turn(&mut game, &[("Van", 0), ("Van", 1), ("Guard", 0)]);
        let unit = game.unit("Rear/D");
        game.act(BLUE, Action::EndReinforcement { unit }, &[]);
        assert_eq!(game.state.is_reinforcement(game.unit("Rear/E")), !both, "{edition} {reading:?}");
    }
}

#[test]
fn massena_markers() {
    for (reading, left) in [("one", 0), ("both", 1)] {
        let rules = rivoli()
            .head("markers = [\"Van\", \"Guard\"]")
            .place(&[("Van/A", "0203"), ("Rear/D", "0305"), ("Guard/P", "1803")])
            .arrive(2, "0101", &["Rear/E"])
            .tables("[specific]\nlent = { unit = \"Rear/D\", formation = \"Van\" }\n")
            .ruling("massena-markers", reading)
            .open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Van", 0);
        game.orders_done(&[Fall::Contest(3, 5), draw]);
        next_turn(&mut game, &[("Guard", 0), ("Guard", 1)]);
        let draw = game.draw("Rear", 1);
        game.orders_done(&[Fall::Contest(3, 5), draw]);
        assert_eq!(game.in_cup("Rear"), left, "{reading}");
    }
}

#[test]
fn furia_last_marker() {
    for (reading, again) in [("lost", false), ("kept", true)] {
        let rules = rivoli()
            .place(&[("Van/A", "0203"), ("Guard/P", "1803")])
            .tables("[specific]\nfuria_francese = \"Fury\"\n")
            .ruling("furia-last-marker", reading)
            .open();
        let mut game = Game::new(&rules);
        let marker = game.marker("Fury");
        game.orders_done(&[Fall::Contest(3, 5)]);
        let draw = game.draw("Van", 0);
        game.act(BLUE, Action::Marker { marker }, &[draw]);
        next_turn(&mut game, &[("Van", 1), ("Guard", 0), ("Guard", 1)]);
        let draw = game.draw("Van", 0);
        if again {
            game.orders_done(&[Fall::Contest(3, 5)]);
            assert_eq!(game.asked(), [(BLUE, Frame::Cup)]);
            game.act(BLUE, Action::Marker { marker }, &[draw]);
        } else {
            game.orders_done(&[Fall::Contest(3, 5), draw]);
        }
    }
}

#[test]
fn automatic_victory_when() {
    let destroyed = "[victory]\nautomatic = [{ side = \"Blue\", kind = \"destroyed\", formations = 1 }]\n";
    for (reading, at_once) in [("at-once", true), ("turn-end", false)] {
        let rules = rivoli()
            .place(&[("Van/A", "0203"), ("Guard/P", "1803"), ("Line/S", "1808")])
            .tables(destroyed)
            .ruling("automatic-victory-when", reading)
            .open();
        let position = Position::from_state(&rules, Game::new(&rules).state);
        let lost = ["Line/S", "Line/T", "Line/U"];
        let mut game = built(&rules, lost.iter().fold(position, |p, unit| p.order(unit, Order::Eliminated)));
        game.act(BLUE, Action::Done, &[]);
        assert_eq!(rules.over(&game.state), at_once, "{reading}");
        if !at_once {
            let draw = game.draw("Van", 0);
            game.act(WHITE, Action::Done, &[Fall::Contest(3, 5), draw]);
            for draw in [game.draw("Van", 1), game.draw("Guard", 0)] {
                game.pass_activation(&[draw]);
            }
            while game.state.turn() == 1 && !rules.over(&game.state) {
                let by = game.asked()[0].0;
                let account = game.act(by, Action::Done, &[]);
                if rules.over(&game.state) {
                    proves(&["R 13/1"], &account);
                }
            }
            assert!(rules.over(&game.state) && game.state.turn() == 1);
        }
    }
}

#[test]
fn destroyed_before_arrival() {
    let destroyed = "[victory]\nautomatic = [{ side = \"Blue\", kind = \"destroyed\", formations = 1 }]\n";
    for (reading, over) in [("no", false), ("yes", true)] {
        let rules = rivoli()
            .place(&[("Van/A", "0203"), ("Guard/P", "1803"), ("Line/S", "1808")])
            .arrive(3, "2001", &["Guard/Q"])
            .tables(destroyed)
            .ruling("destroyed-before-arrival", reading)
            .open();
        let position = Position::from_state(&rules, Game::new(&rules).state);
        let mut game = built(&rules, position.order("Guard/P", Order::Disordered));
        game.act(BLUE, Action::Done, &[]);
        assert_eq!(rules.over(&game.state), over, "{reading}");
    }
}

const EXIT: &str = "[victory]\nautomatic = [{ side = \"White\", kind = \"exit\", formations = 2, hex = \"0109\", unbroken = [1, 2] }]\n";

#[test]
fn columns_exited() {
    for (reading, over) in [("each", false), ("together", true)] {
        let rules = rivoli()
            .place(&[
                ("Guard/P", "0109"),
                ("Guard/Q", "0110"),
                ("Guard/R", "0111"),
                ("Line/S", "0112"),
                ("Van/A", "1803"),
            ])
            .tables(EXIT)
            .ruling("columns-exited", reading)
            .open();
        let mut game = Game::new(&rules);
        // Three of three, and one of three: four of six.
        for (formation, unit) in [("Guard", "Guard/P"), ("Guard", "Guard/Q"), ("Guard", "Guard/R"), ("Line", "Line/S")]
        {
            let position = Position::from_state(&rules, game.state.clone());
            game = built(
                &rules,
                position.activate(formation, Orders::Received, Step::Movement).place(unit, "0109", Vertex::W),
            );
            assert!(!rules.over(&game.state));
            let unit = game.unit(unit);
            game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
            game.act(WHITE, Action::Step { dir: Dir::NW }, &[]);
        }
        assert_eq!(rules.over(&game.state), over, "{reading}");
    }
}

#[test]
fn exit_cost() {
    for (reading, leaves) in [("one", true), ("hex", false)] {
        let rules =
            rivoli().place(&[("Guard/R", "0110"), ("Van/A", "1803")]).tables(EXIT).ruling("exit-cost", reading).open();
        let position = Position::from_state(&rules, Game::new(&rules).state);
        let mut game = built(&rules, position.activate("Guard", Orders::Without, Step::Movement));
        // Half of eight points, three of them for the orchard.
        let unit = game.unit("Guard/R");
        game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        game.step(Dir::N);
        let exit = Action::Step { dir: Dir::SW };
        if leaves {
            game.act(WHITE, exit, &[]);
            continue;
        }
        let stop = game.refuse(WHITE, exit);
        refused(&["R scenario 1/22"], &stop);
        assert_eq!(why(&stop), Why::Points { unit, needs: 3, has: 1 });
    }
}

#[test]
fn entry_hex_1722() {
    let objective = "[victory]\nhex = [{ hex = \"1503\", points = 5, side = \"Blue\" }]\n";
    for (reading, open) in [("until-entered", false), ("lifted", true)] {
        let rules = rivoli()
            .place(&[("Van/C", "1203"), ("Guard/P", "1812")])
            .arrive(3, "1503", &["Guard/Q"])
            .tables(objective)
            .ruling("entry-hex-1722", reading)
            .open();
        let position = Position::from_state(&rules, Game::new(&rules).state);
        let mut game = built(&rules, position.activate("Van", Orders::Received, Step::Movement));
        let unit = game.unit("Van/C");
        game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        game.step(Dir::SE);
        assert_eq!(rules.check(&game.state, BLUE, &Action::Step { dir: Dir::NE }).is_ok(), open, "{reading}");
    }
}

#[test]
fn one_marker_which() {
    // The Rear's markers have 4 and 6.
    for (reading, nth) in [("higher", 1), ("lower", 0)] {
        let rules = rivoli()
            .place(&[("Van/A", "0203"), ("Guard/P", "1803")])
            .arrive(1, "0107", &["Rear/D"])
            .ruling("one-marker-which", reading)
            .open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Van", 0);
        game.orders_done(&[Fall::Contest(3, 5), draw]);
        assert_eq!(game.in_cup("Rear"), 1);
        assert!(game.state.in_cup(game.markers("Rear")[nth]), "{reading}");
    }
}
