//! The kinds of things that the charts have rows and columns for.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::figures::{Cell, Raw};

/// Declares an enum whose variants have a name in files, the same as the key of their row.
macro_rules! kinds {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $key:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $key)] $variant),*
        }

        impl $name {
            /// Each of them, in order.
            pub const ALL: [Self; [$($key),*].len()] = [$(Self::$variant),*];

            /// Its name in files.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key),*
                }
            }

            /// Its place in [`ALL`](Self::ALL).
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.key().replace('_', " "))
            }
        }
    };
}
pub(super) use kinds;

/// Declares the texts that a cell of this enum can hold.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
        impl Cell for $name {
            fn expected() -> String {
                [$(concat!("\"", $word, "\"")),*].join(" or ")
            }
            fn read(raw: &Raw) -> Option<Self> {
                let Raw::Text(text) = raw else { return None };
                match text.as_str() {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }
            fn stand_in() -> Self {
                [$(Self::$variant),*][0]
            }
        }
    };
}
pub(super) use words;

kinds! {
    /// The three arms: the columns of the Terrain Effects Chart (R 0.3, M 0.3). Commanders have a column of their own.
    Arm {
        /// Infantry.
        Infantry = "infantry",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Artillery.
        Artillery = "artillery",
    }
}

kinds! {
    /// What a hex is: the rows of the Terrain Effects Chart (R table 1, M 4.3).
    Terrain {
        /// Clear ground.
        Clear = "clear",
        /// Difficult or rough ground; cut ground in Montebello.
        Rough = "rough",
        /// A dried-up lake.
        DryLake = "dry_lake",
        /// Orchard, or a palm grove.
        Orchard = "orchard",
        /// Woods.
        Woods = "woods",
        /// Marsh or swamp.
        Marsh = "marsh",
        /// Village.
        Village = "village",
        /// Town or city.
        Town = "town",
        /// Castle.
        Castle = "castle",
        /// Ruins.
        Ruins = "ruins",
        /// A fortified farm: clear ground but for the shock (M specific 4.3, M specific 8.6). Its shock figures hold where
        /// infantry defends it, alone or with artillery; otherwise those of clear ground do.
        Cassina = "cassina",
        /// A lake, or the sea.
        Lake = "lake",
    }
}

kinds! {
    /// A way along which a cheaper rate is paid (R 4.3.1, M 4.1.3, M 4.3.1).
    Way {
        /// A road.
        Road = "road",
        /// A track.
        Track = "track",
    }
}

kinds! {
    /// What lies along a hexside.
    Barrier {
        /// A change of level without a slope drawn on it. Where a slope is drawn, the slope's row stands in its place.
        Level = "level",
        /// A slope.
        Slope = "slope",
        /// A steep (extreme) slope.
        SteepSlope = "steep_slope",
        /// A crest.
        Crest = "crest",
        /// A stream (brook).
        Stream = "stream",
        /// A river.
        River = "river",
        /// A redoubt, or a wall.
        Redoubt = "redoubt",
        /// A fortification.
        Fortification = "fortification",
    }
}

kinds! {
    /// Which way a [`Barrier`] is met. Streams and rivers are the same either way.
    Slant {
        /// Uphill, or from outside into a redoubt or fortification. In combat: the attacker or firer is below, or outside.
        Up = "up",
        /// Downhill, or from inside a redoubt or fortification out. In combat: the attacker or firer is above, or inside.
        Down = "down",
    }
}

kinds! {
    /// What leads over a water.
    Crossing {
        /// A bridge; a pontoon bridge as well.
        Bridge = "bridge",
        /// A ford.
        Ford = "ford",
    }
}

kinds! {
    /// The two waters that a [`Crossing`] can lead over.
    Water {
        /// A stream.
        Stream = "stream",
        /// A river.
        River = "river",
    }
}

kinds! {
    /// The three ways to close with the enemy. A row of the chart may differ between them.
    Assault {
        /// A shock by infantry.
        Infantry = "infantry",
        /// A shock by cavalry that does not charge (Montebello only, M 8.1).
        CavalryShock = "cavalry_shock",
        /// A cavalry charge, or a pursuit.
        Charge = "charge",
    }
}

kinds! {
    /// Who fires: the chart's fire column may differ between them (footnote f).
    Fire {
        /// Artillery fire of any kind.
        Artillery = "artillery",
        /// The reaction fire of infantry (R optional 8.3).
        Infantry = "infantry",
    }
}

