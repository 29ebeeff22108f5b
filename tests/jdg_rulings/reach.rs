//! Charges that end without their target before them (9.1, 9.2).

use Vertex::{E, NW, SE};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::{self, Rivoli};
use grognard::jours_de_gloire::frame::Frame;
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::side::UnitId;

use super::differ;
use super::ground::{CUIRASSIERS, Ground, HUSSARS, LINE, Play, step};
use super::support::proves;

/// Hussars at 1003, infantry at 1007: more than a charge of the older edition reaches. Those and the game.
fn far(edition: Edition, reading: &str) -> (UnitId, UnitId, Play) {
    let mut ground = Ground::new(edition);
    ground.ruling("charge-must-reach", reading);
    let a = ground.put("A", HUSSARS, "1003", SE);
    let c = ground.put("C", LINE, "1009", NW);
    (a, c, ground.moving())
}

#[test]
fn charge_must_reach() {
    for edition in Edition::ALL {
        differ("charge-must-reach", [("must-reach", false), ("may-fall-short", true)], |reading| {
            let (a, _, play) = far(edition, reading);
            play.may(play.charge(a, "1009"))
        });
        // What it could reach it must, or need not.
        differ("charge-must-reach", [("must-reach", false), ("may-fall-short", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("charge-must-reach", reading);
            let a = ground.put("A", HUSSARS, "1004", SE);
            ground.put("C", LINE, "1007", NW);
            let mut play = ground.moving();
            play.act(play.charge(a, "1007"), &[]);
            play.act(step(Dir::S), &[]);
            play.may(Action::Halt { facing: SE })
        });
    }
}

/// It strikes nobody, and is a charge all the same: it pays what the end of one costs.
#[test]
fn a_charge_that_strikes_nobody() {
    for edition in Edition::ALL {
        let (a, c, mut play) = far(edition, "may-fall-short");
        // It rides a hex at least.
        play.act(play.charge(a, "1009"), &[]);
        play.refuse(&[if edition == Rivoli { "R 9.1/4" } else { "M 9.1/6" }], Action::Halt { facing: SE });
        play.act(step(Dir::S), &[]);
        play.act(Action::Halt { facing: E }, &[]);
        assert!(play.state.marked(Mark::Charging).has(a));
        play.done_moving();
        // In the later edition a test, in the older one a disorder.
        let account = play.act(Action::Fight { unit: a }, if edition == Rivoli { &[] } else { &[9] });
        proves(&[if edition == Rivoli { "R 9.2/5" } else { "M 9.2/5" }], &account);
        assert!(!account.tallies().any(|tally| matches!(tally.what(), Label::Shock(_) | Label::Charge(_))));
        assert_eq!((play.order(a), play.order(c)), (Order::Disordered, Order::Good));
        assert_eq!((play.hex(a), play.hex(c)), ("1004".into(), "1009".into()));
        // It did something: it does not rally.
        assert!(play.state.marked(Mark::Charging).is_empty() && play.state.marked(Mark::Charged).is_empty());
        assert!(!matches!(play.frame(), Frame::Combat(_)));
    }
}

/// Short of its target, it fights who stands before it.
#[test]
fn a_charge_that_strikes_another() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        ground.ruling("charge-must-reach", "may-fall-short");
        let a = ground.put("A", HUSSARS, "1004", SE);
        ground.put("C", LINE, "1009", NW);
        let other = ground.put("C", CUIRASSIERS, "1105", NW);
        let mut play = ground.moving();
        play.act(play.charge(a, "1009"), &[]);
        play.act(step(Dir::S), &[]);
        play.act(Action::Halt { facing: SE }, &[]);
        play.fight(a, &[]);
        assert!(play.state.marked(Mark::Attacked).has(other), "{edition:?}");
    }
}

/// Where no charge could strike it, none is declared against a unit.
#[test]
fn ground_that_bars_charges_still_does() {
    for edition in Edition::ALL {
        for reading in ["must-reach", "may-fall-short"] {
            let mut ground = Ground::new(edition);
            ground.ruling("charge-must-reach", reading);
            let a = ground.put("A", HUSSARS, "1004", SE);
            ground.put("C", LINE, "1006", NW);
            ground.terrain("1006", Terrain::Village);
            let play = ground.moving();
            play.refuse(&[if edition == Rivoli { "R 9.1/12" } else { "M 9.1/10" }], play.charge(a, "1006"));
        }
    }
}
