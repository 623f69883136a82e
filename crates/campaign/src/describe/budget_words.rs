//! Formats the message about a mod whose scripts are switched off.

use engine::Excess;
use localization::{Said, say};

/// Returns the message for players after a mod has exceeded a budget.
pub fn switched_off(name: &str, excess: Excess) -> Said {
    let name = Said::literal(name);
    match excess {
        Excess::Steps => say!("The scripts of the mod {name} do too much: they are off on this deck.", name),
        Excess::Memory => say!("The scripts of the mod {name} keep too much: they are off on this deck.", name),
    }
}
