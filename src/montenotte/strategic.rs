//! 9.2.2 and 9.2.3: strategic movements and forced marches; 3.2: the march of the demoralised.

use super::Montenotte;
use super::action::Action;
use super::event::Event;
use super::frame::{Frame, Step};
use super::ids::MarkerId;
use super::label::Label;
use super::morale::Deed;
use super::options;
use super::play::{Done, Judged, Table, lost, no};
use super::state::{Content, Mark, State};
use super::why::Why;
use crate::hex::{Cell, Reach};
use crate::journal::Journal;
use crate::rule;
use crate::rule::Rule;
use crate::side::Side;

impl Montenotte {
    /// Whether a hex is too near to the enemy for a march (N 9.2.2/2, N 9.2.3/2; ruling `strategic-distance`).
    fn too_near(&self, s: &State, side: Side, cell: Cell, forced: bool) -> bool {
        let c = &self.charts;
        let (hexes, halves) = if forced {
            (c.forced.hexes_from_enemy.value, c.forced.table_half_mp_from_enemy.value)
        } else {
            (c.strategic.hexes_from_enemy.value, c.strategic.table_half_mp_from_enemy.value)
        };
        let enemies = s.on_map().and(self.side_markers[side.enemy().index()]);
        enemies.into_iter().filter_map(|marker| s.at(marker)).any(|at| match self.rulings.strategic_distance {
            options::StrategicDistance::NotAdjacent => self.map.grid.distance(at, cell) < hexes,
            options::StrategicDistance::TwoMp => self.near(cell, at, halves.saturating_sub(1)),
        })
    }

    /// Whether anybody makes a forced march: not by the table, which wants a force without fatigue, since a strategic
    /// movement tires (ruling `forced-march-fatigue`).
    pub(super) fn forces_marches(&self) -> bool {
        self.rulings.forced_march_fatigue == options::ForcedMarchFatigue::AtOne
    }

    fn judge_start(&self, s: &State, side: Side, marker: MarkerId, forced: bool) -> Judged {
        let whole = |strategic: Rule, force: Rule| if forced { force } else { strategic };
        let rule = whole(rule!("N 9.2.2/1"), rule!("N 9.2.3/1"));
        if self.side(marker) != side {
            return no(rule, Why::NotYours(marker));
        }
        let Some(at) = s.at(marker) else { return no(rule, Why::NotThere(marker)) };
        if s.content(marker) == Content::Decoy {
            return no(rule!("N 2/6"), Why::Decoy(marker));
        }
        if !self.commanded(s, marker) {
            return no(rule, Why::Uncommanded(marker));
        }
        if self.force_demoralised(s, marker) {
            return no(rule!("N 3.2/3"), Why::Demoralised(marker));
        }
        let done = if forced { Mark::Forced } else { Mark::Strategic };
        if s.marked(done).has(marker) {
            return no(rule, Why::Already(marker));
        }
        let fatigue = self.force_fatigue(s, marker);
        // A forced march is made by one who has marched strategically and is tired from it (ruling
        // `forced-march-fatigue`).
        if forced && !s.marked(Mark::Strategic).has(marker) {
            return no(rule, Why::NotMarched(marker));
        }
        if fatigue > u8::from(forced) {
            return no(rule, Why::Fatigued(marker, fatigue));
        }
        if forced && !self.forces_marches() {
            return no([rule, rule!("N table 2/4")], Why::Fatigued(marker, fatigue));
        }
        if self.rulings.strategic_start_adjacent == options::StrategicStartAdjacent::NotFrom
            && self.too_near(s, side, at, forced)
        {
            return no(whole(rule!("N 9.2.2/2"), rule!("N 9.2.3/2")), Why::BesideEnemy);
        }
        Ok(())
    }

