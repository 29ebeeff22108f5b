//! Chapters 12 to 15, and what the other side does not see.

mod montenotte_support;
mod support;

use grognard::chance::{Fall, Seeded};
use grognard::doors::Doors;
use grognard::montenotte::action::{Action, Restraint};
use grognard::montenotte::event::Event;
use grognard::montenotte::frame::Step;
use grognard::montenotte::label::Label;
use grognard::montenotte::state::{Mark, Status, Weather};
use grognard::montenotte::words::{Nation, Outcome};
use grognard::ruleset::Ruleset;
use grognard::side::Side;
use montenotte_support::{COALITION, FRENCH, Game, active, d6, rules, with};
use support::{proves, refused};

/// 12.1.
#[test]
fn reserve_brigades() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Sebottendorff", "Argenteau", "Chobinin", "Vitale"])
        .at("Sebottendorff", "1715")
        .at("Argenteau", "0913")
        .turn(2)
        .step(Step::Reserve);
    let mut game = Game::new(builder, &rules, &[]);
    let reinforce = |game: &Game<'_>, name: &str| Action::Reinforce { marker: game.m(name) };
    refused(&["N 12.1/3"], &game.refusal(COALITION, reinforce(&game, "Argenteau")));
    refused(&["N 12.1/2"], &game.refusal(COALITION, reinforce(&game, "Chobinin")));
    refused(&["N 12.1/2"], &game.refusal(COALITION, reinforce(&game, "Vitale")));
    let journal = game.act(COALITION, reinforce(&game, "Sebottendorff"), &[]);
    proves(&["N 12.1/1", "N 12.1/2"], journal);
    assert_eq!(game.sp("Sebottendorff"), 8);
    let event = Event::Strength { unit: game.u("Sebottendorff"), sp: 8 };
    assert!(!game.seen(event, FRENCH));
}

/// 12.2: turn 4, each army for itself, beyond the first strength.
#[test]
fn replacements() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Masséna", "Stengel", "Laharpe", "Argenteau", "Vitale"])
        .status("Laharpe", Status::Uncommanded)
        .mark("Argenteau", Mark::ActedBefore)
        .turn(4)
        .step(Step::Replacements(Nation::French));
    let mut game = Game::new(builder.clone(), &rules, &[d6(6)]);
    proves(&["N 12.2/2", "N 12.2/11", "N 12.2/9"], &game.last);
    let give = |game: &Game<'_>, name: &str| Action::Reinforce { marker: game.m(name) };
    refused(&["N 12.2/3"], &game.refusal(FRENCH, give(&game, "Stengel")));
    refused(&["N 12.2/3"], &game.refusal(FRENCH, give(&game, "Laharpe")));
    game.act(FRENCH, give(&game, "Masséna"), &[]);
    game.act(FRENCH, give(&game, "Masséna"), &[]);
    let journal = game.act(FRENCH, give(&game, "Masséna"), &[d6(2)]);
    proves(&["N 12.2/3", "N 12.2/4", "N 12.2/12", "N 12.2/7"], journal);
    assert_eq!(game.sp("Masséna"), 9);
    // Argenteau acted in the turn before.
    refused(&["N 4.6/3"], &game.refusal(COALITION, give(&game, "Argenteau")));
    let journal = game.act(COALITION, Action::Done, &[d6(3)]);
    proves(&["N 12.2/6", "N 12.2/11"], journal);
    // The other lines of the table, and the turn on which there are any.
    for (die, rule) in [(2, "N 12.2/5"), (5, "N 12.2/8")] {
        let game = Game::new(builder.clone(), &rules, &[d6(die)]);
        proves(&[rule], &game.last);
    }
    let austrian = builder.clone().step(Step::Replacements(Nation::Austrian));
    let game = Game::new(austrian, &rules, &[d6(6)]);
    proves(&["N 12.2/10"], &game.last);
    let mut game = Game::new(builder.clone().step(Step::Reserve), &rules, &[]);
    proves(&["N 12.2/1"], game.act(COALITION, Action::Done, &[d6(1)]));
    let mut game = Game::new(builder.turn(5).step(Step::Reserve), &rules, &[]);
    proves(&["N 4.6/4"], game.act(COALITION, Action::Done, &[]));
}

