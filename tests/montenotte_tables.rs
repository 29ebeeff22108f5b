//! The printed tables, cell by cell, as literals with the lines on which they stand; what is worked out over whole ranges;
//! the files.

mod montenotte_support;
mod support;

use grognard::figures::SourceSet;
use grognard::montenotte::Montenotte;
use grognard::montenotte::attrition::{Activity, Case, Want};
use grognard::montenotte::battle::pursuit::Beaten;
use grognard::montenotte::charts::Toll;
use grognard::montenotte::label::Label;
use grognard::montenotte::options::Rulings;
use grognard::montenotte::reconnaissance::Finding;
use grognard::montenotte::words::{BattleResult, Outcome};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;
use montenotte_support::{rules, with};

/// Lines 758 to 763 and 814 to 826.
#[test]
fn combat_results() {
    use BattleResult::*;
    use Toll::{Percent, Undecided as Star, Victor};
    let printed = [
        (Percent(25), Victor, -3, 2, DecisiveDefeat),
        (Percent(20), Victor, -3, 2, DecisiveDefeat),
        (Percent(20), Victor, -2, 1, MajorDefeat),
        (Percent(15), Victor, -2, 1, MajorDefeat),
        (Percent(15), Victor, -1, 0, TacticalDefeat),
        (Percent(10), Victor, -1, 0, TacticalDefeat),
        (Star, Star, -1, 0, Undecided),
        (Star, Star, 0, 0, Undecided),
        (Star, Star, 0, 0, Undecided),
        (Victor, Percent(10), 0, -1, TacticalVictory),
        (Victor, Percent(15), 0, -1, TacticalVictory),
        (Victor, Percent(15), 1, -1, MajorVictory),
        (Victor, Percent(20), 1, -2, MajorVictory),
        (Victor, Percent(20), 2, -2, DecisiveVictory),
        (Victor, Percent(25), 2, -2, DecisiveVictory),
    ];
    let rules = rules();
    for (row, (attacker, defender, up, down, result)) in printed.into_iter().enumerate() {
        let found = rules.result(row as u8).0;
        let cells = (found.attacker_losses.value, found.defender_losses.value);
        assert_eq!(cells, (attacker, defender), "row {row}");
        assert_eq!((found.attacker_morale.value, found.defender_morale.value), (up, down), "row {row}");
        assert_eq!(found.result.value, result, "row {row}");
    }
    for total in -20..40 {
        assert_eq!(i16::from(rules.result_row(total)), total.clamp(0, 14));
    }
}

/// Lines 773 to 775 and 831 to 842; the labels from 27 on as corrected.
#[test]
fn losses() {
    let printed: [(u8, u8, [u8; 8]); 15] = [
        (1, 1, [0, 0, 0, 0, 0, 0, 1, 1]),
        (2, 3, [0, 0, 0, 0, 1, 1, 1, 1]),
        (4, 5, [0, 0, 1, 1, 1, 1, 2, 2]),
        (6, 8, [0, 1, 1, 1, 2, 2, 2, 3]),
        (9, 11, [0, 1, 2, 2, 3, 3, 4, 4]),
        (12, 14, [1, 1, 2, 3, 3, 4, 4, 5]),
        (15, 17, [1, 2, 2, 3, 4, 5, 6, 6]),
        (18, 20, [1, 2, 3, 4, 5, 6, 7, 8]),
        (21, 23, [1, 2, 3, 4, 6, 7, 8, 9]),
        (24, 26, [1, 3, 4, 5, 6, 8, 9, 10]),
        (27, 29, [1, 3, 4, 6, 7, 8, 10, 11]),
        (30, 32, [2, 3, 5, 6, 8, 9, 11, 12]),
        (33, 35, [2, 3, 5, 7, 9, 10, 12, 13]),
        (36, 38, [2, 4, 6, 7, 9, 11, 13, 15]),
        (39, 41, [2, 4, 6, 8, 10, 12, 14, 16]),
    ];
    let rules = rules();
    for (least, most, cells) in printed {
        for manpower in least..=most {
            for (column, lost) in cells.into_iter().enumerate() {
                assert_eq!(rules.loss(manpower, 5 * (column as u8 + 1)).0, lost, "{manpower} SP, column {column}");
            }
        }
    }
    // Beyond the table, to the nearest; nothing at 0.
    assert_eq!((rules.loss(50, 25).0, rules.loss(0, 40).0, rules.loss(30, 0).0), (13, 0, 0));
    let printed = with("loss-table-labels", "as-printed");
    assert_eq!((printed.loss(39, 40).0, printed.loss(50, 40).0), (11, 16));
    let nearest = with("loss-method", "nearest");
    assert_eq!((nearest.loss(1, 40).0, nearest.loss(13, 35).0, nearest.loss(10, 15).0), (0, 5, 2));
    for manpower in 0..=120 {
        for percent in (0..40).step_by(5) {
            assert!(rules.loss(manpower, percent).0 <= rules.loss(manpower, percent + 5).0, "{manpower}, {percent}");
        }
    }
}

