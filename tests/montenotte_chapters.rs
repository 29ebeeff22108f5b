//! Chapters 2 to 10: for each rule what it allows, what it forbids, and the edge.

mod montenotte_support;
mod support;

use grognard::chance::Fall;
use grognard::montenotte::action::{Action, Reaction, Restraint};
use grognard::montenotte::event::Event;
use grognard::montenotte::frame::Step;
use grognard::montenotte::label::Label;
use grognard::montenotte::state::{Bid, KindOfForce, Mark, Status, Weather};
use grognard::montenotte::why::Why;
use montenotte_support::{COALITION, FRENCH, Game, active, cut_off, d6, rules, with};
use support::{proves, refused};

const HALT: Action = Action::Halt { restraint: Restraint::None };

/// 4 and 5: the turn begins with the weather; the letters are dealt before the first.
#[test]
fn the_game_begins() {
    let rules = rules();
    let mut chance = grognard::chance::Scripted::new(vec![Fall::Pick(0); 22]);
    let begun = grognard::ruleset::Ruleset::begin(&rules, &mut chance).unwrap();
    proves(&["N 6.5.1/2", "N 6.5.1/1", "N 15.3/2", "N 15.2/16"], &begun.journal);
    assert_eq!((begun.state.points(), begun.state.sardinian_morale()), (10, 20));
    // What is dealt, its owner alone sees.
    for entry in begun.journal.entries() {
        if let Some(Event::Dealt { marker, .. }) = entry.event() {
            assert!(entry.seen.by(rules.side(*marker)) && !entry.seen.by(rules.side(*marker).enemy()));
        }
    }
    // Both leave their forces where they stand.
    let mut game = Game { rules: &rules, state: begun.state, last: begun.journal };
    game.act(FRENCH, Action::Done, &[]);
    let journal = game.act(COALITION, Action::Done, &[d6(4)]);
    proves(&["N 6.5.1/1", "N 4/1", "N 5/1", "N 5/2", "N 4.2/1"], journal);
}

#[test]
fn rain_slows_units_and_bars_rest() {
    let rules = rules();
    let game = Game::new(rules.build().turn(2), &rules, &[d6(5)]);
    proves(&["N 5/3"], &game.last);
    assert_eq!(game.state.weather(), Weather::Rain);
    // 4 MP less 1: the fourth hex of road is out of reach.
    let builder = rules.build().only(&["Laharpe"]).at("Laharpe", "0613").turn(2).weather(Weather::Rain);
    let mut game = active(&rules, builder, "Laharpe", &[]);
    for to in ["0714", "0713", "0812"] {
        let step = game.step("Laharpe", to);
        game.act(FRENCH, step, &[]);
    }
    let step = game.step("Laharpe", "0811");
    refused(&["N 9.1/7"], &game.refusal(FRENCH, step));
    assert_eq!(game.why(FRENCH, step), Why::Points { needs: 2, has: 0 });
}

/// 6.1 and 6.2: points by distance, halves when stacked, no more than there are.
#[test]
fn command_points() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Bonaparte", "Masséna", "Laharpe", "Augereau", "Stengel", "Pijon", "Beaulieu"])
        .at("Laharpe", "0815")
        .at("Beaulieu", "1718")
        .turn(2)
        .step(Step::Lines);
    let mut game = Game::new(builder, &rules, &[]);
    let chief = game.m("Bonaparte");
    let fund = |game: &Game<'_>, name: &str| Action::Fund { chief, marker: game.m(name) };
    let arranging = Action::Fuse { marker: game.m("Masséna"), into: chief };
    refused(&["N 4.2/3"], &game.refusal(FRENCH, arranging));
    // Savona, half a point.
    let journal = game.act(FRENCH, fund(&game, "Masséna"), &[]);
    proves(&["N 6.1/5", "N 6.1/3", "N 2/5"], journal);
    // Varazze, two hexes of road: a started stretch costs a point.
    proves(&["N 6.1/4"], game.act(FRENCH, fund(&game, "Laharpe"), &[]));
    refused(&["N 6.1/3"], &game.refusal(FRENCH, fund(&game, "Laharpe")));
    refused(&["N 6.3/2"], &game.refusal(FRENCH, fund(&game, "Pijon")));
    assert_eq!(game.why(FRENCH, fund(&game, "Beaulieu")), Why::NotYours(game.m("Beaulieu")));
    // Albenga, 7 hexes of road: two points; Augereau at Noli one. Five in all: 4.5 are spent, then nothing but half is left.
    game.act(FRENCH, fund(&game, "Stengel"), &[]);
    game.act(FRENCH, fund(&game, "Augereau"), &[]);
    let journal = game.act(FRENCH, Action::Done, &[]);
    proves(&["N 6/1"], journal);
    // Pijon is within 4 MP of his general and shares his status.
    assert_eq!(game.state.status(game.m("Pijon")), Status::Supplied);
    // Both sides go on at once.
    assert!(game.question(COALITION).is_some() && game.question(FRENCH).is_some());
    let journal = game.act(FRENCH, arranging, &[]);
    proves(&["N 6.5.3/1", "N 6.5.2/3"], journal);
    assert!(!game.seen(Event::Fused { marker: game.m("Masséna"), into: chief }, COALITION));
}

