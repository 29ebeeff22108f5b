//! The charts of Jours de Gloire: every printed cell as a literal of its own beside the line it stands on, the tables over
//! their whole range, and what is said of a file that is wrong.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use grognard::figures::{Fault, FaultKind, Figure, Gap, Raw, Sheet, Source, SourceSet};
use grognard::jours_de_gloire::charts::{
    Arm, Assault, Barrier, ChargeGround, Charts, Crossing, Entry, Fire, FireModifier, FireResult, FollowUp, OddsRow,
    Ratio, Reach, ShockModifier, ShockRow, Slant, Terrain, Toll, Topic, Water, Way, WayOver, sheet,
};
use grognard::jours_de_gloire::edition::Edition;
use proptest::prelude::*;

use Arm::{Artillery, Cavalry, Infantry};
use ChargeGround::{AlongRoad, Barred, Open};
use Crossing::Bridge;
use Edition::{Montebello, Rivoli};
use Entry::{Cost, CostWithDisorder, Prohibited};
use Slant::{Down, Up};

const RIVOLI_FILE: &str = include_str!("../rules/rivoli/charts.toml");

fn load(edition: Edition) -> &'static Charts {
    static LOADED: LazyLock<[Charts; 2]> = LazyLock::new(|| {
        let load = |edition| Charts::load(edition, None, SourceSet::ALL).unwrap_or_else(|faults| panic!("{faults}"));
        [load(Rivoli), load(Montebello)]
    });
    &LOADED[edition as usize]
}

fn p<T>(value: T) -> Figure<T> {
    Figure::new(value, Source::Printed)
}

fn published<T>(value: T) -> Figure<T> {
    Figure::new(value, Source::Published)
}

/// A printed cell: the line of the rulebook, its keys in the file, and whether the charts have it right.
struct Row {
    line: u32,
    path: String,
    right: bool,
}

macro_rules! rows {
    ($($line:literal $path:literal: $right:expr;)*) => {
        vec![$(Row { line: $line, path: $path.to_owned(), right: $right }),*]
    };
}

/// Fields of a table of the prose: `line table.field = value`.
macro_rules! prose {
    ($charts:ident, $($line:literal $table:ident.$field:ident = $value:expr;)*) => {
        vec![$(Row {
            line: $line,
            path: concat!(stringify!($table), ".", stringify!($field)).to_owned(),
            right: $charts.$table().$field == Figure::new($value.into(), Source::Printed),
        }),*]
    };
}

fn divisor(n: u8) -> std::num::NonZeroU8 {
    n.try_into().expect("not zero")
}

