//! Cheapest ways within a budget, and first steps of movements that a rule prescribes as a whole.

use super::{Cell, Dir, Dirs, Grid};

const UNREACHED: u16 = u16::MAX;
const NOBODY: u32 = u32::MAX;
/// One more than the highest cost of a step, so that the totals that wait at one time fall into different buckets.
const BUCKETS: usize = 256;

/// Cheapest ways through any graph of dense nodes, with steps of 0 to 255 cost units (movement points, halves or
/// quarters of them). Holds the answer of its last run and the room that the next one needs: runs after the first
/// allocate only if they grow.
///
/// Nodes may be cells ([`Reach`] is made for these), or cells with something more, such as where the unit faces:
///
/// ```
/// use grognard::hex::{Dijkstra, Grid, Parity, Vertex};
/// let grid = Grid::new(9, 9, Parity::Odd)?;
/// let cells: Vec<_> = grid.cells().collect();
/// let node = |cell: usize, facing: Vertex| 6 * cell + facing.index();
/// let start = node(grid.cell("0505".parse()?).unwrap().index(), Vertex::NE);
/// let mut search = Dijkstra::new();
/// search.run(6 * grid.len(), [start], 4, |at, steps| {
///     let (cell, facing) = (at / 6, Vertex::from_index(at % 6));
///     // A turn by one corner costs 1, a step to one of the two hexes in front costs 2.
///     steps.to(node(cell, facing.turn(1)), 1);
///     steps.to(node(cell, facing.turn(-1)), 1);
///     for dir in facing.front() {
///         if let Some(next) = grid.neighbour(cells[cell], dir) {
///             steps.to(node(next.index(), facing), 2);
///         }
///     }
/// });
/// let behind = grid.cell("0506".parse()?).unwrap().index();
/// let cost = Vertex::ALL.into_iter().filter_map(|facing| search.cost(node(behind, facing))).min();
/// assert_eq!(cost, Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dijkstra {
    cost: Vec<u16>,
    before: Vec<u32>,
    settled: Vec<u32>,
    queue: Vec<Queued>,
    /// First and last of the queued nodes with this total, modulo their number.
    buckets: Vec<[u32; 2]>,
    waiting: usize,
}

#[derive(Clone, Copy, Debug)]
struct Queued {
    node: u32,
    next: u32,
}

/// Takes the steps that lead on from one node of a [`Dijkstra`].
#[derive(Debug)]
pub struct Steps<'a> {
    search: &'a mut Dijkstra,
    from: u32,
    spent: u16,
    budget: u16,
}

impl Steps<'_> {
    /// A step to this node at this cost. Steps that the budget does not cover, and nodes that are not in the graph, are
    /// left out.
    pub fn to(&mut self, node: usize, cost: u8) {
        let total = self.spent.saturating_add(u16::from(cost));
        if total <= self.budget {
            self.search.offer(node, self.from, total);
        }
    }

    /// What the way to the node has cost.
    pub const fn spent(&self) -> u16 {
        self.spent
    }
}

impl Dijkstra {
    /// The most that a way can cost; higher budgets are read as this one.
    pub const MAX_BUDGET: u16 = UNREACHED - 1;

