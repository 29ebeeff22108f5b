//! The harness: what must hold of every ruleset, tried at every state of random games.

mod checks;
mod jours_de_gloire;
mod kinds;
mod montenotte;
mod montenotte_proving;
mod montenotte_rules;
mod mutation;
mod proving;
mod readings;
mod rivoli;
mod secret_forces;
mod secret_games;
mod secrets;
mod series;
mod temptations;
mod temptations_of_montenotte;
mod toy;
mod watched;
