//! Notes of a rhythm within a bar.

/// A note of a rhythm, without its pitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beat {
    /// Start, as a fraction of the bar.
    pub(crate) at: f64,
    /// Maximum length, in bars.
    pub(crate) long: f64,
    /// Strength, from 0 to 1.
    pub(crate) strength: f64,
}
