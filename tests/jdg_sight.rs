//! Lines of sight (7.4), clause by clause: fire that is allowed proves what does not block, fire that is refused what does.

#[path = "support/field.rs"]
mod field;
mod support;

use field::{Field, GUN, Journal, Kind};
use grognard::hex::{Meets, Vertex, trace};
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Barrier, Terrain};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::frame::Party;
use grognard::jours_de_gloire::sight::Screen;
use grognard::jours_de_gloire::state::State;
use grognard::jours_de_gloire::why::Why;
use grognard::refusal::Stop;
use support::{proves, refused};

/// A battery that reaches everywhere.
const LONG: Kind = Kind { reach: (9, 9), ..GUN };

/// Fires from one hex at infantry in another, over the field as `draw` makes it, without effect.
fn fire(edition: Edition, from: &str, to: &str, draw: &dyn Fn(&mut Field)) -> Result<Journal, Stop<Why>> {
    let mut field = Field::new(edition);
    draw(&mut field);
    let (a, b) = (field.cell(from), field.cell(to));
    let facing = Vertex::ALL.into_iter().find(|facing| field.map.grid.in_cone(a, *facing, b)).unwrap();
    let unit = field.unit("A", LONG, from, facing);
    field.foot("C", to, Vertex::E);
    let mut game = field.ready();
    game.act(Action::Fire { unit, target: b, party: Party::Alone }, &[0])
}

fn sides(number: &str, edition: Edition) -> String {
    format!("{} {number}", if edition == Edition::Rivoli { 'R' } else { 'M' })
}

/// Both ends see each other, under this rule.
fn clear(number: &str, a: &str, b: &str, draw: impl Fn(&mut Field)) {
    for edition in Edition::ALL {
        for (from, to) in [(a, b), (b, a)] {
            let journal = fire(edition, from, to, &draw).unwrap_or_else(|stop| panic!("{from} to {to}: {stop}"));
            proves(&[&sides(number, edition)], &journal);
        }
    }
}

/// Neither sees the other, under this rule.
fn blocked(number: &str, a: &str, b: &str, draw: impl Fn(&mut Field)) {
    for edition in Edition::ALL {
        for (from, to) in [(a, b), (b, a)] {
            match fire(edition, from, to, &draw) {
                Err(stop) => refused(&[&sides(number, edition), &sides("7.4/1", edition)], &stop),
                Ok(_) => panic!("{from} sees {to}"),
            }
        }
    }
}

#[test]
fn over_open_ground_the_line_is_clear() {
    clear("7.4/1", "0503", "0508", |_| {});
    for ground in [Terrain::Rough, Terrain::DryLake, Terrain::Marsh, Terrain::Cassina, Terrain::Ruins, Terrain::Lake] {
        clear("7.4/1", "0503", "0508", |f| f.terrain("0505", ground));
    }
    for side in [Barrier::Slope, Barrier::Level, Barrier::Stream, Barrier::River] {
        clear("7.4/1", "0503", "0508", |f| f.barrier("0505", "0506", side));
    }
}

#[test]
fn hexes_higher_than_both_ends_block() {
    blocked("7.4.1/1", "0503", "0508", |f| f.level("0505", 1));
    // Not higher than one of them.
    clear("7.4/1", "0503", "0508", |f| {
        f.level("0505", 1);
        f.level("0508", 1);
    });
    // However near the higher end it is.
    for hill in ["0504", "0505", "0506", "0507"] {
        blocked("7.4.1/1", "0503", "0508", |f| {
            f.level("0503", 1);
            f.level(hill, 2);
        });
    }
}

#[test]
fn cover_and_units_block() {
    let cover = [Terrain::Village, Terrain::Woods, Terrain::Orchard, Terrain::Town, Terrain::Castle];
    for ground in cover {
        blocked("7.4.1/2", "0503", "0508", |f| f.terrain("0505", ground));
        // In the hexes at the ends it does not matter.
        clear("7.4/1", "0503", "0508", |f| f.terrain("0508", ground));
    }
    for formation in ["B", "D"] {
        blocked("7.4.1/2", "0503", "0508", |f| {
            f.foot(formation, "0506", Vertex::E);
        });
    }
}

