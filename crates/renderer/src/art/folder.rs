//! Where the game's files are.

use std::path::{Path, PathBuf};

/// The folder that holds `assets` and `levels`: the nearest one going up from the working directory, else from the
/// executable.
pub fn game_folder() -> Option<PathBuf> {
    let starts = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    starts.into_iter().flatten().find_map(|start| above(&start))
}

fn above(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|folder| folder.join("assets/textures").is_dir()).map(Path::to_path_buf)
}
