//! Fire, shock, charge and rout where their clauses meet (R and M 7 to 10).

use Vertex::{E, NW, SE};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Evasion};
use grognard::jours_de_gloire::charts::{Barrier, Terrain};
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::frame::{Flight, Frame, Gait, Party, Stage, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::Light;
use grognard::jours_de_gloire::state::Order;
use grognard::side::UnitId;

use super::ground::{CUIRASSIERS, GUN, Ground, HUSSARS, Kind, LINE, Play, step};

pub const GUARD: Kind = Kind { strength: 16, ..LINE };

pub fn lakes(ground: &mut Ground, hexes: &[&str]) {
    for hex in hexes {
        ground.terrain(hex, Terrain::Lake);
    }
}

pub fn fight(unit: UnitId) -> Action {
    Action::Fight { unit }
}

/// Whether a shock of this unit was thrown for.
pub fn struck(play: &Play, unit: UnitId) -> bool {
    play.account.tallies().any(|tally| tally.what() == Label::Shock(unit))
}

fn tested(play: &Play, unit: UnitId) -> bool {
    play.account.tallies().any(|tally| matches!(tally.what(), Label::Cohesion(one, _) if one == unit))
}

/// Artillery goes back with the attackers it stands with, away from those whom they attacked, wherever its side's refuge
/// lies (M 8.9, 10.3.1).
#[test]
fn the_guns_of_a_beaten_attacker_go_back_from_the_enemy() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        // They attack northward, to where their own routed units run.
        let a = ground.put("A", LINE, "1007", NW);
        let gun = ground.put("A", GUN, "1007", NW);
        ground.put("C", GUARD, "1006", SE);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        play.done_moving();
        play.act(fight(a), &[0, 9]);
        assert_eq!(play.ways(), [Dir::SE, Dir::S, Dir::SW]);
        play.act(step(Dir::S), &[]);
        let frame = play.frame();
        assert!(matches!(frame, Frame::Withdrawal(w) if w.unit == gun), "{frame:?}");
        assert_eq!((play.ways(), play.order(gun)), (vec![Dir::SE, Dir::S, Dir::SW], Order::Disordered));
    }
}

/// A unit that is routed already recoils like any other: on through friends until it finds a hex (M 10.5), and only then
/// runs in place of its test.
#[test]
fn a_routed_unit_recoils_to_where_it_can_stop() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", SE);
        let c = ground.put("C", LINE, "1006", NW);
        ground.put("D", LINE, "1007", NW);
        ground.order(c, Order::Routed);
        lakes(&mut ground, &["1106", "0906"]);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        play.done_moving();
        play.act(fight(a), &[4]);
        let frame = play.frame();
        assert!(matches!(frame, Frame::Withdrawal(w) if w.unit == c), "{frame:?}");
        assert_eq!(play.hex(c), "1007");
    }
}

/// Hussars of 0505 have charged 0705 by 0605, with infantry there and at 0704.
fn before_two(edition: Edition) -> (Play, UnitId, [UnitId; 2]) {
    let mut ground = Ground::new(edition);
    let a = ground.put("A", HUSSARS, "0505", E);
    let left = ground.put("C", LINE, "0704", Vertex::W);
    let right = ground.put("D", LINE, "0705", Vertex::W);
    let mut play = ground.moving();
    play.ride(a, "0705", &[Dir::NE], E);
    (play, a, [left, right])
}