/// Every cell that Rivoli prints.
fn rivoli(c: &Charts) -> Vec<Row> {
    use Terrain::*;
    let entry = |t, arm| c.entry(t, arm);
    let general = |t| c.commander_entry(t);
    let fire = |t, by| c.terrain_fire(t, by);
    let shock = |t, by| c.terrain_shock(t, by);
    let over = |way, barrier, what| c.way_over(way, barrier) == p(what);
    let bars = |barrier, slant| c.charge_over(barrier, slant) == p(Barred);
    let row = |total| c.shock_row(total).value;
    let odds = |row, attacker, defender| c.ratio(row) == p(Ratio { attacker, defender });
    let mut rows = rows! {
        1232 "terrain.clear.general": general(Clear) == p(Cost(1));
        1232 "terrain.clear.infantry": entry(Clear, Infantry) == p(Cost(1));
        1232 "terrain.clear.cavalry": entry(Clear, Cavalry) == p(Cost(1));
        1232 "terrain.clear.artillery": entry(Clear, Artillery) == p(Cost(2));
        1232 "terrain.clear.fire": Fire::ALL.into_iter().all(|by| fire(Clear, by) == p(0));
        1232 "terrain.clear.shock": Assault::ALL.into_iter().all(|by| shock(Clear, by) == p(1));
        621 "terrain.clear.charges": c.charge_ground(Clear) == p(Open);
        1233 "terrain.rough.general": general(Rough) == p(Cost(1));
        1233 "terrain.rough.infantry": entry(Rough, Infantry) == p(Cost(1));
        1233 "terrain.rough.cavalry": entry(Rough, Cavalry) == p(Cost(2));
        1233 "terrain.rough.artillery": entry(Rough, Artillery) == p(Cost(2));
        1233 "terrain.rough.fire": Fire::ALL.into_iter().all(|by| fire(Rough, by) == p(0));
        1233 "terrain.rough.shock": Assault::ALL.into_iter().all(|by| shock(Rough, by) == p(1));
        623 "terrain.rough.charges": c.charge_ground(Rough) == p(Barred);
        1233 "terrain.dry_lake.general": general(DryLake) == p(Cost(1));
        1233 "terrain.dry_lake.infantry": entry(DryLake, Infantry) == p(Cost(1));
        1233 "terrain.dry_lake.cavalry": entry(DryLake, Cavalry) == p(Cost(2));
        1233 "terrain.dry_lake.artillery": entry(DryLake, Artillery) == p(Cost(2));
        1233 "terrain.dry_lake.fire": Fire::ALL.into_iter().all(|by| fire(DryLake, by) == p(0));
        1233 "terrain.dry_lake.shock": Assault::ALL.into_iter().all(|by| shock(DryLake, by) == p(1));
        1248 "terrain.dry_lake.charges": c.charge_ground(DryLake) == p(Barred);
        1234 "terrain.orchard.general": general(Orchard) == p(Cost(1));
        1234 "terrain.orchard.infantry": entry(Orchard, Infantry) == p(Cost(1));
        1234 "terrain.orchard.cavalry": entry(Orchard, Cavalry) == p(Cost(3));
        1234 "terrain.orchard.artillery": entry(Orchard, Artillery) == p(Cost(2));
        1234 "terrain.orchard.fire": fire(Orchard, Fire::Artillery) == p(0);
        1234 "terrain.orchard.infantry_fire": fire(Orchard, Fire::Infantry) == p(-1);
        1234 "terrain.orchard.shock": shock(Orchard, Assault::Infantry) == p(-1);
        1234 "terrain.orchard.charge": shock(Orchard, Assault::Charge) == p(-2);
        1234 "terrain.orchard.charges": c.charge_ground(Orchard) == p(Open);
        1235 "terrain.woods.general": general(Woods) == p(Cost(2));
        1235 "terrain.woods.infantry": entry(Woods, Infantry) == p(Cost(2));
        621 "terrain.woods.charges": c.charge_ground(Woods) == p(AlongRoad);
        627 "terrain.marsh.charges": c.charge_ground(Marsh) == p(Barred);
        627 "terrain.village.charges": c.charge_ground(Village) == p(Barred);
        621 "terrain.town.cavalry": entry(Town, Cavalry) == p(Cost(3));
        627 "terrain.town.charges": c.charge_ground(Town) == p(Barred);
        627 "terrain.castle.charges": c.charge_ground(Castle) == p(Barred);

        621 "way.road.cavalry": c.way_cost(Way::Road, Cavalry) == p(1);
        1241 "way.road.over.level": over(Way::Road, Barrier::Level, WayOver::Spared);
        1241 "way.road.over.slope": over(Way::Road, Barrier::Slope, WayOver::Paid);
        1241 "way.road.over.steep_slope": over(Way::Road, Barrier::SteepSlope, WayOver::PaidWithoutDisorder);
        1241 "way.road.over.crest": over(Way::Road, Barrier::Crest, WayOver::Paid);
        1241 "way.road.over.stream": over(Way::Road, Barrier::Stream, WayOver::Spared);
        1241 "way.road.over.river": over(Way::Road, Barrier::River, WayOver::Paid);
        1241 "way.road.over.redoubt": over(Way::Road, Barrier::Redoubt, WayOver::Spared);
        1241 "way.road.over.fortification": over(Way::Road, Barrier::Fortification, WayOver::Spared);
        1241 "way.track.over.level": over(Way::Track, Barrier::Level, WayOver::Paid);
        1241 "way.track.over.slope": over(Way::Track, Barrier::Slope, WayOver::Paid);
        1241 "way.track.over.steep_slope": over(Way::Track, Barrier::SteepSlope, WayOver::PaidWithoutDisorder);
        1241 "way.track.over.crest": over(Way::Track, Barrier::Crest, WayOver::Paid);
        1241 "way.track.over.stream": over(Way::Track, Barrier::Stream, WayOver::Spared);
        1241 "way.track.over.river": over(Way::Track, Barrier::River, WayOver::Paid);
        1241 "way.track.over.redoubt": over(Way::Track, Barrier::Redoubt, WayOver::Spared);
        1241 "way.track.over.fortification": over(Way::Track, Barrier::Fortification, WayOver::Spared);

        621 "hexside.slope.up.cavalry": c.barrier_cost(Barrier::Slope, Cavalry, Up) == p(Cost(2));
        621 "hexside.slope.up.charges": bars(Barrier::Slope, Up);
        621 "hexside.slope.down.cavalry": c.barrier_cost(Barrier::Slope, Cavalry, Down) == p(Cost(2));
        621 "hexside.slope.down.charges": bars(Barrier::Slope, Down);
        1246 "hexside.crest.up.charges": bars(Barrier::Crest, Up);
        1246 "hexside.crest.down.charges": bars(Barrier::Crest, Down);
        621 "hexside.redoubt.into.cavalry": c.barrier_cost(Barrier::Redoubt, Cavalry, Up) == p(Cost(3));
        621 "hexside.redoubt.into.charges": bars(Barrier::Redoubt, Up);
        621 "hexside.redoubt.out_of.cavalry": c.barrier_cost(Barrier::Redoubt, Cavalry, Down) == p(Cost(3));
        621 "hexside.redoubt.out_of.charges": bars(Barrier::Redoubt, Down);
        627 "hexside.fortification.into.charges": bars(Barrier::Fortification, Up);
        627 "hexside.fortification.out_of.charges": bars(Barrier::Fortification, Down);
        1249 "crossing.bridge.river.cavalry_shock": c.crossing_shock(Bridge, Water::River, Assault::CavalryShock) == p(0);
        1249 "crossing.bridge.river.charge": c.crossing_shock(Bridge, Water::River, Assault::Charge) == p(0);

        1255 "fire_table.rout.least": c.fire_result(15).value != c.fire_result(14).value;
        1255 "fire_table.rout.effect": c.fire_result(15) == p(FireResult::Rout);
        1256 "fire_table.disorder.least": c.fire_result(13).value != c.fire_result(12).value;
        1256 "fire_table.disorder.effect": c.fire_result(14) == p(FireResult::Disorder);
        1257 "fire_table.test.least": c.fire_result(8) == p(FireResult::None) && c.fire_result(9).value != FireResult::None;
        1257 "fire_table.test.effect": c.fire_result(12) == p(FireResult::CohesionTest);
        1265 "fire.combined": c.fire_modifier(FireModifier::Combined) == p(2);
        1266 "fire.six_fronts": c.fire_modifier(FireModifier::SixFronts) == p(-1);
        657 "fire.firer_in_square": c.fire_modifier(FireModifier::FirerInSquare) == p(-1);
        1267 "fire.reaction": c.fire_modifier(FireModifier::Reaction) == p(-1);
        1267 "fire.counter_battery": c.fire_modifier(FireModifier::CounterBattery) == p(-1);
        1269 "fire.massed_target": c.fire_modifier(FireModifier::MassedTarget) == p(1);
        1270 "fire.target_in_square": c.fire_modifier(FireModifier::TargetInSquare) == p(1);
        1273 "fire.beyond_effective": c.fire_modifier(FireModifier::BeyondEffective) == p(-2);
        915 "infantry_fire.line_infantry": c.infantry_fire().is_some_and(|f| f.line_infantry == p(-1));
        917 "infantry_fire.strong": c.infantry_fire().is_some_and(|f| f.strong == p(1));
        917 "infantry_fire.good_cohesion": c.infantry_fire().is_some_and(|f| f.good_cohesion == p(7));
        917 "infantry_fire.strong_strength": c.infantry_fire().is_some_and(|f| f.strong_strength == p(8));
        907 "misdirected_fire.die_at_most": c.misdirected_fire().is_some_and(|f| f.die_at_most == p(2));
        907 "misdirected_fire.test": c.misdirected_fire().is_some_and(|f| f.test == p(-2));

        1278 "shock_table.breakthrough.least": row(10) != row(9);
        1278 "shock_table.breakthrough.defender": row(10).defender == Toll::RecoilAndDisorder;
        1278 "shock_table.breakthrough.attacker": row(10).attacker == Toll::None;
        1278 "shock_table.breakthrough.attacker_then": row(10).attacker_then == FollowUp::BreakthroughOrPursuit;
        1278 "shock_table.breakthrough.defender_then": row(10).defender_then == FollowUp::None;
        1279 "shock_table.recoil.least": row(5) != row(4);
        1279 "shock_table.recoil.defender": row(9).defender == Toll::RecoilAndTest;
        1279 "shock_table.recoil.attacker": row(9).attacker == Toll::None;
        1279 "shock_table.recoil.attacker_then": row(9).attacker_then == FollowUp::Pursuit;
        1279 "shock_table.recoil.defender_then": row(9).defender_then == FollowUp::None;
        1280 "shock_table.repulse.least": row(0) != row(-1);
        1280 "shock_table.repulse.defender": row(4).defender == Toll::None;
        1280 "shock_table.repulse.attacker": row(4).attacker == Toll::DisorderAndTestOrRecoil;
        1280 "shock_table.repulse.attacker_then": row(4).attacker_then == FollowUp::None;
        1280 "shock_table.repulse.defender_then": row(4).defender_then == FollowUp::PursuitAfterCounterCharge;
        1281 "shock_table.counter_shock.defender": row(-1).defender == Toll::None;
        1281 "shock_table.counter_shock.attacker": row(-1).attacker == Toll::DisorderAndTestOrRecoil;
        1281 "shock_table.counter_shock.attacker_then": row(-1).attacker_then == FollowUp::None;
        1281 "shock_table.counter_shock.defender_then": row(-1).defender_then == FollowUp::CounterShockOrPursuit;
        1288 "odds.four_to_one.ratio": odds(OddsRow::FourToOne, 4, 1);
        1288 "odds.four_to_one.modifier": c.odds(4, 1).0 == p(4);
        1289 "odds.three_to_one.ratio": odds(OddsRow::ThreeToOne, 3, 1);
        1289 "odds.three_to_one.modifier": c.odds(3, 1).0 == p(3);
        1290 "odds.two_to_one.ratio": odds(OddsRow::TwoToOne, 2, 1);
        1290 "odds.two_to_one.modifier": c.odds(2, 1).0 == p(2);
        1291 "odds.three_to_two.ratio": odds(OddsRow::ThreeToTwo, 3, 2);
        1291 "odds.three_to_two.modifier": c.odds(3, 2).0 == p(1);
        1292 "odds.one_to_one.ratio": odds(OddsRow::OneToOne, 1, 1);
        1292 "odds.one_to_one.modifier": c.odds(1, 1).0 == p(0);
        1293 "odds.two_to_three.ratio": odds(OddsRow::TwoToThree, 2, 3);
        1293 "odds.two_to_three.modifier": c.odds(2, 3).0 == p(-1);
        1294 "odds.one_to_two.ratio": odds(OddsRow::OneToTwo, 1, 2);
        1294 "odds.one_to_two.modifier": c.odds(1, 2).0 == p(-2);
        1295 "odds.one_to_three.ratio": odds(OddsRow::OneToThree, 1, 3);
        1295 "odds.one_to_three.modifier": c.odds(1, 3).0 == p(-3);
        1296 "odds.one_to_four.ratio": odds(OddsRow::OneToFour, 1, 4);
        1296 "odds.one_to_four.modifier": c.odds(1, 4).0 == p(-4) && c.odds(1, 5).0 == p(-4);
        1304 "shock.routed": c.shock_modifier(ShockModifier::Routed) == p(2);
        1305 "shock.rear": c.shock_modifier(ShockModifier::Rear) == p(2);
        1306 "shock.front_and_rear": c.shock_modifier(ShockModifier::FrontAndRear) == p(3);
        363 "shock.six_fronts": c.shock_modifier(ShockModifier::SixFronts) == p(-1);
        615 "shock.cavalry_shock": c.shock_modifier(ShockModifier::CavalryShock) == p(0);
        637 "shock.heavy_charge": c.shock_modifier(ShockModifier::HeavyCharge) == p(3);
        639 "shock.light_charge": c.shock_modifier(ShockModifier::LightCharge) == p(1);
        655 "shock.against_square": c.shock_modifier(ShockModifier::AgainstSquare) == p(-2);
    };
    rows.extend(prose! { c,
        197 command.commander_points = 7;
        201 command.flight_least = 2;
        201 command.flight_most = 2;
        887 command.group_reach = 2;
        125 command.markers = 2;
        327 command.markers_on_arrival = 1;
        139 command.markers_left = 1;
        219 movement.reduced_divisor = divisor(2);
        253 movement.fired_divisor = divisor(2);
        223 movement.forced_factor = 2;
        225 movement.forced_distance = 5;
        337 movement.column_step = 1;
        257 movement.passing_friends = 1;
        395 movement.zoc_exit = 1;
        381 movement.zoc_entry = 0;
        727 movement.zoc_entry_disordered = 1;
        391 movement.zoc_pivot = 1;
        231 square.leaving = 1;
        233 square.move_hexes = 1;
        233 square.move_points = 2;
        269 stacking.same_arm = 2;
        273 stacking.artillery_alone = 2;
        271 stacking.artillery_with_others = 1;
        271 stacking.infantry_with_artillery = 2;
        283 stacking.cavalry_with_artillery = 0;
        269 stacking.small_units = None;
        269 stacking.small_strength = None;
        413 gunnery.pivot = 1;
        449 gunnery.point_blank = 1;
        1269 gunnery.massed_units = 2;
        619 charge.min_hexes = 1;
        619 charge.max_hexes = 2;
        621 charge.max_points = 2;
        621 charge.waived_points = None;
        669 charge.counter_heavy = 2;
        663 charge.recall = 1;
        697 charge.pursuit_from = 1;
        697 charge.pursuit_each = -1;
        697 charge.pursuit_pivot = 1;
        689 charge.elimination_pivot = 1;
        567 advance.pivot = 1;
        573 advance.further_shocks = 1;
        587 refusal.min_hexes = 1;
        587 refusal.max_hexes = 2;
        591 refusal.costly_from = 3;
        587 refusal.test_one_hex = None;
        587 refusal.test_two_hexes = None;
        713 retreat.recoil = 1;
        715 retreat.infantry = 2;
        715 retreat.cavalry = 3;
        797 rout.least_hexes = None;
        801 rout.shift_infantry = None;
        801 rout.shift_cavalry = None;
        801 rout.shift_artillery = None;
        821 rally.routed = 1;
        935 demoralization.share = 2;
        935 demoralization.of = divisor(3);
        935 demoralization.markers_lost = 0;
        1321 night.zoc_entry = 2;
        1322 night.fire_range = 1;
        1322 night.test = 2;
        849 night.rally_routed = -3;
    });
    rows
}

