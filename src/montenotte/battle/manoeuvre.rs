//! 11.6: the manœuvre.

use crate::figures::Figure;
use crate::montenotte::ids::UnitNo;
use crate::montenotte::label::Label;
use crate::montenotte::state::{Content, State};
use crate::montenotte::words::YesNo;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::side::Side;
use crate::tally::Tally;

/// Who leads a side in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leader {
    /// A general-in-chief who leads so many divisions.
    Chief {
        /// His command.
        command: u8,
        /// Whether he is a great captain.
        great_captain: YesNo,
    },
    /// Masséna, as general-in-chief of the battle (N 11.6/4).
    Massena,
    /// Nobody.
    Nobody,
}

/// What the manœuvre value of a side looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side116 {
    /// Divisions engaged.
    pub divisions: u8,
    /// Who leads.
    pub leader: Leader,
    /// Whether Masséna and Laharpe are both engaged (N 11.6/3).
    pub massena_and_laharpe: YesNo,
    /// Whether an engaged division's general has a tactical bonus.
    pub tactical_bonus: YesNo,
    /// Whether there is a flank force.
    pub flank: YesNo,
}

/// Where Bonaparte is in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonaparte {
    /// Elsewhere.
    Absent,
    /// With the attackers.
    Attacks,
    /// With the defenders.
    Defends,
}

impl Montenotte {
    /// The manœuvre value of a side (N 11.6/1 to N 11.6/6).
    pub fn manoeuvre_value(&self, side: Side, case: Side116) -> Tally<Label> {
        let m = &self.charts.manoeuvre;
        let mut tally = Tally::new(Label::ManoeuvreOf(side));
        let alone = m.divisions_without_general.value.max(0) as u8;
        let (most, rule) = match case.leader {
            Leader::Chief { command, .. } => (command, rule!("N 11.6/1")),
            Leader::Massena | Leader::Nobody => (alone, rule!("N 11.6/2")),
        };
        let pair = case.massena_and_laharpe == YesNo::Yes
            && !matches!(case.leader, Leader::Chief { .. })
            && (self.rulings.massena_and_laharpe == options::MassenaAndLaharpe::Always
                || case.leader == Leader::Massena);
        let (most, rule) = if pair { (most.max(2), rule!("N 11.6/3")) } else { (most, rule) };
        let mut led = case.divisions.min(most);
        if case.divisions == 0 && self.rulings.brigades_only == options::BrigadesOnly::One {
            led = 1;
        }
        let led = i8::try_from(led).unwrap_or(i8::MAX);
        let source = m.divisions_without_general.source;
        tally.add(Label::Divisions(case.divisions), Figure::new(led, source), rule);
        let captain = match case.leader {
            Leader::Chief { great_captain, .. } => great_captain,
            Leader::Massena => YesNo::Yes,
            Leader::Nobody => YesNo::No,
        };
        if captain == YesNo::Yes {
            tally.add(Label::GreatCaptain, m.great_captain, rule!("N 11.6/4"));
        }
        if case.tactical_bonus == YesNo::Yes {
            tally.add(Label::TacticalBonus, m.tactical_bonus, rule!("N 11.6/5"));
        }
        if case.flank == YesNo::Yes {
            tally.add(Label::Flank, m.flank, rule!("N 11.6/6"));
        }
        tally
    }

    /// The modifier of two values (N 11.6/7, N 11.6/8): half the difference, rounded up or in Bonaparte's favour, between
    /// -2 and +2.
    pub fn manoeuvre(&self, attacker: i16, defender: i16, bonaparte: Bonaparte) -> Figure<i8> {
        let m = &self.charts.manoeuvre;
        let (difference, divisor) = (attacker - defender, i16::from(m.divisor.value.max(1)));
        let (down, rest) = (difference.div_euclid(divisor), difference.rem_euclid(divisor));
        let up = down + i16::from(rest > 0);
        let half = match bonaparte {
            Bonaparte::Attacks => up,
            Bonaparte::Defends => down,
            Bonaparte::Absent => match self.rulings.manoeuvre_negative_half {
                options::ManoeuvreNegativeHalf::TowardsAttacker => up,
                options::ManoeuvreNegativeHalf::AwayFromZero if difference < 0 => down,
                options::ManoeuvreNegativeHalf::AwayFromZero => up,
            },
        };
        let most = i16::from(m.most.value);
        Figure::new(half.clamp(-most, most) as i8, m.divisor.source)
    }

    /// What a side's manœuvre looks at in the battle that goes on.
    pub(in crate::montenotte) fn side_of_battle(&self, s: &State, side: Side) -> Side116 {
        let engaged = self.engaged(s, side);
        let yes = |is: bool| if is { YesNo::Yes } else { YesNo::No };
        let (mut divisions, mut bonus) = (0, false);
        let there = |unit: Option<UnitNo>| {
            let marker = s.marker_of(Content::Unit(unit?))?;
            Some(s.head(marker)).filter(|head| engaged.has(*head) && unit.is_some_and(|unit| s.sp(unit) > 0))
        };
        let [massena, laharpe] = self.pair;
        let mut leader = Leader::Nobody;
        for marker in engaged {
            for (unit, _) in self.units(s, marker) {
                if self.roster[unit].is_division() {
                    divisions += 1;
                    bonus |= self.roster[unit].tactical_bonus().is_some_and(|bonus| bonus.value == YesNo::Yes);
                }
            }
            // Present is who is in a force that takes part (ruling `general-present`); the greater command of two.
            if let Content::Chief(chief) = s.content(marker) {
                let chief = &self.roster[chief];
                let better = match leader {
                    Leader::Chief { command, .. } => chief.command.value > command,
                    _ => true,
                };
                if better {
                    leader = Leader::Chief { command: chief.command.value, great_captain: chief.great_captain.value };
                }
            }
        }
        let massena = there(massena);
        if leader == Leader::Nobody
            && let Some(marker) = massena
        {
            let principal = s.battle.principal.has(marker);
            if principal
                || self.rulings.massena_general_in_chief == options::MassenaGeneralInChief::EngagedWithoutBonaparte
            {
                leader = Leader::Massena;
            }
        }
        Side116 {
            divisions,
            leader,
            massena_and_laharpe: yes(massena.is_some() && there(laharpe).is_some()),
            tactical_bonus: yes(bonus),
            flank: yes(engaged.meets(s.battle.flank)),
        }
    }

    /// Where Bonaparte is: a great captain among the generals-in-chief engaged.
    pub(in crate::montenotte) fn bonaparte(&self, s: &State) -> Bonaparte {
        for marker in s.battle.engaged() {
            if let Content::Chief(chief) = s.content(marker)
                && self.roster[chief].great_captain.value == YesNo::Yes
            {
                let attacks = Some(self.side(marker)) == s.battle.attacker();
                return if attacks { Bonaparte::Attacks } else { Bonaparte::Defends };
            }
        }
        Bonaparte::Absent
    }
}