/// 13.2 and 13.6: wagons, and who has none left.
#[test]
fn chariots() {
    let rules = rules();
    let builder = rules
        .build()
        .only(&["Argenteau", "Vukassovitch", "Sebottendorff"])
        .at("Argenteau", "0913")
        .at("Vukassovitch", "1013")
        .at("Sebottendorff", "0912")
        .status("Argenteau", Status::Isolated)
        .status("Vukassovitch", Status::Isolated)
        .status("Sebottendorff", Status::Uncommanded)
        .chariots("Sebottendorff", 0)
        .chariots("Argenteau", 2)
        .turn(2)
        .step(Step::Supply(COALITION));
    let mut game = Game::new(builder, &rules, &[]);
    let journal = game.act(COALITION, Action::Done, &stragglers(3));
    proves(&["N 13.2/2", "N 13.2/3", "N 13.6/1"], journal);
    proves(&["N 13.6/2", "N 13.6/3", "N 4.7/1", "N 4.7/2"], &game.last);
    assert_eq!(game.state.chariots(game.u("Argenteau")), 1);
    let hungry = game.state.marked(Mark::OutOfSupply);
    assert!(hungry.has(game.m("Sebottendorff")));
    assert!(!hungry.has(game.m("Argenteau")) && !hungry.has(game.m("Vukassovitch")));
    // Commanded and supplied again.
    let builder = rules.build().only(&["Argenteau"]).chariots("Argenteau", 1).mark("Argenteau", Mark::OutOfSupply);
    let mut game = Game::new(builder.turn(2).step(Step::Supply(COALITION)), &rules, &[]);
    let journal = game.act(COALITION, Action::Done, &[d6(1)]);
    proves(&["N 13.2/4", "N 13.6/1"], journal);
    assert_eq!(game.state.chariots(game.u("Argenteau")), 6);
}

/// The weather of the next turn; full divisions throw no die for stragglers.
fn stragglers(_: usize) -> Vec<Fall> {
    vec![d6(1)]
}

/// 13.3 and 13.5: forage, by whole units; Sardinian places; Ormea.
#[test]
fn living_off_the_land() {
    let rules = rules();
    // 1304 Fossano lies in fields: 10 SP. 1404 too. 1302 is plain: 5. 0713 is hills: none.
    let builder = rules
        .build()
        .only(&["Masséna", "Augereau", "Laharpe", "Stengel"])
        .at("Masséna", "1404")
        .at("Augereau", "1404")
        .at("Laharpe", "1302")
        .at("Stengel", "0713")
        .status("Masséna", Status::Isolated)
        .status("Augereau", Status::Isolated)
        .status("Laharpe", Status::Isolated)
        .status("Stengel", Status::Isolated)
        .strength("Laharpe", 5)
        .turn(2)
        .step(Step::Supply(FRENCH));
    let mut game = Game::new(builder, &rules, &[]);
    let feed = |game: &Game<'_>, name: &str| Action::Feed { marker: game.m(name) };
    refused(&["N 13.3/1", "N 13.3/4"], &game.refusal(FRENCH, feed(&game, "Stengel")));
    proves(&["N 13.3/1", "N 13.3/2"], game.act(FRENCH, feed(&game, "Augereau"), &[]));
    // 8 of 10 are eaten: Masséna's 6 are too many.
    refused(&["N 13.3/1"], &game.refusal(FRENCH, feed(&game, "Masséna")));
    proves(&["N 13.3/3"], game.act(FRENCH, feed(&game, "Laharpe"), &[]));
    proves(&["N 13.1/1"], game.act(FRENCH, Action::Done, &[]));
    game.act(COALITION, Action::Done, &[d6(1)]);
    let hungry = game.state.marked(Mark::OutOfSupply);
    assert!(hungry.has(game.m("Masséna")) && hungry.has(game.m("Stengel")));
    assert!(!hungry.has(game.m("Augereau")) && !hungry.has(game.m("Laharpe")));

    let builder = rules
        .build()
        .only(&["Sérurier", "Vitale", "Dellera", "Laharpe"])
        .at("Sérurier", "0507")
        .at("Dellera", "0905")
        .at("Vitale", "0907")
        .at("Laharpe", "0811")
        .status("Sérurier", Status::Isolated)
        .status("Dellera", Status::Uncommanded)
        .status("Vitale", Status::Uncommanded)
        .turn(2)
        .step(Step::Supply(FRENCH));
    let mut game = Game::new(builder, &rules, &[]);
    proves(&["N 15.2/3"], game.act(FRENCH, Action::Done, &[]));
    proves(&["N 13.5/1"], game.act(COALITION, Action::Done, &[d6(1)]));
    let hungry = game.state.marked(Mark::OutOfSupply);
    assert!(hungry.has(game.m("Vitale")) && !hungry.has(game.m("Dellera")) && !hungry.has(game.m("Sérurier")));
}

