//! The folder of crash reports: what the game leaves behind when it falls over, and what the next start tells of it.

use crate::files::demos_folder::numbered;
use journey::write_whole;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder, below the player's folder of states.
const FOLDER: &str = "hullbreach/crashes";
/// What a report is called at first.
const REPORT: &str = "crash.txt";
/// The file that names the report of which nobody has been told.
const UNTOLD: &str = "untold";
/// The most reports that are kept.
const MOST: usize = 99;

/// The folder of crash reports.
#[derive(Clone, Debug)]
pub(crate) struct CrashFolder(PathBuf);

impl CrashFolder {
    /// This folder, or else the one in the player's folder of states; none if he has no such folder.
    pub(crate) fn open(folder: Option<PathBuf>) -> Option<CrashFolder> {
        let own = || dirs::state_dir().or_else(dirs::data_local_dir).map(|folder| folder.join(FOLDER));
        folder.or_else(own).map(CrashFolder)
    }

    /// Writes a report under a name that is free; the next start tells of it.
    ///
    /// # Errors
    /// If it cannot be written, or there are too many.
    pub(crate) fn write(&self, report: &str) -> io::Result<PathBuf> {
        let first = self.0.join(REPORT);
        let mut names = (1..=MOST).map(|number| numbered(&first, number));
        let full = || io::Error::new(io::ErrorKind::StorageFull, "there are too many reports: delete some");
        let path = names.find(|path| !path.exists()).ok_or_else(full)?;
        write_whole(&path, report.as_bytes())?;
        write_whole(&self.0.join(UNTOLD), path.to_string_lossy().as_bytes())?;
        Ok(path)
    }

    /// The report of a crash of which nobody has been told yet; from now on somebody has.
    pub(crate) fn take_untold(&self) -> Option<PathBuf> {
        let note = self.0.join(UNTOLD);
        let named = fs::read_to_string(&note).ok()?;
        // If it cannot be deleted, it is told once more.
        let _ = fs::remove_file(note);
        Some(PathBuf::from(named)).filter(|path| path.is_file())
    }
}

/// Where the demo of a report lies.
pub(crate) fn demo_of(report: &Path) -> PathBuf {
    report.with_extension("demo")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_report_has_a_file_of_its_own_and_the_last_one_is_told_of_once() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = CrashFolder::open(Some(folder.path().join("deep"))).unwrap();
        assert_eq!(crashes.take_untold(), None);
        let [first, second] = ["one", "two"].map(|report| crashes.write(report).unwrap());
        assert_eq!([&first, &second].map(|path| fs::read_to_string(path).unwrap()), ["one", "two"]);
        assert_eq!([crashes.take_untold(), crashes.take_untold()], [Some(second.clone()), None]);
        crashes.write("three").unwrap();
        fs::remove_file(folder.path().join("deep/crash-3.txt")).unwrap();
        assert_eq!(crashes.take_untold(), None, "somebody has deleted it");
        assert_eq!(demo_of(&second), folder.path().join("deep/crash-2.demo"));
    }

    #[test]
    fn a_folder_that_is_full_or_closed_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = CrashFolder(folder.path().to_owned());
        (0..MOST).for_each(|_| drop(crashes.write("x").unwrap()));
        assert!(crashes.write("x").is_err_and(|error| error.to_string().contains("too many")));
        let file = CrashFolder(folder.path().join("crash.txt"));
        assert!(file.write("x").is_err() && file.take_untold().is_none());
    }
}
