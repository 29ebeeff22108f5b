//! Odds for a side, from what it can know.

use core::fmt::{Debug, Display};

use super::{Odds, Policy, odds};
use crate::doors::Doors;
use crate::figures::Faults;
use crate::refusal::Stop;
use crate::side::Side;

/// Why there are no odds for a side.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Unforeseen<F: Display + Debug> {
    /// The view or the guess is faulty: no position is supposed.
    #[error("nothing can be supposed: {0}")]
    Supposition(Faults),
    /// The action is refused in the position supposed, or a limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop<F>),
}

/// As [`odds`], for a side that sees `view` and guesses what it cannot see. The true position is not asked for: two positions
/// that look alike to the side have the same odds. So a refusal, too, is one in the position supposed.
///
/// ```
/// use grognard::doors::Doors;
/// use grognard::jours_de_gloire::JoursDeGloire;
/// use grognard::jours_de_gloire::view::Guess;
/// use grognard::odds::{Stopping, odds_for};
/// use grognard::ruleset::Ruleset;
/// use grognard::setup::Setup;
/// use grognard::side::Side;
///
/// let rules = JoursDeGloire::open(&Setup::scenario("montebello"))?;
/// let state = rules.begin(&mut grognard::chance::Seeded::new(1800))?.state;
/// let view = rules.view(&state, Side::First);
/// let action = rules.decline(&state, Side::First).ok_or("it may give no orders")?;
/// let odds = odds_for(&rules, &view, &Guess::default(), Side::First, &action, &mut Stopping, 1_000)?;
/// assert_eq!(odds.chance_of(|_| true), Some(grognard::odds::Fraction::ONE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A view or a guess that no position allows; otherwise as [`odds`].
pub fn odds_for<R: Doors>(
    rules: &R,
    view: &R::View,
    guess: &R::Guess,
    by: Side,
    action: &R::Action,
    policy: &mut (impl Policy<R> + ?Sized),
    most: u32,
) -> Result<Odds<R::State>, Unforeseen<R::Refusal>> {
    let state = rules.suppose(view, guess).map_err(Unforeseen::Supposition)?;
    Ok(odds(rules, &state, by, action, policy, most)?)
}
