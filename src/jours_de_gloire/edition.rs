//! The two editions of the series, and every difference between them, in one place.
//!
//! Chapters are written once. A rule that both books hold under different numbers is a [`Cite`]; a rule that the books
//! give differently is one function of [`Edition`], whose type names the readings and whose documentation cites both.
//! `tests/jdg_editions` shows the two results of each.
//!
//! Two kinds of difference are data and stand elsewhere: figures in the charts of each book (what it costs to leave a
//! square, whether a battery stacks with cavalry, how far a rout shifts), and rulings that both books need with a default
//! of its own for each (who loses the status of a reinforcement, which limit routed units are free of, whom a failed
//! square disorders, what becomes of artillery that fire routs).

use serde::{Deserialize, Serialize};

use crate::rule::{Cites, Rule};

/// An edition of the series' rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// The older one, printed with Rivoli 1797 ("Classic").
    Rivoli,
    /// The later one, printed with Montebello 1800.
    Montebello,
}

/// One rule under both books' numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cite {
    /// Its number in Rivoli's book.
    pub rivoli: Rule,
    /// Its number in Montebello's book.
    pub montebello: Rule,
}

impl Cite {
    /// The number in this edition's book.
    #[inline]
    pub const fn of(self, edition: Edition) -> Rule {
        match edition {
            Edition::Rivoli => self.rivoli,
            Edition::Montebello => self.montebello,
        }
    }

    /// A rule that one book alone has. Whoever cites it must have made sure that this book is played.
    pub const fn only(rule: Rule) -> Self {
        Self { rivoli: rule, montebello: rule }
    }

    /// With another rule, as the citations of one entry.
    pub fn and(self, other: Cite, edition: Edition) -> Cites {
        Cites::new(&[self.of(edition), other.of(edition)])
    }
}

/// A [`Cite`] from the numbers in both books: `cite!("R 9.5/1", "M 9.5.1/1")`.
macro_rules! cite {
    ($rivoli:literal, $montebello:literal) => {
        $crate::jours_de_gloire::edition::Cite {
            rivoli: $crate::rule!($rivoli),
            montebello: $crate::rule!($montebello),
        }
    };
}
pub(crate) use cite;

/// What the cavalry tests to break off a charge at a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecallTest {
    /// Cohesion (R 9.3.2).
    Cohesion,
    /// Engagement (M 9.3.3).
    Engagement,
}

/// What a charge does to the cavalry at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOfCharge {
    /// Every participant is disordered (R 9.2, 9.5).
    Disorder,
    /// Every participant takes a cohesion test and is disordered if it fails (M 9.2).
    Test,
}

/// How far a charge may ride.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChargeLength {
    /// One or two hexes, none of them dearer than the chart's limit (R 9.1).
    TwoHexes,
    /// The reduced movement allowance, at least one hex (M 9.1).
    ReducedAllowance,
}

/// From which further charge on a pursuit counts -1 each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PursuitPenalty {
    /// From the first charge after the initial one (R 9.5).
    FromTheFirst,
    /// From the second pursuit on (M 9.5.2).
    FromTheSecond,
}

/// Which part of a stack pursues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pursuers {
    /// The whole stack (R 9.5).
    WholeStack,
    /// The unit of best cohesion or the whole stack, as its owner likes (M 9.5.2).
    UnitOrStack,
}

/// Whether a pursuit may be broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PursuitEnd {
    /// When an enemy other than the pursued stands in a front hex (R 9.5).
    AtAnotherEnemy,
    /// Never (M 9.5.2).
    Never,
}

/// What stops a pursuit on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PursuitStop {
    /// Being adjacent to the pursued, or any enemy zone of control (R 9.5).
    AtAnyZone,
    /// Being adjacent to the pursued, or an enemy in a front hex; zones are ignored (M 9.5.2).
    AtAnEnemyInFront,
}

/// Whose engagement counts in a combined attack without orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombinedTest {
    /// One test, with the higher engagement (R 8.4).
    Higher,
    /// Each stack its own (M 8.4.1).
    Each,
}

/// Which kinds of fire count a massed target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MassedTarget {
    /// All of them: reaction and counter-battery fire have the modifiers of fire (R 7.6, 8.3).
    AnyFire,
    /// Normal fire (M 7.1).
    NormalFire,
}

/// Whether artillery may turn away from an enemy in a front hex before it fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnFromEnemy {
    /// It may; then those in its new front hexes bind it (R 7.2).
    Free,
    /// The enemies before it bind it both before and after the turn (M 7.2).
    Bound,
}

