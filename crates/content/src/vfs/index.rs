//! The index of a layer: the names of its files, including rejected ones.

use crate::{vfs::error::ContentError, vfs::file_name};
use std::{collections::BTreeMap, ops::Bound};

/// Maximum size of a file, in bytes; more than any file of the game needs.
pub(crate) const MAX_BYTES: usize = 64 << 20;
/// The maximum number of files in a layer.
pub(crate) const MAX_FILES: usize = 50_000;
/// The maximum number of files in a mod.
pub(crate) const MAX_MOD_FILES: usize = 10_000;
/// The maximum size of all files of a mod, in bytes.
pub(crate) const MAX_MOD_BYTES: u64 = 1 << 30;

/// Files of a folder or an archive that a layer contains, and the limits for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Files in the game's two folders. The others belong to something else, such as the source code.
    Game,
    /// All files except hidden ones, because a mod also has a manifest, tests and texts.
    Mod,
}

impl Scope {
    /// Returns true if a file or folder with this name is in the layer. Mods cannot contain hidden files.
    pub(crate) fn contains(self, name: &str) -> bool {
        match self {
            Scope::Game => file_name::TOP_FOLDERS.contains(&name.split('/').next().unwrap_or_default()),
            Scope::Mod => !name.split('/').any(|part| part.starts_with('.') && !matches!(part, "." | "..")),
        }
    }

    fn max_files(self) -> usize {
        match self {
            Scope::Game => MAX_FILES,
            Scope::Mod => MAX_MOD_FILES,
        }
    }
}

/// The files of a layer by name; `T` is the location of a file.
#[derive(Clone, Debug)]
pub(crate) struct Index<T> {
    scope: Scope,
    /// Size of all files of a mod, in bytes.
    bytes: u64,
    files: BTreeMap<String, T>,
    /// Names of rejected files, with the reasons.
    refused: BTreeMap<String, String>,
    /// Lower-case names, each with the original name.
    folded: BTreeMap<String, String>,
}

impl<T> Index<T> {
    /// Returns an empty index with the limits of a scope.
    pub(crate) fn new(scope: Scope) -> Self {
        Index { scope, bytes: 0, files: BTreeMap::new(), refused: BTreeMap::new(), folded: BTreeMap::new() }
    }

    /// Adds a file with its size in bytes, which counts only in mods. It is rejected if its name is invalid or differs
    /// from another one only in case.
    ///
    /// # Errors
    /// If there are too many files, or if they are too large.
    pub(crate) fn add(&mut self, name: String, bytes: u64, place: T) -> Result<(), ContentError> {
        let max = self.scope.max_files();
        if self.files.len() + self.refused.len() >= max {
            return Err(ContentError::wrong(format_args!("{name}: there are more than {max} files")));
        }
        self.bytes = self.bytes.saturating_add(bytes);
        if self.scope == Scope::Mod && self.bytes > MAX_MOD_BYTES {
            return Err(ContentError::wrong(format_args!(
                "{name}: with this file the mod is larger than {} MiB",
                MAX_MOD_BYTES >> 20
            )));
        }
        if let Err(what) = file_name::check(&name) {
            self.refuse(name, what);
        } else if let Some(other) = self.folded.insert(name.to_lowercase(), name.clone()).filter(|other| *other != name)
        {
            self.files.remove(&other);
            // On some systems these are one file, on others two.
            self.refuse(other.clone(), &format!("the name differs from {name} only in case; rename one of them"));
            self.refuse(name, &format!("the name differs from {other} only in case; rename one of them"));
        } else {
            self.files.insert(name, place);
        }
        Ok(())
    }

    /// Records that a file is rejected, with the reason. Only as many are recorded as there may be files.
    pub(crate) fn refuse(&mut self, name: String, why: &str) {
        if self.refused.len() < self.scope.max_files() {
            self.refused.insert(name, why.to_owned());
        }
    }

    /// Returns the location of a file.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.files.get(name)
    }

    /// Returns the reason why a file is rejected, if it is.
    pub(crate) fn why_refused(&self, name: &str) -> Option<&str> {
        self.refused.get(name).map(String::as_str)
    }

    /// Returns which files the layer contains.
    pub(crate) fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns the names of all files in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the names of the files in a folder and below it, in order.
    pub(crate) fn names_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        below(&self.files, folder)
    }

    /// Returns a message for each rejected file.
    pub(crate) fn refused(&self) -> impl Iterator<Item = String> {
        self.refused.iter().map(|(name, why)| format!("{name} is not read: {why}"))
    }
}

/// Returns the names in a folder and below it, in order.
pub(crate) fn below<'a, T>(files: &'a BTreeMap<String, T>, folder: &'a str) -> impl Iterator<Item = &'a str> {
    let from = files.range::<str, _>((Bound::Excluded(folder), Bound::Unbounded)).map(|(name, _)| name.as_str());
    // Names such as `assets/music-old` come before those in the folder.
    let begins = from.take_while(move |name| name.starts_with(folder));
    begins.filter(move |name| name.as_bytes()[folder.len()] == b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_only_in_case_are_both_rejected() {
        let mut index = Index::new(Scope::Game);
        for name in ["assets/Fox.lua", "assets/fox.lua", "assets/cat.lua"] {
            index.add(name.to_owned(), 1, ()).unwrap();
        }
        assert_eq!(index.names().collect::<Vec<_>>(), ["assets/cat.lua"]);
        assert!(index.why_refused("assets/Fox.lua").is_some_and(|why| why.contains("assets/fox.lua only in case")));
        assert_eq!(index.refused().count(), 2);
    }

    #[test]
    fn folder_is_listed_without_its_neighbours() {
        let mut index = Index::new(Scope::Game);
        for name in ["assets/music", "assets/music-old/a.ron", "assets/music/a.ron", "assets/music/b/c.ron", "assets/z"]
        {
            index.add(name.to_owned(), 1, ()).unwrap();
        }
        assert_eq!(
            index.names_below("assets/music").collect::<Vec<_>>(),
            ["assets/music/a.ron", "assets/music/b/c.ron"]
        );
        assert_eq!(index.names_below("levels").count(), 0);
    }

    #[test]
    fn number_of_files_is_bounded() {
        let mut index = Index::new(Scope::Game);
        for number in 0..MAX_FILES {
            index.add(format!("levels/{number}.ron"), 1, ()).unwrap();
        }
        assert!(index.add("levels/more.ron".to_owned(), 1, ()).is_err_and(|error| error.what.contains("50000")));
    }

    #[test]
    fn files_of_a_mod_are_bounded_in_number_and_size() {
        let mut index = Index::new(Scope::Mod);
        for number in 0..MAX_MOD_FILES {
            index.add(format!("levels/{number}.ron"), 1, ()).unwrap();
        }
        assert!(index.add("levels/more.ron".to_owned(), 1, ()).is_err_and(|error| error.what.contains("10000")));
        let mut index = Index::new(Scope::Mod);
        index.add("assets/a.wav".to_owned(), MAX_MOD_BYTES, ()).unwrap();
        let error = index.add("assets/b.wav".to_owned(), u64::MAX, ()).unwrap_err();
        assert_eq!(error.what, "assets/b.wav: with this file the mod is larger than 1024 MiB");
    }
}
