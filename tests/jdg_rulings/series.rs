//! What the two editions share, or say of each other: ways over slopes, charges, squares, artillery under fire.

use Vertex::{E, NW, SE};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Barrier, Terrain};
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Flight, Frame, Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::scenario::Switch;
use grognard::jours_de_gloire::state::{FormationId, Mark, Order};
use grognard::ruleset::Ruleset;
use grognard::side::UnitId;

use super::differ;
use super::ground::{CUIRASSIERS, GUN, Ground, HUSSARS, Kind, LINE, Play, step};
use super::shock::{GUARD, fives};
use super::support::proves;
use super::withdrawal::fired;

fn march(unit: UnitId) -> Action {
    Action::Move { unit, party: Party::Alone, gait: Gait::March }
}

/// What the step south costs a unit of 1005, if it is open.
fn cost_south(ground: Ground, unit: UnitId) -> Option<i16> {
    let mut play = ground.moving();
    play.act(march(unit), &[]);
    if !play.may(step(Dir::S)) {
        return None;
    }
    let account = play.act(step(Dir::S), &[]);
    Some(super::ground::tally(&account, |what| what == Label::Cost(unit)).sum())
}

#[test]
fn road_rate() {
    // The road runs through 1006 from its west; woods off it.
    differ("road-rate", [("same-road", Some(2)), ("any-hex", Some(1))], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("road-rate", reading);
        let a = ground.put("A", LINE, "1005", SE);
        ground.terrain("1006", Terrain::Woods);
        ground.road(&["0905", "1006", "1106"]);
        cost_south(ground, a)
    });
}

#[test]
fn road_over_slope_beside_an_enemy() {
    differ("road-over-slope-beside-an-enemy", [("barred", false), ("surcharge", true)], |reading| {
        let open = |road: bool| {
            let mut ground = Ground::new(Montebello);
            ground.ruling("road-over-slope-beside-an-enemy", reading);
            let a = ground.put("A", HUSSARS, "1005", SE);
            ground.put("C", LINE, "1007", SE);
            ground.barrier("1005", "1006", Barrier::SteepSlope);
            if road {
                ground.road(&["1005", "1006"]);
            }
            let cost = cost_south(ground, a);
            // The hex at its normal cost, and the surcharge of 2.
            assert!(cost.is_none_or(|cost| cost == 3), "{cost:?}");
            cost.is_some()
        };
        assert!(!open(false), "no way, no passage");
        open(true)
    });
}

#[test]
fn road_and_slopes() {
    differ("road-and-slopes", [("slopes-paid", Some(3)), ("closed", None)], |reading| {
        let over = |barrier| {
            let mut ground = Ground::new(Rivoli);
            ground.ruling("road-and-slopes", reading);
            let a = ground.put("A", HUSSARS, "1005", SE);
            ground.barrier("1005", "1006", barrier);
            ground.road(&["1005", "1006"]);
            cost_south(ground, a)
        };
        assert_eq!(over(Barrier::Slope), Some(3), "a slope that is open costs 2 by either");
        over(Barrier::SteepSlope)
    });
}

#[test]
fn two_levels_in_the_series() {
    for edition in Edition::ALL {
        differ("two-levels-in-the-series", [("binds", false), ("does-not", true)], |reading| {
            let open = |kind: Kind| {
                let mut ground = Ground::new(edition);
                ground.ruling("two-levels-in-the-series", reading);
                ground.specific.steep_levels = Switch::On;
                let a = ground.put("A", kind, "1005", E);
                let to = ground.cell("1006");
                ground.map.level[to.index()] = 2;
                ground.barrier("1005", "1006", Barrier::Slope);
                cost_south(ground, a).is_some()
            };
            assert!(open(LINE), "infantry climbs by either");
            open(HUSSARS)
        });
    }
}