    /// One that has reached nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the cheapest ways from any of the starts to every node that the budget reaches, out of this many nodes
    /// (fewer than 2³²). `steps` is asked once for each node reached, in the order of [`settled`](Self::settled). Of two
    /// ways at one cost, the one found first stays.
    pub fn run(
        &mut self,
        nodes: usize,
        starts: impl IntoIterator<Item = usize>,
        budget: u16,
        mut steps: impl FnMut(usize, &mut Steps<'_>),
    ) {
        let budget = budget.min(Self::MAX_BUDGET);
        for queued in self.queue.drain(..) {
            self.cost[queued.node as usize] = UNREACHED;
        }
        self.settled.clear();
        self.cost.resize(nodes, UNREACHED);
        self.before.resize(nodes, NOBODY);
        // Whatever a run that was cut short (by a panic in `steps`) may have left.
        self.buckets.clear();
        self.buckets.resize(BUCKETS, [NOBODY; 2]);
        self.waiting = 0;
        for start in starts {
            self.offer(start, NOBODY, 0);
        }
        let mut total = 0;
        while self.waiting > 0 {
            let Some(node) = self.take(total) else {
                total += 1;
                continue;
            };
            // It was queued again at a lower cost, if that is not the total.
            if self.cost[node as usize] == total {
                self.settled.push(node);
                steps(node as usize, &mut Steps { search: self, from: node, spent: total, budget });
            }
        }
    }

    fn offer(&mut self, node: usize, from: u32, total: u16) {
        let Some(cost) = self.cost.get_mut(node).filter(|cost| total < **cost) else { return };
        *cost = total;
        self.before[node] = from;
        let new = self.queue.len() as u32;
        self.queue.push(Queued { node: node as u32, next: NOBODY });
        let [first, last] = &mut self.buckets[usize::from(total) % BUCKETS];
        match self.queue.get_mut(*last as usize) {
            Some(queued) => queued.next = new,
            None => *first = new,
        }
        *last = new;
        self.waiting += 1;
    }

    fn take(&mut self, total: u16) -> Option<u32> {
        let bucket = &mut self.buckets[usize::from(total) % BUCKETS];
        let queued = *self.queue.get(bucket[0] as usize)?;
        *bucket = if queued.next == NOBODY { [NOBODY; 2] } else { [queued.next, bucket[1]] };
        self.waiting -= 1;
        Some(queued.node)
    }

    /// The cost of the cheapest way to a node; `None` if it was not reached.
    pub fn cost(&self, node: usize) -> Option<u16> {
        self.cost.get(node).copied().filter(|cost| *cost != UNREACHED)
    }

    /// The node before this one on the cheapest way to it; `None` for a start and for a node that was not reached.
    pub fn before(&self, node: usize) -> Option<usize> {
        self.cost(node)?;
        self.before.get(node).filter(|from| **from != NOBODY).map(|from| *from as usize)
    }

    /// The cheapest way to a node, from the node back to the start; empty if it was not reached.
    pub fn back(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        core::iter::successors(self.cost(node).map(|_| node), |node| self.before(*node))
    }

    /// The nodes reached, with their costs: the cheapest first, and those of one cost in the order in which they were
    /// found.
    pub fn settled(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        self.settled.iter().map(|node| (*node as usize, self.cost[*node as usize]))
    }
}

/// Cheapest ways over the cells of a grid. Like [`Dijkstra`], it keeps its last answer and its room.
///
/// ```
/// use grognard::hex::{Grid, Parity, Reach};
/// let grid = Grid::new(9, 9, Parity::Odd)?;
/// let cell = |number: &str| grid.cell(number.parse().unwrap()).unwrap();
/// let woods = [cell("0504"), cell("0605")];
/// let mut reach = Reach::new();
/// // Woods cost 3 to enter, open ground 1; column 07 is closed.
/// reach.run(&grid, [cell("0505")], 4, |_, _, to| match to {
///     to if woods.contains(&to) => Some(3),
///     to if grid.hex(to).column() == 7 => None,
///     _ => Some(1),
/// });
/// assert_eq!(reach.cost(cell("0605")), Some(3));
/// assert_eq!(reach.cost(cell("0604")), Some(4));
/// let way: Vec<_> = reach.way(cell("0604")).into_iter().map(|cell| grid.hex(cell).to_string()).collect();
/// assert_eq!(way, ["0505", "0504", "0604"]);
/// assert_eq!(reach.cost(cell("0706")), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reach {
    search: Dijkstra,
}

impl Reach {
    /// One that has reached nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the cheapest ways from any of the starts to every cell within the budget. `step` says what a step from a
    /// cell in a direction to its neighbour costs, or `None` if it is not allowed; it is asked in the order of
    /// [`cells`](Self::cells), and clockwise from the north.
    pub fn run(
        &mut self,
        grid: &Grid,
        starts: impl IntoIterator<Item = Cell>,
        budget: u16,
        mut step: impl FnMut(Cell, Dir, Cell) -> Option<u8>,
    ) {
        let starts = starts.into_iter().map(Cell::index);
        self.search.run(grid.len(), starts, budget, |node, steps| {
            let Some(here) = Cell::from_index(node) else { return };
            for (dir, to) in grid.neighbours(here) {
                if let Some(cost) = step(here, dir, to) {
                    steps.to(to.index(), cost);
                }
            }
        });
    }

