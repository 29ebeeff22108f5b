//! Golden records: one whole game of every scenario, replayed to the very position; and what is said of records that were
//! cut short, altered, or made elsewhere. How to make them anew: `made_anew`.

mod anew;
mod games;

use grognard::any::{self, AnyRuleset, Task};
use grognard::chance::Seeded;
use grognard::doors::{Doors, RulesVersion};
use grognard::fingerprint::Fingerprint;
use grognard::jours_de_gloire;
use grognard::montenotte;
use grognard::record::{How, Place, Record, Replay, replay_with};
use grognard::side::Side;
use serde_json::{Value, json};

use games::{GAMES, Golden};

fn kept(game: &Golden) -> Record {
    let path = format!("{}/tests/golden/{}.json", env!("CARGO_MANIFEST_DIR"), game.name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let record = Record::parse(&text).unwrap_or_else(|faults| panic!("{path}: {faults}"));
    assert_eq!(record.to_text(), text, "{path} is not as it is written");
    record
}

/// Replays under the rules that the record names, and checks that the game was whole.
struct Whole<'r>(&'r Record, u64);

impl Task for Whole<'_> {
    type Output = Result<usize, String>;

    fn run<R: Doors>(self, rules: &R) -> Self::Output {
        // The seed is in no record, but gave it its dice.
        let begun = rules.begin(&mut Seeded::new(self.1)).map_err(|stop| stop.to_string())?;
        if rules.fingerprint(&begun.state) != self.0.opening.then {
            return Err(format!("it does not begin as the seed {} does", self.1));
        }
        let mut entries = 0;
        let end = replay_with(rules, self.0, &mut |_, outcome| entries += outcome.journal.entries().len());
        match end {
            Replay::Exact(state) if rules.over(&state) => {
                let asked =
                    Side::BOTH.map(|side| (rules.legal_actions(&state, side).len(), rules.decline(&state, side)));
                match asked {
                    [(0, None), (0, None)] => Ok(entries),
                    _ => Err(format!("the game is over, and goes on: {asked:?}")),
                }
            }
            Replay::Exact(_) => Err("the game is not over".to_owned()),
            Replay::Diverged(divergence) => Err(divergence.to_string()),
        }
    }
}

/// After a change to a rule's meaning, with the rules version raised.
#[test]
#[ignore = "writes the records: cargo test --test golden -- --ignored --nocapture made_anew"]
fn made_anew() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for game in GAMES {
        println!("{}", anew::write(&folder, game).unwrap_or_else(|told| panic!("{}: {told}", game.name)));
    }
}

#[test]
fn every_game_replays_exactly_to_its_end() {
    let mut bytes = 0;
    for game in GAMES {
        let record = kept(game);
        assert_eq!((record.ruleset.as_str(), record.setup.scenario.as_str()), (game.ruleset, game.scenario));
        assert!(record.setup.options.iter().map(String::as_str).eq(game.options.iter().copied()));
        let rules = AnyRuleset::open(&record.ruleset, &record.setup).unwrap_or_else(|faults| panic!("{faults}"));
        let entries = rules.with(Whole(&record, game.seed)).unwrap_or_else(|told| panic!("{}: {told}", game.name));
        assert!(entries > 100, "{}: {entries} entries", game.name);
        bytes += record.to_text().len();
    }
    assert!(bytes < 1_500_000, "{bytes} bytes");
}

#[test]
fn every_scenario_has_its_game() {
    for scenario in jours_de_gloire::scenarios().chain(montenotte::SCENARIOS) {
        assert!(GAMES.iter().any(|game| game.scenario == scenario), "{scenario} has no golden record");
    }
}

/// The record with one part changed must not replay, and say where: at that action, or not at all if the change is none.
fn caught(name: &str, record: &Record, place: usize, what: &str, change: impl FnOnce(&mut Record)) -> bool {
    // What comes after need not be played.
    let mut record = record.clone();
    record.actions.truncate(place + 2);
    let mut altered = record.clone();
    change(&mut altered);
    if altered == record {
        return false;
    }
    match any::verify(&altered) {
        // A die that reads alike leads to the same position.
        Ok(_) => panic!("{name}: {what} of action {place} altered, and nothing is said"),
        Err(divergence) if divergence.at == Place::End => {
            assert_eq!(what, "die", "{name}: {what} of action {place} altered, and nothing is said");
            false
        }
        Err(divergence) => {
            assert_eq!(divergence.at, Place::Action(place), "{name}: {what} altered: {divergence}");
            assert!(divergence.to_string().len() > 20, "{divergence}");
            true
        }
    }
}

