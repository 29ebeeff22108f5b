//! Wukassovitch's bridge over the Adige (R specific 4.3).

use super::game::{AUSTRIANS, FRENCH, Game, open, why};
use super::support::{proves, refused};
use grognard::chance::{Scripted, Seeded};
use grognard::doors::Doors;
use grognard::hex::Vertex;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::document::Document;
use grognard::jours_de_gloire::frame::{Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Mark, Order, Work};
use grognard::jours_de_gloire::why::Why;
use grognard::jours_de_gloire::{JoursDeGloire, assemble, files};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;

const CROATS: &str = "Wukassovitch/Cro., 1";
const JORDIS: &str = "Wukassovitch/Jordis";
/// The two banks: the road of the left one, and that of the right.
const LEFT: &str = "3103";
const RIGHT: &str = "3102";

fn position<'r>(rules: &'r JoursDeGloire, turn: u8) -> Position<'r> {
    Position::empty(rules).turn(turn).place(CROATS, LEFT, Vertex::W).place(JORDIS, "3104", Vertex::W)
}

fn acting(position: Position<'_>) -> Position<'_> {
    position.activate("Wukassovitch", Orders::Without, Step::Movement)
}

fn bridge(game: &Game<'_>, unit: &str, hex: &str) -> Action {
    Action::Bridge { unit: game.unit(unit), cell: game.cell(hex) }
}

/// The same game, later: another turn, the formation activated anew.
fn later<'r>(game: &Game<'r>, turn: u8) -> Game<'r> {
    let mut document: Document = game.rules.write(&game.state);
    document.turn = turn;
    for unit in document.units.values_mut() {
        unit.marks.clear();
    }
    let state = game.rules.read(&document).unwrap_or_else(|faults| panic!("{faults}"));
    let position = Position::from_state(game.rules, state);
    Game::at(acting(position), game.rules)
}

#[test]
fn infantry_at_the_bank_begins_it_instead_of_moving() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::at(acting(position(&rules, 6)), &rules);
    let croats = game.unit(CROATS);
    // Nobody crosses the river yet.
    game.act(AUSTRIANS, Action::Move { unit: croats, party: Party::Alone, gait: Gait::March }, &[]);
    refused(&["R 4.3.2/1"], &game.refuse(AUSTRIANS, game.step_to(LEFT, RIGHT)));

    let mut game = Game::at(acting(position(&rules, 6)), &rules);
    let account = game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    proves(&["R specific 4.3/1", "R specific 4.3/2", "R specific 4.3/3", "R specific 4.3/4"], &account);
    let written = rules.write(&game.state).bridge.expect("a bridge under construction");
    assert_eq!((written.from.as_str(), written.to.as_str(), written.work, written.turn), (LEFT, RIGHT, Work::Begun, 6));
    // Who builds stays, and who has moved does not build.
    let moves = Action::Move { unit: croats, party: Party::Alone, gait: Gait::March };
    assert_eq!(why(&game.refuse(AUSTRIANS, moves)), Why::Already(croats));
    assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state));

    let game = Game::at(acting(position(&rules, 6)).mark(CROATS, Mark::Moved), &rules);
    let stop = game.refuse(AUSTRIANS, bridge(&game, CROATS, RIGHT));
    refused(&["R specific 4.3/2"], &stop);
    assert_eq!(why(&stop), Why::Already(croats));
}

