//! The worked examples of Rivoli's and Montebello's rulebooks, number by number and as told (J1 to J5 and J8), and the
//! numbers that the texts on charges state in passing.

#[path = "support/ground.rs"]
mod ground;
mod support;

use grognard::chance::Scripted;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::JoursDeGloire;
use grognard::jours_de_gloire::action::Action;
use grognard::jours_de_gloire::charts::{Barrier, Crossing, Terrain};
use grognard::jours_de_gloire::edition::Edition::{self, Montebello, Rivoli};
use grognard::jours_de_gloire::event::Event;
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Step};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::position::{Orders, Position};
use grognard::jours_de_gloire::state::{Order, State};
use grognard::ruleset::Ruleset;
use grognard::setup::Setup;
use grognard::side::{Side, UnitId};
use ground::{Ground, HUSSARS, Journal, Kind, LINE, Play, modifiers, step, tally};
use support::proves;

fn told(rules: &JoursDeGloire, account: &Journal) -> String {
    let lines = account.entries().iter().map(|entry| rules.tell(entry)).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

fn value(play: &[(String, i8)], label: &str) -> Option<i8> {
    play.iter().find(|(name, _)| name == label).map(|(_, value)| *value)
}

// ------------------------------------------------------------------------------------------------------------ J1, J2, J8

#[test]
fn j1_the_ratio_of_strengths() {
    for edition in Edition::ALL {
        for (attack, defend, expected) in [(8, 3, 2), (5, 6, -1), (3, 2, 1)] {
            let mut ground = Ground::new(edition);
            let a = ground.put("A", Kind { strength: attack, ..LINE }, "1005", Vertex::SE);
            let c = ground.put("C", Kind { strength: defend, ..LINE }, "1006", Vertex::NW);
            let mut play = ground.moving();
            assert_eq!(play.rules.charts().odds(attack.into(), defend.into()).0.value, expected);
            play.shock(a);
            // A 3 keeps the total between 5 and 9 or below, whatever the ratio: nothing but the tally matters.
            let account = play.fight(a, if expected == 2 { &[3, 0] } else { &[5, 0] }[..1].as_ref());
            let tally = tally(&account, |label| matches!(label, Label::Shock(_)));
            let ratio = tally.modifiers().find(|m| matches!(m.label, Label::Ratio(..))).expect("the ratio");
            assert_eq!(ratio.value, expected, "{attack} against {defend}");
            assert_eq!(ratio.label, Label::Ratio(attack, defend));
            let rules = match edition {
                Rivoli => ["R 8.6.1/1", "R 8.5/1"],
                Montebello => ["M 8.6.1/1", "M 8.5/1"],
            };
            proves(&rules, &account);
            let _ = c;
            if edition == Montebello {
                insta::assert_snapshot!(format!("j1_{attack}_to_{defend}"), told(&play.rules, &account));
            }
        }
    }
}

#[test]
fn j2_tactical_groups() {
    let chain = ["1005", "1007", "1009", "1011", "1013", "1015"];
    let clusters = ["1003", "1004", "1005", "1007", "1011", "1012"];
    for (hexes, groups) in [(chain, vec![6]), (clusters, vec![4, 2])] {
        let mut ground = Ground::new(Montebello);
        let units: Vec<UnitId> = hexes.iter().map(|hex| ground.put("A", LINE, hex, Vertex::SE)).collect();
        let enemy = ground.put("C", LINE, "1901", Vertex::SE);
        let rules = ground.open();
        let enemy = rules.roster().unit_name(enemy);
        let mut position = Position::empty(&rules).place(&enemy, "1901", Vertex::SE);
        for (unit, hex) in units.iter().zip(hexes) {
            position = position.place(&rules.roster().unit_name(*unit), hex, Vertex::SE);
        }
        // The rest of turn 1 goes by, and turn 2 begins with its groups.
        let mut state = position.activate("A", Orders::Received, Step::Rally).build().unwrap();
        let mut account = Journal::new();
        while state.turn() == 1 {
            let outcome = match rules.waiting(&state).sides().next() {
                Some(by) => rules.apply(&state, by, &Action::Done, &mut Scripted::d10([])).unwrap(),
                None => rules.resume(&state, &mut Scripted::d10([])).unwrap(),
            };
            (state, account) = (outcome.state, outcome.journal);
        }
        let mut sizes: Vec<usize> = units.iter().map(|unit| rules.group(&state, *unit).len()).collect();
        sizes.dedup();
        assert_eq!(sizes, groups);
        insta::assert_snapshot!(format!("j2_{}_groups", groups.len()), told(&rules, &account));
        proves(&["M 2.3.1/2"], &account);
    }
}

#[test]
fn j8_reduced_movement() {
    for edition in Edition::ALL {
        for (full, reduced) in [(4, 2), (7, 4)] {
            let mut ground = Ground::new(edition);
            let a = ground.put("A", Kind { movement: full, ..LINE }, "1005", Vertex::SE);
            let mut play = ground.at(Step::Movement, Orders::Without);
            assert_eq!(play.rules.allowance(&play.state, a, Gait::March), reduced);
            play.act(Action::Move { unit: a, party: Party::Alone, gait: Gait::March }, &[]);
            for _ in 0..reduced {
                play.act(step(Dir::S), &[]);
            }
            assert_eq!(play.ways(), [], "{reduced} points are spent");
            if edition == Montebello {
                insta::assert_snapshot!(format!("j8_{full}"), told(&play.rules, &play.account));
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------------------ J3

struct Charge {
    rules: JoursDeGloire,
    state: State,
    account: Journal,
    nauendorff: UnitId,
    hussar_5: UnitId,
    wurttemberg: UnitId,
    hussars: UnitId,
    dragoons: UnitId,
}

impl Charge {
    fn new(edition: &str) -> Self {
        let rules = JoursDeGloire::open(&Setup::scenario("charge").option(edition)).unwrap();
        let state = Position::scenario(&rules).activate("O'Reilly", Orders::Without, Step::Movement).build().unwrap();
        let unit = |name: &str| rules.roster().unit_named(name).unwrap();
        Self {
            nauendorff: unit("O'Reilly/Nauendorff"),
            hussar_5: unit("O'Reilly/Hussar 5"),
            wurttemberg: unit("O'Reilly/Württemberg"),
            hussars: unit("Murat/11th Hussars"),
            dragoons: unit("Murat/6th Dragoons"),
            rules,
            state,
            account: Journal::new(),
        }
    }

    fn with(&self, state: &State) -> Play {
        Play { rules: self.rules.clone(), state: state.clone(), account: Journal::new() }
    }

    fn play(&self) -> Play {
        self.with(&self.state)
    }
}

#[test]
fn j3_the_charge_to_the_fork() {
    let charge = fork();
    let play = charge.with(&charge.state);
    insta::assert_snapshot!("j3_to_the_fork", told(&charge.rules, &charge.account));
    assert_eq!(play.hex(charge.nauendorff), "0913");
    assert_eq!(play.hex(charge.hussars), "0915");
    assert_eq!(play.hex(charge.hussar_5), "0911");
    assert_eq!(play.order(charge.hussars), Order::Routed);
    assert_eq!(play.order(charge.nauendorff), Order::Good);
    assert_eq!(play.order(charge.dragoons), Order::Good);
    assert_eq!(play.asked(), Side::First);
    assert!(matches!(play.frame(), Frame::Withdrawal(w) if w.unit == charge.hussars && w.left == 3));
}

/// The charge up to the question of the retreat: the one recorded position.
fn fork() -> Charge {
    let mut charge = Charge::new("montebello-edition");
    let mut play = charge.play();
    let target = |hex: &str| play.rules.map().grid.cell(hex.parse().unwrap()).unwrap();
    let call = |unit, hex| Action::Charge { unit, party: Party::Alone, target: target(hex) };
    let (nauendorff, hussar_5, hussars) = (charge.nauendorff, charge.hussar_5, charge.hussars);

    // Only Nauendorff and Hussar 5 may charge; Württemberg stands in a village.
    let (first, second, third) = (call(hussar_5, "1112"), call(nauendorff, "0913"), call(charge.wurttemberg, "1112"));
    play.refuse(&["M 9.1/10"], third);

    // 1. Engagement tests.
    let test = play.act(first, &[8]);
    let failed = tally(&test, |label| label == Label::ChargeEngagement(hussar_5));
    assert_eq!((failed.total(), failed.need(), failed.passed()), (8, Some(5), Some(false)));
    assert_eq!(play.hex(hussar_5), "0911");
    play.refuse(&["M 9.1/5"], first);
    proves(&["M 9.1/4", "M 9.1/5"], &test);
    let test = play.act(second, &[4]);
    let passed = tally(&test, |label| label == Label::ChargeEngagement(nauendorff));
    assert_eq!((passed.total(), passed.passed()), (4, Some(true)));

    // 2. The movement; no square, no recall.
    play.act(step(Dir::S), &[]);
    play.act(Action::Halt { facing: Vertex::SE }, &[]);
    assert_eq!(play.hex(nauendorff), "0813");
    assert!(matches!(play.frame(), Frame::Activation(Step::Movement)), "cavalry is offered no square");
    play.act(Action::Done, &[]);
    play.act(Action::Fight { unit: nauendorff }, &[]);
    assert!(matches!(play.frame(), Frame::Combat(_)));
    assert_eq!(play.asked(), Side::First, "the Hussars may counter-charge");

    // The counter-charge fails; 3. the combat.
    let combat = play.act(Action::CounterCharge { unit: hussars }, &[7, 7]);
    let counter = tally(&combat, |label| label == Label::CounterCharge(hussars));
    assert_eq!((counter.sum(), counter.total(), counter.need()), (0, 7, Some(6)));
    assert_eq!(counter.modifiers().count(), 0, "neither is heavy");
    let first = tally(&combat, |label| label == Label::Charge(nauendorff));
    let expected = [("strength 3 to 2", 1), ("clear", 1), ("cohesion 6 against 6", 0), ("light cavalry charges", 1)];
    assert_eq!(modifiers(&first), expected.map(|(name, value)| (name.to_owned(), value)));
    assert_eq!((first.sum(), first.total()), (3, 10));
    let recoil = play.act(step(Dir::S), &[]);
    assert_eq!((play.hex(hussars).as_str(), play.order(hussars)), ("0914", Order::Disordered));
    assert_eq!(play.state.facing(hussars), Vertex::NW, "a recoil keeps the facing");
    proves(&["M 10.3.1/2", "M 10.1/1", "M 9.5.2/7"], &recoil);

    // 4. The first pursuit; no counter-charge, for the Hussars are disordered.
    assert_eq!(play.hex(nauendorff), "0913");
    let pursuit = play.act(Action::Turn { facing: Vertex::SE }, &[2]);
    let second = tally(&pursuit, |label| label == Label::PursuitCharge(nauendorff));
    let expected = [
        ("strength 3 to 1", 3),
        ("clear", 1),
        ("cohesion 6 against 5", 1),
        ("light cavalry charges", 1),
        ("pursuit charge 1", 0),
    ];
    assert_eq!(modifiers(&second), expected.map(|(name, value)| (name.to_owned(), value)));
    assert_eq!((second.sum(), second.total()), (6, 8));
    assert!(pursuit.tallies().all(|tally| !matches!(tally.what(), Label::CounterCharge(_))));
    let test = play.act(step(Dir::S), &[6]);
    let cohesion = tally(&test, |label| matches!(label, Label::Cohesion(..)));
    assert_eq!((cohesion.total(), cohesion.need(), cohesion.passed()), (6, Some(5), Some(false)));
    proves(&["M 9.4/1", "M 9.5.2/12", "M 8.6.1/1", "M 8.6.2/1", "M 9.2/3"], &play.account);
    (charge.state, charge.account) = (play.state, play.account);
    charge
}

#[test]
fn j3_first_choice_to_the_cut_ground() {
    let charge = fork();
    let mut play = charge.with(&charge.state);
    for dir in [Dir::SW, Dir::SW] {
        play.act(step(dir), &[]);
    }
    assert_eq!(play.hex(charge.hussars), "0716", "by 0816 to 0716");
    play.act(step(Dir::S), &[]);
    assert_eq!(play.hex(charge.hussars), "0717");
    for facing in [Vertex::SE, Vertex::SW, Vertex::SW] {
        play.act(Action::Turn { facing }, &[]);
    }
    assert_eq!(play.hex(charge.nauendorff), "0716");
    let end = play.act(Action::Turn { facing: Vertex::SW }, &[4]);
    let test = tally(&end, |label| matches!(label, Label::Cohesion(..)));
    assert_eq!((test.total(), test.need(), test.passed()), (4, Some(6), Some(true)));
    assert_eq!(play.order(charge.nauendorff), Order::Good);
    assert_eq!(play.order(charge.hussars), Order::Routed);
    assert_eq!(play.hex(charge.nauendorff), "0716", "no charge into cut ground");
    proves(&["M 9.5.2/10"], &end);
    proves(&["M 10.3.1/3"], &play.account);
    insta::assert_snapshot!("j3_first_choice", told(&charge.rules, &play.account));
}

#[test]
fn j3_second_choice_to_the_end_of_the_hussars() {
    let charge = fork();
    let mut play = charge.with(&charge.state);
    for dir in [Dir::SE, Dir::SE, Dir::S] {
        play.act(step(dir), &[]);
    }
    assert_eq!(play.hex(charge.hussars), "1117");
    for _ in 0..3 {
        play.act(Action::Turn { facing: Vertex::SE }, &[]);
    }
    assert_eq!(play.hex(charge.nauendorff), "1116");
    let pursuit = play.act(Action::Turn { facing: Vertex::SE }, &[5]);
    let third = tally(&pursuit, |label| label == Label::PursuitCharge(charge.nauendorff));
    let expected = [
        ("strength 3 to 1", 3),
        ("clear", 1),
        ("cohesion 6 against 5", 1),
        ("light cavalry charges", 1),
        ("defender routed", 2),
        ("pursuit charge 2", -1),
    ];
    assert_eq!(modifiers(&third), expected.map(|(name, value)| (name.to_owned(), value)));
    assert_eq!((third.sum(), third.total()), (7, 12));
    let lost = play.act(step(Dir::S), &[]);
    assert_eq!(play.order(charge.hussars), Order::Eliminated);
    assert!(lost.entries().iter().any(|entry| {
        matches!(entry.event(), Some(Event::Moved { unit, to, .. })
            if *unit == charge.hussars && charge.rules.map().grid.hex(*to).to_string() == "1118")
    }));
    assert_eq!(play.hex(charge.nauendorff), "1117");
    let end = play.act(Action::Turn { facing: Vertex::SE }, &[8]);
    let test = tally(&end, |label| matches!(label, Label::Cohesion(..)));
    assert_eq!((test.total(), test.need(), test.passed()), (8, Some(6), Some(false)));
    assert_eq!(play.order(charge.nauendorff), Order::Disordered);
    proves(&["M 10.2/3", "M 9.5.2/8"], &lost);
    insta::assert_snapshot!("j3_second_choice", told(&charge.rules, &play.account));
}

#[test]
fn j3_only_the_dice_of_the_script_are_used_and_all_of_them() {
    let charge = fork();
    let by = Side::First;
    for (dice, short) in [(vec![], false), (vec![9], true)] {
        let mut chance = Scripted::d10(dice);
        charge.rules.apply(&charge.state, by, &step(Dir::S), &mut chance).map(|_| ()).unwrap();
        assert_eq!(chance.finish().is_err(), short);
    }
}

// -------------------------------------------------------------------------------------------------------------- J4, J5

#[test]
fn j4_cavalry_shock_on_a_village() {
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
    let c = ground.put("C", LINE, "1006", Vertex::NW);
    ground.terrain("1006", Terrain::Village);
    let mut play = ground.moving();
    play.shock(a);
    let account = play.fight(a, &[9]);
    let tally = tally(&account, |label| label == Label::Shock(a));
    let found = modifiers(&tally);
    assert_eq!(value(&found, "cavalry does not charge"), Some(-2));
    assert_eq!(value(&found, "village"), Some(-1));
    assert_eq!(value(&found, "strength 3 to 4"), Some(-1));
    assert_eq!(value(&found, "cohesion 6 against 5"), Some(1));
    assert_eq!((tally.sum(), tally.modifiers().count(), tally.total()), (-3, 4, 6), "-3 in all: the rest cancels out");
    proves(&["M 9.1/12"], &account);
    insta::assert_snapshot!("j4", told(&play.rules, &account));
    let _ = c;
}

#[test]
fn j5_the_streets_of_casteggio() {
    let rules = JoursDeGloire::open(&Setup::scenario("montebello")).unwrap();
    let roster = rules.roster();
    let cavalry = |side| {
        let units = (0..roster.units.len()).filter_map(UnitId::new);
        let mut riders = units.filter(|unit| {
            let unit = roster.unit(*unit).unwrap();
            unit.arm == grognard::jours_de_gloire::charts::Arm::Cavalry
                && roster.formation(unit.formation).is_some_and(|f| f.side == side)
        });
        riders.next().unwrap()
    };
    let (rider, enemy) = (cavalry(Side::First), cavalry(Side::Second));
    let formation = &roster.formation(roster.unit(rider).unwrap().formation).unwrap().name;
    let place = |from: &str, facing| {
        let state = Position::empty(&rules)
            .place(&roster.unit_name(rider), from, facing)
            .place(&roster.unit_name(enemy), "1310", Vertex::NE)
            .activate(formation, Orders::Received, Step::Movement)
            .build()
            .unwrap();
        Play { rules: rules.clone(), state, account: Journal::new() }
    };
    // From 1409, along the road.
    let mut play = place("1509", Vertex::SW);
    let charge = play.charge(rider, "1310");
    play.act(charge, &[]);
    play.act(step(Dir::SW), &[]);
    assert_eq!(play.hex(rider), "1409");
    let halt = play.act(Action::Halt { facing: Vertex::SW }, &[]);
    proves(&["M specific 9.1/1"], &halt);
    insta::assert_snapshot!("j5", told(&rules, &play.account));
    // From 1309, across the houses: it could only ride on to 1409.
    let mut play = place("1308", Vertex::SE);
    let charge = play.charge(rider, "1310");
    play.act(charge, &[]);
    play.refuse(&["M specific 9.1/1"], step(Dir::S));
}

// ------------------------------------------------------------------------------------------------ numbers in passing

/// Rides one hex south from 1005 and tells the cost of it.
fn cost(edition: Edition, draw: impl Fn(&mut Ground)) -> Option<i16> {
    let mut ground = Ground::new(edition);
    let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
    draw(&mut ground);
    let mut play = ground.moving();
    play.act(Action::Move { unit: a, party: Party::Alone, gait: Gait::March }, &[]);
    if !play.may(step(Dir::S)) {
        return None;
    }
    let account = play.act(step(Dir::S), &[]);
    Some(tally(&account, |label| matches!(label, Label::Cost(_))).total())
}

#[test]
fn what_hexes_cost_a_charge_in_the_older_edition() {
    // Town 3; slope 1 + 2; redoubt + 3; woods along a road 1 (R 9.1).
    assert_eq!(cost(Rivoli, |_| ()), Some(1));
    assert_eq!(cost(Rivoli, |ground| ground.terrain("1006", Terrain::Town)), Some(3));
    assert_eq!(cost(Rivoli, |ground| ground.barrier("1005", "1006", Barrier::Slope)), Some(3));
    assert_eq!(cost(Rivoli, |ground| ground.barrier("1005", "1006", Barrier::Redoubt)), Some(4));
    let road = cost(Rivoli, |ground| {
        ground.terrain("1006", Terrain::Woods);
        ground.road(&["1005", "1006"]);
    });
    assert_eq!(road, Some(1));
}

#[test]
fn a_bridged_stream_costs_nothing_and_counts_in_a_shock() {
    assert_eq!(cost(Montebello, |ground| ground.barrier("1005", "1006", Barrier::Stream)), Some(2));
    let bridged = |ground: &mut Ground| {
        ground.barrier("1005", "1006", Barrier::Stream);
        ground.crossing("1005", "1006", Crossing::Bridge);
    };
    assert_eq!(cost(Montebello, bridged), Some(1));
    let mut ground = Ground::new(Montebello);
    let a = ground.put("A", LINE, "1005", Vertex::SE);
    let c = ground.put("C", LINE, "1006", Vertex::NW);
    bridged(&mut ground);
    let play = ground.moving();
    let found = play.tally(&[a], false, &[c], 0);
    let hexside: i16 = found.modifiers().filter(|m| m.label == Label::Hexside).map(|m| i16::from(m.value)).sum();
    assert_eq!(hexside, -1);
}

#[test]
fn the_penalties_of_pursuit_charges() {
    for (edition, expected) in [(Montebello, [0, 0, -1, -2, -3]), (Rivoli, [0, -1, -2, -3, -4])] {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
        let c = ground.put("C", HUSSARS, "1006", Vertex::NW);
        let play = ground.moving();
        for (charges, value) in (0..).zip(expected) {
            let tally = play.tally(&[a], true, &[c], charges);
            let penalty = tally.modifiers().find(|m| matches!(m.label, Label::FurtherCharge(_)));
            assert_eq!(penalty.map_or(0, |m| m.value), value, "{edition:?}, {charges} before");
        }
    }
}

#[test]
fn a_cassina_takes_the_bonus_of_clear_ground_from_those_who_attack_infantry() {
    for (kind, bonus) in [(LINE, 0), (HUSSARS, 1)] {
        let mut ground = Ground::new(Montebello);
        let a = ground.put("A", LINE, "1005", Vertex::SE);
        let c = ground.put("C", kind, "1006", Vertex::NW);
        ground.terrain("1006", Terrain::Cassina);
        let play = ground.moving();
        let tally = play.tally(&[a], false, &[c], 0);
        let terrain = tally.modifiers().filter(|m| matches!(m.label, Label::Terrain(_))).map(|m| m.value);
        assert_eq!(terrain.sum::<i8>(), bonus);
    }
}

#[test]
fn nobody_joins_a_square() {
    let mut ground = Ground::new(Montebello);
    let small = Kind { strength: 2, ..LINE };
    let a = ground.put("A", small, "1005", Vertex::SE);
    let b = ground.put("A", small, "1006", Vertex::SE);
    ground.square(b);
    let mut play = ground.moving();
    play.act(Action::Move { unit: a, party: Party::Alone, gait: Gait::March }, &[]);
    assert!(!play.may(step(Dir::S)), "not even to pass");
}

#[test]
fn a_routed_unit_without_a_hex_to_run_to_is_lost() {
    let mut ground = Ground::new(Montebello);
    ground.put("A", LINE, "0101", Vertex::SE);
    let c = ground.put("C", LINE, "1005", Vertex::SE);
    ground.order(c, Order::Routed);
    for hex in ["1004", "1104", "1105", "1006", "0905", "0904"] {
        ground.put("B", LINE, hex, Vertex::SE);
    }
    let mut play = ground.at(Step::Movement, Orders::Received);
    for _ in 0..8 {
        if play.order(c) == Order::Eliminated {
            break;
        }
        play.act(Action::Done, &[]);
    }
    assert_eq!(play.order(c), Order::Eliminated);
    proves(&["M 10.4/3"], &play.account);
}

#[test]
fn one_position_in_both_editions() {
    // The recall: cohesion 6 or engagement 5.
    for (edition, recalled) in [(Rivoli, true), (Montebello, false)] {
        let mut ground = Ground::new(edition);
        let a = ground.put("A", HUSSARS, "1005", Vertex::SE);
        let c = ground.put("C", LINE, "1007", Vertex::NW);
        let mut play = ground.moving();
        play.ride(a, "1007", &[Dir::S], Vertex::SE);
        play.done_moving();
        play.act(Action::FormSquare { unit: c }, &[0]);
        play.act(Action::Recall, &[6]);
        assert_eq!(matches!(play.frame(), Frame::RecallMove { .. }), recalled);
    }
    // The worked charge, by either edition's rules, with the same dice as long as both throw them.
    for (edition, end) in [("rivoli-edition", Order::Disordered), ("montebello-edition", Order::Good)] {
        let charge = Charge::new(edition);
        let mut play = charge.play();
        play.act(play.charge(charge.nauendorff, "0913"), &[4]);
        play.act(step(Dir::S), &[]);
        play.act(Action::Halt { facing: Vertex::SE }, &[]);
        play.done_moving();
        play.act(Action::Fight { unit: charge.nauendorff }, &[]);
        let account = play.act(Action::CounterCharge { unit: charge.hussars }, &[7, 7]);
        assert_eq!(tally(&account, |label| label == Label::Charge(charge.nauendorff)).total(), 10);
        play.act(step(Dir::S), &[]);
        let account = play.act(Action::Turn { facing: Vertex::SE }, &[2]);
        let pursuit = tally(&account, |label| label == Label::PursuitCharge(charge.nauendorff));
        let (sum, penalty) = if end == Order::Good { (6, 0) } else { (5, -1) };
        assert_eq!(pursuit.sum(), sum);
        assert!(pursuit.modifiers().any(|m| m.label == Label::FurtherCharge(1) && m.value == penalty));
        play.act(step(Dir::S), &[6]);
        for dir in [Dir::SW, Dir::SW, Dir::S] {
            play.act(step(dir), &[]);
        }
        for facing in [Vertex::SE, Vertex::SW, Vertex::SW] {
            play.act(Action::Turn { facing }, &[]);
        }
        play.act(Action::Turn { facing: Vertex::SW }, if end == Order::Good { &[4] } else { &[] });
        assert_eq!(play.order(charge.nauendorff), end, "{edition}");
    }
}
