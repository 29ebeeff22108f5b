//! 11.9: results and losses.

use crate::figures::Figure;
use crate::montenotte::charts::{LOSS_ROWS, RESULT_ROWS, ResultRow, Toll};
use crate::montenotte::label::Label;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;
use crate::tally::Tally;

/// Whether the victor has the advantage of the ground (N 11.9/5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advantage {
    /// The defender behind a terrain that counts.
    Has,
    /// The attacker, and a defender in the open.
    Lacks,
}

/// The rules of the rows of the results table.
const ROWS: [Rule; RESULT_ROWS] = [
    rule!("N table 4/1"),
    rule!("N table 4/2"),
    rule!("N table 4/3"),
    rule!("N table 4/4"),
    rule!("N table 4/5"),
    rule!("N table 4/6"),
    rule!("N table 4/7"),
    rule!("N table 4/8"),
    rule!("N table 4/9"),
    rule!("N table 4/10"),
    rule!("N table 4/11"),
    rule!("N table 4/12"),
    rule!("N table 4/13"),
    rule!("N table 4/14"),
    rule!("N table 4/15"),
];

/// The rules of the rows of the loss table.
const LOSSES: [Rule; LOSS_ROWS] = [
    rule!("N table 5/1"),
    rule!("N table 5/2"),
    rule!("N table 5/3"),
    rule!("N table 5/4"),
    rule!("N table 5/5"),
    rule!("N table 5/6"),
    rule!("N table 5/7"),
    rule!("N table 5/8"),
    rule!("N table 5/9"),
    rule!("N table 5/10"),
    rule!("N table 5/11"),
    rule!("N table 5/12"),
    rule!("N table 5/13"),
    rule!("N table 5/14"),
    rule!("N table 5/15"),
];

fn small(figure: Figure<u8>, times: u8) -> Figure<i8> {
    figure.map(|value| i8::try_from(u16::from(value) * u16::from(times)).unwrap_or(i8::MAX))
}

impl Montenotte {
    /// The row of a total, by its number (ruling `combat-totals`).
    pub fn result_row(&self, total: i16) -> u8 {
        let (low, high) = (i16::from(self.charts.lowest.value), i16::from(self.charts.highest.value));
        let last = RESULT_ROWS as i16 - 1;
        total.clamp(low, high.max(low)).clamp(0, last) as u8
    }

    /// A row of the results table and its rule.
    pub fn result(&self, row: u8) -> (&ResultRow, Rule) {
        let row = usize::from(row).min(RESULT_ROWS - 1);
        (&self.charts.results[row], ROWS[row])
    }

    /// The victor's losses in percent (N 11.9/3 to N 11.9/5; ruling `victor-losses`). `against` is the size of an
    /// unfavourable ratio modifier, 0 of a favourable one.
    pub fn victor_losses(&self, side: Side, against: u8, advantage: Advantage) -> Tally<Label> {
        let l = &self.charts.losses;
        let mut tally = Tally::new(Label::LossesOf(side));
        tally.add(Label::VictorBase, small(l.victor, 1), rule!("N 11.9/3"));
        if against > 0 {
            match self.rulings.victor_losses {
                options::VictorLosses::EachPoint => {
                    let figure = small(l.victor_for_each_ratio_point, against);
                    tally.add(Label::Outnumbered, figure, rule!("N 11.9/4"));
                }
                options::VictorLosses::Flat => {
                    tally.add(Label::Outnumbered, small(l.victor_outnumbered, 1), rule!("N table 4/17"));
                }
            }
        }
        if advantage == Advantage::Lacks {
            tally.add(Label::NoGround, small(l.victor_without_ground, 1), rule!("N 11.9/5"));
        }
        tally
    }

    /// Both sides' losses in percent in an undecided battle (N 11.9/6; rulings `undecided-losses`,
    /// `undecided-terrain-size`).
    pub fn undecided_losses(&self, side: Side, terrain: i8) -> Tally<Label> {
        let l = &self.charts.losses;
        let mut tally = Tally::new(Label::LossesOf(side));
        let (base, rule) = match self.rulings.undecided_losses {
            options::UndecidedLosses::Five => (l.undecided, rule!("N 11.9/6")),
            options::UndecidedLosses::Ten => (l.undecided_by_the_note, rule!("N table 4/16")),
        };
        tally.add(Label::UndecidedBase, small(base, 1), rule);
        let points = terrain.unsigned_abs();
        if points > 0 {
            let figure = small(l.undecided_for_each_terrain_point, points);
            tally.add(Label::UndecidedTerrain, figure, rule!("N 11.9/6"));
        }
        tally
    }

    /// A side's losses in percent by a column of the results table.
    pub(in crate::montenotte) fn toll(
        &self,
        side: Side,
        toll: Figure<Toll>,
        row: u8,
        against: u8,
        advantage: Advantage,
        terrain: i8,
    ) -> Tally<Label> {
        match toll.value {
            Toll::Percent(percent) => {
                let mut tally = Tally::new(Label::LossesOf(side));
                let figure = small(Figure::new(percent, toll.source), 1);
                tally.add(Label::Table, figure, self.result(row).1);
                tally
            }
            Toll::Victor => self.victor_losses(side, against, advantage),
            Toll::Undecided => self.undecided_losses(side, terrain),
        }
    }

    /// Points lost by a manpower at a percentage, by the table or by calculation (N 11.9/7; rulings `loss-method`,
    /// `loss-table-labels`, `loss-beyond-table`), and the rule. Percentages are 0 to 100.
    pub fn loss(&self, manpower: u8, percent: u8) -> (u8, Rule) {
        let nearest = || {
            let hundredths = u16::from(manpower) * u16::from(percent);
            (u8::try_from((hundredths + 50) / 100).unwrap_or(u8::MAX), rule!("N 11.9/7"))
        };
        if self.rulings.loss_method == options::LossMethod::Nearest || !percent.is_multiple_of(5) {
            return nearest();
        }
        let Some(column) = usize::from(percent / 5).checked_sub(1) else { return (0, rule!("N 11.9/7")) };
        let row = self.charts.loss_table.iter().position(|row| {
            let range = match self.rulings.loss_table_labels {
                options::LossTableLabels::Corrected => row.range,
                options::LossTableLabels::AsPrinted => row.label,
            };
            (range[0].value..=range[1].value).contains(&manpower)
        });
        match row {
            _ if manpower == 0 => (0, rule!("N 11.9/7")),
            Some(row) => match self.charts.loss_table[row].lost.get(column) {
                Some(figure) => (figure.value, LOSSES[row]),
                None => nearest(),
            },
            None => nearest(),
        }
    }

    /// The most that a side may lose: half of the enemy's strength, rounded down (N 11.9/8).
    pub fn loss_cap(&self, enemy_sp: u8) -> u8 {
        enemy_sp / self.charts.losses.cap_divisor.value.max(1)
    }
}
