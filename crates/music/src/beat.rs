//! A stroke in a bar.

/// A stroke in a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beat {
    /// When, as a part of the bar.
    pub(crate) at: f64,
    /// How long it may last, in bars.
    pub(crate) long: f64,
    /// How strong it is, from 0 to 1.
    pub(crate) strength: f64,
}