/// 13.4: by choice, and by a failed test; points and morale; the marker.
#[test]
fn pillage() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Laharpe", "Argenteau"])
        .at("Laharpe", "0713")
        .at("Argenteau", "1718")
        .status("Laharpe", Status::Isolated)
        .strength("Laharpe", 5)
        .fatigue("Laharpe", 1)
        .turn(2);
    let mut game = active(&rules, base.clone(), "Laharpe", &[]);
    refused(&["N 13.4/1"], &game.refusal(FRENCH, Action::Sack));
    let step = game.step("Laharpe", "0812");
    game.act(FRENCH, step, &[]);
    let letter = Fall::Draw(game.m("Argenteau").index() as u8);
    // Altare, a village: 5 SP.
    let journal = game.act(FRENCH, Action::Sack, &[d6(1), letter]);
    proves(&["N 13.4/1", "N 13.4/7", "N 13.4/11", "N table 1/5", "N 13.4/13"], journal);
    proves(&["N 15.3/10", "N 15.2/15", "N 13.4/12"], &game.last);
    assert_eq!((game.state.points(), game.state.sardinian_morale()), (9, 19));
    assert!(game.state.marked(Mark::Pillage).has(game.m("Laharpe")));
    assert_eq!(game.fatigue("Laharpe"), 1, "fatigue falls at the end of the turn");
    // By the other reading it falls at once.
    let other = with("fatigue-recovery", "pillage");
    let mut game = active(&other, base.clone(), "Laharpe", &[]);
    game.act(FRENCH, step, &[]);
    proves(&["N 13.4/15"], game.act(FRENCH, Action::Sack, &[d6(1), letter]));
    // Not by choice: morale 4, the French add 2, Laharpe's bonus takes off 2.
    let mut game = active(&rules, base.clone(), "Laharpe", &[]);
    game.act(FRENCH, step, &[]);
    let halt = |restraint| Action::Halt { restraint };
    let journal = game.act(FRENCH, halt(Restraint::WithBonus), &[d6(4), d6(1), letter]);
    proves(&["N 13.4/3", "N 13.4/4", "N 13.4/5", "N 2/14"], journal);
    assert_eq!(game.state.points(), 10);
    let mut game = active(&rules, base, "Laharpe", &[]);
    game.act(FRENCH, step, &[]);
    let journal = game.act(FRENCH, halt(Restraint::General), &[d6(4), d6(1), letter]);
    proves(&["N 13.4/3", "N 13.4/5"], journal);
    assert_eq!(game.state.points(), 9);
}

/// 13.4 in the supply phase; towns and cities; Austrians and Sardinians.
#[test]
fn pillage_in_the_supply_phase() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Argenteau", "Vitale", "Pittoni"])
        .at("Argenteau", "1514")
        .at("Pittoni", "0902")
        .at("Vitale", "0714")
        .status("Argenteau", Status::Isolated)
        .status("Vitale", Status::Isolated)
        .status("Pittoni", Status::Isolated)
        .chariots("Argenteau", 0)
        .chariots("Pittoni", 0)
        .turn(2)
        .step(Step::Supply(COALITION));
    let mut game = Game::new(base, &rules, &[]);
    let pillage = |game: &Game<'_>, name: &str| Action::Pillage { marker: game.m(name) };
    // Acqui, a town: 10 SP, +2 for the Austrians, -2 of Sardinian morale.
    let journal = game.act(COALITION, pillage(&game, "Argenteau"), &[]);
    proves(&["N 13.4/8", "N 15.3/11", "N 15.2/15"], journal);
    assert_eq!((game.state.points(), game.state.sardinian_morale()), (12, 18));
    refused(&["N 13.4/3"], &game.refusal(COALITION, pillage(&game, "Argenteau")));
    // Coni, a city.
    proves(&["N 13.4/9", "N table 1/7"], game.act(COALITION, pillage(&game, "Pittoni"), &[]));
    assert_eq!((game.state.points(), game.state.sardinian_morale()), (16, 14));
    // Sardinians: no points.
    game.act(COALITION, pillage(&game, "Vitale"), &[]);
    assert_eq!((game.state.points(), game.state.sardinian_morale()), (16, 12));
    game.act(COALITION, Action::Done, &[d6(1)]);
    assert!(game.state.marked(Mark::OutOfSupply).is_empty());
}

