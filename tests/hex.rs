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

mod lines {
    use super::*;

    /// A position along a line, as an exact fraction.
    #[derive(Clone, Copy, Debug)]
    struct At(i64, i64);

    impl PartialEq for At {
        fn eq(&self, other: &Self) -> bool {
            self.0 * other.1 == other.0 * self.1
        }
    }

    impl PartialEq<Ratio> for At {
        fn eq(&self, other: &Ratio) -> bool {
            *self == At(other.numerator().into(), other.denominator().into())
        }
    }

    type Point = (i64, i64);

    /// The hexes whose centres are nearest, and from where to where.
    type Near = (Vec<(Point, Option<Cell>)>, At, At);

    /// The centre of a hex where a unit of `y` is longer than one of `x` by the square root of 3.
    fn centre(grid: &Grid, cell: Cell) -> Point {
        let hex = grid.hex(cell);
        let y = 2 * i64::from(hex.row()) + i64::from(grid.parity().drop_of(hex.column()));
        (3 * i64::from(hex.column()), y)
    }

    /// The centres of the map and of one more hex around it.
    fn centres(grid: &Grid) -> Vec<(Point, Option<Cell>)> {
        let mut all = Vec::new();
        for column in 0..=i64::from(grid.columns()) + 1 {
            for row in 0..=i64::from(grid.rows()) + 1 {
                let lower = (column % 2 == 1) == (grid.parity() == Parity::Odd);
                let hex = Hex::new(column as u8, row as u8).ok();
                all.push(((3 * column, 2 * row + i64::from(lower)), hex.and_then(|hex| grid.cell(hex))));
            }
        }
        all
    }

