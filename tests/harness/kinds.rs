//! Kinds of values, by the name of their variant, and how often each was met.
//!
//! The list of all kinds is asked of the type itself (its `Deserialize` names every variant), so that a new variant is in
//! it without anyone's doing.

use core::fmt;
use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, forward_to_deserialize_any};

/// The names of all variants of an enum.
pub fn variants<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    T::deserialize(Lister).err().map(|Listed(names)| names).unwrap_or_default()
}

/// The name of the variant that a value is of.
pub fn name_of<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(map)) => map.into_iter().next().map(|(name, _)| name).unwrap_or_default(),
        other => format!("{other:?}"),
    }
}

struct Lister;

#[derive(Debug)]
struct Listed(&'static [&'static str]);

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Listed {}

impl Error for Listed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Listed(&[])
    }
}

impl<'de> Deserializer<'de> for Lister {
    type Error = Listed;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Listed> {
        Err(Listed(&[]))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Listed> {
        Err(Listed(variants))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// How often each kind was met.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    met: BTreeMap<String, u64>,
}

impl Counts {
    /// One more of the kind of this value.
    pub fn add<T: Serialize>(&mut self, value: &T) {
        *self.met.entry(name_of(value)).or_default() += 1;
    }

    /// What another has met, too.
    pub fn join(&mut self, other: &Self) {
        for (name, count) in &other.met {
            *self.met.entry(name.clone()).or_default() += count;
        }
    }

    /// Every kind of the type with how often it was met, in the order of the type.
    pub fn table<T: for<'de> Deserialize<'de>>(&self) -> Vec<(&'static str, u64)> {
        variants::<T>().iter().map(|name| (*name, self.met.get(*name).copied().unwrap_or(0))).collect()
    }

    /// What falls short of its number. The numbers must name every kind of the type, and nothing else.
    pub fn short<T: for<'de> Deserialize<'de>>(&self, wanted: &[(&str, u64)]) -> Vec<String> {
        let table = self.table::<T>();
        let mut faults = Vec::new();
        for (name, met) in &table {
            match wanted.iter().find(|(other, _)| other == name) {
                None => faults.push(format!("{name} has no number")),
                Some((_, least)) if met < least => faults.push(format!("{name}: {met} of {least}")),
                Some(_) => {}
            }
        }
        for (name, _) in wanted {
            if !table.iter().any(|(other, _)| other == name) {
                faults.push(format!("{name} is no kind"));
            }
        }
        faults
    }

    /// What of these alone falls short of its number.
    pub fn at_least<T: for<'de> Deserialize<'de>>(&self, wanted: &[(&str, u64)]) -> Vec<String> {
        let table = self.table::<T>();
        let met = |name: &str| table.iter().find(|(other, _)| *other == name).map(|(_, met)| *met);
        let short = wanted.iter().filter(|(name, least)| met(name).is_none_or(|met| met < *least));
        short.map(|(name, least)| format!("{name}: {:?} of {least}", met(name))).collect()
    }
}

/// Prints kinds and numbers, those never met last.
pub fn print(title: &str, table: &[(&'static str, u64)]) {
    println!("{title}");
    for (name, met) in table.iter().filter(|(_, met)| *met > 0) {
        println!("  {met:>9} {name}");
    }
    let never: Vec<&str> = table.iter().filter(|(_, met)| *met == 0).map(|(name, _)| *name).collect();
    if !never.is_empty() {
        println!("      never {}", never.join(", "));
    }
}
