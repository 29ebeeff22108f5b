//! Opening the rules on a set-up, and the state at the start.

use super::charts::{Arm, Charts, sheet};
use super::edition::Edition;
use super::files;
use super::frame::Frame;
use super::game::JoursDeGloire;
use super::map::Map;
use super::options::Options;
use super::roster::Roster;
use super::rulings::{FreeDeployment, LastTurn, NightTurns, Rulings};
use super::scenario::{Choice, Formed, Light, Scenario, Switch};
use super::state::{Order, State};
use crate::figures::{Fault, FaultKind, Faults};
use crate::setup::Setup;
use crate::side::UnitSet;

/// A scenario that comes with the crate.
struct Shipped {
    name: &'static str,
    folder: &'static str,
    map: &'static str,
    units: &'static str,
    scenario: (&'static str, &'static str),
}

macro_rules! shipped {
    ($($name:literal: $folder:literal / $scenario:literal),* $(,)?) => {
        const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            folder: $folder,
            map: include_str!(concat!("../../rules/", $folder, "/map.toml")),
            units: include_str!(concat!("../../rules/", $folder, "/units.toml")),
            scenario: (
                concat!($scenario, ".toml"),
                include_str!(concat!("../../rules/", $folder, "/", $scenario, ".toml")),
            ),
        }),*];
    };
}

shipped! {
    "charge": "charge" / "scenario",
    "montebello": "montebello" / "scenario",
    "proving": "proving" / "scenario",
    "rivoli-historical": "rivoli" / "historical",
    "rivoli-free": "rivoli" / "free",
    "rivoli-arrival": "rivoli" / "arrival",
}

/// The options that choose the edition by which a scenario is played.
const EDITIONS: [&str; 2] = ["rivoli-edition", "montebello-edition"];

const RIVOLI_RULINGS: &str = include_str!("../../rules/rivoli/rulings.toml");
const MONTEBELLO_RULINGS: &str = include_str!("../../rules/montebello/rulings.toml");

/// The names of the scenarios that come with the crate.
pub fn scenarios() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name)
}

fn fault(file: &str, path: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Fault {
    let kind = FaultKind::Wrong { expected: expected.into(), found: found.into() };
    Fault { file: file.into(), line: None, path: path.into(), kind }
}

pub(super) fn open(setup: &Setup) -> Result<JoursDeGloire, Faults> {
    let Some(shipped) = SHIPPED.iter().find(|shipped| shipped.name == setup.scenario) else {
        let names: Vec<_> = scenarios().collect();
        return Err(fault("set-up", "scenario", names.join(", "), setup.scenario.clone()).into());
    };
    let mut faults = Faults::default();
    for name in setup.overlays.keys() {
        if !["map", "units", "scenario", "charts"].contains(&name.as_str()) {
            let path = format!("overlays.{name}");
            faults.add(fault("set-up", path, "map, units, scenario or charts", name.clone()).into());
        }
    }
    let document = |name: &str, text: &'static str, over: &str| {
        let file = format!("{}/{name}", shipped.folder);
        let base = files::Document::parse(&file, text);
        match setup.overlays.get(over) {
            Some(text) => base.under(files::Document::parse(&format!("overlay {over}"), text)),
            None => base,
        }
    };
    let map = keep(document("map.toml", shipped.map, "map").map(), &mut faults);
    let roster = keep(document("units.toml", shipped.units, "units").roster(), &mut faults);
    let (Some(map), Some(roster)) = (map, roster) else { return Err(faults) };
    let scenario = document(shipped.scenario.0, shipped.scenario.1, "scenario").scenario(&map, &roster);
    let Some(mut scenario) = keep(scenario, &mut faults) else { return Err(faults) };
    let options = switches(&mut scenario, setup, &mut faults);
    finish(map, roster, scenario, options, setup, faults)
}

/// The optional rules that a set-up switches on; the edition among them.
fn switches(scenario: &mut Scenario, setup: &Setup, faults: &mut Faults) -> Options {
    let mut options = Options::default();
    for name in &setup.options {
        match (name.as_str(), options.named(name)) {
            // The proving ground is played by either edition.
            (name, _) if name == EDITIONS[0] => scenario.edition = Edition::Rivoli,
            (name, _) if name == EDITIONS[1] => scenario.edition = Edition::Montebello,
            (_, Some(switch)) => *switch = Switch::On,
            (_, None) => {
                let names = [&Options::NAMES[..], &EDITIONS[..]].concat();
                let expected = format!("an optional rule ({})", names.join(", "));
                faults.add(fault("set-up", "options", expected, name.clone()).into());
            }
        }
    }
    options
}

fn finish(
    map: Map,
    roster: Roster,
    mut scenario: Scenario,
    options: Options,
    setup: &Setup,
    mut faults: Faults,
) -> Result<JoursDeGloire, Faults> {
    let (file, text) = match scenario.edition {
        Edition::Rivoli => ("rivoli/rulings.toml", RIVOLI_RULINGS),
        Edition::Montebello => ("montebello/rulings.toml", MONTEBELLO_RULINGS),
    };
    let rulings = crate::rulings::Rulings::read(file, text).and_then(|book| Rulings::choose(&book, &setup.rulings));
    let rulings = keep(rulings, &mut faults);
    let charts = sheet(scenario.edition, setup.overlays.get("charts").map(String::as_str));
    let charts = keep(Charts::read(charts, setup.sources, &super::charts::Reach::default()), &mut faults);
    faults.or_none()?;
    let (Some(rulings), Some(charts)) = (rulings, charts) else { return Err(Faults::default()) };
    timetable(&mut scenario, &rulings);
    deploy_early(&mut scenario, &rulings);
    let game = JoursDeGloire::assemble(charts, map, roster, scenario, rulings, options);
    misplaced(&game).or_none()?;
    Ok(game)
}

