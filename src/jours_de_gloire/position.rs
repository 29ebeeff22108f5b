//! Any position as a start: built from names, validated, with every fault at once.

use super::action::Question;
use super::charts::Arm;
use super::edition::SquareBreakers;
use super::frame::{Frame, Step};
use super::game::JoursDeGloire;
use super::scenario::Formed;
use super::state::{CommanderId, FormationId, Mark, MarkerId, Order, State};
use crate::figures::{Fault, FaultKind, Faults};
use crate::hex::{Hex, Vertex};
use crate::ruleset::Waiting;
use crate::side::{Side, UnitId, UnitSet};

/// The order status of the units that act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orders {
    /// Orders received.
    Received,
    /// Without orders.
    Without,
}

/// A position in the making.
///
/// ```
/// use grognard::hex::Vertex;
/// use grognard::jours_de_gloire::frame::Step;
/// use grognard::jours_de_gloire::position::{Orders, Position};
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
///
/// let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
/// let state = Position::empty(&rules)
///     .place("O'Reilly/Nauendorff", "0812", Vertex::SE)
///     .place("Murat/11th Hussars", "0913", Vertex::NW)
///     .activate("O'Reilly", Orders::Without, Step::Movement)
///     .build()?;
/// assert_eq!(state.on_map().len(), 2);
///
/// let faults = Position::empty(&rules).place("Murat/1st Guards", "9999", Vertex::E).build().unwrap_err();
/// assert_eq!(faults.faults.len(), 2, "an unknown unit, and a hex that is off the map");
/// # Ok::<(), grognard::figures::Faults>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position<'r> {
    rules: &'r JoursDeGloire,
    state: State,
    faults: Faults,
}

impl<'r> Position<'r> {
    /// The map of the rules, without a unit, before the draw of a marker.
    pub fn empty(rules: &'r JoursDeGloire) -> Self {
        let mut state = State::empty();
        state.available = rules.all_markers();
        state.agenda.push(Frame::Draw);
        Self { rules, state, faults: Faults::default() }
    }

    /// The position of the scenario as its file has it, before the draw of a marker.
    pub fn scenario(rules: &'r JoursDeGloire) -> Self {
        let mut state = super::open::printed(rules);
        state.agenda.push(Frame::Draw);
        Self { rules, state, faults: Faults::default() }
    }

    /// From a position that is there already.
    pub fn from_state(rules: &'r JoursDeGloire, state: State) -> Self {
        Self { rules, state, faults: Faults::default() }
    }

    fn fault(&mut self, path: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) {
        let kind = FaultKind::Wrong { expected: expected.into(), found: found.into() };
        self.faults.faults.push(Fault { file: "position".into(), line: None, path: path.into(), kind });
    }

    fn unit(&mut self, name: &str) -> Option<UnitId> {
        let unit = self.rules.roster().unit_named(name);
        if unit.is_none() {
            self.fault(name, "a unit of the roster, as formation/unit", name);
        }
        unit
    }

    /// Puts a unit into a hex, beneath those that stand there.
    #[must_use]
    pub fn place(mut self, unit: &str, hex: &str, facing: Vertex) -> Self {
        let id = self.unit(unit);
        let cell = hex.parse::<Hex>().ok().and_then(|hex| self.rules.map().grid.cell(hex));
        if cell.is_none() {
            self.fault(unit, "a hex of the map", hex);
        }
        let (Some(id), Some(cell)) = (id, cell) else { return self };
        if self.state.eliminated.has(id) {
            self.fault(unit, "a unit that is not eliminated", "eliminated");
        }
        let i = id.index();
        self.state.rank[i] = JoursDeGloire::bottom(&self.state, self.state.units_at(cell).less(id.only()));
        self.state.at[i] = Some(cell);
        self.state.facing[i] = facing;
        self
    }

    /// Puts an army commander into a hex.
    #[must_use]
    pub fn commander(mut self, name: &str, hex: &str) -> Self {
        let post = self.rules.roster().commander_named(name).map(|id| usize::from(id.0));
        if post.is_none() {
            self.fault(name, "an army commander of the roster", name);
        }
        let cell = hex.parse::<Hex>().ok().and_then(|hex| self.rules.map().grid.cell(hex));
        if cell.is_none() {
            self.fault(name, "a hex of the map", hex);
        }
        let (Some(post), Some(cell)) = (post, cell) else { return self };
        let Some(post) = self.state.commanders.get_mut(post) else { return self };
        if post.lost != 0 {
            self.fault(name, "an army commander who is not lost", "lost");
        } else {
            (post.at, post.with) = (Some(cell), 0);
        }
        self
    }

    /// Sets a unit's condition.
    #[must_use]
    pub fn order(mut self, unit: &str, order: Order) -> Self {
        if let Some(unit) = self.unit(unit) {
            super::event::apply(&mut self.state, &super::event::Event::Ordered { unit, order });
        }
        self
    }

    /// Forms a unit in square, or not.
    #[must_use]
    pub fn formed(mut self, unit: &str, formed: Formed) -> Self {
        if let Some(unit) = self.unit(unit) {
            match formed {
                Formed::InSquare => self.state.square.insert(unit),
                Formed::No => self.state.square.remove(unit),
            }
        }
        self
    }

