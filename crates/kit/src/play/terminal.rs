//! `hullkit terminal`: the game with its picture, in a terminal.

use crate::{
    command_line::failure::{Failure, read_art, watch_exit_signals},
    play::console_game::ConsoleGame,
};
use clap::{Args, ValueEnum};
use console::{Colours, Screened, Style, TerminalError, terminal};

/// Plays in this terminal, drawn in half blocks; without a level, the campaign.
///
/// Keys are those of the game in a window, as far as the terminal tells them; where it does not tell when a key is let go, the key
/// counts as held for a moment. F fires, and so does the left mouse button.
#[derive(Args)]
pub(crate) struct InTerminal {
    #[command(flatten)]
    game: ConsoleGame,
    /// The colours that the terminal has; without it, as many as `COLORTERM` and `TERM` promise.
    #[arg(long, value_name = "COLOURS")]
    colours: Option<Palette>,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, ValueEnum)]
enum Palette {
    /// 16 million.
    True,
    #[value(name = "256")]
    Many,
    #[value(name = "16")]
    Few,
}

impl InTerminal {
    /// Plays until the player leaves.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let setting = self.game.setting(Style::Ascii)?;
        let colours = match self.colours {
            Some(Palette::True) => Colours::True,
            Some(Palette::Many) => Colours::Many,
            Some(Palette::Few) => Colours::Few,
            None => Colours::of_terminal(),
        };
        let alone = self.game.alone()?;
        watch_exit_signals()?;
        terminal(Screened { setting, alone, art: read_art()?, colours }).map_err(|error| match error {
            TerminalError::Save(what) => Failure::data(what),
            TerminalError::NoTerminal | TerminalError::Io(_) | TerminalError::File(_) => {
                Failure { code: 5, message: error.to_string() }
            }
        })
    }
}
