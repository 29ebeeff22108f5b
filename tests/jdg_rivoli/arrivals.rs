//! Changed arrivals on the shipped map (R scenario 3): what the rest of the series' tests leave to it.

use super::game::{AUSTRIANS, FRENCH, Game, open, why};
use super::support::{proves, refused};
use grognard::chance::Fall;
use grognard::doors::Doors;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::document::Document;
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::why::Why;
use serde_json::json;

/// Phase C of a turn, with these units on the map.
pub fn phase_c<'r>(rules: &'r JoursDeGloire, turn: u8, units: &[(&str, &str)]) -> Game<'r> {
    let mut document: Document = serde_json::from_value(json!({"turn": turn, "agenda": ["cup"]})).unwrap();
    for side in &rules.roster().sides {
        document.sides.entry(side.clone()).or_default().orders_phase =
            grognard::jours_de_gloire::document::OrdersPhase::Done;
    }
    for (unit, hex) in units {
        let entry = serde_json::from_value(json!({"hex": hex, "facing": "NW"})).unwrap();
        document.units.insert((*unit).to_owned(), entry);
    }
    let state = rules.read(&document).unwrap_or_else(|faults| panic!("{faults}"));
    Game { rules, state }
}

pub fn divert(game: &Game<'_>, unit: &str, hex: &str) -> Action {
    Action::Divert { unit: game.unit(unit), cell: game.cell(hex) }
}

pub const ON_MAP: [(&str, &str); 2] = [("Reserve/39th", "1715"), ("Köblös/Gr.", "2007")];

#[test]
fn the_edges_of_the_map_are_those_of_the_text() {
    let rules = open("rivoli-arrival", &[]);
    let game = phase_c(&rules, 5, &ON_MAP);
    assert_eq!(game.asked(), [(FRENCH, Frame::Cup), (AUSTRIANS, Frame::Cup)]);
    // Masséna: the south edge.
    let rampon = "Masséna/Rampon, 32nd I";
    refused(&["R scenario 3/4"], &game.refuse(FRENCH, divert(&game, rampon, "0110")));
    assert_eq!(rules_check(&game, FRENCH, divert(&game, rampon, "1022")), Ok(()));
    // Wukassovitch: a road or track hex of the north edge.
    let croats = "Wukassovitch/Cro., 1";
    refused(&["R scenario 3/13"], &game.refuse(AUSTRIANS, divert(&game, croats, "1201")));
    assert_eq!(rules_check(&game, AUSTRIANS, divert(&game, croats, "1301")), Ok(()));
    // Rey, at 14:00: the south edge or the west one.
    let game = phase_c(&rules, 9, &ON_MAP);
    let rey = "Rey/Baraguey d'Hilliers, 58th I";
    for hex in ["0110", "1022", "0122"] {
        assert_eq!(rules_check(&game, FRENCH, divert(&game, rey, hex)), Ok(()), "{hex}");
    }
    refused(&["R scenario 3/4"], &game.refuse(FRENCH, divert(&game, rey, "3501")));
}

fn rules_check(game: &Game<'_>, by: grognard::side::Side, action: Action) -> Result<(), String> {
    use grognard::ruleset::Ruleset;
    game.rules.check(&game.state, by, &action).map_err(|stop| stop.to_string())
}

#[test]
fn the_reserve_of_masséna_and_the_eleventh_come_at_a_quarter_past_three() {
    let rules = open("rivoli-arrival", &[]);
    assert_eq!(rules.scenario().clock(10), Some((15, 15)));
    let game = phase_c(&rules, 9, &ON_MAP);
    assert_eq!(
        why(&game.refuse(FRENCH, divert(&game, "Masséna/Motte, 18th Light", "1022"))),
        Why::NotDue(game.unit("Masséna/Motte, 18th Light"))
    );
    let mut game = phase_c(&rules, 10, &ON_MAP);
    let account = game.act(FRENCH, divert(&game, "Masséna/Motte, 18th Light", "1022"), &[Fall::D10(2)]);
    proves(&["R scenario 3/7"], &account);
    // Those of Rey too, each arrival by itself.
    let eleventh = "Rey/Baraguey d'Hilliers, 11th Light";
    game.act(FRENCH, divert(&game, eleventh, "0115"), &[Fall::D10(0)]);
    // In the historical scenario they do not come at all.
    let rules = open("rivoli-historical", &[]);
    let motte = rules.roster().unit_named("Masséna/Motte, 18th Light").unwrap();
    assert!(rules.scenario().arrivals.iter().all(|arrival| !arrival.units.has(motte)));
}

#[test]
fn no_entry_hex_is_chosen_where_an_enemy_stands_or_beside_him() {
    let rules = open("rivoli-arrival", &[]);
    let game = phase_c(&rules, 5, &[("Reserve/39th", "1715"), ("Köblös/Gr.", "1022")]);
    let rampon = "Masséna/Rampon, 32nd I";
    for hex in ["1022", "1122", "0922"] {
        let stop = game.refuse(FRENCH, divert(&game, rampon, hex));
        refused(&["R 5.2/14"], &stop);
        assert_eq!(why(&stop), Why::EntryHex(game.unit("Köblös/Gr.")), "{hex}");
    }
    // Two hexes off he may.
    let mut game = game;
    let account = game.act(FRENCH, divert(&game, rampon, "1222"), &[Fall::D10(9)]);
    proves(&["R scenario 3/9"], &account);
    // The opponent does not name a hex that he holds himself either.
    assert_eq!(game.asked(), [(AUSTRIANS, Frame::Cup)]);
    refused(&["R 5.2/14"], &game.refuse(AUSTRIANS, divert(&game, rampon, "1022")));
    game.act(AUSTRIANS, divert(&game, rampon, "0122"), &[]);
    assert_eq!(rules.write(&game.state).arrivals[0].hex.as_deref(), Some("0122"));
}

#[test]
fn or_anywhere_if_so_ruled() {
    let rules = open("rivoli-arrival", &[("arrival-beside-enemy", "anywhere")]);
    let mut game = phase_c(&rules, 5, &[("Reserve/39th", "1715"), ("Köblös/Gr.", "1022")]);
    let rampon = "Masséna/Rampon, 32nd I";
    let account = game.act(FRENCH, divert(&game, rampon, "1122"), &[Fall::D10(0)]);
    proves(&["R scenario 3/6"], &account);
    assert_eq!(rules.write(&game.state).arrivals[0].hex.as_deref(), Some("1122"));
}
