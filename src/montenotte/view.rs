//! What one side may see of a position, and positions that it may suppose.
//!
//! Hidden in this game is who stands under the enemy's letters, with strength, morale, fatigue, command and supply; what he
//! has in the cup and in hand; and, while both sides command and bid at once, what he does. Seen are the markers on the
//! map, what lies on them, what reconnaissance reported of them (true or not), and whoever takes part in a battle while it
//! lasts (ruling `battle-reveals`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Montenotte;
use super::document::{Document, Eye, MarkerEntry, UnitEntry, Who};
use super::frame::{Acting, Frame, Stage, Step};
use super::ids::{MarkerId, Markers};
use super::scenario::Who as Placed;
use super::state::{Bid, Content, KindOfForce, Mark, State, Status, Told};
use crate::figures::Faults;
use crate::hex::Cell;
use crate::names::{self, fault};
use crate::ruleset::Ruleset;
use crate::side::Side;

/// What a side may see of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct View {
    /// The side that looks.
    pub side: String,
    /// The position, without what is hidden from the side.
    pub seen: Document,
    /// The enemy's letters on the map of which it does not know who stands under them.
    pub unknown: Vec<String>,
    /// Whether the enemy has said if he wants the initiative.
    pub enemy_bid: Told,
}

/// What a side supposes of what it cannot see. Whatever is left out is supposed in some way that fits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Guess {
    /// Of the enemy's markers: who stands under them, fatigue, status, and marks that are not seen. Where they stand is
    /// seen; a letter that is not may be supposed to be with a general-in-chief.
    pub markers: BTreeMap<String, MarkerEntry>,
    /// The strength and morale of his units.
    pub units: BTreeMap<String, UnitEntry>,
    /// His letters in the cup.
    pub cup: Option<Vec<String>>,
    /// His letters that wait for Inertia.
    pub aside: Option<Vec<String>>,
    /// What he has bid, if he has.
    pub bid: Option<Bid>,
    /// The Coalition's general-in-chief whose marker stays in hand.
    pub chosen: Option<String>,
    /// Reserve brigades left.
    pub reserve: Option<u8>,
}

impl Montenotte {
    /// Where the other side sees a marker: while both arrange their forces, where it was (N 6/1); before the set-up is
    /// complete, nowhere.
    pub(super) fn shown_at(&self, s: &State, marker: MarkerId) -> Option<Cell> {
        if !matches!(s.agenda.top(), Some(Frame::Placing | Frame::Turn(Step::Command))) {
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

    pub(super) fn seen_by(&self, s: &State, viewer: Side) -> View {
        let seen = self.document(s, Eye::Of(viewer));
        let enemy = viewer.enemy();
        let unknown = self.lettered[enemy.index()].map(|marker| self.marker_name(marker));
        View {
            side: self.side_name(viewer).to_owned(),
            unknown: unknown
                .filter(|name| seen.markers.get(name).is_some_and(|entry| entry.hex.is_some() && entry.who.is_none()))
                .collect(),
            seen,
            enemy_bid: self.said(s, enemy),
        }
    }

    pub(super) fn supposed(&self, view: &View, guess: &Guess) -> Result<State, Faults> {
        let Some(viewer) = Side::BOTH.into_iter().find(|side| self.side_name(*side) == view.side) else {
            return Err(fault("view", "side", "a side", view.side.clone()).into());
        };
        let mut supposing =
            Supposing { rules: self, enemy: viewer.enemy(), document: view.seen.clone(), faults: Faults::default() };
        supposing.markers(guess);
        supposing.units(guess);
        supposing.rest(view, guess);
        supposing.agenda();
        supposing.faults.or_none()?;
        super::document::read(self, &supposing.document)
    }
}

/// A document that is filled with what a side supposes.
struct Supposing<'r> {
    rules: &'r Montenotte,
    enemy: Side,
    document: Document,
    faults: Faults,
}

impl Supposing<'_> {
    fn wrong(&mut self, path: String, expected: &str, found: impl Into<String>) {
        self.faults.add(fault("guess", path, expected, found).into());
    }

    fn who(&self, content: Content) -> Who {
        match content {
            Content::Chief(chief) => Who::Chief(self.rules.roster[chief].name.clone()),
            Content::Unit(unit) => Who::Unit(self.rules.roster[unit].name.clone()),
            Content::Decoy | Content::Off => Who::Decoy,
        }
    }

