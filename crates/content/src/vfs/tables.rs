//! The files whose entries mods change one by one. Any other file of a mod replaces the whole file of the game.

/// The tables, apart from the rules and the catalogues of languages, which are whole folders.
const TABLES: [&str; 6] = [
    "assets/monsters.ron",
    "assets/weapons.ron",
    "assets/pickups.ron",
    "assets/props.ron",
    "assets/treasure_sets.ron",
    "assets/uniforms.ron",
];
const FOLDERS: [&str; 2] = ["assets/rules/", "assets/words/"];

/// Returns true if entries of this file merge by name.
pub(crate) fn is_table(name: &str) -> bool {
    TABLES.contains(&name) || name.ends_with(".ron") && FOLDERS.iter().any(|folder| name.starts_with(folder))
}
