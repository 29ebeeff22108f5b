//! A roster entered by hand, and everything that can be wrong with one.

use super::{missing, sound, told, twice, unknown, wrong};
use grognard::figures::{FaultKind, Source};
use grognard::jours_de_gloire::charts::Arm;
use grognard::jours_de_gloire::files::{self};
use grognard::jours_de_gloire::roster::{Activates, Weight};
use grognard::side::Side;

pub const HUSSARS: &str = r#"[[formation.unit]]
name = "Hussars"
arm = "cavalry"
weight = "light"
strength = 3
cohesion = 6
engagement = 5
movement = 8
disordered = { strength = 2, cohesion = 5, engagement = 3, movement = 8 }
"#;
pub const BATTERY: &str = r#"[[formation.unit]]
name = "Battery"
arm = "artillery"
weight = "horse"
strength = 3
cohesion = 6
movement = 8
disordered = { strength = 0, cohesion = 4, movement = 7 }
range = { effective = 3, maximum = 7 }
"#;

/// A roster of one formation: line 1 is the sides, 2 to 6 the formation, then these.
pub fn few(rest: &[&str]) -> String {
    let head = "sides = { first = \"Red\", second = \"Blue\" }\n[[formation]]\nname = \"Van\"\nside = \"Blue\"\n\
                initiative = [6, 5]\nsource = \"printed\"\n";
    format!("{head}{}", rest.concat())
}

#[track_caller]
fn one_unit_fault(text: &str, line: u32, path: &str, kind: FaultKind) {
    assert_eq!(told(files::roster("u", text)), [(line, path.to_owned(), kind)]);
}

#[test]
fn a_roster_entered_by_hand() {
    let text = few(&[HUSSARS, BATTERY]).replace("[6, 5]", "[6, 5, 4]")
        + "source = \"reconstructed\"\nwhy = \"a guess\"\n\
           [[combined]]\nname = \"Rush\"\nside = \"Red\"\nsource = \"printed\"\n\
           [[combined]]\nname = \"All\"\nside = \"Blue\"\ninitiative = 4\nsource = \"printed\"\n\
           [[commander]]\nname = \"Ott\"\nside = \"Blue\"\nmodifier = -1\norders = 3\nrange = 7\nsource = \"published\"\n\
           from = \"a leaflet\"\n";
    let roster = sound(files::roster("u", &text));
    assert_eq!(roster.sides, ["Red", "Blue"]);
    let van = &roster.formations[0];
    assert_eq!((van.name.as_str(), van.side, van.units.len(), van.markers.len()), ("Van", Side::Second, 2, 3));
    let markers: Vec<_> = roster.markers.iter().map(|m| (m.name.as_str(), m.side, m.initiative)).collect();
    assert_eq!(
        markers,
        [
            ("Van 1", Side::Second, 6),
            ("Van 2", Side::Second, 5),
            ("Van 3", Side::Second, 4),
            ("Rush", Side::First, 0),
            ("All", Side::Second, 4),
        ]
    );
    assert!(matches!(roster.markers[2].activates, Activates::Formation(id) if id.0 == 0));
    assert_eq!(roster.markers[3].activates, Activates::Combined);
    let hussars = roster.unit_named("Van/Hussars").and_then(|id| roster.unit(id)).expect("hussars");
    assert_eq!((hussars.arm, hussars.weight, hussars.source), (Arm::Cavalry, Weight::Light, Source::Printed));
    let values = |v: grognard::jours_de_gloire::roster::Values| (v.strength, v.cohesion, v.engagement, v.movement);
    assert_eq!((values(hussars.good), values(hussars.disordered)), ((3, 6, 5, 8), (2, 5, 3, 8)));
    let battery = roster.unit_named("Van/Battery").and_then(|id| roster.unit(id)).expect("the battery");
    assert_eq!((battery.weight, battery.source), (Weight::Horse, Source::Reconstructed));
    assert_eq!((values(battery.good), values(battery.disordered)), ((3, 6, 0, 8), (0, 4, 0, 7)));
    assert_eq!((battery.reach.effective, battery.reach.maximum), (3, 7));
    let ott = &roster.commanders[0];
    assert_eq!((ott.side, ott.modifier, ott.orders, ott.range), (Side::Second, -1, 3, 7));
    assert_eq!(ott.source, Source::Published);
}

