//! Headroom: what sounds at once is together never louder than a sound device can play, and the music makes way for it.

use bevy::{math::ops, prelude::*};
use std::time::Duration;

/// The loudest that all voices may be together; the rest of full scale is for their echoes and the music.
const CEILING: f32 = 0.8;
/// So far ahead the voices are looked at: longer than from one picture to the next.
pub(crate) const AHEAD: Duration = Duration::from_millis(100);
/// How much of the music and the surroundings goes where the voices are as loud as they may be.
const DUCK: f32 = 0.5;
/// How long it takes until most of that is back, in seconds.
const BACK: f32 = 0.7;

/// How loud the voices are together.
#[derive(Resource, Debug, Default)]
pub(crate) struct Headroom {
    /// The loudest that they were lately, from 0 to [`CEILING`].
    lately: f32,
}

impl Headroom {
    /// How much of each voice is heard, from 0 to 1, if the peaks of all that come next add up to this; after so many seconds.
    pub(crate) fn follow(&mut self, peaks: f32, seconds: f32) -> f32 {
        self.lately = (self.lately * ops::exp(-seconds / BACK)).max(peaks.min(CEILING));
        if peaks > CEILING { CEILING / peaks } else { 1.0 }
    }

    /// How much of the music and the surroundings is heard beside them, from 0 to 1.
    pub(crate) fn beside(&self) -> f32 {
        1.0 - DUCK * self.lately / CEILING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_voices_are_heard_whole_and_many_share_what_there_is() {
        let mut headroom = Headroom::default();
        assert_eq!(headroom.follow(0.3, 0.0), 1.0);
        assert!((headroom.follow(2.0, 0.0) * 2.0 - CEILING).abs() < 1e-6);
    }

    #[test]
    fn music_makes_way_at_once_and_comes_back_softly() {
        let mut headroom = Headroom::default();
        assert_eq!(headroom.beside(), 1.0);
        headroom.follow(1.5, 0.01);
        assert_eq!(headroom.beside(), 1.0 - DUCK);
        let back: Vec<f32> = (0..30).map(|_| (headroom.follow(0.0, 0.1), headroom.beside()).1).collect();
        assert!(back.windows(2).all(|pair| pair[0] < pair[1]), "{back:?}");
        assert!(back[2] < 0.75 && back[29] > 0.99, "{back:?}");
    }
}