/// Every cell that Montebello prints.
fn montebello(c: &Charts) -> Vec<Row> {
    let costs = |barrier, arm, slant| c.barrier_cost(barrier, arm, slant);
    let bars = |barrier, slant| c.charge_over(barrier, slant) == p(Barred);
    let over_bridge = |arm| c.crossing_cost(Bridge, Water::Stream, arm);
    let modifier = |modifier| c.shock_modifier(modifier);
    let mut rows = rows! {
        620 "terrain.clear.shock": c.terrain_shock(Terrain::Clear, Assault::Infantry) == p(1)
            && c.terrain_shock(Terrain::Clear, Assault::CavalryShock) == p(1);
        428 "terrain.clear.charge": c.terrain_shock(Terrain::Clear, Assault::Charge) == p(1);
        430 "terrain.rough.charges": c.charge_ground(Terrain::Rough) == p(Barred);
        422 "terrain.village.shock": Assault::ALL.into_iter().all(|by| c.terrain_shock(Terrain::Village, by) == p(-1));
        424 "terrain.village.charges": c.charge_ground(Terrain::Village) == p(Barred);
        620 "terrain.cassina.shock": Assault::ALL.into_iter().all(|by| c.terrain_shock(Terrain::Cassina, by) == p(0));
        614 "terrain.cassina.charges": c.charge_ground(Terrain::Cassina) == p(Open);
        150 "hexside.slope.up.artillery": costs(Barrier::Slope, Artillery, Up) == p(Prohibited);
        421 "hexside.slope.up.charges": bars(Barrier::Slope, Up);
        150 "hexside.slope.down.artillery": costs(Barrier::Slope, Artillery, Down) == p(Prohibited);
        421 "hexside.slope.down.charges": bars(Barrier::Slope, Down);
        150 "hexside.steep_slope.up.cavalry": costs(Barrier::SteepSlope, Cavalry, Up) == p(Prohibited);
        150 "hexside.steep_slope.up.artillery": costs(Barrier::SteepSlope, Artillery, Up) == p(Prohibited);
        421 "hexside.steep_slope.up.charges": bars(Barrier::SteepSlope, Up);
        150 "hexside.steep_slope.down.cavalry": costs(Barrier::SteepSlope, Cavalry, Down) == p(Prohibited);
        150 "hexside.steep_slope.down.artillery": costs(Barrier::SteepSlope, Artillery, Down) == p(Prohibited);
        421 "hexside.steep_slope.down.charges": bars(Barrier::SteepSlope, Down);
        421 "hexside.crest.up.charges": bars(Barrier::Crest, Up);
        421 "hexside.crest.down.charges": bars(Barrier::Crest, Down);
        602 "hexside.stream.across.infantry": costs(Barrier::Stream, Infantry, Up) == p(Cost(1));
        602 "hexside.stream.across.cavalry": costs(Barrier::Stream, Cavalry, Down) == p(Cost(1));
        602 "hexside.stream.across.artillery": costs(Barrier::Stream, Artillery, Up) == p(Cost(1));
        602 "hexside.stream.across.shock": Assault::ALL.into_iter().all(|by| c.barrier_shock(Barrier::Stream, by, Up) == p(-1));
        421 "hexside.stream.across.charges": c.charge_over(Barrier::Stream, Down) == p(Open);
        421 "hexside.redoubt.into.charges": bars(Barrier::Redoubt, Up);
        421 "hexside.redoubt.out_of.charges": bars(Barrier::Redoubt, Down);
        421 "hexside.fortification.into.charges": bars(Barrier::Fortification, Up);
        421 "hexside.fortification.out_of.charges": bars(Barrier::Fortification, Down);
        602 "crossing.bridge.stream.infantry": over_bridge(Infantry) == p(Cost(0));
        602 "crossing.bridge.stream.cavalry": over_bridge(Cavalry) == p(Cost(0));
        602 "crossing.bridge.stream.artillery": over_bridge(Artillery) == p(Cost(0));
        602 "crossing.bridge.stream.shock": Assault::ALL.into_iter().all(|by| c.crossing_shock(Bridge, Water::Stream, by) == p(-1));
        421 "crossing.bridge.stream.charges": c.charge_crossing(Bridge, Water::Stream) == p(Open);
        421 "crossing.bridge.river.charges": c.charge_crossing(Bridge, Water::River) == p(Barred);
        283 "fire.combined": c.fire_modifier(FireModifier::Combined) == p(2);
        449 "fire.firer_in_square": c.fire_modifier(FireModifier::FirerInSquare) == p(-1);
        449 "fire.reaction": c.fire_modifier(FireModifier::Reaction) == p(-1);
        428 "shock_table.breakthrough.defender": c.shock_row(10).value.defender == Toll::RecoilAndDisorder;
        429 "shock_table.recoil.defender": c.shock_row(8).value.defender == Toll::RecoilAndTest;
        429 "odds.three_to_one.modifier": c.odds(3, 1).0.value == 3;
        428 "odds.three_to_two.modifier": c.odds(3, 2).0.value == 1;
        510 "shock.routed": modifier(ShockModifier::Routed) == p(2);
        243 "shock.six_fronts": modifier(ShockModifier::SixFronts) == p(-1);
        422 "shock.cavalry_shock": modifier(ShockModifier::CavalryShock) == p(-2);
        428 "shock.light_charge": modifier(ShockModifier::LightCharge) == p(1);
        448 "shock.against_square": modifier(ShockModifier::AgainstSquare) == p(-2);
        583 "fog.zoc_entry": c.fog().is_some_and(|fog| fog.zoc_entry == p(1));
        584 "fog.fire_range": c.fog().is_some_and(|fog| fog.fire_range == p(1));
        586 "fog.test": c.fog().is_some_and(|fog| fog.test == p(1));
        587 "fog.rally_routed": c.fog().is_some_and(|fog| fog.rally_routed == p(1));
    };
    rows.extend(prose! { c,
        125 command.commander_points = 7;
        127 command.flight_least = 1;
        127 command.flight_most = 2;
        87 command.group_reach = 2;
        78 command.markers = 2;
        220 command.markers_on_arrival = 1;
        83 command.markers_left = 1;
        141 movement.reduced_divisor = divisor(2);
        177 movement.fired_divisor = divisor(2);
        143 movement.forced_factor = 2;
        144 movement.forced_distance = 5;
        227 movement.column_step = 1;
        179 movement.passing_friends = 1;
        262 movement.zoc_exit = 1;
        256 movement.zoc_entry = 0;
        494 movement.zoc_entry_disordered = 1;
        260 movement.zoc_pivot = 1;
        150 movement.way_surcharge = 2;
        616 movement.levels_infantry = None;
        616 movement.levels_cavalry = 1;
        616 movement.levels_artillery = 1;
        158 square.leaving = 2;
        158 square.move_hexes = 0;
        158 square.move_points = 0;
        187 stacking.same_arm = 2;
        190 stacking.artillery_alone = 2;
        188 stacking.artillery_with_others = 1;
        188 stacking.infantry_with_artillery = 2;
        189 stacking.cavalry_with_artillery = 1;
        193 stacking.small_units = 3;
        193 stacking.small_strength = 6;
        278 gunnery.pivot = 1;
        302 gunnery.point_blank = 1;
        418 charge.min_hexes = 1;
        418 charge.max_hexes = None;
        418 charge.max_points = None;
        625 charge.waived_points = 2;
        457 charge.counter_heavy = 2;
        452 charge.recall = 1;
        480 charge.pursuit_from = 2;
        480 charge.pursuit_each = -1;
        475 charge.pursuit_pivot = 1;
        477 charge.elimination_pivot = 1;
        360 advance.pivot = 1;
        365 advance.further_shocks = 1;
        377 refusal.min_hexes = 1;
        377 refusal.max_hexes = 2;
        384 refusal.costly_from = 3;
        380 refusal.test_one_hex = 1;
        381 refusal.test_two_hexes = -2;
        485 retreat.recoil = 1;
        504 retreat.infantry = 2;
        504 retreat.cavalry = 3;
        504 retreat.artillery = 2;
        539 rout.least_hexes = 1;
        545 rout.shift_infantry = 2;
        545 rout.shift_cavalry = 3;
        545 rout.shift_artillery = 3;
        555 rally.routed = 1;
        561 demoralization.share = 1;
        561 demoralization.of = divisor(1);
        564 demoralization.markers_lost = 1;
        573 night.zoc_entry = 2;
        575 night.fire_range = 1;
        577 night.test = 2;
        579 night.rally_routed = -3;
    });
    rows
}

