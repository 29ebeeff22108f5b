//! Where counters stand at the start, and when others arrive.

use std::collections::BTreeMap;

use super::document::{Item, Keys, Log, Place, alternatives};
use super::scenario::{Context, EDGES, hex, side_named};
use super::specific::{UNIT, unit};
use super::units::{COMMANDER, formation, formation_named};
use crate::figures::FaultKind;
use crate::hex::{Cell, Vertex};
use crate::jours_de_gloire::scenario::{
    Arrival, Choice, Chooser, Delay, EntryChange, EntryHexes, Formed, OptionalArrival, Placement,
};
use crate::jours_de_gloire::state::{CommanderId, Order};
use crate::side::{Side, UnitId, UnitSet};

/// What is read here.
pub(super) struct Places {
    pub places: Vec<Placement>,
    pub posts: Vec<(CommanderId, Cell, Choice)>,
    pub arrivals: Vec<Arrival>,
    /// Where units of a reinforcement stand at the start, by a ruling.
    pub early: Vec<Placement>,
    pub optional_arrival: OptionalArrival,
    /// The line of each side's area.
    pub lines: [Vec<Cell>; 2],
}

/// A counter that a scenario places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Counter {
    Unit(UnitId),
    Commander(CommanderId),
}

/// The area of each side that has one.
type Areas = [Option<Vec<Cell>>; 2];

struct Loading<'l, 'c> {
    context: &'l Context<'c>,
    log: &'l mut Log,
    /// Where each counter was told to stand or to come from.
    given: BTreeMap<Counter, Place>,
    /// Who holds each hex.
    held: BTreeMap<Cell, (Side, Place)>,
    areas: Areas,
    found: Places,
}

pub(super) fn read_places(root: &mut Keys, context: &Context<'_>, log: &mut Log) -> Places {
    let areas = areas(root.table(log, "areas"), context, log);
    let lines = lines(root.table(log, "lines"), &areas, context, log);
    let none = OptionalArrival::default();
    let (places, posts, arrivals, early) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let found = Places { places, posts, arrivals, early, optional_arrival: none, lines };
    let (given, held) = (BTreeMap::new(), BTreeMap::new());
    let mut loading = Loading { context, log, given, held, areas, found };
    for item in root.list(loading.log, "place") {
        loading.place(item);
    }
    for item in root.list(loading.log, "reinforcement") {
        loading.reinforcement(item);
    }
    // They were named as reinforcements, and are named once more here.
    let given = core::mem::take(&mut loading.given);
    for item in root.list(loading.log, "early") {
        loading.early(item, &given);
    }
    let changes = root.table(loading.log, "arrival");
    loading.found.optional_arrival = optional_arrival(changes, context, loading.log);
    loading.found
}

fn areas(table: Keys, context: &Context<'_>, log: &mut Log) -> Areas {
    let mut areas = Areas::default();
    for (name, item) in table.rest() {
        let side = side_named(&item.at, &name, context, log);
        let cells = context.hexes.cells(item.list(log), log);
        if let Some(side) = side {
            areas[side.index()] = Some(cells);
        }
    }
    areas
}

/// The lines of the areas, each within its area.
fn lines(table: Keys, areas: &Areas, context: &Context<'_>, log: &mut Log) -> [Vec<Cell>; 2] {
    let mut lines = <[Vec<Cell>; 2]>::default();
    for (name, item) in table.rest() {
        let (side, at) = (side_named(&item.at, &name, context, log), item.at.clone());
        let cells = context.hexes.cells(item.list(log), log);
        let Some(side) = side else { continue };
        let area = areas[side.index()].as_deref().unwrap_or_default();
        if let Some(cell) = cells.iter().find(|cell| !area.contains(cell)) {
            at.wrong(log, "hexes of the area", format!("{}", context.map.grid.hex(*cell)));
        }
        lines[side.index()] = cells;
    }
    lines
}

const STATES: [(&str, (Order, Formed)); 4] = [
    ("good", (Order::Good, Formed::No)),
    ("disordered", (Order::Disordered, Formed::No)),
    ("routed", (Order::Routed, Formed::No)),
    ("square", (Order::Good, Formed::InSquare)),
];

impl Loading<'_, '_> {
    /// The counter that an item names, which must not have been named before.
    fn counter(&mut self, item: &Item) -> Option<(Counter, Side)> {
        let (context, name) = (self.context, item.text(self.log, UNIT)?);
        let (counter, side) = match name.split_once('/') {
            Some((COMMANDER, name)) => {
                let Some(id) = context.roster.commander_named(name) else {
                    let names = context.roster.commanders.iter().map(|c| c.name.as_str());
                    item.at.unknown(self.log, alternatives(names), name);
                    return None;
                };
                (Counter::Commander(id), context.roster.commander(id)?.side)
            }
            _ => {
                let id = unit(item, context, self.log)?;
                let formation = context.roster.unit(id)?.formation;
                (Counter::Unit(id), context.roster.formation(formation)?.side)
            }
        };
        if let Some(first) = self.given.get(&counter) {
            item.at.twice(self.log, first);
            return None;
        }
        self.given.insert(counter, item.at.clone());
        Some((counter, side))
    }

