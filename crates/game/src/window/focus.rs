//! Input focus of the window. Without it, the deck is paused, no demo plays in attract mode, gamepads are ignored, and
//! the frame rate is low.

use bevy::{input::InputSystems, prelude::*};
use bevy_window::{WindowFocused, WindowOccluded};

/// Focus and visibility of the window, as last reported.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Focus {
    /// True if the window had the focus and lost it. A window that never had it may be about to get it, or its display
    /// may not report focus.
    is_lost: bool,
    had: bool,
    /// True if the window is not visible: minimised or completely covered.
    is_hidden: bool,
}

impl Focus {
    /// Returns the state of a window that has lost the focus.
    #[cfg(test)]
    pub(crate) fn lost() -> Focus {
        Focus { is_lost: true, had: true, is_hidden: false }
    }

    /// Returns true if the player has left the window.
    pub(crate) fn is_away(self) -> bool {
        self.is_lost || self.is_hidden
    }
}

/// System set that updates the focus, before any input device is read.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TakeFocus;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Focus>().add_message::<WindowFocused>().add_message::<WindowOccluded>();
    let let_go = let_go_of_mouse.after(InputSystems).run_if(resource_exists_and_changed::<Focus>);
    app.add_systems(PreUpdate, (watch.in_set(TakeFocus).before(InputSystems), let_go));
}

fn watch(
    (mut focused, mut occluded): (MessageReader<WindowFocused>, MessageReader<WindowOccluded>),
    mut focus: ResMut<Focus>,
) {
    let mut now = *focus;
    for report in focused.read() {
        now.had |= report.focused;
        now.is_lost = now.had && !report.focused;
        // A focused window is visible, even without a report about that.
        now.is_hidden &= !report.focused;
    }
    for report in occluded.read() {
        now.is_hidden = report.occluded;
    }
    focus.set_if_neq(now);
}

/// Releases all mouse buttons when the player leaves the window, because a release outside of it is not reported.
fn let_go_of_mouse(focus: Res<Focus>, buttons: Option<ResMut<ButtonInput<MouseButton>>>) {
    if let Some(mut buttons) = buttons.filter(|_| focus.is_away()) {
        buttons.release_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn focus_follows_the_latest_report() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let window = app.world_mut().spawn_empty().id();
        let mut seen = |focused: Option<bool>, occluded: Option<bool>| {
            if let Some(focused) = focused {
                app.world_mut().write_message(WindowFocused { window, focused });
            }
            if let Some(occluded) = occluded {
                app.world_mut().write_message(WindowOccluded { window, occluded });
            }
            app.update();
            app.world().resource::<Focus>().is_away()
        };
        assert!(!seen(None, None) && !seen(Some(false), None), "the window never had the focus");
        assert!(!seen(Some(true), None));
        assert!(seen(Some(false), None) && seen(None, None) && seen(Some(false), None), "the focus stays lost");
        assert!(!seen(Some(true), None));
        assert!(seen(None, Some(true)) && seen(None, None), "a hidden window is not visible");
        assert!(!seen(None, Some(false)));
        assert!(seen(Some(false), Some(true)) && seen(None, Some(false)) && !seen(Some(true), None));
    }
}
