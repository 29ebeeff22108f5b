//! The chance of odds: it lets every outcome happen, one after the other.

use super::Fraction;
use crate::chance::{Chance, ChanceFault, Die, Kind};

/// One question that chance was asked on the way.
#[derive(Clone, Copy)]
struct Fork {
    /// Where its branches begin.
    first: usize,
    /// How many branches it has.
    count: usize,
    /// The branch that is taken now.
    now: usize,
    /// The sum of the weights.
    weights: u32,
}

/// Lets every outcome of one step happen: the step is run once for each leaf of the tree.
#[derive(Default)]
pub(super) struct Exhaustive {
    forks: Vec<Fork>,
    /// The branches of all forks: what falls, with its weight.
    branches: Vec<(u16, u32)>,
    depth: usize,
}

impl Exhaustive {
    /// Before the first leaf of another step.
    pub(super) fn clear(&mut self) {
        self.forks.clear();
        self.branches.clear();
        self.depth = 0;
    }

    /// Before the next run of the same step.
    pub(super) fn rewind(&mut self) {
        self.depth = 0;
    }

    /// Whether anything was left to chance on the way that was just taken.
    pub(super) fn is_forked(&self) -> bool {
        self.forks.iter().any(|fork| fork.count > 1)
    }

    fn fork(&mut self, kind: Kind, branches: impl FnOnce(&mut Vec<(u16, u32)>)) -> Result<u16, ChanceFault> {
        if self.depth == self.forks.len() {
            let first = self.branches.len();
            branches(&mut self.branches);
            let weights = self.branches[first..].iter().map(|branch| branch.1).sum();
            self.forks.push(Fork { first, count: self.branches.len() - first, now: 0, weights });
        }
        let fork = self.forks[self.depth];
        if fork.now >= fork.count {
            return Err(ChanceFault::Nothing(kind));
        }
        self.depth += 1;
        Ok(self.branches[fork.first + fork.now].0)
    }

    /// The probability of the leaf that was just reached.
    pub(super) fn probability(&self) -> Option<Fraction> {
        // Most paths fit 64 bits, and then only one reduction is needed.
        let (mut numerator, mut denominator) = (1u128, 1u128);
        for fork in &self.forks[..self.depth] {
            numerator = numerator.checked_mul(u128::from(self.branches.get(fork.first + fork.now)?.1))?;
            denominator = denominator.checked_mul(u128::from(fork.weights))?;
        }
        Fraction::new(numerator, denominator)
    }

    /// Turns to the next leaf; `false` when all were reached.
    pub(super) fn turn(&mut self) -> bool {
        self.forks.truncate(self.depth);
        while let Some(fork) = self.forks.last_mut() {
            fork.now += 1;
            if fork.now < fork.count {
                self.branches.truncate(fork.first + fork.count);
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

/// Adds up the outcomes of each class, in the order in which the classes are met.
fn weigh(into: &mut Vec<(u16, u32)>, classes: impl Iterator<Item = (u16, u16)>) {
    // A class is named by its first outcome.
    let first = into.len();
    for (class, outcome) in classes {
        match into[first..].iter_mut().find(|(other, _)| *other == class) {
            Some((_, weight)) => *weight += 1,
            None => into.push((outcome, 1)),
        }
    }
}

impl Chance for Exhaustive {
    fn open(&mut self) {
        self.rewind();
    }

    fn die(&mut self, die: Die, alike: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        let outcome = self.fork(Kind::Die(die), |branches| {
            weigh(branches, (0..die.faces()).map(|n| (u16::from(alike(n)), u16::from(n))));
        })?;
        Ok(outcome as u8)
    }

    fn contest(&mut self, die: Die, alike: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        let faces = u16::from(die.faces());
        // The outcomes of one class are told apart from those of another by a number of the rules' own.
        let outcome = self.fork(Kind::Contest, |branches| {
            let mut seen: Vec<(u16, usize)> = Vec::new();
            for n in 0..faces * faces {
                let Some(class) = alike((n / faces) as u8, (n % faces) as u8) else { continue };
                match seen.iter().find(|(other, _)| *other == class) {
                    Some((_, place)) => branches[*place].1 += 1,
                    None => {
                        seen.push((class, branches.len()));
                        branches.push((n, 1));
                    }
                }
            }
        })?;
        Ok(((outcome / faces) as u8, (outcome % faces) as u8))
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        let outcome = self.fork(Kind::Draw, |branches| {
            branches.extend((0..64).filter(|n| cup & (1 << n) != 0).map(|n| (n, 1)));
        })?;
        Ok(outcome as u8)
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        Ok(self.fork(Kind::Pick, |branches| branches.extend((0..u16::from(count)).map(|n| (n, 1))))? as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_taken_once_and_they_sum_to_one() {
        let mut chance = Exhaustive::default();
        let (mut sum, mut paths) = (Fraction::ZERO, 0);
        loop {
            chance.open();
            // A die of three readings; on the second a marker is drawn, on the third nothing.
            let class = chance
                .die(Die::D10, &mut |n| {
                    if n < 2 {
                        0
                    } else if n < 5 {
                        2
                    } else {
                        5
                    }
                })
                .unwrap();
            if class == 2 {
                chance.draw(0b1011).unwrap();
            }
            paths += 1;
            sum = sum.plus(chance.probability().unwrap()).unwrap();
            if !chance.turn() {
                break;
            }
        }
        assert_eq!((paths, sum), (5, Fraction::ONE));
    }

    #[test]
    fn contests_leave_ties_out() {
        let mut chance = Exhaustive::default();
        chance.open();
        chance.contest(Die::D10, &mut |a, b| (a != b).then_some(u16::from(a > b))).unwrap();
        assert_eq!(chance.probability(), Fraction::new(1, 2));
    }

    #[test]
    fn what_reads_alike_forks_nothing() {
        let mut chance = Exhaustive::default();
        chance.die(Die::D10, &mut |_| 0).unwrap();
        assert!(!chance.is_forked());
        assert_eq!(chance.probability(), Some(Fraction::ONE));
        chance.die(Die::TwoD6, &mut |n| n).unwrap();
        assert!(chance.is_forked());
        assert!(matches!(chance.draw(0), Err(ChanceFault::Nothing(Kind::Draw))));
    }
}
