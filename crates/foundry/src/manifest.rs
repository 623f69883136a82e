//! The complete output of foundry: the files of all modules.

use crate::{
    animals, letters, monsters, skies, sounds, sprites, textures, title,
    tools::job::{self, FoundryError, Job, Product},
    tools::sheet,
    tools::store::Made,
    weapons,
};
use std::collections::BTreeSet;

/// Returns the jobs that make all files.
pub(crate) fn jobs() -> Vec<Job> {
    let rooms = [
        letters::jobs,
        textures::jobs,
        skies::jobs,
        sprites::jobs,
        monsters::jobs,
        animals::jobs,
        weapons::jobs,
        sounds::jobs,
        title::jobs,
    ];
    rooms.into_iter().flat_map(|jobs| jobs()).collect()
}

/// Generates every file with these jobs; calls `tell` after each.
pub(crate) fn all(jobs: &[Job], tell: impl Fn() + Sync) -> Result<Vec<Made>, FoundryError> {
    let (mut made, mut pictures) = (Vec::new(), Vec::new());
    for product in job::done(jobs.len(), |number| jobs[number](), tell)? {
        match product {
            Product::File(file) => made.push(file),
            Product::Picture(picture) => pictures.push(picture),
        }
    }
    let sheets = sheet::grouped(&pictures)?;
    let packed = |number: usize| {
        let (sheet, members): &(&str, Vec<usize>) = &sheets[number];
        sheet::packed(sheet, &members.iter().map(|&member| &pictures[member]).collect::<Vec<_>>())
    };
    made.extend(job::done(sheets.len(), packed, || ())?);
    match made_twice(&made) {
        Some(path) => Err(format!("two generated files are called {path}: rename one of them").into()),
        None => Ok(made),
    }
}

/// Returns a path that two files have in common, if there is one.
fn made_twice(made: &[Made]) -> Option<&str> {
    let mut paths = BTreeSet::new();
    made.iter().map(|file| file.path.as_str()).find(|path| !paths.insert(*path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_the_same_path_are_detected() {
        let made = |names: &[&str]| names.iter().map(|name| Made { path: (*name).to_owned(), bytes: vec![] }).collect();
        let (different, alike): (Vec<_>, Vec<_>) = (made(&["a/one", "b/one"]), made(&["a/one", "b/two", "a/one"]));
        assert_eq!((made_twice(&different), made_twice(&alike)), (None, Some("a/one")));
    }
}
