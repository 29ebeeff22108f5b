//! How far odds look in this series, and what of an outcome is told.

use core::mem::discriminant;

use super::JoursDeGloire;
use super::action::Action;
use super::frame::{Frame, Step};
use super::state::{Order, State};
use crate::odds::{Fact, Horizon, Outlook, Span};
use crate::side::{Side, UnitId};

impl Outlook for JoursDeGloire {
    fn horizon(&self, from: &State, now: &State, span: Span) -> Horizon {
        let over = match span {
            Span::Decision => false,
            Span::Combat => combat_over(from, now) || activation_over(from, now),
            Span::Activation => activation_over(from, now),
            Span::Turn => from.turn != now.turn,
        };
        if over { Horizon::Here } else { Horizon::Beyond }
    }

    fn facts(&self, from: &State, now: &State) -> Vec<Fact> {
        let mut facts = Vec::new();
        for unit in from.on_map().or(now.on_map()) {
            self.unit_facts(from, now, unit, &mut facts);
        }
        for (place, commander) in self.roster.commanders.iter().enumerate() {
            let lost = |s: &State| s.commanders.get(place).is_some_and(|post| post.lost != 0);
            if lost(now) && !lost(from) {
                facts.push(Fact::new(commander.name.clone(), "eliminated"));
            }
        }
        for unit in now.on_map() {
            let Some(at) = now.at(unit) else { continue };
            let before = from.units_at(at).lowest();
            let first = now.units_at(at).lowest() == Some(unit);
            // A hex is named once, by its first unit.
            if first && before.is_some_and(|enemy| self.side_of(enemy) != self.side_of(unit)) {
                let holder = &self.roster.sides[self.side_of(unit).index()];
                facts.push(Fact::new(self.hex_name(at), format!("in {holder} hands")));
            }
        }
        facts
    }

    fn keenness(&self, state: &State, by: Side, action: &Action) -> u32 {
        crate::players::keen(self, state, by, action)
    }
}

/// Whether the activation that was under way is over, or the phase if none was.
fn activation_over(from: &State, now: &State) -> bool {
    if from.acting == 0 {
        let phase = |s: &State| s.agenda.get(0).as_ref().map(discriminant);
        return now.acting != 0 || phase(from) != phase(now);
    }
    now.marker != from.marker
}

/// Whether the combat that was under way is over, or the combats of the activation if none was.
fn combat_over(from: &State, now: &State) -> bool {
    let fights = |s: &State| s.agenda.iter().any(|frame| matches!(frame, Frame::Combat(_)));
    if fights(from) {
        return !fights(now);
    }
    matches!(now.agenda.top(), Some(Frame::Activation(step)) if step > Step::Combat)
}

impl JoursDeGloire {
    fn unit_facts(&self, from: &State, now: &State, unit: UnitId, facts: &mut Vec<Fact>) {
        let mut say = |is: String| facts.push(Fact::new(self.called(unit), is));
        if now.has_exited(unit) && !from.has_exited(unit) {
            say("leaves the map".into());
        }
        if now.order(unit) != from.order(unit) {
            say(match now.order(unit) {
                Order::Good => "in good order again".into(),
                Order::Disordered => "disordered".into(),
                Order::Routed => "routed".into(),
                Order::Eliminated => "eliminated".into(),
            });
        }
        match (from.in_square(unit), now.in_square(unit)) {
            (false, true) => say("in square".into()),
            (true, false) if now.at(unit).is_some() => say("square broken".into()),
            _ => {}
        }
        if let (Some(before), Some(after)) = (from.at(unit), now.at(unit))
            && before != after
        {
            say(format!("leaves {}", self.hex_name(before)));
        }
    }
}