/// Counters that the scenario puts where the rules would never have them: on ground that is closed to them, in a stack that
/// is too large, or facing otherwise than those of their hex. Those that the players place are judged when they do.
fn misplaced(game: &JoursDeGloire) -> Faults {
    let placeable = game.placeable();
    let s = standing(game, placeable);
    let guns = game.units.arm(Arm::Artillery);
    let mut faults = Faults::default();
    for (i, place) in game.scenario.places.iter().enumerate().filter(|(_, place)| !placeable.has(place.unit)) {
        let (unit, there) = (place.unit, s.units_at(place.cell));
        let at = |key: &str| format!("place[{}].{key}", i + 1);
        let name = |unit| game.roster.unit_name(unit);
        if !game.can_stand(unit, place.cell) {
            let found = format!("{} in {}", name(unit), game.map.grid.hex(place.cell));
            faults.add(fault("scenario", at("hex"), "ground that is open to the unit", found).into());
        }
        let alike = if guns.has(unit) { there.and(guns) } else { there.less(guns) };
        if let Some(other) = alike.lowest().filter(|other| s.facing(*other) != place.facing) {
            let expected = format!("the facing of {} in the same hex", name(other));
            faults.add(fault("scenario", at("facing"), expected, place.facing.to_string()).into());
        }
        if there.lowest() == Some(unit)
            && let Err((rule, _)) = game.may_stack(&s, there)
        {
            let expected = format!("units that may be stacked [{}]", game.cite(rule));
            let stack: Vec<String> = there.map(name).collect();
            faults.add(fault("scenario", at("hex"), expected, stack.join(" with ")).into());
        }
    }
    faults
}

/// How many turns there are, and which are night (the rulings `last-turn` and `night-turns`).
fn timetable(scenario: &mut Scenario, rulings: &Rulings) {
    if rulings.last_turn == LastTurn::Twelve && scenario.turns.len() > 1 {
        scenario.turns.pop();
    }
    if rulings.night_turns == NightTurns::FirstTwo {
        let day = |light: &mut Light| *light = if light.fog() { Light::Fog } else { Light::Day };
        scenario.turns.iter_mut().skip(2).for_each(day);
    }
}

/// Who deploys at the start instead of arriving (the ruling `free-deployment-massena`). An arrival of which nobody is left
/// still brings the markers of its formation.
fn deploy_early(scenario: &mut Scenario, rulings: &Rulings) {
    if rulings.free_deployment != FreeDeployment::All {
        return;
    }
    for place in core::mem::take(&mut scenario.early) {
        scenario.arrivals.iter_mut().for_each(|arrival| arrival.units.remove(place.unit));
        scenario.places.push(place);
    }
}

fn keep<T>(result: Result<T, Faults>, faults: &mut Faults) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(more) => {
            faults.add(more);
            None
        }
    }
}

/// The rules on a map, a roster and a scenario of the caller's own.
///
/// # Errors
/// Every fault at once.
pub fn assemble(map: Map, roster: Roster, mut scenario: Scenario, setup: &Setup) -> Result<JoursDeGloire, Faults> {
    let mut faults = Faults::default();
    let options = switches(&mut scenario, setup, &mut faults);
    finish(map, roster, scenario, options, setup, faults)
}

/// The position before the first step: with those counters that the players do not place themselves.
pub(super) fn start(game: &JoursDeGloire) -> State {
    let mut s = standing(game, game.placeable());
    for (commander, _, choice) in &game.scenario.posts {
        if let Some(post) = s.commanders.get_mut(usize::from(commander.0))
            && *choice != Choice::Here
        {
            post.at = None;
        }
    }
    let first = game.next_to_set_up(&s, None);
    s.agenda.push(first.map_or(Frame::Orders, |side| Frame::SetUp { side, turning: None }));
    s
}

/// The position of the scenario's file, as it offers it, with nothing on the agenda.
pub(super) fn printed(game: &JoursDeGloire) -> State {
    standing(game, UnitSet::EMPTY)
}

/// The position of the scenario's file without these units.
fn standing(game: &JoursDeGloire, without: UnitSet) -> State {
    let mut s = State::empty();
    for place in game.scenario.places.iter().filter(|place| !without.has(place.unit)) {
        let i = place.unit.index();
        s.rank[i] = JoursDeGloire::bottom(&s, s.units_at(place.cell));
        s.at[i] = Some(place.cell);
        s.facing[i] = place.facing;
        match place.order {
            Order::Disordered => s.disordered.insert(place.unit),
            Order::Routed => s.routed.insert(place.unit),
            Order::Good | Order::Eliminated => {}
        }
        if place.formed == Formed::InSquare {
            s.square.insert(place.unit);
        }
    }
    for (commander, cell, _) in &game.scenario.posts {
        if let Some(post) = s.commanders.get_mut(usize::from(commander.0)) {
            post.at = Some(*cell);
        }
    }
    // Every marker is to be had at first; which are in play is seen turn by turn (1.C).
    s.available = game.all_markers();
    s
}
