//! Actions, marks and other words of the account as a player reads them.

use super::Montenotte;
use super::action::{Action, Cover, Reaction, Restraint};
use super::ids::MarkerId;
use super::state::{Bid, KindOfForce, Mark, Weather};
use crate::hex::Cell;

/// What it means that a mark lies on a force.
pub(super) fn laid(mark: Mark) -> &'static str {
    match mark {
        Mark::Acted => "has done something this turn",
        Mark::ActedBefore => "did something in the turn before",
        Mark::Activated => "has been activated",
        Mark::Funded => "has its command points",
        Mark::OutOfSupply => "is out of supply",
        Mark::InFort => "is in the fort",
        Mark::Besieged => "is besieged",
        Mark::Pillage => "pillages",
        Mark::Owes | Mark::OwesIdle => "must test for attrition",
        Mark::Reacted => "has moved in reaction",
        Mark::Strategic => "has marched strategically",
        Mark::Forced => "has made a forced march",
        Mark::Fed => "is fed",
        Mark::Settled => "has settled whether it pillages",
        Mark::Demoralised => "is demoralised",
        Mark::Shown => "is seen by the enemy",
        Mark::Resting => "rests",
        Mark::Bears => "bears the attrition of its force",
        Mark::Arranged => "has been fused, separated, detached or taken back",
    }
}

/// What it means that a mark is taken off a force.
pub(super) fn lifted(mark: Mark) -> &'static str {
    match mark {
        Mark::OutOfSupply => "is supplied again",
        Mark::InFort => "has left the fort",
        Mark::Besieged => "is besieged no more",
        Mark::Pillage => "pillages no more",
        Mark::Owes | Mark::OwesIdle => "tests for attrition",
        Mark::Reacted => "has come to rest",
        Mark::Fed => "is no longer fed",
        Mark::Demoralised => "is no longer demoralised",
        Mark::Activated => "may be activated again",
        other => laid(other),
    }
}

pub(super) fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Fair => "fair weather",
        Weather::Rain => "rain",
    }
}

pub(super) fn kind(kind: KindOfForce) -> &'static str {
    match kind {
        KindOfForce::Unknown => "a force of unknown kind",
        KindOfForce::Brigade => "a brigade",
        KindOfForce::Division => "a division",
        KindOfForce::Army => "a general-in-chief and whoever is with him",
    }
}

pub(super) fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::Open => "open ground",
        Cover::Ground => "the ground",
        Cover::Crossing => "the river or bridge",
        Cover::GroundAndCrossing => "the ground and the river or bridge",
        Cover::Settlement => "the town",
        Cover::Fort => "the fort",
    }
}

pub(super) fn bid(bid: Bid) -> &'static str {
    match bid {
        Bid::Unsaid => "has not said if it wants",
        Bid::Wants => "wants",
        Bid::Declines => "does not want",
    }
}

fn restraint(restraint: Restraint) -> &'static str {
    match restraint {
        Restraint::None => "",
        Restraint::General => ", a general holds the men back",
        Restraint::WithBonus => ", a general with a tactical bonus holds the men back",
    }
}

impl Montenotte {
    /// The general or unit under a marker is not named: its owner knows.
    pub(super) fn named(&self, marker: MarkerId) -> String {
        if self.known_marker(marker.index()).is_some() { self.force(marker) } else { "an unknown force".to_owned() }
    }

    fn there(&self, cell: Cell) -> String {
        self.hex_called(cell)
    }

    /// [`Doors::tell_action`](crate::doors::Doors::tell_action). Forces and units that the rules do not know are named so.
    pub(super) fn told_action(&self, action: &Action) -> String {
        let one = |marker| self.named(marker);
        match *action {
            Action::Done => "passes".to_owned(),
            Action::Deploy { marker, to } => format!("{} is placed in {}", one(marker), self.there(to)),
            Action::Fund { chief, marker } => format!("{} spends command points on {}", one(chief), one(marker)),
            Action::Fuse { marker, into } => format!("{} is fused into {}", one(marker), one(into)),
            Action::Separate { marker } => format!("{} is separated", one(marker)),
            Action::Detach { brigade, sp } => format!("{} is detached with {sp} SP", self.unit_called(brigade)),
            Action::TakeBack { brigade } => format!("{} is taken back", self.unit_called(brigade)),
            Action::Choose { marker } => format!("the marker of {} stays in hand", one(marker)),
            Action::Bid { bid: said } => format!("it {} the initiative", bid(said)),
            Action::Activate { marker } => format!("{} acts", one(marker)),
            Action::Step { dir } => format!("to the {dir}"),
            Action::Rapid { dir } => format!("rapidly to the {dir}"),
            Action::Reconnoitre { target, bonus: 0 } => format!("reconnoitre {}", one(target)),
            Action::Reconnoitre { target, bonus } => format!("reconnoitre {} with {bonus} MP in bonus", one(target)),
            Action::Attack { dir } => format!("attack to the {dir}"),
            Action::Sack => "pillage here".to_owned(),
            Action::Halt { restraint: how } => format!("halt{}", restraint(how)),
            Action::Withdraw { to } => format!("march to {}", self.there(to)),
            Action::Rest => "rest".to_owned(),
            Action::React { marker, reaction: Reaction::Move(dir) } => format!("{} reacts: to the {dir}", one(marker)),
            Action::React { marker, reaction: Reaction::Reconnoitre } => {
                format!("{} reacts: it reconnoitres", one(marker))
            }
            Action::React { marker, reaction: Reaction::Block } => {
                format!("{} reacts: it blocks the reconnaissance", one(marker))
            }
            Action::Announce { sp } => format!("announce {sp} SP"),
            Action::Join { marker } => format!("{} joins the battle", one(marker)),
            Action::March { marker } => format!("{} marches", one(marker)),
            Action::Terrain { cover: what } => format!("the terrain counts as {}", cover(what)),
            Action::Lead { unit } => format!("{} gives the morale", self.unit_called(unit)),
            Action::Lose { unit } => format!("{} loses a point", self.unit_called(unit)),
            Action::Retreat { marker } => format!("{} retreats", one(marker)),
            Action::Shelter { marker } => format!("{} withdraws into the fort", one(marker)),
            Action::Advance => "enter the hex of the fort".to_owned(),
            Action::Pursue => "pursue".to_owned(),
            Action::Reinforce { marker } => format!("{} is reinforced", one(marker)),
            Action::Feed { marker } => format!("{} lives off the land", one(marker)),
            Action::Pillage { marker } => format!("{} pillages", one(marker)),
            Action::Refrain { marker, restraint: how } => {
                format!("{} does not pillage{}", one(marker), restraint(how))
            }
        }
    }
}
