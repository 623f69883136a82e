//! The player's journey from deck to deck, and the saves in which it is kept.
//!
//! [`Decks`] are those of a campaign, with the ways between them, and the levels that are made. A [`Journey`] is what lasts longer than a run: which deck is played, what the player brought to it, what he has achieved. A
//! [`Save`] is a journey, the state of the run and a small picture in one file, which is a PNG with a chunk of its own. A
//! [`Shelf`] is the folder in which saves lie. No window, no sound; the disk is touched by [`Shelf`] and the writer
//! [`write_whole`] only, which every other crate uses for the files of players and authors.

mod achieved;
mod campaign;
mod decks;
mod facts;
mod folder_lock;
mod free_name;
mod journey;
mod leaving;
mod picture;
mod record_file;
mod save;
mod shelf;
mod ships;
mod visits;
mod ways;
mod whole_file;
mod write_target;

pub use achieved::{Achieved, clock, seconds};
pub use campaign::{Campaign, CampaignDeck, WayOn};
pub use decks::{Deck, Decks, Source, TREASURE_SETS, file_and_seed};
pub use facts::{ammunition_hurts, facts};
pub use folder_lock::FolderLock;
pub use free_name::{move_aside, numbered, write_first_free, write_numbered};
pub use generate::{DANGERS, LENGTHS, MAX_SEED, Ship, ShipCode};
pub use journey::{Journey, another};
pub use leaving::obstacle;
pub use picture::{Picture, PictureError};
pub use record_file::RecordFile;
pub use save::{FORMAT, Label, Misfit, Save, SaveError};
pub use shelf::{Entry, Ring, Seen, Shelf, ShelfError, Slot};
pub use ships::{danger_in_words, ship_of};
pub use visits::{Left, Visits, kept};
pub use whole_file::{check_writable, sweep_unfinished, write_new, write_whole};
