//! Fire (7, 8.3), clause by clause: what each allows, forbids, and the edge between.

#[path = "support/field.rs"]
mod field;
mod support;

use field::{FOOT, Field, GUN, Game, HORSE, Journal, Kind};
use grognard::figures::Source;
use grognard::hex::{Dir, Vertex};
use grognard::jours_de_gloire::action::{Action, Aim};
use grognard::jours_de_gloire::charts::{Barrier, Terrain};
use grognard::jours_de_gloire::edition::Edition;
use grognard::jours_de_gloire::fire::{FireKind, Shot, fire_tally};
use grognard::jours_de_gloire::frame::{Frame, Gait, Party, Stage, Step, Trial};
use grognard::jours_de_gloire::label::Label;
use grognard::jours_de_gloire::scenario::Light;
use grognard::jours_de_gloire::state::{Mark, Order};
use grognard::jours_de_gloire::why::Why;
use grognard::side::{Side, UnitId};
use support::{proves, refused};

fn fields() -> impl Iterator<Item = Field> {
    Edition::ALL.into_iter().map(Field::new)
}

fn fire(game: &Game, unit: UnitId, target: &str) -> Action {
    Action::Fire { unit, target: game.cell(target), party: Party::Alone }
}

fn together(game: &Game, unit: UnitId, target: &str) -> Action {
    Action::Fire { unit, target: game.cell(target), party: Party::Stack }
}

/// The modifiers of a tally by value, with the rule of each.
fn drms(game: &Game, shot: Shot) -> Vec<(Label, i8, String)> {
    fire_tally(&game.rules, &game.state, shot).modifiers().map(|m| (m.label, m.value, m.rule.to_string())).collect()
}

fn drm(game: &Game, shot: Shot, label: Label) -> Option<i8> {
    drms(game, shot).into_iter().find(|(other, ..)| *other == label).map(|(_, value, _)| value)
}

fn normal(game: &Game, firer: UnitId, target: &str) -> Shot {
    Shot { firer, with: None, kind: FireKind::Normal, target: game.cell(target), unit: None }
}

/// The units that tested their cohesion under fire, in order.
fn tested(journal: &Journal) -> Vec<UnitId> {
    journal
        .entries()
        .iter()
        .filter_map(|entry| entry.tally())
        .filter_map(|tally| match tally.what() {
            Label::Cohesion(unit, Trial::Fire | Trial::Misguided) => Some(unit),
            _ => None,
        })
        .collect()
}

// ------------------------------------------------------------------------------------------------ who fires at what

#[test]
fn artillery_of_the_active_formation_fires_once() {
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        let other = field.gun("B", "0705", Vertex::SE);
        let foot = field.foot("A", "0305", Vertex::SE);
        field.foot("C", "0508", Vertex::NW);
        let normal = field.pick("R 2.4/11", "M 7.1/1");
        let mut game = field.ready();
        let (why, stop) = game.why(fire(&game, foot, "0508"));
        assert_eq!(why, Why::Arm(foot));
        refused(&[normal], &stop);
        assert_eq!(game.why(fire(&game, other, "0508")).0, Why::NotActive(other));
        assert_eq!(game.why(fire(&game, gun, "0509")).0, Why::NoEnemy);
        let shot = fire(&game, gun, "0508");
        let journal = game.act(shot, &[0]).unwrap();
        proves(&[normal, &game.field.rule("7.5/1"), &game.field.rule("5.1.3/8")], &journal);
        assert!(game.marked(Mark::Fired, gun));
        // That was the only battery: the step goes on by itself, or it may not fire again.
        if matches!(game.frame(), Frame::Activation(Step::Fire)) {
            assert_eq!(game.why(shot).0, Why::Already(gun));
        }
    }
}

#[test]
fn only_in_good_order() {
    for edition in Edition::ALL {
        for (order, rule) in [(Order::Disordered, "7.2/1"), (Order::Routed, "10.2")] {
            let mut field = Field::new(edition);
            let gun = field.gun("A", "0505", Vertex::SE);
            field.gun("A", "0905", Vertex::SE);
            field.foot("C", "0508", Vertex::NW);
            field.order(gun, order);
            let rule = match rule {
                "10.2" => field.pick("R 10.2/6", "M 10.2/7").to_owned(),
                rule => field.rule(rule),
            };
            let game = field.ready();
            let (why, stop) = game.why(fire(&game, gun, "0508"));
            assert_eq!(why, Why::Condition(gun, order));
            refused(&[&rule], &stop);
        }
    }
}

#[test]
fn only_into_the_cone_of_its_front_hexes() {
    for mut field in fields() {
        let gun = field.gun("A", "0805", Vertex::SE);
        // On the two edges of the cone and within it; just outside.
        let (inside, outside) = (["0808", "1006", "0907"], ["1005", "0708"]);
        for hex in inside.into_iter().chain(outside) {
            field.foot("C", hex, Vertex::NW);
        }
        let cone = field.pick("R 7.2/2", "M 7.2/3");
        let game = field.ready();
        let legal = game.legal();
        for hex in inside {
            assert!(legal.contains(&fire(&game, gun, hex)), "{hex}");
        }
        for hex in outside {
            let (why, stop) = game.why(fire(&game, gun, hex));
            assert_eq!(why, Why::NotBefore(gun));
            refused(&[cone, &game.field.rule("6.1.2/3")], &stop);
        }
    }
}

#[test]
fn within_the_maximum_range() {
    for mut field in fields() {
        let gun = field.gun("A", "0503", Vertex::SE);
        field.foot("C", "0509", Vertex::NW);
        field.foot("C", "0610", Vertex::NW);
        let rules = [field.pick("R 7.3/2", "M 7.3/5"), field.pick("R 7.3/3", "M 7.3/7")];
        let mut game = field.ready();
        assert_eq!(game.rules.map().grid.distance(game.cell("0503"), game.cell("0610")), 7);
        let (why, stop) = game.why(fire(&game, gun, "0610"));
        assert_eq!(why, Why::Range { unit: gun, distance: 7, range: 6 });
        refused(&rules, &stop);
        game.act(fire(&game, gun, "0509"), &[0]).unwrap();
    }
}

#[test]
fn at_night_and_in_fog_only_at_adjacent_targets() {
    for edition in Edition::ALL {
        for light in [Light::Night, Light::Fog, Light::NightAndFog] {
            // Rivoli has no fog.
            if edition == Edition::Rivoli && light == Light::Fog {
                continue;
            }
            let mut field = Field::new(edition);
            field.light = light;
            let gun = field.gun("A", "0503", Vertex::SE);
            field.foot("C", "0505", Vertex::NW);
            let rule = if light == Light::Fog { "M 12.2/3" } else { field.pick("R 12/4", "M 12.1/4") };
            let game = field.ready();
            let (why, stop) = game.why(fire(&game, gun, "0505"));
            assert_eq!(why, Why::Dark);
            refused(&[rule], &stop);
            let mut field = Field::new(edition);
            field.light = light;
            let gun = field.gun("A", "0503", Vertex::SE);
            field.foot("C", "0504", Vertex::NW);
            let mut game = field.ready();
            game.act(fire(&game, gun, "0504"), &[0]).unwrap();
        }
    }
}

#[test]
fn it_may_turn_one_corner_and_fire() {
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0805", Vertex::NW);
        let turn = field.rule("7.2/4");
        let mut game = field.ready();
        let pivot = |facing| Action::Pivot { unit: gun, facing };
        for facing in [Vertex::SE, Vertex::NE, Vertex::NW, Vertex::W] {
            let (why, stop) = game.why(pivot(facing));
            assert_eq!(why, Why::TurnTooFar(gun));
            refused(&[&turn], &stop);
        }
        assert_eq!(game.why(fire(&game, gun, "0805")).0, Why::NotBefore(gun));
        proves(&[&turn], &game.act(pivot(Vertex::E), &[]).unwrap());
        // Once, and only before it fires.
        let (why, stop) = game.why(pivot(Vertex::SE));
        assert_eq!(why, Why::Already(gun));
        refused(&[&turn], &stop);
        // The turn is no movement: with orders it may still move after it fired.
        game.act(fire(&game, gun, "0805"), &[0]).unwrap();
        while matches!(game.frame(), Frame::Activation(Step::Fire)) {
            game.act(Action::Done, &[]).unwrap();
        }
        assert!(game.legal().iter().any(|action| matches!(action, Action::Move { unit, .. } if *unit == gun)));
    }
}

