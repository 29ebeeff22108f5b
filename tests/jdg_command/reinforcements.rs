//! Reinforcements (5.2) and their change of entry (R scenario 3).

use super::field::{Account, BLUE, Game, Setting, WHITE, why};
use super::support::{citing, proves, refused};
use grognard::chance::Fall;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::Mark;
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::Ruleset;

/// The Van is there, the Rear comes on turn 1 by 0107; the enemy is far.
fn setting() -> Setting {
    Setting { turns: 4, ..Setting::montebello() }.place(&[("Van/A", "0203"), ("Guard/P", "1803")]).arrive(
        1,
        "0107",
        &["Rear/D", "Rear/E"],
    )
}

fn rivoli(setting: Setting) -> Setting {
    Setting { edition: "rivoli", ..setting }
}

#[track_caller]
fn drawn(game: &mut Game<'_>, draw: Fall) -> Account {
    game.orders_done(&[Fall::Contest(3, 5), draw])
}

/// Passes on to the movement step.
#[track_caller]
fn to_movement(game: &mut Game<'_>) {
    while game.asked().first().is_some_and(|(_, frame)| *frame != Frame::Activation(Step::Movement)) {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
}

/// The Rear activated by its best marker, in the movement step.
#[track_caller]
fn due(rules: &grognard::jours_de_gloire::JoursDeGloire) -> (Game<'_>, Account) {
    let mut game = Game::new(rules);
    let draw = game.draw("Rear", 1);
    let account = drawn(&mut game, draw);
    to_movement(&mut game);
    (game, account)
}

fn enter(game: &Game<'_>, unit: &str, party: Party, gait: Gait) -> Action {
    Action::Enter { unit: game.unit(unit), party, gait }
}

/// To the next turn, by these draws.
#[track_caller]
fn next_turn(game: &mut Game<'_>, draws: &[(&str, usize)]) {
    let turn = game.state.turn();
    for (formation, nth) in draws {
        let draw = game.draw(formation, *nth);
        game.pass_activation(&[draw]);
    }
    while game.state.turn() == turn {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
}

#[test]
fn one_marker_brings_them_and_both_the_turn_after() {
    for (setting, clauses) in [(setting(), ["M 5.2.1/1", "M 5.2.1/2"]), (rivoli(setting()), ["R 5.2/2", "R 5.2/3"])] {
        let rules = setting.open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Van", 0);
        let account = drawn(&mut game, draw);
        proves(&clauses[..1], &account);
        // The better of 4 and 6.
        assert_eq!(game.in_cup("Rear"), 1);
        assert!(game.state.in_cup(game.markers("Rear")[1]));
        // It stays in the cup: the last, and nobody comes.
        next_turn(&mut game, &[("Van", 1), ("Guard", 0), ("Guard", 1)]);
        assert_eq!(game.at_hex("Rear/D"), None);
        let draw = game.draw("Rear", 0);
        let account = drawn(&mut game, draw);
        proves(&clauses[1..], &account);
        assert_eq!(game.in_cup("Rear"), 1);
        to_movement(&mut game);
        game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
    }
}

#[test]
fn with_part_of_the_formation_on_the_map_both_markers_are_in_play() {
    for (setting, clause) in [(setting(), "M 5.2.1/3"), (rivoli(setting()), "R 5.2/4")] {
        let rules = setting.place(&[("Wing/K", "0210")]).arrive(1, "0114", &["Wing/H, 1st"]).open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Van", 0);
        let account = drawn(&mut game, draw);
        proves(&[clause], &account);
        assert_eq!(game.in_cup("Wing"), 2);
    }
}

#[test]
fn they_enter_with_orders_and_by_forced_march() {
    for (setting, clauses) in
        [(setting(), ["M 5.2/1", "M 5.2.1/4", "M 5.2.2/1"]), (rivoli(setting()), ["R 5.2/1", "R 5.2/5", "R 5.2/11"])]
    {
        let rules = setting.open();
        let mut game = Game::new(&rules);
        // Not with another marker.
        let draw = game.draw("Van", 0);
        drawn(&mut game, draw);
        to_movement(&mut game);
        let stop = game.refuse(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced));
        refused(&clauses[..1], &stop);
        assert_eq!(why(&stop), Why::NotDue(game.unit("Rear/D")));

        let (mut game, _) = due(&rules);
        assert_eq!(why(&game.refuse(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Charge))), Why::NoAnswer);
        let account = game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
        proves(&clauses, &account);
        assert_eq!(game.at_hex("Rear/D").as_deref(), Some("0107"));
        assert!(game.state.is_reinforcement(game.unit("Rear/D")) && game.marked(Mark::Ordered, "Rear/D"));
        // Twice five points, one of them spent.
        let Some((_, Frame::Moving(moving))) = game.asked().first().copied() else { panic!("{:?}", game.asked()) };
        assert_eq!((moving.left, moving.gait), (9, Gait::Forced));
        // No order was spent: the commander's are all there, had he been.
        assert!(!account.events().any(|event| matches!(event, Event::OrdersGiven { .. })));
        game.step(Dir::N);
        game.halt(Vertex::E);
        assert_eq!(
            why(&game.refuse(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced))),
            Why::NotDue(game.unit("Rear/D"))
        );
    }
}

