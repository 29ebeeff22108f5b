//! Strategic initiative (3), and the initiative of a formation's commander (R 2.5, M 2.4.3).

use core::cmp::Ordering;

use super::action::Action;
use super::event::Event;
use super::frame::Frame;
use super::label::Label;
use super::orders::{PHASES, RADIUS};
use super::play::{Done, Judged, Table};
use super::roster::Activates;
use super::rulings::{InitiativeAlone, InitiativeForArrivals};
use super::state::{CommanderId, Mark, MarkerId, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, activation, cite};
use crate::chance::Die;
use crate::desk::Passed;
use crate::figures::Figure;
use crate::journal::Journal;
use crate::rule;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// Each side rolls and adds its commander's modifier.
const ROLL: Cite = cite!("R 3/1", "M 3/1");
/// The commander that the scenario names.
const NAMED: Cite = cite!("R 3/1", "M 3/2");
/// The higher total wins.
const HIGHER: Cite = cite!("R 3/2", "M 3/3");
/// On a tie nobody does.
const TIE: Cite = cite!("R 3/3", "M 3/4");
/// The winner may name the marker that begins.
const FIRST: Cite = cite!("R 3/4", "M 3/5");
/// Whatever its order status.
const WHATEVER_STATUS: Cite = cite!("R 3/5", "M 3/6");
/// The winner may decline.
const DECLINE: Cite = cite!("R 3/6", "M 3/7");
/// The side that has the initiative on the first turn without a roll.
const FIRST_TURN: Cite = Cite::only(rule!("R scenario 1/12"));

/// A group without orders may try its commander's initiative.
const MAY_TRY: Cite = cite!("R 2.5/1", "M 2.4.2/1");
/// It does that, or acts at reduced capacity.
const EITHER_OR: Cite = cite!("R 2.4/10", "M 2.4.2/1");
/// So may the formation that is bound to its route.
const BOUND_TRIES: Cite = Cite::only(rule!("R specific 2.3/5"));
/// One die for each group, against the marker's value.
const ONE_DIE: Cite = cite!("R 2.5/2", "M 2.4.3/3");
/// The value of the drawn marker counts.
const DRAWN_VALUE: Cite = cite!("R 2.5/2", "M 2.4.3/2");
/// The army commander's modifier, if in range.
const MODIFIER: Cite = cite!("R 2.5/3", "M 2.4.3/4");
/// With the option, of each group.
const EACH_GROUP: Cite = cite!("R optional 2.3/10", "M 2.4.3/3");
/// Success.
const SUCCESS: Cite = cite!("R 2.5/4", "M 2.4.3/5");
/// Failure.
const FAILURE: Cite = cite!("R 2.5/5", "M 2.4.3/6");

impl JoursDeGloire {
    // ----------------------------------------------------------------------------------------------- phase B: the dice

    /// The commander who rolls for a side (M 3): the one that the scenario names, or who has succeeded him; `None` if he
    /// is lost.
    fn strategist(&self, s: &State, side: Side) -> Option<CommanderId> {
        let named = self.scenario.strategic[side.index()]?;
        let mut commander = named;
        for _ in 0..self.scenario.successors.len() + 1 {
            let lost = s.commanders.get(usize::from(commander.0)).is_some_and(|post| post.lost == 1);
            if !lost {
                return (commander == named || self.commands(s, commander)).then_some(commander);
            }
            let (_, next) = self.scenario.successors.iter().find(|(old, _)| *old == commander)?;
            commander = *next;
        }
        None
    }

