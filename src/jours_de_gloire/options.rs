//! The optional rules of the Classic edition, each on or off on its own.

use super::scenario::Switch;

/// Which optional rules are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Phase D bis: reserve activation (R optional 1.D.bis).
    pub reserve: Switch,
    /// Orders by tactical group (R optional 2.3); Montebello always has it.
    pub tactical_groups: Switch,
    /// Fire that strikes friends (R optional 7).
    pub misguided_fire: Switch,
    /// Infantry's reaction fire (R optional 8.3).
    pub infantry_fire: Switch,
    /// Demoralized formations (R optional 11); Montebello always has its own rule.
    pub demoralization: Switch,
}

impl Options {
    /// Their names in a set-up.
    pub(super) const NAMES: [&str; 5] =
        ["reserve-activation", "tactical-groups", "misguided-fire", "infantry-reaction-fire", "demoralized-formations"];

    /// The option of this name, to be switched.
    pub(super) fn named(&mut self, name: &str) -> Option<&mut Switch> {
        match name {
            "reserve-activation" => Some(&mut self.reserve),
            "tactical-groups" => Some(&mut self.tactical_groups),
            "misguided-fire" => Some(&mut self.misguided_fire),
            "infantry-reaction-fire" => Some(&mut self.infantry_fire),
            "demoralized-formations" => Some(&mut self.demoralization),
            _ => None,
        }
    }
}
