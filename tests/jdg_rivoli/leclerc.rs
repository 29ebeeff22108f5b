//! Leclerc with the Reserve's marker (R specific 2.2), and when army commanders move.

use super::game::{AUSTRIANS, FRENCH, Game, open, why};
use super::support::{proves, refused};
use grognard::chance::Fall;
use grognard::doors::Doors;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::why::Why;

const LECLERC: &str = "Masséna/Leclerc";

/// The first turn, after the orders, with the Reserve's marker chosen to begin it.
fn reserve_begins<'r>(game: &mut Game<'r>) -> super::game::Account {
    game.act(FRENCH, Action::Done, &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    if game.asked() == [(FRENCH, Frame::Orders)] {
        // The Eagle's Eye.
        game.act(FRENCH, Action::Done, &[]);
    }
    let marker = game.rules.roster().formation(game.rules.roster().formation_named("Reserve").unwrap());
    let marker = marker.unwrap().markers.iter().copied();
    let marker = marker.max_by_key(|m| game.rules.roster().marker(*m).map(|m| m.initiative)).unwrap();
    let account = game.act(FRENCH, Action::Marker { marker }, &[]);
    if game.asked() == [(FRENCH, Frame::Cup)] {
        return game.act(FRENCH, Action::Done, &[]);
    }
    account
}

#[test]
fn he_acts_under_the_reserves_orders() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::set_up(&rules);
    let (reserve, leclerc) = (game.unit("Reserve/39th"), game.unit(LECLERC));
    // One order for both: he has no group of his own.
    assert_eq!(why(&game.refuse(FRENCH, Action::Order { unit: leclerc })), Why::Precedence(first(&game)));
    game.act(FRENCH, Action::Order { unit: first(&game) }, &[]);
    let account = reserve_begins(&mut game);
    proves(&["R specific 2.2/2"], &account);
    for unit in [reserve, leclerc] {
        assert!(game.state.marked(Mark::Active).has(unit) && game.state.marked(Mark::Ordered).has(unit));
    }
}

/// The first unit, in the order of the roster, of the group of the Reserve.
fn first(game: &Game<'_>) -> grognard::side::UnitId {
    game.rules.group(&game.state, game.unit(LECLERC)).lowest().unwrap()
}

#[test]
fn or_under_those_of_masséna_if_so_ruled() {
    let rules = open("rivoli-historical", &[("leclerc-orders", "own")]);
    // The Reserve has orders, he has none; both are activated.
    let mut game = Game::set_up(&rules);
    let (reserve, leclerc) = (game.unit("Reserve/39th"), game.unit(LECLERC));
    game.act(FRENCH, Action::Order { unit: reserve }, &[]);
    reserve_begins(&mut game);
    assert!(game.state.marked(Mark::Active).has(leclerc) && game.state.marked(Mark::Active).has(reserve));
    assert!(game.state.marked(Mark::Ordered).has(reserve) && !game.state.marked(Mark::Ordered).has(leclerc));
    // He tests the initiative of the marker that was drawn by himself.
    game.act(FRENCH, Action::Initiative { unit: leclerc }, &[Fall::D10(0)]);
    assert!(game.state.marked(Mark::Ordered).has(leclerc));

    // The other way round, and his orders are shown with his activation.
    let mut game = Game::set_up(&rules);
    game.act(FRENCH, Action::Order { unit: leclerc }, &[]);
    assert!(rules.view(&game.state, AUSTRIANS).face_down.contains(&"Masséna".to_owned()));
    reserve_begins(&mut game);
    assert!(!game.state.marked(Mark::Ordered).has(reserve) && game.state.marked(Mark::Ordered).has(leclerc));
    assert!(!rules.view(&game.state, AUSTRIANS).face_down.contains(&"Masséna".to_owned()));
    assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state));
}

#[test]
fn army_commanders_move_in_the_movement_step() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::set_up(&rules);
    reserve_begins(&mut game);
    assert_eq!(game.asked(), [(FRENCH, Frame::Activation(Step::Initiative))]);
    let command = Action::Command { commander: game.commander("Bonaparte") };
    refused(&["R 1.D/4"], &game.refuse(FRENCH, command));
    while game.asked() != [(FRENCH, Frame::Activation(Step::Movement))] {
        game.act(FRENCH, Action::Done, &[]);
    }
    game.act(FRENCH, command, &[]);
}

#[test]
fn or_at_any_step_if_so_ruled() {
    let rules = open("rivoli-historical", &[("commander-moves-when", "any")]);
    let mut game = Game::set_up(&rules);
    reserve_begins(&mut game);
    let command = Action::Command { commander: game.commander("Bonaparte") };
    let start = game.state.clone();
    for step in [Step::Initiative, Step::Fire, Step::Movement, Step::Declaration, Step::Combat, Step::Rally] {
        game.state = start.clone();
        // Each step asks, though nothing else is to be done in it.
        while game.asked() != [(FRENCH, Frame::Activation(step))] {
            game.act(FRENCH, Action::Done, &[]);
        }
        let account = game.act(FRENCH, command, &[]);
        proves(&["R 2.6/3"], &account);
        assert!(matches!(game.asked()[..], [(FRENCH, Frame::CommanderMove { .. })]));
        assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state), "{step:?}");
        if step > Step::Movement {
            // Nothing is left to do then: the next marker would be drawn.
            continue;
        }
        game.act(FRENCH, Action::Done, &[]);
        // Once a turn.
        if game.asked() == [(FRENCH, Frame::Activation(step))] {
            assert_eq!(why(&game.refuse(FRENCH, command)), Why::CommanderMoved);
        }
    }
}
