//! The player's progress from deck to deck, and save files.
//!
//! - [`Decks`]: the decks of a campaign, the connections between them, and generated levels.
//! - [`Journey`]: state that outlives a run, such as the current deck, the carried loadout and the statistics.
//! - [`Save`]: a journey, the state of the run and a thumbnail in one file, a PNG with a custom chunk.
//! - [`SaveDir`]: the folder of saves in a [`Store`](ports::Store), on the disk or in memory.
//!
//! The crate uses neither a window nor sound.

// Modules are listed in layer order: each uses only those before it.
mod describe;

mod decks;

mod journey;

mod saves;

pub use decks::another_seed::another;
pub use decks::campaign::{Campaign, CampaignDeck, Gear, WayOn};
pub use decks::decks::{Deck, Decks, Source, TREASURE_SETS, file_and_seed};
pub use decks::game_data::{ammunition_hurts, game_data};
pub use decks::ship_code::ship_of;
pub use decks::ships::{danger_in_words, title_of_save};
pub use decks::story::{Clue, Ending, EndingLine, Story};
pub use decks::typed::TypedLevel;
pub use describe::budget_words::switched_off;
pub use describe::counts_words::count_lines;
pub use describe::filter_words::{element_name, filter_in_words};
pub use describe::suit_words::{SAMPLE, armour, suit_lines};
pub use generate::{DANGERS, LENGTHS, MAX_SEED, Ship, ShipCode};
pub use journey::deck_stats::{DeckStats, StatRow, clock, seconds};
pub use journey::journal::{Journal, LastPage, Note};
pub use journey::journey::Journey;
pub use journey::kept_run::{Extras, KeptRun};
pub use journey::leaving::obstacle;
pub use journey::routes::Leg;
pub use journey::visits::{StoredDeck, Visits};
pub use saves::picture::{Picture, PictureError};
pub use saves::save::{FORMAT, IncompatibleSave, Label, Save, SaveError};
pub use saves::save_dir::{Entry, Ring, SaveDir, Seen, ShelfError, Slot};
