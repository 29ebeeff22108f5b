use super::*;

fn all(n: u8) -> u8 {
    n
}

/// The algorithm is frozen: these are the first dice of three seeds, and of a later action.
#[test]
fn seeded_dice_are_frozen() {
    let dice = |seed, action| {
        let mut chance = Seeded::at(seed, action);
        chance.open();
        (0..12).map(|_| chance.die(Die::D10, &mut all).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(dice(0, 0), GOLDEN[0]);
    assert_eq!(dice(1800, 0), GOLDEN[1]);
    assert_eq!(dice(u64::MAX, 0), GOLDEN[2]);
    assert_eq!(dice(1800, 7), GOLDEN[3]);
}

const GOLDEN: [[u8; 12]; 4] = [
    [4, 4, 5, 2, 1, 1, 9, 2, 7, 3, 4, 2],
    [5, 2, 5, 6, 6, 1, 8, 6, 6, 9, 5, 3],
    [9, 6, 2, 1, 3, 8, 4, 1, 8, 3, 5, 3],
    [9, 5, 5, 9, 5, 1, 1, 1, 4, 1, 7, 5],
];

#[test]
fn every_face_falls_about_equally_often() {
    for die in [Die::D6, Die::D10, Die::TwoD6] {
        let mut counts = [0u32; 36];
        let mut chance = Seeded::new(7);
        for _ in 0..36_000 {
            counts[usize::from(chance.die(die, &mut all).unwrap())] += 1;
        }
        let mean = 36_000 / u32::from(die.faces());
        for count in &counts[..usize::from(die.faces())] {
            assert!(count.abs_diff(mean) * count.abs_diff(mean) < 25 * mean, "{die:?}: {count} against {mean}");
        }
    }
}

#[test]
fn streams_of_neighbouring_actions_and_seeds_do_not_agree() {
    let mut same = 0;
    for action in 0..2_000 {
        let (mut a, mut b, mut c) = (Seeded::at(5, action), Seeded::at(5, action + 1), Seeded::at(6, action));
        let face = a.die(Die::D10, &mut all).unwrap();
        same += u32::from(face == b.die(Die::D10, &mut all).unwrap());
        same += u32::from(face == c.die(Die::D10, &mut all).unwrap());
    }
    assert!((300..500).contains(&same), "{same} of 4000 agree, expected about 400");
}

#[test]
fn a_script_is_used_up_exactly() {
    let mut script =
        Scripted::new([Fall::D10(9), Fall::TwoD6(4, 6), Fall::Draw(3), Fall::Pick(1), Fall::Contest(5, 3)]);
    assert_eq!(script.die(Die::D10, &mut all), Ok(9));
    assert_eq!(script.die(Die::TwoD6, &mut all).map(|n| Die::TwoD6.face(n).pips()), Ok(10));
    assert_eq!(script.draw(0b1010), Ok(3));
    assert_eq!(script.pick(2), Ok(1));
    assert_eq!(script.finish(), Err(ChanceFault::TooLong { left: 1 }));
    assert_eq!(script.contest(Die::D10, &mut |a, b| (a != b).then_some(u16::from(a > b))), Ok((5, 3)));
    assert_eq!(script.finish(), Ok(()));
    assert_eq!(script.pick(2), Err(ChanceFault::TooShort { used: 5, wanted: Kind::Pick }));
}

#[test]
fn a_script_refuses_what_cannot_fall() {
    let wrong = |fall| Scripted::new([fall]);
    assert!(matches!(wrong(Fall::D10(10)).die(Die::D10, &mut all), Err(ChanceFault::Impossible { at: 0, .. })));
    assert!(matches!(wrong(Fall::D6(0)).die(Die::D6, &mut all), Err(ChanceFault::Impossible { .. })));
    assert!(matches!(wrong(Fall::TwoD6(7, 1)).die(Die::TwoD6, &mut all), Err(ChanceFault::Impossible { .. })));
    assert!(matches!(wrong(Fall::D6(1)).die(Die::D10, &mut all), Err(ChanceFault::WrongKind { .. })));
    assert!(matches!(wrong(Fall::Draw(0)).draw(0b10), Err(ChanceFault::Impossible { .. })));
    assert!(matches!(wrong(Fall::Draw(200)).draw(u64::MAX), Err(ChanceFault::Impossible { .. })));
    assert!(matches!(wrong(Fall::Pick(2)).pick(2), Err(ChanceFault::Impossible { .. })));
    let tie = &mut |a, b| (a != b).then_some(0);
    assert!(matches!(wrong(Fall::Contest(3, 3)).contest(Die::D10, tie), Err(ChanceFault::Impossible { .. })));
}

#[test]
fn a_stopped_action_gives_its_dice_back() {
    let mut chance = Recording::new(Scripted::d10([1, 2, 3]));
    chance.open();
    assert_eq!(chance.die(Die::D10, &mut all), Ok(1));
    chance.close(Close::Keep);
    chance.open();
    assert_eq!(chance.die(Die::D10, &mut all), Ok(2));
    chance.close(Close::Restore);
    chance.open();
    assert_eq!(chance.die(Die::D10, &mut all), Ok(2));
    chance.close(Close::Keep);
    assert_eq!(chance.falls(), [Fall::D10(1), Fall::D10(2)]);
    assert_eq!(chance.into_inner().left(), 1);
}

#[test]
fn an_empty_cup_is_a_fault_not_a_hang() {
    assert_eq!(Seeded::new(1).draw(0), Err(ChanceFault::Nothing(Kind::Draw)));
    assert_eq!(Seeded::new(1).pick(0), Err(ChanceFault::Nothing(Kind::Pick)));
    assert_eq!(Seeded::new(1).contest(Die::D6, &mut |_, _| None), Err(ChanceFault::Nothing(Kind::Contest)));
}

#[test]
fn faces_and_numbers_agree() {
    for die in [Die::D6, Die::D10, Die::TwoD6] {
        for number in 0..die.faces() {
            assert_eq!(die.face(number).number(), number);
        }
        assert_eq!(die.face(255), die.face(die.faces() - 1));
    }
    assert_eq!(Face::pair(4, 6).map(|f| f.to_string()).as_deref(), Some("4+6"));
}
