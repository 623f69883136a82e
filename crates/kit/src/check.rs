//! `hullkit check`: reads and checks levels.

use crate::failure::{Failure, check_assets, check_textures, read_art, read_level, read_rules, say};
use clap::Args;
use engine::Rules;
use renderer::Art;
use std::path::{Path, PathBuf};

/// Reads and checks levels; says what is wrong with file, line and column.
#[derive(Args)]
pub(crate) struct Check {
    /// The levels' files.
    #[arg(required = true, value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// A file of rules instead of the game's, which must know all undead of the levels.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl Check {
    /// Checks all files, and fails with the worst of what was wrong with them.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let art = read_art()?;
        let rules = read_rules(self.rules.as_deref())?;
        let levels = self.levels.iter().map(|path| check(path, &rules, &art));
        let failures: Vec<Failure> =
            std::iter::once(check_assets(&rules, &art)).chain(levels).filter_map(Result::err).collect();
        let code = failures.iter().map(|failure| failure.code).max();
        let messages: Vec<String> = failures.into_iter().map(|failure| failure.message).collect();
        code.map_or(Ok(()), |code| Err(Failure { code, message: messages.join("\n") }))
    }
}

/// Checks one file: the level itself, that there is a picture for every texture, and what its author will want to know.
fn check(path: &Path, rules: &Rules, art: &Art) -> Result<(), Failure> {
    let level = read_level(path)?;
    rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", path.display())))?;
    check_textures(path, &level, art)?;
    for warning in level.warnings() {
        eprintln!("{}: warning: {warning}", path.display());
    }
    say(&format!("{}: {:?} ({} by {} cells) is fine", path.display(), level.name, level.width, level.height))
}
