//! Who plays a headless run: nobody, the bot or a demo.

use crate::command_line::failure::{Failure, read, read_rules};
use clap::Args;
use engine::{Demo, DemoError, Headless, Intent, Loadout, Replay, Start, bot::Bot};
use level::Level;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Who plays.
#[derive(Args)]
pub(crate) struct Who {
    /// Let the bot play.
    #[arg(long, conflicts_with = "demo")]
    bot: bool,
    /// Play a demo, and compare the world with the one that it recorded in every second.
    #[arg(long, value_name = "FILE")]
    demo: Option<PathBuf>,
    /// The seed of chance; a demo brings its own.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "demo")]
    seed: u64,
    /// The skill, from 1 (easiest) to 4; a demo brings its own.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    #[arg(conflicts_with = "demo")]
    skill: u8,
    /// The name of the arrival at which the player comes onto the deck; a demo brings its own.
    #[arg(long, value_name = "NAME", conflicts_with = "demo")]
    arrival: Option<String>,
    /// A file of rules instead of the game's, such as `assets/rules/classic.ron`.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

/// Plays a run, tick by tick.
pub(crate) enum Player {
    /// Nobody touches anything.
    Nobody,
    /// The bot plays.
    Bot(Box<Bot>),
    /// A demo plays; its file's name is for messages.
    Demo(String, Box<Replay>),
}

impl Who {
    /// The files that the player is made of.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.demo.iter().chain(&self.rules).map(PathBuf::as_path)
    }

    /// The file of the rules that are played by, if they are not the game's.
    pub(crate) fn rules(&self) -> Option<&Path> {
        self.rules.as_deref()
    }

    /// The start of the run on this level, and its player.
    pub(crate) fn start(&self, file: &Path, level: Arc<Level>) -> Result<(Start, Player), Failure> {
        let rules = read_rules(self.rules.as_deref())?;
        rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", file.display())))?;
        let Some(path) = &self.demo else {
            let player = if self.bot { Player::Bot(Box::new(Bot::new(self.seed))) } else { Player::Nobody };
            if let Some(Err(what)) = self.arrival.as_ref().map(|name| level.arrival(name)) {
                return Err(Failure::arguments(format!("{}: {what}", file.display())));
            }
            let (skill, seed, loadout, arrival) = (self.skill, self.seed, Loadout::default(), self.arrival.clone());
            return Ok((Start { level, rules, skill, seed, loadout, arrival }, player));
        };
        let file = path.display().to_string();
        let replay = Replay::new(read_demo(path)?, &level, &rules).map_err(|error| failed(&file, &error))?;
        Ok((replay.start().clone(), Player::Demo(file, Box::new(replay))))
    }
}

impl Player {
    /// Puts the state in which a demo begins into a run that was begun with its start.
    pub(crate) fn begin(&mut self, headless: &mut Headless) -> Result<(), Failure> {
        match self {
            Player::Demo(file, replay) => replay.begin(headless.world_mut()).map_err(|error| failed(file, &error)),
            Player::Nobody | Player::Bot(_) => Ok(()),
        }
    }

    /// What the player wants in the next tick; none at the end of a demo.
    pub(crate) fn intent(&mut self, headless: &mut Headless) -> Option<Intent> {
        match self {
            Player::Nobody => Some(Intent::default()),
            Player::Bot(bot) => Some(bot.intent(headless.world_mut())),
            Player::Demo(_, replay) => replay.next_intent(),
        }
    }

    /// Compares the world after a tick with the demo's, if a demo plays.
    pub(crate) fn compare(&mut self, headless: &mut Headless) -> Result<(), Failure> {
        match self {
            Player::Demo(file, replay) => replay.compare(headless.world_mut()).map_err(|error| failed(file, &error)),
            Player::Nobody | Player::Bot(_) => Ok(()),
        }
    }
}

/// The demo in a file.
pub(crate) fn read_demo(path: &Path) -> Result<Demo, Failure> {
    Demo::read(&read(path)?).map_err(|error| Failure::data(format!("{}: {error}", path.display())))
}

pub(crate) fn failed(file: &str, error: &DemoError) -> Failure {
    Failure::out_of_step(format!("{file}: {error}"))
}