/// 14.2 and 3.1: the notch, stragglers, fatigue; rain; nothing for who acted.
#[test]
fn return_to_order() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Masséna", "Augereau", "Laharpe"])
        .cursor("Laharpe", 0)
        .fatigue("Augereau", 2)
        .mark("Augereau", Mark::Acted)
        .turn(2);
    // Masséna is short of a point.
    let builder = base.strength("Masséna", 6).step(Step::Recovery);
    let mut state = builder.clone().finish().unwrap();
    let unit = rules.roster().unit("Masséna").unwrap();
    rules.evolve(&mut state, &Event::Strength { unit, sp: 5 });
    let resume = |state: &_, dice: Vec<Fall>| {
        let mut chance = grognard::chance::Scripted::new(dice);
        let done = rules.resume(state, &mut chance).unwrap();
        chance.finish().unwrap();
        done
    };
    // After its notch its morale is 5: a 4 is less. The second die is the weather.
    let done = resume(&state, vec![d6(4), d6(1)]);
    proves(&["N 3.1/3", "N 14.2/2", "N 4.7/1", "N 3.1/1", "N 14.3/1"], &done.journal);
    assert_eq!((done.state.sp(unit), done.state.cursor(unit)), (6, 0));
    let augereau = rules.marker_named(&done.state, "Augereau").unwrap();
    assert_eq!(done.state.fatigue(augereau), 1);
    assert_eq!(done.state.cursor(rules.roster().unit("Augereau").unwrap()), -1, "it acted");
    assert_eq!(done.state.cursor(rules.roster().unit("Laharpe").unwrap()), 0, "never above 0");
    // A 5 is not.
    assert_eq!(resume(&state, vec![d6(5), d6(1)]).state.sp(unit), 5);
    rules.evolve(&mut state, &Event::Weather { weather: Weather::Rain });
    let done = resume(&state, vec![d6(3), d6(1)]);
    proves(&["N 5/4"], &done.journal);
    assert_eq!((done.state.sp(unit), done.state.cursor(unit)), (6, -1));
}

/// 13.7/2: a fort holds out a turn.
#[test]
fn forts_surrender() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Colli-Ricci", "Laharpe"])
        .at("Laharpe", "0810")
        .at("Colli-Ricci", "0810")
        .mark("Colli-Ricci", Mark::InFort)
        .mark("Colli-Ricci", Mark::OutOfSupply)
        .turn(2);
    let game = Game::new(base.clone().step(Step::Recovery), &rules, &[d6(1)]);
    assert!(game.state.marked(Mark::Besieged).has(game.m("Colli-Ricci")));
    let game = Game::new(base.mark("Colli-Ricci", Mark::Besieged).step(Step::Recovery), &rules, &[d6(1)]);
    proves(&["N 13.7/2"], &game.last);
    assert_eq!(game.at("Colli-Ricci"), None);
}

/// 15.2/2: Coni.
#[test]
fn coni() {
    let rules = rules();
    let base = rules.build().only(&["Augereau", "Dellera"]).at("Augereau", "0902").turn(2).sardinian_morale(8);
    let mut game = Game::new(base.clone().step(Step::Determine), &rules, &[d6(1)]);
    assert_eq!(game.state.sardinian_morale(), 8, "not on the first turn");
    // Through the next turn, to its supply phase; Dellera at Mondovi is 3 hexes away.
    for _ in 0..40 {
        let side = if game.question(FRENCH).is_some() { FRENCH } else { COALITION };
        let Some(action) = rules.decline(&game.state, side) else { break };
        let mut chance = Seeded::new(1);
        let done = rules.apply(&game.state, side, &action, &mut chance).unwrap();
        let over = done.journal.events().any(|event| *event == Event::ConiTaken);
        game.state = done.state;
        game.last = done.journal;
        if over {
            break;
        }
    }
    proves(&["N 15.2/2", "N 15.2/12"], &game.last);
    assert_eq!(game.state.sardinian_morale(), 5);
}

