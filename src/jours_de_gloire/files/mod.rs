//! Maps, rosters and scenarios from the files that a player can read and correct.
//!
//! Every fault of a file is reported at once, with the file, the line and the keys that lead to it; the items of a list
//! are counted from 1: `formation[2].unit[3].cohesion`. Each block of a file says where it comes from, as
//! [figures](crate::figures) do: `source`, with `from` or `why`; what a formation says holds for its units.
//!
//! # Maps
//! ```toml
//! [map]
//! name = "A hill"
//! columns = 4                 # 01 to 04
//! rows = 3
//! lower = "odd"               # the columns that sit half a hex lower
//! source = "reconstructed"
//! why = "an example"
//! [terrain]                   # by kind; what is not listed is clear
//! village = ["0101"]
//! [levels]                    # by level; what is not listed is at 0
//! "1" = ["0202"]
//! [ways]                      # chains of hexes: road, track
//! road = [["0101", "0201", "0202"]]
//! [hexsides]                  # slope, steep_slope, crest, stream, river, bridge, ford, impassable
//! slope = ["0202-0203"]       # the hex of the higher level is the upper one
//! redoubt = ["0201>0101"]     # works, also fortification: outside>inside
//! [places]
//! "The village" = ["0101"]
//! [streets]                   # hexes that may be charged along a road or track (M specific 9.1)
//! hexes = ["0101"]
//! ```
//! Where two hexes differ in level and no slope is drawn between them, the loader adds a
//! [change of level](super::charts::Barrier::Level).
//!
//! # Rosters
//! ```toml
//! [sides]
//! first = "French"
//! second = "Austrian"
//! [[formation]]
//! name = "O'Reilly"
//! side = "Austrian"
//! initiative = [5, 4]         # of each of its markers, which are called "O'Reilly 1" and "O'Reilly 2"
//! source = "printed"
//! [[formation.unit]]
//! name = "Nauendorff"
//! arm = "cavalry"
//! weight = "light"            # infantry: line, light; cavalry: light, heavy; artillery: foot, horse
//! strength = 3
//! cohesion = 6
//! engagement = 4              # not artillery
//! movement = 9
//! disordered = { strength = 2, cohesion = 5, engagement = 3, movement = 9 }
//! # range = { effective = 3, maximum = 8 }      artillery only
//! [[formation]]
//! name = "Gottesheim"
//! side = "Austrian"
//! initiative = [4, 4]
//! source = "printed"
//! [[combined]]                # a combined marker (2.1.2)
//! name = "Both"
//! side = "Austrian"
//! initiative = 4              # left out if it is never tested
//! source = "printed"
//! [[commander]]
//! name = "Ott"
//! side = "Austrian"
//! modifier = 1
//! orders = 3
//! range = 7
//! source = "printed"
//! [[commander]]
//! name = "Zach"
//! side = "Austrian"
//! modifier = 1
//! orders = 2
//! range = 6
//! source = "published"
//! from = "a leaflet"
//! ```
//!
//! # Scenarios
//! ```toml
//! [scenario]
//! name = "A skirmish"
//! source = "printed"
//! edition = "montebello"
//! first_turn = "11:00"
//! turn_minutes = 80
//! turns = 8
//! night = [8]                 # turns; fog as well
//! strategic = { Austrian = "Ott" }        # who throws for strategic initiative
//! successor = { Ott = "Zach" }            # who takes over
//! markers = ["O'Reilly"]      # formations whose markers are there from the start; if left out, those on the map
//! [[place]]
//! unit = "O'Reilly/Nauendorff"            # or "commander/Ott", who faces nowhere
//! hex = "0102"
//! facing = "NE"
//! state = "good"              # or disordered, routed, square
//! choice = "here"             # or neighbour, neighbour:0103, area, with:O'Reilly, beside:Austrian
//! [areas]                     # where those may stand whose choice is "area"
//! Austrian = ["0101", "0102"]
//! [lines]                     # hexes of an area that belong to it or not, as ruled (`deployment-on-the-line`)
//! Austrian = ["0102"]
//! [[reinforcement]]
//! turn = 4
//! units = ["commander/Zach"]
//! hex = "0401"
//! # [[early]]                 # as a place: a unit of a reinforcement, where it is ruled to stand from the start
//!                             # (`free-deployment-massena`)
//! [[arrival.change]]          # who may arrive elsewhere (R scenario 3)
//! formation = "O'Reilly"
//! edges = ["north"]
//! ways = true                 # by a road or track only
//! [[arrival.delay]]           # what the die then says, for each face
//! from = 0
//! to = 9
//! turns = 1
//! chooser = "owner"           # or opponent
//! [rout]
//! French = { edge = "east" }
//! Austrian = { hex = "0101" }
//! [specific]                  # see `Specific`: all of them may be left out
//! steep_levels = true         # also no_square, free_facing
//! any_counter = ["O'Reilly"]  # formations whose counters may take each other's places in the set-up
//! one_marker_turns = [1, 2]
//! lent = { unit = "O'Reilly/Nauendorff", formation = "Gottesheim" }
//! furia_francese = "Both"     # the marker
//! eagles_eye = "French"       # the side
//! pontoon = "O'Reilly"        # the formation
//! same_name_limit = 2
//! first_initiative = "French"
//! bound = { formation = "O'Reilly", route = ["0101", "0102"], within = ["0101", "0102"], goal = ["0102"] }
//! combined = [{ marker = "Both", formations = ["O'Reilly", "Gottesheim"] }]
//! [victory]
//! routed = 1
//! eliminated = 2
//! tie = "Austrian"
//! [[victory.hex]]
//! hex = "0101"
//! points = 5
//! side = "French"             # left out if both can earn them
//! [[victory.automatic]]
//! side = "French"
//! kind = "exit"               # or destroyed (with formations), holds (with hexes)
//! formations = 2
//! hex = "0401"
//! unbroken = [1, 2]           # at least half of the counters in good order
//! ```

