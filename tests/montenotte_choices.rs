//! Rulings of Montenotte of which another reading asks more of the players: where the readings part.

mod montenotte_support;
mod support;

use grognard::chance::{Fall, Seeded};
use grognard::doors::Doors;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Restraint};
use grognard::montenotte::build::Builder;
use grognard::montenotte::event::Event;
use grognard::montenotte::frame::{Frame, Step};
use grognard::montenotte::label::Label;
use grognard::montenotte::state::{Bid, Mark, State, Status};
use grognard::montenotte::why::Why;
use grognard::ruleset::Ruleset;
use grognard::side::Side;
use montenotte_support::{COALITION, FRENCH, Game, active, cut_off, d6, with};
use support::{proves, refused};

// ------------------------------------------------------------------------------------------- who bears attrition

/// Bonaparte with Laharpe and Masséna, out of supply and tired, in the command phase after the points are spent.
fn fused(rules: &Montenotte) -> Game<'_> {
    let builder = rules
        .build()
        .only(&["Bonaparte", "Laharpe", "Masséna", "Augereau"])
        .fuse("Laharpe", "Bonaparte")
        .fuse("Masséna", "Bonaparte")
        .strength("Laharpe", 8)
        .strength("Masséna", 6)
        .turn(2)
        .step(Step::Lines);
    let mut game = Game::new(builder, rules, &[]);
    game.act(FRENCH, Action::Done, &[]);
    game
}

/// To the activation of Bonaparte's force, which then ends without an action: this die for its attrition.
fn rests(game: &mut Game<'_>, die: u8) {
    for by in [COALITION, COALITION, FRENCH] {
        game.act(by, Action::Done, &[]);
    }
    game.act(FRENCH, Action::Bid { bid: Bid::Wants }, &[d6(1)]);
    let activate = Action::Activate { marker: game.m("Bonaparte") };
    game.act(FRENCH, activate, &[]);
    // Then Augereau's turn has come.
    let augereau = Fall::Draw(game.m("Augereau").index() as u8);
    game.act(FRENCH, Action::Halt { restraint: Restraint::None }, &[d6(die), Fall::Draw(63), augereau]);
}

#[test]
fn the_largest_loses_or_the_one_that_was_named() {
    for (reading, left) in [("largest", (7, 6)), ("owner", (8, 5))] {
        let rules = with("attrition-loser", reading);
        let mut game = fused(&rules);
        let name = Action::Lose { unit: game.u("Masséna") };
        if reading == "owner" {
            proves(&["N 8.5/17"], game.act(FRENCH, name, &[]));
        } else {
            assert_eq!(game.why(FRENCH, name), Why::NoAnswer);
        }
        // 6 and more: 14 points.
        rests(&mut game, 6);
        assert!(game.tally(|label| matches!(label, Label::Attrition(_))).total() >= 6);
        assert_eq!((game.sp("Laharpe"), game.sp("Masséna")), left, "{reading}");
        proves(&["N 8.5/17"], &game.last);
    }
}

#[test]
fn who_is_named_and_when() {
    let rules = with("attrition-loser", "owner");
    let game = fused(&rules);
    let name = |game: &Game<'_>, unit: &str| Action::Lose { unit: game.u(unit) };
    // One of several, of one's own side, on the map.
    refused(&["N 8.5/17"], &game.refusal(FRENCH, name(&game, "Augereau")));
    assert_eq!(game.why(FRENCH, name(&game, "Augereau")), Why::NotFused(game.m("Augereau")));
    assert_eq!(game.why(FRENCH, name(&game, "Argenteau")), Why::Unknown);
    assert!(game.may(FRENCH, name(&game, "Laharpe")));
    // Not before the points are spent.
    let builder = rules.build().only(&["Bonaparte", "Laharpe"]).fuse("Laharpe", "Bonaparte").turn(2).step(Step::Lines);
    let early = Game::new(builder, &rules, &[]);
    refused(&["N 4.2/3"], &early.refusal(FRENCH, name(&early, "Laharpe")));
    // Once.
    let mut game = game;
    let event = Event::Marked { mark: Mark::Bears, marker: game.m("Laharpe") };
    game.act(FRENCH, name(&game, "Laharpe"), &[]);
    assert!(game.seen(event, FRENCH) && !game.seen(event, COALITION));
    assert_eq!(game.why(FRENCH, name(&game, "Masséna")), Why::Already(game.m("Laharpe")));
    // The other side sees nothing of it; documents hold it.
    let plain = fused(&rules);
    assert_eq!(rules.view(&game.state, COALITION), rules.view(&plain.state, COALITION));
    assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state));
}

