//! Where the game's files are.

use bevy::ecs::resource::Resource;
use std::path::PathBuf;

/// The folder of the game's files.
#[derive(Resource, Clone, Debug)]
pub(crate) struct GameFolder {
    pub(crate) path: PathBuf,
}

impl GameFolder {
    /// Looks for the folder.
    pub(crate) fn find() -> Option<GameFolder> {
        renderer::game_folder().map(|path| GameFolder { path })
    }
}
