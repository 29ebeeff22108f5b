//! Actions that a player who errs would try: what random changes of legal actions seldom hit upon.

use grognard::hex::Dir;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::{Arm, Barrier};
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Stage, Step};
use grognard::jours_de_gloire::state::State;
use grognard::ruleset::Ruleset;
use grognard::side::{Side, UnitId};

/// What a player of the series might try where he is asked.
pub fn series(rules: &JoursDeGloire, s: &State, by: Side) -> Vec<Action> {
    let waiting = rules.waiting(s);
    let Some(question) = waiting.of(by) else { return Vec::new() };
    let all = || (0..rules.roster().units.len()).filter_map(UnitId::new);
    let own = || all().filter(|unit| rules.side_of(*unit) == by);
    let there = || own().filter(|unit| s.at(*unit).is_some());
    let enemies = || all().filter(|unit| rules.side_of(*unit) != by && s.at(*unit).is_some());
    let arm = |unit: UnitId| rules.roster().units[unit.index()].arm;
    let grid = &rules.map().grid;
    match question.frame {
        Frame::Orders => there().map(|unit| Action::Order { unit }).collect(),
        Frame::Activation(Step::Fire) => {
            let guns = there().filter(|unit| arm(*unit) == Arm::Artillery);
            let shots = guns.flat_map(|unit| {
                let targets = enemies().filter_map(|enemy| s.at(enemy));
                targets.flat_map(move |target| {
                    [Party::Alone, Party::Stack].map(|party| Action::Fire { unit, target, party })
                })
            });
            shots.collect()
        }
        Frame::Activation(Step::Movement) => {
            let late = own().filter(|unit| s.at(*unit).is_none());
            let late = late.map(|unit| Action::Enter { unit, party: Party::Alone, gait: Gait::March });
            let at_river = there().filter_map(|unit| Some((unit, s.at(unit)?))).flat_map(|(unit, at)| {
                let over = Dir::ALL.into_iter().filter(move |dir| rules.map().edge_of(at, *dir).has(Barrier::River));
                over.filter_map(move |dir| Some(Action::Bridge { unit, cell: grid.neighbour(at, dir)? }))
            });
            late.chain(at_river).collect()
        }
        Frame::Activation(Step::Declaration) => {
            there().flat_map(|unit| Aim::ALL.map(|aim| Action::Shock { unit, aim })).collect()
        }
        Frame::Activation(Step::Rally) => there().map(|unit| Action::Rally { unit }).collect(),
        Frame::Combat(Stage::Reaction) => {
            let beside = |a: UnitId, b: UnitId| s.at(a).zip(s.at(b)).is_some_and(|(a, b)| grid.distance(a, b) == 1);
            let shots = there().flat_map(|unit| {
                let targets = enemies().filter(move |target| beside(unit, *target));
                targets.map(move |target| Action::React { unit, target })
            });
            shots.collect()
        }
        Frame::Reserve => there().map(|unit| Action::Activate { unit }).collect(),
        Frame::Moving(_) | Frame::CommanderFlight { .. } => Dir::ALL.map(|dir| Action::Step { dir }).to_vec(),
        _ => Vec::new(),
    }
}
