//! The focus: whether the player is at the window. Without it the deck is paused, no demo is played for the title, pads are ignored,
//! and frames are few.

use bevy::{input::InputSystems, prelude::*};
use bevy_window::{WindowFocused, WindowOccluded};

/// What the window has reported of itself: states, of which each report replaces the one before.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Focus {
    /// The window had the focus and lost it. One that never had the focus may still be about to get it, or is on a display that gives none.
    is_lost: bool,
    had: bool,
    /// Nothing of the window is seen: it is minimised, or behind others.
    is_hidden: bool,
}

impl Focus {
    /// Returns the focus of a window that has lost it.
    #[cfg(test)]
    pub(crate) fn lost() -> Focus {
        Focus { is_lost: true, had: true, is_hidden: false }
    }

    /// Returns whether the player is not at the window.
    pub(crate) fn is_away(self) -> bool {
        self.is_lost || self.is_hidden
    }
}

/// The step in which reports of the focus are taken in, before those of any device.
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
        // A window that is given the focus is seen, even if nobody reports that.
        now.is_hidden &= !report.focused;
    }
    for report in occluded.read() {
        now.is_hidden = report.occluded;
    }
    focus.set_if_neq(now);
}

/// Releases the buttons of the mouse for whoever leaves the window: a release elsewhere is not reported.
fn let_go_of_mouse(focus: Res<Focus>, buttons: Option<ResMut<ButtonInput<MouseButton>>>) {
    if let Some(mut buttons) = buttons.filter(|_| focus.is_away()) {
        buttons.release_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_the_focus_are_states() {
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
        assert!(!seen(None, None) && !seen(Some(false), None), "it never had the focus");
        assert!(!seen(Some(true), None));
        assert!(seen(Some(false), None) && seen(None, None) && seen(Some(false), None), "it stays lost");
        assert!(!seen(Some(true), None));
        assert!(seen(None, Some(true)) && seen(None, None), "a hidden window is seen by nobody");
        assert!(!seen(None, Some(false)));
        assert!(seen(Some(false), Some(true)) && seen(None, Some(false)) && !seen(Some(true), None));
    }
}