/// 15.2/10, 15.2/11: places change hands as forces enter.
#[test]
fn places() {
    let rules = rules();
    let base = rules.build().only(&["Laharpe"]).at("Laharpe", "0909").turn(2);
    let mut game = active(&rules, base, "Laharpe", &[]);
    let step = game.step("Laharpe", "0908");
    proves(&["N 15.2/11"], game.act(FRENCH, step, &[]));
    assert_eq!(game.state.sardinian_morale(), 18);
    let base = rules.build().only(&["Laharpe"]).at("Laharpe", "0812").turn(2).sardinian_morale(1);
    let mut game = active(&rules, base, "Laharpe", &[]);
    let step = game.step("Laharpe", "0811");
    // The last point: the French win at once.
    proves(&["N 15.2/10", "N 15.3/1", "N 14.1/1", "N 15.2/4"], game.act(FRENCH, step, &[]));
    assert_eq!(game.state.verdict(), Some((Some(FRENCH), Outcome::Strategic)));
    // By the other reading, when it is verified.
    let later = with("immediate-victory", "at-verification");
    let base = later.build().only(&["Laharpe"]).at("Laharpe", "0812").turn(2).sardinian_morale(1);
    let mut game = active(&later, base, "Laharpe", &[]);
    game.act(FRENCH, step, &[]);
    assert_eq!(game.state.verdict(), None);
}

/// 15.2/4 to 15.2/8, 15.2/13, 15.2/14: battles with Sardinians.
#[test]
fn battles_with_sardinians() {
    let rules = rules();
    let fight = |track: i8, french: u8, dice: Fall| {
        let base = rules
            .build()
            .only(&["Laharpe", "Vitale"])
            .at("Laharpe", "1404")
            .at("Vitale", "1405")
            .strength("Laharpe", french)
            .strength("Vitale", 12)
            .sardinian_morale(track)
            .turn(2);
        let mut game = active(&rules, base, "Laharpe", &[]);
        game.act(FRENCH, Action::Attack { dir: game.dir("1404", "1405") }, &[]);
        // Whatever is asked, the first answer will do; nobody pursues.
        let mut thrown = false;
        let mut all = Vec::new();
        while game.state.battle().is_some() && game.state.verdict().is_none() {
            let side = if game.question(FRENCH).is_some() { FRENCH } else { COALITION };
            let legal = rules.legal_actions(&game.state, side);
            let mut script = if thrown { Vec::new() } else { vec![dice] };
            script.extend([d6(1), d6(1)]);
            let mut chance = grognard::chance::Scripted::new(script);
            let done = rules.apply(&game.state, side, &legal[0], &mut chance).unwrap();
            thrown |= done.journal.tallies().any(|tally| tally.what() == Label::Battle);
            game.state = done.state;
            all.extend(done.journal.entries().to_vec());
            game.last = done.journal;
        }
        (game.state.sardinian_morale(), all)
    };
    fn journal(entries: Vec<grognard::journal::Entry<Event, Label>>) -> grognard::journal::Account<Event, Label> {
        let mut account = grognard::journal::Account::new();
        for entry in entries {
            grognard::journal::Journal::take(&mut account, entry);
        }
        account
    }
    // 24 to 12: 2 to 1; the track gives the modifier.
    let (track, all) = fight(20, 24, Fall::TwoD6(6, 6));
    proves(&["N 15.2/7", "N 15.2/8", "N table 3/5"], &journal(all));
    assert!(track <= 17, "a decisive defeat is 2, and 3 SP lost count once: {track}");
    for (at, rule) in
        [(3, "N table 3/2"), (8, "N table 3/3"), (13, "N table 3/4"), (22, "N table 3/6"), (25, "N table 3/7")]
    {
        let (_, all) = fight(at, 24, Fall::TwoD6(1, 2));
        proves(&[rule], &journal(all));
    }
    let (track, all) = fight(20, 8, Fall::TwoD6(1, 1));
    let won = journal(all);
    assert!(track > 20, "{track}");
    proves(&["N 15.2/13"], &won);
    let (track, all) = fight(20, 3, Fall::TwoD6(1, 1));
    proves(&["N 15.2/14", "N 15.3/4"], &journal(all));
    // The retreat leads through Cherasco, which costs the Coalition 2.
    assert_eq!(track, 20);
    let (_, all) = fight(20, 14, Fall::TwoD6(4, 5));
    proves(&["N 15.2/6", "N 15.3/3"], &journal(all));
}

