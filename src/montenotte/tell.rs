//! A player's account in plain English, with the letters of markers, the names of units and the numbers of hexes.
//!
//! An entry names a general only where its reader may see it: who stands under a letter is told by the letter alone.

use super::Montenotte;
use super::action::Question;
use super::event::{Event, Position, Role};
use super::frame::{Cause, Frame, Stage, Step};
use super::ids::{ChiefId, MarkerId, Markers, UnitNo};
use super::label::Label;
use super::sentences;
use super::state::{Content, Status, Told};
use super::why::Why;
use crate::hex::Cell;
use crate::journal::{Body, Entry};
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;

impl Montenotte {
    pub(super) fn force(&self, marker: MarkerId) -> String {
        match self.brigade_of(marker) {
            Some(unit) => self.unit_called(unit).to_owned(),
            None => format!("force {}", self.marker_name(marker)),
        }
    }

    pub(super) fn unit_called(&self, unit: UnitNo) -> &str {
        self.roster.units.get(unit.index()).map_or("an unknown unit", |unit| unit.name.as_str())
    }

    fn chief_called(&self, chief: ChiefId) -> &str {
        self.roster.chiefs.get(chief.index()).map_or("an unknown general-in-chief", |chief| chief.name.as_str())
    }

    pub(super) fn hex_called(&self, cell: Cell) -> String {
        if cell.index() >= self.map.grid.len() {
            return "a hex that is off the map".to_owned();
        }
        match self.map.name_of(cell) {
            Some(name) => format!("{name} ({})", self.map.grid.hex(cell)),
            None => self.map.grid.hex(cell).to_string(),
        }
    }

    fn letters(&self, markers: Markers) -> String {
        if markers.is_empty() {
            return "nobody".to_owned();
        }
        markers.map(|marker| self.marker_name(marker)).collect::<Vec<_>>().join(", ")
    }