    /// The pieces of a line by another method: a hex is the set of the points that lie nearest to its centre, so each
    /// point of the line belongs to one hex, to two (on a hexside) or to three (in a corner).
    fn pieces_by_distance(grid: &Grid, from: Cell, to: Cell) -> Vec<Near> {
        let (a, b) = (centre(grid, from), centre(grid, to));
        let d = (b.0 - a.0, b.1 - a.1);
        let dot = |p: Point, q: Point| p.0 * q.0 + 3 * p.1 * q.1;
        // Points as near to one centre as to its neighbour lie where the product with the step is a multiple of 3.
        let mut times = vec![At(0, 1), At(1, 1)];
        for u in [(0, 2), (3, 1), (3, -1)] {
            let whole = dot(d, u);
            let [low, high] = [dot(a, u).min(dot(b, u)), dot(a, u).max(dot(b, u))];
            for k in low / 3..=high / 3 {
                let t = At((3 * k - dot(a, u)) * whole.signum(), whole.abs());
                if whole != 0 && t.0 > 0 && t.0 < t.1 {
                    times.push(t);
                }
            }
        }
        times.sort_by(|p, q| (p.0 * q.1).cmp(&(q.0 * p.1)));
        times.dedup();
        let mut around = centres(grid);
        let reach = 2 * (d.0.abs() + d.1.abs());
        around.retain(|(c, _)| (d.0 * (c.1 - a.1) - d.1 * (c.0 - a.0)).abs() <= reach);
        let nearest = |t: At| {
            let p = (a.0 * t.1 + d.0 * t.0, a.1 * t.1 + d.1 * t.0);
            let far = |c: Point| dot((p.0 - c.0 * t.1, p.1 - c.1 * t.1), (p.0 - c.0 * t.1, p.1 - c.1 * t.1));
            let least = around.iter().map(|(c, _)| far(*c)).min().unwrap();
            around.iter().copied().filter(|(c, _)| far(*c) == least).collect::<Vec<_>>()
        };
        let mut pieces: Vec<Near> = Vec::new();
        let mut put = |hexes, from, to| match pieces.last_mut() {
            Some(last) if last.0 == hexes => last.2 = to,
            _ => pieces.push((hexes, from, to)),
        };
        for pair in times.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            put(nearest(from), from, from);
            put(nearest(At(from.0 * to.1 + to.0 * from.1, 2 * from.1 * to.1)), from, to);
        }
        put(nearest(At(1, 1)), At(1, 1), At(1, 1));
        pieces
    }

    fn cells_of(piece: &[(Point, Option<Cell>)]) -> Vec<Option<Cell>> {
        piece.iter().map(|(_, cell)| *cell).collect()
    }

    fn sorted<const N: usize>(mut cells: [Option<Cell>; N]) -> Vec<Option<Cell>> {
        cells.sort_unstable();
        cells.to_vec()
    }

    /// Compares a trace with the pieces found by distance.
    pub fn compare(grid: &Grid, from: Cell, to: Cell) {
        let mut expected = pieces_by_distance(grid, from, to).into_iter().map(|(hexes, enter, leave)| {
            let mut cells = cells_of(&hexes);
            cells.sort_unstable();
            (cells, enter, leave)
        });
        let mut expect = |cells: Vec<Option<Cell>>, enter: Ratio, leave: Ratio| {
            let (found, start, end) = expected.next().unwrap();
            assert_eq!(found, cells, "{:?} {:?}", grid.hex(from), grid.hex(to));
            assert!(start == enter && end == leave, "{enter} to {leave} is not {start:?} to {end:?}");
        };
        let pieces: Vec<_> = trace(grid, from, to).collect();
        let inside = |i: usize| match pieces[i].meets {
            Meets::Hex(cell) => cell,
            other => panic!("{other:?} is not a hex"),
        };
        for (i, piece) in pieces.iter().enumerate() {
            let Piece { meets, enter, leave } = *piece;
            match meets {
                Meets::Hex(cell) => expect(vec![Some(cell)], enter, leave),
                Meets::Across(side) => {
                    let [a, b] = grid.sides_of(side);
                    assert_eq!(sorted([Some(a), Some(b)]), sorted([inside(i - 1), inside(i + 1)].map(Some)));
                    expect(sorted([Some(a), Some(b)]), enter, leave);
                }
                Meets::Corner { hexside, beside } => {
                    assert_eq!(grid.between(inside(i - 1), inside(i + 1)), Some(hexside));
                    assert!(grid.ends_of(hexside).contains(&Some(beside)));
                    expect(sorted([inside(i - 1), inside(i + 1), beside].map(Some)), enter, leave);
                }
                Meets::Along { hexside, left, right } => {
                    expect(sorted([Some(inside(i - 1)), left, right]), enter, enter);
                    expect(sorted([left, right]), enter, leave);
                    expect(sorted([Some(inside(i + 1)), left, right]), leave, leave);
                    match (left, right) {
                        (Some(l), Some(r)) => assert_eq!(grid.between(l, r), hexside),
                        _ => assert!(hexside.is_none() && left.or(right).is_some()),
                    }
                    for (cell, hand) in [(left, -1), (right, 1)] {
                        if let Some(cell) = cell {
                            assert_eq!(hand_of(grid, from, to, centre(grid, cell)), hand);
                        }
                    }
                }
            }
        }
        assert!(expected.next().is_none());
    }

    /// -1 for a point on the left of a line, 1 for one on the right.
    fn hand_of(grid: &Grid, from: Cell, to: Cell, c: Point) -> i64 {
        let (a, b) = (centre(grid, from), centre(grid, to));
        ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
    }

    #[test]
    fn traces_agree_with_nearest_centres() {
        for lower in PARITIES {
            let grid = grid(12, 12, lower);
            // The lines back are compared with these by the next test.
            for a in grid.cells() {
                for b in grid.cells().filter(|b| a <= *b) {
                    compare(&grid, a, b);
                }
            }
        }
    }

    #[test]
    fn the_line_back_is_the_line_reversed() {
        for lower in PARITIES {
            let grid = grid(12, 12, lower);
            for a in grid.cells() {
                for b in grid.cells() {
                    let forth: Vec<_> = trace(&grid, a, b).collect();
                    let mut back: Vec<_> = trace(&grid, b, a).collect();
                    back.reverse();
                    for piece in &mut back {
                        (piece.enter, piece.leave) = (piece.leave.from_the_end(), piece.enter.from_the_end());
                        if let Meets::Along { left, right, .. } = &mut piece.meets {
                            std::mem::swap(left, right);
                        }
                    }
                    assert_eq!(forth, back);
                    let shape = forth.iter().enumerate().all(|(i, p)| matches!(p.meets, Meets::Hex(_)) == (i % 2 == 0));
                    assert!(shape && forth.len() % 2 == 1);
                    assert_eq!((forth[0].meets, forth[forth.len() - 1].meets), (Meets::Hex(a), Meets::Hex(b)));
                    assert!(forth.windows(2).all(|w| w[0].leave == w[1].enter && w[0].enter <= w[0].leave));
                    assert_eq!((forth[0].enter, forth[forth.len() - 1].leave), (Ratio::ZERO, Ratio::ONE));
                    // No shorter than the distance; a hexside followed passes over two hexes.
                    let steps: usize = forth
                        .iter()
                        .map(|p| match p.meets {
                            Meets::Hex(_) => 0,
                            Meets::Along { .. } => 2,
                            _ => 1,
                        })
                        .sum();
                    assert!(steps >= usize::from(grid.distance(a, b)));
                    assert!(steps <= 2 * usize::from(grid.distance(a, b)));
                }
            }
        }
    }

    #[test]
    fn corners_lie_at_thirds() {
        let grid = grid(14, 14, Parity::Even);
        for a in grid.cells() {
            for b in grid.cells() {
                let pieces: Vec<_> = trace(&grid, a, b).collect();
                let corners: Vec<Ratio> = pieces
                    .iter()
                    .flat_map(|p| match p.meets {
                        Meets::Corner { .. } => vec![p.enter],
                        Meets::Along { .. } => vec![p.enter, p.leave],
                        _ => vec![],
                    })
                    .collect();
                let along = pieces.iter().any(|p| matches!(p.meets, Meets::Along { .. }));
                let passed = pieces.iter().any(|p| matches!(p.meets, Meets::Corner { .. }));
                assert!(!(along && passed));
                assert_eq!(corners.len() % 2, 0);
                let parts = 3 * corners.len() as i64 / 2;
                for (i, corner) in corners.iter().enumerate() {
                    let third = i as i64 + 1 + i as i64 / 2;
                    assert!(At(third, parts) == *corner);
                }
            }
        }
    }

    fn told(grid: &Grid, from: &str, to: &str) -> Vec<String> {
        let pieces = trace(grid, cell(grid, from), cell(grid, to));
        let name = |c: Option<Cell>| c.map_or("----".to_owned(), |c| grid.hex(c).to_string());
        pieces
            .map(|p| match p.meets {
                Meets::Hex(c) => name(Some(c)),
                Meets::Across(side) => format!("x{}", grid.pair(side)),
                Meets::Corner { hexside, beside } => {
                    format!("v{}/{}@{}", grid.pair(hexside), name(Some(beside)), p.enter)
                }
                Meets::Along { left, right, .. } => format!("={}|{}", name(left), name(right)),
            })
            .collect()
    }

    #[test]
    fn lines_told() {
        let odd = grid(12, 12, Parity::Odd);
        assert_eq!(told(&odd, "0107", "0107"), ["0107"]);
        assert_eq!(told(&odd, "0107", "0207"), ["0107", "x0107-0207", "0207"]);
        assert_eq!(told(&odd, "0103", "0101").join(" "), "0103 x0102-0103 0102 x0101-0102 0101");
        assert_eq!(told(&odd, "0103", "0503").join(" "), "0103 =0203|0204 0303 =0403|0404 0503");
        assert_eq!(told(&odd, "0503", "0103").join(" "), "0503 =0404|0403 0303 =0204|0203 0103");
        assert_eq!(told(&odd, "0201", "0401"), ["0201", "=----|0301", "0401"]);
        assert_eq!(told(&odd, "0112", "0312"), ["0112", "=0212|----", "0312"]);
        // Two columns and three rows: along a hexside that stands aslant.
        assert_eq!(told(&odd, "0503", "0602").join(" "), "0503 =0502|0603 0602");
        // The line that the record of printed defects names.
        let line = told(&odd, "0107", "0606").join(" ");
        assert_eq!(
            line,
            "0107 x0107-0207 0207 v0207-0306/0307@3/9 0306 x0306-0407 0407 v0407-0506/0406@6/9 0506 x0506-0606 0606"
        );
    }

    #[test]
    fn the_middle_of_the_line_is_told_exactly() {
        let grid = grid(12, 12, Parity::Odd);
        let mut halves = Vec::new();
        let reading = Reading { beside: Beside::Either, corners: Corners::Open };
        let (a, b) = (cell(&grid, "0101"), cell(&grid, "0104"));
        let seen = sight(&grid, a, b, reading, |obstacle| {
            halves.push((obstacle.met, obstacle.half()));
            assert!(obstacle.enter <= obstacle.leave);
            Blocks::No
        });
        assert_eq!(seen, Sight::Clear);
        use std::cmp::Ordering::{Equal, Greater, Less};
        let halves: Vec<_> = halves.into_iter().map(|(_, half)| half).collect();
        assert_eq!(halves, [Less, Less, Equal, Greater, Greater]);
    }

    const READINGS: [Reading; 9] = {
        let mut all = [Reading { beside: Beside::Either, corners: Corners::Open }; 9];
        let mut i = 0;
        while i < 9 {
            all[i].beside = [Beside::Either, Beside::BothAtOneHexside, Beside::BothAnywhere][i / 3];
            all[i].corners = [Corners::Open, Corners::Closed, Corners::Grazing][i % 3];
            i += 1;
        }
        all
    };

    fn said(yes: bool) -> Blocks {
        if yes { Blocks::Yes } else { Blocks::No }
    }

    /// Whether the line is blocked, from the pieces found by distance.
    fn blocked_by_distance(
        grid: &Grid,
        (from, to): (Cell, Cell),
        reading: Reading,
        hex: impl Fn(Cell) -> bool,
        side: impl Fn(Hexside) -> bool,
    ) -> bool {
        let pieces = pieces_by_distance(grid, from, to);
        let side = |a: Option<Cell>, b: Option<Cell>| a.zip(b).and_then(|(a, b)| grid.between(a, b)).is_some_and(&side);
        let hex = |cell: Option<Cell>| cell.is_some_and(&hex);
        let mut hands = [false; 2];
        for (i, (here, enter, leave)) in pieces.iter().enumerate() {
            let cells = cells_of(here);
            let blocked = match cells[..] {
                [one] => one != Some(from) && one != Some(to) && hex(one),
                [a, b] if enter == leave => side(a, b),
                [a, b] => {
                    let left_first = hand_of(grid, from, to, here[0].0) < 0;
                    let [left, right] = if left_first { [hex(a), hex(b)] } else { [hex(b), hex(a)] };
                    hands = [hands[0] || left, hands[1] || right];
                    side(a, b)
                        || match reading.beside {
                            Beside::Either => left || right,
                            Beside::BothAtOneHexside => left && right,
                            Beside::BothAnywhere => hands == [true; 2],
                        }
                }
                [..] => {
                    let (before, after) = (cells_of(&pieces[i - 1].0), cells_of(&pieces[i + 1].0));
                    let (before, after) = if before.len() > after.len() { (after, before) } else { (before, after) };
                    let others: Vec<_> = cells.iter().copied().filter(|c| *c != before[0]).collect();
                    let [p, q] = [side(before[0], others[0]), side(before[0], others[1])];
                    match (reading.corners, after.len()) {
                        (Corners::Open, _) => false,
                        (Corners::Closed, 1) => side(before[0], after[0]),
                        (Corners::Closed, _) => p && q,
                        (Corners::Grazing, 1) => p || q || side(others[0], others[1]),
                        (Corners::Grazing, _) => p || q,
                    }
                }
            };
            if blocked {
                return true;
            }
        }
        false
    }

    #[test]
    fn sight_agrees_with_nearest_centres_and_is_mutual() {
        // Blocking hexes and hexsides sown by a fixed generator, few enough that many lines stay clear.
        let mut seed = 7_u64;
        let mut sow = |n: usize, one_in: u64| -> Vec<bool> {
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33).is_multiple_of(one_in)
            };
            (0..n).map(|_| next()).collect()
        };
        for lower in PARITIES {
            let grid = grid(7, 8, lower);
            let (hexes, sides) = (sow(grid.len(), 5), sow(grid.hexside_slots(), 12));
            let (mut clear, mut blocked) = (0, 0);
            for a in grid.cells() {
                for b in grid.cells().filter(|b| (a.index() + b.index()) % 3 == 0) {
                    for reading in READINGS {
                        let look = |from, to| {
                            sight(&grid, from, to, reading, |o| match o.met {
                                Met::Entered(c) | Met::Beside(c) => said(hexes[c.index()]),
                                Met::Crossed(s) | Met::Along(s) | Met::AtEnd(s) => said(sides[s.index()]),
                            })
                        };
                        let seen = look(a, b) == Sight::Clear;
                        let hex = |c: Cell| hexes[c.index()];
                        let side = |s: Hexside| sides[s.index()];
                        assert_eq!(seen, !blocked_by_distance(&grid, (a, b), reading, hex, side));
                        assert_eq!(seen, look(b, a) == Sight::Clear);
                        *(if seen { &mut clear } else { &mut blocked }) += 1;
                    }
                }
            }
            assert!(clear > 1000 && blocked > 1000, "{clear} {blocked}");
        }
    }

    /// What is seen when these hexes and hexsides block.
    fn look(grid: &Grid, line: [&str; 2], reading: Reading, hexes: &[&str], sides: &[&str]) -> Sight {
        let hexes: Vec<_> = hexes.iter().map(|h| cell(grid, h)).collect();
        let sides: Vec<_> = sides.iter().map(|s| grid.hexside_of(s.parse().unwrap()).unwrap()).collect();
        sight(grid, cell(grid, line[0]), cell(grid, line[1]), reading, |o| match o.met {
            Met::Entered(c) | Met::Beside(c) => said(hexes.contains(&c)),
            Met::Crossed(s) | Met::Along(s) | Met::AtEnd(s) => said(sides.contains(&s)),
        })
    }

    #[test]
    fn what_blocks_is_named() {
        let grid = grid(12, 12, Parity::Odd);
        let both = Reading { beside: Beside::BothAtOneHexside, corners: Corners::Open };
        let anywhere = Reading { beside: Beside::BothAnywhere, ..both };
        let either = Reading { beside: Beside::Either, ..both };
        let line = ["0103", "0503"];
        let c = |number| cell(&grid, number);
        let side = |pair: &str| grid.hexside_of(pair.parse().unwrap()).unwrap();
        // The ends never block; a hex entered does.
        assert_eq!(look(&grid, line, both, &["0103", "0503"], &[]), Sight::Clear);
        assert_eq!(look(&grid, line, both, &["0303"], &[]), Sight::Blocked(By::Hex(c("0303"))));
        // One hex beside the line does not block, two at one hexside do.
        assert_eq!(look(&grid, line, both, &["0203"], &[]), Sight::Clear);
        assert_eq!(look(&grid, line, either, &["0204"], &[]), Sight::Blocked(By::Hex(c("0204"))));
        let pair = Sight::Blocked(By::Hexes { left: c("0203"), right: c("0204") });
        assert_eq!(look(&grid, line, both, &["0203", "0204"], &[]), pair);
        // Left at one hexside, right at another: the reading decides. Twice on one hand is clear.
        let apart = Sight::Blocked(By::Hexes { left: c("0203"), right: c("0404") });
        assert_eq!(look(&grid, line, both, &["0203", "0404"], &[]), Sight::Clear);
        assert_eq!(look(&grid, line, anywhere, &["0203", "0404"], &[]), apart);
        assert_eq!(look(&grid, line, anywhere, &["0203", "0403"], &[]), Sight::Clear);
        // A hexside blocks if the line runs along it or crosses it.
        assert_eq!(look(&grid, line, both, &[], &["0203-0204"]), Sight::Blocked(By::Hexside(side("0203-0204"))));
        let down = ["0103", "0105"];
        assert_eq!(look(&grid, down, both, &[], &["0104-0105"]), Sight::Blocked(By::Hexside(side("0104-0105"))));
        // Hexsides met at their end: one to each hand is passed between under `Closed`, any stops under `Grazing`.
        let closed = Reading { corners: Corners::Closed, ..both };
        let grazing = Reading { corners: Corners::Grazing, ..both };
        let ends = ["0103-0203", "0103-0204"];
        assert_eq!(look(&grid, line, both, &[], &ends), Sight::Clear);
        assert_eq!(look(&grid, line, closed, &[], &ends[..1]), Sight::Clear);
        let gate = Sight::Blocked(By::Hexsides { left: side(ends[0]), right: side(ends[1]) });
        assert_eq!(look(&grid, line, closed, &[], &ends), gate);
        assert_eq!(look(&grid, line, grazing, &[], &ends[1..]), Sight::Blocked(By::Hexside(side(ends[1]))));
    }
}

