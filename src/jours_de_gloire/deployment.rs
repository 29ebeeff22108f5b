//! The set-up (R scenario 1 and 2): what a scenario leaves to the players is asked of them before the first turn.
//!
//! One side after the other, in the open: the book has no secret in it (a ruling: `deployment-order`). A side places its
//! counters one at a time, in any order, each with its facing; a counter that stands is not taken up again. `Done` leaves
//! the rest to the scenario's file, whose places are offered as an example.

use super::action::Action;
use super::charts::Entry;
use super::event::Event;
use super::frame::{Frame, Quarry};
use super::label::Label;
use super::play::{Done, Judged, Table, lost};
use super::rulings::{DeploymentOrder, OnTheLine};
use super::scenario::{Choice, Formed, Placement};
use super::state::{CommanderId, FormationId, Order, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite, orders};
use crate::hex::{Cell, Vertex};
use crate::journal::Journal;
use crate::side::{Side, UnitId, UnitSet};

/// A counter stands in its hex or one beside it, and faces as its owner likes. (The later book leaves no set-up to the
/// players: there the map and the facing of counters are cited.)
const PLACED: Cite = cite!("R scenario 1/3", "M 0.2/1");
/// A battery stands with any infantry of its formation.
const WITH: Cite = cite!("R scenario 1/5", "M 0.2/1");
/// An army commander stands with or beside any unit of his side.
const BESIDE: Cite = cite!("R scenario 1/8", "M 0.2/1");
/// A hex named for so many counters of a formation is for any of them.
const ANY_COUNTER: Cite = cite!("R scenario 1/9", "M 0.2/1");
/// Free deployment: within the area of the side.
const AREAS: [Cite; 2] = [cite!("R scenario 2/3", "M 0.2/1"), cite!("R scenario 2/5", "M 0.2/1")];

impl JoursDeGloire {
    /// The place that the scenario gives a unit, if its owner chooses anything about it.
    fn open_place(&self, unit: UnitId) -> Option<&Placement> {
        let free = self.scenario.specific.free_facing.on();
        self.scenario.places.iter().find(|place| {
            place.unit == unit
                && (free || place.choice != Choice::Here || self.is_any_counter(self.units.formation(unit)))
        })
    }

    fn is_any_counter(&self, formation: FormationId) -> bool {
        self.scenario.specific.any_counter.contains(&formation)
    }

    /// The units that their owners place.
    pub(super) fn placeable(&self) -> UnitSet {
        self.scenario.places.iter().map(|place| place.unit).filter(|unit| self.open_place(*unit).is_some()).collect()
    }

    /// The units of a side that are yet to be placed, in the order of the scenario.
    fn unplaced(&self, s: &State, side: Side) -> impl Iterator<Item = &Placement> {
        let missing = self.units.side(side).less(s.on_map());
        self.scenario.places.iter().filter(move |place| missing.has(place.unit))
    }

    /// The army commanders of a side who are yet to be placed, each with his hex and choice.
    fn unposted(&self, s: &State, side: Side) -> impl Iterator<Item = &(CommanderId, Cell, Choice)> {
        self.scenario.posts.iter().filter(move |(commander, _, _)| {
            let own = self.roster.commander(*commander).is_some_and(|counter| counter.side == side);
            own && self.post(s, *commander).is_none()
        })
    }

    /// The first side that has something to place, after this one.
    pub(super) fn next_to_set_up(&self, s: &State, after: Option<Side>) -> Option<Side> {
        let sides = match self.rulings.deployment_order {
            DeploymentOrder::AsListed => Side::BOTH,
            DeploymentOrder::Reversed => [Side::Second, Side::First],
        };
        let later = sides.into_iter().skip_while(|side| after.is_some_and(|after| *side != after));
        let mut later = later.skip(usize::from(after.is_some()));
        later.find(|side| self.unplaced(s, *side).next().is_some() || self.unposted(s, *side).next().is_some())
    }

    pub(super) fn asked_set_up(&self, s: &State, side: Side, turning: Option<Quarry>) -> Option<(Side, Cite)> {
        if turning.is_some() {
            return Some((side, PLACED));
        }
        let first = self.unplaced(s, side).next().map(|place| Self::rule_of(side, &place.choice));
        let first = first.or_else(|| self.unposted(s, side).next().map(|(_, _, choice)| Self::rule_of(side, choice)));
        first.map(|rule| (side, rule))
    }

    /// The rule that gives a choice.
    fn rule_of(side: Side, choice: &Choice) -> Cite {
        match choice {
            Choice::Here | Choice::Neighbour | Choice::Among(_) => PLACED,
            Choice::With(_) => WITH,
            Choice::Beside(_) => BESIDE,
            Choice::Area(_) => AREAS[side.index()],
        }
    }

