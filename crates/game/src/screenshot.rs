//! F12 or PrintScreen: the frame is saved as a picture, and a note on the screen says where.

use crate::flow::Front;
use crate::pictures;
use crate::presses::Presses;
use crate::words::{self, BLACK, PALE};
use bevy::prelude::*;
use renderer::{Area, Art, Canvas, DrawFrame, Lettering, Screen, save_png};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the note stays.
const STAY: Duration = Duration::from_secs(4);
/// The most pictures that are kept in one folder; one more is refused.
const MOST: u32 = 9999;

/// What is said, and until when after the start of the game.
#[derive(Resource)]
struct Note {
    text: String,
    until: Duration,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, save.after(pictures::draw).run_if(|presses: Res<Presses>| presses.screenshot()));
    app.add_systems(DrawFrame, draw.in_set(Front::Note));
}

fn save(screen: Res<Screen>, time: Res<Time<Real>>, mut commands: Commands) {
    let text = match folder().and_then(|folder| save_in(&folder, &screen)) {
        Ok(path) => format!("Saved {}", path.display()),
        Err(error) => format!("The picture could not be saved: {error}"),
    };
    commands.insert_resource(Note { text, until: time.elapsed() + STAY });
}

/// The folder for what the game keeps for its player, as the XDG rules have it.
fn folder() -> io::Result<PathBuf> {
    let named = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share")));
    let data = data.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no home folder"))?;
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

fn draw(note: Option<Res<Note>>, art: Option<Res<Art>>, time: Res<Time<Real>>, mut screen: ResMut<Screen>) {
    let (Some(note), Some(art)) = (note, art) else { return };
    if note.until <= time.elapsed() {
        return;
    }
    let mut canvas = Canvas::new(&mut screen.0);
    let height = words::line_height(&canvas, art.font(), 1);
    canvas.fill(Area::new(0, 0, canvas.width(), height), BLACK.covering(0.6));
    let scale = words::size(&canvas, 1);
    canvas.text(art.font(), &note.text, height / 4, 0, Lettering::new(PALE, scale));
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
