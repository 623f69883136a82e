//! For tests: writes the text visible in the frame to a file, one line per text: `X Y WIDTH HEIGHT TEXT`, in pixels of
//! the frame.

use crate::window::frame_loop;
use bevy::prelude::*;
use renderer::{Art, Written};
use std::{fmt::Write, fs, path::PathBuf};

/// The file and its current contents.
#[derive(Resource)]
pub(crate) struct ToldWords {
    file: PathBuf,
    told: Vec<Written>,
}

impl ToldWords {
    pub(crate) fn new(file: PathBuf) -> ToldWords {
        ToldWords { file, told: Vec::new() }
    }
}

pub(crate) fn plugin(app: &mut App) {
    let tells = resource_exists::<ToldWords>.and_then(resource_exists::<Art>);
    app.add_systems(PostUpdate, tell.after(frame_loop::draw).run_if(tells));
}

/// Rewrites the file if the text in the frame has changed.
fn tell(mut art: ResMut<Art>, mut words: ResMut<ToldWords>) {
    if art.is_added() {
        // Recording text does not change the art.
        art.bypass_change_detection().note_words();
    }
    let written = art.take_written();
    if written == words.told {
        return;
    }
    let mut text = String::new();
    for Written { text: said, area } in &written {
        if let Some(area) = area {
            let _ = writeln!(text, "{} {} {} {} {said}", area.x, area.y, area.width, area.height);
        }
    }
    words.told = written;
    // Replace the file atomically, so that a reader never sees a partial one.
    let new = words.file.with_extension("new");
    if let Err(error) = fs::write(&new, text).and_then(|()| fs::rename(&new, &words.file)) {
        eprintln!("hullbreach: cannot write {}: {error}", words.file.display());
    }
}