#[test]
fn too_few_points_and_no_orders() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Beaulieu", "Provera", "Sebottendorff", "Pittoni", "Chobinin", "Bonaparte"])
        .at("Beaulieu", "1718")
        .at("Sebottendorff", "1020")
        .at("Pittoni", "0910")
        .turn(2)
        .step(Step::Lines);
    let mut game = Game::new(builder, &rules, &[]);
    let chief = game.m("Beaulieu");
    let far = Action::Fund { chief, marker: game.m("Pittoni") };
    refused(&["N 6.1/4"], &game.refusal(COALITION, far));
    game.act(COALITION, Action::Fund { chief, marker: game.m("Sebottendorff") }, &[]);
    let journal = game.act(COALITION, Action::Done, &[]);
    proves(&["N 6.2/3", "N 6.3/1", "N 6.3/3"], journal);
    assert_eq!(game.state.status(game.m("Pittoni")), Status::Uncommanded);
    // Chobinin's cavalry is more than 4 MP from Sebottendorff.
    assert_eq!(game.state.status(game.m("Chobinin")), Status::Uncommanded);
}

/// 6.1/1, 6.1/2, 6.1/6, 6.2/2: a line along ways, free of enemies.
#[test]
fn lines_of_communication() {
    let rules = rules();
    let base = rules.build().only(&["Bonaparte", "Masséna", "Colli-Ricci", "Vitale", "Dellera"]).turn(2);
    // Savona is itself a magazine: from Carcare the road leads there, until it is cut.
    let open = base.clone().at("Bonaparte", "0811").at("Masséna", "0811");
    let game = Game::new(open.clone().status("Bonaparte", Status::Isolated).step(Step::Lines), &rules, &[]);
    proves(&["N 6.1/1", "N 6.1/2"], &game.last);
    assert_eq!(game.state.status(game.m("Bonaparte")), Status::Supplied);
    let cut = open.at("Colli-Ricci", "0812").at("Vitale", "0711").at("Dellera", "0810").step(Step::Lines);
    let cut = cut.only(&["Bonaparte", "Masséna", "Colli-Ricci", "Vitale", "Dellera"]);
    let mut game = Game::new(cut.at("Vitale", "0912"), &rules, &[]);
    // Cairo and Millesimo are still open, and lead nowhere French: the trail of Montenotte is shut, Finale's is not.
    assert_eq!(game.state.status(game.m("Bonaparte")), Status::Supplied);
    let shut = cut_off(&rules);
    game = Game::new(shut.clone(), &rules, &[]);
    proves(&["N 6.1/6"], &game.last);
    let (chief, marker) = (game.m("Bonaparte"), game.m("Masséna"));
    assert_eq!(game.state.status(chief), Status::Isolated);
    proves(&["N 6.2/2"], game.act(FRENCH, Action::Fund { chief, marker }, &[]));
    assert_eq!(game.state.status(marker), Status::Isolated);
    // The other reading of 6.1 lets nobody be commanded then.
    let strict = with("points-without-a-line", "may-not");
    let game = Game::new(shut, &strict, &[]);
    refused(&["N 6.1/3"], &game.refusal(FRENCH, Action::Fund { chief, marker }));
}

/// 6.2/1: funded again over a valid line.
#[test]
fn commanded_again() {
    let rules = rules();
    let builder =
        rules.build().only(&["Bonaparte", "Masséna"]).status("Masséna", Status::Uncommanded).turn(2).step(Step::Lines);
    let mut game = Game::new(builder, &rules, &[]);
    let action = Action::Fund { chief: game.m("Bonaparte"), marker: game.m("Masséna") };
    proves(&["N 6.2/1"], game.act(FRENCH, action, &[]));
}

