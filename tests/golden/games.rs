//! Which games are kept: one of every scenario that comes with the crate.

/// A game that is kept as `tests/golden/NAME.json`.
pub struct Golden {
    /// Its name.
    pub name: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// The scenario.
    pub scenario: &'static str,
    /// The options of the set-up.
    pub options: &'static [&'static str],
    /// The seed with which it was played; no record holds it.
    pub seed: u64,
}

const fn game(name: &'static str, ruleset: &'static str, scenario: &'static str, seed: u64) -> Golden {
    Golden { name, ruleset, scenario, options: &[], seed }
}

/// The games.
pub const GAMES: &[Golden] = &[
    game("charge", "montebello", "charge", 1800),
    game("montebello", "montebello", "montebello", 1800),
    game("proving-montebello", "montebello", "proving", 9),
    game("proving-rivoli", "rivoli", "proving", 14),
    game("rivoli-historical", "rivoli", "rivoli-historical", 1797),
    game("rivoli-free", "rivoli", "rivoli-free", 1),
    game("rivoli-arrival", "rivoli", "rivoli-arrival", 114),
    game("montenotte", "montenotte", "montenotte", 1796),
    game("montenotte-proving", "montenotte", "montenotte-proving", 10),
];
