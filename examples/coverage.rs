//! How far code and tests cover the rulebooks, where the figures come from, and how open points are read.
//!
//! ```text
//! cargo run --release --example coverage                  runs the tests, and counts
//! cargo run --release --example coverage -- --list        also lists everything
//! cargo run --release --example coverage -- --check       also fails if an adjudicated clause lacks code or proof;
//!                                                         --check=NAME asks that of one ruleset, and may be repeated
//! cargo run --release --example coverage -- --read DIR    reads what tests wrote under GROGNARD_PROOFS=DIR
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fmt, fs, io};

use grognard::coverage::{Citation, Coverage, Index, Kind, Proof, code, proofs};
use grognard::figures::{Faults, Noted, Sheet, Source, SourceSet};
use grognard::jours_de_gloire::charts::{self, Charts};
use grognard::jours_de_gloire::edition::Edition;
use grognard::rulings::{Latitude, Rulings};

/// A test that proves more clauses than these at once is listed: it may have looked at none of them closely.
const FEW: usize = 5;

type Failure = Box<dyn Error>;

#[derive(Default)]
struct Wanted {
    list: bool,
    check: bool,
    check_of: Vec<String>,
    read: Option<PathBuf>,
}

fn main() -> ExitCode {
    let wanted = match wanted(env::args_os().skip(1)) {
        Ok(wanted) => wanted,
        Err(unknown) => {
            eprintln!("{unknown}; expected --list, --check, --check=NAME, --read DIR");
            return ExitCode::from(2);
        }
    };
    match run(&wanted) {
        Ok(holes) if holes > 0 => {
            eprintln!("{holes} holes");
            ExitCode::FAILURE
        }
        Ok(_) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn wanted(mut arguments: impl Iterator<Item = std::ffi::OsString>) -> Result<Wanted, String> {
    let mut wanted = Wanted::default();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--list") => wanted.list = true,
            Some("--check") => wanted.check = true,
            Some("--read") => wanted.read = Some(arguments.next().ok_or("--read names no folder")?.into()),
            Some(other) if other.starts_with("--check=") => wanted.check_of.push(other["--check=".len()..].to_owned()),
            _ => return Err(format!("unknown argument {}", argument.display())),
        }
    }
    Ok(wanted)
}

/// Prints all, and counts the holes where there must be none.
fn run(wanted: &Wanted) -> Result<usize, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = match &wanted.read {
        Some(folder) => folder.clone(),
        None => run_tests(root)?,
    };
    let mut proved = Vec::new();
    for path in files(&folder, "txt")? {
        proved.extend(proofs(&path.display().to_string(), &fs::read_to_string(&path)?)?);
    }
    let mut cited = Vec::new();
    for path in files(&root.join("src"), "rs")? {
        cited.extend(code(&shown(root, &path), &fs::read_to_string(&path)?));
    }
    let (mut out, mut holes) = (String::new(), 0);
    let mut unknown = wanted.check_of.clone();
    for path in files(&root.join("rules"), "toml")?.iter().filter(|path| path.ends_with("index.toml")) {
        let folder = path.parent().unwrap_or(root);
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        unknown.retain(|wanted| *wanted != name);
        holes += ruleset(&mut out, wanted, root, folder, &cited, &proved)?;
    }
    if !unknown.is_empty() {
        return Err(format!("no such ruleset: {}", unknown.join(", ")).into());
    }
    match io::stdout().write_all(out.as_bytes()) {
        // Who reads the first lines only has them.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        written => written?,
    }
    Ok(holes)
}