#[test]
fn it_takes_undisordered_infantry_of_the_column_at_the_river() {
    let rules = open("rivoli-historical", &[]);
    let at = |position: Position<'_>| Game::at(acting(position), &rules).state;
    let on = |state| Game { rules: &rules, state };

    let game = on(at(position(&rules, 6).order(CROATS, Order::Disordered)));
    let stop = game.refuse(AUSTRIANS, bridge(&game, CROATS, RIGHT));
    refused(&["R specific 4.3/2"], &stop);
    assert_eq!(why(&stop), Why::Condition(game.unit(CROATS), Order::Disordered));

    let game = on(at(position(&rules, 6).place("Wukassovitch/Lg.", "2906", Vertex::W)));
    let stop = game.refuse(AUSTRIANS, bridge(&game, "Wukassovitch/Lg.", "2806"));
    refused(&["R specific 4.3/2"], &stop);
    assert_eq!(why(&stop), Why::Arm(game.unit("Wukassovitch/Lg.")));

    // Not where there is no river, and not two hexes off.
    let game = on(at(position(&rules, 6)));
    for hex in ["3204", "3101"] {
        let stop = game.refuse(AUSTRIANS, bridge(&game, CROATS, hex));
        refused(&["R specific 4.3/2"], &stop);
        assert_eq!(why(&stop), Why::NoBridge(game.unit(CROATS)));
    }

    // Another formation does not build.
    let stranger = "Quasdanovitch/Gr.";
    let position = Position::empty(&rules).turn(6).place(stranger, RIGHT, Vertex::E);
    let game = Game::at(position.activate("Quasdanovitch", Orders::Without, Step::Movement), &rules);
    refused(&["R specific 4.3/1"], &game.refuse(AUSTRIANS, bridge(&game, stranger, LEFT)));
}

#[test]
fn no_undisordered_french_infantry_stands_opposite() {
    let rules = open("rivoli-historical", &[]);
    let french = "Reserve/39th";
    let opposite = || position(&rules, 6).place(french, RIGHT, Vertex::E);
    let game = Game::at(acting(opposite()), &rules);
    let stop = game.refuse(AUSTRIANS, bridge(&game, CROATS, RIGHT));
    refused(&["R specific 4.3/4"], &stop);
    assert_eq!(why(&stop), Why::Opposite { unit: game.unit(CROATS), enemy: game.unit(french) });
    // Disordered, or cavalry, they do not hinder it.
    let mut game = Game::at(acting(opposite().order(french, Order::Disordered)), &rules);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    let mut game = Game::at(acting(position(&rules, 6).place("Joubert/Lassalle", RIGHT, Vertex::E)), &rules);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
}

#[test]
fn both_banks_lie_at_one_height() {
    // The shipped map has the whole river level: here its right bank is raised.
    let text = include_str!("../../rules/rivoli/map.toml").replacen("\"1\" = [", "\"1\" = [\n    \"3102\",", 1);
    let map = files::map("map", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let roster = files::roster("units", include_str!("../../rules/rivoli/units.toml")).unwrap();
    let scenario = files::scenario("s", include_str!("../../rules/rivoli/historical.toml"), &map, &roster);
    let rules = assemble(map, roster, scenario.unwrap(), &Setup::default()).unwrap();
    let game = Game::at(acting(position(&rules, 6)), &rules);
    let stop = game.refuse(AUSTRIANS, bridge(&game, CROATS, RIGHT));
    refused(&["R specific 4.3/3"], &stop);
    assert_eq!(why(&stop), Why::NoBridge(game.unit(CROATS)));
    // A little further down they do.
    let mut game = Game::at(acting(position(&rules, 6)), &rules);
    game.act(AUSTRIANS, bridge(&game, JORDIS, "3004"), &[]);
}

#[test]
fn it_is_built_in_a_later_turn_under_the_same_conditions() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::at(acting(position(&rules, 6)), &rules);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    // Not in this turn, by another unit or with the second marker.
    let again = later(&game, 6);
    let stop = again.refuse(AUSTRIANS, bridge(&again, CROATS, RIGHT));
    refused(&["R specific 4.3/5"], &stop);
    assert_eq!(why(&stop), Why::BridgeBegun);
    // Not while the conditions fail; the work waits.
    let next = later(&game, 7);
    let barred = Position::from_state(&rules, next.state.clone()).place("Reserve/39th", RIGHT, Vertex::E).build();
    let barred = Game { rules: &rules, state: barred.unwrap() };
    refused(&["R specific 4.3/4"], &barred.refuse(AUSTRIANS, bridge(&barred, CROATS, RIGHT)));
    let mut game = later(&game, 8);
    let account = game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    proves(&["R specific 4.3/5"], &account);
    // There is no second one.
    assert_eq!(why(&game.refuse(AUSTRIANS, bridge(&game, JORDIS, "3004"))), Why::Bridged);
}