#[test]
fn an_enemy_in_a_front_hex_must_be_the_target() {
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        let near = field.foot("C", "0506", Vertex::NW);
        field.foot("C", "0707", Vertex::NW);
        let binds = field.rule("7.2/6");
        let game = field.ready();
        let (why, stop) = game.why(fire(&game, gun, "0707"));
        assert_eq!(why, Why::MustFireAt { unit: gun, enemy: near });
        refused(&[&binds], &stop);
        assert!(game.legal().contains(&fire(&game, gun, "0506")));
        // It need not fire at all.
        assert!(game.legal().contains(&Action::Done));
    }
    // Of two, either.
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0506", Vertex::NW);
        field.foot("C", "0606", Vertex::NW);
        let game = field.ready();
        for hex in ["0506", "0606"] {
            assert!(game.legal().contains(&fire(&game, gun, hex)), "{hex}");
        }
    }
    // Behind a crest it cannot be the target, and binds nobody.
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0506", Vertex::NW);
        field.foot("C", "0707", Vertex::NW);
        field.barrier("0505", "0506", Barrier::Crest);
        let game = field.ready();
        assert!(game.legal().contains(&fire(&game, gun, "0707")));
    }
}

#[test]
fn by_a_ruling_it_must_fire_at_an_enemy_in_a_front_hex() {
    for mut field in fields() {
        field.ruling("must-fire", "compelled");
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0506", Vertex::NW);
        let binds = field.rule("7.2/6");
        let mut game = field.ready();
        refused(&[&binds], &game.refusal(Action::Done));
        game.act(fire(&game, gun, "0506"), &[0]).unwrap();
        while matches!(game.frame(), Frame::Activation(Step::Fire)) {
            game.act(Action::Done, &[]).unwrap();
        }
    }
}

#[test]
fn turning_away_from_an_enemy_in_front() {
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        let near = field.foot("C", "0506", Vertex::NW);
        field.foot("C", "0805", Vertex::NW);
        let edition = field.edition();
        let mut game = field.ready();
        let away = Action::Pivot { unit: gun, facing: Vertex::E };
        match edition {
            Edition::Rivoli => {
                proves(&["R 7.2/8"], &game.act(away, &[]).unwrap());
                assert!(game.legal().contains(&fire(&game, gun, "0805")));
            }
            Edition::Montebello => {
                let (why, stop) = game.why(away);
                assert_eq!(why, Why::MustFireAt { unit: gun, enemy: near });
                refused(&["M 7.2/7"], &stop);
                // The other way it keeps the enemy in front.
                assert!(game.legal().contains(&Action::Pivot { unit: gun, facing: Vertex::SW }));
            }
        }
    }
}

#[test]
fn two_batteries_are_bound_alike() {
    for mut field in fields() {
        let guns = [field.gun("A", "0505", Vertex::SE), field.gun("A", "0505", Vertex::SE)];
        field.foot("C", "0506", Vertex::NW);
        field.foot("C", "0707", Vertex::NW);
        let rule = field.rule("7.2/7");
        let game = field.ready();
        for gun in guns {
            refused(&[&rule], &game.refusal(fire(&game, gun, "0707")));
            refused(&[&rule], &game.refusal(together(&game, gun, "0707")));
        }
    }
}

#[test]
fn with_six_front_hexes_it_turns_to_its_target() {
    for mut field in fields() {
        field.terrain("0505", Terrain::Town);
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0502", Vertex::SE);
        let mut game = field.ready();
        let journal = game.act(fire(&game, gun, "0502"), &[0]).unwrap();
        proves(&[&game.field.rule("6.1.2/5")], &journal);
        assert_eq!(game.state.facing(gun), Vertex::NE);
    }
    // Then it is bound by its two usual front hexes.
    for mut field in fields() {
        field.terrain("0505", Terrain::Town);
        let gun = field.gun("A", "0505", Vertex::SE);
        let near = field.foot("C", "0504", Vertex::SE);
        field.foot("C", "0602", Vertex::SE);
        field.foot("C", "0508", Vertex::NW);
        let rule = field.rule("6.1.2/6");
        let game = field.ready();
        let (why, stop) = game.why(fire(&game, gun, "0602"));
        assert_eq!(why, Why::MustFireAt { unit: gun, enemy: near });
        refused(&[&rule], &stop);
        assert!(game.legal().contains(&fire(&game, gun, "0508")));
    }
}

// --------------------------------------------------------------------------------------------------- two batteries

const BIG: Kind = Kind { strength: 6, reach: (2, 5), ..GUN };

#[test]
fn two_batteries_fire_separately() {
    for mut field in fields() {
        let (a, b) = (field.gun("A", "0505", Vertex::SE), field.gun("A", "0505", Vertex::SE));
        field.foot("C", "0508", Vertex::NW);
        field.foot("C", "0708", Vertex::NW);
        let rule = field.pick("R 7.1/2", "M 7.3/3");
        let mut game = field.ready();
        proves(&[rule], &game.act(fire(&game, a, "0508"), &[0]).unwrap());
        // One has fired: the two neither turn nor combine any more.
        assert_eq!(game.why(Action::Pivot { unit: b, facing: Vertex::E }).0, Why::Already(a));
        assert_eq!(game.why(together(&game, b, "0708")).0, Why::Already(a));
        game.act(fire(&game, b, "0708"), &[0]).unwrap();
    }
}

#[test]
fn two_batteries_combine_the_higher_capacity_and_two() {
    for mut field in fields() {
        let (a, b) = (field.gun("A", "0503", Vertex::SE), field.unit("A", BIG, "0503", Vertex::SE));
        field.foot("C", "0507", Vertex::NW);
        field.foot("C", "0609", Vertex::NW);
        let rule = field.pick("R 7.1/3", "M 7.3/4");
        let ranges = field.pick("R table 3/9", "M 7.3/8");
        let mut game = field.ready();
        let shot = Shot { with: Some(b), ..normal(&game, a, "0507") };
        let list = drms(&game, shot);
        assert_eq!((list[0].0, list[0].1), (Label::FireCapacity, 6));
        assert_eq!((list[1].0, list[1].1), (Label::TwoBatteries, 2));
        // Four hexes: one reaches 3 well and the other 2; the worse counts.
        assert_eq!((list[3].0, list[3].1), (Label::BeyondRange(2), -4));
        // Beyond the maximum range of one of them they do not.
        assert_eq!(game.why(together(&game, a, "0609")).0, Why::Range { unit: b, distance: 6, range: 5 });
        let journal = game.act(together(&game, a, "0507"), &[0]).unwrap();
        proves(&[rule, ranges], &journal);
        assert!(game.marked(Mark::Fired, a) && game.marked(Mark::Fired, b));
    }
}

#[test]
fn in_rivoli_the_ranges_may_be_those_of_the_stronger() {
    let mut field = Field::new(Edition::Rivoli);
    field.ruling("combined-fire-ranges", "firer");
    let a = field.unit("A", Kind { strength: 7, ..GUN }, "0503", Vertex::SE);
    let b = field.unit("A", BIG, "0503", Vertex::SE);
    field.foot("C", "0507", Vertex::NW);
    let game = field.ready();
    for (firer, with) in [(a, b), (b, a)] {
        let shot = Shot { with: Some(with), ..normal(&game, firer, "0507") };
        assert_eq!(drm(&game, shot, Label::BeyondRange(1)), Some(-2));
    }
}