#[test]
fn charge_cost_limit() {
    differ("charge-cost-limit", [("none", true), ("each-hex", false)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("charge-cost-limit", reading);
        let a = ground.put("A", HUSSARS, "1004", SE);
        ground.put("C", LINE, "1006", NW);
        // One way to it: clear ground for 1, a stream and a change of level for 1 each.
        for hex in ["0903", "0904", "0905", "1003", "1103", "1104", "1105"] {
            ground.terrain(hex, Terrain::Lake);
        }
        ground.barrier("1004", "1005", Barrier::Stream);
        ground.barrier("1004", "1005", Barrier::Level);
        let play = ground.moving();
        let charge = play.charge(a, "1006");
        if !play.may(charge) {
            play.refuse(&["M 9.1/7"], charge);
        }
        play.may(charge)
    });
}

#[test]
fn charge_attacks_all() {
    for edition in Edition::ALL {
        // Its target in the one front hex, another enemy in the other.
        differ("charge-attacks-all", [("all", 2), ("target", 1)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("charge-attacks-all", reading);
            let a = ground.put("A", HUSSARS, "1004", SE);
            let target = ground.put("C", CUIRASSIERS, "1006", NW);
            let other = ground.put("C", CUIRASSIERS, "1105", NW);
            let mut play = ground.moving();
            play.ride(a, "1006", &[Dir::S], SE);
            play.fight(a, &[]);
            if reading == "target" {
                proves(&[if edition == Rivoli { "R 8.1/9" } else { "M 9.2/1" }], &play.account);
            }
            let attacked = |unit| play.state.marked(Mark::Attacked).has(unit);
            assert!(attacked(target));
            usize::from(attacked(target)) + usize::from(attacked(other))
        });
    }
}

/// Two units of cohesion 5 and 4 try to form square and throw a 5.
#[test]
fn square_failed() {
    for edition in Edition::ALL {
        differ("square-failed", [("failed", Order::Good), ("all", Order::Disordered)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("square-failed", reading);
            let a = ground.put("A", HUSSARS, "1005", SE);
            let c = ground.put("C", LINE, "1007", NW);
            let weak = ground.put("C", Kind { cohesion: 4, ..LINE }, "1007", NW);
            let mut play = ground.moving();
            play.ride(a, "1007", &[Dir::S], SE);
            while !matches!(play.frame(), Frame::Square { .. }) {
                play.act(Action::Done, &[]);
            }
            play.act(Action::FormSquare { unit: c }, &[5]);
            assert_eq!(play.order(weak), Order::Disordered);
            play.order(c)
        });
    }
}

#[test]
fn artillery_routed_by_fire() {
    for edition in Edition::ALL {
        differ("artillery-routed-by-fire", [("lost", Order::Eliminated), ("routed", Order::Routed)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("artillery-routed-by-fire", reading);
            let gun = ground.put("A", Kind { strength: 9, ..GUN }, "1009", NW);
            let battery = ground.put("C", GUN, "1006", E);
            let mut play = ground.at(Step::Fire, Orders::Received);
            fired(&mut play, gun, "1006", 15, &[]);
            play.order(battery)
        });
    }
}

/// A retreat of two hexes that ends on a friend of its formation.
#[test]
fn retreat_onto_friends() {
    for edition in Edition::ALL {
        differ("retreat-onto-friends", [("on-and-test", 1), ("on-untested", 0)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("retreat-onto-friends", reading);
            let gun = ground.put("A", Kind { strength: 9, ..GUN }, "1003", SE);
            let c = ground.put("C", LINE, "1006", NW);
            let friend = ground.put("C", LINE, "1008", NW);
            for hex in ["0906", "0907", "0908", "1106", "1107", "1108"] {
                ground.terrain(hex, Terrain::Lake);
            }
            let mut play = ground.at(Step::Fire, Orders::Received);
            // The friend holds, if it tests.
            let tests = usize::from(reading == "on-and-test");
            fired(&mut play, gun, "1006", 15, &[0][..tests]);
            assert_eq!(play.order(c), Order::Routed);
            let tested = |what| matches!(what, Label::Cohesion(unit, _) if unit == friend);
            play.account.tallies().filter(|tally| tested(tally.what())).count()
        });
    }
}

