//! A hundred thousand seeded plays agree with the exact odds, outcome by outcome, within four standard deviations.

use std::collections::BTreeMap;

use grognard::chance::{Fall, Seeded};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::{Action, Question};
use grognard::jours_de_gloire::frame::{Flight, Frame};
use grognard::jours_de_gloire::state::State;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action as montenotte;
use grognard::montenotte::frame::Frame as Stage;
use grognard::montenotte::state::Status;
use grognard::odds::{Fact, Fraction, Outlook, Policy, odds, summary};
use grognard::ruleset::Ruleset;
use grognard::side::Side;

use super::montenotte_support::{COALITION, FRENCH, Game, active, rules};
use super::stated::stated;

const PLAYS: u64 = 100_000;
/// The most actions of a play, for the streams of its dice.
const ACTIONS: u64 = 64;

/// Rows that are expected less often than this are counted together: their spread is not that of a bell.
const RARE: u128 = 25;

/// Plays an action many times, the policy answering, and counts the rows of the summary.
fn agree<R: Outlook>(
    rules: &R,
    state: &R::State,
    by: Side,
    action: &R::Action,
    policy: impl Fn(&R, &R::State, Side, &R::Question) -> Option<R::Action> + Copy,
) -> usize {
    let exact = odds(rules, state, by, action, &mut { policy }, 1_000_000).unwrap();
    let told = summary(rules, state, &exact).unwrap();
    let mut seen: BTreeMap<Vec<Fact>, u64> = BTreeMap::new();
    for play in 0..PLAYS {
        let mut chance = Seeded::at(1796, play * ACTIONS);
        let mut now = rules.next(state, by, action, &mut chance).unwrap();
        loop {
            let asked = rules.waiting(&now);
            let mut policy = policy;
            let answer = asked.sides().find_map(|by| Some((by, policy.answer(rules, &now, by, asked.of(by)?)?)));
            let Some((by, action)) = answer else { break };
            now = rules.next(&now, by, &action, &mut chance).unwrap();
        }
        assert!(chance.action() <= (play + 1) * ACTIONS, "the dice of the next play are its own");
        let facts = rules.facts(state, &now).into_iter().filter(|fact| !told.always.contains(fact)).collect();
        *seen.entry(facts).or_default() += 1;
    }
    let mut rare = (Fraction::ZERO, 0);
    for row in &told.rows {
        let count = seen.remove(&row.facts).unwrap_or(0);
        if u128::from(PLAYS) * row.share.numerator() < RARE * row.share.denominator() {
            rare = (rare.0.plus(row.share).unwrap(), rare.1 + count);
        } else {
            within(row.share, count, &row.told());
        }
    }
    assert_eq!(seen, BTreeMap::new(), "these cannot happen");
    if u128::from(PLAYS) * rare.0.numerator() >= RARE * rare.0.denominator() {
        within(rare.0, rare.1, "the rare ones together");
    }
    told.rows.len()
}

/// `|count - np| <= 4 sqrt(np(1 - p))`, squared and in whole numbers.
fn within(share: Fraction, count: u64, what: &str) {
    let (n, d) = (share.numerator(), share.denominator());
    let off = (u128::from(count) * d).abs_diff(u128::from(PLAYS) * n);
    let bound = 16u128.checked_mul(u128::from(PLAYS) * n).and_then(|bound| bound.checked_mul(d - n));
    assert!(off.checked_mul(off) <= bound && bound.is_some(), "{what}: {count} of {PLAYS} at {share}");
}

