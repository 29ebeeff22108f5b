//! Chapter 11: for each rule what it allows, what it forbids, and the edge.

mod montenotte_support;
mod support;

use grognard::chance::Fall;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Cover, Restraint};
use grognard::montenotte::build::Builder;
use grognard::montenotte::label::Label;
use grognard::montenotte::state::{Mark, Status};
use grognard::montenotte::why::Why;
use montenotte_support::{COALITION, FRENCH, Game, active, d6, rules, with};
use support::{proves, refused};

/// Laharpe beside Montenotte, where Argenteau stands.
fn montenotte<'r>(rules: &'r Montenotte, others: &[&str]) -> Builder<'r> {
    let mut names = vec!["Laharpe", "Argenteau"];
    names.extend(others);
    let base = rules.build().only(&names).at("Laharpe", "0813").at("Argenteau", "0913");
    base.strength("Laharpe", 8).strength("Argenteau", 7).turn(2)
}

/// Declares the battle; nobody reacts.
fn declared<'r>(rules: &'r Montenotte, builder: Builder<'_>) -> Game<'r> {
    let mut game = active(rules, builder, "Laharpe", &[]);
    let attack = Action::Attack { dir: game.dir("0813", "0913") };
    game.act(FRENCH, attack, &[]);
    game
}

#[test]
fn declaring() {
    let rules = rules();
    let attack = |game: &Game<'_>, to: &str| Action::Attack { dir: game.dir("0813", to) };
    let game = active(&rules, montenotte(&rules, &[]), "Laharpe", &[]);
    refused(&["N 11.1/2"], &game.refusal(FRENCH, attack(&game, "0812")));
    let tired = active(&rules, montenotte(&rules, &[]).fatigue("Laharpe", 2), "Laharpe", &[]);
    refused(&["N 3.3/6"], &tired.refusal(FRENCH, attack(&tired, "0913")));
    // A MP is needed for it: 4 hexes of road leave none.
    let far = montenotte(&rules, &[]).at("Laharpe", "0613");
    let mut game = active(&rules, far.at("Argenteau", "0911"), "Laharpe", &[]);
    for to in ["0714", "0713", "0812", "0811"] {
        let step = game.step("Laharpe", to);
        game.act(FRENCH, step, &[]);
        game.pass();
    }
    let attack = Action::Attack { dir: game.dir("0811", "0911") };
    refused(&["N 11.1/2"], &game.refusal(FRENCH, attack));
    // Into a mountain only over a way: 0914 is one, beside 0913.
    let hill = montenotte(&rules, &[]).at("Laharpe", "0913").at("Argenteau", "0914");
    let game = active(&rules, hill, "Laharpe", &[]);
    refused(&["N 11.1/7"], &game.refusal(FRENCH, Action::Attack { dir: game.dir("0913", "0914") }));
    // No way into the hex of an enemy.
    let game = active(&rules, montenotte(&rules, &[]), "Laharpe", &[]);
    refused(&["N 11.1/2"], &game.refusal(FRENCH, game.step("Laharpe", "0913")));
}

/// A decoy that is attacked is shown and gone, and the attacker goes on.
#[test]
fn decoys_are_exposed() {
    let rules = rules();
    let builder = montenotte(&rules, &["Coalition decoy 1"]).off("Argenteau").at("Coalition decoy 1", "0913");
    let mut game = active(&rules, builder, "Laharpe", &[]);
    let decoy = game.m("Coalition decoy 1");
    let attack = Action::Attack { dir: game.dir("0813", "0913") };
    game.act(FRENCH, attack, &[]);
    // Its owner is asked like any other, and can only pass.
    assert_eq!(grognard::ruleset::Ruleset::legal_actions(&rules, &game.state, COALITION), [Action::Done]);
    proves(&["N 2/6"], game.act(COALITION, Action::Done, &[]));
    assert_eq!(game.state.at(decoy), None);
    assert!(game.state.battle().is_none());
    let step = game.step("Laharpe", "0913");
    game.act(FRENCH, step, &[]);
}

