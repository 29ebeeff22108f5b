//! The exact odds of the worked charge: they sum to one, a case by hand, and what many seeded plays give.

use grognard::chance::Seeded;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::{Action, Question};
use grognard::jours_de_gloire::frame::{Flight, Frame, Party, PursuitDue, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Order, State};
use grognard::odds::{Fraction, Odds, odds};
use grognard::refusal::{Limit, Stop};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};

struct Scene {
    rules: JoursDeGloire,
    hussars: UnitId,
    nauendorff: UnitId,
    /// Before the question of the counter-charge.
    state: State,
}

fn scene() -> Scene {
    let rules = JoursDeGloire::open(&Setup::scenario("charge")).unwrap();
    let nauendorff = rules.roster().unit_named("O'Reilly/Nauendorff").unwrap();
    let hussars = rules.roster().unit_named("Murat/11th Hussars").unwrap();
    let mut state = Position::scenario(&rules).activate("O'Reilly", Orders::Received, Step::Movement).build().unwrap();
    let target = rules.map().grid.cell("0913".parse().unwrap()).unwrap();
    let answers = [
        Action::Charge { unit: nauendorff, party: Party::Alone, target },
        Action::Step { dir: Dir::S },
        Action::Halt { facing: Vertex::SE },
        Action::Done,
        Action::Done,
        Action::Fight { unit: nauendorff },
    ];
    for action in answers {
        let by = rules.waiting(&state).sides().next().unwrap();
        if action == Action::Done && rules.legal_actions(&state, by).contains(&Action::Fight { unit: nauendorff }) {
            continue;
        }
        state = rules.next(&state, by, &action, &mut Seeded::new(0)).unwrap();
    }
    Scene { rules, hussars, nauendorff, state }
}

/// Recoils straight back, and nothing else: the combat up to its pursuit.
fn combat(rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Option<Action> {
    let Frame::Withdrawal(w) = asked.frame else { return None };
    let straight = Action::Step { dir: if rules.side_of(w.unit) == Side::First { Dir::S } else { Dir::N } };
    let legal = rules.legal_actions(s, by);
    legal.iter().find(|action| **action == straight && w.flight == Flight::Recoil).or(legal.first()).copied()
}

/// The whole charge: no counter-charge, facings kept.
fn whole(rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Option<Action> {
    match asked.frame {
        Frame::Activation(_) | Frame::Rout => None,
        Frame::Withdrawal(_) => combat(rules, s, by, asked),
        Frame::Pursuit(p) if p.due == PursuitDue::Turn => Some(Action::Turn { facing: s.facing(p.unit) }),
        _ => rules.legal_actions(s, by).first().copied(),
    }
}

impl Scene {
    fn odds(&self, policy: fn(&JoursDeGloire, &State, Side, &Question) -> Option<Action>) -> Odds<State> {
        odds(&self.rules, &self.state, Side::First, &Action::Done, &mut { policy }, 1_000_000).unwrap()
    }

    fn class(&self, state: &State) -> [Order; 2] {
        [self.hussars, self.nauendorff].map(|unit| state.order(unit))
    }
}

#[test]
fn they_sum_to_one() {
    let scene = scene();
    for policy in [combat, whole] {
        let odds = scene.odds(policy);
        assert_eq!(odds.chance_of(|_| true), Some(Fraction::ONE));
        assert!(odds.outcomes.iter().all(|(_, share)| *share != Fraction::ZERO));
    }
}

#[test]
fn the_first_combat_by_hand() {
    // +3: 10 and more with a die of 7 to 9, 5 to 9 with 2 to 6, less with 0 and 1.
    // 1 + D: 3/10. 1 + test: 5/10, failed (7 to 9) in 3/10 of them. Else the attacker: D, and, whether or not its test
    // against cohesion 5 makes it recoil, the test at the end of the charge: failed (6 to 9) it is disordered again.
    let scene = scene();
    let odds = scene.odds(combat);
    let expected = [
        ([Order::Disordered, Order::Good], 9, 20),
        ([Order::Good, Order::Good], 7, 20),
        ([Order::Good, Order::Disordered], 3, 25),
        ([Order::Good, Order::Routed], 2, 25),
    ];
    let mut sum = Fraction::ZERO;
    for (class, numerator, denominator) in expected {
        let share = odds.chance_of(|state| scene.class(state) == class).unwrap();
        assert_eq!(share, Fraction::new(numerator, denominator).unwrap(), "{class:?}");
        sum = sum.plus(share).unwrap();
    }
    assert_eq!(sum, Fraction::ONE, "nothing else can happen");
}

#[test]
fn seeded_plays_agree() {
    const PLAYS: u64 = 100_000;
    let scene = scene();
    let exact = scene.odds(combat);
    let mut seen: Vec<([Order; 2], u64)> = Vec::new();
    for play in 0..PLAYS {
        let mut chance = Seeded::at(1800, play * 16);
        let mut state = scene.rules.next(&scene.state, Side::First, &Action::Done, &mut chance).unwrap();
        loop {
            let asked = scene.rules.waiting(&state);
            let answer = asked.sides().find_map(|by| Some((by, combat(&scene.rules, &state, by, asked.of(by)?)?)));
            let Some((by, action)) = answer else { break };
            state = scene.rules.next(&state, by, &action, &mut chance).unwrap();
        }
        let class = scene.class(&state);
        match seen.iter_mut().find(|(other, _)| *other == class) {
            Some((_, count)) => *count += 1,
            None => seen.push((class, 1)),
        }
    }
    assert_eq!(seen.iter().map(|(_, count)| count).sum::<u64>(), PLAYS);
    for (class, count) in seen {
        // In parts of ten thousand, which are exact here: |count - np| <= 4 sqrt(np(1 - p)), squared.
        let p = u64::from(exact.chance_of(|state| scene.class(state) == class).unwrap().per_ten_thousand());
        assert!(p > 0, "{class:?} cannot happen");
        let off = count.abs_diff(PLAYS * p / 10_000);
        assert!(off * off <= 16 * PLAYS * p * (10_000 - p) / 100_000_000, "{class:?}: {count} of {PLAYS}, {p}");
    }
}

#[test]
fn a_bound_on_the_work_is_kept() {
    let scene = scene();
    let stop = odds(&scene.rules, &scene.state, Side::First, &Action::Done, &mut { whole }, 10).unwrap_err();
    assert_eq!(stop, Stop::Limit(Limit::Odds(10)));
    // What is refused has no odds.
    let stop = odds(&scene.rules, &scene.state, Side::Second, &Action::Done, &mut { whole }, 10).unwrap_err();
    assert!(stop.refusal().is_some());
}
