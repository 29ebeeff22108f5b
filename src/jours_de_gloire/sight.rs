//! Line of sight (7.4): what stands between two hexes, whether it blocks, and under which rule.
//!
//! The line runs from centre to centre ([`trace`]). An obstacle stands at the level of its hex, a hexside at that of the
//! higher of its two hexes; whether an end looks over it is decided by 7.4.3.

use core::cmp::Ordering;

use super::charts::{Barrier, Terrain};
use super::edition::OptionalRules;
use super::rulings::{AtCorner, BesideWall, BetweenTwo, HigherEnd, MisguidedLevel, NearerHalf, OwnSlope, SightTowns};
use super::state::State;
use super::{Cite, JoursDeGloire, cite};
use crate::hex::{Cell, Hexside, Meets, Met, Obstacle, Piece, Ratio, trace};
use crate::rule::Rule;
use crate::side::UnitId;

/// Hexes higher than both ends block.
const HILL: Cite = cite!("R 7.4.1/1", "M 7.4.1/1");
/// Villages, woods, orchards, palm groves and units block.
const COVER: Cite = cite!("R 7.4.1/2", "M 7.4.1/2");
/// Crests, steep slopes, redoubts and fortifications block.
const BARRIER: Cite = cite!("R 7.4.1/3", "M 7.4.1/3");
/// A redoubt or fortification beside either end does not.
const OWN_WALL: Cite = cite!("R 7.4.1/4", "M 7.4.1/4");
/// A line along the side of one blocking hex is clear.
const BESIDE_ONE: Cite = cite!("R 7.4.2/1", "M 7.4.2/1");
/// Between two blocking hexes it is blocked.
const BETWEEN_TWO: Cite = cite!("R 7.4.2/2", "M 7.4.2/2");
/// Along a blocking hexside it is blocked.
const ALONG: Cite = cite!("R 7.4.2/3", "M 7.4.2/3");
/// Both ends look over what is lower.
const BOTH_ABOVE: Cite = cite!("R 7.4.3/1", "M 7.4.3/1");
/// The higher firer looks over what is in its half.
const FIRER_ABOVE: Cite = cite!("R 7.4.3/2", "M 7.4.3/2");
/// So does the higher target.
const TARGET_ABOVE: Cite = cite!("R 7.4.3/3", "M 7.4.3/3");
/// Adjacent hexes see each other.
pub(super) const ADJACENT: Cite = cite!("R 7.4.4/1", "M 7.4.4/1");
/// But not over a crest or steep slope.
const ADJACENT_EDGE: Cite = cite!("R 7.4.4/2", "M 7.4.4/2");
/// Units between do not hide a target that is higher: an option of Rivoli's alone, which the edition guards.
const FIRE_OVER: Cite = cite!("R optional 7/1", "R optional 7/1");

/// Something that blocks lines of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// A hex that is higher than both ends.
    Hill(Cell),
    /// A hex of blocking terrain.
    Cover(Cell, Terrain),
    /// The unit on top of those in a hex.
    Unit(Cell, UnitId),
    /// A hexside.
    Barrier(Hexside, Barrier),
}

/// An obstacle on a line of sight, with the rule that makes it block, or spares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstruction {
    /// What it is.
    pub screen: Screen,
    /// What blocks together with it, on the other hand of the line.
    pub other: Option<Screen>,
    /// The rule.
    pub rule: Rule,
}

/// Whether one hex can be seen from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// It can: nothing is in the way.
    Clear,
    /// It can, in spite of this obstacle (the last one, if there are several).
    Past(Obstruction),
    /// It cannot: this is in the way.
    Blocked(Obstruction),
}

impl Sight {
    /// Whether it can be seen.
    pub const fn is_clear(self) -> bool {
        !matches!(self, Sight::Blocked(_))
    }

    /// What is in the way.
    pub const fn blocked(self) -> Option<Obstruction> {
        match self {
            Sight::Blocked(by) => Some(by),
            _ => None,
        }
    }
}

/// What the look is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// To see.
    See,
    /// To fire, with the option of fire over units and misguided fire (R optional 7).
    FireOver,
}

impl JoursDeGloire {
    /// Whether the hex `to` can be seen from the hex `from` (7.4). The units of the two hexes themselves do not matter.
    pub fn sees(&self, s: &State, from: Cell, to: Cell) -> Sight {
        Line::new(self, s, from, to, Purpose::See).look()
    }

    /// Whether artillery in the hex `from` can see the hex `to` to fire at it: as [`sees`](Self::sees), but for the
    /// optional rule of misguided fire, by which units between do not hide a higher target (R optional 7).
    pub fn sees_to_fire(&self, s: &State, from: Cell, to: Cell) -> Sight {
        let over = self.may_misguide();
        Line::new(self, s, from, to, if over { Purpose::FireOver } else { Purpose::See }).look()
    }

