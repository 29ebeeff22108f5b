//! Documents, views, records and the JSON door.

mod documents;
mod play;
