//! The cup and what is drawn from it (phases C and D; 2.2), and the beginning and end of an activation (2.4).

use super::action::Action;
use super::event::Event;
use super::frame::{Frame, Step};
use super::label::Label;
use super::orders::{CHOICE, PHASES};
use super::play::{Done, Judged, Table, lost};
use super::roster::Activates;
use super::rulings::{FuriaLast, OneMarker};
use super::state::{FormationId, Mark, MarkerId, Progress, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::journal::{Entry, Journal};
use crate::rule;
use crate::rule::Rule;
use crate::side::{Side, UnitSet};

/// That a battery fired slows it in this activation only.
const FIRE_MARKER: Cite = cite!("R 4.4.1/2", "M 4.4.2/2");
/// Markers of formations that are present or due go into the cup.
const INTO_CUP: Cite = cite!("R 1.C/1", "M 1.C/1");
/// The marker chosen to begin stays out.
const STAYS_OUT: Cite = cite!("R 1.C/2", "M 1.C/2");
/// Two markers for each formation.
const TWO_MARKERS: Cite = cite!("R 2.1/3", "M 2.1.1/4");
/// In some turns one.
const ONE_MARKER: Cite = Cite::only(rule!("R specific 2.2/1"));
/// One marker brings reinforcements.
const ARRIVAL_MARKER: Cite = cite!("R 5.2/2", "M 5.2.1/1");
/// It was not drawn: both markers in the next turn.
const BOTH_NEXT_TURN: Cite = cite!("R 5.2/3", "M 5.2.1/2");
/// Both markers when part of the formation is on the map.
const BOTH_IN_PLAY: Cite = cite!("R 5.2/4", "M 5.2.1/3");
/// The marker drawn activates its formation.
pub(super) const DRAWN: Cite = cite!("R 2.2/1", "M 2.2/1");
/// All groups of it, in any order.
const ALL_GROUPS: Cite = cite!("R 2.2/1", "M 2.3.1/5");
/// The chosen marker first.
const CHOSEN_FIRST: Cite = cite!("R 1.D/1", "M 3/5");
/// The used marker is set aside.
const USED: Cite = cite!("R 2.2/2", "M 2.2/2");
/// The last marker activates nobody.
const LAST: Cite = cite!("R 2.2.1/1", "M 2.2/3");
/// Even a combined one.
const LAST_COMBINED: Cite = cite!("R 2.2.1/1", "M 2.2/4");
/// The order is revealed at the first activation.
const REVEALED: Cite = cite!("R 2.4/1", "M 2.4/1");
/// With orders: without an engagement test, at full capacity.
const WITH_ORDERS: Cite = cite!("R 2.4/8", "M 2.4.1/4");
/// A unit that another formation's marker activates (R specific 2.2).
const LENT: Cite = Cite::only(rule!("R specific 2.2/2"));
/// The Furia Francese goes into the cup.
const FURIA: Cite = Cite::only(rule!("R specific 2.2/3"));

impl JoursDeGloire {
    // --------------------------------------------------------------------------------------------------- phase C: the cup

    /// Every marker of the roster, by bit.
    pub(super) fn all_markers(&self) -> u64 {
        (0..self.roster.markers.len()).fold(0, |all, place| all | MarkerId(place as u8).bit())
    }

    /// The ordinary markers that are in play this turn (1.C, 2.1, 5.2), by bit.
    pub(super) fn markers_of_turn(&self, s: &State) -> u64 {
        (0..self.roster.formations.len()).fold(0, |all, place| all | self.markers_of(s, FormationId(place as u8)).0)
    }

    /// The markers of a formation that are in play this turn, and the rule that says so.
    fn markers_of(&self, s: &State, formation: FormationId) -> (u64, Cite) {
        let Some(counters) = self.roster.formation(formation) else { return (0, INTO_CUP) };
        let all = counters.markers.iter().fold(0, |all, marker| all | marker.bit()) & s.available;
        // Units that came before their formation do not make it present, by default, and one that is lent does not make
        // another's present.
        let strangers = self.lent_to(s, formation).or(self.forerunners(s, formation));
        let present = !self.commanded(s, formation).less(strangers).is_empty();
        let due = self.due(s, formation);
        if all == 0 || !self.in_play(s, formation) || (!present && due.is_empty()) {
            return (0, INTO_CUP);
        }
        if self.scenario.specific.one_marker_turns.contains(&s.turn) {
            return (self.best_markers(all, 1), ONE_MARKER);
        }
        let first_attempt = self.turn_of(s, due) == Some(s.turn);
        if !present && first_attempt {
            let most = self.charts.command().markers_on_arrival.value;
            return (self.best_markers(all, most), ARRIVAL_MARKER);
        }
        let rule = match (present, due.is_empty()) {
            (_, true) => TWO_MARKERS,
            (true, false) => BOTH_IN_PLAY,
            (false, false) => BOTH_NEXT_TURN,
        };
        (all, rule)
    }

    /// The unit lent to a formation, if one is.
    fn lent_to(&self, s: &State, formation: FormationId) -> UnitSet {
        match self.lent(s) {
            Some((lent, to)) if to == formation => lent.only(),
            _ => UnitSet::EMPTY,
        }
    }

    /// So many of the markers, those of the highest initiative (M 5.2.1; Rivoli does not say
    /// which: the ruling `one-marker-which`).
    fn best_markers(&self, mut markers: u64, most: u8) -> u64 {
        let mut best = 0;
        for _ in 0..most {
            let bits = (0..self.roster.markers.len() as u8).filter(|place| markers & MarkerId(*place).bit() != 0);
            // The first of equals.
            let highest = bits.rev().max_by_key(|place| {
                let initiative = self.roster.marker(MarkerId(*place)).map_or(0, |marker| marker.initiative);
                match self.rulings.one_marker {
                    OneMarker::Higher => initiative,
                    OneMarker::Lower => u8::MAX - initiative,
                }
            });
            let Some(place) = highest else { break };
            best |= MarkerId(place).bit();
            markers &= !MarkerId(place).bit();
        }
        best
    }

    /// Who has something to say before the cup is filled: a change of arrival (R scenario 3), the Furia Francese (R
    /// specific 2.2).
    pub(super) fn asked_cup(&self, s: &State) -> [Option<Rule>; 2] {
        let mut asked = [None; 2];
        if let Some((side, rule)) = self.asked_detour(s) {
            asked[side.index()] = Some(self.cite(rule));
            return asked;
        }
        for side in Side::BOTH {
            if s.progress[side.index()] >= Progress::Assembled {
                continue;
            }
            asked[side.index()] = if self.furia(s, side).is_some() {
                Some(self.cite(FURIA))
            } else {
                self.may_divert(s, side).map(|rule| self.cite(rule))
            };
        }
        asked
    }

    /// The Furia Francese, if this side may put it into the cup.
    fn furia(&self, s: &State, side: Side) -> Option<MarkerId> {
        let marker = self.scenario.specific.furia?;
        let own = self.roster.marker(marker).is_some_and(|counter| counter.side == side);
        (own && s.available & marker.bit() != 0 && s.cup & marker.bit() == 0).then_some(marker)
    }

    pub(super) fn judge_cup(&self, s: &State, by: Side, action: &Action) -> Judged {
        if let Some((_, rule)) = self.asked_detour(s)
            && !matches!(action, Action::Divert { .. })
        {
            return self.no(rule, Why::NoAnswer);
        }
        match *action {
            Action::Done => Ok(()),
            Action::Marker { marker } if self.furia(s, by) == Some(marker) => Ok(()),
            Action::Marker { marker } => self.no(FURIA, Why::Marker(marker)),
            Action::Divert { unit, cell } => self.judge_divert(s, by, unit, cell),
            Action::Announce { unit } => self.judge_announce(s, by, unit),
            _ => self.no(INTO_CUP, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_cup(&self, s: &State, by: Side, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        if let Some(marker) = self.furia(s, by) {
            each(Action::Marker { marker });
        }
        self.candidates_divert(s, by, each);
    }

    pub(super) fn perform_cup<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Marker { marker } => {
                // Once in the game.
                desk.fact(Event::IntoCup { marker }, self.cite(FURIA));
                desk.fact(Event::Unavailable { marker }, self.cite(FURIA));
                Ok(())
            }
            Action::Divert { unit, cell } => self.perform_divert(by, unit, cell, desk),
            Action::Announce { unit } => self.perform_announce(by, unit, desk),
            _ => {
                self.reach(by, Progress::Assembled, INTO_CUP, desk);
                Ok(())
            }
        }
    }

    pub(super) fn advance_cup<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        self.close_detours(desk);
        let chosen = desk.state().begins.checked_sub(1).map(MarkerId);
        for place in 0..self.roster.formations.len() {
            let (markers, rule) = self.markers_of(desk.state(), FormationId(place as u8));
            for marker in bits(markers) {
                if Some(marker) == chosen {
                    continue;
                }
                desk.fact(Event::IntoCup { marker }, Cite::and(INTO_CUP, rule, self.edition()));
            }
        }
        let rule = if chosen.is_some() { STAYS_OUT } else { PHASES };
        self.continue_frame(Frame::Draw, rule, desk);
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------- phase D: the draw

    /// Whether an entry tells of the last marker, which is set aside.
    pub(super) fn is_last_of_cup(&self, entry: &Entry<Event, Label>) -> bool {
        let last = [LAST, LAST_COMBINED].map(|rule| self.cite(rule));
        entry.rules.iter().any(|rule| last.contains(&rule))
    }

    pub(super) fn advance_draw<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        if let Some(place) = s.begins.checked_sub(1) {
            return self.open_activation(MarkerId(place), CHOSEN_FIRST, desk);
        }
        let cup = s.cup;
        if cup.count_ones() > u32::from(self.charts.command().markers_left.value) {
            let marker = MarkerId(desk.draw(cup)?);
            desk.fact(Event::OutOfCup { marker }, self.cite(DRAWN));
            return self.open_activation(marker, DRAWN, desk);
        }
        for marker in bits(cup) {
            let combined = self.roster.marker(marker).is_some_and(|counter| counter.activates == Activates::Combined);
            desk.fact(Event::OutOfCup { marker }, self.cite(if combined { LAST_COMBINED } else { LAST }));
            if self.scenario.specific.furia == Some(marker) && self.rulings.furia_last == FuriaLast::Kept {
                desk.fact(Event::Available { marker }, self.cite(FURIA));
            }
        }
        let next = if self.has_reserves() { Frame::Reserve } else { Frame::Rout };
        self.continue_frame(next, PHASES, desk);
        Ok(())
    }

    /// The formation of the marker that activates now.
    pub(super) fn activated_formation(&self, s: &State) -> Option<FormationId> {
        let marker = self.roster.marker(MarkerId(s.marker.checked_sub(1)?))?;
        match marker.activates {
            Activates::Formation(formation) => Some(formation),
            Activates::Combined => None,
        }
    }

    /// Whether the marker that activates now is the first of its formation to do so this turn (M 5.2.2).
    pub(super) fn first_of_turn(&self, s: &State, formation: FormationId) -> bool {
        let Some(counters) = self.roster.formation(formation) else { return false };
        let all = counters.markers.iter().fold(0, |all, marker| all | marker.bit());
        let now = s.marker.checked_sub(1).map_or(0, |place| MarkerId(place).bit());
        s.pooled & all & !s.cup & !now == 0
    }

    /// Activates what a marker activates.
    pub(super) fn open_activation<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Some(counter) = self.roster.marker(marker) else { return Err(lost("a marker that the roster lacks")) };
        desk.fact(Event::Activated { marker, side: counter.side }, self.cite(rule));
        if self.scenario.specific.furia == Some(marker) {
            return self.begin_frame(Frame::Selection, FURIA, desk);
        }
        let mut units = UnitSet::EMPTY;
        match counter.activates {
            Activates::Formation(formation) => {
                self.complete_bridge(formation, desk);
                units = self.reveal(formation, desk);
            }
            Activates::Combined => {
                let combined = self.scenario.specific.combined.iter().filter(|(which, _)| *which == marker);
                for formation in combined.flat_map(|(_, formations)| formations) {
                    units = units.or(self.reveal(*formation, desk));
                }
            }
        }
        self.activate(units, desk);
        self.close_detours(desk);
        self.begin_frame(Frame::Activation(Step::Initiative), DRAWN, desk)
    }

    /// Turns the order markers of a formation over, and gives the units that it activates.
    fn reveal<J: Journal<Event, Label>>(&self, formation: FormationId, desk: &mut Table<'_, J>) -> UnitSet {
        let s = desk.state();
        let units = self.commanded(s, formation);
        self.turn_over(formation, desk);
        // A unit that is lent and keeps to the orders of its own formation shows those.
        if let Some((lent, _)) = self.lent(desk.state()).filter(|(lent, _)| units.has(*lent)) {
            self.turn_over(self.ordered_with(desk.state(), lent), desk);
        }
        self.free_by_orders(formation, desk);
        units
    }

    fn turn_over<J: Journal<Event, Label>>(&self, formation: FormationId, desk: &mut Table<'_, J>) {
        if desk.state().revealed & formation.bit() == 0 {
            desk.reveal();
            desk.fact(Event::Revealed { formation }, self.cite(REVEALED));
        }
    }

    /// Activates units on the map, each under the orders that it has.
    fn activate<J: Journal<Event, Label>>(&self, units: UnitSet, desk: &mut Table<'_, J>) {
        let lent = self.lent(desk.state()).is_some_and(|(lent, _)| units.has(lent));
        let rules = Cite::and(DRAWN, if lent { LENT } else { ALL_GROUPS }, self.edition());
        desk.fact(Event::ActiveUnits { units }, rules);
        let ordered = units.and(desk.state().orders.or(desk.state().reinforcement));
        if !ordered.is_empty() {
            let rules = Cite::and(WITH_ORDERS, CHOICE, self.edition());
            desk.fact(Event::AllMarked { mark: Mark::Ordered, units: ordered }, rules);
        }
        let units = self.fully_capable(desk.state(), units).less(ordered);
        if !units.is_empty() {
            desk.fact(Event::AllMarked { mark: Mark::Ordered, units }, self.cite(super::bound::WITHOUT_ORDERS));
        }
    }

    /// Ends the activation: its marker is set aside, and what was below goes on.
    pub(super) fn close_activation<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        self.open_bridge(desk);
        self.remember_acted(desk);
        let fired = !desk.state().marked(Mark::Fired).is_empty();
        let rules = if fired { USED.and(FIRE_MARKER, self.edition()) } else { self.cite(USED).into() };
        desk.fact(Event::Deactivated, rules);
        self.end_frame(USED, desk);
        Ok(())
    }
}

/// The markers of a mask, in the order of the roster.
pub(super) fn bits(mut markers: u64) -> impl Iterator<Item = MarkerId> {
    core::iter::from_fn(move || {
        let place = (markers != 0).then(|| markers.trailing_zeros() as u8)?;
        markers &= markers - 1;
        Some(MarkerId(place))
    })
}
