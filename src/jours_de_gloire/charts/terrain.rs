//! The Terrain Effects Chart (R table 1; M 4.3, 8.5): hexes, ways, hexsides and what leads over them.

use super::Charts;
use super::kinds::{
    Arm, Assault, Barrier, ChargeGround, Crossing, Drm, Entry, Fire, Slant, Terrain, Water, Way, WayOver,
};
use crate::figures::{Cell, Figure, Reader};

/// The columns of movement costs: the arms, and the commanders.
type Costs<T> = [Figure<T>; Arm::ALL.len() + 1];
const COMMANDER: usize = Arm::ALL.len();

/// The columns of die modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Modifiers {
    fire: [Figure<i8>; Fire::ALL.len()],
    shock: [Figure<i8>; Assault::ALL.len()],
}

/// A row of the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row {
    costs: Costs<Entry>,
    modifiers: Modifiers,
    charges: Figure<ChargeGround>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WayRow {
    costs: Costs<u8>,
    over: [Figure<WayOver>; Barrier::ALL.len()],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ground {
    terrain: [Row; Terrain::ALL.len()],
    ways: [WayRow; Way::ALL.len()],
    barriers: [[Row; Slant::ALL.len()]; Barrier::ALL.len()],
    crossings: [[Row; Water::ALL.len()]; Crossing::ALL.len()],
}

/// A barrier's two rows, by the words that suit it; one row where both ways are alike.
pub(super) const fn slants(barrier: Barrier) -> [&'static str; 2] {
    match barrier {
        Barrier::Level | Barrier::Slope | Barrier::SteepSlope | Barrier::Crest => ["up", "down"],
        Barrier::Redoubt | Barrier::Fortification => ["into", "out_of"],
        Barrier::Stream | Barrier::River => ["across", "across"],
    }
}

impl Ground {
    pub(super) fn read(r: &mut Reader<'_>) -> Self {
        Self {
            terrain: Terrain::ALL.map(|t| row(r, &format!("terrain.{}", t.key()))),
            ways: Way::ALL.map(|way| way_row(r, &format!("way.{}", way.key()))),
            barriers: Barrier::ALL.map(|barrier| {
                let [up, down] = slants(barrier);
                let first = row(r, &format!("hexside.{}.{up}", barrier.key()));
                let second = if up == down { first } else { row(r, &format!("hexside.{}.{down}", barrier.key())) };
                [first, second]
            }),
            crossings: Crossing::ALL.map(|crossing| {
                Water::ALL.map(|water| row(r, &format!("crossing.{}.{}", crossing.key(), water.key())))
            }),
        }
    }
}

fn costs<T: Cell>(r: &mut Reader<'_>, path: &str) -> Costs<T> {
    ["infantry", "cavalry", "artillery", "general"].map(|column| r.cell(&format!("{path}.{column}")))
}

fn row(r: &mut Reader<'_>, path: &str) -> Row {
    let drm = |r: &mut Reader<'_>, column: &str| r.cell::<Drm>(&format!("{path}.{column}"));
    // A row with one figure has it for all; a row may give the second of two figures (footnotes e and f).
    let or = |r: &mut Reader<'_>, column: &str, figure: Figure<Drm>| r.cell_or(&format!("{path}.{column}"), figure);
    let costs = costs(r, path);
    let fire = drm(r, "fire");
    let infantry_fire = or(r, "infantry_fire", fire);
    let shock = drm(r, "shock");
    let cavalry_shock = or(r, "cavalry_shock", shock);
    let charge = or(r, "charge", shock);
    Row {
        costs,
        modifiers: Modifiers {
            fire: [fire, infantry_fire].map(|figure| figure.map(|drm| drm.0)),
            shock: [shock, cavalry_shock, charge].map(|figure| figure.map(|drm| drm.0)),
        },
        charges: r.cell(&format!("{path}.charges")),
    }
}

fn way_row(r: &mut Reader<'_>, path: &str) -> WayRow {
    WayRow {
        costs: costs(r, path),
        over: Barrier::ALL.map(|barrier| r.cell(&format!("{path}.over.{}", barrier.key()))),
    }
}

impl Charts {
    /// What a unit of this arm pays to enter a hex (R 4.3, M 4.3).
    pub const fn entry(&self, terrain: Terrain, arm: Arm) -> Figure<Entry> {
        self.ground.terrain[terrain.index()].costs[arm.index()]
    }

    /// What a commander pays to enter a hex: the chart's column "General".
    pub const fn commander_entry(&self, terrain: Terrain) -> Figure<Entry> {
        self.ground.terrain[terrain.index()].costs[COMMANDER]
    }

    /// What a unit of this arm pays to enter a hex along a way, in place of the hex's own cost (R 4.3.1, M 4.1.3).
    pub const fn way_cost(&self, way: Way, arm: Arm) -> Figure<u8> {
        self.ground.ways[way.index()].costs[arm.index()]
    }

    /// What a commander pays to enter a hex along a way.
    pub const fn commander_way_cost(&self, way: Way) -> Figure<u8> {
        self.ground.ways[way.index()].costs[COMMANDER]
    }

    /// What a way that crosses this barrier does to its cost (R table 1, footnote c).
    pub const fn way_over(&self, way: Way, barrier: Barrier) -> Figure<WayOver> {
        self.ground.ways[way.index()].over[barrier.index()]
    }

    /// What a unit of this arm pays to cross a hexside, on top of the hex.
    pub const fn barrier_cost(&self, barrier: Barrier, arm: Arm, slant: Slant) -> Figure<Entry> {
        self.ground.barriers[barrier.index()][slant.index()].costs[arm.index()]
    }

    /// What a commander pays to cross a hexside, on top of the hex.
    pub const fn commander_barrier_cost(&self, barrier: Barrier, slant: Slant) -> Figure<Entry> {
        self.ground.barriers[barrier.index()][slant.index()].costs[COMMANDER]
    }

    /// What a unit of this arm pays at a bridge or ford, on top of the hex and in place of the water's own cost.
    pub const fn crossing_cost(&self, crossing: Crossing, water: Water, arm: Arm) -> Figure<Entry> {
        self.ground.crossings[crossing.index()][water.index()].costs[arm.index()]
    }

    /// What a commander pays at a bridge or ford.
    pub const fn commander_crossing_cost(&self, crossing: Crossing, water: Water) -> Figure<Entry> {
        self.ground.crossings[crossing.index()][water.index()].costs[COMMANDER]
    }

    /// The die modifier for fire at a unit in this terrain (footnote a).
    pub const fn terrain_fire(&self, terrain: Terrain, fire: Fire) -> Figure<i8> {
        self.ground.terrain[terrain.index()].modifiers.fire[fire.index()]
    }

    /// The die modifier for fire across this barrier; `slant` is the firer's.
    pub const fn barrier_fire(&self, barrier: Barrier, fire: Fire, slant: Slant) -> Figure<i8> {
        self.ground.barriers[barrier.index()][slant.index()].modifiers.fire[fire.index()]
    }

    /// The die modifier for a shock or charge against a unit in this terrain (footnotes a and e).
    pub const fn terrain_shock(&self, terrain: Terrain, assault: Assault) -> Figure<i8> {
        self.ground.terrain[terrain.index()].modifiers.shock[assault.index()]
    }

    /// The die modifier for a shock or charge across this barrier; `slant` is the attacker's.
    pub const fn barrier_shock(&self, barrier: Barrier, assault: Assault, slant: Slant) -> Figure<i8> {
        self.ground.barriers[barrier.index()][slant.index()].modifiers.shock[assault.index()]
    }

    /// The die modifier for a shock or charge over a bridge or ford, in place of the water's own (footnote k; M specific
    /// 0.2: a bridge over a stream leaves the stream's modifier as it is).
    pub const fn crossing_shock(&self, crossing: Crossing, water: Water, assault: Assault) -> Figure<i8> {
        self.ground.crossings[crossing.index()][water.index()].modifiers.shock[assault.index()]
    }

    /// Whether terrain bars charges (R 9.1, M 9.1). R 9.1 also limits what a charge may cost
    /// ([`Charge::max_points`](super::Charge::max_points)).
    pub const fn charge_ground(&self, terrain: Terrain) -> Figure<ChargeGround> {
        self.ground.terrain[terrain.index()].charges
    }

    /// Whether a barrier bars charges (R 9.1, M 9.1; footnotes h and j).
    pub const fn charge_over(&self, barrier: Barrier, slant: Slant) -> Figure<ChargeGround> {
        self.ground.barriers[barrier.index()][slant.index()].charges
    }

    /// Whether a charge may pass a bridge or ford.
    pub const fn charge_crossing(&self, crossing: Crossing, water: Water) -> Figure<ChargeGround> {
        self.ground.crossings[crossing.index()][water.index()].charges
    }
}
