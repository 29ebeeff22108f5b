//! Rulings of Montenotte of which both readings are playable: where they part.

mod montenotte_support;
mod support;

use grognard::chance::{Fall, Seeded};
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Reaction, Restraint};
use grognard::montenotte::attrition::Want;
use grognard::montenotte::command::Line;
use grognard::montenotte::frame::{Frame, Step};
use grognard::montenotte::label::Label;
use grognard::montenotte::state::{Bid, Mark, Status, Weather};
use grognard::ruleset::Ruleset;
use grognard::side::Side;
use montenotte_support::{COALITION, FRENCH, Game, active, d6, rules, with};
use support::proves;

/// The lowest row of the Sardinian track.
#[test]
fn the_lowest_row_of_the_track() {
    let modifiers = |rules: &Montenotte| [0, 1, 2, 3, 5, 6].map(|morale| rules.sardinian_modifier(morale).0.value);
    assert_eq!(modifiers(&rules()), [-3, -3, -3, -3, -3, -2]);
    assert_eq!(modifiers(&with("sardinian-modifier-range", "four")), [-4, -4, -4, -3, -3, -2]);
}

/// Doubled and possibly tripled.
#[test]
fn losses_beside_the_enemy() {
    let losses = |rules: &Montenotte| {
        [Want::None, Want::OutOfSupply, Want::BesideEnemy].map(|want| rules.attrition_losses(12, want))
    };
    assert_eq!(losses(&rules()), [2, 4, 6]);
    assert_eq!(losses(&with("attrition-tripled", "six")), [2, 4, 12]);
}

/// The end of a turn: Laharpe acted and is tired, Masséna rested and lost points, and it rains or not.
fn evening<'r>(rules: &'r Montenotte, weather: Weather, dice: &[Fall]) -> Game<'r> {
    let builder = rules
        .build()
        .only(&["Laharpe", "Masséna"])
        .fatigue("Laharpe", 1)
        .mark("Laharpe", Mark::Acted)
        .fatigue("Masséna", 1)
        .cursor("Masséna", 0)
        .turn(14)
        .weather(weather)
        .step(Step::Recovery);
    let mut state = builder.finish().unwrap();
    // He is a point under his first strength.
    let massena = rules.roster().unit("Masséna").unwrap();
    let lost = grognard::montenotte::event::Event::Strength { unit: massena, sp: 5 };
    rules.evolve(&mut state, &lost);
    let mut chance = grognard::chance::Scripted::new(dice.iter().copied());
    let done = rules.resume(&state, &mut chance).unwrap();
    chance.finish().unwrap();
    Game { rules, state: done.state, last: done.journal }
}

#[test]
fn who_recovers_from_fatigue() {
    let all = rules();
    let game = evening(&all, Weather::Fair, &[d6(6)]);
    proves(&["N 4.7/1"], &game.last);
    assert_eq!((game.fatigue("Laharpe"), game.fatigue("Masséna")), (0, 0));
    let idle = with("all-recover-fatigue", "idle");
    let game = evening(&idle, Weather::Fair, &[d6(6)]);
    assert_eq!((game.fatigue("Laharpe"), game.fatigue("Masséna")), (1, 0));
}

#[test]
fn stragglers_in_the_rain() {
    let notch = rules();
    let game = evening(&notch, Weather::Rain, &[d6(1)]);
    proves(&["N 14.2/2"], &game.last);
    assert_eq!(game.sp("Masséna"), 6);
    // No die at all.
    let both = with("rain-and-stragglers", "both");
    assert_eq!(evening(&both, Weather::Rain, &[]).sp("Masséna"), 5);
    assert_eq!(evening(&both, Weather::Fair, &[d6(1)]).sp("Masséna"), 6);
}

