//! Victory (13; R scenario 1).

use super::field::{Account, BLUE, Game, Setting, WHITE, why};
use super::support::{proves, refused};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::Order;
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::side::Side;

const POINTS: &str = "[victory]\nrouted = 1\neliminated = 2\ntie = \"White\"\n\
    hex = [{ hex = \"0505\", points = 3 }, { hex = \"0903\", points = 5, side = \"White\" }]\n";

fn setting() -> Setting {
    Setting { turns: 1, ..Setting::montebello() }
        .place(&[("Van/A", "0505"), ("Van/C", "0410"), ("Guard/P", "1803"), ("Guard/Q", "1805"), ("Line/S", "1808")])
        .tables(POINTS)
}

/// With these conditions, at the start of the turn.
#[track_caller]
fn with<'r>(rules: &'r JoursDeGloire, orders: &[(&str, Order)]) -> Game<'r> {
    let mut position = Position::from_state(rules, Game::new(rules).state);
    for (unit, order) in orders {
        position = position.order(unit, *order);
    }
    Game::at(rules, position.build().unwrap_or_else(|faults| panic!("{faults}")))
}

/// Through the turn without a deed, to its end.
#[track_caller]
fn through_the_turn(game: &mut Game<'_>) -> Account {
    let turn = game.state.turn();
    // What is drawn does not matter.
    let mut chance = grognard::chance::Seeded::new(7);
    game.act(BLUE, Action::Done, &[]);
    let mut action = (WHITE, Action::Done);
    loop {
        let outcome = game.rules.apply(&game.state, action.0, &action.1, &mut chance);
        let outcome = outcome.unwrap_or_else(|stop| panic!("{stop}"));
        game.state = outcome.state;
        if game.rules.waiting(&game.state) == Waiting::Over || game.state.turn() != turn {
            return outcome.journal;
        }
        let by = game.asked()[0].0;
        let legal = game.rules.legal_actions(&game.state, by);
        action = (by, if legal.contains(&Action::Done) { Action::Done } else { legal[0] });
    }
}

fn winner(account: &Account) -> Option<Option<Side>> {
    account.events().find_map(|event| match event {
        Event::Ended { winner } => Some(*winner),
        _ => None,
    })
}

#[test]
fn points_for_losses_and_objectives() {
    let rules = setting().open();
    let game = Game::new(&rules);
    // A stands on 0505.
    assert_eq!(rules.points(&game.state), [3, 0]);
    let game =
        with(&rules, &[("Guard/P", Order::Routed), ("Guard/Q", Order::Eliminated), ("Van/C", Order::Eliminated)]);
    assert_eq!(rules.points(&game.state), [3 + 1 + 2, 2]);
    let game = with(&rules, &[("Guard/P", Order::Disordered)]);
    assert_eq!(rules.points(&game.state), [3, 0]);
}

#[test]
fn an_objective_is_whose_who_stands_there_or_passed_last() {
    let rules = setting().place(&[]).open();
    let mut game = Game::new(&rules);
    let state = Position::from_state(&rules, game.state.clone()).activate("Van", Orders::Received, Step::Movement);
    game.state = state.build().unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(rules.holder(&game.state, 0), Some(BLUE));
    assert_eq!(rules.holder(&game.state, 1), None);
    // Who leaves keeps it.
    let unit = game.unit("Van/A");
    game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.step(Dir::N);
    game.halt(Vertex::E);
    assert_eq!(rules.holder(&game.state, 0), Some(BLUE));
    // C rides through 0903, which only White has points for.
    let unit = game.unit("Van/C");
    let state = Position::from_state(&rules, game.state.clone()).place("Van/C", "0803", Vertex::E);
    game.state = state.build().unwrap_or_else(|faults| panic!("{faults}"));
    game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.step(Dir::SE);
    game.step(Dir::NE);
    assert_eq!(rules.holder(&game.state, 1), Some(BLUE));
    assert_eq!(rules.points(&game.state), [3, 0]);
    game.halt(Vertex::E);
    // White passes through 0903 in its turn.
    let state = Position::from_state(&rules, game.state.clone())
        .place("Guard/P", "0702", Vertex::W)
        .place("Van/C", "0410", Vertex::E)
        .activate("Guard", Orders::Received, Step::Movement);
    game.state = state.build().unwrap_or_else(|faults| panic!("{faults}"));
    let unit = game.unit("Guard/P");
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.step(Dir::SE);
    let account = game.step(Dir::SE);
    proves(&["M 13.2/1"], &account);
    game.step(Dir::SE);
    assert_eq!(rules.holder(&game.state, 1), Some(WHITE));
    assert_eq!(rules.points(&game.state), [3, 5]);
}

