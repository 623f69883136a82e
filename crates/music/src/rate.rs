//! The sample rate of all music and sounds.

/// Sample rate, in frames per second.
pub const RATE: u32 = 44_100;
