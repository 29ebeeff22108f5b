//! The charges that the example `odds` keeps, opened.

use grognard::door::Request;
use grognard::doors::Doors;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::document::Document;
use grognard::jours_de_gloire::state::State;
use grognard::odds::{Manner, Odds, Span, foresee};
use grognard::ruleset::Ruleset;
use grognard::side::Side;

/// A position, and what is asked of it.
pub struct Stated {
    pub rules: JoursDeGloire,
    pub state: State,
    pub by: Side,
    pub action: Action,
    pub manners: [Manner; 2],
}

pub const EDITIONS: [&str; 2] = ["montebello", "rivoli"];

/// All of them, by name.
pub const ALL: [(&str, &str); 7] = [
    ("worked-charge", include_str!("../../examples/odds/worked-charge.json")),
    ("infantry", include_str!("../../examples/odds/infantry.json")),
    ("cavalry", include_str!("../../examples/odds/cavalry.json")),
    ("square", include_str!("../../examples/odds/square.json")),
    ("stack", include_str!("../../examples/odds/stack.json")),
    ("guns", include_str!("../../examples/odds/guns.json")),
    ("battery", include_str!("../../examples/odds/battery.json")),
];

/// The position of this name under this edition.
pub fn stated(name: &str, edition: &str) -> Stated {
    let (_, text) = ALL.iter().find(|(other, _)| *other == name).unwrap();
    let request: Request = serde_json::from_str(text).unwrap();
    let rules = JoursDeGloire::open(&request.setup.option(format!("{edition}-edition"))).unwrap();
    let document: Document = serde_json::from_value(request.document.unwrap()).unwrap();
    let state = rules.read(&document).unwrap_or_else(|faults| panic!("{name}: {faults}"));
    let asked = request.odds.unwrap();
    let by = rules.side_named(&asked.by).unwrap();
    let action = rules.read_action(&asked.action).unwrap();
    let manners = Side::BOTH.map(|side| asked.answers.get(rules.side_name(side)).copied().unwrap_or_default());
    Stated { rules, state, by, action, manners }
}

impl Stated {
    /// The odds to the end of a span, as the position states them otherwise.
    pub fn odds(&self, span: Span) -> Odds<State> {
        foresee(&self.rules, &self.state, self.by, &self.action, self.manners, span, 1_000_000).unwrap()
    }
}