    fn place(&mut self, item: Item) {
        let mut table = item.table(self.log);
        let named = table.need(self.log, "unit", UNIT);
        // What the name is of decides which keys there are, even where the name is faulty.
        let is_commander = named.as_ref().is_some_and(|item| {
            item.peek().is_some_and(|name| name.split_once('/').is_some_and(|(first, _)| first == COMMANDER))
        });
        let counter = named.and_then(|item| self.counter(&item));
        let item = table.need(self.log, "hex", super::hexes::HEX);
        let hex = item.as_ref().and_then(|item| self.context.hexes.cell(item, self.log));
        if let (Some((_, side)), Some(cell), Some(item)) = (counter, hex, &item) {
            self.hold(side, cell, &item.at);
        }
        let side = counter.map(|(_, side)| side);
        let choice = table.take("choice").map(|item| self.choice(&item, hex, side));
        let choice = choice.unwrap_or_default();
        if is_commander {
            table.done(self.log);
            if let (Some((Counter::Commander(id), _)), Some(cell)) = (counter, hex) {
                self.found.posts.push((id, cell, choice));
            }
            return;
        }
        let facings = Vertex::ALL.map(|vertex| (VERTICES[vertex.index()], vertex));
        let facing = table.need(self.log, "facing", &alternatives(VERTICES.into_iter()));
        let facing = facing.and_then(|item| item.word(self.log, &facings));
        let state = table.take("state").and_then(|item| item.word(self.log, &STATES));
        table.done(self.log);
        let (order, formed) = state.unwrap_or((Order::Good, Formed::No));
        if let (Some((Counter::Unit(unit), _)), Some(cell), Some(facing)) = (counter, hex, facing) {
            self.found.places.push(Placement { unit, cell, facing, order, formed, choice });
        }
    }

    /// A unit of a reinforcement that a ruling has at the start: the same as a place.
    fn early(&mut self, item: Item, given: &BTreeMap<Counter, Place>) {
        let (at, before) = (item.at.clone(), (self.found.places.len(), self.found.posts.len()));
        self.place(item);
        let arrives = |unit: UnitId| self.found.arrivals.iter().any(|arrival| arrival.units.has(unit));
        let (Some(place), None) = (self.found.places.get(before.0), self.found.posts.get(before.1)) else {
            if self.found.posts.len() > before.1 {
                self.found.posts.truncate(before.1);
                at.wrong(self.log, "a unit of a reinforcement", "an army commander");
            }
            return;
        };
        if !arrives(place.unit) {
            let found = if given.contains_key(&Counter::Unit(place.unit)) { "one with a place" } else { "another" };
            at.wrong(self.log, "a unit of a reinforcement", found);
        }
        self.found.early.extend(self.found.places.drain(before.0..));
    }

    fn hold(&mut self, side: Side, cell: Cell, at: &Place) {
        match self.held.get(&cell) {
            Some((other, first)) if *other != side => {
                let (hex, first) = (self.context.map.grid.hex(cell), first.path.clone());
                at.fault(self.log, FaultKind::Enemy { hex, first });
            }
            Some(_) => {}
            None => {
                self.held.insert(cell, (side, at.clone()));
            }
        }
    }

    fn choice(&mut self, item: &Item, hex: Option<Cell>, side: Option<Side>) -> Choice {
        let Some(text) = item.text(self.log, CHOICES) else { return Choice::Here };
        let choice = match text.split_once(':') {
            None if text == "here" => Some(Choice::Here),
            None if text == "neighbour" => Some(Choice::Neighbour),
            None if text == "area" => self.area(&item.at, hex, side),
            Some(("neighbour", other)) => self.either(&item.at, hex, other),
            Some(("with", name)) => formation_named(&item.at, name, self.context.roster, self.log).map(Choice::With),
            Some(("beside", name)) => side_named(&item.at, name, self.context, self.log).map(Choice::Beside),
            _ => {
                item.wrong(self.log, CHOICES);
                None
            }
        };
        choice.unwrap_or_default()
    }

    /// Anywhere in the area of its side, in which its hex must lie.
    fn area(&mut self, at: &Place, hex: Option<Cell>, side: Option<Side>) -> Option<Choice> {
        let side = side?;
        let Some(cells) = &self.areas[side.index()] else {
            let name = &self.context.roster.sides[side.index()];
            at.fault(self.log, FaultKind::Missing { expected: format!("`areas.{name}`, for those who stand in it") });
            return None;
        };
        if let Some(cell) = hex
            && !cells.contains(&cell)
        {
            at.wrong(self.log, "a hex of the area", format!("{}", self.context.map.grid.hex(cell)));
        }
        Some(Choice::Area(cells.clone()))
    }

