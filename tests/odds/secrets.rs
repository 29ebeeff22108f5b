//! Odds for a side, from what it can know: positions that look alike to it have the same odds.

use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::state::State;
use grognard::jours_de_gloire::view::Guess;
use grognard::odds::{Manner, Odds, Outlook, Span, Unforeseen, Until, odds, odds_for};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

fn rules() -> JoursDeGloire {
    JoursDeGloire::open(&Setup::scenario("proving")).unwrap()
}

/// The orders phase, in which the second side has given orders to so many units, face down.
fn ordered(rules: &JoursDeGloire, units: usize) -> (State, Vec<String>) {
    let mut chance = Seeded::new(1800);
    let mut state = rules.begin(&mut chance).unwrap().state;
    let mut named = Vec::new();
    for _ in 0..units {
        let legal = rules.legal_actions(&state, Side::Second);
        let order = legal.into_iter().find(|action| matches!(action, Action::Order { .. })).unwrap();
        let Action::Order { unit } = order else { unreachable!() };
        let before = rules.write(&state);
        state = rules.next(&state, Side::Second, &order, &mut chance).unwrap();
        // Its whole group has them.
        let after = rules.write(&state);
        named.extend(
            after.units.iter().filter(|(name, sign)| before.units.get(*name) != Some(*sign)).map(|x| x.0.clone()),
        );
        assert!(named.contains(&rules.roster().unit_name(unit)));
    }
    (state, named)
}

type Found = Result<Odds<State>, Unforeseen<<JoursDeGloire as Ruleset>::Refusal>>;

/// The odds of the first side's end of its orders, as it can know them: with the dice of the phase after.
fn known(rules: &JoursDeGloire, state: &State, guess: &Guess) -> Found {
    let view = rules.view(state, Side::First);
    let supposed = rules.suppose(&view, guess).map_err(Unforeseen::Supposition)?;
    let horizon = |rules: &JoursDeGloire, s: &State| rules.horizon(&supposed, s, Span::Activation);
    odds_for(rules, &view, guess, Side::First, &Action::Done, &mut Until(Manner::Pass, horizon), 100_000)
}

fn truth(rules: &JoursDeGloire, state: &State) -> Odds<State> {
    let horizon = |rules: &JoursDeGloire, s: &State| rules.horizon(state, s, Span::Activation);
    odds(rules, state, Side::First, &Action::Done, &mut Until(Manner::Pass, horizon), 100_000).unwrap()
}

#[test]
fn positions_that_look_alike_have_the_same_odds() {
    let rules = rules();
    let (none, _) = ordered(&rules, 0);
    let (some, names) = ordered(&rules, 2);
    assert!(none != some);
    assert!(truth(&rules, &none) != truth(&rules, &some), "what is hidden matters");
    let guess = Guess::default();
    let found = known(&rules, &none, &guess).unwrap();
    assert!(found == known(&rules, &some, &guess).unwrap());
    assert_eq!(found.chance_of(|_| true), Some(grognard::odds::Fraction::ONE));
    // Whoever guesses well sees further, whatever the truth is.
    let well = Guess { orders: names.into_iter().collect() };
    let right = known(&rules, &some, &well).unwrap();
    assert!(right == truth(&rules, &some));
    assert!(right == known(&rules, &none, &well).unwrap());
}

#[test]
fn a_guess_that_cannot_be_is_refused() {
    let rules = rules();
    let (state, _) = ordered(&rules, 1);
    let mut wrong = Guess::default();
    wrong.orders.insert("Vanguard/4th Line".into());
    wrong.orders.insert("Nobody/at all".into());
    let Err(Unforeseen::Supposition(faults)) = known(&rules, &state, &wrong) else { panic!("it is refused") };
    assert_eq!(faults.faults.len(), 2, "{faults}");
    // An action that is not legal in the position supposed is refused there.
    let view = rules.view(&state, Side::First);
    let found = odds_for(&rules, &view, &Guess::default(), Side::First, &Action::Recall, &mut Manner::Stop, 100);
    assert!(matches!(found, Err(Unforeseen::Stopped(stop)) if stop.refusal().is_some()));
}