/// Squares are tried before the cavalry decides, and it is recalled once or not at all (M 9, 9.3.3).
#[test]
fn two_squares_and_one_recall() {
    for edition in Edition::ALL {
        let (mut play, a, [left, right]) = before_two(edition);
        play.act(Action::FormSquare { unit: left }, &[0]);
        assert!(matches!(play.frame(), Frame::Square { .. }), "{:?}", play.frame());
        play.act(Action::FormSquare { unit: right }, &[0]);
        assert!(matches!(play.frame(), Frame::Recall { .. }), "{:?}", play.frame());
        let mut stays = play.clone();
        stays.act(Action::Recall, &[9]);
        assert!(matches!(stays.frame(), Frame::Activation(_)), "it must charge: {:?}", stays.frame());
        play.act(Action::Recall, &[0]);
        play.act(step(Dir::SW), &[]);
        assert_eq!(play.hex(a), "0505");
        play.act(Action::Turn { facing: E }, &[]);
        assert!(matches!(play.frame(), Frame::Activation(_)), "it is gone: {:?}", play.frame());
    }
}

/// Whoever was recalled charges nobody: no other square is tried against it.
#[test]
fn after_a_recall_nobody_need_form_square() {
    let (mut play, _, [left, right]) = before_two(Montebello);
    play.act(Action::FormSquare { unit: left }, &[0]);
    play.act(Action::Done, &[]);
    play.act(Action::Recall, &[0]);
    play.act(step(Dir::SW), &[]);
    play.act(Action::Turn { facing: E }, &[]);
    assert!(matches!(play.frame(), Frame::Activation(_)), "{:?}", play.frame());
    assert_eq!(play.order(right), Order::Good);
}

/// A recall takes those along that charged, not those who only stand there (M 9.3.3).
#[test]
fn a_recall_leaves_those_who_did_not_charge() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", HUSSARS, "0505", E);
        let idle = ground.put("A", HUSSARS, "0504", E);
        let c = ground.put("C", LINE, "0705", Vertex::W);
        let mut play = ground.moving();
        play.act(Action::Move { unit: idle, party: Party::Alone, gait: Gait::March }, &[]);
        play.act(step(Dir::SE), &[]);
        play.act(Action::Halt { facing: E }, &[]);
        assert_eq!(play.hex(idle), "0605");
        play.ride(a, "0705", &[Dir::NE], E);
        play.act(Action::FormSquare { unit: c }, &[0]);
        play.act(Action::Recall, &[0]);
        play.act(step(Dir::SW), &[]);
        assert_eq!((play.hex(a).as_str(), play.hex(idle).as_str()), ("0505", "0605"));
    }
}

/// Foot of 1005 attacks 1006, foot of 1107 attacks 1007 behind it; both are announced.
fn one_behind_the_other(edition: Edition) -> (Play, [UnitId; 2], [UnitId; 2]) {
    let mut ground = Ground::new(edition);
    let a = ground.put("A", LINE, "1005", SE);
    let b = ground.put("A", LINE, "1107", NW);
    let c = ground.put("C", LINE, "1006", NW);
    let d = ground.put("C", LINE, "1007", NW);
    lakes(&mut ground, &["1106", "0906"]);
    let mut play = ground.at(Step::Declaration, Orders::Received);
    play.shock(a);
    play.shock(b);
    play.done_moving();
    (play, [a, b], [c, d])
}

/// Who was attacked and recoils onto others does not shield them from an attack that was announced (M 8.2).
#[test]
fn the_beaten_do_not_shield_those_they_join() {
    for edition in Edition::ALL {
        let (mut play, [a, b], [c, _]) = one_behind_the_other(edition);
        // It recoils before the front of the other attacker, which disorders it, and passes its test.
        play.act(fight(a), &[5, 0]);
        assert_eq!((play.hex(c).as_str(), play.order(c)), ("1007", Order::Disordered));
        if matches!(play.frame(), Frame::AdvanceTurn { .. }) {
            play.act(Action::Turn { facing: SE }, &[]);
        }
        play.act(fight(b), &[9]);
        assert!(struck(&play, b));
        let strength = |label| matches!(label, Label::Ratio(4, 7));
        assert!(play.account.tallies().flat_map(|tally| tally.modifiers()).any(|m| strength(m.label)), "against both");
    }
}

