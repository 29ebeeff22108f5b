//! 15.3 and 14.1: points and victory.

use super::event::Event;
use super::ids::UnitNo;
use super::label::Label;
use super::play::{Done, Table};
use super::state::State;
use super::words::{Camp, Nation, Outcome, Weight};
use super::{Montenotte, options};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// Points move; at 0 the Coalition wins (N 15.3/12).
    pub(super) fn score<J: Journal<Event, Label>>(&self, by: i8, rule: Rule, desk: &mut Table<'_, J>) {
        if by == 0 || desk.state().verdict().is_some() {
            return;
        }
        let points = desk.state().points().saturating_add(by.into());
        desk.fact(Event::Points { points }, rule);
        self.check_points(desk);
    }

    fn coalition_wins(&self, s: &State) -> bool {
        s.points() <= self.scenario.points.coalition_victory.value.into()
    }

    fn french_win(&self, s: &State) -> bool {
        s.sardinian_morale() <= self.scenario.sardinian.french_victory.value
    }

    fn win<J: Journal<Event, Label>>(&self, side: Side, rule: Rule, desk: &mut Table<'_, J>) {
        let event = Event::Over { winner: Some(side), outcome: Outcome::Strategic };
        desk.fact(event, [rule, rule!("N 14.1/1")]);
    }

    /// At once, or when it is verified (ruling `immediate-victory`).
    fn check_points<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        if self.rulings.immediate_victory == options::ImmediateVictory::AtOnce && self.coalition_wins(desk.state()) {
            self.win(Side::Second, rule!("N 15.3/12"), desk);
        }
    }

    pub(super) fn check_track<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        if self.rulings.immediate_victory == options::ImmediateVictory::AtOnce && self.french_win(desk.state()) {
            self.win(Side::First, rule!("N 15.3/1"), desk);
        }
    }

    /// N 14.1/1; where both conditions hold at the end of a turn, the French one, the last to move in a battle, comes after
    /// the points (ruling `both-automatic`).
    pub(super) fn verify<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        if self.coalition_wins(desk.state()) {
            self.win(Side::Second, rule!("N 15.3/12"), desk);
        } else if self.french_win(desk.state()) {
            self.win(Side::First, rule!("N 15.3/1"), desk);
        }
    }

    /// A division is demoralised: points, and the track for an Austrian one (N 15.3/8, N 15.3/9, N 15.2/9; rulings
    /// `demoralised-points`, `sardinian-demoralised-austrians`).
    pub(super) fn demoralised<J: Journal<Event, Label>>(&self, unit: UnitNo, desk: &mut Table<'_, J>) -> Done {
        let p = &self.scenario.points;
        let scored = desk.state().battle().is_some_and(|battle| {
            battle.row > 0 && self.result(battle.row - 1).0.result.value.weight() >= Weight::Major
        });
        let given = !(scored && self.rulings.demoralised_points == options::DemoralisedPoints::AsTheExample);
        match self.roster[unit].nation {
            Nation::Austrian => {
                if given {
                    self.score(p.austrian_demoralised.value, rule!("N 15.3/8"), desk);
                }
                let by = self.scenario.sardinian.austrian_demoralised.value;
                self.move_track(by, rule!("N 15.2/9"), desk);
            }
            Nation::French if given => self.score(p.french_demoralised.value, rule!("N 15.3/9"), desk),
            _ => {}
        }
        Ok(())
    }

    /// A division is rallied (N 15.3/8, N 15.3/9).
    pub(super) fn rallied<J: Journal<Event, Label>>(&self, unit: UnitNo, desk: &mut Table<'_, J>) -> Done {
        let p = &self.scenario.points;
        match self.roster[unit].nation {
            Nation::Austrian => self.score(p.austrian_rallied.value, rule!("N 15.3/8"), desk),
            Nation::French => self.score(p.french_rallied.value, rule!("N 15.3/9"), desk),
            Nation::Sardinian => {}
        }
        Ok(())
    }

    /// Points for a battle (N 15.3/3 to N 15.3/5; rulings `points-both-ways`, `bonaparte-defeat`).
    pub(super) fn score_battle<J: Journal<Event, Label>>(&self, winner: Side, weight: Weight, desk: &mut Table<'_, J>) {
        let p = &self.scenario.points;
        let led = desk.state().battle.bonaparte != 0;
        let (points, rule) = match (winner, weight) {
            (Side::First, Weight::Major) => (p.french_major_victory.value, rule!("N 15.3/3")),
            (Side::First, Weight::Decisive) => (p.french_decisive_victory.value, rule!("N 15.3/4")),
            (Side::Second, Weight::Major) => (p.coalition_major_victory.value, rule!("N 15.3/3")),
            (Side::Second, Weight::Decisive) => (p.coalition_decisive_victory.value, rule!("N 15.3/4")),
            _ => return,
        };
        let defeat = winner == Side::Second && led;
        if !(defeat && self.rulings.bonaparte_defeat == options::BonaparteDefeat::Replaces) {
            self.score(points, rule, desk);
        }
        if defeat {
            let points = if weight == Weight::Decisive {
                p.bonaparte_decisive_defeat.value
            } else {
                p.bonaparte_major_defeat.value
            };
            desk.note(Label::BonaparteDefeat, rule!("N 15.3/5"));
            self.score(points, rule!("N 15.3/5"), desk);
        }
    }

    /// The end of the last turn (N 14.3/2): the points for ground (rulings `ground-when`, `ground-around-carcare`), then the
    /// band (rulings `points-band-15`, `points-below-one`).
    pub(super) fn final_victory<J: Journal<Event, Label>>(&self, desk: &mut Table<'_, J>) {
        let p = &self.scenario.points;
        let s = desk.state();
        if let Some(carcare) = self.scenario.carcare {
            let hexes = p.around_carcare_hexes.value;
            let held = match self.rulings.ground_around_carcare {
                options::GroundAroundCarcare::Radius => {
                    self.within(s, Side::First, carcare, hexes) && !self.within(s, Side::Second, carcare, hexes)
                }
                options::GroundAroundCarcare::TwoHexes => {
                    let held = |cell: &crate::hex::Cell| {
                        self.within(s, Side::First, *cell, 0) && !self.within(s, Side::Second, *cell, 0)
                    };
                    self.map.grid.ring(carcare, 1).filter(held).count() >= usize::from(hexes)
                }
            };
            if held {
                self.score(p.around_carcare.value, rule!("N 15.3/6"), desk);
            }
        }
        let genoa = self.scenario.genoa.and_then(|cell| self.place_at(cell));
        if genoa.is_some_and(|place| desk.state().control[place] == Camp::French) {
            self.score(p.genoa.value, rule!("N 15.3/7"), desk);
        }
        if desk.state().verdict().is_some() {
            return;
        }
        let points = desk.state().points();
        let (winner, outcome, rule) = self.band(points);
        desk.fact(Event::Over { winner, outcome }, [rule, rule!("N 14.3/2")]);
    }

    /// The outcome of points at the end, and the rule of its band (N 15.3/13 to N 15.3/19).
    pub fn band(&self, points: i16) -> (Option<Side>, Outcome, Rule) {
        const RULES: [Rule; 7] = [
            rule!("N 15.3/13"),
            rule!("N 15.3/14"),
            rule!("N 15.3/15"),
            rule!("N 15.3/16"),
            rule!("N 15.3/17"),
            rule!("N 15.3/18"),
            rule!("N 15.3/19"),
        ];
        let least = |at: usize| -> i16 {
            match self.scenario.label {
                Some((band, printed))
                    if band == at && self.rulings.points_band_15 == options::PointsBand15::Marginal =>
                {
                    printed.into()
                }
                _ => self.scenario.bands[at].least.value.into(),
            }
        };
        let at = (0..self.scenario.bands.len()).rev().find(|at| points >= least(*at)).unwrap_or(0);
        match self.scenario.bands.get(at) {
            Some(band) => (band.side, band.outcome, RULES[at.min(RULES.len() - 1)]),
            None => (None, Outcome::Draw, rule!("N 14.3/2")),
        }
    }
}
