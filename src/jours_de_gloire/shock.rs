//! The tally of a shock or charge (8.4 to 8.6).

use super::charts::{Arm, Assault, Barrier, Crossing, ShockModifier, Terrain, Water};
use super::declaration::{SIX_FRONTS, STRENGTHS};
use super::edition::{CavalryShock, PursuitPenalty};
use super::ground;
use super::label::Label;
use super::rulings::{
    CassinaGuns, CavalryBesideInfantry, DifficultGround, FrontAndRearReading, GunsInDefence, PositionOfTwo,
    PursuitPenaltyGrowth, ShockBesideCharge, SquareModifiers,
};
use super::state::{Role, State};
use super::{Cite, JoursDeGloire, cite, facing};
use crate::figures::Figure;
use crate::hex::{Cell, Dir};
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

/// Those of a stack too, without artillery and disordered units.
const STACK_STRENGTH: Cite = cite!("R 5.1.3/4", "M 5.1.3/4");
/// The ratio of strengths.
const RATIO: Cite = cite!("R 8.6.1/1", "M 8.6.1/1");
/// The cohesion differential.
const COHESION: Cite = cite!("R 8.6.2/1", "M 8.6.2/1");
/// The terrain.
const TERRAIN: Cite = cite!("R table 6/3", "M 8.5/1");
/// Clear ground: the attacker chooses.
const ATTACKER_CHOOSES: Cite = cite!("R 8.4/5", "M 8.4.2/1");
/// Otherwise the defender.
const DEFENDER_CHOOSES: Cite = cite!("R 8.4/6", "M 8.4.2/2");
/// Several defenders: the hex that suits them.
const DEFENDERS_HEX: Cite = cite!("R 8.4/7", "M 8.4.3/1");
/// From behind.
const REAR: Cite = cite!("R table 6/5", "M 6.1.2/4");
/// From front and rear.
const FRONT_AND_REAR: Cite = cite!("R table 6/6", "M 6.1.2/4");
/// An enemy behind the attacker.
const EXPOSED: Cite = cite!("R table 6/7", "M 8.5/1");
/// A routed defender.
const ROUTED: Cite = cite!("R table 6/4", "M 10.2/11");
/// The charge bonus of heavy cavalry.
const HEAVY: Cite = cite!("R 9.2/1", "M 9.2/3");
/// The charge bonus of other cavalry.
const LIGHT: Cite = cite!("R 9.2/2", "M 9.2/3");
/// Against a square.
const SQUARE: Cite = cite!("R 9.3.1/2", "M 9.2/4");
/// Cavalry that does not charge.
const CAVALRY_SHOCK: Cite = cite!("R 8.1/5", "M 9.1/12");
/// Further charges of a pursuit.
const PENALTY: Cite = cite!("R 9.5/13", "M 9.5.2/12");
/// Where cavalry stands in it the bonus stays.
const CASSINA_CAVALRY: Cite = cite!("R table 1/1", "M specific 8.6/2");
/// A bridge does not take a stream's modifier away.
const STREAM_BRIDGE: Cite = cite!("R table 1/K", "M specific 0.2/4");
/// A bridge over a river has a modifier of its own, but for cavalry.
const RIVER_BRIDGE: Cite = cite!("R table 1/K", "M 8.5/1");
/// A cassina takes the bonus of clear ground away.
const CASSINA: Cite = cite!("R table 1/1", "M specific 8.6/1");

/// An attack to be reckoned: who attacks whom, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The units that attack, artillery apart.
    pub attackers: UnitSet,
    /// Those of them that charge.
    pub chargers: UnitSet,
    /// The units attacked.
    pub defenders: UnitSet,
    /// Whether the charge bonus stands.
    pub bonus: Bonus,
    /// How many pursuit charges came before, this one included; 0 for an initial charge.
    pub pursuits: u8,
}

/// Whether the charge bonus stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// It does.
    Stands,
    /// A counter-charge took it away (9.4).
    Countered,
}

