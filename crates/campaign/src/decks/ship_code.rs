//! The names by which saves and demos identify the decks of generated ships.

use generate::ShipCode;

/// Prefix of the `file` of a ship's deck. These decks have no real file; saves identify them by this name.
const SHIP: &str = "ship ";

/// Returns the code of the ship to which the deck of a reference belongs, if it belongs to one.
pub fn ship_of(reference: &str) -> Option<ShipCode> {
    let (code, _) = reference.strip_prefix(SHIP)?.split_once('/')?;
    ShipCode::read(code).ok()
}

/// Returns the name by which saves and demos identify a deck of a ship; `number` counts from 1.
pub(crate) fn reference(code: ShipCode, number: usize) -> String {
    format!("{SHIP}{code}/{number}")
}
