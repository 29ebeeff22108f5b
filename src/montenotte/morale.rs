//! 2 and 3: tests, morale, demoralisation, fatigue, losses.

use super::event::{Event, Position, Role};
use super::ids::{MarkerId, UnitNo};
use super::label::Label;
use super::play::{Done, Table};
use super::state::{Content, Mark, State};
use super::words::Nation;
use super::{Montenotte, options};
use crate::figures::Figure;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;
use crate::tally::Tally;

/// Where a force did something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// In its own activation, or a march of its own.
    Own,
    /// In reaction, in a march to the guns, in a battle.
    Elsewhere,
}

impl Montenotte {
    /// The modifier of the Sardinian track (N 15.2/4, N table 3; ruling `sardinian-modifier-range`).
    pub fn sardinian_modifier(&self, morale: i8) -> (Figure<i8>, Rule) {
        const RULES: [Rule; 6] = [
            rule!("N table 3/2"),
            rule!("N table 3/3"),
            rule!("N table 3/4"),
            rule!("N table 3/5"),
            rule!("N table 3/6"),
            rule!("N table 3/7"),
        ];
        let row = self.charts.track.iter().position(|row| morale <= row.most.value).unwrap_or(RULES.len() - 1);
        let [least, up_to] = self.charts.track_range;
        if self.rulings.sardinian_modifier_range == options::SardinianModifierRange::Four && morale <= up_to.value {
            return (least, rule!("N 15.2/4"));
        }
        (self.charts.track[row].modifier, RULES[row])
    }

    /// A unit's cohesion, less out of supply (N 13.6/2).
    pub(super) fn cohesion(&self, s: &State, unit: UnitNo, marker: MarkerId) -> i8 {
        let cohesion = self.roster[unit].cohesion.value;
        if s.marked(Mark::OutOfSupply).has(marker) {
            cohesion.saturating_add(self.charts.supply.out_of_supply_cohesion.value)
        } else {
            cohesion
        }
    }

    /// A unit's morale, part by part: cohesion (N 2/17), less out of supply (N 13.6/2); the cursor of its division (N 3.1/1),
    /// for a brigade only while it is commanded (N 2/18; ruling `uncommanded-brigade-morale`); for Sardinians the track
    /// (N 15.2/4; ruling `sardinian-morale-modifier`).
    pub(super) fn morale_parts(&self, s: &State, unit: UnitNo, marker: MarkerId) -> Tally<Label> {
        let info = &self.roster[unit];
        let mut tally = Tally::new(Label::MoraleOf(unit));
        tally.add(Label::Cohesion, info.cohesion, rule!("N 2/17"));
        if s.marked(Mark::OutOfSupply).has(marker) {
            tally.add(Label::OutOfSupply, self.charts.supply.out_of_supply_cohesion, rule!("N 13.6/2"));
        }
        let own = self.rulings.sardinian_morale_modifier == options::SardinianMoraleModifier::WithCursors;
        if info.nation != Nation::Sardinian || own {
            let cursor = |unit| Figure::new(s.cursor(unit), info.cohesion.source);
            match info.parent() {
                None => tally.add(Label::Cursor, cursor(unit), rule!("N 3.1/1")),
                Some(_) if !self.commanded(s, marker) => {
                    tally.add(Label::NoCursor, Figure::new(0, info.cohesion.source), rule!("N 2/18"))
                }
                Some(division) if s.sp(division) > 0 => {
                    tally.add_some(Label::Cursor, cursor(division), rule!("N 3.1/1"))
                }
                Some(_) => true,
            };
        }
        if info.nation == Nation::Sardinian {
            let (track, rule) = self.sardinian_modifier(s.sardinian_morale());
            tally.add(Label::Track, track, rule);
        }
        tally
    }

