//! How the parts work together. Nothing but documentation.

/// The core, checked on paper against all five rulebooks.
///
/// `grognard` is built for five games of three kinds: two editions of a tactical series (Jours de Gloire), an operational
/// game of hidden forces (Montenotte), a large tactical battle (Austerlitz) and a strategic one (Risorgimento). What each
/// needs of the core, and how it is met:
///
/// | what the games ask for | where it is met |
/// |---|---|
/// | d6, 2d6, d10 | [`Die`](crate::chance::Die), read through a function: [`Desk::read`](crate::desk::Desk::read), [`Desk::roll`](crate::desk::Desk::roll) |
/// | ties that are thrown again, or that count | [`Desk::contest`](crate::desk::Desk::contest): its reading is `None` for a tie to throw again, and a reading of its own for one that counts; odds leave the former out |
/// | cups drawn down to a last marker | a cup is a mask of the state; the ruleset stops drawing when one bit is left |
/// | cups that gain markers while they are drawn, markers put back | [`Desk::draw`](crate::desk::Desk::draw) takes the cup as it is now; an event says what becomes of the marker |
/// | pools chosen in secret | both sides asked at once ([`Waiting::Asked`](crate::ruleset::Waiting::Asked)), entries that one side sees ([`Seen`](crate::journal::Seen)) |
/// | a commander replaced at random | [`Desk::pick`](crate::desk::Desk::pick) |
/// | dice before the first decision | [`Ruleset::begin`](crate::ruleset::Ruleset::begin) runs the automatic steps of the start |
/// | the side that is not moving decides, in mid-move or mid-fight | every step is a frame of the [`agenda`](crate::agenda); any frame may ask either side; movement goes hex by hex, so that each hex can end in a question |
/// | nested and chained procedures: pursuits, breakthroughs, a battle inside a march, an activation inside the enemy's | frames nest; marks of an activation can lie in the frame that ends with it |
/// | what spreads: tests along a line, the displaced that displace others | frames pushed below the one at work, or debts in the units' own records; the agenda goes on to the heap beyond its inline part |
/// | face-down orders, hidden forces, decoys, dummy screens | ids in actions and events name what is public (a marker, a hex); what is under it is state; entries are hidden from a side when they are written |
/// | a report within a margin that its owner chooses | the report is state, chosen by an action; the reader's view holds it, not the truth |
/// | secret rolls whose very number is secret | [`Seen::By`](crate::journal::Seen) on the entry; whether the game pauses depends on public facts alone |
/// | half and third movement, costs of 1/2 and 1.5, half command points | integers of halves or quarters in the ruleset; a tally holds whole units of them |
/// | counters over two or three hexes | the state is the ruleset's own; the series asks where a unit stands through one function |
/// | boards of several maps, boxes off the map | a [`Grid`](crate::hex::Grid) for each board; a place off the map is no cell |
/// | units broken down and rebuilt | every counter is in the roster beforehand; which are in play is state |
/// | both sides in one hex: sieges, forts | the core has no opinion: it is each ruleset's own invariant |
/// | several armies and nations on a side, each with a will of its own | rosters group units as they like; [`Side`](crate::side::Side) is who is asked |
/// | units that change sides | a side is a property of the roster in one game and state in another; the core asks neither |
/// | victory at once, in mid-procedure, at the end of a turn, on points | [`Ruleset::over`](crate::ruleset::Ruleset::over) is asked after every automatic step |
/// | reinforcements by turn, by die, by choice of entry; night, fog, rain | scenario data and state |
/// | movement that a rule prescribes as a whole | [`corridor`](crate::hex::corridor) and the series' own search for a way out: only steps with which a best completion begins are listed |
pub mod the_core_on_paper {}

