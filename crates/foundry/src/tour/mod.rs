//! The tour: all that was made, laid out so that a person can judge it in five minutes.
//!
//! Here lives what shows works side by side. What makes or measures them does not.

pub(crate) mod listen;
pub(crate) mod page;
pub(crate) mod sheet;
pub(crate) mod spectrogram;
