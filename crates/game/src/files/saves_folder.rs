//! The folder of the player's saves. They are written on a thread of their own, so that no picture waits for a disk.

use crate::files::file_bytes::read_file;
use crate::files::trouble::Trouble;
use crate::ui::note::Note;
use bevy::prelude::*;
use journey::{Ring, Save, Seen, Shelf, ShelfError, Slot};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The folder, below the player's folder of data.
const FOLDER: &str = "hullbreach/saves";

/// The largest save that the command line may name, in bytes: more than any is.
const MAX_BYTES: usize = 20 << 20;

/// The folder of the player's saves: this one, or else the one in his folder of data, if he has one.
pub(crate) fn saves_folder(given: Option<PathBuf>) -> Option<PathBuf> {
    given.or_else(|| Some(dirs::data_dir()?.join(FOLDER)))
}

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
type Job = (Place, Box<Save>);
/// How that ended.
type Done = (Place, Result<(), ShelfError>);

/// The player's saves.
#[derive(Resource)]
pub(crate) struct Saves {
    shelf: Shelf,
    jobs: Sender<Job>,
    done: Mutex<Receiver<Done>>,
    /// How many are being written.
    waiting: usize,
}

impl Saves {
    /// Those in this folder, or else in the player's folder of data; none if he has no such folder.
    pub(crate) fn open(folder: Option<PathBuf>) -> Option<Saves> {
        let shelf = Shelf::new(saves_folder(folder)?);
        let (jobs, to_do) = channel::<Job>();
        let (told, done) = channel::<Done>();
        let there = shelf.clone();
        thread::spawn(move || {
            let mut last = Last::new();
            for (place, save) in to_do {
                let result = write(&there, &mut last, place, *save);
                if told.send((place, result)).is_err() {
                    return;
                }
            }
        });
        Some(Saves { shelf, jobs, done: Mutex::new(done), waiting: 0 })
    }

    /// Lets a save be written.
    pub(crate) fn write(&mut self, place: Place, save: Save) {
        if self.jobs.send((place, Box::new(save))).is_ok() {
            self.waiting += 1;
        }
    }

    /// What has been written since somebody last asked, and what could not be; waits for what is being written if `all`.
    fn done(&mut self, all: bool) -> Vec<Done> {
        let Ok(done) = self.done.get_mut() else { return Vec::new() };
        let mut list: Vec<Done> = done.try_iter().collect();
        if all {
            list.extend(done.iter().take(self.waiting - list.len()));
        }
        self.waiting -= list.len();
        list
    }

    /// The shelf, once all is written; and what is to be told of that.
    pub(crate) fn shelf(&mut self) -> (&Shelf, Option<String>) {
        let told = self.done(true).into_iter().filter_map(told).next_back();
        (&self.shelf, told)
    }
}

/// The slot that this game has written last in each ring, and what it has put there.
type Last = BTreeMap<Ring, (Slot, Seen)>;

fn write(shelf: &Shelf, last: &mut Last, place: Place, save: Save) -> Result<(), ShelfError> {
    let (ring, written) = match place {
        Place::Slot(slot, seen) => return shelf.put_over(slot, seen, save).map(drop),
        Place::Ring(ring) => (ring, shelf.put_next_seen(ring, save)),
        Place::Newest(ring) => (ring, replace_last(shelf, last.get(&ring).copied(), ring, save)),
    };
    last.insert(ring, written?);
    Ok(())
}

/// Replaces what this game has written last in a ring; if another game has done so before, the next slot is taken.
fn replace_last(shelf: &Shelf, last: Option<(Slot, Seen)>, ring: Ring, save: Save) -> Result<(Slot, Seen), ShelfError> {
    let Some((slot, seen)) = last else { return shelf.put_next_seen(ring, save) };
    match shelf.put_over(slot, seen, save.clone()) {
        Err(ShelfError::Changed { .. }) => shelf.put_next_seen(ring, save),
        written => written.map(|seen| (slot, seen)),
    }
}

/// What is to be told of a save that was written or could not be: nobody asked for those that the game writes by itself.
fn told((place, result): Done) -> Option<String> {
    match result {
        Ok(()) => (!matches!(place, Place::Ring(Ring::Auto) | Place::Newest(_))).then(|| "Saved".to_owned()),
        Err(what) => {
            // A terminal that has hung up takes no message.
            let _ = writeln!(io::stderr(), "hullbreach: {what}");
            Some(format!("Nothing is saved: {what}"))
        }
    }
}

/// The save in a file that the command line names.
pub(crate) fn read_save(path: &Path) -> Result<Save, Trouble> {
    let file = path.display();
    let bytes =
        read_file(path, MAX_BYTES).map_err(|error| Trouble::unreadable(format!("{file} cannot be read: {error}")))?;
    Save::read(&bytes).map_err(|error| Trouble::bad_data(format!("{file}: {error}")))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.run_if(resource_exists::<Saves>));
}

fn tell(mut saves: ResMut<Saves>, mut commands: Commands) {
    if saves.waiting > 0
        && let Some(text) = saves.done(false).into_iter().filter_map(told).next_back()
    {
        commands.insert_resource(Note::new(text));
    }
}

/// Nobody leaves before all is written.
pub(crate) fn finish(mut saves: ResMut<Saves>) {
    saves.done(true).into_iter().filter_map(told).for_each(drop);
}
