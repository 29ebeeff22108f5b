//! What is particular to Jours de Gloire.

use grognard::chance::Seeded;
use grognard::hex::Vertex;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::Arm;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::scenario::Formed;
use grognard::jours_de_gloire::state::{CommanderId, Mark, Order, State};
use grognard::jours_de_gloire::why::Why;
use grognard::odds::Policy;
use grognard::players::{First, Keen, Passing, Random};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId, UnitSet};

use super::checks::{Met, Particular};
use super::kinds;

/// The series under the harness.
pub const PARTICULAR: Particular<JoursDeGloire> = Particular {
    turn: |s| u64::from(s.turn()),
    sound,
    grown,
    stop: |_| false,
    entries: 2_000,
    actions: 20_000,
    mutants: 12,
    every: 1,
    tempting: super::temptations::series,
};

/// What holds of every position that waits for a player.
fn sound(rules: &JoursDeGloire, s: &State) -> Result<(), String> {
    let mut left = s.on_map();
    while let Some(unit) = left.lowest() {
        let Some(cell) = s.at(unit) else { return Err("on the map without a hex".to_owned()) };
        let here = s.units_at(cell);
        left = left.less(here);
        let hex = rules.map().grid.hex(cell);
        let first: UnitSet = here.filter(|other| rules.side_of(*other) == Side::First).collect();
        if !first.is_empty() && first != here {
            return Err(format!("both sides stand in {hex}: {here:?}"));
        }
        // Those who move or flee may pass through friends.
        let passing = here.filter(|other| s.marked(Mark::Moving).has(*other)).count();
        // In Rivoli units rally in one hex with others that stay routed, of whatever arm: nothing there forbids it.
        let rallies = rules.edition() == Edition::Rivoli;
        if passing == 0 && !rallies && !withdrawing(rules, s) && !rules.over(s) && rules.may_stack(s, here).is_err() {
            return Err(format!("a stack in {hex} that no rule allows: {here:?}"));
        }
    }
    let waiting = rules.waiting(s);
    let asked = waiting.sides().find_map(|side| waiting.of(side)).map(|question| question.frame);
    for (place, commander) in rules.roster().commanders.iter().enumerate() {
        let there = rules.post(s, CommanderId(place as u8)).map_or(UnitSet::EMPTY, |cell| s.units_at(cell));
        let flees = matches!(asked, Some(Frame::CommanderFlight { .. }));
        if !flees && !rules.over(s) && there.clone().any(|unit| rules.side_of(unit) != commander.side) {
            return Err(format!("{} stands among enemies: {there:?}", commander.name));
        }
    }
    for unit in (0..rules.roster().units.len()).filter_map(UnitId::new) {
        if s.order(unit) == Order::Eliminated && s.at(unit).is_some() {
            return Err(format!("{unit:?} is eliminated and on the map"));
        }
        // Artillery follows its infantry into square, disordered or not.
        let gun = rules.roster().units[unit.index()].arm == Arm::Artillery;
        let sound = s.order(unit) == Order::Good || (gun && s.order(unit) == Order::Disordered);
        if s.in_square(unit) && (!sound || s.at(unit).is_none()) {
            return Err(format!("{unit:?} is in square and {:?}", s.order(unit)));
        }
    }
    Ok(())
}

/// Whether a unit is on its way out of a hex, through others.
fn withdrawing(rules: &JoursDeGloire, s: &State) -> bool {
    let waiting = rules.waiting(s);
    waiting.sides().any(|side| {
        matches!(
            waiting.of(side).map(|question| question.frame),
            Some(Frame::Withdrawal(_) | Frame::RoutMove(_) | Frame::RecallMove { .. } | Frame::CommanderFlight { .. })
        )
    })
}

/// What holds of a position and one that followed: units come to lawful stacks, and nobody comes back
/// from the dead.
fn grown(rules: &JoursDeGloire, before: &State, after: &State) -> Result<(), String> {
    // Whoever has come to a hex and stays there may be stacked there. A victory that counts at once ends the game in the
    // middle of a withdrawal: who is passing through others then stays where he is.
    let rests = after.marked(Mark::Moving).is_empty() && !withdrawing(rules, after) && !rules.over(after);
    let came = after.on_map().filter(|unit| before.at(*unit) != after.at(*unit));
    for cell in came.filter_map(|unit| after.at(unit)).filter(|_| rests) {
        let here = after.units_at(cell);
        let stood = before.units_at(cell);
        if rules.may_stack(after, here).is_err() && (stood.is_empty() || rules.may_stack(before, stood).is_ok()) {
            return Err(format!("{here:?} have come to stand where no rule allows it"));
        }
    }
    for unit in (0..UnitId::COUNT).filter_map(UnitId::new) {
        if before.order(unit) == Order::Eliminated && after.order(unit) != Order::Eliminated {
            return Err(format!("{unit:?} was eliminated and is back"));
        }
        let gone = before.at(unit).is_some() && after.at(unit).is_none();
        if gone && after.order(unit) != Order::Eliminated && !after.has_exited(unit) {
            return Err(format!("{unit:?} has vanished"));
        }
    }
    if after.turn() < before.turn() {
        return Err("the turns run backwards".to_owned());
    }
    Ok(())
}

