//! The folder of crash reports, and the announcement of the last crash at the next start.

use ports::{Store, numbered};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Folder in the store.
const FOLDER: &str = "crashes";
/// Default name of a report.
const REPORT: &str = "crashes/crash.txt";
/// File that contains the path of a report that was not announced yet.
const UNTOLD: &str = "crashes/untold";
/// Maximum size of that file in bytes: longer than any path.
const MAX_BYTES: usize = 64 << 10;
/// Maximum number of reports.
const MAX: usize = 99;

/// Folder of crash reports.
#[derive(Clone, Debug)]
pub(crate) struct CrashFolder(Store);

impl CrashFolder {
    /// Opens the folder in the store. Returns `None` if the player has no folder for it.
    pub(crate) fn open(store: &Store) -> Option<CrashFolder> {
        store.has_place(FOLDER).then(|| CrashFolder(store.clone()))
    }

    /// Writes a report and returns its name. Neither the name nor that of its demo was in use. The next start announces
    /// the report.
    ///
    /// # Errors
    /// If it cannot be written, or if there are too many reports.
    pub(crate) fn write(&self, report: &str) -> io::Result<String> {
        let names = (1..=MAX).map(|number| numbered(Path::new(REPORT), number).to_string_lossy().into_owned());
        let names = names.filter(|name| !self.0.has(&demo_of(name)));
        let name = self.0.write_first_free(names, report.as_bytes()).map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull => {
                io::Error::new(io::ErrorKind::StorageFull, format!("too many reports, or no space left: {error}"))
            }
            _ => error,
        })?;
        if self.untold().is_err() {
            // An unreadable announcement is kept under another name. If it cannot be moved, it is not overwritten
            // either.
            self.0.move_aside(UNTOLD, "broken")?;
        }
        self.0.write(UNTOLD, self.path(&name).to_string_lossy().as_bytes())?;
        Ok(name)
    }

    /// Replaces a file of this folder.
    ///
    /// # Errors
    /// Returns a message if the file cannot be written.
    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.write(name, bytes).map_err(|error| error.to_string())
    }

    /// Returns the path of a file of this folder, for display.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.shown(name)
    }

    /// Returns the path in the announcement file, if there is one.
    fn untold(&self) -> io::Result<Option<PathBuf>> {
        let text = match self.0.read(UNTOLD, MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => String::from_utf8(bytes?),
        };
        text.map(|text| Some(PathBuf::from(text))).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Returns the path of the report that was not announced yet, and marks it as announced.
    ///
    /// # Errors
    /// Returns a message if there is an announcement that cannot be read.
    pub(crate) fn take_untold(&self) -> Result<Option<PathBuf>, String> {
        let named = self.untold().map_err(|error| {
            let note = self.path(UNTOLD);
            format!("{} cannot be read: {error}; it names the report of the last crash", note.display())
        })?;
        if named.is_some() {
            // If it cannot be deleted, it is announced once more.
            let _ = self.0.remove(UNTOLD);
        }
        // The announcement contains an absolute path, but the report is next to it.
        let is_there = |path: &PathBuf| {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.0.has_file(&format!("{FOLDER}/{file}"))
        };
        Ok(named.filter(is_there))
    }
}

/// Returns the name of the demo that belongs to a report.
pub(crate) fn demo_of(report: &str) -> String {
    Path::new(report).with_extension("demo").to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::{Clock, Folders};
    use std::fs;

    #[test]
    fn each_report_has_its_own_file_and_the_last_is_announced_once() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("deep");
        for store in [Store::in_folder(&deep), Store::in_memory(Clock::default()).0] {
            let crashes = CrashFolder::open(&store).unwrap();
            assert_eq!(crashes.take_untold(), Ok(None));
            let [first, second] = ["one", "two"].map(|report| crashes.write(report).unwrap());
            assert_eq!([&first, &second].map(|name| store.read(name, 9).unwrap()), [b"one", b"two"]);
            let told = crashes.path(&second);
            assert_eq!([crashes.take_untold(), crashes.take_untold()], [Ok(Some(told)), Ok(None)]);
            crashes.write("three").unwrap();
            store.remove("crashes/crash-3.txt").unwrap();
            assert_eq!(crashes.take_untold(), Ok(None), "the report was deleted");
            assert_eq!(demo_of(&second), "crashes/crash-2.demo");
        }
        assert_eq!(fs::read(deep.join("crashes/crash.txt")).unwrap(), b"one");
    }

    #[test]
    fn full_or_closed_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = CrashFolder(Store::in_folder(folder.path()));
        (0..MAX).for_each(|_| drop(crashes.write("x").unwrap()));
        assert!(crashes.write("x").is_err_and(|error| error.to_string().contains("too many")));
        let file = folder.path().join("crashes/crash.txt");
        let file = CrashFolder(Store::on_disk(Folders::default().with(FOLDER, file)));
        assert!(file.write("x").is_err() && file.take_untold() == Ok(None));
    }

    #[test]
    fn report_never_replaces_a_demo_or_an_unreadable_announcement() {
        let store = Store::in_memory(Clock::default()).0;
        let crashes = CrashFolder(store.clone());
        store.write("crashes/crash.demo", b"mine").unwrap();
        store.write(UNTOLD, b"\xff").unwrap();
        assert!(crashes.take_untold().is_err_and(|told| told.contains("untold cannot be read")));
        let report = crashes.write("report").unwrap();
        assert_eq!(report, "crashes/crash-2.txt", "the name of its demo must be free, too");
        assert_eq!(store.read("crashes/untold.broken1", 9).unwrap(), b"\xff");
        assert_eq!(crashes.take_untold(), Ok(Some(report.into())));
    }
}
