//! Documents: they read back, refuse what contradicts itself, and never lead into the void.

use grognard::doors::Doors;
use grognard::jours_de_gloire::document::Document;
use grognard::ruleset::Ruleset;

use super::play::games;

const SCENARIOS: [&str; 6] = ["charge", "montebello", "proving", "rivoli-historical", "rivoli-free", "rivoli-arrival"];

#[test]
fn the_document_of_every_reachable_state_reads_back() {
    for scenario in SCENARIOS {
        for seed in 0..6 {
            let mut n = 0;
            games(scenario, seed, 600, |rules, state| {
                n += 1;
                // A document costs more than an action: every state at first, then one in seven.
                if n > 40 && n % 7 != 0 {
                    return;
                }
                let document = rules.write(state);
                let text = serde_json::to_string(&document).unwrap();
                let again: Document = serde_json::from_str(&text).unwrap();
                assert_eq!(again, document);
                let read =
                    rules.read(&again).unwrap_or_else(|faults| panic!("{scenario} {seed} {n}: {faults}\n{text}"));
                assert_eq!(read, *state, "{scenario} {seed} {n}\n{text}");
                assert_eq!(rules.fingerprint(&read), rules.fingerprint(state));
            });
        }
    }
}
