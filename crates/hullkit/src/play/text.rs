//! `hullkit text`: the whole game as numbered lines of text, over stdin and stdout.

use crate::{
    command_line::failure::{Failure, watch_exit_signals},
    play::console_game::ConsoleGame,
};
use clap::Args;
use std::{
    io::{self, BufReader, IsTerminal},
    path::PathBuf,
};
use text_mode::{Language, Limits, Setting, Style, TextError, Who, text};

/// Plays as text: one line in, one reply out; without a level, the campaign.
///
/// A line is a number that was not used before, followed by commands, such as `1 help` or `2 go e 3; shoot; status`.
/// The last line of a reply is the next number, and an empty line ends the reply. A repeated line gets the same reply
/// and does nothing.
#[derive(Args)]
pub(crate) struct Text {
    #[command(flatten)]
    game: ConsoleGame,
    /// Use plain ASCII characters and larger maps, without the limit of 140 characters.
    #[arg(long, conflicts_with = "long")]
    ascii: bool,
    /// Use whole sentences and no maps, for screen readers.
    #[arg(long)]
    long: bool,
    /// The language of the replies: en, de, or that of a mod. Commands are understood in both, and `language de` changes it later.
    #[arg(long, value_name = "CODE", value_parser = language)]
    language: Option<Language>,
    /// Serve many players over the same two pipes: lines are `NAME NUMBER words…`, replies begin with the name, and
    /// each game is kept in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["record", "load", "save_dir"])]
    many: Option<PathBuf>,
    /// The maximum number of games in that folder.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "many")]
    games: usize,
    /// The number of days without play after which a game makes room for a new one, if the folder is full.
    #[arg(long, value_name = "DAYS", default_value_t = 30, requires = "many")]
    idle: u32,
}

/// Parses a language code.
fn language(code: &str) -> Result<Language, String> {
    let file = format!("assets/words/{code}.ron");
    Language::of_catalogue(&file).ok_or_else(|| "must be en, de, or the code of a language of a mod".to_owned())
}

impl Text {
    /// Reads lines and replies until the input ends.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let style = match (self.ascii, self.long) {
            (true, _) => Style::Ascii,
            (_, true) => Style::Long,
            _ => Style::Emoji,
        };
        let is_watched = io::stdin().is_terminal();
        if is_watched && self.many.is_none() {
            eprintln!("Hullbreach as text. Start each line with a new number, followed by commands. Type: 1 help");
        }
        let setting = Setting { language: self.language, ..self.game.setting(style)? };
        if let Some(language) = self.language.filter(|language| !setting.tongue.has(*language)) {
            let what = format!("--language {}: neither the game nor a mod has this language", language.code());
            return Err(Failure::arguments(what));
        }
        let who = match self.many {
            Some(folder) => Who::Many { folder, limits: Limits { games: self.games, days: self.idle } },
            None => Who::One { alone: self.game.alone()?, greets: is_watched },
        };
        watch_exit_signals()?;
        text(setting, who, BufReader::new(io::stdin()), io::stdout().lock()).map_err(|error| match error {
            TextError::Save(what) => Failure::data(what),
            TextError::Pipe(_) | TextError::File(_) => Failure { code: 5, message: error.to_string() },
        })
    }
}
