//! The Fire Table, the Shock and Charge Table, the Odds Table and the tables of die modifiers.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::Charts;
use super::kinds::{Drm, FireModifier, ShockModifier, kinds, words};
use crate::figures::{Cell, Figure, Raw, Reader};

/// What fire does to its target (R 7.5, M 7.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FireResult {
    /// Nothing.
    None,
    /// A cohesion test; disordered if it fails.
    CohesionTest,
    /// Disordered.
    Disorder,
    /// Routed.
    Rout,
}

words!(FireResult { None = "NE", CohesionTest = "CT", Disorder = "D", Rout = "R" });

/// What a shock or charge does to one of the two sides (R 8.5, M 8.5), in this order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Toll {
    /// Nothing.
    None,
    /// It recoils a hex and is disordered. In files: `"1 + D"`.
    RecoilAndDisorder,
    /// It recoils a hex and takes a cohesion test; disordered if it fails. In files: `"1 + CT"`.
    RecoilAndTest,
    /// It is disordered and takes a cohesion test; it recoils a hex if it fails. In files: `"D + CT/1"`.
    DisorderAndTestOrRecoil,
}

words!(Toll {
    None = "-",
    RecoilAndDisorder = "1 + D",
    RecoilAndTest = "1 + CT",
    DisorderAndTestOrRecoil = "D + CT/1",
});

/// What a side may do on top of a shock or charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FollowUp {
    /// Nothing.
    None,
    /// A breakthrough shock, or cavalry's pursuit.
    BreakthroughOrPursuit,
    /// Cavalry's pursuit.
    Pursuit,
    /// Cavalry's pursuit, if it counter-charged successfully and the attacker recoils (R 9.4, R 9.5, M 9.4, M 9.5.1).
    PursuitAfterCounterCharge,
    /// A counter-shock, or cavalry's pursuit.
    CounterShockOrPursuit,
}

words!(FollowUp {
    None = "-",
    BreakthroughOrPursuit = "breakthrough or pursuit",
    Pursuit = "pursuit",
    PursuitAfterCounterCharge = "pursuit after a counter-charge",
    CounterShockOrPursuit = "counter-shock or pursuit",
});

/// A row of the Shock and Charge Table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ShockRow {
    /// What the defender suffers.
    pub defender: Toll,
    /// What the attacker suffers.
    pub attacker: Toll,
    /// What the attacker may do then.
    pub attacker_then: FollowUp,
    /// What the defender may do then.
    pub defender_then: FollowUp,
}

kinds! {
    /// A row of the Odds Table, best for the attacker first.
    OddsRow {
        /// 4:1 and more.
        FourToOne = "four_to_one",
        /// 3:1.
        ThreeToOne = "three_to_one",
        /// 2:1.
        TwoToOne = "two_to_one",
        /// 1 1/2 : 1.
        ThreeToTwo = "three_to_two",
        /// 1:1.
        OneToOne = "one_to_one",
        /// 1 : 1 1/2.
        TwoToThree = "two_to_three",
        /// 1:2.
        OneToTwo = "one_to_two",
        /// 1:3.
        OneToThree = "one_to_three",
        /// 1:4 and less.
        OneToFour = "one_to_four",
    }
}

/// A ratio of strengths in whole numbers: the table's 1 1/2 : 1 is 3:2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ratio {
    /// The attacker's share.
    pub attacker: u8,
    /// The defender's share.
    pub defender: u8,
}

impl Ratio {
    /// Whether the attacker has at least this ratio: exact, in integers.
    const fn met_by(self, attacker: u16, defender: u16) -> bool {
        attacker as u32 * self.defender as u32 >= defender as u32 * self.attacker as u32
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.attacker, self.defender)
    }
}

impl Cell for Ratio {
    fn expected() -> String {
        "a ratio of whole numbers from 1 to 255, as in \"3:2\"".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        let Raw::Text(text) = raw else { return None };
        let (attacker, defender) = text.split_once(':')?;
        let ratio = Self { attacker: attacker.parse().ok()?, defender: defender.parse().ok()? };
        (ratio.attacker > 0 && ratio.defender > 0 && ratio.to_string() == *text).then_some(ratio)
    }
    fn stand_in() -> Self {
        Self { attacker: 1, defender: 1 }
    }
}

/// The bands of a table, the highest first; what lies below the last has no row in it.
type Bands<T, const N: usize> = [(Figure<i16>, Figure<T>); N];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Combat {
    fire_table: Bands<FireResult, 3>,
    fire_modifiers: [Figure<i8>; FireModifier::ALL.len()],
    shock_table: Bands<ShockRow, 3>,
    shock_lowest: Figure<ShockRow>,
    odds: [(Figure<Ratio>, Figure<i8>); OddsRow::ALL.len()],
    shock_modifiers: [Figure<i8>; ShockModifier::ALL.len()],
}

