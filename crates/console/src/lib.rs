//! The game without a window: in numbered words, for a pipe, a chat bridge, a screen reader, a bot, and for whoever plays a shooter by
//! mail; and with its picture in a terminal.
//!
//! Of words, one line comes in and one reply goes out; in between the [`engine`] plays the very same game as in a window, through the same
//! intents. [`text`] talks with one player, or with many over the same two pipes; a [`Talk`] is told each line by its owner. [`terminal()`] draws the picture in half blocks and
//! takes the keys and the mouse as a terminal tells them. No window, no GPU, no sound.

// The rooms, each of which uses only those before it.
mod exits;

mod words;

mod perception;

mod acts;

mod game;

mod talk;

mod terminal;

pub use ::words::Language;
pub use exits::signals::{ExitSignal, exit_signal, wake_on_exit_signal, watch_exit_signals};
pub use journey::{Decks, ShipCode};
pub use talk::game_server::Limits;
pub use talk::one::{Alone, Played, Setting, Talk};
pub use talk::pipes::{TextError, Who, text};
pub use terminal::colours::Colours;
pub use terminal::terminal::{Screened, TerminalError, terminal};
pub use words::style::Style;
pub use words::tongue::Tongue;
