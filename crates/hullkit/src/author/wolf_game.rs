//! Selects the game to which maps of Wolfenstein 3D and its relatives belong.

use crate::command_line::failure::{Failure, need_game_files, read};
use clap::Args;
use std::path::{Path, PathBuf};
use wolf_maps::Game;

/// Folder of the descriptions.
const FOLDER: &str = "assets/wolf";
/// Name of the description for files with an unknown extension.
const USUAL: &str = "original";

/// The option that names the game.
#[derive(Args, Debug)]
pub(crate) struct OfGame {
    /// The game: the name of a file in assets/wolf, such as original or spear, or a description of your own. By
    /// default, the extension of the files decides.
    #[arg(long, value_name = "NAME|FILE.ron")]
    game: Option<String>,
}

impl OfGame {
    /// Reads the description. `files` are those whose extensions decide if no game is named.
    pub(crate) fn read(&self, files: &[PathBuf]) -> Result<Game, Failure> {
        let game = |file: &str, bytes: &[u8]| Game::read(file, bytes).map_err(Failure::data);
        if let Some(file) = self.game.as_deref().filter(|name| name.ends_with(".ron")) {
            return game(file, &read(Path::new(file))?);
        }
        let known = need_game_files()?;
        let named = |name: &str| format!("{FOLDER}/{name}.ron");
        let all = known.list(FOLDER, ".ron");
        if let Some(name) = &self.game {
            let file = named(name);
            if !all.contains(&file) {
                let stem = |file: &String| file.rsplit(['/', '.']).nth(1).unwrap_or_default().to_owned();
                let names: Vec<String> = all.iter().map(stem).collect();
                let what =
                    format!("--game {name}: it must be a file that ends in .ron, or one of {}", names.join(", "));
                return Err(Failure::arguments(what));
            }
            return game(&file, &known.read(&file)?);
        }
        let extension = |file: &PathBuf| file.extension().map(|it| it.to_string_lossy().into_owned());
        let extensions: Vec<String> = files.iter().filter_map(extension).collect();
        for file in &all {
            let found = game(file, &known.read(file)?)?;
            if extensions.iter().any(|extension| found.has_extension(extension)) {
                return Ok(found);
            }
        }
        game(&named(USUAL), &known.read(&named(USUAL))?)
    }
}