/// Whether counter-battery fire passes over an enemy in a front hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerBesideEnemy {
    /// It does not: such an enemy must be the target of any fire (R 7.2).
    Bound,
    /// It does (M 7.2).
    Free,
}

/// How a recoil's direction is bound after the first hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Away {
    /// Away from the unit that caused it (R 10.3).
    FromTheCause,
    /// At first from all attackers, then from the hex where the defender stood (M 10.3.1).
    FromAllThenFromTheHex,
}

/// Whether cavalry may fight without charging.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CavalryShock {
    /// Only by charging (R 8.1, 9.1).
    OnlyByCharge,
    /// Also by shock, at a modifier (M 8.1).
    Allowed,
}

/// What a disordered unit must not have done in the activation to rally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdleFor {
    /// Moved or fired (R 11).
    MoveAndFire,
    /// Moved, fired or turned in place (M 11.1).
    MoveFireAndTurn,
}

/// Whether two routed units of one hex may try to rally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackedRally {
    /// They may (R 11).
    Allowed,
    /// They must have separated (M 10.4).
    Barred,
}

/// Whether stacked routed units part in rout movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parting {
    /// If their owner likes (R 10.4).
    Free,
    /// If they can (M 10.4).
    Bound,
}

/// Which zones of control bound a rout movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoutZones {
    /// Enemy front hexes (R 10.3.4, 10.4).
    Front,
    /// Enemy front hexes; and it does not lead from one hex to another of one enemy's zone (M 10.4).
    FrontAndSameEnemy,
}

/// Whether a retreat or rout movement passes through friends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThroughFriends {
    /// When no other way is open (R 10.5).
    IfNoOtherWay,
    /// On any way (M 10.5).
    OnAnyWay,
}

/// What demoralizes a formation, and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DemoralizedBy {
    /// Routed and lost units; the others are disordered and stay so (R optional 11).
    Rout,
    /// Units in disorder too; it enters no enemy zone and lacks a marker, until it recovers (M 11.2).
    Disorder,
}

/// Who receives an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderTo {
    /// A formation (R 2.3); a tactical group only by option (R optional 2.3).
    Formation,
    /// A tactical group (M 2.3.2).
    TacticalGroup,
}

/// Whether the parts of phase A follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrdersPhase {
    /// As a side likes, before strategic initiative (R 1.A, 2.12, 5.2).
    AnyOrder,
    /// Combined markers, then Reinforcement markers, then orders (M 1.A).
    InOrder,
}

/// When reinforcements enter that could not with the marker that was drawn for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LateEntry {
    /// With the next marker of their formation (R 5.2).
    NextMarker,
    /// With the first marker of their formation in the next turn (M 5.2.2).
    NextTurn,
}

/// Whose movement ends the status of a reinforcement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatusEnds {
    /// Its own, when it comes near an enemy (R 5.2).
    WhenItComesNear,
    /// Anybody's: it ends as soon as an enemy is near (M 5.2.1).
    WhenAnEnemyIsNear,
}

/// How an army commander leaves an enemy beside him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommanderFlight {
    /// He retreats, each hex farther from where he stood (R 2.7).
    Retreat,
    /// He moves away (M 2.5.2).
    Move,
}

/// Whether a square moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareMoves {
    /// One clear hex, for few points (R 4.2).
    OneHex,
    /// Never (M 4.2).
    Never,
}

/// Whose disorder breaks the square of its stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareBreakers {
    /// Any unit's (R 4.2).
    AnyUnit,
    /// Infantry's (M 4.2).
    Infantry,
}

/// Whether cavalry that is not heavy may evade a charge of heavy cavalry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeavyCharge {
    /// It may, at the end of the charge's movement (R 8.9).
    MayBeEvaded,
    /// A charge is never evaded (M 9).
    Never,
}

/// Whether cavalry that evades a shock tests its cohesion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusalTest {
    /// It does not (R 8.9).
    None,
    /// It does, unless heavy cavalry alone attacks (M 8.8.1, 8.8.2).
    Cohesion,
}

/// Where an evasion of two hexes leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvasionPath {
    /// Anywhere that the zones allow (R 8.9).
    Any,
    /// Two hexes away from whoever attacks (M 8.8.1).
    Away,
}

/// Where a counter-shock is struck from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CounterShock {
    /// From the hex that the attacker has left (R 8.8), unless the ruling `counter-shock-in-place` says otherwise.
    VacatedHex,
    /// In place too (M 8.7.2).
    InPlaceToo,
}

