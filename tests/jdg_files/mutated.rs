//! No text makes the loaders panic.

use super::{MAPS, SCENARIOS, UNITS, ground};
use grognard::figures::SourceSet;
use grognard::hex::Grid;
use grognard::jours_de_gloire::files::{self, Document};
use grognard::jours_de_gloire::map::Map;
use grognard::jours_de_gloire::roster::Roster;
use proptest::prelude::*;

/// Reads a text as everything, alone and laid over a sound one.
fn read_all(place: usize, text: &str) {
    let (of, base) = SCENARIOS[place];
    let (map, roster) = ground(of);
    for (base, kind) in [(MAPS[of], 0), (UNITS[of], 1), (base, 2)] {
        let laid = files::overlay(base, ("text", text));
        for document in [Ok(Document::parse("text", text)), laid].into_iter().flatten() {
            let _ = document.gaps(SourceSet::PRINTED, grognard::rule!("M 0.3"));
            match kind {
                0 => drop(document.map()),
                1 => drop(document.roster()),
                _ => drop(document.scenario(&map, &roster)),
            }
        }
    }
}

/// What is put into a text, beside pieces of itself.
const PIECES: [&str; 24] = [
    "",
    "\"",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "=",
    "\n",
    "0",
    "-1",
    "99",
    "9223372036854775808",
    "1e9",
    "true",
    "\"9999\"",
    "\"0101-0101\"",
    "\"0101>0102\"",
    "\"0000\"",
    "é",
    "\u{0}",
    "a.b.c.d.e.f.g.h.i.j = 1\n",
    "[map]\n",
    "\"\"",
];

/// The nearest place at or below this one that does not split a character.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn mutated(text: &str, changes: &[(u16, u16, u8, u8)]) -> String {
    let mut text = text.to_owned();
    for &(at, from, length, piece) in changes {
        let scale = |share: u16| usize::from(share) * text.len() / usize::from(u16::MAX);
        let start = floor(&text, scale(at));
        let end = floor(&text, start + usize::from(length)).max(start);
        let new = match PIECES.get(usize::from(piece)) {
            Some(piece) => (*piece).to_owned(),
            None => {
                let from = floor(&text, scale(from));
                text[from..floor(&text, from + usize::from(piece)).max(from)].to_owned()
            }
        };
        text.replace_range(start..end, &new);
    }
    text
}

/// Whole lines taken out, doubled and moved: the text stays TOML more often.
fn shuffled(text: &str, changes: &[(u16, u16, u8)]) -> String {
    let mut lines: Vec<_> = text.lines().collect();
    for &(a, b, how) in changes {
        let place = |share: u16| usize::from(share) * lines.len().saturating_sub(1) / usize::from(u16::MAX);
        let (a, b) = (place(a), place(b));
        match how % 3 {
            _ if lines.is_empty() => {}
            0 => drop(lines.remove(a)),
            1 => lines.insert(b, lines[a]),
            _ => lines.swap(a, b),
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_never_panic(
        place in 0..SCENARIOS.len(), kind in 0..3_u8,
        changes in prop::collection::vec((any::<u16>(), any::<u16>(), 0..40_u8, 0..60_u8), 1..8),
    ) {
        let (of, scenario) = SCENARIOS[place];
        let text = [MAPS[of].1, UNITS[of].1, scenario.1][usize::from(kind)];
        read_all(place, &mutated(text, &changes));
    }

    #[test]
    fn shuffled_files_never_panic(
        place in 0..SCENARIOS.len(), kind in 0..3_u8,
        changes in prop::collection::vec((any::<u16>(), any::<u16>(), any::<u8>()), 1..12),
    ) {
        let (of, scenario) = SCENARIOS[place];
        let text = [MAPS[of].1, UNITS[of].1, scenario.1][usize::from(kind)];
        read_all(place, &shuffled(text, &changes));
    }

    #[test]
    fn numbers_of_every_size_never_panic(place in 0..SCENARIOS.len(), kind in 0..3_u8, nth in any::<u16>(), number in any::<i64>()) {
        let (of, scenario) = SCENARIOS[place];
        let text = [MAPS[of].1, UNITS[of].1, scenario.1][usize::from(kind)];
        let starts: Vec<_> = text.match_indices(" = ").map(|(at, _)| at + 3).collect();
        let at = starts[usize::from(nth) % starts.len()];
        let end = text[at..].find(['\n', ',', '}']).map_or(text.len(), |length| at + length);
        read_all(place, &format!("{}{number}{}", &text[..at], &text[end..]));
    }
}

#[test]
fn strange_texts_never_panic() {
    let dotted = |depth: usize| format!("{}x = 1", "a.".repeat(depth));
    let texts = [
        String::new(),
        "\u{feff}".to_owned(),
        "\0".to_owned(),
        dotted(79),
        dotted(100_000),
        "[".repeat(100_000),
        "a = ".to_owned() + &"[".repeat(100_000),
        "a = ".to_owned() + &"{b=".repeat(100_000),
        "[map]\n".repeat(1000),
        "[[place]]\n".repeat(1000),
        format!("[map]\n{}", dotted(79)),
    ];
    for text in texts {
        read_all(1, &text);
    }
    // A map and a roster that do not belong together.
    let map = Map::clear("One hex", Grid::new(1, 1, grognard::hex::Parity::Odd).expect("a grid"));
    for (_, (file, text)) in SCENARIOS {
        assert!(files::scenario(file, text, &map, &Roster::default()).is_err());
    }
}
