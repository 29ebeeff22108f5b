//! Values in names: what a ruleset's states, actions and events look like outside of the program.
//!
//! Inside, a unit is a place in a roster and a hex a place in an array. Outside, in documents, records and the JSON door,
//! it is `"O'Reilly/Nauendorff"` and `"0913"`. The translation is made by type: an id is a newtype, serde knows its name
//! (`UnitId`), and [`Names`] translates ids of that name. So every action, event, question and reason of a ruleset is
//! written and read in names without a line of code for it, and one that is added later is as well.
//!
//! - A newtype whose name [`Names`] knows is written as its name; one that it does not know, as what it holds.
//! - `UnitSet` is a list of names. `Side` is the side's name. The marker of a draw ([`Fall::Draw`](crate::chance::Fall)) is
//!   its name.
//! - All else is JSON as serde writes it: `{"charge": {"unit": "O'Reilly/Nauendorff", "party": "alone", "target": "0913"}}`.

mod read;
mod write;

use core::fmt;

use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::figures::{Fault, FaultKind, Faults};

/// The names of a ruleset's ids, by kind. A kind is the name of the id's type, as serde knows it: `UnitId`, `Cell`, `Side`.
pub trait Names {
    /// What this kind of id is called in a message ("a unit"); `None` for a type that is no id.
    fn what(&self, kind: &str) -> Option<&'static str>;

    /// The name of an id, by the number that serde writes for it.
    fn name(&self, kind: &str, id: u64) -> Option<String>;

    /// The number of a name.
    fn id(&self, kind: &str, name: &str) -> Option<u64>;

    /// What a set of this kind holds: a bit for each of that kind. `UnitSet` holds units, where units have names.
    fn set_of(&self, kind: &str) -> Option<&'static str> {
        (kind == UNITS && self.what(UNIT).is_some()).then_some(UNIT)
    }
}

/// The kind of the marker in a [`Fall::Draw`](crate::chance::Fall).
pub const DRAW: &str = "Fall::Draw";
/// The kind of a [`UnitId`](crate::side::UnitId).
pub const UNIT: &str = "UnitId";
/// The kind of a [`UnitSet`](crate::side::UnitSet): a list of units.
pub const UNITS: &str = "UnitSet";
/// The kind of a [`Side`](crate::side::Side).
pub const SIDE: &str = "Side";
/// The kind of a [`Cell`](crate::hex::Cell).
pub const CELL: &str = "Cell";

/// No names at all: ids stay numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nameless;

impl Names for Nameless {
    fn what(&self, _: &str) -> Option<&'static str> {
        None
    }

    fn name(&self, _: &str, _: u64) -> Option<String> {
        None
    }

    fn id(&self, _: &str, _: &str) -> Option<u64> {
        None
    }
}

/// Writes a value in names. An id that has no name (it is not of this ruleset) is written as its number, which does not
/// read back.
///
/// ```
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::jours_de_gloire::action::Action;
/// use grognard::names::{read, write};
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
///
/// let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
/// let unit = rules.roster().unit_named("O'Reilly/Nauendorff").ok_or("no such unit")?;
/// let value = write(&Action::Rally { unit }, &rules);
/// assert_eq!(value, serde_json::json!({"rally": {"unit": "O'Reilly/Nauendorff"}}));
/// assert_eq!(read::<Action>(&value, &rules, "action"), Ok(Action::Rally { unit }));
///
/// let unknown = serde_json::json!({"rally": {"unit": "O'Reilly/Lobkowitz"}});
/// let faults = read::<Action>(&unknown, &rules, "action").unwrap_err();
/// assert_eq!(faults.faults[0].path, "rally.unit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<T: Serialize + ?Sized>(value: &T, names: &dyn Names) -> Value {
    // Nothing that this crate writes can fail: keys are texts and numbers are whole.
    value.serialize(write::Writer::new(names)).unwrap_or(Value::Null)
}

/// Reads a value that is written in names.
///
/// # Errors
/// Every name that is unknown, each with its place; or the first thing that is wrong with the shape of the value.
pub fn read<T: DeserializeOwned>(value: &Value, names: &dyn Names, file: &str) -> Result<T, Faults> {
    read_at(value, names, file, "")
}

/// Reads a value that is written in names and stands at this path of its file.
///
/// # Errors
/// As [`read`].
pub fn read_at<T: DeserializeOwned>(value: &Value, names: &dyn Names, file: &str, path: &str) -> Result<T, Faults> {
    let log = read::Log::new(file);
    match T::deserialize(read::Reader::new(value, names, &log, path)) {
        Ok(value) => log.finish().map(|()| value),
        Err(error) => {
            let mut faults = log.finish().err().unwrap_or_default();
            faults.add(fault(file, error.path.as_deref().unwrap_or(path), "a value in names", error.text).into());
            Err(faults)
        }
    }
}

