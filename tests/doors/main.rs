//! Documents, views, records and the JSON door.

mod any;
mod documents;
mod door;
mod montenotte;
mod mutated;
mod mutation;
mod named;
mod play;
mod reasons;
mod records;
mod secrets;
mod views;
