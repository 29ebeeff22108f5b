//! The rows of the tables that Rivoli 1797 prints, as citations. Montebello's tables are lost, so nothing cites them there.

use super::charts::{OddsRow, Terrain};
use super::combat::row;
use super::edition::Edition;
use crate::rule;
use crate::rule::{Cites, Rule};

/// The row of the odds table.
pub(super) const fn odds(row: OddsRow) -> Rule {
    match row {
        OddsRow::FourToOne => rule!("R table 5/1"),
        OddsRow::ThreeToOne => rule!("R table 5/2"),
        OddsRow::TwoToOne => rule!("R table 5/3"),
        OddsRow::ThreeToTwo => rule!("R table 5/4"),
        OddsRow::OneToOne => rule!("R table 5/5"),
        OddsRow::TwoToThree => rule!("R table 5/6"),
        OddsRow::OneToTwo => rule!("R table 5/7"),
        OddsRow::OneToThree => rule!("R table 5/8"),
        OddsRow::OneToFour => rule!("R table 5/9"),
    }
}

/// The row of the shock and charge table, by the row as the state keeps it.
pub(super) const fn shock(row: u8) -> Rule {
    match row {
        row::BREAKTHROUGH => rule!("R table 4/1"),
        row::RECOIL => rule!("R table 4/2"),
        row::COUNTER => rule!("R table 4/4"),
        _ => rule!("R table 4/3"),
    }
}

/// The row of the terrain chart, where it is in print.
pub(super) const fn terrain(terrain: Terrain) -> Option<Rule> {
    match terrain {
        Terrain::Clear => Some(rule!("R table 1/1")),
        Terrain::Rough => Some(rule!("R table 1/2")),
        Terrain::Orchard => Some(rule!("R table 1/3")),
        Terrain::Woods => Some(rule!("R table 1/4")),
        _ => None,
    }
}

impl Edition {
    /// A citation, with the row of a table of Rivoli's book where that one is played.
    pub(super) fn beside_row(self, rules: impl Into<Cites>, row: Rule) -> Cites {
        self.beside(rules, Edition::Rivoli, row)
    }

    /// The row of a table of Rivoli's book, if there is one and that book is played, or else this rule.
    pub(super) const fn row_or(self, row: Option<Rule>, rule: Rule) -> Rule {
        match (self, row) {
            (Edition::Rivoli, Some(row)) => row,
            _ => rule,
        }
    }
}
