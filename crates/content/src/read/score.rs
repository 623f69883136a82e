//! The scores of the music.

use crate::{vfs::error::ContentError, vfs::file_name::stem, vfs::files::Files};
use bevy::ecs::resource::Resource;
use music::Score;
use std::{collections::BTreeMap, sync::Arc};

/// The folder of the scores.
pub(crate) const SCORE_FOLDER: &str = "assets/music";
/// The score of decks without a score of their own.
pub const DEFAULT_SCORE: &str = "holds";
/// Scores that are used on all decks; each must exist.
pub const SCORES: [&str; 8] =
    ["title", "tally", "fight", "last_stand", "sting_secret", "sting_death", "sting_lift", DEFAULT_SCORE];
/// The maximum number of scores.
const MAX_SCORES: usize = 64;

/// The scores by the names of their files, without folder and ending.
#[derive(Resource, Clone, Debug)]
pub struct Scores(Arc<BTreeMap<String, Score>>);

impl Scores {
    /// Reads all scores.
    ///
    /// # Errors
    /// The first error, with file, line and column as far as available.
    pub fn read(files: &Files) -> Result<Scores, ContentError> {
        let names = files.list(SCORE_FOLDER, ".ron");
        let scores = names.iter().map(|file| Ok((stem(file).to_owned(), read_score(file, &files.read(file)?)?)));
        Scores::of(scores.collect::<Result<_, ContentError>>()?)
    }

    /// Checks that all required scores exist.
    ///
    /// # Errors
    /// The first missing score, or an error if there are too many.
    pub(crate) fn of(scores: BTreeMap<String, Score>) -> Result<Scores, ContentError> {
        if scores.len() > MAX_SCORES {
            let what = format!("{SCORE_FOLDER}: there must be at most {MAX_SCORES} scores, got {}", scores.len());
            return Err(ContentError::wrong(what));
        }
        match SCORES.into_iter().find(|name| !scores.contains_key(*name)) {
            Some(name) => Err(ContentError::wrong(format_args!("{SCORE_FOLDER}: there is no '{name}.ron'"))),
            None => Ok(Scores(Arc::new(scores))),
        }
    }

    /// Returns all scores by name.
    pub fn all(&self) -> Arc<BTreeMap<String, Score>> {
        Arc::clone(&self.0)
    }

    /// Returns the file of the score with a name.
    pub fn file(name: &str) -> String {
        format!("{SCORE_FOLDER}/{name}.ron")
    }

    /// Returns the score with a name.
    pub fn named(&self, name: &str) -> Option<&Score> {
        self.0.get(name)
    }

    /// Returns the names of all scores in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Reads a score; `file` is its name in messages.
pub(crate) fn read_score(file: &str, bytes: &[u8]) -> Result<Score, ContentError> {
    Score::read(bytes).map_err(|error| ContentError::wrong(format_args!("{file}:{error}")))
}
