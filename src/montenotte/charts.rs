//! The tables and numbers of the rules, typed, as `rules/montenotte/charts.toml` gives them.
//!
//! Movement points and command points are counted in halves: `half_mp` 3 is 1.5 MP.

use super::words::{BattleResult, Ground, Settlement, YesNo};
use crate::figures::{Cell, Faults, Figure, Raw, Reader, Sheet, SourceSet};

/// The name of the file, under which its faults are reported.
pub const FILE: &str = "rules/montenotte/charts.toml";
const TEXT: &str = include_str!("../../rules/montenotte/charts.toml");

/// What stands in the column of off-road costs, in halves; `None` is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OffRoad(pub Option<u8>);

impl Cell for OffRoad {
    fn expected() -> String {
        "half movement points, or \"impossible\"".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) if text == "impossible" => Some(Self(None)),
            _ => u8::read(raw).map(|n| Self(Some(n))),
        }
    }
    fn stand_in() -> Self {
        Self(None)
    }
}

/// How many points a place feeds: `any` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Feeds(pub u8);

impl Cell for Feeds {
    fn expected() -> String {
        "strength points, or \"any\"".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) if text == "any" => Some(Self(u8::MAX)),
            _ => u8::read(raw).map(Self),
        }
    }
    fn stand_in() -> Self {
        Self(0)
    }
}

/// A loss column of the results table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toll {
    /// This percentage (N 11.9/2).
    Percent(u8),
    /// The victor's own losses, the table's two stars (N table 4/17).
    Victor,
    /// An undecided battle, the table's one star (N table 4/16).
    Undecided,
}

impl Cell for Toll {
    fn expected() -> String {
        "a percentage, \"victor\" or \"undecided\"".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) if text == "victor" => Some(Self::Victor),
            Raw::Text(text) if text == "undecided" => Some(Self::Undecided),
            _ => u8::read(raw).filter(|n| *n <= 100).map(Self::Percent),
        }
    }
    fn stand_in() -> Self {
        Self::Undecided
    }
}

/// What the way a terrain counts in battle can be joined with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Combines {
    /// It is the ground.
    Ground,
    /// It takes the ground's place and nothing is added.
    Alone,
    /// It may be added to the ground.
    Added,
}

impl Cell for Combines {
    fn expected() -> String {
        "\"ground\", \"alone\" or \"added\"".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) => match text.as_str() {
                "ground" => Some(Self::Ground),
                "alone" => Some(Self::Alone),
                "added" => Some(Self::Added),
                _ => None,
            },
            _ => None,
        }
    }
    fn stand_in() -> Self {
        Self::Ground
    }
}

/// Two strengths set against each other: `3:2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Odds {
    pub attacker: u8,
    pub defender: u8,
}

impl Cell for Odds {
    fn expected() -> String {
        "a ratio such as \"3:2\"".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        let Raw::Text(text) = raw else { return None };
        let (a, d) = text.split_once(':')?;
        let (attacker, defender) = (a.parse().ok()?, d.parse().ok()?);
        (attacker > 0 && defender > 0).then_some(Self { attacker, defender })
    }
    fn stand_in() -> Self {
        Self { attacker: 1, defender: 1 }
    }
}

macro_rules! sections {
    ($($name:ident at $path:literal { $($field:ident: $ty:ty),* $(,)? })*) => {$(
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) struct $name {
            $(pub $field: Figure<$ty>),*
        }

        impl $name {
            fn read(r: &mut Reader<'_>) -> Self {
                Self { $($field: r.cell(concat!($path, ".", stringify!($field)))),* }
            }
        }
    )*};
}

