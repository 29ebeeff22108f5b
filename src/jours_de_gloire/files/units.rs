//! A roster from its file.

use std::collections::BTreeMap;

use super::document::{Item, Keys, Log, Place, alternatives};
use crate::figures::{FaultKind, Source};
use crate::jours_de_gloire::charts::Arm;
use crate::jours_de_gloire::roster::{Activates, Commander, Formation, Marker, Reach, Roster, Unit, Values, Weight};
use crate::jours_de_gloire::state::{COMMANDERS, CommanderId, FormationId, MarkerId};
use crate::side::{Side, UnitId, UnitSet};

/// How many formations a roster may have.
const FORMATIONS: usize = 32;
/// How many activation markers a roster may have.
const MARKERS: usize = 64;
/// What is thrown against with one die.
const TESTED: core::ops::RangeInclusive<u8> = 0..=9;
/// Strengths, movement points, orders and hexes.
const COUNT: core::ops::RangeInclusive<u8> = 0..=99;
/// The first word of a commander's name in a scenario, which no formation can have.
pub(super) const COMMANDER: &str = "commander";

/// Where each name was given first.
#[derive(Default)]
struct Names(BTreeMap<String, Place>);

impl Names {
    fn note(&mut self, name: &str, at: &Place, log: &mut Log) {
        match self.0.get(name) {
            Some(first) => at.twice(log, first),
            None => {
                self.0.insert(name.to_owned(), at.clone());
            }
        }
    }
}

struct Loading<'l> {
    roster: Roster,
    markers: Names,
    log: &'l mut Log,
}

/// Reads a roster. It is worth nothing if there is a fault in the log.
pub(super) fn read(mut root: Keys, log: &mut Log) -> Roster {
    let mut loading = Loading { roster: Roster::default(), markers: Names::default(), log };
    loading.sides(&mut root);
    let mut names = Names::default();
    for item in root.list(loading.log, "formation") {
        loading.formation(item, &mut names);
    }
    for item in root.list(loading.log, "combined") {
        loading.combined(item);
    }
    let mut names = Names::default();
    for item in root.list(loading.log, "commander") {
        loading.commander(item, &mut names);
    }
    root.done(loading.log);
    loading.roster
}

