//! Alt+Enter: full screen and back.

use crate::{
    files::settings::Settings, files::settings_file, input::just_pressed::JustPressed,
    window::screen_options::WindowKind,
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    let is_asked = |pressed: Res<JustPressed>| pressed.full_screen;
    app.add_systems(Update, (toggle, settings_file::save).chain().run_if(is_asked));
}

fn toggle(mut settings: ResMut<Settings>) {
    settings.screen.window = match settings.screen.window {
        WindowKind::Window => WindowKind::Borderless,
        WindowKind::Borderless | WindowKind::FullScreen => WindowKind::Window,
    };
}
