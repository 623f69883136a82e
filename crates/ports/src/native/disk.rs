//! Files on disk: the mapping from names of a [`Store`](crate::store::Store) to folders, and file access.

use crate::{
    files::{Files, Listed, StoreLock, too_large},
    native::folder_lock::FolderLock,
    native::free_name::move_aside,
    native::record_file::RecordFile,
    native::whole_file::{sweep_unfinished, write_new, write_whole},
    native::write_target::folder_of,
};
use std::{
    fs::{self, File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

/// Folders and files on the disk to which the names of a store are mapped.
#[derive(Clone, Debug, Default)]
pub struct Folders(Vec<(String, PathBuf)>);

/// Default folders of the player for each name that the game uses, following the conventions of the system.
const OWN: [(&str, fn() -> Option<PathBuf>, &str); 8] = [
    ("settings.ron", dirs::config_dir, "hullbreach/settings.ron"),
    ("saves", dirs::data_dir, "hullbreach/saves"),
    ("demos", dirs::data_dir, "hullbreach/demos"),
    ("mods", dirs::data_dir, "hullbreach/mods"),
    ("screenshots", dirs::data_dir, "hullbreach/screenshots"),
    ("crashes", state_dir, "hullbreach/crashes"),
    ("traces", state_dir, "hullbreach/traces"),
    ("kernel.ron", dirs::cache_dir, "hullbreach/kernel.ron"),
];

fn state_dir() -> Option<PathBuf> {
    dirs::state_dir().or_else(dirs::data_local_dir)
}

impl Folders {
    /// Returns the default folders of the player. Without a home folder no name has a path.
    pub fn of_player() -> Folders {
        // Folders from variables such as HOME. A relative one would depend on the working directory.
        let found = |folder: fn() -> Option<PathBuf>| folder().filter(|folder| folder.is_absolute());
        let own =
            OWN.into_iter().filter_map(|(name, folder, below)| Some((name.to_owned(), found(folder)?.join(below))));
        Folders(own.collect())
    }

    /// Returns the same folders, but maps this name, and everything below it, to this path. The empty name is the
    /// default for all names without a mapping of their own.
    #[must_use]
    pub fn with(mut self, name: &str, path: PathBuf) -> Folders {
        self.0.retain(|(other, _)| other != name);
        self.0.push((name.to_owned(), path));
        self
    }

    /// Returns the path of a name, or `None` if the player has no folder for it.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        let below = |(place, path): &(String, PathBuf)| {
            let rest = name.strip_prefix(place.as_str())?;
            match (place.as_str(), rest) {
                (_, "") => Some(path.clone()),
                ("", rest) => Some(path.join(rest)),
                (_, rest) => Some(path.join(rest.strip_prefix('/')?)),
            }
        };
        // A mapping of the name itself takes precedence over the default.
        let (for_all, own): (Vec<_>, Vec<_>) = self.0.iter().partition(|(place, _)| place.is_empty());
        own.into_iter().chain(for_all).find_map(below)
    }

    fn place(&self, name: &str) -> io::Result<PathBuf> {
        self.path(name).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no home folder"))
    }
}

/// Returns the data of a file. Below something that is not a folder, there is no file.
fn data_of(path: &Path) -> io::Result<Metadata> {
    fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotADirectory => io::ErrorKind::NotFound.into(),
        _ => error,
    })
}

impl Files for Folders {
    fn has_place(&self, name: &str) -> bool {
        self.path(name).is_some()
    }

    fn shown(&self, name: &str) -> PathBuf {
        self.path(name).unwrap_or_else(|| name.into())
    }

    fn read(&self, name: &str, max_bytes: usize) -> io::Result<Vec<u8>> {
        let path = self.place(name)?;
        // Do not block on a pipe.
        if !data_of(&path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > max_bytes { Err(too_large(max_bytes)) } else { Ok(bytes) }
    }

    fn has_file(&self, name: &str) -> bool {
        self.path(name).is_some_and(|path| path.is_file())
    }

    fn has(&self, name: &str) -> bool {
        self.path(name).is_some_and(|path| path.exists())
    }

    fn is_device(&self, name: &str) -> bool {
        self.path(name).and_then(|path| fs::metadata(path).ok()).is_some_and(|data| is_device(&data))
    }

    fn is_link(&self, name: &str) -> bool {
        self.path(name).is_some_and(|path| path.is_symlink())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        write_whole(&self.place(name)?, bytes)
    }

    fn write_new(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        write_new(&self.place(name)?, bytes)
    }

    fn write_recording(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let path = self.place(name).map_err(|error| format!("{name} cannot be written: {error}"))?;
        RecordFile::new(path, None).write(bytes)
    }

    fn move_aside(&self, name: &str, ending: &str) -> io::Result<()> {
        move_aside(&self.place(name)?, ending).map(drop)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.place(name)?)
    }

    fn remove_folder(&self, folder: &str) -> io::Result<()> {
        fs::remove_dir_all(self.place(folder)?)
    }

    fn list(&self, folder: &str) -> Vec<Listed> {
        let Some(path) = self.path(folder) else { return Vec::new() };
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let listed = entries.filter_map(|entry| {
            // A link counts as its target.
            let data = fs::metadata(entry.path()).ok().filter(Metadata::is_file)?;
            let written = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            // A name that is not Unicode is listed, although it cannot be read under its converted name.
            let file = entry.file_name().to_string_lossy().into_owned();
            let name = if folder.is_empty() { file } else { format!("{folder}/{file}") };
            Some(Listed { written: written.unwrap_or(Duration::ZERO), name })
        });
        listed.collect()
    }

    fn lock_beside(&self, name: &str) -> StoreLock {
        StoreLock(self.path(name).map(|path| -> Box<dyn Send> { Box::new(FolderLock::take(folder_of(&path))) }))
    }

    fn sweep_beside(&self, name: &str) {
        if let Some(path) = self.path(name) {
            sweep_unfinished(folder_of(&path));
        }
    }
}

#[cfg(unix)]
fn is_device(data: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    data.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn name_is_stored_in_its_own_or_the_common_place() {
        let folders = Folders::default().with("demos", "there".into()).with("", "here".into());
        let path = |name: &str| folders.path(name).map(|path| path.display().to_string()).unwrap_or_default();
        assert_eq!(path("settings.ron"), "here/settings.ron");
        assert_eq!(path("saves/slot-01.save"), "here/saves/slot-01.save");
        assert_eq!((path("demos/x.demo"), path("demos")), ("there/x.demo".to_owned(), "there".to_owned()));
        assert_eq!(path("demos.ron"), "here/demos.ron");
        let moved = folders.with("demos", "elsewhere".into());
        assert_eq!(moved.path("demos/x.demo"), Some(Path::new("elsewhere/x.demo").to_owned()));
    }

    #[test]
    fn without_a_home_folder_nothing_is_read_or_written() {
        let nowhere = Folders::default();
        assert!(nowhere.path("saves").is_none() && nowhere.list("saves").is_empty() && !nowhere.has("saves"));
        assert!(nowhere.read("settings.ron", 10).is_err_and(|error| error.kind() == io::ErrorKind::NotFound));
        assert_eq!(nowhere.write("settings.ron", b"x").unwrap_err().to_string(), "there is no home folder");
        drop(nowhere.lock_beside("settings.ron"));
    }
}