/// When the one that was named has nothing left, the others lose.
#[test]
fn the_named_one_bears_it_as_long_as_it_lasts() {
    let rules = with("attrition-loser", "owner");
    let mut game = fused(&rules);
    let name = Action::Lose { unit: game.u("Masséna") };
    game.act(FRENCH, name, &[]);
    for (unit, sp) in [("Masséna", 0), ("Laharpe", 14)] {
        let event = Event::Strength { unit: game.u(unit), sp };
        rules.evolve(&mut game.state, &event);
    }
    let sp = game.sp("Laharpe");
    rests(&mut game, 6);
    let lost = rules.attrition_losses(
        game.tally(|label| matches!(label, Label::Attrition(_))).total(),
        grognard::montenotte::attrition::Want::None,
    );
    assert!(lost > 0);
    assert_eq!(game.sp("Laharpe"), sp - lost);
}

// ----------------------------------------------------------------------------------------- a decoy is attacked

/// Laharpe beside Montenotte, where a decoy of the Coalition stands, and Argenteau behind it.
fn decoy(rules: &Montenotte) -> Builder<'_> {
    let names = ["Laharpe", "Coalition decoy 1", "Argenteau"];
    let base = rules.build().only(&names).at("Laharpe", "0813").at("Coalition decoy 1", "0913");
    base.at("Argenteau", "0912").strength("Laharpe", 8).strength("Argenteau", 7).turn(2)
}

/// Laharpe attacks it; nobody reacts.
fn attacked<'r>(rules: &'r Montenotte, builder: Builder<'_>) -> Game<'r> {
    let mut game = active(rules, builder, "Laharpe", &[]);
    let attack = Action::Attack { dir: game.dir("0813", "0913") };
    game.act(FRENCH, attack, &[]);
    while matches!(game.question(COALITION).map(|asked| asked.frame), Some(Frame::Reacting { .. })) {
        let mut chance = Seeded::new(3);
        let done = rules.apply(&game.state, COALITION, &Action::Done, &mut chance).unwrap();
        (game.state, game.last) = (done.state, done.journal);
    }
    game
}

/// It is shown and gone, or it is attacked in a battle, to which others come.
#[test]
fn a_decoy_that_is_attacked() {
    for (reading, fought) in [("exposed", false), ("battle", true)] {
        let rules = with("decoy-attacked", reading);
        let game = attacked(&rules, decoy(&rules));
        let decoy = rules.marker_named(&rules.build().finish().unwrap(), "Coalition decoy 1").unwrap();
        assert_eq!(game.state.at(decoy).is_some(), fought, "{reading}");
        assert_eq!(game.state.battle().is_some(), fought, "{reading}");
        if fought {
            // Argenteau may come to its help.
            let join = Action::Join { marker: game.m("Argenteau") };
            assert!(game.may(COALITION, join));
            assert_eq!(rules.read(&rules.write(&game.state)).as_ref(), Ok(&game.state));
            // What it is is seen, as of whoever takes part.
            let seen = rules.view(&game.state, FRENCH).seen;
            let named = rules.marker_name(decoy);
            assert_eq!(seen.markers[&named].who, Some(grognard::montenotte::document::Who::Decoy));
        }
    }
}