    /// The steps that are under way, as they are seen.
    fn frames(&self) -> Vec<Frame> {
        let read = |value| names::read::<Frame>(value, self.rules, "view").ok();
        self.document.agenda.iter().filter_map(read).collect()
    }

    /// The enemy's force for which the side that looks decides whether it takes part: it has failed the test of an
    /// uncommanded force (N 11.1/6).
    fn failed(&self) -> Option<MarkerId> {
        let enemies = self.rules.side_markers[self.enemy.index()];
        self.frames().into_iter().find_map(|frame| match frame {
            Frame::Battle(Stage::Decide { marker, by }) if by != self.enemy && enemies.has(marker) => Some(marker),
            _ => None,
        })
    }

    /// Letters that cannot be decoys: they march, reconnoitre or fight.
    fn real(&self) -> Markers {
        let mut real = Markers::EMPTY;
        for frame in self.frames() {
            match frame {
                Frame::Marching { marker, .. } => real.insert(marker),
                Frame::Guns(guns) => real.insert(guns.marker),
                Frame::Scouting(scouting) => real = real.with(scouting.by).with(scouting.target),
                Frame::Battle(Stage::Decide { marker, .. }) if self.failed() == Some(marker) => real.insert(marker),
                _ => {}
            }
        }
        for (name, entry) in &self.document.markers {
            let marched = entry.marks.iter().any(|mark| matches!(mark, Mark::Strategic | Mark::Forced | Mark::InFort));
            if let Some(marker) = self.rules.marker(name).filter(|_| marched) {
                real.insert(marker);
            }
        }
        real
    }

    /// Everyone who may stand under the letters that nobody knows: those of the set-up who are not known to be elsewhere.
    fn pool(&self) -> Vec<Who> {
        let mut pool: Vec<Who> =
            self.rules.dealt(self.enemy).into_iter().map(|(content, _)| self.who(content)).collect();
        let enemies = self.rules.side_markers[self.enemy.index()];
        for (name, entry) in &self.document.markers {
            let theirs = self.rules.marker(name).is_some_and(|marker| enemies.has(marker));
            if let Some(who) = entry.who.as_ref().filter(|_| theirs)
                && let Some(place) = pool.iter().position(|one| one == who)
            {
                pool.remove(place);
            }
        }
        pool
    }

    fn markers(&mut self, guess: &Guess) {
        let letters = self.rules.lettered[self.enemy.index()];
        let enemies = self.rules.side_markers[self.enemy.index()];
        for (name, guessed) in &guess.markers {
            let path = format!("markers.{name}");
            let Some(marker) = self.rules.marker(name).filter(|marker| enemies.has(*marker)) else {
                self.wrong(path, "a marker of the enemy", name.clone());
                continue;
            };
            let pool = self.pool();
            let entry = self.document.markers.entry(name.clone()).or_default();
            let known = entry.who.clone();
            entry.fatigue = guessed.fatigue;
            entry.status = guessed.status;
            for mark in &guessed.marks {
                if !entry.marks.contains(mark) {
                    entry.marks.push(*mark);
                }
            }
            let seen = entry.hex.is_some() || entry.with.is_some();
            if !seen && known.is_none() {
                entry.with = guessed.with.clone();
            }
            if guessed.hex.is_some() {
                self.wrong(format!("{path}.hex"), "none: where it stands is seen", "a hex");
            }
            match &guessed.who {
                Some(who) if known.is_none() && letters.has(marker) && pool.contains(who) => {
                    self.document.markers.entry(name.clone()).or_default().who = Some(who.clone());
                }
                Some(who) if known.as_ref() != Some(who) => {
                    self.wrong(
                        format!("{path}.who"),
                        "someone of whom it is not known where he is",
                        format!("{who:?}"),
                    );
                }
                _ => {}
            }
        }
        if self.frames().first() == Some(&Frame::Placing) {
            self.place();
        }
        self.fill();
        if let Some(marker) = self.failed() {
            let entry = self.document.markers.entry(self.rules.marker_name(marker)).or_default();
            entry.status = Status::Uncommanded;
        }
    }

