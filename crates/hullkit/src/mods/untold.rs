//! Entries in the catalogues of a mod for texts that do not exist, usually because of a typing error.

use crate::{command_line::failure::Failure, command_line::mods::mods};
use content::{Files, Mod};
use level::read_ron;
use serde::{Deserialize, de::IgnoredAny};
use std::collections::{BTreeMap, BTreeSet};

/// All texts of the game, by the file that contains them.
const KEYS: &str = "assets/words/en.ron";
/// Maximum size of that file and of a catalogue, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// A catalogue, of which only the keys matter here.
#[derive(Deserialize)]
struct Catalogue {
    words: BTreeMap<String, IgnoredAny>,
}

/// Returns a sentence for each entry of a catalogue whose text is neither one of the game nor in a file of the mods.
pub(crate) fn untold(checked: &Mod, base: &Files) -> Result<Vec<String>, Failure> {
    let is_catalogue = |name: &String| name.starts_with("assets/words/") && name.ends_with(".ron");
    let catalogues: Vec<String> = checked.files().into_iter().filter(is_catalogue).collect();
    if catalogues.is_empty() {
        return Ok(Vec::new());
    }
    let keys: BTreeMap<String, Vec<String>> = read_ron(KEYS, &base.read(KEYS)?, MAX_BYTES).map_err(Failure::data)?;
    let known: BTreeSet<String> = keys.into_values().flatten().collect();
    let texts = texts_of_mods()?;
    let mut sentences = Vec::new();
    for name in catalogues {
        let bytes = checked.read(&name)?;
        let Catalogue { words } = read_ron(&name, &bytes, MAX_BYTES).map_err(Failure::data)?;
        for key in words.keys().filter(|key| !known.contains(*key) && !is_in(&texts, key)) {
            let line = line_of(&String::from_utf8_lossy(&bytes), key);
            sentences.push(format!("{}:{line}: no text of the game or of the mod is {key:?}", checked.in_mod(&name)));
        }
    }
    Ok(sentences)
}

/// Returns the contents of all levels, tables, campaigns and scripts of the mods.
fn texts_of_mods() -> Result<String, Failure> {
    let has_texts =
        |name: &String| !name.starts_with("assets/words/") && (name.ends_with(".ron") || name.ends_with(".lua"));
    let mut texts = String::new();
    for one in mods() {
        // The files of maps of other games are in memory.
        for name in one.files().iter().filter(|name| has_texts(name)) {
            texts.push_str(&String::from_utf8_lossy(&one.read(name)?));
            texts.push('\n');
        }
    }
    Ok(texts)
}

/// Returns true if a text is in the files as a string, or is the name of a thing with its article, as in "a brute".
fn is_in(texts: &str, key: &str) -> bool {
    let quoted = |key: &str| format!("{key:?}");
    let is_there = |key: &str| texts.contains(&quoted(key)) || texts.contains(&format!("'{key}'"));
    let name = key.strip_prefix("a ").or_else(|| key.strip_prefix("an "));
    is_there(key) || name.is_some_and(is_there)
}

/// Returns the line of an entry, from 1.
fn line_of(catalogue: &str, key: &str) -> usize {
    let at = catalogue.find(&format!("{key:?}")).unwrap_or_default();
    1 + catalogue[..at].matches('\n').count()
}
