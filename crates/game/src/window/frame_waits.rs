//! Waits between frames: for the player's frame limit, and for the threads that load files. A browser requests each
//! frame when it wants one, so a page does not wait.

use crate::{flow::phase::Phase, window::frame_limit::KeepRate, window::screen_options::ScreenOptions};
use bevy::prelude::*;
use ports::Clock;
use present::PresentSystems;
use std::time::Duration;

/// Duration of each frame's wait on the loading page.
const LOADING_WAIT: Duration = Duration::from_millis(2);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ScreenOptions>().init_resource::<Pace>().init_resource::<Clock>();
    app.add_systems(First, wait_for_files.run_if(in_state(Phase::Loading)));
    app.add_systems(Last, hold_back.after(KeepRate).after(PresentSystems));
}

/// Earliest time of the next frame under the player's frame limit.
#[derive(Resource, Default)]
struct Pace(Option<Duration>);

impl Pace {
    /// Returns the time to wait now for a limit in frames per second; 0 means no limit.
    fn wait(&mut self, now: Duration, limit: u16) -> Duration {
        if limit == 0 {
            self.0 = None;
            return Duration::ZERO;
        }
        let due = self.0.unwrap_or(now).max(now);
        // After a late frame, the next frames are not started early to make up for it.
        self.0 = Some(due + Duration::from_secs(1) / u32::from(limit));
        due - now
    }
}

/// Leaves CPU time to the threads that load the game files, which need it more than the progress bar does. The first
/// frame is not delayed, so that the graphics driver can start up meanwhile.
fn wait_for_files(mut is_later: Local<bool>) {
    if std::mem::replace(&mut *is_later, true) {
        std::thread::sleep(LOADING_WAIT);
    }
}

fn hold_back((options, clock): (Res<ScreenOptions>, Res<Clock>), mut pace: ResMut<Pace>) {
    let wait = pace.wait(clock.now(), options.limit);
    if !wait.is_zero() {
        std::thread::sleep(wait);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_rate_never_exceeds_the_limit() {
        let (mut pace, start) = (Pace::default(), Duration::from_secs(7));
        let mut now = start;
        for picture in 0..60 {
            now += pace.wait(now, 60);
            assert!(now - start >= Duration::from_secs(picture) / 61, "frame {picture}");
            now += Duration::from_millis(5); // time to draw the frame
        }
        assert!(now - start < Duration::from_millis(1010), "and no fewer");
        now += Duration::from_secs(3);
        assert_eq!(pace.wait(now, 60), Duration::ZERO);
        assert!(pace.wait(now, 60) > Duration::from_millis(16), "late frames are not caught up");
        assert_eq!(pace.wait(now, 0), Duration::ZERO);
    }
}
