//! The set-up, the special rules and the points of victory, as `rules/montenotte/scenario.toml` gives them.

use super::ids::{ChiefId, UnitNo};
use super::map::Map;
use super::roster::{Name, Roster};
use super::words::{Camp, Outcome, Settlement, YesNo};
use crate::figures::{Faults, Figure, Reader, Sheet, SourceSet};
use crate::hex::{Cell, Hex};
use crate::side::Side;

/// The name of the file, under which its faults are reported.
pub const FILE: &str = "rules/montenotte/scenario.toml";
pub(super) const TEXT: &str = include_str!("../../rules/montenotte/scenario.toml");

/// Who stands somewhere at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A general-in-chief.
    Chief(ChiefId),
    /// A division or brigade.
    Unit(UnitNo),
}

/// A force at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Who.
    pub who: Who,
    /// Where.
    pub cell: Cell,
    /// Its strength; 0 for a general-in-chief.
    pub strength: u8,
    /// The notch of its cursor.
    pub cursor: i8,
    /// Where the book leaves its place to the player: the hex that it stands around, and within how many hexes. `cell` is
    /// then where it stands unless it is placed.
    pub zone: Option<(Cell, u8)>,
}

/// A place whose loss and recovery count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Its hex.
    pub cell: Cell,
    /// Who holds it at the start.
    pub holder: Camp,
    /// What the Sardinian track moves by; 0 for none.
    pub worth: Figure<i8>,
}

/// A band of points at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    /// The least points.
    pub least: Figure<i8>,
    /// The outcome.
    pub outcome: Outcome,
    /// The winner.
    pub side: Option<Side>,
}

macro_rules! sections {
    ($($name:ident at $path:literal { $($field:ident: $ty:ty),* $(,)? })*) => {$(
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) struct $name {
            $(pub $field: Figure<$ty>),*
        }

        impl $name {
            fn read(r: &mut Reader<'_>) -> Self {
                Self { $($field: r.cell(concat!($path, ".", stringify!($field)))),* }
            }
        }
    )*};
}

sections! {
    SardinianMorale at "sardinian_morale" {
        start: i8, most: i8, french_victory: i8, major_defeat: i8, decisive_defeat: i8, losses_sp: u8, losses: i8,
        austrian_demoralised: i8, major_victory: i8, decisive_victory: i8, village_pillaged: i8, town_pillaged: i8,
        city_pillaged: i8,
    }
    Points at "points" {
        start: i8, coalition_victory: i8, french_major_victory: i8, coalition_major_victory: i8,
        french_decisive_victory: i8, coalition_decisive_victory: i8, bonaparte_major_defeat: i8,
        bonaparte_decisive_defeat: i8, around_carcare: i8, around_carcare_hexes: u8, genoa: i8, austrian_demoralised: i8,
        austrian_rallied: i8, french_demoralised: i8, french_rallied: i8, french_pillage_village: i8,
        french_pillage_town: i8, french_pillage_city: i8, austrian_pillage_village: i8, austrian_pillage_town: i8,
        austrian_pillage_city: i8,
    }
}

impl SardinianMorale {
    /// What a pillage moves the track by (N 15.2/15).
    pub(super) fn pillaged(&self, settlement: Settlement) -> i8 {
        match settlement {
            Settlement::Village => self.village_pillaged.value,
            Settlement::Town => self.town_pillaged.value,
            Settlement::City => self.city_pillaged.value,
        }
    }
}

/// The control of Coni (N 15.2/2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Coni {
    pub place: usize,
    pub infantry_sp: u8,
    pub modifier: i8,
    pub coalition_least_hexes: u8,
}

/// Ormea feeds a division (N 15.2/3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ormea {
    pub division: UnitNo,
    pub cell: Cell,
    pub half_mp: u8,
}

/// A set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// How many turns.
    pub turns: u8,
    /// Who has the initiative on the first turn.
    pub first_turn_initiative: ChiefId,
    /// The forces at the start.
    pub forces: Vec<Placement>,
    /// The decoys at the start.
    pub decoys: Vec<(Side, Cell)>,
    /// The places that count.
    pub places: Vec<Place>,
    /// The outcomes, the lowest first.
    pub bands: Vec<Band>,
    /// What the lowest points are by the printed label of the band of 15 (ruling `points-band-15`): the band and its label.
    pub(super) label: Option<(usize, i8)>,
    pub(super) sardinian: SardinianMorale,
    pub(super) points: Points,
    pub(super) coni: Option<Coni>,
    pub(super) ormea: Option<Ormea>,
    /// Places that feed Sardinians (N 13.5).
    pub(super) sardinian_supply: Vec<Cell>,
    /// Pillaging these leaves Sardinian morale alone (N 15.2/15).
    pub(super) not_here: Vec<Cell>,
    /// Carcare and Genoa.
    pub(super) carcare: Option<Cell>,
    pub(super) genoa: Option<Cell>,
}

