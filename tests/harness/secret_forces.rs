//! Montenotte's secrets at the positions of random games: who stands under the letters, strength, the cup, the bids.

use grognard::chance::Seeded;
use grognard::journal::Silent;
use grognard::odds::Policy;
use grognard::players::{Random, Seeking};
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;

use super::montenotte_rules::open;
use super::secrets::kept;

/// Questions, pauses, refusals and legal actions are the same whatever is supposed of the hidden. What an action brings
/// about is another matter: most of them show something.
#[test]
fn questions_and_pauses_tell_nothing_of_hidden_forces() {
    let mut checked = 0;
    let choices = || {
        let setup = Setup::scenario("montenotte-proving").ruling("attrition-loser", "owner");
        setup.ruling("decoy-attacked", "battle")
    };
    for (scenario, setup, seeds) in [
        ("montenotte", Setup::scenario("montenotte"), 0..3),
        ("montenotte-proving", Setup::scenario("montenotte-proving"), 0..6),
        ("other readings", choices(), 6..10),
    ] {
        let rules = open(&setup);
        for seed in seeds {
            let mut chance = Seeded::new(seed);
            let mut state = rules.begin(&mut chance).unwrap().state;
            let mut players = [Seeking::new(seed), Seeking::new(seed + 7)];
            let mut random = Random::new(seed);
            for n in 0..500 {
                let waiting = rules.waiting(&state);
                if waiting == Waiting::Over {
                    break;
                }
                if n % 3 == 0 {
                    kept(&rules, &state, &mut random, |_, _, _| true)
                        .unwrap_or_else(|told| panic!("{scenario}, seed {seed}, action {n}: {told}"));
                    checked += 1;
                }
                let asked: Vec<Side> = waiting.sides().collect();
                let by = asked[random.below(asked.len())];
                let question = waiting.of(by).unwrap();
                let action = players[by.index()].answer(&rules, &state, by, question).unwrap();
                rules.apply_in(&mut state, by, &action, &mut Silent, &mut chance).unwrap();
            }
        }
    }
    assert!(checked > 300, "{checked}");
}
