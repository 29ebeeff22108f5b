//! Montenotte's secrets: who stands under the enemy's letters, with strength, fatigue, command and supply; what he has in
//! the cup, in hand and in reserve; his tests, where they are thrown in secret.
//!
//! Positions that differ only in these give the other side the same view, questions, pauses, legal actions, refusals,
//! journals and undo, whoever acts, until something is shown.

use std::collections::BTreeMap;

use grognard::chance::{Chance, ChanceFault, Die, Seeded};
use grognard::doors::{Doors, EntryOf};
use grognard::journal::Body;
use grognard::montenotte::Montenotte;
use grognard::montenotte::action::{Action, Reaction, Restraint};
use grognard::montenotte::document::{Document, MarkerEntry, UnitEntry, Who};
use grognard::montenotte::event::Event;
use grognard::montenotte::frame::{Frame, Scout};
use grognard::montenotte::ids::{MarkerId, UnitNo};
use grognard::montenotte::label::Label;
use grognard::montenotte::state::{KindOfForce, Mark, State, Status};
use grognard::montenotte::view::Guess;
use grognard::odds::odds;
use grognard::players::Passing;
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::Side;

use super::any::{difference, games};
use super::play::Dice;

/// Dice that show the same whatever they are thrown for, so that hidden ones do not shift those that are seen.
#[derive(Clone, Copy)]
struct Same(u8);

impl Chance for Same {
    fn die(&mut self, die: Die, _: &mut dyn FnMut(u8) -> u8) -> Result<u8, ChanceFault> {
        Ok(self.0 % die.faces())
    }

    fn contest(&mut self, die: Die, _: &mut dyn FnMut(u8, u8) -> Option<u16>) -> Result<(u8, u8), ChanceFault> {
        Ok((self.0 % die.faces(), 0))
    }

    fn draw(&mut self, cup: u64) -> Result<u8, ChanceFault> {
        if cup == 0 { Err(ChanceFault::Nothing(grognard::chance::Kind::Draw)) } else { Ok(cup.trailing_zeros() as u8) }
    }

    fn pick(&mut self, count: u8) -> Result<u8, ChanceFault> {
        Ok(self.0 % count.max(1))
    }
}

/// Actions of all kinds, to see what is said of them: a refusal is an answer too.
fn tries(rules: &Montenotte) -> Vec<Action> {
    let mut tries = vec![Action::Done, Action::Sack, Action::Rest, Action::Pursue, Action::Advance];
    for marker in rules.markers(Side::First).or(rules.markers(Side::Second)) {
        tries.extend([
            Action::Activate { marker },
            Action::Join { marker },
            Action::March { marker },
            Action::Separate { marker },
            Action::Retreat { marker },
            Action::Reinforce { marker },
            Action::Pillage { marker },
            Action::Feed { marker },
            Action::Choose { marker },
            Action::Refrain { marker, restraint: Restraint::None },
            Action::React { marker, reaction: Reaction::Reconnoitre },
            Action::Reconnoitre { target: marker, bonus: 0 },
        ]);
        for other in rules.markers(Side::First).or(rules.markers(Side::Second)).into_iter().step_by(5) {
            tries.push(Action::Fund { chief: marker, marker: other });
            tries.push(Action::Fuse { marker, into: other });
        }
    }
    for unit in rules.roster().numbers() {
        tries.extend([Action::Lead { unit }, Action::Lose { unit }, Action::TakeBack { brigade: unit }]);
        tries.push(Action::Detach { brigade: unit, sp: 2 });
    }
    for dir in grognard::hex::Dir::ALL {
        tries.extend([Action::Step { dir }, Action::Rapid { dir }, Action::Attack { dir }]);
    }
    tries
}

