//! Levels and rules of demos by their content, so that demos still play after the files of the game have changed.
//!
//! The folder `content` next to demos has a zip archive for each level and for each set of rules. Its name contains the
//! hash by which demos identify the content, so that demos with the same content share it.

use crate::{read::decks::read_level, read::rules::read_rules, vfs::error::ContentError, vfs::files::Files};
use engine::{Head, Rules};
use level::Level;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The folder of the content of demos.
pub struct DemoContent(PathBuf);

impl DemoContent {
    /// Name of the level within its archive.
    pub const LEVEL: &str = "levels/deck.ron";

    /// Returns the folder for a demo, which need not exist.
    pub fn beside(demo: &Path) -> DemoContent {
        DemoContent(demo.with_file_name("content"))
    }

    /// Returns the path of the archive of a level.
    pub fn level_archive(&self, head: &Head) -> PathBuf {
        self.archive("level", head.level_hash)
    }

    /// Returns the path of the archive of rules.
    pub fn rules_archive(&self, head: &Head) -> PathBuf {
        self.archive("rules", head.rules_hash())
    }

    fn archive(&self, kind: &str, hash: u64) -> PathBuf {
        self.0.join(format!("{kind}-{hash:016x}.zip"))
    }

    /// Reads the level of a demo, if it is stored.
    ///
    /// # Errors
    /// If the archive cannot be read, or the errors in the level.
    pub fn level(&self, head: &Head) -> Result<Option<Arc<Level>>, ContentError> {
        let read = |files: Files| read_level(Self::LEVEL, &files.read(Self::LEVEL)?);
        files(&self.level_archive(head))?.map(read).transpose()
    }

    /// Reads the rules of a demo, if they are stored.
    ///
    /// # Errors
    /// If the archive cannot be read, or the first error in the rules.
    pub fn rules(&self, head: &Head) -> Result<Option<Arc<Rules>>, ContentError> {
        files(&self.rules_archive(head))?.map(|files| Ok(read_rules(&files, None)?.0)).transpose()
    }
}

/// Returns the files of an archive, if it exists.
fn files(archive: &Path) -> Result<Option<Files>, ContentError> {
    archive.is_file().then(|| Files::default().with_layer(archive)).transpose()
}
