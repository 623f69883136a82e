//! The sample rate of everything that is heard.

/// Frames of a track per second.
pub const RATE: u32 = 44_100;
