//! Reinforcements (5.2): who is due, how they enter, what their status brings and how it ends.

use super::action::Action;
use super::charts::{Arm, Entry, Way};
use super::edition::{LateEntry, StatusEnds};
use super::event::Event;
use super::frame::{Frame, Gait, Halted, Moving, Party};
use super::label::Label;
use super::play::{Done, Judged, Table, lost};
use super::rulings::{EntryDuty, EntryGuarded, EntryPrice, EntryRoom, ForcedFriends, ForerunnerMarkers, StatusOf};
use super::scenario::Arrival;
use super::state::{CommanderId, FormationId, Mark, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, bound, cite, zones};
use crate::figures::Figure;
use crate::hex::{Cell, Dir};
use crate::journal::Journal;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// They enter when their marker is drawn.
const WITH_MARKER: Cite = cite!("R 5.2/1", "M 5.2/1");
/// They enter with orders and by forced march, at no order.
const BY_FORCED_MARCH: Cite = cite!("R 5.2/5", "M 5.2.1/4");
/// The status ends near an enemy.
pub(super) const STATUS_ENDS: Cite = cite!("R 5.2/6", "M 5.2.1/5");
/// The owner may end it.
pub(super) const OWNER_ENDS: Cite = cite!("R 5.2/7", "M 5.2.1/6");
/// Then it is without orders.
const THEN_WITHOUT: Cite = cite!("R 5.2/8", "M 5.2.1/7");
/// The status is of the formation (R), or of each unit (M).
const STATUS_OF: Cite = cite!("R 5.2/8", "M 5.2.1/8");
/// Entry at a normal march: without orders, full movement once.
const BY_NORMAL_MARCH: Cite = cite!("R 5.2/9", "M 5.2.1/9");
/// An enemy near the entry hex: orders this turn, no forced march.
const ENEMY_NEAR: Cite = cite!("R 5.2/10", "M 5.2.1/10");
/// Entry at the scenario's hex.
const AT_HEX: Cite = cite!("R 5.2/11", "M 5.2.2/1");
/// Each further stack pays the entry hex once more.
const COLUMN: Cite = cite!("R 5.2/12", "M 5.2.2/2");
/// Entry by stacks within the limits.
const BY_STACKS: Cite = cite!("R 5.2/12", "M 5.2.2/3");
/// Who cannot enter waits.
const WAITS: Cite = cite!("R 5.2/13", "M 5.2.2/4");
/// Keep off enemy entry hexes.
const KEEP_OFF: Cite = cite!("R 5.2/14", "M 5.2.3/1");
/// Stacks stay or part on a forced march.
const NO_REGROUPING: Cite = cite!("R 4.1.3/6", "M 4.1.3/7");
/// Units of one kind move as a stack.
const ONE_KIND: Cite = cite!("R 4.4/2", "M 4.4.1/3");
/// A unit entering an enemy's hex.
const ENEMY_HEX: Cite = cite!("R 5.1.2/1", "M 5.1.2/1");

impl JoursDeGloire {
    // --------------------------------------------------------------------------------------------------------- who is due

    /// The units that have come into play: on the map, eliminated, or gone from it.
    pub(super) fn entered(&self, s: &State) -> UnitSet {
        s.on_map().or(s.eliminated).or(s.exited)
    }

    /// The turn from which the units of an arrival enter.
    pub(super) fn arrival_turn(&self, s: &State, place: usize, arrival: &Arrival) -> u8 {
        match s.detours.get(place) {
            Some(detour) if detour.turn != 0 => detour.turn,
            _ => arrival.turn,
        }
    }

    /// The hex by which they enter.
    pub(super) fn arrival_cell(&self, s: &State, place: usize, arrival: &Arrival) -> Cell {
        s.detours.get(place).and_then(|detour| detour.cell).unwrap_or(arrival.cell)
    }

    fn arrivals(&self) -> impl Iterator<Item = (usize, &Arrival)> {
        self.scenario.arrivals.iter().enumerate()
    }