/// What breaks through attacks again whom others have announced to attack: their attack stands (M 8.2/8).
#[test]
fn a_breakthrough_does_not_use_up_an_announced_attack() {
    for edition in Edition::ALL {
        let (mut play, [a, b], _) = one_behind_the_other(edition);
        // The first gives way to the hex behind it, is disordered there before a front, and routs.
        play.act(fight(a), &[9]);
        while matches!(play.frame(), Frame::Withdrawal(_)) {
            let ways = play.ways();
            play.act(step(ways[0]), &[]);
        }
        assert!(matches!(play.frame(), Frame::Breakthrough { .. }), "{:?}", play.frame());
        // Repulsed: whoever stands there stays.
        play.act(fight(a), &[0, 0]);
        assert_eq!(play.order(a), Order::Disordered);
        let frame = play.frame();
        assert!(matches!(frame, Frame::Activation(Step::Combat)), "{frame:?}");
        play.act(fight(b), &[0, 0]);
        assert!(struck(&play, b));
    }
}

/// Artillery alone falls with the other hex that is attacked; from its hex nobody breaks through (R 8.8, M 8.7.2) or, in the
/// later edition, charges on (M 8.9, 9.5.2).
#[test]
fn over_artillery_alone_beside_another_hex_nothing_follows() {
    for (edition, rides) in [(Rivoli, true), (Montebello, false)] {
        for charges in [true, false] {
            if edition == Rivoli && !charges {
                continue;
            }
            let mut ground = Ground::new(edition);
            let a = ground.put("A", Kind { strength: 16, ..HUSSARS }, if charges { "0505" } else { "0605" }, E);
            ground.put("C", LINE, "0704", Vertex::W);
            let gun = ground.put("D", GUN, "0705", E);
            // Beyond the battery stands another, which a further charge or a breakthrough would strike.
            let beyond = ground.put("D", LINE, "0805", Vertex::W);
            let mut play = ground.moving();
            if charges {
                play.ride(a, "0705", &[Dir::NE], E);
            } else {
                play.shock(a);
            }
            while matches!(play.frame(), Frame::Square { .. }) {
                play.act(Action::Done, &[]);
            }
            play.done_moving();
            play.act(fight(a), &[9]);
            while matches!(play.frame(), Frame::Withdrawal(_)) {
                let ways = play.ways();
                play.act(step(ways[0]), &[]);
            }
            assert_eq!(play.order(gun), Order::Eliminated);
            let to = play.cell("0705");
            play.act(Action::Advance { unit: a, party: Party::Alone, to }, &[]);
            if rides {
                assert!(matches!(play.frame(), Frame::Pursuit(_)), "{:?}", play.frame());
                continue;
            }
            assert!(matches!(play.frame(), Frame::AdvanceTurn { .. }), "{:?}", play.frame());
            let end: &[u8] = if charges { &[0] } else { &[] };
            play.act(Action::Turn { facing: E }, end);
            assert!(!matches!(play.frame(), Frame::Breakthrough { .. } | Frame::Pursuit(_) | Frame::Combat(_)));
            assert_eq!(play.order(beyond), Order::Good);
        }
    }
}

/// Cavalry of the other side in 1006 is attacked by foot of 1005, and asked whether it evades.
fn refusing(edition: Edition, draw: impl Fn(&mut Ground, UnitId)) -> (Play, UnitId, UnitId) {
    let mut ground = Ground::new(edition);
    let a = ground.put("A", LINE, "1005", SE);
    let c = ground.put("C", HUSSARS, "1006", NW);
    draw(&mut ground, c);
    let mut play = ground.at(Step::Declaration, Orders::Received);
    play.shock(a);
    play.done_moving();
    play.act(fight(a), &[]);
    (play, a, c)
}

fn evade(unit: UnitId, hexes: Evasion) -> Action {
    Action::Evade { unit, hexes }
}

