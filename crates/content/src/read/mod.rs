//! Reading: pure functions from the bytes of files to what the game uses, and the same for whole groups of files of a file system.
//!
//! Programs without a window call these functions directly; the loaders of `load` are thin wrappers around them. What the asset server
//! and the watching of files need does not belong here.

mod art;
mod check;
mod decks;
mod named;
mod rules;
mod score;
mod sound;

pub use art::read_art;
pub(crate) use art::{SHEET_FOLDER, art_error, in_assets};
pub use check::{check_decks, check_level, check_rules};
pub(crate) use decks::{CAMPAIGN, LevelSource, campaign_of, decks_of, treasure_sets_of};
pub use decks::{Decks, read_campaign, read_level};
pub(crate) use named::read_named;
pub use named::{read_named_deck, read_named_level};
pub use rules::{BaseRules, GivenRules, read_rules};
pub(crate) use rules::{RuleFiles, STANDARD_RULES};
pub(crate) use score::SCORE_FOLDER;
pub(crate) use score::read_score;
pub use score::{DEFAULT_SCORE, SCORES, Scores};
pub(crate) use sound::SOUND_FOLDER;
pub use sound::{FULL, SOUNDS, Sound, Sounds};