    /// The units of a formation that are due to enter and have not.
    pub(super) fn due(&self, s: &State, formation: FormationId) -> UnitSet {
        let units = self.roster.formation(formation).map_or(UnitSet::EMPTY, |f| f.units);
        let mut due = UnitSet::EMPTY;
        for (place, arrival) in self.arrivals() {
            if arrival.units.meets(units) && self.arrival_turn(s, place, arrival) <= s.turn {
                due = due.or(arrival.units.and(units));
            }
        }
        if due.is_empty() { due } else { due.less(self.entered(s)) }
    }

    /// The first turn in which one of these units could enter.
    pub(super) fn turn_of(&self, s: &State, units: UnitSet) -> Option<u8> {
        let theirs = self.arrivals().filter(|(_, arrival)| arrival.units.meets(units));
        theirs.map(|(place, arrival)| self.arrival_turn(s, place, arrival)).min()
    }

    /// The hex by which a unit enters.
    fn entry_of(&self, s: &State, unit: UnitId) -> Option<Cell> {
        let (place, arrival) = self.arrivals().find(|(_, arrival)| arrival.units.has(unit))?;
        Some(self.arrival_cell(s, place, arrival))
    }

    /// The hex by which an army commander who is due enters.
    pub(super) fn commander_entry(&self, s: &State, commander: CommanderId) -> Option<Cell> {
        let post = s.commanders.get(usize::from(commander.0))?;
        if post.at.is_some() || post.lost == 1 {
            return None;
        }
        let (place, arrival) = self.arrivals().find(|(_, arrival)| arrival.commanders.contains(&commander))?;
        // As long as the hex of a changed arrival is not named, there is none.
        if s.detours.get(place).is_some_and(|detour| detour.chooser != 0) {
            return None;
        }
        (self.arrival_turn(s, place, arrival) <= s.turn).then(|| self.arrival_cell(s, place, arrival))
    }

    /// The units with which an army commander arrives.
    pub(super) fn arrives_with(&self, commander: CommanderId) -> UnitSet {
        let his = self.arrivals().find(|(_, arrival)| arrival.commanders.contains(&commander));
        his.map_or(UnitSet::EMPTY, |(_, arrival)| arrival.units)
    }

    /// Whether the movement step may end: by the ruling `entry-voluntary` not while somebody could enter.
    pub(super) fn judge_entered(&self, s: &State) -> Judged {
        if self.rulings.entry_duty == EntryDuty::Voluntary {
            return Ok(());
        }
        let mut waits = None;
        self.candidates_enter(s, &mut |action| {
            if let Action::Enter { unit, .. } = action
                && self.judge_enter(s, &action).is_ok()
            {
                waits.get_or_insert(unit);
            }
        });
        match waits {
            Some(unit) => self.no(WITH_MARKER, Why::MustFirst(unit)),
            None => Ok(()),
        }
    }

    /// Whether the markers of a formation are in play: from the start, or since the turn of the arrival that brings them.
    pub(super) fn in_play(&self, s: &State, formation: FormationId) -> bool {
        let brings = |(place, arrival): (usize, &Arrival)| {
            arrival.formations.contains(&formation) && self.arrival_turn(s, place, arrival) <= s.turn
        };
        self.scenario.available.contains(&formation) || self.arrivals().any(brings)
    }

    /// The units of a formation that came before its markers (R specific 2.2), as long as nobody has come with those; none
    /// if nobody is to.
    pub(super) fn forerunners(&self, s: &State, formation: FormationId) -> UnitSet {
        let both = self.rulings.forerunner_markers == ForerunnerMarkers::Both;
        if both || self.scenario.available.contains(&formation) {
            return UnitSet::EMPTY;
        }
        let units = self.roster.formation(formation).map_or(UnitSet::EMPTY, |f| f.units);
        let arriving = self.arrivals().fold(UnitSet::EMPTY, |all, (_, arrival)| all.or(arrival.units)).and(units);
        if arriving.is_empty() || arriving.meets(self.entered(s)) { UnitSet::EMPTY } else { units }
    }

    /// The unit that is lent to another formation now, and that formation: as long as no marker of its own is in play (R
    /// specific 2.2).
    pub(super) fn lent(&self, s: &State) -> Option<(UnitId, FormationId)> {
        self.scenario.specific.lent.filter(|(unit, _)| !self.in_play(s, self.units.formation(*unit)))
    }

    // ----------------------------------------------------------------------------------------------------------- the entry

