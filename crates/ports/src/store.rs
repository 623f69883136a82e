//! The store: all user files, by name instead of path.
//!
//! A name is `settings.ron`, or a folder and a file such as `saves/quick-1.save`. Both implementations follow the same
//! rules: writes are atomic, and a new file never replaces another one.

#[cfg(not(target_family = "wasm"))]
use crate::native::disk::Folders;
use crate::{
    clock::Clock,
    files::{Files, Listed, StoreLock},
    memory::{MemoryFiles, Mirror, StoredFile},
    names::{self, all_taken},
};
use bevy::ecs::resource::Resource;
use std::{collections::BTreeMap, fmt::Debug, io, path::PathBuf, sync::Arc};

/// User files.
#[derive(Resource, Clone, Debug)]
pub struct Store(Arc<dyn Files>);

impl Store {
    /// Returns a store on the disk that maps names to these folders.
    #[cfg(not(target_family = "wasm"))]
    pub fn on_disk(folders: Folders) -> Store {
        Store(Arc::new(folders))
    }

    /// Returns a store on the disk in one folder, which need not exist.
    #[cfg(not(target_family = "wasm"))]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Store {
        Store::on_disk(Folders::default().with("", folder.into()))
    }

    /// Returns an empty store in memory, and a handle with which a test makes it fail.
    pub fn in_memory(clock: Clock) -> (Store, MemoryFiles) {
        let files = MemoryFiles::new(clock);
        (Store(Arc::new(files.clone())), files)
    }

    /// Returns a store in memory with these files. `mirror` is called with each file that is written, and with `None`
    /// for each file that is removed, in order. A page in a browser copies the changes to its database, which answers
    /// only later.
    pub fn mirrored(
        clock: Clock,
        files: BTreeMap<String, StoredFile>,
        mirror: impl Fn(&str, Option<&StoredFile>) + Send + Sync + 'static,
    ) -> Store {
        // Names that no store accepts are not read either.
        let files = files.into_iter().filter(|(name, _)| names::check(name).is_ok()).collect();
        Store(Arc::new(MemoryFiles::mirrored(clock, files, Mirror(Arc::new(mirror)))))
    }

    /// Returns whether the store has a place for a file of this name. A player without a home folder has none.
    pub fn has_place(&self, name: &str) -> bool {
        self.0.has_place(name)
    }

    /// Returns the name as it is shown to the player, a path on the disk.
    pub fn shown(&self, name: &str) -> PathBuf {
        self.0.shown(name)
    }

    /// Reads a file of at most `max_bytes`.
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

    /// Returns whether the name refers to a device, such as `/dev/null` through a link. Devices can be written and
    /// contain nothing.
    pub fn is_device(&self, name: &str) -> bool {
        self.0.is_device(name)
    }

    /// Returns whether the name is a link, whatever its target.
    pub fn is_link(&self, name: &str) -> bool {
        self.0.is_link(name)
    }

    /// Writes a file atomically: at any moment there is either the old file or the new one.
    ///
    /// # Errors
    /// If it cannot be written. The old file is then unchanged.
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

    /// Writes a recording under this name with the first free number, or elsewhere if that fails. Returns the path as
    /// it is shown to the player.
    ///
    /// # Errors
    /// If it could not be written under this name. The message contains the path of the recording.
    pub fn write_recording(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        self.0.write_recording(name, bytes)
    }

    /// Renames a file that cannot be read so that its name is free: `x.ron` becomes `x.ron.broken1`, or a higher number.
    ///
    /// # Errors
    /// If it cannot be renamed. It is then unchanged.
    pub fn move_aside(&self, name: &str, ending: &str) -> io::Result<()> {
        names::check(name)?;
        self.0.move_aside(name, ending)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// If it does not exist or cannot be removed.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        names::check(name)?;
        self.0.remove(name)
    }

    /// Removes a folder with everything in it.
    ///
    /// # Errors
    /// If it does not exist, cannot be removed, or is the whole store.
    pub fn remove_folder(&self, folder: &str) -> io::Result<()> {
        names::check(folder)?;
        if folder.is_empty() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        self.0.remove_folder(folder)
    }

    /// Returns the regular files of a folder, sorted by name, or an empty list if the folder cannot be read.
    pub fn list(&self, folder: &str) -> Vec<Listed> {
        let mut list = self.0.list(folder);
        list.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        list
    }

    /// Locks the folder of a file, which is created if it does not exist. Reads that decide what is written belong
    /// under the same lock as the write. In memory there is only a simulated other game, which the lock keeps away.
    pub fn lock_beside(&self, name: &str) -> StoreLock {
        self.0.lock_beside(name)
    }

    /// Removes temporary files that an interrupted game left in the folder of a file.
    pub fn sweep_beside(&self, name: &str) {
        self.0.sweep_beside(name);
    }
}

#[cfg(test)]
#[path = "store_tests.rs"]
pub(crate) mod tests;