/// 11.1/3 to 11.1/6.
#[test]
fn joining() {
    let rules = rules();
    let names = ["Masséna", "Augereau", "Sebottendorff", "Pittoni"];
    let builder = montenotte(&rules, &names)
        .at("Masséna", "0812")
        .at("Augereau", "0813")
        .at("Sebottendorff", "0913")
        .at("Pittoni", "1013")
        .status("Augereau", Status::Uncommanded)
        .status("Pittoni", Status::Uncommanded);
    let mut game = declared(&rules, builder);
    // All in the hex are attacked.
    proves(&["N 11.1/3"], game.act(COALITION, Action::Done, &[]));
    let join = |game: &Game<'_>, name: &str| Action::Join { marker: game.m(name) };
    refused(&["N 11.1/5"], &game.refusal(FRENCH, join(&game, "Augereau")));
    assert_eq!(game.why(FRENCH, join(&game, "Pittoni")), Why::NotYours(game.m("Pittoni")));
    // 0812 is beside the attacker's hex: in front.
    let journal = game.act(FRENCH, join(&game, "Masséna"), &[]);
    proves(&["N 11.1/4", "N 11.3/3"], journal);
    game.act(FRENCH, Action::Done, &[]);
    refused(&["N 11.1/5"], &game.refusal(COALITION, join(&game, "Pittoni")));
    // Augereau tests at -2: 5 - 2 is 3, his initiative. He decides himself, and stays out.
    let journal = game.act(COALITION, Action::Done, &[d6(5)]);
    proves(&["N 11.1/5"], journal);
    // Pittoni fails on a 5, at 3 above his 2: the French decide, and keep him out.
    let journal = game.act(FRENCH, Action::Done, &[d6(5)]);
    proves(&["N 11.1/5"], journal);
    proves(&["N 11.1/6"], &game.last);
    refused(&["N 11.1/6"], &game.refusal(FRENCH, join(&game, "Augereau")));
    assert!(game.question(FRENCH).is_some() && game.question(COALITION).is_none());
    game.act(FRENCH, Action::Done, &[]);
    assert!(!game.state.battle().unwrap().engaged().has(game.m("Pittoni")));
    // The one who passes may be brought in.
    let builder = montenotte(&rules, &["Augereau"]).at("Augereau", "0912").status("Augereau", Status::Uncommanded);
    let mut game = declared(&rules, builder.strength("Augereau", 8));
    game.act(COALITION, Action::Done, &[]);
    game.act(FRENCH, Action::Done, &[d6(1)]);
    let journal = game.act(FRENCH, join(&game, "Augereau"), &[]);
    proves(&["N 11.1/6", "N 11.3/4"], journal);
}

/// 11.2: who hears, who may march, what bars it, rapid march.
#[test]
fn to_the_guns() {
    let rules = rules();
    let builder = montenotte(&rules, &["Masséna", "Augereau", "Sérurier", "Vukassovitch"])
        .at("Masséna", "0714")
        .at("Augereau", "0911")
        .at("Sérurier", "0508")
        .at("Vukassovitch", "1112")
        .status("Vukassovitch", Status::Uncommanded)
        .fatigue("Augereau", 2);
    let mut game = declared(&rules, builder);
    game.act(COALITION, Action::Done, &[]);
    let march = |game: &Game<'_>, name: &str| Action::March { marker: game.m(name) };
    refused(&["N 3.3/6"], &game.refusal(FRENCH, march(&game, "Augereau")));
    refused(&["N 11.2/1"], &game.refusal(FRENCH, march(&game, "Sérurier")));
    game.act(FRENCH, march(&game, "Masséna"), &[d6(4)]);
    // By the trail from Savona: 2 MP.
    let aside = game.step("Masséna", "0814");
    refused(&["N 11.2/4"], &game.refusal(FRENCH, aside));
    let step = game.step("Masséna", "0813");
    proves(&["N 11.2/4"], game.act(FRENCH, step, &[]));
    game.pass();
    let into = game.step("Masséna", "0913");
    let journal = game.act(FRENCH, into, &[d6(1)]);
    proves(&["N 11.2/6", "N 11.2/7", "N 11.3/3"], journal);
    // An uncommanded brigade adds 1 and 1: 2 + 2 is 4, its cohesion.
    game.act(FRENCH, Action::Done, &[]);
    let journal = game.act(COALITION, march(&game, "Vukassovitch"), &[d6(2)]);
    proves(&["N 11.2/2", "N 6.4/2"], journal);
    assert_eq!(game.tally(|label| matches!(label, Label::ToTheGuns(_))).passed(), Some(true));
}

/// 11.2/5: rapid march at initiative 3 or more.
#[test]
fn rapidly_to_the_guns() {
    let rules = rules();
    // The battle at Carcare, Masséna at Noli: four hexes of road away are two MP in rapid march.
    let base = rules
        .build()
        .only(&["Laharpe", "Masséna", "Argenteau", "Sebottendorff"])
        .at("Laharpe", "0812")
        .at("Masséna", "0613")
        .at("Argenteau", "0811")
        .at("Sebottendorff", "1112")
        .turn(2);
    let mut game = active(&rules, base, "Laharpe", &[]);
    game.act(FRENCH, Action::Attack { dir: game.dir("0812", "0811") }, &[]);
    game.act(COALITION, Action::Done, &[]);
    game.act(FRENCH, Action::March { marker: game.m("Masséna") }, &[d6(1)]);
    let rapid = |game: &Game<'_>, name: &str, to: &str| Action::Rapid { dir: game.dir(&game.at(name).unwrap(), to) };
    for to in ["0714", "0713", "0812"] {
        let action = rapid(&game, "Masséna", to);
        game.act(FRENCH, action, &[]);
        game.pass();
    }
    let action = rapid(&game, "Masséna", "0811");
    let journal = game.act(FRENCH, action, &[d6(1)]);
    proves(&["N 11.2/5", "N 11.2/7", "N 8.5/13"], journal);
    assert_eq!(game.fatigue("Masséna"), 1);
    // Sebottendorff's initiative of 2 is too little: the road from Dego is 3 MP.
    refused(&["N 11.2/4"], &game.refusal(COALITION, Action::March { marker: game.m("Sebottendorff") }));
}

