//! Where the game's files are.

use bevy::ecs::resource::Resource;
use std::fs;
use std::path::PathBuf;

/// The exit code for a file that cannot be read.
pub(crate) const UNREADABLE: u8 = 5;

/// The folder of the game's files.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Root {
    pub(crate) folder: PathBuf,
    /// How many files there are to load, for the progress bar.
    pub(crate) files: usize,
}

impl Root {
    /// Looks for the folder.
    pub(crate) fn find() -> Option<Root> {
        let folder = renderer::game_folder()?;
        let loaded = ["textures", "sprites", "pictures", "fonts", "sounds"];
        let files = loaded.map(|name| fs::read_dir(folder.join("assets").join(name)).map_or(0, Iterator::count));
        Some(Root { folder, files: files.iter().sum() })
    }
}
