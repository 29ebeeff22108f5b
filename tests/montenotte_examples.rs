//! The worked examples of the rulebook, number by number.

mod montenotte_support;
mod support;

use grognard::chance::Fall;
use grognard::montenotte::action::{Action, Cover, Reaction, Restraint};
use grognard::montenotte::attrition::{Activity, Case, Want};
use grognard::montenotte::battle::manoeuvre::{Bonaparte, Leader, Side116};
use grognard::montenotte::battle::position::position;
use grognard::montenotte::battle::ratio::Part;
use grognard::montenotte::battle::results::Advantage;
use grognard::montenotte::event::{Event, Position, Role};
use grognard::montenotte::frame::Step;
use grognard::montenotte::label::Label;
use grognard::montenotte::reconnaissance::Finding;
use grognard::montenotte::state::{Bid, Mark};
use grognard::montenotte::words::{Arm, BattleResult, Nation, YesNo};
use montenotte_support::{COALITION, FRENCH, Game, d6, rules, with};
use support::proves;

fn case(sp: u8, morale: i8, fatigue: u8) -> Case {
    Case { sp, morale: Some(morale), fatigue, activity: Activity::Acted, want: Want::None }
}

/// Lines 295 and 297.
#[test]
fn n1_and_n2_attrition() {
    let rules = rules();
    let marker = rules.marker("A").unwrap();
    let sum = |case| rules.attrition(Label::Attrition(marker), case).sum();
    assert_eq!(sum(case(9, 3, 0)), 1);
    assert_eq!(rules.attrition_losses(4 + 1, Want::None), 0);
    assert_eq!(sum(case(8, 3, 1)), 1);
    assert_eq!(rules.attrition_losses(5 + 1, Want::None), 1);
    assert_eq!(sum(case(15, 5, 0)), 1);
    assert_eq!(rules.attrition_losses(4 + 2 - 1, Want::None), 0);
}

/// Line 326: one hex south-west of Savona, Carcare, Millesimo, Ceva; fatigue 1, then 2, and three attrition tests.
#[test]
fn n3_marches() {
    let rules = rules();
    let builder = rules.build().only(&["Laharpe"]).at("Laharpe", "0613").turn(2).step(Step::Choose);
    let marker = rules.marker_named(&builder.clone().finish().unwrap(), "Laharpe").unwrap();
    let letter = Fall::Draw(marker.index() as u8);
    let mut game = Game::new(builder, &rules, &[letter]);
    game.act(FRENCH, Action::Activate { marker }, &[]);
    for to in ["0714", "0713", "0812"] {
        let step = game.step("Laharpe", to);
        game.act(FRENCH, step, &[]);
    }
    let step = game.step("Laharpe", "0811");
    let journal = game.act(FRENCH, step, &[]);
    proves(&["N 9.1/7", "N 15.2/10"], journal);
    assert_eq!(game.at("Laharpe").as_deref(), Some("0811"));
    // Nothing is left of the 4 MP.
    assert!(!game.may(FRENCH, game.step("Laharpe", "0810")));
    let journal = game.act(FRENCH, Action::Halt { restraint: Restraint::None }, &[d6(1), Fall::Draw(63)]);
    proves(&["N 8.5/1", "N 8.5/4", "N 8.1/2", "N 4.5/1"], journal);
    assert!(game.tally(|label| label == Label::Attrition(marker)).face().is_some());
    assert_eq!(game.fatigue("Laharpe"), 0);

    proves(&["N 9.2.2/4"], game.act(FRENCH, Action::March { marker }, &[]));
    for to in ["0810", "0910"] {
        let step = game.step("Laharpe", to);
        game.act(FRENCH, step, &[]);
    }
    proves(&["N 9.2.2/5", "N 8.5/1", "N 3.3/1", "N 8.5/13"], game.act(FRENCH, Action::Done, &[d6(1)]));
    assert_eq!((game.at("Laharpe").as_deref(), game.fatigue("Laharpe")), (Some("0910"), 1));
    game.act(FRENCH, Action::Done, &[]);
    proves(&["N 4.5/2"], game.act(COALITION, Action::Done, &[]));

    proves(&["N 9.2.3/4"], game.act(FRENCH, Action::March { marker }, &[]));
    for to in ["0909", "0908"] {
        let step = game.step("Laharpe", to);
        game.act(FRENCH, step, &[]);
    }
    proves(&["N 9.2.3/5", "N 8.5/14"], game.act(FRENCH, Action::Done, &[d6(1)]));
    assert_eq!((game.at("Laharpe").as_deref(), game.fatigue("Laharpe")), (Some("0908"), 2));
    // 20, less Carcare 1, Millesimo 1, Ceva 2.
    assert_eq!(game.state.sardinian_morale(), 16);
}

