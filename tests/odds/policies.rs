//! Who answers while odds are worked out, and where they end.

use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::{Action, Question};
use grognard::jours_de_gloire::frame::{Frame, Stage};
use grognard::jours_de_gloire::state::{Order, State};
use grognard::odds::{
    Choice, Declining, Each, Fraction, Horizon, Manner, Odds, Or, Outlook, Policy, Span, Stopping, Until, foresee, odds,
};
use grognard::players::{First, Keen, Passing, Random};
use grognard::ruleset::Ruleset;
use grognard::side::Side;

use super::stated::{ALL, EDITIONS, Stated, stated};

/// The position in which the defender is asked whether he counter-charges, and who he is.
fn asked() -> (Stated, Side) {
    let mut at = stated("worked-charge", "montebello");
    let odds = foresee(&at.rules, &at.state, at.by, &at.action, [Manner::Stop; 2], Span::Activation, 100).unwrap();
    assert_eq!(odds.outcomes.len(), 1, "no die falls before he is asked");
    at.state = odds.outcomes[0].0.clone();
    let by = at.rules.waiting(&at.state).sides().next().unwrap();
    assert!(matches!(question(&at, by).frame, Frame::Combat(Stage::CounterCharge)));
    (at, by)
}

fn question(at: &Stated, by: Side) -> Question {
    at.rules.waiting(&at.state).of(by).copied().unwrap()
}

/// How likely each condition of the two is.
fn conditions(at: &Stated, odds: &Odds<State>) -> Vec<Fraction> {
    let units = ["O'Reilly/Nauendorff", "Murat/11th Hussars"].map(|name| at.rules.roster().unit_named(name).unwrap());
    let all = [Order::Good, Order::Disordered, Order::Routed, Order::Eliminated];
    let classes = all.iter().flat_map(|first| all.iter().map(move |second| [*first, *second]));
    classes.map(|class| odds.chance_of(|s| units.map(|unit| s.order(unit)) == class).unwrap()).collect()
}

/// A player who throws a die for his answer: the mean of the odds of each answer, by its weight.
#[test]
fn mixed_answers_are_the_mean_of_pure_ones() {
    let (at, by) = asked();
    // The question comes with the fight: so it is asked of the policy.
    let before = stated("worked-charge", "montebello");
    let horizon = |rules: &JoursDeGloire, s: &State| rules.horizon(&before.state, s, Span::Combat);
    let rest = |rules: &JoursDeGloire, s: &State, side: Side, _: &Question| rules.legal_actions(s, side).pop();
    let legal = at.rules.legal_actions(&at.state, by);
    assert_eq!(legal.len(), 2);
    let pure: Vec<Vec<Fraction>> = legal
        .iter()
        .map(|action| {
            let odds = odds(&at.rules, &at.state, by, action, &mut Until(rest, horizon), 100_000).unwrap();
            conditions(&at, &odds)
        })
        .collect();
    assert_ne!(pure[0], pure[1], "it matters whether he counter-charges");
    // 1 to 3, only for this counter-charge; everything else as before.
    struct Mixed<'s, F>(F, &'s State);
    impl<F: FnMut(&JoursDeGloire, &State, Side, &Question) -> Option<Action>> Policy<JoursDeGloire> for Mixed<'_, F> {
        fn answer(&mut self, rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Option<Action> {
            (self.0)(rules, s, by, asked)
        }

        fn choice(&mut self, rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Choice<Action> {
            if s == self.1 {
                let weigh = |action: &Action| if *action == Action::Done { 1 } else { 3 };
                return Choice::weighed(rules.legal_actions(s, by), weigh);
            }
            self.answer(rules, s, by, asked).into()
        }
    }
    let (state, action) = (&before.state, &before.action);
    let mixed =
        odds(&at.rules, state, before.by, action, &mut Until(Mixed(rest, &at.state), horizon), 100_000).unwrap();
    let done = legal.iter().position(|action| *action == Action::Done).unwrap();
    for (nth, share) in conditions(&at, &mixed).into_iter().enumerate() {
        let part = |which: usize, weight| Fraction::new(weight, 4).unwrap().times(pure[which][nth]).unwrap();
        assert_eq!(Some(share), part(done, 1).plus(part(1 - done, 3)), "{nth}");
    }
}

