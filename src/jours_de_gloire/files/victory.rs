//! Victory conditions from a scenario's file.

use super::document::{Item, Keys, Log};
use super::scenario::{Context, hex, some_side};
use super::units::side;
use crate::jours_de_gloire::scenario::{Automatic, Objective, Victory};
use crate::side::Side;

/// The most points that a thing is worth.
const POINTS: core::ops::RangeInclusive<u8> = 0..=99;
/// The most formations that a roster can have.
const FORMATIONS: core::ops::RangeInclusive<u8> = 1..=32;

/// The ways to win before the end.
#[derive(Clone, Copy)]
enum Kind {
    Exit,
    Destroyed,
    Holds,
}

pub(super) fn read(mut table: Keys, context: &Context<'_>, log: &mut Log) -> Victory {
    let mut points = |key: &str| table.take(key).and_then(|item| item.number(log, POINTS)).unwrap_or_default();
    let (routed, eliminated) = (points("routed"), points("eliminated"));
    let tie = some_side(&mut table, "tie", context, log);
    let objectives = table.list(log, "hex").into_iter().filter_map(|item| objective(item, context, log)).collect();
    let automatic = table.list(log, "automatic").into_iter().filter_map(|item| automatic(item, context, log)).collect();
    table.done(log);
    Victory { routed, eliminated, objectives, tie, automatic }
}

fn objective(item: Item, context: &Context<'_>, log: &mut Log) -> Option<Objective> {
    let mut table = item.table(log);
    let cell = hex(&mut table, "hex", context, log);
    let points = table.number(log, "points", POINTS);
    let side = some_side(&mut table, "side", context, log);
    table.done(log);
    Some(Objective { cell: cell?, points: points?, side })
}

fn automatic(item: Item, context: &Context<'_>, log: &mut Log) -> Option<Automatic> {
    let mut table = item.table(log);
    let kinds = [("exit", Kind::Exit), ("destroyed", Kind::Destroyed), ("holds", Kind::Holds)];
    let winner = table.need(log, "side", "the name of the side that wins by it");
    let winner = winner.and_then(|item| side(&item, context.roster, log));
    let kind = table.need(log, "kind", "\"exit\", \"destroyed\" or \"holds\"")?.word(log, &kinds)?;
    let found = of_kind(kind, winner.unwrap_or(Side::First), &mut table, context, log);
    table.done(log);
    found
}

fn of_kind(kind: Kind, side: Side, table: &mut Keys, context: &Context<'_>, log: &mut Log) -> Option<Automatic> {
    match kind {
        Kind::Exit => {
            let formations = table.number(log, "formations", FORMATIONS);
            let cell = hex(table, "hex", context, log);
            let unbroken = unbroken(table, log);
            Some(Automatic::Exit { side, formations: formations?, cell: cell?, unbroken: unbroken? })
        }
        Kind::Destroyed => {
            let formations = table.number(log, "formations", FORMATIONS)?;
            Some(Automatic::Destroyed { side, formations })
        }
        Kind::Holds => {
            let item = table.need(log, "hexes", "a list of hexes")?;
            let cells = context.hexes.cells(item.list(log), log);
            Some(Automatic::Holds { side, cells })
        }
    }
}

/// A share as `[1, 2]`: at least one in two.
fn unbroken(table: &mut Keys, log: &mut Log) -> Option<(u8, u8)> {
    let expected = "a share, as in [1, 2] for a half";
    let item = table.need(log, "unbroken", expected)?;
    let at = item.at.clone();
    match item.list(log).as_slice() {
        [part, whole] => {
            let whole = whole.number(log, 1..=99_u8)?;
            Some((part.number(log, 0..=whole)?, whole))
        }
        items => {
            at.wrong(log, expected, format!("{} items", items.len()));
            None
        }
    }
}
