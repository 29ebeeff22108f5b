//! What is particular to Montenotte.

use grognard::chance::Seeded;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Restraint};
use grognard::montenotte::event::Event;
use grognard::montenotte::ids::MarkerId;
use grognard::montenotte::state::{Content, Mark, State};
use grognard::montenotte::why::Why;
use grognard::odds::Policy;
use grognard::players::{Biased, First, Random, Seeking};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

use super::checks::{Met, Particular};
use super::kinds;

/// The game under the harness.
pub const PARTICULAR: Particular<Montenotte> = Particular {
    turn: |s| u64::from(s.turn()),
    sound,
    grown,
    stop: |_| false,
    entries: 2_000,
    actions: 60_000,
    mutants: 12,
    every: 1,
    tempting: super::temptations_of_montenotte::montenotte,
};

/// What holds of every position that waits for a player.
fn sound(rules: &Montenotte, s: &State) -> Result<(), String> {
    for marker in MarkerId::all() {
        if s.fatigue(marker) > 2 {
            return Err(format!("{marker:?} is at fatigue {}", s.fatigue(marker)));
        }
        if s.at(marker).is_some() && s.content(marker) == Content::Off {
            return Err(format!("{marker:?} is on the map, and nobody stands under it"));
        }
        if s.at(marker).is_some() && s.fused(marker).is_some() {
            return Err(format!("{marker:?} is on the map and in another force"));
        }
        // Enemies share a hex only where one of them is in its fort (N 11.10/10, N 11.10/11).
        if let Some(cell) = s.at(marker) {
            let here = s.markers_at(cell);
            let both = Side::BOTH.into_iter().all(|side| here.meets(rules.markers(side)));
            if both && !here.meets(s.marked(Mark::InFort)) {
                return Err(format!("enemies share {}", rules.map().grid.hex(cell)));
            }
        }
    }
    for unit in rules.roster().numbers() {
        let name = &rules.roster()[unit].name;
        if let Some(marker) = s.marker_of(Content::Unit(unit)) {
            let there = s.at(s.head(marker)).is_some();
            if there != (s.sp(unit) > 0) {
                return Err(format!(
                    "{name} has {} SP and is {}",
                    s.sp(unit),
                    if there { "there" } else { "not there" }
                ));
            }
        }
        if !(-5..=5).contains(&s.cursor(unit)) || s.chariots(unit) > 6 {
            return Err(format!("{name}: cursor {}, {} chariots", s.cursor(unit), s.chariots(unit)));
        }
    }
    if !(0..=25).contains(&s.sardinian_morale()) {
        return Err(format!("the Sardinian track stands at {}", s.sardinian_morale()));
    }
    Ok(())
}

/// What holds of a position and one that followed: strength moves between a division and its brigades, falls, or comes by
/// stragglers, replacements and reserves, a few points at a time; a decoy that is exposed does not come back.
fn grown(rules: &Montenotte, before: &State, after: &State) -> Result<(), String> {
    if after.turn() < before.turn() {
        return Err("the turns run backwards".to_owned());
    }
    let of = |s: &State, side: Side| -> u32 {
        let units = rules.roster().numbers().filter(|unit| rules.roster()[*unit].side() == side);
        units.map(|unit| u32::from(s.sp(unit))).sum()
    };
    for side in Side::BOTH {
        // A reserve brigade is 3 SP at most, and each division may find a point of stragglers at the end of a turn.
        let divisions = rules.roster().numbers().filter(|unit| rules.roster()[*unit].is_division()).count() as u32;
        let (old, new) = (of(before, side), of(after, side));
        let most = if after.turn() == before.turn() { 5 + divisions } else { divisions };
        if new > old + most {
            return Err(format!("{side:?}'s strength grows from {old} to {new}"));
        }
    }
    for marker in MarkerId::all() {
        let (old, new) = (before.content(marker), after.content(marker));
        if old != new && !(old == Content::Decoy && new == Content::Off) {
            return Err(format!("{marker:?} was {old:?} and is {new:?}"));
        }
        if old == Content::Off && after.at(marker).is_some() {
            return Err(format!("{marker:?} is out of play and is back"));
        }
    }
    for unit in rules.roster().numbers().filter(|unit| rules.roster()[*unit].is_division()) {
        if before.sp(unit) == 0 && after.sp(unit) > 0 {
            return Err(format!("{} was destroyed and is back", rules.roster()[unit].name));
        }
    }
    Ok(())
}

/// The rules on a set-up.
pub fn open(setup: &Setup) -> Montenotte {
    Montenotte::open(setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The position at the first question of a game.
pub fn begun(rules: &Montenotte, seed: u64) -> State {
    rules.begin(&mut Seeded::new(!seed)).unwrap_or_else(|stop| panic!("{stop}")).state
}

/// A player who keeps his men from pillage, and seldom fights: his games are long.
fn gentle(_: &Montenotte, _: &State, _: Side, action: &Action) -> u32 {
    match action {
        Action::Sack | Action::Pillage { .. } => 0,
        Action::Attack { .. } | Action::Pursue | Action::Activate { .. } => 1,
        Action::Halt { restraint: Restraint::WithBonus } => 30,
        Action::Halt { restraint: Restraint::General } => 15,
        Action::Fund { .. } => 400,
        Action::Done | Action::Feed { .. } => 25,
        _ => 3,
    }
}

/// Who plays a game of this seed: mostly players that seek the fight.
pub fn players(seed: u64) -> [Box<dyn Policy<Montenotte>>; 2] {
    match seed % 8 {
        0 => [Box::new(Random::new(seed)), Box::new(Random::new(seed + 1))],
        1 => [Box::new(First), Box::new(Seeking::new(seed))],
        2 => [Box::new(Biased::new(seed, gentle)), Box::new(Biased::new(seed + 1, gentle))],
        _ => [Box::new(Seeking::new(seed)), Box::new(Seeking::new(seed + 1))],
    }
}

/// Prints what was met.
pub fn told(name: &str, met: &Met) {
    println!(
        "{name}: {} games, {} over, {} actions, {} listed, {} refused, {} entries at most",
        met.games, met.over, met.actions, met.listed, met.refused, met.longest
    );
    kinds::print("events", &met.events.table::<Event>());
    kinds::print("actions", &met.kinds.table::<Action>());
    kinds::print("refusals", &met.refusals.table::<Why>());
    println!("questions {:?}", met.questions);
}