/// Fights the battle of Montenotte with these dice and this cover, nobody else near, up to the losses.
fn fought<'r>(rules: &'r Montenotte, builder: Builder<'_>, cover: Cover, dice: &[Fall]) -> Game<'r> {
    let mut game = declared(rules, builder);
    game.act(COALITION, Action::Done, &[]);
    game.act(COALITION, Action::Terrain { cover }, dice);
    game
}

/// 11.8 and 11.5/3.
#[test]
fn other_modifiers() {
    let rules = rules();
    let total = |builder: Builder<'_>, cover| {
        // Enough to see the tally: the dice are 7.
        let mut game = declared(&rules, builder);
        game.act(COALITION, Action::Done, &[]);
        let mut chance = grognard::chance::Scripted::new([Fall::TwoD6(3, 4), d6(1), d6(1), d6(1), d6(1)]);
        let action = Action::Terrain { cover };
        let done = grognard::ruleset::Ruleset::apply(&rules, &game.state, COALITION, &action, &mut chance).unwrap();
        let tally = *done.journal.tallies().find(|tally| tally.what() == Label::Battle).unwrap();
        (tally.sum(), done.journal)
    };
    // 8 to 7: +1; hills -2; manœuvre 2 - 1 = 1, half up: +1; morale 4 - 3 = +1.
    assert_eq!(total(montenotte(&rules, &[]), Cover::Ground).0, 1);
    assert_eq!(total(montenotte(&rules, &[]), Cover::Open).0, 3);
    let (sum, journal) = total(montenotte(&rules, &[]).fatigue("Laharpe", 1), Cover::Open);
    proves(&["N 11.8/3"], &journal);
    assert_eq!(sum, 1);
    let (sum, journal) = total(montenotte(&rules, &[]).fatigue("Argenteau", 1), Cover::Open);
    proves(&["N 11.8/4"], &journal);
    assert_eq!(sum, 4);
    let (sum, journal) = total(montenotte(&rules, &[]).fatigue("Argenteau", 2), Cover::Open);
    proves(&["N 11.8/5"], &journal);
    assert_eq!(sum, 5);
    let pillage = montenotte(&rules, &[]).mark("Argenteau", Mark::Pillage);
    let mut game = active(&rules, pillage, "Laharpe", &[]);
    // A force that pillages has no alert zone: nobody reacts to the declaration.
    game.act(FRENCH, Action::Attack { dir: game.dir("0813", "0913") }, &[]);
    let mut chance = grognard::chance::Scripted::new([Fall::TwoD6(3, 4), d6(1), d6(1)]);
    let action = Action::Terrain { cover: Cover::Open };
    let done = grognard::ruleset::Ruleset::apply(&rules, &game.state, COALITION, &action, &mut chance).unwrap();
    proves(&["N 11.8/1"], &done.journal);
}

/// 11.8/2: the principal attacker alone is tired.
#[test]
fn a_tired_principal() {
    let rules = rules();
    let builder = montenotte(&rules, &["Masséna"]).at("Masséna", "0812").fatigue("Laharpe", 1);
    let mut game = declared(&rules, builder);
    game.act(COALITION, Action::Done, &[]);
    // With nobody left beside the hex the question falls away.
    game.act(FRENCH, Action::Join { marker: game.m("Masséna") }, &[]);
    refused(&["N 11.5/2"], &game.refusal(COALITION, Action::Terrain { cover: Cover::Fort }));
    let journal = game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[Fall::TwoD6(3, 4)]);
    proves(&["N 11.8/2", "N 11.4/2", "N 11.4/1"], journal);
}

