//! JSON that was tampered with.

use serde_json::Value;

use super::play::Dice;

/// What is put in place of something: of another type, out of range, or a name from elsewhere in the document.
fn other(pool: &[Value], dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => Value::Null,
        1 => Value::from(dice.below(256)),
        2 => Value::from(u64::MAX),
        3 => Value::from(-1),
        4 => Value::from(""),
        5 => Value::Array(Vec::new()),
        6 => serde_json::json!({}),
        _ => pool[dice.below(pool.len())].clone(),
    }
}

/// Everything within a value.
pub fn pool(value: &Value, pool: &mut Vec<Value>) {
    pool.push(value.clone());
    match value {
        Value::Array(items) => items.iter().for_each(|item| self::pool(item, pool)),
        Value::Object(entries) => entries.iter().for_each(|(key, item)| {
            pool.push(Value::from(key.as_str()));
            self::pool(item, pool);
        }),
        _ => {}
    }
}

/// Changes one thing somewhere within a value.
pub fn mutate(value: &mut Value, all: &[Value], dice: &mut Dice) {
    match value {
        Value::Array(items) if !items.is_empty() && dice.below(8) > 0 => {
            let at = dice.below(items.len());
            match dice.below(8) {
                0 => drop(items.remove(at)),
                1 => {
                    let item = items[at].clone();
                    items.push(item);
                }
                2 => items.insert(at, other(all, dice)),
                _ => mutate(&mut items[at], all, dice),
            }
        }
        Value::Object(entries) if !entries.is_empty() && dice.below(8) > 0 => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let key = &keys[dice.below(keys.len())];
            match dice.below(10) {
                0 => drop(entries.remove(key)),
                1 => {
                    let item = entries.remove(key).unwrap_or_default();
                    if let Value::String(name) = other(all, dice) {
                        entries.insert(name, item);
                    }
                }
                _ => mutate(entries.get_mut(key).unwrap_or(&mut Value::Null), all, dice),
            }
        }
        Value::Number(number) if dice.below(2) == 0 => {
            let number = number.as_u64().unwrap_or(0);
            *value = Value::from(if dice.below(2) == 0 { number.wrapping_add(1) } else { number.saturating_sub(1) });
        }
        _ => *value = other(all, dice),
    }
}
