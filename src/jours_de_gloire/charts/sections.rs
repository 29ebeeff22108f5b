//! The figures that stand in the prose of the rules, chapter by chapter.

use core::num::NonZeroU8;

use super::Charts;
use crate::figures::{Figure, Reader};

/// Declares a table of single figures: a key in the file is a field.
macro_rules! sections {
    ($($(#[$meta:meta])* $name:ident = $table:literal { $($(#[$doc:meta])* $field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$doc])* pub $field: Figure<$type>),*
        }

        impl $name {
            pub(super) fn read(r: &mut Reader<'_>) -> Self {
                Self { $($field: r.cell(concat!($table, ".", stringify!($field)))),* }
            }
        }
    )*};
}

sections! {
    /// Orders, activation and commanders (R 2, M 2).
    Command = "command" {
        /// Movement points of a commander (R 2.6, M 2.5.1).
        commander_points: u8,
        /// The fewest hexes that a commander moves who flees from an enemy (R 2.7, M 2.5.2).
        flight_least: u8,
        /// The most hexes of that flight.
        flight_most: u8,
        /// How near, in hexes, a unit must be to another of its tactical group (R optional 2.3, M 2.3.1).
        group_reach: u8,
        /// Activation markers of a formation (R 2.1, M 2.1.1).
        markers: u8,
        /// Of those, how many go into the cup on the turn in which a formation is to arrive (R 5.2, M 5.2.1).
        markers_on_arrival: u8,
        /// How many markers stay in the cup at the end of the activation phase (R 2.2.1, M 2.2).
        markers_left: u8,
    }

    /// Movement, zones of control and reinforcements (R 4 to 6, M 4 to 6).
    Movement = "movement" {
        /// A unit without orders has its allowance divided by this, rounded up (R 4.1.2, M 4.1.2).
        reduced_divisor: NonZeroU8,
        /// Artillery that fired has its allowance divided by this, rounded up (R 4.4.1, M 4.4.2).
        fired_divisor: NonZeroU8,
        /// A forced march multiplies the allowance by this (R 4.1.3, M 4.1.3).
        forced_factor: u8,
        /// Hexes to the enemy that bar a forced march and end the status of a reinforcement (R 4.1.3, R 5.2, M 4.1.3,
        /// M 5.2.1). Whether this very distance is still allowed is a ruling for Rivoli.
        forced_distance: u8,
        /// By how many times the cost of the entry hex each further stack of a column pays more (R 5.2, M 5.2.2).
        column_step: u8,
        /// Points to pass through friends (R 4.4.2, M 4.4.3).
        passing_friends: u8,
        /// Points to leave an enemy zone of control (R 6.2.1, M 6.2.2).
        zoc_exit: u8,
        /// Points to enter an enemy zone of control (R 6.2.1, M 6.2.2).
        zoc_entry: u8,
        /// Points more for a disordered unit to do so (R 10.1, M 10.1).
        zoc_entry_disordered: u8,
        /// Hex corners by which a unit that stays in an enemy zone of control may turn (R 6.2.1, M 6.2.2).
        zoc_pivot: u8,
        /// Points more where a road or track lets a unit cross a slope that is not allowed to it (M 4.1.3).
        way_surcharge: u8,
        /// The most levels at once that infantry crosses over a slope.
        levels_infantry: Option<u8>,
        /// The most levels at once that cavalry crosses over a slope (M specific 4.3.2).
        levels_cavalry: Option<u8>,
        /// The most levels at once that artillery crosses over a slope (M specific 4.3.2).
        levels_artillery: Option<u8>,
    }

    /// Squares (R 4.2, M 4.2).
    Square = "square" {
        /// Points to leave square.
        leaving: u8,
        /// The most hexes that a square moves.
        move_hexes: u8,
        /// The most points that it spends on that.
        move_points: u8,
    }

    /// Stacking (R 5.1, M 5.1.1).
    Stacking = "stacking" {
        /// Units of one arm and one formation in a hex.
        same_arm: u8,
        /// Artillery units of any formations, without other arms.
        artillery_alone: u8,
        /// Artillery units with other arms.
        artillery_with_others: u8,
        /// Infantry units with artillery.
        infantry_with_artillery: u8,
        /// Cavalry units with artillery.
        cavalry_with_artillery: u8,
        /// Infantry or cavalry units in a hex if they are small.
        small_units: Option<u8>,
        /// The most strength points that such a stack has.
        small_strength: Option<u8>,
    }

    /// Artillery fire (R 7, M 7), beside its tables.
    Gunnery = "gunnery" {
        /// Hexsides by which artillery may turn before it fires (R 7.2, M 7.2).
        pivot: u8,
        /// How far, in hexes, point-blank fire goes (R 7.4.4, M 7.4.4).
        point_blank: u8,
        /// The units in a hex, artillery not counted, that make it a massed target (R table 3).
        massed_units: u8,
    }

    /// Infantry's reaction fire (R optional 8.3).
    InfantryFire = "infantry_fire" {
        /// Die modifier of line infantry.
        line_infantry: i8,
        /// Die modifier of good or strong infantry, once.
        strong: i8,
        /// The cohesion from which infantry is good.
        good_cohesion: u8,
        /// The strength from which infantry is strong: the rule says "more than" one less.
        strong_strength: u8,
    }

    /// Fire that strikes friends (R optional 7).
    MisdirectedFire = "misdirected_fire" {
        /// The highest natural die that does so.
        die_at_most: u8,
        /// The modifier to the cohesion test of the unit struck.
        test: i8,
    }

    /// Charge, counter-charge and pursuit (R 9, M 9).
    Charge = "charge" {
        /// The fewest hexes of a charge.
        min_hexes: u8,
        /// The most hexes of a charge; where there is no such limit, reduced movement is the limit (M 9.1).
        max_hexes: Option<u8>,
        /// The most points of a charge (R 9.1). Whether for each hex or in all is a ruling.
        max_points: Option<u8>,
        /// The limit for each hex that a specific rule waives in the streets of a scenario, though the book gives none
        /// elsewhere (M specific 9.1/2). Whether there is one is a ruling.
        waived_points: Option<u8>,
        /// The modifier to the engagement test of non-heavy cavalry that counter-charges heavy cavalry (R 9.4, M 9.4).
        counter_heavy: i8,
        /// The hexes that recalled cavalry goes back (R 9.3.2, M 9.3.3).
        recall: u8,
        /// The first charge of a pursuit that is penalized; the pursuit after the initial charge is 1 (R 9.5, M 9.5.2).
        pursuit_from: u8,
        /// The die modifier for it, and again for each later one. Whether it adds up in Rivoli is a ruling.
        pursuit_each: i8,
        /// Hexsides by which a pursuer may turn in each hex.
        pursuit_pivot: u8,
        /// Hexsides by which it may turn where the defender was eliminated.
        elimination_pivot: u8,
    }

    /// Advance after shock (R 8.7, M 8.7).
    Advance = "advance" {
        /// Hex corners by which a unit may turn as it advances.
        pivot: u8,
        /// Breakthrough shocks and counter-shocks that a unit may make in an activation phase.
        further_shocks: u8,
    }

    /// Refusing shock (R 8.9, M 8.8).
    Refusal = "refusal" {
        /// The fewest hexes of the evasion.
        min_hexes: u8,
        /// The most hexes of the evasion.
        max_hexes: u8,
        /// An evasion into a hex that costs this many points or more brings a further disorder.
        costly_from: u8,
        /// The modifier to the cohesion test of an evasion of one hex (M 8.8.1).
        test_one_hex: Option<i8>,
        /// The modifier to the cohesion test of an evasion of two hexes (M 8.8.1).
        test_two_hexes: Option<i8>,
    }

    /// Recoil and retreat (R 10, M 10).
    Retreat = "retreat" {
        /// Hexes of a recoil.
        recoil: u8,
        /// Hexes of a routed infantry unit's retreat.
        infantry: u8,
        /// Hexes of a routed cavalry unit's retreat.
        cavalry: u8,
        /// Hexes of a routed artillery unit's retreat.
        artillery: u8,
    }

    /// Rout movement (R 10.4, M 10.4).
    Rout = "rout" {
        /// The fewest hexes of a rout movement; a unit that cannot go as far is eliminated (M 10.4).
        least_hexes: Option<u8>,
        /// Columns by which infantry may shift (M 10.4); where there is no limit, as many as the way needs.
        shift_infantry: Option<u8>,
        /// Columns by which cavalry may shift (M 10.4).
        shift_cavalry: Option<u8>,
        /// Columns by which artillery may shift (M 10.4).
        shift_artillery: Option<u8>,
    }

    /// Rally (R 11, M 11.1).
    Rally = "rally" {
        /// The modifier to a routed unit's die.
        routed: i8,
    }

    /// Demoralization of formations (R optional 11, M 11.2).
    Demoralization = "demoralization" {
        /// The share of a formation that demoralizes it: this many ...
        share: u8,
        /// ... of so many.
        of: NonZeroU8,
        /// Activation markers that a demoralized formation loses.
        markers_lost: u8,
    }
}

