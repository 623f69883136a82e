//! Where the game's files are.

use bevy::ecs::resource::Resource;
use std::fs;
use std::path::PathBuf;

/// The folder of the game's files.
#[derive(Resource, Clone, Debug)]
pub(crate) struct GameFolder {
    pub(crate) path: PathBuf,
    /// How many files there are to load, for the progress bar.
    pub(crate) files: usize,
}

impl GameFolder {
    /// Looks for the folder.
    pub(crate) fn find() -> Option<GameFolder> {
        let path = renderer::game_folder()?;
        let loaded = ["textures", "sprites", "pictures", "fonts", "sounds"];
        let files = loaded.map(|name| fs::read_dir(path.join("assets").join(name)).map_or(0, Iterator::count));
        Some(GameFolder { path, files: files.iter().sum() })
    }
}
