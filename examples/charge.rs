//! The cavalry charge that Montebello's rulebook works out (M 9.1), adjudicated from the printed dice: both continuations
//! from one recorded position, then the exact odds.
//!
//! ```console
//! cargo run --release --example charge
//! ```

use std::collections::BTreeMap;
use std::error::Error;

use grognard::chance::Scripted;
use grognard::doors::Doors;
use grognard::hex::{Cell, Dir, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::{Action, Question};
use grognard::jours_de_gloire::frame::{Flight, Frame, Party, PursuitDue, Step};
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Order, State};
use grognard::odds::{Odds, Outlook, Policy, Span, Until, odds};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};

type Fallible<T = ()> = Result<T, Box<dyn Error>>;

/// The formation is Without Orders; its units move and charge.
fn start(rules: &JoursDeGloire) -> Fallible<State> {
    Ok(Position::scenario(rules).activate("O'Reilly", Orders::Without, Step::Movement).build()?)
}

/// Plays these answers with these dice, which must be used up, and prints the account.
fn play(rules: &JoursDeGloire, state: &State, dice: &[u8], answers: &[Action]) -> Fallible<State> {
    let mut state = state.clone();
    let mut chance = Scripted::d10(dice.iter().copied());
    for action in answers {
        let waiting = rules.waiting(&state);
        let by = waiting.sides().next().ok_or("nobody is asked")?;
        if let Some(question) = waiting.of(by) {
            println!("{}: {}", rules.side_name(by), rules.tell_question(question));
        }
        println!("  > {}", rules.tell_action(action));
        let outcome = rules.apply(&state, by, action, &mut chance)?;
        for line in outcome.journal.entries().iter().map(|entry| rules.tell(entry)).filter(|line| !line.is_empty()) {
            println!("  {line}");
        }
        state = outcome.state;
    }
    chance.finish()?;
    Ok(state)
}

fn map(rules: &JoursDeGloire, state: &State, from: &str, to: &str) -> Fallible {
    println!("\n{}", rules.sketch(state, from.parse()?, to.parse()?));
    Ok(())
}

/// The defender never counter-charges; a unit that recoils goes straight back where it may; a unit that retreats takes the
/// first way; the attacker keeps its facing where it may. Nothing is answered that the charge does not ask.
struct Stated;

impl Policy<JoursDeGloire> for Stated {
    fn answer(&mut self, rules: &JoursDeGloire, s: &State, by: Side, asked: &Question) -> Option<Action> {
        let wanted = match asked.frame {
            Frame::Activation(_) => return None,
            Frame::Pursuit(pursuit) if pursuit.due == PursuitDue::Turn => {
                Some(Action::Turn { facing: s.facing(pursuit.unit) })
            }
            Frame::Withdrawal(w) if w.flight == Flight::Recoil => {
                Some(Action::Step { dir: if rules.side_of(w.unit) == Side::First { Dir::S } else { Dir::N } })
            }
            _ => None,
        };
        let legal = rules.legal_actions(s, by);
        legal.iter().find(|action| wanted == Some(**action)).or(legal.first()).copied()
    }
}

/// The conditions of the two units in each outcome, the likeliest first.
fn table(rules: &JoursDeGloire, title: &str, odds: &Odds<State>, units: [UnitId; 2]) -> Fallible {
    let mut classes = BTreeMap::new();
    for (state, _) in &odds.outcomes {
        let class = units.map(|unit| state.order(unit));
        let share = odds.chance_of(|other| units.map(|unit| other.order(unit)) == class).ok_or("beyond 128 bits")?;
        classes.insert(class, share);
    }
    let mut rows: Vec<_> = classes.into_iter().collect();
    rows.sort_by(|a, b| b.1.compare(a.1));
    println!("{title}");
    let name = |unit| rules.roster().unit(unit).map_or("", |unit| unit.name.as_str());
    println!("  {:14} {:14} {:>16} {:>8}", name(units[0]), name(units[1]), "chance", "percent");
    for ([first, second], share) in rows {
        println!("  {:14} {:14} {:>16} {:>8}", word(first), word(second), share.to_string(), share.percent());
    }
    let sum = odds.chance_of(|_| true).ok_or("beyond 128 bits")?;
    println!("  in all {sum}, in {} steps\n", odds.steps);
    Ok(())
}

