//! What the grounds of the tests share: bare maps of 20 columns and 16 rows whose odd columns lie lower, two small
//! formations of each side with one marker each, a scenario that says nothing, and the pens that draw on the map.
#![allow(dead_code)]

use grognard::figures::Source;
use grognard::hex::{Cell, Edge, Grid, Hexside, Parity};
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain, Way};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::map::{Map, Passage};
use grognard::jours_de_gloire::roster::{Activates, Formation, Marker, Roster, Unit};
use grognard::jours_de_gloire::scenario::{Formed, Light, Refuge, Scenario};
use grognard::jours_de_gloire::state::{FormationId, MarkerId, Order};
use grognard::side::{Side, UnitId, UnitSet};

use grognard::hex::Vertex;

/// The formations: two of each side.
pub const FORMATIONS: [(&str, Side); 4] =
    [("A", Side::First), ("B", Side::First), ("C", Side::Second), ("D", Side::Second)];

/// Where a unit is put, and how.
pub struct Place {
    pub unit: String,
    pub hex: String,
    pub facing: Vertex,
    pub order: Order,
    pub formed: Formed,
}

pub fn map() -> Map {
    Map::clear("a plain", Grid::new(20, 16, Parity::Odd).unwrap())
}

/// The four formations, without units.
pub fn roster(sides: [&str; 2]) -> Roster {
    let mut roster = Roster { sides: sides.map(Into::into), ..Roster::default() };
    for (i, (name, side)) in FORMATIONS.into_iter().enumerate() {
        let (formation, marker) = (FormationId(i as u8), MarkerId(i as u8));
        let activates = Activates::Formation(formation);
        roster.markers.push(Marker { name: name.into(), side, activates, initiative: 5, source: Source::Printed });
        roster.formations.push(Formation { name: name.into(), side, units: UnitSet::EMPTY, markers: vec![marker] });
    }
    roster
}

/// Enters a unit into a formation of [`roster`]: `unit` is told its formation.
pub fn enlist(roster: &mut Roster, formation: &str, unit: impl FnOnce(FormationId) -> Unit) -> UnitId {
    let id = UnitId::new(roster.units.len()).unwrap();
    let number = FORMATIONS.iter().position(|(name, _)| *name == formation).unwrap();
    roster.units.push(unit(FormationId(number as u8)));
    roster.formations[number].units.insert(id);
    id
}

/// A scenario with nothing in it; routed units run to these edges.
pub fn scenario(edition: Edition, turns: Vec<Light>, refuge: [Edge; 2]) -> Scenario {
    let blank = Scenario::blank(edition);
    let refuge = refuge.map(Refuge::Edge);
    Scenario { name: "a plain".into(), source: Source::Printed, turns, begins: 360, minutes: 60, refuge, ..blank }
}

pub fn cell(map: &Map, hex: &str) -> Cell {
    map.grid.cell(hex.parse().unwrap()).unwrap()
}

fn between(map: &Map, a: &str, b: &str) -> Hexside {
    map.grid.between(cell(map, a), cell(map, b)).unwrap()
}

pub fn terrain(map: &mut Map, hex: &str, terrain: Terrain) {
    let cell = cell(map, hex);
    map.terrain[cell.index()] = terrain;
}

pub fn level(map: &mut Map, hex: &str, level: i8) {
    let cell = cell(map, hex);
    map.level[cell.index()] = level;
}

/// Draws a barrier along the hexside between two hexes; the second is higher, or inside the work.
pub fn barrier(map: &mut Map, outer: &str, inner: &str, barrier: Barrier) {
    let (side, inner) = (between(map, outer, inner), cell(map, inner));
    let edge = &mut map.edges[side.index()];
    edge.barriers |= 1 << barrier as u8;
    if !matches!(barrier, Barrier::Stream | Barrier::River) {
        edge.upper = Some(inner);
    }
}

/// A bridge or ford between two hexes.
pub fn crossing(map: &mut Map, a: &str, b: &str, crossing: Crossing) {
    let side = between(map, a, b);
    map.edges[side.index()].crossing = Some(crossing);
}

pub fn impassable(map: &mut Map, a: &str, b: &str) {
    let side = between(map, a, b);
    map.edges[side.index()].impassable = Passage::Barred;
}

/// Draws a road or track through these hexes.
pub fn way(map: &mut Map, way: Way, hexes: &[&str]) {
    for pair in hexes.windows(2) {
        let side = between(map, pair[0], pair[1]);
        map.edges[side.index()].ways |= 1 << way as u8;
    }
}
