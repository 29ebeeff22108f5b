//! A player's account in plain English, with the names of units and the numbers of hexes; and a map as text.

use core::fmt::Write;

use super::JoursDeGloire;
use super::action::{Action, Question};
use super::charts::{FireResult, Terrain, Toll};
use super::event::Event;
use super::frame::{Flight, Frame, Gait, Party, PursuitDue, Quarry, Stage, Step};
use super::label::Label;
use super::state::{CommanderId, Fight, FormationId, Mark, MarkerId, Order, Role, State};
use super::why::Why;
use crate::hex::{Cell, Hex, draw};
use crate::journal::{Body, Entry};
use crate::refusal::Refusal;
use crate::side::{Side, UnitId, UnitSet};
use crate::tally::Tally;

impl JoursDeGloire {
    /// The unit's name alone where no other unit bears it, else with its formation.
    pub(super) fn called(&self, unit: UnitId) -> String {
        let Some(counter) = self.roster.unit(unit) else { return "an unknown unit".to_owned() };
        let namesakes = self.roster.units.iter().filter(|other| other.name == counter.name).count();
        if namesakes == 1 { counter.name.clone() } else { self.roster.unit_name(unit) }
    }

    fn all_called(&self, units: UnitSet) -> String {
        let names: Vec<_> = units.map(|unit| self.called(unit)).collect();
        names.join(", ")
    }

    fn hex_of(&self, cell: Cell) -> String {
        if cell.index() < self.map.grid.len() {
            self.map.grid.hex(cell).to_string()
        } else {
            "a hex that is off the map".to_owned()
        }
    }

    /// A hex with the name of the place there, if it has one.
    fn place_called(&self, cell: Cell) -> String {
        let hex = self.hex_of(cell);
        match self.map.places.iter().find(|(_, cells)| cells.contains(&cell)) {
            Some((place, _)) => format!("{place} ({hex})"),
            None => hex,
        }
    }

    /// An arrival, by its first unit.
    fn arrival_called(&self, arrival: u8) -> String {
        let units = self.scenario.arrivals.get(usize::from(arrival)).map(|arrival| arrival.units).unwrap_or_default();
        match units.lowest() {
            Some(unit) if units.len() > 1 => format!("{} and those with it arrive", self.called(unit)),
            Some(unit) => format!("{} arrives", self.called(unit)),
            None => format!("arrival {}", u16::from(arrival) + 1),
        }
    }

    fn marker_called(&self, marker: MarkerId) -> &str {
        self.roster.marker(marker).map_or("an unknown marker", |marker| &marker.name)
    }

    pub(super) fn marker_in_words(&self, marker: MarkerId) -> String {
        self.roster
            .marker(marker)
            .map_or_else(|| self.marker_called(marker).to_owned(), |m| format!("the marker {}", m.name))
    }

    fn formation_called(&self, formation: FormationId) -> &str {
        self.roster.formation(formation).map_or("an unknown formation", |formation| &formation.name)
    }

    fn commander_called(&self, commander: CommanderId) -> &str {
        self.roster.commander(commander).map_or("an unknown commander", |commander| &commander.name)
    }

    fn side_called(&self, side: Side) -> &str {
        &self.roster.sides[side.index()]
    }

    /// [`Ruleset::tell`](crate::ruleset::Ruleset::tell).
    pub(super) fn told(&self, entry: &Entry<Event, Label>) -> String {
        let mut text = match &entry.body {
            Body::Mark(_) => return String::new(),
            Body::Fact(Event::OutOfCup { marker }) if self.is_last_of_cup(entry) => {
                format!("{} is the last in the cup and activates nobody", self.marker_called(*marker))
            }
            Body::Fact(event) => self.told_event(event),
            Body::Die { what, face } => format!("{}: die {face}", self.told_label(*what)),
            Body::Contest { what, faces } => {
                let [first, second] = Side::BOTH.map(|side| self.side_called(side));
                format!("{}: {first} die {}, {second} die {}", self.told_label(*what), faces[0], faces[1])
            }
            Body::Tally(tally) => self.told_tally(tally),
            Body::Note(what) => self.told_label(*what),
        };
        if !text.is_empty() {
            let _ = write!(text, " [{}]", entry.rules);
        }
        text
    }

