//! The map: ground, settlements, forts, ways, rivers, places, supply. It does not change in play.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::words::{Ground, Nation, Settlement};
use crate::figures::{Fault, FaultKind, Faults};
use crate::hex::{Cell, Dir, Grid, Hex, HexPair, Parity};

/// The name of the file, under which its faults are reported.
pub const FILE: &str = "rules/montenotte/map.toml";
pub(super) const TEXT: &str = include_str!("../../rules/montenotte/map.toml");

/// A way along which a force marches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A road.
    Road,
    /// A trail.
    Trail,
}

/// A map.
#[derive(Clone, Debug)]
pub struct Map {
    /// Its name.
    pub name: String,
    /// Its hexes.
    pub grid: Grid,
    pub(super) ground: Vec<Ground>,
    pub(super) settlement: Vec<Option<Settlement>>,
    pub(super) fort: Vec<Fort>,
    /// The way over each side of each hex.
    pub(super) ways: Vec<[Option<Way>; 6]>,
    /// The sides of each hex along which a river runs.
    pub(super) river: Vec<crate::hex::Dirs>,
    /// The sides of each hex over which a bridge leads.
    pub(super) bridge: Vec<crate::hex::Dirs>,
    /// Named places.
    pub places: Vec<(String, Cell)>,
    /// Where the ways leave the map towards the magazines of each nation.
    pub(super) edges: [Vec<Cell>; 3],
    /// The magazines of each nation on the map.
    pub(super) depots: [Vec<Cell>; 3],
}

/// Whether there is a fort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fort {
    /// There is none.
    #[default]
    None,
    /// There is one.
    Here,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    map: Head,
    #[serde(default)]
    terrain: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    settlements: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    forts: Forts,
    #[serde(default)]
    ways: BTreeMap<String, Vec<Vec<String>>>,
    #[serde(default)]
    hexsides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    places: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    supply: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    depots: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    name: String,
    columns: u8,
    rows: u8,
    lower: Parity,
    source: crate::figures::Source,
    #[serde(default)]
    why: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Forts {
    #[serde(default)]
    hexes: Vec<String>,
}

struct Loader {
    file: String,
    faults: Faults,
}

impl Loader {
    fn wrong(&mut self, path: String, expected: &str, found: String) {
        let kind = FaultKind::Wrong { expected: expected.to_owned(), found };
        self.faults.faults.push(Fault { file: self.file.clone(), line: None, path, kind });
    }

    fn cell(&mut self, grid: &Grid, path: &str, text: &str) -> Option<Cell> {
        let cell = text.parse::<Hex>().ok().and_then(|hex| grid.cell(hex));
        if cell.is_none() {
            self.wrong(path.to_owned(), "a hex of the map", format!("{text:?}"));
        }
        cell
    }

    fn word<T: crate::figures::Cell>(&mut self, path: &str, key: &str) -> Option<T> {
        let found = T::read(&crate::figures::Raw::Text(key.to_owned()));
        if found.is_none() {
            self.wrong(format!("{path}.{key}"), &T::expected(), format!("{key:?}"));
        }
        found
    }
}

impl Map {
    /// The map of the book's front.
    ///
    /// # Errors
    /// Never, unless the crate's own file is broken.
    pub fn shipped() -> Result<Self, Faults> {
        Self::read(FILE, TEXT)
    }