/// An evasion is a movement: friends on its way are passed and not disturbed, and it ends where it may stack
/// (M 8.8.1/10, 5.1.2; 10.5 speaks of recoil, retreat and rout alone).
#[test]
fn an_evasion_passes_friends_and_does_not_disturb_them() {
    for edition in Edition::ALL {
        let mut friend = None;
        let place = |ground: &mut Ground, _: UnitId| {
            lakes(ground, &["1106", "0906"]);
            ground.put("C", LINE, "1007", NW);
        };
        let (mut play, _, c) = refusing(edition, |ground, c| place(ground, c));
        friend.get_or_insert(UnitId::new(2).unwrap());
        let friend = friend.unwrap();
        assert!(!play.may(evade(c, Evasion::One)), "it cannot stop with infantry");
        let dice: &[u8] = if edition == Rivoli { &[] } else { &[0] };
        play.act(evade(c, Evasion::Two), dice);
        if play.hex(c) == "1006" {
            play.act(step(Dir::S), &[]);
        }
        play.act(step(Dir::S), &[]);
        assert_eq!((play.hex(c).as_str(), play.order(c)), ("1008", Order::Good));
        assert!(!tested(&play, friend));
    }
}

/// What a hex costs an evasion it costs any movement: no road rate beside an enemy, and the dear zones of the night
/// (M 8.8.1/9 excepts the point for leaving a zone alone).
#[test]
fn an_evasion_counts_costs_as_a_movement_does() {
    for (beside, order) in [(true, Order::Disordered), (false, Order::Good)] {
        let (mut play, _, c) = refusing(Montebello, |ground, _| {
            lakes(ground, &["1106", "0906"]);
            // 3 points off the road for cavalry.
            ground.terrain("1007", Terrain::Orchard);
            ground.road(&["1006", "1007"]);
            // Its back is turned.
            ground.put("B", LINE, if beside { "1008" } else { "1015" }, SE);
        });
        play.act(evade(c, Evasion::One), &[0]);
        play.act(Action::Turn { facing: NW }, &[]);
        assert_eq!((play.hex(c).as_str(), play.order(c)), ("1007", order));
    }
    for (light, order) in [(Light::Night, Order::Disordered), (Light::Day, Order::Good)] {
        let (mut play, _, c) = refusing(Montebello, |ground, _| {
            ground.turns = vec![light; 3];
            lakes(ground, &["1106", "0906"]);
            ground.put("B", LINE, "1008", SE);
        });
        play.act(evade(c, Evasion::One), &[0]);
        play.act(Action::Turn { facing: NW }, &[]);
        assert_eq!((play.hex(c).as_str(), play.order(c)), ("1007", order));
    }
}

/// Who is disordered does not come near an enemy at night, by evading either (M 12.1, 8.8.1).
#[test]
fn the_disordered_do_not_evade_into_contact_at_night() {
    for (light, open) in [(Light::Night, false), (Light::Day, true)] {
        for edition in Edition::ALL {
            let (play, _, c) = refusing(edition, |ground, c| {
                ground.turns = vec![light; 3];
                ground.order(c, Order::Disordered);
                lakes(ground, &["1106", "0906"]);
                ground.put("B", LINE, "1008", SE);
                // So that it is asked at all.
                ground.put("D", HUSSARS, "0104", NW);
            });
            let asked = matches!(play.frame(), Frame::Combat(Stage::Refusal));
            assert_eq!(asked && play.may(evade(c, Evasion::One)), open, "{edition:?}");
        }
    }
}

/// Whoever routs by the test of an evasion retreats from the attackers, not past them to its refuge (M 10.3.1).
#[test]
fn a_rout_while_refusing_leads_away_from_the_attackers() {
    let mut ground = Ground::new(Montebello);
    // Blue runs south; red attacks from there.
    let a = ground.put("A", LINE, "1007", NW);
    let c = ground.put("C", HUSSARS, "1006", SE);
    ground.order(c, Order::Disordered);
    let mut play = ground.at(Step::Declaration, Orders::Received);
    play.shock(a);
    play.done_moving();
    play.act(fight(a), &[]);
    play.act(evade(c, Evasion::One), &[9]);
    let frame = play.frame();
    assert!(matches!(frame, Frame::Withdrawal(w) if w.flight == Flight::Retreat), "{frame:?}");
    assert_eq!(play.ways(), [Dir::N, Dir::NE, Dir::NW]);
}

