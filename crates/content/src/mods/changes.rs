//! What mods change: which files and table entries each of them adds or replaces, and which of its changes a later mod
//! replaces in turn.

use crate::{
    mods::game_mod::Mod, read::art::SHEET_FOLDER, vfs::error::ContentError, vfs::files::Files, vfs::index::Scope,
    vfs::table_text::entry_names, vfs::tables::is_table,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

/// A file, or an entry of a table, that a mod adds or replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub file: String,
    /// The entry, if the file is a table: `shambler`, or `weapons: pistol`.
    pub entry: Option<String>,
    /// True if the game has it already; false if the mod adds it.
    pub replaces: bool,
    /// Names of later mods with the same file or entry. The last one counts.
    pub also_in: Vec<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.replaces { "replaces " } else { "adds " })?;
        match &self.entry {
            Some(entry) => write!(f, "{entry} in {}", self.file)?,
            None => f.write_str(&self.file)?,
        }
        match self.also_in.as_slice() {
            [] => Ok(()),
            others => write!(f, ", also replaced by {}", others.join(", ")),
        }
    }
}

/// Returns the changes of each of these mods, which apply in this order over the files of the game. Tables that cannot be
/// read count as whole files.
pub fn changes_of(base: &Files, mods: &[Arc<Mod>]) -> Vec<Vec<Change>> {
    let base = base.without_mods();
    let has_art = |one: &Arc<Mod>| one.files().iter().any(|file| frame_of(file).is_some());
    let frames = if mods.iter().any(has_art) { sheet_frames(&base) } else { BTreeSet::new() };
    let mut owners: BTreeMap<(String, Option<String>), Vec<usize>> = BTreeMap::new();
    let mut of_base: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (index, one) in mods.iter().enumerate() {
        for file in one.files().into_iter().filter(|file| Scope::Game.contains(file)) {
            let entries = entries(&file, || one.layer().read(&file));
            if entries.is_some() && !of_base.contains_key(&file) {
                let known = if base.contains(&file) { self::entries(&file, || base.read(&file)) } else { None };
                of_base.insert(file.clone(), known.unwrap_or_default().into_iter().collect());
            }
            let keys = entries.map_or_else(|| vec![None], |names| names.into_iter().map(Some).collect());
            for entry in keys {
                owners.entry((file.clone(), entry)).or_default().push(index);
            }
        }
    }
    let mut changes = vec![Vec::new(); mods.len()];
    for ((file, entry), owners) in owners {
        for (place, &index) in owners.iter().enumerate() {
            let replaces = match &entry {
                Some(entry) => of_base.get(&file).is_some_and(|known| known.contains(entry)),
                None => base.contains(&file) || frame_of(&file).is_some_and(|frame| frames.contains(frame)),
            };
            let also_in = owners[place + 1..].iter().map(|&later| mods[later].name().to_owned()).collect();
            changes[index].push(Change { file: file.clone(), entry: entry.clone(), replaces, also_in });
        }
    }
    changes
}

/// Returns the frame of a sheet that an image replaces if there is one with its name.
fn frame_of(file: &str) -> Option<&str> {
    let image = file.strip_prefix("assets/textures/").or_else(|| file.strip_prefix("assets/sprites/"))?;
    image.strip_suffix(".png")
}

/// Returns the names of the frames of all sheets. Sheets with errors are skipped.
pub fn sheet_frames(files: &Files) -> BTreeSet<String> {
    let sheets = files.list(SHEET_FOLDER, ".ron").into_iter();
    let entries = sheets.filter_map(|file| entry_names(&file, &files.read(&file).ok()?).ok()).flatten();
    entries.filter_map(|entry| entry.strip_prefix("frames: ").map(str::to_owned)).collect()
}

/// Returns the names of the entries of a table. Returns `None` for other files, and for tables that cannot be read.
fn entries(file: &str, read: impl FnOnce() -> Result<Vec<u8>, ContentError>) -> Option<Vec<String>> {
    let mut names = is_table(file).then(|| entry_names(file, &read().ok()?).ok())??;
    if file.starts_with("assets/words/") {
        // The name of the language is in each catalogue.
        names.retain(|name| name.starts_with("words: "));
    }
    Some(names)
}
