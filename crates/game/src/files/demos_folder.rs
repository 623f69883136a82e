//! The folder of the player's demos.

use crate::files::file_bytes::read_file;
use crate::files::trouble::Trouble;
use bevy::ecs::resource::Resource;
use engine::Demo;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder, below the player's folder of data.
const FOLDER: &str = "hullbreach/demos";
/// The ending of a demo's name.
const ENDING: &str = "demo";
/// The largest demo that is read, in bytes: more than any is.
const MAX_BYTES: usize = 20 << 20;
/// The most demos that a list shows.
const MOST: usize = 999;

/// The player's demos.
#[derive(Resource, Clone, Debug)]
pub(crate) struct DemosFolder(PathBuf);

/// A file among them.
pub(crate) struct DemoFile {
    pub(crate) path: PathBuf,
    /// Its name without the ending.
    pub(crate) name: String,
    /// The demo; or what is wrong with it, in a sentence.
    pub(crate) demo: Result<Demo, String>,
}

impl DemosFolder {
    /// This folder, or else the one in the player's folder of data; none if he has no such folder.
    pub(crate) fn open(folder: Option<PathBuf>) -> Option<DemosFolder> {
        folder.or_else(|| Some(dirs::data_dir()?.join(FOLDER))).map(DemosFolder)
    }

    /// True if there is one, whole or not.
    pub(crate) fn has_any(&self) -> bool {
        !demos_in(&self.0).is_empty()
    }

    /// The demos, the newest first.
    pub(crate) fn list(&self) -> Vec<DemoFile> {
        let mut found: Vec<(SystemTime, PathBuf)> = demos_in(&self.0)
            .into_iter()
            .map(|path| {
                let written = fs::metadata(&path).and_then(|data| data.modified());
                (written.unwrap_or(SystemTime::UNIX_EPOCH), path)
            })
            .collect();
        found.sort_unstable();
        found.into_iter().rev().take(MOST).map(|(_, path)| DemoFile::read(path)).collect()
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The file of the first demo on a level, which has the level's name; further ones have numbers.
    pub(crate) fn file(&self, level: &str) -> PathBuf {
        let stem = Path::new(level).file_stem().map_or_else(|| "run".into(), |stem| stem.to_string_lossy());
        self.0.join(format!("{stem}.{ENDING}"))
    }
}

impl DemoFile {
    fn read(path: PathBuf) -> DemoFile {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let demo = read(&path).map_err(|trouble| trouble.what);
        DemoFile { path, name, demo }
    }
}

/// The files of demos in a folder, in the order of their names.
pub(crate) fn demos_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_demo = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING) && path.is_file();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_demo).collect();
    paths.sort_unstable();
    paths
}

/// The demo in a file.
///
/// # Errors
/// If it cannot be read, or is no whole demo of this version.
pub(crate) fn read(path: &Path) -> Result<Demo, Trouble> {
    let file = path.display();
    let bytes =
        read_file(path, MAX_BYTES).map_err(|error| Trouble::unreadable(format!("{file} cannot be read: {error}")))?;
    Demo::read(&bytes).map_err(|error| Trouble::bad_data(format!("{file}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_newest_demo_is_listed_first_and_what_is_none_is_told() {
        let folder = tempfile::tempdir().unwrap();
        for (name, seconds) in [("old.demo", 90), ("new.demo", 5), ("notes.txt", 1)] {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        }
        let list = DemosFolder(folder.path().to_owned()).list();
        let names: Vec<&str> = list.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["new", "old"]);
        let told = list[0].demo.as_ref().unwrap_err();
        assert!(told.ends_with("new.demo: it is not a demo: is it the right file?"), "{told}");
    }
}
