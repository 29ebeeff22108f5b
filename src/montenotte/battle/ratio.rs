//! 11.4: the ratio.

use crate::figures::Figure;
use crate::montenotte::event::{Position, Role};
use crate::montenotte::label::Label;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;
use crate::tally::Tally;

/// A force in the calculation of the ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its strength on the counters.
    pub sp: u8,
    /// Its part.
    pub role: Role,
    /// Its position.
    pub position: Position,
}

impl Montenotte {
    /// What each point of such a force counts, in halves (N 11.4/1 to N 11.4/5).
    pub fn weight(&self, role: Role, position: Position) -> (Figure<u8>, Rule) {
        let w = &self.charts.weights;
        match (role, position) {
            (Role::Principal, _) => (w.principal, rule!("N 11.4/1")),
            (Role::Joined, Position::Front) => (w.reinforcement, rule!("N 11.4/2")),
            (Role::Joined, Position::Flank) => (w.flank, rule!("N 11.4/3")),
            (Role::Marched, Position::Front) => (w.reinforcement_marched, rule!("N 11.4/4")),
            (Role::Marched, Position::Flank) => (w.flank_marched, rule!("N 11.4/5")),
        }
    }

    /// The strength of a side: flank forces rounded up, forces that marched down, each for itself or all of a kind together
    /// (ruling `weight-rounding`).
    pub fn weighed(&self, parts: &[Part]) -> u16 {
        let kinds = [
            (Role::Principal, Position::Front),
            (Role::Principal, Position::Flank),
            (Role::Joined, Position::Front),
            (Role::Joined, Position::Flank),
            (Role::Marched, Position::Front),
            (Role::Marched, Position::Flank),
        ];
        let mut total = 0;
        for (role, position) in kinds {
            let halves = u16::from(self.weight(role, position).0.value);
            let round = |halves: u16| if role == Role::Marched { halves / 2 } else { halves.div_ceil(2) };
            let of_kind = parts.iter().filter(|part| part.role == role && part.position == position);
            total += match self.rulings.weight_rounding {
                options::WeightRounding::EachForce => {
                    of_kind.map(|part| round(u16::from(part.sp) * halves)).sum::<u16>()
                }
                options::WeightRounding::EachKind => round(of_kind.map(|part| u16::from(part.sp) * halves).sum()),
            };
        }
        total
    }

    /// The same, force by force, each rounded for itself.
    pub fn weighed_parts(&self, side: Side, parts: &[Part]) -> Tally<Label> {
        let mut tally = Tally::new(Label::StrengthOf(side));
        for part in parts {
            let (halves, rule) = self.weight(part.role, part.position);
            let all = u16::from(part.sp) * u16::from(halves.value);
            let points = if part.role == Role::Marched { all / 2 } else { all.div_ceil(2) };
            let figure = Figure::new(i8::try_from(points).unwrap_or(i8::MAX), halves.source);
            tally.add(Label::Counted(part.sp), figure, rule);
        }
        tally
    }

    /// The modifier of a ratio, and the rule of its row (N 11.4/6 to N 11.4/15; rulings `ratio-rounding`,
    /// `ratio-beyond-four`). A side without strength is beaten 4 to 1 (ruling `lone-general-attacked`).
    pub fn ratio(&self, attacker: u16, defender: u16) -> (Figure<i8>, Rule) {
        const RULES: [Rule; 9] = [
            rule!("N 11.4/7"),
            rule!("N 11.4/8"),
            rule!("N 11.4/9"),
            rule!("N 11.4/10"),
            rule!("N 11.4/11"),
            rule!("N 11.4/12"),
            rule!("N 11.4/13"),
            rule!("N 11.4/14"),
            rule!("N 11.4/15"),
        ];
        // Rows count from the even ratio outwards: on the attacker's side upwards, on the defender's downwards.
        let (large, small, up) =
            if attacker >= defender { (attacker, defender, true) } else { (defender, attacker, false) };
        let row = |step: usize| if up { 4 + step } else { 4 - step };
        let odds = |step: usize| {
            let odds = self.charts.ratio[row(step)].0.value;
            let (a, d) = (u32::from(odds.attacker), u32::from(odds.defender));
            if up { (a, d) } else { (d, a) }
        };
        let (large, small) = (u32::from(large), u32::from(small));
        let mut step = 0;
        while step < 4 {
            let (here, next) = (odds(step), odds(step + 1));
            let beyond = match self.rulings.ratio_rounding {
                options::RatioRounding::ToTheLarger => large * here.1 > small * here.0,
                // Beyond the middle between this row and the next, or on it.
                options::RatioRounding::Nearest => {
                    2 * large * here.1 * next.1 >= small * (here.0 * next.1 + next.0 * here.1)
                        && large * here.1 > small * here.0
                }
            };
            if !beyond {
                break;
            }
            step += 1;
        }
        (self.charts.ratio[row(step)].1, RULES[row(step)])
    }
}
