//! Hex geometry: the facts that the rulebooks state, and comparisons with slower methods of another kind.

use std::collections::VecDeque;

use grognard::hex::*;
use proptest::prelude::*;

const PARITIES: [Parity; 2] = [Parity::Odd, Parity::Even];

fn hex(number: &str) -> Hex {
    number.parse().unwrap()
}

fn grid(columns: u8, rows: u8, lower: Parity) -> Grid {
    Grid::new(columns, rows, lower).unwrap()
}

fn cell(grid: &Grid, number: &str) -> Cell {
    grid.cell(hex(number)).unwrap()
}

fn touch(grid: &Grid, a: &str, b: &str) -> bool {
    grid.direction(cell(grid, a), cell(grid, b)).is_some()
}

fn numbers(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|c| grid.hex(c).to_string()).collect()
}

mod numbers_and_names {
    use super::*;

    #[test]
    fn two_bytes_and_none_is_free() {
        assert_eq!(size_of::<Hex>(), 2);
        assert_eq!(size_of::<Cell>(), 2);
        assert_eq!(size_of::<Option<Cell>>(), 2);
        assert_eq!(size_of::<Option<Hexside>>(), 2);
    }

    #[test]
    fn every_number_reads_back() {
        for column in 1..=99 {
            for row in 1..=99 {
                let hex = Hex::new(column, row).unwrap();
                assert_eq!(hex.to_string().parse(), Ok(hex));
            }
        }
        assert_eq!(serde_json::to_string(&hex("0913")).unwrap(), "\"0913\"");
        assert_eq!(serde_json::from_str::<Hex>("\"0913\"").unwrap(), hex("0913"));
        assert!(hex("0999") < hex("1001"));
    }

    #[test]
    fn bad_numbers_are_refused_by_name() {
        for text in ["", "913", "09130", "09.3", "+913", "091\u{e9}", "\u{661}\u{661}", " 913"] {
            assert_eq!(text.parse::<Hex>(), Err(HexError::NotFourDigits(text.to_owned())));
        }
        assert_eq!("0013".parse::<Hex>(), Err(HexError::Column(0)));
        assert_eq!("0900".parse::<Hex>(), Err(HexError::Row(0)));
        assert_eq!(Hex::new(9, 100), Err(HexError::Row(100)));
        assert_eq!(Hex::new(100, 9), Err(HexError::Column(100)));
        assert_eq!(Hex::new(0, 0), Err(HexError::Column(0)));
        assert_eq!("0912".parse::<HexPair>(), Err(HexPairError::NoDash("0912".into())));
        assert_eq!("0912-1000".parse::<HexPair>(), Err(HexPairError::Hex(HexError::Row(0))));
        assert_eq!("0912-1012-1112".parse::<HexPair>(), Err(HexError::NotFourDigits("1012-1112".into()).into()));
    }

    #[test]
    fn directions_read_back() {
        for k in 0..6 {
            let (dir, vertex) = (Dir::from_index(k), Vertex::from_index(k));
            assert_eq!((dir.index(), vertex.index()), (k, k));
            assert_eq!(dir.to_string().parse(), Ok(dir));
            assert_eq!(vertex.to_string().parse(), Ok(vertex));
            assert_eq!(serde_json::to_string(&dir).unwrap(), format!("\"{dir}\""));
            assert_eq!(serde_json::to_string(&vertex).unwrap(), format!("\"{vertex}\""));
        }
        for (k, bearing) in Bearing::ALL.into_iter().enumerate() {
            assert_eq!(bearing.index(), k);
            assert_eq!(bearing.to_string().parse(), Ok(bearing));
            let text = serde_json::to_string(&bearing).unwrap();
            assert_eq!(serde_json::from_str::<Bearing>(&text).unwrap(), bearing);
        }
        assert_eq!(serde_json::to_string(&Parity::Odd).unwrap(), "\"odd\"");
        for text in ["E", "n", "", "NE side", "NNE"] {
            assert!(text.parse::<Dir>().is_err(), "{text}");
        }
        for text in ["N corner", "E side", "NE", "NE  side", "NE Side"] {
            assert!(text.parse::<Bearing>().is_err(), "{text}");
        }
    }
}

