//! What pipelines may ask of the game in whose folder this runs.

use crate::command_line::failure::{Failure, read, read_rules};
use engine::Rules;
use generate::{Known, read_treasure_sets};
use journey::{Campaign, Decks, game_data};
use std::{collections::BTreeMap, path::Path};

/// The decks of a campaign, whose files lie in the folder of the game, wherever this was started; `file` is what messages call it.
pub(crate) fn read_decks(file: &str, campaign: &Campaign, rules: &Rules) -> Result<Decks, Failure> {
    let folder = content::game_folder().unwrap_or_default();
    let mut unreadable = None;
    let read = |file: &str| {
        read(&folder.join(file)).map_err(|failure| {
            let what = failure.message.clone();
            unreadable = Some(failure);
            what
        })
    };
    let decks = Decks::of_campaign(file, campaign, rules, read);
    decks.map_err(|what| unreadable.unwrap_or(Failure::data(what)))
}

/// What is known of the game in whose folder this runs.
pub(crate) fn read_known() -> Result<Known, Failure> {
    read_known_under(None)
}

/// The same under the rules in a file, if one is named.
pub(crate) fn read_known_under(rules: Option<&Path>) -> Result<Known, Failure> {
    let rules = read_rules(rules)?;
    let sets = content::game_folder().map(|folder| folder.join("assets/treasure_sets.ron"));
    let treasure_sets = match sets {
        Some(file) => read_treasure_sets(&file.display().to_string(), &read(&file)?).map_err(Failure::data)?,
        None => BTreeMap::new(),
    };
    Ok(Known { treasure_sets, game_data: game_data(&rules) })
}
