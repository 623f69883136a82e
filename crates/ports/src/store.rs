//! The store: everything that a player owns, by names instead of paths.
//!
//! A name is `settings.ron`, or a folder and a file such as `saves/quick-1.save`. The rules of the one writer hold for both halves:
//! a file is written whole or not at all, and a new file never replaces another.

#[cfg(not(target_family = "wasm"))]
use crate::native::disk::Folders;
use crate::{
    clock::Clock,
    files::{Files, Listed, StoreLock},
    memory::MemoryFiles,
    names::{self, all_taken},
};
use bevy::ecs::resource::Resource;
use std::{fmt::Debug, io, path::PathBuf, sync::Arc};

/// The files of a player.
#[derive(Resource, Clone, Debug)]
pub struct Store(Arc<dyn Files>);

impl Store {
    /// The store on the disk whose names lead to these folders.
    #[cfg(not(target_family = "wasm"))]
    pub fn on_disk(folders: Folders) -> Store {
        Store(Arc::new(folders))
    }

    /// The store on the disk below one folder, which need not exist.
    #[cfg(not(target_family = "wasm"))]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Store {
        Store::on_disk(Folders::default().with("", folder.into()))
    }

    /// An empty store in memory, and a handle with which a test makes it fail.
    pub fn in_memory(clock: Clock) -> (Store, MemoryFiles) {
        let files = MemoryFiles::new(clock);
        (Store(Arc::new(files.clone())), files)
    }

    /// Returns whether the store can have a file of this name at all; without a home folder, a player has no place for it.
    pub fn has_place(&self, name: &str) -> bool {
        self.0.has_place(name)
    }

    /// Returns the name as the player should read it: a path on the disk.
    pub fn shown(&self, name: &str) -> PathBuf {
        self.0.shown(name)
    }

    /// Reads a file of `max_bytes` at most.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none, [`io::ErrorKind::FileTooLarge`] if it has more bytes, and otherwise if it is not
    /// a regular file or cannot be read.
    pub fn read(&self, name: &str, max_bytes: usize) -> io::Result<Vec<u8>> {
        names::check(name)?;
        self.0.read(name, max_bytes)
    }

    /// Returns whether there is a regular file of this name.
    pub fn has_file(&self, name: &str) -> bool {
        self.0.has_file(name)
    }

    /// Returns whether there is anything of this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    /// Returns whether a device has this name, such as `/dev/null` by a link: it is written to and contains nothing.
    pub fn is_device(&self, name: &str) -> bool {
        self.0.is_device(name)
    }

    /// Returns whether a link has this name, whatever it leads to.
    pub fn is_link(&self, name: &str) -> bool {
        self.0.is_link(name)
    }

    /// Writes a file: at every moment there is the old file or the new one.
    ///
    /// # Errors
    /// If it cannot be written; the old file is unchanged then.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        names::check(name)?;
        self.0.write(name, bytes)
    }

    /// Writes a file that must not exist yet.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is anything of this name; otherwise as [`write`](Store::write).
    pub fn write_new(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        names::check(name)?;
        self.0.write_new(name, bytes)
    }

    /// Writes a file under the first of these names that is free, and returns that name.
    ///
    /// # Errors
    /// If all names are taken, or the file cannot be written.
    pub fn write_first_free(&self, names: impl IntoIterator<Item = String>, bytes: &[u8]) -> io::Result<String> {
        for name in names {
            match self.write_new(&name, bytes) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                written => return written.map(|()| name),
            }
        }
        Err(all_taken())
    }

    /// Writes a recording under this name with the first number that is free, or somewhere else if it must, and returns where, as the
    /// player should read it.
    ///
    /// # Errors
    /// A sentence, if it could not be written where it was wanted; it contains where the recording is instead.
    pub fn write_recording(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        self.0.write_recording(name, bytes)
    }

    /// Renames a file that cannot be read so that its name is free: `x.ron` becomes `x.ron.broken1`, or a higher number.
    ///
    /// # Errors
    /// If it cannot be renamed; it is as it was then.
    pub fn move_aside(&self, name: &str, ending: &str) -> io::Result<()> {
        names::check(name)?;
        self.0.move_aside(name, ending)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// If there is none, or it cannot be removed.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        names::check(name)?;
        self.0.remove(name)
    }

    /// Returns the regular files of a folder, in the order of their names; none if the folder cannot be read.
    pub fn list(&self, folder: &str) -> Vec<Listed> {
        let mut list = self.0.list(folder);
        list.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        list
    }

    /// Locks the folder of a file, which is created if it does not exist. Whatever is read to choose what is written is read and
    /// written under this lock. In memory there is no other game.
    pub fn lock_beside(&self, name: &str) -> StoreLock {
        self.0.lock_beside(name)
    }

    /// Removes what a game left unfinished in the folder of a file when it stopped.
    pub fn sweep_beside(&self, name: &str) {
        self.0.sweep_beside(name);
    }
}

#[cfg(test)]
#[path = "store_tests.rs"]
pub(crate) mod tests;
