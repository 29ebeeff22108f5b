//! 15.1: what the set-up leaves to the players.

mod montenotte_support;
mod support;

use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::Action;
use grognard::montenotte::event::Event;
use grognard::montenotte::frame::{Frame, Step};
use grognard::montenotte::why::Why;
use grognard::ruleset::{Ruleset, Undo};
use grognard::setup::Setup;
use grognard::side::Side;
use montenotte_support::{COALITION, FRENCH, Game, rules, with};
use support::{proves, refused};

fn begun(rules: &Montenotte) -> Game<'_> {
    let begun = rules.begin(&mut Seeded::new(1796)).unwrap();
    Game { rules, state: begun.state, last: begun.journal }
}

fn deploy(game: &Game<'_>, name: &str, hex: &str) -> Action {
    Action::Deploy { marker: game.m(name), to: game.cell(hex) }
}

/// An action that throws dice: the weather of the first turn.
fn act(game: &mut Game<'_>, side: Side, action: Action) {
    let done = game.rules.apply(&game.state, side, &action, &mut Seeded::new(5)).unwrap();
    (game.state, game.last) = (done.state, done.journal);
}

/// Sérurier stands within two hexes of Ormea, where a force can stand.
#[test]
fn around_ormea() {
    let rules = rules();
    let mut game = begun(&rules);
    assert_eq!(game.at("Sérurier").as_deref(), Some("0508"));
    assert_eq!(game.question(FRENCH).map(|asked| asked.rule.to_string()).as_deref(), Some("N 15.1.1/6"));
    // Ormea itself, two hexes along the road, and not three; not on a mountain without a way.
    assert!(game.may(FRENCH, deploy(&game, "Sérurier", "0406")));
    assert!(game.may(FRENCH, deploy(&game, "Sérurier", "0508")));
    refused(&["N 15.1.1/6"], &game.refusal(FRENCH, deploy(&game, "Sérurier", "0608")));
    assert_eq!(game.why(FRENCH, deploy(&game, "Sérurier", "0608")), Why::NotThatHex);
    refused(&["N 15.1.1/6", "N 9.1/7"], &game.refusal(FRENCH, deploy(&game, "Sérurier", "0404")));
    assert_eq!(game.why(FRENCH, deploy(&game, "Sérurier", "0404")), Why::NoWay);
    // Whoever has a printed place stays there.
    let massena = game.m("Masséna");
    assert_eq!(game.why(FRENCH, deploy(&game, "Masséna", "0813")), Why::Fixed(massena));
    assert_eq!(game.why(FRENCH, deploy(&game, "Pittoni", "1020")), Why::NotYours(game.m("Pittoni")));
    assert_eq!(game.why(FRENCH, Action::Rest), Why::NoAnswer);
    // A brigade that is not detached stands nowhere.
    assert_eq!(game.why(FRENCH, deploy(&game, "Fiorella", "0406")), Why::NotThere(game.m("Fiorella")));
    let journal = game.act(FRENCH, deploy(&game, "Sérurier", "0507"), &[]);
    proves(&["N 15.1.1/6"], journal);
    assert_eq!(game.at("Sérurier").as_deref(), Some("0507"));
    // What is placed stays.
    assert_eq!(game.why(FRENCH, deploy(&game, "Sérurier", "0406")), Why::Already(game.m("Sérurier")));
}

/// Pittoni stands around Genoa, and whoever begins in Genoa holds it.
#[test]
fn around_genoa() {
    let rules = rules();
    let mut game = begun(&rules);
    for (hex, may) in [("1020", true), ("1019", true), ("1120", true), ("1121", true), ("1219", false), ("0920", false)]
    {
        assert_eq!(game.may(COALITION, deploy(&game, "Pittoni", hex)), may, "{hex}");
    }
    refused(&["N 15.1.2/9"], &game.refusal(COALITION, deploy(&game, "Pittoni", "1219")));
    let journal = game.act(COALITION, deploy(&game, "Pittoni", "1020"), &[]);
    proves(&["N 15.1.2/9"], journal);
    game.act(COALITION, Action::Done, &[]);
    assert!(game.question(COALITION).is_none());
    act(&mut game, FRENCH, Action::Done);
    let genoa = rules.scenario().places.iter().position(|place| place.name == "Genoa").unwrap();
    let held =
        game.last.events().any(|event| matches!(event, Event::Control { place, .. } if usize::from(*place) == genoa));
    assert!(held, "{}", game.told());
    assert!(matches!(game.question(FRENCH).unwrap().frame, Frame::Turn(Step::Command)));
}

