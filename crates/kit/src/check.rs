//! `hullkit check`: reads and checks levels and campaigns.

use crate::failure::{Failure, check_assets, check_textures, read, read_art, read_level, read_rules, say};
use clap::Args;
use engine::Rules;
use level::{Campaign, Level};
use renderer::Art;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads and checks levels and campaigns; says what is wrong with file, line and column.
#[derive(Args)]
pub(crate) struct Check {
    /// The levels' files.
    #[arg(required_unless_present = "campaign", value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// A campaign's file, such as assets/campaign.ron, whose decks are checked too.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
    /// A file of rules instead of the game's, which must know all undead of the levels.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl Check {
    /// Checks all files, and fails with the worst of what was wrong with them.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let art = read_art()?;
        let rules = read_rules(self.rules.as_deref())?;
        let mut failures = Vec::from_iter(check_assets(&rules, &art).err());
        for path in &self.levels {
            failures.extend(check_level(path, &rules, &art).err());
        }
        if let Some(path) = &self.campaign {
            failures.extend(check_campaign(path, &rules, &art));
        }
        let code = failures.iter().map(|failure| failure.code).max();
        let messages: Vec<String> = failures.into_iter().map(|failure| failure.message).collect();
        code.map_or(Ok(()), |code| Err(Failure { code, message: messages.join("\n") }))
    }
}

/// Checks one file: the level itself, that there is a picture for every texture, and what its author will want to know.
fn check_level(path: &Path, rules: &Rules, art: &Art) -> Result<Arc<Level>, Failure> {
    let level = read_level(path)?;
    rules.check(&level).map_err(|what| Failure::data(format!("{}: {what}", path.display())))?;
    check_textures(path, &level, art)?;
    warn(path, level.warnings());
    say(&format!("{}: {:?} ({} by {} cells) is fine", path.display(), level.name, level.width, level.height))?;
    Ok(level)
}

/// Checks a campaign, each of its decks, whether its secret lifts and its secret decks belong together, and where they lead.
fn check_campaign(path: &Path, rules: &Rules, art: &Art) -> Vec<Failure> {
    let campaign = read(path).and_then(|bytes| {
        let file = path.display().to_string();
        Campaign::read(&file, &bytes).map_err(Failure::data)
    });
    let campaign = match campaign {
        Ok(campaign) => campaign,
        Err(failure) => return vec![failure],
    };
    // The game finds the decks of a campaign from there, wherever it was started.
    let folder = renderer::game_folder().unwrap_or_default();
    let (mut levels, mut failures) = (Vec::new(), Vec::new());
    for file in campaign.files() {
        match check_level(&folder.join(file), rules, art) {
            Ok(level) => levels.push(level),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty()
        && let Err(what) = campaign.check_arrivals(&levels)
    {
        failures.push(Failure::data(format!("{}: {what}", path.display())));
    }
    if failures.is_empty() {
        warn(path, campaign.warnings(&levels));
        let (decks, secrets) = (campaign.decks.len(), campaign.secrets.len());
        failures.extend(say(&format!("{}: is fine ({decks} decks, {secrets} secret)", path.display())).err());
    }
    failures
}

/// Tells an author of what is no mistake and yet not right.
fn warn(path: &Path, warnings: Vec<String>) {
    for warning in warnings {
        eprintln!("{}: warning: {warning}", path.display());
    }
}