mod document;
mod hexes;
mod map;
mod overlay;
mod places;
mod scenario;
mod specific;
mod units;
mod victory;

use super::map::Map;
use super::roster::Roster;
use super::scenario::Scenario;
use crate::figures::Faults;
pub use document::Document;
use document::{Item, Keys, Legible, Log};

impl Document {
    fn read<T>(self, read: impl FnOnce(Keys, &mut Log) -> Option<T>) -> Result<T, Faults> {
        let mut log = Log { faults: self.faults };
        // What is missing from a text that is no TOML says nothing.
        let found = match self.legible {
            Legible::Yes => {
                let root = Item::root(self.root).table(&mut log);
                read(root, &mut log)
            }
            Legible::No => None,
        };
        let mut faults = log.faults;
        faults.sort_by(|a, b| (&a.file, a.line, &a.path).cmp(&(&b.file, b.line, &b.path)));
        match found {
            Some(found) if faults.is_empty() => Ok(found),
            _ => Err(Faults { faults, gaps: Vec::new() }),
        }
    }

    /// Reads it as a map.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn map(self) -> Result<Map, Faults> {
        self.read(map::read)
    }

    /// Reads it as a roster.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn roster(self) -> Result<Roster, Faults> {
        self.read(|root, log| Some(units::read(root, log)))
    }

    /// Reads it as a scenario on this map, with this roster.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn scenario(self, map: &Map, roster: &Roster) -> Result<Scenario, Faults> {
        self.read(|root, log| Some(scenario::read(root, map, roster, log)))
    }
}

/// A map from its text; `file` is the name that faults are reported under.
///
/// # Errors
/// Every fault at once.
pub fn map(file: &str, text: &str) -> Result<Map, Faults> {
    Document::parse(file, text).map()
}

/// A roster from its text; `file` is the name that faults are reported under.
///
/// # Errors
/// Every fault at once.
pub fn roster(file: &str, text: &str) -> Result<Roster, Faults> {
    Document::parse(file, text).roster()
}

/// A scenario from its text; `file` is the name that faults are reported under.
///
/// # Errors
/// Every fault at once.
pub fn scenario(file: &str, text: &str, map: &Map, roster: &Roster) -> Result<Scenario, Faults> {
    Document::parse(file, text).scenario(map, roster)
}

/// A file of the user's own laid over one of ours, each with the name that faults are reported under, as
/// [`Document::under`] lays it; to be read as a map, roster or scenario.
///
/// # Errors
/// What is not TOML in either. All other faults are found when it is read.
pub fn overlay(base: (&str, &str), over: (&str, &str)) -> Result<Document, Faults> {
    let document = Document::parse(base.0, base.1).under(Document::parse(over.0, over.1));
    if document.faults.is_empty() { Ok(document) } else { Err(Faults { faults: document.faults, gaps: Vec::new() }) }
}
