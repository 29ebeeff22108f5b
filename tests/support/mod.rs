//! What tests name the rules with that they prove.
//!
//! `proves(&["M 9.4/1"], &journal)` and `refused(&["M 9.4/2"], &stop)` fail unless what they are given cites each rule that
//! is named. Under the environment variable `GROGNARD_PROOFS`, a folder, they also write down that it did, for the example
//! `coverage`: a clause counts as proved only so.
#![allow(dead_code)]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::fs::OpenOptions;
use std::io::Write;
use std::panic::Location;
use std::path::PathBuf;

use grognard::coverage::{Proof, Witness};
use grognard::journal::{Account, Entry};
use grognard::refusal::{Refusal, Stop};
use grognard::rule::Rule;

/// Fails unless an entry of the account, or a modifier in one, cites each of these rules, clause by clause.
#[track_caller]
pub fn proves<E: Debug, L: Copy + Debug>(rules: &[&str], account: &Account<E, L>) {
    saw(rules, Witness::Entry, &account.entries().iter().flat_map(cited).collect());
}

/// Fails unless it is a refusal that cites each of these rules, clause by clause.
#[track_caller]
pub fn refused<F: Copy + Debug + Display>(rules: &[&str], stop: &Stop<F>) {
    match stop.refusal() {
        Some(Refusal::Forbidden { rules: cites, .. }) => saw(rules, Witness::Refusal, &cites.iter().collect()),
        _ => panic!("not refused under a rule: {stop}"),
    }
}

/// The entries of the account that cite this rule.
#[track_caller]
pub fn citing<'a, E, L: Copy>(rule: &str, account: &'a Account<E, L>) -> impl Iterator<Item = &'a Entry<E, L>> {
    let rule = read(rule);
    account.entries().iter().filter(move |entry| cited(entry).any(|one| one == rule))
}

fn cited<E, L: Copy>(entry: &Entry<E, L>) -> impl Iterator<Item = Rule> {
    let modifiers = entry.tally().into_iter().flat_map(|tally| tally.modifiers()).map(|modifier| modifier.rule);
    entry.rules.iter().chain(modifiers)
}

#[track_caller]
fn read(rule: &str) -> Rule {
    rule.parse().unwrap_or_else(|fault| panic!("{fault}"))
}

#[track_caller]
fn saw(named: &[&str], witness: Witness, cited: &BTreeSet<Rule>) {
    assert!(!named.is_empty(), "no rule is named");
    let place = Location::caller();
    let named: Vec<Rule> = named.iter().map(|rule| read(rule)).collect();
    let missing: Vec<&Rule> = named.iter().filter(|rule| !cited.contains(rule)).collect();
    assert!(missing.is_empty(), "{missing:?} not cited; cited are {cited:?}");
    for rule in named {
        write(rule, witness, place);
    }
}

thread_local! {
    /// What this test has written already: properties prove the same again and again.
    static WRITTEN: RefCell<BTreeSet<Proof>> = const { RefCell::new(BTreeSet::new()) };
}

fn write(rule: Rule, witness: Witness, place: &Location<'_>) {
    let Some(folder) = std::env::var_os("GROGNARD_PROOFS") else { return };
    let place = format!("{}:{}", place.file(), place.line());
    let program = module_path!().split("::").next().unwrap_or_default();
    let thread = std::thread::current();
    let test = match thread.name() {
        Some(name) if name != "main" => format!("{program}::{name}"),
        // Run one by one, tests have no thread of their own.
        _ => format!("{program}::{place}"),
    };
    let proof = Proof { rule, witness, test, place };
    if !WRITTEN.with_borrow_mut(|written| written.insert(proof.clone())) {
        return;
    }
    let name = proof.test.replace("::", ".").replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', ".");
    let path = PathBuf::from(folder).join(format!("{name}.txt"));
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let written = file.and_then(|mut file| writeln!(file, "{proof}"));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// What a position gives by each reading of a ruling: the readings, and what each must give.
#[track_caller]
pub fn differ<T: PartialEq + Debug>(ruling: &str, readings: [(&str, T); 2], play: impl Fn(&str) -> T) {
    for (reading, expected) in &readings {
        assert_eq!(&play(reading), expected, "{ruling}: {reading}");
    }
    let [(_, one), (_, other)] = readings;
    assert_ne!(one, other, "{ruling}: the readings do not differ");
}
