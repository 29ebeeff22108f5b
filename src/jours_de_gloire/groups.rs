//! Tactical groups (R optional 2.3; M 2.3.1).

use super::edition::OrderTo;
use super::event::Event;
use super::label::Label;
use super::play::{Done, Table};
use super::rulings::{GroupDistance, LateGroups, LentOrders};
use super::state::{FormationId, State};
use super::{Cite, JoursDeGloire, cite};
use crate::journal::Journal;
use crate::side::{UnitId, UnitSet};

/// A group is a chain of units within two hexes.
const CHAIN: Cite = cite!("R optional 2.3/3", "M 2.3.1/3");
/// A unit farther off is a group of its own.
const ALONE: Cite = cite!("R optional 2.3/4", "M 2.3.1/4");
/// Groups are fixed in phase A for the whole turn.
const FIXED: Cite = cite!("R optional 2.3/2", "M 2.3.1/2");
/// Without groups, orders go to formations (a ruling: `tactical-groups-without-the-option`).
const FORMATION: Cite = cite!("R 2.3/1", "M 2.3.2/1");

impl JoursDeGloire {
    /// Whether orders go to tactical groups (M 2.3.2, R optional 2.3) or to whole formations (R 2.3).
    pub fn order_to(&self) -> OrderTo {
        if self.options.tactical_groups.on() { OrderTo::TacticalGroup } else { self.edition().order_to() }
    }

    /// How near a unit must be to another of its group; its own hex may count as one of those.
    fn group_reach(&self) -> u8 {
        let hexes = self.charts.command().group_reach.value;
        match self.rulings.group_distance {
            GroupDistance::Two => hexes,
            GroupDistance::One => hexes.saturating_sub(1),
        }
    }

    /// The formation with which a unit is commanded and activated: its own, or the one that it is lent to (R specific
    /// 2.2).
    pub fn commanded_with(&self, s: &State, unit: UnitId) -> FormationId {
        match self.lent(s) {
            Some((lent, formation)) if lent == unit => formation,
            _ => self.units.formation(unit),
        }
    }

    /// The formation with which a unit receives orders: the one that it is activated with, or its own (a ruling:
    /// `leclerc-orders`).
    pub fn ordered_with(&self, s: &State, unit: UnitId) -> FormationId {
        match self.rulings.lent_orders {
            LentOrders::Reserve => self.commanded_with(s, unit),
            LentOrders::Own => self.units.formation(unit),
        }
    }

    /// The units on the map that receive orders with a formation.
    fn ordered(&self, s: &State, formation: FormationId) -> UnitSet {
        match self.rulings.lent_orders {
            LentOrders::Reserve => self.commanded(s, formation),
            LentOrders::Own => self.roster.formation(formation).map_or(UnitSet::EMPTY, |f| f.units).and(s.on_map()),
        }
    }

    /// The units on the map that are commanded with a formation.
    pub(super) fn commanded(&self, s: &State, formation: FormationId) -> UnitSet {
        let own = self.roster.formation(formation).map_or(UnitSet::EMPTY, |f| f.units);
        let with = match self.lent(s) {
            Some((lent, to)) if to == formation => own.or(lent.only()),
            Some((lent, _)) => own.less(lent.only()),
            None => own,
        };
        with.filter(|unit| s.at(*unit).is_some()).collect()
    }

    /// The units on the map that belong to the tactical group of a unit. Units that came to the map after phase A have no
    /// group of the turn: those of one formation are one (the ruling `late-arrivals-group`).
    pub fn group(&self, s: &State, unit: UnitId) -> UnitSet {
        let number = s.group[unit.index()];
        let mut set = 0u64;
        for (i, (group, at)) in s.group.iter().zip(&s.at).enumerate() {
            set |= u64::from(*group == number && at.is_some()) << i;
        }
        let group = UnitSet::from_bits(set);
        match (number, self.rulings.late_groups) {
            (0, LateGroups::Formation) => group.and(self.ordered(s, self.ordered_with(s, unit))),
            (0, LateGroups::Alone) => unit.only(),
            _ => group,
        }
    }

    /// Whether the groups of the turn are yet to be found.
    pub(super) fn ungrouped(&self, s: &State) -> bool {
        s.group.iter().zip(&s.at).any(|(group, at)| *group == 0 && at.is_some())
    }

    /// Finds the groups of the turn.
    pub(super) fn form_groups<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        for place in 0..self.roster.formations.len() {
            let formation = FormationId(place as u8);
            let mut left = self.ordered(desk.state(), formation);
            while let Some(first) = left.lowest() {
                let (group, rule) = match self.order_to() {
                    OrderTo::Formation => (left, FORMATION),
                    OrderTo::TacticalGroup => {
                        let group = self.chain(desk.state(), first, left);
                        (group, if group.len() == 1 { ALONE } else { CHAIN })
                    }
                };
                for unit in group {
                    desk.fact(Event::Grouped { unit, group: first }, Cite::and(rule, FIXED, self.edition()));
                }
                left = left.less(group);
            }
        }
        Ok(())
    }

    /// The chain of units that begins with one of these.
    fn chain(&self, s: &State, first: UnitId, of: UnitSet) -> UnitSet {
        let reach = self.group_reach();
        let near = |a: UnitId, b: UnitId| match (s.at(a), s.at(b)) {
            (Some(a), Some(b)) => self.map.grid.distance(a, b) <= reach,
            _ => false,
        };
        let (mut group, mut ends) = (first.only(), first.only());
        while let Some(end) = ends.lowest() {
            ends.remove(end);
            let found: UnitSet = of.less(group).filter(|unit| near(end, *unit)).collect();
            group = group.or(found);
            ends = ends.or(found);
        }
        group
    }
}
