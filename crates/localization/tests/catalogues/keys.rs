//! All catalogue keys by file: the texts of `say!` in the sources, and the texts of data files.

use crate::data::{self, text_of};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The keys by the file that contains them.
pub(crate) type Keys = BTreeMap<String, BTreeSet<String>>;

/// The macro that creates messages. Everything shown to a player is created by it, or marked as data or as
/// untranslated.
const SAY: &[&str] = &["say!("];
/// Crates that do not use the localisation crate have plain texts, each after one of these markers.
const PLAIN: [(&str, &[&str]); 4] = [
    ("crates/engine/src/events/effects.rs", &[".message(", ".words(", "=> "]),
    ("crates/generate/src/creators/signs.rs", &["text: ", "let locked = "]),
    ("crates/generate/src/mapper/map.rs", &[".messages.push("]),
    ("crates/generate/src/mapper/prefabs.rs", &[".messages.push("]),
];

/// Returns all keys.
pub(crate) fn all(root: &Path) -> Keys {
    let mut keys = Keys::new();
    for file in sources(&root.join("crates")) {
        let name = file.strip_prefix(root).expect("it is below the root").to_string_lossy().into_owned();
        let before = PLAIN.iter().find(|(plain, _)| *plain == name).map_or(SAY, |(_, marks)| marks);
        let text = fs::read_to_string(&file).expect("a readable file");
        let shown = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        keys.insert(name, before.iter().flat_map(|mark| behind(mark, shown)).collect());
    }
    data::read(root, &mut keys);
    keys
}

/// Returns true if a key must be in each catalogue. Single letters and symbols, such as `F5`, are the same in every
/// language.
pub(crate) fn is_word(key: &str) -> bool {
    key.split('{').filter_map(|part| part.rsplit('}').next()).any(|part| {
        let letters: Vec<char> = part.chars().collect();
        letters.windows(2).any(|pair| pair.iter().all(|letter| letter.is_alphabetic()))
    })
}

/// Returns the source files, except tests and this crate, which defines `say!`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("a readable entry").path());
    let is_silent = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ["tests", "words", "target"].contains(&&*name) && !path.ends_with("text_mode/src/words")
            || name.ends_with("_tests.rs")
    };
    let below = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => path.extension().is_some_and(|ending| ending == "rs").then_some(path).into_iter().collect(),
    };
    entries.filter(|path| !is_silent(path)).flat_map(below).collect()
}

/// Returns the texts directly after a marker. Of a singular and a plural with a bar between them, it returns the
/// plural.
fn behind(mark: &str, text: &str) -> Vec<String> {
    let key = |rest: &str| {
        let (first, rest) = literal(rest)?;
        let plural = rest.trim_start().strip_prefix('|').and_then(literal);
        Some(plural.map_or(first, |(plural, _)| plural))
    };
    text.split(mark).skip(1).filter_map(key).collect()
}

/// Returns the value of the literal at the beginning of a text, and the rest of the text.
fn literal(text: &str) -> Option<(String, &str)> {
    let inside = text.trim_start().strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inside.find(|letter| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    })?;
    Some((text_of(&format!("\"{}\"", &inside[..end]))?, &inside[end + 1..]))
}