    /// A label with the name of the unit that it is about.
    fn told_label(&self, label: Label) -> String {
        match label {
            Label::Leaderless(side) => format!("{}: no commander is left", self.side_called(side)),
            Label::OnlyMarker(formation) => format!("{}: {label}", self.formation_called(formation)),
            Label::CommanderStays(commander) => format!("{} stays where he is", self.commander_called(commander)),
            Label::TakesCommand(commander) => format!("{} takes over", self.commander_called(commander)),
            Label::Points(side, points) => format!("{}: {points} victory points", self.side_called(side)),
            Label::DeclinesInitiative(side) => format!("the {} side lets the cup decide", self.side_called(side)),
            Label::Looks(side) => format!("the {} side looks at the enemy's orders", self.side_called(side)),
            Label::Delay(side) => format!("{}: {label}", self.side_called(side)),
            Label::CommanderModifier(side) => format!("the {} commander", self.side_called(side)),
            _ => match label.unit() {
                Some(unit) => format!("{}: {label}", self.called(unit)),
                None => label.to_string(),
            },
        }
    }

    fn told_tally(&self, tally: &Tally<Label>) -> String {
        let mut text = tally.told(self.told_label(tally.what()), |label| match label {
            Label::CommanderModifier(_) => self.told_label(label),
            label => label.to_string(),
        });
        if tally.face().is_some() {
            match tally.what() {
                Label::Shock(_) | Label::Charge(_) | Label::PursuitCharge(_) => {
                    let row = self.charts.shock_row(tally.total());
                    let _ = write!(
                        text,
                        ": attacker {}, defender {} ({})",
                        toll(row.value.attacker),
                        toll(row.value.defender),
                        row.source.word()
                    );
                }
                Label::Fire(_) | Label::ReactionFire(_) | Label::CounterBattery(_) => {
                    let result = self.charts.fire_result(tally.total());
                    let effect = match result.value {
                        FireResult::None => "no effect",
                        FireResult::CohesionTest => "cohesion test",
                        FireResult::Disorder => "disorder",
                        FireResult::Rout => "rout",
                    };
                    let _ = write!(text, ": {effect} ({})", result.source.word());
                }
                _ => {}
            }
        }
        text
    }

