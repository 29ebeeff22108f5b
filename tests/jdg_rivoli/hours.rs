//! Thirteen turns with their hours and their light, and who arrives when (R specific 0.1, R scenario 1).

use super::game::open;

/// The hour of each turn; `*` is night.
const TURNS: [&str; 13] = [
    "4:00*", "5:15*", "6:30*", "7:45", "9:00", "10:15", "11:30", "12:45", "14:00", "15:15", "16:30", "17:45", "19:00*",
];

/// The hours of the arrivals that the scenarios print, each with a unit and its hex.
const ARRIVALS: [(&str, &str, &str); 7] = [
    ("7:45", "Quasdanovitch/Gr.", "3101"),
    ("7:45", "Lusignan/Klebek", "0901"),
    ("9:00", "Wukassovitch/Jordis", "3401"),
    ("9:00", "Masséna/Rampon, 32nd I", "1722"),
    ("10:15", "Masséna/Brune, 75th II", "1722"),
    ("14:00", "Rey/Baraguey d'Hilliers, 58th I", "0321"),
    ("16:30", "Rey/Murat, 12th Light II", "0105"),
];

#[test]
fn thirteen_turns_from_four_to_seven() {
    for name in ["rivoli-historical", "rivoli-free", "rivoli-arrival"] {
        let rules = open(name, &[]);
        let scenario = rules.scenario();
        assert_eq!(scenario.turns.len(), 13);
        let hour = |turn: u8| scenario.clock(turn).map(|(hours, minutes)| format!("{hours}:{minutes:02}"));
        for (turn, (light, told)) in (1..).zip(scenario.turns.iter().zip(TURNS)) {
            assert_eq!(hour(turn).as_deref(), Some(told.trim_end_matches('*')), "{name}");
            assert_eq!(light.night(), told.ends_with('*'), "{name}, turn {turn}");
        }
        assert_eq!((hour(0), hour(14)), (None, None));
        for (told, unit, hex) in ARRIVALS {
            let unit = rules.roster().unit_named(unit).unwrap_or_else(|| panic!("no unit {unit}"));
            let arrival = scenario.arrivals.iter().find(|arrival| arrival.units.has(unit)).expect("an arrival");
            assert_eq!((hour(arrival.turn).as_deref(), rules.hex_name(arrival.cell).as_str()), (Some(told), hex));
        }
    }
}