    /// The cost of the cheapest way to a cell; `None` if it was not reached.
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        self.search.cost(cell.index())
    }

    /// The cell before this one on the cheapest way to it; `None` for a start and for a cell that was not reached.
    pub fn before(&self, cell: Cell) -> Option<Cell> {
        self.search.before(cell.index()).and_then(Cell::from_index)
    }

    /// The cheapest way to a cell, both ends included; empty if it was not reached.
    pub fn way(&self, cell: Cell) -> Vec<Cell> {
        let mut way: Vec<_> = self.search.back(cell.index()).filter_map(Cell::from_index).collect();
        way.reverse();
        way
    }

    /// The cells reached, with their costs: the cheapest first, and those of one cost in the order in which they were
    /// found.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u16)> + '_ {
        self.search.settled().filter_map(|(node, cost)| Some((Cell::from_index(node)?, cost)))
    }
}

/// How well a prescribed movement can be made, and with which steps the best ways begin. See [`corridor`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corridor<W> {
    /// How many steps the best ways make; fewer than asked for, if no way makes them all.
    pub steps: u8,
    /// The sum of the penalties on the best ways.
    pub penalty: u16,
    /// What their ends are worth.
    pub worth: W,
    /// The steps with which a best way begins; none, if there is no first step.
    pub first: Dirs,
}

/// The first steps of the best ways to make a movement of so many steps. For retreats and the like: compute it before
/// each step, with the steps that are left, so that reactions in between are taken into account.
///
/// `enter` is given what the mover carries along (`state`: the disorders suffered, the points spent, or `()`), the cell
/// left, the direction and the cell entered. It answers what the mover carries on and a penalty for the step, or `None`
/// if the step is not allowed. `worth` values the end of a way. A way is better if it makes more steps; then, if its
/// penalties come to less; then, if its end is worth more. (A penalty that should count after the worth belongs in the
/// state and in the worth.)
///
/// ```
/// use grognard::hex::{corridor, Grid, Parity};
/// let grid = Grid::new(9, 9, Parity::Odd)?;
/// let cell = |number: &str| grid.cell(number.parse().unwrap()).unwrap();
/// let (enemy, start) = (cell("0504"), cell("0505"));
/// // Two hexes away from an enemy to the north; 0507 is to be avoided, 0406 cannot be entered.
/// let retreat = corridor(&grid, start, (), 2, |(), from, _, to| {
///     let farther = grid.distance(enemy, to) > grid.distance(enemy, from);
///     (farther && to != cell("0406")).then_some(((), u16::from(to == cell("0507"))))
/// }, |_, ()| ());
/// assert_eq!((retreat.steps, retreat.penalty, retreat.first.to_string()), (2, 0, "SE S".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn corridor<S: Copy + Ord, W: Ord>(
    grid: &Grid,
    start: Cell,
    state: S,
    steps: u8,
    mut enter: impl FnMut(S, Cell, Dir, Cell) -> Option<(S, u16)>,
    mut worth: impl FnMut(Cell, S) -> W,
) -> Corridor<W> {
    // Ways that meet in one cell with one state go on alike, so only the least penalty among them matters.
    let mut layer = vec![(start, state, 0_u16, Dirs::NONE)];
    let mut made = 0;
    for step in 0..steps {
        let mut next = Vec::with_capacity(6 * layer.len());
        for &(here, state, penalty, first) in &layer {
            for (dir, to) in grid.neighbours(here) {
                if let Some((state, more)) = enter(state, here, dir, to) {
                    let first = if step == 0 { dir.into() } else { first };
                    next.push((to, state, penalty.saturating_add(more), first));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        next.sort_unstable();
        next.dedup_by(|b, a| {
            let meet = (a.0, a.1) == (b.0, b.1);
            if meet && a.2 == b.2 {
                a.3 = a.3.union(b.3);
            }
            meet
        });
        (layer, made) = (next, step + 1);
    }
    let mut best = Corridor { steps: made, penalty: 0, worth: worth(start, state), first: Dirs::NONE };
    let mut found = false;
    for (cell, state, penalty, first) in layer {
        if found && penalty > best.penalty {
            continue;
        }
        let worth = worth(cell, state);
        if found && penalty == best.penalty && worth == best.worth {
            best.first = best.first.union(first);
        } else if !found || penalty < best.penalty || worth > best.worth {
            best = Corridor { steps: made, penalty, worth, first };
        }
        found = true;
    }
    best
}