/// An undecided battle: losses by the terrain, each side gathers, nobody retreats or pursues.
#[test]
fn undecided() {
    let rules = rules();
    // 8 to 7 in the hills: +1; dice 6, total 7.
    let dice = [Fall::TwoD6(3, 3), d6(1), d6(1)];
    let game = fought(&rules, montenotte(&rules, &[]), Cover::Ground, &dice);
    proves(&["N 11.9/6", "N table 4/8", "N 11.11/1"], &game.last);
    assert_eq!(game.tally(|label| label == Label::LossesOf(FRENCH)).sum(), 15);
    assert_eq!((game.sp("Laharpe"), game.sp("Argenteau")), (7, 6));
    assert_eq!((game.at("Laharpe").as_deref(), game.at("Argenteau").as_deref()), (Some("0813"), Some("0913")));
    assert_eq!((game.cursor("Laharpe"), game.cursor("Argenteau")), (0, 0));
    assert!(game.state.battle().is_none());
    // Whoever joined gathers at the principal attacker's.
    let mut joined = declared(&rules, montenotte(&rules, &["Masséna"]).at("Masséna", "0812").strength("Masséna", 2));
    joined.act(COALITION, Action::Done, &[]);
    joined.act(FRENCH, Action::Join { marker: joined.m("Masséna") }, &[]);
    joined.act(COALITION, Action::Terrain { cover: Cover::Ground }, &[Fall::TwoD6(3, 3)]);
    // 10 SP at 15%: two, the second where their owner likes.
    let lose = Action::Lose { unit: joined.u("Laharpe") };
    proves(&["N 11.10/14"], joined.act(FRENCH, lose, &[d6(1), d6(1), d6(1)]));
    assert_eq!(joined.at("Masséna").as_deref(), Some("0813"));
    // A total of 6 lowers the attacker's morale, and nobody retreats.
    let game = fought(&rules, montenotte(&rules, &[]), Cover::Ground, &[Fall::TwoD6(2, 3), d6(1), d6(1)]);
    proves(&["N table 4/7"], &game.last);
    assert_eq!((game.cursor("Laharpe"), game.at("Laharpe").as_deref()), (-1, Some("0813")));
}

/// A decisive defeat of the attacker: 25%, three levels, three hexes; the defender wins two levels and stays.
#[test]
fn the_attacker_is_beaten() {
    let rules = rules();
    let weak = montenotte(&rules, &[]).strength("Laharpe", 2).strength("Argenteau", 12).fatigue("Laharpe", 1);
    // 2 to 12: -4; hills -2; manœuvre +1; morale +1; tired -2: -6 and the dice 2.
    let mut game = fought(&rules, weak, Cover::Ground, &[Fall::TwoD6(1, 1)]);
    proves(&["N table 4/1", "N 11.4/7", "N 11.9/3"], &game.last);
    assert_eq!((game.sp("Laharpe"), game.sp("Argenteau")), (1, 11));
    // The first hex: the principal attacker's, or one beside both.
    let back = |game: &Game<'_>, to: &str| Action::Step { dir: game.dir("0913", to) };
    refused(&["N 11.10/6"], &game.refusal(FRENCH, back(&game, "1012")));
    let journal = game.act(FRENCH, back(&game, "0813"), &[d6(1), d6(1)]);
    proves(&["N 11.10/6", "N 11.10/9", "N 11.10/15"], journal);
    // Savona is the magazine: there it stops.
    assert_eq!(game.at("Laharpe").as_deref(), Some("0714"));
    assert_eq!((game.cursor("Laharpe"), game.cursor("Argenteau")), (-3, 2));
    proves(&["N 11.10/13"], &game.last);
    game.act(COALITION, Action::Done, &[]);
    // A decisive Coalition victory: -3.
    proves(&["N 15.3/4"], &game.last);
    assert_eq!(game.state.points(), 7);
}

/// 15.3/5: Bonaparte's defeats come on top.
#[test]
fn bonaparte_is_beaten() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Bonaparte", "Laharpe", "Argenteau"])
        .at("Bonaparte", "0813")
        .at("Laharpe", "0813")
        .strength("Laharpe", 2)
        .strength("Argenteau", 12)
        .at("Argenteau", "0913")
        .fuse("Laharpe", "Bonaparte")
        .fatigue("Laharpe", 1)
        .turn(2)
        .step(grognard::montenotte::frame::Step::Choose);
    let mut game = Game::new(builder, &rules, &[]);
    let bid = Action::Bid { bid: grognard::montenotte::state::Bid::Wants };
    game.act(FRENCH, bid, &[d6(1)]);
    game.act(FRENCH, Action::Activate { marker: game.m("Bonaparte") }, &[]);
    game.act(FRENCH, Action::Attack { dir: game.dir("0813", "0913") }, &[]);
    game.act(COALITION, Action::Done, &[]);
    game.act(COALITION, Action::Terrain { cover: Cover::Ground }, &[Fall::TwoD6(1, 1)]);
    game.act(FRENCH, Action::Step { dir: game.dir("0913", "0813") }, &[d6(1), d6(1)]);
    let journal = game.act(COALITION, Action::Done, &[]);
    proves(&["N 15.3/4", "N 15.3/5"], journal);
    assert_eq!(game.state.points(), 10 - 3 - 5);
}