mod ways {
    use super::*;

    /// What a step costs on a map made of noise: 0 to 5, or not allowed.
    fn noise(seed: usize, from: Cell, dir: Dir) -> Option<u8> {
        let mixed = (seed ^ (from.index() * 6 + dir.index()).wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B) >> 13;
        [None, Some(0), Some(1), Some(1), Some(2), Some(3), Some(4), Some(5)][mixed % 8]
    }

    #[test]
    fn reach_agrees_with_relaxing_every_step_until_nothing_changes() {
        let mut reach = Reach::new();
        for (seed, lower) in (0..12).zip(PARITIES.into_iter().cycle()) {
            // The same room serves maps of different sizes.
            let grid = grid(9 + seed as u8 % 5, 10 - seed as u8 % 4, lower);
            let starts = [cell(&grid, "0505"), cell(&grid, "0101")];
            let starts = &starts[..1 + seed % 2];
            let budget = 6 + seed as u16;
            let mut best = vec![u16::MAX; grid.len()];
            starts.iter().for_each(|s| best[s.index()] = 0);
            loop {
                let before = best.clone();
                for from in grid.cells().filter(|c| before[c.index()] != u16::MAX) {
                    for (dir, to) in grid.neighbours(from) {
                        if let Some(cost) = noise(seed, from, dir) {
                            let total = best[from.index()] + u16::from(cost);
                            if total <= budget && total < best[to.index()] {
                                best[to.index()] = total;
                            }
                        }
                    }
                }
                if before == best {
                    break;
                }
            }
            reach.run(&grid, starts.iter().copied(), budget, |from, dir, to| {
                assert_eq!(grid.neighbour(from, dir), Some(to));
                noise(seed, from, dir)
            });
            for c in grid.cells() {
                assert_eq!(reach.cost(c).unwrap_or(u16::MAX), best[c.index()]);
                let way = reach.way(c);
                assert_eq!(way.is_empty(), reach.cost(c).is_none());
                let paid = way.windows(2).map(|w| noise(seed, w[0], grid.direction(w[0], w[1]).unwrap()).unwrap());
                assert_eq!(way.last().map(|_| paid.map(u16::from).sum()), reach.cost(c));
                assert!(way.first().is_none_or(|s| starts.contains(s)) && way.last().is_none_or(|l| *l == c));
            }
            let cells: Vec<_> = reach.cells().collect();
            assert!(cells.is_sorted_by_key(|(_, cost)| *cost));
            let set: CellSet = cells.iter().map(|(c, _)| *c).collect();
            assert_eq!(set.len(), cells.len());
            assert_eq!(cells.len(), best.iter().filter(|cost| **cost != u16::MAX).count());
            let mut again = Reach::new();
            again.run(&grid, starts.iter().copied(), budget, |from, dir, _| noise(seed, from, dir));
            assert_eq!(again.cells().collect::<Vec<_>>(), cells);
        }
    }

