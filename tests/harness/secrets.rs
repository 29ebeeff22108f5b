//! Views keep secrets: a position, and another that a side's view of it allows, give that side the same of everything.

use core::fmt::Debug;

use grognard::chance::{Recording, Scripted, Seeded};
use grognard::doors::Doors;
use grognard::journal::Account;
use grognard::players::Random;
use grognard::side::Side;

/// How a difference would be told.
type Told = Result<(), String>;
/// Whether a journal shows a side what was hidden from it: what comes then may differ.
pub type Reveals<R> =
    fn(&R, Side, &Account<<R as grognard::ruleset::Ruleset>::Event, <R as grognard::ruleset::Ruleset>::Label>) -> bool;

/// A position, and what a side supposes of it: they differ in what it cannot see.
struct Pair<'a, R: Doors> {
    rules: &'a R,
    truth: &'a R::State,
    supposed: &'a R::State,
    viewer: Side,
    reveals: Reveals<R>,
}

/// Checks a position for both sides: the sides' views, what is supposed of them, and what comes of a few actions.
///
/// # Errors
/// The first difference.
pub fn kept<R: Doors>(rules: &R, truth: &R::State, random: &mut Random, reveals: Reveals<R>) -> Told {
    for viewer in Side::BOTH {
        let view = rules.view(truth, viewer);
        let supposed = rules
            .suppose(&view, &R::Guess::default())
            .map_err(|faults| format!("what {viewer:?} sees cannot be supposed: {faults}"))?;
        if rules.view(&supposed, viewer) != view {
            return Err(format!("{viewer:?} sees another thing in what it supposes"));
        }
        if supposed != *truth {
            Pair { rules, truth, supposed: &supposed, viewer, reveals }.holds(random)?;
        }
    }
    Ok(())
}

/// Checks one action: what a side is told of it, and what it then sees, is the same in a position and in what the side
/// supposes of it. Says whether the two positions differ at all.
///
/// # Errors
/// The first difference.
pub fn kept_through<R: Doors>(
    rules: &R,
    truth: &R::State,
    viewer: Side,
    (by, action): (Side, &R::Action),
    seed: u64,
    reveals: Reveals<R>,
) -> Result<Hidden, String> {
    let supposed = rules.suppose(&rules.view(truth, viewer), &R::Guess::default()).map_err(|f| f.to_string())?;
    if supposed == *truth {
        return Ok(Hidden::Nothing);
    }
    let pair = Pair { rules, truth, supposed: &supposed, viewer, reveals };
    pair.acted(by, action, seed)?;
    Ok(Hidden::Something)
}

/// Whether something is hidden from a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    Nothing,
    Something,
}

/// Everything that a side learns at a position but for its view: who is asked what, whether the game pauses for the other
/// side, what may be done, and what is said of what may not.
fn learned<R: Doors>(rules: &R, s: &R::State, by: Side, tries: &[R::Action]) -> Vec<String> {
    let waiting = rules.waiting(s);
    let mut learned = vec![
        format!("over: {}", rules.over(s)),
        format!("asked: {:?}", waiting.of(by)),
        format!("pauses: {}", waiting.of(by.enemy()).is_some()),
        format!("legal: {:?}", rules.legal_actions(s, by)),
        format!("declines: {:?}", rules.decline(s, by)),
    ];
    for action in tries {
        let refused = rules.check(s, by, action).err();
        learned.push(format!("{action:?}: {refused:?}"));
    }
    learned
}

impl<R: Doors> Pair<'_, R> {
    fn same(&self, what: &str, here: &dyn Debug, there: &dyn Debug) -> Told {
        let (here, there) = (format!("{here:?}"), format!("{there:?}"));
        if here == there {
            return Ok(());
        }
        let rest = here.chars().zip(there.chars()).take_while(|(a, b)| a == b).count().saturating_sub(60);
        let from = |text: &str| text.chars().skip(rest).take(300).collect::<String>();
        let viewer = self.viewer;
        Err(format!("{viewer:?} learns what is hidden by its {what}:\n  {}\n  {}", from(&here), from(&there)))
    }

    fn all_same(&self, what: &str, here: &[String], there: &[String]) -> Told {
        for (here, there) in here.iter().zip(there) {
            self.same(what, here, there)?;
        }
        self.same(what, &here.len(), &there.len())
    }

    fn holds(&self, random: &mut Random) -> Told {
        let Self { rules, truth, supposed, viewer, .. } = *self;
        // What the enemy may do is refused to the viewer, and in the same words.
        let mut tries = rules.legal_actions(truth, viewer.enemy());
        tries.extend(rules.legal_actions(supposed, viewer.enemy()));
        tries.truncate(40);
        let [here, there] = [truth, supposed].map(|state| learned(rules, state, viewer, &tries));
        self.all_same("questions and answers", &here, &there)?;
        // The same action with the same dice in both.
        for by in Side::BOTH {
            let mut actions = rules.legal_actions(truth, by);
            actions.retain(|action| by == viewer || rules.check(supposed, by, action).is_ok());
            for _ in 0..2.min(actions.len()) {
                let action = actions.swap_remove(random.below(actions.len()));
                self.acted(by, &action, random.below(1 << 20) as u64)?;
            }
        }
        Ok(())
    }

    /// Plays an action in both positions: the viewer is told the same of it, unless it shows what was hidden.
    fn acted(&self, by: Side, action: &R::Action, seed: u64) -> Told {
        let Self { rules, viewer, .. } = *self;
        let mut chance = Recording::new(Seeded::new(seed));
        let Ok(outcome) = rules.apply(self.truth, by, action, &mut chance) else { return Ok(()) };
        if (self.reveals)(rules, viewer, &outcome.journal) {
            return Ok(());
        }
        let otherwise =
            |how: String| format!("{action:?} of {by:?} goes otherwise where what is hidden differs: {how}");
        let mut script = Scripted::new(chance.take());
        let other = rules.apply(self.supposed, by, action, &mut script).map_err(|stop| otherwise(stop.to_string()))?;
        if (self.reveals)(rules, viewer, &other.journal) {
            return Ok(());
        }
        script.finish().map_err(|fault| otherwise(fault.to_string()))?;
        let told = |journal: &Account<R::Event, R::Label>| -> Vec<String> {
            rules.journal_for(viewer, journal).iter().map(|entry| format!("{} {entry:?}", rules.tell(entry))).collect()
        };
        self.all_same(&format!("journal of {action:?}"), &told(&outcome.journal), &told(&other.journal))?;
        self.same(&format!("way to take {action:?} back"), &outcome.undo, &other.undo)?;
        let [here, there] = [&outcome.state, &other.state].map(|state| rules.view(state, viewer));
        self.same(&format!("view after {action:?}"), &here, &there)?;
        let [here, there] = [&outcome.state, &other.state].map(|state| learned(rules, state, viewer, &[]));
        self.all_same(&format!("questions after {action:?}"), &here, &there)
    }
}
