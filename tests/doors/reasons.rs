//! Reasons of refusals in words: told from their data, with names or with ids, in the same words.

use grognard::jours_de_gloire::state::{MarkerId as Marker, Order};
use grognard::jours_de_gloire::why::Why as Reason;
use grognard::jours_de_gloire::{JoursDeGloire, assemble};
use grognard::montenotte::Montenotte;
use grognard::montenotte::ids::{MarkerId, UnitNo};
use grognard::montenotte::why::Why;
use grognard::refusal::Refusal;
use grognard::rule;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::UnitId;
use serde_json::{json, to_value};

/// The words of a reason in this game, without the rule.
fn told<R: Ruleset>(rules: &R, why: R::Refusal) -> String {
    let text = rules.tell_refusal(&Refusal::Forbidden { rules: rule!("N 9.1/7").into(), why });
    text.strip_suffix(" [N 9.1/7]").expect("the rule at the end").to_owned()
}

#[test]
fn reasons_of_montenotte() {
    let rules = Montenotte::open(&Setup::scenario("montenotte")).unwrap();
    let (letter, brigade) = (rules.marker("A").unwrap(), rules.marker("Vukassovitch").unwrap());
    let laharpe = rules.roster().unit("Laharpe").unwrap();
    let last = (MarkerId::all().next_back().unwrap(), UnitNo::all().next_back().unwrap());
    for (why, named, plain) in [
        (
            Why::NoLine,
            "the general-in-chief has no line of communication",
            "the general-in-chief has no line of communication",
        ),
        // A force by its letter, or by the name of a detached brigade; nobody who may stand under it.
        (Why::NotYours(letter), "force A is the enemy's", "marker 0 is the enemy's"),
        (Why::Fatigued(brigade, 2), "Vukassovitch is at fatigue 2", &format!("{brigade:?} is at fatigue 2")),
        (
            Why::Share(laharpe, 3),
            "a brigade of Laharpe takes 1 to 3 points",
            &format!("a brigade of {laharpe:?} takes 1 to 3 points"),
        ),
        (
            Why::Points { needs: 4, has: 2 },
            "that costs 4 half movement points, 2 are left",
            "that costs 4 half movement points, 2 are left",
        ),
        // What nobody has.
        (Why::NotThere(last.0), "an unknown force is not on the map", &format!("{:?} is not on the map", last.0)),
        (Why::NotThatUnit(last.1), "an unknown unit may not be chosen", &format!("{:?} may not be chosen", last.1)),
    ] {
        assert_eq!((told(&rules, why).as_str(), why.to_string().as_str()), (named, plain));
    }
    // As data they are what they were.
    assert_eq!(to_value(Why::NotYours(letter)).unwrap(), json!({"not-yours": 0}));
    assert_eq!(to_value(Why::Points { needs: 4, has: 2 }).unwrap(), json!({"points": {"needs": 4, "has": 2}}));
    assert_eq!(to_value(Why::Margin(3, 9)).unwrap(), json!({"margin": [3, 9]}));
    assert_eq!(serde_json::from_value::<Why>(json!("no-line")).unwrap(), Why::NoLine);
}

#[test]
fn reasons_of_jours_de_gloire() {
    let rules = JoursDeGloire::open(&Setup::scenario("charge")).unwrap();
    let unit = rules.roster().unit_named("O'Reilly/Nauendorff").unwrap();
    let enemy = rules.roster().unit_named("Murat/11th Hussars").unwrap();
    for (why, named) in [
        (Reason::Dark, "night or fog forbids it".to_owned()),
        (Reason::Condition(unit, Order::Routed), "Nauendorff is routed".to_owned()),
        (Reason::Points { unit, needs: 3, has: 2 }, "Nauendorff needs 3 movement points and has 2".to_owned()),
        (
            Reason::SameZone { unit, enemy },
            "Nauendorff may not go from one hex to another of the zone of 11th Hussars".to_owned(),
        ),
        (Reason::Marker(Marker(0)), format!("the marker {} is not to be had now", rules.roster().markers[0].name)),
        (Reason::Marker(Marker(63)), "an unknown marker is not to be had now".to_owned()),
    ] {
        assert_eq!(told(&rules, why), named);
    }
    assert_eq!(Reason::NoOrders(3).to_string(), "all 3 orders are given");
    assert_eq!(Reason::NotThere(unit).to_string(), format!("{unit:?} is not on the map"));
    assert_eq!(to_value(Reason::NotThere(unit)).unwrap(), json!({"not-there": unit.index()}));
}

/// A name that looks like an id stays the name.
#[test]
fn names_are_not_read_for_ids() {
    let rules = JoursDeGloire::open(&Setup::scenario("charge")).unwrap();
    let mut roster = rules.roster().clone();
    let (first, second) = (UnitId::new(0).unwrap(), UnitId::new(1).unwrap());
    roster.units[1].name = format!("{first:?}");
    let rules = assemble(rules.map().clone(), roster, rules.scenario().clone(), &Setup::default()).unwrap();
    let named = told(&rules, Reason::Stacking { unit: first, with: second });
    let name = rules.roster().units[0].name.clone();
    assert_eq!(named, format!("{name} and {first:?} may not be stacked so"));
}