    fn told_event(&self, event: &Event) -> String {
        let name = |unit| self.called(unit);
        match *event {
            Event::Begun(_) | Event::Continued(_) | Event::Done => String::new(),
            Event::Moved { unit, to, .. } => format!("{} goes to {}", name(unit), self.hex_of(to)),
            Event::Ranked { unit, rank } => format!("{} takes place {} of its stack", name(unit), rank + 1),
            Event::Faced { unit, facing } => format!("{} faces {facing}", name(unit)),
            Event::Ordered { unit, order } => format!("{} is {}", name(unit), condition(order)),
            Event::Exited { unit } => format!("{} leaves the map", name(unit)),
            Event::SquareFormed { unit } => format!("{} forms square", name(unit)),
            Event::SquareLeft { unit } => format!("{} is no longer in square", name(unit)),
            Event::Marked { mark, unit } => format!("{} is marked: {}", name(unit), words(mark)),
            Event::Unmarked { mark: Mark::Ordered, unit } => format!("{} no longer acts with orders", name(unit)),
            Event::Unmarked { mark, unit } => format!("{} is no longer marked: {}", name(unit), words(mark)),
            Event::Aimed { unit, aim } => {
                let aim = match aim {
                    1 => "its left front hex",
                    2 => "its right front hex",
                    3 => "both its front hexes",
                    _ => "nobody",
                };
                format!("{} attacks {aim}", name(unit))
            }
            Event::CombatOpened { fight, attacker, pursuits } => {
                let side = self.side_called(attacker);
                match fight {
                    Fight::First => format!("a combat: the {side} side attacks"),
                    Fight::Breakthrough => format!("a breakthrough shock: the {side} side attacks"),
                    Fight::CounterShock => format!("a counter-shock: the {side} side attacks"),
                    Fight::Pursuit => format!("pursuit charge {pursuits}: the {side} side attacks"),
                }
            }
            Event::CombatHex { cell } => format!("the attack is on {}", self.hex_of(cell)),
            Event::Cast { role: Role::Countercharger, unit } => format!("{} counter-charges", name(unit)),
            Event::Cast { role, unit } => format!("{} takes part: {}", name(unit), words(role)),
            Event::Uncast { role, unit } => format!("{} no longer takes part: {}", name(unit), words(role)),
            Event::Row { row } => format!("row {row} of the shock table"),
            Event::Trailed { unit, from, dir: Some(dir) } => {
                format!("{} leaves {} to the {dir}", name(unit), self.hex_of(from))
            }
            Event::Trailed { unit, from, dir: None } => format!("{} is overrun in {}", name(unit), self.hex_of(from)),
            Event::CombatClosed => "the combat is over".to_owned(),
            Event::Activated { marker, side } => {
                format!("{}: {} is activated", self.side_called(side), self.marker_called(marker))
            }
            Event::ActiveUnits { units } if units.is_empty() => "activated: nobody".to_owned(),
            Event::ActiveUnits { units } => format!("activated: {}", self.all_called(units)),
            Event::Deactivated => "the activation is over".to_owned(),
            Event::Turn { turn } => match self.scenario.clock(turn) {
                Some((hours, minutes)) => format!("turn {turn}: it is {hours}:{minutes:02}"),
                None => format!("turn {turn}"),
            },
            Event::Grouped { unit, group } => format!("{} is of the group of {}", name(unit), name(group)),
            Event::OrdersGiven { side, units } => {
                format!("the {} side gives orders to {}", self.side_called(side), self.all_called(units))
            }
            Event::OrdersDone { side } => format!("the {} side has given its orders", self.side_called(side)),
            Event::Revealed { formation } => {
                format!("the order markers of {} are turned over", self.formation_called(formation))
            }
            Event::Initiative { side: Some(side) } => {
                format!("the {} side wins strategic initiative", self.side_called(side))
            }
            Event::Initiative { side: None } => "nobody wins strategic initiative".to_owned(),
            Event::IntoCup { marker } => format!("{} goes into the cup", self.marker_called(marker)),
            Event::OutOfCup { marker } => format!("{} leaves the cup", self.marker_called(marker)),
            Event::Available { marker } => format!("{} becomes available", self.marker_called(marker)),
            Event::Unavailable { marker } => format!("{} is no longer available", self.marker_called(marker)),
            Event::ReinforcementMarked { unit } => format!("{} is a reinforcement", name(unit)),
            Event::ReinforcementEnded { unit } => format!("{} is no longer a reinforcement", name(unit)),
            Event::Sheltered { unit } => format!("{} has reached a refuge", name(unit)),
            Event::Demoralized { formation } => format!("{} is demoralized", self.formation_called(formation)),
            Event::Recovered { formation } => {
                format!("{} recovers from demoralization", self.formation_called(formation))
            }
            Event::CommanderMoved { commander, to } => {
                format!("{} moves to {}", self.commander_called(commander), self.hex_of(to))
            }
            Event::CommanderTurned { commander } => {
                format!("{} has used his move of the turn", self.commander_called(commander))
            }
            Event::CommanderLost { commander } => format!("{} is lost", self.commander_called(commander)),
            Event::Ended { winner: Some(side) } => {
                format!("the game is over: the {} side wins", self.side_called(side))
            }
            Event::Ended { winner: None } => "the game is over: nobody wins".to_owned(),
            Event::AllMarked { mark, units } => {
                let what = match mark {
                    Mark::Active => "activated".to_owned(),
                    Mark::Ordered => "acting with orders".to_owned(),
                    Mark::Barred => "may only rally".to_owned(),
                    mark => words(mark),
                };
                format!("{what}: {}", self.all_called(units))
            }
            Event::OrdersFree { units } => format!("with orders: {}", self.all_called(units)),
            Event::OrdersLost { units } => format!("without orders again: {}", self.all_called(units)),
            Event::OrdersSeen { side, units } => {
                format!("the {} side sees the enemy's orders: {}", self.side_called(side), self.all_called(units))
            }
            Event::Reached { side, progress } => format!("{}: {}", self.side_called(side), words(progress)),
            Event::MarkerChosen { marker } => format!("{} begins the turn", self.marker_called(marker)),
            Event::ColumnGrown => "the column on the road grows by a stack".to_owned(),
            Event::Delayed { arrival, turn, .. } => {
                format!("{}: in turn {turn}", self.arrival_called(arrival))
            }
            Event::Diverted { arrival, cell } => {
                format!("{}: by {}", self.arrival_called(arrival), self.hex_of(cell))
            }
            Event::Unbound => match &self.scenario.specific.bound {
                Some(bound) => format!("{} is free of its route", self.formation_called(bound.formation)),
                None => "the formation is free of its route".to_owned(),
            },
            Event::BridgeBegun { from, to } => {
                format!("a bridge is begun between {} and {}", self.hex_of(from), self.hex_of(to))
            }
            Event::BridgeBuilt => "the bridge is built".to_owned(),
            Event::BridgeOpened => "the bridge may be used".to_owned(),
            Event::ReserveFirst { side } => format!("the {} side goes first with the reserve", self.side_called(side)),
            Event::Held { objective, side } => {
                let cell = self.scenario.victory.objectives.get(usize::from(objective)).map(|objective| objective.cell);
                let hex = cell.map_or_else(|| "an objective".to_owned(), |cell| self.place_called(cell));
                format!("the {} side holds {hex}", self.side_called(side))
            }
            Event::ShelterLeft { unit } => format!("{} leaves its refuge", name(unit)),
            Event::Shaken { units } => format!("will not come back to good order: {}", self.all_called(units)),
            Event::CommanderFollowed { commander, unit, to } => {
                format!("{} follows {} to {}", self.commander_called(commander), name(unit), self.hex_of(to))
            }
        }
    }

