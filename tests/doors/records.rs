//! Records: replayed exactly, or where and how they part from the rules.

use grognard::any;
use grognard::chance::{ChanceFault, Seeded};
use grognard::doors::{Doors, RulesVersion};
use grognard::fingerprint::Fingerprint;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::record::{Divergence, How, Place, Record, Recorder, Replay, replay, replay_with};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;
use serde_json::json;

use super::play::{Dice, choose, open};

fn recorded(scenario: &str, seed: u64, actions: usize) -> (JoursDeGloire, Record) {
    let rules = open(scenario);
    let mut dice = Dice::new(seed);
    let mut game = Recorder::begin(&rules, Setup::scenario(scenario), Seeded::new(seed)).unwrap();
    for _ in 0..actions {
        let Some((side, action)) = choose(&rules, game.state(), &mut dice) else { break };
        game.play(side, &action).unwrap();
    }
    let record = game.record();
    (rules, record)
}

fn diverges(rules: &JoursDeGloire, record: &Record) -> Divergence {
    match replay(rules, record) {
        Replay::Diverged(divergence) => divergence,
        Replay::Exact(_) => panic!("it replays exactly"),
    }
}

/// The first action that brought dice about.
fn rolled(record: &Record) -> usize {
    record.actions.iter().position(|played| !played.falls.is_empty()).unwrap()
}

#[test]
fn a_record_replays_exactly_and_holds_no_seed() {
    for (scenario, seed) in [("charge", 1), ("montebello", 1800), ("proving", 5), ("rivoli-free", 1797)] {
        let (rules, record) = recorded(scenario, seed, 400);
        let text = record.to_text();
        assert!(!text.contains("seed"), "the seed stays with the host");
        assert_eq!(text.lines().count(), record.actions.len() + 2, "one action a line");
        assert_eq!(Record::parse(&text), Ok(record.clone()));
        let mut seen = 0;
        let end = replay_with(&rules, &record, &mut |_, _| seen += 1);
        assert!(matches!(end, Replay::Exact(_)), "{scenario}: {end:?}");
        assert_eq!(seen, record.actions.len() + 1);
        assert_eq!(any::verify(&record), Ok(record.end));
    }
}

#[test]
fn a_game_from_any_position_is_recorded_with_it() {
    let (rules, record) = recorded("montebello", 4, 120);
    let Replay::Exact(state) = replay(&rules, &record) else { panic!("exact") };
    let mut game = Recorder::resume(&rules, Setup::scenario("montebello"), &state, Seeded::at(9, 120)).unwrap();
    let mut dice = Dice::new(6);
    for _ in 0..50 {
        let Some((side, action)) = choose(&rules, game.state(), &mut dice) else { break };
        game.play(side, &action).unwrap();
    }
    let record = Record::parse(&game.record().to_text()).unwrap();
    assert!(record.from.is_some());
    assert!(matches!(replay(&rules, &record), Replay::Exact(end) if end == *game.state()));

    let mut wrong = record;
    wrong.from.as_mut().unwrap()["turn"] = json!(99);
    let divergence = diverges(&rules, &wrong);
    assert_eq!(divergence.at, Place::Opening);
    assert!(matches!(divergence.how, How::Unreadable(_)), "{divergence}");
}

#[test]
fn the_heading_is_checked_first() {
    let (rules, record) = recorded("charge", 2, 10);
    let with = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        let divergence = diverges(&rules, &record);
        assert_eq!(divergence.at, Place::Heading);
        divergence.how
    };
    assert_eq!(with(&|r| r.format = 7), How::Format { recorded: 7 });
    let here = JoursDeGloire::RULES_VERSION;
    let recorded = RulesVersion(here.0 + 1);
    assert_eq!(with(&|r| r.rules_version = recorded), How::RulesVersion { recorded, here });
    assert!(matches!(with(&|r| r.figures = Fingerprint(1)), How::Figures { recorded: Fingerprint(1), .. }));
    assert!(matches!(with(&|r| r.ruleset = "rivoli".into()), How::Ruleset { .. }));

    let mut lost = record.clone();
    lost.ruleset = "waterloo".into();
    assert!(matches!(any::verify(&lost), Err(Divergence { at: Place::Heading, how: How::Unreadable(_) })));
    let mut lost = record;
    lost.setup.scenario = "wavre".into();
    assert!(matches!(any::verify(&lost), Err(Divergence { at: Place::Heading, how: How::Unreadable(_) })));
}

