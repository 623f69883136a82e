//! The input of a headless run: none, the bot or a demo.

use crate::{
    command_line::failure::{Failure, read, read_rules},
    play::guided::Guided,
};
use clap::Args;
use engine::{Demo, DemoError, Headless, Intent, Loadout, Replay, Start, bot::Bot};
use level::Level;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The options that choose the player.
#[derive(Args)]
pub(crate) struct Who {
    /// Let the bot play.
    #[arg(long, conflicts_with = "demo")]
    bot: bool,
    /// Let a player follow the arrow of the guide, unhurt and with all weapons, and write the goals to stderr.
    #[arg(long, conflicts_with_all = ["demo", "bot"])]
    guided: bool,
    /// Replay a demo, and compare the world with the recording once per second.
    #[arg(long, value_name = "FILE")]
    demo: Option<PathBuf>,
    /// The seed of the random numbers; ignored for a demo.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "demo")]
    seed: u64,
    /// The skill, from 1 (easiest) to 4; ignored for a demo.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    #[arg(conflicts_with = "demo")]
    skill: u8,
    /// The entrance through which the player comes onto the deck; ignored for a demo.
    #[arg(long, value_name = "NAME", conflicts_with = "demo")]
    arrival: Option<String>,
    /// A rules file to use instead of the game's, such as `assets/rules/classic.ron`.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

/// Supplies the intent of each tick.
pub(crate) enum Player {
    /// The player does nothing.
    Nobody,
    /// The bot plays.
    Bot(Box<Bot>),
    /// A player follows the guide.
    Guided(Box<Guided>),
    /// A demo plays. The file name is for messages.
    Demo(String, Box<Replay>),
}

impl Who {
    /// Returns the files that the player is read from.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.demo.iter().chain(&self.rules).map(PathBuf::as_path)
    }

    /// Returns the rules file, if it replaces the game's rules.
    pub(crate) fn rules(&self) -> Option<&Path> {
        self.rules.as_deref()
    }

    /// Returns the start of the run on this level, and its player.
    pub(crate) fn start(&self, file: &Path, level: Arc<Level>) -> Result<(Start, Player), Failure> {
        let rules = read_rules(self.rules.as_deref())?;
        rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", file.display())))?;
        let Some(path) = &self.demo else {
            let player = match (self.bot, self.guided) {
                (true, _) => Player::Bot(Box::new(Bot::new(self.seed))),
                (_, true) => Player::Guided(Box::new(Guided::new(self.seed))),
                _ => Player::Nobody,
            };
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
    /// Restores the state in which a demo begins, in a run that was started with the demo's start.
    pub(crate) fn begin(&mut self, headless: &mut Headless) -> Result<(), Failure> {
        match self {
            Player::Demo(file, replay) => replay.begin(headless.world_mut()).map_err(|error| failed(file, &error)),
            Player::Nobody | Player::Bot(_) | Player::Guided(_) => Ok(()),
        }
    }

    /// Returns the intent of the next tick, or `None` at the end of a demo.
    pub(crate) fn intent(&mut self, headless: &mut Headless) -> Option<Intent> {
        match self {
            Player::Nobody => Some(Intent::default()),
            Player::Bot(bot) => Some(bot.intent(headless.world_mut())),
            Player::Guided(guided) => Some(guided.intent(headless)),
            Player::Demo(_, replay) => replay.next_intent(),
        }
    }

    /// Compares the world after a tick with the recording, if a demo plays.
    pub(crate) fn compare(&mut self, headless: &mut Headless) -> Result<(), Failure> {
        match self {
            Player::Demo(file, replay) => replay.compare(headless.world_mut()).map_err(|error| failed(file, &error)),
            Player::Nobody | Player::Bot(_) | Player::Guided(_) => Ok(()),
        }
    }
}

/// Reads a demo from a file.
pub(crate) fn read_demo(path: &Path) -> Result<Demo, Failure> {
    Demo::read(&read(path)?).map_err(|error| Failure::data(format!("{}: {error}", path.display())))
}

pub(crate) fn failed(file: &str, error: &DemoError) -> Failure {
    Failure::out_of_step(format!("{file}: {error}"))
}