sections! {
    Rapid at "march.rapid" { hexes_for_a_mp: u8, most_half_mp: u8, fatigue: u8 }
    Strategic at "march.strategic" { fatigue: u8, hexes_from_enemy: u8, table_half_mp_from_enemy: u8 }
    Forced at "march.forced" { fatigue: u8, hexes_from_enemy: u8, table_half_mp_from_enemy: u8 }
    Minimum at "march.minimum" { fatigue: u8 }
    ReactionMove at "march.reaction" { most_half_mp: u8 }
    Capacity at "march.capacity" {
        uncommanded_divisor: u8, lone_general_half_mp: u8, decoy_least_half_mp: u8, decoy_most_half_mp: u8,
        out_of_supply_divisor: u8,
    }
    Losses at "losses" {
        victor: u8, victor_for_each_ratio_point: u8, victor_outnumbered: u8, victor_without_ground: u8, undecided: u8,
        undecided_by_the_note: u8, undecided_for_each_terrain_point: u8, cap_divisor: u8,
    }
    AlertZone at "alert_zone" { infantry_half_mp: u8, cavalry_half_mp: u8 }
    Demoralised at "demoralised" { morale_at_most: i8, clear_of_enemy_half_mp: u8, rest_from_half_mp: u8 }
    Morale at "morale" { rest: i8, rest_most: i8, cursor_least: i8, cursor_most: i8 }
    Fatigue at "fatigue" { most: u8, recovery: u8 }
    Weather at "weather" { fair_most: u8, rain_half_mp: i8 }
    Command at "command" {
        stretch_half_mp: u8, stretch_half_points: u8, stacked_half_points: u8, brigade_half_mp: u8,
        brigade_share_divisor: u8,
    }
    Tests at "test" { uncommanded_to_the_guns: i8, brigade_to_the_guns: i8, adjacent_uncommanded: i8 }
    Attrition at "attrition" {
        sp_1: i8, sp_5: i8, sp_9: i8, sp_13: i8, sp_17: i8, sp_21: i8, morale_high_least: i8, morale_high: i8,
        morale_low_most: i8, morale_low: i8, fatigue_1: i8, fatigue_2: i8, not_acted: i8, out_of_supply: i8,
        loss_for_each: u8, out_of_supply_times: u8, beside_enemy_times: u8,
    }
    Reconnaissance at "reconnaissance" {
        cost_half_mp: u8, bonus_half_mp: u8, bonus: i8, cavalry: i8, austrian_infantry: i8, other_infantry: i8,
        kind_from: i8, half_from: i8, half_percent: u8, quarter_from: i8, quarter_percent: u8, tenth_from: i8,
        tenth_percent: u8,
    }
    Battle at "battle" {
        declaration_half_mp: u8, guns_hexes: u8, guns_half_mp: u8, guns_rapid_initiative: u8, guns_rapid_fatigue: u8,
        least_retreat: u8, fatigue: u8,
    }
    Weights at "weight" { principal: u8, reinforcement: u8, flank: u8, reinforcement_marched: u8, flank_marched: u8 }
    Manoeuvre at "manoeuvre" {
        divisions_without_general: i8, great_captain: i8, tactical_bonus: i8, flank: i8, divisor: i8, most: i8,
    }
    BattleModifiers at "battle_modifier" {
        most_by_morale: i8, defender_pillaging: i8, principal_attacker_fatigued: i8, all_attackers_fatigued: i8,
        defender_fatigue_1: i8, defender_fatigue_2: i8,
    }
    Pursuit at "pursuit" {
        infantry_sp: u8, infantry: i8, cavalry_sp: u8, cavalry: i8, enemy_cavalry_sp: u8, enemy_cavalry: i8,
        beaten_at_fatigue_2: i8, victor_at_fatigue_2: i8, divisor: i8, least_if_positive: i8,
        losses_for_a_morale_level: u8, chariots_for_a_loss: u8,
    }
    Reserve at "reserve" { brigades: u8, sp: u8, half_mp_from_edge: u8, most_a_turn: u8 }
    Replacements at "replacements" {
        first_turn: u8, second_turn: u8, french: i8, sardinian: i8, austrian: i8, die_1: u8, die_2: u8, die_3: u8,
        die_4: u8, die_5: u8, die_6: u8,
    }
    Supply at "supply" { chariots: u8, chariot_brigade_half_mp: u8, out_of_supply_cohesion: i8 }
    Pillage at "pillage" { french: i8, general: i8, general_with_bonus: i8 }
    Stragglers at "stragglers" { sp: u8 }
}

/// What a terrain adds to the attacker's dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terrain {
    /// By [`Ground`]; the sea has none.
    pub forage: [Figure<u8>; 4],
    pub off_road: [Figure<OffRoad>; 4],
    pub ground: [Figure<i8>; 4],
    pub pillage: [Figure<Feeds>; 3],
    /// By [`Settlement`]; a village counts as its ground.
    pub settlement: [Option<Figure<i8>>; 3],
    pub fort: Figure<i8>,
    pub road_half_mp: Figure<u8>,
    pub trail_half_mp: Figure<u8>,
    pub bridge: Figure<i8>,
    pub bridge_half_mp: Figure<u8>,
    pub river: Figure<i8>,
    pub river_half_mp: Figure<u8>,
    pub trail_special: Figure<YesNo>,
}

