//! How far odds look, and what of an outcome is told.

use core::mem::discriminant;

use super::Montenotte;
use super::frame::Frame;
use super::ids::MarkerId;
use super::state::{Content, KindOfForce, State, Told};
use crate::odds::{Fact, Horizon, Outlook, Span};
use crate::ruleset::Ruleset;

impl Outlook for Montenotte {
    fn horizon(&self, from: &State, now: &State, span: Span) -> Horizon {
        let over = match span {
            Span::Decision => false,
            Span::Combat => (from.battle().is_some() && now.battle().is_none()) || activation_over(from, now),
            Span::Activation => activation_over(from, now),
            Span::Turn => from.turn() != now.turn(),
        };
        if over { Horizon::Here } else { Horizon::Beyond }
    }

    fn facts(&self, from: &State, now: &State) -> Vec<Fact> {
        let mut facts = Vec::new();
        for marker in MarkerId::all() {
            self.force_facts(from, now, marker, &mut facts);
        }
        for marker in now.on_map() {
            let Some(at) = now.at(marker) else { continue };
            let before = from.markers_at(at).next();
            let first = now.markers_at(at).next() == Some(marker);
            // A hex is named once, by its first force.
            if first && before.is_some_and(|other| self.side(other) != self.side(marker)) {
                let holder = self.side_name(self.side(marker));
                facts.push(Fact::new(self.map.grid.hex(at).to_string(), format!("in {holder} hands")));
            }
        }
        let points = now.points() - from.points();
        if points != 0 {
            facts.push(Fact::new("victory points", format!("{points:+}")));
        }
        let morale = now.sardinian_morale() - from.sardinian_morale();
        if morale != 0 {
            facts.push(Fact::new("Sardinian morale", format!("{morale:+}")));
        }
        facts
    }
}

/// Whether the activation that was under way is over, or the step of the turn if none was.
fn activation_over(from: &State, now: &State) -> bool {
    match from.agenda.iter().find(is_activation) {
        Some(_) => !now.agenda.iter().any(|frame| is_activation(&frame)),
        None => {
            let step = |s: &State| s.agenda.get(0);
            match (step(from), step(now)) {
                (Some(Frame::Turn(before)), Some(Frame::Turn(after))) => discriminant(&before) != discriminant(&after),
                (before, after) => before.as_ref().map(discriminant) != after.as_ref().map(discriminant),
            }
        }
    }
}

/// A force or general whose marker was drawn is at work beneath everything that it does.
fn is_activation(frame: &Frame) -> bool {
    matches!(frame, Frame::Acting(_) | Frame::Drawn { .. } | Frame::Compulsory { .. })
}

impl Montenotte {
    fn force_facts(&self, from: &State, now: &State, marker: MarkerId, facts: &mut Vec<Fact>) {
        let content = from.content(marker);
        let who = match content {
            Content::Chief(chief) => self.roster[chief].name.clone(),
            Content::Unit(unit) => self.roster[unit].name.clone(),
            Content::Decoy => format!("force {}", self.marker_name(marker)),
            Content::Off => return,
        };
        let mut say = |is: String| facts.push(Fact::new(who.clone(), is));
        if let Content::Unit(unit) = content {
            match from.sp(unit).saturating_sub(now.sp(unit)) {
                0 => {}
                lost => say(format!("loses {lost}")),
            }
            let moved = now.cursor(unit) - from.cursor(unit);
            if moved != 0 {
                say(format!("morale {moved:+}"));
            }
        }
        match (from.at(from.head(marker)), now.at(now.head(marker))) {
            (Some(_), None) => say("off the map".into()),
            (Some(before), Some(after)) if before != after => say(format!("leaves {}", self.map.grid.hex(before))),
            _ => {}
        }
        let (before, after) = (from.report(marker), now.report(marker));
        if before.kind != after.kind {
            say(format!(
                "known as {}",
                match after.kind {
                    KindOfForce::Unknown => "nothing",
                    KindOfForce::Brigade => "a brigade",
                    KindOfForce::Division => "a division",
                    KindOfForce::Army => "a general-in-chief's force",
                }
            ));
        }
        if before != after && after.sp > 0 {
            say(format!("announced as {}, within {} in a hundred", after.sp, after.percent));
        }
        if before.units == Told::No && after.units == Told::Yes {
            say("known by name".into());
        }
        if content == Content::Decoy && now.content(marker) == Content::Off {
            say("exposed as a decoy".into());
        }
    }
}