#[test]
fn batteries_of_two_formations_or_hexes_do_not_combine() {
    for mut field in fields() {
        let (a, b) = (field.gun("A", "0505", Vertex::SE), field.gun("B", "0505", Vertex::SE));
        let far = field.gun("A", "0705", Vertex::SE);
        field.foot("C", "0508", Vertex::NW);
        field.foot("C", "0708", Vertex::NW);
        let (one, hexes) = (field.pick("R 7.1/3", "M 7.3/4"), field.pick("R 7.1/3", "M 7.3/2"));
        let game = field.ready();
        let (why, stop) = game.why(together(&game, a, "0508"));
        assert_eq!(why, Why::NotTogether { unit: a, with: b });
        refused(&[one], &stop);
        let (why, stop) = game.why(together(&game, far, "0708"));
        assert_eq!(why, Why::NoPartner(far));
        refused(&[hexes], &stop);
    }
}

#[test]
fn the_batteries_of_a_hex_turn_together() {
    for mut field in fields() {
        let (a, b) = (field.gun("A", "0505", Vertex::SE), field.gun("A", "0505", Vertex::SE));
        field.foot("C", "0508", Vertex::NW);
        let mut game = field.ready();
        game.act(Action::Pivot { unit: a, facing: Vertex::E }, &[]).unwrap();
        assert_eq!([a, b].map(|gun| game.state.facing(gun)), [Vertex::E; 2]);
    }
}

#[test]
fn stacked_artillery_fires() {
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("A", "0505", Vertex::NW);
        field.foot("C", "0508", Vertex::NW);
        let rule = field.rule("5.1.3/2");
        let mut game = field.ready();
        proves(&[&rule], &game.act(fire(&game, gun, "0508"), &[0]).unwrap());
    }
}

// ------------------------------------------------------------------------------------------------- the modifiers

#[test]
fn every_modifier_of_the_printed_table() {
    use Label::{BeyondRange, EffectiveRange, FireCapacity, MassedTarget, PointBlank, SixFronts, SquareTarget};
    for edition in Edition::ALL {
        let rule = |rivoli: &str, montebello: &str| match edition {
            Edition::Rivoli => format!("R {rivoli}"),
            Edition::Montebello => format!("M {montebello}"),
        };
        // One battery, in effective range, over clear ground.
        let mut field = Field::new(edition);
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0508", Vertex::NW);
        let game = field.ready();
        let list = drms(&game, normal(&game, gun, "0508"));
        let plain = [
            (FireCapacity, 4, rule("table 3/1", "7.5/1")),
            (Label::Terrain(Terrain::Clear), 0, rule("table 3/5", "7.5/1")),
            (EffectiveRange, 0, rule("table 3/9", "7.3/6")),
        ];
        assert_eq!(list, plain);
        // From a town, at two units in a town, far away.
        let mut field = Field::new(edition);
        field.terrain("0505", Terrain::Town);
        field.terrain("0510", Terrain::Village);
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0510", Vertex::NW);
        field.foot("C", "0510", Vertex::NW);
        let game = field.ready();
        let list = drms(&game, normal(&game, gun, "0510"));
        let far = [
            (FireCapacity, 4, rule("table 3/1", "7.5/1")),
            (SixFronts, -1, rule("table 3/3", "7.5/1")),
            (Label::Terrain(Terrain::Village), -1, rule("table 3/5", "7.5/1")),
            (MassedTarget, 1, rule("table 3/6", "7.5/1")),
            (BeyondRange(2), -4, rule("table 3/9", "7.3/6")),
        ];
        assert_eq!(list, far);
        // At an adjacent square.
        let mut field = Field::new(edition);
        let gun = field.gun("A", "0505", Vertex::SE);
        let square = field.foot("C", "0506", Vertex::NW);
        field.square(square);
        let game = field.ready();
        let list = drms(&game, normal(&game, gun, "0506"));
        assert_eq!(list[2], (SquareTarget, 1, rule("table 3/7", "7.5/1")));
        assert_eq!(list[3], (PointBlank, 1, rule("table 3/8", "7.5/1")));
        assert_eq!(list.len(), 4);
        // At adjacent artillery.
        let mut field = Field::new(edition);
        let gun = field.gun("A", "0505", Vertex::SE);
        field.gun("C", "0506", Vertex::NW);
        let mut game = field.ready();
        let shot = normal(&game, gun, "0506");
        assert_eq!((drm(&game, shot, PointBlank), drm(&game, shot, EffectiveRange)), (None, Some(0)));
        let rules: Vec<_> = plain.iter().map(|(_, _, rule)| rule.as_str()).collect();
        proves(&rules, &game.act(fire(&game, gun, "0506"), &[0]).unwrap());
    }
}

#[test]
fn each_modifier_stands_in_the_account() {
    for edition in Edition::ALL {
        let mut field = Field::new(edition);
        field.terrain("0505", Terrain::Town);
        let gun = field.gun("A", "0505", Vertex::SE);
        let units = [field.foot("C", "0506", Vertex::NW), field.foot("C", "0506", Vertex::NW)];
        for unit in units {
            field.square(unit);
        }
        let six = field.pick("R table 3/3", "M 7.5/1");
        let rest = field.pick(["R table 3/6", "R table 3/7", "R table 3/8"].as_slice(), &["M 7.5/1"]);
        let mut game = field.ready();
        let journal = game.act(fire(&game, gun, "0506"), &[0]).unwrap();
        proves(&[six], &journal);
        proves(rest, &journal);
        // Their figures say where they come from: that of the adjacent target is lost in print.
        let entry = journal.entries().iter().find_map(|entry| entry.tally()).unwrap();
        assert_eq!(entry.source(), Source::Reconstructed);
    }
}

#[test]
fn three_units_are_massed_once_or_each() {
    let small = Kind { strength: 2, ..FOOT };
    for (reading, value) in [("once", 1), ("each", 2)] {
        let mut field = Field::new(Edition::Montebello);
        field.ruling("massed-target-of-three", reading);
        let gun = field.gun("A", "0505", Vertex::SE);
        for _ in 0..3 {
            field.unit("C", small, "0508", Vertex::NW);
        }
        let game = field.ready();
        assert_eq!(drm(&game, normal(&game, gun, "0508"), Label::MassedTarget), Some(value));
    }
    // Artillery does not count.
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        field.foot("C", "0508", Vertex::NW);
        field.gun("C", "0508", Vertex::NW);
        let game = field.ready();
        assert_eq!(drm(&game, normal(&game, gun, "0508"), Label::MassedTarget), None);
    }
}

#[test]
fn fire_from_a_square_counts_it_once_or_twice() {
    for edition in Edition::ALL {
        for (reading, twice) in [("once", None), ("both", Some(-1))] {
            let mut field = Field::new(edition);
            field.ruling("square-fire-modifier", reading);
            let (gun, foot) = (field.gun("A", "0505", Vertex::SE), field.foot("A", "0505", Vertex::SE));
            field.square(gun);
            field.square(foot);
            field.foot("C", "0508", Vertex::NW);
            let game = field.ready();
            let shot = normal(&game, gun, "0508");
            assert_eq!(drm(&game, shot, Label::FromSquare), Some(-1));
            assert_eq!(drm(&game, shot, Label::SixFronts), twice);
        }
    }
}