/// 11.10/1 to 11.10/3: who loses.
#[test]
fn sharing_losses() {
    let rules = rules();
    let builder =
        montenotte(&rules, &["Masséna"]).at("Masséna", "0812").strength("Masséna", 6).strength("Argenteau", 12);
    let mut game = declared(&rules, builder.strength("Laharpe", 9));
    game.act(COALITION, Action::Done, &[]);
    // With nobody left beside the hex the question falls away.
    game.act(FRENCH, Action::Join { marker: game.m("Masséna") }, &[]);
    // 15 to 12: +1; hills -2; manœuvre 3 - 1: +1; morale +1: +1; dice 3: 4, a tactical defeat at 15%: 2 of 15.
    game.act(COALITION, Action::Terrain { cover: Cover::Ground }, &[Fall::TwoD6(1, 2)]);
    proves(&["N 11.10/1", "N table 4/5", "N table 5/7", "N 11.9/4"], &game.last);
    // The first fell on Laharpe, who gave the morale; the second is free.
    assert_eq!(game.sp("Laharpe"), 8);
    assert!(game.may(FRENCH, Action::Lose { unit: game.u("Masséna") }));
    let journal = game.act(FRENCH, Action::Lose { unit: game.u("Masséna") }, &[]);
    proves(&["N 11.10/2"], journal);
    assert_eq!((game.sp("Laharpe"), game.sp("Masséna")), (8, 5));
    // Two forces retreat, one after the other as their owner likes.
    refused(&["N 11.10/4"], &game.refusal(FRENCH, Action::Retreat { marker: game.m("Argenteau") }));
    refused(&["N 11.10/10"], &game.refusal(FRENCH, Action::Shelter { marker: game.m("Laharpe") }));
    proves(&["N 11.10/4"], game.act(FRENCH, Action::Retreat { marker: game.m("Masséna") }, &[]));
}

/// 11.10/3: none is destroyed while another has 2 SP.
#[test]
fn the_last_point() {
    let rules = rules();
    let builder = montenotte(&rules, &["Sebottendorff", "Pittoni"])
        .at("Sebottendorff", "0913")
        .at("Pittoni", "0913")
        .strength("Argenteau", 1)
        .strength("Sebottendorff", 4)
        .strength("Pittoni", 1)
        .strength("Laharpe", 20);
    let mut game = declared(&rules, builder);
    game.act(COALITION, Action::Done, &[]);
    game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[]);
    let lead = Action::Lead { unit: game.u("Laharpe") };
    refused(&["N 11.7/1"], &game.refusal(COALITION, lead));
    let journal = game.act(COALITION, Action::Lead { unit: game.u("Argenteau") }, &[Fall::TwoD6(6, 6)]);
    proves(&["N 11.7/1", "N table 4/15", "N 2/17"], journal);
    // Argenteau gave the morale, and is spared while Sebottendorff has 2: 25% of 6 is 2, all his.
    assert_eq!((game.sp("Argenteau"), game.sp("Sebottendorff"), game.sp("Pittoni")), (1, 2, 1));
}

/// 11.10/8, 11.10/12, 13.7/1: no way back; out of supply.
#[test]
fn no_way_back() {
    let rules = rules();
    let closed = |rules: &'static Montenotte| {
        montenotte(rules, &["Masséna", "Augereau", "Stengel"])
            .at("Masséna", "1012")
            .at("Augereau", "1013")
            .at("Stengel", "0912")
            .strength("Laharpe", 14)
    };
    let rules: &'static Montenotte = Box::leak(Box::new(rules));
    let mut game = declared(rules, closed(rules));
    game.act(COALITION, Action::Done, &[]);
    game.act(FRENCH, Action::Done, &[]);
    let journal = game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[Fall::TwoD6(6, 6), d6(1)]);
    proves(&["N 11.10/8"], journal);
    assert_eq!((game.sp("Argenteau"), game.at("Argenteau")), (0, None));
    // By the other reading it stands, and the victor stays where he was.
    let stands: &'static Montenotte = Box::leak(Box::new(with("no-way-to-retreat", "stands")));
    let mut game = declared(stands, closed(stands));
    game.act(COALITION, Action::Done, &[]);
    game.act(FRENCH, Action::Done, &[]);
    game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[Fall::TwoD6(6, 6), d6(1), d6(1)]);
    assert_eq!((game.at("Argenteau").as_deref(), game.at("Laharpe").as_deref()), (Some("0913"), Some("0813")));
    // Out of supply and attacked alone: eliminated.
    let hungry = montenotte(rules, &[]).mark("Argenteau", Mark::OutOfSupply).status("Argenteau", Status::Isolated);
    let mut game = declared(rules, hungry);
    game.act(COALITION, Action::Done, &[]);
    let journal = game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[Fall::TwoD6(6, 6), d6(1)]);
    proves(&["N 13.7/1", "N 11.10/12", "N 13.6/2"], journal);
    assert_eq!(game.at("Argenteau"), None);
}

