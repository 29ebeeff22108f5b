use std::collections::BTreeMap;

use super::*;

crate::rulings! {
    /// For these tests.
    pub struct Chosen {
        /// What a charge does in a zone of control.
        charge: Charge = "charge-stops-in-zoc" { Stops = "stops", RidesThrough = "rides-through" },
        /// What night does to a rally.
        night: Night = "night-rally" { Adds = "adds", Replaces = "replaces", Neither = "neither" },
    }
}

const GOOD: &str = r#"
[[ruling]]
id = "charge-stops-in-zoc"
rules = ["M 6.2.2/1", "M 9.1/8"]
lines = [253, 418]
point = "Whether a charge stops."
default = "stops"
why = "The example."
option = true

[[ruling.reading]]
id = "stops"
says = "It stops."

[[ruling.reading]]
id = "rides-through"
says = "It does not."

[[ruling]]
id = "misprint"
rules = ["M 3/1"]
point = "A number that does not exist."
default = "meant"
why = "The only one."
option = false
reading = [{ id = "meant", says = "The other number." }]

[[ruling]]
id = "night-rally"
rules = ["M 12/1"]
point = "Whether the two add up."
default = "adds"
why = "Nothing says otherwise."
option = true
reading = [{ id = "neither", says = "n" }, { id = "replaces", says = "r" }, { id = "adds", says = "a" }]
"#;

fn good() -> Rulings {
    Rulings::read("good", GOOD).unwrap()
}

