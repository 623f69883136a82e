//! Whether the game's files are watched and reloaded when they change on disk.

use bevy::ecs::resource::Resource;

/// Present if the files are watched: always in a dev build, otherwise if requested on the command line.
#[derive(Resource)]
pub(crate) struct Watched;
