//! Every kind of event, action and refusal is met, so often: players who always decline pass any harness.
//!
//! The types themselves name their kinds: one that has no number here fails the test, as does a number for no kind. A kind
//! that random games cannot be counted on to meet has the number 0, and is met by a test of its chapter.

use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::why::Why;
use grognard::setup::Setup;

use super::checks::{Met, Particular, game};
use super::series::{PARTICULAR, at_close, begun, open, players, told};

/// The games: a scenario with its options, and how many.
const GAMES: &[(&str, &[&str], u64)] = &[
    ("proving", &["montebello-edition"], 60),
    ("proving", &["rivoli-edition"], 40),
    (
        "proving",
        &[
            "rivoli-edition",
            "reserve-activation",
            "tactical-groups",
            "misguided-fire",
            "infantry-reaction-fire",
            "demoralized-formations",
        ],
        60,
    ),
    ("rivoli-historical", &[], 3),
    ("rivoli-free", &[], 3),
    ("rivoli-arrival", &[], 6),
];

const EVENTS: &[(&str, u64)] = &[
    ("begun", 8_800),
    ("continued", 20_400),
    ("done", 8_800),
    ("moved", 7_500),
    ("ranked", 50),
    ("faced", 4_700),
    ("ordered", 1_100),
    ("square-formed", 100),
    ("square-left", 100),
    ("marked", 10_200),
    ("all-marked", 2_300),
    ("unmarked", 3_900),
    ("aimed", 400),
    ("combat-opened", 400),
    ("combat-hex", 500),
    ("cast", 1_700),
    ("uncast", 200),
    ("row", 400),
    ("trailed", 700),
    ("combat-closed", 400),
    ("activated", 1_600),
    ("active-units", 1_600),
    ("deactivated", 1_600),
    ("turn", 100),
    ("grouped", 2_800),
    ("orders-given", 400),
    ("orders-free", 10),
    ("orders-lost", 0),
    ("orders-seen", 3),
    ("reached", 300),
    ("orders-done", 300),
    ("revealed", 800),
    ("initiative", 100),
    ("marker-chosen", 100),
    ("into-cup", 1_600),
    ("out-of-cup", 1_600),
    ("available", 5),
    ("unavailable", 10),
    ("reinforcement-marked", 50),
    ("reinforcement-ended", 50),
    ("column-grown", 100),
    ("delayed", 10),
    ("diverted", 10),
    ("unbound", 0),
    ("bridge-begun", 0),
    ("bridge-built", 0),
    ("bridge-opened", 0),
    ("reserve-first", 40),
    ("held", 30),
    ("sheltered", 3),
    ("shelter-left", 0),
    ("shaken", 7),
    ("demoralized", 10),
    ("recovered", 5),
    ("commander-moved", 1_300),
    ("commander-followed", 20),
    ("commander-turned", 300),
    ("commander-lost", 3),
    ("ended", 20),
    ("exited", 0),
];

const ACTIONS: &[(&str, u64)] = &[
    ("done", 4_300),
    ("place", 60),
    ("post", 6),
    ("end-reinforcement", 9),
    ("order", 400),
    ("marker", 100),
    ("look", 3),
    ("announce", 0),
    ("divert", 10),
    ("activate", 60),
    ("first", 40),
    ("initiative", 1_000),
    ("fire", 100),
    ("pivot", 1_700),
    ("to-top", 20),
    ("move", 2_600),
    ("charge", 70),
    ("step", 7_800),
    ("halt", 2_800),
    ("form-square", 100),
    ("leave-square", 80),
    ("command", 300),
    ("bridge", 0),
    ("recall", 0),
    ("shock", 400),
    ("fight", 400),
    ("evade", 30),
    ("counter-charge", 20),
    ("react", 40),
    ("advance", 50),
    ("turn", 300),
    ("quarry", 2),
    ("rally", 400),
    ("run", 50),
    ("enter", 100),
];

const REFUSALS: &[(&str, u64)] = &[
    ("no-answer", 16_500),
    ("unknown", 2_200),
    ("off-map", 3),
    ("not-there", 1_000),
    ("placed", 10),
    ("out-of-place", 10),
    ("commander-placed", 0),
    ("commander-out-of-place", 1),
    ("not-active", 1_800),
    ("not-yours", 3_700),
    ("only-rally", 100),
    ("condition", 300),
    ("arm", 200),
    ("already", 1_600),
    ("unwilling", 0),
    ("points", 300),
    ("must-stop", 100),
    ("terrain", 200),
    ("hexside", 5),
    ("edge", 50),
    ("enemy", 100),
    ("square", 10),
    ("stacking", 100),
    ("front-zone", 50),
    ("same-zone", 70),
    ("zone", 20),
    ("too-near", 9),
    ("turn-too-far", 700),
    ("not-in-front", 400),
    ("not-seen", 3),
    ("not-before", 2),
    ("no-partner", 0),
    ("answers-only", 0),
    ("not-on-top", 0),
    ("no-enemy", 70),
    ("no-charge", 10),
    ("too-short", 400),
    ("must-attack", 0),
    ("not-open", 200),
    ("not-away", 100),
    ("precedence", 400),
    ("no-orders", 5),
    ("out-of-range", 20),
    ("adjacent", 40),
    ("shaken", 0),
    ("must-go-on", 10),
    ("dark", 3),
    ("not-here", 6),
    ("off-route", 0),
    ("must-march-on", 0),
    ("no-bridge", 0),
    ("opposite", 0),
    ("bridge-begun", 0),
    ("bridged", 0),
    ("must-first", 10),
    ("must-fire-at", 0),
    ("marker", 100),
    ("too-late", 4),
    ("no-commander", 0),
    ("has-orders", 200),
    ("no-reinforcement", 20),
    ("not-due", 50),
    ("commander-moved", 60),
    ("commander-not-yours", 100),
    ("commander-gone", 20),
    ("commander-alone", 20),
    ("commander-blocked", 10),
    ("commander-ground", 50),
    ("commander-points", 10),
    ("commander-must-flee", 10),
    ("not-together", 0),
    ("range", 0),
    ("apart", 0),
    ("too-strong", 0),
    ("next-turn", 0),
    ("entry-hex", 0),
    ("not-in-cup", 0),
    ("one-too-many", 0),
    ("other-name", 0),
    ("commander-dead-end", 0),
];

#[test]
fn every_kind_is_met() {
    let mut met = Met::default();
    // The other tests check every state.
    let of = Particular { every: 5, mutants: 24, ..PARTICULAR };
    for (scenario, options, games) in GAMES {
        let setup = options.iter().fold(Setup::scenario(*scenario), |setup, option| setup.option(*option));
        let rules = open(&setup);
        for seed in 0..*games {
            let [mut first, mut second] = players(3 + seed);
            // Of the proving ground, some games begin at close quarters.
            let close = *scenario == "proving" && seed % 4 == 1;
            let start = if close { at_close(&rules, seed) } else { begun(&rules, seed) };
            met.join(&game(&rules, &of, scenario, &start, seed, [&mut *first, &mut *second]));
        }
    }
    told("all games", &met);
    let mut short = met.events.short::<Event>(EVENTS);
    short.extend(met.kinds.short::<Action>(ACTIONS));
    short.extend(met.refusals.short::<Why>(REFUSALS));
    assert!(short.is_empty(), "met too rarely:\n{}", short.join("\n"));
}