/// What differs of all that a side learns at two positions.
fn learned(rules: &Montenotte, one: &State, other: &State, side: Side, tries: &[Action]) -> Option<String> {
    let views = [one, other].map(|state| rules.view(state, side));
    if views[0] != views[1] {
        return Some(format!("views: {}", difference(&views[0], &views[1])));
    }
    let waiting = [one, other].map(|state| rules.waiting(state));
    if waiting[0].of(side) != waiting[1].of(side) {
        return Some(format!("questions: {:?} and {:?}", waiting[0].of(side), waiting[1].of(side)));
    }
    let enemy = waiting.each_ref().map(|waiting| waiting.of(side.enemy()).is_some());
    if enemy[0] != enemy[1] {
        return Some(format!("pauses: {:?} and {:?}", waiting[0], waiting[1]));
    }
    let legal = [one, other].map(|state| rules.legal_actions(state, side));
    if legal[0] != legal[1] {
        return Some(format!("legal actions: {:?} and {:?}", legal[0], legal[1]));
    }
    let refused = |state, action| rules.check(state, side, action).err().map(|stop| stop.to_string());
    tries.iter().find_map(|action| {
        let refusals = [one, other].map(|state| refused(state, action));
        (refusals[0] != refusals[1]).then(|| format!("refusals of {action:?}: {refusals:?}"))
    })
}

/// Whether an entry shows a side something that it did not know.
fn shows(rules: &Montenotte, side: Side, entry: &EntryOf<Montenotte>) -> bool {
    let theirs = |marker: MarkerId| rules.side(marker) != side;
    match &entry.body {
        Body::Fact(event) => match *event {
            Event::Exposed { .. }
            | Event::Reported { .. }
            | Event::BattleOpened { .. }
            | Event::Control { .. }
            | Event::Pillaged { .. }
            | Event::Points { .. }
            | Event::Sardinian { .. }
            | Event::Initiative { .. }
            | Event::Disclosed
            | Event::ConiTaken
            | Event::Over { .. } => true,
            Event::Engaged { marker, .. } | Event::Drawn { marker } => theirs(marker),
            Event::Removed { marker } => theirs(marker),
            _ => false,
        },
        // Under which letter someone acts whom another letter calls.
        Body::Note(label) => matches!(*label, Label::Ignored(marker) if theirs(marker)),
        Body::Tally(tally) => match tally.what() {
            // Tests in the open tell what is tested.
            Label::Effort(m)
            | Label::Resolve(m)
            | Label::Reaction(m)
            | Label::Joining(m)
            | Label::ToTheGuns(m)
            | Label::Pursuit(m)
            | Label::InitiativeTest(m) => theirs(m),
            // The totals of a battle are reckoned in the open, fatigue and all.
            Label::Battle | Label::MoraleOf(_) | Label::PursuitLosses => true,
            _ => false,
        },
        _ => false,
    }
}

/// Another position that gives a side the same view: others under the enemy's letters, of other strength and condition.
fn other(rules: &Montenotte, state: &State, side: Side, dice: &mut Dice) -> Option<State> {
    let view = rules.view(state, side);
    let truth: Document = rules.write(state);
    // Those under letters that look alike change places.
    let mut groups: BTreeMap<KindOfForce, (Vec<String>, Vec<Who>)> = BTreeMap::new();
    for name in &view.unknown {
        let entry = &truth.markers[name];
        let (names, whos) = groups.entry(entry.report.kind).or_default();
        names.push(name.clone());
        whos.extend(entry.who.clone());
    }
    let mut guess = Guess { cup: Some(truth.cup.clone()), aside: Some(truth.aside.clone()), ..Guess::default() };
    let letters = |names: &[String]| -> Vec<String> {
        let theirs = |name: &&String| rules.marker(name).is_some_and(|marker| rules.side(marker) != side);
        names.iter().filter(theirs).cloned().collect()
    };
    guess.cup = Some(letters(&truth.cup));
    guess.aside = Some(letters(&truth.aside));
    for (names, mut whos) in groups.into_values() {
        for name in names {
            let who = whos.swap_remove(dice.below(whos.len()));
            let mut marks = if dice.below(3) == 0 { vec![Mark::OutOfSupply] } else { Vec::new() };
            // That it has acted was seen.
            marks.extend(truth.markers[&name].marks.iter().filter(|mark| **mark == Mark::Activated));
            let entry = MarkerEntry {
                who: Some(who),
                fatigue: dice.below(3) as u8,
                status: [Status::Supplied, Status::Isolated, Status::Uncommanded][dice.below(3)],
                marks,
                ..MarkerEntry::default()
            };
            guess.markers.insert(name, entry);
        }
    }
    for unit in rules.roster().numbers().filter(|unit| rules.roster()[*unit].side() != side) {
        let name = rules.roster()[unit].name.clone();
        if !view.seen.units.contains_key(&name) && dice.below(2) == 0 {
            let sp = 1 + dice.below(9) as u8;
            guess.units.insert(name, UnitEntry { sp, initial: sp + 1, cursor: dice.below(3) as i8 - 1, chariots: 0 });
        }
    }
    guess.reserve = Some(dice.below(4) as u8);
    guess.chosen = truth.chosen.clone();
    let supposed = rules.suppose(&view, &guess).ok()?;
    // What nobody has to answer goes on by itself.
    rules.waiting(&supposed).sides().next()?;
    Some(supposed)
}

