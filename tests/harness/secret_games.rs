//! Random games in which every position keeps its secrets.

use grognard::chance::Seeded;
use grognard::journal::{Account, Silent};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::label::Label;
use grognard::odds::Policy;
use grognard::players::{Keen, Random};
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

use super::secrets::kept;
use super::series::open;

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
