//! The agenda of a document: checked step by step, so that nothing that is read leads into the void.

use serde_json::Value;

use super::super::Montenotte;
use super::super::frame::{Acting, Frame, Guns, Occasion, Scout, Scouting, Stage, Step};
use super::super::ids::MarkerId;
use super::super::state::State;
use super::read::{FILE, MOST, Reading};
use crate::chance::Seeded;
use crate::journal::Silent;
use crate::names;
use crate::refusal::Stop;
use crate::ruleset::{Ruleset, Waiting};
use crate::side::Side;

/// How many times the automatic steps that are due in a position that was read are tried.
const TRIES: u64 = 8;

/// Whether a step can be under way right above another.
fn follows(below: Frame, frame: Frame) -> bool {
    match frame {
        Frame::Idle | Frame::Placing | Frame::Deal | Frame::Turn(_) => false,
        Frame::Drawn { .. } => below == Frame::Turn(Step::Cup),
        Frame::Acting(_) | Frame::Compulsory { .. } => matches!(below, Frame::Drawn { .. }),
        Frame::Marching { .. } => matches!(below, Frame::Turn(Step::Strategic(_) | Step::Forced(_))),
        Frame::Battle(_) => matches!(below, Frame::Acting(_)),
        Frame::Guns(_) => matches!(below, Frame::Battle(Stage::GunsAttack | Stage::GunsDefence)),
        Frame::Retreat { .. } => matches!(below, Frame::Battle(Stage::Retreat)),
        Frame::Scouting(Scouting { occasion: Occasion::Active, .. }) => matches!(below, Frame::Acting(_)),
        Frame::Scouting(_) => matches!(below, Frame::Reacting { .. }),
        Frame::Reacting { .. } => matches!(
            below,
            Frame::Acting(_)
                | Frame::Scouting(_)
                | Frame::Guns(_)
                | Frame::Marching { .. }
                | Frame::Battle(Stage::Expose)
        ),
        Frame::Attrition => !matches!(below, Frame::Attrition | Frame::Deal | Frame::Idle),
    }
}

