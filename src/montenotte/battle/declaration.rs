//! 11.1: declaring a battle, and the adjacent forces that join.

use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::Dir;
use crate::journal::Journal;
use crate::montenotte::action::Action;
use crate::montenotte::event::{Event, Position, Role};
use crate::montenotte::frame::{Acting, Cause, Frame, Stage};
use crate::montenotte::ids::{MarkerId, Markers};
use crate::montenotte::label::Label;
use crate::montenotte::play::{Done, Judged, Table, lost, no};
use crate::montenotte::state::{Content, Mark, State};
use crate::montenotte::why::Why;
use crate::montenotte::words::{Ground, Weight};
use crate::montenotte::{Montenotte, options};
use crate::rule;
use crate::rule::Cites;
use crate::side::Side;

use super::position::position;

impl Montenotte {
    /// Whether a hex beside a mountain hex is joined to it by a way (N 11.1/7): elsewhere it need not be.
    fn joined_by_way(&self, from: crate::hex::Cell, dir: Dir, to: crate::hex::Cell) -> bool {
        self.map.ground(to) != Ground::Mountain || self.map.way(from, dir).is_some()
    }

    /// N 11.1/1, N 11.1/2, with what else bars an attack: fatigue 2 (N 3.3/6), uncommanded brigades (N 8.3/5), a failed test
    /// (N 8.3/3), no units (ruling `lone-general-attacks`).
    pub(in crate::montenotte) fn judge_attack(&self, s: &State, acting: Acting, dir: Dir) -> Judged {
        let head = acting.marker;
        if s.content(head) == Content::Decoy {
            return no(rule!("N 2/6"), Why::Decoy(head));
        }
        if self.strength(s, head) == 0 {
            return no(rule!("N 11.1/1"), Why::NoUnits(head));
        }
        if acting.is(Acting::HALF) {
            return no(rule!("N 8.3/2"), Why::Half(head));
        }
        if acting.is(Acting::NO_FIGHT) {
            return no(rule!("N 8.3/3"), Why::Unwilling(head));
        }
        let brigade = matches!(s.content(head), Content::Unit(unit) if !self.roster[unit].is_division());
        if brigade && !self.commanded(s, head) {
            return no(rule!("N 8.3/5"), Why::Unwilling(head));
        }
        let fatigue = self.force_fatigue(s, head);
        if fatigue >= self.charts.fatigue.most.value {
            return no(rule!("N 3.3/6"), Why::Fatigued(head, fatigue));
        }
        let Some(from) = s.at(head) else { return no(rule!("N 11.1/2"), Why::NotThere(head)) };
        let Some(to) = self.map.grid.neighbour(from, dir) else { return no(rule!("N 11.1/2"), Why::NoWay) };
        if self.enemies_at(s, self.side(head), to).is_empty() {
            return no(rule!("N 11.1/2"), Why::NobodyThere);
        }
        if !self.joined_by_way(from, dir, to) {
            return no(rule!("N 11.1/7"), Why::NoWay);
        }
        let needs = self.charts.battle.declaration_half_mp.value;
        if needs > acting.left {
            return no(rule!("N 11.1/2"), Why::Points { needs, has: acting.left });
        }
        Ok(())
    }

