//! Rulings: points that a rulebook leaves open or contradicts, their readings, and the one that a game is played by.
//!
//! A `rulings.toml` lists them for the player. Where more than one reading can be played, the ruling is an option of the
//! set-up; [`rulings!`](crate::rulings!) declares those for the code, as enums that no reading can be missing from.
//!
//! ```
//! use grognard::rulings::Rulings;
//! let text = r#"
//! [[ruling]]
//! id = "who-goes-first"
//! rules = ["M 3/5"]
//! point = "It is not said who begins."
//! default = "by-lot"
//! why = "The turn sequence draws lots everywhere else."
//! option = true
//! [[ruling.reading]]
//! id = "by-lot"
//! says = "A die decides."
//! [[ruling.reading]]
//! id = "attacker"
//! says = "The attacker begins."
//! "#;
//! let book = Rulings::read("rulings.toml", text)?;
//! assert_eq!(book.choose("who-goes-first", "attacker").map(|reading| reading.says.as_str()), Ok("The attacker begins."));
//! # Ok::<(), grognard::figures::Faults>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use crate::figures::{Fault, FaultKind, Faults};
use crate::rows::{self, Row};
use crate::rule::Rule;

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident),*) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(String);

        impl $name {
            /// The name as it is written.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotAName;

            fn from_str(text: &str) -> Result<Self, NotAName> {
                if is_name(text) { Ok(Self(text.to_owned())) } else { Err(NotAName(text.to_owned())) }
            }
        }
    )*};
}

ids!(
    /// The name of a ruling: `charge-stops-in-zoc`. It never changes, since records hold it.
    RulingId,
    /// The name of a reading, among those of its ruling.
    ReadingId
);

/// The text is not a name of a ruling or reading: small letters, digits and single hyphens, a letter or digit at each end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a name such as `charge-stops-in-zoc`")]
pub struct NotAName(pub String);

const NAME: &str = "a name such as \"charge-stops-in-zoc\"";

fn is_name(text: &str) -> bool {
    text.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// What the choice of a reading is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Latitude {
    /// Every reading can be played; the set-up may choose.
    Option,
    /// Only the default is sensible (a misprint, a cross reference that leads nowhere).
    Settled,
}

/// One way to read a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its name.
    pub id: ReadingId,
    /// What it says.
    pub says: String,
}

/// A point that the rulebook leaves open or contradicts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Its name.
    pub id: RulingId,
    /// The rules that it concerns, at least one.
    pub rules: Vec<Rule>,
    /// The lines of the rulebook's text on which they stand.
    pub lines: Vec<u32>,
    /// What is open.
    pub point: String,
    /// The readings: at least one, at least two if it is an option.
    pub readings: Vec<Reading>,
    /// The reading that is played unless the set-up chooses another; one of `readings`.
    pub default: ReadingId,
    /// Why this one.
    pub why: String,
    /// Whether the set-up may choose.
    pub latitude: Latitude,
}

impl Ruling {
    /// The reading of this name.
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.iter().find(|reading| reading.id.as_str() == id)
    }
}

/// A choice that a rulebook's rulings do not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unplayable {
    /// There is no such ruling.
    #[error("there is no ruling `{ruling}`")]
    UnknownRuling {
        /// What was asked for.
        ruling: String,
    },
    /// The ruling has no such reading.
    #[error("the ruling `{ruling}` has no reading `{reading}`; it has {}", listed(known))]
    UnknownReading {
        /// The ruling.
        ruling: RulingId,
        /// What was asked for.
        reading: String,
        /// What there is, the default first.
        known: Vec<ReadingId>,
    },
    /// The ruling leaves no choice.
    #[error("the ruling `{ruling}` is settled as `{default}`")]
    Settled {
        /// The ruling.
        ruling: RulingId,
        /// How it is played.
        default: ReadingId,
    },
}

fn listed(known: &[ReadingId]) -> String {
    known.iter().map(ReadingId::as_str).collect::<Vec<_>>().join(", ")
}

impl Unplayable {
    /// The same as a fault of a set-up, at `rulings.<id>`.
    pub fn into_fault(self) -> Fault {
        let (ruling, kind) = match self {
            Self::UnknownRuling { ruling } => (ruling, FaultKind::UnknownKey),
            Self::UnknownReading { ruling, reading, known } => {
                let expected = format!("one of {}", listed(&known));
                (ruling.0, FaultKind::Wrong { expected, found: format!("{reading:?}") })
            }
            Self::Settled { ruling, default } => {
                let expected = format!("no choice, since it is settled as {default}");
                (ruling.0, FaultKind::Wrong { expected, found: "a choice".to_owned() })
            }
        };
        Fault { file: "set-up".to_owned(), line: None, path: format!("rulings.{ruling}"), kind }
    }
}