#[test]
fn levels_and_hexsides_of_the_target() {
    for edition in Edition::ALL {
        let shot = |field: Field, target: &str| {
            let game = field.ready();
            let gun = UnitId::new(0).unwrap();
            let all = drms(&game, normal(&game, gun, target));
            all.into_iter()
                .filter(|(label, ..)| matches!(label, Label::Hexside | Label::Level | Label::Terrain(_)))
                .map(|(label, value, rule)| (label, value, rule.starts_with("R table 1") || rule.starts_with("M 7.5")))
                .collect::<Vec<_>>()
        };
        let lay = |target: &str| {
            let mut field = Field::new(edition);
            field.gun("A", "0505", Vertex::SE);
            field.foot("C", target, Vertex::NW);
            field
        };
        let values = |list: Vec<(Label, i8, bool)>| list.into_iter().map(|(l, v, _)| (l, v)).collect::<Vec<_>>();
        let clear = (Label::Terrain(Terrain::Clear), 0);
        // Uphill over a slope, once for one level or two; downhill nothing.
        for up in [1, 2] {
            let mut field = lay("0506");
            field.level("0506", up);
            field.barrier("0505", "0506", Barrier::Slope);
            assert_eq!(values(shot(field, "0506")), [(Label::Hexside, -1), clear]);
        }
        let mut field = lay("0506");
        field.level("0505", 1);
        field.barrier("0505", "0506", Barrier::Slope);
        assert_eq!(values(shot(field, "0506")), [(Label::Hexside, 0), clear]);
        // From afar the levels of the two ends count, whatever lies between.
        let mut field = lay("0508");
        field.level("0507", 1);
        field.level("0508", 1);
        assert_eq!(values(shot(field, "0508")), [(Label::Level, -1), clear]);
        let mut field = lay("0508");
        field.level("0505", 1);
        field.level("0508", 1);
        field.barrier("0507", "0508", Barrier::Slope);
        assert_eq!(values(shot(field, "0508")), [clear]);
        // Into a redoubt its own figure counts, not the terrain in it; out of it the terrain of the target.
        let mut field = lay("0506");
        field.terrain("0506", Terrain::Village);
        field.barrier("0505", "0506", Barrier::Redoubt);
        assert_eq!(values(shot(field, "0506")), [(Label::Hexside, -3)]);
        let mut field = lay("0506");
        field.terrain("0506", Terrain::Village);
        field.barrier("0506", "0505", Barrier::Redoubt);
        assert_eq!(values(shot(field, "0506")), [(Label::Hexside, 0), (Label::Terrain(Terrain::Village), -1)]);
    }
    // In Rivoli the lines of the terrain chart are cited.
    let mut field = Field::new(Edition::Rivoli);
    let gun = field.gun("A", "0505", Vertex::SE);
    field.foot("C", "0506", Vertex::NW);
    field.level("0506", 1);
    field.barrier("0505", "0506", Barrier::Slope);
    field.barrier("0505", "0506", Barrier::Redoubt);
    let mut game = field.ready();
    proves(&["R table 1/6", "R table 1/I"], &game.act(fire(&game, gun, "0506"), &[0]).unwrap());
    let mut field = Field::new(Edition::Rivoli);
    let gun = field.gun("A", "0505", Vertex::SE);
    field.foot("C", "0506", Vertex::NW);
    field.barrier("0505", "0506", Barrier::Stream);
    let mut game = field.ready();
    proves(&["R table 1/A"], &game.act(fire(&game, gun, "0506"), &[0]).unwrap());
}

// ---------------------------------------------------------------------------------------------------- the results

#[test]
fn the_table_of_results() {
    for edition in Edition::ALL {
        // Capacity 6: totals 6 to 15.
        for die in 0..=9u8 {
            let mut field = Field::new(edition);
            let gun = field.unit("A", Kind { strength: 6, ..GUN }, "0505", Vertex::SE);
            let foe = field.foot("C", "0508", Vertex::NW);
            let mut game = field.ready();
            // A cohesion test would fail on the 9.
            let journal = game.act(fire(&game, gun, "0508"), &[die, 9]).unwrap();
            let order = game.state.order(foe);
            match die + 6 {
                0..=8 => assert_eq!(order, Order::Good),
                9..=12 => {
                    assert_eq!(order, Order::Disordered);
                    assert_eq!(tested(&journal), [foe]);
                    proves(&[game.field.pick("R table 2/3", "M 7.5/1")], &journal);
                }
                13..=14 => {
                    assert_eq!(order, Order::Disordered);
                    assert_eq!(tested(&journal), []);
                    proves(&[game.field.pick("R table 2/2", "M 7.5/1")], &journal);
                }
                _ => {
                    assert_eq!(order, Order::Routed);
                    proves(&[game.field.pick("R table 2/1", "M 7.5/1")], &journal);
                }
            }
            // A test may also be passed.
            if die == 3 {
                let mut field = Field::new(edition);
                let gun = field.unit("A", Kind { strength: 6, ..GUN }, "0505", Vertex::SE);
                let foe = field.foot("C", "0508", Vertex::NW);
                let mut game = field.ready();
                game.act(fire(&game, gun, "0508"), &[3, 6]).unwrap();
                assert_eq!(game.state.order(foe), Order::Good);
            }
        }
    }
}

#[test]
fn all_units_of_the_hex_are_struck_from_the_top() {
    for mut field in fields() {
        let gun = field.gun("A", "0505", Vertex::SE);
        let top = field.foot("C", "0508", Vertex::NW);
        let low = field.foot("C", "0508", Vertex::NW);
        let each = field.pick("R 5.1.3/9", "M 5.1.3/8");
        let mut game = field.ready();
        // 4 and 1 for the massed target: a 4 makes 9. Cohesion 6.
        let journal = game.act(fire(&game, gun, "0508"), &[4, 6, 7]).unwrap();
        assert_eq!(tested(&journal), [top, low]);
        assert_eq!([top, low].map(|unit| game.state.order(unit)), [Order::Good, Order::Disordered]);
        proves(&[each, &game.field.rule("5.1.3/8")], &journal);
    }
}

// --------------------------------------------------------------------------------------------- counter-battery fire

/// A battery at 0505, another at 0508 that looks back at it.
fn duel(mut field: Field, with: impl FnOnce(&mut Field)) -> (Game, UnitId, UnitId) {
    let ours = field.gun("A", "0505", Vertex::SE);
    let theirs = field.gun("C", "0508", Vertex::NW);
    with(&mut field);
    (field.ready(), ours, theirs)
}

#[test]
fn artillery_under_fire_may_answer() {
    for field in fields() {
        let (mut game, ours, theirs) = duel(field, |_| {});
        let rules = game.field.pick(
            ["R 7.6/1", "R 7.6/3", "R 5.1.3/12", "R 8.3/9", "R table 3/4"],
            ["M 7.1/3", "M 7.1/6", "M 5.1.3/11", "M 7.1/11", "M 7.5/1"],
        );
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        assert_eq!(game.asked(), Some(Side::Second));
        let react = Action::React { unit: theirs, target: ours };
        assert_eq!(game.legal(), [Action::Done, react]);
        // It does not turn first.
        refused(&[&game.field.rule("7.2/5")], &game.refusal(Action::Pivot { unit: theirs, facing: Vertex::W }));
        // 4 - 1 + 9 = 12: a test, on cohesion 5.
        let journal = game.act(react, &[9, 6]).unwrap();
        assert_eq!(tested(&journal), [ours]);
        assert_eq!(game.state.order(ours), Order::Disordered);
        proves(&rules, &journal);
        assert!(game.marked(Mark::Reacted, theirs));
        assert_eq!(game.asked(), Some(Side::First), "nobody answers the answer");
    }
}

#[test]
fn declining_is_an_answer() {
    for field in fields() {
        let (mut game, ours, theirs) = duel(field, |_| {});
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        proves(&[game.field.pick("R 7.6/1", "M 7.1/3")], &game.act(Action::Done, &[]).unwrap());
        assert_eq!(game.asked(), Some(Side::First));
        assert!(!game.marked(Mark::Reacted, theirs));
    }
}

