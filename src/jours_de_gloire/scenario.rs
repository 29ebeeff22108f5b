//! A set-up: turns, places, reinforcements, rout directions, specific rules, victory.

use super::edition::Edition;
use super::state::{CommanderId, FormationId, MarkerId, Order};
use crate::figures::Source;
use crate::hex::{Cell, Edge as MapEdge, Vertex};
use crate::side::{Side, UnitId, UnitSet};

/// What light there is in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Light {
    /// Day.
    #[default]
    Day,
    /// Night (12).
    Night,
    /// Fog (M 12.2).
    Fog,
    /// Night and fog at once: both count (a ruling).
    NightAndFog,
}

impl Light {
    /// Whether it is night.
    pub const fn night(self) -> bool {
        matches!(self, Light::Night | Light::NightAndFog)
    }

    /// Whether there is fog.
    pub const fn fog(self) -> bool {
        matches!(self, Light::Fog | Light::NightAndFog)
    }

    /// Whether it is neither.
    pub const fn clear(self) -> bool {
        matches!(self, Light::Day)
    }
}

/// Where a unit may be set up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// In the hex named.
    #[default]
    Here,
    /// In the hex named or one beside it.
    Neighbour,
    /// In one of these hexes.
    Among(Vec<Cell>),
    /// With any infantry unit of a formation.
    With(FormationId),
    /// With or beside any unit of a side.
    Beside(Side),
    /// Anywhere in the area of the side.
    Area(Vec<Cell>),
}

/// A unit's place at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// Its hex.
    pub cell: Cell,
    /// The corner that it faces.
    pub facing: Vertex,
    /// Its condition.
    pub order: Order,
    /// Whether it stands in square.
    pub formed: Formed,
    /// What its owner may choose.
    pub choice: Choice,
}

/// Whether a unit stands in square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Formed {
    /// It does not.
    #[default]
    No,
    /// It does.
    InSquare,
}

/// Units that arrive later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The turn, from 1.
    pub turn: u8,
    /// The units; none if all of them stand on the map from the start, by a ruling.
    pub units: UnitSet,
    /// Army commanders who come with them.
    pub commanders: Vec<CommanderId>,
    /// Formations whose markers become available with them.
    pub formations: Vec<FormationId>,
    /// The hex by which they enter.
    pub cell: Cell,
}

/// That a formation may arrive elsewhere than printed, at the risk of a delay (R scenario 3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryChange {
    /// The formation.
    pub formation: FormationId,
    /// The edges by which it may enter.
    pub edges: Vec<MapEdge>,
    /// By which hexes of them.
    pub hexes: EntryHexes,
}

/// The hexes of an edge by which a formation may enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EntryHexes {
    /// All of them.
    #[default]
    Any,
    /// Those with a road or track.
    OnWay,
}

/// What the die says of a changed arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delay {
    /// By how many turns it is delayed.
    pub turns: u8,
    /// Who chooses the hex.
    pub chooser: Chooser,
}

/// Who chooses the hex of a changed arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// The owner of the formation.
    Owner,
    /// The enemy.
    Opponent,
}

/// Arrivals that a side may change (R scenario 3).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionalArrival {
    /// Who may enter where.
    pub changes: Vec<EntryChange>,
    /// What each face of the die brings, 0 to 9; none if nobody may change anything.
    pub delays: Option<[Delay; 10]>,
}

/// Where routed units of a side run to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refuge {
    /// An edge of the map.
    Edge(MapEdge),
    /// A hex.
    Hex(Cell),
}

/// Rules that a battle adds, each switched on by its scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specific {
    /// Whether owners choose the facing of their units as they set them up (R scenario 1).
    pub free_facing: Switch,
    /// Formations whose counters may take each other's places in the set-up (R scenario 1).
    pub any_counter: Vec<FormationId>,
    /// Level changes of two and more bar cavalry and artillery (M specific 4.3.2).
    pub steep_levels: Switch,
    /// No square may be formed (R specific 4.2).
    pub no_square: Switch,
    /// Turns in which each formation has one marker (R specific 2.2).
    pub one_marker_turns: Vec<u8>,
    /// A unit that another formation's marker may activate while its own is not available (R specific 2.2).
    pub lent: Option<(UnitId, FormationId)>,
    /// The marker of the Furia Francese (R specific 2.2).
    pub furia: Option<MarkerId>,
    /// Who may look at the enemy's orders once (R specific 2.3).
    pub eagles_eye: Option<Side>,
    /// The formation that is bound to its route (R specific 2.3).
    pub bound: Option<Bound>,
    /// The formation that may build a bridge (R specific 4.3).
    pub pontoon: Option<FormationId>,
    /// The most units of one name in a stack (R scenario 1).
    pub same_name: Option<u8>,
    /// The side that has the initiative on the first turn (R scenario 1).
    pub first_initiative: Option<Side>,
    /// Which formations each combined marker activates (2.1.2).
    pub combined: Vec<(MarkerId, Vec<FormationId>)>,
}

