//! `hullkit terminal`: the game with graphics, in a terminal.

use crate::{
    command_line::failure::{Failure, read_art, watch_exit_signals},
    play::console_game::ConsoleGame,
};
use clap::{Args, ValueEnum};
use text_mode::{Colours, Screened, Style, TerminalError, terminal};

/// Plays in this terminal, drawn with half blocks; without a level, the campaign.
///
/// The keys are those of the game in a window, as far as the terminal reports them. If it does not report key releases,
/// a key counts as held for a moment. F and the left mouse button fire.
#[derive(Args)]
pub(crate) struct InTerminal {
    #[command(flatten)]
    game: ConsoleGame,
    /// The number of colours of the terminal; without it, taken from `COLORTERM` and `TERM`.
    #[arg(long, value_name = "COLOURS")]
    colours: Option<Palette>,
}

/// The number of colours of a terminal.
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
            TerminalError::NoTerminal | TerminalError::DumbTerminal | TerminalError::Io(_) | TerminalError::File(_) => {
                Failure { code: 5, message: error.to_string() }
            }
        })
    }
}