    /// How near an enemy ends the status of a reinforcement, and bars it at the entry.
    fn near(&self) -> u8 {
        self.charts.movement().forced_distance.value
    }

    /// What the next stack pays for the entry hex; `None` if the ground is not allowed.
    fn entry_cost(&self, s: &State, arm: Arm, cell: Cell) -> Option<u8> {
        let points = self.entry_price(arm, cell)?.1.value;
        let times = s.columns.saturating_mul(self.charts.movement().column_step.value).saturating_add(1);
        Some(points.saturating_mul(times))
    }

    /// What the entry hex itself costs, for its ground or, by the ruling `entry-price`, for the way that runs through it.
    fn entry_price(&self, arm: Arm, cell: Cell) -> Option<(Label, Figure<u8>)> {
        if self.rulings.entry_price == EntryPrice::Way {
            let runs = |way: &Way| Dir::ALL.into_iter().any(|dir| self.map.edge_of(cell, dir).crossed_by(*way));
            if let Some(way) = Way::ALL.into_iter().find(runs) {
                let label = if way == Way::Road { Label::Road } else { Label::Track };
                return Some((label, self.charts.way_cost(way, arm)));
            }
        }
        let terrain = self.map.terrain(cell);
        let entry = self.charts.entry(terrain, arm);
        match entry.value {
            Entry::Cost(points) | Entry::CostWithDisorder(points) => {
                Some((Label::HexCost(terrain), Figure::new(points, entry.source)))
            }
            Entry::Prohibited => None,
        }
    }

    /// What a unit has to spend as it enters: twice its allowance by forced march, else all of it (5.2).
    fn entry_allowance(&self, s: &State, unit: UnitId, gait: Gait) -> u8 {
        let full = self.values(s, unit).movement;
        if gait == Gait::Forced { full.saturating_mul(self.charts.movement().forced_factor.value) } else { full }
    }

    pub(super) fn judge_enter(&self, s: &State, action: &Action) -> Judged {
        let Action::Enter { unit, party, gait } = *action else { return self.no(WITH_MARKER, Why::NoAnswer) };
        self.judge_due(s, unit)?;
        self.judge_entry(s, unit.only(), unit, gait)?;
        if party == Party::Stack && self.joining(s, unit.only(), unit, gait).is_empty() {
            return self.no(BY_STACKS, Why::NotDue(unit));
        }
        Ok(())
    }

    /// Whether a unit is to enter with the marker that activates now.
    fn judge_due(&self, s: &State, unit: UnitId) -> Judged {
        if !self.knows(unit) {
            return self.no(WITH_MARKER, Why::Unknown);
        }
        if Some(self.side_of(unit)) != s.acting() {
            return self.no(WITH_MARKER, Why::NotYours(unit));
        }
        let formation = self.units.formation(unit);
        let drawn = self.activated_formation(s) == Some(formation) && !self.in_reserve(s);
        if !drawn || !self.due(s, formation).has(unit) {
            return self.no(WITH_MARKER, Why::NotDue(unit));
        }
        match self.edition().late_entry() {
            LateEntry::NextTurn if !self.first_of_turn(s, formation) => self.no(WAITS, Why::NextTurn(unit)),
            _ => Ok(()),
        }
    }

