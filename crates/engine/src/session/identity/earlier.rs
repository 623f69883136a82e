//! The numbers that demos and saves written before there were identities have for their level and their rules.
//!
//! They are hashes of whole structs, texts included, and depend on what serde derives of these. Such a file is recognised as long as
//! nothing of its level and rules has changed since; those of the game's own decks are in `known.rs`, too.

use crate::{rules::rules::Rules, rules::source::Table, session::state_hash::fingerprint};
use level::Level;

/// Returns the number of a level.
pub(crate) fn earlier_level(level: &Level) -> u64 {
    fingerprint(level)
}

/// Returns the number of rules.
pub(crate) fn earlier_rules(rules: &Rules) -> u64 {
    fingerprint(rules)
}

/// Returns the numbers of the parts of rules, each with the name of the file that says most of it.
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