/// Dice and draws: where they come from, and what never shifts them.
///
/// The rules ask [`chance`](crate::chance); the caller says who answers. A server keeps a seed; a table throws its own dice
/// and scripts them; both get the same account.
///
/// ```
/// use grognard::chance::{Scripted, Seeded};
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::jours_de_gloire::action::Action;
/// use grognard::jours_de_gloire::frame::{Party, Step};
/// use grognard::jours_de_gloire::position::{Orders, Position};
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
/// use grognard::side::Side;
///
/// let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
/// let state = Position::scenario(&rules).activate("O'Reilly", Orders::Without, Step::Movement).build()?;
/// let unit = rules.roster().unit_named("O'Reilly/Hussar 5").ok_or("no such unit")?;
/// let target = rules.map().grid.cell("1112".parse()?).ok_or("no such hex")?;
/// let charge = Action::Charge { unit, party: Party::Alone, target };
///
/// // The die of the rulebook's account: 8 against 5, the charge does not begin.
/// let mut table = Scripted::d10([8]);
/// let outcome = rules.apply(&state, Side::Second, &charge, &mut table)?;
/// table.finish()?;
/// assert!(outcome.journal.tallies().any(|test| test.passed() == Some(false)));
///
/// // A seeded chance keeps a stream for each action: what is refused costs no die.
/// let mut server = Seeded::new(1800);
/// assert!(rules.apply(&state, Side::First, &charge, &mut server).is_err());
/// assert_eq!(server.action(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An action that was carried out counts one further; refused, explored and stopped ones do not. Keep the seed and the
/// number beside the position, never in it: equal positions then stay equal.
///
/// # What happens if I charge?
/// [`odds`](crate::odds) runs the same code and throws nothing: every die falls on every side. It gives each position that an
/// action can lead to, with its probability as a [`Fraction`](crate::odds::Fraction); they sum to exactly one.
///
/// How far it looks is up to a [`Policy`](crate::odds::Policy): it answers the decisions that come, and the odds end at the
/// first that it does not answer, or at its [horizon](crate::odds::Horizon). These are there:
///
/// | policy | what it does |
/// |---|---|
/// | [`Stopping`](crate::odds::Stopping) | answers nothing: the odds end at the next decision |
/// | [`Declining`](crate::odds::Declining) | declines whatever can be declined, and stops at the rest |
/// | [`Passing`](crate::players::Passing), [`First`](crate::players::First) | the same, but answers the rest too; always the first legal action |
/// | [`Random`](crate::players::Random), [`Keen`](crate::players::Keen) | players who throw dice for what they do: the odds take all their answers by weight, so that they are exact against them too |
/// | a function | of the rules, the position, the side and the question |
/// | [`Each`](crate::odds::Each), [`Or`](crate::odds::Or), [`Until`](crate::odds::Until) | for each side its own; the second where the first has no answer; up to a horizon |
/// | [`Manner`](crate::odds::Manner) | those above by name, for programs that are told which |
///
/// A horizon is asked for after every step, so it can lie between two of them: at the end of the activation, before the next
/// marker is drawn. A [`Span`](crate::odds::Span) names the usual ones. An outcome there is a position like any other, in which
/// an automatic step is due: [`resume`](crate::ruleset::Ruleset::resume) goes on from it.
///
/// ```
/// use grognard::hex::Vertex;
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::jours_de_gloire::action::Action;
/// use grognard::jours_de_gloire::frame::Step;
/// use grognard::jours_de_gloire::position::{Orders, Position};
/// use grognard::jours_de_gloire::state::{Mark, Order};
/// use grognard::odds::{Manner, Span, foresee, summary};
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
/// use grognard::side::Side;
///
/// let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
/// let (rider, target) = ("O'Reilly/Nauendorff", "Murat/11th Hussars");
/// let state = Position::empty(&rules)
///     .place(rider, "0813", Vertex::SE)
///     .place(target, "0913", Vertex::NW)
///     .activate("O'Reilly", Orders::Received, Step::Combat)
///     .mark(rider, Mark::Charging)
///     .build()?;
/// let [unit, hussars] = [rider, target].map(|name| rules.roster().unit_named(name).expect("a unit of the charge"));
///
/// // The French pass, the Austrians seek the fight: with every pursuit, until the activation is over.
/// let manners = [Manner::Pass, Manner::Keenest];
/// let odds = foresee(&rules, &state, Side::Second, &Action::Fight { unit }, manners, Span::Activation, 100_000)?;
/// let routed = odds.chance_of(|s| s.order(hussars) == Order::Routed).ok_or("beyond 128 bits")?;
/// println!("they rout in {} of a hundred cases", routed.percent());
///
/// // As a table that a player reads: what becomes of whom, the likeliest first.
/// for row in summary(&rules, &state, &odds).ok_or("beyond 128 bits")?.rows {
///     println!("{:>6} {}", row.share.percent(), row.told());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Positions that are equal are worked on once, however they were reached, and faces that the rules read alike are one
/// branch: a charge with all its pursuits takes some hundreds of steps. The last argument bounds them; more is
/// [`Limit::Odds`](crate::refusal::Limit::Odds), and a probability that outgrows 128 bits
/// [`Limit::Fraction`](crate::refusal::Limit::Fraction).
///
/// For a player rather than for the host there is [`odds_for`](crate::odds::odds_for): it takes what the side sees and what it
/// guesses, and never the true position. The JSON door answers a request with `odds` in it, and the example `odds` prints the
/// table.
pub mod chance_and_odds {}