    pub(super) fn judge_strategic(&self, s: &State, side: Side, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::March { marker } => self.judge_start(s, side, marker, false),
            _ => no(rule!("N 9.2.2/1"), Why::NoAnswer),
        }
    }

    pub(super) fn judge_forced(&self, s: &State, side: Side, action: &Action) -> Judged {
        match *action {
            Action::Done => Ok(()),
            Action::March { marker } => self.judge_start(s, side, marker, true),
            _ => no(rule!("N 9.2.3/1"), Why::NoAnswer),
        }
    }

    pub(super) fn perform_strategic<J: Journal<Event, Label>>(
        &self,
        step: Step,
        by: Side,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let Action::March { marker } = *action else {
            self.close_step(by, rule!("N 9.2.2/1"), desk);
            return Ok(());
        };
        let (mark, rule) = match step {
            Step::Forced(_) => (Mark::Forced, rule!("N 9.2.3/4")),
            _ => (Mark::Strategic, rule!("N 9.2.2/4")),
        };
        desk.mark(Event::Marked { mark, marker }, rule);
        if let Some(next) = self.in_turn(desk.state(), step, by) {
            self.continue_frame(Frame::Turn(next), rule!("N 4.5/2"), desk);
        }
        let left = self.capacity(desk.state(), marker);
        self.begin_frame(Frame::Marching { marker, left, steps: 0 }, rule, desk)
    }

    /// Whether the march under way is a forced one.
    fn is_forced(&self, s: &State, marker: MarkerId) -> bool {
        s.marked(Mark::Forced).has(marker)
    }

    pub(super) fn asked_marching(&self, s: &State, marker: MarkerId) -> Option<(Side, Rule)> {
        s.at(marker)?;
        let rule = if self.is_forced(s, marker) { rule!("N 9.2.3/1") } else { rule!("N 9.2.2/1") };
        Some((self.side(marker), rule))
    }

    pub(super) fn judge_marching(&self, s: &State, marker: MarkerId, left: u8, _: u8, action: &Action) -> Judged {
        let forced = self.is_forced(s, marker);
        match *action {
            Action::Done => Ok(()),
            Action::Step { dir } => {
                let cost = self.judge_entry(s, marker, dir)?;
                let (Some(from), Some(to)) =
                    (s.at(marker), s.at(marker).and_then(|from| self.map.grid.neighbour(from, dir)))
                else {
                    return no(rule!("N 9.1/7"), Why::NoWay);
                };
                if !self.special_way(from, dir) {
                    return no(if forced { rule!("N 9.2.3/3") } else { rule!("N 9.2.2/3") }, Why::NoRoad);
                }
                if cost > left {
                    return no(rule!("N 9.1/7"), Why::Points { needs: cost, has: left });
                }
                if self.too_near(s, self.side(marker), to, forced) {
                    let rule = if forced { rule!("N 9.2.3/2") } else { rule!("N 9.2.2/2") };
                    return no(rule, Why::BesideEnemy);
                }
                Ok(())
            }
            _ => no(rule!("N 9.2.2/1"), Why::NoAnswer),
        }
    }

    pub(super) fn perform_marching<J: Journal<Event, Label>>(
        &self,
        marker: MarkerId,
        left: u8,
        steps: u8,
        action: &Action,
        desk: &mut Table<'_, J>,
    ) -> Done {
        let forced = self.is_forced(desk.state(), marker);
        let Action::Step { dir } = *action else {
            self.end_frame(rule!("N 9.2.2/4"), desk);
            if steps > 0 {
                let (rule, levels) = if forced {
                    (rule!("N 9.2.3/5"), self.charts.forced.fatigue.value)
                } else {
                    (rule!("N 9.2.2/5"), self.charts.strategic.fatigue.value)
                };
                for _ in 0..levels {
                    self.tire(marker, rule, desk);
                }
                self.did(marker, Deed::Own, desk);
                self.owe(marker, Mark::Owes, desk);
            }
            self.settle_reactions(desk);
            return self.begin_attrition(desk);
        };
        let s = desk.state();
        let Some(from) = s.at(marker) else { return Err(lost("a marching force is gone")) };
        let cost = self.cost(from, dir).unwrap_or(left);
        let next = Frame::Marching { marker, left: left.saturating_sub(cost), steps: steps.saturating_add(1) };
        let rule = if forced { rule!("N 9.2.3/4") } else { rule!("N 9.2.2/4") };
        if self.rulings.strategic_reactions == options::StrategicReactions::AsOthers {
            return self.step_into(marker, dir, rule, next, desk);
        }
        let Some(to) = self.map.grid.neighbour(from, dir) else { return Err(lost("a step off the map")) };
        self.continue_frame(next, rule, desk);
        desk.fact(Event::Moved { marker, to }, rule);
        self.occupy(to, desk);
        Ok(())
    }

    // The demoralised.

    /// N 3.2/5: 5 MP or more from the nearest enemy.
    pub(super) fn may_rest(&self, s: &State, marker: MarkerId) -> bool {
        let Some(at) = s.at(marker) else { return false };
        let least = u16::from(self.charts.demoralised.rest_from_half_mp.value);
        let enemies = self.enemy_cells(s, self.side(marker));
        self.enemy_distance(&enemies, at) >= least
    }

    /// Where a force can march within its full capacity.
    fn within_capacity(&self, s: &State, marker: MarkerId) -> Reach {
        let mut reach = Reach::new();
        if let Some(at) = s.at(marker)
            && self.force_fatigue(s, marker) < self.charts.fatigue.most.value
        {
            let side = self.side(marker);
            let enemies = self.enemy_cells(s, side);
            reach.run(&self.map.grid, [at], self.capacity(s, marker).into(), |here, dir, to| {
                self.cost(here, dir).filter(|_| !enemies.has(to))
            });
        }
        reach
    }

    /// The hexes to which a demoralised division may march (N 3.2/4; ruling `compulsory-march-falls-short`): the best within
    /// its full capacity, farther than 4 MP from every enemy if any is, then nearer to supply, then farther from the enemy.
    pub(super) fn flight(&self, s: &State, marker: MarkerId) -> Vec<Cell> {
        let Some(at) = s.at(marker) else { return Vec::new() };
        let reach = self.within_capacity(s, marker);
        let enemies = self.enemy_cells(s, self.side(marker));
        let clear = u16::from(self.charts.demoralised.clear_of_enemy_half_mp.value);
        let supply = &self.to_supply[self.nation_of(s, marker) as usize];
        let key = |cell: Cell| {
            let halves = self.enemy_distance(&enemies, cell);
            let near = u8::from(halves <= clear);
            let home = supply.get(cell.index()).copied().unwrap_or(u16::MAX);
            let away = u16::MAX - halves;
            match self.rulings.compulsory_march_falls_short {
                options::CompulsoryMarchFallsShort::AsFarAsItCan => (u16::from(near), home, away),
                options::CompulsoryMarchFallsShort::SupplyFirst => (home, u16::from(near), away),
            }
        };
        let mut best: Vec<Cell> = Vec::new();
        for (cell, _) in reach.cells().filter(|(cell, _)| *cell != at) {
            match best.first().map(|first| key(cell).cmp(&key(*first))) {
                None | Some(core::cmp::Ordering::Less) => best = vec![cell],
                Some(core::cmp::Ordering::Equal) => best.push(cell),
                Some(core::cmp::Ordering::Greater) => {}
            }
        }
        best.sort();
        best
    }

    /// The hexes on the way there, without the first.
    pub(super) fn flight_way(&self, s: &State, marker: MarkerId, to: Cell) -> Vec<Cell> {
        self.within_capacity(s, marker).way(to).into_iter().skip(1).collect()
    }
}
