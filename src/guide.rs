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
