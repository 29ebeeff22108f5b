//! Opening the rules on a set-up, and the first position (N 15.1).

use super::charts::Charts;
use super::frame::Frame;
use super::ids::{MarkerId, Markers, UnitNo};
use super::map::Map;
use super::options::Rulings;
use super::play::{Done, Table, lost};
use super::roster::Roster;
use super::scenario::{Scenario, Who};
use super::state::{Content, State};
use super::words::Nation;
use super::{Montenotte, event::Event, label::Label, map, movement, options, roster, scenario};
use crate::figures::{Fault, FaultKind, Faults};
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::setup::Setup;
use crate::side::Side;

/// The name of the book's scenario in a set-up.
pub const SCENARIO: &str = "montenotte";
/// The name of the proving ground in a set-up.
pub const PROVING: &str = "montenotte-proving";
/// The scenarios that the crate ships.
pub const SCENARIOS: [&str; 2] = [SCENARIO, PROVING];

/// The files of a scenario: the name and the text of each.
struct Files {
    map: (&'static str, &'static str),
    units: (&'static str, &'static str),
    scenario: (&'static str, &'static str),
}

fn files(scenario: &str) -> Option<Files> {
    match scenario {
        SCENARIO => Some(Files {
            map: (map::FILE, map::TEXT),
            units: (roster::FILE, roster::TEXT),
            scenario: (scenario::FILE, scenario::TEXT),
        }),
        PROVING => Some(Files {
            map: ("rules/montenotte/proving/map.toml", include_str!("../../rules/montenotte/proving/map.toml")),
            units: ("rules/montenotte/proving/units.toml", include_str!("../../rules/montenotte/proving/units.toml")),
            scenario: (
                "rules/montenotte/proving/scenario.toml",
                include_str!("../../rules/montenotte/proving/scenario.toml"),
            ),
        }),
        _ => None,
    }
}

const RULINGS: (&str, &str) = ("rules/montenotte/rulings.toml", include_str!("../../rules/montenotte/rulings.toml"));

fn wrong(path: &str, expected: &str, found: &str) -> Fault {
    let kind = FaultKind::Wrong { expected: expected.to_owned(), found: found.to_owned() };
    Fault { file: "set-up".to_owned(), line: None, path: path.to_owned(), kind }
}

/// Opens the rules.
pub(super) fn open(setup: &Setup) -> Result<Montenotte, Faults> {
    let mut faults = Faults::default();
    let files = files(&setup.scenario);
    if files.is_none() {
        let kind = FaultKind::UnknownName { expected: SCENARIOS.join(", "), name: setup.scenario.clone() };
        faults.faults.push(Fault { file: "set-up".to_owned(), line: None, path: "scenario".to_owned(), kind });
    }
    for option in &setup.options {
        faults.faults.push(wrong("options", "no optional rules", option));
    }
    for file in setup.overlays.keys().filter(|file| !["map", "units", "charts", "scenario"].contains(&file.as_str())) {
        faults.faults.push(wrong("overlays", "map, units, charts or scenario", file));
    }
    let overlay = |name: &str| setup.overlays.get(name).map(String::as_str);
    let mut keep = |found: Faults| faults.add(found);
    let rulings = crate::rulings::Rulings::read(RULINGS.0, RULINGS.1)
        .and_then(|book| Rulings::choose(&book, &setup.rulings))
        .map_err(&mut keep)
        .ok();
    let Some(files) = files else {
        faults.or_none()?;
        return Err(Faults::default());
    };
    // A map is laid over whole: its hexes make no sense one by one.
    let map = match overlay("map") {
        Some(text) => Map::read("overlay of map", text),
        None => Map::read(files.map.0, files.map.1),
    };
    let map = map.map_err(&mut keep).ok();
    let charts = Charts::load(overlay("charts"), setup.sources).map_err(&mut keep).ok();
    let roster =
        Roster::load_from(files.units.0, files.units.1, overlay("units"), setup.sources).map_err(&mut keep).ok();
    let scenario = match (&map, &roster) {
        (Some(map), Some(roster)) => {
            Scenario::load_from(files.scenario, overlay("scenario"), setup.sources, map, roster).map_err(&mut keep).ok()
        }
        _ => None,
    };
    faults.or_none()?;
    match (map, charts, roster, scenario, rulings) {
        (Some(map), Some(charts), Some(roster), Some(scenario), Some(rulings)) => {
            Montenotte::assemble(map, charts, roster, scenario, rulings)
        }
        _ => Err(Faults::default()),
    }
}

