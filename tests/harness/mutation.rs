//! Actions that were not listed: made of listed ones, of their written form.

use grognard::players::Random;
use serde_json::Value;

/// Changes one part of a written action: a number by a little or to anything, a word or a number to one that stands in
/// the same place of another action.
pub fn mutate(action: &Value, other: &Value, random: &mut Random) -> Value {
    let mut mutated = action.clone();
    let parts = leaves(&mutated, String::new());
    if parts.is_empty() {
        return other.clone();
    }
    let place = parts[random.below(parts.len())].clone();
    let Some(part) = mutated.pointer_mut(&place) else { return mutated };
    let elsewhere = last(&place).and_then(|key| find(other, key)).cloned();
    *part = match (part.as_u64(), random.below(4)) {
        (Some(number), 0) => (number + 1).into(),
        (Some(number), 1) => number.saturating_sub(1).into(),
        (Some(_), 2) => random.below(64).into(),
        _ => elsewhere.unwrap_or_else(|| Value::from(random.below(300))),
    };
    mutated
}

fn last(place: &str) -> Option<&str> {
    place.rsplit('/').next()
}

fn leaves(value: &Value, at: String) -> Vec<String> {
    match value {
        Value::Object(map) => map.iter().flat_map(|(key, value)| leaves(value, format!("{at}/{key}"))).collect(),
        Value::Array(items) => items.iter().enumerate().flat_map(|(i, v)| leaves(v, format!("{at}/{i}"))).collect(),
        _ => vec![at],
    }
}

fn find<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Object(map) => map.get(key).or_else(|| map.values().find_map(|value| find(value, key))),
        Value::Array(items) => items.iter().find_map(|value| find(value, key)),
        _ => None,
    }
}