/// Something wrong in a document, an action or a record.
pub fn fault(file: &str, path: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Fault {
    let kind = FaultKind::Wrong { expected: expected.into(), found: found.into() };
    Fault { file: file.to_owned(), line: None, path: path.into(), kind }
}

/// A JSON value read strictly: a key that stands twice in an object is a fault, where others would take the last.
#[derive(Clone, PartialEq, Debug)]
pub struct Strict(pub Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Err(E::custom(format_args!("{value:?} is not written as a whole number from 0 to 2^64 - 1")))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let Strict(value) = entries.next_value()?;
            if map.contains_key(&key) {
                return Err(de::Error::custom(format_args!("the key `{key}` stands twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::chance::Fall;
    use crate::side::{Side, UnitId, UnitSet};

    struct Abc;

    impl Names for Abc {
        fn what(&self, kind: &str) -> Option<&'static str> {
            match kind {
                UNIT => Some("a unit"),
                SIDE => Some("a side"),
                DRAW => Some("a marker"),
                _ => None,
            }
        }

        fn name(&self, kind: &str, id: u64) -> Option<String> {
            let letters = if kind == SIDE { "RB" } else { "abc" };
            letters.chars().nth(id as usize).map(String::from)
        }

        fn id(&self, kind: &str, name: &str) -> Option<u64> {
            (0..3).find(|id| self.name(kind, *id).as_deref() == Some(name))
        }
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    struct Whole {
        one: UnitId,
        none: Option<UnitId>,
        set: UnitSet,
        sides: (Side, Side),
        falls: Vec<Fall>,
        by_name: BTreeMap<String, u8>,
        shape: Shape,
        text: String,
        least: i8,
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    enum Shape {
        Plain,
        Of(UnitId),
        Pair(UnitId, u8),
        With { unit: UnitId },
    }

    fn whole(shape: Shape) -> Whole {
        let unit = UnitId::new(2).unwrap();
        Whole {
            one: unit,
            none: None,
            set: UnitSet::first(2),
            sides: (Side::Second, Side::First),
            falls: vec![Fall::D10(9), Fall::Draw(1), Fall::Contest(1, 2)],
            by_name: [("x".to_owned(), 1)].into(),
            shape,
            text: "t".into(),
            least: -3,
        }
    }

    #[test]
    fn values_are_written_in_names_and_read_back() {
        let unit = UnitId::new(2).unwrap();
        for shape in [Shape::Plain, Shape::Of(unit), Shape::Pair(unit, 7), Shape::With { unit }] {
            let whole = whole(shape);
            let value = write(&whole, &Abc);
            assert_eq!(read::<Whole>(&value, &Abc, "file"), Ok(whole.clone()), "{value}");
            assert_eq!(value["one"], "c");
            assert_eq!(value["set"], serde_json::json!(["a", "b"]));
            assert_eq!(value["sides"], serde_json::json!(["B", "R"]));
            assert_eq!(value["falls"][1], serde_json::json!({"draw": "b"}));
            // Without names, it is what serde_json itself writes.
            assert_eq!(write(&whole, &Nameless), serde_json::to_value(&whole).unwrap());
            assert_eq!(read::<Whole>(&write(&whole, &Nameless), &Nameless, "file"), Ok(whole));
        }
    }

    #[test]
    fn every_unknown_name_is_told_with_its_place() {
        let mut value = write(&whole(Shape::With { unit: UnitId::new(1).unwrap() }), &Abc);
        value["one"] = "x".into();
        value["set"][1] = 7.into();
        value["sides"][0] = "Green".into();
        value["shape"]["with"]["unit"] = "y".into();
        let faults = read::<Whole>(&value, &Abc, "file").unwrap_err();
        let paths: Vec<_> = faults.faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["one", "set.1", "shape.with.unit", "sides.0"]);
        value["more"] = 1.into();
        let faults = read::<Whole>(&value, &Abc, "file").unwrap_err();
        assert!(faults.to_string().contains("unknown field `more`"), "{faults}");
    }

    #[test]
    fn a_key_that_stands_twice_is_refused() {
        assert!(serde_json::from_str::<Strict>(r#"{"a": 1, "b": {"c": [1, null, true, "x", -1]}}"#).is_ok());
        let error = serde_json::from_str::<Strict>(r#"{"a": 1, "b": {"c": 1, "c": 2}}"#).unwrap_err();
        assert!(error.to_string().contains("`c` stands twice"), "{error}");
        assert!(serde_json::from_str::<Strict>("1.5").is_err());
    }
}
