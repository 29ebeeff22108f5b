//! Stacking (5.1).

use super::charts::Arm;
use super::rulings::{RoutedStacking, SameName, ThreeWithGuns};
use super::state::State;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::Cell;
use crate::side::{UnitId, UnitSet};

/// Two units of one arm and formation.
pub(super) const PAIR: Cite = cite!("R 5.1/2", "M 5.1.1/2");
/// A scenario's own limit for units of one name, which is one formation (a ruling: `same-name-limit`).
pub(super) const SAME_NAME: Cite = cite!("R scenario 1/15", "M 5.1.1/2");
/// Artillery with infantry.
pub(super) const WITH_INFANTRY: Cite = cite!("R 5.1/3", "M 5.1.1/3");
/// Artillery with cavalry (M), not (R).
pub(super) const WITH_CAVALRY: Cite = cite!("R 5.1/8", "M 5.1.1/4");
/// Two artillery units of any formations.
pub(super) const TWO_BATTERIES: Cite = cite!("R 5.1/4", "M 5.1.1/5");
/// Routed units stack with none but routed units.
pub(super) const ROUTED: Cite = cite!("R 5.1/6", "M 5.1.1/9");
/// A square with none that is not in square.
pub(super) const SQUARES: Cite = cite!("R 5.1/7", "M 5.1.1/10");
/// Infantry never with cavalry.
pub(super) const ARMS: Cite = cite!("R 5.1/2", "M 5.1.1/11");
/// Whoever enters goes to the bottom.
pub(super) const BOTTOM: Cite = cite!("R 5.1.2/2", "M 5.1.2/2");
/// Artillery goes on top.
pub(super) const TOP: Cite = cite!("R 5.1.2/3", "M 5.1.2/3");
/// Commanders do not count.
pub(super) const COMMANDERS: Cite = cite!("R 5.1/1", "M 5.1.1/1");
/// Three weak units instead of two; in Montebello alone.
pub(super) const THREE: Cite = cite!("R 5.1/2", "M 5.1.1/7");

impl JoursDeGloire {
    /// The unit on top of those in a hex: artillery before others, then by place in the stack.
    pub fn top_of(&self, s: &State, units: UnitSet) -> Option<UnitId> {
        units.min_by_key(|unit| (self.units.arm_of(*unit) != Arm::Artillery, s.rank[unit.index()], unit.index()))
    }

    /// The infantry or cavalry unit on top of those in a hex.
    pub fn top_fighter(&self, s: &State, units: UnitSet) -> Option<UnitId> {
        self.top_of(s, units.less(self.units.arm(Arm::Artillery)))
    }

    /// The units of a stack from top to bottom.
    pub(super) fn in_order(&self, s: &State, units: UnitSet) -> impl Iterator<Item = UnitId> + use<> {
        let mut order = [(0u16, 0u8); 64];
        let mut len = 0;
        for unit in units {
            let artillery = u16::from(self.units.arm_of(unit) != Arm::Artillery);
            order[len] = ((artillery << 8) | u16::from(s.rank[unit.index()]), unit.index() as u8);
            len += 1;
        }
        order[..len].sort_unstable();
        (0..len).filter_map(move |i| UnitId::new(order[i].1.into()))
    }

    /// The place in the stack of a unit that comes to a hex where these stand: at the bottom.
    pub(super) fn bottom(s: &State, there: UnitSet) -> u8 {
        there.map(|unit| s.rank[unit.index()].saturating_add(1)).max().unwrap_or(0)
    }

