//! Actions of Montenotte that a player who errs would try: what random changes of legal actions seldom hit upon.

use core::mem::discriminant;

use grognard::hex::Dir;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Cover, Restraint};
use grognard::montenotte::ids::MarkerId;
use grognard::montenotte::state::{Content, State};
use grognard::ruleset::Ruleset;
use grognard::side::Side;

/// What a player might try where he is asked: the kinds of action that are listed, with other restraints, covers, markers
/// and directions.
pub fn montenotte(rules: &Montenotte, s: &State, by: Side) -> Vec<Action> {
    let legal = rules.legal_actions(s, by);
    let Some(first) = legal.first() else { return Vec::new() };
    let own: Vec<MarkerId> = rules.markers(by).into_iter().collect();
    let mut all = vec![Action::Done, Action::Rest];
    all.extend([Restraint::None, Restraint::General, Restraint::WithBonus].map(|restraint| Action::Halt { restraint }));
    all.extend(Cover::ALL.map(|cover| Action::Terrain { cover }));
    all.extend(Dir::ALL.map(|dir| Action::Step { dir }));
    all.extend(Dir::ALL.map(|dir| Action::Rapid { dir }));
    all.extend(Dir::ALL.map(|dir| Action::Attack { dir }));
    all.extend(own.iter().map(|marker| Action::Activate { marker: *marker }));
    if let Action::Refrain { marker, .. } = *first {
        let all_three = [Restraint::None, Restraint::General, Restraint::WithBonus];
        all.extend(all_three.map(|restraint| Action::Refrain { marker, restraint }));
    }
    let chiefs = own.iter().filter(|marker| matches!(s.content(**marker), Content::Chief(_)));
    all.extend(chiefs.flat_map(|chief| own.iter().map(|marker| Action::Fund { chief: *chief, marker: *marker })));
    let compulsory = legal.iter().any(|action| matches!(action, Action::Withdraw { .. }));
    let known = |action: &Action| {
        let alike = legal.iter().any(|listed| discriminant(listed) == discriminant(action));
        alike || (compulsory && matches!(action, Action::Rest | Action::Done))
    };
    all.retain(known);
    all
}
