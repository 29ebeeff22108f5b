//! Games of the battle of Rivoli: its three scenarios, with and without each option and each ruling that they reach; and a
//! later hour, in which its specific rules are met at once. `GROGNARD_CASES` asks for so many games of each.

use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::state::State;
use grognard::setup::Setup;

use super::checks::{Met, Particular, game};
use super::series::{PARTICULAR, at_ten, begun, open, players, told};

const SCENARIOS: [&str; 3] = ["rivoli-historical", "rivoli-free", "rivoli-arrival"];

const OPTIONS: [&str; 5] =
    ["reserve-activation", "tactical-groups", "misguided-fire", "infantry-reaction-fire", "demoralized-formations"];

const RULINGS: [(&str, &str); 18] = [
    ("commander-moves-when", "any"),
    ("leclerc-orders", "own"),
    ("massena-markers", "both"),
    ("lusignan-detour", "waits"),
    ("arrival-beside-enemy", "anywhere"),
    ("lusignan-capability", "all"),
    ("pontoon-built", "next-turn"),
    ("deployment-order", "reversed"),
    ("deployment-on-the-line", "on"),
    ("furia-last-marker", "kept"),
    ("automatic-victory-when", "turn-end"),
    ("columns-exited", "together"),
    ("destroyed-before-arrival", "yes"),
    ("entry-hex-1722", "lifted"),
    ("exit-cost", "hex"),
    ("reinforcement-status-of-whom", "unit"),
    ("arrival-hex-when", "drawn"),
    ("free-deployment-massena", "all"),
];

/// Every state of a long game costs too much here; the other tests check all.
const OF: Particular<JoursDeGloire> = Particular { every: 41, ..PARTICULAR };

fn cases(least: u64) -> u64 {
    std::env::var("GROGNARD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(least)
}

fn run(setup: &Setup, name: &str, seeds: std::ops::Range<u64>, start: impl Fn(&JoursDeGloire, u64) -> State) -> Met {
    let rules = open(setup);
    let mut met = Met::default();
    for seed in seeds {
        let [mut first, mut second] = players(seed);
        met.join(&game(&rules, &OF, name, &start(&rules, seed), seed, [&mut *first, &mut *second]));
    }
    met
}

#[test]
fn games_of_each_scenario_with_and_without_each_option() {
    let mut all = Met::default();
    for (place, scenario) in SCENARIOS.into_iter().enumerate() {
        let games = cases(1);
        let mut met = run(&Setup::scenario(scenario), scenario, 3..3 + games, begun);
        // In a short run each option meets one of the scenarios.
        for (nth, option) in OPTIONS.into_iter().enumerate() {
            if games > 1 || nth % SCENARIOS.len() == place {
                met.join(&run(&Setup::scenario(scenario).option(option), option, 4..4 + games, begun));
            }
        }
        told(scenario, &met);
        assert_eq!(met.over, met.games, "every game ends");
        all.join(&met);
    }
    let all_options = OPTIONS.into_iter().fold(Setup::scenario("rivoli-historical"), Setup::option);
    all.join(&run(&all_options, "all options", 3..3 + cases(1), begun));
    told("the three scenarios", &all);
    assert_eq!(all.over, all.games, "every game ends");
    let mut short =
        all.events.at_least::<Event>(&[("delayed", 1), ("diverted", 1), ("reserve-first", 5), ("turn", 60)]);
    short.extend(all.kinds.at_least::<Action>(&[("place", 20), ("post", 3), ("divert", 1), ("enter", 10)]));
    assert!(short.is_empty(), "met too rarely:\n{}", short.join("\n"));
}

#[test]
fn games_of_each_ruling() {
    for (nth, (id, reading)) in RULINGS.into_iter().enumerate() {
        let scenario = match id {
            "deployment-on-the-line" | "free-deployment-massena" => "rivoli-free",
            "arrival-hex-when" => "rivoli-arrival",
            _ => SCENARIOS[[0, 2][nth % 2]],
        };
        let setup = Setup::scenario(scenario).ruling(id, reading);
        let met = if id.starts_with("lusignan") || id.starts_with("pontoon") {
            run(&Setup::scenario("rivoli-historical").ruling(id, reading), id, 5..5 + cases(1), at_ten)
        } else {
            run(&setup, id, 5..5 + cases(1), begun)
        };
        assert_eq!(met.over, met.games, "{id}: every game ends");
        if id == "arrival-hex-when" {
            let short = met.kinds.at_least::<Action>(&[("announce", 1), ("divert", 1)]);
            assert!(short.is_empty(), "{}", short.join("\n"));
        }
    }
}

#[test]
fn games_from_a_later_hour_meet_its_specific_rules() {
    let met = run(&Setup::scenario("rivoli-historical"), "at ten", 2..2 + cases(8), at_ten);
    told("at ten", &met);
    let mut short =
        met.events.at_least::<Event>(&[("bridge-begun", 2), ("bridge-built", 1), ("bridge-opened", 1), ("unbound", 2)]);
    short.extend(met.kinds.at_least::<Action>(&[("bridge", 3), ("move", 100)]));
    assert!(short.is_empty(), "met too rarely:\n{}", short.join("\n"));
}

/// A victory at once (R scenario 1/21) ends this game while a unit that recoils passes through two others: nobody comes to
/// stand in a stack by that.
#[test]
fn a_game_that_ends_in_the_middle_of_a_recoil() {
    let rules = open(&Setup::scenario("rivoli-historical"));
    let of = Particular { every: 283, ..PARTICULAR };
    let [mut first, mut second] = players(772);
    let met = game(&rules, &of, "rivoli-historical", &begun(&rules, 772), 772, [&mut *first, &mut *second]);
    assert_eq!(met.over, 1);
}
