//! The decks that are played: those of the campaign, one level, or a ship.

use campaign::{ShipCode, TREASURE_SETS};
use content::{ContentError, Decks, Files, read_rooms};
use engine::Rules;

/// Returns the decks of the ship with this code, generated as in the windowed game.
///
/// # Errors
/// If the treasure file cannot be read or is invalid, or if the ship cannot be generated.
pub(crate) fn ship(files: &Files, code: ShipCode, rules: &Rules) -> Result<Decks, ContentError> {
    let sets = files.read(TREASURE_SETS)?;
    let decks = campaign::Decks::for_ships(Vec::new(), &sets, rules).map_err(ContentError::wrong)?;
    let mut decks = decks.with_rooms(read_rooms(files)?);
    let ship = decks.make_ship(code).map_err(ContentError::wrong)?;
    decks.board(ship);
    Ok(Decks(decks))
}

/// Checks that the rules define all monsters on the decks.
///
/// # Errors
/// If they do not. The message names the deck.
pub(crate) fn check(decks: &Decks, rules: &Rules) -> Result<(), ContentError> {
    decks.iter().try_for_each(|deck| {
        // All seeds of a pipeline use the same kinds of monsters.
        let level = decks.level(&deck.reference(1)).map_err(ContentError::wrong)?;
        rules.check(&level).map_err(|what| ContentError::wrong(format_args!("{}: {what}", deck.file)))
    })
}
