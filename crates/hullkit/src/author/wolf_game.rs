//! Selects the game to which maps of Wolfenstein 3D and its relatives belong.

use crate::command_line::failure::{Failure, need_game_files, read};
use clap::Args;
use content::{WOLF_GAMES, wolf_game};
use std::path::Path;
use wolf_maps::Game;

/// The option that names the game.
#[derive(Args, Debug)]
pub(crate) struct OfGame {
    /// The game: the name of a file in assets/wolf, such as original or spear, or a description of your own. By
    /// default, the extension of the files decides.
    #[arg(long, value_name = "NAME|FILE.ron")]
    game: Option<String>,
}

impl OfGame {
    /// Reads the description. The extensions of `files` decide if no game is named.
    pub(crate) fn read(&self, files: impl Iterator<Item = impl AsRef<Path>>) -> Result<Game, Failure> {
        let game = |file: &str, bytes: &[u8]| Game::read(file, bytes).map_err(Failure::data);
        if let Some(file) = self.game.as_deref().filter(|name| name.ends_with(".ron")) {
            return game(file, &read(Path::new(file))?);
        }
        let known = need_game_files()?;
        let Some(name) = &self.game else { return Ok(wolf_game(&known, files)?) };
        let all = known.list(WOLF_GAMES, ".ron");
        let file = format!("{WOLF_GAMES}/{name}.ron");
        if !all.contains(&file) {
            let stem = |file: &String| file.rsplit(['/', '.']).nth(1).unwrap_or_default().to_owned();
            let names: Vec<String> = all.iter().map(stem).collect();
            let what = format!("--game {name}: it must be a file that ends in .ron, or one of {}", names.join(", "));
            return Err(Failure::arguments(what));
        }
        game(&file, &known.read(&file)?)
    }
}