/// Plays two positions on by the same actions until something is shown, and gives how far that was.
fn alike(
    rules: &Montenotte,
    mut pair: [State; 2],
    side: Side,
    dice: &mut Dice,
    tries: &[Action],
) -> Result<usize, String> {
    for n in 0..12 {
        let [one, other] = &pair;
        if let Some(leak) = learned(rules, one, other, side, tries) {
            return Err(leak);
        }
        let waiting = rules.waiting(one);
        let Some(by) = waiting.of(side).map(|_| side).or_else(|| waiting.of(side.enemy()).map(|_| side.enemy())) else {
            return Ok(n);
        };
        // Whoever it is does what can be done in both positions.
        let there = rules.legal_actions(other, by);
        let both: Vec<Action> = rules.legal_actions(one, by).into_iter().filter(|a| there.contains(a)).collect();
        if both.is_empty() {
            return Ok(n);
        }
        let action = both[dice.below(both.len())];
        let same = Same(dice.below(6) as u8);
        let outcomes = [one, other].map(|state| rules.apply(state, by, &action, &mut { same }));
        let [Ok(a), Ok(b)] = outcomes else { return Ok(n) };
        let journals = [&a, &b].map(|outcome| rules.journal_for(side, &outcome.journal));
        let longest = journals[0].len().max(journals[1].len());
        for at in 0..longest {
            let entries = journals.each_ref().map(|journal| journal.get(at));
            if entries.iter().flatten().any(|entry| shows(rules, side, entry)) {
                return Ok(n + 1);
            }
            if entries[0] != entries[1] {
                let told = entries.map(|entry| entry.map(|entry| rules.tell(entry)));
                return Err(format!("journals of {action:?} by {by:?}: {told:?}"));
            }
        }
        if by == side && a.undo != b.undo {
            return Err(format!("undo of {action:?}: {:?} and {:?}", a.undo, b.undo));
        }
        // Whoever is reconnoitred with success answers, or is shown for a decoy.
        let answers = |state: &State| {
            [Side::First, Side::Second].into_iter().any(|one| {
                let asked = rules.waiting(state).of(one).map(|question| question.frame);
                matches!(asked, Some(Frame::Scouting(scouting)) if scouting.stage == Scout::Announce)
            })
        };
        if answers(&a.state) || answers(&b.state) {
            return Ok(n + 1);
        }
        // A demoralised division marches as a whole.
        if matches!(action, Action::Withdraw { .. }) {
            return Ok(n + 1);
        }
        pair = [a.state, b.state];
    }
    Ok(12)
}