#[test]
fn by_a_ruling_only_villages_block() {
    let open = |f: &mut Field| f.ruling("sight-towns", "villages");
    for ground in [Terrain::Town, Terrain::Castle] {
        clear("7.4/1", "0503", "0508", |f| {
            open(f);
            f.terrain("0505", ground);
        });
    }
    blocked("7.4.1/2", "0503", "0508", |f| {
        open(f);
        f.terrain("0505", Terrain::Village);
    });
}

#[test]
fn hexsides_block() {
    for side in [Barrier::Crest, Barrier::SteepSlope, Barrier::Redoubt, Barrier::Fortification] {
        blocked("7.4.1/3", "0503", "0508", |f| f.barrier("0505", "0506", side));
    }
    for side in [Barrier::Crest, Barrier::SteepSlope] {
        blocked("7.4.1/3", "0503", "0508", |f| f.barrier("0503", "0504", side));
    }
}

#[test]
fn a_work_beside_either_end_does_not_block() {
    for side in [Barrier::Redoubt, Barrier::Fortification] {
        clear("7.4.1/4", "0503", "0508", |f| f.barrier("0503", "0504", side));
        clear("7.4.1/4", "0503", "0508", |f| f.barrier("0507", "0508", side));
    }
    // 0503 only touches a corner of this one, which the line runs along.
    let touching = |f: &mut Field| f.barrier("0603", "0604", Barrier::Redoubt);
    blocked("7.4.2/3", "0503", "0703", touching);
    clear("7.4.1/4", "0503", "0703", |f| {
        touching(f);
        f.ruling("sight-beside-a-wall", "touching");
    });
}

#[test]
fn along_the_side_of_one_blocking_hex_the_line_is_clear() {
    clear("7.4.2/1", "0503", "0703", |f| f.terrain("0603", Terrain::Woods));
    clear("7.4.2/1", "0503", "0703", |f| f.terrain("0604", Terrain::Village));
    clear("7.4.2/1", "0503", "0703", |f| {
        f.foot("B", "0604", Vertex::E);
    });
}

#[test]
fn between_two_blocking_hexes_it_is_blocked() {
    let two = |f: &mut Field| {
        f.terrain("0603", Terrain::Woods);
        f.foot("B", "0604", Vertex::E);
    };
    blocked("7.4.2/2", "0503", "0703", two);
    // Left at one hexside and right at another: between them lies a hex that the line enters.
    let apart = |f: &mut Field| {
        f.terrain("0603", Terrain::Woods);
        f.terrain("0804", Terrain::Woods);
    };
    clear("7.4.2/1", "0503", "0903", apart);
    blocked("7.4.2/2", "0503", "0903", |f| {
        apart(f);
        f.ruling("sight-between-two-hexes", "anywhere");
    });
    // Twice on the same hand is one hand.
    clear("7.4.2/1", "0503", "0903", |f| {
        f.terrain("0603", Terrain::Woods);
        f.terrain("0803", Terrain::Woods);
        f.ruling("sight-between-two-hexes", "anywhere");
    });
}

#[test]
fn along_a_blocking_hexside_it_is_blocked() {
    for side in [Barrier::Crest, Barrier::SteepSlope, Barrier::Redoubt, Barrier::Fortification] {
        blocked("7.4.2/3", "0503", "0703", |f| f.barrier("0603", "0604", side));
    }
}