/// 6.5: fusing, separating, detaching.
#[test]
fn forces() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Bonaparte", "Masséna", "Laharpe", "Augereau", "Colli"])
        .at("Laharpe", "0714")
        .strength("Laharpe", 7)
        .turn(2)
        .step(Step::Lines);
    let mut game = Game::new(builder, &rules, &[]);
    let (chief, massena, laharpe) = (game.m("Bonaparte"), game.m("Masséna"), game.m("Laharpe"));
    for marker in [massena, laharpe] {
        game.act(FRENCH, Action::Fund { chief, marker }, &[]);
    }
    game.act(FRENCH, Action::Done, &[]);
    refused(&["N 6.5.2/2"], &game.refusal(FRENCH, Action::Fuse { marker: massena, into: laharpe }));
    refused(&["N 6.5.2/3"], &game.refusal(FRENCH, Action::Fuse { marker: game.m("Augereau"), into: chief }));
    refused(&["N 6.5.3/2"], &game.refusal(FRENCH, Action::Separate { marker: massena }));
    let decoy = rules.build().finish().unwrap();
    assert!(rules.marker_named(&decoy, "French decoy 1").is_some());
    game.act(FRENCH, Action::Fuse { marker: massena, into: chief }, &[]);
    assert_eq!(game.at("Masséna"), None);
    assert_eq!(rules.strength(&game.state, chief), 6);
    // A brigade: half of 7, rounded down.
    let pijon = game.u("Pijon");
    refused(&["N 6.5.3/4"], &game.refusal(FRENCH, Action::Detach { brigade: pijon, sp: 4 }));
    refused(&["N 6.5.3/6"], &game.refusal(FRENCH, Action::TakeBack { brigade: pijon }));
    let journal = game.act(FRENCH, Action::Detach { brigade: pijon, sp: 3 }, &[]);
    proves(&["N 6.5.3/4", "N 6.5.3/5"], journal);
    assert_eq!((game.sp("Laharpe"), game.sp("Pijon"), game.at("Pijon").as_deref()), (4, 3, Some("0714")));
    // Not back at once; in the next command phase.
    refused(&["N 6.5.3/6"], &game.refusal(FRENCH, Action::TakeBack { brigade: pijon }));
    let builder = rules.build().only(&["Laharpe", "Pijon"]).at("Pijon", "0815").turn(2).step(Step::Lines);
    let mut game = Game::new(builder, &rules, &[]);
    game.act(FRENCH, Action::Done, &[]);
    proves(&["N 6.5.3/7"], game.act(FRENCH, Action::TakeBack { brigade: pijon }, &[]));
    assert_eq!((game.sp("Laharpe"), game.sp("Pijon"), game.at("Pijon")), (9, 0, None));
}

/// 3.2/2 and 6.5.3/2: the demoralised do not fuse; the fused may be taken apart again later.
#[test]
fn forces_part() {
    let rules = rules();
    let base = rules.build().only(&["Bonaparte", "Masséna", "Laharpe"]).at("Laharpe", "0714").turn(2);
    let builder = base.clone().cursor("Laharpe", -4).fuse("Masséna", "Bonaparte").step(Step::Lines);
    let mut game = Game::new(builder, &rules, &[]);
    let (chief, massena, laharpe) = (game.m("Bonaparte"), game.m("Masséna"), game.m("Laharpe"));
    for marker in [massena, laharpe] {
        game.act(FRENCH, Action::Fund { chief, marker }, &[]);
    }
    game.act(FRENCH, Action::Done, &[]);
    refused(&["N 3.2/2"], &game.refusal(FRENCH, Action::Fuse { marker: laharpe, into: chief }));
    proves(&["N 6.5.3/2"], game.act(FRENCH, Action::Separate { marker: massena }, &[]));
    assert_eq!(game.at("Masséna").as_deref(), Some("0714"));
}

/// 7: one side alone tests; nobody; a tie.
#[test]
fn initiative() {
    let rules = rules();
    let builder = rules.build().only(&["Bonaparte", "Beaulieu"]).at("Beaulieu", "1718").turn(2).step(Step::Choose);
    let fresh = || Game::new(builder.clone(), &rules, &[]);
    let (wants, declines) = (Action::Bid { bid: Bid::Wants }, Action::Bid { bid: Bid::Declines });
    refused(&["N 7/4"], &fresh().refusal(FRENCH, Action::Done));
    let mut game = fresh();
    let journal = game.act(FRENCH, wants, &[]);
    proves(&["N 7/4"], journal);
    assert!(!game.seen(Event::Said { side: FRENCH, bid: Bid::Wants }, COALITION));
    let journal = game.act(COALITION, declines, &[d6(5)]);
    proves(&["N 7/6"], journal);
    assert!(game.may(FRENCH, Action::Activate { marker: game.m("Bonaparte") }));

    let mut game = fresh();
    game.act(FRENCH, declines, &[]);
    let beaulieu = Fall::Draw(game.m("Beaulieu").index() as u8);
    let journal = game.act(COALITION, wants, &[d6(4), beaulieu]);
    proves(&["N 7/7", "N 7/9", "N 8.1/1"], journal);
    let mut game = fresh();
    game.act(FRENCH, wants, &[]);
    // 1 + 5 and 3 + 3.
    let journal = game.act(COALITION, wants, &[Fall::Contest(0, 2), beaulieu]);
    proves(&["N 7/7"], journal);
    let mut game = fresh();
    game.act(FRENCH, declines, &[]);
    proves(&["N 7/7"], game.act(COALITION, declines, &[beaulieu]));
    let anyway = with("nobody-wants-initiative", "test-anyway");
    let mut game = Game::new(builder.clone(), &anyway, &[]);
    game.act(FRENCH, declines, &[]);
    proves(&["N 7/5"], game.act(COALITION, declines, &[Fall::Contest(0, 5)]));
}

