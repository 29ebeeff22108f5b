//! The set-up: what each scenario leaves to its players (R scenario 1 and 2).

use super::game::{AUSTRIANS, FRENCH, Game, open, why};
use super::support::{proves, refused};
use grognard::doors::Doors;
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::position::Position;
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;
use grognard::side::{Side, UnitId};

fn place(game: &Game<'_>, unit: &str, hex: &str) -> Action {
    Action::Place { unit: game.unit(unit), cell: game.cell(hex) }
}

fn post(game: &Game<'_>, commander: &str, hex: &str) -> Action {
    Action::Post { commander: game.commander(commander), cell: game.cell(hex) }
}

#[test]
fn a_counter_stands_in_its_hex_or_beside_it_and_faces_as_its_owner_likes() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::new(&rules);
    assert_eq!(game.asked(), [(FRENCH, Frame::SetUp { side: FRENCH, turning: None })]);
    assert_eq!(game.state.on_map().len(), 0);
    // 1715 and the six around it; not two hexes off.
    for hex in ["1717", "1713", "1517"] {
        refused(&["R scenario 1/3"], &game.refuse(FRENCH, place(&game, "Reserve/39th", hex)));
    }
    let open = rules.legal_actions(&game.state, FRENCH);
    let unit = game.unit("Reserve/39th");
    let here = open.iter().filter(|action| matches!(action, Action::Place { unit: one, .. } if *one == unit)).count();
    assert_eq!(here, 7);
    let account = game.act(FRENCH, place(&game, "Reserve/39th", "1816"), &[]);
    proves(&["R scenario 1/3"], &account);
    assert_eq!(game.at_hex("Reserve/39th").as_deref(), Some("1816"));
    // Its facing is asked next, and nothing else is to be done before.
    refused(&["R scenario 1/3"], &game.refuse(FRENCH, place(&game, "Masséna/Leclerc", "1618")));
    let account = game.act(FRENCH, Action::Turn { facing: Vertex::W }, &[]);
    proves(&["R scenario 1/3"], &account);
    assert_eq!(game.state.facing(unit), Vertex::W);
    // What stands is not taken up again.
    let stop = game.refuse(FRENCH, place(&game, "Reserve/39th", "1715"));
    assert_eq!(why(&stop), Why::Placed(unit));
    assert_eq!(
        why(&game.refuse(FRENCH, place(&game, "Liptay/Terzy", "1408"))),
        Why::NotYours(game.unit("Liptay/Terzy"))
    );
    // So with the commander, who faces nowhere.
    refused(&["R scenario 1/3"], &game.refuse(FRENCH, post(&game, "Bonaparte", "1717")));
    game.act(FRENCH, post(&game, "Bonaparte", "1716"), &[]);
    assert_eq!(rules.post(&game.state, game.commander("Bonaparte")), Some(game.cell("1716")));
    assert_eq!(why(&game.refuse(FRENCH, post(&game, "Bonaparte", "1715"))), Why::CommanderPlaced);
    assert_eq!(why(&game.refuse(FRENCH, post(&game, "Alvinczy", "2005"))), Why::CommanderNotYours);
}

#[test]
fn either_of_two_hexes_or_beside_one_of_them() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::new(&rules);
    // Sandos: 1710/1810. 1909 touches 1810 alone, 1609 touches 1710 alone.
    for (unit, hex) in [("Joubert/Sandos, 14th", "1909"), ("Joubert/Sandos, 33rd I", "1610")] {
        game.act(FRENCH, place(&game, unit, hex), &[]);
        game.act(FRENCH, Action::Done, &[]);
    }
    // The facing that the file offers.
    assert_eq!(game.state.facing(game.unit("Joubert/Sandos, 14th")), Vertex::NW);
    refused(&["R scenario 1/3"], &game.refuse(FRENCH, place(&game, "Joubert/Sandos, 33rd II", "1712")));
}

#[test]
fn the_artillery_stands_with_any_infantry_of_its_division() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::new(&rules);
    let gun = "Joubert/Artillery";
    // Nobody is there yet.
    refused(&["R scenario 1/5"], &game.refuse(FRENCH, place(&game, gun, "1810")));
    game.act(FRENCH, place(&game, "Joubert/Lassalle", "1617"), &[]);
    game.act(FRENCH, Action::Done, &[]);
    game.act(FRENCH, place(&game, "Reserve/39th", "1715"), &[]);
    game.act(FRENCH, Action::Done, &[]);
    game.act(FRENCH, place(&game, "Joubert/Vial, 22nd Light", "2110"), &[]);
    game.act(FRENCH, Action::Turn { facing: Vertex::E }, &[]);
    // Cavalry of the division, and infantry of another, are not enough.
    for hex in ["1617", "1715", "1511"] {
        refused(&["R scenario 1/5"], &game.refuse(FRENCH, place(&game, gun, hex)));
    }
    let account = game.act(FRENCH, place(&game, gun, "2110"), &[]);
    proves(&["R scenario 1/5"], &account);
    assert_eq!(game.at_hex(gun).as_deref(), Some("2110"));
    // It need not face as the infantry does.
    game.act(FRENCH, Action::Turn { facing: Vertex::W }, &[]);
    // A second unit of the infantry does face as the first.
    game.act(FRENCH, place(&game, "Joubert/Vial, 4th and 17th Light", "2110"), &[]);
    assert_eq!(game.asked(), [(FRENCH, Frame::SetUp { side: FRENCH, turning: None })]);
    assert_eq!(game.state.facing(game.unit("Joubert/Vial, 4th and 17th Light")), Vertex::E);
}

