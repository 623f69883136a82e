//! Limiter: keeps the sum of all voices within full scale, and ducks the music while the voices are loud.

use music::RATE;

/// Maximum level of all voices together. The rest of full scale is for their echoes and the music.
const CEILING: f32 = 0.8;
/// Look-ahead time in frames, a tenth of a second: the gain changes within a fraction of it.
pub(crate) const AHEAD: usize = RATE as usize / 10;
/// Share of the music and the ambience that is removed at the maximum level.
const DUCK: f32 = 0.5;
/// Release time of the ducking in seconds.
const BACK: f32 = 0.7;

/// Level of all voices.
#[derive(Debug, Default)]
pub(crate) struct Headroom {
    /// Recent maximum level, from 0 to [`CEILING`].
    lately: f32,
}

impl Headroom {
    /// Returns the gain of each voice, from 0 to 1, given the sum of the coming peaks and the seconds since the last
    /// call.
    pub(crate) fn follow(&mut self, peaks: f32, seconds: f32) -> f32 {
        self.lately = (self.lately * libm::expf(-seconds / BACK)).max(peaks.min(CEILING));
        if peaks > CEILING { CEILING / peaks } else { 1.0 }
    }

    /// Returns the gain of the music and the ambience, from 0 to 1.
    pub(crate) fn beside(&self) -> f32 {
        1.0 - DUCK * self.lately / CEILING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_voices_are_unchanged_and_many_are_attenuated() {
        let mut headroom = Headroom::default();
        assert_eq!(headroom.follow(0.3, 0.0), 1.0);
        assert!((headroom.follow(2.0, 0.0) * 2.0 - CEILING).abs() < 1e-6);
    }

    #[test]
    fn music_ducks_immediately_and_recovers_slowly() {
        let mut headroom = Headroom::default();
        assert_eq!(headroom.beside(), 1.0);
        headroom.follow(1.5, 0.01);
        assert_eq!(headroom.beside(), 1.0 - DUCK);
        let back: Vec<f32> = (0..30).map(|_| (headroom.follow(0.0, 0.1), headroom.beside()).1).collect();
        assert!(back.windows(2).all(|pair| pair[0] < pair[1]), "{back:?}");
        assert!(back[2] < 0.75 && back[29] > 0.99, "{back:?}");
    }
}
