//! Army commanders (R 2.6, 2.7; M 2.5, specific 2.5).

use super::field::{Account, BLUE, Game, Setting, WHITE, why};
use super::support::{proves, refused};
use grognard::chance::Fall;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;
use grognard::side::Side;

/// This position in the movement step of a formation.
#[track_caller]
fn moving<'r>(rules: &'r grognard::jours_de_gloire::JoursDeGloire, formation: &str) -> Game<'r> {
    let position = Position::from_state(rules, Game::new(rules).state);
    let state = position.activate(formation, Orders::Received, Step::Movement).build();
    Game::at(rules, state.unwrap_or_else(|faults| panic!("{faults}")))
}

fn command(game: &Game<'_>, name: &str) -> Action {
    Action::Command { commander: game.commander(name) }
}

#[test]
fn a_commander_moves_seven_points_once_a_turn() {
    for (setting, clauses) in [
        (Setting::montebello(), ["M 2.5.1/3", "M 2.5.1/5", "M 2.5.2/4", "M 5.1.1/1"]),
        (Setting::rivoli(), ["R 2.6/3", "R 2.6/4", "R 2.7/4", "R 5.1/1"]),
    ] {
        let rules = setting
            .place(&[
                ("Van/A", "0203"),
                ("Van/B", "0702"),
                ("Van/C", "0903"),
                ("Guard/P", "1803"),
                ("commander/Alpha", "0203"),
                ("commander/Omega", "1803"),
            ])
            .open();
        let mut game = moving(&rules, "Van");
        refused(&clauses[..1], &game.refuse(BLUE, command(&game, "Omega")));
        assert_eq!(why(&game.refuse(BLUE, command(&game, "Omega"))), Why::CommanderNotYours);
        assert_eq!(why(&game.refuse(BLUE, command(&game, "Beta"))), Why::CommanderGone);
        let commander = grognard::jours_de_gloire::state::CommanderId(7);
        assert_eq!(why(&game.refuse(BLUE, Action::Command { commander })), Why::Unknown);
        let account = game.act(BLUE, command(&game, "Alpha"), &[]);
        proves(&clauses[..3], &account);
        // Through friends and onto them, at no more than the ground.
        for n in 1..=7 {
            assert_eq!(game.asked().len(), 1, "step {n}");
            let account = game.step(if n % 2 == 1 { Dir::NE } else { Dir::SE });
            proves(&clauses[3..], &account);
        }
        // All spent: the movement step goes on, and he does not move again.
        assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
        assert_eq!(game.post("Alpha").as_deref(), Some("0902"));
        let stop = game.refuse(BLUE, command(&game, "Alpha"));
        refused(&clauses[..1], &stop);
        assert_eq!(why(&stop), Why::CommanderMoved);
    }
}

#[test]
fn his_steps_cost_by_his_own_column() {
    let rules = Setting::montebello()
        .place(&[("Van/A", "0807"), ("Guard/P", "1803"), ("commander/Alpha", "0807"), ("commander/Beta", "2013")])
        .open();
    let mut game = moving(&rules, "Van");
    game.act(BLUE, command(&game, "Alpha"), &[]);
    // Woods cost him two.
    game.step(Dir::S);
    for _ in 0..5 {
        game.step(Dir::S);
    }
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
    assert_eq!(game.post("Alpha").as_deref(), Some("0813"));
    // Not onto a lake, not off the map; and he may stop when he likes.
    game.act(BLUE, command(&game, "Beta"), &[]);
    for dir in [Dir::S, Dir::NE] {
        assert_eq!(why(&game.refuse(BLUE, Action::Step { dir })), Why::CommanderGround);
    }
    game.step(Dir::N);
    game.act(BLUE, Action::Done, &[]);
    assert_eq!(game.post("Beta").as_deref(), Some("2012"));
}

