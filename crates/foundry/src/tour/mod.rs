//! The tour: all that was made, laid out so that a person can judge it in five minutes.
//!
//! Here lives what shows works side by side. What makes or measures them does not.

mod listen;
mod page;
mod sheet;
mod spectrogram;

pub(crate) use listen::listen;
pub(crate) use sheet::sheets;