    /// [`Ruleset::tell_question`](crate::ruleset::Ruleset::tell_question).
    pub(super) fn told_question(&self, question: &Question) -> String {
        let name = |unit| self.called(unit);
        let text = match question.frame {
            Frame::SetUp { side, turning } => match turning.and_then(Quarry::unit) {
                Some(unit) => format!("which way does {} face?", name(unit)),
                None => format!("{}: who is set up where?", self.side_called(side)),
            },
            Frame::Orders => "which groups receive orders?".to_owned(),
            Frame::FirstMarker => "which marker begins the turn?".to_owned(),
            Frame::Cup | Frame::Activation(_) if self.names_a_hex(question.rule) => {
                "by which hex do the reinforcements come?".to_owned()
            }
            Frame::Activation(step) => match step {
                Step::Initiative => "for which groups does the commander try his initiative?",
                Step::Fire => "which artillery fires?",
                Step::Movement => "who moves, and who charges?",
                Step::Declaration => "who attacks in shock?",
                Step::Combat => "which combat is next?",
                Step::Rally => "who rallies?",
            }
            .to_owned(),
            Frame::Moving(m) => match (m.gait, m.target) {
                (Gait::Charge, Some(target)) => {
                    let (unit, target) = (name(m.unit), self.hex_of(target));
                    format!("which way does {unit} charge {target}? ({} movement points left)", m.left)
                }
                _ => format!("which way does {} move? ({} movement points left)", name(m.unit), m.left),
            },
            Frame::Square { charger, cell } => {
                format!("does the infantry in {} form square against {}?", self.hex_of(cell), name(charger))
            }
            Frame::Recall { charger, cell } => {
                format!("does {} break off its charge at the square in {}?", name(charger), self.hex_of(cell))
            }
            Frame::RecallMove { charger, .. } => format!("which way does {} leave?", name(charger)),
            Frame::Combat(stage) => match stage {
                Stage::Refusal => "does the cavalry refuse the shock?",
                Stage::Engagement => "engagement tests",
                Stage::CounterCharge => "does the cavalry counter-charge?",
                Stage::Reaction => "does anybody fire in reaction?",
                Stage::Die => "the die",
                Stage::Results => "who follows, and what is carried out next?",
                Stage::Advance => "who advances or pursues?",
                Stage::EndOfCharge => "the end of the charge",
            }
            .to_owned(),
            Frame::Disorder { unit } => format!("a disorder of {}", name(unit)),
            Frame::DirectRout { unit } => format!("the rout of {}", name(unit)),
            Frame::Test { unit, .. } => format!("a cohesion test of {}", name(unit)),
            Frame::PassedBy { unit, by } => format!("{} has passed through {}", name(by), name(unit)),
            Frame::Withdrawal(w) => {
                let how = match w.flight {
                    Flight::Recoil => "recoil",
                    Flight::Retreat => "retreat",
                    Flight::Evasion => "evade",
                };
                format!("which way does {} {how}? (hexes left: {})", name(w.unit), w.left)
            }
            Frame::RoutMove(r) => format!("which way does {} run? ({} movement points left)", name(r.unit), r.left),
            Frame::Pursuit(p) => match p.due {
                PursuitDue::Quarry => format!("whom does {} pursue?", name(p.unit)),
                PursuitDue::Step => format!("which way does {} pursue?", name(p.unit)),
                PursuitDue::Turn => format!("which way does {} face?", name(p.unit)),
                PursuitDue::Charge => format!("{} charges again", name(p.unit)),
            },
            Frame::CommanderFlight { commander, .. } => {
                format!("which way does {} flee?", self.commander_called(commander))
            }
            Frame::CommanderMove { commander, left } => {
                let commander = self.commander_called(commander);
                format!("which way does {commander} ride? ({left} movement points left)")
            }
            Frame::CounterBattery { firer, cell, .. } => {
                format!("does a battery in {} answer {}?", self.hex_of(cell), name(firer))
            }
            Frame::AdvanceTurn { unit, most } => {
                format!("which way does {} face? (at most {most} corners)", name(unit))
            }
            Frame::Breakthrough { unit } => format!("does {} make a breakthrough shock?", name(unit)),
            Frame::CounterShock => "does the defender strike back?".to_owned(),
            Frame::Rout if question.rule == self.cite(super::night::BY_ITSELF) => {
                "which unit that has rallied turns?".to_owned()
            }
            Frame::Rout => "which routed unit runs next?".to_owned(),
            Frame::Reserve => "does the reserve act?".to_owned(),
            other => words(other),
        };
        format!("{text} [{}]", question.rule)
    }

