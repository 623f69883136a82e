//! The screenshot: the frame is saved as a picture, and a note on the screen says where.

use crate::input::action::Action;
use crate::input::presses::is_asked;
use crate::ui::note::Note;
use crate::window::frame_loop;
use bevy::prelude::*;
use renderer::{Screen, save_png};
use std::io;
use std::path::{Path, PathBuf};

/// The most pictures that are kept in one folder; one more is refused.
const MOST: u32 = 9999;

/// The folder for pictures that the command line names.
#[derive(Resource, Clone, Debug)]
pub(crate) struct GivenPictures(pub(crate) PathBuf);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, save.after(frame_loop::draw).run_if(is_asked(Action::Screenshot)));
}

fn save(screen: Res<Screen>, given: Option<Res<GivenPictures>>, mut commands: Commands) {
    let given = given.map(|given| Ok(given.0.clone()));
    let text = match given.unwrap_or_else(folder).and_then(|folder| save_in(&folder, &screen)) {
        Ok(path) => format!("Saved {}", path.display()),
        Err(error) => format!("The screenshot could not be saved: {error}"),
    };
    commands.insert_resource(Note::new(text));
}

/// The folder for pictures, in the one for what the game keeps for its player.
fn folder() -> io::Result<PathBuf> {
    let data = dirs::data_dir().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no home folder"))?;
    Ok(data.join("hullbreach/screenshots"))
}

/// Saves the frame under the first number that is free.
fn save_in(folder: &Path, screen: &Screen) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = |number: u32| folder.join(format!("{number:04}.png"));
    let free = (1..=MOST).map(path).find(|path| !path.exists());
    let path = free.ok_or_else(|| io::Error::new(io::ErrorKind::StorageFull, "the folder is full"))?;
    save_png(&screen.0, &path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_has_a_number_of_its_own() -> io::Result<()> {
        let folder = std::env::temp_dir().join(format!("hullbreach-screenshot-{}", std::process::id()));
        let screen = Screen(raycast::Frame::new(4, 3));
        let saved = [save_in(&folder, &screen)?, save_in(&folder, &screen)?];
        assert!(saved[0].ends_with("0001.png") && saved[1].ends_with("0002.png"));
        assert!(saved.iter().all(|path| path.is_file()));
        std::fs::remove_dir_all(&folder)
    }
}