/// 15.3/12; 15.3/8 and 15.3/9; the end of the last turn.
#[test]
fn points() {
    let rules = rules();
    // Rallied: a notch lifts the division above 0.
    for (name, rule, points) in [("Laharpe", "N 15.3/9", 13), ("Argenteau", "N 15.3/8", 8)] {
        let cursor = if name == "Laharpe" { -4 } else { -3 };
        let base = rules.build().only(&[name]).cursor(name, cursor).turn(2).step(Step::Recovery);
        let game = Game::new(base, &rules, &[d6(1)]);
        proves(&[rule], &game.last);
        assert_eq!(game.state.points(), points);
    }
    // A demoralised French division costs 5: at 0 the Coalition has won.
    let base = rules.build().only(&["Laharpe"]).cursor("Laharpe", -2).status("Laharpe", Status::Isolated).points(5);
    let mut game = Game::new(base.turn(2).step(Step::Supply(FRENCH)), &rules, &[]);
    game.act(FRENCH, Action::Done, &[d6(1)]);
    proves(&["N 15.3/9", "N 15.3/12"], game.act(COALITION, Action::Done, &[]));
    assert_eq!(game.state.verdict(), Some((Some(COALITION), Outcome::Strategic)));
    // The last turn: two hexes around Carcare, Genoa, the bands.
    let last = |points: i16, names: &[&str]| {
        let base = rules.build().only(names).at("Laharpe", "0811").points(points).turn(14).step(Step::Next);
        Game::new(base, &rules, &[])
    };
    let game = last(24, &["Laharpe"]);
    proves(&["N 15.3/6", "N 14.3/2", "N 15.3/17"], &game.last);
    assert_eq!(game.state.verdict(), Some((Some(FRENCH), Outcome::Marginal)));
    let game = last(24, &["Laharpe", "Colli-Ricci"]);
    assert_eq!(game.state.points(), 24, "Cosseria is beside it");
    for (points, rule) in
        [(2, "N 15.3/13"), (7, "N 15.3/14"), (16, "N 15.3/15"), (21, "N 15.3/16"), (31, "N 15.3/18"), (40, "N 15.3/19")]
    {
        proves(&[rule], &last(points, &["Laharpe", "Colli-Ricci"]).last);
    }
    let base = rules.build().only(&["Laharpe"]).at("Laharpe", "1019").turn(2);
    let mut game = active(&rules, base, "Laharpe", &[]);
    let step = game.step("Laharpe", "1020");
    proves(&["N 15.3/7"], game.act(FRENCH, step, &[]));
}

/// 8.5/16 to 8.5/19: out of supply, and beside the enemy.
#[test]
fn hungry_attrition() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Laharpe", "Argenteau"])
        .at("Laharpe", "0713")
        .at("Argenteau", "1718")
        .strength("Laharpe", 12)
        .mark("Laharpe", Mark::OutOfSupply)
        .turn(2);
    let halt = Action::Halt { restraint: Restraint::None };
    let mut game = active(&rules, base.clone(), "Laharpe", &[]);
    let letter = Fall::Draw(game.m("Argenteau").index() as u8);
    let step = game.step("Laharpe", "0812");
    game.act(FRENCH, step, &[]);
    let journal = game.act(FRENCH, halt, &[d6(3), letter]);
    proves(&["N 8.5/16", "N 8.5/18", "N 8.5/7"], journal);
    assert_eq!(game.sp("Laharpe"), 10);
    let mut game = active(&rules, base.at("Argenteau", "0811"), "Laharpe", &[]);
    game.act(FRENCH, step, &[]);
    game.pass();
    let journal = game.act(FRENCH, halt, &[d6(3), letter]);
    proves(&["N 8.5/19"], journal);
    assert_eq!(game.sp("Laharpe"), 9);
    // The other bands of strength, and high morale.
    for (sp, rule) in [(3, "N 8.5/5"), (6, "N 8.5/6"), (14, "N 8.5/8"), (18, "N 8.5/9"), (23, "N 8.5/10")] {
        let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0713").strength("Laharpe", sp);
        let mut game = active(&rules, base.cursor("Laharpe", 1).turn(2), "Laharpe", &[]);
        let journal = game.act(FRENCH, halt, &[d6(1), letter]);
        proves(&[rule, "N 8.5/11"], journal);
    }
    // 6 SP of morale 4 lose one on a 6: N 8.5/17.
    let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0713").turn(2);
    let mut game = active(&rules, base, "Laharpe", &[]);
    game.act(FRENCH, step, &[]);
    proves(&["N 8.5/17"], game.act(FRENCH, halt, &[d6(6), letter]));
}

