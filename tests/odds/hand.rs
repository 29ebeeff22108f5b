//! Small cases worked out on paper from the tables.

use grognard::hex::Vertex;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Party, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::montenotte::action as montenotte;
use grognard::montenotte::frame::{Frame, Scout};
use grognard::montenotte::state::{KindOfForce, State, Status};
use grognard::odds::{Fraction, Horizon, Odds, Span, Stopping, Until, odds};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

use super::montenotte_support::{COALITION, FRENCH, active, rules};
use super::stated::{EDITIONS, stated};

fn parts(numerator: u128, denominator: u128) -> Option<Fraction> {
    Fraction::new(numerator, denominator)
}

/// M 9.1, R 9.1: without orders it charges if a test against engagement 5 is passed: 0 to 5 of ten faces.
#[test]
fn the_engagement_test_of_a_charge() {
    for edition in EDITIONS {
        let rules = JoursDeGloire::open(&Setup::scenario("charge").option(format!("{edition}-edition"))).unwrap();
        let state = Position::empty(&rules)
            .place("O'Reilly/Nauendorff", "0812", Vertex::SE)
            .place("Murat/11th Hussars", "0913", Vertex::NW)
            .activate("O'Reilly", Orders::Without, Step::Movement)
            .build()
            .unwrap();
        let unit = rules.roster().unit_named("O'Reilly/Nauendorff").unwrap();
        let target = rules.map().grid.cell("0913".parse().unwrap()).unwrap();
        let charge = Action::Charge { unit, party: Party::Alone, target };
        let odds = odds(&rules, &state, Side::Second, &charge, &mut Stopping, 100).unwrap();
        assert_eq!(odds.outcomes.len(), 2);
        assert_eq!(odds.chance_of(|s| s.marked(Mark::Moving).has(unit)), parts(6, 10));
        assert_eq!(odds.chance_of(|s| s.marked(Mark::Unwilling).has(unit)), parts(4, 10));
    }
}

/// A battery alone is lost without a die (M 8.9/5, R 8.10/6). What is left is the end of the charge: in Montebello a test
/// against cohesion 6 (M 9.2/5: 0 to 6 pass), in Rivoli a disorder without one (R 9.2/5).
#[test]
fn a_battery_alone() {
    for (edition, disordered) in [("montebello", parts(3, 10)), ("rivoli", parts(1, 1))] {
        let at = stated("battery", edition);
        let odds = at.odds(Span::Combat);
        let unit = |name: &str| at.rules.roster().unit_named(name).unwrap();
        let battery = unit("Main Body/Line battery");
        let hussars = unit("Vanguard/2nd Hussars");
        assert_eq!(odds.chance_of(|s| s.order(battery) == Order::Eliminated), Some(Fraction::ONE), "{edition}");
        assert_eq!(odds.chance_of(|s| s.order(hussars) == Order::Disordered), disordered, "{edition}");
    }
}

/// Table 4 of Montenotte: 2d6 and +1 for the odds of 8 to 7, -2 for the hills, +1 for manœuvre and +1 for morale. The
/// attacker is beaten at 5 or less, nobody at 6 to 8.
#[test]
fn a_battle_in_the_hills_and_in_the_open() {
    let ways = |dice: std::ops::RangeInclusive<u128>| -> u128 { dice.map(|sum| 6 - sum.abs_diff(7)).sum() };
    assert_eq!(ways(2..=12), 36);
    for (cover, sum) in [(montenotte::Cover::Ground, 1), (montenotte::Cover::Open, 3)] {
        let rules = rules();
        let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0813").at("Argenteau", "0913");
        let base = base.strength("Laharpe", 8).strength("Argenteau", 7).turn(2);
        let mut game = active(&rules, base, "Laharpe", &[]);
        game.act(FRENCH, montenotte::Action::Attack { dir: game.dir("0813", "0913") }, &[]);
        game.act(COALITION, montenotte::Action::Done, &[]);
        let beaten = |s: &State| s.battle().and_then(|battle| battle.vanquished());
        let mut decided =
            Until(
                Stopping,
                |_: &grognard::montenotte::Montenotte, s: &State| {
                    if s.battle().is_none() || beaten(s).is_some() { Horizon::Here } else { Horizon::Beyond }
                },
            );
        let action = montenotte::Action::Terrain { cover };
        let odds: Odds<State> = odds(&rules, &game.state, COALITION, &action, &mut decided, 10_000).unwrap();
        assert_eq!(odds.chance_of(|s| beaten(s) == Some(FRENCH)), parts(ways(2..=5 - sum), 36));
        assert_eq!(odds.chance_of(|s| beaten(s).is_none()), parts(ways(6 - sum..=8 - sum), 36));
        assert_eq!(odds.chance_of(|s| beaten(s) == Some(COALITION)), parts(ways(9 - sum..=12), 36));
    }
}

/// N 10/5 to N 10/14: cavalry adds 2. Nothing below 5, the kind at 5, half at 6, a quarter at 7, a tenth at 8.
#[test]
fn a_reconnaissance() {
    let rules = rules();
    let base = rules.build().only(&["Stengel", "Argenteau"]).at("Stengel", "0811").at("Argenteau", "0911").turn(2);
    let mut game = active(&rules, base, "Stengel", &[]);
    let target = game.m("Argenteau");
    game.act(FRENCH, montenotte::Action::Reconnoitre { target, bonus: 0 }, &[]);
    let odds = odds(&rules, &game.state, COALITION, &montenotte::Action::Done, &mut Stopping, 1_000).unwrap();
    assert_eq!(odds.outcomes.len(), 5);
    let announces = |s: &State| match rules.waiting(s).of(COALITION).map(|asked| asked.frame) {
        Some(Frame::Scouting(scouting)) if scouting.stage == Scout::Announce => Some(scouting.percent),
        _ => None,
    };
    for percent in [50, 25, 10] {
        assert_eq!(odds.chance_of(|s| announces(s) == Some(percent)), parts(1, 6), "{percent}");
    }
    let kind = |s: &State| s.report(target).kind;
    assert_eq!(odds.chance_of(|s| kind(s) == KindOfForce::Division), parts(1, 6));
    assert_eq!(odds.chance_of(|s| announces(s).is_none() && kind(s) == KindOfForce::Unknown), parts(2, 6));
}

/// N 8.3: an uncommanded force tests against its initiative, Masséna's is 4; failed, it has half its points.
#[test]
fn the_test_of_an_uncommanded_force() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Masséna", "Argenteau"])
        .at("Masséna", "0811")
        .at("Argenteau", "0913")
        .status("Masséna", Status::Uncommanded)
        .turn(2);
    // Before its activation: as far as the letter that is drawn.
    let game = super::montenotte_support::drawn(&rules, base, "Masséna");
    let marker = game.m("Masséna");
    let activate = montenotte::Action::Activate { marker };
    let odds = odds(&rules, &game.state, FRENCH, &activate, &mut Stopping, 1_000).unwrap();
    // 4 MP, or half of them; counted in halves.
    let left = |s: &State| match rules.waiting(s).of(FRENCH).map(|asked| asked.frame) {
        Some(Frame::Acting(acting)) => acting.left,
        _ => 0,
    };
    assert_eq!(odds.outcomes.len(), 2);
    assert_eq!(odds.chance_of(|s| left(s) == 8), parts(4, 6));
    assert_eq!(odds.chance_of(|s| left(s) == 4), parts(2, 6));
}