#[test]
fn the_answer_comes_after_the_results_and_in_good_order_only() {
    for field in fields() {
        let rule = field.pick("R 7.6/2", "M 7.1/4");
        let (mut game, ours, _) = duel(field, |f| {
            let second = f.gun("C", "0508", Vertex::NW);
            f.order(second, Order::Disordered);
        });
        let second = UnitId::new(2).unwrap();
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        let (why, stop) = game.why(Action::React { unit: second, target: ours });
        assert_eq!(why, Why::Condition(second, Order::Disordered));
        refused(&[rule], &stop);
    }
    // Disordered by the fire itself: it is not asked. 4 + 5 = 9, and cohesion 5 fails on a 6.
    for field in fields() {
        let (mut game, ours, theirs) = duel(field, |_| {});
        game.act(fire(&game, ours, "0508"), &[5, 6]).unwrap();
        assert_eq!(game.state.order(theirs), Order::Disordered);
        assert_eq!(game.asked(), Some(Side::First));
    }
}

#[test]
fn it_must_be_able_to_fire_back() {
    // It looks away.
    for field in fields() {
        let (mut game, ours, _) = duel(field, |f| f.turn(UnitId::new(1).unwrap(), Vertex::SE));
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        assert_eq!(game.asked(), Some(Side::First));
    }
    // It does not reach so far.
    for mut field in fields() {
        let ours = field.gun("A", "0503", Vertex::SE);
        field.unit("C", Kind { reach: (2, 4), ..GUN }, "0508", Vertex::NW);
        let mut game = field.ready();
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        assert_eq!(game.asked(), Some(Side::First));
    }
}

#[test]
fn it_strikes_the_battery_that_fired() {
    for edition in Edition::ALL {
        for (reading, at_top) in [("firer", false), ("top", true)] {
            let mut field = Field::new(edition);
            field.ruling("counter-battery-target", reading);
            let (top, low) = (field.gun("A", "0505", Vertex::SE), field.gun("A", "0505", Vertex::SE));
            let theirs = field.gun("C", "0508", Vertex::NW);
            let rule = field.pick("R 5.1.3/12", "M 5.1.3/11");
            let mut game = field.ready();
            game.act(fire(&game, low, "0508"), &[0]).unwrap();
            let (right, wrong) = if at_top { (top, low) } else { (low, top) };
            let (why, stop) = game.why(Action::React { unit: theirs, target: wrong });
            assert_eq!(why, Why::AnswersOnly { unit: theirs, enemy: right });
            refused(&[rule], &stop);
            assert!(game.legal().contains(&Action::React { unit: theirs, target: right }));
        }
        // Both fired together: the top one.
        let mut field = Field::new(edition);
        let (top, low) = (field.gun("A", "0505", Vertex::SE), field.gun("A", "0505", Vertex::SE));
        let theirs = field.gun("C", "0508", Vertex::NW);
        let mut game = field.ready();
        game.act(together(&game, low, "0508"), &[0]).unwrap();
        assert_eq!(game.legal(), [Action::Done, Action::React { unit: theirs, target: top }]);
    }
}

#[test]
fn two_batteries_answer_one_by_one_or_together() {
    for mut field in fields() {
        let ours = field.gun("A", "0505", Vertex::SE);
        let theirs = [field.gun("C", "0508", Vertex::NW), field.gun("C", "0508", Vertex::NW)];
        let once = field.pick("R 8.3/9", "M 7.1/11");
        let mut game = field.ready();
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        let mut both = game.copy();
        let first = Action::React { unit: theirs[0], target: ours };
        game.act(first, &[0]).unwrap();
        let (why, stop) = game.why(first);
        assert_eq!(why, Why::Already(theirs[0]));
        refused(&[once], &stop);
        game.act(Action::React { unit: theirs[1], target: ours }, &[0]).unwrap();
        assert_eq!(game.asked(), Some(Side::First));
        let journal = both.act(together(&both, theirs[0], "0505"), &[0]).unwrap();
        let tally = journal.entries().iter().find_map(|entry| entry.tally()).unwrap();
        assert_eq!(tally.sum(), 4 + 2 - 1);
        assert!(theirs.iter().all(|gun| both.marked(Mark::Reacted, *gun)));
        assert_eq!(both.asked(), Some(Side::First));
    }
}

#[test]
fn an_enemy_beside_it_binds_the_answer_in_rivoli_only() {
    for field in fields() {
        let edition = field.edition();
        let (mut game, ours, theirs) = duel(field, |f| {
            f.foot("B", "0408", Vertex::E);
        });
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        match edition {
            Edition::Rivoli => assert_eq!(game.asked(), Some(Side::First)),
            Edition::Montebello => {
                let journal = game.act(Action::React { unit: theirs, target: ours }, &[0]).unwrap();
                proves(&["M 7.2/8"], &journal);
            }
        }
    }
}

#[test]
fn by_a_ruling_answers_are_answered() {
    for edition in Edition::ALL {
        let mut field = Field::new(edition);
        field.ruling("counter-battery-chain", "yes");
        let (mut game, ours, theirs) = duel(field, |_| {});
        game.act(fire(&game, ours, "0508"), &[0]).unwrap();
        game.act(Action::React { unit: theirs, target: ours }, &[0]).unwrap();
        assert_eq!(game.asked(), Some(Side::First));
        assert_eq!(game.legal(), [Action::Done, Action::React { unit: ours, target: theirs }]);
        game.act(Action::React { unit: ours, target: theirs }, &[0]).unwrap();
        // Each has answered: it ends there.
        assert!(matches!(game.frame(), Frame::Activation(_)));
    }
}

#[test]
fn a_massed_target_counts_in_answers_in_rivoli_only() {
    for mut field in fields() {
        let ours = field.gun("A", "0505", Vertex::SE);
        field.foot("A", "0505", Vertex::SE);
        field.foot("A", "0505", Vertex::SE);
        let theirs = field.gun("C", "0508", Vertex::NW);
        let counts = field.pick(Some(1), None);
        let game = field.ready();
        for kind in [FireKind::CounterBattery, FireKind::Reaction] {
            let shot = Shot { firer: theirs, with: None, kind, target: game.cell("0505"), unit: Some(ours) };
            assert_eq!(drm(&game, shot, Label::MassedTarget), counts);
            assert_eq!(drm(&game, shot, Label::ReactionMalus), Some(-1));
        }
    }
}

// ------------------------------------------------------------------------------------------------- reaction fire

/// Announces a shock by this unit at its left front hex, right front hex or both, and takes it up, up to the first question.
fn shock(game: &mut Game, unit: UnitId, aim: Aim) -> Journal {
    game.act(Action::Shock { unit, aim }, &[]).unwrap();
    while matches!(game.frame(), Frame::Activation(Step::Declaration)) {
        game.act(Action::Done, &[]).unwrap();
    }
    game.act(Action::Fight { unit }, &[5; 9]).unwrap()
}

/// Infantry at 0505 with others as `more` adds them; a battery in 0506 before it.
fn assault(mut field: Field, more: impl FnOnce(&mut Field)) -> (Game, UnitId, UnitId) {
    let foot = field.foot("A", "0505", Vertex::SE);
    let gun = field.gun("C", "0506", Vertex::NW);
    more(&mut field);
    (field.at(Step::Declaration), foot, gun)
}

