//! The pace: as many pictures as the screen shows while something moves, and few otherwise.

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

/// Menus answer to keys and mouse at once; without any, this is the time from one frame to the next.
const IDLE: Duration = Duration::from_millis(250);
/// The same while a pad is connected, whose buttons do not wake the loop.
const IDLE_WITH_PAD: Duration = Duration::from_millis(100);
/// The same while nobody is at the window, where nothing is to answer.
const AWAY: Duration = Duration::from_secs(1);
/// How long each frame of the loading page waits.
const LOADING_WAIT: Duration = Duration::from_millis(2);

pub(crate) fn plugin(app: &mut App) {
    // A window without the focus still loads at full pace. What plays there is paused, and what is paused rests.
    app.insert_resource(WinitSettings::continuous());
    app.init_resource::<ScreenOptions>().init_resource::<Pace>().init_resource::<Clock>().init_resource::<Focus>();
    app.add_systems(First, wait_for_files.run_if(in_state(Phase::Loading)));
    app.add_systems(Last, (keep, hold_back).chain().after(PresentSystems));
}

/// When the next picture may be begun, where there may not be more than so many a second.
#[derive(Resource, Default)]
struct Pace(Option<Duration>);

impl Pace {
    /// How long to wait now, if there may be so many pictures a second; 0 for any number of them.
    fn wait(&mut self, now: Duration, limit: u16) -> Duration {
        if limit == 0 {
            self.0 = None;
            return Duration::ZERO;
        }
        let due = self.0.unwrap_or(now).max(now);
        // A picture that came late does not make the next ones come sooner.
        self.0 = Some(due + Duration::from_secs(1) / u32::from(limit));
        due - now
    }
}

/// Leaves the processor to the threads that load the game's files: they need it more than the bar does. The first frame is not held up:
/// with it the graphics driver gets to work.
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
    // Nothing is seen before the first frame, however long it stays.
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
    fn menus_rest_between_presses_but_not_before_the_first_picture_is_seen() {
        let mut world = World::new();
        world.insert_resource(State::new(Phase::Title));
        world.init_resource::<Wipe>();
        world.insert_resource(WinitSettings::continuous());
        world.init_resource::<Focus>();
        let rests = |world: &mut World| {
            world.run_system_cached(keep).unwrap();
            world.resource::<WinitSettings>().focused_mode != UpdateMode::Continuous
        };
        assert!(rests(&mut world), "nothing moves");
        assert_eq!(world.resource::<WinitSettings>().focused_mode, UpdateMode::reactive(IDLE));
        world.spawn(Gamepad::default());
        assert!(rests(&mut world));
        assert_eq!(world.resource::<WinitSettings>().focused_mode, UpdateMode::reactive(IDLE_WITH_PAD));
        world.insert_resource(Focus::lost());
        assert!(rests(&mut world));
        assert_eq!(world.resource::<WinitSettings>().unfocused_mode, UpdateMode::reactive_low_power(AWAY));
        world.init_resource::<PresentStatus>();
        assert!(!rests(&mut world), "nothing is seen yet");
    }

    #[test]
    fn there_are_never_more_pictures_a_second_than_are_wanted() {
        let (mut pace, start) = (Pace::default(), Duration::from_secs(7));
        let mut now = start;
        for picture in 0..60 {
            now += pace.wait(now, 60);
            assert!(now - start >= Duration::from_secs(picture) / 61, "picture {picture}");
            now += Duration::from_millis(5); // it takes a while to draw
        }
        assert!(now - start < Duration::from_millis(1010), "and no fewer");
        now += Duration::from_secs(3);
        assert_eq!(pace.wait(now, 60), Duration::ZERO);
        assert!(pace.wait(now, 60) > Duration::from_millis(16), "none is made up for");
        assert_eq!(pace.wait(now, 0), Duration::ZERO);
    }
}
