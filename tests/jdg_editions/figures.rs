//! Figures that the books give differently. They stand in the charts, so `edition.rs` has no entry for them.

use super::drill::{Drill, halt, march};
use super::field::Field;
use super::shows;
use super::support::proves;
use grognard::hex::Vertex::E;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::edition::Edition::Rivoli;
use grognard::jours_de_gloire::state::Order::{Eliminated, Good, Routed};

/// Leaving square costs one point of four, or two.
#[test]
fn leaving_square() {
    shows([3, 2], |edition| {
        let mut d = Drill::new(edition);
        let a = d.foot("A", "0505", E);
        d.square(a);
        let mut g = d.ready();
        g.prove(&["R 4.2/5", "M 4.2/9"], Action::LeaveSquare { unit: a }, &[]);
        g.act(march(a), &[]);
        g.left()
    });
}

/// A battery never stacks with cavalry, or with one unit of it.
#[test]
fn artillery_with_cavalry() {
    shows([false, true], |edition| {
        let mut d = Drill::new(edition);
        let (gun, _) = (d.gun("A", "0505", E), d.horse("A", "0605", E));
        let mut g = d.ready();
        g.act(march(gun), &[]);
        let onto = g.step("0605");
        let offered = g.offers(onto) && {
            g.act(onto, &[]);
            g.offers(halt(E))
        };
        if offered {
            g.act(halt(E), &[]);
        } else if g.at(gun) == "0605" {
            g.refused(&["R 5.1/8"], halt(E));
        } else {
            g.refused(&["R 5.1/8"], onto);
        }
        offered
    });
}

/// Three weak units stack, or never three.
#[test]
fn three_weak_units() {
    shows([false, true], |edition| {
        let mut d = Drill::new(edition);
        let units = [d.foot("A", "0505", E), d.foot("A", "0605", E), d.foot("A", "0605", E)];
        for unit in units {
            d.strength(unit, 2);
        }
        let mut g = d.ready();
        g.act(march(units[0]), &[]);
        let onto = g.step("0605");
        if g.offers(onto) {
            g.act(onto, &[]);
        }
        let offered = g.at(units[0]) == "0605" && g.offers(halt(E));
        if offered {
            g.prove(&["M 5.1.1/7"], halt(E), &[]);
        } else if g.at(units[0]) == "0605" {
            g.refused(&["R 5.1/2"], halt(E));
        } else {
            g.refused(&["R 5.1/2"], onto);
        }
        offered
    });
}

/// Around an obstacle infantry shifts by as many columns as it needs, or by two.
#[test]
fn columns_of_a_run() {
    shows([Routed, Eliminated], |edition| {
        let field = Field::clear(edition);
        // Fronts from column 02 to 11; three columns to the west there is none.
        let wall = ["0209", "0409", "0609", "0809", "1009"];
        let mut units: Vec<_> = ["Line/A", "Line/B", "Line/C", "Line/D", "Line/E"]
            .into_iter()
            .zip(wall)
            .map(|(u, hex)| (u, hex, Good))
            .collect();
        units.push(("Foot/A", "0407", Routed));
        let (s, journal) = field.phase_e(field.place(&units));
        proves(&[if edition == Rivoli { "R 10.4/7" } else { "M 10.4/6" }], &journal);
        field.order(&s, "Foot/A")
    });
}