/// 7/3 and 15.2/1.
#[test]
fn the_coalition_chooses_and_beaulieu_begins() {
    let rules = rules();
    let builder = rules.build().only(&["Bonaparte", "Beaulieu", "Colli"]).turn(2).step(Step::Choose);
    let mut game = Game::new(builder.clone(), &rules, &[]);
    refused(&["N 7/3"], &game.refusal(COALITION, Action::Choose { marker: game.m("Bonaparte") }));
    proves(&["N 7/3"], game.act(COALITION, Action::Choose { marker: game.m("Colli") }, &[]));
    assert!(game.question(FRENCH).is_some());
    let mut game = Game::new(builder.turn(1), &rules, &[]);
    let journal = game.act(COALITION, Action::Choose { marker: game.m("Colli") }, &[]);
    proves(&["N 15.2/1"], journal);
    assert!(game.may(COALITION, Action::Activate { marker: game.m("Beaulieu") }));
}

/// 8.1: markers once a turn; the Inertia marker; a fused force's marker is ignored.
#[test]
fn drawing() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Bonaparte", "Masséna", "Augereau"])
        .fuse("Masséna", "Bonaparte")
        .status("Augereau", Status::Uncommanded)
        .turn(2)
        .step(Step::Choose);
    let mut game = Game::new(builder, &rules, &[]);
    let draw = |game: &Game<'_>, name: &str| Fall::Draw(game.m(name).index() as u8);
    game.act(FRENCH, Action::Bid { bid: Bid::Wants }, &[d6(1)]);
    let marker = game.m("Bonaparte");
    refused(&["N 8.1/1"], &game.refusal(FRENCH, Action::Activate { marker: game.m("Colli") }));
    let journal = game.act(FRENCH, Action::Activate { marker }, &[]);
    proves(&["N 8.1/3", "N 9.1/2", "N 9.1/1"], journal);
    // It does nothing: attrition at -2; Masséna's marker is ignored; Inertia brings Augereau.
    let dice = [d6(6), draw(&game, "Masséna"), Fall::Draw(63), draw(&game, "Augereau")];
    let journal = game.act(FRENCH, HALT, &dice);
    proves(&["N 8.5/3", "N 8.5/15", "N 8.1/4", "N 8.1/2"], journal);
    refused(&["N 8.1/3"], &game.refusal(FRENCH, Action::Activate { marker }));
    // Augereau's test.
    let journal = game.act(FRENCH, Action::Activate { marker: game.m("Augereau") }, &[d6(4)]);
    proves(&["N 8.3/1", "N 2/13"], journal);
}

/// 8.2: brigades on their division's marker, Sardinians on Colli's, decoys on their own.
#[test]
fn who_acts_on_a_marker() {
    let rules = rules();
    let builder = rules.build().only(&["Laharpe", "Pijon"]).turn(2);
    let game = active(&rules, builder, "Pijon", &[]);
    proves(&["N 8.2/4"], &game.last);
    let builder = rules.build().only(&["Colli", "Vitale", "Dellera"]).turn(2).step(Step::Choose);
    let mut game = Game::new(builder, &rules, &[]);
    let colli = Fall::Draw(game.m("Colli").index() as u8);
    game.act(COALITION, Action::Bid { bid: Bid::Declines }, &[colli]);
    proves(&["N 8.2/6"], game.act(COALITION, Action::Activate { marker: game.m("Dellera") }, &[]));
    let builder = rules.build().only(&["French decoy 1"]).turn(2);
    let mut game = active(&rules, builder, "French decoy 1", &[]);
    proves(&["N 8.2/5", "N 9.1/6"], &game.last);
    // 5 MP of road at most, no attack, no reconnaissance, no rapid march.
    for to in ["0713", "0812"] {
        let step = game.step("French decoy 1", to);
        game.act(FRENCH, step, &[]);
    }
    let dir = game.dir("0812", "0811");
    refused(&["N 2/6"], &game.refusal(FRENCH, Action::Rapid { dir }));
    // Carcare is the enemy's: no decoy may enter.
    refused(&["N 2/6"], &game.refusal(FRENCH, Action::Step { dir }));
    // Its sham attrition is hidden and means nothing.
    let journal = game.act(FRENCH, HALT, &[d6(6), Fall::Draw(63)]);
    assert!(journal.entries().iter().any(|entry| {
        matches!(entry.body, grognard::journal::Body::Die { what: Label::Attrition(_), .. })
            && entry.seen == grognard::journal::Seen::By(FRENCH)
    }));
}

