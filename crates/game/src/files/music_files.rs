//! The scores: what the folder of the music holds, read and checked when the game is loaded.

use crate::files::file_bytes::read_file;
use bevy::prelude::*;
use foundry::music::Score;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The scores that are played whatever the deck: each must be there.
pub(crate) const SCORES: [&str; 8] =
    ["title", "tally", "fight", "last_stand", "sting_secret", "sting_death", "sting_lift", DEFAULT];
/// The score of decks that no other fits.
pub(crate) const DEFAULT: &str = "holds";
/// The most bytes of a score's file that are read; a score is refused long before.
const MAX_BYTES: usize = 1 << 20;
/// The most scores.
const MOST: usize = 64;

/// The scores by the names of their files.
#[derive(Resource, Clone)]
pub(crate) struct Scores(Arc<BTreeMap<String, Score>>);

impl Scores {
    /// Reads all scores of a folder.
    ///
    /// # Errors
    /// The first mistake in a sentence, with its file, and its line and column if it is in one.
    pub(crate) fn read(folder: &Path) -> Result<Scores, String> {
        let entries = fs::read_dir(folder).map_err(|error| format!("assets/music cannot be read: {error}"))?;
        let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
        paths.sort();
        if paths.len() > MOST {
            return Err(format!("assets/music: there are {} scores; at most {MOST} are read", paths.len()));
        }
        let mut scores = BTreeMap::new();
        for path in paths {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = read_file(&path, MAX_BYTES).map_err(|error| format!("assets/music/{name}.ron: {error}"))?;
            let score = Score::read(&bytes).map_err(|error| format!("assets/music/{name}.ron:{error}"))?;
            scores.insert(name, score);
        }
        match SCORES.into_iter().find(|name| !scores.contains_key(*name)) {
            Some(name) => Err(format!("assets/music: there is no '{name}.ron'")),
            None => Ok(Scores(Arc::new(scores))),
        }
    }

    /// The score of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Score> {
        self.0.get(name)
    }

    /// The names of all scores, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The scores of the game.
    fn shipped() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/music")
    }

    #[test]
    fn the_games_own_scores_are_read() {
        let scores = Scores::read(&shipped()).unwrap();
        for name in ["cryo", "holds", "crew", "labyrinth", "engine", "chapel", "lab", "hull", "command"] {
            assert!(scores.named(name).is_some_and(Score::has_layers), "{name}");
        }
    }

    #[test]
    fn a_score_that_is_wrong_or_missing_is_told_in_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        for name in SCORES {
            fs::copy(shipped().join(format!("{name}.ron")), folder.path().join(format!("{name}.ron"))).unwrap();
        }
        assert!(Scores::read(folder.path()).is_ok());
        let text = fs::read_to_string(shipped().join("title.ron")).unwrap();
        fs::write(folder.path().join("title.ron"), text.replace("tempo: 63", "tempo: 630")).unwrap();
        let said = Scores::read(folder.path()).err().unwrap();
        assert!(said.starts_with("assets/music/title.ron:3:") && said.contains("630 is not from 40 to 200"), "{said}");
        fs::remove_file(folder.path().join("title.ron")).unwrap();
        assert_eq!(Scores::read(folder.path()).err().unwrap(), "assets/music: there is no 'title.ron'");
        assert!(Scores::read(Path::new("/nowhere")).err().unwrap().starts_with("assets/music cannot be read"));
    }
}