#[test]
fn each_further_stack_pays_the_entry_hex_once_more() {
    for (setting, clauses) in [(setting(), ["M 5.2.2/2", "M 5.2.2/4"]), (rivoli(setting()), ["R 5.2/12", "R 5.2/13"])] {
        // Five counters of the Wing, one after the other: 1, 2, 3, 4 points; then 5 x 2 for the guns, who have 8.
        let rules = setting
            .place(&[])
            .arrive(1, "0114", &["Wing/H, 1st", "Wing/H, 2nd", "Wing/J, 1st", "Wing/K", "Wing/L"])
            .open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Wing", 0);
        drawn(&mut game, draw);
        to_movement(&mut game);
        for (n, unit) in ["Wing/H, 1st", "Wing/H, 2nd", "Wing/J, 1st"].into_iter().enumerate() {
            let account = game.act(BLUE, enter(&game, unit, Party::Alone, Gait::Forced), &[]);
            proves(&clauses[..1], &account);
            let cost = account.tallies().find(|tally| tally.what() == Label::Cost(game.unit(unit))).expect("a cost");
            assert_eq!(cost.total(), n as i16 + 1);
            for _ in n..3 {
                game.step(Dir::N);
            }
            game.halt(Vertex::E);
        }
        game.act(BLUE, enter(&game, "Wing/K", Party::Alone, Gait::March), &[]);
        game.step(Dir::NE);
        game.halt(Vertex::E);
        let stop = game.refuse(BLUE, enter(&game, "Wing/L", Party::Alone, Gait::Forced));
        refused(&clauses[1..], &stop);
        assert_eq!(why(&stop), Why::Points { unit: game.unit("Wing/L"), needs: 10, has: 8 });
    }
}

#[test]
fn who_cannot_enter_waits_for_the_next_marker_or_the_next_turn() {
    // The Wing has a unit on the map, so that both its markers are in play on the turn of arrival.
    let both = |setting: Setting| setting.place(&[("Wing/K", "0210")]).arrive(1, "0114", &["Wing/H, 1st", "Wing/L"]);
    // In Montebello with the first marker of a turn only.
    let rules = both(setting()).open();
    let mut game = Game::new(&rules);
    let draw = game.draw("Wing", 0);
    drawn(&mut game, draw);
    to_movement(&mut game);
    game.act(BLUE, enter(&game, "Wing/H, 1st", Party::Alone, Gait::Forced), &[]);
    game.step(Dir::N);
    game.halt(Vertex::E);
    game.pass_activation(&[game.draw("Wing", 1)]);
    to_movement(&mut game);
    let stop = game.refuse(BLUE, enter(&game, "Wing/L", Party::Alone, Gait::March));
    refused(&["M 5.2.2/4"], &stop);
    assert_eq!(why(&stop), Why::NextTurn(game.unit("Wing/L")));
    next_turn(&mut game, &[("Van", 0), ("Van", 1), ("Guard", 0), ("Guard", 1)]);
    let draw = game.draw("Wing", 1);
    drawn(&mut game, draw);
    to_movement(&mut game);
    game.act(BLUE, enter(&game, "Wing/L", Party::Alone, Gait::March), &[]);

    // In Rivoli with the next.
    let rules = rivoli(both(setting())).open();
    let mut game = Game::new(&rules);
    let draw = game.draw("Wing", 0);
    drawn(&mut game, draw);
    game.pass_activation(&[game.draw("Wing", 1)]);
    to_movement(&mut game);
    game.act(BLUE, enter(&game, "Wing/L", Party::Alone, Gait::March), &[]);
}

