//! Paces updates for softbuffer and for OpenGL drawn on the CPU, which do not wait for the screen.

use std::time::{Duration, Instant};

/// Maximum time between two frames (20 Hz). Lower refresh rates are not trusted.
const SLOWEST: Duration = Duration::from_millis(50);
/// Default time between two frames, if the screen does not report its rate: 60 Hz.
const USUAL: Duration = Duration::from_nanos(16_666_667);

/// Limits updates to the rate of a screen.
#[derive(Debug, Default)]
pub(crate) struct Pacing {
    /// Time at which the next frame is due.
    due: Option<Instant>,
}

impl Pacing {
    /// Returns how long to wait after a frame that was shown `now`, for a screen with this rate in millihertz.
    pub(crate) fn wait(&mut self, now: Instant, millihertz: Option<u32>) -> Duration {
        let period = match millihertz {
            Some(rate @ 1..) => Duration::from_nanos(1_000_000_000_000 / u64::from(rate)).min(SLOWEST),
            _ => USUAL,
        };
        let due = self.due.unwrap_or(now).max(now);
        // A late frame does not make the next ones come earlier.
        self.due = Some(due + period);
        due - now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_keep_to_the_rate_of_the_screen() {
        let (mut pacing, start) = (Pacing::default(), Instant::now());
        let mut now = start;
        for frame in 0..120 {
            now += pacing.wait(now, Some(120_000));
            assert!(now - start >= Duration::from_secs(frame) / 121, "frame {frame}");
            now += Duration::from_millis(2); // time to draw the frame
        }
        assert!(now - start < Duration::from_millis(1010));
        now += Duration::from_secs(3);
        assert_eq!(pacing.wait(now, None), Duration::ZERO, "a late frame is not caught up");
        assert_eq!(pacing.wait(now, Some(1)), USUAL);
        now += USUAL;
        assert_eq!(pacing.wait(now, None), SLOWEST, "a rate of 1 mHz is not trusted");
    }
}