/// 8.3: the uncommanded.
#[test]
fn uncommanded_forces() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Masséna", "Argenteau"])
        .at("Masséna", "0811")
        .at("Argenteau", "0913")
        .status("Masséna", Status::Uncommanded)
        .turn(2);
    // Failed: half of 4 MP, and nothing but a simple movement.
    let mut game = active(&rules, base.clone(), "Masséna", &[d6(5)]);
    proves(&["N 8.3/2"], &game.last);
    let dir = game.dir("0811", "0911");
    refused(&["N 8.3/2"], &game.refusal(FRENCH, Action::Rapid { dir }));
    let step = game.step("Masséna", "0912");
    game.act(FRENCH, step, &[]);
    game.act(COALITION, Action::Done, &[]);
    let attack = Action::Attack { dir: game.dir("0912", "0913") };
    refused(&["N 8.3/2"], &game.refusal(FRENCH, attack));
    refused(&["N 8.3/2"], &game.refusal(FRENCH, Action::Reconnoitre { target: game.m("Argenteau"), bonus: 0 }));
    // Passed: in full, and a second test to attack after a move.
    let mut game = active(&rules, base.clone(), "Masséna", &[d6(4)]);
    let step = game.step("Masséna", "0912");
    game.act(FRENCH, step, &[]);
    game.act(COALITION, Action::Done, &[]);
    let journal = game.act(FRENCH, attack, &[d6(5)]);
    proves(&["N 8.3/3"], journal);
    refused(&["N 8.3/3"], &game.refusal(FRENCH, attack));
    // Without a move no second test.
    let mut game = active(&rules, base.clone().at("Masséna", "0912"), "Masséna", &[d6(4)]);
    proves(&["N 8.3/4", "N 11.1/1"], game.act(FRENCH, attack, &[]));
    // A brigade never attacks uncommanded.
    let brigade = base.only(&["Dommartin", "Argenteau"]).at("Dommartin", "0912").strength("Dommartin", 3);
    let game = active(&rules, brigade.status("Dommartin", Status::Uncommanded), "Dommartin", &[d6(1)]);
    refused(&["N 8.3/5"], &game.refusal(FRENCH, attack));
}

/// 2/3, 8.4 and 9.3: reactions.
#[test]
fn reactions() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Laharpe", "Argenteau", "Coalition decoy 1", "Vukassovitch"])
        .at("Laharpe", "0713")
        .at("Argenteau", "0913")
        .at("Coalition decoy 1", "0913")
        .at("Vukassovitch", "1013")
        .turn(2);
    let mut game = active(&rules, base.clone(), "Laharpe", &[]);
    let (argenteau, decoy, croats) = (game.m("Argenteau"), game.m("Coalition decoy 1"), game.m("Vukassovitch"));
    let step = game.step("Laharpe", "0813");
    proves(&["N 8.4/1", "N 2/3"], game.act(FRENCH, step, &[]));
    let away = |marker, to: &str, game: &Game<'_>, from: &str| {
        let reaction = Reaction::Move(game.dir(from, to));
        Action::React { marker, reaction }
    };
    refused(&["N 8.4/4"], &game.refusal(COALITION, away(decoy, "1013", &game, "0913")));
    // Vukassovitch's infantry is 2 MP away: out of its zone.
    refused(&["N 8.4/1", "N 2/3"], &game.refusal(COALITION, away(croats, "1114", &game, "1013")));
    // 1 MP and no more: 0914 is a mountain without a way, 1014 hills off the trail.
    refused(&["N 9.1/7"], &game.refusal(COALITION, away(argenteau, "0914", &game, "0913")));
    let journal = game.act(COALITION, away(argenteau, "1012", &game, "0913"), &[d6(2)]);
    proves(&["N 8.4/3", "N 9.3/1", "N 9.3/2"], journal);
    assert_eq!(game.at("Argenteau").as_deref(), Some("1012"));
    // Towards the active force as well: nobody is left to react but the decoy.
    assert!(game.question(COALITION).is_some());
    game.act(COALITION, Action::Done, &[]);
    // One attrition test in all for those who reacted.
    let letter = Fall::Draw(argenteau.index() as u8);
    let journal = game.act(FRENCH, HALT, &[d6(1), d6(1), letter]);
    proves(&["N 8.5/1"], journal);
    assert!(game.tally(|label| label == Label::Attrition(argenteau)).face().is_some());
}

