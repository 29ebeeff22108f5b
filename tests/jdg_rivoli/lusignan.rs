//! Lusignan's march (R specific 2.3).

use super::game::{AUSTRIANS, Game, open, why};
use super::support::{citing, proves, refused};
use grognard::hex::Vertex;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;

const KLEBEK: &str = "Lusignan/Klebek";

fn at<'r>(rules: &'r JoursDeGloire, hex: &str, more: &[(&str, &str)], orders: Orders) -> Game<'r> {
    let position = more
        .iter()
        .fold(Position::empty(rules), |position, (unit, hex)| position.place(unit, hex, Vertex::NW))
        .turn(5)
        .place(KLEBEK, hex, Vertex::SE)
        .activate("Lusignan", orders, Step::Movement);
    Game::at(position, rules)
}

fn march(game: &Game<'_>) -> Action {
    Action::Move { unit: game.unit(KLEBEK), party: Party::Alone, gait: Gait::March }
}

#[test]
fn it_marches_by_its_route_with_all_its_movement() {
    let rules = open("rivoli-historical", &[]);
    let mut game = at(&rules, "0901", &[], Orders::Without);
    let klebek = game.unit(KLEBEK);
    // Nobody stays behind, and nobody turns in place instead.
    let stop = game.refuse(AUSTRIANS, Action::Done);
    refused(&["R specific 2.3/2"], &stop);
    assert_eq!(why(&stop), Why::MustMarchOn(klebek));
    refused(&["R specific 2.3/2"], &game.refuse(AUSTRIANS, Action::Pivot { unit: klebek, facing: Vertex::W }));
    // At full capability, though without orders.
    assert_eq!(rules.allowance(&game.state, klebek, Gait::March), 4);
    let account = game.act(AUSTRIANS, march(&game), &[]);
    proves(&["R specific 2.3/4"], &account);
    // West of the Tasso, but off the tracks.
    let stop = game.refuse(AUSTRIANS, game.step_to("0901", "0801"));
    refused(&["R specific 2.3/2"], &stop);
    assert_eq!(why(&stop), Why::OffRoute(klebek));
    let mut from = "0901";
    for (nth, to) in ["0902", "0903", "0804", "0805"].into_iter().enumerate() {
        if nth > 0 {
            let stop = game.refuse(AUSTRIANS, Action::Halt { facing: Vertex::SE });
            refused(&["R specific 2.3/2"], &stop);
            assert_eq!(why(&stop), Why::MustMarchOn(klebek));
        }
        let account = game.act(AUSTRIANS, game.step_to(from, to), &[]);
        proves(&["R specific 2.3/2"], &account);
        from = to;
    }
    game.act(AUSTRIANS, Action::Halt { facing: Vertex::SE }, &[]);
    assert_eq!(game.at_hex(KLEBEK).as_deref(), Some("0805"));
    game.act(AUSTRIANS, Action::Done, &[]);
}

#[test]
fn it_follows_the_south_edge_after_affi() {
    let rules = open("rivoli-historical", &[]);
    let mut game = at(&rules, "1022", &[], Orders::Without);
    refused(&["R specific 2.3/3"], &game.refuse(AUSTRIANS, Action::Done));
    game.act(AUSTRIANS, march(&game), &[]);
    let stop = game.refuse(AUSTRIANS, game.step_to("1022", "1021"));
    refused(&["R specific 2.3/3"], &stop);
    let account = game.act(AUSTRIANS, game.step_to("1022", "1122"), &[]);
    proves(&["R specific 2.3/3"], &account);
}

#[test]
fn at_mont_pipolo_its_march_is_over() {
    let rules = open("rivoli-historical", &[]);
    let mut game = at(&rules, "1921", &[], Orders::Without);
    // It may stay, turn, or go from one of its three hexes to another; nowhere else.
    let unit = game.unit(KLEBEK);
    assert_eq!(rules.check(&game.state, AUSTRIANS, &Action::Done), Ok(()));
    assert_eq!(rules.check(&game.state, AUSTRIANS, &Action::Pivot { unit, facing: Vertex::W }), Ok(()));
    game.act(AUSTRIANS, march(&game), &[]);
    refused(&["R specific 2.3/3"], &game.refuse(AUSTRIANS, game.step_to("1921", "1922")));
    game.act(AUSTRIANS, game.step_to("1921", "2022"), &[]);
    game.act(AUSTRIANS, Action::Halt { facing: Vertex::W }, &[]);
    assert_eq!(game.at_hex(KLEBEK).as_deref(), Some("2022"));
}

