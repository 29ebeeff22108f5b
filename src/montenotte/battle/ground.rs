//! 11.5: the terrain of the principal defender's hex.

use crate::figures::Figure;
use crate::hex::{Cell, Dir};
use crate::montenotte::action::Cover;
use crate::montenotte::label::Label;
use crate::montenotte::map::Fort;
use crate::montenotte::words::Ground;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;

/// What lies on the hexsides that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// Nothing.
    None,
    /// A river.
    River,
    /// A river with a bridge.
    Bridge,
}

/// A part of a cover: its name, figure and rule.
pub(in crate::montenotte) type CoverPart = (Label, Figure<i8>, Rule);

impl Montenotte {
    /// The rule of a ground's row.
    pub(in crate::montenotte) const fn ground_rule(ground: Ground) -> Rule {
        match ground {
            Ground::Plain | Ground::Sea => rule!("N table 1/1"),
            Ground::Fields => rule!("N table 1/2"),
            Ground::Hills => rule!("N table 1/3"),
            Ground::Mountain => rule!("N table 1/4"),
        }
    }

    /// What lies on a side of the defender's hex.
    pub fn crossing(&self, defender: Cell, dir: Dir) -> Crossing {
        match (self.map.river(defender).contains(dir), self.map.bridge(defender).contains(dir)) {
            (false, _) => Crossing::None,
            (true, false) => Crossing::River,
            (true, true) => Crossing::Bridge,
        }
    }

    /// What lies on the sides that the attackers cross, by the ruling `river-some-attackers`: the principal's first.
    pub(in crate::montenotte) fn crossings(&self, defender: Cell, dirs: impl Iterator<Item = Dir> + Clone) -> Crossing {
        let mut found = dirs.map(|dir| self.crossing(defender, dir));
        let principal = found.clone().next().unwrap_or(Crossing::None);
        match self.rulings.river_some_attackers {
            options::RiverSomeAttackers::Principal => principal,
            options::RiverSomeAttackers::All => {
                if found.any(|one| one == Crossing::None) {
                    Crossing::None
                } else {
                    principal
                }
            }
            options::RiverSomeAttackers::Any => found.find(|one| *one != Crossing::None).unwrap_or(Crossing::None),
        }
    }

    /// The parts of a cover, if the hex gives it (N 11.5/2, N table 1). None of them for an open hex.
    pub(in crate::montenotte) fn cover_parts(
        &self,
        at: Cell,
        crossing: Crossing,
        cover: Cover,
    ) -> Option<[Option<CoverPart>; 3]> {
        let t = &self.charts.terrain;
        let ground = self.map.ground(at);
        let ground_part = t
            .ground
            .get(ground as usize)
            .filter(|figure| figure.value != 0)
            .map(|figure| (Label::Ground(ground), *figure, Self::ground_rule(ground)));
        let river = Some((Label::River, t.river, rule!("N table 1/11")));
        let bridge = Some((Label::Bridge, t.bridge, rule!("N table 1/10")));
        // A river with its bridge counts once, unless the ruling `river-and-bridge` has it twice.
        let over = match (crossing, self.rulings.river_and_bridge) {
            (Crossing::None, _) => [None, None],
            (Crossing::River, _) => [river, None],
            (Crossing::Bridge, options::RiverAndBridge::Once) => [bridge, None],
            (Crossing::Bridge, options::RiverAndBridge::Twice) => [river, bridge],
        };
        match cover {
            Cover::Open => Some([None; 3]),
            Cover::Ground => ground_part.map(|part| [Some(part), None, None]),
            Cover::Crossing => over[0].map(|part| [Some(part), over[1], None]),
            Cover::GroundAndCrossing => match (ground_part, over[0]) {
                (Some(part), Some(_)) => Some([Some(part), over[0], over[1]]),
                _ => None,
            },
            Cover::Settlement => {
                let settlement = self.map.settlement(at)?;
                let figure = t.settlement[settlement as usize]?;
                let rule = if settlement == crate::montenotte::words::Settlement::City {
                    rule!("N table 1/7")
                } else {
                    rule!("N table 1/6")
                };
                Some([Some((Label::Settlement, figure, rule)), None, None])
            }
            Cover::Fort => (self.map.fort(at) == Fort::Here).then_some([
                Some((Label::Fort, t.fort, rule!("N table 1/8"))),
                None,
                None,
            ]),
        }
    }

    /// What a cover adds to the attacker's dice; `None` if the hex does not give it. With the ruling `terrain-choice` as
    /// `largest`, only the most favourable are given.
    pub fn cover(&self, at: Cell, crossing: Crossing, cover: Cover) -> Option<i8> {
        let sum = |cover| {
            let parts = self.cover_parts(at, crossing, cover)?;
            Some(parts.iter().flatten().map(|(_, figure, _)| figure.value).fold(0, i8::saturating_add))
        };
        let value = sum(cover)?;
        if self.rulings.terrain_choice == options::TerrainChoice::Largest
            && Cover::ALL.into_iter().filter_map(sum).any(|other| other < value)
        {
            return None;
        }
        Some(value)
    }
}