/// 8.4/2, 8.4/5, 3.3/8: who is tired.
#[test]
fn tired_reactions() {
    let rules = rules();
    let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0713").at("Argenteau", "0913").turn(2);
    let react = |level: u8, rules: &grognard::montenotte::Montenotte| {
        let mut game = active(rules, base_with(rules, level), "Laharpe", &[]);
        let step = game.step("Laharpe", "0813");
        game.act(FRENCH, step, &[]);
        let away = Action::React { marker: game.m("Argenteau"), reaction: Reaction::Move(game.dir("0913", "1012")) };
        let scout = Action::React { marker: game.m("Argenteau"), reaction: Reaction::Reconnoitre };
        (game.may(COALITION, away), game.may(COALITION, scout))
    };
    fn base_with(rules: &grognard::montenotte::Montenotte, level: u8) -> grognard::montenotte::build::Builder<'_> {
        let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0713").at("Argenteau", "0913").turn(2);
        base.fatigue("Argenteau", level)
    }
    assert_eq!(react(0, &rules), (true, true));
    assert_eq!(react(1, &rules), (true, false));
    assert_eq!(react(2, &rules), (false, false));
    let below = with("who-may-react", "below-two");
    assert_eq!(react(1, &below), (true, true));
    let fresh = with("who-may-react", "fresh-only");
    assert_eq!(react(1, &fresh), (false, false));
    let mut game = active(&rules, base.fatigue("Argenteau", 1), "Laharpe", &[]);
    let step = game.step("Laharpe", "0813");
    game.act(FRENCH, step, &[]);
    let scout = Action::React { marker: game.m("Argenteau"), reaction: Reaction::Reconnoitre };
    refused(&["N 8.4/2", "N 8.4/5"], &game.refusal(COALITION, scout));
    let mut game = active(&rules, base_with(&rules, 2), "Laharpe", &[]);
    let step = game.step("Laharpe", "0813");
    game.act(FRENCH, step, &[]);
    refused(&["N 3.3/8"], &game.refusal(COALITION, scout));
}

/// 9.2.1: rapid march.
#[test]
fn rapid_march() {
    let rules = rules();
    let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0613").at("Argenteau", "0911").turn(2);
    let mut game = active(&rules, base.clone(), "Laharpe", &[]);
    let rapid = |game: &Game<'_>, to: &str| Action::Rapid { dir: game.dir(&game.at("Laharpe").unwrap(), to) };
    refused(&["N 9.2.1/2"], &game.refusal(FRENCH, rapid(&game, "0713")));
    for to in ["0714", "0713", "0812"] {
        let action = rapid(&game, to);
        proves(&["N 9.2.1/2", "N table 1/9"], game.act(FRENCH, action, &[]));
        game.pass();
    }
    let action = rapid(&game, "0811");
    game.act(FRENCH, action, &[]);
    game.pass();
    // 2 MP are spent rapidly: no more, though 2 are left.
    refused(&["N 9.2.1/4"], &game.refusal(FRENCH, rapid(&game, "0810")));
    // It may fight afterwards, a level more tired.
    let attack = Action::Attack { dir: game.dir("0811", "0911") };
    let journal = game.act(FRENCH, attack, &[]);
    proves(&["N 9.2.1/5", "N 9.2.1/3"], journal);
    assert_eq!(game.fatigue("Laharpe"), 1);
    let tired = active(&rules, base.clone().fatigue("Laharpe", 1), "Laharpe", &[]);
    refused(&["N 9.2.1/1"], &tired.refusal(FRENCH, rapid(&tired, "0714")));
    let alone = active(&rules, base.status("Laharpe", Status::Uncommanded), "Laharpe", &[d6(1)]);
    refused(&["N 9.2.1/1"], &alone.refusal(FRENCH, rapid(&alone, "0714")));
}

/// 9.2.2 and 9.2.3: what bars them.
#[test]
fn strategic_movement() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Laharpe", "Masséna", "Augereau", "Argenteau", "French decoy 1"])
        .at("Laharpe", "0714")
        .at("Masséna", "0910")
        .at("Augereau", "0513")
        .at("Argenteau", "0911")
        .fatigue("Augereau", 1)
        .turn(2)
        .step(Step::Strategic(FRENCH));
    let mut game = Game::new(base.clone().status("Laharpe", Status::Supplied), &rules, &[]);
    let march = |game: &Game<'_>, name: &str| Action::March { marker: game.m(name) };
    refused(&["N 9.2.2/1"], &game.refusal(FRENCH, march(&game, "Augereau")));
    refused(&["N 9.2.2/2"], &game.refusal(FRENCH, march(&game, "Masséna")));
    refused(&["N 2/6"], &game.refusal(FRENCH, march(&game, "French decoy 1")));
    game.act(FRENCH, march(&game, "Laharpe"), &[]);
    // 0813 is reached by trails alone.
    let off = game.step("Laharpe", "0813");
    refused(&["N 9.2.2/3"], &game.refusal(FRENCH, off));
    for to in ["0713", "0812"] {
        let step = game.step("Laharpe", to);
        game.act(FRENCH, step, &[]);
    }
    let step = game.step("Laharpe", "0811");
    refused(&["N 9.2.2/2"], &game.refusal(FRENCH, step));
    game.act(FRENCH, Action::Done, &[d6(1)]);
    refused(&["N 9.2.2/1"], &game.refusal(FRENCH, march(&game, "Laharpe")));
    game.act(FRENCH, Action::Done, &[]);
    game.act(COALITION, Action::Done, &[]);
    // Forced: only who has marched, along roads, not beside the enemy.
    refused(&["N 9.2.3/1"], &game.refusal(FRENCH, march(&game, "Masséna")));
    game.act(FRENCH, march(&game, "Laharpe"), &[]);
    let step = game.step("Laharpe", "0811");
    refused(&["N 9.2.3/2"], &game.refusal(FRENCH, step));
    let off = game.step("Laharpe", "0913");
    refused(&["N 9.2.3/3"], &game.refusal(FRENCH, off));
    let alone = Game::new(base.status("Laharpe", Status::Uncommanded), &rules, &[]);
    refused(&["N 9.2.2/1"], &alone.refusal(FRENCH, march(&alone, "Laharpe")));
}

