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
        self.0.join(Self::level_name(head))
    }

    /// Returns the path of the archive of rules.
    pub fn rules_archive(&self, head: &Head) -> PathBuf {
        self.0.join(Self::rules_name(head))
    }

    /// Returns the file name of the archive of a level.
    pub fn level_name(head: &Head) -> String {
        format!("level-{:016x}.zip", head.level_hash)
    }

    /// Returns the file name of the archive of rules.
    pub fn rules_name(head: &Head) -> String {
        format!("rules-{:016x}.zip", head.rules_hash())
    }

    /// Reads the level in an archive.
    ///
    /// # Errors
    /// If there is none, or the errors in it.
    pub fn level_in(archive: &Files) -> Result<Arc<Level>, ContentError> {
        read_level(Self::LEVEL, &archive.read(Self::LEVEL)?)
    }

    /// Reads the rules in an archive.
    ///
    /// # Errors
    /// The first error in them.
    pub fn rules_in(archive: &Files) -> Result<Arc<Rules>, ContentError> {
        Ok(read_rules(archive, None)?.0)
    }

    /// Reads the level of a demo, if it is stored.
    ///
    /// # Errors
    /// If the archive cannot be read, or the errors in the level.
    pub fn level(&self, head: &Head) -> Result<Option<Arc<Level>>, ContentError> {
        files(&self.level_archive(head))?.as_ref().map(Self::level_in).transpose()
    }

    /// Reads the rules of a demo, if they are stored.
    ///
    /// # Errors
    /// If the archive cannot be read, or the first error in the rules.
    pub fn rules(&self, head: &Head) -> Result<Option<Arc<Rules>>, ContentError> {
        files(&self.rules_archive(head))?.as_ref().map(Self::rules_in).transpose()
    }
}

/// Returns the files of an archive, if it exists.
fn files(archive: &Path) -> Result<Option<Files>, ContentError> {
    archive.is_file().then(|| Files::default().with_layer(archive)).transpose()
}