impl Terrain {
    fn read(r: &mut Reader<'_>) -> Self {
        let grounds = [Ground::Plain, Ground::Fields, Ground::Hills, Ground::Mountain];
        let combines = |r: &mut Reader<'_>, key: &str, expected: Combines| {
            let path = format!("terrain.{key}.combines");
            let found: Figure<Combines> = r.cell(&path);
            if found.value != expected {
                r.misfit(&path, "the way that the rules let this terrain combine", "another");
            }
        };
        for ground in grounds {
            combines(r, ground.word(), Combines::Ground);
        }
        for key in ["town", "city", "fort"] {
            combines(r, key, Combines::Alone);
        }
        for key in ["bridge", "river"] {
            combines(r, key, Combines::Added);
        }
        let road_special: Figure<YesNo> = r.cell("terrain.road.special_movement");
        if road_special.value != YesNo::Yes {
            r.misfit("terrain.road.special_movement", "\"yes\"", "\"no\"");
        }
        Self {
            forage: grounds.map(|ground| r.cell(&format!("terrain.{ground}.forage_sp"))),
            off_road: grounds.map(|ground| r.cell(&format!("terrain.{ground}.off_road_half_mp"))),
            ground: grounds.map(|ground| r.cell(&format!("terrain.{ground}.combat"))),
            pillage: [Settlement::Village, Settlement::Town, Settlement::City]
                .map(|place| r.cell(&format!("terrain.{place}.pillage_sp"))),
            settlement: [None, Some(r.cell("terrain.town.combat")), Some(r.cell("terrain.city.combat"))],
            fort: r.cell("terrain.fort.combat"),
            road_half_mp: r.cell("terrain.road.along_half_mp"),
            trail_half_mp: r.cell("terrain.trail.along_half_mp"),
            trail_special: r.cell("terrain.trail.special_movement"),
            bridge: r.cell("terrain.bridge.combat"),
            bridge_half_mp: r.cell("terrain.bridge.across_half_mp"),
            river: r.cell("terrain.river.combat"),
            river_half_mp: r.cell("terrain.river.across_half_mp"),
        }
    }
}

/// A row of the combat results table (N table 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultRow {
    /// The attacker's losses.
    pub attacker_losses: Figure<Toll>,
    /// The defender's losses.
    pub defender_losses: Figure<Toll>,
    /// What the attacker's cursors move by.
    pub attacker_morale: Figure<i8>,
    /// What the defender's cursors move by.
    pub defender_morale: Figure<i8>,
    /// The result.
    pub result: Figure<BattleResult>,
}

/// A row of the loss table (N table 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LossRow {
    pub label: [Figure<u8>; 2],
    pub range: [Figure<u8>; 2],
    /// At 5, 10, 15 ... 40 percent.
    pub lost: [Figure<u8>; 8],
}

/// A square of the Sardinian track (N table 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TrackRow {
    pub least: Figure<i8>,
    pub most: Figure<i8>,
    pub modifier: Figure<i8>,
}

/// How many rows the results table has.
pub(super) const RESULT_ROWS: usize = 15;
/// How many rows the loss table has.
pub(super) const LOSS_ROWS: usize = 15;

/// Every figure of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    pub(super) terrain: Terrain,
    pub(super) rapid: Rapid,
    pub(super) strategic: Strategic,
    pub(super) forced: Forced,
    pub(super) minimum: Minimum,
    pub(super) reaction_move: ReactionMove,
    pub(super) capacity: Capacity,
    pub(super) losses: Losses,
    pub(super) alert_zone: AlertZone,
    pub(super) demoralised: Demoralised,
    pub(super) morale: Morale,
    pub(super) fatigue: Fatigue,
    pub(super) weather: Weather,
    pub(super) command: Command,
    pub(super) tests: Tests,
    pub(super) attrition: Attrition,
    pub(super) reconnaissance: Reconnaissance,
    pub(super) battle: Battle,
    pub(super) weights: Weights,
    pub(super) manoeuvre: Manoeuvre,
    pub(super) battle_modifiers: BattleModifiers,
    pub(super) pursuit: Pursuit,
    pub(super) reserve: Reserve,
    pub(super) replacements: Replacements,
    pub(super) supply: Supply,
    pub(super) pillage: Pillage,
    pub(super) stragglers: Stragglers,
    pub(super) track: [TrackRow; 6],
    /// The lowest modifier that the text names, and up to where it would hold (ruling `sardinian-modifier-range`).
    pub(super) track_range: [Figure<i8>; 2],
    pub(super) ratio: [(Figure<Odds>, Figure<i8>); 9],
    pub(super) lowest: Figure<u8>,
    pub(super) highest: Figure<u8>,
    pub(super) results: [ResultRow; RESULT_ROWS],
    pub(super) loss_table: [LossRow; LOSS_ROWS],
}