/// Goes through a battle: nobody does what he need not do; the first choice where he must choose.
fn to_its_end(game: &mut Game<'_>, seed: u64) -> Vec<String> {
    let (mut chance, mut told) = (Seeded::new(seed), Vec::new());
    while game.state.battle().is_some() {
        let (side, _) = Side::BOTH.into_iter().find_map(|side| Some((side, game.question(side)?))).expect("somebody");
        let legal = game.rules.legal_actions(&game.state, side);
        let action = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
        let done = game.rules.apply(&game.state, side, &action, &mut chance).unwrap();
        told.extend(done.journal.entries().iter().map(|entry| game.rules.tell(entry)).filter(|line| !line.is_empty()));
        (game.state, game.last) = (done.state, done.journal);
        assert_eq!(game.rules.read(&game.rules.write(&game.state)).as_ref(), Ok(&game.state));
    }
    told
}

/// Without help it has no strength: 4 to 1, nothing to lose on either side, and it is gone when the dice have fallen. Who
/// fought it is tired.
#[test]
fn a_battle_with_a_decoy_alone() {
    let rules = with("decoy-attacked", "battle");
    for seed in 0..6 {
        let mut game = attacked(&rules, decoy(&rules).off("Argenteau"));
        let decoy = game.m("Coalition decoy 1");
        let name = rules.marker_name(decoy);
        let told = to_its_end(&mut game, seed);
        assert!(told.iter().any(|line| line.contains("8 SP to 0")), "{}", told.join("\n"));
        assert!(told.iter().any(|line| line.starts_with(&format!("force {name} was a decoy"))), "{}", told.join("\n"));
        assert_eq!(game.state.at(decoy), None);
        assert!(game.fatigue("Laharpe") >= 1);
        assert!(!told.iter().any(|line| line.contains("loses a point")), "{}", told.join("\n"));
    }
}

/// Beside a force of strength it adds nothing, and goes whoever wins.
#[test]
fn a_decoy_beside_a_force() {
    let rules = with("decoy-attacked", "battle");
    let builder = decoy(&rules).at("Argenteau", "0913");
    let mut game = attacked(&rules, builder);
    let decoy = game.m("Coalition decoy 1");
    let told = to_its_end(&mut game, 11);
    assert!(told.iter().any(|line| line.contains("8 SP to 7")), "{}", told.join("\n"));
    assert_eq!(game.state.at(decoy), None);
    assert!(game.state.at(game.m("Argenteau")).is_some());
}

// ---------------------------------------------------------------------------------------- who marches in turn

/// The strategic phase with two forces of each side on roads.
fn marches(rules: &Montenotte) -> Game<'_> {
    let builder = rules
        .build()
        .only(&["Laharpe", "Masséna", "Augereau", "Argenteau", "Sebottendorff", "Bonaparte", "Beaulieu"])
        .at("Laharpe", "0714")
        .at("Sebottendorff", "1514")
        .turn(2)
        .step(Step::Strategic(FRENCH));
    Game::new(builder, rules, &[])
}

/// The first force of a side that may march, and has a way, marches a hex.
fn march(game: &mut Game<'_>, side: Side) {
    let done = |state: &State, action: &Action| {
        game.rules.apply(state, side, action, &mut Seeded::new(1)).unwrap_or_else(|stop| panic!("{stop}"))
    };
    let legal = game.rules.legal_actions(&game.state, side);
    let ways = legal.iter().filter(|action| matches!(action, Action::March { .. })).find_map(|action| {
        let begun = done(&game.state, action).state;
        let legal = game.rules.legal_actions(&begun, side);
        legal.into_iter().find(|action| matches!(action, Action::Step { .. })).map(|step| done(&begun, &step).state)
    });
    let ended = done(&ways.unwrap_or_else(|| panic!("{:?}", game.question(side))), &Action::Done);
    (game.state, game.last) = (ended.state, ended.journal);
}

/// The step that is asked of whom.
fn asked(game: &Game<'_>) -> Option<(Side, Step)> {
    Side::BOTH.into_iter().find_map(|side| match game.question(side)?.frame {
        Frame::Turn(step) => Some((side, step)),
        _ => None,
    })
}

