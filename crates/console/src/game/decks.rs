//! The decks that are played: those of the campaign, one level, or a ship.

use content::{ContentError, Decks, Files};
use engine::Rules;
use journey::{ShipCode, TREASURE_SETS};

/// The decks of a ship that is generated from its code, as the game in a window generates them.
///
/// # Errors
/// If the treasures cannot be read, or for the first mistake in them, or if the ship cannot be generated.
pub(crate) fn ship(files: &Files, code: ShipCode, rules: &Rules) -> Result<Decks, ContentError> {
    let mut decks =
        journey::Decks::for_ships(Vec::new(), &files.read(TREASURE_SETS)?, rules).map_err(ContentError::wrong)?;
    let ship = decks.make_ship(code).map_err(ContentError::wrong)?;
    decks.board(ship);
    Ok(Decks(decks))
}

/// Checks that the rules know the monsters on the decks.
///
/// # Errors
/// A sentence that names the deck.
pub(crate) fn check(decks: &Decks, rules: &Rules) -> Result<(), ContentError> {
    decks.iter().try_for_each(|deck| {
        // A generated deck has whatever its pipeline says, from each seed.
        let level = decks.level(&deck.reference(1)).map_err(ContentError::wrong)?;
        rules.check(&level).map_err(|what| ContentError::wrong(format_args!("{}: {what}", deck.file)))
    })
}