/// Demoralized hussars refuse the shock of infantry beside another enemy.
#[test]
fn demoralized_zones() {
    differ("demoralized-zones", [("movement", true), ("all", false)], |reading| {
        let mut play = refusing(("demoralized-zones", reading), 9, |ground| {
            ground.put("A", LINE, "1008", NW);
        });
        play.rules.evolve(&mut play.state, &Event::Demoralized { formation: FormationId(2) });
        let one = |action: &Action| matches!(action, Action::Evade { .. });
        let legal = play.legal();
        let Some(evade) = legal.into_iter().find(one) else { return false };
        play.act(evade, &[0]);
        play.may(step(Dir::S))
    });
}

/// Infantry of 1005 attacks hussars of this cohesion at 1006, who are asked.
fn refusing(ruling: (&str, &str), cohesion: u8, draw: impl Fn(&mut Ground)) -> Play {
    let mut ground = Ground::new(Montebello);
    ground.ruling(ruling.0, ruling.1);
    let a = ground.put("A", LINE, "1005", SE);
    ground.put("C", Kind { cohesion, worn: (2, cohesion, 3), ..HUSSARS }, "1006", NW);
    draw(&mut ground);
    let mut play = ground.moving();
    play.shock(a);
    play.done_moving();
    play.act(Action::Fight { unit: a }, &[]);
    play
}

/// Hussars whose test takes them from disorder to rout, while they evade.
#[test]
fn rout_while_refusing() {
    differ("rout-while-refusing", [("retreat-instead", 3), ("evade-first", 4)], |reading| {
        let mut play = refusing(("rout-while-refusing", reading), 0, |_| ());
        let riders = UnitId::new(1).unwrap();
        play.rules.evolve(&mut play.state, &Event::Ordered { unit: riders, order: Order::Disordered });
        let one = |action: &Action| matches!(action, Action::Evade { .. });
        let evade = play.legal().into_iter().find(one).unwrap();
        let account = play.act(evade, &[9]);
        assert_eq!(play.order(riders), Order::Routed);
        let first = if reading == "evade-first" { Flight::Evasion } else { Flight::Retreat };
        assert!(matches!(play.frame(), Frame::Withdrawal(w) if w.flight == first), "{:?}", play.frame());
        proves(&["M 8.8.1/7"], &account);
        while matches!(play.frame(), Frame::Withdrawal(w) if w.unit == riders) {
            let ways = play.ways();
            let far = if ways.contains(&Dir::S) { Dir::S } else { ways[0] };
            fives(&mut play, step(far), &[]);
        }
        let at = play.state.at(riders).unwrap();
        play.rules.map().grid.distance(at, play.cell("1006"))
    });
}

/// Infantry that has moved out of a castle is thrown back into it.
#[test]
fn recoil_into_castle() {
    differ("recoil-into-castle", [("allowance", Order::Disordered), ("left", Order::Eliminated)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("recoil-into-castle", reading);
        let a = ground.put("A", LINE, "1004", SE);
        ground.put("C", GUARD, "1006", NW);
        ground.terrain("1004", Terrain::Castle);
        for hex in ["0904", "0905", "1104", "1105"] {
            ground.terrain(hex, Terrain::Lake);
        }
        let mut play = ground.moving();
        play.act(march(a), &[]);
        play.act(step(Dir::S), &[]);
        play.act(Action::Halt { facing: SE }, &[]);
        play.shock(a);
        play.done_moving();
        // Repulsed, and its test fails.
        fives(&mut play, Action::Fight { unit: a }, &[0, 9]);
        if reading == "allowance" {
            assert_eq!(play.hex(a), "1004");
        }
        play.order(a)
    });
}
