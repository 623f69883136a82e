//! Notes: short messages that are shown over everything for a while.

use crate::{
    ui::front::Front,
    ui::text_layout::{self, BLACK, PALE},
};
use bevy::prelude::*;
use localization::Said;
use renderer::{Area, Art, Canvas, DrawFrame, Reserved, Screen};
use std::time::Duration;

/// Duration of a note: the minimum, and the time per character.
const STAY: Duration = Duration::from_millis(1500);
const READING: Duration = Duration::from_millis(50);

/// Current note.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Note {
    text: Said,
    /// End of the note in time since the start of the game. `None` until it was first drawn.
    until: Option<Duration>,
}

impl Note {
    /// Creates a note that is shown as soon as the font is loaded. It replaces the previous one.
    pub(crate) fn new(text: impl Into<Said>) -> Note {
        Note { text: text.into(), until: None }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, draw.in_set(Front::Note));
}

fn draw(
    note: Option<ResMut<Note>>,
    (art, time): (Option<Res<Art>>, Res<Time<Real>>),
    mut reserved: ResMut<Reserved>,
    mut screen: ResMut<Screen>,
) {
    reserved.top = 0;
    let (Some(mut note), Some(art)) = (note, art) else { return };
    let now = time.elapsed();
    let stay = STAY + READING * art.pen().say(&note.text).chars().count() as u32;
    if *note.until.get_or_insert(now + stay) <= now {
        return;
    }
    let mut canvas = Canvas::new(&mut screen.0);
    let height = text_layout::line_height(&canvas, art.pen(), 1);
    let width = canvas.width() - height / 2;
    let lines = text_layout::wrapped(&canvas, art.pen(), &note.text, width);
    reserved.top = height * lines.len() as i32;
    canvas.fill(Area::new(0, 0, canvas.width(), reserved.top), BLACK.covering(0.6));
    let area = Area::new(height / 4, 0, width, canvas.height());
    text_layout::paragraph(&mut canvas, art.pen(), &note.text, area, PALE);
}
