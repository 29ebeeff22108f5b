//! 13.4: pillage.

use super::action::Restraint;
use super::event::Event;
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::play::{Done, Judged, Table, no};
use super::state::{Content, Mark, State, Status};
use super::why::Why;
use super::words::{Nation, Settlement, YesNo};
use super::{Montenotte, options};
use crate::chance::Die;
use crate::hex::Cell;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;
use crate::tally::Tally;

impl Montenotte {
    /// The nation of a force: its first unit's, or its general-in-chief's.
    pub(super) fn nation_of(&self, s: &State, head: MarkerId) -> Nation {
        match s.content(head) {
            Content::Unit(unit) => self.roster[unit].nation,
            Content::Chief(chief) => self.roster[chief].nation,
            Content::Decoy | Content::Off => {
                if self.side(head) == Side::First {
                    Nation::French
                } else {
                    Nation::Austrian
                }
            }
        }
    }

    /// The settlement that a hex offers to pillage, with its bit, if it was not pillaged already where that counts (ruling
    /// `pillage-again`).
    fn spoil(&self, s: &State, cell: Cell) -> Option<(Settlement, u8)> {
        let settlement = self.map.settlement(cell)?;
        let bit = self.settlement_bit.get(cell.index()).copied().unwrap_or(63);
        let again = self.rulings.pillage_again == options::PillageAgain::EachTime;
        (again || s.pillaged & (1 << bit) == 0).then_some((settlement, bit))
    }

    /// Whether a force may pillage where it stands (N 13.4/1): it has units, one of them is isolated and not fed, and there
    /// is a settlement.
    pub(super) fn may_pillage(&self, s: &State, head: MarkerId) -> bool {
        let hungry = |marker: MarkerId| s.status(marker) != Status::Supplied && !s.marked(Mark::Fed).has(marker);
        s.at(head).is_some_and(|at| self.spoil(s, at).is_some())
            && self.units(s, head).any(|(_, marker)| hungry(marker))
    }

    /// How many points a settlement feeds (N 13.4/7 to N 13.4/9).
    fn plunder(&self, settlement: Settlement) -> (u8, [Rule; 2]) {
        let feeds = self.charts.terrain.pillage[settlement as usize].value.0;
        let rule = match settlement {
            Settlement::Village => [rule!("N 13.4/7"), rule!("N table 1/5")],
            Settlement::Town => [rule!("N 13.4/8"), rule!("N table 1/6")],
            Settlement::City => [rule!("N 13.4/9"), rule!("N table 1/7")],
        };
        (feeds, rule)
    }

    /// A force pillages: units are fed, whole, as far as the place reaches; points and the Sardinian track move; the marker
    /// lies until its next activation.
    pub(super) fn sack<J: Journal<Event, Label>>(&self, head: MarkerId, rule: Rule, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Some(at) = s.at(head) else { return Ok(()) };
        let Some((settlement, place)) = self.spoil(s, at) else { return Ok(()) };
        let (mut left, feeds) = self.plunder(settlement);
        desk.fact(Event::Pillaged { place }, [rule, rule!("N 13.4/11")]);
        desk.reveal();
        let mut hungry: Vec<(UnitNo, MarkerId)> = self.units(desk.state(), head).collect();
        hungry.retain(|(_, marker)| desk.state().status(*marker) != Status::Supplied);
        for (unit, marker) in hungry {
            let sp = desk.state().sp(unit);
            if sp <= left {
                left -= if left == u8::MAX { 0 } else { sp };
                let seen = Seen::By(self.side(marker));
                desk.fact_for(Event::Marked { mark: Mark::Fed, marker }, feeds, seen);
            }
        }
        for marker in desk.state().members(head) {
            let seen = self.seen_on_map(desk.state(), marker);
            desk.fact_for(
                Event::Marked { mark: Mark::Pillage, marker },
                [rule!("N 13.4/13"), rule!("N 13.4/12")],
                seen,
            );
            if self.rulings.fatigue_recovery != options::FatigueRecovery::EndOfTurn {
                self.rest(marker, rule!("N 13.4/15"), desk);
            }
        }
        self.pillaged(self.nation_of(desk.state(), head), at, settlement, desk)
    }

    /// The generals of a force's side in its hex: whether any is there, and whether one has a tactical bonus.
    fn generals_there(&self, s: &State, head: MarkerId) -> (bool, bool) {
        let (mut any, mut bonus) = (false, false);
        let Some(at) = s.at(head) else { return (false, false) };
        for marker in s.markers_at(at).and(self.side_markers[self.side(head).index()]) {
            for member in s.members(marker) {
                match s.content(member) {
                    Content::Chief(_) => any = true,
                    Content::Unit(unit) if self.roster[unit].is_division() => {
                        any = true;
                        bonus |= self.roster[unit].tactical_bonus().is_some_and(|bonus| bonus.value == YesNo::Yes);
                    }
                    _ => {}
                }
            }
        }
        (any, bonus)
    }

    /// Whether a general is there who can hold the men back so (N 13.4/5; ruling `pillage-general`).
    pub(super) fn judge_restraint(&self, s: &State, head: MarkerId, restraint: Restraint) -> Judged {
        let (any, bonus) = self.generals_there(s, head);
        match restraint {
            Restraint::None => Ok(()),
            Restraint::General if any => Ok(()),
            Restraint::WithBonus if bonus => Ok(()),
            _ => no(rule!("N 13.4/5"), Why::NoGeneral),
        }
    }

    /// Who will not pillage tests morale, and pillages on more (N 13.4/3). The men with the highest morale speak for the
    /// force.
    pub(super) fn temptation<J: Journal<Event, Label>>(
        &self,
        head: MarkerId,
        restraint: Restraint,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let s = desk.state();
        let p = &self.charts.pillage;
        let morale = |(unit, marker): (UnitNo, MarkerId)| {
            let morale = self.morale(s, unit, marker);
            let hungry = s.marked(Mark::OutOfSupply).has(marker);
            if hungry && self.rulings.pillage_morale == options::PillageMorale::DoesNot {
                morale.saturating_sub(self.charts.supply.out_of_supply_cohesion.value)
            } else {
                morale
            }
        };
        let Some(need) = self.units(s, head).map(morale).max() else { return Ok(()) };
        let mut tally = Tally::test(Label::PillageTest(head), need.into());
        if self.nation_of(s, head) == Nation::French {
            tally.add(Label::FrenchPillage, p.french, rule!("N 13.4/4"));
        }
        match restraint {
            Restraint::None => {}
            Restraint::General => _ = tally.add(Label::GeneralThere, p.general, rule!("N 13.4/5")),
            Restraint::WithBonus => _ = tally.add(Label::BonusGeneralThere, p.general_with_bonus, rule!("N 13.4/5")),
        }
        // A test that is passed would tell the other side that the force is isolated.
        let seen = Seen::By(self.side(head));
        if desk.test_for(&mut tally, Die::D6, [rule!("N 13.4/3"), rule!("N 2/14")], seen)? == crate::desk::Passed::No {
            self.sack(head, rule!("N 13.4/3"), desk)?;
        }
        Ok(())
    }
}
