//! Clauses of the rulebooks that no other test proves: for each what it allows, what it forbids, or the edge.

#[path = "../support/drill.rs"]
mod drill;
#[path = "../support/mod.rs"]
mod support;

mod basics;
mod charge;
mod pursuit;
mod retreat;
mod rulings;
mod stacking;
mod tables;

use drill::{Drill, Game};
use grognard::chance::Scripted;
use grognard::hex::Vertex::E;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Frame, Party, Step};
use grognard::jours_de_gloire::position::Orders;
use grognard::ruleset::Ruleset;
use grognard::side::UnitId;

/// Charges a hex by this way and halts, facing east.
#[track_caller]
fn ride(g: &mut Game, unit: UnitId, target: &str, way: &[&str]) {
    let target = g.cell(target);
    g.act(Action::Charge { unit, party: Party::Alone, target }, &[]);
    g.go(way);
    g.act(drill::halt(E), &[]);
}

/// Declines what is asked until the combats are resolved.
#[track_caller]
fn to_combat(g: &mut Game) {
    while g.frame() != Frame::Activation(Step::Combat) {
        g.act(Action::Done, &[]);
    }
}

/// Acts; 5 on every die.
#[track_caller]
fn fives(g: &mut Game, action: Action) {
    let by = g.asked().unwrap();
    let enough = (0..9).map(|dice| vec![5; dice]).find(|dice| {
        let mut chance = Scripted::d10(dice.iter().copied());
        g.rules.apply(&g.state, by, &action, &mut chance).is_ok()
    });
    g.act(action, &enough.expect("few dice"));
}

/// Formation A with orders, at the fire step.
fn batteries(d: Drill) -> Game {
    d.begin("A", Orders::Received, Step::Fire)
}

fn fire(g: &Game, unit: UnitId, target: &str) -> Action {
    Action::Fire { unit, target: g.cell(target), party: Party::Alone }
}