    /// Whether these units, all of one arm, may enter as a stack.
    fn judge_entry(&self, s: &State, units: UnitSet, lead: UnitId, gait: Gait) -> Judged {
        let Some(cell) = self.entry_of(s, lead) else { return self.no(AT_HEX, Why::NotDue(lead)) };
        let side = self.side_of(lead);
        let arm = self.units.arm_of(lead);
        match gait {
            Gait::Charge => return self.no(AT_HEX, Why::NoAnswer),
            Gait::Forced if self.is_bound(s, lead) => return self.no(bound::NO_FORCED_MARCH, Why::NotHere),
            Gait::Forced => {
                if let Some((enemy, distance)) = self.nearest_enemy(s, side, cell)
                    && distance <= self.near()
                {
                    return self.no(ENEMY_NEAR, Why::TooNear { enemy, distance, needs: self.near() });
                }
            }
            Gait::March => {}
        }
        let there = s.units_at(cell);
        if let Some(enemy) = there.and(self.units.side(side.enemy())).lowest() {
            return self.no(ENEMY_HEX, Why::Enemy { unit: lead, enemy });
        }
        if gait == Gait::Forced
            && self.rulings.forced_friends == ForcedFriends::None
            && let Some(with) = there.lowest()
        {
            return self.no(NO_REGROUPING, Why::Stacking { unit: lead, with });
        }
        let Some(needs) = self.entry_cost(s, arm, cell) else { return self.no(WAITS, Why::Terrain(lead)) };
        let has = units.map(|unit| self.entry_allowance(s, unit, gait)).min().unwrap_or(0);
        if needs > has {
            return self.no(WAITS, Why::Points { unit: lead, needs, has });
        }
        // Who enters must be able to stay there, or by the ruling `entry-room` to go on.
        if let Err((rule, with)) = self.may_stack(s, there.or(units)) {
            let halted = if self.zone_over(s, cell, side.enemy()).is_empty() { Halted::No } else { Halted::ByZone };
            let moving = Moving { unit: lead, gait, left: has - needs, hexes: 1, start: cell, target: None, halted };
            let on = |dir| self.judge_step(s, units, &moving, cell, dir).is_ok();
            let passes = self.rulings.entry_room == EntryRoom::Passes && !there.meets(s.square);
            if !passes || !Dir::ALL.into_iter().any(on) {
                return self.no(rule, Why::Stacking { unit: lead, with });
            }
        }
        if arm == Arm::Artillery
            && let Some(enemy) = self.zone_over(s, cell, side.enemy()).lowest()
            && there.less(self.units.arm(Arm::Artillery)).less(s.routed).is_empty()
        {
            return self.no(zones::ARTILLERY, Why::Zone { unit: lead, enemy });
        }
        Ok(())
    }

    /// Those who may enter in one stack with these.
    fn joining(&self, s: &State, units: UnitSet, lead: UnitId, gait: Gait) -> UnitSet {
        let same = |unit: &UnitId| {
            let with = units.or(unit.only());
            self.units.arm_of(*unit) == self.units.arm_of(lead)
                && self.entry_of(s, *unit) == self.entry_of(s, lead)
                && self.judge_entry(s, with, lead, gait).is_ok()
        };
        self.due(s, self.units.formation(lead)).less(units).filter(same).collect()
    }

    pub(super) fn candidates_enter(&self, s: &State, each: &mut dyn FnMut(Action)) {
        let Some(formation) = self.activated_formation(s) else { return };
        for unit in self.due(s, formation) {
            for party in [Party::Alone, Party::Stack] {
                for gait in [Gait::March, Gait::Forced] {
                    each(Action::Enter { unit, party, gait });
                }
            }
        }
    }