#[test]
fn it_never_marches_by_force_nor_off_the_map() {
    let rules = open("rivoli-historical", &[]);
    // With its commander's initiative it acts as one with orders, and is bound still.
    let mut game = at(&rules, "0901", &[], Orders::Without);
    let position = Position::from_state(&rules, game.state.clone()).mark(KLEBEK, Mark::Ordered);
    game.state = position.build().unwrap();
    let forced = Action::Move { unit: game.unit(KLEBEK), party: Party::Alone, gait: Gait::Forced };
    let stop = game.refuse(AUSTRIANS, forced);
    refused(&["R specific 2.3/7"], &stop);
    assert_eq!(why(&stop), Why::NotHere);

    // 1722 is the exit of the others.
    let places = [
        ("Masséna/Rampon, 32nd I", "1401"),
        ("Masséna/Rampon, 32nd II", "1401"),
        ("Masséna/Artillery", "1402"),
        ("Masséna/Monnier, 18th I", "1501"),
        ("Masséna/Monnier, 18th II", "1501"),
        ("Masséna/Brune, 75th I", "1502"),
        ("Masséna/Brune, 75th II", "1502"),
    ];
    let mut game = at(&rules, "1722", &places, Orders::Without);
    game.act(AUSTRIANS, march(&game), &[]);
    let off = Action::Step { dir: grognard::hex::Dir::S };
    assert_eq!(why(&game.refuse(AUSTRIANS, off)), Why::OffRoute(game.unit(KLEBEK)));
}

#[test]
fn where_the_enemy_bars_the_route_it_goes_around() {
    let rules = open("rivoli-historical", &[]);
    let mut game = at(&rules, "0902", &[("Reserve/Artillery", "0903")], Orders::Without);
    game.act(AUSTRIANS, march(&game), &[]);
    assert!(matches!(why(&game.refuse(AUSTRIANS, game.step_to("0902", "0903"))), Why::Enemy { .. }));
    // Nearer to the end of the route, and within its ground.
    let steps: Vec<Action> =
        rules.legal_actions(&game.state, AUSTRIANS).into_iter().filter(|a| matches!(a, Action::Step { .. })).collect();
    assert!(steps.contains(&game.step_to("0902", "0803")), "{steps:?}");
    assert!(!steps.contains(&game.step_to("0902", "0901")), "{steps:?}");
    assert!(!steps.contains(&game.step_to("0902", "0802")), "{steps:?}");
    game.act(AUSTRIANS, game.step_to("0902", "0803"), &[]);
    // Off the route it makes for it again.
    let on = game.step_to("0803", "0804");
    game.act(AUSTRIANS, on, &[]);
    assert_eq!(game.at_hex(KLEBEK).as_deref(), Some("0804"));
}

#[test]
fn the_second_column_waits_for_the_first() {
    let rules = open("rivoli-historical", &[]);
    // Two units fill the next hex, and those beyond them the one after: a third may stay where it is.
    let others = [("Lusignan/Lacy", "0902"), ("Lusignan/Mahony", "0902")];
    let position = others
        .iter()
        .fold(Position::empty(&rules), |position, (unit, hex)| position.place(unit, hex, Vertex::SE))
        .turn(5)
        .place(KLEBEK, "0901", Vertex::SE)
        .activate("Lusignan", Orders::Without, Step::Movement)
        .mark("Lusignan/Lacy", Mark::Moved)
        .mark("Lusignan/Mahony", Mark::Moved);
    let game = Game::at(position, &rules);
    // It may pass through them, at a point more, and so it must.
    refused(&["R specific 2.3/2"], &game.refuse(AUSTRIANS, Action::Done));
}