/// 11.10/10 and 11.10/11: the fort of Cosseria.
#[test]
fn a_fort() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Laharpe", "Provera"])
        .at("Laharpe", "0811")
        .at("Provera", "0810")
        .strength("Laharpe", 20)
        .turn(2);
    let fight = || {
        let mut game = active(&rules, base.clone(), "Laharpe", &[]);
        game.act(FRENCH, Action::Attack { dir: game.dir("0811", "0810") }, &[]);
        game.act(COALITION, Action::Done, &[]);
        game.act(COALITION, Action::Terrain { cover: Cover::Fort }, &[Fall::TwoD6(6, 5)]);
        game
    };
    let mut game = fight();
    proves(&["N table 1/8"], &game.last);
    let journal = game.act(COALITION, Action::Shelter { marker: game.m("Provera") }, &[]);
    proves(&["N 11.10/10"], journal);
    assert!(game.state.marked(Mark::InFort).has(game.m("Provera")));
    refused(&["N 11.10/11"], &game.refusal(FRENCH, Action::Pursue));
    let mut inside = fight();
    inside.act(COALITION, Action::Shelter { marker: game.m("Provera") }, &[]);
    game.act(FRENCH, Action::Advance, &[d6(1), d6(1)]);
    assert_eq!(game.at("Laharpe").as_deref(), Some("0810"));
    proves(&["N 11.10/11"], inside.act(FRENCH, Action::Done, &[d6(1), d6(1)]));
    assert_eq!(inside.at("Laharpe").as_deref(), Some("0811"));
}

/// 11.11: cavalry pursues over clear ground.
#[test]
fn cavalry_pursues() {
    let rules = rules();
    // Fossano, in the plain.
    let base = rules
        .build()
        .only(&["Stengel", "Argenteau", "Chobinin"])
        .at("Stengel", "1404")
        .at("Argenteau", "1405")
        .at("Chobinin", "1405")
        .strength("Stengel", 12)
        .strength("Argenteau", 6)
        .strength("Chobinin", 2)
        .fatigue("Argenteau", 1)
        .turn(2);
    let mut game = active(&rules, base, "Stengel", &[]);
    game.act(FRENCH, Action::Attack { dir: game.dir("1404", "1405") }, &[]);
    game.act(COALITION, Action::Done, &[]);
    while game.question(COALITION).is_some() && game.state.battle().is_some_and(|battle| battle.vanquished().is_none())
    {
        let legal = grognard::ruleset::Ruleset::legal_actions(&rules, &game.state, COALITION);
        let dice: &[Fall] = if matches!(legal[0], Action::Lead { .. }) { &[Fall::TwoD6(6, 5)] } else { &[] };
        game.act(COALITION, legal[0], dice);
    }
    // They retreat one by one, wherever they may.
    while game.question(FRENCH).is_none() {
        game.first(COALITION, &[d6(1), d6(1), d6(1)]);
    }
    // Argenteau stands at fatigue 2 now.
    let journal = game.act(FRENCH, Action::Pursue, &[d6(1), d6(1)]);
    proves(&["N 11.11/7", "N 11.11/8", "N 11.11/9"], journal);
    let tally = game.tally(|label| label == Label::PursuitLosses);
    assert_eq!(tally.modifiers().map(|m| m.value).collect::<Vec<_>>(), [5, -1, 1]);
}

/// After a battle an active force may go on while MP last, or not, by the ruling; Halt with no general to help is refused.
#[test]
fn after_the_battle() {
    let rules = rules();
    let dice = [Fall::TwoD6(3, 3), d6(1), d6(1)];
    let game = fought(&rules, montenotte(&rules, &[]), Cover::Ground, &dice);
    assert!(game.may(FRENCH, game.step("Laharpe", "0714")));
    refused(&["N 13.4/5"], &game.refusal(FRENCH, Action::Halt { restraint: Restraint::General }));
    let ends = with("declare-again", "ends");
    let game = fought(&ends, montenotte(&ends, &[]), Cover::Ground, &dice);
    refused(&["N 8.2/1"], &game.refusal(FRENCH, game.step("Laharpe", "0714")));
}

