//! Jours de Gloire: the series of Rivoli 1797 and Montebello 1800.

pub mod charts;
pub mod edition;