#[test]
fn never_alone_into_an_enemy_zone() {
    for (setting, clause) in [(Setting::montebello(), "M 2.5.1/4"), (Setting::rivoli(), "R 2.6/5")] {
        let rules = setting
            .place(&[
                ("Van/A", "0604"),
                ("Van/B", "0405"),
                ("Guard/P", "0703"),
                ("commander/Alpha", "0503"),
                ("Line/U", "0206"),
            ])
            .open();
        // 0604 is A's hex, in the zone of P; 0603 is in it too, and empty.
        let mut game = moving(&rules, "Van");
        game.act(BLUE, command(&game, "Alpha"), &[]);
        let grid = &rules.map().grid;
        let dir = |from: &str, to: &str| grid.direction(game.cell(from), game.cell(to)).expect("they touch");
        let (into, beside) = (dir("0503", "0604"), dir("0503", "0603"));
        let stop = game.refuse(BLUE, Action::Step { dir: beside });
        refused(&[clause], &stop);
        assert_eq!(why(&stop), Why::CommanderAlone(game.unit("Guard/P")));
        let enemy = dir("0604", "0703");
        let out = dir("0604", "0603");
        game.step(into);
        // From there on, neither the enemy's hex nor another of the zone.
        assert_eq!(why(&game.refuse(BLUE, Action::Step { dir: enemy })), Why::CommanderBlocked(game.unit("Guard/P")));
        assert_eq!(why(&game.refuse(BLUE, Action::Step { dir: out })), Why::CommanderAlone(game.unit("Guard/P")));
        // Artillery has no zone: beside U he may go alone.
        let mut game = moving(&rules, "Van");
        game.act(BLUE, command(&game, "Alpha"), &[]);
        for (from, to) in [("0503", "0404"), ("0404", "0405"), ("0405", "0305")] {
            let dir = grid.direction(game.cell(from), game.cell(to)).expect("they touch");
            game.step(dir);
        }
        assert_eq!(game.post("Alpha").as_deref(), Some("0305"));
    }
}

/// P comes beside Alpha, by one step to the south-west.
fn contact(setting: Setting, with: Option<&'static str>) -> (grognard::jours_de_gloire::JoursDeGloire, &'static str) {
    let mut places = vec![("Guard/P", "1003"), ("commander/Alpha", "0804"), ("Van/C", "0210")];
    places.extend(with.map(|unit| (unit, "0804")));
    (setting.place(&places).open(), "Guard/P")
}

#[track_caller]
fn approach<'r>(rules: &'r grognard::jours_de_gloire::JoursDeGloire, unit: &str) -> (Game<'r>, Account) {
    let mut game = moving(rules, "Guard");
    let unit = game.unit(unit);
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    let account = game.act(WHITE, Action::Step { dir: Dir::SW }, &[]);
    (game, account)
}

fn flight(game: &Game<'_>) -> bool {
    matches!(game.asked().as_slice(), [(BLUE, Frame::CommanderFlight { .. })])
}

#[test]
fn alone_he_must_leave_an_enemy() {
    // One or two hexes in Montebello.
    let (rules, unit) = contact(Setting::montebello(), None);
    let (mut game, account) = approach(&rules, unit);
    assert!(flight(&game), "{:?}", game.asked());
    proves(&["M 2.5.2/1"], &account);
    let stop = game.refuse(BLUE, Action::Done);
    refused(&["M 2.5.2/1"], &stop);
    assert_eq!(why(&stop), Why::CommanderMustFlee);
    // Through the zone of P if he likes, not into its hex.
    let grid = &rules.map().grid;
    let toward = grid.direction(game.cell("0804"), game.cell("0903")).expect("they touch");
    assert_eq!(why(&game.refuse(BLUE, Action::Step { dir: toward })), Why::CommanderBlocked(game.unit("Guard/P")));
    let beside = grid.direction(game.cell("0804"), game.cell("0904")).expect("they touch");
    let account = game.act(BLUE, Action::Step { dir: beside }, &[]);
    proves(&["M 2.5.2/2"], &account);
    assert_eq!(game.post("Alpha").as_deref(), Some("0904"));
    // He may leave it at that; P, which has stopped in no zone, goes on.
    assert!(flight(&game));
    game.act(BLUE, Action::Done, &[]);
    assert!(matches!(game.asked().as_slice(), [(WHITE, Frame::Moving(_))]));

    // Two hexes, away from where he stood, in Rivoli.
    let (rules, unit) = contact(Setting::rivoli(), None);
    let (mut game, account) = approach(&rules, unit);
    proves(&["R 2.7/1"], &account);
    refused(&["R 2.7/1"], &game.refuse(BLUE, Action::Done));
    let account = game.act(BLUE, Action::Step { dir: Dir::S }, &[]);
    proves(&["R 2.7/2"], &account);
    let stop = game.refuse(BLUE, Action::Done);
    refused(&["R 2.7/2"], &stop);
    // Not back, nor along the ring around his hex.
    for dir in [Dir::N, Dir::NE, Dir::NW] {
        assert_eq!(why(&game.refuse(BLUE, Action::Step { dir })), Why::CommanderMustFlee);
    }
    game.act(BLUE, Action::Step { dir: Dir::SW }, &[]);
    assert_eq!(game.post("Alpha").as_deref(), Some("0705"));
    assert!(matches!(game.asked().as_slice(), [(WHITE, Frame::Moving(_))]));
    // It is no movement of his: he can still move in the turn.
    let state = Position::from_state(&rules, game.state.clone()).activate("Van", Orders::Received, Step::Movement);
    let mut game = Game::at(&rules, state.build().unwrap_or_else(|faults| panic!("{faults}")));
    game.act(BLUE, command(&game, "Alpha"), &[]);
}

