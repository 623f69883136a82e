//! Frame pacing: the display's refresh rate while something moves, and a low rate otherwise.

use crate::{
    flow::phase::{Flow, Phase},
    window::focus::Focus,
    window::screen_options::ScreenOptions,
    window::time_start::has_shown,
};
use bevy::prelude::*;
use bevy_winit::{UpdateMode, WinitSettings};
use ports::Clock;
use present::{PresentStatus, PresentSystems};
use renderer::Wipe;
use std::time::Duration;

/// Time between frames of a menu without input. Keyboard and mouse input wakes the loop immediately.
const IDLE: Duration = Duration::from_millis(250);
/// The same while a gamepad is connected, because gamepad buttons do not wake the loop.
const IDLE_WITH_PAD: Duration = Duration::from_millis(100);
/// The same while the window has no focus and no input can arrive.
const AWAY: Duration = Duration::from_secs(1);
/// Duration of each frame's wait on the loading page.
const LOADING_WAIT: Duration = Duration::from_millis(2);

pub(crate) fn plugin(app: &mut App) {
    // Load at full speed even without focus. Decks are paused then, and paused pages have a low rate anyway.
    app.insert_resource(WinitSettings::continuous());
    app.init_resource::<ScreenOptions>().init_resource::<Pace>().init_resource::<Clock>().init_resource::<Focus>();
    app.add_systems(First, wait_for_files.run_if(in_state(Phase::Loading)));
    app.add_systems(Last, (keep, hold_back).chain().after(PresentSystems));
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

fn keep(
    phase: Res<State<Phase>>,
    flow: Option<Res<State<Flow>>>,
    (wipe, status, focus): (Res<Wipe>, Option<Res<PresentStatus>>, Res<Focus>),
    pads: Query<(), With<Gamepad>>,
    mut settings: ResMut<WinitSettings>,
) {
    // Before the first frame is shown, run at full speed.
    let loads = **phase == Phase::Loading || !has_shown(status);
    let runs = flow.is_some_and(|flow| **flow == Flow::Running);
    *settings = if loads || runs || wipe.is_running() {
        WinitSettings::continuous()
    } else {
        let idle = if focus.is_away() {
            AWAY
        } else if pads.is_empty() {
            IDLE
        } else {
            IDLE_WITH_PAD
        };
        WinitSettings { focused_mode: UpdateMode::reactive(idle), unfocused_mode: UpdateMode::reactive_low_power(idle) }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn menus_idle_between_presses_but_not_before_the_first_frame() {
        let mut world = World::new();
        world.insert_resource(State::new(Phase::Title));
        world.init_resource::<Wipe>();
        world.insert_resource(WinitSettings::continuous());
        world.init_resource::<Focus>();
        let rests = |world: &mut World| {
            world.run_system_cached(keep).unwrap();
            world.resource::<WinitSettings>().focused_mode != UpdateMode::Continuous
        };
        assert!(rests(&mut world), "the loop must idle when nothing moves");
        assert_eq!(world.resource::<WinitSettings>().focused_mode, UpdateMode::reactive(IDLE));
        world.spawn(Gamepad::default());
        assert!(rests(&mut world));
        assert_eq!(world.resource::<WinitSettings>().focused_mode, UpdateMode::reactive(IDLE_WITH_PAD));
        world.insert_resource(Focus::lost());
        assert!(rests(&mut world));
        assert_eq!(world.resource::<WinitSettings>().unfocused_mode, UpdateMode::reactive_low_power(AWAY));
        world.init_resource::<PresentStatus>();
        assert!(!rests(&mut world), "no frame is shown yet");
    }

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