    pub(super) fn advance_initiative<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let given = if s.turn == 1 { self.scenario.specific.first_initiative } else { None };
        let side = match given {
            Some(side) => {
                desk.fact(Event::Initiative { side: Some(side) }, self.cite(FIRST_TURN));
                Some(side)
            }
            None => self.roll_initiative(desk)?,
        };
        let next = if side.is_some() { Frame::FirstMarker } else { Frame::Cup };
        self.continue_frame(next, PHASES, desk);
        Ok(())
    }

    fn roll_initiative<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done<Option<Side>> {
        if self.rulings.initiative_alone == InitiativeAlone::None {
            // Who has lost his commander cannot win it.
            let s = desk.state();
            let alone =
                |side: &Side| self.scenario.strategic[side.index()].is_some() && self.strategist(s, *side).is_none();
            if let Some(side) = Side::BOTH.into_iter().find(alone) {
                let winner = Some(side.enemy()).filter(|enemy| !alone(enemy));
                desk.fact(Event::Initiative { side: winner }, self.cite(ROLL));
                return Ok(winner);
            }
        }
        let mut modifiers = [0i16; 2];
        for side in Side::BOTH {
            let Some(commander) = self.strategist(desk.state(), side).and_then(|c| self.roster.commander(c)) else {
                continue;
            };
            modifiers[side.index()] = commander.modifier.into();
            let mut tally = Tally::new(Label::CommanderModifier(side));
            tally.add(Label::Commander, Figure::new(commander.modifier, commander.source), self.cite(ROLL));
            desk.sum(&tally, Cite::and(ROLL, NAMED, self.edition()));
        }
        let [first, second] = modifiers;
        let order = desk.contest(Label::StrategicInitiative, Die::D10, self.cite(ROLL), |a, b| {
            // A tie stands: nobody wins.
            Some((a.pips() + first).cmp(&(b.pips() + second)))
        })?;
        let (side, rule) = match order {
            Ordering::Greater => (Some(Side::First), HIGHER),
            Ordering::Less => (Some(Side::Second), HIGHER),
            Ordering::Equal => (None, TIE),
        };
        desk.fact(Event::Initiative { side }, self.cite(rule));
        Ok(side)
    }

    // --------------------------------------------------------------------------------------- phase B: the first marker

    /// The side with strategic initiative this turn.
    pub fn initiative(&self, s: &State) -> Option<Side> {
        match s.initiative {
            1 => Some(Side::First),
            2 => Some(Side::Second),
            _ => None,
        }
    }

    pub(super) fn asked_first_marker(&self, s: &State) -> Option<(Side, Cite)> {
        self.initiative(s).map(|side| (side, FIRST))
    }

    pub(super) fn judge_first_marker(&self, s: &State, by: Side, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Marker { marker } => {
                let Some(counter) = self.roster.marker(marker) else { return self.no(FIRST, Why::Unknown) };
                let Activates::Formation(formation) = counter.activates else {
                    return self.no(FIRST, Why::Marker(marker));
                };
                // Also one that is due to bring reinforcements, by default.
                let there = self.rulings.initiative_for_arrivals == InitiativeForArrivals::Yes
                    || !self.commanded(s, formation).is_empty();
                if counter.side != by || !there || self.markers_of_turn(s) & marker.bit() == 0 {
                    return self.no(FIRST, Why::Marker(marker));
                }
                Ok(())
            }
            _ => self.no(FIRST, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_first_marker(&self, _: &State, _: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for place in 0..self.roster.markers.len() {
            each(Action::Marker { marker: MarkerId(place as u8) });
        }
    }

    pub(super) fn perform_first_marker<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let rule = match *action {
            Action::Marker { marker } => {
                let rules = Cite::and(FIRST, WHATEVER_STATUS, self.edition());
                desk.fact(Event::MarkerChosen { marker }, rules);
                FIRST
            }
            _ => {
                desk.note(Label::DeclinesInitiative(by), self.cite(DECLINE));
                DECLINE
            }
        };
        self.continue_frame(Frame::Cup, rule, desk);
        Ok(())
    }

    /// Nobody has the initiative: the cup is filled.
    pub(super) fn advance_first_marker<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        self.continue_frame(Frame::Cup, TIE, desk);
        Ok(())
    }

    // --------------------------------------------------------------------- a commander's initiative, in an activation

    /// The units of a unit's group that its commander's initiative would be tested for.
    pub(super) fn testing(&self, s: &State, unit: UnitId) -> UnitSet {
        let active = s.marked(Mark::Active).less(s.marked(Mark::Ordered)).less(s.marked(Mark::Barred));
        self.group(s, unit).and(active)
    }

    pub(super) fn judge_initiative_step(&self, s: &State, action: &Action) -> Judged {
        let Action::Initiative { unit } = *action else { return self.no(activation::SEQUENCE, Why::NoAnswer) };
        self.judge_actor(s, unit)?;
        if self.has_orders(s, unit) {
            return self.no(MAY_TRY, Why::HasOrders(unit));
        }
        match self.testing(s, unit).lowest() {
            Some(first) if first != unit => self.no(ONE_DIE, Why::Precedence(first)),
            _ => Ok(()),
        }
    }

    pub(super) fn candidates_initiative_step(&self, s: &State, each: &mut dyn FnMut(Action)) {
        for unit in s.marked(Mark::Active).less(s.marked(Mark::Ordered)).less(s.marked(Mark::Barred)) {
            each(Action::Initiative { unit });
        }
    }

    /// The test of the commander's initiative for a unit's group (2.4.3).
    ///
    /// The commander's modifier counts for whichever unit of the group stands in his range, were it one that has no need
    /// of the test (M 2.4.3, R 2.5).
    pub fn initiative_tally(&self, s: &State, unit: UnitId) -> Tally<Label> {
        let value = s.marker.checked_sub(1).and_then(|place| self.roster.marker(MarkerId(place)));
        let mut tally = Tally::test(Label::Initiative(unit), value.map_or(0, |marker| marker.initiative.into()));
        let side = self.side_of(unit);
        let reach = self.in_reach(s, side, self.group(s, unit));
        let best = self
            .commanding(s, side)
            .filter(|commander| reach & 1 << commander.0 != 0)
            .filter_map(|commander| self.roster.commander(commander))
            .max_by_key(|commander| commander.modifier);
        if let Some(commander) = best {
            let figure = Figure::new(commander.modifier.saturating_neg(), commander.source);
            tally.add(Label::Commander, figure, self.cite(MODIFIER));
        }
        tally
    }

    pub(super) fn perform_initiative_step<J: Journal<Event, Label>>(
        &self,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::Initiative { unit } = *action else {
            return Err(super::play::lost("an initiative without a unit"));
        };
        let units = self.testing(desk.state(), unit);
        let mut tally = self.initiative_tally(desk.state(), unit);
        let one = match self.order_to() {
            super::edition::OrderTo::Formation => ONE_DIE,
            super::edition::OrderTo::TacticalGroup => EACH_GROUP,
        };
        let rules = [one, DRAWN_VALUE, MAY_TRY, RADIUS].map(|rule| self.cite(rule));
        let (mark, rule) = match desk.test(&mut tally, Die::D10, rules)? {
            Passed::Yes => (Mark::Ordered, SUCCESS),
            Passed::No => (Mark::Barred, FAILURE),
        };
        let why = if self.is_bound(desk.state(), unit) { BOUND_TRIES } else { EITHER_OR };
        desk.fact(Event::AllMarked { mark, units }, Cite::and(rule, why, self.edition()));
        Ok(())
    }
}
