//! Levels as named on a command line: the file of a hand-drawn level, or of a pipeline with a seed, `FILE.ron#1f`.

use crate::decks::decks::file_and_seed;
use generate::{GeneratorData, Pipeline};
use level::Level;
use std::{path::Path, sync::Arc};

/// A level that was named on a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedLevel<'a> {
    /// File.
    pub file: &'a str,
    /// Seed, if the level is generated: up to 16 hexadecimal digits after a `#`.
    pub seed: Option<u64>,
}

impl<'a> TypedLevel<'a> {
    /// Splits the argument. An existing file whose name contains a `#` is not split.
    ///
    /// # Errors
    /// If the part after the `#` is not a seed.
    pub fn read(typed: &'a str) -> Result<Self, String> {
        let drawn = TypedLevel { file: typed, seed: None };
        let Some((file, seed)) = typed.rsplit_once('#').filter(|_| !Path::new(typed).exists()) else {
            return Ok(drawn);
        };
        match file_and_seed(typed) {
            (file, Some(seed)) => Ok(TypedLevel { file, seed: Some(seed) }),
            _ => Err(format!("{file}: the seed after # must be up to 16 hexadecimal digits, got `{seed}`")),
        }
    }

    /// Reads or generates the level from the bytes of its file. `known` is the data that a pipeline needs.
    ///
    /// # Errors
    /// If the file has an error, is given a seed that it does not take, or needs a seed.
    pub fn level(&self, bytes: &[u8], known: &GeneratorData) -> Result<Arc<Level>, String> {
        let file = self.file;
        let Some(seed) = self.seed else {
            return Level::read(file, bytes).map(Arc::new).map_err(|error| match Pipeline::read(file, bytes) {
                Ok(_) => format!("{file}: a pipeline needs a seed, such as {file}#1"),
                Err(_) => error.to_string(),
            });
        };
        let pipeline = Pipeline::read(file, bytes).map_err(|what| match Level::read(file, bytes) {
            Ok(_) => format!("{file}: a hand-drawn level takes no seed: leave out #{seed:x}"),
            Err(_) => what,
        })?;
        let made = pipeline.generate(seed, known, true).map_err(|error| error.to_string())?;
        made.into_level().map(Arc::new).ok_or_else(|| format!("{file}: the pipeline does not generate a level"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: &str =
        "(name: \"A\", legend: {'#': (wall: \"hull\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
    const PIPELINE: &str = include_str!("../../../../assets/pipelines/labyrinth.ron");

    #[test]
    fn seed_follows_the_file_in_hexadecimal_digits() {
        let read = |typed| TypedLevel::read(typed).map(|level| (level.file, level.seed));
        assert_eq!(read("a.ron#1f"), Ok(("a.ron", Some(31))));
        assert_eq!(read("a.ron"), Ok(("a.ron", None)));
        assert_eq!(read("b#c/a.ron#0"), Ok(("b#c/a.ron", Some(0))));
        for wrong in ["a.ron#", "a.ron#xyz", "a.ron#-1", "a.ron#11112222333344445"] {
            let error = TypedLevel::read(wrong).unwrap_err();
            assert!(error.starts_with("a.ron: the seed after # must be") && error.lines().count() == 1, "{error}");
        }
    }

    #[test]
    fn drawn_level_takes_no_seed_and_pipeline_needs_one() {
        let level = |seed, text: &str| {
            let level = TypedLevel { file: "a.ron", seed }.level(text.as_bytes(), &GeneratorData::default());
            level.map(|level| level.name.clone())
        };
        assert_eq!(level(None, DRAWN), Ok("A".to_owned()));
        assert_eq!(level(Some(31), DRAWN), Err("a.ron: a hand-drawn level takes no seed: leave out #1f".to_owned()));
        assert!(level(None, PIPELINE).unwrap_err().ends_with("such as a.ron#1"));
        assert!(level(None, "(").unwrap_err().starts_with("a.ron:1:"));
        assert!(level(Some(1), "(").unwrap_err().starts_with("a.ron:1:"));
    }
}