/// The players who throw dice in games are those dice in odds: no seed changes anything.
#[test]
fn players_with_dice_have_exact_odds() {
    let at = stated("infantry", "montebello");
    // To the pursuit: beyond it everything is possible.
    let horizon = |rules: &JoursDeGloire, s: &State| {
        let pursues = rules
            .waiting(s)
            .sides()
            .any(|side| matches!(rules.waiting(s).of(side), Some(asked) if matches!(asked.frame, Frame::Pursuit(_))));
        if pursues { Horizon::Here } else { rules.horizon(&at.state, s, Span::Combat) }
    };
    let run = |policy: &mut dyn Policy<JoursDeGloire>| {
        odds(&at.rules, &at.state, at.by, &at.action, policy, 1_000_000).unwrap()
    };
    let first = run(&mut Until(Random::new(1), horizon));
    assert_eq!(first.chance_of(|_| true), Some(Fraction::ONE));
    assert!(first == run(&mut Until(Random::new(2), horizon)));
    assert!(first == run(&mut Until(Manner::Random, horizon)));
    let keen = run(&mut Until(Keen::seeded(1), horizon));
    assert!(keen == run(&mut Until(Manner::Keen, horizon)));
    // How a player that seeks the fight answers is known: ten to one for the counter-charge.
    let (at, by) = asked();
    let choice = Manner::Keen.choice(&at.rules, &at.state, by, &question(&at, by));
    let unit = at.rules.roster().unit_named("Murat/11th Hussars").unwrap();
    assert_eq!(choice, Choice::Mixed(vec![(Action::Done, 4), (Action::CounterCharge { unit }, 40)]));
    assert!(run(&mut Until(First, horizon)) == run(&mut Until(Manner::First, horizon)));
    assert!(run(&mut Until(Passing, horizon)) == run(&mut Until(Manner::Pass, horizon)));
}

#[test]
fn each_side_has_its_own_policy() {
    let (at, by) = asked();
    let other = by.enemy();
    assert_eq!(other, at.by);
    let counter = |rules: &JoursDeGloire, s: &State, side: Side, _: &Question| rules.legal_actions(s, side).pop();
    let start = stated("worked-charge", "montebello");
    let run = |policy: &mut dyn Policy<JoursDeGloire>| {
        odds(&start.rules, &start.state, start.by, &start.action, policy, 1_000_000).unwrap()
    };
    // The French are the first side, and are asked first; then a withdrawal of either.
    let declines = run(&mut Each(Declining, Stopping));
    let rides = run(&mut Each(counter, Stopping));
    let stops = run(&mut Each(Stopping, counter));
    assert!(declines != rides);
    assert_eq!(stops.outcomes.len(), 1);
    assert!(stops.outcomes[0].0 == at.state);
    // Where the first has no answer the second has.
    assert!(run(&mut Each(Or(Stopping, Declining), Stopping)) == declines);
    assert!(run(&mut Each(Or(Declining, counter), Stopping)) == run(&mut Each(Passing, Stopping)));
}

/// What is looked for is found where the span ends, and not beyond.
#[test]
fn odds_end_where_the_span_does() {
    for edition in EDITIONS {
        for (name, _) in ALL {
            let at = stated(name, edition);
            let acts = |s: &State| s.acting();
            let combat = at.odds(Span::Combat);
            assert!(combat.outcomes.iter().all(|(s, _)| acts(s) == Some(at.by)), "{name}: the activation goes on");
            let activation = at.odds(Span::Activation);
            assert!(activation.outcomes.iter().all(|(s, _)| acts(s).is_none()), "{name}: the activation is over");
            assert!(activation.outcomes.iter().all(|(s, _)| s.turn() == at.state.turn()));
            assert_eq!(activation.chance_of(|_| true), Some(Fraction::ONE));
            // An outcome is a position like any other: its automatic steps are due, and the game goes on from there.
            let (s, _) = &activation.outcomes[0];
            let on = at.rules.resume(s, &mut grognard::chance::Seeded::new(1)).unwrap();
            assert!(at.rules.waiting(&on.state).sides().next().is_some() || at.rules.over(&on.state));
        }
    }
}

/// The chance of a horizon that is never reached, and of one that is reached at once.
#[test]
fn horizons() {
    let at = stated("battery", "montebello");
    let here = |_: &JoursDeGloire, _: &State| Horizon::Here;
    let found = odds(&at.rules, &at.state, at.by, &at.action, &mut Until(Stopping, here), 100).unwrap();
    // The answer itself is carried out; nothing after it.
    assert_eq!((found.outcomes.len(), found.steps), (1, 1));
    let beyond = |_: &JoursDeGloire, _: &State| Horizon::Beyond;
    let run =
        |policy: &mut dyn Policy<JoursDeGloire>| odds(&at.rules, &at.state, at.by, &at.action, policy, 10_000).unwrap();
    assert!(run(&mut Until(Stopping, beyond)) == run(&mut Stopping));
}