impl Combat {
    pub(super) fn read(r: &mut Reader<'_>) -> Self {
        let faults = r.faults();
        let fire_table = ["rout", "disorder", "test"].map(|row| {
            let path = format!("fire_table.{row}");
            (r.cell(&format!("{path}.least")), r.cell(&format!("{path}.effect")))
        });
        descending(r, "fire_table", &fire_table, faults);
        let faults = r.faults();
        let shock_table = ["breakthrough", "recoil", "repulse"].map(|row| {
            let path = format!("shock_table.{row}");
            (r.cell(&format!("{path}.least")), shock_row(r, &path))
        });
        descending(r, "shock_table", &shock_table, faults);
        let faults = r.faults();
        let odds: [(Figure<Ratio>, Figure<i8>); 9] = OddsRow::ALL.map(|row| {
            let path = format!("odds.{}", row.key());
            (r.cell(&format!("{path}.ratio")), r.cell(&format!("{path}.modifier")))
        });
        // Only sound rows are compared: a stand-in would be a second complaint about the same cell.
        let sound = r.faults() == faults;
        for pair in odds.windows(2).filter(|_| sound) {
            let (better, worse) = (pair[0].0.value, pair[1].0.value);
            if better.met_by(worse.attacker.into(), worse.defender.into()) {
                r.misfit(
                    "odds",
                    "a better ratio for the attacker in each row than in the next",
                    &format!("{better} before {worse}"),
                );
            }
        }
        Self {
            fire_table,
            fire_modifiers: FireModifier::ALL.map(|modifier| modifier_of(r, "fire", modifier.key())),
            shock_table,
            shock_lowest: shock_row(r, "shock_table.counter_shock"),
            odds,
            shock_modifiers: ShockModifier::ALL.map(|modifier| modifier_of(r, "shock", modifier.key())),
        }
    }
}

fn modifier_of(r: &mut Reader<'_>, table: &str, line: &str) -> Figure<i8> {
    r.cell::<Drm>(&format!("{table}.{line}")).map(|drm| drm.0)
}

fn shock_row(r: &mut Reader<'_>, path: &str) -> Figure<ShockRow> {
    let defender = r.cell(&format!("{path}.defender"));
    let attacker = r.cell(&format!("{path}.attacker"));
    let attacker_then = r.cell(&format!("{path}.attacker_then"));
    let defender_then = r.cell(&format!("{path}.defender_then"));
    Figure::new(
        ShockRow {
            defender: defender.value,
            attacker: attacker.value,
            attacker_then: attacker_then.value,
            defender_then: defender_then.value,
        },
        defender.source,
    )
    .resting_on(attacker.source)
    .resting_on(attacker_then.source)
    .resting_on(defender_then.source)
}

/// Complains of bands out of order, unless a cell of them is faulty: `faults` is how many there were before them.
fn descending<T, const N: usize>(r: &mut Reader<'_>, path: &str, bands: &Bands<T, N>, faults: usize) {
    let sound = r.faults() == faults;
    for pair in bands.windows(2).filter(|_| sound) {
        let (above, below) = (pair[0].0.value, pair[1].0.value);
        if above <= below {
            r.misfit(path, "each band to begin above the next", &format!("{above} above {below}"));
        }
    }
}

impl Charts {
    /// What fire with this modified total does (R 7.5, R table 2, M 7.5). Below the lowest band: nothing.
    pub fn fire_result(&self, total: i16) -> Figure<FireResult> {
        let table = &self.combat.fire_table;
        for (least, effect) in table {
            if total >= least.value {
                return effect.resting_on(least.source);
            }
        }
        Figure::new(FireResult::None, table[table.len() - 1].0.source)
    }

    /// What a shock or charge with this modified total does (R 8.5, R table 4, M 8.5).
    pub fn shock_row(&self, total: i16) -> Figure<ShockRow> {
        let table = &self.combat.shock_table;
        for (least, row) in table {
            if total >= least.value {
                return row.resting_on(least.source);
            }
        }
        self.combat.shock_lowest.resting_on(table[table.len() - 1].0.source)
    }

    /// The die modifier for the ratio of these strengths and its row of the Odds Table, rounded in the defender's favour
    /// (R 8.6.1, M 8.6.1): the best row that the attacker fully reaches. Without any strength the attacker has the worst
    /// row; against none it has the best.
    pub fn odds(&self, attacker: u16, defender: u16) -> (Figure<i8>, OddsRow) {
        let worst = OddsRow::ALL.len() - 1;
        let mut at = worst;
        if attacker > 0 {
            for (i, (ratio, _)) in self.combat.odds.iter().enumerate() {
                if ratio.value.met_by(attacker, defender) {
                    at = i;
                    break;
                }
            }
        }
        let (ratio, modifier) = self.combat.odds[at];
        (modifier.resting_on(ratio.source), OddsRow::ALL[at])
    }

    /// The ratio from which a row of the Odds Table holds; the worst row holds below its own as well.
    pub const fn ratio(&self, row: OddsRow) -> Figure<Ratio> {
        self.combat.odds[row.index()].0
    }

    /// A die modifier for artillery fire.
    pub const fn fire_modifier(&self, modifier: FireModifier) -> Figure<i8> {
        self.combat.fire_modifiers[modifier.index()]
    }

    /// A die modifier for shock and charge.
    pub const fn shock_modifier(&self, modifier: ShockModifier) -> Figure<i8> {
        self.combat.shock_modifiers[modifier.index()]
    }
}