impl JoursDeGloire {
    /// The attack that is being resolved.
    pub(super) fn attack(&self, s: &State) -> Attack {
        let c = &s.combat;
        let countered = !c.has(Role::Countercharger).is_empty();
        Attack {
            attackers: c.has(Role::Attacker),
            chargers: c.has(Role::Charger).and(c.has(Role::Attacker)),
            defenders: c.has(Role::Defender),
            bonus: if countered { Bonus::Countered } else { Bonus::Stands },
            pursuits: c.pursuits,
        }
    }

    /// The modifiers of a shock or charge, one by one, in the order of the rulebook's account: ratio, terrain, cohesion,
    /// charge, condition and position, pursuit.
    pub fn shock_tally(&self, s: &State, attack: &Attack) -> Tally<Label> {
        let guns = self.units.arm(Arm::Artillery);
        let attackers = attack.attackers.less(guns);
        let defenders = match self.rulings.guns_in_defence {
            GunsInDefence::Never => attack.defenders.less(guns),
            GunsInDefence::Defends => attack.defenders,
        };
        let lead = attack.attackers.lowest().or(attack.defenders.lowest());
        let what = lead.map_or(Label::StrategicInitiative, |unit| {
            if attack.pursuits > 0 {
                Label::PursuitCharge(unit)
            } else if !attack.chargers.is_empty() {
                Label::Charge(unit)
            } else {
                Label::Shock(unit)
            }
        });
        let mut tally = Tally::new(what);
        let strength = |units: UnitSet| units.map(|u| u16::from(self.values(s, u).strength)).sum::<u16>();
        let (a, d) = (strength(attackers), strength(defenders));
        let short = |points: u16| u8::try_from(points).unwrap_or(u8::MAX);
        let together = attack.attackers.lowest().and_then(|unit| s.at(unit)).map(|at| s.units_at(at));
        let rule = match together {
            Some(here) if !attackers.within(here) => STRENGTHS,
            Some(here) if here.len() > 1 => STACK_STRENGTH,
            _ => RATIO,
        };
        tally.add(Label::Ratio(short(a), short(d)), self.charts.odds(a, d).0, self.cite(rule));
        self.terrain_modifiers(s, attack, &mut tally);
        let best = |units: UnitSet| units.map(|u| self.values(s, u).cohesion).max();
        if let (Some(a), Some(d)) = (best(attackers), best(defenders)) {
            let difference = i8::try_from(i16::from(a) - i16::from(d)).unwrap_or(0);
            let figure = Figure::new(difference, crate::figures::Source::Printed);
            tally.add(Label::Differential(a, d), figure, self.cite(COHESION));
        }
        self.charge_modifiers(s, attack, &mut tally);
        self.position_modifiers(s, attack, &mut tally);
        if attack.pursuits > 0 {
            let flat = self.edition().pursuit_penalty() == PursuitPenalty::FromTheFirst
                && self.rulings.pursuit_penalty == PursuitPenaltyGrowth::Flat;
            let nth = if flat { attack.pursuits.min(1) } else { attack.pursuits };
            let figure = self.charts.charge().pursuit(nth);
            tally.add(Label::FurtherCharge(attack.pursuits), figure, self.cite(PENALTY));
        }
        self.against_square(s, attack, tally)
    }

    /// What of the modifiers stands against a square, beside the loss of the bonus (the ruling `square-modifiers`).
    fn against_square(&self, s: &State, attack: &Attack, tally: Tally<Label>) -> Tally<Label> {
        let reading = self.rulings.square_modifiers;
        if reading == SquareModifiers::BonusOnly || attack.chargers.is_empty() || !attack.defenders.meets(s.square) {
            return tally;
        }
        let mut kept = Tally::new(tally.what());
        for m in tally.modifiers() {
            let stands = match reading {
                SquareModifiers::NoFavourable => m.value <= 0,
                _ => m.label == Label::AgainstSquare,
            };
            if stands {
                kept.add(m.label, Figure::new(m.value, m.source), m.rule);
            }
        }
        kept
    }

