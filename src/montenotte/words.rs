//! The words of the rulebook for kinds of things.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::figures::{Cell as FigureCell, Raw};
use crate::side::Side;

macro_rules! words {
    ($($(#[$meta:meta])* $name:ident, $what:literal { $($(#[$vmeta:meta])* $variant:ident = $word:literal),* $(,)? })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$vmeta])* #[serde(rename = $word)] $variant),*
        }

        impl $name {
            /// Each of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word for it in files.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl FigureCell for $name {
            fn expected() -> String {
                concat!($what, ", one of ", $("\"", $word, "\" ",)*).trim_end().to_owned()
            }
            fn read(raw: &Raw) -> Option<Self> {
                match raw {
                    Raw::Text(text) => Self::ALL.iter().copied().find(|one| one.word() == text),
                    _ => None,
                }
            }
            fn stand_in() -> Self {
                Self::ALL[0]
            }
        }
    )*};
}

words! {
    /// A nation, each an army of its own (N 12.2/2).
    Nation, "a nation" {
        /// The French.
        French = "French",
        /// The Austrians.
        Austrian = "Austrian",
        /// The Sardinians (Piedmontese).
        Sardinian = "Sardinian",
    }
    /// An arm.
    Arm, "an arm" {
        /// Infantry.
        Infantry = "infantry",
        /// Cavalry.
        Cavalry = "cavalry",
    }
    /// A camp, as the files name it.
    Camp, "a side" {
        /// The French, the first side.
        French = "French",
        /// The Coalition, the second side.
        Coalition = "Coalition",
        /// Neither.
        Nobody = "nobody",
    }
    /// Yes or no, as the files say it.
    YesNo, "yes or no" {
        /// No.
        No = "no",
        /// Yes.
        Yes = "yes",
    }
    /// The ground of a hex (N table 1/1 to N table 1/4).
    Ground, "a ground" {
        /// Clear ground.
        Plain = "plain",
        /// Clear ground with fields.
        Fields = "fields",
        /// Hills.
        Hills = "hills",
        /// Mountains: only along ways.
        Mountain = "mountain",
        /// The sea: no way in.
        Sea = "sea",
    }
    /// A settlement (N table 1/5 to N table 1/7).
    Settlement, "a settlement" {
        /// A village.
        Village = "village",
        /// A town, or small town.
        Town = "town",
        /// A city, or large town.
        City = "city",
    }
    /// How a result or a game is named.
    Outcome, "an outcome" {
        /// A draw.
        Draw = "draw",
        /// Marginal.
        Marginal = "marginal",
        /// Major.
        Major = "major",
        /// Strategic.
        Strategic = "strategic",
    }
    /// A result of battle, by the attacker (N table 4).
    BattleResult, "a result of battle" {
        /// The attacker is beaten decisively.
        DecisiveDefeat = "decisive defeat",
        /// The attacker is beaten.
        MajorDefeat = "major defeat",
        /// The attacker is repelled.
        TacticalDefeat = "tactical defeat",
        /// Undecided.
        Undecided = "undecided",
        /// The defender gives way.
        TacticalVictory = "tactical victory",
        /// The defender is beaten.
        MajorVictory = "major victory",
        /// The defender is beaten decisively.
        DecisiveVictory = "decisive victory",
    }
}

impl Nation {
    /// The side that it fights for.
    pub const fn side(self) -> Side {
        match self {
            Nation::French => Side::First,
            Nation::Austrian | Nation::Sardinian => Side::Second,
        }
    }
}

impl Camp {
    /// The side, if it is one.
    pub const fn side(self) -> Option<Side> {
        match self {
            Camp::French => Some(Side::First),
            Camp::Coalition => Some(Side::Second),
            Camp::Nobody => None,
        }
    }
}

impl Ground {
    /// Whether it is clear ground (N 11.11/7, N 13.3).
    pub const fn clear(self) -> bool {
        matches!(self, Ground::Plain | Ground::Fields)
    }
}

/// The weight of a result, whoever won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weight {
    /// Undecided.
    None,
    /// Tactical.
    Tactical,
    /// Major.
    Major,
    /// Decisive.
    Decisive,
}

impl BattleResult {
    /// How heavy it is.
    pub const fn weight(self) -> Weight {
        match self {
            Self::Undecided => Weight::None,
            Self::TacticalDefeat | Self::TacticalVictory => Weight::Tactical,
            Self::MajorDefeat | Self::MajorVictory => Weight::Major,
            Self::DecisiveDefeat | Self::DecisiveVictory => Weight::Decisive,
        }
    }

    /// The side that won, seen from the attacker.
    pub const fn victor(self, attacker: Side) -> Option<Side> {
        match self {
            Self::Undecided => None,
            Self::TacticalVictory | Self::MajorVictory | Self::DecisiveVictory => Some(attacker),
            _ => Some(attacker.enemy()),
        }
    }
}
