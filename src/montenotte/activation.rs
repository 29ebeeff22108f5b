//! 8.1 to 8.3: drawing markers, activating forces, what an active force may do.

use super::action::{Action, Restraint};
use super::event::Event;
use super::frame::{Acting, Cause, Frame, Occasion, Step};
use super::ids::{MarkerId, Markers};
use super::label::Label;
use super::morale::Deed;
use super::play::{Done, Judged, Table, lost, no};
use super::state::{Content, INERTIA, Mark, State};
use super::why::Why;
use super::words::{Ground, Nation};
use super::{Montenotte, options};
use crate::chance::Die;
use crate::desk::Passed;
use crate::hex::{Cell, Dir};
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::{Cites, Rule};
use crate::side::Side;

impl Montenotte {
    /// Draws the next marker (N 8.1/1, N 8.1/2); once the cup is empty the strategic phase begins.
    pub(super) fn advance_cup<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let cup = desk.state().cup;
        if cup == 0 {
            let first = self.first_to_march(desk.state());
            self.next_step(Step::Strategic(first), rule!("N 4.5/1"), desk);
            return Ok(());
        }
        let bit = desk.draw(cup)?;
        if bit == INERTIA {
            desk.fact(Event::InertiaOut, rule!("N 8.1/2"));
            return Ok(());
        }
        let marker = MarkerId::new(usize::from(bit)).ok_or_else(|| lost("a marker that is none was drawn"))?;
        desk.fact(Event::Drawn { marker }, rule!("N 8.1/1"));
        if self.eligible(desk.state(), marker).is_empty() {
            let open = self.asked_drawn(desk.state(), marker).is_none();
            let seen = if open { Seen::ByBoth } else { Seen::By(self.side(marker)) };
            desk.note_for(Label::Ignored(marker), rule!("N 8.1/4"), seen);
            if open {
                return Ok(());
            }
        }
        self.begin_frame(Frame::Drawn { marker }, rule!("N 8.1/1"), desk)
    }

    /// The forces that may act on a marker (N 8.2/4 to N 8.2/6), without those that have (N 8.1/3): heads on the map, or the
    /// marker itself inside a general-in-chief's force.
    pub(super) fn eligible(&self, s: &State, marker: MarkerId) -> Markers {
        let side = self.side(marker);
        let own = self.side_markers[side.index()];
        let mut set = marker.only();
        let on_map = s.on_map();
        let brigades_of = |set: &mut Markers, division: super::ids::UnitNo| {
            *set = set.or(self.brigades[division.index()].and(on_map));
        };
        match s.content(marker) {
            Content::Unit(unit) => brigades_of(&mut set, unit),
            Content::Chief(chief) => {
                for member in s.members(marker) {
                    if let Content::Unit(unit) = s.content(member) {
                        brigades_of(&mut set, unit);
                    }
                }
                if self.roster[chief].nation == Nation::Sardinian {
                    for one in s.on_map().and(own) {
                        if let Content::Unit(unit) = s.content(one)
                            && self.roster[unit].nation == Nation::Sardinian
                        {
                            set.insert(one);
                        }
                    }
                }
            }
            Content::Decoy | Content::Off => {}
        }
        if self.rulings.decoy_activation == options::DecoyActivation::AnyOwnMarker {
            set = set.or(s.on_map().and(own).filter(|one| s.content(*one) == Content::Decoy).collect());
        }
        let gone = |one: &MarkerId| s.at(s.head(*one)).is_none();
        let absent: Markers = set.filter(gone).collect();
        set.less(absent).less(s.marked(Mark::Activated))
    }

    /// Asked as long as a force may act, and wherever the other side cannot tell that none may: a detached brigade acts on
    /// the letter of its division (N 8.2/4), which its owner alone knows.
    pub(super) fn asked_drawn(&self, s: &State, marker: MarkerId) -> Option<(Side, Rule)> {
        let brigades =
            self.side_markers[self.side(marker).index()].and(s.on_map()).less(self.lettered[self.side(marker).index()]);
        let asked = !self.eligible(s, marker).is_empty() || !brigades.is_empty();
        asked.then(|| (self.side(marker), rule!("N 8.1/1")))
    }

    pub(super) fn judge_drawn(&self, s: &State, marker: MarkerId, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::Activate { marker: one } => {
                if self.side(one) != self.side(marker) {
                    no(rule!("N 8.1/1"), Why::NotYours(one))
                } else if self.eligible(s, marker).has(one) {
                    Ok(())
                } else if s.marked(Mark::Activated).has(one) {
                    no(rule!("N 8.1/3"), Why::Already(one))
                } else {
                    no(rule!("N 8.1/1"), Why::NotThere(one))
                }
            }
            _ => no(rule!("N 8.1/1"), Why::NoAnswer),
        }
    }

    pub(super) fn candidates_drawn(&self, s: &State, marker: MarkerId, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        for marker in self.eligible(s, marker) {
            each(Action::Activate { marker });
        }
    }

    pub(super) fn perform_drawn<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        match *action {
            Action::Activate { marker: one } => self.activate(one, marker, desk),
            _ => {
                // Whoever does nothing tests attrition all the same (N 8.5/3). A force inside its general-in-chief's waits
                // for his marker.
                let idle = self.eligible(desk.state(), marker).and(desk.state().on_map());
                self.end_frame(rule!("N 8.1/1"), desk);
                for head in idle {
                    for member in desk.state().members(head) {
                        desk.mark(Event::Marked { mark: Mark::Activated, marker: member }, rule!("N 8.1/3"));
                        self.lift_pillage(member, desk);
                    }
                    self.owe(head, Mark::OwesIdle, desk);
                }
                self.begin_attrition(desk)
            }
        }
    }

    pub(super) fn advance_drawn<J: Journal<Event, Label>>(&self, _: MarkerId, desk: &mut Table<'_, J>) -> Done {
        self.end_frame(rule!("N 8.1/1"), desk);
        Ok(())
    }

    /// The Pillage marker stays until the next activation (N 13.4/13).
    fn lift_pillage<J: Journal<Event, Label>>(&self, marker: MarkerId, desk: &mut Table<'_, J>) {
        if desk.state().marked(Mark::Pillage).has(marker) {
            let seen = self.seen_on_map(desk.state(), marker);
            desk.fact_for(Event::Unmarked { mark: Mark::Pillage, marker }, rule!("N 13.4/13"), seen);
        }
    }

    /// The rule by which a force acts on a marker.
    fn acts_by(&self, s: &State, marker: MarkerId, drawn: MarkerId) -> Rule {
        match s.content(marker) {
            Content::Decoy => rule!("N 8.2/5"),
            Content::Unit(unit) if self.roster[unit].parent().is_some() => rule!("N 8.2/4"),
            Content::Unit(_) if marker != drawn => rule!("N 8.2/6"),
            _ => rule!("N 8.1/1"),
        }
    }

    /// A force begins to act.
    fn activate<J: Journal<Event, Label>>(&self, marker: MarkerId, drawn: MarkerId, desk: &mut Table<'_, J>) -> Done {
        let by = self.acts_by(desk.state(), marker, drawn);
        if desk.state().fused(marker).is_some() {
            self.separate(marker, Seen::ByBoth, desk);
        }
        for member in desk.state().members(marker) {
            desk.mark(Event::Marked { mark: Mark::Activated, marker: member }, [rule!("N 8.1/3"), by]);
            self.lift_pillage(member, desk);
        }
        let s = desk.state();
        if self.force_demoralised(s, marker) {
            return self.begin_frame(Frame::Compulsory { marker }, rule!("N 3.2/3"), desk);
        }
        let mut acting = Acting { marker, left: 0, rapid: 0, flags: 0 };
        let capacity = match s.content(marker) {
            Content::Decoy => rule!("N 9.1/6"),
            Content::Chief(_) if self.units(s, marker).next().is_none() => rule!("N 9.1/5"),
            _ => rule!("N 9.1/1"),
        };
        let mut rule = rule!("N 9.1/2");
        if self.commanded(s, marker) {
            acting = acting.with(Acting::MAY_FIGHT);
        } else {
            let mut tally = self.force_test(s, Label::Effort(marker), marker, &[]);
            rule = rule!("N 8.3/1");
            let seen = self.seen_of_test(marker);
            if desk.test_for(&mut tally, Die::D6, [rule, rule!("N 2/13")], seen)? == Passed::No {
                acting = acting.with(Acting::HALF);
                rule = rule!("N 8.3/2");
            }
        }
        let left = self.allowance(desk.state(), acting);
        let alone = capacity == rule!("N 9.1/5");
        let rules = Cites::from([rule, capacity]);
        let rules = if alone { rules.and(rule!("N 6.5.2/4")) } else { rules };
        self.begin_frame(Frame::Acting(Acting { left, ..acting }), rules, desk)
    }

    /// Asked while the force is there.
    pub(super) fn asked_acting(&self, s: &State, acting: Acting) -> Option<(Side, Rule)> {
        s.at(acting.marker).map(|_| (self.side(acting.marker), rule!("N 8.2/1")))
    }

    /// A force that is gone ends its activation.
    pub(super) fn advance_acting<J: Journal<Event, Label>>(&self, acting: Acting, desk: &mut Table<'_, J>) -> Done {
        self.finish(acting, desk)
    }

    pub(super) fn candidates_acting(&self, s: &State, acting: Acting, each: &mut dyn FnMut(Action)) {
        for restraint in [Restraint::None, Restraint::General, Restraint::WithBonus] {
            each(Action::Halt { restraint });
        }
        each(Action::Sack);
        for dir in Dir::ALL {
            each(Action::Step { dir });
            each(Action::Rapid { dir });
            each(Action::Attack { dir });
        }
        for marker in s.members(acting.marker).without(acting.marker) {
            each(Action::Separate { marker });
        }
        if acting.left < self.charts.reconnaissance.cost_half_mp.value || acting.is(Acting::HALF) {
            return;
        }
        let (Some(here), Some(zone)) = (s.at(acting.marker), self.alert_zone(s, acting.marker)) else { return };
        for target in s.on_map().and(self.side_markers[self.side(acting.marker).enemy().index()]) {
            if s.at(target).is_some_and(|there| self.near(here, there, zone)) {
                for bonus in 0..=acting.left / 2 {
                    each(Action::Reconnoitre { target, bonus });
                }
            }
        }
    }

    pub(super) fn judge_acting(&self, s: &State, acting: Acting, action: &Action) -> Judged {
        let head = acting.marker;
        let over = acting.is(Acting::FOUGHT) && self.rulings.declare_again == options::DeclareAgain::Ends;
        match *action {
            Action::Halt { restraint } => self.judge_halt(s, acting, restraint),
            Action::Sack => self.judge_sack(s, head),
            Action::Separate { marker } => {
                if s.fused(marker) == Some(head) {
                    Ok(())
                } else {
                    no(rule!("N 6.5.3/3"), Why::NotFused(marker))
                }
            }
            _ if over => no(rule!("N 8.2/1"), Why::Already(head)),
            Action::Step { dir } => self.judge_step(s, acting, dir),
            Action::Rapid { dir } => self.judge_rapid(s, acting, dir),
            Action::Reconnoitre { target, bonus } => {
                let r = &self.charts.reconnaissance;
                let needs = r.cost_half_mp.value.saturating_add(bonus.saturating_mul(r.bonus_half_mp.value));
                if acting.is(Acting::HALF) {
                    no(rule!("N 8.3/2"), Why::Half(head))
                } else if needs > acting.left {
                    no(rule!("N 10/1"), Why::Points { needs, has: acting.left })
                } else {
                    self.judge_scout(s, head, target)
                }
            }
            Action::Attack { dir } => self.judge_attack(s, acting, dir),
            _ => no(rule!("N 8.2/1"), Why::NoAnswer),
        }
    }

    /// Whether a force may enter a hex, whatever it costs: a way in, no enemy outside of a fort (ruling `enemy-hex`), no held
    /// place for a decoy (ruling `decoy-and-places`).
    pub(super) fn judge_entry(&self, s: &State, head: MarkerId, dir: Dir) -> Result<u8, super::play::No> {
        match s.at(head) {
            Some(from) => self.judge_entry_from(s, head, from, dir),
            None => no(rule!("N 9.1/7"), Why::NotThere(head)),
        }
    }

    /// The same from any hex, as if the force had come there.
    pub(super) fn judge_entry_from(
        &self,
        s: &State,
        head: MarkerId,
        from: Cell,
        dir: Dir,
    ) -> Result<u8, super::play::No> {
        let side = self.side(head);
        let (Some(to), Some(cost)) = (self.map.grid.neighbour(from, dir), self.cost(from, dir)) else {
            let mountain = self.map.grid.neighbour(from, dir).is_some_and(|to| self.map.ground(to) == Ground::Mountain);
            let rules = Cites::from(rule!("N 9.1/7"));
            return no(if mountain { rules.and(rule!("N table 1/4")) } else { rules }, Why::NoWay);
        };
        if let Some(enemy) = self.barred_by(s, side, to) {
            return no(rule!("N 11.1/2"), Why::Enemy(enemy));
        }
        let held = self.place_at(to).is_some_and(|place| s.control[place].side() == Some(side.enemy()));
        if s.content(head) == Content::Decoy && (held || !self.enemies_at(s, side, to).is_empty()) {
            return no(rule!("N 2/6"), Why::HeldPlace);
        }
        Ok(cost)
    }

    fn judge_step(&self, s: &State, acting: Acting, dir: Dir) -> Judged {
        match s.at(acting.marker) {
            Some(from) => self.judge_step_from(s, acting, from, dir).map(|_| ()),
            None => no(rule!("N 9.1/7"), Why::NotThere(acting.marker)),
        }
    }

    /// Whether an active force may take a step of a simple movement from a hex, and what it costs.
    pub(super) fn judge_step_from(
        &self,
        s: &State,
        acting: Acting,
        from: Cell,
        dir: Dir,
    ) -> Result<u8, super::play::No> {
        let head = acting.marker;
        let cost = self.judge_entry_from(s, head, from, dir)?;
        let fatigue = self.force_fatigue(s, head);
        let allowance = self.allowance(s, acting);
        // The first step of a movement may cost more than there is (N 9.2.4/1; ruling `minimum-movement`).
        let minimum = !acting.is(Acting::EVER)
            && acting.left == allowance
            && cost > allowance
            && s.content(head) != Content::Decoy
            && (fatigue < 2 || self.rulings.minimum_of_immobile == options::MinimumOfImmobile::Yes);
        if minimum {
            return Ok(cost);
        }
        if fatigue >= self.charts.fatigue.most.value {
            return no(rule!("N 3.3/8"), Why::Fatigued(head, fatigue));
        }
        if cost > acting.left {
            return no(rule!("N 9.1/7"), Why::Points { needs: cost, has: acting.left });
        }
        Ok(cost)
    }

    /// An active force after a step of this cost, and the rule that it took it by.
    pub(super) fn stepped(acting: Acting, cost: u8) -> (Acting, Rule) {
        let next = acting.with(Acting::MOVED | Acting::EVER | Acting::DID).spend(cost);
        if cost > acting.left {
            return (next.with(Acting::MINIMUM), rule!("N 9.2.4/1"));
        }
        (next, rule!("N 9.1/7"))
    }

    /// N 9.2.1: commanded (ruling `rapid-march-command`), unfatigued, along roads, two hexes for each MP and 2 MP at most.
    fn judge_rapid(&self, s: &State, acting: Acting, dir: Dir) -> Judged {
        let head = acting.marker;
        if s.content(head) == Content::Decoy {
            return no(rule!("N 2/6"), Why::Decoy(head));
        }
        if acting.is(Acting::HALF) {
            return no(rule!("N 8.3/2"), Why::Half(head));
        }
        if !self.commanded(s, head) && self.rulings.rapid_march_command == options::RapidMarchCommand::Needs {
            return no(rule!("N 9.2.1/1"), Why::Uncommanded(head));
        }
        let fatigue = self.force_fatigue(s, head);
        if fatigue > 0 {
            return no(rule!("N 9.2.1/1"), Why::Fatigued(head, fatigue));
        }
        self.judge_entry(s, head, dir)?;
        let on_road = s.at(head).is_some_and(|from| self.special_way(from, dir));
        if !on_road {
            return no(rule!("N 9.2.1/2"), Why::NoRoad);
        }
        let needs = self.rapid_cost();
        if needs > acting.left {
            return no(rule!("N 9.2.1/2"), Why::Points { needs, has: acting.left });
        }
        let most = self.charts.rapid.most_half_mp.value;
        if acting.rapid + needs > most {
            return no(rule!("N 9.2.1/4"), Why::Points { needs: acting.rapid + needs, has: most });
        }
        Ok(())
    }

    /// What a hex of rapid march costs, in halves.
    pub(super) fn rapid_cost(&self) -> u8 {
        (2 / self.charts.rapid.hexes_for_a_mp.value.clamp(1, 2)).max(1)
    }

    pub(super) fn perform_acting<J: Journal<Event, Label>>(
        &self,
        acting: Acting,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let head = acting.marker;
        match *action {
            Action::Halt { restraint } => self.halt(acting, restraint, desk),
            Action::Sack => {
                self.sack(head, rule!("N 13.4/1"), desk)?;
                // Pillage ends the activation (N 13.4/11).
                self.finish(acting.with(Acting::DID), desk)
            }
            Action::Separate { marker } => {
                self.separate(marker, Seen::ByBoth, desk);
                if !acting.is(Acting::DID) {
                    // It has not acted: its own marker may still be drawn.
                    desk.mark(Event::Unmarked { mark: Mark::Activated, marker }, rule!("N 6.5.3/3"));
                }
                if !acting.is(Acting::EVER | Acting::DID) {
                    // Those who are left may be faster.
                    let left = self.allowance(desk.state(), acting);
                    self.continue_frame(Frame::Acting(Acting { left, ..acting }), rule!("N 6.5.3/3"), desk);
                }
                Ok(())
            }
            Action::Step { dir } => {
                let s = desk.state();
                let Some(from) = s.at(head) else { return Err(lost("an active force is gone")) };
                let cost = self.cost(from, dir).unwrap_or(0);
                let (next, rule) = Self::stepped(acting, cost);
                if cost > acting.left {
                    // That it had too few points for the step, its owner alone knows.
                    self.continue_frame(Frame::Acting(next), rule, desk);
                }
                self.step_into(head, dir, rule!("N 9.1/7"), Frame::Acting(next), desk)
            }
            Action::Rapid { dir } => {
                let cost = self.rapid_cost();
                let mut next = acting.with(Acting::MOVED | Acting::EVER | Acting::DID).spend(cost);
                next.rapid += cost;
                desk.note(Label::RapidMarch(head), [rule!("N 9.2.1/2"), rule!("N table 1/9")]);
                self.step_into(head, dir, rule!("N 9.2.1/2"), Frame::Acting(next), desk)
            }
            Action::Reconnoitre { target, bonus } => {
                let r = &self.charts.reconnaissance;
                let cost = r.cost_half_mp.value.saturating_add(bonus.saturating_mul(r.bonus_half_mp.value));
                let next = acting.with(Acting::DID).spend(cost);
                self.continue_frame(Frame::Acting(next), rule!("N 10/1"), desk);
                self.begin_scouting(head, target, bonus, Occasion::Active, desk)
            }
            Action::Attack { dir } => self.attack(acting, dir, desk),
            _ => Ok(()),
        }
    }

    /// A force enters the next hex; places may change hands, and the other side may react.
    pub(super) fn step_into<J: Journal<Event, Label>>(
        &self,
        head: MarkerId,
        dir: Dir,
        rule: Rule,
        next: Frame,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Some(to) = desk.state().at(head).and_then(|from| self.map.grid.neighbour(from, dir)) else {
            return Err(lost("a step off the map"));
        };
        if J::ON
            && let Some(from) = desk.state().at(head)
            && self.cost(from, dir).is_some()
        {
            let cost = self.cost_parts(Label::Cost(head), from, dir);
            desk.sum(&cost, rule);
        }
        self.continue_frame(next, rule, desk);
        let friends = desk.state().markers_at(to).meets(self.side_markers[self.side(head).index()]);
        let rules = if friends { Cites::from([rule, rule!("N 6.5.2/1")]) } else { rule.into() };
        desk.fact(Event::Moved { marker: head, to }, rules);
        self.occupy(to, desk);
        self.offer_reactions(head, Cause::Moved, rule!("N 8.4/1"), desk)
    }

    /// A movement comes to its end: the fatigue of a rapid or minimum march, and attrition to be tested (N 8.5/1).
    pub(super) fn close_movement<J: Journal<Event, Label>>(
        &self,
        mut acting: Acting,
        desk: &mut Table<'_, J>,
    ) -> Acting {
        if !acting.is(Acting::MOVED) {
            return acting;
        }
        let head = acting.marker;
        if acting.rapid > 0 {
            for _ in 0..self.charts.rapid.fatigue.value {
                self.tire(head, rule!("N 9.2.1/3"), desk);
            }
        } else if acting.is(Acting::MINIMUM) {
            for _ in 0..self.charts.minimum.fatigue.value {
                self.tire(head, rule!("N 9.2.4/2"), desk);
            }
        }
        self.owe(head, Mark::Owes, desk);
        acting.rapid = 0;
        acting.without(Acting::MOVED | Acting::MINIMUM)
    }

    /// The activation is over: attrition of the force, and of those that moved in reaction (ruling `reactions-repeated`).
    pub(super) fn finish<J: Journal<Event, Label>>(&self, acting: Acting, desk: &mut Table<'_, J>) -> Done {
        let acting = self.close_movement(acting, desk);
        let head = acting.marker;
        self.end_frame(rule!("N 8.1/1"), desk);
        if desk.state().at(head).is_some() {
            if acting.is(Acting::DID) {
                self.did(head, Deed::Own, desk);
            } else {
                self.owe(head, Mark::OwesIdle, desk);
            }
        }
        self.settle_reactions(desk);
        self.begin_attrition(desk)
    }

    fn halt<J: Journal<Event, Label>>(&self, acting: Acting, restraint: Restraint, desk: &mut Table<'_, J>) -> Done {
        let head = acting.marker;
        if self.tempted(desk.state(), acting) {
            self.temptation(head, restraint, desk)?;
        }
        self.finish(acting, desk)
    }

    /// Whether a force that ends its movement here must test not to pillage (N 13.4/1, N 13.4/3; ruling `pillage-when`).
    pub(super) fn tempted(&self, s: &State, acting: Acting) -> bool {
        acting.is(Acting::EVER)
            && self.rulings.pillage_when == options::PillageWhen::Both
            && self.may_pillage(s, acting.marker)
    }

    fn judge_halt(&self, s: &State, acting: Acting, restraint: Restraint) -> Judged {
        if restraint == Restraint::None {
            return Ok(());
        }
        if !self.tempted(s, acting) {
            return no(rule!("N 13.4/5"), Why::NoPillage);
        }
        self.judge_restraint(s, acting.marker, restraint)
    }

    fn judge_sack(&self, s: &State, head: MarkerId) -> Judged {
        if self.rulings.pillage_when == options::PillageWhen::Both && self.may_pillage(s, head) {
            Ok(())
        } else {
            no(rule!("N 13.4/1"), Why::NoPillage)
        }
    }

    // The compulsory march of a demoralised division.

    pub(super) fn asked_compulsory(&self, marker: MarkerId) -> Option<(Side, Rule)> {
        Some((self.side(marker), rule!("N 3.2/3")))
    }

    pub(super) fn judge_compulsory(&self, s: &State, marker: MarkerId, action: &Action) -> Judged {
        match *action {
            Action::Rest if self.may_rest(s, marker) => Ok(()),
            Action::Rest => no(rule!("N 3.2/5"), Why::BesideEnemy),
            Action::Withdraw { to } if self.flight(s, marker).contains(&to) => Ok(()),
            Action::Withdraw { .. } => no(rule!("N 3.2/4"), Why::NotThatHex),
            // Whoever cannot march stays.
            Action::Done if self.flight(s, marker).is_empty() && !self.may_rest(s, marker) => Ok(()),
            Action::Done => no(rule!("N 3.2/3"), Why::Must(marker)),
            _ => no(rule!("N 3.2/3"), Why::NoAnswer),
        }
    }

    pub(super) fn candidates_compulsory(&self, s: &State, marker: MarkerId, each: &mut dyn FnMut(Action)) {
        each(Action::Done);
        each(Action::Rest);
        for to in self.flight(s, marker) {
            each(Action::Withdraw { to });
        }
    }

    pub(super) fn perform_compulsory<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        self.end_frame(rule!("N 3.2/3"), desk);
        match *action {
            Action::Withdraw { to } => {
                for cell in self.flight_way(desk.state(), marker, to) {
                    desk.fact(Event::Moved { marker, to: cell }, [rule!("N 3.2/3"), rule!("N 3.2/4")]);
                }
                self.occupy(to, desk);
                self.did(marker, Deed::Own, desk);
                self.owe(marker, Mark::Owes, desk);
            }
            // Rest counts as not having acted (ruling `demoralised-rest`).
            _ => {
                desk.mark(Event::Marked { mark: Mark::Resting, marker }, rule!("N 3.2/5"));
                self.owe(marker, Mark::OwesIdle, desk);
            }
        }
        self.begin_attrition(desk)
    }
}
