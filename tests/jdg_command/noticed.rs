//! Open points that showed in play: how reinforcements and commanders enter, whose group they are, whose victory counts.

use super::field::{BLUE, Game, Setting, why};
use super::support::refused;
use grognard::chance::{Fall, Seeded};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::Position;
use grognard::jours_de_gloire::state::Order;
use grognard::jours_de_gloire::why::Why;
use grognard::ruleset::{Ruleset, Waiting};
use grognard::side::Side;

fn editions(setting: &Setting) -> [Setting; 2] {
    [setting.clone(), Setting { edition: "rivoli", ..setting.clone() }]
}

fn setting() -> Setting {
    Setting::montebello().place(&[("Van/A", "0203"), ("Guard/P", "1803")])
}

/// A formation activated by this marker, in the movement step.
#[track_caller]
fn active<'r>(rules: &'r JoursDeGloire, formation: &str, nth: usize) -> Game<'r> {
    let mut game = Game::new(rules);
    let draw = game.draw(formation, nth);
    game.orders_done(&[Fall::Contest(3, 5), draw]);
    while game.asked().first().is_some_and(|(_, frame)| *frame != Frame::Activation(Step::Movement)) {
        let by = game.asked()[0].0;
        game.act(by, Action::Done, &[]);
    }
    game
}

fn enter(game: &Game<'_>, unit: &str, gait: Gait) -> Action {
    Action::Enter { unit: game.unit(unit), party: Party::Alone, gait }
}

#[test]
fn entry_voluntary() {
    for setting in editions(&setting().arrive(1, "0107", &["Rear/D", "Rear/E"])) {
        for (reading, may) in [("voluntary", true), ("compelled", false)] {
            let rules = setting.clone().ruling("entry-voluntary", reading).open();
            let mut game = active(&rules, "Rear", 1);
            assert_eq!(rules.check(&game.state, BLUE, &Action::Done).is_ok(), may, "{reading}");
            if may {
                continue;
            }
            let stop = game.refuse(BLUE, Action::Done);
            assert_eq!(why(&stop), Why::MustFirst(game.unit("Rear/D")));
            refused(&[if setting.edition == "rivoli" { "R 5.2/1" } else { "M 5.2/1" }], &stop);
            for unit in ["Rear/D", "Rear/E"] {
                game.act(BLUE, enter(&game, unit, Gait::March), &[]);
                game.step(Dir::NE);
                game.halt(Vertex::E);
            }
            assert!(rules.check(&game.state, BLUE, &Action::Done).is_ok(), "all are in");
        }
    }
}

#[test]
fn entry_room() {
    // Cavalry stands in the entry hex.
    let setting = setting().place(&[("Van/C", "0107")]).arrive(1, "0107", &["Rear/D"]);
    for setting in editions(&setting) {
        for (reading, may) in [("stays", false), ("passes", true)] {
            let rules = setting.clone().ruling("entry-room", reading).open();
            let mut game = active(&rules, "Rear", 1);
            let action = enter(&game, "Rear/D", Gait::March);
            assert_eq!(rules.check(&game.state, BLUE, &action).is_ok(), may, "{reading}");
            if may {
                game.act(BLUE, action, &[]);
                game.refuse(BLUE, Action::Halt { facing: Vertex::E });
                let account = game.step(Dir::N);
                assert!(account.tallies().any(|tally| tally.modifiers().any(|m| m.label == Label::Friends)));
                game.halt(Vertex::E);
            } else {
                assert_eq!(
                    why(&game.refuse(BLUE, action)),
                    Why::Stacking { unit: game.unit("Rear/D"), with: game.unit("Van/C") }
                );
            }
            // Not by a forced march, in any case.
            game = active(&rules, "Rear", 1);
            game.refuse(BLUE, enter(&game, "Rear/D", Gait::Forced));
        }
    }
}

#[test]
fn entry_price() {
    for setting in editions(&setting().arrive(1, "1814", &["Wing/L"])) {
        let cost = |reading: &'static str| {
            let rules = setting.clone().ruling("entry-price", reading).open();
            let mut game = active(&rules, "Wing", 0);
            let account = game.act(BLUE, enter(&game, "Wing/L", Gait::March), &[]);
            let tally = account.tallies().find(|tally| tally.what() == Label::Cost(game.unit("Wing/L")));
            let tally = *tally.expect("a cost");
            (tally.total(), tally.modifiers().any(|m| m.label == Label::Road))
        };
        assert_eq!(cost("terrain"), (2, false));
        assert_eq!(cost("way"), (1, true));
    }
}

