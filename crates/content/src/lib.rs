//! The game's own files, which are read-only: levels, tables, art, sounds, scripts, translations.
//!
//! [`Files`] is a layered file system with bounded file sizes: folders, zip archives and memory. Programs without a
//! window read from it directly ([`read_rules`], [`read_campaign`] and so on). The game loads the same files through
//! Bevy's asset server ([`plugin`]). Each kind of file has a loader that wraps the same functions, and files that
//! change on disk are reloaded.

mod vfs;

mod read;

mod mods;

mod load;

pub use load::assets::{
    CampaignFile, DemoFile, FontFile, IconFile, LevelFile, PicturesFile, PipelineFile, RulesFile, ScoreFile, SheetFile,
    SkyFile, SoundFile, UniformsFile, WordsFile,
};
pub use load::changes::{ArtChanged, FileChanged, ModChanged};
pub use load::collections::{DeckContent, LaterContent, TitleContent};
pub use load::join::{Joined, art, decks, join, rules, scores};
pub use load::loader::error_of;
pub use load::plugin::{Awaited, begin_loading, load_given, plugin, register_sources};
pub use load::source::{GIVEN, name_of};
pub use mods::changes::{Change, ModParts, changes_of, sheet_frames};
pub use mods::check::{check_file, first_error};
pub use mods::folder::find_mods;
pub use mods::game_mod::{Mod, set_mods, with_mods};
pub use mods::manifest::{MANIFEST, Manifest};
pub use mods::maps::{open_mod, open_packed_mod};
pub use mods::need::{needs_of, unmet};
pub use mods::order::{Ordered, in_order};
pub use read::art::read_art;
pub use read::check::{check_decks, check_level, check_rules};
pub use read::decks::{Decks, added_campaigns, read_campaign, read_campaign_file, read_level, read_rooms};
pub use read::demo_content::DemoContent;
pub use read::level_reference::{level_reference, referenced_level};
pub use read::named::{OwnLevels, read_named_deck, read_named_level, read_own_level};
pub use read::rules::{BaseRules, GivenRules, read_rule_files, read_rules};
pub use read::score::{DEFAULT_SCORE, SCORES, Scores};
pub use read::sound::{FULL, SOUNDS, Sound, Sounds};
pub use read::wolf::{WOLF_GAMES, WolfCampaign, name_of_set, with_wolf_maps, wolf_game, wolf_level};
pub use read::wolf_files::{read_wolf_files, wolf_paths};
pub use read::words::{Translation, other_translations, translations};
pub use vfs::error::ContentError;
pub use vfs::file_name::stem;
pub use vfs::files::Files;
pub use vfs::game_folder::game_folder;
