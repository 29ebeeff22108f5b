//! The streets of a scenario (M specific 9.1).

use Vertex::{NW, SE, SW};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::Montebello;
use grognard::jours_de_gloire::label::Label;

use super::differ;
use super::ground::{GUN, Ground, HUSSARS, step};
use super::shock::fives;

/// A street through these hexes.
fn street(ground: &mut Ground, hexes: &[&str]) {
    for hex in hexes {
        ground.terrain(hex, Terrain::Village);
    }
    ground.map.streets = hexes.iter().map(|hex| ground.cell(hex)).collect();
}

#[test]
fn casteggio_pursuit() {
    differ("casteggio-pursuit", [("open", true), ("closed", false)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("casteggio-pursuit", reading);
        let a = ground.put("A", HUSSARS, "1005", SE);
        ground.put("C", HUSSARS, "1007", NW);
        street(&mut ground, &["1008"]);
        ground.road(&["1006", "1007", "1008"]);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], SE);
        play.done_moving();
        fives(&mut play, Action::Fight { unit: a }, &[]);
        fives(&mut play, Action::Done, &[9]);
        play.act(step(Dir::S), &[]);
        assert_eq!(play.hex(a), "1007");
        fives(&mut play, Action::Turn { facing: SE }, &[4]);
        play.account.tallies().any(|tally| matches!(tally.what(), Label::PursuitCharge(_)))
    });
}

#[test]
fn casteggio_start() {
    // From 1005, in the street, by 1105 at guns in 1006: in the street too, or in the open, by the way or beside it.
    for (reading, within, out) in [("within-streets", true, false), ("anywhere", true, true), ("never", false, false)] {
        let open = |streets: &[&str], way: &[&str]| {
            let mut ground = Ground::new(Montebello);
            ground.ruling("casteggio-start", reading);
            let a = ground.put("A", HUSSARS, "1005", SW);
            ground.put("C", GUN, "1006", SE);
            street(&mut ground, streets);
            ground.road(way);
            let mut play = ground.moving();
            let charge = play.charge(a, "1006");
            if play.may(charge) {
                play.act(charge, &[]);
                play.act(step(Dir::SE), &[]);
                play.act(Action::Halt { facing: SW }, &[]);
                true
            } else {
                play.refuse(&["M 9.1/10"], charge);
                false
            }
        };
        assert_eq!(open(&["1005", "1105", "1006"], &["1005", "1105", "1006"]), within, "{reading}");
        assert_eq!(open(&["1005", "1105"], &["1005", "1105", "1006"]), out, "{reading}");
        if reading == "anywhere" {
            assert!(!open(&["1005"], &[]), "off the way never");
        }
    }
}
