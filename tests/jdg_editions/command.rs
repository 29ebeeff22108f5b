//! Orders, phases, commanders, reinforcements, victory (1, 2, 5.2, 13).

use super::shows;
use super::war::{BLUE, WHITE, War, war};
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party};
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::ruleset::Ruleset;

/// An order goes to a formation, or to one of its groups.
#[test]
pub fn order_to() {
    shows([true, false], |edition| {
        let places = [("Van/A", "0203"), ("Van/B", "1203"), ("Guard/P", "1803"), ("commander/Alpha", "0204")];
        let mut w = War::begin(war(edition, &places, &[], ""));
        let unit = w.unit("Van/A");
        w.act(BLUE, Action::Order { unit }, &[]);
        w.showed("R 2.3/1", "M 2.3.2/1");
        w.activate("Van", 0);
        assert!(w.state.marked(Mark::Ordered).has(unit));
        w.state.marked(Mark::Ordered).has(w.unit("Van/B"))
    });
}

/// Combined markers after orders, or before them only.
#[test]
pub fn orders_phase() {
    shows([true, false], |edition| {
        let places = [("Van/A", "0203"), ("Guard/P", "1803"), ("commander/Alpha", "0204")];
        let mut w = War::begin(war(edition, &places, &[], ""));
        let unit = w.unit("Van/A");
        w.act(BLUE, Action::Order { unit }, &[]);
        let marker = Action::Marker { marker: w.marker("Both") };
        let offered = w.offers(BLUE, marker);
        if offered {
            w.act(BLUE, marker, &[]);
            w.showed("R 2.12/2", "");
        } else {
            w.refused("M 1.A/1", BLUE, marker);
        }
        offered
    });
}

/// Who could not enter comes with the next marker, or in the next turn.
#[test]
pub fn late_entry() {
    shows([true, false], |edition| {
        // One of the Rear is there, so that both its markers are in play.
        let places = [("Van/A", "0203"), ("Rear/E", "0210"), ("Guard/P", "1803")];
        let mut w = War::begin(war(edition, &places, &[("0107", &["Rear/D"])], ""));
        w.activate("Rear", 0);
        w.next_marker("Rear", 1);
        let enter = Action::Enter { unit: w.unit("Rear/D"), party: Party::Alone, gait: Gait::March };
        let offered = w.offers(BLUE, enter);
        if offered {
            w.act(BLUE, enter, &[]);
            w.showed("R 5.2/11", "");
        } else {
            w.refused("M 5.2.2/4", BLUE, enter);
        }
        offered
    });
}

/// D has entered as a reinforcement and stands in 0206; the Guard's P is seven hexes away.
fn entered(edition: Edition, both: bool) -> War {
    let places = [("Van/A", "0213"), ("Guard/P", "0906")];
    let mut w = War::begin(war(edition, &places, &[("0107", &["Rear/D", "Rear/E"])], ""));
    w.activate("Rear", 1);
    for (unit, dir) in [("Rear/E", Dir::S), ("Rear/D", Dir::NE)] {
        if unit == "Rear/D" || both {
            let unit = w.unit(unit);
            w.act(BLUE, Action::Enter { unit, party: Party::Alone, gait: Gait::Forced }, &[]);
            w.steps(BLUE, &[dir]);
            if !(both && dir == Dir::NE) {
                w.act(BLUE, Action::Halt { facing: Vertex::E }, &[]);
            }
        }
    }
    w
}

/// An enemy that comes near leaves a reinforcement its status, or ends it.
#[test]
pub fn status_ends() {
    shows([true, false], |edition| {
        let mut w = entered(edition, false);
        w.next_marker("Guard", 0);
        w.march(WHITE, "Guard/P", &[Dir::NW, Dir::SW]);
        w.showed("R 5.2/5", "M 5.2.1/5");
        w.state.is_reinforcement(w.unit("Rear/D"))
    });
}

/// The status that one unit loses near the enemy is lost by its formation, or by it alone.
#[test]
pub fn status_of() {
    shows([false, true], |edition| {
        let mut w = entered(edition, true);
        let (d, e) = (w.unit("Rear/D"), w.unit("Rear/E"));
        let mut dirs = [Dir::SE, Dir::NE].into_iter().cycle();
        while w.state.is_reinforcement(d) {
            w.steps(BLUE, &[dirs.next().unwrap()]);
        }
        w.showed("R 5.2/8", "M 5.2.1/8");
        w.state.is_reinforcement(e)
    });
}

/// A commander alone retreats two hexes, or may stop after one.
#[test]
pub fn commander_flight() {
    shows([false, true], |edition| {
        let places = [("Van/A", "0210"), ("Guard/P", "1003"), ("commander/Alpha", "0804")];
        let mut w = War::begin(war(edition, &places, &[], ""));
        w.set(&[], Some("Guard"));
        w.march(WHITE, "Guard/P", &[Dir::SW]);
        assert!(matches!(w.asked(), (BLUE, Frame::CommanderFlight { .. })));
        w.steps(BLUE, &[Dir::S]);
        w.showed("R 2.7/2", "M 2.5.2/1");
        let stops = w.offers(BLUE, Action::Done);
        if !stops {
            w.refused("R 2.7/2", BLUE, Action::Done);
        }
        stops
    });
}

/// An automatic victory counts at once, or at the end of the turn.
#[test]
pub fn automatic_victory() {
    const DESTROYED: &str = "[victory]\nautomatic = [{ side = \"Blue\", kind = \"destroyed\", formations = 1 }]\n";
    shows([true, false], |edition| {
        let places = [("Van/A", "0203"), ("Guard/P", "1803")];
        let mut w = War::begin(war(edition, &places, &[], DESTROYED));
        w.set(&[("Guard/P", Order::Eliminated), ("Guard/Q", Order::Eliminated)], None);
        w.act(BLUE, Action::Done, &[]);
        let at_once = w.rules.over(&w.state);
        if !at_once {
            let mut chance = grognard::chance::Seeded::new(7);
            while !w.rules.over(&w.state) {
                let (by, _) = w.asked();
                let outcome = w.rules.apply(&w.state, by, &Action::Done, &mut chance).expect("a turn without a deed");
                (w.state, w.log) = (outcome.state, outcome.journal);
            }
            assert_eq!(w.state.turn(), 1, "it is won as the turn ends");
        }
        w.showed("R scenario 1/21", "M 13.1/1");
        at_once
    });
}
