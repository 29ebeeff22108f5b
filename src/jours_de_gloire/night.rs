//! What night and fog change (R 12, M 12): the light of the turn as other chapters ask for it.
//!
//! | the light | asked by |
//! |---|---|
//! | forbids a forced march | `forced_march_allowed` |
//! | makes a zone of control dearer | `zone_entry` |
//! | keeps disordered units off the enemy | `contact_allowed` |
//! | shortens fire | `fire_range` |
//! | forbids charges | `charges_allowed` |
//! | makes cohesion tests harder | `test_modifiers` |
//! | changes rallies | `rally_modifier`, `rallies_unbidden`, `rallies_at_the_end` |
//!
//! Rivoli's book has no fog: its charts hold no figures for it, and a fog turn changes nothing there.

use super::charts::Dark;
use super::edition::Fog;
use super::label::Label;
use super::play::Judged;
use super::rulings::{NightAndFog, NightRally, NightRallyWhen};
use super::state::State;
use super::why::Why;
use super::{Cite, JoursDeGloire, cite};
use crate::figures::Figure;
use crate::rule;
use crate::side::{UnitId, UnitSet};

/// Night: no forced march, save by reinforcements.
const NO_FORCED_MARCH: Cite = cite!("R 12/1", "M 12.1/1");
/// Night: a zone of control costs more.
const ZONE: Cite = cite!("R 12/2", "M 12.1/2");
/// Night: disordered units do not move beside an enemy.
const NO_CONTACT: Cite = cite!("R 12/3", "M 12.1/3");
/// Night: fire at adjacent targets only.
const SHORT_FIRE: Cite = cite!("R 12/4", "M 12.1/4");
/// Night: no charges.
const NO_CHARGES: Cite = cite!("R 12/6", "M 12.1/5");
/// Night: cohesion tests are harder.
const TESTS: Cite = cite!("R 12/5", "M 12.1/6");
/// Night: idle disordered units rally by themselves.
pub(super) const BY_ITSELF: Cite = cite!("R 12/7", "M 12.1/7");
/// Night: routed units rally more easily.
const ROUTED_RALLY: Cite = cite!("R 12/8", "M 12.1/8");
/// A routed unit's rally is harder.
const ROUTED: Cite = cite!("R 11/4", "M 11.1/4");

// Rivoli has no rules of fog: its charts never lead to these.

/// Fog: no forced march, save by reinforcements.
const FOG_NO_FORCED_MARCH: Cite = Cite::only(rule!("M 12.2/1"));
/// Fog: a zone of control costs more.
const FOG_ZONE: Cite = Cite::only(rule!("M 12.2/2"));
/// Fog: fire at adjacent targets only.
const FOG_SHORT_FIRE: Cite = Cite::only(rule!("M 12.2/3"));
/// Fog: no charges.
const FOG_NO_CHARGES: Cite = Cite::only(rule!("M 12.2/4"));
/// Fog: cohesion tests are harder.
const FOG_TESTS: Cite = Cite::only(rule!("M 12.2/5"));
/// Fog: rallies are what they are by day.
const FOG_RALLY: Cite = Cite::only(rule!("M 12.2/6"));

/// What the light is called, what it changes, and under which rule.
type Shade = (Label, Figure<i8>, Cite);

impl JoursDeGloire {
    /// The chart of night, if it is night.
    fn night(&self, s: &State) -> Option<&Dark> {
        self.light(s).night().then(|| self.charts.night())
    }

    /// The chart of fog, if there is fog.
    fn fog(&self, s: &State) -> Option<&Dark> {
        let ruled = self.edition().fog() == Fog::Ruled && self.light(s).fog();
        ruled.then(|| self.charts.fog().as_ref()).flatten()
    }

    /// One figure of the light; of night and fog at once, both or the worse (the ruling `night-and-fog`).
    fn shades(
        &self,
        s: &State,
        [night, fog]: [Cite; 2],
        figure: fn(&Dark) -> Figure<i8>,
    ) -> impl Iterator<Item = Shade> + use<> {
        let night = self.night(s).map(|dark| (Label::Night, figure(dark), night));
        let fog = self.fog(s).map(|dark| (Label::Fog, figure(dark), fog));
        let shades = match (night, fog) {
            (Some(night), Some(fog)) if self.rulings.night_and_fog == NightAndFog::Worse => {
                [Some(if fog.1.value > night.1.value { fog } else { night }), None]
            }
            shades => shades.into(),
        };
        shades.into_iter().flatten()
    }