    /// Whether these units, all of one side, may stand in one hex (5.1.1). Otherwise the rule that forbids it, and one
    /// of the units.
    ///
    /// # Errors
    /// The rule, and a unit that is one too many.
    pub fn may_stack(&self, s: &State, units: UnitSet) -> Result<(), (Cite, UnitId)> {
        if units.len() <= 1 {
            return Ok(());
        }
        let Some(any) = units.lowest() else { return Ok(()) };
        let limits = self.charts.stacking();
        let routed = units.and(s.routed);
        if !routed.is_empty() {
            return match units.less(s.routed).lowest() {
                Some(sound) => Err((ROUTED, sound)),
                // Routed units are free of one of the limits: which, a ruling.
                None => self.routed_stack(units),
            };
        }
        let square = units.and(s.square);
        if !square.is_empty() && square != units {
            return Err((SQUARES, units.less(square).lowest().unwrap_or(any)));
        }
        let infantry = units.and(self.units.arm(Arm::Infantry));
        let cavalry = units.and(self.units.arm(Arm::Cavalry));
        let artillery = units.and(self.units.arm(Arm::Artillery));
        if !infantry.is_empty() && !cavalry.is_empty() {
            return Err((ARMS, cavalry.lowest().unwrap_or(any)));
        }
        let fighters = infantry.or(cavalry);
        if fighters.is_empty() {
            return if artillery.len() <= usize::from(limits.same_arm.value) {
                Ok(())
            } else {
                Err((TWO_BATTERIES, artillery.lowest().unwrap_or(any)))
            };
        }
        let Some(first) = fighters.lowest() else { return Ok(()) };
        if let Some(stranger) = fighters.first_where(|u| self.units.formation(*u) != self.units.formation(first)) {
            return Err((PAIR, stranger));
        }
        if let Some(most) = self.scenario.specific.same_name {
            let whole = self.rulings.same_name == SameName::Confirms;
            let stranger = fighters.first_where(|unit| !whole && self.shared_name(*unit) != self.shared_name(first));
            if let Some(with) = stranger.or((fighters.len() > usize::from(most)).then_some(first)) {
                return Err((SAME_NAME, with));
            }
        }
        let small = match (limits.small_units.value, limits.small_strength.value) {
            (Some(count), Some(most)) => {
                let counted = match self.rulings.three_with_guns {
                    ThreeWithGuns::NotCounted => fighters,
                    ThreeWithGuns::Counted => units,
                };
                let strength: u16 = counted.map(|u| u16::from(self.values(s, u).strength)).sum();
                counted.len() <= usize::from(count) && strength <= u16::from(most)
            }
            _ => false,
        };
        if fighters.len() > usize::from(limits.same_arm.value) && !small {
            return Err((PAIR, fighters.lowest().unwrap_or(any)));
        }
        if artillery.is_empty() {
            return Ok(());
        }
        if artillery.len() > usize::from(limits.artillery_with_others.value) {
            return Err((WITH_INFANTRY, artillery.lowest().unwrap_or(any)));
        }
        // Three weak units stand for two: the one cavalry unit beside artillery stays one (M 5.1.1/4, 5.1.1/7).
        let (most, raised, rule) = if infantry.is_empty() {
            (limits.cavalry_with_artillery, false, WITH_CAVALRY)
        } else {
            (limits.infantry_with_artillery, small, WITH_INFANTRY)
        };
        if fighters.len() > usize::from(most.value) && !raised {
            return Err((rule, artillery.lowest().unwrap_or(any)));
        }
        Ok(())
    }

    /// The rule by which units that may stand together do.
    pub(super) fn stacked_under(&self, s: &State, units: UnitSet) -> Cite {
        let guns = units.and(self.units.arm(Arm::Artillery));
        let fighters = units.less(guns);
        match () {
            () if units.len() <= 1 => PAIR,
            () if units.meets(s.routed) => ROUTED,
            () if units.meets(s.square) => SQUARES,
            () if fighters.is_empty() => TWO_BATTERIES,
            () if guns.is_empty() && fighters.len() > usize::from(self.charts.stacking().same_arm.value) => THREE,
            () if guns.is_empty() => PAIR,
            () if fighters.within(self.units.arm(Arm::Infantry)) => WITH_INFANTRY,
            () => WITH_CAVALRY,
        }
    }

    fn routed_stack(&self, units: UnitSet) -> Result<(), (Cite, UnitId)> {
        let Some(any) = units.lowest() else { return Ok(()) };
        let limits = self.charts.stacking();
        if units.len() > usize::from(limits.same_arm.value) {
            return Err((PAIR, any));
        }
        let arm = self.units.arm_of(any);
        let formation = self.units.formation(any);
        match self.rulings.routed_stacking {
            RoutedStacking::Formation => match units.first_where(|u| self.units.arm_of(*u) != arm) {
                Some(other) => Err((ARMS, other)),
                None => Ok(()),
            },
            RoutedStacking::Type => match units.first_where(|u| self.units.formation(*u) != formation) {
                Some(other) => Err((PAIR, other)),
                None => Ok(()),
            },
            RoutedStacking::Both => Ok(()),
        }
    }

    /// Whether a unit may come to a hex and stay there.
    ///
    /// # Errors
    /// The rule, and a unit of the hex.
    pub fn may_join(&self, s: &State, joining: UnitSet, cell: Cell) -> Result<(), (Cite, UnitId)> {
        let there = s.units_at(cell).less(joining);
        if there.is_empty() {
            return Ok(());
        }
        self.may_stack(s, there.or(joining))
    }
}
