//! Reading a document: every name looked up, every contradiction found, all faults at once.

use std::collections::BTreeMap;

use super::super::JoursDeGloire;
use super::super::charts::{Arm, Barrier};
use super::super::frame::{Frame, RoutMove, Withdrawal};
use super::super::state::{
    Bridge, Combat, CommanderId, DETOURS, FormationId, HEXES, Mark, MarkerId, Order, Role, State, TRAILS, Trail, Work,
};
use super::{
    BridgeEntry, CombatEntry, CommanderSign, Document, Ended, FormationSign, OrdersPhase, Route, SideEntry, TrailEntry,
    UnitEntry, UnitSign,
};
use crate::figures::{Fault, FaultKind, Faults};
use crate::hex::{Cell, Vertex};
use crate::names::{Names, SIDE, UNIT, fault};
use crate::side::{Side, UnitId, UnitSet};

/// The name of documents in faults.
pub(super) const FILE: &str = "document";
/// No count of a position comes near this: hexes gone, points left, orders given, places in a stack.
pub(super) const MOST: u8 = 99;

/// A document on its way to a state.
pub(super) struct Reading<'r> {
    pub rules: &'r JoursDeGloire,
    pub faults: Faults,
    pub s: State,
}

fn number(side: Side) -> u8 {
    side.index() as u8 + 1
}

impl<'r> Reading<'r> {
    pub fn new(rules: &'r JoursDeGloire) -> Self {
        Self { rules, faults: Faults::default(), s: State::empty() }
    }

    pub fn wrong(&mut self, path: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) {
        self.faults.faults.push(fault(FILE, path, expected, found));
    }

    fn unknown(&mut self, path: &str, expected: &str, name: &str) {
        let kind = FaultKind::UnknownName { expected: expected.to_owned(), name: name.to_owned() };
        self.faults.faults.push(Fault { file: FILE.into(), line: None, path: path.to_owned(), kind });
    }

    /// An id by its name.
    fn id(&mut self, kind: &str, path: &str, name: &str) -> Option<u64> {
        let id = self.rules.id(kind, name);
        if id.is_none() {
            self.unknown(path, self.rules.what(kind).unwrap_or("a name"), name);
        }
        id
    }

    fn unit(&mut self, path: &str, name: &str) -> Option<UnitId> {
        self.id(UNIT, path, name).and_then(|id| UnitId::new(usize::try_from(id).ok()?))
    }

