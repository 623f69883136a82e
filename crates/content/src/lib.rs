//! The game's own files, which are read only: levels, tables, art, sounds, scripts, translations.
//!
//! [`Files`] is a bounded file system of layers: folders, zip archives and memory. Programs without a window read from it directly
//! ([`read_rules`], [`read_campaign`] and so on). The game loads the same files through Bevy's asset server ([`plugin`]), with one loader
//! for each kind of file, which wraps the same functions; what changes on the disk is loaded again.

mod vfs;

mod read;

mod load;

pub use load::*;
pub use read::{
    BaseRules, DEFAULT_SCORE, Decks, FULL, GivenRules, SCORES, SOUNDS, Scores, Sound, Sounds, check_decks, check_level,
    check_rules, read_art, read_campaign, read_level, read_named_deck, read_named_level, read_rules,
};
pub use vfs::{ContentError, Files, game_folder, stem};
