//! The shelf: the folder in which a player's saves lie, each in a slot.
//!
//! Quick saves and those that the game writes at each deck go round in rings: the oldest makes room. Only what can be read makes
//! room: a file that cannot (because a newer game wrote it, or because it was damaged) is put aside under another name.
//!
//! The window, the terminal and the game in words share the folder: each change chooses and writes under the [lock](Store::lock_beside) of the folder.

use crate::saves::save::{Label, Save, SaveError};
use ports::{Clock, Store, StoreLock};
use std::{io, path::PathBuf};
use thiserror::Error;

/// The largest file that is read: a little more than a container with its picture may have.
const MAX_BYTES: usize = 20 << 20;
/// How often another slot is chosen because another game was quicker.
const MAX_TRIES: usize = 50;

/// A place for one save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// One of a ring, from 0 to [`Ring::LENGTH`]: the game chooses it.
    Of(Ring, u8),
    /// One that the player chooses and names, from 0 to [`Slot::NAMED`].
    Named(u8),
}

/// What is written without asking where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ring {
    /// Quick saves.
    Quick,
    /// What the game writes at the beginning of each deck.
    Auto,
}

impl Ring {
    /// How many saves a ring holds.
    pub const LENGTH: u8 = 3;

    /// Its slots.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        (0..Ring::LENGTH).map(move |number| Slot::Of(self, number))
    }
}

impl Slot {
    /// How many the player can name.
    pub const NAMED: u8 = 12;

    /// All of them.
    pub fn all() -> impl Iterator<Item = Slot> {
        Ring::Quick.slots().chain(Ring::Auto.slots()).chain((0..Slot::NAMED).map(Slot::Named))
    }

    /// The name of its file.
    pub fn file(self) -> String {
        match self {
            Slot::Of(Ring::Quick, number) => format!("quick-{}.save", number + 1),
            Slot::Of(Ring::Auto, number) => format!("deck-{}.save", number + 1),
            Slot::Named(number) => format!("slot-{:02}.save", number + 1),
        }
    }
}

/// Why the shelf cannot do what it is asked for.
#[derive(Debug, Error)]
pub enum ShelfError {
    /// A file cannot be read, written, renamed or deleted.
    #[error("{} cannot be {verb}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was to be done.
        verb: &'static str,
        /// Why it cannot be.
        error: io::Error,
    },
    /// What lies in a slot is no save that could be read.
    #[error("{}: {error}", path.display())]
    Save {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: SaveError,
    },
    /// Another game has written into a slot since somebody looked.
    #[error("{}: another game has written there in the meantime", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
}

/// What somebody has seen in a slot before changing it, so that nothing is lost that nobody has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nobody has looked: whatever is there may be changed.
    Anything,
    /// Nothing was there.
    Empty,
    /// A file that cannot be read.
    Unreadable,
    /// A save with this serial, time and state hash.
    Save(u64, u64, u64),
}

impl Seen {
    /// What was seen by whoever has this save.
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

/// What lies in a slot.
#[derive(Debug)]
pub struct Entry {
    /// The slot.
    pub slot: Slot,
    /// What lies there, or what is wrong with it.
    pub save: Result<Save, ShelfError>,
}

impl Entry {
    /// The higher it is, the later it was written; 0 for what cannot be read.
    fn serial(&self) -> u64 {
        self.save.as_ref().map_or(0, |save| save.label.serial)
    }
}

/// The folder of a player's saves.
#[derive(Clone, Debug)]
pub struct Shelf {
    store: Store,
    /// The folder in the store; empty for the store itself.
    folder: String,
    clock: Clock,
}

impl Shelf {
    /// The shelf in a folder on the disk, which need not exist; what a game left unfinished there when it stopped is swept away.
    #[cfg(not(target_family = "wasm"))]
    pub fn new(folder: impl Into<PathBuf>) -> Shelf {
        Shelf::in_store(Store::in_folder(folder), "", Clock::default())
    }

    /// The shelf in a folder of a store; saves get their times from the clock.
    pub fn in_store(store: Store, folder: &str, clock: Clock) -> Shelf {
        let shelf = Shelf { store, folder: folder.to_owned(), clock };
        shelf.store.sweep_beside(&shelf.name(Slot::Named(0)));
        shelf
    }

    /// The folder, as the player should read it.
    pub fn folder(&self) -> PathBuf {
        self.store.shown(&self.folder)
    }

    /// The file of a slot, as the player should read it.
    pub fn path(&self, slot: Slot) -> PathBuf {
        self.store.shown(&self.name(slot))
    }

    /// The name of a slot's file in the store.
    fn name(&self, slot: Slot) -> String {
        if self.folder.is_empty() { slot.file() } else { format!("{}/{}", self.folder, slot.file()) }
    }

    /// Locks the folder.
    fn lock(&self) -> StoreLock {
        self.store.lock_beside(&self.name(Slot::Named(0)))
    }

    /// What lies in a slot, if anything does.
    pub fn look(&self, slot: Slot) -> Option<Entry> {
        let path = self.path(slot);
        let save = match self.store.read(&self.name(slot), MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => Err(ShelfError::File { path, verb: "read", error }),
            Ok(bytes) => Save::read(&bytes).map_err(|error| ShelfError::Save { path, error }),
        };
        Some(Entry { slot, save })
    }

