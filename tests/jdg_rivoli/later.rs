//! Two open points of the variants of the battle, played the other way: the hex of a changed arrival is named when the
//! marker is drawn (R scenario 3), and all of Masséna's formation deploys freely (R scenario 2).

use super::arrivals::{ON_MAP, divert, phase_c};
use super::game::{AUSTRIANS, FRENCH, Game, open, why};
use super::support::{proves, refused};
use grognard::chance::Fall;
use grognard::doors::Doors;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;
use grognard::side::Side;

const RAMPON: &str = "Masséna/Rampon, 32nd I";

fn announce(game: &Game<'_>, unit: &str) -> Action {
    Action::Announce { unit: game.unit(unit) }
}

/// The first marker of a formation, as it is drawn.
fn draw(rules: &JoursDeGloire, formation: &str) -> Fall {
    let formation = rules.roster().formation(rules.roster().formation_named(formation).unwrap()).unwrap();
    Fall::Draw(formation.markers[0].0)
}

/// Phase C of turn 5, with a change announced for Rampon, this die, and Masséna's marker drawn first.
fn announced(rules: &JoursDeGloire, die: u8) -> Game<'_> {
    let mut game = phase_c(rules, 5, &ON_MAP);
    game.act(FRENCH, announce(&game, RAMPON), &[Fall::D10(die)]);
    if game.asked().contains(&(FRENCH, Frame::Cup)) {
        game.act(FRENCH, Action::Done, &[]);
    }
    assert_eq!(game.asked(), [(AUSTRIANS, Frame::Cup)]);
    game
}

#[test]
fn the_hex_of_an_arrival_is_named_with_its_announcement_or_when_the_marker_is_drawn() {
    for (reading, at_once) in [("announced", true), ("drawn", false)] {
        let rules = open("rivoli-arrival", &[("arrival-hex-when", reading)]);
        let game = phase_c(&rules, 5, &ON_MAP);
        let (now, later) = (divert(&game, RAMPON, "1022"), announce(&game, RAMPON));
        let (open, closed) = if at_once { (now, later) } else { (later, now) };
        assert_eq!(rules.check(&game.state, FRENCH, &open), Ok(()), "{reading}");
        refused(&[if at_once { "R scenario 3/5" } else { "R scenario 3/6" }], &game.refuse(FRENCH, closed));
        let mut game = game;
        game.act(FRENCH, open, &[Fall::D10(0)]);
        let hex = rules.write(&game.state).arrivals[0].hex.clone();
        assert_eq!(hex.as_deref(), at_once.then_some("1022"), "{reading}");
    }
}

#[test]
fn the_owner_names_it_before_anything_else() {
    let rules = open("rivoli-arrival", &[("arrival-hex-when", "drawn")]);
    let mut game = announced(&rules, 1);
    let fall = draw(&rules, "Masséna");
    game.act(AUSTRIANS, Action::Done, &[fall]);
    // He is asked as his marker comes, for a hex of the edges that were his to choose from.
    assert_eq!(game.asked(), [(FRENCH, Frame::Activation(Step::Initiative))]);
    let question = *rules.waiting(&game.state).of(FRENCH).unwrap();
    assert_eq!(question.rule.to_string(), "R scenario 3/6");
    assert!(rules.tell_question(&question).starts_with("by which hex"));
    assert_eq!(rules.decline(&game.state, FRENCH), None);
    assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state));
    refused(&["R scenario 3/6"], &game.refuse(FRENCH, Action::Done));
    refused(&["R scenario 3/4"], &game.refuse(FRENCH, divert(&game, RAMPON, "0110")));
    let account = game.act(FRENCH, divert(&game, RAMPON, "1022"), &[]);
    proves(&["R scenario 3/6"], &account);
    while game.asked() != [(FRENCH, Frame::Activation(Step::Movement))] {
        game.act(FRENCH, Action::Done, &[]);
    }
    let enter = Action::Enter { unit: game.unit(RAMPON), party: Party::Alone, gait: Gait::Forced };
    game.act(FRENCH, enter, &[]);
    assert_eq!(game.at_hex(RAMPON).as_deref(), Some("1022"));
}

