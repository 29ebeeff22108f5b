//! Demoralized formations (M 11.2, R optional 11): the second half of phase E.
//!
//! The editions share the moment and the count, and nothing of what follows. In Montebello a demoralized formation keeps
//! out of enemy zones of control and lacks a marker until it recovers; in Rivoli its units are disordered, at once and for
//! good.

use super::charts::Arm;
use super::edition::DemoralizedBy;
use super::event::Event;
use super::frame::Frame;
use super::label::Label;
use super::play::{Done, Judged, Table};
use super::roster::Formation;
use super::rulings::{DemoralizedZones, GunFormation, LostUnits, TwoThirds};
use super::state::{FormationId, Mark, MarkerId, State};
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::journal::Journal;
use crate::rule;
use crate::side::{UnitId, UnitSet};

/// What is counted, and when.
const COUNTED: Cite = cite!("R optional 11/1", "M 11.2/1");
/// So many are gone: the formation is demoralized.
const DEMORALIZED: Cite = cite!("R optional 11/2", "M 11.2/1");
/// The others are disordered.
const OTHERS: Cite = Cite::only(rule!("R optional 11/3"));
/// They do not come back to good order.
const FOR_GOOD: Cite = Cite::only(rule!("R optional 11/4"));
/// No demoralized unit enters an enemy zone of control.
const NO_ZONE: Cite = Cite::only(rule!("M 11.2/2"));
/// A marker is removed.
const MARKER_LOST: Cite = Cite::only(rule!("M 11.2/3"));
/// The one of the higher value.
const HIGHER: Cite = Cite::only(rule!("M 11.2/4"));
/// An only marker stays.
const ONLY_MARKER: Cite = Cite::only(rule!("M 11.2/5"));
/// A formation that is no longer demoralized has its marker back.
const RECOVERED: Cite = Cite::only(rule!("M 11.2/6"));

impl JoursDeGloire {
    /// Whether the game has the rule: Montebello always, Rivoli as an option.
    fn demoralizes(&self) -> bool {
        match self.edition().demoralized_by() {
            DemoralizedBy::Rout => self.options.demoralization.on(),
            DemoralizedBy::Disorder => true,
        }
    }

    /// Whether a formation is demoralized now.
    pub fn is_demoralized(&self, s: &State, formation: FormationId) -> bool {
        s.demoralized & bit(formation) != 0
    }

    /// Whether a unit may enter the zone of control of this enemy: not if it is demoralized (M 11.2).
    ///
    /// # Errors
    /// The rule, and the enemy.
    pub(super) fn zone_allowed(&self, s: &State, unit: UnitId, enemy: UnitId) -> Judged {
        let keeps_out = self.edition().demoralized_by() == DemoralizedBy::Disorder;
        if keeps_out && self.is_demoralized(s, self.units.formation(unit)) {
            return self.no(NO_ZONE, Why::Zone { unit, enemy });
        }
        Ok(())
    }

    /// Whether a unit may enter this zone of control where it need not, otherwise than by movement: the ruling
    /// `demoralized-zones`.
    ///
    /// # Errors
    /// The rule, and the enemy.
    pub(super) fn may_choose_zone(&self, s: &State, unit: UnitId, enemy: UnitId) -> Judged {
        match self.rulings.demoralized_zones {
            DemoralizedZones::Movement => Ok(()),
            DemoralizedZones::All => self.zone_allowed(s, unit, enemy),
        }
    }

    /// Whether so many of a formation's infantry and cavalry units are gone that it is demoralized (M 11.2, R optional 11).
    /// Whether the two arms are counted together, whether the lost count, and what becomes of a formation without either
    /// arm, the rulings `demoralized-two-thirds`, `demoralized-lost-units` and `demoralized-artillery-formation` say; units
    /// that have not entered, or have left unharmed, never count.
    pub fn broken(&self, s: &State, formation: FormationId) -> bool {
        let Some(Formation { units, .. }) = self.roster.formation(formation) else { return false };
        let spent = match self.edition().demoralized_by() {
            DemoralizedBy::Rout => s.routed,
            DemoralizedBy::Disorder => s.routed.or(s.disordered),
        };
        let guns = self.units.arm(Arm::Artillery);
        if units.within(guns) {
            return self.rulings.gun_formation == GunFormation::Always && units.meets(s.on_map());
        }
        let present = match self.rulings.lost_units {
            LostUnits::Entered => s.on_map().or(s.eliminated),
            LostUnits::OnMap => s.on_map(),
        };
        let figures = self.charts.demoralization();
        let (share, of) = (usize::from(figures.share.value), usize::from(figures.of.value.get()));
        let reached = |counted: UnitSet| {
            let gone = counted.and(s.eliminated.or(spent)).count();
            !counted.is_empty() && gone * of >= counted.count() * share
        };
        let counted = units.less(guns).and(present);
        match self.rulings.two_thirds {
            TwoThirds::Together => reached(counted),
            TwoThirds::Either => {
                [Arm::Infantry, Arm::Cavalry].into_iter().any(|arm| reached(counted.and(self.units.arm(arm))))
            }
        }
    }

