//! Writing a position as a document, whole or as one side sees it.

use std::collections::BTreeMap;

use super::super::JoursDeGloire;
use super::super::action::Aim;
use super::super::draw::bits;
use super::super::state::{
    Combat, CommanderId, Detour, FormationId, Mark, MarkerId, Order, Post, Progress, Role, State, Trail,
};
use super::{
    Acting, ArrivalEntry, BridgeEntry, CombatEntry, CommanderEntry, CommanderSign, Document, Ended, FormationSign,
    OrdersPhase, Route, SideEntry, TrailEntry, UnitEntry, UnitSign,
};
use crate::hex::Cell;
use crate::names;
use crate::side::{Side, UnitId, UnitSet};

/// Every mark, in the order of their numbers.
pub(super) const MARKS: [Mark; Mark::COUNT] = {
    let mut marks = [Mark::Active; Mark::COUNT];
    let all = [
        Mark::Active,
        Mark::Ordered,
        Mark::Barred,
        Mark::Moving,
        Mark::Moved,
        Mark::Pivoted,
        Mark::Laid,
        Mark::Fired,
        Mark::Reacted,
        Mark::Charging,
        Mark::Declared,
        Mark::Willing,
        Mark::Unwilling,
        Mark::Attacked,
        Mark::Evaded,
        Mark::Broken,
        Mark::Charged,
        Mark::Squared,
        Mark::Rallied,
        Mark::Restacked,
        Mark::Turnable,
        Mark::Ran,
        Mark::Owing,
        Mark::LeftSquare,
        Mark::Acted,
    ];
    // A mark that is added must be added here: the lengths differ else.
    let mut i = 0;
    while i < Mark::COUNT {
        marks[all[i] as usize] = all[i];
        i += 1;
    }
    assert!(all.len() == Mark::COUNT);
    marks
};

/// Every role, in the order of their numbers.
pub(super) const ROLES: [Role; Role::COUNT] =
    [Role::Attacker, Role::Charger, Role::Defender, Role::Countercharger, Role::Asked, Role::Fled, Role::Gun];

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Eye {
    /// The host, who sees all.
    Host,
    /// A side.
    Of(Side),
}

/// What an eye may see of the orders: all that is secret in this series.
struct Secrets {
    /// The units whose orders it sees.
    orders: UnitSet,
    /// How many orders a side has given.
    given: [Option<u8>; 2],
    /// How far a side is.
    progress: [Option<Progress>; 2],
}

impl Secrets {
    fn new(rules: &JoursDeGloire, s: &State, eye: Eye) -> Self {
        match eye {
            Eye::Host => Self { orders: s.orders, given: s.given.map(Some), progress: s.progress.map(Some) },
            Eye::Of(viewer) => {
                let mut secrets = Self { orders: rules.orders_known(s, viewer), given: [None; 2], progress: [None; 2] };
                for side in Side::BOTH {
                    let i = side.index();
                    if side == viewer {
                        secrets.given[i] = Some(s.given[i]);
                    }
                    // How far an enemy is in phase A tells whether he has given an order; what comes later is public.
                    if side == viewer || s.progress[i] > Progress::Orders {
                        secrets.progress[i] = Some(s.progress[i]);
                    }
                }
                secrets
            }
        }
    }
}

fn side_of(number: u8) -> Option<Side> {
    match number {
        1 => Some(Side::First),
        2 => Some(Side::Second),
        _ => None,
    }
}

