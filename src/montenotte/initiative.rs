//! 7: the initiative.

use super::action::Action;
use super::event::Event;
use super::frame::{Frame, Step};
use super::ids::{MarkerId, Markers};
use super::label::Label;
use super::play::{Done, Judged, Table, no};
use super::state::{Bid, Content, State, Status};
use super::why::Why;
use super::words::Nation;
use super::{Montenotte, options};
use crate::chance::Die;
use crate::desk::Passed;
use crate::journal::{Journal, Seen};
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// The general-in-chief whose marker a side keeps in hand (N 7/3).
    pub(super) fn in_hand(&self, s: &State, side: Side) -> Option<MarkerId> {
        match side {
            Side::First => self.chiefs_in_play(s, side).next(),
            Side::Second => usize::from(s.chosen).checked_sub(1).and_then(MarkerId::new).filter(|m| s.at(*m).is_some()),
        }
    }

    /// To whom this turn's initiative is given by the scenario (N 15.2/1).
    fn offered(&self, s: &State) -> Option<MarkerId> {
        let marker = s.marker_of(Content::Chief(self.scenario.first_turn_initiative))?;
        (s.turn() == 1 && s.at(marker).is_some()).then_some(marker)
    }

    /// Whether it is his: at once, or if his side wants it (ruling `first-turn-initiative`).
    fn given(&self, s: &State) -> Option<MarkerId> {
        let takes = |marker: MarkerId| match self.rulings.first_turn_initiative {
            options::FirstTurnInitiative::HasIt => true,
            options::FirstTurnInitiative::MayDecline => s.bid[self.side(marker).index()] == Bid::Wants,
        };
        self.offered(s).filter(|marker| takes(*marker))
    }

    pub(super) fn judge_choose(&self, s: &State, action: &Action) -> Judged {
        match *action {
            Action::Choose { marker } if self.chiefs_in_play(s, Side::Second).any(|one| one == marker) => Ok(()),
            Action::Choose { marker } => no(rule!("N 7/3"), Why::NotChief(marker)),
            _ => no(rule!("N 7/3"), Why::NoAnswer),
        }
    }

    /// Which general it is shows when his marker is drawn or wins, so the choice is not told.
    pub(super) fn perform_choose<J: Journal<Event, Label>>(&self, action: &Action, desk: &mut Table<'_, J>) -> Done {
        if let Action::Choose { marker } = *action {
            desk.fact_for(Event::Chosen { marker }, rule!("N 7/3"), Seen::By(Side::Second));
        }
        Ok(())
    }

    pub(super) fn asked_bid(&self, s: &State) -> [Option<Rule>; 2] {
        if self.given(s).is_some() {
            return [None; 2];
        }
        if let Some(side) = self.offered(s).map(|marker| self.side(marker))
            && s.bid[side.index()] == Bid::Unsaid
        {
            return super::play::one(side, rule!("N 15.2/1"));
        }
        Side::BOTH.map(|side| {
            let open = s.bid[side.index()] == Bid::Unsaid && self.in_hand(s, side).is_some();
            open.then_some(rule!("N 7/4"))
        })
    }

    pub(super) fn judge_bid(&self, action: &Action) -> Judged {
        match action {
            Action::Bid { bid: Bid::Wants | Bid::Declines } => Ok(()),
            _ => no(rule!("N 7/4"), Why::NoAnswer),
        }
    }

    pub(super) fn candidates_bid(&self, each: &mut dyn FnMut(Action)) {
        each(Action::Bid { bid: Bid::Wants });
        each(Action::Bid { bid: Bid::Declines });
    }

    /// Both say it at once: neither hears the other's before its own.
    pub(super) fn perform_bid<J: Journal<Event, Label>>(
        &self,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        if let Action::Bid { bid } = *action {
            desk.fact_for(Event::Said { side: by, bid }, rule!("N 7/4"), Seen::By(by));
        }
        Ok(())
    }

    /// Decides the initiative (N 7/5 to N 7/8), fills the cup (N 7/1, N 7/2, N 7/9) and lets the winner's general act.
    pub(super) fn advance_initiative<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) -> Done {
        let s = desk.state();
        let (winner, rule) = match self.given(s) {
            Some(marker) => (Some(marker), rule!("N 15.2/1")),
            None => {
                let bid = s.bid;
                self.contest(bid, desk)?
            }
        };
        let side = winner.map(|marker| self.side(marker));
        // What both have said shows now.
        desk.reveal();
        desk.fact(Event::Initiative { side }, rule);
        let (markers, aside) = self.filling(desk.state(), winner);
        // Which of its forces are uncommanded, a side keeps to itself.
        for side in Side::BOTH {
            let own = self.side_markers[side.index()];
            let event = Event::Cup { markers: markers.and(own), aside: aside.and(own) };
            desk.fact_for(event, [rule!("N 7/1"), rule!("N 7/2"), rule!("N 7/8")], Seen::By(side));
        }
        desk.fact(Event::InertiaIn, rule!("N 7/9"));
        self.next_step(Step::Cup, rule!("N 8.1/1"), desk);
        if let Some(marker) = winner {
            self.begin_frame(Frame::Drawn { marker }, rule!("N 4.3/2"), desk)?;
        }
        Ok(())
    }

    fn contest<J: Journal<Event, Label>>(
        &self,
        bid: [Bid; 2],
        desk: &mut Table<'_, J>,
    ) -> Done<(Option<MarkerId>, Rule)> {
        let s = desk.state();
        let hands = Side::BOTH.map(|side| self.in_hand(s, side));
        let wants = |side: Side| bid[side.index()] == Bid::Wants && hands[side.index()].is_some();
        let neither = !wants(Side::First) && !wants(Side::Second);
        let test_anyway = neither && self.rulings.nobody_wants_initiative == options::NobodyWantsInitiative::TestAnyway;
        match (hands, wants(Side::First), wants(Side::Second)) {
            ([Some(first), Some(second)], a, b) if (a && b) || test_anyway => {
                let initiative = [first, second].map(|marker| i16::from(self.tested(s, marker)));
                // A tie is a result: it is not thrown again (N 7/7).
                let side = desk.contest(Label::Initiative, Die::D6, rule!("N 7/5"), |x, y| {
                    let (x, y) = (x.pips() + initiative[0], y.pips() + initiative[1]);
                    Some(match x.cmp(&y) {
                        core::cmp::Ordering::Greater => Some(Side::First),
                        core::cmp::Ordering::Less => Some(Side::Second),
                        core::cmp::Ordering::Equal => None,
                    })
                })?;
                let rule = if side.is_some() { rule!("N 7/5") } else { rule!("N 7/7") };
                Ok((side.and_then(|side| hands[side.index()]), rule))
            }
            (_, true, _) | (_, _, true) => {
                let side = if wants(Side::First) { Side::First } else { Side::Second };
                let Some(marker) = hands[side.index()] else { return Ok((None, rule!("N 7/7"))) };
                let mut tally = self.force_test(s, Label::InitiativeTest(marker), marker, &[]);
                match desk.test_for(&mut tally, Die::D6, rule!("N 7/6"), self.seen_of_test(marker))? {
                    Passed::Yes => Ok((Some(marker), rule!("N 7/6"))),
                    Passed::No => Ok((None, rule!("N 7/7"))),
                }
            }
            _ => Ok((None, rule!("N 7/7"))),
        }
    }

    /// The markers that go into the cup, and those that wait for Inertia (N 7/1, N 7/2; rulings `sardinian-activation`,
    /// `decoy-activation`, `unchosen-general`, `loser-of-a-failed-bid`).
    fn filling(&self, s: &State, winner: Option<MarkerId>) -> (Markers, Markers) {
        let (mut cup, mut aside) = (Markers::EMPTY, Markers::EMPTY);
        for marker in self.lettered[0].or(self.lettered[1]) {
            let there = s.at(s.head(marker)).is_some();
            // The letter of someone who is gone is kept for those who act on it (ruling `orphaned-brigade`).
            if !there && self.eligible(s, marker).is_empty() {
                continue;
            }
            match s.content(marker) {
                Content::Off => {}
                Content::Decoy => {
                    if there && self.rulings.decoy_activation == options::DecoyActivation::OwnLetter {
                        cup.insert(marker);
                    }
                }
                Content::Chief(_) => {
                    if Some(marker) == winner {
                        continue;
                    }
                    if there {
                        cup.insert(marker);
                    } else {
                        aside.insert(marker);
                    }
                }
                Content::Unit(unit) => {
                    if self.roster[unit].nation == Nation::Sardinian
                        && self.rulings.sardinian_activation == options::SardinianActivation::NoOwnMarkers
                    {
                        continue;
                    }
                    if there && s.status(marker) != Status::Uncommanded {
                        cup.insert(marker);
                    } else {
                        aside.insert(marker);
                    }
                }
            }
        }
        (cup, aside)
    }
}
