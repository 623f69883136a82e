//! The shelf: the folder in which a player's saves lie, each in a slot.
//!
//! Quick saves and those that the game writes at each deck go round in rings: the oldest makes room. Only what can be read makes
//! room: a file that cannot (because a newer game wrote it, or because it was damaged) is put aside under another name.

use crate::save::{Label, Save, SaveError};
use crate::whole_file::{sweep_unfinished, write_whole};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// The largest file that is read: a little more than a container with its picture may have.
const MAX_BYTES: u64 = 20 << 20;

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
    folder: PathBuf,
}

impl Shelf {
    /// The shelf in a folder, which need not exist; what a game left unfinished there when it stopped is swept away.
    pub fn new(folder: impl Into<PathBuf>) -> Shelf {
        let folder = folder.into();
        sweep_unfinished(&folder);
        Shelf { folder }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a slot.
    pub fn path(&self, slot: Slot) -> PathBuf {
        self.folder.join(slot.file())
    }

    /// What lies in a slot, if anything does.
    pub fn look(&self, slot: Slot) -> Option<Entry> {
        let path = self.path(slot);
        let save = match read_file(&path) {
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
    pub fn put(&self, slot: Slot, mut save: Save) -> Result<(), ShelfError> {
        let list = self.list();
        save.label.serial = list.first().map_or(0, Entry::serial) + 1;
        save.label.written = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        if list.iter().any(|entry| entry.slot == slot && entry.save.is_err()) {
            self.put_aside(slot)?;
        }
        self.write(slot, &save)
    }

    /// Puts a save into the slot of a ring that is empty or holds its oldest save; the slot.
    ///
    /// # Errors
    /// If the file cannot be written; what was there is there still.
    pub fn put_next(&self, ring: Ring, save: Save) -> Result<Slot, ShelfError> {
        // An empty slot comes before the oldest save, and what cannot be read is not the oldest but the last to go.
        let age = |slot: &Slot| match self.look(*slot) {
            None => (0, 0),
            Some(entry) => (1 + u8::from(entry.save.is_err()), entry.serial()),
        };
        let slot = ring.slots().min_by_key(age).unwrap_or(Slot::Of(ring, 0));
        self.put(slot, save).map(|()| slot)
    }

    /// Gives the save in a slot another name.
    ///
    /// # Errors
    /// If it cannot be read or written; it is as it was then.
    pub fn rename(&self, slot: Slot, name: &str) -> Result<(), ShelfError> {
        let Some(entry) = self.look(slot) else { return Ok(()) };
        let mut save = entry.save?;
        save.label = Label { name: name.to_owned(), ..save.label };
        self.write(slot, &save)
    }

    /// Deletes what lies in a slot.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn delete(&self, slot: Slot) -> Result<(), ShelfError> {
        let path = self.path(slot);
        fs::remove_file(&path).map_err(|error| ShelfError::File { path, verb: "deleted", error })
    }

    fn write(&self, slot: Slot, save: &Save) -> Result<(), ShelfError> {
        let path = self.path(slot);
        let bytes = save.bytes().map_err(|error| ShelfError::Save { path: path.clone(), error })?;
        write_whole(&path, &bytes).map_err(|error| ShelfError::File { path, verb: "written", error })
    }

    /// Gives what lies in a slot a name under which nothing lies yet.
    fn put_aside(&self, slot: Slot) -> Result<(), ShelfError> {
        let path = self.path(slot);
        let name = |number: u32| path.with_extension(format!("save.aside{number}"));
        let free = (1..1000).map(name).find(|name| !name.exists());
        let full = || io::Error::new(io::ErrorKind::StorageFull, "the folder is full");
        let moved = free.ok_or_else(full).and_then(|free| fs::rename(&path, free));
        moved.map_err(|error| ShelfError::File { path, verb: "put aside", error })
    }
}

/// The bytes of a file, of a bounded number.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journey::Journey;
    use engine::{Headless, Rules, Start};
    use level::Level;
    use std::sync::Arc;

    /// A save of a deck of this name, at its first tick.
    fn save(deck: &str) -> Save {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        let start = Start {
            rules: Arc::new(Rules::standard()),
            ..Start::on(Arc::new(Level::read("x", text).expect("it is a level")))
        };
        Save::of(&Journey::new("x.ron", 2, 1, None), &start, deck, Headless::begin(&start).world_mut())
    }

    fn shelf() -> (tempfile::TempDir, Shelf) {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(folder.path().join("saves"));
        (folder, shelf)
    }

    /// The slots and decks of all that can be read, the newest first.
    fn listed(shelf: &Shelf) -> Vec<(Slot, String)> {
        shelf.list().into_iter().map(|entry| (entry.slot, entry.save.unwrap().label.deck)).collect()
    }

    #[test]
    fn a_ring_keeps_the_last_three_and_the_newest_is_first() {
        let (_folder, shelf) = shelf();
        for deck in ["one", "two", "three", "four", "five"] {
            shelf.put_next(Ring::Quick, save(deck)).unwrap();
        }
        let quick = |number| Slot::Of(Ring::Quick, number);
        let expected = [(quick(1), "five"), (quick(0), "four"), (quick(2), "three")];
        assert_eq!(listed(&shelf), expected.map(|(slot, deck)| (slot, deck.to_owned())));
        shelf.put(Slot::Named(4), save("mine")).unwrap();
        assert_eq!(shelf.newest(None).map(|(slot, _)| slot), Some(Slot::Named(4)));
        assert_eq!(shelf.newest(Some(Ring::Quick)).map(|(_, save)| save.label.deck), Some("five".to_owned()));
        assert_eq!(shelf.newest(Some(Ring::Auto)), None);
    }

    #[test]
    fn a_save_is_renamed_without_becoming_newer_and_deleted() {
        let (_folder, shelf) = shelf();
        shelf.put(Slot::Named(0), save("one")).unwrap();
        shelf.put(Slot::Named(1), save("two")).unwrap();
        shelf.rename(Slot::Named(0), "Before the vault").unwrap();
        let list = shelf.list();
        let labels: Vec<_> = list.iter().map(|entry| &entry.save.as_ref().unwrap().label).collect();
        assert_eq!((labels[0].deck.as_str(), labels[1].name.as_str()), ("two", "Before the vault"));
        shelf.delete(Slot::Named(1)).unwrap();
        assert_eq!(listed(&shelf).len(), 1);
        assert!(shelf.delete(Slot::Named(1)).is_err_and(|error| error.to_string().contains("cannot be deleted")));
    }

    #[test]
    fn what_cannot_be_read_is_told_and_never_lost() {
        let (_folder, shelf) = shelf();
        shelf.put_next(Ring::Quick, save("one")).unwrap();
        let broken = shelf.path(Slot::Of(Ring::Quick, 1));
        fs::write(&broken, "of a newer game").unwrap();
        shelf.put_next(Ring::Quick, save("two")).unwrap();
        assert_eq!(fs::read_to_string(&broken).unwrap(), "of a newer game", "an empty slot was free");
        let list = shelf.list();
        let last = list.last().unwrap();
        assert_eq!(last.slot, Slot::Of(Ring::Quick, 1));
        let told = last.save.as_ref().unwrap_err().to_string();
        assert!(told.ends_with("quick-2.save: it is not a save: is it the right file?"), "{told}");
        shelf.put_next(Ring::Quick, save("three")).unwrap();
        assert_eq!(fs::read_to_string(&broken).unwrap(), "of a newer game", "the oldest that can be read makes room");
        shelf.put(Slot::Of(Ring::Quick, 1), save("four")).unwrap();
        assert_eq!(fs::read_to_string(broken.with_extension("save.aside1")).unwrap(), "of a newer game");
        assert_eq!(listed(&shelf).len(), 3);
    }
}
