//! Levels and rules of demos by their content, so that demos still play after the files of the game have changed.
//!
//! The folder `content` next to demos has a zip archive for each level and for each set of rules. Its name contains the
//! hash by which demos identify the content, so that demos with the same content share it.

use crate::command_line::failure::{Failure, need_game_files};
use content::{Files, GivenRules, read_level, read_rule_files, read_rules};
use engine::{Head, Rules};
use level::Level;
use ports::write_whole;
use std::{
    io::{Cursor, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// The name of the level within its archive.
const LEVEL: &str = "levels/deck.ron";

/// The folder of the content of demos.
pub(crate) struct DemoContent(PathBuf);

impl DemoContent {
    /// Returns the folder for a demo, which need not exist.
    pub(crate) fn beside(demo: &Path) -> DemoContent {
        DemoContent(demo.with_file_name("content"))
    }

    fn archive(&self, kind: &str, hash: u64) -> PathBuf {
        self.0.join(format!("{kind}-{hash:016x}.zip"))
    }

    fn files(&self, kind: &str, hash: u64) -> Result<Option<Files>, Failure> {
        let path = self.archive(kind, hash);
        Ok(if path.is_file() { Some(Files::default().with_layer(&path)?) } else { None })
    }

    /// Reads the level of a demo, if it is stored.
    pub(crate) fn level(&self, head: &Head) -> Result<Option<Arc<Level>>, Failure> {
        let files = self.files("level", head.level_hash)?;
        let read = |files: Files| Ok(read_level(LEVEL, &files.read(LEVEL)?)?);
        files.map(read).transpose()
    }

    /// Reads the rules of a demo, if they are stored.
    pub(crate) fn rules(&self, head: &Head) -> Result<Option<Arc<Rules>>, Failure> {
        let files = self.files("rules", head.rules_hash())?;
        files.map(|files| Ok(read_rules(&files, None)?.0)).transpose()
    }

    /// Stores the level and the rules of a demo, unless they are there. `file` is the rules file that replaced the
    /// game's, if any.
    pub(crate) fn store(&self, head: &Head, level: &Level, file: Option<&Path>) -> Result<(), Failure> {
        let path = self.archive("level", head.level_hash);
        if !path.exists() {
            let text = level.write().map_err(|what| Failure::data(format!("{}: {what}", head.level)))?;
            write_archive(&path, [(LEVEL, text.as_bytes())])?;
        }
        let path = self.archive("rules", head.rules_hash());
        if !path.exists() {
            let given = file.map(GivenRules::read).transpose()?;
            let files = read_rule_files(&need_game_files()?, given.as_ref())?;
            write_archive(&path, files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))?;
        }
        Ok(())
    }
}

/// Writes a zip archive of these files. The same files give the same bytes.
fn write_archive<'a>(path: &Path, files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<(), Failure> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let written = files.into_iter().try_for_each(|(name, bytes)| {
        zip.start_file(name, SimpleFileOptions::default())?;
        Ok(zip.write_all(bytes)?)
    });
    let bytes = written.and_then(|()| zip.finish()).map_err(|error| Failure::file(path, "written", error))?;
    write_whole(path, &bytes.into_inner()).map_err(|error| Failure::file(path, "written", error))
}
