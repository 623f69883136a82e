//! `hullkit text`: the whole game in numbered words, over stdin and stdout.

use crate::failure::{Failure, read_save};
use clap::Args;
use console::{Alone, FileError, Limits, Setting, Style, TextError, Who, text};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Plays in numbered words: a line in, a reply out; without a level, the campaign.
///
/// A line is a number that was not used before and then words, such as `1 help` or `2 go e 3; shoot; status`; the last line of a
/// reply is the next number, then comes an empty line. A line that comes again gets the same reply and does nothing.
#[derive(Args)]
pub(crate) struct Text {
    /// The level's file, instead of the campaign.
    level: Option<PathBuf>,
    /// Plain characters, larger maps, and no limit of 140 characters.
    #[arg(long, conflicts_with = "long")]
    ascii: bool,
    /// Whole sentences and no maps, for screen readers.
    #[arg(long)]
    long: bool,
    /// The skill of a new game, from 1 (easiest) to 4.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    skill: u8,
    /// The seed of chance; without it every game is another.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// A file of rules instead of the game's.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// The folder of the player's saves, instead of the game's: hullbreach/saves in his folder of data.
    #[arg(long, value_name = "DIR")]
    save_dir: Option<PathBuf>,
    /// Go on from this save.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "skill"])]
    load: Option<PathBuf>,
    /// Record the game as a demo, and each further run of it into a file with its number.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
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

/// The folder of the player's saves, below his folder of data, as the game has it.
const SAVES: &str = "hullbreach/saves";

impl Text {
    /// Talks until the input ends.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let Some(folder) = renderer::game_folder() else {
            let what = "assets: cannot be found above the working directory; run hullkit inside the game's folder";
            return Err(Failure { code: 5, message: what.to_owned() });
        };
        let style = match (self.ascii, self.long) {
            (true, _) => Style::Ascii,
            (_, true) => Style::Long,
            _ => Style::Emoji,
        };
        let is_watched = io::stdin().is_terminal();
        if is_watched && self.many.is_none() {
            eprintln!("Hullbreach in words. A line is a new number and what to do. Say: 1 help");
        }
        let setting = Setting::read(&folder, self.level.as_deref(), self.rules.as_deref(), style, self.skill);
        let setting = Setting { seed: self.seed, ..setting.map_err(failed)? };
        let who = match self.many {
            Some(folder) => Who::Many { folder, limits: Limits { games: self.games, days: self.idle } },
            None => {
                let saves = self.save_dir.or_else(|| Some(dirs::data_dir()?.join(SAVES)));
                let load = self.load.as_deref().map(read_save).transpose()?.map(Box::new);
                Who::One { alone: Alone { saves, load, record: self.record }, greets: is_watched }
            }
        };
        text(setting, who, io::stdin().lock(), io::stdout().lock()).map_err(|error| match error {
            TextError::Save(what) => Failure::data(what),
            TextError::Pipe(_) | TextError::File(_) => Failure { code: 5, message: error.to_string() },
        })
    }
}

fn failed(error: FileError) -> Failure {
    match error {
        FileError::Unusable(message) => Failure { code: 5, message },
        FileError::Wrong(message) => Failure::data(message),
    }
}
