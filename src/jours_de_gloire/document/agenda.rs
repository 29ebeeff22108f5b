//! The agenda of a document: checked step by step, so that nothing that is read leads into the void.

use serde_json::Value;

use super::super::JoursDeGloire;
use super::super::frame::{Frame, Gait, Moving, Pursuit, PursuitDue, RoutMove, Step, Withdrawal};
use super::super::play::STEPS;
use super::super::rulings::CommanderMoves;
use super::super::state::{Combat, State};
use super::read::{FILE, MOST, Reading};
use crate::chance::Seeded;
use crate::journal::Silent;
use crate::names;
use crate::refusal::Stop;
use crate::ruleset::{Ruleset, Waiting};
use crate::side::UnitId;

/// How many times the automatic steps that are due in a position that was read are tried.
const TRIES: u64 = 8;

impl Reading<'_> {
    /// Reads the steps, and checks each against those below it and against the position.
    pub(super) fn agenda(&mut self, values: &[Value]) {
        for (i, value) in values.iter().enumerate() {
            match names::read_at::<Frame>(value, self.rules, FILE, &format!("agenda.{i}")) {
                Ok(frame) => {
                    let top = i + 1 == values.len();
                    self.frame(i, frame, top);
                    if !self.s.agenda.push(frame) {
                        self.wrong("agenda", "fewer steps", values.len().to_string());
                        return;
                    }
                }
                Err(faults) => self.faults.add(faults),
            }
        }
        if values.is_empty() && self.s.verdict == 0 {
            self.wrong("agenda", "a phase of the turn", "nothing");
        }
        let activation = matches!(self.s.agenda.get(1), Some(Frame::Activation(_) | Frame::Selection));
        if activation && self.s.acting == 0 {
            self.wrong("acting", "the side that is activated", "nobody");
        }
        if !activation && self.s.acting != 0 {
            self.wrong("acting", "nobody: no activation is under way", "a side");
        }
    }

    fn frame(&mut self, i: usize, frame: Frame, top: bool) {
        let path = format!("agenda.{i}");
        let below = i.checked_sub(1).and_then(|below| self.s.agenda.get(below));
        match (is_phase(frame), i) {
            (true, 0) | (false, 1..) => {}
            (false, 0) => self.wrong(&path, "a phase of the turn at the bottom", name(frame)),
            (true, _) => self.wrong(&path, "a step within a phase", name(frame)),
        }
        let draws = matches!(self.s.agenda.get(0), Some(Frame::Draw | Frame::Reserve));
        let inner = matches!(self.s.agenda.get(0), Some(Frame::Rout | Frame::Demoralization)) || draws;
        if i > 0 && !inner {
            self.wrong(&path, "nothing within this phase", name(frame));
        }
        match frame {
            Frame::Activation(_) | Frame::Selection if i != 1 || !draws => {
                self.wrong(&path, "an activation right above the draw of its marker", name(frame));
            }
            _ => {}
        }
        let befalls = matches!(
            frame,
            Frame::Disorder { .. }
                | Frame::DirectRout { .. }
                | Frame::Test { .. }
                | Frame::PassedBy { .. }
                | Frame::Withdrawal(_)
                | Frame::RoutMove(_)
                | Frame::CommanderFlight { .. }
        );
        if i > 0 && !draws && inner && !befalls {
            self.wrong(&path, "what befalls a unit, in this phase", name(frame));
        }
        if draws && i == 1 && !matches!(frame, Frame::Activation(_) | Frame::Selection) {
            self.wrong(&path, "an activation", name(frame));
        }
        if frame == Frame::Idle {
            self.wrong(&path, "a step of the rulebook", name(frame));
        }
        if matches!(below, Some(Frame::Selection)) {
            self.wrong(&path, "nothing while units are chosen", name(frame));
        }
        if i > 1 {
            self.within_activation(&path, i, frame);
        }
        self.content(&path, frame, top);
    }

    /// In which step of an activation this can be under way; the activation stands right above the phase.
    fn within_activation(&mut self, path: &str, i: usize, frame: Frame) {
        let step = match self.s.agenda.get(1) {
            Some(Frame::Activation(step)) => Some(step),
            _ => None,
        };
        let (unit, steps): (Option<UnitId>, &[Step]) = match frame {
            Frame::Moving(Moving { unit, .. }) | Frame::Entry { unit, .. } => (Some(unit), &[Step::Movement]),
            // In a pursuit, which the other side may make too, squares are formed in the midst of the combats.
            Frame::Square { .. } | Frame::Recall { .. } | Frame::RecallMove { .. } if self.pursued() => {
                (None, &[Step::Combat])
            }
            Frame::Square { charger: unit, .. }
            | Frame::Recall { charger: unit, .. }
            | Frame::RecallMove { charger: unit, .. } => (Some(unit), &[Step::Movement]),
            Frame::CommanderMove { commander, .. } => {
                if self.rules.roster.commander(commander).map(|counter| counter.side) != self.s.acting() {
                    self.wrong(path, "a commander of the side that acts", name(frame));
                }
                let any = self.rules.rulings.commander_moves == CommanderMoves::Any;
                (None, if any { &STEPS } else { &[Step::Movement] })
            }
            Frame::CounterBattery { firer, .. } => (Some(firer), &[Step::Fire]),
            Frame::UnderFire { .. } => (None, &[Step::Fire, Step::Combat]),
            Frame::Combat(_) | Frame::Pursuit(_) | Frame::Breakthrough { .. } | Frame::CounterShock => {
                (None, &[Step::Combat])
            }
            Frame::AdvanceTurn { .. } => (None, &[Step::Movement, Step::Combat]),
            // What befalls units befalls them in any step that does something, and in the phases after the draws.
            Frame::Disorder { .. }
            | Frame::DirectRout { .. }
            | Frame::Test { .. }
            | Frame::PassedBy { .. }
            | Frame::Withdrawal(_)
            | Frame::RoutMove(_)
            | Frame::CommanderFlight { .. } => match step {
                None => return,
                Some(_) => (None, &[Step::Fire, Step::Movement, Step::Combat, Step::Rally]),
            },
            // Not within an activation: told already.
            _ => return,
        };
        if !step.is_some_and(|step| steps.contains(&step)) {
            self.wrong(path, "a step that can be under way in this step of an activation", name(frame));
        }
        let first = matches!(frame, Frame::Moving(_) | Frame::Entry { .. } | Frame::CommanderMove { .. });
        if first && i != 2 {
            self.wrong(path, "nothing that is under way already", name(frame));
        }
        if let Some(unit) = unit
            && Some(self.rules.side_of(unit)) != self.s.acting()
        {
            self.wrong(path, "a unit of the side that acts", self.rules.roster.unit_name(unit));
        }
    }

    /// Whether a pursuit is about to charge below.
    fn pursued(&self) -> bool {
        let charges = |frame| matches!(frame, Frame::Pursuit(Pursuit { due: PursuitDue::Charge, .. }));
        self.s.agenda.iter().any(charges)
    }

    /// The numbers, units and hexes of a step.
    fn content(&mut self, path: &str, frame: Frame, top: bool) {
        let (unit, counts): (Option<UnitId>, [u8; 3]) = match frame {
            Frame::Moving(Moving { unit, left, hexes, .. }) => (Some(unit), [left, hexes, 0]),
            Frame::Square { charger: unit, .. } | Frame::Recall { charger: unit, .. } => (Some(unit), [0; 3]),
            Frame::RecallMove { charger: unit, .. } => (Some(unit), [0; 3]),
            Frame::Withdrawal(Withdrawal { unit, left, gone, .. }) => (Some(unit), [left, gone, 0]),
            Frame::RoutMove(RoutMove { unit, left, gone, shifted, .. }) => (Some(unit), [left, gone, shifted]),
            Frame::Pursuit(Pursuit { unit, gone, .. }) => (Some(unit), [gone, 0, 0]),
            Frame::CommanderFlight { left, gone, .. } => (None, [left, gone, 0]),
            Frame::CommanderMove { left, .. } => (None, [left, 0, 0]),
            Frame::AdvanceTurn { unit, most } => (Some(unit), [most, 0, 0]),
            Frame::Breakthrough { unit } => (Some(unit), [0; 3]),
            _ => (None, [0; 3]),
        };
        if counts.into_iter().any(|count| count > MOST) {
            self.wrong(path, format!("numbers from 0 to {MOST}"), name(frame));
        }
        if let Frame::Moving(Moving { gait, target, .. }) = frame
            && (gait == Gait::Charge) != target.is_some()
        {
            self.wrong(path, "a target for a charge, and for nothing else", name(frame));
        }
        // Below the top, a step may have lost its unit; it finds that out when it resumes.
        if let Some(unit) = unit
            && top
            && self.s.at(unit).is_none()
        {
            let unit = self.rules.roster.unit_name(unit);
            self.wrong(path, "a unit that is on the map", unit);
        }
        if let Frame::CommanderFlight { commander, .. } | Frame::CommanderMove { commander, .. } = frame
            && top
            && self.s.commanders.get(usize::from(commander.0)).is_none_or(|post| post.at.is_none())
        {
            self.wrong(path, "a commander who is on the map", name(frame));
        }
        let fights = matches!(frame, Frame::Combat(_) | Frame::Pursuit(_) | Frame::CounterShock);
        // Below the top, the record may be closed: by a combat that began within this one.
        if fights && top && self.s.combat == Combat::default() {
            self.wrong(path, "a combat", "none");
        }
    }
}

