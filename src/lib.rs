//! `grognard` adjudicates printed wargames: a position and a player's decision go in; the new position and an account of
//! everything that happened come out, each step with the rule that it follows from; or the rule that forbids it.
//!
//! ```
//! use grognard::chance::Seeded;
//! use grognard::jours_de_gloire::JoursDeGloire;
//! use grognard::ruleset::Ruleset;
//! use grognard::setup::Setup;
//!
//! let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
//! let mut chance = Seeded::new(1800);
//! let begun = rules.begin(&mut chance)?;
//! let waiting = rules.waiting(&begun.state);
//! let side = waiting.sides().next().expect("both sides are asked for their orders");
//! let action = rules.decline(&begun.state, side).expect("giving no order is always possible");
//! let outcome = rules.apply(&begun.state, side, &action, &mut chance)?;
//! for entry in outcome.journal.seen_by(side) {
//!     println!("{}", rules.tell(entry));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Where what is
//! - The games: [`jours_de_gloire`], the series of Rivoli 1797 and Montebello 1800; [`montenotte`], Montenotte 1796; and
//!   [`any`](mod@any), whichever is asked for by name.
//! - What every game gives: the trait [`ruleset::Ruleset`]; what comes out of it: [`journal`], [`tally`], [`refusal`].
//! - Dice and draws: [`chance`]; exact distributions: [`mod@odds`].
//! - What games are made of: [`mod@rule`] numbers, [`figures`] and their sources, [`mod@rulings`], [`setup`], [`hex`] geometry,
//!   [`side`] and units, the [`agenda`], the [`desk`].
//! - The [`guide`]: how the parts work together, and how to add a map, a scenario or a game.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod agenda;
pub mod answer;
pub mod any;
pub mod chance;
pub mod coverage;
pub mod desk;
pub mod door;
pub mod doors;
pub mod figures;
pub mod fingerprint;
pub mod guide;
pub mod hex;
mod ids;
pub mod journal;
pub mod jours_de_gloire;
pub mod montenotte;
pub mod names;
pub mod odds;
pub mod players;
mod reasons;
pub mod record;
pub mod refusal;
mod rows;
pub mod rule;
pub mod ruleset;
pub mod rulings;
pub mod setup;
pub mod side;
#[cfg(feature = "proptest")]
pub mod strategies;
pub mod tally;

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
