//! A scenario from its file.

use std::collections::BTreeMap;

use super::document::{Item, Keys, Log, Place, alternatives};
use super::hexes::{HEX, Hexes};
use super::places::{Places, read_places};
use super::specific;
use super::units::{commander, formation, side};
use super::victory;
use crate::hex::{Cell, Edge};
use crate::jours_de_gloire::edition::Edition;
use crate::jours_de_gloire::map::Map;
use crate::jours_de_gloire::roster::Roster;
use crate::jours_de_gloire::scenario::{Light, Refuge, Scenario};
use crate::jours_de_gloire::state::{CommanderId, FormationId};
use crate::side::{Side, UnitId};

/// The most turns that a game can have.
const TURNS: u8 = 99;
/// Minutes of a day.
const DAY: u16 = 24 * 60;
pub(super) const EDGES: [(&str, Edge); 4] =
    [("north", Edge::North), ("east", Edge::East), ("south", Edge::South), ("west", Edge::West)];

/// What a scenario's names are looked up in.
pub(super) struct Context<'c> {
    pub map: &'c Map,
    pub roster: &'c Roster,
    pub hexes: Hexes,
    /// How many turns there are; as many as there can be if that is faulty.
    pub turns: u8,
}

/// Reads a scenario. It is worth nothing if there is a fault in the log.
pub(super) fn read(mut root: Keys, map: &Map, roster: &Roster, log: &mut Log) -> Scenario {
    let hexes = Hexes { grid: Some(map.grid.clone()) };
    let mut context = Context { map, roster, hexes, turns: TURNS };
    let mut scenario = Scenario::blank(Edition::Montebello);
    let head = root.need(log, "scenario", "a table");
    let available = head.and_then(|head| read_head(head.table(log), &mut context, &mut scenario, log));
    let places = read_places(&mut root, &context, log);
    let Places { places, posts, arrivals, early, optional_arrival, lines } = places;
    scenario.early = early;
    scenario.lines = lines;
    scenario.optional_arrival = optional_arrival;
    (scenario.places, scenario.posts, scenario.arrivals) = (places, posts, arrivals);
    make_available(&mut scenario, available, roster);
    scenario.refuge = refuges(root.need(log, "rout", "a table with the direction of each side"), &context, log);
    scenario.specific = specific::read(root.table(log, "specific"), &context, log);
    scenario.victory = victory::read(root.table(log, "victory"), &context, log);
    root.done(log);
    scenario
}

/// Reads the first table; returns the formations whose markers are available from the start, if they are told.
fn read_head(
    mut head: Keys,
    context: &mut Context<'_>,
    scenario: &mut Scenario,
    log: &mut Log,
) -> Option<Vec<FormationId>> {
    if let Some((_, name)) = head.text(log, "name", "the name of the scenario") {
        scenario.name = name;
    }
    if let Some(source) = head.source(log, None) {
        scenario.source = source;
    }
    let editions = [("rivoli", Edition::Rivoli), ("montebello", Edition::Montebello)];
    let edition = head.need(log, "edition", "\"rivoli\" or \"montebello\"");
    if let Some(edition) = edition.and_then(|item| item.word(log, &editions)) {
        scenario.edition = edition;
    }
    let begins = head.need(log, "first_turn", TIME).and_then(|item| time(&item, log));
    scenario.begins = begins.unwrap_or_default();
    scenario.minutes = head.number(log, "turn_minutes", 1..=DAY).unwrap_or_default();
    context.turns = head.number(log, "turns", 1..=TURNS).unwrap_or(TURNS);
    let night = turns(head.list(log, "night"), context.turns, log);
    let fog = turns(head.list(log, "fog"), context.turns, log);
    scenario.turns = (1..=context.turns)
        .map(|turn| match (night.contains(&turn), fog.contains(&turn)) {
            (false, false) => Light::Day,
            (true, false) => Light::Night,
            (false, true) => Light::Fog,
            (true, true) => Light::NightAndFog,
        })
        .collect();
    for (name, item) in head.table(log, "strategic").rest() {
        let Some(side) = side_named(&item.at, &name, context, log) else { continue };
        scenario.strategic[side.index()] = commander_of(&item, side, context, log);
    }
    for (name, item) in head.table(log, "successor").rest() {
        let Some(first) = context.roster.commander_named(&name) else {
            item.at.unknown(log, "the name of an army commander", &name);
            continue;
        };
        let Some(led) = context.roster.commander(first) else { continue };
        let Some(next) = commander_of(&item, led.side, context, log) else { continue };
        scenario.successors.push((first, next));
    }
    succession_ends(&scenario.successors, &head.at, log);
    let available = head.take("markers").map(|item| {
        let items = item.list(log);
        items.into_iter().filter_map(|item| formation(&item, context.roster, log)).collect()
    });
    head.done(log);
    available
}