    #[test]
    fn steps_and_budgets_at_their_limits() {
        let grid = grid(99, 99, Parity::Odd);
        let mut reach = Reach::new();
        let start = cell(&grid, "0101");
        reach.run(&grid, [start], u16::MAX, |_, _, _| Some(255));
        assert_eq!(reach.cost(cell(&grid, "9999")), Some(255 * u16::from(grid.distance(start, cell(&grid, "9999")))));
        reach.run(&grid, [], u16::MAX, |_, _, _| Some(1));
        assert_eq!(reach.cells().count(), 0);
        reach.run(&grid, [start, start], 0, |_, _, _| Some(1));
        assert_eq!(reach.cells().collect::<Vec<_>>(), [(start, 0)]);
        assert_eq!((reach.before(start), reach.way(start)), (None, vec![start]));
        let mut search = Dijkstra::new();
        assert_eq!((search.cost(0), search.before(0)), (None, None));
        search.run(3, [0, 7], Dijkstra::MAX_BUDGET, |node, steps| {
            steps.to(node + 1, 255);
            steps.to(usize::MAX, 0);
        });
        assert_eq!(search.settled().collect::<Vec<_>>(), [(0, 0), (1, 255), (2, 510)]);
        assert_eq!(search.back(2).collect::<Vec<_>>(), [2, 1, 0]);
        search.run(0, [0], 5, |_, _| unreachable!());
        assert_eq!(search.settled().count(), 0);
    }

