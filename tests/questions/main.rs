//! Questions asked without playing agree with what the rules then do.

mod montenotte;
mod series;
