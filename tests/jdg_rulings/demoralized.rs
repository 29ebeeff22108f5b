//! The demoralized of the later edition and enemy zones of control (M 11.2/2), at each place where a unit comes into one.
//!
//! Movement and charges are closed by either reading of `demoralized-zones`; what is compelled is open by either; what its
//! owner may decline parts them. Evasion stands in `series`.

use Vertex::{E, NW, SE};
use grognard::chance::Scripted;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Evasion};
use grognard::jours_de_gloire::charts::Terrain;
use grognard::jours_de_gloire::edition::Edition::Montebello;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::{FormationId, Order};
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;
use grognard::side::Side;

use super::differ;
use super::ground::{GUN, Ground, HUSSARS, Kind, LINE, Play, step};
use super::shock::{GUARD, announced, fives, withdraw};
use super::withdrawal::fired;

const READINGS: [&str; 2] = ["movement", "all"];
/// The place of formation `A` in the roster, and of `C`.
const A: FormationId = FormationId(0);
const C: FormationId = FormationId(2);

fn ground(reading: &str) -> Ground {
    let mut ground = Ground::new(Montebello);
    ground.ruling("demoralized-zones", reading);
    ground
}

fn demoralize(play: &mut Play, formation: FormationId) {
    play.rules.evolve(&mut play.state, &Event::Demoralized { formation });
}

/// Whether a hex lies in a zone of control of a side.
fn in_zone(play: &Play, hex: &str, of: Side) -> bool {
    !play.rules.zone_over(&play.state, play.cell(hex), of).is_empty()
}

/// By either reading the outcome is the same, and the same as for one that is not demoralized.
#[track_caller]
fn open<T: PartialEq + std::fmt::Debug>(play: impl Fn(&str, Option<FormationId>) -> T, formation: FormationId) {
    let free = play("movement", None);
    for reading in READINGS {
        assert_eq!(play(reading, Some(formation)), free, "{reading}");
    }
}

#[test]
fn movement_is_closed() {
    for reading in READINGS {
        let mut ground = ground(reading);
        let a = ground.put("A", LINE, "1005", SE);
        let c = ground.put("C", LINE, "1007", NW);
        let mut play = ground.moving();
        assert!(in_zone(&play, "1006", Side::Second) && !in_zone(&play, "0905", Side::Second));
        demoralize(&mut play, A);
        play.act(Action::Move { unit: a, party: Party::Alone, gait: Gait::March }, &[]);
        assert_eq!(play.refuse(&["M 11.2/2"], step(Dir::S)), Why::Zone { unit: a, enemy: c }, "{reading}");
        assert!(play.may(step(Dir::NW)), "{reading}: away from it");
    }
}

#[test]
fn charges_are_closed() {
    for reading in READINGS {
        let charges = |demoralized: bool, order: Order| {
            let mut ground = ground(reading);
            let a = ground.put("A", HUSSARS, "1004", SE);
            let c = ground.put("C", LINE, "1007", NW);
            ground.order(c, order);
            let mut play = ground.moving();
            if demoralized {
                demoralize(&mut play, A);
            }
            play.may(play.charge(a, "1007"))
        };
        assert!(charges(false, Order::Good), "{reading}");
        assert!(!charges(true, Order::Good), "{reading}");
        // The routed have no zone.
        assert!(charges(true, Order::Routed), "{reading}");
    }
}

/// Infantry attacks hussars, who evade: it need not follow into the zone of another.
#[test]
fn the_advance_after_a_refusal() {
    let follows = |reading: &str, zone: bool| {
        let mut ground = ground(reading);
        let a = ground.put("A", LINE, "1005", SE);
        ground.put("C", HUSSARS, "1006", NW);
        if zone {
            ground.put("C", LINE, "1007", NW);
        }
        let mut play = announced(ground, a, Orders::Received);
        demoralize(&mut play, A);
        play.act(Action::Fight { unit: a }, &[]);
        let two = |action: &Action| matches!(action, Action::Evade { hexes: Evasion::Two, .. });
        let evade = play.legal().into_iter().find(two).unwrap();
        play.act(evade, &[0]);
        withdraw(&mut play);
        play.act(Action::Turn { facing: SE }, &[]);
        assert_eq!(in_zone(&play, "1006", Side::Second), zone);
        let to = play.cell("1006");
        play.may(Action::Advance { unit: a, party: Party::Alone, to })
    };
    differ("demoralized-zones", [("movement", true), ("all", false)], |reading| follows(reading, true));
    // Into no zone it may.
    for reading in READINGS {
        assert!(follows(reading, false), "{reading}");
    }
}

/// Whoever wins a shock must advance, into whatever zone.
#[test]
fn the_advance_after_combat_is_compelled() {
    open(
        |reading, demoralized| {
            let mut ground = ground(reading);
            let a = ground.put("A", GUARD, "1005", SE);
            ground.put("C", LINE, "1006", NW);
            ground.put("C", LINE, "1107", NW);
            let mut play = announced(ground, a, Orders::Received);
            if let Some(formation) = demoralized {
                demoralize(&mut play, formation);
            }
            fives(&mut play, Action::Fight { unit: a }, &[9]);
            withdraw(&mut play);
            assert!(in_zone(&play, "1006", Side::Second));
            play.hex(a)
        },
        A,
    );
}

