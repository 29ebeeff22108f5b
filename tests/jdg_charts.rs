//! The charts of Jours de Gloire.
use grognard::figures::SourceSet;
use grognard::jours_de_gloire::charts::Charts;
use grognard::jours_de_gloire::edition::Edition;

#[test]
fn loads() {
    for edition in [Edition::Rivoli, Edition::Montebello] {
        if let Err(faults) = Charts::load(edition, None, SourceSet::ALL) {
            panic!("{faults}");
        }
    }
}
