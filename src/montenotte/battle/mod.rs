//! 11: battle, one section a file.

pub mod ground;
pub mod manoeuvre;
pub mod position;
pub mod ratio;
pub mod results;

mod aftermath;
mod declaration;
mod fight;
mod guns;
mod losses;
pub mod pursuit;
mod retreat;

use super::Montenotte;
use super::ids::{MarkerId, Markers};
use super::state::State;
use crate::side::Side;

impl Montenotte {
    /// The forces of a side that take part in the battle.
    pub(super) fn engaged(&self, s: &State, side: Side) -> Markers {
        s.battle.engaged().and(self.side_markers[side.index()])
    }

    /// The principal forces of a side.
    pub(super) fn principals(&self, s: &State, side: Side) -> Markers {
        s.battle.principal.and(self.side_markers[side.index()])
    }

    /// The attacker's principal force.
    pub(super) fn principal_attacker(&self, s: &State) -> Option<MarkerId> {
        self.principals(s, s.battle.attacker()?).lowest()
    }

    /// The strength of a side on the counters.
    pub(super) fn engaged_strength(&self, s: &State, side: Side) -> u8 {
        self.engaged(s, side).map(|marker| self.strength(s, marker)).fold(0, u8::saturating_add)
    }
}
