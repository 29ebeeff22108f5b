//! A map from its file.

use std::collections::BTreeMap;

use super::document::{Keys, Log, Place, alternatives};
use super::hexes::{Hexes, Inside, Pair};
use crate::figures::{FaultKind, Source};
use crate::hex::{Cell, Grid, Hexside, Parity};
use crate::jours_de_gloire::charts::{Barrier, Crossing, Terrain, Way};
use crate::jours_de_gloire::map::{Map, Passage};

/// The lowest and the highest level that a map can have.
const LEVELS: core::ops::RangeInclusive<i64> = -9..=9;

/// What lies along a hexside, as files name it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Barrier(Barrier),
    Crossing(Crossing),
    Impassable,
}

/// Of each of these a hexside has one at most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Slope,
    Crest,
    Water,
    Work,
    Crossing,
    Impassable,
}

impl Line {
    fn named(key: &str) -> Option<Self> {
        // The loader works out level changes from the levels.
        let barriers = Barrier::ALL.into_iter().filter(|barrier| *barrier != Barrier::Level);
        let lines = barriers.map(|barrier| (barrier.key(), Self::Barrier(barrier)));
        let crossings = Crossing::ALL.into_iter().map(|crossing| (crossing.key(), Self::Crossing(crossing)));
        let mut lines = lines.chain(crossings).chain([("impassable", Self::Impassable)]);
        lines.find(|(other, _)| *other == key).map(|(_, line)| line)
    }

    const fn group(self) -> Group {
        match self {
            Self::Barrier(Barrier::Level | Barrier::Slope | Barrier::SteepSlope) => Group::Slope,
            Self::Barrier(Barrier::Crest) => Group::Crest,
            Self::Barrier(Barrier::Stream | Barrier::River) => Group::Water,
            Self::Barrier(Barrier::Redoubt | Barrier::Fortification) => Group::Work,
            Self::Crossing(_) => Group::Crossing,
            Self::Impassable => Group::Impassable,
        }
    }
}

/// Reads a map. It is worth nothing if there is a fault in the log; there is one if it is none.
pub(super) fn read(mut root: Keys, log: &mut Log) -> Option<Map> {
    let head = root.need(log, "map", "a table");
    let (name, grid, source) = match head {
        Some(head) => read_head(head.table(log), log),
        None => (String::new(), None, Source::Reconstructed),
    };
    let hexes = Hexes { grid: grid.clone() };
    // One hex stands in for a map whose shape is faulty.
    let grid = grid.or_else(|| Grid::new(1, 1, Parity::Odd).ok())?;
    let mut map = Map { source, ..Map::clear(name, grid) };
    terrain(&mut map, &hexes, root.table(log, "terrain"), log);
    levels(&mut map, &hexes, root.table(log, "levels"), log);
    ways(&mut map, &hexes, root.table(log, "ways"), log);
    let works = hexsides(&mut map, &hexes, root.table(log, "hexsides"), log);
    level_changes(&mut map, &works, log);
    for (name, item) in root.table(log, "places").rest() {
        let cells = hexes.cells(item.list(log), log);
        map.places.push((name, cells));
    }
    let mut streets = root.table(log, "streets");
    map.streets = hexes.cells(streets.list(log, "hexes"), log);
    map.streets.sort_unstable();
    streets.done(log);
    root.done(log);
    Some(map)
}

fn read_head(mut head: Keys, log: &mut Log) -> (String, Option<Grid>, Source) {
    let name = head.text(log, "name", "the name of the map");
    let columns = head.number(log, "columns", 1..=99_u8);
    let rows = head.number(log, "rows", 1..=99_u8);
    let lower = head.need(log, "lower", "\"odd\" or \"even\"");
    let lower = lower.and_then(|item| item.word(log, &[("odd", Parity::Odd), ("even", Parity::Even)]));
    let source = head.source(log, None).unwrap_or(Source::Reconstructed);
    head.done(log);
    let grid = match (columns, rows, lower) {
        (Some(columns), Some(rows), Some(lower)) => Grid::new(columns, rows, lower).ok(),
        _ => None,
    };
    (name.map(|(_, name)| name).unwrap_or_default(), grid, source)
}

/// Remembers where each hex was given something.
#[derive(Default)]
struct Given(BTreeMap<Cell, Place>);

impl Given {
    fn note(&mut self, cell: Cell, at: Place, log: &mut Log) {
        match self.0.get(&cell) {
            Some(first) => at.twice(log, first),
            None => {
                self.0.insert(cell, at);
            }
        }
    }
}

fn terrain(map: &mut Map, hexes: &Hexes, table: Keys, log: &mut Log) {
    let mut given = Given::default();
    for (key, list) in table.rest() {
        let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| terrain.key() == key) else {
            list.at.unknown(log, alternatives(Terrain::ALL.into_iter().map(Terrain::key)), &key);
            continue;
        };
        for item in list.list(log) {
            let Some(cell) = hexes.cell(&item, log) else { continue };
            map.terrain[cell.index()] = terrain;
            given.note(cell, item.at, log);
        }
    }
}