macro_rules! dark {
    ($($(#[$doc:meta])* $field:ident: $type:ty),* $(,)?) => {
        /// What a night or fog turn changes (R 12, M 12).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub struct Dark {
            $($(#[$doc])* pub $field: Figure<$type>),*
        }

        impl Dark {
            fn read(r: &mut Reader<'_>, table: &str) -> Self {
                Self { $($field: r.cell(&format!("{table}.{}", stringify!($field)))),* }
            }
        }
    };
}

dark! {
    /// Points more to enter an enemy zone of control.
    zoc_entry: u8,
    /// The most hexes over which artillery fires.
    fire_range: u8,
    /// The modifier to every cohesion test.
    test: i8,
    /// The modifier to a routed unit's rally, in place of the usual one.
    rally_routed: i8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sections {
    command: Command,
    movement: Movement,
    square: Square,
    stacking: Stacking,
    gunnery: Gunnery,
    infantry_fire: Option<InfantryFire>,
    misdirected_fire: Option<MisdirectedFire>,
    charge: Charge,
    advance: Advance,
    refusal: Refusal,
    retreat: Retreat,
    rout: Rout,
    rally: Rally,
    demoralization: Demoralization,
    night: Dark,
    fog: Option<Dark>,
}

impl Sections {
    /// The optional tables are those that one edition lacks.
    pub(super) fn read(r: &mut Reader<'_>) -> Self {
        Self {
            command: Command::read(r),
            movement: Movement::read(r),
            square: Square::read(r),
            stacking: Stacking::read(r),
            gunnery: Gunnery::read(r),
            infantry_fire: r.has("infantry_fire").then(|| InfantryFire::read(r)),
            misdirected_fire: r.has("misdirected_fire").then(|| MisdirectedFire::read(r)),
            charge: Charge::read(r),
            advance: Advance::read(r),
            refusal: Refusal::read(r),
            retreat: Retreat::read(r),
            rout: Rout::read(r),
            rally: Rally::read(r),
            demoralization: Demoralization::read(r),
            night: Dark::read(r, "night"),
            fog: r.has("fog").then(|| Dark::read(r, "fog")),
        }
    }
}

macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident: $type:ty),* $(,)?) => {
        impl Charts {
            $($(#[$doc])* pub const fn $name(&self) -> &$type { &self.sections.$name })*
        }
    };
}

accessors! {
    /// Orders, activation and commanders.
    command: Command,
    /// Movement, zones of control and reinforcements.
    movement: Movement,
    /// Squares.
    square: Square,
    /// Stacking.
    stacking: Stacking,
    /// Artillery fire, beside its tables.
    gunnery: Gunnery,
    /// Infantry's reaction fire; `None` in an edition without it.
    infantry_fire: Option<InfantryFire>,
    /// Fire that strikes friends; `None` in an edition without it.
    misdirected_fire: Option<MisdirectedFire>,
    /// Charge, counter-charge and pursuit.
    charge: Charge,
    /// Advance after shock.
    advance: Advance,
    /// Refusing shock.
    refusal: Refusal,
    /// Recoil and retreat.
    retreat: Retreat,
    /// Rout movement.
    rout: Rout,
    /// Rally.
    rally: Rally,
    /// Demoralization of formations.
    demoralization: Demoralization,
    /// Night turns.
    night: Dark,
    /// Fog turns; `None` in an edition without them.
    fog: Option<Dark>,
}

impl Charge {
    /// The die modifier for the charge of the `nth` pursuit, added up (R 9.5, M 9.5.2); 0 is the initial charge.
    pub fn pursuit(&self, nth: u8) -> Figure<i8> {
        let from = self.pursuit_from;
        let times = if nth == 0 { 0 } else { (i16::from(nth) - i16::from(from.value) + 1).max(0) };
        let sum = (i16::from(self.pursuit_each.value) * times).clamp(i8::MIN.into(), i8::MAX.into());
        // Clamped to the range just above, so the conversion holds.
        Figure::new(i8::try_from(sum).unwrap_or(i8::MIN), self.pursuit_each.source).resting_on(from.source)
    }
}