    /// One formation after the other, until none changes any more; then phase F.
    pub(super) fn advance_demoralization<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        if let Some(unit) = self.next_owing(s) {
            self.unmark(unit.only(), Mark::Owing, OTHERS, desk);
            let s = desk.state();
            // One that was routed in the meantime is no longer one of the others.
            if s.at(unit).is_some() && !s.routed.has(unit) {
                return self.begin_frame(Frame::Disorder { unit }, OTHERS, desk);
            }
            return Ok(());
        }
        if self.demoralizes() {
            for place in 0..self.roster.formations.len() {
                let formation = FormationId(place as u8);
                match (self.is_demoralized(s, formation), self.broken(s, formation)) {
                    (false, true) => return self.demoralize(formation, desk),
                    (true, false) if self.edition().demoralized_by() == DemoralizedBy::Disorder => {
                        return self.recover(formation, desk);
                    }
                    _ => {}
                }
            }
        }
        self.continue_frame(Frame::Final, COUNTED, desk);
        Ok(())
    }

    /// Of the units that are still to be disordered, those in good order come first: they stay where they are.
    fn next_owing(&self, s: &State) -> Option<UnitId> {
        let owing = s.marked(Mark::Owing);
        owing.less(s.disordered).lowest().or(owing.lowest())
    }

    fn demoralize<J: Journal<Event, Label>>(&self, formation: FormationId, desk: &mut Table<'_, J>) -> Done {
        let rules = match self.edition().demoralized_by() {
            DemoralizedBy::Rout => DEMORALIZED.and(COUNTED, self.edition()),
            DemoralizedBy::Disorder => self.cite(DEMORALIZED).into(),
        };
        desk.fact(Event::Demoralized { formation }, rules);
        let Some(Formation { units, markers, .. }) = self.roster.formation(formation) else { return Ok(()) };
        if self.edition().demoralized_by() == DemoralizedBy::Rout {
            let present = units.and(desk.state().on_map());
            desk.fact(Event::Shaken { units: present }, self.cite(FOR_GOOD));
            let others = present.less(desk.state().routed);
            self.mark(others, Mark::Owing, OTHERS, desk);
            return Ok(());
        }
        for _ in 0..self.charts.demoralization().markers_lost.value {
            let available = desk.state().available;
            let mut left = markers.iter().copied().filter(|marker| available & marker_bit(*marker) != 0);
            let (Some(first), Some(second)) = (left.next(), left.next()) else {
                desk.note(Label::OnlyMarker(formation), self.cite(ONLY_MARKER));
                break;
            };
            let value = |marker| self.roster.marker(marker).map_or(0, |m| m.initiative);
            let best = left.fold(if value(second) > value(first) { second } else { first }, |best, next| {
                if value(next) > value(best) { next } else { best }
            });
            desk.fact(Event::Unavailable { marker: best }, MARKER_LOST.and(HIGHER, self.edition()));
        }
        Ok(())
    }

    fn recover<J: Journal<Event, Label>>(&self, formation: FormationId, desk: &mut Table<'_, J>) -> Done {
        desk.fact(Event::Recovered { formation }, self.cite(RECOVERED));
        let Some(Formation { markers, .. }) = self.roster.formation(formation) else { return Ok(()) };
        for &marker in markers {
            if desk.state().available & marker_bit(marker) == 0 {
                desk.fact(Event::Available { marker }, self.cite(RECOVERED));
            }
        }
        Ok(())
    }
}

fn bit(formation: FormationId) -> u32 {
    1 << (formation.0 & 31)
}

fn marker_bit(marker: MarkerId) -> u64 {
    1 << (marker.0 & 63)
}