impl JoursDeGloire {
    /// The document of a position, with what this eye may see. It is built from nothing: what is secret is copied only
    /// if it may be seen.
    pub(in super::super) fn document(&self, s: &State, eye: Eye) -> Document {
        let secrets = Secrets::new(self, s, eye);
        // Named one by one, so that a field that is added to the state does not go unwritten.
        let State {
            turn,
            verdict,
            initiative,
            marker,
            acting,
            at: _,
            facing: _,
            rank: _,
            aim: _,
            group: _,
            disordered: _,
            routed: _,
            eliminated: _,
            exited: _,
            exited_sound: _,
            square: _,
            reinforcement: _,
            sheltered: _,
            orders: _,
            revealed,
            shaken: _,
            demoralized,
            given: _,
            done,
            progress: _,
            looked,
            begins,
            reserve,
            columns,
            unbound,
            bridge,
            held,
            detours,
            commanders,
            cup,
            available,
            pooled,
            marks: _,
            combat,
            agenda,
        } = s;
        let marker_name = |number: u8| {
            let place = MarkerId(number.checked_sub(1)?);
            self.roster.marker(place).map(|marker| marker.name.clone())
        };
        let side_name = |number: u8| side_of(number).map(|side| self.roster.sides[side.index()].clone());
        Document {
            turn: *turn,
            ended: match verdict {
                0 => None,
                3 => Some(Ended::Drawn),
                side => side_name(*side).map(Ended::Won),
            },
            initiative: side_name(*initiative),
            acting: side_name(*acting).map(|side| Acting { side, marker: marker_name(*marker).unwrap_or_default() }),
            first_marker: marker_name(*begins),
            reserve_first: side_name(*reserve),
            looked: *looked,
            columns: *columns,
            route: if *unbound == 0 { Route::Bound } else { Route::Free },
            bridge: bridge.from.zip(bridge.to).map(|(from, to)| BridgeEntry {
                from: self.hex_name(from),
                to: self.hex_name(to),
                work: bridge.work,
                turn: bridge.turn,
            }),
            units: self.unit_entries(s, &secrets),
            formations: self.formation_entries(*revealed, *demoralized),
            commanders: self.commander_entries(commanders),
            sides: Side::BOTH
                .into_iter()
                .map(|side| {
                    let i = side.index();
                    let entry = SideEntry {
                        orders_given: secrets.given[i].unwrap_or_default(),
                        orders_phase: if done[i] == 0 { OrdersPhase::Open } else { OrdersPhase::Done },
                        progress: secrets.progress[i].unwrap_or_default(),
                        objectives: self.objective_names(held[i]),
                    };
                    (self.roster.sides[i].clone(), entry)
                })
                .filter(|(_, entry)| *entry != SideEntry::default())
                .collect(),
            cup: self.marker_names(*cup),
            unavailable: self.marker_names(self.all_markers() & !*available),
            pooled: self.marker_names(*pooled),
            arrivals: self.arrival_entries(detours),
            combat: (*combat != Combat::default()).then(|| self.combat_entry(combat)),
            agenda: agenda.iter().map(|frame| names::write(&frame, self)).collect(),
        }
    }

    fn marker_names(&self, markers: u64) -> Vec<String> {
        bits(markers).filter_map(|marker| self.roster.marker(marker)).map(|marker| marker.name.clone()).collect()
    }

    fn unit_names(&self, units: UnitSet) -> Vec<String> {
        units.map(|unit| self.roster.unit_name(unit)).collect()
    }

    fn unit_entries(&self, s: &State, secrets: &Secrets) -> BTreeMap<String, UnitEntry> {
        UnitSet::first(self.roster.units.len())
            .map(|unit| (self.roster.unit_name(unit), self.unit_entry(s, unit, secrets)))
            .filter(|(_, entry)| *entry != UnitEntry::default())
            .collect()
    }

    fn unit_entry(&self, s: &State, unit: UnitId, secrets: &Secrets) -> UnitEntry {
        let i = unit.index();
        let signs = [
            (s.square, UnitSign::Square),
            (s.reinforcement, UnitSign::Reinforcement),
            (secrets.orders, UnitSign::Orders),
            (s.sheltered, UnitSign::Sheltered),
            (s.shaken, UnitSign::Shaken),
            (s.exited.less(s.exited_sound), UnitSign::Exited),
            (s.exited_sound, UnitSign::ExitedInGoodOrder),
        ];
        let order: Order = s.order(unit);
        UnitEntry {
            hex: s.at[i].map(|cell| self.hex_name(cell)),
            facing: s.at[i].map(|_| s.facing[i]),
            rank: s.rank[i],
            order,
            signs: signs.into_iter().filter(|(set, _)| set.has(unit)).map(|(_, sign)| sign).collect(),
            marks: MARKS.into_iter().filter(|mark| s.marked(*mark).has(unit)).collect(),
            aim: Aim::ALL.into_iter().find(|aim| aim.bits() == s.aim[i]),
            group: s.group[i]
                .checked_sub(1)
                .and_then(|first| UnitId::new(first.into()))
                .map(|first| self.roster.unit_name(first)),
        }
    }