/// A brigade of one point that tests attrition out of supply.
#[test]
fn the_last_point() {
    for (reading, left) in [("destroys", 0), ("spares", 1)] {
        let rules = with("attrition-last-point", reading);
        let builder = rules
            .build()
            .only(&["Vukassovitch", "Argenteau"])
            .at("Vukassovitch", "1314")
            .at("Argenteau", "1313")
            .strength("Vukassovitch", 1)
            .fatigue("Vukassovitch", 1)
            .mark("Vukassovitch", Mark::OutOfSupply)
            .turn(2);
        let mut game = active(&rules, builder, "Vukassovitch", &[]);
        let step = game.step("Vukassovitch", "1414");
        game.act(COALITION, step, &[]);
        // 6, -1 for its strength, +1 and +2: 8, a loss, which is doubled; there is but one point.
        game.act(COALITION, Action::Halt { restraint: Restraint::None }, &[d6(6)]);
        assert_eq!(game.tally(|label| matches!(label, Label::Attrition(_))).total(), 8);
        assert_eq!(game.sp("Vukassovitch"), left, "{reading}");
        assert_eq!(game.at("Vukassovitch").is_some(), left > 0, "{reading}");
    }
}

/// Argenteau moves away from Laharpe.
#[test]
fn a_reaction_tires() {
    for (reading, level) in [("no-fatigue", 0), ("tires", 1)] {
        let rules = with("reaction-fatigue", reading);
        let builder =
            rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0714").at("Argenteau", "0913").turn(2);
        let mut game = active(&rules, builder, "Laharpe", &[]);
        let step = game.step("Laharpe", "0813");
        game.act(FRENCH, step, &[]);
        let away = Reaction::Move(game.dir("0913", "1012"));
        let react = Action::React { marker: game.m("Argenteau"), reaction: away };
        proves(&["N 9.3/1"], game.act(COALITION, react, &[d6(1)]));
        assert_eq!((game.at("Argenteau").as_deref(), game.fatigue("Argenteau")), (Some("1012"), level), "{reading}");
    }
}

/// A test in the open, or seen by its owner alone.
#[test]
fn tests_in_secret() {
    for (reading, seen) in [("open", true), ("secret", false)] {
        let rules = with("test-in-secret", reading);
        let builder = rules.build().only(&["Laharpe"]).status("Laharpe", Status::Uncommanded).turn(2);
        let game = active(&rules, builder, "Laharpe", &[d6(1)]);
        let marker = game.m("Laharpe");
        let test = game
            .last
            .entries()
            .iter()
            .find(|entry| entry.tally().is_some_and(|tally| tally.what() == Label::Effort(marker)));
        let test = test.unwrap();
        assert!(test.seen.by(FRENCH));
        assert_eq!(test.seen.by(COALITION), seen, "{reading}");
        proves(&["N 2/13"], &game.last);
    }
}

/// Beaulieu begins on a trail.
#[test]
fn lines_along_trails() {
    let line = |rules: &Montenotte| {
        let state = rules.build().finish().unwrap();
        ["Bonaparte", "Beaulieu"].map(|name| rules.line(&state, rules.roster().chief(name).unwrap()))
    };
    assert_eq!(line(&rules()), [Line::Valid, Line::Valid]);
    assert_eq!(line(&with("trail-as-line", "roads")), [Line::Valid, Line::Cut]);
}

/// A lone general-in-chief in the rain.
#[test]
fn a_general_in_the_rain() {
    for (reading, halves) in [("units-only", 10), ("all", 8)] {
        let rules = with("rain-general", reading);
        let builder = rules.build().only(&["Bonaparte"]).turn(2).weather(Weather::Rain).step(Step::Choose);
        let mut game = Game::new(builder, &rules, &[]);
        game.act(FRENCH, Action::Bid { bid: Bid::Wants }, &[d6(1)]);
        let activate = Action::Activate { marker: game.m("Bonaparte") };
        game.act(FRENCH, activate, &[]);
        let Some(Frame::Acting(acting)) = game.question(FRENCH).map(|asked| asked.frame) else { panic!("not acting") };
        assert_eq!(acting.left, halves, "{reading}");
    }
}

