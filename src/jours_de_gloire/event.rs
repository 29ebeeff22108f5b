//! Events: each one fact that changes a state. They carry the new values, and `apply` here is the only place that
//! assigns them.

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::state::{
    Bridge, Combat, CommanderId, Fight, FormationId, Mark, MarkerId, Order, Progress, Role, State, Work,
};
use crate::hex::{Cell, Dir, Vertex};
use crate::side::{Side, UnitId, UnitSet};

/// One fact that changes a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A procedure begins.
    Begun(Frame),
    /// The procedure on top goes on to another step.
    Continued(Frame),
    /// The procedure on top is done.
    Done,
    /// A unit moves into a hex, to this place in its stack.
    Moved {
        /// The unit.
        unit: UnitId,
        /// The hex.
        to: Cell,
        /// Its place in the stack.
        rank: u8,
    },
    /// A unit changes its place in its stack.
    Ranked {
        /// The unit.
        unit: UnitId,
        /// Its place.
        rank: u8,
    },
    /// A unit turns.
    Faced {
        /// The unit.
        unit: UnitId,
        /// The corner that it faces.
        facing: Vertex,
    },
    /// A unit's condition changes to the worse or, in a rally, to the better.
    Ordered {
        /// The unit.
        unit: UnitId,
        /// Its condition.
        order: Order,
    },
    /// A unit leaves the map for good, without being eliminated.
    Exited {
        /// The unit.
        unit: UnitId,
    },
    /// A unit forms square.
    SquareFormed {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is no longer in square.
    SquareLeft {
        /// The unit.
        unit: UnitId,
    },
    /// A unit gets a mark of the activation.
    Marked {
        /// The mark.
        mark: Mark,
        /// The unit.
        unit: UnitId,
    },
    /// These units get a mark of the activation.
    AllMarked {
        /// The mark.
        mark: Mark,
        /// The units.
        units: UnitSet,
    },
    /// A unit loses a mark.
    Unmarked {
        /// The mark.
        mark: Mark,
        /// The unit.
        unit: UnitId,
    },
    /// A declared unit takes aim at its front hexes: 1 the left, 2 the right, 3 both.
    Aimed {
        /// The unit.
        unit: UnitId,
        /// The front hexes.
        aim: u8,
    },
    /// A combat is taken up.
    CombatOpened {
        /// What kind.
        fight: Fight,
        /// Who attacks.
        attacker: Side,
        /// The pursuit charges before it.
        pursuits: u8,
    },
    /// The combat is about this hex.
    CombatHex {
        /// The hex.
        cell: Cell,
    },
    /// A unit has this part in the combat.
    Cast {
        /// The part.
        role: Role,
        /// The unit.
        unit: UnitId,
    },
    /// A unit has this part no longer.
    Uncast {
        /// The part.
        role: Role,
        /// The unit.
        unit: UnitId,
    },
    /// This row of the shock table came up.
    Row {
        /// The row, from 1.
        row: u8,
    },
    /// A unit that flees from the combat crosses this hexside of this hex.
    Trailed {
        /// The unit.
        unit: UnitId,
        /// The hex that it leaves.
        from: Cell,
        /// The hexside.
        dir: Dir,
    },
    /// The combat is over.
    CombatClosed,
    /// A marker activates its units.
    Activated {
        /// The marker.
        marker: MarkerId,
        /// Whose it is.
        side: Side,
    },
    /// These units are activated.
    ActiveUnits {
        /// The units.
        units: UnitSet,
    },
    /// The activation is over: every mark is taken off.
    Deactivated,
    /// A turn begins.
    Turn {
        /// Its number, from 1.
        turn: u8,
    },
    /// A unit belongs to this tactical group for the turn.
    Grouped {
        /// The unit.
        unit: UnitId,
        /// The group: its first unit.
        group: UnitId,
    },
    /// These units receive orders.
    OrdersGiven {
        /// Whose they are.
        side: Side,
        /// The units of a tactical group.
        units: UnitSet,
    },
    /// These units have orders for the turn though none was spent on them.
    OrdersFree {
        /// The units.
        units: UnitSet,
    },
    /// These units are without orders again.
    OrdersLost {
        /// The units.
        units: UnitSet,
    },
    /// A side looks at the enemy's orders: these units have them.
    OrdersSeen {
        /// Who looks.
        side: Side,
        /// The enemy's units with orders.
        units: UnitSet,
    },
    /// A side has come so far in a phase in which both sides act at once.
    Reached {
        /// The side.
        side: Side,
        /// How far.
        progress: Progress,
    },
    /// A side has finished its orders phase.
    OrdersDone {
        /// The side.
        side: Side,
    },
    /// The order markers of a formation are turned over.
    Revealed {
        /// The formation.
        formation: FormationId,
    },
    /// A side has won strategic initiative, or nobody.
    Initiative {
        /// The side.
        side: Option<Side>,
    },
    /// A marker is chosen to begin the turn.
    MarkerChosen {
        /// The marker.
        marker: MarkerId,
    },
    /// A marker is put into the cup.
    IntoCup {
        /// The marker.
        marker: MarkerId,
    },
    /// A marker leaves the cup.
    OutOfCup {
        /// The marker.
        marker: MarkerId,
    },
    /// A marker becomes available.
    Available {
        /// The marker.
        marker: MarkerId,
    },
    /// A marker is no longer available.
    Unavailable {
        /// The marker.
        marker: MarkerId,
    },
    /// A unit gets a Reinforcement marker.
    ReinforcementMarked {
        /// The unit.
        unit: UnitId,
    },
    /// A unit's Reinforcement marker is removed.
    ReinforcementEnded {
        /// The unit.
        unit: UnitId,
    },
    /// A stack of reinforcements has entered the map in this activation.
    ColumnGrown,
    /// An arrival is put off, or may be: its units enter from this turn on.
    Delayed {
        /// The arrival, by its place in the scenario.
        arrival: u8,
        /// The turn.
        turn: u8,
        /// Who is to choose the hex.
        chooser: Side,
    },
    /// An arrival will enter by this hex.
    Diverted {
        /// The arrival, by its place in the scenario.
        arrival: u8,
        /// The hex.
        cell: Cell,
    },
    /// The formation that was bound to its route is free of it.
    Unbound,
    /// A bridge is begun between two hexes.
    BridgeBegun {
        /// The hex of those who build it.
        from: Cell,
        /// The hex across the river.
        to: Cell,
    },
    /// The bridge that was begun is built.
    BridgeBuilt,
    /// The bridge that was built may be used.
    BridgeOpened,
    /// A side goes first in the reserve activations.
    ReserveFirst {
        /// The side.
        side: Side,
    },
    /// A side holds an objective, or has passed through it last.
    Held {
        /// The objective, by its place in the scenario.
        objective: u8,
        /// The side.
        side: Side,
    },
    /// A routed unit has reached a refuge.
    Sheltered {
        /// The unit.
        unit: UnitId,
    },
    /// A routed unit gives up its refuge and runs on.
    ShelterLeft {
        /// The unit.
        unit: UnitId,
    },
    /// These units will not come back to good order.
    Shaken {
        /// The units.
        units: UnitSet,
    },
    /// A formation is demoralized.
    Demoralized {
        /// The formation.
        formation: FormationId,
    },
    /// A formation has recovered from demoralization.
    Recovered {
        /// The formation.
        formation: FormationId,
    },
    /// An army commander stands in this hex.
    CommanderMoved {
        /// The commander.
        commander: CommanderId,
        /// The hex.
        to: Cell,
    },
    /// An army commander follows a unit into this hex.
    CommanderFollowed {
        /// The commander.
        commander: CommanderId,
        /// The unit.
        unit: UnitId,
        /// The hex.
        to: Cell,
    },
    /// An army commander has used his move of the turn.
    CommanderTurned {
        /// The commander.
        commander: CommanderId,
    },
    /// An army commander is eliminated.
    CommanderLost {
        /// The commander.
        commander: CommanderId,
    },
    /// The game is over.
    Ended {
        /// The winner, if there is one.
        winner: Option<Side>,
    },
}

