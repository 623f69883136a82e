//! The player's journey from deck to deck, and the saves in which it is kept.
//!
//! [`Decks`] are those of a campaign, with the ways between them, and the levels that are made. A [`Journey`] is what lasts longer than a run: which deck is played, what the player brought to it, what he has achieved. A
//! [`Save`] is a journey, the state of the run and a small picture in one file, which is a PNG with a chunk of its own. A
//! [`Shelf`] is the folder in which saves lie: in a [`Store`](ports::Store), on the disk or in memory. No window, no sound.

mod achieved;
mod another_seed;
mod campaign;
mod counts_words;
mod decks;
mod facts;
mod filter_words;
mod journey;
mod leaving;
mod picture;
mod routes;
mod save;
mod shelf;
mod ships;
mod suit_words;
mod typed;
mod visits;
mod ways;

pub use achieved::{Achieved, clock, seconds};
pub use another_seed::another;
pub use campaign::{Campaign, CampaignDeck, WayOn};
pub use counts_words::count_lines;
pub use decks::{Deck, Decks, Source, TREASURE_SETS, file_and_seed};
pub use facts::{ammunition_hurts, facts};
pub use filter_words::filter_in_words;
pub use generate::{DANGERS, LENGTHS, MAX_SEED, Ship, ShipCode};
pub use journey::Journey;
pub use leaving::obstacle;
pub use picture::{Picture, PictureError};
pub use routes::Leg;
pub use save::{FORMAT, Label, Misfit, Save, SaveError};
pub use shelf::{Entry, Ring, Seen, Shelf, ShelfError, Slot};
pub use ships::{danger_in_words, ship_of};
pub use suit_words::{SAMPLE, armour, suit_lines};
pub use typed::TypedLevel;
pub use visits::{Left, Visits, kept};