/// A decoy begins in the hex of a real force of its side whose own place is settled.
#[test]
fn decoys_are_placed() {
    let rules = rules();
    let mut game = begun(&rules);
    let decoy = "French decoy 1";
    assert!(game.may(FRENCH, deploy(&game, decoy, "0210")));
    refused(&["N 2/6"], &game.refusal(FRENCH, deploy(&game, decoy, "0813")));
    // With Sérurier once he is placed, and where he then is.
    assert_eq!(game.why(FRENCH, deploy(&game, decoy, "0508")), Why::NotThatHex);
    game.act(FRENCH, deploy(&game, "Sérurier", "0406"), &[]);
    assert!(game.may(FRENCH, deploy(&game, decoy, "0406")));
    assert!(!game.may(FRENCH, deploy(&game, decoy, "0508")));
    let journal = game.act(FRENCH, deploy(&game, decoy, "0406"), &[]);
    proves(&["N 2/6"], journal);
    assert_eq!(game.at(decoy).as_deref(), Some("0406"));
    let first = game.m(decoy);
    assert_eq!(game.why(FRENCH, deploy(&game, decoy, "0210")), Why::Already(first));
    game.act(FRENCH, deploy(&game, "French decoy 2", "0210"), &[]);
    let placed = |game: &Game<'_>, hex: &str| game.state.markers_at(game.cell(hex)).len();
    assert_eq!(placed(&game, "0210"), 2);
}

/// Neither side sees where the other stands before both are done, nor what it has placed.
#[test]
fn nothing_shows() {
    let rules = rules();
    let start = begun(&rules);
    let (mut one, mut other) = (begun(&rules), begun(&rules));
    one.act(FRENCH, deploy(&start, "Sérurier", "0406"), &[]);
    one.act(FRENCH, deploy(&start, "French decoy 2", "0210"), &[]);
    let event = *one.last.events().next().unwrap();
    assert!(one.seen(event, FRENCH) && !one.seen(event, COALITION));
    one.act(FRENCH, Action::Done, &[]);
    other.act(FRENCH, Action::Done, &[]);
    let shown = rules.view(&start.state, COALITION);
    for marker in rules.markers(FRENCH) {
        let seen = shown.seen.markers.get(&rules.marker_name(marker));
        assert!(seen.is_none_or(|entry| entry.hex.is_none() && entry.who.is_none()), "{marker:?}: {seen:?}");
    }
    for game in [&one, &other] {
        // That the French are done shows; where they stand does not.
        assert_eq!(rules.view(&game.state, COALITION).seen.markers, shown.seen.markers);
        assert_eq!(game.question(COALITION), start.question(COALITION));
        assert_eq!(rules.legal_actions(&game.state, COALITION), rules.legal_actions(&start.state, COALITION));
        assert_eq!(game.last.seen_by(COALITION).count(), 0);
    }
    assert_eq!(rules.view(&one.state, COALITION), rules.view(&other.state, COALITION));
    act(&mut one, COALITION, Action::Done);
    act(&mut other, COALITION, Action::Done);
    assert_ne!(rules.view(&one.state, COALITION), rules.view(&other.state, COALITION));
    let undo =
        rules.apply(&start.state, FRENCH, &deploy(&start, "Sérurier", "0406"), &mut Seeded::new(1)).unwrap().undo;
    assert_eq!(undo, Undo::Allowed);
}

/// The other readings.
#[test]
fn other_readings() {
    let fixed = with("decoys-at-the-start", "two-a-side");
    let game = begun(&fixed);
    let decoy = game.m("French decoy 1");
    assert_eq!(game.why(FRENCH, deploy(&game, "French decoy 1", "0210")), Why::Fixed(decoy));
    let none = with("decoys-at-the-start", "none");
    assert!(none.marker_named(&begun(&none).state, "French decoy 1").is_none());
    let beside = with("set-up-around", "beside");
    let game = begun(&beside);
    assert!(!game.may(COALITION, deploy(&game, "Pittoni", "1020")));
    assert!(game.may(COALITION, deploy(&game, "Pittoni", "1019")));
    let french = with("set-up-order", "french-first");
    let mut game = begun(&french);
    assert!(game.question(COALITION).is_none());
    let shown = french.view(&game.state, COALITION);
    game.act(FRENCH, deploy(&game, "Sérurier", "0406"), &[]);
    game.act(FRENCH, Action::Done, &[]);
    assert!(game.question(COALITION).is_some());
    assert_eq!(french.view(&game.state, COALITION).seen.markers, shown.seen.markers);
}

/// Hexes that both sides could choose in secret are a fault of the scenario.
#[test]
fn shared_hexes_are_a_fault() {
    let near = "[force.Pittoni]\nhex = \"0406\"\nof = \"0406\"\n";
    let faults = Montenotte::open(&Setup::scenario("montenotte").overlay("scenario", near)).unwrap_err();
    assert!(faults.to_string().contains("force.Pittoni.within_hexes"), "{faults}");
}
