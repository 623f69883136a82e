//! References by which saves and demos identify a level that was given as a path.
//!
//! A relative path refers to different files in different working directories. A reference refers to the same file
//! everywhere: a level of the game by its name, such as `levels/deck1.ron`, and any other level by its absolute path.

use crate::vfs::game_folder::game_folder;
use campaign::TypedLevel;
use std::{
    fs,
    path::{self, Component, Path, PathBuf},
};

/// Returns the reference of a level given as a path. The seed of a generated level stays behind it.
pub fn level_reference(path: &Path) -> String {
    reference_in(path, game_folder().as_deref())
}

fn reference_in(path: &Path, game: Option<&Path>) -> String {
    let typed = path.display().to_string();
    let (file, seed) = split(&typed);
    let found = |path: &Path| {
        let of_parent = || Some(fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
        fs::canonicalize(path).ok().or_else(of_parent).or_else(|| path::absolute(path).ok()).unwrap_or(path.to_owned())
    };
    let file = found(Path::new(file));
    let inside = game.and_then(|game| file.strip_prefix(found(game)).ok());
    // Names of the game's files have slashes on all systems.
    let name = inside.map(|name| {
        let parts = name.components().map(Component::as_os_str).map(|part| part.to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    });
    format!("{}{seed}", name.unwrap_or_else(|| file.display().to_string()))
}

/// Returns the path of the level to which a reference refers, with its seed.
///
/// A relative reference refers to the game's folder, or to the working directory if the game has no such file, as in
/// files written before references were absolute. If a file with an absolute reference does not exist, for example
/// because the demo comes from another machine, a file with its name in the working directory replaces it.
pub fn referenced_level(reference: &str) -> PathBuf {
    let (file, seed) = split(reference);
    let file = Path::new(file);
    let candidates = match (file.is_absolute(), file.file_name()) {
        (true, Some(name)) => [Some(file.to_owned()), Some(PathBuf::from(name))],
        _ => [game_folder().map(|folder| folder.join(file)), Some(file.to_owned())],
    };
    let found = candidates.into_iter().flatten().find(|path| path.is_file()).unwrap_or_else(|| file.to_owned());
    if seed.is_empty() {
        return found;
    }
    let mut with_seed = found.into_os_string();
    with_seed.push(seed);
    with_seed.into()
}

/// Splits a typed level or a reference into the file and the seed with its `#`, which is empty without a seed.
fn split(typed: &str) -> (&str, &str) {
    match TypedLevel::read(typed) {
        Ok(level) => typed.split_at(level.file.len()),
        Err(_) => (typed, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reference_is_the_name_in_the_game_folder_or_absolute() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let game = folder.join("game");
        for made in ["game/levels/deck1.ron", "mine/levels/deck1.ron", "mine/odd#1.ron"] {
            fs::create_dir_all(folder.join(made).parent().unwrap()).unwrap();
            fs::write(folder.join(made), "").unwrap();
        }
        for (typed, reference) in [
            ("game/levels/deck1.ron", "levels/deck1.ron".to_owned()),
            ("game/../game/levels/./deck1.ron#1f", "levels/deck1.ron#1f".to_owned()),
            ("game/levels/missing.ron", "levels/missing.ron".to_owned()),
            ("mine/levels/deck1.ron", folder.join("mine/levels/deck1.ron").display().to_string()),
            ("mine/../mine/levels/deck1.ron#7", folder.join("mine/levels/deck1.ron#7").display().to_string()),
            ("mine/odd#1.ron", folder.join("mine/odd#1.ron").display().to_string()),
        ] {
            assert_eq!(reference_in(&folder.join(typed), Some(&game)), reference, "{typed}");
        }
        assert!(Path::new(&reference_in(Path::new("my.ron"), None)).is_absolute());
    }

    #[test]
    fn reference_leads_back_to_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("my.ron");
        fs::write(&own, "").unwrap();
        assert_eq!(referenced_level(&level_reference(&own)), own.canonicalize().unwrap());
        let seeded = PathBuf::from(format!("{}#1f", own.display()));
        assert_eq!(referenced_level(&seeded.display().to_string()), seeded);
        // The tests of this crate run in its folder, inside the game's.
        let shipped = referenced_level("levels/deck1.ron");
        assert!(shipped.is_absolute() && shipped.is_file(), "{}", shipped.display());
        let pipeline = referenced_level("assets/pipelines/labyrinth.ron#0000000000000007");
        assert!(pipeline.is_absolute() && pipeline.ends_with("labyrinth.ron#0000000000000007"));
        // A file that was shared without its folder.
        assert_eq!(referenced_level("/nowhere/Cargo.toml"), PathBuf::from("Cargo.toml"));
        assert_eq!(referenced_level("/nowhere/my.ron"), PathBuf::from("/nowhere/my.ron"));
    }
}