/// Whether charging cavalry rides on that has overrun a battery alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overrun {
    /// It pursues, as when any defender is lost (R 9.5); infantry does not break through (R 8.8).
    Pursued,
    /// Neither breakthrough nor pursuit follows (M 8.9, 9.5.2).
    Over,
}

/// Whether a road or track opens ground to a pursuit that bars charges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PursuitGround {
    /// As it does to a charge (R 9.1, 9.5).
    AlongWay,
    /// It does not (M 9.5.2), the streets of a scenario apart.
    Closed,
}

/// Whether a charge has the rate of roads beside an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChargeRoad {
    /// It has: the rulebook's own example needs it (R 9.1, the ruling `road-rate-in-a-charge`).
    Counts,
    /// No movement has (M 4.1.3).
    NotBesideEnemies,
}

/// When an automatic victory that is no matter of holding hexes counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutomaticWin {
    /// As the ruling `automatic-victory-when` has it: at once, or at the end of the turn (R 13, scenario).
    Ruled,
    /// At the end of the turn (M 13.1).
    TurnEnd,
}

/// Whether fog has rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fog {
    /// The book knows none (R 12): a turn of fog is like any other.
    Unknown,
    /// It has (M 12.2).
    Ruled,
}

/// Whether reserve activation, misguided fire and infantry's reaction fire can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionalRules {
    /// They can (R optional 1.D.bis, 7, 8.3).
    Offered,
    /// The book has no such rules.
    None,
}

impl Edition {
    /// Both editions, the older first.
    pub const ALL: [Edition; 2] = [Edition::Rivoli, Edition::Montebello];

    const fn pick<T: Copy>(self, rivoli: T, montebello: T) -> T {
        match self {
            Edition::Rivoli => rivoli,
            Edition::Montebello => montebello,
        }
    }

    /// R 4.2 against M 4.2.
    pub const fn square_moves(self) -> SquareMoves {
        self.pick(SquareMoves::OneHex, SquareMoves::Never)
    }

    /// R 4.2 against M 4.2.
    pub const fn square_breakers(self) -> SquareBreakers {
        self.pick(SquareBreakers::AnyUnit, SquareBreakers::Infantry)
    }

    /// R 8.9 against M 9.
    pub const fn heavy_charge(self) -> HeavyCharge {
        self.pick(HeavyCharge::MayBeEvaded, HeavyCharge::Never)
    }

    /// R 9.3.2 against M 9.3.3.
    pub const fn recall_test(self) -> RecallTest {
        self.pick(RecallTest::Cohesion, RecallTest::Engagement)
    }

    /// R 9.2 and 9.5 against M 9.2.
    pub const fn end_of_charge(self) -> EndOfCharge {
        self.pick(EndOfCharge::Disorder, EndOfCharge::Test)
    }

    /// R 9.1 against M 9.1.
    pub const fn charge_length(self) -> ChargeLength {
        self.pick(ChargeLength::TwoHexes, ChargeLength::ReducedAllowance)
    }

    /// R 9.5 against M 9.5.2.
    pub const fn pursuit_penalty(self) -> PursuitPenalty {
        self.pick(PursuitPenalty::FromTheFirst, PursuitPenalty::FromTheSecond)
    }

    /// R 9.5 against M 9.5.2.
    pub const fn pursuers(self) -> Pursuers {
        self.pick(Pursuers::WholeStack, Pursuers::UnitOrStack)
    }

    /// R 9.5 against M 9.5.2.
    pub const fn pursuit_end(self) -> PursuitEnd {
        self.pick(PursuitEnd::AtAnotherEnemy, PursuitEnd::Never)
    }

    /// R 9.5 against M 9.5.2.
    pub const fn pursuit_stop(self) -> PursuitStop {
        self.pick(PursuitStop::AtAnyZone, PursuitStop::AtAnEnemyInFront)
    }

    /// R 8.4 against M 8.4.1.
    pub const fn combined_test(self) -> CombinedTest {
        self.pick(CombinedTest::Higher, CombinedTest::Each)
    }

    /// R 7.6 and 8.3 against M 7.1.
    pub const fn massed_target(self) -> MassedTarget {
        self.pick(MassedTarget::AnyFire, MassedTarget::NormalFire)
    }

    /// R 7.2 against M 7.2.
    pub const fn turn_from_enemy(self) -> TurnFromEnemy {
        self.pick(TurnFromEnemy::Free, TurnFromEnemy::Bound)
    }

    /// R 7.2 against M 7.2.
    pub const fn answer_beside_enemy(self) -> AnswerBesideEnemy {
        self.pick(AnswerBesideEnemy::Bound, AnswerBesideEnemy::Free)
    }