/// A Sardinian force pillages Spigno, a village.
#[test]
fn sardinians_pillage() {
    for (reading, points) in [("none", 10), ("as-austrians", 11)] {
        let rules = with("pillage-by-sardinians", reading);
        let builder = rules
            .build()
            .only(&["Colli", "Dichat"])
            .at("Dichat", "1212")
            .status("Dichat", Status::Uncommanded)
            .turn(2)
            .step(Step::Supply(COALITION));
        let mut game = Game::new(builder, &rules, &[]);
        let before = game.state.sardinian_morale();
        let pillage = Action::Pillage { marker: game.m("Dichat") };
        game.act(COALITION, pillage, &[]);
        assert_eq!((game.state.points(), game.state.sardinian_morale()), (points, before - 1), "{reading}");
    }
}

/// The initiative of turn 1 is asked for, and may be declined.
#[test]
fn beaulieu_may_decline() {
    let fixed = rules();
    let choose = |rules: &Montenotte| {
        let state = rules.build().step(Step::Choose).finish().unwrap();
        let begun = rules.resume(&state, &mut Seeded::new(1)).unwrap().state;
        let marker = rules.marker_named(&begun, "Beaulieu").unwrap();
        rules.apply(&begun, COALITION, &Action::Choose { marker }, &mut Seeded::new(1)).unwrap()
    };
    let done = choose(&fixed);
    proves(&["N 15.2/1"], &done.journal);
    assert!(matches!(fixed.waiting(&done.state).of(COALITION).unwrap().frame, Frame::Drawn { .. }));

    let free = with("first-turn-initiative", "may-decline");
    let done = choose(&free);
    let waiting = free.waiting(&done.state);
    assert!(waiting.of(FRENCH).is_none());
    assert_eq!(waiting.of(COALITION).unwrap().rule.to_string(), "N 15.2/1");
    let bid = |state, side, bid| free.apply(state, side, &Action::Bid { bid }, &mut Seeded::new(1)).unwrap();
    let wants = bid(&done.state, COALITION, Bid::Wants);
    proves(&["N 15.2/1"], &wants.journal);
    assert!(matches!(free.waiting(&wants.state).of(COALITION).unwrap().frame, Frame::Drawn { .. }));
    // Declined: the French are asked as on any other turn.
    let declines = bid(&done.state, COALITION, Bid::Declines);
    assert!(free.waiting(&declines.state).of(COALITION).is_none());
    assert_eq!(free.waiting(&declines.state).of(FRENCH).unwrap().rule.to_string(), "N 7/4");
    let french = bid(&declines.state, FRENCH, Bid::Wants);
    proves(&["N 7/6"], &french.journal);
}

/// The strategic phase of two sides, the French first.
fn strategic(rules: &Montenotte) -> Game<'_> {
    let builder = rules
        .build()
        .only(&["Laharpe", "Masséna", "Argenteau", "Bonaparte", "Beaulieu"])
        .at("Laharpe", "0714")
        .turn(2)
        .step(Step::Strategic(FRENCH));
    Game::new(builder, rules, &[])
}

/// A force marches a hex along a road, if it may.
fn marches(game: &mut Game<'_>, side: Side) -> bool {
    let first = |game: &Game<'_>, of: fn(&Action) -> bool| {
        let legal = game.rules.legal_actions(&game.state, side);
        legal.into_iter().find(of)
    };
    let Some(march) = first(game, |action| matches!(action, Action::March { .. })) else { return false };
    game.act(side, march, &[]);
    if let Some(step) = first(game, |action| matches!(action, Action::Step { .. })) {
        game.act(side, step, &[]);
    }
    let mut chance = Seeded::new(1);
    let done = game.rules.apply(&game.state, side, &Action::Done, &mut chance).unwrap();
    game.state = done.state;
    true
}