    /// In one of two hexes or beside either.
    fn either(&mut self, at: &Place, hex: Option<Cell>, other: &str) -> Option<Choice> {
        let other = self.context.hexes.cell_named(at, other, self.log)?;
        let grid = &self.context.map.grid;
        let mut cells: Vec<Cell> = [hex?, other].into_iter().flat_map(|cell| grid.within(cell, 1)).collect();
        cells.sort_unstable();
        cells.dedup();
        Some(Choice::Among(cells))
    }

    fn reinforcement(&mut self, item: Item) {
        let mut table = item.table(self.log);
        let turn = table.number(self.log, "turn", 1..=self.context.turns);
        let cell = hex(&mut table, "hex", self.context, self.log);
        let listed = table.need(self.log, "units", "a list of units");
        table.done(self.log);
        let (mut units, mut commanders, mut of) = (UnitSet::EMPTY, Vec::new(), None);
        if let Some(listed) = listed {
            let (at, items) = (listed.at.clone(), listed.list(self.log));
            if items.is_empty() {
                at.wrong(self.log, "a unit or more", "none");
            }
            for item in items {
                let Some((counter, side)) = self.counter(&item) else { continue };
                if *of.get_or_insert(side) != side {
                    item.wrong(self.log, "counters of one side");
                }
                match counter {
                    Counter::Unit(unit) => units.insert(unit),
                    Counter::Commander(commander) => commanders.push(commander),
                }
            }
        }
        if let (Some(turn), Some(cell)) = (turn, cell) {
            self.found.arrivals.push(Arrival { turn, units, commanders, formations: Vec::new(), cell });
        }
    }
}

const CHOICES: &str = "\"here\", \"neighbour\", \"neighbour:\" with a second hex, \"area\", \"with:\" and a formation, or \
                       \"beside:\" and a side";
const VERTICES: [&str; 6] = ["NE", "E", "SE", "SW", "W", "NW"];

fn optional_arrival(mut table: Keys, context: &Context<'_>, log: &mut Log) -> OptionalArrival {
    let at = table.at.clone();
    let mut given = BTreeMap::new();
    let mut changes = Vec::new();
    for item in table.list(log, "change") {
        changes.extend(change(item, &mut given, context, log));
    }
    let mut faces: [Option<(Delay, Place)>; 10] = Default::default();
    let items = table.list(log, "delay");
    table.done(log);
    if changes.is_empty() && items.is_empty() {
        return OptionalArrival::default();
    }
    let before = log.faults.len();
    for item in items {
        delay(item, &mut faces, log);
    }
    let sound = log.faults.len() == before;
    for (face, found) in faces.iter().enumerate() {
        if found.is_none() && sound {
            let at = Place { path: format!("{}.delay", at.path), ..at.clone() };
            at.fault(log, FaultKind::Missing { expected: format!("what a {face} brings") });
        }
    }
    let nothing = Delay { turns: 0, chooser: Chooser::Owner };
    let delays = faces.map(|found| found.map_or(nothing, |(delay, _)| delay));
    OptionalArrival { changes, delays: Some(delays) }
}

fn change(item: Item, given: &mut BTreeMap<u8, Place>, context: &Context<'_>, log: &mut Log) -> Option<EntryChange> {
    let mut table = item.table(log);
    let named = table.need(log, "formation", "the name of a formation");
    let named = named.and_then(|item| Some((formation(&item, context.roster, log)?, item.at)));
    let edges = table.need(log, "edges", "a list of edges of the map").map_or_else(Vec::new, |item| item.list(log));
    let edges = edges.into_iter().filter_map(|item| item.word(log, &EDGES)).collect();
    let ways = table.take("ways").and_then(|item| item.switch(log));
    table.done(log);
    let (formation, at) = named?;
    if let Some(first) = given.get(&formation.0) {
        at.twice(log, first);
    } else {
        given.insert(formation.0, at);
    }
    let hexes = if ways == Some(true) { EntryHexes::OnWay } else { EntryHexes::Any };
    Some(EntryChange { formation, edges, hexes })
}

fn delay(item: Item, faces: &mut [Option<(Delay, Place)>; 10], log: &mut Log) {
    let at = item.at.clone();
    let mut table = item.table(log);
    let from = table.number(log, "from", 0..=9_u8);
    let to = table.number(log, "to", from.unwrap_or(0)..=9_u8);
    let turns = table.number(log, "turns", 0..=99_u8);
    let chooser = table.need(log, "chooser", "\"owner\" or \"opponent\"");
    let chooser =
        chooser.and_then(|item| item.word(log, &[("owner", Chooser::Owner), ("opponent", Chooser::Opponent)]));
    table.done(log);
    let (Some(from), Some(to), Some(turns), Some(chooser)) = (from, to, turns, chooser) else { return };
    for face in faces.iter_mut().take(usize::from(to) + 1).skip(usize::from(from)) {
        match face {
            Some((_, first)) => return at.twice(log, first),
            None => *face = Some((Delay { turns, chooser }, at.clone())),
        }
    }
}
