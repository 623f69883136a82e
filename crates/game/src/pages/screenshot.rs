//! The screenshot: the frame is saved as a picture, and a note on the screen says where.

use crate::input::action::Action;
use crate::input::presses::is_asked;
use crate::ui::note::Note;
use crate::window::frame_loop;
use bevy::prelude::*;
use journey::write_first_free;
use raycast::Frame;
use renderer::{Screen, TallPixels, encode_png};
use std::borrow::Cow;
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

fn save((screen, pixels): (Res<Screen>, Res<TallPixels>), given: Option<Res<GivenPictures>>, mut commands: Commands) {
    let given = given.map(|given| Ok(given.0.clone()));
    let text = match given.unwrap_or_else(folder).and_then(|folder| save_in(&folder, &screen.0, *pixels)) {
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

/// The frame as it is seen: pictures in files have pixels as high as wide, so of tall ones each fifth row stands there twice.
fn as_seen(frame: &Frame, pixels: TallPixels) -> Cow<'_, Frame> {
    if !pixels.0 {
        return Cow::Borrowed(frame);
    }
    let mut seen = Frame::new(frame.width(), frame.height() * 6 / 5);
    for (number, row) in seen.pixels_mut().chunks_exact_mut(frame.width()).enumerate() {
        let from = number * 5 / 6 * frame.width();
        row.copy_from_slice(&frame.pixels()[from..from + frame.width()]);
    }
    Cow::Owned(seen)
}

/// Saves the frame under the first number that is free; two games at once get two numbers.
fn save_in(folder: &Path, frame: &Frame, pixels: TallPixels) -> io::Result<PathBuf> {
    let names = (1..=MOST).map(|number| folder.join(format!("{number:04}.png")));
    write_first_free(names, &encode_png(&as_seen(frame, pixels))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_has_a_number_of_its_own() -> io::Result<()> {
        let folder = std::env::temp_dir().join(format!("hullbreach-screenshot-{}", std::process::id()));
        let frame = Frame::new(4, 3);
        let save = || save_in(&folder, &frame, TallPixels(false));
        let saved = [save()?, save()?];
        assert!(saved[0].ends_with("0001.png") && saved[1].ends_with("0002.png"));
        assert!(saved.iter().all(|path| path.is_file()));
        std::fs::remove_dir_all(&folder)
    }

    #[test]
    fn a_picture_of_tall_pixels_is_saved_as_high_as_it_is_seen() {
        let mut frame = Frame::new(2, 10);
        for (number, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            *pixel = number as u32 / 2;
        }
        assert_eq!(*as_seen(&frame, TallPixels(false)), frame);
        let seen = as_seen(&frame, TallPixels(true));
        let rows: Vec<u32> = seen.pixels().iter().step_by(2).copied().collect();
        assert_eq!((seen.width(), rows), (2, vec![0, 0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9]));
        assert_eq!(as_seen(&Frame::new(1, 1), TallPixels(true)).height(), 1);
    }
}