fn rows(edition: Edition, charts: &Charts) -> Vec<Row> {
    match edition {
        Rivoli => rivoli(charts),
        Montebello => montebello(charts),
    }
}

#[test]
fn every_printed_cell_is_as_printed() {
    for edition in [Rivoli, Montebello] {
        for row in rows(edition, load(edition)) {
            assert!(row.right, "{edition:?}, line {}: {}", row.line, row.path);
        }
    }
}

#[test]
fn the_literals_are_all_that_the_files_call_printed_with_their_lines() {
    for edition in [Rivoli, Montebello] {
        let literals: BTreeSet<_> = rows(edition, load(edition)).into_iter().map(|r| (r.path, Some(r.line))).collect();
        let printed: BTreeSet<_> = sheet(edition, None)
            .cells()
            .into_iter()
            .filter(|cell| cell.note.source == Source::Printed)
            .map(|cell| (cell.path, cell.note.line))
            .collect();
        let odd: Vec<_> = literals.symmetric_difference(&printed).collect();
        assert!(odd.is_empty(), "{edition:?}: {odd:?}");
    }
}

/// Another value that the same cell may hold.
fn another(edition: Edition, path: &str, raw: &Raw) -> Option<Charts> {
    let words = [
        "NE",
        "NA",
        "none",
        "1",
        "3",
        "2D",
        "open",
        "barred",
        "spared",
        "paid",
        "R",
        "D",
        "CT",
        "-",
        "1 + D",
        "1 + CT",
        "pursuit",
        "breakthrough or pursuit",
        "5:1",
        "7:2",
        "5:2",
        "5:3",
        "5:4",
        "4:5",
        "3:5",
        "2:5",
        "2:7",
        "1:5",
    ];
    let mut candidates: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
    match raw {
        Raw::Integer(n) => candidates.insert(0, (n + 1).to_string()),
        Raw::Text(text) => candidates.retain(|word| *word != format!("{text:?}")),
        Raw::Other(_) => {}
    }
    candidates.push("1".to_owned());
    candidates.iter().find_map(|value| {
        let overlay = format!("{path} = {{ value = {value}, source = \"printed\" }}");
        Charts::load(edition, Some(&overlay), SourceSet::ALL).ok()
    })
}