/// Line 360: Stengel at Carcare, Argenteau with 7 SP at Cairo.
#[test]
fn n4_reconnaissance() {
    let rules = rules();
    let marker = rules.marker("A").unwrap();
    let tally = rules.reconnaissance(Label::Reconnaissance(marker), Arm::Cavalry, Nation::French, 1);
    assert_eq!(tally.sum(), 3);
    assert_eq!(rules.finding(4 + 3), Finding::Strength(25));
    assert_eq!(rules.margin(7, 25), (5, 9));
    let austrian = rules.reconnaissance(Label::Reconnaissance(marker), Arm::Infantry, Nation::Austrian, 0);
    assert_eq!(austrian.sum(), 0);
    assert_eq!(rules.finding(3), Finding::Nothing);

    let builder = rules
        .build()
        .only(&["Stengel", "Argenteau"])
        .at("Stengel", "0811")
        .at("Argenteau", "0911")
        .strength("Argenteau", 7)
        .turn(2)
        .step(Step::Choose);
    let stengel = rules.marker_named(&builder.clone().finish().unwrap(), "Stengel").unwrap();
    let mut game = Game::new(builder, &rules, &[Fall::Draw(stengel.index() as u8)]);
    let argenteau = game.m("Argenteau");
    game.act(FRENCH, Action::Activate { marker: stengel }, &[]);
    proves(&["N 10/1"], game.act(FRENCH, Action::Reconnoitre { target: argenteau, bonus: 1 }, &[]));
    // The Coalition may block it, and does not.
    proves(&["N 10/2", "N 10/5", "N 10/7"], game.act(COALITION, Action::Done, &[d6(4)]));
    assert_eq!(game.tally(|label| label == Label::Reconnaissance(stengel)).total(), 7);
    let low = Action::Announce { sp: 4 };
    support::refused(&["N 10/16"], &game.refusal(COALITION, low));
    let journal = game.act(COALITION, Action::Announce { sp: 9 }, &[]);
    proves(&["N 10/16", "N 10/13", "N 10/15"], journal);
    let report = game.state.report(argenteau);
    assert_eq!((report.sp, report.percent), (9, 25));
    // In reaction Argenteau reconnoitres: his test, then a 3.
    let react = Action::React { marker: argenteau, reaction: Reaction::Reconnoitre };
    let journal = game.act(COALITION, react, &[d6(2), d6(3)]);
    proves(&["N 8.4/3", "N 10/3", "N 10/8", "N 10/10"], journal);
    assert_eq!(game.state.report(stengel).sp, 0);
}

