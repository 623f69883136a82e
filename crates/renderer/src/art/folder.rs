//! Where the game's files are.

use std::path::{Path, PathBuf};

/// Files that only the folder of the game has.
const MARKS: [&str; 2] = ["assets/campaign.ron", "assets/monsters.ron"];

/// Returns the folder that holds `assets` and `levels`: the nearest one going up from the working directory, otherwise from the executable.
/// It is known by its campaign and its table of monsters.
pub fn game_folder() -> Option<PathBuf> {
    let starts = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    starts.into_iter().flatten().find_map(|start| above(&start))
}

fn above(start: &Path) -> Option<PathBuf> {
    let is_game = |folder: &&Path| MARKS.iter().all(|file| folder.join(file).is_file());
    start.ancestors().find(is_game).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn game_folder_is_the_nearest_one_above_with_all_marks() {
        let outer = tempfile::tempdir().unwrap();
        let below = outer.path().join("mine/here");
        for folder in [outer.path().join("assets"), below.join("assets")] {
            fs::create_dir_all(folder).unwrap();
        }
        assert_eq!(above(&below), None, "folders alone are not the game's");
        fs::write(below.join(MARKS[0]), "").unwrap();
        for file in MARKS {
            fs::write(outer.path().join(file), "").unwrap();
        }
        assert_eq!(above(&below), Some(outer.path().to_owned()));
        fs::write(below.join(MARKS[1]), "").unwrap();
        assert_eq!(above(&below.join("levels")), Some(below));
    }
}