#[test]
fn a_change_to_any_printed_cell_is_noticed() {
    for edition in [Rivoli, Montebello] {
        for cell in sheet(edition, None).cells() {
            if cell.note.source != Source::Printed {
                continue;
            }
            let Some(charts) = another(edition, &cell.path, &cell.raw) else {
                panic!("{}: nothing else fits", cell.path)
            };
            let row = rows(edition, &charts).into_iter().find(|row| row.path == cell.path);
            assert!(row.is_some_and(|row| !row.right), "{edition:?}: {} may change unnoticed", cell.path);
        }
    }
}

// ---- The tables over their whole range

#[test]
fn the_fire_table_is_total_and_monotonic() {
    for edition in [Rivoli, Montebello] {
        let charts = load(edition);
        let mut last = FireResult::None;
        for total in i16::MIN..=i16::MAX {
            let expected = match total {
                15.. => FireResult::Rout,
                13..=14 => FireResult::Disorder,
                9..=12 => FireResult::CohesionTest,
                _ => FireResult::None,
            };
            let result = charts.fire_result(total).value;
            assert_eq!(result, expected, "{total}");
            assert!(result >= last, "{total}");
            last = result;
        }
    }
}

#[test]
fn the_shock_table_is_total() {
    for edition in [Rivoli, Montebello] {
        let charts = load(edition);
        for total in i16::MIN..=i16::MAX {
            let (defender, attacker, attacker_then, defender_then) = match total {
                10.. => (Toll::RecoilAndDisorder, Toll::None, FollowUp::BreakthroughOrPursuit, FollowUp::None),
                5..=9 => (Toll::RecoilAndTest, Toll::None, FollowUp::Pursuit, FollowUp::None),
                0..=4 => {
                    let then = FollowUp::PursuitAfterCounterCharge;
                    (Toll::None, Toll::DisorderAndTestOrRecoil, FollowUp::None, then)
                }
                _ => (Toll::None, Toll::DisorderAndTestOrRecoil, FollowUp::None, FollowUp::CounterShockOrPursuit),
            };
            let expected = ShockRow { defender, attacker, attacker_then, defender_then };
            assert_eq!(charts.shock_row(total).value, expected, "{total}");
        }
    }
}

/// The Odds Table by hand: the best row whose ratio the attacker reaches in full.
fn odds_by_hand(attacker: u16, defender: u16) -> i8 {
    let (a, d) = (u32::from(attacker), u32::from(defender));
    match () {
        () if a == 0 => -4,
        () if a >= 4 * d => 4,
        () if a >= 3 * d => 3,
        () if a >= 2 * d => 2,
        () if 2 * a >= 3 * d => 1,
        () if a >= d => 0,
        () if 3 * a >= 2 * d => -1,
        () if 2 * a >= d => -2,
        () if 3 * a >= d => -3,
        () => -4,
    }
}

#[test]
fn j1_the_ratio_is_rounded_for_the_defender() {
    for edition in [Rivoli, Montebello] {
        let charts = load(edition);
        for (attacker, defender, modifier, row) in [
            (8, 3, 2, OddsRow::TwoToOne),
            (5, 6, -1, OddsRow::TwoToThree),
            (3, 2, 1, OddsRow::ThreeToTwo),
            (0, 0, -4, OddsRow::OneToFour),
            (0, 1, -4, OddsRow::OneToFour),
            (1, 0, 4, OddsRow::FourToOne),
            (1, u16::MAX, -4, OddsRow::OneToFour),
            (u16::MAX, 1, 4, OddsRow::FourToOne),
        ] {
            let (figure, at) = charts.odds(attacker, defender);
            assert_eq!((figure.value, at), (modifier, row), "{attacker} against {defender}");
        }
        for attacker in 0..=120 {
            for defender in 0..=120 {
                let modifier = charts.odds(attacker, defender).0.value;
                assert_eq!(modifier, odds_by_hand(attacker, defender), "{attacker} against {defender}");
            }
        }
    }
    assert_eq!(load(Rivoli).ratio(OddsRow::ThreeToTwo).value.to_string(), "3:2");
}

proptest! {
    #[test]
    fn odds_are_total_monotonic_and_clamped(attacker: u16, defender: u16, more: u16) {
        let charts = load(Rivoli);
        let odds = |a, d| charts.odds(a, d).0.value;
        let here = odds(attacker, defender);
        prop_assert_eq!(here, odds_by_hand(attacker, defender));
        prop_assert!((-4..=4).contains(&here));
        prop_assert!(odds(attacker.saturating_add(more), defender) >= here);
        prop_assert!(odds(attacker, defender.saturating_add(more)) <= here);
    }
}