impl Loading<'_> {
    fn sides(&mut self, root: &mut Keys) {
        let Some(item) = root.need(self.log, "sides", "a table with `first` and `second`") else { return };
        let mut table = item.table(self.log);
        let mut names = Names::default();
        for (side, key) in Side::BOTH.into_iter().zip(["first", "second"]) {
            if let Some((at, name)) = table.text(self.log, key, "the name of a side") {
                names.note(&name, &at, self.log);
                self.roster.sides[side.index()] = name;
            }
        }
        table.done(self.log);
    }

    /// The side of a table; the first one stands in.
    fn side(&mut self, table: &mut Keys) -> Side {
        let item = table.need(self.log, "side", "the name of a side");
        // Where the sides themselves are faulty, no name can be checked.
        let named = self.roster.sides.iter().all(|side| !side.is_empty());
        item.filter(|_| named).and_then(|item| side(&item, &self.roster, self.log)).unwrap_or(Side::First)
    }

    fn name(&mut self, table: &mut Keys, names: &mut Names, expected: &str) -> String {
        let Some((at, name)) = table.text(self.log, "name", expected) else { return String::new() };
        names.note(&name, &at, self.log);
        name
    }

    fn formation(&mut self, item: Item, names: &mut Names) {
        let at = item.at.clone();
        let mut table = item.table(self.log);
        let name = self.name(&mut table, names, "the name of a formation");
        // Units are called `formation/unit`, and commanders `commander/name`.
        if name.contains('/') || name == COMMANDER {
            at.wrong(self.log, format!("a name without `/`, other than {COMMANDER:?}"), format!("{name:?}"));
        }
        let side = self.side(&mut table);
        let expected = "a list with the initiative of each marker";
        let initiative = table.need(self.log, "initiative", expected);
        let source = table.source(self.log, None);
        let id = FormationId(u8::try_from(self.roster.formations.len()).unwrap_or(u8::MAX));
        if self.roster.formations.len() == FORMATIONS {
            at.fault(self.log, FaultKind::TooMany { most: FORMATIONS });
        }
        let formation = Formation { name: name.clone(), side, units: UnitSet::EMPTY, markers: Vec::new() };
        self.roster.formations.push(formation);
        let initiative = initiative.map_or_else(Vec::new, |item| {
            let (at, markers) = (item.at.clone(), item.list(self.log));
            if markers.is_empty() {
                at.wrong(self.log, "a marker or more", "none");
            }
            markers
        });
        // The names of a formation's markers follow its own: of two that are alike, that of the formation is the fault.
        let alone = self.roster.formations.iter().filter(|other| other.name == name).count() == 1;
        for (i, item) in initiative.into_iter().enumerate() {
            let marker = format!("{name} {}", i + 1);
            if alone {
                self.markers.note(&marker, &item.at, self.log);
            }
            let marker = self.marker(&item.at, marker, side, Activates::Formation(id));
            let initiative = item.number(self.log, TESTED).unwrap_or_default();
            self.set(marker, initiative, source);
            if let (Some(formation), Some(marker)) = (self.roster.formations.last_mut(), marker) {
                formation.markers.push(marker);
            }
        }
        // That the formation has no source is a fault already, and not one of each unit.
        let above = source.unwrap_or(Source::Printed);
        let mut names = Names::default();
        for item in table.list(self.log, "unit") {
            self.unit(item, id, above, &mut names);
        }
        table.done(self.log);
    }

    /// A new marker without initiative, if there is room for one.
    fn marker(&mut self, at: &Place, name: String, side: Side, activates: Activates) -> Option<MarkerId> {
        let place = self.roster.markers.len();
        if place == MARKERS {
            at.fault(self.log, FaultKind::TooMany { most: MARKERS });
        }
        self.roster.markers.push(Marker { name, side, activates, initiative: 0, source: Source::Reconstructed });
        Some(MarkerId(u8::try_from(place).ok()?))
    }

    fn set(&mut self, marker: Option<MarkerId>, initiative: u8, source: Option<Source>) {
        if let Some(marker) = marker.and_then(|id| self.roster.markers.get_mut(usize::from(id.0))) {
            marker.initiative = initiative;
            marker.source = source.unwrap_or(Source::Reconstructed);
        }
    }

    fn unit(&mut self, item: Item, formation: FormationId, above: Source, names: &mut Names) {
        let at = item.at.clone();
        let mut table = item.table(self.log);
        let name = self.name(&mut table, names, "the name of a unit, unlike the others of its formation");
        let arms = Arm::ALL.map(|arm| (arm.key(), arm));
        let arm = table.need(self.log, "arm", &alternatives(arms.iter().map(|(word, _)| *word)));
        let arm = arm.and_then(|item| item.word(self.log, &arms));
        let weights: &[(&str, Weight)] = match arm {
            Some(Arm::Infantry) => &[("line", Weight::Line), ("light", Weight::Light)],
            Some(Arm::Cavalry) => &[("light", Weight::Light), ("heavy", Weight::Heavy)],
            Some(Arm::Artillery) => &[("foot", Weight::Foot), ("horse", Weight::Horse)],
            None => &WEIGHTS,
        };
        let weight = table.need(self.log, "weight", &alternatives(weights.iter().map(|(word, _)| *word)));
        let weight = weight.and_then(|item| item.word(self.log, weights));
        let good = self.values(&mut table, arm, 1);
        let back = table.need(self.log, "disordered", "a table with the numbers of the back").map(|item| {
            let mut back = item.table(self.log);
            let values = self.values(&mut back, arm, 0);
            back.done(self.log);
            values
        });
        let reach = self.reach(&mut table, arm);
        let source = table.source(self.log, Some(above));
        table.done(self.log);
        let unit = Unit {
            name,
            formation,
            arm: arm.unwrap_or(Arm::Infantry),
            weight: weight.unwrap_or(Weight::Line),
            good,
            disordered: back.unwrap_or_default(),
            reach,
            source: source.unwrap_or(Source::Reconstructed),
        };
        let place = self.roster.units.len();
        if place == UnitId::COUNT {
            at.fault(self.log, FaultKind::TooMany { most: UnitId::COUNT });
        }
        if let (Some(id), Some(formation)) =
            (UnitId::new(place), self.roster.formations.get_mut(usize::from(formation.0)))
        {
            formation.units.insert(id);
        }
        self.roster.units.push(unit);
    }

    fn values(&mut self, table: &mut Keys, arm: Option<Arm>, least: u8) -> Values {
        let strength = table.number(self.log, "strength", least..=*COUNT.end());
        let cohesion = table.number(self.log, "cohesion", TESTED);
        let engagement = match arm {
            // Left in the table, it is an unknown key.
            Some(Arm::Artillery) => None,
            Some(_) => table.number(self.log, "engagement", TESTED),
            None => table.take("engagement").and_then(|item| item.number(self.log, TESTED)),
        };
        let movement = table.number(self.log, "movement", COUNT);
        Values {
            strength: strength.unwrap_or_default(),
            cohesion: cohesion.unwrap_or_default(),
            engagement: engagement.unwrap_or_default(),
            movement: movement.unwrap_or_default(),
        }
    }

    fn reach(&mut self, table: &mut Keys, arm: Option<Arm>) -> Reach {
        let range = match arm {
            Some(Arm::Artillery) => table.need(self.log, "range", "a table with `effective` and `maximum`"),
            Some(_) => None,
            None => table.take("range"),
        };
        let Some(range) = range else { return Reach::default() };
        let mut range = range.table(self.log);
        let maximum = range.number(self.log, "maximum", COUNT).unwrap_or_default();
        let effective = range.number(self.log, "effective", 0..=maximum).unwrap_or_default();
        range.done(self.log);
        Reach { effective, maximum }
    }

    fn combined(&mut self, item: Item) {
        let at = item.at.clone();
        let mut table = item.table(self.log);
        let name = table.text(self.log, "name", "the name of a combined marker");
        let side = self.side(&mut table);
        // One that activates with orders received is never tested.
        let initiative = table.take("initiative").and_then(|item| item.number(self.log, TESTED));
        let source = table.source(self.log, None);
        table.done(self.log);
        if let Some((at_name, name)) = name {
            self.markers.note(&name, &at_name, self.log);
            let marker = self.marker(&at, name, side, Activates::Combined);
            self.set(marker, initiative.unwrap_or_default(), source);
        }
    }

    fn commander(&mut self, item: Item, names: &mut Names) {
        let at = item.at.clone();
        let mut table = item.table(self.log);
        let name = self.name(&mut table, names, "the name of an army commander");
        let side = self.side(&mut table);
        let modifier = table.number(self.log, "modifier", -9..=9_i8);
        let orders = table.number(self.log, "orders", COUNT);
        let range = table.number(self.log, "range", COUNT);
        let source = table.source(self.log, None);
        table.done(self.log);
        if self.roster.commanders.len() == COMMANDERS {
            at.fault(self.log, FaultKind::TooMany { most: COMMANDERS });
        }
        self.roster.commanders.push(Commander {
            name,
            side,
            modifier: modifier.unwrap_or_default(),
            orders: orders.unwrap_or_default(),
            range: range.unwrap_or_default(),
            source: source.unwrap_or(Source::Reconstructed),
        });
    }
}