#[test]
fn in_the_variants_nothing_binds_it() {
    for scenario in ["rivoli-free", "rivoli-arrival"] {
        let rules = open(scenario, &[]);
        let mut game = at(&rules, "0901", &[], Orders::Received);
        let klebek = game.unit(KLEBEK);
        assert!(!rules.is_bound(&game.state, klebek));
        // It may stay, march by force, and go where it likes.
        assert_eq!(rules.check(&game.state, AUSTRIANS, &Action::Done), Ok(()));
        game.act(AUSTRIANS, Action::Move { unit: klebek, party: Party::Alone, gait: Gait::Forced }, &[]);
        let account = game.act(AUSTRIANS, game.step_to("0901", "0801"), &[]);
        assert_eq!(citing("R specific 2.3/2", &account).count(), 0);
        // Without orders it has half its movement, like anybody.
        let game = at(&rules, "0901", &[], Orders::Without);
        assert_eq!(rules.allowance(&game.state, klebek, Gait::March), 2);
    }
}

#[test]
fn freed_by_alvinczy_it_goes_where_it_likes() {
    let rules = open("rivoli-historical", &[]);
    let mut game = at(&rules, "0901", &[], Orders::Without);
    assert!(rules.is_bound(&game.state, game.unit(KLEBEK)));
    let document = {
        let mut document = grognard::doors::Doors::write(&rules, &game.state);
        document.route = grognard::jours_de_gloire::document::Route::Free;
        document
    };
    game.state = grognard::doors::Doors::read(&rules, &document).unwrap();
    assert_eq!(rules.check(&game.state, AUSTRIANS, &Action::Done), Ok(()));
    game.act(AUSTRIANS, march(&game), &[]);
    game.act(AUSTRIANS, game.step_to("0901", "0801"), &[]);
}

/// The whole way, from the draw of its marker on.
#[test]
fn it_enters_and_marches_on_at_once() {
    let rules = open("rivoli-historical", &[]);
    let position = Position::empty(&rules).turn(4).activate("Lusignan", Orders::Without, Step::Movement);
    let mut game = Game::at(position, &rules);
    let enter = Action::Enter { unit: game.unit(KLEBEK), party: Party::Alone, gait: Gait::March };
    let account = game.act(AUSTRIANS, enter, &[]);
    proves(&["R specific 2.3/4"], &account);
    refused(&["R specific 2.3/2"], &game.refuse(AUSTRIANS, Action::Halt { facing: Vertex::SE }));
    game.act(AUSTRIANS, game.step_to("0901", "0902"), &[]);
}

#[test]
fn or_it_waits_there_if_so_ruled() {
    let rules = open("rivoli-historical", &[("lusignan-detour", "waits")]);
    let mut game = at(&rules, "0902", &[("Reserve/Artillery", "0903")], Orders::Without);
    let stop = game.refuse(AUSTRIANS, march(&game));
    refused(&["R specific 2.3/2"], &stop);
    // Nothing is open, so that nothing is asked of it.
    game.act(AUSTRIANS, Action::Done, &[]);
}

#[test]
fn its_full_capability_is_in_movement_alone_or_in_everything() {
    for (reading, ordered) in [("movement", false), ("all", true)] {
        let rules = open("rivoli-historical", &[("lusignan-capability", reading)]);
        let position = Position::empty(&rules).turn(4).activate("Lusignan", Orders::Without, Step::Movement);
        let mut game = Game::at(position, &rules);
        let enter = Action::Enter { unit: game.unit(KLEBEK), party: Party::Alone, gait: Gait::March };
        let account = game.act(AUSTRIANS, enter, &[]);
        proves(&["R specific 2.3/4"], &account);
        assert_eq!(game.state.marked(Mark::Ordered).has(game.unit(KLEBEK)), ordered, "{reading}");
        assert!(rules.is_bound(&game.state, game.unit(KLEBEK)));
        // Neither way does it march by force.
        let forced = Action::Move { unit: game.unit(KLEBEK), party: Party::Alone, gait: Gait::Forced };
        assert!(rules.check(&game.state, AUSTRIANS, &forced).is_err());
    }
}
