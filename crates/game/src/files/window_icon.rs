//! The icon of the window, as desktops show it that do not look for one by the program's name.

use bevy::{ecs::system::NonSendMarker, prelude::*};
use bevy_window::PrimaryWindow;
use bevy_winit::WINIT_WINDOWS;
use content::{IconFile, TitleContent};
use winit::window::Icon;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(resource_exists::<TitleContent>));
}

/// Gives the window its icon once both are there, and again when the icon has changed.
fn show(
    (content, icons): (Res<TitleContent>, Res<Assets<IconFile>>),
    window: Option<Single<Entity, With<PrimaryWindow>>>,
    mut is_done: Local<bool>,
    mut events: MessageReader<AssetEvent<IconFile>>,
    // The library has its windows where the program began.
    _: NonSendMarker,
) {
    *is_done &= events.read().count() == 0;
    let (Some(window), Some(file)) = (window.filter(|_| !*is_done), icons.get(&content.icon)) else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        let Some(window) = windows.get_window(*window) else { return };
        *is_done = true;
        match icon(&file.0) {
            Ok(icon) => window.set_window_icon(Some(icon)),
            Err(what) => warn!("the window's icon: {what}"),
        }
    });
}

/// The icon of a PNG file.
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
    fn icon_of_the_game_is_valid_and_another_file_is_refused() {
        let files = shipped_files();
        assert!(icon(&files.read("assets/icons/128.png").unwrap()).is_ok());
        assert!(icon(&files.read("assets/campaign.ron").unwrap()).is_err());
    }
}
