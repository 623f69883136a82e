//! What games without a window begin with, on the command line.

use crate::{
    command_line::failure::{Failure, need_game_files, read_save},
    command_line::output::{Force, Outputs},
};
use clap::Args;
use console::{Alone, Played, Setting, ShipCode, Style};
use std::path::PathBuf;

/// The folders of the player's saves and demos, below his folder of data, as the game has them.
const SAVES: &str = "hullbreach/saves";
pub(crate) const DEMOS: &str = "hullbreach/demos";

/// The level, and what else a game begins with.
#[derive(Args)]
pub(crate) struct ConsoleGame {
    /// The level's file, instead of the campaign.
    level: Option<PathBuf>,
    /// Board the ship of this code, instead of the campaign.
    #[arg(long, value_name = "CODE", conflicts_with = "level")]
    ship: Option<String>,
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
    /// Record the game as a demo, and each further run of it as another one. No file is replaced: a demo gets the first number that is
    /// free, as in `FILE-2.demo`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl ConsoleGame {
    /// What the files say that it begins with.
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

    /// What one player begins with, and where his games are kept.
    pub(crate) fn alone(self) -> Result<Alone, Failure> {
        let saves = self.save_dir.or_else(|| Some(dirs::data_dir()?.join(SAVES)));
        let load = self.load.as_deref().map(read_save).transpose()?.map(Box::new);
        let record = self.record.as_deref();
        let used = [self.level.as_deref(), self.rules.as_deref(), self.load.as_deref()].into_iter().flatten();
        record.map_or(Ok(()), |record| Outputs::beside(used, Force::default()).check_apart(record))?;
        let demos = dirs::data_dir().map(|folder| folder.join(DEMOS));
        let alone = Alone { saves, load, record: self.record, demos, last_minute: None };
        alone.check_record().map_err(|message| Failure { code: 5, message })?;
        if let Some(note) = alone.record_file().and_then(|file| file.note()) {
            eprintln!("{note}");
        }
        Ok(alone)
    }
}
