//! Whether the game's files are watched: what changes on the disk is loaded again.

use bevy::ecs::resource::Resource;

/// The files are watched: in a dev build always, otherwise if the command line says so.
#[derive(Resource)]
pub(crate) struct Watched;