fn levels(map: &mut Map, hexes: &Hexes, table: Keys, log: &mut Log) {
    let mut given = Given::default();
    for (key, list) in table.rest() {
        // Written as numbers are: without a sign or zeros that say nothing.
        let level = key.parse::<i8>().ok().filter(|n| LEVELS.contains(&i64::from(*n)) && n.to_string() == key);
        let Some(level) = level else {
            let expected = format!("a level from {} to {} as a key, as in \"2\"", LEVELS.start(), LEVELS.end());
            list.at.wrong(log, expected, format!("{key:?}"));
            continue;
        };
        for item in list.list(log) {
            let Some(cell) = hexes.cell(&item, log) else { continue };
            map.level[cell.index()] = level;
            given.note(cell, item.at, log);
        }
    }
}

fn ways(map: &mut Map, hexes: &Hexes, table: Keys, log: &mut Log) {
    for (key, list) in table.rest() {
        let Some(way) = Way::ALL.into_iter().find(|way| way.key() == key) else {
            list.at.unknown(log, alternatives(Way::ALL.into_iter().map(Way::key)), &key);
            continue;
        };
        for chain in list.list(log) {
            let cells = hexes.chain(chain, log);
            for step in cells.windows(2) {
                if let [from, to] = *step
                    && let Some(side) = map.grid.between(from, to)
                {
                    map.edges[side.index()].ways |= 1 << way.index();
                }
            }
        }
    }
}

/// Draws what lies along hexsides; returns the works with the places where they are told.
fn hexsides(map: &mut Map, hexes: &Hexes, table: Keys, log: &mut Log) -> BTreeMap<Hexside, Place> {
    let mut lines = Vec::new();
    for (key, list) in table.rest() {
        let Some(line) = Line::named(&key) else {
            let barriers = Barrier::ALL.into_iter().map(Barrier::key).filter(|key| Line::named(key).is_some());
            let all = barriers.chain(Crossing::ALL.into_iter().map(Crossing::key)).chain(["impassable"]);
            list.at.unknown(log, alternatives(all), &key);
            continue;
        };
        for item in list.list(log) {
            lines.extend(hexes.pair(&item, log).map(|pair| (line, pair)));
        }
    }
    // Water before what leads over it.
    lines.sort_by_key(|(line, _)| line.group());
    let mut drawn = BTreeMap::new();
    for (line, pair) in lines {
        let place = (pair.side, line.group());
        if let Some(first) = drawn.get(&place) {
            pair.at.twice(log, first);
            continue;
        }
        draw(map, line, &pair, log);
        drawn.insert(place, pair.at);
    }
    drawn.into_iter().filter(|((_, group), _)| *group == Group::Work).map(|((side, _), at)| (side, at)).collect()
}

fn draw(map: &mut Map, line: Line, pair: &Pair, log: &mut Log) {
    let [first, second] = pair.hexes;
    let group = line.group();
    match pair.inside {
        Inside::NotTold if group == Group::Work => return pair.at.fault(log, FaultKind::NoInside(first, second)),
        Inside::Second if group != Group::Work => {
            return pair.at.wrong(log, format!("\"{first}-{second}\""), format!("\"{first}>{second}\""));
        }
        _ => {}
    }
    let levels = pair.cells.map(|cell| map.level(cell));
    if group == Group::Slope && levels[0] == levels[1] {
        return pair.at.fault(log, FaultKind::NoSlope(first, second));
    }
    let edge = &mut map.edges[pair.side.index()];
    match line {
        Line::Barrier(barrier) => edge.barriers |= 1 << barrier.index(),
        Line::Crossing(_) if !edge.has(Barrier::Stream) && !edge.has(Barrier::River) => {
            return pair.at.fault(log, FaultKind::NoWater(first, second));
        }
        Line::Crossing(crossing) => edge.crossing = Some(crossing),
        Line::Impassable => edge.impassable = Passage::Barred,
    }
    if group == Group::Work {
        edge.upper = Some(pair.cells[1]);
    }
}

/// Tells each slope and each change of level which hex is the higher one, and marks the changes that no slope is drawn on.
fn level_changes(map: &mut Map, works: &BTreeMap<Hexside, Place>, log: &mut Log) {
    let sides: Vec<_> = map.grid.hexsides().collect();
    for side in sides {
        let [a, b] = map.grid.sides_of(side);
        let (low, high) = (map.level(a), map.level(b));
        if low == high {
            continue;
        }
        let above = if low > high { a } else { b };
        let edge = &mut map.edges[side.index()];
        if !edge.has(Barrier::Slope) && !edge.has(Barrier::SteepSlope) {
            edge.barriers |= 1 << Barrier::Level.index();
        }
        if let Some(inside) = edge.upper
            && inside != above
            && let Some(at) = works.get(&side)
        {
            let kind = FaultKind::InsideBelow { inside: map.grid.hex(inside), above: map.grid.hex(above) };
            at.fault(log, kind);
        }
        edge.upper = Some(above);
    }
}