/// Every row of the results table, the ratio table and the loss table, met in battles of all strengths: what the journal
/// cites is the row that the strengths and the dice ask for.
#[test]
fn every_row() {
    let rules = rules();
    let losses = |sp: u8| match sp {
        1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        6..=8 => 4,
        9..=11 => 5,
        12..=14 => 6,
        15..=17 => 7,
        18..=20 => 8,
        21..=23 => 9,
        24..=26 => 10,
        27..=29 => 11,
        30..=32 => 12,
        33..=35 => 13,
        36..=38 => 14,
        _ => 15,
    };
    let ratio = |a: u32, d: u32| match () {
        () if a == d => 11,
        () if a > d && 2 * a <= 3 * d => 12,
        () if a > d && a <= 2 * d => 13,
        () if a > d && a <= 3 * d => 14,
        () if a > d => 15,
        () if 2 * d <= 3 * a => 10,
        () if d <= 2 * a => 9,
        () if d <= 3 * a => 8,
        () => 7,
    };
    let strengths = [1, 2, 4, 7, 9, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40];
    let mut rows = [0; 15];
    for french in strengths {
        for austrian in strengths {
            let builder = montenotte(&rules, &[]).strength("Laharpe", french).strength("Argenteau", austrian);
            let mut game = declared(&rules, builder);
            game.act(COALITION, Action::Done, &[]);
            if game.state.battle().is_none() {
                continue;
            }
            for (x, y) in [(1, 1), (1, 3), (2, 4), (3, 4), (4, 5), (5, 5), (6, 6)] {
                let mut chance = grognard::chance::Scripted::new(
                    core::iter::once(Fall::TwoD6(x, y)).chain(core::iter::repeat_n(d6(1), 8)),
                );
                let action = Action::Terrain { cover: Cover::Open };
                let done =
                    grognard::ruleset::Ruleset::apply(&rules, &game.state, COALITION, &action, &mut chance).unwrap();
                let tally = done.journal.tallies().find(|tally| tally.what() == Label::Battle).unwrap();
                let row = rules.result_row(tally.total());
                rows[usize::from(row)] += 1;
                let result = format!("N table 4/{}", row + 1);
                let of = format!("N 11.4/{}", ratio(french.into(), austrian.into()));
                let tables = [french, austrian].map(|sp| format!("N table 5/{}", losses(sp)));
                let all =
                    [result.as_str(), of.as_str(), tables[0].as_str(), tables[1].as_str(), "N 11.9/7", "N 11.9/8"];
                proves(&all, &done.journal);
                if row <= 5 && french > austrian {
                    proves(&["N 11.9/4"], &done.journal);
                }
            }
        }
    }
    assert!(rows.iter().all(|count| *count > 0), "{rows:?}");
}

/// 11.3 and 11.4: each position and its weight, for both sides.
#[test]
fn positions_and_weights() {
    let rules = rules();
    let builder = montenotte(&rules, &["Masséna", "Augereau", "Sérurier", "Pittoni", "Sebottendorff", "Provera"])
        .at("Masséna", "0812")
        .at("Augereau", "1013")
        .at("Sérurier", "0911")
        .at("Pittoni", "0914")
        .at("Sebottendorff", "1012")
        .at("Provera", "1112")
        .strength("Augereau", 7);
    let mut game = declared(&rules, builder);
    game.act(COALITION, Action::Done, &[]);
    let join = |game: &Game<'_>, name: &str| Action::Join { marker: game.m(name) };
    game.act(FRENCH, join(&game, "Masséna"), &[]);
    proves(&["N 11.3/4"], game.act(FRENCH, join(&game, "Augereau"), &[]));
    // By the mountain beside the attacker's hex; by the hex opposite.
    proves(&["N 11.3/2"], game.act(COALITION, join(&game, "Pittoni"), &[]));
    proves(&["N 11.3/1"], game.act(COALITION, join(&game, "Sebottendorff"), &[]));
    let march = |game: &Game<'_>, name: &str| Action::March { marker: game.m(name) };
    game.act(FRENCH, march(&game, "Sérurier"), &[d6(1)]);
    let step = game.step("Sérurier", "0912");
    game.act(FRENCH, step, &[]);
    game.pass();
    let step = game.step("Sérurier", "0913");
    game.act(FRENCH, step, &[d6(1)]);
    game.act(COALITION, march(&game, "Provera"), &[d6(1)]);
    let step = game.step("Provera", "1012");
    game.act(COALITION, step, &[]);
    game.pass();
    let step = game.step("Provera", "0913");
    game.act(COALITION, step, &[d6(1)]);
    let journal = game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[Fall::TwoD6(3, 4)]);
    proves(&["N 11.4/1", "N 11.4/2", "N 11.4/3", "N 11.4/4", "N 11.4/5"], journal);
    proves(&["N 11.4/6", "N 11.6/3", "N 11.6/8", "N 11.5/1", "N 11.5/3"], &game.last);
    // 8 + 6 + 10.5 up + 8 to 7 + 7.5 up + 5 + 2.
    let strength = |side| game.tally(|label| label == Label::StrengthOf(side)).sum();
    assert_eq!((strength(FRENCH), strength(COALITION)), (33, 22));
}