#[test]
fn other_figures_have_another_digest() {
    let plain = open("charge");
    let again = open("charge");
    assert_eq!(plain.figures(), again.figures());
    let units = include_str!("../../rules/charge/units.toml");
    let stronger = units.replacen("strength = 3", "strength = 4", 1);
    assert_ne!(units, stronger);
    let other = JoursDeGloire::open(&Setup::scenario("charge").overlay("units", stronger)).unwrap();
    assert_ne!(plain.figures(), other.figures());
    assert_ne!(plain.figures(), open("proving").figures());
}

#[test]
fn a_record_that_is_cut_short_says_so() {
    let (rules, mut record) = recorded("montebello", 3, 60);
    record.actions.truncate(20);
    let divergence = diverges(&rules, &record);
    assert_eq!(divergence.at, Place::End);
    assert!(matches!(divergence.how, How::CutShort { .. }));
    assert!(divergence.to_string().contains("cut short"), "{divergence}");

    let text = record.to_text();
    assert!(Record::parse(&text[..text.len() / 2]).is_err());
    let (_, mut hole) = recorded("montebello", 3, 60);
    let at = hole.actions.len() - 2;
    hole.actions.remove(at);
    let divergence = diverges(&rules, &hole);
    assert!(divergence.at == Place::Action(at), "{divergence}");
}

#[test]
fn an_altered_action_is_named() {
    let (rules, record) = recorded("montebello", 3, 200);
    let at = rolled(&record);

    let mut other = record.clone();
    other.actions[at].action = json!({"rally": {"unit": "Nobody/Nothing"}});
    let divergence = diverges(&rules, &other);
    assert_eq!(divergence.at, Place::Action(at));
    assert!(matches!(divergence.how, How::Unreadable(_)), "{divergence}");

    let mut other = record.clone();
    other.actions[at].action = json!("recall");
    let divergence = diverges(&rules, &other);
    assert_eq!(divergence.at, Place::Action(at));
    assert!(matches!(divergence.how, How::Refused { rules: Some(_), .. }), "{divergence}");

    let mut other = record.clone();
    other.actions[at].falls.push(json!({"d10": 3}));
    let divergence = diverges(&rules, &other);
    assert_eq!((divergence.at, divergence.how), (Place::Action(at), How::Chance(ChanceFault::TooLong { left: 1 })));

    let mut other = record.clone();
    other.actions[at].falls.pop();
    let divergence = diverges(&rules, &other);
    assert_eq!(divergence.at, Place::Action(at));
    assert!(matches!(divergence.how, How::Chance(ChanceFault::TooShort { .. })), "{divergence}");

    let mut other = record.clone();
    other.actions[at].falls[0] = json!({"d7": 3});
    assert!(matches!(diverges(&rules, &other).how, How::Unreadable(_)));

    let mut other = record.clone();
    other.actions[at].by = "Prussian".into();
    assert!(matches!(diverges(&rules, &other).how, How::Unreadable(_)));

    let mut other = record;
    other.actions[at].then = Fingerprint(0);
    let divergence = diverges(&rules, &other);
    assert_eq!(divergence.at, Place::Action(at));
    assert!(matches!(divergence.how, How::Position { recorded: Fingerprint(0), .. }));
}

#[test]
fn what_is_refused_is_not_written_down() {
    let rules = open("charge");
    let mut game = Recorder::begin(&rules, Setup::scenario("charge"), Seeded::new(1)).unwrap();
    let before = game.record();
    let side = rules.waiting(game.state()).sides().next().unwrap();
    assert!(game.play(side, &grognard::jours_de_gloire::action::Action::Recall).is_err());
    assert_eq!(game.record(), before);
    let asked = rules.legal_actions(game.state(), Side::First);
    game.play(Side::First, &asked[0]).unwrap();
    assert_eq!(game.record().actions.len(), 1);
}
