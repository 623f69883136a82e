//! The folder of the player's saves. They are written by a job, so that no picture waits for a disk.

use crate::{files::file_bytes::read_file, files::startup_error::StartupError, ui::note::Note};
use bevy::prelude::*;
use journey::{Ring, Save, SaveDir, Seen, ShelfError, Slot};
use ports::{Clock, JobQueue, Jobs, Store};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
};
use words::{Said, say};

/// The folder of the saves in the store.
pub(crate) const FOLDER: &str = "saves";

/// The largest save that the command line may name, in bytes: more than any is.
const MAX_BYTES: usize = 20 << 20;

/// Where a save goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Into the next slot of a ring.
    Ring(Ring),
    /// In the place of the save that this game has written last into a ring, unless another game has replaced it.
    Newest(Ring),
    /// Into this slot, in which the player has seen this.
    Slot(Slot, Seen),
}

/// A save that is to be written.
type Task = (Place, Box<Save>);
/// How that ended.
type Done = (Place, Result<(), ShelfError>);

/// The player's saves.
#[derive(Resource)]
pub(crate) struct Saves {
    shelf: SaveDir,
    queue: JobQueue<Task, Done>,
}

impl Saves {
    /// Those in the store; none if the player has no folder for them.
    pub(crate) fn open(store: &Store, clock: &Clock, jobs: Jobs) -> Option<Saves> {
        if !store.has_place(FOLDER) {
            return None;
        }
        let shelf = SaveDir::in_store(store.clone(), FOLDER, clock.clone());
        let (there, mut last) = (shelf.clone(), Last::new());
        let write = move |(place, save): Task| (place, write(&there, &mut last, place, *save));
        Some(Saves { shelf, queue: jobs.queue("saves", write) })
    }

    /// Lets a save be written.
    pub(crate) fn write(&mut self, place: Place, save: Save) {
        self.queue.push((place, Box::new(save)));
    }

    /// The shelf, once all is written; and what is to be told of that.
    pub(crate) fn shelf(&mut self) -> (&SaveDir, Option<Said>) {
        let told = self.queue.finish().into_iter().filter_map(told).next_back();
        (&self.shelf, told)
    }
}

/// The slot that this game has written last in each ring, and what it has put there.
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

/// Replaces what this game has written last in a ring; if another game has done so before, the next slot is taken.
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

/// What is to be told of a save that was written or could not be: nobody asked for those that the game writes by itself.
fn told((place, result): Done) -> Option<Said> {
    match result {
        Ok(()) => (!matches!(place, Place::Ring(Ring::Auto) | Place::Newest(_))).then(|| say!("Saved").into()),
        Err(what) => {
            // A terminal that has hung up takes no message.
            let _ = writeln!(io::stderr(), "hullbreach: {what}");
            Some(say!("Nothing is saved: {what}", what = Said::literal(what.to_string())))
        }
    }
}

/// The save in a file that the command line names.
pub(crate) fn read_save(path: &Path) -> Result<Save, StartupError> {
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

/// Nobody leaves before all is written.
pub(crate) fn finish(mut saves: ResMut<Saves>) {
    saves.queue.finish().into_iter().filter_map(told).for_each(drop);
}