    /// Whether the option of misguided fire is played.
    fn may_misguide(&self) -> bool {
        self.edition().optional_rules() == OptionalRules::Offered && self.options.misguided_fire.on()
    }

    /// The hex beside the target whose units fire on this line may strike instead (R optional 7): the line enters it
    /// and the target is higher. `None` unless the option is played.
    pub fn may_be_misguided(&self, s: &State, from: Cell, to: Cell) -> Option<Cell> {
        if !self.may_misguide() {
            return None;
        }
        if self.map.grid.distance(from, to) <= 1 {
            return None;
        }
        // Whether 7.4.3 would let the line pass as well does not matter: the unit is as near to the shot.
        let line = Line::new(self, s, from, to, Purpose::FireOver);
        trace(&self.map.grid, from, to).find_map(|piece| {
            let Meets::Hex(cell) = piece.meets else { return None };
            let inner = cell != from && cell != to && self.map.grid.distance(cell, to) == 1;
            (inner && !s.units_at(cell).is_empty() && line.fires_over(cell)).then_some(cell)
        })
    }

    fn covers(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Village | Terrain::Woods | Terrain::Orchard => true,
            Terrain::Town | Terrain::Castle => self.rulings.sight_towns == SightTowns::Built,
            _ => false,
        }
    }
}

/// The two hexes that a line runs between, and what blocks of them.
#[derive(Clone, Copy)]
struct Seam {
    beside: [Option<Cell>; 2],
    blocking: [Option<Screen>; 2],
}

/// A line of sight that is being looked along.
struct Line<'a> {
    game: &'a JoursDeGloire,
    s: &'a State,
    from: Cell,
    to: Cell,
    /// The levels of the two ends.
    levels: [i8; 2],
    purpose: Purpose,
    /// The last obstacle that did not block.
    past: Option<Obstruction>,
}

impl<'a> Line<'a> {
    fn new(game: &'a JoursDeGloire, s: &'a State, from: Cell, to: Cell, purpose: Purpose) -> Self {
        let levels = [game.map.level(from), game.map.level(to)];
        Self { game, s, from, to, levels, purpose, past: None }
    }

    fn look(mut self) -> Sight {
        let blocked = if self.game.map.grid.distance(self.from, self.to) <= 1 { self.close() } else { self.far() };
        match (blocked, self.past) {
            (Some(by), _) => Sight::Blocked(by),
            (None, Some(past)) => Sight::Past(past),
            (None, None) => Sight::Clear,
        }
    }

    fn rule(&self, cite: Cite) -> Rule {
        self.game.cite(cite)
    }

    /// Point-blank (7.4.4).
    fn close(&mut self) -> Option<Obstruction> {
        let map = &self.game.map;
        let side = map.grid.between(self.from, self.to)?;
        let edge = map.edge(side);
        let first = [Barrier::Crest, Barrier::SteepSlope, Barrier::Redoubt, Barrier::Fortification]
            .into_iter()
            .find(|barrier| edge.has(*barrier))?;
        let screen = Screen::Barrier(side, first);
        let blocks = matches!(first, Barrier::Crest | Barrier::SteepSlope);
        let found = Obstruction { screen, other: None, rule: self.rule(if blocks { ADJACENT_EDGE } else { ADJACENT }) };
        if blocks {
            return Some(found);
        }
        self.past = Some(found);
        None
    }