    fn formation_entries(&self, revealed: u32, demoralized: u32) -> BTreeMap<String, Vec<FormationSign>> {
        let signs = [(revealed, FormationSign::Revealed), (demoralized, FormationSign::Demoralized)];
        let formations = self.roster.formations.iter().zip(0..);
        formations
            .map(|(formation, place)| {
                let lies = signs.into_iter().filter(|(set, _)| set & FormationId(place).bit() != 0);
                (formation.name.clone(), lies.map(|(_, sign)| sign).collect::<Vec<_>>())
            })
            .filter(|(_, signs)| !signs.is_empty())
            .collect()
    }

    fn commander_entries(&self, posts: &[Post]) -> BTreeMap<String, CommanderEntry> {
        let commanders = (0..).map(CommanderId).zip(posts);
        commanders
            .filter_map(|(id, post)| {
                let Post { at, moved, lost, with } = *post;
                let signs = [(moved, CommanderSign::Moved), (lost, CommanderSign::Lost)];
                let entry = CommanderEntry {
                    hex: at.map(|cell: Cell| self.hex_name(cell)),
                    signs: signs.into_iter().filter(|(set, _)| *set != 0).map(|(_, sign)| sign).collect(),
                    with: with.checked_sub(1).and_then(|u| UnitId::new(u.into())).map(|u| self.roster.unit_name(u)),
                };
                let name = self.roster.commander(id)?.name.clone();
                (entry != CommanderEntry::default()).then_some((name, entry))
            })
            .collect()
    }

    /// The name of an objective: its hex, with a number if it is not the first one there.
    pub(super) fn objective_name(&self, place: usize) -> Option<String> {
        let objectives = &self.scenario.victory.objectives;
        let objective = objectives.get(place)?;
        let before = objectives[..place].iter().filter(|other| other.cell == objective.cell).count();
        let hex = self.hex_name(objective.cell);
        Some(if before == 0 { hex } else { format!("{hex}#{}", before + 1) })
    }

    fn objective_names(&self, held: u32) -> Vec<String> {
        (0..32).filter(|place| held & 1 << place != 0).filter_map(|place| self.objective_name(place)).collect()
    }

    fn arrival_entries(&self, detours: &[Detour]) -> Vec<ArrivalEntry> {
        let changed = (0..).zip(detours).filter(|(_, detour)| **detour != Detour::default());
        changed
            .map(|(arrival, detour)| {
                let Detour { turn, chooser, cell } = *detour;
                ArrivalEntry {
                    arrival,
                    turn: (turn != 0).then_some(turn),
                    chooser: side_of(chooser).map(|side| self.roster.sides[side.index()].clone()),
                    hex: cell.map(|cell| self.hex_name(cell)),
                }
            })
            .collect()
    }

    fn combat_entry(&self, combat: &Combat) -> CombatEntry {
        let Combat { fight, second_attacks: _, pursuits, row, hexes: _, roles, trails } = combat;
        CombatEntry {
            fight: *fight,
            attacker: self.roster.sides[combat.attacker().index()].clone(),
            pursuits: *pursuits,
            row: *row,
            hexes: combat.hexes().map(|cell| self.hex_name(cell)).collect(),
            roles: ROLES
                .into_iter()
                .map(|role| (role, self.unit_names(roles[role as usize])))
                .filter(|(_, units)| !units.is_empty())
                .collect(),
            trails: trails.iter().filter_map(|trail| self.trail_entry(trail)).collect(),
        }
    }

    fn trail_entry(&self, trail: &Trail) -> Option<TrailEntry> {
        let from = self.hex_name(trail.from?);
        let unit = self.roster.unit_name(UnitId::new(trail.unit.into())?);
        Some(TrailEntry { unit, from, steps: trail.dirs().collect() })
    }
}
