//! The charts and tables of the series, and every other figure of its rules, typed.
//!
//! The figures stand in `rules/rivoli/charts.toml`, which holds them all, and `rules/montebello/charts.toml`, which holds
//! what the later edition prints otherwise or prints itself. Once [`Charts`] are loaded every look-up is an array access
//! and has an answer, which says whether it was printed ([`Source`](crate::figures::Source)).
//!
//! ```
//! use grognard::figures::SourceSet;
//! use grognard::jours_de_gloire::charts::{Arm, Charts, Entry, Terrain};
//! use grognard::jours_de_gloire::edition::Edition;
//!
//! let charts = Charts::load(Edition::Rivoli, None, SourceSet::ALL)?;
//! assert_eq!(charts.entry(Terrain::Clear, Arm::Artillery).value, Entry::Cost(2));
//! assert_eq!(charts.odds(8, 3).0.value, 2);
//! # Ok::<(), grognard::figures::Faults>(())
//! ```

mod combat;
mod kinds;
mod loading;
mod sections;
mod terrain;

pub use combat::{FireResult, FollowUp, OddsRow, Ratio, ShockRow, Toll};
pub use kinds::{
    Arm, Assault, Barrier, ChargeGround, Crossing, Entry, Fire, FireModifier, ShockModifier, Slant, Terrain, Water,
    Way, WayOver,
};
pub use loading::{Reach, Topic, sheet};
pub use sections::{
    Advance, Charge, Command, Dark, Demoralization, Gunnery, InfantryFire, MisdirectedFire, Movement, Rally, Refusal,
    Retreat, Rout, Square, Stacking,
};

use combat::Combat;
use sections::Sections;
use terrain::Ground;

/// The figures of one edition, complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    ground: Ground,
    combat: Combat,
    sections: Sections,
}
