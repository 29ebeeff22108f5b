//! Coverage itself: what counts as a proof, what is a hole; and that the lists of each rulebook fit each other.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use grognard::coverage::{Citation, Coverage, Hole, Index, Kind, Proof, Witness, code, proofs};
use grognard::figures::{Faults, Figure, Source};
use grognard::journal::{Account, Body, Entry, Journal, Seen};
use grognard::refusal::{Refusal, Stop};
use grognard::rule;
use grognard::rule::{Cites, Rule};
use grognard::rulings::Rulings;
use grognard::side::Side;
use grognard::tally::Tally;
use support::{citing, proves, refused};

const INDEX: &str = r#"
[[rule]]
number = "M 9/1"
line = 1
title = "First"
kind = "adjudicated"
[[rule]]
number = "M 9/2"
line = 2
title = "Second"
kind = "adjudicated"
[[rule]]
number = "M 9.1"
line = 3
title = "A heading"
kind = "not-a-rule"
why = "heading"
"#;

fn index() -> Index {
    Index::read("index", INDEX).unwrap()
}

fn proof(rule: Rule, test: &str) -> Proof {
    Proof { rule, witness: Witness::Entry, test: test.to_owned(), place: "tests/a.rs:1".to_owned() }
}

fn citation(rule: Rule) -> Citation {
    Citation { rule, file: "src/a.rs".to_owned(), line: 1 }
}

fn faults<T: std::fmt::Debug>(result: Result<T, Faults>) -> Vec<String> {
    result.unwrap_err().faults.iter().map(ToString::to_string).collect()
}

#[test]
fn a_clause_needs_code_and_proof() {
    let index = index();
    let (first, second) = (rule!("M 9/1"), rule!("M 9/2"));
    let none = Coverage::new(&index, [], []);
    assert_eq!((none.proved(), none.adjudicated(), none.holes().len()), (0, 2, 4));
    let some = Coverage::new(&index, [citation(first)], [proof(first, "a"), proof(second, "a")]);
    assert_eq!((some.proved(), some.holes()), (1, vec![Hole::NoCode(second)]));
    let all = Coverage::new(&index, [first, second].map(citation), [proof(first, "a"), proof(second, "a")]);
    assert_eq!((all.proved(), all.holes()), (2, vec![]));
}

#[test]
fn rules_that_are_not_in_the_index_are_holes() {
    let index = index();
    let (first, second) = (rule!("M 9/1"), rule!("M 9/2"));
    let wrong = rule!("M 9/3");
    let whole = rule!("M 9");
    let code = [first, second, wrong, whole, rule!("M 9.1"), rule!("R 1/1")].map(citation);
    let proofs = [first, second, wrong, whole, rule!("R 1/1")].map(|rule| proof(rule, "a"));
    let coverage = Coverage::new(&index, code, proofs);
    assert_eq!(
        coverage.holes(),
        [
            Hole::UnlistedCode(citation(wrong)),
            Hole::UnlistedProof(proof(wrong, "a")),
            Hole::UnlistedProof(proof(whole, "a"))
        ]
    );
}

#[test]
fn tests_that_sweep_are_named() {
    let index = index();
    let proofs = [proof(rule!("M 9/1"), "a"), proof(rule!("M 9/2"), "a"), proof(rule!("M 9/2"), "b")];
    let coverage = Coverage::new(&index, [], proofs);
    assert_eq!(coverage.sweeping(1), [("a", 2)]);
    assert_eq!(coverage.sweeping(2), []);
}

#[test]
fn an_index_reports_every_fault_with_its_place() {
    let text = INDEX.replace("\"M 9/2\"\nline = 2", "\"M 9/1\"\nline = 0").replace("why = \"heading\"", "rule = 3");
    assert_eq!(
        faults(Index::read("i", &text)),
        [
            "i:8: rule.M 9/1.number: expected a number of its own, found M 9/1 for the second time",
            "i:9: rule.M 9/1.line: expected a number from 1, found `0`",
            "i:12: rule.M 9.1.why: missing; expected a text",
            "i:17: rule.M 9.1.rule: unknown key",
        ]
    );
    let text = INDEX.replace("M 9.1", "R 9.1").replace("\"adjudicated\"", "\"decided\"");
    assert_eq!(faults(Index::read("i", &text)).len(), 3);
}

