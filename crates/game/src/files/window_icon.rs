//! The icon of the window, as desktops show it that do not look for one by the program's name.

use crate::files::file_bytes::read_file;
use crate::files::game_folder::GameFolder;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy_window::PrimaryWindow;
use bevy_winit::WINIT_WINDOWS;
use std::path::Path;
use winit::window::Icon;

/// The picture: large enough for a list of windows, and made smaller for a title bar.
const FILE: &str = "assets/icons/128.png";
/// The most bytes of it that are read.
const MAX_BYTES: usize = 1 << 20;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(resource_exists::<GameFolder>));
}

/// Gives the window its icon once there is a window. A game without the picture is played all the same.
fn show(
    folder: Res<GameFolder>,
    window: Option<Single<Entity, With<PrimaryWindow>>>,
    mut is_done: Local<bool>,
    // The library has its windows where the program began.
    _: NonSendMarker,
) {
    let Some(window) = window.filter(|_| !*is_done) else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        let Some(window) = windows.get_window(*window) else { return };
        *is_done = true;
        match icon(&folder.path.join(FILE)) {
            Ok(icon) => window.set_window_icon(Some(icon)),
            Err(what) => warn!("{FILE}: {what}"),
        }
    });
}

/// The icon of a picture.
fn icon(path: &Path) -> Result<Icon, String> {
    let bytes = read_file(path, MAX_BYTES).map_err(|error| error.to_string())?;
    let picture = renderer::decode_png(&bytes)?;
    let rgba = picture.texels().iter().flat_map(|texel| texel.to_le_bytes()).collect();
    Icon::from_rgba(rgba, picture.width() as u32, picture.height() as u32).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_of_the_icon_is_there_and_another_file_is_told_and_no_icon() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert!(icon(&root.join(FILE)).is_ok());
        assert!(icon(&root.join("Cargo.toml")).is_err() && icon(&root.join("assets/icons/none.png")).is_err());
    }
}