/// The rulings of one rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulings {
    file: String,
    all: Vec<Ruling>,
}

impl Rulings {
    /// Reads a `rulings.toml`. `file` is the name that faults are reported under.
    ///
    /// # Errors
    /// Every fault at once: TOML, unknown and missing keys, names and rules that are malformed or stand twice, a default
    /// that is no reading, an option with a single reading.
    pub fn read(file: &str, text: &str) -> Result<Self, Faults> {
        let mut names = BTreeSet::new();
        let all = rows::read(file, text, "ruling", |row| ruling(row, &mut names))?;
        Ok(Self { file: file.to_owned(), all })
    }

    /// Each ruling, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Ruling> {
        self.all.iter()
    }

    /// The ruling of this name.
    pub fn get(&self, id: &str) -> Option<&Ruling> {
        self.all.iter().find(|ruling| ruling.id.as_str() == id)
    }

    /// The reading that a set-up chooses.
    ///
    /// # Errors
    /// When there is no such ruling, it has no such reading, or it leaves no choice.
    pub fn choose(&self, id: &str, reading: &str) -> Result<&Reading, Unplayable> {
        let ruling = self.get(id).ok_or_else(|| Unplayable::UnknownRuling { ruling: id.to_owned() })?;
        if ruling.latitude == Latitude::Settled {
            return Err(Unplayable::Settled { ruling: ruling.id.clone(), default: ruling.default.clone() });
        }
        ruling.reading(reading).ok_or_else(|| {
            let others = ruling.readings.iter().map(|r| &r.id).filter(|id| **id != ruling.default);
            let known = [&ruling.default].into_iter().chain(others).cloned().collect();
            Unplayable::UnknownReading { ruling: ruling.id.clone(), reading: reading.to_owned(), known }
        })
    }

    fn fault(&self, id: &str, kind: FaultKind) -> Fault {
        Fault { file: self.file.clone(), line: None, path: format!("ruling.{id}"), kind }
    }
}

fn ruling(row: &mut Row<'_, '_, '_>, names: &mut BTreeSet<RulingId>) -> Option<Ruling> {
    let id: Option<RulingId> = row.parsed("id", NAME);
    if let Some(id) = &id {
        row.name(id.as_str());
        if !names.insert(id.clone()) {
            row.wrong("id", "a name of its own", format!("{:?} for the second time", id.as_str()));
        }
    }
    let rules = row.parsed_list("rules", "a list of rules, as in [\"M 9.5.2/7\"]");
    let lines = row.numbers("lines");
    let point = row.text("point");
    let mut reading_names = BTreeSet::new();
    let readings = row.rows("reading", |row| {
        let id: Option<ReadingId> = row.parsed("id", NAME);
        if let Some(id) = &id {
            row.name(id.as_str());
            if !reading_names.insert(id.clone()) {
                row.wrong("id", "a name of its own", format!("{:?} for the second time", id.as_str()));
            }
        }
        let says = row.text("says");
        Some(Reading { id: id?, says: says? })
    });
    let default: Option<ReadingId> = row.parsed("default", NAME);
    if let Some(default) = &default
        && !reading_names.contains(default)
    {
        row.wrong("default", "one of the readings", format!("{:?}", default.as_str()));
    }
    let why = row.text("why");
    let latitude = if row.flag("option")? { Latitude::Option } else { Latitude::Settled };
    if latitude == Latitude::Option && reading_names.len() < 2 {
        row.wrong("option", "at least two readings of an option", reading_names.len().to_string());
    }
    Some(Ruling { id: id?, rules, lines, point: point?, readings, default: default?, why: why?, latitude })
}

/// A ruling that code declares through [`rulings!`](crate::rulings!): an enum of its readings.
pub trait Choice: Copy + PartialEq + 'static {
    /// The name of the ruling.
    const ID: &'static str;
    /// The readings, the default first.
    const ALL: &'static [Self];
    /// The name of this reading.
    fn reading(self) -> &'static str;
}