/// Lines 381 to 409, from the initiative to the demoralisation, in the printed order of its dice. The attrition dice and the
/// two faces of the 10 are not printed: 1 to 5 on the march and 1 to 4 after the battle lose nothing.
#[test]
fn n5_the_battle_of_montenotte() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Bonaparte", "Laharpe", "Masséna", "Beaulieu", "Argenteau", "Vukassovitch"])
        .at("Bonaparte", "0713")
        .at("Laharpe", "0713")
        .strength("Laharpe", 8)
        .fuse("Laharpe", "Bonaparte")
        .at("Masséna", "0911")
        .strength("Masséna", 6)
        .cursor("Masséna", 0)
        .at("Argenteau", "0913")
        .strength("Argenteau", 7)
        .at("Vukassovitch", "1114")
        .strength("Vukassovitch", 3)
        .at("Beaulieu", "1718")
        .turn(2)
        .step(Step::Choose);
    let mut game = Game::new(builder, &rules, &[]);
    let (a, massena, argenteau) = (game.m("Bonaparte"), game.m("Masséna"), game.m("Argenteau"));
    let vukassovitch = game.m("Vukassovitch");

    game.act(FRENCH, Action::Bid { bid: Bid::Wants }, &[]);
    // 3 + 5 = 8 against 4 + 3 = 7.
    let journal = game.act(COALITION, Action::Bid { bid: Bid::Wants }, &[Fall::Contest(2, 3)]);
    proves(&["N 7/5", "N 7/1", "N 7/2", "N 7/8", "N 7/9", "N 4.3/2"], journal);
    assert!(game.may(FRENCH, Action::Activate { marker: a }));
    game.act(FRENCH, Action::Activate { marker: a }, &[]);
    let step = game.step("Bonaparte", "0813");
    proves(&["N 8.4/1"], game.act(FRENCH, step, &[]));

    // Argenteau tries to react and to retreat: 3 is above his initiative.
    let away = Action::React { marker: argenteau, reaction: Reaction::Move(game.dir("0913", "1012")) };
    proves(&["N 8.4/3"], game.act(COALITION, away, &[d6(3)]));
    assert_eq!(game.tally(|label| label == Label::Reaction(argenteau)).passed(), Some(false));
    assert_eq!(game.at("Argenteau").as_deref(), Some("0913"));

    let attack = Action::Attack { dir: game.dir("0813", "0913") };
    let journal = game.act(FRENCH, attack, &[]);
    proves(&["N 11.1/1", "N 11.1/2"], journal);
    // The declaration may be answered by a reconnaissance; it is not. After the attrition of the march the battle begins.
    proves(&["N 11.1/3", "N 8.5/1"], game.act(COALITION, Action::Done, &[d6(5)]));
    assert!(game.seen(Event::Engaged { marker: argenteau, role: Role::Principal, position: Position::Front }, FRENCH));

    // Masséna comes, by the hex opposite; Vukassovitch does not.
    let journal = game.act(FRENCH, Action::March { marker: massena }, &[d6(2)]);
    proves(&["N 11.2/2"], journal);
    let step = game.step("Masséna", "0912");
    game.act(FRENCH, step, &[]);
    let step = game.step("Masséna", "0913");
    let journal = game.act(FRENCH, step, &[d6(1)]);
    proves(&["N 11.2/6", "N 11.2/7", "N 11.3/4"], journal);
    assert!(game.seen(Event::Engaged { marker: massena, role: Role::Marched, position: Position::Flank }, COALITION));
    let journal = game.act(COALITION, Action::March { marker: vukassovitch }, &[d6(5)]);
    proves(&["N 11.2/2"], journal);
    assert_eq!(game.tally(|label| label == Label::ToTheGuns(vukassovitch)).passed(), Some(false));

    // Difficult terrain, and the dice.
    let journal = game.act(COALITION, Action::Terrain { cover: Cover::Ground }, &[Fall::TwoD6(4, 6)]);
    proves(
        &[
            "N 11.4/13",
            "N table 1/3",
            "N 11.6/1",
            "N 11.6/2",
            "N 11.6/4",
            "N 11.6/5",
            "N 11.6/6",
            "N 11.6/7",
            "N 11.7/2",
            "N 11.9/1",
            "N 11.9/2",
            "N 11.9/3",
            "N 11.9/5",
            "N table 4/14",
            "N table 5/4",
            "N table 5/6",
            "N 11.10/1",
        ],
        journal,
    );
    let tally = game.tally(|label| label == Label::Battle);
    let of = |is: fn(Label) -> bool| tally.modifiers().find(|m| is(m.label)).map(|m| m.value);
    assert_eq!(of(|l| l == Label::Ratio(14, 7)), Some(2));
    assert_eq!(of(|l| l == Label::Morale(4, 3)), Some(1));
    assert_eq!(of(|l| l == Label::Manoeuvre(5, 1)), Some(2));
    assert_eq!(of(|l| matches!(l, Label::Ground(_))), Some(-2));
    assert_eq!((tally.sum(), tally.total()), (3, 13));
    let percent = |side| game.tally(|label| label == Label::LossesOf(side)).sum();
    assert_eq!((percent(FRENCH), percent(COALITION)), (10, 20));
    assert_eq!((game.sp("Laharpe"), game.sp("Masséna"), game.sp("Argenteau")), (7, 6, 6));

    // Two hexes back.
    let first = Action::Step { dir: game.dir("0913", "1013") };
    assert!(game.may(COALITION, first));
    assert!(!game.may(COALITION, Action::Step { dir: game.dir("0913", "0813") }));
    // The second hex leaves no choice.
    let journal = game.act(COALITION, first, &[d6(4), d6(4), d6(4)]);
    proves(&["N 11.10/7", "N 11.10/5", "N 11.10/9", "N 11.10/13", "N 11.10/15", "N 11.11/1", "N 8.5/2"], journal);
    assert_eq!(game.at("Argenteau").as_deref(), Some("1114"));
    assert_eq!((game.at("Bonaparte").as_deref(), game.at("Masséna").as_deref()), (Some("0913"), Some("0913")));
    assert_eq!((game.cursor("Laharpe"), game.cursor("Masséna"), game.cursor("Argenteau")), (2, 2, -2));
    assert_eq!((game.fatigue("Bonaparte"), game.fatigue("Masséna"), game.fatigue("Argenteau")), (1, 1, 1));
    let tested: Vec<_> =
        game.last.tallies().filter(|tally| matches!(tally.what(), Label::Attrition(_))).map(|t| t.what()).collect();
    assert_eq!(tested, [Label::Attrition(a), Label::Attrition(massena), Label::Attrition(argenteau)]);

    // The pursuit.
    let journal = game.act(FRENCH, Action::Pursue, &[d6(4), d6(3)]);
    proves(
        &["N 11.11/3", "N 11.11/4", "N 11.11/5", "N 11.11/6", "N 11.11/11", "N 11.11/12", "N 11.11/13", "N 3.2/1"],
        journal,
    );
    assert_eq!(game.tally(|label| label == Label::PursuitLosses).total(), 5);
    assert_eq!((game.sp("Argenteau"), game.cursor("Argenteau")), (4, -3));
    assert_eq!(game.state.chariots(game.u("Argenteau")), 4);
    assert!(game.state.marked(Mark::Demoralised).has(argenteau));
    proves(&["N 15.3/4", "N 15.3/8", "N 15.2/9"], &game.last);
    // 10, 2 for the victory, 3 for the demoralised division, which the example leaves out.
    assert_eq!((game.state.points(), game.state.sardinian_morale()), (15, 19));
}

