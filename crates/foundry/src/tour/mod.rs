//! Contact sheets and listening samples, so that a person can review all generated files in five minutes.
//!
//! Generating and measuring them is done elsewhere.

pub(crate) mod listen;
pub(crate) mod page;
pub(crate) mod sheet;
pub(crate) mod spectrogram;