impl Montenotte {
    fn assemble(
        map: Map,
        charts: Charts,
        roster: Roster,
        mut scenario: Scenario,
        rulings: Rulings,
    ) -> Result<Self, Faults> {
        if rulings.pijon_and_laharpe == options::PijonAndLaharpe::AsPrinted {
            // The two printed strengths stand the other way round in the file.
            let of = |name: &str| roster.unit(name).map(Who::Unit);
            let at = |scenario: &Scenario, who: Option<Who>| scenario.forces.iter().position(|f| Some(f.who) == who);
            let (a, b) = (at(&scenario, of("Laharpe")), at(&scenario, of("Pijon")));
            if let (Some(a), Some(b)) = (a, b) {
                let (x, y) = (scenario.forces[a].strength, scenario.forces[b].strength);
                scenario.forces[a].strength = y;
                scenario.forces[b].strength = x;
            }
        }
        if rulings.decoys_at_the_start == options::DecoysAtTheStart::None {
            scenario.decoys.clear();
        }
        let (mut side_markers, mut lettered) = ([Markers::EMPTY; 2], [Markers::EMPTY; 2]);
        let mut brigade_marker = [None; 32];
        let mut next = 0;
        let mut take = || {
            let marker = MarkerId::new(next);
            next += 1;
            marker
        };
        let too_many = || Faults::from(wrong("scenario", "at most 32 markers", "more"));
        for side in Side::BOTH {
            let generals = roster.chiefs.iter().filter(|chief| chief.side == side).count()
                + roster.units.iter().filter(|unit| unit.side() == side && unit.is_division()).count();
            let decoys = scenario.decoys.iter().filter(|(of, _)| *of == side).count();
            for _ in 0..generals + decoys {
                lettered[side.index()].insert(take().ok_or_else(too_many)?);
            }
            for unit in roster.numbers().filter(|unit| roster[*unit].side() == side && !roster[*unit].is_division()) {
                let marker = take().ok_or_else(too_many)?;
                brigade_marker[unit.index()] = Some(marker);
                side_markers[side.index()].insert(marker);
            }
            side_markers[side.index()] = side_markers[side.index()].or(lettered[side.index()]);
        }
        let mut brigades = [Markers::EMPTY; 32];
        for unit in roster.numbers() {
            if let (Some(parent), Some(marker)) = (roster[unit].parent(), brigade_marker[unit.index()]) {
                brigades[parent.index()].insert(marker);
            }
        }
        let pair = ["Masséna", "Laharpe"].map(|name| roster.unit(name));
        let mut settlements = 0u8;
        let bit = |cell: crate::hex::Cell| {
            let bit = settlements.min(63);
            settlements = settlements.saturating_add(u8::from(map.settlement(cell).is_some()));
            bit
        };
        let settlement_bit = map.grid.cells().map(bit).collect();
        let steps = movement::steps(&map, &charts);
        let distances = map.grid.cells().map(|_| std::sync::OnceLock::new()).collect();
        let to_supply = [Nation::French, Nation::Austrian, Nation::Sardinian]
            .map(|nation| movement::to_supply(&map, &steps, nation));
        Ok(Self {
            map,
            charts,
            roster,
            scenario,
            rulings,
            side_markers,
            lettered,
            brigade_marker,
            pair,
            brigades,
            settlement_bit,
            distances,
            steps,
            to_supply,
        })
    }

    /// The position before the letters are dealt.
    pub(super) fn before_dealing(&self) -> State {
        let mut s = State::empty();
        s.points = self.scenario.points.start.value.into();
        s.sardinian = self.scenario.sardinian.start.value;
        s.reserve = self.charts.reserve.brigades.value;
        for (slot, place) in s.control.iter_mut().zip(&self.scenario.places) {
            *slot = place.holder;
        }
        for force in &self.scenario.forces {
            if let Who::Unit(unit) = force.who {
                s.sp[unit.index()] = force.strength;
                s.initial[unit.index()] = force.strength;
                s.cursor[unit.index()] = force.cursor;
            }
        }
        for unit in self.roster.numbers() {
            if self.has_chariots(unit) {
                s.chariots[unit.index()] = self.charts.supply.chariots.value;
            }
            if let Some(marker) = self.brigade_marker[unit.index()] {
                s.content[marker.index()] = Content::Unit(unit);
                s.at[marker.index()] = self.placed(Who::Unit(unit));
            }
        }
        let _ = s.agenda.push(Frame::Deal);
        s
    }

    pub(super) fn placed(&self, who: Who) -> Option<crate::hex::Cell> {
        self.scenario.forces.iter().find(|force| force.who == who).map(|force| force.cell)
    }

    /// Whether a unit has chariots (N 13.2): Austrian divisions do.
    pub(super) fn has_chariots(&self, unit: UnitNo) -> bool {
        self.roster[unit].nation == Nation::Austrian && self.roster[unit].is_division()
    }

    /// Everyone of a side who is dealt a letter, in order.
    pub(super) fn dealt(&self, side: Side) -> Vec<(Content, Option<crate::hex::Cell>)> {
        let mut all = Vec::new();
        for chief in self.roster.chief_ids().filter(|chief| self.roster[*chief].side == side) {
            all.push((Content::Chief(chief), self.placed(Who::Chief(chief))));
        }
        for unit in self.roster.numbers() {
            if self.roster[unit].side() == side && self.roster[unit].is_division() {
                all.push((Content::Unit(unit), self.placed(Who::Unit(unit))));
            }
        }
        for (_, cell) in self.scenario.decoys.iter().filter(|(of, _)| *of == side) {
            all.push((Content::Decoy, Some(*cell)));
        }
        all
    }

    /// Deals the letters: each of those who are left to deal is as likely under the next one (ruling `lettered-markers`).
    pub(super) fn advance_deal<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        for side in Side::BOTH {
            let mut left = self.dealt(side);
            for marker in self.lettered[side.index()] {
                let count = u8::try_from(left.len()).map_err(|_| lost("more generals than letters"))?;
                let nth = desk.pick(count)?;
                if usize::from(nth) >= left.len() {
                    return Err(lost("nobody is left to deal"));
                }
                let (content, at) = left.remove(usize::from(nth));
                desk.fact_for(Event::Dealt { marker, content, at }, rule!("N 6.5.1/2"), Seen::By(side));
            }
        }
        self.begin_placing(desk);
        Ok(())
    }
}