#[test]
fn stacked_he_may_stay() {
    for (setting, clause) in [(Setting::montebello(), "M 2.5.2/1"), (Setting::rivoli(), "R 2.7/1")] {
        let (rules, unit) = contact(setting, Some("Van/A"));
        let (mut game, _) = approach(&rules, unit);
        assert!(flight(&game));
        let mut stays = Game::at(&rules, game.state.clone());
        proves(&[clause], &stays.act(BLUE, Action::Done, &[]));
        assert_eq!(stays.post("Alpha").as_deref(), Some("0804"));
        game.act(BLUE, Action::Step { dir: Dir::SW }, &[]);
        assert_ne!(game.post("Alpha").as_deref(), Some("0804"));
    }
}

#[test]
fn two_hexes_away_is_no_contact() {
    let (rules, unit) = contact(Setting::montebello(), None);
    let mut game = moving(&rules, "Guard");
    let unit = game.unit(unit);
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.act(WHITE, Action::Step { dir: Dir::S }, &[]);
    assert!(matches!(game.asked().as_slice(), [(WHITE, Frame::Moving(_))]));
}

/// Alpha alone in the corner 0101, with the enemy on two of its three neighbours and coming to the third.
fn cornered(setting: Setting, alone: bool) -> grognard::jours_de_gloire::JoursDeGloire {
    let mut places = vec![
        ("Guard/Q", "0201"),
        ("Guard/R", "0202"),
        ("Guard/P", "0103"),
        ("commander/Alpha", "0101"),
        ("Rear/D", "0812"),
        ("Rear/E", "0813"),
        ("Line/S", "1803"),
    ];
    if !alone {
        places.push(("Van/A", "0101"));
    }
    setting.place(&places).open()
}

#[test]
fn he_is_lost_when_his_only_way_leads_through_enemies() {
    for (setting, clauses) in
        [(Setting::montebello(), ["M 2.5.2/7", "M 2.5.2/8"]), (Setting::rivoli(), ["R 2.7/7", "R 2.7/8"])]
    {
        let rules = cornered(setting, true);
        let mut game = moving(&rules, "Guard");
        let unit = game.unit("Guard/P");
        game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        let account = game.act(WHITE, Action::Step { dir: Dir::N }, &[]);
        proves(&clauses, &account);
        assert_eq!(game.post("Alpha"), None);
        assert!(matches!(game.asked().as_slice(), [(WHITE, Frame::Moving(_))]));
        // Stacked he stays, since he cannot go.
        let rules = cornered(Setting { edition: rules_edition(&rules), ..Setting::montebello() }, false);
        let mut game = moving(&rules, "Guard");
        let unit = game.unit("Guard/P");
        game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        game.act(WHITE, Action::Step { dir: Dir::N }, &[]);
        assert_eq!(game.post("Alpha").as_deref(), Some("0101"));
        assert!(matches!(game.asked().as_slice(), [(WHITE, Frame::Moving(_))]));
    }
}

fn rules_edition(rules: &grognard::jours_de_gloire::JoursDeGloire) -> &'static str {
    match rules.edition() {
        grognard::jours_de_gloire::edition::Edition::Rivoli => "rivoli",
        grognard::jours_de_gloire::edition::Edition::Montebello => "montebello",
    }
}