    fn told_event(&self, event: &Event) -> String {
        let side = |side| self.side_name(side);
        match *event {
            Event::Dealt { marker, content, .. } => {
                let who = match content {
                    Content::Chief(chief) => self.chief_called(chief),
                    Content::Unit(unit) => self.unit_called(unit),
                    Content::Decoy => "a decoy",
                    Content::Off => "nobody",
                };
                format!("letter {}: {who}", self.marker_name(marker))
            }
            Event::Moved { marker, to } => format!("{} enters {}", self.force(marker), self.hex_called(to)),
            Event::Placed { marker, at } => format!("{} stands in {}", self.force(marker), self.hex_called(at)),
            Event::Removed { marker } => format!("{} leaves the map", self.force(marker)),
            Event::Fused { marker, into } => format!("{} joins {}", self.force(marker), self.force(into)),
            Event::Separated { marker, at } => {
                format!("{} stands by itself in {}", self.force(marker), self.hex_called(at))
            }
            Event::Disclosed => "the map is seen as it is".to_owned(),
            Event::Exposed { marker } => format!("{} was a decoy", self.force(marker)),
            Event::Strength { unit, sp } => format!("{}: {sp} SP", self.unit_called(unit)),
            Event::Initial { unit, sp } => format!("{}: full at {sp} SP", self.unit_called(unit)),
            Event::Cursor { unit, notch } => format!("{}: morale cursor at {notch:+}", self.unit_called(unit)),
            Event::Chariots { unit, left } => format!("{}: {left} chariots", self.unit_called(unit)),
            Event::Fatigue { marker, level } => format!("{}: fatigue {level}", self.force(marker)),
            Event::Status { marker, status } => {
                let status = match status {
                    Status::Supplied => "commanded and supplied",
                    Status::Isolated => "commanded and isolated",
                    Status::Uncommanded => "uncommanded and isolated",
                };
                format!("{} is {status}", self.force(marker))
            }
            Event::Marked { mark, marker } => format!("{} {}", self.force(marker), sentences::laid(mark)),
            Event::Unmarked { mark, marker } => format!("{} {}", self.force(marker), sentences::lifted(mark)),
            Event::Points { points } => format!("{points} victory points"),
            Event::Sardinian { morale } => format!("Sardinian morale {morale}"),
            Event::Control { place, camp } => {
                let name = self.scenario.places.get(usize::from(place)).map_or("a place", |place| &place.name);
                format!("{name} is held by: {camp}")
            }
            Event::ConiTaken => "Coni falls".to_owned(),
            Event::Reserve { left } => format!("{left} reserve brigades left"),
            Event::Weather { weather } => sentences::weather(weather).to_owned(),
            Event::Spent { chief, halves } => {
                format!("{} has spent {halves} half command points", self.chief_called(chief))
            }
            Event::Initiative { side: Some(who) } => format!("{} has the initiative", side(who)),
            Event::Initiative { side: None } => "nobody has the initiative".to_owned(),
            Event::Cup { markers, aside } => {
                format!("into the cup: {}; set aside: {}", self.letters(markers), self.letters(aside))
            }
            Event::InertiaIn => "Inertia is added to the cup".to_owned(),
            Event::InertiaOut => "Inertia is drawn: the uncommanded are added".to_owned(),
            Event::Drawn { marker } => format!("drawn: {}", self.force(marker)),
            Event::Reported { marker, report } => {
                let mut text = format!("{} is {}", self.force(marker), sentences::kind(report.kind));
                if report.sp > 0 {
                    text.push_str(&format!(", said to have {} SP within {}%", report.sp, report.percent));
                }
                if report.units == Told::Yes {
                    text.push_str(", its units known");
                }
                text
            }
            Event::BattleOpened { at, attacker, .. } => {
                format!("battle at {}: {} attacks", self.hex_called(at), side(attacker))
            }
            Event::Engaged { marker, role, position } => {
                let role = match role {
                    Role::Principal => "is engaged",
                    Role::Joined => "joins the battle",
                    Role::Marched => "has marched to the sound of the guns",
                };
                let flank = if position == Position::Flank { ", on the flank" } else { "" };
                format!("{} {role}{flank}", self.force(marker))
            }
            Event::Covered { cover, modifier } => {
                format!("the terrain counts as {}: {modifier:+}", sentences::cover(cover))
            }
            Event::Leads { unit: Some(unit), .. } => format!("{} gives the morale", self.unit_called(unit)),
            Event::Row { vanquished: Some(who), retreat, .. } => {
                format!("{} is beaten and retreats {retreat}", side(who))
            }
            Event::Row { vanquished: None, .. } => "undecided".to_owned(),
            Event::Due { side: who, losses } => format!("{} loses {losses}", side(who)),
            Event::Casualty { unit, sp, .. } => format!("{} loses a point: {sp} left", self.unit_called(unit)),
            Event::Pursued { losses } => format!("the pursuit costs {losses}"),
            Event::BattleClosed => "the battle is over".to_owned(),
            Event::Turn { turn } => format!("turn {turn}"),
            Event::Over { winner: Some(who), outcome } => format!("{} wins: {outcome}", side(who)),
            Event::Over { winner: None, outcome } => format!("the game is over: {outcome}"),
            Event::Chosen { marker } => format!("{} stays in hand", self.force(marker)),
            Event::Said { side: who, bid } => {
                format!("{} {} the initiative", side(who), sentences::bid(bid))
            }
            Event::SardinianLosses { sp } => format!("{sp} Sardinian losses are not counted yet"),
            Event::Coni { since: 0 } => "Coni is not held in strength".to_owned(),
            Event::Coni { since } => format!("Coni is held in strength since turn {since}"),
            Event::Pillaged { .. } => "the place is pillaged".to_owned(),
            Event::Stands { side: who, .. } => format!("{} goes on", side(who)),
            Event::Tried { marker } => format!("{} has had its test", self.force(marker)),
            Event::TriedNone => "the next tests".to_owned(),
            Event::Leads { unit: None, side: who } => format!("{} has no unit to give its morale", side(who)),
            Event::Sized { sp, .. } => format!("strengths {} and {}", sp[0], sp[1]),
            Event::Retreated { marker } => format!("{} has retreated", self.force(marker)),
            Event::StaysOut => "the victor stays out of the hex".to_owned(),
            Event::Begun(_) | Event::Continued(_) | Event::Done => String::new(),
        }
    }

