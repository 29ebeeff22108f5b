//! Random games, for the doors to be tried at each of their states.

use grognard::chance::{Chance, Seeded};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::state::State;
use grognard::ruleset::{Outcome, Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

/// Small numbers that look random and are the same everywhere.
pub struct Dice(Seeded);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Seeded::new(seed ^ 0x5EED))
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0.pick(count.clamp(1, 255) as u8).map_or(0, usize::from)
    }
}

pub fn open(scenario: &str) -> JoursDeGloire {
    JoursDeGloire::open(&Setup::scenario(scenario)).unwrap_or_else(|faults| panic!("{scenario}: {faults}"))
}

/// Whether an action is one that brings things about.
fn fights(action: &Action) -> bool {
    !matches!(action, Action::Done | Action::Pivot { .. } | Action::ToTop { .. } | Action::Halt { .. })
}

/// One action of a side that is asked, with a liking for those that bring things about.
pub fn choose(rules: &JoursDeGloire, s: &State, dice: &mut Dice) -> Option<(Side, Action)> {
    let Waiting::Asked(_) = rules.waiting(s) else { return None };
    let sides: Vec<Side> = rules.waiting(s).sides().collect();
    let side = *sides.get(dice.below(sides.len()))?;
    let legal = rules.legal_actions(s, side);
    if legal.is_empty() {
        return None;
    }
    let hot: Vec<_> = legal
        .iter()
        .filter(|action| {
            matches!(
                action,
                Action::Charge { .. }
                    | Action::Shock { .. }
                    | Action::Fight { .. }
                    | Action::Fire { .. }
                    | Action::React { .. }
                    | Action::CounterCharge { .. }
                    | Action::Advance { .. }
                    | Action::Order { .. }
                    | Action::FormSquare { .. }
                    | Action::Enter { .. }
            )
        })
        .collect();
    let warm: Vec<_> = legal.iter().filter(|action| fights(action)).collect();
    let action = match dice.below(10) {
        0..=4 if !hot.is_empty() => *hot[dice.below(hot.len())],
        5..=6 if !warm.is_empty() => *warm[dice.below(warm.len())],
        _ => legal[dice.below(legal.len())],
    };
    Some((side, action))
}

/// Plays on from the start of a scenario, and shows each state with the outcome that led there.
pub fn games(scenario: &str, seed: u64, actions: usize, mut each: impl FnMut(&JoursDeGloire, &State)) {
    let rules = open(scenario);
    let mut chance = Seeded::new(seed);
    let mut dice = Dice::new(seed);
    let mut state = rules.begin(&mut chance).unwrap_or_else(|stop| panic!("{scenario} {seed}: {stop}")).state;
    each(&rules, &state);
    for n in 0..actions {
        let Some((side, action)) = choose(&rules, &state, &mut dice) else { return };
        let Outcome { state: next, .. } = rules
            .apply(&state, side, &action, &mut chance)
            .unwrap_or_else(|stop| panic!("{scenario} {seed}, action {n}, {action:?}: {stop}"));
        state = next;
        each(&rules, &state);
    }
}