mod facing {
    use super::*;

    #[test]
    fn turns() {
        for a in Dir::ALL {
            assert_eq!(a.opposite().opposite(), a);
            for b in Dir::ALL {
                assert_eq!(a.turn(a.turn_to(b)), b);
                assert!((-2..=3).contains(&a.turn_to(b)));
            }
        }
        assert_eq!(Dir::N.turn(i8::MAX), Dir::N.turn(1));
        assert_eq!(Dir::N.turn(i8::MIN), Dir::N.turn(-2));
        assert_eq!(Vertex::W.turn(2), Vertex::NE);
        assert_eq!(Bearing::Side(Dir::N).turn(-1), Bearing::Corner(Vertex::NW));
        assert_eq!(Bearing::Side(Dir::N).turn(i8::MIN), Bearing::Side(Dir::N).turn(-8));
    }

    #[test]
    fn a_unit_faces_a_corner_with_two_hexes_before_it_and_four_behind() {
        assert_eq!(Vertex::NE.front(), [Dir::N, Dir::NE]);
        assert_eq!(Vertex::E.front(), [Dir::NE, Dir::SE]);
        assert_eq!(Vertex::NW.front(), [Dir::NW, Dir::N]);
        for vertex in Vertex::ALL {
            let [left, right] = vertex.front();
            assert_eq!(left.ends()[1], vertex);
            assert_eq!(right.ends()[0], vertex);
            let front: Dirs = vertex.front().into_iter().collect();
            let rear: Dirs = vertex.rear().into_iter().collect();
            assert_eq!(front.complement(), rear);
            let arcs = Arcs { front: 1, flank: 0 };
            assert_eq!(arcs.all(Bearing::Corner(vertex), Zone::Front), front);
            assert_eq!(arcs.all(Bearing::Corner(vertex), Zone::Rear), rear);
        }
    }

    #[test]
    fn arcs_share_out_the_six_hexsides() {
        for (front, flank) in (0..=6).flat_map(|a| (0..=6).map(move |b| (a, b))) {
            let arcs = Arcs { front, flank };
            for facing in Bearing::ALL {
                let [a, b, c] = [Zone::Front, Zone::Flank, Zone::Rear].map(|zone| arcs.all(facing, zone));
                assert_eq!(a.len() + b.len() + c.len(), 6);
                assert_eq!(a.union(b).union(c), Dirs::ALL);
            }
        }
        let column = Arcs { front: 2, flank: 4 };
        assert_eq!(column.all(Bearing::Side(Dir::SE), Zone::Front).to_string(), "NE SE S");
        assert_eq!(column.all(Bearing::Side(Dir::SE), Zone::Flank).to_string(), "N SW");
        assert_eq!(column.all(Bearing::Side(Dir::SE), Zone::Rear), Dir::NW.into());
        let line = Arcs { front: 1, flank: 3 };
        assert_eq!(line.all(Bearing::Corner(Vertex::NW), Zone::Front).to_string(), "N NW");
        assert_eq!(line.all(Bearing::Corner(Vertex::NW), Zone::Flank).to_string(), "NE SW");
        assert_eq!(line.all(Bearing::Corner(Vertex::NW), Zone::Rear).to_string(), "SE S");
    }

    #[test]
    fn cones_spread_by_one_hex_a_step() {
        for lower in PARITIES {
            let grid = grid(21, 21, lower);
            let apex = cell(&grid, "1111");
            for facing in Vertex::ALL {
                assert!(!grid.in_cone(apex, facing, apex));
                for d in 1..=6 {
                    let seen = grid.ring(apex, d).filter(|c| grid.in_cone(apex, facing, *c)).count();
                    assert_eq!(seen, usize::from(d) + 1);
                }
                for (dir, near) in grid.neighbours(apex) {
                    assert_eq!(grid.in_cone(apex, facing, near), facing.front().contains(&dir));
                }
            }
        }
    }
}

mod maps {
    use super::*;

