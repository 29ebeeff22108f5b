//! Tallies: sums, tests, and what is said of them.

use grognard::chance::Scripted;
use grognard::figures::{Figure, Source};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::frame::{Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::rule;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;
use grognard::tally::{MOST, Tally};

fn printed(value: i8) -> Figure<i8> {
    Figure::new(value, Source::Printed)
}

/// The engagement test of a charge, with the die thrown: it needs 5 or less.
fn thrown(die: u8) -> Tally<Label> {
    let rules = JoursDeGloire::open(&Setup::scenario("charge")).unwrap();
    let state = Position::scenario(&rules).activate("O'Reilly", Orders::Without, Step::Movement).build().unwrap();
    let unit = rules.roster().unit_named("O'Reilly/Hussar 5").unwrap();
    let target = rules.map().grid.cell("1112".parse().unwrap()).unwrap();
    let charge = Action::Charge { unit, party: Party::Alone, target };
    // A charge that begins may ask for more dice later on: only the first is looked at.
    let mut chance = Scripted::d10([die]);
    let outcome = rules.apply(&state, Side::Second, &charge, &mut chance).unwrap();
    outcome.journal.tallies().next().copied().unwrap()
}

#[test]
fn a_sum_is_the_sum_of_its_modifiers() {
    let mut tally = Tally::new("fire");
    assert_eq!((tally.what(), tally.face(), tally.need(), tally.passed()), ("fire", None, None, None));
    assert_eq!((tally.sum(), tally.total(), tally.modifiers().count()), (0, 0, 0));
    assert!(tally.add("range", printed(-2), rule!("M 7.3/1")));
    assert!(tally.add("nothing", printed(0), rule!("M 7.3/2")), "also one of 0");
    assert!(tally.add_some("nothing", printed(0), rule!("M 7.3/2")), "but not this one");
    assert!(tally.add_some("walls", Figure::new(5, Source::Published), rule!("M 7.3/3")));
    let parts: Vec<_> = tally.modifiers().map(|part| (part.label, part.value, part.rule, part.source)).collect();
    assert_eq!(
        parts,
        [
            ("range", -2, rule!("M 7.3/1"), Source::Printed),
            ("nothing", 0, rule!("M 7.3/2"), Source::Printed),
            ("walls", 5, rule!("M 7.3/3"), Source::Published),
        ]
    );
    assert_eq!((tally.sum(), tally.total()), (3, 3));
    assert_eq!(tally.source(), Source::Published);
    let said =
        "fire: -2 range (M 7.3/1, printed); +0 nothing (M 7.3/2, printed); +5 walls (M 7.3/3, published); in all 3";
    assert_eq!(tally.to_string(), said);
    tally.add("estimate", Figure::new(1, Source::Reconstructed), rule!("M 7.3/4"));
    assert_eq!(tally.source(), Source::Reconstructed);
    assert!(tally.to_string().contains("+1 estimate (M 7.3/4, reconstructed)"));
    assert_eq!(Tally::new("nothing").source(), Source::Printed);
}

#[test]
fn it_holds_so_many_and_no_more() {
    let mut tally = Tally::new("full");
    for _ in 0..MOST {
        assert!(tally.add("one", printed(1), rule!("M 1/1")));
    }
    assert!(!tally.add("beyond", printed(1), rule!("M 1/1")) && !tally.add_some("beyond", printed(1), rule!("M 1/1")));
    assert!(tally.add_some("beyond", printed(0), rule!("M 1/1")), "nothing is not added, and that is well");
    assert_eq!((tally.sum(), tally.modifiers().count()), (MOST as i16, MOST));
}

#[test]
fn a_test_passes_at_its_number_or_less() {
    for die in [0, 4, 5, 6, 9] {
        let tally = thrown(die);
        assert_eq!(tally.need(), Some(5));
        let face = tally.face().unwrap();
        assert_eq!((face.pips(), tally.sum(), tally.total()), (die.into(), 0, die.into()));
        assert_eq!(tally.passed(), Some(die <= 5));
        let end = if die <= 5 { "needs 5 or less: passed" } else { "needs 5 or less: failed" };
        assert!(tally.to_string().ends_with(end), "{tally}");
        // Without a modifier the die is the total.
        assert!(tally.to_string().contains(&format!("die {die}, needs")), "{tally}");

        // The same die on another sum.
        let mut other = Tally::new("other");
        other.add("less", printed(-3), rule!("M 1/1"));
        assert_eq!((other.with(face), other.total()), (i16::from(die) - 3, -3));

        let json = serde_json::to_value(tally).unwrap();
        assert_eq!((&json["die"], &json["total"], &json["need"]), (&die.to_string().into(), &die.into(), &5.into()));
    }
    let mut modified = thrown(6);
    modified.add(Label::Road, printed(-1), rule!("M 1/1"));
    assert_eq!((modified.sum(), modified.total(), modified.passed()), (-1, 5, Some(true)));
    assert!(modified.to_string().contains("die 6 -1 = 5, needs 5 or less: passed"), "{modified}");
    let open = Tally::test("cohesion", 3);
    assert_eq!((open.need(), open.passed()), (Some(3), None));
    assert_eq!(open.to_string(), "cohesion: in all 0, needs 3 or less");
}

#[test]
fn equal_tallies_are_equal_in_all_their_parts() {
    let plain = Tally::test("a", 3);
    let mut more = plain;
    assert_eq!(plain, more);
    more.add("b", printed(1), rule!("M 1/1"));
    assert_ne!(plain, more);
    assert_ne!(plain, Tally::test("b", 3));
    assert_ne!(plain, Tally::test("a", 4));
    assert_ne!(plain, Tally::new("a"));
    let mut other = plain;
    other.add("b", printed(2), rule!("M 1/1"));
    assert_ne!(more, other);
    assert_ne!(thrown(4), thrown(5));
    assert_eq!(thrown(4), thrown(4));
    assert!(format!("{more:?}").contains("need: Some(3)") && format!("{more:?}").contains("\"b\""), "{more:?}");
}