fn hex(r: &mut Reader<'_>, map: &Map, path: &str) -> Option<Cell> {
    let name: Figure<Name> = r.cell(path);
    let cell = name.value.0.parse::<Hex>().ok().and_then(|hex| map.grid.cell(hex));
    if cell.is_none() {
        r.misfit(path, "a hex of the map", &name.value.0);
    }
    cell
}

fn place(r: &mut Reader<'_>, map: &Map, path: &str, name: &str) -> Option<Cell> {
    let cell = map.place(name);
    if cell.is_none() {
        r.misfit(path, "a place of the map", name);
    }
    cell
}

impl Scenario {
    /// The scenario of the book, with a file of the user's own laid over it cell by cell.
    ///
    /// # Errors
    /// Every fault of the files at once, and every figure that no allowed source gives.
    pub fn load(overlay: Option<&str>, allowed: SourceSet, map: &Map, roster: &Roster) -> Result<Self, Faults> {
        Self::load_from((FILE, TEXT), overlay, allowed, map, roster)
    }

    pub(super) fn load_from(
        (file, text): (&str, &str),
        overlay: Option<&str>,
        allowed: SourceSet,
        map: &Map,
        roster: &Roster,
    ) -> Result<Self, Faults> {
        let mut sheet = Sheet::parse(file, text);
        if let Some(text) = overlay {
            sheet = sheet.under(Sheet::parse("overlay of scenario", text));
        }
        let mut r = Reader::new(sheet, allowed, &|_| true);
        let scenario = Self::read(&mut r, map, roster);
        r.finish()?;
        Ok(scenario)
    }

    fn read(r: &mut Reader<'_>, map: &Map, roster: &Roster) -> Self {
        let name: Figure<Name> = r.cell("scenario.name");
        let _: Figure<Name> = r.cell("scenario.first_day");
        let first: Figure<Name> = r.cell("scenario.first_turn_initiative");
        let first_turn_initiative = roster.chief(&first.value.0).or_else(|| {
            r.misfit("scenario.first_turn_initiative", "a general-in-chief", &first.value.0);
            None
        });
        let mut forces = Vec::new();
        for key in r.keys("force") {
            Self::force(r, map, roster, &key, &mut forces);
        }
        Self::apart(r, map, roster, &forces);
        forces.sort_by_key(|force: &Placement| match force.who {
            Who::Chief(chief) => (0, chief.index()),
            Who::Unit(unit) => (1, unit.index()),
        });
        let mut decoys = Vec::new();
        for key in r.keys("decoy") {
            let camp: Figure<Camp> = r.cell(&format!("decoy.{key}.side"));
            let cell = hex(r, map, &format!("decoy.{key}.hex"));
            match (camp.value.side(), cell) {
                (Some(side), Some(cell)) => decoys.push((side, cell)),
                (None, _) => r.misfit(&format!("decoy.{key}.side"), "a side", "nobody"),
                (_, None) => {}
            }
        }
        decoys.sort_by_key(|(side, _)| *side);
        let mut places = Vec::new();
        for key in r.keys("control") {
            let holder: Figure<Camp> = r.cell(&format!("control.{key}"));
            let path = format!("sardinian_morale.place.{key}");
            let worth = if r.has(&path) { r.cell(&path) } else { Figure::new(0, holder.source) };
            if let Some(cell) = place(r, map, &format!("control.{key}"), &key) {
                places.push(Place { name: key, cell, holder: holder.value, worth });
            }
        }
        if places.len() > super::state::PLACES {
            r.misfit("control", "at most 16 places", &places.len().to_string());
        }
        let mut set = |table: &str| {
            let mut cells = Vec::new();
            for key in r.keys(table) {
                let yes: Figure<YesNo> = r.cell(&format!("{table}.{key}"));
                if yes.value == YesNo::Yes
                    && let Some(cell) = place(r, map, &format!("{table}.{key}"), &key)
                {
                    cells.push(cell);
                }
            }
            cells
        };
        let not_here = set("sardinian_morale.not_here");
        let sardinian_supply = set("sardinian_supply");
        let (mut bands, mut label) = (Vec::new(), None);
        for key in r.keys("band") {
            let path = |cell: &str| format!("band.{key}.{cell}");
            let side: Figure<Camp> = r.cell(&path("side"));
            let least: Figure<i8> = r.cell(&path("least"));
            if r.has(&path("label_least")) {
                let printed: Figure<i8> = r.cell(&path("label_least"));
                label = Some((least.value, printed.value));
            }
            bands.push(Band { least, outcome: r.cell(&path("outcome")).value, side: side.value.side() });
        }
        bands.sort_by_key(|band| band.least.value);
        let label =
            label.and_then(|(least, printed)| Some((bands.iter().position(|b| b.least.value == least)?, printed)));
        let coni = r.has("coni").then(|| {
            let name: Figure<Name> = r.cell("coni.place");
            let at = places.iter().position(|place| place.name == name.value.0);
            if at.is_none() {
                r.misfit("coni.place", "a place under [control]", &name.value.0);
            }
            Coni {
                place: at.unwrap_or_default(),
                infantry_sp: r.cell("coni.infantry_sp").value,
                modifier: r.cell("coni.modifier").value,
                coalition_least_hexes: r.cell("coni.coalition_least_hexes").value,
            }
        });
        let ormea = r.has("ormea").then(|| {
            let (division, name): (Figure<Name>, Figure<Name>) = (r.cell("ormea.division"), r.cell("ormea.place"));
            let half_mp: Figure<u8> = r.cell("ormea.half_mp");
            let cell = place(r, map, "ormea.place", &name.value.0);
            let division = roster.unit(&division.value.0).or_else(|| {
                r.misfit("ormea.division", "a division", &division.value.0);
                None
            });
            Some(Ormea { division: division?, cell: cell?, half_mp: half_mp.value })
        });
        Self {
            name: name.value.0,
            turns: r.cell("scenario.turns").value,
            first_turn_initiative: first_turn_initiative.unwrap_or_default(),
            forces,
            decoys,
            places,
            bands,
            label,
            sardinian: SardinianMorale::read(r),
            points: Points::read(r),
            coni,
            ormea: ormea.flatten(),
            sardinian_supply,
            not_here,
            carcare: map.place("Carcare"),
            genoa: map.place("Genoa"),
        }
    }

