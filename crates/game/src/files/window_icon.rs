//! Window icon, for desktops that do not look it up by the program's name.

use bevy::{ecs::system::NonSendMarker, prelude::*};
use bevy_window::PrimaryWindow;
use bevy_winit::WINIT_WINDOWS;
use content::{IconFile, TitleContent};
use winit::window::Icon;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(resource_exists::<TitleContent>));
}

/// Sets the icon once both icon and window exist, and again when the icon has changed.
fn show(
    (content, icons): (Res<TitleContent>, Res<Assets<IconFile>>),
    window: Option<Single<Entity, With<PrimaryWindow>>>,
    mut is_done: Local<bool>,
    mut events: MessageReader<AssetEvent<IconFile>>,
    // winit windows belong to the main thread.
    _: NonSendMarker,
) {
    *is_done &= events.read().count() == 0;
    let (Some(window), Some(file)) = (window.filter(|_| !*is_done), icons.get(&content.icon)) else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        let Some(window) = windows.get_window(*window) else { return };
        *is_done = true;
        match icon(&file.0) {
            Ok(icon) => window.set_window_icon(Some(icon)),
            Err(what) => warn!("cannot set the window icon: {what}"),
        }
    });
}

/// Decodes the icon from a PNG file.
fn icon(bytes: &[u8]) -> Result<Icon, String> {
    let picture = renderer::decode_png(bytes)?;
    let rgba = picture.texels().iter().flat_map(|texel| texel.to_le_bytes()).collect();
    Icon::from_rgba(rgba, picture.width() as u32, picture.height() as u32).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::given::shipped_files;

    #[test]
    fn game_icon_is_valid_and_other_files_are_rejected() {
        let files = shipped_files();
        assert!(icon(&files.read("assets/icons/128.png").unwrap()).is_ok());
        assert!(icon(&files.read("assets/campaign.ron").unwrap()).is_err());
    }
}
