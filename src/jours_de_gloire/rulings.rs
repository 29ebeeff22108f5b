//! The rulings of the series that can be played either way, and the one that each set-up chooses.
//!
//! `rules/<book>/rulings.toml` gives each its readings, its default and the reason. Those that are not options there have
//! one sensible reading, which the chapters follow. They stand here chapter by chapter, by the first rule that each concerns.

crate::rulings! {
    /// How the open points are played.
    pub struct Rulings {
        // The turn, orders and activation (1 to 3)
        /// Whose routed units run first.
        rout_order: RoutOrder = "rout-phase-order" {
            /// Those of the side with strategic initiative.
            InitiativeFirst = "initiative-first",
            /// Those of the side that the scenario lists first.
            ListedFirst = "listed-first",
        },
        /// What group units form that came to the map after phase A.
        late_groups: LateGroups = "late-arrivals-group" {
            /// Those of a formation are one.
            Formation = "formation",
            /// Each is one of its own.
            Alone = "alone",
        },
        /// How near a unit must be to another of its tactical group.
        group_distance: GroupDistance = "tactical-group-distance" {
            /// Two hexes: one may lie between.
            Two = "two",
            /// Adjacent.
            One = "one",
        },
        /// With whose activation an army commander enters who is due.
        commander_entry: CommanderEntry = "commander-entry" {
            /// With any of his army.
            Any = "any",
            /// With that of a formation that arrives with him, if one does.
            WithHis = "with-his",
        },
        /// At which step of a friendly activation an army commander moves.
        commander_moves: CommanderMoves = "commander-moves-when" {
            /// In the movement step.
            Movement = "movement",
            /// At any step that its owner likes.
            Any = "any",
        },
        /// From when formations are without orders whose commander is lost.
        commander_lost: CommanderLost = "commander-lost-when" {
            /// From that moment.
            AtOnce = "at-once",
            /// From the next phase A.
            NextTurn = "next-turn",
        },
        /// Whether a commander goes with cavalry that evades a shock (R 2.7). Montebello's text leaves no choice.
        evader_commander: EvaderCommander = "commander-of-evading-cavalry" {
            /// He stays.
            Stays = "stays",
            /// He goes with it.
            Follows = "follows",
        },
        /// What a side throws for strategic initiative that has lost its commander.
        initiative_alone: InitiativeAlone = "initiative-without-commander" {
            /// The bare die.
            Zero = "zero",
            /// None: the other side has the initiative.
            None = "none",
        },
        /// Whether the winner of strategic initiative may begin with a formation that is due to enter.
        initiative_for_arrivals: InitiativeForArrivals = "initiative-for-reinforcements" {
            /// It may.
            Yes = "yes",
            /// Only with a formation on the map.
            No = "no",
        },
        // Movement and squares (4)
        /// Whether exactly five hexes from an enemy bar a forced march (R 4.1.3).
        five_hexes: FiveHexes = "forced-march-distance" {
            /// They do.
            Bar = "five-bars",
            /// They are far enough.
            Allowed = "five-allowed",
        },
        /// Whether a forced march enters hexes with friends (R 4.1.3).
        forced_friends: ForcedFriends = "forced-march-friends" {
            /// It does not.
            None = "no-friendly-hex",
            /// While the limits of stacking hold.
            WithinLimits = "within-limits",
        },
        /// From which hexes a hex with a way is entered at the rate of the way.
        road_rate: RoadRate = "road-rate" {
            /// From one that the way joins to it.
            SameRoad = "same-road",
            /// From any, save over what bars the unit.
            AnyHex = "any-hex",
        },
        /// Whether a way beside an enemy leads over a slope that is closed to the unit.
        slope_beside_enemy: SlopeBesideEnemy = "road-over-slope-beside-an-enemy" {
            /// It does not: the normal cost is paid there.
            Barred = "barred",
            /// It does, at the surcharge.
            Surcharge = "surcharge",
        },
        /// Whether infantry leaves a square in which a battery stands that cannot act now.
        square_mates: SquareMates = "square-with-anothers-battery" {
            /// It does, and the battery with it.
            GunsFollow = "guns-follow",
            /// It does not.
            Stays = "stays",
        },
        /// Whether artillery disordered in a square breaks it.
        square_guns: SquareGuns = "artillery-disordered-in-square" {
            /// It does not.
            Stands = "square-stands",
            /// It does.
            Breaks = "square-breaks",
        },
        /// Whether a charge counts the rate of roads beside an enemy (R 9.1).
        charge_roads: ChargeRoads = "road-rate-in-a-charge" {
            /// It does.
            Allowed = "allowed",
            /// It pays normal costs, so that woods are closed to it.
            Barred = "barred",
        },
        /// Whether a recoil or retreat may lead through friends in square.
        through_square: ThroughSquare = "withdrawal-through-square" {
            /// It may not.
            Closed = "closed",
            /// As through any friends: the square tests.
            Open = "open",
        },
        // Stacking and reinforcements (5)
        /// Which limit routed units are free of when they are stacked.
        routed_stacking: RoutedStacking = "routed-stacking" {
            /// They need not be of one arm, but of one formation (R 5.1/5).
            Type = "type",
            /// They need not be of one formation, but of one arm (M 5.1.1/6).
            Formation = "formation",
            /// They are free of both.
            Both = "both",
        },
        /// Whether artillery counts among three units of six points.
        three_with_guns: ThreeWithGuns = "stack-three-with-artillery" {
            /// It does not.
            NotCounted = "not-counted",
            /// It is one of the three, with its points.
            Counted = "counted",
        },
        /// Which stack tests engagement when some of it have orders and others have not.
        mixed_orders: MixedOrders = "stack-of-mixed-orders" {
            /// One of which a unit has none.
            OneNeedsIt = "one-needs-it",
            /// One whose unit on top has none.
            TopNeedsIt = "top-needs-it",
        },
        /// Which battery of a stack counter-battery fire strikes.
        counter_target: CounterTarget = "counter-battery-target" {
            /// The one that fired; if both fired together, the top one.
            Firer = "firer",
            /// The top one.
            Top = "top",
        },
        /// Whether reinforcements that could enter must.
        entry_duty: EntryDuty = "entry-voluntary" {
            /// They need not.
            Voluntary = "voluntary",
            /// They must.
            Compelled = "compelled",
        },
        /// With how many markers a formation comes of which a unit was there before its markers.
        forerunner_markers: ForerunnerMarkers = "massena-markers" {
            /// With one, like any that arrives.
            One = "one",
            /// With both, since a unit of it is on the map.
            Both = "both",
        },
        /// Whether the ban on approaching an entry hex holds for one that is an exit or objective of the enemy.
        entry_guarded: EntryGuarded = "entry-hex-1722" {
            /// Until the last of those who are to come has entered.
            UntilEntered = "until-entered",
            /// It does not.
            Lifted = "lifted",
        },
        /// Who loses the status of a reinforcement when one unit comes near the enemy.
        status_of: StatusOf = "reinforcement-status-of-whom" {
            /// The whole formation (R 5.2).
            Formation = "formation",
            /// That unit (M 5.2.1).
            Unit = "unit",
        },
        /// Whether reinforcements on a forced march come near an enemy.
        status_near: StatusNear = "reinforcements-within-five" {
            /// They do, and stop.
            StopThere = "stop-there",
            /// They do not.
            MayNot = "may-not",
        },
        /// What the entry hex costs that a way runs through.
        entry_price: EntryPrice = "entry-price" {
            /// What its ground costs.
            Terrain = "terrain",
            /// The rate of the way.
            Way = "way",
        },
        /// Whether reinforcements enter where they could not stay.
        entry_room: EntryRoom = "entry-room" {
            /// They do not.
            Stays = "stays",
            /// They do, if they can go on at once.
            Passes = "passes",
        },
        // Facing and zones of control (6)
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
        /// Whether a zone of control reaches along a way over a hexside that is impassable otherwise.
        road_zones: RoadZones = "zone-over-a-road" {
            /// It does.
            Through = "through",
            /// It does not.
            Stops = "stops",
        },
        /// Whether a zone of control reaches from one castle into the next.
        castle_zones: CastleZones = "zone-castle-to-castle" {
            /// It does not.
            No = "no",
            /// It does.
            Yes = "yes",
        },
        /// What a charge does when it enters a zone of control before its target.
        charge_in_zone: ChargeInZone = "charge-stops-in-zoc" {
            /// It stops there, like any movement.
            Stops = "stops",
            /// It rides on to its target.
            RidesThrough = "rides-through",
        },
        /// Whether a battery in an enemy zone of control that has turned to fire may turn once more as it stays (R 6.2.1, M 6.2.2).
        laid_in_zone: LaidInZone = "turn-to-fire-in-a-zone" {
            /// It may: turning to fire is no movement.
            Apart = "apart",
            /// It may not: one corner in the activation.
            Together = "together",
        },
        // Fire and lines of sight (7)
        /// Whose range counts when two batteries fire together. Montebello's text leaves no choice.
        combined_ranges: CombinedRanges = "combined-fire-ranges" {
            /// The less favourable modifier counts.
            Worse = "worse",
            /// That of the battery whose capacity is used.
            Firer = "firer",
        },
        /// Whether the battery struck by counter-battery fire answers in turn.
        counter_chain: CounterChain = "counter-battery-chain" {
            /// It does not.
            No = "no",
            /// It does.
            Yes = "yes",
        },
        /// What three units in a hex count for as a massed target; the older edition stacks no three.
        massed_of_three: MassedOfThree = "massed-target-of-three" {
            /// As two do.
            Once = "once",
            /// Each beyond the first counts.
            Each = "each",
        },
        /// Whether an enemy in a front hex keeps a battery from answering another's fire (R 7.2, 7.6).
        answer_bound: AnswerBound = "counter-battery-beside-enemy" {
            /// It does: it must be the target of any fire.
            Bound = "bound",
            /// It does not.
            Free = "free",
        },
        /// Whether artillery must fire at an enemy in a front hex.
        must_fire: MustFire = "must-fire" {
            /// If it fires, it fires there.
            TargetBound = "target-bound",
            /// It must fire.
            Compelled = "compelled",
        },
        /// Whether towns and castles block lines of sight.
        sight_towns: SightTowns = "sight-towns" {
            /// They do.
            Built = "built",
            /// Villages alone do.
            Villages = "villages",
        },
        /// Whether a unit sees over the steep slope or crest of its own hex.
        own_slope: OwnSlope = "sight-over-own-slope" {
            /// It does not: the edge stands at the level of its higher hex.
            No = "no",
            /// From above it does.
            Yes = "yes",
        },
        /// When a unit is beside the hexside of a redoubt or fortification.
        beside_wall: BesideWall = "sight-beside-a-wall" {
            /// When it is a side of its hex.
            OwnSide = "own-side",
            /// When it only touches a corner of its hex, too.
            Touching = "touching",
        },
        /// What a line of sight touches at a corner only.
        at_corner: AtCorner = "sight-at-a-corner" {
            /// It blocks left and right together.
            Pair = "pair",
            /// It never blocks.
            Never = "never",
            /// Each of it blocks.
            Each = "each",
        },
        /// Which blocking hexes left and right of a line along hexsides block it together.
        between_two: BetweenTwo = "sight-between-two-hexes" {
            /// Those at the same hexside.
            SameHexside = "same-hexside",
            /// Any along the line.
            Anywhere = "anywhere",
        },
        /// What the higher end of a line of sight must be above to look over an obstacle. Montebello's text leaves no choice.
        higher_end: HigherEnd = "sight-hill-above-both" {
            /// The obstacle as well as the other end.
            AboveObstacle = "above-obstacle",
            /// The other end.
            AsPrinted = "as-printed",
        },
        /// How "midway or closer" is measured along a line of sight.
        nearer_half: NearerHalf = "sight-nearer-half" {
            /// In hexes from each end; a hexside lies half a hex beyond the nearer of its hexes.
            Hexes = "hexes",
            /// Along the line itself.
            Line = "line",
        },
        // Shock (8)
        /// Whether a shock that was announced stands when its target was joined by a unit that was attacked already.
        attacked_among: AttackedAmong = "attacked-among-others" {
            /// It does, against all who stand there.
            Stands = "stands",
            /// It does not.
            Falls = "falls",
        },
        /// Whether an announced shock must be fought.
        announced: Announced = "shock-announced" {
            /// It must.
            Binding = "binding",
            /// It may be dropped until it is taken up.
            Free = "free",
        },
        /// What those who attack a hex together stand next to.
        combined_chain: CombinedChain = "combined-attackers-adjacent" {
            /// One another, in a chain.
            EachOther = "each-other",
            /// The defender, as they always do.
            Defender = "defender",
        },
        /// What becomes of a combined attack of which one stack fails its test.
        failed_combined: FailedCombined = "combined-test-failed" {
            /// The others attack.
            OthersAttack = "others-attack",
            /// Nobody does.
            None = "none",
        },
        /// Whom a result against the attackers strikes in their hexes, artillery apart.
        losing_hex: LosingHex = "losing-attackers-hex" {
            /// Every unit.
            EveryUnit = "every-unit",
            /// Those that attacked.
            Attackers = "attackers",
        },
        /// Whether stacked artillery adds to a defence in the older edition.
        guns_in_defence: GunsInDefence = "artillery-in-defence" {
            /// It does not.
            Never = "never",
            /// It does, in strength and cohesion.
            Defends = "defends",
        },
        /// Who advances when one stack attacked.
        advance_of_one: AdvanceOfOne = "advance-of-one-stack" {
            /// Its best unit alone.
            Unit = "unit",
            /// That one, or the whole stack.
            Choice = "choice",
        },
        /// Whether an advance that allows a breakthrough turns.
        breakthrough_facing: BreakthroughFacing = "breakthrough-facing" {
            /// If the breakthrough is forgone.
            TurnIfForgone = "turn-if-forgone",
            /// It does not.
            Never = "never",
        },
        /// Whether a counter-shock may be made in place in the older edition.
        counter_shock_in_place: CounterShockInPlace = "counter-shock-in-place" {
            /// Only into the vacated hex.
            VacatedOnly = "vacated-only",
            /// In place too.
            InPlace = "in-place",
        },
        /// Whether cavalry may refuse a breakthrough.
        refused_breakthrough: RefusedBreakthrough = "refusing-a-breakthrough" {
            /// It may, before the die.
            Yes = "yes",
            /// It may not.
            No = "no",
        },
        /// Whether cavalry may refuse a counter-shock.
        refused_counter_shock: RefusedCounterShock = "refusing-a-counter-shock" {
            /// It may.
            Yes = "yes",
            /// It may not.
            No = "no",
        },
        /// Whether cavalry refuses infantry with which light cavalry attacks.
        mixed_attack: MixedAttack = "refusing-mixed-attack" {
            /// Only whom it could refuse alone: it does not.
            EachAlone = "each-alone",
            /// It does.
            InfantryPresent = "infantry-present",
        },
        /// When cavalry retreats that routs while it evades, as by the test of its evasion.
        rout_refusing: RoutRefusing = "rout-while-refusing" {
            /// At once, in place of the evasion.
            RetreatInstead = "retreat-instead",
            /// When it has evaded.
            EvadeFirst = "evade-first",
        },
        /// Whether an evasion enters hexes of friends.
        refusal_friends: RefusalFriends = "refusal-through-friends" {
            /// As any movement does.
            AsMovement = "as-movement",
            /// It does not.
            Never = "never",
        },
        /// What a lost combat does to artillery stacked with the attacker.
        guns_of_the_repulsed: GunsOfTheRepulsed = "artillery-with-losing-attacker" {
            /// It is disordered, and goes back if all others did.
            RetreatOnly = "retreat-only",
            /// Neither, unless all others went back.
            Both = "both",
        },
        /// What a lost combat does to artillery stacked with the defender.
        guns_of_the_beaten: GunsOfTheBeaten = "artillery-with-losing-defender" {
            /// One hex and a test, whatever the row.
            Test = "test",
            /// What the row does to all.
            Row = "row",
        },
        /// What an evasion meets before an enemy's front (R 8.9).
        evasion_zone: EvasionZone = "refusal-front-zone" {
            /// A front hex costs a disorder.
            FrontDisorder = "front-disorder",
            /// A front hex is forbidden.
            FrontForbidden = "front-forbidden",
            /// Any hex of a zone costs a disorder.
            AnyDisorder = "any-disorder",
        },
        // The charge (9)
        /// Whether a charge may end its ride without its target before it.
        charge_reach: ChargeReach = "charge-must-reach" {
            /// It may not.
            MustReach = "must-reach",
            /// It may: it then fights what is before it, or nothing.
            MayFallShort = "may-fall-short",
        },
        /// Whether a charge from one zone of control straight into another keeps its facing.
        contact_facing: ContactFacing = "charge-out-of-contact" {
            /// It does, as any that began in contact.
            Bound = "bound",
            /// It has never been out of contact, and faces as it likes.
            Free = "free",
        },
        /// What the older edition's limit of points for a charge is a limit of.
        charge_points: ChargePoints = "charge-two-points" {
            /// Of each hex.
            EachHex = "each-hex",
            /// Of the whole charge.
            InAll = "in-all",
        },
        /// Through which friends a charge may ride.
        charge_friends: ChargeFriends = "charge-through-friends" {
            /// Through all but artillery.
            NotArtillery = "not-artillery",
            /// Through none.
            Never = "never",
        },
        /// Which cavalry brings the modifier for fighting without charging beside infantry.
        cavalry_beside_infantry: CavalryBesideInfantry = "cavalry-shock-beside-infantry" {
            /// Any.
            AnyCavalry = "any-cavalry",
            /// Only cavalry that attacks without infantry.
            CavalryAlone = "cavalry-alone",
        },
        /// Which modifiers cavalry brings that attacks beside a charge.
        shock_beside_charge: ShockBesideCharge = "shock-beside-a-charge" {
            /// Its own, and those of the charge.
            Both = "both",
            /// Those of the charge.
            ChargeOnly = "charge-only",
        },
        /// Whom a charge attacks in its front hexes.
        charge_attacks: ChargeAttacks = "charge-attacks-all" {
            /// All on ground where it can strike.
            All = "all",
            /// Those of the hex against which it was declared.
            Target = "target",
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
        /// What the end of a charge brings to cavalry whose target has left before it strikes (R 9.2, M 9.2).
        charge_without_fight: ChargeWithoutFight = "charge-without-a-fight" {
            /// Nothing: there was no charge.
            None = "none",
            /// What it always brings.
            Ends = "ends",
        },
        /// Which counter-chargers pay for a charge at its end.
        counter_charger_end: CounterChargerEnd = "counter-charger-end-test" {
            /// Those that pursue.
            PursuersOnly = "pursuers-only",
            /// All.
            All = "all",
        },
        /// Whether the disorder at the end of a charge comes on top of that of the combat.
        end_of_charge: EndOfChargeDisorder = "end-of-charge-disorder" {
            /// It does.
            Adds = "adds",
            /// A unit that is disordered already is spared.
            Once = "once",
        },
        /// What the test at the end of a charge does to a unit that is routed by then.
        end_test_of_routed: EndTestOfRouted = "end-test-of-routed" {
            /// It runs, as for any test.
            RoutMovement = "rout-movement",
            /// Nothing.
            None = "none",
        },
        /// Whether infantry forms square against a pursuit in the older edition.
        pursuit_squares: PursuitSquares = "square-in-pursuit" {
            /// It may, as against any charge.
            Offered = "offered",
            /// It may not.
            Never = "never",
        },
        /// How many dice a stack throws to form square against a charge.
        square_dice: SquareDice = "square-dice" {
            /// One, against the cohesion of each.
            One = "one",
            /// One for each infantry unit.
            Each = "each",
        },
        /// Whom a failed attempt to form square disorders, of several in a hex.
        square_failed: SquareFailed = "square-failed" {
            /// Those whose cohesion was too low.
            Failed = "failed",
            /// All infantry of the hex.
            All = "all",
        },
        /// How often a square counts against the fire from it.
        square_fire: SquareFire = "square-fire-modifier" {
            /// Once.
            Once = "once",
            /// Once as a square and once as a case of six front hexes.
            Both = "both",
        },
        /// Whether a pursuit turns on its way (R 9.5).
        pursuit_facing: PursuitFacing = "pursuit-facing" {
            /// One hexside a hex, towards the pursued.
            Turns = "turns",
            /// It does not.
            Straight = "straight",
        },
        /// Who pursues of a single stack that charged (R 9.5).
        one_stack: OneStack = "pursuit-of-one-stack" {
            /// All of it.
            Stack = "stack",
            /// Its best unit.
            Unit = "unit",
            /// Its best unit or all of it, as its owner likes.
            Choice = "choice",
        },
        /// Whether the older edition's penalty for further charges adds up.
        pursuit_penalty: PursuitPenaltyGrowth = "pursuit-penalty" {
            /// It grows with each.
            Grows = "grows",
            /// It stays the same.
            Flat = "flat",
        },
        /// Whether a pursuit may stop before an enemy that it does not pursue (R 9.5).
        pursuit_stops: PursuitStops = "pursuit-stop" {
            /// It may.
            MayStop = "may-stop",
            /// It must charge all.
            Must = "must",
        },
        /// Whether a defender that pursues pays for a charge at its end.
        defender_end: DefenderEnd = "pursuing-defender-end-test" {
            /// It does.
            Tests = "tests",
            /// It does not, unless it charges again.
            Free = "free",
        },
        // Disorder, withdrawal and rout (10)
        /// What becomes of artillery in good order that fire routs.
        guns_under_fire: GunsUnderFire = "artillery-routed-by-fire" {
            /// It is lost.
            Lost = "lost",
            /// It is routed.
            Routed = "routed",
        },
        /// What a rout by fire does to a unit that is routed already.
        routed_under_fire: RoutedUnderFire = "fire-rout-on-routed" {
            /// It is lost.
            Lost = "lost",
            /// It retreats again.
            Moves = "moves",
        },
        /// Where a unit retreats to that no enemy has routed.
        rout_alone: RoutAlone = "rout-without-attacker" {
            /// Not away from where it runs to.
            RoutDirection = "rout-direction",
            /// Anywhere away from its hex.
            Free = "free",
        },
        /// Which hexes of a retreat must lead away (R 10.3).
        later_hexes: LaterHexes = "retreat-later-hexes" {
            /// Each.
            Each = "each",
            /// The first.
            First = "first",
        },
        /// Away from which of several attackers a recoil or retreat leads (R 10.3).
        away_from: AwayFrom = "retreat-several-attackers" {
            /// All of them.
            All = "all",
            /// One of them.
            Any = "any",
        },
        /// Where a unit retreats to that fire has routed.
        rout_by_fire: RoutByFire = "retreat-after-fire" {
            /// Away from those who fired.
            Firer = "firer",
            /// As one that no enemy has routed.
            RoutDirection = "rout-direction",
        },
        /// Whether the first hex of a retreat after a recoil must leave the attackers again.
        first_hex: FirstHex = "retreat-first-hex-again" {
            /// The recoil has done that.
            Once = "once",
            /// It must.
            Again = "again",
        },
        /// From which hex a unit that recoils and then routs retreats.
        retreat_origin: RetreatOrigin = "retreat-initial-hex" {
            /// From the one where it was attacked.
            CombatHex = "combat-hex",
            /// From the one where it routed.
            RoutHex = "rout-hex",
        },
        /// What a recoil over a bridge or ford does (R 10.3.3).
        recoil_bridge: RecoilBridge = "recoil-at-bridge" {
            /// It disorders.
            Disorders = "disorders",
            /// Nothing: only a steep slope does.
            SlopeOnly = "slope-only",
        },
        /// Whether a bridge over a stream disorders a recoil.
        stream_bridges: StreamBridges = "recoil-over-stream-bridge" {
            /// It does not.
            No = "no",
            /// It does.
            Yes = "yes",
        },
        /// What points a recoil or retreat into or out of a castle may count.
        castle_points: CastlePoints = "recoil-into-castle" {
            /// The full allowance.
            Allowance = "allowance",
            /// None in an activation in which the unit has moved.
            Left = "left",
        },
        /// What becomes of a rout movement that cannot begin (R 10.4). Montebello's text leaves no choice.
        rout_nowhere: RoutNowhere = "rout-without-a-hex" {
            /// The unit is lost.
            Lost = "lost",
            /// It stays where it is.
            Stays = "stays",
        },
        /// Which zones of control bind a rout movement in the later edition.
        rout_zones: RoutZonesReading = "rout-zones" {
            /// Front hexes, and one enemy's zone throughout.
            Both = "both",
            /// Front hexes.
            FrontOnly = "front-only",
        },
        /// What a routed unit in a refuge does in place of a cohesion test.
        shelter_tests: ShelterTests = "shelter-and-tests" {
            /// It stays there.
            Stays = "stays",
            /// It runs.
            Runs = "runs",
        },
        /// Whether friends test on whom a retreat ends that could stack with the unit, were it not routed.
        retreat_onto: RetreatOnto = "retreat-onto-friends" {
            /// They do, and it goes on.
            OnAndTest = "on-and-test",
            /// They do not, and it goes on.
            OnUntested = "on-untested",
        },
        // Rally and demoralization (11)
        /// Whether one of two routed units of a hex may rally, which then stands with a routed one (R 11).
        rally_apart: RallyApart = "rally-from-a-routed-stack" {
            /// It may; the two part when one of them moves.
            Stands = "stands",
            /// Only once they have parted.
            Barred = "barred",
        },
        /// Whether a unit that acted in this activation, and was routed, may try to rally at its end (R 11, M 11.1).
        routed_after_action: RoutedAfterAction = "rally-of-routed-after-action" {
            /// It may: whoever is routed may.
            Any = "any",
            /// It may not: rally is for units that did nothing.
            Idle = "idle",
        },
        /// Whether a formation without infantry and cavalry is demoralized.
        gun_formation: GunFormation = "demoralized-artillery-formation" {
            /// It never is.
            Never = "never",
            /// It always is, while a unit of it is on the map.
            Always = "always",
        },
        /// Which ways into an enemy zone of control are closed to a demoralized formation of the later edition.
        demoralized_zones: DemoralizedZones = "demoralized-zones" {
            /// Movement and charge.
            Movement = "movement",
            /// All that its owner may decline.
            All = "all",
        },
        // Night, fog and victory (12, 13)
        /// What night and fog do together; the older edition has no fog.
        night_and_fog: NightAndFog = "night-and-fog" {
            /// Both count.
            Add = "add",
            /// The worse of each figure counts.
            Worse = "worse",
        },
        /// Whether the night's modifier of tests counts in the rally of a routed unit too.
        night_rally: NightRally = "night-rally" {
            /// It does not.
            MinusThree = "minus-three",
            /// It does.
            Both = "both",
        },
        /// When disordered units that did nothing rally at night.
        night_rally_when: NightRallyWhen = "night-rally-when" {
            /// At the end of their formation's activation.
            ActivationEnd = "activation-end",
            /// At the end of the turn, whoever has done nothing in all of it.
            PhaseE = "phase-e",
        },
        /// When an automatic victory of the older edition counts.
        automatic_victory: AutomaticVictory = "automatic-victory-when" {
            /// At once.
            AtOnce = "at-once",
            /// At the end of the turn.
            TurnEnd = "turn-end",
        },
        /// What counts when both sides have an automatic victory.
        two_victories: TwoVictories = "two-automatic-victories" {
            /// The one that the scenario lists first.
            FirstListed = "first-listed",
            /// Neither: the game goes on.
            Neither = "neither",
        },
        // Specific rules, scenarios and optional rules
        /// Who of a reserve activation tests cohesion (R optional 1.D.bis).
        reserve_test: ReserveTest = "reserve-test-of-whom" {
            /// Whoever moves, at the end of its movement.
            WhoMoves = "who-moves",
            /// All, those who have not moved at the end of the movement step.
            All = "all",
        },
        /// Which units count towards demoralization in the older edition.
        lost_units: LostUnits = "demoralized-lost-units" {
            /// All that have entered, the lost included.
            Entered = "entered",
            /// Those on the map.
            OnMap = "on-map",
        },
        /// Of what two thirds demoralize a formation in the older edition.
        two_thirds: TwoThirds = "demoralized-two-thirds" {
            /// Of its infantry and cavalry together.
            Together = "together",
            /// Of either arm.
            Either = "either",
        },
        /// When the unit beside the target may be struck instead of it.
        misguided_level: MisguidedLevel = "misguided-fire-level" {
            /// Where the target is higher; otherwise it blocks the line as ever.
            HigherOnly = "higher-only",
            /// At any level.
            Always = "always",
        },
        /// What exactly seven strength points of infantry count for in its reaction fire.
        infantry_seven: InfantrySeven = "infantry-reaction-seven" {
            /// Nothing.
            MoreThanSeven = "more-than-seven",
            /// They count.
            SevenCounts = "seven-counts",
        },
        /// How many turns the older edition's battle lasts.
        last_turn: LastTurn = "last-turn" {
            /// As many as the scenario lists.
            Thirteen = "thirteen",
            /// One fewer.
            Twelve = "twelve",
        },
        /// What the limit of two counters of one name says (R scenario 1).
        same_name: SameName = "same-name-limit" {
            /// What the limit for units of one formation says already.
            Confirms = "confirms",
            /// For stacking, a formation is the units of one name.
            NameIsFormation = "name-is-formation",
        },
        /// Which turns of the older edition's battle are night.
        night_turns: NightTurns = "night-turns" {
            /// Those that the scenario lists.
            ThreeAndLast = "three-and-last",
            /// The first two.
            FirstTwo = "first-two",
        },
        /// Of what the share of counters counts that must leave in good order.
        columns_exited: ColumnsExited = "columns-exited" {
            /// Of each column.
            Each = "each",
            /// Of all of them together.
            Together = "together",
        },
        /// What it costs to leave the map by an exit.
        exit_cost: ExitCost = "exit-cost" {
            /// One point.
            One = "one",
            /// The ground of the exit hex once more.
            Hex = "hex",
        },
        /// Whether a formation can be destroyed while counters of it have yet to come.
        destroyed_early: DestroyedEarly = "destroyed-before-arrival" {
            /// It cannot.
            No = "no",
            /// Those that have come decide.
            Yes = "yes",
        },
        /// Which side sets up first, where both have something to place.
        deployment_order: DeploymentOrder = "deployment-order" {
            /// In the order in which the scenario lists them.
            AsListed = "as-listed",
            /// The other way round.
            Reversed = "reversed",
        },
        /// Which units of a formation that arrives later deploy at the start, where the scenario speaks of all of it.
        free_deployment: FreeDeployment = "free-deployment-massena" {
            /// Those that are there anyway.
            LeclercOnly = "leclerc-only",
            /// All of them; its markers come when they are due.
            All = "all",
        },
        /// Whether the line that bounds an area belongs to it, where the text only says what lies beyond.
        on_the_line: OnTheLine = "deployment-on-the-line" {
            /// It does not.
            Beyond = "beyond",
            /// It does.
            On = "on",
        },
        /// When the new hex of a changed arrival is named.
        arrival_hex_when: ArrivalHexWhen = "arrival-hex-when" {
            /// With the announcement, before the die; by the opponent at once after it.
            Announced = "announced",
            /// When the marker is drawn with which the units enter.
            Drawn = "drawn",
        },
        /// Whether an arrival may be moved to a hex where an enemy stands, or beside him.
        arrival_beside_enemy: ArrivalBesideEnemy = "arrival-beside-enemy" {
            /// It may not.
            NotThere = "not-there",
            /// It may.
            Anywhere = "anywhere",
        },
        /// Which marker a formation has that has one alone (R specific 2.2, R 5.2).
        one_marker: OneMarker = "one-marker-which" {
            /// That of the higher initiative.
            Higher = "higher",
            /// That of the lower initiative.
            Lower = "lower",
        },
        /// Under whose orders a unit acts that another formation's marker activates.
        lent_orders: LentOrders = "leclerc-orders" {
            /// That formation's.
            Reserve = "reserve",
            /// Its own formation's.
            Own = "own",
        },
        /// What becomes of the Furia Francese as the last marker in the cup.
        furia_last: FuriaLast = "furia-last-marker" {
            /// It is lost.
            Lost = "lost",
            /// It may be used on another turn.
            Kept = "kept",
        },
        /// What Lusignan does where the enemy bars his route.
        lusignan_detour: LusignanDetour = "lusignan-detour" {
            /// He goes around.
            Around = "around",
            /// He waits.
            Waits = "waits",
        },
        /// In what Lusignan has full capability, as long as he is bound.
        lusignan_capability: LusignanCapability = "lusignan-capability" {
            /// In movement.
            Movement = "movement",
            /// In everything, as if with orders.
            All = "all",
        },
        /// Whether a way leads over a step of two levels.
        steep_ways: SteepWays = "two-levels-by-road" {
            /// It does.
            Lifts = "lifts",
            /// It does not.
            Bars = "does-not",
        },
        /// Whether the later edition's ban on steps of two levels binds.
        two_levels: TwoLevels = "two-levels-in-the-series" {
            /// It does, in each battle that has such levels.
            Binds = "binds",
            /// It does not.
            DoesNot = "does-not",
        },
        /// When the bridge that was begun is built.
        pontoon_built: PontoonBuilt = "pontoon-built" {
            /// In a later turn in which its conditions are met again.
            ConditionsAgain = "conditions-again",
            /// In the next turn, without more.
            NextTurn = "next-turn",
        },
        /// Whether artillery alone in a cassina stands on clear ground.
        cassina_guns: CassinaGuns = "cassina-artillery-alone" {
            /// It does.
            Stands = "stands",
            /// The cassina takes that modifier away, as it does with infantry in it.
            Falls = "falls",
        },
        /// Whether a pursuit rides into the streets of a scenario.
        street_pursuit: StreetPursuit = "casteggio-pursuit" {
            /// It does, along the way.
            Open = "open",
            /// It does not.
            Closed = "closed",
        },
        /// Where a charge leads that starts in the streets of a scenario.
        street_start: StreetStart = "casteggio-start" {
            /// Along the way into another street.
            WithinStreets = "within-streets",
            /// Along the way anywhere.
            Anywhere = "anywhere",
            /// None starts there.
            Never = "never",
        },
        /// Whether the later edition limits what each hex of a charge may cost.
        charge_cost: ChargeCost = "charge-cost-limit" {
            /// It does not.
            None = "none",
            /// It does, as its specific rule supposes, but in the streets of a scenario.
            EachHex = "each-hex",
        },
        /// Whether the older edition's chart favours those who attack difficult ground.
        difficult_ground: DifficultGround = "charge-difficult-modifier" {
            /// As it is printed.
            Printed = "printed",
            /// It does not.
            None = "none",
        },
        /// What a way does where a slope is closed to the unit, in the older edition.
        road_slopes: RoadSlopes = "road-and-slopes" {
            /// It opens it at the later edition's surcharge.
            SlopesPaid = "slopes-paid",
            /// Nothing: it stays closed.
            Closed = "closed",
        },
    }
}