    /// What moves a unit's morale from its cohesion, without an account of it.
    fn spirit(&self, s: &State, unit: UnitNo, marker: MarkerId) -> i8 {
        let info = &self.roster[unit];
        let cursor = match info.parent() {
            None => s.cursor(unit),
            Some(_) if !self.commanded(s, marker) => 0,
            Some(division) if s.sp(division) > 0 => s.cursor(division),
            Some(_) => 0,
        };
        if info.nation != Nation::Sardinian {
            return cursor;
        }
        let track = self.sardinian_modifier(s.sardinian_morale()).0.value;
        match self.rulings.sardinian_morale_modifier {
            options::SardinianMoraleModifier::CohesionPlusTrack => track,
            options::SardinianMoraleModifier::WithCursors => cursor.saturating_add(track),
        }
    }

    /// A unit's morale (N 2/17).
    pub fn morale(&self, s: &State, unit: UnitNo, marker: MarkerId) -> i8 {
        self.cohesion(s, unit, marker).saturating_add(self.spirit(s, unit, marker))
    }

    /// Whether a division has a cursor of its own: Sardinians share their track.
    pub(super) fn has_cursor(&self, unit: UnitNo) -> bool {
        let info = &self.roster[unit];
        info.is_division()
            && (info.nation != Nation::Sardinian
                || self.rulings.sardinian_morale_modifier == options::SardinianMoraleModifier::WithCursors)
    }

    /// Whether a division is demoralised (N 3.2/1).
    pub(super) fn is_demoralised(&self, s: &State, unit: UnitNo, marker: MarkerId) -> bool {
        self.roster[unit].is_division()
            && s.sp(unit) > 0
            && self.morale(s, unit, marker) <= self.charts.demoralised.morale_at_most.value
    }

    /// Whether a force has a demoralised division.
    pub(super) fn force_demoralised(&self, s: &State, head: MarkerId) -> bool {
        self.units(s, head).any(|(unit, marker)| self.is_demoralised(s, unit, marker))
    }

    /// What a force tests: its general's initiative, or a detached brigade's cohesion (N 2/13, N 8.3/1; ruling
    /// `brigade-reacts`).
    pub(super) fn tested(&self, s: &State, head: MarkerId) -> i8 {
        match s.content(head) {
            Content::Chief(chief) => self.roster[chief].initiative.value,
            Content::Unit(unit) => match self.roster[unit].initiative() {
                Some(initiative) => initiative.value,
                None => self.cohesion(s, unit, head),
            },
            // A decoy that may test does so with the best initiative of its side (ruling `decoy-moves-away`).
            Content::Decoy => {
                let side = self.side(head);
                let chiefs = self.roster.chiefs.iter().filter(|chief| chief.side == side);
                chiefs.map(|chief| chief.initiative.value).max().unwrap_or(0)
            }
            Content::Off => 0,
        }
    }

    /// A test of a force with a printed modifier, which goes on the die or on the value (ruling `test-signs`).
    pub(super) fn force_test(
        &self,
        s: &State,
        what: Label,
        head: MarkerId,
        modifiers: &[(Label, Figure<i8>, Rule)],
    ) -> Tally<Label> {
        let need = i16::from(self.tested(s, head));
        let mut tally = Tally::test(what, need);
        for (label, figure, rule) in modifiers {
            let figure = match self.rulings.test_signs {
                options::TestSigns::Die => *figure,
                options::TestSigns::Value => figure.map(i8::saturating_neg),
            };
            tally.add(*label, figure, *rule);
        }
        tally
    }

    /// Raises a force's fatigue by a level, 2 at most (N 3.3/1), and leaves attrition to be tested (N 8.5/2; ruling
    /// `fatigue-beyond-two`).
    pub(super) fn tire<J: Journal<Event, Label>>(&self, head: MarkerId, rule: Rule, desk: &mut Table<'_, J>) {
        let most = self.charts.fatigue.most.value;
        let before = self.force_fatigue(desk.state(), head);
        for marker in desk.state().members(head) {
            let level = desk.state().fatigue(marker);
            if level < most {
                let seen = self.seen_of_fatigue(marker);
                desk.fact_for(Event::Fatigue { marker, level: level + 1 }, [rule, rule!("N 3.3/1")], seen);
            }
        }
        if before < most || self.rulings.fatigue_beyond_two == options::FatigueBeyondTwo::StaysAndTests {
            self.owe(head, Mark::Owes, desk);
        }
    }