/// Lines 444 to 452.
#[test]
fn ratios() {
    let rules = rules();
    let of = |attacker, defender| rules.ratio(attacker, defender).0.value;
    let printed =
        [(1, 4, -4), (1, 3, -3), (1, 2, -2), (2, 3, -1), (1, 1, 0), (3, 2, 1), (2, 1, 2), (3, 1, 3), (4, 1, 4)];
    for (attacker, defender, modifier) in printed {
        for times in 1..9 {
            assert_eq!(of(times * attacker, times * defender), modifier, "{attacker} to {defender}");
        }
    }
    // Any superiority reaches the next ratio; beyond 4 to 1 is 4 to 1.
    assert_eq!((of(11, 10), of(10, 11), of(16, 10), of(21, 10), of(31, 10), of(50, 10)), (1, -1, 2, 3, 4, 4));
    assert_eq!((of(7, 0), of(0, 0)), (4, 0));
    let nearest = with("ratio-rounding", "nearest");
    let near = |a, d| nearest.ratio(a, d).0.value;
    assert_eq!((near(11, 10), near(125, 100), near(23, 17), near(8, 10), near(7, 5)), (0, 1, 1, -1, 1));
    for attacker in 1..60 {
        for defender in 1..60 {
            assert_eq!(of(attacker, defender), -of(defender, attacker));
            assert!(of(attacker + 1, defender) >= of(attacker, defender));
        }
    }
}

/// Lines 280 to 293.
#[test]
fn attrition() {
    let rules = rules();
    let what = Label::Attrition(rules.marker("A").unwrap());
    let base = Case { sp: 6, morale: Some(3), fatigue: 0, activity: Activity::Acted, want: Want::None };
    let sum = |case| rules.attrition(what, case).sum();
    let bands =
        [(1, -1), (4, -1), (5, 0), (8, 0), (9, 1), (12, 1), (13, 2), (16, 2), (17, 3), (20, 3), (21, 4), (60, 4)];
    for (sp, modifier) in bands {
        assert_eq!(sum(Case { sp, ..base }), modifier, "{sp} SP");
    }
    for (morale, modifier) in [(-3, 2), (0, 2), (1, 0), (4, 0), (5, -1), (8, -1)] {
        assert_eq!(sum(Case { morale: Some(morale), ..base }), modifier, "morale {morale}");
    }
    assert_eq!(sum(Case { morale: None, ..base }), 0);
    assert_eq!((sum(Case { fatigue: 1, ..base }), sum(Case { fatigue: 2, ..base })), (1, 2));
    assert_eq!(sum(Case { activity: Activity::Idle, ..base }), -2);
    assert_eq!(sum(Case { want: Want::OutOfSupply, ..base }), 2);
    let lost = |total, want| rules.attrition_losses(total, want);
    for (total, losses) in [(-3, 0), (0, 0), (5, 0), (6, 1), (11, 1), (12, 2), (17, 2)] {
        assert_eq!(lost(total, Want::None), losses, "{total}");
        assert_eq!(lost(total, Want::OutOfSupply), 2 * losses, "{total}");
        assert_eq!(lost(total, Want::BesideEnemy), 3 * losses, "{total}");
    }
}

/// Lines 352 to 356.
#[test]
fn reconnaissance() {
    let rules = rules();
    let printed = [
        (-2, Finding::Nothing),
        (0, Finding::Nothing),
        (4, Finding::Nothing),
        (5, Finding::Kind),
        (6, Finding::Strength(50)),
        (7, Finding::Strength(25)),
        (8, Finding::Units(10)),
        (12, Finding::Units(10)),
    ];
    for (total, finding) in printed {
        assert_eq!(rules.finding(total), finding, "{total}");
    }
    assert_eq!((rules.margin(7, 25), rules.margin(1, 50), rules.margin(8, 10)), ((5, 9), (1, 2), (7, 9)));
    assert_eq!(with("margin-rounding", "down").margin(7, 25), (6, 8));
    assert_eq!(with("margin-rounding", "up").margin(8, 10), (7, 9));
}

/// Lines 557 to 562.
#[test]
fn replacements() {
    let rules = rules();
    let of = |total| rules.replacements(total);
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(of), [1, 1, 2, 2, 3, 3, 4, 4]);
    assert_eq!(with("replacement-ends", "zero-and-five").replacements(0), 0);
}

/// Lines 745 to 751.
#[test]
fn sardinian_track() {
    let rules = rules();
    let printed = [(1, 5, -3), (6, 10, -2), (11, 15, -1), (16, 20, 0), (21, 23, 1), (24, 25, 2)];
    for (least, most, modifier) in printed {
        for morale in least..=most {
            assert_eq!(rules.sardinian_modifier(morale).0.value, modifier, "{morale}");
        }
    }
}

