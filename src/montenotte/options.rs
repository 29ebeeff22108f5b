//! The rulings that can be played either way: an enum for each, its default first. What each is about stands in
//! `rules/montenotte/rulings.toml`.

use crate::rulings;

rulings! {
    /// How the open points of Montenotte are played.
    pub struct Rulings {
        /// Tests are passed at or under a value; whether +1 and -2 change the die or the value is not said.
        test_signs: TestSigns = "test-signs" {
            /// Added to the die: +1 is harder, -2 is easier.
            Die = "die",
            /// Added to the value tested: +1 is easier, -2 is harder.
            Value = "value",
        },
        /// The example rolls for a detached brigade without naming its +1.
        brigade_to_the_guns: BrigadeToTheGuns = "brigade-to-the-guns" {
            /// The +1 holds.
            Applies = "applies",
            /// No modifier, as the example seems to play.
            PassedOver = "passed-over",
        },
        /// An uncommanded brigade has a +1 for being uncommanded and a +1 for being a brigade.
        uncommanded_brigade_to_the_guns: UncommandedBrigadeToTheGuns = "uncommanded-brigade-to-the-guns" {
            /// +2.
            Both = "both",
            /// +1.
            Once = "once",
        },
        /// One point for each 4 MP: how a part of 4 counts.
        command_point_rounding: CommandPointRounding = "command-point-rounding" {
            /// Each started 4 MP costs a point.
            Up = "up",
            /// Only full stretches cost, and the first is at least a point.
            Down = "down",
        },
        /// 6.1 lets a general with a line spend points; 6.2 knows forces commanded by one without.
        points_without_a_line: PointsWithoutALine = "points-without-a-line" {
            /// He spends, and the forces are commanded and isolated.
            MaySpend = "may-spend",
            /// Without a line nobody is commanded.
            MayNot = "may-not",
        },
        /// Pijon has 6 SP and Laharpe, his division, 3: more than half.
        pijon_and_laharpe: PijonAndLaharpe = "pijon-and-laharpe" {
            /// Laharpe 6, Pijon 3.
            Swapped = "swapped",
            /// Laharpe 3, Pijon 6.
            AsPrinted = "as-printed",
        },
        /// What happens when neither side wants the initiative.
        nobody_wants_initiative: NobodyWantsInitiative = "nobody-wants-initiative" {
            /// Both generals' markers go into the container.
            IntoTheContainer = "into-the-container",
            /// Both test as if both wanted it.
            TestAnyway = "test-anyway",
        },
        /// The sequence has recovery before victory, chapter 14 victory first.
        end_of_turn_order: EndOfTurnOrder = "end-of-turn-order" {
            /// Recovery, then victory.
            RecoveryFirst = "recovery-first",
            /// Victory, then recovery.
            VictoryFirst = "victory-first",
        },
        /// Automatic victory: the moment it is reached, or when it is verified.
        immediate_victory: ImmediateVictory = "immediate-victory" {
            /// The moment the track stands at 0.
            AtOnce = "at-once",
            /// At the end of the turn, if it still stands there.
            AtVerification = "at-verification",
        },
        /// A reacting force must be unfatigued (8.4); fatigue 2 bars reactions (3.3), and any force may test to move away (8.4).
        who_may_react: WhoMayReact = "who-may-react" {
            /// Unfatigued, or moving away at fatigue 0 or 1.
            FreshOrAway = "fresh-or-away",
            /// Fatigue 0 or 1 for every reaction.
            BelowTwo = "below-two",
            /// Unfatigued, also to move away.
            FreshOnly = "fresh-only",
        },
        /// A decoy can never react, and any force may test to move away.
        decoy_moves_away: DecoyMovesAway = "decoy-moves-away" {
            /// A decoy does not.
            Never = "never",
            /// A decoy may test, with a general's initiative of its owner's choice.
            Away = "away",
        },
        /// A force at fatigue 2 that gains a level.
        fatigue_beyond_two: FatigueBeyondTwo = "fatigue-beyond-two" {
            /// Stays at 2 and tests attrition.
            StaysAndTests = "stays-and-tests",
            /// Stays at 2 and does not test.
            Stays = "stays",
        },
        /// The line that takes a fatigue level off stands among the effects of pillage here, after 14.2 in print.
        fatigue_recovery: FatigueRecovery = "fatigue-recovery" {
            /// Every force loses a level at the end of the turn.
            EndOfTurn = "end-of-turn",
            /// Only a force that pillages.
            Pillage = "pillage",
            /// Either way.
            Both = "both",
        },
        /// What counts as having acted.
        rest_needs_inaction: RestNeedsInaction = "rest-needs-inaction" {
            /// Activated action, reaction, march to the guns, or any part in a battle.
            NothingAtAll = "nothing-at-all",
            /// Only what it did in its own activation.
            ActivationOnly = "activation-only",
        },
        /// Whether the stragglers' die sees the morale before or after the notch.
        cursor_then_straggler: CursorThenStraggler = "cursor-then-straggler" {
            /// The cursor moves first.
            After = "after",
            /// The die comes first.
            Before = "before",
        },
        /// Less than the morale, where every test is at or under.
        straggler_under: StragglerUnder = "straggler-under" {
            /// Less than.
            Less = "less",
            /// At or under.
            AtOrUnder = "at-or-under",
        },
        /// Whether stragglers may raise a division above its first strength.
        stragglers_limit: StragglersLimit = "stragglers-limit" {
            /// Up to the strength of the set-up, plus what joined or left it since.
            Initial = "initial",
            /// Without limit.
            None = "none",
        },
        /// The full capacity may not bring it more than 4 MP away or nearer to supply.
        compulsory_march_falls_short: CompulsoryMarchFallsShort = "compulsory-march-falls-short" {
            /// Among the hexes within its capacity: farther than 4 MP if any is, then nearer to supply, then farther from the enemy.
            AsFarAsItCan = "as-far-as-it-can",
            /// Nearer to supply before anything else.
            SupplyFirst = "supply-first",
        },
        /// All Sardinians on Colli's marker: whether their own markers are used.
        sardinian_activation: SardinianActivation = "sardinian-activation" {
            /// Sardinian divisions have no marker in the container; each acts on Colli's, one after another.
            NoOwnMarkers = "no-own-markers",
            /// Those that did not act then may act on their own.
            OwnToo = "own-too",
        },
        /// Decoys act as the player chooses when one of their markers is drawn: whose markers, and what shows.
        decoy_activation: DecoyActivation = "decoy-activation" {
            /// Each decoy has an activation marker like every force, in the container as a commanded one; drawn, its owner moves it or not.
            OwnLetter = "own-letter",
            /// No marker: on any marker of their owner, each once a turn.
            AnyOwnMarker = "any-own-marker",
        },
        /// How many decoys there are and where they begin is printed nowhere.
        decoys_at_the_start: DecoysAtTheStart = "decoys-at-the-start" {
            /// Two a side, each placed by its owner with a force of his.
            Placed = "placed",
            /// Two a side, at the places of the scenario file.
            TwoASide = "two-a-side",
            /// None.
            None = "none",
        },
        /// Whether an active force may go on after a battle.
        declare_again: DeclareAgain = "declare-again" {
            /// As long as MP and fatigue allow.
            GoesOn = "goes-on",
            /// A battle ends its activation.
            Ends = "ends",
        },
        /// Whether joining a battle is acting, for the one action a turn.
        joining_costs_nothing: JoiningCostsNothing = "joining-costs-nothing" {
            /// It may still be activated, or may have been.
            Free = "free",
            /// A force joins only before its activation, and loses it.
            Acted = "acted",
        },
        /// How often a force may react to one activation.
        reactions_repeated: ReactionsRepeated = "reactions-repeated" {
            /// Once for each movement of the active force, a test each time, one attrition test in all.
            EachStep = "each-step",
            /// Once.
            Once = "once",
        },
        /// Reconnaissances can be blocked, under chapter 10, which has no such rule.
        blocking: Blocking = "blocking" {
            /// An inactive force in whose zone it happens may use its reaction to stop it: the test passed, the reconnaissance finds nothing.
            TestStopsIt = "test-stops-it",
            /// Blocking does not exist.
            Nothing = "nothing",
        },
        /// The morale of a force of several divisions.
        attrition_morale: AttritionMorale = "attrition-morale" {
            /// The lowest.
            Lowest = "lowest",
            /// The highest.
            Highest = "highest",
            /// Each division tests for itself.
            Each = "each",
        },
        /// Whether tests are thrown in the open.
        test_in_secret: TestInSecret = "test-in-secret" {
            /// They are.
            Open = "open",
            /// Each by its owner, unseen.
            Secret = "secret",
        },
        /// Whether the other side sees fatigue, command and supply of a force.
        fatigue_visible: FatigueVisible = "fatigue-visible" {
            /// It stands on the game help, unseen; a pillage marker is seen.
            Hidden = "hidden",
            /// It is seen.
            Open = "open",
        },
        /// Whether strategic movements and forced marches provoke reactions.
        strategic_reactions: StrategicReactions = "strategic-reactions" {
            /// They do not.
            None = "none",
            /// They do.
            AsOthers = "as-others",
        },
        /// Not beside an enemy, or 2 MP or more from one.
        strategic_distance: StrategicDistance = "strategic-distance" {
            /// Never into a hex beside an enemy force.
            NotAdjacent = "not-adjacent",
            /// Never to within less than 2 MP.
            TwoMp = "two-mp",
        },
        /// Whether a force may begin a strategic movement or forced march beside an enemy.
        strategic_start_adjacent: StrategicStartAdjacent = "strategic-start-adjacent" {
            /// It may not begin there.
            NotFrom = "not-from",
            /// Only the hexes that it enters count.
            MayBegin = "may-begin",
        },
        /// The table leaves out that a rapid march needs command.
        rapid_march_command: RapidMarchCommand = "rapid-march-command" {
            /// It needs command.
            Needs = "needs",
            /// It does not.
            Free = "free",
        },
        /// A trail is named once; the tables know roads alone.
        trails: Trails = "trails" {
            /// 1 MP and passable as a road, no special movement.
            Trail = "trail",
            /// A road.
            Road = "road",
        },
        /// Capacity halved out of supply: rounding; and halved twice.
        halved_capacity: HalvedCapacity = "halved-capacity" {
            /// Down, each time.
            DownEach = "down-each",
            /// Up.
            Up = "up",
        },
        /// Whether a force at fatigue 2 has a minimum movement.
        minimum_of_immobile: MinimumOfImmobile = "minimum-of-immobile" {
            /// No.
            No = "no",
            /// Yes.
            Yes = "yes",
        },
        /// 9 SP are announced for 7 at 25%, where the margin is 8.75.
        margin_rounding: MarginRounding = "margin-rounding" {
            /// The margin in SP is rounded to the nearest, halves up.
            Nearest = "nearest",
            /// Rounded up.
            Up = "up",
            /// Rounded down.
            Down = "down",
        },
        /// Whether a rapid march to the guns needs command as others do.
        guns_rapid_march_command: GunsRapidMarchCommand = "guns-rapid-march-command" {
            /// Initiative 3 or more and no fatigue.
            InitiativeOnly = "initiative-only",
            /// Command as well.
            CommandToo = "command-too",
        },
        /// In favour of the larger side: is 11 to 10 already 1.5 to 1?.
        ratio_rounding: RatioRounding = "ratio-rounding" {
            /// Any superiority reaches the next ratio.
            ToTheLarger = "to-the-larger",
            /// To the nearest ratio, halves to the larger side.
            Nearest = "nearest",
        },
        /// Halves are rounded for each force, or for all of a kind.
        weight_rounding: WeightRounding = "weight-rounding" {
            /// Each force.
            EachForce = "each-force",
            /// All forces of a kind together.
            EachKind = "each-kind",
        },
        /// Whether the defender may leave out a part that could be added.
        terrain_choice: TerrainChoice = "terrain-choice" {
            /// Any permitted combination, also a smaller one.
            AnyCombination = "any-combination",
            /// The most favourable only.
            Largest = "largest",
        },
        /// A river that only some attackers cross.
        river_some_attackers: RiverSomeAttackers = "river-some-attackers" {
            /// It counts if the principal attacker crosses it.
            Principal = "principal",
            /// It counts if all cross it.
            All = "all",
            /// It counts if any crosses it.
            Any = "any",
        },
        /// River and bridge each give -1 with the ground.
        river_and_bridge: RiverAndBridge = "river-and-bridge" {
            /// -1 in all.
            Once = "once",
            /// -2.
            Twice = "twice",
        },
        /// Half of an odd negative difference, rounded up.
        manoeuvre_negative_half: ManoeuvreNegativeHalf = "manoeuvre-negative-half" {
            /// Upwards: -1.5 is -1.
            TowardsAttacker = "towards-attacker",
            /// To the larger figure: -1.5 is -2.
            AwayFromZero = "away-from-zero",
        },
        /// When Masséna is the general-in-chief of a battle.
        massena_general_in_chief: MassenaGeneralInChief = "massena-general-in-chief" {
            /// His is a principal force and Bonaparte is not there.
            PrincipalWithoutBonaparte = "principal-without-bonaparte",
            /// He is engaged and Bonaparte is not there.
            EngagedWithoutBonaparte = "engaged-without-bonaparte",
        },
        /// Whether he leads Laharpe's division only as general-in-chief.
        massena_and_laharpe: MassenaAndLaharpe = "massena-and-laharpe" {
            /// Two divisions count when both are engaged without Bonaparte.
            Always = "always",
            /// Only if he is general-in-chief of the battle.
            AsGeneralInChief = "as-general-in-chief",
        },
        /// A side of brigades alone.
        brigades_only: BrigadesOnly = "brigades-only" {
            /// No point for divisions.
            None = "none",
            /// One point.
            One = "one",
        },
        /// What the Sardinian modifier is added to.
        sardinian_morale_modifier: SardinianMoraleModifier = "sardinian-morale-modifier" {
            /// The track stands in place of the cursor for all Sardinians.
            CohesionPlusTrack = "cohesion-plus-track",
            /// On top of a cursor of their own.
            WithCursors = "with-cursors",
        },
        /// Principal attacker -1 and all attackers -2: both?.
        fatigued_attackers: FatiguedAttackers = "fatigued-attackers" {
            /// -2 in place of -1.
            Worse = "worse",
            /// -3 in all.
            Both = "both",
        },
        /// A stack of principal defenders with unlike fatigue, or one of them pillaging.
        mixed_defenders: MixedDefenders = "mixed-defenders" {
            /// The most tired of them, and any that pillages.
            Worst = "worst",
            /// The unit that gives its morale.
            MoraleUnit = "morale-unit",
        },
        /// The base of an undecided battle's losses: 5%, or 10%.
        undecided_losses: UndecidedLosses = "undecided-losses" {
            /// 5%.
            Five = "five",
            /// 10%.
            Ten = "ten",
        },
        /// For being outnumbered: 5% a point, or 5% once.
        victor_losses: VictorLosses = "victor-losses" {
            /// 5% for each point.
            EachPoint = "each-point",
            /// 5% once.
            Flat = "flat",
        },
        /// The percentage of counters, or of the weighted SP of 11.4.
        losses_of_which_sp: LossesOfWhichSp = "losses-of-which-sp" {
            /// Of the SP on the counters of all engaged.
            Counters = "counters",
            /// Of the total of 11.4.
            Weighted = "weighted",
        },
        /// Whether the cap covers pursuit.
        loss_cap_scope: LossCapScope = "loss-cap-scope" {
            /// The losses of the table alone.
            BattleOnly = "battle-only",
            /// The pursuit as well.
            PursuitToo = "pursuit-too",
        },
        /// The second table, or calculation to the nearest.
        loss_method: LossMethod = "loss-method" {
            /// The table.
            Table = "table",
            /// To the nearest, halves up.
            Nearest = "nearest",
        },
        /// The labels from 27-39 on do not fit the cells.
        loss_table_labels: LossTableLabels = "loss-table-labels" {
            /// 27-29, 30-32, 33-35, 36-38, 39-41.
            Corrected = "corrected",
            /// 27-39, 40-42, 43-45, 46-48, 49-51.
            AsPrinted = "as-printed",
        },
        /// A force that cannot retreat, or not as far.
        no_way_to_retreat: NoWayToRetreat = "no-way-to-retreat" {
            /// No first hex: eliminated; later it stops where it can go no farther.
            EliminatedAtOnce = "eliminated-at-once",
            /// It stops where it is.
            Stands = "stands",
        },
        /// Beaten out of supply: eliminated, or only if attacked alone or with others like it.
        out_of_supply_beaten: OutOfSupplyBeaten = "out-of-supply-beaten" {
            /// Only as defender, alone or with others out of supply.
            AttackedSo = "attacked-so",
            /// Always.
            Always = "always",
        },
        /// Only some of the beaten are demoralised.
        pursuit_some_demoralised: PursuitSomeDemoralised = "pursuit-some-demoralised" {
            /// Undivided only if all are.
            All = "all",
            /// Undivided if any is.
            Any = "any",
        },
        /// Commanded infantry, or supplied units that were inactive in the turn before.
        replacement_units: ReplacementUnits = "replacement-units" {
            /// Commanded infantry, supplied, that did not act in the turn before.
            AllConditions = "all-conditions",
            /// Commanded infantry.
            Commanded = "commanded",
            /// Supplied and inactive in the turn before.
            SuppliedAndInactive = "supplied-and-inactive",
        },
        /// Modified rolls of 0 and 7.
        replacement_ends: ReplacementEnds = "replacement-ends" {
            /// As 1 and 6.
            Clamped = "clamped",
            /// 0 gives none, 7 gives 4.
            ZeroAndFive = "zero-and-five",
        },
        /// In the activation that passes a place, or in the supply phase.
        pillage_when: PillageWhen = "pillage-when" {
            /// Asked when an isolated force ends a movement in a place, and in the supply phase of one there not fed otherwise.
            Both = "both",
            /// Only in the supply phase.
            SupplyPhase = "supply-phase",
        },
        /// Whether the -2 of a unit out of supply counts for its test.
        pillage_morale: PillageMorale = "pillage-morale" {
            /// It does.
            Counts = "counts",
            /// It does not.
            DoesNot = "does-not",
        },
        /// A place pillaged more than once.
        pillage_again: PillageAgain = "pillage-again" {
            /// Counts each time.
            EachTime = "each-time",
            /// Counts once and feeds once.
            FirstTime = "first-time",
        },
        /// Which places lie from Coni to Cosseria.
        from_coni_to_cosseria: FromConiToCosseria = "from-coni-to-cosseria" {
            /// Those on the road that joins them: Coni, Mondovi, Ceva, Millesimo, Cosseria.
            OnTheRoad = "on-the-road",
            /// Every settlement of the map between them.
            BetweenRows = "between-rows",
        },
        /// The example leaves Sardinian morale alone though the Austrians are beaten decisively.
        sardinian_morale_battles: SardinianMoraleBattles = "sardinian-morale-battles" {
            /// Only battles in which Sardinian units take part.
            SardiniansEngaged = "sardinians-engaged",
            /// Every battle of the Coalition.
            EveryBattle = "every-battle",
        },
        /// Per 2 SP lost: whose, and added up or not.
        sardinian_losses: SardinianLosses = "sardinian-losses" {
            /// Sardinian SP, for each 2 in one battle with its pursuit.
            SardinianEachBattle = "sardinian-each-battle",
            /// Sardinian SP, added up over the game.
            SardinianRunning = "sardinian-running",
            /// All Coalition SP in a battle with Sardinians.
            CoalitionEachBattle = "coalition-each-battle",
        },
        /// At a modifier of -2: exactly, or at most.
        coni_modifier: ConiModifier = "coni-modifier" {
            /// -2 or worse.
            AtMost = "at-most",
            /// -2.
            Exactly = "exactly",
        },
        /// Control of 2 hexes around Carcare.
        ground_around_carcare: GroundAroundCarcare = "ground-around-carcare" {
            /// No Coalition force, and a French one, within two hexes of Carcare.
            Radius = "radius",
            /// Two of the six hexes beside it.
            TwoHexes = "two-hexes",
        },
        /// Whether the place itself is one of the hexes around it.
        set_up_around: SetUpAround = "set-up-around" {
            /// It is.
            Within = "within",
            /// It is not.
            Beside = "beside",
        },
        /// Who places his forces first.
        set_up_order: SetUpOrder = "set-up-order" {
            /// Both at once, in secret.
            Together = "together",
            /// The French, then the Coalition, which does not see them either.
            FrenchFirst = "french-first",
        },
        /// A range from -4, and a table that ends at -3.
        sardinian_modifier_range: SardinianModifierRange = "sardinian-modifier-range" {
            /// -3.
            Three = "three",
            /// -4 for 1 and 2, -3 for 3 to 5.
            Four = "four",
        },
        /// Whether a force that acted loses its level of fatigue too.
        all_recover_fatigue: AllRecoverFatigue = "all-recover-fatigue" {
            /// Every force, whatever it did.
            All = "all",
            /// A force that did not act.
            Idle = "idle",
        },
        /// Rain bars recovery of morale by rest; stragglers are not named.
        rain_and_stragglers: RainAndStragglers = "rain-and-stragglers" {
            /// Only the notch.
            MoraleOnly = "morale-only",
            /// The stragglers too.
            Both = "both",
        },
        /// Doubled and possibly tripled: six, or three in place of two.
        attrition_tripled: AttritionTripled = "attrition-tripled" {
            /// Three in place of two.
            Three = "three",
            /// Three times the double.
            Six = "six",
        },
        /// Which unit of a fused force loses the points of attrition.
        attrition_loser: AttritionLoser = "attrition-loser" {
            /// The largest, the first in order among equals.
            Largest = "largest",
            /// The one that its owner has named in the command phase, if any.
            Owner = "owner",
        },
        /// Whether attrition can destroy a unit.
        attrition_last_point: AttritionLastPoint = "attrition-last-point" {
            /// It can.
            Destroys = "destroys",
            /// It leaves the last point.
            Spares = "spares",
        },
        /// 3.3 lists reactions among what raises fatigue; 9.3 does not.
        reaction_fatigue: ReactionFatigue = "reaction-fatigue" {
            /// A reaction raises no fatigue.
            NoFatigue = "no-fatigue",
            /// A reaction by movement raises it by a level.
            Tires = "tires",
        },
        /// Whether a line of communication may run along a trail.
        trail_as_line: TrailAsLine = "trail-as-line" {
            /// It may.
            May = "may",
            /// Roads alone.
            Roads = "roads",
        },
        /// Rain and a lone general or a decoy.
        rain_general: RainGeneral = "rain-general" {
            /// A lone general keeps his MP.
            UnitsOnly = "units-only",
            /// Everyone has 1 MP less.
            All = "all",
        },
        /// Points for Sardinian pillage.
        pillage_by_sardinians: PillageBySardinians = "pillage-by-sardinians" {
            /// None.
            None = "none",
            /// As for Austrians.
            AsAustrians = "as-austrians",
        },
        /// Whether Beaulieu may decline the initiative of turn 1.
        first_turn_initiative: FirstTurnInitiative = "first-turn-initiative" {
            /// He has it without a test.
            HasIt = "has-it",
            /// He has it if the Coalition wants it.
            MayDecline = "may-decline",
        },
        /// The example gives no points for the demoralised division.
        demoralised_points: DemoralisedPoints = "demoralised-points" {
            /// 3 points.
            AsTheRule = "as-the-rule",
            /// None when the battle itself gave points.
            AsTheExample = "as-the-example",
        },
        /// Whether Bonaparte's defeats come on top of the victory points.
        bonaparte_defeat: BonaparteDefeat = "bonaparte-defeat" {
            /// Both.
            Adds = "adds",
            /// His alone.
            Replaces = "replaces",
        },
        /// 15 points lie in two bands.
        points_band_15: PointsBand15 = "points-band-15" {
            /// The lower: a major Coalition victory.
            Major = "major",
            /// The upper: marginal.
            Marginal = "marginal",
        },
        /// Which side marches first in the strategic phase.
        strategic_order: StrategicOrder = "strategic-order" {
            /// All forces of the side that had the initiative, else of the French; then those of the other.
            Initiative = "initiative",
            /// That side begins, and each marches with a force in turn.
            Alternate = "alternate",
        },
        /// The table has forced marches by unfatigued forces, the text by those that have marched strategically.
        forced_march_fatigue: ForcedMarchFatigue = "forced-march-fatigue" {
            /// At fatigue 1.
            AtOne = "at-one",
            /// As the table says, hence never.
            Never = "never",
        },
        /// What happens when a decoy is attacked.
        decoy_attacked: DecoyAttacked = "decoy-attacked" {
            /// It is shown and removed before any test, and the attacker goes on.
            Exposed = "exposed",
            /// It is a principal defender without strength, and removed once the dice have fallen.
            Battle = "battle",
        },
        /// A general-in-chief alone as principal defender has 0 SP.
        lone_general_attacked: LoneGeneralAttacked = "lone-general-attacked" {
            /// The ratio is 4 to 1.
            FourToOne = "four-to-one",
            /// He withdraws as after a tactical defeat, without a battle.
            Withdraws = "withdraws",
        },
    }
}
