//! Army commanders (R 2.6, 2.7; M 2.5): where they are in command, their movement, their flight and their end.

use super::action::Action;
use super::charts::{Barrier, Crossing, Entry, Water, Way, WayOver};
use super::edition::CommanderFlight;
use super::event::Event;
use super::frame::{Flight, Frame, Step};
use super::ground;
use super::label::Label;
use super::map::Passage;
use super::play::{Done, Judged, Table, lost};
use super::rulings::{CommanderEntry, CommanderLost, CommanderMoves, EvaderCommander, RoadSlopes};
use super::state::{CommanderId, Mark, Post, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::{Cell, Dir};
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::side::{Side, UnitId, UnitSet};

/// A commander moves once a turn.
const MOVES: Cite = cite!("R 2.6/3", "M 2.5.1/3");
/// He does not force march.
const NO_FORCED_MARCH: Cite = cite!("R 2.6/4", "M 2.5.1/5");
/// Never alone into an enemy zone of control.
const NEVER_ALONE: Cite = cite!("R 2.6/5", "M 2.5.1/4");
/// Enemy contact: alone he must leave, stacked he may.
const CONTACT: Cite = cite!("R 2.7/1", "M 2.5.2/1");
/// How far, and through enemy zones too.
const FLIGHT: Cite = cite!("R 2.7/2", "M 2.5.2/2");
/// He follows a unit that leaves his hex after a combat.
const FOLLOWS: Cite = cite!("R 2.7/3", "M 2.5.2/3");
/// He is free again at his own movement.
const FREE_AGAIN: Cite = cite!("R 2.7/4", "M 2.5.2/4");
/// He follows a routed unit in phase E.
const FOLLOWS_ROUT: Cite = cite!("R 2.7/5", "M 2.5.2/5");
/// He is lost when that movement leaves the map.
const OFF_MAP: Cite = cite!("R 2.7/6", "M 2.5.2/6");
/// He is lost when forced through enemy units.
const THROUGH_ENEMIES: Cite = cite!("R 2.7/7", "M 2.5.2/7");
/// Without him all formations are without orders for good.
const NO_COMMANDER: Cite = cite!("R 2.7/8", "M 2.5.2/8");
/// Not while the army has another commander.
const ANOTHER: Cite = cite!("R 2.7/8", "M 2.5.2/9");
/// Markers and commanders do not count in stacks, nor against them.
const NOT_STACKED: Cite = cite!("R 5.1/1", "M 5.1.1/1");
/// A successor who is in play takes over.
const SUCCESSOR: Cite = Cite::only(rule!("M specific 2.5/1"));
/// The general rule holds for the others.
const GENERAL_RULE: Cite = Cite::only(rule!("M specific 2.5/3"));
/// He enters like any reinforcement.
const ENTERS: Cite = cite!("R 5.2/11", "M 5.2.2/1");

/// The flight of a commander, as its frame has it.
#[derive(Clone, Copy)]
pub(super) struct Escape {
    pub commander: CommanderId,
    /// Hexes still to go at most.
    pub left: u8,
    /// Hexes gone.
    pub gone: u8,
    /// The hex where it began.
    pub from: Cell,
}

/// A commander's step.
#[derive(Clone, Copy)]
struct Stride {
    to: Cell,
    cost: u8,
}

impl JoursDeGloire {
    // ------------------------------------------------------------------------------------------------------ in command

    /// Where a commander stands.
    pub fn post(&self, s: &State, commander: CommanderId) -> Option<Cell> {
        s.commanders.get(usize::from(commander.0))?.at
    }

    fn counter(s: &State, commander: CommanderId) -> Post {
        s.commanders.get(usize::from(commander.0)).copied().unwrap_or_default()
    }

    /// Whether a commander is in command: on the map, and not waiting for the one whom he would succeed to be lost (M
    /// specific 2.5).
    pub fn commands(&self, s: &State, commander: CommanderId) -> bool {
        let waits = |(old, new): &(CommanderId, CommanderId)| *new == commander && Self::counter(s, *old).lost == 0;
        self.post(s, commander).is_some() && !self.scenario.successors.iter().any(waits)
    }

    /// The commanders of a side.
    pub(super) fn commanders_of(&self, side: Side) -> impl Iterator<Item = CommanderId> + Clone {
        let all = self.roster.commanders.iter().enumerate();
        all.filter(move |(_, commander)| commander.side == side).map(|(place, _)| CommanderId(place as u8))
    }

    /// The commanders of a side who are in command.
    pub(super) fn commanding<'r>(&'r self, s: &'r State, side: Side) -> impl Iterator<Item = CommanderId> + Clone + 'r {
        self.commanders_of(side).filter(move |commander| self.commands(s, *commander))
    }

    /// The units of a commander's side in his hex.
    fn companions(&self, s: &State, commander: CommanderId) -> UnitSet {
        let Some(side) = self.roster.commander(commander).map(|c| c.side) else { return UnitSet::EMPTY };
        self.post(s, commander).map_or(UnitSet::EMPTY, |at| s.units_at(at).and(self.units.side(side)))
    }

    // ------------------------------------------------------------------------------------------------------- his movement

    /// Whether an army commander may move in this step of an activation (a ruling: `commander-moves-when`).
    pub(super) fn commands_in(&self, step: Step) -> bool {
        step == Step::Movement || self.rulings.commander_moves == CommanderMoves::Any
    }

    /// Whether a commander of a side may move now.
    pub(super) fn may_command(&self, s: &State, side: Side) -> bool {
        self.commanders_of(side).any(|commander| self.judge_command(s, commander).is_ok())
    }

    pub(super) fn judge_command(&self, s: &State, commander: CommanderId) -> Judged {
        let Some(counter) = self.roster.commander(commander) else { return self.no(MOVES, Why::Unknown) };
        if Some(counter.side) != s.acting() {
            return self.no(MOVES, Why::CommanderNotYours);
        }
        let post = Self::counter(s, commander);
        if post.moved == 1 {
            return self.no(MOVES, Why::CommanderMoved);
        }
        if post.at.is_some() {
            return Ok(());
        }
        // He may be due to enter.
        let Some(cell) = self.commander_entry(s, commander) else { return self.no(ENTERS, Why::CommanderGone) };
        if self.rulings.commander_entry == CommanderEntry::WithHis
            && let Some(unit) = self.arrives_with(commander).lowest()
            && !self.arrives_with(commander).any(|unit| self.activated_formation(s) == Some(self.units.formation(unit)))
        {
            return self.no(ENTERS, Why::NotActive(unit));
        }
        self.judge_arrival(s, counter.side, cell)
    }

    fn judge_arrival(&self, s: &State, side: Side, cell: Cell) -> Judged {
        let there = s.units_at(cell);
        if let Some(enemy) = there.and(self.units.side(side.enemy())).lowest() {
            return self.no(ENTERS, Why::CommanderBlocked(enemy));
        }
        let needs = self.arrival_cost(cell);
        let has = self.charts.command().commander_points.value;
        match needs {
            None => self.no(ENTERS, Why::CommanderGround),
            Some(needs) if needs > has => self.no(ENTERS, Why::CommanderPoints { needs, has }),
            Some(_) => self.judge_not_alone(s, side, cell),
        }
    }

    /// What a commander pays for the hex by which he enters.
    pub(super) fn arrival_cost(&self, cell: Cell) -> Option<u8> {
        points(self.charts.commander_entry(self.map.terrain(cell)).value)
    }

    fn judge_not_alone(&self, s: &State, side: Side, cell: Cell) -> Judged {
        if !s.units_at(cell).and(self.units.side(side)).is_empty() {
            return Ok(());
        }
        match self.zone_over(s, cell, side.enemy()).lowest() {
            Some(enemy) => self.no(NEVER_ALONE, Why::CommanderAlone(enemy)),
            None => Ok(()),
        }
    }

    pub(super) fn candidates_command(&self, s: &State, each: &mut dyn FnMut(Action)) {
        if let Some(side) = s.acting() {
            self.commanders_of(side).for_each(|commander| each(Action::Command { commander }));
        }
    }

    pub(super) fn perform_command<J: Journal<Event, Label>>(
        &self,
        commander: CommanderId,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let mut left = self.charts.command().commander_points.value;
        desk.fact(Event::CommanderTurned { commander }, Cite::and(MOVES, FREE_AGAIN, self.edition()));
        if self.post(desk.state(), commander).is_none() {
            let entry = self.commander_entry(desk.state(), commander);
            let (to, cost) = entry
                .and_then(|cell| Some((cell, self.arrival_cost(cell)?)))
                .ok_or_else(|| lost("a commander enters nowhere"))?;
            left = left.saturating_sub(cost);
            desk.fact(Event::CommanderMoved { commander, to }, self.cite(ENTERS));
            self.take_over(commander, desk);
        }
        self.begin_frame(Frame::CommanderMove { commander, left }, NO_FORCED_MARCH, desk)
    }

    /// A successor who comes after his predecessor was lost commands at once (M specific 2.5).
    fn take_over<J: Journal<Event, Label>>(&self, commander: CommanderId, desk: &mut Table<'_, J>) {
        let s = desk.state();
        let succeeds = self.scenario.successors.iter().any(|(_, new)| *new == commander);
        if succeeds && self.commands(s, commander) {
            desk.note(Label::TakesCommand(commander), self.cite(ARRIVES));
        }
    }

    pub(super) fn asked_commander_move(&self, s: &State, commander: CommanderId, left: u8) -> Option<(Side, Cite)> {
        let side = self.roster.commander(commander)?.side;
        (left > 0 && self.post(s, commander).is_some()).then_some((side, MOVES))
    }

    pub(super) fn judge_commander_move(&self, s: &State, commander: CommanderId, left: u8, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Step { dir } => {
                let Some(from) = self.post(s, commander) else { return self.no(MOVES, Why::CommanderGone) };
                let Some(counter) = self.roster.commander(commander) else { return self.no(MOVES, Why::Unknown) };
                let stride = match self.commander_stride(s, counter.side, from, dir) {
                    Ok(stride) => stride,
                    Err(why) => return self.no(MOVES, why),
                };
                if stride.cost > left {
                    return self.no(MOVES, Why::CommanderPoints { needs: stride.cost, has: left });
                }
                self.judge_not_alone(s, counter.side, stride.to)
            }
            _ => self.no(MOVES, Why::NoAnswer),
        }
    }

    /// Where a step leads a commander of this side, and what it costs him; or why it is not open.
    fn commander_stride(&self, s: &State, side: Side, from: Cell, dir: Dir) -> Result<Stride, Why> {
        let Some(to) = self.map.grid.neighbour(from, dir) else { return Err(Why::CommanderGround) };
        if let Some(enemy) = s.units_at(to).and(self.units.side(side.enemy())).lowest() {
            return Err(Why::CommanderBlocked(enemy));
        }
        let cost = self.commander_cost(s, from, dir, to).ok_or(Why::CommanderGround)?;
        Ok(Stride { to, cost })
    }

    /// What a commander pays for a step (the chart's column "General"; a ruling: `commander-costs`).
    fn commander_cost(&self, s: &State, from: Cell, dir: Dir, to: Cell) -> Option<u8> {
        let edge = self.edge_over(s, from, dir);
        let by_way = Way::ALL.into_iter().filter(|way| edge.crossed_by(*way));
        let rates = by_way.map(Some).chain([None]);
        rates.filter_map(|way| self.commander_rate(s, from, dir, to, way)).min()
    }

    fn commander_rate(&self, s: &State, from: Cell, dir: Dir, to: Cell, way: Option<Way>) -> Option<u8> {
        let edge = self.edge_over(s, from, dir);
        let opened = way.is_some() || edge.crossing == Some(Crossing::Bridge);
        if edge.impassable == Passage::Barred && !opened {
            return None;
        }
        let mut cost = match way {
            Some(way) => self.charts.commander_way_cost(way).value,
            None => points(self.charts.commander_entry(self.map.terrain(to)).value)?,
        };
        for (barrier, slant) in ground::barriers(edge, from) {
            let water = match barrier {
                Barrier::Stream => Some(Water::Stream),
                Barrier::River => Some(Water::River),
                _ => None,
            };
            let price = match (water, edge.crossing) {
                (Some(water), Some(crossing)) => self.charts.commander_crossing_cost(crossing, water),
                _ => self.charts.commander_barrier_cost(barrier, slant),
            };
            let spared = way.is_some_and(|way| self.charts.way_over(way, barrier).value == WayOver::Spared);
            let more = match points(price.value) {
                _ if spared => 0,
                Some(more) => more,
                // What a way crosses it opens (M 4.1.3).
                None if way.is_some() && self.rulings.road_slopes == RoadSlopes::SlopesPaid => {
                    self.charts.movement().way_surcharge.value
                }
                None => return None,
            };
            cost = cost.checked_add(more)?;
        }
        Some(cost)
    }

    pub(super) fn perform_commander_move<J: Journal<Event, Label>>(
        &self,
        commander: CommanderId,
        left: u8,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::Step { dir } = *action else {
            self.end_frame(MOVES, desk);
            return Ok(());
        };
        let s = desk.state();
        let side = self.roster.commander(commander).map(|c| c.side);
        let stride = side
            .zip(self.post(s, commander))
            .and_then(|(side, from)| self.commander_stride(s, side, from, dir).ok())
            .ok_or_else(|| lost("a commander's step was judged and is not open"))?;
        desk.fact(Event::CommanderMoved { commander, to: stride.to }, Cite::and(MOVES, NOT_STACKED, self.edition()));
        let left = left.saturating_sub(stride.cost);
        self.continue_frame(Frame::CommanderMove { commander, left }, MOVES, desk);
        Ok(())
    }

    /// His points are spent.
    pub(super) fn advance_commander_move<J: Journal<Event, Label>>(
        &self,
        _: CommanderId,
        _: u8,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.end_frame(MOVES, desk);
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------------------- his flight

    /// Units of this side have come to a hex: enemy commanders beside it may flee, or must (2.7; M 2.5.2), and enemy
    /// reinforcements near it lose their status (M 5.2.1).
    ///
    /// # Errors
    /// When the agenda is full.
    pub(super) fn commanders_contacted<J: Journal<Event, Label>>(
        &self,
        cell: Cell,
        moving: Side,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.status_near(cell, moving.enemy(), desk);
        let most = self.charts.command().flight_most.value;
        for commander in self.commanders_of(moving.enemy()) {
            let Some(from) = self.post(desk.state(), commander) else { continue };
            if self.map.grid.distance(from, cell) <= 1 {
                let flight = Frame::CommanderFlight { commander, left: most, gone: 0, from };
                self.begin_frame(flight, CONTACT, desk)?;
            }
        }
        Ok(())
    }

    /// Whether the commander has no choice but to flee.
    fn must_flee(&self, s: &State, commander: CommanderId) -> bool {
        self.companions(s, commander).is_empty()
    }

    /// Where a fleeing commander may step: away from where he began, and so that he can complete what he must.
    fn escape(&self, s: &State, flight: Escape, dir: Dir) -> Result<Cell, Why> {
        let Some(side) = self.roster.commander(flight.commander).map(|c| c.side) else { return Err(Why::Unknown) };
        let Some(at) = self.post(s, flight.commander) else { return Err(Why::CommanderGone) };
        if flight.left == 0 {
            return Err(Why::CommanderDeadEnd);
        }
        let to = self.flight_step(s, side, flight.from, at, dir)?;
        let least = self.charts.command().flight_least.value;
        if self.can_go_on(s, side, flight.from, to, least.saturating_sub(flight.gone + 1)) {
            Ok(to)
        } else {
            Err(Why::CommanderDeadEnd)
        }
    }

    fn flight_step(&self, s: &State, side: Side, origin: Cell, at: Cell, dir: Dir) -> Result<Cell, Why> {
        let to = self.commander_stride(s, side, at, dir)?.to;
        let away = match self.edition().commander_flight() {
            CommanderFlight::Retreat => self.map.grid.distance(origin, to) > self.map.grid.distance(origin, at),
            CommanderFlight::Move => to != origin,
        };
        if away { Ok(to) } else { Err(Why::CommanderMustFlee) }
    }

    /// Whether so many more hexes can be gone from here. The number is that of a flight, 2 at most.
    fn can_go_on(&self, s: &State, side: Side, origin: Cell, at: Cell, hexes: u8) -> bool {
        let open = |dir| self.flight_step(s, side, origin, at, dir);
        hexes == 0
            || Dir::ALL.into_iter().any(|dir| open(dir).is_ok_and(|to| self.can_go_on(s, side, origin, to, hexes - 1)))
    }

    pub(super) fn asked_commander_flight(&self, s: &State, flight: Escape) -> Option<(Side, Cite)> {
        let side = self.roster.commander(flight.commander)?.side;
        let open = Dir::ALL.into_iter().any(|dir| self.escape(s, flight, dir).is_ok());
        open.then_some((side, if flight.gone == 0 { CONTACT } else { FLIGHT }))
    }

    pub(super) fn judge_commander_flight(&self, s: &State, flight: Escape, action: &Action) -> Judged {
        match *action {
            Action::Step { dir } => match self.escape(s, flight, dir) {
                Ok(_) => Ok(()),
                Err(why) => self.no(FLIGHT, why),
            },
            Action::Done if flight.gone == 0 && self.must_flee(s, flight.commander) => {
                self.no(CONTACT, Why::CommanderMustFlee)
            }
            Action::Done if flight.gone > 0 && flight.gone < self.charts.command().flight_least.value => {
                self.no(FLIGHT, Why::CommanderMustFlee)
            }
            Action::Done => Ok(()),
            _ => self.no(CONTACT, Why::NoAnswer),
        }
    }

    pub(super) fn perform_commander_flight<J: Journal<Event, Label>>(
        &self,
        flight: Escape,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::Step { dir } = *action else {
            desk.note(Label::CommanderStays(flight.commander), self.cite(CONTACT));
            self.end_frame(CONTACT, desk);
            return Ok(());
        };
        let Ok(to) = self.escape(desk.state(), flight, dir) else {
            return Err(lost("a flight was judged and is not open"));
        };
        let Escape { commander, left, gone, from } = flight;
        desk.fact(Event::CommanderMoved { commander, to }, self.cite(FLIGHT));
        let on = Frame::CommanderFlight { commander, left: left.saturating_sub(1), gone: gone + 1, from };
        self.continue_frame(on, FLIGHT, desk);
        Ok(())
    }

    /// He has gone far enough, or cannot go at all: alone he is then lost (a ruling: `commander-surrounded`).
    pub(super) fn advance_commander_flight<J: Journal<Event, Label>>(
        &self,
        flight: Escape,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.end_frame(FLIGHT, desk);
        let s = desk.state();
        let there = self.post(s, flight.commander).is_some();
        if there && flight.gone == 0 {
            if self.must_flee(s, flight.commander) {
                self.lose_commander(flight.commander, THROUGH_ENEMIES, desk);
            } else {
                desk.note(Label::CommanderStays(flight.commander), self.cite(CONTACT));
            }
        }
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------- with units that leave

    /// The commanders who go along when a unit leaves a hex in recoil, retreat or rout: those who stood with it where it
    /// began, and those who follow it already.
    fn following(&self, s: &State, unit: UnitId, from: Cell) -> impl Iterator<Item = CommanderId> + use<> {
        let first = s.agenda.iter().rev().find_map(|frame| match frame {
            // Who evades neither recoils nor retreats (in the older edition a ruling: `commander-of-evading-cavalry`).
            Frame::Withdrawal(w) if w.unit == unit => {
                let goes = w.flight != Flight::Evasion || self.rulings.evader_commander == EvaderCommander::Follows;
                goes.then_some(w.gone <= 1)
            }
            Frame::RoutMove(r) if r.unit == unit => Some(r.start == from),
            _ => None,
        });
        let mark = unit.index() as u8 + 1;
        let mut who = 0u8;
        for commander in self.commanders_of(self.side_of(unit)) {
            let post = Self::counter(s, commander);
            if post.at == Some(from) && (first == Some(true) || (first == Some(false) && post.with == mark)) {
                who |= 1 << commander.0;
            }
        }
        (0..8).filter(move |place| who & 1 << place != 0).map(CommanderId)
    }

    fn follow_rule(&self, s: &State) -> Cite {
        if s.agenda.get(0) == Some(Frame::Rout) { FOLLOWS_ROUT } else { FOLLOWS }
    }

    /// Takes commanders along with a unit that leaves a hex in recoil, retreat or rout. To be called when the unit's
    /// frame has counted this hex.
    ///
    /// # Errors
    /// None so far.
    pub(super) fn commanders_follow<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        from: Cell,
        to: Cell,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let rule = self.cite(self.follow_rule(desk.state()));
        for commander in self.following(desk.state(), unit, from) {
            desk.fact(Event::CommanderFollowed { commander, unit, to }, rule);
        }
        Ok(())
    }

    /// Those who follow a unit off the map are lost with it (2.7; M 2.5.2).
    pub(super) fn commanders_leave_map<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        from: Cell,
        desk: &mut Table<'_, J>,
    ) {
        for commander in self.following(desk.state(), unit, from) {
            self.lose_commander(commander, OFF_MAP, desk);
        }
    }

    // ------------------------------------------------------------------------------------------------------------ his end

    /// Takes a commander off the map for good. If the army has no other in command, its formations lose their orders, by
    /// default at once, and receive none again.
    pub(super) fn lose_commander<J: Journal<Event, Label>>(
        &self,
        commander: CommanderId,
        rule: Cite,
        desk: &mut Table<'_, J>,
    ) {
        let Some(side) = self.roster.commander(commander).map(|c| c.side) else { return };
        let in_command = self.commands(desk.state(), commander);
        desk.fact(Event::CommanderLost { commander }, self.cite(rule));
        if !in_command {
            return;
        }
        let next = self.commanding(desk.state(), side).next();
        if let Some(next) = next {
            let succeeds = self.scenario.successors.contains(&(commander, next));
            desk.note(Label::TakesCommand(next), self.cite(if succeeds { SUCCESSOR } else { ANOTHER }));
            return;
        }
        let rules = match self.scenario.successors.is_empty() {
            true => self.cite(NO_COMMANDER).into(),
            false => Cite::and(NO_COMMANDER, GENERAL_RULE, self.edition()),
        };
        desk.note(Label::Leaderless(side), rules);
        let units = desk.state().orders.and(self.units.side(side));
        if units.is_empty() || self.rulings.commander_lost == CommanderLost::NextTurn {
            return;
        }
        // Whom they were given is the side's secret.
        desk.fact_for(Event::OrdersLost { units }, self.cite(NO_COMMANDER), Seen::By(side));
        let s = desk.state();
        let acting = units.and(s.marked(Mark::Ordered)).less(s.reinforcement);
        for unit in acting {
            desk.fact(Event::Unmarked { mark: Mark::Ordered, unit }, self.cite(NO_COMMANDER));
        }
    }
}

/// He commands on arrival.
const ARRIVES: Cite = Cite::only(rule!("M specific 2.5/2"));

/// Movement points; `None` where it is not allowed. What disorders units does nothing to a commander.
fn points(entry: Entry) -> Option<u8> {
    match entry {
        Entry::Cost(points) | Entry::CostWithDisorder(points) => Some(points),
        Entry::Prohibited => None,
    }
}