#[test]
fn attacked_artillery_may_fire_at_an_attacker_before_it() {
    for field in fields() {
        let rules = field.pick(
            ["R 8.3/3", "R 8.3/5", "R 5.1.3/10", "R 8.3/9", "R table 3/4"],
            ["M 8.3.3/3", "M 7.1/10", "M 5.1.3/9", "M 7.1/11", "M 7.5/1"],
        );
        let may = field.pick("R 8.3/1", "M 8.3.3/1");
        let alone = field.pick("R 8.3/2", "M 8.3.3/2");
        let other = UnitId::new(2).unwrap();
        let (mut game, foot, gun) = assault(field, |f| {
            f.foot("C", "0506", Vertex::NW);
        });
        shock(&mut game, foot, Aim::Right);
        assert_eq!(game.frame(), Frame::Combat(Stage::Reaction));
        assert_eq!(game.asked(), Some(Side::Second));
        let react = Action::React { unit: gun, target: foot };
        assert_eq!(game.legal(), [Action::Done, react]);
        let (why, stop) = game.why(Action::React { unit: other, target: foot });
        assert_eq!(why, Why::Arm(other));
        refused(&[may], &stop);
        refused(&[alone], &game.refusal(together(&game, gun, "0505")));
        refused(&[&game.field.rule("7.2/5")], &game.refusal(Action::Pivot { unit: gun, facing: Vertex::W }));
        // 4 - 1 + 1 (adjacent) + 0: nothing. Then the shock.
        let journal = game.act(react, &[0, 5, 9, 9, 9, 9]).unwrap();
        proves(&rules, &journal);
        assert!(journal.entries().iter().any(|entry| entry.tally().is_some_and(|t| t.what() == Label::Shock(foot))));
        assert!(game.marked(Mark::Reacted, gun));
    }
}

#[test]
fn it_may_hold_its_fire() {
    for field in fields() {
        let may = field.pick("R 8.3/1", "M 8.3.3/1");
        let (mut game, foot, gun) = assault(field, |f| {
            f.foot("C", "0506", Vertex::NW);
        });
        shock(&mut game, foot, Aim::Right);
        let journal = game.act(Action::Done, &[5; 9]).unwrap();
        proves(&[may], &journal);
        assert!(!game.marked(Mark::Reacted, gun));
        assert!(journal.entries().iter().any(|entry| entry.tally().is_some_and(|t| t.what() == Label::Shock(foot))));
    }
}

#[test]
fn whom_it_disorders_does_not_attack() {
    for field in fields() {
        let rule = field.pick("R 8.3/7", "M 8.3.3/5");
        let (mut game, foot, gun) = assault(field, |f| {
            f.foot("C", "0506", Vertex::NW);
        });
        shock(&mut game, foot, Aim::Right);
        // 4 + 9 = 13 with the modifiers: disordered.
        let journal = game.act(Action::React { unit: gun, target: foot }, &[9]).unwrap();
        proves(&[rule], &journal);
        assert_eq!(game.state.order(foot), Order::Disordered);
        assert!(journal.entries().iter().all(|entry| entry.tally().is_none_or(|t| t.what() != Label::Shock(foot))));
        assert!(!matches!(game.frame(), Frame::Combat(_)), "without an attacker the combat is over");
    }
}

#[test]
fn the_rest_of_the_stack_attacks_alone() {
    for field in fields() {
        let rule = field.pick("R 8.3/8", "M 8.3.3/6");
        let below = UnitId::new(2).unwrap();
        let (mut game, top, gun) = assault(field, |f| {
            f.foot("A", "0505", Vertex::SE);
            f.foot("C", "0506", Vertex::NW);
        });
        shock(&mut game, top, Aim::Right);
        assert_eq!(game.why(Action::React { unit: gun, target: below }).0, Why::NotOnTop(below));
        let journal = game.act(Action::React { unit: gun, target: top }, &[9, 5, 9, 9, 9, 9]).unwrap();
        proves(&[rule], &journal);
        assert_eq!(game.state.order(top), Order::Disordered);
        let shock =
            journal.entries().iter().filter_map(|entry| entry.tally()).find(|t| matches!(t.what(), Label::Shock(_)));
        let ratio = shock.unwrap().modifiers().find(|m| matches!(m.label, Label::Ratio(..))).unwrap().label;
        assert!(matches!(ratio, Label::Ratio(6, _)), "the strength of one of two: {ratio}");
    }
}

#[test]
fn where_artillery_lies_on_top_the_unit_beneath_may_be_struck() {
    for field in fields() {
        let beneath = field.pick("R 5.1.3/11", "M 5.1.3/10");
        let top = field.pick("R 5.1.3/10", "M 5.1.3/9");
        let (battery, low) = (UnitId::new(2).unwrap(), UnitId::new(3).unwrap());
        let (mut game, foot, gun) = assault(field, |f| {
            f.gun("A", "0505", Vertex::SE);
            f.foot("A", "0505", Vertex::SE);
            f.foot("C", "0506", Vertex::NW);
        });
        shock(&mut game, foot, Aim::Right);
        let at = |target| Action::React { unit: gun, target };
        assert_eq!(game.legal(), [Action::Done, at(foot), at(battery)]);
        let (why, stop) = game.why(at(low));
        assert_eq!(why, Why::NotOnTop(low));
        refused(&[beneath], &stop);
        let mut other = game.copy();
        proves(&[beneath], &game.act(at(foot), &[0, 5, 9, 9, 9, 9]).unwrap());
        let journal = other.act(at(battery), &[9, 5, 9, 9, 9, 9]).unwrap();
        proves(&[top], &journal);
        // The battery is no infantry: no modifier for an adjacent target; 4 - 1 + 9 = 12, and 1 for the mass in Rivoli.
        let sum = other.field.pick(4, 3);
        let tally = journal.entries().iter().filter_map(|entry| entry.tally()).next().unwrap();
        assert_eq!((tally.what(), tally.sum()), (Label::ReactionFire(gun), sum));
    }
    // Without artillery there is only the top.
    for field in fields() {
        let rule = field.pick("R 5.1.3/10", "M 5.1.3/9");
        let low = UnitId::new(2).unwrap();
        let (mut game, foot, gun) = assault(field, |f| {
            f.foot("A", "0505", Vertex::SE);
            f.foot("C", "0506", Vertex::NW);
        });
        shock(&mut game, foot, Aim::Right);
        refused(&[rule], &game.refusal(Action::React { unit: gun, target: low }));
    }
}

#[test]
fn only_at_attackers_in_its_front_hexes() {
    for field in fields() {
        // The battery looks the other way; its infantry is attacked all the same.
        let (mut game, foot, gun) = assault(field, |f| {
            f.turn(UnitId::new(1).unwrap(), Vertex::SE);
            f.foot("C", "0506", Vertex::NW);
        });
        let journal = shock(&mut game, foot, Aim::Right);
        assert!(journal.entries().iter().any(|entry| entry.tally().is_some_and(|t| t.what() == Label::Shock(foot))));
        assert!(!game.marked(Mark::Reacted, gun));
    }
    // Two stacks attack; one of them stands behind it.
    for field in fields() {
        let may = field.pick("R 8.3/1", "M 8.3.3/1");
        let behind = UnitId::new(2).unwrap();
        let (mut game, foot, gun) = assault(field, |f| {
            f.foot("A", "0606", Vertex::W);
            f.foot("C", "0506", Vertex::NW);
        });
        for unit in [foot, behind] {
            let aim = aims(&game, unit)[0];
            game.act(Action::Shock { unit, aim }, &[]).unwrap();
        }
        if matches!(game.frame(), Frame::Activation(Step::Declaration)) {
            game.act(Action::Done, &[]).unwrap();
        }
        game.act(Action::Fight { unit: foot }, &[5; 9]).unwrap();
        assert_eq!(game.legal(), [Action::Done, Action::React { unit: gun, target: foot }]);
        let (why, stop) = game.why(Action::React { unit: gun, target: behind });
        assert_eq!(why, Why::NotInFront(gun));
        refused(&[may], &stop);
    }
}

