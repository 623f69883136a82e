//! The hashes by which demos and saves from before the introduction of identities refer to their level and rules.
//!
//! They are hashes of whole structs, including texts, and depend on what serde derives. Such a file is recognised as
//! long as nothing in its level and rules has changed. The hashes of the game's own decks are in `known.rs`, too.

use crate::{rules::rules::Rules, rules::source::Table, session::state_hash::fingerprint};
use level::Level;

/// Returns the earlier hash of a level.
pub(crate) fn earlier_level(level: &Level) -> u64 {
    fingerprint(level)
}

/// Returns the earlier hash of rules.
pub(crate) fn earlier_rules(rules: &Rules) -> u64 {
    fingerprint(rules)
}

/// Returns the earlier hashes of the parts of rules, with the main file of each part.
pub(crate) fn earlier_by_file(rules: &Rules) -> Vec<(String, u64)> {
    let Rules { monsters, ammunition, weapons, pickups, props, scripts, .. } = rules;
    let mut rest = rules.clone();
    rest.monsters.clear();
    rest.ammunition.clear();
    rest.weapons.clear();
    rest.pickups.clear();
    rest.props.clear();
    rest.scripts.clear();
    let parts = [
        ("the file of rules", fingerprint(&rest)),
        (Table::Monsters.file(), fingerprint(monsters)),
        (Table::Weapons.file(), fingerprint(&(ammunition, weapons))),
        (Table::Pickups.file(), fingerprint(pickups)),
        (Table::Props.file(), fingerprint(props)),
        ("scripts", fingerprint(scripts)),
    ];
    parts.map(|(file, hash)| (file.to_owned(), hash)).into()
}