#[test]
fn what_a_line_touches_at_a_corner_blocks_in_pairs() {
    // The line starts to run between 0603 and 0604 where their sides with 0503 end.
    let one = |f: &mut Field| f.barrier("0503", "0603", Barrier::Crest);
    let two = |f: &mut Field| {
        one(f);
        f.barrier("0503", "0604", Barrier::Crest);
    };
    clear("7.4.2/1", "0503", "0703", one);
    blocked("7.4.2/2", "0503", "0703", two);
    clear("7.4/1", "0503", "0703", |f| {
        two(f);
        f.ruling("sight-at-a-corner", "never");
    });
    blocked("7.4.1/3", "0503", "0703", |f| {
        one(f);
        f.ruling("sight-at-a-corner", "each");
    });
    // A crest on one hand, a wood on the other.
    blocked("7.4.2/2", "0503", "0703", |f| {
        one(f);
        f.terrain("0604", Terrain::Woods);
    });
}

#[test]
fn a_line_through_a_corner_is_blocked_left_and_right() {
    // 0107 to 0606 passes from 0207 to 0306 through the end of their side, and touches 0307 there.
    let field = Field::new(Edition::Montebello);
    let grid = &field.map.grid;
    let met = trace(grid, field.cell("0107"), field.cell("0606")).find_map(|piece| match piece.meets {
        Meets::Corner { hexside, beside } => Some((grid.pair(hexside).to_string(), grid.hex(beside).to_string())),
        _ => None,
    });
    assert_eq!(met, Some(("0207-0306".into(), "0307".into())));
    let crest = |f: &mut Field, a: &str, b: &str| f.barrier(a, b, Barrier::Crest);
    let (a, b) = ("0107", "0606");
    clear("7.4.2/1", a, b, |f| crest(f, "0207", "0306"));
    clear("7.4.2/1", a, b, |f| f.terrain("0307", Terrain::Woods));
    clear("7.4.2/1", a, b, |f| {
        // Both on the hand of 0307: the crest turns away from the line.
        crest(f, "0207", "0307");
        crest(f, "0306", "0307");
    });
    for side in ["0207", "0306"] {
        blocked("7.4.2/2", a, b, |f| {
            crest(f, "0207", "0306");
            crest(f, side, "0307");
        });
    }
    blocked("7.4.2/2", a, b, |f| {
        crest(f, "0207", "0306");
        f.terrain("0307", Terrain::Woods);
    });
    blocked("7.4.1/2", a, b, |f| {
        f.ruling("sight-at-a-corner", "each");
        f.terrain("0307", Terrain::Woods);
    });
    clear("7.4/1", a, b, |f| {
        f.ruling("sight-at-a-corner", "never");
        crest(f, "0207", "0306");
        f.terrain("0307", Terrain::Woods);
    });
}

#[test]
fn two_higher_ends_look_over_what_is_lower() {
    let ends = |f: &mut Field, a: i8, b: i8| {
        f.level("0503", a);
        f.level("0509", b);
    };
    for cover in ["0504", "0506", "0508"] {
        clear("7.4.3/1", "0503", "0509", |f| {
            ends(f, 1, 2);
            f.terrain(cover, Terrain::Woods);
        });
    }
    clear("7.4.3/1", "0503", "0509", |f| {
        ends(f, 1, 1);
        f.foot("B", "0508", Vertex::E);
    });
    clear("7.4.3/1", "0503", "0509", |f| {
        ends(f, 1, 1);
        f.barrier("0505", "0506", Barrier::Crest);
    });
    // At their own level it blocks.
    blocked("7.4.1/2", "0503", "0509", |f| {
        ends(f, 1, 1);
        f.level("0506", 1);
        f.terrain("0506", Terrain::Woods);
    });
}

