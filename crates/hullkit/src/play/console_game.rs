//! The command-line options of games without a window.

use crate::{
    command_line::failure::{Failure, need_game_files, read_save},
    command_line::output::{Force, Outputs},
};
use clap::Args;
use ports::Folders;
use std::path::PathBuf;
use text_mode::{Alone, Played, Setting, ShipCode, Style};

/// The level or campaign to play, and the options of a new game.
#[derive(Args)]
pub(crate) struct ConsoleGame {
    /// The level file to play instead of the campaign.
    level: Option<PathBuf>,
    /// Board the ship of this code, instead of the campaign.
    #[arg(long, value_name = "CODE", conflicts_with = "level")]
    ship: Option<String>,
    /// The skill of a new game, from 1 (easiest) to 4.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    skill: u8,
    /// The seed of the random numbers. Without it, each game gets a different one.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// A rules file to use instead of the game's.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// The folder for saves, instead of the game's: hullbreach/saves in the user's data folder.
    #[arg(long, value_name = "DIR")]
    save_dir: Option<PathBuf>,
    /// Continue from this save.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "skill"])]
    load: Option<PathBuf>,
    /// Record the game as a demo, and each further run of it as another demo. Existing files are never replaced: a demo
    /// gets the first free number, as in `FILE-2.demo`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl ConsoleGame {
    /// Reads the files that the game starts with.
    pub(crate) fn setting(&self, style: Style) -> Result<Setting, Failure> {
        let played = match (&self.ship, &self.level) {
            (Some(code), _) => {
                let code = ShipCode::read(code).map_err(|what| Failure::arguments(format!("--ship {code}: {what}")))?;
                Played::Ship(code)
            }
            (None, Some(level)) => Played::Level(level),
            (None, None) => Played::Campaign,
        };
        let setting = Setting::read(&need_game_files()?, played, self.rules.as_deref(), style, self.skill)?;
        Ok(Setting { seed: self.seed, ..setting })
    }

    /// Returns the setup of a single-player game, including where its saves are kept.
    pub(crate) fn alone(self) -> Result<Alone, Failure> {
        let saves = self.save_dir.or_else(|| Folders::of_player().path("saves"));
        let load = self.load.as_deref().map(read_save).transpose()?.map(Box::new);
        let record = self.record.as_deref();
        let used = [self.level.as_deref(), self.rules.as_deref(), self.load.as_deref()].into_iter().flatten();
        record.map_or(Ok(()), |record| Outputs::beside(used, Force::default()).check_apart(record))?;
        let demos = Folders::of_player().path("demos");
        let alone = Alone { saves, load, record: self.record, demos, last_minute: None };
        alone.check_record().map_err(|message| Failure { code: 5, message })?;
        if let Some(note) = alone.record_file().and_then(|file| file.note()) {
            eprintln!("{note}");
        }
        Ok(alone)
    }
}
