//! Random games in which every position keeps its secrets.

use grognard::chance::{Recording, Seeded};
use grognard::doors::Doors;
use grognard::journal::{Account, Silent};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::view::Guess;
use grognard::odds::{Policy, Stopping, odds_for};
use grognard::players::{Keen, Random};
use grognard::ruleset::{Ruleset, Undo, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

use super::secrets::{kept, kept_through};
use super::series::{begun, open};

/// Whether a journal shows a side orders of the enemy: a formation of his is activated for the first time, or it looks.
pub fn shows_orders(rules: &JoursDeGloire, viewer: Side, journal: &Account<Event, Label>) -> bool {
    journal.events().any(|event| match event {
        Event::Revealed { formation } => {
            rules.roster().formation(*formation).is_some_and(|formation| formation.side != viewer)
        }
        Event::OrdersSeen { side, .. } => *side == viewer,
        _ => false,
    })
}

#[test]
fn views_keep_secrets_at_every_position_of_games() {
    let games: &[(&str, &[&str], u64)] = &[
        ("proving", &["montebello-edition"], 6),
        ("proving", &["rivoli-edition", "tactical-groups", "reserve-activation"], 6),
        ("montebello", &[], 2),
        ("rivoli-historical", &[], 1),
        ("rivoli-free", &[], 1),
        ("rivoli-arrival", &[], 1),
    ];
    let mut hidden = 0;
    for (scenario, options, seeds) in games {
        let rules = open(&options.iter().fold(Setup::scenario(*scenario), |setup, option| setup.option(*option)));
        for seed in 0..*seeds {
            let mut chance = Seeded::new(seed);
            let mut state = rules.begin(&mut chance).unwrap().state;
            let mut players = [Keen::seeded(seed), Keen::seeded(seed + 7)];
            let mut random = Random::new(seed);
            for n in 0..700 {
                let waiting = rules.waiting(&state);
                if waiting == Waiting::Over {
                    break;
                }
                kept(&rules, &state, &mut random, shows_orders)
                    .unwrap_or_else(|told| panic!("{scenario} {options:?}, seed {seed}, action {n}: {told}"));
                let blind = |side: Side| rules.orders_known(&state, side) != rules.orders_known(&state, side.enemy());
                hidden += usize::from(blind(Side::First));
                let asked: Vec<Side> = waiting.sides().collect();
                let by = asked[random.below(asked.len())];
                let question = waiting.of(by).unwrap();
                let action = players[by.index()].answer(&rules, &state, by, question).unwrap();
                rules.apply_in(&mut state, by, &action, &mut Silent, &mut chance).unwrap();
            }
        }
    }
    assert!(hidden > 1_000, "{hidden}");
}

/// Dice that have not fallen are in no state: two games with other seeds are the same until the first die.
#[test]
fn dice_that_have_not_fallen_are_known_to_nobody() {
    let mut together = 0;
    for scenario in ["proving", "montebello", "rivoli-historical"] {
        let rules = open(&Setup::scenario(scenario));
        for seed in 0..6 {
            let start = begun(&rules, seed);
            let mut chances = [Recording::new(Seeded::new(seed)), Recording::new(Seeded::new(!seed))];
            let mut states = [start.clone(), start];
            let mut player = Keen::seeded(seed);
            for _ in 0..400 {
                let [one, other] = &states;
                assert_eq!(one, other);
                let waiting = rules.waiting(one);
                let Some(by) = waiting.sides().next() else { break };
                let action = player.answer(&rules, one, by, waiting.of(by).unwrap()).unwrap();
                let outcomes: Vec<_> = states
                    .iter()
                    .zip(&mut chances)
                    .map(|(state, chance)| rules.apply(state, by, &action, chance).unwrap())
                    .collect();
                let fell = chances.each_mut().map(|chance| chance.take());
                if fell.iter().any(|falls| !falls.is_empty()) {
                    // Whether a die falls is no secret either.
                    assert!(fell.iter().all(|falls| !falls.is_empty()));
                    assert!(outcomes.iter().all(|outcome| outcome.undo == Undo::Barred));
                    break;
                }
                assert_eq!(outcomes[0].journal, outcomes[1].journal);
                assert_eq!(outcomes[0].undo, outcomes[1].undo);
                states = [outcomes[0].state.clone(), outcomes[1].state.clone()];
                together += 1;
            }
        }
    }
    assert!(together > 30, "{together}");
}

/// A side that loses its commander loses its orders: who had any is told to nobody else (2.7, M 2.5.2).
#[test]
fn orders_that_are_lost_are_lost_in_secret() {
    let mut lost = 0;
    for edition in ["montebello-edition", "rivoli-edition"] {
        let rules = open(&Setup::scenario("proving").option(edition));
        for seed in 0..400 {
            let mut chance = Seeded::new(seed);
            let mut state = rules.begin(&mut chance).unwrap().state;
            let mut players = [Keen::seeded(seed), Keen::seeded(seed + 7)];
            for _ in 0..900 {
                let waiting = rules.waiting(&state);
                let Some(by) = waiting.sides().next() else { break };
                let action = players[by.index()].answer(&rules, &state, by, waiting.of(by).unwrap()).unwrap();
                let outcome = rules.apply(&state, by, &action, &mut chance).unwrap();
                let loses = outcome.journal.events().find_map(|event| match event {
                    Event::OrdersLost { units } => units.lowest().map(|unit| rules.side_of(unit)),
                    _ => None,
                });
                if let Some(side) = loses {
                    let viewer = side.enemy();
                    assert!(
                        rules
                            .journal_for(viewer, &outcome.journal)
                            .iter()
                            .all(|entry| { !matches!(entry.event(), Some(Event::OrdersLost { .. })) })
                    );
                    for dice in 0..6 {
                        kept_through(&rules, &state, viewer, (by, &action), dice, shows_orders)
                            .unwrap_or_else(|told| panic!("{edition}, seed {seed}: {told}"));
                    }
                    lost += 1;
                }
                state = outcome.state;
            }
            if lost >= 3 {
                break;
            }
        }
    }
    assert!(lost > 0, "no commander was lost while orders lay face down");
}

/// Odds for a side work on what it may suppose: what is hidden does not change them.
#[test]
fn odds_for_a_side_know_nothing_that_it_does_not() {
    let rules = open(&Setup::scenario("montebello"));
    let mut compared = 0;
    for seed in 0..4 {
        let state = begun(&rules, seed);
        let orders: Vec<_> = rules
            .legal_actions(&state, Side::Second)
            .into_iter()
            .filter(|action| matches!(action, Action::Order { .. }))
            .collect();
        let states: Vec<_> = orders
            .iter()
            .map(|order| rules.next(&state, Side::Second, order, &mut Seeded::new(1)).unwrap())
            .chain([state.clone()])
            .collect();
        for action in rules.legal_actions(&state, Side::First) {
            let foreseen: Vec<_> = states
                .iter()
                .map(|state| {
                    let view = rules.view(state, Side::First);
                    let odds = odds_for(&rules, &view, &Guess::default(), Side::First, &action, &mut Stopping, 10_000)
                        .unwrap();
                    let seen = odds.outcomes.iter().map(|(state, share)| (rules.fingerprint(state), *share));
                    seen.collect::<Vec<_>>()
                })
                .collect();
            assert!(foreseen.windows(2).all(|pair| pair[0] == pair[1]));
            compared += foreseen.len();
        }
    }
    assert!(compared > 20, "{compared}");
}