#[test]
fn a_normal_march_gives_up_status_and_orders_and_moves_in_full() {
    for (setting, clause) in [(setting(), "M 5.2.1/9"), (rivoli(setting()), "R 5.2/9")] {
        let rules = setting.open();
        let (mut game, _) = due(&rules);
        let account = game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::March), &[]);
        proves(&[clause], &account);
        assert!(!game.state.is_reinforcement(game.unit("Rear/D")) && !game.marked(Mark::Ordered, "Rear/D"));
        let Some((_, Frame::Moving(moving))) = game.asked().first().copied() else { panic!("{:?}", game.asked()) };
        // All five, not the half of a unit without orders.
        assert_eq!((moving.left, moving.gait), (4, Gait::March));
        for _ in 0..4 {
            game.step(Dir::N);
        }
        game.halt(Vertex::E);
    }
}

#[test]
fn with_an_enemy_near_they_have_orders_for_the_turn_and_no_forced_march() {
    for (setting, clause) in [(setting(), "M 5.2.1/10"), (rivoli(setting()), "R 5.2/10")] {
        // Five hexes are near, six are not.
        let rules = setting.clone().place(&[("Line/S", "0607")]).open();
        let (mut game, _) = due(&rules);
        let stop = game.refuse(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced));
        refused(&[clause], &stop);
        assert_eq!(why(&stop), Why::TooNear { enemy: game.unit("Line/S"), distance: 5, needs: 5 });
        let account = game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::March), &[]);
        proves(&[clause], &account);
        assert!(!game.state.is_reinforcement(game.unit("Rear/D")) && game.marked(Mark::Ordered, "Rear/D"));
        assert!(rules.orders_known(&game.state, BLUE).has(game.unit("Rear/D")));

        let rules = setting.place(&[("Line/S", "0707")]).open();
        let (mut game, _) = due(&rules);
        game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
    }
}

/// The Rear enters by forced march towards S, who stands eight hexes from the entry.
fn towards_the_enemy(setting: Setting) -> Setting {
    setting.place(&[("Line/S", "0907")])
}

#[test]
fn the_status_ends_within_five_hexes_of_an_enemy_and_the_unit_stops() {
    for (setting, clauses) in
        [(setting(), ["M 5.2.1/5", "M 5.2.1/7", "M 5.2.1/8"]), (rivoli(setting()), ["R 5.2/6", "R 5.2/8", "R 5.2/8"])]
    {
        let rules = towards_the_enemy(setting).open();
        let (mut game, _) = due(&rules);
        // E first, out of the way.
        game.act(BLUE, enter(&game, "Rear/E", Party::Alone, Gait::Forced), &[]);
        game.step(Dir::S);
        game.halt(Vertex::E);
        game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
        let mut account = game.step(Dir::NE);
        let mut steps = 1;
        while game.state.is_reinforcement(game.unit("Rear/D")) {
            account = game.step(if steps % 2 == 1 { Dir::SE } else { Dir::NE });
            steps += 1;
        }
        proves(&clauses, &account);
        let at = game.state.at(game.unit("Rear/D")).expect("on the map");
        assert_eq!(rules.map().grid.distance(at, game.cell("0907")), 5);
        assert!(!game.marked(Mark::Ordered, "Rear/D"));
        // It goes no further, though it has points.
        let stop = game.refuse(BLUE, Action::Step { dir: Dir::SW });
        assert_eq!(why(&stop), Why::MustStop(game.unit("Rear/D")));
        game.halt(Vertex::E);
        // The status is each unit's own in Montebello, the formation's in Rivoli.
        let montebello = rules.edition() == grognard::jours_de_gloire::edition::Edition::Montebello;
        assert_eq!(game.state.is_reinforcement(game.unit("Rear/E")), montebello);
        assert_eq!(game.marked(Mark::Ordered, "Rear/E"), montebello);
    }
}