    fn charge_modifiers(&self, s: &State, attack: &Attack, tally: &mut Tally<Label>) {
        let riders = attack.attackers.and(self.units.arm(Arm::Cavalry)).less(attack.chargers);
        if !attack.chargers.is_empty() {
            if attack.defenders.meets(s.square) {
                let figure = self.charts.shock_modifier(ShockModifier::AgainstSquare);
                tally.add(Label::AgainstSquare, figure, self.cite(SQUARE));
            } else if attack.bonus == Bonus::Stands {
                let heavy = attack.chargers.meets(self.units.heavy);
                let (label, modifier, rule) = if heavy {
                    (Label::HeavyCharge, ShockModifier::HeavyCharge, HEAVY)
                } else {
                    (Label::LightCharge, ShockModifier::LightCharge, LIGHT)
                };
                tally.add(label, self.charts.shock_modifier(modifier), self.cite(rule));
            }
        }
        let beside = attack.attackers.meets(self.units.arm(Arm::Infantry));
        let exempt = beside && self.rulings.cavalry_beside_infantry == CavalryBesideInfantry::CavalryAlone;
        let charged = !attack.chargers.is_empty() && self.rulings.shock_beside_charge == ShockBesideCharge::ChargeOnly;
        if !riders.is_empty() && !exempt && !charged && self.edition().cavalry_shock() == CavalryShock::Allowed {
            let figure = self.charts.shock_modifier(ShockModifier::CavalryShock);
            tally.add(Label::CavalryShock, figure, self.cite(CAVALRY_SHOCK));
        }
    }

    /// The hexes of the defenders, each once.
    fn hexes_of(&self, s: &State, units: UnitSet) -> impl Iterator<Item = (Cell, UnitSet)> {
        let mut left = units;
        core::iter::from_fn(move || {
            loop {
                let unit = left.lowest()?;
                let Some(cell) = s.at(unit) else {
                    left.remove(unit);
                    continue;
                };
                let here = units.filter(|other| s.at(*other) == Some(cell)).collect::<UnitSet>();
                left = left.less(here);
                return Some((cell, here));
            }
        })
    }