    /// Sets the turn, from 1.
    #[must_use]
    pub fn turn(mut self, turn: u8) -> Self {
        if turn == 0 || usize::from(turn) > self.rules.scenario().turns.len() {
            let last = self.rules.scenario().turns.len();
            self.fault("turn", format!("a turn from 1 to {last}"), turn.to_string());
        }
        self.state.turn = turn;
        self
    }

    /// Marks a unit for the present activation.
    #[must_use]
    pub fn mark(mut self, unit: &str, mark: Mark) -> Self {
        if let Some(unit) = self.unit(unit) {
            self.state.marks[mark as usize].insert(unit);
        }
        self
    }

    /// Activates a formation by its first marker, all of it with this status, at this step.
    #[must_use]
    pub fn activate(mut self, formation: &str, orders: Orders, step: Step) -> Self {
        let found = self.rules.roster().formation_named(formation).and_then(|id| {
            let formation = self.rules.roster().formation(id)?;
            Some((id, formation.side, formation.units, formation.markers.first().copied()))
        });
        let Some((id, side, units, marker)) = found else {
            self.fault(formation, "a formation of the roster", formation);
            return self;
        };
        let FormationId(bit) = id;
        let MarkerId(marker) = marker.unwrap_or_default();
        self.state.marker = marker + 1;
        self.state.acting = side.index() as u8 + 1;
        let units: UnitSet = units.filter(|unit| self.state.at(*unit).is_some()).collect();
        self.state.marks[Mark::Active as usize] = units;
        self.state.revealed |= 1 << (bit & 31);
        if orders == Orders::Received {
            self.state.orders = self.state.orders.or(units);
            self.state.marks[Mark::Ordered as usize] = units;
        }
        self.state.agenda = crate::agenda::Agenda::new();
        self.state.agenda.push(Frame::Draw);
        self.state.agenda.push(Frame::Activation(step));
        self
    }

    /// The position as it is, for questions about what could be.
    pub(super) fn unchecked(self) -> State {
        self.state
    }

    /// The position, if it contradicts neither itself nor the rules of stacking and terrain.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn build(mut self) -> Result<State, Faults> {
        let s = self.state.clone();
        let rules = self.rules;
        let mut seen = UnitSet::EMPTY;
        for unit in s.on_map() {
            if seen.has(unit) {
                continue;
            }
            let Some(cell) = s.at(unit) else { continue };
            let here = s.units_at(cell);
            seen = seen.or(here);
            let name = rules.roster().unit_name(unit);
            let hex = rules.map().grid.hex(cell).to_string();
            let sides = Side::BOTH.map(|side| here.filter(|u| rules.side_of(*u) == side).count());
            if sides[0] > 0 && sides[1] > 0 {
                self.fault(name.clone(), "units of one side in a hex", format!("both sides in {hex}"));
            } else if let Err((rule, with)) = rules.may_stack(&s, here) {
                let with = rules.roster().unit_name(with);
                let rule = rule.of(rules.edition());
                self.fault(name.clone(), format!("a stack that {rule} allows"), format!("{with} in {hex}"));
            }
            for mate in here {
                if s.facing(mate) != s.facing(unit) && rules.facing_alike(&s, mate).has(unit) && !s.routed.has(mate) {
                    let mate = rules.roster().unit_name(mate);
                    self.fault(mate, "units of a hex that face the same corner", format!("two facings in {hex}"));
                }
            }
        }
        // An enemy may come to the hex of a commander, who then flees (M 2.5.2).
        let flees =
            |id| s.agenda.iter().any(|f| matches!(f, Frame::CommanderFlight { commander, .. } if commander == id));
        for (place, commander) in rules.roster().commanders.iter().enumerate() {
            let id = CommanderId(place as u8);
            let Some(cell) = rules.post(&s, id).filter(|_| !flees(id)) else { continue };
            if let Some(enemy) = s.units_at(cell).less(rules.units.side(commander.side)).lowest() {
                let enemy = rules.roster().unit_name(enemy);
                self.fault(commander.name.clone(), "an army commander in a hex without enemies", enemy);
            }
        }
        for unit in s.square {
            // Disordered artillery leaves the square standing in the later edition (`artillery-disordered-in-square`).
            let stands = rules.units.arm_of(unit) == Arm::Artillery
                && rules.edition().square_breakers() == SquareBreakers::Infantry;
            let sound = !s.disordered.has(unit) || stands;
            if sound && !s.routed.has(unit) && s.at(unit).is_some() {
                continue;
            }
            let name = rules.roster().unit_name(unit);
            self.fault(name, "a unit in good order on the map", "a square of another");
        }
        self.faults.or_none()?;
        Ok(s)
    }
}

/// What a state waits for, in one line: for examples and tests.
pub fn pending(waiting: &Waiting<Question>) -> String {
    match waiting {
        Waiting::Over => "the game is over".to_owned(),
        Waiting::Asked(questions) => questions
            .iter()
            .zip(Side::BOTH)
            .filter_map(|(question, side)| question.map(|q| format!("{side:?}: {:?} [{}]", q.frame, q.rule)))
            .collect::<Vec<_>>()
            .join("; "),
    }
}