/// Applies an event. It does not judge.
pub(super) fn apply(s: &mut State, event: &Event) {
    match *event {
        Event::Begun(frame) => {
            // A full agenda is noticed by the procedure that finds its frame missing.
            let _ = s.agenda.push(frame);
        }
        Event::Continued(frame) => s.agenda.set_top(frame),
        Event::Done => {
            s.agenda.pop();
        }
        Event::Moved { unit, to, rank } => {
            s.at[unit.index()] = Some(to);
            s.rank[unit.index()] = rank;
        }
        Event::Ranked { unit, rank } => s.rank[unit.index()] = rank,
        Event::Faced { unit, facing } => s.facing[unit.index()] = facing,
        Event::Ordered { unit, order } => {
            s.disordered.remove(unit);
            s.routed.remove(unit);
            match order {
                Order::Good => {}
                Order::Disordered => s.disordered.insert(unit),
                Order::Routed => s.routed.insert(unit),
                Order::Eliminated => {
                    s.eliminated.insert(unit);
                    off_map(s, unit);
                }
            }
            if order != Order::Routed {
                s.sheltered.remove(unit);
            }
        }
        Event::Exited { unit } => {
            s.exited.insert(unit);
            if s.order(unit) == Order::Good {
                s.exited_sound.insert(unit);
            }
            off_map(s, unit);
        }
        Event::SquareFormed { unit } => s.square.insert(unit),
        Event::SquareLeft { unit } => s.square.remove(unit),
        Event::Marked { mark, unit } => s.marks[mark as usize].insert(unit),
        Event::AllMarked { mark, units } => s.marks[mark as usize] = s.marks[mark as usize].or(units),
        Event::Unmarked { mark, unit } => s.marks[mark as usize].remove(unit),
        Event::Aimed { unit, aim } => s.aim[unit.index()] = aim,
        Event::CombatOpened { fight, attacker, pursuits } => {
            s.combat =
                Combat { fight, pursuits, second_attacks: u8::from(attacker == Side::Second), ..Combat::default() };
        }
        Event::CombatHex { cell } => {
            if let Some(slot) = s.combat.hexes.iter_mut().find(|slot| slot.is_none()) {
                *slot = Some(cell);
            }
        }
        Event::Cast { role, unit } => s.combat.roles[role as usize].insert(unit),
        Event::Uncast { role, unit } => s.combat.roles[role as usize].remove(unit),
        Event::Row { row } => s.combat.row = row,
        Event::Trailed { unit, from, dir } => {
            let number = unit.index() as u8;
            if let Some(trail) = s.combat.trails.iter_mut().find(|trail| trail.from.is_none() || trail.unit == number) {
                if trail.from.is_none() {
                    trail.from = Some(from);
                    trail.unit = number;
                }
                if trail.len < 21 {
                    trail.steps |= (dir.index() as u64) << (3 * u32::from(trail.len));
                    trail.len += 1;
                }
            }
        }
        Event::CombatClosed => s.combat = Combat::default(),
        Event::Activated { marker, side } => {
            s.marker = marker.0 + 1;
            s.acting = side.index() as u8 + 1;
            s.begins = 0;
        }
        Event::ActiveUnits { units } => s.marks[Mark::Active as usize] = units,
        Event::Deactivated => {
            s.marker = 0;
            s.acting = 0;
            let acted = s.marked(Mark::Acted);
            s.marks = [UnitSet::EMPTY; Mark::COUNT];
            s.marks[Mark::Acted as usize] = acted;
            s.aim = [0; 64];
            s.columns = 0;
        }
        Event::Turn { turn } => {
            s.turn = turn;
            s.initiative = 0;
            s.orders = UnitSet::EMPTY;
            s.revealed = 0;
            s.given = [0; 2];
            s.done = [0; 2];
            s.group = [0; 64];
            s.progress = [Progress::default(); 2];
            s.begins = 0;
            s.reserve = 0;
            s.pooled = 0;
            for post in &mut s.commanders {
                post.moved = 0;
            }
        }
        Event::Grouped { unit, group } => s.group[unit.index()] = group.index() as u8 + 1,
        Event::OrdersGiven { side, units } => {
            s.orders = s.orders.or(units);
            s.given[side.index()] = s.given[side.index()].saturating_add(1);
        }
        Event::OrdersFree { units } => s.orders = s.orders.or(units),
        Event::OrdersLost { units } => s.orders = s.orders.less(units),
        Event::OrdersSeen { .. } => s.looked = s.turn,
        Event::Reached { side, progress } => s.progress[side.index()] = progress,
        Event::OrdersDone { side } => s.done[side.index()] = 1,
        Event::Revealed { formation } => s.revealed |= formation.bit(),
        Event::Initiative { side } => s.initiative = side.map_or(0, |side| side.index() as u8 + 1),
        Event::MarkerChosen { marker } => {
            s.begins = marker.0 + 1;
            s.pooled |= marker.bit();
        }
        Event::IntoCup { marker } => {
            s.cup |= marker.bit();
            s.pooled |= marker.bit();
        }
        Event::OutOfCup { marker } => s.cup &= !marker.bit(),
        Event::Available { marker } => s.available |= marker.bit(),
        Event::Unavailable { marker } => s.available &= !marker.bit(),
        Event::ReinforcementMarked { unit } => s.reinforcement.insert(unit),
        Event::ReinforcementEnded { unit } => s.reinforcement.remove(unit),
        Event::ColumnGrown => s.columns = s.columns.saturating_add(1),
        Event::Delayed { arrival, turn, chooser } => {
            if let Some(detour) = s.detours.get_mut(usize::from(arrival)) {
                detour.turn = turn;
                detour.chooser = chooser.index() as u8 + 1;
            }
        }
        Event::Diverted { arrival, cell } => {
            if let Some(detour) = s.detours.get_mut(usize::from(arrival)) {
                detour.cell = Some(cell);
                detour.chooser = 0;
            }
        }
        Event::Unbound => s.unbound = 1,
        Event::BridgeBegun { from, to } => {
            s.bridge = Bridge { from: Some(from), to: Some(to), work: Work::Begun, turn: s.turn };
        }
        Event::BridgeBuilt => s.bridge.work = Work::Built,
        Event::BridgeOpened => s.bridge.work = Work::Open,
        Event::ReserveFirst { side } => s.reserve = side.index() as u8 + 1,
        Event::Held { objective, side } => {
            let bit = 1 << (objective & 31);
            s.held[side.index()] |= bit;
            s.held[side.enemy().index()] &= !bit;
        }
        Event::Sheltered { unit } => s.sheltered.insert(unit),
        Event::ShelterLeft { unit } => s.sheltered.remove(unit),
        Event::Shaken { units } => s.shaken = s.shaken.or(units),
        Event::Demoralized { formation } => s.demoralized |= formation.bit(),
        Event::Recovered { formation } => s.demoralized &= !formation.bit(),
        Event::CommanderMoved { commander, to } => {
            if let Some(post) = s.commanders.get_mut(usize::from(commander.0)) {
                post.at = Some(to);
                post.with = 0;
            }
        }
        Event::CommanderFollowed { commander, unit, to } => {
            if let Some(post) = s.commanders.get_mut(usize::from(commander.0)) {
                post.at = Some(to);
                post.with = unit.index() as u8 + 1;
            }
        }
        Event::CommanderTurned { commander } => {
            if let Some(post) = s.commanders.get_mut(usize::from(commander.0)) {
                post.moved = 1;
            }
        }
        Event::CommanderLost { commander } => {
            if let Some(post) = s.commanders.get_mut(usize::from(commander.0)) {
                post.at = None;
                post.with = 0;
                post.lost = 1;
            }
        }
        Event::Ended { winner } => s.verdict = winner.map_or(3, |side| side.index() as u8 + 1),
    }
}

/// A counter that is taken off the map leaves nothing behind, so that equal positions are equal states.
fn off_map(s: &mut State, unit: UnitId) {
    let i = unit.index();
    s.at[i] = None;
    s.facing[i] = Vertex::ALL[0];
    s.rank[i] = 0;
    s.aim[i] = 0;
    s.disordered.remove(unit);
    s.routed.remove(unit);
    s.square.remove(unit);
    s.reinforcement.remove(unit);
    s.sheltered.remove(unit);
    s.shaken.remove(unit);
}

const _: () = assert!(size_of::<Event>() <= 32, "events are small and Copy");