#[test]
fn alvinczy_stands_with_or_beside_any_austrian() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::new(&rules);
    game.act(FRENCH, Action::Done, &[]);
    assert_eq!(game.asked(), [(AUSTRIANS, Frame::SetUp { side: AUSTRIANS, turning: None })]);
    refused(&["R scenario 1/8"], &game.refuse(AUSTRIANS, post(&game, "Alvinczy", "2005")));
    game.act(AUSTRIANS, place(&game, "Ocskay/Preiss", "2305"), &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    refused(&["R scenario 1/8"], &game.refuse(AUSTRIANS, post(&game, "Alvinczy", "2303")));
    let account = game.act(AUSTRIANS, post(&game, "Alvinczy", "2304"), &[]);
    proves(&["R scenario 1/8"], &account);
    assert_eq!(rules.post(&game.state, game.commander("Alvinczy")), Some(game.cell("2304")));
}

#[test]
fn a_hex_for_one_counter_is_for_any_of_the_formation() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::new(&rules);
    game.act(FRENCH, Action::Done, &[]);
    // Preiss takes the hex that the file offers the Croats; then nobody else may.
    let account = game.act(AUSTRIANS, place(&game, "Ocskay/Preiss", "2408"), &[]);
    proves(&["R scenario 1/9"], &account);
    game.act(AUSTRIANS, Action::Turn { facing: Vertex::SW }, &[]);
    refused(&["R scenario 1/9"], &game.refuse(AUSTRIANS, place(&game, "Ocskay/Cro.", "2408")));
    // Two are left, for 2305 and beside it: one beside it is allowed, two are not.
    game.act(AUSTRIANS, place(&game, "Ocskay/Cro.", "2304"), &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    refused(&["R scenario 1/9"], &game.refuse(AUSTRIANS, place(&game, "Ocskay/Stuart", "2304")));
    game.act(AUSTRIANS, place(&game, "Ocskay/Stuart", "2305"), &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    // The rest as the file offers it: the formations whose counters stand where the others were to.
    game.act(AUSTRIANS, place(&game, "Liptay/Terzy", "1304"), &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    let liptay =
        ["Liptay/Callenberg", "Liptay/Gyulai", "Liptay/Terzy", "Liptay/Cro."].map(|unit| game.at_hex(unit).unwrap());
    let mut hexes = liptay.to_vec();
    hexes.sort();
    assert_eq!(hexes, ["1304", "1406", "1408", "1607"]);
}

#[test]
fn done_leaves_the_rest_to_the_file() {
    for scenario in ["rivoli-historical", "rivoli-free", "rivoli-arrival"] {
        let rules = open(scenario, &[]);
        let game = Game::set_up(&rules);
        let offered = Position::scenario(&rules).build().unwrap();
        assert_eq!(game.asked().len(), 2, "both sides give orders");
        for unit in (0..rules.roster().units.len()).filter_map(UnitId::new) {
            assert_eq!(game.state.at(unit), offered.at(unit), "{}", rules.roster().unit_name(unit));
            assert_eq!(game.state.facing(unit), offered.facing(unit));
        }
        for name in ["Bonaparte", "Alvinczy"] {
            assert!(rules.post(&game.state, game.commander(name)).is_some());
        }
        // Nothing fell, so that all of it may be taken back.
        assert_eq!(game.state.turn(), 1);
    }
}

#[test]
fn done_finds_the_nearest_hex_where_its_own_is_taken() {
    let rules = open("rivoli-free", &[]);
    let mut game = Game::new(&rules);
    for unit in ["Joubert/Lebley, 29th Light", "Joubert/Lebley, 85th"] {
        game.act(FRENCH, place(&game, unit, "1715"), &[]);
        if game.asked() != [(FRENCH, Frame::SetUp { side: FRENCH, turning: None })] {
            game.act(FRENCH, Action::Done, &[]);
        }
    }
    game.act(FRENCH, Action::Done, &[]);
    let at = game.state.at(game.unit("Reserve/39th")).expect("on the map");
    assert_eq!(rules.map().grid.distance(at, game.cell("1715")), 1);
}

#[test]
fn each_side_deploys_freely_within_its_area() {
    let rules = open("rivoli-free", &[]);
    let mut game = Game::new(&rules);
    // The corners belong to the quadrilateral; the far bank and what lies north do not.
    for hex in ["2315", "1111", "1022", "2208"] {
        refused(&["R scenario 2/3"], &game.refuse(FRENCH, place(&game, "Joubert/Lassalle", hex)));
        refused(&["R scenario 2/3"], &game.refuse(FRENCH, post(&game, "Bonaparte", hex)));
    }
    for hex in ["1122", "1112", "2008", "2209", "2215", "2222"] {
        assert_eq!(rules.check(&game.state, FRENCH, &place(&game, "Joubert/Sandos, 14th", hex)), Ok(()), "{hex}");
    }
    let account = game.act(FRENCH, place(&game, "Joubert/Lassalle", "1920"), &[]);
    proves(&["R scenario 2/3"], &account);
    game.act(FRENCH, Action::Done, &[]);
    // Stacks as ever: no infantry with cavalry, no third of a formation.
    refused(&["R 5.1/2"], &game.refuse(FRENCH, place(&game, "Joubert/Sandos, 14th", "1920")));
    for unit in ["Joubert/Sandos, 14th", "Joubert/Sandos, 33rd I"] {
        game.act(FRENCH, place(&game, unit, "1810"), &[]);
        if game.asked() != [(FRENCH, Frame::SetUp { side: FRENCH, turning: None })] {
            game.act(FRENCH, Action::Done, &[]);
        }
    }
    let third = game.unit("Joubert/Sandos, 33rd II");
    let stop = game.refuse(FRENCH, place(&game, "Joubert/Sandos, 33rd II", "1810"));
    refused(&["R scenario 1/15"], &stop);
    assert!(matches!(why(&stop), Why::Stacking { unit, .. } if unit == third));
    game.act(FRENCH, Action::Done, &[]);

    // The Austrians: north of the line, and not on it.
    for hex in ["2005", "2006", "1009", "2608", "3503"] {
        refused(&["R scenario 2/5"], &game.refuse(AUSTRIANS, place(&game, "Köblös/Gr.", hex)));
    }
    let account = game.act(AUSTRIANS, place(&game, "Köblös/Gr.", "2004"), &[]);
    proves(&["R scenario 2/5"], &account);
}

#[test]
fn the_line_belongs_to_the_area_if_so_ruled() {
    let rules = open("rivoli-free", &[("deployment-on-the-line", "on"), ("deployment-order", "reversed")]);
    let mut game = Game::new(&rules);
    // The Austrians begin, if so ruled.
    assert_eq!(game.asked(), [(AUSTRIANS, Frame::SetUp { side: AUSTRIANS, turning: None })]);
    refused(&["R scenario 2/5"], &game.refuse(AUSTRIANS, place(&game, "Köblös/Gr.", "2006")));
    // Not beside the hex by which Murat is to come, though that is within the area.
    refused(&["R 5.2/14"], &game.refuse(AUSTRIANS, place(&game, "Köblös/Gr.", "0104")));
    game.act(AUSTRIANS, place(&game, "Köblös/Gr.", "2005"), &[]);
    assert_eq!(game.at_hex("Köblös/Gr.").as_deref(), Some("2005"));
    game.act(AUSTRIANS, Action::Done, &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    assert_eq!(game.asked(), [(FRENCH, Frame::SetUp { side: FRENCH, turning: None })]);
    game.act(FRENCH, Action::Done, &[]);
    assert_eq!(game.asked(), [(FRENCH, Frame::Orders), (AUSTRIANS, Frame::Orders)]);
}

#[test]
fn everything_placed_closes_the_set_up() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::new(&rules);
    while game.asked().iter().any(|(_, frame)| matches!(frame, Frame::SetUp { .. })) {
        let (by, frame) = game.asked()[0];
        // Documents hold the set-up too, with the counter that is being turned.
        assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state));
        let legal = rules.legal_actions(&game.state, by);
        let action = legal.into_iter().find(|action| *action != Action::Done).expect("something to place");
        assert_eq!(matches!(frame, Frame::SetUp { turning: Some(_), .. }), matches!(action, Action::Turn { .. }));
        let account = game.act(by, action, &[]);
        assert!(
            account.entries().iter().any(|entry| !rules.tell(entry).is_empty())
                || matches!(action, Action::Turn { .. })
        );
    }
    assert_eq!(game.state.on_map().len(), rules.scenario().places.len());
    assert_eq!(game.asked(), [(FRENCH, Frame::Orders), (AUSTRIANS, Frame::Orders)]);
}

#[test]
fn the_view_of_either_side_shows_the_set_up() {
    let rules = open("rivoli-free", &[]);
    let mut game = Game::new(&rules);
    game.act(FRENCH, place(&game, "Reserve/39th", "1715"), &[]);
    for side in Side::BOTH {
        assert!(rules.view(&game.state, side).seen.units.contains_key("Reserve/39th"));
    }
    // Nobody is asked out of turn.
    assert!(rules.legal_actions(&game.state, AUSTRIANS).is_empty());
}