/// Nobody passes through a square, in a recoil either (R 5.1.2, M 4.4.3).
#[test]
fn a_recoil_does_not_pass_through_a_square() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", SE);
        let c = ground.put("C", LINE, "1006", NW);
        let d = ground.put("D", LINE, "1007", NW);
        ground.square(d);
        lakes(&mut ground, &["1106"]);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        play.done_moving();
        play.act(fight(a), &[4, 0]);
        assert_eq!(play.hex(c), "0906");
        assert!(play.state.in_square(d) && !tested(&play, d));
    }
}

/// In the older edition a recoil passes through friends only where no other way is open (R 10.5), in the later one as its
/// owner likes (M 10.3.3).
#[test]
fn a_recoil_through_friends() {
    for (edition, free) in [(Rivoli, false), (Montebello, true)] {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", SE);
        ground.put("C", LINE, "1006", NW);
        ground.put("D", LINE, "1007", NW);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        play.done_moving();
        play.act(fight(a), &[4]);
        assert_eq!(play.may(step(Dir::S)), free);
        if !free {
            play.refuse(&["R 10.5/1"], step(Dir::S));
        }
        assert!(play.may(step(Dir::SE)) && play.may(step(Dir::SW)));
    }
}

/// At night cavalry does not pursue: that would be a charge (M 9.5.2, 12.1). It strikes back as infantry does, if its
/// edition lets it.
#[test]
fn at_night_cavalry_strikes_back_without_charging() {
    for edition in Edition::ALL {
        for light in [Light::Day, Light::Night] {
            let mut ground = Ground::new(edition);
            ground.turns = vec![light; 3];
            let a = ground.put("A", Kind { strength: 1, ..LINE }, "1005", SE);
            let c = ground.put("C", Kind { strength: 8, ..HUSSARS }, "1006", NW);
            lakes(&mut ground, &["0904", "0905", "1104", "1105"]);
            let mut play = ground.at(Step::Declaration, Orders::Received);
            play.shock(a);
            play.done_moving();
            play.act(fight(a), &[]);
            // It stays; the attacker is thrown back.
            play.act(Action::Done, &[0, 9]);
            assert_eq!(play.hex(a), "1004");
            let to = play.cell("1005");
            let forward = Action::Advance { unit: c, party: Party::Alone, to };
            let night = light == Light::Night;
            if night && edition == Rivoli {
                assert!(!matches!(play.frame(), Frame::CounterShock), "nothing is open to it");
                continue;
            }
            play.act(forward, &[]);
            assert_eq!(matches!(play.frame(), Frame::CounterShock), night, "{:?}", play.frame());
            if night {
                assert!(play.legal().iter().any(|action| matches!(action, Action::Shock { unit, .. } if *unit == c)));
            }
        }
    }
}

/// Whoever did not evade one charge of heavy cavalry may still evade the next: it has not done so in the activation (R 8.9).
#[test]
fn declining_to_evade_a_charge_does_not_use_it_up() {
    let mut ground = Ground::new(Rivoli);
    let first = ground.put("A", CUIRASSIERS, "0505", E);
    let second = ground.put("A", CUIRASSIERS, "0904", Vertex::W);
    let c = ground.put("C", HUSSARS, "0705", Vertex::W);
    let mut play = ground.moving();
    play.ride(first, "0705", &[Dir::NE], E);
    assert!(matches!(play.frame(), Frame::ChargeEvasion { .. }), "{:?}", play.frame());
    play.act(Action::Done, &[]);
    play.ride(second, "0705", &[Dir::SW], Vertex::W);
    assert!(matches!(play.frame(), Frame::ChargeEvasion { .. }), "{:?}", play.frame());
    assert!(play.may(evade(c, Evasion::One)));
}

