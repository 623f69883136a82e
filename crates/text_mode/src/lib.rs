//! The game without a window: as text for pipes, chat bridges, screen readers, bots and play by mail; and with graphics
//! in a terminal.
//!
//! In text mode, one line comes in and one reply goes out. In between the [`engine`] runs the same game as in a window,
//! through the same intents. [`text`] serves one player, or many over the same two pipes; a [`Talk`] gets each line
//! from its owner. [`terminal()`] draws frames in half blocks and reads keys and mouse from the terminal. There is no
//! window, no GPU and no sound.

// The modules. Each uses only those before it.
mod exits;

mod words;

mod perception;

mod acts;

mod game;

mod talk;

mod terminal;

pub use ::localization::Language;
pub use campaign::{Decks, ShipCode};
pub use exits::signals::{ExitSignal, exit_signal, wake_on_exit_signal, watch_exit_signals};
pub use talk::game_server::Limits;
pub use talk::one::{Alone, Played, Setting, Talk};
pub use talk::pipes::{TextError, Who, text};
pub use terminal::colours::Colours;
pub use terminal::terminal::{Screened, TerminalError, terminal};
pub use words::style::Style;
pub use words::tongue::Tongue;
