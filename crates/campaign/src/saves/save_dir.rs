//! The save folder: a player's saves, each in a slot.
//!
//! Quick saves and autosaves rotate through rings, in which a new save replaces the oldest of its course: the campaign, a
//! ship or a single level has three in each ring. Only readable files are replaced. A file that cannot be read, because a newer version wrote it or it was damaged, is renamed instead.
//!
//! The window, the terminal and the text mode share the folder. Each change chooses its slot and writes under the
//! [lock](Store::lock_beside) of the folder.

use crate::saves::save::{Label, Save, SaveError};
use ports::{Clock, Store, StoreLock};
use std::{io, path::PathBuf};
use thiserror::Error;

/// Maximum size of a file that is read: slightly more than a container with its image can have.
const MAX_BYTES: usize = 20 << 20;
/// Maximum number of attempts to find a slot while other games take slots first.
const MAX_TRIES: usize = 50;

/// A slot for one save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// A slot of a ring, from 0, chosen by the game.
    Of(Ring, u8),
    /// A slot that the player chooses and names, from 0 to [`Slot::NAMED`].
    Named(u8),
}

/// Saves that are written without asking for a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ring {
    /// Quick saves.
    Quick,
    /// Autosaves at the beginning of each deck.
    Auto,
}

impl Ring {
    /// Number of saves of one course in a ring.
    pub const LENGTH: usize = 3;
    /// Number of slots of a ring: those of five courses.
    const SLOTS: u8 = 15;

    /// Returns the slots of the ring.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        (0..Ring::SLOTS).map(move |number| Slot::Of(self, number))
    }
}

impl Slot {
    /// Number of slots that the player can name.
    pub const NAMED: u8 = 12;

    /// Returns all slots.
    pub fn all() -> impl Iterator<Item = Slot> {
        Ring::Quick.slots().chain(Ring::Auto.slots()).chain((0..Slot::NAMED).map(Slot::Named))
    }

    /// Returns the file name.
    pub fn file(self) -> String {
        match self {
            Slot::Of(Ring::Quick, number) => format!("quick-{}.save", number + 1),
            Slot::Of(Ring::Auto, number) => format!("deck-{}.save", number + 1),
            Slot::Named(number) => format!("slot-{:02}.save", number + 1),
        }
    }
}

/// Number of serial numbers that are skipped for each save that cannot be opened: more than a folder gets in years.
const SKIPPED: u64 = 1 << 20;

/// Error of the save folder.
#[derive(Debug, Error)]
pub enum ShelfError {
    /// A file cannot be read, written, renamed or deleted.
    #[error("{} cannot be {verb}: {error}", path.display())]
    File {
        /// File.
        path: PathBuf,
        /// Failed action, as a participle.
        verb: &'static str,
        /// Cause.
        error: io::Error,
    },
    /// The file in a slot is not a readable save.
    #[error("{}: {error}", path.display())]
    Save {
        /// File.
        path: PathBuf,
        /// Cause.
        error: SaveError,
    },
    /// Another game has written into a slot since the caller looked.
    #[error("{}: another game has written there in the meantime", path.display())]
    Changed {
        /// File.
        path: PathBuf,
    },
}

/// Expected contents of a slot before a change, so that a change never overwrites contents that the caller has not
/// seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// No expectation: any contents may be changed.
    Anything,
    /// An empty slot.
    Empty,
    /// A file that cannot be read.
    Unreadable,
    /// A save with this serial number, time and state hash.
    Save(u64, u64, u64),
}

impl Seen {
    /// Returns the expectation of a caller who has loaded this save.
    pub fn of(save: &Save) -> Seen {
        Seen::Save(save.label.serial, save.label.written, save.run.hash())
    }

    fn of_entry(entry: Option<&Entry>) -> Seen {
        match entry.map(|entry| &entry.save) {
            None => Seen::Empty,
            Some(Err(_)) => Seen::Unreadable,
            Some(Ok(save)) => Seen::of(save),
        }
    }
}

/// Contents of a slot.
#[derive(Debug)]
pub struct Entry {
    /// Slot.
    pub slot: Slot,
    /// Save, or why it cannot be read.
    pub save: Result<Save, ShelfError>,
}

impl Entry {
    /// Returns the serial number, which increases with each save, or 0 if the save cannot be read.
    fn serial(&self) -> u64 {
        self.save.as_ref().map_or(0, |save| save.label.serial)
    }
}

/// The save folder of a player.
#[derive(Clone, Debug)]
pub struct SaveDir {
    store: Store,
    /// Folder in the store; empty for the root of the store.
    folder: String,
    clock: Clock,
}

impl SaveDir {
    /// Opens a save folder on the disk, which need not exist. Unfinished temporary files of an earlier game are
    /// removed.
    #[cfg(not(target_family = "wasm"))]
    pub fn new(folder: impl Into<PathBuf>) -> SaveDir {
        SaveDir::in_store(Store::in_folder(folder), "", Clock::default())
    }