#[test]
fn in_montebello_it_also_ends_when_the_enemy_comes_near() {
    for (setting, ends) in [(setting(), true), (rivoli(setting()), false)] {
        let rules = setting.place(&[("Line/S", "0906")]).open();
        let (mut game, _) = due(&rules);
        game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
        game.step(Dir::NE);
        game.halt(Vertex::E);
        assert!(game.state.is_reinforcement(game.unit("Rear/D")));
        game.pass_activation(&[game.draw("Line", 0)]);
        to_movement(&mut game);
        let unit = game.unit("Line/S");
        game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        game.step(Dir::NW);
        game.step(Dir::SW);
        assert_eq!(rules.map().grid.distance(game.state.at(unit).expect("there"), game.cell("0206")), 5);
        assert_eq!(game.state.is_reinforcement(game.unit("Rear/D")), !ends);
    }
}

#[test]
fn the_owner_may_end_the_status_in_phase_a() {
    for (setting, clause) in [(setting(), "M 5.2.1/6"), (rivoli(setting()), "R 5.2/7")] {
        let rules = setting.place(&[("commander/Alpha", "0205")]).open();
        let (mut game, _) = due(&rules);
        for unit in ["Rear/D", "Rear/E"] {
            game.act(BLUE, enter(&game, unit, Party::Alone, Gait::Forced), &[]);
            for _ in 0..(if unit == "Rear/D" { 3 } else { 1 }) {
                game.step(Dir::NE);
            }
            game.halt(Vertex::E);
        }
        // The status lasts into the next turn.
        next_turn(&mut game, &[("Van", 0), ("Van", 1), ("Guard", 0)]);
        assert!(game.state.is_reinforcement(game.unit("Rear/D")));
        let end = |game: &Game<'_>, unit: &str| Action::EndReinforcement { unit: game.unit(unit) };
        let stop = game.refuse(BLUE, end(&game, "Van/A"));
        refused(&[clause], &stop);
        assert_eq!(why(&stop), Why::NoReinforcement(game.unit("Van/A")));
        let account = game.act(BLUE, end(&game, "Rear/D"), &[]);
        proves(&[clause], &account);
        let montebello = rules.edition() == grognard::jours_de_gloire::edition::Edition::Montebello;
        assert_eq!(game.state.is_reinforcement(game.unit("Rear/E")), montebello);
        // Without orders then, until it is given one.
        if montebello {
            game.act(BLUE, game.order("Rear/D"), &[]);
            // Reinforcement markers come before orders.
            refused(&["M 1.A/1"], &game.refuse(BLUE, end(&game, "Rear/E")));
        }
        let draw = game.draw("Rear", 0);
        drawn(&mut game, draw);
        assert_eq!(game.marked(Mark::Ordered, "Rear/D"), montebello);
        assert_eq!(game.marked(Mark::Ordered, "Rear/E"), montebello);
    }
}

#[test]
fn they_enter_by_stacks_of_one_kind_within_the_limits() {
    let rules = setting().place(&[]).arrive(1, "0114", &["Wing/H, 1st", "Wing/H, 2nd", "Wing/J, 1st", "Wing/K"]).open();
    let mut game = Game::new(&rules);
    let draw = game.draw("Wing", 0);
    drawn(&mut game, draw);
    to_movement(&mut game);
    // Nobody could enter with the cavalry.
    refused(&["M 5.2.2/3"], &game.refuse(BLUE, enter(&game, "Wing/K", Party::Stack, Gait::Forced)));
    let account = game.act(BLUE, enter(&game, "Wing/H, 1st", Party::Stack, Gait::Forced), &[]);
    proves(&["M 5.2.2/3"], &account);
    assert!(matches!(game.asked().as_slice(), [(BLUE, Frame::Entry { .. })]));
    assert_eq!(
        why(&game.refuse(BLUE, enter(&game, "Wing/K", Party::Stack, Gait::Forced))),
        Why::Arm(game.unit("Wing/K"))
    );
    assert_eq!(
        why(&game.refuse(BLUE, enter(&game, "Wing/H, 1st", Party::Stack, Gait::Forced))),
        Why::Already(game.unit("Wing/H, 1st"))
    );
    assert_eq!(
        why(&game.refuse(BLUE, enter(&game, "Wing/H, 2nd", Party::Stack, Gait::March))),
        Why::NoAnswer,
        "a stack enters at one pace"
    );
    // A third would be above the limit, so that the second completes the stack, which enters.
    let account = game.act(BLUE, enter(&game, "Wing/H, 2nd", Party::Stack, Gait::Forced), &[]);
    proves(&["M 5.2.2/1", "M 5.2.2/2"], &account);
    assert_eq!(game.at_hex("Wing/H, 1st"), game.at_hex("Wing/H, 2nd"));
    game.step(Dir::N);
    game.halt(Vertex::E);
    assert_eq!(game.at_hex("Wing/H, 2nd").as_deref(), Some("0113"));
    // The stack counted once.
    let account = game.act(BLUE, enter(&game, "Wing/J, 1st", Party::Alone, Gait::Forced), &[]);
    let cost = account.tallies().find(|tally| tally.what() == Label::Cost(game.unit("Wing/J, 1st"))).expect("a cost");
    assert_eq!(cost.total(), 2);
}