    /// Every way of so many steps, by going all of them.
    fn all_ways(
        grid: &Grid,
        here: Cell,
        steps: u8,
        so_far: (u8, u16, Option<Dir>),
        enter: &impl Fn(Cell, Dir) -> Option<u16>,
        ends: &mut Vec<(u8, std::cmp::Reverse<u16>, usize, Option<Dir>)>,
        worth: &impl Fn(Cell) -> usize,
    ) {
        let (made, penalty, first) = so_far;
        ends.push((made, std::cmp::Reverse(penalty), worth(here), first));
        if made < steps {
            for (dir, to) in grid.neighbours(here) {
                if let Some(more) = enter(here, dir) {
                    all_ways(grid, to, steps, (made + 1, penalty + more, first.or(Some(dir))), enter, ends, worth);
                }
            }
        }
    }

    #[test]
    fn corridors_agree_with_going_every_way() {
        for seed in 0..60_usize {
            let grid = grid(7, 7, PARITIES[seed % 2]);
            let start = cell(&grid, ["0404", "0101", "0307"][seed % 3]);
            let steps = (seed % 5) as u8;
            let farther = |from: Cell, to: Cell| grid.distance(start, to) > grid.distance(start, from);
            let enter = |from: Cell, dir: Dir| {
                let to = grid.neighbour(from, dir)?;
                let penalty = noise(seed * 77, from, dir)?;
                (seed % 4 != 0 || farther(from, to)).then_some(u16::from(penalty / 3))
            };
            let worth = |c: Cell| usize::from(grid.distance(start, c)) * 10 + (c.index() * seed) % 3;
            let mut ends = Vec::new();
            all_ways(&grid, start, steps, (0, 0, None), &enter, &mut ends, &worth);
            let best = ends.iter().map(|e| (e.0, e.1, e.2)).max().unwrap();
            let first: Dirs = ends.iter().filter(|e| (e.0, e.1, e.2) == best).filter_map(|e| e.3).collect();
            let found =
                corridor(&grid, start, (), steps, |(), from, dir, _| Some(((), enter(from, dir)?)), |c, ()| worth(c));
            assert_eq!(found, Corridor { steps: best.0, penalty: best.1.0, worth: best.2, first });
        }
    }

