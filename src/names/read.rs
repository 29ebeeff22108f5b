//! Reading a value in names: JSON into serde's values, names translated on the way, each with its place.

use core::cell::RefCell;
use core::fmt;

use serde::de::value::{StrDeserializer, U64Deserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

use super::{DRAW, Names, SIDE};
use crate::figures::{Fault, FaultKind, Faults};

/// Why a value cannot be read: its shape is wrong.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{text}")]
pub(super) struct Unread {
    pub path: Option<String>,
    pub text: String,
}

impl Unread {
    /// At this place, unless a place within it is known already.
    fn at(mut self, path: &str) -> Self {
        self.path.get_or_insert_with(|| path.to_owned());
        self
    }
}

impl de::Error for Unread {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self { path: None, text: text.to_string() }
    }

    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::custom(format_args!("{} is not {}", named(found), plain(&expected.to_string())))
    }

    fn invalid_value(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::invalid_type(found, expected)
    }
}

/// What was found, in the words of JSON.
fn named(found: de::Unexpected<'_>) -> String {
    match found {
        de::Unexpected::Bool(value) => value.to_string(),
        de::Unexpected::Unsigned(value) => value.to_string(),
        de::Unexpected::Signed(value) => value.to_string(),
        de::Unexpected::Str(text) => shown(&text.into()),
        de::Unexpected::Unit | de::Unexpected::Option => "null".into(),
        de::Unexpected::Seq => "a list".into(),
        de::Unexpected::Map => "an object".into(),
        other => other.to_string(),
    }
}

/// What was expected, in the same words.
fn plain(expected: &str) -> String {
    match expected {
        "u8" => format!("a whole number from 0 to {}", u8::MAX),
        "u16" => format!("a whole number from 0 to {}", u16::MAX),
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "u64" | "usize" => "a whole number from 0 to 2^64 - 1".into(),
        "i8" => format!("a whole number from {} to {}", i8::MIN, i8::MAX),
        "a string" => "a text".into(),
        "a sequence" => "a list".into(),
        "a map" => "an object".into(),
        other => other.to_owned(),
    }
}

/// The unknown names that were met so far.
pub(super) struct Log {
    file: String,
    faults: RefCell<Faults>,
}

impl Log {
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), faults: RefCell::new(Faults::default()) }
    }

    pub fn finish(self) -> Result<(), Faults> {
        self.faults.into_inner().or_none()
    }

    fn note(&self, path: &str, kind: FaultKind) {
        let fault = Fault { file: self.file.clone(), line: None, path: path.to_owned(), kind };
        self.faults.borrow_mut().faults.push(fault);
    }
}

/// Reads one value.
pub(super) struct Reader<'v> {
    value: &'v Value,
    names: &'v dyn Names,
    log: &'v Log,
    path: String,
}

impl<'v> Reader<'v> {
    pub fn new(value: &'v Value, names: &'v dyn Names, log: &'v Log, path: &str) -> Self {
        Self { value, names, log, path: path.to_owned() }
    }

    fn within(&self, value: &'v Value, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Self { value, names: self.names, log: self.log, path }
    }

    /// The number of the name that stands here. An unknown one is noted, and another taken in its place, so that the rest
    /// can be read for its faults too; the value is given up in the end.
    fn id(&self, kind: &str, what: &str) -> u64 {
        let known = self.value.as_str().map(|name| (name, self.names.id(kind, name)));
        match known {
            Some((_, Some(id))) => return id,
            Some((name, None)) => {
                self.log.note(&self.path, FaultKind::UnknownName { expected: what.to_owned(), name: name.to_owned() });
            }
            None => {
                let expected = format!("the name of {what}");
                self.log.note(&self.path, FaultKind::Wrong { expected, found: shown(self.value) });
            }
        }
        // Ids that cannot be 0 start at 1.
        1
    }

    /// The numbers of a list of names, as a set of bits.
    fn ids(&self, kind: &str, what: &str) -> u64 {
        let Value::Array(items) = self.value else {
            let expected = format!("a list of names, each of {what}");
            self.log.note(&self.path, FaultKind::Wrong { expected, found: shown(self.value) });
            return 0;
        };
        let mut bits = 0;
        for (i, item) in items.iter().enumerate() {
            let bit = 1 << (self.within(item, &i.to_string()).id(kind, what) & 63);
            if bits & bit != 0 {
                self.log.note(&self.path, FaultKind::Wrong { expected: "each name once".into(), found: shown(item) });
            }
            bits |= bit;
        }
        bits
    }
}

