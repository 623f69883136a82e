//! Locates the folder of the game's files.

use std::path::{Path, PathBuf};

/// Files that identify the game's folder; those of another project have other names.
const MARKS: [&str; 3] = ["assets/campaign.ron", "assets/monsters.ron", "levels"];

/// Folder of the files in a macOS app, next to the folder of its programs.
const IN_APP: &str = "Resources";

/// Returns the folder of the game's files: the nearest parent folder of the program that contains them, otherwise that
/// of the working directory. In a macOS app, the files are in the folder `Resources` of such a parent folder.
pub fn game_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok().map(|program| std::fs::canonicalize(&program).unwrap_or(program));
    [program, std::env::current_dir().ok()].into_iter().flatten().find_map(|start| above(&start))
}

fn above(start: &Path) -> Option<PathBuf> {
    start.ancestors().flat_map(|folder| [folder.to_owned(), folder.join(IN_APP)]).find(|folder| is_game(folder))
}

fn is_game(folder: &Path) -> bool {
    MARKS.iter().all(|mark| folder.join(mark).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_macos_app_are_next_to_its_programs() {
        let folder = tempfile::tempdir().unwrap();
        let (programs, files) = (folder.path().join("Contents/MacOS"), folder.path().join("Contents/Resources"));
        for made in [&programs, &files.join("levels"), &files.join("assets")] {
            std::fs::create_dir_all(made).unwrap();
        }
        for file in ["assets/campaign.ron", "assets/monsters.ron"] {
            std::fs::write(files.join(file), "").unwrap();
        }
        assert_eq!(above(&programs.join("hullbreach")), Some(files));
    }

    #[test]
    fn folder_of_another_project_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other/deep");
        std::fs::create_dir_all(other.join("assets/textures")).unwrap();
        for made in ["assets", "levels"] {
            std::fs::create_dir(folder.path().join(made)).unwrap();
        }
        assert_eq!(above(&other), None);
        for file in ["assets/campaign.ron", "assets/monsters.ron"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        assert_eq!(above(&other).as_deref(), Some(folder.path()));
    }
}