/// Runs the tests, and gives the folder where they wrote their proofs.
fn run_tests(root: &Path) -> Result<PathBuf, Failure> {
    // The program stands in target/release/examples.
    let target = env::current_exe()?.ancestors().nth(3).map_or_else(|| root.join("target"), Path::to_path_buf);
    let folder = target.join("coverage");
    fs::create_dir_all(&folder)?;
    for old in files(&folder, "txt")? {
        fs::remove_file(old)?;
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--quiet"])
        .current_dir(root)
        .env("GROGNARD_PROOFS", &folder)
        .stdout(Stdio::from(io::stderr()))
        .status()?;
    if status.success() { Ok(folder) } else { Err("the tests failed".into()) }
}

fn ruleset(
    out: &mut String,
    wanted: &Wanted,
    root: &Path,
    folder: &Path,
    cited: &[Citation],
    proved: &[Proof],
) -> Result<usize, Failure> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let read = |file: &str| -> Result<(String, String), Failure> {
        let path = folder.join(file);
        Ok((shown(root, &path), fs::read_to_string(path)?))
    };
    let (file, text) = read("index.toml")?;
    let index = Index::read(&file, &text)?;
    let (file, text) = read("rulings.toml")?;
    let rulings = Rulings::read(&file, &text)?;
    let coverage = Coverage::new(&index, cited.to_vec(), proved.to_vec());
    let holes = coverage.holes();

    writeln!(out, "{name}: {} of {} adjudicated clauses proved", coverage.proved(), coverage.adjudicated())?;
    let with_code = adjudicated(&index).filter(|rule| coverage.code(*rule).next().is_some()).count();
    let with_proof = adjudicated(&index).filter(|rule| coverage.proofs(*rule).next().is_some()).count();
    writeln!(out, "{name}: {with_code} cited by code, {with_proof} by what a test saw, {} holes", holes.len())?;
    let exempt = index.iter().count() - coverage.adjudicated();
    let sweeping = coverage.sweeping(FEW);
    writeln!(out, "{name}: {exempt} entries exempt; {} tests name more than {FEW} clauses", sweeping.len())?;
    let charts = charts_of(&name, folder)?;
    if let Some((cells, gaps)) = &charts {
        writeln!(out, "{name}: figures of the charts: {}; {} gaps in print", counted(cells), gaps.len())?;
    }
    let counters = counters_of(folder)?;
    writeln!(out, "{name}: figures of the counters: {}", by_source(&counters))?;
    let options = rulings.iter().filter(|ruling| ruling.latitude == Latitude::Option).count();
    writeln!(out, "{name}: {} rulings, {options} of them options", rulings.iter().count())?;

    if wanted.list {
        list_clauses(out, &index, &coverage)?;
        writeln!(out, "\ntests of {name} that name more than {FEW} clauses")?;
        for (test, count) in sweeping {
            writeln!(out, "  {test}: {count}")?;
        }
        writeln!(out, "\ngaps of {name} in print")?;
        for gap in charts.iter().flat_map(|(_, gaps)| gaps) {
            writeln!(out, "  {gap}")?;
        }
        list_rulings(out, &name, &rulings)?;
        writeln!(out)?;
    }
    let checked = wanted.check || wanted.check_of.iter().any(|wanted| *wanted == name);
    if wanted.list || checked {
        writeln!(out, "holes of {name}:{}", if holes.is_empty() { " none" } else { "" })?;
        for hole in &holes {
            writeln!(out, "  {hole}")?;
        }
        writeln!(out)?;
    }
    Ok(if checked { holes.len() } else { 0 })
}

fn adjudicated(index: &Index) -> impl Iterator<Item = grognard::rule::Rule> + '_ {
    index.iter().filter(|clause| clause.kind == Kind::Adjudicated).map(|clause| clause.rule)
}

fn list_clauses(out: &mut String, index: &Index, coverage: &Coverage<'_>) -> fmt::Result {
    writeln!(out)?;
    for clause in index.iter() {
        writeln!(out, "{}  {}", clause.rule, clause.title)?;
        if let Some(why) = &clause.why {
            writeln!(out, "  {}: {why}", clause.kind)?;
        }
        for Citation { file, line, .. } in coverage.code(clause.rule) {
            writeln!(out, "  code: {file}:{line}")?;
        }
        for Proof { witness, test, place, .. } in coverage.proofs(clause.rule) {
            writeln!(out, "  test: {test} ({place}, {witness})")?;
        }
    }
    Ok(())
}

