//! What pipelines may ask of the game in whose folder this runs.

use crate::failure::{Failure, read, read_rules};
use generate::{Known, read_treasure_sets};
use journey::facts;
use std::collections::BTreeMap;

/// What is known of the game in whose folder this runs.
pub(crate) fn read_known() -> Result<Known, Failure> {
    let rules = read_rules(None)?;
    let sets = renderer::game_folder().map(|folder| folder.join("assets/treasure_sets.ron"));
    let treasure_sets = match sets {
        Some(file) => read_treasure_sets(&file.display().to_string(), &read(&file)?).map_err(Failure::data)?,
        None => BTreeMap::new(),
    };
    Ok(Known { treasure_sets, facts: facts(&rules) })
}