/// A ruling as code declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The name of the ruling.
    pub ruling: &'static str,
    /// The names of its readings, the default first.
    pub readings: &'static [&'static str],
}

/// Compares what code declares with the files that it is declared for: each option of each file is declared; each
/// declaration is an option of some file, with the same readings wherever it stands, and the first of them the default of
/// the first file that has it.
///
/// # Errors
/// Every difference at once.
pub fn compare(declared: &[Declared], books: &[&Rulings]) -> Result<(), Faults> {
    let mut faults = Faults::default();
    for one in declared {
        let mut first = true;
        for book in books {
            let Some(ruling) = book.get(one.ruling) else { continue };
            faults.faults.extend(mismatch(*one, book, ruling));
            let default = one.readings.first().copied().unwrap_or_default();
            if first && ruling.default.as_str() != default {
                let expected = format!("the default {default:?}, as in the code");
                let kind = FaultKind::Wrong { expected, found: format!("{:?}", ruling.default.as_str()) };
                faults.faults.push(book.fault(one.ruling, kind));
            }
            first = false;
        }
        if first && let Some(book) = books.first() {
            let expected = format!("this ruling with the readings {}", one.readings.join(", "));
            faults.faults.push(book.fault(one.ruling, FaultKind::Missing { expected }));
        }
    }
    for book in books {
        faults.faults.extend(undeclared(declared, book));
    }
    faults.or_none()
}

/// What a set-up's choices come to in one book.
///
/// # Errors
/// Every choice that cannot be played, and every difference between the book and the code, at once.
pub fn settle(
    declared: &[Declared],
    book: &Rulings,
    wanted: &BTreeMap<String, String>,
) -> Result<BTreeMap<&'static str, &'static str>, Faults> {
    let mut faults = Faults::default();
    faults
        .faults
        .extend(wanted.iter().filter_map(|(id, reading)| book.choose(id, reading).err()).map(Unplayable::into_fault));
    faults.faults.extend(undeclared(declared, book));
    let mut settled = BTreeMap::new();
    for one in declared {
        let Some(ruling) = book.get(one.ruling) else { continue };
        faults.faults.extend(mismatch(*one, book, ruling));
        let reading = wanted.get(one.ruling).map_or(ruling.default.as_str(), String::as_str);
        settled.extend(one.readings.iter().find(|known| **known == reading).map(|known| (one.ruling, *known)));
    }
    faults.or_none().map(|()| settled)
}

fn mismatch(one: Declared, book: &Rulings, ruling: &Ruling) -> Option<Fault> {
    let here: BTreeSet<&str> = ruling.readings.iter().map(|reading| reading.id.as_str()).collect();
    let there: BTreeSet<&str> = one.readings.iter().copied().collect();
    if ruling.latitude == Latitude::Option && here == there {
        return None;
    }
    let expected = format!("an option with the readings {}, as in the code", one.readings.join(", "));
    let found = match ruling.latitude {
        Latitude::Option => ruling.readings.iter().map(|reading| reading.id.as_str()).collect::<Vec<_>>().join(", "),
        Latitude::Settled => "a settled ruling".to_owned(),
    };
    Some(book.fault(one.ruling, FaultKind::Wrong { expected, found }))
}

fn undeclared<'b>(declared: &'b [Declared], book: &'b Rulings) -> impl Iterator<Item = Fault> + 'b {
    let options = book.iter().filter(|ruling| ruling.latitude == Latitude::Option);
    options.filter(|ruling| declared.iter().all(|one| one.ruling != ruling.id.as_str())).map(|ruling| {
        let expected = "a settled ruling, since the code plays only its default".to_owned();
        book.fault(ruling.id.as_str(), FaultKind::Wrong { expected, found: "an option".to_owned() })
    })
}

/// The reading that [`settle`] found for this ruling; the default where the book does not have it.
pub fn settled<C: Choice + Default>(readings: &BTreeMap<&'static str, &'static str>) -> C {
    let wanted = readings.get(C::ID);
    C::ALL.iter().find(|choice| Some(&choice.reading()) == wanted).copied().unwrap_or_default()
}

