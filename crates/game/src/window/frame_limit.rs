//! Frame rate: that of the display while something moves, and a low rate otherwise.

use crate::{
    flow::phase::{Flow, Phase},
    window::focus::Focus,
    window::time_start::has_shown,
};
use bevy::prelude::*;
use bevy_winit::{UpdateMode, WinitSettings};
use present::{PresentStatus, PresentSystems};
use renderer::Wipe;
use std::time::Duration;

/// Time between frames of a menu without input. Keyboard and mouse input wakes the loop immediately.
const IDLE: Duration = Duration::from_millis(250);
/// The same while a gamepad is connected, because gamepad buttons do not wake the loop.
const IDLE_WITH_PAD: Duration = Duration::from_millis(100);
/// The same while the window has no focus and no input can arrive.
const AWAY: Duration = Duration::from_secs(1);
pub(crate) fn plugin(app: &mut App) {
    // Load at full speed even without focus. Decks are paused then, and paused pages have a low rate anyway.
    app.insert_resource(WinitSettings::continuous());
    app.init_resource::<Focus>();
    app.add_systems(Last, keep.in_set(KeepRate).after(PresentSystems));
}

/// System set in `Last` that selects the frame rate.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeepRate;

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
}