/// Lines 712 to 718; 15 is in the lower band.
#[test]
fn bands() {
    let rules = rules();
    let (french, coalition) = (Some(Side::First), Some(Side::Second));
    let printed = [
        (-4, 5, coalition, Outcome::Strategic),
        (6, 15, coalition, Outcome::Major),
        (16, 20, coalition, Outcome::Marginal),
        (21, 25, None, Outcome::Draw),
        (26, 30, french, Outcome::Marginal),
        (31, 35, french, Outcome::Major),
        (36, 90, french, Outcome::Strategic),
    ];
    for (least, most, side, outcome) in printed {
        for points in least..=most {
            let (found, how, _) = rules.band(points);
            assert_eq!((found, how), (side, outcome), "{points}");
        }
    }
    assert_eq!(with("points-band-15", "marginal").band(15).1, Outcome::Marginal);
}

/// Lines 466 and 477, and 540.
#[test]
fn what_is_worked_out() {
    use grognard::montenotte::battle::manoeuvre::Bonaparte::*;
    let rules = rules();
    let half = |a, d, who| rules.manoeuvre(a, d, who).value;
    assert_eq!((half(4, 1, Absent), half(1, 4, Absent), half(9, 1, Absent), half(1, 9, Absent)), (2, -1, 2, -2));
    assert_eq!((half(1, 2, Attacks), half(1, 2, Defends)), (0, -1));
    assert_eq!(with("manoeuvre-negative-half", "away-from-zero").manoeuvre(1, 4, Absent).value, -2);
    assert_eq!((rules.morale_modifier(1, 5).value, rules.morale_modifier(3, 2).value), (-2, 1));
    let chase = |total, beaten| rules.pursuit_losses(total, beaten);
    let all = [(-1, 0, 0), (0, 0, 0), (1, 1, 1), (2, 1, 2), (3, 1, 3), (5, 2, 5), (8, 4, 8)];
    for (total, steady, broken) in all {
        assert_eq!((chase(total, Beaten::Steady), chase(total, Beaten::Demoralised)), (steady, broken), "{total}");
    }
    for cap in 0..30 {
        assert_eq!(rules.loss_cap(cap), cap / 2);
    }
}

/// The files: every reading of every ruling opens; printed figures alone do not, and say which are missing.
#[test]
fn files_and_rulings() {
    let text = include_str!("../rules/montenotte/rulings.toml");
    let book = grognard::rulings::Rulings::read("rulings", text).unwrap();
    Rulings::check(&[&book]).unwrap();
    for ruling in book.iter().filter(|ruling| ruling.latitude == grognard::rulings::Latitude::Option) {
        for reading in &ruling.readings {
            let setup = Setup::scenario("montenotte").ruling(ruling.id.as_str(), reading.id.as_str());
            Montenotte::open(&setup).unwrap_or_else(|faults| panic!("{faults}"));
        }
    }
    let printed = Montenotte::open(&Setup::scenario("montenotte").sources(SourceSet::PRINTED));
    let gaps = printed.unwrap_err().gaps;
    assert!(gaps.iter().any(|gap| gap.path == "terrain.trail.along_half_mp"), "{gaps:?}");
    assert!(Montenotte::open(&Setup::scenario("lodi")).is_err());
    assert!(Montenotte::open(&Setup::scenario("montenotte").option("fog")).is_err());
    let broken = Setup::scenario("montenotte").overlay("charts", "[weather]\nfair_most = 99999\n");
    assert!(Montenotte::open(&broken).is_err());
    let rain = "[weather]\nsource = \"reconstructed\"\nwhy = \"a wet spring\"\nfair_most = 2\n";
    Montenotte::open(&Setup::scenario("montenotte").overlay("charts", rain)).unwrap();
}

/// Overlays that make no sense are faults, never a panic.
#[test]
fn broken_files_are_faults() {
    let map = include_str!("../rules/montenotte/map.toml");
    let base = Setup::scenario("montenotte");
    for (old, new) in [
        ("columns = 18", "columns = 0"),
        ("\"0310\"", "\"9910\""),
        ("\"0310\"", "\"xx\""),
        ("\"Acqui\" = [\"1514\"]", "\"Acqui\" = []"),
        ("[\"0714\", \"0713\"", "[\"0714\", \"0113\""),
        ("\"0607-0608\"", "\"0607-1608\""),
        ("hills = [", "dunes = ["),
        ("[forts]", "[castles]"),
    ] {
        assert!(map.contains(old), "{old}");
        let broken = map.replacen(old, new, 1);
        assert!(Montenotte::open(&base.clone().overlay("map", broken)).is_err(), "{new}");
    }
    for at in (0..map.len()).step_by(97) {
        if let Some(cut) = map.get(..at) {
            let _ = Montenotte::open(&base.clone().overlay("map", cut));
        }
    }
}