    pub(super) fn perform_enter<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        let Action::Enter { unit, party, gait } = *action else { return Err(lost("an entry without a unit")) };
        desk.mark(Event::AllMarked { mark: Mark::Moving, units: unit.only() }, self.cite(AT_HEX));
        self.begin_frame(Frame::Entry { unit, gait }, BY_STACKS, desk)?;
        match party {
            Party::Alone => self.enter(unit, gait, desk),
            Party::Stack => Ok(()),
        }
    }

    /// Who else enters in the stack is asked as long as somebody could.
    pub(super) fn asked_entry(&self, s: &State, unit: UnitId, gait: Gait) -> Option<(Side, Cite)> {
        let joining = self.joining(s, s.marked(Mark::Moving), unit, gait);
        (!joining.is_empty()).then_some((self.side_of(unit), BY_STACKS))
    }

    pub(super) fn judge_forming(&self, s: &State, unit: UnitId, gait: Gait, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Enter { unit: other, party: Party::Stack, gait: with } if with == gait => {
                self.judge_due(s, other)?;
                let stack = s.marked(Mark::Moving);
                if stack.has(other) {
                    return self.no(BY_STACKS, Why::Already(other));
                }
                if self.units.arm_of(other) != self.units.arm_of(unit) {
                    return self.no(ONE_KIND, Why::Arm(other));
                }
                if self.entry_of(s, other) != self.entry_of(s, unit) {
                    return self.no(AT_HEX, Why::NotDue(other));
                }
                self.judge_entry(s, stack.or(other.only()), unit, gait)
            }
            _ => self.no(BY_STACKS, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_entry(&self, s: &State, unit: UnitId, gait: Gait, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for other in self.due(s, self.units.formation(unit)) {
            each(Action::Enter { unit: other, party: Party::Stack, gait });
        }
    }

    pub(super) fn perform_entry<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        gait: Gait,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Enter { unit, .. } => {
                desk.mark(Event::AllMarked { mark: Mark::Moving, units: unit.only() }, self.cite(BY_STACKS));
                Ok(())
            }
            _ => self.enter(unit, gait, desk),
        }
    }

    /// Nobody else can join: the stack enters.
    pub(super) fn advance_entry<J: Journal<Event, Label>>(
        &self,
        unit: UnitId,
        gait: Gait,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.enter(unit, gait, desk)
    }

    /// Brings the stack that has formed up onto the map, where it moves on.
    fn enter<J: Journal<Event, Label>>(&self, lead: UnitId, gait: Gait, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let units = s.marked(Mark::Moving);
        let (side, arm) = (self.side_of(lead), self.units.arm_of(lead));
        let cell = self.entry_of(s, lead).ok_or_else(|| lost("a unit enters nowhere"))?;
        let cost = self.entry_cost(s, arm, cell).ok_or_else(|| lost("a unit enters where it cannot"))?;
        let has = units.map(|unit| self.entry_allowance(s, unit, gait)).min().unwrap_or(0);
        let near = self.nearest_enemy(s, side, cell).is_some_and(|(_, distance)| distance <= self.near());
        let zone = self.zone_over(s, cell, side.enemy());
        if J::ON {
            let tally = self.entry_tally(s, lead, cell);
            desk.sum(&tally, Cite::and(AT_HEX, COLUMN, self.edition()));
        }
        self.shift(units, cell, AT_HEX, desk);
        desk.mark(Event::ColumnGrown, self.cite(COLUMN));
        desk.fact(Event::AllMarked { mark: Mark::Active, units }, self.cite(WITH_MARKER));
        let ordered: Option<Cite> = if self.is_bound(desk.state(), lead) {
            let capable = !self.fully_capable(desk.state(), units).is_empty();
            capable.then_some(bound::WITHOUT_ORDERS)
        } else if gait == Gait::Forced {
            for unit in units {
                desk.fact(Event::ReinforcementMarked { unit }, Cite::and(BY_FORCED_MARCH, STATUS_OF, self.edition()));
            }
            Some(BY_FORCED_MARCH)
        } else if near {
            desk.fact(Event::OrdersFree { units }, self.cite(ENEMY_NEAR));
            Some(ENEMY_NEAR)
        } else {
            None
        };
        if let Some(rule) = ordered {
            desk.fact(Event::AllMarked { mark: Mark::Ordered, units }, self.cite(rule));
        }
        let halted = if zone.is_empty() { Halted::No } else { Halted::ByZone };
        let left = has.saturating_sub(cost);
        let moving = Moving { unit: lead, gait, left, hexes: 1, start: cell, target: None, halted };
        let rule = match ordered {
            Some(rule) => rule,
            None if self.is_bound(desk.state(), lead) => bound::WITHOUT_ORDERS,
            None => BY_NORMAL_MARCH,
        };
        self.continue_frame(Frame::Moving(moving), rule, desk);
        self.commanders_contacted(cell, side, desk)
    }

    /// The cost of the entry hex, part by part, for the journal.
    fn entry_tally(&self, s: &State, lead: UnitId, cell: Cell) -> Tally<Label> {
        let mut tally = Tally::new(Label::Cost(lead));
        let arm = self.units.arm_of(lead);
        let Some((label, price)) = self.entry_price(arm, cell) else { return tally };
        let (once, source) = (price.value, price.source);
        let all = self.entry_cost(s, arm, cell).unwrap_or(0);
        let small = |points: u8| i8::try_from(points).unwrap_or(i8::MAX);
        tally.add(label, Figure::new(small(once), source), self.cite(AT_HEX));
        let step = self.charts.movement().column_step.source;
        let more = Figure::new(small(all.saturating_sub(once)), source).resting_on(step);
        tally.add_some(Label::Column, more, self.cite(COLUMN));
        tally
    }

    // ---------------------------------------------------------------------------------------------------------- the status

    /// Those who lose the status of a reinforcement together with these.
    pub(super) fn status_with(&self, s: &State, units: UnitSet) -> UnitSet {
        let marked = units.and(s.reinforcement);
        match self.rulings.status_of {
            StatusOf::Unit => marked,
            StatusOf::Formation => {
                let with =
                    |unit: &UnitId| marked.into_iter().any(|m| self.units.formation(m) == self.units.formation(*unit));
                s.reinforcement.filter(with).collect()
            }
        }
    }

    /// Ends the status of these units, an enemy being near (a ruling: `reinforcements-within-five`).
    pub(super) fn end_status<J: Journal<Event, Label>>(&self, units: UnitSet, desk: &mut Table<'_, J>) {
        let units = self.status_with(desk.state(), units);
        self.drop_status(units, STATUS_ENDS, desk);
    }

    /// Ends the status of a unit that has come near an enemy otherwise than by its own will.
    pub(super) fn comes_near<J: Journal<Event, Label>>(&self, unit: UnitId, cell: Cell, desk: &mut Table<'_, J>) {
        let near = self.loses_status(desk.state(), unit.only(), cell);
        self.end_status(near, desk);
    }

    /// Ends the status of units of this side near a hex to which an enemy has come, where that ends it (M 5.2.1).
    pub(super) fn status_near<J: Journal<Event, Label>>(&self, cell: Cell, side: Side, desk: &mut Table<'_, J>) {
        if self.edition().status_ends() == StatusEnds::WhenAnEnemyIsNear {
            let s = desk.state();
            let near = |unit: &UnitId| s.at(*unit).is_some_and(|at| self.map.grid.distance(at, cell) <= self.near());
            let units = s.reinforcement.and(self.units.side(side)).filter(near).collect();
            self.end_status(units, desk);
        }
    }

    /// Takes Reinforcement markers off: the units are without orders, unless an order was spent on them.
    pub(super) fn drop_status<J: Journal<Event, Label>>(&self, units: UnitSet, rule: Cite, desk: &mut Table<'_, J>) {
        for unit in units.and(desk.state().reinforcement) {
            let rules = [rule, THEN_WITHOUT, STATUS_OF].map(|rule| self.cite(rule));
            desk.fact(Event::ReinforcementEnded { unit }, rules);
            let s = desk.state();
            if s.marked(Mark::Ordered).has(unit) && !s.orders.has(unit) {
                desk.fact(Event::Unmarked { mark: Mark::Ordered, unit }, self.cite(THEN_WITHOUT));
            }
        }
    }

    // ----------------------------------------------------------------------------------------------------------- the guard

    /// Whether a unit may come to a hex for the sake of enemy reinforcements: not to their entry hex, nor beside it, until
    /// all that are scheduled there have come. Asked wherever a player chooses to go (the ruling `entry-hex-after-combat`).
    pub(super) fn entry_guard(&self, s: &State, unit: UnitId, cell: Cell) -> Judged {
        let side = self.side_of(unit);
        for (place, arrival) in self.arrivals() {
            let entry = self.arrival_cell(s, place, arrival);
            if self.map.grid.distance(entry, cell) > 1 {
                continue;
            }
            if self.rulings.entry_guarded == EntryGuarded::Lifted && self.is_goal(side, entry) {
                continue;
            }
            if self.awaited(s, side.enemy(), arrival) {
                return self.no(KEEP_OFF, Why::EntryHex(unit));
            }
        }
        Ok(())
    }

    /// Whether somebody of a side is yet to come with an arrival.
    fn awaited(&self, s: &State, side: Side, arrival: &Arrival) -> bool {
        let units = arrival.units.and(self.units.side(side));
        let commanders = arrival.commanders.iter().filter(|commander| {
            let post = s.commanders.get(usize::from(commander.0)).copied().unwrap_or_default();
            let own = self.roster.commander(**commander).is_some_and(|counter| counter.side == side);
            own && post.at.is_none() && post.lost == 0
        });
        (!units.is_empty() && !units.within(self.entered(s))) || commanders.count() > 0
    }
}
