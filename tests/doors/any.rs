//! What every ruleset gives through the doors, tried at the positions of random games.

use grognard::any::{self, AnyRuleset, Task};
use grognard::chance::Seeded;
use grognard::doors::{Doors, RulesVersion};
use grognard::fingerprint::Fingerprint;
use grognard::names;
use grognard::odds::Policy;
use grognard::players::{Random, Seeking};
use grognard::record::{Divergence, How, Place, Record, Recorder, Replay, replay, replay_with};
use grognard::refusal::Stop;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::setup::Setup;
use grognard::side::Side;
use serde_json::{Value, json};

use super::mutation::{mutate, pool};
use super::play::Dice;

/// What is played.
#[derive(Clone, Copy)]
struct Game {
    ruleset: &'static str,
    scenario: &'static str,
    /// How many actions are long enough to meet most things.
    actions: usize,
    /// At every how many positions all is tried.
    every: usize,
}

const GAMES: [Game; 3] = [
    Game { ruleset: "montenotte", scenario: "montenotte", actions: 2_500, every: 11 },
    Game { ruleset: "montenotte", scenario: "montenotte-proving", actions: 1_500, every: 11 },
    Game { ruleset: "rivoli", scenario: "proving", actions: 300, every: 11 },
];

/// Does something under each of them.
fn each<T: Task<Output = ()>>(task: impl Fn(Game) -> T) {
    for game in GAMES {
        let rules = AnyRuleset::open(game.ruleset, &Setup::scenario(game.scenario));
        rules.unwrap_or_else(|faults| panic!("{}: {faults}", game.scenario)).with(task(game));
    }
}

/// One action of a side that is asked, more often than not one that brings things about.
pub fn choose<R: Doors>(rules: &R, s: &R::State, dice: &mut Dice, salt: u64) -> Option<(Side, R::Action)> {
    let waiting = rules.waiting(s);
    let sides: Vec<Side> = waiting.sides().collect();
    let side = *sides.get(dice.below(sides.len()))?;
    let question = waiting.of(side)?;
    let seed = salt.wrapping_mul(31).wrapping_add(dice.below(255) as u64);
    let action = match dice.below(3) {
        0 => Random::new(seed).answer(rules, s, side, question),
        _ => Seeking::new(seed).answer(rules, s, side, question),
    };
    Some((side, action?))
}

/// Plays on from the start, and shows each position.
pub fn games<R: Doors>(rules: &R, seed: u64, actions: usize, mut each: impl FnMut(&R, &R::State)) {
    let mut chance = Seeded::new(seed);
    let mut dice = Dice::new(seed);
    let mut state = rules.begin(&mut chance).unwrap_or_else(|stop| panic!("{seed}: {stop}")).state;
    each(rules, &state);
    for n in 0..actions {
        let Some((side, action)) = choose(rules, &state, &mut dice, seed) else { return };
        let outcome = rules
            .apply(&state, side, &action, &mut chance)
            .unwrap_or_else(|stop| panic!("{seed}, action {n}, {action:?}: {stop}"));
        state = outcome.state;
        each(rules, &state);
    }
}