#[test]
fn a_higher_end_looks_over_its_own_half() {
    let wood = |at: &'static str| {
        move |f: &mut Field| {
            f.level("0503", 1);
            f.terrain(at, Terrain::Woods);
        }
    };
    for edition in Edition::ALL {
        for near in ["0504", "0505", "0506"] {
            // From above, and from below at what is above.
            proves(&[&sides("7.4.3/2", edition)], &fire(edition, "0503", "0509", &wood(near)).unwrap());
            proves(&[&sides("7.4.3/3", edition)], &fire(edition, "0509", "0503", &wood(near)).unwrap());
        }
    }
    for far in ["0507", "0508"] {
        blocked("7.4.1/2", "0503", "0509", wood(far));
    }
    // The obstacle at the level of the higher end is not looked over.
    blocked("7.4.1/2", "0503", "0509", |f| {
        f.level("0503", 1);
        f.level("0504", 1);
        f.terrain("0504", Terrain::Woods);
    });
    // A hexside half a hex on this side of the middle, and on the other.
    let wall = |a: &'static str, b: &'static str| {
        move |f: &mut Field| {
            f.level("0503", 1);
            f.barrier(a, b, Barrier::Crest);
        }
    };
    for edition in Edition::ALL {
        proves(&[&sides("7.4.3/2", edition)], &fire(edition, "0503", "0509", &wall("0505", "0506")).unwrap());
    }
    blocked("7.4.1/3", "0503", "0509", wall("0506", "0507"));
}

#[test]
fn the_half_may_be_measured_along_the_line() {
    // On this line the wood is 2 hexes from one end and 3 from the other; its part of the line lies across the middle.
    let wood = |f: &mut Field| {
        f.level("0107", 1);
        f.terrain("0407", Terrain::Woods);
    };
    let field = Field::new(Edition::Montebello);
    let grid = &field.map.grid;
    let [a, w, b] = ["0107", "0407", "0606"].map(|hex| field.cell(hex));
    assert!(grid.distance(a, w) > grid.distance(w, b), "the wood is in the far half by either measure");
    blocked("7.4.1/2", "0107", "0606", wood);
    blocked("7.4.1/2", "0107", "0606", |f| {
        wood(f);
        f.ruling("sight-nearer-half", "line");
    });
}

#[test]
fn in_rivoli_a_hill_may_be_read_as_looked_over() {
    let hill = |f: &mut Field| {
        f.level("0503", 1);
        f.level("0504", 2);
    };
    let as_printed = |f: &mut Field| {
        hill(f);
        f.ruling("sight-hill-above-both", "as-printed");
    };
    assert!(fire(Edition::Rivoli, "0503", "0508", &hill).is_err());
    proves(&["R 7.4.3/2"], &fire(Edition::Rivoli, "0503", "0508", &as_printed).unwrap());
    proves(&["R 7.4.3/3"], &fire(Edition::Rivoli, "0508", "0503", &as_printed).unwrap());
}

#[test]
fn a_unit_does_not_see_over_its_own_steep_slope() {
    let slope = |f: &mut Field| {
        f.level("0503", 2);
        f.barrier("0503", "0504", Barrier::SteepSlope);
    };
    blocked("7.4.1/3", "0503", "0508", slope);
    for edition in Edition::ALL {
        let from_above = |f: &mut Field| {
            slope(f);
            f.ruling("sight-over-own-slope", "yes");
        };
        proves(&[&sides("7.4.3/2", edition)], &fire(edition, "0503", "0508", &from_above).unwrap());
        proves(&[&sides("7.4.3/3", edition)], &fire(edition, "0508", "0503", &from_above).unwrap());
    }
}

#[test]
fn adjacent_hexes_see_each_other() {
    clear("7.4.4/1", "0503", "0504", |_| {});
    clear("7.4.4/1", "0503", "0504", |f| {
        f.level("0503", 3);
        f.terrain("0503", Terrain::Woods);
        f.barrier("0503", "0504", Barrier::Redoubt);
    });
    for side in [Barrier::Crest, Barrier::SteepSlope] {
        blocked("7.4.4/2", "0503", "0504", |f| f.barrier("0503", "0504", side));
    }
}

#[test]
fn what_blocks_is_named() {
    let mut field = Field::new(Edition::Montebello);
    let unit = field.foot("B", "0506", Vertex::E);
    let (from, to, at) = (field.cell("0503"), field.cell("0508"), field.cell("0506"));
    let game = field.ready();
    let by = game.rules.sees(&game.state, from, to).blocked().unwrap();
    assert_eq!((by.screen, by.other), (Screen::Unit(at, unit), None));
    let nobody: &State = &game.state;
    assert!(game.rules.sees(nobody, at, to).is_clear());
}