/// Journals, and what each side may see of them.
///
/// An adjudication's [`Account`](crate::journal::Account) holds facts (events), explanations (dice and tallies) and
/// bookkeeping. Three things to do with it:
///
/// - *Tell it.* [`Ruleset::tell`](crate::ruleset::Ruleset::tell) gives a line of a player's account, and an empty one for
///   bookkeeping. [`Account::seen_by`](crate::journal::Account::seen_by) leaves out what a side may not see; a server sends
///   nothing else.
/// - *Fold it.* [`Ruleset::fold`](crate::ruleset::Ruleset::fold) over the old position gives the new one, without chance.
/// - *Question it.* Each entry names the rules that it follows from; each modifier its rule and the source of its figure.
///
/// A [view](crate::doors::Doors::view) is what a side may see of a position. It is built from nothing, by copying in what
/// is public or its own; questions and legal actions are asked for a side in the same way. Whether an action may be taken
/// back is part of the outcome ([`Undo`](crate::ruleset::Undo)): not once a die fell or something hidden was shown.
pub mod journals_and_views {}

/// Asking without playing: what a table assistant, a display or a bot wants to know before anybody acts.
///
/// [`JoursDeGloire::questions`](crate::jours_de_gloire::JoursDeGloire::questions) and
/// [`Montenotte::questions`](crate::montenotte::Montenotte::questions) answer about a position, and change nothing:
///
/// | question | Jours de Gloire | Montenotte |
/// |---|---|---|
/// | zones of control | `zone_of`, `zones_of` (6.2) | `alert_zone` (2/3) |
/// | line of sight, and what blocks it | `sight`, `sight_to_fire` (7.4) | there is none: `alert_zone` says how far a force looks |
/// | what a step costs | `mover(…)?.step` (4.3) | `step` (table 1) |
/// | where one can come to, and what limits it | `mover(…)?.reach` (4) | `reach` (9.1) |
/// | who may stand together | `stack`, `join` (5.1) | `fuse`, `enter` (6.5.2, 11.1) |
/// | supply | there is none | `supply`, `line`, `to_supply` (13, 6.1) |
/// | command | `command` (2.3, 2.6) | `command` (6.1) |
///
/// They ask the very functions that judge the actions, so that what is answered is what is judged; each
/// [`Answer`](crate::answer::Answer) has its rules, and each no is the [`Refusal`](crate::refusal::Refusal) that the
/// action would get.
///
/// ```
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::jours_de_gloire::frame::{Gait, Party};
/// use grognard::jours_de_gloire::position::Orders;
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
///
/// let rules = JoursDeGloire::open(&Setup::scenario("montebello"))?;
/// let state = rules.start();
/// let unit = state.on_map().lowest().ok_or("an empty map")?;
///
/// // As if its formation had been activated with orders received.
/// let ask = rules.questions(&state).activated(unit, Orders::Received)?;
/// let reach = ask.mover(unit, Party::Alone, Gait::March)?.reach();
/// println!("{} points [{}]", reach.allowance.is, reach.allowance.rules);
/// for hex in &reach.hexes {
///     println!("{} costs {}", rules.map().grid.hex(hex.cell), hex.cost);
/// }
/// for limit in &reach.limits {
///     println!("beyond {}: {}", rules.map().grid.hex(limit.from), rules.tell_refusal(&limit.refusal));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The answers are about the position that is given, secrets included. For what one side may know, ask about a position
/// that its view allows: [`suppose`](crate::doors::Doors::suppose).
pub mod asking_without_playing {}

/// Records, and versions of the rules.
///
/// A [`Record`](crate::record::Record) keeps a game: what it was played on, who did what, in names, every die and draw, and
/// the fingerprint of the position after each action. The seed is not in it. [`replay`](crate::record::replay) says that it
/// is exact, or where it first diverges, and how: other rules, other figures, an altered action, dice that do not fit, an
/// end that was cut off.
///
/// A change to what a rule does raises [`RULES_VERSION`](crate::doors::Doors::RULES_VERSION) and is listed in the changelog
/// under "Rules", with the rule's number. A server that keeps games across releases compares the two before it plays on.
///
/// One whole game of every scenario is kept in `tests/golden`, and the tests replay it to the very position. A change to a
/// rule's meaning breaks them, as it should: they are then made anew with
/// `cargo test --test golden -- --ignored --nocapture made_anew`.
pub mod records_and_versions {}

/// Figures and rulings: whose number it is, and whose reading.
///
/// Every figure stands in a file under `rules/`, with its source: `printed`, `published` or `reconstructed`. Asked for
/// printed figures only, opening fails with the list of every gap:
///
/// ```
/// use grognard::figures::SourceSet;
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
///
/// let printed = Setup::scenario("montebello").sources(SourceSet::PRINTED);
/// let faults = JoursDeGloire::open(&printed).expect_err("Montebello prints none of its tables");
/// assert!(faults.gaps.iter().any(|gap| gap.path.starts_with("terrain.marsh")));
///
/// // A ruling that the book leaves open is chosen by name; so is an optional rule.
/// let mine = Setup::scenario("rivoli-historical").ruling("pursuit-penalty", "flat").option("infantry-reaction-fire");
/// JoursDeGloire::open(&mine)?;
///
/// // What is not there is refused, all of it at once.
/// let wrong = Setup::scenario("montebello").ruling("pursuit-penalty", "flat").option("flying-artillery");
/// assert_eq!(JoursDeGloire::open(&wrong).expect_err("neither is there").faults.len(), 2);
/// # Ok::<(), grognard::figures::Faults>(())
/// ```
///
/// The readings of each ruling, its default and the reason stand in `rules/<game>/rulings.toml`.
pub mod figures_and_rulings {}