/// A cassina is clear ground but for its own modifier, so that the attacker chooses over which hexside it counts
/// (M 8.4.2, specific 4.3).
#[test]
fn before_a_cassina_the_attacker_chooses_the_ground() {
    for (terrain, hexside) in [(Terrain::Cassina, None), (Terrain::Clear, None), (Terrain::Rough, Some(-1))] {
        let mut ground = Ground::new(Montebello);
        let a = ground.put("A", LINE, "1005", SE);
        let b = ground.put("A", LINE, "0905", E);
        let c = ground.put("C", LINE, "1006", NW);
        ground.terrain("1006", terrain);
        // One attacks over a stream, the other does not.
        ground.barrier("0905", "1006", Barrier::Stream);
        let play = ground.at(Step::Declaration, Orders::Received);
        let tally = play.tally(&[a, b], false, &[c], 0);
        let found = tally.modifiers().find(|m| m.label == Label::Hexside).map(|m| m.value);
        assert_eq!(found, hexside, "{terrain:?}");
    }
}

/// Whoever pursues after a counter-charge counts its own pursuits, not those of the cavalry that charged it (M 9.5.2/12).
#[test]
fn a_counter_charger_has_made_no_pursuit_before() {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", Kind { strength: 8, ..HUSSARS }, "0505", E);
    let c = ground.put("C", Kind { strength: 1, ..LINE }, "0705", Vertex::W);
    ground.order(c, Order::Routed);
    let d = ground.put("D", Kind { strength: 16, ..HUSSARS }, "0805", Vertex::W);
    let mut play = ground.moving();
    play.ride(a, "0705", &[Dir::NE], E);
    play.done_moving();
    play.act(fight(a), &[9]);
    // It is lost behind its hex; the pursuit comes before the other cavalry.
    play.act(step(Dir::S), &[]);
    assert_eq!((play.order(c), play.hex(a).as_str()), (Order::Eliminated, "0705"));
    play.act(Action::Turn { facing: E }, &[]);
    assert!(matches!(play.frame(), Frame::Combat(Stage::CounterCharge)), "{:?}", play.frame());
    // Countered, thrown back in disorder, and pursued.
    play.act(Action::CounterCharge { unit: d }, &[0, 0, 9]);
    play.act(step(Dir::SW), &[]);
    let to = play.cell("0705");
    play.act(Action::Advance { unit: d, party: Party::Alone, to }, &[]);
    play.act(Action::Turn { facing: Vertex::W }, &[9]);
    let further = |label| matches!(label, Label::FurtherCharge(_));
    let tallies: Vec<_> = play.account.tallies().filter(|tally| tally.what() == Label::PursuitCharge(d)).collect();
    let found: Vec<_> =
        tallies.iter().flat_map(|tally| tally.modifiers()).filter(|m| further(m.label)).map(|m| m.value).collect();
    assert_eq!(found, [0]);
}

/// Whoever evades to friends faces as they do, and does not turn them (M 6.1.1, 8.8.1/10).
#[test]
fn an_evasion_does_not_turn_those_it_joins() {
    for edition in Edition::ALL {
        let (mut play, _, c) = refusing(edition, |ground, _| {
            lakes(ground, &["1106", "0906"]);
            ground.put("C", HUSSARS, "1007", NW);
        });
        play.act(evade(c, Evasion::One), if edition == Rivoli { &[] } else { &[0] });
        assert_eq!(play.hex(c), "1007");
        assert_eq!(play.legal(), [Action::Turn { facing: NW }]);
    }
}