/// After one force of the French has marched, they are asked again, or the Coalition is.
#[test]
fn marches_in_turn() {
    for (reading, next) in [("initiative", FRENCH), ("alternate", COALITION)] {
        let rules = with("strategic-order", reading);
        let mut game = strategic(&rules);
        assert!(marches(&mut game, FRENCH));
        let asked = |game: &Game<'_>, side| game.question(side).map(|asked| asked.frame);
        let step = Frame::Turn(Step::Strategic(next));
        assert_eq!(asked(&game, next), Some(step), "{reading}");
        assert_eq!(asked(&game, next.enemy()), None, "{reading}");
        if next == COALITION {
            // Who is done is passed over; when both are, forced marches follow.
            game.act(COALITION, Action::Done, &[]);
            assert_eq!(asked(&game, FRENCH), Some(Frame::Turn(Step::Strategic(FRENCH))));
            proves(&["N 4.5/2"], &game.last);
            game.act(FRENCH, Action::Done, &[]);
            assert_eq!(asked(&game, FRENCH), Some(Frame::Turn(Step::Forced(FRENCH))));
        }
    }
}

/// Whoever has marched strategically marches on, or by the table never does.
#[test]
fn forced_marches() {
    for (reading, asked) in [("at-one", true), ("never", false)] {
        let rules = with("forced-march-fatigue", reading);
        let mut game = strategic(&rules);
        assert!(marches(&mut game, FRENCH));
        let mut chance = Seeded::new(1);
        let mut state = rules.apply(&game.state, FRENCH, &Action::Done, &mut chance).unwrap().state;
        state = rules.apply(&state, COALITION, &Action::Done, &mut chance).unwrap().state;
        let forced = rules.waiting(&state).of(FRENCH).map(|asked| asked.frame);
        assert_eq!(forced == Some(Frame::Turn(Step::Forced(FRENCH))), asked, "{reading}");
    }
}

/// Laharpe attacks Beaulieu, who is alone.
#[test]
fn a_general_withdraws() {
    for (reading, fought) in [("four-to-one", true), ("withdraws", false)] {
        let rules = with("lone-general-attacked", reading);
        let builder = rules.build().only(&["Laharpe", "Beaulieu"]).at("Laharpe", "0714").at("Beaulieu", "0813").turn(2);
        let mut game = Game::new(builder.step(Step::Choose), &rules, &[]);
        let marker = game.m("Laharpe");
        game.act(COALITION, Action::Bid { bid: Bid::Declines }, &[Fall::Draw(marker.index() as u8)]);
        game.act(FRENCH, Action::Activate { marker }, &[]);
        let attack = Action::Attack { dir: game.dir("0714", "0813") };
        game.act(FRENCH, attack, &[]);
        let mut chance = Seeded::new(7);
        let (mut dice, mut told) = (false, String::new());
        while let Some((side, asked)) = Side::BOTH.into_iter().find_map(|side| Some((side, game.question(side)?))) {
            if matches!(asked.frame, Frame::Acting(_)) {
                break;
            }
            // He does not react; nobody shelters or pursues.
            let action = rules.legal_actions(&game.state, side)[0];
            let done = rules.apply(&game.state, side, &action, &mut chance).unwrap();
            dice |= done.journal.tallies().any(|tally| tally.what() == Label::Battle);
            game.state = done.state;
            game.last = done.journal;
            told += &game.told();
        }
        assert_eq!(dice, fought, "{reading}: {told}");
        assert_ne!(game.at("Beaulieu").as_deref(), Some("0813"), "{reading}: {told}");
        // Who fought is tired and holds the hex; who only drove him off is not.
        assert_eq!(game.fatigue("Laharpe"), u8::from(fought), "{reading}: {told}");
        assert_eq!(game.at("Laharpe").as_deref(), Some(if fought { "0813" } else { "0714" }), "{reading}: {told}");
        let before = rules.build().finish().unwrap().points();
        assert_eq!(game.state.points() > before, fought, "{reading}: {told}");
    }
}