/// For the owner of the printed game: your map and your counters.
///
/// Our maps and most of our counters are reconstructed. Whoever has the game can lay their own files over ours, without
/// touching the crate: whole maps, or a few values. The format of the files is described in
/// [`jours_de_gloire::files`](crate::jours_de_gloire::files).
///
/// 1. Look at two neighbouring columns of the map: the one that sits half a hex lower gives `lower`, by whether its number
///    is odd or even.
/// 2. List the hexes by terrain, then the levels, then roads and tracks as chains of hexes, then what lies along hexsides,
///    as pairs of hexes. What is clear, level and open is not written.
/// 3. Copy the counters: the front, and the back as `disordered`. Say `source = "printed"`.
/// 4. Open the rules on them. What is wrong is listed all at once, each with its line.
///
/// A whole map (with its own `columns`, `rows` and `lower`) stands in place of ours, so that what you leave out is clear and
/// open; so do a roster with its `sides` and a scenario with its `edition` and `turns`. Anything less is laid over ours value
/// by value. Mind that our scenario puts its units by the hexes of our map: lay yours over it too where they differ.
///
/// ```
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
///
/// let wrong = r#"
/// [terrain]
/// woods = ["0101", "9901"]
/// [ways]
/// road = [["0101", "0301"]]
/// "#;
/// let faults = JoursDeGloire::open(&Setup::scenario("montebello").overlay("map", wrong)).expect_err("two mistakes");
/// assert_eq!(faults.faults.len(), 2, "{faults}");
///
/// // One hex, the rest as ours.
/// let mine = "[terrain]\nwoods = [\"0101\"]\n";
/// let rules = JoursDeGloire::open(&Setup::scenario("montebello").overlay("map", mine))?;
/// assert_eq!(rules.map().name, "Montebello");
///
/// // A whole map: nothing of ours is left.
/// let whole = r#"
/// [map]
/// name = "My Montebello"
/// columns = 30
/// rows = 20
/// lower = "even"
/// source = "printed"
/// [terrain]
/// village = ["1210", "1310", "1311"]
/// "#;
/// let rules = JoursDeGloire::open(&Setup::scenario("montebello").overlay("map", whole))?;
/// assert_eq!(rules.map().terrain.iter().filter(|terrain| terrain.key() != "clear").count(), 3);
/// # Ok::<(), grognard::figures::Faults>(())
/// ```
///
/// The same text is a contribution: see the README.
pub mod your_map_and_counters {}

/// Tests of your own: strategies for legal positions and actions.
///
/// With the feature `proptest`, the module `strategies` gives what [proptest](https://docs.rs/proptest) draws its cases
/// from: `games`, `positions` and `turns` (a position, a side that is asked, one of its legal actions) of any ruleset.
/// Each is legal, since it was played; what fails shrinks to fewer actions.
///
/// ```toml
/// [dev-dependencies]
/// grognard = { version = "0.1", features = ["proptest"] }
/// proptest = "1"
/// ```
///
/// The documentation of the module has a test that runs.
pub mod tests_of_your_own {}

/// Adding a ruleset, step by step.
///
/// 1. *The book.* `rules/<name>/index.toml`: every clause, in our own words. `rulings.toml`: every hole and contradiction.
///    The tables, units, map and scenario, each figure with its source.
/// 2. *The vocabulary.* State (flat, small, nothing that does not change in play), events (`Copy`, they carry new values),
///    actions, questions, labels, reasons. Frames named after the rulebook's steps.
/// 3. *The chapters*, one file each. For every frame: whom it asks; one judgement, used by `legal` and `answer` alike; what
///    it does by itself. A citation where each rule is enforced. Single procedures (a tally, a loss table) as public
///    functions.
/// 4. *The trait.* [`Ruleset`](crate::ruleset::Ruleset): then `apply`, `check`, legal actions, [`odds`](crate::odds) and
///    players work. [`Doors`](crate::doors::Doors): then documents, views, records and the JSON door do. A variant in
///    [`AnyRuleset`](crate::any::AnyRuleset).
/// 5. *The proof.* The worked examples from scripted dice, number by number; every table cell as a literal; each clause with
///    what it allows and forbids; the harness on random games and on a proving ground.
pub mod a_new_ruleset {}