/// Forced marches follow in the same order as strategic ones: all of a side, or a force of each in turn.
#[test]
fn forced_marches_in_turn() {
    for (reading, alternates) in [("initiative", false), ("alternate", true)] {
        let rules = with("strategic-order", reading);
        let mut game = marches(&rules);
        // Two forces of each march strategically.
        let mut order = Vec::new();
        while let Some((side, Step::Strategic(of))) = asked(&game) {
            assert_eq!(side, of);
            if order.iter().filter(|one| **one == side).count() == 2 {
                game.act(side, Action::Done, &[]);
                continue;
            }
            order.push(side);
            march(&mut game, side);
        }
        let (together, turn) = ([FRENCH, FRENCH, COALITION, COALITION], [FRENCH, COALITION, FRENCH, COALITION]);
        assert_eq!(order, if alternates { turn } else { together }, "{reading}");
        // And both of each by force.
        let mut order = Vec::new();
        while let Some((side, Step::Forced(of))) = asked(&game) {
            assert_eq!(side, of);
            if order.iter().filter(|one| **one == side).count() == 2 {
                game.act(side, Action::Done, &[]);
                continue;
            }
            order.push(side);
            march(&mut game, side);
            proves(&["N 9.2.3/5"], &game.last);
        }
        assert_eq!(order, if alternates { turn } else { together }, "{reading}: forced marches");
        // Each is tired by both.
        let both = game.state.marked(Mark::Strategic).and(game.state.marked(Mark::Forced));
        assert_eq!(both.len(), 4, "{reading}");
        assert!(both.into_iter().all(|marker| rules.force_fatigue(&game.state, marker) == 2), "{reading}");
    }
}

/// The side with the initiative begins by either reading, and whoever is done is passed over.
#[test]
fn the_initiative_begins_either_way() {
    for reading in ["initiative", "alternate"] {
        let rules = with("strategic-order", reading);
        let mut state = marches(&rules).state;
        rules.evolve(&mut state, &Event::Initiative { side: Some(COALITION) });
        rules.evolve(&mut state, &Event::Continued(Frame::Turn(Step::Strategic(COALITION))));
        let mut game = Game { rules: &rules, state, last: Default::default() };
        // It marches no more: all others are of the French.
        game.act(COALITION, Action::Done, &[]);
        for _ in 0..2 {
            assert_eq!(asked(&game), Some((FRENCH, Step::Strategic(FRENCH))), "{reading}");
            march(&mut game, FRENCH);
        }
        // Nobody of the Coalition has marched: forced marches are the French alone's.
        game.act(FRENCH, Action::Done, &[]);
        assert_eq!(asked(&game), Some((FRENCH, Step::Forced(FRENCH))), "{reading}");
        march(&mut game, FRENCH);
        assert_eq!(asked(&game), Some((FRENCH, Step::Forced(FRENCH))), "{reading}");
    }
}

// ------------------------------------------------------------------------------------------- without a line

/// By default a general-in-chief without a line spends his points, on forces that are then isolated; the refusal for want
/// of one is of the other reading alone.
#[test]
fn no_line() {
    for (reading, spends) in [("may-spend", true), ("may-not", false)] {
        let rules = with("points-without-a-line", reading);
        let builder = cut_off(&rules);
        let mut game = Game::new(builder, &rules, &[]);
        let (chief, marker) = (game.m("Bonaparte"), game.m("Masséna"));
        assert_eq!(game.state.status(chief), Status::Isolated);
        let fund = Action::Fund { chief, marker };
        if spends {
            game.act(FRENCH, fund, &[]);
            assert_eq!(game.state.status(marker), Status::Isolated);
            continue;
        }
        assert_eq!(game.why(FRENCH, fund), Why::NoLine);
        refused(&["N 6.1/3"], &game.refusal(FRENCH, fund));
        // With a line he spends them by either.
        let open = rules.build().only(&["Bonaparte", "Masséna"]).turn(2).step(Step::Lines);
        let mut game = Game::new(open, &rules, &[]);
        game.act(FRENCH, Action::Fund { chief: game.m("Bonaparte"), marker: game.m("Masséna") }, &[]);
    }
}
