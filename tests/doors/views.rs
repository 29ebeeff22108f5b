//! Secrets: who received orders is seen by nobody else until the formation is activated.

use grognard::chance::{Recording, Scripted, Seeded};
use grognard::doors::Doors;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::document::{Document, UnitSign};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Gait, Party};
use grognard::jours_de_gloire::state::State;
use grognard::jours_de_gloire::view::Guess;
use grognard::ruleset::Ruleset;
use grognard::side::Side;

use super::play::{Dice, choose, games, open};

/// Everything that a side learns at a position.
fn learns(rules: &JoursDeGloire, state: &State, side: Side) -> impl PartialEq + std::fmt::Debug + use<> {
    let refusals: Vec<_> = tries(rules)
        .into_iter()
        .map(|action| rules.check(state, side, &action).err().map(|stop| stop.to_string()))
        .collect();
    let waiting = rules.waiting(state);
    (
        rules.view(state, side),
        waiting.of(side).copied(),
        waiting.of(side.enemy()).is_some(),
        rules.legal_actions(state, side),
        rules.decline(state, side),
        refusals,
    )
}

/// Actions of all kinds, to see what is said of them: a refusal is an answer too. The same list for every state.
fn tries(rules: &JoursDeGloire) -> Vec<Action> {
    let units = (0..rules.roster().units.len()).filter_map(grognard::side::UnitId::new);
    let mut tries: Vec<Action> = units
        .flat_map(|unit| {
            [
                Action::Order { unit },
                Action::Initiative { unit },
                Action::Rally { unit },
                Action::Move { unit, party: Party::Alone, gait: Gait::Forced },
                Action::Fight { unit },
                Action::Activate { unit },
            ]
        })
        .collect();
    tries.extend([Action::Done, Action::Look, Action::Recall]);
    tries
}

/// Plays both orders phases: the first side gives none, the second those of this choice.
fn ordered(rules: &JoursDeGloire, seed: u64, choice: u64) -> State {
    let mut state = rules.begin(&mut Seeded::new(seed)).unwrap().state;
    // The set-up, as the scenario offers it.
    while !rules.in_orders_phase(&state) {
        let side = rules.waiting(&state).sides().next().unwrap();
        state = rules.next(&state, side, &Action::Done, &mut Scripted::default()).unwrap();
    }
    let mut dice = Dice::new(choice);
    for _ in 0..choice % 4 {
        let legal = rules.legal_actions(&state, Side::Second);
        let orders: Vec<_> = legal.iter().filter(|action| matches!(action, Action::Order { .. })).collect();
        if orders.is_empty() {
            break;
        }
        let order = *orders[dice.below(orders.len())];
        let outcome = rules.apply(&state, Side::Second, &order, &mut Scripted::default()).unwrap();
        assert!(rules.journal_for(Side::First, &outcome.journal).is_empty(), "orders are given in secret");
        assert!(!rules.journal_for(Side::Second, &outcome.journal).is_empty());
        state = outcome.state;
    }
    state
}

#[test]
fn orders_are_secret_until_the_formation_is_activated() {
    let mut longest = 0;
    for scenario in ["montebello", "rivoli-historical", "proving"] {
        let rules = open(scenario);
        for seed in 0..4 {
            let states: Vec<State> = (0..6).map(|choice| ordered(&rules, seed, choice)).collect();
            assert!(states.iter().any(|state| *state != states[0]), "{scenario}: nobody could be given orders");
            longest = longest.max(same(&rules, states, seed));
        }
    }
    assert!(longest > 5, "the secret was never kept into phase D");
}

/// Plays states on that differ only in the second side's orders: the first side learns the same of all, until a formation
/// of the second is activated, or the first looks at the orders.
fn same(rules: &JoursDeGloire, mut states: Vec<State>, seed: u64) -> usize {
    let mut dice = Dice::new(seed);
    for n in 0..200 {
        let first = learns(rules, &states[0], Side::First);
        for state in &states[1..] {
            assert_eq!(learns(rules, state, Side::First), first);
        }
        // Both orders phases are closed; then the same action and the same dice in each.
        let choice = match n {
            0 => Some((Side::Second, Action::Done)),
            1 => Some((Side::First, Action::Done)),
            _ => choose(rules, &states[0], &mut dice),
        };
        let Some((side, action)) = choice else { return n };
        let mut chance = Recording::new(Seeded::at(seed, n as u64));
        let told = rules.apply(&states[0], side, &action, &mut chance).unwrap();
        let script = chance.take();
        let shows = told.journal.events().any(|event| match event {
            Event::Revealed { formation } => {
                rules.roster().formation(*formation).is_some_and(|formation| formation.side == Side::Second)
            }
            Event::OrdersSeen { side, .. } => *side == Side::First,
            _ => false,
        });
        if shows {
            return n;
        }
        let journal = rules.journal_for(Side::First, &told.journal);
        for state in &mut states {
            let outcome = rules.apply(state, side, &action, &mut Scripted::new(script.iter().copied())).unwrap();
            assert_eq!(rules.journal_for(Side::First, &outcome.journal), journal);
            assert_eq!(outcome.undo, told.undo);
            *state = outcome.state;
        }
    }
    200
}