    /// Before the set-up is complete nothing of the enemy is seen: he stands where the scenario puts him first.
    fn place(&mut self) {
        let rules = self.rules;
        let mut places = rules.dealt(self.enemy);
        for marker in rules.side_markers[self.enemy.index()] {
            let name = rules.marker_name(marker);
            let at = match rules.brigade_of(marker) {
                Some(brigade) => rules.placed(Placed::Unit(brigade)),
                None => {
                    let pool = self.pool();
                    let entry = self.document.markers.entry(name.clone()).or_default();
                    entry.who = entry.who.take().or_else(|| pool.into_iter().next());
                    let who = entry.who.clone();
                    let place = places.iter().position(|(content, _)| Some(self.who(*content)) == who);
                    place.and_then(|place| places.remove(place).1)
                }
            };
            if let Some(cell) = at {
                self.document.markers.entry(name).or_default().hex = Some(rules.hex_name(cell));
            }
        }
    }

    /// Someone under each letter on the map of which nobody knows: first where a report or a deed narrows it down.
    fn fill(&mut self) {
        let real = self.real();
        let mut open: Vec<(u8, String, MarkerId, KindOfForce)> = Vec::new();
        for marker in self.rules.lettered[self.enemy.index()] {
            let name = self.rules.marker_name(marker);
            let Some(entry) = self.document.markers.get(&name) else { continue };
            if entry.who.is_some() || entry.hex.is_none() {
                continue;
            }
            let kind = entry.report.kind;
            let first = if kind != KindOfForce::Unknown { 0 } else { u8::from(!real.has(marker)) + 1 };
            open.push((first, name, marker, kind));
        }
        open.sort();
        for (_, name, marker, kind) in open {
            let pool = self.pool();
            let fits = |who: &&Who| match kind {
                KindOfForce::Army => matches!(who, Who::Chief(_)),
                KindOfForce::Division | KindOfForce::Brigade => matches!(who, Who::Unit(_)),
                KindOfForce::Unknown => !real.has(marker) || matches!(who, Who::Unit(_)),
            };
            let found = pool.iter().find(fits).cloned();
            match found {
                Some(who) => self.document.markers.entry(name).or_default().who = Some(who),
                None => self.wrong(format!("markers.{name}.who"), "someone who can stand there", "nobody is left"),
            }
        }
    }

    /// The strength and morale of the enemy's units: as guessed, as reported, or as at the start.
    fn units(&mut self, guess: &Guess) {
        let rules = self.rules;
        for name in guess.units.keys() {
            let enemy = rules.roster.unit(name).is_some_and(|unit| rules.roster[unit].side() == self.enemy);
            if !enemy || self.document.units.contains_key(name) {
                self.wrong(format!("units.{name}"), "a unit of the enemy whose strength is not seen", name.clone());
            }
        }
        for unit in rules.roster.numbers().filter(|unit| rules.roster[*unit].side() == self.enemy) {
            let name = &rules.roster[unit].name;
            let there = |entry: &MarkerEntry| entry.hex.is_some() || entry.with.is_some();
            let entry = match rules.brigade_marker[unit.index()] {
                Some(marker) => self.document.markers.get(&rules.marker_name(marker)),
                None => self.document.markers.values().find(|entry| entry.who == Some(Who::Unit(name.clone()))),
            };
            let Some(entry) = entry.filter(|entry| there(entry)) else { continue };
            let report = entry.report;
            let placed = rules.scenario.forces.iter().find(|force| force.who == Placed::Unit(unit));
            let start = placed.map_or(1, |force| force.strength);
            let chariots = if rules.has_chariots(unit) { rules.charts.supply.chariots.value } else { 0 };
            if let Some(seen) = self.document.units.get_mut(name) {
                // A battle shows strength and morale.
                seen.initial = start.max(seen.sp);
                seen.chariots = chariots;
                continue;
            }
            let supposed = guess.units.get(name).copied().unwrap_or_else(|| {
                let sp = if report.sp > 0 { report.sp } else { start };
                let cursor = placed.map_or(0, |force| force.cursor);
                UnitEntry { sp: sp.max(1), initial: start.max(sp), cursor, chariots }
            });
            self.document.units.insert(name.clone(), supposed);
        }
    }