#[test]
fn no_forced_march_into_an_entry_hex_with_friends() {
    let rules = setting().open();
    let (mut game, _) = due(&rules);
    game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
    game.halt(Vertex::E);
    let stop = game.refuse(BLUE, enter(&game, "Rear/E", Party::Alone, Gait::Forced));
    refused(&["M 4.1.3/7"], &stop);
    assert_eq!(why(&stop), Why::Stacking { unit: game.unit("Rear/E"), with: game.unit("Rear/D") });
    // At a normal march it may join what it can be stacked with.
    game.act(BLUE, enter(&game, "Rear/E", Party::Alone, Gait::March), &[]);
}

#[test]
fn enemy_entry_hexes_are_kept_clear_until_all_have_come() {
    for (setting, clause) in [(setting(), "M 5.2.3/1"), (rivoli(setting()), "R 5.2/14")] {
        // Guards are due at 1503 on turn 3; A stands three hexes off.
        let rules = setting.place(&[("Van/C", "1203")]).arrive(3, "1503", &["Guard/Q"]).open();
        let mut game = Game::new(&rules);
        let draw = game.draw("Van", 0);
        drawn(&mut game, draw);
        to_movement(&mut game);
        let unit = game.unit("Van/C");
        game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
        // 1303 is two hexes from it, 1403 and 1404 are beside it.
        game.step(Dir::SE);
        let grid = &rules.map().grid;
        assert_eq!(grid.distance(game.state.at(unit).expect("there"), game.cell("1503")), 2);
        let stop = game.refuse(BLUE, Action::Step { dir: Dir::NE });
        refused(&[clause], &stop);
        assert_eq!(why(&stop), Why::EntryHex(unit));
        game.step(Dir::N);
    }
}

/// R scenario 3: the Rear may come by the north and west edges, the Line (by roads) by the south.
fn detours() -> Setting {
    rivoli(
        Setting { turns: 6, ..Setting::montebello() }
            .place(&[("Van/A", "0203"), ("Guard/P", "1803")])
            .arrive(1, "0107", &["Rear/D"])
            .arrive(2, "0107", &["Rear/E"])
            .arrive(1, "1914", &["Line/S"]),
    )
    .tables(
        "[arrival]\nchange = [{ formation = \"Rear\", edges = [\"north\", \"west\"], ways = false }, \
         { formation = \"Line\", edges = [\"south\"], ways = true }]\n\
         delay = [{ from = 0, to = 1, turns = 0, chooser = \"owner\" }, { from = 2, to = 6, turns = 1, chooser = \"owner\" },\
         { from = 7, to = 8, turns = 2, chooser = \"owner\" }, { from = 9, to = 9, turns = 0, chooser = \"opponent\" }]\n",
    )
}

fn divert(game: &Game<'_>, unit: &str, hex: &str) -> Action {
    Action::Divert { unit: game.unit(unit), cell: game.cell(hex) }
}

#[track_caller]
fn in_phase_c(rules: &grognard::jours_de_gloire::JoursDeGloire) -> Game<'_> {
    let mut game = Game::new(rules);
    game.orders_done(&[Fall::Contest(3, 5)]);
    assert_eq!(game.asked(), [(BLUE, Frame::Cup), (WHITE, Frame::Cup)]);
    game
}

