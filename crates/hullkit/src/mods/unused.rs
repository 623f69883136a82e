//! Files of a mod that nothing uses, and files that it has copied from the game without a change.

use content::{Files, Mod, SOUNDS, sheet_frames, stem};
use engine::Rules;
use level::Level;
use std::{cell::RefCell, collections::BTreeSet, sync::Arc};

/// Folders whose files are used without being named: they replace files of the game, or players choose them.
const CHOSEN: [(&str, &str); 14] = [
    ("assets/campaigns", ".ron"),
    ("assets/demos", ".demo"),
    ("assets/fonts", ".ttf"),
    ("assets/icons", ".png"),
    ("assets/music", ".ron"),
    ("assets/pictures", ".png"),
    ("assets/pipelines", ".ron"),
    ("assets/rooms", ".ron"),
    ("assets/rules", ".ron"),
    ("assets/sheets", ".ron"),
    ("assets/sheets", ".png"),
    ("assets/words", ".ron"),
    ("assets/wolf", ".ron"),
    ("tests", ".ron"),
];
/// Single files that are used.
const FILES: [&str; 9] = [
    "mod.ron",
    "mod.png",
    "assets/campaign.ron",
    "assets/monsters.ron",
    "assets/weapons.ron",
    "assets/pickups.ron",
    "assets/props.ron",
    "assets/treasure_sets.ron",
    "assets/uniforms.ron",
];

/// What names files: the rules and the levels of a mod.
pub(crate) struct Users<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) levels: &'a [Arc<Level>],
    /// The files of the game without the mod.
    pub(crate) base: &'a Files,
}

/// Returns a sentence for each file of a mod that nothing uses, and for each copy of a file of the game.
pub(crate) fn unused(checked: &Mod, users: &Users) -> Vec<String> {
    let mut sentences = Vec::new();
    let frames = sheet_frames(users.base);
    let sounds = sounds(users.rules);
    for name in checked.files() {
        let file = checked.in_mod(&name);
        if users.base.contains(&name) {
            if checked.read(&name).ok().zip(users.base.read(&name).ok()).is_some_and(|(own, base)| own == base) {
                sentences.push(format!("{file}: it is the same as the game's file: remove it"));
            }
        } else if frames.contains(stem(&name)) && (name.contains("/textures/") || name.contains("/sprites/")) {
            // It replaces a frame of a sheet of the game.
        } else if let Some(what) = why_unused(&name, users, &sounds) {
            sentences.push(format!("{file}: {what}"));
        }
    }
    sentences
}

/// Returns the names of the sounds that the rules and the game itself name.
fn sounds(rules: &Rules) -> BTreeSet<String> {
    let named = RefCell::new(BTreeSet::from(SOUNDS.map(str::to_owned)));
    // The rules only report sounds that are missing, so each of them is reported as present.
    let _ = rules.missing_sounds(|name| {
        named.borrow_mut().insert(name.to_owned());
        true
    });
    named.into_inner()
}

fn why_unused(name: &str, users: &Users, sounds: &BTreeSet<String>) -> Option<&'static str> {
    let (folder, _) = name.rsplit_once('/').unwrap_or(("", name));
    let is_chosen = |(chosen, ending): &(&str, &str)| folder == *chosen && name.ends_with(ending);
    if FILES.contains(&name) || CHOSEN.iter().any(is_chosen) || name.starts_with("levels/") && name.ends_with(".ron") {
        return None;
    }
    let stem = stem(name);
    // `shot~2` is a variant of `shot`, and `screen@2` a frame of `screen`.
    let whole = stem.split(['~', '@']).next().unwrap_or(stem);
    let is_on_a_level = |has: &dyn Fn(&Level) -> bool| users.levels.iter().any(|level| has(level));
    match (folder, name.rsplit('.').next().unwrap_or_default()) {
        ("", _) if is_text(name) => None,
        ("", _) => Some("the game does not read this file"),
        ("assets/scripts", "lua") => {
            let is_used = users.rules.scripts.iter().any(|(script, _)| script == stem);
            (!is_used).then_some("no monster has this script")
        }
        ("assets/sounds", "wav") => (!sounds.contains(whole)).then_some("nothing plays this sound"),
        ("assets/textures", "png") => {
            let has = |level: &Level| level.textures.iter().any(|texture| texture == whole);
            (!is_on_a_level(&has)).then_some("no level of the mod shows this texture")
        }
        ("assets/sprites", "png") => {
            let begins = |sprites: &str| stem.starts_with(sprites);
            let is_shown = users.rules.monsters.iter().any(|(_, kind)| begins(&kind.sprites))
                || users.rules.weapons.iter().any(|(_, weapon)| begins(&weapon.sprites))
                || users.rules.pickups.iter().any(|(_, kind)| begins(&kind.sprite))
                || users.rules.props.iter().any(|(_, kind)| begins(&kind.sprites));
            (!is_shown).then_some("nothing in the rules has these sprites")
        }
        ("assets/skies", "png") => {
            let has = |level: &Level| level.sky == stem;
            (!is_on_a_level(&has)).then_some("no level of the mod has this sky")
        }
        _ => Some("the game does not read this file"),
    }
}

/// Returns true for texts that come with a mod, such as `README.md` and `LICENCE`.
fn is_text(name: &str) -> bool {
    let stem = stem(name).to_uppercase();
    ["README", "LICEN", "CREDITS", "CHANGE", "NOTICE"].iter().any(|begin| stem.starts_with(begin))
}
