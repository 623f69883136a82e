//! The folder of crash reports: what the game leaves behind when it falls over, and what the next start tells of it.

use crate::files::file_bytes::read_file;
use journey::{move_aside, numbered, write_first_free, write_whole};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder, below the player's folder of states.
const FOLDER: &str = "hullbreach/crashes";
/// What a report is called at first.
const REPORT: &str = "crash.txt";
/// The file that names the report of which nobody has been told.
const UNTOLD: &str = "untold";
/// The largest note that is read, in bytes: more than any path has.
const MAX_BYTES: usize = 64 << 10;
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

    /// Writes a report under a name that is free, as is the name of its demo; the next start tells of it.
    ///
    /// # Errors
    /// If it cannot be written, or there are too many.
    pub(crate) fn write(&self, report: &str) -> io::Result<PathBuf> {
        let first = self.0.join(REPORT);
        let names = (1..=MOST).map(|number| numbered(&first, number)).filter(|path| !demo_of(path).exists());
        let path = write_first_free(names, report.as_bytes()).map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull => {
                io::Error::new(io::ErrorKind::StorageFull, format!("there are too many reports, or no room: {error}"))
            }
            _ => error,
        })?;
        let note = self.0.join(UNTOLD);
        if self.untold().is_err() {
            // What cannot be read is not lost; if it cannot be moved, it is not written over either.
            move_aside(&note, "broken")?;
        }
        write_whole(&note, path.to_string_lossy().as_bytes())?;
        Ok(path)
    }

    /// What the note says, if there is one.
    fn untold(&self) -> io::Result<Option<PathBuf>> {
        let note = self.0.join(UNTOLD);
        match fs::metadata(&note) {
            Ok(data) if !data.is_file() => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            data => data.map(drop)?,
        }
        let text = String::from_utf8(read_file(&note, MAX_BYTES)?);
        text.map(|text| Some(PathBuf::from(text))).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// The report of a crash of which nobody has been told yet; from now on somebody has.
    ///
    /// # Errors
    /// A sentence, if there is a note of a report that cannot be read.
    pub(crate) fn take_untold(&self) -> Result<Option<PathBuf>, String> {
        let note = self.0.join(UNTOLD);
        let named = self.untold().map_err(|error| {
            format!("{} cannot be read: {error}; it names the report of the last crash", note.display())
        })?;
        if named.is_some() {
            // If it cannot be deleted, it is told once more.
            let _ = fs::remove_file(note);
        }
        Ok(named.filter(|path| path.is_file()))
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
        assert_eq!(crashes.take_untold(), Ok(None));
        let [first, second] = ["one", "two"].map(|report| crashes.write(report).unwrap());
        assert_eq!([&first, &second].map(|path| fs::read_to_string(path).unwrap()), ["one", "two"]);
        assert_eq!([crashes.take_untold(), crashes.take_untold()], [Ok(Some(second.clone())), Ok(None)]);
        crashes.write("three").unwrap();
        fs::remove_file(folder.path().join("deep/crash-3.txt")).unwrap();
        assert_eq!(crashes.take_untold(), Ok(None), "somebody has deleted it");
        assert_eq!(demo_of(&second), folder.path().join("deep/crash-2.demo"));
    }

    #[test]
    fn a_folder_that_is_full_or_closed_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = CrashFolder(folder.path().to_owned());
        (0..MOST).for_each(|_| drop(crashes.write("x").unwrap()));
        assert!(crashes.write("x").is_err_and(|error| error.to_string().contains("too many")));
        let file = CrashFolder(folder.path().join("crash.txt"));
        assert!(file.write("x").is_err() && file.take_untold().is_err());
    }

    #[test]
    fn report_replaces_neither_a_demo_nor_a_note_that_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = CrashFolder(folder.path().to_owned());
        fs::write(folder.path().join("crash.demo"), "mine").unwrap();
        fs::write(folder.path().join(UNTOLD), b"\xff").unwrap();
        assert!(crashes.take_untold().is_err_and(|told| told.contains("untold cannot be read")));
        let report = crashes.write("report").unwrap();
        assert_eq!(report, folder.path().join("crash-2.txt"), "the name of its demo is free, too");
        assert_eq!(fs::read(folder.path().join("untold.broken1")).unwrap(), b"\xff");
        assert_eq!(crashes.take_untold(), Ok(Some(report)));
    }
}
