//! 11.10 and 11.11: gathering, cursors, fatigue, points.

use crate::journal::{Journal, Seen};
use crate::montenotte::event::Event;
use crate::montenotte::frame::Stage;
use crate::montenotte::ids::{MarkerId, UnitNo};
use crate::montenotte::label::Label;
use crate::montenotte::morale::Deed;
use crate::montenotte::play::{Done, Table, lost, one};
use crate::montenotte::state::State;
use crate::montenotte::words::Weight;
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// Whether enemies of the victor are left in the defender's hex: in its fort, or because they could not leave it.
    fn hex_is_held(&self, s: &State) -> bool {
        match (s.battle.at, s.battle.vanquished()) {
            (Some(at), Some(vanquished)) => !self.enemies_at(s, vanquished.enemy(), at).is_empty(),
            _ => false,
        }
    }

    /// A victorious attacker chooses whether to stack with those in the fort (N 11.10/11).
    pub(super) fn asked_gather(&self, s: &State) -> [Option<Rule>; 2] {
        let (Some(at), Some(attacker)) = (s.battle.at, s.battle.attacker()) else { return [None; 2] };
        let won = s.battle.vanquished() == Some(attacker.enemy());
        if won && self.hex_is_held(s) && self.barred_by(s, attacker, at).is_none() {
            one(attacker, rule!("N 11.10/11"))
        } else {
            [None; 2]
        }
    }

    /// N 11.10/13, N 11.10/14.
    pub(super) fn gather<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let (Some(at), Some(from), Some(attacker)) = (s.battle.at, s.battle.from, s.battle.attacker()) else {
            return Err(lost("a battle without a hex"));
        };
        let defender = attacker.enemy();
        let gathering: Vec<(Side, crate::hex::Cell, Rule)> = match s.battle.vanquished() {
            None => vec![(attacker, from, rule!("N 11.10/14")), (defender, at, rule!("N 11.10/14"))],
            Some(side) if side == attacker => vec![(defender, at, rule!("N 11.10/13"))],
            Some(_) => {
                // Whoever could not leave the hex, or holds its fort while the victor stays out, keeps it.
                let stays = s.battle.stays != 0 || self.barred_by(s, attacker, at).is_some();
                vec![(attacker, if stays { from } else { at }, rule!("N 11.10/13"))]
            }
        };
        for (side, to, rule) in gathering {
            for marker in self.engaged(desk.state(), side) {
                if desk.state().at(marker).is_some_and(|there| there != to) {
                    desk.fact(Event::Moved { marker, to }, rule);
                }
            }
            self.occupy(to, desk);
        }
        self.stage(Stage::Cursors, rule!("N 11.10/15"), desk);
        Ok(())
    }

    /// The divisions of a side that were engaged and have a cursor of their own (ruling `adjacent-brigade-morale`).
    fn engaged_divisions(&self, s: &State, side: Side) -> Vec<UnitNo> {
        let units = self.engaged(s, side).flat_map(|marker| self.units(s, marker));
        units.map(|(unit, _)| unit).filter(|unit| self.has_cursor(*unit)).collect()
    }

    /// N 11.10/15.
    pub(super) fn cursors<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let Some(attacker) = s.battle.attacker() else { return Err(lost("a battle without an attacker")) };
        let (result, rule) = self.result(s.battle.row.saturating_sub(1));
        for side in Side::BOTH {
            let by = if side == attacker { result.attacker_morale.value } else { result.defender_morale.value };
            for unit in self.engaged_divisions(desk.state(), side) {
                self.move_cursor(unit, by, [rule!("N 11.10/15"), rule], Seen::ByBoth, desk);
            }
        }
        self.settle_morale(desk)?;
        // A division that came out of its general-in-chief's force still fought.
        self.stage(Stage::Fatigue, rule!("N 11.11/1"), desk);
        Ok(())
    }

    /// N 11.11/1: a level for all who fought, and attrition.
    pub(super) fn after_fight<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        for marker in desk.state().battle.engaged() {
            for _ in 0..self.charts.battle.fatigue.value {
                self.tire(marker, rule!("N 11.11/1"), desk);
            }
            self.did(marker, Deed::Elsewhere, desk);
        }
        self.stage(Stage::Pursue, rule!("N 11.11/3"), desk);
        self.begin_attrition(desk)
    }

    /// Points (N 15.3/3 to N 15.3/5), then the Sardinian track (N 15.2/6 to N 15.2/8, N 15.2/13, N 15.2/14; rulings
    /// `sardinian-morale-battles`, `sardinian-losses`), and the battle is over.
    pub(super) fn close_score<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let b = s.battle;
        let t = &self.scenario.sardinian;
        let weight = self.result(b.row.saturating_sub(1)).0.result.value.weight();
        let winner = b.vanquished().map(Side::enemy);
        if let Some(winner) = winner {
            desk.note(Label::Victory(winner), rule!("N 11.9/2"));
            self.score_battle(winner, weight, desk);
        }
        let concerned =
            b.sardinians != 0 || self.rulings.sardinian_morale_battles == options::SardinianMoraleBattles::EveryBattle;
        if concerned {
            let by = match (winner, weight) {
                (Some(Side::First), Weight::Major) => Some((t.major_defeat.value, rule!("N 15.2/6"))),
                (Some(Side::First), Weight::Decisive) => Some((t.decisive_defeat.value, rule!("N 15.2/7"))),
                (Some(Side::Second), Weight::Major) => Some((t.major_victory.value, rule!("N 15.2/13"))),
                (Some(Side::Second), Weight::Decisive) => Some((t.decisive_victory.value, rule!("N 15.2/14"))),
                _ => None,
            };
            if let Some((by, rule)) = by {
                self.move_track(by, rule, desk);
            }
        }
        let each = t.losses_sp.value.max(1);
        let counted = match self.rulings.sardinian_losses {
            options::SardinianLosses::SardinianEachBattle => b.sardinian_losses / each,
            options::SardinianLosses::CoalitionEachBattle if b.sardinians != 0 => b.coalition_losses / each,
            options::SardinianLosses::CoalitionEachBattle => 0,
            options::SardinianLosses::SardinianRunning => {
                let all = desk.state().sardinian_losses.saturating_add(b.sardinian_losses);
                if b.sardinian_losses > 0 {
                    desk.mark(Event::SardinianLosses { sp: all % each }, rule!("N 15.2/8"));
                }
                all / each
            }
        };
        if counted > 0 {
            let by = t.losses.value.saturating_mul(i8::try_from(counted).unwrap_or(i8::MAX));
            self.move_track(by, rule!("N 15.2/8"), desk);
        }
        if desk.state().verdict().is_none() {
            self.settle_morale(desk)?;
        }
        self.close_battle(desk)
    }

    /// The forces of a side that fought and are left.
    pub(super) fn left_of(&self, s: &State, side: Side) -> Vec<MarkerId> {
        self.engaged(s, side).filter(|marker| s.at(*marker).is_some()).collect()
    }

    /// Every engaged unit's cursor of a side moves, as far as it has one.
    pub(super) fn lower_all<J: Journal<Event, Label>>(&self, side: Side, by: i8, rule: Rule, desk: &mut Table<'_, J>) {
        for unit in self.engaged_divisions(desk.state(), side) {
            self.move_cursor(unit, by, rule, Seen::ByBoth, desk);
        }
    }
}