    /// The attackers of a defending hex with the hexside through which each strikes.
    fn strikes<'a>(
        &'a self,
        s: &'a State,
        attackers: UnitSet,
        cell: Cell,
    ) -> impl Iterator<Item = (UnitId, Cell, Dir)> + 'a {
        attackers.filter_map(move |unit| {
            let from = s.at(unit)?;
            let dir = self.map.grid.direction(from, cell)?;
            facing::usual_front(s.facing(unit)).contains(dir).then_some((unit, from, dir))
        })
    }

    /// What the ground does for one attacker of one hex: its terrain, and what lies along the hexside.
    fn ground_modifier(
        &self,
        s: &State,
        defenders: UnitSet,
        (unit, from, dir): (UnitId, Cell, Dir),
        cell: Cell,
        charging: UnitSet,
    ) -> ((Terrain, Figure<i8>), Figure<i8>) {
        let assault = if charging.has(unit) {
            Assault::Charge
        } else if self.units.arm_of(unit) == Arm::Cavalry {
            Assault::CavalryShock
        } else {
            Assault::Infantry
        };
        let mut terrain = self.map.terrain(cell);
        let here = s.units_at(cell).and(defenders);
        let guns = self.units.arm(Arm::Artillery);
        let held = here.meets(self.units.arm(Arm::Infantry))
            || (self.rulings.cassina_guns == CassinaGuns::Falls && here.within(guns));
        if terrain == Terrain::Cassina && !held {
            terrain = Terrain::Clear;
        }
        let edge = self.edge_over(s, from, dir);
        let mut hexside = Figure::new(0i8, crate::figures::Source::Printed);
        let mut work = false;
        for (barrier, slant) in ground::barriers(edge, from) {
            let figure = match (barrier, edge.crossing) {
                (Barrier::Stream, Some(crossing)) => self.charts.crossing_shock(crossing, Water::Stream, assault),
                (Barrier::River, Some(crossing)) => self.charts.crossing_shock(crossing, Water::River, assault),
                _ => self.charts.barrier_shock(barrier, assault, slant),
            };
            work |= matches!(barrier, Barrier::Redoubt | Barrier::Fortification);
            hexside = Figure::new(hexside.value.saturating_add(figure.value), hexside.source.weaker(figure.source));
        }
        let mut ground = self.charts.terrain_shock(terrain, assault);
        let difficult = matches!(terrain, Terrain::Rough | Terrain::DryLake);
        if difficult && self.rulings.difficult_ground == DifficultGround::None {
            ground = Figure::new(ground.value.min(0), ground.source);
        }
        if work {
            // A work's modifier is not added to that of the terrain in it (footnote i).
            ground = Figure::new(0, ground.source);
        }
        ((terrain, ground), hexside)
    }

    /// Terrain of the hex and hexside: who chooses takes what is best for it; of several hexes the defender's best
    /// counts (8.4).
    fn terrain_modifiers(&self, s: &State, attack: &Attack, tally: &mut Tally<Label>) {
        let guns = self.units.arm(Arm::Artillery);
        let attackers = attack.attackers.less(guns);
        type Ground = ((Terrain, Figure<i8>), Figure<i8>, (Cell, Cell));
        let mut chosen: Option<(i16, Ground, Cite)> = None;
        let mut several = 0;
        for (cell, here) in self.hexes_of(s, attack.defenders) {
            several += 1;
            // A cassina is clear ground in all but its modifier (M specific 4.3).
            let clear = matches!(self.map.terrain(cell), Terrain::Clear | Terrain::Cassina);
            let mut best: Option<(i16, Ground)> = None;
            for strike in self.strikes(s, attackers, cell) {
                let (ground, hexside) = self.ground_modifier(s, here, strike, cell, attack.chargers);
                let sum = i16::from(ground.1.value) + i16::from(hexside.value);
                let better = best.is_none_or(|(other, ..)| if clear { sum > other } else { sum < other });
                if better {
                    best = Some((sum, (ground, hexside, (strike.1, cell))));
                }
            }
            if let Some((sum, ground)) = best
                && chosen.is_none_or(|(other, ..)| sum < other)
            {
                chosen = Some((sum, ground, if clear { ATTACKER_CHOOSES } else { DEFENDER_CHOOSES }));
            }
        }
        if let Some((_, ((terrain, ground), hexside, (from, cell)), choice)) = chosen {
            let edge = self.map.grid.between(from, cell).map(|side| self.map.edge(side));
            let bridged = |water| edge.is_some_and(|edge| edge.has(water) && edge.crossing == Some(Crossing::Bridge));
            let rule = if several > 1 {
                DEFENDERS_HEX
            } else if terrain == Terrain::Cassina {
                CASSINA
            } else if self.map.terrain(cell) == Terrain::Cassina {
                CASSINA_CAVALRY
            } else if attackers.len() > 1 {
                choice
            } else {
                TERRAIN
            };
            tally.add(Label::Terrain(terrain), ground, self.cite(rule));
            let rule = match () {
                () if bridged(Barrier::Stream) => STREAM_BRIDGE,
                () if bridged(Barrier::River) => RIVER_BRIDGE,
                () => rule,
            };
            tally.add_some(Label::Hexside, hexside, self.cite(rule));
        }
        let six =
            attackers.less(s.square).first_where(|unit| s.at(*unit).is_some_and(|at| self.six_fronts_at(at))).is_some();
        if six {
            let figure = self.charts.shock_modifier(ShockModifier::SixFronts);
            tally.add(Label::SixFronts, figure, self.cite(SIX_FRONTS));
        }
    }

    fn position_modifiers(&self, s: &State, attack: &Attack, tally: &mut Tally<Label>) {
        let attackers = attack.attackers.less(self.units.arm(Arm::Artillery));
        let fighters = attack.defenders.less(self.units.arm(Arm::Artillery));
        if !fighters.is_empty() && fighters.within(s.routed) {
            let figure = self.charts.shock_modifier(ShockModifier::Routed);
            tally.add(Label::RoutedDefender, figure, self.cite(ROUTED));
        } else {
            // Of several hexes the position must hold for every one (the ruling `position-against-two-hexes`).
            let mut least: Option<Position> = None;
            for (cell, here) in self.hexes_of(s, attack.defenders) {
                let position = self.position(s, attackers, cell, here);
                let every = self.rulings.position_of_two == PositionOfTwo::EveryHex;
                let pick = |other: Position| if every { other.min(position) } else { other.max(position) };
                least = Some(least.map_or(position, pick));
            }
            match least {
                Some(Position::Rear) => {
                    let figure = self.charts.shock_modifier(ShockModifier::Rear);
                    tally.add(Label::Rear, figure, self.cite(REAR));
                }
                Some(Position::FrontAndRear) => {
                    let figure = self.charts.shock_modifier(ShockModifier::FrontAndRear);
                    tally.add(Label::FrontAndRear, figure, self.cite(FRONT_AND_REAR));
                }
                Some(Position::Front) | None => {}
            }
        }
        if self.exposed(s, attack, attackers) {
            let figure = self.charts.shock_modifier(ShockModifier::ExposedAttacker);
            tally.add(Label::AttackerRear, figure, self.cite(EXPOSED));
        }
    }

    /// From where a hex is attacked.
    fn position(&self, s: &State, attackers: UnitSet, cell: Cell, defenders: UnitSet) -> Position {
        let fighters = defenders.less(self.units.arm(Arm::Artillery));
        let Some(top) = self.top_of(s, if fighters.is_empty() { defenders } else { fighters }) else {
            return Position::Front;
        };
        let front = self.front(s, top);
        let (mut before, mut behind) = ([None; 6], [None; 6]);
        for (_, from, dir) in self.strikes(s, attackers, cell) {
            let side = dir.opposite();
            let hexes = if front.contains(side) { &mut before } else { &mut behind };
            hexes[side.index()] = Some(from);
        }
        let each_other = self.rulings.front_and_rear == FrontAndRearReading::EachOther;
        let touching = before
            .iter()
            .flatten()
            .any(|a| behind.iter().flatten().any(|b| !each_other || self.map.grid.direction(*a, *b).is_some()));
        if behind.iter().all(Option::is_none) {
            Position::Front
        } else if touching {
            Position::FrontAndRear
        } else {
            Position::Rear
        }
    }

    /// Whether an attacker has a rear hex in a front hex of an enemy that takes no part.
    fn exposed(&self, s: &State, attack: &Attack, attackers: UnitSet) -> bool {
        let Some(any) = attackers.lowest() else { return false };
        let others = self.units.side(self.side_of(any).enemy()).less(attack.defenders).less(s.routed);
        let rears = |unit: UnitId| {
            let front = self.front(s, unit);
            s.at(unit).into_iter().flat_map(move |at| {
                self.map.grid.neighbours(at).filter(move |(dir, _)| !front.contains(*dir)).map(|(_, cell)| cell)
            })
        };
        let near: UnitSet = others
            .filter(|other| {
                s.at(*other).is_some_and(|at| {
                    attackers
                        .into_iter()
                        .any(|unit| s.at(unit).is_some_and(|here| self.map.grid.distance(at, here) <= 2))
                })
            })
            .collect();
        !near.is_empty()
            && attackers
                .into_iter()
                .any(|unit| rears(unit).any(|cell| near.into_iter().any(|enemy| self.faces(s, enemy, cell))))
    }

    /// The side that attacks in the combat at hand, and the other.
    pub(super) fn sides_of_combat(s: &State) -> (Side, Side) {
        (s.combat.attacker(), s.combat.attacker().enemy())
    }
}

/// From where a hex is attacked: the greater the better for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Position {
    Front,
    Rear,
    FrontAndRear,
}