#[test]
fn commander_entry() {
    for setting in editions(&setting().arrive(1, "0114", &["Wing/H, 1st", "commander/Beta"])) {
        for (reading, may) in [("any", true), ("with-his", false)] {
            let rules = setting.clone().ruling("commander-entry", reading).open();
            let game = active(&rules, "Van", 0);
            let action = Action::Command { commander: game.commander("Beta") };
            assert_eq!(rules.check(&game.state, BLUE, &action).is_ok(), may, "{reading}");
            if !may {
                assert_eq!(why(&game.refuse(BLUE, action)), Why::NotActive(game.unit("Wing/H, 1st")));
            }
            let mut game = active(&rules, "Wing", 0);
            game.act(BLUE, action, &[]);
            assert_eq!(game.post("Beta").as_deref(), Some("0114"));
        }
    }
}

#[test]
fn late_arrivals_group() {
    for setting in editions(&setting().option("tactical-groups")) {
        for (reading, together) in [("formation", true), ("alone", false)] {
            let setting = if setting.edition == "rivoli" { setting.clone() } else { self::setting() };
            let rules = setting.ruling("late-arrivals-group", reading).open();
            let position = Position::from_state(&rules, Game::new(&rules).state);
            let position = position.place("Rear/D", "0107", Vertex::E).place("Rear/E", "0108", Vertex::E);
            let game = Game::at(&rules, position.build().unwrap_or_else(|faults| panic!("{faults}")));
            assert_eq!(rules.group(&game.state, game.unit("Rear/D")).has(game.unit("Rear/E")), together, "{reading}");
            // Who was there belongs to another.
            assert!(!rules.group(&game.state, game.unit("Rear/D")).has(game.unit("Van/A")));
        }
    }
}

const TWO: &str = "[victory]\nrouted = 1\neliminated = 2\ntie = \"White\"\n\
    [[victory.automatic]]\nside = \"Blue\"\nkind = \"destroyed\"\nformations = 1\n\
    [[victory.automatic]]\nside = \"White\"\nkind = \"destroyed\"\nformations = 1\n";

#[test]
fn two_automatic_victories() {
    let setting = Setting { turns: 2, ..setting() }.place(&[("Line/S", "1808"), ("Rear/D", "0405")]).tables(TWO);
    for (reading, winner) in [("first-listed", Some(Some(BLUE))), ("neither", None)] {
        let rules = setting.clone().ruling("two-automatic-victories", reading).open();
        let mut position = Position::from_state(&rules, Game::new(&rules).state);
        // A formation of each side is gone.
        for unit in ["Rear/D", "Rear/E", "Line/S", "Line/T", "Line/U"] {
            position = position.order(unit, Order::Eliminated);
        }
        let mut state = position.build().unwrap_or_else(|faults| panic!("{faults}"));
        let mut chance = Seeded::new(7);
        let mut ended: Option<Option<Side>> = None;
        while state.turn() == 1 && rules.waiting(&state) != Waiting::Over {
            let by = rules.waiting(&state).sides().next().expect("a side is asked");
            let legal = rules.legal_actions(&state, by);
            let action = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
            let outcome = rules.apply(&state, by, &action, &mut chance).unwrap_or_else(|stop| panic!("{stop}"));
            ended = ended.or(outcome.journal.events().find_map(|event| match event {
                Event::Ended { winner } => Some(*winner),
                _ => None,
            }));
            state = outcome.state;
        }
        assert_eq!(ended, winner, "{reading}");
    }
}

#[test]
fn reinforcements_within_five() {
    // Six hexes from the entry, five from the next.
    let setting = setting().place(&[("Guard/Q", "0707")]).arrive(1, "0107", &["Rear/D"]);
    for setting in editions(&setting) {
        for (reading, may) in [("stop-there", true), ("may-not", false)] {
            let rules = setting.clone().ruling("reinforcements-within-five", reading).open();
            let mut game = active(&rules, "Rear", 1);
            game.act(BLUE, enter(&game, "Rear/D", Gait::Forced), &[]);
            let near = Action::Step { dir: Dir::NE };
            assert_eq!(rules.check(&game.state, BLUE, &near).is_ok(), may, "{reading}");
            if may {
                game.act(BLUE, near, &[]);
                assert!(!game.state.is_reinforcement(game.unit("Rear/D")));
            } else {
                assert!(matches!(why(&game.refuse(BLUE, near)), Why::TooNear { distance: 5, .. }));
            }
        }
    }
}