    /// Both sides place their forces in secret, so that no hex may be open to one and hold or be open to the other.
    fn apart(r: &mut Reader<'_>, map: &Map, roster: &Roster, forces: &[Placement]) {
        let side = |force: &Placement| match force.who {
            Who::Chief(chief) => roster[chief].side,
            Who::Unit(unit) => roster[unit].side(),
        };
        let covers = |force: &Placement, cell: Cell| match force.zone {
            Some((of, hexes)) => map.grid.distance(of, cell) <= hexes,
            None => force.cell == cell,
        };
        for one in forces.iter().filter(|force| force.zone.is_some()) {
            let others = forces.iter().filter(|other| side(other) != side(one));
            let shared = others.flat_map(|other| map.grid.cells().map(move |cell| (other, cell)));
            if shared.into_iter().any(|(other, cell)| covers(one, cell) && covers(other, cell)) {
                let name = match one.who {
                    Who::Chief(chief) => &roster[chief].name,
                    Who::Unit(unit) => &roster[unit].name,
                };
                r.misfit(&format!("force.{name}.within_hexes"), "hexes where no enemy may stand", "a shared hex");
            }
        }
    }

    fn force(r: &mut Reader<'_>, map: &Map, roster: &Roster, key: &str, forces: &mut Vec<Placement>) {
        let path = |cell: &str| format!("force.{key}.{cell}");
        let cell = hex(r, map, &path("hex"));
        let mut zone = None;
        if r.has(&path("within_hexes")) {
            // Where it stands unless it is placed must be one of its places.
            let within: Figure<u8> = r.cell(&path("within_hexes"));
            let of = hex(r, map, &path("of"));
            zone = of.map(|of| (of, within.value));
            if let (Some(cell), Some(of)) = (cell, of)
                && map.grid.distance(cell, of) > within.value
            {
                r.misfit(&path("hex"), "a hex within the distance", "one beyond it");
            }
        }
        let optional =
            |r: &mut Reader<'_>, cell: &str| -> i8 { if r.has(&path(cell)) { r.cell(&path(cell)).value } else { 0 } };
        // A missing hex has been noted.
        let at = |who, strength, cursor| cell.map(|cell| Placement { who, cell, strength, cursor, zone });
        if let Some(chief) = roster.chief(key) {
            forces.extend(at(Who::Chief(chief), 0, 0));
        } else if let Some(unit) = roster.unit(key) {
            let strength: Figure<u8> = r.cell(&path("strength"));
            let cursor = optional(r, "cursor");
            forces.extend(at(Who::Unit(unit), strength.value, cursor));
        } else {
            r.misfit(&format!("force.{key}"), "a general-in-chief, division or brigade", key);
        }
    }
}