#[test]
fn more_points_win_and_a_tie_is_the_scenarios() {
    for (setting, clauses) in [
        (setting(), ["M 13.2/1", "M 13.2/1", "M 13.2/1"]),
        (Setting { edition: "rivoli", ..setting() }, ["R 13/3", "R scenario 1/24", "R scenario 1/25"]),
    ] {
        let rules = setting.open();
        let mut game = Game::new(&rules);
        let account = through_the_turn(&mut game);
        proves(&clauses, &account);
        assert_eq!(winner(&account), Some(Some(BLUE)));
        assert!(game.rules.over(&game.state));
        let stop = rules.check(&game.state, BLUE, &Action::Done).expect_err("it is over");
        assert_eq!(stop.refusal(), Some(&grognard::refusal::Refusal::Over));
        // Three points each.
        let mut game = with(&rules, &[("Van/C", Order::Eliminated)]);
        let state = Position::from_state(&rules, game.state.clone()).place("Rear/D", "0412", Vertex::E);
        game.state = state.order("Rear/D", Order::Routed).build().unwrap_or_else(|faults| panic!("{faults}"));
        let points = rules.points(&game.state);
        assert_eq!(points, [3, 3]);
    }
    // Nobody has a point: the scenario's winner of a tie.
    let places = vec![("Van/A", "0203"), ("Guard/P", "1803")];
    for (edition, clause) in [("montebello", "M 13.2/1"), ("rivoli", "R scenario 1/26")] {
        let rules = Setting { edition, places: places.clone(), ..setting() }.open();
        let mut game = Game::new(&rules);
        let account = through_the_turn(&mut game);
        proves(&[clause], &account);
        assert_eq!(winner(&account), Some(Some(WHITE)));
    }
    let rules = Setting { places, tables: "", ..setting() }.open();
    let mut game = Game::new(&rules);
    assert_eq!(winner(&through_the_turn(&mut game)), Some(None));
}

const DESTROYED: &str = "[victory]\nautomatic = [{ side = \"Blue\", kind = \"destroyed\", formations = 1 }]\n";

#[test]
fn montebellos_automatic_victory_waits_for_the_end_of_the_turn() {
    let rules = Setting { turns: 3, ..setting() }.tables(DESTROYED).open();
    let mut game = with(&rules, &[("Guard/P", Order::Disordered), ("Guard/Q", Order::Eliminated)]);
    // R has not come: the formation is not destroyed while counters of it are to come.
    assert_eq!(winner(&through_the_turn(&mut game)), None);
    let rules = Setting { turns: 3, ..setting() }.tables(DESTROYED).open();
    let mut game =
        with(&rules, &[("Line/S", Order::Eliminated), ("Line/T", Order::Eliminated), ("Line/U", Order::Eliminated)]);
    assert!(!rules.over(&game.state));
    let account = through_the_turn(&mut game);
    proves(&["M 13.1/1"], &account);
    assert_eq!((winner(&account), game.state.turn()), (Some(Some(BLUE)), 1));
}

#[test]
fn rivolis_counts_at_once() {
    let rules = Setting { turns: 3, edition: "rivoli", ..setting() }.tables(DESTROYED).open();
    let mut game =
        with(&rules, &[("Line/S", Order::Disordered), ("Line/T", Order::Eliminated), ("Line/U", Order::Eliminated)]);
    // With the next step that is taken.
    let account = game.act(BLUE, Action::Done, &[]);
    proves(&["R scenario 1/21", "R scenario 1/23"], &account);
    assert_eq!(winner(&account), Some(Some(BLUE)));
    // A single counter in good order is enough against it.
    let mut game = with(&rules, &[("Line/T", Order::Eliminated), ("Line/U", Order::Eliminated)]);
    assert_eq!(winner(&game.act(BLUE, Action::Done, &[])), None);
}

#[test]
fn a_side_that_holds_the_hexes_at_the_end_of_the_turn_wins() {
    for (edition, clause) in [("montebello", "M 13.1/1"), ("rivoli", "R 13/1")] {
        let table = "[victory]\nautomatic = [{ side = \"Blue\", kind = \"holds\", hexes = [\"0505\", \"0410\"] }]\n";
        let rules = Setting { turns: 3, edition, ..setting() }.tables(table).open();
        let mut game = Game::new(&rules);
        // Not at once, whatever the book.
        let account = game.act(BLUE, Action::Done, &[]);
        assert_eq!(winner(&account), None);
        let mut game = Game::new(&rules);
        let account = through_the_turn(&mut game);
        proves(&[clause], &account);
        assert_eq!(winner(&account), Some(Some(BLUE)));
        // One of the two is not enough.
        let mut game = with(&rules, &[("Van/C", Order::Eliminated)]);
        assert_eq!(winner(&through_the_turn(&mut game)), None);
    }
}

