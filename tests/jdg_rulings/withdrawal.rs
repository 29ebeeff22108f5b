//! Recoil, retreat and rout movement (10).

use Vertex::{E, NW, SE};
use grognard::chance::Scripted;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Barrier, Crossing};
use grognard::jours_de_gloire::edition::Edition::{self, Montebello};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::fire::{FireKind, Shot, fire_tally};
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::scenario::Formed;
use grognard::jours_de_gloire::state::Order;
use grognard::ruleset::Ruleset;
use grognard::side::UnitId;

use super::differ;
use super::ground::{GUN, Ground, HUSSARS, Kind, LINE, Play, step};
use super::shock::{GUARD, announced, fives};

/// A battery of `A` fires at a hex, with this total and then these dice.
#[track_caller]
pub fn fired(play: &mut Play, gun: UnitId, hex: &str, total: i16, dice: &[u8]) {
    let target = play.cell(hex);
    let shot = Shot { firer: gun, with: None, kind: FireKind::Normal, target, unit: None };
    let die = u8::try_from(total - fire_tally(&play.rules, &play.state, shot).sum()).unwrap();
    let dice: Vec<u8> = [die].into_iter().chain(dice.iter().copied()).collect();
    play.act(Action::Fire { unit: gun, target, party: Party::Alone }, &dice);
}

#[test]
fn retreat_after_fire() {
    for edition in Edition::ALL {
        // From the south, where the second side runs to.
        differ("retreat-after-fire", [("firer", [true, false]), ("rout-direction", [false, true])], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("retreat-after-fire", reading);
            let gun = ground.put("A", Kind { strength: 9, ..GUN }, "1009", NW);
            ground.put("C", LINE, "1006", E);
            let mut play = ground.at(Step::Fire, Orders::Received);
            fired(&mut play, gun, "1006", 15, &[]);
            assert!(matches!(play.frame(), Frame::Withdrawal(_)), "{:?}", play.frame());
            [Dir::N, Dir::S].map(|dir| play.ways().contains(&dir))
        });
    }
}

#[test]
fn rout_without_attacker() {
    for edition in Edition::ALL {
        differ("rout-without-attacker", [("rout-direction", false), ("free", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("rout-without-attacker", reading);
            let gun = ground.put("A", Kind { strength: 9, ..GUN }, "1003", SE);
            ground.put("C", HUSSARS, "1006", NW);
            let d = ground.put("D", LINE, "1008", NW);
            ground.order(d, Order::Disordered);
            // Hussars that fire has routed go through infantry, which routs: no enemy has driven it.
            for hex in ["0906", "0907", "1106", "1107"] {
                ground.terrain(hex, grognard::jours_de_gloire::charts::Terrain::Lake);
            }
            let mut play = ground.at(Step::Fire, Orders::Received);
            fired(&mut play, gun, "1006", 15, &[]);
            while !matches!(play.frame(), Frame::Withdrawal(w) if w.unit == d) {
                fives(&mut play, step(Dir::S), &[9]);
            }
            play.ways().contains(&Dir::N)
        });
    }
}

#[test]
fn recoil_over_stream_bridge() {
    for edition in Edition::ALL {
        differ("recoil-over-stream-bridge", [("no", Order::Good), ("yes", Order::Disordered)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("recoil-over-stream-bridge", reading);
            let a = ground.put("A", GUARD, "1005", SE);
            let c = ground.put("C", LINE, "1006", NW);
            ground.barrier("1006", "1007", Barrier::Stream);
            ground.crossing("1006", "1007", Crossing::Bridge);
            let mut play = announced(ground, a, Orders::Received);
            // 5 of the table: back, and a test, which a 0 passes.
            fives(&mut play, Action::Fight { unit: a }, &[3]);
            fives(&mut play, step(Dir::S), &[0]);
            assert_eq!(play.hex(c), "1007");
            play.order(c)
        });
    }
}

#[test]
fn artillery_disordered_in_square() {
    differ("artillery-disordered-in-square", [("square-stands", true), ("square-breaks", false)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("artillery-disordered-in-square", reading);
        let gun = ground.put("A", Kind { strength: 4, ..GUN }, "1003", SE);
        let foot = ground.put("C", LINE, "1006", NW);
        let battery = ground.put("C", GUN, "1006", NW);
        ground.square(foot);
        ground.square(battery);
        let mut play = ground.at(Step::Fire, Orders::Received);
        // A test for each, the battery on top first: it fails, the infantry holds.
        fired(&mut play, gun, "1006", 12, &[9, 0]);
        assert_eq!((play.order(battery), play.order(foot)), (Order::Disordered, Order::Good));
        play.state.in_square(foot)
    });
}

#[test]
fn rout_zones() {
    differ("rout-zones", [("both", false), ("front-only", true)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("rout-zones", reading);
        let a = ground.put("A", LINE, "1006", NW);
        // 1006 and 1005 lie behind it, both in its zone.
        ground.put("C", LINE, "1105", E);
        let rules = ground.open();
        let position = Position::empty(&rules).place("A/A0", "1006", NW).order("A/A0", Order::Routed);
        let mut state = position.place("C/C1", "1105", E).formed("C/C1", Formed::No).build().unwrap();
        rules.evolve(&mut state, &Event::Continued(Frame::Rout));
        let outcome = rules.resume(&state, &mut Scripted::d10([])).unwrap();
        let north = rules.map().grid.cell("1005".parse().unwrap()).unwrap();
        let may = |dir| rules.legal_actions(&outcome.state, grognard::side::Side::First).contains(&step(dir));
        let _ = a;
        outcome.journal.events().any(|event| matches!(event, Event::Moved { to, .. } if *to == north)) || may(Dir::N)
    });
}
