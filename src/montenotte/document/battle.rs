//! The battle of a document.

use super::super::Montenotte;
use super::super::action::Cover;
use super::super::ids::UnitNo;
use super::super::state::{Battle, State, Told, code_of};
use super::read::Reading;
use super::write::{Secrets, told};
use super::{BattleEntry, BattleSide, Lead, nothing};
use crate::ruleset::Ruleset;
use crate::side::Side;

/// The most that a modifier of a battle can come to.
const WIDEST: i8 = 60;
/// A side without a unit that gives its morale.
const NO_UNIT: u8 = 255;

impl Montenotte {
    pub(super) fn battle_entry(&self, s: &State, secrets: &Secrets<'_>) -> Option<BattleEntry> {
        let b = &s.battle;
        let Battle {
            at,
            from,
            attacker,
            principal,
            joined,
            marched,
            flank,
            tried,
            retreated,
            lead: _,
            cover,
            sp: _,
            due: _,
            first: _,
            ratio,
            terrain,
            row,
            vanquished,
            retreat,
            pursued,
            sardinians,
            sardinian_losses,
            coalition_losses,
            bonaparte,
            stays,
        } = b;
        let (at, from) = ((*at)?, (*from)?);
        Some(BattleEntry {
            at: self.hex_name(at),
            from: self.hex_name(from),
            attacker: self.side_word(*attacker).unwrap_or_default(),
            principal: self.letters_of(*principal),
            joined: self.letters_of(*joined),
            marched: self.letters_of(*marched),
            flank: self.letters_of(*flank),
            tried: self.letters_of(*tried),
            retreated: self.letters_of(*retreated),
            cover: usize::from(*cover).checked_sub(1).and_then(|place| Cover::ALL.get(place)).copied(),
            terrain: *terrain,
            ratio: *ratio,
            row: row.checked_sub(1),
            vanquished: self.side_word(*vanquished),
            retreat: *retreat,
            pursued: *pursued,
            sardinians: told(*sardinians),
            sardinian_losses: *sardinian_losses,
            coalition_losses: *coalition_losses,
            bonaparte: told(*bonaparte),
            stays_out: told(*stays),
            sides: Side::BOTH
                .into_iter()
                .map(|side| (self.side_name(side).to_owned(), self.battle_side(b, side, secrets)))
                .filter(|(_, entry)| !nothing(entry))
                .collect(),
        })
    }

    fn battle_side(&self, b: &Battle, side: Side, secrets: &Secrets<'_>) -> BattleSide {
        let i = side.index();
        let lead = match b.lead[i] {
            _ if secrets.from(side) && !secrets.leads => Lead::Open,
            0 => Lead::Open,
            NO_UNIT => Lead::Nobody,
            code => {
                let unit = UnitNo::new(usize::from(code) - 1);
                unit.map_or(Lead::Nobody, |unit| Lead::Unit(self.roster[unit].name.clone()))
            }
        };
        BattleSide { lead, sp: b.sp[i], due: b.due[i], first_lost: told(b.first[i]) }
    }
}

fn code(told: Told) -> u8 {
    u8::from(told == Told::Yes)
}

impl Reading<'_> {
    pub(super) fn battle(&mut self, entry: &BattleEntry) {
        let at = self.cell("battle.at", &entry.at);
        let from = self.cell("battle.from", &entry.from);
        if let (Some(at), Some(from)) = (at, from)
            && self.rules.map.grid.distance(at, from) != 1
        {
            self.wrong("battle.from", "a hex beside the defender's", entry.from.clone());
        }
        let attacker = self.side("battle.attacker", &entry.attacker);
        let vanquished = entry.vanquished.as_ref().and_then(|side| self.side("battle.vanquished", side));
        let rows = self.rules.charts.results.len();
        if let Some(row) = entry.row
            && usize::from(row) >= rows
        {
            self.wrong("battle.row", format!("a row from 0 to {}", rows.saturating_sub(1)), row.to_string());
        }
        if entry.row.is_none() && vanquished.is_some() {
            self.wrong(
                "battle.vanquished",
                "nobody before the dice have fallen",
                entry.vanquished.clone().unwrap_or_default(),
            );
        }
        for (key, value) in [("terrain", entry.terrain), ("ratio", entry.ratio)] {
            if value.unsigned_abs() > WIDEST.unsigned_abs() {
                self.wrong(format!("battle.{key}"), format!("-{WIDEST} to {WIDEST}"), value.to_string());
            }
        }
        let mut battle = Battle {
            at,
            from,
            attacker: attacker.map_or(0, code_of),
            principal: self.markers("battle.principal", &entry.principal),
            joined: self.markers("battle.joined", &entry.joined),
            marched: self.markers("battle.marched", &entry.marched),
            flank: self.markers("battle.flank", &entry.flank),
            tried: self.markers("battle.tried", &entry.tried),
            retreated: self.markers("battle.retreated", &entry.retreated),
            cover: entry.cover.map_or(0, |cover| cover as u8 + 1),
            ratio: entry.ratio,
            terrain: entry.terrain,
            row: entry.row.map_or(0, |row| row.saturating_add(1)),
            vanquished: vanquished.map_or(0, code_of),
            retreat: self.count("battle.retreat", entry.retreat),
            pursued: self.count("battle.pursued", entry.pursued),
            sardinians: code(entry.sardinians),
            sardinian_losses: self.count("battle.sardinian-losses", entry.sardinian_losses),
            coalition_losses: self.count("battle.coalition-losses", entry.coalition_losses),
            bonaparte: code(entry.bonaparte),
            stays: code(entry.stays_out),
            ..Battle::default()
        };
        for (name, entry) in &entry.sides {
            let path = format!("battle.sides.{name}");
            let Some(side) = self.side(&path, name) else { continue };
            let i = side.index();
            battle.lead[i] = match &entry.lead {
                Lead::Open => 0,
                Lead::Nobody => NO_UNIT,
                Lead::Unit(name) => {
                    let unit = self.unit(&format!("{path}.lead"), name);
                    if unit.is_some_and(|unit| self.rules.roster[unit].side() != side) {
                        self.wrong(format!("{path}.lead"), "a unit of that side", name.clone());
                    }
                    unit.map_or(0, |unit| unit.index() as u8 + 1)
                }
            };
            battle.sp[i] = self.strength(&format!("{path}.sp"), entry.sp);
            battle.due[i] = self.count(&format!("{path}.due"), entry.due);
            battle.first[i] = code(entry.first_lost);
        }
        if entry.row.is_some() && battle.lead.contains(&0) {
            self.wrong("battle.sides", "the units that gave the morale, once the dice have fallen", "none");
        }
        let twice = battle.principal.and(battle.joined).or(battle.principal.or(battle.joined).and(battle.marched));
        if let Some(marker) = twice.lowest() {
            self.wrong("battle", "each force in one part", self.rules.marker_name(marker));
        }
        if let Some(marker) = battle.flank.less(battle.engaged()).lowest() {
            self.wrong("battle.flank", "a force that takes part", self.rules.marker_name(marker));
        }
        for marker in battle.engaged() {
            if self.s.at(marker).is_none() {
                self.wrong("battle", "forces that are on the map", self.rules.marker_name(marker));
            }
        }
        self.s.battle = battle;
    }
}