fn secrets_are_kept(setup: &Setup, scenario: &str, seeds: std::ops::Range<u64>, every: usize) {
    let rules = Montenotte::open(setup).unwrap();
    let tries = tries(&rules);
    let (mut pairs, mut steps, mut longest) = (0_u32, 0, 0);
    let mut leaks: BTreeMap<String, String> = BTreeMap::new();
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let mut n = 0;
        games(&rules, seed, 1_800, |rules, state| {
            n += 1;
            if n % every != 0 || rules.over(state) {
                return;
            }
            for side in Side::BOTH {
                let Some(other) = other(rules, state, side, &mut dice) else { continue };
                pairs += 1;
                match alike(rules, [state.clone(), other], side, &mut dice, &tries) {
                    Ok(far) => {
                        steps += far;
                        longest = longest.max(far);
                    }
                    Err(leak) => {
                        let kind: String = leak.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
                        leaks.entry(kind).or_insert_with(|| format!("{scenario} {seed} {n} {side:?}: {leak}"));
                    }
                }
            }
        });
    }
    println!("{scenario}: {pairs} pairs of positions, {steps} actions, {longest} at most until something was shown");
    let told: Vec<String> = leaks.into_values().collect();
    assert!(told.is_empty(), "{} kinds of leak:\n{}", told.len(), told.join("\n"));
    assert!(pairs > 20 && longest >= 8, "{pairs} pairs, {longest} actions at most");
}

#[test]
fn who_stands_under_a_letter_is_secret_until_it_is_shown() {
    secrets_are_kept(&Setup::scenario("montenotte"), "montenotte", 0..2, 37);
    secrets_are_kept(&Setup::scenario("montenotte-proving"), "montenotte-proving", 0..2, 37);
}

#[test]
fn so_it_is_where_the_owner_says_who_bears_attrition_and_decoys_fight() {
    let setup = Setup::scenario("montenotte-proving").ruling("attrition-loser", "owner");
    secrets_are_kept(&setup.ruling("decoy-attacked", "battle"), "montenotte-proving", 2..4, 37);
}

#[test]
fn so_it_is_where_tests_are_thrown_in_secret() {
    let secret = Setup::scenario("montenotte").ruling("test-in-secret", "secret");
    secrets_are_kept(&secret, "secret tests", 3..5, 37);
    // Nobody hears of the other side's tests then.
    let rules = Montenotte::open(&secret).unwrap();
    let mut thrown = 0;
    let mut chance = Seeded::new(8);
    let mut dice = Dice::new(8);
    let mut state = rules.begin(&mut chance).unwrap().state;
    for _ in 0..1_000 {
        let Some((side, action)) = super::any::choose(&rules, &state, &mut dice, 8) else { break };
        let outcome = rules.apply(&state, side, &action, &mut chance).unwrap();
        for entry in outcome.journal.entries().iter().filter(|entry| entry.tally().is_some_and(|t| t.need().is_some()))
        {
            thrown += 1;
            assert!(Side::BOTH.into_iter().any(|side| !entry.seen.by(side)), "{}", rules.tell(entry));
        }
        state = outcome.state;
    }
    assert!(thrown > 10, "{thrown} tests");
}

#[test]
fn what_the_enemy_has_in_the_cup_is_not_seen() {
    let rules = Montenotte::open(&Setup::scenario("montenotte")).unwrap();
    let mut met = 0;
    games(&rules, 2, 600, |rules, state| {
        let document = rules.write(state);
        if document.cup.len() < 4 {
            return;
        }
        let mut fewer: Document = document.clone();
        let gone = fewer
            .cup
            .iter()
            .position(|name| rules.marker(name).is_some_and(|marker| rules.side(marker) == Side::Second));
        let Some(gone) = gone else { return };
        fewer.cup.remove(gone);
        let Ok(fewer) = rules.read(&fewer) else { return };
        met += 1;
        assert_eq!(rules.view(state, Side::First), rules.view(&fewer, Side::First));
        assert_ne!(rules.view(state, Side::Second), rules.view(&fewer, Side::Second));
    });
    assert!(met > 20, "{met}");
}

/// Asked for a side, odds are those of what it supposes: equal views and guesses give equal odds, whatever the truth.
#[test]
fn odds_for_a_side_are_those_of_what_it_supposes() {
    let rules = Montenotte::open(&Setup::scenario("montenotte")).unwrap();
    let (mut dice, mut met, mut n) = (Dice::new(5), 0, 0);
    games(&rules, 5, 900, |rules, state| {
        n += 1;
        if n % 37 != 0 || met > 12 {
            return;
        }
        for side in Side::BOTH {
            if rules.waiting(state).of(side).is_none() {
                continue;
            }
            let Some(other) = other(rules, state, side, &mut dice) else { continue };
            let legal = rules.legal_actions(state, side);
            let action = legal[dice.below(legal.len())];
            let supposed = [state, &other].map(|state| {
                rules.suppose(&rules.view(state, side), &Guess::default()).expect("what is seen can be supposed")
            });
            assert_eq!(supposed[0], supposed[1]);
            let told = supposed
                .each_ref()
                .map(|state| odds(rules, state, side, &action, &mut Passing, 300).map(|odds| format!("{odds:?}")).ok());
            assert_eq!(told[0], told[1], "{action:?}");
            met += 1;
        }
    });
    assert!(met > 5, "{met}");
}

