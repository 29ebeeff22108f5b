//! Odds for a side, from what it can know: positions that look alike to it have the same odds.

use grognard::chance::Seeded;
use grognard::doors::Doors;
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::state::State;
use grognard::jours_de_gloire::view::Guess;
use grognard::montenotte::Montenotte;
use grognard::odds::{Each, Manner, Odds, Outlook, Span, Unforeseen, Until, odds, odds_for};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

use super::montenotte_support::{FRENCH, active, rules as montenotte};

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

/// Montenotte: whether a division or nobody stands under a letter is known to its owner alone.
#[test]
fn letters_that_look_alike_have_the_same_odds() {
    use grognard::montenotte::action::Action;
    let rules = montenotte();
    let base = rules
        .build()
        .only(&["Stengel", "Argenteau", "Coalition decoy 1"])
        .at("Stengel", "0811")
        .at("Argenteau", "0911")
        .at("Coalition decoy 1", "0912")
        .turn(2);
    let game = active(&rules, base, "Stengel", &[]);
    let (target, decoy) = (game.m("Argenteau"), game.m("Coalition decoy 1"));
    // The same letters in the same hexes, the other way round beneath.
    let mut document = rules.write(&game.state);
    let [k, u] = [target, decoy].map(|marker| rules.marker_name(marker));
    let [who, nobody] = [&k, &u].map(|name| document.markers[name].who.clone());
    document.markers.entry(k).and_modify(|entry| entry.who = nobody);
    document.markers.entry(u).and_modify(|entry| entry.who = who);
    let swapped = rules.read(&document).unwrap_or_else(|faults| panic!("{faults}"));
    let views = [&game.state, &swapped].map(|state| rules.view(state, FRENCH));
    assert!(views[0] == views[1]);
    let look = Action::Reconnoitre { target, bonus: 0 };
    let guess = Default::default();
    let answers = || Each(Manner::Decline, Manner::First);
    let found = views.map(|view| {
        let supposed = rules.suppose(&view, &guess).unwrap();
        let horizon = |rules: &Montenotte, s: &_| rules.horizon(&supposed, s, Span::Activation);
        odds_for(&rules, &view, &guess, FRENCH, &look, &mut Until(answers(), horizon), 100_000).unwrap()
    });
    assert!(found[0] == found[1]);
    assert_eq!(found[0].chance_of(|_| true), Some(grognard::odds::Fraction::ONE));
    let truth = [&game.state, &swapped].map(|state| {
        let horizon = |rules: &Montenotte, s: &_| rules.horizon(state, s, Span::Activation);
        odds(&rules, state, FRENCH, &look, &mut Until(answers(), horizon), 100_000).unwrap()
    });
    // The decoy is found out with 3 and more.
    assert_eq!(truth[1].chance_of(|s| s.at(target).is_none()), grognard::odds::Fraction::new(4, 6));
    assert_eq!(truth[0].chance_of(|s| s.at(target).is_none()), Some(grognard::odds::Fraction::ZERO));
}