#[test]
fn proofs_read_back_as_they_are_written() {
    let one = proof(rule!("M specific 9.1/2"), "charge::wins");
    assert_eq!(proofs("p", &format!("{one}\n")).unwrap(), std::slice::from_ref(&one));
    assert_eq!(faults(proofs("p", &format!("{one}\nentry\tM 9.1\t\tx\n"))).len(), 1);
}

/// Of a book that does not exist: what these tests prove must not count for one that does.
fn account() -> Account<u8, &'static str> {
    let mut account = Account::new();
    let mut tally = Tally::new("shock");
    tally.add("charge", Figure::new(1, Source::Printed), rule!("X 9.2/3"));
    let rules = Cites::from([rule!("X 9.4/1"), rule!("X 8.6/2")]);
    account.take(Entry { body: Body::Fact(1), rules, seen: Seen::ByBoth });
    account.take(Entry { body: Body::Tally(Box::new(tally)), rules: rule!("X 8.6/1").into(), seen: Seen::ByBoth });
    account
}

#[test]
fn what_is_cited_is_proved() {
    proves(&["X 8.6/2", "X 9.4/1"], &account());
    assert_eq!(citing("X 8.6/2", &account()).count(), 1);
    assert_eq!(citing("X 9.2/3", &account()).count(), 1);
    proves(&["X 9.2/3"], &account());
    refused(&["X 8.6/2"], &Stop::forbidden([rule!("X 9.4/1"), rule!("X 8.6/2")], "no"));
}

#[test]
#[should_panic = "[X 9.4/2] not cited; cited are {X 8.6/1, X 8.6/2, X 9.2/3, X 9.4/1}"]
fn what_no_entry_cites_is_not_proved() {
    proves(&["X 9.4/1", "X 9.4/2"], &account());
}

#[test]
#[should_panic = "[X 9.4/2] not cited; cited are {X 9.4/1}"]
fn what_the_refusal_does_not_cite_is_not_proved() {
    refused(&["X 9.4/2"], &Stop::forbidden(rule!("X 9.4/1"), "no"));
}

#[test]
#[should_panic = "not refused under a rule"]
fn a_refusal_without_a_rule_proves_nothing() {
    refused(&["X 9.4/2"], &Stop::<&str>::Refused(Refusal::NotAsked { by: Side::First }));
}

#[test]
#[should_panic = "`X nine` is not a rule"]
fn what_is_not_a_rule_is_not_proved() {
    proves(&["X nine"], &account());
}

fn folder(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn books() -> Vec<(Index, Rulings)> {
    let mut folders: Vec<PathBuf> = fs::read_dir(folder("rules")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.retain(|folder| folder.join("index.toml").exists());
    let book = |folder: PathBuf| {
        let (index, rulings) = (folder.join("index.toml"), folder.join("rulings.toml"));
        let index =
            Index::read(&index.display().to_string(), &read(&index)).unwrap_or_else(|faults| panic!("{faults}"));
        let rulings = Rulings::read(&rulings.display().to_string(), &read(&rulings));
        (index, rulings.unwrap_or_else(|faults| panic!("{faults}")))
    };
    folders.into_iter().map(book).collect()
}

#[test]
fn every_rule_of_a_ruling_is_in_the_index() {
    let books = books();
    assert!(books.len() >= 2);
    for (index, rulings) in &books {
        assert!(index.iter().any(|clause| clause.kind == Kind::Adjudicated));
        for ruling in rulings.iter() {
            for rule in &ruling.rules {
                let other = Some(rule.book()) != index.book();
                assert!(other || index.knows(*rule), "{}: {rule}", ruling.id);
            }
        }
    }
}

#[test]
fn every_rule_that_code_cites_is_in_its_index() {
    let books = books();
    let mut unlisted = BTreeSet::new();
    let mut folders = vec![folder("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                for citation in code(&path.display().to_string(), &read(&path)) {
                    let index = books.iter().find(|(index, _)| index.book() == Some(citation.rule.book()));
                    if !index.is_some_and(|(index, _)| index.knows(citation.rule)) {
                        unlisted.insert(format!("{} at {}:{}", citation.rule, citation.file, citation.line));
                    }
                }
            }
        }
    }
    assert!(unlisted.is_empty(), "{unlisted:#?}");
}

#[test]
fn a_rule_is_cited_once() {
    let (first, second) = (rule!("M 9/1"), rule!("M 9/2"));
    let cites = Cites::new(&[first, second, first]).and(second).and(first);
    assert_eq!(cites.iter().collect::<Vec<_>>(), [first, second]);
}