    /// Reads a map. `file` is the name that faults are reported under.
    ///
    /// # Errors
    /// Text that is not of this shape; else every fault at once: unknown kinds of ground, malformed hexes and hexes off the
    /// map, hexes told twice, ways and hexsides between hexes that do not touch, bridges without a river.
    pub fn read(file: &str, text: &str) -> Result<Self, Faults> {
        let read: File = toml::from_str(text).map_err(|error| {
            let line = error.span().and_then(|span| text.get(..span.start)).map(|before| before.matches('\n').count());
            let line = line.and_then(|n| u32::try_from(n + 1).ok());
            let kind = FaultKind::Syntax(error.message().to_owned());
            Faults::from(Fault { file: file.to_owned(), line, path: String::new(), kind })
        })?;
        let mut load = Loader { file: file.to_owned(), faults: Faults::default() };
        if read.map.source == crate::figures::Source::Reconstructed && read.map.why.trim().is_empty() {
            load.wrong("map.why".to_owned(), "a reason", "none".to_owned());
        }
        let grid = match Grid::new(read.map.columns, read.map.rows, read.map.lower) {
            Ok(grid) => grid,
            Err(error) => {
                load.wrong("map".to_owned(), "1 to 99 columns and rows", error.to_string());
                return Err(load.faults);
            }
        };
        let cells = grid.len();
        let mut map = Self {
            name: read.map.name,
            ground: vec![Ground::Plain; cells],
            settlement: vec![None; cells],
            fort: vec![Fort::None; cells],
            ways: vec![[None; 6]; cells],
            river: vec![crate::hex::Dirs::NONE; cells],
            bridge: vec![crate::hex::Dirs::NONE; cells],
            places: Vec::new(),
            edges: Default::default(),
            depots: Default::default(),
            grid,
        };
        let grid = map.grid.clone();
        let mut told = vec![false; cells];
        for (key, hexes) in &read.terrain {
            let Some(ground) = load.word::<Ground>("terrain", key) else { continue };
            for text in hexes {
                let path = format!("terrain.{key}");
                let Some(cell) = load.cell(&grid, &path, text) else { continue };
                if told[cell.index()] {
                    load.wrong(path, "each hex once", format!("{text} again"));
                }
                told[cell.index()] = true;
                map.ground[cell.index()] = ground;
            }
        }
        for (key, hexes) in &read.settlements {
            let Some(kind) = load.word::<Settlement>("settlements", key) else { continue };
            for text in hexes {
                let path = format!("settlements.{key}");
                let Some(cell) = load.cell(&grid, &path, text) else { continue };
                if map.settlement[cell.index()].replace(kind).is_some() {
                    load.wrong(path, "each hex once", format!("{text} again"));
                }
            }
        }
        for text in &read.forts.hexes {
            if let Some(cell) = load.cell(&grid, "forts.hexes", text) {
                map.fort[cell.index()] = Fort::Here;
            }
        }
        for (key, chains) in &read.ways {
            let way = match key.as_str() {
                "road" => Way::Road,
                "trail" => Way::Trail,
                _ => {
                    load.wrong(format!("ways.{key}"), "\"road\" or \"trail\"", format!("{key:?}"));
                    continue;
                }
            };
            let path = format!("ways.{key}");
            for chain in chains {
                let cells: Vec<Option<Cell>> = chain.iter().map(|text| load.cell(&grid, &path, text)).collect();
                for pair in cells.windows(2) {
                    let &[Some(a), Some(b)] = pair else { continue };
                    let (Some(there), Some(back)) = (grid.direction(a, b), grid.direction(b, a)) else {
                        load.wrong(path.clone(), "hexes that touch", format!("{} and {}", grid.hex(a), grid.hex(b)));
                        continue;
                    };
                    for (cell, dir) in [(a, there), (b, back)] {
                        let slot = &mut map.ways[cell.index()][dir.index()];
                        if *slot != Some(Way::Road) {
                            *slot = Some(way);
                        }
                    }
                }
            }
        }
        for key in ["river", "bridge"] {
            for text in read.hexsides.get(key).into_iter().flatten() {
                let path = format!("hexsides.{key}");
                let ends = text.parse::<HexPair>().ok().and_then(|pair| {
                    let (a, b) = (grid.cell(pair.0)?, grid.cell(pair.1)?);
                    Some((a, grid.direction(a, b)?, b, grid.direction(b, a)?))
                });
                let Some((a, there, b, back)) = ends else {
                    load.wrong(path, "a pair of hexes that touch", format!("{text:?}"));
                    continue;
                };
                for (cell, dir) in [(a, there), (b, back)] {
                    let i = cell.index();
                    if key == "river" {
                        map.river[i] = map.river[i].with(dir);
                    } else if !map.river[i].contains(dir) {
                        load.wrong(path.clone(), "a bridge over a river", format!("{text:?}"));
                    } else {
                        map.bridge[i] = map.bridge[i].with(dir);
                    }
                }
            }
        }
        for key in read.hexsides.keys().filter(|key| !["river", "bridge"].contains(&key.as_str())) {
            load.wrong(format!("hexsides.{key}"), "\"river\" or \"bridge\"", format!("{key:?}"));
        }
        for (name, hexes) in &read.places {
            let path = format!("places.{name}");
            if hexes.len() != 1 {
                load.wrong(path.clone(), "one hex", format!("{} hexes", hexes.len()));
            }
            if let Some(text) = hexes.first()
                && let Some(cell) = load.cell(&grid, &path, text)
            {
                map.places.push((name.clone(), cell));
            }
        }
        for (key, file) in [("supply", &read.supply), ("depots", &read.depots)] {
            for (word, hexes) in file {
                let Some(nation) = load.word::<Nation>(key, word) else { continue };
                for text in hexes {
                    let Some(cell) = load.cell(&grid, &format!("{key}.{word}"), text) else { continue };
                    let lists = if key == "supply" { &mut map.edges } else { &mut map.depots };
                    lists[nation as usize].push(cell);
                }
            }
        }
        load.faults.or_none()?;
        Ok(map)
    }

    /// The ground of a hex.
    #[inline]
    pub fn ground(&self, cell: Cell) -> Ground {
        self.ground.get(cell.index()).copied().unwrap_or(Ground::Sea)
    }

    /// The settlement in a hex.
    #[inline]
    pub fn settlement(&self, cell: Cell) -> Option<Settlement> {
        self.settlement.get(cell.index()).copied().flatten()
    }

    /// Whether there is a fort in a hex.
    #[inline]
    pub fn fort(&self, cell: Cell) -> Fort {
        self.fort.get(cell.index()).copied().unwrap_or_default()
    }

    /// The way over a side of a hex.
    #[inline]
    pub fn way(&self, cell: Cell, dir: Dir) -> Option<Way> {
        self.ways.get(cell.index()).and_then(|ways| ways[dir.index()])
    }

    /// The sides of a hex along which a river runs.
    pub fn river(&self, cell: Cell) -> crate::hex::Dirs {
        self.river.get(cell.index()).copied().unwrap_or(crate::hex::Dirs::NONE)
    }

    /// The sides of a hex over which a bridge leads.
    pub fn bridge(&self, cell: Cell) -> crate::hex::Dirs {
        self.bridge.get(cell.index()).copied().unwrap_or(crate::hex::Dirs::NONE)
    }

    /// The hex of a named place.
    pub fn place(&self, name: &str) -> Option<Cell> {
        self.places.iter().find(|(other, _)| other == name).map(|(_, cell)| *cell)
    }

    /// The place in a hex.
    pub fn name_of(&self, cell: Cell) -> Option<&str> {
        self.places.iter().find(|(_, other)| *other == cell).map(|(name, _)| name.as_str())
    }

    /// The supply hexes of a nation: edges, then depots.
    pub fn sources(&self, nation: Nation) -> impl Iterator<Item = Cell> + '_ {
        self.edges[nation as usize].iter().chain(&self.depots[nation as usize]).copied()
    }
}