    fn far(&mut self) -> Option<Obstruction> {
        let grid = &self.game.map.grid;
        let corners = self.game.rulings.at_corner;
        let anywhere = self.game.rulings.between_two == BetweenTwo::Anywhere;
        let mut here = self.from;
        // Where the line has just run between two hexes, and the blocking hexes so far by hand.
        let mut seam: Option<Seam> = None;
        let mut hands = [None; 2];
        for Piece { meets, enter, leave } in trace(grid, self.from, self.to) {
            let found = match meets {
                Meets::Hex(cell) => {
                    here = cell;
                    let ended = match seam.take() {
                        Some(seam) => self.seam_end(cell, seam, enter, corners),
                        None => None,
                    };
                    ended.or_else(|| {
                        let screen = self.hex(cell, Obstacle { met: Met::Entered(cell), enter, leave })?;
                        Some(self.single(screen))
                    })
                }
                Meets::Across(side) => {
                    let screen = self.barrier(side, Obstacle { met: Met::Crossed(side), enter, leave });
                    screen.map(|screen| self.single(screen))
                }
                Meets::Corner { hexside, beside } => self.corner(here, hexside, beside, enter, corners),
                Meets::Along { hexside, left, right } => {
                    let along = hexside
                        .and_then(|side| self.barrier(side, Obstacle { met: Met::Along(side), enter, leave }))
                        .map(|screen| Obstruction { screen, other: None, rule: self.rule(ALONG) });
                    let mut blocking = [None; 2];
                    for (slot, cell) in blocking.iter_mut().zip([left, right]) {
                        *slot = cell.and_then(|cell| self.hex(cell, Obstacle { met: Met::Beside(cell), enter, leave }));
                    }
                    for (hand, now) in hands.iter_mut().zip(blocking) {
                        *hand = if anywhere { hand.or(now) } else { now };
                    }
                    seam = Some(Seam { beside: [left, right], blocking });
                    along
                        .or_else(|| self.both(hands))
                        .or_else(|| self.seam_end(here, Seam { beside: [left, right], blocking }, enter, corners))
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// One obstacle that blocks by itself.
    fn single(&self, screen: Screen) -> Obstruction {
        let rule = match screen {
            Screen::Hill(_) => HILL,
            Screen::Cover(..) | Screen::Unit(..) => COVER,
            Screen::Barrier(..) => BARRIER,
        };
        Obstruction { screen, other: None, rule: self.rule(rule) }
    }

    /// Obstacles on both hands block; one on one hand does not.
    fn both(&mut self, hands: [Option<Screen>; 2]) -> Option<Obstruction> {
        match hands {
            [Some(screen), other @ Some(_)] => Some(Obstruction { screen, other, rule: self.rule(BETWEEN_TWO) }),
            [Some(screen), None] | [None, Some(screen)] => {
                self.past = Some(Obstruction { screen, other: None, rule: self.rule(BESIDE_ONE) });
                None
            }
            [None, None] => None,
        }
    }

    /// The line starts or ceases to run between two hexes at a corner of `hex`, and touches the hexsides between it and
    /// them there.
    fn seam_end(&mut self, hex: Cell, seam: Seam, at: Ratio, corners: AtCorner) -> Option<Obstruction> {
        let Seam { beside, blocking } = seam;
        if corners == AtCorner::Never {
            return None;
        }
        let mut sides = [None; 2];
        for (slot, cell) in sides.iter_mut().zip(beside) {
            *slot = cell
                .and_then(|cell| self.game.map.grid.between(hex, cell))
                .and_then(|side| self.barrier(side, Obstacle { met: Met::AtEnd(side), enter: at, leave: at }));
        }
        match corners {
            AtCorner::Each => sides[0].or(sides[1]).map(|screen| self.single(screen)),
            _ if sides == [None; 2] => None,
            _ => self.both([sides[0].or(blocking[0]), sides[1].or(blocking[1])]),
        }
    }

    /// The line passes through a corner from `here` over the end of `hexside`, and touches the hex `beside` there.
    fn corner(
        &mut self,
        here: Cell,
        hexside: Hexside,
        beside: Cell,
        at: Ratio,
        corners: AtCorner,
    ) -> Option<Obstruction> {
        if corners == AtCorner::Never {
            return None;
        }
        let grid = &self.game.map.grid;
        let span = |met| Obstacle { met, enter: at, leave: at };
        let one = self.barrier(hexside, span(Met::AtEnd(hexside)));
        let onward = grid.sides_of(hexside).into_iter().find(|cell| *cell != here);
        let mut two = self.hex(beside, span(Met::Beside(beside)));
        for cell in [Some(here), onward].into_iter().flatten() {
            if let Some(side) = grid.between(cell, beside) {
                two = two.or_else(|| self.barrier(side, span(Met::AtEnd(side))));
            }
        }
        match corners {
            AtCorner::Each => one.or(two).map(|screen| self.single(screen)),
            _ => self.both([one, two]),
        }
    }

    /// What blocks in a hex, if anything does.
    fn hex(&mut self, cell: Cell, span: Obstacle) -> Option<Screen> {
        if cell == self.from || cell == self.to {
            return None;
        }
        let (game, level) = (self.game, self.game.map.level(cell));
        let terrain = game.map.terrain(cell);
        let hill = (level > self.levels[0].max(self.levels[1])).then_some(Screen::Hill(cell));
        let cover = game.covers(terrain).then_some(Screen::Cover(cell, terrain));
        let screen = hill.or(cover);
        let unit = game.top_of(self.s, self.s.units_at(cell)).map(|unit| Screen::Unit(cell, unit));
        let any = screen.or(unit)?;
        if let Some(rule) = self.pardon(level, self.half_of_hex(cell, span)) {
            self.past = Some(Obstruction { screen: any, other: None, rule: self.rule(rule) });
            return None;
        }
        if screen.is_none() && self.fires_over(cell) {
            self.past = Some(Obstruction { screen: any, other: None, rule: self.rule(FIRE_OVER) });
            return None;
        }
        Some(any)
    }

    /// What blocks along a hexside, if anything does.
    fn barrier(&mut self, side: Hexside, span: Obstacle) -> Option<Screen> {
        let map = &self.game.map;
        let edge = map.edge(side);
        if edge.barriers == 0 {
            return None;
        }
        let sides = map.grid.sides_of(side);
        let level = map.level(sides[0]).max(map.level(sides[1]));
        for barrier in [Barrier::Crest, Barrier::SteepSlope, Barrier::Redoubt, Barrier::Fortification] {
            if !edge.has(barrier) {
                continue;
            }
            let screen = Screen::Barrier(side, barrier);
            let spared = match barrier {
                Barrier::Redoubt | Barrier::Fortification => self.own_wall(sides),
                _ => self.own_slope(sides, edge.upper),
            };
            match spared.or_else(|| self.pardon(level, self.half_of_side(sides, span))) {
                Some(rule) => self.past = Some(Obstruction { screen, other: None, rule: self.rule(rule) }),
                None => return Some(screen),
            }
        }
        None
    }

    /// Whether one end is beside a redoubt's or fortification's hexside (7.4.1).
    fn own_wall(&self, sides: [Cell; 2]) -> Option<Cite> {
        let grid = &self.game.map.grid;
        let beside = |end: Cell| {
            sides.contains(&end)
                || (self.game.rulings.beside_wall == BesideWall::Touching
                    && sides.into_iter().all(|cell| grid.distance(cell, end) == 1))
        };
        (beside(self.from) || beside(self.to)).then_some(OWN_WALL)
    }

    /// Whether an end looks down over its own crest or steep slope, if the ruling lets it.
    fn own_slope(&self, sides: [Cell; 2], upper: Option<Cell>) -> Option<Cite> {
        if self.game.rulings.own_slope == OwnSlope::No {
            return None;
        }
        let map = &self.game.map;
        let above = |end: Cell, other: Cell| upper == Some(end) || map.level(end) > map.level(other);
        let [a, b] = sides;
        let from_above = |end: Cell| (end == a && above(a, b)) || (end == b && above(b, a));
        if from_above(self.from) {
            Some(FIRER_ABOVE)
        } else if from_above(self.to) {
            Some(TARGET_ABOVE)
        } else {
            None
        }
    }

    /// The rule by which an obstacle of this level is looked over (7.4.3). `half`: `Less` if it is nearer to the start.
    fn pardon(&self, level: i8, half: Ordering) -> Option<Cite> {
        let [from, to] = self.levels;
        let printed = self.game.rulings.higher_end == HigherEnd::AsPrinted;
        if from > level && to > level {
            Some(BOTH_ABOVE)
        } else if from > to && half != Ordering::Greater && (from > level || printed) {
            Some(FIRER_ABOVE)
        } else if to > from && half != Ordering::Less && (to > level || printed) {
            Some(TARGET_ABOVE)
        } else {
            None
        }
    }

    /// Whether the option lets fire pass over the units in this hex.
    fn fires_over(&self, cell: Cell) -> bool {
        if self.purpose != Purpose::FireOver {
            return false;
        }
        let [from, to] = self.levels;
        // As in 7.4.3, the higher end must be above the obstacle too, unless the ruling on it says otherwise.
        let printed = self.game.rulings.higher_end == HigherEnd::AsPrinted;
        let higher = to > from && (to > self.game.map.level(cell) || printed);
        let beside = self.game.map.grid.distance(cell, self.to) == 1;
        higher || (beside && self.game.rulings.misguided_level == MisguidedLevel::Always)
    }

    fn half_of_hex(&self, cell: Cell, span: Obstacle) -> Ordering {
        let grid = &self.game.map.grid;
        match self.game.rulings.nearer_half {
            NearerHalf::Hexes => grid.distance(self.from, cell).cmp(&grid.distance(cell, self.to)),
            NearerHalf::Line => span.half(),
        }
    }

    fn half_of_side(&self, sides: [Cell; 2], span: Obstacle) -> Ordering {
        let grid = &self.game.map.grid;
        // Half a hex more at both ends: no difference.
        let far = |end: Cell| grid.distance(end, sides[0]).min(grid.distance(end, sides[1]));
        match self.game.rulings.nearer_half {
            NearerHalf::Hexes => far(self.from).cmp(&far(self.to)),
            NearerHalf::Line => span.half(),
        }
    }
}