    #[test]
    fn odd_columns_lower() {
        let grid = grid(30, 30, Parity::Odd);
        assert!(touch(&grid, "0915", "0816"));
        assert!(!touch(&grid, "0812", "0913"));
        assert!(touch(&grid, "0913", "0813"));
        assert!(touch(&grid, "0913", "0814"));
        assert!(touch(&grid, "1921", "2022"));
        assert!(touch(&grid, "1910", "2011"));
    }

    #[test]
    fn even_columns_lower() {
        let grid = grid(34, 24, Parity::Even);
        assert!(touch(&grid, "1409", "1310"));
        assert!(!touch(&grid, "1409", "1308"));
        assert!(!touch(&grid, "0915", "0816"));
    }

    #[test]
    fn bad_sizes_are_refused() {
        assert_eq!(Grid::new(0, 5, Parity::Odd).err(), Some(GridError::Columns(0)));
        assert_eq!(Grid::new(100, 5, Parity::Odd).err(), Some(GridError::Columns(100)));
        assert_eq!(Grid::new(5, 0, Parity::Odd).err(), Some(GridError::Rows(0)));
        assert_eq!(Grid::new(5, 100, Parity::Odd).err(), Some(GridError::Rows(100)));
        assert_eq!(grid(99, 99, Parity::Even).len(), 9801);
        let one = grid(1, 1, Parity::Even);
        assert_eq!(one.neighbours(cell(&one, "0101")).count(), 0);
    }

    #[test]
    fn cells_are_dense_and_in_the_order_of_the_numbers() {
        for lower in PARITIES {
            let grid = grid(7, 9, lower);
            let cells: Vec<_> = grid.cells().collect();
            assert_eq!(cells.len(), grid.len());
            for (i, c) in cells.iter().enumerate() {
                assert_eq!(c.index(), i);
                assert_eq!(grid.cell(grid.hex(*c)), Some(*c));
            }
            assert!(cells.windows(2).all(|w| grid.hex(w[0]) < grid.hex(w[1])));
            for off in ["0810", "0710", "0809"] {
                assert_eq!(grid.cell(hex(off)), None);
            }
        }
    }

    #[test]
    fn neighbours_are_mutual() {
        for lower in PARITIES {
            let grid = grid(6, 7, lower);
            for c in grid.cells() {
                let mut seen = 0;
                for (dir, other) in grid.neighbours(c) {
                    assert_eq!(grid.neighbour(c, dir), Some(other));
                    assert_eq!(grid.neighbour(other, dir.opposite()), Some(c));
                    assert_eq!(grid.direction(c, other), Some(dir));
                    assert_eq!(grid.leaves(c, dir), None);
                    seen += 1;
                }
                assert_eq!(seen, Dir::ALL.iter().filter(|dir| grid.neighbour(c, **dir).is_some()).count());
                assert_eq!(grid.direction(c, c), None);
            }
        }
    }

