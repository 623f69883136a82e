//! A stroke in a bar.

/// A stroke in a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beat {
    /// When, as a part of the bar.
    pub(super) at: f64,
    /// How long it may last, in bars.
    pub(super) long: f64,
    /// How strong it is, from 0 to 1.
    pub(super) strength: f64,
}