const WEIGHTS: [(&str, Weight); 5] = [
    ("line", Weight::Line),
    ("light", Weight::Light),
    ("heavy", Weight::Heavy),
    ("foot", Weight::Foot),
    ("horse", Weight::Horse),
];

/// The side that an item names.
pub(super) fn side(item: &Item, roster: &Roster, log: &mut Log) -> Option<Side> {
    let name = item.text(log, "the name of a side")?;
    let side = roster.side_named(name);
    if side.is_none() {
        item.at.unknown(log, alternatives(roster.sides.iter().map(String::as_str)), name);
    }
    side
}

/// The commander that an item names.
pub(super) fn commander(item: &Item, roster: &Roster, log: &mut Log) -> Option<CommanderId> {
    let name = item.text(log, "the name of an army commander")?;
    let commander = roster.commander_named(name);
    if commander.is_none() {
        item.at.unknown(log, alternatives(roster.commanders.iter().map(|c| c.name.as_str())), name);
    }
    commander
}

/// The formation that an item names.
pub(super) fn formation(item: &Item, roster: &Roster, log: &mut Log) -> Option<FormationId> {
    formation_named(&item.at, item.text(log, "the name of a formation")?, roster, log)
}

/// The formation of this name.
pub(super) fn formation_named(at: &Place, name: &str, roster: &Roster, log: &mut Log) -> Option<FormationId> {
    let formation = roster.formation_named(name);
    if formation.is_none() {
        at.unknown(log, alternatives(roster.formations.iter().map(|f| f.name.as_str())), name);
    }
    formation
}