/// Lines 411 to 420.
#[test]
fn n6_positions_and_ratio() {
    let rules = rules();
    let grid = &rules.map().grid;
    let cell = |hex: &str| grid.cell(hex.parse().unwrap()).unwrap();
    // Provera at Millesimo, Laharpe from 0911.
    let of = |by: &str, side| position(grid, cell("0910"), cell("0911"), FRENCH, cell(by), side);
    assert_eq!(of("0810", FRENCH), Position::Front, "Masséna");
    assert_eq!(of("0809", FRENCH), Position::Flank, "Sérurier");
    assert_eq!(of("1010", COALITION), Position::Flank, "Sebottendorff");
    assert_eq!(of("0909", COALITION), Position::Front, "Colli");
    let part = |sp, role, position| Part { sp, role, position };
    let french = [
        part(6, Role::Principal, Position::Front),
        part(6, Role::Joined, Position::Front),
        part(7, Role::Joined, Position::Flank),
    ];
    let coalition = [
        part(4, Role::Principal, Position::Front),
        part(7, Role::Marched, Position::Flank),
        part(12, Role::Marched, Position::Front),
    ];
    assert_eq!(rules.weighed(&french[..1]) + rules.weighed(&french[1..2]), 12);
    assert_eq!(rules.weighed(&french[2..]), 11);
    assert_eq!((rules.weighed(&french), rules.weighed(&coalition)), (23, 17));
    assert_eq!(rules.ratio(23, 17).0.value, 1);
}

/// Line 469.
#[test]
fn n7_manoeuvre() {
    let rules = rules();
    let attacker = Side116 {
        divisions: 3,
        leader: Leader::Chief { command: 3, great_captain: YesNo::No },
        massena_and_laharpe: YesNo::No,
        tactical_bonus: YesNo::No,
        flank: YesNo::Yes,
    };
    let defender = Side116 {
        divisions: 1,
        leader: Leader::Chief { command: 5, great_captain: YesNo::Yes },
        massena_and_laharpe: YesNo::No,
        tactical_bonus: YesNo::Yes,
        flank: YesNo::No,
    };
    let values = (rules.manoeuvre_value(COALITION, attacker).sum(), rules.manoeuvre_value(FRENCH, defender).sum());
    assert_eq!(values, (4, 3));
    assert_eq!(rules.manoeuvre(4, 3, Bonaparte::Defends).value, 0);
    assert_eq!(rules.manoeuvre(4, 3, Bonaparte::Absent).value, 1);
}

/// Line 479, where 4 - 2 stands for 5 - 3.
#[test]
fn n8_morale() {
    assert_eq!(rules().morale_modifier(5, 3).value, 2);
}

/// Lines 503 and 505.
#[test]
fn n9_losses() {
    let rules = rules();
    assert_eq!(rules.victor_losses(FRENCH, 1, Advantage::Has).sum(), 10);
    assert_eq!(rules.undecided_losses(FRENCH, -2).sum(), 15);
    assert_eq!(with("undecided-losses", "ten").undecided_losses(FRENCH, -2).sum(), 20);
    assert_eq!((rules.loss(3, 15).0, rules.loss(10, 15).0, rules.loss_cap(3)), (0, 2, 1));
    assert_eq!(rules.result(7).0.result.value, BattleResult::Undecided);
}