impl Charts {
    /// The figures, from the sources that are `allowed`, with a file of the user's own laid over them cell by cell.
    ///
    /// # Errors
    /// Every fault of the files at once, and every figure that no allowed source gives.
    pub fn load(overlay: Option<&str>, allowed: SourceSet) -> Result<Self, Faults> {
        let mut sheet = Sheet::parse(FILE, TEXT);
        if let Some(text) = overlay {
            sheet = sheet.under(Sheet::parse("overlay of charts", text));
        }
        let mut r = Reader::new(sheet, allowed, &|_| true);
        let charts = Self::read(&mut r);
        r.finish()?;
        Ok(charts)
    }

    fn read(r: &mut Reader<'_>) -> Self {
        let track = ["desperate", "shaken", "uneasy", "steady", "hopeful", "eager"].map(|key| TrackRow {
            least: r.cell(&format!("sardinian_morale.{key}.least")),
            most: r.cell(&format!("sardinian_morale.{key}.most")),
            modifier: r.cell(&format!("sardinian_morale.{key}.modifier")),
        });
        let ratio = [
            "one_to_four",
            "one_to_three",
            "one_to_two",
            "two_to_three",
            "one_to_one",
            "three_to_two",
            "two_to_one",
            "three_to_one",
            "four_to_one",
        ]
        .map(|key| (r.cell(&format!("ratio.{key}.ratio")), r.cell(&format!("ratio.{key}.modifier"))));
        let results = core::array::from_fn(|total| {
            let path = |column: &str| format!("combat.total_{total}.{column}");
            ResultRow {
                attacker_losses: r.cell(&path("attacker_losses")),
                defender_losses: r.cell(&path("defender_losses")),
                attacker_morale: r.cell(&path("attacker_morale")),
                defender_morale: r.cell(&path("defender_morale")),
                result: r.cell(&path("result")),
            }
        });
        let loss_table = core::array::from_fn(|row| {
            let path = |column: &str| format!("loss_table.row_{}.{column}", row + 1);
            LossRow {
                label: [r.cell(&path("label_least")), r.cell(&path("label_most"))],
                range: [r.cell(&path("least")), r.cell(&path("most"))],
                lost: core::array::from_fn(|at| r.cell(&path(&format!("at_{}", 5 * (at + 1))))),
            }
        });
        Self {
            terrain: Terrain::read(r),
            rapid: Rapid::read(r),
            strategic: Strategic::read(r),
            forced: Forced::read(r),
            minimum: Minimum::read(r),
            reaction_move: ReactionMove::read(r),
            capacity: Capacity::read(r),
            losses: Losses::read(r),
            alert_zone: AlertZone::read(r),
            demoralised: Demoralised::read(r),
            morale: Morale::read(r),
            fatigue: Fatigue::read(r),
            weather: Weather::read(r),
            command: Command::read(r),
            tests: Tests::read(r),
            attrition: Attrition::read(r),
            reconnaissance: Reconnaissance::read(r),
            battle: Battle::read(r),
            weights: Weights::read(r),
            manoeuvre: Manoeuvre::read(r),
            battle_modifiers: BattleModifiers::read(r),
            pursuit: Pursuit::read(r),
            reserve: Reserve::read(r),
            replacements: Replacements::read(r),
            supply: Supply::read(r),
            pillage: Pillage::read(r),
            stragglers: Stragglers::read(r),
            track,
            track_range: ["range_least", "range_least_up_to"].map(|key| r.cell(&format!("sardinian_morale.{key}"))),
            ratio,
            lowest: r.cell("combat.lowest"),
            highest: r.cell("combat.highest"),
            results,
            loss_table,
        }
    }
}
