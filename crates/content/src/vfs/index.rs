//! The index of a layer: the names of its files, including rejected ones.

use crate::{vfs::error::ContentError, vfs::file_name};
use std::collections::BTreeMap;

/// The maximum number of files in a layer.
pub(crate) const MAX_FILES: usize = 50_000;

/// The files of a layer by name; `T` is the location of a file.
#[derive(Clone, Debug)]
pub(crate) struct Index<T> {
    files: BTreeMap<String, T>,
    /// Names of rejected files, with the reasons.
    refused: BTreeMap<String, String>,
    /// Lower-case names, each with the original name.
    folded: BTreeMap<String, String>,
}

impl<T> Default for Index<T> {
    fn default() -> Self {
        Index { files: BTreeMap::new(), refused: BTreeMap::new(), folded: BTreeMap::new() }
    }
}

impl<T> Index<T> {
    /// Adds a file. It is rejected if its name is invalid or differs from another one only in case.
    ///
    /// # Errors
    /// If there are too many files.
    pub(crate) fn add(&mut self, name: String, place: T) -> Result<(), ContentError> {
        if self.files.len() + self.refused.len() >= MAX_FILES {
            return Err(ContentError::wrong(format_args!("{name}: there are more than {MAX_FILES} files")));
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

    /// Records that a file is rejected, with the reason.
    pub(crate) fn refuse(&mut self, name: String, why: &str) {
        self.refused.insert(name, why.to_owned());
    }

    /// Returns the location of a file.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.files.get(name)
    }

    /// Returns the reason why a file is rejected, if it is.
    pub(crate) fn why_refused(&self, name: &str) -> Option<&str> {
        self.refused.get(name).map(String::as_str)
    }

    /// Returns the names of all files in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns a message for each rejected file.
    pub(crate) fn refused(&self) -> impl Iterator<Item = String> {
        self.refused.iter().map(|(name, why)| format!("{name} is not read: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_only_in_case_are_both_rejected() {
        let mut index = Index::default();
        for name in ["assets/Fox.lua", "assets/fox.lua", "assets/cat.lua"] {
            index.add(name.to_owned(), ()).unwrap();
        }
        assert_eq!(index.names().collect::<Vec<_>>(), ["assets/cat.lua"]);
        assert!(index.why_refused("assets/Fox.lua").is_some_and(|why| why.contains("assets/fox.lua only in case")));
        assert_eq!(index.refused().count(), 2);
    }

    #[test]
    fn number_of_files_is_bounded() {
        let mut index = Index::default();
        for number in 0..MAX_FILES {
            index.add(format!("levels/{number}.ron"), ()).unwrap();
        }
        assert!(index.add("levels/more.ron".to_owned(), ()).is_err_and(|error| error.what.contains("50000")));
    }
}
