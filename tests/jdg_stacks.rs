//! Stacks (5.1): the rule by which units stand together, asked without playing, and their order when more than two meet.

#[path = "support/drill.rs"]
mod drill;
mod support;

use drill::{Drill, Game, both, halt};
use grognard::hex::Vertex::E;
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::Step;
use grognard::jours_de_gloire::position::Orders;
use grognard::jours_de_gloire::state::Order;
use grognard::side::{UnitId, UnitSet};

/// What the questions say of these units: the rule that lets them stand together, or the one that forbids it.
fn asked(g: &Game, units: &[UnitId]) -> Result<String, String> {
    let units: UnitSet = units.iter().copied().collect();
    match g.rules.questions(&g.state).stack(units) {
        Ok(by) => Ok(by.iter().map(|rule| rule.to_string()).collect()),
        Err(grognard::refusal::Refusal::Forbidden { rules, .. }) => {
            Err(rules.iter().map(|rule| rule.to_string()).collect())
        }
        Err(other) => panic!("{other:?}"),
    }
}

/// The rule of the edition, of the two books' rules.
fn of(edition: Edition, [rivoli, montebello]: [&str; 2]) -> String {
    if edition == Edition::Rivoli { rivoli } else { montebello }.to_owned()
}

#[test]
fn each_stack_stands_under_a_rule_of_its_own() {
    both(|edition| {
        let montebello = edition == Edition::Montebello;
        let mut d = Drill::new(edition);
        let foot = [d.foot("A", "0505", E), d.foot("A", "0606", E), d.foot("A", "0707", E)];
        for unit in foot {
            d.strength(unit, 2);
        }
        let strong = d.foot("A", "0303", E);
        let stranger = d.foot("B", "0404", E);
        let horse = d.horse("A", "0808", E);
        let guns = [d.gun("A", "0909", E), d.gun("B", "1010", E), d.gun("B", "1011", E)];
        let routed = [d.foot("A", "1212", E), d.foot("B", "1313", E), d.foot("A", "1412", E)];
        for unit in routed {
            d.order(unit, Order::Routed);
        }
        let bolted = d.horse("A", "1515", E);
        d.order(bolted, Order::Routed);
        let squares = [d.foot("A", "1111", E), d.foot("A", "1211", E)];
        for unit in squares {
            d.square(unit);
        }
        let g = d.ready();
        let ask = |units: &[UnitId]| asked(&g, units);
        let by = |rules| Ok(of(edition, rules));
        let no = |rules| Err(of(edition, rules));

        // Alone anyone may stand, whatever its state.
        for unit in [foot[0], guns[0], routed[0], squares[0]] {
            assert_eq!(ask(&[unit]), by(["R 5.1/2", "M 5.1.1/2"]));
        }
        assert_eq!(ask(&foot[..2]), by(["R 5.1/2", "M 5.1.1/2"]));
        assert_eq!(ask(&[foot[0], stranger]), no(["R 5.1/2", "M 5.1.1/2"]));
        assert_eq!(ask(&[foot[0], horse]), no(["R 5.1/2", "M 5.1.1/11"]));
        // Three of six points in all, in Montebello; not of eight.
        assert_eq!(ask(&foot), if montebello { by(["", "M 5.1.1/7"]) } else { no(["R 5.1/2", ""]) });
        assert_eq!(ask(&[foot[0], foot[1], strong]), no(["R 5.1/2", "M 5.1.1/2"]));
        assert_eq!(ask(&guns[..2]), by(["R 5.1/4", "M 5.1.1/5"]));
        assert_eq!(ask(&guns), no(["R 5.1/4", "M 5.1.1/5"]));
        assert_eq!(ask(&[foot[0], guns[1]]), by(["R 5.1/3", "M 5.1.1/3"]));
        assert_eq!(ask(&[foot[0], foot[1], guns[1]]), by(["R 5.1/3", "M 5.1.1/3"]));
        assert_eq!(ask(&[foot[0], guns[0], guns[1]]), no(["R 5.1/3", "M 5.1.1/3"]));
        let mounted = ask(&[horse, guns[0]]);
        assert_eq!(mounted, if montebello { by(["", "M 5.1.1/4"]) } else { no(["R 5.1/8", ""]) });
        assert_eq!(ask(&squares), by(["R 5.1/7", "M 5.1.1/10"]));
        assert_eq!(ask(&[squares[0], foot[0]]), no(["R 5.1/7", "M 5.1.1/10"]));
        // Routed units with each other, two at most; of whatever formation in Montebello.
        assert_eq!(ask(&[routed[0], routed[2]]), by(["R 5.1/6", "M 5.1.1/9"]));
        assert_eq!(ask(&routed[..2]), if montebello { by(["", "M 5.1.1/9"]) } else { no(["R 5.1/2", ""]) });
        // Of whatever kind in Rivoli.
        let mixed = ask(&[routed[0], bolted]);
        assert_eq!(mixed, if montebello { no(["", "M 5.1.1/11"]) } else { by(["R 5.1/6", ""]) });
        assert_eq!(ask(&routed), no(["R 5.1/2", "M 5.1.1/2"]));
        assert_eq!(ask(&[routed[0], foot[0]]), no(["R 5.1/6", "M 5.1.1/9"]));
    });
}

#[test]
fn whoever_comes_third_goes_beneath_both() {
    let mut d = Drill::new(Edition::Montebello);
    // The counters' numbers run against the order of arrival, so that no tie is broken the right way by chance.
    let [third, second, first] = ["0504", "0505", "0605"].map(|hex| d.foot("A", hex, E));
    for unit in [third, second, first] {
        d.strength(unit, 2);
        d.points(unit, 9);
    }
    let mut g = d.begin("A", Orders::Received, Step::Movement);
    for (unit, way) in [(second, &["0605"][..]), (third, &["0505", "0605"])] {
        g.march(unit, way);
        g.act(halt(E), &[]);
        g.showed(&["M 5.1.2/2"]);
    }
    let mut stack = g.state.units_at(g.cell("0605"));
    for top in [first, second, third] {
        assert_eq!(g.rules.top_fighter(&g.state, stack), Some(top));
        stack = stack.less(top.only());
    }
    assert_eq!(g.rules.top_fighter(&g.state, stack), None);
}