    /// Opens a save folder in a store. Saves get their times from the clock.
    pub fn in_store(store: Store, folder: &str, clock: Clock) -> SaveDir {
        let shelf = SaveDir { store, folder: folder.to_owned(), clock };
        shelf.store.sweep_beside(&shelf.name(Slot::Named(0)));
        shelf
    }

    /// Returns the folder as it is shown to the player.
    pub fn folder(&self) -> PathBuf {
        self.store.shown(&self.folder)
    }

    /// Returns the file of a slot as it is shown to the player.
    pub fn path(&self, slot: Slot) -> PathBuf {
        self.store.shown(&self.name(slot))
    }

    /// Returns the name of a slot's file in the store.
    fn name(&self, slot: Slot) -> String {
        if self.folder.is_empty() { slot.file() } else { format!("{}/{}", self.folder, slot.file()) }
    }

    /// Locks the folder.
    fn lock(&self) -> StoreLock {
        self.store.lock_beside(&self.name(Slot::Named(0)))
    }

    /// Returns the contents of a slot, if it is not empty.
    pub fn look(&self, slot: Slot) -> Option<Entry> {
        let path = self.path(slot);
        let save = match self.store.read(&self.name(slot), MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => Err(ShelfError::File { path, verb: "read", error }),
            Ok(bytes) => Save::read(&bytes).map_err(|error| ShelfError::Save { path, error }),
        };
        Some(Entry { slot, save })
    }

    /// Returns all saves, newest first. Unreadable ones come last.
    pub fn list(&self) -> Vec<Entry> {
        let mut list: Vec<Entry> = Slot::all().filter_map(|slot| self.look(slot)).collect();
        list.sort_by_key(|entry| std::cmp::Reverse(entry.serial()));
        list
    }

    /// Returns the newest readable save, of one ring or of all slots.
    pub fn newest(&self, ring: Option<Ring>) -> Option<(Slot, Save)> {
        let is_meant = |entry: &Entry| ring.is_none_or(|ring| matches!(entry.slot, Slot::Of(of, _) if of == ring));
        let entry = self.list().into_iter().find(is_meant)?;
        Some((entry.slot, entry.save.ok()?))
    }

    /// Returns the newest readable save of a course, of one ring or of all slots.
    pub fn newest_of(&self, course: &str, ring: Option<Ring>) -> Option<Save> {
        let is_in = |entry: &Entry| ring.is_none_or(|ring| matches!(entry.slot, Slot::Of(of, _) if of == ring));
        let saves = self.list().into_iter().filter(is_in).filter_map(|entry| entry.save.ok());
        saves.into_iter().find(|save| save.journey.course == course)
    }

    /// Writes a save into a slot with the current time and the next serial number. A readable save there is replaced,
    /// and an unreadable file is renamed.
    ///
    /// # Errors
    /// If the file cannot be written. The old contents are then unchanged.
    pub fn put(&self, slot: Slot, save: Save) -> Result<(), ShelfError> {
        self.put_over(slot, Seen::Anything, save).map(drop)
    }

    /// Writes a save into a slot if its contents are as expected, and returns the new contents.
    ///
    /// # Errors
    /// If the contents are not as expected, or the file cannot be written. The old contents are then unchanged.
    pub fn put_over(&self, slot: Slot, seen: Seen, mut save: Save) -> Result<Seen, ShelfError> {
        let _lock = self.lock();
        self.expect(slot, seen)?;
        self.place(slot, &mut save)
    }

    /// Writes a save into the slot that `choose` returns while no other game can write. Returns the slot, or `None` if
    /// none was chosen.
    ///
    /// # Errors
    /// If the file cannot be written. The old contents are then unchanged.
    pub fn put_chosen(
        &self,
        choose: impl Fn(&SaveDir) -> Option<Slot>,
        save: Save,
    ) -> Result<Option<Slot>, ShelfError> {
        Ok(self.put_where(choose, save)?.map(|(slot, _)| slot))
    }

    fn put_where(
        &self,
        choose: impl Fn(&SaveDir) -> Option<Slot>,
        mut save: Save,
    ) -> Result<Option<(Slot, Seen)>, ShelfError> {
        let _lock = self.lock();
        // Without locking, another game may take an empty slot before it is written. Then choose again.
        for _ in 0..MAX_TRIES {
            let Some(slot) = choose(self) else { return Ok(None) };
            match self.place(slot, &mut save) {
                Err(ShelfError::Changed { .. }) => {}
                placed => return placed.map(|seen| Some((slot, seen))),
            }
        }
        Err(ShelfError::Changed { path: self.folder() })
    }

    /// Writes a save into a slot of a ring, or replaces the oldest save of its course. Returns the slot.
    ///
    /// # Errors
    /// If the file cannot be written. The old contents are then unchanged.
    pub fn put_next(&self, ring: Ring, save: Save) -> Result<Slot, ShelfError> {
        self.put_next_seen(ring, save).map(|(slot, _)| slot)
    }

