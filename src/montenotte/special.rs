//! 15.2: control of places, Coni, the Sardinian track.

use super::event::Event;
use super::ids::MarkerId;
use super::label::Label;
use super::play::{Done, Table};
use super::state::{Content, State};
use super::words::{Arm, Camp, Nation, Settlement};
use super::{Montenotte, options};
use crate::hex::Cell;
use crate::journal::Journal;
use crate::rule;
use crate::rule::{Cites, Rule};
use crate::side::Side;

impl Montenotte {
    /// The place in a hex, by its number in the scenario.
    pub(super) fn place_at(&self, cell: Cell) -> Option<usize> {
        self.scenario.places.iter().position(|place| place.cell == cell)
    }

    /// A force has come into a hex, or an enemy has left it: a named place is held by the side whose force, no decoy, stands
    /// there without an enemy (ruling `control-of-places`).
    pub(super) fn occupy<J: Journal<Event, Label>>(&self, cell: Cell, desk: &mut Table<'_, J>) {
        let Some(place) = self.place_at(cell) else { return };
        let s = desk.state();
        let here = s.markers_at(cell);
        let real = |side: Side| {
            here.and(self.side_markers[side.index()]).into_iter().any(|marker| s.content(marker) != Content::Decoy)
        };
        let side = match (real(Side::First), real(Side::Second)) {
            (true, false) => Side::First,
            (false, true) => Side::Second,
            _ => return,
        };
        let camp = if side == Side::First { Camp::French } else { Camp::Coalition };
        if s.control[place] == camp {
            return;
        }
        // Coni is first taken by its own rule alone (N 15.2/2).
        if side == Side::First && self.scenario.coni.is_some_and(|coni| coni.place == place) && s.coni_taken == 0 {
            return;
        }
        self.take_place(place, camp, desk);
    }

    fn take_place<J: Journal<Event, Label>>(&self, place: usize, camp: Camp, desk: &mut Table<'_, J>) {
        let worth = self.scenario.places[place].worth.value;
        let rule = match worth {
            0 => rule!("N 15.3/7"),
            1 => rule!("N 15.2/10"),
            2 => rule!("N 15.2/11"),
            _ => rule!("N 15.2/12"),
        };
        let before = desk.state().control[place];
        // It shows that the force is no decoy.
        desk.reveal();
        desk.fact(Event::Control { place: u8::try_from(place).unwrap_or(u8::MAX), camp }, rule);
        let by = match (before, camp) {
            (_, Camp::Coalition) => worth,
            (Camp::Coalition, _) => worth.saturating_neg(),
            _ => 0,
        };
        self.move_track(by, rule, desk);
    }

    /// Moves the Sardinian track (N 15.2/4), within its ends (N 15.2/16); at its lowest the French win.
    pub(super) fn move_track<J: Journal<Event, Label>>(&self, by: i8, rule: Rule, desk: &mut Table<'_, J>) {
        let t = &self.scenario.sardinian;
        let old = desk.state().sardinian_morale();
        let most = t.most.value.max(t.french_victory.value);
        let morale = old.saturating_add(by).clamp(t.french_victory.value, most);
        if morale == old || desk.state().verdict().is_some() {
            return;
        }
        let end = morale == most && old.saturating_add(by) > most;
        let rules = Cites::from([rule, rule!("N 15.2/4")]);
        let rules = if end { rules.and(rule!("N 15.2/16")) } else { rules };
        desk.fact(Event::Sardinian { morale }, rules);
        self.check_track(desk);
    }

    /// Coni (N 15.2/2; rulings `coni-modifier`, `coni-again`): the French stand there with enough infantry; in the supply
    /// phase of a later turn it falls, if the Sardinian modifier is low enough and no Coalition force is near.
    pub(super) fn coni<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Some(coni) = self.scenario.coni.filter(|_| s.coni_taken == 0) else { return Ok(()) };
        let cell = self.scenario.places[coni.place].cell;
        let french = s.markers_at(cell).and(self.side_markers[0]);
        let infantry = french.map(|marker| self.strength_of(s, marker, Arm::Infantry)).fold(0, u8::saturating_add);
        if infantry < coni.infantry_sp {
            if s.coni != 0 {
                desk.mark(Event::Coni { since: 0 }, rule!("N 15.2/2"));
            }
            return Ok(());
        }
        if s.coni == 0 {
            desk.mark(Event::Coni { since: s.turn() }, rule!("N 15.2/2"));
            return Ok(());
        }
        let modifier = self.sardinian_modifier(s.sardinian_morale()).0.value;
        let low = match self.rulings.coni_modifier {
            options::ConiModifier::AtMost => modifier <= coni.modifier,
            options::ConiModifier::Exactly => modifier == coni.modifier,
        };
        let near = s
            .on_map()
            .and(self.side_markers[1])
            .into_iter()
            .filter_map(|marker| s.at(marker))
            .any(|at| self.map.grid.distance(at, cell) < coni.coalition_least_hexes);
        if s.coni < s.turn() && low && !near {
            desk.fact(Event::ConiTaken, rule!("N 15.2/2"));
            self.take_place(coni.place, Camp::French, desk);
        }
        Ok(())
    }

    /// A pillage moves the track and the points (N 15.2/15, N 15.3/10, N 15.3/11; rulings `pillage-by-sardinians`,
    /// `pillage-exceptions`).
    pub(super) fn pillaged<J: Journal<Event, Label>>(
        &self,
        by: Nation,
        at: Cell,
        settlement: Settlement,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let p = &self.scenario.points;
        let by = match (by, self.rulings.pillage_by_sardinians) {
            (Nation::Sardinian, options::PillageBySardinians::AsAustrians) => Nation::Austrian,
            (by, _) => by,
        };
        let points = match (by, settlement) {
            (Nation::French, Settlement::Village) => Some((p.french_pillage_village.value, rule!("N 15.3/10"))),
            (Nation::French, Settlement::Town) => Some((p.french_pillage_town.value, rule!("N 15.3/10"))),
            (Nation::French, Settlement::City) => Some((p.french_pillage_city.value, rule!("N 15.3/10"))),
            (Nation::Austrian, Settlement::Village) => Some((p.austrian_pillage_village.value, rule!("N 15.3/11"))),
            (Nation::Austrian, Settlement::Town) => Some((p.austrian_pillage_town.value, rule!("N 15.3/11"))),
            (Nation::Austrian, Settlement::City) => Some((p.austrian_pillage_city.value, rule!("N 15.3/11"))),
            (Nation::Sardinian, _) => None,
        };
        if let Some((points, rule)) = points {
            self.score(points, rule, desk);
        }
        if !self.scenario.not_here.contains(&at) {
            self.move_track(self.scenario.sardinian.pillaged(settlement), rule!("N 15.2/15"), desk);
        }
        Ok(())
    }

    /// Whether a French force, no decoy, or any Coalition one stands within so many hexes of a place.
    pub(super) fn within(&self, s: &State, side: Side, cell: Cell, hexes: u8) -> bool {
        let counts = |marker: &MarkerId| side == Side::Second || s.content(*marker) != Content::Decoy;
        s.on_map()
            .and(self.side_markers[side.index()])
            .into_iter()
            .filter(counts)
            .filter_map(|marker| s.at(marker))
            .any(|at| self.map.grid.distance(at, cell) <= hexes)
    }
}