#[test]
fn one_answer_of_either_kind_in_an_enemy_activation() {
    for mut field in fields() {
        let ours = field.gun("A", "0503", Vertex::SE);
        let foot = field.foot("A", "0706", Vertex::SW);
        let [first, second] = [(), ()].map(|()| field.gun("C", "0506", Vertex::NE));
        let rule = field.pick("R 8.3/9", "M 7.1/11");
        let mut game = field.ready();
        game.act(fire(&game, ours, "0506"), &[0]).unwrap();
        game.act(Action::React { unit: first, target: ours }, &[0]).unwrap();
        game.act(Action::Done, &[]).unwrap();
        // The infantry comes up and attacks: the battery that has answered has no reaction left.
        while matches!(game.frame(), Frame::Activation(Step::Fire)) {
            game.act(Action::Done, &[]).unwrap();
        }
        game.act(Action::Move { unit: foot, party: Party::Alone, gait: Gait::March }, &[]).unwrap();
        game.act(Action::Step { dir: Dir::NW }, &[]).unwrap();
        if matches!(game.frame(), Frame::Moving(_)) {
            game.act(Action::Halt { facing: Vertex::SW }, &[]).unwrap();
        }
        game.act(Action::Done, &[]).unwrap();
        let aim = aims(&game, foot)[0];
        shock(&mut game, foot, aim);
        assert_eq!(game.legal(), [Action::Done, Action::React { unit: second, target: foot }]);
        let (why, stop) = game.why(Action::React { unit: first, target: foot });
        assert_eq!(why, Why::Already(first));
        refused(&[rule], &stop);
    }
}

/// The front hexes that a unit may announce a shock against.
fn aims(game: &Game, unit: UnitId) -> Vec<Aim> {
    let legal = game.legal().into_iter();
    legal
        .filter_map(
            |action| if let Action::Shock { unit: u, aim } = action { (u == unit).then_some(aim) } else { None },
        )
        .collect()
}

#[test]
fn a_unit_that_failed_its_test_is_not_fired_at() {
    for mut field in fields() {
        let rule = field.pick("R 8.3/4", "M 8.3.3/4");
        let foot = field.foot("A", "0505", Vertex::SE);
        let gun = field.gun("C", "0506", Vertex::NW);
        let shy = field.foot("A", "0406", Vertex::SE);
        field.foot("C", "0506", Vertex::NW);
        // One of two has the capability of orders received; the other fails its test, on an engagement of 5.
        field.mark(foot, Mark::Ordered);
        let mut game = field.without_orders(Step::Declaration);
        for unit in [foot, shy] {
            let aim = aims(&game, unit)[0];
            game.act(Action::Shock { unit, aim }, &[]).unwrap();
        }
        if matches!(game.frame(), Frame::Activation(Step::Declaration)) {
            game.act(Action::Done, &[]).unwrap();
        }
        game.act(Action::Fight { unit: foot }, &[9, 5, 5, 5]).unwrap();
        assert_eq!(game.legal(), [Action::Done, Action::React { unit: gun, target: foot }]);
        let (why, stop) = game.why(Action::React { unit: gun, target: shy });
        assert_eq!(why, Why::NoEnemy);
        refused(&[rule], &stop);
    }
}

#[test]
fn from_a_square_one_less() {
    for edition in Edition::ALL {
        let field = Field::new(edition);
        let rule = field.pick("R 9.3.1/3", "M 9.3.2/2");
        let (mut game, foot, gun) = assault(field, |f| {
            let square = f.foot("C", "0506", Vertex::NW);
            f.square(square);
            f.square(UnitId::new(1).unwrap());
        });
        shock(&mut game, foot, Aim::Right);
        let journal = game.act(Action::React { unit: gun, target: foot }, &[0, 5, 9, 9, 9, 9]).unwrap();
        proves(&[rule], &journal);
        let tally = journal.entries().iter().find_map(|entry| entry.tally()).unwrap();
        assert_eq!(tally.sum(), 4 - 1 - 1 + 1);
    }
}

// --------------------------------------------------------------------------------------------------- the options

/// Infantry of this kind is attacked, with the option of its reaction fire.
fn musketry(kind: Kind, more: impl FnOnce(&mut Field)) -> (Game, UnitId, UnitId) {
    let mut field = Field::new(Edition::Rivoli);
    field.option("infantry-reaction-fire");
    let foot = field.foot("A", "0505", Vertex::SE);
    let target = field.unit("C", kind, "0506", Vertex::NW);
    more(&mut field);
    (field.at(Step::Declaration), foot, target)
}

#[test]
fn attacked_infantry_may_fire_by_option() {
    let (mut game, foot, unit) = musketry(FOOT, |_| {});
    shock(&mut game, foot, Aim::Right);
    let react = Action::React { unit, target: foot };
    assert_eq!(game.legal(), [Action::Done, react]);
    let journal = game.act(react, &[9, 5, 9, 9, 9, 9]).unwrap();
    let proven = [
        "R optional 8.3/2",
        "R optional 8.3/3",
        "R optional 8.3/4",
        "R optional 8.3/5",
        "R optional 8.3/12",
        "R specific 8.3/2",
    ];
    proves(&proven, &journal);
    // Line infantry of cohesion 6 with 6 points: -1, and a 9 makes 8.
    let tally = journal.entries().iter().find_map(|entry| entry.tally()).unwrap();
    assert_eq!((tally.sum(), tally.total()), (-1, 8));
    assert_eq!(game.state.order(foot) == Order::Good, tested(&journal).is_empty());
    // Without the option it does not fire.
    let mut field = Field::new(Edition::Rivoli);
    let foot = field.foot("A", "0505", Vertex::SE);
    field.foot("C", "0506", Vertex::NW);
    let mut game = field.at(Step::Declaration);
    let journal = shock(&mut game, foot, Aim::Right);
    assert!(journal.entries().iter().any(|entry| entry.tally().is_some_and(|t| t.what() == Label::Shock(foot))));
}

#[test]
fn what_infantry_fires_with() {
    use grognard::jours_de_gloire::roster::Weight;
    let sum = |kind: Kind, ruling: Option<&str>, draw: &dyn Fn(&mut Field)| {
        let (game, foot, unit) = musketry(kind, |f| {
            if let Some(reading) = ruling {
                f.ruling("infantry-reaction-seven", reading);
            }
            draw(f);
        });
        let target = game.cell("0505");
        let shot = Shot { firer: unit, with: None, kind: FireKind::Reaction, target, unit: Some(foot) };
        fire_tally(&game.rules, &game.state, shot).sum()
    };
    let none = |_: &mut Field| {};
    let light = Kind { weight: Weight::Light, ..FOOT };
    assert_eq!(sum(light, None, &none), 0);
    // Steady, or strong, or both: once.
    assert_eq!(sum(Kind { cohesion: 7, ..FOOT }, None, &none), 0);
    assert_eq!(sum(Kind { strength: 8, ..FOOT }, None, &none), 0);
    assert_eq!(sum(Kind { cohesion: 7, strength: 8, ..light }, None, &none), 1);
    // Seven points are not more than seven, unless a ruling has it so.
    assert_eq!(sum(Kind { strength: 7, ..FOOT }, None, &none), -1);
    assert_eq!(sum(Kind { strength: 7, ..FOOT }, Some("seven-counts"), &none), 0);
    // The chart's second figure for an orchard is infantry's.
    assert_eq!(sum(FOOT, None, &|f| f.terrain("0505", Terrain::Orchard)), -2);
    let (mut game, foot, unit) = musketry(Kind { cohesion: 7, ..light }, |_| {});
    shock(&mut game, foot, Aim::Right);
    let journal = game.act(Action::React { unit, target: foot }, &[0, 5, 9, 9, 9, 9]).unwrap();
    proves(&["R optional 8.3/6", "R specific 8.3/1"], &journal);
}