/// A commander's successor, his successor and so on must not come back to him.
fn succession_ends(successors: &[(CommanderId, CommanderId)], head: &Place, log: &mut Log) {
    let next = |of: CommanderId| successors.iter().find(|(first, _)| *first == of).map(|(_, next)| *next);
    let endless = |first: CommanderId| {
        let mut led = Some(first);
        for _ in successors {
            led = led.and_then(next);
        }
        led.and_then(next).is_some()
    };
    if successors.iter().any(|(first, _)| endless(*first)) {
        let at = Place { path: format!("{}.successor", head.path), ..head.clone() };
        at.wrong(log, "successors one after the other", "a circle");
    }
}

/// Which markers are available from the start, and which arrivals bring theirs: those of a formation on the map are, if
/// the file does not say otherwise; a formation's first arrival brings the others.
fn make_available(scenario: &mut Scenario, told: Option<Vec<FormationId>>, roster: &Roster) {
    let of = |unit: UnitId| roster.unit(unit).map(|unit| unit.formation);
    let mut available = told.unwrap_or_else(|| scenario.places.iter().filter_map(|place| of(place.unit)).collect());
    available.sort_unstable();
    available.dedup();
    scenario.available.clone_from(&available);
    let mut order: Vec<_> = (0..scenario.arrivals.len()).collect();
    order.sort_by_key(|place| scenario.arrivals[*place].turn);
    for place in order {
        let arrival = &mut scenario.arrivals[place];
        for formation in arrival.units.filter_map(of) {
            if !available.contains(&formation) {
                available.push(formation);
                arrival.formations.push(formation);
            }
        }
    }
}

const TIME: &str = "a time from \"00:00\" to \"23:59\"";

/// Minutes after midnight.
fn time(item: &Item, log: &mut Log) -> Option<u16> {
    let read = |text: &str| match *text.as_bytes() {
        [a, b, b':', c, d] if [a, b, c, d].iter().all(u8::is_ascii_digit) => {
            let two = |tens: u8, ones: u8| u16::from(tens - b'0') * 10 + u16::from(ones - b'0');
            let (hours, minutes) = (two(a, b), two(c, d));
            (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
        }
        _ => None,
    };
    let time = read(item.text(log, TIME)?);
    if time.is_none() {
        item.wrong(log, TIME);
    }
    time
}

/// Numbers of turns, none of them twice.
pub(super) fn turns(items: Vec<Item>, last: u8, log: &mut Log) -> Vec<u8> {
    let mut turns: BTreeMap<u8, Place> = BTreeMap::new();
    for item in items {
        let Some(turn) = item.number(log, 1..=last) else { continue };
        match turns.get(&turn) {
            Some(first) => item.at.twice(log, first),
            None => {
                turns.insert(turn, item.at);
            }
        }
    }
    turns.into_keys().collect()
}

/// The side of this name, which is a key.
pub(super) fn side_named(at: &Place, name: &str, context: &Context<'_>, log: &mut Log) -> Option<Side> {
    let side = context.roster.side_named(name);
    if side.is_none() {
        at.unknown(log, alternatives(context.roster.sides.iter().map(String::as_str)), name);
    }
    side
}

/// The commander that an item names, who must be of this side.
fn commander_of(item: &Item, side: Side, context: &Context<'_>, log: &mut Log) -> Option<CommanderId> {
    let id = commander(item, context.roster, log)?;
    let found = context.roster.commander(id)?;
    if found.side != side {
        let own = &context.roster.sides[side.index()];
        item.at.wrong(log, format!("a commander of the {own} side"), format!("{:?}", found.name));
        return None;
    }
    Some(id)
}

fn refuges(item: Option<Item>, context: &Context<'_>, log: &mut Log) -> [Refuge; 2] {
    let mut refuge = [Refuge::Edge(Edge::North); 2];
    let Some(item) = item else { return refuge };
    let mut table = item.table(log);
    let expected = "a table with `edge` or `hex`";
    for side in Side::BOTH {
        let name = &context.roster.sides[side.index()];
        let Some(item) = table.need(log, name, expected) else { continue };
        let at = item.at.clone();
        let mut of = item.table(log);
        let edge = of.take("edge").map(|item| item.word(log, &EDGES).map(Refuge::Edge));
        let hex = of.take("hex").map(|item| context.hexes.cell(&item, log).map(Refuge::Hex));
        of.done(log);
        match (edge, hex) {
            (Some(found), None) | (None, Some(found)) => refuge[side.index()] = found.unwrap_or(refuge[side.index()]),
            (None, None) => at.wrong(log, expected, "neither"),
            (Some(_), Some(_)) => at.wrong(log, expected, "both"),
        }
    }
    // A side that the roster does not have.
    for (name, item) in table.rest() {
        side_named(&item.at, &name, context, log);
    }
    refuge
}

/// A hex that must be there.
pub(super) fn hex(table: &mut Keys, key: &str, context: &Context<'_>, log: &mut Log) -> Option<Cell> {
    let item = table.need(log, key, HEX)?;
    context.hexes.cell(&item, log)
}

/// A side that may be left out.
pub(super) fn some_side(table: &mut Keys, key: &str, context: &Context<'_>, log: &mut Log) -> Option<Side> {
    table.take(key).and_then(|item| side(&item, context.roster, log))
}