/// White leaves by 0101: the Guard by P, Q and R, the Line by S, T and U.
fn exits() -> Setting {
    Setting { turns: 3, ..Setting::rivoli() }
        .place(&[
            ("Guard/P", "0101"),
            ("Guard/Q", "0102"),
            ("Guard/R", "0103"),
            ("Line/S", "0201"),
            ("Line/T", "0202"),
            ("Line/U", "0203"),
            ("Van/A", "1812"),
        ])
        .tables(
            "[victory]\nautomatic = [{ side = \"White\", kind = \"exit\", formations = 2, hex = \"0101\", unbroken = [1, 2] }]\n",
        )
}

#[track_caller]
fn leave(game: &mut Game<'_>, formation: &str, unit: &str) -> Account {
    let state = Position::from_state(game.rules, game.state.clone());
    let state = state.activate(formation, Orders::Received, Step::Movement).place(unit, "0101", Vertex::W);
    game.state = state.build().unwrap_or_else(|faults| panic!("{faults}"));
    let unit = game.unit(unit);
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    game.act(WHITE, Action::Step { dir: Dir::NW }, &[])
}

#[test]
fn two_columns_off_the_map_by_the_exit_win() {
    let rules = exits().open();
    let mut game = Game::new(&rules);
    let account = leave(&mut game, "Guard", "Guard/P");
    proves(&["R scenario 1/22"], &account);
    assert_eq!(game.at_hex("Guard/P"), None);
    assert!(matches!(game.asked().as_slice(), [(WHITE, Frame::Activation(_))]));
    leave(&mut game, "Guard", "Guard/Q");
    // One column is not two, and one of three counters is less than half.
    let account = leave(&mut game, "Line", "Line/S");
    assert_eq!(winner(&account), None);
    let account = leave(&mut game, "Line", "Line/T");
    proves(&["R scenario 1/21", "R scenario 1/22"], &account);
    assert_eq!(winner(&account), Some(Some(WHITE)));
}

#[test]
fn disordered_counters_do_not_count_in_a_column() {
    let rules = exits().open();
    let mut game = Game::new(&rules);
    for (formation, unit) in [("Guard", "Guard/P"), ("Guard", "Guard/Q"), ("Line", "Line/S")] {
        leave(&mut game, formation, unit);
    }
    game.state = Position::from_state(&rules, game.state.clone())
        .order("Line/T", Order::Disordered)
        .build()
        .unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(winner(&leave(&mut game, "Line", "Line/T")), None);
}

#[test]
fn nobody_leaves_elsewhere() {
    let rules = exits().open();
    let mut game = Game::new(&rules);
    let state = Position::from_state(&rules, game.state.clone()).activate("Guard", Orders::Received, Step::Movement);
    game.state = state.build().unwrap_or_else(|faults| panic!("{faults}"));
    let unit = game.unit("Guard/Q");
    game.act(WHITE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    // From 0102 the west is no exit.
    assert_eq!(why(&game.refuse(WHITE, Action::Step { dir: Dir::NW })), Why::Edge(unit));
    // Nor is 0101 for the other side.
    let rules = exits().open();
    let state = Position::from_state(&rules, Game::new(&rules).state)
        .place("Guard/P", "0105", Vertex::W)
        .place("Line/S", "0305", Vertex::W)
        .place("Line/T", "0405", Vertex::W)
        .place("Guard/Q", "0605", Vertex::W)
        .place("Guard/R", "0705", Vertex::W)
        .place("Line/U", "0805", Vertex::W)
        .place("Van/A", "0101", Vertex::W)
        .activate("Van", Orders::Received, Step::Movement)
        .build()
        .unwrap_or_else(|faults| panic!("{faults}"));
    let mut game = Game::at(&rules, state);
    let unit = game.unit("Van/A");
    game.act(BLUE, Action::Move { unit, party: Party::Alone, gait: Gait::March }, &[]);
    let stop = game.refuse(BLUE, Action::Step { dir: Dir::NW });
    refused(&["R 4.4/1"], &stop);
    game.step(Dir::S);
}