#[test]
fn faults_of_units() {
    let hussars = |from: &str, to: &str| few(&[&HUSSARS.replacen(from, to, 1)]);
    let path = |key: &str| format!("formation[1].unit[1].{key}");
    let tested = "a whole number from 0 to 9";
    one_unit_fault(&hussars("cohesion = 6", "cohesion = 10"), 12, &path("cohesion"), wrong(tested, "`10`"));
    one_unit_fault(&hussars("engagement = 5", "engagement = -1"), 13, &path("engagement"), wrong(tested, "`-1`"));
    one_unit_fault(&hussars("engagement = 5\n", ""), 7, &path("engagement"), missing(tested));
    let strength = "a whole number from 1 to 99";
    one_unit_fault(&hussars("strength = 3", "strength = 0"), 11, &path("strength"), wrong(strength, "`0`"));
    one_unit_fault(&hussars("strength = 3", "strength = 3.5"), 11, &path("strength"), wrong(strength, "a TOML float"));
    let unit = path;
    one_unit_fault(&hussars("movement = 8\n", ""), 7, &path("movement"), missing("a whole number from 0 to 99"));
    let battery = |from: &str, to: &str| few(&[&BATTERY.replacen(from, to, 1)]);
    let arms = "\"infantry\", \"cavalry\" or \"artillery\"";
    one_unit_fault(&hussars("\"cavalry\"", "\"horse\""), 9, &unit("arm"), wrong(arms, "\"horse\""));
    one_unit_fault(&hussars("\"light\"", "\"line\""), 10, &unit("weight"), wrong("\"light\" or \"heavy\"", "\"line\""));
    one_unit_fault(
        &battery("\"horse\"", "\"light\""),
        10,
        &unit("weight"),
        wrong("\"foot\" or \"horse\"", "\"light\""),
    );
    one_unit_fault(&few(&[BATTERY, "engagement = 4\n"]), 16, &unit("engagement"), FaultKind::UnknownKey);
    let range = "range = { effective = 3, maximum = 7 }\n";
    one_unit_fault(&few(&[HUSSARS, range]), 16, &unit("range"), FaultKind::UnknownKey);
    one_unit_fault(&battery(range, ""), 7, &unit("range"), missing("a table with `effective` and `maximum`"));
    let range = wrong("a whole number from 0 to 7", "`8`");
    one_unit_fault(&battery("effective = 3", "effective = 8"), 15, &unit("range.effective"), range);
    let back = "disordered = { strength = 2, cohesion = 5, engagement = 3, movement = 8 }\n";
    one_unit_fault(&hussars(back, ""), 7, &unit("disordered"), missing("a table with the numbers of the back"));
    let tested = wrong("a whole number from 0 to 9", "`11`");
    one_unit_fault(&hussars("engagement = 3", "engagement = 11"), 15, &unit("disordered.engagement"), tested);
    one_unit_fault(
        &hussars("engagement = 3", "nerve = 0, engagement = 3"),
        15,
        &unit("disordered.nerve"),
        FaultKind::UnknownKey,
    );
    one_unit_fault(&few(&[HUSSARS, HUSSARS]), 17, "formation[1].unit[2].name", twice(&unit("name")));
    let reasonless = few(&[HUSSARS, "source = \"reconstructed\"\n"]);
    one_unit_fault(&reasonless, 7, "formation[1].unit[1]", FaultKind::NoReason(Source::Reconstructed));
}

