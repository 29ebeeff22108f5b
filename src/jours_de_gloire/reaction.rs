use super::{Cite, cite};
pub(super) const MAY_FIRE: Cite = cite!("R 8.3/1", "M 8.3.3/1");
pub(super) const NO_ATTACK: Cite = cite!("R 8.3/7", "M 8.3.3/5");
