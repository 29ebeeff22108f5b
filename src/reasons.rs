//! Reasons of refusals, as data, each with its words beside it: the same words are told with the ids of what stands in a
//! reason, and with their names.

/// What can stand in a reason of the game `G`.
pub(crate) trait InWords<G> {
    /// Its name in this game; without one, its id or number.
    fn in_words(&self, game: Option<&G>) -> String;
}

impl<G> InWords<G> for u8 {
    fn in_words(&self, _: Option<&G>) -> String {
        self.to_string()
    }
}

/// Declares the reasons of a game: an enum of which each variant has its words after it, with the names of its fields in
/// them. `Display` tells them with ids, `told` with the names of the game's things.
macro_rules! reasons {
    (
        $(#[$meta:meta])*
        pub enum $name:ident of $game:ty {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $( ( $( $place:ident : $placed:ty ),+ ) )?
                $( { $( $(#[$field_doc:meta])* $field:ident : $kind:ty ),+ $(,)? } )?
                => $words:literal
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum $name {
            $(
                $(#[$doc])*
                $variant $( ( $( $placed ),+ ) )? $( { $( $(#[$field_doc])* $field : $kind ),+ } )?
            ),+
        }

        impl $name {
            /// The reason with the names that this game has for what stands in it; without a game, with ids.
            pub(super) fn told(&self, game: Option<&$game>) -> String {
                match self {
                    $(
                        Self::$variant $( ( $( $place ),+ ) )? $( { $( $field ),+ } )? => {
                            $( $( let $place = $crate::reasons::InWords::in_words($place, game); )+ )?
                            $( $( let $field = $crate::reasons::InWords::in_words($field, game); )+ )?
                            format!($words)
                        }
                    ),+
                }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(&self.told(None))
            }
        }

        impl core::error::Error for $name {}
    };
}

pub(crate) use reasons;