    /// An action in words. Cells and units that the rules do not know are named so.
    pub(super) fn told_action(&self, action: &Action) -> String {
        let name = |unit| self.called(unit);
        let with = |party| match party {
            Party::Alone => "",
            Party::Stack => " with its stack",
        };
        match *action {
            Action::Done => "passes".to_owned(),
            Action::Place { unit, cell } => format!("{} is set up in {}", name(unit), self.hex_of(cell)),
            Action::Post { commander, cell } => {
                format!("{} is set up in {}", self.commander_called(commander), self.hex_of(cell))
            }
            Action::Bridge { unit, cell } => format!("{} builds a bridge to {}", name(unit), self.hex_of(cell)),
            Action::Move { unit, party, gait: Gait::Forced } => {
                format!("{}{} marches by force", name(unit), with(party))
            }
            Action::Move { unit, party, .. } => format!("{}{} moves", name(unit), with(party)),
            Action::Charge { unit, party, target } => {
                format!("{}{} charges {}", name(unit), with(party), self.hex_of(target))
            }
            Action::Step { dir } => format!("to the {dir}"),
            Action::Halt { facing } => format!("halt, facing {facing}"),
            Action::Turn { facing } => format!("face {facing}"),
            Action::Pivot { unit, facing } => format!("{} turns to {facing}", name(unit)),
            Action::Fight { unit } => format!("the combat of {}", name(unit)),
            Action::CounterCharge { unit } => format!("{} counter-charges", name(unit)),
            Action::FormSquare { unit } => format!("{} forms square", name(unit)),
            Action::Recall => "break off the charge".to_owned(),
            Action::Shock { unit, aim } => format!("{} attacks in shock: {}", name(unit), words(aim)),
            Action::Advance { unit, party, to } => {
                format!("{}{} follows into {}", name(unit), with(party), self.hex_of(to))
            }
            Action::Quarry { unit } => format!("pursue {}", name(unit)),
            Action::Evade { unit, hexes } => format!("{} evades: {} hexes", name(unit), words(hexes)),
            Action::Command { commander } => format!("{} rides", self.commander_called(commander)),
            Action::React { unit, target } => format!("{} fires at {}", name(unit), name(target)),
            Action::Fire { unit, target, .. } => format!("{} fires at {}", name(unit), self.hex_of(target)),
            Action::Rally { unit } => format!("{} rallies", name(unit)),
            Action::Order { unit } => format!("orders for the group of {}", name(unit)),
            Action::Marker { marker } => self.marker_called(marker).to_owned(),
            Action::Initiative { unit } => format!("initiative for the group of {}", name(unit)),
            Action::LeaveSquare { unit } => format!("{} leaves square", name(unit)),
            Action::Run { unit } => format!("{} runs", name(unit)),
            Action::Enter { unit, .. } => format!("{} enters the map", name(unit)),
            ref other => words(other),
        }
    }

