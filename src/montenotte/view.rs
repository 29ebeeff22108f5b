//! What one side may see, built from nothing.

use serde::Serialize;

use super::Montenotte;
use super::frame::{Frame, Step};
use super::ids::{MarkerId, Markers};
use super::state::{Content, Mark, Report, State, Status, Told, Weather};
use super::words::Camp;
use crate::hex::Cell;
use crate::side::Side;

/// A unit as a side sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnitView {
    /// Its name.
    pub name: String,
    /// Its strength.
    pub sp: u8,
    /// Its morale.
    pub morale: i8,
    /// The chariots of an own Austrian division.
    pub chariots: Option<u8>,
}

/// What an owner knows of a marker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OwnView {
    /// Who stands under it: `decoy` for nobody.
    pub name: String,
    /// Its unit, if it has one.
    pub unit: Option<UnitView>,
    /// The marker that it is fused into.
    pub into: Option<MarkerId>,
    /// Its fatigue.
    pub fatigue: u8,
    /// Its status.
    pub status: Status,
    /// Whether it is out of supply.
    pub out_of_supply: Told,
}

/// A marker as a side sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MarkerView {
    /// The marker.
    pub marker: MarkerId,
    /// Where it stands.
    pub at: Option<Cell>,
    /// What the owner knows.
    pub own: Option<OwnView>,
    /// What the other side was told.
    pub report: Report,
    /// The units of an enemy force in a battle, or that a reconnaissance named (without strength then).
    pub units: Vec<UnitView>,
    /// Whether it lies under a Pillage marker.
    pub pillage: Told,
}

/// What one side may see of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The turn.
    pub turn: u8,
    /// The weather.
    pub weather: Weather,
    /// Victory points.
    pub points: i16,
    /// The Sardinian track.
    pub sardinian_morale: i8,
    /// The markers in play, in the order of the letters.
    pub markers: Vec<MarkerView>,
    /// Who holds each place of the scenario.
    pub control: Vec<Camp>,
    /// The side's own markers in the cup.
    pub cup: Markers,
    /// Reserve brigades left, for the Coalition.
    pub reserve: Option<u8>,
}

impl Montenotte {
    /// What a side may see of a position.
    pub fn view(&self, s: &State, side: Side) -> View {
        let markers = MarkerId::all().filter_map(|marker| self.marker_view(s, side, marker)).collect();
        View {
            turn: s.turn(),
            weather: s.weather(),
            points: s.points(),
            sardinian_morale: s.sardinian_morale(),
            markers,
            control: s.control.iter().take(self.scenario.places.len()).copied().collect(),
            cup: Markers::from_bits(s.cup as u32).and(self.side_markers[side.index()]),
            reserve: (side == Side::Second).then_some(s.reserve),
        }
    }

    /// Before the set-up is complete nothing of the other side is seen. While both sides arrange their forces, each sees the other's as they were (N 6/1).
    fn shown_at(&self, s: &State, side: Side, marker: MarkerId) -> Option<Cell> {
        let arranging = matches!(s.agenda.top(), Some(Frame::Placing | Frame::Turn(Step::Command)));
        if self.side(marker) == side || !arranging {
            return s.at(marker);
        }
        if s.marked(Mark::Shown).has(marker) { self.was_at(s, marker) } else { None }
    }

    /// Where a marker stood before its side arranged it: nobody changes hexes in that phase.
    fn was_at(&self, s: &State, marker: MarkerId) -> Option<Cell> {
        s.at(s.head(marker)).or_else(|| {
            // A brigade that was taken back stood with its division.
            let parent = self.roster[self.brigade_of(marker)?].parent()?;
            let division = s.marker_of(Content::Unit(parent))?;
            s.at(s.head(division))
        })
    }

    fn unit_view(&self, s: &State, marker: MarkerId, own: bool) -> Option<UnitView> {
        let Content::Unit(unit) = s.content(marker) else { return None };
        (s.sp(unit) > 0).then(|| UnitView {
            name: self.roster[unit].name.clone(),
            sp: s.sp(unit),
            morale: self.morale(s, unit, marker),
            chariots: (own && self.has_chariots(unit)).then(|| s.chariots(unit)),
        })
    }

    fn marker_view(&self, s: &State, side: Side, marker: MarkerId) -> Option<MarkerView> {
        let at = self.shown_at(s, side, marker);
        let ours = self.side(marker) == side;
        if at.is_none() && !(ours && s.fused(marker).is_some()) {
            return None;
        }
        let own = ours.then(|| OwnView {
            name: match s.content(marker) {
                Content::Chief(chief) => self.roster[chief].name.clone(),
                Content::Unit(unit) => self.roster[unit].name.clone(),
                Content::Decoy | Content::Off => "decoy".to_owned(),
            },
            unit: self.unit_view(s, marker, true),
            into: s.fused(marker),
            fatigue: s.fatigue(marker),
            status: s.status(marker),
            out_of_supply: if s.marked(Mark::OutOfSupply).has(marker) { Told::Yes } else { Told::No },
        });
        let fights = s.battle().is_some() && s.battle.engaged().has(marker);
        let units = if !ours && fights {
            s.members(marker).filter_map(|member| self.unit_view(s, member, false)).collect()
        } else {
            Vec::new()
        };
        let pillage = if s.marked(Mark::Pillage).has(marker) { Told::Yes } else { Told::No };
        Some(MarkerView { marker, at, own, report: s.report(marker), units, pillage })
    }
}