#[test]
fn a_change_of_entry_is_announced_and_rolled_for() {
    let rules = detours().open();
    let game = in_phase_c(&rules);
    refused(&["R scenario 3/4"], &game.refuse(BLUE, divert(&game, "Rear/D", "2003")));
    refused(&["R scenario 3/4"], &game.refuse(BLUE, divert(&game, "Rear/D", "0107")));
    refused(&["R scenario 3/13"], &game.refuse(WHITE, divert(&game, "Line/S", "1614")));
    refused(&["R scenario 3/3"], &game.refuse(BLUE, divert(&game, "Van/A", "0101")));
    refused(&["R scenario 3/5"], &game.refuse(BLUE, divert(&game, "Rear/E", "0101")));
    assert_eq!(why(&game.refuse(BLUE, divert(&game, "Line/S", "1814"))), Why::NotYours(game.unit("Line/S")));
    for (die, clause, turn) in [
        (0, "R scenario 3/6", 1),
        (1, "R scenario 3/6", 1),
        (2, "R scenario 3/7", 2),
        (6, "R scenario 3/7", 2),
        (7, "R scenario 3/8", 3),
        (8, "R scenario 3/8", 3),
    ] {
        let mut game = Game::at(&rules, game.state.clone());
        let account = game.act(BLUE, divert(&game, "Rear/D", "0501"), &[Fall::D10(die)]);
        proves(&[clause, "R scenario 3/3", "R scenario 3/5"], &account);
        // He has nothing more to announce.
        assert_eq!(game.asked(), [(WHITE, Frame::Cup)]);
        let first = if turn == 1 { game.draw("Rear", 1) } else { game.draw("Van", 0) };
        game.act(WHITE, Action::Done, &[first]);
        if turn == 1 {
            to_movement(&mut game);
            game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
            assert_eq!(game.at_hex("Rear/D").as_deref(), Some("0501"));
        } else {
            assert_eq!(game.in_cup("Rear"), 0, "{die}");
        }
    }
}

#[test]
fn the_enemy_chooses_on_a_nine() {
    let rules = detours().open();
    let mut game = in_phase_c(&rules);
    game.act(BLUE, divert(&game, "Rear/D", "0501"), &[Fall::D10(9)]);
    // Nobody else says anything before he has chosen.
    assert_eq!(game.asked(), [(WHITE, Frame::Cup)]);
    refused(&["R scenario 3/9"], &game.refuse(WHITE, Action::Done));
    refused(&["R scenario 3/4"], &game.refuse(WHITE, divert(&game, "Rear/D", "2003")));
    let account = game.act(WHITE, divert(&game, "Rear/D", "2001"), &[]);
    proves(&["R scenario 3/9"], &account);
    assert_eq!(game.asked(), [(WHITE, Frame::Cup)]);
    // The Austrians' die is read alike, reversed.
    let account = game.act(WHITE, divert(&game, "Line/S", "1814"), &[Fall::D10(9)]);
    proves(&["R scenario 3/14"], &account);
    assert_eq!(game.asked(), [(BLUE, Frame::Cup)]);
    let draw = game.draw("Rear", 1);
    let account = game.act(BLUE, divert(&game, "Line/S", "1814"), &[draw]);
    proves(&["R scenario 3/9"], &account);
    to_movement(&mut game);
    // Within five hexes of P, as the enemy likes it: no forced march.
    game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::March), &[]);
    assert_eq!(game.at_hex("Rear/D").as_deref(), Some("2001"));
}

#[test]
fn later_arrivals_may_be_changed_too() {
    let rules = detours().open();
    let mut game = in_phase_c(&rules);
    game.act(BLUE, Action::Done, &[]);
    assert_eq!(game.asked(), [(WHITE, Frame::Cup)]);
    let draw = game.draw("Rear", 1);
    game.act(WHITE, Action::Done, &[draw]);
    to_movement(&mut game);
    game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced), &[]);
    game.step(Dir::NE);
    game.halt(Vertex::E);
    next_turn(&mut game, &[("Van", 0), ("Van", 1), ("Guard", 0), ("Guard", 1)]);
    game.orders_done(&[Fall::Contest(3, 5)]);
    let draw = game.draw("Van", 0);
    let account = game.act(BLUE, divert(&game, "Rear/E", "0301"), &[Fall::D10(0), draw]);
    proves(&["R scenario 3/12"], &account);
}