/// Another value in the place of one number or word of a written action or die.
fn other(value: &Value, from: &Value) -> Value {
    match (value, from) {
        (Value::Object(map), _) if map.len() == 1 => {
            let (key, inner) = map.iter().next().unwrap();
            json!({ key.as_str(): other(inner, from.get(key).unwrap_or(&Value::Null)) })
        }
        (Value::Number(number), _) => json!((number.as_u64().unwrap_or(0) + 3) % 10),
        (_, Value::Null) => json!("nobody"),
        _ => from.clone(),
    }
}

#[test]
fn a_game_altered_in_one_action_says_which() {
    for game in GAMES {
        let record = kept(game);
        let mut found = [0; 5];
        // What comes later is like what comes early, and takes longer.
        let step = (record.actions.len() / 12).max(1);
        for place in (0..record.actions.len()).step_by(step).take(4) {
            let next = record.actions.get(place + 1).map_or(Value::Null, |played| played.action.clone());
            let at = place;
            found[0] += usize::from(caught(game.name, &record, at, "action", |r| r.actions[at].action = json!("tea")));
            let elsewhere = other(&record.actions[at].action, &next);
            found[1] += usize::from(match &elsewhere {
                // Another action may lead to the same position in rare cases; one that cannot be read never does.
                value if *value == record.actions[at].action => false,
                value => caught(game.name, &record, at, "action", |r| r.actions[at].action = value.clone()),
            });
            found[2] +=
                usize::from(caught(game.name, &record, at, "die", |r| r.actions[at].falls.push(json!({"d10": 3}))));
            found[3] += usize::from(caught(game.name, &record, at, "side", |r| r.actions[at].by = "Prussian".into()));
            found[4] +=
                usize::from(caught(game.name, &record, at, "position", |r| r.actions[at].then = Fingerprint(7)));
        }
        assert!(found.iter().all(|count| *count > 0), "{}: {found:?}", game.name);
        // The dice: one too few, and another one.
        let thrown = |record: &Record| record.actions.iter().position(|played| !played.falls.is_empty());
        if let Some(at) = thrown(&record) {
            assert!(caught(game.name, &record, at, "dice", |r| drop(r.actions[at].falls.pop())));
            let changed = other(&record.actions[at].falls[0], &Value::Null);
            caught(game.name, &record, at, "die", |r| r.actions[at].falls[0] = changed.clone());
        }
        // An action that is missing, and two that changed places.
        let at = record.actions.len() / 9;
        let mut hole = record.clone();
        hole.actions.remove(at);
        assert!(matches!(any::verify(&hole), Err(divergence) if divergence.at == Place::Action(at)), "{}", game.name);
        if record.actions[at] != record.actions[at + 1] {
            assert!(caught(game.name, &record, at, "order", |r| r.actions.swap(at, at + 1)));
        }
    }
}

#[test]
fn a_game_that_was_cut_short_or_made_elsewhere_says_so() {
    for game in GAMES {
        let record = kept(game);
        for left in [0, 1, record.actions.len() / 2, record.actions.len() - 1] {
            let mut cut = record.clone();
            cut.actions.truncate(left);
            let divergence = any::verify(&cut).unwrap_err();
            assert_eq!(divergence.at, Place::End, "{}: {divergence}", game.name);
            assert!(matches!(divergence.how, How::CutShort { recorded, .. } if recorded == record.end));
        }
        let text = record.to_text();
        for share in 1..12 {
            let mut end = text.len() * share / 12;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            assert!(Record::parse(&text[..end]).is_err(), "{}: cut at {end}", game.name);
        }

        let heading = |change: &dyn Fn(&mut Record)| {
            let mut altered = record.clone();
            change(&mut altered);
            let divergence = any::verify(&altered).unwrap_err();
            assert_eq!(divergence.at, Place::Heading, "{}: {divergence}", game.name);
            divergence.how
        };
        let newer = RulesVersion(record.rules_version.0 + 1);
        assert!(
            matches!(heading(&|r| r.rules_version = newer), How::RulesVersion { recorded, .. } if recorded == newer)
        );
        assert!(matches!(heading(&|r| r.figures = Fingerprint(1)), How::Figures { recorded: Fingerprint(1), .. }));
        assert_eq!(heading(&|r| r.format = 99), How::Format { recorded: 99 });
        assert!(matches!(heading(&|r| r.ruleset = "waterloo".into()), How::Unreadable(_)));
        assert!(matches!(heading(&|r| r.setup.options.push("flying-artillery".into())), How::Unreadable(_)));
        let mut opening = record.clone();
        opening.opening.then = Fingerprint(3);
        assert_eq!(any::verify(&opening).unwrap_err().at, Place::Opening);
    }
}