    fn rest(&mut self, view: &View, guess: &Guess) {
        let rules = self.rules;
        let frames = self.frames();
        let step = match frames.first() {
            Some(Frame::Turn(step)) => Some(*step),
            _ => None,
        };
        let letters = rules.lettered[self.enemy.index()];
        let on_map = || {
            letters.map(|marker| rules.marker_name(marker)).filter(|name| {
                self.document.markers.get(name).is_some_and(|entry| entry.hex.is_some() || entry.with.is_some())
            })
        };
        let cup = match &guess.cup {
            Some(cup) => cup.clone(),
            None if step == Some(Step::Cup) => on_map().collect(),
            None => Vec::new(),
        };
        for name in cup.iter().chain(guess.aside.iter().flatten()) {
            if !rules.marker(name).is_some_and(|marker| letters.has(marker)) {
                self.wrong("cup".to_owned(), "letters of the enemy", name.clone());
            }
        }
        self.document.cup.extend(cup);
        self.document.aside.extend(guess.aside.iter().flatten().cloned());
        if self.enemy == Side::Second {
            self.document.reserve = guess.reserve.unwrap_or(rules.charts.reserve.brigades.value);
            let later = !matches!(step, None | Some(Step::Weather | Step::Lines | Step::Command | Step::Choose));
            let chief = |(name, entry): (&String, &MarkerEntry)| {
                let chief = matches!(entry.who, Some(Who::Chief(_))) && entry.hex.is_some();
                let theirs = rules.marker(name).is_some_and(|marker| letters.has(marker));
                (chief && theirs).then(|| name.clone())
            };
            let some = self.document.markers.iter().find_map(chief);
            self.document.chosen = guess.chosen.clone().or(some.filter(|_| later));
        }
        if view.enemy_bid == Told::Yes {
            let said = self.document.sides.entry(rules.side_name(self.enemy).to_owned()).or_default();
            said.bid = guess.bid.filter(|bid| *bid != Bid::Unsaid).unwrap_or(Bid::Wants);
        }
        // While both arrange their forces, what is seen is what stood there before.
        if step == Some(Step::Command) {
            for marker in rules.side_markers[self.enemy.index()] {
                if let Some(entry) = self.document.markers.get_mut(&rules.marker_name(marker))
                    && entry.hex.is_some()
                    && !entry.marks.contains(&Mark::Shown)
                {
                    entry.marks.push(Mark::Shown);
                }
            }
        }
    }

    /// What the enemy's force has left and may do is not seen: as much as it could have.
    fn agenda(&mut self) {
        let rules = self.rules;
        let ours = rules.side_markers[self.enemy.enemy().index()];
        let Ok(bare) = self.bare() else { return };
        for value in &mut self.document.agenda {
            let Ok(frame) = names::read::<Frame>(value, rules, "view") else { continue };
            let full = match frame {
                Frame::Acting(acting) if !ours.has(acting.marker) => {
                    let can = if bare.status(acting.marker) == Status::Uncommanded { 0 } else { Acting::MAY_FIGHT };
                    let left = if acting.rapid > 0 || acting.is(Acting::EVER) {
                        rules.capacity(&bare, acting.marker) / 2
                    } else {
                        rules.capacity(&bare, acting.marker)
                    };
                    let fresh = acting.flags == 0 && acting.rapid == 0;
                    if fresh && rules.force_demoralised(&bare, acting.marker) {
                        Frame::Compulsory { marker: acting.marker }
                    } else {
                        Frame::Acting(Acting { left, flags: acting.flags | can, ..acting })
                    }
                }
                Frame::Marching { marker, steps, .. } if !ours.has(marker) => {
                    Frame::Marching { marker, left: rules.capacity(&bare, marker), steps }
                }
                other => other,
            };
            *value = names::write(&full, rules);
        }
    }

    /// The position without what is under way, so that capacities can be asked of it.
    fn bare(&self) -> Result<State, Faults> {
        let first = self.document.agenda.first().cloned();
        let agenda = vec![names::write(&Frame::Turn(Step::Next), self.rules)];
        let bare = Document { agenda: first.map_or(Vec::new(), |_| agenda), battle: None, ..self.document.clone() };
        super::document::read_bare(self.rules, &bare)
    }
}