/// 11.2/3: whoever marches may be met by reactions.
#[test]
fn marches_are_seen() {
    let rules = rules();
    let builder = montenotte(&rules, &["Masséna", "Sebottendorff"]).at("Masséna", "0911").at("Sebottendorff", "1012");
    let mut game = declared(&rules, builder);
    game.act(COALITION, Action::Done, &[]);
    game.act(COALITION, Action::Done, &[]);
    game.act(FRENCH, Action::March { marker: game.m("Masséna") }, &[d6(1)]);
    let step = game.step("Masséna", "0912");
    proves(&["N 11.2/3"], game.act(FRENCH, step, &[]));
    assert!(game.question(COALITION).is_some());
}

/// 11.10/3: a unit of one point is spared while another has two.
#[test]
fn the_weak_are_spared() {
    let rules = rules();
    let builder = montenotte(&rules, &["Sebottendorff", "Pittoni"])
        .at("Sebottendorff", "0913")
        .at("Pittoni", "0913")
        .strength("Argenteau", 1)
        .strength("Sebottendorff", 6)
        .strength("Pittoni", 6)
        .strength("Laharpe", 30);
    let mut game = declared(&rules, builder);
    game.act(COALITION, Action::Done, &[]);
    game.act(COALITION, Action::Terrain { cover: Cover::Open }, &[]);
    game.act(COALITION, Action::Lead { unit: game.u("Sebottendorff") }, &[Fall::TwoD6(6, 6)]);
    refused(&["N 11.10/3"], &game.refusal(COALITION, Action::Lose { unit: game.u("Argenteau") }));
    game.act(COALITION, Action::Lose { unit: game.u("Pittoni") }, &[]);
    assert_eq!((game.sp("Sebottendorff"), game.sp("Pittoni")), (5, 5));
}

/// 11.11/10: tired victors pursue worse. 2/18: an uncommanded brigade has its bare cohesion.
#[test]
fn tired_pursuers_and_lone_brigades() {
    let rules = rules();
    let mut game = fought(
        &rules,
        montenotte(&rules, &[]).fatigue("Laharpe", 1).strength("Laharpe", 20),
        Cover::Open,
        &[Fall::TwoD6(6, 6)],
    );
    while game.question(FRENCH).is_none() {
        game.first(COALITION, &[d6(1), d6(1)]);
    }
    proves(&["N 11.11/10"], game.act(FRENCH, Action::Pursue, &[d6(1), d6(1)]));
    let alone = montenotte(&rules, &["Vukassovitch"])
        .off("Argenteau")
        .at("Vukassovitch", "0913")
        .status("Vukassovitch", Status::Uncommanded);
    let game = fought(&rules, alone.strength("Laharpe", 2), Cover::Open, &[Fall::TwoD6(3, 4), d6(1), d6(1)]);
    proves(&["N 2/18"], &game.last);
}

/// 11.5: towns, rivers, bridges; what may be added to what.
#[test]
fn cover() {
    let rules = rules();
    let fight = |from: &str, at: &str, cover| {
        let base = rules.build().only(&["Laharpe", "Vitale"]).at("Laharpe", from).at("Vitale", at).turn(2);
        let mut game = active(&rules, base.strength("Laharpe", 2), "Laharpe", &[]);
        game.act(FRENCH, Action::Attack { dir: game.dir(from, at) }, &[]);
        game.pass();
        let may = game.may(COALITION, Action::Terrain { cover });
        let mut chance =
            grognard::chance::Scripted::new(core::iter::once(Fall::TwoD6(3, 4)).chain(core::iter::repeat_n(d6(1), 8)));
        let action = Action::Terrain { cover };
        if may {
            let done = grognard::ruleset::Ruleset::apply(&rules, &game.state, COALITION, &action, &mut chance).unwrap();
            Some(done.journal)
        } else {
            refused(&["N 11.5/2"], &game.refusal(COALITION, action));
            None
        }
    };
    // Ceva, a town with a fort in the hills, over the bridge from 0907, over the river from 0807.
    proves(&["N table 1/6"], &fight("0907", "0908", Cover::Settlement).unwrap());
    proves(&["N table 1/8"], &fight("0907", "0908", Cover::Fort).unwrap());
    proves(&["N table 1/10", "N table 1/3"], &fight("0907", "0908", Cover::GroundAndCrossing).unwrap());
    proves(&["N table 1/11"], &fight("0807", "0908", Cover::Crossing).unwrap());
    assert!(fight("1007", "0908", Cover::Crossing).is_none());
}
