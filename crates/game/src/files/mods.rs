//! The player's mods: those in the folder of mods, in the order and with the switches of a list next to the saves, and
//! those of the command line.

use crate::arguments::Arguments;
use crate::files::player_file::{Kept, PlayerFile};
use bevy::ecs::{resource::Resource, world::World};
use content::{Files, Mod, first_error, in_order, unmet};
use engine::NeededMod;
use ports::Store;
use serde::{Deserialize, Serialize};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The folder of mods in the store.
const FOLDER: &str = "mods";
/// The list, and its maximum size in bytes.
const LIST: &str = "saves/mods.ron";
const MAX_BYTES: usize = 1 << 18;
/// Maximum size of an archive in a page of a browser, in bytes.
#[cfg(target_family = "wasm")]
const MAX_ARCHIVE_BYTES: usize = 64 << 20;
/// The text in a new folder of mods.
#[cfg(not(target_family = "wasm"))]
const README: (&str, &str) = ("mods/README.txt", include_str!("mods_readme.txt"));

/// A mod in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Listed {
    /// Name of the folder or archive in the folder of mods.
    file: String,
    on: bool,
}

/// The list in the order in which the mods apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct List(Vec<Listed>);

impl Kept for List {
    fn merge(&mut self, _: List) {
        // The last game that changes the list decides.
    }
}

/// A mod on the page of mods.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The mod, or why its file is not one.
    pub(crate) found: Result<Arc<Mod>, String>,
    pub(crate) path: PathBuf,
    pub(crate) on: bool,
    /// The first error in its files; it is not used then.
    error: Option<String>,
    /// True for a mod of the command line, or one that was dropped on the window. The list does not contain it.
    pub(crate) is_given: bool,
    /// Why it was switched off, or is not used.
    pub(crate) problem: Option<String>,
}

impl Row {
    /// Returns the row of a mod, or of a file that is not one. It is on.
    fn new(path: PathBuf, found: Result<Arc<Mod>, String>, is_given: bool) -> Row {
        let error = match &found {
            Ok(one) => first_error(one),
            Err(what) => Some(what.clone()),
        };
        Row { problem: error.clone(), error, found, path, on: true, is_given }
    }
}

/// The player's mods.
#[derive(Resource, Debug, Default)]
pub(crate) struct Mods {
    store: Option<Store>,
    /// The files of the game, with which maps of other games are converted.
    files: Files,
    list: PlayerFile<List>,
    /// False after `--no-mods`, which must not change the list.
    keeps: bool,
    pub(crate) rows: Vec<Row>,
    /// Number of searches for mods, by which the page notices that the rows are new.
    pub(crate) searches: u32,
    /// The mods of the present files, in the order in which they apply.
    active: Vec<Arc<Mod>>,
}

impl Mods {
    /// Finds the mods. Creates the folder of mods if there is none.
    pub(crate) fn open(store: &Store, files: &Files, arguments: &Arguments) -> Mods {
        let list = PlayerFile::open(store, LIST, MAX_BYTES);
        let keeps = !arguments.no_mods;
        let files = files.clone();
        let mut mods = Mods { store: Some(store.clone()), files, list, keeps, ..Mods::default() };
        #[cfg(not(target_family = "wasm"))]
        if !store.has(FOLDER) && store.has_place(FOLDER) {
            // A player without a writable folder can still use --mod.
            let _ = store.write_new(README.0, README.1.as_bytes());
        }
        mods.find();
        for path in &arguments.mods {
            // A problem is in its row.
            let _ = mods.give(path);
        }
        mods
    }