/// Two positions that differ only in who stands under two letters look the same to the other side, and ask it the same,
/// until a battle or a reconnaissance tells.
#[test]
fn letters_keep_their_secret() {
    let rules = rules();
    // The same letters, the same hexes, one a decoy and one Sebottendorff with Beaulieu at 1217.
    // Without Chobinin, whose brigade would act on Sebottendorff's letter.
    let base = rules.build().off("Chobinin").turn(2).step(Step::Lines);
    let one = base.finish().unwrap();
    let (a, b) =
        (rules.marker_named(&one, "Sebottendorff").unwrap(), rules.marker_named(&one, "Coalition decoy 1").unwrap());
    assert_eq!(one.at(a), one.at(b), "both stand with Beaulieu");
    let mut other = one.clone();
    for (marker, from) in [(a, b), (b, a)] {
        let event = Event::Dealt { marker, content: one.content(from), at: one.at(marker) };
        rules.evolve(&mut other, &event);
    }
    let mut states = [one, other];
    let mut chances = [Seeded::new(7), Seeded::new(7)];
    for (state, chance) in states.iter_mut().zip(&mut chances) {
        *state = rules.resume(state, chance).unwrap().state;
    }
    let mut rounds = 0;
    while rounds < 60 {
        let views = states.each_ref().map(|state| rules.view(state, FRENCH));
        assert_eq!(views[0], views[1], "after {rounds} answers");
        let asked = states.each_ref().map(|state| rules.waiting(state));
        let french = asked.each_ref().map(|waiting| waiting.of(FRENCH).copied());
        assert_eq!(french[0], french[1], "after {rounds} answers");
        let legal = states.each_ref().map(|state| rules.legal_actions(state, FRENCH));
        assert_eq!(legal[0], legal[1], "after {rounds} answers");
        let side = if french[0].is_some() { FRENCH } else { COALITION };
        assert_eq!(asked[0].of(Side::Second).is_some(), asked[1].of(Side::Second).is_some());
        // The French let everything pass. The Coalition commands Sebottendorff, under whichever letter, so that both letters
        // lie in the cup; for the rest it passes too.
        let of = |state: &_, nth: usize| {
            let marker = if nth == 0 { a } else { b };
            let chief = rules.marker_named(state, "Beaulieu").unwrap();
            let fund = Action::Fund { chief, marker };
            if side == COALITION && rules.check(state, side, &fund).is_ok() {
                return Some(fund);
            }
            rules.decline(state, side).or_else(|| rules.legal_actions(state, side).first().copied())
        };
        let (Some(first), Some(second)) = (of(&states[0], 0), of(&states[1], 1)) else { break };
        let done = [
            rules.apply(&states[0], side, &first, &mut chances[0]).unwrap(),
            rules.apply(&states[1], side, &second, &mut chances[1]).unwrap(),
        ];
        let seen = done.each_ref().map(|done| {
            let entries = done.journal.seen_by(FRENCH).map(ToString::to_string);
            entries.collect::<Vec<_>>()
        });
        assert_eq!(seen[0], seen[1], "after {rounds} answers");
        let [x, y] = done;
        states = [x.state, y.state];
        rounds += 1;
    }
    assert!(rounds > 20, "{rounds}");
}
