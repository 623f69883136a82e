//! The manifest of a mod: `mod.ron`.

use crate::{vfs::error::ContentError, vfs::file_name};
use level::read_ron;
use serde::Deserialize;
use std::path::Path;

/// The file name of a manifest.
pub const MANIFEST: &str = "mod.ron";
/// Maximum size of a manifest, in bytes.
const MAX_BYTES: usize = 64 << 10;
/// Maximum number of authors, and of other mods that a manifest names.
const MAX_NAMES: usize = 50;
/// The version of the game.
const GAME: &str = env!("CARGO_PKG_VERSION");

/// What a mod states about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Unique name, which players read, and by which saves and other mods refer to the mod.
    pub name: String,
    /// Version, as in `1.2.0`.
    pub version: String,
    /// Names of the authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Licence, as in `CC-BY-4.0`.
    #[serde(default)]
    pub licence: String,
    /// One or two sentences for players.
    #[serde(default)]
    pub description: String,
    /// The version of the game for which the mod was made. Older versions refuse it.
    #[serde(default)]
    pub game: String,
    /// Names of mods without which this one does not work. They apply before it.
    #[serde(default)]
    pub requires: Vec<String>,
    /// Names of mods that apply before this one if they are switched on.
    #[serde(default)]
    pub after: Vec<String>,
}

impl Manifest {
    /// Reads a manifest; `file` is its name in messages.
    ///
    /// # Errors
    /// The first error, with file, line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Manifest, ContentError> {
        let manifest: Manifest = read_ron(file, bytes, MAX_BYTES).map_err(ContentError::wrong)?;
        match manifest.validate() {
            Some(what) => Err(ContentError::wrong(format_args!("{file}:1:1: {what}"))),
            None => Ok(manifest),
        }
    }

    /// Returns the manifest of a mod that has none, with the name of its folder or archive.
    pub fn of_path(path: &Path) -> Manifest {
        let path = path.to_string_lossy().replace('\\', "/");
        let name = file_name::stem(path.trim_end_matches('/'));
        let plain = name.chars().filter(|letter| !letter.is_control()).take(40).collect::<String>();
        let name = if plain.trim().is_empty() { "mod".to_owned() } else { plain.trim().to_owned() };
        Manifest { name, version: "0".to_owned(), ..Manifest::default() }
    }

    fn validate(&self) -> Option<String> {
        let is_bad = |text: &str, max: usize| text.chars().count() > max || text.chars().any(char::is_control);
        let lists = [("authors", &self.authors), ("requires", &self.requires), ("after", &self.after)];
        if self.name.trim().is_empty() || self.name.trim() != self.name || is_bad(&self.name, 40) {
            return Some("`name` must have 1 to 40 characters, without spaces at its ends".to_owned());
        }
        if numbers(&self.version).is_none() {
            return Some(format!("`version` must be numbers with points, such as 1.2.0, got {:?}", self.version));
        }
        for (field, text, max) in [("licence", &self.licence, 80), ("description", &self.description, 300)] {
            if is_bad(text, max) {
                return Some(format!("`{field}` must have at most {max} characters in one line"));
            }
        }
        for (field, list) in lists {
            if list.len() > MAX_NAMES || list.iter().any(|name| name.trim().is_empty() || is_bad(name, 80)) {
                return Some(format!("`{field}` must have at most {MAX_NAMES} names of 1 to 80 characters"));
            }
        }
        if self.requires.iter().chain(&self.after).any(|other| *other == self.name) {
            return Some("a mod must not name itself in `requires` or `after`".to_owned());
        }
        let (Some(wanted), Some(ours)) = (numbers(&self.game).or(Some(vec![])), numbers(GAME)) else { return None };
        if !self.game.is_empty() && wanted.is_empty() {
            return Some(format!("`game` must be numbers with points, such as {GAME}, got {:?}", self.game));
        }
        (wanted > ours).then(|| format!("it needs version {} of the game, and this is version {GAME}", self.game))
    }
}

/// Returns the numbers of a version such as `1.2.0`.
fn numbers(version: &str) -> Option<Vec<u32>> {
    if version.len() > 20 || version.is_empty() {
        return None;
    }
    version.split('.').map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Manifest, String> {
        Manifest::read("mod.ron", text.as_bytes()).map_err(|error| error.what)
    }

    #[test]
    fn manifest_has_a_name_and_a_version() {
        let text =
            r#"(name: "Rust", version: "1.2", authors: ["Ann"], game: "0.1", requires: ["Base"], after: ["Sky"])"#;
        let manifest = read(text).unwrap();
        assert_eq!((manifest.name.as_str(), manifest.version.as_str()), ("Rust", "1.2"));
        assert_eq!((manifest.requires, manifest.after), (vec!["Base".to_owned()], vec!["Sky".to_owned()]));
    }

    #[test]
    fn errors_state_what_is_expected() {
        let long = format!("(name: {:?}, version: \"1\")", "x".repeat(41));
        for (text, message) in [
            ("(version: \"1\")", "mod.ron:1:14: the field `name` is missing"),
            (
                "(name: \"\", version: \"1\")",
                "mod.ron:1:1: `name` must have 1 to 40 characters, without spaces at its ends",
            ),
            (&long, "mod.ron:1:1: `name` must have 1 to 40 characters, without spaces at its ends"),
            (
                "(name: \"a\", version: \"one\")",
                "mod.ron:1:1: `version` must be numbers with points, such as 1.2.0, got \"one\"",
            ),
            (
                "(name: \"a\", version: \"1\", requires: [\"a\"])",
                "mod.ron:1:1: a mod must not name itself in `requires` or `after`",
            ),
            (
                "(name: \"a\", version: \"1\", authors: [\"\"])",
                "mod.ron:1:1: `authors` must have at most 50 names of 1 to 80 characters",
            ),
        ] {
            assert_eq!(read(text), Err(message.to_owned()), "{text}");
        }
        let newer = read("(name: \"a\", version: \"1\", game: \"99.0\")").unwrap_err();
        assert!(newer.contains("it needs version 99.0 of the game, and this is version "), "{newer}");
        let wrong = read("(name: \"a\", version: \"1\", game: \"new\")").unwrap_err();
        assert!(wrong.contains("`game` must be numbers with points"), "{wrong}");
    }
}