    /// Declares a battle: an uncommanded force that has moved tests once more (N 8.3/3, N 8.3/4); the MP are spent, the
    /// march that led here comes to its end, all forces in the hex are attacked together (N 11.1/3).
    pub(in crate::montenotte) fn attack<J: Journal<Event, Label>>(
        &self,
        acting: Acting,
        dir: Dir,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let head = acting.marker;
        let mut acting = acting;
        // How it is commanded and what it has left, its owner alone knows.
        let mut rules = Cites::from(rule!("N 11.1/2"));
        if acting.rapid > 0 {
            rules = rules.and(rule!("N 9.2.1/5"));
        }
        if !acting.is(Acting::MAY_FIGHT) {
            if acting.is(Acting::EVER) {
                let mut tally = self.force_test(desk.state(), Label::Resolve(head), head, &[]);
                let seen = self.seen_of_test(head);
                if desk.test_for(&mut tally, Die::D6, rule!("N 8.3/3"), seen)? == Passed::No {
                    let next = acting.with(Acting::NO_FIGHT);
                    self.continue_frame(Frame::Acting(next), rule!("N 8.3/3"), desk);
                    return Ok(());
                }
                acting = acting.with(Acting::MAY_FIGHT);
            } else {
                // The first test will do.
                rules = rules.and(rule!("N 8.3/4"));
                acting = acting.with(Acting::MAY_FIGHT);
            }
        }
        let s = desk.state();
        let Some(from) = s.at(head) else { return Err(lost("an attacker is gone")) };
        let Some(at) = self.map.grid.neighbour(from, dir) else { return Err(lost("an attack off the map")) };
        let attacker = self.side(head);
        let acting = acting.with(Acting::DID | Acting::FOUGHT).spend(self.charts.battle.declaration_half_mp.value);
        let acting = self.close_movement(acting, desk);
        self.continue_frame(Frame::Acting(acting), rules, desk);
        desk.fact(Event::BattleOpened { at, from, attacker }, [rule!("N 11.1/1"), rule!("N 11.1/2")]);
        desk.reveal();
        let event = Event::Engaged { marker: head, role: Role::Principal, position: Position::Front };
        desk.fact(event, rule!("N 11.1/1"));
        self.begin_frame(Frame::Battle(Stage::Expose), rule!("N 11.1/2"), desk)?;
        self.offer_reactions(head, Cause::Declared, rule!("N 10/3"), desk)
    }