/// How many games are played: `GROGNARD_CASES` asks for more.
fn seeds(few: u64) -> u64 {
    std::env::var("GROGNARD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(few)
}

struct ReadsBack(Game);

impl Task for ReadsBack {
    type Output = ();

    fn run<R: Doors>(self, rules: &R) {
        let Game { scenario: name, actions, every, .. } = self.0;
        for seed in 0..seeds(3) {
            let mut n = 0;
            games(rules, seed, actions, |rules, state| {
                n += 1;
                if n > 30 && n % every != 0 && rules.waiting(state) != Waiting::Over {
                    return;
                }
                let document = rules.write(state);
                let text = serde_json::to_string(&document).unwrap();
                let again: R::Document = serde_json::from_str(&text).unwrap();
                assert_eq!(again, document);
                let read = rules.read(&again).unwrap_or_else(|faults| panic!("{name} {seed} {n}: {faults}\n{text}"));
                assert_eq!(read, *state, "{name} {seed} {n}\n{text}");
                assert_eq!(rules.fingerprint(&read), rules.fingerprint(state));
            });
        }
    }
}

#[test]
fn the_document_of_every_reachable_state_reads_back() {
    each(ReadsBack);
}

struct Supposes(Game);

impl Task for Supposes {
    type Output = ();

    fn run<R: Doors>(self, rules: &R) {
        let Game { scenario: name, actions, every, .. } = self.0;
        for seed in 0..seeds(3) {
            let mut n = 0;
            games(rules, seed, actions, |rules, state| {
                n += 1;
                if n % every != 0 {
                    return;
                }
                for side in Side::BOTH {
                    let view = rules.view(state, side);
                    let text = serde_json::to_string(&view).unwrap();
                    assert_eq!(serde_json::from_str::<R::View>(&text).unwrap(), view);
                    let supposed = rules.suppose(&view, &R::Guess::default());
                    let supposed = supposed.unwrap_or_else(|faults| panic!("{name} {seed} {n}: {faults}\n{text}"));
                    let again = rules.view(&supposed, side);
                    assert_eq!(again, view, "{name} {seed} {n}: {}", difference(&view, &again));
                }
            });
        }
    }
}

#[test]
fn what_a_side_sees_can_be_supposed_throughout_a_game() {
    each(Supposes);
}

/// What differs between two values.
pub fn difference<T: serde::Serialize>(old: &T, new: &T) -> String {
    fn within(old: &Value, new: &Value, path: &str) -> String {
        match (old, new) {
            (Value::Object(a), Value::Object(b)) => {
                let keys: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
                keys.iter()
                    .map(|key| within(&old[key.as_str()], &new[key.as_str()], &format!("{path}.{key}")))
                    .collect()
            }
            _ if old == new => String::new(),
            _ => format!("{path}: {old} -> {new}; "),
        }
    }
    within(&serde_json::to_value(old).unwrap(), &serde_json::to_value(new).unwrap(), "")
}

struct InNames(Game);

impl Task for InNames {
    type Output = ();

    fn run<R: Doors>(self, rules: &R) {
        let Game { actions, every, .. } = self.0;
        for seed in 20..20 + seeds(3) {
            let (mut chance, mut dice) = (Seeded::new(seed), Dice::new(seed));
            let mut state = rules.begin(&mut chance).unwrap().state;
            for n in 0..actions {
                if n % every == 0 {
                    for side in Side::BOTH {
                        for action in rules.legal_actions(&state, side) {
                            let value = rules.write_action(&action);
                            let read = rules.read_action(&value).unwrap_or_else(|faults| panic!("{value}: {faults}"));
                            assert!(read.cmp(&action).is_eq(), "{value}");
                            assert!(!rules.tell_action(&action).is_empty());
                        }
                        if let Some(question) = rules.waiting(&state).of(side) {
                            assert!(rules.write_question(question).is_object());
                            let told = rules.tell_question(question);
                            assert!(told.ends_with(']') && !told.contains("marker 1"), "{told}");
                        }
                    }
                }
                let Some((side, action)) = choose(rules, &state, &mut dice, seed) else { break };
                let outcome = rules.apply(&state, side, &action, &mut chance).unwrap();
                for entry in outcome.journal.entries() {
                    if let Some(event) = entry.event() {
                        let value = rules.write_event(event);
                        let read = rules.read_event(&value).unwrap_or_else(|faults| panic!("{value}: {faults}"));
                        assert_eq!(format!("{read:?}"), format!("{event:?}"), "{value}");
                    }
                    let text = rules.write_entry(entry).to_string();
                    assert!(text.starts_with("{\"body\":"), "{text}");
                    let told = rules.tell(entry);
                    assert!(!told.contains("{") && !told.contains("marker 1"), "{told}");
                }
                state = outcome.state;
            }
        }
    }
}

#[test]
fn whatever_is_legal_happens_or_is_asked_reads_back_and_is_told() {
    each(InNames);
}

struct Tampered(Game);

impl Task for Tampered {
    type Output = ();

    fn run<R: Doors>(self, rules: &R) {
        let Game { scenario: name, actions, .. } = self.0;
        let mut kinds = std::collections::BTreeMap::new();
        let mut counts = [0_u32; 2];
        for seed in 0..seeds(24) {
            // A position somewhere in a game.
            let mut last = None;
            games(rules, seed % 6, (seed as usize * 131) % actions, |_, state| last = Some(state.clone()));
            let original = serde_json::to_value(rules.write(&last.unwrap())).unwrap();
            let mut all = Vec::new();
            pool(&original, &mut all);
            let mut dice = Dice::new(seed);
            for _ in 0..30 {
                let mut value = original.clone();
                for _ in 0..dice.below(3) + 1 {
                    mutate(&mut value, &all, &mut dice);
                }
                let Ok(document) = serde_json::from_value::<R::Document>(value.clone()) else { continue };
                let state = match rules.read(&document) {
                    Ok(state) => state,
                    Err(faults) => {
                        assert!(faults.faults.iter().all(|fault| fault.file == "document"), "{faults}");
                        counts[1] += 1;
                        continue;
                    }
                };
                counts[0] += 1;
                let mut fail = |failure: String| {
                    let kind: String = failure.chars().filter(|c| !c.is_ascii_digit()).take(110).collect();
                    let told = || format!("{name} {seed}: {failure}\n    {}", difference(&original, &value));
                    kinds.entry(kind).or_insert_with(told);
                };
                match rules.read(&rules.write(&state)) {
                    Ok(again) if again == state => {}
                    Ok(_) => fail("it reads back as another".to_owned()),
                    Err(faults) => fail(format!("it does not read back: {faults}")),
                }
                if let Err(failure) = plays_on(rules, state, &mut dice, seed) {
                    fail(failure);
                }
            }
        }
        println!("{name}: {} could be played, {} were refused", counts[0], counts[1]);
        let told: Vec<String> = kinds.into_values().collect();
        assert!(told.is_empty(), "{} kinds of failure:\n{}", told.len(), told.join("\n"));
    }
}

/// Plays on from a position that was read: what is asked can be answered, and what is legal can be done.
fn plays_on<R: Doors>(rules: &R, mut state: R::State, dice: &mut Dice, seed: u64) -> Result<(), String> {
    let mut chance = Seeded::new(seed);
    if !rules.over(&state) && rules.waiting(&state).sides().next().is_none() {
        state = rules.resume(&state, &mut chance).map_err(|stop| stop.to_string())?.state;
    }
    for n in 0..40 {
        if rules.over(&state) {
            return Ok(());
        }
        let waiting = rules.waiting(&state);
        let Some((side, action)) = choose(rules, &state, dice, seed) else {
            return Err(format!("after {n} actions nobody can answer {waiting:?}"));
        };
        match rules.apply(&state, side, &action, &mut chance) {
            Ok(outcome) => state = outcome.state,
            Err(stop) => return Err(format!("after {n} actions, {action:?} to {waiting:?}: {stop}")),
        }
    }
    Ok(())
}

#[test]
fn a_document_that_was_tampered_with_is_refused_or_can_be_played() {
    each(Tampered);
}

struct OddActions(Game);

impl Task for OddActions {
    type Output = ();

    fn run<R: Doors>(self, rules: &R) {
        let Game { actions, every, .. } = self.0;
        let mut dice = Dice::new(9);
        let mut n = 0;
        games(rules, 9, actions, |rules, state| {
            n += 1;
            if n % (3 * every) != 0 {
                return;
            }
            for side in Side::BOTH {
                let legal = rules.legal_actions(state, side);
                let written: Vec<Value> = legal.iter().map(|action| rules.write_action(action)).collect();
                let mut all = vec![Value::from("done")];
                written.iter().take(60).for_each(|value| pool(value, &mut all));
                for _ in 0..20 {
                    let mut value = written.get(dice.below(written.len())).cloned().unwrap_or_default();
                    mutate(&mut value, &all, &mut dice);
                    let Ok(action) = rules.read_action(&value) else { continue };
                    assert!(!rules.tell_action(&action).is_empty());
                    let listed = legal.contains(&action);
                    match rules.check(state, side, &action) {
                        Ok(()) => assert!(listed, "{action:?}"),
                        Err(Stop::Refused(refusal)) => {
                            assert!(!listed, "{action:?}");
                            assert!(!rules.tell_refusal(&refusal).is_empty());
                        }
                        Err(stop) => panic!("{action:?}: {stop}"),
                    }
                }
            }
        });
    }
}

#[test]
fn an_action_that_was_tampered_with_is_refused_or_legal() {
    each(OddActions);
}

struct Records(Game);

impl Task for Records {
    type Output = ();

    fn run<R: Doors>(self, rules: &R) {
        let Game { scenario, actions, .. } = self.0;
        let setup = Setup::scenario(scenario);
        let mut dice = Dice::new(4);
        let mut game = Recorder::begin(rules, setup.clone(), Seeded::new(4)).unwrap();
        for _ in 0..actions {
            let Some((side, action)) = choose(rules, game.state(), &mut dice, 4) else { break };
            game.play(side, &action).unwrap();
        }
        // It replays exactly, as text too.
        let record = game.record();
        let text = record.to_text();
        assert!(!text.contains("seed"), "the seed stays with the host");
        assert_eq!(Record::parse(&text), Ok(record.clone()));
        let mut seen = 0;
        let end = replay_with(rules, &record, &mut |_, _| seen += 1);
        assert!(matches!(end, Replay::Exact(state) if state == *game.state()), "{scenario}");
        assert_eq!(seen, record.actions.len() + 1);
        assert_eq!(any::verify(&record), Ok(record.end));

        // From any position on.
        let mut further = Recorder::resume(rules, setup, game.state(), Seeded::at(9, 120)).unwrap();
        for _ in 0..40 {
            let Some((side, action)) = choose(rules, further.state(), &mut dice, 5) else { break };
            further.play(side, &action).unwrap();
        }
        let further = Record::parse(&further.record().to_text()).unwrap();
        assert!(matches!(replay(rules, &further), Replay::Exact(_)));

        // Cut short, altered, of another version: where and how.
        let diverges = |change: &dyn Fn(&mut Record)| -> Divergence {
            let mut record = record.clone();
            change(&mut record);
            match replay(rules, &record) {
                Replay::Diverged(divergence) => divergence,
                Replay::Exact(_) => panic!("{scenario}: it replays exactly"),
            }
        };
        let cut = diverges(&|record| record.actions.truncate(20));
        assert!(matches!(cut, Divergence { at: Place::End, how: How::CutShort { .. } }), "{cut}");
        let version = diverges(&|record| record.rules_version = RulesVersion(R::RULES_VERSION.0 + 1));
        assert!(matches!(version, Divergence { at: Place::Heading, how: How::RulesVersion { .. } }), "{version}");
        let figures = diverges(&|record| record.figures = Fingerprint(1));
        assert!(matches!(figures, Divergence { at: Place::Heading, how: How::Figures { .. } }), "{figures}");
        let at = record.actions.iter().position(|played| !played.falls.is_empty()).unwrap();
        let odd = diverges(&|record| record.actions[at].action = json!({"tea": 1}));
        assert!(matches!(odd, Divergence { at: Place::Action(n), how: How::Unreadable(_) } if n == at), "{odd}");
        let more = diverges(&|record| record.actions[at].falls.push(json!({"d6": 3})));
        assert!(matches!(more, Divergence { at: Place::Action(n), how: How::Chance(_) } if n == at), "{more}");
        let other = diverges(&|record| record.actions[at].then = Fingerprint(0));
        assert!(matches!(other, Divergence { at: Place::Action(n), how: How::Position { .. } } if n == at), "{other}");
        let hole = diverges(&|record| drop(record.actions.remove(at)));
        assert!(matches!(hole.at, Place::Action(n) if n >= at), "{hole}");
    }
}

#[test]
fn records_replay_exactly_or_say_where_and_how_they_part() {
    each(Records);
}

#[test]
fn every_kind_of_id_has_names_both_ways() {
    let rules = grognard::montenotte::Montenotte::open(&Setup::scenario("montenotte")).unwrap();
    use grognard::names::Names;
    for (kind, known) in
        [("MarkerId", 31), ("UnitNo", 22), ("ChiefId", 3), ("Cell", 300), ("Side", 2), ("Fall::Draw", 26)]
    {
        assert!(rules.what(kind).is_some());
        let names: Vec<(u64, String)> = (0..400).filter_map(|id| Some((id, rules.name(kind, id)?))).collect();
        assert!(names.len() >= known.min(20), "{kind}: {}", names.len());
        for (id, name) in &names {
            assert_eq!(rules.id(kind, name), Some(*id), "{kind} {name}");
        }
        assert_eq!(rules.id(kind, "Nobody"), None);
    }
    assert_eq!(rules.id("Fall::Draw", "Inertia"), Some(63));
    let markers = rules.markers(Side::First);
    let value = names::write(&markers, &rules);
    assert_eq!(names::read(&value, &rules, "set"), Ok(markers), "{value}");
}