#[test]
fn begun_elsewhere_the_first_site_is_given_up() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::at(acting(position(&rules, 6)), &rules);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    game.act(AUSTRIANS, bridge(&game, JORDIS, "3004"), &[]);
    let written = rules.write(&game.state).bridge.expect("one bridge");
    assert_eq!((written.from.as_str(), written.to.as_str()), ("3104", "3004"));
    // So the old place begins anew.
    let mut game = later(&game, 7);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    assert_eq!(rules.write(&game.state).bridge.map(|bridge| bridge.work), Some(Work::Begun));
}

#[test]
fn it_is_used_from_the_next_activation_on_by_both_sides() {
    let rules = open("rivoli-historical", &[]);
    let mut game = Game::at(acting(position(&rules, 6)), &rules);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    let mut game = later(&game, 7);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    // Not yet in this activation.
    let jordis = game.unit(JORDIS);
    game.act(AUSTRIANS, Action::Move { unit: jordis, party: Party::Alone, gait: Gait::March }, &[]);
    let up = game.step_to("3104", LEFT);
    game.act(AUSTRIANS, up, &[]);
    assert!(game.state.units_at(game.cell(LEFT)).has(jordis));
    refused(&["R 4.3.2/1"], &game.refuse(AUSTRIANS, game.step_to(LEFT, RIGHT)));
    game.act(AUSTRIANS, Action::Halt { facing: Vertex::W }, &[]);
    let mut opened = None;
    for _ in 0..8 {
        let Some((by, _)) = game.asked().first().copied() else { break };
        let account = game.act(by, Action::Done, &[]);
        if rules.write(&game.state).bridge.is_some_and(|bridge| bridge.work == Work::Open) {
            opened = Some(account);
            break;
        }
    }
    proves(&["R specific 4.3/6"], &opened.expect("the activation ends"));
    assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state));

    // The builders cross, artillery too; no zone of control reaches over.
    let open = game.state.clone();
    let reopen = |formation, unit: Option<(&'static str, &'static str)>| {
        let mut position = Position::from_state(&rules, open.clone());
        if let Some((unit, hex)) = unit {
            position = position.place(unit, hex, Vertex::NE);
        }
        Game::at(position.activate(formation, Orders::Received, Step::Movement), &rules)
    };
    let mut game = reopen("Wukassovitch", None);
    game.act(AUSTRIANS, Action::Move { unit: game.unit(CROATS), party: Party::Alone, gait: Gait::March }, &[]);
    let account = game.act(AUSTRIANS, game.step_to(LEFT, RIGHT), &[]);
    assert_eq!(game.at_hex(CROATS).as_deref(), Some(RIGHT));
    proves(&["R 4.3.2/2"], &account);
    let mut game = reopen("Reserve", Some(("Reserve/39th", RIGHT)));
    let at = |hex: &str| game.cell(hex);
    assert!(rules.zone_over(&game.state, at(LEFT), FRENCH).is_empty(), "no zone over the bridge");
    // The French may use it too, if nobody holds it.
    game.act(FRENCH, Action::Move { unit: game.unit("Reserve/39th"), party: Party::Alone, gait: Gait::March }, &[]);
    assert!(matches!(why(&game.refuse(FRENCH, game.step_to(RIGHT, LEFT))), Why::Enemy { .. }));
    let mut document = rules.write(&reopen("Reserve", Some(("Reserve/39th", RIGHT))).state);
    document.units.retain(|name, _| !name.starts_with("Wukassovitch"));
    let mut game = Game { rules: &rules, state: rules.read(&document).unwrap() };
    game.act(FRENCH, Action::Move { unit: game.unit("Reserve/39th"), party: Party::Alone, gait: Gait::March }, &[]);
    // But not to the entry hex of the column, or beside it, while it is due: 3103 is far enough.
    game.act(FRENCH, game.step_to(RIGHT, LEFT), &[]);
    assert_eq!(game.at_hex("Reserve/39th").as_deref(), Some(LEFT));
}