    /// [`Ruleset::tell`].
    pub(super) fn told(&self, entry: &Entry<Event, Label>) -> String {
        let text = match &entry.body {
            Body::Mark(_) => return String::new(),
            Body::Fact(event) => self.told_event(event),
            Body::Tally(tally) => self.told_tally(tally),
            Body::Note(label) => self.label_called(*label),
            Body::Die { what, face } => format!("{}: die {face}", self.label_called(*what)),
            Body::Contest { what, faces } => {
                let [first, second] = crate::side::Side::BOTH.map(|side| self.side_name(side));
                format!("{}: {first} {}, {second} {}", self.label_called(*what), faces[0], faces[1])
            }
        };
        format!("{text} [{}]", entry.rules)
    }

    /// [`Ruleset::tell_refusal`].
    pub(super) fn told_refusal(&self, refusal: &Refusal<Why>) -> String {
        match refusal {
            Refusal::Over => "the game is over".to_owned(),
            Refusal::NotAsked { by } => format!("nothing is asked of {} now", self.side_name(*by)),
            Refusal::Forbidden { rules, why } => format!("{} [{rules}]", why.told(Some(self))),
        }
    }

    /// [`Ruleset::tell_question`].
    pub(super) fn told_question(&self, question: &Question) -> String {
        let text = match question.frame {
            Frame::Turn(step) => match step {
                Step::Command => "command, fuse, separate and detach forces".to_owned(),
                Step::Choose => "choose the general-in-chief whose marker stays in hand".to_owned(),
                Step::Bid => "do you want the initiative?".to_owned(),
                Step::Strategic(_) => "strategic movements".to_owned(),
                Step::Forced(_) => "forced marches".to_owned(),
                Step::Reserve => "a reserve brigade".to_owned(),
                Step::Sharing { nation, left } => format!("{left} {nation} replacements"),
                Step::Supply(_) => "supply".to_owned(),
                _ => "the turn goes on".to_owned(),
            },
            Frame::Placing => "place your forces and decoys".to_owned(),
            Frame::Drawn { marker } => format!("{} was drawn: who acts?", self.force(marker)),
            Frame::Acting(acting) => {
                format!("{} acts: {} half movement points left", self.force(acting.marker), acting.left)
            }
            Frame::Compulsory { marker } => format!("{} is demoralised and marches or rests", self.force(marker)),
            Frame::Reacting { active, cause, .. } => {
                let did = match cause {
                    Cause::Moved => "moved",
                    Cause::Reconnoitres => "reconnoitres",
                    Cause::Reconnoitred => "has reconnoitred",
                    Cause::Declared => "declares a battle",
                };
                format!("{} {did}: do you react?", self.force(active))
            }
            Frame::Scouting(scouting) => {
                format!("announce the strength of {} within {}%", self.force(scouting.target), scouting.percent)
            }
            Frame::Battle(stage) => match stage {
                Stage::JoinAttack | Stage::JoinDefence => "who joins the battle?".to_owned(),
                Stage::Decide { marker, .. } => format!("does {} take part?", self.force(marker)),
                Stage::GunsAttack | Stage::GunsDefence => "who marches to the sound of the guns?".to_owned(),
                Stage::Terrain => "what does the terrain count as?".to_owned(),
                Stage::Morale => "which unit gives its morale?".to_owned(),
                Stage::Losses | Stage::PursuitLosses => "which unit loses a point?".to_owned(),
                Stage::Retreat => "which force retreats next?".to_owned(),
                Stage::Gather => "do you enter the hex of the fort?".to_owned(),
                Stage::Pursue => "do you pursue?".to_owned(),
                _ => "the battle goes on".to_owned(),
            },
            Frame::Guns(guns) => format!("{} marches to the sound of the guns", self.force(guns.marker)),
            Frame::Retreat { marker, left, .. } => format!("{} retreats: {left} hexes", self.force(marker)),
            Frame::Marching { marker, left, .. } => {
                format!("{} marches: {left} half movement points left", self.force(marker))
            }
            Frame::Idle | Frame::Deal | Frame::Attrition => "nothing".to_owned(),
        };
        format!("{text} [{}]", question.rule)
    }
}
