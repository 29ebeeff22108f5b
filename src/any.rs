//! Any ruleset at run time, for programs that choose by name.
//!
//! [`AnyRuleset`] is closed: it holds each ruleset of the crate. What is to be done with whichever it is, is written once,
//! generic over [`Doors`], as a [`Task`].
//!
//! ```
//! use grognard::any::{AnyRuleset, Task};
//! use grognard::doors::Doors;
//! use grognard::setup::Setup;
//! use grognard::side::Side;
//!
//! struct Sides;
//!
//! impl Task for Sides {
//!     type Output = [String; 2];
//!
//!     fn run<R: Doors>(self, rules: &R) -> [String; 2] {
//!         Side::BOTH.map(|side| rules.side_name(side).to_owned())
//!     }
//! }
//!
//! let rules = AnyRuleset::open("montebello", &Setup::scenario("charge"))?;
//! assert_eq!(rules.with(Sides), ["French", "Austrian"]);
//! assert!(AnyRuleset::open("waterloo", &Setup::default()).is_err());
//! # Ok::<(), grognard::figures::Faults>(())
//! ```

use crate::doors::Doors;
use crate::figures::{Fault, FaultKind, Faults};
use crate::jours_de_gloire::JoursDeGloire;
use crate::jours_de_gloire::edition::Edition;
use crate::montenotte::Montenotte;
use crate::names::fault;
use crate::record::{Divergence, How, Place, Record, Replay};
use crate::ruleset::Ruleset;
use crate::setup::Setup;

/// The names of the rulesets.
pub const RULESETS: [&str; 3] = ["rivoli", "montebello", "montenotte"];

/// The scenarios that come with the crate, each with a ruleset that plays it.
pub fn scenarios() -> impl Iterator<Item = (&'static str, &'static str)> {
    let series = |scenario: &'static str| {
        let ruleset = if scenario.starts_with("rivoli") { "rivoli" } else { "montebello" };
        (ruleset, scenario)
    };
    let montenotte = crate::montenotte::SCENARIOS.into_iter().map(|scenario| ("montenotte", scenario));
    crate::jours_de_gloire::scenarios().map(series).chain(montenotte)
}

/// One of the rulesets of the crate, opened.
#[derive(Clone, Debug)]
pub enum AnyRuleset {
    /// Rivoli 1797, or another scenario of the series under its rules.
    Rivoli(JoursDeGloire),
    /// Montebello 1800, or another scenario of the series under its rules.
    Montebello(JoursDeGloire),
    /// Montenotte 1796.
    Montenotte(Box<Montenotte>),
}

/// What is to be done with a ruleset, whichever it is.
pub trait Task {
    /// What it gives.
    type Output;

    /// Does it.
    fn run<R: Doors>(self, rules: &R) -> Self::Output;
}

impl AnyRuleset {
    /// Opens the ruleset of this name on a set-up.
    ///
    /// # Errors
    /// Every fault and every gap at once; a name that is none of [`RULESETS`].
    pub fn open(name: &str, setup: &Setup) -> Result<Self, Faults> {
        match name {
            "rivoli" => series(setup, Edition::Rivoli, "rivoli-edition").map(Self::Rivoli),
            "montebello" => series(setup, Edition::Montebello, "montebello-edition").map(Self::Montebello),
            "montenotte" => Montenotte::open(setup).map(Box::new).map(Self::Montenotte),
            _ => {
                let kind = FaultKind::UnknownName { expected: RULESETS.join(", "), name: name.to_owned() };
                Err(Fault { file: "set-up".into(), line: None, path: "ruleset".into(), kind }.into())
            }
        }
    }

    /// Does something with it.
    pub fn with<T: Task>(&self, task: T) -> T::Output {
        match self {
            Self::Rivoli(rules) | Self::Montebello(rules) => task.run(rules),
            Self::Montenotte(rules) => task.run(rules.as_ref()),
        }
    }

    /// The name under which it is opened.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rivoli(rules) | Self::Montebello(rules) => rules.ruleset_name(),
            Self::Montenotte(rules) => rules.ruleset_name(),
        }
    }
}

/// The rules of the series in this edition: the ruleset that is asked for by name says which, unless the set-up does.
fn series(setup: &Setup, edition: Edition, option: &str) -> Result<JoursDeGloire, Faults> {
    let named = |option: &String| ["rivoli-edition", "montebello-edition"].contains(&option.as_str());
    let rules = if setup.options.iter().any(named) {
        JoursDeGloire::open(setup)?
    } else {
        JoursDeGloire::open(&setup.clone().option(option))?
    };
    if rules.edition() == edition {
        Ok(rules)
    } else {
        Err(fault("set-up", "options", option, "the option of the other edition").into())
    }
}

/// Replays a record under whatever it names, and gives the last fingerprint.
///
/// # Errors
/// Where the record and the rules first part, and how.
pub fn verify(record: &Record) -> Result<crate::fingerprint::Fingerprint, Divergence> {
    struct Verify<'r>(&'r Record);

    impl Task for Verify<'_> {
        type Output = Result<crate::fingerprint::Fingerprint, Divergence>;

        fn run<R: Doors>(self, rules: &R) -> Self::Output {
            match crate::record::replay(rules, self.0) {
                Replay::Exact(state) => Ok(rules.fingerprint(&state)),
                Replay::Diverged(divergence) => Err(divergence),
            }
        }
    }

    AnyRuleset::open(&record.ruleset, &record.setup)
        .map_err(|faults| Divergence { at: Place::Heading, how: How::Unreadable(faults) })?
        .with(Verify(record))
}
