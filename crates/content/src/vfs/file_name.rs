//! File names that are the same on every system, and that cannot lead out of the game's folder.

use std::path::{Component, Path};

/// The folders of the game's files; everything else in a layer of the game is ignored.
pub(crate) const TOP_FOLDERS: [&str; 2] = ["assets", "levels"];
/// Names that Windows reserves for devices, with any extension. A number from 0 to 9 may follow the last two.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
/// The maximum length of a name, in bytes.
const MAX_LENGTH: usize = 250;
/// Maximum number of folders above a file.
pub(crate) const MAX_DEPTH: usize = 8;

/// Checks a file name such as `assets/scripts/fox.lua`: folders inside the game's folder, separated by `/`.
///
/// # Errors
/// The reason why it is invalid, without the name.
pub(crate) fn check(name: &str) -> Result<(), &'static str> {
    if name.len() > MAX_LENGTH {
        return Err("the name must not be longer than 250 bytes");
    }
    // Mods have thousands of files, so plain names are checked byte by byte.
    let is_control = |name: &str| match name.is_ascii() {
        true => name.bytes().any(|byte| byte.is_ascii_control()),
        false => name.chars().any(char::is_control),
    };
    if name.bytes().any(|byte| matches!(byte, b'\\' | b':')) || is_control(name) {
        return Err(r"the name must not contain '\', ':' or control characters");
    }
    let (mut depth, mut is_valid) = (0, !name.bytes().any(|byte| b"<>\"|?*".contains(&byte)));
    let mut is_of_device = false;
    for part in name.split('/') {
        depth += 1;
        if matches!(part, "" | "." | "..") || depth > MAX_DEPTH + 1 {
            return Err("the name must lead to a file below the game's folder, at most 8 folders deep");
        }
        is_of_device |= is_device(part);
        is_valid &= !part.ends_with(['.', ' ']);
    }
    if is_of_device {
        return Err("the name must not be that of a device on Windows, such as CON or NUL");
    }
    if !is_valid {
        return Err("the name must be valid on Windows: no < > \" | ? *, and no point or space at the end");
    }
    Ok(())
}

/// Returns true for names such as `nul`, `COM1` and `con.png`, which Windows opens as devices in any folder.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end();
    let (letters, number) = stem.split_at_checked(3).unwrap_or((stem, ""));
    let is_numbered = number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit());
    DEVICES.iter().position(|device| device.eq_ignore_ascii_case(letters)).is_some_and(|index| match index {
        0..4 => number.is_empty(),
        _ => is_numbered,
    })
}

/// Returns the name for a path that Bevy requests, with `/` on every system. Returns `None` if it leads out of the
/// game's folder or is not UTF-8.
pub(crate) fn of_path(path: &Path) -> Option<String> {
    let parts = path.components().map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

/// Returns a file name without folders and extension: `fox` for `assets/scripts/fox.lua`.
pub fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_cannot_lead_out_of_the_folder() {
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
    fn names_of_windows_devices_are_rejected() {
        for bad in ["assets/con", "assets/NUL.png", "aux/x.ron", "levels/COM1", "levels/lpt9.a.ron", "a/prn .ron"] {
            assert!(check(bad).is_err_and(|what| what.contains("device")), "{bad}");
        }
        for bad in ["assets/x.", "assets/y ", "assets./z", "assets/a?.png", "assets/<a>"] {
            assert!(check(bad).is_err_and(|what| what.contains("valid on Windows")), "{bad}");
        }
        for good in ["assets/console.ron", "assets/com.ron", "levels/nullable.ron", "levels/com10.ron", "levels/prn2"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn stem_has_neither_folders_nor_ending() {
        assert_eq!(["a/b/fox.lua", "x", "shot~2.wav", "w@2.1.png"].map(stem), ["fox", "x", "shot~2", "w@2.1"]);
    }
}
