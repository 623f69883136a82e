//! Loading: the file system as a source of Bevy's asset server, a loader for each kind of file, and the collections that say what is
//! needed when.
//!
//! What changes on the disk is noticed and loaded again here. How a file is read stays in `read`, and what the running game does with it is
//! decided by the game.

mod assets;
mod campaign;
mod changes;
mod collections;
mod entries;
mod join;
mod loader;
mod plugin;
mod rules;
mod sheet;
mod source;
#[cfg(not(target_family = "wasm"))]
mod watcher;

pub use assets::{
    CampaignFile, DemoFile, FontFile, IconFile, LevelFile, PictureFile, PipelineFile, RulesFile, ScoreFile, SheetFile,
    SkyFile, SoundFile, UniformsFile, WordsFile,
};
pub use changes::{ArtChanged, FileChanged};
pub use collections::{DeckContent, LaterContent, TitleContent};
pub use join::{Joined, art, decks, join, rules, scores};
pub use loader::error_of;
pub use plugin::{Awaited, begin_loading, load_given, plugin, register_sources};
pub use source::{GIVEN, name_of};