#[test]
fn which_infantry_fires() {
    let low = UnitId::new(2).unwrap();
    let (mut game, foot, top) = musketry(FOOT, |f| {
        f.foot("C", "0506", Vertex::NW);
    });
    shock(&mut game, foot, Aim::Right);
    let (why, stop) = game.why(Action::React { unit: low, target: foot });
    assert_eq!(why, Why::Precedence(top));
    refused(&["R optional 8.3/9"], &stop);
    assert_eq!(game.legal(), [Action::Done, Action::React { unit: top, target: foot }]);
    // In square all of them.
    let (mut game, foot, top) = musketry(FOOT, |f| {
        let low = f.foot("C", "0506", Vertex::NW);
        f.square(low);
        f.square(UnitId::new(1).unwrap());
    });
    shock(&mut game, foot, Aim::Right);
    assert_eq!(
        game.legal(),
        [Action::Done, Action::React { unit: top, target: foot }, Action::React { unit: low, target: foot }]
    );
    // Each once.
    let react = Action::React { unit: top, target: foot };
    game.act(react, &[0]).unwrap();
    let (why, stop) = game.why(react);
    assert_eq!(why, Why::Already(top));
    refused(&["R optional 8.3/2"], &stop);
    // Not disordered.
    let (mut game, foot, unit) = musketry(FOOT, |f| {
        f.order(UnitId::new(1).unwrap(), Order::Disordered);
        f.gun("C", "0506", Vertex::NW);
    });
    shock(&mut game, foot, Aim::Right);
    let (why, stop) = game.why(Action::React { unit, target: foot });
    assert_eq!(why, Why::Condition(unit, Order::Disordered));
    refused(&["R optional 8.3/1"], &stop);
}

/// A field on which fire may be misguided: friends or enemies at `between`, the target at 0508 a level up.
fn misguided(between: &str, formation: &str) -> (Game, UnitId, UnitId, UnitId) {
    let mut field = Field::new(Edition::Rivoli);
    field.option("misguided-fire");
    let gun = field.unit("A", Kind { strength: 6, ..GUN }, "0504", Vertex::SE);
    let unit = field.foot(formation, between, Vertex::NW);
    let target = field.foot("C", "0508", Vertex::NW);
    field.level("0508", 1);
    (field.ready(), gun, unit, target)
}

#[test]
fn fire_passes_over_units_at_a_higher_target_by_option() {
    let (mut game, gun, ..) = misguided("0505", "B");
    proves(&["R optional 7/1"], &game.act(fire(&game, gun, "0508"), &[0]).unwrap());
    // Not without the option, and not at a target that is no higher.
    for option in [None, Some("misguided-fire")] {
        let mut field = Field::new(Edition::Rivoli);
        if let Some(name) = option {
            field.option(name);
        }
        let gun = field.gun("A", "0504", Vertex::SE);
        field.foot("B", "0505", Vertex::NW);
        field.foot("C", "0508", Vertex::NW);
        field.level("0508", i8::from(option.is_none()));
        let game = field.ready();
        assert_eq!(game.why(fire(&game, gun, "0508")).0, Why::NotSeen(gun));
    }
}

#[test]
fn misguided_fire_strikes_the_unit_before_the_target() {
    for formation in ["B", "D"] {
        for die in 0..=9 {
            let (mut game, gun, unit, target) = misguided("0507", formation);
            let journal = game.act(fire(&game, gun, "0508"), &[die, 9, 9]).unwrap();
            if die <= 2 {
                proves(&["R optional 7/2", "R optional 7/3", "R optional 7/4"], &journal);
                assert_eq!(tested(&journal), [unit], "die {die}");
                assert_eq!(game.state.order(target), Order::Good);
            } else {
                assert!(!tested(&journal).contains(&unit), "die {die}");
            }
        }
    }
    // Farther from the target it is not struck.
    let (mut game, gun, unit, _) = misguided("0506", "B");
    let journal = game.act(fire(&game, gun, "0508"), &[0]).unwrap();
    assert!(!tested(&journal).contains(&unit));
}

#[test]
fn by_a_ruling_it_may_be_struck_at_any_level() {
    let mut field = Field::new(Edition::Rivoli);
    field.option("misguided-fire");
    field.ruling("misguided-fire-level", "always");
    let gun = field.gun("A", "0504", Vertex::SE);
    let unit = field.foot("B", "0507", Vertex::NW);
    field.foot("C", "0508", Vertex::NW);
    let mut game = field.ready();
    assert_eq!(tested(&game.act(fire(&game, gun, "0508"), &[2, 9]).unwrap()), [unit]);
}

#[test]
fn the_test_under_misguided_fire_is_easier() {
    let (mut game, gun, unit, _) = misguided("0507", "B");
    let journal = game.act(fire(&game, gun, "0508"), &[0, 8]).unwrap();
    let test = journal.entries().iter().filter_map(|entry| entry.tally()).nth(1).unwrap();
    assert_eq!((test.what(), test.sum()), (Label::Cohesion(unit, Trial::Misguided), -2));
    assert_eq!(game.state.order(unit), Order::Good);
}

/// Cavalry charges infantry with a battery, by the option of infantry's reaction fire, up to the first question after it.
fn charged(mark: Option<Mark>) -> (Game, UnitId, UnitId, UnitId, Journal) {
    let mut field = Field::new(Edition::Rivoli);
    field.option("infantry-reaction-fire");
    let rider = field.unit("A", HORSE, "0503", Vertex::SE);
    let unit = field.foot("C", "0506", Vertex::NW);
    let gun = field.gun("C", "0506", Vertex::NW);
    if let Some(mark) = mark {
        field.mark(unit, mark);
    }
    let mut game = field.at(Step::Movement);
    let target = game.cell("0506");
    let mut journal = game.act(Action::Charge { unit: rider, party: Party::Alone, target }, &[]).unwrap();
    while game.asked() == Some(Side::First) && matches!(game.frame(), Frame::Moving(_)) {
        let legal = game.legal();
        let step = legal.iter().find(|a| matches!(a, Action::Step { .. })).or(legal.first()).copied().unwrap();
        journal = game.act(step, &[]).unwrap();
    }
    (game, rider, unit, gun, journal)
}

#[test]
fn infantry_that_formed_square_does_not_fire() {
    let (mut game, rider, unit, gun, _) = charged(None);
    assert!(matches!(game.frame(), Frame::Square { .. }));
    game.act(Action::FormSquare { unit }, &[0]).unwrap();
    assert!(game.state.in_square(unit));
    while !matches!(game.frame(), Frame::Activation(Step::Combat)) {
        game.act(Action::Done, &[]).unwrap();
    }
    game.act(Action::Fight { unit: rider }, &[]).unwrap();
    assert_eq!(game.legal(), [Action::Done, Action::React { unit: gun, target: rider }]);
    let (why, stop) = game.why(Action::React { unit, target: rider });
    assert_eq!(why, Why::Already(unit));
    refused(&["R optional 8.3/10"], &stop);
}

#[test]
fn infantry_that_fired_does_not_form_square() {
    let (game, _, _, _, journal) = charged(Some(Mark::Reacted));
    assert!(!matches!(game.frame(), Frame::Square { .. }));
    proves(&["R optional 8.3/11"], &journal);
}

#[test]
fn a_unit_that_fire_routs_goes_away_from_the_firer() {
    for mut field in fields() {
        // Its refuge lies in the east; so does the battery.
        let gun = field.unit("A", Kind { strength: 9, ..GUN }, "0908", Vertex::W);
        let foe = field.foot("C", "0608", Vertex::W);
        let mut game = field.ready();
        let start = game.cell("0608");
        let from = game.cell("0908");
        game.act(fire(&game, gun, "0608"), &[9]).unwrap();
        assert_eq!(game.state.order(foe), Order::Routed);
        let mut far = 3;
        while game.asked() == Some(Side::Second) {
            let step = game.legal()[0];
            game.act(step, &[]).unwrap();
            let at = game.state.at(foe).unwrap();
            let now = game.rules.map().grid.distance(from, at);
            // In Montebello the second hex need only lead away from where it stood.
            let least = game.field.pick(far + 1, far);
            assert!(now >= least || at == start, "{now} after {far}");
            far = now;
        }
        assert!(far >= game.field.pick(5, 4));
    }
}