#[test]
fn pursuits_are_penalized_from_the_first_or_the_second() {
    let penalties = |edition| [0, 1, 2, 3, 4].map(|nth| load(edition).charge().pursuit(nth).value);
    assert_eq!(penalties(Montebello), [0, 0, -1, -2, -3]);
    assert_eq!(penalties(Rivoli), [0, -1, -2, -3, -4]);
    assert_eq!(load(Montebello).charge().pursuit(u8::MAX).value, i8::MIN);
}

#[test]
fn j3_the_three_totals_of_the_charge() {
    let c = load(Montebello);
    let clear_and_light = i16::from(c.terrain_shock(Terrain::Clear, Assault::Charge).value)
        + i16::from(c.shock_modifier(ShockModifier::LightCharge).value);
    let total = |attacker, defender, cohesion: i16, pursuit, routed: i16, die: i16| {
        die + i16::from(c.odds(attacker, defender).0.value)
            + clear_and_light
            + cohesion
            + i16::from(c.charge().pursuit(pursuit).value)
            + routed
    };
    let routed = i16::from(c.shock_modifier(ShockModifier::Routed).value);
    for (total, modifier, die, toll) in [
        (total(3, 2, 6 - 6, 0, 0, 7), 3, 7, Toll::RecoilAndDisorder),
        (total(3, 1, 6 - 5, 1, 0, 2), 6, 2, Toll::RecoilAndTest),
        (total(3, 1, 6 - 5, 2, routed, 5), 7, 5, Toll::RecoilAndDisorder),
    ] {
        assert_eq!(total, modifier + die);
        assert_eq!(c.shock_row(total).value.defender, toll);
    }
    assert_eq!([3 + 7, 6 + 2, 7 + 5], [10, 8, 12]);
}

#[test]
fn j4_cavalry_that_shocks_on_a_village() {
    let c = load(Montebello);
    let village = c.terrain_shock(Terrain::Village, Assault::CavalryShock);
    assert_eq!(village.value + c.shock_modifier(ShockModifier::CavalryShock).value, -3);
}

// ---- What the prose says of rows that are lost, and what is assumed where it says nothing

#[test]
fn the_prose_on_lost_rows() {
    let (r, m) = (load(Rivoli), load(Montebello));
    // Town, slope and redoubt against cavalry; woods along a road (R 9.1).
    assert_eq!(r.entry(Terrain::Town, Cavalry), p(Cost(3)));
    assert_eq!(r.barrier_cost(Barrier::Slope, Cavalry, Up), p(Cost(2)));
    assert_eq!(r.barrier_cost(Barrier::Redoubt, Cavalry, Up), p(Cost(3)));
    assert_eq!(r.way_cost(Way::Road, Cavalry), p(1));
    assert_eq!(r.charge_ground(Terrain::Woods), p(AlongRoad));
    assert_eq!(m.charge_ground(Terrain::Woods), published(Barred));
    // No charge into these (R 9.1); Montebello takes it over where it does not print it.
    for terrain in [Terrain::Rough, Terrain::Marsh, Terrain::Village, Terrain::Town, Terrain::Castle] {
        assert_eq!(r.charge_ground(terrain), p(Barred), "{terrain}");
        assert_eq!(m.charge_ground(terrain).value, Barred, "{terrain}");
    }
    // A steep slope disorders infantry (R 8.7) and is closed to the rest; a slope is closed to artillery (M 4.1.3).
    for c in [r, m] {
        for slant in Slant::ALL {
            let CostWithDisorder(_) = c.barrier_cost(Barrier::SteepSlope, Infantry, slant).value else {
                panic!("{slant}")
            };
            assert_eq!(c.barrier_cost(Barrier::SteepSlope, Cavalry, slant).value, Prohibited);
            assert_eq!(c.barrier_cost(Barrier::SteepSlope, Artillery, slant).value, Prohibited);
            assert_eq!(c.barrier_cost(Barrier::Slope, Artillery, slant).value, Prohibited);
        }
    }
    assert_eq!(r.barrier_cost(Barrier::Slope, Artillery, Up), published(Prohibited));
    assert_eq!((r.movement().way_surcharge, m.movement().way_surcharge), (published(2), p(2)));
    assert_eq!(r.movement().levels_cavalry, published(Some(1)));
    // Stream and bridge (M specific 0.2), village (M 9.1), clear ground and cassina (M specific 8.6).
    assert_eq!(r.barrier_cost(Barrier::Stream, Infantry, Up), published(Cost(1)));
    assert_eq!(r.crossing_cost(Bridge, Water::Stream, Artillery), published(Cost(0)));
    assert_eq!(r.barrier_shock(Barrier::Stream, Assault::Charge, Up), published(-1));
    assert_eq!(r.crossing_shock(Bridge, Water::Stream, Assault::Infantry), published(-1));
    assert_eq!(r.terrain_shock(Terrain::Village, Assault::Infantry), published(-1));
    assert_eq!(r.terrain_shock(Terrain::Cassina, Assault::Infantry), published(0));
    // The charge bonuses: Montebello prints only the light one.
    assert_eq!(m.shock_modifier(ShockModifier::HeavyCharge), published(3));
    assert_eq!(m.fire_modifier(FireModifier::BeyondEffective), published(-2));
    // Fog is Montebello's, infantry's fire and misguided fire are Rivoli's.
    assert!(r.fog().is_none() && m.infantry_fire().is_none() && m.misdirected_fire().is_none());
}

#[test]
fn nothing_in_montebello_comes_from_montebello_at_second_hand() {
    for cell in sheet(Montebello, None).cells() {
        assert!(!cell.note.from.is_some_and(|from| from.starts_with("Montebello")), "{}", cell.path);
    }
}

#[test]
fn what_is_inherited_is_published_and_reconstructions_stay() {
    let m = load(Montebello);
    assert_eq!(m.entry(Terrain::Clear, Artillery), Figure::new(Cost(2), Source::Published));
    assert_eq!(m.odds(4, 1).0, Figure::new(4, Source::Published));
    // The modifier is printed in the example, the row's ratio is not.
    assert_eq!(m.odds(3, 1).0, Figure::new(3, Source::Published));
    assert_eq!(m.entry(Terrain::Marsh, Artillery), Figure::new(Prohibited, Source::Reconstructed));
    assert_eq!(m.shock_modifier(ShockModifier::ExposedAttacker), Figure::new(-1, Source::Reconstructed));
}

// ---- Sources

