//! The player's save folder. A background job writes the saves, so that no frame waits for the disk.

use crate::ui::note::Note;
#[cfg(not(target_family = "wasm"))]
use crate::{files::file_bytes::read_file, files::startup_error::StartupError};
use bevy::prelude::*;
use campaign::{Ring, Save, SaveDir, Seen, ShelfError, Slot};
use localization::{Said, say};
use ports::{Clock, JobQueue, Jobs, Store};
use std::{
    collections::BTreeMap,
    io::{self, Write},
};

/// Save folder in the store.
pub(crate) const FOLDER: &str = "saves";

/// Maximum size in bytes of a save given on the command line; real saves are smaller.
#[cfg(not(target_family = "wasm"))]
const MAX_BYTES: usize = 20 << 20;

/// Destination of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Next slot of a ring.
    Ring(Ring),
    /// The slot that this game last wrote in a ring, unless another game has replaced that save.
    Newest(Ring),
    /// This slot, with the content that the player has seen in it.
    Slot(Slot, Seen),
}

/// Save that is to be written.
type Task = (Place, Box<Save>);
/// Result of writing a save.
type Done = (Place, Result<(), ShelfError>);

/// The player's saves.
#[derive(Resource)]
pub(crate) struct Saves {
    shelf: SaveDir,
    queue: JobQueue<Task, Done>,
}

impl Saves {
    /// Opens the saves in the store. Returns `None` if the player has no folder for them.
    pub(crate) fn open(store: &Store, clock: &Clock, jobs: Jobs) -> Option<Saves> {
        if !store.has_place(FOLDER) {
            return None;
        }
        let shelf = SaveDir::in_store(store.clone(), FOLDER, clock.clone());
        let (there, mut last) = (shelf.clone(), Last::new());
        let write = move |(place, save): Task| (place, write(&there, &mut last, place, *save));
        Some(Saves { shelf, queue: jobs.queue("saves", write) })
    }

    /// Queues a save for writing.
    pub(crate) fn write(&mut self, place: Place, save: Save) {
        self.queue.push((place, Box::new(save)));
    }

    /// Waits until all saves are written. Returns the save folder and a message about the last result.
    pub(crate) fn shelf(&mut self) -> (&SaveDir, Option<Said>) {
        let told = self.queue.finish().into_iter().filter_map(told).next_back();
        (&self.shelf, told)
    }
}

/// The slot that this game last wrote in each ring, and its content.
type Last = BTreeMap<Ring, (Slot, Seen)>;

fn write(shelf: &SaveDir, last: &mut Last, place: Place, save: Save) -> Result<(), ShelfError> {
    let (ring, written) = match place {
        Place::Slot(slot, seen) => return shelf.put_over(slot, seen, save).map(drop),
        Place::Ring(ring) => (ring, shelf.put_next_seen(ring, save)),
        Place::Newest(ring) => (ring, replace_last(shelf, last.get(&ring).copied(), ring, save)),
    };
    last.insert(ring, written?);
    Ok(())
}

/// Replaces the save that this game last wrote in a ring. Uses the next slot if another game has replaced it.
fn replace_last(
    shelf: &SaveDir,
    last: Option<(Slot, Seen)>,
    ring: Ring,
    save: Save,
) -> Result<(Slot, Seen), ShelfError> {
    let Some((slot, seen)) = last else { return shelf.put_next_seen(ring, save) };
    match shelf.put_over(slot, seen, save.clone()) {
        Err(ShelfError::Changed { .. }) => shelf.put_next_seen(ring, save),
        written => written.map(|seen| (slot, seen)),
    }
}

/// Returns the message about a written or failed save. Successful autosaves have no message.
fn told((place, result): Done) -> Option<Said> {
    match result {
        Ok(()) => (!matches!(place, Place::Ring(Ring::Auto) | Place::Newest(_))).then(|| say!("Game saved").into()),
        Err(what) => {
            // Ignore a closed terminal.
            let _ = writeln!(io::stderr(), "hullbreach: {what}");
            Some(say!("Cannot save: {what}", what = Said::literal(what.to_string())))
        }
    }
}

/// Reads the save given on the command line.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn read_save(path: &std::path::Path) -> Result<Save, StartupError> {
    let file = path.display();
    let bytes = read_file(path, MAX_BYTES)
        .map_err(|error| StartupError::unreadable(format!("{file} cannot be read: {error}")))?;
    Save::read(&bytes).map_err(|error| StartupError::bad_data(format!("{file}: {error}")))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.run_if(resource_exists::<Saves>));
}

fn tell(mut saves: ResMut<Saves>, mut commands: Commands) {
    if saves.queue.waiting() > 0
        && let Some(text) = saves.queue.poll().into_iter().filter_map(told).next_back()
    {
        commands.insert_resource(Note::new(text));
    }
}

/// Waits until all saves are written, before the game exits.
pub(crate) fn finish(mut saves: ResMut<Saves>) {
    saves.queue.finish().into_iter().filter_map(told).for_each(drop);
}