#[test]
fn the_opponent_names_it_after_a_nine() {
    let rules = open("rivoli-arrival", &[("arrival-hex-when", "drawn")]);
    let mut game = announced(&rules, 9);
    let fall = draw(&rules, "Masséna");
    game.act(AUSTRIANS, Action::Done, &[fall]);
    assert_eq!(game.asked(), [(AUSTRIANS, Frame::Activation(Step::Initiative))]);
    let account = game.act(AUSTRIANS, divert(&game, RAMPON, "0122"), &[]);
    proves(&["R scenario 3/9"], &account);
    assert_eq!(rules.write(&game.state).arrivals[0].hex.as_deref(), Some("0122"));
    // Then the activation goes on as any.
    assert!(matches!(game.asked()[..], [(FRENCH, Frame::Activation(_))]));
}

#[test]
fn a_delayed_arrival_names_it_in_its_turn() {
    let rules = open("rivoli-arrival", &[("arrival-hex-when", "drawn")]);
    let mut game = announced(&rules, 4);
    // Another marker of the turn asks for no hex.
    let fall = draw(&rules, "Reserve");
    game.act(AUSTRIANS, Action::Done, &[fall]);
    assert!(matches!(game.asked()[..], [(FRENCH, Frame::Activation(_))]));
    let place = &rules.write(&game.state).arrivals[0];
    assert_eq!((place.turn, place.hex.as_deref(), place.chooser.as_deref()), (Some(6), None, Some("French")));
    assert_eq!(why(&game.refuse(FRENCH, divert(&game, RAMPON, "1022"))), Why::NoAnswer);
}

// ------------------------------------------------------------------------------------------------ Masséna deploys

const MASSÉNA: [&str; 7] = [
    RAMPON,
    "Masséna/Rampon, 32nd II",
    "Masséna/Artillery",
    "Masséna/Monnier, 18th I",
    "Masséna/Monnier, 18th II",
    "Masséna/Brune, 75th I",
    "Masséna/Brune, 75th II",
];

#[test]
fn leclerc_alone_of_masséna_deploys_or_all_of_them() {
    for (reading, there) in [("leclerc-only", 1), ("all", 8)] {
        let rules = open("rivoli-free", &[("free-deployment-massena", reading)]);
        let mut game = Game::new(&rules);
        let place = |game: &Game<'_>, hex: &str| Action::Place { unit: game.unit(RAMPON), cell: game.cell(hex) };
        if there == 1 {
            game.refuse(FRENCH, place(&game, "1220"));
        } else {
            // Anywhere in the area of his side.
            refused(&["R scenario 2/3"], &game.refuse(FRENCH, place(&game, "1111")));
            let account = game.act(FRENCH, place(&game, "1220"), &[]);
            proves(&["R scenario 2/3"], &account);
            game.act(FRENCH, Action::Done, &[]);
        }
        for by in Side::BOTH {
            game.act(by, Action::Done, &[]);
        }
        let formation = rules.roster().formation(rules.roster().formation_named("Masséna").unwrap()).unwrap();
        assert_eq!(formation.units.filter(|unit| game.state.at(*unit).is_some()).count(), there, "{reading}");
        if there == 8 {
            assert_eq!(game.at_hex(RAMPON).as_deref(), Some("1220"));
            // The others where the scenario's file offers it.
            assert_eq!(game.at_hex("Masséna/Brune, 75th I").as_deref(), Some("1619"));
        }
    }
}

/// Its markers come at nine o'clock either way: with its first units, or for those that stand there.
#[test]
fn its_markers_come_when_its_units_would() {
    let rules = open("rivoli-free", &[("free-deployment-massena", "all")]);
    let standing: Vec<(&str, &str)> = MASSÉNA
        .into_iter()
        .zip(["1719", "1719", "1719", "1720", "1720", "1619", "1619"])
        .chain([("Köblös/Gr.", "2004")])
        .collect();
    for (turn, markers) in [(4, 0), (5, 2), (6, 2)] {
        let mut game = phase_c(&rules, turn, &standing);
        for side in [FRENCH, AUSTRIANS] {
            if game.asked().contains(&(side, Frame::Cup)) {
                let fall = draw(&rules, "Köblös");
                let falls: &[Fall] = if side == AUSTRIANS || game.asked().len() == 1 { &[fall] } else { &[] };
                game.act(side, Action::Done, falls);
            }
        }
        let of = rules.roster().formation(rules.roster().formation_named("Masséna").unwrap()).unwrap();
        let cup = of.markers.iter().filter(|marker| game.state.in_cup(**marker)).count();
        assert_eq!(cup, markers, "turn {turn}");
        assert!(!game.state.marked(Mark::Active).has(game.unit(RAMPON)));
    }
}