    /// [`Ruleset::tell_refusal`](crate::ruleset::Ruleset::tell_refusal).
    pub(super) fn told_refusal(&self, refusal: &Refusal<Why>) -> String {
        match refusal {
            Refusal::Over => "the game is over".to_owned(),
            Refusal::NotAsked { by } => format!("nothing is asked of the {} side now", self.side_called(*by)),
            Refusal::Forbidden { rules, why } => format!("{} [{rules}]", why.told(Some(self))),
        }
    }

    /// The hexes of the block between two corners as text, with what stands there: the hex and the corner that the units
    /// face (or the terrain, where nobody stands), then the name, cut short, with `*` if disordered, `!` if routed, `#` in
    /// square, `+1` for each further unit. Below it, each hex with units in full.
    pub fn sketch(&self, s: &State, from: Hex, to: Hex) -> String {
        let cells: Vec<Cell> = self.map.grid.block(from, to).collect();
        let mut text = draw(&self.map.grid, cells.iter().copied(), |cell| {
            let hex = self.map.grid.hex(cell);
            let mut here = s.units_at(cell);
            match here.next() {
                Some(top) => {
                    let rest = here.len();
                    let more = if rest > 0 { format!("+{rest}") } else { String::new() };
                    let sign = sign(s, top);
                    let room = 8 - more.len() - sign.len();
                    [format!("{hex} {}", s.facing(top)), format!("{}{sign}{more}", self.brief(top, room))]
                }
                None => [hex.to_string(), self.ground_called(cell)],
            }
        });
        for cell in cells {
            for unit in s.units_at(cell) {
                let order = condition(s.order(unit));
                let square = if s.in_square(unit) { ", in square" } else { "" };
                let (hex, facing, side) = (self.hex_of(cell), s.facing(unit), self.side_called(self.side_of(unit)));
                let _ = writeln!(text, "{hex}: {} ({side}), facing {facing}, {order}{square}", self.called(unit));
            }
        }
        text
    }

    /// As much of a name as there is room for: its first word, and the beginning of the others.
    fn brief(&self, unit: UnitId, room: usize) -> String {
        let name = self.roster.unit(unit).map_or("?", |unit| &unit.name);
        let words: Vec<&str> = name.split(' ').collect();
        let share = if words.len() > 1 { room.div_ceil(2) } else { room };
        let short: String = words.iter().flat_map(|word| word.chars().take(share)).collect();
        short.chars().take(room).collect()
    }

    fn ground_called(&self, cell: Cell) -> String {
        match self.map.terrain(cell) {
            Terrain::Clear => String::new(),
            terrain => terrain.to_string(),
        }
    }
}

fn sign(s: &State, unit: UnitId) -> &'static str {
    match s.order(unit) {
        Order::Good if s.in_square(unit) => "#",
        Order::Good => "",
        Order::Disordered => "*",
        Order::Routed => "!",
        Order::Eliminated => "x",
    }
}

fn condition(order: Order) -> &'static str {
    match order {
        Order::Good => "in good order",
        Order::Disordered => "disordered",
        Order::Routed => "routed",
        Order::Eliminated => "eliminated",
    }
}

fn toll(toll: Toll) -> &'static str {
    match toll {
        Toll::None => "unharmed",
        Toll::RecoilAndDisorder => "1 + D",
        Toll::RecoilAndTest => "1 + cohesion test",
        Toll::DisorderAndTestOrRecoil => "D + cohesion test, 1 if failed",
    }
}

/// A name of the code in words: `LeftSquare` is `left square`.
fn words(name: impl core::fmt::Debug) -> String {
    let mut text = String::new();
    for character in format!("{name:?}").chars() {
        if character.is_ascii_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.push(character.to_ascii_lowercase());
    }
    text
}
