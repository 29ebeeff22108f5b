//! Charts from their files.

use super::kinds::{Barrier, Crossing, Terrain, Way};
use super::{Charts, combat::Combat, sections::Sections, terrain::Ground};
use crate::figures::{Faults, Reader, Sheet, SourceSet};
use crate::jours_de_gloire::edition::Edition;

/// The name of the series' file, under which its faults are reported, and its text.
const SERIES: (&str, &str) = ("rules/rivoli/charts.toml", include_str!("../../../rules/rivoli/charts.toml"));
const MONTEBELLO: (&str, &str) =
    ("rules/montebello/charts.toml", include_str!("../../../rules/montebello/charts.toml"));
/// Where a figure stands that Montebello takes over from the series.
const FROM_SERIES: &str = "the charts and the rulebook of Rivoli 1797, an older edition of the series";
/// The tables of Rivoli's own optional rules, which Montebello does not have.
const RIVOLI_ONLY: [&str; 2] = ["infantry_fire", "misdirected_fire"];

/// Something that a set-up may never come to: its gaps do not count then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Topic {
    /// Hexes of this terrain.
    Terrain(Terrain),
    /// Ways of this kind.
    Way(Way),
    /// Hexsides of this kind.
    Barrier(Barrier),
    /// Bridges or fords.
    Crossing(Crossing),
    /// Squares.
    Square,
    /// Infantry's reaction fire (R optional 8.3).
    InfantryFire,
    /// Fire that strikes friends (R optional 7).
    MisdirectedFire,
    /// Demoralization (R optional 11, M 11.2).
    Demoralization,
    /// Night turns.
    Night,
    /// Fog turns.
    Fog,
}

impl Topic {
    fn table(self) -> String {
        match self {
            Self::Terrain(terrain) => format!("terrain.{}.", terrain.key()),
            Self::Way(way) => format!("way.{}.", way.key()),
            Self::Barrier(barrier) => format!("hexside.{}.", barrier.key()),
            Self::Crossing(crossing) => format!("crossing.{}.", crossing.key()),
            Self::Square => "square.".to_owned(),
            Self::InfantryFire => "infantry_fire.".to_owned(),
            Self::MisdirectedFire => "misdirected_fire.".to_owned(),
            Self::Demoralization => "demoralization.".to_owned(),
            Self::Night => "night.".to_owned(),
            Self::Fog => "fog.".to_owned(),
        }
    }
}

/// Which figures a set-up can come to need. The default is all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    without: Vec<String>,
}

impl Reach {
    /// All figures but those that only this topic needs.
    #[must_use]
    pub fn without(mut self, topic: Topic) -> Self {
        self.without.push(topic.table());
        self
    }

    fn holds(&self, path: &str) -> bool {
        !self.without.iter().any(|table| path.starts_with(table.as_str()))
    }
}

/// The figures of an edition as its files give them, every cell with its source and the reason for it, with a file of
/// the user's own laid over them.
pub fn sheet(edition: Edition, overlay: Option<&str>) -> Sheet {
    let sheet = match edition {
        Edition::Rivoli => series(SERIES.1),
        Edition::Montebello => later(SERIES.1, MONTEBELLO.1),
    };
    match overlay {
        Some(text) => sheet.under(Sheet::parse("overlay charts", text)),
        None => sheet,
    }
}

fn series(text: &str) -> Sheet {
    Sheet::parse(SERIES.0, text)
}

fn later(series_text: &str, text: &str) -> Sheet {
    let base = RIVOLI_ONLY.iter().fold(series(series_text), |sheet, table| sheet.without(table));
    base.inherited(FROM_SERIES).under(Sheet::parse(MONTEBELLO.0, text))
}

impl Charts {
    /// The figures of an edition, from the sources that are `allowed`, with a file of the user's own laid over them cell
    /// by cell.
    ///
    /// # Errors
    /// Every fault of the files at once, and every figure that no allowed source gives.
    pub fn load(edition: Edition, overlay: Option<&str>, allowed: SourceSet) -> Result<Self, Faults> {
        Self::read(sheet(edition, overlay), allowed, &Reach::default())
    }

    /// The figures on a sheet of the caller's own (see [`sheet`]), for a set-up that can only come to need what `reach`
    /// says.
    ///
    /// # Errors
    /// As [`load`](Self::load); a figure that the set-up cannot need is no gap, though it must be in the file.
    pub fn read(sheet: Sheet, allowed: SourceSet, reach: &Reach) -> Result<Self, Faults> {
        let reached = |path: &str| reach.holds(path);
        let mut reader = Reader::new(sheet, allowed, &reached);
        let charts = Self {
            ground: Ground::read(&mut reader),
            combat: Combat::read(&mut reader),
            sections: Sections::read(&mut reader),
        };
        reader.finish()?;
        Ok(charts)
    }
}