/// R specific 2.3: the bound formation.
#[test]
fn the_bound_formation_enters_without_orders_and_without_forced_march() {
    let rules = rivoli(setting())
        .tables("[specific.bound]\nformation = \"Rear\"\nroute = [\"0107\", \"0106\", \"0105\"]\nwithin = [\"0107\", \"0106\", \"0105\", \"0104\"]\ngoal = [\"0105\"]\n")
        .open();
    let (mut game, _) = due(&rules);
    let stop = game.refuse(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::Forced));
    refused(&["R specific 2.3/7"], &stop);
    let account = game.act(BLUE, enter(&game, "Rear/D", Party::Alone, Gait::March), &[]);
    proves(&["R specific 2.3/4"], &account);
    assert!(!game.marked(Mark::Ordered, "Rear/D"));
    assert!(rules.is_bound(&game.state, game.unit("Rear/D")));
}

#[test]
fn the_bound_formation_may_try_its_initiative_and_is_freed_by_orders() {
    let rules = rivoli(Setting::montebello())
        .place(&[("Rear/D", "0107"), ("Guard/P", "1803"), ("commander/Alpha", "0207")])
        .tables("[specific.bound]\nformation = \"Rear\"\nroute = [\"0107\", \"0106\", \"0105\"]\nwithin = [\"0107\", \"0106\", \"0105\", \"0104\"]\ngoal = [\"0105\"]\n")
        .open();
    let mut game = Game::new(&rules);
    let draw = game.draw("Rear", 0);
    drawn(&mut game, draw);
    let account = game.act(BLUE, game.initiative("Rear/D"), &[Fall::D10(1)]);
    proves(&["R specific 2.3/5"], &account);
    assert!(rules.is_bound(&game.state, game.unit("Rear/D")));

    let mut game = Game::new(&rules);
    game.act(BLUE, game.order("Rear/D"), &[]);
    // Orders are secret until they are shown.
    assert!(rules.is_bound(&game.state, game.unit("Rear/D")));
    let draw = game.draw("Rear", 0);
    let account = drawn(&mut game, draw);
    proves(&["R specific 2.3/6"], &account);
    assert!(!rules.is_bound(&game.state, game.unit("Rear/D")));
    assert_eq!(citing("R specific 2.3/6", &account).count(), 1);
}

#[test]
fn the_bound_formation_is_freed_by_its_first_combat() {
    let rules = rivoli(Setting::montebello())
        .place(&[("Rear/D", "0205"), ("Guard/P", "0304"), ("Line/U", "0605"), ("Van/A", "0212")])
        .tables("[specific.bound]\nformation = \"Rear\"\nroute = [\"0107\", \"0106\", \"0105\"]\nwithin = [\"0107\", \"0106\", \"0105\", \"0104\"]\ngoal = [\"0105\"]\n")
        .open();
    let start = Game::new(&rules).state;
    let at = |formation: &str, step| {
        let position = Position::from_state(&rules, start.clone()).activate(formation, Orders::Received, step);
        Game::at(&rules, position.build().unwrap_or_else(|faults| panic!("{faults}")))
    };
    let mut game = at("Line", Step::Fire);
    let fire = Action::Fire { unit: game.unit("Line/U"), target: game.cell("0205"), party: Party::Alone };
    let account = game.act(WHITE, fire, &[Fall::D10(0)]);
    proves(&["R specific 2.3/6"], &account);
    assert!(!rules.is_bound(&game.state, game.unit("Rear/D")));

    let mut game = at("Guard", Step::Declaration);
    let unit = game.unit("Guard/P");
    let shock = rules.legal_actions(&game.state, WHITE).into_iter().find(|a| matches!(a, Action::Shock { .. }));
    game.act(WHITE, shock.expect("D stands before P"), &[]);
    // An announcement is no combat yet.
    assert!(rules.is_bound(&game.state, game.unit("Rear/D")));
    game.act(WHITE, Action::Done, &[]);
    let mut chance = grognard::chance::Seeded::new(1);
    let outcome = rules.apply(&game.state, WHITE, &Action::Fight { unit }, &mut chance);
    let outcome = outcome.unwrap_or_else(|stop| panic!("{stop}"));
    proves(&["R specific 2.3/6"], &outcome.journal);
}

#[test]
fn dry_runs_agree() {
    let rules = setting().open();
    let (game, _) = due(&rules);
    for action in rules.legal_actions(&game.state, BLUE) {
        assert!(rules.check(&game.state, BLUE, &action).is_ok(), "{action:?}");
    }
}
