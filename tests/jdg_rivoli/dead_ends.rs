//! Steps that would lead nowhere: where units may not stay, they must be able to go on, as they are when they get there.

use super::game::{FRENCH, Game, open, why};
use super::support::refused;
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::why::Why;

#[test]
fn whom_the_slope_disorders_must_be_able_to_go_on_disordered() {
    let rules = open("rivoli-historical", &[]);
    // Down the steep slope from 2213 into a hex that is full; every hex beyond lies beside an enemy battery.
    let places = [
        ("Reserve/39th", "2213"),
        ("Joubert/Vial, 22nd Light", "2214"),
        ("Joubert/Vial, 4th and 17th Light", "2214"),
        ("Quasdanovitch/Art., 1", "2115"),
        ("Quasdanovitch/Art., 2", "2112"),
        ("Wukassovitch/Art.", "2312"),
    ];
    let at = |turn| {
        let position =
            places.iter().fold(Position::empty(&rules), |position, (unit, hex)| position.place(unit, hex, Vertex::NE));
        let mut game = Game::at(position.turn(turn).activate("Reserve", Orders::Received, Step::Movement), &rules);
        let unit = game.unit("Reserve/39th");
        game.act(FRENCH, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        game
    };
    // By night, disordered, it could not go on: so it does not go there.
    let game = at(13);
    let stop = game.refuse(FRENCH, game.step_to("2213", "2214"));
    refused(&["R 5.1.2/5"], &stop);
    assert!(matches!(why(&stop), Why::Stacking { .. }));
    // By day it may, and has a way out.
    let mut game = at(12);
    game.act(FRENCH, game.step_to("2213", "2214"), &[]);
    let on = grognard::ruleset::Ruleset::legal_actions(&rules, &game.state, FRENCH);
    assert!(on.iter().all(|action| matches!(action, Action::Step { .. })) && !on.is_empty(), "{on:?}");
}
