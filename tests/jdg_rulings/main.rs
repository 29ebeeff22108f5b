//! The open points of Jours de Gloire that can be played either way: the same position, played by each reading, with its
//! different result. Those of the command chapters stand in `jdg_command`, others beside their chapter.

#[path = "../support/ground.rs"]
mod ground;
#[path = "../support/mod.rs"]
mod support;

mod charge;
mod condition;
mod demoralized;
mod lie_of_the_land;
mod night;
mod reach;
mod series;
mod shock;
mod streets;
mod turn;
mod withdrawal;

/// What a position gives by each reading of a ruling: the readings, and what each must give.
#[track_caller]
fn differ<T: PartialEq + std::fmt::Debug>(ruling: &str, readings: [(&str, T); 2], play: impl Fn(&str) -> T) {
    for (reading, expected) in &readings {
        assert_eq!(&play(reading), expected, "{ruling}: {reading}");
    }
    let [(_, one), (_, other)] = readings;
    assert_ne!(one, other, "{ruling}: the readings do not differ");
}