#[test]
fn no_journal_of_a_side_names_what_is_hidden_from_it() {
    for scenario in ["montebello", "rivoli-free"] {
        let rules = open(scenario);
        let mut chance = Seeded::new(3);
        let mut dice = Dice::new(3);
        let mut state = rules.begin(&mut chance).unwrap().state;
        for _ in 0..500 {
            let Some((side, action)) = choose(&rules, &state, &mut dice) else { break };
            let outcome = rules.apply(&state, side, &action, &mut chance).unwrap();
            for viewer in Side::BOTH {
                for entry in rules.journal_for(viewer, &outcome.journal) {
                    assert!(entry.seen.by(viewer));
                    assert!(!rules.tell(&entry).is_empty(), "bookkeeping: {entry:?}");
                }
            }
            state = outcome.state;
        }
    }
}

#[test]
fn a_view_is_a_document_without_the_secrets_and_a_guess_fills_it() {
    let rules = open("montebello");
    for choice in 0..8 {
        let state = ordered(&rules, 1, choice);
        let view = rules.view(&state, Side::First);
        assert!(view.seen.units.values().all(|unit| !unit.signs.contains(&UnitSign::Orders)));
        assert!(view.seen.sides.values().all(|side| side.orders_given == 0));
        assert!(!view.face_down.is_empty());

        // The side that gave them sees them all.
        assert_eq!(rules.view(&state, Side::Second).seen, rules.write(&state));
        assert_eq!(rules.suppose(&rules.view(&state, Side::Second), &Guess::default()).as_ref(), Ok(&state));

        // Guessed rightly, the supposed position is the true one.
        let truth: Document = rules.write(&state);
        let orders = truth.units.iter().filter(|(_, unit)| unit.signs.contains(&UnitSign::Orders));
        let guess = Guess { orders: orders.map(|(name, _)| name.clone()).collect() };
        assert_eq!(rules.suppose(&view, &guess).as_ref(), Ok(&state), "{choice}");

        // Whatever is guessed, the side sees the same.
        let supposed = rules.suppose(&view, &Guess::default()).unwrap();
        assert_eq!(rules.view(&supposed, Side::First), view);
    }
}

#[test]
fn a_guess_must_be_of_what_is_hidden() {
    let rules = open("montebello");
    let state = ordered(&rules, 1, 0);
    let view = rules.view(&state, Side::First);
    let own = rules.roster().units.iter().enumerate().find_map(|(place, _)| {
        let unit = grognard::side::UnitId::new(place)?;
        (rules.side_of(unit) == Side::First && state.at(unit).is_some()).then(|| rules.roster().unit_name(unit))
    });
    for (name, faults) in [(own.unwrap(), 1), ("Nobody/Nothing".to_owned(), 1)] {
        let guess = Guess { orders: [name].into() };
        assert_eq!(rules.suppose(&view, &guess).unwrap_err().faults.len(), faults);
    }
    let mut wrong = view.clone();
    wrong.side = "Prussian".into();
    assert_eq!(rules.suppose(&wrong, &Guess::default()).unwrap_err().faults[0].path, "side");
}

#[test]
fn what_a_side_sees_can_be_supposed_throughout_a_game() {
    for scenario in ["montebello", "proving", "rivoli-historical"] {
        for seed in 20..23 {
            let mut n = 0;
            games(scenario, seed, 500, |rules, state| {
                n += 1;
                if n % 9 != 0 {
                    return;
                }
                for side in Side::BOTH {
                    let view = rules.view(state, side);
                    let text = serde_json::to_string(&view).unwrap();
                    assert_eq!(serde_json::from_str::<grognard::jours_de_gloire::view::View>(&text).unwrap(), view);
                    let supposed = rules.suppose(&view, &Guess::default());
                    let supposed = supposed.unwrap_or_else(|faults| panic!("{scenario} {seed} {n}: {faults}\n{text}"));
                    assert_eq!(rules.view(&supposed, side), view, "{scenario} {seed} {n}");
                }
            });
        }
    }
}