/// Declares the rulings that a ruleset plays either way: an enum for each, with its default first, and a struct of one
/// choice each.
///
/// ```
/// grognard::rulings! {
///     /// How the open points are played.
///     pub struct Chosen {
///         /// What a charge does in a zone of control.
///         charge_in_zoc: ChargeInZoc = "charge-stops-in-zoc" {
///             /// It stops.
///             Stops = "stops",
///             RidesThrough = "rides-through",
///         },
///     }
/// }
/// # let text = "[[ruling]]\nid = 'charge-stops-in-zoc'\nrules = ['M 9.1/8']\npoint = 'p'\ndefault = 'stops'\nwhy = 'w'\n\
/// #     option = true\nreading = [{ id = 'stops', says = 's' }, { id = 'rides-through', says = 's' }]";
/// # let book = grognard::rulings::Rulings::read("rulings.toml", text)?;
/// assert_eq!(Chosen::default().charge_in_zoc, ChargeInZoc::Stops);
/// Chosen::check(&[&book])?;
/// let wanted = [("charge-stops-in-zoc".to_owned(), "rides-through".to_owned())].into();
/// let chosen = Chosen::choose(&book, &wanted)?;
/// assert_eq!(chosen.charge_in_zoc, ChargeInZoc::RidesThrough);
/// assert_eq!(chosen.departures(&book), wanted);
/// # Ok::<(), grognard::figures::Faults>(())
/// ```
///
/// A series whose books share their code declares the rulings of all of them at once: `choose` takes one book's file, its
/// defaults, and nothing that the file does not have; what it does not have keeps its first reading.
#[macro_export]
macro_rules! rulings {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[$field_meta:meta])*
                $field:ident: $choice:ident = $id:literal {
                    $($(#[$variant_meta:meta])* $variant:ident = $reading:literal),+ $(,)?
                }
            ),* $(,)?
        }
    ) => {
        $(
            $(#[$field_meta])*
            #[doc = ""]
            #[doc = concat!("The ruling `", $id, "`.")]
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            $vis enum $choice {
                $(
                    $(#[$variant_meta])*
                    #[doc = ""]
                    #[doc = concat!("The reading `", $reading, "`.")]
                    $variant,
                )+
            }

            impl $crate::rulings::Choice for $choice {
                const ID: &'static str = $id;
                const ALL: &'static [Self] = &[$(Self::$variant),+];

                fn reading(self) -> &'static str {
                    match self {
                        $(Self::$variant => $reading,)+
                    }
                }
            }

            impl Default for $choice {
                fn default() -> Self {
                    <Self as $crate::rulings::Choice>::ALL[0]
                }
            }
        )*

        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        $vis struct $name {
            $(
                $(#[$field_meta])*
                pub $field: $choice,
            )*
        }

        impl $name {
            /// The rulings that are declared here, in order.
            pub const DECLARED: &'static [$crate::rulings::Declared] = &[
                $($crate::rulings::Declared { ruling: $id, readings: &[$($reading),+] }),*
            ];

            /// The readings that a set-up chooses under this book's rulings, and the book's defaults for the others.
            ///
            /// # Errors
            /// Every choice that cannot be played, and every difference between the book and the code, at once.
            pub fn choose(
                book: &$crate::rulings::Rulings,
                wanted: &::std::collections::BTreeMap<String, String>,
            ) -> Result<Self, $crate::figures::Faults> {
                let readings = $crate::rulings::settle(Self::DECLARED, book, wanted)?;
                Ok(Self { $($field: $crate::rulings::settled(&readings)),* })
            }

            /// Compares what is declared here with the files of the books that it is declared for.
            ///
            /// # Errors
            /// Every difference at once.
            pub fn check(books: &[&$crate::rulings::Rulings]) -> Result<(), $crate::figures::Faults> {
                $crate::rulings::compare(Self::DECLARED, books)
            }

            /// The choices that differ from the book's defaults, as a set-up or a record names them.
            pub fn departures(
                &self,
                book: &$crate::rulings::Rulings,
            ) -> ::std::collections::BTreeMap<String, String> {
                let chosen: &[(&str, &str)] = &[$(($id, $crate::rulings::Choice::reading(self.$field))),*];
                $crate::rulings::departures(chosen, book)
            }
        }
    };
}

/// Those of the rulings and readings that differ from the book's defaults.
#[doc(hidden)]
pub fn departures(chosen: &[(&str, &str)], book: &Rulings) -> BTreeMap<String, String> {
    let differs =
        |(id, reading): &&(&str, &str)| book.get(id).is_some_and(|ruling| ruling.default.as_str() != *reading);
    chosen.iter().filter(differs).map(|(id, reading)| ((*id).to_owned(), (*reading).to_owned())).collect()
}

#[cfg(test)]
mod tests;