    // --------------------------------------------------------------------------------------------------- which hexes

    /// Whether a hex fits what the scenario says of a counter.
    fn fits(&self, s: &State, side: Side, printed: Cell, choice: &Choice, cell: Cell) -> bool {
        let grid = &self.map.grid;
        match choice {
            Choice::Here => cell == printed,
            Choice::Neighbour => grid.distance(cell, printed) <= 1,
            Choice::Among(cells) => cells.contains(&cell),
            Choice::Area(cells) => {
                let line = &self.scenario.lines[side.index()];
                cells.contains(&cell) && (self.rulings.on_the_line == OnTheLine::On || !line.contains(&cell))
            }
            Choice::With(formation) => {
                let mates = self.roster.formation(*formation).map_or(UnitSet::EMPTY, |f| f.units);
                s.units_at(cell).and(mates).meets(self.units.arm(super::charts::Arm::Infantry))
            }
            Choice::Beside(of) => {
                let near = |at: Option<Cell>| at.is_some_and(|at| grid.distance(at, cell) <= 1);
                s.where_at(near).meets(self.units.side(*of))
            }
        }
    }

    /// Whether a unit of a formation whose counters may take each other's places can stand in a hex: each unit that stands
    /// must have a place of its own among those of the formation.
    fn fits_any(&self, s: &State, unit: UnitId, cell: Cell) -> bool {
        let formation = self.units.formation(unit);
        let places: Vec<&Placement> =
            self.scenario.places.iter().filter(|place| self.units.formation(place.unit) == formation).collect();
        let mut stand: Vec<Cell> =
            places.iter().filter(|place| place.unit != unit).filter_map(|place| s.at(place.unit)).collect();
        stand.push(cell);
        let side = self.side_of(unit);
        let open = |unit: usize, place: usize| {
            let (cell, place) = (stand[unit], places[place]);
            self.fits(s, side, place.cell, &place.choice, cell)
        };
        // Who has each place; a unit that finds none open may send another to a different one.
        let mut taken: Vec<Option<usize>> = vec![None; places.len()];
        (0..stand.len()).all(|unit| find_place(unit, &open, &mut taken, &mut vec![false; places.len()]))
    }

    fn judge_place(&self, s: &State, side: Side, unit: UnitId, cell: Cell) -> Judged {
        if !self.knows(unit) {
            return self.no(PLACED, Why::Unknown);
        }
        if self.side_of(unit) != side {
            return self.no(PLACED, Why::NotYours(unit));
        }
        if s.at(unit).is_some() {
            return self.no(PLACED, Why::Placed(unit));
        }
        let Some(place) = self.open_place(unit) else { return self.no(PLACED, Why::NotThere(unit)) };
        if cell.index() >= self.map.grid.len() {
            return self.no(PLACED, Why::OffMap);
        }
        let any = self.is_any_counter(self.units.formation(unit));
        if any && !self.fits_any(s, unit, cell) {
            return self.no(ANY_COUNTER, Why::OutOfPlace(unit));
        }
        if !any && !self.fits(s, side, place.cell, &place.choice, cell) {
            return self.no(Self::rule_of(side, &place.choice), Why::OutOfPlace(unit));
        }
        self.judge_ground(s, place, cell)
    }

    /// Whether a counter may stand in a hex at all: the ground, who else stands there, enemies who are to enter there.
    fn judge_ground(&self, s: &State, place: &Placement, cell: Cell) -> Judged {
        let unit = place.unit;
        let entry = self.charts.entry(self.map.terrain(cell), self.units.arm_of(unit)).value;
        if entry == Entry::Prohibited {
            return self.no(super::march::TERRAIN, Why::Terrain(unit));
        }
        let there = s.units_at(cell);
        if let Some(enemy) = there.and(self.units.side(self.side_of(unit).enemy())).lowest() {
            return self.no(ENEMY, Why::Enemy { unit, enemy });
        }
        if let Err((rule, with)) = self.may_stack(s, there.or(unit.only())) {
            return self.no(rule, Why::Stacking { unit, with });
        }
        self.entry_guard(s, unit, cell)
    }

