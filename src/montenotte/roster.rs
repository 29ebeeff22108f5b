//! Generals-in-chief, divisions and brigades, as `rules/montenotte/units.toml` gives them.

use super::ids::{ChiefId, UnitNo};
use super::words::{Arm, Camp, Nation, YesNo};
use crate::figures::{Cell, Faults, Figure, Raw, Reader, Sheet, SourceSet};
use crate::side::Side;

/// The name of the file, under which its faults are reported.
pub const FILE: &str = "rules/montenotte/units.toml";
pub(super) const TEXT: &str = include_str!("../../rules/montenotte/units.toml");

/// A name in a file of figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name(pub String);

impl Cell for Name {
    fn expected() -> String {
        "a name".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) if !text.trim().is_empty() => Some(Self(text.clone())),
            _ => None,
        }
    }
    fn stand_in() -> Self {
        Self(String::new())
    }
}

/// A general-in-chief.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chief {
    /// His name.
    pub name: String,
    /// His side.
    pub side: Side,
    /// His nation: that of the divisions he leads first.
    pub nation: Nation,
    /// What he tests.
    pub initiative: Figure<i8>,
    /// Command points, and divisions led in battle.
    pub command: Figure<u8>,
    /// Whether he gives a point of manœuvre as general-in-chief of a battle (N 11.6/4).
    pub great_captain: Figure<YesNo>,
}

/// What kind of unit it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A division with its general.
    Division {
        /// The generals-in-chief that may command it, his own first.
        chiefs: Vec<ChiefId>,
        /// What its general tests.
        initiative: Figure<i8>,
        /// Whether he has a tactical bonus.
        tactical_bonus: Figure<YesNo>,
    },
    /// A brigade that its division may detach.
    Brigade {
        /// The division.
        of: UnitNo,
    },
}

/// A division or a brigade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name: for a division, its general's.
    pub name: String,
    /// Its nation.
    pub nation: Nation,
    /// Its arm.
    pub arm: Arm,
    /// Its cohesion.
    pub cohesion: Figure<i8>,
    /// Its movement capacity in halves.
    pub half_mp: Figure<u8>,
    /// Division or brigade.
    pub kind: Kind,
}

impl Unit {
    /// Its side.
    pub fn side(&self) -> Side {
        self.nation.side()
    }

    /// Whether it is a division.
    pub fn is_division(&self) -> bool {
        matches!(self.kind, Kind::Division { .. })
    }

    /// The division that a brigade belongs to.
    pub fn parent(&self) -> Option<UnitNo> {
        match self.kind {
            Kind::Brigade { of } => Some(of),
            Kind::Division { .. } => None,
        }
    }

    /// The initiative of a division's general.
    pub fn initiative(&self) -> Option<Figure<i8>> {
        match self.kind {
            Kind::Division { initiative, .. } => Some(initiative),
            Kind::Brigade { .. } => None,
        }
    }

    /// Whether its general has a tactical bonus.
    pub fn tactical_bonus(&self) -> Option<Figure<YesNo>> {
        match self.kind {
            Kind::Division { tactical_bonus, .. } => Some(tactical_bonus),
            Kind::Brigade { .. } => None,
        }
    }
}

/// All who take part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// The generals-in-chief.
    pub chiefs: Vec<Chief>,
    /// Divisions, each followed by its brigades.
    pub units: Vec<Unit>,
}

impl Roster {
    /// The roster of the book, from the sources that are `allowed`, with a file of the user's own laid over it cell by cell.
    ///
    /// # Errors
    /// Every fault of the files at once, and every figure that no allowed source gives.
    pub fn load(overlay: Option<&str>, allowed: SourceSet) -> Result<Self, Faults> {
        Self::load_from(FILE, TEXT, overlay, allowed)
    }

    pub(super) fn load_from(file: &str, text: &str, overlay: Option<&str>, allowed: SourceSet) -> Result<Self, Faults> {
        let mut sheet = Sheet::parse(file, text);
        if let Some(text) = overlay {
            sheet = sheet.under(Sheet::parse("overlay of units", text));
        }
        let mut r = Reader::new(sheet, allowed, &|_| true);
        let roster = Self::read(&mut r);
        r.finish()?;
        Ok(roster)
    }

