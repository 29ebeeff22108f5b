//! Tallies, dice and remarks of the account as a player reads them: modifiers one by one, the total, what it leads to.

use core::fmt::Write;

use super::Montenotte;
use super::label::Label;
use super::reconnaissance::Finding;
use crate::ruleset::Ruleset;
use crate::tally::Tally;

impl Montenotte {
    /// A label in words, with names and numbers.
    pub(super) fn label_called(&self, label: Label) -> String {
        use Label::*;
        match label {
            InitiativeTest(m) | Effort(m) | Resolve(m) | Reaction(m) | Attrition(m) | Reconnaissance(m)
            | Joining(m) | ToTheGuns(m) | Pursuit(m) | PillageTest(m) | Ignored(m) | Blocked(m) | NoRetreat(m)
            | Surrenders(m) | Eliminated(m) | RapidMarch(m) | Cost(m) => format!("{}: {label}", self.named(m)),
            Stragglers(u) | IsThere(u) | Demoralised(u) | Rallied(u) | NoRest(u) | MoraleOf(u) => {
                format!("{}: {label}", self.unit_called(u))
            }
            ManoeuvreOf(side) | LossesOf(side) | StrengthOf(side) | Victory(side) | GeneralInitiative(side) => {
                format!("{}: {label}", self.side_name(side))
            }
            Replacements(nation) => format!("{nation} {label}"),
            Army(nation) => format!("{nation} army"),
            Ground(ground) => ground.to_string(),
            Ratio(attacker, defender) => format!("{attacker} SP to {defender}"),
            Manoeuvre(attacker, defender) => format!("manœuvre {attacker} to {defender}"),
            Morale(attacker, defender) => format!("morale {attacker} to {defender}"),
            Divisions(count) => format!("{count} divisions led"),
            Counted(points) => format!("{points} SP of a force"),
            _ => label.to_string(),
        }
    }

    /// A tally: what for, each modifier with its rule and source, the die, the total, and what that means.
    pub(super) fn told_tally(&self, tally: &Tally<Label>) -> String {
        let mut text = tally.told(self.label_called(tally.what()), |label| self.label_called(label));
        if tally.face().is_some() {
            match tally.what() {
                Label::Battle => {
                    let (row, _) = self.result(self.result_row(tally.total()));
                    let _ = write!(text, ": {}", row.result.value);
                }
                Label::Reconnaissance(_) => {
                    let _ = match self.finding(tally.total()) {
                        Finding::Nothing => write!(text, ": nothing"),
                        Finding::Kind => write!(text, ": the kind of force"),
                        Finding::Strength(percent) => write!(text, ": its strength within {percent}%"),
                        Finding::Units(percent) => write!(text, ": its units, and its strength within {percent}%"),
                    };
                }
                _ => {}
            }
        }
        text
    }
}