fn list_rulings(out: &mut String, name: &str, rulings: &Rulings) -> fmt::Result {
    writeln!(out, "\nrulings of {name}")?;
    for ruling in rulings.iter() {
        let rules = ruling.rules.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        writeln!(out, "  {} [{rules}]: {}", ruling.id, ruling.point)?;
        for reading in &ruling.readings {
            let mark = if reading.id == ruling.default { "*" } else { " " };
            writeln!(out, "  {mark} {}: {}", reading.id, reading.says)?;
        }
        writeln!(out, "    {}", ruling.why)?;
    }
    Ok(())
}

/// The figures of the charts, and what is said of each that is not printed.
type Figures = (Vec<Noted>, Vec<String>);

fn charts_of(name: &str, folder: &Path) -> Result<Option<Figures>, Failure> {
    let edition = match name {
        "rivoli" => Edition::Rivoli,
        "montebello" => Edition::Montebello,
        _ => {
            let path = folder.join("charts.toml");
            if !path.exists() {
                return Ok(None);
            }
            let cells = Sheet::parse("charts.toml", &fs::read_to_string(path)?).cells();
            let beyond_print = cells.iter().filter(|cell| cell.note.source != Source::Printed);
            let gaps = beyond_print.map(|cell| format!("{}: {}", cell.path, cell.note.source)).collect();
            return Ok(Some((cells, gaps)));
        }
    };
    let gaps = match Charts::load(edition, None, SourceSet::PRINTED) {
        Ok(_) => Vec::new(),
        Err(Faults { faults, gaps }) if faults.is_empty() => gaps.iter().map(ToString::to_string).collect(),
        Err(faults) => return Err(faults.into()),
    };
    Ok(Some((charts::sheet(edition, None).cells(), gaps)))
}

fn counted(cells: &[Noted]) -> String {
    let mut counts = BTreeMap::new();
    for cell in cells {
        *counts.entry(cell.note.source.word()).or_default() += 1;
    }
    by_source(&counts)
}

/// How many numbers of a ruleset's counters come from each source.
fn counters_of(folder: &Path) -> Result<BTreeMap<&'static str, usize>, Failure> {
    fn count(value: &toml::Value, above: &'static str, counts: &mut BTreeMap<&'static str, usize>) {
        match value {
            toml::Value::Integer(_) => *counts.entry(above).or_default() += 1,
            toml::Value::Array(all) => all.iter().for_each(|value| count(value, above, counts)),
            toml::Value::Table(table) => {
                let own = table.get("source").and_then(toml::Value::as_str);
                let source = Source::ALL.into_iter().map(Source::word).find(|word| Some(*word) == own);
                for (_, value) in table.iter().filter(|(key, _)| *key != "line") {
                    count(value, source.unwrap_or(above), counts);
                }
            }
            _ => {}
        }
    }
    let mut counts = BTreeMap::new();
    let path = folder.join("units.toml");
    if path.exists() {
        let table: toml::Table = fs::read_to_string(path)?.parse()?;
        count(&toml::Value::Table(table), "without a source", &mut counts);
    }
    Ok(counts)
}

fn by_source(counts: &BTreeMap<&'static str, usize>) -> String {
    let all = Source::ALL.map(Source::word).into_iter().chain(["without a source"]);
    let count = |word: &str| counts.get(word).copied().unwrap_or_default();
    let known = all.filter(|word| *word != "without a source" || count(word) > 0);
    known.map(|word| format!("{} {word}", count(word))).collect::<Vec<_>>().join(", ")
}

/// The files below a folder whose name ends so, sorted.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                all.push(path);
            }
        }
    }
    all.sort();
    Ok(all)
}

/// A path below the crate, the same on every platform.
fn shown(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path);
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