    /// A force did something, in its own activation or elsewhere: it does not rest this turn (N 3.1/3; ruling
    /// `rest-needs-inaction`).
    pub(super) fn did<J: Journal<Event, Label>>(&self, head: MarkerId, deed: Deed, desk: &mut Table<'_, J>) {
        if deed == Deed::Elsewhere && self.rulings.rest_needs_inaction == options::RestNeedsInaction::ActivationOnly {
            return;
        }
        for marker in desk.state().members(head) {
            if !desk.state().marked(Mark::Acted).has(marker) {
                desk.mark(Event::Marked { mark: Mark::Acted, marker }, rule!("N 3.1/3"));
            }
        }
    }

    /// Takes a level off a marker's fatigue.
    pub(super) fn rest<J: Journal<Event, Label>>(&self, marker: MarkerId, rule: Rule, desk: &mut Table<'_, J>) {
        let level = desk.state().fatigue(marker);
        let less = level.saturating_sub(self.charts.fatigue.recovery.value);
        if less != level {
            desk.fact_for(Event::Fatigue { marker, level: less }, rule, self.seen_of_fatigue(marker));
        }
    }

    /// Who sees the fatigue, command and supply of a force (ruling `fatigue-visible`).
    pub(super) fn seen_of_fatigue(&self, marker: MarkerId) -> Seen {
        match self.rulings.fatigue_visible {
            options::FatigueVisible::Hidden => Seen::By(self.side(marker)),
            options::FatigueVisible::Open => Seen::ByBoth,
        }
    }

    /// Who sees a test of a force: what it needs tells its general (N 2/14; ruling `test-in-secret`).
    pub(super) fn seen_of_test(&self, marker: MarkerId) -> Seen {
        match self.rulings.test_in_secret {
            options::TestInSecret::Open => Seen::ByBoth,
            options::TestInSecret::Secret => Seen::By(self.side(marker)),
        }
    }

    /// Who sees what befalls a marker: all, if it stands on the map; who is in another force, its owner knows.
    pub(super) fn seen_on_map(&self, s: &State, marker: MarkerId) -> Seen {
        if s.at(marker).is_some() { Seen::ByBoth } else { Seen::By(self.side(marker)) }
    }

    /// A unit loses a point outside of a battle. At 0 it is destroyed (ruling `attrition-last-point`).
    pub(super) fn lose_point<J: Journal<Event, Label>>(
        &self,
        unit: UnitNo,
        rule: Rule,
        seen: Seen,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let sp = desk.state().sp(unit);
        if sp == 0 || (sp == 1 && self.rulings.attrition_last_point == options::AttritionLastPoint::Spares) {
            return Ok(());
        }
        desk.fact_for(Event::Strength { unit, sp: sp - 1 }, rule, seen);
        if sp == 1 {
            self.destroy(unit, rule, desk);
        }
        Ok(())
    }

    /// A unit without strength leaves the map; its general with it (ruling `generals-replaced`).
    pub(super) fn destroy<J: Journal<Event, Label>>(&self, unit: UnitNo, rule: Rule, desk: &mut Table<'_, J>) {
        let Some(marker) = desk.state().marker_of(Content::Unit(unit)) else { return };
        if desk.state().sp(unit) > 0 {
            desk.fact(Event::Strength { unit, sp: 0 }, rule);
        }
        // A marker that stood on the map is seen to go; one inside another force is not.
        let seen = self.seen_on_map(desk.state(), marker);
        desk.fact_for(Event::Removed { marker }, rule, seen);
    }

