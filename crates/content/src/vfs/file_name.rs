//! Names of files: the same on every system, and none leads out of the game's folder.

use std::path::{Component, Path};

/// The folders of the game's files; nothing else in a layer is looked at.
pub(crate) const TOP_FOLDERS: [&str; 2] = ["assets", "levels"];
/// The maximum length of a name, in bytes.
const MAX_LENGTH: usize = 250;
/// The maximum number of folders above a file.
pub(crate) const MAX_DEPTH: usize = 8;

/// Checks the name of a file, such as `assets/scripts/fox.lua`: folders below the game's folder, separated by `/`.
///
/// # Errors
/// What is wrong with it, without the name.
pub(crate) fn check(name: &str) -> Result<(), &'static str> {
    if name.len() > MAX_LENGTH {
        return Err("the name must not be longer than 250 bytes");
    }
    if name.contains(['\\', ':']) || name.chars().any(char::is_control) {
        return Err(r"the name must not contain '\', ':' or control characters");
    }
    let is_plain = |part: &str| !matches!(part, "" | "." | "..");
    if !name.split('/').all(is_plain) || name.split('/').count() > MAX_DEPTH + 1 {
        return Err("the name must lead to a file below the game's folder, at most 8 folders deep");
    }
    Ok(())
}

/// The name of a path that Bevy asks for, with `/` on every system; none if it leads out of the game's folder or is not UTF-8.
pub(crate) fn of_path(path: &Path) -> Option<String> {
    let parts = path.components().map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

/// The name of a file without folders and ending: `fox` of `assets/scripts/fox.lua`.
pub fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_down_only() {
        for good in ["assets/scripts/fox.lua", "levels/my#deck.ron", "a", "levels/ä ö.ron"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        let long = "x".repeat(251);
        for bad in
            ["", "/etc/passwd", "../x", "a/../b", "a//b", "a/./b", "a\\b", "C:x", "a\nb", "a/b/c/d/e/f/g/h/i/j", &long]
        {
            assert!(check(bad).is_err(), "{bad}");
        }
        assert_eq!(of_path(Path::new("levels/deck1.ron")).as_deref(), Some("levels/deck1.ron"));
        assert_eq!(of_path(Path::new("../deck1.ron")), None);
        assert_eq!(of_path(Path::new("/deck1.ron")), None);
    }

    #[test]
    fn stem_has_neither_folders_nor_ending() {
        assert_eq!(["a/b/fox.lua", "x", "shot~2.wav", "w@2.1.png"].map(stem), ["fox", "x", "shot~2", "w@2.1"]);
    }
}