    fn read(r: &mut Reader<'_>) -> Self {
        let mut roster = Self::default();
        // The French come first, so that a roster has one order whatever its names are.
        let mut chiefs: Vec<(String, Chief)> = Vec::new();
        for key in r.keys("general_in_chief") {
            let path = |cell: &str| format!("general_in_chief.{key}.{cell}");
            let camp: Figure<Camp> = r.cell(&path("side"));
            let side = camp.value.side().unwrap_or_else(|| {
                r.misfit(&path("side"), "a side", "nobody");
                Side::First
            });
            let chief = Chief {
                name: key.clone(),
                side,
                nation: Nation::French,
                initiative: r.cell(&path("initiative")),
                command: r.cell(&path("command")),
                great_captain: r.cell(&path("great_captain")),
            };
            chiefs.push((key, chief));
        }
        chiefs.sort_by_key(|(_, chief)| chief.side);
        if chiefs.len() > ChiefId::COUNT {
            r.misfit("general_in_chief", "at most four generals-in-chief", &chiefs.len().to_string());
            chiefs.truncate(ChiefId::COUNT);
        }
        roster.chiefs = chiefs.into_iter().map(|(_, chief)| chief).collect();
        let mut divisions: Vec<(Nation, String)> = Vec::new();
        for key in r.keys("division") {
            let nation: Figure<Nation> = r.cell(&format!("division.{key}.nation"));
            divisions.push((nation.value, key));
        }
        divisions.sort();
        for (nation, key) in divisions {
            roster.division(r, nation, &key);
        }
        for i in 0..roster.chiefs.len() {
            let id = ChiefId::new(i);
            let first = roster.units.iter().find(|unit| match &unit.kind {
                Kind::Division { chiefs, .. } => chiefs.first().copied() == id,
                Kind::Brigade { .. } => false,
            });
            // Provera's column is Austrian under Colli, whose own nation is that of the most.
            let nation = first.map(|unit| unit.nation).unwrap_or(Nation::French);
            let most = Nation::ALL.iter().copied().max_by_key(|nation| {
                let led = |unit: &&Unit| match &unit.kind {
                    Kind::Division { chiefs, .. } => chiefs.first().copied() == id && unit.nation == *nation,
                    Kind::Brigade { .. } => false,
                };
                roster.units.iter().filter(led).count()
            });
            roster.chiefs[i].nation = most.unwrap_or(nation);
        }
        roster
    }

    fn division(&mut self, r: &mut Reader<'_>, nation: Nation, key: &str) {
        let path = |cell: &str| format!("division.{key}.{cell}");
        let mut chiefs = Vec::new();
        for cell in ["chief", "other_chief"] {
            if cell == "other_chief" && !r.has(&path(cell)) {
                continue;
            }
            let name: Figure<Name> = r.cell(&path(cell));
            match self.chief(&name.value.0) {
                Some(chief) => chiefs.push(chief),
                None => r.misfit(&path(cell), "a general-in-chief", &name.value.0),
            }
        }
        if r.has(&path("marker")) {
            // The name printed on the force marker; our markers carry letters (ruling lettered-markers).
            let _: Figure<Name> = r.cell(&path("marker"));
        }
        let kind = Kind::Division {
            chiefs,
            initiative: r.cell(&path("initiative")),
            tactical_bonus: r.cell(&path("tactical_bonus")),
        };
        let Some(division) = UnitNo::new(self.units.len()) else {
            r.misfit(&format!("division.{key}"), "at most 32 units", "more");
            return;
        };
        let unit = Unit {
            name: key.to_owned(),
            nation,
            arm: r.cell(&path("arm")).value,
            cohesion: r.cell(&path("cohesion")),
            half_mp: r.cell(&path("half_mp")),
            kind,
        };
        self.units.push(unit);
        for brigade in r.keys(&path("brigade")) {
            let path = |cell: &str| format!("division.{key}.brigade.{brigade}.{cell}");
            let unit = Unit {
                name: brigade.clone(),
                nation,
                arm: r.cell(&path("arm")).value,
                cohesion: r.cell(&path("cohesion")),
                half_mp: r.cell(&path("half_mp")),
                kind: Kind::Brigade { of: division },
            };
            if self.units.len() == UnitNo::COUNT {
                r.misfit(&format!("division.{key}.brigade"), "at most 32 units", "more");
            } else {
                self.units.push(unit);
            }
        }
    }

    /// A general-in-chief by name.
    pub fn chief(&self, name: &str) -> Option<ChiefId> {
        ChiefId::new(self.chiefs.iter().position(|chief| chief.name == name)?)
    }

    /// A division or brigade by name.
    pub fn unit(&self, name: &str) -> Option<UnitNo> {
        UnitNo::new(self.units.iter().position(|unit| unit.name == name)?)
    }

    /// Every unit.
    pub fn numbers(&self) -> impl DoubleEndedIterator<Item = UnitNo> + use<> {
        UnitNo::all().take(self.units.len())
    }

    /// Every general-in-chief.
    pub fn chief_ids(&self) -> impl DoubleEndedIterator<Item = ChiefId> + use<> {
        ChiefId::all().take(self.chiefs.len())
    }
}

impl core::ops::Index<UnitNo> for Roster {
    type Output = Unit;

    /// Units of a roster are numbered without gaps, so that numbers made by it always have a unit; another number gives the
    /// last one.
    fn index(&self, unit: UnitNo) -> &Unit {
        &self.units[unit.index().min(self.units.len().saturating_sub(1))]
    }
}

impl core::ops::Index<ChiefId> for Roster {
    type Output = Chief;

    /// As for units.
    fn index(&self, chief: ChiefId) -> &Chief {
        &self.chiefs[chief.index().min(self.chiefs.len().saturating_sub(1))]
    }
}
