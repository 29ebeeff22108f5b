//! What an activated force has done and may do, in words: one for each bit of [`Acting::flags`].

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::frame::Acting;

/// The bits with their words.
const WORDS: [(u8, &str); 8] = [
    (Acting::MOVED, "owes-attrition"),
    (Acting::EVER, "moved"),
    (Acting::HALF, "half-capacity"),
    (Acting::MAY_FIGHT, "may-fight"),
    (Acting::NO_FIGHT, "may-not-fight"),
    (Acting::DID, "acted"),
    (Acting::MINIMUM, "minimum-movement"),
    (Acting::FOUGHT, "fought"),
];

pub(super) fn serialize<S: Serializer>(flags: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    let words: Vec<&str> = WORDS.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, word)| *word).collect();
    words.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let mut flags = 0;
    for word in Vec::<String>::deserialize(deserializer)? {
        match WORDS.iter().find(|(_, known)| *known == word) {
            Some((bit, _)) if flags & bit == 0 => flags |= bit,
            Some(_) => return Err(D::Error::custom(format_args!("`{word}` stands twice"))),
            None => return Err(D::Error::custom(format_args!("an activated force is not `{word}`"))),
        }
    }
    Ok(flags)
}