kinds! {
    /// A line of the table of modifiers to artillery fire (R table 3, M 7.5) that has one figure. The firer's own
    /// strength and the target's terrain are not lines of this kind.
    FireModifier {
        /// Two stacked artillery units of one formation fire together; the higher strength counts.
        Combined = "combined",
        /// The firer has six front hexes: in a town, a village or a castle. The row names the square as well; whether it
        /// then counts beside [`FirerInSquare`](Self::FirerInSquare) is a ruling.
        SixFronts = "six_fronts",
        /// The firer stands in square (R 9.3.1, M 9.3.2).
        FirerInSquare = "firer_in_square",
        /// Reaction fire.
        Reaction = "reaction",
        /// Counter-battery fire.
        CounterBattery = "counter_battery",
        /// Two units in the target hex, artillery not counted.
        MassedTarget = "massed_target",
        /// The target stands in square.
        TargetInSquare = "target_in_square",
        /// The target is adjacent infantry or cavalry.
        Adjacent = "adjacent",
        /// The target is within effective range.
        Effective = "effective",
        /// For each hex beyond effective range.
        BeyondEffective = "beyond_effective",
    }
}

kinds! {
    /// A line of the table of modifiers to shock and charge (R table 6, M 8.5) that has one figure. The ratio, the
    /// cohesion differential and the terrain are not lines of this kind, nor is the penalty of further pursuits
    /// ([`Charge::pursuit`](super::Charge::pursuit)).
    ShockModifier {
        /// The defender is routed.
        Routed = "routed",
        /// The defender is attacked from one of its rear hexes.
        Rear = "rear",
        /// The defender is attacked from a front and from a rear hex.
        FrontAndRear = "front_and_rear",
        /// The attacker has one of its own rear hexes in a front hex of an enemy outside the combat.
        ExposedAttacker = "exposed_attacker",
        /// The attacker has six front hexes, squares excepted (R 6.1.2, M 6.1.2).
        SixFronts = "six_fronts",
        /// Cavalry shocks without charging (M 9.1).
        CavalryShock = "cavalry_shock",
        /// Heavy cavalry takes part in the charge.
        HeavyCharge = "heavy_charge",
        /// Cavalry takes part in the charge, none of it heavy.
        LightCharge = "light_charge",
        /// The charge is against a square.
        AgainstSquare = "against_square",
    }
}

/// What it costs to enter a hex, or costs more to cross a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// This many movement points. In files: `2`.
    Cost(u8),
    /// This many movement points, and the unit is disordered. In files: `"2D"`.
    CostWithDisorder(u8),
    /// Not allowed. In files: `"NA"`.
    Prohibited,
}

impl Cell for Entry {
    fn expected() -> String {
        "movement points, as in 2, or \"2D\" where the unit is disordered as well, or \"NA\" where it is not allowed"
            .to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Integer(n) => u8::try_from(*n).ok().map(Self::Cost),
            Raw::Text(text) if text == "NA" => Some(Self::Prohibited),
            Raw::Text(text) => {
                let digits = text.strip_suffix('D')?;
                // `parse` alone would accept a sign and leading zeros.
                let points: u8 = digits.parse().ok()?;
                (points.to_string() == digits).then_some(Self::CostWithDisorder(points))
            }
            Raw::Other(_) => None,
        }
    }
    fn stand_in() -> Self {
        Self::Prohibited
    }
}

/// What a way does to the cost of a [`Barrier`] that it crosses (footnote c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WayOver {
    /// The added cost is not paid.
    Spared,
    /// The added cost is paid; a disorder is disregarded.
    PaidWithoutDisorder,
    /// The way changes nothing.
    Paid,
}

words!(WayOver { Spared = "spared", PaidWithoutDisorder = "paid without disorder", Paid = "paid" });

/// Whether a charge may pass, start from or strike into ground, or pass a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeGround {
    /// It may.
    Open,
    /// Only along a road (R 9.1).
    AlongRoad,
    /// It may not, not even along a road.
    Barred,
}

words!(ChargeGround { Open = "open", AlongRoad = "along a road", Barred = "barred" });

/// A die modifier in the chart's own terms: a number, or `"NE"` for no effect.
#[derive(Clone, Copy)]
pub(super) struct Drm(pub i8);

impl Cell for Drm {
    fn expected() -> String {
        "a die modifier from -128 to 127, or \"NE\" for no effect".to_owned()
    }
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) => (text == "NE").then_some(Self(0)),
            _ => i8::read(raw).map(Self),
        }
    }
    fn stand_in() -> Self {
        Self(0)
    }
}