#[test]
fn printed_figures_alone_fail_with_every_gap() {
    for edition in [Rivoli, Montebello] {
        let faults = Charts::load(edition, None, SourceSet::PRINTED).expect_err("there are gaps");
        assert_eq!(faults.faults, []);
        let gaps: BTreeSet<_> = faults.gaps.iter().map(|gap| gap.path.clone()).collect();
        let unprinted: BTreeSet<_> = sheet(edition, None)
            .cells()
            .into_iter()
            .filter(|cell| cell.note.source != Source::Printed)
            .map(|cell| cell.path)
            .collect();
        assert_eq!(gaps, unprinted);
        assert_eq!(gaps.len(), faults.gaps.len());
    }
    let faults = Charts::load(Rivoli, None, SourceSet::PRINTED).expect_err("there are gaps");
    let marsh = faults.gaps.iter().find(|gap| gap.path == "terrain.marsh.cavalry").expect("nobody printed it");
    assert_eq!(marsh.place, "Terrain Effects Chart, marsh, cavalry");
    assert_eq!((marsh.rule.to_string().as_str(), marsh.source), ("R table 1", Source::Reconstructed));
    assert!(!marsh.note.is_empty());
    let places: Vec<_> = faults.gaps.iter().map(|gap| gap.place.as_str()).collect();
    for place in [
        "Terrain Effects Chart, woods, cavalry",
        "Terrain Effects Chart, steep slope, up, infantry",
        "Modifiers to artillery fire, adjacent",
        "Modifiers to artillery fire, effective",
        "Modifiers to shock and charge, exposed attacker",
    ] {
        assert!(places.contains(&place), "{place}");
    }
    let in_montebello = Charts::load(Montebello, None, SourceSet::PRINTED).expect_err("there are gaps");
    let table = in_montebello.gaps.iter().find(|gap| gap.path == "fire_table.rout.least").expect("Montebello lost it");
    assert_eq!((table.rule.to_string().as_str(), table.source), ("M 7.5", Source::Published));
    assert!(in_montebello.gaps.iter().all(|gap| gap.rule.book().letter() == 'M'));
}

#[test]
fn a_figure_that_a_set_up_cannot_need_is_no_gap() {
    let gaps = |reach: &Reach| -> Vec<Gap> {
        Charts::read(sheet(Rivoli, None), SourceSet::PRINTED, reach).err().map_or(Vec::new(), |faults| faults.gaps)
    };
    let all = gaps(&Reach::default());
    let dry = gaps(&Reach::default().without(Topic::Terrain(Terrain::Marsh)).without(Topic::Barrier(Barrier::River)));
    let of = |gaps: &[Gap], table: &str| gaps.iter().filter(|gap| gap.path.starts_with(table)).count();
    assert_eq!((of(&all, "terrain.marsh."), of(&dry, "terrain.marsh.")), (6, 0));
    assert_eq!((of(&all, "hexside.river."), of(&dry, "hexside.river.")), (7, 0));
    assert_eq!(all.len() - dry.len(), 13);
}

#[test]
fn published_figures_may_be_allowed_without_reconstructed_ones() {
    let allowed = SourceSet::PRINTED.with(Source::Published);
    let faults = Charts::load(Montebello, None, allowed).expect_err("there are gaps");
    assert!(faults.gaps.iter().all(|gap| gap.source == Source::Reconstructed));
    assert!(faults.gaps.iter().any(|gap| gap.path == "terrain.marsh.artillery"));
}

// ---- A file of the user's own

#[test]
fn a_user_corrects_single_cells() {
    let mine = r#"
        source = "published"
        from = "the map of my copy"
        terrain.marsh = { cavalry = "3D", charges = "open" }
        hexside.slope.up.infantry = { value = 2, source = "reconstructed", why = "a try" }
        fog = { rule = "M 12.2", zoc_entry = 1, fire_range = 2, test = 1, rally_routed = 1 }
    "#;
    let charts = Charts::load(Rivoli, Some(mine), SourceSet::ALL).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(charts.entry(Terrain::Marsh, Cavalry), Figure::new(CostWithDisorder(3), Source::Published));
    assert_eq!(charts.charge_ground(Terrain::Marsh).value, Open);
    assert_eq!(charts.entry(Terrain::Marsh, Infantry), Figure::new(Cost(2), Source::Reconstructed));
    assert_eq!(charts.barrier_cost(Barrier::Slope, Infantry, Up), Figure::new(Cost(2), Source::Reconstructed));
    assert_eq!(charts.fog().map(|fog| fog.fire_range.value), Some(2));
}

fn faults(overlay: &str) -> Vec<Fault> {
    Charts::load(Rivoli, Some(overlay), SourceSet::ALL).expect_err(overlay).faults
}

fn only(overlay: &str) -> (String, Option<u32>, FaultKind) {
    let mut all = faults(overlay);
    assert_eq!(all.len(), 1, "{all:#?}");
    let fault = all.remove(0);
    assert_eq!(fault.file, "overlay charts");
    (fault.path, fault.line, fault.kind)
}

#[test]
fn unknown_keys_are_named_where_they_stand() {
    let unknown = |path: &str, line| (path.to_owned(), Some(line), FaultKind::UnknownKey);
    assert_eq!(only("source = \"printed\"\nterrain.swamp.cavalry = 3"), unknown("terrain.swamp", 2));
    assert_eq!(only("source = \"printed\"\n\nterrain.marsh.calvary = 3"), unknown("terrain.marsh.calvary", 3));
    assert_eq!(only("source = \"printed\"\n[wether]\nrain = 1"), unknown("wether", 2));
    let misspelt = "terrain.marsh.cavalry = { value = 3, source = \"printed\", becuase = \"\" }";
    assert_eq!(only(misspelt), unknown("terrain.marsh.cavalry.becuase", 1));
}

#[test]
fn duplicate_keys_are_named_where_they_stand() {
    let (path, line, kind) = only("source = \"printed\"\nrally.routed = 1\nrally.routed = 2");
    assert_eq!((path.as_str(), line, kind), ("routed", Some(3), FaultKind::DuplicateKey));
}

#[test]
fn missing_keys_are_named() {
    let woods = "[terrain.woods]\nsource = \"printed\"\nline = 1235\ngeneral = 2\n";
    let text = RIVOLI_FILE.replace(&format!("{woods}infantry = 2\n"), woods);
    assert_ne!(text, RIVOLI_FILE);
    let all = Charts::read(Sheet::parse("mine.toml", &text), SourceSet::ALL, &Reach::default())
        .expect_err("it lacks one")
        .faults;
    let [fault] = all.as_slice() else { panic!("{all:#?}") };
    assert_eq!((fault.file.as_str(), fault.path.as_str()), ("mine.toml", "terrain.woods.infantry"));
    assert!(matches!(&fault.kind, FaultKind::Missing { expected } if expected.contains("movement points")));
    assert!(fault.line.is_some_and(|line| text.lines().nth(line as usize - 1) == Some("[terrain.woods]")), "{fault}");
}

#[test]
fn an_empty_file_lacks_everything() {
    let all = Charts::read(Sheet::parse("mine.toml", ""), SourceSet::ALL, &Reach::default()).expect_err("empty").faults;
    assert!(all.len() > 300, "{}", all.len());
    assert!(all.iter().all(|fault| matches!(fault.kind, FaultKind::Missing { .. })));
}