/// A formation that must follow a route.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The formation.
    pub formation: FormationId,
    /// The hexes of its route, one after the other.
    pub route: Vec<Cell>,
    /// The hexes that it may enter at all.
    pub within: Vec<Cell>,
    /// The hexes to which it has orders to move: there its march ends.
    pub goal: Vec<Cell>,
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Switch {
    /// Off.
    #[default]
    Off,
    /// On.
    On,
}

impl Switch {
    /// Whether it is on.
    pub const fn on(self) -> bool {
        matches!(self, Switch::On)
    }
}

/// A hex that is worth points to the side that holds it or passed through it last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The hex.
    pub cell: Cell,
    /// Its points.
    pub points: u8,
    /// The side that can earn them; both if none.
    pub side: Option<Side>,
}

/// What ends the game at once or at the end of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Automatic {
    /// A side exits formations by a hex, at least half of the counters of each in good order (R scenario 1).
    Exit {
        /// Who wins by it.
        side: Side,
        /// How many formations.
        formations: u8,
        /// The hex.
        cell: Cell,
        /// Which share of a formation's counters must be in good order: at least so many in so many.
        unbroken: (u8, u8),
    },
    /// Formations of the other side are destroyed: all counters disordered, routed or eliminated (R scenario 1).
    Destroyed {
        /// Who wins by it.
        side: Side,
        /// How many formations.
        formations: u8,
    },
    /// A side holds all of these hexes at the end of a turn.
    Holds {
        /// Who wins by it.
        side: Side,
        /// The hexes.
        cells: Vec<Cell>,
    },
}

/// Victory conditions (13).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Victory {
    /// Points for an enemy unit that is routed at the end.
    pub routed: u8,
    /// Points for an enemy unit that was eliminated.
    pub eliminated: u8,
    /// Hexes that are worth points.
    pub objectives: Vec<Objective>,
    /// Who wins a tie.
    pub tie: Option<Side>,
    /// What ends the game before its time.
    pub automatic: Vec<Automatic>,
}

impl Scenario {
    /// A scenario of this edition with nothing in it, for one that is put together in code: without a turn, a unit or an
    /// objective; both sides run to the northern edge.
    pub fn blank(edition: Edition) -> Self {
        Self {
            name: String::new(),
            edition,
            source: Source::Reconstructed,
            turns: Vec::new(),
            begins: 0,
            minutes: 0,
            strategic: [None; 2],
            successors: Vec::new(),
            available: Vec::new(),
            places: Vec::new(),
            posts: Vec::new(),
            early: Vec::new(),
            lines: Default::default(),
            arrivals: Vec::new(),
            optional_arrival: OptionalArrival::default(),
            refuge: [Refuge::Edge(MapEdge::North); 2],
            specific: Specific::default(),
            victory: Victory::default(),
        }
    }

    /// The time at which a turn, from 1, begins: hours, 0 to 23, and minutes; `None` if there is no such turn.
    pub fn clock(&self, turn: u8) -> Option<(u32, u32)> {
        let gone = u32::from(turn.checked_sub(1)?);
        self.turns.get(gone as usize)?;
        let minutes = u32::from(self.begins) + gone * u32::from(self.minutes);
        Some((minutes / 60 % 24, minutes % 60))
    }
}

/// A set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// The edition whose rules it is played by.
    pub edition: Edition,
    /// Where what it says comes from.
    pub source: Source,
    /// The light of each turn: their number is the length of the game.
    pub turns: Vec<Light>,
    /// The time at which the first turn begins, in minutes after midnight.
    pub begins: u16,
    /// Minutes of a turn.
    pub minutes: u16,
    /// Who rolls for strategic initiative, by side.
    pub strategic: [Option<CommanderId>; 2],
    /// Who takes over when a commander is eliminated.
    pub successors: Vec<(CommanderId, CommanderId)>,
    /// Formations whose markers are available from the start, in the order of the roster.
    pub available: Vec<FormationId>,
    /// Where units stand at the start.
    pub places: Vec<Placement>,
    /// Where units of a reinforcement stand at the start instead, by the ruling `free-deployment-massena`.
    pub early: Vec<Placement>,
    /// The hexes of the line that bounds a side's area (R scenario 2), by side: whether they belong to it is a ruling.
    pub lines: [Vec<Cell>; 2],
    /// Where commanders stand at the start.
    pub posts: Vec<(CommanderId, Cell, Choice)>,
    /// Who arrives later.
    pub arrivals: Vec<Arrival>,
    /// Arrivals that may be changed.
    pub optional_arrival: OptionalArrival,
    /// Where routed units run to, by side.
    pub refuge: [Refuge; 2],
    /// Rules that the battle adds.
    pub specific: Specific,
    /// Who wins.
    pub victory: Victory,
}