    #[test]
    fn a_corridor_carries_its_state() {
        let grid = grid(9, 9, Parity::Odd);
        let start = cell(&grid, "0505");
        // Two bad hexes on a way eliminate the unit. Every hex of columns 06 and 07 is bad, and so is 0504.
        let bad = |c: Cell| grid.hex(c).column() >= 6 || grid.hex(c) == hex("0504");
        let away = |from: Cell, to: Cell| grid.distance(start, to) > grid.distance(start, from);
        let flee = |hits: u8, from: Cell, _: Dir, to: Cell| {
            let hits = hits + u8::from(bad(to));
            (hits < 2 && away(from, to)).then_some((hits, 0))
        };
        let open = corridor(&grid, start, 0, 3, flee, |_, _| ());
        assert_eq!((open.steps, open.first.to_string()), (3, "N S SW NW".to_owned()));
        let spared = corridor(&grid, start, 0, 3, flee, |_, hits| std::cmp::Reverse(hits));
        assert_eq!((spared.steps, spared.first.to_string()), (3, "S SW NW".to_owned()));
        let stuck = corridor(&grid, start, 0, 3, |_, _, _, _| None, |_, hits: u8| hits);
        assert_eq!(stuck, Corridor { steps: 0, penalty: 0, worth: 0, first: Dirs::NONE });
    }
}