    /// R 10.3 against M 10.3.1.
    pub const fn away(self) -> Away {
        self.pick(Away::FromTheCause, Away::FromAllThenFromTheHex)
    }

    /// R 11 against M 11.1.
    pub const fn idle_for(self) -> IdleFor {
        self.pick(IdleFor::MoveAndFire, IdleFor::MoveFireAndTurn)
    }

    /// R 11 against M 10.4.
    pub const fn stacked_rally(self) -> StackedRally {
        self.pick(StackedRally::Allowed, StackedRally::Barred)
    }

    /// R 10.4 against M 10.4.
    pub const fn parting(self) -> Parting {
        self.pick(Parting::Free, Parting::Bound)
    }

    /// R 10.4 against M 10.4.
    pub const fn rout_zones(self) -> RoutZones {
        self.pick(RoutZones::Front, RoutZones::FrontAndSameEnemy)
    }

    /// R 10.5 against M 10.5.
    pub const fn through_friends(self) -> ThroughFriends {
        self.pick(ThroughFriends::IfNoOtherWay, ThroughFriends::OnAnyWay)
    }

    /// R optional 11 against M 11.2.
    pub const fn demoralized_by(self) -> DemoralizedBy {
        self.pick(DemoralizedBy::Rout, DemoralizedBy::Disorder)
    }

    /// R 8.1 and 9.1 against M 8.1.
    pub const fn cavalry_shock(self) -> CavalryShock {
        self.pick(CavalryShock::OnlyByCharge, CavalryShock::Allowed)
    }

    /// R 2.3 against M 2.3.2.
    pub const fn order_to(self) -> OrderTo {
        self.pick(OrderTo::Formation, OrderTo::TacticalGroup)
    }

    /// R 1.A and 2.12 against M 1.A.
    pub const fn orders_phase(self) -> OrdersPhase {
        self.pick(OrdersPhase::AnyOrder, OrdersPhase::InOrder)
    }

    /// R 5.2 against M 5.2.2.
    pub const fn late_entry(self) -> LateEntry {
        self.pick(LateEntry::NextMarker, LateEntry::NextTurn)
    }

    /// R 5.2 against M 5.2.1.
    pub const fn status_ends(self) -> StatusEnds {
        self.pick(StatusEnds::WhenItComesNear, StatusEnds::WhenAnEnemyIsNear)
    }

    /// R 2.7 against M 2.5.2.
    pub const fn commander_flight(self) -> CommanderFlight {
        self.pick(CommanderFlight::Retreat, CommanderFlight::Move)
    }

    /// R 8.9 against M 8.8.1.
    pub const fn refusal_test(self) -> RefusalTest {
        self.pick(RefusalTest::None, RefusalTest::Cohesion)
    }

    /// R 8.9 against M 8.8.1.
    pub const fn evasion_path(self) -> EvasionPath {
        self.pick(EvasionPath::Any, EvasionPath::Away)
    }

    /// R 8.8 against M 8.7.2.
    pub const fn counter_shock(self) -> CounterShock {
        self.pick(CounterShock::VacatedHex, CounterShock::InPlaceToo)
    }

    /// R 9.5 against M 8.9 and 9.5.2.
    pub const fn overrun(self) -> Overrun {
        self.pick(Overrun::Pursued, Overrun::Over)
    }

    /// R 9.1 and 9.5 against M 9.5.2.
    pub const fn pursuit_ground(self) -> PursuitGround {
        self.pick(PursuitGround::AlongWay, PursuitGround::Closed)
    }

    /// R 9.1 against M 4.1.3.
    pub const fn charge_road(self) -> ChargeRoad {
        self.pick(ChargeRoad::Counts, ChargeRoad::NotBesideEnemies)
    }

    /// R 13 against M 13.1.
    pub const fn automatic_victory(self) -> AutomaticWin {
        self.pick(AutomaticWin::Ruled, AutomaticWin::TurnEnd)
    }

    /// R 12 against M 12.2.
    pub const fn fog(self) -> Fog {
        self.pick(Fog::Unknown, Fog::Ruled)
    }

    /// R optional 1 to 8.3 against nothing.
    pub const fn optional_rules(self) -> OptionalRules {
        self.pick(OptionalRules::Offered, OptionalRules::None)
    }

    /// A citation, with a further rule that one book alone has, where that book is played.
    pub(super) fn beside(self, rules: impl Into<Cites>, book: Edition, rule: Rule) -> Cites {
        let rules = rules.into();
        if self == book { rules.and(rule) } else { rules }
    }
}