/// A value as a message shows it.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn wrong(value: &Value, expected: &dyn de::Expected) -> Unread {
    de::Error::custom(format_args!("{} is not {expected}", shown(value)))
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let path = self.path.clone();
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => Err(wrong(self.value, &"a whole number")),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => {
                let mut list = List { reader: &self, items: items.iter().enumerate() };
                let read = visitor.visit_seq(&mut list)?;
                match list.items.next() {
                    Some((i, _)) => Err(de::Error::custom(format_args!("more than {i} items"))),
                    None => Ok(read),
                }
            }
            Value::Object(entries) => visitor.visit_map(Table { reader: &self, entries: entries.iter(), value: None }),
        }
        .map_err(|error: Unread| error.at(&path))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Unread> {
        let members = self.names.set_of(name).and_then(|of| Some((of, self.names.what(of)?)));
        let number = match (members, self.names.what(name)) {
            (Some((of, what)), _) => self.ids(of, what),
            (None, Some(what)) => self.id(name, what),
            (None, None) => return visitor.visit_newtype_struct(self),
        };
        let id: U64Deserializer<Unread> = number.into_deserializer();
        visitor.visit_newtype_struct(id).map_err(|error| error.at(&self.path))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let path = self.path.clone();
        if name == SIDE
            && let Some(what) = self.names.what(SIDE)
        {
            let side = self.id(SIDE, what) as usize;
            let variant: StrDeserializer<'_, Unread> =
                variants.get(side).copied().unwrap_or_default().into_deserializer();
            return visitor.visit_enum(variant).map_err(|error| error.at(&path));
        }
        match self.value {
            Value::String(variant) => {
                visitor.visit_enum(Variant { enumeration: name, variant, value: None, reader: self })
            }
            Value::Object(entries) => match single(entries) {
                Some((variant, value)) => {
                    visitor.visit_enum(Variant { enumeration: name, variant, value: Some(value), reader: self })
                }
                None => Err(wrong(self.value, &"an object with one key")),
            },
            _ => Err(wrong(self.value, &format!("one of {}", variants.join(", ")).as_str())),
        }
        .map_err(|error: Unread| error.at(&path))
    }

    /// Fields stand by name: a list of values is none.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        match self.value {
            Value::Object(_) => self.deserialize_any(visitor),
            other => Err(wrong(other, &"an object").at(&self.path)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

fn single(entries: &Map<String, Value>) -> Option<(&String, &Value)> {
    let mut entries = entries.iter();
    let first = entries.next()?;
    entries.next().is_none().then_some(first)
}

struct List<'r, 'de> {
    reader: &'r Reader<'de>,
    items: core::iter::Enumerate<core::slice::Iter<'de, Value>>,
}

impl<'de> SeqAccess<'de> for &mut List<'_, 'de> {
    type Error = Unread;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unread> {
        let Some((i, item)) = self.items.next() else { return Ok(None) };
        seed.deserialize(self.reader.within(item, &i.to_string())).map(Some)
    }
}

struct Table<'r, 'de> {
    reader: &'r Reader<'de>,
    entries: serde_json::map::Iter<'de>,
    value: Option<(&'de String, &'de Value)>,
}

impl<'de> MapAccess<'de> for Table<'_, 'de> {
    type Error = Unread;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unread> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some((key, value));
        let key: StrDeserializer<'_, Unread> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Unread> {
        let Some((key, value)) = self.value.take() else { return Err(de::Error::custom("a value without a key")) };
        let reader = self.reader.within(value, key);
        let path = reader.path.clone();
        seed.deserialize(reader).map_err(|error| error.at(&path))
    }
}

struct Variant<'de> {
    enumeration: &'static str,
    variant: &'de str,
    value: Option<&'de Value>,
    reader: Reader<'de>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Unread;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Unread> {
        let variant: StrDeserializer<'_, Unread> = self.variant.into_deserializer();
        Ok((seed.deserialize(variant)?, self))
    }
}

impl<'de> Variant<'de> {
    fn content(&self) -> Result<Reader<'de>, Unread> {
        match self.value {
            Some(value) => Ok(self.reader.within(value, self.variant)),
            None => Err(de::Error::custom(format_args!("`{}` needs more than its name", self.variant))),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Unread;

    fn unit_variant(self) -> Result<(), Unread> {
        match self.value {
            None | Some(Value::Null) => Ok(()),
            Some(_) => Err(de::Error::custom(format_args!("`{}` stands alone, without more", self.variant))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unread> {
        let content = self.content()?;
        if self.enumeration == "Fall"
            && self.variant == "draw"
            && let Some(what) = content.names.what(DRAW)
        {
            let id: U64Deserializer<Unread> = content.id(DRAW, what).into_deserializer();
            return seed.deserialize(id);
        }
        seed.deserialize(content)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unread> {
        let content = self.content()?;
        match content.value {
            Value::Array(_) => content.deserialize_any(visitor),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Unread> {
        let content = self.content()?;
        match content.value {
            Value::Object(_) => content.deserialize_any(visitor),
            other => Err(wrong(other, &visitor)),
        }
    }
}