    fn by_search(grid: &Grid, from: Cell) -> Vec<u8> {
        let mut steps = vec![u8::MAX; grid.len()];
        steps[from.index()] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for (_, next) in grid.neighbours(here) {
                if steps[next.index()] == u8::MAX {
                    steps[next.index()] = steps[here.index()] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps
    }

    #[test]
    fn distance_is_the_length_of_a_shortest_way() {
        for (lower, columns, rows) in PARITIES.into_iter().flat_map(|p| [(p, 12, 13), (p, 3, 20), (p, 20, 2)]) {
            let grid = grid(columns, rows, lower);
            for a in grid.cells() {
                let steps = by_search(&grid, a);
                for b in grid.cells() {
                    assert_eq!(grid.distance(a, b), steps[b.index()]);
                    let nearer = grid.toward(a, b);
                    assert!(nearer.len() <= 2);
                    assert_eq!(nearer.is_empty(), a == b);
                }
            }
        }
    }

    #[test]
    fn rings_and_discs() {
        for lower in PARITIES {
            let grid = grid(11, 12, lower);
            for centre in grid.cells() {
                for d in 0..=14 {
                    let mut ring: Vec<_> = grid.ring(centre, d).collect();
                    ring.sort_unstable();
                    let all: Vec<_> = grid.cells().filter(|c| grid.distance(centre, *c) == d).collect();
                    assert_eq!(ring, all);
                }
                let disc: Vec<_> = grid.within(centre, 3).collect();
                assert!(disc.is_sorted_by_key(|c| grid.distance(centre, *c)));
                assert_eq!(disc.len(), grid.cells().filter(|c| grid.distance(centre, *c) <= 3).count());
            }
        }
        let grid = grid(9, 9, Parity::Odd);
        let around = numbers(&grid, grid.ring(cell(&grid, "0505"), 2)).join(" ");
        assert_eq!(around, "0503 0604 0704 0705 0706 0607 0507 0407 0306 0305 0304 0404");
        assert_eq!(grid.ring(cell(&grid, "0505"), 255).count(), 0);
    }

    #[test]
    fn edges() {
        for lower in PARITIES {
            let grid = grid(8, 7, lower);
            for edge in Edge::ALL {
                let on: Vec<_> = grid.edge(edge).collect();
                assert_eq!(on.len(), if matches!(edge, Edge::North | Edge::South) { 8 } else { 7 });
                for c in grid.cells() {
                    let nearest = on.iter().map(|e| grid.distance(c, *e)).min();
                    assert_eq!(Some(grid.to_edge(c, edge)), nearest);
                }
            }
            for c in grid.cells() {
                for dir in Dir::ALL {
                    let over = grid.leaves(c, dir);
                    assert_eq!(over.is_none(), grid.neighbour(c, dir).is_some());
                    assert!(over.is_none_or(|edge| grid.to_edge(c, edge) == 0));
                }
            }
        }
        let grid = grid(8, 7, Parity::Odd);
        assert_eq!(grid.leaves(cell(&grid, "0101"), Dir::NE), None);
        assert_eq!(grid.leaves(cell(&grid, "0401"), Dir::NE), Some(Edge::North));
        assert_eq!(grid.leaves(cell(&grid, "0307"), Dir::SW), Some(Edge::South));
        assert_eq!(grid.leaves(cell(&grid, "0801"), Dir::NE), Some(Edge::East));
        assert_eq!(grid.leaves(cell(&grid, "0103"), Dir::NW), Some(Edge::West));
        assert_eq!(numbers(&grid, grid.block(hex("0402"), hex("0301"))), ["0301", "0302", "0401", "0402"]);
        assert_eq!(grid.block(hex("0707"), hex("0999")).count(), 2);
    }

    #[test]
    fn hexsides_are_the_same_from_both_sides_and_dense() {
        for lower in PARITIES {
            let grid = grid(5, 6, lower);
            let mut seen = vec![0; grid.hexside_slots()];
            for c in grid.cells() {
                for (dir, other) in grid.neighbours(c) {
                    let side = grid.hexside(c, dir).unwrap();
                    assert_eq!(grid.hexside(other, dir.opposite()), Some(side));
                    assert_eq!(grid.between(c, other), Some(side));
                    assert_eq!(grid.sides_of(side), [c.min(other), c.max(other)]);
                    assert_eq!(grid.hexside_of(grid.pair(side)), Ok(side));
                    let [a, b] = grid.ends_of(side);
                    let touching = grid.neighbours(c).map(|(_, n)| n).filter(|n| grid.direction(*n, other).is_some());
                    let touching: Vec<_> = touching.collect();
                    assert_eq!(touching.len(), a.iter().chain(&b).count());
                    assert!(a.iter().chain(&b).all(|end| touching.contains(end)));
                    if let (Some(a), Some(b)) = (a, b) {
                        let [a, b] = [a, b].map(|end| grid.hex(end));
                        let south = |h: Hex| (2 * h.row() + lower.drop_of(h.column()), h.column());
                        assert!(south(a) < south(b), "{:?}: {a} {b}", grid.pair(side));
                    }
                    seen[side.index()] += 1;
                }
                for dir in Dir::ALL {
                    assert_eq!(grid.hexside(c, dir).is_some(), grid.neighbour(c, dir).is_some());
                }
                assert_eq!(grid.between(c, c), None);
            }
            assert!(seen.iter().all(|n| *n == 0 || *n == 2));
            let listed: Vec<_> = grid.hexsides().collect();
            assert!(listed.is_sorted());
            assert_eq!(listed.len(), seen.iter().filter(|n| **n == 2).count());
        }
    }

    #[test]
    fn hexsides_are_read_by_their_numbers() {
        let grid = grid(12, 12, Parity::Odd);
        let side = grid.hexside_of("0912-1012".parse().unwrap()).unwrap();
        assert_eq!(grid.between(cell(&grid, "1012"), cell(&grid, "0912")), Some(side));
        let off = grid.hexside_of("0812-0913".parse().unwrap());
        assert_eq!(off, Err(NotAdjacent::OffMap(hex("0913"))));
        let apart = grid.hexside_of("0811-0912".parse().unwrap());
        assert_eq!(apart, Err(NotAdjacent::Apart(hex("0811"), hex("0912"))));
    }

    #[test]
    fn cells_of_another_map_do_no_harm() {
        let (large, small) = (grid(99, 99, Parity::Odd), grid(2, 2, Parity::Even));
        let far = cell(&large, "9999");
        let side = large.hexside(far, Dir::N).unwrap();
        assert_eq!(small.neighbour(far, Dir::N), None);
        assert!(small.hex(far) <= hex("0202"));
        assert!(small.distance(far, cell(&small, "0202")) <= 2);
        assert!(small.sides_of(side).iter().all(|c| c.index() < 4));
        assert_eq!(small.ends_of(side), [None; 2]);
        assert!(small.ring(far, 1).all(|c| c.index() < 4));
        assert_eq!(small.direction(far, far), None);
    }

    #[test]
    fn sets_of_cells() {
        let grid = grid(20, 20, Parity::Odd);
        let a: CellSet = grid.within(cell(&grid, "0505"), 3).collect();
        let b: CellSet = grid.within(cell(&grid, "0707"), 3).collect();
        let mut union = a.clone();
        union.unite(&b);
        let mut common = a.clone();
        common.intersect(&b);
        let mut only = a.clone();
        only.subtract(&b);
        for c in grid.cells() {
            let (in_a, in_b) = (a.contains(c), b.contains(c));
            assert_eq!(union.contains(c), in_a || in_b);
            assert_eq!(common.contains(c), in_a && in_b);
            assert_eq!(only.contains(c), in_a && !in_b);
        }
        assert_eq!(union.iter().count(), union.len());
        assert!(union.iter().is_sorted());
        assert_eq!(union.len() + common.len(), a.len() + b.len());
        let mut roomy = CellSet::with_room(grid.len());
        assert!(roomy.is_empty() && roomy == CellSet::new());
        assert!(roomy.insert(cell(&grid, "0101")) && !roomy.insert(cell(&grid, "0101")));
        assert_eq!(roomy, CellSet::from_iter([cell(&grid, "0101")]));
        assert_ne!(roomy, CellSet::new());
        assert!(roomy.remove(cell(&grid, "0101")) && !roomy.remove(cell(&grid, "2020")));
        assert_eq!(CellSet::new(), roomy);
        union.clear();
        assert!(union.is_empty());
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,12}") {
        if let Ok(hex) = text.parse::<Hex>() {
            prop_assert_eq!(hex.to_string(), text.clone());
        }
        if let Ok(pair) = text.parse::<HexPair>() {
            prop_assert_eq!(pair.to_string(), text);
        }
    }

    #[test]
    fn distances_obey_the_triangle(lower in 0..2_usize, a in 0..2500_usize, b in 0..2500_usize, c in 0..2500_usize) {
        let grid = grid(50, 50, PARITIES[lower]);
        let cells: Vec<_> = grid.cells().collect();
        let (a, b, c) = (cells[a], cells[b], cells[c]);
        prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
        prop_assert_eq!(grid.distance(a, b) == 0, a == b);
    }
}