/// The rules on a set-up.
pub fn open(setup: &Setup) -> JoursDeGloire {
    JoursDeGloire::open(setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// One activation of a formation of the scenario, from the movement step.
pub fn activation(rules: &JoursDeGloire, formation: &str, orders: Orders) -> State {
    Position::scenario(rules)
        .activate(formation, orders, Step::Movement)
        .build()
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// Who plays a game of this seed: mostly players that seek the fight.
pub fn players(seed: u64) -> [Box<dyn Policy<JoursDeGloire>>; 2] {
    match seed % 8 {
        0 => [Box::new(Random::new(seed)), Box::new(Random::new(seed + 1))],
        1 => [Box::new(First), Box::new(Keen::seeded(seed))],
        2 => [Box::new(Keen::seeded(seed)), Box::new(Passing)],
        3 => [Box::new(Passing), Box::new(Keen::seeded(seed))],
        _ => [Box::new(Keen::seeded(seed)), Box::new(Keen::seeded(seed + 1))],
    }
}

/// The position at the first question of a game.
pub fn begun(rules: &JoursDeGloire, seed: u64) -> State {
    rules.begin(&mut Seeded::new(!seed)).unwrap_or_else(|stop| panic!("{stop}")).state
}

/// Ten in the morning: Wukassovitch at the river, Lusignan on his march with the enemy before him.
pub fn at_ten(rules: &JoursDeGloire, seed: u64) -> State {
    let places = [
        ("Wukassovitch/Cro., 1", "3103", Vertex::W),
        ("Wukassovitch/Cro., 2", "2906", Vertex::W),
        ("Wukassovitch/Jordis", "2708", Vertex::W),
        ("Wukassovitch/Lg.", "3203", Vertex::W),
        ("Wukassovitch/Art.", "3202", Vertex::W),
        ("Lusignan/Klebek", "0706", Vertex::SE),
        ("Lusignan/Wilhelm Schröder", "0806", Vertex::SE),
        ("Lusignan/Lacy", "0805", Vertex::SE),
        ("Lusignan/Mahony", "0804", Vertex::SE),
        ("Masséna/Rampon, 32nd I", "0609", Vertex::NE),
        ("Masséna/Rampon, 32nd II", "0610", Vertex::NE),
        ("Quasdanovitch/Gr.", "3002", Vertex::SW),
        ("Quasdanovitch/Cu.", "2904", Vertex::SW),
    ];
    let position = places
        .into_iter()
        .fold(Position::scenario(rules), |position, (unit, hex, facing)| position.place(unit, hex, facing));
    let state = position.turn(5).build().unwrap_or_else(|faults| panic!("{faults}"));
    rules.resume(&state, &mut Seeded::new(!seed)).unwrap_or_else(|stop| panic!("{stop}")).state
}

/// The proving ground at close quarters, in its third turn: weak units in one hex, batteries of two formations, attackers on
/// both sides of a hex, an enemy at the river, units before their exits. In three games of four what chance is slow to bring
/// about as well: the weak ones behind the lines, riders before the hex where the enemy's reserve is due, an army commander in
/// the corner of the map with hussars at his heels.
pub fn at_close(rules: &JoursDeGloire, seed: u64) -> State {
    let mut places = vec![
        ("Vanguard/Horse battery", "0708", Vertex::E),
        ("Battle/Foot battery", "0708", Vertex::E),
        ("Vanguard/1st Light", "0907", Vertex::W),
        ("Vanguard/4th Line", "0707", Vertex::E),
        ("Outposts/Croats", "0807", Vertex::W),
        ("Outposts/Regiment 13", "0807", Vertex::W),
        ("Main Body/Line battery", "0806", Vertex::W),
        ("Main Body/Regiment 18", "0906", Vertex::W),
        ("Battle/9th Line", "1210", Vertex::E),
        ("Reserve/Pioneers", "1310", Vertex::W),
        ("Vanguard/2nd Hussars", "0914", Vertex::E),
        ("Vanguard/3rd Cuirassiers", "0813", Vertex::E),
        ("Outposts/Hussars", "0701", Vertex::W),
        ("Main Body/Cuirassiers", "0601", Vertex::W),
    ];
    let contrived = !(seed / 16).is_multiple_of(4);
    let [rear, beside] = if contrived { ["0203", "0204"] } else { ["0612", "0613"] };
    // Three weak units in a hex are of the later edition alone.
    let last = if rules.edition() == Edition::Montebello { rear } else { beside };
    let weak = ["Battle/22nd Line", "Battle/40th Line", "Battle/Grenadiers"].into_iter().zip([rear, rear, last]);
    places.extend(weak.map(|(unit, hex)| (unit, hex, Vertex::E)));
    if contrived {
        places.extend([("Battle/5th Dragoons", "1510", Vertex::SE), ("Outposts/Hussars", "0104", Vertex::NW)]);
    }
    let position = Position::scenario(rules);
    let position = position.formed("Battle/9th Line", Formed::No).order("Battle/Grenadiers", Order::Good);
    let position = places
        .into_iter()
        .fold(position, |position, (unit, hex, facing)| position.place(unit, hex, facing))
        .order("Battle/22nd Line", Order::Disordered);
    let position = if contrived {
        position.commander("Lannes", "0102").order("Battle/5th Dragoons", Order::Disordered)
    } else {
        position
    };
    let state = position.turn(3).build().unwrap_or_else(|faults| panic!("{faults}"));
    rules.resume(&state, &mut Seeded::new(!seed)).unwrap_or_else(|stop| panic!("{stop}")).state
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
