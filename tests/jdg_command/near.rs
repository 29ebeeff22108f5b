//! Reinforcements near an enemy who has not come of his own will (5.2).

use super::field::{BLUE, Game, Setting};
use super::support::proves;
use grognard::chance::Fall;
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::{Action, Aim, Evasion};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};

#[test]
fn an_enemy_who_falls_back_towards_them_ends_their_status_too() {
    for (setting, ends) in [(Setting::montebello(), true), (Setting::rivoli(), false)] {
        let rules = setting.place(&[("Van/A", "0807"), ("Guard/P", "0707")]).arrive(1, "0107", &["Rear/D"]).open();
        let mut game = Game::new(&rules);
        game.orders_done(&[Fall::Contest(9, 0)]);
        let marker = game.markers("Rear")[1];
        game.act(BLUE, Action::Marker { marker }, &[]);
        let unit = game.unit("Rear/D");
        game.act(BLUE, Action::Enter { unit, party: Party::Alone, gait: Gait::Forced }, &[]);
        game.halt(Vertex::E);
        assert!(game.state.is_reinforcement(unit), "P is six hexes away");

        let position = Position::from_state(&rules, game.state).place("Van/A", "0807", Vertex::W);
        let state = position.activate("Van", Orders::Received, Step::Declaration).build();
        let mut game = Game::at(&rules, state.unwrap_or_else(|faults| panic!("{faults}")));
        let attacker = game.unit("Van/A");
        game.act(BLUE, Action::Shock { unit: attacker, aim: Aim::Left }, &[]);
        game.act(BLUE, Action::Done, &[]);
        game.act(BLUE, Action::Fight { unit: attacker }, &[Fall::D10(9)]);
        let by = game.asked()[0].0;
        assert!(matches!(game.asked()[0].1, Frame::Withdrawal(_)));
        let dir = rules.map().grid.direction(game.cell("0707"), game.cell("0607")).expect("they touch");
        let account = game.act(by, Action::Step { dir }, &[]);
        assert_eq!(game.at_hex("Guard/P").as_deref(), Some("0607"));
        assert_eq!(game.state.is_reinforcement(unit), !ends);
        if ends {
            proves(&["M 5.2.1/5", "M 5.2.1/7"], &account);
        }
    }
}

#[test]
fn nobody_evades_to_an_enemy_entry_hex_or_beside_it() {
    // "No unit may occupy" (5.2.3), and an evasion is bound as a movement (8.8, R 8.9).
    for setting in [Setting::montebello(), Setting::rivoli()] {
        for due in [true, false] {
            let rules = setting.clone().place(&[("Van/A", "0407"), ("Guard/R", "0307")]);
            let rules = if due { rules.arrive(4, "0107", &["Rear/D"]) } else { rules }.open();
            let position = Position::from_state(&rules, Game::new(&rules).state).place("Van/A", "0407", Vertex::W);
            let state = position.activate("Van", Orders::Received, Step::Declaration).build();
            let mut game = Game::at(&rules, state.unwrap_or_else(|faults| panic!("{faults}")));
            let (attacker, unit) = (game.unit("Van/A"), game.unit("Guard/R"));
            game.act(BLUE, Action::Shock { unit: attacker, aim: Aim::Left }, &[]);
            game.act(BLUE, Action::Done, &[]);
            game.act(BLUE, Action::Fight { unit: attacker }, &[]);
            let evade = Action::Evade { unit, hexes: Evasion::One };
            let by = game.asked()[0].0;
            let tests = rules.edition() == Edition::Montebello;
            game.act(by, evade, if tests { &[Fall::D10(0)] } else { &[] });
            // 0207 and 0208 lie beside the entry hex: while somebody is due, one hex is left, and nobody is asked.
            assert_eq!(game.at_hex("Guard/R").as_deref(), Some(if due { "0308" } else { "0307" }));
            if !due {
                let dir = rules.map().grid.direction(game.cell("0307"), game.cell("0207")).expect("they touch");
                game.act(by, Action::Step { dir }, &[]);
            }
        }
    }
}

#[test]
fn whether_a_commander_goes_with_cavalry_that_evades() {
    for (reading, hex) in [("stays", "0307"), ("follows", "0207")] {
        let setting = Setting::rivoli().ruling("commander-of-evading-cavalry", reading);
        let rules = setting.place(&[("Van/A", "0407"), ("Guard/R", "0307"), ("commander/Omega", "0307")]).open();
        let position = Position::from_state(&rules, Game::new(&rules).state).place("Van/A", "0407", Vertex::W);
        let state = position.activate("Van", Orders::Received, Step::Declaration).build();
        let mut game = Game::at(&rules, state.unwrap_or_else(|faults| panic!("{faults}")));
        let (attacker, unit) = (game.unit("Van/A"), game.unit("Guard/R"));
        game.act(BLUE, Action::Shock { unit: attacker, aim: Aim::Left }, &[]);
        game.act(BLUE, Action::Done, &[]);
        game.act(BLUE, Action::Fight { unit: attacker }, &[]);
        let by = game.asked()[0].0;
        game.act(by, Action::Evade { unit, hexes: Evasion::One }, &[]);
        let dir = rules.map().grid.direction(game.cell("0307"), game.cell("0207")).expect("they touch");
        game.act(by, Action::Step { dir }, &[]);
        assert_eq!(game.post("Omega").as_deref(), Some(hex), "{reading}");
    }
}
