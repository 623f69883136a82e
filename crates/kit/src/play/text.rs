//! `hullkit text`: the whole game in numbered words, over stdin and stdout.

use crate::{
    command_line::failure::{Failure, watch_exit_signals},
    play::console_game::ConsoleGame,
};
use clap::Args;
use console::{Language, Limits, Setting, Style, TextError, Who, text};
use std::{
    io::{self, BufReader, IsTerminal},
    path::PathBuf,
};

/// Plays in numbered words: a line in, a reply out; without a level, the campaign.
///
/// A line is a number that was not used before and then words, such as `1 help` or `2 go e 3; shoot; status`; the last line of a
/// reply is the next number, then comes an empty line. A line that comes again gets the same reply and does nothing.
#[derive(Args)]
pub(crate) struct Text {
    #[command(flatten)]
    game: ConsoleGame,
    /// Plain characters, larger maps, and no limit of 140 characters.
    #[arg(long, conflicts_with = "long")]
    ascii: bool,
    /// Whole sentences and no maps, for screen readers.
    #[arg(long)]
    long: bool,
    /// Speak this language: en or de. The words of both are understood, and a player changes it by `language de`.
    #[arg(long, value_name = "CODE", value_parser = language)]
    language: Option<Language>,
    /// Play with many over the same two pipes: lines are `NAME NUMBER words…`, replies begin with the name, and each game is kept
    /// in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["record", "load", "save_dir"])]
    many: Option<PathBuf>,
    /// The most games in that folder.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "many")]
    games: usize,
    /// After so many days in which nobody played it, a game makes room for a new one if there are too many.
    #[arg(long, value_name = "DAYS", default_value_t = 30, requires = "many")]
    idle: u32,
}

/// The language of a code.
fn language(code: &str) -> Result<Language, String> {
    Language::of_code(code).ok_or_else(|| "must be en or de".to_owned())
}

impl Text {
    /// Talks until the input ends.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let style = match (self.ascii, self.long) {
            (true, _) => Style::Ascii,
            (_, true) => Style::Long,
            _ => Style::Emoji,
        };
        let is_watched = io::stdin().is_terminal();
        if is_watched && self.many.is_none() {
            eprintln!("Hullbreach in words. A line is a new number and what to do. Say: 1 help");
        }
        let setting = Setting { language: self.language, ..self.game.setting(style)? };
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
