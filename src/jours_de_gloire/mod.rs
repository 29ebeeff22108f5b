//! Jours de Gloire: the series of Rivoli 1797 and Montebello 1800, one chapter of the rulebooks a file.
//!
//! The two books name the same things differently. The code has one word for each:
//!
//! | here | Rivoli | Montebello |
//! |---|---|---|
//! | activation marker | AM | MA |
//! | combined marker | CAM | MAC |
//! | movement points | MP | PM |
//! | cohesion test | CT | TdC |
//! | engagement test | ET | TdE |
//! | zone of control | ZoC | ZdC |
//! | line of sight | LoS | LdV |
//! | modifier | DRM | MD |
//! | orders received, without orders | With Orders, Without Orders | Orders Received, Without Orders |
//! | army commander | Commander-in-Chief | army commander |
//! | order potential | Order Rating | order potential |
//! | filling the cup (phase C) | Assembly Phase | "Rally phase" |
//! | cup | pool | cup |
//! | fire capacity | Fire Rating | fire capacity |
//! | steep slope | extreme slope, steep slope | steep slope |
//! | counter-shock | Counter Shock, Counter-attack | counter-shock |
//! | passed-through units | Traversed Units | passed-through units |
//! | refusing shock, evasion | Refusing Shock | refused shock, evasion |

pub mod action;
mod activation;
mod advance;
mod arrivals;
mod bound;
mod breakthrough;
mod charge;
pub mod charts;
mod combat;
mod commanders;
mod counter_battery;
mod counter_shock;
mod declaration;
mod demoralization;
mod deployment;
mod disorder;
pub mod document;
mod doors;
mod draw;
pub mod edition;
pub mod event;
mod facing;
pub mod files;
pub mod fire;
mod fire_results;
mod fire_tally;
pub mod frame;
mod furia;
mod game;
mod ground;
mod groups;
mod initiative;
pub mod label;
pub mod map;
mod march;
mod movement;
mod names;
pub mod night;
mod open;
pub mod options;
mod orders;
mod outlook;
mod play;
mod pontoon;
pub mod position;
mod pursuit;
pub mod questions;
mod rally;
mod reaction;
mod refusal;
mod reinforcements;
mod reserve;
pub mod roster;
mod rout;
mod rout_ways;
pub mod rulings;
pub mod scenario;
mod shock;
pub mod sight;
mod square;
mod stacking;
pub mod state;
mod tables;
mod tell;
mod turn;
mod victory;
pub mod view;
pub mod why;
mod withdrawal;
mod zones;

pub use game::JoursDeGloire;
pub use open::{assemble, scenarios};
pub use shock::{Attack, Bonus};

use edition::{Cite, cite};
