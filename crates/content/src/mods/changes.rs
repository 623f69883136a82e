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

/// A file, or an entry of a table.
type Part = (String, Option<String>);

/// The files and table entries of the game and of mods. Each file is read once.
pub struct ModParts {
    base: Files,
    /// The frames of the game's sheets, once a mod has an image.
    frames: Option<BTreeSet<String>>,
    /// The entries of the game's tables, as far as mods have such a table.
    tables: BTreeMap<String, BTreeSet<String>>,
    mods: Vec<(Arc<Mod>, BTreeSet<Part>)>,
}

impl ModParts {
    /// Creates the parts for mods over these files of the game.
    pub fn new(base: &Files) -> ModParts {
        ModParts { base: base.without_mods(), frames: None, tables: BTreeMap::new(), mods: Vec::new() }
    }

    /// Returns the changes of one of these mods, which apply in this order. Tables that cannot be read count as whole
    /// files.
    pub fn changes(&mut self, mods: &[Arc<Mod>], index: usize) -> Vec<Change> {
        let parts: Vec<usize> = mods[index..].iter().map(|one| self.parts_of(one)).collect();
        let own: Vec<Part> = self.mods[parts[0]].1.iter().cloned().collect();
        let change = |(file, entry): Part| {
            let replaces = self.has(&file, entry.as_deref());
            let part = (file, entry);
            let has = |place: &usize| self.mods[*place].1.contains(&part);
            let later = parts[1..].iter().filter(|place| has(place));
            let also_in = later.map(|&place| self.mods[place].0.name().to_owned()).collect();
            let (file, entry) = part;
            Change { file, entry, replaces, also_in }
        };
        own.into_iter().map(change).collect()
    }

    /// Returns the index of a mod in the list of known mods.
    fn parts_of(&mut self, one: &Arc<Mod>) -> usize {
        if let Some(place) = self.mods.iter().position(|(known, _)| Arc::ptr_eq(known, one)) {
            return place;
        }
        let mut parts = BTreeSet::new();
        for file in one.files().into_iter().filter(|file| Scope::Game.contains(file)) {
            if frame_of(&file).is_some() && self.frames.is_none() {
                self.frames = Some(sheet_frames(&self.base));
            }
            match entries(&file, || one.layer().read(&file)) {
                None => _ = parts.insert((file, None)),
                Some(names) => {
                    self.know_table(&file);
                    parts.extend(names.into_iter().map(|name| (file.clone(), Some(name))));
                }
            }
        }
        self.mods.push((Arc::clone(one), parts));
        self.mods.len() - 1
    }

    /// Reads the entries of a table of the game.
    fn know_table(&mut self, file: &str) {
        if !self.tables.contains_key(file) {
            let known = if self.base.contains(file) { entries(file, || self.base.read(file)) } else { None };
            self.tables.insert(file.to_owned(), known.unwrap_or_default().into_iter().collect());
        }
    }

    /// Returns true if the game has a file or an entry.
    fn has(&self, file: &str, entry: Option<&str>) -> bool {
        match entry {
            Some(entry) => self.tables.get(file).is_some_and(|known| known.contains(entry)),
            None => {
                let is_frame = |frame: &str| self.frames.as_ref().is_some_and(|frames| frames.contains(frame));
                self.base.contains(file) || frame_of(file).is_some_and(is_frame)
            }
        }
    }
}

/// Returns the changes of each of these mods, which apply in this order over the files of the game.
pub fn changes_of(base: &Files, mods: &[Arc<Mod>]) -> Vec<Vec<Change>> {
    let mut parts = ModParts::new(base);
    (0..mods.len()).map(|index| parts.changes(mods, index)).collect()
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