fn is_phase(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::SetUp { .. }
            | Frame::Orders
            | Frame::Initiative
            | Frame::FirstMarker
            | Frame::Cup
            | Frame::Draw
            | Frame::Reserve
            | Frame::Rout
            | Frame::Demoralization
            | Frame::Final
    )
}

/// The step in a message.
fn name(frame: Frame) -> String {
    match names::write(&frame, &names::Nameless) {
        Value::String(name) => name,
        Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
        other => other.to_string(),
    }
}

impl JoursDeGloire {
    /// Whether the rules can go on from a position: somebody is asked and has an answer, or the automatic steps that are
    /// due lead there. `None` if so; else what is in the way.
    pub(super) fn stuck(&self, s: &State) -> Option<String> {
        let mute = |s: &State| match self.waiting(s) {
            Waiting::Over => None,
            asked @ Waiting::Asked(_) => {
                let mute = asked.sides().find(|side| self.legal_actions(s, *side).is_empty());
                mute.map(|side| format!("a question to which the {} side has no answer", self.side_name(side)))
            }
        };
        if self.over(s) || self.waiting(s).sides().next().is_some() {
            return mute(s);
        }
        for seed in 0..TRIES {
            match self.resumed(s, seed) {
                Ok(after) => {
                    if let Some(stuck) = mute(&after) {
                        return Some(stuck);
                    }
                }
                Err(stop) => return Some(stop.to_string()),
            }
        }
        None
    }

    fn resumed(&self, s: &State, seed: u64) -> Result<State, Stop<super::super::why::Why>> {
        let mut after = s.clone();
        self.resume_in(&mut after, &mut Silent, &mut Seeded::new(seed)).map(|_| after)
    }
}