    fn units(&mut self, path: &str, names: &[String]) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        for name in names {
            if let Some(unit) = self.unit(path, name) {
                if units.has(unit) {
                    self.wrong(path, "each unit once", name);
                }
                units.insert(unit);
            }
        }
        units
    }

    fn cell(&mut self, path: &str, name: &str) -> Option<Cell> {
        let cell = self.rules.hex_named(name);
        if cell.is_none() {
            self.wrong(path, "a hex of the map, as in 0913", name);
        }
        cell
    }

    fn side(&mut self, path: &str, name: &str) -> Option<Side> {
        let id = self.id(SIDE, path, name)?;
        Side::BOTH.into_iter().find(|side| side.index() as u64 == id)
    }

    /// A side as the state numbers it, 0 for none.
    fn side_number(&mut self, path: &str, name: Option<&String>) -> u8 {
        name.and_then(|name| self.side(path, name)).map_or(0, number)
    }

    fn marker(&mut self, path: &str, name: &str) -> Option<MarkerId> {
        self.id("MarkerId", path, name).map(|id| MarkerId(id as u8))
    }

    fn markers(&mut self, path: &str, names: &[String]) -> u64 {
        let mut markers = 0;
        for name in names {
            let Some(marker) = self.marker(path, name) else { continue };
            if markers & marker.bit() != 0 {
                self.wrong(path, "each marker once", name);
            }
            markers |= marker.bit();
        }
        markers
    }

    fn count(&mut self, path: &str, count: u8) -> u8 {
        if count > MOST {
            self.wrong(path, format!("a number from 0 to {MOST}"), count.to_string());
        }
        count
    }

    pub fn read(mut self, document: &Document) -> Result<State, Faults> {
        let turns = self.rules.scenario.turns.len();
        if document.turn == 0 || usize::from(document.turn) > turns {
            self.wrong("turn", format!("a turn from 1 to {turns}"), document.turn.to_string());
        }
        self.s.turn = document.turn;
        self.s.verdict = match &document.ended {
            None => 0,
            Some(Ended::Drawn) => 3,
            Some(Ended::Won(side)) => self.side("ended.won", side).map_or(3, number),
        };
        self.s.initiative = self.side_number("initiative", document.initiative.as_ref());
        self.s.reserve = self.side_number("reserve-first", document.reserve_first.as_ref());
        if document.looked > document.turn {
            self.wrong("looked", "a turn that has come", document.looked.to_string());
        }
        self.s.looked = document.looked;
        self.s.columns = self.count("columns", document.columns);
        self.s.unbound = u8::from(document.route == Route::Free);
        if let Some(entry) = &document.bridge {
            self.bridge(entry);
        }
        if let Some(name) = &document.first_marker {
            self.s.begins = self.marker("first-marker", name).map_or(0, |MarkerId(place)| place + 1);
        }
        self.acting(document);
        for (name, entry) in &document.units {
            let path = format!("units.{name}");
            if let Some(unit) = self.unit(&path, name) {
                self.unit_entry(&path, unit, entry);
            }
        }
        self.formations(&document.formations);
        self.commanders(document);
        for (name, entry) in &document.sides {
            let path = format!("sides.{name}");
            if let Some(side) = self.side(&path, name) {
                self.side_entry(&path, side, entry);
            }
        }
        self.s.cup = self.markers("cup", &document.cup);
        self.s.available = self.rules.all_markers() & !self.markers("unavailable", &document.unavailable);
        self.s.pooled = self.markers("pooled", &document.pooled);
        self.arrivals(document);
        if let Some(entry) = &document.combat {
            self.combat(entry);
        }
        self.hexes();
        self.active();
        self.agenda(&document.agenda);
        self.movers();
        self.faults.or_none()?;
        Ok(self.s)
    }

    /// A bridge leads over the river from one hex to the next.
    fn bridge(&mut self, entry: &BridgeEntry) {
        let from = self.cell("bridge.from", &entry.from);
        let to = self.cell("bridge.to", &entry.to);
        if entry.turn > self.s.turn || entry.turn == 0 {
            self.wrong("bridge.turn", "a turn that has come", entry.turn.to_string());
        }
        if entry.work == Work::None {
            self.wrong("bridge.work", "begun, built or open", "none");
        }
        let (Some(a), Some(b)) = (from, to) else { return };
        let map = &self.rules.map;
        if map.grid.between(a, b).is_none_or(|side| !map.edge(side).has(Barrier::River)) {
            self.wrong("bridge.to", "a hex across the river", entry.to.clone());
        }
        self.s.bridge = Bridge { from, to, work: entry.work, turn: entry.turn };
    }

    fn acting(&mut self, document: &Document) {
        let Some(acting) = &document.acting else { return };
        let side = self.side("acting.side", &acting.side);
        let marker = self.marker("acting.marker", &acting.marker);
        let (Some(side), Some(marker)) = (side, marker) else { return };
        if self.rules.roster.marker(marker).is_some_and(|counter| counter.side != side) {
            self.wrong("acting.marker", "a marker of the side that acts", acting.marker.clone());
        }
        self.s.acting = number(side);
        self.s.marker = marker.0 + 1;
    }

    fn unit_entry(&mut self, path: &str, unit: UnitId, entry: &UnitEntry) {
        let UnitEntry { hex, facing, rank, order, signs, marks, aim, group } = entry;
        let i = unit.index();
        let at = hex.as_ref().and_then(|hex| self.cell(&format!("{path}.hex"), hex));
        if let (Some(cell), Some(hex)) = (at, hex)
            && !self.rules.can_stand(unit, cell)
        {
            self.wrong(format!("{path}.hex"), "a hex whose ground is open to the unit", hex.clone());
        }
        self.s.at[i] = at;
        self.s.rank[i] = self.count(&format!("{path}.rank"), *rank);
        match (hex, facing) {
            (Some(_), Some(facing)) => self.s.facing[i] = *facing,
            (None, None) => self.s.facing[i] = Vertex::ALL[0],
            (Some(_), None) => self.wrong(format!("{path}.facing"), "the corner that the unit faces", "nothing"),
            (None, Some(_)) => self.wrong(format!("{path}.facing"), "none off the map", "a facing"),
        }
        let off = hex.is_none();
        match order {
            Order::Good => {}
            Order::Disordered => self.s.disordered.insert(unit),
            Order::Routed => self.s.routed.insert(unit),
            Order::Eliminated => self.s.eliminated.insert(unit),
        }
        for (i, sign) in signs.iter().enumerate() {
            let path = format!("{path}.signs.{i}");
            if signs[..i].contains(sign) {
                self.wrong(&path, "each sign once", format!("{sign:?}"));
            }
            let (set, fits) = match sign {
                // A disordered gun may stand in a square; cavalry never does, nor who is routed.
                UnitSign::Square => {
                    let rides = self.rules.units.arm_of(unit) == Arm::Cavalry;
                    (&mut self.s.square, !off && !rides && *order != Order::Routed)
                }
                UnitSign::Reinforcement => (&mut self.s.reinforcement, !off),
                UnitSign::Orders => (&mut self.s.orders, true),
                UnitSign::Sheltered => (&mut self.s.sheltered, *order == Order::Routed),
                UnitSign::Shaken => (&mut self.s.shaken, !off),
                UnitSign::Exited => (&mut self.s.exited, off && *order == Order::Good),
                UnitSign::ExitedInGoodOrder => {
                    self.s.exited.insert(unit);
                    (&mut self.s.exited_sound, off && *order == Order::Good)
                }
            };
            set.insert(unit);
            if !fits {
                self.wrong(path, "a sign that goes with the unit's place and condition", format!("{sign:?}"));
            }
        }
        match order {
            Order::Eliminated if !off => self.wrong(format!("{path}.hex"), "none for an eliminated unit", "a hex"),
            Order::Disordered | Order::Routed if off => {
                self.wrong(
                    format!("{path}.order"),
                    "a condition of a unit that is not on the map",
                    format!("{order:?}"),
                );
            }
            _ => {}
        }
        for mark in marks {
            self.s.marks[*mark as usize].insert(unit);
        }
        self.s.aim[i] = aim.map_or(0, super::super::action::Aim::bits);
        if let Some(group) = group {
            let path = format!("{path}.group");
            if let Some(first) = self.unit(&path, group) {
                if self.rules.side_of(first) != self.rules.side_of(unit) {
                    self.wrong(path, "a unit of the same side", group.clone());
                }
                self.s.group[i] = first.index() as u8 + 1;
            }
        }
    }

    fn formations(&mut self, formations: &BTreeMap<String, Vec<FormationSign>>) {
        for (name, signs) in formations {
            let path = format!("formations.{name}");
            let Some(id) = self.id("FormationId", &path, name) else { continue };
            let bit = FormationId(id as u8).bit();
            for sign in signs {
                match sign {
                    FormationSign::Revealed => self.s.revealed |= bit,
                    FormationSign::Demoralized => self.s.demoralized |= bit,
                }
            }
        }
    }

    fn commanders(&mut self, document: &Document) {
        for (name, entry) in &document.commanders {
            let path = format!("commanders.{name}");
            let Some(id) = self.id("CommanderId", &path, name) else { continue };
            let at = entry.hex.as_ref().and_then(|hex| self.cell(&format!("{path}.hex"), hex));
            let with = entry.with.as_ref().and_then(|unit| self.unit(&format!("{path}.with"), unit));
            if entry.hex.is_some() && entry.signs.contains(&CommanderSign::Lost) {
                self.wrong(format!("{path}.hex"), "none for a commander who is lost", "a hex");
            }
            let CommanderId(place) = CommanderId(id as u8);
            if let Some(post) = self.s.commanders.get_mut(usize::from(place)) {
                post.at = at;
                post.moved = u8::from(entry.signs.contains(&CommanderSign::Moved));
                post.lost = u8::from(entry.signs.contains(&CommanderSign::Lost));
                post.with = with.map_or(0, |unit| unit.index() as u8 + 1);
            }
        }
    }

    fn side_entry(&mut self, path: &str, side: Side, entry: &SideEntry) {
        let i = side.index();
        self.s.given[i] = self.count(&format!("{path}.orders-given"), entry.orders_given);
        self.s.done[i] = u8::from(entry.orders_phase == OrdersPhase::Done);
        self.s.progress[i] = entry.progress;
        for name in &entry.objectives {
            let place = (0..32).find(|place| self.rules.objective_name(*place).as_ref() == Some(name));
            match place {
                Some(place) => self.s.held[i] |= 1 << place,
                None => self.unknown(&format!("{path}.objectives"), "an objective of the scenario, by its hex", name),
            }
        }
        if self.s.held[0] & self.s.held[1] != 0 {
            self.wrong(format!("{path}.objectives"), "objectives that one side holds", "one that both hold");
            self.s.held[1] &= !self.s.held[0];
        }
    }

    fn arrivals(&mut self, document: &Document) {
        let count = self.rules.scenario.arrivals.len().min(DETOURS);
        for (i, entry) in document.arrivals.iter().enumerate() {
            let path = format!("arrivals.{i}");
            let place = usize::from(entry.arrival);
            if place >= count {
                let expected = format!("the place of an arrival, 0 to {}", count.saturating_sub(1));
                self.wrong(format!("{path}.arrival"), expected, entry.arrival.to_string());
                continue;
            }
            let cell = entry.hex.as_ref().and_then(|hex| self.cell(&format!("{path}.hex"), hex));
            let chooser = self.side_number(&format!("{path}.chooser"), entry.chooser.as_ref());
            if let Some(detour) = self.s.detours.get_mut(place) {
                detour.turn = entry.turn.unwrap_or(0);
                detour.chooser = chooser;
                detour.cell = cell;
            }
        }
    }

    fn combat(&mut self, entry: &CombatEntry) {
        let attacker = self.side("combat.attacker", &entry.attacker);
        let mut combat = Combat {
            fight: entry.fight,
            second_attacks: u8::from(attacker == Some(Side::Second)),
            pursuits: self.count("combat.pursuits", entry.pursuits),
            row: entry.row,
            ..Combat::default()
        };
        if entry.row > super::super::combat::row::REFUSED {
            self.wrong("combat.row", "a row from 0 to 6", entry.row.to_string());
        }
        if entry.hexes.len() > HEXES {
            self.wrong("combat.hexes", format!("at most {HEXES} hexes"), entry.hexes.len().to_string());
        }
        for (i, (slot, hex)) in combat.hexes.iter_mut().zip(&entry.hexes).enumerate() {
            *slot = self.cell(&format!("combat.hexes.{i}"), hex);
        }
        for (role, units) in &entry.roles {
            combat.roles[*role as usize] = self.units(&format!("combat.roles.{role:?}").to_lowercase(), units);
        }
        if entry.trails.len() > TRAILS {
            self.wrong("combat.trails", format!("at most {TRAILS} trails"), entry.trails.len().to_string());
        }
        for (i, (slot, trail)) in combat.trails.iter_mut().zip(&entry.trails).enumerate() {
            *slot = self.trail(&format!("combat.trails.{i}"), trail);
        }
        if let Some(attacker) = attacker {
            self.parts(&combat, attacker);
        }
        self.s.combat = combat;
    }

    fn trail(&mut self, path: &str, entry: &TrailEntry) -> Trail {
        let unit = self.unit(&format!("{path}.unit"), &entry.unit);
        let from = self.cell(&format!("{path}.from"), &entry.from);
        // Artillery that was overrun went nowhere.
        let gun = unit.is_some_and(|unit| self.rules.units.arm_of(unit) == Arm::Artillery);
        if (entry.steps.is_empty() && !gun) || entry.steps.len() > 21 {
            self.wrong(format!("{path}.steps"), "1 to 21 steps", entry.steps.len().to_string());
        }
        let (Some(unit), Some(_)) = (unit, from) else { return Trail::default() };
        let mut trail = Trail { from, unit: unit.index() as u8, len: 0, steps: 0 };
        for dir in entry.steps.iter().take(21) {
            trail.steps |= (dir.index() as u64) << (3 * u32::from(trail.len));
            trail.len += 1;
        }
        trail
    }

    /// Attackers are of the side that attacks, and defenders of the other.
    fn parts(&mut self, combat: &Combat, attacker: Side) {
        for (roles, side) in
            [([Role::Attacker, Role::Charger], attacker), ([Role::Defender, Role::Countercharger], attacker.enemy())]
        {
            for role in roles {
                if let Some(unit) = combat.has(role).less(self.rules.units.side(side)).lowest() {
                    let unit = self.rules.roster.unit_name(unit);
                    self.wrong("combat.roles", format!("a unit of the right side as {role:?}"), unit);
                }
            }
        }
    }

    /// Units of one side alone in every hex.
    fn hexes(&mut self) {
        let (s, units) = (&self.s, &self.rules.units);
        let mut mixed: Vec<(Cell, UnitId)> = Vec::new();
        for unit in s.on_map() {
            let Some(cell) = s.at(unit) else { continue };
            let enemies = s.units_at(cell).and(units.side(self.rules.side_of(unit).enemy()));
            if let Some(enemy) = enemies.lowest()
                && self.rules.side_of(unit) == Side::First
            {
                mixed.push((cell, enemy));
            }
        }
        mixed.dedup();
        for (cell, enemy) in mixed {
            let path = format!("units.{}.hex", self.rules.roster.unit_name(enemy));
            let hex = self.rules.hex_name(cell);
            self.wrong(path, "a hex without enemies", format!("both sides in {hex}"));
        }
    }

    /// Who is activated is of the side that acts.
    fn active(&mut self) {
        let Some(side) = self.s.acting() else { return };
        let active = self.s.marked(Mark::Active);
        if let Some(unit) = active.less(self.rules.units.side(side)).lowest() {
            let path = format!("units.{}.marks", self.rules.roster.unit_name(unit));
            self.wrong(path, "only units of the side that acts as active", "active");
        }
    }

    /// Those who move are of one side and in one hex, and some step under way moves them.
    fn movers(&mut self) {
        let moving = self.s.marked(Mark::Moving);
        let Some(first) = moving.lowest() else { return };
        let (side, at) = (self.rules.side_of(first), self.s.at(first));
        let mut others = moving;
        let apart = others.find(|unit| self.rules.side_of(*unit) != side || self.s.at(*unit) != at);
        let marches = self.s.agenda.iter().any(|frame| matches!(frame, Frame::Moving(_) | Frame::Entry { .. }));
        if marches && Some(side) != self.s.acting() {
            let path = format!("units.{}.marks", self.rules.roster.unit_name(first));
            self.wrong(path, "a unit on the move that is of the side that acts", "one of the other side");
        }
        if let Some(unit) = apart {
            let path = format!("units.{}.marks", self.rules.roster.unit_name(unit));
            self.wrong(path, "units on the move that are in one hex", self.rules.roster.unit_name(first));
        }
        let flees = |frame| match frame {
            Frame::Withdrawal(Withdrawal { unit, .. }) | Frame::RoutMove(RoutMove { unit, .. }) => moving.has(unit),
            _ => false,
        };
        if self.s.agenda.iter().any(flees) {
            self.wrong("agenda", "units that flee and are not on the move themselves", "one that is both");
        }
        let moves = |frame| matches!(frame, Frame::Moving(_) | Frame::Entry { .. } | Frame::Pursuit(_));
        if !self.s.agenda.iter().any(moves) {
            let path = format!("units.{}.marks", self.rules.roster.unit_name(first));
            self.wrong(path, "no unit on the move: no step of the agenda moves any", "moving");
        }
    }
}