fn word(order: Order) -> &'static str {
    match order {
        Order::Good => "good order",
        Order::Disordered => "disordered",
        Order::Routed => "routed",
        Order::Eliminated => "eliminated",
    }
}

fn main() -> Fallible {
    let rules = JoursDeGloire::open(&Setup::scenario("charge"))?;
    let unit = |name: &str| rules.roster().unit_named(name).ok_or_else(|| format!("no unit {name}"));
    let cell = |hex: &str| -> Fallible<Cell> { Ok(rules.map().grid.cell(hex.parse()?).ok_or("off the map")?) };
    let (nauendorff, hussar_5) = (unit("O'Reilly/Nauendorff")?, unit("O'Reilly/Hussar 5")?);
    let hussars = unit("Murat/11th Hussars")?;
    let charge =
        |unit, hex| -> Fallible<Action> { Ok(Action::Charge { unit, party: Party::Alone, target: cell(hex)? }) };
    let step = |dir| Action::Step { dir };
    let face = |facing| Action::Turn { facing };

    println!("The worked charge of M 9.1, before it begins");
    let state = start(&rules)?;
    map(&rules, &state, "0811", "1114")?;

    println!("The charge, to the retreat of the 11th Hussars");
    let answers = [
        charge(hussar_5, "1112")?,
        charge(nauendorff, "0913")?,
        step(Dir::S),
        Action::Halt { facing: Vertex::SE },
        // No further movement.
        Action::Done,
        Action::Fight { unit: nauendorff },
        Action::CounterCharge { unit: hussars },
        step(Dir::S),
        face(Vertex::SE),
        step(Dir::S),
    ];
    let before = play(&rules, &state, &[8, 4], &answers[..6])?;
    let fork = play(&rules, &before, &[7, 7, 2, 6], &answers[6..])?;
    map(&rules, &fork, "0813", "1117")?;

    println!("First choice: the retreat to 0717");
    let first = [
        step(Dir::SW),
        step(Dir::SW),
        step(Dir::S),
        face(Vertex::SE),
        face(Vertex::SW),
        face(Vertex::SW),
        face(Vertex::SW),
    ];
    let end = play(&rules, &fork, &[4], &first)?;
    map(&rules, &end, "0714", "0917")?;

    println!("Second choice, from the same position: the retreat to 1117");
    let east = face(Vertex::SE);
    let second = [step(Dir::SE), step(Dir::SE), step(Dir::S), east, east, east, east, step(Dir::S), east];
    let end = play(&rules, &fork, &[5, 8], &second)?;
    map(&rules, &end, "0914", "1118")?;

    let by = rules.side_of(hussars);
    // Only who recoils is answered for: the combat ends before the pursuit's first question.
    let mut combat = |rules: &JoursDeGloire, s: &State, by: Side, asked: &Question| match asked.frame {
        Frame::Withdrawal(_) => Stated.answer(rules, s, by, asked),
        _ => None,
    };
    let units = [hussars, nauendorff];
    println!("Exact odds, if the 11th Hussars do not counter-charge");
    let alone = odds(&rules, &before, by, &Action::Done, &mut combat, 10_000)?;
    table(&rules, "The combat alone, up to the pursuit; if there is none, with the end of the charge", &alone, units)?;
    let over = |rules: &JoursDeGloire, s: &State| rules.horizon(&before, s, Span::Activation);
    let whole = odds(&rules, &before, by, &Action::Done, &mut Until(Stated, over), 100_000)?;
    table(
        &rules,
        "With every pursuit and the end of the charge: recoils go straight back, facing is kept",
        &whole,
        units,
    )
}