    /// Works like [`put_next`](SaveDir::put_next), and also returns the new contents of the slot.
    ///
    /// # Errors
    /// As for [`put_next`](SaveDir::put_next).
    pub fn put_next_seen(&self, ring: Ring, save: Save) -> Result<(Slot, Seen), ShelfError> {
        let course = save.journey.course.clone();
        let slot = Slot::Of(ring, 0);
        // A ring always has an oldest slot.
        Ok(self.put_where(|shelf| shelf.next_in(ring, &course), save)?.unwrap_or((slot, Seen::Anything)))
    }

    /// Returns the slot for the next save of a course in a ring: that of its oldest save if it has three, otherwise an
    /// empty one, otherwise that of the oldest save of another course. Unreadable files are replaced last.
    fn next_in(&self, ring: Ring, course: &str) -> Option<Slot> {
        let slots: Vec<(Slot, Option<Entry>)> = ring.slots().map(|slot| (slot, self.look(slot))).collect();
        let is_own = |entry: &Entry| entry.save.as_ref().is_ok_and(|save| save.journey.course == course);
        let is_full =
            slots.iter().filter_map(|(_, entry)| entry.as_ref()).filter(|entry| is_own(entry)).count() >= Ring::LENGTH;
        let rank = |entry: &Option<Entry>| match entry {
            None => (u8::from(is_full), 0),
            Some(entry) if is_own(entry) => (if is_full { 0 } else { 3 }, entry.serial()),
            Some(entry) if entry.save.is_ok() => (2, entry.serial()),
            Some(_) => (4, 0),
        };
        slots.iter().min_by_key(|(_, entry)| rank(entry)).map(|(slot, _)| *slot)
    }

    /// Renames the save in a slot if its contents are as expected.
    ///
    /// # Errors
    /// If the contents are not as expected, or the file cannot be read or written. The old contents are then unchanged.
    pub fn rename(&self, slot: Slot, seen: Seen, name: &str) -> Result<(), ShelfError> {
        let _lock = self.lock();
        self.expect(slot, seen)?;
        let Some(entry) = self.look(slot) else { return Ok(()) };
        let mut save = entry.save?;
        save.label = Label { name: name.to_owned(), ..save.label };
        self.write(slot, &save, Store::write)
    }

    /// Deletes the contents of a slot if they are as expected.
    ///
    /// # Errors
    /// If the contents are not as expected, or the file cannot be deleted.
    pub fn delete(&self, slot: Slot, seen: Seen) -> Result<(), ShelfError> {
        let _lock = self.lock();
        self.expect(slot, seen)?;
        let path = self.path(slot);
        self.store.remove(&self.name(slot)).map_err(|error| ShelfError::File { path, verb: "deleted", error })
    }

    /// Fails if the contents of a slot are not as expected. The caller must hold the lock.
    fn expect(&self, slot: Slot, seen: Seen) -> Result<(), ShelfError> {
        let is_same = seen == Seen::Anything || seen == Seen::of_entry(self.look(slot).as_ref());
        if is_same { Ok(()) } else { Err(ShelfError::Changed { path: self.path(slot) }) }
    }

    /// Writes a save into a slot, with the current time and the next serial number. The caller must hold the lock.
    fn place(&self, slot: Slot, save: &mut Save) -> Result<Seen, ShelfError> {
        let list = self.list();
        // A save that cannot be opened now may be newer than all others.
        let closed = list.iter().filter(|entry| matches!(entry.save, Err(ShelfError::File { .. }))).count() as u64;
        save.label.serial = list.first().map_or(0, Entry::serial) + 1 + closed * SKIPPED;
        save.label.written = self.clock.wall().as_secs();
        match list.iter().find(|entry| entry.slot == slot) {
            Some(Entry { save: Ok(_), .. }) => self.write(slot, save, Store::write)?,
            Some(_) => {
                let failed = |error| ShelfError::File { path: self.path(slot), verb: "put aside", error };
                self.store.move_aside(&self.name(slot), "aside").map_err(failed)?;
                self.write(slot, save, Store::write)?;
            }
            // A link whose target does not exist yet.
            None if self.store.is_link(&self.name(slot)) => self.write(slot, save, Store::write)?,
            None => self.write(slot, save, Store::write_new)?,
        }
        Ok(Seen::of(save))
    }

    fn write(
        &self,
        slot: Slot,
        save: &Save,
        write: impl Fn(&Store, &str, &[u8]) -> io::Result<()>,
    ) -> Result<(), ShelfError> {
        let path = self.path(slot);
        let bytes = save.bytes().map_err(|error| ShelfError::Save { path: path.clone(), error })?;
        write(&self.store, &self.name(slot), &bytes).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ShelfError::Changed { path },
            _ => ShelfError::File { path, verb: "written", error },
        })
    }
}

#[cfg(test)]
#[path = "save_dir_tests.rs"]
pub(crate) mod tests;