#[test]
fn without_commander_orders_are_lost_and_none_are_given_again() {
    let rules = Setting { turns: 3, ..Setting::montebello() }
        .place(&[
            ("Guard/Q", "0201"),
            ("Guard/R", "0202"),
            ("Guard/P", "0103"),
            ("commander/Alpha", "0101"),
            ("Van/A", "0303"),
            ("Line/S", "1803"),
        ])
        .open();
    let mut game = Game::new(&rules);
    game.act(BLUE, game.order("Van/A"), &[]);
    game.orders_done(&[Fall::Contest(0, 9)]);
    let marker = game.markers("Guard")[0];
    game.act(WHITE, Action::Marker { marker }, &[]);
    game.act(WHITE, Action::Done, &[]);
    let unit = game.unit("Guard/P");
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    let account = game.act(WHITE, Action::Step { dir: Dir::N }, &[]);
    proves(&["M 2.5.2/8"], &account);
    // At once: the Van's first activation finds none. Whose they were the enemy does not learn.
    assert!(rules.orders_known(&game.state, BLUE).is_empty());
    let lost = |side| {
        let entries = account.seen_by(side).filter_map(|entry| entry.event());
        entries.filter(|event| matches!(event, grognard::jours_de_gloire::event::Event::OrdersLost { .. })).count()
    };
    assert_eq!((lost(BLUE), lost(WHITE)), (1, 0));
    game.halt(Vertex::E);
    game.pass_activation(&[game.draw("Van", 0)]);
    assert!(!game.marked(Mark::Ordered, "Van/A"));
    // A commander's own initiative is still to be had, without the modifier.
    let account = game.act(BLUE, game.initiative("Van/A"), &[Fall::D10(5)]);
    assert_eq!(account.tallies().next().map(|tally| tally.sum()), Some(0));
    assert!(game.marked(Mark::Ordered, "Van/A"));
    for draw in [game.draw("Van", 1), game.draw("Guard", 1), game.draw("Line", 0)] {
        game.pass_activation(&[draw]);
    }
    while game.state.turn() == 1 {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
    let stop = game.refuse(BLUE, game.order("Van/A"));
    refused(&["M 2.3.2/3"], &stop);
    assert_eq!(why(&stop), Why::NoCommander);
    // The bare die for strategic initiative: 5 against 5 is a tie now.
    let draw = game.draw("Van", 0);
    game.orders_done(&[Fall::Contest(5, 5), draw]);
    assert_eq!(rules.initiative(&game.state), None);
}

/// Alpha is cornered as above; Beta would succeed him, and comes on turn 2 or is there.
fn succession(beta: Option<&'static str>) -> Setting {
    let setting = Setting { turns: 3, ..Setting::montebello() }.head("successor = { Alpha = \"Beta\" }").place(&[
        ("Guard/Q", "0201"),
        ("Guard/R", "0202"),
        ("Guard/P", "0103"),
        ("commander/Alpha", "0101"),
        ("Van/A", "0510"),
        ("Line/S", "1803"),
    ]);
    match beta {
        Some("2") => setting.arrive(2, "0114", &["commander/Beta"]),
        Some(hex) => setting.place(&[("commander/Beta", hex)]),
        None => setting,
    }
}

#[track_caller]
fn corner(game: &mut Game<'_>) -> Account {
    let unit = game.unit("Guard/P");
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.act(WHITE, Action::Step { dir: Dir::N }, &[])
}

#[test]
fn a_successor_in_play_takes_over() {
    let rules = succession(Some("0410")).open();
    let mut game = moving(&rules, "Guard");
    assert!(!rules.commands(&game.state, game.commander("Beta")));
    let account = corner(&mut game);
    proves(&["M specific 2.5/1"], &account);
    assert!(rules.commands(&game.state, game.commander("Beta")));
    assert!(!account.cites("M 2.5.2/8".parse().expect("a rule")));
}

#[test]
fn a_successor_yet_to_come_commands_when_he_arrives() {
    let rules = succession(Some("2")).open();
    let mut game = Game::new(&rules);
    game.orders_done(&[Fall::Contest(0, 9)]);
    let marker = game.markers("Guard")[0];
    game.act(WHITE, Action::Marker { marker }, &[]);
    game.act(WHITE, Action::Done, &[]);
    // Between the two the general rule holds.
    let account = corner(&mut game);
    proves(&["M 2.5.2/8", "M specific 2.5/3"], &account);
    game.halt(Vertex::E);
    for draw in [game.draw("Van", 0), game.draw("Van", 1), game.draw("Guard", 1), game.draw("Line", 0)] {
        game.pass_activation(&[draw]);
    }
    while game.state.turn() == 1 {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
    assert_eq!(why(&game.refuse(BLUE, game.order("Van/A"))), Why::NoCommander);
    let draw = game.draw("Van", 0);
    game.orders_done(&[Fall::Contest(3, 3), draw]);
    game.act(BLUE, Action::Done, &[]);
    let account = game.act(BLUE, command(&game, "Beta"), &[]);
    proves(&["M specific 2.5/2", "M 5.2.2/1"], &account);
    assert_eq!(game.post("Beta").as_deref(), Some("0114"));
    // One of his seven points is spent.
    for _ in 0..6 {
        game.step(Dir::N);
    }
    assert_eq!(game.asked(), [(BLUE, Frame::Activation(Step::Movement))]);
    assert!(rules.commands(&game.state, game.commander("Beta")));
}

#[test]
fn another_commander_of_the_army_keeps_the_orders_up() {
    // Beta here is no successor, but a second commander.
    let rules = Setting::montebello()
        .place(&[
            ("Guard/Q", "0201"),
            ("Guard/R", "0202"),
            ("Guard/P", "0103"),
            ("commander/Alpha", "0101"),
            ("commander/Beta", "0410"),
            ("Van/A", "0510"),
        ])
        .open();
    let mut game = moving(&rules, "Guard");
    let account = corner(&mut game);
    proves(&["M 2.5.2/9"], &account);
    assert!(!account.cites("M 2.5.2/8".parse().expect("a rule")));
}

/// P has announced a shock against A, which is disordered.
fn attacked(rules: &grognard::jours_de_gloire::JoursDeGloire) -> Game<'_> {
    let position = Position::from_state(rules, Game::new(rules).state);
    let state = position
        .activate("Guard", Orders::Received, Step::Declaration)
        .order("Van/A", Order::Disordered)
        .build()
        .unwrap_or_else(|faults| panic!("{faults}"));
    let mut game = Game::at(rules, state);
    let unit = game.unit("Guard/P");
    let shocks = [Aim::Left, Aim::Right].map(|aim| Action::Shock { unit, aim });
    let shock = shocks.into_iter().find(|shock| rules.check(&game.state, WHITE, shock).is_ok());
    game.act(WHITE, shock.expect("a front hex with A"), &[]);
    game
}

#[test]
fn he_follows_a_unit_that_leaves_after_a_combat() {
    for (setting, clause) in [(Setting::montebello(), "M 2.5.2/3"), (Setting::rivoli(), "R 2.7/3")] {
        let rules = setting
            .place(&[
                ("Guard/P", "0904"),
                ("Guard/Q", "0903"),
                ("Van/A", "0804"),
                ("commander/Alpha", "0804"),
                ("Rear/D", "0302"),
            ])
            .open();
        let mut game = attacked(&rules);
        // By some dice the defender goes back. Whatever is asked on the way is taken as it comes.
        let declared = game.state.clone();
        let mut followed = false;
        for seed in 0..20 {
            game.state = declared.clone();
            let mut chance = grognard::chance::Seeded::new(seed);
            for _ in 0..30 {
                let Some(&(by, frame)) = game.asked().first() else { break };
                let legal = rules.legal_actions(&game.state, by);
                let fight = legal.iter().find(|a| matches!(a, Action::Fight { .. }));
                let action = match frame {
                    Frame::Activation(Step::Combat) => fight.or(legal.first()),
                    Frame::Activation(Step::Rally) => None,
                    _ => legal.first(),
                };
                let Some(&action) = action else { break };
                let outcome =
                    rules.apply(&game.state, by, &action, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
                game.state = outcome.state;
                if outcome.journal.cites(clause.parse().expect("a rule")) {
                    proves(&[clause], &outcome.journal);
                    followed = true;
                    assert_eq!(game.post("Alpha"), game.at_hex("Van/A"));
                    break;
                }
            }
        }
        assert!(followed, "{clause}");
    }
}

#[test]
fn who_gives_way_reaches_contact_too() {
    for (setting, clause) in [(Setting::montebello(), "M 2.5.2/1"), (Setting::rivoli(), "R 2.7/1")] {
        let rules = setting
            .place(&[
                ("Guard/P", "0904"),
                ("Van/A", "0804"),
                ("commander/Omega", "0604"),
                ("commander/Alpha", "0206"),
                ("Rear/D", "0302"),
            ])
            .open();
        let mut game = attacked(&rules);
        game.act(WHITE, Action::Done, &[]);
        let declared = game.state.clone();
        let mut fled = 0;
        for seed in 0..40 {
            game.state = declared.clone();
            let mut chance = grognard::chance::Seeded::new(seed);
            while let Some(&(by, frame)) = game.asked().first() {
                if let Frame::CommanderFlight { .. } = frame {
                    // Nobody but A has moved: it has come beside him, and he is asked at once.
                    assert_eq!(by, WHITE);
                    let at = game.at_hex("Van/A").expect("on the map");
                    assert_eq!(rules.map().grid.distance(game.cell(&at), game.cell("0604")), 1);
                    refused(&[clause], &game.refuse(WHITE, Action::Done));
                    fled += 1;
                    break;
                }
                let legal = rules.legal_actions(&game.state, by);
                let fight = legal.iter().find(|action| matches!(action, Action::Fight { .. }));
                let action = match frame {
                    Frame::Activation(Step::Combat) => fight,
                    Frame::Activation(_) => None,
                    _ => legal.last(),
                };
                let Some(action) = action else { break };
                let outcome = rules.apply(&game.state, by, action, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
                game.state = outcome.state;
            }
        }
        assert!(fled > 0, "A never comes beside him: {clause}");
    }
}

#[test]
fn in_phase_e_he_follows_a_routed_unit_and_is_lost_with_it() {
    for (setting, clauses) in
        [(Setting::montebello(), ["M 2.5.2/5", "M 2.5.2/6"]), (Setting::rivoli(), ["R 2.7/5", "R 2.7/6"])]
    {
        // Blue runs west: from column 12 it stays on the map, from column 3 it does not.
        for (hex, lost) in [("1204", false), ("0304", true)] {
            let rules = Setting { turns: 3, ..setting.clone() }
                .place(&[("Van/A", hex), ("commander/Alpha", hex), ("Guard/P", "1812")])
                .open();
            let state = Position::from_state(&rules, Game::new(&rules).state)
                .order("Van/A", Order::Routed)
                .build()
                .unwrap_or_else(|faults| panic!("{faults}"));
            let mut game = Game::at(&rules, state);
            let draw = game.draw("Van", 0);
            game.orders_done(&[Fall::Contest(3, 5), draw]);
            game.pass_activation(&[game.draw("Van", 1)]);
            game.pass_activation(&[game.draw("Guard", 0)]);
            let mut cited = [false; 2];
            while game.state.turn() == 1 && !game.asked().is_empty() {
                let by = game.asked()[0].0;
                let legal = rules.legal_actions(&game.state, by);
                let action = legal
                    .iter()
                    .find(|action| matches!(action, Action::Run { .. } | Action::Step { .. }))
                    .or(legal.first())
                    .copied()
                    .expect("an action");
                let account = game.act(by, action, &[]);
                for (i, clause) in clauses.iter().enumerate() {
                    if account.cites(clause.parse().expect("a rule")) {
                        proves(&[clause], &account);
                        cited[i] = true;
                    }
                }
            }
            assert_eq!(cited[1], lost, "{hex} {clauses:?}");
            if lost {
                assert_eq!(game.post("Alpha"), None);
            } else {
                assert!(cited[0]);
                assert_eq!(game.post("Alpha"), game.at_hex("Van/A"));
            }
        }
    }
}

/// Only his own side's contact counts.
#[test]
fn friends_beside_him_are_no_contact() {
    let rules =
        Setting::montebello().place(&[("Van/A", "0604"), ("commander/Alpha", "0804"), ("Guard/P", "1812")]).open();
    let mut game = moving(&rules, "Van");
    let unit = game.unit("Van/A");
    game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.act(BLUE, Action::Step { dir: Dir::SE }, &[]);
    assert!(matches!(game.asked().as_slice(), [(Side::First, Frame::Moving(_))]));
}