mod drawings {
    use super::*;

    #[test]
    fn even_columns_lower_are_drawn_lower() {
        let grid = grid(9, 9, Parity::Even);
        let cells = grid.within(cell(&grid, "0505"), 1);
        let map = draw(&grid, cells, |c| [grid.hex(c).to_string(), String::new()]);
        let expected = r"
          ______
         /      \
  ______/  0504  \______
 /      \        /      \
/  0404  \______/  0604  \
\        /      \        /
 \______/  0505  \______/
 /      \        /      \
/  0405  \______/  0605  \
\        /      \        /
 \______/  0506  \______/
        \        /
         \______/
";
        assert_eq!(map, &expected[1..]);
    }

    #[test]
    fn labels_are_cut_and_centred() {
        let grid = grid(2, 1, Parity::Even);
        let map = draw(&grid, grid.cells(), |c| if c.index() == 0 { ["ab\ncdefghij", "\u{e9}"] } else { ["", "odd"] });
        let expected = "  ______\n /      \\\n/ab cdefg\\______\n\\   \u{e9}    /      \\\n \\______/        \\\n        \\  odd   /\n         \\______/\n";
        assert_eq!(map, expected);
        assert_eq!(draw(&grid, [], |_| ["", ""]), "");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

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

    #[test]
    fn lines_on_the_largest_map(lower in 0..2_usize, a in 0..9801_usize, b in 0..9801_usize) {
        let grid = grid(99, 99, PARITIES[lower]);
        let cells: Vec<_> = grid.cells().collect();
        lines::compare(&grid, cells[a], cells[b]);
    }
}