    /// Whether the light allows a unit a forced march: by night and in fog only reinforcements make one (R 12, M 12.1,
    /// M 12.2). A unit that is still to enter is one.
    ///
    /// # Errors
    /// The rule of the night or the fog.
    pub(super) fn forced_march_allowed(&self, s: &State, unit: UnitId) -> Judged {
        if s.reinforcement.has(unit) || s.at(unit).is_none() {
            return Ok(());
        }
        self.in_the_light(s, [NO_FORCED_MARCH, FOG_NO_FORCED_MARCH])
    }

    /// Whether the light allows cavalry to charge (R 12, M 12.1, M 12.2).
    ///
    /// # Errors
    /// The rule of the night or the fog.
    pub(super) fn charges_allowed(&self, s: &State) -> Judged {
        self.in_the_light(s, [NO_CHARGES, FOG_NO_CHARGES])
    }

    fn in_the_light(&self, s: &State, [night, fog]: [Cite; 2]) -> Judged {
        if self.night(s).is_some() {
            self.no(night, Why::Dark)
        } else if self.fog(s).is_some() {
            self.no(fog, Why::Dark)
        } else {
            Ok(())
        }
    }

    /// Whether the light allows a unit to move to a hex beside these enemies: at night a disordered unit does not. It may
    /// leave a zone of control, for a hex that no enemy is beside (R 12, M 12.1).
    ///
    /// # Errors
    /// The rule, and one of the enemies.
    pub(super) fn contact_allowed(&self, s: &State, unit: UnitId, beside: UnitSet) -> Judged {
        match beside.lowest() {
            Some(enemy) if s.disordered.has(unit) && self.night(s).is_some() => {
                self.no(NO_CONTACT, Why::Adjacent { unit, enemy })
            }
            _ => Ok(()),
        }
    }

    /// The points more that the light puts on entering an enemy zone of control.
    pub(super) fn zone_entry(&self, s: &State, each: &mut impl FnMut(Label, Figure<i8>, Cite)) {
        let points = |dark: &Dark| dark.zoc_entry.map(|value| i8::try_from(value).unwrap_or(i8::MAX));
        let shades = self.shades(s, [ZONE, FOG_ZONE], points);
        shades.for_each(|(label, figure, rule)| each(label, figure, rule));
    }

    /// What the light adds to the die of a cohesion test.
    pub(super) fn test_modifiers(&self, s: &State, each: &mut impl FnMut(Label, Figure<i8>, Cite)) {
        let shades = self.shades(s, [TESTS, FOG_TESTS], |dark| dark.test);
        shades.for_each(|(label, figure, rule)| each(label, figure, rule));
    }

    /// The most hexes over which artillery fires in this light; `None` if the light sets no limit.
    pub(super) fn fire_range(&self, s: &State) -> Option<u8> {
        [self.night(s), self.fog(s)].into_iter().flatten().map(|dark| dark.fire_range.value).min()
    }

    /// The rule of that limit.
    pub(super) fn fire_range_rule(&self, s: &State) -> Cite {
        if self.night(s).is_some() { SHORT_FIRE } else { FOG_SHORT_FIRE }
    }

    /// What is added to the die of a rally. A disordered unit's die stands as it falls; a routed unit's is worse, and
    /// better at night, where that figure stands alone or beside the one of tests (the ruling `night-rally`). In fog it is as by day, and the rule
    /// that says so stands beside it.
    pub(super) fn rally_modifier(&self, s: &State, unit: UnitId) -> impl Iterator<Item = Shade> + use<> {
        let mut modifiers = [None, None];
        if s.routed.has(unit) {
            let day = self.charts.rally().routed;
            match (self.night(s), self.fog(s)) {
                (Some(night), _) => {
                    modifiers[0] = Some((Label::Night, night.rally_routed, ROUTED_RALLY));
                    if self.rulings.night_rally == NightRally::Both {
                        modifiers[1] = Some((Label::Night, night.test, TESTS));
                    }
                }
                (None, Some(fog)) => {
                    modifiers[0] = Some((Label::RoutedRally, day, ROUTED));
                    let change = Figure::new(fog.rally_routed.value.saturating_sub(day.value), fog.rally_routed.source);
                    modifiers[1] = Some((Label::Fog, change, FOG_RALLY));
                }
                (None, None) => modifiers[0] = Some((Label::RoutedRally, day, ROUTED)),
            }
        }
        modifiers.into_iter().flatten()
    }

    /// Whether disordered units that did nothing and have no enemy beside them rally without a die at the end of their
    /// activation: at night (R 12, M 12.1).
    pub(super) fn rallies_unbidden(&self, s: &State) -> bool {
        self.night(s).is_some() && self.rulings.night_rally_when == NightRallyWhen::ActivationEnd
    }

    /// Whether they do so at the end of the turn instead (the ruling `night-rally-when`).
    pub(super) fn rallies_at_the_end(&self, s: &State) -> bool {
        self.rulings.night_rally_when == NightRallyWhen::PhaseE && self.night(s).is_some()
    }
}