#[test]
fn wrong_values_are_told_what_was_expected() {
    for (overlay, path, found) in [
        ("rally.routed = \"one\"", "rally.routed", "\"one\""),
        ("rally.routed = 1.5", "rally.routed", "a TOML float"),
        ("rally.routed = true", "rally.routed", "a TOML boolean"),
        ("rally.routed = [1]", "rally.routed", "a TOML array"),
        ("rally.routed = 128", "rally.routed", "`128`"),
        ("rally.routed.more = 1", "rally.routed", "a table"),
        ("rally = 1", "rally", "`1`"),
        ("terrain.clear.infantry = -1", "terrain.clear.infantry", "`-1`"),
        ("terrain.clear.infantry = 256", "terrain.clear.infantry", "`256`"),
        ("terrain.clear.infantry = \"+2D\"", "terrain.clear.infantry", "\"+2D\""),
        ("terrain.clear.infantry = \"02D\"", "terrain.clear.infantry", "\"02D\""),
        ("terrain.clear.infantry = \"P\"", "terrain.clear.infantry", "\"P\""),
        ("terrain.clear.infantry = 99999999999999999999", "terrain.clear.infantry", "a TOML integer beyond 64 bits"),
        ("terrain.clear.fire = \"NA\"", "terrain.clear.fire", "\"NA\""),
        ("terrain.clear.charges = \"yes\"", "terrain.clear.charges", "\"yes\""),
        ("movement.reduced_divisor = 0", "movement.reduced_divisor", "`0`"),
        ("odds.three_to_two.ratio = \"1.5:1\"", "odds.three_to_two.ratio", "\"1.5:1\""),
        ("odds.three_to_two.ratio = \"3:0\"", "odds.three_to_two.ratio", "\"3:0\""),
        ("odds.three_to_two.ratio = \"0:2\"", "odds.three_to_two.ratio", "\"0:2\""),
        ("odds.three_to_two.ratio = \"03:2\"", "odds.three_to_two.ratio", "\"03:2\""),
        ("fire_table.rout.effect = \"rout\"", "fire_table.rout.effect", "\"rout\""),
        ("movement.levels_cavalry = \"many\"", "movement.levels_cavalry", "\"many\""),
    ] {
        let (at, line, kind) = only(&format!("source = \"printed\"\n{overlay}"));
        assert_eq!((at.as_str(), line), (path, Some(2)), "{overlay}");
        let FaultKind::Wrong { expected, found: was } = kind else { panic!("{overlay}: {kind:?}") };
        assert!(!expected.is_empty());
        assert_eq!(was, found, "{overlay}");
    }
}

#[test]
fn tables_out_of_order_are_refused() {
    for (overlay, path) in [
        ("fire_table.disorder.least = 15", "fire_table"),
        ("shock_table.repulse.least = 7", "shock_table"),
        ("odds.two_to_one.ratio = \"4:3\"", "odds"),
        ("odds.two_to_one.ratio = \"6:2\"", "odds"),
    ] {
        let all = faults(&format!("source = \"printed\"\n{overlay}"));
        let [fault] = all.as_slice() else { panic!("{all:#?}") };
        assert_eq!(fault.path, path);
        assert!(matches!(fault.kind, FaultKind::Wrong { .. }));
    }
}

#[test]
fn sources_and_reasons_are_asked_for() {
    let kind = |overlay: &str| only(overlay).2;
    assert_eq!(kind("rally.routed = 1"), FaultKind::NoSource);
    let published = "rally.routed = { value = 1, source = \"published\", why = \"so\" }";
    assert_eq!(kind(published), FaultKind::NoReason(Source::Published));
    let reconstructed = "rally.routed = { value = 1, source = \"reconstructed\", from = \"there\" }";
    assert_eq!(kind(reconstructed), FaultKind::NoReason(Source::Reconstructed));
    let blank = "rally.routed = { value = 1, source = \"reconstructed\", why = \" \" }";
    assert_eq!(kind(blank), FaultKind::NoReason(Source::Reconstructed));
    // A new source starts its notes anew: the reason of the table above is not that of the cell.
    let anew = "source = \"reconstructed\"\nwhy = \"so\"\n[rally]\nrouted = { value = 1, source = \"reconstructed\" }";
    assert_eq!(kind(anew), FaultKind::NoReason(Source::Reconstructed));
    let guess = "source = \"guessed\"\nrally.routed = 1";
    assert!(faults(guess).iter().any(|fault| fault.path == "source" && fault.line == Some(1)));
    let no_rule = "source = \"printed\"\n[fog]\nzoc_entry = 1\nfire_range = 1\ntest = 1\nrally_routed = 1";
    assert_eq!(faults(no_rule).iter().filter(|fault| fault.kind == FaultKind::NoRule).count(), 4);
    let odd_rule = "source = \"printed\"\nrally.rule = \"eleven\"";
    assert!(matches!(kind(odd_rule), FaultKind::Wrong { .. }));
}

#[test]
fn all_faults_of_a_file_come_at_once() {
    let all = faults(
        "source = \"printed\"\nrally.routed = \"x\"\nterrain.swamp.fire = 1\nshock.rear = 1.0\nrally.routed = 2",
    );
    let kinds: Vec<_> = all.iter().map(|fault| (fault.path.as_str(), fault.line)).collect();
    assert_eq!(
        kinds,
        [("rally.routed", Some(2)), ("terrain.swamp", Some(3)), ("shock.rear", Some(4)), ("routed", Some(5))]
    );
    let text = Charts::load(Rivoli, Some("rally.routed = 1"), SourceSet::ALL).expect_err("no source").to_string();
    assert_eq!(
        text,
        "1 faults, 0 gaps\noverlay charts:1: rally.routed: no source; expected `source` as printed, published or reconstructed, \
         here or in a table above"
    );
}

#[test]
fn text_that_is_not_toml_is_a_fault() {
    for overlay in ["[", "= 1", "rally = {", "\u{0}", "a = \"\n", "[a]\n[a]\n", "rally.routed"] {
        assert!(!faults(overlay).is_empty());
    }
    let deep = format!("{}b = 1", "a.".repeat(20_000));
    assert!(!faults(&deep).is_empty());
    let nested = format!("a = {}1{}", "[".repeat(20_000), "]".repeat(20_000));
    assert!(!faults(&nested).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_text_brings_it_down(text in "\\PC{0,60}", lines in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let _ = Charts::load(Montebello, Some(&text), SourceSet::ALL);
        // Lines of the file taken out and put elsewhere.
        let mut mixed: Vec<&str> = RIVOLI_FILE.lines().collect();
        for pair in lines.windows(2) {
            let line = mixed.remove(pair[0].index(mixed.len()));
            mixed.insert(pair[1].index(mixed.len()), line);
        }
        let _ = Charts::read(Sheet::parse("mixed", &mixed.join("\n")), SourceSet::PRINTED, &Reach::default());
    }

    #[test]
    fn a_cut_file_is_never_taken_for_whole(cut in any::<prop::sample::Index>()) {
        let mut end = cut.index(RIVOLI_FILE.len() - 200);
        while !RIVOLI_FILE.is_char_boundary(end) {
            end -= 1;
        }
        let sheet = Sheet::parse("cut", &RIVOLI_FILE[..end]);
        prop_assert!(Charts::read(sheet, SourceSet::ALL, &Reach::default()).is_err());
    }
}
