//! Stacking, zones of control and the ground (4 to 6).

use Vertex::{E, NW, SE};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Barrier, Terrain};
use grognard::jours_de_gloire::edition::Edition::{self, Montebello};
use grognard::jours_de_gloire::frame::{Gait, Party};
use grognard::jours_de_gloire::map::Passage;
use grognard::jours_de_gloire::scenario::Switch;
use grognard::side::{Side, UnitSet};

use super::differ;
use super::ground::{GUN, Ground, HUSSARS, Kind, LINE, step};

#[test]
fn stack_three_with_artillery() {
    differ("stack-three-with-artillery", [("not-counted", true), ("counted", false)], |reading| {
        let mut ground = Ground::new(Montebello);
        ground.ruling("stack-three-with-artillery", reading);
        let small = Kind { strength: 2, ..LINE };
        let three = ["0505", "0705", "0905"].map(|hex| ground.put("A", small, hex, NW));
        let gun = ground.put("A", Kind { strength: 1, ..GUN }, "1105", NW);
        let play = ground.moving();
        let stack = three.into_iter().collect::<UnitSet>();
        assert!(play.rules.may_stack(&play.state, stack).is_ok(), "six points by either");
        play.rules.may_stack(&play.state, stack.or(gun.only())).is_ok()
    });
}

#[test]
fn zone_castle_to_castle() {
    for edition in Edition::ALL {
        differ("zone-castle-to-castle", [("no", false), ("yes", true)], |reading| {
            let mut ground = Ground::new(edition);
            ground.ruling("zone-castle-to-castle", reading);
            ground.terrain("1005", Terrain::Castle);
            ground.terrain("1006", Terrain::Castle);
            ground.put("C", LINE, "1005", SE);
            ground.put("D", LINE, "0906", SE);
            let play = ground.moving();
            let zone = play.rules.zone_over(&play.state, play.cell("1006"), Side::Second);
            assert!(zone.len() < 2, "from outside it never reaches into a castle");
            !zone.is_empty()
        });
    }
}

#[test]
fn zone_over_a_road() {
    for edition in Edition::ALL {
        differ("zone-over-a-road", [("through", true), ("stops", false)], |reading| {
            let zone = |road: bool| {
                let mut ground = Ground::new(edition);
                ground.ruling("zone-over-a-road", reading);
                let side = ground.map.grid.between(ground.cell("1005"), ground.cell("1006")).unwrap();
                ground.map.edges[side.index()].impassable = Passage::Barred;
                if road {
                    ground.road(&["1005", "1006"]);
                }
                ground.put("C", LINE, "1005", SE);
                let play = ground.moving();
                !play.rules.zone_over(&play.state, play.cell("1006"), Side::Second).is_empty()
            };
            assert!(!zone(false), "without a road it does not reach over it");
            zone(true)
        });
    }
}

#[test]
fn two_levels_by_road() {
    differ("two-levels-by-road", [("lifts", true), ("does-not", false)], |reading| {
        let open = |road: bool| {
            let mut ground = Ground::new(Montebello);
            ground.ruling("two-levels-by-road", reading);
            ground.specific.steep_levels = Switch::On;
            let a = ground.put("A", HUSSARS, "1005", E);
            let to = ground.cell("1006");
            ground.map.level[to.index()] = 2;
            ground.barrier("1005", "1006", Barrier::Slope);
            if road {
                ground.road(&["1005", "1006"]);
            }
            let mut play = ground.moving();
            play.act(Action::Move { unit: a, party: Party::Alone, gait: Gait::March }, &[]);
            play.may(step(Dir::S))
        };
        assert!(!open(false));
        open(true)
    });
}