/// Infantry that has thrown back an attack may strike back by way of the hex that was left, beside which those stand whom it
/// threw back; or it stays.
#[test]
fn infantry_that_strikes_back() {
    let advances = |reading: &str, demoralized: bool| {
        let mut ground = ground(reading);
        let a = ground.put("A", Kind { strength: 1, ..LINE }, "1005", SE);
        let c = ground.put("C", GUARD, "1006", NW);
        // Against which it may also strike back from where it stands.
        ground.put("A", LINE, "0905", E);
        let mut play = announced(ground, a, Orders::Received);
        if demoralized {
            demoralize(&mut play, C);
        }
        fives(&mut play, Action::Fight { unit: a }, &[0, 9]);
        withdraw(&mut play);
        assert_eq!(play.frame(), Frame::CounterShock);
        assert!(in_zone(&play, "1005", Side::First));
        let to = play.cell("1005");
        let advance = Action::Advance { unit: c, party: Party::Alone, to };
        if !play.may(advance) {
            assert!(matches!(play.refuse(&["M 11.2/2"], advance), Why::Zone { .. }));
        }
        play.may(advance)
    };
    differ("demoralized-zones", [("movement", true), ("all", false)], |reading| advances(reading, true));
    for reading in READINGS {
        assert!(advances(reading, false), "{reading}");
    }
}

/// Charged cavalry that throws its attacker back pursues: it follows whoever flees, and no zone holds it back.
#[test]
fn charged_cavalry_pursues() {
    open(
        |reading, demoralized| {
            let mut ground = ground(reading);
            let a = ground.put("A", Kind { strength: 1, ..HUSSARS }, "1005", SE);
            let c = ground.put("C", Kind { strength: 9, engagement: 9, ..HUSSARS }, "1007", NW);
            ground.put("A", LINE, "0906", E);
            let mut play = ground.moving();
            play.ride(a, "1007", &[Dir::S], SE);
            if let Some(formation) = demoralized {
                demoralize(&mut play, formation);
            }
            play.fight(a, &[]);
            fives(&mut play, Action::CounterCharge { unit: c }, &[0, 0]);
            withdraw(&mut play);
            assert_eq!(play.frame(), Frame::CounterShock);
            assert!(in_zone(&play, "1006", Side::First));
            let to = play.cell("1006");
            play.may(Action::Advance { unit: c, party: Party::Alone, to })
        },
        C,
    );
}

/// A recoil is no movement: where there is no other hex it leads into a zone.
#[test]
fn a_recoil_is_open() {
    open(
        |reading, demoralized| {
            let mut ground = ground(reading);
            let a = ground.put("A", LINE, "1005", SE);
            ground.put("C", GUARD, "1006", NW);
            // Its rear.
            ground.put("C", LINE, "1003", NW);
            for hex in ["0904", "0905", "1104", "1105"] {
                ground.terrain(hex, Terrain::Lake);
            }
            let mut play = announced(ground, a, Orders::Received);
            if let Some(formation) = demoralized {
                demoralize(&mut play, formation);
            }
            assert!(in_zone(&play, "1004", Side::Second));
            fives(&mut play, Action::Fight { unit: a }, &[0, 9]);
            withdraw(&mut play);
            assert_eq!(play.hex(a), "1004");
            (play.hex(a), play.order(a))
        },
        A,
    );
}

/// So is a retreat, and a rout movement in phase E.
#[test]
fn retreat_and_rout_are_open() {
    open(
        |reading, demoralized| {
            let mut ground = ground(reading);
            let gun = ground.put("A", Kind { strength: 9, ..GUN }, "1003", SE);
            let c = ground.put("C", LINE, "1006", NW);
            ground.put("A", LINE, "1108", SE);
            for hex in ["0906", "0907", "0908", "1106", "1107"] {
                ground.terrain(hex, Terrain::Lake);
            }
            let mut play = ground.at(Step::Fire, Orders::Received);
            if let Some(formation) = demoralized {
                demoralize(&mut play, formation);
            }
            assert!(in_zone(&play, "1008", Side::First));
            fired(&mut play, gun, "1006", 15, &[]);
            withdraw(&mut play);
            assert_eq!(play.hex(c), "1008");
            (play.hex(c), play.order(c))
        },
        C,
    );
    open(
        |reading, demoralized| {
            let mut ground = ground(reading);
            let c = ground.put("C", LINE, "1006", NW);
            ground.order(c, Order::Routed);
            // Where its way to the south ends.
            ground.put("A", LINE, "1110", SE);
            let mut play = ground.at(Step::Rally, Orders::Received);
            if let Some(formation) = demoralized {
                demoralize(&mut play, formation);
            }
            assert!(in_zone(&play, "1010", Side::First));
            play.rules.evolve(&mut play.state, &Event::Done);
            play.rules.evolve(&mut play.state, &Event::Deactivated);
            play.rules.evolve(&mut play.state, &Event::Continued(Frame::Rout));
            // The only unit that runs: at once, until its owner has a choice.
            let run = play.rules.resume(&play.state, &mut Scripted::d10([])).unwrap();
            play.state = run.state;
            while matches!(play.frame(), Frame::RoutMove(_)) {
                let straight = if play.may(step(Dir::S)) { step(Dir::S) } else { play.legal()[0] };
                play.act(straight, &[]);
            }
            assert_eq!(play.hex(c), "1010");
            (play.hex(c), play.order(c))
        },
        C,
    );
}

/// It may stay in a zone where it stands, and turn there.
#[test]
fn who_stands_in_a_zone_stays() {
    for reading in READINGS {
        let mut ground = ground(reading);
        let a = ground.put("A", LINE, "1005", SE);
        ground.put("C", LINE, "1006", NW);
        let mut play = ground.moving();
        demoralize(&mut play, A);
        play.act(Action::Pivot { unit: a, facing: E }, &[]);
        assert_eq!(play.state.facing(a), E);
    }
}