fn wanted(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

fn faults<T: fmt::Debug>(result: Result<T, Faults>) -> Vec<(Option<u32>, String, String)> {
    result.unwrap_err().faults.into_iter().map(|f| (f.line, f.path, f.kind.to_string())).collect()
}

fn fault(line: impl Into<Option<u32>>, path: &str, kind: &str) -> (Option<u32>, String, String) {
    (line.into(), path.to_owned(), kind.to_owned())
}

#[test]
fn a_file_reads_as_it_is_written() {
    let book = good();
    assert_eq!(
        book.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(),
        ["charge-stops-in-zoc", "misprint", "night-rally"]
    );
    let charge = book.get("charge-stops-in-zoc").unwrap();
    assert_eq!(charge.rules, [crate::rule!("M 6.2.2/1"), crate::rule!("M 9.1/8")]);
    assert_eq!(charge.lines, [253, 418]);
    assert_eq!((charge.default.as_str(), charge.latitude), ("stops", Latitude::Option));
    assert_eq!(charge.reading("rides-through").unwrap().says, "It does not.");
    assert_eq!(book.get("misprint").unwrap().latitude, Latitude::Settled);
}

#[test]
fn choices_that_cannot_be_played_are_typed_errors() {
    let book = good();
    assert_eq!(book.choose("night-rally", "replaces").unwrap().says, "r");
    assert_eq!(book.choose("no-such", "stops"), Err(Unplayable::UnknownRuling { ruling: "no-such".to_owned() }));
    let known = ["adds", "neither", "replaces"].map(|id| id.parse().unwrap()).to_vec();
    assert_eq!(
        book.choose("night-rally", "never"),
        Err(Unplayable::UnknownReading { ruling: "night-rally".parse().unwrap(), reading: "never".to_owned(), known })
    );
    assert_eq!(
        book.choose("misprint", "meant"),
        Err(Unplayable::Settled { ruling: "misprint".parse().unwrap(), default: "meant".parse().unwrap() })
    );
}

#[test]
fn declared_rulings_take_the_books_defaults_and_the_set_ups_choices() {
    let book = good();
    Chosen::check(&[&book]).unwrap();
    assert_eq!(Chosen::choose(&book, &wanted(&[])).unwrap(), Chosen::default());
    let other = wanted(&[("charge-stops-in-zoc", "rides-through"), ("night-rally", "adds")]);
    let chosen = Chosen::choose(&book, &other).unwrap();
    assert_eq!(chosen, Chosen { charge: Charge::RidesThrough, night: Night::Adds });
    assert_eq!(chosen.departures(&book), wanted(&[("charge-stops-in-zoc", "rides-through")]));
}

#[test]
fn every_bad_choice_is_reported_at_once() {
    let bad = wanted(&[("misprint", "meant"), ("night-rally", "never"), ("zzz", "a")]);
    let result = Chosen::choose(&good(), &bad);
    assert_eq!(result.clone().unwrap_err().faults[0].file, "set-up");
    assert_eq!(
        faults(result),
        [
            fault(None, "rulings.misprint", "expected no choice, since it is settled as meant, found a choice"),
            fault(None, "rulings.night-rally", "expected one of adds, neither, replaces, found \"never\""),
            fault(None, "rulings.zzz", "unknown key"),
        ]
    );
}

#[test]
fn a_series_takes_each_books_own_defaults() {
    let text = GOOD.replace("default = \"adds\"", "default = \"replaces\"");
    let text =
        text.replace("id = \"charge-stops-in-zoc\"", "id = \"another\"").replacen("option = true", "option = false", 1);
    let other = Rulings::read("other", &text).unwrap();
    Chosen::check(&[&good(), &other]).unwrap();
    let chosen = Chosen::choose(&other, &wanted(&[])).unwrap();
    assert_eq!(chosen, Chosen { charge: Charge::Stops, night: Night::Replaces });
    assert_eq!(chosen.departures(&other), wanted(&[]));
    assert_eq!(
        faults(Chosen::choose(&other, &wanted(&[("charge-stops-in-zoc", "stops")]))),
        [fault(None, "rulings.charge-stops-in-zoc", "unknown key")]
    );
}

#[test]
fn code_and_file_that_differ_are_faults() {
    let text = GOOD
        .replace("id = \"rides-through\"", "id = \"rides-on\"")
        .replace("default = \"adds\"", "default = \"neither\"");
    let text = text.replace("option = false\nreading = [", "option = true\nreading = [{ id = \"b\", says = \"b\" }, ");
    let book = Rulings::read("book", &text).unwrap();
    let all = faults(Chosen::check(&[&book]));
    assert_eq!(
        all,
        [
            fault(
                None,
                "ruling.charge-stops-in-zoc",
                "expected an option with the readings stops, rides-through, as in the code, found stops, rides-on"
            ),
            fault(None, "ruling.night-rally", "expected the default \"adds\", as in the code, found \"neither\""),
            fault(
                None,
                "ruling.misprint",
                "expected a settled ruling, since the code plays only its default, found an option"
            ),
        ]
    );
    assert_eq!(faults(Chosen::choose(&book, &wanted(&[]))).len(), 2);
    let empty = Rulings::read("empty", &GOOD.replace("night-rally", "day-rally")).unwrap();
    let all = faults(Chosen::check(&[&empty]));
    assert_eq!(
        all[0],
        fault(None, "ruling.night-rally", "missing; expected this ruling with the readings adds, replaces, neither")
    );
}

#[test]
fn every_fault_of_a_file_is_reported_with_its_place() {
    let text = r#"
[[ruling]]
id = "Shouting"
rules = ["M 9.1/8", "nine"]
lines = [0]
point = " "
default = "a"
option = true
reading = [{ id = "b", says = "b", because = "b" }]

[[ruling]]
id = "twice"
rules = []
point = "p"
default = "b"
why = "w"
option = "yes"
reading = [{ id = "b", says = "b" }, { id = "b", says = 3 }]

[[ruling]]
id = "twice"
rules = ["M 1"]
point = "p"
default = "b"
why = "w"
option = false
"#;
    assert_eq!(
        faults(Rulings::read("bad", text)),
        [
            fault(2, "ruling.1.why", "missing; expected a text"),
            fault(3, "ruling.1.id", "expected a name such as \"charge-stops-in-zoc\", found \"Shouting\""),
            fault(4, "ruling.1.rules", "expected a list of rules, as in [\"M 9.5.2/7\"], found \"nine\""),
            fault(5, "ruling.1.lines", "expected a list of numbers from 1, found `0`"),
            fault(6, "ruling.1.point", "expected a text, found \" \""),
            fault(7, "ruling.1.default", "expected one of the readings, found \"a\""),
            fault(8, "ruling.1.option", "expected at least two readings of an option, found 1"),
            fault(9, "ruling.1.reading.b.because", "unknown key"),
            fault(13, "ruling.twice.rules", "expected a list of rules, as in [\"M 9.5.2/7\"], found an empty list"),
            fault(17, "ruling.twice.option", "expected true or false, found \"yes\""),
            fault(18, "ruling.twice.reading.b.id", "expected a name of its own, found \"b\" for the second time"),
            fault(18, "ruling.twice.reading.b.says", "expected a text, found `3`"),
            fault(20, "ruling.twice.reading", "missing; expected a list [[reading]]"),
            fault(21, "ruling.twice.id", "expected a name of its own, found \"twice\" for the second time"),
            fault(24, "ruling.twice.default", "expected one of the readings, found \"b\""),
        ]
    );
    assert_eq!(
        faults(Rulings::read("bad", "rulings = 3\n")),
        [fault(1, "ruling", "missing; expected a list [[ruling]]"), fault(1, "rulings", "unknown key"),]
    );
    let twice = GOOD.replace("why = \"The example.\"", "why = \"a\"\nwhy = \"b\"");
    assert_eq!(faults(Rulings::read("bad", &twice)), [fault(9, "why", "this key stands twice")]);
}

#[test]
fn cut_files_are_faults_and_never_a_panic() {
    for end in (0..GOOD.len()).filter(|end| GOOD.is_char_boundary(*end)) {
        let _ = Rulings::read("cut", &GOOD[..end]);
        let _ = Rulings::read("cut", &GOOD[end..]);
    }
    assert!(Rulings::read("empty", "").is_err());
}
