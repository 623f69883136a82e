//! The player's demo folder.

#[cfg(not(target_family = "wasm"))]
use crate::files::file_bytes::read_file;
use crate::files::startup_error::StartupError;
use bevy::ecs::resource::Resource;
use engine::Demo;
use ports::{Listed, Store};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Demo folder in the store.
const FOLDER: &str = "demos";
/// File extension of demos.
const ENDING: &str = "demo";
/// Maximum size in bytes of a demo that is read; real demos are smaller.
const MAX_BYTES: usize = 20 << 20;
/// Maximum number of listed demos.
const MAX: usize = 999;

/// The player's demos.
#[derive(Resource, Clone, Debug)]
pub(crate) struct DemosFolder(Store);

/// File in the demo folder.
pub(crate) struct DemoFile {
    /// Name in the store.
    pub(crate) file: String,
    /// Name without folder and extension.
    pub(crate) name: String,
    /// The demo, or the reason why it is invalid.
    pub(crate) demo: Result<Demo, String>,
}

impl DemosFolder {
    /// Opens the folder in the store. Returns `None` if the player has no folder for it.
    pub(crate) fn open(store: &Store) -> Option<DemosFolder> {
        store.has_place(FOLDER).then(|| DemosFolder(store.clone()))
    }

    /// Returns true if there is any demo file, valid or not.
    pub(crate) fn has_any(&self) -> bool {
        !self.files().is_empty()
    }

    /// Returns the demos, newest first.
    pub(crate) fn list(&self) -> Vec<DemoFile> {
        let mut found = self.files();
        found.sort_unstable();
        found.into_iter().rev().take(MAX).map(|found| self.read(found.name)).collect()
    }

    /// Writes a demo of a level and returns its path. The first demo has the name of the level; others get a number.
    ///
    /// # Errors
    /// If it cannot be written there, returns a message with the path of the fallback copy.
    pub(crate) fn write(&self, level: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let stem = Path::new(level).file_stem().map_or_else(|| "run".into(), |stem| stem.to_string_lossy());
        self.0.write_recording(&format!("{FOLDER}/{stem}.{ENDING}"), bytes)
    }

    /// Deletes a demo.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub(crate) fn remove(&self, file: &DemoFile) -> io::Result<()> {
        self.0.remove(&file.file)
    }

    /// Returns the path of a demo, for display.
    pub(crate) fn path(&self, file: &DemoFile) -> PathBuf {
        self.0.shown(&file.file)
    }

    fn files(&self) -> Vec<Listed> {
        let mut files = self.0.list(FOLDER);
        files.retain(|file| Path::new(&file.name).extension().is_some_and(|ending| ending == ENDING));
        files
    }

    fn read(&self, file: String) -> DemoFile {
        let name = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let demo = demo_of(&self.0.shown(&file), self.0.read(&file, MAX_BYTES)).map_err(|trouble| trouble.what);
        DemoFile { file, name, demo }
    }
}

/// Reads the demo given on the command line.
///
/// # Errors
/// If it cannot be read, or is not a valid demo of this version.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn read(path: &Path) -> Result<Demo, StartupError> {
    demo_of(path, read_file(path, MAX_BYTES))
}

/// Reads a demo of the game's own files. `path` is for messages.
///
/// # Errors
/// If it is not a valid demo of this version.
#[cfg(target_family = "wasm")]
pub(crate) fn read_bytes(path: &Path, bytes: Vec<u8>) -> Result<Demo, StartupError> {
    demo_of(path, Ok(bytes))
}

/// Parses the bytes of a demo file. `path` is for messages.
fn demo_of(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<Demo, StartupError> {
    let file = path.display();
    let bytes = bytes.map_err(|error| StartupError::unreadable(format!("{file} cannot be read: {error}")))?;
    Demo::read(&bytes).map_err(|error| StartupError::bad_data(format!("{file}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::Clock;
    use std::time::Duration;

    #[test]
    fn newest_demo_is_listed_first_and_invalid_ones_are_reported() {
        let (clock, hands) = Clock::fake(Duration::from_secs(1_000_000));
        let store = Store::in_memory(clock).0;
        for name in ["demos/x-old.demo", "demos/new.demo", "demos/notes.txt", "else.demo"] {
            store.write(name, b"").unwrap();
            hands.advance(Duration::from_secs(1));
        }
        let list = DemosFolder::open(&store).unwrap().list();
        let names: Vec<&str> = list.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["new", "x-old"]);
        let told = list[0].demo.as_ref().unwrap_err();
        assert!(
            told.ends_with("new.demo: it is not a demo, but an empty file: copy it again from an intact copy"),
            "{told}"
        );
    }
}