    /// Returns the folder of mods, if the player has one.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.store.as_ref().filter(|store| store.has_place(FOLDER)).map(|store| store.shown(FOLDER))
    }

    /// Returns the problem with the list at the start of the game, or with the first mod that is not used, if any.
    pub(crate) fn complaint(&self) -> Option<String> {
        let of_rows = || self.rows.iter().filter(|row| row.on).find_map(|row| row.problem.clone());
        self.list.complaint().or_else(of_rows)
    }

    /// Looks for mods in the folder again. New ones are on and at the end.
    pub(crate) fn find(&mut self) {
        let Some(folder) = self.folder() else { return };
        self.searches += 1;
        let known_mods: Vec<Arc<Mod>> = self.rows.iter().filter_map(|row| row.found.as_ref().ok().cloned()).collect();
        let mut found = self.search(&folder, &known_mods);
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        let before = std::mem::take(&mut self.rows);
        let is_first = before.is_empty();
        let known: Vec<(PathBuf, bool)> = match is_first {
            true => {
                self.list.kept.0.iter().map(|listed| (folder.join(&listed.file), listed.on && self.keeps)).collect()
            }
            false => before.iter().filter(|row| !row.is_given).map(|row| (row.path.clone(), row.on)).collect(),
        };
        for (path, on) in known {
            if let Some(place) = found.iter().position(|(other, _)| *other == path) {
                let (path, new) = found.remove(place);
                // A mod that has not changed stays the same, so that nothing is loaded again. An author may have
                // repaired one with a problem.
                let old = before.iter().find(|row| row.path == path);
                let row = match (old, &new) {
                    (Some(old @ Row { found: Ok(mod_before), problem: None, .. }), Ok(new))
                        if mod_before.is_same(new) =>
                    {
                        old.clone()
                    }
                    _ => Row::new(path, new, false),
                };
                // Why it was switched off stays until it is on again.
                let problem = row.problem.or_else(|| old.filter(|_| !on)?.problem.clone());
                self.rows.push(Row { on, problem, ..row });
            }
        }
        let new = found.into_iter().map(|(path, found)| Row { on: self.keeps, ..Row::new(path, found, false) });
        self.rows.extend(new);
        let given = before.into_iter().filter(|row| row.is_given);
        let given: Vec<Row> = given.map(|row| self.again(row, &known_mods)).collect();
        self.rows.extend(given);
        self.judge();
    }

    /// Returns the mods in the folder, and the errors of files that look like mods.
    #[cfg(not(target_family = "wasm"))]
    fn search(&self, folder: &Path, known: &[Arc<Mod>]) -> Vec<(PathBuf, Result<Arc<Mod>, String>)> {
        let (found, errors) = content::find_mods(&self.files, folder, known);
        let found = found.into_iter().map(|one| (one.path().to_owned(), Ok(one)));
        found.chain(errors.into_iter().map(|(path, error)| (path, Err(error.what)))).collect()
    }

    /// Returns the mods in the browser's database.
    #[cfg(target_family = "wasm")]
    fn search(&self, _: &Path, known: &[Arc<Mod>]) -> Vec<(PathBuf, Result<Arc<Mod>, String>)> {
        let listed = self.store.iter().flat_map(|store| store.list(FOLDER)).map(|listed| PathBuf::from(listed.name));
        listed.map(|path| (path.clone(), self.open_one(&path, known))).collect()
    }

    /// Opens a mod on the disk.
    #[cfg(not(target_family = "wasm"))]
    fn open_one(&self, path: &Path, known: &[Arc<Mod>]) -> Result<Arc<Mod>, String> {
        content::open_mod(&self.files, path, known).map_err(|error| error.what)
    }

    /// Opens a mod in the browser's database.
    #[cfg(target_family = "wasm")]
    fn open_one(&self, path: &Path, known: &[Arc<Mod>]) -> Result<Arc<Mod>, String> {
        let name = path.to_string_lossy();
        let store = self.store.as_ref().ok_or("there is no database")?;
        let bytes = store.read(&name, MAX_ARCHIVE_BYTES).map_err(|error| format!("{name}: {error}"))?;
        content::open_packed_mod(&self.files, path, bytes, known).map_err(|error| error.what)
    }

    /// Keeps an archive that was dropped on the page as a mod, which is on. Returns the name of the mod.
    ///
    /// # Errors
    /// Why it is not a mod, or cannot be kept.
    #[cfg(target_family = "wasm")]
    pub(crate) fn add(&mut self, file: &str, bytes: Vec<u8>) -> Result<String, String> {
        let path = PathBuf::from(format!("{FOLDER}/{file}"));
        let name = path.to_string_lossy().into_owned();
        let store = self.store.clone().ok_or("there is no database")?;
        let opened = content::open_packed_mod(&self.files, &path, bytes.clone(), &[]).map_err(|error| error.what)?;
        store.write(&name, &bytes).map_err(|error| format!("{name}: {error}"))?;
        // A new version of a mod that was there takes its place.
        if let Some(row) = self.rows.iter_mut().find(|row| row.path == path) {
            *row = Row::new(path, Ok(Arc::clone(&opened)), false);
        }
        self.find();
        Ok(opened.name().to_owned())
    }

    /// Opens a mod of the command line again. It stays the same if it has not changed.
    fn again(&self, row: Row, known: &[Arc<Mod>]) -> Row {
        match (&row, self.open_one(&row.path, known)) {
            (Row { found: Ok(before), problem: None, .. }, Ok(new)) if before.is_same(&new) => row,
            (_, found) => Row { on: row.on, ..Row::new(row.path, found, true) },
        }
    }

    /// Adds a mod for this game, as for `--mod`. Returns its name, or why it is not one.
    pub(crate) fn give(&mut self, path: &Path) -> Result<String, String> {
        let found = self.open_one(path, &[]);
        let named = found.as_ref().map(|one| one.name().to_owned()).map_err(Clone::clone);
        self.rows.retain(|row| row.path != path);
        self.rows.push(Row::new(path.to_owned(), found, true));
        self.judge();
        named
    }

    /// Returns the chosen mods in the order in which they apply.
    pub(crate) fn chosen(&self) -> Vec<Arc<Mod>> {
        in_order(self.wanted()).mods
    }

    fn wanted(&self) -> Vec<Arc<Mod>> {
        let used = self.rows.iter().filter(|row| row.on && row.error.is_none());
        used.filter_map(|row| row.found.as_ref().ok().cloned()).collect()
    }

    /// Notes which chosen mods cannot apply.
    fn judge(&mut self) {
        let left_out = in_order(self.wanted()).left_out;
        for row in &mut self.rows {
            let path = row.path.display().to_string();
            let problem = left_out.iter().find(|what| what.starts_with(&format!("{path}: ")));
            match (&row.error, problem) {
                (Some(what), _) => row.problem = Some(what.clone()),
                (None, Some(what)) => row.problem = Some(what.clone()),
                // Why it was switched off stays until it is switched on again.
                (None, None) if row.on => row.problem = None,
                (None, None) => {}
            }
        }
    }

    /// Switches a mod on or off.
    pub(crate) fn switch(&mut self, number: usize) {
        // A mod with an error is off in any case, and on again once its author has corrected it.
        if let Some(row) = self.rows.get_mut(number).filter(|row| row.error.is_none()) {
            row.on = !row.on;
            self.judge();
        }
    }

    /// Returns the name of the archive of a mod in the store, if it can be deleted here. A folder is deleted in the file
    /// manager, because its author may be at work on it.
    pub(crate) fn archive(&self, number: usize) -> Option<String> {
        let row = self.rows.get(number).filter(|row| !row.is_given)?;
        let name = format!("{FOLDER}/{}", row.path.file_name()?.to_str()?);
        self.store.as_ref()?.has_file(&name).then_some(name)
    }

    /// Returns true if the present files contain this mod.
    pub(crate) fn is_active(&self, number: usize) -> bool {
        let path = self.rows.get(number).map(|row| &row.path);
        path.is_some_and(|path| self.active.iter().any(|one| one.path() == path))
    }

    /// Deletes an archive that [`Mods::archive`] names.
    ///
    /// # Errors
    /// A message, if it cannot be removed.
    pub(crate) fn delete(&mut self, name: &str) -> Result<(), String> {
        let removed = self.store.as_ref().map_or(Ok(()), |store| store.remove(name));
        self.find();
        removed.map_err(|error| format!("{name}: {error}"))
    }

    /// Moves a mod up or down in the order. Returns its new place.
    pub(crate) fn shift(&mut self, number: usize, steps: isize) -> usize {
        let Some(to) = number.checked_add_signed(steps).filter(|to| *to < self.rows.len()) else { return number };
        self.rows.swap(number, to);
        self.judge();
        to
    }

    /// Switches exactly these mods on, as far as they are there, in this order, and leaves those that do not take part in
    /// runs.
    pub(crate) fn choose(&mut self, needs: &[NeededMod]) {
        let place = |row: &Row| {
            let name = row.found.as_ref().map(|one| one.name().to_lowercase()).unwrap_or_default();
            needs.iter().position(|need| need.name.to_lowercase() == name)
        };
        for row in &mut self.rows {
            let plays = row.found.as_ref().is_ok_and(|one| one.plays());
            row.on = place(row).is_some() || row.on && !plays;
        }
        self.rows.sort_by_key(|row| place(row).map_or(0, |place| place + 1));
        self.judge();
    }

    /// Returns true if [`Mods::choose`] would meet these needs.
    pub(crate) fn can_meet(&self, needs: &[NeededMod]) -> bool {
        let all: Vec<Arc<Mod>> = self.rows.iter().filter_map(|row| row.found.as_ref().ok().cloned()).collect();
        let meets = |need: &NeededMod| {
            let one = all.iter().find(|one| one.name().to_lowercase() == need.name.to_lowercase());
            one.is_some_and(|one| one.hash() == need.hash)
        };
        needs.iter().all(meets) && !unmet(needs, &self.active).is_empty()
    }

    /// Writes the list.
    ///
    /// # Errors
    /// Returns a message if the file cannot be written.
    pub(crate) fn write(&mut self) -> Result<(), String> {
        if !self.keeps {
            return Ok(());
        }
        let name = |row: &Row| Some(row.path.file_name()?.to_str()?.to_owned());
        let own = self.rows.iter().filter(|row| !row.is_given);
        let list = List(own.filter_map(|row| Some(Listed { file: name(row)?, on: row.on })).collect());
        if list == self.list.kept {
            return Ok(());
        }
        self.list.kept = list;
        self.list.write()
    }

    /// Returns true if other mods are chosen than those of the present files.
    pub(crate) fn differ(&self) -> bool {
        let chosen = self.chosen();
        chosen.len() != self.active.len()
            || chosen.iter().zip(&self.active).any(|(one, other)| !Arc::ptr_eq(one, other))
    }

    /// Puts the chosen mods over the files of the game.
    pub(crate) fn apply(&mut self, files: &Files) {
        self.active = self.chosen();
        content::set_mods(files, &self.active);
    }

    /// Returns the mods of the present files, in the order in which they apply.
    pub(crate) fn active(&self) -> &[Arc<Mod>] {
        &self.active
    }

    /// Switches off the mod that is to blame for an error in a file: the last one that contains the file, or else the
    /// last one. Returns its name, or `None` if no mod is on.
    pub(crate) fn blame(&mut self, file: Option<&str>, error: &str) -> Option<String> {
        // The error in an image names its file; it was found in the whole folder.
        let is_it =
            |name: &str| file == Some(name) || error.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'));
        let contains = |one: &&Arc<Mod>| one.files().iter().any(|name| is_it(name));
        let is_named = |one: &&Arc<Mod>| error.starts_with(&one.in_mod(""));
        let found = self.active.iter().rev().find(is_named).or_else(|| self.active.iter().rev().find(contains));
        let guilty = Arc::clone(found.or(self.active.last())?);
        for row in &mut self.rows {
            if row.found.as_ref().is_ok_and(|one| Arc::ptr_eq(one, &guilty)) {
                row.on = false;
                row.problem = Some(error.to_owned());
            }
        }
        Some(guilty.name().to_owned())
    }
}

/// Returns the mods that take part in the present run.
pub(crate) fn needed(world: &World) -> Vec<NeededMod> {
    world.get_resource::<Mods>().map(|mods| content::needs_of(mods.active())).unwrap_or_default()
}