/// 9.2.4: one hex that costs more than there is; 3.3/8.
#[test]
fn minimum_movement() {
    let rules = rules();
    // Out of supply and uncommanded, Argenteau's 3 MP come to 1, to 0.
    let base = rules
        .build()
        .only(&["Argenteau"])
        .at("Argenteau", "1012")
        .status("Argenteau", Status::Uncommanded)
        .mark("Argenteau", Mark::OutOfSupply)
        .turn(2);
    let mut game = active(&rules, base.clone(), "Argenteau", &[d6(6)]);
    let step = game.step("Argenteau", "1112");
    proves(&["N 9.2.4/1"], game.act(COALITION, step, &[]));
    // Isolated in a village it does not pillage: cohesion 3 - 2 = 1. The minimum march tires it.
    let journal = game.act(COALITION, HALT, &[d6(1), d6(1)]);
    proves(&["N 9.2.4/2"], journal);
    assert_eq!(game.fatigue("Argenteau"), 1);
    let game = active(&rules, base.fatigue("Argenteau", 2), "Argenteau", &[d6(1)]);
    let step = game.step("Argenteau", "1112");
    refused(&["N 3.3/8"], &game.refusal(COALITION, step));
}

/// 10: finding a kind, a decoy; blocking; who cannot.
#[test]
fn reconnaissance() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Stengel", "Argenteau", "Coalition decoy 1"])
        .at("Stengel", "0811")
        .at("Argenteau", "0911")
        .at("Coalition decoy 1", "0911")
        .turn(2);
    let mut game = active(&rules, base.clone(), "Stengel", &[]);
    let (argenteau, decoy) = (game.m("Argenteau"), game.m("Coalition decoy 1"));
    let look = |target, bonus| Action::Reconnoitre { target, bonus };
    assert_eq!(game.why(FRENCH, look(argenteau, 5)), Why::Points { needs: 12, has: 10 });
    game.act(FRENCH, look(argenteau, 0), &[]);
    let block = Action::React { marker: argenteau, reaction: Reaction::Block };
    proves(&["N 8.2/2"], game.act(COALITION, block, &[d6(2)]));
    game.act(COALITION, Action::Done, &[]);
    assert_eq!(game.state.report(argenteau).kind, KindOfForce::Unknown);
    game.act(FRENCH, look(argenteau, 0), &[]);
    let journal = game.act(COALITION, Action::Done, &[d6(3)]);
    proves(&["N 10/11", "N 10/5", "N 10/7"], journal);
    assert_eq!(game.state.report(argenteau).kind, KindOfForce::Division);
    game.act(COALITION, Action::Done, &[]);
    game.act(FRENCH, look(decoy, 0), &[]);
    let journal = game.act(COALITION, Action::Done, &[d6(3)]);
    proves(&["N 2/6", "N 10/11"], journal);
    assert_eq!(game.state.at(decoy), None);
    game.act(COALITION, Action::Done, &[]);
    game.act(FRENCH, look(argenteau, 1), &[]);
    game.act(COALITION, Action::Done, &[d6(3)]);
    proves(&["N 10/12"], game.act(COALITION, Action::Announce { sp: 12 }, &[]));
    let mut game = active(&rules, base.clone(), "Stengel", &[]);
    game.act(FRENCH, look(argenteau, 0), &[]);
    game.act(COALITION, Action::Done, &[d6(6)]);
    proves(&["N 10/14"], game.act(COALITION, Action::Announce { sp: 9 }, &[]));
    // French infantry at -2, and only within its zone.
    let infantry = base.only(&["Laharpe", "Argenteau"]).at("Laharpe", "0811").at("Argenteau", "0911");
    let infantry = infantry.strength("Laharpe", 6);
    let mut game = active(&rules, infantry.clone(), "Laharpe", &[]);
    game.act(FRENCH, look(argenteau, 0), &[]);
    proves(&["N 10/9", "N 10/10"], game.act(COALITION, Action::Done, &[d6(6)]));
    let far = active(&rules, infantry.at("Argenteau", "1112"), "Laharpe", &[]);
    refused(&["N 10/1"], &far.refusal(FRENCH, look(argenteau, 0)));
    // A lone general-in-chief has no scouts and 5 MP.
    let builder = rules.build().only(&["Colli", "Laharpe"]).at("Laharpe", "0909").turn(2).step(Step::Choose);
    let mut game = Game::new(builder, &rules, &[]);
    game.act(COALITION, Action::Bid { bid: Bid::Wants }, &[d6(1)]);
    let journal = game.act(COALITION, Action::Activate { marker: game.m("Colli") }, &[]);
    proves(&["N 9.1/5", "N 6.5.2/4"], journal);
    refused(&["N 10/5"], &game.refusal(COALITION, look(game.m("Laharpe"), 0)));
    refused(&["N 11.1/1"], &game.refusal(COALITION, Action::Attack { dir: game.dir("0908", "0909") }));
}

