//! The rulings of the series that can be played either way, and the one that each set-up chooses.
//!
//! `rules/<book>/rulings.toml` gives each its readings, its default and the reason. Those that are not options there have
//! one sensible reading, which the chapters follow.

crate::rulings! {
    /// How the open points are played.
    pub struct Rulings {
        /// Which limit routed units are free of when they are stacked.
        routed_stacking: RoutedStacking = "routed-stacking" {
            /// They need not be of one arm, but of one formation (R 5.1/5).
            Type = "type",
            /// They need not be of one formation, but of one arm (M 5.1.1/6).
            Formation = "formation",
            /// They are free of both.
            Both = "both",
        },
        /// What a charge does when it enters a zone of control before its target.
        charge_in_zone: ChargeInZone = "charge-stops-in-zoc" {
            /// It stops there, like any movement.
            Stops = "stops",
            /// It rides on to its target.
            RidesThrough = "rides-through",
        },
        /// From which hex a unit that recoils and then routs retreats.
        retreat_origin: RetreatOrigin = "retreat-initial-hex" {
            /// From the one where it was attacked.
            CombatHex = "combat-hex",
            /// From the one where it routed.
            RoutHex = "rout-hex",
        },
        /// Whether the first hex of a retreat after a recoil must leave the attackers again.
        first_hex: FirstHex = "retreat-first-hex-again" {
            /// The recoil has done that.
            Once = "once",
            /// It must.
            Again = "again",
        },
        /// What the test at the end of a charge does to a unit that is routed by then.
        end_test_of_routed: EndTestOfRouted = "end-test-of-routed" {
            /// It runs, as for any test.
            RoutMovement = "rout-movement",
            /// Nothing.
            None = "none",
        },
        /// Whether the older edition's penalty for further charges adds up.
        pursuit_penalty: PursuitPenaltyGrowth = "pursuit-penalty" {
            /// It grows with each.
            Grows = "grows",
            /// It stays the same.
            Flat = "flat",
        },
        /// What falls away against a square.
        square_modifiers: SquareModifiers = "square-modifiers" {
            /// The charge bonus.
            BonusOnly = "bonus-only",
            /// Every modifier in the attacker's favour.
            NoFavourable = "no-favourable",
            /// Every modifier but the square's own.
            NothingElse = "nothing-else",
        },
        /// Whether a counter-shock may be made in place in the older edition.
        counter_shock_in_place: CounterShockInPlace = "counter-shock-in-place" {
            /// Only into the vacated hex.
            VacatedOnly = "vacated-only",
            /// In place too.
            InPlace = "in-place",
        },
        /// Whether the disorder at the end of a charge comes on top of that of the combat.
        end_of_charge: EndOfChargeDisorder = "end-of-charge-disorder" {
            /// It does.
            Adds = "adds",
            /// A unit that is disordered already is spared.
            Once = "once",
        },
        /// Which cavalry brings the modifier for fighting without charging beside infantry.
        cavalry_beside_infantry: CavalryBesideInfantry = "cavalry-shock-beside-infantry" {
            /// Any.
            AnyCavalry = "any-cavalry",
            /// Only cavalry that attacks without infantry.
            CavalryAlone = "cavalry-alone",
        },
        /// Which attackers must be adjacent to each other for an attack from front and rear.
        front_and_rear: FrontAndRearReading = "front-and-rear" {
            /// Those in front and those behind, to each other.
            EachOther = "each-other",
            /// All to the defender: they always are.
            Defender = "defender",
        },
        /// Against two hexes, whether the position must hold for every one.
        position_of_two: PositionOfTwo = "position-against-two-hexes" {
            /// For every hex.
            EveryHex = "every-hex",
            /// For any hex.
            AnyHex = "any-hex",
        },
    }
}