    fn judge_post(&self, s: &State, side: Side, commander: CommanderId, cell: Cell) -> Judged {
        let Some(counter) = self.roster.commander(commander) else { return self.no(PLACED, Why::Unknown) };
        if counter.side != side {
            return self.no(PLACED, Why::CommanderNotYours);
        }
        let Some((_, printed, choice)) = self.unposted(s, side).find(|(id, _, _)| *id == commander) else {
            return self.no(PLACED, Why::CommanderPlaced);
        };
        if cell.index() >= self.map.grid.len() {
            return self.no(PLACED, Why::OffMap);
        }
        if !self.fits(s, side, *printed, choice, cell) {
            return self.no(Self::rule_of(side, choice), Why::CommanderOutOfPlace);
        }
        if let Some(enemy) = s.units_at(cell).and(self.units.side(side.enemy())).lowest() {
            return self.no(ENEMY, Why::CommanderBlocked(enemy));
        }
        if self.arrival_cost(cell).is_none() {
            return self.no(super::march::TERRAIN, Why::CommanderGround);
        }
        Ok(())
    }

    pub(super) fn judge_set_up(&self, s: &State, side: Side, turning: Option<Quarry>, action: &Action) -> Judged {
        match (turning, action) {
            (_, Action::Done) | (Some(_), Action::Turn { .. }) => Ok(()),
            (None, Action::Place { unit, cell }) => self.judge_place(s, side, *unit, *cell),
            (None, Action::Post { commander, cell }) => self.judge_post(s, side, *commander, *cell),
            _ => self.no(PLACED, Why::NoAnswer),
        }
    }

    pub(super) fn candidates_set_up(
        &self,
        s: &State,
        side: Side,
        turning: Option<Quarry>,
        each: &mut dyn FnMut(Action),
    ) {
        each(Action::Done);
        if turning.is_some() {
            Vertex::ALL.into_iter().for_each(|facing| each(Action::Turn { facing }));
            return;
        }
        for place in self.unplaced(s, side) {
            let formation = self.units.formation(place.unit);
            let mut cells = Vec::new();
            if self.is_any_counter(formation) {
                let all = self.scenario.places.iter().filter(|other| self.units.formation(other.unit) == formation);
                all.for_each(|other| self.cells_of(other.cell, &other.choice, &mut cells));
            } else {
                self.cells_of(place.cell, &place.choice, &mut cells);
            }
            cells.sort_unstable();
            cells.dedup();
            cells.into_iter().for_each(|cell| each(Action::Place { unit: place.unit, cell }));
        }
        for (commander, printed, choice) in self.unposted(s, side) {
            let mut cells = Vec::new();
            self.cells_of(*printed, choice, &mut cells);
            cells.into_iter().for_each(|cell| each(Action::Post { commander: *commander, cell }));
        }
    }

    /// The hexes that could fit what the scenario says of a counter.
    fn cells_of(&self, printed: Cell, choice: &Choice, cells: &mut Vec<Cell>) {
        let grid = &self.map.grid;
        match choice {
            Choice::Here => cells.push(printed),
            Choice::Neighbour => cells.extend(grid.within(printed, 1)),
            Choice::Among(of) | Choice::Area(of) => cells.extend(of),
            Choice::With(_) | Choice::Beside(_) => cells.extend(grid.cells()),
        }
    }

    // ------------------------------------------------------------------------------------------------- what is done