    /// A whole force is eliminated: its units, and a general-in-chief with them.
    pub(super) fn eliminate<J: Journal<Event, Label>>(&self, head: MarkerId, rule: Rule, desk: &mut Table<'_, J>) {
        for marker in desk.state().members(head) {
            match desk.state().content(marker) {
                Content::Unit(unit) => self.destroy(unit, rule, desk),
                Content::Chief(_) | Content::Decoy => desk.fact(Event::Removed { marker }, rule),
                Content::Off => {}
            }
        }
    }

    /// Moves a division's cursor, within the ends of its scale (ruling `cursor-ends`).
    pub(super) fn move_cursor<J: Journal<Event, Label>>(
        &self,
        unit: UnitNo,
        by: i8,
        rules: impl Into<crate::rule::Cites>,
        seen: Seen,
        desk: &mut Table<'_, J>,
    ) {
        let m = &self.charts.morale;
        let old = desk.state().cursor(unit);
        let notch = old.saturating_add(by).clamp(m.cursor_least.value, m.cursor_most.value.max(m.cursor_least.value));
        if notch != old {
            desk.fact_for(Event::Cursor { unit, notch }, rules, seen);
        }
    }

    /// Compares every division's morale with its mark: whoever fell to 0 is demoralised, whoever rose above it is rallied
    /// (ruling `rallied`), with the points and the Sardinian track; a demoralised division leaves a fused force (ruling
    /// `demoralised-fused`).
    pub(super) fn settle_morale<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let markers = desk.state().unit_markers();
        for unit in self.roster.numbers() {
            let s = desk.state();
            let Some(marker) = markers[unit.index()] else { continue };
            let was = s.marked(Mark::Demoralised).has(marker);
            let is = self.is_demoralised(s, unit, marker);
            if was == is {
                continue;
            }
            let seen = Seen::By(self.side(marker));
            if is {
                desk.fact_for(Event::Marked { mark: Mark::Demoralised, marker }, rule!("N 3.2/1"), seen);
                desk.note_for(Label::Demoralised(unit), rule!("N 3.2/1"), seen);
                self.demoralised(unit, desk)?;
            } else {
                desk.fact_for(Event::Unmarked { mark: Mark::Demoralised, marker }, rule!("N 3.2/1"), seen);
                if desk.state().sp(unit) > 0 {
                    desk.note_for(Label::Rallied(unit), rule!("N 3.2/1"), seen);
                    self.rallied(unit, desk)?;
                }
            }
        }
        let demoralised = desk.state().marked(Mark::Demoralised);
        for marker in demoralised {
            let s = desk.state();
            if let Some(head) = s.fused(marker)
                && let Some(at) = s.at(head)
            {
                let battle = s.battle;
                desk.fact(Event::Separated { marker, at }, rule!("N 3.2/2"));
                if battle.engaged().has(head) {
                    // It fought, and what follows befalls it too.
                    let role = if battle.principal.has(head) {
                        Role::Principal
                    } else if battle.joined.has(head) {
                        Role::Joined
                    } else {
                        Role::Marched
                    };
                    let position = if battle.flank.has(head) { Position::Flank } else { Position::Front };
                    desk.mark(Event::Engaged { marker, role, position }, rule!("N 3.2/2"));
                    desk.mark(Event::Retreated { marker }, rule!("N 3.2/2"));
                }
            }
        }
        Ok(())
    }

    /// The side that may see what befalls a unit.
    pub(super) fn seen_of(&self, unit: UnitNo) -> Seen {
        Seen::By(self.roster[unit].side())
    }

    /// Every marker of a side with a unit or general-in-chief that is in play, on the map or fused.
    pub(super) fn in_play(&self, s: &State, side: Side) -> impl Iterator<Item = MarkerId> + use<> {
        let fused = MarkerId::all().filter(|marker| s.fused(*marker).is_some()).collect::<super::ids::Markers>();
        s.on_map().or(fused).and(self.side_markers[side.index()])
    }
}
