//! Screenshots: saves the frame as an image, and shows its path in a note.

use crate::{input::action::Action, input::presses::is_asked, ui::note::Note, window::frame_loop};
use bevy::prelude::*;
use localization::{Said, say};
use ports::Store;
use raycast::Frame;
use renderer::{Screen, TallPixels, encode_png};
use std::{borrow::Cow, io};

/// Screenshot folder in the store.
const FOLDER: &str = "screenshots";
/// Maximum number of screenshots in the folder; further ones are rejected.
const MAX: u32 = 9999;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, save.after(frame_loop::draw).run_if(is_asked(Action::Screenshot)));
}

fn save((screen, pixels): (Res<Screen>, Res<TallPixels>), store: Option<Res<Store>>, mut commands: Commands) {
    let Some(store) = store else { return };
    let text = match save_in(&store, &screen.0, *pixels) {
        Ok(name) => say!("Screenshot saved: {file}", file = Said::literal(store.shown(&name).display().to_string())),
        Err(error) => say!("Cannot save the screenshot: {error}", error = Said::literal(error.to_string())),
    };
    commands.insert_resource(Note::new(text));
}

/// Returns the frame with square pixels. For tall pixels, every fifth row is repeated.
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

/// Saves the frame under the first free number and returns its name. Two games at the same time use different numbers.
pub(crate) fn save_in(store: &Store, frame: &Frame, pixels: TallPixels) -> io::Result<String> {
    let names = (1..=MAX).map(|number| format!("{FOLDER}/{number:04}.png"));
    store.write_first_free(names, &encode_png(&as_seen(frame, pixels))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::Clock;

    #[test]
    fn each_screenshot_has_its_own_number() -> io::Result<()> {
        let store = Store::in_memory(Clock::default()).0;
        let frame = Frame::new(4, 3);
        let save = || save_in(&store, &frame, TallPixels(false));
        assert_eq!([save()?, save()?], ["screenshots/0001.png", "screenshots/0002.png"]);
        assert!(store.has_file("screenshots/0001.png") && store.has_file("screenshots/0002.png"));
        Ok(())
    }

    #[test]
    fn screenshot_of_tall_pixels_has_its_visible_height() {
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