/// The combat and its withdrawals: recoils straight back where they may, else the first way. Nothing beyond it.
fn combat(rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Option<Action> {
    let Frame::Withdrawal(w) = asked.frame else { return None };
    let back = if rules.side_of(w.unit) == Side::First { grognard::hex::Dir::SW } else { grognard::hex::Dir::SE };
    let legal = rules.legal_actions(s, by);
    let straight = Action::Step { dir: back };
    legal.iter().find(|action| **action == straight && w.flight == Flight::Recoil).or(legal.first()).copied()
}

/// The same, with every pursuit.
fn pursuits(rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Option<Action> {
    match asked.frame {
        Frame::Withdrawal(_) => combat(rules, s, by, asked),
        Frame::Combat(_) | Frame::Pursuit(_) => rules.legal_actions(s, by).pop(),
        _ => None,
    }
}

#[test]
fn cavalry_against_infantry_in_montebello() {
    let at = stated("infantry", "montebello");
    let rows = agree(&at.rules, &at.state, at.by, &at.action, combat);
    assert!(rows >= 5, "{rows}");
}

#[test]
fn cavalry_against_a_stack_in_rivoli() {
    let at = stated("stack", "rivoli");
    let rows = agree(&at.rules, &at.state, at.by, &at.action, combat);
    assert!(rows >= 5, "{rows}");
}

#[test]
fn cavalry_against_cavalry_with_every_pursuit() {
    let at = stated("cavalry", "montebello");
    let rows = agree(&at.rules, &at.state, at.by, &at.action, pursuits);
    assert!(rows >= 6, "{rows}");
}

/// Battles, retreats and what follows from them; the first answer to everything.
fn battle(rules: &Montenotte, s: &Montenotted, by: Side, asked: &montenotte::Question) -> Option<montenotte::Action> {
    match asked.frame {
        Stage::Battle(_) | Stage::Retreat { .. } | Stage::Guns(_) | Stage::Scouting(_) => {
            rules.legal_actions(s, by).into_iter().next()
        }
        _ => None,
    }
}

type Montenotted = grognard::montenotte::state::State;

/// Laharpe beside Montenotte, where Argenteau stands.
fn laharpe(rules: &Montenotte) -> Game<'_> {
    let base = rules.build().only(&["Laharpe", "Argenteau"]).at("Laharpe", "0813").at("Argenteau", "0913");
    active(rules, base.strength("Laharpe", 8).strength("Argenteau", 7).turn(2), "Laharpe", &[])
}

#[test]
fn a_battle_of_montenotte() {
    let rules = rules();
    let mut game = laharpe(&rules);
    game.act(FRENCH, montenotte::Action::Attack { dir: game.dir("0813", "0913") }, &[]);
    game.act(COALITION, montenotte::Action::Done, &[]);
    let action = montenotte::Action::Terrain { cover: montenotte::Cover::Ground };
    assert!(agree(&rules, &game.state, COALITION, &action, battle) >= 8);
}

#[test]
fn a_reconnaissance_of_montenotte() {
    let rules = rules();
    let base = rules.build().only(&["Stengel", "Argenteau"]).at("Stengel", "0811").at("Argenteau", "0911").turn(2);
    let mut game = active(&rules, base, "Stengel", &[]);
    let target = game.m("Argenteau");
    game.act(FRENCH, montenotte::Action::Reconnoitre { target, bonus: 0 }, &[]);
    assert!(agree(&rules, &game.state, COALITION, &montenotte::Action::Done, battle) >= 4);
}

#[test]
fn a_test_of_montenotte() {
    let rules = rules();
    let base = rules
        .build()
        .only(&["Masséna", "Argenteau"])
        .at("Masséna", "0811")
        .at("Argenteau", "0913")
        .status("Masséna", Status::Uncommanded)
        .turn(2);
    let mut game = active(&rules, base, "Masséna", &[Fall::D6(4)]);
    let step = game.step("Masséna", "0912");
    game.act(FRENCH, step, &[]);
    game.act(COALITION, montenotte::Action::Done, &[]);
    // A second test, to attack after a move; then who may react is asked, or nobody.
    let attack = montenotte::Action::Attack { dir: game.dir("0912", "0913") };
    agree(&rules, &game.state, FRENCH, &attack, battle);
}
