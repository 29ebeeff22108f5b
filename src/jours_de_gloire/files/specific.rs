//! The specific rules that a scenario switches on.

use super::document::{Item, Keys, Log, alternatives};
use super::scenario::{Context, some_side, turns};
use super::units::{formation, formation_named};
use crate::figures::FaultKind;
use crate::jours_de_gloire::roster::Activates;
use crate::jours_de_gloire::scenario::{Bound, Specific, Switch};
use crate::jours_de_gloire::state::{FormationId, MarkerId};
use crate::side::{Side, UnitId};

pub(super) fn read(mut table: Keys, context: &Context<'_>, log: &mut Log) -> Specific {
    let mut switch = |key: &str| match table.take(key).and_then(|item| item.switch(log)) {
        Some(true) => Switch::On,
        Some(false) | None => Switch::Off,
    };
    let (free_facing, steep_levels, no_square) = (switch("free_facing"), switch("steep_levels"), switch("no_square"));
    let one_marker_turns = turns(table.list(log, "one_marker_turns"), context.turns, log);
    let combined = table.list(log, "combined").into_iter().filter_map(|item| combined(item, context, log)).collect();
    let any_counter = table.list(log, "any_counter").into_iter();
    let any_counter = any_counter.filter_map(|item| formation(&item, context.roster, log)).collect();
    let specific = Specific {
        free_facing,
        any_counter,
        steep_levels,
        no_square,
        one_marker_turns,
        lent: table.take("lent").and_then(|item| lent(item, context, log)),
        furia: table.take("furia_francese").and_then(|item| marker(&item, context, log)),
        eagles_eye: some_side(&mut table, "eagles_eye", context, log),
        bound: table.take("bound").and_then(|item| bound(item, context, log)),
        pontoon: table.take("pontoon").and_then(|item| formation(&item, context.roster, log)),
        same_name: table.take("same_name_limit").and_then(|item| item.number(log, 1..=99)),
        first_initiative: some_side(&mut table, "first_initiative", context, log),
        combined,
    };
    table.done(log);
    specific
}

/// The formation that an item names, which must be of this side, if it is known.
fn formation_of(item: &Item, side: Option<Side>, context: &Context<'_>, log: &mut Log) -> Option<FormationId> {
    let id = formation(item, context.roster, log)?;
    let found = context.roster.formation(id)?;
    if side.is_some_and(|side| side != found.side) {
        item.wrong(log, "a formation of the same side");
    }
    Some(id)
}

fn lent(item: Item, context: &Context<'_>, log: &mut Log) -> Option<(UnitId, FormationId)> {
    let mut table = item.table(log);
    let unit = table.need(log, "unit", UNIT).and_then(|item| unit(&item, context, log));
    let to = table.need(log, "formation", "the formation whose marker activates it");
    let own = unit.and_then(|id| context.roster.unit(id)).and_then(|unit| context.roster.formation(unit.formation));
    let to = to.and_then(|item| formation_of(&item, own.map(|own| own.side), context, log));
    table.done(log);
    Some((unit?, to?))
}

/// What a unit is called.
pub(super) const UNIT: &str = "a unit of the roster, as in \"formation/unit\"";

/// The unit that an item names.
pub(super) fn unit(item: &Item, context: &Context<'_>, log: &mut Log) -> Option<UnitId> {
    let name = item.text(log, UNIT)?;
    if let Some((formation, _)) = name.split_once('/') {
        formation_named(&item.at, formation, context.roster, log)?;
    }
    let unit = context.roster.unit_named(name);
    if unit.is_none() {
        item.at.unknown(log, UNIT, name);
    }
    unit
}

/// The combined marker that an item names.
fn marker(item: &Item, context: &Context<'_>, log: &mut Log) -> Option<MarkerId> {
    let name = item.text(log, "the name of a combined marker")?;
    let markers = &context.roster.markers;
    let combined = |place: &usize| markers.get(*place).is_some_and(|m| m.activates == Activates::Combined);
    match (0..markers.len()).filter(combined).find(|place| markers[*place].name == name) {
        Some(place) => Some(MarkerId(u8::try_from(place).ok()?)),
        None => {
            let names = (0..markers.len()).filter(combined).map(|place| markers[place].name.as_str());
            item.at.unknown(log, alternatives(names), name);
            None
        }
    }
}

fn combined(item: Item, context: &Context<'_>, log: &mut Log) -> Option<(MarkerId, Vec<FormationId>)> {
    let mut table = item.table(log);
    let marker = table.need(log, "marker", "the name of a combined marker");
    let marker = marker.and_then(|item| self::marker(&item, context, log));
    let formations = table.need(log, "formations", "a list of formations");
    let formations = formations.map_or_else(Vec::new, |item| item.list(log));
    let side = marker.and_then(|id| context.roster.marker(id)).map(|marker| marker.side);
    let formations = formations.into_iter().filter_map(|item| formation_of(&item, side, context, log)).collect();
    table.done(log);
    Some((marker?, formations))
}

fn bound(item: Item, context: &Context<'_>, log: &mut Log) -> Option<Bound> {
    let mut table = item.table(log);
    let bound = table.need(log, "formation", "the formation that is bound");
    let bound = bound.and_then(|item| formation(&item, context.roster, log));
    let route = table.need(log, "route", "a list of hexes, one after the other");
    let route = route.map(|item| (item.at.clone(), context.hexes.chain(item, log)));
    let within = table.need(log, "within", "a list of hexes");
    let within = within.map(|item| context.hexes.cells(item.list(log), log));
    let goal = table.need(log, "goal", "a list of hexes");
    let goal = goal.map(|item| context.hexes.cells(item.list(log), log));
    table.done(log);
    let (bound, (at, route), within, goal) = (bound?, route?, within?, goal?);
    for cell in route.iter().chain(&goal) {
        if !within.contains(cell) {
            let hex = context.map.grid.hex(*cell);
            at.fault(log, FaultKind::Wrong { expected: "hexes of `within`".to_owned(), found: format!("{hex}") });
        }
    }
    Some(Bound { formation: bound, route, within, goal })
}
