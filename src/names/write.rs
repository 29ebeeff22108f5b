//! Writing a value in names: serde's values into JSON, ids translated on the way.

use core::fmt;

use serde::ser::{self, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{DRAW, Names, SIDE};
use crate::side::UnitSet;

/// Why a value cannot be written: a map whose keys are no texts.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unwritten(String);

impl ser::Error for Unwritten {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self(text.to_string())
    }
}

/// Writes one value.
#[derive(Clone, Copy)]
pub(super) struct Writer<'n> {
    names: &'n dyn Names,
}

impl<'n> Writer<'n> {
    pub fn new(names: &'n dyn Names) -> Self {
        Self { names }
    }

    /// The name of an id that was written as this number.
    fn named(self, kind: &str, value: Value) -> Value {
        let Some(id) = value.as_u64() else { return value };
        if let Some(of) = self.names.set_of(kind) {
            let name = |member: u64| self.names.name(of, member).map_or(Value::from(member), Value::String);
            return UnitSet::from_bits(id).map(|member| name(member.index() as u64)).collect();
        }
        match self.names.what(kind) {
            Some(_) => self.names.name(kind, id).map_or(value, Value::String),
            None => value,
        }
    }
}

fn tagged(variant: &str, value: Value) -> Value {
    let mut map = Map::new();
    map.insert(variant.to_owned(), value);
    Value::Object(map)
}

/// A list or a tuple, under the name of its variant if it has one.
pub(super) struct List<'n> {
    writer: Writer<'n>,
    variant: Option<&'static str>,
    items: Vec<Value>,
}

/// A map or a struct, under the name of its variant if it has one.
pub(super) struct Table<'n> {
    writer: Writer<'n>,
    variant: Option<&'static str>,
    entries: Map<String, Value>,
    key: String,
}

macro_rules! plain {
    ($($name:ident: $type:ty),* $(,)?) => {$(
        fn $name(self, value: $type) -> Result<Value, Unwritten> {
            Ok(Value::from(value))
        }
    )*};
}

impl<'n> Serializer for Writer<'n> {
    type Ok = Value;
    type Error = Unwritten;
    type SerializeSeq = List<'n>;
    type SerializeTuple = List<'n>;
    type SerializeTupleStruct = List<'n>;
    type SerializeTupleVariant = List<'n>;
    type SerializeMap = Table<'n>;
    type SerializeStruct = Table<'n>;
    type SerializeStructVariant = Table<'n>;

    plain! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_str: &str,
    }

    fn serialize_char(self, value: char) -> Result<Value, Unwritten> {
        Ok(Value::String(value.to_string()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value, Unwritten> {
        Ok(value.iter().map(|byte| Value::from(*byte)).collect())
    }

    fn serialize_none(self) -> Result<Value, Unwritten> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Unwritten> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Unwritten> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Unwritten> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, name: &'static str, index: u32, variant: &'static str) -> Result<Value, Unwritten> {
        let side = if name == SIDE { self.names.name(SIDE, index.into()) } else { None };
        Ok(Value::String(side.unwrap_or_else(|| variant.to_owned())))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value, Unwritten> {
        let value = value.serialize(self)?;
        Ok(self.named(name, value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Unwritten> {
        let value = value.serialize(self)?;
        let value = if name == "Fall" && variant == "draw" { self.named(DRAW, value) } else { value };
        Ok(tagged(variant, value))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'n>, Unwritten> {
        Ok(List { writer: self, variant: None, items: Vec::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'n>, Unwritten> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'n>, Unwritten> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'n>, Unwritten> {
        Ok(List { writer: self, variant: Some(variant), items: Vec::new() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Table<'n>, Unwritten> {
        Ok(Table { writer: self, variant: None, entries: Map::new(), key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Table<'n>, Unwritten> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Table<'n>, Unwritten> {
        Ok(Table { writer: self, variant: Some(variant), entries: Map::new(), key: String::new() })
    }
}

impl List<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        self.items.push(value.serialize(self.writer)?);
        Ok(())
    }

    fn done(self) -> Value {
        let list = Value::Array(self.items);
        match self.variant {
            Some(variant) => tagged(variant, list),
            None => list,
        }
    }
}

impl Table<'_> {
    fn put<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Unwritten> {
        let value = value.serialize(self.writer)?;
        self.entries.insert(key.to_owned(), value);
        Ok(())
    }

    fn done(self) -> Value {
        let map = Value::Object(self.entries);
        match self.variant {
            Some(variant) => tagged(variant, map),
            None => map,
        }
    }
}

macro_rules! lists {
    ($($trait:ident: $item:ident),* $(,)?) => {$(
        impl ser::$trait for List<'_> {
            type Ok = Value;
            type Error = Unwritten;

            fn $item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
                self.push(value)
            }

            fn end(self) -> Result<Value, Unwritten> {
                Ok(self.done())
            }
        }
    )*};
}

lists! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

macro_rules! tables {
    ($($trait:ident),* $(,)?) => {$(
        impl ser::$trait for Table<'_> {
            type Ok = Value;
            type Error = Unwritten;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Unwritten> {
                self.put(key, value)
            }

            fn end(self) -> Result<Value, Unwritten> {
                Ok(self.done())
            }
        }
    )*};
}

tables!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Table<'_> {
    type Ok = Value;
    type Error = Unwritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritten> {
        self.key = match key.serialize(self.writer)? {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            other => return Err(Unwritten(format!("{other} is no key"))),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        let key = core::mem::take(&mut self.key);
        self.put(&key, value)
    }

    fn end(self) -> Result<Value, Unwritten> {
        Ok(self.done())
    }
}