#[test]
fn shock_over_the_bridge_counts_its_modifier() {
    let rules = open("rivoli-historical", &[]);
    let place = || {
        Position::empty(&rules)
            .turn(7)
            .place(CROATS, LEFT, Vertex::NW)
            .place("Reserve/39th", RIGHT, Vertex::SE)
            .activate("Wukassovitch", Orders::Received, Step::Declaration)
    };
    let game = Game::at(place(), &rules);
    let shocks = |game: &Game<'_>| {
        rules.legal_actions(&game.state, AUSTRIANS).into_iter().filter(|a| matches!(a, Action::Shock { .. })).count()
    };
    assert_eq!(shocks(&game), 0, "nobody strikes over the river");
    let mut document = rules.write(&game.state);
    document.bridge = Some(grognard::jours_de_gloire::document::BridgeEntry {
        from: LEFT.into(),
        to: RIGHT.into(),
        work: Work::Open,
        turn: 6,
    });
    let mut game = Game { rules: &rules, state: rules.read(&document).unwrap() };
    assert!(shocks(&game) > 0, "over the bridge they do");
    let unit = game.unit(CROATS);
    let shock = rules.legal_actions(&game.state, AUSTRIANS).into_iter().find(|a| matches!(a, Action::Shock { .. }));
    game.act(AUSTRIANS, shock.expect("a shock"), &[]);
    game.act(AUSTRIANS, Action::Done, &[]);
    let fought = rules.apply(&game.state, AUSTRIANS, &Action::Fight { unit }, &mut Seeded::new(4)).unwrap();
    let mut sums = fought.journal.entries().iter().filter_map(|entry| entry.tally());
    let shock = sums.find(|tally| matches!(tally.what(), Label::Shock(_))).expect("a shock");
    let hexside = shock.modifiers().find(|modifier| modifier.label == Label::Hexside).expect("the hexside");
    assert_eq!(hexside.value, -3, "a bridge over a river");
}

#[test]
fn a_bridge_of_a_document_leads_over_the_river() {
    let rules = open("rivoli-historical", &[]);
    let game = Game::at(acting(position(&rules, 6)), &rules);
    let mut document = rules.write(&game.state);
    for (from, to, work, turn, at) in [
        (LEFT, "3104", Work::Begun, 5, "bridge.to"),
        (LEFT, RIGHT, Work::None, 5, "bridge.work"),
        (LEFT, RIGHT, Work::Open, 7, "bridge.turn"),
        ("9999", RIGHT, Work::Open, 5, "bridge.from"),
    ] {
        let entry = grognard::jours_de_gloire::document::BridgeEntry { from: from.into(), to: to.into(), work, turn };
        document.bridge = Some(entry);
        let faults = rules.read(&document).unwrap_err();
        assert!(faults.faults.iter().any(|fault| fault.path == at), "{at}: {faults}");
    }
}

#[test]
fn it_is_built_in_the_next_turn_without_more_if_so_ruled() {
    let rules = open("rivoli-historical", &[("pontoon-built", "next-turn")]);
    let mut game = Game::at(acting(position(&rules, 6)), &rules);
    game.act(AUSTRIANS, bridge(&game, CROATS, RIGHT), &[]);
    // The end of the turn, and the orders of the next; the enemy has come to the other bank.
    let mut document = rules.write(&game.state);
    document.turn = 7;
    document.acting = None;
    document.units.values_mut().for_each(|unit| unit.marks.clear());
    let french = serde_json::json!({"hex": RIGHT, "facing": "NW"});
    document.units.insert("Reserve/39th".to_owned(), serde_json::from_value(french).unwrap());
    document.first_marker = Some("Wukassovitch 1".to_owned());
    document.agenda = vec![serde_json::json!("draw")];
    let state = rules.read(&document).unwrap_or_else(|faults| panic!("{faults}"));
    let outcome = rules.resume(&state, &mut Scripted::default()).unwrap();
    proves(&["R specific 4.3/5"], &outcome.journal);
    assert_eq!(rules.write(&outcome.state).bridge.map(|bridge| bridge.work), Some(Work::Built));
}