    pub(super) fn perform_set_up<J: Journal<Event, Label>>(
        &self,
        side: Side,
        turning: Option<Quarry>,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Place { unit, cell } => self.put(side, unit, cell, desk),
            Action::Post { commander, cell } => {
                let choice = self.unposted(desk.state(), side).find(|(id, _, _)| *id == commander);
                let rule = choice.map_or(PLACED, |(_, _, choice)| Self::rule_of(side, choice));
                desk.fact(Event::CommanderMoved { commander, to: cell }, self.cite(rule));
                Ok(())
            }
            Action::Turn { facing } => {
                let unit = turning.and_then(Quarry::unit).ok_or_else(|| lost("nobody turns in the set-up"))?;
                self.face(unit.only(), facing, PLACED, desk);
                self.continue_frame(Frame::SetUp { side, turning: None }, PLACED, desk);
                Ok(())
            }
            // The facing that the file offers.
            _ if turning.is_some() => {
                self.continue_frame(Frame::SetUp { side, turning: None }, PLACED, desk);
                Ok(())
            }
            _ => {
                self.put_the_rest(side, desk);
                self.advance_set_up(side, desk)
            }
        }
    }

    /// Places a unit, and asks for its facing where that is free.
    fn put<J: Journal<Event, Label>>(&self, side: Side, unit: UnitId, cell: Cell, desk: &mut Table<'_, J>) -> Done {
        let place = self.open_place(unit).ok_or_else(|| lost("a unit is placed that has no place"))?;
        let alike = self.stand(place, cell, desk);
        if self.scenario.specific.free_facing.on() && alike.is_empty() {
            self.continue_frame(Frame::SetUp { side, turning: Some(Quarry::new(unit)) }, PLACED, desk);
        }
        Ok(())
    }

    /// Puts a unit into a hex, as the scenario says of its condition; it faces as those of its kind do that stand there, or
    /// as the file offers. Gives those.
    fn stand<J: Journal<Event, Label>>(&self, place: &Placement, cell: Cell, desk: &mut Table<'_, J>) -> UnitSet {
        let (unit, side) = (place.unit, self.side_of(place.unit));
        let any = self.is_any_counter(self.units.formation(unit));
        let rule = if any { ANY_COUNTER } else { Self::rule_of(side, &place.choice) };
        let s = desk.state();
        let rank = Self::bottom(s, s.units_at(cell));
        desk.fact(Event::Moved { unit, to: cell, rank }, self.cite(rule));
        let alike = self.facing_alike(desk.state(), unit).less(unit.only());
        let facing = alike.lowest().map_or(place.facing, |other| desk.state().facing(other));
        self.face(unit.only(), facing, PLACED, desk);
        if matches!(place.order, Order::Disordered | Order::Routed) {
            desk.fact(Event::Ordered { unit, order: place.order }, self.cite(rule));
        }
        if place.formed == Formed::InSquare {
            desk.fact(Event::SquareFormed { unit }, self.cite(rule));
        }
        alike
    }

    /// Places the rest of a side as the file has it; what is no longer open there goes to the nearest hex that is.
    fn put_the_rest<J: Journal<Event, Label>>(&self, side: Side, desk: &mut Table<'_, J>) {
        let rest: Vec<UnitId> = self.unplaced(desk.state(), side).map(|place| place.unit).collect();
        for place in rest.into_iter().filter_map(|unit| self.open_place(unit)) {
            let s = desk.state();
            let open = |cell: &Cell| self.judge_place(s, side, place.unit, *cell).is_ok();
            let found = self.map.grid.within(place.cell, FAR).find(open);
            // A file that leaves no hex open keeps the counter off the map.
            if let Some(cell) = found {
                self.stand(place, cell, desk);
            }
        }
        let rest: Vec<(CommanderId, Cell)> =
            self.unposted(desk.state(), side).map(|(commander, cell, _)| (*commander, *cell)).collect();
        for (commander, printed) in rest {
            let s = desk.state();
            let open = |cell: &Cell| self.judge_post(s, side, commander, *cell).is_ok();
            if let Some(cell) = self.map.grid.within(printed, FAR).find(open) {
                desk.fact(Event::CommanderMoved { commander, to: cell }, self.cite(PLACED));
            }
        }
    }

    /// A side has placed everything: the other side places, or the first turn begins.
    pub(super) fn advance_set_up<J: Journal<Event, Label>>(&self, side: Side, desk: &mut Table<'_, J>) -> Done {
        match self.next_to_set_up(desk.state(), Some(side)) {
            Some(next) => self.continue_frame(Frame::SetUp { side: next, turning: None }, PLACED, desk),
            None => self.continue_frame(Frame::Orders, orders::PHASES, desk),
        }
        Ok(())
    }
}

/// A place for a unit, by sending those that have one to others if need be.
fn find_place(
    unit: usize,
    open: &impl Fn(usize, usize) -> bool,
    taken: &mut Vec<Option<usize>>,
    tried: &mut Vec<bool>,
) -> bool {
    for place in 0..taken.len() {
        if tried[place] || !open(unit, place) {
            continue;
        }
        tried[place] = true;
        let free = match taken[place] {
            None => true,
            Some(other) => find_place(other, open, taken, tried),
        };
        if free {
            taken[place] = Some(unit);
            return true;
        }
    }
    false
}

/// Farther than any two hexes of a map are apart.
const FAR: u8 = 200;
/// Never into an enemy's hex.
const ENEMY: Cite = cite!("R 5.1.2/1", "M 5.1.2/1");

#[cfg(test)]
mod tests {
    use super::find_place;

    #[test]
    fn whoever_can_go_elsewhere_makes_room() {
        // Unit 0 fits both places, unit 1 the first alone.
        let open = |unit: usize, place: usize| unit == 0 || place == 0;
        let mut taken = vec![None; 2];
        assert!((0..2).all(|unit| find_place(unit, &open, &mut taken, &mut vec![false; 2])));
        assert_eq!(taken, [Some(1), Some(0)]);
        // Two that fit the first place alone do not both find one.
        let open = |_: usize, place: usize| place == 0;
        let mut taken = vec![None; 2];
        assert!(!(0..2).all(|unit| find_place(unit, &open, &mut taken, &mut vec![false; 2])));
    }
}