/// 3.2: the demoralised march away or rest.
#[test]
fn the_demoralised() {
    let rules = rules();
    let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0811").at("Argenteau", "0911");
    let base = base.cursor("Laharpe", -4).turn(2);
    let mut game = active(&rules, base.clone(), "Laharpe", &[]);
    refused(&["N 3.2/3"], &game.refusal(FRENCH, Action::Done));
    refused(&["N 3.2/5"], &game.refusal(FRENCH, Action::Rest));
    refused(&["N 3.2/4"], &game.refusal(FRENCH, Action::Withdraw { to: game.cell("0912") }));
    // Savona is within 4 MP of the enemy; Noli is 5 MP off, and the nearest of those to a magazine.
    assert!(!game.may(FRENCH, Action::Withdraw { to: game.cell("0714") }));
    let to = game.cell("0513");
    assert!(game.may(FRENCH, Action::Withdraw { to }));
    let letter = Fall::Draw(game.m("Argenteau").index() as u8);
    let journal = game.act(FRENCH, Action::Withdraw { to }, &[d6(1), letter]);
    proves(&["N 3.2/3", "N 3.2/4", "N 8.5/12"], journal);
    assert_eq!(game.at("Laharpe").as_deref(), Some("0513"));
    let mut game = active(&rules, base.at("Argenteau", "1718"), "Laharpe", &[]);
    let journal = game.act(FRENCH, Action::Rest, &[d6(1), letter]);
    proves(&["N 3.2/5", "N 8.5/15"], journal);
}

/// 6.5.3/3: taken apart in an activation; 6.5.2/1: stacked without limit.
#[test]
fn separating_while_acting() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Bonaparte", "Masséna", "Laharpe", "Stengel"])
        .at("Laharpe", "0713")
        .at("Stengel", "0713")
        .fuse("Masséna", "Bonaparte")
        .turn(2)
        .step(Step::Choose);
    let mut game = Game::new(builder, &rules, &[]);
    game.act(FRENCH, Action::Bid { bid: Bid::Wants }, &[d6(1)]);
    game.act(FRENCH, Action::Activate { marker: game.m("Bonaparte") }, &[]);
    refused(&["N 6.5.3/3"], &game.refusal(FRENCH, Action::Separate { marker: game.m("Laharpe") }));
    proves(&["N 6.5.3/3"], game.act(FRENCH, Action::Separate { marker: game.m("Masséna") }, &[]));
    assert!(!game.state.marked(Mark::Activated).has(game.m("Masséna")));
    let step = game.step("Bonaparte", "0713");
    proves(&["N 6.5.2/1"], game.act(FRENCH, step, &[]));
}

/// N table 1: what steps cost, part by part.
#[test]
fn costs() {
    let rules = rules();
    let walk = |from: &str, to: &str, cited: &[&str], halves: i16| {
        let base = rules.build().only(&["Stengel"]).at("Stengel", from).turn(2);
        let mut game = active(&rules, base, "Stengel", &[]);
        let step = game.step("Stengel", to);
        game.act(FRENCH, step, &[]);
        proves(cited, &game.last);
        assert_eq!(game.tally(|label| matches!(label, Label::Cost(_))).sum(), halves, "{from} to {to}");
    };
    walk("0713", "0812", &["N table 1/9"], 2);
    walk("1303", "1302", &["N table 1/1"], 2);
    walk("1302", "1301", &["N table 1/2"], 3);
    walk("1309", "1308", &["N table 1/3"], 4);
    walk("0907", "0908", &["N table 1/10"], 2);
    walk("0807", "0808", &["N table 1/11", "N table 1/3"], 8);
    let base = rules.build().only(&["Stengel"]).at("Stengel", "0913").turn(2);
    let game = active(&rules, base, "Stengel", &[]);
    refused(&["N table 1/4"], &game.refusal(FRENCH, game.step("Stengel", "0914")));
}

/// 9.3/3: a reaction of 1 MP.
#[test]
fn a_reaction_costs_one_point() {
    let rules = rules();
    let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0813").at("Argenteau", "1013").turn(2);
    let mut game = active(&rules, base, "Laharpe", &[]);
    let step = game.step("Laharpe", "0913");
    game.act(FRENCH, step, &[]);
    let reaction = Reaction::Move(game.dir("1013", "1014"));
    refused(&["N 9.3/3"], &game.refusal(COALITION, Action::React { marker: game.m("Argenteau"), reaction }));
}