/// The document of a battle shows who fights, and forgets it when it is over (ruling `battle-reveals`).
#[test]
fn a_battle_shows_who_fights_while_it_lasts() {
    let rules = Montenotte::open(&Setup::scenario("montenotte-proving")).unwrap();
    let (mut during, mut before) = (0, 0);
    games(&rules, 3, 2_000, |rules, state| {
        for side in Side::BOTH {
            let view = rules.view(state, side);
            let engaged = state.battle().map(|battle| battle.engaged());
            for marker in rules.markers(side.enemy()) {
                let Some(entry) = view.seen.markers.get(&rules.marker_name(marker)) else { continue };
                let named = rules.brigade_of(marker).is_some();
                let told = state.report(marker).units == grognard::montenotte::state::Told::Yes;
                let fights = engaged.is_some_and(|engaged| engaged.has(state.head(marker)));
                if fights {
                    assert!(named || entry.who.is_some(), "{entry:?}");
                    during += 1;
                } else if !named && !told {
                    assert_eq!(entry.who, None);
                    assert_eq!((entry.fatigue, entry.status), (0, Status::Supplied));
                    before += 1;
                }
            }
            for unit in rules.roster().numbers().filter(|unit: &UnitNo| rules.roster()[*unit].side() != side) {
                let marker = state.marker_of(grognard::montenotte::state::Content::Unit(unit));
                let fights = marker.is_some_and(|m| engaged.is_some_and(|engaged| engaged.has(state.head(m))));
                assert_eq!(view.seen.units.contains_key(&rules.roster()[unit].name), fights && state.sp(unit) > 0);
            }
        }
    });
    assert!(during > 10 && before > 1_000, "{during} and {before}");
}

/// A side that answers through the door hears nothing of what the other does in secret.
#[test]
fn the_door_tells_a_viewer_nothing_of_the_other_sides_commands() {
    let ask = |request: &serde_json::Value| -> serde_json::Value {
        serde_json::from_str(&grognard::door::adjudicate(&request.to_string())).unwrap()
    };
    let mut request = serde_json::json!({"ruleset": "montenotte", "setup": {"scenario": "montenotte-proving"},
        "chance": {"seeded": {"seed": 1}}, "actions": []});
    // Up to the commands of both sides.
    let mut host = ask(&request);
    for _ in 0..8 {
        let game = &host["adjudicated"];
        let command = |side: &str| {
            let legal = game["legal"][side].as_array();
            legal.and_then(|legal| legal.iter().find(|action| action.get("fund").is_some()).cloned())
        };
        if let Some(fund) = command("Coalition") {
            request["viewer"] = "French".into();
            let before = ask(&request);
            request["actions"].as_array_mut().unwrap().push(serde_json::json!({"by": "Coalition", "action": fund}));
            let after = ask(&request);
            for key in ["view", "legal", "questions"] {
                assert_eq!(after["adjudicated"][key], before["adjudicated"][key], "{key}");
            }
            let last = after["adjudicated"]["journal"].as_array().unwrap().last().unwrap();
            assert_eq!(last["entries"], serde_json::json!([]));
            assert!(after["adjudicated"]["document"].is_null() && after["adjudicated"]["fingerprint"].is_null());
            return;
        }
        let (by, action) = game["legal"].as_object().unwrap().iter().next().map(|(by, legal)| (by, &legal[0])).unwrap();
        let deed = serde_json::json!({"by": by, "action": action});
        request["actions"].as_array_mut().unwrap().push(deed);
        host = ask(&request);
    }
    panic!("nobody can be commanded: {host}");
}
