//! The game data that pipelines use: decks of a campaign, monsters, art.

use crate::{
    command_line::failure::{Failure, game_files, read, read_rules},
    command_line::mods::mods,
};
use campaign::{Campaign, Decks, ShipCode, TREASURE_SETS, game_data};
use engine::Rules;
use generate::{GeneratorData, RoomSet, read_treasure_sets};
use level::Level;
use std::{collections::BTreeMap, path::Path, sync::Arc};

/// Reads the decks of a campaign, whose files are relative to the game folder and not to the working directory. `file`
/// is the campaign's name in messages.
pub(crate) fn read_decks(file: &str, campaign: &Campaign, rules: &Rules) -> Result<Decks, Failure> {
    let (folder, files) = (content::game_folder().unwrap_or_default(), game_files()?);
    let read_file = |file: &str| match &files {
        Some(files) if !mods().is_empty() => Ok(files.read(file)?),
        _ => read(&folder.join(file)),
    };
    let mut unreadable = None;
    let read = |file: &str| {
        read_file(file).map_err(|failure| {
            let what = failure.message.clone();
            unreadable = Some(failure);
            what
        })
    };
    let decks = Decks::of_campaign(file, campaign, rules, read).map(|decks| (decks, rooms()));
    let (decks, rooms) = decks.map_err(|what| unreadable.unwrap_or(Failure::data(what)))?;
    Ok(decks.with_rooms(rooms?))
}

/// Reads the prefab rooms of the game.
fn rooms() -> Result<RoomSet, Failure> {
    game_files()?.map_or_else(|| Ok(RoomSet::default()), |files| Ok(content::read_rooms(&files)?))
}

/// Reads the data of the game in whose folder the program runs.
pub(crate) fn read_known() -> Result<GeneratorData, Failure> {
    read_known_under(None)
}

/// Reads the same data, with the rules in a file, if any.
pub(crate) fn read_known_under(rules: Option<&Path>) -> Result<GeneratorData, Failure> {
    let rules = read_rules(rules)?;
    let treasure_sets = match game_files()? {
        Some(files) => read_treasure_sets(TREASURE_SETS, &files.read(TREASURE_SETS)?).map_err(Failure::data)?,
        None => BTreeMap::new(),
    };
    Ok(GeneratorData { treasure_sets, game_data: game_data(&rules), rooms: rooms()? })
}

/// Generates the ship of a code with the rules in a file, if any. Returns the deck with this reference.
pub(crate) fn read_ship_deck(code: ShipCode, reference: &str, rules: Option<&Path>) -> Result<Arc<Level>, Failure> {
    let mut decks = Decks::of(Vec::new(), read_known_under(rules)?);
    let ship = decks.make_ship(code).map_err(Failure::data)?;
    decks.board(ship);
    decks.level(reference).map_err(Failure::data)
}
