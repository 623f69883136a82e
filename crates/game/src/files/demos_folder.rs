//! The folder of the player's demos.

use crate::{files::file_bytes::read_file, files::startup_error::StartupError};
use bevy::ecs::resource::Resource;
use engine::Demo;
use ports::{Listed, Store};
use std::{
    io,
    path::{Path, PathBuf},
};

/// The folder of the player's demos in the store.
const FOLDER: &str = "demos";
/// The ending of a demo's name.
const ENDING: &str = "demo";
/// The largest demo that is read, in bytes: more than any is.
const MAX_BYTES: usize = 20 << 20;
/// The most demos that a list shows.
const MAX: usize = 999;

/// The player's demos.
#[derive(Resource, Clone, Debug)]
pub(crate) struct DemosFolder(Store);

/// A file among them.
pub(crate) struct DemoFile {
    /// Its name in the store.
    pub(crate) file: String,
    /// Its name without folder and ending.
    pub(crate) name: String,
    /// The demo; or what is wrong with it, in a sentence.
    pub(crate) demo: Result<Demo, String>,
}

impl DemosFolder {
    /// The one in the store; none if the player has no folder for it.
    pub(crate) fn open(store: &Store) -> Option<DemosFolder> {
        store.has_place(FOLDER).then(|| DemosFolder(store.clone()))
    }

    /// True if there is one, whole or not.
    pub(crate) fn has_any(&self) -> bool {
        !self.files().is_empty()
    }

    /// The demos, the newest first.
    pub(crate) fn list(&self) -> Vec<DemoFile> {
        let mut found = self.files();
        found.sort_unstable();
        found.into_iter().rev().take(MAX).map(|found| self.read(found.name)).collect()
    }

    /// Writes the bytes of a demo on a level, and returns where it is: the first one has the level's name, further ones have numbers.
    ///
    /// # Errors
    /// A sentence, if it could not be written there; it contains where the demo is instead.
    pub(crate) fn write(&self, level: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let stem = Path::new(level).file_stem().map_or_else(|| "run".into(), |stem| stem.to_string_lossy());
        self.0.write_recording(&format!("{FOLDER}/{stem}.{ENDING}"), bytes)
    }

    /// Removes a demo.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(crate) fn remove(&self, file: &DemoFile) -> io::Result<()> {
        self.0.remove(&file.file)
    }

    /// Where a demo is, as the player should read it.
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

/// The demo in a file that the command line names.
///
/// # Errors
/// If it cannot be read, or is no whole demo of this version.
pub(crate) fn read(path: &Path) -> Result<Demo, StartupError> {
    demo_of(path, read_file(path, MAX_BYTES))
}

/// The demo of these bytes, which were read from a file of this path.
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
    fn the_newest_demo_is_listed_first_and_what_is_none_is_told() {
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
        assert!(told.ends_with("new.demo: it is not a demo: is it the right file?"), "{told}");
    }
}