    /// Decoys in the hex are shown and removed before any test, or defend it without strength (ruling `decoy-attacked`); the
    /// others are the principal defenders, and what they are is shown (ruling `battle-reveals`).
    pub(super) fn expose<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let (Some(at), Some(attacker)) = (s.battle.at, s.battle.attacker()) else {
            return Err(lost("a battle without a hex"));
        };
        desk.reveal();
        for marker in self.enemies_at(desk.state(), attacker, at) {
            let exposed = self.rulings.decoy_attacked == options::DecoyAttacked::Exposed;
            if exposed && desk.state().content(marker) == Content::Decoy {
                desk.fact(Event::Exposed { marker }, rule!("N 2/6"));
            } else {
                let event = Event::Engaged { marker, role: Role::Principal, position: Position::Front };
                desk.fact(event, rule!("N 11.1/3"));
            }
        }
        if self.engaged(desk.state(), attacker.enemy()).is_empty() {
            desk.note(Label::OnlyDecoys, rule!("N 2/6"));
            return self.close_battle(desk);
        }
        if self.general_withdraws(desk.state(), attacker.enemy()) {
            return self.withdraw_general(attacker, desk);
        }
        self.stage(Stage::Attrition, rule!("N 8.5/1"), desk);
        self.begin_attrition(desk)
    }

    /// Whether those who are attacked have no strength and so withdraw (ruling `lone-general-attacked`).
    fn general_withdraws(&self, s: &State, side: Side) -> bool {
        self.rulings.lone_general_attacked == options::LoneGeneralAttacked::Withdraws
            && self.engaged_strength(s, side) == 0
    }

    /// They retreat as after a tactical defeat (N 11.10/4), and that is all.
    fn withdraw_general<J: Journal<Event, Label>>(&self, attacker: Side, desk: &mut Table<'_, J>) -> Done {
        let tactical = self.charts.results.iter().zip(0u8..).find(|(row, _)| {
            let result = row.result.value;
            result.weight() == Weight::Tactical && result.victor(attacker) == Some(attacker)
        });
        let Some((result, row)) = tactical else { return Err(lost("no tactical victory")) };
        let least = self.charts.battle.least_retreat.value;
        let retreat = result.defender_morale.value.min(0).unsigned_abs().max(least);
        let event = Event::Row { row, vanquished: Some(attacker.enemy()), retreat };
        desk.fact(event, [rule!("N 11.4/6"), rule!("N 11.10/4")]);
        self.stage(Stage::Retreat, rule!("N 11.10/4"), desk);
        Ok(())
    }

    /// The battle goes on with this stage.
    pub(super) fn stage<J: Journal<Event, Label>>(
        &self,
        stage: Stage,
        rule: crate::rule::Rule,
        desk: &mut Table<'_, J>,
    ) {
        self.continue_frame(Frame::Battle(stage), rule, desk);
    }

    /// Decoys that took part are seen for what they are, and have nothing to bring away: they are removed (ruling
    /// `decoy-attacked`).
    pub(super) fn remove_decoys<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        for marker in desk.state().battle.engaged() {
            if desk.state().content(marker) == Content::Decoy {
                desk.fact(Event::Exposed { marker }, rule!("N 2/6"));
            }
        }
    }

    /// The battle is over: attrition that is owed follows.
    pub(super) fn close_battle<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        self.remove_decoys(desk);
        desk.fact(Event::BattleClosed, rule!("N 11.11/1"));
        self.end_frame(rule!("N 11.11/1"), desk);
        self.begin_attrition(desk)
    }

    /// The markers of a side beside the defender's hex that do not take part yet, as everybody sees them.
    pub(in crate::montenotte) fn beside_battle(&self, s: &State, side: Side) -> Markers {
        let Some(at) = s.battle.at else { return Markers::EMPTY };
        let mut found = Markers::EMPTY;
        for marker in s.on_map().and(self.side_markers[side.index()]).less(s.battle.engaged()) {
            if s.at(marker).is_some_and(|there| self.map.grid.distance(there, at) == 1) {
                found.insert(marker);
            }
        }
        found
    }

    /// Whether a force can take part at all (rulings `fatigue-two-and-battle`, `demoralised-cannot-attack`,
    /// `joining-costs-nothing`).
    pub(super) fn judge_fit(&self, s: &State, marker: MarkerId, rule: crate::rule::Rule) -> Judged {
        if s.content(marker) == Content::Decoy {
            return no(rule!("N 2/6"), Why::Decoy(marker));
        }
        if self.strength(s, marker) == 0 {
            return no(rule, Why::NoUnits(marker));
        }
        if self.force_demoralised(s, marker) {
            return no(rule!("N 3.2/3"), Why::Demoralised(marker));
        }
        let attacks = Some(self.side(marker)) == s.battle.attacker();
        let fatigue = self.force_fatigue(s, marker);
        if attacks && fatigue >= self.charts.fatigue.most.value {
            return no(rule!("N 3.3/6"), Why::Fatigued(marker, fatigue));
        }
        if self.rulings.joining_costs_nothing == options::JoiningCostsNothing::Acted
            && s.marked(Mark::Activated).has(marker)
        {
            return no(rule!("N 8.1/3"), Why::Already(marker));
        }
        Ok(())
    }

    /// Whether an adjacent force may join, tests apart: over a way into a mountain hex (N 11.1/7).
    pub(super) fn judge_adjacent(&self, s: &State, marker: MarkerId) -> Judged {
        self.judge_fit(s, marker, rule!("N 11.1/4"))?;
        let (Some(at), Some(there)) = (s.battle.at, s.at(marker)) else {
            return no(rule!("N 11.1/4"), Why::NotThere(marker));
        };
        match self.map.grid.direction(there, at) {
            Some(dir) if self.joined_by_way(there, dir, at) => Ok(()),
            Some(_) => no(rule!("N 11.1/7"), Why::NoWay),
            None => no(rule!("N 11.1/4"), Why::TooFar(marker)),
        }
    }

    /// N 11.1/4: an adjacent commanded force joins.
    pub(super) fn judge_join(&self, s: &State, side: Side, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Join { marker } => {
                if self.side(marker) != side {
                    return no(rule!("N 11.1/4"), Why::NotYours(marker));
                }
                if s.battle.engaged().has(marker) {
                    return no(rule!("N 11.1/4"), Why::Already(marker));
                }
                self.judge_adjacent(s, marker)?;
                if !self.commanded(s, marker) {
                    return no(rule!("N 11.1/5"), Why::Uncommanded(marker));
                }
                Ok(())
            }
            _ => no(rule!("N 11.1/4"), Why::NoAnswer),
        }
    }

    /// A force takes part, by the hex in which it stands (N 11.3).
    pub(super) fn engage<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        role: Role,
        rule: crate::rule::Rule,
        desk: &mut Table<'_, J>,
    ) {
        let s = desk.state();
        let (Some(at), Some(from), Some(attacker), Some(there)) =
            (s.battle.at, s.battle.from, s.battle.attacker(), s.at(marker))
        else {
            return;
        };
        let side = self.side(marker);
        let position = position(&self.map.grid, at, from, attacker, there, side);
        let of = match (side == attacker, position) {
            (true, Position::Front) => rule!("N 11.3/3"),
            (true, Position::Flank) => rule!("N 11.3/4"),
            (false, Position::Front) => rule!("N 11.3/1"),
            (false, Position::Flank) => rule!("N 11.3/2"),
        };
        desk.fact(Event::Engaged { marker, role, position }, [rule, of]);
        desk.reveal();
    }

    /// Whether an adjacent force must test (N 11.1/5): it is uncommanded.
    fn must_test(&self, s: &State, marker: MarkerId) -> bool {
        !self.commanded(s, marker) && self.judge_adjacent(s, marker).is_ok()
    }

    /// The next adjacent force that must test: the attacker's first. Where tests are secret, everyone beside the battle has
    /// a turn, so that nobody can tell who tested.
    fn next_to_test(&self, s: &State) -> Option<MarkerId> {
        let attacker = s.battle.attacker()?;
        let all = self.rulings.test_in_secret == options::TestInSecret::Secret;
        [attacker, attacker.enemy()].into_iter().find_map(|side| {
            self.beside_battle(s, side).less(s.battle.tried).find(|marker| all || self.must_test(s, *marker))
        })
    }

    /// Whether a force takes part after its test (N 11.1/6); one that had none does not.
    pub(super) fn judge_decided(&self, s: &State, marker: MarkerId) -> Judged {
        self.judge_adjacent(s, marker)?;
        if self.commanded(s, marker) { no(rule!("N 11.1/4"), Why::NoPart(marker)) } else { Ok(()) }
    }

    /// Tests them one by one, at -2; who passes decides for himself, for who fails the opponent decides (N 11.1/6; ruling
    /// `joins-which-side`).
    pub(super) fn join_tests<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let Some(marker) = self.next_to_test(desk.state()) else {
            desk.mark(Event::TriedNone, rule!("N 11.2/1"));
            self.stage(Stage::GunsAttack, rule!("N 11.2/1"), desk);
            return Ok(());
        };
        desk.mark(Event::Tried { marker }, rule!("N 11.1/5"));
        let own = self.side(marker);
        if !self.must_test(desk.state(), marker) {
            self.stage(Stage::Decide { marker, by: own }, rule!("N 2/14"), desk);
            return Ok(());
        }
        let modifier = (Label::Adjacent, self.charts.tests.adjacent_uncommanded, rule!("N 11.1/5"));
        let mut tally = self.force_test(desk.state(), Label::Joining(marker), marker, &[modifier]);
        let by = match desk.test_for(&mut tally, Die::D6, rule!("N 11.1/5"), self.seen_of_test(marker))? {
            Passed::Yes => own,
            Passed::No => own.enemy(),
        };
        self.stage(Stage::Decide { marker, by }, rule!("N 11.1/6"), desk);
        Ok(())
    }
}