impl Reading<'_> {
    /// Reads the steps, and checks each against the one below it and against the position.
    pub(super) fn agenda(&mut self, values: &[Value]) {
        for (i, value) in values.iter().enumerate() {
            match names::read_at::<Frame>(value, self.rules, FILE, &format!("agenda.{i}")) {
                Ok(frame) => {
                    self.frame(i, frame, i + 1 == values.len());
                    if !self.s.agenda.push(frame) {
                        self.wrong("agenda", "fewer steps", values.len().to_string());
                        return;
                    }
                }
                Err(faults) => self.faults.add(faults),
            }
        }
        if values.is_empty() && self.s.verdict == 0 {
            self.wrong("agenda", "a step of the turn", "nothing");
        }
        let fights = self.s.agenda.iter().any(|frame| matches!(frame, Frame::Battle(_)));
        if fights != self.s.battle.at.is_some() && self.s.verdict == 0 {
            let found = if fights { "no battle" } else { "a battle" };
            self.wrong("battle", "a battle where a step of one is under way, and nowhere else", found);
        }
    }

    fn frame(&mut self, i: usize, frame: Frame, top: bool) {
        let path = format!("agenda.{i}");
        let below = i.checked_sub(1).and_then(|below| self.s.agenda.get(below));
        match below {
            None if matches!(frame, Frame::Placing | Frame::Deal | Frame::Turn(_)) => {}
            None => self.wrong(&path, "a step of the turn at the bottom", name(frame)),
            Some(below) if follows(below, frame) => {}
            Some(below) => self.wrong(&path, format!("what can be under way within {}", name(below)), name(frame)),
        }
        self.content(&path, frame, below, top);
    }

    /// The numbers and forces of a step.
    fn content(&mut self, path: &str, frame: Frame, below: Option<Frame>, top: bool) {
        let rules = self.rules;
        let (marker, counts): (Option<MarkerId>, [u8; 3]) = match frame {
            Frame::Drawn { marker } => (None, [u8::from(rules.brigade_of(marker).is_some()); 3]),
            Frame::Acting(Acting { marker, left, rapid, .. }) => (Some(marker), [left, rapid, 0]),
            Frame::Compulsory { marker } => (Some(marker), [0; 3]),
            Frame::Scouting(Scouting { by, bonus, percent, .. }) => (Some(by), [bonus, percent, 0]),
            Frame::Guns(Guns { marker, left, rapid, steps }) => (Some(marker), [left, rapid, steps]),
            Frame::Retreat { marker, left, done } => (Some(marker), [left, done, 0]),
            Frame::Marching { marker, left, steps } => (Some(marker), [left, steps, 0]),
            Frame::Turn(Step::Sharing { left, .. }) => (None, [left, 0, 0]),
            _ => (None, [0; 3]),
        };
        if counts.into_iter().any(|count| count > MOST) {
            self.wrong(path, format!("numbers from 0 to {MOST}"), name(frame));
        }
        // Below the top, a step may have lost its force; it finds that out when it resumes.
        if let Some(marker) = marker
            && top
            && self.s.at(marker).is_none()
        {
            self.wrong(path, "a force that is on the map", rules.marker_name(marker));
        }
        if let Some(fault) = self.misfit(frame, below) {
            self.wrong(path, fault, name(frame));
        }
    }

    /// What a step asks of those that it names, where they do not fit.
    fn misfit(&self, frame: Frame, below: Option<Frame>) -> Option<&'static str> {
        let (rules, s) = (self.rules, &self.s);
        let side = |marker: MarkerId| rules.side(marker);
        let unless = |fits: bool, expected: &'static str| (!fits).then_some(expected);
        match (frame, below) {
            (Frame::Drawn { marker }, _) => unless(rules.brigade_of(marker).is_none(), "a letter that was drawn"),
            (
                Frame::Acting(Acting { marker, .. }) | Frame::Compulsory { marker },
                Some(Frame::Drawn { marker: drawn }),
            ) => unless(side(marker) == side(drawn), "a force of the side whose marker was drawn"),
            (Frame::Marching { marker, .. }, Some(Frame::Turn(Step::Strategic(by) | Step::Forced(by)))) => {
                unless(side(marker) == by, "a force of the side that marches")
            }
            (Frame::Reacting { active, tried, .. }, Some(below)) => {
                let acts = match below {
                    Frame::Acting(acting) => Some(acting.marker),
                    Frame::Scouting(scouting) => Some(scouting.by),
                    Frame::Guns(guns) => Some(guns.marker),
                    Frame::Marching { marker, .. } => Some(marker),
                    _ => s.battle.principal.and(rules.side_markers[s.battle.attacker()?.index()]).lowest(),
                };
                let foreign = tried.less(rules.side_markers[side(active).enemy().index()]).is_empty();
                unless(acts == Some(active) && foreign, "reactions of the others to the force that acts")
            }
            (Frame::Scouting(scouting), Some(below)) => {
                let fits = match (scouting.occasion, below) {
                    (Occasion::Active, Frame::Acting(acting)) => acting.marker == scouting.by,
                    (Occasion::Reaction, Frame::Reacting { active, .. }) => active == scouting.target,
                    _ => true,
                };
                let r = &rules.charts.reconnaissance;
                let percents = [r.half_percent.value, r.quarter_percent.value, r.tenth_percent.value];
                let margin = match scouting.stage {
                    Scout::Declared | Scout::Die => scouting.percent == 0,
                    Scout::Announce => percents.contains(&scouting.percent),
                    Scout::Over => scouting.percent == 0 || percents.contains(&scouting.percent),
                };
                let kind = scouting.stage != Scout::Announce || rules.kind_of(s, scouting.target).is_some();
                unless(
                    fits && margin && kind && side(scouting.by) != side(scouting.target),
                    "a reconnaissance of the enemy",
                )
            }
            (Frame::Battle(stage), Some(Frame::Acting(acting))) => self.battle_stage(stage, acting),
            (Frame::Guns(guns), Some(Frame::Battle(stage))) => {
                let attacks = Some(side(guns.marker)) == s.battle.attacker();
                let fits = attacks == (stage == Stage::GunsAttack) && !s.battle.engaged().has(guns.marker);
                unless(fits, "a force that marches to its own side's guns")
            }
            (Frame::Retreat { marker, .. }, _) => unless(
                Some(side(marker)) == s.battle.vanquished() && s.battle.engaged().has(marker),
                "a force of those who are beaten",
            ),
            _ => None,
        }
    }

    fn battle_stage(&self, stage: Stage, acting: Acting) -> Option<&'static str> {
        let (rules, s) = (self.rules, &self.s);
        let b = &s.battle;
        let attacker = b.attacker()?;
        if rules.side(acting.marker) != attacker {
            return Some("a battle of the force that acts");
        }
        let stages = [
            Stage::Losses,
            Stage::Retreat,
            Stage::Gather,
            Stage::Cursors,
            Stage::Fatigue,
            Stage::Pursue,
            Stage::PursuitDie,
            Stage::PursuitLosses,
            Stage::Score,
        ];
        let fallen = stages.contains(&stage);
        if fallen != (b.row > 0) {
            return Some("the row of the results table once the dice have fallen, and not before");
        }
        if matches!(stage, Stage::PursuitDie | Stage::PursuitLosses) && b.vanquished == 0 {
            return Some("a side that is beaten, to be pursued");
        }
        if let Stage::Decide { marker, .. } = stage
            && (b.engaged().has(marker) || !rules.beside_battle(s, rules.side(marker)).has(marker))
        {
            return Some("a force beside the battle");
        }
        None
    }
}

/// The step in a message.
fn name(frame: Frame) -> String {
    match names::write(&frame, &names::Nameless) {
        Value::String(name) => name,
        Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
        other => other.to_string(),
    }
}

impl Montenotte {
    /// Whether the rules can go on from a position: somebody is asked and has an answer, or the automatic steps that are
    /// due lead there. `None` if so; else what is in the way.
    pub(super) fn stuck(&self, s: &State) -> Option<String> {
        let mute = |s: &State| match self.waiting(s) {
            Waiting::Over => None,
            asked @ Waiting::Asked(_) => {
                let mute = asked.sides().find(|side: &Side| self.legal_actions(s, *side).is_empty());
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