    /// All that lies here, the newest first; what cannot be read comes last.
    pub fn list(&self) -> Vec<Entry> {
        let mut list: Vec<Entry> = Slot::all().filter_map(|slot| self.look(slot)).collect();
        list.sort_by_key(|entry| std::cmp::Reverse(entry.serial()));
        list
    }

    /// The newest save that can be read, of one ring or of all slots.
    pub fn newest(&self, ring: Option<Ring>) -> Option<(Slot, Save)> {
        let is_meant = |entry: &Entry| ring.is_none_or(|ring| matches!(entry.slot, Slot::Of(of, _) if of == ring));
        let entry = self.list().into_iter().find(is_meant)?;
        Some((entry.slot, entry.save.ok()?))
    }

    /// Puts a save into a slot; what could be read there is replaced, and what could not is put aside. The save gets the present
    /// time and the next serial.
    ///
    /// # Errors
    /// If the file cannot be written; what was there is there still.
    pub fn put(&self, slot: Slot, save: Save) -> Result<(), ShelfError> {
        self.put_over(slot, Seen::Anything, save).map(drop)
    }

    /// Puts a save into a slot in which somebody has seen this, and returns what is there now.
    ///
    /// # Errors
    /// If something else is there by now, or the file cannot be written; what was there is there still.
    pub fn put_over(&self, slot: Slot, seen: Seen, mut save: Save) -> Result<Seen, ShelfError> {
        let _lock = self.lock();
        self.expect(slot, seen)?;
        self.place(slot, &mut save)
    }

    /// Puts a save into the slot that is chosen while no other game can write, and returns that slot; none if none is chosen.
    ///
    /// # Errors
    /// If the file cannot be written; what was there is there still.
    pub fn put_chosen(&self, choose: impl Fn(&Shelf) -> Option<Slot>, save: Save) -> Result<Option<Slot>, ShelfError> {
        Ok(self.put_where(choose, save)?.map(|(slot, _)| slot))
    }

    fn put_where(
        &self,
        choose: impl Fn(&Shelf) -> Option<Slot>,
        mut save: Save,
    ) -> Result<Option<(Slot, Seen)>, ShelfError> {
        let _lock = self.lock();
        // Where nothing can be locked, an empty slot may be taken by another game before it is written: then another is chosen.
        for _ in 0..MAX_TRIES {
            let Some(slot) = choose(self) else { return Ok(None) };
            match self.place(slot, &mut save) {
                Err(ShelfError::Changed { .. }) => {}
                placed => return placed.map(|seen| Some((slot, seen))),
            }
        }
        Err(ShelfError::Changed { path: self.folder() })
    }

    /// Puts a save into the slot of a ring that is empty or holds its oldest save; the slot.
    ///
    /// # Errors
    /// If the file cannot be written; what was there is there still.
    pub fn put_next(&self, ring: Ring, save: Save) -> Result<Slot, ShelfError> {
        self.put_next_seen(ring, save).map(|(slot, _)| slot)
    }

    /// As [`put_next`](Shelf::put_next); what is in the slot then, too.
    ///
    /// # Errors
    /// As there.
    pub fn put_next_seen(&self, ring: Ring, save: Save) -> Result<(Slot, Seen), ShelfError> {
        // An empty slot comes before the oldest save, and what cannot be read is not the oldest but the last to go.
        let age = |shelf: &Shelf, slot: Slot| match shelf.look(slot) {
            None => (0, 0),
            Some(entry) => (1 + u8::from(entry.save.is_err()), entry.serial()),
        };
        let oldest = |shelf: &Shelf| ring.slots().min_by_key(|slot| age(shelf, *slot));
        let slot = Slot::Of(ring, 0);
        // A ring always has an oldest slot.
        Ok(self.put_where(oldest, save)?.unwrap_or((slot, Seen::Anything)))
    }

    /// Gives the save in a slot, in which somebody has seen this, another name.
    ///
    /// # Errors
    /// If something else is there by now, or it cannot be read or written; it is as it was then.
    pub fn rename(&self, slot: Slot, seen: Seen, name: &str) -> Result<(), ShelfError> {
        let _lock = self.lock();
        self.expect(slot, seen)?;
        let Some(entry) = self.look(slot) else { return Ok(()) };
        let mut save = entry.save?;
        save.label = Label { name: name.to_owned(), ..save.label };
        self.write(slot, &save, Store::write)
    }

    /// Deletes what lies in a slot, in which somebody has seen this.
    ///
    /// # Errors
    /// If something else is there by now, or it cannot be deleted.
    pub fn delete(&self, slot: Slot, seen: Seen) -> Result<(), ShelfError> {
        let _lock = self.lock();
        self.expect(slot, seen)?;
        let path = self.path(slot);
        self.store.remove(&self.name(slot)).map_err(|error| ShelfError::File { path, verb: "deleted", error })
    }

    /// Fails if there is something else in a slot than somebody has seen. Whoever asks has locked the folder.
    fn expect(&self, slot: Slot, seen: Seen) -> Result<(), ShelfError> {
        let is_same = seen == Seen::Anything || seen == Seen::of_entry(self.look(slot).as_ref());
        if is_same { Ok(()) } else { Err(ShelfError::Changed { path: self.path(slot) }) }
    }

    /// Writes a save into a slot, with the present time and the next serial. Whoever asks has locked the folder.
    fn place(&self, slot: Slot, save: &mut Save) -> Result<Seen, ShelfError> {
        let list = self.list();
        save.label.serial = list.first().map_or(0, Entry::serial) + 1;
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
#[path = "shelf_tests.rs"]
pub(crate) mod tests;
