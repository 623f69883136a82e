//! Toggles full screen.

use crate::{
    files::settings::Settings, files::settings_file, input::action::Action, input::presses::is_asked,
    window::screen_options::WindowKind,
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (toggle, settings_file::save).chain().run_if(is_asked(Action::FullScreen)));
}

fn toggle(mut settings: ResMut<Settings>) {
    settings.screen.window = match settings.screen.window {
        WindowKind::Window => WindowKind::Borderless,
        WindowKind::Borderless | WindowKind::FullScreen => WindowKind::Window,
    };
}