/// Cavalry refuses the shock of those who attack it; who attacks the hex beside it does not matter (M 8.8.1, 8.8.2).
#[test]
fn only_those_who_attack_it_bear_on_a_refusal() {
    let mut ground = Ground::new(Montebello);
    // The infantry attacks both hexes; the hussars attack the other one alone.
    let a = ground.put("A", LINE, "1005", SE);
    let b = ground.put("A", HUSSARS, "1104", Vertex::SW);
    let c = ground.put("C", HUSSARS, "1006", NW);
    ground.put("D", LINE, "1105", NW);
    let mut play = ground.at(Step::Declaration, Orders::Received);
    play.shock(a);
    play.shock(b);
    play.done_moving();
    play.act(fight(a), &[]);
    assert!(matches!(play.frame(), Frame::Combat(Stage::Refusal)), "{:?}", play.frame());
    // A test at +1: it is infantry that it evades.
    play.act(evade(c, Evasion::One), &[5]);
    assert_eq!(play.order(c), Order::Good);
}

/// An enemy in a front hex binds a battery before its turn and after it, so that it does not turn to fire at another
/// (M 7.2); in the older edition it may (R 7.2).
#[test]
fn a_battery_does_not_turn_to_spare_who_was_before_it() {
    for (edition, free) in [(Rivoli, true), (Montebello, false)] {
        let mut ground = Ground::new(edition);
        let gun = ground.put("A", GUN, "0505", E);
        ground.put("C", LINE, "0606", Vertex::W);
        ground.put("D", LINE, "0506", NW);
        let mut play = ground.at(Step::Fire, Orders::Received);
        play.act(Action::Pivot { unit: gun, facing: SE }, &[]);
        let at = |hex| Action::Fire { unit: gun, target: play.cell(hex), party: Party::Alone };
        assert!(play.may(at("0606")));
        assert_eq!(play.may(at("0506")), free);
        if !free {
            play.refuse(&["M 7.2/7"], at("0506"));
        }
    }
}

/// A battery stands with infantry of any formation, in rout as well: what is waived for routed units takes nothing away
/// (R 5.1, M 5.1.1). So a recoil onto it ends there, and does not set it running.
#[test]
fn a_routed_battery_stands_with_routed_infantry() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", LINE, "1005", SE);
        let c = ground.put("C", LINE, "1006", NW);
        let gun = ground.put("D", GUN, "1007", NW);
        for unit in [c, gun] {
            ground.order(unit, Order::Routed);
        }
        lakes(&mut ground, &["1106", "0906"]);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        play.done_moving();
        play.act(fight(a), &[4]);
        // It has recoiled and, in place of its test, run on; the battery has not moved.
        while matches!(play.frame(), Frame::RoutMove(run) if run.unit == c) {
            let ways = play.ways();
            play.act(step(ways[0]), &[]);
        }
        assert_eq!((play.hex(gun).as_str(), play.order(gun)), ("1007", Order::Routed), "{edition:?}");
        assert!(play.order(c) == Order::Routed && play.hex(c) != "1007");
    }
}

/// With a choice it recoils where it is not lost (M 10.3.1): what the table still brings counts.
#[test]
fn a_recoil_avoids_what_the_result_would_make_its_end() {
    for edition in Edition::ALL {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", Kind { strength: 16, ..LINE }, "1005", SE);
        let c = ground.put("C", LINE, "1006", NW);
        ground.order(c, Order::Disordered);
        // Before its front lies 1007; one disorder more routs, and that of the result is the end.
        ground.put("B", LINE, "1008", NW);
        let mut play = ground.at(Step::Declaration, Orders::Received);
        play.shock(a);
        play.done_moving();
        play.act(fight(a), &[9]);
        let frame = play.frame();
        assert!(matches!(frame, Frame::Withdrawal(w) if w.unit == c), "{frame:?}");
        play.refuse(if edition == Rivoli { &["R 10.3/2"] } else { &["M 10.3.1/4"] }, step(Dir::S));
        assert!(!play.ways().is_empty());
    }
}