#[test]
fn faults_of_rosters() {
    let formation = |from: &str, to: &str| few(&[HUSSARS]).replacen(from, to, 1);
    let sides = "\"Red\" or \"Blue\"";
    one_unit_fault(&formation("\"Blue\"\n", "\"Green\"\n"), 4, "formation[1].side", unknown(sides, "Green"));
    let tested = wrong("a whole number from 0 to 9", "`12`");
    one_unit_fault(&formation("[6, 5]", "[6, 12]"), 5, "formation[1].initiative[2]", tested);
    one_unit_fault(&formation("[6, 5]", "[]"), 5, "formation[1].initiative", wrong("a marker or more", "none"));
    one_unit_fault(&formation("source = \"printed\"\n", ""), 2, "formation[1]", FaultKind::NoSource);
    let name = wrong("a name without `/`, other than \"commander\"", "\"a/b\"");
    one_unit_fault(&formation("\"Van\"", "\"a/b\""), 2, "formation[1]", name);
    let name = wrong("a name without `/`, other than \"commander\"", "\"commander\"");
    one_unit_fault(&formation("\"Van\"", "\"commander\""), 2, "formation[1]", name);
    one_unit_fault(&formation("Blue", "Red").replace("Blue", "Red"), 1, "sides.second", twice("sides.first"));
    let two = few(&[]) + "[[formation]]\nname = \"Van\"\nside = \"Red\"\ninitiative = [1]\nsource = \"printed\"\n";
    one_unit_fault(&two, 8, "formation[2].name", twice("formation[1].name"));

    let marker = |name: &str| format!("[[combined]]\nname = \"{name}\"\nside = \"Red\"\nsource = \"printed\"\n");
    one_unit_fault(&few(&[&marker("Van 2")]), 8, "combined[1].name", twice("formation[1].initiative[2]"));
    one_unit_fault(&few(&[&marker("X"), &marker("X")]), 12, "combined[2].name", twice("combined[1].name"));
    let ott =
        "[[commander]]\nname = \"Ott\"\nside = \"Red\"\nmodifier = 1\norders = 3\nrange = 7\nsource = \"printed\"\n";
    one_unit_fault(&few(&[ott, ott]), 15, "commander[2].name", twice("commander[1].name"));
    let low = ott.replace("= 1", "= -10");
    one_unit_fault(&few(&[&low]), 10, "commander[1].modifier", wrong("a whole number from -9 to 9", "`-10`"));
    let headless = formation("sides = { first = \"Red\", second = \"Blue\" }", "");
    one_unit_fault(&headless, 1, "sides", missing("a table with `first` and `second`"));
    one_unit_fault("", 1, "sides", missing("a table with `first` and `second`"));
    one_unit_fault(&few(&["[[formations]]\n"]), 7, "formations", FaultKind::UnknownKey);
}

#[test]
fn no_more_than_there_is_room_for() {
    let units = |count: usize| (0..count).map(|i| HUSSARS.replace("Hussars", &format!("H{i}"))).collect::<String>();
    assert_eq!(sound(files::roster("u", &few(&[&units(64)]))).units.len(), 64);
    one_unit_fault(&few(&[&units(66)]), 7 + 64 * 9, "formation[1].unit[65]", FaultKind::TooMany { most: 64 });
    let formation =
        |i: usize| format!("[[formation]]\nname = \"F{i}\"\nside = \"Red\"\ninitiative = [1]\nsource = \"printed\"\n");
    let formations = |count: usize| (0..count).map(formation).collect::<String>();
    assert_eq!(sound(files::roster("u", &few(&[&formations(31)]))).formations.len(), 32);
    one_unit_fault(&few(&[&formations(33)]), 7 + 31 * 5, "formation[33]", FaultKind::TooMany { most: 32 });
    let markers = |count: usize| format!("{:?}", vec![1; count]);
    let with = |count: usize| few(&[]).replace("[6, 5]", &markers(count));
    assert_eq!(sound(files::roster("u", &with(64))).markers.len(), 64);
    one_unit_fault(&with(66), 5, "formation[1].initiative[65]", FaultKind::TooMany { most: 64 });
    let ott = |i: usize| {
        format!(
            "[[commander]]\nname = \"C{i}\"\nside = \"Red\"\nmodifier = 1\norders = 3\nrange = 7\nsource = \"printed\"\n"
        )
    };
    let commanders = |count: usize| (0..count).map(ott).collect::<String>();
    assert_eq!(sound(files::roster("u", &few(&[&commanders(8)]))).commanders.len(), 8);
    one_unit_fault(&few(&[&commanders(10)]), 7 + 8 * 7, "commander[9]", FaultKind::TooMany { most: 8 });
    // So many that no id has room for them.
    let crowd = few(&[&formations(300), &units(300), &commanders(300)]).replace("[1]", "[1, 1]");
    assert!(told(files::roster("u", &crowd)).iter().all(|(_, _, kind)| matches!(kind, FaultKind::TooMany { .. })));
}
